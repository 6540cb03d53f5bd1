//! Group moves: straight parts, wheels, turns by quarters, and who is left behind (DG-GRP).

use arrayvec::ArrayVec;

use super::unit_move::{Arrival, Door, Mover, SLACK};
use crate::game::{LogEntry, Observer, UnitStat};
use crate::rulesets::dogma::army::Dogma;
use crate::rulesets::dogma::choices::{Leg, MOST_LEGS, Meeting, Refusal, Route};
use crate::rulesets::dogma::codex::Type;
use crate::rulesets::dogma::events::{self, Meets, Moved, Trail};
use crate::rulesets::dogma::fixed_inches::ON_PAPER;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::rules::WheelMeasure;
use crate::rulesets::dogma::state::{
    Battle, ElementId, Formation, MOST_IN_GROUP, NOBODY, UnitSet, bit, members, place_of,
};
use crate::tabletop::plane::{Base, Corner, Edge, Point, Turn, Vector};

/// A list of one for each member of a Group.
pub(super) type PerMember<T> = ArrayVec<T, MOST_IN_GROUP>;

/// Where a Group move leads.
#[derive(Clone, Debug)]
pub struct March {
    /// Everybody picked, and how they stand at the end of the route and after closing the door; the leader first.
    pub ways: PerMember<Way>,
    /// Those that go; the others are left behind (DG-GRP-07).
    pub movers: UnitSet,
    /// The door that is closed.
    pub(super) door: Option<Door>,
    /// Enemies touched at the end of the route.
    pub touched: UnitSet,
    /// Distance spent, inches.
    pub length: f64,
    /// The way there.
    pub(super) route: Route,
}

/// One member's part in a Group move.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Who.
    pub element: ElementId,
    /// How it begins.
    pub start: Base,
    /// At the end of the route.
    pub end: Base,
    /// After closing the door.
    pub settled: Base,
}

impl March {
    /// Those that go, and where they end; the leader first.
    fn arrivals(&self) -> PerMember<Arrival> {
        self.ways
            .iter()
            .filter(|way| self.movers.contains(way.element))
            .map(|way| Arrival { element: way.element, end: way.end, settled: way.settled })
            .collect()
    }
}

/// A formation that moves as one: where everybody is by now, and who has met an obstacle.
pub(super) struct Column {
    pub mover: Mover,
    pub ids: PerMember<ElementId>,
    pub bases: PerMember<Base>,
    pub stuck: UnitSet,
}

