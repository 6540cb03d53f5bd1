"""Set-up: Forces, terrain, roll-offs, edges, nominations, deployment, Artillery."""

import math
from fractions import Fraction
from pathlib import Path

from common import PROJECT, read_toml

from . import geometry as geo
from .geometry import SLACK, Feature
from .state import read_feature

KINDS = ("cover", "impassable", "hill", "deep-water", "building-1", "building-2", "building-3", "building-4")
SCENARIOS = ("exterminate", "regicide", "invasion", "king-of-the-hill", "capture-the-flag", "control")
EDGES = ("south", "east", "north", "west")


def option(arguments, name, default=None):
    """The value of an option of the command line."""
    for one, value in zip(arguments, arguments[1:]):
        if one == name:
            default = value
    return default


def find_list(name):
    """An army list by file or built-in name, or None."""
    for path in (Path(name), *(PROJECT / folder / f"{name}.toml" for folder in ("armies/dogma", "experiments/lists/dogma"))):
        if path.is_file():
            return read_toml(path)
    return None


def given_lists(arguments):
    """The army lists of a command line, in order."""
    found, skip = [], False
    for word in arguments:
        if skip:
            skip = False
        elif word.startswith("--"):
            skip = word != "--swapped"
        elif (content := find_list(word)) is not None:
            found.append(content)
    return found


