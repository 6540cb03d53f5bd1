//! Room to move in: what a base may pass and where it may stand (DG-MOV-04 to DG-MOV-07, DG-TER-06).

use std::f64::consts::TAU;

use super::unit_move::Mover;
use crate::game::Side;
use crate::rulesets::dogma::choices::Refusal;
use crate::rulesets::dogma::state::{Battle, ElementId, UnitSet, members};
use crate::tabletop::plane::{Area, Base, Hand, Point, Vector, overlap, run, stretch, turn_until, turns_inside};

impl Battle<'_> {
    /// Everybody near a mover but those that move with it.
    fn others(&self, mover: &Mover) -> impl Iterator<Item = ElementId> + use<> {
        let of = |side: Side| {
            let along = if side == mover.side { mover.set } else { UnitSet::EMPTY };
            members(side, mover.near[side.index()] & !along)
        };
        of(Side::A).chain(of(Side::B))
    }

    /// Everybody who stands in the way of a mover: no flyers, and none of those that move with it (DG-MOV-04, DG-GRP-12).
    fn in_the_way(&self, mover: &Mover) -> impl Iterator<Item = ElementId> + use<> {
        let ground = |side: Side| mover.near[side.index()] & !self.force(side).flyers;
        self.others(&Mover { near: Side::BOTH.map(ground), ..*mover })
    }

    /// Those in the way of a mover whose middles are so near to the straight way of a base that it may meet them.
    fn along_the_way<'a>(
        &'a self,
        mover: &Mover,
        base: &Base,
        ahead: Vector,
        far: f64,
    ) -> impl Iterator<Item = &'a Base> + 'a {
        let (start, reach) = (base.centre, self.setup.reach);
        let met = move |other: &&Base| {
            let apart = other.centre - start;
            let along = apart.dot(ahead);
            apart.cross(ahead).abs() < reach && along > -reach && along < far + reach
        };
        self.in_the_way(mover).map(|other| self.base(other)).filter(met)
    }

    /// Whether a mover may stand at `base`, where those that move with it are gone: on the table, on nobody, on nothing that is
    /// impassable (DG-MOV-05, DG-MOV-06).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_stand(&self, mover: &Mover, base: &Base) -> Result<(), Refusal> {
        if !self.table().holds(base) {
            return Err(Refusal::new("DG-MOV-07", "the base would not be wholly on the table"));
        }
        let taken = |other: ElementId| self.close_by(base, self.base(other)) && overlap(base, self.base(other));
        if self.others(mover).any(taken) {
            return Err(Refusal::new("DG-MOV-05", "the base would overlap another"));
        }
        if self.terrain.closed().any(|shape| overlap(base, shape)) {
            return Err(Refusal::new("DG-MOV-06", "the base would end on impassable ground"));
        }
        Ok(())
    }

    /// The whole table.
    #[must_use]
    pub fn table(&self) -> Area {
        Area::table(self.setup.size.width, self.setup.size.depth)
    }

    /// Whether nothing stands in the way of a base that goes straight by `step`.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_run(&self, mover: &Mover, base: &Base, step: Vector) -> Result<(), Refusal> {
        let (far, Some(ahead)) = (step.length(), step.unit()) else { return Ok(()) };
        if mover.flyer {
            return Ok(());
        }
        if self.along_the_way(mover, base, ahead, far).any(|other| stretch(base, ahead, 0.0, far, other).is_some()) {
            return Err(Refusal::new("DG-MOV-04", "another base is in the way"));
        }
        if self.terrain.closed().any(|shape| stretch(base, ahead, 0.0, far, shape).is_some()) {
            return Err(Refusal::new("DG-MOV-06", "impassable ground is in the way"));
        }
        Ok(())
    }

    /// Whether nobody that stands in the way and nothing impassable is on this ground.
    fn check_ground(&self, mover: &Mover, ground: &Base) -> Result<(), Refusal> {
        if self
            .in_the_way(mover)
            .any(|other| self.close_by(ground, self.base(other)) && overlap(ground, self.base(other)))
        {
            return Err(Refusal::new("DG-MOV-04", "another base is in the way"));
        }
        if self.terrain.closed().any(|shape| overlap(ground, shape)) {
            return Err(Refusal::new("DG-MOV-06", "impassable ground is in the way"));
        }
        Ok(())
    }

    /// Whether a base may change facing on its way, from `arrived` to `bend`: on the table, and for those on the ground with
    /// clear space. `inside` is false for reserves, that are still coming in.
    pub(super) fn check_bend(&self, mover: &Mover, arrived: &Base, bend: &Base, inside: bool) -> Result<(), Refusal> {
        if inside && !(self.table().holds(arrived) && self.table().holds(bend)) {
            return Err(Refusal::new("DG-MOV-07", "the base would not be wholly on the table"));
        }
        if mover.flyer { Ok(()) } else { self.check_ground(mover, bend) }
    }

    /// How far a base can go straight along the unit vector `ahead`, at most `most` inches, before it would overlap somebody or
    /// something in its way, or leave the table.
    #[must_use]
    pub(in crate::rulesets::dogma) fn run_length(&self, mover: &Mover, base: &Base, ahead: Vector, most: f64) -> f64 {
        let most = most.min(self.table().room(base, ahead)).max(0.0);
        if mover.flyer { most } else { self.free_run(mover, base, ahead, most) }
    }

    /// The same for a base that comes in from outside the table: nothing but obstacles counts.
    pub(super) fn entry_run(&self, mover: &Mover, base: &Base, most: f64) -> f64 {
        if mover.flyer { most } else { self.free_run(mover, base, base.facing.ahead(), most) }
    }

    fn free_run(&self, mover: &Mover, base: &Base, ahead: Vector, most: f64) -> f64 {
        let bases = self.along_the_way(mover, base, ahead, most).map(|other| ((), other));
        let most = run(base, ahead, most, bases).length;
        run(base, ahead, most, self.terrain.closed().map(|shape| ((), shape))).length
    }

    /// Whether nothing stands in the way of a base that wheels about `pivot` by so many radians clockwise, and it stays on the
    /// table.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_wheel(&self, mover: &Mover, base: &Base, pivot: Point, radians: f64) -> Result<(), Refusal> {
        let hand = if radians > 0.0 { Hand::Right } else { Hand::Left };
        let angle = radians.abs();
        if angle > TAU {
            return Err(Refusal::new("DG-GRP-09", "that is more than a full turn"));
        }
        if !turns_inside(base, pivot, hand, angle, &self.table()) {
            return Err(Refusal::new("DG-MOV-07", "it would leave the table on its way"));
        }
        if mover.flyer {
            return Ok(());
        }
        // Nobody is met who is farther away than the middle walks.
        let reach = base.centre.distance(pivot) * angle + self.setup.reach;
        let met = |other: &Base| {
            let apart = (other.centre - base.centre).length_squared();
            apart < reach * reach && turn_until(base, pivot, hand, angle, other).is_some()
        };
        if self.in_the_way(mover).any(|other| met(self.base(other))) {
            return Err(Refusal::new("DG-MOV-04", "another base is in the way"));
        }
        if self.terrain.closed().any(|shape| turn_until(base, pivot, hand, angle, shape).is_some()) {
            return Err(Refusal::new("DG-MOV-06", "impassable ground is in the way"));
        }
        Ok(())
    }
}
