"""Set-up, order of turns and phases, dice of command."""

from . import activation, orders
from .board import DIRECTIONS, distance
from .book import FORTS, VALUES, WOODS, group_of

# What follows a phase under `turn.system` = ab.
ORDER = {"command": "movement", "movement": "fire", "fire": "melee", "melee": "rally", "rally": "command"}


def set_up(referee, event):
    """HX-SET, HX-TER-14: where everybody stands when the trace begins."""
    game, expect = referee.game, referee.expect
    rules, board = game.rules, game.board
    taken = {}
    for unit in game.units.values():
        expect(unit.te == 0 and unit.hits == 0, "HX-SET-11", lambda: f"{unit} begins hurt or tired")
        if not unit.on_board:
            expect(unit.status == "due", "HX-SET-05", lambda: f"{unit} is {unit.status} at the start")
            continue
        if not expect(board.holds(unit.hex), "HX-TER-01", lambda: f"{unit} stands off the board"):
            referee.lost("HX-TER-01", "the set-up cannot be followed")
        if rules["board.stack-limit"] == "1":
            expect(unit.hex not in taken, "HX-TER-14", lambda: f"{unit} stands on {taken[unit.hex]}")
        taken[unit.hex] = unit
        ground = board.ground(unit.hex)
        expect(ground not in ("river", "impassable"), "R-116", lambda: f"{unit} stands in {ground}")
        if unit.mounted:
            barred = ground in WOODS or (ground in FORTS and unit.type != "mounted-infantry")
            expect(not barred, "R-116", lambda: f"{unit} sits in {ground}")
        if unit.guns:
            expect(ground != "forested-hill", "R-116", lambda: f"{unit} stands in {ground}")
        if game.scenario == "crossroads" and unit.guns:
            expect(unit.limbered, "R-117", lambda: f"{unit} starts unlimbered")
        if game.scenario != "historical":
            inside = in_zone(game, unit.side, unit.hex)
            expect(inside, "HX-SET-05", lambda: f"{unit} is set up in {unit.hex}")
    for side, force in game.forces.items():
        for name in force["retreats"]:
            expect(board.row_edge(name, side), "R-122", lambda: f"route of retreat {name} of {side} is off its edge")
        expect(len([one for one in force["commanders"] if one["supreme"]]) <= 1, "HX-ARM-07", "two supreme commanders")
        numbers = sorted(force["sequence"])
        if rules["turn.system"] == "activation" and numbers:
            expect(len(set(numbers)) == len(numbers), "HX-SET-04", f"the written order of {side} repeats a group")


def in_zone(game, side, name):
    """Whether a hex lies in the zone of set-up of a side: rows from its edge, more for who defends ridge or works."""
    column, row = int(name[:2]), int(name[2:])
    last = game.board.rows - (column % 2 == 0)
    depth = int(game.rules["setup.zone-depth"])
    if side == "B":
        depth = {"ridge-assault": 6, "hidden-defence": 6, "redoubt-assault": 5}.get(game.scenario, 0) or depth
        if game.scenario in ("ridge-assault", "hidden-defence", "redoubt-assault"):
            depth -= column % 2 == 0
        return row <= depth
    return row > last - depth


def turn(referee, event):
    """A turn begins; marks of the turn come off."""
    referee.expect(event["turn"] == referee.turn + 1, "HX-TRN-11", f"turn {event['turn']} after {referee.turn}")
    referee.turn = event["turn"]
    referee.expect(referee.turn <= int(referee.game.rules["turn.limit"]), "HX-TRN-11", "the limit of turns is passed")
    referee.game.fought_now = set()
    referee.halves, referee.phase, referee.activation = [], None, activation.Activation()
    for unit in referee.game.units.values():
        unit.done = False
        unit.fired = unit.moved = unit.turned = unit.routed_now = unit.unlimbered_now = False


def living(game, side):
    """Commanders of a side who are neither killed nor captured."""
    found = [one for one in game.commanders.values() if one["side"] == side]
    return [one for one in found if one["fate"] not in ("killed", "captured")]


def initiative(referee, event):
    """HX-CVS-01, HX-CVS-02: who is player A."""
    game, dice = referee.game, event["dice"]
    rules = game.rules
    referee.expect(all(1 <= die <= 10 for die in dice), "HX-DIE-05", "command dice show 1 to 10")
    referee.leader = event["leader"]
    if len(dice) % 2 or not dice:
        referee.expect(not dice, "HX-CVS-01", "initiative dice come in pairs")
        return
    less = [0, 0]
    if rules["initiative.mode"] == "margin":
        for index, side in enumerate("AB"):
            led = [one for one in living(game, side) if one["supreme"]]
            less[index] = led[0]["values"][4] if led else int(rules["initiative.leaderless"])
    pairs = [(dice[i] - less[0], dice[i + 1] - less[1]) for i in range(0, len(dice), 2)]
    referee.expect(all(one == other for one, other in pairs[:-1]), "HX-CVS-01", "a roll is thrown again without a tie")
    last = pairs[-1]
    if last[0] != last[1]:
        leader = "A" if last[0] > last[1] else "B"
        referee.expect(event["leader"] == leader, "HX-CVS-01", f"{leader} has the initiative")
    else:
        referee.expect(len(pairs) == 20, "R-130", "a tie decides nothing before the 20th roll")


