"""Commander's Dogma: odds of its resolutions, from the rulebook and the codex.

Left out: `building-attack` of a side given by numbers without a Type; the rulebook does not say whether it may attack.
"""

from fractions import Fraction

from dogma_draw import RANDOM  # noqa: F401: run.py reads it here
from odds import NotCovered, Refused, add, certain, chain, codex, combine, die, fraction, image, probability, several

CODEX = codex("dogma")

# Switches of the rulebook's constants and rulings that a resolution may override, with their defaults.
DEFAULTS = {
    "support-bonus": 2,
    "support-cap": 4,
    "destroy-ratio": 2,
    "optimal-margin": 1,
    "shaken-target": 4,
    "recoil-inches": 1,
    "recoil-when": "always",
    "recoil-off-table": "destroyed",
    "air-close": "forbidden",
    "artillery-modifier": 2,
    "cover-cancels-optimal": True,
    "flank-gives-optimal": True,
    "commander-lost-penalty": 1,
    "ip-min": 1,
    "air-call-min": 5,
    "air-call-die": "natural",
}
WORDS = {"yes": True, "no": False}


class Book:
    """The rules that hold for one question: defaults, with its `rules` on top (DG-OPT-01)."""

    def __init__(self, inputs):
        self.rules = dict(DEFAULTS)
        for name, value in inputs.get("rules", {}).items():
            if name in DEFAULTS:
                self.rules[name] = WORDS.get(value, value) if isinstance(value, str) else value
            else:
                raise Refused(f"no switch {name} in resolutions")

    def __getitem__(self, name):
        return self.rules[name]

    def unit(self, name):
        """A side that is a unit."""
        unit = CODEX["units"][name]
        return Side(unit["combat-modifier"], unit["type"], unit.get("flyer", False), unit.get("range"))

    def type(self, name):
        """The table of a Type; that of `none` is empty."""
        return {} if name == "none" else CODEX["types"][name]


class Side:
    """An attacker or defender: modifier, Type, whether it is a flyer, range or None."""

    def __init__(self, modifier, kind, flyer=False, reach=0, artillery=False):
        self.modifier, self.kind, self.flyer, self.reach, self.artillery = modifier, kind, flyer, reach, artillery


def side(book, inputs, role):
    """The side of a question that is given as a unit or by numbers."""
    if role in inputs:
        if inputs[role] == "artillery":
            return Side(book["artillery-modifier"], "none", artillery=True)
        return book.unit(inputs[role])
    kind = inputs.get(f"{role}-type", "none")
    # A side given by numbers is a ground Element unless its Type is Air Support.
    return Side(inputs[f"{role}-modifier"], kind, flyer=kind == "air-support")


# One opposed roll (DG-RNG-04 to 08, DG-CLO-07, DG-TER-11)


def opposed(book, attack, defence, optimal):
    """Odds of `destroyed`, `higher` and `not-higher` for one throw of both dice."""
    odds = {}
    for one, chance in die().items():
        for other, counter in die().items():
            a, d = one + attack, other + defence
            if a >= fraction(book["destroy-ratio"]) * d:  # DG-RNG-05, R-22
                result = "destroyed"
            elif optimal and a >= d + book["optimal-margin"]:  # DG-RNG-08
                result = "destroyed"
            else:
                result = "higher" if a > d else "not-higher"
            add(odds, result, chance * counter)
    return odds


def support(book, count):
    """What so many supporters add (DG-RNG-11, DG-CLO-05)."""
    return min(count * book["support-bonus"], book["support-cap"])


def able(book):
    """Odds that a shaken Element passes its check, as {1 or 0: probability} (DG-MOR-01)."""
    return image(die(), lambda face: int(face >= book["shaken-target"]))


# Ranged attacks


def optimal_at_range(book, attacker, defender, cover):
    """Whether a ranged attack has Optimal Target (DG-RNG-09, DG-DOG-01, DG-TER-03 and 04)."""
    if cover and book["cover-cancels-optimal"] and not book.type(defender.kind).get("ignores-cover", False):
        return False
    return attacker.artillery or defender.kind in book.type(attacker.kind).get("optimal-at-range", [])


