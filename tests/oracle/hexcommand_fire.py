"""Hex Command Gunpowder: shots, volleys, exchanges of fire and canister."""

from fractions import Fraction

from hexcommand_book import CODEX, DIE_KEYS, FIRE_KEYS, GRADES, GUNS, WEAPONS, YES_NO, Book, expanded, table
from odds import Refused, add, certain, chain, image

RUNGS = ["auto", "color", "code", "cnc"]
AUTO, CNC = 0, 3
COMMANDER = [-1, 0, 1, 2]  # -1: none

SHOT = {
    "weapon": ("rifle-musket", WEAPONS),
    "range": (3, range(1, 15)),
    "grade": ("trained", GRADES),
    "firer-hits": (0, range(4)),
    "firer-fatigued": (False, YES_NO),
    "commander": (-1, COMMANDER),
    "flank": (False, YES_NO),
    "cover": (0, range(5)),
    "partial-view": (False, YES_NO),
    "off-arc": (False, YES_NO),
    "artillery-moved": (False, YES_NO),
    "turned": (False, YES_NO),
    "consecutive": (False, YES_NO),
    "firer-higher": (False, YES_NO),
    "skirmish-fire": (False, YES_NO),
}
TARGET = {
    "target-hits": (0, range(4)),
    "rout-at": (3, [3, 4]),
    "target-routed": (False, YES_NO),
    "target-commander": (False, YES_NO),
    "fortified": (False, YES_NO),
}
ARMED = ("weapon", "grade")


def shot_of(inputs, where=""):
    """The keys of one shot."""
    return table(expanded(inputs, ARMED), SHOT, where)


def weapon_class(book, weapon):
    """Class of a weapon (HX-FIR-10); in the time of pike and shot A counts as B (HX-ERA-01)."""
    letter = weapon["class"]
    return "b" if letter == "a" and book["era"] == "pike-and-shot" else letter


def ladder(book, name):
    """What a weapon needs hex by hex, as rungs, and its best rung."""
    weapon = CODEX["weapons"][name]
    row = CODEX["ranges"][weapon["arm"]][weapon_class(book, weapon)]
    needs = [RUNGS.index(need) for need in row["needs"].split()]
    if book["fire.rifled-close"] == "floor-only":
        needs[: row.get("close", 0)] = [AUTO] * row.get("close", 0)  # HX-FIR-16, R-10
    if book["fire.a-extension"] != "none":  # HX-FIR-12, R-08
        needs += [CNC if book["fire.a-extension"] == "cnc" else CNC + 1] * row.get("reach", 0)
    if weapon.get("heavy", False):
        needs += needs[-1:] * book["fire.heavy-extra-range"]  # HX-ART-14, R-20
    return needs[: weapon.get("range", len(needs))], RUNGS.index(row["best"])


def trained(book, grade, arm):
    """Whether a shot has the bonus of the trained (HX-FIR-14, R-13, R-14)."""
    if arm == "gun" and book["fire.trained-arms"] != "all":
        return False
    switch = book["fire.trained-bonus"]
    return grade == "veteran" if switch == "veteran-only" else switch != "none" and CODEX["grades"][grade]["trained"]


def bonuses(book, shot, weapon):
    """CB of a shot, before the cap."""
    return (
        trained(book, shot["grade"], weapon["arm"])
        + weapon.get("bonus", 0)  # HX-FIR-13, R-15
        + max(shot["commander"], 0)  # HX-CMD-05
        + shot["flank"] * book["fire.flank-cb"]  # HX-FIR-17
        + shot["consecutive"]  # HX-FIR-20
        + (shot["firer-higher"] and book["fire.higher-bonus"])  # HX-TER-11, R-37
    )


def penalties(book, shot, weapon, fortified):
    """CP of a shot (HX-FIR-18)."""
    gun = weapon["arm"] == "gun"
    covered = not (fortified and weapon.get("indirect", False) and book["artillery.howitzer-ignores-cover"])
    return (
        shot["firer-hits"]
        + shot["firer-fatigued"]
        + shot["cover"] * covered
        + shot["partial-view"] * book["los.partial-cp"]
        + shot["off-arc"] * book["fire.off-arc-cp"]
        + (gun and shot["artillery-moved"])
        + (gun and shot["turned"] and book["era"] == "pike-and-shot") * book["era.turn-cp"]  # HX-ERA-02
    )


