"""The course of a game: a reader of events that holds each to the rules."""

from common import Lost

from .attacks import attack_phase
from .movement import movement_phase
from .recovery import recovery_phase
from .scenario import settle_holders, set_up, victory_phase
from .state import Game


class Referee:
    """Walks through the events of a game and keeps the position."""

    def __init__(self, events, report):
        self.events = events
        self.next = 0
        self.report = report
        self.expect = report.expect
        self.violation = report.violation
        self.game = None

    # Reading.

    def lost(self, rule, why):
        """A breach after which the game cannot be followed."""
        self.violation(rule, why)
        raise Lost

    def peek(self):
        """The next event; None at the end."""
        return self.events[self.next] if self.next < len(self.events) else None

    def take(self, name, rule):
        """The next event, which has to be of this name; what it breaks otherwise is `rule`."""
        event = self.peek()
        if event is None:
            self.lost(rule, f"the trace ends where `{name}` is due")
        self.report.at(event)
        if event["event"] != name:
            self.lost(rule, f"`{event['event']}` where `{name}` is due")
        self.next += 1
        return event

    def choice(self, side, rule, keep=False):
        """The next event, a decision of a side: the event and its choice. `keep` leaves it to be taken."""
        event = self.take("choice", rule)
        if side:
            self.expect(event["side"] == side, rule, lambda: f"side {event['side']} decides in place of {side}")
        if keep:
            self.next -= 1
        return event, event["choice"]

    def status(self, unit, status, rule, aboard=None, place=True):
        """The next event, a change of state of a unit."""
        event = self.take("status", rule)
        self.expect(
            event["unit"] == unit.id and event["status"] == status,
            rule,
            lambda: f"{event['unit']} is `{event['status']}`, due is {unit} `{status}`",
        )
        if event["unit"] != unit.id:
            self.lost(rule, f"the state of {unit} cannot be followed")
        if place:
            self.expect(tuple(event["hex"]) == unit.hex, rule, lambda: f"{unit} is in {unit.hex}, not {event['hex']}")
            riding = aboard.id if aboard else None
            self.expect(event["aboard"] == riding, rule, lambda: f"{unit} rides in {event['aboard']}, not {riding}")
        return event

    def check(self, what, unit, rule):
        """The next event, a check of this kind on a unit."""
        event = self.take("check", rule)
        if event["what"] != what or event["unit"] != unit.id:
            self.lost(rule, f"check `{event['what']}` of {event['unit']} where `{what}` of {unit} is due")
        return event

    def proceed(self, side):
        """Passes over `proceed`, which decides nothing."""
        event = self.peek()
        if event and event["event"] == "choice" and "proceed" in event["choice"]:
            self.choice(side, "DF-ATK-16")

    def unit(self, name):
        """The unit of a name."""
        if name not in self.game.units:
            self.lost("DF-ARM-01", f"nobody is called {name}")
        return self.game.units[name]

    def own(self, name, side):
        """The unit of a name, which has to be of a side and in the game."""
        unit = self.unit(name)
        self.expect(unit.side == side, "DF-ARM-01", lambda: f"{unit} is not of side {side}")
        self.expect(unit.alive, "DF-RES-08", lambda: f"{unit} is out of the game")
        if not unit.alive or unit.side != side:
            self.lost("DF-RES-08", f"{unit} cannot act")
        return unit

    def settle(self):
        """What has to hold after every decision, and what follows from who stands where."""
        settle_holders(self.game)
        for place, here in self.game.standing.items():
            if len(here) > 1:
                self.violation("DF-STK-01", f"{here} stand in {place}")

    # The game.

    def phase(self, name, side, rule):
        event = self.take("phase", rule)
        self.expect(
            (event["phase"], event["side"]) == (name, side), rule, lambda: f"phase {event['phase']} of {event['side']}"
        )
        if event["phase"] != name:
            self.lost(rule, f"phase `{name}` is due")

    def play(self):
        """The whole game."""
        battle = self.take("battle", "trace")
        if "seed" not in battle:
            self.lost("trace", "not a whole game: it has no seed")
        self.game = Game(battle, self.report.arguments)
        set_up(self, battle)
        settle_holders(self.game)
        first = self.game.first
        while True:
            event = self.take("turn", "DF-TRN-03")
            self.game.turn += 1
            self.expect(event["turn"] == self.game.turn, "DF-TRN-03", lambda: f"turn {event['turn']}")
            for side in (first, "B" if first == "A" else "A"):
                self.phase("movement", side, "DF-TRN-01")
                movement_phase(self, side)
                self.phase("attack", side, "DF-TRN-02")
                attack_phase(self, side)
                self.settle()
            self.phase("recovery", None, "DF-TRN-04")
            recovery_phase(self)
            self.phase("victory", None, "DF-TRN-05")
            if victory_phase(self):
                break
        extra = self.peek()
        if extra:
            self.report.at(extra)
            self.violation("DF-TRN-05", f"`{extra['event']}` after the end of the game")
