"""Dogfaces: the codex, the switches that hold for a question, the combat table."""

from odds import NotCovered, Refused, add, codex, die, probability

CODEX = codex("dogfaces")
NUMBERS = CODEX["numbers"]

# Switches that reach a resolution, with their defaults.
DEFAULTS = {
    "overwatch-limit": 2,
    "forest-limit": "through-and-into",
    "edge-line": "either",
    "hill-mixed": "any",
    "strength-floor": 0,
    "suit-absorb": "per-shot",
    "flame-vs-suit": "absorb",
    "flame-vs-lcv": "immune",
    "rocky-mixed": "penalised",
    "splash-terrain": "yes",
    "blocked-retreat": "stunned",
    "recovery-order": "simultaneous",
    "stunned-medic": "no",
    "medic-vehicles": "yes",
    "vehicle-lead-number": 6,
    "sam-ride-stun": "yes",
}
LEFT_OUT = {"retreat-off-map", "riders-targetable"}


class Book:
    """The rules that hold for one question."""

    def __init__(self, inputs):
        self.rules = DEFAULTS | inputs.get("rules", {})
        left_out = LEFT_OUT & self.rules.keys()
        if left_out:
            raise NotCovered(f"switches {left_out}")

    def __getitem__(self, name):
        """The value of a switch: a number where its default is one."""
        value = self.rules[name]
        return int(value) if isinstance(DEFAULTS[name], int) else value


def unit_named(name):
    return CODEX["units"][name]


def terrain_named(name):
    if name == "water-river":
        raise Refused("nobody stands in water")
    return CODEX["terrain"][name]


def table_entry(strength, roll):
    """A cell of the combat table (DF-ATK-10, 12, 13)."""
    row = CODEX["combat-table"][f"die-{min(max(roll, 1), 6)}"].split()
    return row[min(strength, 7) - 1]


def at_least(face):
    """The probability that a die shows so much or more."""
    return probability(die(), lambda roll: roll >= face)


def yes_with(chance):
    """The odds of 1 with a probability, else 0."""
    odds = {}
    add(odds, 1, chance)
    add(odds, 0, 1 - chance)
    return odds
