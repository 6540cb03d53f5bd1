"""Attacks: who may fire at whom, and what comes of it."""

from dataclasses import dataclass

from . import sight
from .board import DIRECTIONS, distance, step
from .results import effect
from .state import Unit


@dataclass
class Shot:
    """One unit's share of an attack. `splash` is the direction that the shooter of a flame named."""

    unit: Unit
    mode: object
    splash: str | None


@dataclass
class Attack:
    """A declared attack: on a unit, or (R-36) on an empty hex."""

    shots: list
    target: Unit | None
    place: tuple


def attack_phase(referee, side):
    """Follows one Attack Phase."""
    game = referee.game
    for unit in game.sides[side]:
        unit.fire = []
    attacked, declared = set(), []
    while True:
        event, choice = referee.choice(side, "DF-ATK-01", keep=True)
        if "shoot" not in choice:
            referee.take("choice", "DF-ATK-01")
            if choice.get("end") != "attacks":
                referee.lost("DF-ATK-01", f"no decision of an Attack Phase: {choice}")
            break
        attack = declare(referee, side, lambda unit: may_attack(referee, unit))
        if attack.target:
            referee.expect(
                attack.target not in attacked or game.rules["attacks-per-target"] == "many",
                "DF-ATK-03",
                lambda: f"{attack.target} is attacked a second time",
            )
            attacked.add(attack.target)
        if game.rules["declare"] == "all-first":
            declared.append((attack, bystanders(game, attack)))
        else:
            resolve(referee, attack, "direct", bystanders(game, attack))
    for attack, exposed in declared:
        if attack.target and not attack.target.alive:
            lost_shots(referee, attack)
        else:
            resolve(referee, attack, "direct", exposed)
    for unit in game.sides[side]:
        unit.fired_last = bool(unit.fire)
        unit.attack_lost = False


def may_attack(referee, unit):
    """Judges whether a unit may fire at all in its own Attack Phase."""
    lost = unit.attack_lost or unit.attack_lost_in == referee.game.turn
    referee.expect(not lost, "DF-OVW-11", lambda: f"{unit} has fired on Overwatch")


def declare(referee, side, may_fire):
    """Follows the declaration of one attack, shot by shot."""
    game = referee.game
    shots, target, place = [], None, None
    while True:
        event, choice = referee.choice(side, "DF-ATK-02")
        if "fire" in choice and shots:
            return Attack(shots, target, place)
        if "shoot" not in choice:
            referee.lost("DF-ATK-02", f"an attack is being declared, not: {choice}")
        unit = referee.own(choice["shoot"], side)
        aimed = choice["target"]
        if isinstance(aimed, str):
            goal, spot = referee.unit(aimed), referee.unit(aimed).hex
        else:
            goal, spot = None, tuple(aimed)
        if shots:
            referee.expect((goal, spot) == (target, place), "DF-ATK-03", lambda: f"one attack on {target} and {aimed}")
        target, place = goal, spot
        mode = unit.kind.modes.get(choice["mode"])
        if mode is None or not unit.alive or (target and not target.alive):
            referee.lost("DF-ATK-01", f"{unit} cannot fire `{choice['mode']}` at {aimed}")
        may_fire(unit)
        judge_shot(referee, unit, mode, target, place, choice["splash"])
        judge_fire(referee, unit, mode, target or place)
        unit.fire.append((mode, target or place))
        if mode.weapon.key in unit.ammo:
            referee.expect(unit.ammo[mode.weapon.key] > 0, "DF-SOL-20", lambda: f"{unit} has no {mode.key} left")
            unit.ammo[mode.weapon.key] -= 1
        shots.append(Shot(unit, mode, choice["splash"]))


def judge_shot(referee, unit, mode, target, place, splash):
    """Judges one shot by itself: shooter, aim, range and line."""
    game, weapon = referee.game, mode.weapon
    referee.expect(not unit.stunned, "DF-ATK-19", lambda: f"{unit} is Stunned")
    referee.expect(not unit.aboard, "DF-VEH-10", lambda: f"{unit} is riding")
    if target:
        referee.expect(target.side != unit.side, "DF-ATK-18", lambda: f"{unit} fires at a friend, {target}")
        referee.expect(
            not target.aboard or game.rules["riders-targetable"] == "yes", "DF-VEH-13", lambda: f"{target} is riding"
        )
        referee.expect(
            sight.may_be_aimed(game, weapon, target.kind), "DF-ATK-05", lambda: f"{weapon.key} cannot harm {target}"
        )
    else:
        referee.expect(
            game.rules["frag-empty-hex"] == "yes" and weapon.kind == "frag",
            "DF-ATK-18",
            lambda: f"{unit} fires {weapon.key} at a hex",
        )
        referee.expect(place in game.board, "DF-ATK-18", lambda: f"{place} is off the map")
        referee.expect(not game.at(place), "DF-ATK-18", lambda: f"{place} is not empty")
    fault = sight.why_not(game, weapon, unit.hex, place)
    for rule in ("DF-LOS-01", "DF-LOS-02", "DF-LOS-03"):
        referee.expect(not fault or fault[0] != rule, rule, lambda: f"{unit} at {target or place}: {fault[1]}")
    if weapon.area == "one-hex":
        referee.expect(splash in DIRECTIONS, "DF-SPL-04", lambda: f"{unit} names no hex for its splash")
    else:
        referee.expect(splash is None, "DF-SPL-04", lambda: f"{weapon.key} has no splash to direct")


