"""Movements: what they cost, where they end, whom they leave (DP-MOV, DP-CHG, R-67, R-74, R-80)."""

import math

from .state import NEAR, other_side


class Movement:
    """A movement in progress."""

    def __init__(self, figure, kind, budget):
        self.figure, self.kind, self.budget = figure, kind, budget
        self.used, self.points, self.start = 0.0, [], figure.at
        self.leaves, self.struck = set(), set()
        self.ends = None


class Moves:
    """The part of the referee that follows movements."""

    def on_path(self, one):
        self.finish_attack()
        figure = self.figure(one["figure"])
        kind, now = one["kind"], self.movement
        rule = "DP-CHG-01" if kind in ("charge", "reaction") else "DP-MOV-01"
        if now is None or now.figure is not figure:
            self.begin_movement(figure, kind)
            now = self.movement
        else:
            self.equal(kind, now.kind, "R-80", "the kind of movement")
            now.used += walked(now.start, now.points, figure.at)
        here, length = figure.at, 0.0
        for point in one["points"]:
            length += math.dist(here, point)
            here = point
        cost = one["cost"]
        self.expect(length <= cost + NEAR, rule, f"{length:.3f} inches for {cost}")
        self.expect(now.used + cost <= now.budget + NEAR, rule,
                    f"{figure} moves {now.used:.3f} and {cost} of {now.budget} inches")
        width, depth = self.state.table
        room = self.state.radius(figure) - NEAR
        for x, y in one["points"]:
            on_board = room <= x <= width - room and room <= y <= depth - room
            self.expect(on_board, "DP-SET-01", f"{figure} leaves the board")
        if self.state.flat:
            step, here = self.state.number("reaction-step"), figure.at
            for point in one["points"]:
                length = math.dist(here, point)
                self.expect(length <= step + NEAR, "R-21", f"a step of {length:.3f} inches")
                here = point
        now.start, now.points, now.ends = figure.at, [tuple(point) for point in one["points"]], None
        now.leaves = set(one["leaves"])
        for name in now.leaves:
            other = self.figure(name)
            self.expect(self.state.may_touch(figure, other), "DP-MOV-10", f"{figure} is not in contact with {other}")
            self.expect(name not in now.struck, "R-74", f"{other} strikes again")

    def begin_movement(self, figure, kind):
        own = figure.side == self.active
        self.expect(own == (kind != "reaction"), "R-78", f"{figure} moves")
        factor = self.state.number("charge-factor") if kind in ("charge", "reaction") else 1.0
        budget = figure.kind["movement"] * factor
        if kind == "move":
            self.expect(figure.unit is self.unit, "DP-ACT-04", f"{figure} is not activated")
            self.expect(not self.acting, "DP-ACT-07", f"{figure} moves after an action")
            self.expect(not getattr(figure, "stepped", None) == self.token(), "DP-ACT-04", f"{figure} moves again")
            figure.stepped = self.token()
        elif kind in ("second-move", "charge"):
            self.acted(figure)
            self.equal((self.action or {}).get(kind), figure.name, "DP-ACT-05", "who acts")
            self.expect(kind == "second-move" or not figure.is_base, "DP-STL-05", f"{figure} is a base and charges")
        else:
            self.expect(figure.stance == "combat-ready", "DP-CBR-03", f"{figure} is not Combat Ready")
            mover = self.arrived
            if self.expect(mover is not None and mover.present, "DP-CBR-03", "nobody has moved") \
                    and figure.stance == "combat-ready":
                if self.state.rules["combat-ready-charges"] == "one":
                    self.end_stance(figure)
                else:
                    self.expect(mover.name not in figure.answered, "DP-CBR-06", f"{figure} charges {mover} again")
                    figure.answered.add(mover.name)
            self.quarry = mover
        self.movement = Movement(figure, kind, budget)

    arrived = quarry = None

    def token(self):
        return (self.turn, self.unit and self.unit.name)

    def on_moved(self, one):
        self.finish_attack()
        now, figure = self.movement, self.figure(one["figure"])
        at = tuple(one["at"])
        if self.expect(now is not None and now.figure is figure, "DP-MOV-01", f"{figure} moves without a path"):
            if now.points and now.ends is None:
                right = now.points[-1]
                self.expect(math.dist(at, right) <= NEAR, "R-67", f"{figure} ends at {at}, not at {right}")
            if now.points or math.dist(at, now.start) > NEAR:
                figure.moved = True
        figure.at, figure.level = at, one["level"]
        self.stands_alone(figure, "DP-MOV-14")
        self.movement = None
        if now is None or now.kind != "reaction":
            self.arrived = figure
        if not figure.is_base and figure.moved:
            for other in self.state.models(other_side(figure.side)):
                if other.stance in ("overwatch", "suppressing-fire") and self.state.surely_touch(figure, other):
                    self.end_stance(other)

    def stands_alone(self, figure, rule):
        """Nobody stands on somebody."""
        for other in self.state.present():
            if other is not figure and other.level == figure.level and other.model is not figure:
                gap = self.state.gap(figure, other)
                self.expect(gap >= -NEAR, rule, f"{figure} and {other} overlap by {-gap:.3f} inches")

    def on_stayed(self, one):
        figure = self.figure(one["figure"])
        self.expect(figure.unit is self.unit and not self.acting, "DP-ACT-04", f"{figure} has no Move to forgo")
        if figure.model.suppressed:
            figure.moved = True

    def stopped_at(self, point):
        """The mover has been stopped at a point of its path, 0 its start."""
        now = self.movement
        if now is None:
            return
        if self.expect(point <= len(now.points), "R-21", f"point {point} of {len(now.points)}"):
            now.figure.at = now.start if point == 0 else now.points[point - 1]
            now.ends = now.figure.at
            if point:
                now.figure.moved = True

    def is_covered(self, figure):
        """Whether a Tactical Manoeuvre covers the present movement (DP-TAC-06)."""
        now = self.movement
        return figure.covered and (self.state.rules["tm-covers"] == "activation" or (now and now.kind == "move"))


def walked(start, points, end):
    """Inches along a path up to where it was left: no more than that has been used up."""
    length, here = 0.0, start
    if math.dist(start, end) <= NEAR:
        return 0.0
    for point in points:
        length += math.dist(here, point)
        here = point
        if math.dist(here, end) <= NEAR:
            return length
    return 0.0
