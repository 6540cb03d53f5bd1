"""Falsifications: changes to a sound trace that break a rule. Each function returns whether the game gave occasion for it."""

import json
import math


def _all(events, name, **fields):
    """Indices of the events with a name and fields."""
    return [
        i
        for i, one in enumerate(events)
        if one["event"] == name and all(one.get(key) == value for key, value in fields.items())
    ]


def _pick(rng, found):
    return rng.choice(found) if found else None


def _one(events, rng, name, fits=lambda one: True, **fields):
    """A random event that fits, or None."""
    return _pick(rng, [events[i] for i in _all(events, name, **fields) if fits(events[i])])


def _units(events):
    """What the first line tells of every unit."""
    return [unit for force in events[0]["forces"] for unit in force["units"]]


FALSIFICATIONS = {}


def falsification(function):
    """Offers a falsification; it returns the line of the first event changed, or 0 without occasion."""

    def changed(events, rng):
        before = [json.dumps(one) for one in events]
        if not function(events, rng):
            return 0
        for old, one in zip(before, events):
            if old != json.dumps(one):
                return max(one.line, 1)
        return events[-1].line

    FALSIFICATIONS[function.__name__.replace("_", "-")] = changed
    return function


# Set-up.


@falsification
def one_element_dearer(events, rng):
    _pick(rng, _units(events))["cost"] += 1
    return True


@falsification
def force_value_wrong(events, rng):
    _pick(rng, events[0]["forces"])["value"] += 1
    return True


@falsification
def two_commanders(events, rng):
    unit = _pick(rng, [unit for unit in _units(events) if not unit["commander"]])
    if unit:
        unit["commander"] = True
    return bool(unit)


@falsification
def another_aggressor(events, rng):
    events[0]["aggressor"] = "B" if events[0]["aggressor"] == "A" else "A"
    return True


@falsification
def roll_off_winner_wrong(events, rng):
    one = _one(events, rng, "setup", what="roll-off")
    if one:
        one["winner"] = "B" if one["winner"] == "A" else "A"
    return bool(one)


@falsification
def feature_moved(events, rng):
    if not any("feature" in one["choice"] and one["choice"]["feature"] != "none" for one in events if one["event"] == "choice"):
        return False
    feature = _pick(rng, events[0]["table"]["terrain"])
    if not feature:
        return False
    if "centre" in feature:
        feature["centre"][0] += 0.2
    else:
        feature["points"][0][0] += 0.2
    return True


@falsification
def deployed_too_far(events, rng):
    one = _one(events, rng, "choice", lambda one: "deploy" in one["choice"])
    if not one:
        return False
    one["choice"]["at"][1] = 12.5 if one["side"] == events[0]["aggressor"] else 11.5
    return True


@falsification
def deployed_onto_another(events, rng):
    found = [e for e in events if e["event"] == "choice" and "deploy" in e["choice"]]
    if len(found) < 2:
        return False
    first, second = rng.sample(found, 2)
    second["choice"]["at"][:2] = [first["choice"]["at"][0] + 0.5, first["choice"]["at"][1]]
    return True


@falsification
def deployment_left_out(events, rng):
    found = _all(events, "choice")
    found = [i for i in found if "deploy" in events[i]["choice"]]
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def artillery_on_other_member(events, rng):
    one = _one(events, rng, "attack", kind="artillery")
    if not one:
        return False
    other = [u["id"] for u in _units(events) if u["id"][0] == one["target"][0] and u["id"] != one["target"]]
    if other:
        one["target"] = _pick(rng, other)
    return bool(other)


# Turns and command.


@falsification
def initiative_die_seven(events, rng):
    _one(events, rng, "command")["dice"] = [7]
    return True


@falsification
def one_point_more(events, rng):
    _one(events, rng, "command")["points"] += 1
    return True


@falsification
def call_allowed(events, rng):
    one = _one(events, rng, "command")
    one["may-call"] = not one["may-call"]
    return True


@falsification
def turn_left_out(events, rng):
    del events[_pick(rng, _all(events, "turn"))]
    return True


@falsification
def phase_of_the_enemy(events, rng):
    one = _one(events, rng, "phase")
    one["side"] = "B" if one["side"] == "A" else "A"
    return True


@falsification
def phases_exchanged(events, rng):
    one = _one(events, rng, "phase", phase="ranged")
    if one:
        one["phase"] = "close"
    return bool(one)


@falsification
def commander_lost_wrong(events, rng):
    one = _one(events, rng, "command")
    one["commander-lost"] = not one["commander-lost"]
    return True


@falsification
def choice_of_the_enemy(events, rng):
    one = _one(events, rng, "choice", lambda one: {"move", "fire", "fight", "march"} & set(one["choice"]))
    if one:
        one["side"] = "B" if one["side"] == "A" else "A"
    return bool(one)


# Movement.


def _move(events, rng, *kinds):
    return _one(events, rng, "move", lambda one: one["kind"] in kinds and one["units"])