impl Battle<'_> {
    /// Whether these may make a Group move that costs so many points.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_group(&self, group: &Formation, cost: u8) -> Result<(), Refusal> {
        group.iter().try_for_each(|element| self.check_ready(element, cost))?;
        if !self.is_group(group) {
            return Err(Refusal::new("DG-GRP-01", "they are not a Group"));
        }
        //
        if group.iter().any(|one| !self.belong_together(group.leader(), one)) {
            return Err(Refusal::new("DG-GRP-04", "they are not written down as one Group"));
        }
        if !self.linked_since_start(group) {
            return Err(Refusal::new("DG-GRP-03", "they were no Group when the phase began"));
        }
        Ok(())
    }

    /// A Group about to move by these legs.
    pub(super) fn column(&self, group: &Formation, legs: &[Leg]) -> Column {
        let bases: PerMember<Base> = group.iter().map(|element| *self.base(element)).collect();
        let sum = bases.iter().fold(Vector::ZERO, |sum, base| sum + (base.centre - bases[0].centre));
        let middle = bases[0].centre + sum * (1.0 / bases.len() as f64);
        let extent = bases.iter().map(|base| base.centre.distance(middle)).fold(0.0, f64::max);
        // Nobody is farther from the pivot of a wheel than the formation is long.
        let stray = legs.iter().map(|leg| match *leg {
            Leg::Straight(distance) => distance.abs(),
            Leg::Wheel(radians) => radians.abs() * (2.0 * extent + self.setup.side),
        });
        let near = self.near(middle, extent + stray.sum::<f64>());
        let mover = Mover { side: self.active, set: group.unit_set(), flyer: false, near };
        Column { mover, ids: group.iter().collect(), bases, stuck: UnitSet::EMPTY }
    }

    /// What a Group move comes to.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn plan_march(&self, group: &Formation, route: &Route, meeting: Meeting) -> Result<March, Refusal> {
        self.check_group(group, self.setup.rules.group_move_cost_ip)?;
        group.iter().try_for_each(|element| self.check_free(element))?;
        self.check_undivided(group)?;
        let mut column = self.column(group, route.legs());
        // DG-GRP-06
        let speed = group.iter().map(|element| self.profile(element).speed).fold(f64::INFINITY, f64::min);
        let (mut length, mut longest_wheel) = (0.0, 0.0f64);
        let mut forwards = true;
        for leg in route.legs() {
            match *leg {
                Leg::Straight(distance) => {
                    if distance < 0.0 {
                        // DG-GRP-08, R-32
                        if route.legs().len() > 1 {
                            return Err(Refusal::new("DG-GRP-08", "a Group moves back straight, without wheels"));
                        }
                        forwards = false;
                    }
                    length += distance.abs();
                    let step = column.bases[0].facing.ahead() * distance;
                    self.advance(&mut column, step);
                }
                Leg::Wheel(radians) => {
                    let (pivot, spent) = self.wheel_of(&column.bases, radians);
                    length += spent;
                    longest_wheel = longest_wheel.max(spent);
                    self.wheel(&mut column, pivot, radians);
                }
            }
        }
        // DG-DOG-05, R-33
        let side = self.active;
        let armour = group.iter().all(|element| self.profile(element).kind == Type::Armour);
        let free = if armour && forwards && self.has_dogma(side, Dogma::TankCommander) {
            longest_wheel.min(self.setup.rules.tank_commander_wheel)
        } else {
            0.0
        };
        // Written so that a length that is no number is refused.
        let within = length - free <= speed + ON_PAPER;
        if !within {
            return Err(Refusal::new("DG-GRP-06", "that is farther than the slowest member goes"));
        }
        self.finish_march(group, column, length, route, meeting)
    }

    /// How a formation stands after a share of a leg, from 0 to 1.
    fn after_part(&self, bases: &[Base], leg: Leg, share: f64) -> PerMember<Base> {
        match leg {
            Leg::Straight(distance) => {
                let step = bases[0].facing.ahead() * (distance * share);
                bases.iter().map(|base| base.moved(step)).collect()
            }
            Leg::Wheel(radians) => {
                let (pivot, _) = self.wheel_of(bases, radians);
                let turn = Turn::clockwise(radians * share);
                bases.iter().map(|base| base.turned_about(pivot, turn)).collect()
            }
        }
    }

    /// Where the centre of a member was when it first touched an enemy that it touches at the end.
    fn first_touch_of(&self, march: &March, at: usize, foe: ElementId) -> Point {
        let mut bases: PerMember<Base> = march.ways.iter().map(|way| way.start).collect();
        let mut parts: ArrayVec<(PerMember<Base>, Leg), MOST_LEGS> = ArrayVec::new();
        for leg in march.route.legs() {
            let after = self.after_part(&bases, *leg, 1.0);
            parts.push((std::mem::replace(&mut bases, after), *leg));
        }
        let parts = parts.iter().rev().map(|(bases, leg)| move |share: f64| self.after_part(bases, *leg, share)[at]);
        self.first_touch(foe, &march.ways[at].end, parts).centre
    }

    /// Moves everybody straight; those that meet an obstacle are stuck. Nobody goes without the leader.
    pub(super) fn advance(&self, column: &mut Column, step: Vector) {
        let leader = bit(column.ids[0]);
        for (element, base) in column.ids.iter().zip(column.bases.iter_mut()) {
            let alone = Mover { flyer: self.profile(*element).flyer, ..column.mover };
            if (column.stuck & leader).is_empty() && self.check_run(&alone, base, step).is_err() {
                column.stuck |= bit(*element);
            }
            *base = base.moved(step);
        }
    }

    /// Wheels everybody; those that meet an obstacle are stuck. Nobody goes without the leader.
    fn wheel(&self, column: &mut Column, pivot: Point, radians: f64) {
        let leader = bit(column.ids[0]);
        for (element, base) in column.ids.iter().zip(column.bases.iter_mut()) {
            let alone = Mover { flyer: self.profile(*element).flyer, ..column.mover };
            if (column.stuck & leader).is_empty() && self.check_wheel(&alone, base, pivot, radians).is_err() {
                column.stuck |= bit(*element);
            }
            *base = base.turned_about(pivot, Turn::clockwise(radians));
        }
    }

    /// The pivot of a wheel and the distance that it costs (DG-GRP-09, R-31).
    fn wheel_of(&self, bases: &[Base], radians: f64) -> (Point, f64) {
        let (ahead, right) = (bases[0].facing.ahead(), bases[0].facing.right());
        let origin = bases[0].centre;
        let forward = |base: &Base| (base.centre - origin).dot(ahead);
        let front = bases.iter().map(forward).fold(f64::NEG_INFINITY, f64::max);
        let rank = bases.iter().filter(|base| forward(base) > front - 0.5 * self.setup.side);
        let corner = |base: &Base, hand: Corner| base.corner(hand);
        let mut left = (f64::INFINITY, origin);
        let mut far_right = (f64::NEG_INFINITY, origin);
        for base in rank {
            let aside = (base.centre - origin).dot(right);
            if aside < left.0 {
                left = (aside, corner(base, Corner::FrontLeft));
            }
            if aside > far_right.0 {
                far_right = (aside, corner(base, Corner::FrontRight));
            }
        }
        let (pivot, outer) = if radians > 0.0 { (far_right.1, left.1) } else { (left.1, far_right.1) };
        let frontage = pivot.distance(outer);
        let spent = match self.setup.rules.wheel_measure {
            WheelMeasure::FrontOuterCorner => frontage * radians.abs(),
            WheelMeasure::FarthestCorner => {
                let corners = bases.iter().flat_map(|base| base.corners());
                corners.map(|corner| corner.distance(pivot)).fold(0.0, f64::max) * radians.abs()
            }
            WheelMeasure::Chord => outer.distance(outer.turned_about(pivot, Turn::clockwise(radians))),
        };
        (pivot, spent)
    }

    /// Who of a column arrives (DG-GRP-07, R-34), and the door that they close (DG-GRP-11).
    pub(super) fn finish_march(
        &self,
        group: &Formation,
        column: Column,
        length: f64,
        route: &Route,
        meeting: Meeting,
    ) -> Result<March, Refusal> {
        let side = column.mover.side;
        let mut able = column.mover.set & !column.stuck;
        // DG-AIR-08, DG-DOG-07: who may not end in contact is left behind.
        for (element, end) in column.ids.iter().zip(&column.bases) {
            if let Err(refusal) = self.check_may_touch(*element, || self.foes_touched(&column.mover, end)) {
                if *element == group.leader() {
                    return Err(refusal);
                }
                able &= !bit(*element);
            }
        }
        let movers = self.arriving(group, &column.mover, able, &column.ids, &column.bases);
        if !movers.contains(group.leader()) {
            return Err(Refusal::new("DG-GRP-06", "the leader cannot get there"));
        }
        let mut march = March {
            ways: column
                .ids
                .iter()
                .zip(&column.bases)
                .map(|(element, end)| Way { element: *element, start: *self.base(*element), end: *end, settled: *end })
                .collect(),
            movers,
            door: None,
            touched: UnitSet::EMPTY,
            length,
            route: *route,
        };
        for at in 0..march.ways.len() {
            let Way { element, start, end, .. } = march.ways[at];
            if !movers.contains(element) {
                continue;
            }
            let touched = self.foes_touched(&column.mover, &end);
            if touched.is_empty() {
                continue;
            }
            march.touched |= touched;
            let ground = touched & !self.force(side.other()).air;
            let wanted = meeting.foe == NOBODY || ground.contains(meeting.foe);
            if !ground.is_empty() && wanted && march.door.is_none() {
                self.close_door_together(group, &mut march, at, &start, ground, meeting)?;
            }
        }
        if meeting.foe != NOBODY && !march.touched.contains(meeting.foe) {
            return Err(Refusal::new("DG-CON-07", "nobody touches that enemy"));
        }
        Ok(march)
    }

    /// Those of `able` that can stand at `ends` and stay connected with the leader, everybody else standing where he was.
    fn arriving(&self, group: &Formation, mover: &Mover, able: UnitSet, ids: &[ElementId], ends: &[Base]) -> UnitSet {
        if !able.contains(group.leader()) {
            return UnitSet::EMPTY;
        }
        let mut going = self.connected(group.leader(), able & group.unit_set());
        loop {
            let mut next = going;
            let mover = Mover { set: going, ..*mover };
            for (element, end) in ids.iter().zip(ends) {
                if going.contains(*element) && self.check_stand(&mover, end).is_err() {
                    next &= !bit(*element);
                }
            }
            if !next.contains(group.leader()) {
                return UnitSet::EMPTY;
            }
            next = self.connected(group.leader(), next);
            if next == going {
                return going;
            }
            going = next;
        }
    }

    /// Closes the door of the member number `at`, everybody keeping his place in the formation: those that cannot are left
    /// behind (DG-GRP-11).
    pub(super) fn close_door_together(
        &self,
        group: &Formation,
        march: &mut March,
        at: usize,
        start: &Base,
        ground: UnitSet,
        meeting: Meeting,
    ) -> Result<(), Refusal> {
        let way = march.ways[at];
        let mover = self.mover(way.element);
        let mut refusal = None;
        let mut found = None;
        let ids: PerMember<ElementId> = march.ways.iter().map(|way| way.element).collect();
        let first = |foe| self.first_touch_of(march, at, foe);
        self.doors(&mover, first, &way.end, ground, meeting, |door| {
            if !self.may_flank(&door, start) {
                refusal = Some(Refusal::new("DG-CON-04", "it began ahead of the enemy's front line"));
                return true;
            }
            let aligned = way.end.against(Edge::Front, self.base(door.foe), door.edge);
            if !self.is_one_slide(&way.end, &aligned) {
                return false;
            }
            let settled = shifted_along(&march.ways, &way.end, &aligned);
            // DG-AIR-08, DG-DOG-07: nobody is drawn into contact who may not be in it.
            let barred = ids
                .iter()
                .zip(&settled)
                .filter(|(element, base)| self.check_may_touch(**element, || self.foes_touched(&mover, base)).is_err());
            let able = barred.fold(march.movers, |able, (element, _)| able & !bit(*element));
            let movers = self.arriving(group, &mover, able, &ids, &settled);
            if !movers.contains(group.leader()) || !movers.contains(way.element) {
                return false;
            }
            found = Some((door, settled, movers));
            true
        })?;
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        if let Some((door, settled, movers)) = found {
            for (way, settled) in march.ways.iter_mut().zip(settled) {
                way.settled = settled;
            }
            (march.door, march.movers) = (Some(door), movers);
        }
        Ok(())
    }

    /// Carries out a Group move.
    pub(super) fn make_march<C: Observer<LogEntry>>(
        &mut self,
        march: &March,
        kind: &'static str,
        cost: u8,
        observer: &mut C,
    ) {
        let side = self.active;
        self.command.left -= cost;
        self.command.moved = true;
        let leader = march.ways[0].element;
        let before = self.apcs_near(leader, march.movers) | self.apcs_touched(march.movers, side);
        let force = self.force_mut(side);
        force.moved |= march.movers;
        if march.length > SLACK {
            force.displaced |= march.movers;
        }
        for element in members(side, march.movers) {
            observer.count(side, place_of(element), UnitStat::Moves, 1);
        }
        let behind = march.ways.len() > march.movers.len() as usize;
        observer.rule_fired(if behind { rule::GRP_07 } else { rule::GRP_06 });
        observer.event(|| {
            let left = march.ways.iter().filter(|way| !march.movers.contains(way.element));
            Moved::new(kind, self.trails(march), events::rule_of(kind))
                .spending(march.length, cost)
                .given(self.gift(march, kind))
                .leaving(left.map(|way| way.element).collect())
                .meeting(Meets { door: march.door.map(|door| (door.foe, door.edge)), touched: march.touched })
                .told(self)
        });
        let arrivals = march.arrivals();
        if march.door.is_some() {
            observer.rule_fired(rule::GRP_11);
            let going = march.ways.iter().filter(|way| march.movers.contains(way.element));
            // What closes it is told as the slide.
            if going.clone().any(|way| !events::told_alike(&way.end, &way.settled)) {
                observer.event(|| {
                    let trail = |way: &Way| Trail { element: way.element, bases: vec![way.end, way.settled] };
                    Moved::new("door", going.map(trail).collect(), "DG-GRP-11").told(self)
                });
            }
        }
        self.arrive(&arrivals, march.touched, march.door, observer);
        self.last_move.movers = march.movers;
        self.last_move.apcs = before | self.apcs_touched(march.movers, side);
        self.after_move(side, march.movers, observer);
    }

    /// What of the length of a Group move Tank Commander gives: whatever is beyond the speed of the slowest (DG-DOG-05).
    fn gift(&self, march: &March, kind: &str) -> f64 {
        let speeds = march.ways.iter().map(|way| self.profile(way.element).speed);
        let beyond = march.length - speeds.fold(f64::INFINITY, f64::min);
        if kind == "group" && beyond > ON_PAPER { beyond } else { 0.0 }
    }

    /// The way of everybody who goes, leg by leg.
    fn trails(&self, march: &March) -> Vec<Trail> {
        let mut bases: PerMember<Base> = march.ways.iter().map(|way| way.start).collect();
        let mut trails: Vec<Trail> =
            march.ways.iter().map(|way| Trail { element: way.element, bases: vec![way.start] }).collect();
        for leg in march.route.legs() {
            bases = self.after_part(&bases, *leg, 1.0);
            trails.iter_mut().zip(&bases).for_each(|(trail, base)| trail.bases.push(*base));
        }
        if march.route.legs().is_empty() {
            trails.iter_mut().zip(&march.ways).for_each(|(trail, way)| trail.bases.push(way.end));
        }
        trails.retain(|trail| march.movers.contains(trail.element));
        trails
    }

    /// A Group turns on the spot, everybody by as many quarters (DG-GRP-10).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn plan_turn(&self, group: &Formation, quarters: u8) -> Result<March, Refusal> {
        self.check_group(group, self.setup.rules.group_move_cost_ip)?;
        group.iter().try_for_each(|element| self.check_free(element))?;
        self.check_undivided(group)?;
        if !(1..=3).contains(&quarters) {
            return Err(Refusal::new("DG-GRP-10", "a Group turns by one, two or three quarters"));
        }
        let ways = group.iter().map(|element| {
            let start = *self.base(element);
            let end = start.with_facing(start.facing.quarters(i32::from(quarters)));
            Way { element, start, end, settled: end }
        });
        let (ways, movers) = (ways.collect(), group.unit_set());
        Ok(March { ways, movers, door: None, touched: UnitSet::EMPTY, length: 0.0, route: Route::STAY })
    }
}

/// Where everybody stands when the formation is moved as a rigid body so that `from` comes to `to`.
fn shifted_along(ways: &[Way], from: &Base, to: &Base) -> PerMember<Base> {
    let step = to.centre - from.centre;
    ways.iter()
        .map(|way| {
            // Facings of a Group are alike, and the offset is turned as the facing is.
            let offset = way.end.centre - from.centre;
            let (ahead, right) = (offset.dot(from.facing.ahead()), offset.dot(from.facing.right()));
            let turned = to.facing.ahead() * ahead + to.facing.right() * right;
            Base { centre: from.centre + step + turned, facing: to.facing, ..way.end }
        })
        .collect()
}
