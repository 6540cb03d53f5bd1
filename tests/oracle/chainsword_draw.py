"""Chainsword of Command: new inputs for its resolutions."""

import math

from odds import codex, drawn

CODEX = codex("chainsword")

UNITS = list(CODEX["units"])
OFFICERS = list(CODEX["officers"])
MODELS = UNITS + OFFICERS
VEHICLES = list(CODEX["vehicles"])
WEAPONS = list(CODEX["weapons"])
TEAMS = [f"{unit}.{team}" for unit in UNITS for team in CODEX["units"][unit]["teams"]]
YES_NO = [False, True]
YES = [True]


def weapons(test):
    return [name for name, weapon in CODEX["weapons"].items() if test(weapon)]


def flies(name):
    return "flyer" in CODEX["vehicles"][name].get("traits", [])


FLYERS = [name for name in VEHICLES if flies(name)]
DIRECT = weapons(lambda weapon: weapon.get("kind", "direct") == "direct")
NO_BLAST = weapons(lambda weapon: not weapon.get("kind", "direct").endswith("-blast"))
KINDS = ["direct"] * 4 + ["template", "small-blast", "large-blast"]
EXPLICIT = {
    "bs": range(1, 11),
    "strength": range(1, 11),
    "ap": range(0, 7),
    "wound-on": [0, 2, 3, 4, 5, 6],
    "pen-dice": [1, 2],
}
FLAGS = {"twin-linked": YES, "ignores-cover": YES, "snap": YES}
WIELDING = {"distance": [0, 4, 6, 8, 9, 11, 12, 12.5, 15, 18, 24, 30, 36, 48, 60, 72], "moved": YES, "relentless": YES}
BODY = {
    "toughness": range(1, 9),
    "save": [0, 2, 3, 4, 5, 6],
    "invulnerable": [0, 0, 2, 4, 5, 6],
    "wounds": [1, 1, 2, 3],
}
COVER = {"cover": [0, 2, 3, 4, 5, 6], "tactical": YES, "pinned": YES}
FIRING = {
    "shooter-shock": range(0, 5),
    "snap": [False, False, True],
    "under-covering-fire": YES,
    "indirect": YES,
    "shock-shooting": ["per-point", "flat"],
}
TRIGGER = {"shock-trigger": ["save-step", "armour-save", "per-save", "per-unsaved"]}
FM_DICE = {"dice": range(0, 9), "fm-table": ["by-number", "by-row"]}


def rarely(rng, table, chance=0.25):
    """Each input of a table, with a small chance."""
    return {name: rng.choice(values) for name, values in table.items() if rng.random() < chance}


def some_dice(rng):
    inputs = drawn(rng, {}, FM_DICE)
    return inputs | ({"force-morale": rng.randint(1, 12)} if rng.random() < 0.4 else {})


def some_group(rng, kinds=KINDS, names=WEAPONS, most=3):
    """A line of weapons, explicit or by weapon."""
    if rng.random() < 0.35:
        inputs = drawn(rng, {"weapon": names}, WIELDING | {"firers": range(0, 3), "bs": range(1, 11)})
        return inputs | rarely(rng, {"snap": YES_NO, "pen-dice": [1, 2], "skyfire": YES_NO}, 0.1)
    kind = rng.choice(kinds)
    inputs = drawn(rng, {"shots": range(0, most + 1)}, EXPLICIT) | rarely(rng, FLAGS)
    return inputs | ({"kind": kind} if kind != "direct" or rng.random() < 0.1 else {})


def some_groups(rng, fewest, most, *more):
    """Lines, at least and at most so many."""
    return [some_group(rng, *more) for _ in range(rng.randint(fewest, most))]


def some_lines(rng):
    if rng.random() < 0.25:
        return {"team": rng.choice(TEAMS)} | drawn(rng, {}, {"distance": [4, 8, 9, 12, 18, 24, 36], "moved": YES_NO})
    return {"groups": some_groups(rng, 1, 4)}


def some_target(rng):
    inputs = rarely(rng, COVER, 0.35) | drawn(rng, {}, {"models": range(1, 7)})
    if rng.random() < 0.4:
        return {"target": rng.choice(MODELS)} | rarely(rng, BODY, 0.1) | inputs
    return drawn(rng, {}, BODY) | inputs


def some_volley(rng):
    return some_lines(rng) | rarely(rng, FIRING | TRIGGER, 0.35) | some_target(rng)


def some_volleys(rng):
    each = [some_lines(rng) | rarely(rng, FIRING | TRIGGER) for _ in range(rng.randint(1, 3))]
    return {"volleys": each} | rarely(rng, FIRING | TRIGGER) | some_target(rng)


