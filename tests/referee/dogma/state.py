"""The state of a game as the referee follows it: units, switches, contacts, Groups, what stands where."""

from fractions import Fraction

from common import Lost, read_codex

from . import geometry as geo
from .geometry import SLACK, Feature

IMPASSABLE = ("impassable", "deep-water", "building-1", "building-2", "building-3", "building-4")


def number(text):
    """A number of a switch: whole, decimal or a fraction."""
    return Fraction(str(text))


class Rules:
    """The switches of a game, as the trace states them, and the codex with the changes of the command line."""

    def __init__(self, switches, arguments):
        self.switches = switches
        self.codex = read_codex("dogma")
        for option, value in zip(arguments, arguments[1:]):
            if option == "--set" and value.startswith("codex."):
                path, _, new = value.removeprefix("codex.").partition("=")
                *folders, last = path.split(".")
                place = self.codex
                for folder in folders:
                    place = place[folder]
                place[last] = new if isinstance(place.get(last), str) else number(new)
        numbers = self.codex["numbers"]
        self.side = float(numbers["base-mm"]) / 25.4
        self.capacity = int(numbers["apc-capacity"])
        self.ip_die = int(numbers["ip-die"])
        self.touch = float(number(switches["contact-tolerance"]))
        self.full = float(number(switches["full-contact-tolerance"]))
        self.recoil = float(number(switches["recoil-inches"]))
        self.deploy_depth = float(number(switches["deploy-depth"]))

    def number(self, name):
        return number(self.switches[name])

    def word(self, name):
        return self.switches[name]

    def on(self, name):
        return self.switches[name] == "yes"


class Unit:
    """An Element."""

    def __init__(self, told, codex, side):
        kind = codex["units"][told["type"]]
        what = codex["types"][kind["type"]]
        self.id, self.key, self.side = told["id"], told["type"], side
        self.type = kind["type"]
        self.speed = float(kind["speed"])
        self.modifier = int(kind["combat-modifier"])
        self.range = float(kind.get("range", 0))
        self.cost = Fraction(kind["cost"])
        self.move_or_fire = kind.get("move-or-fire", False)
        self.rides = kind.get("may-ride-apc", False)
        self.air = self.type == "air-support"
        self.flyer = self.air or kind.get("flyer", False)
        self.far, self.near = what.get("optimal-at-range", []), what.get("optimal-in-close", [])
        self.wrecks = what.get("attacks-buildings", False)
        self.bare = what.get("ignores-cover", False)
        self.commander = told["commander"]
        self.place, self.at, self.aboard = "undeployed", None, None
        self.shaken = self.scouted = False
        self.new_turn()

    def new_turn(self):
        """Resets what holds for one turn."""
        self.moved = self.displaced = self.fronted = self.got_off = self.boarded = False
        self.checked = {}
        self.attacks, self.supports, self.targeted = set(), set(), set()
        self.rode = self.aboard
        self.stop = None  # (APCs that it or its Group touched with its last move)

    def __str__(self):
        return self.id


