"""Shots: who may fire at whom, the rung needed, dice and result (HX-LOS, HX-FIR, HX-ART)."""

from . import activation
from .board import distance, in_arc, towards
from .book import RANGES, REACH, RUNGS, WEAPONS
from .sight import cover, sight


def base_rung(weapon, far, rules):
    """(index of the rung before modifiers, best rung) at a range; None out of range."""
    grade = "b" if rules["era"] == "pike-and-shot" and weapon.grade == "a" else weapon.grade
    needs, best = RANGES[weapon.arm, grade]
    needs = list(needs)
    if weapon.arm == "gun" and grade == "a" and rules["fire.rifled-close"] == "floor-only":
        needs[:2] = [0, 0]
    beyond = {"cnc": 3, "bonus-only": 4}.get(rules["fire.a-extension"]) if grade == "a" else None
    if beyond is not None:
        needs += [beyond] * REACH[weapon.arm]
    if weapon.heavy:
        needs += [needs[-1]] * int(rules["fire.heavy-extra-range"])
    if weapon.cap:
        needs = needs[: weapon.cap]
    if far < weapon.least or far > len(needs):
        return None
    return needs[far - 1], best


def rung(weapon, shot, rules):
    """What a shot needs by the rulebook from what it is made of; None if it may not be taken."""
    base = base_rung(weapon, shot["range"], rules)
    if base is None or (shot["off_arc"] and shot["range"] > 1):
        return None
    grades = {"trained-and-veteran": ("trained", "veteran"), "veteran-only": ("veteran",), "none": ()}
    drilled = shot["grade"] in grades[rules["fire.trained-bonus"]]
    bonus = int(drilled and (weapon.arm == "small" or rules["fire.trained-arms"] == "all"))
    bonus += weapon.bonus + (shot["commander"] or 0) + shot["consecutive"]
    bonus += int(rules["fire.flank-cb"]) * shot["flank"]
    bonus += shot["higher"] and rules["fire.higher-bonus"] in ("yes", "on")
    penalty = shot["hits"] + shot["fatigued"] + shot["cover"] + int(rules["los.partial-cp"]) * shot["partial_view"]
    penalty += int(rules["fire.off-arc-cp"]) * shot["off_arc"]
    if weapon.arm == "gun":
        penalty += shot["moved"]
        if rules["era"] == "pike-and-shot":
            penalty += int(rules["era.turn-cp"]) * shot["turned"]
    cap = int(rules["fire.bonus-cap"])
    net = min(bonus, cap) - penalty if rules["fire.cap-scope"] == "gross" else min(bonus - penalty, cap)
    index = max(base[0] - net, base[1])
    return RUNGS[index] if index <= 3 else None


def expected_result(game, weapon, shot):
    """(number of dice, result) by the rulebook."""
    rules, dice = game.rules, list(shot["dice"])
    used = 0
    if shot["fortified"] and weapon.arm == "gun" and not weapon.indirect:
        if not dice:
            return 1, None
        used = 1
        if game.face(dice[0], rules["artillery.structure-test"]):
            return 1, "structure"
    kill = shot["target_commander"] and (shot["need"] != "auto" or rules["fire.auto-kill"] == "roll")
    hit = shot["need"] == "auto"
    if not hit or kill:
        if len(dice) <= used:
            return used + 1, None
        die = dice[used]
        used += 1
        if kill and game.face(die, "red-h"):
            return used, "commander-killed"
        hit = hit or game.face(die, shot["need"])
    if not hit:
        return used, "miss"
    if shot["skirmish"]:
        return used, "te"
    if shot["target_routed"]:
        return used, "destroyed"
    total = shot["target_hits"] + hits_of(weapon, rules)
    return used, "routs" if total >= game.units[shot["target"]].rout_at else "hit"


def hits_of(weapon, rules):
    """Hits that a hit gives."""
    return int(rules["fire.heavy-hits"]) if weapon.heavy else 1


