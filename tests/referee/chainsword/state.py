"""The position: Teams, Squads, sides, and what a Phase remembers of them."""

from .book import BULK, FLYER, HULL, INFANTRY, LONE, RIDERS, SIZES, weapons_of
from .geometry import Shape, angle_of, gap
from .ground import Ground


class Team:
    """One Team: its profile, its place, its states."""

    def __init__(self, told, side, book):
        self.id, self.side, self.unit = told["id"], side, told["unit"]
        self.profile, self.kind = book.profile(self.unit)
        self.traits = set((self.profile or {}).get("traits", ()))
        self.book = book
        self.squad = (side, told["squad"])
        self.support = self.id[2:].startswith("support-")
        self.split = self.id[2:].startswith("split-")
        self.transport = told.get("transport")
        # Marks that outlast a Phase.
        self.overwatch = self.overwatch_moved = self.tactical = False
        self.falling = self.broken = self.flight_tested = False
        self.pinned_until = None  # None, "now" (ends with the Phase that goes on), "next" (with its owner's next one)
        self.suppressed = self.suppressed_next = self.newly_pinned = False
        self.damage = {}  # "shaken", "stunned" -> True; "immobilised"
        self.moved_last = self.moved_now = False
        self.from_reserve, self.lurking, self.dead, self.fled = False, False, False, False
        self.medic = self.adjutant = False
        self.old_damage = []
        self.landing = self.aim = self.flew = self.vector = self.watch_mode = None
        self.jinks = False
        self.lost_weapons = []
        self.read(told)
        self.new_phase()

    def read(self, told):
        """Takes over the place and numbers of a `battle` or `bought` entry."""
        self.state, self.at, self.heading = told["state"], told["at"] and tuple(told["at"]), told["heading"]
        self.models, self.wounds, self.hull = told["models"], told["wounds"], told["hull"]
        self.shock = told["shock"]
        self.lines = [[line["count"], list(line["weapons"])] for line in told["lines"]]
        self.with_, self.aboard = told.get("with"), told.get("aboard")
        self.locked, self.assails = set(told.get("locked") or ()), told.get("assails")
        self.marks = set(told.get("marks") or ())
        self.size = self.models

    def __str__(self):
        return self.id

    def new_phase(self):
        """What a Phase remembers is forgotten."""
        self.activated = self.commanded = self.came_on = self.charged = self.slowed = False
        self.fought = self.reacted = self.intercepted = self.rode = self.raced = self.treated = False
        self.regrouped = self.moved_this = self.moved_act = self.arrived = self.fired = self.ordnance = False
        self.phase_models, self.shot, self.mode, self.tested = self.models, 0, None, False
        self.regroup_tried = False

    # What it is.

    @property
    def officer(self):
        """Whether it is an officer."""
        return self.kind == "officers"

    @property
    def vehicle(self):
        """Whether it has armour."""
        return self.kind == "vehicles"

    @property
    def walker(self):
        return "walker" in self.traits

    @property
    def flyer(self):
        return "flyer" in self.traits

    @property
    def infantry(self):
        """R-101."""
        return self.officer or self.unit in INFANTRY

    @property
    def rides(self):
        return self.officer or self.unit in RIDERS

    @property
    def bulk(self):
        """Models that one counts for in the radius."""
        if self.unit.endswith("-battery"):
            return BULK["battery"]
        return BULK["bike"] if "bike" in self.traits else BULK["creature"] if "creature" in self.traits else 1

    @property
    def on_table(self):
        return self.state == "table"

    @property
    def rank(self):
        return self.profile.get("rank")

    def trait(self, name):
        return name in self.traits

    def shape(self, at=None, heading=None, models=None):
        """Its outline, by default where it stands."""
        at = tuple(at) if at is not None else self.at
        if self.vehicle:
            size = FLYER if self.flyer else SIZES.get(self.unit, HULL)
            return Shape(at, size=size, angle=angle_of(self.heading if heading is None else heading))
        if self.officer:
            return Shape(at, radius=LONE)
        count = (self.models if models is None else models) * self.bulk
        return Shape(at, radius=0.7 * max(count, 0) ** 0.5)

    def hindrance(self):
        """How terrain sees it; bikes and creatures are no infantry, which alone enters buildings (R-101, R-102)."""
        return "walkers" if self.walker else "vehicles" if self.vehicle else "foot" if self.infantry else "riders"


