"""Plane geometry of square bases and terrain: overlap, distance, sweeps, lines of sight.

Lengths are inches. A base is `(x, y, degrees)`: its centre, and its facing clockwise from the y axis. A polygon is a list of
points of a convex outline, of a base always front left, front right, rear right, rear left.
"""

import math

# Traces are rounded to four decimals: what is nearer to a limit than this may fall on either side of it.
SLACK = 5e-4

FRONT, RIGHT, REAR, LEFT = range(4)
EDGES = ("front", "right", "rear", "left")


def heading(degrees):
    """Unit vector of a facing."""
    angle = math.radians(degrees)
    return math.sin(angle), math.cos(angle)


def turned(degrees):
    """A facing between 0 and 360 degrees."""
    return degrees % 360.0


def facing_gap(first, second):
    """Degrees between two facings, 0 to 180."""
    gap = abs(first - second) % 360.0
    return min(gap, 360.0 - gap)


def outline(at, side):
    """Corners of a base."""
    x, y, degrees = at
    fx, fy = heading(degrees)
    h = side / 2
    fx, fy = fx * h, fy * h
    rx, ry = fy, -fx
    return [
        (x + fx - rx, y + fy - ry),
        (x + fx + rx, y + fy + ry),
        (x - fx + rx, y - fy + ry),
        (x - fx - rx, y - fy - ry),
    ]


def normal(at, edge):
    """Outward unit normal of an edge of a base."""
    return heading(at[2] + 90.0 * edge)


def aligned(at, edge, side):
    """The base whose front edge lies on an edge of the base `at`."""
    nx, ny = normal(at, edge)
    return at[0] + nx * side, at[1] + ny * side, turned(at[2] + 90.0 * edge + 180.0)


def neighbour(at, edge, side):
    """The base of equal facing in full contact with an edge of the base `at`."""
    nx, ny = normal(at, edge)
    return at[0] + nx * side, at[1] + ny * side, at[2]


def shifted(at, direction, length):
    """A base after a translation."""
    return at[0] + direction[0] * length, at[1] + direction[1] * length, at[2]


def moved(polygon, dx, dy):
    """A polygon after a translation."""
    return [(x + dx, y + dy) for x, y in polygon]


def gap_of(first, second):
    """Distance of two points, or of the centres of two bases."""
    return math.hypot(first[0] - second[0], first[1] - second[1])


def same_base(first, second, tolerance):
    """Whether two bases are equal, the facing measured at the corners."""
    return gap_of(first, second) <= tolerance and math.radians(facing_gap(first[2], second[2])) * 1.2 <= tolerance


def axes(polygon):
    """Unit normals of the edges of a polygon."""
    result = []
    for i, (x, y) in enumerate(polygon):
        u, v = polygon[(i + 1) % len(polygon)]
        length = math.hypot(u - x, v - y)
        if length > 1e-9:
            result.append(((v - y) / length, (x - u) / length))
    return result


def depth(first, second):
    """How deep two convex polygons overlap; negative when they are apart."""
    least = math.inf
    for nx, ny in axes(first) + axes(second):
        one = [x * nx + y * ny for x, y in first]
        two = [x * nx + y * ny for x, y in second]
        least = min(least, min(max(one), max(two)) - max(min(one), min(two)))
        if least < -1.0:
            break
    return least


def point_segment(point, start, end):
    """Distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    t = 0.0
    if square > 0.0:
        t = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square))
    return math.hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)


def _side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(a, b, c, d):
    """Whether two segments cross properly."""
    return _side(a, b, c) * _side(a, b, d) < 0.0 and _side(c, d, a) * _side(c, d, b) < 0.0


def segment_gap(a, b, c, d):
    """Distance of two segments."""
    if crossing(a, b, c, d):
        return 0.0
    return min(point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b))


def sides(polygon):
    """The edges of a polygon, as pairs of points."""
    return [(polygon[i], polygon[(i + 1) % len(polygon)]) for i in range(len(polygon))]


def inside(point, polygon):
    """How far a point lies inside a convex polygon; negative outside."""
    best = math.inf
    sign = 1.0 if area(polygon) > 0.0 else -1.0
    for a, b in sides(polygon):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        if length > 1e-9:
            best = min(best, sign * _side(a, b, point) / length)
    return best


def area(polygon):
    """Signed area, positive counterclockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(polygon)) / 2


def segment_to_polygon(a, b, polygon):
    """Distance of a segment from a convex polygon, 0 when they meet."""
    if inside(a, polygon) >= 0.0 or inside(b, polygon) >= 0.0:
        return 0.0
    return min(segment_gap(a, b, c, d) for c, d in sides(polygon))


def distance(first, second):
    """Distance of two convex polygons, 0 when they meet."""
    if depth(first, second) >= 0.0:
        return 0.0
    return min(segment_gap(a, b, c, d) for a, b in sides(first) for c, d in sides(second))


def hull(points):
    """Convex hull, counterclockwise."""
    points = sorted(set(points))
    if len(points) < 3:
        return points

    def chain(ordered):
        line = []
        for point in ordered:
            while len(line) > 1 and _side(line[-2], line[-1], point) <= 0.0:
                line.pop()
            line.append(point)
        return line[:-1]

    return chain(points) + chain(reversed(points))


