//! APCs: going aboard and getting off (DG-APC).

use super::unit_move::Mover;
use crate::game::{LogEntry, Observer, Side};
use crate::rulesets::dogma::choices::Refusal;
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, Pose, UnitSet, bit, members, side_of};
use crate::tabletop::plane::{Base, Edge, contact};

impl Battle<'_> {
    /// APCs of `side` that one of `set` touches, itself one of them or not.
    pub(super) fn apcs_touched(&self, set: UnitSet, side: Side) -> UnitSet {
        let force = self.force(side);
        let mut found = UnitSet::EMPTY;
        for apc in members(side, force.table & force.apcs) {
            let near = self.friends_touched(self.base(apc), apc);
            if !(near & set & !bit(apc)).is_empty() {
                found |= bit(apc);
            }
        }
        found
    }

    /// APCs that an Element touches as it stands, or that one of a Group touches to which both belong (DG-APC-03).
    pub(super) fn apcs_near(&self, element: ElementId, set: UnitSet) -> UnitSet {
        let side = side_of(element);
        if (self.force(side).table & self.force(side).apcs).is_empty() {
            return UnitSet::EMPTY;
        }
        let (mut near, mut fresh) = (bit(element) | set, bit(element));
        // As many links as a Group can have.
        for _ in 1..self.setup.rules.group_max {
            let mut next = UnitSet::EMPTY;
            for one in members(side, fresh) {
                for edge in Edge::ALL {
                    let mate = self.fellow(one, edge);
                    if mate != NOBODY {
                        next |= bit(mate);
                    }
                }
            }
            fresh = next & !near;
            near |= next;
        }
        self.apcs_touched(near, side)
    }

    /// Whether an Element may go aboard after its move (DG-APC-03).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_board(&self, element: ElementId, apc: ElementId) -> Result<(), Refusal> {
        let side = self.active;
        let own = |one: ElementId| one != NOBODY && side_of(one) == side && self.on_table(one);
        if !own(element) || !own(apc) || element == apc {
            return Err(Refusal::new("DG-APC-03", "both have to be own Elements on the table"));
        }
        self.check_ride(element, apc)?;
        if !self.last_move.movers.contains(element) || !self.last_move.apcs.contains(apc) {
            return Err(Refusal::new("DG-APC-03", "it needs a move that begins or ends in touch with the APC"));
        }
        if self.is_engaged(element) {
            return Err(Refusal::new("DG-MOV-12", "it is engaged"));
        }
        Ok(())
    }

    /// Whether an APC may take an Element aboard as far as both are what they are (DG-APC-01, DG-APC-02).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_ride(&self, element: ElementId, apc: ElementId) -> Result<(), Refusal> {
        if !self.profile(element).may_ride {
            return Err(Refusal::new("DG-APC-01", "it may not ride"));
        }
        if !self.profile(apc).carries {
            return Err(Refusal::new("DG-APC-01", "that is no APC"));
        }
        if self.riders(apc).count() >= usize::from(self.setup.codex.numbers.apc_capacity) {
            return Err(Refusal::new("DG-APC-02", "the APC is full"));
        }
        Ok(())
    }

    /// Takes an Element aboard.
    pub(super) fn board<C: Observer<LogEntry>>(&mut self, element: ElementId, apc: ElementId, observer: &mut C) {
        let side = side_of(element);
        self.lift(element);
        self.elements[usize::from(element)].carrier = apc;
        let force = self.force_mut(side);
        force.aboard |= bit(element);
        force.laden |= bit(apc);
        observer.rule_fired(rule::APC_03);
        observer.event(|| events::boards(self, element, apc));
    }

    /// Whether a passenger may get off at `pose` now (DG-APC-05).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_disembark(&self, element: ElementId, pose: Pose) -> Result<(), Refusal> {
        let side = self.active;
        if element == NOBODY || side_of(element) != side || !self.force(side).aboard.contains(element) {
            return Err(Refusal::new("DG-APC-05", "it is not aboard"));
        }
        if !self.force(side).aboard_since.contains(element) {
            return Err(Refusal::new("DG-APC-04", "it boarded this turn"));
        }
        self.check_beside(element, self.element(element).carrier, pose)
    }

    /// Whether a passenger of `apc` may be put at `pose`: in full contact with the APC, or with another that got off it this
    /// turn; on nobody, on nothing impassable, touching no enemy (DG-APC-05, DG-APC-06).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(in crate::rulesets::dogma) fn check_beside(
        &self,
        element: ElementId,
        apc: ElementId,
        pose: Pose,
    ) -> Result<(), Refusal> {
        let base = self.base_at(pose);
        let tolerances = self.tolerances();
        let mut anchors = self.anchors(element, apc);
        if !anchors.any(|anchor| contact(&base, self.base(anchor), &tolerances).is_full()) {
            return Err(Refusal::new("DG-APC-05", "it would not be in full contact with the APC or its passengers"));
        }
        let guest = Mover { set: UnitSet::EMPTY, ..self.mover(element) };
        self.check_stand(&guest, &base).map_err(|_| Refusal::new("DG-APC-06", "there is no room"))?;
        if !self.foes_touched(&guest, &base).is_empty() {
            return Err(Refusal::new("DG-APC-06", "it would touch an enemy"));
        }
        Ok(())
    }

    /// The APC and those that got off it this turn and are still on the table.
    fn anchors(&self, element: ElementId, apc: ElementId) -> impl Iterator<Item = ElementId> + use<'_> {
        let side = side_of(element);
        let off = self.force(side).got_off & self.force(side).table;
        let same = move |one: &ElementId| self.element(*one).carrier == apc;
        std::iter::once(apc).chain(members(side, off).filter(same))
    }

    /// Shows every place where a passenger may be put by [`Battle::check_beside`]: any edge, any of the four aligned facings.
    pub(in crate::rulesets::dogma) fn visit_beside(
        &self,
        element: ElementId,
        apc: ElementId,
        visit: &mut impl FnMut(Pose),
    ) {
        for anchor in self.anchors(element, apc) {
            let other = *self.base(anchor);
            for edge in Edge::ALL {
                let first: Base = self.base(element).against(Edge::Rear, &other, edge);
                if self.check_beside(element, apc, first.into()).is_err() {
                    continue;
                }
                for quarters in 0..4 {
                    visit(Pose::new(first.centre, first.facing.quarters(quarters)));
                }
            }
        }
    }

    /// Puts a passenger down. It keeps its APC as carrier, so that others may get off beside it.
    pub(in crate::rulesets::dogma) fn get_off<C: Observer<LogEntry>>(
        &mut self,
        element: ElementId,
        pose: Pose,
        observer: &mut C,
    ) {
        let side = side_of(element);
        self.force_mut(side).aboard &= !bit(element);
        self.force_mut(side).got_off |= bit(element);
        self.put(element, pose);
        observer.rule_fired(rule::APC_05);
        observer.event(|| events::gets_off(self, element));
    }
}
