"""The Movement phase: moves of Elements and Groups, contact, APCs, reserves."""

import math

from . import geometry as geo
from .game import PLACE
from .geometry import FRONT, SLACK

WHEEL_STEP = math.radians(1.0)


class Movement:
    """Moves. Mixed into the judge."""

    def pay(self, one, cost, rule):
        """Initiative Points of a move."""
        self.equal(one["cost"], cost, rule, "Initiative Points of the move")
        self.expect(self.points >= one["cost"], "DG-CMD-03", f"{one['cost']} of {self.points} Initiative Points")
        self.points -= one["cost"]
        self.walked = True
        self.expect(not self.called, "DG-AIR-01", "a move in a turn in which reserves were called in")

    def may_move(self, unit, engaged_too=False):
        """Looks at everything that could forbid an Element to move, alone or in a Group."""
        self.expect(self.phase == "movement", "DG-TRN-02", f"a move in the phase {self.phase}")
        if unit.place != "table":
            self.stop("DG-MOV-01", f"{unit} is {unit.place} and moves")
        if not self.rules.on("multiple-moves"):
            self.expect(not unit.moved, "DG-CMD-07", f"{unit} moves twice")
        self.expect(not unit.got_off, "DG-APC-07", f"{unit} got off an APC this turn and moves")
        self.expect(not unit.boarded, "DG-APC-04", f"{unit} took somebody aboard this turn and moves")
        passed = self.check_state(unit, "move")
        self.expect(passed != "due", "DG-MOR-01", f"{unit} is shaken and moves without a check")
        self.expect(passed is not False, "DG-MOR-03", f"{unit} moves after a failed check")
        if not engaged_too:
            self.expect(not self.state.engaged(unit, -SLACK), "DG-MOV-12", f"{unit} is engaged and moves")

    def free_of_contact(self, unit):
        """An Element that began the phase in partial contact may slide or break off only."""
        at = self.state.start.get(unit.id)
        # Whoever is thrown back against Air Support is in no contact with it, nor it with him (DG-CON-11, DG-AIR-08).
        if at is None or unit.moved or unit.air:
            return
        touching = [f for f in self.state.enemies(unit) if not f.air and self.began_partial(unit, f, -SLACK)]
        self.expect(not touching, "DG-CON-08", lambda: f"{unit} began in partial contact with {touching[0]} and moves on")

    def began_partial(self, unit, foe, slack=SLACK):
        """Whether two Elements were in partial contact at the start of the phase."""
        mine, other = self.state.start.get(unit.id), self.state.start.get(foe.id)
        if mine is None or other is None or not self.state.touch(mine, other, slack):
            return False
        return not self.state.full(mine, other, -slack)

    def going(self, one, names, kind):
        """The units of a move event: name -> path; the carried are checked."""
        self.equal(one["kind"], kind, "trace", "kind of the move")
        found = {}
        for going in one["units"]:
            unit = self.state.unit(going["unit"])
            path = [tuple(base) for base in going["path"]]
            riders = [rider.id for rider in self.state.passengers(unit)]
            self.equal(sorted(going["riders"]), sorted(riders), "DG-APC-08", f"passengers of {unit}")
            if unit.place == "table":
                self.base(path[0], unit.at, "trace", f"start of {unit}")
            found[going["unit"]] = path
        self.expect(set(found) <= set(names), "trace", f"{sorted(set(found) - set(names))} move unasked")
        return found

    # Tactical moves and entries.

    def legs(self, path):
        """First leg, facing taken up and second leg of a PATH."""
        if isinstance(path, dict):
            return path.get("first") or 0.0, path.get("facing"), path.get("second") or 0.0
        return path, None, 0.0

    def follow(self, unit, start, choice, told, length):
        """Checks a tactical move along its legs; returns the bases that it passes."""
        first, facing, second = self.legs(choice["path"])
        self.expect(first * second >= 0.0, "R-26", f"{unit} goes {first} and {second}: forwards and backwards")
        spent = abs(first) + abs(second)
        self.expect(spent <= unit.speed + SLACK, "DG-MOV-01", f"{unit} goes {spent:.4f}, speed {unit.speed}")
        self.near(length, spent, "DG-MOV-01", f"length of the move of {unit}")
        bend = geo.shifted(start, geo.heading(start[2]), first)
        bases = [start]
        if first:
            bases.append(bend)
        if facing is not None:
            bend = (bend[0], bend[1], geo.turned(facing))
            bases.append(bend)
        if second:
            bases.append(geo.shifted(bend, geo.heading(bend[2]), second))
        end = bases[-1]
        self.base(told[-1], end, "DG-MOV-02", f"end of the move of {unit}")
        self.base(told[0], start, "DG-MOV-01", f"start of the move of {unit}")
        for base in told:
            on_way = min(geo.point_segment(base, a, b) for a, b in zip(bases, bases[1:] or bases))
            self.expect(on_way <= PLACE, "DG-MOV-02", f"{unit} passes {base}, off its way")
        return bases

    def way_clear(self, unit, bases, table=True, but=()):
        """Whether the way of an Element is free, and its end clear."""
        state = self.state
        for first, second in zip(bases, bases[1:]):
            dx, dy = second[0] - first[0], second[1] - first[1]
            if dx or dy:
                at = (first[0], first[1], first[2])
                shape = geo.sweep(state.poly(at), dx, dy)
            else:
                shape = state.poly(second)
            what = state.swept(unit, shape, but) if table else state.obstacle(unit, shape, but)
            if what is not None:
                return what
        what = state.clear(bases[-1], (unit, *but))
        return what

    def path_rule(self, what):
        """Rule that what is in the way breaks."""
        if what == "edge":
            return "DG-MOV-07"
        return "DG-MOV-06" if isinstance(what, geo.Feature) else "DG-MOV-04"

    def word(self, what):
        return f"feature {what.index}, {what.kind}" if isinstance(what, geo.Feature) else str(what)

    def move(self, choice):
        """A tactical move."""
        unit = self.own(choice["move"], self.active, "DG-CMD-03")
        withdraws = self.rules.on("engaged-may-withdraw") and self.legs(choice["path"])[0] < 0
        self.may_move(unit, withdraws)
        self.free_of_contact(unit)
        one = self.take("move", kind="tactical")
        told = self.going(one, [unit.id], "tactical").get(unit.id)
        self.pay(one, self.rules.number("move-cost-ip"), "DG-CMD-03")
        start = unit.at
        unit.stop = self.group_carriers(unit)
        bases = self.follow(unit, start, choice, told, one["length"])
        what = self.way_clear(unit, bases)
        self.expect(what is None, self.path_rule(what), lambda: f"{unit} meets {self.word(what)} on its way")
        unit.moved = True
        unit.displaced |= one["length"] > 0
        unit.at = told[-1]
        self.arrive([unit], choice, {unit: bases})

    def enter(self, choice):
        """A reserve Element comes in."""
        state, rules = self.state, self.rules
        unit = self.own(choice["enter"], self.active, "DG-AIR-02")
        self.expect(self.phase == "movement", "DG-TRN-02", f"an entry in the phase {self.phase}")
        self.expect(unit.place == "reserve", "DG-AIR-01", f"{unit} is {unit.place} and enters")
        self.expect(self.may_call, "DG-AIR-01", f"{unit} enters, but the die does not allow calls")
        self.expect(not self.walked, "DG-AIR-01", f"{unit} enters after a move")
        self.called = True
        one = self.take("move", kind="entry")
        told = [tuple(base) for base in one["units"][0]["path"]]
        self.equal([going["unit"] for going in one["units"]], [unit.id], "DG-AIR-02", "who enters")
        self.equal(one["cost"], 0, "DG-AIR-02", "Initiative Points of an entry")
        h, at, edge = rules.side / 2, choice["at"], choice["edge"]
        start = {
            "south": (at, -h, 0.0),
            "north": (at, state.height + h, 180.0),
            "west": (-h, at, 90.0),
            "east": (state.width + h, at, 270.0),
        }[edge]
        length = state.width if edge in ("south", "north") else state.height
        low, high = 0.0, length
        own = "south" if unit.side == state.aggressor else "north"
        if edge in ("south", "north"):
            self.equal(edge, own, "DG-AIR-02", f"{unit} enters over the edge")
        elif rules.word("entry-edges") == "outside-enemy-zone":
            if own == "south":
                high -= rules.deploy_depth
            else:
                low += rules.deploy_depth
        fits = low - SLACK <= at - h and at + h <= high + SLACK
        self.expect(fits, "R-59", f"{unit} enters the {edge} edge at {at}: open from {low} to {high}")
        bases = self.follow(unit, start, choice, told, one["length"])
        what = self.way_clear(unit, bases, table=False)
        self.expect(what is None, self.path_rule(what), lambda: f"{unit} enters over {self.word(what)}")
        unit.place, unit.at, unit.moved = "table", told[-1], True
        unit.displaced, unit.stop = True, set()
        self.arrive([unit], choice, {unit: bases})

    # Contact.

    def arrive(self, movers, choice, ways):
        """What follows when movers have come to rest: contact, joining, exits, flags."""
        state = self.state
        ends = {unit: unit.at for unit in movers}
        foe = self.own(choice["foe"], self.enemy(self.active), "DG-CON-07") if choice.get("foe") else None
        contacts = {unit: [f for f in state.enemies(unit) if state.touch(unit.at, f.at, -SLACK)] for unit in movers}
        for unit in movers:
            if any(FRONT in state.touched_edges(unit.at, f.at, -SLACK) for f in contacts[unit] if not f.air):
                unit.fronted = True
        if self.scout_barred and any(contacts.values()):
            barred = [u for u in movers if u.scouted or self.rules.word("scout-bar") == "all-assault" and u.type == "assault"]
            barred = [u for u in barred if contacts[u]]
            self.expect(not barred, "DG-DOG-07", f"{barred and barred[0]} scouts and moves into contact in the first turn")
        doors, faces = {}, {}
        while self.peek()["event"] == "move" and self.peek()["kind"] in ("door", "face", "evade"):
            one = self.take("move")
            self.equal(one["cost"], 0, "DG-CMD-06", f"Initiative Points of a {one['kind']}")
            if foe is None and one["kind"] in ("door", "face"):
                foe = self.unnamed_foe(one, movers)
            if one["kind"] == "door":
                self.door(one, movers, choice, foe, ways, doors)
            elif one["kind"] == "face":
                self.face(one, movers, choice, foe, faces)
            else:
                self.evade(one, movers)
        if foe is not None:
            self.after_contact(movers, choice, foe, ways, doors, faces)
        self.no_open_door(movers, foe, contacts)
        if self.rules.word("air-close") == "forbidden":
            for unit in movers:
                if unit.air and unit.place == "table":
                    near = [f for f in state.enemies(unit) if state.touch(unit.at, f.at, -SLACK)]
                    self.expect(not near, "DG-AIR-08", lambda: f"{unit}, Air Support, ends its move touching {near[0]}")
        if choice.get("join"):
            self.expect(any(unit.side == self.active for unit in faces), "DG-GRP-05", "nobody takes up the friend's facing")
        for unit in movers:
            unit.stop |= self.carriers(movers) if unit.stop is not None else set()
        self.landings(movers, ends)

    def unnamed_foe(self, one, movers):
        """With whom a door is closed when the choice leaves it to the rules; the one who turns, or who is met."""
        state = self.state
        for going in one["units"]:
            unit = state.unit(going["unit"])
            if unit.side != self.active:
                return unit
            end = tuple(going["path"][-1])
            for foe in state.enemies(unit):
                if unit in movers and not foe.air and state.touch(unit.at, foe.at) and state.full(end, foe.at):
                    return foe
        return None

    def edge_options(self, at, bases, foe):
        """Edges of an enemy that a mover may close with: (by the ruling, all that it touches)."""
        state = self.state
        options = set()
        # The contact begins somewhere between the first place within the tolerance and the end.
        for centre in (self.first_touch(bases, foe), at):
            outer = [edge for edge in range(4) if self.out_of(centre, foe, edge) > -SLACK]
            if self.out_of(centre, foe, FRONT) > SLACK:
                options.add(FRONT)
            else:
                options |= set(outer)
        return options, set(state.touched_edges(at, foe.at))

    def first_touch(self, bases, foe):
        """Where the mover's centre was when the contact began in which its move ends."""
        state, other = self.state, self.state.poly(foe.at)
        for first, second in reversed(list(zip(bases, bases[1:]))):
            dx, dy = second[0] - first[0], second[1] - first[1]
            if not (dx or dy):
                if not state.touch((first[0], first[1], first[2]), foe.at):
                    return second
                continue
            shape = state.poly(first)

            def touching(t):
                there = geo.moved(shape, dx * t, dy * t)
                return geo.depth(there, other) < 0.01 and geo.distance(there, other) <= self.rules.touch + 1e-4

            if not touching(0.0):
                low, high = 0.0, 1.0
                for _ in range(40):
                    half = (low + high) / 2
                    low, high = (low, half) if touching(half) else (half, high)
                return first[0] + dx * high, first[1] + dy * high
        return bases[0]

    def door(self, one, movers, choice, foe, ways, doors):
        """Closing the door: the mover's front edge comes onto the edge that it touches."""
        state = self.state
        if not self.expect(foe is not None, "DG-CON-02", "a door is closed with nobody"):
            return
        self.expect(not foe.air, "DG-CON-11", f"a door is closed with {foe}, Air Support")
        first, last = (one["units"][0]["path"][place] for place in (0, -1))
        self.equal(len(one["units"]), len(movers), "DG-GRP-11", "Elements that close the door")
        for going in one["units"]:
            unit = self.own(going["unit"], self.active, "DG-CON-02")
            self.expect(unit in movers, "DG-CON-02", f"{unit} closes a door without having moved")
            step = take_step(unit.at, ("wheel", tuple(first[:2]), last[2] - first[2]))
            right = step[0] + last[0] - first[0], step[1] + last[1] - first[1], step[2]
            self.base(going["path"][-1], right, "DG-GRP-11", f"{unit}, out of formation at the door")
            self.base(going["path"][0], unit.at, "DG-CON-02", f"start of {unit}")
            doors[unit] = unit.at
            unit.at = tuple(going["path"][-1])
        for unit in doors:
            what = state.clear(unit.at, (unit,))
            self.expect(what is None, "DG-CON-05", lambda: f"{unit} closes the door onto {self.word(what)}")

    def after_contact(self, movers, choice, foe, ways, doors, faces):
        """The mover stands aligned, and the enemy has turned to it if he has to."""
        state, rules = self.state, self.rules
        before = {unit: doors.get(unit, unit.at) for unit in movers}
        # Those who touch the enemy; the first of them closes the door.
        touching = [unit for unit in movers if state.touch(before[unit], foe.at)]
        if not self.expect(bool(touching), "DG-CON-07", f"nobody touches {foe}"):
            return
        if foe.air:
            return
        turned = foe in faces
        foe_at = faces.get(foe, foe.at)
        aligned = [unit for unit in touching if state.full(unit.at, foe_at)]
        if not self.expect(bool(aligned), "DG-CON-02", f"nobody is in full contact with {foe} after the move"):
            return
        unit = next((unit for unit in aligned if state.full(unit.at, foe_at)[0] == FRONT), aligned[0])
        mine, edge = state.full(unit.at, foe_at)
        self.equal(mine, FRONT, "R-40", f"edge of {unit} in contact with {foe}")
        right = geo.aligned(foe_at, edge, rules.side)
        tolerance = PLACE if unit in doors else rules.full + SLACK
        self.expect(
            geo.same_base(unit.at, right, tolerance), "DG-CON-02", f"{unit} closes the door to {unit.at}, should be {right}"
        )
        slide = self.along_edge(before[unit], unit.at, foe_at, edge)
        self.expect(slide <= rules.side + rules.touch + SLACK, "R-36", f"{unit} slides {slide:.3f} to close the door")
        old = foe.at
        foe.at = foe_at
        options, touched = self.edge_options(before[unit], ways[unit], foe)
        foe.at = old
        if rules.word("contact-edge") == "towards-mover":
            fine = edge in options
        else:
            fine = edge in touched
        self.expect(fine, "DG-CON-07", f"{unit} closes with edge {edge} of {foe}, possible {options}")
        if "contact" in choice and choice["contact"]:
            self.equal(geo.EDGES[edge], choice["contact"], "DG-CON-07", "edge chosen")
        if edge == FRONT:
            self.expect(not turned, "DG-CON-03", f"{foe} turns although its front is met")
            unit.fronted = True
            return
        grouped = self.foe_grouped(foe, foe_at)
        busy = [u for u in state.enemies(foe) if u is not unit and state.full(u.at, foe_at, -SLACK)]
        maybe = [u for u in state.enemies(foe) if u is not unit and state.full(u.at, foe_at, SLACK)]
        stays = bool(busy) or (grouped and not rules.on("group-elements-turn"))
        doubtful = grouped is None or bool(maybe) != bool(busy)
        if not doubtful:
            rule = "DG-CON-04" if stays else "DG-CON-03"
            self.equal(turned, not stays, rule, f"whether {foe} turns to {unit}")
        if turned:
            self.expect(state.full(unit.at, foe.at) == (FRONT, FRONT), "DG-CON-03", f"{foe} does not turn its front to {unit}")
        if rules.word("flank-start") == "behind-front-line" and stays:
            start = ways[unit][0]
            nx, ny = geo.normal(foe_at, FRONT)
            ahead = (start[0] - foe_at[0]) * nx + (start[1] - foe_at[1]) * ny - rules.side / 2
            self.expect(ahead <= SLACK, "R-38", f"{unit} flanks {foe} from before its front line")

    def foe_grouped(self, foe, at):
        """Whether an enemy that is met is part of a Group (as it stood before it turned)."""
        now = foe.at
        foe.at = at
        sure, possible = self.state.in_group(foe, -SLACK), self.state.in_group(foe, SLACK)
        foe.at = now
        return sure if sure == possible else None

    def face(self, one, movers, choice, foe, faces):
        """Turning on the spot: an enemy to face the mover, or a mover to its friend's facing."""
        state = self.state
        for going in one["units"]:
            unit = state.unit(going["unit"])
            start, end = tuple(going["path"][0]), tuple(going["path"][-1])
            self.base(start, unit.at, "DG-CON-03", f"start of {unit}")
            self.expect(geo.gap_of(start, end) <= 2e-4, "DG-CON-03", f"{unit} turns and leaves its place")
            faces[unit] = unit.at
            if unit.side == self.active:
                friend = choice.get("join") and self.own(choice["join"], self.active, "DG-GRP-05")
                fine = friend and unit in movers and friend not in movers
                if self.expect(fine, "DG-GRP-05", f"{unit} takes up a facing, but joins nobody"):
                    linked = state.full(unit.at, friend.at) is not None
                    self.expect(linked, "DG-GRP-05", f"{unit} is not in full contact with {friend}")
                    same = geo.facing_gap(end[2], friend.at[2]) < 0.01
                    self.expect(same, "DG-GRP-05", f"{unit} does not take up the facing of {friend}")
            else:
                self.expect(unit is foe, "DG-CON-03", f"{unit} turns, but the mover closes with {foe}")
            unit.at = end

    def no_open_door(self, movers, foe, contacts):
        """Nobody may end touching an enemy with whom he could close the door."""
        state = self.state
        for unit in movers:
            if unit.place != "table" or not contacts[unit] or (unit.air and self.rules.word("air-close") == "forbidden"):
                continue
            touched = [f for f in contacts[unit] if not f.air]
            if not touched or any(state.full(unit.at, f.at) for f in touched) or foe is not None:
                continue
            free = []
            for other in touched:
                edges = [e for e in state.touched_edges(unit.at, other.at, -SLACK)]
                outer = [e for e in edges if self.out_of(unit.at, other, e) > SLACK]
                best = [FRONT] if FRONT in outer else outer
                for edge in best:
                    if state.clear(geo.aligned(other.at, edge, self.rules.side), (unit,), -SLACK) is None:
                        free.append((other, edge))
            self.expect(not free, "DG-CON-02", lambda: f"{unit} touches {free[0][0]} and does not close the door")

    def along_edge(self, start, end, foe_at, edge):
        """How far a centre goes along an edge of an enemy's base."""
        nx, ny = geo.normal(foe_at, edge)
        return abs((end[0] - start[0]) * ny - (end[1] - start[1]) * nx)

    def out_of(self, at, foe, edge):
        """How far a centre lies beyond an edge of an enemy."""
        nx, ny = geo.normal(foe.at, edge)
        return (at[0] - foe.at[0]) * nx + (at[1] - foe.at[1]) * ny - self.rules.side / 2

    def evade(self, one, movers):
        """Air Support gives way to a mover: straight away from it, to the first clear place."""
        state = self.state
        for going in one["units"]:
            unit = self.own(going["unit"], self.enemy(self.active), "DG-CON-11")
            self.expect(unit.air, "DG-CON-11", f"{unit} gives way and is no Air Support")
            start, end = unit.at, tuple(going["path"][-1])
            self.base(going["path"][0], start, "DG-AIR-07", f"start of {unit}")
            near = [mover for mover in movers if state.touch(mover.at, start)]
            if not self.expect(bool(near), "DG-CON-11", f"{unit} gives way to nobody"):
                continue
            away = geo.gap_of(start, end)
            what = state.clear(end, (unit,))
            self.expect(what is None, "DG-AIR-07", lambda: f"{unit} gives way onto {self.word(what)}")
            self.expect(end[2] == start[2], "DG-AIR-07", f"{unit} gives way and turns")
            stops = not state.on_table(geo.shifted(end, geo.normal(start, FRONT), 0.0), -2e-3)
            self.expect(away >= self.rules.recoil - PLACE or stops, "DG-AIR-07", f"{unit} gives way by {away:.4f}")
            unit.at = end

    # Exits and flags.

    def landings(self, movers, ends):
        """Exits in Invasion and flags, at the end of a move."""
        state = self.state
        if self.scenario == "invasion" and self.active == state.aggressor:
            self.exits(movers)
            if self.due and self.next_is("verdict"):
                return
        if self.scenario == "capture-the-flag":
            for side in "AB":
                self.pick_up(side, [(unit, ends[unit]) for unit in movers if unit.place == "table"])
        self.check_victory(self.active)

    def exits(self, movers):
        """Elements that touch the enemy edge go off, with passengers."""
        state = self.state
        must, may = set(), set()
        for unit in movers:
            high = max(y for _, y in state.poly(unit.at))
            if unit.air or high < state.height - self.rules.touch - SLACK:
                continue
            names = {unit.id, *(rider.id for rider in state.passengers(unit))}
            may |= names
            if high >= state.height - 1e-3:
                must |= names
        while self.next_is("removed", cause="exit"):
            name = self.take("removed", cause="exit")["unit"]
            if not self.expect(name in may, "DG-SCN-03", f"{name} leaves the table"):
                break
            may.discard(name)
            must.discard(name)
            state.unit(name).place = "exited"
            self.check_victory(self.active)
            if self.due and self.next_is("verdict"):
                return
        self.expect(not must, "DG-SCN-03", f"{sorted(must)} touch the enemy edge and stay")

    def pick_up(self, side, movers):
        """Whether somebody lands on a flag that lies."""
        point = self.flags[side]
        if point is None:
            return
        sure, possible = [], []
        for unit, end in movers:
            depth = geo.inside(point, self.state.poly(unit.at))
            before = geo.inside(point, self.state.poly(end))
            if depth > SLACK:
                sure.append(unit)
            if max(depth, before) > -SLACK:
                possible.append(unit)
        if not possible or (not sure and not self.next_is("objective", what="flag", side=side)):
            return
        one = self.take("objective", what="flag", side=side)
        fine = one["bearer"] in [unit.id for unit in possible]
        if self.expect(fine, "DG-SCN-07", f"the flag of {side} goes to {one['bearer']}, should be {possible[0]}"):
            taker = self.state.unit(one["bearer"])
            self.flags[side] = None
            if taker.side == side:
                self.bearers[side] = taker.id
            else:
                self.captured = taker.side

    # APCs.

    def carriers(self, movers):
        """Friendly APCs that one of some Elements, or a Group mate of his, touches."""
        state = self.state
        found = set()
        for unit in movers:
            for other in state.table(unit.side):
                if other.key == "apc" and other is not unit and state.touch(unit.at, other.at):
                    found.add(other.id)
        return found

    def group_carriers(self, unit):
        """APCs that an Element's Group touches where it stands now."""
        state = self.state
        mates = state.table(unit.side)
        reached = state.connected([mate.at for mate in mates], mates.index(unit))
        return self.carriers([mates[i] for i in reached]) | {mates[i].id for i in reached if mates[i].key == "apc"}

    def board(self, choice):
        """Going aboard after a move."""
        state = self.state
        unit = self.own(choice["board"], self.active, "DG-APC-03")
        carrier = self.own(choice["on"], self.active, "DG-APC-03")
        self.expect(self.phase == "movement", "DG-TRN-02", f"{unit} boards in the phase {self.phase}")
        self.expect(unit.place == "table", "DG-APC-03", f"{unit} is {unit.place} and boards")
        self.expect(carrier.key == "apc" and carrier.place == "table", "DG-APC-01", f"{carrier} is no APC on the table")
        self.expect(unit.rides, "DG-APC-01", f"{unit} may not ride")
        self.expect(unit.moved, "DG-APC-03", f"{unit} boards without a move")
        aboard = len(state.passengers(carrier))
        self.expect(aboard < self.rules.capacity, "DG-APC-02", f"{carrier} carries {aboard} already")
        near = (unit.stop or set()) | self.group_carriers(unit)
        self.expect(carrier.id in near, "DG-APC-03", f"{unit} boards {carrier}, which it did not touch")
        self.take("status", unit=unit.id, status="aboard", aboard=carrier.id)
        unit.place, unit.aboard = "aboard", carrier.id
        carrier.boarded = True
        self.flag_rides(unit)

    def flag_rides(self, unit):
        """A passenger leaves the table; nothing on it changes."""
        unit.displaced = True

    def disembark(self, choice):
        """Getting off an APC."""
        state = self.state
        unit = self.own(choice["disembark"], self.active, "DG-APC-05")
        self.expect(self.phase == "movement", "DG-TRN-02", f"{unit} gets off in the phase {self.phase}")
        if not self.expect(unit.place == "aboard", "DG-APC-05", f"{unit} is {unit.place} and gets off"):
            self.stop("DG-APC-05", "nobody gets off")
        carrier = state.unit(unit.aboard)
        self.expect(unit.rode == carrier.id, "DG-APC-05", f"{unit} boarded {carrier} this turn and gets off")
        before = [u for u in state.table(unit.side) if u.got_off and u.rode == carrier.id]
        self.put_off(unit, carrier, choice["at"], before)
        quarter = geo.facing_gap(unit.at[2], carrier.at[2]) % 90.0
        beside = any(min((f := geo.facing_gap(unit.at[2], b.at[2]) % 90.0), 90.0 - f) < 0.01 for b in (carrier, *before))
        self.expect(beside or min(quarter, 90.0 - quarter) < 0.01, "DG-APC-05", f"{unit} is not aligned")
        unit.got_off = True

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
