"""States, hits, routs, removal, recovery, integrity, points and the verdict."""

from .board import DIRECTIONS, distance, step, towards
from .course import end_rally, wagons_near
from .movement import may_enter


def status(referee, event):
    """The state of a unit changes."""
    game, expect, what = referee.game, referee.expect, event["status"]
    unit = referee.unit(event["unit"])
    if unit.doubt:
        unit.hex, unit.doubt = event["hex"], False
    if what not in ("hidden", "horses-lost", "manned"):
        expect(event["hex"] == unit.hex, "HX-ARM-13", lambda: f"{unit} stands in {unit.hex}")
    marching = False
    if what == "routed":
        if referee.phase in ("fire", "melee", "movement") and not unit.all_round and not unit.guns:
            over = unit.hits >= unit.rout_at or event.get("hits", 0) >= unit.rout_at
            over = over or unit.status == "routed" or unit.mounted
            expect(over, "HX-ROU-01", lambda: f"{unit} routs with {unit.hits} hits")
        run = game.straight_back(unit)
        if unit.status != "routed":
            unit.run = run
        unit.status, unit.routed_now, unit.column = "routed", True, False
        # hits that had still to tell when it broke are over the threshold.
        unit.hits, unit.pending = min(unit.hits, unit.rout_at), 0
        game.end_contacts(unit)
        unit.facing = unit.run
        if unit.guns:
            unit.limbered = True
    elif what in ("limbered", "unlimbered"):
        expect(unit.guns, "HX-MOV-08", lambda: f"{unit} is no battery")
        expect(unit.limbered != (what == "limbered"), "HX-MOV-08", lambda: f"{unit} is {what} already")
        unit.limbered = what == "limbered"
        unit.unlimbered_now = unit.unlimbered_now or not unit.limbered
        unit.stirred = True
        marching = referee.march is not None and referee.march.unit is unit
    elif what in ("mounted", "dismounted"):
        unit.on_foot = what == "dismounted"
        unit.stirred = True
    elif what in ("in-column", "deployed"):
        unit.column = what == "in-column"
    elif what == "hidden":
        unit.hidden = True
    elif what == "resupplied":
        unit.supply = int(game.rules["supply.points"])
        expect(bool(wagons_near(game, unit)), "HX-SUP-02", lambda: f"{unit} has no wagon near")
    elif what == "manned":
        unit.holder, unit.off_guns = unit.side, False
        unit.status = "steady"
        unit.hex = event["hex"]
        unit.limbered = False
    if what == "turned":
        unit.stirred = unit.turned = True
    if event["facing"] is not None:
        unit.facing = DIRECTIONS.index(event["facing"])
    if what in ("limbered", "unlimbered"):
        # The TE of the act is told by `fatigue` before.
        told = referee.tired == unit.id or not marching
        expect(told, "HX-MOV-08", lambda: f"{unit} takes no TE")
        expect(event["te"] == unit.te, "HX-MOV-08", lambda: f"{unit} has {unit.te} TE")
    expect(event["hits"] == unit.hits, "HX-ROU-07", lambda: f"{unit} has {unit.hits} hits")
    unit.te, unit.hits = event["te"], event["hits"]


def captured(referee, event):
    """HX-ART-10: guns are captured."""
    unit, captor = referee.unit(event["unit"]), referee.unit(event["by"])
    game, expect = referee.game, referee.expect
    expect(unit.guns, "HX-ART-10", lambda: f"{unit} has no guns")
    expect(captor.status == "steady", "HX-ART-10", lambda: f"{captor} is {captor.status}")
    dice = event["dice"]
    expect(len(dice) <= 1 and all(1 <= die <= 6 for die in dice), "HX-ART-12", "one die is thrown for the shots")
    if dice:
        expect(event["shots"] == dice[0], "HX-ART-12", lambda: f"the guns are good for {dice[0]} shots")
    game.end_contacts(unit)
    unit.guns_hex, unit.holder, unit.shots = event["hex"], captor.side, event["shots"]
    if unit.status in ("steady",):
        unit.status, unit.limbered, unit.off_guns = "crew", False, True
        behind = game.neighbour(unit.hex, unit.facing + 3)
        free = behind is not None and not game.at(behind) and may_enter(game, unit, unit.hex, behind)[0]
        if unit.id in referee.stepped:
            unit.hex = referee.stepped.pop(unit.id)
        elif unit.hex != event["hex"]:
            pass  # Its step back was told.
        elif free:
            unit.hex = behind
        else:
            # The trace leaves the hex to the rules of R-154; the next event of the crew names it.
            unit.doubt = True


