"""Lines of sight: is there a straight line from a front edge to a target that keeps clear of all blockers?

Were there one, it could be moved until it touches two of these: ends of the front edge, corners of the target, blockers. So
it is enough to try the common tangents of all pairs, after a few lines at random places that settle most cases at once.
"""

import math

from .geometry import Feature, gap_of, grown, hull, outline, segment_to_polygon, sides


def _blocker_gap(blocker, a, b):
    """Distance of a segment from a blocker."""
    if isinstance(blocker, Feature):
        return blocker.segment_gap(a, b)
    return segment_to_polygon(a, b, blocker)


def _circles(shape, radius):
    """The circles that tangents to an outline, kept `radius` away from, touch."""
    points = shape.points if isinstance(shape, Feature) else shape
    if points is None:
        return [(shape.centre, shape.radius + radius)]
    return [(point, radius) for point in points]


def _tangents(first, second):
    """Lines (nx, ny, k) with n . x = k that touch two circles."""
    (ax, ay), ra = first
    (bx, by), rb = second
    length = math.hypot(bx - ax, by - ay)
    if length < 1e-9:
        return
    base = math.atan2(by - ay, bx - ax)
    for sign in (1.0, -1.0) if rb > 0.0 else (1.0,):
        offset = (sign * rb - ra) / length
        if abs(offset) > 1.0:
            continue
        spread = math.acos(offset)
        for angle in (base + spread, base - spread):
            nx, ny = math.cos(angle), math.sin(angle)
            yield nx, ny, nx * ax + ny * ay - ra


def _on_line(line, a, b):
    """Where a line meets a segment, or None."""
    nx, ny, k = line
    da, db = nx * a[0] + ny * a[1] - k, nx * b[0] + ny * b[1] - k
    if abs(da - db) < 1e-12:
        return None
    t = da / (da - db)
    if not -1e-7 <= t <= 1.0 + 1e-7:
        return None
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _hits(line, target):
    """Where a line meets the outline of a target."""
    nx, ny, k = line
    if isinstance(target, Feature) and target.points is None:
        off = k - nx * target.centre[0] - ny * target.centre[1]
        if abs(off) > target.radius:
            return []
        along = math.sqrt(target.radius**2 - off**2)
        foot = target.centre[0] + nx * off, target.centre[1] + ny * off
        return [(foot[0] - ny * s * along, foot[1] + nx * s * along) for s in (1.0, -1.0)]
    points = target.points if isinstance(target, Feature) else target
    return [hit for a, b in sides(points) if (hit := _on_line(line, a, b)) is not None]


def front_edge(at, side):
    """Ends of the front edge of a base."""
    corners = outline(at, side)
    return corners[0], corners[1]


def front_distance(at, side, target):
    """Range: from the front edge to the nearest point of the target."""
    a, b = front_edge(at, side)
    if isinstance(target, Feature):
        return target.segment_gap(a, b)
    return segment_to_polygon(a, b, target)


def sees(at, side, target, blockers, clearance, reach=None):
    """Whether a base sees a target (a polygon or Feature). Blockers are made a little smaller for the rounding of traces.

    With `reach` the line itself may not be longer.
    """
    left, right = front_edge(at, side)
    ahead = math.sin(math.radians(at[2])), math.cos(math.radians(at[2]))
    clearance = max(clearance, 1e-5)
    shrink = 4e-4
    corners = target.points if isinstance(target, Feature) else target
    if corners is None:
        r = target.radius
        around = [(target.centre[0] + r * sx, target.centre[1] + r * sy) for sx in (-1, 1) for sy in (-1, 1)]
    else:
        around = corners
    field = hull([left, right, *around])
    near = []
    low = [min(point[axis] for point in field) - clearance for axis in (0, 1)]
    high = [max(point[axis] for point in field) + clearance for axis in (0, 1)]
    for blocker in blockers:
        if not isinstance(blocker, Feature) and any(
            max(point[axis] for point in blocker) < low[axis] or min(point[axis] for point in blocker) > high[axis]
            for axis in (0, 1)
        ):
            continue
        shape = blocker.shrunk(shrink) if isinstance(blocker, Feature) else grown(blocker, -shrink)
        if isinstance(shape, Feature):
            if shape.distance(field) <= clearance:
                near.append(shape)
        elif min(segment_to_polygon(a, b, field) for a, b in sides(shape)) <= clearance or segment_to_polygon(
            field[0], field[1], shape
        ) <= clearance:
            near.append(shape)

    def free(p, q):
        forward = (q[0] - p[0]) * ahead[0] + (q[1] - p[1]) * ahead[1]
        if forward <= 1e-7 or (reach is not None and gap_of(p, q) > reach):
            return False
        return all(_blocker_gap(blocker, p, q) >= clearance - 1e-7 for blocker in near)

    def forward_of(q):
        return (q[0] - left[0]) * ahead[0] + (q[1] - left[1]) * ahead[1]

    # A few lines across the field, then all critical ones.
    if corners is not None:
        goals = []
        for a, b in sides(corners):
            goals += [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.0, 0.25, 0.5, 0.75)]
            # The part of an edge that lies just ahead of the front line.
            fa, fb = forward_of(a), forward_of(b)
            if fa * fb < 0.0:
                t = (1e-4 - fa) / (fb - fa)
                goals.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    else:
        goals = [
            (target.centre[0] + target.radius * math.sin(a), target.centre[1] + target.radius * math.cos(a))
            for a in (i * math.pi / 8 for i in range(16))
        ]
    goals = [q for q in goals if forward_of(q) > 1e-7]
    starts = [(left[0] + (right[0] - left[0]) * t, left[1] + (right[1] - left[1]) * t) for t in (0.5, 0.0, 1.0, 0.25, 0.75)]
    if any(free(p, q) for q in goals for p in starts):
        return True

    if reach is not None and corners is not None:
        # Its length limits a line too: a fine search in the place of critical lines.
        starts = [(left[0] + (right[0] - left[0]) * i / 60, left[1] + (right[1] - left[1]) * i / 60) for i in range(61)]
        goals = [(a[0] + (b[0] - a[0]) * i / 60, a[1] + (b[1] - a[1]) * i / 60) for a, b in sides(corners) for i in range(60)]
        return any(free(p, q) for q in goals for p in starts)

    circles = [(left, 0.0), (right, 0.0)]
    circles += [(target.centre, target.radius)] if corners is None else [(corner, 0.0) for corner in corners]
    circles += [(q, 0.0) for q in goals if forward_of(q) < 2e-4]
    for blocker in near:
        circles += _circles(blocker, clearance)
    for i, first in enumerate(circles):
        for second in circles[:i]:
            for line in _tangents(first, second):
                p = _on_line(line, left, right)
                if p is None:
                    continue
                hits = [q for q in _hits(line, target) if forward_of(q) > 1e-7]
                if hits and free(p, min(hits, key=lambda q: gap_of(p, q))):
                    return True
    return False
