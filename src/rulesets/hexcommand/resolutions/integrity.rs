//! `army-status` and `integrity-check`.

use std::borrow::Cow;

use super::inputs::{DIE, Inputs, Switch, docs, flag, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::integrity::{Losses, failures, must_check};

/// A force with its losses.
pub(super) struct ArmyStatus<'c> {
    setting: Setting<'c>,
    losses: Losses,
}

const START: InputDoc = input("start", "1 to 60", "12");
const REMOVED: InputDoc = input("removed", "0 to 60", "0");
const ROUTED: InputDoc = input("routed", "0 to 60", "0");
const COMMANDERS_START: InputDoc = input("commanders-start", "0 to 20", "3");
const COMMANDERS_LOST: InputDoc = input("commanders-lost", "0 to 20", "0");
const SUPREME_LOST: InputDoc = flag("supreme-lost");
const BREAK_POINT: [Switch; 1] = [switch("break-point", "1 to 100", "30", "integrity.break-point")];

impl<'c> CombatResolution<'c> for ArmyStatus<'c> {
    type Codex = Codex;
    const NAME: &'static str = "army-status";
    const ABOUT: &'static str = "whether a force must check its integrity; no dice";
    const LABELS: &'static [&'static str] = &["steady", "check"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[START, REMOVED, ROUTED, COMMANDERS_START, COMMANDERS_LOST, SUPREME_LOST], &BREAK_POINT)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let losses = Losses {
            start: inputs.whole(&START, 1, 60, 12),
            removed: inputs.whole(&REMOVED, 0, 60, 0),
            routed: inputs.whole(&ROUTED, 0, 60, 0),
            commanders_start: inputs.whole(&COMMANDERS_START, 0, 20, 3),
            commanders_lost: inputs.whole(&COMMANDERS_LOST, 0, 20, 0),
            supreme_lost: inputs.flag(&SUPREME_LOST),
        };
        Some(Self { setting: inputs.setting(&BREAK_POINT), losses })
    }

    fn label(&self, checks: &bool) -> usize {
        usize::from(*checks)
    }
}

impl Resolution for ArmyStatus<'_> {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _dice: &mut D) -> Step<(), bool> {
        Step::Done(must_check(&self.setting.rules, self.setting.rules.integrity_break_point, &self.losses))
    }
}

/// One integrity roll.
pub(super) struct IntegrityCheck<'c> {
    setting: Setting<'c>,
    units: u32,
}

const UNITS: InputDoc = input("units", "0 to 60", "4");
const CHECK_SWITCHES: [Switch; 2] = [switch("scope", "unit, force", "unit", "integrity.scope"), DIE];

impl<'c> CombatResolution<'c> for IntegrityCheck<'c> {
    type Codex = Codex;
    const NAME: &'static str = "integrity-check";
    const ABOUT: &'static str = "one integrity roll for a force of steady units out of melee";
    const LABELS: &'static [&'static str] = &["failed-N"];
    const NUMBERS: &'static [&'static str] = &["failed"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[UNITS], &CHECK_SWITCHES)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&CHECK_SWITCHES);
        Some(Self { setting, units: inputs.whole(&UNITS, 0, 60, 4) })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        (0..=self.units).map(|failed| Cow::Owned(format!("failed-{failed}"))).collect()
    }

    fn label(&self, failed: &u32) -> usize {
        *failed as usize
    }

    fn values(&self, failed: &u32) -> Vec<i64> {
        vec![i64::from(*failed)]
    }
}

impl Resolution for IntegrityCheck<'_> {
    type State = ();
    type Outcome = u32;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u32> {
        Step::Done(failures(self.setting.codex, &self.setting.rules, self.units, dice))
    }
}
