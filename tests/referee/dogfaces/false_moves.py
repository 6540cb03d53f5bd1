"""Falsified moves and Overwatch orders."""

from .board import distance
from .tape import CODEX, chooses


def whole_moves(tape):
    """Indices of choices to walk that are followed by the whole move, without an end that changes anything else."""
    found = []
    for index, one in enumerate(tape.events[:-2]):
        if chooses("move")(one) and not one["choice"]["exit"]:
            after = tape.events[index + 1]
            if after["event"] == "move" and after["path"] == one["choice"]["path"] and len(after["path"]) > 1:
                found.append(index)
    tape.rng.shuffle(found)
    return found


def extend(tape, index, place, cost):
    """Makes a move one hex longer."""
    tape.events[index]["choice"]["path"].append(place)
    tape.events[index + 1]["path"] = list(tape.events[index]["choice"]["path"])
    tape.events[index + 1]["cost"] += cost
    return tape.line(index)


def one_hex_too_far(tape):
    """A mover who has used up his move units goes on into open ground."""
    for index in whole_moves(tape):
        one = tape.events[index + 1]
        if one["cost"] * 2 != CODEX.kinds[tape.kinds[one["unit"]]].move:
            continue
        taken = [unit["hex"] for unit in tape.position(index).values()]
        for place in tape.near(one["path"][-1]):
            if tape.place(place) in tape.plain and tape.place(place) != "road" and place not in taken:
                return extend(tape, index, place, 1.0)
    return 0


def past_a_zone(tape):
    """A mover goes on from a hex next to an enemy."""
    if tape.rules["zoc-negated-by"] or tape.rules["stunned-zoc"] == "no":
        return 0
    for index in whole_moves(tape)[:80]:
        one = tape.events[index + 1]
        if one["cost"] * 2 > CODEX.kinds[tape.kinds[one["unit"]]].move - 2:
            continue
        units = tape.position(index)
        here = [unit for unit in units.values() if unit["state"] != "gone"]
        foes = [unit for name, unit in units.items() if unit in here and name[0] != one["unit"][0]]
        if not any(distance(tuple(foe["hex"]), tuple(one["path"][-1])) == 1 for foe in foes):
            continue
        for place in tape.near(one["path"][-1]):
            if tape.place(place) in tape.plain - {"road"} and place not in [unit["hex"] for unit in here]:
                return extend(tape, index, place, 1.0)
    return 0


def onto(side):
    """A mover ends his move on a friend on foot, or goes into the hex of an enemy."""

    def falsify(tape):
        for index in whole_moves(tape)[:80]:
            one = tape.events[index + 1]
            for name, unit in tape.position(index).items():
                friend = name[0] == one["unit"][0]
                if friend != (side == "friend") or name == one["unit"] or unit["state"] == "gone" or unit["aboard"]:
                    continue
                if tape.kinds[name][:3] in ("lcv", "mcv") or distance(tuple(unit["hex"]), tuple(one["path"][-2])) != 1:
                    continue
                tape.events[index]["choice"]["path"][-1] = unit["hex"]
                one["path"] = list(tape.events[index]["choice"]["path"])
                return tape.line(index)
        return 0

    return falsify


def jump(tape):
    """A mover ends two hexes away from where his last step began."""
    for index in whole_moves(tape):
        path = tape.events[index]["choice"]["path"]
        far = [place for near in tape.near(path[-1]) for place in tape.near(near)]
        far = [place for place in far if distance(tuple(place), tuple(path[-2])) == 3]
        if far:
            path[-1] = tape.rng.choice(far)
            tape.events[index + 1]["path"] = list(path)
            return tape.line(index)
    return 0


def into_water(tape):
    """A mover ends in a hex that he may not enter."""
    for index in whole_moves(tape):
        path = tape.events[index]["choice"]["path"]
        water = [place for place in tape.near(path[-2]) if tape.place(place) == "water-river"]
        if water:
            path[-1] = tape.rng.choice(water)
            tape.events[index + 1]["path"] = list(path)
            return tape.line(index)
    return 0


