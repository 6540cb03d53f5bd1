"""Dark Potential: new inputs for its resolutions."""

from odds import codex, drawn

CODEX = codex("darkpotential")

UNITS = list(CODEX["units"])
GUNS = ["pistol", "laser-pistol", "sniper-rifle"]
CLUBS = [name for name, weapon in CODEX["weapons"].items() if weapon["kind"] == "close"]
SHOOTERS = ["generic-soldier", "generic-leader", "generic-sniper"]
YES_NO = [False, True]
LIMITS = [0, 1, 2, 3, "unlimited"]
SHOT_SWITCHES = {
    "cover-light": [0, 1, 2],
    "cover-medium": [1, 2, 4],
    "cover-heavy": ["3", 5],
    "cover-partial-reduction": [0, 1, 2],
    "cover-partial-min": [0, 1, 2],
    "suppress-modifier": [-3, -1, 0],
}
SUPPRESSION_SWITCHES = {
    "suppression-in-own-activation": ["immediate", "next"],
    "suppressed-in-combat": ["flee", "stay"],
}
FIGHT_SWITCHES = {"wounds-base": [0, 1, 2, 3], "free-attack-bonus": [0, 1, 2, "3", -1]}
TEMPLATE_SWITCHES = {
    "deviation-step": [4, 6, 8.5, 12],
    "deviation-directions": [1, 2, 4, 6, 8, 12],
    "hole-radius": [0, 0.5, 1, 1.5],
    "aoe-measure": ["diameter", "radius"],
}
POINT_SWITCHES = {
    name: LIMITS for name in ("limit-reroll-own", "limit-modify-own", "limit-force-reroll", "limit-modify-opponent")
}
DISTANCES = [0, 0.5, 1, 4, 6, 7.9, 8, 8.01, 9, 12, 12.1, 15, 16, 16.5, 20, 24, 24.2, 30, 32, 33, 40, 47]
COVERS = ["none", "light", "medium", "heavy"]
SHOT = {
    "distance": DISTANCES,
    "cover": COVERS,
    "hidden": ["half-or-more", "less-than-half"],
    "mode": ["aimed", "overwatch", "suppressing"],
}


def some_rules(rng, *switches):
    """Half of the time some switches."""
    if rng.random() < 0.5:
        return {}
    table = {name: values for part in switches for name, values in part.items()}
    rules = {name: rng.choice(table[name]) for name in rng.sample(list(table), rng.randint(0, min(4, len(table))))}
    return {"rules": rules}


def rarely(rng, table, chance=0.15):
    """Each of the inputs with a small chance."""
    return {name: rng.choice(values) for name, values in table.items() if rng.random() < chance}


def some_gunner(rng):
    """Mostly units that can shoot; now and then one without skill or weapon."""
    name = rng.choice(SHOOTERS * 4 + UNITS)
    inputs = {"attacker": name} if rng.random() < 0.9 else {}
    if name == "generic-soldier-rocket" or rng.random() < 0.5:
        inputs["weapon"] = rng.choice(GUNS * 10 + ["rocket-launcher"])
    if name == "generic-assassin" and rng.random() < 0.9:
        inputs |= {"weapon": rng.choice(GUNS), "skill": rng.randint(8, 14)}
    overrides = {"skill": range(0, 17), "strength": range(2, 17), "accuracy": range(-2, 3), "range": [5, 8, 10.5, 20]}
    return inputs | rarely(rng, overrides | {"leadership-modifier": range(-3, 2)})


def some_shooters(rng, most=4):
    return [
        some_gunner(rng) | drawn(rng, {}, SHOT | {"count": range(0, 4), "modifier": range(-3, 4)})
        for _ in range(rng.randint(0, most))
    ]


def some_fighter(rng):
    inputs = drawn(rng, {}, {"attacker": UNITS, "weapon": CLUBS})
    overrides = {"skill": range(3, 15), "strength": range(6, 15), "leadership-modifier": range(-3, 2)}
    return inputs | rarely(rng, overrides | {"accuracy": range(-2, 3)})


def some_target(rng):
    inputs = drawn(rng, {}, {"target": UNITS + ["generic-leader"] * 4})
    overrides = {"defense": range(-1, 8), "armor": range(-1, 8), "leadership": range(1, 13), "wounds": range(1, 9)}
    return inputs | rarely(rng, overrides | {"dug-in": range(0, 3), "commander-leadership": range(4, 12)}, 0.25)


def some_shot(rng):
    return drawn(rng, {}, SHOT) | rarely(rng, {"modifier": range(-3, 4)}, 0.3)


