"""Draws games: published lists, scenarios, battlefields, doctrines, switches."""

from common import army_lists, doctrines

SCENARIOS = ("patrol", "probe", "attack-and-defend", "delaying-action", "flank-attack", "attack-on-an-objective")


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
    return arguments
