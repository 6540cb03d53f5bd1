"""Falsified set-ups, turns and initiative. Each function returns whether the game gave occasion for it."""

from .tape import any_event, falsification, find_all, pick_any, told_units


@falsification
def one_element_dearer(events, rng):
    pick_any(rng, told_units(events))["cost"] += 1
    return True


@falsification
def force_value_wrong(events, rng):
    pick_any(rng, events[0]["forces"])["value"] += 1
    return True


@falsification
def two_commanders(events, rng):
    unit = pick_any(rng, [unit for unit in told_units(events) if not unit["commander"]])
    if unit:
        unit["commander"] = True
    return bool(unit)


@falsification
def another_aggressor(events, rng):
    events[0]["aggressor"] = "B" if events[0]["aggressor"] == "A" else "A"
    return True


@falsification
def roll_off_winner_wrong(events, rng):
    one = any_event(events, rng, "setup", what="roll-off")
    if one:
        one["winner"] = "B" if one["winner"] == "A" else "A"
    return bool(one)


@falsification
def feature_moved(events, rng):
    if not any("feature" in one["choice"] and one["choice"]["feature"] != "none" for one in events if one["event"] == "choice"):
        return False
    feature = pick_any(rng, events[0]["table"]["terrain"])
    if not feature:
        return False
    if "centre" in feature:
        feature["centre"][0] += 0.2
    else:
        feature["points"][0][0] += 0.2
    return True


@falsification
def deployed_too_far(events, rng):
    one = any_event(events, rng, "choice", lambda one: "deploy" in one["choice"])
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
    found = find_all(events, "choice")
    found = [i for i in found if "deploy" in events[i]["choice"]]
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def artillery_on_other_member(events, rng):
    one = any_event(events, rng, "attack", kind="artillery")
    if not one:
        return False
    other = [u["id"] for u in told_units(events) if u["id"][0] == one["target"][0] and u["id"] != one["target"]]
    if other:
        one["target"] = pick_any(rng, other)
    return bool(other)


# Turns and command.


@falsification
def initiative_die_seven(events, rng):
    any_event(events, rng, "command")["dice"] = [7]
    return True


@falsification
def one_point_more(events, rng):
    any_event(events, rng, "command")["points"] += 1
    return True


@falsification
def call_allowed(events, rng):
    one = any_event(events, rng, "command")
    one["may-call"] = not one["may-call"]
    return True


@falsification
def turn_left_out(events, rng):
    del events[pick_any(rng, find_all(events, "turn"))]
    return True


@falsification
def phase_of_the_enemy(events, rng):
    one = any_event(events, rng, "phase")
    one["side"] = "B" if one["side"] == "A" else "A"
    return True


@falsification
def phases_exchanged(events, rng):
    one = any_event(events, rng, "phase", phase="ranged")
    if one:
        one["phase"] = "close"
    return bool(one)


@falsification
def commander_lost_wrong(events, rng):
    one = any_event(events, rng, "command")
    one["commander-lost"] = not one["commander-lost"]
    return True


@falsification
def choice_of_the_enemy(events, rng):
    one = any_event(events, rng, "choice", lambda one: {"move", "fire", "fight", "march"} & set(one["choice"]))
    if one:
        one["side"] = "B" if one["side"] == "A" else "A"
    return bool(one)