def some_suppression(rng):
    inputs = some_volley(rng) | drawn(rng, {}, {"volleys": range(1, 5), "shock": range(0, 17)})
    if "target" not in inputs or rng.random() < 0.3:
        inputs["ld"] = rng.randint(2, 10)
    return inputs


def some_blast(rng):
    inputs = drawn(rng, {}, {"size": ["small", "large"], "indirect": YES, "under-covering-fire": YES})
    inputs |= drawn(rng, {}, {key: EXPLICIT[key] for key in ("bs", "strength", "ap")})
    return inputs | rarely(rng, {"snap": YES, "ignores-cover": YES}) | some_target(rng)


def some_shot(rng):
    inputs = some_group(rng, ["direct"] * 5 + ["template"], NO_BLAST)
    if "weapon" in inputs and "bs" not in inputs and rng.random() < 0.5:
        inputs["shooter"] = rng.choice(MODELS + VEHICLES)
    return inputs | rarely(rng, {"under-covering-fire": YES, "auto-hit": YES}) | some_target(rng)


def some_exchange(rng):
    def side():
        inputs = {"unit": rng.choice(MODELS)} if rng.random() < 0.4 else {}
        values = {key: EXPLICIT[key] for key in ("bs", "strength", "ap")} | BODY | {"cover": [0, 3, 4, 5, 6]}
        del values["wounds"]
        inputs |= rarely(rng, values, 0.4)
        return inputs | drawn(rng, {"models": range(1, 6)}, {"shots-per-model": range(0, 3), "shock": range(0, 4)})

    modes = {"mode": ["shoot", "covering-fire"], "shock-shooting": ["per-point", "flat"]}
    return {"first": side(), "second": side()} | drawn(rng, {}, modes | TRIGGER)


def some_precision(rng):
    always = {"officer": OFFICERS, "rank": list(CODEX["ranks"]), "target": UNITS}
    more = {"bs": range(1, 6), "cover": [0, 2, 3, 4, 5, 6], "under-covering-fire": YES}
    return drawn(rng, always, more) | rarely(rng, {"snap": YES})


def some_hull(rng):
    inputs = rarely(rng, {"cover": [0, 3, 4, 5, 6]}, 0.5)
    numbers = {"armour": range(10, 15), "hull-points": range(1, 5), "open-topped": YES_NO}
    if rng.random() < 0.5:
        facing = drawn(rng, {"vehicle": VEHICLES}, {"facing": ["front", "side", "rear"]})
        return inputs | facing | rarely(rng, numbers, 0.15)
    return inputs | drawn(rng, {}, numbers)


def some_hull_shot(rng):
    more = {"under-covering-fire": YES, "indirect": YES, "auto-hit": YES}
    return some_group(rng) | rarely(rng, more) | some_hull(rng)


def some_flyer(rng):
    if rng.random() < 0.3:
        return rng.choice(FLYERS)
    if rng.random() < 0.3:
        return {"unit": rng.choice(FLYERS)}
    numbers = {"armour": range(10, 14), "hull-points": range(1, 5), "open-topped": YES_NO}
    return drawn(rng, {}, numbers) | {"groups": some_groups(rng, 0, 3, ["direct"], SURE, 4)}


SURE = [name for name in DIRECT if "skyfire" not in CODEX["weapons"][name].get("traits", [])]


def some_ground_fire(rng):
    groups = some_groups(rng, 0, 3, ["direct"], DIRECT + ["flak-cannon"] * 5)
    for group in groups:
        if "weapon" not in group and rng.random() < 0.5:
            group["skyfire"] = True
    return groups


JINKING = {"jink": YES_NO, "jink-save": range(2, 7)}


def some_run(rng):
    inputs = {"flyer": some_flyer(rng), "aa": some_ground_fire(rng)}
    return inputs | drawn(rng, {}, JINKING | TRIGGER | {"arrival": [0, 2, 3, 4, 5, 6]}) | some_target(rng)


def some_dogfight(rng):
    def duellist():
        flyer = some_flyer(rng)
        if "groups" not in flyer:
            return flyer
        side = {"side-armour": range(10, flyer.get("armour", 10) + 1), "vector-dancer": YES_NO}
        return flyer | drawn(rng, {}, side)

    inputs = {"raider": duellist(), "interceptor": duellist(), "aa": some_ground_fire(rng)}
    return inputs | drawn(rng, {}, JINKING | {"choice": ["continue", "dogfight"]})


