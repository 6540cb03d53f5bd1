//! Groups that move in turn (HX-TRN-04 to HX-TRN-09, R-177 to R-180).

use super::state::{Battle, Decision, UnitId};
use crate::game::Side;

impl Battle<'_> {
    /// The next group moves: one of the side that did not move last, if it has any left that can, else one of the other
    /// (HX-TRN-04). A group that cannot move loses its number, not the turn. Whether there is any.
    pub(super) fn next_group(&mut self) -> bool {
        for side in [self.phasing.other(), self.phasing] {
            while let Some(group) = self.take_number(side) {
                if self.group_can_act(side, group) {
                    (self.phasing, self.active_group) = (side, group);
                    return true;
                }
            }
        }
        false
    }

    fn take_number(&mut self, side: Side) -> Option<u8> {
        let force = self.force_mut(side);
        let group = (force.next_group < force.ordered).then(|| force.sequence[usize::from(force.next_group)]);
        force.next_group += u8::from(group.is_some());
        group
    }

    /// Whether somebody of a group can move or come on, or is to fight with it. Batteries of other groups, which move with any
    /// activation, do not keep it from being passed over.
    fn group_can_act(&self, side: Side, group: u8) -> bool {
        let force = self.force(side);
        let runs = self.routs_with_groups();
        let own = |unit: &UnitId| self.unit(*unit).group == group;
        let free = |unit: UnitId| {
            let withdrew = force.withdrew.contains(unit) && !self.setup.rules.integrity_withdrawn_moves;
            // By groups a melee is fought when a group with a unit in it is activated, moves or none.
            let fights = self.by_group() && self.has_melee_due(unit);
            let locked = self.in_contact(unit) && !self.setup.rules.melee_withdraw && !fights;
            (force.routed.contains(unit) && runs) || !(force.routed.contains(unit) || withdrew || locked)
        };
        let waiting = (force.present | self.due_now(side)) & !force.done;
        waiting.members(side).filter(own).any(free)
    }

    /// Whether a contact of a unit has still to be fought in this turn.
    fn has_melee_due(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|contact| !contact.fought && contact.other(unit).is_some())
    }

    /// Who has still to write the order of groups for this turn.
    pub(super) fn ask_sequence(&self) -> Option<(Decision, Side)> {
        let unwritten = |side: &Side| usize::from(self.force(*side).ordered) < self.numbered(*side).count();
        [self.leader, self.leader.other()].into_iter().find(unwritten).map(|side| (Decision::Number, side))
    }
}
