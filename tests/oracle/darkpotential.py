"""Dark Potential: odds of its resolutions, from the rulebook and the codex."""

from fractions import Fraction
from math import ceil, comb

from darkpotential_book import (
    ATTACKER,
    SHOT,
    TARGET,
    Attack,
    Book,
    Target,
    at_most,
    chosen,
    count,
    cover_penalty,
    direct,
    distance_of,
    known,
    left_after,
    losses,
    measured,
    needed,
    shot_target,
    strike_target,
    word,
)
from darkpotential_draw import RANDOM  # noqa: F401: run.py reads it here
from darkpotential_fights import combat_ready_exchange, leaving_combat, melee, overwatch_charge, shoot_out, volley
from darkpotential_points import command_duel, command_duel_attack
from darkpotential_template import aoe_attack, aoe_placement
from odds import Refused, certain, chain, fraction, image


def yes_or_no(yes, no, chance):
    """The odds of two labels."""
    return {yes: chance, no: 1 - chance}


def binomial(label, number, chance):
    """The odds of how many of some alike and independent trials succeed."""
    return {f"{label}-{k}": comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1)}


# One roll


def skill_roll(inputs):
    known(inputs, "skill", "modifier")
    return yes_or_no("success", "failure", at_most(needed(inputs, "skill") + inputs.get("modifier", 0)))


def wound_roll(inputs):
    known(inputs, "strength", "armor", "wounds", "rules")
    wounds = count(inputs, "wounds", 1, least=1)
    lost = losses(Book(inputs), needed(inputs, "strength") - needed(inputs, "armor"))
    return image(lost, lambda loss: f"wounds-{min(loss, wounds)}")


def leadership(book, inputs):
    """The chance to pass one Leadership roll (DP-LDR-04, 09)."""
    own = inputs.get("leadership", book.unit(inputs.get("unit", "generic-soldier"))["leadership"])
    return at_most(max(own, inputs.get("commander-leadership", own)) + inputs.get("modifier", 0))


LEADERSHIP = ("unit", "leadership", "commander-leadership", "modifier")


def leadership_test(inputs):
    known(inputs, *LEADERSHIP, "tests")
    return yes_or_no("steady", "suppressed", leadership(Book(), inputs) ** count(inputs, "tests", 1))


def death_shock(inputs):
    """DP-LDR-03, 05: a witness that fails once rolls no more."""
    known(inputs, *LEADERSHIP, "witnesses", "deaths")
    steady = leadership(Book(), inputs) ** count(inputs, "deaths", 1)
    return binomial("suppressed", count(inputs, "witnesses", None), 1 - steady)


# One attack


def suffered(book, hit_target, attack, target):
    """The odds of the six labels of one attack on one model."""
    steady = at_most(target.leadership + attack.leadership_modifier)  # DP-SHT-13

    def label(end):
        hit, left = end
        if not hit:
            return certain("miss")
        if left == 0:
            return certain("removed")
        kind = "hit" if left == target.wounds else "wounded"
        return yes_or_no(f"{kind}-steady", f"{kind}-suppressed", steady)

    return chain(left_after(book, target.wounds, hit_target, attack.strength - target.armor), label)


def ranged_attack(inputs):
    known(inputs, *ATTACKER, *TARGET, *SHOT, "rules")
    book = Book(inputs)
    attack, target = direct(Attack(book, inputs, "ranged")), Target(book, inputs)
    return suffered(book, shot_target(book, inputs, attack, target), attack, target)


def close_combat_attack(inputs):
    known(inputs, *ATTACKER, *TARGET, "free-attack", "modifier", "rules")
    book = Book(inputs)
    attack, target = direct(Attack(book, inputs, "close")), Target(book, inputs)
    aim = strike_target(book, attack, target, inputs.get("free-attack", False), inputs.get("modifier", 0))
    return suffered(book, aim, attack, target)


