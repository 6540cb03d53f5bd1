"""Turns, Phases, Command Dice, stratagems, activations, orders (TRN, CMD, STR, ACT, OFF)."""

from .setup import half

# Scenarios in which the attacker is active first.
ATTACKER_FIRST = ("delaying-action", "flank-attack", "attack-on-an-objective")


class Course:
    """Judges the frame of the game."""

    def begin_course(self):
        self.phase, self.turn, self.active = 0, 0, None
        self.again = self.turn_ends = self.event_due = False
        self.turn_over = False
        self.faces, self.wild, self.rolled = [0, 0, 0, 0], False, None
        self.spent = 0
        self.grant, self.acting, self.orders = None, None, {}
        self.interrupting = self.formed = None
        self.broken_in = set()  # Teams that have acted by the Interrupt
        self.closed = self.tests_open = self.infiltrating = False

    # Turns and Phases.

    def on_turn(self, event):
        self.equal(event["turn"], self.turn + 1, "CW-TRN-03", "number of the Turn")
        self.expect(self.turn == 0 or self.turn_over, "CW-TRN-04", "the last Turn has not ended")
        self.turn, self.turn_over = event["turn"], False
        if self.turn == 1:
            self.end_set_up()

    def end_set_up(self):
        """All points are placed; markers go (CW-JOP-08)."""
        from .setup import EXTRA, POINTS

        game = self.game
        for index, side in enumerate("AB"):
            due = POINTS.get(game.scenario, (3, 3))[index] + (side == "B" and game.scenario in EXTRA)
            self.equal(len(game.sides[side].points), due, "CW-JOP-01", f"points of {side}")
            game.sides[side].markers = []

    def on_phase(self, event):
        self.end_phase()
        self.equal(event["phase"], "phase", "trace", "what begins")
        self.expect(self.turn > 0 and not self.turn_over, "CW-TRN-03", "a Phase outside a Turn")
        self.expect(self.phase < self.game.number("max-phases", 80), "CW-TRN-11", "a Phase beyond the cap")
        if self.active is None:
            due = "A" if self.game.scenario in ATTACKER_FIRST else self.first
            self.equal(event["side"], due, "CW-TRN-12", "who is active first")
        else:
            due = self.active if self.again else self.other(self.active)
            self.equal(event["side"], due, "CW-TRN-02", "who is active")
        self.phase, self.active = self.phase + 1, event["side"]
        self.again = self.turn_ends = self.event_due = False
        self.faces, self.wild, self.rolled = [0, 0, 0, 0], False, None
        self.grant, self.acting, self.orders, self.commander = None, None, {}, None
        self.closed = False
        self.begin_phase()

    def begin_phase(self):
        """What a new Phase changes in the states of Teams."""
        for team in self.game.teams.values():
            team.new_phase()
            if team.side == self.active:
                team.moved_last, team.moved_now = team.moved_now, False
        for side in self.game.sides.values():
            side.rerolled = False
        self.tests_open = True

    def end_phase(self):
        """States that last for a Phase end (R-113)."""
        self.end_volley()
        self.settle("CW-FMO-05")
        if self.active is not None:
            self.missing_tests()
        later = self.game.rule("covering-fire-duration", "next-phase") == "next-enemy-phase"
        for team in self.game.teams.values():
            if not later:
                team.suppressed, team.suppressed_next = team.suppressed_next, False
            elif team.side == self.active:
                team.suppressed = False
            elif team.suppressed_next:
                team.suppressed, team.suppressed_next = True, False
            if team.side == self.active:
                if team.pinned_until and not team.newly_pinned:
                    team.pinned_until = None
                team.newly_pinned = False
        if self.game.smoke:
            self.game.smoke -= 1

    # Decisions.

    def on_choice(self, event):
        self.end_volley()
        if self.lock_check:
            self.lock_check = False
            self.judge_locks()
        choice, side = event["choice"], event["side"]
        self.choice, self.chooser = choice, side
        for key in choice:
            handler = getattr(self, "choose_" + key.replace("-", "_"), None)
            if handler:
                handler(side, choice)

    def choose_move_marker(self, side, choice):
        self.moving = True
        self.marker_turn(side, True)

    def choose_pass(self, side, choice):
        if self.markers_set and not self.phase and not any(one.points for one in self.game.sides.values()) and not self.infiltrating:
            done = any(one.markers and all(mark["locked"] for mark in one.markers) for one in self.game.sides.values())
            if not done and self.passes < 2 and self.marker_moves < self.game.number("patrol-move-cap", 48):
                self.marker_turn(side, False)

    def choose_spend(self, side, choice):
        self.equal(side, self.active, "CW-CMD-11", "who spends dice")
        self.expect(not self.closed, "R-118", "a die is spent after the last one")
        self.settle("CW-FMO-05")
        self.grant = {"face": choice["spend"], "team": choice.get("team"), "squad": choice.get("squad"), "point": None}
        self.finish_act()
        self.commander = self.order = None
        self.may_spend(choice)

    def may_spend(self, choice):
        """Who may be moved by which face (CW-CMD-02 to 05, 13, R-180)."""
        game, face = self.game, choice["spend"]
        team = self.team(choice.get("squad") or choice["team"])
        self.expect(team.side == self.active, "CW-CMD-02", f"{team} is moved by the enemy's die")
        mates = [team] if face != 2 else [*game.squad_of(team), *(one for one in game.alive() if self.carries(one, team))]
        self.expect(any(not one.dead for one in mates), "CW-CMD-02", f"{team} is gone and is given a die")
        if team.officer:
            due = self.book.codex["ranks"][team.rank]["face"]
            self.equal(face, due, f"CW-CMD-0{due + 1}", f"die for {team}")
        elif team.flyer:
            beast = team.trait("creature")
            three = 4 if game.rule("intercept-die", "junior") == "senior" else 3
            self.expect(face in ((1, 2) if beast else (3, three)), "CW-FLY-01", f"{team} is given a {face}")
        elif team.vehicle:
            usual = () if game.rule("vehicle-activation", "team-or-squad") == "junior-leader" else (1, 2)
            rides = game.rule("vehicle-activation", "team-or-squad") == "junior-leader"
            faces = (*usual, 3) if team.trait("commander") or rides else usual
            self.expect(face in faces or game.is_transport(team) and face in (1, 2), "CW-CMD-13", f"{team} is given a {face}")
        else:
            self.expect(face in (1, 2), "CW-CMD-02", f"{team} is given a {face}")
        self.expect((face == 2) == bool(choice.get("squad")), "CW-CMD-03", f"a {face} for {team}")

    def granted(self, team):
        """Whether the die that was spent last reaches a Team."""
        if self.grant is None:
            return False
        if self.grant["team"]:
            return self.grant["team"] == team.id
        head = self.team(self.grant["squad"])
        return team.squad == head.squad or self.carries(team, head)

    def carries(self, hull, team):
        """Whether it is the transport of a Team's Squad."""
        return any(one.transport == hull.id and one.squad == team.squad for one in self.game.teams.values())

    def choose_mode(self, side, choice):
        team = self.acting
        if team is None:
            self.violation("CW-ACT-01", "nobody is acting and a mode is chosen")
            return
        mode = choice["mode"]
        self.expect(team.mode is None, "R-174", f"{team} names a second mode")
        team.mode = mode
        pinned = self.game.pinned(team) and not team.vehicle
        self.expect(mode == "stand" or not pinned, "CW-ACT-02", f"{team} is pinned and chooses {mode}")
        self.expect(mode == "stand" or not team.locked, "CW-ACT-04", f"{team} is locked and chooses {mode}")
        hull = team.vehicle and not team.walker or team.flyer
        known = ("stand", "combat-speed", "cruising", "flat-out") if hull else ("stand", "standard", "run", "tactical", "charge")
        self.expect(mode in known, "CW-MOV-09", f"{team} chooses {mode}")
        if mode == "tactical":
            team.tactical = True

    # Command Dice.

    def dice_due(self, side):
        """Command Dice of a side now (CW-CMD-01, CW-FMO-02)."""
        game = self.game
        force = game.sides[side]
        usual = self.book.dice_of(force.level, game.rule("fm-table", "by-number"))
        lost = self.book.codex["command-dice"]["by-number"][-1] - usual
        return max(1, int(game.number("command-dice", 5)) - lost - force.jammed)

    def command_roll(self, event):
        """A roll of Command Dice, or one of them again."""
        force = self.game.sides[event["side"]]
        result, dice = list(event["result"]), list(event["dice"])
        self.equal(event["side"], self.active, "CW-CMD-01", "who rolls")
        if self.rolled is None:
            self.equal(len(result), self.dice_due(event["side"]), "CW-CMD-01", "Command Dice")
            self.equal(sorted(dice), sorted(result), "CW-CMD-01", "dice of the roll")
            force.jammed = 0
        else:
            self.again_roll(event, self.rolled)
        self.rolled, self.reroll_open = result, False

    def again_roll(self, event, before):
        """One die is thrown again; the others lie (CW-STR-02)."""
        result, dice = event["result"], event["dice"]
        force = self.game.sides[event["side"]]
        self.expect(force.rerolled, "CW-STR-02", "a die is thrown again without the stratagem")
        self.equal(len(result), len(before), "CW-STR-02", "dice of the roll")
        changed = [i for i, (old, new) in enumerate(zip(before, result)) if old != new]
        self.expect(len(dice) == 1 and len(changed) <= 1, "CW-STR-02", "more than one die is thrown again")
        self.expect(not changed or result[changed[0]] == dice[0], "CW-STR-02", "another die lies there")

    def on_hand(self, event):
        self.equal(event["side"], self.active, "CW-CMD-01", "whose hand")
        if self.rolled is None:
            self.lost("CW-CMD-01", "a hand without a roll")
        roll, force = self.rolled, self.game.sides[self.active]
        sixes = roll.count(6)
        self.equal(list(event["faces"]), [roll.count(face) for face in (1, 2, 3, 4)], "CW-CMD-02", "faces")
        self.equal(event["wild"], sixes == 1, "CW-CMD-07", "the wildcard")
        self.equal(event["gained"], roll.count(5), "CW-CMD-06", "command points gained")
        self.equal(event["points"], force.bank + roll.count(5), "CW-CMD-06", "command points")
        force.bank = event["points"]
        self.faces, self.wild = list(event["faces"]), event["wild"]
        self.again, self.turn_ends = sixes >= 2, sixes >= 3
        self.event_due = sixes >= 4 and self.game.rule("random-events", "table") == "table"

    def on_random_event(self, event):
        self.expect(self.event_due, "CW-CMD-09", "a random event without four 6s")
        self.event_due = False
        dice, what = list(event["dice"]), event["what"]
        keys = ("smoke-drift", "stray-shell", "second-wind", "supply-drop", "signal-jam", "brush-fire")
        self.equal(what, keys[dice[0] - 1], "CW-CMD-12", "random event")
        if what == "smoke-drift":
            self.game.smoke = 2
        elif what == "supply-drop":
            self.game.sides[self.active].bank += half(dice[1])
        elif what == "signal-jam":
            self.game.sides[self.other(self.active)].jammed = 1
        elif what == "brush-fire":
            fuel = [one for one in self.game.ground.pieces if one.key in ("woods", "scrub")]
            if len(dice) > 1 and self.expect(dice[1] < len(fuel), "R-121", "no such area"):
                fuel[dice[1]].burning = True
        elif what == "second-wind":
            self.winds = {one.id: max(0, one.shock - 1) for one in self.game.on_table() if one.shock}

    def on_die(self, event):
        self.equal(event["side"], self.active, "CW-CMD-11", "who spends a die")
        face = event["face"]
        if event["wild"]:
            self.expect(self.wild, "CW-CMD-07", "there is no wildcard")
            self.wild = False
        elif not 1 <= face <= 4 or self.faces[face - 1] < 1:
            self.violation("CW-CMD-11", f"no die shows {face}")
        else:
            self.faces[face - 1] -= 1
        self.spent += 1
        if self.choice and "spend" in self.choice:
            self.equal(face, self.choice["spend"], "CW-CMD-11", "face of the die")

    def on_dice_left(self, event):
        self.equal(event["side"], self.active, "CW-CMD-11", "whose dice")
        point = self.wild and self.game.rule("wildcard-cp", "yes") == "yes"
        self.equal(event["point"], point, "R-116", "the wildcard becomes a command point")
        left = sum(self.faces) + (self.wild and not point)
        self.equal(event["lapsed"], left, "CW-CMD-11", "dice that lapse")
        if event["point"]:
            self.game.sides[self.active].bank += 1
        self.faces, self.wild, self.closed = [0, 0, 0, 0], False, True
        self.finish_act()
        self.grant = None

    def on_stratagem(self, event):
        force, what = self.game.sides[event["side"]], event["what"]
        cost = int(self.game.number("stratagem-cost", 6))
        self.equal(event["points"], force.bank - cost, "CW-STR-01", "command points left")
        self.expect(event["points"] >= 0, "CW-STR-01", "command points are overdrawn")
        force.bank = event["points"]
        known = ("reroll", "interrupt", "end-turn", "ambush", "steady", "relocate-sniper")
        self.expect(what in known, "CW-STR-01", f"no stratagem is called {what}")
        if what == "reroll":
            self.reroll_open = True
            self.expect(not force.rerolled, "CW-STR-02", "a second die is thrown again in this Phase")
            force.rerolled = True
        elif what == "end-turn":
            self.equal(event["side"], self.active, "CW-STR-04", "who ends the Turn")
            self.turn_ends = True
        elif what == "interrupt":
            self.expect(event["side"] != self.active, "CW-STR-03", "an Interrupt in the own Phase")
        elif what == "steady":
            found = next((one for one in self.due if one[0] == event["side"]), None)
            if self.expect(found is not None, "CW-STR-06", "no test of Force Morale is due"):
                self.due.remove(found)
        elif what == "relocate-sniper":
            self.equal(self.game.rule("struck-stratagems", "off"), "on", "CW-STR-07", "struck-stratagems")

    # Activations and orders.

    def on_activation(self, event):
        team = self.team(event["team"])
        self.settle("CW-FMO-05")
        self.expect(not team.dead, "CW-ACT-01", f"{team} is gone")
        self.expect(not (team.falling or team.broken), "CW-ACT-02", f"{team} is broken or falls back")
        choice = self.choice or {}
        self.finish_act()
        team.mode, team.fired, team.moved_act = None, False, False
        team.old_damage = [one for one in ("shaken", "stunned") if team.damage.get(one)]
        self.acting = team
        if team.with_:
            self.detach(team)
        if self.interrupting is not None and team.side != self.active:
            self.expect(not self.game.pinned(team) or team.vehicle, "CW-STR-03", f"{team} is pinned and interrupts")
            self.expect(not team.locked, "R-131", f"{team} is locked and interrupts")
            self.expect(team.squad == self.interrupting or self.carried(team), "CW-STR-03", f"{team} is not of the Squad that interrupts")
            self.expect(team.id not in self.broken_in, "CW-STR-03", f"{team} acts twice by an Interrupt")
            self.broken_in.add(team.id)
            return
        self.expect(team.side == self.active, "CW-TRN-01", f"{team} activates in the enemy Phase")
        self.expect(not team.activated, "CW-TRN-10", f"{team} activates a second time")
        ordered = choice.get("order") in ("activate", "form-team") or self.order and self.order.get("order") in ("activate", "form-team")
        if ordered and self.order:
            named = self.order.get("team") or team.id
            wide = self.game.rule("order-target", "team") == "squad" and self.team(named).squad == team.squad
            new = self.order["order"] == "form-team" and team is self.formed
            self.expect(named == team.id or wide or new, "CW-OFF-05", f"{team} activates by the order for {named}")
        else:
            self.expect(self.granted(team), "CW-CMD-02", f"{team} activates without a die")
        if team.came_on and self.game.rule("deploy-then-activate", "yes") == "no":
            self.expect(False, "CW-DEP-08", f"{team} has deployed and activates")
        team.activated = True
        for one in (team, self.game.officer_of(team)):
            if one is not None:
                one.overwatch = one.tactical = False

    def finish_act(self):
        """An activation is over: what shook or stunned the vehicle before it ends (R-149)."""
        team, self.acting = self.acting, None
        if team is not None:
            for one in team.old_damage:
                team.damage.pop(one, None)
            team.old_damage = []

    def carried(self, team):
        """Whether it is the transport of the Squad that interrupts."""
        return any(one.transport == team.id and one.squad == self.interrupting for one in self.game.alive())

    def choose_interrupt(self, side, choice):
        self.interrupting, self.broken_in = self.team(choice["interrupt"]).squad, set()
        self.expect(side != self.active, "CW-STR-03", "an Interrupt in the own Phase")
