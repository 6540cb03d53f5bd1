"""Falsifications of sound games: each breaks one rule, otherwise as consistently as it can.

Each function gets a `Tape` and returns the number of the first line it has changed, or 0 when the game gives no occasion.
"""

from common import event

from .board import axial, distance, from_axial, line
from .codex import Codex

CODEX = Codex()


class Tape:
    """The events of a game, to be changed."""

    def __init__(self, events, rng):
        self.events = events
        self.rng = rng
        self.rules = events[0]["rules"]
        self.kinds = {unit["id"]: unit["type"] for force in events[0]["forces"] for unit in force["units"]}
        self.plain = {terrain.key for terrain in CODEX.terrains.values() if terrain.foot == 2 and terrain.vehicle == 2}

    def pick(self, holds):
        """Index of a random event of which `holds` is true; None if there is none."""
        found = [index for index, one in enumerate(self.events) if holds(one)]
        return self.rng.choice(found) if found else None

    def line(self, index):
        return self.events[index].line

    def insert(self, index, *made):
        """Puts events before an index; returns its line."""
        line = self.line(index)
        self.events[index:index] = [event(one, line) for one in made]
        return line

    def delete(self, index, count=1):
        """Takes events out; returns the line of the first."""
        line = self.line(index)
        del self.events[index : index + count]
        return line

    def after(self, index, holds):
        """Index of the first event from an index on of which `holds` is true; None if there is none."""
        return next((number for number in range(index, len(self.events)) if holds(self.events[number])), None)

    def place(self, hex_):
        """Terrain key of a hex; None off the map."""
        columns, rows = self.events[0]["table"]["size"]
        column, row = hex_
        return self.events[0]["table"]["hexes"][row][column] if 0 <= column < columns and 0 <= row < rows else None

    def near(self, hex_):
        """Hexes of the map next to a hex."""
        column, row = hex_
        around = [[x, y] for x in range(column - 1, column + 2) for y in range(row - 1, row + 2)]
        return [one for one in around if self.place(one) and distance(tuple(one), tuple(hex_)) == 1]

    def position(self, index):
        """Where everybody is before an event: id -> dictionary."""
        units = {}
        for force in self.events[0]["forces"]:
            for unit in force["units"]:
                units[unit["id"]] = {"hex": unit["hex"], "aboard": unit["aboard"], "state": "ready"}
        for one in self.events[1:index]:
            if one["event"] == "move":
                units[one["unit"]]["hex"] = one["path"][-1]
                for rider in one.get("riders") or []:
                    units[rider]["hex"] = one["path"][-1]
            elif one["event"] == "removed":
                units[one["unit"]]["state"] = "gone"
            elif one["event"] == "status":
                units[one["unit"]].update(hex=one["hex"], aboard=one["aboard"])
                states = {"stunned": "stunned", "ready": "ready", "overwatch": "overwatch", "off-overwatch": "ready"}
                units[one["unit"]]["state"] = states.get(one["status"], units[one["unit"]]["state"])
        return units


def is_attack(one, *kinds):
    """Whether an event is an attack of one of these kinds in which the table was rolled on."""
    return one["event"] == "attack" and one["kind"] in (kinds or ("direct", "overwatch", "splash")) and one["strength"]


def table(strength, total):
    """The entry of the combat table by its check sum."""
    both = min(strength, 7) + total
    return "miss" if both <= 5 else "ooc" if both >= 9 else {6: "st", 7: "r2", 8: "r2s"}[both]


def reroll(one):
    """Reckons total and result of an attack anew."""
    total = one["die"] + sum(modifier["value"] for modifier in one["die_modifiers"])
    one["total"] = min(max(total, 1), 6)
    one["result"] = table(one["strength"], one["total"])


def field(holds, change):
    """A falsification that changes one event; `change` may refuse by returning False."""

    def falsify(tape):
        index = tape.pick(holds)
        if index is None or change(tape.events[index], tape) is False:
            return 0
        return tape.line(index)

    return falsify


def dropped(holds):
    """A falsification that leaves one event out."""

    def falsify(tape):
        index = tape.pick(holds)
        return tape.delete(index) if index is not None else 0

    return falsify


