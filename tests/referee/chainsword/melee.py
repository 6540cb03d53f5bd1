"""Charges and melee (MEL, BAS-16 to 19)."""

from .geometry import SLACK


class Melee:
    """Judges charges and rounds of melee."""

    def begin_melee(self):
        self.charge = None
        self.round = {}  # Team -> wounds left when the round began
        self.steps = []  # blows of one initiative, which are told before what they take
        self.last_melee = None
        self.sweep, self.held = None, {}

    def margin_of(self, team):
        """Wounds by which its side has lost the round."""
        if self.last_melee is None:
            return 0
        return abs(self.last_melee["lost"][0] - self.last_melee["lost"][1])

    def on_charge(self, event):
        team, target = self.team(event["team"]), self.team(event["target"])
        self.expect(team.side == self.active, "CW-MOV-02", f"{team} charges in the enemy Phase")
        self.expect(team.side != target.side, "CW-MOV-02", f"{team} charges a friend")
        self.expect(not team.locked, "CW-ACT-04", f"{team} is locked and charges")
        self.expect(not team.vehicle or team.walker, "CW-MOV-09", f"{team} charges")
        self.expect(not team.unit.endswith("-battery"), "R-101", f"{team} charges")
        self.expect(not team.arrived, "CW-DEP-10", f"{team} charges as it arrives from reserve")
        self.expect(not self.game.pinned(team) or team.vehicle, "CW-ACT-02", f"{team} is pinned and charges")
        self.expect(target.on_table and not target.with_, "CW-MOV-02", f"{target} is {target.state} and is charged")
        if team.at and target.at and target.on_table:
            seen = self.game.ground.sight_range(team.shape(), target.shape(), self.game.smoke)
            self.expect(True in seen, "CW-MOV-02", f"{team} does not see {target}")
            most = self.pace(team, "charge") + 12 - team.shock
            far = self.game.gap(team, target)
            self.expect(far <= most + 0.05 + 4 * SLACK, "R-132", f"{target} is {far:.2f} away, {most} is the most")
        self.charge = {"team": team, "target": target.id, "roll": None}
        team.mode = "charge"

    def roll_charge(self, event):
        """Dice of a charge: 2d6, or 3d6 over difficult ground (CW-MOV-02, 07)."""
        count = len(event["result"])
        self.expect(count in (2, 3), "CW-MOV-02", f"{count} dice of a charge")
        if self.charge is not None:
            self.charge["roll"] = sum(sorted(event["result"])[:2])
            self.charge["rough"] = count == 3

    def on_contact(self, event):
        team, target = self.team(event["team"]), self.team(event["target"])
        far = self.game.gap(team, target)
        self.expect(far <= 0.05 + SLACK, "R-87", f"{team} touches {target} at {far:.3f}")
        team.charged |= team.mode == "charge"
        if target.vehicle and not target.walker:
            team.assails = target.id
        else:
            team.locked.add(target.id)
            target.locked.add(team.id)
            target.overwatch = False

    # Rounds.

    def vitality(self, team):
        """Wounds, or hull points, that a Team has left."""
        if team.vehicle:
            return team.hull
        return team.models * team.profile.get("wounds", 1) - team.wounds if team.models > 0 else 0

    def begin_round(self):
        if not self.round:
            self.round = {one.id: self.vitality(one) for one in self.game.alive()}

    def on_blows(self, event):
        self.end_volley()
        self.begin_round()
        by, target = self.team(event["by"]), self.team(event["target"])
        striker = by
        host = self.game.teams.get(by.with_) if by.officer and by.with_ else by
        ok = target.id in host.locked or host.assails == target.id or target.assails == host.id
        self.expect(ok, "CW-MEL-06", f"{by} strikes {target}, with whom it is not locked")
        needs, dice = list(event["needs"]), list(event["dice"])
        weapon = self.book.codex["melee-weapons"].get(by.profile.get("melee-weapon"), {})
        grenade = self.book.codex["melee-weapons"]["breaching-charge"]
        hull = target.vehicle
        each = striker.profile.get("attacks", 1) + ("second-weapon" in by.traits)
        each += host.charged and self.game.number("charge-bonus", 1)
        models = 1 if by.officer or by.vehicle else by.models
        full = {int(each * models)}
        if hull and not target.walker and "breaching-charge" in by.traits:
            full.add(models)
        self.expect(event["attacks"] in full, "CW-BAS-17", f"{by} has {sorted(full)} attacks, {event['attacks']} are told")
        mate = self.game.officer_of(target)
        shield = target if target.models > 0 or mate is None else mate
        if not hull or target.walker:
            mine, theirs = by.profile["ws"], shield.profile["ws"]
            hit = 3 if mine > theirs else 5 if theirs > 2 * mine else 4
        else:
            hit = None
        if hit is not None:
            self.equal(needs[0], hit, "CW-BAS-16", f"{by} hits {target} on")
        if not hull:
            strength = weapon.get("strength") or min(10, by.profile["strength"] * weapon.get("factor", 1))
            wound = self.book.wound(strength, shield.profile["toughness"])
            saves = []
            armour, ap = shield.profile.get("save", 0), weapon.get("ap", 0)
            if armour and not (ap and ap <= armour):
                saves.append(armour)
            if shield.profile.get("invulnerable"):
                saves.append(shield.profile["invulnerable"])
            save = max(2, min(saves)) if saves else 7
            self.equal(needs[1:], [wound, save], "CW-MEL-02", f"{by} wounds {target} on, and is saved on")
        if len(dice) < event["attacks"] and needs[0] > 1:
            self.violation("CW-BAS-16", f"{len(dice)} dice for {event['attacks']} attacks")
            return
        hits = self.roll(dice, event["attacks"], needs[0], "CW-BAS-16") if needs[0] > 1 else event["attacks"]
        if hull:
            self.equal(event["wounds"], hits, "CW-BAS-16", f"hits of {by} on {target}")
            self.hull_is_struck(by, target, event, weapon, grenade)
        else:
            wounds = self.roll(dice, hits, needs[1], "CW-BAS-05")
            saved = self.roll(dice, wounds, needs[2], "CW-BAS-08")
            self.equal(event["wounds"], wounds - saved, "CW-MEL-02", f"wounds of {by} on {target}")
        self.expect(not dice, "CW-MEL-02", lambda: f"{len(dice)} dice too many")

    def on_melee(self, event):
        self.judge_hits()
        self.begin_round()
        lost = [0, 0]
        for name in [one for side in event["teams"] for one in side]:
            for team in (self.team(name), self.game.officer_of(self.team(name))):
                if team is not None and (not team.vehicle or team.walker):
                    lost["AB".index(team.side)] += max(0, self.round.get(team.id, 0) - self.vitality(team))
        self.equal(list(event["lost"]), lost, "CW-BAS-19", "wounds lost by A and B")
        a, b = event["lost"]
        best = "A" if b > a else "B" if a > b else None
        # Equal is a draw, also where a side is destroyed by it; who has nobody left wins nothing.
        there = {self.team(name).side for side in event["teams"] for name in side if not self.team(name).dead}
        self.equal(event["winner"], best if best in there else None, "CW-BAS-19", "who wins the round")
        self.last_melee, self.round, self.grenades = event, {}, {}
        self.held = {one.id: set(one.locked) for one in self.game.alive()}

    def choose_break_off(self, side, choice):
        """R-139: a Team that can hurt none of its enemies may break off after a drawn or won round, as by a failed break test."""
        if not choice["break-off"]:
            return
        told = self.peek()
        if not self.expect(told.get("what") == "pursuit", "R-139", "nobody pursues who breaks off"):
            return
        team = self.team(told["team"])
        self.equal(team.side, side, "R-139", f"who breaks off with {team}")
        won = self.last_melee is not None and self.last_melee["winner"] in (None, side)
        self.expect(won, "R-139", f"{team} breaks off without a drawn or won round")
        self.expect(bool(team.locked), "R-139", f"{team} is locked with nobody and breaks off")
        for enemy in map(self.team, team.locked):
            self.expect(not self.can_hurt(team, enemy), "R-139", f"{team} can hurt {enemy} and breaks off")
        self.flights[team.id] = "break"

    def can_hurt(self, team, enemy):
        """Whether blows of a Team, or of its officer, may take anything from an enemy."""
        for one in (team, self.game.officer_of(team)):
            if one is None:
                continue
            weapon = self.book.codex["melee-weapons"].get(one.profile.get("melee-weapon"), {})
            strength = weapon.get("strength") or min(10, one.profile["strength"] * weapon.get("factor", 1))
            if enemy.vehicle:
                if strength + 6 >= enemy.profile["armour"]["front" if enemy.walker else "rear"]:
                    return True
            elif self.book.wound(strength, enemy.profile["toughness"]) <= 6:
                return True
        return False

    def on_victor(self, event):
        self.equal(len(event["dice"]), 1, "R-140", "dice of the winner")
        self.equal(event["inches"], event["dice"][0], "R-140", "inches of the winner")

    def roll_pursuit(self, event):
        self.equal(len(event["result"]), 1, "CW-BAS-19", "dice of the pursuit")
        self.sweep = {"team": self.team(event["team"]), "pursuit": event, "escape": None}

    def roll_escape(self, event):
        self.equal(len(event["result"]), 1, "CW-BAS-19", "dice of the escape")
        if self.sweep is not None:
            self.sweep["escape"] = event

    def judge_sweep(self, swept, team):
        """Whether the loser of a round is caught (CW-BAS-19)."""
        sweep, self.sweep = self.sweep, None
        if sweep is None or sweep["team"] is not team or sweep["escape"] is None:
            self.violation("CW-BAS-19", f"{team} is swept, or escapes, without dice")
            return
        winners = [one for one in self.game.bodies(self.other(team.side)) if team.id in self.held.get(one.id, ())]
        mine = sweep["escape"]["result"][0] + team.profile["initiative"]
        answers = {sweep["pursuit"]["result"][0] + one.profile.get("initiative", 0) >= mine for one in winners}
        self.expect(not answers or swept in answers, "CW-BAS-19", f"{team} is swept: {not swept}")
