"""Draws games: lists (published ones and new ones), scenario, battlefield, doctrines, switches, data."""

import json
import math

from common import army_lists, battlefields, doctrines, read_codex

SCENARIOS = ("exterminate", "regicide", "invasion", "king-of-the-hill", "capture-the-flag", "control", "roll")

# Switches and the values that are tried besides the default.
SWITCHES = {
    "cheap-rule-base": ["spent"],
    "force-value-base": ["elements-and-dogma"],
    "support-bonus": ["1", "3"],
    "support-cap": ["0", "2", "6"],
    "destroy-ratio": ["3/2", "2.5", "3"],
    "optimal-margin": ["2", "3"],
    "shaken-target": ["2", "5", "7"],
    "recoil-inches": ["0.5", "2", "3"],
    "recoil-when": ["attacker-higher"],
    "recoil-off-table": ["stops"],
    "air-close": ["allowed"],
    "artillery-modifier": ["0", "5"],
    "cover-cancels-optimal": ["no"],
    "flank-gives-optimal": ["no"],
    "commander-lost-penalty": ["0", "3"],
    "ip-min": ["2"],
    "air-call-min": ["2", "4"],
    "air-call-die": ["modified"],
    "dogma-dies-with-commander": ["yes"],
    "group-max": ["1", "2", "3"],
    "group-shapes": ["lines-and-columns"],
    "group-membership": ["declared"],
    "artillery-group": ["declared"],
    "move-cost-ip": ["0", "2"],
    "group-move-cost-ip": ["0", "2"],
    "multiple-moves": ["yes"],
    "wheel-measure": ["farthest-corner", "chord"],
    "tank-commander-wheel": ["0", "4"],
    "engaged-may-withdraw": ["yes"],
    "slide-costs-ip": ["no"],
    "contact-edge": ["free"],
    "flank-start": ["behind-front-line"],
    "group-elements-turn": ["yes"],
    "contact-tolerance": ["0.01", "0.05"],
    "full-contact-tolerance": ["0.02", "0.1"],
    "sight-clearance": ["0.001", "0.05"],
    "sight-line": ["same-line"],
    "air-blocks-los": ["no"],
    "terrain-occupancy": ["any", "whole"],
    "min-feature-diameter": ["3"],
    "max-feature-diameter": ["4"],
    "min-feature-gap": ["0", "1", "3"],
    "deploy-depth": ["4", "8"],
    "aggressor": ["first", "second"],
    "edge-policy": ["fixed"],
    "partial-contact-blocks-shooting": ["yes"],
    "attacks-per-target": ["phase"],
    "support-exhausts": ["phase", "never"],
    "flankers-support": ["no"],
    "close-attack-edge": ["front"],
    "shaken-checks": ["two"],
    "scout-bar": ["all-assault"],
    "entry-edges": ["not-enemy-edge"],
    "exterminate-fraction": ["1/3", "0.8"],
    "invasion-fraction": ["1/2", "0.2"],
    "invasion-loss-fraction": ["1/3", "1"],
    "invasion-base": ["whole"],
    "koth-radius": ["3", "6"],
    "koth-points": ["2", "9"],
    "koth-points-scaling": ["quarter"],
    "hold-check": ["survive-and-remain"],
    "control-marker-min-distance": ["3", "6"],
    "control-persists": ["yes"],
    "max-rounds": ["3", "8", "30"],
    "cap-result": ["points"],
    "invasion-at-cap": ["draw"],
}


def draw(rng, folder):
    """Arguments of `evenodds play` for one game."""
    points = rng.choice([24] * 12 + [48, 48, 72, 12, 36])
    published = army_lists("dogma")
    fitting = [name for name, content in published.items() if content.get("points-limit", 24) == points]
    arguments = []
    for seat in "ab":
        if fitting and rng.random() < 0.6:
            arguments.append(rng.choice(fitting))
        else:
            path = folder / f"list-{seat}.toml"
            path.write_text(new_list(rng, points, seat), encoding="utf-8")
            arguments.append(path)
    arguments += ["--scenario", rng.choice(SCENARIOS), "--seed", rng.randrange(10**6), "--pair", rng.randrange(4)]
    if rng.random() < 0.5:
        arguments.append("--swapped")
    field = new_field(rng, points, folder)
    arguments += ["--battlefield", field]
    minds = doctrines("dogma")
    kind = rng.random()
    if kind < 0.3:
        arguments += ["--doctrine", "random"]
    elif kind < 0.45:
        arguments += ["--doctrine", f"{rng.choice(minds)} v random"]
    elif kind < 0.85:
        arguments += ["--doctrine", f"{rng.choice(minds)} v {rng.choice(minds)}"]
    if rng.random() < 0.4:
        names = rng.sample(list(SWITCHES), rng.randint(1, 5))
        for name in names:
            if "feature" in name and field not in ("generated", "random"):
                continue  # Maps have to keep to them too.
            arguments += ["--rule", f"{name}={rng.choice(SWITCHES[name])}"]
    if rng.random() < 0.1:
        arguments += new_data(rng)
    return arguments


