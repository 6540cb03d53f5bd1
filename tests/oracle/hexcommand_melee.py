"""Hex Command Gunpowder: rounds of melee, melee until a rout, charges."""

from functools import cache

from hexcommand_book import FIRE_KEYS, GRADES, MELEE_KEYS, WEAPONS, YES_NO, Book, expanded, plain, table
from hexcommand_fire import COMMANDER, exchange
from odds import Refused, certain, chain, combine, image

FIGHTER = {
    "value": (1, None),
    "hits": (0, range(4)),
    "te": (0, None),
    "cover": (0, range(4)),
    "commander": (-1, COMMANDER),
    "support": (False, YES_NO),
    "rout-at": (3, [3, 4]),
}
ENEMY = FIGHTER | {"on-flank": (False, YES_NO)}
CHARGER = FIGHTER | {
    "weapon": ("rifle-musket", WEAPONS),
    "grade": ("trained", GRADES),
    "cover": (0, range(5)),
}
FLANKED = {"defender-flanked": (False, YES_NO), "attacker-flanked": (False, YES_NO)}
SIDES = ("attacker", "defender")
# By whether the attacker and the defender have routed.
ENDS = {(True, True): "both-rout", (True, False): "defender-wins", (False, True): "attacker-wins"}

# The melee chart: what each takes, as (hits, TE). Where the values differ, for the stronger and the weaker by their
# dice in this order; where they are equal, for the two in order (HX-MEL-04).
UNEQUAL = {
    ("red", "red"): ((1, 0), (1, 1)),
    ("blue", "blue"): ((0, 0), (0, 1)),
    ("red", "blue"): ((0, 0), (1, 0)),
    ("blue", "red"): ((1, 0), (0, 0)),
}
EQUAL = {
    ("red", "red"): ((1, 0), (1, 0)),
    ("blue", "blue"): ((0, 1), (0, 1)),
    ("red", "blue"): ((0, 1), (1, 0)),
    ("blue", "red"): ((1, 0), (0, 1)),
}


def fighter(book, inputs, where, keys=FIGHTER, wanted=("value",)):
    """A unit in melee."""
    one = table(expanded(inputs, wanted), keys, f"{where}.")
    if type(one["value"]) is not int:
        raise Refused(f"{where}.value = {one['value']}")
    plain(one["te"], range(book["fatigue.max"] + 1), f"{where}.te")
    return one


def fatigued(book, te):
    """HX-MEL-13, R-51."""
    return te >= min(book["fatigue.max"], book["fatigue.disorder-at"])


def value(book, one, on_flank, number):
    """Melee value of a unit in its round `number` (HX-MEL-03)."""
    worn = number - 1 if book["melee.cover-degrades"] else 0  # HX-MEL-08
    return (
        one["value"]
        - one["hits"]
        - fatigued(book, one["te"])
        + on_flank
        + max(one["cover"] - worn, 0)
        + max(one["commander"], 0)
        + one["support"] * book["melee.plane-bonus"]  # HX-MEL-07
    )


def pair(book, one, other, one_flanked, other_flanked, number):
    """The dice of a pair: a distribution over what each takes, ((hits, TE, whether by Red H), the same for the other).

    Nothing is cancelled or turned into something else yet; results on a flanked unit are multiplied (HX-MEL-05).
    """
    gap = value(book, one, other_flanked, number) - value(book, other, one_flanked, number)

    def takes(result, is_flanked, enemy_die):
        factor = book["melee.flank-multiplier"] if is_flanked else 1
        hits, te = result
        return (hits * factor, te * factor, hits > 0 and enemy_die == "red-h")

    def cast(dice):
        colors = tuple("blue" if die == "blue" else "red" for die in dice)
        if gap > 0:
            mine, theirs = UNEQUAL[colors]
        elif gap < 0:
            theirs, mine = UNEQUAL[colors[::-1]]
        else:
            mine, theirs = EQUAL[colors]
        return (takes(mine, one_flanked, dice[1]), takes(theirs, other_flanked, dice[0]))

    face = image(book.roll(), lambda words: "red-h" if "red-h" in words else "red" if "red" in words else "blue")
    return image(combine(face, face, lambda a, b: (a, b)), cast), gap


