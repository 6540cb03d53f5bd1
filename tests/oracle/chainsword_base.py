"""Chainsword of Command: profiles, lines of weapons, hits, wounds, saves and the shooting pool."""

from dataclasses import dataclass, replace
from fractions import Fraction

from odds import Refused, add, certain, codex, die, image, probability, several

CODEX = codex("chainsword")
D3 = image(die(), lambda face: (face + 1) // 2)
TWO_DICE = several(die(), 2)


def at_least(need):
    """The probability that a d6 shows a need or more; a need of 7 is never met."""
    return probability(die(), lambda face: face >= need)


def yes_with(chance):
    """The odds of 1 with a probability, else 0."""
    odds = {}
    add(odds, 1, chance)
    add(odds, 0, 1 - chance)
    return odds


def profile(name):
    """The codex table of a unit or officer: one with models, not a hull."""
    for table in ("units", "officers"):
        if name in CODEX[table]:
            return CODEX[table][name]
    raise Refused(f"{name} has no profile of models")


def overridden(named, inputs, defaults):
    """The defaults, over them the numbers of a named unit, over those the explicit inputs."""
    return {
        key: inputs.get(key, named.get(key, 0) if named and key in ("save", "invulnerable") else named.get(key, value))
        for key, value in defaults.items()
    }


# Lines of weapons


@dataclass(frozen=True)
class Line:
    """Equal dice of one kind of weapon (the group object of the conventions)."""

    shots: int = 1
    bs: int = 4
    strength: int = 4
    ap: int = 0
    kind: str = "direct"
    twin_linked: bool = False
    ignores_cover: bool = False
    skyfire: bool = False
    snap: bool = False
    wound_on: int = 0
    pen_dice: int = 1

    @property
    def blast(self):
        return self.kind.endswith("-blast")

    @property
    def size(self):
        """The template of a blast."""
        return CODEX["blasts"][self.kind.removesuffix("-blast")]


def fields(table):
    """The entries of a table that are numbers of a line, under their names here."""
    keys = {key.replace("-", "_"): value for key, value in table.items()}
    return {key: value for key, value in keys.items() if key in Line.__dataclass_fields__}


def weapon_line(name, firers=1, distance=None, moved=False, relentless=False):
    """The line of some models that fire a weapon (CW-BAS-12, 13, 22, 32)."""
    weapon = CODEX["weapons"][name]
    traits = weapon.get("traits", [])
    near = distance is not None and distance * 2 <= weapon["range"]
    shots = weapon.get("shots", 1)
    if weapon["type"] == "rapid-fire":
        shots = 2 if near else 1
    if distance is not None and not weapon.get("minimum-range", 0) <= distance <= weapon["range"]:
        shots = 0
    return Line(
        **fields(weapon)
        | {
            "shots": shots * firers,
            "twin_linked": "twin-linked" in traits,
            "ignores_cover": "ignores-cover" in traits,
            "skyfire": "skyfire" in traits,
            "snap": weapon["type"] == "heavy" and moved and not relentless,
            "pen_dice": 2 if "fusion" in traits and near else 1,
        }
    )


def line(group):
    """The line of a group object."""
    basis = Line()
    if "weapon" in group:
        keys = ("firers", "distance", "moved", "relentless")
        basis = weapon_line(group["weapon"], **{key: group[key] for key in keys if key in group})
    return replace(basis, **fields(group))


def counted(texts):
    """The weapons of a codex list such as `service-rifle x4`, as (weapon, count)."""
    for text in texts:
        name, _, count = text.partition(" x")
        yield name, int(count or 1)


def lines_of(inputs):
    """The lines of an input with `groups`, or with `team` as `unit.team`."""
    if "team" not in inputs and "groups" not in inputs:
        raise Refused("nothing to fire")
    if "team" not in inputs:
        return [line(group) for group in inputs["groups"]]
    name, _, team = inputs["team"].partition(".")
    unit = profile(name)
    return [
        replace(
            weapon_line(
                weapon,
                count,
                inputs.get("distance", 12),
                inputs.get("moved", False),
                "relentless" in unit.get("traits", []),
            ),
            bs=unit["bs"],
        )
        for weapon, count in counted(unit["teams"][team])
    ]


# Firing


@dataclass(frozen=True)
class Firing:
    """How a volley is fired (the firing keys)."""

    snap: bool = False
    covered: bool = False
    indirect: bool = False
    shock: int = 0
    flat: bool = False
    trigger: str = "save-step"
    reaction: bool = False  # charge reaction, in which templates may fire

    def snaps(self, one):
        return self.snap or one.snap

    def silent(self, one):
        """Weapons that cannot fire as snap shots (CW-BAS-04, CW-SHO-08)."""
        return self.snaps(one) and (one.blast or (one.kind == "template" and not self.reaction))

    def skill(self, one):
        """BS of a shot (CW-SHO-03, 04)."""
        return 1 if self.snaps(one) else max(one.bs - self.covered, 1)


def firing_of(inputs, shared=None):
    """The firing keys of an input, over those beside it."""
    keys = (shared or {}) | inputs
    return Firing(
        snap=keys.get("snap", False),
        covered=keys.get("under-covering-fire", False),
        indirect=keys.get("indirect", False),
        shock=keys.get("shooter-shock", 0),
        flat=keys.get("shock-shooting", "per-point") == "flat",
        trigger=keys.get("shock-trigger", "save-step"),
    )


def hit_chance(one, firing):
    """The probability that a direct die hits (CW-BAS-01 to 03)."""
    skill = firing.skill(one)
    first = CODEX["to-hit"]["first"][skill - 1]
    second = first if one.twin_linked else CODEX["to-hit"]["second"][skill - 1]
    return at_least(first) + (1 - at_least(first)) * at_least(second)


def drift(one, firing):
    """The odds of the inches that a blast lies off (CW-BAS-14, 32)."""
    skill = 0 if firing.indirect else max(one.bs - firing.covered, 1)
    odds = {}
    add(odds, 0, Fraction(1, 3))
    for roll, chance in TWO_DICE.items():
        add(odds, max(0, roll - skill), Fraction(2, 3) * chance)
    return odds


def hits(one, firing, models):
    """The odds of the hits of one die on a team with so many models (CW-BAS-14, 15)."""
    if one.kind == "template":
        return D3
    if one.kind == "direct":
        return yes_with(hit_chance(one, firing))
    full = min(models, one.size["most"])
    return image(
        drift(one, firing), lambda off: full if off == 0 else full // 2 if off <= one.size["radius"] else 0
    )


def mean(odds):
    return sum(value * chance for value, chance in odds.items())


def fired(lines, firing, worth):
    """The lines as they fire: silent ones left out, and the dice that Shock costs (CW-SHO-02)."""
    speaking = [one for one in lines if not firing.silent(one)]
    dice = [one.shots for one in speaking]
    lost = min(firing.shock, 1) if firing.flat else firing.shock
    # The cheapest dice first, of equal ones those of the later line.
    for place in sorted(range(len(dice)), key=lambda index: (worth(speaking[index]), -index)):
        gone = min(lost, dice[place])
        dice[place] -= gone
        lost -= gone
    return list(zip(speaking, dice))


# Wounds and saves


@dataclass(frozen=True)
class Target:
    """A model that is shot at or struck, and the cover of its team (the target keys)."""

    toughness: int
    save: int
    invulnerable: int
    wounds: int
    models: int = 5
    cover: int = 0

    def slain_by(self, strength):
        """Instant death (CW-BAS-10)."""
        return strength >= 2 * self.toughness


def target_of(inputs):
    """The target of an input."""
    named = profile(inputs["target"]) if "target" in inputs else {}
    numbers = overridden(named, inputs, {"toughness": 4, "save": 0, "invulnerable": 0, "wounds": 1})
    cover = inputs.get("cover", 0)
    better = []
    if inputs.get("tactical", False):
        better.append(max(cover - 1, 2) if cover else 5)
    if inputs.get("pinned", False):
        better.append(max(cover - 1, 2) if cover else 6)
    return Target(**numbers, models=inputs.get("models", 5), cover=min(better, default=cover))


def wound_need(strength, toughness, wound_on=0):
    """The die that wounds (CW-BAS-05, 06)."""
    return wound_on or CODEX["to-wound"]["need"][min(max(strength - toughness, -4), 2) + 4]


def saving(target, ap, ignores_cover):
    """The best save as (die, its kind), or (7, none) (CW-BAS-07 to 09)."""
    offered = []
    if target.save and not 0 < ap <= target.save:
        offered.append((target.save, "armour"))
    if target.invulnerable:
        offered.append((target.invulnerable, "invulnerable"))
    if target.cover and not ignores_cover:
        offered.append((target.cover, "cover"))
    need, kind = min(offered, key=lambda save: save[0], default=(7, "none"))
    return max(need, 2), kind


def one_hit(one, target):
    """The odds of what a hit does: no-wound, saved or unsaved, and whether an armour save was rolled."""
    wound = at_least(wound_need(one.strength, target.toughness, one.wound_on))
    need, kind = saving(target, one.ap, one.ignores_cover)
    odds = {}
    add(odds, ("no-wound", False), 1 - wound)
    add(odds, ("saved", kind == "armour"), wound * at_least(need))
    add(odds, ("unsaved", kind == "armour"), wound * (1 - at_least(need)))
    return odds


def suffer(target, state, slain):
    """The team after one unsaved wound (CW-BAS-11); a state is (models, wounds of the front one), (0, 0) if none."""
    models, front = state
    if front > 1 and not slain:
        return models, front - 1
    return (models - 1, target.wounds) if models > 1 else (0, 0)


def fresh(target):
    return (target.models, target.wounds) if target.models else (0, 0)
