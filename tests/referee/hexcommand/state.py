"""Units, commanders and what follows from where everybody stands."""

from .board import DIRECTIONS, Board, distance, in_arc, step
from .book import FACES, GUNS, HORSE, MOVES, RIDERS


class Unit:
    """A unit as the referee knows it."""

    def __init__(self, told):
        self.id = told["id"]
        self.side = self.id[0]
        self.type, self.grade, self.weapon = told["type"], told["grade"], told["weapon"]
        marks = told["marks"]
        self.hex = told["hex"]
        self.facing = DIRECTIONS.index(told["facing"]) if told.get("facing") else 0
        self.status = told["status"]
        self.hits, self.te = told["hits"], told["te"]
        self.rout_at = told["rout_at"]
        self.rounds = told["rounds"]
        self.combat = told["combat"]
        self.group = told["group"]
        self.rare = "rare" in marks
        self.limbered = "limbered" in marks
        self.on_foot = "on-foot" in marks
        self.hidden = "hidden" in marks
        self.fake = "fake" in marks or self.status == "fake"
        if self.fake:
            self.status, self.hidden, self.combat = "steady", True, False
        self.column = "column" in marks
        self.special = "special" in marks
        self.moved = self.stirred = self.done = self.fired = self.routed_now = self.ran = False
        self.turned = self.unlimbered_now = self.withdrew = False
        self.failed = self.doubt = self.broke = False
        self.pending = 0
        self.supply = told["supply"]
        # Who holds the guns of a battery, and how many shots they are good for.
        self.holder, self.shots = self.side, told["shots"]
        self.guns_hex = told["guns"]
        # Off its guns, routed or not (HX-ART-10).
        self.off_guns = self.status == "crew"
        self.busy, self.work = False, None
        if told["builds"]:
            self.work = [told["builds"], told["site"], told["work"]]

    def __str__(self):
        return self.id

    @property
    def on_board(self):
        """Whether it stands on the board."""
        return self.status in ("steady", "routed", "crew") and self.hex is not None

    @property
    def guns(self):
        """Whether it is a battery."""
        return self.type in GUNS

    @property
    def mounted(self):
        """Whether it sits in the saddle."""
        return self.type in RIDERS and not self.on_foot

    @property
    def all_round(self):
        """Whether it has neither flank nor rear."""
        return self.type in ("skirmisher", "wagon") or self.off_guns

    @property
    def has_zone(self):
        """Whether its type has a zone of control as it stands."""
        if self.guns:
            return not self.limbered
        return self.type in ("infantry", "light-infantry", *HORSE) or (self.type in RIDERS and self.on_foot)

    @property
    def melees(self):
        """Whether its type fights in melee as it stands."""
        return self.has_zone and not self.guns

    def allowance(self, rules):
        """Hexes that it may go, fresh."""
        if self.off_guns or (self.type in RIDERS and self.on_foot):
            return 3
        if self.type == "battery":
            return int(rules["artillery.limbered-move"])
        return MOVES[self.type]


class Game:
    """The position."""

    def __init__(self, battle):
        self.rules = battle["rules"]
        self.scenario = battle["scenario"]
        self.board = Board(battle["board"], battle["works"], self.rules)
        self.first = battle["attacker"] or battle["first"]
        self.units, self.commanders = {}, {}
        self.forces = {force["side"]: force for force in battle["forces"]}
        for force in battle["forces"]:
            for told in force["units"]:
                self.units[told["id"]] = Unit(told)
            for told in force["commanders"]:
                self.commanders[told["id"]] = dict(told, side=force["side"])
        # Pairs in contact with the rounds that they have fought, and who came into contact.
        self.contacts, self.came = {}, {}
        # Pairs that have fought in the present turn.
        self.fought_now = set()
        for one in battle["contacts"]:
            pair = frozenset((one["attacker"], one["defender"]))
            self.contacts[pair], self.came[pair] = one["rounds"], one["attacker"]
        self.objectives, self.bank = battle["objectives"], battle["bank"]
        self.arrivals = battle["arrivals"]
        self.groups = {side: force["groups"] for side, force in self.forces.items()}
        self.faces = [set(tags.split()) for tags in FACES[self.rules["dice.mapping"]]]
        self.limit = int(self.rules["fatigue.max"])

    def on(self, name):
        """Whether a switch is on; traces write yes and no."""
        return self.rules[name] in ("yes", "on")

    def face(self, die, tag):
        """Whether a face of a cube carries a tag."""
        return 1 <= die <= 6 and tag in self.faces[die - 1]

    def fatigued(self, unit):
        """At the limit of TE, as far as penalties and zones go."""
        return unit.te >= min(self.limit, int(self.rules["fatigue.disorder-at"]))

    def commander(self, unit):
        """The commander with a unit."""
        for one in self.commanders.values():
            if one["unit"] == unit.id and one["fate"] == "present":
                return one
        return None

    def at(self, name):
        """Units that stand in a hex."""
        return [one for one in self.units.values() if one.hex == name and one.on_board]

    def at_all(self):
        """Everybody on the board."""
        return [one for one in self.units.values() if one.on_board]

    def enemies(self, side):
        """Units of the other side on the board."""
        return [one for one in self.units.values() if one.side != side and one.on_board]

    def in_contact(self, unit):
        """Its contacts."""
        return [pair for pair in self.contacts if unit.id in pair]

    def locked(self, unit):
        """Whether it is in melee: in contact from its first round on."""
        return any(self.contacts[pair] > 0 for pair in self.in_contact(unit))

    def zone_active(self, unit):
        """HX-ZOC-01, HX-ZOC-02."""
        if unit.status != "steady" or unit.hidden or not unit.has_zone or unit.hits or self.fatigued(unit):
            return False
        if self.rules["zoc.contacted"] == "loses" and self.in_contact(unit):
            return False
        return not self.locked(unit)

    def zones_at(self, name, side):
        """Enemies of a side whose active zone holds a hex."""
        found = []
        for one in self.enemies(side):
            if distance(one.hex, name) == 1 and self.zone_active(one) and in_arc(one.hex, one.facing, name):
                found.append(one)
        return found

    def end_contacts(self, unit):
        """Ends all contacts of a unit."""
        for pair in self.in_contact(unit):
            del self.contacts[pair]
        for one in self.units.values():
            if not self.in_contact(one):
                one.rounds, one.broke = 0, True

    def straight_back(self, unit):
        """The direction in which it runs."""
        if unit.all_round or self.rules["rout.direction"] == "own-edge":
            return 0 if unit.side == "B" else 3
        return (unit.facing + 3) % 6

    def neighbour(self, name, direction):
        """A neighbouring hex on the board, or None."""
        found = step(name, direction)
        return found if self.board.holds(found) else None
