"""The course of a game: each event is held to the rules, and moves the position on."""

from common import Lost

from .arrive import Arrive
from .book import Book
from .course import Course
from .ends import Ends
from .fire import Fire
from .flyers import Flyers
from .hulls import Hulls
from .losses import Losses
from .melee import Melee
from .morale import Morale
from .moves import Moves
from .orders import Orders
from .places import Places
from .setup import Setup
from .state import Game


class Referee(Setup, Course, Orders, Moves, Arrive, Fire, Places, Losses, Hulls, Melee, Morale, Flyers, Ends):
    """Walks through the events of a game and keeps the position."""

    def __init__(self, events, report):
        self.events, self.report = events, report
        self.expect, self.violation = report.expect, report.violation
        self.book = Book(report.arguments)
        self.game = None
        self.index = 0
        self.seen = set()
        # Set-up.
        self.first, self.segments, self.opening, self.markers_set = None, None, 0, False
        self.moving, self.marker_moves, self.passes, self.mover, self.lock_check = False, 0, 0, None, False
        self.locker = None  # where the last move of a marker was stopped
        self.used_markers = {"A": set(), "B": set()}
        # Decisions.
        self.choice, self.chooser = None, None
        self.way = None
        self.begin_course()
        self.begin_orders()
        self.begin_arrive()
        self.begin_fire()
        self.begin_hulls()
        self.begin_morale()
        self.begin_melee()
        self.begin_ends()

    # Helpers.

    def lost(self, rule, why):
        """A breach after which the game cannot be followed."""
        self.violation(rule, why)
        raise Lost

    def equal(self, value, due, rule, what):
        """Whether a value is the one that is due."""
        return self.expect(value == due, rule, lambda: f"{what}: {value} is told, {due} is due")

    def near(self, value, due, rule, what, by=0.01):
        """Whether a length is the one that is due."""
        return self.expect(abs(value - due) <= by, rule, lambda: f"{what}: {value:.3f} is told, {due:.3f} is due")

    def once(self, what, rule):
        """Whether it happens for the first time."""
        self.expect(what not in self.seen, rule, f"{what} a second time")
        self.seen.add(what)

    def team(self, name):
        """The Team of a name."""
        if name not in self.game.teams:
            self.lost("CW-ARM-01", f"nobody is called {name}")
        return self.game.teams[name]

    def other(self, side):
        return "B" if side == "A" else "A"

    def peek(self, ahead=1):
        """An event to come."""
        at = self.index + ahead
        return self.events[at] if at < len(self.events) else {"event": "end"}

    def play(self):
        """Judges all events."""
        for self.index, event in enumerate(self.events):
            self.report.at(event)
            name = event["event"]
            self.expect(not self.over, "CW-TRN-11", "something follows the verdict")
            if self.game is None:
                if name != "battle":
                    self.lost("trace", f"`{name}` before `battle`")
                self.on_battle(event)
                continue
            if name not in ("roll", "stratagem", "choice"):
                self.judge_test()
            if name in ("choice", "die", "dice-left", "phase", "turn"):
                self.judge_control()
            handler = getattr(self, "on_" + name.replace("-", "_"), None)
            self.shape_of(event)
            if handler is None:
                self.violation("trace", f"an event `{name}` is not described")
            else:
                handler(event)
        self.expect(self.over, "CW-TRN-11", "the game ends without a verdict")

    def on_battle(self, event):
        """The first event."""
        if self.game is not None:
            self.expect(not self.seen, "trace", "a second battle")
            return
        self.game = Game(event, self.book)
        game = self.game
        for force in event["forces"]:
            self.expect(not force["points"] and not force["markers"], "CW-JOP-01", "points or markers before the set-up")
            self.equal(force["command-points"], 0, "CW-CMD-06", "command points at the start")
        for team in game.alive():
            if self.expect(team.profile is not None, "CW-ARM-01", f"{team} has no profile"):
                self.printed(team)

    def on_refused(self, event):
        self.violation("trace", "a choice of a game is refused")

    def shape_of(self, event):
        """Every event has the fields that the trace page describes, and no other."""
        from .shapes import FIELDS

        told = set(event) - {"event"}
        due = FIELDS.get(event["event"])
        if due is not None:
            self.expect(told == due, "trace", lambda: f"fields of `{event['event']}`: {sorted(told ^ due)}")
