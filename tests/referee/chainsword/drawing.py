"""Draws games: published lists, scenarios, battlefields, doctrines, switches."""

from common import army_lists, doctrines

SCENARIOS = ("patrol", "probe", "attack-and-defend", "delaying-action", "flank-attack", "attack-on-an-objective")

# Switches and knobs with the values that are tried besides the default.
SWITCHES = {
    "fm-formula": ["unit-average"],
    "fm-table": ["by-row"],
    "fm-tests": ["flat"],
    "fm-jop-chooser": ["opponent"],
    "order-target": ["squad"],
    "random-events": ["none"],
    "turn-end-shock": ["halve", "clear"],
    "patrol-measure": ["centre"],
    "jop-side": ["behind-marker"],
    "run-distance": ["m-plus-d6"],
    "failed-charge": ["stay", "full-roll"],
    "overwatch-bs": ["snap"],
    "charge-reaction": ["overwatch-only"],
    "covering-fire-duration": ["next-enemy-phase"],
    "vehicle-activation": ["junior-leader"],
    "shock-trigger": ["armour-save", "per-save", "per-unsaved"],
    "shock-shooting": ["flat"],
    "intercept-die": ["senior"],
    "patrol-support": ["shared"],
    "half-support": ["exact"],
    "rout-rule": ["literal"],
    "casualty-allocation": ["random"],
    "officer-deploy": ["free"],
    "terrain": ["random", "open"],
    "wildcard-cp": ["no"],
    "self-overwatch": ["no"],
    "casualty-test": ["off"],
    "early-decision": ["off"],
    "crossing-team": ["ground"],
    "crossing-by-reserves": ["yes"],
    "newcomers-win": ["yes"],
    "officer-holds": ["yes"],
    "command-dice": ["4", "6"],
    "stratagem-cost": ["4", "8"],
    "win-morale": ["2", "4"],
    "max-phases": ["40"],
}


def draw(rng, folder):
    """Arguments of `evenodds play` for one game."""
    lists = list(army_lists("chainsword"))
    arguments = [rng.choice(lists), rng.choice(lists), "--ruleset", "chainsword"]
    arguments += ["--scenario", rng.choice(SCENARIOS), "--seed", rng.randrange(10**6), "--pair", rng.randrange(4)]
    minds = doctrines("chainsword")
    kind = rng.random()
    if kind < 0.5:
        arguments += ["--doctrine", "random"]
    elif kind < 0.75:
        arguments += ["--doctrine", f"{rng.choice(minds)} v {rng.choice(minds)}"]
    if rng.random() < 0.4:
        for name in rng.sample(list(SWITCHES), rng.randint(1, 3)):
            arguments += ["--set", f"rules.{name}={rng.choice(SWITCHES[name])}"]
    return arguments
