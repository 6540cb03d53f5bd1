"""Hits on vehicles (BAS-20 to 23)."""

RESULTS = {1: "shaken", 2: "shaken", 3: "stunned", 4: "weapon-destroyed", 5: "immobilised"}


MINES = {"strength": 8, "ap": 0, "pens": {1}, "facings": {"rear"}, "save": 0}


class Hulls:
    """Judges damage of vehicles."""

    def begin_hulls(self):
        self.hits = []  # hits on hulls that have to be told, in their order
        self.grenades = {}  # who strikes with grenades in this round

    def hull_is_hit(self, volley, team, weapon, hits, save):
        """Hits of a weapon: their strength, AP, dice of penetration, the facing (CW-BAS-20, 22, CW-GEO-04, R-151)."""
        book, row = self.game.book, self.game.book.weapons[weapon]
        dancer = volley.by.trait("vector-dancer")
        if volley.kind == "dogfight":
            facings = {"front", "side"} if dancer else {"front"}
        elif book.trait(weapon, "barrage"):
            facings = {"side"}
        else:
            facings = self.facings(team, volley.event["from"] or team.at)
        pens, inches = {1}, volley.event["inches"]
        if book.trait(weapon, "fusion"):
            pens = {2 if inches + more <= row["range"] / 2 + 0.01 else 1 for more in (-0.004, 0.004)}
        self.due_hits(team, hits, {
            "strength": 3 if "wound-on" in row else row["strength"], "ap": row.get("ap", 0), "pens": pens,
            "facings": facings, "save": 0 if book.trait(weapon, "ignores-cover") else save,
        })

    def hull_is_struck(self, by, team, event, weapon, grenade):
        """Blows on a hull: on the rear, of a walker on the front (CW-BAS-16)."""
        # Who is not asked has no choice: then attacks tell.
        charges = not team.walker and self.grenades.get(by.id, "breaching-charge" in by.traits and event["attacks"] == by.models)
        strength = grenade["strength"] if charges else weapon.get("strength") or min(10, by.profile["strength"] * weapon.get("factor", 1))
        self.due_hits(team, event["wounds"], {
            "strength": strength, "ap": (grenade if charges else weapon).get("ap", 0), "pens": {1},
            "facings": {"front" if team.walker else "rear"}, "save": 0,
        })

    def due_hits(self, team, count, hit):
        """So many hits of a kind have to be told."""
        self.hits.append({**hit, "team": team, "left": count})

    def choose_strike(self, side, choice):
        self.grenades[choice["by"]] = choice["grenades"]

    def judge_hits(self):
        """All hits on hulls have been told, unless nothing is left of them."""
        hits, self.hits = self.hits, []
        for hit in hits:
            team = hit["team"]
            told = hit["left"] <= 0 or team.dead or team.hull <= 0
            self.expect(told, "CW-BAS-20", lambda: f"{hit['left']} hits on {team} are not told")

    def judge_hit(self, event, team):
        """Whether a hit is one of those that are due."""
        due = [one for one in self.hits if one["team"] is team]
        hit = next((one for one in due if one["left"] > 0), None)
        if hit is None:
            self.expect(not due, "CW-BAS-20", f"a hit too many on {team}")
            hit = MINES
        else:
            hit["left"] -= 1
        self.equal(event["strength"], hit["strength"], "CW-BAS-20", f"strength of a hit on {team}")
        self.equal(event["ap"], hit["ap"], "CW-BAS-20", f"AP of a hit on {team}")
        self.expect(event["pen-dice"] in hit["pens"], "CW-BAS-22", f"{event['pen-dice']} dice of penetration")
        armours = {team.profile["armour"][facing] for facing in hit["facings"]}
        self.expect(event["armour"] in armours, "CW-GEO-04", f"armour {event['armour']} of {team}, {sorted(armours)} is struck")
        self.equal(event["save"], hit["save"], "CW-BAS-23", f"save of {team}")

    def on_damage(self, event):
        team, dice = self.team(event["team"]), list(event["dice"])
        self.expect(team.vehicle, "CW-BAS-20", f"{team} has no hull")
        if not team.vehicle:
            return
        self.equal(event["hull"], team.hull, "CW-BAS-20", f"hull points of {team}")
        self.judge_hit(event, team)
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
