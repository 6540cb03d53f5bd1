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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;
    use crate::game::CodexFile;
    use crate::rulesets::dogfaces::codex::Codex;

    #[test]
    fn df_rec_04_a_medic_spares_the_die() {
        let mut dice = ScriptedDice::new(&[]);
        assert!(recovers(6, true, &mut dice));
        dice.finish().unwrap();
        let mut dice = ScriptedDice::new(&[4, 5]);
        assert!(!recovers(5, false, &mut dice) && recovers(5, false, &mut dice));
        dice.finish().unwrap();
    }

    #[test]
    fn df_rec_04_switches_say_whom_a_medic_treats() {
        let codex = Codex::built_in();
        let named = |name: &str| &codex.profiles[usize::from(codex.profile(name).unwrap())];
        let (foot, vehicle) = (named("brett"), named("lcv-1"));
        let mut rules = Rules::default();
        let treated = |rules: &Rules| {
            [
                treats(rules, false, foot, false),
                treats(rules, false, vehicle, false),
                treats(rules, true, foot, false),
                treats(rules, false, foot, true),
            ]
        };
        assert_eq!(treated(&rules), [true, true, false, false]);
        for (switch, value) in [("medic-vehicles", "no"), ("stunned-medic", "yes"), ("medic-foes", "yes")] {
            rules.set(switch, value).unwrap();
        }
        assert_eq!(treated(&rules), [true, false, true, true]);
    }

    #[test]
    fn df_ldr_09_vehicles_lend_what_the_switch_says_and_keep_their_own() {
        let codex = Codex::built_in();
        let named = |name: &str| &codex.profiles[usize::from(codex.profile(name).unwrap())];
        let mut rules = Rules::default();
        assert_eq!(lent_number(&rules, named("mcv-1")), 6);
        rules.set("vehicle-lead-number", "4").unwrap();
        assert_eq!(lent_number(&rules, named("mcv-1")), 4);
        assert_eq!(recovery_number(named("mcv-1"), None), 6);
        // DF-LDR-05, DF-REC-03: the better of the own number and the lent one.
        assert_eq!(recovery_number(named("andy"), Some(lent_number(&rules, named("frank")))), 4);
        assert_eq!(recovery_number(named("frank"), Some(lent_number(&rules, named("andy")))), 4);
    }
}
