"""Chainsword of Command: melee and charges. States are both teams: models left and wounds of the front one."""

from dataclasses import dataclass, replace
from fractions import Fraction

import chainsword_fire
from chainsword_base import (
    CODEX,
    TWO_DICE,
    Firing,
    Target,
    at_least,
    fresh,
    line,
    overridden,
    profile,
    saving,
    suffer,
    wound_need,
    yes_with,
)
from odds import Refused, certain, chain, combine, die, fraction, image, probability, several

GONE = (0, 0)


def passes(ld, shock=0, margin=0, fearless=False, under_quarter=False):
    """The probability that a test on Ld is passed (CW-BAS-25)."""
    if fearless:
        return Fraction(1)
    limit = 2 if under_quarter else max(ld - shock - margin, 2)
    return probability(TWO_DICE, lambda roll: roll <= limit)


def swept(winner, loser):
    """The probability that the winner's d6 + I is at least the loser's (CW-BAS-19)."""
    return probability(combine(die(), die(), lambda a, b: winner + a - loser - b), lambda lead: lead >= 0)


@dataclass(frozen=True)
class Side:
    """A team in melee (the side object)."""

    ws: int
    strength: int
    initiative: int
    attacks: int
    ld: int
    ap: int
    shock: int
    fearless: bool
    initiative_one: bool
    assault_grenades: bool
    charging: bool
    body: Target

    def quick(self, difficult):
        """The initiative at which it strikes, over difficult ground if it charged (CW-BAS-18)."""
        slowed = self.charging and difficult and not self.assault_grenades
        return 1 if self.initiative_one or slowed else self.initiative

    def wounds_left(self, team):
        return (team[0] - 1) * self.body.wounds + team[1] if team[0] else 0


def side_of(inputs, charging, cover=0):
    if isinstance(inputs, str):
        inputs = {"unit": inputs}
    named = profile(inputs["unit"]) if "unit" in inputs else {}
    weapon = CODEX["melee-weapons"][named["melee-weapon"]] if named else {}
    traits = named.get("traits", [])
    if named:
        named = named | {
            "attacks": named["attacks"] + ("second-weapon" in traits),  # CW-BAS-17
            "strength": weapon.get("strength", min(named["strength"] * weapon.get("factor", 1), 10)),
            "ap": weapon.get("ap", 0),
        }
    body = overridden(named, inputs, {"toughness": 4, "save": 0, "invulnerable": 0, "wounds": 1})
    numbers = overridden(named, inputs, {"ws": 4, "strength": 4, "initiative": 4, "attacks": 1, "ld": 8, "ap": 0})
    return Side(
        **numbers,
        shock=inputs.get("shock", 0),
        fearless=inputs.get("fearless", "fearless" in traits),
        initiative_one=inputs.get("initiative-one", "unwieldy" in weapon.get("traits", [])),
        assault_grenades=inputs.get("assault-grenades", "assault-grenades" in traits),
        charging=inputs.get("charging", charging),
        body=Target(**body, models=inputs.get("models", 5), cover=cover),
    )


def blows(striker, victim, models):
    """The odds of the unsaved wounds that some models of a team deal in their step."""
    if striker.ws > victim.ws:
        need = 3
    else:
        need = 5 if victim.ws > 2 * striker.ws else 4  # CW-BAS-16
    wound = at_least(wound_need(striker.strength, victim.body.toughness))
    saved = at_least(saving(victim.body, striker.ap, True)[0])
    return several(yes_with(at_least(need) * wound * (1 - saved)), models * (striker.attacks + striker.charging))


def after_blows(striker, victim, team, unsaved):
    slain = victim.body.slain_by(striker.strength)
    for _ in range(unsaved):
        if team != GONE:
            team = suffer(victim.body, team, slain)
    return team


def fight(sides, difficult, start):
    """The odds of both teams after the blows of one round, in order of initiative (CW-BAS-18)."""
    quick = [sides[0].quick(difficult), sides[1].quick(False)]  # the ground is that of the attacker's charge
    odds = certain(start)
    for step in sorted(set(quick), reverse=True):

        def strike(teams):
            after = []
            for victim in (0, 1):
                striker = 1 - victim
                dealt = certain(0)
                if quick[striker] == step:
                    dealt = blows(sides[striker], sides[victim], teams[striker][0])
                after.append(
                    image(dealt, lambda n: after_blows(sides[striker], sides[victim], teams[victim], n))
                )
            return combine(*after, lambda a, b: (a, b))

        odds = chain(odds, strike)
    return odds


