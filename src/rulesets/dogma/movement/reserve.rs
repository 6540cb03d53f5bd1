//! Reserves: who may be called in, and from where (DG-AIR).

use super::unit_move::Course;
use crate::game::{LogEntry, Observer, Side};
use crate::rulesets::dogma::choices::{Meeting, Path, Refusal};
use crate::rulesets::dogma::fixed_inches::ON_PAPER;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::rules::EntryEdges;
use crate::rulesets::dogma::setup::TableEdge;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, bit, side_of};
use crate::tabletop::plane::{Base, Facing, Point};

impl Battle<'_> {
    /// The table edge behind a side's own zone.
    #[must_use]
    pub fn own_edge(&self, side: Side) -> TableEdge {
        if side == self.aggressor { TableEdge::South } else { TableEdge::North }
    }

    /// The open stretch of an edge on which a whole frontage has to lie, along x or y (DG-AIR-02, R-59); none when it is
    /// closed.
    #[must_use]
    pub fn open_stretch(&self, side: Side, edge: TableEdge) -> Option<(f64, f64)> {
        let (width, depth) = (self.setup.size.width, self.setup.size.depth);
        if edge == self.own_edge(side.other()) {
            return None;
        }
        let zone = match self.setup.rules.entry_edges {
            EntryEdges::OutsideEnemyZone => self.setup.rules.deploy_depth,
            EntryEdges::NotEnemyEdge => 0.0,
        };
        Some(match edge {
            TableEdge::South | TableEdge::North => (0.0, width),
            _ if side == self.aggressor => (0.0, depth - zone),
            _ => (zone, depth),
        })
    }

    /// How a base begins that enters across `edge` at `at`: just outside, facing straight in.
    #[must_use]
    pub fn entry_base(&self, edge: TableEdge, at: f64) -> Base {
        let (width, depth, half) = (self.setup.size.width, self.setup.size.depth, self.setup.side * 0.5);
        let (centre, facing) = match edge {
            TableEdge::South => (Point::new(at, -half), Facing::NORTH),
            TableEdge::East => (Point::new(width + half, at), Facing::WEST),
            TableEdge::North => (Point::new(at, depth + half), Facing::SOUTH),
            TableEdge::West => (Point::new(-half, at), Facing::EAST),
        };
        Base::square(centre, facing, self.setup.side)
    }

    /// Whether reserves may be called in now, or go on being called in (DG-AIR-01).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_call(&self) -> Result<(), Refusal> {
        if !self.command.may_call {
            return Err(Refusal::new("DG-AIR-01", "the initiative die does not allow it"));
        }
        if self.command.moved {
            return Err(Refusal::new("DG-AIR-01", "somebody has moved this turn"));
        }
        Ok(())
    }

    /// What coming in from reserve comes to.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn plan_entry(
        &self,
        element: ElementId,
        edge: TableEdge,
        at: f64,
        path: &Path,
        meeting: Meeting,
        join: ElementId,
    ) -> Result<Course, Refusal> {
        self.check_call()?;
        let side = self.active;
        if element == NOBODY || side_of(element) != side || !self.force(side).reserve.contains(element) {
            return Err(Refusal::new("DG-AIR-01", "it is not in reserve"));
        }
        let half = self.setup.side * 0.5 - ON_PAPER;
        let open = self.open_stretch(side, edge);
        let inside = open.is_some_and(|(from, to)| (from + half..=to - half).contains(&at));
        if !inside {
            return Err(Refusal::new("DG-AIR-02", "that stretch of the edge is closed"));
        }
        if path.first < 0.0 || path.second < 0.0 {
            return Err(Refusal::new("DG-AIR-02", "it has to come in forwards"));
        }
        self.plan_path(element, self.entry_base(edge, at), path, meeting, join, false)
    }

    /// Brings an Element in.
    pub(super) fn enter<C: Observer<LogEntry>>(&mut self, element: ElementId, course: &Course, observer: &mut C) {
        self.force_mut(side_of(element)).reserve &= !bit(element);
        self.command.called = true;
        self.command.left = 0;
        observer.rule_fired(rule::AIR_01);
        self.make_move(element, course, "entry", 0, observer);
        // What was called in is no tactical move that would end the call.
        self.command.moved = false;
    }
}