def shot(book, inputs):
    """Odds of one ranged attack: destroyed, shaken, no-effect, no-attack."""
    attacker, defender = side(book, inputs, "attacker"), side(book, inputs, "defender")
    if attacker.reach is None:
        raise Refused("no range")  # DG-RNG-03
    supports, shaken = inputs.get("supports", 0), inputs.get("supporters-shaken", 0)
    if shaken > supports or (attacker.artillery and supports):
        raise Refused("supports")
    optimal = {"yes": True, "no": False}.get(
        inputs.get("optimal", "auto"), optimal_at_range(book, attacker, defender, inputs.get("cover", False))
    )
    labels = {"destroyed": "destroyed", "higher": "shaken", "not-higher": "no-effect"}
    # Each shaken supporter checks for itself (DG-MOR-01), those that pass count with the others.
    supporters = image(several(able(book), shaken), lambda passed: supports - shaken + passed)
    made = chain(
        supporters,
        lambda count: opposed(book, attacker.modifier + support(book, count), defender.modifier, optimal),
    )
    made = image(made, labels.get)
    if not inputs.get("attacker-shaken", False):
        return made
    return chain(able(book), lambda passed: made if passed else certain("no-attack"))


def ranged_attack(inputs):
    return shot(Book(inputs), inputs)


def harm(attacks):
    """Odds `d{n}-s{m}` of several independent ranged attacks."""
    total = certain((0, 0))
    for odds in attacks:
        one = image(odds, lambda result: (int(result == "destroyed"), int(result == "shaken")))
        total = combine(total, one, lambda a, b: (a[0] + b[0], a[1] + b[1]))
    return image(total, lambda counts: f"d{counts[0]}-s{counts[1]}")


def volley(inputs):
    book = Book(inputs)
    return harm(shot(book, attack) for attack in inputs["attacks"])


def artillery_barrage(inputs):
    """Every member of the Group takes one attack of the Artillery (DG-DOG-01, 02)."""
    book = Book(inputs)
    covers = inputs.get("covers", [False] * len(inputs["targets"]))
    return harm(
        shot(book, {"attacker": "artillery", "defender": target, "cover": cover})
        for target, cover in zip(inputs["targets"], covers, strict=True)
    )


def building_attack(inputs):
    """An attack on a building always has Optimal Target (DG-TER-11); destroyed or not."""
    book = Book(inputs)
    attacker = side(book, inputs, "attacker")
    if attacker.kind == "none":
        raise NotCovered("a side without a Type attacks a building")
    if not book.type(attacker.kind).get("attacks-buildings", False):
        raise Refused("Type may not attack buildings")  # DG-TER-10
    strength = attacker.modifier + support(book, inputs.get("supports", 0))
    odds = opposed(book, strength, CODEX["buildings"][f"class-{inputs['class']}"], True)
    return image(odds, lambda result: "destroyed" if result == "destroyed" else "stands")


# Recoil. Lengths run away from the attacker, from the trailing edge of the defender.


def layout(inputs):
    """What stands behind the defender: (kind, near side, far side), nearest first."""
    base = Fraction(CODEX["numbers"]["base-mm"]) / Fraction("25.4")
    entries = list(inputs.get("behind", []))
    if inputs.get("opposite", False):
        entries.insert(0, {"kind": "enemy"})
    things, at = [], Fraction(0)
    for entry in entries:
        near = at + fraction(entry.get("gap", 0))
        solid = entry["kind"] in ("impassable", "deep-water", "building")
        at = near + (fraction(entry.get("depth", 2)) if solid else base)
        things.append((entry["kind"], near, at))
    return base, things


def landing(base, at, way, things):
    """Where the trailing edge of a flyer at `at` comes to rest: the first place clear at or beyond `way` (R-49).

    None when the table edge leaves no such place.
    """
    edge = min((near for kind, near, _ in things if kind == "table-edge"), default=None)
    solids = [(near, far) for kind, near, far in things if kind != "table-edge"]
    for place in sorted([at + way] + [far + base for _, far in solids]):
        if place < at + way or (edge is not None and place > edge):
            continue
        if all(place <= near or place - base >= far for near, far in solids):
            return place
    return None


def gives_way(base, at, way, things):
    """Whether a ground base whose trailing edge is at `at` can give way so far (DG-REC-02 to 08).

    Gives True, False or "edge" when something reaches the table edge first; friends in `things` move with it.
    """
    while True:
        ahead = [thing for thing in things if at <= thing[1] < at + way]  # touching at the end is not overlapping
        if not ahead:
            return True
        thing = min(ahead, key=lambda one: one[1])
        kind, near, far = thing
        if kind == "table-edge":
            return "edge"
        if not kind.startswith("friend"):
            return False
        # A friend is pushed just as far as needed, and may push further ones (DG-REC-04, R-50).
        need, others = at + way - near, [other for other in things if other is not thing]
        if kind == "friend":
            result = gives_way(base, far, need, others)
            if result is not True:
                return result
            place = far + need
        else:
            place = landing(base, far, need, others)
            if place is None:
                return "edge"
        thing[1:] = place - base, place


