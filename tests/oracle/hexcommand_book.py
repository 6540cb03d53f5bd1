"""Hex Command Gunpowder: switches, dice, inputs and unit names, for its calculators."""

from fractions import Fraction

from odds import Refused, add, codex

CODEX = codex("hexcommand")
YES_NO = [False, True]
GRADES = list(CODEX["grades"])
WEAPONS = list(CODEX["weapons"]) + ["none"]
GUNS = [name for name, weapon in CODEX["weapons"].items() if weapon["arm"] == "gun"]

# Switches with their defaults and the values that they may have.
SWITCHES = {
    "dice.mapping": ("cube", list(CODEX["dice"])),
    "fire.casualties": ("simultaneous", ["simultaneous", "cp-deferred", "sequential"]),
    "fire.bonus-cap": (2, range(6)),
    "fire.cap-scope": ("gross", ["gross", "net"]),
    "fire.trained-bonus": ("trained-and-veteran", ["trained-and-veteran", "veteran-only", "none"]),
    "fire.trained-arms": ("small-arms", ["small-arms", "all"]),
    "fire.rifled-close": ("base-color", ["base-color", "floor-only"]),
    "fire.a-extension": ("cnc", ["cnc", "bonus-only", "none"]),
    "fire.heavy-extra-range": (2, range(7)),
    "fire.heavy-hits": (2, range(1, 4)),
    "fire.higher-bonus": (False, YES_NO),
    "fire.flank-cb": (1, range(3)),
    "fire.off-arc-cp": (1, range(3)),
    "fire.auto-kill": ("roll", ["roll", "none"]),
    "los.partial-cp": (1, range(3)),
    "era": ("gunpowder", ["gunpowder", "pike-and-shot"]),
    "era.turn-cp": (1, range(3)),
    "artillery.structure-test": ("color", ["color", "code", "cnc"]),
    "artillery.howitzer-ignores-cover": (False, YES_NO),
    "artillery.canister": ("always", ["always", "if-not-fired", "never"]),
    "fatigue.max": (3, range(1, 6)),
    "fatigue.disorder-at": (3, range(1, 4)),
    "melee.points": (False, YES_NO),
    "melee.secondary-damage": ("hits-become-te", ["hits-become-te", "hits-dropped"]),
    "melee.cover-degrades": (True, YES_NO),
    "melee.commander-kill": (True, YES_NO),
    "melee.flank-multiplier": (2, range(1, 4)),
    "melee.plane-bonus": (1, range(3)),
    "rally.mode": ("incremental", ["incremental", "all"]),
    "rally.escalation": ("flat", ["flat", "escalating"]),
    "rally.te-on-rally": (False, YES_NO),
    "initiative.mode": ("plain", ["plain", "margin"]),
    "cvs.group": ("d6", ["d6", "spread"]),
    "cvs.consequences": ("always", ["always", "none"]),
    "cvs.opponent-choice": (8, range(1, 9)),
    "integrity.break-point": (30, range(1, 101)),
    "integrity.scope": ("unit", ["unit", "force"]),
    "integrity.commander-weight": (10, range(51)),
    "spotting.attempts": ("per-marker", ["per-marker", "per-observer"]),
    "spotting.range": (8, range(21)),
    "spotting.hill-range": (12, range(21)),
    "spotting.auto-range": (5, range(21)),
    "tribal.check": ("cvs-consistent", ["off", "cvs-consistent", "as-printed"]),
}
WORDS = {"yes": True, "no": False}

# Input keys that stand for switches; they go before `rules`.
DIE_KEYS = {"die": "dice.mapping"}
FIRE_KEYS = DIE_KEYS | {
    "bonus-cap": "fire.bonus-cap",
    "cap-scope": "fire.cap-scope",
    "trained-bonus": "fire.trained-bonus",
    "trained-arms": "fire.trained-arms",
    "rifled-close": "fire.rifled-close",
    "a-extension": "fire.a-extension",
    "auto-kill": "fire.auto-kill",
    "era": "era",
    "structure-test": "artillery.structure-test",
    "heavy-extra-range": "fire.heavy-extra-range",
    "higher-bonus": "fire.higher-bonus",
}
MELEE_KEYS = DIE_KEYS | {
    "te-max": "fatigue.max",
    "disorder-at": "fatigue.disorder-at",
    "melee-points": "melee.points",
    "melee-kill": "melee.commander-kill",
    "cover-degrades": "melee.cover-degrades",
}


def plain(value, allowed, name):
    """A value if it is allowed; the type counts, as Python takes True for 1."""
    if allowed is not None and not any(value == one and type(value) is type(one) for one in allowed):
        raise Refused(f"{name} = {value}")
    return value


def table(inputs, keys, where=""):
    """A table of inputs with its defaults: `keys` is {name: (default, allowed values or None)}."""
    for name in inputs:
        if name not in keys:
            raise Refused(f"unknown key {where}{name}")
    return {
        name: plain(inputs[name], allowed, where + name) if name in inputs else default
        for name, (default, allowed) in keys.items()
    }


class Book:
    """The rules that hold for one question, and its inputs beside them."""

    def __init__(self, inputs, keys, switches=()):
        if "rules" in inputs and not switches:
            raise Refused("no switch bears on this resolution")
        rules = inputs.get("rules", {})
        for name in rules:
            if name not in SWITCHES:
                raise Refused(f"no switch {name} in resolutions")
        asked = dict(rules)
        for key, name in dict(switches).items():
            if key in inputs:
                asked[name] = inputs[key]
        self.rules = {name: default for name, (default, _) in SWITCHES.items()}
        for name, value in asked.items():
            if SWITCHES[name][1] is YES_NO and isinstance(value, str):
                value = WORDS.get(value, value)
            self.rules[name] = plain(value, SWITCHES[name][1], name)
        others = {name: value for name, value in inputs.items() if name != "rules" and name not in switches}
        self.inputs = table(others, keys)

    def __getitem__(self, name):
        return self.rules[name]

    def roll(self):
        """The distribution of the words on the face rolled, as frozensets (HX-DIE-01, R-01)."""
        faces = CODEX["dice"][self["dice.mapping"]]
        result = {}
        for words in faces.values():
            add(result, frozenset(words.split()), Fraction(1, len(faces)))
        return result

    def chance(self, word):
        """How likely one roll shows a word."""
        return sum(p for face, p in self.roll().items() if word in face)


def unit(name):
    """What `GRADE-TYPE:WEAPON` stands for: grade, weapon, and melee value or None (HX-ARM-02, HX-MEL-03)."""
    for grade in GRADES:
        for kind, row in CODEX["units"].items():
            for weapon in row["arms"]:
                if name == f"{grade}-{kind}:{weapon}":
                    value = CODEX["grades"][grade]["melee"] + row["melee"] if "melee" in row else None
                    return {"grade": grade, "weapon": weapon, "value": value}
    raise Refused(f"unknown unit {name}")


def expanded(inputs, wanted):
    """Inputs of a unit with its name written out as the `wanted` keys; keys beside the name go before it."""
    if "unit" not in inputs:
        return inputs
    found = unit(inputs["unit"])
    if "value" in wanted and found["value"] is None:
        raise Refused(f"{inputs['unit']} does not fight hand to hand")  # HX-MEL-01
    rest = {name: value for name, value in inputs.items() if name != "unit"}
    return {name: found[name] for name in wanted} | rest
