//! The Artillery Dogma (DG-DOG-01 to DG-DOG-03).

use crate::dice::Dice;
use crate::game::{LogEntry, Observer};
use crate::rulesets::dogma::combat::{Gunner, Shot};
use crate::rulesets::dogma::events;
use crate::rulesets::dogma::ledger::rule;
use crate::rulesets::dogma::scenarios::Cause;
use crate::rulesets::dogma::state::{Battle, ElementId};

impl Battle<'_> {
    /// One Element of the Group that Artillery hits is attacked (DG-DOG-01).
    pub(in crate::rulesets::dogma) fn shell<C: Observer<LogEntry>>(
        &mut self,
        target: ElementId,
        dice: &mut impl Dice,
        observer: &mut C,
    ) {
        let (shot, spoilt) = self.aimed(Gunner::Artillery, target, 0);
        let result = shot.fire(&self.setup.rules, dice);
        observer.rule_fired(rule::DOG_01);
        if self.in_cover(target) {
            observer.rule_fired(rule::DOG_02);
        }
        observer.event(|| events::shot(self, None, target, &shot, spoilt, result, &dice.thrown()));
        let chances = self.setup.odds.artillery(self.element(target).kind, self.in_cover(target));
        self.account(target, result == Shot::Destroyed, chances.destroyed, observer);
        self.suffer(None, target, result, Cause::Artillery, observer);
    }
}