def named(name, **fields):
    """Whether an event has this name and these fields."""
    return lambda one: one["event"] == name and all(one.get(key) == value for key, value in fields.items())


def chooses(key):
    """Whether an event is a choice of this sort."""
    return lambda one: one["event"] == "choice" and key in one["choice"]


# Dice and the table.


def other_die(one, tape):
    one["dice"][-1] = tape.rng.choice([die for die in range(1, 7) if die != one["dice"][-1]])
    if len(one["dice"]) > 1 and tape.kinds[one["target"]] == "xavier":
        return min(one["dice"][-2:]) != one["die"]
    return True


def other_result(one, tape):
    dice = [die for die in range(1, 7) if table(one["strength"], die) != one["result"]]
    if tape.kinds[one["target"]] == "xavier" or one["die_modifiers"] or not dice:
        return False
    one["dice"][-1] = one["die"] = one["total"] = tape.rng.choice(dice)
    return True


def higher_die(one, tape):
    low, high = sorted(one["dice"][-2:])
    one["die"] = high
    reroll(one)
    return low != high


def left_out(one, tape):
    one["die_modifiers"].pop()
    reroll(one)


def invented(one, tape):
    one["die_modifiers"].append({"name": "cover" if one["kind"] != "splash" else "terrain", "value": -1})
    reroll(one)


def stronger(one, tape):
    one["strength_modifiers"].pop()
    one["strength"] = min(one["strength"] + 1, 7)
    if one["die"] is None:
        return True
    reroll(one)
    return True


def raised(key, by=1):
    return lambda one, tape: one.update({key: one[key] + by})


# Declared and fired.


def shooter_left_out(one, tape):
    one["attackers"].pop(tape.rng.randrange(len(one["attackers"])))


def shooter_twice(one, tape):
    one["attackers"].append(one["attackers"][0])


def wrong_range(one, tape):
    one["attackers"][0]["range"] += tape.rng.choice([-1, 1])


def wrong_height(one, tape):
    one["attackers"][0]["lower"] = not one["attackers"][0]["lower"]


def declared(tape, holds):
    """Index of a random attack of one shot with nothing between declaration and attack, or None."""
    picked = [
        index
        for index, one in enumerate(tape.events[:-2])
        if chooses("shoot")(one)
        and chooses("fire")(tape.events[index + 1])
        and is_attack(tape.events[index + 2], "direct")
        and len(tape.events[index + 2]["attackers"]) == 1
        and holds(one)
    ]
    return tape.rng.choice(picked) if picked else None


def at_friend(tape):
    """The only shooter aims at a friend in place of the enemy."""
    index = declared(tape, lambda one: isinstance(one["choice"]["target"], str))
    if index is None:
        return 0
    units = tape.position(index)
    shooter = tape.events[index]["choice"]["shoot"]
    friends = [
        name for name in units if name[0] == shooter[0] and name != shooter and units[name]["state"] != "gone"
    ]
    if not friends:
        return 0
    return retarget(tape, index, units, tape.rng.choice(friends))


def too_far(tape):
    """The only shooter aims at an enemy out of reach."""
    index = declared(tape, lambda one: isinstance(one["choice"]["target"], str))
    if index is None:
        return 0
    units = tape.position(index)
    shooter = tape.events[index]["choice"]["shoot"]
    far = [
        name
        for name, unit in units.items()
        if name[0] != shooter[0]
        and unit["state"] != "gone"
        and not unit["aboard"]
        and distance(tuple(unit["hex"]), tuple(units[shooter]["hex"])) > 4
    ]
    return retarget(tape, index, units, tape.rng.choice(far)) if far else 0


def retarget(tape, index, units, name):
    """Aims a declared attack of one shot at somebody else."""
    tape.events[index]["choice"]["target"] = name
    attack = tape.events[index + 2]
    place = units[name]["hex"]
    attack.update(target=name, hex=place, terrain=tape.place(place), stunned=units[name]["state"] == "stunned")
    attack["attackers"][0]["range"] = distance(tuple(place), tuple(units[attack["attackers"][0]["unit"]]["hex"]))
    return tape.line(index)


