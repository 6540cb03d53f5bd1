//! The decisions of combat, by what is to be decided: shown, checked, carried out.

use super::choices::{Choice, Refusal};
use super::events;
use super::state::{Battle, Decision};
use crate::dice::Dice;
use crate::game::Observer;

impl Battle<'_> {
    /// Shows what may be decided in a step of combat.
    pub(super) fn visit_combat(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::FireOrder | Decision::Fire | Decision::Opportunity | Decision::FireRouts => {
                self.visit_fire(visit)
            }
            Decision::Face => self.visit_facing(visit),
            _ => self.visit_melee(visit),
        }
    }

    /// Whether a choice in a step of combat is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_combat(&self, choice: Choice) -> Result<(), Refusal> {
        match (self.decision, choice) {
            (Decision::FireOrder | Decision::Fire | Decision::Opportunity | Decision::FireRouts, choice) => {
                self.check_fire(choice)
            }
            (Decision::Face, Choice::Face { .. }) => Ok(()),
            (Decision::Face, _) => Err(Refusal::new("HX-RAL-02", "a unit that has rallied is faced now")),
            (_, choice) => self.check_melee_choice(choice),
        }
    }

    /// Carries out a choice in a step of combat.
    pub(super) fn apply_combat<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        match self.decision {
            Decision::FireOrder | Decision::Fire | Decision::Opportunity | Decision::FireRouts => {
                self.apply_fire(choice, dice, observer);
            }
            Decision::Face => self.apply_facing(choice, observer),
            _ => self.apply_melee(choice, dice, observer),
        }
    }
}

#[cfg(test)]
mod tests;