def some_side(rng, most=4):
    numbers = {
        "ws": range(1, 11),
        "strength": range(2, 9),
        "toughness": range(2, 7),
        "wounds": [1, 2, 3],
        "initiative": range(1, 7),
        "attacks": [1, 2, 3],
        "ld": range(4, 11),
        "save": [0, 2, 3, 4, 5, 6],
        "invulnerable": [0, 0, 4, 5, 6],
        "ap": range(0, 6),
        "initiative-one": YES_NO,
        "assault-grenades": YES_NO,
    }
    inputs = drawn(rng, {"models": range(1, most + 1)}, {"shock": range(0, 5)})
    inputs |= rarely(rng, {"fearless": YES_NO, "charging": YES_NO}, 0.15)
    if rng.random() < 0.5:
        return {"unit": rng.choice(MODELS)} | rarely(rng, numbers, 0.1) | inputs
    return inputs | drawn(rng, {}, numbers)


def some_melee(rng, most=4):
    sides = {"attacker": some_side(rng, most), "defender": some_side(rng, most)}
    return sides | drawn(rng, {}, {"charging": YES_NO, "difficult": YES_NO})


def some_assault(rng):
    """Never so much Shock that the charger is pinned, of which the resolution says nothing."""
    inputs = some_melee(rng, 3)
    inputs["attacker"]["shock"] = 0
    inputs["distance"] = rng.choice([0, 6, 9, 11, 12, 12.5, 14, 16, 19])
    if "unit" not in inputs["attacker"] or rng.random() < 0.3:
        inputs["move"] = rng.randint(4, 12)
    reaction = rng.choice(["none", "snap", "snap", "overwatch", "overwatch"])
    inputs |= {"reaction": reaction, "reaction-groups": some_groups(rng, 0, 3)}
    return inputs | drawn(rng, {}, {"attacker-cover": [0, 3, 4, 5]})


def some_need(rng):
    faces = {face: range(0, 3) for face in ("ones", "twos", "threes", "fours", "fives")}
    return some_dice(rng) | rarely(rng, faces)


def some_leaders(rng, names=MODELS):
    """Leaderships and names; the first has an Ld."""
    more = [rng.choice([rng.randint(2, 10), rng.choice(names)]) for _ in range(rng.randint(0, 5))]
    return [rng.choice([rng.randint(2, 10), rng.choice(MODELS)])] + more


def some_levels(rng, *lists):
    """Lists of leaders; hulls, which have no Ld, only where all squads are asked for."""
    formula = rng.choice([{}, {"formula": "d3-troops"}, {"formula": "unit-average"}])
    names = MODELS + VEHICLES if formula == {"formula": "unit-average"} else MODELS
    return {name: some_leaders(rng, names) for name in lists} | formula


def some_events(rng):
    return [rng.choice(list(CODEX["force-morale-events"])) for _ in range(rng.randint(0, 6))]


def some_test(rng):
    who = {"unit": rng.choice(MODELS)} if rng.random() < 0.5 else {"ld": rng.randint(1, 12)}
    more = {"shock": range(0, 10), "margin": range(0, 5)}
    return who | drawn(rng, {}, more) | rarely(rng, {"fearless": YES_NO, "under-quarter": YES_NO})


def some_charge(rng):
    who = {"unit": rng.choice(MODELS)} if rng.random() < 0.5 else {"move": rng.randint(1, 18)}
    distance = rng.choice([rng.randint(0, 32), rng.randint(0, 3200) / 100])
    return who | {"distance": distance} | drawn(rng, {}, {"shock": range(0, 10), "difficult": YES_NO})


def near(rng, point, least, most):
    """A point, to hundredths, at some distance from another."""
    far, angle = rng.uniform(least, most), rng.uniform(0, 2 * math.pi)
    return [round(point[0] + far * math.cos(angle), 2), round(point[1] + far * math.sin(angle), 2)]


def some_point(rng):
    return [rng.randint(0, 7200) / 100, rng.randint(0, 4800) / 100]


def some_patrol(rng):
    marker = some_point(rng)
    move = 15 if rng.random() < 0.2 else 12
    inputs = {"marker": marker, "to": near(rng, marker, 0, move * 1.05)}
    inputs["friends"] = [near(rng, marker, 0, 22) for _ in range(rng.randint(0, 3))]
    inputs["enemies"] = [near(rng, marker, 10, 32) for _ in range(rng.randint(0, 3))]
    inputs |= {"patrol-move": 15} if move == 15 else {}
    sizes = {"measure": ["edge", "centre"], "patrol-link": [6, 9, 14], "patrol-lock": [4, 6, 9]}
    return inputs | rarely(rng, sizes)


