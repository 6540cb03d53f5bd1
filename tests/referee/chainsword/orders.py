"""Officers: their dice, orders, attachment, Teams split and mended (OFF)."""

from .geometry import SLACK, gap

WITHIN = 0.01 + SLACK


class Orders:
    """Judges officers and what they order."""

    def begin_orders(self):
        self.commander, self.orders_left, self.order = None, 0, None

    def body_of(self, officer):
        """Outline from which an officer measures: his own, his Team's, his carrier's (CW-OFF-04, R-142)."""
        teams = self.game.teams
        host = teams.get(officer.with_)
        if host is not None and host.on_table and host.at:
            return host.shape()
        carrier = teams.get(officer.aboard) or (teams.get(host.aboard) if host is not None else None)
        if carrier is not None and carrier.on_table:
            return carrier.shape()
        return officer.shape() if officer.at else None

    def on_commands(self, event):
        officer = self.team(event["officer"])
        self.expect(officer.officer, "CW-OFF-01", f"{officer} gives orders")
        self.expect(officer.side == self.active, "CW-OFF-02", f"{officer} gives orders in the enemy Phase")
        self.expect(not officer.commanded, "CW-OFF-12", f"{officer} uses his die a second time")
        officer.commanded = True
        row = self.book.codex["ranks"][officer.rank]
        due = row["orders"] + (int(self.game.number("adjutant-orders", 1)) if officer.adjutant else 0)
        self.equal(event["orders"], due, "CW-OFF-01", f"orders of {officer}")
        if self.grant is not None:
            self.equal(self.grant["face"], row["face"], "CW-CMD-04" if row["face"] == 4 else "CW-CMD-04", f"die of {officer}")
        self.commander, self.orders_left = officer, event["orders"]

    def choose_order(self, side, choice):
        officer = self.commander
        self.expect(side == self.active, "CW-OFF-02", "an order in the enemy Phase")
        if not self.expect(officer is not None, "CW-OFF-02", "an order without an officer"):
            return
        self.orders_left -= 1
        self.expect(self.orders_left >= 0, "CW-OFF-03", f"{officer} has no order left")
        self.order = choice
        names = [choice[key] for key in ("team", "from", "to") if choice.get(key)]
        reach = self.book.codex["ranks"][officer.rank]["range"]
        host = self.game.teams.get(officer.with_)
        if host is not None and (host.broken or host.falling or host.locked):
            own = choice["order"] == "rally" and names == [host.id]
            self.expect(own and host.locked, "R-145", f"{officer} gives an order with {host}")
        for name in names:
            team = self.team(name)
            self.expect(team.side == side, "CW-OFF-05", f"{team} is ordered by the enemy")
            self.expect(not team.dead, "CW-OFF-05", f"{team} is gone and is ordered")
            body = self.body_of(officer)
            if team is officer or team is host or body is None or not (team.on_table and team.at):
                continue
            far = gap(body, team.shape())
            self.expect(far <= reach + WITHIN, "CW-OFF-04", f"{team} is {far:.2f} from {officer}, range {reach}")
        if choice["order"] in ("activate", "place-overwatch") and names:
            team = self.team(names[0])
            self.expect(not team.activated, "CW-OFF-05", f"{team} has activated and is ordered")
            self.expect(not team.flyer or team.on_table, "CW-FLY-01", f"{team} is ordered off the table")

    def on_attached(self, event):
        officer, team = self.team(event["officer"]), self.team(event["team"])
        self.expect(officer.officer and not team.vehicle, "CW-OFF-11", f"{officer} joins {team}")
        self.expect(officer.side == team.side, "CW-OFF-11", f"{officer} joins the enemy")
        self.expect(self.game.officer_of(team) in (None, officer), "R-142", f"{team} has an officer")
        if officer.at and team.at and officer.on_table and team.on_table:
            far = self.game.gap(officer, team)
            limit = self.game.number("attach", 2)
            self.expect(far <= limit + WITHIN, "CW-OFF-11", f"{officer} is {far:.2f} from {team}")
        if officer.with_ and officer.with_ != team.id:
            self.detach(officer)
        officer.with_ = team.id
        officer.at, officer.state, officer.aboard = team.at, team.state, team.aboard
        # On joining the higher Shock holds for both.
        officer.shock = team.shock = max(officer.shock, team.shock)
        officer.overwatch = officer.tactical = False

    def detach(self, officer):
        """He leaves his Team to act alone, with his part of its Shock (R-142, R-143)."""
        host = self.team(officer.with_)
        officer.with_ = None
        officer.shock = host.shock // (host.models + 1)
        officer.broken = officer.falling = False

    def on_overwatch(self, event):
        team = self.team(event["team"])
        self.expect(not self.game.pinned(team) or team.vehicle, "CW-SHO-05", f"{team} is pinned and goes on Overwatch")
        self.expect(not (team.falling or team.broken or team.locked), "CW-SHO-05", f"{team} cannot go on Overwatch")
        self.expect(team.side == self.active, "CW-SHO-05", f"{team} goes on Overwatch in the enemy Phase")
        if self.order and self.order.get("order") == "place-overwatch" and self.order.get("team") == team.id:
            self.expect(not team.activated, "CW-OFF-07", f"{team} has activated")
            team.overwatch_moved = team.tactical = False
            if team.with_:
                self.detach(team)
        else:
            self.expect(self.acting is team, "CW-SHO-05", f"{team} goes on Overwatch without being activated")
            self.expect(not team.fired, "CW-SHO-05", f"{team} has fired and goes on Overwatch")
            calm = team.mode in (None, "stand", "standard", "combat-speed", "cruising")
            self.expect(calm, "CW-SHO-05", f"{team} goes on Overwatch after {team.mode}")
            self.equal(self.game.rule("self-overwatch", "yes"), "yes", "CW-SHO-05", "self-overwatch")
            team.overwatch_moved = team.moved_act or team.mode not in (None, "stand")
        team.watch_mode = team.mode if self.acting is team else None
        team.overwatch, team.activated = True, True
        team.fired = True

    def on_transfer(self, event):
        one, two = self.team(event["from"]), self.team(event["to"])
        self.expect(one.squad == two.squad, "CW-OFF-09", f"{one} and {two} are of two Squads")
        self.expect(one.models > 1, "R-146", f"the last model of {one} goes")
        if one.at and two.at:
            far = self.game.gap(one, two)
            self.expect(far <= self.game.number("transfer-distance", 6) + WITHIN, "CW-OFF-09", f"{one} and {two} are {far:.2f} apart")
        line = (self.order or self.choice or {}).get("line", 0)
        weapons = one.lines[line][1]
        one.lines[line][0] -= 1
        same = next((entry for entry in two.lines if entry[1] == weapons and entry[0]), None)
        free = next((entry for entry in two.lines if not entry[0]), None)
        if same is not None:
            same[0] += 1
        elif free is not None:
            free[:] = [1, list(weapons)]
        else:
            two.lines.append([1, list(weapons)])
        one.models -= 1
        two.models += 1

    def on_formed(self, event):
        from .state import Team

        parent = self.team(event["from"])
        self.expect(event["team"] not in self.game.teams, "CW-OFF-08", f"{event['team']} is there already")
        self.expect(0 < event["models"] < parent.models, "CW-OFF-08", f"{event['models']} of {parent.models} are split off")
        self.expect(not parent.activated, "CW-OFF-08", f"{parent} has activated")
        counts = (self.order or {}).get("counts") or [event["models"]]
        self.equal(sum(counts), event["models"], "CW-OFF-08", "models split off")
        shock = parent.shock * event["models"] // parent.models
        lines = [{"count": count, "weapons": list(weapons)} for count, (_, weapons) in zip(counts, parent.lines)]
        told = {
            "id": event["team"], "unit": parent.unit, "squad": parent.squad[1], "state": "table", "at": event["at"],
            "heading": None, "models": event["models"], "wounds": 0, "hull": 0, "shock": shock, "lines": lines,
        }
        team = Team(told, parent.side, self.book)
        team.came_on, team.from_reserve = parent.came_on, parent.from_reserve
        team.moved_now, team.moved_last = parent.moved_now, parent.moved_last
        team.size = parent.size
        self.formed = team
        self.game.teams[team.id] = team
        for line, count in zip(parent.lines, counts):
            line[0] -= count
        parent.models -= event["models"]
        parent.shock -= shock  # CW-SHK-09: the rest stays, with the officer as well
        mate = self.game.officer_of(parent)
        if mate is not None:
            mate.shock = parent.shock
        self.game.count_squad(parent.squad)
        self.expect(len([one for one in self.game.squad_of(parent) if not one.vehicle]) <= 4, "R-146", "a fifth Team of a Squad")
