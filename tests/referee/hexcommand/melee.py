"""Melee: values, dice, what the pairs of a round do together; canister, captures, routed units in contact."""

from .board import distance, in_arc, step, towards
from .book import GRADES, HORSE, WEAPONS
from .sight import cover


def plane(game, unit, enemy):
    """HX-MEL-07: a friend past the plane; None for the wider reading."""
    way = towards(unit.hex, enemy.hex)
    if game.rules["melee.plane"] != "adjacent":
        return any(
            one.side == unit.side and one.status == "steady" and one.melees and not one.hidden and one is not unit
            and distance(one.hex, enemy.hex) <= 2 and past_plane(unit.hex, enemy.hex, one.hex)
            for one in game.at_all()
        )
    for direction in (way - 1, way, way + 1):
        for one in game.at(step(enemy.hex, direction % 6)):
            if one.side == unit.side and one.status == "steady" and one.melees and not one.hidden and one is not unit:
                return True
    return False


def past_plane(origin, over, name):
    """Whether a hex lies past the plane: in the wedge of the three far hexes of an enemy (R-46)."""
    return in_arc(over, towards(origin, over), name)


def flanked(game, unit, enemy):
    """Whether a unit is attacked in flank or rear by an enemy."""
    return not unit.all_round and (unit.column or not in_arc(unit.hex, unit.facing, enemy.hex))


def value(game, unit, enemy):
    """The melee value of a unit against an enemy; None where the trace leaves doubt."""
    rules = game.rules
    if rules["command.sphere"] == "rally-and-combat":
        return None
    # HX-MEL-09: a side helps who did not come across it.
    came = game.came.get(frozenset((unit.id, enemy.id)))
    covered = cover(game, unit.hex, enemy.hex, enemy.hex, sides=came != unit.id)
    past = plane(game, unit, enemy)
    if game.on("melee.cover-degrades"):
        covered = max(0, covered - unit.rounds)
    if rules["melee.base-values"] == "flat":
        if unit.type in HORSE:
            return None
        base = 1
    else:
        base = GRADES[unit.grade]
        if unit.type in HORSE and unit.mounted:
            base += int(rules["melee.cavalry-bonus"])
    led = game.commander(unit)
    return (
        base - unit.hits - game.fatigued(unit) + flanked(game, enemy, unit) + covered
        + (led["values"][0] if led else 0) + past * int(rules["melee.plane-bonus"])
    )


def judge_pair(referee, event):
    """One pair of a round."""
    game, expect = referee.game, referee.expect
    units = [referee.unit(name) for name in event["units"]]
    pair = frozenset(event["units"])
    expect(pair in game.contacts, "HX-MEL-01", lambda: f"{units[0]} and {units[1]} are not in contact")
    expect(distance(units[0].hex, units[1].hex) == 1, "HX-MEL-01", "they do not stand side by side")
    expect(pair not in referee.fought, "HX-MEL-04", "the pair has fought in this step")
    expect(all(one.status == "steady" for one in units), "HX-ROU-07", "a routed unit fights")
    if game.rules["turn.system"] == "ab":
        expect(units[0].side == referee.active, "R-190", lambda: f"{units[0]} is not of the phasing side")
    expect(len(event["dice"]) == 2 and all(1 <= die <= 6 for die in event["dice"]), "HX-MEL-04", "two cubes are thrown")
    for index, one in enumerate(units):
        enemy = units[1 - index]
        side = flanked(game, one, enemy)
        expect(event["flanked"][index] == side, "HX-MEL-05", lambda: f"{one} attacked in flank is {side}")
        due = value(game, one, enemy)
        if due is not None:
            expect(event["values"][index] == due, "HX-MEL-03", lambda: f"the value of {one} is {due}")
    referee.fought.append(pair)
    referee.pairs.append(event)
    for one in units:
        one.stirred = True


def judge_tolls(referee):
    """What the pairs of a round did together, unit by unit, once all tolls are told."""
    game, rules = referee.game, referee.game.rules
    if not referee.pairs:
        return
    if rules["melee.points"] in ("yes", "on"):
        referee.pairs, referee.tolls = [], {}
        return
    factor = int(rules["melee.flank-multiplier"])
    due, doubtful, kills = {}, set(), set()
    for name in {name for event in referee.pairs for name in event["units"]}:
        own = [(event, event["units"].index(name)) for event in referee.pairs if name in event["units"]]
        # of several Red H the one of a primary enemy comes first.
        own.sort(key=lambda pair: not pair[0]["primary"][pair[1]])
        hits = te = 0
        for event, index in own:
            red = [game.face(die, "red") for die in event["dice"]]
            mine, other = event["values"][index], event["values"][1 - index]
            times = factor if event["flanked"][index] else 1
            if red[0] and red[1]:
                te += (mine < other) * times
            elif not red[0] and not red[1]:
                te += (mine <= other) * times
            elif red[index]:
                te += (mine == other) * times
            if not red[1 - index]:
                continue
            kill = game.face(event["dice"][1 - index], "red-h") and game.on("melee.commander-kill")
            if kill and name in referee.led and name not in kills:
                kills.add(name)
            elif event["primary"][index]:
                hits += times
            elif rules["melee.secondary-damage"] == "hits-become-te":
                # HX-MEL-11
                te += times
        due[name] = (hits, te)
        if name not in referee.before:
            doubtful.add(name)
    for name, (hits, te) in due.items():
        if name in doubtful:
            continue
        unit = referee.unit(name)
        stays = min(te, game.limit - referee.before[name])
        told = referee.tolls.get(name)
        wanted = (hits + te - stays, stays)
        referee.report.at(told or referee.pairs[-1])
        got = (told["hits"], told["te"]) if told else (0, 0)
        referee.expect(got == wanted, "HX-MEL-10", lambda: f"the round does {wanted} (hits, TE) to {unit}, not {got}")
    referee.pairs, referee.tolls = [], {}


def judge_canister(referee, event):
    """HX-ART-09."""
    game, rules = referee.game, referee.game.rules
    unit, target = referee.unit(event["unit"]), referee.unit(event["target"])
    weapon = WEAPONS[unit.weapon]
    referee.expect(unit.guns and not unit.limbered, "HX-ART-09", lambda: f"{unit} is no unlimbered battery")
    referee.expect(weapon.least == 1, "R-112", lambda: f"{unit} are mortars")
    referee.expect(rules["artillery.canister"] != "never", "R-60", "canister is ruled out")
    referee.expect(frozenset((unit.id, target.id)) in game.contacts, "HX-ART-09", lambda: f"{target} is not in contact")
    arc = in_arc(unit.hex, unit.facing, target.hex)
    referee.expect(arc, "HX-ART-09", lambda: f"{target} is out of the arc of {unit}")
    sure = weapon.grade == "b" or (weapon.grade == "a" and rules["era"] == "pike-and-shot")
    led = game.commander(target) is not None
    dice = event["dice"]
    due = int(not sure or (led and rules["fire.auto-kill"] == "roll"))
    if not referee.expect(len(dice) == due, "HX-ART-09", lambda: f"{len(dice)} cubes where {due} are due"):
        return
    if dice and led and game.face(dice[0], "red-h") and (not sure or rules["fire.auto-kill"] == "roll"):
        result = "commander-killed"
    elif sure or game.face(dice[0], "red"):
        hits = int(rules["fire.heavy-hits"]) if weapon.heavy else 1
        result = "routs" if target.hits + hits >= target.rout_at else "hit"
    else:
        result = "miss"
    referee.expect(event["result"] == result, "HX-ART-09", lambda: f"the result is {result}")