def sweep(polygon, dx, dy):
    """What a polygon covers on a straight way."""
    return hull(polygon + moved(polygon, dx, dy))


def grown(polygon, by):
    """A convex polygon with its corners moved outwards from its middle by about `by`; inwards when negative."""
    mx = sum(x for x, _ in polygon) / len(polygon)
    my = sum(y for _, y in polygon) / len(polygon)
    result = []
    for x, y in polygon:
        length = math.hypot(x - mx, y - my)
        scale = 1.0 + by * 1.4142 / length if length > 0.0 else 1.0
        result.append((mx + (x - mx) * scale, my + (y - my) * scale))
    return result


class Feature:
    """A terrain feature: a disc (`centre`, `radius`) or a convex polygon (`points`)."""

    def __init__(self, index, kind, centre=None, radius=None, points=None):
        self.index, self.kind = index, kind
        self.centre, self.radius = centre, radius
        self.points = points

    def depth(self, polygon):
        """How deep a polygon overlaps the feature; negative when they are apart."""
        if self.points is not None:
            return depth(polygon, self.points)
        within = inside(self.centre, polygon)
        if within >= 0.0:
            return self.radius + within
        return self.radius - min(point_segment(self.centre, a, b) for a, b in sides(polygon))

    def within(self, point):
        """How far a point lies inside; negative outside."""
        if self.points is not None:
            return inside(point, self.points)
        return self.radius - gap_of(point, self.centre)

    def segment_gap(self, a, b):
        """Distance of a segment, 0 when it meets the feature."""
        if self.points is not None:
            return segment_to_polygon(a, b, self.points)
        return max(0.0, point_segment(self.centre, a, b) - self.radius)

    def distance(self, polygon):
        """Distance of a polygon, 0 when they meet."""
        if self.points is not None:
            return distance(polygon, self.points)
        return max(0.0, -self.depth(polygon))

    def gap(self, other):
        """Distance of another feature, 0 when they meet."""
        if self.points is not None:
            return other.distance(self.points)
        if other.points is not None:
            return self.distance(other.points)
        return max(0.0, gap_of(self.centre, other.centre) - self.radius - other.radius)

    def shrunk(self, by):
        """The same feature, smaller by `by` all round."""
        if self.points is not None:
            return Feature(self.index, self.kind, points=grown(self.points, -by))
        return Feature(self.index, self.kind, centre=self.centre, radius=self.radius - by)

    def widths(self):
        """Least and greatest width."""
        if self.points is None:
            return 2 * self.radius, 2 * self.radius
        spans = []
        for nx, ny in axes(self.points):
            along = [x * nx + y * ny for x, y in self.points]
            spans.append(max(along) - min(along))
        return min(spans), max(spans)

    def on_table(self, width, height):
        """Whether it lies wholly on the table."""
        if self.points is not None:
            return all(-SLACK <= x <= width + SLACK and -SLACK <= y <= height + SLACK for x, y in self.points)
        x, y = self.centre
        r = self.radius - SLACK
        return r <= x <= width - r and r <= y <= height - r


def overlap_times(polygon, direction, obstacle):
    """The interval of lengths at which a polygon that moves along `direction` overlaps an obstacle, or None."""
    if isinstance(obstacle, Feature):
        if obstacle.points is None:
            return _disc_times(polygon, direction, obstacle)
        obstacle = obstacle.points
    low, high = -math.inf, math.inf
    for nx, ny in axes(polygon) + axes(obstacle):
        one = [x * nx + y * ny for x, y in polygon]
        two = [x * nx + y * ny for x, y in obstacle]
        speed = direction[0] * nx + direction[1] * ny
        into, out = min(two) - max(one), max(two) - min(one)
        if abs(speed) < 1e-9:
            if into >= 0.0 or out <= 0.0:
                return None
            continue
        first, last = sorted((into / speed, out / speed))
        low, high = max(low, first), min(high, last)
        if low >= high:
            return None
    return low, high


def _disc_times(polygon, direction, disc):
    """`overlap_times` of a disc: its distance is a convex function of the way."""

    def clear(t):
        return -disc.depth(moved(polygon, direction[0] * t, direction[1] * t))

    middle = sum((disc.centre[i] - sum(p[i] for p in polygon) / len(polygon)) * direction[i] for i in (0, 1))
    reach = disc.radius + 4.0
    left, right = middle - reach, middle + reach
    low, high = left, right
    for _ in range(70):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if clear(one) < clear(two):
            high = two
        else:
            low = one
    deepest = (low + high) / 2
    if clear(deepest) >= 0.0:
        return None

    def edge(outside, within):
        for _ in range(50):
            half = (outside + within) / 2
            if clear(half) >= 0.0:
                outside = half
            else:
                within = half
        return outside

    return edge(left, deepest), edge(right, deepest)


def first_clear(start, times):
    """The first length at or beyond `start` that lies in none of the open intervals `times`."""
    at = start
    for low, high in sorted(times):
        if low < at + 1e-9 and at < high:
            at = high
        elif at < low:
            break
    return at
