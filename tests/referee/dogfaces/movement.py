"""Movement Phases: walking, driving, flying, boarding, leaving the map, and Overwatch orders."""

from .attacks import overwatch, watchers
from .board import DIRECTIONS, distance, step


def movement_phase(referee, side):
    """Follows one Movement Phase."""
    game = referee.game
    for unit in game.sides[side]:
        unit.moved = unit.boarded = unit.rode = unit.halted = False
    for foe in game.sides["B" if side == "A" else "A"]:
        foe.watch_fired = False
    while True:
        event, choice = referee.choice(side, "DF-TRN-01")
        if "end" in choice:
            referee.expect(choice["end"] == "movement", "DF-TRN-01", "a Movement Phase ends with `movement`")
            return
        if "move" in choice:
            walk(referee, referee.own(choice["move"], side), event, choice)
        elif "fly" in choice:
            fly(referee, referee.own(choice["fly"], side), choice)
        elif "watch" in choice:
            watch(referee, referee.own(choice["watch"], side))
        elif "stand-down" in choice:
            unit = referee.own(choice["stand-down"], side)
            referee.expect(unit.watching, "DF-OVW-04", f"{unit} is not on Overwatch")
            referee.status(unit, "off-overwatch", "DF-OVW-04")
            unit.watching = False
        else:
            referee.lost("DF-TRN-01", f"no decision of a Movement Phase: {choice}")
        referee.settle()


def watch(referee, unit):
    """A unit goes on Overwatch."""
    game, rules = referee.game, referee.game.rules
    on = sum(friend.watching for friend in game.sides[unit.side])
    referee.expect(on < int(rules["overwatch-limit"]), "DF-OVW-01", lambda: f"{unit} is one too many on Overwatch")
    referee.expect(unit.ready and not unit.watching, "DF-OVW-02", lambda: f"{unit} is {unit.fate()}")
    led = unit.kind.leader > 0 or game.leaders_over(unit)
    referee.expect(led, "DF-OVW-02", lambda: f"no ready leader has {unit} in range")
    referee.expect(
        not unit.moved or rules["overwatch-after-move"] == "yes", "DF-OVW-03", lambda: f"{unit} has moved this turn"
    )
    referee.expect(not unit.aboard, "DF-OVW-13", lambda: f"{unit} is riding")
    referee.status(unit, "overwatch", "DF-OVW-01")
    unit.watching = True


def may_start(referee, unit, flying):
    """What holds for any move of one's own: ready, not moved yet, getting off allowed."""
    game, rules = referee.game, referee.game.rules
    referee.expect(unit.alive, "DF-RES-08", lambda: f"{unit} is gone")
    if not unit.alive:
        referee.lost("DF-RES-08", f"{unit} cannot be followed")
    referee.expect(not unit.stunned, "DF-MOV-05", lambda: f"{unit} is Stunned")
    referee.expect(not unit.moved, "DF-MOV-01", lambda: f"{unit} has moved already")
    if unit.kind.jet and not flying:
        referee.expect(rules["jet-may-walk"] == "yes", "DF-MOV-08", lambda: f"{unit} may not walk (R-09)")
    if unit.aboard and unit.rode:
        allowed = rules["dismount-after-ride"]
        referee.expect(
            allowed == "full" or (allowed == "unless-zoc" and not unit.aboard.halted),
            "DF-VEH-09",
            lambda: f"{unit} may not get off {unit.aboard} after this ride",
        )
    carried = [rider for rider in game.riders(unit) if rider.boarded]
    referee.expect(not carried, "DF-VEH-08", lambda: f"{carried} boarded {unit} this turn and cannot be carried yet")


def may_step(referee, unit, start, end, last):
    """Judges one step of a walk, and returns its cost in half units."""
    game = referee.game
    referee.expect(end in game.board, "DF-MOV-07", lambda: f"{end} is off the map")
    if end not in game.board:
        referee.lost("DF-MOV-07", f"{unit} cannot be followed")
    referee.expect(distance(start, end) == 1, "DF-MOV-01", lambda: f"{unit} jumps from {start} to {end}")
    cost = game.cost(unit.kind, start, end)
    referee.expect(
        cost is not None, "DF-TER-03" if unit.kind.vehicle else "DF-TER-06", lambda: f"{unit} may not enter {end}"
    )
    there = [other for other in game.at(end) if other is not unit]
    referee.expect(
        all(other.side == unit.side for other in there), "DF-MOV-04", lambda: f"{unit} enters the hex of an enemy, {end}"
    )
    if not last:
        plugged = there and game.board.terrain[end].no_passing
        referee.expect(not plugged, "DF-TER-07", lambda: f"{unit} passes {there} on the bridge {end}")
    return cost or 0


def may_stop(game, unit, place, boarding=True):
    """Whether a unit may end its move in a hex: empty, or, for a soldier, a ready friendly vehicle with room."""
    there = [other for other in game.at(place) if other is not unit]
    if game.entry(unit.kind, place) is None:
        return False
    return not there or (boarding and may_board(game, unit, there))