def survives(book, base, flyer, way, things):
    """Whether the recoiling base lives."""
    stops = book["recoil-off-table"] == "stops"
    things = [list(thing) for thing in things]
    if flyer:
        return stops or landing(base, 0, way, things) is not None
    result = gives_way(base, 0, way, things)
    return stops if result == "edge" else result


# Close attacks


def assault(book, inputs, blocked=False):
    """Odds of one close attack: destroyed, destroyed-on-recoil, recoils, holds.

    With `blocked` any recoil is fatal, but not to a flyer.
    """
    attacker, defender = side(book, inputs, "attacker"), side(book, inputs, "defender")
    if defender.kind == "air-support" or attacker.artillery:
        raise Refused("no close combat")  # DG-AIR-06
    if attacker.kind == "air-support" and book["air-close"] == "forbidden":
        raise Refused("air-close")  # DG-AIR-08
    contact, flankers = inputs.get("contact", "front"), inputs.get("flank-supports", 0)
    if contact == "side" and flankers > 1:
        raise Refused("flank-supports")
    if inputs.get("opposite", False) and contact != "rear":
        flankers += 1  # with contact rear that friend stands on the front
    flanked = contact != "front" or flankers > 0  # DG-CLO-04, R-85
    auto = defender.kind in book.type(attacker.kind).get("optimal-in-close", []) or (
        flanked and book["flank-gives-optimal"]
    )
    optimal = {"yes": True, "no": False}.get(inputs.get("optimal", "auto"), auto)
    strength = attacker.modifier + support(book, inputs.get("contact-supports", 0) + flankers)
    base, things = layout(inputs)
    lives = survives(book, base, defender.flyer, fraction(book["recoil-inches"]), things)
    if blocked and not defender.flyer:
        lives = False

    def outcome(result):
        if result == "destroyed":
            return "destroyed"
        if result == "not-higher" and book["recoil-when"] == "attacker-higher":
            return "holds"
        return "recoils" if lives else "destroyed-on-recoil"

    return image(opposed(book, strength, defender.modifier, optimal), outcome)


def close_attack(inputs):
    return assault(Book(inputs), inputs)


def close_line(inputs):
    book, total = Book(inputs), certain(0)
    for attack in inputs["attacks"]:
        total = combine(total, image(assault(book, attack), lambda result: int(result.startswith("destroyed"))))
    return image(total, lambda lost: f"lost-{lost}")


# Command


def shaken_check(inputs):
    return image(several(able(Book(inputs)), inputs.get("members", 1)), lambda passed: f"able-{passed}")


def points_and_call(book, lost):
    """Odds of (Initiative Points, whether reserves may be called) (DG-CMD-01, 02, DG-AIR-01, R-58)."""

    def result(face):
        points = max(face - book["commander-lost-penalty"], book["ip-min"]) if lost else face
        counted = face if book["air-call-die"] == "natural" else points
        return points, counted >= book["air-call-min"]

    return image(die(CODEX["numbers"]["ip-die"]), result)


def initiative(inputs):
    odds = points_and_call(Book(inputs), inputs.get("commander-destroyed", False))
    return image(odds, lambda result: f"ip-{result[0]}" + ("-call" if result[1] else ""))


def reserve_arrival(inputs):
    odds = points_and_call(Book(inputs), inputs.get("commander-destroyed", False))
    call = probability(odds, lambda result: result[1])
    odds = {f"turn-{n}": (1 - call) ** (n - 1) * call for n in range(1, inputs["turns"] + 1)}
    return odds | {"not-arrived": (1 - call) ** inputs["turns"]}


# Exchanges: small Markov chains


def ranged_exchange(inputs):
    """States: which of a and b carries a shaken marker, or who is destroyed."""
    book = Book(inputs)

    def fires(shooter, target, shaken):
        """What the shooter does to the target in its turn."""
        if book.unit(inputs[shooter]).reach is None:
            return certain("no-effect")
        return shot(
            book,
            {
                "attacker": inputs[shooter],
                "defender": inputs[target],
                "supports": inputs.get(f"supports-{shooter}", 0),
                "cover": inputs.get(f"cover-{target}", False),
                "attacker-shaken": shaken,
            },
        )

    results = {(s, shaken): fires(s, "ba"["ab".index(s)], shaken) for s in "ab" for shaken in (False, True)}

    def turn(shooter):
        def step(state):
            if isinstance(state, str):
                return certain(state)
            place = "ab".index(shooter)

            def after(result):
                # The shooter's marker comes off at the end of its turn; the target's stays (DG-TRN-04, R-62).
                if result == "destroyed":
                    return f"{'ba'[place]}-destroyed"
                marked = result == "shaken" or state[1 - place]
                return (False, marked) if shooter == "a" else (marked, False)

            return image(results[shooter, state[place]], after)

        return step

    state = certain((False, False))
    for _ in range(inputs.get("exchanges", 1)):
        state = chain(chain(state, turn("a")), turn("b"))
    return image(state, lambda end: end if isinstance(end, str) else "both-standing")


