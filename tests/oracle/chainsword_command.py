"""Chainsword of Command: Command Dice, Force Morale, support and reserves."""

from fractions import Fraction

from chainsword_base import CODEX, D3, TWO_DICE, at_least, yes_with
from odds import Refused, add, certain, chain, combine, die, image, probability, several

FACES = ("ones", "twos", "threes", "fours", "fives")


# Command Dice


def dice_of(inputs):
    """The size of the pool (CW-CMD-01, CW-FMO-02)."""
    if "force-morale" in inputs:
        return CODEX["command-dice"][inputs.get("fm-table", "by-number")][min(inputs["force-morale"], 5) - 1]
    return inputs.get("dice", 5)


def sixes(dice):
    return several(yes_with(at_least(6)), dice)


def command_dice(inputs):
    labels = ["no-six", "wildcard", "next-phase", "turn-end", "turn-end-event"]
    return image(sixes(dice_of(inputs)), lambda count: labels[min(count, 4)])


def need_met(dice, wanted):
    """The odds of natural, with-wildcard and short for a number of wanted dice of each face (CW-CMD-07, 08).

    States: faces still lacking, and sixes up to two.
    """

    def throw(state):
        lacking, wild = state

        def shows(face):
            if face == 6:
                return lacking, min(wild + 1, 2)
            return tuple(max(0, n - (face == place)) for place, n in enumerate(lacking, 1)), wild

        return image(die(), shows)

    odds = certain((tuple(wanted), 0))
    for _ in range(dice):
        odds = chain(odds, throw)

    def label(state):
        lacking, wild = state
        if sum(lacking) == 0:
            return "natural"
        return "with-wildcard" if sum(lacking) == 1 and wild == 1 else "short"

    return image(odds, label)


def command_need(inputs):
    return need_met(dice_of(inputs), [inputs.get(face, 0) for face in FACES])


def turn_length(inputs):
    """States: the active player, or the Phase in which the Turn ended (CW-CMD-09)."""
    dice = [inputs.get("dice-a", 5), inputs.get("dice-b", 5)]
    odds = certain(0)
    for number in range(1, inputs.get("cap", 20) + 1):

        def phase(player):
            if isinstance(player, str):
                return certain(player)
            return image(
                sixes(dice[player]),
                lambda count: f"phase-{number}" if count >= 3 else player if count == 2 else 1 - player,
            )

        odds = chain(odds, phase)
    return image(odds, lambda state: state if isinstance(state, str) else "longer")


def phase_run(inputs):
    again = probability(sixes(dice_of(inputs)), lambda count: count >= 2)
    odds = {f"run-{length}": again ** (length - 1) * (1 - again) for length in (1, 2, 3)}
    return odds | {"run-4-plus": again**3}


def stratagem_clock(inputs):
    cost, wild = inputs.get("cost", 6), inputs.get("wildcard-as-cp", False)
    # Pairs of fives and sixes of one throw.
    die_shows = image(die(), lambda face: (int(face == 5), int(face == 6)))
    throw = certain((0, 0))
    for _ in range(dice_of(inputs)):
        throw = combine(throw, die_shows, lambda a, b: (a[0] + b[0], a[1] + b[1]))
    gained = image(throw, lambda pair: pair[0] + (wild and pair[1] == 1))
    odds = certain(min(inputs.get("start-cp", 0), cost))
    for _ in range(inputs.get("phases", 6)):
        odds = combine(odds, gained, lambda bank, more: min(bank + more, cost))
    return image(odds, lambda bank: "ready" if bank == cost else f"cp-{bank}")


def rally(inputs):
    rank = CODEX["ranks"][inputs["rank"]]
    orders = max(rank["orders"] + inputs.get("extra-orders", 0) - inputs.get("other-orders", 0), 0)
    shock, ld = max(inputs["shock"] - orders, 0), inputs["ld"]
    stands = "broken" if shock >= 2 * ld else "pinned" if shock >= ld else "steady"  # CW-SHK-05, 06
    wanted = [int(face == rank["face"]) for face in range(1, 6)]
    return image(need_met(dice_of(inputs), wanted), lambda label: "no-officer" if label == "short" else stands)


# Force Morale