def may_board(game, unit, there):
    """Whether a soldier may board what stands in a hex (DF-VEH-07, R-61)."""
    return (
        len(there) == 1
        and there[0].side == unit.side
        and there[0].ready
        and not unit.kind.vehicle
        and len([rider for rider in game.riders(there[0]) if rider is not unit]) < there[0].kind.capacity
    )


def set_off(referee, unit, kept):
    """Leaves Overwatch and a vehicle: the events before a move."""
    if unit.watching:
        referee.status(unit, "off-overwatch", "DF-OVW-04")
        unit.watching = False
    if unit.aboard:
        referee.status(unit, "gets-off", "DF-VEH-09")
        unit.aboard = None
        referee.game.standing.setdefault(unit.hex, []).append(unit)
    unit.moved = True
    for rider in kept:
        rider.rode = True


def walk(referee, unit, event, choice):
    """A walk or drive, with the pieces into which Overwatch cuts it."""
    game = referee.game
    path = [tuple(place) for place in choice["path"]]
    leaves = choice["exit"]
    may_start(referee, unit, flying=False)
    referee.expect(path[0] == unit.hex, "DF-MOV-01", lambda: f"{unit} starts at {unit.hex}, not {path[0]}")
    referee.expect(len(path) > 1 or leaves, "DF-MOV-01", "a move without a step")
    carrier = unit.aboard
    riders = game.riders(unit)
    set_off(referee, unit, riders)

    def cost_of(index):
        return may_step(referee, unit, path[index - 1], path[index], index == len(path) - 1 and not leaves)

    def ends(index):
        # Zones stop a mover in the first hex that they reach (DF-ZOC-01); a plan goes no further.
        if index and (index < len(path) - 1 or leaves):
            stoppers = game.zone_at(unit, path[index])
            rule = "DF-ZOC-01" if index < len(path) - 1 else "DF-SCN-03"
            referee.expect(not stoppers, rule, lambda: f"{unit} goes on from {path[index]}, next to {stoppers}")

    done, spent, stopped = follow(referee, unit, "move", path, leaves, cost_of, ends, riders)
    if done is None:
        return
    if stopped:
        put_back(referee, unit, path[: done + 1], carrier)
    unit.halted = bool(done and game.zone_at(unit, path[done])) if unit.alive else False
    if not unit.alive or stopped:
        return
    referee.expect(spent <= unit.kind.move, "DF-MOV-01", lambda: f"{unit} pays {spent / 2} of {unit.kind.move / 2}")
    there = [other for other in game.at(unit.hex) if other is not unit]
    if there and may_board(game, unit, there):
        board(referee, unit, there[0])
    else:
        referee.expect(not there, "DF-MOV-03", lambda: f"{unit} stops on {there}")


def board(referee, unit, carrier):
    """A soldier boards the vehicle in whose hex his move ends."""
    referee.status(unit, "boards", "DF-VEH-07", aboard=carrier)
    referee.game.board_unit(unit, carrier)
    unit.boarded = True


def fly(referee, unit, choice):
    """A flight (DF-MOV-08, DF-MOV-09)."""
    game = referee.game
    may_start(referee, unit, flying=True)
    referee.expect(bool(unit.kind.jet), "DF-MOV-08", lambda: f"{unit} has no jet")
    if not unit.kind.jet or choice["direction"] not in DIRECTIONS:
        referee.lost("DF-MOV-08", f"no flight: {choice}")
    least, most = unit.kind.jet
    length = choice["length"]
    path = [unit.hex]
    for _ in range(length):
        path.append(step(path[-1], choice["direction"]))
    stopping = game.rules["jet-zoc"] == "stops"
    referee.expect(1 <= length <= most, "DF-MOV-08", lambda: f"{unit} flies {length} hexes")
    if path[-1] not in game.board:
        referee.lost("DF-MOV-07", f"{unit} flies off the map to {path[-1]}")
    if length < least:
        referee.expect(
            stopping and game.zone_at(unit, path[-1]),
            "DF-MOV-08",
            lambda: f"{unit} flies {length} hexes and no zone stops it",
        )
    referee.expect(
        may_stop(game, unit, path[-1], boarding=False), "DF-MOV-09", lambda: f"{unit} may not stand in {path[-1]}"
    )
    carrier = unit.aboard
    set_off(referee, unit, [])

    def cost_of(index):
        foes = [other for other in game.at(path[index]) if other.side != unit.side]
        referee.expect(
            not (stopping and foes), "DF-MOV-04", lambda: f"{unit} flies through the hex of an enemy, {path[index]}"
        )
        return 2

    def ends(index):
        if index < length and stopping:
            stoppers = game.zone_at(unit, path[index])
            referee.expect(not stoppers, "DF-ZOC-03", lambda: f"{unit} flies on from {path[index]} past {stoppers}")

    done, _, stopped = follow(referee, unit, "flight", path, False, cost_of, ends, [])
    if stopped:
        put_back(referee, unit, path[: done + 1], carrier)


