"""Dogfaces: odds of its resolutions, from the rulebook and the codex.

Left out: the switches `retreat-off-map` (the inputs do not say what blocks a retreat) and `riders-targetable`.
"""

from fractions import Fraction

from dogfaces_book import Book, CODEX, at_least, table_entry, terrain_named, unit_named, yes_with
from dogfaces_draw import RANDOM  # noqa: F401: run.py reads it here
from dogfaces_fire import Shot, ending, fired_at, points, shots, splashed, suffer
from odds import Refused, certain, chain, combine, die, image


def table_roll(inputs):
    book = Book(inputs)
    rolls = combine(die(), die(), min) if inputs.get("lower-of-two", False) else die()
    if inputs["damage"] <= 0:
        return certain("miss")
    return image(rolls, lambda roll: table_entry(inputs["damage"], roll + inputs.get("roll-mod", 0)))


def ranged_end(book, inputs):
    fire = shots(inputs["shooters"])
    return fired_at(book, inputs, fire, unit_named(inputs["target"]), inputs.get("state", "ready"))


def ranged_attack(inputs):
    return ending(ranged_end(Book(inputs), inputs))


def splash_end(book, weapons, victim, terrain, state="ready", **more):
    """The odds of (has gone, state) after splashes one after the other (DF-SPL-07)."""
    odds = certain((0, state))
    for weapon in weapons:
        entries = splashed(book, weapon, victim, terrain)

        def burst(before):
            if before[1] == "ooc":
                return certain(before)
            after = chain(entries, lambda entry: suffer(book, entry, victim, before[1], terrain, **more))
            return image(after, lambda end: (before[0] or int(end[0] > 0), end[1]))

        odds = chain(odds, burst)
    return odds


def splash_hit(inputs):
    book = Book(inputs)
    weapon = CODEX["weapons"]["flamethrower" if inputs.get("kind") == "flame" else "frag-thrown"]
    return ending(
        splash_end(
            book,
            [weapon] * inputs.get("bursts", 1),
            unit_named(inputs["victim"]),
            inputs.get("terrain", "grassland"),
            inputs.get("state", "ready"),
            led=inputs.get("leader-in-range", False),
            policy=inputs.get("retreat-policy", "smart"),
            path=inputs.get("path", "clear"),
        )
    )


def area_attack(inputs):
    """Bystanders take one splash for each frag, and one of them each flame."""
    book = Book(inputs)
    fire = shots(inputs["shooters"])
    affected = lambda end: end != (0, "ready")  # noqa: E731
    total = image(fired_at(book, inputs, fire, unit_named(inputs["target"])), lambda end: (affected(end), False, False))
    for index, text in enumerate(inputs.get("bystanders", [])):
        side, _, rest = text.partition(":")
        name, _, terrain = rest.partition("@")
        weapons = [
            shot.weapon
            for shot in fire
            if shot.area == "ring" or (shot.area == "one-hex" and inputs.get("flame-splash", 0) == index)
        ]
        end = splash_end(book, weapons, unit_named(name), terrain or "grassland")
        hurt = image(end, lambda end: (False, affected(end) and side == "foe", affected(end) and side == "own"))
        total = combine(total, hurt, lambda a, b: tuple(x or y for x, y in zip(a, b)))
    names = ("target", "foe", "own")
    return image(total, lambda who: "-".join(name for name, yes in zip(names, who) if yes) or "none")


def listed_leader(text):
    """A leader given as `leader@distance` or `leader@distance:stunned`: (unit, in range, ready)."""
    name, _, rest = text.partition("@")
    distance, _, stunned = rest.partition(":")
    unit = unit_named(name)
    if "leader-range" not in unit:
        raise Refused(f"{name} is no leader")
    return unit, int(distance) <= unit["leader-range"], stunned != "stunned"