def judge_shot(referee, event):
    """Looks at all that a shot is made of, its dice and its result."""
    game, expect, rules = referee.game, referee.expect, referee.game.rules
    firer, target = referee.unit(event["unit"]), referee.unit(event["target"])
    captured = event["captured"]
    if event["weapon"] not in WEAPONS:
        referee.lost("HX-FIR-10", f"nobody knows the weapon {event['weapon']}")
    weapon = WEAPONS[event["weapon"]]
    expect(firer.side != target.side, "HX-FIR-06", lambda: f"{firer} fires at its own side")
    expect(firer.status == "steady" and firer.on_board, "HX-FIR-24", lambda: f"{firer} is {firer.status} and fires")
    expect(target.on_board, "HX-FIR-06", lambda: f"{target} is not on the board")
    expect(not target.hidden, "R-173", lambda: f"{target} is a marker")
    if not firer.on_board or not target.on_board:
        referee.lost("HX-FIR-06", "who fires at whom cannot be followed")
    expect(referee.fire_side(firer), "HX-FIR-01", lambda: f"it is not for {firer.side} to fire")
    if not captured:
        expect(event["weapon"] == firer.weapon, "HX-FIR-10", lambda: f"{firer} carries {firer.weapon}")
        expect(event["grade"] == (firer.grade or "untrained"), "HX-FIR-14", lambda: f"{firer} is {firer.grade}")
        expect(not (firer.guns and firer.limbered), "HX-FIR-24", lambda: f"{firer} is limbered")
        riding = firer.type == "mounted-infantry" and firer.mounted
        expect(not riding, "HX-MNT-01", lambda: f"{firer} sits in the saddle")
        if firer.mounted and not game.on("fire.mounted-cavalry"):
            expect(False, "HX-FIR-23", lambda: f"{firer} fires mounted")
    else:
        expect(event["grade"] == "untrained", "HX-ART-12", "captured guns fire with a grade")
        expect(game.on("artillery.captured-use"), "HX-ART-12", "captured guns may not be used")
    expect(not game.locked(firer), "HX-FIR-24", lambda: f"{firer} is in melee")
    if firer.type != "skirmisher":
        expect(not game.locked(target), "HX-LOS-13", lambda: f"{target} is in melee")
    rate = rules["fire.rate"] == "per-turn" or rules["turn.system"] == "activation" or rules["era"] == "pike-and-shot"
    if not firer.special:
        expect(not (rate and firer.fired), "HX-FIR-05", lambda: f"{firer} has fired in this turn")
        expect(firer not in referee.fired_step, "HX-FIR-05", lambda: f"{firer} has fired in this step")
    far = distance(firer.hex, target.hex)
    if target.doubt or firer.doubt:
        result_of(referee, event, firer, target, weapon)
        return
    expect(event["range"] == far, "HX-FIR-10", lambda: f"the range is {far}")
    if captured:
        judge_captured(referee, firer)
    arc = firer.type == "skirmisher" or in_arc(firer.hex, firer.facing, target.hex)
    expect(arc != event["off_arc"], "HX-FIR-07", lambda: f"{target} in the arc of {firer}: {arc}")
    if event["off_arc"]:
        turn = (towards(firer.hex, target.hex) - firer.facing) % 6 if far == 1 else None
        expect(turn in (2, 4), "HX-FIR-07", lambda: f"{target} is not beside {firer}")
        facing_it = not target.all_round and in_arc(target.hex, target.facing, firer.hex)
        expect(not facing_it, "HX-FIR-07", lambda: f"{target} has {firer} in its arc")
    expect(event["hits"] == firer.hits, "HX-FIR-18", lambda: f"{firer} has {firer.hits} hits that tell")
    expect(event["fatigued"] == game.fatigued(firer), "HX-FIR-18", lambda: f"{firer} has {firer.te} TE")
    flank = not target.all_round and (target.column or not in_arc(target.hex, target.facing, firer.hex))
    expect(event["flank"] == flank, "HX-FIR-17", lambda: f"flank or rear is {flank}")
    expect(event["skirmish"] == (firer.type == "skirmisher"), "HX-SKM-02", lambda: f"{firer} is {firer.type}")
    expect(
        event["target_hits"] == target.hits + target.pending or target.status != "steady",
        "HX-FIR-22",
        lambda: f"{target} has {target.hits + target.pending} hits",
    )
    expect(event["target_routed"] == (target.status == "routed"), "HX-FIR-21", lambda: f"{target} is {target.status}")
    if target.status == "steady":
        below = target.hits + target.pending < target.rout_at
        expect(below, "HX-FIR-22", lambda: f"{target} is at its threshold")
    judge_commanders(referee, event, firer, target)
    judge_cover(referee, event, firer, target)
    seen, partial = sight(game, firer, target, event["weapon"])
    expect(seen, "HX-LOS-02", lambda: f"{firer} does not see {target}")
    if seen:
        expect(event["partial_view"] == partial, "HX-LOS-04", lambda: f"a partial view is {partial}")
    expect(event["higher"] == (game.board.high(firer.hex) > game.board.high(target.hex)), "HX-TER-11", "higher or not")
    judge_supply(referee, firer)
    activation.judge_shot(referee, firer, weapon.arm == "gun" and far <= 2)
    firer.busy = True
    interrupt(game, firer)
    if not captured:
        judge_nearest(referee, event, firer, target, weapon)
    judge_gang(referee, firer, target, weapon)
    ignores = weapon.indirect and game.on("artillery.howitzer-ignores-cover") and event["cover"]
    if not ignores:
        need = rung(weapon, event, rules)
        expect(event["need"] == need, "HX-FIR-11", lambda: f"the shot needs {need}, not {event['need']}")
    result_of(referee, event, firer, target, weapon)


