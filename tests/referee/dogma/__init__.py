"""The referee of Commander's Dogma: follows a game by its rulebook, event by event."""

from common import Lost

from .combat import Combat
from .contact import Contact
from .draw import draw
from .falsify import FALSIFICATIONS
from .game import Game
from .groups import Groups
from .losses import Losses
from .movement import Movement
from .scenario import Scenario
from .setup import Setup

__all__ = ["FALSIFICATIONS", "draw", "judge"]


class Judge(Setup, Movement, Contact, Groups, Combat, Losses, Scenario, Game):
    """One game."""

    def __init__(self, events, report):
        super().__init__(events, report)
        self.captured = None
        self.held = {side: {"centre": [], "own": []} for side in "AB"}
        self.points, self.may_call, self.called, self.walked = 0, False, False, False
        self.scout_barred = False

    def run(self):
        self.set_up()
        order = (self.state.aggressor, self.state.opponent)
        last = self.rules.number("max-rounds")
        while not self.due:
            self.round += 1
            self.expect(self.round <= last, "DG-VIC-03", f"round {self.round} of {last}")
            self.equal(self.take("turn")["turn"], self.round, "DG-TRN-01", "number of the round")
            for side in order:
                self.turn_of(side)
                if self.due:
                    break
            if not self.due and self.round >= last:
                self.due = self.cap()
        self.verdict()

    def enter_phase(self, name):
        self.equal(self.take("phase", phase=name)["side"], self.active, "DG-TRN-02", f"whose phase {name} is")
        self.phase = name

    def turn_of(self, side):
        """One turn of a side."""
        state, rules = self.state, self.rules
        self.active = side
        self.enter_phase("initiative")
        for unit in state.units.values():
            unit.new_turn()
        for feature in state.terrain:
            feature.targeted = set()
        one = self.take("command", side=side)
        die = self.dice(one["dice"], 1, "DG-CMD-01", rules.ip_die)[0]
        lost = self.commander_lost(side)
        self.equal(one["commander-lost"], lost, "DG-CMD-02", "whether the Commander is lost")
        points = die
        if lost:
            points = max(rules.number("ip-min"), die - rules.number("commander-lost-penalty"))
        self.equal(one["points"], points, "DG-CMD-02", "Initiative Points")
        seen = points if rules.word("air-call-die") == "modified" else die
        self.equal(one["may-call"], seen >= rules.number("air-call-min"), "DG-AIR-01", "whether reserves may be called in")
        self.points, self.may_call = one["points"], one["may-call"]
        self.called = self.walked = False
        self.scout_barred = self.round == 1 and side == state.aggressor and self.dogma(side, "scout")
        state.start = {unit.id: unit.at for unit in state.table()}
        for name, kinds in (
            ("movement", ("check", "move", "march", "turn", "slide", "break-off", "board", "disembark", "enter")),
            ("ranged", ("check", "fire")),
            ("close", ("fight",)),
        ):
            self.enter_phase(name)
            while not self.due:
                choice = self.take("choice", side=side)["choice"]
                if "end" in choice:
                    self.equal(choice["end"], name, "DG-TRN-02", "the phase that ends")
                    break
                self.choice(choice, kinds)
            if self.due:
                return
        self.end_turn()

    def choice(self, choice, kinds):
        """One choice of the active side, and what comes of it."""
        kind = next((kind for kind in kinds if kind in choice), None)
        if kind is None:
            self.stop("DG-TRN-02", f"{sorted(choice)} in the phase {self.phase}")
        if kind == "check":
            unit = self.own(choice["check"], self.active, "DG-MOR-01")
            self.expect(unit.place == "table", "DG-MOR-01", f"{unit} is {unit.place} and checks")
            self.shaken_check(unit, "move" if self.phase == "movement" else "fire")
        else:
            getattr(self, kind.replace("-", "_"))(choice)

    def end_turn(self):
        """Markers come off, Groups are written down, holds are looked at."""
        state = self.state
        if "declared" in (self.rules.word("group-membership"), self.rules.word("artillery-group")):
            own = {unit.id for unit in self.force(self.active)}
            fresh = [group for group in state.declared if not own & set(group)]
        else:
            fresh = None
        shaken = {unit.id for unit in self.force(self.active) if unit.shaken and unit in self.alive(self.active)}
        held = self.scenario not in ("king-of-the-hill", "control")
        while True:
            if self.next_is("status", status="recovered"):
                name = self.take("status")["unit"]
                self.expect(name in shaken, "DG-TRN-04", f"the marker of {name} comes off")
                shaken.discard(name)
                state.unit(name).shaken = False
            elif not held and self.next_is("objective", what="hold"):
                self.hold()
                held = True
            elif self.next_is("choice") and "declare" in self.peek()["choice"]:
                if fresh is not None:
                    state.declared, fresh = fresh, None
                self.declarations("turn")
            elif self.next_is("choice", choice={"end": "declaration"}):
                self.take("choice")
            else:
                break
        if fresh is not None:
            state.declared = fresh
        self.expect(held, "DG-SCN-05", "nothing is told of holds at the end of the turn")
        self.expect(not shaken, "DG-TRN-04", f"the markers of {sorted(shaken)} do not come off")
        self.phase = None


def judge(events, report):
    """Judges the events of one game; breaches go to the report."""
    try:
        Judge(events, report).run()
    except Lost:
        if not report.violations:
            report.violation("trace", "the game cannot be followed")