def some_template(rng):
    inputs = {} if rng.random() < 0.4 else {"attacker": rng.choice(UNITS)}
    if inputs.get("attacker") == "generic-assassin":
        inputs["skill"] = rng.randint(4, 14)
    overrides = {
        "weapon": ["rocket-launcher", "rocket-launcher", "pistol"],
        "skill": range(0, 15),
        "aoe": [1, 2, 4, 5, 6.5],
        "strength": range(2, 17),
        "strength-blast": range(3, 12),
        "accuracy": range(-2, 3),
    }
    inputs |= rarely(rng, overrides) | rarely(rng, {"aoe-measure": ["diameter", "radius"]}, 0.3)
    inputs |= some_target(rng) | some_shot(rng)
    return inputs | some_rules(rng, SHOT_SWITCHES, TEMPLATE_SWITCHES, FIGHT_SWITCHES)


def some_bystander(rng):
    spread = rng.choice([2, 5, 8])
    inputs = {axis: round(rng.uniform(-spread, spread), rng.choice([0, 1, 2])) for axis in "xy"}
    return inputs | drawn(rng, {}, {"target": UNITS}) | rarely(rng, {"armor": range(0, 7), "wounds": range(1, 6)}, 0.3)


def some_check(rng):
    inputs = drawn(rng, {}, {"observer": UNITS, "distance": DISTANCES, "cover": COVERS, "hidden": SHOT["hidden"]})
    more = {"perception": range(3, 14), "dug-in": range(0, 3), "active": YES_NO, "modifier": range(-2, 3)}
    switches = {"perception-step": [4, 6, 7.5], "active-bonus": [0, 2, 5]}
    return inputs | rarely(rng, more | {"observers": range(0, 7)}, 0.3) | some_rules(rng, SHOT_SWITCHES, switches)


def some_pair(rng, first, second, most_wounds=6):
    """Two fighters by the names of their inputs."""
    inputs = drawn(rng, {}, {first: UNITS, second: UNITS})
    return inputs | rarely(rng, {f"{side}-wounds": range(1, most_wounds + 1) for side in (first, second)}, 0.3)


def commanded(rng, *sides):
    return rarely(rng, {f"{side}-commander-leadership": range(4, 12) for side in sides}, 0.3)


def some_exchange(rng):
    inputs = some_pair(rng, "reactor", "mover") | commanded(rng, "mover") | rarely(rng, SUPPRESSION_SWITCHES, 0.3)
    return inputs | some_rules(rng, FIGHT_SWITCHES, SUPPRESSION_SWITCHES)


def some_melee(rng):
    inputs = some_pair(rng, "a", "b") | commanded(rng, "a", "b") | drawn(rng, {}, {"rounds": range(0, 6)})
    inputs |= rarely(rng, {"suppressed-in-combat": ["flee", "stay"]}, 0.4)
    return inputs | some_rules(rng, FIGHT_SWITCHES, SUPPRESSION_SWITCHES)


def some_shoot_out(rng):
    inputs = some_pair(rng, "a", "b") | commanded(rng, "a", "b")
    inputs |= drawn(rng, {}, {"rounds": range(0, 6), "distance": DISTANCES})
    for side in "ab":
        if inputs.get(side) == "generic-soldier-rocket" or rng.random() < 0.6:
            inputs[f"{side}-weapon"] = rng.choice(GUNS + ["sniper-rifle"] * 3)
        covers = ["light", "medium", "heavy"] * 5 + ["none"]
        fallbacks = ["pistol", "laser-pistol", "none"] * 5 + ["sniper-rifle"]
        inputs |= drawn(rng, {}, {f"{side}-cover": covers, f"{side}-fallback": fallbacks})
    return inputs | some_rules(rng, SHOT_SWITCHES, FIGHT_SWITCHES)


def some_charge(rng):
    inputs = some_pair(rng, "charger", "victim") | commanded(rng, "charger") | {"shooters": some_shooters(rng, 3)}
    inputs |= drawn(rng, {}, {"phase": ["move", "charge"]})
    inputs |= rarely(rng, {"suppression-in-own-activation": ["immediate", "next"]}, 0.4)
    return inputs | some_rules(rng, SHOT_SWITCHES, FIGHT_SWITCHES, SUPPRESSION_SWITCHES)


def some_bids(rng):
    inputs = drawn(rng, {}, {"attacker-points": range(0, 4), "defender-points": range(0, 4)})
    inputs |= drawn(rng, {}, {"policy": ["optimal", "optimal", "nudge", "nudge", "none"]})
    inputs |= rarely(rng, {"limit-modify-own": LIMITS, "limit-force-reroll": LIMITS}, 0.3)
    return inputs | some_rules(rng, POINT_SWITCHES, {"wounds-base": [0, 1, 2, 3]})


