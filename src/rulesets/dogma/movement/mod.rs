//! Movement: tactical moves, Groups, contact, transport, reserves.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`unit_move`] | tactical moves |
//! | [`group_move`] | Group moves |
//! | [`break_off`] | slides, breaking off |
//! | [`group`] | which sets are Groups |
//! | [`contact`] | what touches what, closing the door, turning to face |
//! | [`clearance`] | what a base may pass and where it may stand |
//! | [`transport`] | APCs |
//! | [`reserve`] | coming in from reserve |
//! | [`sample`] | the moves that are shown |

pub mod break_off;
pub mod clearance;
pub mod contact;
pub mod group;
pub mod group_move;
pub mod reserve;
pub mod sample;
pub mod transport;
pub mod unit_move;

use super::choices::{Choice, Refusal};
use super::state::{Battle, UnitSet};
use crate::game::{LogEntry, Observer};

/// The last tactical or Group move, as far as boarding after it goes (DG-APC-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMove {
    /// Who moved.
    pub movers: UnitSet,
    /// The friendly APCs that one of them, or of their Group, touched when it began or ended.
    pub apcs: UnitSet,
}

impl Battle<'_> {
    /// Whether a choice of the Movement phase is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_movement(&self, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Move { element, path, meeting, join } => self.plan_move(element, &path, meeting, join).map(drop),
            Choice::March { group, route, meeting } => self.plan_march(&group, &route, meeting).map(drop),
            Choice::Turn { group, quarters } => self.plan_turn(&group, quarters).map(drop),
            Choice::Slide { group, foe } => self.plan_slide(&group, foe).map(drop),
            Choice::BreakOff { group, away, distance, facing } => {
                self.plan_break_off(&group, away, distance, facing).map(drop)
            }
            Choice::Board { element, apc } => self.check_board(element, apc),
            Choice::Disembark { element, pose } => self.check_disembark(element, pose),
            Choice::Enter { element, edge, at, path, meeting, join } => {
                self.plan_entry(element, edge, at, &path, meeting, join).map(drop)
            }
            _ => Err(Refusal::new("DG-TRN-02", "that is not to be decided now")),
        }
    }

    /// Initiative Points that a choice of the Movement phase costs (DG-CMD-03, DG-CMD-04).
    #[must_use]
    pub fn cost_of(&self, choice: &Choice) -> u8 {
        let rules = &self.setup.rules;
        match choice {
            Choice::Slide { .. } if !rules.slide_costs_ip => 0,
            Choice::Slide { group, .. } | Choice::BreakOff { group, .. } if group.len() > 1 => rules.group_move_cost_ip,
            Choice::Move { .. } | Choice::Slide { .. } | Choice::BreakOff { .. } => rules.move_cost_ip,
            Choice::March { .. } | Choice::Turn { .. } => rules.group_move_cost_ip,
            _ => 0,
        }
    }

    /// Carries out a legal choice of the Movement phase.
    pub(super) fn apply_movement(&mut self, choice: Choice, observer: &mut impl Observer<LogEntry>) {
        let cost = self.cost_of(&choice);
        let boards = matches!(choice, Choice::Board { .. } | Choice::Disembark { .. });
        if !boards {
            self.last_move = LastMove::default();
        }
        let done = match choice {
            Choice::Move { element, path, meeting, join } => self
                .plan_move(element, &path, meeting, join)
                .map(|course| self.make_move(element, &course, "tactical", cost, observer)),
            Choice::March { group, route, meeting } => {
                self.plan_march(&group, &route, meeting).map(|march| self.make_march(&march, "group", cost, observer))
            }
            Choice::Turn { group, quarters } => {
                self.plan_turn(&group, quarters).map(|march| self.make_march(&march, "turn", cost, observer))
            }
            Choice::Slide { group, foe } => {
                self.plan_slide(&group, foe).map(|march| self.make_march(&march, "slide", cost, observer))
            }
            Choice::BreakOff { group, away, distance, facing } => self
                .plan_break_off(&group, away, distance, facing)
                .map(|march| self.make_march(&march, "break-off", cost, observer)),
            Choice::Board { element, apc } => {
                self.board(element, apc, observer);
                Ok(())
            }
            Choice::Disembark { element, pose } => {
                self.get_off(element, pose, observer);
                Ok(())
            }
            Choice::Enter { element, edge, at, path, meeting, join } => self
                .plan_entry(element, edge, at, &path, meeting, join)
                .map(|course| self.enter(element, &course, observer)),
            _ => Ok(()),
        };
        debug_assert!(done.is_ok(), "{choice:?} is refused: {done:?}");
    }
}