def suffer(book, one, blows, extra_te=0, casualties="hits"):
    """What the blows of a round, primary first, really add: (hits, TE, whether the commander died).

    `casualties`: hits, TE (hits-become-te) or none (hits-dropped).
    """
    hits, te, commander, killed = 0, extra_te, one["commander"] >= 0, False
    for more, tired, red_h in blows:
        te += tired
        if red_h and commander and book["melee.commander-kill"]:  # HX-CMD-08, R-06, R-07, R-48
            commander, killed = False, True
        elif casualties == "hits":
            hits += more
        elif casualties == "TE":  # HX-MEL-11, R-47
            te += more
    kept = min(te, book["fatigue.max"] - one["te"])
    return (hits + te - kept, kept, killed)  # HX-MEL-13, R-50


def melee_round_of(book, attacker, defender, flanked, number):
    """One round of one pair: a distribution over (what is added to the attacker, to the defender)."""
    dice, gap = pair(book, attacker, defender, flanked["attacker-flanked"], flanked["defender-flanked"], number)
    points = book["melee.points"]  # HX-MEL-15

    def applied(taken):
        return (
            suffer(book, attacker, [taken[0]], points and gap < 0),
            suffer(book, defender, [taken[1]], points and gap > 0),
        )

    return image(dice, applied)


def whole(inputs, name, least, most, default):
    """A whole number of the inputs."""
    number = inputs.get(name, default)
    if type(number) is not int or not least <= number <= most:
        raise Refused(f"{name} = {number}")
    return number


PAIR_KEYS = {"attacker": ({}, None), "defender": ({}, None), "round": (1, None)} | FLANKED


def melee_round(inputs):
    book = Book(inputs, PAIR_KEYS, MELEE_KEYS)
    number = whole(inputs, "round", 1, 10**6, 1)
    attacker, defender = (fighter(book, book.inputs[side], side) for side in SIDES)

    def label(added):
        (ah, at, ak), (dh, dt, dk) = added
        return f"a{ah}t{at}-d{dh}t{dt}" + ("-ak" if ak else "") + ("-dk" if dk else "")

    return image(melee_round_of(book, attacker, defender, book.inputs, number), label)


def until_rout(book, attacker, defender, flanked, first, rounds):
    """Rounds until somebody routs: a distribution over attacker-wins, defender-wins, both-rout, undecided.

    A state is what changes: hits, TE and commander of both (HX-MEL-10, HX-MEL-14).
    """

    def now(one, state):
        hits, te, commander = state
        return one | {"hits": hits, "te": te, "commander": commander}

    def later(state, added):
        hits, te, commander = state
        more, tired, killed = added
        return (hits + more, te + tired, -1 if killed else commander)

    def verdict(states):
        return ENDS.get(tuple(state[0] >= one["rout-at"] for one, state in zip((attacker, defender), states)))

    @cache
    def fought(states, number):
        one, other = now(attacker, states[0]), now(defender, states[1])
        after = melee_round_of(book, one, other, flanked, number)
        after = image(after, lambda added: (later(states[0], added[0]), later(states[1], added[1])))
        return image(after, lambda states: verdict(states) or states)

    def step(number):
        return lambda states: certain(states) if isinstance(states, str) else fought(states, number)

    start = tuple((one["hits"], one["te"], one["commander"]) for one in (attacker, defender))
    result = certain(verdict(start) or start)
    for number in range(first, first + rounds):
        result = chain(result, step(min(number, 6)))  # cover has four levels at most
    return image(result, lambda states: states if isinstance(states, str) else "undecided")


