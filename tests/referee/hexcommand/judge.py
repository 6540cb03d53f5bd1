"""The course of a game: each event is held to the rules, and moves the position on."""

from common import Lost

from . import activation, course, fire, losses, melee, movement, orders
from .board import DIRECTIONS
from .state import Game

# Events that belong to a march, between its choice and the next one.
MARCHING = ("step", "passed", "faced", "status", "contact", "fatigue", "revealed", "guns", "commander", "check")


class Referee:
    """Walks through the events of a game and keeps the position."""

    def __init__(self, events, report):
        self.events, self.report = events, report
        self.expect, self.violation = report.expect, report.violation
        self.game = None
        self.turn, self.phase, self.active, self.leader = 0, None, None, None
        self.march, self.making_way = None, False
        self.fired_step, self.gang, self.doomed = [], {}, set()
        self.fought, self.pairs, self.tolls, self.before, self.led = [], [], {}, {}, set()
        self.stepped = {}
        self.halves, self.over, self.fire_sides = [], False, []
        self.activation, self.volley, self.shoots_first = activation.Activation(), [], None
        self.heavy = 1
        self.router, self.whole, self.mover, self.rewritten = None, False, None, {}
        self.rallied, self.broken, self.points, self.tired = set(), [0, 0], [0, 0], None

    def lost(self, rule, why):
        """A breach after which the game cannot be followed."""
        self.violation(rule, why)
        raise Lost

    def unit(self, name):
        """The unit of a name."""
        if name not in self.game.units:
            self.lost("HX-ARM-02", f"nobody is called {name}")
        return self.game.units[name]

    def fire_side(self, unit):
        """Whether it is for the side of a unit to fire, in the order of HX-FIR-01."""
        rules = self.game.rules
        if rules["turn.system"] != "ab" or self.phase != "fire":
            return True
        if rules["fire.order"] == "non-phasing":
            first = "B" if self.active == "A" else "A"
        elif rules["fire.order"] == "die-roll" and self.shoots_first:
            first = self.shoots_first
        else:
            return True
        return unit.side != first or all(one.side == first for one in self.fired_step)

    def play(self):
        """Judges all events."""
        for event in self.events:
            self.report.at(event)
            name = event["event"]
            self.expect(not self.over, "HX-VIC-02", "something follows the verdict")
            if self.game is None:
                if name == "battle":
                    self.game = Game(event)
                    orders.begin(self.game)
                    course.set_up(self, event)
                elif name not in ("drawn", "check"):
                    self.lost("trace", f"`{name}` before `battle`")
                continue
            if self.march is not None and name not in MARCHING and "contact" not in event.get("choice", {}):
                movement.end_march(self)
                self.report.at(event)
            if self.router is not None and not (name == "removed" and event["unit"] == self.router[0].id):
                losses.end_rout(self)
            if self.pairs and name not in ("melee", "toll", "commander", "wound", "fatigue", "status"):
                melee.judge_tolls(self)
                self.report.at(event)
            handler = getattr(self, "on_" + name.replace("-", "_"), None)
            if handler is None:
                self.violation("trace", f"an event `{name}` is not described")
            else:
                handler(event)
        self.expect(self.over, "HX-VIC-02", "the game ends without a verdict")

    # Turns and phases.

    def on_turn(self, event):
        course.turn(self, event)

    def on_phase(self, event):
        course.phase(self, event)

    def on_initiative(self, event):
        course.initiative(self, event)

    def on_score(self, event):
        losses.score(self, event)

    def on_verdict(self, event):
        losses.verdict(self, event)

    # Decisions.

    def on_choice(self, event):
        choice = event["choice"]
        self.making_way = "march" in choice and self.phase == "command"
        if "contact" in choice and choice["contact"] in self.game.units:
            # A crew steps back at once; the trace does not tell where.
            enemy = self.unit(choice["contact"])
            enemy.doubt = enemy.doubt or enemy.status == "crew"
            if self.phase == "movement" and self.mover is not None:
                why = orders.contact_breach(self.game, self.mover)
                ok = why is None or self.game.on("cvs.decision-rolls")
                self.expect(ok, "R-174", why)
        if "march" in choice:
            self.march = movement.judge_march(self, event)
            self.mover = self.march.unit
        if "build" in choice:
            self.unit(choice["build"]).work = [choice["works"], choice["at"], 0]
        if "number" in choice:
            self.rewrite(event["side"], choice["number"])

    def rewrite(self, side, group):
        """R-178: the order of groups is written anew for a turn."""
        sequence = self.game.forces[side]["sequence"]
        if self.rewritten.get(side) != self.turn:
            self.rewritten[side] = self.turn
            sequence.clear()
        self.expect(group not in sequence, "HX-SET-04", f"group {group} of {side} has its number")
        sequence.append(group)

    def on_refused(self, event):
        self.violation("trace", "a choice of a game is refused")

    # Command.

    def on_drawn(self, event):
        course.drawn(self, event)

    def on_replacement(self, event):
        course.replacement(self, event)

    def on_check(self, event):
        course.check(self, event)

    def on_order(self, event):
        course.order(self, event)

    def on_commander(self, event):
        course.commander(self, event)

    def on_spotting(self, event):
        course.spotting(self, event)

    def on_revealed(self, event):
        unit = self.unit(event["unit"])
        unit.hidden = False
        self.expect(event["fake"] == unit.fake, "HX-SPT-05", lambda: f"{unit} is fake: {unit.fake}")
        if event["fake"]:
            unit.status = "removed"

    def on_entry(self, event):
        self.expect(all(1 <= die <= 6 for die in event["dice"]), "HX-REI-02", "the die shows 1 to 6")

    def on_arrived(self, event):
        course.arrived(self, event)

    def on_works(self, event):
        unit, rules = self.unit(event["unit"]), self.game.rules
        what, hex_, turns = event["what"], event["hex"], event["turns"]
        self.expect(self.game.on("construction.mode"), "HX-CON-01", "constructions are off")
        needed = int(rules["construction." + {"pontoon-bridge": "pontoon"}.get(what, what)])
        if event["progress"] == "begun":
            able = unit.status == "steady" and not unit.mounted and not unit.guns
            self.expect(able, "R-182", lambda: f"{unit} builds")
            unit.work = [what, hex_, 0]
            return
        self.expect(unit.work is not None, "HX-CON-02", lambda: f"{unit} has lost its work")
        self.expect(not unit.busy and not self.game.in_contact(unit), "R-182", lambda: f"{unit} did something else")
        if unit.work is None:
            return
        done = unit.work[2] + 1
        self.expect(unit.work == [what, hex_, done - 1], "HX-CON-01", lambda: f"{unit} builds {unit.work}")
        self.expect(turns == done, "HX-CON-01", lambda: f"{unit} has worked {done} turns")
        finished = event["progress"] == "finished"
        self.expect(finished == (done >= needed), "HX-CON-01", lambda: f"{what} takes {needed} turns")
        unit.work[2] = done
        if finished:
            # Quick works face as their builder does.
            self.game.board.works[hex_] = {"what": what, "front": DIRECTIONS[unit.facing], "hits": 0, "worn": 0}
            unit.work = None

    def on_fire_order(self, event):
        dice = event["dice"]
        self.expect(all(1 <= die <= 10 for die in dice), "HX-DIE-05", "command dice show 1 to 10")
        if event["brigades"] is None and len(dice) >= 2:
            self.shoots_first = event["first"]
            last = dice[-2:]
            if last[0] != last[1]:
                due = "A" if last[0] > last[1] else "B"
                self.expect(event["first"] == due, "HX-FIR-04", f"{due} fires first")

    # Movement.

    def on_step(self, event):
        movement.judge_step(self, event)

    def on_passed(self, event):
        unit, friend = self.unit(event["unit"]), self.unit(event["friend"])
        self.expect(unit.side == friend.side, "HX-MOV-06", lambda: f"{friend} is no friend of {unit}")
        passes = unit.type in ("light-infantry", "skirmisher") or friend.guns or friend.status == "crew"
        self.expect(passes, "HX-MOV-06", lambda: f"{unit} may not pass {friend}")
        told = self.tired == friend.id or friend.te == self.game.limit
        self.expect(told, "HX-MOV-06", lambda: f"{friend} takes no TE")
        # That of the mover is told by its step.
        unit.te = min(self.game.limit, unit.te + 1)
        if self.march is not None:
            self.march.passing = True

    def on_faced(self, event):
        unit = self.unit(event["unit"])
        self.expect(event["hex"] == unit.hex, "HX-MOV-03", lambda: f"{unit} stands in {unit.hex}")
        self.face(unit, DIRECTIONS.index(event["facing"]))

    def face(self, unit, facing):
        """The facing of a unit, which may have got new in a march."""
        if unit.facing != facing:
            unit.stirred = unit.turned = True
        unit.facing = facing

    def on_contact(self, event):
        movement.judge_contact(self, event)

    def on_status(self, event):
        losses.status(self, event)

    # Fire and melee.

    def on_shot(self, event):
        fire.judge_shot(self, event)

    def on_battered(self, event):
        most = int(self.game.rules["structure.hits"])
        self.expect(most > 0, "HX-ART-06", "works cannot be worn")
        works = self.game.board.works.setdefault(event["hex"], {"what": None, "front": None, "hits": 0, "worn": 0})
        total = works["hits"] + self.heavy
        due = (0, works["worn"] + 1) if total >= most else (total, works["worn"])
        self.expect((event["hits"], event["worn"]) == due, "HX-ART-06", f"the works have {due} (hits, levels)")
        works["hits"], works["worn"] = event["hits"], event["worn"]

    def on_canister(self, event):
        melee.judge_canister(self, event)

    def on_captured(self, event):
        losses.captured(self, event)

    def on_guns(self, event):
        unit = self.unit(event["unit"])
        unit.holder, unit.guns_hex = event["side"], event["hex"]

    def on_ridden_down(self, event):
        unit = self.unit(event["unit"])
        self.expect(unit.status == "routed", "HX-MEL-20", lambda: f"{unit} is {unit.status}")
        red = len(event["dice"]) == 1 and self.game.face(event["dice"][0], "red")
        self.expect(event["destroyed"] == red, "HX-MEL-20", "the cube says otherwise")

    def on_melee(self, event):
        if not self.pairs:
            self.before = {one.id: one.te for one in self.game.units.values()}
            self.led = {one.id for one in self.game.units.values() if self.game.commander(one)}
        melee.judge_pair(self, event)

    def on_toll(self, event):
        unit = self.unit(event["unit"])
        self.tolls[event["unit"]] = event
        unit.te = min(self.game.limit, unit.te + event["te"])
        self.expect(event["total_te"] == unit.te, "HX-MEL-13", lambda: f"{unit} has {unit.te} TE")

    def on_wound(self, event):
        losses.wound(self, event)

    def on_fatigue(self, event):
        unit = self.unit(event["unit"])
        self.expect(0 <= event["te"] <= self.game.limit, "HX-MEL-13", lambda: f"{unit} past the limit of TE")
        grown = event["te"] == min(unit.te + 1, self.game.limit)
        self.expect(grown, "HX-MOV-08", lambda: f"{unit} had {unit.te} TE")
        unit.te, self.tired = event["te"], unit.id

    def on_lot(self, event):
        among, dice = event["among"], event["dice"]
        ok = len(dice) == 1 and 0 <= dice[0] < len(among) and among[dice[0]] == event["chosen"]
        self.expect(ok, "R-106", "the lot names another")
        if event["what"] == "step-back":
            self.stepped[event["unit"]] = event["chosen"]

    def on_rout(self, event):
        losses.rout(self, event)

    def on_removed(self, event):
        losses.removed(self, event)

    def on_advance(self, event):
        unit = self.unit(event["unit"])
        unit.hex, unit.stirred, unit.moved = event["hex"], True, True

    def on_rally(self, event):
        losses.rally(self, event)

    def on_integrity(self, event):
        losses.integrity(self, event)

    def on_integrity_roll(self, event):
        red = len(event["dice"]) == 1 and self.game.face(event["dice"][0], "red")
        self.expect(event["failed"] == red, "HX-INT-03", "Red fails, and nothing else")
        if event["unit"] is not None and event["failed"]:
            self.unit(event["unit"]).failed = True

    def on_withdrawal(self, event):
        losses.withdrawal(self, event)
