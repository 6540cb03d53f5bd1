"""Draws games: published lists, scenarios, doctrines, switches."""

from common import PROJECT, army_lists, doctrines

EQUAL = ("open-field", "crossroads", "random", "relief")
ATTACKS = ("ridge-assault", "river-crossing", "redoubt-assault", "hidden-defence")

# Switches and the values that are tried besides the default.
SWITCHES = {
    "dice.mapping": ["d6-high-red", "d6-exclusive", "d6-nested"],
    "turn.system": ["activation"],
    "turn.activation-fire": ["a-then-b", "per-group"],
    "turn.group-order": ["each-turn"],
    "turn.limit": ["4", "8", "16"],
    "cvs.mode": ["random", "set"],
    "cvs.opponent-choice": ["1", "4", "6"],
    "cvs.change-limit": ["none"],
    "fire.order": ["die-roll"],
    "los.overhead": ["artillery-level", "higher-any"],
    "los.dead-zone": ["off"],
    "los.dead-zone-rounding": ["down"],
    "cover.forested-hill": ["always"],
    "cover.hill": ["0", "2"],
    "melee.plane": ["within-2"],
    "melee.secondary-damage": ["hits-dropped"],
    "structure.hits": ["1", "3"],
    "construction.mode": ["on"],
    "construction.interrupt": ["pause"],
    "supply.mode": ["on"],
    "supply.points": ["1", "2"],
    "rout.friends": ["sidestep"],
    "rout.zoc": ["any-front"],
    "rout.direction": ["own-edge"],
    "initiative.mode": ["margin"],
    "initiative.frequency": ["once"],
    "fire.casualties": ["cp-deferred", "sequential"],
    "fire.rate": ["per-turn"],
    "fire.bonus-cap": ["0", "1", "4"],
    "fire.cap-scope": ["net"],
    "fire.trained-bonus": ["veteran-only", "none"],
    "fire.trained-arms": ["all"],
    "fire.rifled-close": ["floor-only"],
    "fire.a-extension": ["bonus-only", "none"],
    "fire.heavy-extra-range": ["0", "4"],
    "fire.higher-bonus": ["on"],
    "fire.gang-max": ["1", "4"],
    "fire.auto-kill": ["none"],
    "fire.flank-cb": ["0", "2"],
    "movement.oblique": ["off"],
    "zoc.contact": ["declare"],
    "terrain.forest-stop": ["off"],
    "melee.cover-degrades": ["off"],
    "melee.commander-kill": ["off"],
    "melee.flank-multiplier": ["1", "3"],
    "melee.plane-bonus": ["0", "2"],
    "fatigue.max": ["2", "4"],
    "fatigue.disorder-at": ["1"],
    "artillery.canister": ["never"],
    "rally.mode": ["all"],
    "rally.self": ["none", "veteran"],
    "integrity.break-point": ["20", "40"],
    "integrity.withdrawal": ["2", "5"],
    "victory.grace-turns": ["1", "3", "off"],
    "victory.draw-margin": ["0", "4"],
    "unit.rout-at": ["2", "4"],
    "rout.distance-foot": ["2", "4"],
}


# Switches that mean nothing without another one.
COMPANY = {
    "turn.activation-fire": "turn.system", "turn.group-order": "turn.system", "cvs.opponent-choice": "cvs.mode",
    "cvs.change-limit": "cvs.mode", "construction.interrupt": "construction.mode", "supply.points": "supply.mode",
}


def with_company(names):
    """Names of switches, and of those without which they mean nothing."""
    return list(dict.fromkeys([*names, *(COMPANY[name] for name in names if name in COMPANY)]))


def draw(rng, folder):
    """Arguments of `evenodds play` for one game."""
    lists = army_lists("hexcommand")
    arms = [name for name in lists if not name.startswith("defender") and name != "pike-and-shot"]
    if rng.random() < 0.7:
        scenario = rng.choice(EQUAL)
        arguments = [rng.choice(arms), rng.choice(arms)]
    else:
        scenario = rng.choice(ATTACKS)
        large = ["balanced-division", "union-1863", "confederate-1863", "militia-mass"]
        arguments = [rng.choice(large), "defender-nine"]
    for index, name in enumerate(arguments):
        # Costs are tuned; what a list costs is not what is judged here.
        text = (PROJECT / "armies" / "hexcommand" / f"{name}.toml").read_text(encoding="utf-8")
        path = folder / f"list-{'ab'[index]}.toml"
        path.write_text("cost-limit = 400\n" + text, encoding="utf-8")
        arguments[index] = path
    arguments += ["--ruleset", "hexcommand", "--scenario", scenario, "--seed", rng.randrange(10**6)]
    arguments += ["--pair", rng.randrange(4)]
    minds = doctrines("hexcommand")
    kind = rng.random()
    if kind < 0.5:
        arguments += ["--doctrine", "random"]
    elif kind < 0.8:
        arguments += ["--doctrine", f"{rng.choice(minds)} v {rng.choice(minds)}"]
    if rng.random() < 0.5:
        for name in with_company(rng.sample(list(SWITCHES), rng.randint(1, 5))):
            arguments += ["--rule", f"{name}={rng.choice(SWITCHES[name])}"]
    return arguments
