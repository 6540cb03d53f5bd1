"""Random set-ups: lists, scenario, battlefield, doctrines, switches and numbers."""

from common import army_lists, battlefields, doctrines

from .board import DIRECTIONS, step
from .codex import Codex
from .scenario import content

SCENARIOS = ["last-man-standing", "seize-and-hold", "breakthrough", "decapitation", "last-stand"]

# Every switch that a game can show, with the values other than its default.
SWITCHES = {
    "first-player": ["a", "b"],
    "setup-mounted": ["no"],
    "jet-zoc": ["ignores"],
    "jet-may-walk": ["no"],
    "stunned-zoc": ["no"],
    "zoc-negated-by": ["forest", "town", "forest, hill", "grassland", "road, bridge"],
    "bridge-is-road": ["yes"],
    "overwatch-limit": ["0", "1", "3", "8"],
    "overwatch-after-move": ["no"],
    "overwatch-trigger": ["crossing"],
    "overwatch-spends": ["hold-fire", "game-turn"],
    "forest-limit": ["through-only", "into-only"],
    "edge-line": ["both"],
    "sight-blockers": ["hills", "hills-and-towns"],
    "hill-mixed": ["all"],
    "attacks-per-target": ["many"],
    "declare": ["all-first"],
    "strength-floor": ["1"],
    "suit-absorb": ["per-attack"],
    "flame-vs-suit": ["immune"],
    "flame-vs-lcv": ["normal"],
    "rocky-mixed": ["exempt"],
    "tom-both-weapons": ["yes"],
    "frag-empty-hex": ["yes"],
    "splash-terrain": ["no"],
    "retreat-chooser": ["attacker"],
    "retreat-sideways": ["no"],
    "retreat-zoc": ["blocks"],
    "retreat-off-map": ["leaves-play"],
    "blocked-retreat": ["stays", "ooc"],
    "recovery-order": ["leaders-first"],
    "stunned-medic": ["yes"],
    "medic-vehicles": ["no"],
    "medic-foes": ["yes"],
    "vehicle-lead-number": ["4", "5"],
    "sam-ride-stun": ["no"],
    "riders-targetable": ["yes"],
    "dismount-after-ride": ["full", "none"],
    "turn-cap": ["6", "12"],
    "cap-result": ["draw", "cost"],
    "stalemate-rule": ["no"],
    "surrender-ratio": ["0.3", "0.5"],
}

# Numbers of the codex worth changing, with values.
NUMBERS = {
    "codex.numbers.ignore-retreat": [1, 5, 7],
    "codex.numbers.suit-absorbs": [2, 6],
    "codex.numbers.second-shot-lost": [0, 5],
    "codex.numbers.retreat": [1],
    "codex.numbers.medic-reach": [0, 3],
    "codex.numbers.road-cost": [2],
    "codex.numbers.points-to-win": [6],
    "codex.numbers.points-from-turn": [1],
    "codex.numbers.exit-percent": [20, 75],
    "codex.numbers.stand-radius": [4],
    "codex.terrain.swamp.cost-foot": [3, '"no"'],
    "codex.terrain.forest.die-mod": [-2, 1],
    "codex.terrain.forest.range-cap": [1, 3],
    "codex.terrain.hill.cost-foot": [2],
    "codex.terrain.town.retreat-cap": [2],
    "codex.terrain.town.strength-mod": [-2],
    "codex.weapons.laser-rifle.range": [2, 4],
    "codex.weapons.laser-rifle.damage": [2],
    "codex.weapons.flamethrower.splash": [2],
    "codex.weapons.frag-thrown.splash": [3],
    "codex.weapons.light-rocket.ammo": [1],
    "codex.units.rifleman.move": [3, 1.5],
    "codex.units.brett.move": [4],
    "codex.units.chuck.marksman": [2],
    "codex.units.rocky.dodge": [-2],
    "codex.units.larry.jet-min": [2],
    "codex.units.larry.jet-max": [7],
    "codex.units.andy.leader-range": [3],
    "codex.units.sam.recovers": [2],
    "codex.units.lcv-1.capacity": [1],
    "codex.units.lcv-2.strength-mod": [-2],
    "codex.units.mcv-1.cost": [300],
}