class Setup:
    """What happens before the first turn. Mixed into the judge."""

    def set_up(self):
        self.check_forces()
        self.check_table()
        self.terrain()
        self.aggressor()
        self.scenario_roll()
        opposite = self.edges()
        self.check_terrain(opposite)
        self.nominations()
        self.deployment()
        self.check_lineup()
        self.declarations("deploy")
        self.artillery()

    # Forces.

    def check_forces(self):
        rules = self.rules
        limit = rules.number("points-limit")
        lists = {content["name"]: content for content in given_lists(self.report.arguments)}
        for place, force in enumerate(self.battle["forces"]):
            side, units = force["side"], force["units"]
            self.equal(side, "AB"[place], "trace", "side of a Force")
            costs = []
            for told in units:
                cost = self.state.units[told["id"]].cost
                self.near(told["cost"], float(cost), "DG-ARM-01", f"cost of {told['id']}", 1e-6)
                self.equal(told["id"].split(":")[0], side, "trace", "side of a name")
                costs.append(cost)
            dogmas = force["dogmas"]
            spent = sum(costs) + len(dogmas) * rules.number("dogma-cost")
            own_limit = limit
            if lists:
                content = lists.get(self.battle["lists"][side])
                if not self.expect(content is not None, "DG-ARM-01", f"side {side} has another list"):
                    continue
                self.same_list(content, force)
                own_limit = Fraction(content.get("points-limit", limit))
            self.expect(spent <= own_limit, "DG-ARM-01", f"side {side} costs {spent} of {own_limit}")
            base = {"elements": sum(costs), "spent": spent, "limit": own_limit}[rules.word("cheap-rule-base")]
            cheap = sum(cost for cost in costs if cost <= rules.number("cheap-element-max"))
            self.expect(
                cheap >= rules.number("cheap-fraction") * base, "DG-ARM-02", f"side {side}: {cheap} of {base} are cheap"
            )
            self.expect(bool(units), "DG-ARM-01", f"side {side} has no Element")
            self.equal(sum(told["commander"] for told in units), 1, "DG-ARM-04", f"Commanders of {side}")
            self.expect(len(dogmas) <= rules.number("dogma-max"), "DG-ARM-05", f"side {side} has {dogmas}")
            value = spent if rules.word("force-value-base") == "elements-and-dogma" else sum(costs)
            self.near(force["value"], float(value), "DG-ARM-06", f"value of {side}", 1e-6)
            self.bases[side] = value
            self.expect(not any(told["shaken"] for told in units), "trace", f"side {side} begins shaken")

    def same_list(self, content, force):
        """The Force against its army list."""
        side = force["side"]
        count = {}
        for told in force["units"]:
            count[told["type"]] = count.get(told["type"], 0) + 1
        self.equal(count, content["units"], "DG-ARM-01", f"Elements of {side}")
        dogmas = content.get("dogma", [])
        self.equal(force["dogmas"], [dogmas] if isinstance(dogmas, str) else dogmas, "DG-ARM-05", f"Dogma of {side}")
        chief = [told["type"] for told in force["units"] if told["commander"]]
        self.equal(chief, [content["commander"]], "DG-ARM-04", f"Commander of {side}")

    # Terrain.

    def size(self):
        """The table of the points played for: (width, depth, features)."""
        limit = self.rules.number("points-limit")
        sizes = sorted(self.rules.codex["sizes"].values(), key=lambda size: size["points"])
        for size in sizes:
            if size["points"] == limit:
                return float(size["width"]), float(size["depth"]), int(size["features"])
        steps = max(1, math.ceil(limit / 24))
        return 24.0 * steps, 24.0, 2 + 2 * steps

    def check_table(self):
        width, height, self.features = self.size()
        told = (self.state.width, self.state.height)
        self.fixed = self.rules.word("terrain-policy") == "fixed"
        if not self.fixed:
            self.equal(told, (width, height), "DG-SET-01", "the table")
        self.near(self.battle["base"], self.rules.side, "DG-CON-01", "side of a base", 1e-4)

    def roll_off(self, what, first=None):
        """A roll-off; returns its winner."""
        roll = self.take("setup", what="roll-off")
        self.equal(roll["for"], what, "DG-SET-03", "the roll-off")
        if first is not None:
            self.equal(roll["first"], first, "DG-SET-02", "the first die")
        dice = self.dice(roll["dice"], max(2, len(roll["dice"]) // 2 * 2), "DG-SET-02")
        pairs = list(zip(dice[::2], dice[1::2]))
        self.expect(all(a == b for a, b in pairs[:-1]), "DG-SET-02", f"{dice}: a pair before the last is no tie")
        a, b = pairs[-1]
        if self.expect(a != b, "DG-SET-02", f"{dice} end in a tie"):
            winner = roll["first"] if a > b else self.enemy(roll["first"])
            self.equal(roll["winner"], winner, "DG-SET-02", "the winner")
        return roll["winner"]

    def terrain(self):
        """Features in turn, before the table is turned."""
        self.laid = []
        policy = self.rules.word("terrain-policy")
        if policy in ("fixed", "none"):
            return
        if self.features == 0 and not self.next_is("setup", what="roll-off", **{"for": "terrain"}):
            return
        placer = self.roll_off("terrain")
        if policy == "random":
            self.laid = None
            return
        count = 0
        while self.next_is("choice") and "feature" in self.peek()["choice"]:
            one = self.take("choice")
            self.equal(one["side"], placer, "DG-TER-01", "who places")
            choice = one["choice"]
            count += 1
            placer = self.enemy(placer)
            if choice["feature"] == "none":
                continue
            if self.expect(choice["feature"] in KINDS, "DG-TER-01", f"{choice['feature']} is no kind"):
                told = {"kind": choice["feature"], "centre": choice["at"]}
                key = "side" if choice["feature"].startswith("building") else "diameter"
                self.laid.append(read_feature(len(self.laid), {**told, key: choice["across"]}))
        self.equal(count, self.features, "DG-TER-01", "features placed or forfeited")

    def check_terrain(self, opposite):
        """The table that is played on, turned so that the aggressor's edge is y = 0."""
        state, rules = self.state, self.rules
        terrain = state.terrain
        policy = rules.word("terrain-policy")
        low, high = float(rules.number("min-feature-diameter")), float(rules.number("max-feature-diameter"))
        gap = float(rules.number("min-feature-gap"))
        if policy == "none":
            self.equal(len(terrain), 0, "DG-OPT-02", "features on an empty table")
        if policy in ("scripted", "random"):
            for feature in terrain:
                least, most = feature.widths()
                self.expect(least >= low - SLACK, "DG-TER-02", f"feature {feature.index} is {least:.3f} wide")
                self.expect(most <= high + SLACK, "R-12", f"feature {feature.index} is {most:.3f} wide")
                self.expect(feature.on_table(state.width, state.height), "R-12", f"feature {feature.index} leaves the table")
                for other in terrain[: feature.index]:
                    apart = feature.gap(other)
                    self.expect(
                        apart >= gap - SLACK, "R-12", f"features {other.index} and {feature.index}: gap {apart:.4f}"
                    )
            self.expect(len(terrain) <= self.features, "DG-TER-01", f"{len(terrain)} features")
        if policy == "fixed":
            name = option(self.report.arguments, "--battlefield")
            path = Path(name or "")
            if not path.is_file():
                path = PROJECT / "experiments/battlefields/dogma" / f"{name}.toml"
            if path.is_file():
                features = read_toml(path).get("features", [])
                self.laid = [read_feature(index, told) for index, told in enumerate(features)]
            else:
                self.laid = None
        if self.laid is None or opposite is None:
            return
        if self.equal(len(terrain), len(self.laid), "DG-SET-03", "features on the table"):
            for feature, laid in zip(terrain, self.laid):
                laid = self.turn_feature(laid, opposite)
                same = feature.kind == laid.kind and same_outline(feature, laid)
                self.expect(same, "DG-SET-04", f"feature {feature.index} is not where it was placed")

    def turn_feature(self, feature, opposite):
        """A feature after the table is turned so that the opponent's edge is that of y = depth."""
        width, height = self.state.width, self.state.height

        def turn(point):
            x, y = point
            if opposite == "south":
                return width - x, height - y
            if opposite == "west":
                return y, width - x
            if opposite == "east":
                return height - y, x
            return x, y

        if feature.points is not None:
            return Feature(feature.index, feature.kind, points=[turn(point) for point in feature.points])
        return Feature(feature.index, feature.kind, centre=turn(feature.centre), radius=feature.radius)

    # Who and where.

    def aggressor(self):
        how = self.rules.word("aggressor")
        if how == "roll":
            self.equal(self.roll_off("aggressor"), self.state.aggressor, "DG-SET-03", "the aggressor")
        else:
            self.equal(self.state.aggressor, "A" if how == "first" else "B", "DG-OPT-02", "the aggressor")

    def scenario_roll(self):
        self.scenario = self.battle["scenario"]
        wanted = option(self.report.arguments, "--scenario")
        if self.next_is("setup", what="scenario"):
            one = self.take("setup", what="scenario")
            die = self.dice(one["dice"], 1, "DG-SET-03")[0]
            key = self.rules.codex["scenarios"][f"die-{die}"]
            self.equal(one["scenario"], key, "DG-SET-03", "the scenario rolled")
            self.equal(self.scenario, key, "DG-SET-03", "the scenario played")
            self.expect(wanted in (None, "roll"), "DG-OPT-02", f"the scenario is fixed as {wanted}")
        elif wanted is not None:
            self.equal(self.scenario, wanted, "DG-OPT-02", "the scenario")
        self.expect(self.scenario in SCENARIOS, "DG-SET-03", f"{self.scenario} is no scenario")

    def edges(self):
        """Returns the opponent's edge before the table was turned."""
        state = self.state
        if self.rules.word("edge-policy") == "fixed":
            return "north"
        if state.width == state.height:
            one = self.take("choice")
            self.equal(one["side"], state.opponent, "DG-SET-04", "who picks an edge")
            picked = one["choice"].get("edge")
            self.expect(picked in EDGES, "DG-SET-04", f"{picked} is no edge")
            roll = self.take("setup", what="edge")
            self.equal(roll["side"], state.opponent, "DG-SET-04", "who rolls for the edge")
            die = self.dice(roll["dice"], 1, "DG-SET-04")[0]
            if die >= 4:
                self.equal(roll["edge"], picked, "DG-SET-04", f"the edge of a {die}")
            else:
                self.expect(roll["edge"] != picked and roll["edge"] in EDGES, "DG-SET-04", f"a {die} gives {roll['edge']}")
            return roll["edge"]
        winner = self.roll_off("edge")
        one = self.take("choice")
        self.equal(one["side"], winner, "DG-SET-05", "who picks an edge")
        picked = one["choice"].get("edge")
        self.expect(picked in ("south", "north"), "DG-SET-05", f"{picked} is no long edge")
        return picked if winner == state.opponent else {"south": "north", "north": "south"}.get(picked)

    def nominations(self):
        state, battle = self.state, self.battle
        bearers = battle["bearers"]
        if self.scenario == "capture-the-flag":
            for side in (state.opponent, state.aggressor):
                own = [u for u in state.units.values() if u.side == side]
                told = bearers["AB".index(side)]
                if self.next_is("choice", side=side) and "bearer" in self.peek()["choice"]:
                    self.equal(self.take("choice")["choice"]["bearer"], told, "DG-SCN-06", f"flag bearer of {side}")
                else:
                    self.expect(len(own) == 1, "DG-SCN-06", f"side {side} does not name its flag bearer")
                bearer = self.own(told, side, "DG-SCN-06")
                self.expect(not bearer.commander or len(own) == 1, "DG-SCN-06", f"{told} is the Commander")
        else:
            self.equal(bearers, [None, None], "DG-SCN-06", "flag bearers")
        self.bearers = dict(zip("AB", bearers))
        self.flags = {"A": None, "B": None}
        centre, markers = battle["centre"], battle["markers"]
        if self.scenario in ("king-of-the-hill", "control"):
            self.check_centre(centre)
        else:
            self.equal(centre, None, "DG-SCN-05", "central marker")
        if self.scenario == "control":
            winner = self.roll_off("marker")
            for side in (winner, self.enemy(winner)):
                one = self.take("choice", side=side)
                point = one["choice"].get("marker")
                told = markers["AB".index(side)]
                self.expect(geo.gap_of(point, told) < 2e-4, "DG-SCN-09", f"marker of {side} is {told}, chosen {point}")
                own_half = state.half(side, point[1], point[1], -SLACK)
                self.expect(not own_half, "DG-SCN-09", f"marker of {side} at {point} lies in its own half")
                apart = geo.gap_of(point, centre)
                least = float(self.rules.number("control-marker-min-distance"))
                self.expect(apart >= least - SLACK, "DG-SCN-09", f"marker of {side} lies {apart:.3f} from the centre")
                self.expect(self.coverable(point), "R-76", f"marker of {side} at {point} cannot be covered")
        else:
            self.equal(markers, [None, None], "DG-SCN-09", "markers")
        self.centre, self.markers = centre, dict(zip("AB", markers))

    def coverable(self, point):
        """Whether some base clear of impassable things covers a point."""
        state = self.state
        blocking = [f for f in state.terrain if state.blocks(f)]
        if not any(f.within(point) > -self.rules.side * 1.5 for f in blocking):
            blocking = []
        h = self.rules.side / 2
        steps = [-h + h * i / 8 for i in range(17)]
        for degrees in range(0, 90, 5):
            fx, fy = geo.heading(degrees)
            for a in steps:
                for b in steps:
                    at = (point[0] + a * fy + b * fx, point[1] - a * fx + b * fy, float(degrees))
                    if state.on_table(at) and not any(f.depth(state.poly(at)) > 2e-3 for f in blocking):
                        return True
        return False

    def check_centre(self, centre):
        """The central marker: in the middle, or at the nearest point that a base can cover."""
        middle = self.state.width / 2, self.state.height / 2
        if not self.expect(centre is not None, "DG-SCN-05", "there is no central marker"):
            return
        if geo.gap_of(centre, middle) < 2e-4:
            blocked = any(f.within(middle) > SLACK for f in self.state.terrain if self.state.blocks(f))
            self.expect(not blocked and self.coverable(middle), "R-76", "the central marker cannot be covered")
            return
        self.expect(self.coverable(centre), "R-76", f"the central marker at {centre} cannot be covered")
        reach = geo.gap_of(centre, middle) - 0.05
        for i in range(24):
            fx, fy = geo.heading(15.0 * i)
            nearer = middle[0] + reach * fx, middle[1] + reach * fy
            blocked = any(f.within(nearer) > -SLACK for f in self.state.terrain if self.state.blocks(f))
            if not blocked and self.coverable(nearer):
                self.expect(False, "R-76", f"the marker could lie at {nearer}, nearer to the middle than {centre}")
                return
        self.expect(True, "R-76", "")

    # Deployment.

    def deployment(self):
        state = self.state
        for side in (state.aggressor, state.opponent):
            while True:
                one = self.peek()
                if one["event"] == "choice" and one["side"] == side and {"deploy", "mount", "reserve"} & set(one["choice"]):
                    self.deploy(self.take("choice"))
                elif one["event"] == "status" and one["status"] in ("aboard", "reserve") and one["unit"][0] == side:
                    self.stay(self.take("status"))
                elif one["event"] == "removed" and one["cause"] == "no-room":
                    unit = self.own(self.take("removed")["unit"], side, "DG-SET-03")
                    unit.place = "destroyed"
                else:
                    break
            for unit in state.units.values():
                if unit.side == side:
                    self.expect(unit.place != "undeployed", "DG-SET-07", f"{unit} is not deployed")
        for unit in state.units.values():
            if unit.commander and self.rules.word("commander-in-reserve") == "forbidden":
                self.expect(unit.place != "reserve", "R-09", f"{unit}, the Commander, is in reserve")
            if unit.id in self.bearers.values() and len([u for u in state.units.values() if u.side == unit.side]) > 1:
                self.expect(unit.place != "reserve", "R-75", f"{unit}, the flag bearer, is in reserve")
            if unit.scouted:
                self.expect(not state.passengers(unit), "DG-DOG-06", f"{unit} scouts with passengers")

    def deploy(self, one):
        choice, state = one["choice"], self.state
        side = one["side"]
        name = choice.get("deploy") or choice.get("mount") or choice.get("reserve")
        unit = self.own(name, side, "DG-SET-07")
        self.expect(unit.place == "undeployed", "DG-SET-07", f"{unit} is deployed twice")
        if "mount" in choice:
            self.ride(unit, self.own(choice["on"], side, "DG-APC-01"))
            return
        if "reserve" in choice:
            self.wait(unit)
            return
        at = tuple(choice["at"])
        self.expect(not unit.air, "DG-SET-08", f"{unit} is Air Support and cannot be deployed")
        what = state.clear(at)
        rule = "DG-SET-06" if what == "edge" else "DG-SET-09"
        self.expect(what is None, rule, lambda: f"{unit} at {at} overlaps {getattr(what, 'kind', what)}")
        for foe in state.table(self.enemy(side)):
            self.expect(not state.touch(at, foe.at, -SLACK), "DG-SET-09", f"{unit} touches {foe}")
        if not state.zone(at, side, self.rules.deploy_depth):
            unit.scouted = True
            scout = self.dogma(side, "scout") and unit.type == "assault"
            half = state.zone(at, side, state.height / 2)
            self.expect(scout and half, "DG-DOG-06" if scout else "DG-SET-06", f"{unit} at {at} is outside its zone")
        unit.place, unit.at = "table", at

    def stay(self, one):
        unit = self.state.unit(one["unit"])
        if one["status"] == "reserve":
            self.wait(unit)
        else:
            self.ride(unit, self.own(one["aboard"], unit.side, "DG-APC-01"))

    def wait(self, unit):
        """It begins in reserve."""
        special = self.dogma(unit.side, "special-forces") and unit.key in ("regular-infantry", "elites")
        self.expect(unit.air or special, "DG-DOG-04", f"{unit} may not stay in reserve")
        self.expect(unit.place in ("undeployed", "reserve"), "DG-SET-07", f"{unit} is {unit.place} already")
        unit.place = "reserve"

    def ride(self, unit, carrier):
        """It begins aboard."""
        self.expect(carrier.key == "apc", "DG-APC-01", f"{carrier} is no APC")
        self.expect(unit.rides, "DG-APC-01", f"{unit} may not ride")
        self.expect(unit.place == "undeployed", "DG-SET-10", f"{unit} is {unit.place} already")
        unit.place, unit.aboard = "aboard", carrier.id
        count = len(self.state.passengers(carrier))
        self.expect(count <= self.rules.capacity, "DG-SET-10", f"{carrier} carries {count}")

    def check_lineup(self):
        """What the first line tells against what deployment led to."""
        for force in self.battle["forces"]:
            for told in force["units"]:
                unit = self.state.units[told["id"]]
                self.equal(told["place"], unit.place, "trace", f"place of {unit} in the first line")
                self.equal(told["aboard"], unit.aboard, "trace", f"carrier of {unit} in the first line")
                if unit.place == "table":
                    self.base(told["at"] or (0, 0, 0), unit.at, "trace", f"{unit} in the first line")
        self.check_victory(self.state.aggressor)

    def declarations(self, when):
        """Groups that are written down, under `group-membership` or `artillery-group` declared."""
        while self.next_is("choice", choice={"end": "declaration"}):
            self.take("choice")
        while self.next_is("choice") and "declare" in self.peek()["choice"]:
            one = self.take("choice")
            names = one["choice"]["declare"]
            units = [self.own(name, one["side"], "R-29") for name in names]
            if when != "deploy":
                self.equal(one["side"], self.active, "R-29", "who writes Groups down")
            declared = "declared" in (self.rules.word("group-membership"), self.rules.word("artillery-group"))
            self.expect(declared, "R-29", "Groups are written down without need")
            standing = all(unit.place == "table" for unit in units)
            legal = standing and self.state.group([unit.at for unit in units])
            self.expect(legal, "DG-GRP-01", f"{', '.join(names)} are no Group")
            taken = {name for group in self.state.declared for name in group}
            self.expect(not taken & set(names), "R-29", f"{sorted(taken & set(names))} are in two Groups")
            self.state.declared.append(names)
            while self.next_is("choice", choice={"end": "declaration"}):
                self.take("choice")

    def artillery(self):
        state = self.state
        for side in (state.aggressor, state.opponent):
            if not self.dogma(side, "artillery") or self.due:
                continue
            foes = state.table(self.enemy(side))
            possible = any(state.group([a.at, b.at]) for i, a in enumerate(foes) for b in foes[:i])
            if not (self.next_is("choice", side=side) and "barrage" in self.peek()["choice"]):
                if self.rules.word("artillery-group") == "any-contact-set":
                    self.expect(not possible, "DG-DOG-01", f"side {side} does not name a Group for its Artillery")
                continue
            names = self.take("choice")["choice"]["barrage"]
            targets = [self.own(name, self.enemy(side), "DG-DOG-01") for name in names]
            standing = all(unit.place == "table" for unit in targets)
            group = standing and len(set(names)) == len(names) and state.group([unit.at for unit in targets])
            self.expect(group, "DG-DOG-03", f"{', '.join(names)} are no Group on the table")
            if self.rules.word("artillery-group") == "declared":
                written = any(set(names) <= set(group) for group in state.declared)
                self.expect(written, "R-63", f"{', '.join(names)} are not written down as a Group")
            for target in targets:
                if self.due:
                    break
                self.shell(side, target)


def same_outline(first, second):
    """Whether two features are the same within the rounding of the trace."""
    if (first.points is None) != (second.points is None):
        return False
    if first.points is None:
        return geo.gap_of(first.centre, second.centre) < 3e-4 and abs(first.radius - second.radius) < 2e-4
    return len(first.points) == len(second.points) and all(
        min(geo.gap_of(point, other) for other in second.points) < 4e-4 for point in first.points
    )