class Side:
    """Force Morale, command points, points, markers of one side."""

    def __init__(self, name):
        self.name = name
        self.level = self.start = None
        self.bank, self.points, self.markers = 0, [], []
        self.support, self.works, self.barrage = None, [], False
        self.jammed = 0
        self.removed = False  # whether Force Morale has taken a point
        self.rerolled = False


class Game:
    """Everything that the trace has told so far."""

    def __init__(self, event, book):
        self.book = book
        self.rules = event["rules"]
        self.scenario = event["scenario"]
        self.ground = Ground(event["terrain"], event["table"], book)
        self.objective = event.get("objective") and tuple(event["objective"])
        self.sides = {name: Side(name) for name in "AB"}
        self.teams = {}
        self.controller = "B"
        self.smoke = 0
        for force in event["forces"]:
            for told in force["teams"]:
                self.add(told, force["side"])
        # For Force Morale a Squad has the most Teams that it ever had.
        self.squad_size = {}
        for team in self.teams.values():
            self.count_squad(team.squad)

    def add(self, told, side):
        """A Team that was there from the start, or came."""
        team = Team(told, side, self.book)
        self.teams[team.id] = team
        return team

    def rule(self, name, default=None):
        """A switch or knob, as text."""
        value = self.rules.get(name)
        return default if value is None else str(value)

    def number(self, name, default):
        """A knob as a number."""
        value = self.rules.get(name)
        return default if value is None else float(value)

    def count_squad(self, squad):
        """Notes how many Teams a Squad has; transports are none of it."""
        now = sum(1 for one in self.teams.values() if one.squad == squad and not one.dead and not self.is_transport(one))
        self.squad_size[squad] = max(self.squad_size.get(squad, 0), now)

    def is_transport(self, team):
        """Whether it is the transport of a Squad."""
        return team.vehicle and any(one.transport == team.id for one in self.teams.values())

    def squad_of(self, team):
        """The living Teams of its Squad, its transport among them."""
        return [one for one in self.teams.values() if one.squad == team.squad and not one.dead]

    def alive(self, side=None):
        return [one for one in self.teams.values() if not one.dead and (side is None or one.side == side)]

    def on_table(self, side=None):
        """Teams on the table; an officer who is with a Team is not one by himself."""
        return [one for one in self.teams.values() if one.on_table and (side is None or one.side == side)]

    def bodies(self, side=None):
        """Teams that take room on the table: all but officers who are with a Team."""
        return [one for one in self.on_table(side) if not one.with_]

    def hulls(self, *but):
        """Outlines of the vehicles on the table."""
        return [one.shape() for one in self.on_table() if one.vehicle and one not in but]

    def officer_of(self, team):
        """The officer who is with a Team."""
        return next((one for one in self.teams.values() if one.with_ == team.id and not one.dead), None)

    def jumps(self, team):
        """Whether a Team jumps: with an officer it does not (R-142)."""
        return team.trait("jump") and self.officer_of(team) is None

    def ld(self, team):
        """Printed Ld, the highest of the Team and its officer (CW-SHK-05)."""
        values = [team.profile["ld"]] if "ld" in team.profile else []
        mate = self.officer_of(team) if not team.officer else self.teams.get(team.with_)
        if mate is not None and "ld" in mate.profile:
            values.append(mate.profile["ld"])
        return max(values, default=None)

    def pinned(self, team):
        """Whether it is pinned, by Shock or by a test (CW-SHK-05, 08)."""
        ld = self.ld(team)
        return team.pinned_until is not None or (ld is not None and team.shock >= ld)

    def is_broken(self, team):
        """CW-SHK-06."""
        ld = self.ld(team)
        return ld is not None and team.shock >= self.number("broken-multiple", 2) * ld

    def gap(self, one, two):
        """Distance between the nearest points of two Teams."""
        return gap(one.shape(), two.shape())

    def enemies(self, side):
        return [one for one in self.bodies() if one.side != side]


__all__ = ["Game", "Side", "Team", "weapons_of"]
