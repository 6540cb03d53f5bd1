"""Hex Command Gunpowder: rally, command values, initiative, integrity, spotting and what else a roll decides."""

from fractions import Fraction
from math import comb

from hexcommand_book import CODEX, DIE_KEYS, YES_NO, Book
from odds import Refused, add, certain, chain, combine, die, image, probability

TEN = die(10)
TRAITS = ["combat", "morale", "tactical", "aggression", "initiative"]  # the columns of the codex: C M T A I
GROUPS = ["veteran", "trained", "untrained"]  # the order of the spread


def either(chance, yes, no):
    """Two outcomes."""
    return {yes: chance, no: 1 - chance}


def above(threshold):
    """The chance of a command roll above a value (HX-CVS-03)."""
    return probability(TEN, lambda roll: roll > threshold)


def die_test(inputs):
    needs = ["auto", "color", "code", "cnc", "red", "red-h", "impossible"]
    book = Book(inputs, {"need": ("color", needs)}, DIE_KEYS)
    need = book.inputs["need"]
    chance = {"auto": Fraction(1), "impossible": Fraction(0)}.get(need)
    return either(book.chance(need) if chance is None else chance, "pass", "fail")


def captured_guns(inputs):
    Book(inputs, {})
    return image(die(), lambda roll: f"shots-{roll}")  # HX-ART-12


def rally(inputs):
    keys = {"hits": (0, range(5)), "te": (0, range(4)), "turns-attached": (1, range(1, 13))}
    flags = ["routed", "routed-this-turn", "commander", "self-rally", "in-melee", "moved"]
    switches = {"mode": "rally.mode", "escalation": "rally.escalation", "rally-te": "rally.te-on-rally"}
    book = Book(inputs, keys | {flag: (False, YES_NO) for flag in flags}, switches)
    one = book.inputs
    hits, te, routed = one["hits"], one["te"], one["routed"]
    if te > book["fatigue.max"]:
        raise Refused("more TE than a unit can have")
    if not one["in-melee"]:
        may = not one["routed-this-turn"]  # HX-RAL-07
        if one["commander"] and may:
            if book["rally.mode"] == "all":
                hits = 0  # HX-RAL-03
            else:
                hits -= one["turns-attached"] if book["rally.escalation"] == "escalating" else 1  # HX-RAL-02, HX-RAL-04
            te, routed = 0, False
        else:
            if one["self-rally"] and may:
                hits, routed = hits - 1, False  # HX-RAL-06
            if not one["routed"] and not one["moved"]:
                te -= 1  # HX-RAL-08
        hits, te = max(hits, 0), max(te, 0)
        if one["routed"] and not routed and book["rally.te-on-rally"]:
            te += 1  # HX-RAL-05
        te = min(te, book["fatigue.max"])  # TE past the limit counts in melee alone
    return certain(f"h{hits}-t{te}-" + ("routed" if routed else "steady"))


def cvs_check(inputs):
    one = Book(inputs, {"value": (5, range(1, 11)), "commander-attached": (False, YES_NO)}).inputs
    return either(Fraction(1) if one["commander-attached"] else above(one["value"]), "pass", "fail")  # HX-CVS-13


def order_change(inputs):
    keys = {"tactical": (5, range(1, 11)), "changes-left": (4, range(21))}
    book = Book(inputs, keys, {"consequences": "cvs.consequences", "opponent-choice": "cvs.opponent-choice"})
    if book.inputs["changes-left"] == 0:
        return certain("not-allowed")  # HX-CVS-07
    passed = above(book.inputs["tactical"])  # HX-CVS-06
    if book["cvs.consequences"] == "none":
        return either(passed, "changed", "unchanged")
    result = {"changed": passed}
    for roll, chance in TEN.items():  # HX-CVS-08, HX-CVS-10
        effect = book["cvs.opponent-choice"] if roll == 9 else roll
        add(result, f"consequence-{effect}", (1 - passed) * chance)
    return result


def commander_draw(inputs):
    keys = {
        "trait": ("tactical", TRAITS + ["group"]),
        "group": ("any", ["any"] + GROUPS),
        "year": (1863, range(1861, 1866)),
        "side": ("union", ["union", "confederate"]),
    }
    book = Book(inputs, keys, {"method": "cvs.group"})
    one = book.inputs
    if one["group"] != "any":
        groups = certain(one["group"])
    elif book["cvs.group"] == "spread":
        shares = CODEX["spread"][str(one["year"])][one["side"]]
        groups = {group: Fraction(share, 100) for group, share in zip(GROUPS, shares)}
    else:  # HX-CVS-04
        of_face = {face: group for group in GROUPS for face in CODEX["command"][group]["faces"].split()}
        groups = image(die(), lambda face: of_face[str(face)])
    if one["trait"] == "group":
        return groups
    column = TRAITS.index(one["trait"])
    return chain(groups, lambda group: image(die(), lambda row: f"v{CODEX['command'][group][f'row-{row}'][column]}"))


