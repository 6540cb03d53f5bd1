"""Force Morale, tests on Ld, flight, points lost (FMO, SHK, BAS-25, JOP-10)."""

from .geometry import SLACK, apart, from_way, gap, towards

OFFICERS = {"char": "junior-leader-killed", "ic": "senior-leader-killed", "warlord": "warlord-killed"}
TESTS = ("pinning", "regroup", "casualties", "break")


class Morale:
    """Judges Force Morale and the tests of Teams."""

    def begin_morale(self):
        self.due = []  # events of Force Morale that have not been tested: (side, cause, team)
        self.rolls = {}  # last roll by what it was for
        self.last_roll = None
        self.flights = {}  # Teams that have to fall back: why
        self.winds = {}
        self.open_test = None
        self.pin_due, self.pin_may = set(), set()  # Teams that have to test for pinning, and those that may have to
        self.join_shock = {}
        self.points_due = []  # sides that have to lose a point to Force Morale
        self.captures = []

    # Rolls.

    def on_roll(self, event):
        what, result = event["what"], event["result"]
        self.expect(all(1 <= die <= 6 for die in [*result, *event["dice"]]), "trace", "dice show 1 to 6")
        if what == "command-dice":
            self.command_roll(event)
            return
        before = self.last_roll
        again = before is not None and before["what"] == what and before["team"] == event["team"] and self.reroll_open
        if again:
            self.again_roll(event, before["result"])
        else:
            self.equal(list(event["dice"]), list(result), "trace", f"dice of the roll for {what}")
        self.reroll_open = False
        self.last_roll = event
        if not again:
            self.judge_test()
        if what in TESTS:
            self.open_test = event
        check = getattr(self, "roll_" + what.replace("-", "_"), None)
        if again and what == "flyer":
            self.team(event["team"]).flew = event
        elif again and what == "arrival":
            self.arrival = event
        elif again and what in ("pursuit", "escape") and self.sweep is not None:
            self.sweep[what] = event
        if check:
            if not again:
                check(event)
        elif what not in TESTS:
            self.violation("trace", f"a roll for {what} is not described")
        if what in TESTS:
            self.test_roll(event)

    def test_roll(self, event):
        """A test on Ld: its number (CW-BAS-25, CW-SHK-04)."""
        what, team = event["what"], self.team(event["team"])
        ld = self.game.ld(team)
        self.equal(len(event["result"]), 2, "CW-BAS-25", f"dice of {what}")
        self.equal(event["side"], team.side, "CW-BAS-25", f"who tests for {team}")
        if ld is None:
            self.violation("CW-BAS-25", f"{team} has no Ld and tests")
            return
        most = ld - team.shock
        if what == "break":
            most -= self.margin_of(team)
        if what == "regroup" and 4 * team.models < team.size and not team.officer:
            self.expect(event["most"] <= 2, "CW-BAS-25", f"{team} is below a quarter, and passes on {event['most']}")
            return
        # A double 1 always passes.
        most = max(2, most)
        self.expect(event["most"] == most, "CW-SHK-04", f"{team} passes on {event['most']}, {most} is due")

    def settle(self, rule):
        """Nothing is left that should have been tested, told, or fled."""
        if self.due:
            self.violation(rule, f"no test of {[one[:2] for one in self.due]}")
            self.due = []
        for name, why in list(self.flights.items()):
            team = self.team(name)
            self.expect(team.dead or not team.on_table or team.vehicle, "CW-SHK-06", f"{team} does not fall back: {why}")
        self.flights.clear()
        for name, shock in list(self.shock_due.items()):
            team = self.team(name)
            self.expect(team.dead or team.shock == shock, "CW-SHK-01", f"Shock {shock} of {team} is not told")
        self.shock_due.clear()
        for name, (models, wounds) in list(self.fall.items()):
            team = self.team(name)
            self.expect(team.dead or (team.models, team.wounds) == (models, wounds), "CW-BAS-11", f"losses of {team} are not told")
        self.fall.clear()
        for name, models in list(self.fewer.items()):
            team = self.team(name)
            self.expect(team.dead or team.models == models, "CW-BAS-11", f"losses of {team} are not told")
        self.fewer.clear()
        for name in list(self.pin_due):
            team = self.team(name)
            spared = team.dead or team.vehicle or not team.on_table or team.falling or team.broken or team.locked
            self.expect(spared or self.game.pinned(team), "CW-BAS-25", f"{team} does not test for pinning")
        self.pin_due.clear()
        self.pin_may.clear()

    def roll_pinning(self, event):
        team = self.team(event["team"])
        self.expect(team.id in self.pin_due | self.pin_may, "CW-BAS-25", f"{team} tests for pinning without a reason")
        self.pin_due.discard(team.id)
        self.pin_may.discard(team.id)

    def roll_regroup(self, event):
        team = self.team(event["team"])
        self.expect(team.falling and not team.broken, "CW-TRN-07", f"{team} regroups")
        self.expect(self.rolled is None and team.side == self.active, "CW-TRN-07", f"{team} regroups out of its time")
        self.expect(not team.regroup_tried, "CW-TRN-07", f"{team} regroups twice")
        team.regroup_tried = True

    def roll_casualties(self, event):
        team = self.team(event["team"])
        self.equal(self.game.rule("casualty-test", "on"), "on", "CW-SHK-10", "casualty-test")
        self.expect(not team.tested, "R-159", f"{team} tests for casualties twice")
        team.tested = True
        self.expect(4 * team.shot >= team.phase_models > 0, "CW-SHK-10", f"{team} has lost {team.shot} of {team.phase_models}")
        free = team.on_table and not (team.locked or team.falling or team.broken or team.vehicle)
        self.expect(free and not team.officer, "R-159", f"{team} tests for casualties")

    def roll_break(self, event):
        team = self.team(event["team"])
        self.expect(self.last_melee is not None, "CW-BAS-19", f"{team} tests without a round")
        if self.last_melee and self.last_melee["winner"]:
            self.expect(self.last_melee["winner"] != team.side, "CW-BAS-19", f"{team} has won and tests")

    def missing_tests(self):
        """Teams that should have tested for casualties in the Phase that ends (CW-SHK-10, R-159)."""
        if self.game.rule("casualty-test", "on") != "on" or self.over:
            return
        for team in self.game.on_table():
            if team.officer or team.vehicle or team.locked or team.falling or team.broken or team.tested or team.with_:
                continue
            if team.shot and 4 * team.shot >= team.phase_models:
                self.violation("CW-SHK-10", f"{team} has lost {team.shot} of {team.phase_models} and does not test")

    def judge_test(self):
        """What comes of the last test on Ld, as soon as it cannot be thrown again."""
        event, self.open_test = self.open_test, None
        if event is None:
            return
        team, passed = self.team(event["team"]), self.passed(event)
        what = event["what"]
        if what == "pinning" and not passed:
            team.pinned_until, team.overwatch = "next", False
            team.newly_pinned = team.side == self.active
        elif what == "regroup":
            if passed:
                team.falling, team.fled, team.regrouped = False, False, True
                mate = self.game.officer_of(team)
                if mate is not None:
                    mate.falling = False
            else:
                self.flights[team.id] = what
        elif not passed:
            self.flights[team.id] = what

    def passed(self, event):
        """Whether a test on Ld is passed."""
        result = event["result"]
        if "fearless" in self.team(event["team"]).traits:
            return True
        return sum(result) <= event["most"] or list(result) == [1, 1]

    # Force Morale.

    def cause_of(self, team):
        """Which row of the table a loss triggers (CW-FMO-04)."""
        game = self.game
        if team.officer:
            return OFFICERS[team.rank]
        if team.vehicle or team.flyer:
            if team.flyer:
                return "flyer-destroyed"
            heavy = team.profile["role"] == "heavy" or team.unit == "redoubt-carrier"
            return "tank-destroyed" if heavy else "light-vehicle-destroyed"
        rest = [one for one in game.squad_of(team) if one is not team and not one.vehicle and not one.officer]
        if rest:
            return "team-destroyed"
        return "squad-destroyed" if game.squad_size.get(team.squad, 1) >= 2 else "single-team-destroyed"

    def on_force_morale(self, event):
        game, side, cause = self.game, event["side"], event["cause"]
        force = game.sides[side]
        self.equal(event["before"], force.level, "CW-FMO-06", f"Force Morale of {side} before")
        found = next((one for one in self.due if one[:2] == (side, cause)), None)
        if self.expect(found is not None, "CW-FMO-04", f"no {cause} of {side} is due"):
            self.due.remove(found)
        roll = self.last_roll
        lost = event["before"] - event["after"]
        if game.rule("fm-tests", "table") == "flat":
            due = 0 if cause == "team-broken" else 1
        elif roll is None or roll["what"] != "force-morale" or roll["side"] != side:
            self.violation("CW-FMO-05", "no die has been thrown")
            due = lost
        else:
            due = self.book.lost_levels(cause, roll["result"][0])
        self.equal(lost, min(due, event["before"]), "CW-FMO-04", f"levels lost by {cause}")
        self.last_roll = None
        force.level = event["after"]
        at = 3 if game.rule("fm-table", "by-number") == "by-row" else 2
        if event["before"] > at >= event["after"] > 0 and force.points and not force.removed:
            force.removed = True
            if self.may_lose(side):
                self.points_due.append(side)

    def roll_force_morale(self, event):
        self.expect(any(one[0] == event["side"] for one in self.due), "CW-FMO-04", f"{event['side']} tests Force Morale for nothing")
        self.equal(len(event["result"]), 1, "CW-FMO-04", "dice of the test")

    def may_lose(self, side):
        """Points that Force Morale may take (R-84)."""
        game = self.game
        points = list(game.sides[side].points)
        if game.scenario == "delaying-action" and side == "B":
            shaded = [one for one in points if self.shaded(one)]
            if len(shaded) == 1:
                points.remove(shaded[0])
        return points

    def shaded(self, point):
        """Whether a point lies in the shaded area."""
        return 60 - SLACK <= point[0] <= 66 + SLACK and 6 - SLACK <= point[1] <= 42 + SLACK

    def on_point_lost(self, event):
        game, side, at = self.game, event["side"], tuple(event["point"])
        force = game.sides[side]
        found = next((one for one in force.points if apart(one, at) <= SLACK), None)
        if not self.expect(found is not None, "CW-JOP-10", f"{side} has no point at {at}"):
            return
        if event["cause"] == "force-morale":
            self.expect(side in self.points_due, "CW-FMO-03", f"{side} loses no point now")
            if side in self.points_due:
                self.points_due.remove(side)
            self.expect(found in self.may_lose(side), "R-84", "the last shaded point is taken")
        else:
            self.equal(event["cause"], "captured", "CW-JOP-10", "why a point is lost")
            self.expect(self.turn_over, "CW-JOP-10", "a point is captured before the Turn ends")
            self.expect(self.denied(side, found, True) is not False, "CW-JOP-10", f"nobody denies the point {at}")
            if not (game.scenario == "delaying-action" and side == "B" and self.shaded(found)):
                self.due.append((side, "jop-captured", None))
            self.captured_points.append((side, found))
        force.points.remove(found)

    def denied(self, side, point, turn_end=False):
        """Whether a point is denied (CW-JOP-10, R-160, R-177, R-186): True, False, or None where rounding decides."""
        game = self.game
        radius = game.number("jop-capture-radius", 3)
        answers = set()
        for more in (-2 * SLACK, 2 * SLACK):
            near = {"A": False, "B": False}
            for team in game.bodies():
                if not self.holds_ground(team) or team.falling or team.broken:
                    continue
                if team.side != side and turn_end and team.came_on and game.rule("newcomers-win", "no") == "no":
                    continue
                shape = team.shape()
                if apart(shape.nearest(point), point) <= radius + 0.01 + (more if team.side != side else -more):
                    near[team.side] = True
            answers.add(near[self.other(side)] and not near[side])
        return answers.pop() if len(answers) == 1 else None

    def holds_ground(self, team):
        """Whether a Team may hold and deny (R-160, CW-FLY-22)."""
        if team.officer:
            return self.game.rule("officer-holds", "no") == "yes"
        if team.flyer:
            return False
        if self.game.is_transport(team) or "transport" in (team.profile or {}).get("role", ""):
            return any(one.aboard == team.id and not one.officer for one in self.game.alive())
        return True

    # Flight.

    def starts_flight(self, team):
        """Whether a flight is a new one, which is due, or the next leg (R-158)."""
        reason = self.flights.pop(team.id, None)
        if team.falling or team.broken and team.fled:
            self.expect(reason is not None or self.rolled is None, "CW-TRN-07", f"{team} falls back out of its time")
            return reason
        self.expect(reason is not None, "CW-BAS-29", f"{team} falls back for no reason")
        if not (team.officer or team.vehicle or team.flyer):
            self.due.append((team.side, "team-broken", team))
        return reason

    def on_flight(self, event):
        game, team = self.game, self.team(event["team"])
        reason = self.starts_flight(team)
        team.falling, team.fled = not team.broken, True
        for enemy in game.teams.values():
            enemy.locked.discard(team.id)
        team.locked, team.assails = set(), None
        dice, at = list(event["dice"]), tuple(event["at"])
        self.equal(len(dice), 2, "CW-BAS-29", "dice of a flight")
        self.expect(team.on_table, "CW-BAS-29", f"{team} is {team.state} and falls back")
        start, inches = team.at, sum(dice)
        if start is None:
            return
        gone = apart(start, at)
        toward = self.edge_way(team)
        home = -1 if toward < 0 else 1
        axis = 0 if game.scenario == "delaying-action" else 1
        limit = inches + 3 * (reason == "break") + 0.01 + SLACK
        self.expect(gone <= limit, "CW-BAS-29", f"{team} falls back {gone:.2f} by {inches}")
        if game.scenario != "flank-attack":
            self.expect((at[axis] - start[axis]) * home >= -SLACK, "R-157", f"{team} falls back to {at} from {start}")
        barred = self.barred_flight(team, start, at)
        if not event["left"] and gone < inches - 0.02 and not barred:
            self.violation("R-157", f"{team} stops after {gone:.2f} of {inches} inches")
        if event["left"]:
            edge = self.to_edge(team, at)
            self.expect(edge <= 0.01 + SLACK, "R-157", f"{team} leaves at {at}, {edge:.2f} from its edge")
        team.at = at
        team.overwatch = team.tactical = False
        mate = game.officer_of(team)
        if mate is not None:
            mate.at = at

    def edge_way(self, team):
        """-1 when its own edge lies at the lower end, +1 at the upper one."""
        return -1 if team.side == "A" else 1

    def to_edge(self, team, at):
        """Distance of a place from a Team's own edge (R-112)."""
        ground, scenario = self.game.ground, self.game.scenario
        if scenario == "delaying-action":
            return at[0] if team.side == "A" else ground.width - at[0]
        if team.side == "B":
            return ground.height - at[1]
        if scenario == "flank-attack":
            if self.game.rule("flank-edges") == "near-flank":
                return min(at[1], ground.width - at[0])
            return min(at[1], at[0])
        return at[1]

    def barred_flight(self, team, start, at):
        """Whether something stops or bends a flight: enemies near the way, impassable ground."""
        game = self.game
        for enemy in game.enemies(team.side):
            if from_way(enemy.at, [start, at])[0] <= 12:
                return True
        # Friends do not bar the way, but nobody may stop on top of them.
        ahead = towards(at, start, -2.0) if apart(start, at) > 0.1 else at
        for friend in game.bodies(team.side):
            if friend is not team and gap(friend.shape(), team.shape(ahead)) <= 1 or team.models <= 0:
                return True
        for piece in game.ground.pieces:
            if piece.hinders(team.hindrance()) == "impassable" and piece.shape.from_line(start, at) <= 8:
                return True
        return False