def fires_again(tape):
    """An attack is declared and rolled twice."""
    index = declared(tape, lambda one: True)
    if index is None or tape.events[index + 2]["result"] != "miss":
        return 0
    return tape.insert(index, *[dict(one) for one in tape.events[index : index + 3]])


def by_the_unfit(state):
    """A unit in a state in which it may not fire joins an attack, in both its declaration and its list."""

    def falsify(tape):
        picked = []
        for index, one in enumerate(tape.events):
            if is_attack(one, "direct") and chooses("fire")(tape.events[index - 1]):
                picked.append(index)
        tape.rng.shuffle(picked)
        for index in picked[:20]:
            units = tape.position(index)
            attack = tape.events[index]
            side = attack["attackers"][0]["unit"][0]
            for name, unit in units.items():
                fit = unit["aboard"] if state == "riding" else unit["state"] == state
                if name[0] != side or not fit or (state == "riding" and unit["state"] == "gone"):
                    continue
                mode = next(iter(CODEX.kinds[tape.kinds[name]].modes.values()))
                attack["attackers"].append(
                    {
                        "unit": name,
                        "hex": unit["hex"],
                        "mode": mode.key,
                        "weapon": mode.weapon.key,
                        "shots": mode.shots,
                        "range": distance(tuple(unit["hex"]), tuple(attack["hex"])),
                        "lower": False,
                    }
                )
                shot = {"shoot": name, "mode": mode.key, "target": attack["target"], "splash": None}
                return tape.insert(index - 1, {"event": "choice", "side": side, "choice": shot})
        return 0

    return falsify


def forest_grown(tape):
    """A forest stands where a long shot passed that had none on its way; it was never stood in."""
    if tape.rules["forest-limit"] == "into-only":
        return 0
    trodden = {tuple(unit["hex"]) for force in tape.events[0]["forces"] for unit in force["units"]}
    for one in tape.events:
        if one["event"] == "move":
            trodden |= {tuple(place) for place in one["path"]}
    for one in tape.events:
        if not is_attack(one, "direct"):
            continue
        for shooter in one["attackers"]:
            if shooter["range"] < 3:
                continue
            for q, r in line(*(b - a for a, b in zip(axial(shooter["hex"]), axial(one["hex"]))))[0]:
                column, row = from_axial(axial(shooter["hex"])[0] + q, axial(shooter["hex"])[1] + r)
                if (column, row) not in trodden and tape.place([column, row]) in ("grassland", "desert-beach"):
                    tape.events[0]["table"]["hexes"][row][column] = "forest"
                    return one.line
    return 0


def rocket_too_many(tape):
    """A rocket is fired in place of a pistol when none is left, or more than there are."""
    shots = [one for one in tape.events if chooses("shoot")(one) and one["choice"]["shoot"] == "A:tom"]
    rockets = [one for one in shots if one["choice"]["mode"] == "light-rocket"]
    pistols = [one for one in shots if one["choice"]["mode"] == "laser-pistol"]
    if len(rockets) < 3 or not pistols or pistols[-1].line < rockets[2].line:
        return 0
    pistols[-1]["choice"]["mode"] = "light-rocket"
    return pistols[-1].line


# Movement.


def whole_moves(tape):
    """Indices of choices to walk that are followed by the whole move, without an end that changes anything else."""
    found = []
    for index, one in enumerate(tape.events[:-2]):
        if chooses("move")(one) and not one["choice"]["exit"]:
            after = tape.events[index + 1]
            if after["event"] == "move" and after["path"] == one["choice"]["path"] and len(after["path"]) > 1:
                found.append(index)
    tape.rng.shuffle(found)
    return found


def extend(tape, index, place, cost):
    """Makes a move one hex longer."""
    tape.events[index]["choice"]["path"].append(place)
    tape.events[index + 1]["path"] = list(tape.events[index]["choice"]["path"])
    tape.events[index + 1]["cost"] += cost
    return tape.line(index)