def retreat_check(inputs):
    book = Book(inputs)
    unit, terrain = unit_named(inputs["unit"]), inputs.get("terrain", "grassland")
    leaders = [listed_leader(text) for text in inputs.get("leaders", [])]
    led = any(near and ready for _, near, ready in leaders)
    policy = "try" if inputs.get("attempt", True) else "accept"
    odds = suffer(book, "r2", unit, "ready", terrain, led, policy)
    return image(odds, lambda end: f"retreats-{end[0]}" if end[0] else "stands")


# Stun Recovery


def lent(book, leader):
    """The recovery number that a leader gives to others (DF-LDR-03, R-17)."""
    return book["vehicle-lead-number"] if leader.get("vehicle", False) else leader.get("recovers", 6)


def healed(book, unit, medic):
    """Whether a medic next to the unit spares it the roll (DF-REC-04, R-16)."""
    able = medic == "adjacent" or (medic == "adjacent-stunned" and book["stunned-medic"] == "yes")
    return able and (not unit.get("vehicle", False) or book["medic-vehicles"] == "yes")


def recovery(book, unit, leaders, medic):
    """The probability that a Stunned unit recovers in one phase, by the ready leaders in range (DF-REC-01 to 04)."""
    if healed(book, unit, medic):
        return Fraction(1)
    return at_least(min([unit.get("recovers", 6)] + [lent(book, leader) for leader in leaders]))


def stun_recovery(inputs):
    """States: whether the unit and each listed leader are ready."""
    book = Book(inputs)
    unit = unit_named(inputs["unit"])
    leaders = [listed_leader(text) for text in inputs.get("leaders", [])]
    own = [yes_with(at_least(leader.get("recovers", 6))) for leader, _, _ in leaders]

    def phase(state):
        recovered, before = state
        if recovered:
            return certain(state)
        after = certain(())
        for ready, chance in zip(before, own):
            after = combine(after, certain(1) if ready else chance, lambda row, one: row + (one,))

        def unit_rolls(rolled):
            seen = rolled if book["recovery-order"] == "leaders-first" else before
            helping = [leader for (leader, near, _), ready in zip(leaders, seen) if near and ready]
            chance = recovery(book, unit, helping, inputs.get("medic", "none"))
            return image(yes_with(chance), lambda up: (bool(up), rolled))

        return chain(after, unit_rolls)

    odds = certain((False, tuple(int(ready) for _, _, ready in leaders)))
    for _ in range(inputs.get("phases", 1)):
        odds = chain(odds, phase)
    return image(odds, lambda state: "recovered" if state[0] else "still-stunned")


# Several attacks


def volley(inputs):
    total = certain(0)
    counted = {"ooc": ("ooc",), "stopped": ("ooc", "stunned")}[inputs.get("count", "ooc")]
    for attack in inputs["attacks"]:
        # An attack with rules of its own does not use those beside the list.
        book = Book(attack if "rules" in attack else inputs)
        total = combine(total, image(ranged_end(book, attack), lambda end: int(end[1] in counted)))
    return image(total, lambda count: "count-3-plus" if count >= 3 else f"count-{count}")


def overwatch_fire(inputs):
    book = Book(inputs)
    target = unit_named(inputs["target"])
    groups = [shots(inputs.get(name, [])) for name in ("first", "second")]
    if sum(map(len, groups)) > book["overwatch-limit"]:
        raise Refused("overwatch-limit")
    odds = certain((0, "ready"))
    for fire, name in zip(groups, ("terrain-first", "terrain-second")):
        end = fired_at(book, inputs, fire, target, terrain=inputs.get(name, "grassland"), lower="all")
        odds = chain(odds, lambda before: end if before == (0, "ready") else certain(before))
    labels = {"holds-ready": "moves-on", "holds-stunned": "stopped-stunned"}
    return image(ending(odds), lambda label: labels.get(label, label.replace("falls-back", "driven-back")))


