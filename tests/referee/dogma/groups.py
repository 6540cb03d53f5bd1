"""Groups: marches and wheels, who is left behind, turns on the spot, slides, breaking off."""

import math

from . import geometry as geo
from .game import PLACE
from .geometry import FRONT, SLACK


WHEEL_STEP = math.radians(1.0)


class Groups:
    """Moves of Groups. Mixed into the judge."""

    # Groups.

    def members(self, names, rule="DG-GRP-03"):
        """The members of a moving Group, and whether they were one at the start of the phase."""
        state = self.state
        units = [self.own(name, self.active, rule) for name in names]
        self.expect(len(set(names)) == len(names), rule, f"{names}: a member twice")
        for unit in units:
            if unit.place != "table":
                self.stop("DG-GRP-03", f"{unit} is {unit.place} and moves in a Group")
        starts = [state.start.get(unit.id) for unit in units]
        group = all(starts) and state.group(starts)
        self.expect(group, "DG-GRP-03", f"{', '.join(names)} were no Group at the start of the phase")
        now = state.group([unit.at for unit in units])
        self.expect(now, "DG-GRP-01", f"{', '.join(names)} are no Group")
        if self.rules.word("group-membership") == "declared":
            written = any(set(names) <= set(group) for group in state.declared)
            self.expect(written, "R-29", f"{', '.join(names)} are not written down as a Group")
        return units

    def march(self, choice):
        """A Group move."""
        state, rules = self.state, self.rules
        units = self.members(choice["march"])
        one = self.take("move", kind="group")
        paths = self.going(one, choice["march"], "group")
        behind = [state.unit(name) for name in one["behind"]]
        movers = [unit for unit in units if unit.id in paths]
        self.equal(sorted([*paths, *one["behind"]]), sorted(choice["march"]), "DG-GRP-07", "who moves or stays behind")
        self.expect(units[0].id in paths, "DG-GRP-06", f"{units[0]}, the leader, stays behind")
        self.pay(one, rules.number("group-move-cost-ip"), "DG-CMD-04")
        route = choice["route"]
        if not isinstance(route, list):
            route = [{"straight": route}]
        straight = [leg["straight"] for leg in route if "straight" in leg]
        wheels = [leg["wheel"] for leg in route if "wheel" in leg]
        backwards = any(length < 0 for length in straight)
        self.expect(not (backwards and (wheels or len(straight) > 1)), "DG-GRP-08", "backwards with a wheel or another leg")
        # Who may go along; a leader that may not cannot lead.
        for unit in movers:
            self.may_move(unit)
            self.free_of_contact(unit)
        speed = min(unit.speed for unit in units)
        best = None
        # A front that is stepped may be measured by its foremost rank or as a whole.
        for formation, rank in ((units, False), (movers, False), (units, True)):
            walk = Walk(self, formation, route, {unit: paths[unit.id] for unit in movers}, rank)
            off = self.off_way(walk, paths, movers) + abs(walk.length - one["length"])
            if best is None or off < least:
                best, least = walk, off
        walk = best
        for unit in movers:
            self.base(paths[unit.id][-1], walk.end(unit.at), "DG-GRP-09" if wheels else "DG-GRP-06", f"end of {unit}")
            self.equal(len(paths[unit.id]), len(route) + 1, "trace", f"legs of {unit}")
        self.near(one["length"], walk.length, "DG-GRP-09", "length of the Group move")
        free = 0.0
        armour = all(unit.type == "armour" for unit in units)
        if armour and self.dogma(self.active, "tank-commander") and not backwards:
            free = min(float(rules.number("tank-commander-wheel")), max(walk.arcs, default=0.0))
        rule = "DG-DOG-05" if armour and wheels else "DG-GRP-06"
        spent = walk.length - free
        self.expect(spent <= speed + SLACK, rule, f"the Group goes {spent:.4f}, speed {speed}")
        starts = {unit: unit.at for unit in units}
        for unit in movers:
            what = walk.obstacle(unit, units, movers, SLACK)
            self.expect(what is None, self.path_rule(what), lambda: f"{unit} meets {self.word(what)} on its way")
        self.left_behind(units, movers, behind, walk)
        for unit in units:
            unit.stop = self.carriers([unit])
        together = self.carriers(movers) | {unit.id for unit in movers if unit.key == "apc"}
        for unit in movers:
            unit.moved = True
            unit.displaced |= one["length"] > 0
            unit.at = paths[unit.id][-1]
            unit.stop |= together
        for unit in movers:
            what = state.clear(unit.at, (unit,))
            self.expect(what is None, "DG-MOV-05", lambda: f"{unit} ends its move on {self.word(what)}")
        if len(movers) > 1:
            ends = [unit.at for unit in movers]
            self.expect(state.group(ends), "DG-GRP-06", "the Group ends out of formation")
        self.arrive(movers, choice, {unit: [starts[unit], *walk.bases(starts[unit])] for unit in movers})

    def off_way(self, walk, paths, movers):
        return sum(geo.gap_of(paths[unit.id][-1], walk.end(unit.at)) for unit in movers)

    def left_behind(self, units, movers, behind, walk):
        """Nobody is left behind who could have come along."""
        state = self.state
        linked = [movers[i] for i in state.connected([unit.at for unit in movers])] if movers else []
        self.equal(len(linked), len(movers), "R-34", "movers still linked to the leader")
        for unit in behind:
            may = self.check_state(unit, "move") in (None, True) and not unit.got_off and not unit.boarded
            may = may and (not unit.moved or self.rules.on("multiple-moves")) and not state.engaged(unit)
            may = may and not any(self.began_partial(unit, foe) for foe in state.enemies(unit))
            if not may:
                continue
            with_it = [*movers, unit]
            reached = state.connected([mate.at for mate in with_it])
            if len(with_it) - 1 not in reached:
                continue
            what = walk.obstacle(unit, [*movers, *behind], movers, -SLACK)
            touching = any(state.touch(walk.end(unit.at), foe.at) for foe in state.enemies(unit))
            door = self.at_door(walk.end(unit.at))
            if door is not None and what is None:
                what = state.clear(door, (unit, *movers), -SLACK)
            self.expect(
                what is not None or touching, "DG-GRP-07", f"{unit} is left behind although nothing hinders it"
            )

    def at_door(self, end):
        """Where a member would stand after the closing of the door that is told next; None without one."""
        if not self.next_is("move", kind="door"):
            return None
        first, last = (self.peek()["units"][0]["path"][place] for place in (0, -1))
        step = take_step(end, ("wheel", tuple(first[:2]), last[2] - first[2]))
        return step[0] + last[0] - first[0], step[1] + last[1] - first[1], step[2]

    def turn(self, choice):
        """A Group turns on the spot."""
        units = self.members(choice["turn"])
        one = self.take("move", kind="turn")
        paths = self.going(one, choice["turn"], "turn")
        self.pay(one, self.rules.number("group-move-cost-ip"), "DG-CMD-04")
        quarters = choice["quarters"]
        self.expect(quarters in (1, 2, 3, -1, -2, -3), "DG-GRP-10", f"a turn by {quarters} quarters")
        for unit in units:
            if unit.id not in paths:
                # Shaken members that fail their check stay as they are.
                self.expect(self.check_state(unit, "move") is False, "DG-GRP-10", f"{unit} does not turn with its Group")
                continue
            self.may_move(unit)
            self.free_of_contact(unit)
            right = (unit.at[0], unit.at[1], geo.turned(unit.at[2] + 90.0 * quarters))
            self.base(paths[unit.id][-1], right, "DG-GRP-10", f"end of {unit}")
            unit.stop = self.carriers(units)
            unit.moved, unit.at = True, paths[unit.id][-1]
        self.near(one["length"], 0.0, "DG-GRP-10", "length of a turn")
        self.landings([unit for unit in units if unit.id in paths], {unit: unit.at for unit in units})

    # Partial contact.

    def slide(self, choice):
        """Sliding into full contact."""
        state, rules = self.state, self.rules
        units = self.partial_movers(choice["slide"])
        unit = units[0]
        foe = self.own(choice["foe"], self.enemy(self.active), "DG-CON-08")
        self.expect(self.began_partial(unit, foe), "DG-CON-08", f"{unit} did not begin in partial contact with {foe}")
        one = self.take("move", kind="slide")
        paths = self.going(one, choice["slide"], "slide")
        cost = rules.number("group-move-cost-ip" if len(units) > 1 else "move-cost-ip")
        self.pay(one, cost if rules.on("slide-costs-ip") else 0, "DG-CON-08")
        self.expect(unit.id in paths, "DG-CON-08", f"{unit} does not slide")
        end = paths[unit.id][-1]
        contact = state.full(end, foe.at)
        if not self.expect(contact is not None, "DG-CON-08", f"{unit} slides to {end}, not into contact with {foe}"):
            self.stop("DG-CON-08", "no contact")
        mine, edge = contact
        self.equal(mine, FRONT, "R-40", f"edge of {unit} after its slide")
        self.base(end, geo.aligned(foe.at, edge, rules.side), "DG-CON-08", f"end of {unit}")
        length = geo.gap_of(unit.at, end)
        slide = self.along_edge(unit.at, end, foe.at, edge)
        self.expect(slide <= rules.side + rules.touch + SLACK, "R-86", f"{unit} slides {slide:.4f}")
        self.near(one["length"], length, "DG-CON-08", "length of the slide")
        options, touched = self.edge_options(unit.at, [unit.at], foe)
        fine = edge in (options if rules.word("contact-edge") == "towards-mover" else touched)
        self.expect(fine, "DG-CON-07", f"{unit} slides onto edge {edge} of {foe}, possible {options}")
        what = state.clear(end, [state.unit(name) for name in paths])
        self.expect(what is None, "DG-CON-05", lambda: f"{unit} slides onto {self.word(what)}")
        self.follow_first(units, paths, one)
        if edge == FRONT:
            unit.fronted = True
        before = foe.at
        ends = {u: u.at for u in units}
        faces = {}
        while self.next_is("move", kind="face"):
            self.face(self.take("move"), units, {}, foe, faces)
        grouped = self.foe_grouped(foe, before)
        busy = [u for u in state.enemies(foe) if u is not unit and state.full(u.at, before, -SLACK)]
        maybe = [u for u in state.enemies(foe) if u is not unit and state.full(u.at, before, SLACK)]
        stays = edge == FRONT or bool(busy) or (grouped and not rules.on("group-elements-turn"))
        if grouped is not None and bool(busy) == bool(maybe):
            self.equal(foe in faces, not stays, "DG-CON-03", f"whether {foe} turns to {unit}")
        if foe in faces:
            self.expect(state.full(unit.at, foe.at) == (FRONT, FRONT), "DG-CON-03", f"{foe} does not turn its front")
        self.landings([u for u in units if u.id in paths], ends)

    def partial_movers(self, names):
        units = [self.own(name, self.active, "DG-CON-08") for name in names]
        if len(units) > 1:
            units = self.members(names, "DG-CON-09")
        for place, unit in enumerate(units):
            if place == 0:
                self.may_move(unit)
        return units

    def follow_first(self, units, paths, one):
        """Followers go the same way as the first."""
        state = self.state
        first = units[0]
        end = paths[first.id][-1]
        dx, dy = end[0] - first.at[0], end[1] - first.at[1]
        for unit in units[1:]:
            if unit.id in paths:
                self.may_move(unit)
                there = paths[unit.id][-1]
                gap = math.hypot(there[0] - unit.at[0] - dx, there[1] - unit.at[1] - dy)
                self.expect(gap <= PLACE, "DG-CON-09", f"{unit} does not follow {first}")
        for unit in units:
            if unit.id in paths:
                unit.stop = self.carriers(units)
                unit.moved = True
                unit.displaced |= geo.gap_of(unit.at, paths[unit.id][-1]) > 1e-6
                unit.at = paths[unit.id][-1]
        for unit in units:
            if unit.id in paths:
                what = state.clear(unit.at, (unit,))
                self.expect(what is None, "DG-MOV-05", lambda: f"{unit} ends its move on {self.word(what)}")

    def break_off(self, choice):
        """Breaking off from partial contact, or withdrawing under `engaged-may-withdraw`."""
        state, rules = self.state, self.rules
        names = choice["break-off"]
        units = [self.own(name, self.active, "DG-CON-10") for name in names]
        unit = units[0]
        withdraws = rules.on("engaged-may-withdraw") and choice["away"] == "back"
        self.may_move(unit, withdraws)
        if len(units) > 1:
            self.members(names, "DG-CON-09")
        foes = [foe for foe in state.enemies(unit) if self.began_partial(unit, foe)]
        if not (withdraws and state.engaged(unit)):
            self.expect(bool(foes), "DG-CON-10", f"{unit} breaks off without partial contact")
        one = self.take("move", kind="break-off")
        paths = self.going(one, names, "break-off")
        cost = rules.number("group-move-cost-ip" if len(units) > 1 else "move-cost-ip")
        self.pay(one, cost, "DG-CON-10")
        length, away = choice["distance"], choice["away"]
        speed = min(unit.speed for unit in units)
        self.expect(0 <= length <= speed + SLACK, "DG-CON-10", f"{unit} breaks off by {length}, speed {speed}")
        self.near(one["length"], length, "DG-CON-10", "length of the move")
        edge = {"back": geo.REAR, "left": geo.LEFT, "right": geo.RIGHT}.get(away)
        if not self.expect(edge is not None, "DG-CON-10", f"{unit} breaks off {away}"):
            self.stop("DG-CON-10", "no direction")
        direction = geo.normal(unit.at, edge)
        facing = choice.get("facing")
        going = [u for u in units if u.id in paths]
        for u in going:
            start = u.at
            end = geo.shifted(start, direction, length)
            if facing is not None and len(units) == 1:
                end = (end[0], end[1], geo.turned(facing))
            self.base(paths[u.id][-1], end, "DG-CON-10", f"end of {u}")
            shape = geo.sweep(state.poly(start), direction[0] * length, direction[1] * length)
            what = state.swept(u, shape, going)
            self.expect(what is None, self.path_rule(what), lambda: f"{u} meets {self.word(what)} on its way")
            if away != "back":
                for foe in state.enemies(u):
                    square = geo.outline(geo.neighbour(foe.at, FRONT, rules.side), rules.side)
                    before = geo.depth(state.poly(start), square) > SLACK
                    crossed = geo.depth(shape, square) > SLACK
                    self.expect(not crossed or before, "R-43", f"{u} breaks off across the front of {foe}")
            u.moved = True
            u.displaced |= length > 0
            u.stop = self.carriers([u])
        for foe in foes:
            if length > 0 and state.touch(unit.at, foe.at):
                gap = geo.distance(state.poly(unit.at), state.poly(foe.at))
                later = geo.shifted(unit.at, direction, length)
                self.expect(
                    geo.distance(state.poly(later), state.poly(foe.at)) > gap - SLACK,
                    "DG-CON-10",
                    f"{unit} breaks off towards {foe}",
                )
        for u in going:
            u.at = paths[u.id][-1]
        for u in going:
            what = state.clear(u.at, (u,))
            self.expect(what is None, "DG-MOV-05", lambda: f"{u} ends its move on {self.word(what)}")
            near = [f for f in state.enemies(u) if not f.air and state.touch(u.at, f.at, -SLACK)]
            self.expect(not near or u is not unit, "R-43", lambda: f"{u} breaks off and touches {near[0]}")
        for u in going:
            u.stop |= self.carriers(going)
        self.landings(going, {u: u.at for u in going})