def needed(book, shot, fortified=False):
    """The rung that a shot needs, or None when it cannot be taken."""
    if shot["weapon"] == "none" or (shot["off-arc"] and shot["range"] > 1):  # HX-FIR-07
        return None
    weapon = CODEX["weapons"][shot["weapon"]]
    needs, best = ladder(book, shot["weapon"])
    if not weapon.get("min-range", 1) <= shot["range"] <= len(needs):  # HX-ART-07, R-21
        return None
    plus, minus, cap = bonuses(book, shot, weapon), penalties(book, shot, weapon, fortified), book["fire.bonus-cap"]
    shift = min(plus, cap) - minus if book["fire.cap-scope"] == "gross" else min(plus - minus, cap)
    rung = max(needs[shot["range"] - 1] - shift, best)  # HX-FIR-11, HX-FIR-15
    return rung if rung <= CNC else None


def struck(book, shot, commander, fortified=False):
    """What a shot does, as a distribution over no-shot, structure-hit, commander, hit and miss."""
    rung = needed(book, shot, fortified)
    if rung is None:
        return certain("no-shot")
    weapon = CODEX["weapons"][shot["weapon"]]

    def face(words):
        if commander and "red-h" in words and (rung != AUTO or book["fire.auto-kill"] == "roll"):
            return "commander"  # HX-CMD-06, HX-CMD-07, R-04, R-05
        return "hit" if rung == AUTO or RUNGS[rung] in words else "miss"

    result, works = {}, Fraction(0)
    if fortified and weapon["arm"] == "gun" and not weapon.get("indirect", False):  # HX-ART-04, HX-ART-05
        works = book.chance(book["artillery.structure-test"])
        add(result, "structure-hit", works)
    for what, chance in image(book.roll(), face).items():
        add(result, what, chance * (1 - works))
    return result


def markers(book, weapon):
    """Hit markers that a hit with a weapon gives (HX-FIR-21)."""
    return book["fire.heavy-hits"] if CODEX["weapons"][weapon].get("heavy", False) else 1


def fire(inputs):
    inputs = expanded(inputs, ARMED)
    book = Book(inputs, SHOT | TARGET, FIRE_KEYS)
    one = book.inputs

    def label(what):
        if what == "commander":
            return "commander-killed"
        if what != "hit":
            return what
        if one["skirmish-fire"]:
            return "te-hit"  # HX-SKM-02
        if one["target-routed"]:
            return "destroyed"  # HX-ROU-05
        return "routs" if one["target-hits"] + markers(book, one["weapon"]) >= one["rout-at"] else "hit"

    return image(struck(book, one, one["target-commander"], one["fortified"]), label)


def volley(inputs):
    book = Book(inputs, {"shots": ([{}], None)} | TARGET, FIRE_KEYS)
    target = book.inputs
    if not isinstance(target["shots"], list):
        raise Refused(f"shots = {target['shots']}")

    def after(shot):
        def step(state):
            hits, status, commander, killed = state
            if status in ("routed", "destroyed"):
                return certain(state)

            def result(what):
                if what == "commander":
                    return (hits, status, False, True)
                if what != "hit" or shot["skirmish-fire"]:
                    return state
                if status == "still-routed":
                    return (hits, "destroyed", commander, killed)
                total = hits + markers(book, shot["weapon"])
                return (total, "routed" if total >= target["rout-at"] else status, commander, killed)

            return image(struck(book, shot, commander, target["fortified"]), result)

        return step

    status = "still-routed" if target["target-routed"] else "steady"
    states = certain((target["target-hits"], status, target["target-commander"], False))
    for number, shot in enumerate(target["shots"]):
        states = chain(states, after(shot_of(shot, f"shots[{number}].")))
    return image(states, lambda s: (f"h{s[0]}" if s[1] == "steady" else s[1]) + ("-ck" if s[3] else ""))


