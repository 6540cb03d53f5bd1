"""Hex Command Gunpowder: new inputs for its resolutions."""

from hexcommand_book import CODEX, DIE_KEYS, FIRE_KEYS, GRADES, GUNS, MELEE_KEYS, SWITCHES, WEAPONS, YES_NO
from odds import drawn

UNITS = [
    f"{grade}-{kind}:{weapon}" for grade in GRADES for kind, row in CODEX["units"].items() for weapon in row["arms"]
]
FIGHTERS = [name for name in UNITS if "melee" in CODEX["units"][name.split(":")[0].split("-", 1)[1]]]
COMMANDER = [-1, -1, 0, 1, 2]
FEW = [0, 0, 1, 2]  # hits, below all thresholds
FIRE_RULES = [
    "fire.heavy-hits",
    "fire.flank-cb",
    "fire.off-arc-cp",
    "los.partial-cp",
    "era.turn-cp",
    "artillery.howitzer-ignores-cover",
]
MELEE_RULES = ["melee.flank-multiplier", "melee.plane-bonus"]
SHOT = {
    "grade": GRADES,
    "firer-hits": [0, 0, 1, 2, 3],
    "firer-fatigued": YES_NO,
    "commander": COMMANDER,
    "flank": YES_NO,
    "cover": range(5),
    "partial-view": YES_NO,
    "off-arc": [False, False, False, True],
    "artillery-moved": YES_NO,
    "turned": YES_NO,
    "consecutive": YES_NO,
    "firer-higher": YES_NO,
    "skirmish-fire": [False, False, True],
}
TARGET = {
    "target-hits": [0, 1, 2],
    "rout-at": [3, 4],
    "target-routed": [False, False, True],
    "target-commander": YES_NO,
    "fortified": YES_NO,
}


def some_switches(rng, keys, others=()):
    """A few switches, some by the keys that stand for them, some among `rules`."""
    by_key = rng.sample(list(keys), rng.randint(0, min(4, len(keys))))
    inputs = {key: rng.choice(SWITCHES[keys[key]][1]) for key in by_key}
    names = [*others, *others, *keys.values()]
    if names and rng.random() < 0.5:
        chosen = rng.sample(names, rng.randint(1, min(4, len(names))))
        inputs["rules"] = {name: rng.choice(SWITCHES[name][1]) for name in chosen}
    return inputs


def most_te(inputs):
    """The limit of TE under the switches drawn."""
    return inputs.get("te-max", inputs.get("rules", {}).get("fatigue.max", SWITCHES["fatigue.max"][0]))


def armed(rng):
    """A weapon, or the name of a unit."""
    kind = rng.random()
    if kind < 0.2:
        return {"unit": rng.choice(UNITS)}
    return {"weapon": rng.choice(GUNS if kind < 0.5 else WEAPONS)} if kind < 0.85 else {}


def some_shot(rng):
    """Most shots are near; most have few of the things that change them, or they would be impossible."""
    shot = armed(rng) | {"range": rng.choice([1, *range(1, 4), *range(1, 4), *range(1, 7), *range(1, 15)])}
    few = rng.sample(list(SHOT), rng.choice([0, 1, 2, 2, 3, 3, 4, 6]))
    return shot | {name: rng.choice(SHOT[name]) for name in few}


def some_fire(rng):
    return some_shot(rng) | drawn(rng, {}, TARGET) | some_switches(rng, FIRE_KEYS, FIRE_RULES)


def some_volley(rng):
    shots = [some_shot(rng) for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4, 5, 6]))]
    return {"shots": shots} | drawn(rng, {}, TARGET) | some_switches(rng, FIRE_KEYS, FIRE_RULES)


def some_exchange(rng):
    def side():
        some = {"grade": GRADES, "hits": FEW, "fatigued": YES_NO, "commander": COMMANDER, "cover": [0, 0, 1, 2, 3, 4]}
        more = {"flanked": YES_NO, "rout-at": [3, 4], "artillery-moved": YES_NO}
        return armed(rng) | drawn(rng, {}, some | more)

    inputs = {"first": side(), "second": side(), "range": rng.choice([1, 2, 2, 3, 4, 5, 6, 8])}
    return inputs | some_switches(rng, FIRE_KEYS | {"casualties": "fire.casualties"}, FIRE_RULES)


def some_fighter(rng, te_max, cover=3, more=None):
    """A side of a melee; once in a while one that may not fight."""
    one = {}
    if rng.random() < 0.2:
        one["unit"] = rng.choice(UNITS if rng.random() < 0.05 else FIGHTERS)
    some = {"hits": FEW, "te": range(te_max + 1), "cover": range(cover + 1), "commander": COMMANDER}
    if "unit" not in one:
        some["value"] = range(-2, 6)
    return one | drawn(rng, {}, some | {"support": YES_NO, "rout-at": [3, 4]} | (more or {}))


def some_pair(rng):
    inputs = some_switches(rng, MELEE_KEYS, MELEE_RULES)
    sides = {side: some_fighter(rng, most_te(inputs)) for side in ("attacker", "defender")}
    more = {"defender-flanked": YES_NO, "attacker-flanked": YES_NO, "round": [1, 1, 2, 3, 4]}
    return sides | drawn(rng, {}, more) | inputs


