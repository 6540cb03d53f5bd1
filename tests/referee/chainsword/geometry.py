"""Plane geometry of discs, turned rectangles, lines and ways, in inches.

A point is a pair. A shape is a disc (`radius`) or a convex polygon (`corners`); of a line the two corners are its ends.
Angles are degrees counter-clockwise from +x; headings of a trace run clockwise from north.
"""

import math

# Traces are rounded to three decimals: what is nearer to a limit than this may fall on either side of it.
SLACK = 0.004


def apart(a, b):
    """Distance of two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def along(a, b, share):
    """The point at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def towards(a, b, inches):
    """The point so many inches from a towards b."""
    far = apart(a, b)
    return a if far < 1e-12 else along(a, b, inches / far)


def unit(degrees):
    """Unit vector of an angle."""
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


def angle_of(heading):
    """Angle of a heading, or heading of an angle."""
    return (90 - heading) % 360


def foot(point, a, b):
    """The point of a segment nearest to a point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square < 1e-18:
        return a
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    return along(a, b, max(0.0, min(1.0, t)))


def from_segment(point, a, b):
    """Distance of a point from a segment."""
    return apart(point, foot(point, a, b))


def turn(a, b, c):
    """Twice the area of a triangle, positive when it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(a, b, c, d):
    """Whether two segments cross properly."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def segments_apart(a, b, c, d):
    """Distance of two segments."""
    if cross(a, b, c, d):
        return 0.0
    return min(from_segment(a, c, d), from_segment(b, c, d), from_segment(c, a, b), from_segment(d, a, b))


def crossing_at(a, b, c, d):
    """Share of the way from a to b at which it meets the segment c d, or None."""
    over = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(over) < 1e-12:
        return None
    t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / over
    s = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / over
    return t if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= s <= 1 + 1e-9 else None


class Shape:
    """A disc, a turned rectangle, or a line."""

    def __init__(self, centre, radius=None, size=None, angle=0.0):
        self.centre, self.radius, self.size, self.angle = tuple(centre), radius, size, angle
        self.corners = None
        if radius is None:
            (ux, uy), (x, y) = unit(angle), self.centre
            l, w = size[0] / 2, size[1] / 2
            signs = ((1, 1), (-1, 1), (-1, -1), (1, -1)) if w > 0 else ((1, 0), (-1, 0))
            self.corners = [(x + s * l * ux - t * w * uy, y + s * l * uy + t * w * ux) for s, t in signs]

    @property
    def flat(self):
        """Whether it is a line."""
        return self.corners is not None and len(self.corners) == 2

    def sides(self):
        """Edges of a polygon."""
        if self.flat:
            return [tuple(self.corners)]
        return [(self.corners[i - 1], self.corners[i]) for i in range(len(self.corners))]

    def depth(self, point):
        """How deep a point lies inside; negative outside (minus its distance)."""
        if self.radius is not None:
            return self.radius - apart(point, self.centre)
        if not self.flat and all(turn(a, b, point) >= 0 for a, b in self.sides()):
            return min(from_segment(point, a, b) for a, b in self.sides())
        return -min(from_segment(point, a, b) for a, b in self.sides())

    def nearest(self, point):
        """Its point nearest to a point, which lies outside; else the point itself."""
        if self.radius is not None:
            far = apart(point, self.centre)
            return point if far <= self.radius else towards(self.centre, point, self.radius)
        if self.depth(point) >= 0 and not self.flat:
            return point
        return min((foot(point, a, b) for a, b in self.sides()), key=lambda one: apart(one, point))

    def from_line(self, a, b):
        """Distance of a segment, 0 when it meets the shape."""
        if self.radius is not None:
            return max(0.0, from_segment(self.centre, a, b) - self.radius)
        if not self.flat and (self.depth(a) >= 0 or self.depth(b) >= 0):
            return 0.0
        return min(segments_apart(a, b, c, d) for c, d in self.sides())

    def chord(self, a, b, more=0.0):
        """Shares of the segment a b between which it runs inside, or None; `more` inches are added all round."""
        if self.radius is not None:
            return disc_chord(a, b, self.centre, self.radius + more)
        grown = self if not more else Shape(self.centre, size=(self.size[0] + 2 * more, self.size[1] + 2 * more), angle=self.angle)
        if grown.flat:
            at = crossing_at(a, b, *grown.corners)
            return None if at is None else (at, at)
        low, high = 0.0, 1.0
        for c, d in grown.sides():
            start, end = turn(c, d, a), turn(c, d, b)
            if start < 0 and end < 0:
                return None
            if start < 0:
                low = max(low, start / (start - end))
            elif end < 0:
                high = min(high, start / (start - end))
        return (low, high) if low <= high else None


def disc_chord(a, b, centre, radius):
    """Shares of a segment between which it runs inside a disc, or None."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    fx, fy = a[0] - centre[0], a[1] - centre[1]
    square, half, rest = dx * dx + dy * dy, fx * dx + fy * dy, fx * fx + fy * fy - radius * radius
    if square < 1e-18:
        return (0.0, 1.0) if rest <= 0 else None
    root = half * half - square * rest
    if root < 0:
        return None
    root = math.sqrt(root)
    low, high = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    return (low, high) if low <= high else None