def wound(referee, event):
    """Hits go on a unit."""
    unit = referee.unit(event["unit"])
    unit.hits += event["hits"]
    total = min(unit.hits, event["total"]) if unit.hits > unit.rout_at else unit.hits
    referee.expect(event["total"] == total, "HX-FIR-21", lambda: f"{unit} has {unit.hits} hits")
    if referee.phase in ("fire", "movement"):
        referee.expect(event["hits"] <= unit.pending, "HX-FIR-02", lambda: f"{unit.pending} hits wait for {unit}")
        unit.pending = max(0, unit.pending - event["hits"])
    unit.hits = event["total"]


def rout(referee, event):
    """HX-ROU-01 to 04: the way of a rout move."""
    game, expect, rules = referee.game, referee.expect, referee.game.rules
    unit, path = referee.unit(event["unit"]), event["path"]
    if not path:
        return
    if unit.doubt:
        unit.hex, unit.doubt = path[0], False
    expect(unit.status == "routed" or unit.status == "crew", "HX-ROU-01", lambda: f"{unit} is {unit.status}")
    expect(path[0] == unit.hex, "HX-ROU-01", lambda: f"{unit} stands in {unit.hex}")
    mounted = unit.mounted or (unit.guns and not unit.off_guns)
    most = int(rules["rout.distance-mounted" if mounted else "rout.distance-foot"])
    friends = 0
    run = getattr(unit, "run", unit.facing)
    for origin, name in zip(path, path[1:]):
        way = towards(origin, name)
        expect(way is not None, "HX-ROU-01", lambda: f"{origin} and {name} are not neighbours")
        stands = [one for one in game.at(name) if one.side == unit.side and one is not unit]
        friends += bool(stands)
        foes = [one for one in game.at(name) if one.side != unit.side and not one.hidden]
        expect(not foes, "HX-ROU-04", lambda: f"{unit} runs through {foes[0]}")
        if way is not None and way != run and rules["rout.friends"] == "strict":
            ahead = step(origin, run)
            barred = not game.board.holds(ahead) or not may_enter(game, unit, origin, ahead)[0]
            # Where wagons may go is printed nowhere.
            barred = barred or unit.type == "wagon"
            expect(barred, "HX-ROU-02", lambda: f"{unit} leaves its way {DIRECTIONS[run]} at {origin}")
        # HX-ROU-04, R-150: who fought in this melee step has no zone against whom it beat.
        fought = {one for pair in referee.fought for one in pair}
        zones = [one for one in game.zones_at(name, unit.side) if one.id not in fought]
        if zones and name != path[-1]:
            expect(False, "HX-ROU-04", lambda: f"{unit} runs on out of the zone of {zones[0]}")
    gone = len(path) - 1 - friends
    expect(gone <= most, "HX-ROU-01", lambda: f"{unit} runs {gone} of {most} hexes")
    unit.hex = path[-1]
    game.end_contacts(unit)
    unit.ran = unit.stirred = unit.busy = True
    unit.work = None
    referee.router = (unit, gone, most, run)


def end_rout(referee):
    """A router who has survived has run all of its way, and stands in no enemy zone."""
    (unit, gone, most, _), referee.router = referee.router, None
    game = referee.game
    referee.expect(gone == most, "HX-ROU-01", lambda: f"{unit} runs {gone} of {most} hexes")
    if gone and game.rules["rout.zoc"] == "active":
        fought = {one for pair in referee.fought for one in pair}
        zones = [one for one in game.zones_at(unit.hex, unit.side) if one.id not in fought]
        referee.expect(not zones, "HX-ROU-04", lambda: f"{unit} ends in the zone of {zones[0]}")


