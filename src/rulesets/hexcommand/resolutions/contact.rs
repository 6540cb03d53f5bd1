//! `artillery-contact` and `captured-guns`.

use super::inputs::{AUTO_KILL, DIE, ERA, Inputs, Switch, docs, flag, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Node};
use crate::rulesets::hexcommand::artillery::{canister, captured_shots};
use crate::rulesets::hexcommand::codex::{Codex, Weapon};
use crate::rulesets::hexcommand::fire::{Struck, Target};

/// Contact with an unlimbered battery.
pub(super) struct ArtilleryContact<'c> {
    setting: Setting<'c>,
    gun: &'c Weapon,
    frontal: bool,
    fired: bool,
    attacker: Target,
}

const WEAPON: InputDoc = input("weapon", "key of a gun", "smoothbore-gun");
const FRONTAL: InputDoc = input("frontal", "true, false", "true");
const FIRED: InputDoc = flag("fired");
const ATTACKER_HITS: InputDoc = input("attacker-hits", "0 to 3", "0");
const ROUT_AT: InputDoc = input("rout-at", "3, 4", "3");
const ATTACKER_COMMANDER: InputDoc = flag("attacker-commander");
const SWITCHES: [Switch; 4] =
    [switch("canister", "always, if-not-fired, never", "always", "artillery.canister"), DIE, AUTO_KILL, ERA];

impl<'c> CombatResolution<'c> for ArtilleryContact<'c> {
    type Codex = Codex;
    const NAME: &'static str = "artillery-contact";
    const ABOUT: &'static str = "contact with an unlimbered battery";
    const LABELS: &'static [&'static str] =
        &["captured-unhurt", "captured-hit", "captured-commander-killed", "repulsed"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[WEAPON, FRONTAL, FIRED, ATTACKER_HITS, ROUT_AT, ATTACKER_COMMANDER], &SWITCHES)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&SWITCHES);
        let guns = || setting.codex.weapons.iter().filter(|weapon| weapon.is_gun());
        let find = |name: &str| {
            let unknown = || Diagnostic::unknown("gun", name, guns().map(|gun| gun.name.as_str()));
            guns().find(|gun| gun.name == name).ok_or_else(unknown)
        };
        let gun = match inputs.table.node(WEAPON.name) {
            Some(node) => node.text().and_then(|name| find(name).map_err(|diagnostic| node.locate(diagnostic))),
            None => find(WEAPON.default).map_err(|diagnostic| diagnostic.within("default of `weapon`")),
        };
        let gun = gun.map_err(|diagnostic| inputs.table.diagnostics().push(diagnostic)).ok();
        let frontal = inputs.table.or(FRONTAL.name, true, Node::flag);
        let fired = inputs.flag(&FIRED);
        let attacker = Target {
            hits: inputs.whole(&ATTACKER_HITS, 0, 3, 0),
            rout_at: inputs.whole(&ROUT_AT, 3, 4, 3),
            routed: false,
            commander: inputs.flag(&ATTACKER_COMMANDER),
            fortified: false,
        };
        Some(Self { gun: gun?, setting, frontal, fired, attacker })
    }

    fn label(&self, struck: &Struck) -> usize {
        match struck {
            Struck::NoShot | Struck::Miss | Struck::Structure | Struck::Te => 0,
            Struck::Hit(_) => 1,
            Struck::CommanderKilled => 2,
            Struck::Routs(_) | Struck::Destroyed(_) => 3,
        }
    }
}

impl Resolution for ArtilleryContact<'_> {
    type State = ();
    type Outcome = Struck;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Struck> {
        let Setting { codex, rules } = &self.setting;
        // HX-ART-10: whoever is still steady captures the guns.
        Step::Done(canister(codex, rules, self.gun, self.frontal, self.fired, &self.attacker, dice))
    }
}

/// How often captured guns may be fired.
pub(super) struct CapturedGuns;

impl<'c> CombatResolution<'c> for CapturedGuns {
    type Codex = Codex;
    const NAME: &'static str = "captured-guns";
    const ABOUT: &'static str = "how often a captor may fire captured guns";
    const LABELS: &'static [&'static str] = &["shots-1", "shots-2", "shots-3", "shots-4", "shots-5", "shots-6"];
    const NUMBERS: &'static [&'static str] = &["shots"];

    fn inputs() -> Vec<InputDoc> {
        Vec::new()
    }

    fn read(_inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self)
    }

    fn label(&self, shots: &u8) -> usize {
        usize::from(*shots) - 1
    }

    fn values(&self, shots: &u8) -> Vec<i64> {
        vec![i64::from(*shots)]
    }
}

impl Resolution for CapturedGuns {
    type State = ();
    type Outcome = u8;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
        Step::Done(captured_shots(dice))
    }
}
