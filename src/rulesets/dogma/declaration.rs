//! Groups as their owners write them down (`group-membership = declared`, R-29; `artillery-group = declared`, R-63).
//!
//! Under the first switch each player writes his Groups down at the end of his deployment and of each of his turns. What is
//! written down together, and still stands together, is a Group: it moves and turns as a whole, and its members do not turn to
//! face. Nobody else does either. Under the second, Artillery names a whole Group as it is written down. Groups are written
//! down one at a time; whoever is in none when the player ends stands alone.

use super::army::Dogma;
use super::choices::{Choice, Refusal};
use super::rules::{ArtilleryGroup, GroupMembership};
use super::state::{Battle, Decision, ElementId, Formation, NOBODY, UnitSet, bit, element_id, members, side_of};
use crate::game::Side;

impl Battle<'_> {
    /// Whether Groups are what their owners wrote down.
    #[inline]
    #[must_use]
    pub fn groups_are_declared(&self) -> bool {
        self.setup.rules.group_membership == GroupMembership::Declared
    }

    /// Whether two friends may be of one Group as far as that has to be written down.
    #[inline]
    #[must_use]
    pub fn belong_together(&self, one: ElementId, other: ElementId) -> bool {
        !self.groups_are_declared() || self.declared_together(one, other)
    }

    fn declared_together(&self, one: ElementId, other: ElementId) -> bool {
        let group = self.declared[usize::from(one)];
        group != NOBODY && group == self.declared[usize::from(other)]
    }

    /// Everybody on the table who is written down in one Group with an Element, itself included.
    #[must_use]
    pub fn declared_with(&self, element: ElementId) -> UnitSet {
        let fellows = self.on_the_table(side_of(element)).filter(|other| self.declared_together(element, *other));
        fellows.fold(bit(element), |set, other| set | bit(other))
    }

    /// Takes back what `side` wrote down.
    pub(super) fn forget_declarations(&mut self, side: Side) {
        let first = usize::from(element_id(side, 0));
        self.declared[first..][..super::state::MOST_ELEMENTS].fill(NOBODY);
    }

    /// The declaration of `side`, if it has still one to make: the rules ask for it, and some who are not written down yet could
    /// be a Group.
    pub(super) fn declaration_of(&self, side: Side) -> Option<(Decision, Side)> {
        let shelled = self.setup.rules.artillery_group == ArtilleryGroup::Declared
            && self.round == 0
            && self.has_dogma(side.other(), Dogma::Artillery);
        let wanted = self.groups_are_declared() || shelled;
        let open = |one: ElementId| {
            let pair = |other| self.check_declaration(&Formation::single(one).with(other)).is_ok();
            members(side, self.block(one) & !bit(one)).any(pair)
        };
        (wanted && self.on_the_table(side).any(open)).then_some((Decision::Declare, side))
    }

    /// Shows Groups that may be written down: lines, columns, two ranks of two, and what else stands round an Element.
    pub(super) fn visit_declarations(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.decider;
        for leader in self.on_the_table(side) {
            let mut show = |group: Formation| {
                if self.check_declaration(&group).is_ok() {
                    visit(Choice::Declare { group });
                }
            };
            self.visit_shapes(leader, &mut show);
            let mut group = Formation::single(leader);
            for mate in members(side, self.block(leader) & !bit(leader)) {
                let more = group.with(mate);
                if more.len() > group.len() && self.check_declaration(&more).is_ok() {
                    group = more;
                }
            }
            if group.len() > 2 {
                show(group);
            }
        }
        visit(Choice::EndDeclaration);
    }

    /// Whether these may be written down as a Group: a legal one (DG-GRP-01), of whom nobody is written down yet.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_declaration(&self, group: &Formation) -> Result<(), Refusal> {
        if !self.is_group(group) {
            return Err(Refusal::new("DG-GRP-01", "they are not a Group"));
        }
        if group.iter().any(|one| self.declared[usize::from(one)] != NOBODY) {
            return Err(Refusal::new("DG-GRP-04", "one of them is written down already"));
        }
        Ok(())
    }

    /// Writes a Group down.
    pub(super) fn declare(&mut self, group: &Formation) {
        group.iter().for_each(|one| self.declared[usize::from(one)] = group.leader());
    }

    /// Writes down alone whoever is in no Group.
    pub(super) fn end_declaration(&mut self) {
        for one in self.on_the_table(self.decider) {
            let group = &mut self.declared[usize::from(one)];
            if *group == NOBODY {
                *group = one;
            }
        }
    }

    /// Whether a Group move takes everybody who is written down with the leader, still stands with him and is able to go:
    /// a Group that is written down does not split.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_undivided(&self, group: &Formation) -> Result<(), Refusal> {
        if self.groups_are_declared() && self.undivided(group.leader()).unit_set() != group.unit_set() {
            return Err(Refusal::new("DG-GRP-04", "the Group that is written down goes as a whole"));
        }
        Ok(())
    }

    /// The Group of a leader as it is written down: whoever still stands with him and, if he is free to go, is so as well.
    pub(super) fn undivided(&self, leader: ElementId) -> Formation {
        let side = side_of(leader);
        let able = |one: ElementId| {
            let cost = self.setup.rules.group_move_cost_ip;
            self.check_ready(one, cost).is_ok() && self.check_free(one).is_ok()
        };
        let mut fellows = self.declared_with(leader);
        if able(leader) {
            fellows = members(side, fellows).filter(|one| able(*one)).fold(UnitSet::EMPTY, |set, one| set | bit(one));
        }
        let standing = self.connected(leader, self.linked(leader, fellows));
        members(side, standing & !bit(leader)).fold(Formation::single(leader), Formation::with)
    }
}