def nearest_points(one, two):
    """The nearest points of two shapes; of shapes that meet some point of both."""
    if one.radius is not None and two.radius is not None:
        if apart(one.centre, two.centre) <= one.radius + two.radius:
            middle = towards(one.centre, two.centre, min(one.radius, apart(one.centre, two.centre)))
            return middle, middle
        return towards(one.centre, two.centre, one.radius), towards(two.centre, one.centre, two.radius)
    if one.radius is not None:
        second, first = nearest_points(two, one)
        return first, second
    if two.radius is not None:
        first = one.nearest(two.centre)
        return first, two.nearest(first)
    best = None
    for a, b in one.sides():
        for c, d in two.sides():
            if cross(a, b, c, d):
                at = along(a, b, crossing_at(a, b, c, d) or 0.0)
                return at, at
            for p, q in ((a, foot(a, c, d)), (b, foot(b, c, d)), (foot(c, a, b), c), (foot(d, a, b), d)):
                if best is None or apart(p, q) < apart(*best) - 1e-12:
                    best = p, q
    if one.depth(two.centre) >= 0 or two.depth(one.centre) >= 0:
        return two.centre, two.centre
    return best


def nearest_lines(one, two):
    """All lines that may be the one of nearest points: of two hulls side by side there are many, of which the ends and the middle."""
    best = nearest_points(one, two)
    if one.radius is not None or two.radius is not None or apart(*best) < 1e-6:
        return [best]
    found = []
    for a, b in one.sides():
        for c, d in two.sides():
            for p, q in ((a, foot(a, c, d)), (b, foot(b, c, d)), (foot(c, a, b), c), (foot(d, a, b), d)):
                if apart(p, q) <= apart(*best) + 0.01:
                    found.append((p, q))
    far = max(found, key=lambda pair: apart(pair[0], best[0]))
    return [best, far, (along(best[0], far[0], 0.5), along(best[1], far[1], 0.5))]


def gap(one, two):
    """Distance of two shapes, 0 when they meet."""
    return apart(*nearest_points(one, two))


def way_length(points):
    """Length of a way."""
    return sum(apart(a, b) for a, b in zip(points, points[1:]))


def legs(points):
    """The legs of a way."""
    return list(zip(points, points[1:]))


def at_length(points, inches):
    """The point of a way after so many inches."""
    for a, b in legs(points):
        far = apart(a, b)
        if inches <= far:
            return towards(a, b, inches)
        inches -= far
    return points[-1]


def from_way(point, points):
    """Distance of a point from a way, and the inches of the way up to there."""
    best, gone = (math.inf, 0.0), 0.0
    if len(points) == 1:
        return apart(point, points[0]), 0.0
    for a, b in legs(points):
        near = foot(point, a, b)
        best = min(best, (apart(point, near), gone + apart(a, near)))
        gone += apart(a, b)
    return best
