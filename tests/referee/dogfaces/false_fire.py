"""Falsified attacks: dice, modifiers, the table, declarations."""

from .board import axial, distance, from_axial, line
from .tape import CODEX, chooses, is_attack, reroll, table


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


def other_terrain(one, tape):
    one["terrain"] = "hill" if one["terrain"] == "town" else "town"


def other_burst(one, tape):
    one["burst"] = tape.near(one["burst"])[0]


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
