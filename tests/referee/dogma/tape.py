"""What falsifications of a sound trace have in common: finding events in it, and the list of all falsifications."""

import json


def find_all(events, name, **fields):
    """Indices of the events with a name and fields."""
    return [
        i
        for i, one in enumerate(events)
        if one["event"] == name and all(one.get(key) == value for key, value in fields.items())
    ]


def pick_any(rng, found):
    return rng.choice(found) if found else None


def any_event(events, rng, name, fits=lambda one: True, **fields):
    """A random event that fits, or None."""
    return pick_any(rng, [events[i] for i in find_all(events, name, **fields) if fits(events[i])])


def told_units(events):
    """What the first line tells of every unit."""
    return [unit for force in events[0]["forces"] for unit in force["units"]]


def any_move(events, rng, *kinds):
    """A random move of these kinds, or None."""
    return any_event(events, rng, "move", lambda one: one["kind"] in kinds and one["units"])


FALSIFICATIONS = {}


def falsification(function):
    """Offers a falsification; it returns the line of the first event changed, or 0 without occasion."""

    def changed(events, rng):
        before = [json.dumps(one) for one in events]
        if not function(events, rng):
            return 0
        for old, one in zip(before, events):
            if old != json.dumps(one):
                return max(one.line, 1)
        return events[-1].line

    FALSIFICATIONS[function.__name__.replace("_", "-")] = changed
    return function
