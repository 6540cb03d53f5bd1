"""The means of falsifications: a tape of events that can be changed, and common kinds of change.

A falsification is a function that gets a `Tape` and returns the number of the first line it has changed, or 0 when the
game gives no occasion.
"""

from common import event

from .board import distance
from .codex import Codex

CODEX = Codex()


class Tape:
    """The events of a game, to be changed."""

    def __init__(self, events, rng):
        self.events = events
        self.rng = rng
        self.rules = events[0]["rules"]
        self.kinds = {unit["id"]: unit["type"] for force in events[0]["forces"] for unit in force["units"]}
        self.plain = {terrain.key for terrain in CODEX.terrains.values() if terrain.foot == 2 and terrain.vehicle == 2}

    def pick(self, holds):
        """Index of a random event of which `holds` is true; None if there is none."""
        found = [index for index, one in enumerate(self.events) if holds(one)]
        return self.rng.choice(found) if found else None

    def line(self, index):
        return self.events[index].line

    def insert(self, index, *made):
        """Puts events before an index; returns its line."""
        line = self.line(index)
        self.events[index:index] = [event(one, line) for one in made]
        return line

    def delete(self, index, count=1):
        """Takes events out; returns the line of the first."""
        line = self.line(index)
        del self.events[index : index + count]
        return line

    def after(self, index, holds):
        """Index of the first event from an index on of which `holds` is true; None if there is none."""
        return next((number for number in range(index, len(self.events)) if holds(self.events[number])), None)

    def place(self, hex_):
        """Terrain key of a hex; None off the map."""
        columns, rows = self.events[0]["table"]["size"]
        column, row = hex_
        return self.events[0]["table"]["hexes"][row][column] if 0 <= column < columns and 0 <= row < rows else None

    def near(self, hex_):
        """Hexes of the map next to a hex."""
        column, row = hex_
        around = [[x, y] for x in range(column - 1, column + 2) for y in range(row - 1, row + 2)]
        return [one for one in around if self.place(one) and distance(tuple(one), tuple(hex_)) == 1]

    def position(self, index):
        """Where everybody is before an event: id -> dictionary."""
        units = {}
        for force in self.events[0]["forces"]:
            for unit in force["units"]:
                units[unit["id"]] = {"hex": unit["hex"], "aboard": unit["aboard"], "state": "ready"}
        for one in self.events[1:index]:
            if one["event"] == "move":
                units[one["unit"]]["hex"] = one["path"][-1]
                for rider in one.get("riders") or []:
                    units[rider]["hex"] = one["path"][-1]
            elif one["event"] == "removed":
                units[one["unit"]]["state"] = "gone"
            elif one["event"] == "status":
                units[one["unit"]].update(hex=one["hex"], aboard=one["aboard"])
                states = {"stunned": "stunned", "ready": "ready", "overwatch": "overwatch", "off-overwatch": "ready"}
                units[one["unit"]]["state"] = states.get(one["status"], units[one["unit"]]["state"])
        return units


def is_attack(one, *kinds):
    """Whether an event is an attack of one of these kinds in which the table was rolled on."""
    return one["event"] == "attack" and one["kind"] in (kinds or ("direct", "overwatch", "splash")) and one["strength"]


def table(strength, total):
    """The entry of the combat table by its check sum."""
    both = min(strength, 7) + total
    return "miss" if both <= 5 else "ooc" if both >= 9 else {6: "st", 7: "r2", 8: "r2s"}[both]


def reroll(one):
    """Reckons total and result of an attack anew."""
    total = one["die"] + sum(modifier["value"] for modifier in one["die_modifiers"])
    one["total"] = min(max(total, 1), 6)
    one["result"] = table(one["strength"], one["total"])


def field(holds, change):
    """A falsification that changes one event; `change` may refuse by returning False."""

    def falsify(tape):
        index = tape.pick(holds)
        if index is None or change(tape.events[index], tape) is False:
            return 0
        return tape.line(index)

    return falsify


def dropped(holds):
    """A falsification that leaves one event out."""

    def falsify(tape):
        index = tape.pick(holds)
        return tape.delete(index) if index is not None else 0

    return falsify


def named(name, **fields):
    """Whether an event has this name and these fields."""
    return lambda one: one["event"] == name and all(one.get(key) == value for key, value in fields.items())


def chooses(key):
    """Whether an event is a choice of this sort."""
    return lambda one: one["event"] == "choice" and key in one["choice"]