def moves_again(tape):
    """A unit walks back where it came from."""
    for index in whole_moves(tape):
        one = tape.events[index + 1]
        if tape.events[index + 2]["event"] == "choice" and "hold" not in tape.events[index + 2]["choice"]:
            path = one["path"][::-1]
            return tape.insert(
                index + 2,
                {**tape.events[index], "choice": {"move": one["unit"], "path": path, "exit": False}},
                {**one, "path": path},
            )
    return 0


def acts_when(state):
    """A unit that is Stunned or gone moves one hex."""

    def falsify(tape):
        ends = [index for index, one in enumerate(tape.events) if chooses("end")(one)]
        tape.rng.shuffle(ends)
        for index in ends[:40]:
            side = tape.events[index]["side"]
            if tape.events[index]["choice"]["end"] != "movement":
                continue
            units = tape.position(index)
            for name, unit in units.items():
                if name[0] != side or unit["state"] != state or unit["aboard"]:
                    continue
                for place in tape.near(unit["hex"]):
                    if place not in [other["hex"] for other in units.values()] and tape.place(place) in tape.plain:
                        path = [unit["hex"], place]
                        return tape.insert(
                            index,
                            {"event": "choice", "side": side, "choice": {"move": name, "path": path, "exit": False}},
                            {"event": "move", "kind": "move", "unit": name, "path": path, "cost": 1.0}
                            | {"riders": [], "exit": False},
                        )
        return 0

    return falsify


def cheaper(one, tape):
    one["cost"] -= 0.5


def no_riders(one, tape):
    one["riders"] = []


# Overwatch.


def watches_when(holds):
    """A unit goes on Overwatch that may not: `holds` says which, of position, name and side."""

    def falsify(tape):
        ends = [index for index, one in enumerate(tape.events) if chooses("end")(one)]
        tape.rng.shuffle(ends)
        for index in ends[:40]:
            if tape.events[index]["choice"]["end"] != "movement":
                continue
            units = tape.position(index)
            side = tape.events[index]["side"]
            for name, unit in units.items():
                if name[0] == side and unit["state"] != "gone" and not unit["aboard"] and holds(tape, units, name):
                    return tape.insert(
                        index,
                        {"event": "choice", "side": side, "choice": {"watch": name}},
                        {"event": "status", "unit": name, "status": "overwatch", "hex": unit["hex"], "aboard": None},
                    )
        return 0

    return falsify


def too_many(tape, units, name):
    on = [other for other, unit in units.items() if other[0] == name[0] and unit["state"] == "overwatch"]
    return units[name]["state"] == "ready" and len(on) >= int(tape.rules["overwatch-limit"])


def leaderless(tape, units, name):
    if units[name]["state"] != "ready" or int(tape.rules["overwatch-limit"]) == 0:
        return False
    for other, unit in units.items():
        reach = CODEX.kinds[tape.kinds[other]].leader
        if other[0] == name[0] and reach and unit["state"] != "gone":
            if distance(tuple(unit["hex"]), tuple(units[name]["hex"])) <= 3:
                return False
    return True


def stunned(tape, units, name):
    return units[name]["state"] == "stunned"


def unwatched(tape):
    """Somebody fires on Overwatch who never went on it."""
    index = tape.pick(lambda one: one["event"] == "attack" and one["kind"] == "overwatch")
    if index is None:
        return 0
    name = tape.events[index]["attackers"][0]["unit"]
    orders = [
        number
        for number in range(index)
        if chooses("watch")(tape.events[number]) and tape.events[number]["choice"]["watch"] == name
    ]
    return tape.delete(orders[-1], 2)


def held_anew(tape):
    """The watchers are asked a second time for the same hex."""
    index = tape.pick(chooses("hold"))
    return tape.insert(index, dict(tape.events[index])) if index is not None else 0
