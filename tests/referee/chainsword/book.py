"""The published data, and the tables of the rulebook that stand in no file."""

import re

from common import read_codex

# Switches and knobs of the rulebook with their defaults; a trace names those that differ, or all of them.
SIZES = {"mule": (4.0, 2.5), "strider": (2.5, 2.5)}
FLYER, HULL, LONE = (4.0, 4.0), (4.0, 3.0), 0.5
# How many models one counts for, for the radius of a Team.
BULK = {"battery": 2, "bike": 2, "creature": 4}
INFANTRY = (
    "levy-rifles", "breachers", "ironclads", "bulwark-guard", "pathfinders", "hulks", "falconers", "repeater-battery",
    "autocannon-battery", "lance-battery", "mortar-battery", "flak-battery",
)
RIDERS = ("levy-rifles", "breachers", "ironclads", "bulwark-guard", "pathfinders")
WORKS = {"entrenchment": "entrenchment", "razor-wire": "static-defence", "minefield": "static-defence", "bunker": "static-defence"}


def weapons_of(text):
    """A weapon and how many of it: `service-rifle x5`."""
    name, count = re.fullmatch(r"(\S+) x(\d+)", text).groups()
    return name, int(count)


def change(codex, path, text):
    """Sets one value of the codex, as `--set codex.units.hulks.wounds=2` does."""
    keys = path.split(".")[1:]
    at = codex
    for key in keys[:-1]:
        at = at[int(key)] if isinstance(at, list) else at[key]
    old = at[int(keys[-1])] if isinstance(at, list) else at.get(keys[-1])
    value = float(text) if isinstance(old, float) else int(text)
    if isinstance(at, list):
        at[int(keys[-1])] = value
    else:
        at[keys[-1]] = value


class Book:
    """The codex with what a game changes of it."""

    def __init__(self, arguments=()):
        self.codex = read_codex("chainsword")
        words = list(arguments)
        for flag, word in zip(words, words[1:]):
            if flag == "--set" and str(word).startswith("codex."):
                change(self.codex, *str(word).split("=", 1))
        self.weapons, self.terrain = self.codex["weapons"], self.codex["terrain"]

    def profile(self, name):
        """Profile of a unit, and which table it stands in."""
        for kind in ("units", "officers", "vehicles"):
            if name in self.codex[kind]:
                return self.codex[kind][name], kind
        return None, None

    def hit(self, bs):
        """First roll and roll of a miss by BS."""
        at = max(1, min(10, bs)) - 1
        return self.codex["to-hit"]["first"][at], self.codex["to-hit"]["second"][at]

    def wound(self, strength, toughness):
        """Need to wound; 7 is never."""
        return self.codex["to-wound"]["need"][max(-4, min(2, strength - toughness)) + 4]

    def lost_levels(self, cause, die):
        """Levels of Force Morale that an event costs."""
        return self.codex["force-morale-events"][cause][die - 1]

    def dice_of(self, level, table):
        """Command Dice by level."""
        if level <= 0:
            return 0
        row = self.codex["command-dice"][table]
        return row[min(level, len(row)) - 1]

    def twin(self, weapon):
        """Whether a weapon is twin-linked."""
        return "twin-linked" in self.weapons[weapon].get("traits", ())

    def trait(self, weapon, name):
        """Whether a weapon has a trait."""
        return name in self.weapons[weapon].get("traits", ())

    def kind(self, weapon):
        """`direct`, `template`, `small-blast` or `large-blast`."""
        return self.weapons[weapon].get("kind", "direct")
