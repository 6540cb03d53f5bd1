"""Falsified moves. Each function returns whether the game gave occasion for it."""

import math

from .tape import any_event, any_move, falsification, find_all, pick_any, told_units


@falsification
def mover_half_an_inch_too_far(events, rng):
    one = any_move(events, rng, "tactical")
    if not one:
        return False
    base = one["units"][0]["path"][-1]
    base[0] += 0.5 * math.sin(math.radians(base[2]))
    base[1] += 0.5 * math.cos(math.radians(base[2]))
    return True


@falsification
def mover_beyond_its_speed(events, rng):
    """Choice and move agree, but lead too far."""
    found = [i for i in find_all(events, "move", kind="tactical") if events[i - 1]["event"] == "choice"]
    found = [i for i in found if isinstance(events[i - 1]["choice"].get("path"), dict)]
    found = [i for i in found if (events[i - 1]["choice"]["path"].get("second") or 0) > 0.1]
    i = pick_any(rng, found)
    if i is None:
        return False
    more = 9.0
    events[i - 1]["choice"]["path"]["second"] += more
    events[i]["length"] += more
    base = events[i]["units"][0]["path"][-1]
    base[0] += more * math.sin(math.radians(base[2]))
    base[1] += more * math.cos(math.radians(base[2]))
    return True


@falsification
def mover_aside(events, rng):
    one = any_move(events, rng, "tactical", "group", "entry")
    if not one:
        return False
    base = one["units"][0]["path"][-1]
    base[0] += 0.1 * math.cos(math.radians(base[2]))
    base[1] -= 0.1 * math.sin(math.radians(base[2]))
    return True


@falsification
def facing_wrong(events, rng):
    one = any_move(events, rng, "tactical", "group", "entry", "door", "recoil")
    if not one:
        return False
    one["units"][0]["path"][-1][2] += 10
    return True


@falsification
def start_elsewhere(events, rng):
    one = any_move(events, rng, "tactical", "group", "recoil", "push")
    if not one:
        return False
    one["units"][0]["path"][0][0] += 0.3
    return True


@falsification
def free_move(events, rng):
    one = any_event(events, rng, "move", lambda one: one["cost"] > 0)
    if one:
        one["cost"] = 0
    return bool(one)


@falsification
def too_many_moves(events, rng):
    """The die showed less than was spent."""
    spent, last, found = 0, None, []
    for one in events:
        if one["event"] == "command":
            last, spent = one, 0
        elif one["event"] == "move":
            spent += one["cost"]
            if spent > 1 and last not in found:
                found.append(last)
    one = pick_any(rng, found)
    if not one:
        return False
    one["dice"], one["points"] = [1], 1
    return True


@falsification
def moves_twice(events, rng):
    found = [i for i in find_all(events, "move", kind="tactical") if "move" in events[i - 1].get("choice", {})]
    found = [i for i in found if events[i + 1]["event"] == "choice"]
    i = pick_any(rng, found)
    if i is None:
        return False
    again = dict(events[i - 1])
    after = dict(events[i])
    again["choice"] = {**again["choice"], "path": {"first": 0.0, "facing": None, "second": 0.0}, "foe": None, "join": None}
    end = after["units"][0]["path"][-1]
    after["units"] = [{**after["units"][0], "path": [end, end]}]
    after["length"] = 0.0
    made = type(events[i])
    for one, like in ((after, events[i]), (again, events[i - 1])):
        fresh = made(one)
        fresh.line = like.line
        events.insert(i + 1, fresh)
    return True


@falsification
def removed_unit_moves(events, rng):
    """One that is gone goes on."""
    gone, found = set(), []
    for i, one in enumerate(events):
        if one["event"] == "removed":
            gone.add(one["unit"])
        if one["event"] == "choice" and "move" in one["choice"]:
            lost = [name for name in gone if name[0] == one["side"]]
            if lost:
                found.append((i, lost))
    pick = pick_any(rng, found)
    if not pick:
        return False
    i, lost = pick
    name = rng.choice(sorted(lost))
    events[i]["choice"]["move"] = name
    for one in events[i + 1 : i + 2]:
        if one["event"] == "move":
            one["units"][0]["unit"] = name
    return True


@falsification
def door_left_open(events, rng):
    i = pick_any(rng, find_all(events, "move", kind="door"))
    if i is None:
        return False
    del events[i]
    return True


@falsification
def door_askew(events, rng):
    one = any_move(events, rng, "door")
    if one:
        one["units"][0]["path"][-1][0] += 0.07
    return bool(one)


@falsification
def enemy_does_not_turn(events, rng):
    found = [i for i in find_all(events, "move", kind="face") if events[i - 1]["event"] == "move"]
    found = [i for i in found if events[i]["units"][0]["unit"][0] != events[i - 1]["units"][0]["unit"][0]]
    i = pick_any(rng, found)
    if i is None:
        return False
    del events[i]
    return True


@falsification
def member_left_behind(events, rng):
    """A member of a Group that has come along is said to have stayed."""
    found = [i for i in find_all(events, "move", kind="group") if len(events[i]["units"]) > 1]
    found = [i for i in found if events[i + 1]["event"] != "move"]
    one = events[pick_any(rng, found)] if found else None
    if not one:
        return False
    one["behind"].append(one["units"].pop()["unit"])
    return True


@falsification
def stranger_in_the_group(events, rng):
    found = [i for i in find_all(events, "move", kind="group") if events[i - 1]["event"] == "choice"]
    i = pick_any(rng, found)
    if i is None:
        return False
    members = events[i - 1]["choice"]["march"]
    others = [u["id"] for u in told_units(events) if u["id"][0] == members[0][0] and u["id"] not in members]
    if not others:
        return False
    members.append(rng.choice(others))
    return True


@falsification
def cheaper_wheel(events, rng):
    """A wheel is measured too short."""
    found = [i for i in find_all(events, "move", kind="group") if events[i - 1]["event"] == "choice"]
    found = [i for i in found if any("wheel" in leg for leg in events[i - 1]["choice"]["route"])]
    i = pick_any(rng, found)
    if i is None:
        return False
    events[i]["length"] = round(events[i]["length"] * 0.7, 4)
    return True


@falsification
def passenger_forgotten(events, rng):
    one = any_event(events, rng, "move", lambda one: any(unit["riders"] for unit in one["units"]))
    if not one:
        return False
    next(unit for unit in one["units"] if unit["riders"])["riders"].pop()
    return True


@falsification
def gets_off_too_far_away(events, rng):
    found = [i for i in find_all(events, "move", kind="off") if "disembark" in events[i - 1].get("choice", {})]
    i = pick_any(rng, found)
    if i is None:
        return False
    for at in (events[i - 1]["choice"]["at"], events[i]["units"][0]["path"][-1]):
        at[1] += 0.4 if at[1] < 12 else -0.4
    return True


@falsification
def enters_from_the_enemy_edge(events, rng):
    one = any_event(events, rng, "choice", lambda one: "enter" in one["choice"])
    if not one:
        return False
    one["choice"]["edge"] = "north" if one["side"] == events[0]["aggressor"] else "south"
    return True