class Walk:
    """The way of a Group: legs that move its formation as a whole.

    Where its front is not quite even, within the tolerance of full contact, a wheel may turn about several corners; `told`,
    the paths of those who move, says about which.
    """

    def __init__(self, judge, formation, route, told, rank):
        self.state, self.rules, self.rank = judge.state, judge.rules, rank
        self.steps = []  # ("straight", direction, length) or ("wheel", pivot, degrees)
        self.length, self.arcs = 0.0, []
        bases = [unit.at for unit in formation]
        places = {unit: unit.at for unit in told}
        for place, leg in enumerate(route, 1):
            if "straight" in leg:
                step = ("straight", geo.heading(bases[0][2]), leg["straight"])
                self.length += abs(leg["straight"])
            else:
                pivots = self.pivots(bases, leg["wheel"])
                steps = [("wheel", pivot, leg["wheel"]) for pivot in pivots]
                step = min(steps, key=lambda step: self.misfit(step, places, told, place))
                arc = self.arc(bases, step[1], leg["wheel"])
                self.length += arc
                self.arcs.append(arc)
            self.steps.append(step)
            bases = [take_step(base, step) for base in bases]
            places = {unit: take_step(base, step) for unit, base in places.items()}

    def misfit(self, step, places, told, place):
        """How far a step leads from the told places."""
        return sum(
            geo.gap_of(take_step(base, step), told[unit][place]) for unit, base in places.items() if place < len(told[unit])
        )

    def frame(self, bases):
        """Forward and right of a formation, and its corners."""
        forward = geo.heading(bases[0][2])
        corners = [corner for base in bases for corner in self.state.poly(base)]
        return forward, (forward[1], -forward[0]), corners

    def pivots(self, bases, degrees):
        """Front corners on the inner side of a wheel, to the right when `degrees` is positive."""
        forward, right, corners = self.frame(bases)
        along = max(x * forward[0] + y * forward[1] for x, y in corners)
        across = [x * right[0] + y * right[1] for x, y in corners]
        inner = max(across) if degrees > 0 else min(across)
        found = [(along * forward[0] + inner * right[0], along * forward[1] + inner * right[1])]
        for base in bases:
            corner = self.state.poly(base)[1 if degrees > 0 else 0]
            if abs(corner[0] * right[0] + corner[1] * right[1] - inner) < 0.1:
                found.append(corner)
        return found

    def arc(self, bases, pivot, degrees):
        """Length of a wheel."""
        forward, right, corners = self.frame(bases)
        front = corners
        if self.rank:
            line = max(x * forward[0] + y * forward[1] for x, y in corners)
            front = [(x, y) for x, y in corners if x * forward[0] + y * forward[1] > line - 0.1]
        across = [x * right[0] + y * right[1] for x, y in front]
        frontage = max(across) - min(across)
        angle = abs(math.radians(degrees))
        how = self.rules.word("wheel-measure")
        if how == "chord":
            return 2 * frontage * math.sin(angle / 2)
        if how == "farthest-corner":
            frontage = max(geo.gap_of(pivot, corner) for corner in corners)
        return frontage * angle

    def bases(self, at):
        """Bases after each leg of a member."""
        found = []
        for step in self.steps:
            at = take_step(at, step)
            found.append(at)
        return found

    def end(self, at):
        found = self.bases(at)
        return found[-1] if found else at

    def shapes(self, at):
        """What a member covers on its way."""
        for kind, where, how in self.steps:
            if kind == "straight":
                yield geo.sweep(self.state.poly(at), where[0] * how, where[1] * how)
                at = take_step(at, (kind, where, how))
            else:
                count = max(1, math.ceil(abs(math.radians(how)) / WHEEL_STEP))
                for _ in range(count):
                    after = take_step(at, (kind, where, how / count))
                    yield self.state.poly(after)
                    at = after

    def obstacle(self, unit, members, movers, slack):
        """What a member meets on its way, other members left out, and at its end, other movers left out."""
        for shape in self.shapes(unit.at):
            what = self.state.swept(unit, shape, members, slack)
            if what is not None:
                return what
        return self.state.clear(self.end(unit.at), (unit, *movers), slack)


def take_step(at, step):
    """A base after one leg."""
    kind, where, how = step
    if kind == "straight":
        return geo.shifted(at, where, how)
    angle = math.radians(how)
    dx, dy = at[0] - where[0], at[1] - where[1]
    # Clockwise, as facings count.
    x = where[0] + dx * math.cos(angle) + dy * math.sin(angle)
    y = where[1] - dx * math.sin(angle) + dy * math.cos(angle)
    return x, y, geo.turned(at[2] + how)
