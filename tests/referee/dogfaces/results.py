"""What a result of the combat table does to its victim, in the order of effects."""

from . import retreat
from .board import distance

PARTS = {"st": (False, True), "r2": (True, False), "r2s": (True, True)}
RESULTS = {parts: name for name, parts in PARTS.items()} | {(False, False): "miss"}


def effect(referee, victim, result, threat, firing):
    """Follows the effect of a result; `threat` is the hex that a retreat runs from, `firing` the side that fires."""
    if result == "ooc":
        remove(referee, victim, "ooc", "DF-RES-08")
    if result not in PARTS:
        return
    goes, stuns = PARTS[result]
    kind = victim.kind
    left = goes and not kind.ignores_retreat, stuns and not kind.ignores_stun
    if left != (goes, stuns):
        event = referee.check("traits", victim, "DF-ATK-14")
        referee.expect(
            event["result"] == result and event["left"] == RESULTS[left] and not event["dice"],
            "DF-ATK-14",
            lambda: f"{victim} makes {event['left']} of {event['result']}, should make {RESULTS[left]} of {result}",
        )
    goes, stuns = left
    stood = victim.hex
    ignored = goes and stands(referee, victim)
    if goes and not ignored:
        if not go(referee, victim, threat, firing, stuns):
            referee.proceed(firing)
            return
    if stuns:
        stun(referee, victim, "DF-RES-01")
    if victim.watching and victim.hex != stood:
        referee.status(victim, "off-overwatch", "DF-RTR-12")
        victim.watching = False
    referee.proceed(firing)


def stands(referee, victim):
    """The owner's choice and roll to ignore a retreat (DF-LDR-01, DF-LDR-02)."""
    game = referee.game
    if not victim.kind.leader and not game.leaders_over(victim):
        return False
    event, choice = referee.choice(victim.side, "DF-LDR-02")
    if "stand" not in choice:
        referee.lost("DF-LDR-02", f"{victim} may try to ignore the retreat; its owner says {choice}")
    if not choice["stand"]:
        return False
    event = referee.check("ignore-retreat", victim, "DF-LDR-01")
    least = game.codex.numbers["ignore-retreat"]
    referee.expect(
        event["target_number"] == least, "DF-LDR-01", lambda: f"target number {event['target_number']}, should be {least}"
    )
    return passes(referee, event, least, "DF-LDR-01")


def passes(referee, event, least, rule):
    """The single die of a check, and whether it reaches its number."""
    dice = event["dice"]
    referee.expect(len(dice) == 1 and dice[0] in range(1, 7), rule, lambda: f"one die, not {dice}")
    passed = bool(dice) and dice[0] >= least
    referee.expect(event["passed"] == passed, rule, lambda: f"{dice} against {least} is {passed}")
    return event["passed"]


def go(referee, victim, threat, firing, stuns):
    """A retreat; returns whether the victim is still in the game."""
    game, rules = referee.game, referee.game.rules
    ways = retreat.ways(game, victim, threat)
    cause = None
    if not ways.complete and rules["retreat-off-map"] == "leaves-play" and ways.over_edge:
        cause = "left-the-map"
    elif not ways.complete and rules["blocked-retreat"] == "ooc":
        cause = "retreat-blocked"
    chosen = None if cause else choose(referee, victim, firing, ways)
    if not ways.complete:
        event = referee.check("retreat", victim, "DF-RTR-09")
        referee.expect(tuple(event["threat"]) == threat, "DF-RTR-02", lambda: f"threat {event['threat']}, is {threat}")
        referee.expect(
            (event["needed"], event["possible"]) == (ways.needed, ways.possible),
            "DF-RTR-09",
            lambda: f"{event['possible']} of {event['needed']} hexes, should be {ways.possible} of {ways.needed}",
        )
    if cause:
        remove(referee, victim, cause, "DF-RTR-08" if cause == "left-the-map" else "DF-RTR-09")
        return False
    if ways.paths:
        run(referee, victim, threat, ways, chosen)
    if ways.complete and not stuns and victim.stunned:
        referee.status(victim, "ready", "DF-RES-04", aboard=victim.aboard)
        victim.stunned = False
    blocked = not ways.complete and rules["blocked-retreat"] == "stunned" and not victim.kind.ignores_stun
    if blocked and not stuns:
        stun(referee, victim, "DF-RTR-09")
    return True


