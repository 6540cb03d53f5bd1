"""Attacks: who at whom, with what, at what number; templates, wounds, removals (DP-SHT, DP-AOE, DP-WND, DP-CLC)."""

import math

from .state import NEAR, other_side, steps_begun

RANGED = ("aimed", "overwatch", "suppressing-fire")


class Attack:
    """An attack in progress."""

    def __init__(self, attacker, target, weapon, mode, needed, distance):
        self.attacker, self.target, self.weapon, self.mode = attacker, target, weapon, mode
        self.needed, self.distance = needed, distance
        self.hit = None
        self.victims, self.owed, self.removed, self.witnessed = [], [], [], {}
        self.centred, self.direction, self.inches, self.templated = target, None, None, False

    def was_shown(self, base, model):
        """A real base under the template is shown, and takes the blast."""
        if self.templated and base in self.bases:
            self.victims.append(model)
            if self.centred is base:
                self.centred = model

    bases = ()


class Attacks:
    """The part of the referee that follows attacks."""

    def may_fire(self, model, weapon, rule):
        """Whether a model may fire a weapon, whatever at (DP-SHT-08, DP-SHT-14)."""
        numbers = self.state.weapons.get(weapon, {})
        self.expect(weapon in model.weapons and numbers.get("kind") == "ranged", rule, f"{model} has no {weapon}")
        self.expect("ranged" in model.kind, "DP-ARM-05", f"{model} has no Ranged skill")
        if numbers.get("move-or-shoot"):
            self.expect(not model.moved, "DP-SHT-14", f"{model} has moved and fires its {weapon}")
        if self.state.rules["shoot-while-engaged"] == "no":
            self.expect(not self.state.engaged(model), "DP-SHT-08", f"{model} is in contact")

    def on_attack(self, one):
        self.finish_attack()
        state, mode = self.state, one["mode"]
        attacker, target = self.figure(one["attacker"]), self.figure(one["target"])
        weapon = state.weapons[one["weapon"]]
        self.expect(attacker.present and not attacker.is_base, "DP-STL-05", f"{attacker} cannot attack")
        self.expect(target.present and not target.is_base, "DP-STL-08", f"{target} is no target")
        self.expect(attacker.side != target.side, "DP-SHT-01", f"{target} is a friend")
        self.expect(one["weapon"] in attacker.weapons, "DP-UNI-06", f"{attacker} has no {one['weapon']}")
        distance = state.distance(attacker, target) if attacker.present and target.present else one["distance"]
        self.close(one["distance"], distance, "DP-GEN-03", "the distance")
        ranged = mode in RANGED
        self.expect(weapon["kind"] == ("ranged" if ranged else "close"), "DP-SHT-01", f"a {weapon['kind']} weapon")
        defense = target.kind["defense"]
        if ranged:
            needed = attacker.kind.get("ranged", 0) - defense - steps_begun(one["distance"], weapon["range"])
            needed += weapon.get("accuracy", 0)
            if mode == "suppressing-fire":
                needed += int(state.number("suppress-modifier"))
            else:
                needed -= one["cover"]
            self.equal(one["needed"], needed, "DP-SHT-02", "the hit target")
            if state.rules["shoot-into-combat"] == "no":
                self.expect(not state.engaged(target), "DP-SHT-07", f"{target} is in combat")
        else:
            needed = attacker.kind["close-combat"] - defense
            if mode == "free":
                needed += int(state.number("free-attack-bonus"))
            self.equal(one["needed"], needed, "DP-CLC-02", "the hit target")
            self.expect(state.may_touch(attacker, target), "DP-CLC-01", f"{attacker} and {target} are not in contact")
        getattr(self, "by_" + mode.replace("-", "_"))(one, attacker, target)
        self.attack = Attack(attacker, target, weapon, mode, one["needed"], one["distance"])
        self.attack.key = one["weapon"]
        self.roll = self.result = None

    def by_aimed(self, one, attacker, target):
        self.equal((self.action or {}).get("shoot"), attacker.name, "DP-ACT-05", "who shoots")
        self.may_fire(attacker, one["weapon"], "DP-UNI-06")
        self.acted(attacker)

    def by_overwatch(self, one, attacker, target):
        state = self.state
        self.expect(attacker.stance == "overwatch", "DP-OVW-07", f"{attacker} does not watch")
        self.equal(one["weapon"], attacker.weapon, "DP-OVW-14", "the weapon")
        if attacker.stance == "overwatch":
            inside = state.in_arc(attacker, target.at, state.number("overwatch-arc"))
            self.expect(inside, "DP-OVW-02", f"{target} is out of arc")
        mover = self.movement.figure if self.movement else self.arrived
        self.expect(mover is target, "DP-OVW-04", f"{target} does not move")
        if self.movement is not None:
            self.expect(not self.is_covered(target), "DP-TAC-04", f"{target} is covered by a manoeuvre")
        if state.rules["shoot-while-engaged"] == "no":
            self.expect(not state.engaged(attacker), "DP-SHT-08", f"{attacker} is in contact")
        shots = state.rules["overwatch-shots"]
        if shots == "one":
            attacker.stance = "none"
        elif shots == "per-enemy-model":
            self.expect(target.name not in attacker.answered, "DP-OVW-07", f"{attacker} fires at {target} again")
        attacker.answered.add(target.name)

    def by_suppressing_fire(self, one, attacker, target):
        number = (self.choice or {}).get("template") if "react" in (self.choice or {}) else self.fired
        templates = self.state.templates[attacker.side]
        if not self.expect(number is not None and number < len(templates), "DP-SUP-06", "no template is used"):
            return
        template = templates[number]
        self.expect(attacker.name in template["participants"], "DP-SUP-08", f"{attacker} takes no part in it")
        if self.choice and "react" in self.choice:
            self.used_on(template, target)

    fired = None

    def used_on(self, template, target):
        """A template is used against whom it touches, and no more often than it may (DP-SUP-06, DP-SUP-09)."""
        state = self.state
        radius = self.template_radius(len(template["participants"]))
        away = math.dist(template["centre"], target.at) - state.radius(target)
        self.expect(away <= radius + NEAR, "DP-SUP-06", f"{target} is {away - radius:.3f} inches off the template")
        rise = abs(state.height(target.at, target.level) - template["height"])
        if self.movement is None:
            self.expect(rise < state.number("level-tolerance") + NEAR, "R-18", f"{target} is on another level")
        times = template["shot"].get(target.name, 0) + 1
        most = int(state.number("suppress-per-model"))
        self.expect(times <= most, "DP-SUP-09", f"{target} is attacked {times} times")
        template["shot"][target.name] = times

    def by_close(self, one, attacker, target):
        if attacker.side == self.active:
            kind = next((key for key in ("fight", "charge") if key in (self.action or {})), None)
            self.equal((self.action or {}).get(kind), attacker.name, "DP-ACT-05", "who fights")
            if kind == "fight":
                self.acted(attacker)
        else:
            self.expect(target is self.quarry, "DP-CBR-05", f"{attacker} strikes {target}")

    def by_free(self, one, attacker, target):
        now = self.movement
        if self.expect(now is not None and now.figure is target, "DP-MOV-10", f"{target} does not leave {attacker}"):
            self.expect(attacker.name in now.leaves, "DP-MOV-10", f"{target} does not leave {attacker}")
            self.expect(attacker.name not in now.struck, "R-74", f"{attacker} strikes again")
            now.struck.add(attacker.name)
            now.ends = target.at

    def on_hit(self, one):
        attack = self.attack
        self.equal(one["hit"], self.succeeded("hit"), "DP-GEN-06", "whether it hits")
        attack.hit = one["hit"]
        if "aoe" in attack.weapon or not one["hit"]:
            return
        attack.victims = [attack.target]
        self.are_hit([attack.target])

    def are_hit(self, models):
        """Those who are hit lose what they did in the enemy's turn (DP-SHT-11, DP-CBR-08)."""
        for model in models:
            if self.attack.mode in RANGED or model.stance == "combat-ready":
                self.end_stance(model)

    def on_deviation(self, one):
        attack, state = self.attack, self.state
        self.expect(attack.hit is False, "DP-AOE-03", "a hit does not deviate")
        self.equal(one["direction"], attack.direction, "DP-AOE-03", "the direction")
        self.equal(one["inches"], attack.inches, "DP-AOE-03", "the inches")
        at, origin = attack.target.at, attack.attacker.at
        line = math.atan2(at[0] - origin[0], at[1] - origin[1])
        turn = line + math.radians((one["direction"] - 1) * 360 / state.number("deviation-directions"))
        inches = one["inches"]
        right = (at[0] + math.sin(turn) * inches, at[1] + math.cos(turn) * inches)
        self.expect(math.dist(right, one["centre"]) <= 0.01, "DP-AOE-03", f"the centre is {one['centre']}, not {right}")
        attack.deviated = inches > 0

    def on_under_template(self, one):
        attack, state = self.attack, self.state
        centre = one["centre"]
        if attack.hit:
            self.expect(math.dist(centre, attack.target.at) <= NEAR, "DP-AOE-02", "a hit is centred on its target")
        reach = attack.weapon["aoe"] * (1.0 if state.rules["aoe-measure"] == "radius" else 0.5)
        level = state.height(attack.target.at, attack.target.level) if attack.hit else None
        told = set(one["models"]) | set(one["bases"])
        for figure in state.present():
            off = math.dist(centre, figure.at) - state.radius(figure) - reach
            if figure.name in told:
                self.expect(off <= NEAR, "DP-AOE-06", f"{figure} is {off:.3f} inches off the template")
            elif off < -NEAR:
                rise = 0.0 if state.flat else None
                if level is not None:
                    rise = abs(state.height(figure.at, figure.level) - level)
                if rise is not None:
                    spared = rise >= state.number("level-tolerance") - NEAR
                    self.expect(spared, "DP-AOE-08", f"{figure} is under the template")
        attack.templated = True
        attack.victims = [self.figure(name) for name in one["models"]]
        attack.bases = [self.figure(name) for name in one["bases"]]
        attack.centred = self.figure(one["centred"]) if one["centred"] else None
        if attack.hit or not getattr(attack, "deviated", True):
            self.equal(one["centred"], attack.target.name, "DP-AOE-05", "who is under the hole")
        elif attack.centred is not None:
            off = math.dist(centre, attack.centred.at) - state.radius(attack.centred) - state.number("hole-radius")
            self.expect(off <= NEAR, "DP-AOE-05", f"{attack.centred} is not under the hole")
        self.are_hit(attack.victims)

    def strength_targets(self):
        """Victim -> target number of the Strength roll against it (DP-WND-01, DP-AOE-05)."""
        attack, found = self.attack, {}
        for victim in attack.victims:
            full = victim is attack.centred or "strength-blast" not in attack.weapon
            strength = attack.weapon["strength"] if full else attack.weapon["strength-blast"]
            found[victim.name] = strength - victim.kind["armor"]
        return found

    def on_wounds(self, one):
        attack, model = self.attack, self.figure(one["model"])
        if not self.expect(model in attack.victims, "DP-WND-04", f"{model} is not hit"):
            return
        needed = self.strength_targets()[model.name]
        what, told, total, certain = self.result_of("strength")
        if what:
            self.equal(told, needed, "DP-WND-01", "the Strength target")
            margin = -1 if certain is False else needed - total
            lost = min(model.wounds, int(self.state.number("wounds-base")) + margin) if margin >= 0 else 0
            self.equal(one["lost"], max(lost, 0), "DP-WND-02", f"wounds lost by {model}")
        self.equal(one["left"], model.wounds - one["lost"], "DP-WND-02", f"wounds left of {model}")
        model.wounds = one["left"]
        attack.victims.remove(model)
        if model.wounds and not model.failed:
            attack.owed.append(model)
        self.roll = self.result = None

    def on_leadership(self, one):
        model, attack = self.figure(one["model"]), self.attack
        self.equal(one["passed"], self.succeeded("leadership"), "DP-LDR-04", f"whether {model} passes")
        self.expect(not model.failed, "DP-LDR-05", f"{model} has failed in this turn")
        self.expect(model.present and not model.hidden, "DP-STL-18", f"{model} tests in stealth")
        self.expect(not attack.victims, "DP-AOE-09", "Strength rolls come first")
        if model in attack.owed:
            attack.owed.remove(model)
        else:
            reach = self.state.number("witness-range")
            seen = [dead for dead in attack.removed if dead.side == model.side and getattr(dead, "last", None)
                    and self.near(model, dead) <= reach + NEAR]
            attack.witnessed[model.name] = attack.witnessed.get(model.name, 0) + 1
            self.expect(attack.witnessed[model.name] <= len(seen), "DP-LDR-03", f"{model} tests for nothing")
        if not one["passed"]:
            model.failed = True
            own = model.unit is self.unit and self.state.rules["suppression-in-own-activation"] == "next"
            if own:
                model.later = True
            else:
                model.suppressed = True
            self.end_stance(model)
            attack.owed = [other for other in attack.owed if other is not model]
        self.roll = self.result = None

    def near(self, model, dead):
        gap = max(0.0, math.dist(model.at, dead.last) - self.state.radius(model) - self.state.radius(dead))
        rise = self.state.height(model.at, model.level) - self.state.height(dead.last, dead.last_level)
        return math.hypot(gap, rise)

    def on_picked_up(self, one):
        taker, dead = self.figure(one["model"]), self.figure(one["from"])
        special = dead.kind.get("special-weapon")
        self.expect(taker.unit is dead.unit and not taker.dead, "DP-SQD-07", f"{taker} is no squad mate of {dead}")
        away = self.near(taker, dead)
        self.expect(away <= self.state.number("pickup-range") + NEAR, "DP-SQD-07", f"{taker} is {away:.2f} inches off")
        at = tuple(one["at"])
        moved = math.dist(at, dead.last) <= 1 + NEAR or math.dist(at, taker.at) <= NEAR
        self.expect(moved, "R-89", f"{taker} is set down at {at}")
        for weapon in list(dead.weapons):
            if weapon == special or weapon in getattr(dead, "taken", ()):
                taker.weapons.append(weapon)
                taker.taken = {*getattr(taker, "taken", ()), weapon}
        taker.at, taker.level = at, one["level"]
        self.stands_alone(taker, "R-89")
        self.end_stance(taker)

    def finish_attack(self):
        """An attack is finished before the next thing happens (DP-SHT-10)."""
        attack, self.attack = self.attack, None
        if attack is None:
            return
        self.expect(attack.hit is not None, "DP-SHT-10", "an attack without a result")
        left = [str(model) for model in attack.victims]
        self.expect(not left, "DP-SHT-09", f"no Strength roll against {', '.join(left)}")
        owed = [str(model) for model in attack.owed if not model.dead and not model.failed]
        self.expect(not owed, "DP-LDR-02", f"no Leadership roll of {', '.join(owed)}")
        for model in self.state.figures.values():
            if not model.is_base and model.present:
                self.expect(model.wounds > 0, "DP-WND-04", f"{model} has no wounds left and is not removed")
        dead = all(model.wounds == 0 for model in attack.removed)
        self.expect(dead, "DP-WND-04", "somebody is removed with wounds left")
