"""The course of a game: the events in turn, and what follows from a choice."""

from common import Lost

from . import geometry as geo
from .state import Rules, State

# Positions of the trace may differ by so much from those that the referee reckons.
PLACE = 1.5e-3


class Game:
    """Events to be read one after the other, and the state that they lead to."""

    def __init__(self, events, report):
        self.events, self.report = events, report
        self.index = 0
        self.due = set()  # verdicts that have to follow: (winner, ending)
        self.round, self.active, self.phase = 0, None, None
        battle = self.take("battle")
        self.battle = battle
        self.rules = Rules(battle["rules"], report.arguments)
        self.state = State(battle, self.rules)
        self.bases = {}

    # Reading.

    def peek(self):
        """The next event; an empty one behind the last."""
        return self.events[self.index] if self.index < len(self.events) else {"event": None}

    def next_is(self, event, **fields):
        """Whether the next event has these fields."""
        one = self.peek()
        return one["event"] == event and all(one.get(name) == value for name, value in fields.items())

    def take(self, event, **fields):
        """Reads the next event, which has to be this one."""
        one = self.peek()
        if one["event"] is not None:
            self.report.at(one)
        if not self.next_is(event, **fields):
            words = " ".join([event, *(str(value) for value in fields.values())])
            self.stop("order", f"{words} is due, found {dict(list(one.items())[:4])}")
        self.index += 1
        return one

    def stop(self, rule, why):
        """A breach after which the game cannot be followed."""
        self.report.violation(rule, why)
        raise Lost(why)

    # Looking at rules.

    def expect(self, holds, rule, why):
        return self.report.expect(holds, rule, why)

    def equal(self, told, right, rule, what):
        """A value of the trace against the referee's."""
        return self.expect(told == right, rule, lambda: f"{what} is {told}, should be {right}")

    def near(self, told, right, rule, what, tolerance=PLACE):
        """A length of the trace against the referee's."""
        fine = told is not None and right is not None and abs(told - right) <= tolerance
        return self.expect(fine, rule, lambda: f"{what} is {told}, should be {right}")

    def base(self, told, right, rule, what):
        """A base of the trace against the referee's."""
        return self.expect(geo.same_base(told, right, PLACE), rule, lambda: f"{what} is {told}, should be {right}")

    def dice(self, told, count, rule, faces=6):
        """The dice of an event: as many as are thrown, each with a face."""
        fine = len(told) == count and all(isinstance(die, int) and 1 <= die <= faces for die in told)
        if not self.expect(fine, rule, f"{count} dice of {faces} sides are thrown, told are {told}"):
            raise Lost("dice")
        return told

    def own(self, name, side, rule):
        """A unit that has to belong to a side."""
        unit = self.state.unit(name)
        self.expect(unit.side == side, rule, f"{name} is not of side {side}")
        return unit

    def dogma(self, side, name):
        """Whether a side has a Dogma that works."""
        force = next(force for force in self.battle["forces"] if force["side"] == side)
        if name not in force["dogmas"]:
            return False
        return not (self.rules.on("dogma-dies-with-commander") and self.commander_lost(side))

    def commander_lost(self, side):
        return any(u.commander and u.place == "destroyed" for u in self.state.units.values() if u.side == side)

    def enemy(self, side):
        return "B" if side == "A" else "A"
