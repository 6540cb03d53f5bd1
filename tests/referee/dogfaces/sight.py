"""Range, line of sight, and what a weapon can do to a type of unit."""

from .board import distance


def passes(game, start, end, holds):
    """Whether a shot passes through a hex of which `holds` is true, its ends left out (DF-LOS-03, DF-LOS-05)."""
    board = game.board
    crossed, borders = board.between(start, end)
    if any(place in board and holds(place) for place in crossed):
        return True
    needed = any if game.rules["edge-line"] == "either" else all
    return any(needed(place in board and holds(place) for place in pair) for pair in borders)


def range_limited(game, start, end):
    """Whether forest on the way, or under the target, is too much for a shot of this length (DF-LOS-03, DF-LOS-04)."""
    length = distance(start, end)

    def limits(place):
        cap = game.board.terrain[place].range_cap
        return cap is not None and length > cap

    limit = game.rules["forest-limit"]
    if limit != "through-only" and limits(end):
        return True
    return limit != "into-only" and passes(game, start, end, limits)


def blocked(game, start, end):
    """Whether something blocks the line (R-27)."""
    blockers = game.rules["sight-blockers"]
    if blockers == "none":
        return False
    height = game.board.height
    ends = max(height[start], height[end])

    def blocks(place):
        key = game.board.terrain[place].key
        if key == "hill":
            return height[place] > ends
        return key == "town" and blockers == "hills-and-towns" and max(height[place], 1) > ends

    return passes(game, start, end, blocks)


def why_not(game, weapon, start, end):
    """Why a weapon does not reach from hex to hex: (rule, reason), or None if it does."""
    length = distance(start, end)
    if not weapon.shortest <= length <= weapon.longest:
        return "DF-LOS-01", f"{weapon.key} reaches {weapon.shortest} to {weapon.longest}, not {length} hexes"
    if range_limited(game, start, end):
        return "DF-LOS-03", f"forest limits the shot of {length} hexes from {start} to {end}"
    if blocked(game, start, end):
        return "DF-LOS-02", f"the line from {start} to {end} is blocked"
    return None


def harms(game, weapon, kind, splash=False):
    """Whether a weapon can do anything to a type of unit, absorption left out (DF-SUI, DF-SOL-29)."""
    if weapon.piercing:
        return True
    if kind.only_piercing:
        return False
    if weapon.kind == "flame":
        if kind.vehicle and game.rules["flame-vs-lcv"] == "immune":
            return False
        if kind.suit and (splash or game.rules["flame-vs-suit"] == "immune"):
            return False
    return not (weapon.kind == "frag" and kind.suit)


def may_be_aimed(game, weapon, kind):
    """Whether a shot may be aimed at a type of unit: area weapons may be for their splash (DF-ATK-05)."""
    return weapon.area is not None or harms(game, weapon, kind)


def watch_shots(game, watcher, target, place):
    """Fire modes with which a watcher could shoot at a unit in a hex."""
    return [
        mode
        for mode in watcher.kind.modes.values()
        if watcher.ammo.get(mode.weapon.key, 1) > 0
        and may_be_aimed(game, mode.weapon, target.kind)
        and why_not(game, mode.weapon, watcher.hex, place) is None
    ]
