"""Deployment rolls, reserves, transports (DEP-06 to 13, ARM-06, BAS-26, 27, 30)."""

from .geometry import SLACK, apart, gap, unit

WITHIN = 0.01 + SLACK


class Arrive:
    """Judges who comes from reserve, and who rides."""

    def begin_arrive(self):
        self.arrival = None
        self.edges = self.mishap = None

    def roll_deployment(self, event):
        """The preliminary barrage (CW-ARM-06, R-125)."""
        self.equal(event["side"], self.active, "CW-ARM-06", "who deploys")
        foe = self.game.sides[self.other(event["side"])]
        self.expect(foe.barrage and self.turn == 1, "CW-ARM-06", "no barrage hinders the deployment")
        self.expect(self.grant is not None, "R-125", "a roll for a deployment without a die")
        if self.grant is not None:
            self.grant["barred"] = event

    def roll_arrival(self, event):
        self.equal(event["side"], self.active, "CW-DEP-09", "who arrives")
        self.equal(len(event["result"]), 1, "CW-DEP-09", "dice of the arrival")
        self.expect(self.grant is not None, "CW-DEP-09", "an arrival without a die")
        self.arrival = event

    def roll_mishap(self, event):
        self.equal(len(event["result"]), 1, "CW-BAS-27", "dice of the mishap")
        self.mishap = self.team(event["team"])

    def arrival_passed(self):
        """Whether the last arrival roll brings the reserve on (CW-DEP-09)."""
        roll = self.arrival
        return roll is not None and roll["result"][0] >= self.game.number("reserve-roll", 3)

    def on_flank(self, event):
        """The edges of a flank march: 1-2 left, 3-4 right, 5-6 either (CW-BAS-27)."""
        self.equal(event["side"], self.active, "CW-DEP-11", "whose flank march")
        self.equal(len(event["dice"]), 1, "CW-DEP-11", "dice of the flank march")
        left, right = self.flanks(event["side"])
        die = event["dice"][0]
        due = {left} if die <= 2 else {right} if die <= 4 else {left, right}
        self.equal(set(event["edges"]), due, "CW-DEP-11", "edges of the flank march")
        self.expect(self.arrival_passed(), "CW-DEP-09", "the arrival roll has failed")
        self.edges = set(event["edges"])

    def flanks(self, side):
        """Edges on the left and right of a side, seen from its own edge (R-112)."""
        if self.game.scenario == "delaying-action":
            return ("north", "south") if side == "A" else ("south", "north")
        return ("west", "east") if side == "A" else ("east", "west")

    def on_dropped(self, event):
        """A deep strike: the scatter die, 2d6 and a direction (CW-BAS-27)."""
        team, dice, aim, at = self.team(event["team"]), list(event["dice"]), event["aim"], event["at"]
        self.expect(team.trait("deep-strike") and team.state == "reserve", "CW-DEP-10", f"{team} ({team.state}) comes from above")
        self.expect(self.arrival_passed(), "CW-DEP-09", f"the arrival roll of {team} has failed")
        self.expect(self.granted(team), "CW-DEP-09", f"{team} arrives without a die")
        self.expect(self.game.rule("deep-strike", "base") == "base", "CW-DEP-10", "deep-strike is off")
        if dice[0] >= 5:
            self.expect(len(dice) == 1 and apart(aim, at) <= SLACK, "CW-DEP-10", f"{team} lands beside its aim")
        elif self.equal(len(dice), 4, "CW-DEP-10", "dice of the scatter"):
            x, y = unit(dice[3])
            far = dice[1] + dice[2]
            due = (aim[0] + x * far, aim[1] + y * far)
            self.expect(apart(due, at) <= 0.01, "CW-DEP-10", lambda: f"{team} comes down at {due}")
        team.landing = tuple(at)

    def on_arrived(self, event):
        team, at = self.team(event["team"]), tuple(event["at"])
        mishap, self.mishap = self.mishap, None
        self.expect(team.state == "reserve", "CW-DEP-09", f"{team} is {team.state} and arrives")
        self.expect(self.granted(team) or team.aboard, "CW-DEP-09", f"{team} arrives without a die")
        landing, team.landing = team.landing, None
        team.state, team.at = "table", at
        team.came_on = team.arrived = team.from_reserve = True
        team.phase_models = team.models
        if landing is not None and mishap is not team:
            self.expect(apart(landing, at) <= SLACK, "CW-DEP-10", f"{team} lands at {landing}")
            for enemy in self.game.enemies(team.side):
                far = gap(team.shape(), enemy.shape())
                self.expect(far >= 1 - WITHIN, "CW-BAS-27", lambda: f"{team} lands {far:.2f} from {enemy}")
        elif landing is None and not team.flyer:
            self.expect(team.trait("outflank"), "CW-DEP-11", f"{team} walks on")
            self.expect(self.edges is not None, "CW-DEP-11", f"{team} walks on from no edge")
        team.activated, team.mode, team.fired, team.moved_act = True, "standard", False, True
        team.moved_now = team.moved_this = True
        self.acting = team
        if not team.flyer:
            self.standing(team, "CW-DEP-10")

    # Transports.

    def on_boarded(self, event):
        team, hull = self.team(event["team"]), self.team(event["transport"])
        room = hull.profile.get("capacity", 0)
        self.expect(room > 0, "CW-BAS-30", f"{hull} carries nobody")
        self.expect(team.rides and team.side == hull.side, "R-101", f"{team} boards {hull}")
        self.expect(not hull.locked and not team.locked, "R-147", f"{team} boards from a melee")
        riders = [one for one in self.game.alive() if one.aboard == hull.id and one is not team]
        mate = self.game.officer_of(team)
        load = sum(one.models for one in riders if one is not mate) + team.models + (mate.models if mate else 0)
        self.expect(load <= room, "CW-BAS-30", f"{load} models aboard {hull}, room for {room}")
        squads = {one.squad for one in (*riders, team) if not one.officer}
        self.expect(len(squads) <= 1, "CW-BAS-26", f"two Squads aboard {hull}")
        if team.on_table and hull.on_table:
            far = self.game.gap(team, hull)
            self.expect(far <= 2 + WITHIN, "CW-BAS-26", f"{team} boards {hull} from {far:.2f}")
            self.expect(not team.rode, "CW-BAS-26", f"{team} gets off and on in one Phase")
        for one in (team, mate):
            if one is not None:
                one.rode = one.on_table
                one.state, one.at, one.aboard = "aboard", None, hull.id
                one.overwatch = one.tactical = False
        team.came_on = team.came_on or not self.was_on(hull)

    def was_on(self, team):
        """Whether it stood on the table before this Phase."""
        return team.on_table and not team.came_on

    def on_disembarked(self, event):
        team, at = self.team(event["team"]), tuple(event["at"])
        hull = self.game.teams.get(team.aboard)
        self.expect(team.state == "aboard", "CW-BAS-26", f"{team} is {team.state} and gets off")
        wreck = hull is not None and (hull.dead or hull.hull <= 0)
        if hull is not None and hull.at:
            far = apart(hull.shape().nearest(at), at)
            self.expect(far <= 6 + WITHIN, "CW-BAS-26", f"{team} gets off {far:.2f} from {hull}")
            self.expect(wreck or not hull.raced, "R-147", f"{hull} has gone flat out")
            self.expect(wreck or not team.rode, "CW-BAS-26", f"{team} gets on and off in one Phase")
        mate = self.game.officer_of(team)
        for one in (team, mate):
            if one is not None:
                one.state, one.at, one.aboard, one.rode = "table", at, None, True
                one.moved_act = True
        if wreck and not team.vehicle:
            self.pin_due.add(team.id)
        self.standing(team, "R-147")

    def on_relocated(self, event):
        team = self.team(event["team"])
        self.equal(self.game.rule("struck-stratagems", "off"), "on", "CW-STR-07", "struck-stratagems")
        armed = any(self.book.trait(weapon, "precision") for _, weapons in team.lines for weapon in weapons)
        self.expect(armed, "CW-STR-07", f"{team} is relocated")
        for enemy in self.game.enemies(team.side):
            self.expect(self.game.gap(team, enemy) > 6 - WITHIN, "CW-STR-07", f"{team} is relocated near {enemy}")
        for one in (team, self.game.officer_of(team)):
            if one is not None:
                one.state, one.at = "waiting", None