def choose(referee, victim, firing, ways):
    """The chosen path of a retreat (DF-RTR-11); None where there is nothing to choose."""
    following = referee.peek()
    asked = following and following["event"] == "choice" and "retreat" in following["choice"]
    if len(ways.ends) <= 1 and not (asked and len(ways.paths) > 1):
        return None
    side = victim.side if referee.game.rules["retreat-chooser"] == "owner" else firing
    event, choice = referee.choice(side, "DF-RTR-11")
    if "retreat" not in choice:
        referee.lost("DF-RTR-11", f"{victim} retreats, and {len(ways.ends)} hexes are open; the choice is {choice}")
    return [tuple(place) for place in choice["retreat"]]


def run(referee, victim, threat, ways, chosen):
    """The steps of a retreat."""
    game = referee.game
    if victim.aboard:
        referee.status(victim, "gets-off", "DF-RTR-05")
        victim.aboard = None
    event = referee.take("move", "DF-RTR-01")
    path = [tuple(place) for place in event["path"]]
    referee.expect(event["kind"] == "retreat" and event["unit"] == victim.id, "DF-RTR-01", f"not the retreat of {victim}")
    referee.expect(tuple(event["threat"]) == threat, "DF-RTR-02", lambda: f"threat {event['threat']}, is {threat}")
    referee.expect(event["cost"] == 0, "DF-MOV-10", "a retreat costs nothing")
    referee.expect(chosen in (None, path), "DF-RTR-11", lambda: f"chosen was {chosen}, gone {path}")
    if path not in ways.paths:
        referee.violation(broken(ways, path, threat), f"{victim} goes {path} from {threat}; open are {ways.paths}")
    game.put(victim, path[-1])


def broken(ways, path, threat):
    """The rule that a retreat breaks which is not open."""
    if len(path) != ways.possible + 1:
        return "DF-RTR-01"
    if any(distance(end, threat) <= distance(start, threat) for start, end in zip(path, path[1:])):
        return "DF-RTR-03"
    return "DF-RTR-05"


def stun(referee, victim, rule):
    """Stuns a unit, and who rides in it (DF-VEH-11)."""
    game = referee.game
    if victim.stunned:
        return
    referee.status(victim, "stunned", rule, aboard=victim.aboard)
    victim.stunned = True
    victim.watching = False
    stun_riders(referee, game.riders(victim))


def stun_riders(referee, riders):
    """Riders are Stunned with their vehicle, Sam by rule R-48."""
    for rider in riders:
        spared = rider.kind.ignores_stun and referee.game.rules["sam-ride-stun"] == "no"
        if not rider.stunned and not spared:
            referee.status(rider, "stunned", "DF-VEH-11", aboard=rider.aboard)
            rider.stunned = True


def remove(referee, victim, cause, rule):
    """Takes a unit out; its riders are Stunned and thrown out (DF-VEH-11, DF-VEH-12)."""
    game = referee.game
    event = referee.take("removed", rule)
    referee.expect(
        event["unit"] == victim.id and event["cause"] == cause,
        rule,
        lambda: f"{event['unit']} removed by `{event['cause']}`, should be {victim} by `{cause}`",
    )
    riders = game.riders(victim)
    place = victim.hex
    game.remove(victim, "ooc")
    stun_riders(referee, riders)
    for rider in riders:
        event = referee.status(rider, "thrown-out", "DF-VEH-12", place=False)
        free = [
            spot
            for spot in game.board.terrain
            if not game.at(spot) and game.entry(rider.kind, spot) is not None
        ]
        nearest = min(free, key=lambda spot: (distance(spot, place), game.board.index(spot)))
        spot = tuple(event["hex"])
        referee.expect(spot == nearest, "DF-VEH-12", lambda: f"{rider} lands in {spot}, should in {nearest}")
        game.put(rider, spot)
