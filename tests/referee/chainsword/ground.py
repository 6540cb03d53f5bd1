"""The table: pieces of terrain, cover and lines of sight (CW-GEO-03, R-96 to R-99, R-184)."""

from .geometry import SLACK, Shape, along, apart, foot, gap, nearest_lines, unit

# Pieces that a shooter on a hill looks over, with vehicles and wrecks.
OVERLOOKED = ("scrub", "wall", "barricade", "wreck")
HOUSES = ("building", "bunker")
LINEAR = ("wall", "barricade", "razor-wire")


class Piece:
    """A piece of terrain, or a work."""

    def __init__(self, told, book):
        self.key = told["piece"]
        self.row = book.terrain[self.key]
        self.size = tuple(told["size"]) if isinstance(told["size"], list) else (told["size"], told["size"])
        angle = told.get("angle") or 0
        if self.row["footprint"] == "disc":
            self.shape = Shape(told["centre"], radius=self.size[0] / 2)
        elif self.row["footprint"] == "line":
            self.shape = Shape(told["centre"], size=(self.size[0], 0.0), angle=angle)
        else:
            self.shape = Shape(told["centre"], size=self.size[:2], angle=angle)
        self.line = self.row["footprint"] == "line"
        self.cover = self.row.get("cover", 0)
        self.behind = self.row.get("behind", False)
        self.sight = self.row.get("sight")
        self.burning = False
        self.worker = None

    def __str__(self):
        return f"{self.key} at {self.shape.centre}"

    def holds(self, point, more=0.0):
        """Whether a point lies in it, or within `more` inches of it."""
        return not self.line and self.shape.depth(point) >= -more

    def hinders(self, how):
        """`difficult`, `impassable` or None for `foot`, `riders` (on bikes and beasts), `vehicles` or `walkers`."""
        if self.burning or how == "riders" and self.key in HOUSES:
            return "impassable"
        ground = self.row.get(how, self.row.get("foot"))
        return None if ground == "open" else ground


class Ground:
    """All pieces of a table."""

    def __init__(self, terrain, table, book):
        self.pieces = [Piece(told, book) for told in terrain]
        self.width, self.height = table
        self.depth = book.codex["numbers"]["woods-depth"]

    def on_table(self, point, more=SLACK):
        """Whether a point lies on the table."""
        return -more <= point[0] <= self.width + more and -more <= point[1] <= self.height + more

    def impassable(self, point, how):
        """The pieces that a centre may not stand on, or in."""
        return [one for one in self.pieces if one.hinders(how) == "impassable" and one.holds(point, -SLACK)]

    # Cover.

    def area_cover(self, point, more=0.0):
        """Best save of the areas that hold a point; 0 for none."""
        saves = [one.cover for one in self.pieces if one.cover and one.holds(point, more)]
        return min(saves, default=0)

    def _ends(self, target, shooter_centre):
        """Centre of the target and the ends of its outline square to the line: where the square through the centre leaves it (R-96)."""
        x, y = target.centre
        dx, dy = x - shooter_centre[0], y - shooter_centre[1]
        far = (dx * dx + dy * dy) ** 0.5 or 1.0
        nx, ny = -dy / far, dx / far
        reach = target.radius
        if reach is None:
            long = sum(target.size)
            low, high = target.chord((x - nx * long, y - ny * long), (x + nx * long, y + ny * long))
            reach = (high - low) * long
        return [(x, y), (x + nx * reach, y + ny * reach), (x - nx * reach, y - ny * reach)]

    def covers(self, shooter, target, foot, hulls, more=0.0):
        """Cover save of a target by terrain and hulls; `hulls` are shapes on the table that are neither.

        With `more` above 0 all pieces are so much larger for the target's good, below 0 smaller.
        """
        area = self.area_cover(target.centre, more)
        hill = any(one.key == "hill" and one.holds(shooter.centre, -more) for one in self.pieces)
        saves = []
        for end in self._ends(target, shooter.centre):
            best = 0
            for one in self.pieces:
                if not (one.cover and one.behind) or not self._counts(one, shooter, target, hill, foot, more):
                    continue
                if one.shape.chord(shooter.centre, end, max(more, -one.shape.size[0] / 2 if one.shape.size else more)) is None:
                    continue
                best = min(best or 9, one.cover)
            if foot and not hill:
                for hull in hulls:
                    near = gap(hull, shooter)
                    if near > 1 - more and hull.chord(shooter.centre, end, more) is not None:
                        best = min(best or 9, 5)
            saves.append(best)
        second = sorted(saves, key=lambda save: save or 9)[1]
        return min(area or 9, second or 9) % 9

    def _counts(self, one, shooter, target, hill, foot, more):
        """Whether a piece on a line may give cover (R-97, R-98)."""
        if one.key == "wreck" and not foot:
            return False
        if hill and one.key in OVERLOOKED and not one.holds(target.centre):
            return False
        if one.key in ("wall", "barricade"):
            return gap(one.shape, shooter) > 1 - more
        if one.key == "wreck" and gap(one.shape, shooter) <= 1 - more:
            return False
        return one.holds(target.centre, more) or not one.holds(shooter.centre, -more)

    def cover_range(self, shooter, target, foot, hulls):
        """All cover saves that the rounding of places allows."""
        return {self.covers(shooter, target, foot, hulls, more) for more in (-0.02, -SLACK, 0.0, SLACK, 0.02)}

    # Sight.

    def clear_on(self, line, one, two, smoke, more):
        """Whether two shapes see each other on the line of nearest points; with `more` above 0 blockers are larger."""
        far = apart(*line)
        if smoke and far > 18 + 0.01 - more:
            return False
        return far <= 0.05 - more or self.open(*line, one.centre, two.centre, more)

    def open(self, a, b, first, second, more=0.0):
        """Whether the line a b is free, seen from one centre to the other."""
        woods = []
        for piece in self.pieces:
            if piece.burning:
                if piece.shape.chord(a, b, more) is not None:
                    return False
                continue
            if piece.sight is None:
                continue
            span = piece.shape.chord(a, b, more)
            if span is None:
                continue
            if piece.sight == "deep":
                woods.append(span)
            elif piece.sight == "crest":
                if not piece.holds(first, -more) and not piece.holds(second, -more):
                    return False
            elif not piece.holds(first, -more) and not piece.holds(second, -more):
                return False
        return _covered(woods) * apart(a, b) <= self.depth + 0.01 - 2 * more

    def sight_range(self, one, two, smoke):
        """Whether they see each other, both answers where rounding decides."""
        lines = nearest_lines(one, two)
        return {self.clear_on(line, one, two, smoke, more) for line in lines for more in (-0.02, -SLACK, 0.0, SLACK, 0.02)}


def _covered(spans):
    """Share of a line that spans cover together."""
    total, end = 0.0, 0.0
    for low, high in sorted(spans):
        low = max(low, end)
        if high > low:
            total += high - low
            end = high
    return total


def box(at, angle, size):
    """A rectangle."""
    return Shape(at, size=size, angle=angle)


def spots_round(at, inches, count=72):
    """Points on a circle."""
    return [(at[0] + x * inches, at[1] + y * inches) for x, y in (unit(360 / count * i) for i in range(count))]


__all__ = ["Ground", "LINEAR", "Piece", "along", "box", "foot", "spots_round"]
