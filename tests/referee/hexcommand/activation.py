"""Turns by activation: whose group moves when, who fires when (HX-TRN-04 to HX-TRN-09, R-177 to R-181)."""

OTHER = {"A": "B", "B": "A"}


class Activation:
    """What has been activated in a turn."""

    def __init__(self):
        self.place = {"A": 0, "B": 0}
        self.side, self.group = None, None


def floats(game, unit):
    """HX-TRN-09: whether a unit moves with any activation of its side."""
    return unit.guns or game.groups[unit.side][unit.group]["battalion"]


def able(referee, unit):
    """Whether a unit could have a move or come on, or is to fight when its group is activated (R-180)."""
    game = referee.game
    if unit.status == "due":
        return any(referee.turn >= arrivals["turn"] for arrivals in game.arrivals)
    if game.rules["turn.activation-fire"] == "per-group" and set(game.in_contact(unit)) - game.fought_now:
        return True
    withdrew = unit.withdrew and game.rules["integrity.withdrawn-moves"] == "no"
    return unit.on_board and unit.status != "routed" and not game.in_contact(unit) and not withdrew


def next_group(referee, side, taken):
    """(group, its place in the written order) that is due; None where nobody of those left is able to move."""
    game = referee.game
    for place, group in enumerate(game.forces[side]["sequence"]):
        own = [one for one in game.units.values() if one.side == side and one.group == group and not one.done]
        if place >= taken and any(able(referee, one) for one in own):
            return group, place
    return None


def phase(referee, name, side):
    """The order of phases of a turn by activation."""
    expect, rules, before, state = referee.expect, referee.game.rules, referee.phase, referee.activation
    by_group = rules["turn.activation-fire"] == "per-group"
    if name == "command":
        expect(before in (None, "command"), "HX-TRN-04", f"`command` after `{before}`")
        referee.halves.append(side)
        due = referee.leader if len(referee.halves) == 1 else OTHER.get(referee.leader)
        expect(side == due and len(referee.halves) <= 2, "HX-TRN-04", f"the command step of {due} is due")
    elif name == "movement":
        after = ("command", "movement", "melee") if by_group else ("command", "movement")
        expect(before in after and len(referee.halves) == 2, "HX-TRN-04", f"a group moves after `{before}`")
        due = next_group(referee, side, state.place[side])
        expect(due is not None, "R-178", f"{side} has no group left that could move")
        state.group = due[0] if due else None
        if due:
            state.place[side] = due[1] + 1
        first = referee.leader if state.side is None else OTHER[state.side]
        if side != first and referee.leader:
            left = next_group(referee, first, state.place[first])
            expect(left is None, "HX-TRN-04", lambda: f"group {left[0]} of {first} is due")
        state.side = side
    elif name == "fire":
        expect(before == "movement", "HX-TRN-05", f"`fire` after `{before}`")
        if not by_group:
            for one in "AB":
                left = next_group(referee, one, state.place[one])
                expect(left is None, "HX-TRN-04", lambda: f"group {left[0]} of {one} has not moved")
    elif name == "melee":
        expect(before == "fire", "HX-TRN-05", f"`melee` after `{before}`")
    else:
        expect(before in ("melee", "rally") or by_group, "HX-TRN-05", f"`{name}` after `{before}`")


def judge_march(referee, unit):
    """HX-TRN-04, HX-TRN-09: a march is one of the active group, or of guns."""
    if referee.game.rules["turn.system"] != "activation" or referee.making_way or referee.phase != "movement":
        return
    state = referee.activation
    ok = floats(referee.game, unit) or unit.group == state.group
    referee.expect(ok, "HX-TRN-04", lambda: f"{unit} is of group {unit.group}, and {state.group} moves")


def judge_shot(referee, firer, close):
    """Who may fire now, and what comes first."""
    game, expect, rules = referee.game, referee.expect, referee.game.rules
    if rules["turn.system"] != "activation":
        return
    manner = rules["turn.activation-fire"]
    if referee.phase == "movement":
        expect(firer.guns, "R-179", lambda: f"{firer} is no battery and fires out of turn")
        expect(firer.side != referee.active, "R-179", lambda: f"{firer} fires in an activation of its own side")
    elif manner == "simultaneous":
        late = close and any(not near for _, near in referee.volley)
        expect(not late, "R-141", lambda: f"{firer} fires close by after others")
    elif manner == "a-then-b":
        late = firer.side == referee.leader and any(one.side != referee.leader for one, _ in referee.volley)
        expect(not late, "HX-TRN-06", lambda: f"{firer} fires after the other side")
    else:
        own = firer.side == referee.active
        late = not own and any(one.side == referee.active for one, _ in referee.volley)
        expect(not late, "HX-TRN-07", lambda: f"{firer} fires after the active group")
        of_group = not own or floats(game, firer) or firer.group == referee.activation.group
        expect(of_group, "HX-TRN-07", lambda: f"{firer} is not of the active group")
    referee.volley.append((firer, close))