def order_of_halves(referee, name, side):
    """HX-TRN-01, HX-TRN-02: the phases of the halves of a turn."""
    before = referee.phase
    if before is not None:
        referee.expect(name == ORDER[before], "HX-TRN-02", f"`{name}` after `{before}`")
    else:
        referee.expect(name == "command", "HX-TRN-02", f"a turn begins with `{name}`")
    if name == "command":
        referee.halves.append(side)
        due = referee.leader if len(referee.halves) == 1 else {"A": "B", "B": "A"}.get(referee.leader)
        if referee.leader:
            referee.expect(side == due, "HX-TRN-01", f"the half of {due} is due")
        referee.expect(len(referee.halves) <= 2, "HX-TRN-01", "a third half")
    elif side is not None:
        referee.expect(side == referee.active, "HX-TRN-02", f"a phase of {side} in the half of {referee.active}")


def phase(referee, event):
    """A phase begins, and the one before ends."""
    game, name, side = referee.game, event["phase"], event["side"]
    rules = game.rules
    end_rally(referee)
    if referee.phase == "fire":
        end_fire(referee)
    if referee.phase == "melee":
        end_melee(referee)
    if name == "command" and referee.leader is None:
        # The scenario says who is A on the first turn.
        referee.leader = side
        referee.expect(side == game.first, "R-197", lambda: f"{game.first} is A on the first turn, and {side} begins")
    if rules["turn.system"] == "ab":
        order_of_halves(referee, name, side)
    else:
        activation.phase(referee, name, side)
    referee.phase = name
    if side is not None:
        referee.active = side
    if name == "command":
        orders.command_step(game, side)
        for unit in game.units.values():
            if unit.side == side:
                unit.stirred = unit.done = unit.withdrew = unit.ran = unit.failed = False
        if rules["command.mode"] == "symbols":
            for one in game.commanders.values():
                if one["side"] == side and one["fate"] == "present":
                    one["unit"] = None
    elif name == "movement" and rules["turn.system"] == "ab":
        for unit in game.units.values():
            if unit.side == side:
                unit.done = False
    elif name == "melee":
        referee.fought = []
        for unit in game.units.values():
            unit.broke = False
    elif name == "rally":
        referee.rallied = set()
    if name in ("movement", "fire"):
        # Opportunity fire is a fire step of its own.
        referee.fired_step, referee.gang, referee.doomed, referee.volley = [], {}, set(), []
        referee.shoots_first = None


def end_melee(referee):
    """Rounds are counted (R-146, R-149)."""
    game = referee.game
    for pair in referee.fought:
        if pair in game.contacts:
            game.contacts[pair] += 1
            game.fought_now.add(pair)
    for one in {name for pair in referee.fought for name in pair}:
        unit = game.units[one]
        # Who had no enemy in contact for a moment begins anew.
        unit.rounds = unit.rounds + 1 if game.in_contact(unit) and not unit.broke else 0
    referee.fought = []


def end_fire(referee):
    """HX-FIR-02: all hits of fire tell before the melee."""
    for unit in referee.game.units.values():
        if unit.pending:
            referee.expect(not unit.on_board, "HX-FIR-02", f"{unit.pending} hits on {unit} never tell")
        unit.pending = 0


def end_rally(referee):
    """HX-RAL-02, HX-RAL-08: whoever may recover does."""
    game, rules = referee.game, referee.game.rules
    if referee.phase != "rally":
        return
    for unit in game.units.values():
        if unit.side == referee.active:
            unit.busy = False
    judge_wagons(referee)
    if rules["rally.timing"] != "end-of-phase":
        return
    for unit in game.units.values():
        if unit.side != referee.active or not unit.on_board or game.in_contact(unit) or unit.id in referee.rallied:
            continue
        if unit.status == "steady" and not unit.stirred and not unit.hidden and not unit.failed:
            referee.expect(not unit.te, "HX-RAL-08", lambda: f"{unit} has rested and keeps {unit.te} TE")
        if game.commander(unit) and unit.status != "crew" and not unit.routed_now:
            hurt = unit.hits or unit.te or unit.status == "routed"
            referee.expect(not hurt, "HX-RAL-02", lambda: f"{unit} has a commander and recovers nothing")
    referee.rallied = {unit.id for unit in game.units.values()}


def judge_wagons(referee):
    """HX-SUP-02: whoever has a wagon near is full again."""
    game, rules = referee.game, referee.game.rules
    if not game.on("supply.mode"):
        return
    for unit in game.units.values():
        if unit.side == referee.active and unit.on_board and unit.combat and unit.status == "steady":
            if wagons_near(game, unit) and not unit.hidden:
                full = unit.supply == int(rules["supply.points"])
                referee.expect(full, "HX-SUP-02", lambda: f"{unit} has a wagon near and {unit.supply} left")


