"""Dogfaces: new inputs for its resolutions."""

from odds import codex, drawn

CODEX = codex("dogfaces")

UNITS = list(CODEX["units"])
SOLDIERS = [name for name in UNITS if not CODEX["units"][name].get("vehicle", False)]
LEADERS = [name for name in UNITS if "leader-range" in CODEX["units"][name]]
CARRIERS = [name for name in UNITS if CODEX["units"][name].get("capacity", 0)]
GROUNDS = [name for name in CODEX["terrain"] if name != "water-river"]
FIRERS = UNITS + [f"{name}:{mode}" for name in UNITS for mode in CODEX["units"][name].get("modes", [])]
BURSTERS = ["ernie:frag-thrown", "jack:frag-launched", "oscar:frag-launched", "zack"]
YES_NO = [False, True]
SWITCHES = {
    "hill-mixed": ["any", "all"],
    "strength-floor": ["0", "1", 1, 3],
    "suit-absorb": ["per-shot", "per-attack"],
    "flame-vs-suit": ["absorb", "immune"],
    "flame-vs-lcv": ["immune", "normal"],
    "rocky-mixed": ["penalised", "exempt"],
    "splash-terrain": ["yes", "no"],
    "blocked-retreat": ["stunned", "stays", "ooc"],
    "recovery-order": ["simultaneous", "leaders-first"],
    "stunned-medic": ["no", "yes"],
    "medic-vehicles": ["yes", "no"],
    "vehicle-lead-number": ["6", 5, "4"],
    "sam-ride-stun": ["yes", "no"],
    "forest-limit": ["through-and-into", "through-only", "into-only"],
    "edge-line": ["either", "both"],
}
SHARED = {"lower": ["none", "some", "all"], "retreat-policy": ["try", "accept", "smart"]}
VICTIM = {
    "terrain": GROUNDS,
    "leader-in-range": YES_NO,
    "path": ["clear", "one-hex", "blocked"],
    "retreat-policy": ["try", "accept", "smart"],
}
STATE = {"state": ["ready", "stunned"]}


def some_rules(rng):
    if rng.random() < 0.5:
        return {}
    return {"rules": {name: rng.choice(SWITCHES[name]) for name in rng.sample(list(SWITCHES), rng.randint(1, 5))}}


def some_units(rng, names, fewest, most):
    return [rng.choice(names) for _ in range(rng.randint(fewest, most))]


def some_target(rng):
    """Soldiers with an ability more often than others."""
    return rng.choice(UNITS + ["george", "rocky", "sam", "mark", "xavier", "lcv-1", "mcv-1"])


def some_attack(rng):
    inputs = {"shooters": some_units(rng, FIRERS, 1, 6), "target": some_target(rng)}
    return inputs | drawn(rng, {}, SHARED | VICTIM | STATE) | some_rules(rng)


def some_area(rng):
    inputs = {"shooters": some_units(rng, FIRERS, 0, 3) + some_units(rng, BURSTERS, 1, 3), "target": some_target(rng)}
    rng.shuffle(inputs["shooters"])
    inputs |= drawn(rng, {}, SHARED | VICTIM) | some_rules(rng)
    inputs["bystanders"] = [
        f"{rng.choice(['foe', 'own'])}:{some_target(rng)}{rng.choice(['', '@' + rng.choice(GROUNDS)])}"
        for _ in range(rng.randint(0, 6))
    ]
    if inputs["bystanders"]:
        inputs["flame-splash"] = rng.randrange(len(inputs["bystanders"]))
    return inputs


def some_leaders(rng):
    return [f"{name}@{rng.randint(0, 4)}{rng.choice(['', ':stunned'])}" for name in some_units(rng, LEADERS, 0, 4)]


def some_hexes(rng):
    return [[rng.randint(-3, 3), rng.randint(-3, 3)] for _ in range(rng.randint(0, 8))]


def some_overwatch(rng):
    watchers = some_units(rng, FIRERS, 1, 2)
    cut = rng.randint(0, len(watchers))
    inputs = {"first": watchers[:cut], "second": watchers[cut:], "target": some_target(rng)}
    more = {name: values for name, values in VICTIM.items() if name != "terrain"}
    return inputs | drawn(rng, {}, more | {"terrain-first": GROUNDS, "terrain-second": GROUNDS}) | some_rules(rng)


def some_carrier(rng):
    inputs = {"shooters": some_units(rng, FIRERS, 1, 6), "riders": some_units(rng, SOLDIERS + ["sam"] * 5, 0, 2)}
    more = {"terrain": GROUNDS, "lower": ["none", "some", "all"], "carrier": CARRIERS}
    return inputs | drawn(rng, {}, more) | some_rules(rng)


def some_siege(rng):
    inputs = {"shooters": some_units(rng, FIRERS + ["tom"] * 5, 1, 4), "target": some_target(rng)}
    more = {"terrain": GROUNDS, "turns": range(1, 7), "leader": ["none"] + LEADERS, "medic": YES_NO}
    return inputs | drawn(rng, {}, SHARED | STATE | more) | some_rules(rng)


def some_duel(rng):
    inputs = {side: rng.choice(FIRERS + ["tom"] * 5) for side in "ab"}
    more = {"turns": range(1, 9), "retreat-policy": ["try", "accept", "smart"]}
    for side in "ab":
        more |= {f"{side}-terrain": GROUNDS, f"{side}-leader": ["none"] + LEADERS, f"{side}-medic": YES_NO}
        if rng.random() < 0.5:
            inputs[f"{side}-support"] = some_units(rng, FIRERS + ["tom"] * 5, 0, 2)
    return inputs | drawn(rng, {}, more) | some_rules(rng)


def some_volley(rng):
    attacks = [some_attack(rng) for _ in range(rng.randint(1, 5))]
    return {"attacks": attacks} | drawn(rng, {}, {"count": ["ooc", "stopped"]}) | some_rules(rng)


RANDOM = {
    "table-roll": lambda rng: drawn(
        rng, {"damage": range(0, 12)}, {"roll-mod": range(-7, 8), "lower-of-two": YES_NO}
    ),
    "shot-check": lambda rng: drawn(
        rng,
        {"shooter": FIRERS, "to": [[q, r] for q in range(-4, 5) for r in range(-4, 5)]},
        {"target": UNITS, "rockets-left": range(4)},
    )
    | {"forest": some_hexes(rng)}
    | ({rng.choice(["shooter-stunned", "shooter-aboard", "target-aboard"]): True} if rng.random() < 0.1 else {})
    | some_rules(rng),
    "ranged-attack": some_attack,
    "area-attack": some_area,
    "splash-hit": lambda rng: {"victim": some_target(rng)}
    | drawn(rng, {}, VICTIM | STATE | {"kind": ["frag", "flame"], "bursts": range(1, 6)})
    | some_rules(rng),
    "retreat-check": lambda rng: drawn(rng, {"unit": UNITS}, {"terrain": GROUNDS, "attempt": YES_NO})
    | {"leaders": some_leaders(rng)},
    "stun-recovery": lambda rng: drawn(
        rng, {"unit": UNITS}, {"medic": ["none", "none", "adjacent", "adjacent-stunned"], "phases": range(1, 8)}
    )
    | {"leaders": some_leaders(rng)}
    | some_rules(rng),
    "volley": some_volley,
    "overwatch-fire": some_overwatch,
    "carrier-attack": some_carrier,
    "sustained-fire": some_siege,
    "duel": some_duel,
}
