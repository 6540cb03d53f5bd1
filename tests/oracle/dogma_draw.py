"""Commander's Dogma: new inputs for its resolutions."""

from odds import codex, drawn

CODEX = codex("dogma")

UNITS = list(CODEX["units"])
SHOOTERS = [unit for unit in UNITS if "range" in CODEX["units"][unit]]
GROUND = [unit for unit in UNITS if CODEX["units"][unit]["type"] != "air-support"]
RIDERS = [unit for unit in UNITS if CODEX["units"][unit].get("may-ride-apc", False)]
TYPES = list(CODEX["types"]) + ["none"]
BREAKERS = [kind for kind in CODEX["types"] if CODEX["types"][kind].get("attacks-buildings", False)]
YES_NO = [False, True]


def some_rules(rng, inputs):
    """Add overrides of rules to the inputs, now and then."""
    if rng.random() < 0.5:
        values = {
            "support-bonus": [0, 1, 2, 3, 5],
            "support-cap": [0, 1, 2, 4, 6, 9],
            "destroy-ratio": [1.1, 1.25, 1.5, "5/3", 2, "7/3", 3],
            "optimal-margin": [1, 2, 3, 5],
            "shaken-target": [1, 2, 3, 4, 5, 6, 7],
            "recoil-inches": [0, 0.25, 0.5, 1, 1.5, 4],
            "recoil-when": ["always", "attacker-higher"],
            "recoil-off-table": ["destroyed", "stops"],
            "artillery-modifier": [0, 1, 3, 4, 8],
            "cover-cancels-optimal": YES_NO,
            "flank-gives-optimal": YES_NO,
            "commander-lost-penalty": [0, 1, 2, 3, 9],
            "ip-min": [1, 2, 3, 6],
            "air-call-min": [1, 3, 4, 6, 7],
            "air-call-die": ["natural", "modified"],
        }
        inputs["rules"] = {name: rng.choice(values[name]) for name in rng.sample(list(values), rng.randint(1, 5))}
    return inputs


def some_side(rng, role, units, types=TYPES):
    """A side as a unit or by numbers."""
    if rng.random() < 0.7:
        return {role: rng.choice(units)}
    numbers = {f"{role}-modifier": rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 12])}
    if types is not TYPES or rng.random() < 0.8:
        numbers[f"{role}-type"] = rng.choice(types)
    return numbers


def some_shot(rng):
    inputs = some_side(rng, "attacker", SHOOTERS + ["artillery"]) | some_side(rng, "defender", UNITS)
    inputs |= drawn(rng, {}, {"cover": YES_NO, "optimal": ["auto", "yes", "no"]})
    if inputs.get("attacker") != "artillery":
        inputs |= drawn(rng, {}, {"supports": range(7), "attacker-shaken": YES_NO})
        if rng.random() < 0.5:
            inputs["supporters-shaken"] = rng.randint(0, inputs.get("supports", 0))
    return inputs


def some_behind(rng):
    """Things behind the defender; the table edge only as the last."""
    kinds = ["friend", "friend-jump", "friend-air", "enemy", "impassable", "deep-water", "building"]
    things = []
    for _ in range(rng.randint(0, 4)):
        thing = {"kind": rng.choice(kinds)} | drawn(rng, {}, {"gap": [0, 0.1, 0.4, 0.5, 1, 1.2, 1.6, 2.5]})
        if thing["kind"] in ("impassable", "deep-water", "building"):
            thing |= drawn(rng, {}, {"depth": [0.2, 1, 3.5]})
        things.append(thing)
    if rng.random() < 0.4:
        things.append({"kind": "table-edge", "gap": rng.choice([0, 0.3, 0.9, 1, 1.5, 2, 4])})
    return things


def some_assault(rng):
    ground_types = [kind for kind in TYPES if kind != "air-support"]
    inputs = some_side(rng, "attacker", GROUND, ground_types) | some_side(rng, "defender", GROUND, ground_types)
    inputs |= drawn(
        rng,
        {},
        {
            "contact": ["front", "side", "rear"],
            "contact-supports": range(4),
            "opposite": YES_NO,
            "optimal": ["auto", "auto", "yes", "no"],
        },
    )
    if rng.random() < 0.5:
        inputs["flank-supports"] = rng.randint(0, 1 if inputs.get("contact") == "side" else 2)
    if rng.random() < 0.7:
        inputs["behind"] = some_behind(rng)
    return inputs


def some_barrage(rng):
    inputs = {"targets": [rng.choice(GROUND) for _ in range(rng.randint(2, 4))]}
    if rng.random() < 0.6:
        inputs["covers"] = [rng.choice(YES_NO) for _ in inputs["targets"]]
    return inputs


def some_strike(rng):
    inputs = drawn(
        rng,
        {"attacker": SHOOTERS},
        {"supports": range(7), "cover": YES_NO, "places": range(3), "passengers-cover": YES_NO},
    )
    inputs["passengers"] = [rng.choice(RIDERS) for _ in range(rng.randint(0, 2))]
    inputs["follow-ups"] = [
        drawn(rng, {"attacker": SHOOTERS}, {"supports": range(7)}) for _ in range(rng.randint(0, 2))
    ]
    return inputs


def with_rules(draw):
    return lambda rng: some_rules(rng, draw(rng))


def several_of(draw):
    return lambda rng: {"attacks": [draw(rng) for _ in range(rng.randint(1, 6))]}


RANDOM = {
    "ranged-attack": with_rules(some_shot),
    "close-attack": with_rules(some_assault),
    "building-attack": with_rules(
        lambda rng: some_side(
            rng, "attacker", [unit for unit in UNITS if CODEX["units"][unit]["type"] in BREAKERS], BREAKERS
        )
        | drawn(rng, {"class": range(1, 5)}, {"supports": range(7)})
    ),
    "artillery-barrage": with_rules(some_barrage),
    "volley": with_rules(several_of(some_shot)),
    "close-line": with_rules(several_of(some_assault)),
    "shaken-check": with_rules(lambda rng: drawn(rng, {}, {"members": range(1, 5)})),
    "initiative": with_rules(lambda rng: drawn(rng, {}, {"commander-destroyed": YES_NO})),
    "reserve-arrival": with_rules(
        lambda rng: drawn(rng, {"turns": range(1, 21)}, {"commander-destroyed": YES_NO})
    ),
    "ranged-exchange": with_rules(
        lambda rng: drawn(
            rng,
            {"a": UNITS, "b": UNITS},
            {
                "supports-a": range(7),
                "supports-b": range(7),
                "cover-a": YES_NO,
                "cover-b": YES_NO,
                "exchanges": range(1, 21),
            },
        )
    ),
    "melee-exchange": with_rules(
        lambda rng: drawn(
            rng,
            {"a": GROUND, "b": GROUND},
            {
                "supports-a": range(4),
                "supports-b": range(4),
                "blocked-a": YES_NO,
                "blocked-b": YES_NO,
                "b-replies": YES_NO,
                "exchanges": range(1, 21),
            },
        )
    ),
    "apc-strike": with_rules(some_strike),
    "advance-under-fire": with_rules(
        lambda rng: drawn(
            rng,
            {"attacker": SHOOTERS, "defender": UNITS, "moves-needed": range(1, 11), "turns": range(1, 21)},
            {"supports": range(7), "cover": YES_NO},
        )
    ),
    "roll-off": lambda rng: drawn(rng, {}, {"reroll-ties": YES_NO}),
    "table-edge": lambda rng: drawn(rng, {}, {"points": [1, 12, 24, 25, 48, 72, 300]}),
    "scenario-roll": lambda rng: {},
}
