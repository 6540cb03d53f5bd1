"""Ways to falsify one event of a sound game, for the referees of all rulesets."""


def field(holds, change):
    """Changes one event that fits, drawn at random."""

    def falsify(events, rng):
        # What stands before the first event of the game proper is set-up.
        start = next((at for at, one in enumerate(events) if one["event"] == "battle"), len(events))
        fitting = [one for one in events[start:] if holds(one)]
        if not fitting:
            return 0
        one = rng.choice(fitting)
        change(one)
        return one.line

    return falsify


def named(name, **fields):
    """Whether an event has this name and these fields."""
    return lambda one: one["event"] == name and all(one.get(key) == value for key, value in fields.items())


def raised(key, by=1):
    """Adds to a number."""

    def change(one):
        one[key] += by

    return change


def flipped(key):
    """Turns a truth over."""

    def change(one):
        one[key] = not one[key]

    return change
