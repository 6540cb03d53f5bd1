"""Marches: facings, steps and their TE, zones of control, who may stand where (HX-MOV, HX-ZOC, HX-TER)."""

from . import activation, orders
from .board import DIRECTIONS, distance, in_arc, towards
from .book import HORSE, OBSTACLES, SIDE_OBSTACLES, WEAPONS, WOODS


def may_enter(game, unit, origin, name):
    """(may enter, rule) for a step of a unit into a neighbouring hex; the rule that bars it."""
    board = game.board
    if not board.holds(name):
        return False, "HX-MOV-11"
    ground, border = board.ground(name), frozenset((origin, name))
    road = border in board.roads
    if ground == "impassable" or (ground == "river" and not road):
        return False, "HX-TER-13"
    packed = unit.guns and unit.weapon == "mountain-howitzer"
    if unit.mounted and ground in WOODS and not road:
        return False, "HX-TER-05"
    if unit.type in HORSE and unit.mounted and ground in ("trench", "redoubt", "fort"):
        return False, "R-116"
    if unit.guns and not unit.off_guns and not packed:
        if ground == "forested-hill":
            return False, "HX-MOV-09"
        if ground == "forest" and not road and board.ground(origin) != "clear":
            return False, "HX-MOV-09"
        if board.sides.get(border) == "stream" and not road:
            return False, "HX-MOV-09"
    return True, ""


def step_te(game, unit, origin, name, first):
    """TE of a step by the ground; None where the trace leaves doubt."""
    board = game.board
    border = frozenset((origin, name))
    if first or border in board.roads:
        return 0
    if game.rules["command.sphere-te-exempt"] in ("yes", "on"):
        return None
    ground = board.ground(name)
    if board.sides.get(border) in SIDE_OBSTACLES:
        return 1
    if ground in WOODS and board.ground(origin) in WOODS:
        return 0
    woods = WOODS + ("light-forest",)
    if ground in woods and board.ground(origin) in woods:
        return 0 if ground == board.ground(origin) else None
    return int(ground in OBSTACLES)


class March:
    """A march that is under way: what the choice says, and the steps so far."""

    def __init__(self, unit, choice, game):
        self.unit, self.choice = unit, choice
        self.path = choice.get("path") or [unit.hex]
        self.taken = 0
        self.facing = unit.facing
        self.passing = False
        self.start_te = unit.te
        self.entered = []
        self.contacts = []
        self.moves_left = 0
        self.stopped = False


