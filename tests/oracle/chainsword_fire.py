"""Chainsword of Command: fire at models. States: models left, wounds of the front one, and the Shock given."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

from chainsword_base import (
    CODEX,
    Firing,
    Line,
    Target,
    at_least,
    fired,
    firing_of,
    fresh,
    hit_chance,
    hits,
    line,
    lines_of,
    mean,
    one_hit,
    overridden,
    profile,
    saving,
    suffer,
    target_of,
    wound_need,
)
from odds import Refused, add, certain, chain, image, probability

GONE = (0, 0)


def worth(one, firing, target, models):
    """Expected unsaved wounds of one die on a team with so many models; a template counts two hits."""
    unsaved = probability(one_hit(one, target), lambda event: event[0] == "unsaved")
    return mean(hits(one, firing, models)) * unsaved


def noted(trigger, shock, event):
    """The Shock of a volley after one more hit (CW-SHK-01, 02)."""
    what, armour = event
    if trigger == "per-save":
        return shock + (what != "no-wound")
    if trigger == "per-unsaved":
        return shock + (what == "unsaved")
    return max(shock, int(armour if trigger == "armour-save" else what != "no-wound"))


def volley(lines, firing, target):
    """A function that gives the odds of (team, Shock given) after one volley at a team, die by die."""

    def hit(one):
        events = one_hit(one, target)
        slain = target.slain_by(one.strength)

        def step(state):
            team, shock = state
            if team == GONE:
                return certain((GONE, 0))
            return image(
                events,
                lambda event: (
                    suffer(target, team, slain) if event[0] == "unsaved" else team,
                    noted(firing.trigger, shock, event),
                ),
            )

        return step

    def shot(one):
        step = hit(one)

        def take(state):
            odds = {}
            for count, chance in hits(one, firing, state[0][0]).items():
                after = certain(state)
                for _ in range(count):
                    after = chain(after, step)
                for end, share in after.items():
                    add(odds, end, chance * share)
            return odds

        return cache(take)

    @cache
    def at(team):
        odds = certain((team, 0))
        for one, dice in fired(lines, firing, lambda one: worth(one, firing, target, team[0])):
            step = shot(one)
            for _ in range(dice):
                odds = chain(odds, step)
        return odds

    return at


def volleys(volley_functions, target, shock=0):
    """The odds of (team, Shock) after several volleys one after the other."""
    odds = certain((fresh(target), shock))
    for at in volley_functions:
        odds = chain(odds, lambda state: image(at(state[0]), lambda end: (end[0], state[1] + end[1])))
    return odds


def labelled(odds, target):
    """The labels of kills and Shock."""
    return image(
        odds,
        lambda end: "destroyed" if end[0] == GONE else f"kills-{target.models - end[0][0]}-shock-{end[1]}",
    )


def volley_resolution(inputs):
    target = target_of(inputs)
    return labelled(volleys([volley(lines_of(inputs), firing_of(inputs), target)], target), target)


def squad_volley(inputs):
    target = target_of(inputs)
    each = [volley(lines_of(one), firing_of(one, inputs), target) for one in inputs["volleys"]]
    return labelled(volleys(each, target), target)


def standing(shock, ld):
    """Pinned and broken by Shock (CW-SHK-05, 06)."""
    return "broken" if shock >= 2 * ld else "pinned" if shock >= ld else "steady"


def suppression(inputs):
    target = target_of(inputs)
    if "ld" not in inputs and "target" not in inputs:
        raise Refused("whose Ld?")
    ld = inputs["ld"] if "ld" in inputs else profile(inputs["target"])["ld"]
    one = volley(lines_of(inputs), firing_of(inputs), target)
    odds = volleys([one] * inputs.get("volleys", 1), target, inputs.get("shock", 0))
    return image(odds, lambda end: "destroyed" if end[0] == GONE else standing(end[1], ld))


def blast_shot(inputs):
    target = target_of(inputs)
    one = Line(
        bs=inputs.get("bs", 4),
        strength=inputs.get("strength", 4),
        ap=inputs.get("ap", 0),
        kind=f"{inputs.get('size', 'small')}-blast",
        ignores_cover=inputs.get("ignores-cover", False),
    )
    return labelled(volleys([volley([one], firing_of(inputs), target)], target), target)


def ranged_attack(inputs):
    """One shot at one model."""
    one, target = line(inputs), target_of(inputs)
    if "shooter" in inputs and "bs" not in inputs:
        hulls = CODEX["vehicles"]
        one = replace(one, bs=(hulls.get(inputs["shooter"]) or profile(inputs["shooter"]))["bs"])
    firing = firing_of(inputs)
    if one.blast:
        raise Refused("blasts belong in blast-shot")
    if one.shots == 0 or firing.silent(one):
        return certain("miss")
    sure = one.kind == "template" or inputs.get("auto-hit", False)
    hit = Fraction(1) if sure else hit_chance(one, firing)
    odds = {}
    add(odds, "miss", 1 - hit)
    for (what, _), chance in one_hit(one, target).items():
        add(odds, what, hit * chance)
    return odds


def fire_exchange(inputs):
    """Two volleys; the second side answers with the models, the Shock and the BS that are left to it."""
    trigger = inputs.get("shock-trigger", "save-step")
    flat = inputs.get("shock-shooting", "per-point") == "flat"
    covering = inputs.get("mode", "shoot") == "covering-fire"
    defaults = {"bs": 3, "strength": 3, "toughness": 3, "save": 5, "invulnerable": 0}
    sides = []
    for side in (inputs["first"], inputs["second"]):
        numbers = overridden(profile(side["unit"]) if "unit" in side else {}, side, defaults)
        one = Line(bs=numbers["bs"], strength=numbers["strength"], ap=side.get("ap", 0))
        team = Target(
            toughness=numbers["toughness"],
            save=numbers["save"],
            invulnerable=numbers["invulnerable"],
            wounds=1,
            models=side.get("models", 5),
            cover=side.get("cover", 0),
        )
        sides.append((one, team, side.get("shots-per-model", 1), side.get("shock", 0)))

    def fire(models, side, other, firing):
        """The volley of some models of a side at the other, and whether it rolls a die."""
        one, _, shots, _ = side
        lines = [replace(one, shots=models * shots)]
        rolls = any(dice for _, dice in fired(lines, firing, lambda _: 0))
        return volley(lines, firing, other[1]), rolls

    first, second = sides
    at, rolls = fire(first[1].models, first, second, Firing(snap=covering, shock=first[3], flat=flat, trigger=trigger))

    def answer(state):
        team, shock = state
        firing = Firing(covered=covering and rolls, shock=second[3] + shock, flat=flat, trigger=trigger)
        back, _ = fire(team[0], second, first, firing)
        return image(back(fresh(first[1])), lambda end: (second[1].models - team[0], first[1].models - end[0][0]))

    odds = chain(at(fresh(second[1])), answer)
    return image(odds, lambda lost: f"kills-{lost[0]}-losses-{lost[1]}")


def precision_shot(inputs):
    """CW-BAS-28: the officer is hit by a 6, if he is not spared."""
    one = replace(line({"weapon": inputs.get("weapon", "marksman-rifle")}), bs=inputs.get("bs", 4))
    if "precision" not in CODEX["weapons"][inputs.get("weapon", "marksman-rifle")].get("traits", []):
        raise Refused("not a precision weapon")
    if inputs["officer"] not in CODEX["officers"]:
        raise Refused("no officer")
    firing = firing_of(inputs)
    hit = hit_chance(one, firing)
    singled = Fraction(0) if firing.snap else at_least(6)
    spared = at_least(CODEX["ranks"][inputs["rank"]]["spared"])
    team = target_of(inputs)
    officer = target_of({"target": inputs["officer"], "cover": inputs.get("cover", 0)})
    wound = at_least(wound_need(one.strength, team.toughness, one.wound_on))
    on_officer = singled * (1 - spared)
    odds = {}
    add(odds, "miss", 1 - hit)
    add(odds, "no-wound", hit * (1 - wound))
    for who, label, chance in ((officer, "officer-hit", on_officer), (team, "team-hit", hit - on_officer)):
        saved = at_least(saving(who, one.ap, one.ignores_cover)[0])
        add(odds, "saved", chance * wound * saved)
        add(odds, label, chance * wound * (1 - saved))
    return odds


RESOLUTIONS = {
    "ranged-attack": ranged_attack,
    "volley": volley_resolution,
    "squad-volley": squad_volley,
    "suppression": suppression,
    "blast-shot": blast_shot,
    "fire-exchange": fire_exchange,
    "precision-shot": precision_shot,
}
