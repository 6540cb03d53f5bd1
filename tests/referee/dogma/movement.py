"""The Movement phase: moves of Elements, reserves, APCs, what movers pick up and where they leave."""

from . import geometry as geo
from .game import PLACE
from .geometry import FRONT, SLACK


class Movement:
    """Moves of one Element, reserves, APCs, markers. Mixed into the judge."""

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
