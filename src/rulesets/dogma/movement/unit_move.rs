//! Tactical moves: what a path comes to, and carrying it out (DG-MOV).

use super::group_move::PerMember;
use crate::game::{LogEntry, Observer, Side, UnitStat};
use crate::rulesets::dogma::choices::{Meeting, Path, Refusal};
use crate::rulesets::dogma::events::{self, Meets, Moved, Trail};
use crate::rulesets::dogma::fixed_inches::ON_PAPER;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, UnitSet, bit, members, place_of, side_of};
use crate::tabletop::plane::{Base, Edge, contact, nearer_than};

/// What rounding may add to no distance at all, inches.
pub(super) const SLACK: f64 = 1e-6;

/// Who moves, as far as room goes.
#[derive(Clone, Copy, Debug)]
pub(in crate::rulesets::dogma) struct Mover {
    /// The side.
    pub side: Side,
    /// Those that move together.
    pub set: UnitSet,
    /// Whether all of them pass over things.
    pub flyer: bool,
    /// Those of each side whom it may meet.
    pub near: [UnitSet; 2],
}

/// Where a mover ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub element: ElementId,
    /// At the end of its path.
    pub end: Base,
    /// After closing the door.
    pub settled: Base,
}

/// The enemy edge with which a door is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Door {
    pub foe: ElementId,
    pub edge: Edge,
}

/// Where a tactical move leads.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// How it begins.
    pub start: Base,
    /// After the first leg and the change of facing.
    pub bend: Base,
    /// At the end of the path.
    pub end: Base,
    /// After closing the door.
    pub aligned: Base,
    /// After taking up a friend's facing.
    pub settled: Base,
    /// The door that is closed.
    pub(super) door: Option<Door>,
    /// Enemies that it touches at the end of the path.
    pub touched: UnitSet,
    /// Distance spent, inches.
    pub length: f64,
}

impl Course {
    /// The enemy with whom it comes into full contact by closing the door, and the edge that it meets.
    #[must_use]
    pub fn meets(&self) -> Option<(ElementId, Edge)> {
        self.door.map(|door| (door.foe, door.edge))
    }
}