def judge_march(referee, event):
    """The choice of a march: who, how far, how often turned; the steps follow."""
    game, expect, rules = referee.game, referee.expect, referee.game.rules
    choice = event["choice"]
    unit = referee.unit(choice["march"])
    march = March(unit, choice, game)
    act = choice.get("act") or "none"
    if unit.doubt:
        unit.hex, unit.doubt = march.path[0], False
    expect(unit.side == event["side"], "R-131", lambda: f"{unit} is not of {event['side']}")
    expect(unit.on_board and unit.status != "routed", "HX-ROU-07", lambda: f"{unit} is {unit.status}")
    expect(march.path[0] == unit.hex, "R-131", lambda: f"{unit} stands in {unit.hex}")
    making_way = referee.making_way
    expect(making_way or not unit.done, "R-131", lambda: f"{unit} has had its move")
    expect(making_way or not unit.withdrew or rules["integrity.withdrawn-moves"] == "yes", "R-163", "it has withdrawn")
    if act != "withdraw":
        expect(not game.in_contact(unit), "HX-MOV-05", lambda: f"{unit} is in contact")
    facing, turns = unit.facing, 0
    limit = game.limit
    start, end, turn = choice.get("start"), choice.get("end"), choice.get("turn")
    if start is not None and DIRECTIONS.index(start) != facing:
        turns, facing = turns + 1, DIRECTIONS.index(start)
    if start is not None:
        march.facing = facing
    steps = list(zip(march.path, march.path[1:]))
    free = unit.all_round
    for index, (origin, name) in enumerate(steps):
        if turn is not None and index == turn[0]:
            turns, facing = turns + (DIRECTIONS.index(turn[1]) != facing), DIRECTIONS.index(turn[1])
        way = towards(origin, name)
        if not expect(way is not None, "HX-MOV-01", lambda: f"{origin} and {name} are not neighbours"):
            return march
        if not free and act not in ("withdraw",):
            ways = (0, 1, 5) if game.on("movement.oblique") else (0,)
            if act == "push" and rules["artillery.push-direction"] == "any":
                ways = range(6)
            expect((way - facing) % 6 in ways, "HX-MOV-02", lambda: f"{name} is not in front of {unit}")
        enterable, rule = may_enter(game, unit, origin, name)
        dismounts = act in ("dismount", "dismount-after")
        expect(enterable or dismounts, rule, lambda: f"{unit} may not go into {name}")
        foes = [one for one in game.at(name) if one.side != unit.side and not one.hidden]
        expect(not foes, "HX-MOV-06", lambda: f"{foes[0]} stands in {name}")
        if unit.guns and board_up(game, origin, name) and act == "push":
            expect(False, "HX-MOV-07", "guns are pushed uphill")
    if end is not None and DIRECTIONS.index(end) != facing:
        turns += 1
    march.final = DIRECTIONS.index(end) if end is not None else facing
    if not free:
        most = 1
        if unit.mounted and unit.type in HORSE and (rules["movement.cavalry-turns"] == "all" or unit.type != "cavalry"):
            most = 2
        if unit.type not in ("cavalry", "light-cavalry", "mounted-infantry") and act == "none":
            expect(turns <= most, "HX-MOV-03", lambda: f"{unit} turns {turns} times")
    allowance = unit.allowance(rules)
    if making_way:
        allowance *= 2
    if act == "push":
        allowance = 1
        expect(WEAPONS[unit.weapon].heavy is False, "HX-MOV-07", "heavy guns are pushed")
        expect(not unit.limbered, "HX-MOV-07", "limbered guns are pushed")
    elif unit.guns and steps and unit.status == "steady":
        expect(unit.limbered or act == "limber", "HX-MOV-07", lambda: f"{unit} goes unlimbered")
    if unit.type == "mounted-infantry" or unit.type in HORSE:
        allowance = max(allowance, 5) if "mount" in act else allowance
    cost = len(steps) + turns * int(rules["movement.facing-cost"])
    if act == "none":
        if unit.te >= limit:
            allowance = min(allowance, int(rules["fatigue.movement"])) if unit.status != "crew" else allowance
            if rules["fatigue.facing"] == "locked" and not free:
                expect(turns == 0, "R-53", lambda: f"{unit} turns at the limit of TE")
        expect(cost <= allowance, "HX-MOV-01", lambda: f"{unit} goes {cost} of {allowance}")
    march.moves_left = allowance - cost - (act != "none" and "mount" in act) * int(rules["movement.mount-cost"])
    if act in ("limber", "unlimber", "push"):
        expect(unit.te < limit, "R-128", lambda: f"{unit} is at the limit of TE")
    activation.judge_march(referee, unit)
    if not making_way and not game.on("cvs.decision-rolls"):
        wrong = orders.breach(game, unit, march.path[-1], turns > 0)
        expect(wrong is None, *(wrong or ("R-174", "")))
    if turns:
        unit.stirred = unit.turned = True
    if act != "none" or steps:
        unit.stirred = True
    if turns or steps or act != "none":
        unit.busy = True
        if rules["construction.interrupt"] == "lose-progress":
            unit.work = None
    unit.done = unit.done or not making_way
    return march


def board_up(game, origin, name):
    """Whether a step leads uphill."""
    return game.board.high(name) > game.board.high(origin)