def melee_to_rout(inputs):
    book = Book(inputs, PAIR_KEYS | {"max-rounds": (20, range(1, 51))}, MELEE_KEYS)
    number = whole(inputs, "round", 1, 10**6, 1)
    attacker, defender = (fighter(book, book.inputs[side], side) for side in SIDES)
    return until_rout(book, attacker, defender, book.inputs, number, book.inputs["max-rounds"])


def melee_multi(inputs):
    keys = {
        "single": ({}, None),
        "primary": ({}, None),
        "secondaries": ([{}], None),
        "auto-te-target": ("primary", None),
        "round": (1, None),
    }
    book = Book(inputs, keys, MELEE_KEYS | {"secondary-damage": "melee.secondary-damage"})
    number = whole(inputs, "round", 1, 10**6, 1)
    if not isinstance(book.inputs["secondaries"], list):
        raise Refused(f"secondaries = {book.inputs['secondaries']}")
    single = fighter(book, book.inputs["single"], "single")
    enemies = {"primary": fighter(book, book.inputs["primary"], "primary", ENEMY)}
    for index, other in enumerate(book.inputs["secondaries"], 1):
        enemies[f"secondary-{index}"] = fighter(book, other, f"secondaries[{index - 1}]", ENEMY)
    if book.inputs["auto-te-target"] not in enemies:
        raise Refused(f"auto-te-target = {book.inputs['auto-te-target']}")

    points = book["melee.points"]  # HX-MEL-15
    others = {"hits-become-te": "TE", "hits-dropped": "none"}[book["melee.secondary-damage"]]
    states = certain(((), False))  # blows on the single so far, whether an enemy has routed
    extra = 0
    for name, enemy in enemies.items():
        dice, gap = pair(book, single, enemy, enemy["on-flank"], False, number)
        extra += points and gap < 0
        tired = points and gap > 0 and name == book.inputs["auto-te-target"]

        def joined(state, taken, name=name, enemy=enemy, tired=tired):
            hits, _, _ = suffer(book, enemy, [taken[1]], tired, "hits" if name == "primary" else others)
            return (state[0] + (taken[0],), state[1] or enemy["hits"] + hits >= enemy["rout-at"])

        states = combine(states, dice, joined)

    def label(state):
        hits, _, _ = suffer(book, single, state[0], extra)
        single_routs = single["hits"] + hits >= single["rout-at"]
        if single_routs:
            return "both-rout" if state[1] else "single-routs"
        return "enemy-routs" if state[1] else "held"

    return image(states, label)


def charge(inputs):
    keys = {
        "attacker": ({}, None),
        "defender": ({}, None),
        "defender-flanked": (False, YES_NO),
        "max-rounds": (20, range(1, 51)),
    }
    book = Book(inputs, keys, FIRE_KEYS | MELEE_KEYS | {"casualties": "fire.casualties"})
    is_flanked, rounds = book.inputs["defender-flanked"], book.inputs["max-rounds"]
    attacker, defender = (
        fighter(book, book.inputs[side], side, CHARGER, ("weapon", "grade", "value")) for side in SIDES
    )

    def firing(one, is_flanked):
        return one | {"fatigued": fatigued(book, one["te"]), "flanked": is_flanked, "artillery-moved": False}

    first, second = firing(defender, is_flanked), firing(attacker, False)
    if is_flanked:
        first["weapon"] = "none"  # a unit charged in flank or rear does not answer

    def hurt(one, blow):
        hits, _, killed = blow
        return one | {"hits": one["hits"] + hits, "commander": -1 if killed else one["commander"]}

    def fight(after_fire):
        on_defender, on_attacker = after_fire
        if on_defender[1] or on_attacker[1]:
            return certain(ENDS[on_attacker[1], on_defender[1]])
        flanked = {"attacker-flanked": False, "defender-flanked": is_flanked}
        return until_rout(book, hurt(attacker, on_attacker), hurt(defender, on_defender), flanked, 1, rounds)

    return chain(exchange(book, first, second, 1), fight)
