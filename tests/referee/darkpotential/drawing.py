"""Draws games: published lists, tables, scenarios, doctrines, switches."""

from common import army_lists, battlefields, doctrines

SCENARIOS = ("elimination", "elimination", "elimination-draw", "short-game")

# Switches and the values that are tried besides the default.
SWITCHES = {
    "squad-command-points": ["per-model"],
    "deployment-measure": ["nearest-point"],
    "area-sight": ["block-beyond-6"],
    "cover-stacking": ["sum"],
    "models-block-los": ["yes"],
    "move-through-friends": ["no"],
    "stealth-base-count": ["level"],
    "cap-result": ["draw"],
    "attrition-weight": ["value"],
    "round-cap": ["4", "6", "8"],
    "aoe-measure": ["radius"],
    "limit-reroll-own": ["1"],
    "limit-modify-own": ["unlimited", "2"],
    "limit-force-reroll": ["unlimited", "0"],
    "limit-modify-opponent": ["1", "2"],
    "suppression-in-own-activation": ["next"],
    "suppressed-in-combat": ["stay"],
    "first-player": ["winner-goes-first", "force-a", "force-b"],
    "shoot-while-engaged": ["yes"],
    "shoot-into-combat": ["yes"],
    "witness-range": ["4", "9"],
    "pickup-range": ["4"],
    "overwatch-arc": ["90"],
    "combat-ready-arc": ["45"],
    "overwatch-shots": ["per-enemy-model", "unlimited"],
    "combat-ready-charges": ["per-enemy-model"],
    "suppress-over-4": ["extend"],
    "suppress-groups": ["several"],
    "suppress-per-model": ["2"],
    "tm-vs-suppressing": ["defer"],
    "suppressing-vs-action": ["action-lost"],
    "suppressing-scope": ["target-only"],
    "tm-covers": ["move"],
    "suppressed-in-cover-action": ["any"],
    "reveal-timing": ["start-only"],
    "stealth-reentry": ["always"],
    "stealth-contact": ["discovers"],
    "stealth-real-removed": ["when-shown"],
    "combat-ready-on-reveal": ["yes"],
    "leader-death-pool": ["lose"],
    "regen-side": ["both"],
    "free-attack-by": ["all-in-contact"],
    "replan-after-shot": ["as-declared"],
    "actions-per-model": ["2"],
    "tm-cost": ["0", "2"],
    "overwatch-cost": ["0", "2"],
    "combat-ready-cost": ["0", "2"],
    "suppress-cost": ["0", "2"],
    "cp-start": ["attacker"],
    "reaction-step": ["0.25", "1"],
    "charge-factor": ["1"],
    "free-attack-bonus": ["0"],
    "suppress-modifier": ["0"],
    "perception-step": ["4"],
    "deviation-step": ["4"],
    "hole-radius": ["0.5"],
    "regen-min": ["0"],
    "regen-divisor": ["1"],
}


def draw(rng, folder):
    """Arguments of `evenodds play` for one game."""
    lists = list(army_lists("darkpotential"))
    arguments = [rng.choice(lists), rng.choice(lists), "--ruleset", "darkpotential"]
    arguments += ["--scenario", rng.choice(SCENARIOS), "--seed", rng.randrange(10**6), "--pair", rng.randrange(4)]
    if rng.random() < 0.4:
        arguments += ["--battlefield", rng.choice(list(battlefields("darkpotential")))]
    minds = doctrines("darkpotential")
    kind = rng.random()
    if kind < 0.6:
        arguments += ["--doctrine", "random"]
    elif kind < 0.8:
        arguments += ["--doctrine", f"{rng.choice(minds)} v {rng.choice(minds)}"]
    if rng.random() < 0.5:
        for name in rng.sample(list(SWITCHES), rng.randint(1, 6)):
            arguments += ["--rule", f"{name}={rng.choice(SWITCHES[name])}"]
    return arguments
