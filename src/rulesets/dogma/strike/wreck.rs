//! Taking destroyed Elements off the table, and the passengers of wrecked APCs (DG-APC-09, D-13).

use crate::game::{LogEntry, Observer, UnitStat};
use crate::rulesets::dogma::choices::{Choice, Refusal};
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::scenarios::Cause;
use crate::rulesets::dogma::state::{
    Battle, Decision, ElementId, NOBODY, Pose, UnitSet, bit, members, place_of, side_of,
};

/// A wrecked APC whose passengers are getting off (DG-APC-09): it still stands where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wreck {
    /// The APC.
    pub apc: ElementId,
    /// What wrecked it.
    pub cause: Cause,
    /// Who did, or nobody.
    pub by: ElementId,
    /// What is to be decided once everybody is off, and by whom it is.
    resume: (Decision, crate::game::Side),
}

impl Battle<'_> {
    /// Destroys an Element that `by` attacked, or nobody: it leaves the table at once (DG-TRN-03), an APC once its passengers
    /// have got off.
    pub(super) fn destroy<C: Observer<LogEntry>>(
        &mut self,
        victim: ElementId,
        cause: Cause,
        by: ElementId,
        observer: &mut C,
    ) {
        if self.riders(victim).next().is_none() {
            return self.take_off(victim, cause, by, observer);
        }
        observer.rule_fired(rule::APC_09);
        self.wreck = Some(Wreck { apc: victim, cause, by, resume: (self.decision, self.decider) });
        (self.decision, self.decider) = (Decision::Bail, side_of(victim));
        self.empty_wreck(observer);
    }

    /// Takes a destroyed Element off for good, and sees what that decides.
    fn take_off<C: Observer<LogEntry>>(&mut self, victim: ElementId, cause: Cause, by: ElementId, observer: &mut C) {
        self.remove(victim, cause, observer);
        self.after_destruction(victim, cause, by, observer);
    }

    fn remove<C: Observer<LogEntry>>(&mut self, victim: ElementId, cause: Cause, observer: &mut C) {
        let side = side_of(victim);
        if self.force(side).table.contains(victim) {
            self.lift(victim);
        }
        let force = self.force_mut(side);
        force.aboard &= !bit(victim);
        force.destroyed |= bit(victim);
        self.elements[usize::from(victim)].carrier = NOBODY;
        observer.count(side, place_of(victim), UnitStat::Lost, 1);
        observer.event(|| events::removed(self, victim, cause.key()));
    }

    /// Shows where the passengers of the wreck may be placed (D-13).
    pub(in crate::rulesets::dogma) fn visit_bails(&self, visit: &mut impl FnMut(Choice)) {
        let Some(wreck) = self.wreck else { return };
        for element in self.riders(wreck.apc) {
            self.visit_beside(element, wreck.apc, &mut |pose| visit(Choice::Bail { element, pose }));
        }
    }

    /// Whether a passenger of the wreck may be placed so.
    pub(in crate::rulesets::dogma) fn check_bail(&self, element: ElementId, pose: Pose) -> Result<(), Refusal> {
        match self.wreck {
            Some(wreck) if self.element(element).carrier == wreck.apc => self.check_beside(element, wreck.apc, pose),
            _ => Err(Refusal::new("DG-APC-09", "it is no passenger of the wreck")),
        }
    }

    /// Places a passenger of the wreck. When the last one is placed or lost, the APC is removed and the phase goes on.
    pub(in crate::rulesets::dogma) fn bail<C: Observer<LogEntry>>(
        &mut self,
        element: ElementId,
        pose: Pose,
        observer: &mut C,
    ) {
        self.get_off(element, pose, observer);
        self.empty_wreck(observer);
    }

    /// Once no passenger of the wreck has a place, those who are left are destroyed, and the APC is taken off.
    fn empty_wreck<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        let Some(wreck) = self.wreck else { return };
        let mut places = false;
        self.visit_bails(&mut |_| places = true);
        if places {
            return;
        }
        self.wreck = None;
        (self.decision, self.decider) = wreck.resume;
        let lost: UnitSet = self.riders(wreck.apc).collect();
        let side = side_of(wreck.apc);
        for rider in members(side, lost) {
            // Where it is lost: there it drops a flag.
            self.elements[usize::from(rider)].base = *self.base(wreck.apc);
            self.remove(rider, wreck.cause.aboard(), observer);
        }
        self.remove(wreck.apc, wreck.cause, observer);
        // One attack destroys them all: what that decides is seen once they are all off.
        for rider in members(side, lost) {
            self.after_destruction(rider, wreck.cause.aboard(), wreck.by, observer);
        }
        self.after_destruction(wreck.apc, wreck.cause, wreck.by, observer);
    }
}
