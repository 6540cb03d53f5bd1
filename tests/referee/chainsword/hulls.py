"""Hits on vehicles (BAS-20 to 23)."""

RESULTS = {1: "shaken", 2: "shaken", 3: "stunned", 4: "weapon-destroyed", 5: "immobilised"}


class Hulls:
    """Judges damage of vehicles."""

    def on_damage(self, event):
        team, dice = self.team(event["team"]), list(event["dice"])
        self.expect(team.vehicle, "CW-BAS-20", f"{team} has no hull")
        if not team.vehicle:
            return
        self.equal(event["hull"], team.hull, "CW-BAS-20", f"hull points of {team}")
        self.expect(event["armour"] in team.profile["armour"].values(), "CW-BAS-20", f"armour {event['armour']} of {team}")
        pens = event["pen-dice"]
        roll = event["strength"] + sum(dice[:pens])
        dice = dice[pens:]
        effect, hull = event["effect"], team.hull
        if roll < event["armour"]:
            due = "no-effect"
        else:
            due = None
            if event["save"]:
                if not self.expect(bool(dice), "CW-BAS-23", "no save is thrown"):
                    return
                if dice.pop(0) >= max(2, event["save"]):
                    due = "saved"
            if due is None:
                hull -= 1
                due = "glance"
                if roll > event["armour"]:
                    due = self.damage_result(team, event, dice)
                elif hull <= 0:
                    due = "wrecked"
                if hull <= 0 and due not in ("explodes", "wrecked"):
                    due = "wrecked"
        if isinstance(due, str):
            self.equal(effect, due, "CW-BAS-21", f"what befalls {team}")
        team.hull = max(0, hull)
        if effect in ("shaken", "stunned", "immobilised"):
            kind = "stunned" if effect == "immobilised" and team.flyer and team.state != "table" else effect
            team.damage[kind] = True
        if effect == "explodes":
            team.hull = 0
        self.equal(event["left"], team.hull, "CW-BAS-20", f"hull points left of {team}")
        if dice and effect == "weapon-destroyed":
            working = [i for i, line in enumerate(team.lines) if line[0]]
            if self.expect(dice[0] < len(working), "CW-BAS-21", "the lot names no weapon"):
                team.lines[working[dice[0]]][0] = 0
            dice = dice[1:]
        self.expect(not dice, "CW-BAS-20", lambda: f"{len(dice)} dice too many")

    def damage_result(self, team, event, dice):
        """Row of the damage table; takes its die."""
        if not self.expect(bool(dice), "CW-BAS-21", "no damage roll is thrown"):
            return None
        roll = dice.pop(0)
        roll += {1: 2, 2: 1}.get(event["ap"], 0) + ("open-topped" in team.traits)
        return "explodes" if roll >= 6 else RESULTS[roll]