def judge_fire(referee, unit, mode, aim):
    """Judges whether a unit has this shot left in the phase (DF-ATK-17)."""
    way, before = unit.kind.fire, unit.fire
    if way == "split":
        most = max(one.shots for one in unit.kind.modes.values())
        free = sum(one.shots for one, _ in before) + mode.shots <= most
    elif way == "each-at-another":
        free = all(one is not mode and at != aim for one, at in before)
    elif way == "once-or-each" and referee.game.rules["tom-both-weapons"] == "yes":
        free = all(one is not mode for one, _ in before)
    else:
        free = not before
    referee.expect(free, "DF-ATK-17", lambda: f"{unit} has fired {before}, and now {mode.key} at {aim}")


def bystanders(game, attack):
    """Who stands where the bursts of an attack will splash (DF-SPL-06): for each shot a list in order of the hexes."""
    lists = []
    for shot in attack.shots:
        ways = {"ring": list(DIRECTIONS), "one-hex": [shot.splash]}.get(shot.mode.weapon.area, [])
        exposed = []
        for way in ways:
            place = step(attack.place, way)
            for unit in game.at(place):
                exposed.append(unit)
                if game.rules["riders-targetable"] == "yes":
                    exposed += game.riders(unit)
        lists.append([unit for unit in exposed if unit is not attack.target])
    return lists


def watchers(game, mover, before):
    """Enemies who may fire on Overwatch at a mover that has just come from a hex (DF-OVW-05, DF-OVW-06)."""
    rules = game.rules
    able = []
    for unit in game.sides[mover.enemy]:
        if not unit.watching or not unit.ready or unit.watch_fired:
            continue
        if rules["overwatch-spends"] == "hold-fire" and unit.fired_last:
            continue
        if not sight.watch_shots(game, unit, mover, mover.hex):
            continue
        if rules["overwatch-trigger"] == "crossing" and sight.watch_shots(game, unit, mover, before):
            continue
        able.append(unit)
    return able


def overwatch(referee, mover, before):
    """What the watchers do when a mover has entered a hex; `before` is the one it came from.

    Returns whether the move ends there: Stunned, driven back or out of combat (DF-OVW-09).
    """
    game = referee.game
    able = watchers(game, mover, before)
    if not able:
        return False
    side = mover.enemy
    event, choice = referee.choice(side, "DF-OVW-05", keep=True)
    if "hold" in choice:
        referee.take("choice", "DF-OVW-05")
        return False
    for unit in game.sides[side]:
        unit.fire = []

    def may_fire(unit):
        referee.expect(unit in able, "DF-OVW-05", lambda: f"{unit} may not fire at {mover} now, only {able}")
        referee.expect(not unit.fire, "DF-OVW-06", lambda: f"{unit} fires twice at {mover}")

    attack = declare(referee, side, may_fire)
    referee.expect(attack.target is mover, "DF-OVW-05", lambda: f"fire at {attack.target or attack.place}, not {mover}")
    for shot in attack.shots:
        shot.unit.watch_fired = True
        if game.rules["overwatch-spends"] == "game-turn":
            shot.unit.attack_lost_in = game.turn
        else:
            shot.unit.attack_lost = True
    stood, stunned = mover.hex, mover.stunned
    resolve(referee, attack, "overwatch", bystanders(game, attack))
    return not mover.alive or mover.stunned or mover.hex != stood


def lost_shots(referee, attack):
    """Shots declared at a unit that is gone (R-30)."""
    event = referee.take("attack", "DF-ATK-02")
    names = [shot.unit.id for shot in attack.shots]
    referee.expect(
        event["kind"] == "lost" and event["attackers"] == names, "DF-ATK-02", lambda: f"the shots of {names} are lost"
    )


