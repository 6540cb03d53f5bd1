//! Leadership and Stun Recovery: who lends which number to whom, and the roll itself.
//!
//! Who stands in range of whom is for the caller to say: a game measures its map, an isolated resolution is told.

use super::codex::Profile;
use super::rules::Rules;
use crate::dice::Dice;

/// The recovery number that a leader lends to others in its range (DF-LDR-03, DF-LDR-09, R-14): its own printed one,
/// or, for vehicles, the one that `vehicle-lead-number` says.
#[must_use]
pub fn lent_number(rules: &Rules, leader: &Profile) -> u8 {
    if leader.vehicle { rules.vehicle_lead_number } else { leader.recovers }
}

/// The number on which `patient` recovers, when the best of the ready leaders in range lends `lent` (DF-LDR-04 to
/// DF-LDR-06): its own number is its own, Stunned or not.
#[must_use]
pub fn recovery_number(patient: &Profile, lent: Option<u8>) -> u8 {
    lent.map_or(patient.recovers, |lent| lent.min(patient.recovers))
}

/// Whether a medic next to `patient` treats him (DF-REC-04, R-16).
#[must_use]
pub fn treats(rules: &Rules, medic_stunned: bool, patient: &Profile, foe: bool) -> bool {
    (!medic_stunned || rules.stunned_medic) && (!patient.vehicle || rules.medic_vehicles) && (!foe || rules.medic_foes)
}

/// One Stunned unit's part in a Stun Recovery Phase: a unit under treatment recovers without a die (DF-REC-01,
/// DF-REC-04).
pub fn recovers<D: Dice>(number: u8, treated: bool, dice: &mut D) -> bool {
    treated || dice.d6() >= number
}
