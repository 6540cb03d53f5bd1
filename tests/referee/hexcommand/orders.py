"""Written orders and what failed changes of them do to marches and contacts (HX-CVS-05 to HX-CVS-13, R-174, R-175)."""

from .board import distance

# Consequences that a new order ends, and those that last to the next own command step.
ENDED_BY_ORDER = (4, 6, 7)
OF_THE_TURN = (1, 2)


def begin(game):
    """The orders with which the game begins."""
    game.orders, game.bound = {}, {}
    for side, groups in game.groups.items():
        for number, group in enumerate(groups):
            game.orders[side, number] = (group["order"], group["supports"])
            game.bound[side, number] = set(group["consequences"])


def command_step(game, side):
    """Consequences 1 and 2 are over in the next own command step."""
    for key, bound in game.bound.items():
        if key[0] == side:
            bound.difference_update(OF_THE_TURN)


def changed(referee, event):
    """An order is there, or a change has failed."""
    game, key = referee.game, (event["side"], event["group"])
    if event["result"] in ("changed", "arrived"):
        game.orders[key] = (event["order"], event["supports"])
        game.bound[key].difference_update(ENDED_BY_ORDER)
    elif event["result"] == "unchanged" and event["consequence"] is not None:
        if event["consequence"] in (1, 2, 3, 4, 6, 7):
            game.bound[key].add(event["consequence"])


def passed_aggressiveness(game, event):
    """HX-CVS-09."""
    if event["what"] == "aggressiveness" and event["passed"]:
        game.bound[event["side"], event["group"]].discard(3)


def binds(game):
    """Whether orders are written."""
    return game.rules["cvs.mode"] != "off"


def nearest(game, side, name):
    """Distance of a hex from the nearest enemy who is no marker."""
    return min((distance(name, one.hex) for one in game.enemies(side) if not one.hidden), default=99)


def to_brigade(game, side, name, brigade):
    """Distance of a hex from the nearest unit of a brigade."""
    own = [one for one in game.at_all() if one.side == side and one.group == brigade and not one.fake]
    return min((distance(name, one.hex) for one in own), default=0)


def breach(game, unit, end, turned):
    """(rule, why) of a march to a hex that the orders of a unit forbid; None where they allow it."""
    key = unit.side, unit.group
    if not binds(game) or key not in game.orders or unit.fake:
        return None
    (order, supports), bound = game.orders[key], game.bound[key]
    closer = nearest(game, unit.side, end) < nearest(game, unit.side, unit.hex)
    if bound & {4, 6, 7} and end != unit.hex:
        return "HX-CVS-08", f"{unit} holds by a consequence and goes to {end}"
    if bound & set(OF_THE_TURN) and (closer or turned):
        return "HX-CVS-08", f"{unit} may neither advance nor turn"
    if 3 in bound and closer:
        return "HX-CVS-09", f"{unit} may not close"
    if order in ("hold", "withdraw") and closer:
        return "R-174", f"{unit} has the order {order} and closes"
    if order == "support" and end != unit.hex:
        far = to_brigade(game, unit.side, unit.hex, supports)
        if far > 4 and to_brigade(game, unit.side, end, supports) > far:
            return "R-174", f"{unit} goes away from whom it supports"
    return None


def contact_breach(game, unit):
    """Why the orders of a unit forbid it to declare a contact; None where they allow it."""
    key = unit.side, unit.group
    if not binds(game) or key not in game.orders:
        return None
    order, bound = game.orders[key][0], game.bound[key]
    if order in ("hold", "withdraw") or bound & {4, 6, 7}:
        return f"{unit} has the order {order}, bound by {sorted(bound)}, and declares a contact"
    return None