def suppressing_fire(inputs):
    """Each enemy is attacked once (DP-SUP-09), without cover and at -2 (DP-SUP-07)."""
    known(inputs, "participants", *ATTACKER, *TARGET, *SHOT, "models", "rules")
    if inputs.get("mode", "suppressing") != "suppressing":
        raise Refused("the mode is suppressing")
    book = Book(inputs)
    attack, target = direct(Attack(book, inputs, "ranged")), Target(book, inputs)
    models = count(inputs, "models", 1)
    hit_target = shot_target(book, inputs | {"mode": "suppressing"}, attack, target)
    if count(inputs, "participants", None) < book["suppress-min-models"]:  # DP-SUP-01
        return certain("not-possible")
    ends = left_after(book, target.wounds, hit_target, attack.strength - target.armor)
    return binomial("removed", models, sum((p for (_, left), p in ends.items() if left == 0), Fraction(0)))


# Perception

CHECK = ("observer", "perception", "distance", "cover", "hidden", "dug-in", "active", "modifier", "observers", "rules")


def found(inputs, observers):
    """The chance that one base is found by at least one of the observers (DP-PER-01 to 03)."""
    book = Book(inputs)
    skill = inputs.get("perception", book.unit(inputs.get("observer", "generic-soldier"))["perception"])
    target = skill - max(1, ceil(distance_of(inputs, 6) / book["perception-step"]))
    target -= cover_penalty(book, inputs, count(inputs, "dug-in", 0))
    target += inputs.get("modifier", 0) + (book["active-bonus"] if inputs.get("active", False) else 0)
    return 1 - (1 - at_most(target)) ** count(inputs, "observers", observers)


def perception_check(inputs):
    known(inputs, *CHECK)
    return yes_or_no("found", "not-found", found(inputs, 1))


def stealth_sweep(inputs):
    """The real base and each of the false ones are found apart from one another (DP-STL-11)."""
    known(inputs, *CHECK, "bases")
    each = found(inputs, 5)
    unseen = (1 - each) ** count(inputs, "bases", 4, least=1)
    return {"model-found": each, "decoys-only": 1 - each - unseen, "nothing-found": unseen}


# Without dice


def command_regeneration(inputs):
    """DP-TRN-03, 04, R-49."""
    known(inputs, "kind", "base", "current", "members", "rules")
    book = Book(inputs)
    base, points = count(inputs, "base", None), count(inputs, "current", None)
    if points > base:
        raise Refused("more points than the base")
    members = count(inputs, "members", 5, least=1)
    if chosen("kind", needed(inputs, "kind")) == "independent" or members >= book["regen-min-squad-size"]:
        points = min(base, points + max(base // book["regen-divisor"], book["regen-min"]))
    return certain(f"points-{points}")


def move_path(inputs):
    """DP-MOV-01, 04 to 06, 09, R-13, R-14; charges DP-CHG-01."""
    known(inputs, "movement", "action", "segments", "rules")
    book = Book(inputs)
    inch = {
        "clear": 1,
        "difficult": book["difficult-factor"],
        "linear": book["difficult-factor"],
        "climb": book["climb-cost"],
        "descend": book["climb-cost"],
    }
    cost = Fraction(0)
    for segment in needed(inputs, "segments"):
        known(segment, "kind", "length")
        if needed(segment, "kind") not in inch or needed(segment, "length") < 0:
            raise Refused(f"no segment {segment}")
        cost += inch[segment["kind"]] * fraction(segment["length"])
        if segment["kind"] in ("climb", "descend"):
            cost += book["step-on-cost"]
    budget = fraction(inputs.get("movement", 6))
    if word(inputs, "action") == "charge":
        budget *= book["charge-factor"]
    return certain("completes" if measured(cost) <= measured(budget) else "stops-short")


RESOLUTIONS = {
    "skill-roll": skill_roll,
    "wound-roll": wound_roll,
    "ranged-attack": ranged_attack,
    "close-combat-attack": close_combat_attack,
    "volley": volley,
    "suppressing-fire": suppressing_fire,
    "aoe-placement": aoe_placement,
    "aoe-attack": aoe_attack,
    "leadership-test": leadership_test,
    "death-shock": death_shock,
    "perception-check": perception_check,
    "stealth-sweep": stealth_sweep,
    "leaving-combat": leaving_combat,
    "combat-ready-exchange": combat_ready_exchange,
    "melee": melee,
    "shoot-out": shoot_out,
    "overwatch-charge": overwatch_charge,
    "command-duel": command_duel,
    "command-duel-attack": command_duel_attack,
    "command-regeneration": command_regeneration,
    "move-path": move_path,
}