def one_hex_too_far(tape):
    """A mover who has used up his move units goes on into open ground."""
    for index in whole_moves(tape):
        one = tape.events[index + 1]
        if one["cost"] * 2 != CODEX.kinds[tape.kinds[one["unit"]]].move:
            continue
        taken = [unit["hex"] for unit in tape.position(index).values()]
        for place in tape.near(one["path"][-1]):
            if tape.place(place) in tape.plain and tape.place(place) != "road" and place not in taken:
                return extend(tape, index, place, 1.0)
    return 0


def past_a_zone(tape):
    """A mover goes on from a hex next to an enemy."""
    if tape.rules["zoc-negated-by"] or tape.rules["stunned-zoc"] == "no":
        return 0
    for index in whole_moves(tape)[:80]:
        one = tape.events[index + 1]
        if one["cost"] * 2 > CODEX.kinds[tape.kinds[one["unit"]]].move - 2:
            continue
        units = tape.position(index)
        here = [unit for unit in units.values() if unit["state"] != "gone"]
        foes = [unit for name, unit in units.items() if unit in here and name[0] != one["unit"][0]]
        if not any(distance(tuple(foe["hex"]), tuple(one["path"][-1])) == 1 for foe in foes):
            continue
        for place in tape.near(one["path"][-1]):
            if tape.place(place) in tape.plain - {"road"} and place not in [unit["hex"] for unit in here]:
                return extend(tape, index, place, 1.0)
    return 0


def onto(side):
    """A mover ends his move on a friend on foot, or goes into the hex of an enemy."""

    def falsify(tape):
        for index in whole_moves(tape)[:80]:
            one = tape.events[index + 1]
            for name, unit in tape.position(index).items():
                friend = name[0] == one["unit"][0]
                if friend != (side == "friend") or name == one["unit"] or unit["state"] == "gone" or unit["aboard"]:
                    continue
                if tape.kinds[name][:3] in ("lcv", "mcv") or distance(tuple(unit["hex"]), tuple(one["path"][-2])) != 1:
                    continue
                tape.events[index]["choice"]["path"][-1] = unit["hex"]
                one["path"] = list(tape.events[index]["choice"]["path"])
                return tape.line(index)
        return 0

    return falsify


def jump(tape):
    """A mover ends two hexes away from where his last step began."""
    for index in whole_moves(tape):
        path = tape.events[index]["choice"]["path"]
        far = [place for near in tape.near(path[-1]) for place in tape.near(near)]
        far = [place for place in far if distance(tuple(place), tuple(path[-2])) == 3]
        if far:
            path[-1] = tape.rng.choice(far)
            tape.events[index + 1]["path"] = list(path)
            return tape.line(index)
    return 0


def into_water(tape):
    """A mover ends in a hex that he may not enter."""
    for index in whole_moves(tape):
        path = tape.events[index]["choice"]["path"]
        water = [place for place in tape.near(path[-2]) if tape.place(place) == "water-river"]
        if water:
            path[-1] = tape.rng.choice(water)
            tape.events[index + 1]["path"] = list(path)
            return tape.line(index)
    return 0


def moves_again(tape):
    """A unit walks back where it came from."""
    for index in whole_moves(tape):
        one = tape.events[index + 1]
        if tape.events[index + 2]["event"] == "choice" and "hold" not in tape.events[index + 2]["choice"]:
            path = one["path"][::-1]
            return tape.insert(
                index + 2,
                {**tape.events[index], "choice": {"move": one["unit"], "path": path, "exit": False}},
                {**one, "path": path},
            )
    return 0


def acts_when(state):
    """A unit that is Stunned or gone moves one hex."""

    def falsify(tape):
        ends = [index for index, one in enumerate(tape.events) if chooses("end")(one)]
        tape.rng.shuffle(ends)
        for index in ends[:40]:
            side = tape.events[index]["side"]
            if tape.events[index]["choice"]["end"] != "movement":
                continue
            units = tape.position(index)
            for name, unit in units.items():
                if name[0] != side or unit["state"] != state or unit["aboard"]:
                    continue
                for place in tape.near(unit["hex"]):
                    if place not in [other["hex"] for other in units.values()] and tape.place(place) in tape.plain:
                        path = [unit["hex"], place]
                        return tape.insert(
                            index,
                            {"event": "choice", "side": side, "choice": {"move": name, "path": path, "exit": False}},
                            {"event": "move", "kind": "move", "unit": name, "path": path, "cost": 1.0}
                            | {"riders": [], "exit": False},
                        )
        return 0

    return falsify