def replacement_commander(inputs):
    keys = {
        "lost": (1, range(11)),
        "gained": (0, range(11)),
        "attempts": (0, range(21)),
        "best-tactical": (5, range(1, 11)),
    }
    one = Book(inputs, keys).inputs
    pool = one["lost"] - one["gained"] - max(0, one["attempts"] - 1)  # HX-CVS-14, R-83
    return either(above(one["best-tactical"]), "gained", "none") if pool >= 1 else certain("not-allowed")


def opposed_roll(inputs):
    book = Book(inputs, {"first-value": (5, range(11)), "second-value": (5, range(11))}, {"mode": "initiative.mode"})
    lead = 0
    if book["initiative.mode"] == "margin":  # HX-CVS-02: each roll less the value
        lead = book.inputs["second-value"] - book.inputs["first-value"]
    gap = combine(TEN, TEN, lambda first, second: first - second + lead)
    first, second = probability(gap, lambda g: g > 0), probability(gap, lambda g: g < 0)
    if first + second == 0:
        raise Refused("never decided")
    # Ties are rolled again: x = first + tie * x. R-130 ends that after 20 rolls, which is less than the tolerance.
    return either(first / (first + second), "first", "second")


def army_status(inputs):
    keys = {
        "start": (12, range(1, 61)),
        "removed": (0, range(61)),
        "routed": (0, range(61)),
        "commanders-start": (3, range(21)),
        "commanders-lost": (0, range(21)),
        "supreme-lost": (False, YES_NO),
    }
    book = Book(inputs, keys, {"break-point": "integrity.break-point"})
    one = book.inputs
    loss = Fraction(100 * (one["removed"] + one["routed"]), one["start"])
    loss += book["integrity.commander-weight"] * one["commanders-lost"]  # HX-INT-01
    leaderless = 0 < one["commanders-start"] <= one["commanders-lost"]  # HX-INT-02, R-166
    return certain("check" if loss >= book["integrity.break-point"] or leaderless or one["supreme-lost"] else "steady")


def integrity_check(inputs):
    book = Book(inputs, {"units": (4, range(61))}, DIE_KEYS | {"scope": "integrity.scope"})
    count, red = book.inputs["units"], book.chance("red")
    result = {}
    if book["integrity.scope"] == "force":  # HX-INT-04
        add(result, f"failed-{count}", red)
        add(result, "failed-0", 1 - red)
    else:  # HX-INT-03
        for failed in range(count + 1):
            add(result, f"failed-{failed}", comb(count, failed) * red**failed * (1 - red) ** (count - failed))
    return result


def spotting(inputs):
    keys = {
        "range": (7, range(1, 31)),
        "from-hill": (False, YES_NO),
        "concealed": (False, YES_NO),
        "observers": (1, range(1, 21)),
    }
    book = Book(inputs, keys, DIE_KEYS | {"attempts": "spotting.attempts"})
    one = book.inputs
    if one["range"] <= book["spotting.auto-range"] and not one["concealed"]:  # HX-SPT-04
        return certain("revealed")
    if one["range"] > book["spotting.hill-range" if one["from-hill"] else "spotting.range"]:  # HX-SPT-03
        return certain("out-of-range")
    rolls = one["observers"] if book["spotting.attempts"] == "per-observer" else 1
    return either(1 - (1 - book.chance("red-h")) ** rolls, "revealed", "unseen")


def reinforcement_entry(inputs):
    one = Book(inputs, {"locations": (3, [1, 2, 3, 6])}).inputs
    faces = 6 // one["locations"]
    return image(die(), lambda roll: f"location-{(roll - 1) // faces + 1}")  # HX-REI-02


def tribal_check(inputs):
    book = Book(inputs, {"tactical": (5, range(1, 11))}, {"reading": "tribal.check"})
    reading, passed = book["tribal.check"], above(book.inputs["tactical"])
    if reading == "off":
        return certain("willing")  # no check, no failure
    return either(passed if reading == "cvs-consistent" else 1 - passed, "willing", "reluctant")  # HX-SKM-06, R-85
