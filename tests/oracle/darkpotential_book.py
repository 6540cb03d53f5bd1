"""Dark Potential: switches, units, weapons and hit targets that its calculators share."""

from fractions import Fraction
from math import ceil, floor

from odds import Refused, chain, codex, die, fraction, image, probability, several

CODEX = codex("darkpotential")
TWO_DICE = several(die(), 2)  # DP-GEN-06

# Switches that reach a resolution, with their defaults.
DEFAULTS = {
    "difficult-factor": 2,
    "cover-light": 1,
    "cover-medium": 2,
    "cover-heavy": 3,
    "cover-partial-reduction": 1,
    "cover-partial-min": 1,
    "regen-divisor": 2,
    "regen-min": 1,
    "regen-min-squad-size": 2,
    "climb-cost": 1,
    "step-on-cost": 1,
    "charge-factor": Fraction(1, 2),
    "free-attack-bonus": 2,
    "deviation-step": 8,
    "deviation-directions": 6,
    "hole-radius": 0,
    "aoe-measure": "diameter",
    "wounds-base": 1,
    "suppress-min-models": 2,
    "suppress-modifier": -2,
    "limit-reroll-own": None,
    "limit-modify-own": 1,
    "limit-force-reroll": 1,
    "limit-modify-opponent": None,
    "perception-step": 6,
    "active-bonus": 3,
    "suppression-in-own-activation": "immediate",
    "suppressed-in-combat": "flee",
}
WORDS = {
    "aoe-measure": ("diameter", "radius"),
    "suppression-in-own-activation": ("immediate", "next"),
    "suppressed-in-combat": ("flee", "stay"),
    "cover": ("none", "light", "medium", "heavy"),
    "hidden": ("half-or-more", "less-than-half"),
    "mode": ("aimed", "overwatch", "suppressing"),
    "phase": ("move", "charge"),
    "action": ("move", "charge"),
    "kind": ("independent", "squad"),
    "policy": ("optimal", "nudge", "none"),
}
PRINTED = ("range", "strength", "strength-blast", "aoe", "accuracy", "leadership-modifier")

# Shared blocks of inputs.
ATTACKER = ("attacker", "weapon", "skill", *PRINTED)
TARGET = ("target", "defense", "armor", "leadership", "wounds", "dug-in", "commander-leadership")
SHOT = ("distance", "cover", "hidden", "mode", "modifier")


class Book:
    """The rules that hold for one question: its switches."""

    def __init__(self, inputs=None):
        self.rules = dict(DEFAULTS)
        for name, value in (inputs or {}).get("rules", {}).items():
            if name not in DEFAULTS:
                raise Refused(f"unknown switch {name}")
            elif name in WORDS:
                self.rules[name] = chosen(name, value)
            else:
                self.rules[name] = None if value == "unlimited" else fraction(value)
        # Some resolutions have a switch among their inputs.
        for name in DEFAULTS.keys() & (inputs or {}).keys():
            value = inputs[name]
            self.rules[name] = chosen(name, value) if name in WORDS else None if value == "unlimited" else value

    def __getitem__(self, name):
        return self.rules[name]

    def unit(self, name):
        if name not in CODEX["units"]:
            raise Refused(f"unknown unit {name}")
        return CODEX["units"][name]

    def weapon(self, name):
        if name not in CODEX["weapons"]:
            raise Refused(f"unknown weapon {name}")
        return CODEX["weapons"][name]

    def first_weapon(self, unit, kind):
        """The key of the first weapon of a kind, or None."""
        return next((name for name in unit["weapons"] if self.weapon(name)["kind"] == kind), None)


def chosen(name, value):
    """An input that is one of a few words."""
    if value not in WORDS[name]:
        raise Refused(f"{name} is no {value}")
    return value


def word(inputs, name):
    """The word of an input; the first of the allowed ones when left out."""
    return chosen(name, inputs.get(name, WORDS[name][0]))


def known(inputs, *keys):
    """Refuse inputs that are not among the keys."""
    extra = set(inputs) - set(keys)
    if extra:
        raise Refused(f"unknown inputs {sorted(extra)}")


def needed(inputs, name):
    """The value of an input that has no default."""
    if name not in inputs:
        raise Refused(f"{name} is missing")
    return inputs[name]


def count(inputs, name, default, least=0):
    """A whole number of an input; one without a default (None) has to be given."""
    number = needed(inputs, name) if default is None else inputs.get(name, default)
    if number < least:
        raise Refused(f"{name} is {number}, less than {least}")
    return number


def measured(length):
    """A length or path cost as it is compared: to the nearest thousandth of an inch (R-66)."""
    if length < 0:
        raise Refused("lengths are 0 or more")
    return Fraction(floor(length * 1000 + Fraction(1, 2)), 1000)


def at_most(target):
    """The probability of a skill or attribute roll with this target (DP-GEN-06, 08)."""
    return probability(TWO_DICE, lambda total: total <= target)


