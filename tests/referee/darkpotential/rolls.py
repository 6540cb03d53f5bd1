"""Rolls and the Command Points bid on them (DP-GEN-06, DP-CMD)."""

import math

from .state import NEAR, steps_begun


class Roll:
    """A roll in progress."""

    def __init__(self, one):
        self.what, self.roller, self.against = one["what"], one["model"], one["against"]
        self.needed, self.total = one["needed"], one["total"]
        self.used = {"A": {"shift": 0, "reroll": 0}, "B": {"shift": 0, "reroll": 0}}

    @property
    def is_test(self):
        return self.what not in ("direction", "distance")


class Rolls:
    """The part of the referee that follows rolls."""

    pending = result = looked = None

    def on_roll(self, one):
        again = self.pending is not None and self.pending["bid"] == "reroll" and self.roll is not None
        if again:
            self.equal(one["what"], self.roll.what, "DP-CMD-13", "what is thrown again")
            self.equal(one["needed"], self.roll.needed, "DP-CMD-13", "the target number")
            self.roll.total = one["total"]
        else:
            self.roll = Roll(one)
        self.pending = self.result = None
        what, dice = one["what"], one["dice"]
        count = 2
        if what == "direction":
            count = 1
        elif what == "distance":
            count = max(1, math.ceil(round(self.attack.distance / self.state.number("deviation-step"), 6)))
        if dice:
            rule = "DP-AOE-04" if what == "distance" else "DP-GEN-06"
            self.equal(len(dice), count, rule, "the number of dice")
            self.equal(one["total"], sum(dice), "DP-GEN-06", "the total")
            self.expect(all(1 <= die <= 6 for die in dice), "DP-GEN-06", f"dice {dice}")
        self.judge_target(one)
        self.note_deviation()

    def judge_target(self, one):
        """The target number, by what is rolled for."""
        what, needed, model = one["what"], one["needed"], self.figure(one["model"])
        attack = self.attack
        if what == "hit":
            self.equal(needed, attack.needed, "DP-SHT-02", "the target number")
            self.expect(model is attack.attacker, "DP-GEN-06", f"{model} rolls")
            self.equal(one["against"], attack.target.name, "DP-CMD-16", "whom it affects")
        elif what == "strength":
            targets = self.strength_targets()
            if one["against"]:
                self.equal(needed, targets.get(one["against"]), "DP-WND-01", f"Strength against {one['against']}")
            else:
                own = [number for name, number in targets.items() if name[0] == model.side]
                self.expect(needed in own, "DP-WND-01", f"Strength {needed}, not one of {own}")
        elif what == "perception":
            self.equal(needed, self.looked, "DP-PER-01", "the target number")
        elif what == "leadership":
            self.expect(one["against"] is None, "DP-CMD-16", "a Leadership roll affects nobody else")
            right = self.leadership_of(model)
            self.expect(needed in right, "DP-LDR-09", f"Leadership {needed}, not {right}")

    def leadership_of(self, model):
        """What a model may test on: the highest Leadership at hand, and what the weapon takes off (DP-LDR-09, DP-SHT-13)."""
        best = {model.kind["leadership"]}
        highest = model.kind["leadership"]
        for other in self.state.alive(model.side):
            post = self.post(other)
            if other is model or not other.kind.get("commander") or not post.present or other.wounds <= 0:
                continue
            away, reach = self.state.distance(model, post), other.kind["leadership"]
            if away <= reach - NEAR:
                highest = max(highest, reach)
            elif away <= reach + NEAR:
                best.add(reach)
        best = {max(highest, value) for value in best}
        modifier = self.attack.weapon.get("leadership-modifier", 0)
        scope = self.state.rules["suppressing-scope"]
        hit = model in self.attack.owed
        return {value + (modifier if hit or scope == "all-caused" else 0) for value in best}

    def on_certain(self, one):
        self.roll, self.pending = None, None
        self.result = (one["what"], one["needed"], one["passed"])
        if one["passed"]:
            self.expect(one["needed"] >= 12, "R-91", f"{one['needed']} can fail")
        else:
            self.expect(one["needed"] < 2, "R-91", f"{one['needed']} can succeed")

    def on_shift(self, one):
        roll, bid = self.roll, self.pending
        if not self.expect(roll is not None and bid is not None, "DP-CMD-08", "nobody shifts anything"):
            return
        by = 1 if bid["bid"] == "up" else -1
        right = roll.total + by
        if roll.what == "direction":
            count = int(self.state.number("deviation-directions"))
            right = (right - 1) % count + 1
        elif roll.what == "distance":
            right = max(0, right)
        self.equal(one["total"], right, "DP-CMD-15", "the total")
        roll.total, self.pending = one["total"], None
        self.note_deviation()

    def note_deviation(self):
        if self.roll.what == "direction":
            self.attack.direction = self.roll.total
        elif self.roll.what == "distance":
            self.attack.inches = self.roll.total

    def succeeded(self, what):
        """Whether the last roll of a kind succeeded, after all bids."""
        if self.result is not None and self.result[0] == what:
            return self.result[2]
        if self.roll is None or self.roll.what != what:
            return None
        return self.roll.total <= self.roll.needed

    def result_of(self, what):
        """(what, target, total, passed for certain) of the last roll."""
        if self.result is not None and self.result[0] == what:
            return what, self.result[1], None, self.result[2]
        if self.roll is None or self.roll.what != what:
            self.report.violation("DP-SHT-09", f"no roll for {what}")
            return None, None, None, None
        return what, self.roll.needed, self.roll.total, None

    # Bids

    def decided(self, side, choice, kind):
        """A decision on a roll, or one that declines what is offered."""
        if kind == "pass":
            return
        roll = self.roll
        if not self.expect(roll is not None, "DP-CMD-11", "there is no roll to bid on"):
            return
        roller = roll.roller[0]
        own = side == roller
        use = "reroll" if choice["bid"] == "reroll" else "shift"
        names = {(True, "shift"): "limit-modify-own", (True, "reroll"): "limit-reroll-own",
                 (False, "shift"): "limit-modify-opponent", (False, "reroll"): "limit-force-reroll"}
        limit = self.state.rules[names[own, use]]
        if own and use == "shift" and not roll.is_test:
            limit = "unlimited"
        roll.used[side][use] += 1
        rules = {"limit-modify-own": "DP-CMD-08", "limit-reroll-own": "DP-CMD-07",
                 "limit-modify-opponent": "DP-CMD-10", "limit-force-reroll": "DP-CMD-09"}
        if limit != "unlimited":
            self.expect(roll.used[side][use] <= int(limit), rules[names[own, use]], f"{use} number {roll.used[side][use]}")
        bidder = roll.roller if own else roll.against
        if self.expect(bidder is not None, "DP-CMD-16", "nobody is affected who could answer"):
            unit = self.state.units[choice["payer"]]
            self.equal(unit.side, side, "DP-CMD-02", "whose points are used")
            # Who moves and is looked at stands at a point of its path that is not told.
            if not (self.movement and roll.what == "perception"):
                self.may_pay(self.figure(bidder), unit, "DP-CMD-02")
        self.pending = choice

    def paid_bid(self, unit):
        self.equal(unit.name, (self.pending or {}).get("payer"), "DP-CMD-02", "who pays")

    # Perception

    def on_perception(self, one):
        self.finish_attack()
        self.finish_check()
        state, observer, base = self.state, self.figure(one["observer"]), self.figure(one["base"])
        self.expect(observer.present and not observer.is_base, "DP-STL-17", f"{observer} looks from stealth")
        self.expect(base.present and base.is_base and base.side != observer.side, "DP-PER-01", f"{base} is no base of the enemy")
        active = "look" in (self.action or {}) and self.acting and self.movement is None \
            and self.action["look"] == observer.name
        if active:
            self.acted(observer)
            self.equal(one["base"], self.action["base"], "DP-PER-06", "the base")
        elif self.movement is not None:
            self.expect(observer.stance == "overwatch", "DP-PER-05", f"{observer} does not watch")
        else:
            self.expect(observer.unit is self.unit, "DP-PER-04", f"{observer} is not activated")
        if self.movement is None:
            # Told places are rounded: at the end of a step either number may be right.
            away, step = state.distance(observer, base), state.number("perception-step")
            skill = observer.kind["perception"] + (int(state.number("active-bonus")) if active else 0)
            most = skill - 1 - steps_begun(max(0.0, away - NEAR), step)
            worst = sum(int(state.number("cover-" + grade)) for grade in ("light", "medium", "heavy"))
            least = skill - 1 - steps_begun(away + NEAR, step) - worst - base.kind.get("dug-in", 0)
            if state.rules["cover-stacking"] == "sum":
                least = one["needed"]
            self.expect(least <= one["needed"] <= most, "DP-PER-01", f"{one['needed']} is not from {least} to {most}")
        self.roll = self.result = None
        self.looked, self.checked = one["needed"], base
