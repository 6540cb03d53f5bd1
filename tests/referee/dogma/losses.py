"""Recoils and pushes, and the loss of Elements: wrecked APCs, flags that fall."""

from . import geometry as geo
from .geometry import SLACK


# How far a flag may lie from where its bearer stood.
PLACE_OF_FLAG = 1e-3


class Losses:
    """Recoils, and the loss of Elements. Mixed into the judge."""

    def ways_back(self, target, direction):
        """The recoil of a target, and what other readings within the rounding of the trace would give."""
        return [Recoil(self, target, direction, slack).run() for slack in (1e-4, SLACK, 1.5e-3, -3e-4)]

    def recoil(self, target, ways):
        """The events of a recoil: pushes, the farthest first, then the recoil itself."""
        told = []
        while self.next_is("move", kind="push"):
            told.append(self.take("move", kind="push"))
        if self.next_is("move", kind="recoil") or not self.stands_still(ways):
            told.append(self.take("move", kind="recoil"))
        seen = {}
        for one in told:
            self.expect(len(one["units"]) == 1 and not one["cost"], "DG-CMD-06", "a push or recoil is free and of one Element")
            going = one["units"][0]
            unit = self.own(going["unit"], target.side, "DG-REC-04")
            self.equal(one["kind"], "recoil" if unit is target else "push", "DG-REC-04", f"kind of the move of {unit}")
            path = going["path"]
            self.base(path[0], unit.at, "DG-REC-01", f"start of {unit}")
            self.near(one["length"], geo.gap_of(path[0], path[-1]), "DG-REC-01", f"length of the move of {unit}")
            riders = [rider.id for rider in self.state.passengers(unit)]
            self.equal(sorted(going["riders"]), sorted(riders), "DG-APC-08", f"passengers of {unit}")
            seen[unit] = tuple(path[-1])
        if not any(way.same(seen) for way in ways):
            right = {unit.id: at for unit, at in ways[0].places.items()}
            rule = "DG-REC-07" if target.flyer else "DG-REC-04" if len(right) > 1 else "DG-REC-01"
            found = {unit.id: at for unit, at in seen.items()}
            self.expect(False, rule, f"recoil leads to {found}, should be {right}")
        else:
            self.expect(True, "DG-REC-01", "")
        if len(told) > 1:
            ux, uy = ways[0].direction
            away = [x * ux + y * uy for x, y, _ in (one["units"][0]["path"][0] for one in told)]
            sinks = all(second <= first + SLACK for first, second in zip(away, away[1:]))
            self.expect(sinks, "DG-REC-04", "pushes are not told from the farthest on")
        for unit, at in seen.items():
            unit.at = at

    def stands_still(self, ways):
        """Whether a recoil may be of no length: only a table edge that stops, or recoils of nothing."""
        return self.rules.recoil == 0 or any(geo.gap_of(way.target.at, way.places[way.target]) < 2e-3 for way in ways)

    # Losses.

    def lose(self, unit, cause, attacker):
        """An Element is destroyed: passengers get off first."""
        state = self.state
        riders = state.passengers(unit)
        stood, thrown = unit.at, []
        while riders:
            if self.next_is("choice", side=unit.side) and "bail" in self.peek()["choice"]:
                choice = self.take("choice")["choice"]
                rider = self.own(choice["bail"], unit.side, "DG-APC-09")
                if not self.expect(rider in riders, "DG-APC-09", f"{rider} is not aboard {unit}"):
                    self.stop("DG-APC-09", "wrong passenger")
                self.put_off(rider, unit, choice["at"], thrown)
                thrown.append(rider)
            else:
                one = self.take("removed", cause="aboard")
                rider = state.unit(one["unit"])
                if not self.expect(rider in riders, "DG-APC-09", f"{rider} is not aboard {unit}"):
                    self.stop("DG-APC-09", "wrong passenger")
                place = self.free_place(unit, thrown)
                self.expect(place is None, "DG-APC-09", f"{rider} is lost although there is a place at {place}")
                self.gone(rider, cause, attacker, stood)
            riders.remove(rider)
            if self.due and self.next_is("verdict"):
                return
        self.take("removed", unit=unit.id, cause=cause)
        self.gone(unit, cause, attacker, stood)

    def gone(self, unit, cause, attacker, stood):
        """An Element is off the table for good: flags and victory."""
        unit.place, unit.aboard = "destroyed", None
        if self.bearers.get(unit.side) == unit.id:
            one = self.take("objective", what="flag")
            self.equal(one["side"], unit.side, "DG-SCN-06", "whose flag falls")
            if cause in ("close", "recoil") and attacker is not None:
                self.equal(one["bearer"], attacker.id, "DG-SCN-08", f"who takes the flag of {unit.side}")
                self.captured = attacker.side
            else:
                self.equal(one["bearer"], None, "DG-SCN-06", "bearer of a flag that falls")
                near = one["at"] is not None and geo.gap_of(one["at"], stood) < PLACE_OF_FLAG
                self.expect(near, "DG-SCN-06", f"the flag falls at {one['at']}, its bearer stood at {stood[:2]}")
                self.flags[unit.side] = one["at"]
            self.bearers[unit.side] = None
        self.check_victory(self.active)

    def free_place(self, carrier, thrown):
        """A place beside a wreck, or beside those who got off it, that is certainly free; None when there is none."""
        state = self.state
        for base in (carrier, *thrown):
            for edge in range(4):
                at = geo.neighbour(base.at, edge, self.rules.side)
                if state.clear(at, slack=-SLACK) is None and not any(
                    state.touch(at, foe.at) for foe in state.enemies(carrier)
                ):
                    return at
        return None

    def put_off(self, unit, carrier, at, before):
        """A passenger is put on the table beside its carrier, or beside one of `before`."""
        state = self.state
        at = tuple(at)
        one = self.take("move", kind="off")
        going = one["units"][0]
        fine = len(one["units"]) == 1 and going["unit"] == unit.id and one["cost"] == 0
        self.expect(fine, "DG-APC-05", f"{unit} gets off, free and alone")
        self.base(going["path"][-1], at, "DG-APC-05", f"place of {unit}")
        self.base((*going["path"][0][:2], 0), (*carrier.at[:2], 0), "DG-APC-05", "start of the move")
        beside = [base for base in (carrier, *before) if base.place == "table" and state.full(at, base.at)]
        self.expect(bool(beside), "DG-APC-05", f"{unit} at {at} is not in full contact with {carrier} or who got off it")
        what = state.clear(at)
        self.expect(what is None, "DG-APC-06", lambda: f"{unit} at {at} overlaps {getattr(what, 'kind', what)}")
        for foe in state.enemies(unit):
            self.expect(not state.touch(at, foe.at, -SLACK), "DG-APC-06", f"{unit} at {at} touches {foe}")
        unit.place, unit.at, unit.aboard = "table", at, None


