"""The Stun Recovery Phase."""

from .board import distance
from .results import passes


def recovery_phase(referee):
    """Follows the rolls of both sides; benefits are those at the start of the phase (DF-REC-05)."""
    game = referee.game
    stunned = [unit for unit in game.units.values() if unit.alive and unit.stunned]
    numbers = {unit: best_number(game, unit) for unit in stunned}
    medics = {unit: treated_by(game, unit) for unit in stunned}
    left = list(stunned)
    while left:
        event, choice = referee.choice(None, "DF-REC-01")
        if "recover" not in choice:
            referee.lost("DF-REC-01", f"no decision of the Stun Recovery Phase: {choice}")
        mine = [unit for unit in left if unit.side == event["side"]]
        referee.expect(bool(mine), "DF-REC-01", lambda: f"nobody of side {event['side']} has to recover")
        left = [unit for unit in left if unit.side != event["side"]]
        recovered = []
        while mine:
            event = referee.take("check", "DF-REC-01")
            unit = referee.unit(event["unit"])
            referee.expect(unit in mine, "DF-REC-01", lambda: f"{unit} does not roll now, but {mine}")
            if unit not in mine:
                referee.lost("DF-REC-01", "the rolls cannot be followed")
            mine.remove(unit)
            if one(referee, event, unit, numbers[unit], medics[unit], mine):
                unit.stunned = False
                recovered.append(unit)
            following = referee.peek()
            while recovered and (not mine or (following and following["event"] == "status")):
                unit = recovered.pop(0)
                referee.status(unit, "ready", "DF-REC-07", aboard=unit.aboard)
                following = referee.peek()
    referee.settle()


def one(referee, event, unit, at_start, medics, after):
    """Judges the roll of one Stunned unit, or its treatment; returns whether it recovers."""
    game = referee.game
    if medics:
        referee.expect(
            event["what"] == "medic" and event.get("medic") in [medic.id for medic in medics] and not event["dice"],
            "DF-REC-04",
            lambda: f"{unit} is treated by {medics}",
        )
        return True
    referee.expect(event["what"] == "recovery", "DF-REC-04", lambda: f"no medic treats {unit}")
    allowed = [at_start]
    if game.rules["recovery-order"] == "leaders-first":
        now = best_number(game, unit)
        if unit.kind.leader:
            allowed.append(now)
        else:
            allowed = [now]
            waiting = [other for other in after if other.kind.leader]
            referee.expect(not waiting, "DF-REC-05", lambda: f"{unit} rolls before {waiting}")
    number, leaders = min(allowed, key=lambda pair: abs(pair[0] - event["target_number"]))
    referee.expect(
        event["target_number"] == number, "DF-REC-03", lambda: f"{unit} needs {event['target_number']}, not {number}"
    )
    names = [leader.id for leader in leaders] or [None]
    referee.expect(event["leader"] in names, "DF-REC-03", lambda: f"number of {event['leader']}, should be {names}")
    return passes(referee, event, number, "DF-REC-01")


def best_number(game, unit):
    """The recovery number of a unit, and the leaders who lend it; none when it is his own (DF-LDR-03 to 06)."""
    own = unit.kind.recovers
    lent = {leader: game.lends(leader) for leader in game.leaders_over(unit)}
    best = min([own, *lent.values()])
    return best, [leader for leader, number in lent.items() if number == best and best < own]


def treated_by(game, unit):
    """Medics who treat a unit without a roll (DF-REC-04, R-16)."""
    rules = game.rules
    if unit.kind.vehicle and rules["medic-vehicles"] == "no":
        return []
    return [
        medic
        for medic in game.units.values()
        if medic.kind.medic
        and medic.alive
        and medic is not unit
        and (medic.ready or rules["stunned-medic"] == "yes")
        and (medic.side == unit.side or rules["medic-foes"] == "yes")
        and distance(medic.hex, unit.hex) <= game.codex.numbers["medic-reach"]
    ]