class State:
    """Units, terrain and what is measured on the table."""

    def __init__(self, battle, rules):
        self.rules = rules
        self.width, self.height = (float(length) for length in battle["table"]["size"])
        self.terrain = [read_feature(index, told) for index, told in enumerate(battle["table"]["terrain"])]
        self.units = {}
        for force in battle["forces"]:
            for told in force["units"]:
                self.units[told["id"]] = Unit(told, rules.codex, force["side"])
        self.aggressor = battle["aggressor"]
        self.opponent = "B" if self.aggressor == "A" else "A"
        self.start = {}  # bases at the start of the Movement phase
        self.declared = []  # Groups that are written down
        self._outlines = {}

    def unit(self, name):
        if name not in self.units:
            raise Lost(f"no unit {name}")
        return self.units[name]

    def table(self, side=None):
        """Elements on the table, of one side or of both."""
        return [u for u in self.units.values() if u.place == "table" and (side is None or u.side == side)]

    def enemies(self, unit):
        return [u for u in self.units.values() if u.place == "table" and u.side != unit.side]

    def passengers(self, carrier):
        return [u for u in self.units.values() if u.place == "aboard" and u.aboard == carrier.id]

    def poly(self, at):
        """Outline of a base."""
        key = tuple(at)
        if key not in self._outlines:
            if len(self._outlines) > 4000:
                self._outlines.clear()
            self._outlines[key] = geo.outline(at, self.rules.side)
        return self._outlines[key]

    # Contacts.

    def near(self, first, second, more=0.0):
        """Quick test whether two bases can touch."""
        return geo.gap_of(first, second) <= self.rules.side * 1.4143 + self.rules.touch + more + 0.01

    def touch(self, first, second, slack=SLACK):
        """Whether two bases touch; with a negative slack whether they certainly do."""
        if not self.near(first, second):
            return False
        return geo.distance(self.poly(first), self.poly(second)) <= self.rules.touch + slack

    def full(self, first, second, slack=SLACK):
        """The edges by which two bases are in full contact, `(edge of first, edge of second)`, or None."""
        if abs(geo.gap_of(first, second) - self.rules.side) > 0.12:
            return None
        one, two = self.poly(first), self.poly(second)
        for i in range(4):
            for j in range(4):
                a, b = one[i], one[(i + 1) % 4]
                c, d = two[j], two[(j + 1) % 4]
                if max(geo.gap_of(a, d), geo.gap_of(b, c)) <= self.rules.full + slack:
                    # What does not touch is not in contact, however well its corners match.
                    return (i, j) if geo.distance(one, two) <= self.rules.touch + slack else None
        return None

    def touched_edges(self, at, foe_at, slack=SLACK):
        """Edges of a foe's base that a base touches."""
        mine, other = self.poly(at), self.poly(foe_at)
        found = []
        for edge in range(4):
            a, b = other[edge], other[(edge + 1) % 4]
            if geo.segment_to_polygon(a, b, mine) <= self.rules.touch + slack:
                found.append(edge)
        return found

    def engaged(self, unit, slack=SLACK, but=None):
        """Whether an Element is in full contact with an opponent (other than `but`)."""
        return any(foe is not but and self.full(unit.at, foe.at, slack) for foe in self.enemies(unit))

    def partial(self, unit, slack=SLACK):
        """Enemies that it touches without full contact."""
        return [f for f in self.enemies(unit) if self.touch(unit.at, f.at, slack) and not self.full(unit.at, f.at, slack)]

    # Groups.

    def linked(self, first, second, slack=SLACK):
        """Whether two bases of equal facing share a whole edge."""
        return geo.facing_gap(first[2], second[2]) < 4.0 and self.full(first, second, slack) is not None

    def connected(self, bases, root=0):
        """Indices of the bases that hang together with one of them."""
        reached, queue = {root}, [root]
        while queue:
            one = queue.pop()
            for other in range(len(bases)):
                if other not in reached and self.linked(bases[one], bases[other]):
                    reached.add(other)
                    queue.append(other)
        return reached

    def group(self, bases):
        """Whether bases form a legal Group."""
        if not 2 <= len(bases) <= self.rules.number("group-max"):
            return False
        if any(geo.facing_gap(bases[0][2], base[2]) > 4.0 for base in bases):
            return False
        if len(self.connected(bases)) < len(bases):
            return False
        if self.rules.word("group-shapes") == "lines-and-columns":
            forward = geo.heading(bases[0][2])
            along = [base[0] * forward[0] + base[1] * forward[1] for base in bases]
            across = [base[0] * forward[1] - base[1] * forward[0] for base in bases]
            return min(max(along) - min(along), max(across) - min(across)) < 0.3
        return True

    def in_group(self, unit, slack=SLACK):
        """Whether an Element is part of a Group: True, False, or None when readings differ."""
        mates = [u for u in self.table(unit.side) if u is not unit and self.linked(unit.at, u.at, slack)]
        if self.rules.number("group-max") < 2:
            return False
        if self.rules.word("group-membership") == "declared":
            for names in self.declared:
                if unit.id in names:
                    return True if any(mate.id in names for mate in mates) else None
            return False
        return bool(mates)

    # Ground.

    def blocks(self, feature):
        """Whether ground Elements may not enter a feature."""
        return feature.kind in IMPASSABLE

    def occupies(self, at, feature):
        """Whether a base is in a feature by `terrain-occupancy`: True, False, or None when too near to tell."""
        how = self.rules.word("terrain-occupancy")
        if how == "centre":
            value = feature.within(at)
        elif how == "any":
            value = feature.depth(self.poly(at))
        else:
            value = min(feature.within(corner) for corner in self.poly(at))
        return None if abs(value) <= SLACK else value > 0.0

    def on_hill(self, at):
        """Whether a base is on a hill; doubtful cases count."""
        return any(f.kind == "hill" and self.occupies(at, f) is not False for f in self.terrain)

    def in_cover(self, at):
        """Whether a base is in cover: True, False or None."""
        found = [self.occupies(at, f) for f in self.terrain if f.kind == "cover"]
        return True if True in found else None if None in found else False

    def on_table(self, at, slack=SLACK):
        return all(
            -slack <= x <= self.width + slack and -slack <= y <= self.height + slack for x, y in self.poly(at)
        )

    def clear(self, at, but=(), slack=SLACK):
        """What keeps a base from standing there: an Element, a Feature, `"edge"`, or None."""
        if not self.on_table(at, slack):
            return "edge"
        mine = self.poly(at)
        for unit in self.table():
            if unit not in but and self.near(at, unit.at) and geo.depth(mine, self.poly(unit.at)) > slack:
                return unit
        for feature in self.terrain:
            if self.blocks(feature) and feature.depth(mine) > slack:
                return feature
        return None

    def swept(self, unit, shape, but=(), slack=SLACK):
        """What the way of an Element meets: an Element, a Feature, `"edge"`, or None."""
        if any(not (-slack <= x <= self.width + slack and -slack <= y <= self.height + slack) for x, y in shape):
            return "edge"
        return self.obstacle(unit, shape, but, slack)

    def obstacle(self, unit, shape, but=(), slack=SLACK):
        """`swept`, off the table too."""
        if unit.flyer:
            return None
        for other in self.table():
            if other is unit or other in but or other.flyer:
                continue
            if geo.depth(shape, self.poly(other.at)) > slack:
                return other
        for feature in self.terrain:
            if self.blocks(feature) and feature.depth(shape) > slack:
                return feature
        return None

    def half(self, side, y_low, y_high, slack=SLACK):
        """Whether a stretch lies in the table half of a side."""
        middle = self.height / 2
        return y_high <= middle + slack if side == self.aggressor else y_low >= middle - slack

    def zone(self, at, side, deep, slack=SLACK):
        """Whether a base lies wholly within `deep` inches of the edge of a side."""
        ys = [y for _, y in self.poly(at)]
        if side == self.aggressor:
            return max(ys) <= deep + slack
        return min(ys) >= self.height - deep - slack


def read_feature(index, told):
    """A terrain feature of a trace or a map."""
    if "points" in told:
        points = [tuple(map(float, point)) for point in told["points"]]
        return Feature(index, told["kind"], points=points)
    if "side" in told:
        x, y = told["centre"]
        h = told["side"] / 2
        return Feature(index, told["kind"], points=[(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)])
    centre = tuple(map(float, told["centre"]))
    return Feature(index, told["kind"], centre=centre, radius=float(told["diameter"]) / 2)


__all__ = ["FRONT", "IMPASSABLE", "Rules", "State", "Unit", "number", "read_feature"]
