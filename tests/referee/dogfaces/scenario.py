"""Lists and set-up, objectives, and the Victory Phase."""

from common import army_lists, battlefields, read_toml

from . import sight
from .board import distance
from .book import differences
from .codex import changes

FIXED_FIRST = {"breakthrough": "A", "last-stand": "A"}
USUAL = {1: ["farmstead"], 2: ["river-line"], 3: ["dry-wash"], 4: ["borough", "highland"], 5: ["theatre"]}
CAPS = {"seize-and-hold": 20, "breakthrough": 16, "decapitation": 40, "last-stand": 15}


def set_up(referee, battle):
    """Judges lists, roles and set-up."""
    game, rules = referee.game, referee.game.rules
    referee.expect(sorted(game.sides) == ["A", "B"], "DF-ARM-01", "there are two sides")
    fixed = FIXED_FIRST.get(game.scenario) or rules["first-player"].upper()
    referee.expect(fixed in ("RANDOM", game.first), "DF-TRN-06", lambda: f"{game.first} moves first, not {fixed}")
    due = turn_cap(game)
    referee.expect(game.turn_cap == due, "DF-VIC-04", lambda: f"turn cap {game.turn_cap}, should be {due}")
    share = game.codex.numbers["exit-percent"]
    needed = -(-len(game.sides["A"]) * share // 100) if game.scenario == "breakthrough" else 0
    referee.expect(game.exits_needed == needed, "DF-SCN-03", lambda: f"{game.exits_needed} exits, should be {needed}")
    lists(referee, battle)
    table(referee, battle["table"])
    if not list(changes(referee.report.arguments)):
        wrong = differences(game.codex)
        referee.expect(not wrong, "codex", lambda: "; ".join(wrong))
    for side, units in game.sides.items():
        for unit in units:
            referee.expect(
                unit.cost == unit.kind.cost, "DF-ARM-09", lambda: f"{unit} costs {unit.cost}, should {unit.kind.cost}"
            )
        referee.expect(
            all(said["status"] == "ready" for force in battle["forces"] for said in force["units"]),
            "DF-SET-07",
            "all begin ready",
        )
        stand(referee, side, units)
    for place, here in game.standing.items():
        referee.expect(len(here) == 1, "DF-STK-01", lambda: f"{here} set up in {place}")
        for unit in here:
            open_hex = game.entry(unit.kind, place) is not None
            referee.expect(open_hex, "DF-SET-04", lambda: f"{unit} set up in {place}")


def turn_cap(game):
    """The last turn: by switch, else by scenario and size (R-53)."""
    if int(game.rules["turn-cap"]):
        return int(game.rules["turn-cap"])
    if game.scenario in CAPS:
        return CAPS[game.scenario]
    return 40 if teams(game) <= 2 else 50 if teams(game) <= 4 else 60


def teams(game):
    """Size of the game (DF-ARM-08): that of the larger side, its teams on foot and one more if it has vehicles.

    The rulebook counts teams and is silent on sides of unequal size; of a free list five on foot count as one.
    """

    def size(units):
        foot = len([unit for unit in units if not unit.kind.vehicle])
        return -(-foot // 5) + (foot < len(units))

    return max(size(units) for units in game.sides.values())


def table(referee, said):
    """Holds the map to the battlefield's file where the arguments name one, and to the rules of our maps."""
    game, arguments = referee.game, referee.report.arguments
    place = arguments.index("--battlefield") if "--battlefield" in arguments else None
    name = arguments[place + 1] if place is not None else None
    published = battlefields("dogfaces")
    if name and name.endswith(".toml"):
        field = read_toml(name)
    else:
        field = published.get(name)
    if field and "map" in field:
        rows = [[game.codex.letters[letter] for letter in row] for row in field["map"].split()]
        referee.expect(said["hexes"] == rows, "DF-TER-11", lambda: f"the map is not that of {name}")
        given = field.get("heights", "").split() or ["." * len(row) for row in rows]
        heights = [
            [int(digit) if digit != "." else game.codex.terrains[key].height for digit, key in zip(digits, keys)]
            for digits, keys in zip(given, rows)
        ]
        referee.expect(said["heights"] == heights, "DF-LOS-08", lambda: f"the heights are not those of {name}")
    elif field:
        drawn = field["generate"]
        size = [drawn["width"], drawn["height"]]
        referee.expect(said["size"] == size, "DF-ARM-08", lambda: f"size {said['size']}, should be {size}")
    if field:
        referee.expect(
            said["objectives"] == field["objectives"], "DF-SCN-02", lambda: f"objectives not those of {name}"
        )
    if arguments and not (field and name.endswith(".toml")):
        turned = [row[::-1] for row in said["hexes"][::-1]]
        referee.expect(said["hexes"] == turned, "DF-ARM-08", "the map is not the same after a half-turn")
    if not field and arguments:
        usual = ["long-valley"] if game.scenario == "breakthrough" else []
        usual += USUAL[min(teams(game), 5)]
        maps = [published[one]["map"].split() for one in usual]
        sizes = [[len(rows[0]), len(rows)] for rows in maps]
        referee.expect(said["size"] in sizes, "DF-ARM-08", lambda: f"size {said['size']}, should be one of {sizes}")
        drawn_objectives(referee, said)


def drawn_objectives(referee, said):
    """Judges the objectives of a map that is drawn: four hexes open to those on foot, the same after a half-turn."""
    width, height = said["size"]
    places = sorted(said["objectives"])
    turned = sorted([turn(place, width, height) for place in places])
    referee.expect(len(places) == 4 and places == turned, "DF-SCN-02", lambda: f"objectives at {places}")
    for column, row in places:
        terrain = referee.game.codex.terrains[said["hexes"][row][column]]
        referee.expect(terrain.foot is not None, "DF-SCN-02", lambda: f"nobody can stand at {(column, row)}")


def turn(place, width, height):
    """The hex that a half-turn of the map puts in the place of another."""
    return [width - 1 - place[0], height - 1 - place[1]]


# Lists.


def lists(referee, battle):
    """Judges what the sides field (DF-ARM)."""
    game, rules = referee.game, referee.game.rules
    known = {said["name"]: said for said in army_lists("dogfaces").values()}
    for word in referee.report.arguments:
        if word.endswith(".toml") and "map" not in word:
            said = read_toml(word)
            known[said.get("name", "")] = said
    fielded = {side: sorted(unit.kind.key for unit in units) for side, units in game.sides.items()}
    if rules["rosters"] == "mirrored" and game.scenario != "last-stand":
        referee.expect(fielded["A"] == fielded["B"], "DF-ARM-02", lambda: f"the sides differ: {fielded}")
    for side, kinds in fielded.items():
        referee.expect(bool(kinds), "DF-ARM-05", f"side {side} is empty")
        said = known.get(battle["lists"][side])
        strict = False
        if said:
            due = sorted(content(game.codex, said))
            referee.expect(kinds == due, "DF-ARM-05", lambda: f"side {side} fields {kinds}, its list says {due}")
            strict = said["mode"] == "strict"
        most = game.codex.numbers["max-copies"]
        for kind in set(kinds) - {"rifleman"}:
            referee.expect(kinds.count(kind) <= most, "DF-ARM-06", lambda: f"{kinds.count(kind)} of {kind}")
        if strict:
            strictly(referee, kinds)
        if game.scenario == "decapitation":
            leaders = [unit for unit in game.sides[side] if unit.kind.leader and not unit.kind.vehicle]
            referee.expect(bool(leaders), "DF-SCN-04", lambda: f"side {side} has no leader on foot")


def content(codex, said):
    """Types of units of a list, one entry for each unit."""
    kinds = [member for team in said.get("teams", []) for member in codex.teams[team]["members"]]
    for kind, number in said.get("units", {}).items():
        kinds += [kind] * number
    return kinds


def strictly(referee, kinds):
    """A strict list is of whole teams, the foot teams the first in order (DF-ARM-03 to 05)."""
    game = referee.game
    known = game.codex.teams
    present = [team for team, said in known.items() if set(said["members"]) & set(kinds)]
    for team in present:
        missing = set(known[team]["members"]) - set(kinds)
        referee.expect(not missing, "DF-ARM-05", lambda: f"{team} without {missing}")
    foot = [team for team in present if not known[team].get("vehicles")]
    referee.expect(bool(foot), "DF-ARM-04", "vehicles alone")
    if game.rules["team-order"] == "strict":
        order = [team for team, said in known.items() if not said.get("vehicles")]
        referee.expect(foot == order[: len(foot)], "DF-ARM-03", lambda: f"teams {foot} out of order")
    loners = set(kinds) - {member for team in present for member in known[team]["members"]}
    referee.expect(not loners, "DF-ARM-05", lambda: f"{loners} are of no team")


# Set-up.


def stand(referee, side, units):
    """Judges where a side has set up (DF-SET, DF-SCN)."""
    game = referee.game
    for unit in units:
        carrier = unit.aboard
        if not carrier:
            continue
        referee.expect(game.rules["setup-mounted"] == "yes", "DF-SET-05", lambda: f"{unit} starts riding")
        referee.expect(
            carrier.side == side and not unit.kind.vehicle and carrier.hex == unit.hex and not carrier.aboard,
            "DF-VEH-06",
            lambda: f"{unit} rides in {carrier}",
        )
        room = carrier.kind.capacity
        referee.expect(len(game.riders(carrier)) <= room, "DF-STK-02", lambda: f"{carrier} carries more than {room}")
    placed = [unit for unit in units if not unit.aboard]
    rows = game.board.rows
    south = list(range(rows - 1, rows // 2 - 1, -1))
    north = list(range(0, rows // 2))
    if game.scenario == "breakthrough" and side == "B":
        allowed = north[2:]
        for unit in placed:
            referee.expect(unit.hex[1] in allowed, "DF-SCN-03", lambda: f"{unit} sets up in row {unit.hex[1]}")
    elif game.scenario == "last-stand" and side == "B":
        radius = game.codex.numbers["stand-radius"]
        for unit in placed:
            away = min(distance(unit.hex, middle) for middle in game.board.centre())
            referee.expect(away <= radius, "DF-SCN-05", lambda: f"{unit} sets up {away} hexes from the centre")
    elif game.scenario == "last-stand":
        half = -(-len(units) // 2)
        fill(referee, [unit for unit in placed if unit.number < half], south)
        fill(referee, [unit for unit in placed if unit.number >= half], north)
    else:
        fill(referee, placed, south if side == "A" else north)


def fill(referee, units, rows):
    """Rows are filled from the edge: no gap that somebody farther back could have taken (DF-SET-01, DF-SET-02)."""
    game = referee.game
    for unit in units:
        referee.expect(unit.hex[1] in rows, "DF-SET-01", lambda: f"{unit} sets up in row {unit.hex[1]}")
        if unit.hex[1] not in rows:
            continue
        depth = rows.index(unit.hex[1])
        gaps = [
            (column, row)
            for row in rows[:depth]
            for column in range(game.board.columns)
            if not game.at((column, row)) and game.entry(unit.kind, (column, row)) is not None
        ]
        referee.expect(not gaps, "DF-SET-02", lambda: f"{unit} in {unit.hex} leaves free {gaps}")


# Objectives and victory.


def settle_holders(game):
    """An objective belongs to the side that last had a ready unit standing on it (DF-SCN-02)."""
    for place in game.holders:
        for unit in game.at(place):
            if unit.ready:
                game.holders[place] = unit.side


def victory_phase(referee):
    """Follows a Victory Phase; returns whether the game ends there."""
    game = referee.game
    event = referee.take("objective", "DF-TRN-05")
    alive = {side: [unit for unit in units if unit.alive] for side, units in game.sides.items()}
    saved = {side: [unit for unit in units if unit.gone == "left-map"] for side, units in game.sides.items()}
    held = [(tuple(one["hex"]), one["holder"]) for one in event["objectives"]]
    if game.scenario == "seize-and-hold":
        due = list(game.holders.items())
        referee.expect(held == due, "DF-SCN-02", lambda: f"holders {held}, should be {due}")
        if game.turn >= game.codex.numbers["points-from-turn"]:
            for _, holder in held:
                if holder:
                    game.points[holder] += 1
    referee.expect(
        event["points"] == list(game.points.values()), "DF-SCN-02", lambda: f"points {event['points']}, are {game.points}"
    )
    for key, units in (("alive", alive), ("saved", saved)):
        numbers = [len(units["A"]), len(units["B"])]
        referee.expect(event[key] == numbers, "DF-VIC-01", lambda: f"`{key}` {event[key]}, should be {numbers}")
    due = end(game, alive, saved)
    following = referee.peek()
    if following and following["event"] == "verdict":
        verdict(referee, due, alive, saved)
        return True
    referee.expect(due is None, "DF-VIC-01", lambda: f"the game ends here: {due}")
    if due:
        referee.lost("DF-VIC-01", "and goes on")
    return False


def end(game, alive, saved):
    """Who wins and why, in the order of the checks; None while the game goes on."""
    numbers = game.codex.numbers
    count = {side: len(units) for side, units in alive.items()}
    leaders = {
        side: len([unit for unit in units if unit.kind.leader and not unit.kind.vehicle]) for side, units in alive.items()
    }
    if game.scenario == "seize-and-hold":
        lead = larger(game.points)
        if lead and game.points[lead] >= numbers["points-to-win"]:
            return lead, "points"
    elif game.scenario == "breakthrough":
        if len(saved["A"]) >= game.exits_needed:
            return "A", "objective"
        if len(saved["A"]) + count["A"] < game.exits_needed:
            return "B", "objective"
    elif game.scenario == "decapitation" and (leaders["A"] == 0) != (leaders["B"] == 0):
        return larger(leaders), "objective"
    if 0 in count.values():
        return larger(count), "elimination"
    ratio = float(game.rules["surrender-ratio"])
    gives_up = [side for side, other in (("A", "B"), ("B", "A")) if count[side] < ratio * count[other]]
    if len(gives_up) == 1:
        return "B" if gives_up == ["A"] else "A", "surrender"
    if game.scenario in ("last-man-standing", "decapitation") and stalemate(game, alive):
        return at_cap(game, alive, count, leaders), "stalemate"
    if game.turn >= game.turn_cap:
        return at_cap(game, alive, count, leaders), "cap"
    return None


def larger(numbers):
    """The side with the larger number; None when they are equal."""
    return None if numbers["A"] == numbers["B"] else max(numbers, key=numbers.get)


def at_cap(game, alive, count, leaders):
    """The winner at the cap, by scenario."""
    if game.scenario == "seize-and-hold":
        return larger(game.points)
    if game.scenario in ("breakthrough", "last-stand"):
        return "B"
    if game.scenario == "decapitation":
        return larger(leaders) or larger(count)
    way = game.rules["cap-result"]
    if way == "cost":
        return larger({side: sum(unit.kind.cost for unit in units) for side, units in alive.items()})
    return larger(count) if way == "headcount" else None


def stalemate(game, alive):
    """Whether neither side can ever kill (R-54)."""
    rules = game.rules
    if rules["stalemate-rule"] == "no":
        return False
    deadly = rules["blocked-retreat"] == "ooc" or rules["retreat-off-map"] == "leaves-play"
    limit = 1 if deadly else 3
    return all(
        net_strength(game, alive[side], target) < limit
        for side, other in (("A", "B"), ("B", "A"))
        for target in alive[other]
    )


def net_strength(game, shooters, target):
    """The largest strength that units could ever bring on a target in one attack, towns left out."""
    points = 0
    for unit in shooters:
        worth = [
            mode.shots * mode.weapon.damage
            for mode in unit.kind.modes.values()
            if unit.ammo.get(mode.weapon.key, 1) > 0 and sight.harms(game, mode.weapon, target.kind)
        ]
        both = unit.kind.fire == "once-or-each" and game.rules["tom-both-weapons"] == "yes"
        points += sum(worth) if both else max(worth, default=0)
    if points <= 0:
        return 0
    return max(points + target.kind.strength, int(game.rules["strength-floor"]))


def verdict(referee, due, alive, saved):
    """Judges the last line."""
    game = referee.game
    event = referee.take("verdict", "DF-VIC-01")
    said = event["winner"], event["ending"]
    referee.expect(said == due, "DF-VIC-01", lambda: f"verdict {said}, should be {due}")
    referee.expect(event["turns"] == game.turn, "DF-VIC-04", lambda: f"after {event['turns']} turns, was {game.turn}")
    value = [sum(unit.kind.cost for unit in alive[side] + saved[side]) for side in ("A", "B")]
    referee.expect(event["value"] == value, "DF-ARM-09", lambda: f"value {event['value']}, should be {value}")
    fates = {one["unit"]: one["fate"] for one in event["units"]}
    known = {unit.id: unit.fate() for unit in game.units.values()}
    wrong = {name: (fates.get(name), fate) for name, fate in known.items() if fates.get(name) != fate}
    referee.expect(not wrong and len(fates) == len(known), "DF-NOE-02", lambda: f"fates (said, known): {wrong}")
