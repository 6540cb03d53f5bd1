//! Choosing among options whose worth is known.

use crate::dice::{Dice, SeededDice};
use crate::rulesets::chainsword::choices::Choice;

/// The best of some options. Of those that come out alike one is drawn, each as likely as any other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    worth: f64,
    choice: Option<Choice>,
    alike: u32,
}

/// Worths that differ by less are alike.
const ALIKE: f64 = 1e-6;

impl Pick {
    /// Nothing yet.
    pub(super) const fn new() -> Self {
        Self { worth: f64::NEG_INFINITY, choice: None, alike: 0 }
    }

    /// What an option has to be worth to matter.
    pub(super) fn least(&self) -> f64 {
        self.worth - ALIKE
    }

    /// One more option.
    pub(super) fn take(&mut self, worth: f64, choice: Choice, chance: &mut SeededDice) {
        if worth > self.worth + ALIKE {
            (self.worth, self.choice, self.alike) = (worth, Some(choice), 1);
        } else if worth >= self.worth - ALIKE {
            self.alike += 1;
            if chance.pick(self.alike) == 0 {
                self.choice = Some(choice);
            }
        }
    }

    /// The best one, if there is any.
    pub(super) fn best(self) -> Option<Choice> {
        self.choice
    }
}