def draw(rng, folder):
    """Arguments of `evenodds play` for one game."""
    codex = Codex()
    scenario = rng.choice(SCENARIOS)
    published = army_lists("dogfaces")
    arguments, rules = [], {}
    if rng.random() < 0.15:
        one = rng.choice([name for name, said in published.items() if said["mode"] == "strict"])
        names = [one, one]
    elif rng.random() < 0.5:
        names = [rng.choice(list(published)) for _ in range(2)]
        rules["rosters"] = "free"
    else:
        names = [draw_list(rng, codex, folder, seat) for seat in "ab"]
        rules["rosters"] = "free"
    sizes = [len(content(codex, published[name])) if name in published else 20 for name in names]
    if scenario == "decapitation" and set(names) & {"no-chiefs", "rifle-10", "rifle-13", "rifle-16"}:
        scenario = "last-man-standing"
    arguments += [*names, "--ruleset", "dogfaces", "--scenario", scenario]
    arguments += ["--doctrine", " v ".join(draw_doctrine(rng) for _ in range(2))]
    field = draw_battlefield(rng, codex, folder, scenario, max(sizes))
    if field:
        arguments += ["--battlefield", field]
    if rng.random() < 0.65:
        for switch in rng.sample(list(SWITCHES), rng.randint(1, 8)):
            rules[switch] = rng.choice(SWITCHES[switch])
    for switch, value in rules.items():
        arguments += ["--rule", f"{switch}={value}"]
    if rng.random() < 0.2:
        for path in rng.sample(list(NUMBERS), rng.randint(1, 5)):
            arguments += ["--set", f"{path}={rng.choice(NUMBERS[path])}"]
    if rng.random() < 0.3:
        arguments += ["--swapped"]
    return [*arguments, "--pair", rng.randrange(100), "--seed", rng.randrange(1 << 32)]


def draw_doctrine(rng):
    """A doctrine; random play often, for it goes where no doctrine does."""
    return "random" if rng.random() < 0.35 else rng.choice(doctrines("dogfaces"))


def draw_list(rng, codex, folder, seat):
    """Writes a free list of named units and riflemen, with one leader at least."""
    named = [kind for kind in codex.kinds if kind != "rifleman"]
    leaders = [kind for kind in named if codex.kinds[kind].leader and not codex.kinds[kind].vehicle]
    units = set(rng.sample(named, rng.randint(1, 11))) | {rng.choice(leaders)}
    if rng.random() < 0.4:
        units |= {rng.choice(["lcv-1", "lcv-2"])}
    lines = [f'name = "Drawn {seat}"', 'ruleset = "dogfaces"', 'mode = "free"', 'doctrine = "massed-fire"', "[units]"]
    lines += [f"{kind} = 1" for kind in sorted(units)]
    if rng.random() < 0.3:
        lines.append(f"rifleman = {rng.randint(1, 6)}")
    path = folder / f"list-{seat}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def draw_battlefield(rng, codex, folder, scenario, size):
    """A published battlefield, generated ones, or a map drawn here; None for the usual one."""
    fields = battlefields("dogfaces")
    chance = rng.random()
    if chance < 0.25:
        return None
    if chance < 0.45:
        return "generated"
    if chance < 0.7 or size > 20:
        room = {name: said["map"].split() for name, said in fields.items() if "map" in said}
        large = [name for name, rows in room.items() if len(rows) * len(rows[0]) >= size * 9]
        return rng.choice(large)
    return draw_map(rng, codex, folder)


def draw_map(rng, codex, folder):
    """Writes a map of random hexes, heights now and then, on which all land hangs together."""
    width, height = rng.choice([8, 10, 12, 14]), rng.choice([10, 12, 14])
    base = rng.choice([".", "d"])
    wild = rng.choice(["fh", "fhts", "fhtrw", "fhtrwbs", "ffhht"])
    density = rng.uniform(0.1, 0.6)
    while True:
        rows = [
            [rng.choice(wild) if 0 < row < height - 1 and rng.random() < density else base for _ in range(width)]
            for row in range(height)
        ]
        if all(hangs_together(codex, rows, who) for who in ("foot", "vehicle")):
            break
        density *= 0.9
    places = [[column, row] for row in range(2, height - 2) for column in range(width) if rows[row][column] != "w"]
    objectives = f"objectives = {sorted(rng.sample(places, rng.randint(1, 5)))}"
    lines = ['name = "drawn"', 'ruleset = "dogfaces"', 'about = "Random hexes."', objectives]
    lines += ['map = """', *("".join(row) for row in rows), '"""']
    if rng.random() < 0.3:
        digits = [["2" if letter == "h" and rng.random() < 0.4 else "." for letter in row] for row in rows]
        lines += ['heights = """', *("".join(row) for row in digits), '"""']
    path = folder / "map.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def hangs_together(codex, rows, who):
    """Whether all hexes open to those on foot, or to vehicles, are connected."""
    land = {
        (column, row)
        for row, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if getattr(codex.terrains[codex.letters[letter]], who) is not None
    }
    reached, waiting = set(), [next(iter(land))]
    while waiting:
        place = waiting.pop()
        if place not in reached:
            reached.add(place)
            waiting += [near for near in (step(place, way) for way in DIRECTIONS) if near in land]
    return reached == land
