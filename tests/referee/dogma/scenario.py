"""Scenarios: what decides a game, holds at the end of turns, and the verdict."""

from fractions import Fraction

from . import geometry as geo
from .geometry import SLACK


class Scenario:
    """Victory. Mixed into the judge."""

    def force(self, side):
        return [unit for unit in self.state.units.values() if unit.side == side]

    def destroyed(self, side):
        """Value of what a side has lost."""
        return sum((unit.cost for unit in self.force(side) if unit.place == "destroyed"), Fraction(0))

    def alive(self, side):
        return [unit for unit in self.force(side) if unit.place in ("table", "aboard", "reserve")]

    def invasion_goal(self):
        """Value that the aggressor has to bring off."""
        side, rules = self.state.aggressor, self.rules
        base = self.bases[side]
        if rules.word("invasion-base") == "without-air":
            base -= sum(unit.cost for unit in self.force(side) if unit.air)
        return rules.number("invasion-fraction") * base

    def check_victory(self, active):
        """Who has won by now: fills `due` with the verdicts that may follow."""
        if self.due:
            return
        found = {"A": set(), "B": set()}
        rules, state = self.rules, self.state
        for side in "AB":
            enemy = self.enemy(side)
            lost = self.destroyed(enemy)
            if self.scenario == "exterminate" and lost >= rules.number("exterminate-fraction") * self.bases[enemy]:
                found[side].add("losses")
            if self.scenario == "regicide" and self.commander_lost(enemy):
                found[side].add("regicide")
            if not self.alive(enemy):
                found[side].add("elimination")
        if self.captured:
            found[self.captured].add("capture-the-flag")
        if self.scenario == "invasion":
            attacker, defender = state.aggressor, state.opponent
            off = sum(u.cost for u in self.force(attacker) if u.place == "exited" and not u.air)
            rest = sum(u.cost for u in self.alive(attacker) if not u.air)
            goal = self.invasion_goal()
            if off >= goal:
                found[attacker].add("invasion")
                # Nobody left of those who have all gone off is no loss.
                found[defender].discard("elimination")
            if self.destroyed(attacker) >= rules.number("invasion-loss-fraction") * self.bases[attacker]:
                found[defender].add("losses")
            if off + rest < goal:
                found[defender].add("out-of-reach")
        if found["A"] and found["B"]:
            found[self.enemy(active or state.aggressor)] = set()
        self.due = {(side, ending) for side in "AB" for ending in found[side]}

    # Holds.

    def hill_points(self):
        rules = self.rules
        if rules.word("koth-points-scaling") == "quarter":
            return rules.number("points-limit") / 4
        return rules.number("koth-points")

    def enough(self, names):
        """Whether some Elements are worth the hill's points."""
        return sum((self.state.units[name].cost for name in names), Fraction(0)) >= self.hill_points()

    def on_hill_top(self, unit, slack=SLACK):
        """Whether an Element is wholly inside the radius."""
        radius = float(self.rules.number("koth-radius"))
        return unit.place == "table" and all(
            geo.gap_of(corner, self.centre) <= radius + slack for corner in self.state.poly(unit.at)
        )

    def covers(self, unit, point, slack=SLACK):
        return unit.place == "table" and geo.inside(point, self.state.poly(unit.at)) >= -slack

    def holding(self, side, key, slack):
        """Elements of a side that hold the centre or the own marker now."""
        if self.scenario == "king-of-the-hill":
            return [u for u in self.state.table(side) if self.on_hill_top(u, slack)] if key == "centre" else []
        point = self.centre if key == "centre" else self.markers[side]
        return [u for u in self.state.table(side) if self.covers(u, point, slack)]

    def hold(self):
        """The end of a turn in King of the Hill and Control."""
        one = self.take("objective", what="hold")
        side, enemy = self.active, self.enemy(self.active)
        self.equal(one["side"], side, "DG-SCN-05", "whose turn ends")
        rule = "DG-SCN-05" if self.scenario == "king-of-the-hill" else "DG-SCN-10"
        now = {}
        for key in ("centre", "own"):
            sure = {u.id for u in self.holding(side, key, -SLACK)}
            possible = {u.id for u in self.holding(side, key, SLACK)}
            if self.scenario == "king-of-the-hill":
                # Too few on the hill hold nothing.
                sure, possible = (names if self.enough(names) else set() for names in (sure, possible))
            kept = self.persisting(side, key) if self.rules.on("control-persists") else set()
            told = set(one[key])
            fine = sure <= told | kept and told <= possible | kept
            self.expect(fine, rule, f"holders of {key} are {sorted(told)}, should be {sorted(possible)}")
            now[key] = [self.state.unit(name) for name in one[key]]
        value = sum((u.cost for u in now["centre"]), Fraction(0))
        self.near(one["value"], float(value), rule, "value of those who hold the centre", 1e-6)
        lasted = [key for key in ("centre", "own") if self.lasts(enemy, key)]
        self.equal(one["lasted"], lasted, rule, f"what side {enemy} has held through the turn")
        if self.scenario == "king-of-the-hill":
            if "centre" in lasted:
                self.due = {(enemy, "king-of-the-hill")}
        elif len(lasted) == 2:
            self.due = {(enemy, "control")}
        self.held[side] = now
        self.held[enemy] = {"centre": [], "own": []} if not self.rules.on("control-persists") else self.held[enemy]

    def persisting(self, side, key):
        """Elements that hold on although they have left, under `control-persists`."""
        return {u.id for u in self.held[side][key] if u.place != "destroyed"}

    def lasts(self, side, key):
        """Whether what a side held at the end of its last turn has lasted through the enemy turn."""
        remain = self.rules.word("hold-check") == "survive-and-remain"
        left = [unit for unit in self.held[side][key] if unit.place not in ("destroyed", "exited")]
        if self.scenario == "king-of-the-hill":
            if remain:
                left = [unit for unit in left if self.on_hill_top(unit)]
            value = sum((unit.cost for unit in left), Fraction(0))
            return key == "centre" and value > 0 and value >= self.hill_points()
        if remain:
            point = self.centre if key == "centre" else self.markers[side]
            left = [unit for unit in left if self.covers(unit, point)]
        return bool(left)

    # The end.

    def cap(self):
        """The verdicts that the last round allows."""
        aggressor, opponent = self.state.aggressor, self.state.opponent
        if self.scenario == "invasion" and self.rules.word("invasion-at-cap") == "opponent":
            return {(opponent, "cap")}
        if self.scenario == "regicide":
            waiting = {u.side for u in self.state.units.values() if u.commander and u.place == "reserve"}
            if len(waiting) == 1:
                return {(self.enemy(waiting.pop()), "cap")}
            if waiting:
                return {(None, "cap")}
        if self.rules.word("cap-result") == "points":
            share = {side: self.destroyed(side) / self.bases[side] for side in "AB"}
            if share["A"] != share["B"]:
                return {("A" if share["B"] > share["A"] else "B", "cap")}
        return {(None, "cap")}

    def verdict(self):
        """The last line."""
        one = self.take("verdict")
        told = (one["winner"], one["ending"])
        self.expect(told in self.due, "DG-VIC-01", f"the verdict is {told}, should be one of {sorted(self.due, key=str)}")
        self.equal(one["turns"], self.round, "DG-TRN-01", "rounds played")
        for side, value in zip("AB", one["value"]):
            right = sum((u.cost for u in self.force(side) if u.place != "destroyed"), Fraction(0))
            self.near(value, float(right), "DG-VIC-01", f"value left of {side}", 1e-6)
        fates = {told["unit"]: told["fate"] for told in one["units"]}
        right = {unit.id: unit.place for unit in self.state.units.values()}
        self.equal(fates, right, "DG-VIC-01", "fates")
        self.expect(self.index == len(self.events), "trace", "something follows the verdict")