@falsification
def mover_half_an_inch_too_far(events, rng):
    one = _move(events, rng, "tactical")
    if not one:
        return False
    base = one["units"][0]["path"][-1]
    base[0] += 0.5 * math.sin(math.radians(base[2]))
    base[1] += 0.5 * math.cos(math.radians(base[2]))
    return True


@falsification
def mover_beyond_its_speed(events, rng):
    """Choice and move agree, but lead too far."""
    found = [i for i in _all(events, "move", kind="tactical") if events[i - 1]["event"] == "choice"]
    found = [i for i in found if isinstance(events[i - 1]["choice"].get("path"), dict)]
    found = [i for i in found if (events[i - 1]["choice"]["path"].get("second") or 0) > 0.1]
    i = _pick(rng, found)
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
    one = _move(events, rng, "tactical", "group", "entry")
    if not one:
        return False
    base = one["units"][0]["path"][-1]
    base[0] += 0.1 * math.cos(math.radians(base[2]))
    base[1] -= 0.1 * math.sin(math.radians(base[2]))
    return True


@falsification
def facing_wrong(events, rng):
    one = _move(events, rng, "tactical", "group", "entry", "door", "recoil")
    if not one:
        return False
    one["units"][0]["path"][-1][2] += 10
    return True


@falsification
def start_elsewhere(events, rng):
    one = _move(events, rng, "tactical", "group", "recoil", "push")
    if not one:
        return False
    one["units"][0]["path"][0][0] += 0.3
    return True


@falsification
def free_move(events, rng):
    one = _one(events, rng, "move", lambda one: one["cost"] > 0)
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
    one = _pick(rng, found)
    if not one:
        return False
    one["dice"], one["points"] = [1], 1
    return True


@falsification
def moves_twice(events, rng):
    found = [i for i in _all(events, "move", kind="tactical") if "move" in events[i - 1].get("choice", {})]
    found = [i for i in found if events[i + 1]["event"] == "choice"]
    i = _pick(rng, found)
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
    pick = _pick(rng, found)
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
    i = _pick(rng, _all(events, "move", kind="door"))
    if i is None:
        return False
    del events[i]
    return True


@falsification
def door_askew(events, rng):
    one = _move(events, rng, "door")
    if one:
        one["units"][0]["path"][-1][0] += 0.07
    return bool(one)


@falsification
def enemy_does_not_turn(events, rng):
    found = [i for i in _all(events, "move", kind="face") if events[i - 1]["event"] == "move"]
    found = [i for i in found if events[i]["units"][0]["unit"][0] != events[i - 1]["units"][0]["unit"][0]]
    i = _pick(rng, found)
    if i is None:
        return False
    del events[i]
    return True


@falsification
def member_left_behind(events, rng):
    """A member of a Group that has come along is said to have stayed."""
    found = [i for i in _all(events, "move", kind="group") if len(events[i]["units"]) > 1]
    found = [i for i in found if events[i + 1]["event"] != "move"]
    one = events[_pick(rng, found)] if found else None
    if not one:
        return False
    one["behind"].append(one["units"].pop()["unit"])
    return True


@falsification
def stranger_in_the_group(events, rng):
    found = [i for i in _all(events, "move", kind="group") if events[i - 1]["event"] == "choice"]
    i = _pick(rng, found)
    if i is None:
        return False
    members = events[i - 1]["choice"]["march"]
    others = [u["id"] for u in _units(events) if u["id"][0] == members[0][0] and u["id"] not in members]
    if not others:
        return False
    members.append(rng.choice(others))
    return True


@falsification
def cheaper_wheel(events, rng):
    """A wheel is measured too short."""
    found = [i for i in _all(events, "move", kind="group") if events[i - 1]["event"] == "choice"]
    found = [i for i in found if any("wheel" in leg for leg in events[i - 1]["choice"]["route"])]
    i = _pick(rng, found)
    if i is None:
        return False
    events[i]["length"] = round(events[i]["length"] * 0.7, 4)
    return True


@falsification
def passenger_forgotten(events, rng):
    one = _one(events, rng, "move", lambda one: any(unit["riders"] for unit in one["units"]))
    if not one:
        return False
    next(unit for unit in one["units"] if unit["riders"])["riders"].pop()
    return True


@falsification
def gets_off_too_far_away(events, rng):
    found = [i for i in _all(events, "move", kind="off") if "disembark" in events[i - 1].get("choice", {})]
    i = _pick(rng, found)
    if i is None:
        return False
    for at in (events[i - 1]["choice"]["at"], events[i]["units"][0]["path"][-1]):
        at[1] += 0.4 if at[1] < 12 else -0.4
    return True


@falsification
def enters_from_the_enemy_edge(events, rng):
    one = _one(events, rng, "choice", lambda one: "enter" in one["choice"])
    if not one:
        return False
    one["choice"]["edge"] = "north" if one["side"] == events[0]["aggressor"] else "south"
    return True


# Attacks.


