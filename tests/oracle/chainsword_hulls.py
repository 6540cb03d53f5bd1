"""Chainsword of Command: fire at hulls, runs of flyers. States: hull points left, whether it snaps, weapons left."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import chainsword_fire
from chainsword_base import (
    CODEX,
    D3,
    Firing,
    at_least,
    certain,
    counted,
    drift,
    fired,
    firing_of,
    fresh,
    hit_chance,
    line,
    lines_of,
    mean,
    target_of,
    weapon_line,
    yes_with,
)
from odds import Refused, add, chain, die, image, probability, several

LOST = ("wrecked", "exploded")
SNAPPING = ("shaken", "stunned", "immobilised")


@dataclass(frozen=True)
class Hull:
    """A hull as a target: the armour struck, and its cover or jink save (0 for none)."""

    armour: int
    points: int
    open_topped: bool = False
    cover: int = 0


def vehicle(name):
    if name not in CODEX["vehicles"]:
        raise Refused(f"{name} is no vehicle")
    return CODEX["vehicles"][name]


def hull_of(inputs, points=3):
    """The hull of an input, explicit or by `vehicle` or `unit`."""
    name = inputs.get("vehicle", inputs.get("unit"))
    named = vehicle(name) if name else {}
    armour = named["armour"][inputs.get("facing", "front")] if named else 10
    return Hull(
        armour=inputs.get("armour", armour),
        points=inputs.get("hull-points", named.get("hull-points", points)),
        open_topped=inputs.get("open-topped", "open-topped" in named.get("traits", [])),
        cover=inputs.get("cover", 0),
    )


def on_hull(one, firing):
    """The odds of the hits of one die on a hull: a blast hits by its distance (CW-BAS-14)."""
    if one.kind == "template":
        return D3
    if one.kind == "direct":
        return yes_with(hit_chance(one, firing))
    return yes_with(probability(drift(one, firing), lambda off: off <= one.size["radius"]))


def penetration(one, hull):
    """The odds of what a hit does (CW-BAS-20 to 23, 06)."""
    strength = 3 if one.wound_on else one.strength
    total = image(several(die(), one.pen_dice), lambda roll: strength + roll)
    spared = at_least(max(hull.cover, 2)) if hull.cover and not one.ignores_cover else Fraction(0)
    added = {1: 2, 2: 1}.get(one.ap, 0) + hull.open_topped
    damage = image(
        die(),
        lambda face: ["shaken", "shaken", "stunned", "weapon-destroyed", "immobilised", "explodes"][
            min(face + added, 6) - 1
        ],
    )
    odds = {}
    add(odds, "no-effect", probability(total, lambda value: value < hull.armour))
    for chance, effects in (
        (probability(total, lambda value: value == hull.armour), certain("glance")),
        (probability(total, lambda value: value > hull.armour), damage),
    ):
        add(odds, "saved", chance * spared)
        for effect, share in effects.items():
            add(odds, effect, chance * (1 - spared) * share)
    return odds


def harms(effect):
    return effect not in ("no-effect", "saved")


def vehicle_attack(inputs):
    """One shot; the last hull point replaces the effect unless it explodes."""
    one, hull, firing = line(inputs), hull_of(inputs), firing_of(inputs)
    if one.shots == 0 or firing.silent(one):
        return certain("miss")
    sure = one.kind == "template" or inputs.get("auto-hit", False)
    hit = Fraction(1) if sure else on_hull(one, firing).get(1, Fraction(0))
    odds = {}
    add(odds, "miss", 1 - hit)
    for effect, chance in penetration(one, hull).items():
        add(odds, "wrecked" if harms(effect) and effect != "explodes" and hull.points == 1 else effect, hit * chance)
    return odds


def struck(state, effect):
    """The odds of a hull after one effect; a state is (points, snaps, weapons left) or how it was lost."""
    points, snaps, weapons = state
    if not harms(effect):
        return certain(state)
    if effect == "explodes":
        return certain("exploded")
    if points == 1:
        return certain("wrecked")
    if effect == "weapon-destroyed" and weapons:
        return image(
            {index: Fraction(1, len(weapons)) for index in range(len(weapons))},
            lambda index: (points - 1, snaps, weapons[:index] + weapons[index + 1 :]),
        )
    return certain((points - 1, snaps or effect in SNAPPING, weapons))


def barrage(odds, lines, firing, hull):
    """The odds of a hull after a volley, die by die, until it is lost."""

    def worth(one):
        """Expected hull points of a die; a template counts two hits."""
        return mean(on_hull(one, firing)) * probability(penetration(one, hull), harms)

    for one, dice in fired(lines, firing, worth):
        effects, count = penetration(one, hull), on_hull(one, firing)

        def hit(state):
            return certain(state) if state in LOST else chain(effects, lambda effect: struck(state, effect))

        @cache
        def shot(state):
            def several_hits(number):
                after = certain(state)
                for _ in range(number):
                    after = chain(after, hit)
                return after

            return chain(count, several_hits)

        for _ in range(dice):
            odds = chain(odds, shot)
    return odds


def vehicle_volley(inputs):
    hull = hull_of(inputs)
    odds = barrage(certain((hull.points, False, ())), lines_of(inputs), firing_of(inputs), hull)
    labels = [f"hull-lost-{lost}" if lost else "intact" for lost in range(hull.points)]
    return image(odds, lambda state: state if state in LOST else labels[hull.points - state[0]])


# Flyers


@dataclass(frozen=True)
class Flyer:
    """A zooming flyer; each of its weapons is a line."""

    hull: Hull
    side_armour: int
    lines: tuple
    vector_dancer: bool

    def state(self):
        return self.hull.points, False, tuple(range(len(self.lines)))

    def left(self, state):
        """The lines that still work."""
        return [self.lines[index] for index in state[2]]

    def struck_by(self, attacker, jink=0):
        """Its hull as another flyer strikes it (CW-FLY-18)."""
        armour = self.side_armour if attacker.vector_dancer else self.hull.armour
        return replace(self.hull, armour=armour, cover=jink)


def flyer_of(inputs):
    if isinstance(inputs, str):
        inputs = {"unit": inputs}
    named = vehicle(inputs["unit"]) if "unit" in inputs else {}
    if named and "flyer" not in named.get("traits", []):
        raise Refused("does not fly")
    hull = hull_of(inputs, points=2)
    if "groups" in inputs or not named:
        # Heavy weapons never suffer for moving.
        lines = [line(group | {"moved": False}) for group in inputs.get("groups", [])]
    else:
        lines = [
            replace(weapon_line(weapon), bs=named["bs"])
            for weapon, count in counted(named["weapons"])
            for _ in range(count)
        ]
    return Flyer(
        hull=hull,
        side_armour=inputs.get("side-armour", named["armour"]["side"] if named else hull.armour),
        lines=tuple(lines),
        vector_dancer=inputs.get("vector-dancer", "vector-dancer" in named.get("traits", [])),
    )


def ground_fire(inputs):
    """The anti-aircraft lines: without skyfire they snap (CW-FLY-07)."""
    lines = [line(group) for group in inputs.get("aa", [])]
    if any(one.kind != "direct" for one in lines):
        raise Refused("the ground fires direct lines only")
    return [one if one.skyfire else replace(one, snap=True) for one in lines]


def jink_of(inputs):
    """The save of a flyer that jinks (CW-FLY-08)."""
    return inputs.get("jink-save", 4) if inputs.get("jink", False) else 0


def attack_run(inputs):
    flyer, target = flyer_of(inputs["flyer"]), target_of(inputs)
    arrival = inputs.get("arrival", 4)
    arrives = at_least(arrival) if arrival else Fraction(1)
    hull = replace(flyer.hull, cover=jink_of(inputs))
    odds = barrage(certain(flyer.state()), ground_fire(inputs), Firing(), hull)

    def run(state):
        if state in LOST:
            return certain("shot-down")
        firing = Firing(
            snap=state[1] or inputs.get("jink", False), trigger=inputs.get("shock-trigger", "save-step")
        )
        at = chainsword_fire.volley(flyer.left(state), firing, target)
        return chainsword_fire.labelled(at(fresh(target)), target)

    return chain(yes_with(arrives), lambda here: chain(odds, run) if here else certain("delayed"))


def airborne(lines):
    """The lines that can be fired at a flyer: blasts and templates only with skyfire (R-72)."""
    return [one for one in lines if one.kind == "direct" or one.skyfire]


def dogfight(inputs):
    """CW-FLY-17 to 19: interceptor and ground fire first, then the raider, if he turns on the interceptor."""
    raider, interceptor = flyer_of(inputs["raider"]), flyer_of(inputs["interceptor"])
    jink = jink_of(inputs)
    odds = barrage(certain(raider.state()), airborne(interceptor.lines), Firing(), raider.struck_by(interceptor, jink))
    odds = barrage(odds, ground_fire(inputs), Firing(), replace(raider.hull, cover=jink))

    def answer(state):
        if state in LOST:
            return certain("raider-downed")
        if inputs.get("choice", "continue") == "continue":
            return certain("raider-continues")
        firing = Firing(snap=state[1] or inputs.get("jink", False))
        after = barrage(
            certain((interceptor.hull.points, False, ())),
            airborne(raider.left(state)),
            firing,
            interceptor.struck_by(raider),
        )
        return image(after, lambda end: "interceptor-downed" if end in LOST else "both-survive")

    return chain(odds, answer)


RESOLUTIONS = {
    "vehicle-attack": vehicle_attack,
    "vehicle-volley": vehicle_volley,
    "attack-run": attack_run,
    "dogfight": dogfight,
}