def wagons_near(game, unit):
    """Wagons of its side within reach of a unit."""
    reach = int(game.rules["supply.wagon-range"])
    return [
        one for one in game.at_all()
        if one.side == unit.side and one.type == "wagon" and one.status == "steady"
        and distance(one.hex, unit.hex) <= reach
    ]


def drawn(referee, event):
    """HX-CVS-04: the values of a commander."""
    dice = event["dice"]
    if referee.game.rules["cvs.group"] == "d6" and len(dice) == 2:
        values = VALUES[group_of(dice[0])][dice[1] - 1]
        referee.expect(tuple(event["values"]) == values, "HX-CVS-04", f"the dice give {values}")
    if event["commander"] in referee.game.commanders:
        referee.game.commanders[event["commander"]]["values"] = event["values"]


def replacement(referee, event):
    """HX-CVS-14."""
    dice = event["dice"]
    best = min((one["values"][2] for one in living(referee.game, event["side"])), default=7)
    referee.expect(bool(dice) and event["came"] == (dice[0] > best), "HX-CVS-14", f"the die has to beat {best}")
    if event["came"] and event.get("commander"):
        referee.game.commanders[event["commander"]] = {
            "id": event["commander"], "side": event["side"], "values": event["values"], "unit": None, "fate": "present",
            "supreme": event["supreme"], "gained": True,
        }


def check(referee, event):
    """A ten-sided die above a value."""
    dice = event["dice"]
    referee.expect(len(dice) == 1 and 1 <= dice[0] <= 10, "HX-DIE-05", "one ten-sided die is thrown")
    if len(dice) != 1:
        return
    orders.passed_aggressiveness(referee.game, event)
    passed = dice[0] > event["needed"]
    if event["what"] == "tribal" and referee.game.rules["tribal.check"] == "as-printed":
        passed = not passed
    referee.expect(event["passed"] == passed, "HX-CVS-03", f"{dice[0]} against {event['needed']}")


def order(referee, event):
    """HX-CVS-06 to HX-CVS-10."""
    dice = event["dice"]
    orders.changed(referee, event)
    if event["result"] in ("changed", "on-its-way", "unchanged") and dice:
        passed = dice[0] > event["needed"]
        referee.expect(passed == (event["result"] != "unchanged"), "HX-CVS-06", f"{dice[0]} against {event['needed']}")
        if not passed and len(dice) > 1:
            due = int(referee.game.rules["cvs.opponent-choice"]) if dice[1] == 9 else dice[1]
            referee.expect(dice[1] == 9 or event["consequence"] == due, "HX-CVS-08", f"the table gives {due}")


def commander(referee, event):
    """HX-CMD: a commander goes somewhere, or is lost."""
    game = referee.game
    name = event["commander"]
    if name not in game.commanders:
        referee.lost("HX-ARM-07", f"nobody is called {name}")
    one = game.commanders[name]
    fate = event.get("fate") or "present"
    if fate == "present":
        referee.expect(one["fate"] in ("present", "away"), "HX-CMD-09", lambda: f"{name} is {one['fate']}")
        one["unit"], one["hex"] = event.get("unit"), event.get("hex")
        if one["unit"]:
            unit = referee.unit(one["unit"])
            referee.expect(unit.side == one["side"], "HX-CMD-01", lambda: f"{name} joins {unit}")
            referee.expect(unit.type != "wagon" and not unit.fake, "R-157", lambda: f"{name} joins {unit}")
            others = [
                other["id"] for other in game.commanders.values()
                if other is not one and other["unit"] == unit.id and other["fate"] == "present"
            ]
            referee.expect(not others, "HX-CMD-02", lambda: f"{others[0]} is with {unit}")
            if referee.phase == "command":
                fresh = unit.status != "routed" or not unit.routed_now
                referee.expect(fresh, "HX-CMD-04", lambda: f"{unit} has routed in this turn")
    else:
        one["fate"] = fate
        one["unit"] = None


def spotting(referee, event):
    """HX-SPT-03."""
    game = referee.game
    passed = any(game.face(die, "red-h") for die in event["dice"])
    referee.expect(event["passed"] == passed, "HX-SPT-03", "Red H reveals, and nothing else")
    referee.expect(event["range"] <= int(game.rules["spotting.hill-range"]), "HX-SPT-03", "the marker is too far off")
    one = game.rules["spotting.attempts"] == "per-observer" or len(event["dice"]) == 1
    referee.expect(one, "HX-SPT-03", "one cube is thrown a marker")


def arrived(referee, event):
    """HX-REI-01."""
    unit = referee.unit(event["unit"])
    referee.expect(unit.status == "due", "HX-REI-01", lambda: f"{unit} is {unit.status}")
    others = [one for one in referee.game.at(event["hex"]) if not one.hidden]
    referee.expect(not others, "HX-TER-14", lambda: f"{others[0]} stands in {event['hex']}")
    unit.stirred = True
    unit.hex, unit.status, unit.facing = event["hex"], "steady", DIRECTIONS.index(event["facing"])
