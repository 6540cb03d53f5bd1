"""The position: who stands where, in what state; distances and heights."""

import math

from common import read_codex

# Inches by which told places and lengths may be off: they are rounded to four decimals, lengths to a thousandth.
NEAR = 0.003


class Figure:
    """A model, or a stealth base of one."""

    def __init__(self, name, kind, model=None):
        self.name, self.kind, self.model = name, kind, model or self
        self.side = name[0]
        self.at, self.level = None, 0
        self.wounds, self.weapons, self.unit = 0, [], None
        self.stance, self.weapon, self.facing = "none", None, None
        self.bases, self.real = {}, None
        self.hidden, self.dead, self.suppressed, self.failed = False, False, False, False
        self.moved, self.covered, self.free = False, False, False
        self.actions = 0
        self.answered = set()

    def __str__(self):
        return self.name

    @property
    def is_base(self):
        return self.model is not self

    @property
    def present(self):
        return self.at is not None


class Unit:
    """An independent model or a squad."""

    def __init__(self, told, models):
        self.name, self.side, self.squad = told["id"], told["id"][0], told["squad"]
        self.models = models
        self.leader = told["leader"]
        self.points, self.base = told["points"], told["base-points"]
        self.activated = told["activated"]

    def __str__(self):
        return self.name

    def living(self):
        return [model for model in self.models if not model.dead]


class State:
    """Everything on the table."""

    def __init__(self, battle):
        codex = read_codex("darkpotential")
        self.types, self.weapons = codex["units"], codex["weapons"]
        self.rules = battle["rules"]
        # The scenarios differ in how long they last, and in whether anybody wins at the cap.
        self.round_cap = int(self.rules["round-cap"])
        if battle["scenario"] == "short-game":
            self.round_cap = min(self.round_cap, 6)
        self.cap_wins = self.rules["cap-result"] == "attrition" and battle["scenario"] != "elimination-draw"
        self.inch = 1.0 / float(self.rules["length-scale"])
        self.table, self.levels = battle["table"]["size"], battle["table"]["levels"]
        self.terrain = battle["terrain"]
        self.hills = [piece for piece in self.terrain if piece["category"] == "hill"]
        self.walls = [piece for piece in self.terrain if piece["category"] == "linear"]
        self.flat = not self.levels and not self.hills
        self.figures, self.units = {}, {}
        for force in battle["forces"]:
            for unit in force["units"]:
                models = [self.read_model(model) for model in unit["models"]]
                made = Unit(unit, models)
                self.units[made.name] = made
                for model in models:
                    model.unit = made
                    for base in model.bases.values():
                        base.unit = made
        self.templates = {"A": [], "B": []}

    def read_model(self, told):
        model = Figure(told["id"], self.types[told["type"]])
        model.wounds, model.weapons = told["wounds"], list(told["weapons"])
        model.at, model.level = told["at"] and tuple(told["at"]), told["level"] or 0
        model.stance, model.weapon, model.facing = told["stance"], told["weapon"], told["facing"]
        model.suppressed = told["suppressed"]
        model.hidden, model.real = bool(told["bases"]), told["real"]
        model.dead = not told["wounds"]
        self.figures[model.name] = model
        for base in told["bases"]:
            self.add_base(model, base["id"], tuple(base["at"]), base["level"])
        return model

    def add_base(self, model, name, at, level):
        base = self.figures.get(name) or Figure(name, model.kind, model)
        base.at, base.level, base.unit = at, level, model.unit
        base.moved = base.covered = False
        base.actions = 0
        model.bases[name] = base
        self.figures[name] = base
        return base

    def number(self, rule):
        return float(self.rules[rule])

    def radius(self, figure):
        return figure.kind.get("base-mm", 25) / 50.8 * self.inch

    def models(self, side=None):
        """Models on the table themselves."""
        return [one for one in self.figures.values() if not one.is_base and one.present and side in (None, one.side)]

    def present(self, side=None):
        return [one for one in self.figures.values() if one.present and side in (None, one.side)]

    def alive(self, side):
        return [one for one in self.figures.values() if one.side == side and not one.is_base and not one.dead]

    def height(self, at, level):
        if level:
            return self.levels[level - 1]["height"]
        return max([hill["height"] for hill in self.hills if inside(hill, at)], default=0.0)

    def gap(self, one, other, at=None):
        """Inches between the rims in plan."""
        here = at or one.at
        return math.dist(here, other.at) - self.radius(one) - self.radius(other)

    def distance(self, one, other):
        """Inches from base to base, slanted where heights differ (R-05)."""
        gap = max(0.0, self.gap(one, other))
        rise = self.height(one.at, one.level) - self.height(other.at, other.level)
        return math.hypot(gap, rise)

    def surely_touch(self, one, other):
        return one.level == other.level and self.gap(one, other) <= self.number("contact-tolerance") - NEAR

    def may_touch(self, one, other):
        """Base to base, across a hill's edge, or over a linear obstacle (R-57, R-69)."""
        if one.level != other.level:
            return False
        widest = self.number("contact-tolerance")
        if self.walls and not one.is_base and not other.is_base:
            widest += max(min(wall["size"]) for wall in self.walls) + self.number("linear-contact-slack") * self.inch
        return self.gap(one, other) <= widest + NEAR

    def engaged(self, model):
        return any(self.surely_touch(model, other) for other in self.models(other_side(model.side)))

    def in_arc(self, model, at, degrees):
        """Whether a centre lies in the arc from the edge of a base (R-22)."""
        axis = math.radians(model.facing)
        ahead = (math.sin(axis), math.cos(axis))
        apex = [model.at[i] + ahead[i] * self.radius(model) for i in (0, 1)]
        way = (at[0] - apex[0], at[1] - apex[1])
        length = math.hypot(*way)
        if length < NEAR:
            return True
        slack = NEAR / length
        return (way[0] * ahead[0] + way[1] * ahead[1]) / length >= math.cos(math.radians(degrees / 2)) - slack


def inside(piece, at):
    """Whether a point lies in the rectangle of a piece."""
    angle = math.radians(piece["angle"])
    ahead, right = (math.sin(angle), math.cos(angle)), (math.cos(angle), -math.sin(angle))
    way = [at[i] - piece["centre"][i] for i in (0, 1)]
    across = abs(way[0] * right[0] + way[1] * right[1])
    along = abs(way[0] * ahead[0] + way[1] * ahead[1])
    return across <= piece["size"][0] / 2 + 1e-9 and along <= piece["size"][1] / 2 + 1e-9


def other_side(side):
    return "B" if side == "A" else "A"


def steps_begun(distance, step):
    """Further steps of a length that have begun beyond the first."""
    return max(0, math.ceil(round(distance / step, 6)) - 1)
