//! `spotting` and `reinforcement-entry`.

use super::inputs::{DIE, Inputs, Switch, docs, flag, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::spotting::{Marker, Spotted, entry, spot};

/// One marker and those who look at it.
pub(super) struct Spotting<'c> {
    setting: Setting<'c>,
    marker: Marker,
}

const RANGE: InputDoc = input("range", "1 to 30", "7");
const FROM_HILL: InputDoc = flag("from-hill");
const CONCEALED: InputDoc = input("concealed", "true: in forest, town, trench or sunken road", "false");
const OBSERVERS: InputDoc = input("observers", "1 to 20", "1");
const SWITCHES: [Switch; 2] = [switch("attempts", "per-marker, per-observer", "per-marker", "spotting.attempts"), DIE];

impl<'c> CombatResolution<'c> for Spotting<'c> {
    type Codex = Codex;
    const NAME: &'static str = "spotting";
    const ABOUT: &'static str = "one spotting step against one marker in sight";
    const LABELS: &'static [&'static str] = &["revealed", "unseen", "out-of-range"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[RANGE, FROM_HILL, CONCEALED, OBSERVERS], &SWITCHES)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&SWITCHES);
        let marker = Marker {
            range: inputs.whole(&RANGE, 1, 30, 7),
            from_hill: inputs.flag(&FROM_HILL),
            concealed: inputs.flag(&CONCEALED),
            observers: inputs.whole(&OBSERVERS, 1, 20, 1),
        };
        Some(Self { setting, marker })
    }

    fn label(&self, spotted: &Spotted) -> usize {
        *spotted as usize
    }
}

impl Resolution for Spotting<'_> {
    type State = ();
    type Outcome = Spotted;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Spotted> {
        Step::Done(spot(self.setting.codex, &self.setting.rules, &self.marker, dice))
    }
}

/// Where reinforcements come from.
pub(super) struct ReinforcementEntry {
    locations: u8,
}

const LOCATIONS: InputDoc = input("locations", "1, 2, 3, 6", "3");

impl<'c> CombatResolution<'c> for ReinforcementEntry {
    type Codex = Codex;
    const NAME: &'static str = "reinforcement-entry";
    const ABOUT: &'static str = "at which location reinforcements enter";
    const LABELS: &'static [&'static str] =
        &["location-1", "location-2", "location-3", "location-4", "location-5", "location-6"];
    const NUMBERS: &'static [&'static str] = &["location"];

    fn inputs() -> Vec<InputDoc> {
        vec![LOCATIONS]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let locations = inputs.table.or(LOCATIONS.name, 3, |node| match node.whole(1..=6)? {
            even if 6 % even == 0 => Ok(even),
            odd => {
                let message = format!("the faces of a die cannot be shared out among {odd} locations");
                Err(node.locate(Diagnostic::new(message).allowing(["1", "2", "3", "6"])))
            }
        });
        Some(Self { locations })
    }

    fn label(&self, location: &u8) -> usize {
        usize::from(*location) - 1
    }

    fn values(&self, location: &u8) -> Vec<i64> {
        vec![i64::from(*location)]
    }
}

impl Resolution for ReinforcementEntry {
    type State = ();
    type Outcome = u8;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
        Step::Done(entry(self.locations, dice))
    }
}