def cheaper(one, tape):
    one["cost"] -= 0.5


# Overwatch.


def watches_when(holds):
    """A unit goes on Overwatch that may not: `holds` says which, of position, name and side."""

    def falsify(tape):
        ends = [index for index, one in enumerate(tape.events) if chooses("end")(one)]
        tape.rng.shuffle(ends)
        for index in ends[:40]:
            if tape.events[index]["choice"]["end"] != "movement":
                continue
            units = tape.position(index)
            side = tape.events[index]["side"]
            for name, unit in units.items():
                if name[0] == side and unit["state"] != "gone" and not unit["aboard"] and holds(tape, units, name):
                    return tape.insert(
                        index,
                        {"event": "choice", "side": side, "choice": {"watch": name}},
                        {"event": "status", "unit": name, "status": "overwatch", "hex": unit["hex"], "aboard": None},
                    )
        return 0

    return falsify


def too_many(tape, units, name):
    on = [other for other, unit in units.items() if other[0] == name[0] and unit["state"] == "overwatch"]
    return units[name]["state"] == "ready" and len(on) >= int(tape.rules["overwatch-limit"])


def leaderless(tape, units, name):
    if units[name]["state"] != "ready" or int(tape.rules["overwatch-limit"]) == 0:
        return False
    for other, unit in units.items():
        reach = CODEX.kinds[tape.kinds[other]].leader
        if other[0] == name[0] and reach and unit["state"] != "gone":
            if distance(tuple(unit["hex"]), tuple(units[name]["hex"])) <= 3:
                return False
    return True


def stunned(tape, units, name):
    return units[name]["state"] == "stunned"


def unwatched(tape):
    """Somebody fires on Overwatch who never went on it."""
    index = tape.pick(lambda one: one["event"] == "attack" and one["kind"] == "overwatch")
    if index is None:
        return 0
    name = tape.events[index]["attackers"][0]["unit"]
    orders = [
        number
        for number in range(index)
        if chooses("watch")(tape.events[number]) and tape.events[number]["choice"]["watch"] == name
    ]
    return tape.delete(orders[-1], 2)


def held_anew(tape):
    """The watchers are asked a second time for the same hex."""
    index = tape.pick(chooses("hold"))
    return tape.insert(index, dict(tape.events[index])) if index is not None else 0


# Results.


def effect_left_out(*names):
    """What follows an attack is left out."""

    def falsify(tape):
        found = [
            index + 1
            for index, one in enumerate(tape.events[:-1])
            if is_attack(one) and tape.events[index + 1]["event"] in names
        ]
        return tape.delete(tape.rng.choice(found)) if found else 0

    return falsify


def retreat_short(one, tape):
    if len(one["path"]) < 3:
        return False
    one["path"].pop()
    return True


def retreat_nearer(one, tape):
    threat = tuple(one["threat"])
    near = [place for place in tape.near(one["path"][0]) if distance(tuple(place), threat) < distance(tuple(one["path"][0]), threat)]
    if not near:
        return False
    one["path"][1] = near[0]
    return True


def no_retreat(tape):
    """A retreat does not take place."""
    found = [
        index
        for index, one in enumerate(tape.events)
        if one["event"] == "move" and one["kind"] == "retreat" and is_attack(tape.events[index - 1])
    ]
    return tape.delete(tape.rng.choice(found)) if found else 0


def other_threat(one, tape):
    one["threat"] = tape.rng.choice(tape.near(one["threat"]))


def flipped(key):
    return lambda one, tape: one.update({key: not one[key]})


# Recovery, objectives, verdict, set-up.


def other_leader(one, tape):
    one["leader"] = None if one["leader"] else one["unit"]


def other_medic(one, tape):
    one["medic"] = one["unit"]


