//! Initiative (HX-CVS-01, HX-CVS-02): who is player A in a turn.

use std::cmp::Ordering;

use super::codex::Trait;
use super::command;
use super::events;
use super::ledger::rule;
use super::rules::{CvsMode, InitiativeFrequency};
use super::state::{Battle, NOBODY};
use crate::dice::Dice;
use crate::game::{Observer, Side};

/// Equal rolls for initiative after which the player who was A last wins.
const MOST_TIES: u8 = 20;

impl Battle<'_> {
    /// Whether initiative is rolled for in this turn; else it is as the scenario has it, or as it was (HX-TRN-03, R-197).
    pub(super) fn rolls_initiative(&mut self) -> bool {
        if self.arrival.initiative == self.turn {
            return false;
        }
        self.arrival.initiative = self.turn;
        let written = self.setup.scenario.first;
        match (self.turn, written) {
            (1, Some(first)) => {
                self.leader = first;
                false
            }
            (1, None) => {
                // The south is A if all dice are equal.
                self.leader = Side::A;
                true
            }
            _ => self.setup.rules.initiative_frequency == InitiativeFrequency::EachTurn,
        }
    }

    /// Rolls for initiative (HX-CVS-01, HX-CVS-02).
    pub(super) fn roll_initiative<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let values = Side::BOTH.map(|side| self.initiative_of(side));
        let result =
            (0..MOST_TIES).find_map(|_| match command::opposed(self.setup.rules.initiative_mode, values, dice) {
                Ordering::Greater => Some(Side::A),
                Ordering::Less => Some(Side::B),
                Ordering::Equal => None,
            });
        self.leader = result.unwrap_or(self.leader);
        observer.rule_fired(rule::TRN_01);
        observer.rule_fired(if self.turn > 1 { rule::TRN_03 } else { rule::CVS_01 });
        let thrown = dice.thrown();
        observer.event(|| events::initiative(self, thrown));
    }

    /// I of the supreme commander, or what stands for it (HX-CVS-02).
    fn initiative_of(&self, side: Side) -> u8 {
        let supreme = self.force(side).supreme;
        if supreme == NOBODY || self.setup.rules.cvs_mode == CvsMode::Off {
            self.setup.rules.initiative_leaderless
        } else {
            self.commander(side, supreme).values[Trait::Initiative as usize]
        }
    }
}
