"""Falsified results, recovery, objectives, verdicts and set-ups."""

from common import event

from .board import distance
from .tape import is_attack


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