def judge_lost_way(referee, unit, cause, run):
    """HX-ROU-02 to HX-ROU-04: why a router is destroyed on its way."""
    game = referee.game
    ahead = step(unit.hex, run)
    holds = game.board.holds(ahead)
    there = game.at(ahead) if holds else []
    friends = [one for one in there if one.side == unit.side]
    if cause == "blocked":
        due = len(friends) < len(there)
        if friends:
            beyond = step(ahead, run)
            taken = game.board.holds(beyond) and (
                bool(game.at(beyond)) or not may_enter(game, unit, ahead, beyond)[0]
            )
            horse = unit.mounted and unit.type != "mounted-infantry"
            due = due or taken or len(friends) > 1 or horse and (friends[0].mounted or friends[0].guns)
        referee.expect(due, "HX-ROU-03", lambda: f"nothing blocks {unit} in {unit.hex}")
    elif cause == "zone" and game.rules["rout.zoc"] == "active":
        zones = game.zones_at(unit.hex, unit.side) + (game.zones_at(ahead, unit.side) if friends else [])
        referee.expect(bool(zones), "HX-ROU-04", lambda: f"{unit} has run into no zone")
    elif cause == "ground":
        barred = holds and not may_enter(game, unit, unit.hex, ahead)[0]
        referee.expect(barred, "HX-ROU-02", lambda: f"{unit} could go on to {ahead}")


def removed(referee, event):
    """A piece leaves the game."""
    game = referee.game
    unit = referee.unit(event["unit"])
    referee.expect(unit.status not in ("removed", "strayed"), "HX-ROU-06", lambda: f"{unit} is gone")
    if referee.router is not None:
        if event["cause"] in ("blocked", "zone", "ground"):
            judge_lost_way(referee, unit, event["cause"], referee.router[3])
        referee.router = None
    if event["cause"] == "left-board":
        column, row = int(unit.hex[:2]), int(unit.hex[2:])
        edge = row == 1 or column in (1, game.board.columns) or row == game.board.rows - (column % 2 == 0)
        # Over a friend in the edge row it leaves from the hex before.
        edge = edge or any(one.side == unit.side for way in range(6) for one in game.at(step(unit.hex, way)))
        referee.expect(edge, "HX-ROU-06", lambda: f"{unit} leaves the board from {unit.hex}")
    if event["cause"] in ("left-board", "withdrew"):
        force = game.forces[unit.side]
        division = force["groups"][unit.group]["division"] if unit.group < len(force["groups"]) else 0
        retreats = force["retreats"]
        if retreats:
            place = retreats[min(division, len(retreats) - 1)]
            far = distance(event["hex"], place) > int(game.rules["rout.ror-reach"])
            if game.rules["setup.ror-per"] == "division":
                referee.expect(event["strayed"] == far, "R-122", lambda: f"{event['hex']} is far from {place}: {far}")
    else:
        referee.expect(not event["strayed"], "R-122", "only who leaves the board strays")
    if event["cause"] == "captured" and unit.guns:
        unit.holder = "B" if unit.side == "A" else "A"
    game.end_contacts(unit)
    unit.status = "strayed" if event["strayed"] else "removed"
    unit.pending = 0