def some_multi(rng):
    inputs = some_switches(rng, MELEE_KEYS | {"secondary-damage": "melee.secondary-damage"}, MELEE_RULES)
    limit, flank, count = most_te(inputs), {"on-flank": YES_NO, "hits": [0, 1, 2, 2]}, rng.randint(0, 4)
    return {
        "single": some_fighter(rng, limit),
        "primary": some_fighter(rng, limit, more=flank),
        "secondaries": [some_fighter(rng, limit, more=flank) for _ in range(count)],
        "auto-te-target": rng.choice(["primary"] + [f"secondary-{index}" for index in range(1, count + 1)]),
        "round": rng.randint(1, 4),
    } | inputs


def some_charge(rng):
    inputs = some_switches(rng, FIRE_KEYS | MELEE_KEYS | {"casualties": "fire.casualties"}, FIRE_RULES + MELEE_RULES)
    sides = {}
    for side in ("attacker", "defender"):
        one = some_fighter(rng, most_te(inputs), 4)
        if "unit" not in one:
            one |= drawn(rng, {}, {"weapon": WEAPONS, "grade": GRADES})
        sides[side] = one
    return sides | drawn(rng, {}, {"defender-flanked": YES_NO, "max-rounds": [1, 2, 3, 5, 20, 50]}) | inputs


def some_contact(rng):
    keys = DIE_KEYS | {"canister": "artillery.canister", "auto-kill": "fire.auto-kill", "era": "era"}
    some = {"weapon": GUNS, "frontal": [True, True, False], "fired": YES_NO, "attacker-hits": FEW, "rout-at": [3, 4]}
    return drawn(rng, {}, some | {"attacker-commander": YES_NO}) | some_switches(rng, keys, ["fire.heavy-hits"])


def some_rally(rng):
    flags = {name: YES_NO for name in ("routed", "commander", "self-rally", "moved")}
    keys = {"mode": "rally.mode", "escalation": "rally.escalation", "rally-te": "rally.te-on-rally"}
    inputs = some_switches(rng, keys, ["fatigue.max"])
    some = {"hits": range(5), "te": range(min(most_te(inputs), 3) + 1), "turns-attached": range(1, 13)}
    inputs |= drawn(rng, {}, some | flags | {"in-melee": [False, False, True]})
    if inputs.get("routed"):
        inputs |= drawn(rng, {}, {"routed-this-turn": YES_NO})
    return inputs


def some_order(rng):
    keys = {"consequences": "cvs.consequences", "opponent-choice": "cvs.opponent-choice"}
    return drawn(rng, {}, {"tactical": range(1, 11), "changes-left": range(21)}) | some_switches(rng, keys)


def some_commander(rng):
    traits = ["combat", "morale", "tactical", "aggression", "initiative", "group"]
    groups = ["any", "any", "any", "veteran", "trained", "untrained"]
    some = {"trait": traits, "group": groups, "year": range(1861, 1866), "side": ["union", "confederate"]}
    return drawn(rng, {}, some) | some_switches(rng, {"method": "cvs.group"})


def some_army(rng):
    start = rng.randint(1, 60)
    inputs = {"start": start} | drawn(rng, {}, {"removed": range(start // 3 + 1), "routed": range(start // 3 + 1)})
    some = {"commanders-start": range(21), "commanders-lost": [0, 0, 1, 1, 2, 3, 4]}
    inputs |= drawn(rng, {}, some | {"supreme-lost": [False, False, True]})
    return inputs | some_switches(rng, {"break-point": "integrity.break-point"}, ["integrity.commander-weight"])


def some_spotting(rng):
    some = {"range": [*range(1, 14), *range(1, 31)], "from-hill": YES_NO}
    some |= {"concealed": YES_NO, "observers": range(1, 21)}
    keys = DIE_KEYS | {"attempts": "spotting.attempts"}
    others = ["spotting.range", "spotting.hill-range", "spotting.auto-range"]
    return drawn(rng, {}, some) | some_switches(rng, keys, others)


RANDOM = {
    "die-test": lambda rng: drawn(
        rng, {}, {"need": ["auto", "color", "code", "cnc", "red", "red-h", "impossible"]}
    )
    | some_switches(rng, DIE_KEYS),
    "fire": some_fire,
    "volley": some_volley,
    "fire-exchange": some_exchange,
    "melee-round": some_pair,
    "melee-to-rout": lambda rng: some_pair(rng) | drawn(rng, {}, {"max-rounds": [1, 2, 3, 5, 8, 20, 50]}),
    "melee-multi": some_multi,
    "charge": some_charge,
    "artillery-contact": some_contact,
    "captured-guns": lambda rng: {},
    "rally": some_rally,
    "cvs-check": lambda rng: drawn(rng, {}, {"value": range(1, 11), "commander-attached": YES_NO}),
    "order-change": some_order,
    "commander-draw": some_commander,
    "replacement-commander": lambda rng: drawn(
        rng, {}, {"lost": range(6), "gained": range(4), "attempts": range(7), "best-tactical": range(1, 11)}
    ),
    "opposed-roll": lambda rng: drawn(rng, {}, {"first-value": range(11), "second-value": range(11)})
    | some_switches(rng, {"mode": "initiative.mode"}),
    "army-status": some_army,
    "integrity-check": lambda rng: drawn(rng, {}, {"units": range(61)})
    | some_switches(rng, DIE_KEYS | {"scope": "integrity.scope"}),
    "spotting": some_spotting,
    "reinforcement-entry": lambda rng: drawn(rng, {}, {"locations": [1, 2, 3, 6]}),
    "tribal-check": lambda rng: drawn(
        rng, {}, {"tactical": range(1, 11), "reading": ["cvs-consistent", "as-printed"]}
    ),
}
