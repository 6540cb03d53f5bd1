//! `carrier-attack`: an attack on a light vehicle and what it means for its riders.

use super::attack::{Hit, fire};
use super::inputs::{AT_TERRAIN, Inputs, LOWER, RULES, SHOOTERS};
use super::victim::{EndState, Path, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::dogfaces::codex::Codex;
use crate::rulesets::dogfaces::combat::{RetreatPolicy, Shooter, Target, stunned_with_carrier};
use crate::rulesets::dogfaces::rules::Rules;

/// An attack on a vehicle with ready riders.
pub(super) struct CarrierAttack<'c> {
    setting: Setting<'c>,
    shooters: Vec<Shooter>,
    carrier: Victim<'c>,
    /// Riders who are Stunned when the vehicle is.
    shaken: usize,
}

/// What happened to the vehicle, and how many riders are Stunned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ride {
    hit: Hit,
    shaken: usize,
}

/// Most riders of a vehicle (DF-VEH-06).
const MOST_RIDERS: usize = 2;

impl<'c> CombatResolution<'c> for CarrierAttack<'c> {
    type Codex = Codex;
    const NAME: &'static str = "carrier-attack";
    const ABOUT: &'static str = "an attack on a light vehicle with riders";
    const LABELS: &'static [&'static str] = &[
        "no-effect",
        "stunned-riders-0",
        "stunned-riders-1",
        "stunned-riders-2",
        "ooc-riders-0",
        "ooc-riders-1",
        "ooc-riders-2",
    ];
    const NUMBERS: &'static [&'static str] = Hit::NUMBERS;

    fn inputs() -> Vec<InputDoc> {
        vec![
            SHOOTERS,
            AT_TERRAIN,
            LOWER,
            RULES,
            InputDoc { name: "carrier", allowed: "a vehicle that carries soldiers", default: "lcv-1" },
            InputDoc { name: "riders", allowed: "list of 0 to 2 soldiers, ready", default: "[]" },
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let shooters = inputs.shooters(SHOOTERS.name);
        let (terrain, lower) = (inputs.terrain(AT_TERRAIN.name), inputs.lower());
        let setting = Setting { codex: inputs.codex, rules: inputs.rules(&Rules::default()) };
        let carrier = inputs.unit_or("carrier", "lcv-1");
        let riders = inputs.units("riders");
        let (shooters, carrier) = (shooters?, carrier?);
        if carrier.capacity == 0 {
            let carriers = inputs.codex.profiles.iter().filter(|profile| profile.capacity > 0);
            let diagnostic = Diagnostic::new(format!("`{}` carries nobody", carrier.name))
                .allowing(carriers.map(|profile| profile.name.as_str()));
            inputs.table.diagnostics().push(diagnostic.within("input `carrier`").rule("DF-VEH-06"));
        }
        let most = MOST_RIDERS.min(usize::from(carrier.capacity));
        let vehicle = riders.iter().find(|rider| rider.vehicle);
        let diagnostic = match vehicle {
            Some(vehicle) => Some(Diagnostic::new(format!("`{}` is a vehicle and rides nowhere", vehicle.name))),
            None if riders.len() > most => {
                Some(Diagnostic::new(format!("{} riders are more than {most}", riders.len())))
            }
            None => None,
        };
        if let Some(diagnostic) = diagnostic {
            inputs.table.diagnostics().push(diagnostic.within("input `riders`").rule("DF-VEH-06"));
        }
        inputs.check_aim(&shooters, carrier);
        let shaken = riders.iter().filter(|rider| stunned_with_carrier(&setting.rules, rider)).count();
        let target = Target { profile: carrier, terrain: terrain?, lower };
        let carrier = Victim { target, covered: false, policy: RetreatPolicy::Smart, path: Path::Clear, seat: None };
        Some(Self { setting, shooters, carrier, shaken })
    }

    fn label(&self, ride: &Ride) -> usize {
        match ride.hit.end {
            EndState::HoldsReady | EndState::FallsBackReady => 0,
            EndState::HoldsStunned | EndState::FallsBackStunned => 1 + ride.shaken,
            EndState::OutOfCombat => 2 + MOST_RIDERS + ride.shaken,
        }
    }

    fn values(&self, ride: &Ride) -> Vec<i64> {
        ride.hit.values()
    }
}

impl Resolution for CarrierAttack<'_> {
    type State = ();
    type Outcome = Ride;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Ride> {
        let hit = fire(&self.setting, &self.shooters, &self.carrier, false, &mut AsUsual(dice));
        // DF-VEH-11
        Step::Done(Ride { hit, shaken: self.shaken })
    }
}