def rally(referee, event):
    """HX-RAL: what a unit recovers."""
    game, expect, rules = referee.game, referee.expect, referee.game.rules
    unit = referee.unit(event["unit"])
    led = game.commander(unit) is not None
    expect(not game.in_contact(unit), "HX-RAL-07", lambda: f"{unit} is in contact")
    expect(event["hits"] <= unit.hits and event["hits"] >= 0, "HX-RAL-02", lambda: f"{unit} had {unit.hits} hits")
    if rules["rally.timing"] == "end-of-phase" and rules["turn.system"] == "ab":
        expect(unit.side == referee.active, "HX-RAL-01", lambda: f"{unit} recovers in the other half")
    sphere = rules["command.sphere"] != "off"
    referee.rallied.add(unit.id)
    recovers = rules["rally.self"] == "veteran" and unit.grade == "veteran"
    recovers = recovers or (rules["rally.self"] != "none" and unit.rare)
    if not sphere:
        if led and not unit.routed_now:
            if rules["rally.mode"] == "all":
                hits = 0
            elif rules["rally.escalation"] == "flat" and rules["cvs.morale-use"] == "none":
                hits = max(0, unit.hits - 1)
            else:
                hits = event["hits"]
            te = 1 if unit.status == "routed" and game.on("rally.te-on-rally") else 0
            expect(event["hits"] == hits, "HX-RAL-02", lambda: f"{unit} keeps {hits} hits")
            expect(event["te"] == te, "HX-RAL-02", lambda: f"{unit} keeps {te} TE")
            expect(event["rallied"] == (unit.status == "routed"), "HX-RAL-02", lambda: f"{unit} is {unit.status}")
        elif not recovers:
            expect(event["hits"] == unit.hits, "HX-RAL-08", lambda: f"{unit} keeps {unit.hits} hits")
            expect(not event["rallied"], "HX-RAL-06", lambda: f"{unit} rallies by itself")
            expect(not unit.stirred, "HX-RAL-08", lambda: f"{unit} has not rested")
            expect(event["te"] == unit.te - 1, "HX-RAL-08", lambda: f"{unit} had {unit.te} TE")
    unit.hits, unit.te = event["hits"], event["te"]
    if event["rallied"]:
        unit.status = "crew" if unit.off_guns else "steady"
        unit.run = None


def integrity(referee, event):
    """HX-INT-01, HX-INT-02: the loss, and whether a check is due."""
    referee.whole = event["force"] == "whole"
    start, weight = event["start"], int(referee.game.rules["integrity.commander-weight"])
    if not start:
        return
    loss = 100 * (event["removed"] + event["routed"]) / start + weight * max(0, event["commanders_lost"])
    referee.expect(abs(loss - event["loss"]) < 0.01, "HX-INT-01", lambda: f"the loss is {loss:.4f}")
    side = event["side"]
    lost = [one for one in referee.game.commanders.values() if one["side"] == side]
    gone = bool(lost) and all(one["fate"] in ("killed", "captured") for one in lost)
    due = loss >= referee.game.forces[side]["break_point"] or event["supreme_lost"] or gone
    due = due or event["force"] == "whole" or referee.game.rules["integrity.supreme-check"] == "each-turn"
    referee.expect(due, "HX-INT-02", f"no check of {side} is due")


def withdrawal(referee, event):
    """HX-INT-03, R-162: straight back, keeping the facing, as far as nothing is in the way."""
    game, rules = referee.game, referee.game.rules
    unit = referee.unit(event["unit"])
    referee.expect(event["from"] == unit.hex, "HX-INT-03", lambda: f"{unit} stands in {unit.hex}")
    if unit.guns:
        unit.limbered = True
    most = int(rules["integrity.withdrawal"])
    if referee.whole:
        # HX-CMD-15: so many turns of movement.
        most = int(rules["integrity.supreme-turns"]) * unit.allowance(rules)
    way = (0 if unit.side == "B" else 3) if unit.all_round else (unit.facing + 3) % 6
    place = unit.hex
    for _ in range(most):
        ahead = step(place, way)
        if not game.board.holds(ahead) or game.at(ahead) or game.zones_at(ahead, unit.side):
            break
        if not may_enter(game, unit, place, ahead)[0]:
            break
        place = ahead
    referee.expect(event["to"] == place, "HX-INT-03", lambda: f"{unit} withdraws to {place}")
    unit.hex = event["to"]
    unit.stirred = unit.withdrew = unit.moved = unit.busy = True


def points(game):
    """Points of A and of B but for those of objectives and banks."""
    found = {"A": 0, "B": 0}
    for unit in game.units.values():
        other = "B" if unit.side == "A" else "A"
        if unit.combat and not unit.fake:
            far = 2 * int(game.rules["rout.ror-weight"])
            state = "removed" if unit.off_guns and unit.status != "strayed" else unit.status
            found[other] += {"strayed": far, "removed": 2, "routed": 1}.get(state, 0)
        if unit.guns and unit.holder == other:
            found[other] += 1
    for one in game.commanders.values():
        if one["fate"] in ("killed", "captured"):
            found["B" if one["side"] == "A" else "A"] += 1
    if game.bank:
        side, rows = game.bank["side"], game.bank["rows"]
        across = [one for one in game.at_all() if one.side == side and one.combat and one.status == "steady"]
        across = [one for one in across if not one.fake and far_row(game, one) <= rows]
        found[side] += game.bank["points"] if len(across) >= game.bank["units"] else 0
    return found


