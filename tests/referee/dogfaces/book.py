"""The tables of the rulebook, to which the published codex is held where a game does not change it."""

from dataclasses import asdict

# Kind, shortest and longest range, damage, armour-piercing, ammunition, area, splash.
WEAPONS = {
    "laser-rifle": ("laser", 1, 3, 1, False, None, None, 0),
    "long-laser": ("laser", 1, 4, 1, False, None, None, 0),
    "laser-pistol": ("laser", 1, 2, 1, False, None, None, 0),
    "slrg": ("rail", 1, 4, 2, True, None, None, 0),
    "medium-rail-gun": ("rail", 1, 4, 3, True, None, None, 0),
    "ap-grenade": ("rail", 2, 3, 2, True, None, None, 0),
    "frag-thrown": ("frag", 1, 2, 1, False, None, "ring", 1),
    "frag-launched": ("frag", 2, 3, 1, False, None, "ring", 1),
    "light-rocket": ("rail", 2, 4, 3, True, 3, None, 0),
    "flamethrower": ("flame", 1, 2, 2, False, None, "one-hex", 1),
}

# Cost on foot and of vehicles in half units, die, die from below, strength, hexes of a retreat, range cap, road, no passing,
# height.
TERRAIN = {
    "grassland": (2, 2, 0, 0, 0, 2, None, False, False, 0),
    "desert-beach": (2, 2, 0, 0, 0, 2, None, False, False, 0),
    "swamp": (4, None, 0, 0, 0, 2, None, False, False, 0),
    "forest": (2, 4, -1, 0, 0, 2, 2, False, False, 0),
    "hill": (4, 4, 0, -1, 0, 2, None, False, False, 1),
    "water-river": (None, None, 0, 0, 0, 2, None, False, False, 0),
    "bridge": (2, 2, 0, 0, 0, 2, None, False, True, 0),
    "road": (2, 2, 0, 0, 0, 2, None, True, False, 0),
    "town": (2, 2, 0, 0, -1, 1, None, False, False, 0),
}

SOLDIER = {"move": 4, "recovers": 6, "leader": 0, "modes": ["laser-rifle"], "fire": "once", "vehicle": False}
SOLDIER |= {"capacity": 0, "suit": False, "medic": False, "lucky": False, "marksman": 0, "dodge": 0, "strength": 0}
SOLDIER |= {"ignores_retreat": False, "ignores_stun": False, "only_piercing": False, "jet": None}

TEAM_LEADER = {"recovers": 5, "leader": 1}
SUIT = {"suit": True}
RAIL = {"modes": ["slrg"]}
VEHICLE = {"vehicle": True, "leader": 1, "ignores_retreat": True, "strength": -1}
LCV = VEHICLE | RAIL | {"move": 8, "capacity": 2}

# What sets a unit apart from the plain soldier.
UNITS = {
    "andy": TEAM_LEADER,
    "brett": {"move": 6},
    "chuck": {"marksman": 1},
    "dave": RAIL,
    "ernie": {"modes": ["laser-rifle", "frag-thrown"]},
    "frank": {"recovers": 4, "leader": 2},
    "george": SUIT,
    "harry": {"modes": ["double-shot", "single-shot"]},
    "inigo": {"modes": ["long-laser"]},
    "jack": {"modes": ["ap-grenade", "frag-launched"]},
    "kyle": TEAM_LEADER,
    "larry": {"jet": (4, 5)},
    "mark": {"ignores_retreat": True},
    "nick": SUIT,
    "oscar": {"modes": ["laser-rifle", "ap-grenade", "frag-launched"]},
    "paul": {"recovers": 4, "leader": 3},
    "rocky": {"dodge": -1},
    "sam": {"ignores_stun": True},
    "tom": {"modes": ["light-rocket", "laser-pistol"], "fire": "once-or-each"},
    "uriah": {"medic": True},
    "vic": TEAM_LEADER,
    "wally": {"modes": ["both-pistols", "one-pistol"], "fire": "split"},
    "xavier": {"lucky": True},
    "yago": RAIL,
    "zack": {"modes": ["flamethrower"]},
    "lcv-1": LCV,
    "lcv-2": LCV,
    "mcv-1": VEHICLE
    | {"move": 6, "modes": ["medium-rail-gun", "laser-rifle"], "fire": "each-at-another", "only_piercing": True},
    "rifleman": {},
}

# Shots, and whether those after the first may be lost.
MODES = {"double-shot": (2, True), "single-shot": (1, False), "both-pistols": (2, False), "one-pistol": (1, False)}

TEAMS = {
    "alpha": ["andy", "brett", "chuck", "dave", "ernie"],
    "bravo": ["frank", "george", "harry", "inigo", "jack"],
    "charlie": ["kyle", "larry", "mark", "nick", "oscar"],
    "delta": ["paul", "rocky", "sam", "tom", "uriah"],
    "echo": ["vic", "wally", "xavier", "yago", "zack"],
    "foxtrot": ["lcv-1", "lcv-2", "mcv-1"],
}

NUMBERS = {"ignore-retreat": 3, "suit-absorbs": 5, "second-shot-lost": 2, "retreat": 2, "medic-reach": 1, "road-cost": 1}
NUMBERS |= {"max-copies": 1, "points-to-win": 20, "points-from-turn": 3, "exit-percent": 40, "exit-cost": 2}
NUMBERS |= {"stand-radius": 3}


def differences(codex):
    """Where a codex differs from the rulebook: a list of words."""
    found = []

    def hold(what, said, due):
        if said != due:
            found.append(f"{what} is {said}, in the rulebook {due}")

    for die in range(1, 7):
        for strength in range(1, 8):
            both = die + strength
            due = "miss" if both <= 5 else "ooc" if both >= 9 else {6: "st", 7: "r2", 8: "r2s"}[both]
            hold(f"combat table {strength}, {die}", codex.result(strength, die), due)
    for key, due in WEAPONS.items():
        hold(key, tuple(asdict(codex.weapons[key]).values())[1:], due)
    for key, due in TERRAIN.items():
        hold(key, tuple(asdict(codex.terrains[key]).values())[1:], due)
    for key, due in MODES.items():
        hold(key, (codex.modes[key].shots, codex.modes[key].unsure), due)
    for key, due in UNITS.items():
        said = vars(codex.kinds[key]) | {"modes": list(codex.kinds[key].modes)}
        for name, value in (SOLDIER | due).items():
            hold(f"{name} of {key}", said[name], value)
    for key, due in TEAMS.items():
        hold(key, codex.teams[key]["members"], due)
    hold("numbers", codex.numbers, NUMBERS)
    hold("units", sorted(codex.kinds), sorted(UNITS))
    return found