def other_point(one, tape):
    one["points"][tape.rng.randrange(2)] += 1


def other_holder(one, tape):
    if not one["objectives"] or tape.events[0]["scenario"] != "seize-and-hold":
        return False
    which = tape.rng.choice(one["objectives"])
    which["holder"] = {"A": "B", "B": None, None: "A"}[which["holder"]]
    return True


def one_more(key):
    def change(one, tape):
        one[key][tape.rng.randrange(2)] += 1

    return change


def other_winner(one, tape):
    one["winner"] = {"A": "B", "B": None, None: "A"}[one["winner"]]


def other_ending(one, tape):
    endings = ["elimination", "points", "cap", "stalemate", "objective", "surrender"]
    one["ending"] = tape.rng.choice([ending for ending in endings if ending != one["ending"]])


def other_fate(one, tape):
    which = tape.rng.choice(one["units"])
    which["fate"] = "ready" if which["fate"] == "ooc" else "ooc"


def ends_early(tape):
    """The game ends a turn before its time, with the same verdict."""
    phases = [index for index, one in enumerate(tape.events) if one["event"] == "objective"]
    if len(phases) < 2:
        return 0
    last = dict(tape.events[-1])
    last["turns"] -= 1
    line = tape.line(phases[-2] + 1)
    del tape.events[phases[-2] + 1 :]
    tape.events.append(event(last, line))
    return line


def goes_on(tape):
    """The game goes on after it should have ended."""
    tape.events[-1:] = [event({"event": "turn", "turn": tape.events[-1]["turns"] + 1}, tape.events[-1].line)]
    return tape.events[-1].line


def a_unit(one, tape):
    return tape.rng.choice([unit for unit in tape.rng.choice(one["forces"])["units"] if not unit["aboard"]])