def some_piece(rng, point):
    kind = rng.choice(["disc", "rect", "segment"])
    x, y = near(rng, point, 0, 14)
    if kind == "disc":
        piece = {"x": x, "y": y, "r": rng.randint(100, 500) / 100}
    else:
        # A rectangle is given by its lower and upper corners.
        corner = near(rng, (x, y), 1, 8)
        if kind == "rect":
            (x, y), corner = map(min, (x, y), corner), [*map(max, (x, y), corner)]
        piece = {"x0": x, "y0": y, "x1": corner[0], "y1": corner[1]}
    return {"kind": kind} | piece | rarely(rng, {"impassable": YES_NO}, 0.2)


def some_jump_off(rng):
    """Mostly at the right distance of a friendly marker."""
    marker = some_point(rng)
    inputs = rarely(rng, {"radius": [7, 8], "measure": ["edge", "centre"], "jop-side": SIDES})
    far = inputs.get("radius", 6) + (0 if inputs.get("measure") == "centre" else 1.25)
    slack = 0.04 if rng.random() < 0.8 else 0.2
    point = near(rng, marker, far - slack, far + slack)
    inputs |= {"point": point, "friends": [marker] + [near(rng, point, 5, 30) for _ in range(rng.randint(0, 2))]}
    inputs["enemies"] = [near(rng, point, 5, 35) for _ in range(rng.randint(0, 4))]
    inputs["terrain"] = [some_piece(rng, point) for _ in range(rng.randint(0, 5))]
    return inputs


SIDES = ["closer-to-friend", "behind-marker"]
SCENARIOS = list(CODEX["support-rolls"])

RANDOM = {
    "command-dice": some_dice,
    "command-need": some_need,
    "turn-length": lambda rng: drawn(rng, {}, {"dice-a": range(1, 6), "dice-b": range(1, 6), "cap": range(1, 25)}),
    "phase-run": some_dice,
    "stratagem-clock": lambda rng: some_dice(rng)
    | drawn(
        rng, {}, {"phases": range(1, 13), "start-cp": range(0, 7), "cost": range(1, 9), "wildcard-as-cp": YES_NO}
    ),
    "rally": lambda rng: some_dice(rng)
    | drawn(
        rng,
        {"rank": list(CODEX["ranks"]), "shock": range(0, 25), "ld": range(2, 11)},
        {"other-orders": range(0, 6), "extra-orders": range(0, 3)},
    ),
    "force-morale-start": lambda rng: some_levels(rng, "leadership"),
    "first-mover": lambda rng: some_levels(rng, "leadership-a", "leadership-b"),
    "force-morale-test": lambda rng: {"force-morale": rng.randint(1, 12), "events": some_events(rng)}
    | drawn(rng, {}, {"steady": range(0, 4), "fm-tests": ["table", "flat"]}),
    "support-roll": lambda rng: drawn(
        rng,
        {"scenario": SCENARIOS},
        {"patrol-support": ["separate", "shared"], "half-support": ["to-50", "exact"]},
    ),
    "opening-moves": lambda rng: drawn(rng, {"scenario": SCENARIOS}),
    "deep-strike": lambda rng: drawn(rng, {}, {"reserve-roll": range(2, 7)}),
    "outflank": lambda rng: drawn(rng, {}, {"reserve-roll": range(2, 7)}),
    "morale-test": some_test,
    "sweeping-advance": lambda rng: drawn(
        rng, {"winner-initiative": range(1, 11), "loser-initiative": range(1, 11)}
    ),
    "charge": some_charge,
    "ranged-attack": some_shot,
    "volley": some_volley,
    "squad-volley": some_volleys,
    "suppression": some_suppression,
    "blast-shot": some_blast,
    "fire-exchange": some_exchange,
    "precision-shot": some_precision,
    "vehicle-attack": some_hull_shot,
    "vehicle-volley": lambda rng: some_lines(rng) | rarely(rng, FIRING, 0.35) | some_hull(rng),
    "melee-round": some_melee,
    "melee-to-break": lambda rng: some_melee(rng, 3) | drawn(rng, {}, {"max-rounds": range(1, 5)}),
    "assault": some_assault,
    "attack-run": some_run,
    "dogfight": some_dogfight,
    "patrol-move": some_patrol,
    "jop-check": some_jump_off,
    "facing": lambda rng: {"vehicle-at": some_point(rng), "shooter-at": some_point(rng)}
    | drawn(rng, {}, {"heading": [*range(-180, 361, 45), 30, 77, 200, 301.5]}),
}