def round_of(sides, difficult, start):
    """The odds of (label, both teams) after one round with its break test and sweep (CW-BAS-19)."""
    names = ("attacker", "defender")

    def settle(teams):
        if teams == (GONE, GONE):
            return certain(("both-destroyed", teams))
        for team, name in zip(teams, names):
            if team == GONE:
                return certain((f"{name}-destroyed", teams))
        lost = [side.wounds_left(a) - side.wounds_left(b) for side, a, b in zip(sides, start, teams)]
        if lost[0] == lost[1]:
            return certain(("drawn", teams))
        loser = 0 if lost[0] > lost[1] else 1
        beaten, winner, name = sides[loser], sides[1 - loser], names[loser]
        hold = passes(beaten.ld, beaten.shock, abs(lost[0] - lost[1]), beaten.fearless)
        caught = swept(winner.initiative, beaten.initiative)
        ends = {"holds": hold, "swept": (1 - hold) * caught, "falls-back": (1 - hold) * (1 - caught)}
        return {(f"{name}-{end}", teams): chance for end, chance in ends.items() if chance}

    return chain(fight(sides, difficult, start), settle)


def sides_of(inputs, cover=0):
    return [
        side_of(inputs["attacker"], inputs.get("charging", True), cover),
        side_of(inputs["defender"], False),
    ]


def melee_round(inputs):
    sides = sides_of(inputs)
    start = tuple(fresh(side.body) for side in sides)
    return image(round_of(sides, inputs.get("difficult", False), start), lambda end: end[0])


def melee_to_break(inputs):
    """The charge counts in the first round only (CW-MEL-03)."""
    sides, difficult = sides_of(inputs), inputs.get("difficult", False)
    odds = certain(("locked", tuple(fresh(side.body) for side in sides)))
    for _ in range(inputs.get("max-rounds", 4)):

        def fight_on(state):
            if state[0] != "locked":
                return certain(state)
            return image(round_of(sides, difficult, state[1]), lambda end: (verdict(end[0]), end[1]))

        odds = chain(odds, fight_on)
        sides, difficult = [replace(side, charging=False) for side in sides], False
    return image(odds, lambda state: state[0])


def verdict(label):
    if label == "both-destroyed":
        return label
    name, _, end = label.partition("-")
    if end in ("destroyed", "swept", "falls-back"):
        return {"attacker": "defender-wins", "defender": "attacker-wins"}[name]
    return "locked"


def charge_roll(difficult):
    """2d6, or 3d6 without the highest (CW-MOV-02, 07)."""
    if not difficult:
        return TWO_DICE
    return chain(TWO_DICE_KEPT, lambda kept: image(die(), lambda face: sum(sorted((*kept, face))[:2])))


TWO_DICE_KEPT = combine(die(), die(), lambda a, b: (a, b))


def reaches(move, distance, shock, difficult):
    """The probability that a charge covers its distance (CW-MOV-05)."""
    return probability(charge_roll(difficult), lambda roll: max(move + roll - shock, 0) >= fraction(distance))


def charge(inputs):
    if "move" not in inputs and "unit" not in inputs:
        raise Refused("whose move?")
    move = inputs["move"] if "move" in inputs else profile(inputs["unit"])["move"]
    return reached(move, inputs["distance"], inputs.get("shock", 0), inputs.get("difficult", False))


def reached(*charged):
    return image(yes_with(reaches(*charged)), ["fails", "reaches"].__getitem__)


def assault(inputs):
    """Reaction fire, charge with the new Shock, one round by the survivors (CW-SHO-08, R-132)."""
    attacker, defender = sides_of(inputs, inputs.get("attacker-cover", 0))
    difficult = inputs.get("difficult", False)
    reaction = inputs.get("reaction", "none")
    move = inputs["move"] if "move" in inputs else named_move(inputs["attacker"])
    lines = [line(group) for group in inputs.get("reaction-groups", [])] if reaction != "none" else []
    # Templates fire in a reaction, and from Overwatch also where it snaps.
    firing = Firing(snap=reaction == "snap", shock=defender.shock, reaction=True)
    at = chainsword_fire.volley(lines, firing, attacker.body)

    def come(state):
        team, gained = state
        if team == GONE:
            return certain("attacker-shot-down")
        shaken = replace(attacker, shock=attacker.shock + gained)
        ends = image(round_of([shaken, defender], difficult, (team, fresh(defender.body))), lambda end: end[0])
        comes = yes_with(reaches(move, inputs["distance"], shaken.shock, difficult))
        return chain(comes, lambda yes: ends if yes else certain("charge-fails"))

    return chain(at(fresh(attacker.body)), come)


def named_move(side):
    name = side if isinstance(side, str) else side.get("unit")
    if name is None:
        raise Refused("whose move?")
    return profile(name)["move"]


RESOLUTIONS = {
    "charge": charge,
    "morale-test": lambda inputs: image(
        yes_with(
            passes(
                inputs["ld"] if "ld" in inputs else profile(inputs["unit"])["ld"],
                inputs.get("shock", 0),
                inputs.get("margin", 0),
                inputs.get(
                    "fearless", "unit" in inputs and "fearless" in profile(inputs["unit"]).get("traits", [])
                ),
                inputs.get("under-quarter", False),
            )
        ),
        ["fails", "passes"].__getitem__,
    ),
    "sweeping-advance": lambda inputs: image(
        yes_with(swept(inputs["winner-initiative"], inputs["loser-initiative"])), ["escapes", "swept"].__getitem__
    ),
    "melee-round": melee_round,
    "melee-to-break": melee_to_break,
    "assault": assault,
}
