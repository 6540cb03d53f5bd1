//! Room to move in: what a base may pass and where it may stand (DG-MOV-04 to DG-MOV-07, DG-TER-06).

use super::course::Mover;
use super::lane::Lane;
use crate::game::Side;
use crate::rulesets::dogma::choices::Refusal;
use crate::rulesets::dogma::state::{Battle, ElementId, Squad, members};
use crate::tabletop::plane::{Area, Base, Point, Turn, Vector, overlap};

impl Battle<'_> {
    /// Everybody who stands in the way of a mover: no flyers, and none of those that move with it (DG-MOV-04, DG-GRP-12).
    fn in_the_way(&self, mover: &Mover) -> impl Iterator<Item = ElementId> + use<> {
        let of = |side: Side| {
            let force = self.force(side);
            let along = if side == mover.side { mover.squad } else { 0 };
            members(side, force.table & !force.flyers & !along)
        };
        of(Side::A).chain(of(Side::B))
    }

    /// Whether a base may stand at `base` when those of `gone`, of its own side, are not there: on the table, on nobody, on
    /// nothing that is impassable (DG-MOV-05, DG-MOV-06).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_stand(&self, side: Side, gone: Squad, base: &Base) -> Result<(), Refusal> {
        if !self.table().holds(base) {
            return Err(Refusal::new("DG-MOV-07", "the base would not be wholly on the table"));
        }
        for owner in Side::BOTH {
            let gone = if owner == side { gone } else { 0 };
            for other in members(owner, self.force(owner).table & !gone) {
                if overlap(base, self.base(other)) {
                    return Err(Refusal::new("DG-MOV-05", "the base would overlap another"));
                }
            }
        }
        if self.terrain.blocks_base(base) {
            return Err(Refusal::new("DG-MOV-06", "the base would end on impassable ground"));
        }
        Ok(())
    }

    /// The whole table.
    #[must_use]
    pub fn table(&self) -> Area {
        Area::table(self.setup.size.width, self.setup.size.depth)
    }

    /// The ground that a base covers which goes by `step` along one of its own axes: a longer base.
    pub(super) fn swept(&self, base: &Base, step: Vector) -> Base {
        let (ahead, right) = (step.dot(base.facing.ahead()).abs(), step.dot(base.facing.right()).abs());
        Base {
            centre: base.centre + step * 0.5,
            half_depth: base.half_depth + ahead * 0.5,
            half_width: base.half_width + right * 0.5,
            ..*base
        }
    }

    /// Whether nothing stands in the way of a base that goes by `step` along one of its own axes.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_run(&self, mover: &Mover, base: &Base, step: Vector) -> Result<(), Refusal> {
        if mover.flyer || step.length_squared() == 0.0 {
            return Ok(());
        }
        self.check_ground(mover, &self.swept(base, step))
    }

    /// Whether nobody that stands in the way and nothing impassable is on this ground.
    fn check_ground(&self, mover: &Mover, ground: &Base) -> Result<(), Refusal> {
        if self.in_the_way(mover).any(|other| overlap(ground, self.base(other))) {
            return Err(Refusal::new("DG-MOV-04", "another base is in the way"));
        }
        if self.terrain.blocks_base(ground) {
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

    /// How far a base can go along the unit vector `ahead`, one of its own axes, at most `most` inches, before it would
    /// overlap somebody or something in its way, or leave the table.
    #[must_use]
    pub(in crate::rulesets::dogma) fn run_length(&self, mover: &Mover, base: &Base, ahead: Vector, most: f64) -> f64 {
        let most = self.room_on_table(base, ahead, most);
        if mover.flyer || most <= 0.0 {
            return most.max(0.0);
        }
        self.free_run(mover, base, ahead, most)
    }

    /// The same for a base that comes in from outside the table: nothing but obstacles counts.
    pub(super) fn entry_run(&self, mover: &Mover, base: &Base, most: f64) -> f64 {
        if mover.flyer { most } else { self.free_run(mover, base, base.facing.ahead(), most) }
    }

    fn free_run(&self, mover: &Mover, base: &Base, ahead: Vector, most: f64) -> f64 {
        let lane = Lane::new(base, ahead);
        let bases = self.in_the_way(mover).map(|other| lane.reach(self.base(other)));
        bases.fold(most, f64::min).min(self.terrain.run(&lane)).max(0.0)
    }

    /// How far a base can go along the unit vector `ahead` before it leaves the table.
    fn room_on_table(&self, base: &Base, ahead: Vector, most: f64) -> f64 {
        let (width, depth) = (self.setup.size.width, self.setup.size.depth);
        let mut room = most;
        for corner in base.corners() {
            for (at, step, end) in [(corner.x, ahead.x, width), (corner.y, ahead.y, depth)] {
                if step > 1e-12 {
                    room = room.min((end - at) / step);
                } else if step < -1e-12 {
                    room = room.min(-at / step);
                }
            }
        }
        room
    }

    /// Whether nothing stands in the way of a base that wheels about `pivot` by so many radians clockwise.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_wheel(&self, mover: &Mover, base: &Base, pivot: Point, radians: f64) -> Result<(), Refusal> {
        if mover.flyer {
            return Ok(());
        }
        // In steps so short that nothing slips between them.
        let steps = (radians.abs() / 0.02).ceil().max(1.0);
        for step in 1..=steps as u32 {
            let turn = Turn::clockwise(radians * f64::from(step) / steps);
            self.check_ground(mover, &base.turned_about(pivot, turn))?;
        }
        Ok(())
    }
}