def carrier_attack(inputs):
    """DF-VEH-11: the riders are Stunned with their carrier."""
    book = Book(inputs)
    riders = [unit_named(name) for name in inputs.get("riders", [])]
    if any(rider.get("vehicle", False) for rider in riders):
        raise Refused("vehicles do not ride")
    stunned = sum(1 for rider in riders if book["sam-ride-stun"] == "yes" or not rider.get("ignores-stun", False))
    carrier = unit_named(inputs.get("carrier", "lcv-1"))
    end = fired_at(book, inputs, shots(inputs["shooters"]), carrier)
    return image(end, lambda end: "no-effect" if end[1] == "ready" else f"{end[1]}-riders-{stunned}")


def leading(name):
    """The list of leaders of an input `none` or a leader key."""
    if name == "none":
        return []
    if "leader-range" not in unit_named(name):
        raise Refused(f"{name} is no leader")
    return [unit_named(name)]


def supplied(fire, turn):
    """The shots for which there is ammunition in a turn, one a turn being fired (turns count from 1)."""
    return [shot for shot in fire if turn <= shot.weapon.get("ammo", turn)]


def sustained_fire(inputs):
    """States: ready, stunned, driven-off, ooc."""
    book = Book(inputs)
    target, fire = unit_named(inputs["target"]), shots(inputs["shooters"])
    leaders = leading(inputs.get("leader", "none"))
    comes_round = recovery(book, target, leaders, "adjacent" if inputs.get("medic", False) else "none")
    odds = certain(inputs.get("state", "ready"))
    for turn in range(1, inputs.get("turns", 1) + 1):
        ready = supplied(fire, turn)
        after = {
            state: fired_at(book, inputs, ready, target, state, led=bool(leaders), path="clear")
            for state in ("ready", "stunned")
        }

        def attacked(state):
            if state not in after:
                return certain(state)
            return image(after[state], lambda end: "driven-off" if end[0] else end[1])

        odds = recovered(chain(odds, attacked), comes_round)
    return odds


def recovered(odds, chance):
    """The states after a Stun Recovery Phase."""
    return chain(
        odds,
        lambda state: (
            image(yes_with(chance), ["stunned", "ready"].__getitem__) if state == "stunned" else certain(state)
        ),
    )


def duel(inputs):
    """States: (state of a, state of b, rounds fired by a, by b), or how it ended."""
    book = Book(inputs)
    principal = {side: Shot(inputs[side]) for side in "ab"}
    support = {side: shots(inputs.get(f"{side}-support", [])) for side in "ab"}
    for side, enemy in ("ab", "ba"):
        for shot in [principal[side]] + support[side]:
            points(book, shot.weapon, principal[enemy].unit)  # also of shots that never come to be fired
    leaders = {side: leading(inputs.get(f"{side}-leader", "none")) for side in "ab"}
    comes_round = {
        side: recovery(
            book, principal[side].unit, leaders[side], "adjacent" if inputs.get(f"{side}-medic", False) else "none"
        )
        for side in "ab"
    }
    known = {}

    def volley_at(side, state, turn, fires):
        """What the other side's fire of this turn does to a principal in some state."""
        other = "ba"["ab".index(side)]
        key = (side, state, tuple(supplied(support[other], turn)), fires)
        if key not in known:
            fire = ([principal[other]] if fires else []) + list(key[2])
            terrain = inputs.get(f"{side}-terrain", "grassland")
            known[key] = fired_at(
                book, inputs, fire, principal[side].unit, state, terrain, "all", bool(leaders[side]), "clear"
            )
        return known[key]

    def half(side, turn):
        """The fire of one side."""
        place, other = "ab".index(side), "ba"["ab".index(side)]

        def step(state):
            if isinstance(state, str):
                return certain(state)
            fired = state[2 + place]
            fires = state[place] == "ready" and fired < principal[side].weapon.get("ammo", fired + 1)
            counts = [state[2], state[3]]
            counts[place] += int(fires and "ammo" in principal[side].weapon)

            def after(end):
                if end[1] == "ooc":
                    return f"{side}-kills"
                if end[0]:
                    return f"{other}-driven-off"
                states = [state[0], state[1]]
                states[1 - place] = end[1]
                return (*states, *counts)

            return image(volley_at(other, state[1 - place], turn, fires), after)

        return step

    def phase(state):
        if isinstance(state, str):
            return certain(state)
        one, other = (recovered(certain(state[i]), comes_round["ab"[i]]) for i in (0, 1))
        return combine(one, other, lambda a, b: (a, b, state[2], state[3]))

    odds = certain(("ready", "ready", 0, 0))
    for turn in range(1, inputs.get("turns", 6) + 1):
        odds = chain(chain(chain(odds, half("a", turn)), half("b", turn)), phase)
    return image(odds, lambda state: state if isinstance(state, str) else "undecided")