impl Battle<'_> {
    /// An Element that moves alone, wherever it goes.
    #[must_use]
    pub(in crate::rulesets::dogma) fn mover(&self, element: ElementId) -> Mover {
        let near = Side::BOTH.map(|side| self.force(side).table);
        Mover { side: side_of(element), set: bit(element), flyer: self.profile(element).flyer, near }
    }

    /// Whether an Element may make a tactical or Group move that costs so many points; contacts are another matter.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_ready(&self, element: ElementId, cost: u8) -> Result<(), Refusal> {
        let side = self.active;
        if element == NOBODY || side_of(element) != side || !self.on_table(element) {
            return Err(Refusal::new("DG-TRN-06", "it is not an own Element on the table"));
        }
        let (force, it) = (self.force(side), bit(element));
        if self.command.called {
            return Err(Refusal::new("DG-AIR-01", "reserves were called in: nobody else moves"));
        }
        if self.command.left < cost {
            return Err(Refusal::new("DG-CMD-03", "no Initiative Points are left"));
        }
        if force.moved.meets(it) && !self.setup.rules.multiple_moves {
            return Err(Refusal::new("DG-CMD-07", "it has moved this turn"));
        }
        if force.got_off.meets(it) {
            return Err(Refusal::new("DG-APC-07", "it got off an APC this turn"));
        }
        if force.laden.meets(it) {
            return Err(Refusal::new("DG-APC-04", "it took somebody aboard this turn"));
        }
        if !(force.shaken & force.failed & it).is_empty() {
            return Err(Refusal::new("DG-MOR-03", "it failed its shaken check"));
        }
        if force.unsteady().meets(it) {
            return Err(Refusal::new("DG-MOR-01", "it is shaken and has to pass a check first"));
        }
        Ok(())
    }

    /// Whether an Element that is ready may go where it likes: not engaged, and not in partial contact since the start of the
    /// phase.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_free(&self, element: ElementId) -> Result<(), Refusal> {
        let force = self.force(side_of(element));
        if force.engaged.contains(element) {
            return Err(Refusal::new("DG-MOV-12", "it is engaged"));
        }
        if force.partial.contains(element) {
            return Err(Refusal::new("DG-CON-08", "it is in partial contact: it slides, breaks off or stays"));
        }
        Ok(())
    }

    /// What a tactical move comes to.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn plan_move(
        &self,
        element: ElementId,
        path: &Path,
        meeting: Meeting,
        join: ElementId,
    ) -> Result<Course, Refusal> {
        self.check_ready(element, self.setup.rules.move_cost_ip)?;
        //
        let straight_back = path.facing.is_none() && path.first <= 0.0 && path.second <= 0.0;
        let withdraws = self.setup.rules.engaged_may_withdraw && straight_back && self.is_engaged(element);
        if !withdraws {
            self.check_free(element)?;
        }
        self.plan_path(element, *self.base(element), path, meeting, join, true)
    }

    /// What a path from `start` comes to; `inside` says whether it begins on the table.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn plan_path(
        &self,
        element: ElementId,
        start: Base,
        path: &Path,
        meeting: Meeting,
        join: ElementId,
        inside: bool,
    ) -> Result<Course, Refusal> {
        if path.first * path.second < 0.0 {
            return Err(Refusal::new("DG-MOV-01", "a move goes forwards or backwards, not both"));
        }
        let length = path.length();
        // Written so that a length that is no number is refused.
        let within = length <= self.profile(element).speed + ON_PAPER;
        if !within {
            return Err(Refusal::new("DG-MOV-01", "that is farther than its speed"));
        }
        let mover = Mover { near: self.near(start.centre, length), ..self.mover(element) };
        let first = start.facing.ahead() * path.first;
        self.check_run(&mover, &start, first)?;
        let arrived = start.moved(first);
        let bend = path.facing.map_or(arrived, |facing| arrived.with_facing(facing));
        if path.second != 0.0 && path.facing.is_some() {
            self.check_bend(&mover, &arrived, &bend, inside)?;
        }
        // Who turns at the end of a leg was there before he turned.
        if inside && path.facing.is_some() && !self.table().holds(&arrived) {
            return Err(Refusal::new("DG-MOV-07", "it would leave the table on its way"));
        }
        let second = bend.facing.ahead() * path.second;
        self.check_run(&mover, &bend, second)?;
        let end = bend.moved(second);
        self.check_stand(&mover, &end)?;
        let touched = self.foes_touched(&mover, &end);
        let mut course = Course { start, bend, end, aligned: end, settled: end, door: None, touched, length };
        if !touched.is_empty() {
            self.check_may_touch(element, || touched)?;
            self.close_door(&mover, &mut course, meeting)?;
        } else if meeting.foe != NOBODY {
            return Err(Refusal::new("DG-CON-07", "it does not touch that enemy"));
        }
        if join != NOBODY {
            self.take_up_facing(element, &mut course, join)?;
        }
        Ok(course)
    }

    /// Finds the door that a course closes, if it can close one.
    fn close_door(&self, mover: &Mover, course: &mut Course, meeting: Meeting) -> Result<(), Refusal> {
        let ground = course.touched & !self.force(mover.side.other()).air;
        let (start, bend, end) = (course.start, course.bend, course.end);
        // With the old facing to where the facing changes, with the new one from there.
        let legs = [(bend, end.centre - bend.centre), (start, bend.centre - start.centre)];
        let first = |foe| {
            let parts = legs.iter().map(|(from, step)| move |share: f64| from.moved(*step * share));
            self.first_touch(foe, &end, parts).centre
        };
        if meeting.foe != NOBODY && !ground.contains(meeting.foe) {
            return Err(Refusal::new("DG-CON-07", "it does not touch that enemy"));
        }
        let mut refusal = None;
        self.doors(mover, first, &end, ground, meeting, |door| {
            if !self.may_flank(&door, &course.start) {
                refusal = Some(Refusal::new("DG-CON-04", "it began ahead of the enemy's front line"));
                return true;
            }
            let aligned = course.end.against(Edge::Front, self.base(door.foe), door.edge);
            // DG-CON-05
            let settler = Mover { near: self.near(aligned.centre, 0.0), ..*mover };
            if !self.is_one_slide(&course.end, &aligned) || self.check_stand(&settler, &aligned).is_err() {
                return false;
            }
            (course.aligned, course.settled, course.door) = (aligned, aligned, Some(door));
            true
        })?;
        refusal.map_or(Ok(()), Err)
    }

    /// DG-GRP-05: a base that ends its move in full contact with a friend may turn to the friend's facing, in contact with an enemy
    /// or not.
    fn take_up_facing(&self, element: ElementId, course: &mut Course, friend: ElementId) -> Result<(), Refusal> {
        let known = friend != element && side_of(friend) == side_of(element) && self.on_table(friend);
        let full = known && contact(&course.aligned, self.base(friend), &self.tolerances()).is_full();
        if !full {
            return Err(Refusal::new("DG-GRP-05", "it does not end in full contact with that friend"));
        }
        // Facings of bases in full contact differ by quarters: the base covers the same ground.
        course.settled = course.aligned.with_facing(self.base(friend).facing);
        Ok(())
    }

    /// Carries out a tactical move that [`Battle::plan_move`] allows.
    pub(super) fn make_move<C: Observer<LogEntry>>(
        &mut self,
        element: ElementId,
        course: &Course,
        kind: &'static str,
        cost: u8,
        observer: &mut C,
    ) {
        let side = side_of(element);
        self.command.left -= cost;
        self.command.moved = true;
        let before = self.apcs_near(element, bit(element));
        let force = self.force_mut(side);
        force.moved |= bit(element);
        if course.length > SLACK {
            force.displaced |= bit(element);
        }
        observer.count(side, place_of(element), UnitStat::Moves, 1);
        observer.rule_fired(if course.length > SLACK { rule::MOV_01 } else { rule::MOV_03 });
        observer.event(|| {
            let mut bases = vec![course.start];
            if course.bend != course.start && course.bend != course.end {
                bases.push(course.bend);
            }
            bases.push(course.end);
            let turn = kind == "tactical" && course.length <= SLACK && course.end != course.start;
            let rule = if turn { "DG-MOV-03" } else { events::rule_of(kind) };
            Moved::new(kind, vec![Trail { element, bases }], rule)
                .spending(course.length, cost)
                .meeting(Meets { door: course.door.map(|door| (door.foe, door.edge)), touched: course.touched })
                .told(self)
        });
        if course.aligned != course.end {
            observer.rule_fired(rule::CON_02);
        }
        if !events::told_alike(&course.end, &course.aligned) {
            observer.event(|| {
                let bases = vec![course.end, course.aligned];
                Moved::new("door", vec![Trail { element, bases }], "DG-CON-02").told(self)
            });
        }
        let arrivals = [Arrival { element, end: course.end, settled: course.aligned }];
        self.arrive(&arrivals, course.touched, course.door, observer);
        if course.settled != course.aligned {
            self.put(element, course.settled.into());
            observer.rule_fired(rule::GRP_05);
            observer.event(|| {
                let bases = vec![course.aligned, course.settled];
                Moved::new("face", vec![Trail { element, bases }], "DG-GRP-05").told(self)
            });
        }
        self.last_move.movers = bit(element);
        self.last_move.apcs = before | self.apcs_touched(bit(element), side);
        self.after_move(side, bit(element), observer);
    }

    /// Puts movers down where they have arrived, pushes Air Support away, and lets enemies turn to face. `touched` are those that
    /// one of them touched at the end of the path.
    pub(super) fn arrive<C: Observer<LogEntry>>(
        &mut self,
        arrivals: &[Arrival],
        touched: UnitSet,
        door: Option<Door>,
        observer: &mut C,
    ) {
        let Some(leader) = arrivals.first() else { return };
        let side = side_of(leader.element);
        let enemy = side.other();
        let engaged_before = self.force(enemy).engaged;
        let settled: PerMember<(ElementId, Base)> = arrivals.iter().map(|one| (one.element, one.settled)).collect();
        self.put_all(&settled);
        // DG-CON-11, DG-AIR-07: contact made by closing the door counts as well.
        let limit = self.setup.rules.contact_tolerance;
        let closes = |found, one: &Arrival| found | self.foes_touched(&self.mover(one.element), &one.settled);
        let met = if door.is_some() { arrivals.iter().fold(touched, closes) } else { touched };
        for foe in members(enemy, met & self.force(enemy).air) {
            // Away from one of a Group it may still touch another.
            for by in arrivals {
                if nearer_than(&by.settled, self.base(foe), limit) {
                    observer.rule_fired(rule::CON_11);
                    self.evade(foe, by.element, observer);
                }
            }
        }
        // DG-CON-06: a front that was touched before the door was closed counts as well.
        let ground = met & !self.force(enemy).air;
        if !ground.is_empty() {
            for one in arrivals {
                let foes = self.element(one.element).contact.foes;
                if self.touches_front(&one.end, side, touched & ground) || self.touches_front(&one.settled, side, foes)
                {
                    self.force_mut(side).fronted |= bit(one.element);
                    observer.rule_fired(rule::CON_06);
                }
            }
        }
        if door.is_some() {
            arrivals.iter().for_each(|one| self.face(one.element, engaged_before, observer));
        }
    }

    /// The enemy that a mover's front meets at its side or rear turns to face it, unless it is in a Group, was engaged before
    /// or faces another mover already (DG-CON-03, DG-CON-04).
    fn face<C: Observer<LogEntry>>(&mut self, mover: ElementId, engaged_before: UnitSet, observer: &mut C) {
        let foe = self.beside(mover, Edge::Front);
        if foe == NOBODY || side_of(foe) == side_of(mover) {
            return;
        }
        let Some(edge) = self.shared_edge(foe, mover).filter(|edge| *edge != Edge::Front) else { return };
        let ahead = self.beside(foe, Edge::Front);
        let faces_another = ahead != NOBODY && side_of(ahead) == side_of(mover);
        if faces_another || !self.turns_to_face(foe, engaged_before) {
            observer.rule_fired(rule::CON_04);
            observer.event(|| events::stands_firm(self, foe, faces_another || engaged_before.contains(foe)));
            return;
        }
        let before = *self.base(foe);
        self.turn_on_the_spot(foe, edge);
        observer.rule_fired(rule::CON_03);
        observer.event(|| {
            let bases = vec![before, *self.base(foe)];
            Moved::new("face", vec![Trail { element: foe, bases }], "DG-CON-03").told(self)
        });
    }
}