def judge_step(referee, event):
    """One step of the march under way."""
    game, expect, march = referee.game, referee.expect, referee.march
    unit = referee.unit(event["unit"])
    expect(event["from"] == unit.hex, "HX-MOV-01", lambda: f"{unit} stands in {unit.hex}")
    expect(distance(event["from"], event["to"]) == 1, "HX-MOV-01", "the hexes are not neighbours")
    if march is None or march.unit is not unit:
        unit.hex, unit.te, unit.moved, unit.stirred = event["to"], event["te"], True, True
        return
    index = march.taken
    planned = march.path[index + 1] if index + 1 < len(march.path) else None
    expect(event["to"] == planned, "HX-MOV-01", lambda: f"{unit} chose to go to {planned}")
    expect(not march.stopped, "HX-ZOC-03", lambda: f"{unit} goes on out of {unit.hex}, where it has to stop")
    tired = step_te(game, unit, event["from"], event["to"], index == 0)
    if tired is not None and not unit.hidden:
        pushed = (march.choice.get("act") or "none") == "push"
        expect(not pushed or referee.tired == unit.id, "HX-MOV-07", lambda: f"{unit} is pushed without TE")
        # one TE a step at most, that of passing a friend among it, which is told before.
        due = min(game.limit, unit.te + (0 if march.passing else tired))
        expect(event["te"] == due, "HX-TER-02", lambda: f"{unit} has {due} TE after the step")
    before = [one for one in game.zones_at(event["to"], unit.side)]
    unit.te, unit.hex = event["te"], event["to"]
    unit.moved = unit.stirred = True
    unit.column = False
    march.taken += 1
    march.passing = False
    if unit.te >= game.limit and unit.status != "crew":
        march.stopped = True
    if before:
        march.stopped = True
        march.entered = before
        if not unit.melees and unit.type != "skirmisher" and not unit.hidden:
            mounting = (march.choice.get("act") or "none") in ("dismount-after",)
            expect(mounting, "HX-ZOC-05", lambda: f"{unit} enters the zone of {before[0]}")
    road = frozenset((event["from"], event["to"])) in game.board.roads
    woods = game.board.ground(event["to"]) in WOODS and game.board.ground(event["from"]) not in WOODS
    if woods and not road and game.on("terrain.forest-stop"):
        march.stopped = True


def end_march(referee):
    """What the march under way owes, once something else follows (HX-ZOC-04, HX-MOV-06)."""
    march, game = referee.march, referee.game
    referee.march = None
    if march is None:
        return
    unit = march.unit
    if not unit.on_board:
        return
    friends = [one for one in game.at(unit.hex) if one is not unit and one.side == unit.side]
    if game.rules["board.stack-limit"] == "1":
        referee.expect(not friends, "HX-TER-14", lambda: f"{unit} ends in the hex of {friends[0]}")
    if game.rules["zoc.contact"] != "mandatory" or unit.hidden or not unit.melees:
        return
    for enemy in march.entered:
        if not enemy.on_board or not in_arc(unit.hex, unit.facing, enemy.hex):
            continue
        if board_up(game, unit.hex, enemy.hex) and march.moves_left <= 0:
            continue
        if not may_enter(game, unit, unit.hex, enemy.hex)[0] or game.locked(enemy):
            continue
        owed = frozenset((unit.id, enemy.id)) in march.contacts
        referee.expect(owed, "HX-ZOC-04", lambda: f"{unit} owes {enemy} a melee")


def judge_contact(referee, event):
    """Two units come into contact."""
    game, expect = referee.game, referee.expect
    attacker, defender = referee.unit(event["attacker"]), referee.unit(event["defender"])
    expect(attacker.side != defender.side, "HX-MEL-01", "friends come into contact")
    expect(distance(attacker.hex, defender.hex) == 1, "HX-MEL-01", "they do not stand side by side")
    expect(attacker.status == "steady", "R-132", lambda: f"{attacker} is {attacker.status}")
    expect(attacker.melees, "HX-MEL-01", lambda: f"{attacker} does not fight in melee")
    arc = in_arc(attacker.hex, attacker.facing, defender.hex)
    expect(arc, "HX-MEL-01", lambda: f"{defender} is not in front of {attacker}")
    entered = may_enter(game, attacker, attacker.hex, defender.hex)[0]
    expect(entered, "HX-MEL-01", lambda: f"{attacker} may not enter {defender.hex}")
    pair = frozenset((attacker.id, defender.id))
    expect(pair not in game.contacts, "HX-MEL-01", "they are in contact")
    game.contacts[pair], game.came[pair] = 0, attacker.id
    for one in (attacker, defender):
        one.busy = True
        if game.rules["construction.interrupt"] == "lose-progress":
            one.work = None
    if referee.march is not None:
        referee.march.contacts.append(pair)