EXCHANGER = {
    "weapon": ("rifle-musket", WEAPONS),
    "grade": ("trained", GRADES),
    "hits": (0, range(4)),
    "fatigued": (False, YES_NO),
    "commander": (-1, COMMANDER),
    "cover": (0, range(5)),
    "flanked": (False, YES_NO),
    "rout-at": (3, [3, 4]),
    "artillery-moved": (False, YES_NO),
}
UNHURT = (0, False, False)


def blow(book, firer, target, distance):
    """What one shot does to the target: a distribution over (hits added, routed, commander killed)."""
    keys = {
        "weapon": firer["weapon"],
        "grade": firer["grade"],
        "range": distance,
        "firer-hits": firer["hits"],
        "firer-fatigued": firer["fatigued"],
        "commander": firer["commander"],
        "flank": target["flanked"],
        "cover": target["cover"],
        "artillery-moved": firer["artillery-moved"],
    }
    shot = {name: default for name, (default, _) in SHOT.items()} | keys

    def result(what):
        if what == "commander":
            return (0, False, True)
        if what != "hit":
            return UNHURT
        hits = markers(book, firer["weapon"])
        return (hits, target["hits"] + hits >= target["rout-at"], False)

    return image(struck(book, shot, target["commander"] >= 0), result)


def exchange(book, first, second, distance):
    """Fire of `first`, then of `second`: a distribution over pairs of what `blow` gives, (on first, on second)."""
    timing = book["fire.casualties"]
    if first["weapon"] in GUNS and distance <= 2:
        timing = "sequential"  # HX-FIR-02, R-24

    def answer(on_second):
        hits, routed, killed = on_second
        firer = dict(second)
        if timing != "simultaneous":  # HX-FIR-03, R-142
            if routed:
                return certain((UNHURT, on_second))
            if killed:
                firer["commander"] = -1
        if timing == "sequential":
            firer["hits"] = second["hits"] + hits
        return image(blow(book, firer, first, distance), lambda on_first: (on_first, on_second))

    return chain(blow(book, first, second, distance), answer)


def fire_exchange(inputs):
    keys = {"first": ({}, None), "second": ({}, None), "range": (3, range(1, 15))}
    book = Book(inputs, keys, FIRE_KEYS | {"casualties": "fire.casualties"})
    first, second = (table(expanded(book.inputs[side], ARMED), EXCHANGER, f"{side}.") for side in ("first", "second"))

    def name(on_unit):
        hits, routed, killed = on_unit
        return "cmd" if killed else "routed" if routed else "hit" if hits else "ok"

    joint = exchange(book, first, second, book.inputs["range"])
    return image(joint, lambda pair: f"first-{name(pair[0])}-second-{name(pair[1])}")


def artillery_contact(inputs):
    keys = {
        "weapon": ("smoothbore-gun", GUNS),
        "frontal": (True, YES_NO),
        "fired": (False, YES_NO),
        "attacker-hits": (0, range(4)),
        "rout-at": (3, [3, 4]),
        "attacker-commander": (False, YES_NO),
    }
    switches = DIE_KEYS | {"canister": "artillery.canister", "auto-kill": "fire.auto-kill", "era": "era"}
    book = Book(inputs, keys, switches)
    one, weapon = book.inputs, CODEX["weapons"][book.inputs["weapon"]]
    silent = {"always": False, "if-not-fired": one["fired"], "never": True}[book["artillery.canister"]]
    if silent or not one["frontal"] or weapon.get("min-range", 1) > 1:  # HX-ART-09, R-112
        return certain("captured-unhurt")
    sure = weapon_class(book, weapon) == "b"

    def label(words):
        if one["attacker-commander"] and "red-h" in words and (not sure or book["fire.auto-kill"] == "roll"):
            return "captured-commander-killed"
        if not sure and "red" not in words:
            return "captured-unhurt"
        hits = one["attacker-hits"] + markers(book, one["weapon"])
        return "repulsed" if hits >= one["rout-at"] else "captured-hit"

    return image(book.roll(), label)