def follow(referee, unit, kind, path, leaves, cost_of, ends, riders):
    """Follows the pieces of a move along its planned path.

    Returns the index of the hex in which it ended, the half units paid, and whether Overwatch fire ended it; the index is
    None when the unit has left the map.
    """
    game = referee.game
    done = spent = 0
    while True:
        event = referee.take("move", "DF-MOV-01")
        piece = [tuple(place) for place in event["path"]]
        referee.expect(event["kind"] == kind and event["unit"] == unit.id, "DF-MOV-01", f"not the {kind} of {unit}")
        planned = path[done : done + len(piece)]
        referee.expect(piece == planned, "DF-MOV-01", lambda: f"{unit} goes {piece}, its plan was {planned}")
        if piece != planned:
            referee.lost("DF-MOV-01", f"{unit} leaves its path")
        for index in range(done + 1, done + len(piece)):
            spent += cost_of(index)
            game.put(unit, path[index])
            if index < done + len(piece) - 1:
                able = watchers(game, unit, path[index - 1])
                referee.expect(not able, "DF-OVW-05", lambda: f"{able} could fire at {unit} in {path[index]}, unasked")
                ends(index)
        entered = len(piece) > 1
        done += len(piece) - 1
        out = leaves and event["exit"]
        if out:
            referee.expect(done == len(path) - 1, "DF-SCN-03", lambda: f"{unit} leaves the map before its path ends")
            spent += may_leave(referee, unit)
        referee.expect(event["exit"] == out, "DF-MOV-07", lambda: f"{unit} leaves the map unannounced")
        referee.expect(event["cost"] * 2 == spent, "DF-MOV-06", lambda: f"cost {event['cost']}, is {spent / 2}")
        names = [rider.id for rider in riders]
        referee.expect(event["riders"] == names, "DF-VEH-08", lambda: f"carries {event['riders']}, aboard are {names}")
        if out:
            able = watchers(game, unit, path[done - 1]) if entered else []
            referee.expect(not able, "DF-OVW-05", lambda: f"{able} could fire at {unit} in {path[done]}, unasked")
            ends(done)
            depart(referee, unit, riders)
            return None, spent, False
        if entered and overwatch(referee, unit, path[done - 1]):
            return done, spent, True
        if done < len(path) - 1 or leaves:
            ends(done)
            continue
        return done, spent, False


def may_leave(referee, unit):
    """Judges a step off the map (DF-SCN-03), and returns its cost in half units."""
    game = referee.game
    referee.expect(
        game.scenario == "breakthrough" and unit.side == "A" and unit.hex[1] == 0,
        "DF-SCN-03",
        lambda: f"{unit} leaves the map from {unit.hex}",
    )
    return game.codex.numbers["exit-cost"]


def depart(referee, unit, riders):
    """A unit has left the map unharmed, and those who ride in it."""
    left = [unit, *riders]
    while left:
        event = referee.take("removed", "DF-SCN-03")
        one = referee.unit(event["unit"])
        referee.expect(one in left and event["cause"] == "left-map", "DF-SCN-03", lambda: f"{left} have left the map")
        if one not in left:
            referee.lost("DF-SCN-03", "those who leave cannot be followed")
        left.remove(one)
        referee.game.remove(one, "left-map")


def put_back(referee, unit, path, carrier):
    """A mover whom Overwatch fire stopped may stand where it may not stop (DF-OVW-10, R-56)."""
    game = referee.game
    if not unit.alive or unit.hex != path[-1]:
        return
    here = [other for other in game.at(unit.hex) if other is not unit]
    if not here and game.entry(unit.kind, unit.hex) is not None:
        return
    event = referee.peek()
    if event and event["event"] == "status" and event["status"] == "boards":
        # He was to end his move there, in a vehicle: that is a hex where he may stop.
        referee.expect(may_board(game, unit, here), "DF-VEH-07", lambda: f"{unit} may not board {here}")
        board(referee, unit, here[0])
        return
    event = referee.take("move", "DF-OVW-10")
    referee.expect(
        event["kind"] == "put-back" and event["unit"] == unit.id, "DF-OVW-10", lambda: f"{unit} should be put back"
    )
    allowed = [place for place in path[:-1] if may_stop(game, unit, place, boarding=False)]
    if carrier and not allowed:
        allowed = [path[0]]
    place = tuple(event["path"][-1])
    referee.expect(
        allowed and place == allowed[-1], "DF-OVW-10", lambda: f"{unit} put back to {place}, the path allows {allowed}"
    )
    game.put(unit, place)
    if carrier and place == path[0] and carrier in game.at(place):
        # He rides again; he was aboard when the phase began, so that he may still be carried.
        referee.status(unit, "boards", "DF-OVW-10", aboard=carrier)
        game.board_unit(unit, carrier)