def result_of(referee, event, firer, target, weapon):
    """Dice and result of a shot, and what it leaves to be told."""
    game, expect = referee.game, referee.expect
    count, result = expected_result(game, weapon, event)
    expect(len(event["dice"]) == count, "HX-DIE-01", lambda: f"{len(event['dice'])} dice where {count} are due")
    if len(event["dice"]) == count:
        expect(event["result"] == result, "HX-FIR-11", lambda: f"the result is {result}, not {event['result']}")
    expect(all(1 <= die <= 6 for die in event["dice"]), "HX-DIE-01", "a cube shows 1 to 6")
    referee.heavy = hits_of(weapon, game.rules)
    if event["result"] in ("hit", "routs"):
        target.pending += hits_of(weapon, game.rules)
    if event["result"] == "commander-killed":
        referee.doomed.add(target.id)
    firer.fired = True
    referee.fired_step.append(firer)


def judge_commanders(referee, event, firer, target):
    """C of the firer, and who may die with the target; spheres are left out."""
    game = referee.game
    if game.rules["command.sphere"] == "rally-and-combat":
        return
    led = game.commander(firer)
    value = led["values"][0] if led else None
    referee.expect(event["commander"] == value, "HX-CMD-05", lambda: f"the commander of {firer} adds {value}")
    mortal = game.commander(target) is not None and target.id not in referee.doomed
    referee.expect(event["target_commander"] == mortal, "HX-CMD-06", lambda: f"a commander is with {target}: {mortal}")


def judge_cover(referee, event, firer, target):
    """Cover of ground, works, height and hexside."""
    game = referee.game
    due = cover(game, target.hex, firer.hex, game.board.last_border(firer.hex, target.hex))
    referee.expect(event["cover"] == due, "HX-TER-11", lambda: f"the cover of {target} is {due}")
    fortified = game.board.ground(target.hex) in ("redoubt", "fort")
    referee.expect(event["fortified"] == fortified, "HX-ART-04", lambda: f"{target} is in a fort: {fortified}")


