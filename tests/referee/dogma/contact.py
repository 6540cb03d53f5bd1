"""Contact by movement: the enemy that is met, closing the door, turning to face, Air Support that gives way."""

from . import geometry as geo
from .game import PLACE
from .geometry import FRONT, SLACK
from .groups import take_step


class Contact:
    """Contact. Mixed into the judge."""

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