class Dice:
    """The dice of one event, each used once."""

    def __init__(self, referee, dice):
        self.referee = referee
        self.left = list(dice)
        referee.expect(all(die in range(1, 7) for die in dice), "DF-ATK-11", lambda: f"no dice: {dice}")

    def roll(self, what):
        self.referee.expect(bool(self.left), "DF-ATK-11", lambda: f"no die for {what}")
        if not self.left:
            self.referee.lost("DF-ATK-11", "dice are missing")
        return self.left.pop(0)

    def done(self):
        self.referee.expect(not self.left, "DF-ATK-11", lambda: f"dice without use: {self.left}")


def resolve(referee, attack, kind, exposed):
    """One attack with its splash, in the order of effects."""
    # Of attacks declared beforehand the target may have moved since; its bursts have not.
    burst = attack.place
    if attack.target:
        direct(referee, attack, kind)
    else:
        event = referee.take("attack", "DF-SPL-01")
        names = [shot.unit.id for shot in attack.shots]
        referee.expect(
            event["kind"] == "ground" and event["attackers"] == names and tuple(event["hex"]) == burst,
            "DF-SPL-01",
            lambda: f"the burst of {names} at {burst}",
        )
    for shot, units in zip(attack.shots, exposed):
        for unit in units:
            if unit.alive:
                splash(referee, shot, unit, burst)


def direct(referee, attack, kind):
    """The attack on the target itself."""
    game, target = referee.game, attack.target
    event = referee.take("attack", "DF-ATK-16")
    same(referee, event, "kind", kind, "DF-ATK-16")
    common(referee, event, target)
    said = [
        (one["unit"], tuple(one["hex"]), one["mode"], one["weapon"], one["shots"], one["range"], one["lower"])
        for one in event["attackers"]
    ]
    height = game.board.height
    lower = [height[shot.unit.hex] < height[target.hex] for shot in attack.shots]
    known = [
        (shot.unit.id, shot.unit.hex, shot.mode.key, shot.mode.weapon.key, shot.mode.shots)
        + (distance(shot.unit.hex, target.hex), low)
        for shot, low in zip(attack.shots, lower)
    ]
    referee.expect(said == known, "DF-ATK-03", lambda: f"attackers {said}, declared {known}")

    dice = Dice(referee, event["dice"])
    points, lost, absorbed = damage(referee, attack, dice)
    same(referee, event, "second_shots_lost", lost, "DF-SOL-08")
    same(referee, event, "absorbed", absorbed, "DF-SUI-03")
    same(referee, event, "points", points, "DF-ATK-06")
    strength = strength_of(referee, event, target, points, terrain=True)

    terrain = game.board.terrain[target.hex]
    modifiers = {"marksman": sum({shot.unit: shot.unit.kind.marksman for shot in attack.shots}.values())}
    frags = [shot.mode.weapon.kind == "frag" for shot in attack.shots]
    exempt = any(frags) if game.rules["rocky-mixed"] == "exempt" else all(frags)
    modifiers["dodge"] = 0 if exempt else target.kind.dodge
    modifiers["cover"] = terrain.die
    uphill = any(lower) if game.rules["hill-mixed"] == "any" else all(lower)
    modifiers["uphill"] = terrain.die_if_lower if uphill else 0
    result = table(referee, event, dice, target, strength, modifiers)

    nearest = min(attack.shots, key=lambda shot: (distance(shot.unit.hex, target.hex), shot.unit.number))
    effect(referee, target, result, nearest.unit.hex, attack.shots[0].unit.side)


def damage(referee, attack, dice):
    """Points that arrive, second shots lost, and shots absorbed."""
    game, target = referee.game, attack.target
    numbers, rules = game.codex.numbers, game.rules
    lost = 0
    hits = []
    for shot in attack.shots:
        hit = 1
        for _ in range(1, shot.mode.shots):
            # A second shot that no die loses is not rolled for.
            if shot.mode.unsure and numbers["second-shot-lost"] and dice.roll("a second shot") <= numbers["second-shot-lost"]:
                lost += 1
            else:
                hit += 1
        hits.append(hit)
    arrived = [
        [shot.mode.weapon.damage if sight.harms(game, shot.mode.weapon, target.kind) else 0] * hit
        for shot, hit in zip(attack.shots, hits)
    ]
    absorbed = 0
    if target.kind.suit:
        subject = [
            (index, number)
            for weapon in ("laser", "flame")
            for index, shot in enumerate(attack.shots)
            if shot.mode.weapon.kind == weapon and sight.harms(game, shot.mode.weapon, target.kind)
            for number in range(hits[index])
        ]
        together = None
        for index, number in subject:
            if rules["suit-absorb"] == "per-shot":
                held = dice.roll("the suit") >= numbers["suit-absorbs"]
            else:
                if together is None:
                    together = dice.roll("the suit") >= numbers["suit-absorbs"]
                held = together
            if held:
                arrived[index][number] = 0
                absorbed += 1
    return sum(map(sum, arrived)), lost, absorbed