def leaderships(listed, formula):
    """The Ld of the listed; hulls have none and are no Troop squads."""
    searched = ("units", "officers", "vehicles") if formula == "unit-average" else ("units", "officers")
    found = []
    for one in listed:
        if isinstance(one, str):
            tables = [CODEX[name][one] for name in searched if one in CODEX[name]]
            if not tables:
                raise Refused(f"{one} is unknown")
            if "ld" in tables[0]:
                found.append(tables[0]["ld"])
        else:
            found.append(one)
    if not found:
        raise Refused("nobody has an Ld")
    return found


def starting_level(listed, formula):
    """CW-FMO-01."""
    values = leaderships(listed, formula)
    if formula == "unit-average":
        return certain(-(-sum(values) // len(values)))
    return image(D3, lambda roll: roll + sum(values) // len(values))


def force_morale_start(inputs):
    return image(starting_level(inputs["leadership"], inputs.get("formula", "d3-troops")), lambda level: f"fm-{level}")


def first_mover(inputs):
    """CW-PAT-03; a roll-off repeated until decided is even."""
    formula = inputs.get("formula", "d3-troops")
    lead = combine(
        starting_level(inputs["leadership-a"], formula),
        starting_level(inputs["leadership-b"], formula),
        lambda a, b: a - b,
    )
    even = {"a-first": Fraction(1, 2), "b-first": Fraction(1, 2)}
    return chain(lead, lambda by: even if by == 0 else certain("a-first" if by > 0 else "b-first"))


def force_morale_test(inputs):
    """CW-FMO-04 to 06."""
    odds = certain(inputs["force-morale"])
    for event in inputs["events"][inputs.get("steady", 0) :]:
        losses = CODEX["force-morale-events"][event]
        lost = image(die(), lambda face: losses[face - 1])
        if inputs.get("fm-tests", "table") == "flat":
            lost = certain(0 if event == "team-broken" else 1)
        odds = combine(odds, lost, lambda level, less: max(level - less, 0))
    return image(odds, lambda level: f"fm-{level}")


# Scenarios and reserves


def support_roll(inputs):
    """CW-SCN-02, 05, 08, 12, 16, 19."""
    scenario = inputs["scenario"]
    entry = CODEX["support-rolls"][scenario]
    pip, most = entry["pip"], entry["most"]
    roll = several(die(), entry["dice"]) if entry["dice"] else D3
    if scenario == "patrol":
        if inputs.get("patrol-support", "separate") == "shared":
            pairs = image(roll, lambda pips: (pip * pips, pip * pips))
        else:
            pairs = combine(roll, roll, lambda a, b: (pip * a, pip * b))
    else:

        def points(pips):
            attacker = min(pip * pips, most) if most else pip * pips
            if scenario in ("flank-attack", "attack-on-an-objective"):
                return attacker, pips // 2 * pip
            if scenario == "probe" or inputs.get("half-support", "to-50") == "exact":
                return attacker, attacker // 2
            return attacker, attacker // 2 // pip * pip

        pairs = image(roll, points)
    return image(pairs, lambda pair: f"att-{pair[0]}-def-{pair[1]}")


def opening_moves(inputs):
    """CW-SCN-01, 04, 07, 10, 14, 18."""
    moves = {
        "patrol": certain(0),
        "delaying-action": certain(0),
        "attack-and-defend": die(),
    }
    odds = moves.get(inputs["scenario"], image(D3, lambda roll: roll + 1))
    return image(odds, lambda count: f"moves-{count}")


def arrival(inputs, then):
    """The reserve roll (CW-DEP-09), then something else."""
    here = yes_with(at_least(inputs.get("reserve-roll", 3)))
    return chain(here, lambda yes: then if yes else certain("late"))


def deep_strike(inputs):
    scatter = {"on-target": Fraction(1, 3)}
    for roll, chance in TWO_DICE.items():
        add(scatter, f"scatter-{roll}", Fraction(2, 3) * chance)
    return arrival(inputs, scatter)


def outflank(inputs):
    return arrival(inputs, {edge: Fraction(1, 3) for edge in ("left", "right", "choice")})


RESOLUTIONS = {
    "command-dice": command_dice,
    "command-need": command_need,
    "turn-length": turn_length,
    "phase-run": phase_run,
    "stratagem-clock": stratagem_clock,
    "rally": rally,
    "force-morale-start": force_morale_start,
    "first-mover": first_mover,
    "force-morale-test": force_morale_test,
    "support-roll": support_roll,
    "opening-moves": opening_moves,
    "deep-strike": deep_strike,
    "outflank": outflank,
}