def width_of(points):
    return 24 * max(1, math.ceil(points / 24))


def new_list(rng, points, seat):
    """A legal army list of any units, as TOML."""
    units = read_codex("dogma")["units"]
    dogma = rng.choice([None, None, "artillery", "special-forces", "tank-commander", "scout"])
    left = points - (dogma is not None)
    dear = (left // 2) // 4
    kinds = rng.sample(list(units), rng.randint(1, 6))
    if all(units[kind]["cost"] > 3 for kind in kinds):
        kinds.append("regular-infantry")
    count, spent, costly = {}, 0, 0
    target = left if rng.random() < 0.8 else rng.randint(left // 2, left)
    for _ in range(200):
        kind = rng.choice(kinds)
        cost = units[kind]["cost"]
        if spent + cost > target or (cost > 3 and costly >= dear):
            continue
        count[kind] = count.get(kind, 0) + 1
        spent += cost
        costly += cost > 3
    if costly * 8 > spent or not count:
        count["regular-infantry"] = count.get("regular-infantry", 0) + 1
        for kind in ("sht", "gunship"):
            while kind in count and sum(count[k] * units[k]["cost"] for k in count) < 8 * (
                count.get("sht", 0) + count.get("gunship", 0)
            ):
                count[kind] -= 1
                if not count[kind]:
                    del count[kind]
    lines = [
        f'name = "Drawn {seat}"',
        'ruleset = "dogma"',
        f'commander = "{rng.choice(list(count))}"',
        f"points-limit = {points}",
    ]
    if dogma is not None:
        lines.append(f'dogma = "{dogma}"')
    lines.append("[units]")
    lines += [f"{kind} = {number}" for kind, number in count.items()]
    plan = []
    if dogma == "special-forces" and rng.random() < 0.7:
        foot = {kind: rng.randint(1, count[kind]) for kind in ("regular-infantry", "elites") if kind in count}
        if foot:
            plan.append("reserve = { " + ", ".join(f"{kind} = {number}" for kind, number in foot.items()) + " }")
            for kind, number in foot.items():
                count[kind] -= number
    riders = [kind for kind in count for _ in range(count[kind]) if units[kind].get("may-ride-apc")]
    if count.get("apc") and riders and rng.random() < 0.7:
        rng.shuffle(riders)
        loads = [riders[2 * i : 2 * i + rng.randint(1, 2)] for i in range(count["apc"])]
        loads = [load for load in loads if load]
        if loads:
            plan.append("passengers = " + json.dumps(loads))
    if plan:
        lines += ["[deployment]", *plan]
    return "\n".join(lines) + "\n"


def new_field(rng, points, folder):
    """A published battlefield, or a drawn map."""
    width = width_of(points)
    fitting = [
        name
        for name, content in battlefields("dogma").items()
        if content.get("table", [width, 24]) == [width, 24]
    ]
    if rng.random() < 0.75:
        return rng.choice([*fitting, "generated", "generated", "random"])
    lines = ['name = "drawn"', 'ruleset = "dogma"', 'about = "Drawn."', f"table = [{width}, 24]"]
    placed = []
    for _ in range(rng.randint(1, 2 + width // 4)):
        radius = rng.uniform(1.5, 2.95)
        x, y = rng.uniform(radius, width - radius), rng.uniform(radius, 24 - radius)
        if any(math.hypot(x - u, y - v) < radius + r + 2.05 for u, v, r in placed):
            continue
        placed.append((x, y, radius))
        kind = rng.choice(["cover", "impassable", "hill", "deep-water", "building-1", "building-2", "building-4"])
        lines += ["", "[[features]]", f'kind = "{kind}"']
        if rng.random() < 0.5 and not kind.startswith("building"):
            lines += [f"centre = [{x:.3f}, {y:.3f}]", f"diameter = {2 * radius:.3f}"]
        else:
            corners = rng.randint(4, 6)
            turn = rng.uniform(0, math.pi)
            angles = [turn + 2 * math.pi * i / corners for i in range(corners)]
            points = [f"[{x + radius * math.cos(a):.4f}, {y + radius * math.sin(a):.4f}]" for a in angles]
            lines.append(f"points = [{', '.join(points)}]")
    path = folder / "field.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def new_data(rng):
    """Another value of the codex."""
    unit = rng.choice(list(read_codex("dogma")["units"]))
    return rng.choice(
        [
            ["--set", f"codex.units.{unit}.speed={rng.randint(1, 9)}"],
            ["--set", f"codex.units.{unit}.combat-modifier={rng.randint(0, 7)}"],
            ["--set", f"codex.units.{unit}.range={rng.randint(1, 8)}"],
            ["--set", f"codex.numbers.base-mm={rng.choice([30, 35, 50])}"],
            ["--set", f"codex.buildings.class-2={rng.randint(1, 9)}"],
            ["--set", f"codex.numbers.apc-capacity={rng.randint(1, 2)}"],
        ]
    )