def strength_of(referee, event, target, points, terrain):
    """The column of the table, after the modifiers of strength (DF-ATK-07 to 10)."""
    game = referee.game
    modifiers = {"vehicle": target.kind.strength}
    modifiers["town"] = game.board.terrain[target.hex].strength if terrain else 0
    listed(referee, event, "strength_modifiers", modifiers, "DF-ATK-07" if modifiers["vehicle"] else "DF-ATK-08")
    strength = max(points + sum(modifiers.values()), 0)
    if points > 0:
        strength = max(strength, int(game.rules["strength-floor"]))
    else:
        strength = 0
    same(referee, event, "strength", min(strength, 7), "DF-ATK-09" if strength == 0 else "DF-ATK-10")
    return strength


def table(referee, event, dice, target, strength, modifiers):
    """The die and the table; returns the result."""
    listed(referee, event, "die_modifiers", modifiers, "DF-ATK-12")
    if strength == 0:
        dice.done()
        same(referee, event, "die", None, "DF-ATK-09")
        same(referee, event, "result", "miss", "DF-ATK-09")
        return event["result"]
    die = dice.roll("the table")
    if target.kind.lucky:
        die = min(die, dice.roll("luck"))
    dice.done()
    total = min(max(die + sum(modifiers.values()), 1), 6)
    same(referee, event, "die", die, "DF-SOL-24" if target.kind.lucky else "DF-ATK-11")
    same(referee, event, "total", total, "DF-ATK-12")
    same(referee, event, "result", referee.game.codex.result(strength, total), "DF-ATK-13")
    return event["result"]


def splash(referee, shot, victim, burst):
    """The separate attack of one burst on one bystander (DF-SPL)."""
    game, weapon = referee.game, shot.mode.weapon
    event = referee.take("attack", "DF-SPL-07")
    same(referee, event, "kind", "splash", "DF-SPL-01")
    common(referee, event, victim)
    lower = game.board.height[shot.unit.hex] < game.board.height[victim.hex]
    said = [(one["unit"], one["weapon"], one["lower"]) for one in event["attackers"]]
    referee.expect(
        said == [(shot.unit.id, weapon.key, lower)], "DF-SPL-07", lambda: f"burst of {said}, not {shot.unit}, {lower}"
    )
    referee.expect(tuple(event["burst"]) == burst, "DF-SPL-11", lambda: f"burst at {event['burst']}, not {burst}")
    points = weapon.splash if sight.harms(game, weapon, victim.kind, splash=True) else 0
    same(referee, event, "points", points, "DF-SPL-02")
    ground = game.rules["splash-terrain"] == "yes"
    strength = strength_of(referee, event, victim, points, terrain=ground)
    terrain = game.board.terrain[victim.hex]
    modifier = (terrain.die + (terrain.die_if_lower if lower else 0)) if ground else 0
    result = table(referee, event, Dice(referee, event["dice"]), victim, strength, {"terrain": modifier})
    effect(referee, victim, result, burst, shot.unit.side)


def common(referee, event, target):
    """What every attack says of its target."""
    if event["kind"] in ("lost", "ground"):
        referee.lost("DF-ATK-16", f"an attack on {target}, not {event['kind']}")
    same(referee, event, "target", target.id, "DF-ATK-16")
    if event["target"] != target.id:
        referee.lost("DF-ATK-16", f"the attack should be on {target}")
    referee.expect(tuple(event["hex"]) == target.hex, "DF-ATK-16", lambda: f"{target} is in {target.hex}")
    same(referee, event, "terrain", referee.game.board.terrain[target.hex].key, "DF-TER-10")
    same(referee, event, "stunned", target.stunned, "DF-RES-02")


def same(referee, event, key, value, rule):
    """Holds a field of an event to its value."""
    referee.expect(event[key] == value, rule, lambda: f"`{key}` is {event[key]}, should be {value}")


def listed(referee, event, key, modifiers, rule):
    """Holds a list of modifiers to the ones that apply."""
    said = {one["name"]: one["value"] for one in event[key]}
    due = {name: value for name, value in modifiers.items() if value}
    referee.expect(
        said == due and len(said) == len(event[key]), rule, lambda: f"`{key}` are {event[key]}, should be {due}"
    )
