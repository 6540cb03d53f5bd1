"""Falsified attacks, checks and losses. Each function returns whether the game gave occasion for it."""

import math

from .tape import any_event, any_move, falsification, find_all, pick_any, told_units


def _attack(events, rng, *kinds, fits=lambda one: True):
    return any_event(events, rng, "attack", lambda one: (not kinds or one["kind"] in kinds) and fits(one))


@falsification
def attack_die_changed(events, rng):
    one = _attack(events, rng)
    if one:
        one["dice"][0] = one["dice"][0] % 6 + 1
    return bool(one)


@falsification
def defence_die_changed(events, rng):
    one = _attack(events, rng)
    if one:
        one["dice"][1] = one["dice"][1] % 6 + 1
    return bool(one)


@falsification
def third_die(events, rng):
    one = _attack(events, rng)
    if one:
        one["dice"].append(3)
    return bool(one)


@falsification
def modifier_left_out(events, rng):
    one = _attack(events, rng, fits=lambda one: one["attack-modifiers"])
    if one:
        gone = one["attack-modifiers"].pop()
        one["totals"][0] -= gone["value"]
    return bool(one)


@falsification
def supporter_invented(events, rng):
    one = _attack(events, rng, "ranged", "close", fits=lambda one: not one["supports"])
    if not one:
        return False
    others = [u["id"] for u in told_units(events) if u["id"][0] == one["attacker"][0] and u["id"] != one["attacker"]]
    if not others:
        return False
    name = rng.choice(others)
    i = next(i for i, other in enumerate(events) if other is one)
    while events[i]["event"] != "choice":
        i -= 1
    events[i]["choice"]["supports"].append(name)
    one["supports"].append(name)
    one["attack-modifiers"].append({"name": "support", "value": 2})
    one["totals"][0] += 2
    return True


@falsification
def result_better(events, rng):
    worse = {"no-effect": "shaken", "shaken": "destroyed", "destroyed": "no-effect", "recoils": "holds", "stands": "destroyed"}
    one = _attack(events, rng, fits=lambda one: one["result"] in worse)
    if one:
        one["result"] = worse[one["result"]]
    return bool(one)


@falsification
def optimal_wrong(events, rng):
    one = _attack(events, rng)
    if one:
        one["optimal"] = not one["optimal"]
    return bool(one)


@falsification
def cover_wrong(events, rng):
    one = _attack(events, rng, "ranged")
    if one:
        one["cover"] = not one["cover"]
    return bool(one)


@falsification
def distance_wrong(events, rng):
    one = _attack(events, rng, "ranged", "building-ranged")
    if one:
        one["distance"] += 0.1
    return bool(one)


def _retarget(events, rng, key, kinds, choose):
    """Gives an attack another attacker or target, in choice and attack."""
    found = []
    for i in find_all(events, "attack"):
        if events[i]["kind"] in kinds and events[i - 1]["event"] == "choice":
            found.append(i)
    i = pick_any(rng, found)
    if i is None:
        return False
    name = choose(events, events[i], i)
    if name is None:
        return False
    word = {"attacker": "fire" if "fire" in events[i - 1]["choice"] else "fight", "target": "target"}[key]
    events[i - 1]["choice"][word] = name
    events[i][key] = name
    return True


@falsification
def another_target(events, rng):
    def choose(events, one, i):
        others = [u["id"] for u in told_units(events) if u["id"][0] == one["target"][0] and u["id"] != one["target"]]
        return pick_any(rng, others)

    return _retarget(events, rng, "target", ("ranged", "close"), choose)


@falsification
def another_attacker(events, rng):
    def choose(events, one, i):
        others = [u["id"] for u in told_units(events) if u["id"][0] == one["attacker"][0] and u["id"] != one["attacker"]]
        return pick_any(rng, others)

    return _retarget(events, rng, "attacker", ("ranged", "close"), choose)


@falsification
def shoots_at_own_side(events, rng):
    def choose(events, one, i):
        return pick_any(rng, [u["id"] for u in told_units(events) if u["id"][0] == one["attacker"][0]])

    return _retarget(events, rng, "target", ("ranged",), choose)


@falsification
def attack_told_twice(events, rng):
    found = [i for i in find_all(events, "attack", kind="ranged") if events[i - 1]["event"] == "choice"]
    found = [i for i in found if events[i]["result"] == "no-effect"]
    i = pick_any(rng, found)
    if i is None:
        return False
    events[i + 1 : i + 1] = [events[i - 1], events[i]]
    return True


@falsification
def shot_in_the_movement_phase(events, rng):
    found = [i for i in find_all(events, "attack", kind="ranged") if events[i - 1]["event"] == "choice"]
    i = pick_any(rng, [i for i in found if events[i]["result"] == "no-effect"])
    if i is None:
        return False
    phase = max(j for j in range(i) if events[j]["event"] == "phase")
    pair = events[i - 1 : i + 1]
    del events[i - 1 : i + 1]
    events[phase - 1 : phase - 1] = pair
    return True


@falsification
def marker_stays(events, rng):
    found = find_all(events, "status", status="recovered")
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def marker_forgotten(events, rng):
    found = find_all(events, "status", status="shaken")
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def check_forgotten(events, rng):
    found = find_all(events, "check")
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def check_die_changed(events, rng):
    one = any_event(events, rng, "check")
    if one:
        one["dice"] = [7 - one["dice"][0]]
        target = one["target-number"]
        return (one["dice"][0] >= target) != one["passed"]
    return False


@falsification
def loss_forgotten(events, rng):
    found = [i for i in find_all(events, "removed") if events[i]["cause"] in ("shot", "close", "recoil", "artillery")]
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def another_is_lost(events, rng):
    one = any_event(events, rng, "removed")
    if not one:
        return False
    others = [u["id"] for u in told_units(events) if u["id"][0] == one["unit"][0] and u["id"] != one["unit"]]
    if others:
        one["unit"] = rng.choice(others)
    return bool(others)


@falsification
def flankers_wrong(events, rng):
    one = _attack(events, rng, "close")
    if not one:
        return False
    if one["flankers"]:
        one["flankers"].pop()
    else:
        one["flankers"].append(one["attacker"])
    one["flanked"] = bool(one["flankers"])
    return True


@falsification
def way_back_wrong(events, rng):
    one = _attack(events, rng, "close")
    if not one:
        return False
    one["way-back"] = not one["way-back"]
    return True


@falsification
def recoil_too_short(events, rng):
    one = any_move(events, rng, "recoil")
    if not one:
        return False
    path = one["units"][0]["path"]
    if math.hypot(path[-1][0] - path[0][0], path[-1][1] - path[0][1]) < 0.3:
        return False
    path[-1][0] = (path[0][0] + path[-1][0]) / 2
    path[-1][1] = (path[0][1] + path[-1][1]) / 2
    return True


@falsification
def push_left_out(events, rng):
    found = find_all(events, "move", kind="push")
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def recoil_left_out(events, rng):
    found = find_all(events, "move", kind="recoil")
    found = [i for i in found if math.dist(events[i]["units"][0]["path"][0][:2], events[i]["units"][0]["path"][-1][:2]) > 0.05]
    if found:
        del events[pick_any(rng, found)]
    return bool(found)
