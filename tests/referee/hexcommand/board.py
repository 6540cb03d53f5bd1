"""The board: hexes, directions, arcs, terrain, what a line crosses."""

from fractions import Fraction
from functools import lru_cache

from .book import SIDE_COVER

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
OFFSETS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def axial(name):
    """Axial coordinates of a hex number."""
    q = int(name[:2]) - 1
    return q, int(name[2:]) - 1 - (q - q % 2) // 2


def number(q, s):
    """The hex number of axial coordinates; may lie off the board."""
    return f"{q + 1:02}{s + (q - q % 2) // 2 + 1:02}" if q >= 0 and s + (q - q % 2) // 2 >= 0 else None


@lru_cache(None)
def step(name, direction):
    """The neighbour of a hex in a direction, a number from 0; None beyond the northern and western edge."""
    q, s = axial(name)
    dq, ds = OFFSETS[direction % 6]
    return number(q + dq, s + ds)


@lru_cache(None)
def distance(one, other):
    """Distance in hexes."""
    (a, b), (c, d) = axial(one), axial(other)
    return max(abs(a - c), abs(b - d), abs(a + b - c - d))


def towards(one, other):
    """The direction of a neighbouring hex; None where they are not neighbours."""
    return next((d for d in range(6) if step(one, d) == other), None)


@lru_cache(None)
def in_arc(origin, facing, target):
    """The wedge test of HX-LOS-01."""
    (a, b), (c, d) = axial(origin), axial(target)
    dq, ds = c - a, d - b
    for left in (facing - 1, facing):
        (p, q), (r, s) = OFFSETS[left % 6], OFFSETS[(left + 1) % 6]
        det = p * s - q * r
        first, second = (dq * s - ds * r) / det, (p * ds - q * dq) / det
        if first >= 0 and second >= 0 and (first or second):
            return True
    return False


@lru_cache(None)
def crossed(dq, ds):
    """Hexes between the ends of a line by their offsets: a list of groups, two hexes where it runs along their side."""
    groups = {}
    far = max(abs(dq), abs(ds), abs(dq + ds))
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for s in range(min(0, ds) - 1, max(0, ds) + 2):
            if (q, s) in ((0, 0), (dq, ds)):
                continue
            low, high, border = Fraction(0), Fraction(1), False
            # Third coordinates: with x = q, z = s, y = -q - s the hexagon is where all differences are at most 1.
            for at, grows in ((2 * q + s, 2 * dq + ds), (-q - 2 * s, -dq - 2 * ds), (s - q, ds - dq)):
                if grows == 0:
                    if abs(at) > 1:
                        high = Fraction(-1)
                    border = border or abs(at) == 1
                    continue
                ends = sorted((Fraction(at - 1, grows), Fraction(at + 1, grows)))
                low, high = max(low, ends[0]), min(high, ends[1])
            if low < high and far > 1:
                groups.setdefault((low, high) if border else (low, high, q, s), []).append((q, s))
    return [groups[key] for key in sorted(groups, key=lambda key: key[:2])]


@lru_cache(None)
def leaves_by_side(dq, ds, q, s):
    """Whether a line leaves a hex, each by its offset, across a side, and not at a corner."""
    ends = []
    for at, grows in ((2 * q + s, 2 * dq + ds), (-q - 2 * s, -dq - 2 * ds), (s - q, ds - dq)):
        if grows:
            ends.append(max(Fraction(at - 1, grows), Fraction(at + 1, grows)))
        elif abs(at) == 1:
            return False
    return ends.count(min(ends)) == 1


class Board:
    """Ground and features as the trace tells them."""

    def __init__(self, board, works, rules):
        self.columns, self.rows = board["columns"], board["rows"]
        self.rules = rules
        self.terrain = {one["hex"]: one["terrain"] for one in board["hexes"]}
        self.level = {one["hex"]: one["level"] for one in board["hexes"]}
        self.sides = {}
        for one in board["sides"]:
            self.sides[self.border(one["side"])] = one["feature"]
        self.roads = {self.border(side) for side in board["roads"]}
        self.works = {one["hex"]: one for one in works}

    @staticmethod
    def border(side):
        """A side of a hex, alike from both hexes."""
        name, direction = side.split("/")
        return frozenset((name, step(name, DIRECTIONS.index(direction))))

    def holds(self, name):
        """Whether a hex is on the board."""
        if name is None:
            return False
        column, row = int(name[:2]), int(name[2:])
        return 1 <= column <= self.columns and 1 <= row <= self.rows - (column % 2 == 0)

    def ground(self, name):
        """The terrain of a hex, works included."""
        what = self.works.get(name, {}).get("what")
        if what == "redoubt":
            return "redoubt"
        if what == "pontoon-bridge":
            return "bridge"
        return self.terrain.get(name, "clear")

    def high(self, name):
        """The level of a hex."""
        return self.level.get(name, 0)

    def row_edge(self, name, side):
        """Whether a hex lies in the edge row of a side."""
        column, row = int(name[:2]), int(name[2:])
        return row == 1 if side == "B" else row == self.rows - (column % 2 == 0)

    def between(self, one, other):
        """Groups of hexes that the line between two hexes crosses."""
        (a, b), (c, d) = axial(one), axial(other)
        return [[number(a + q, b + s) for q, s in group] for group in crossed(c - a, d - b)]

    def round(self, name):
        """Neighbours of a hex that are on the board."""
        return [one for one in (step(name, way) for way in range(6)) if self.holds(one)]

    @staticmethod
    def facing_of(word):
        """The number of a direction."""
        return DIRECTIONS.index(word)

    def side_cover(self, one, other):
        """Cover of the side between two neighbouring hexes."""
        return 1 if self.sides.get(frozenset((one, other))) in SIDE_COVER else 0

    def crosses(self, one, other, name):
        """Whether the line between two hexes leaves one on it across a side; touched corners never count (R-126)."""
        (a, b), (c, d), (e, f) = axial(one), axial(other), axial(name)
        return leaves_by_side(c - a, d - b, e - a, f - b)

    def last_border(self, firer, target):
        """The hex from which the line enters the target's hex across a side; None where it comes to a corner."""
        groups = self.between(firer, target)
        name = groups[-1][0] if groups else firer
        single = not groups or len(groups[-1]) == 1
        return name if single and self.crosses(firer, target, name) else None