class Recoil:
    """Where a recoiling base, and the friends that it pushes, come to rest."""

    def __init__(self, judge, target, direction, slack):
        self.state, self.rules = judge.state, judge.rules
        self.target, self.direction, self.slack = target, direction, slack
        self.length = self.rules.recoil
        self.places, self.blocked = {}, set()  # `blocked`: pairs of who cannot go on and what is in the way

    def __str__(self):
        if self.blocked:
            return "blocked: " + ", ".join(f"{unit} by {by}" for unit, by in sorted(self.blocked))
        return "free: " + ", ".join(f"{unit} to {at}" for unit, at in self.places.items())

    def same(self, seen):
        """Whether the places that are told are these."""
        told = {unit: at for unit, at in seen.items() if geo.gap_of(at, unit.at) > 2e-3}
        mine = {unit: at for unit, at in self.places.items() if geo.gap_of(at, unit.at) > 2e-3}
        if told.keys() != mine.keys():
            return False
        ux, uy = self.direction
        for unit, at in told.items():
            dx, dy = at[0] - mine[unit][0], at[1] - mine[unit][1]
            # Edges met at a small angle make more of the rounding of the trace along the way than across it.
            along = 2e-3 if unit is self.target and not unit.flyer else 1e-2
            if abs(dx * ux + dy * uy) > along or abs(dx * uy - dy * ux) > 2e-3 or at[2] != unit.at[2]:
                return False
        return True

    def shape(self, unit):
        """Outline for collisions, a little smaller or larger."""
        return geo.grown(self.state.poly(unit.at), -self.slack)

    def gaps(self, unit, length, others):
        """What `unit` meets on its way: pairs of the free way before it and the obstacle."""
        for other in others:
            if other is unit or geo.gap_of(unit.at, other.at) > 2.3 + length:
                continue
            times = geo.overlap_times(self.shape(unit), self.direction, self.state.poly(other.at))
            if times is not None and times[0] < length - 1e-6 and times[1] > 1e-3:
                yield max(times[0], 0.0), other

    def run(self):
        """Works it out; returns itself."""
        if self.target.flyer:
            self.fly(self.target, self.length)
        else:
            length = self.length
            if self.rules.word("recoil-off-table") == "stops":
                length = self.stopped(length)
            self.chain(length)
        return self

    def pushed(self, length):
        """How far everybody in the chain of pushes goes."""
        ways = {self.target: length}
        queue = [self.target]
        friends = self.state.table(self.target.side)
        while queue:
            unit = queue.pop(0)
            if unit.flyer and unit is not self.target:
                continue
            for gap, other in self.gaps(unit, ways[unit], friends):
                way = ways[unit] - gap
                if other is not self.target and way > ways.get(other, 0.0) + 1e-9:
                    ways[other] = way
                    queue.append(other)
        return ways

    def stopped(self, length):
        """The length at which somebody in the chain reaches the table edge."""

        def fits(way):
            ways = self.pushed(way)
            return all(
                unit.flyer or self.state.on_table(geo.shifted(unit.at, self.direction, far), 2e-4)
                for unit, far in ways.items()
            )

        if fits(length):
            return length
        low, high = 0.0, length
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if fits(middle) else (low, middle)
        return low

    def chain(self, length):
        ways = self.pushed(length)
        state = self.state
        for unit, way in ways.items():
            if unit.flyer:
                continue
            found = {foe.id for _, foe in self.gaps(unit, way, state.enemies(unit))}
            for feature in state.terrain:
                if state.blocks(feature):
                    times = geo.overlap_times(self.shape(unit), self.direction, feature)
                    if times is not None and times[0] < way - 1e-6 and times[1] > 1e-3:
                        found.add(f"terrain {feature.index}")
            if not state.on_table(geo.shifted(unit.at, self.direction, way), self.slack):
                found.add("table-edge")
            self.blocked |= {(unit.id, by) for by in found}
        if self.blocked:
            return
        for unit, way in ways.items():
            if not unit.flyer:
                self.places[unit] = geo.shifted(unit.at, self.direction, way)
        flyers = [unit for unit in ways if unit.flyer]
        for unit in sorted(flyers, key=lambda u: -geo.gap_of(u.at, self.target.at)):
            self.fly(unit, ways[unit])

    def fly(self, unit, least):
        """A flyer goes to the first clear place at or beyond its distance."""
        state, shape = self.state, self.shape(unit)
        times = []
        for other in state.table():
            if other is unit:
                continue
            at = self.places.get(other, other.at)
            found = geo.overlap_times(shape, self.direction, state.poly(at))
            if found is not None:
                times.append(found)
        for feature in state.terrain:
            if state.blocks(feature):
                found = geo.overlap_times(shape, self.direction, feature)
                if found is not None:
                    times.append(found)
        way = geo.first_clear(least, times)
        if state.on_table(geo.shifted(unit.at, self.direction, way), self.slack):
            self.places[unit] = geo.shifted(unit.at, self.direction, way)
        elif self.rules.word("recoil-off-table") == "stops":
            self.places[unit] = geo.shifted(unit.at, self.direction, self.last_clear(unit, times))
        else:
            self.blocked.add((unit.id, "table-edge"))
            self.places = {}

    def last_clear(self, unit, times):
        """The farthest clear place short of the table edge, or where it is."""
        low, high = 0.0, 100.0
        for _ in range(60):
            middle = (low + high) / 2
            inside = self.state.on_table(geo.shifted(unit.at, self.direction, middle), 1e-6)
            low, high = (middle, high) if inside else (low, middle)
        at = low
        for start, end in sorted(times, key=lambda pair: -pair[1]):
            if start < at < end:
                at = start
        return max(at, 0.0)