def _attack(events, rng, *kinds, fits=lambda one: True):
    return _one(events, rng, "attack", lambda one: (not kinds or one["kind"] in kinds) and fits(one))


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
    others = [u["id"] for u in _units(events) if u["id"][0] == one["attacker"][0] and u["id"] != one["attacker"]]
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
    for i in _all(events, "attack"):
        if events[i]["kind"] in kinds and events[i - 1]["event"] == "choice":
            found.append(i)
    i = _pick(rng, found)
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
        others = [u["id"] for u in _units(events) if u["id"][0] == one["target"][0] and u["id"] != one["target"]]
        return _pick(rng, others)

    return _retarget(events, rng, "target", ("ranged", "close"), choose)


@falsification
def another_attacker(events, rng):
    def choose(events, one, i):
        others = [u["id"] for u in _units(events) if u["id"][0] == one["attacker"][0] and u["id"] != one["attacker"]]
        return _pick(rng, others)

    return _retarget(events, rng, "attacker", ("ranged", "close"), choose)


@falsification
def shoots_at_own_side(events, rng):
    def choose(events, one, i):
        return _pick(rng, [u["id"] for u in _units(events) if u["id"][0] == one["attacker"][0]])

    return _retarget(events, rng, "target", ("ranged",), choose)


@falsification
def attack_told_twice(events, rng):
    found = [i for i in _all(events, "attack", kind="ranged") if events[i - 1]["event"] == "choice"]
    found = [i for i in found if events[i]["result"] == "no-effect"]
    i = _pick(rng, found)
    if i is None:
        return False
    events[i + 1 : i + 1] = [events[i - 1], events[i]]
    return True


@falsification
def shot_in_the_movement_phase(events, rng):
    found = [i for i in _all(events, "attack", kind="ranged") if events[i - 1]["event"] == "choice"]
    i = _pick(rng, [i for i in found if events[i]["result"] == "no-effect"])
    if i is None:
        return False
    phase = max(j for j in range(i) if events[j]["event"] == "phase")
    pair = events[i - 1 : i + 1]
    del events[i - 1 : i + 1]
    events[phase - 1 : phase - 1] = pair
    return True


@falsification
def marker_stays(events, rng):
    found = _all(events, "status", status="recovered")
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def marker_forgotten(events, rng):
    found = _all(events, "status", status="shaken")
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def check_forgotten(events, rng):
    found = _all(events, "check")
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def check_die_changed(events, rng):
    one = _one(events, rng, "check")
    if one:
        one["dice"] = [7 - one["dice"][0]]
        target = one["target-number"]
        return (one["dice"][0] >= target) != one["passed"]
    return False


@falsification
def loss_forgotten(events, rng):
    found = [i for i in _all(events, "removed") if events[i]["cause"] in ("shot", "close", "recoil", "artillery")]
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def another_is_lost(events, rng):
    one = _one(events, rng, "removed")
    if not one:
        return False
    others = [u["id"] for u in _units(events) if u["id"][0] == one["unit"][0] and u["id"] != one["unit"]]
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
    one = _move(events, rng, "recoil")
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
    found = _all(events, "move", kind="push")
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def recoil_left_out(events, rng):
    found = _all(events, "move", kind="recoil")
    found = [i for i in found if math.dist(events[i]["units"][0]["path"][0][:2], events[i]["units"][0]["path"][-1][:2]) > 0.05]
    if found:
        del events[_pick(rng, found)]
    return bool(found)


# Scenarios.


@falsification
def holder_invented(events, rng):
    one = _one(events, rng, "objective", what="hold")
    if not one:
        return False
    others = [u["id"] for u in _units(events) if u["id"][0] == one["side"] and u["id"] not in one["centre"]]
    if others:
        one["centre"].append(rng.choice(others))
    return bool(others)


@falsification
def hold_lasts_wrongly(events, rng):
    one = _one(events, rng, "objective", what="hold")
    if one:
        one["lasted"] = [] if one["lasted"] else ["centre"]
    return bool(one)


@falsification
def flag_elsewhere(events, rng):
    one = _one(events, rng, "objective", lambda one: one.get("at") is not None, what="flag")
    if one:
        one["at"][0] += 0.5
    return bool(one)


@falsification
def flag_not_told(events, rng):
    found = _all(events, "objective", what="flag")
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def exit_not_told(events, rng):
    found = _all(events, "removed", cause="exit")
    if found:
        del events[_pick(rng, found)]
    return bool(found)


@falsification
def another_winner(events, rng):
    one = events[-1]
    one["winner"] = {"A": "B", "B": None, None: "A"}[one["winner"]]
    return True


@falsification
def another_ending(events, rng):
    one = events[-1]
    one["ending"] = "regicide" if one["ending"] != "regicide" else "losses"
    return True


@falsification
def value_left_wrong(events, rng):
    events[-1]["value"][rng.randrange(2)] += 1
    return True


@falsification
def fate_wrong(events, rng):
    one = rng.choice(events[-1]["units"])
    one["fate"] = "destroyed" if one["fate"] != "destroyed" else "table"
    return True


@falsification
def verdict_too_early(events, rng):
    """A whole turn is cut out before the end."""
    found = _all(events, "turn")
    if len(found) < 3:
        return False
    del events[found[-1] : -1]
    return True
