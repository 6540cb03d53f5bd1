"""The position: who stands where in what state."""

from .board import Board, distance
from .codex import Codex


class Unit:
    """One counter. `gone` is None on the map, else `ooc` or `left-map`."""

    def __init__(self, said, side, number, kind):
        self.id = said["id"]
        self.side = side
        self.number = number
        self.kind = kind
        self.hex = tuple(said["hex"]) if said["hex"] else None
        self.aboard = None
        self.stunned = False
        self.watching = False
        self.gone = None
        self.cost = said["cost"]
        self.ammo = {
            mode.weapon.key: mode.weapon.ammo for mode in kind.modes.values() if mode.weapon.ammo is not None
        }
        # In its own Movement Phase.
        self.moved = False
        self.boarded = False
        self.rode = False
        self.halted = False
        # In the enemy's Movement Phase, and what it costs.
        self.watch_fired = False
        self.attack_lost = False
        self.attack_lost_in = 0
        # In its own Attack Phase: (mode, target); and whether it fired in the last one.
        self.fire = []
        self.fired_last = False

    def __repr__(self):
        return self.id

    @property
    def alive(self):
        return self.gone is None

    @property
    def ready(self):
        return self.gone is None and not self.stunned

    @property
    def enemy(self):
        return "B" if self.side == "A" else "A"

    def fate(self):
        """The word for its state in the last line of a trace."""
        if self.gone:
            return self.gone
        return "stunned" if self.stunned else "overwatch" if self.watching else "ready"


class Game:
    """Rules, map and units of one game."""

    def __init__(self, battle, arguments=()):
        self.codex = Codex(arguments)
        self.rules = battle["rules"]
        self.board = Board(battle["table"], self.codex.terrains)
        self.scenario = battle["scenario"]
        self.first = battle["first"]
        self.turn_cap = battle["turn_cap"]
        self.turn = 0
        self.sides = {}
        self.units = {}
        for force in battle["forces"]:
            side = force["side"]
            kinds = self.codex.kinds
            self.sides[side] = [
                Unit(said, side, number, kinds[said["type"]]) for number, said in enumerate(force["units"])
            ]
            self.units.update((unit.id, unit) for unit in self.sides[side])
            for unit, said in zip(self.sides[side], force["units"]):
                unit.aboard = self.units[said["aboard"]] if said["aboard"] else None
        self.points = {"A": 0, "B": 0}
        self.holders = {place: None for place in self.board.objectives}
        self.exits_needed = battle["exits_needed"]
        self.standing = {}
        for unit in self.units.values():
            if unit.hex and not unit.aboard:
                self.standing.setdefault(unit.hex, []).append(unit)

    # Places.

    def lift(self, unit):
        """Takes a unit off its hex, if it stands on one."""
        here = self.standing.get(unit.hex, [])
        if unit in here:
            here.remove(unit)

    def put(self, unit, place):
        """Moves a unit to a hex, and those who ride in it."""
        self.lift(unit)
        unit.aboard = None
        unit.hex = place
        self.standing.setdefault(place, []).append(unit)
        for rider in self.riders(unit):
            rider.hex = place

    def board_unit(self, unit, carrier):
        """Puts a soldier into a vehicle."""
        self.lift(unit)
        unit.aboard = carrier
        unit.hex = carrier.hex

    def remove(self, unit, how):
        """Takes a unit out of the game."""
        self.lift(unit)
        unit.gone = how
        unit.watching = False

    def at(self, place):
        """Units standing in a hex; riders are not among them."""
        return self.standing.get(place, ())

    def riders(self, carrier):
        """Who rides in a vehicle, in the order of their numbers."""
        if not carrier.kind.capacity:
            return []
        return [unit for unit in self.sides[carrier.side] if unit.aboard is carrier and unit.alive]

    def foes(self, unit):
        """Living enemies on the map."""
        return [foe for foe in self.sides[unit.enemy] if foe.alive]

    def friends(self, unit):
        """Living units of its side on the map, itself among them."""
        return [friend for friend in self.sides[unit.side] if friend.alive]

    # Terrain.

    def entry(self, kind, place):
        """What it costs a type of unit to enter a hex, in half units; None if it may not."""
        terrain = self.board.terrain[place]
        return terrain.vehicle if kind.vehicle else terrain.foot

    def is_road(self, place):
        terrain = self.board.terrain[place]
        return terrain.road or (terrain.key == "bridge" and self.rules["bridge-is-road"] == "yes")

    def cost(self, kind, start, end):
        """What a step costs, in half units (DF-TER-08); None if it may not be made."""
        if end not in self.board:
            return None
        cost = self.entry(kind, end)
        if cost is not None and self.is_road(start) and self.is_road(end):
            return self.codex.numbers["road-cost"]
        return cost

    # Zones and leaders.

    def zone_at(self, unit, place):
        """Enemies of a unit whose zones reach into a hex (DF-ZOC)."""
        negated = [key.strip() for key in self.rules["zoc-negated-by"].replace(",", " ").split()]
        if self.board.terrain[place].key in negated:
            return []
        return [
            foe
            for near in self.board.around[place]
            for foe in self.at(near)
            if foe.side != unit.side and not (foe.stunned and self.rules["stunned-zoc"] == "no")
        ]

    def leaders_over(self, unit):
        """Other ready leaders of its side in whose range a unit is (DF-LDR)."""
        return [
            leader
            for leader in self.sides[unit.side]
            if leader.kind.leader
            and leader is not unit
            and leader.ready
            and distance(leader.hex, unit.hex) <= leader.kind.leader
        ]

    def lends(self, leader):
        """The recovery number that a leader lends to others (R-17)."""
        return int(self.rules["vehicle-lead-number"]) if leader.kind.vehicle else leader.kind.recovers