def forward(one, tape):
    if one["scenario"] in ("breakthrough", "last-stand"):
        return False
    unit = a_unit(one, tape)
    unit["hex"] = [unit["hex"][0], one["table"]["size"][1] // 2]
    return True


def together(one, tape):
    first, second = a_unit(one, tape), a_unit(one, tape)
    if first is second:
        return False
    first["hex"] = second["hex"]
    return True


def dearer(one, tape):
    a_unit(one, tape)["cost"] += 5


def tired(one, tape):
    a_unit(one, tape)["status"] = "stunned"


def side(one, tape):
    one["side"] = "A" if one["side"] == "B" else "B"


def dice_of(one, tape):
    one["dice"].append(tape.rng.randint(1, 6))


def short_of_dice(one, tape):
    one["dice"].pop()


def battle(one):
    return one["event"] == "battle"


def of_type(kind):
    """Whether an attack is on a unit of a type, whose name stands in the name of the unit."""
    return lambda one: is_attack(one) and one["target"][2:] == kind


def recovers(one):
    return one["event"] == "check" and one["what"] == "recovery"


TAPES = {
    "die of an attack changed": field(is_attack, other_die),
    "die changed, result kept": field(is_attack, other_result),
    "die too many": field(is_attack, dice_of),
    "die missing": field(is_attack, short_of_dice),
    "lucky: higher die taken": field(of_type("xavier"), higher_die),
    "modifier of the die left out": field(lambda one: is_attack(one) and one["die_modifiers"], left_out),
    "modifier of the die invented": field(lambda one: is_attack(one) and not one["die_modifiers"], invented),
    "modifier of strength left out": field(
        lambda one: one["event"] == "attack" and one.get("strength_modifiers"), stronger
    ),
    "a point too many": field(is_attack, raised("points")),
    "strength one column higher": field(lambda one: is_attack(one) and one["strength"] < 7, raised("strength")),
    "second shot miscounted": field(lambda one: is_attack(one, "direct", "overwatch"), raised("second_shots_lost")),
    "absorbed shot miscounted": field(lambda one: is_attack(one, "direct", "overwatch"), raised("absorbed")),
    "shooter left out": field(lambda one: is_attack(one, "direct"), shooter_left_out),
    "shooter counted twice": field(lambda one: is_attack(one, "direct"), shooter_twice),
    "range misread": field(lambda one: is_attack(one, "direct"), wrong_range),
    "height misread": field(is_attack, wrong_height),
    "terrain misread": field(is_attack, lambda one, tape: one.update(terrain="town" if one["terrain"] != "town" else "hill")),
    "fire at a friend": at_friend,
    "fire out of range": too_far,
    "fire through a forest": forest_grown,
    "a rocket too many": rocket_too_many,
    "the same attack twice": fires_again,
    "a Stunned unit fires": by_the_unfit("stunned"),
    "a removed unit fires": by_the_unfit("gone"),
    "a rider fires": by_the_unfit("riding"),
    "mover one hex too far": one_hex_too_far,
    "mover past an enemy's zone": past_a_zone,
    "mover stops on a friend": onto("friend"),
    "mover enters an enemy's hex": onto("foe"),
    "mover jumps": jump,
    "mover enters water": into_water,
    "mover moves again": moves_again,
    "a Stunned unit moves": acts_when("stunned"),
    "a removed unit moves": acts_when("gone"),
    "move too cheap": field(lambda one: one["event"] == "move" and one["kind"] == "move", cheaper),
    "riders left behind": field(lambda one: one["event"] == "move" and one.get("riders"), lambda one, tape: one.update(riders=[])),
    "getting off untold": dropped(named("status", status="gets-off")),
    "boarding untold": dropped(named("status", status="boards")),
    "one too many on Overwatch": watches_when(too_many),
    "Overwatch without a leader": watches_when(leaderless),
    "a Stunned unit on Overwatch": watches_when(stunned),
    "Overwatch fire without the marker": unwatched,
    "Overwatch held twice": held_anew,
    "Overwatch not offered": dropped(chooses("hold")),
    "removal left out": effect_left_out("removed"),
    "stun or other effect left out": effect_left_out("status"),
    "traits left out": effect_left_out("check"),
    "retreat left out": no_retreat,
    "retreat too short": field(named("move", kind="retreat"), retreat_short),
    "retreat towards the threat": field(named("move", kind="retreat"), retreat_nearer),
    "retreat from the wrong hex": field(named("move", kind="retreat"), other_threat),
    "leadership roll misread": field(named("check", what="ignore-retreat"), flipped("passed")),
    "leadership number misread": field(named("check", what="ignore-retreat"), raised("target_number", -1)),
    "bystander forgotten": dropped(lambda one: is_attack(one, "splash")),
    "burst misplaced": field(lambda one: is_attack(one, "splash"), lambda one, tape: one.update(burst=tape.near(one["burst"])[0])),
    "recovery misread": field(recovers, flipped("passed")),
    "recovery number misread": field(recovers, raised("target_number", -1)),
    "recovery by a wrong leader": field(recovers, other_leader),
    "recovery forgotten": dropped(recovers),
    "treated by nobody": field(named("check", what="medic"), other_medic),
    "wrong side decides": field(lambda one: one["event"] == "choice" and "proceed" not in one["choice"], side),
    "phase left out": dropped(named("phase")),
    "turn miscounted": field(named("turn"), raised("turn")),
    "points miscounted": field(named("objective"), other_point),
    "holder misread": field(named("objective"), other_holder),
    "living miscounted": field(named("objective"), one_more("alive")),
    "saved miscounted": field(named("objective"), one_more("saved")),
    "wrong winner": field(named("verdict"), other_winner),
    "wrong ending": field(named("verdict"), other_ending),
    "wrong fate": field(named("verdict"), other_fate),
    "wrong value": field(named("verdict"), one_more("value")),
    "game ends early": ends_early,
    "game goes on": goes_on,
    "set up too far forward": field(battle, forward),
    "two set up in one hex": field(battle, together),
    "wrong cost": field(battle, dearer),
    "not all ready at the start": field(battle, tired),
    "wrong turn cap": field(battle, raised("turn_cap")),
    "wrong number of exits": field(battle, raised("exits_needed")),
}

FALSIFICATIONS = {
    name: (lambda events, rng, falsify=falsify: falsify(Tape(events, rng))) for name, falsify in TAPES.items()
}
