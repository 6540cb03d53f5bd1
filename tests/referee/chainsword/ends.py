"""The end of Turns and of the game (TRN-05, SCN, R-163 to R-167)."""

from .geometry import SLACK, apart

ENDINGS = ("rout", "withdrawal", "crossing", "capture", "cap", "wiped-out", "settled")
EVEN = ("patrol", "attack-and-defend")


class Ends:
    """Judges ends."""

    def begin_ends(self):
        self.over = False
        self.captured_points = []
        self.withdrawn = None
        self.last_melee = None
        self.crossed = False
        self.routed = []

    def on_turn_end(self, event):
        self.equal(event["turn"], self.turn, "CW-TRN-04", "the Turn that ends")
        self.expect(self.turn_ends, "CW-TRN-04", "nothing ends the Turn")
        for team in self.game.teams.values():
            stays = team.on_table and (team.falling or team.broken) and not team.flyer
            self.expect(not stays, "CW-TRN-05", f"{team} stays after the Turn")
            self.calm_down(team)
            team.overwatch = team.tactical = team.lurking = False
            team.suppressed = team.suppressed_next = False
        for piece in self.game.ground.pieces:
            piece.burning = False
        for side in self.game.sides.values():
            side.barrage = False
        self.turn_over = True
        self.captured_points = []
        # Points that surely are denied have to go, unless one capture ends the game.
        self.must_fall = [
            (side.name, point) for side in self.game.sides.values() for point in side.points if self.denied(side.name, point, True)
        ]

    def calm_down(self, team):
        """Shock at the end of a Turn, of an officer as of his Team (CW-TRN-06)."""
        if team.dead:
            return
        kept = {"halve": team.shock // 2, "clear": 0}.get(self.game.rule("turn-end-shock", "keep"), team.shock)
        team.shock = kept
        team.broken = self.game.is_broken(team) and not team.vehicle

    # Control of the objective.

    def judge_control(self):
        """R-163: asked after every action."""
        game = self.game
        if game.scenario != "attack-on-an-objective":
            return
        radius = game.number("objective-radius", 6)
        near = {"A": set(), "B": set()}
        for side in "AB":
            for more in (-2 * SLACK, 2 * SLACK):
                near[side].add(any(
                    self.holds_ground(team) and not (team.falling or team.broken)
                    and apart(team.shape().nearest(game.objective), game.objective) <= radius + 0.01 + more
                    for team in game.bodies(side)
                ))
        if near["A"] == {True} and near["B"] == {False}:
            game.controller = "A"
        elif near["B"] == {True} and near["A"] == {False}:
            game.controller = "B"
        elif len(near["A"]) > 1 or len(near["B"]) > 1:
            game.controller = None  # rounding decides

    # The verdict.

    def may_reach(self, side, crossing):
        """Whether a side has an unbroken ground Team able to move, on the table or still to come (CW-SCN-22)."""
        for team in self.game.alive(side):
            if team.flyer or team.officer or team.falling or team.broken or team.damage.get("immobilised"):
                continue
            if crossing and (team.vehicle and self.game.rule("crossing-team", "infantry") == "infantry"):
                continue
            if team.on_table or team.state in ("reserve", "aboard") or self.game.sides[side].points:
                return True
        return False

    def beaten(self, loser):
        """Who wins when a side is beaten: A, B, None for a draw; a set where the referee cannot tell."""
        game = self.game
        winner = self.other(loser)
        level = game.sides[winner].level
        if game.scenario in EVEN:
            return {winner if level >= game.number("win-morale", 3) else None}
        if loser == "A":
            return {"B"}
        if game.scenario == "flank-attack":
            return {"A" if level >= game.number("win-morale", 3) else "B"}
        if game.scenario == "attack-on-an-objective":
            return {"A", "B"} if game.controller is None else {game.controller}
        if game.rule("rout-rule", "rout-concedes") == "literal":
            return {"B"}
        return {"A" if self.may_reach("A", game.scenario == "probe") else "B"}

    def on_verdict(self, event):
        game, ending, winner = self.game, event["ending"], event["winner"]
        self.over = True
        self.expect(ending in ENDINGS, "CW-SCN-21", f"no game ends by {ending}")
        self.equal(event["turns"], self.turn, "CW-TRN-03", "Turns")
        self.expect(winner in ("A", "B", None), "CW-SCN-21", f"{winner} wins")
        self.judge_control()
        levels = [game.sides[side].level for side in "AB"]
        check = getattr(self, "end_" + ending.replace("-", "_"), None)
        if check:
            check(winner, levels)
        self.fates(event)

    def end_cap(self, winner, levels):
        self.equal(self.phase, int(self.game.number("max-phases", 80)), "CW-TRN-11", "Phases at the cap")
        self.equal(winner, None if self.game.scenario in EVEN else "B", "CW-TRN-11", "the winner at the cap")

    def end_rout(self, winner, levels):
        if not self.expect(0 in levels, "CW-FMO-06", f"nobody has routed: {levels}"):
            return
        if levels == [0, 0]:
            loser = self.other(self.active)
            due = {None} if self.game.scenario in EVEN else self.beaten(loser)
            self.expect(winner in due, "R-156", f"{winner} wins, both have routed")
            return
        due = self.beaten("AB"[levels.index(0)])
        self.expect(winner in due, "CW-FMO-06", f"{winner} wins by a rout, {due} is due")

    def end_withdrawal(self, winner, levels):
        if not self.expect(self.withdrawn is not None, "CW-FMO-07", "nobody has withdrawn"):
            return
        due = self.beaten(self.withdrawn)
        self.expect(winner in due, "CW-FMO-07", f"{winner} wins by a withdrawal, {due} is due")

    def choose_withdraw(self, side, choice):
        game = self.game
        self.equal(side, self.active, "CW-FMO-07", "who withdraws")
        closed = side == "B" and game.scenario in ("probe", "delaying-action")
        closed = closed or side == "B" and game.scenario == "attack-on-an-objective" and game.controller == "B"
        self.expect(not closed, "CW-FMO-07", f"{side} withdraws from {game.scenario}")
        self.expect(self.rolled is None, "R-113", f"{side} withdraws after its roll")
        self.withdrawn = side

    def end_crossing(self, winner, levels):
        self.expect(self.game.scenario == "probe" and winner == "A", "CW-SCN-06", f"{winner} wins by crossing")
        ground = self.game.ground
        there = []
        for team in self.game.bodies("A"):
            if team.officer or team.falling or team.broken or team.flyer or not team.at:
                continue
            if team.vehicle and self.game.rule("crossing-team", "infantry") == "infantry":
                continue
            shape = team.shape()
            reach = shape.radius or max(c[1] - team.at[1] for c in shape.corners)
            if team.at[1] + reach >= ground.height - 0.05 - SLACK:  # contact
                there.append(team)
        self.expect(bool(there), "CW-SCN-06", "no Team of A touches the edge")
        if there:
            able = [one for one in there if one.moved_this or one.side != self.active]
            self.expect(bool(able), "R-161", f"{there[0]} has not moved there")
            news = self.game.rule("newcomers-win", "no") == "yes"
            self.expect(news or any(not one.came_on for one in there), "R-186", f"{there[0]} came on in this Phase")
            late = self.game.rule("crossing-by-reserves", "no") == "yes"
            self.expect(late or any(not one.from_reserve for one in there), "R-162", f"{there[0]} came from reserve")

    def end_capture(self, winner, levels):
        self.expect(self.game.scenario == "delaying-action" and winner == "A", "CW-SCN-13", f"{winner} wins by capture")
        self.expect(self.turn_over, "CW-SCN-13", "a capture before the Turn ends")
        shaded = [one for one in self.game.sides["B"].points if self.shaded(one) and self.denied("B", one, True) is not False]
        taken = [one for side, one in self.captured_points if side == "B" and self.shaded(one)]
        self.expect(bool(shaded or taken), "CW-SCN-13", "no shaded point is denied")

    def end_settled(self, winner, levels):
        game = self.game
        self.equal(game.rule("early-decision", "on"), "on", "R-164", "early-decision")
        least = game.number("win-morale", 3)
        if game.scenario in EVEN:
            self.expect(max(levels) < least and winner is None, "R-164", f"settled at {levels}, {winner} wins")
        elif game.scenario == "flank-attack":
            self.expect(levels[0] < least and winner == "B", "R-164", f"settled at {levels}, {winner} wins")
        else:
            self.expect(game.scenario == "probe" and winner == "B", "R-164", f"{game.scenario} is settled for {winner}")
            late = game.rule("crossing-by-reserves", "no") == "yes"
            able = [one for one in game.alive("A") if one.infantry and not one.officer and one.state in ("table", "aboard")
                    and not one.from_reserve and not late]
            self.expect(not able, "R-164", lambda: f"{able[0]} may still cross")

    def end_wiped_out(self, winner, levels):
        game, out = self.game, []
        for side in "AB":
            left = [one for one in game.alive(side) if not one.flyer
                    and (one.on_table or one.state in ("reserve", "aboard") or game.sides[side].points)]
            if not left:
                out.append(side)
        if not self.expect(bool(out), "R-166", "nobody is wiped out"):
            return
        if len(out) == 2:
            self.equal(winner, None if game.scenario in EVEN else "B", "R-165", "the winner when both are wiped out")
        elif out == ["B"] and game.scenario == "attack-on-an-objective":
            self.equal(winner, "A" if self.may_reach("A", False) else "B", "R-165", "the winner")
        else:
            due = self.beaten(out[0])
            self.expect(winner in due, "R-165", f"{winner} wins, {due} is due")

    def fates(self, event):
        """What is told of each Team at the end."""
        told = {}
        for one in event["units"]:
            told[one["unit"]] = one["fate"]
        for team in self.game.teams.values():
            if not self.expect(team.id in told, "CW-SCN-21", f"nothing is told of {team}"):
                continue
            hull = self.game.teams.get(team.aboard)
            there = team.on_table or team.state == "aboard" and hull is not None and hull.on_table
            due = "gone" if team.dead else "table" if there else "off-table"
            self.equal(told[team.id], due, "CW-SCN-21", f"fate of {team}")