def melee_exchange(inputs):
    book, standing = Book(inputs), Fraction(1)
    odds = {"a-destroyed": Fraction(0), "b-destroyed": Fraction(0)}

    def kills(attacker, defender):
        result = assault(
            book,
            {
                "attacker": inputs[attacker],
                "defender": inputs[defender],
                "contact-supports": inputs.get(f"supports-{attacker}", 0),
            },
            inputs.get(f"blocked-{defender}", False),
        )
        return probability(result, lambda label: label.startswith("destroyed"))

    first = kills("a", "b")
    second = kills("b", "a") if inputs.get("b-replies", True) else 0
    for _ in range(inputs.get("exchanges", 1)):
        odds["b-destroyed"] += standing * first
        odds["a-destroyed"] += standing * (1 - first) * second
        standing *= (1 - first) * (1 - second)
    return odds | {"both-standing": standing}


def apc_strike(inputs):
    """DG-APC-09, 10: passengers without a place are lost, the others may be shot at."""
    book = Book(inputs)
    passengers = inputs.get("passengers", [])
    if not all(CODEX["units"][unit].get("may-ride-apc", False) for unit in passengers):
        raise Refused("may not ride")  # DG-APC-01
    placed = passengers[: inputs.get("places", 2)]
    lost = certain(len(passengers) - len(placed))
    for unit, follow_up in zip(placed, inputs.get("follow-ups", [])):
        odds = shot(book, {**follow_up, "defender": unit, "cover": inputs.get("passengers-cover", False)})
        lost = combine(lost, image(odds, lambda result: int(result == "destroyed")))
    strike = {key: inputs[key] for key in ("attacker", "supports", "cover") if key in inputs}
    odds = {}
    for result, chance in shot(book, {**strike, "defender": "apc"}).items():
        if result == "destroyed":
            for count, share in lost.items():
                add(odds, f"apc-lost-{count}", chance * share)
        else:
            add(odds, {"shaken": "apc-shaken", "no-effect": "apc-unhurt"}[result], chance)
    return odds


def advance_under_fire(inputs):
    """States: moves still needed, or `destroyed`."""
    book = Book(inputs)
    fire = shot(book, {key: inputs[key] for key in ("attacker", "defender", "supports", "cover") if key in inputs})
    moves = chain(
        fire,
        lambda result: {
            "destroyed": certain("destroyed"),
            "shaken": able(book),  # the marker comes off at the end of the turn (DG-TRN-04)
            "no-effect": certain(1),
        }[result],
    )

    def turn(state):
        if state in ("destroyed", 0):
            return certain(state)
        return image(moves, lambda moved: moved if moved == "destroyed" else state - moved)

    state = certain(inputs["moves-needed"])
    for _ in range(inputs["turns"]):
        state = chain(state, turn)
    return image(state, lambda end: {"destroyed": end, 0: "arrives"}.get(end, "still-coming"))


# Setup


def roll_off(inputs):
    odds = combine(die(), die(), lambda a, b: "first-high" if a > b else "second-high" if b > a else "tie")
    if inputs.get("reroll-ties", True):  # as if ties never were
        tie = odds.pop("tie")
        odds = {label: chance / (1 - tie) for label, chance in odds.items()}
    return odds


def table_edge(inputs):
    """DG-SET-04 on the square table, DG-SET-05 on longer ones (R-08)."""
    if inputs.get("points", 24) > 24:
        return {"opponent-picks": Fraction(1, 2), "aggressor-picks": Fraction(1, 2)}
    others = ["adjacent-left", "adjacent-right", "opposite"]
    return image(die(), lambda face: "chosen" if face >= 4 else others[face - 1])


def scenario_roll(inputs):
    return image(die(), lambda face: CODEX["scenarios"][f"die-{face}"])


RESOLUTIONS = {
    "ranged-attack": ranged_attack,
    "close-attack": close_attack,
    "building-attack": building_attack,
    "artillery-barrage": artillery_barrage,
    "volley": volley,
    "close-line": close_line,
    "shaken-check": shaken_check,
    "initiative": initiative,
    "reserve-arrival": reserve_arrival,
    "ranged-exchange": ranged_exchange,
    "melee-exchange": melee_exchange,
    "apc-strike": apc_strike,
    "advance-under-fire": advance_under_fire,
    "roll-off": roll_off,
    "table-edge": table_edge,
    "scenario-roll": scenario_roll,
}