def far_row(game, unit):
    """The row of a unit counted from the enemy's edge."""
    column, row = int(unit.hex[:2]), int(unit.hex[2:])
    return row if unit.side == "A" else game.board.rows - (column % 2 == 0) - row + 1


def score(referee, event):
    """The count at the end of a turn."""
    game, expect = referee.game, referee.expect
    end_rally(referee)
    found = points(game)
    for objective, holder in zip(game.objectives, event["holders"]):
        stands = [
            one for one in game.at(objective["hex"])
            if one.status == "steady" and one.combat and not one.guns and not one.hidden
        ]
        if stands:
            expect(holder == stands[0].side, "R-167", lambda: f"{stands[0]} stands in {objective['hex']}")
        if holder and objective["side"] in (None, holder):
            found[holder] += objective["points"]
    for index, side in enumerate("AB"):
        expect(event["points"][index] == found[side], "HX-VIC-04", lambda: f"{side} has {found[side]} points")
    if game.rules["integrity.measure"] == "units":
        for index, side in enumerate("AB"):
            units = [one for one in game.units.values() if one.side == side and one.combat and not one.fake]
            out = sum(one.status in ("removed", "strayed", "routed", "crew") for one in units)
            led = [one for one in game.commanders.values() if one["side"] == side]
            lost = sum(one["fate"] in ("killed", "captured") for one in led)
            gained = sum(bool(one.get("gained")) for one in led)
            loss = 100 * out / len(units) + int(game.rules["integrity.commander-weight"]) * max(0, lost - gained)
            if game.rules["integrity.due-units"] == "victory":
                near = abs(loss - event["loss"][index]) < 0.01
                expect(near, "HX-INT-01", lambda: f"the loss of {side} is {loss:.4f}")
    running = referee.broken
    for index, side in enumerate("AB"):
        due = running[index] + 1 if event["loss"][index] >= game.forces[side]["break_point"] - 1e-4 else 0
        expect(event["broken"][index] == due, "HX-VIC-02", lambda: f"{side} is broken at {due} turn ends running")
    referee.broken = list(event["broken"])
    referee.points = event["points"]


def verdict(referee, event):
    """HX-VIC, R-193: who won, and how."""
    game, expect, rules = referee.game, referee.expect, referee.game.rules
    referee.over = True
    expect(event["turns"] == referee.turn, "HX-TRN-11", lambda: f"{referee.turn} turns were played")
    steady = {"A": False, "B": False}
    for one in game.units.values():
        if one.status == "due" or (one.status == "steady" and one.combat):
            steady[one.side] = True
    grace = rules["victory.grace-turns"]
    broken = [grace != "off" and count >= int(grace) for count in referee.broken]
    if not all(steady.values()):
        ending, winner = "wiped-out", next((side for side in "AB" if steady[side]), None)
    elif any(broken):
        ending, winner = "break", None if all(broken) else "AB"[broken.index(False)]
    else:
        ending, winner = "points", None
        limit = int(rules["turn.limit"])
        expect(referee.turn == limit, "HX-TRN-11", lambda: f"the game ends on points before turn {limit}")
    expect(event["ending"] == ending, "R-193", lambda: f"the game ends by {ending}")
    if ending == "points" or all(broken):
        lead = referee.points[0] - referee.points[1]
        if abs(lead) >= max(1, int(rules["victory.draw-margin"])):
            winner = "A" if lead > 0 else "B"
        elif rules["victory.tie"] == "defender":
            winner = event["winner"]
    expect(event["winner"] == winner, "HX-VIC-05", lambda: f"the winner is {winner}")
    for told in event["units"]:
        unit = referee.unit(told["unit"])
        fate = "fake" if unit.fake else unit.status
        expect(told["fate"] == fate, "HX-VIC-03", lambda: f"{unit} is {fate}, not {told['fate']}")
