"""Falsified holds, flags and verdicts. Each function returns whether the game gave occasion for it."""

from .tape import any_event, falsification, find_all, pick_any, told_units


@falsification
def holder_invented(events, rng):
    one = any_event(events, rng, "objective", what="hold")
    if not one:
        return False
    others = [u["id"] for u in told_units(events) if u["id"][0] == one["side"] and u["id"] not in one["centre"]]
    if others:
        one["centre"].append(rng.choice(others))
    return bool(others)


@falsification
def hold_lasts_wrongly(events, rng):
    one = any_event(events, rng, "objective", what="hold")
    if one:
        one["lasted"] = [] if one["lasted"] else ["centre"]
    return bool(one)


@falsification
def flag_elsewhere(events, rng):
    one = any_event(events, rng, "objective", lambda one: one.get("at") is not None, what="flag")
    if one:
        one["at"][0] += 0.5
    return bool(one)


@falsification
def flag_not_told(events, rng):
    found = find_all(events, "objective", what="flag")
    if found:
        del events[pick_any(rng, found)]
    return bool(found)


@falsification
def exit_not_told(events, rng):
    found = find_all(events, "removed", cause="exit")
    if found:
        del events[pick_any(rng, found)]
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
    found = find_all(events, "turn")
    if len(found) < 3:
        return False
    del events[found[-1] : -1]
    return True
