"""Chainsword of Command: Patrol Markers, jump-off points and facings, which leave nothing to chance.

Comparisons of points and areas are of squares, in fractions; circles cut a marker's way in decimals of 60 digits.
"""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

from chainsword_base import CODEX
from odds import certain, fraction

NUMBERS = CODEX["numbers"]
TABLE = NUMBERS["table"]
SLACK = Decimal("1e-30")  # what two decimals may differ in that are equal in truth
KEPT = 60  # digits of the decimals


def exact(point):
    return tuple(fraction(value) for value in point)


def on_table(point):
    return all(0 <= value <= side for value, side in zip(point, TABLE))


def less(a, b):
    return a[0] - b[0], a[1] - b[1]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def squared(a, b):
    """The square of the distance of two points."""
    return dot(less(a, b), less(a, b))


# Patrol Markers


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def inside(start, way, centre, radius):
    """The stretch of a way, in parts of 0 to 1, that lies within a circle, or None."""
    to = less(start, centre)
    a, b, c = dot(way, way), dot(way, to), dot(to, to) - radius**2
    if a == 0:
        return (Decimal(0), Decimal(1)) if c <= 0 else None
    root = b * b - a * c
    if root < 0:
        return None
    half = decimal(root).sqrt()
    first, last = ((-decimal(b) + sign * half) / decimal(a) for sign in (-1, 1))
    return (max(first, Decimal(0)), min(last, Decimal(1))) if first <= 1 and last >= 0 else None


def patrol_move(inputs):
    """CW-PAT-02, 04 to 09."""
    with localcontext() as context:
        context.prec = KEPT
        return certain(moved(inputs))


def moved(inputs):
    start, to = exact(inputs["marker"]), exact(inputs["to"])
    friends = [exact(point) for point in inputs.get("friends", [])]
    enemies = [exact(point) for point in inputs.get("enemies", [])]
    edges = 0 if inputs.get("measure", "edge") == "centre" else fraction(NUMBERS["marker-diameter"])
    link, lock = (fraction(inputs.get(key, 12)) + edges for key in ("patrol-link", "patrol-lock"))
    way = less(to, start)
    if dot(way, way) > fraction(inputs.get("patrol-move", 12)) ** 2 or not (on_table(start) and on_table(to)):
        return "illegal"
    if any(squared(start, enemy) <= lock**2 for enemy in enemies):
        return "illegal"
    meetings = [inside(start, way, enemy, lock) for enemy in enemies]
    stop = min((meeting[0] for meeting in meetings if meeting), default=Decimal(1))
    if friends:
        linked = Decimal(0)  # so far the way has a friend in reach
        stretches = sorted(stretch for friend in friends if (stretch := inside(start, way, friend, link)))
        for first, last in stretches:
            if first <= linked + SLACK:
                linked = max(linked, last)
        if linked < stop - SLACK:
            return "illegal"
    locked = sum(1 for meeting in meetings if meeting and meeting[0] <= stop + SLACK and meeting[1] >= stop - SLACK)
    travelled = decimal(dot(way, way)).sqrt() * stop
    return f"moved-{int(travelled * 100 + Decimal('0.5') + SLACK)}-locks-{locked}"


# Jump-off points


def touches_segment(a, b, c, d):
    """Whether two straight lines from point to point have a point in common."""

    def turn(p, q, r):
        value = cross(less(q, p), less(r, p))
        return (value > 0) - (value < 0)

    def between(p, q, r):
        """Whether r, on the line through p and q, lies between them."""
        return dot(less(p, r), less(q, r)) <= 0

    turns = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if turns[0] != turns[1] and turns[2] != turns[3] and 0 not in turns:
        return True
    touching = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(value == 0 and between(*ends) for value, ends in zip(turns, touching))


def crosses(piece, a, b):
    """Whether the straight line from a to b has a point in common with a piece (CW-JOP-04)."""
    if piece["kind"] == "disc":
        centre, radius, way = exact((piece["x"], piece["y"])), fraction(piece["r"]), less(b, a)
        along = Fraction(0)
        if way != (0, 0):
            along = min(max(dot(less(centre, a), way) / dot(way, way), Fraction(0)), Fraction(1))
        return squared(centre, (a[0] + along * way[0], a[1] + along * way[1])) <= radius**2
    x0, y0, x1, y1 = exact(piece[key] for key in ("x0", "y0", "x1", "y1"))
    if piece["kind"] == "segment":
        return touches_segment(a, b, (x0, y0), (x1, y1))
    low, high = (min(x0, x1), min(y0, y1)), (max(x0, x1), max(y0, y1))
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step = b[axis] - a[axis]
        if step == 0:
            if not low[axis] <= a[axis] <= high[axis]:
                return False
            continue
        into, out = sorted(((low[axis] - a[axis]) / step, (high[axis] - a[axis]) / step))
        first, last = max(first, into), min(last, out)
    return first <= last


def jop_check(inputs):
    """CW-JOP-02 to 05, in the order of the labels."""
    point = exact(inputs["point"])
    friends = [exact(marker) for marker in inputs["friends"]]
    enemies = [exact(marker) for marker in inputs["enemies"]]
    terrain = inputs.get("terrain", [])
    if not on_table(point) or any(piece.get("impassable", False) and crosses(piece, point, point) for piece in terrain):
        return certain("off-table")
    edge = 0 if inputs.get("measure", "edge") == "centre" else fraction(NUMBERS["marker-diameter"]) / 2
    off = fraction(inputs.get("radius", 6)) + edge
    tolerance = fraction(NUMBERS["jump-off-tolerance"])
    friend = min(friends, key=lambda marker: squared(point, marker), default=None)
    if friend is None or not max(off - tolerance, 0) ** 2 <= squared(point, friend) <= (off + tolerance) ** 2:
        return certain("wrong-distance")
    near = sorted(enemies, key=lambda marker: squared(point, marker))[:2]
    for enemy in near:
        behind = inputs.get("jop-side", "closer-to-friend") == "behind-marker"
        compared = squared(friend, enemy) if behind else squared(point, friend)
        if squared(point, enemy) <= compared:
            return certain("enemy-nearer")
    if not all(any(crosses(piece, point, enemy) for piece in terrain) for enemy in near):
        return certain("no-cover")
    return certain("legal")


def facing(inputs):
    """CW-GEO-04: 45 degrees or less front, 135 or less side."""
    to = less(exact(inputs["shooter-at"]), exact(inputs["vehicle-at"]))
    heading = fraction(inputs.get("heading", 0)) % 360
    if heading % 45 == 0:  # the arcs' lines run through whole numbers
        eighth = int(heading / 45)
        ahead = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][eighth]
    else:
        ahead = (math.cos(math.radians(heading)), math.sin(math.radians(heading)))
        to = float(to[0]), float(to[1])
    along, across = dot(to, ahead), abs(cross(to, ahead))
    return certain("front" if along >= across else "side" if -along <= across else "rear")


RESOLUTIONS = {"patrol-move": patrol_move, "jop-check": jop_check, "facing": facing}
