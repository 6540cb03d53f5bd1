//! Set-up: terrain, roll-offs, edges, nominations, deployment, Artillery (DG-SET, DG-TER-01, DG-DOG).

use super::choices::{Choice, Refusal};
use super::events::Told;
use super::state::{Battle, ElementId, Pose};
use crate::dice::Dice;
use crate::game::{Chronicle, StreamKey};

/// How far set-up has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Preparations {
    /// Features placed or forfeited.
    pub features: u8,
}

impl Battle<'_> {
    /// Called by [`Battle::restart`] once both forces are enlisted: asks the first question of set-up, or throws the first
    /// dice.
    pub(super) fn begin_setup(&mut self) {}

    /// Shows choices while the phase is [`super::state::Phase::Setup`].
    pub(super) fn visit_setup(&self, visit: &mut impl FnMut(Choice)) {
        let _ = visit;
    }

    /// Whether `choice` is legal while the phase is [`super::state::Phase::Setup`].
    pub(super) fn check_setup(&self, choice: Choice) -> Result<(), Refusal> {
        let _ = choice;
        Err(Refusal::new("DG-SET-03", "that is not to be decided now"))
    }

    /// Carries out a legal choice while the phase is [`super::state::Phase::Setup`]; calls [`Battle::begin_battle`] when
    /// set-up is over.
    pub(super) fn apply_setup(&mut self, choice: Choice, dice: &mut impl Dice, chronicle: &mut impl Chronicle<Told>) {
        let _ = (choice, dice, chronicle);
    }

    /// The stream of the dice that the present step of set-up throws.
    pub(super) fn setup_stream(&self) -> StreamKey {
        StreamKey { seat: crate::game::Game::seat(self, self.decider), purpose: crate::dice::Purpose::Setup, k: 0 }
    }

    /// Whether an Element may be deployed at `pose` (DG-SET-06, DG-SET-09, DG-DOG-06).
    pub(super) fn check_place(&self, element: ElementId, pose: Pose) -> Result<(), Refusal> {
        let _ = (element, pose);
        Ok(())
    }
}
