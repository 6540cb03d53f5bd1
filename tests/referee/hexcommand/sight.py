"""Lines of sight with heights, partial views, fire over heads (HX-LOS-02 to 12), and cover (HX-TER-11, R-125)."""

from .board import distance, towards
from .book import BLOCKS, COVER, DIMS, FORTS, WEAPONS


def top(board, name):
    """How high a hex reaches: its level, and 1 for what stands on it."""
    return board.high(name) + (board.ground(name) in BLOCKS)


def in_dead_zone(rules, far, near):
    """HX-LOS-07: whether the lower end, `far` hexes from the higher one, is hidden by what is `near` hexes from it."""
    half = (near + 1) // 2 if rules["los.dead-zone-rounding"] == "up" else near // 2
    return rules["los.dead-zone"] in ("yes", "on") and far - near <= half


def hides(game, one, other, name):
    """Whether the ground of a hex on the line between two hexes takes the view (HX-LOS-05 to HX-LOS-09)."""
    board, rules = game.board, game.rules
    low, high = sorted((board.high(one), board.high(other)))
    if top(board, name) > high:
        return True
    if low == high or top(board, name) <= low:
        return False
    above, below = (one, other) if board.high(one) == high else (other, one)
    return in_dead_zone(rules, distance(above, below), distance(above, name))


def shoots_over(game, firer, weapon, friend, target):
    """HX-LOS-10, HX-LOS-11: whether a friend on the line may be fired over."""
    board, rules = game.board, game.rules
    higher = board.high(firer.hex) > board.high(friend.hex)
    gun = WEAPONS[weapon].arm == "gun"
    if not {"strict": gun and higher, "artillery-level": gun, "higher-any": higher}[rules["los.overhead"]]:
        return False
    if distance(firer.hex, friend.hex) < 2:
        return False
    beside = [one for one in game.at_all() if one.side == firer.side and distance(one.hex, target.hex) == 1]
    if any(not one.hidden for one in beside):
        return False
    return not in_dead_zone(rules, distance(firer.hex, target.hex), distance(firer.hex, friend.hex))


def foot_of_hill(board, firer, target):
    """HX-LOS-08: whether the target stands low beside the very hill on which the firer stands, and not beside him."""
    level = board.high(firer)
    if level <= board.high(target) or distance(firer, target) == 1:
        return False
    hill, open_ends = {firer}, [firer]
    while open_ends:
        for name in board.round(open_ends.pop()):
            if name not in hill and board.high(name) > board.high(target):
                hill.add(name)
                open_ends.append(name)
    return any(name in hill for name in board.round(target))


def sight(game, firer, target, weapon=None):
    """(clear, partial): whether a unit sees a target as it needs to fire at it, and whether the view is partial."""
    board = game.board
    weapon = weapon or firer.weapon
    indirect = WEAPONS[weapon].indirect
    partial, before = False, None
    for group in board.between(firer.hex, target.hex):
        blocked = []
        for name in group:
            if not board.holds(name):
                blocked.append(False)
                continue
            stops = hides(game, firer.hex, target.hex, name)
            partial = partial or board.ground(name) in DIMS
            for one in game.at(name):
                thin = one.type == "skirmisher" and game.rules["los.skirmishers"] == "clear"
                if one.hidden or thin or indirect:
                    continue
                stops = stops or one.side != firer.side or not shoots_over(game, firer, weapon, one, target)
            blocked.append(stops)
        if all(blocked):
            return False, partial
        partial = partial or any(blocked)
        single = group[0] if len(group) == 1 and board.holds(group[0]) else None
        # A slope between the ends.
        if single and before and board.high(single) != board.high(before):
            partial = partial or board.crosses(firer.hex, target.hex, before)
        before = single
    return not foot_of_hill(board, firer.hex, target.hex), partial


def cover(game, name, origin, border, sides=True):
    """Levels of cover of who stands in a hex against one in another, over the side to a neighbour; None for no side."""
    board, rules = game.board, game.rules
    ground, works = board.ground(name), board.works.get(name, {})
    height = int(rules["cover.hill"]) if board.high(name) > board.high(origin) else 0
    worn, built = works.get("worn", 0), 0
    if ground in FORTS:
        levels = max(0, int(rules["cover.fort"]) - worn)
    else:
        levels = COVER.get(ground, 0)
        if ground == "forested-hill" and rules["cover.forested-hill"] == "always":
            levels, height = 2, 0
        if works.get("what") == "quick-works" and border:
            turn = (towards(name, border) - board.facing_of(works["front"])) % 6
            built = max(0, 1 - worn) if turn in (0, 1, 5) else 0
    return max(levels, built) + height + (board.side_cover(border, name) if sides and border else 0)
