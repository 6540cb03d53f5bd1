"""What fire and melee take: models, Shock, Teams (SHO-10, SHK, BAS-10, 11)."""

from .geometry import apart, from_way
from .ground import Piece


def after_wounds(models, wounds, each, instant):
    """Models and wounds of the front model after unsaved wounds; `instant` says of each whether it kills outright."""
    for kills in instant:
        if models <= 0:
            break
        wounds += 1
        if kills or wounds >= each:
            models, wounds = models - 1, 0
    return models, wounds


class Losses:
    """Judges losses."""

    def begin_fire(self):
        self.volley = self.pending_line = self.picked = None
        self.reroll_open = False
        self.straying = None
        self.run_shock = set()  # Teams that have taken Shock in the run of a flyer
        self.fall = {}  # Team -> models and wounds that `fallen` has to tell
        self.fewer = {}  # Team -> models that losses of melee, strays and mines leave it, until `fallen` tells them
        self.shock_due = {}  # Team -> Shock that `shock` has to tell
        self.loss_cause = None

    def shock_of(self, volley):
        """Shock that a volley gives its target (CW-SHK-01, 02)."""
        if volley.target.vehicle:
            return 0
        trigger = self.game.rule("shock-trigger", "save-step")
        if trigger == "per-save":
            return volley.steps
        if trigger == "per-unsaved":
            return volley.unsaved
        return 1 if (volley.rolled if trigger == "armour-save" else volley.steps) else 0

    def shock_in_run(self, volley):
        """The same in a flyer's run, which gives a Team one Shock in all (CW-FLY-12)."""
        shock, name = self.shock_of(volley), volley.target.id
        if volley.kind != "attack-run" or self.game.rule("shock-trigger", "save-step") not in ("save-step", "armour-save"):
            return shock
        if not shock or name in self.run_shock:
            return 0
        self.run_shock.add(name)
        return shock

    def on_losses(self, event):
        team, volley = self.team(event["team"]), self.volley
        if volley is not None and team is volley.target and not event["dice"] and not volley.gone:
            volley.gone = True
            models, wounds = after_wounds(team.models, team.wounds, team.profile.get("wounds", 1), volley.instant)
            self.equal(event["models"], team.models - models, "CW-BAS-11", f"models that {team} loses")
            if models > 0 or event["shock"]:
                self.equal(event["shock"], self.shock_in_run(volley), "CW-SHK-01", f"Shock of the volley on {team}")
            if (models, wounds) != (team.models, team.wounds):
                self.fall[team.id] = (models, wounds)
            team.shot += team.models - models
            if volley.pinning and models > 0:
                self.pin_due.add(team.id)
        else:
            self.other_losses(event, team)
        if event["shock"]:
            self.expect(not team.vehicle, "CW-SHK-03", f"{team} takes Shock")
            self.shock_due[team.id] = team.shock + event["shock"]

    def other_losses(self, event, team):
        """Losses by strays, melee, mines, explosions."""
        self.fall.pop(team.id, None)
        self.expect(event["models"] <= team.models, "CW-BAS-11", f"{team} has {team.models} models")
        due = self.fewer.get(team.id, team.models)
        self.expect(due == team.models, "CW-BAS-11", f"losses of {team} are not told: {due} are left, not {team.models}")
        self.fewer[team.id] = team.models - event["models"]
        if self.straying and self.straying[0] is team:
            team.shot += event["models"]
            weapon, self.straying = self.straying[1], None
            # A wound that takes no model is not told: then a test may come.
            if self.book.trait(weapon, "pinning") and event["dice"]:
                (self.pin_due if 0 < event["models"] < team.models else self.pin_may).add(team.id)

    def on_fallen(self, event):
        team = self.team(event["team"])
        due = self.fall.pop(team.id, None)
        if due is not None:
            self.equal((event["models"], event["wounds"]), due, "CW-BAS-11", f"models and wounds of {team}")
        left = self.fewer.pop(team.id, event["models"])
        self.equal(event["models"], left, "CW-BAS-11", f"models left of {team}")
        self.expect(event["models"] <= team.models, "CW-TRN-08", f"{team} grows")
        lines = list(event["lines"])
        self.expect(not any(lines[len(team.lines):]), "CW-SHO-10", f"lines of {team}: {lines}")
        lines = lines[:len(team.lines)]
        if not team.vehicle:
            self.equal(sum(lines), event["models"], "CW-SHO-10", f"models of the lines of {team}")
        lost = [old[0] - new for old, new in zip(team.lines, lines)]
        self.expect(all(one >= 0 for one in lost), "CW-SHO-10", f"a line of {team} grows")
        if self.game.rule("casualty-allocation", "troopers-first") == "troopers-first":
            first = next((i for i, left in enumerate(lines) if left), len(lines))
            self.expect(not any(lost[first + 1:]), "CW-SHO-10", f"special weapons of {team} fall first: {lost}")
        team.models, team.wounds = event["models"], event["wounds"]
        for line, left in zip(team.lines, lines):
            line[0] = left

    def on_shock(self, event):
        team = self.team(event["team"])
        self.expect(event["shock"] >= 0, "CW-SHK-09", "Shock below 0")
        self.expect(not team.vehicle, "CW-SHK-03", f"{team} has Shock")
        due = self.shock_due.pop(team.id, None)
        if due is not None:
            self.equal(event["shock"], due, "CW-SHK-01", f"Shock of {team}")
        else:
            self.other_shock(event, team)
        team.shock = event["shock"]
        mate = self.game.officer_of(team) if not team.officer else None
        if mate is not None:
            mate.shock = event["shock"]
        if self.game.pinned(team):
            team.overwatch = False
        broken = self.game.is_broken(team) and not team.vehicle
        self.equal(event["bearing"] == "broken", broken, "CW-SHK-06", f"whether {team} is broken")
        if broken and not team.broken and team.on_table and not team.with_:
            self.flights[team.id] = "broken"
        team.broken = broken

    def other_shock(self, event, team):
        """Shock that comes or goes by something else than fire."""
        join = self.join_shock.pop(team.id, None)
        if join is not None:
            self.equal(event["shock"], join, "R-142", f"Shock of {team}")
            return
        order = self.order or {}
        if order.get("order") == "rally" and order.get("team") == team.id:
            self.equal(event["shock"], team.shock - 1, "CW-OFF-10", f"Shock of {team} rallied")
            return
        wind = self.winds.pop(team.id, None)
        if wind is not None:
            self.equal(event["shock"], wind, "R-121", f"Shock of {team}")

    def on_gone(self, event):
        team = self.team(event["team"])
        self.expect(not team.dead, "CW-FMO-04", f"{team} goes twice")
        if event["cause"] == "swept" and not team.with_:
            self.judge_sweep(True, team)
        if not team.dead:
            self.due.append((team.side, self.cause_of(team), team))
        was = team.on_table
        self.place_of_loss(event, team)
        if event["cause"].startswith("wreck") and team.vehicle and was and team.at:
            size = self.book.terrain["wreck"]["least"]
            told = {"piece": "wreck", "centre": team.at, "size": [size, size], "angle": 0}
            self.game.ground.pieces.append(Piece(told, self.book))
        for other in self.game.teams.values():
            if other.with_ == team.id:
                # He stands alone from then on, in its melee if it had one.
                other.with_ = None
                if not other.dead and was:
                    other.at = team.at
                    if event["cause"] == "melee":
                        self.inherit(other, team)
            if other.assails == team.id:
                other.assails = None
        for other in self.game.teams.values():
            other.locked.discard(team.id)
        team.dead, team.state = True, "gone"

    def place_of_loss(self, event, team):
        """Where a Team was that goes: on its way or where it stood."""
        at, host = event["at"], self.game.teams.get(team.with_)
        if not team.on_table or host is not None and not host.on_table:
            self.expect(at is None, "trace", f"{team} is {team.state} and goes at {at}")
            return
        if not self.expect(at is not None, "trace", f"{team} goes nowhere"):
            return
        way = self.way
        if way is not None and way["team"] in (team, host):
            self.expect(from_way(at, way["points"])[0] <= 0.02, "R-129", f"{team} goes at {at}, beside its way")
        elif (host or team).at:
            self.expect(apart(at, (host or team).at) <= 0.01, "CW-GEO-02", f"{team} stands at {(host or team).at} and goes at {at}")
        team.at = tuple(at)

    def inherit(self, officer, team):
        """An officer goes on in the melee of his Team."""
        officer.locked |= team.locked
        officer.assails = officer.assails or team.assails
        officer.charged, officer.slowed = team.charged, team.slowed
        for name in team.locked:
            self.team(name).locked.add(officer.id)

    def on_stray(self, event):
        volley = self.volley
        team = self.team(event["team"])
        if volley is None:
            self.violation("CW-BAS-14", "a stray without a volley")
            return
        due = volley.strays.get(team.id, [])
        found = next((one for one in due if one[0] == event["weapon"] and event["hits"] in one[1]), None)
        self.expect(found is not None, "CW-BAS-14", f"no {event['weapon']} hits {team} {event['hits']} times")
        if found:
            due.remove(found)
        self.straying = team, event["weapon"]
        self.judge_hits()
        if team.vehicle:
            self.hull_is_hit(volley, team, event["weapon"], event["hits"], self.cover_save(team, 0))
            self.straying = None

    def on_picked(self, event):
        officer = self.team(event["officer"])
        self.expect(self.volley is not None, "CW-BAS-28", "an officer is picked out without a volley")
        self.expect(officer.officer and officer.with_, "CW-BAS-28", f"{officer} is picked out")
        self.picked = event
