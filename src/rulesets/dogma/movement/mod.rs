//! Movement: tactical moves, Groups, contact, transport, reserves.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`group`] | which sets are Groups |
//! | [`contact`] | what touches what, closing the door, turning to face |

pub mod contact;
pub mod group;

use super::state::Squad;

/// The last tactical or Group move, as far as boarding after it goes (DG-APC-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMove {
    /// Who moved.
    pub movers: Squad,
    /// The friendly APCs that one of them touched when it began or ended.
    pub apcs: Squad,
}

use super::choices::{Choice, Refusal};
use super::state::{Battle, ElementId, Pose};
use crate::game::{Chronicle, Told};

impl Battle<'_> {
    /// Shows choices of the Movement phase.
    pub(super) fn visit_movement(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::EndMovement);
    }

    /// Whether a choice of the Movement phase is legal.
    pub(super) fn check_movement(&self, choice: Choice) -> Result<(), Refusal> {
        let _ = choice;
        Err(Refusal::new("DG-MOV-01", "nobody moves"))
    }

    /// Carries out a legal choice of the Movement phase.
    pub(super) fn apply_movement(&mut self, choice: Choice, chronicle: &mut impl Chronicle<Told>) {
        let _ = (choice, chronicle);
    }

    /// Puts an Element on the table, there or elsewhere, and brings all contacts up to date.
    pub(super) fn put(&mut self, element: ElementId, pose: Pose) {
        let _ = (element, pose);
    }

    /// Takes an Element off its place on the table into no place at all, and brings all contacts up to date: the caller puts
    /// it into the set where it belongs now.
    pub(super) fn lift(&mut self, element: ElementId) {
        let _ = element;
    }

    /// Whether a passenger may be put at `pose`, in full contact with `apc` or with one of those that got off it this turn
    /// (DG-APC-05, DG-APC-06).
    pub(super) fn check_beside(&self, element: ElementId, apc: ElementId, pose: Pose) -> Result<(), Refusal> {
        let _ = (element, apc, pose);
        Err(Refusal::new("DG-APC-05", "it has no place"))
    }

    /// Shows every place where a passenger may be put by [`Battle::check_beside`].
    pub(super) fn visit_beside(&self, element: ElementId, apc: ElementId, visit: &mut impl FnMut(Pose)) {
        let _ = (element, apc, visit);
    }
}