# Whether a shot is legal


def distance(q, r):
    return max(abs(q), abs(r), abs(q + r))


def passage(to, cell):
    """How the line from the origin to `to` passes a hex: None, or (border, stretch) with a stretch of (0, 1]."""

    def pairs(q, r):
        x, y, z = q, -q - r, r
        return x - y, y - z, z - x

    start, end, border = Fraction(0), Fraction(1), False
    for whole, here in zip(pairs(*to), pairs(*cell)):
        if whole == 0:
            if abs(here) > 1:
                return None
            border |= abs(here) == 1
        else:
            first, last = sorted((Fraction(here - 1, whole), Fraction(here + 1, whole)))
            start, end = max(start, first), min(end, last)
    return (border, (start, end)) if start < end else None


def through_forest(book, to, forest):
    """Whether the line passes a forest hex between origin and target (DF-LOS-03, 05, R-26)."""
    reach = range(-distance(*to) - 1, distance(*to) + 2)
    passed = {(q, r): passage(to, (q, r)) for q in reach for r in reach if (q, r) not in ((0, 0), to)}
    for cell, way in passed.items():
        if way is None or cell not in forest:
            continue
        if not way[0] or book["edge-line"] == "either":
            return True
        if any(other in forest for other, its in passed.items() if other != cell and its == way):
            return True
    return False


def shot_check(inputs):
    """The first check that fails."""
    book = Book(inputs)
    weapon, target = Shot(inputs["shooter"]).weapon, unit_named(inputs.get("target", "rifleman"))
    to = tuple(inputs["to"])
    forest = {tuple(cell) for cell in inputs.get("forest", [])} - {(0, 0)}
    limit = book["forest-limit"]
    limited = (limit != "into-only" and through_forest(book, to, forest)) or (limit != "through-only" and to in forest)
    far = distance(*to)
    checks = [
        ("shooter-stunned", inputs.get("shooter-stunned", False)),
        ("shooter-aboard", inputs.get("shooter-aboard", False)),
        ("target-aboard", inputs.get("target-aboard", False)),
        ("no-ammo", "ammo" in weapon and inputs.get("rockets-left", 3) == 0),
        ("cannot-harm", weapon["kind"] == "laser" and target.get("only-armour-piercing", False)),
        ("too-close", far < weapon.get("min-range", 1)),
        ("too-far", far > weapon["range"]),
        ("forest-limit", limited and far > terrain_named("forest")["range-cap"]),
    ]
    return certain(next((label for label, failed in checks if failed), "allowed"))


RESOLUTIONS = {
    "table-roll": table_roll,
    "shot-check": shot_check,
    "ranged-attack": ranged_attack,
    "area-attack": area_attack,
    "splash-hit": splash_hit,
    "retreat-check": retreat_check,
    "stun-recovery": stun_recovery,
    "volley": volley,
    "overwatch-fire": overwatch_fire,
    "carrier-attack": carrier_attack,
    "sustained-fire": sustained_fire,
    "duel": duel,
}