def some_path(rng):
    kinds = ["clear", "difficult", "linear", "climb", "descend"]
    lengths = [0, 0.1, 0.2, 0.3, 0.5, 1, 1.5, 2, 2.5, 3]
    inputs = drawn(rng, {}, {"movement": [2.5, 4, 6, 7, 8, 10.5], "action": ["move", "move", "charge"]})
    inputs["segments"] = [{"kind": rng.choice(kinds), "length": rng.choice(lengths)} for _ in range(rng.randint(0, 3))]
    switches = {
        "difficult-factor": [1, 1.5, 3],
        "climb-cost": [0.5, 1, 2],
        "step-on-cost": [0, 0.5, 2],
        "charge-factor": [0.25, 0.75, 1],
    }
    return inputs | some_rules(rng, switches)


def some_points(rng):
    base = rng.randint(0, 9)
    inputs = {"kind": rng.choice(["independent", "squad"]), "base": base, "current": rng.randint(0, base)}
    switches = {"regen-divisor": [1, 2, 3], "regen-min": [0, 1, 2], "regen-min-squad-size": [1, 2, 3]}
    return inputs | drawn(rng, {}, {"members": range(1, 6)}) | some_rules(rng, switches)


def leaders(rng):
    return drawn(rng, {}, {"unit": UNITS}) | rarely(
        rng, {"leadership": range(2, 14), "commander-leadership": range(4, 12), "modifier": range(-3, 3)}, 0.3
    )


RANDOM = {
    "skill-roll": lambda rng: drawn(rng, {"skill": range(-1, 16)}, {"modifier": range(-4, 5)}),
    "wound-roll": lambda rng: (
        drawn(rng, {"strength": range(2, 16), "armor": range(0, 8)}, {"wounds": range(1, 12)})
        | some_rules(rng, {"wounds-base": [0, 1, 2, 5]})
    ),
    "ranged-attack": lambda rng: (
        some_gunner(rng) | some_target(rng) | some_shot(rng) | some_rules(rng, SHOT_SWITCHES, FIGHT_SWITCHES)
    ),
    "close-combat-attack": lambda rng: (
        some_fighter(rng)
        | some_target(rng)
        | rarely(rng, {"free-attack": YES_NO, "modifier": range(-3, 4)}, 0.4)
        | some_rules(rng, FIGHT_SWITCHES)
    ),
    "volley": lambda rng: (
        some_target(rng)
        | {"shooters": some_shooters(rng)}
        | drawn(rng, {}, {"models": range(0, 5)})
        | some_rules(rng, SHOT_SWITCHES, FIGHT_SWITCHES)
    ),
    "suppressing-fire": lambda rng: (
        some_gunner(rng)
        | some_target(rng)
        | some_shot(rng)
        | {"mode": "suppressing"}
        | drawn(rng, {"participants": [0, 1, 2, 3, 4, 5]}, {"models": range(0, 6)})
        | some_rules(rng, SHOT_SWITCHES, FIGHT_SWITCHES, {"suppress-min-models": [1, 3, 4]})
    ),
    "aoe-placement": some_template,
    "aoe-attack": lambda rng: (
        some_template(rng) | {"bystanders": [some_bystander(rng) for _ in range(rng.randint(0, 4))]}
    ),
    "leadership-test": lambda rng: leaders(rng) | drawn(rng, {}, {"tests": range(0, 6)}),
    "death-shock": lambda rng: leaders(rng) | drawn(rng, {"witnesses": range(0, 7)}, {"deaths": range(0, 5)}),
    "perception-check": some_check,
    "stealth-sweep": lambda rng: some_check(rng) | drawn(rng, {}, {"bases": range(1, 6)}),
    "leaving-combat": lambda rng: (
        some_target(rng)
        | {"enemies": [some_fighter(rng) | drawn(rng, {}, {"count": range(0, 4)}) for _ in range(rng.randint(0, 3))]}
        | some_rules(rng, FIGHT_SWITCHES)
    ),
    "combat-ready-exchange": some_exchange,
    "melee": some_melee,
    "shoot-out": some_shoot_out,
    "overwatch-charge": some_charge,
    "command-duel": lambda rng: {"target-number": rng.randint(0, 14)} | some_bids(rng),
    "command-duel-attack": lambda rng: (
        {"hit-target": rng.randint(1, 13), "strength-target": rng.randint(1, 13)}
        | drawn(rng, {}, {"wounds": range(1, 5)})
        | some_bids(rng)
    ),
    "command-regeneration": some_points,
    "move-path": some_path,
}
