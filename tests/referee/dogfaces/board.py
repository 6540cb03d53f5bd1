"""Hex geometry and the map.

A hex is a pair (column, row) as in the trace; odd rows lie half a hex to the east. Distances and lines are reckoned in
axial coordinates (q, r).
"""

from fractions import Fraction
from functools import lru_cache

# In the order of the rulebook, which is that of the hexes of a burst (DF-SPL-07).
DIRECTIONS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}


def axial(place):
    """Axial coordinates of a hex."""
    column, row = place
    return column - (row - row % 2) // 2, row


def from_axial(q, r):
    """The hex at axial coordinates."""
    return q + (r - r % 2) // 2, r


def step(place, direction):
    """The hex next to a hex; `direction` is a name."""
    q, r = axial(place)
    dq, dr = DIRECTIONS[direction]
    return from_axial(q + dq, r + dr)


@lru_cache(maxsize=None)
def distance(one, other):
    """Steps from hex to hex."""
    q, r = axial(one)
    s, t = axial(other)
    dq, dr = s - q, t - r
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=None)
def line(dq, dr):
    """What the segment from the origin to (dq, dr) passes through, its ends left out.

    Two lists: offsets of the hexes whose inside it crosses, and pairs of offsets of hexes along whose common border it
    runs. A hex is the meeting of three strips of width 2, |2q + r| <= 1, |q + 2r| <= 1 and |q - r| <= 1 about its centre;
    the segment lies in a strip for an interval of its parameter, and in the hex where the three intervals overlap.
    """
    crossed, borders = [], {}
    reach = max(abs(dq), abs(dr), abs(dq + dr))
    for q in range(-reach, reach + 1):
        for r in range(-reach, reach + 1):
            if (q, r) in ((0, 0), (dq, dr)):
                continue
            start, end, along = Fraction(0), Fraction(1), False
            for slope, centre in ((2 * dq + dr, 2 * q + r), (dq + 2 * dr, q + 2 * r), (dq - dr, q - r)):
                if slope == 0:
                    if abs(centre) > 1:
                        start = end
                    along = along or abs(centre) == 1
                else:
                    first, second = sorted((Fraction(centre - 1, slope), Fraction(centre + 1, slope)))
                    start, end = max(start, first), min(end, second)
            if end > start:
                if along:
                    borders.setdefault((start, end), []).append((q, r))
                else:
                    crossed.append((q, r))
    assert all(len(pair) == 2 for pair in borders.values())
    return crossed, list(borders.values())


class Board:
    """The map of one game: terrain and height of every hex."""

    def __init__(self, table, terrains):
        self.columns, self.rows = table["size"]
        self.terrain, self.height = {}, {}
        for row, (names, heights) in enumerate(zip(table["hexes"], table["heights"])):
            for column, (name, height) in enumerate(zip(names, heights)):
                self.terrain[column, row] = terrains[name]
                self.height[column, row] = height
        self.objectives = [tuple(place) for place in table["objectives"]]
        self.around = {
            place: [near for near in (step(place, way) for way in DIRECTIONS) if near in self.terrain]
            for place in self.terrain
        }
        self._lines = {}

    def __contains__(self, place):
        return place in self.terrain

    def index(self, place):
        """Number of a hex, which decides ties."""
        return place[1] * self.columns + place[0]

    def between(self, one, other):
        """Hexes crossed by the line from hex to hex, and pairs of hexes along whose border it runs (R-26)."""
        known = self._lines.get((one, other))
        if known is None:
            q, r = axial(one)
            s, t = axial(other)
            crossed, borders = line(s - q, t - r)
            known = (
                [from_axial(q + dq, r + dr) for dq, dr in crossed],
                [[from_axial(q + dq, r + dr) for dq, dr in pair] for pair in borders],
            )
            self._lines[one, other] = known
        return known

    def centre(self):
        """The pair of middle hexes (the scenario last-stand)."""
        rows = self.rows // 2 - 1, self.rows // 2
        return [(self.columns // 2 if row % 2 == 0 else (self.columns - 1) // 2, row) for row in rows]
