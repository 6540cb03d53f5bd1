"""Attacks: who may attack whom, modifiers, dice, results."""

import math

from . import geometry as geo
from .geometry import FRONT, SLACK, Feature
from .sight import front_distance, sees


class Combat:
    """Ranged and close attacks. Mixed into the judge."""

    # What is common to all attacks.

    def modifiers(self, told, base, supports, rule, what):
        """Checks the modifiers of one side of a roll; returns their sum."""
        right = [{"name": "combat", "value": base}]
        if supports:
            bonus = min(supports * self.rules.number("support-bonus"), self.rules.number("support-cap"))
            right.append({"name": "support", "value": bonus})
        named = [one for one in told if one["name"] == "combat" or one["value"] != 0]
        right = [one for one in right if one["name"] == "combat" or one["value"] != 0]
        self.equal(named, right, rule, what)
        return sum(one["value"] for one in right)

    def roll(self, one, attack, supports, defence):
        """Checks dice and totals; returns the totals that are right."""
        plus = self.modifiers(one["attack-modifiers"], attack, supports, "DG-RNG-04", "attack modifiers")
        minus = self.modifiers(one["defence-modifiers"], defence, 0, "DG-RNG-04", "defence modifiers")
        dice = self.dice(one["dice"], 2, "DG-RNG-04")
        totals = [dice[0] + plus, dice[1] + minus]
        self.equal(one["totals"], totals, "DG-RNG-04", "totals")
        return totals

    def wins(self, totals, optimal):
        """Whether totals destroy the target."""
        a, d = totals
        if a >= self.rules.number("destroy-ratio") * d:
            return True
        return optimal and a >= d + self.rules.number("optimal-margin")

    def used(self, unit, attacking):
        """Whether an Element has attacked or supported too often to do so again."""
        how = self.rules.word("support-exhausts")
        if how == "turn":
            return bool(unit.attacks | unit.supports)
        if how == "phase":
            return self.phase in unit.attacks | unit.supports
        return attacking and bool(unit.attacks)

    def attacked(self, target):
        """Whether a target has been attacked already."""
        if self.rules.word("attacks-per-target") == "turn":
            return bool(target.targeted)
        return self.phase in target.targeted

    def most_supports(self):
        """How many supporters there may be."""
        bonus, cap = self.rules.number("support-bonus"), self.rules.number("support-cap")
        return math.ceil(cap / bonus) if bonus > 0 else 2

    def target_of(self, choice):
        """The target of a choice: a Unit or a Feature."""
        target = choice["target"]
        if not isinstance(target, dict):
            return self.own(target, self.enemy(self.active), "DG-RNG-01")
        index = target["building"]
        if not 0 <= index < len(self.state.terrain):
            self.stop("DG-TER-10", f"no building {index}")
        feature = self.state.terrain[index]
        self.expect(feature.kind.startswith("building"), "DG-TER-10", f"feature {index} is {feature.kind}")
        if not hasattr(feature, "targeted"):
            feature.targeted = set()
        return feature

    def name(self, target):
        return f"building {target.index}" if isinstance(target, Feature) else target.id

    def same_target(self, told, target):
        right = {"building": target.index} if isinstance(target, Feature) else target.id
        self.equal(told, right, "trace", "target of the attack")

    def pick_supports(self, choice, attacker):
        names = choice["supports"]
        units = [self.own(name, self.active, "DG-RNG-11") for name in names]
        self.expect(len(set(names)) == len(names), "DG-RNG-12", f"{names}: a supporter twice")
        self.expect(attacker not in units, "DG-RNG-12", f"{attacker} supports itself")
        return units

    # Ranged attacks.

    def shape(self, target):
        return target if isinstance(target, Feature) else self.state.poly(target.at)

    def sight(self, unit, target):
        """Whether an Element sees a target."""
        state, rules = self.state, self.rules
        building = isinstance(target, Feature)
        lifted = state.on_hill(unit.at) or (not building and state.on_hill(target.at))
        blockers = []
        if not lifted:
            for feature in state.terrain:
                if feature is target or feature.kind in ("cover", "deep-water", "open"):
                    continue
                ends = (unit.at,) if building else (unit.at, target.at)
                if any(feature.within(at) > -SLACK or state.occupies(at, feature) is not False for at in ends):
                    continue
                blockers.append(feature)
            if not unit.air and (building or not target.air):
                for other in state.table():
                    if other is unit or other is target or (other.air and not rules.on("air-blocks-los")):
                        continue
                    blockers.append(state.poly(other.at))
        elif not unit.air and (building or not target.air):
            pass  # A hill lifts sight over Elements too.
        reach = unit.range + SLACK if rules.word("sight-line") == "same-line" else None
        clearance = float(rules.number("sight-clearance"))
        return sees(unit.at, rules.side, self.shape(target), blockers, clearance, reach)

    def may_fire(self, unit, target, role):
        """Looks at everything that could forbid a ranged attack or support."""
        state, rules = self.state, self.rules
        who = f"{unit} {role} against {self.name(target)}"
        self.expect(unit.place == "table", "DG-RNG-01", f"{who}: it is not on the table")
        if unit.place != "table":
            self.stop("DG-RNG-01", f"{who}: it is {unit.place}")
        self.expect(unit.range > 0, "DG-RNG-03", f"{who}: it has no ranged attack")
        if unit.move_or_fire:
            self.expect(not unit.displaced, "DG-MOV-08", f"{who}: it has moved")
            self.expect(not unit.got_off, "DG-APC-07", f"{who}: it got off an APC")
        self.expect(not unit.fronted, "DG-CON-06", f"{who}: it moved into contact with an enemy front")
        self.expect(not state.engaged(unit, -SLACK), "DG-RNG-02", f"{who}: it is engaged")
        if rules.on("partial-contact-blocks-shooting"):
            touching = any(state.touch(unit.at, foe.at, -SLACK) for foe in state.enemies(unit))
            self.expect(not touching, "R-23", f"{who}: it touches an enemy")
        self.expect(not self.used(unit, role == "attacks"), "DG-RNG-12", f"{who}: it has attacked or supported")
        if isinstance(target, Feature):
            self.expect(unit.wrecks, "DG-TER-10", f"{who}: {unit.type} may not attack buildings")
        reach = front_distance(unit.at, rules.side, self.shape(target))
        self.expect(reach <= unit.range + SLACK, "DG-LOS-07", f"{who}: distance {reach:.4f}, range {unit.range}")
        self.expect(self.sight(unit, target), "DG-LOS-01", f"{who}: no line of sight")
        return reach

    def shaken_check(self, unit, what):
        """The check of a shaken Element for `what` (move or fire) by one event; returns whether it may."""
        one = self.take("check", unit=unit.id, what="shaken")
        self.expect(unit.shaken, "DG-MOR-01", f"{unit} is not shaken and checks")
        two = self.rules.word("shaken-checks") == "two"
        key = what if two else "any"
        self.expect(key not in unit.checked, "DG-MOR-02", f"{unit} checks twice")
        target = self.rules.number("shaken-target")
        self.equal(one["target-number"], target, "DG-MOR-01", "target number")
        if not one["dice"] and not 1 < target <= 6:
            die = 3  # No die can change what happens.
        else:
            die = self.dice(one["dice"], 1, "DG-MOR-01")[0]
        self.equal(one["passed"], die >= target, "DG-MOR-01", f"a check of {die}")
        unit.checked[key] = one["passed"]
        return one["passed"]

    def check_state(self, unit, what):
        """None when an Element needs no check, else whether it has passed (True, False) or is still to check (`"due"`)."""
        if not unit.shaken:
            return None
        return unit.checked.get(what if self.rules.word("shaken-checks") == "two" else "any", "due")

    def able_to_fire(self, unit, role):
        """Whether a shaken Element may fire, by a check if it is due."""
        passed = self.check_state(unit, "fire")
        if passed == "due":
            return self.shaken_check(unit, "fire")
        self.expect(passed is not False, "DG-MOR-03", f"{unit} {role} after a failed check")
        return passed is not False

    def fire(self, choice):
        """A ranged attack."""
        state = self.state
        self.expect(self.phase == "ranged", "DG-TRN-02", f"a ranged attack in the phase {self.phase}")
        attacker = self.own(choice["fire"], self.active, "DG-RNG-01")
        target = self.target_of(choice)
        supports = self.pick_supports(choice, attacker)
        building = isinstance(target, Feature)
        if not building:
            if target.place != "table":
                self.stop("DG-APC-08" if target.place == "aboard" else "DG-RNG-01", f"{target} is {target.place}")
            self.expect(not state.engaged(target, -SLACK), "DG-RNG-02", f"{target} is engaged")
            if self.rules.on("partial-contact-blocks-shooting"):
                touching = any(state.touch(target.at, foe.at, -SLACK) for foe in state.enemies(target))
                self.expect(not touching, "R-23", f"{target} touches an enemy")
        self.expect(not self.attacked(target), "DG-RNG-10", f"{self.name(target)} is attacked twice")
        reach = self.may_fire(attacker, target, "attacks")
        for unit in supports:
            self.equal(unit.type, attacker.type, "DG-RNG-11", f"Type of the supporter {unit}")
            self.may_fire(unit, target, "supports")
        self.expect(len(supports) <= self.most_supports(), "DG-RNG-11", f"{len(supports)} supporters")
        if not self.able_to_fire(attacker, "attacks"):
            return
        supports = [unit for unit in supports if self.able_to_fire(unit, "supports")]
        one = self.take("attack", kind="building-ranged" if building else "ranged", attacker=attacker.id)
        self.same_target(one["target"], target)
        self.equal(one["supports"], [unit.id for unit in supports], "DG-RNG-11", "supporters")
        self.near(one["distance"], reach, "DG-LOS-07", "distance")
        attacker.attacks.add(self.phase)
        target.targeted.add(self.phase)
        for unit in supports:
            unit.supports.add(self.phase)
        if building:
            self.demolish(one, attacker, len(supports), target)
            return
        totals = self.roll(one, attacker.modifier, len(supports), target.modifier)
        best = target.type in attacker.far
        self.shot(one, totals, best, target, attacker, "shot")

    def shot(self, one, totals, best, target, attacker, cause):
        """The result of a ranged attack or of Artillery on an Element."""
        cover = self.state.in_cover(target.at)
        if cover is None:
            cover = one["cover"]
        self.equal(one["cover"], cover, "DG-TER-17", f"whether {target} is in cover")
        spoilt = best and cover and not target.bare and self.rules.on("cover-cancels-optimal")
        rule = "DG-TER-04" if target.bare else "DG-TER-03"
        self.equal(one["spoilt"], spoilt, rule, "whether cover takes Optimal Target")
        optimal = best and not spoilt
        self.equal(one["optimal"], optimal, "DG-DOG-01" if cause == "artillery" else "DG-RNG-09", "Optimal Target")
        if self.wins(totals, optimal):
            right, rule = "destroyed", "DG-RNG-08" if optimal else "DG-RNG-05"
        elif totals[0] > totals[1]:
            right, rule = "shaken", "DG-RNG-07"
        else:
            right, rule = "no-effect", "DG-RNG-06"
        self.equal(one["result"], right, rule, f"result of {totals[0]} against {totals[1]}")
        if one["result"] == "destroyed":
            self.lose(target, cause, attacker)
        elif one["result"] == "shaken":
            if not target.shaken or self.next_is("status", unit=target.id, status="shaken"):
                self.take("status", unit=target.id, status="shaken")
            target.shaken = True

    def demolish(self, one, attacker, supports, building):
        """The result of an attack on a building."""
        level = int(building.kind[-1])
        totals = self.roll(one, attacker.modifier, supports, int(self.rules.codex["buildings"][f"class-{level}"]))
        self.equal(one["optimal"], True, "DG-TER-11", "Optimal Target")
        right = "destroyed" if self.wins(totals, True) else "stands"
        self.equal(one["result"], right, "DG-TER-11", f"result of {totals[0]} against {totals[1]}")
        if one["result"] == "destroyed":
            building.kind = "cover"

    def shell(self, side, target):
        """One attack of Artillery."""
        one = self.take("attack", kind="artillery")
        self.same_target(one["target"], target)
        self.expect(one["attacker"] is None and not one["supports"], "DG-DOG-01", "Artillery has neither attacker nor supports")
        totals = self.roll(one, int(self.rules.number("artillery-modifier")), 0, target.modifier)
        self.active = side
        self.shot(one, totals, True, target, None, "artillery")
        self.active = None

    # Close attacks.

    def flankers(self, target, side, slack):
        """Own Elements on a side or the rear of a target."""
        found = []
        for unit in self.state.table(side):
            edges = self.state.full(unit.at, target.at, slack)
            if edges is not None and edges[1] != FRONT and (not unit.air or self.rules.word("air-close") == "allowed"):
                found.append(unit)
        return found

    def fight(self, choice):
        """A close attack."""
        state, rules = self.state, self.rules
        self.expect(self.phase == "close", "DG-TRN-02", f"a close attack in the phase {self.phase}")
        attacker = self.own(choice["fight"], self.active, "DG-CLO-01")
        target = self.target_of(choice)
        supports = self.pick_supports(choice, attacker)
        building = isinstance(target, Feature)
        if attacker.place != "table" or (not building and target.place != "table"):
            self.stop("DG-CLO-01", f"{attacker} or {self.name(target)} is not on the table")
        air = rules.word("air-close") == "allowed"
        for unit in (attacker, *supports):
            self.expect(air or not unit.air, "DG-AIR-08", f"{unit} is Air Support in close combat")
            self.expect(not self.used(unit, unit is attacker), "DG-CLO-12", f"{unit} has attacked or supported")
        self.expect(not self.attacked(target), "DG-RNG-10", f"{self.name(target)} is attacked twice")
        self.expect(len(supports) <= self.most_supports(), "DG-CLO-05", f"{len(supports)} supporters")
        edges = None
        if building:
            self.expect(attacker.wrecks, "DG-TER-10", f"{attacker.type} may not attack buildings")
            reach = front_distance(attacker.at, rules.side, target)
            self.expect(reach <= rules.touch + SLACK, "DG-CLO-13", f"{attacker} is {reach:.4f} from the building")
        else:
            self.expect(not target.air, "DG-AIR-06", f"{target} is Air Support")
            edges = state.full(attacker.at, target.at)
            if not self.expect(edges is not None, "DG-CLO-01", f"{attacker} is not in full contact with {target}"):
                self.stop("DG-CLO-01", "no contact edge")
            if rules.word("close-attack-edge") == "front":
                self.equal(edges[0], FRONT, "R-44", f"edge of {attacker}")
        for unit in supports:
            self.close_support(unit, attacker, None if building else target)
        one = self.take("attack", kind="building-close" if building else "close", attacker=attacker.id)
        self.same_target(one["target"], target)
        self.equal(one["supports"], [unit.id for unit in supports], "DG-CLO-05", "supporters")
        attacker.attacks.add(self.phase)
        target.targeted.add(self.phase)
        for unit in supports:
            unit.supports.add(self.phase)
        if building:
            self.demolish(one, attacker, len(supports), target)
        else:
            self.melee(one, attacker, len(supports), target, edges[0])

    def close_support(self, unit, attacker, target):
        """Whether an Element may support a close attack."""
        state = self.state
        if unit.place != "table":
            self.stop("DG-CLO-05", f"the supporter {unit} is {unit.place}")
        beside = state.full(unit.at, attacker.at) is not None
        flanks = target is not None and unit in self.flankers(target, self.active, SLACK)
        flanks = flanks and self.rules.on("flankers-support")
        self.expect(beside or flanks, "DG-CLO-05", f"{unit} neither stands beside {attacker} nor flanks")
        busy = state.engaged(unit, -SLACK, but=target)
        self.expect(not busy, "DG-CLO-05", f"{unit} supports and is engaged with a different enemy")

    def melee(self, one, attacker, supports, target, edge):
        """The result of a close attack on an Element."""
        rules = self.rules
        sure = {unit.id for unit in self.flankers(target, self.active, -SLACK)}
        possible = {unit.id for unit in self.flankers(target, self.active, SLACK)}
        told = set(one["flankers"])
        self.expect(sure <= told <= possible, "DG-CLO-04", f"flankers are {sorted(told)}, should be {sorted(possible)}")
        self.equal(one["flanked"], bool(told), "DG-CLO-04", "whether the target is flanked")
        optimal = target.type in attacker.near or (bool(told) and rules.on("flank-gives-optimal"))
        self.equal(one["optimal"], optimal, "DG-CLO-03", "Optimal Target")
        totals = self.roll(one, attacker.modifier, supports, target.modifier)
        ways = self.ways_back(target, geo.normal(attacker.at, edge))
        fitting = [way for way in ways if (not way.blocked) == one["way-back"]]
        if not self.expect(bool(fitting), "DG-REC-05", f"way-back is {one['way-back']}, found {ways[0]}"):
            fitting = ways
        blocked = one.get("blocked-by")
        if not one["way-back"]:
            right = set().union(*(way.blocked for way in fitting))
            by = blocked and blocked["by"]
            by = f"terrain {by['terrain']}" if isinstance(by, dict) else by
            fine = blocked is not None and (blocked["unit"], by) in right
            self.expect(fine, "DG-REC-02", f"blocked-by is {blocked}, should be one of {sorted(right)}")
        always = rules.word("recoil-when") == "always"
        if self.wins(totals, optimal):
            right, rule = "destroyed", "DG-CLO-07"
        elif not always and totals[0] <= totals[1]:
            right, rule = "holds", "R-45"
        else:
            right, rule = ("recoils", "DG-CLO-08") if one["way-back"] else ("destroyed-on-recoil", "DG-REC-02")
        self.equal(one["result"], right, rule, f"result of {totals[0]} against {totals[1]}")
        if one["result"] == "destroyed":
            self.lose(target, "close", attacker)
        elif one["result"] == "destroyed-on-recoil":
            self.lose(target, "recoil", attacker)
        elif one["result"] == "recoils":
            self.recoil(target, fitting)
