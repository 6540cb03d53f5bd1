"""Dogfaces: attacks, and what becomes of the victim."""

from dogfaces_book import CODEX, NUMBERS, at_least, table_entry, terrain_named, unit_named, yes_with
from odds import Refused, certain, chain, combine, die, image, probability, several


class Shot:
    """All shots of one fire mode of a shooter: unit, weapon, how many are sure and how many may be lost."""

    def __init__(self, text):
        name, _, mode = text.partition(":")
        self.unit = unit_named(name)
        modes = self.unit.get("modes", ["laser-rifle"])  # DF-SOL-00
        mode = mode or modes[0]
        if mode not in modes:
            raise Refused(f"{name} has no mode {mode}")
        fired = CODEX["modes"].get(mode, {"weapon": mode})
        self.weapon = CODEX["weapons"][fired["weapon"]]
        shots = fired.get("shots", 1)
        self.unsure = shots - 1 if fired.get("unsure", False) else 0
        self.sure = shots - self.unsure

    @property
    def area(self):
        return self.weapon.get("area")


def shots(texts):
    return [Shot(text) for text in texts]


def points(book, weapon, target, aimed=True):
    """What one hit of a weapon, or of its splash, can do to a unit before suit dice."""
    if target.get("only-armour-piercing", False) and not weapon.get("armour-piercing", False):
        if aimed and "area" not in weapon:
            raise Refused("cannot-harm")  # DF-ATK-05
        return 0
    if target.get("vehicle", False) and weapon["kind"] == "flame" and book["flame-vs-lcv"] == "immune":
        return 0  # DF-SUI-08
    if target.get("suit", False):
        if weapon["kind"] == "frag":
            return 0  # DF-SUI-01
        if weapon["kind"] == "flame" and (not aimed or book["flame-vs-suit"] == "immune"):
            return 0  # DF-SUI-02, R-33
    return weapon["damage"] if aimed else weapon["splash"]


def arriving(book, fire, target):
    """The odds of the points that hit and are not absorbed (DF-ATK-04, 06, DF-SUI)."""
    second = 1 - probability(die(), lambda roll: roll <= NUMBERS["second-shot-lost"])  # DF-SOL-08
    through = 1 - at_least(NUMBERS["suit-absorbs"])  # DF-SUI-03
    # Pairs: points that a suit may absorb, points that it cannot.
    total = certain((0, 0))
    for shot in fire:
        damage = points(book, shot.weapon, target)
        absorbable = target.get("suit", False) and shot.weapon["kind"] in ("laser", "flame")
        hits = combine(certain(shot.sure), several(yes_with(second), shot.unsure))
        if absorbable and book["suit-absorb"] == "per-shot":
            hits = chain(hits, lambda count: several(yes_with(through), count))
            absorbable = False
        one = image(hits, lambda count: (damage * count, 0) if absorbable else (0, damage * count))
        total = combine(total, one, lambda a, b: (a[0] + b[0], a[1] + b[1]))
    # What is still absorbable here falls to one die for the whole attack.
    return chain(
        total,
        lambda pair: (
            image(yes_with(through), lambda passed: pair[0] * passed + pair[1]) if pair[0] else certain(pair[1])
        ),
    )


def column(book, arrived, adjustment):
    """Strength after adjustments (DF-ATK-07 to 10, R-31); 0: no roll."""
    return min(max(arrived + adjustment, book["strength-floor"], 0), 7) if arrived > 0 else 0


def result(strengths, target, modifier):
    """The odds of the table's entries, for odds of strengths and a modifier of the die."""
    lucky = target.get("lucky", False)  # DF-SOL-24
    rolls = combine(die(), die(), min) if lucky else die()
    return chain(
        strengths,
        lambda strength: (
            image(rolls, lambda roll: table_entry(strength, roll + modifier)) if strength else certain("miss")
        ),
    )


def aimed(book, fire, target, terrain, lower):
    """The odds of the entries of one combined direct attack."""
    ground = terrain_named(terrain)
    adjustment = target.get("strength-mod", 0) + ground.get("strength-mod", 0)
    strengths = image(arriving(book, fire, target), lambda arrived: column(book, arrived, adjustment))
    modifier = ground.get("die-mod", 0)  # DF-TER-04
    if lower == "all" or (lower == "some" and book["hill-mixed"] == "any"):
        modifier += ground.get("die-mod-if-lower", 0)  # DF-TER-05, R-28
    modifier += max((shot.unit.get("marksman", 0) for shot in fire), default=0)  # DF-SOL-03, once
    frags = [shot.weapon["kind"] == "frag" for shot in fire]
    spared = any(frags) if book["rocky-mixed"] == "exempt" else all(frags)
    if not spared:
        modifier += target.get("dodge", 0)  # DF-SOL-17, R-34
    return result(strengths, target, modifier)


def splashed(book, weapon, victim, terrain):
    """The odds of the entries of one splash (DF-SPL-08 to 10)."""
    ground = terrain_named(terrain) if book["splash-terrain"] == "yes" else {}
    adjustment = victim.get("strength-mod", 0) + ground.get("strength-mod", 0)
    strength = column(book, points(book, weapon, victim, aimed=False), adjustment)
    modifier = ground.get("die-mod", 0) + ground.get("die-mod-if-lower", 0)
    return result(certain(strength), victim, modifier)


# What becomes of the victim: (hexes gone, state), the state being ready, stunned or ooc


def suffer(book, entry, victim, state, terrain, led=False, policy="smart", path="clear"):
    """The odds of (hexes gone, state) after an entry of the table (steps 6 to 9 of the order of effects)."""
    if entry == "ooc":
        return certain((0, "ooc"))
    stun = entry in ("st", "r2s") and not victim.get("ignores-stun", False)  # DF-ATK-14
    retreat = entry in ("r2", "r2s") and not victim.get("ignores-retreat", False)
    steps = min(NUMBERS["retreat"], terrain_named(terrain).get("retreat-cap", 2))  # DF-RTR-01
    room = {"clear": steps, "one-hex": min(1, steps), "blocked": 0}[path]
    complete = room == steps

    def end(goes):
        after, gone = state, 0
        if goes:
            gone = room
            if complete:
                after = "ready"  # DF-RES-04
            elif book["blocked-retreat"] == "ooc":
                return 0, "ooc"
            elif book["blocked-retreat"] == "stunned" and not victim.get("ignores-stun", False):
                after = "stunned"  # DF-RTR-09
        return gone, "stunned" if stun else after

    welcome = state == "stunned" and not stun and complete
    rolls = policy == "try" or (policy == "smart" and not welcome)
    if retreat and rolls and (led or "leader-range" in victim):  # DF-LDR-01, 06
        return image(die(), lambda roll: end(roll < NUMBERS["ignore-retreat"]))
    return certain(end(retreat))


def ending(odds):
    """The five end states."""
    return image(
        odds,
        lambda end: "ooc" if end[1] == "ooc" else ("falls-back-" if end[0] else "holds-") + end[1],
    )


def fired_at(book, inputs, fire, target, state="ready", terrain=None, lower=None, led=None, path=None):
    """The odds of (hexes gone, state) after one combined attack, with the shared inputs."""
    terrain = terrain or inputs.get("terrain", "grassland")
    led = inputs.get("leader-in-range", False) if led is None else led
    entries = aimed(book, fire, target, terrain, lower or inputs.get("lower", "all"))
    policy = inputs.get("retreat-policy", "smart")
    path = path or inputs.get("path", "clear")
    return chain(entries, lambda entry: suffer(book, entry, target, state, terrain, led, policy, path))
