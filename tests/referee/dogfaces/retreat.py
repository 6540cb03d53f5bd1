"""Where a retreat may lead (DF-RTR)."""

from .board import DIRECTIONS, distance, step


class Ways:
    """The ways open to a unit: `needed` hexes, `possible` ones, and the paths of that length, each with its start."""

    def __init__(self, needed, paths, over_edge):
        self.needed = needed
        self.paths = paths
        self.possible = len(paths[0]) - 1 if paths else 0
        self.complete = self.possible == needed
        self.over_edge = over_edge
        self.ends = {path[-1] for path in paths}


def ways(game, unit, threat):
    """Complete outward paths, else complete ones with sideways steps, else one step outward, else one sideways."""
    needed = min(game.codex.numbers["retreat"], game.board.terrain[unit.hex].retreat)
    sideways = game.rules["retreat-sideways"] == "yes"
    for length in range(needed, 0, -1):
        for outward in (True, False) if sideways else (True,):
            paths = list(search(game, unit, threat, [unit.hex], length, outward))
            if paths:
                return Ways(needed, paths, crosses_edge(game, unit, threat, needed))
    return Ways(needed, [], crosses_edge(game, unit, threat, needed))


def search(game, unit, threat, path, length, outward):
    """Paths of a length that never come nearer to the threat; outward ones go farther with every step."""
    if len(path) == length + 1:
        yield path
        return
    here = path[-1]
    for place in game.board.around[here]:
        farther = distance(place, threat) - distance(here, threat)
        if farther < (1 if outward else 0) or place in path:
            continue
        last = len(path) == length
        if open_to(game, unit, place, last):
            yield from search(game, unit, threat, [*path, place], length, outward)


def open_to(game, unit, place, last):
    """Whether a retreat may enter a hex: terrain, friends to pass, an empty hex at the end (DF-RTR-04, DF-RTR-05)."""
    if game.entry(unit.kind, place) is None:
        return False
    there = [other for other in game.at(place) if other is not unit]
    if any(other.side != unit.side for other in there):
        return False
    if there and (last or game.board.terrain[place].no_passing):
        return False
    return not (game.rules["retreat-zoc"] == "blocks" and game.zone_at(unit, place))


def crosses_edge(game, unit, threat, needed):
    """Whether an outward step of the retreat would leave the map (R-42, `leaves-play`)."""
    starts = [unit.hex]
    if needed > 1:
        starts += [
            place
            for place in game.board.around[unit.hex]
            if distance(place, threat) > distance(unit.hex, threat) and open_to(game, unit, place, last=False)
        ]
    return any(
        distance(step(start, way), threat) > distance(start, threat)
        for start in starts
        for way in DIRECTIONS
        if step(start, way) not in game.board
    )
