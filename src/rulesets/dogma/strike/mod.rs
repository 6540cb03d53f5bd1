//! Attacks in a game: at range, in close combat, on buildings; recoils and wrecks.

use super::choices::{Attack, Choice, Refusal};
use super::events::Told;
use super::state::{Battle, ElementId, Pose};
use crate::dice::Dice;
use crate::game::Chronicle;

/// A wrecked APC whose passengers are getting off (DG-APC-09): it still stands where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wreck {
    /// The APC.
    pub apc: ElementId,
    /// What wrecked it.
    pub cause: super::scenarios::Cause,
}

impl Battle<'_> {
    /// Shows ranged attacks of the active side (DG-RNG), shaken checks for them, and the end of the phase.
    pub(super) fn visit_ranged(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::EndRanged);
    }

    /// Whether a ranged attack is legal now.
    pub(super) fn check_fire(&self, attack: &Attack) -> Result<(), Refusal> {
        let _ = attack;
        Err(Refusal::new("DG-RNG-01", "nobody fires"))
    }

    /// Carries out a legal ranged attack.
    pub(super) fn fire(&mut self, attack: &Attack, dice: &mut impl Dice, chronicle: &mut impl Chronicle<Told>) {
        let _ = (attack, dice, chronicle);
    }

    /// Shows close attacks of the active side (DG-CLO), and the end of the phase.
    pub(super) fn visit_close(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::EndClose);
    }

    /// Whether a close attack is legal now.
    pub(super) fn check_fight(&self, attack: &Attack) -> Result<(), Refusal> {
        let _ = attack;
        Err(Refusal::new("DG-CLO-01", "nobody fights"))
    }

    /// Carries out a legal close attack.
    pub(super) fn fight(&mut self, attack: &Attack, dice: &mut impl Dice, chronicle: &mut impl Chronicle<Told>) {
        let _ = (attack, dice, chronicle);
    }

    /// Shows where the passengers of the wreck may be placed (D-13).
    pub(super) fn visit_bails(&self, visit: &mut impl FnMut(Choice)) {
        let _ = visit;
    }

    /// Whether a passenger of the wreck may be placed so: [`Battle::check_beside`] around the APC as it stands.
    pub(super) fn check_bail(&self, element: ElementId, pose: Pose) -> Result<(), Refusal> {
        let _ = (element, pose);
        Err(Refusal::new("DG-APC-09", "there is no wreck"))
    }

    /// Places a passenger of the wreck. When the last one is placed or lost, the APC is removed and the phase goes on.
    pub(super) fn bail(&mut self, element: ElementId, pose: Pose, chronicle: &mut impl Chronicle<Told>) {
        let _ = (element, pose, chronicle);
    }

    /// An enemy moves into contact with Air Support: it recoils straight away from the mover (DG-AIR-07, R-57).
    pub(super) fn evade(&mut self, air: ElementId, mover: ElementId, chronicle: &mut impl Chronicle<Told>) {
        let _ = (air, mover, chronicle);
    }
}