# Attackers and targets


class Attack:
    """Who attacks with what: skill, and the numbers of the weapon with what overrides them."""

    def __init__(self, book, inputs, kind, default=None):
        unit = book.unit(inputs.get("attacker", "generic-soldier"))
        name = inputs.get("weapon", default or book.first_weapon(unit, kind))
        if name is None:
            raise Refused(f"no {kind} weapon")
        weapon = book.weapon(name)
        if weapon["kind"] != kind:
            raise Refused(f"{name} is no {kind} weapon")
        self.skill = inputs.get("skill", unit.get("ranged" if kind == "ranged" else "close-combat"))
        if self.skill is None:
            raise Refused("no Ranged skill")  # DP-ARM-05
        printed = {key: fraction(inputs.get(key, weapon.get(key, 0))) for key in PRINTED}
        self.range, self.strength, self.blast = printed["range"], printed["strength"], printed["strength-blast"]
        if "range" in inputs and self.range <= 0:
            raise Refused("no range")
        self.template, self.accuracy = printed["aoe"], printed["accuracy"]
        self.leadership_modifier = printed["leadership-modifier"]
        self.two_strengths = "strength-blast" in inputs or "strength-blast" in weapon
        self.move_or_shoot = weapon.get("move-or-shoot", False)


def direct(attack):
    """An attack that is no template."""
    if attack.template:
        raise Refused("a weapon with an AOE")  # DP-AOE-01
    return attack


class Target:
    """A model that may be hit: its numbers, wounds left, and Leadership with a Commander near (DP-LDR-09, R-112)."""

    def __init__(self, book, inputs, unit=None):
        unit = book.unit(unit or inputs.get("target", "generic-soldier"))
        self.defense = inputs.get("defense", unit["defense"])
        self.armor = inputs.get("armor", unit["armor"])
        self.wounds = count(inputs, "wounds", unit["wounds"], least=1)
        self.dug_in = count(inputs, "dug-in", unit.get("dug-in", 0))
        self.base_radius = fraction(unit["base-mm"]) / 2 / Fraction("25.4")
        own = inputs.get("leadership", unit["leadership"])
        self.leadership = max(own, inputs.get("commander-leadership", own))


def cover_penalty(book, inputs, dug_in):
    """What cover takes off a skill (DP-TER-06, DP-LOS-07, DP-UNI-02)."""
    cover, hidden = word(inputs, "cover"), word(inputs, "hidden")
    if cover == "none":
        return 0
    penalty = book[f"cover-{cover}"]
    if hidden == "less-than-half":
        penalty = max(penalty - book["cover-partial-reduction"], book["cover-partial-min"])
    return penalty + dug_in


def distance_of(inputs, default=8):
    return measured(fraction(inputs.get("distance", default)))


def shot_target(book, inputs, attack, target):
    """The hit target of a ranged attack (DP-SHT-02, 04, 05, 12)."""
    far = max(0, ceil(distance_of(inputs) / attack.range) - 1)
    cover = cover_penalty(book, inputs, target.dug_in)
    modifier = inputs.get("modifier", 0)
    if word(inputs, "mode") == "suppressing":  # DP-SUP-07
        cover, modifier = 0, modifier + book["suppress-modifier"]
    return attack.skill - target.defense - far - cover + attack.accuracy + modifier


def strike_target(book, attack, target, free=False, modifier=0):
    """The hit target of a close-combat attack (DP-CLC-02, DP-MOV-11)."""
    return attack.skill - target.defense + modifier + (book["free-attack-bonus"] if free else 0)


# What an attack does


def losses(book, strength_target):
    """The odds of the wounds that a Strength roll takes, without the limit of those left (DP-WND-01, 02)."""
    return image(
        TWO_DICE, lambda total: book["wounds-base"] + strength_target - total if total <= strength_target else 0
    )


def left_after(book, wounds, hit_target, strength_target):
    """The odds of (hit, wounds left) of a model after one attack (DP-SHT-09, DP-WND-04)."""
    hits = image(TWO_DICE, lambda total: total <= hit_target)
    lost = image(losses(book, strength_target), lambda loss: (True, max(0, wounds - loss)))
    return chain(hits, lambda hit: lost if hit else {(False, wounds): Fraction(1)})


def attacked(book, state, hit_target, attack, target):
    """The odds of (wounds left, failed) of a target after one attack and its Leadership roll.

    `state` is the same pair from before. A model that has failed rolls no more (DP-LDR-02, 05).
    """
    wounds, failed = state
    nerve = image(TWO_DICE, lambda total: total > target.leadership + attack.leadership_modifier)

    def after(end):
        hit, left = end
        if hit and left and not failed:
            return image(nerve, lambda fails: (left, fails))
        return {(left, failed): Fraction(1)}

    return chain(left_after(book, wounds, hit_target, attack.strength - target.armor), after)