def judge_captured(referee, firer):
    """HX-ART-12, R-156: enemy guns in the hex of their captor, while shots are left; his facing and hits count."""
    game = referee.game
    guns = [one for one in game.units.values() if one.guns and one.guns_hex == firer.hex and one.holder == firer.side]
    guns = [one for one in guns if one.side != firer.side and one.status != "steady"]
    if referee.expect(bool(guns), "HX-ART-12", lambda: f"{firer} has no captured guns"):
        battery = guns[0]
        referee.expect(bool(battery.shots), "HX-ART-12", lambda: f"no shots are left for the guns of {battery}")
        battery.shots = (battery.shots or 1) - 1


def interrupt(game, unit):
    """HX-CON-02: a builder who does something else."""
    if game.rules["construction.interrupt"] == "lose-progress":
        unit.work = None


def judge_supply(referee, firer):
    """HX-SUP-01: a point for each turn in which a unit fires; without one it is silent."""
    if not referee.game.on("supply.mode") or firer.fired:
        return
    referee.expect(firer.supply > 0, "HX-SUP-01", lambda: f"{firer} has no supply left")
    firer.supply -= 1


def judge_gang(referee, firer, target, weapon):
    """HX-FIR-09: not more than so many of an arm at one target; captured guns are guns."""
    rules = referee.game.rules
    arm = "gun" if weapon.arm == "gun" else "small"
    key = (target.id, arm if rules["fire.gang-limit"] == "per-arm" else "all", firer.side)
    referee.gang[key] = referee.gang.get(key, 0) + 1
    most = int(rules["fire.gang-max"])
    referee.expect(referee.gang[key] <= most, "HX-FIR-09", lambda: f"{referee.gang[key]} fire at {target}")


def lawful(referee, event, firer, weapon):
    """Enemies other than skirmishers and those under fire whom a unit could shoot beyond doubt, with their distance."""
    game, found = referee.game, []
    for one in game.enemies(firer.side):
        if one.hidden or one.type == "skirmisher" or game.locked(one) or one.hits + one.pending >= one.rout_at:
            continue
        if one.status == "steady" and one.side != firer.side and any(key[0] == one.id for key in referee.gang):
            continue
        if firer.type != "skirmisher" and not in_arc(firer.hex, firer.facing, one.hex):
            continue
        if one.status != "steady":
            continue
        seen, partial = sight(game, firer, one, event["weapon"])
        covered = cover(game, one.hex, firer.hex, game.board.last_border(firer.hex, one.hex))
        if not seen:
            continue
        shot = dict(event, range=distance(firer.hex, one.hex), cover=covered, partial_view=partial)
        shot.update(flank=False, off_arc=False, consecutive=False, higher=False)
        if rung(weapon, shot, game.rules) is not None:
            found.append((one, shot["range"]))
    return found


def judge_nearest(referee, event, firer, target, weapon):
    """HX-FIR-08, and the second of HX-FIR-09: no target in a nearer band, no other one in the same."""
    rules = referee.game.rules
    if rules["fire.nearest"] != "shootable" or firer.type == "skirmisher":
        return
    width = 2 if weapon.arm == "gun" else 1
    band = (event["range"] - 1) // width
    others = [(one, (far - 1) // width) for one, far in lawful(referee, event, firer, weapon) if one is not target]
    nearer = [one for one, place in others if place < band]
    referee.expect(not nearer, "HX-FIR-08", lambda: f"{nearer[0]} is nearer to {firer} than {target}")
    if event["off_arc"]:
        before = [one for one, place in others if distance(firer.hex, one.hex) == 1]
        referee.expect(not before, "HX-FIR-07", lambda: f"{before[0]} stands in front of {firer}")
    arm = "gun" if firer.guns else "small"
    shots = referee.gang.get((target.id, arm if rules["fire.gang-limit"] == "per-arm" else "all", firer.side), 0)
    if shots and rules["fire.gang-sole-target"] in ("yes", "on"):
        same = [one for one, place in others if place == band]
        referee.expect(not same, "HX-FIR-09", lambda: f"{firer} joins in against {target}, and could fire at {same[0]}")
