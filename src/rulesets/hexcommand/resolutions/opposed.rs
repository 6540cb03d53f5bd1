//! `opposed-roll`: initiative, or who fires first.

use std::cmp::Ordering;

use super::inputs::{Inputs, Switch, docs, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::command::opposed;

/// Two players roll until one is ahead.
pub(super) struct OpposedRoll<'c> {
    setting: Setting<'c>,
    values: [u8; 2],
}

const FIRST: InputDoc = input("first-value", "0 to 10", "5");
const SECOND: InputDoc = input("second-value", "0 to 10", "5");
const MODE: [Switch; 1] = [switch("mode", "plain, margin", "plain", "initiative.mode")];

impl<'c> CombatResolution<'c> for OpposedRoll<'c> {
    type Codex = Codex;
    const NAME: &'static str = "opposed-roll";
    const ABOUT: &'static str = "initiative, or who fires first; ties are rolled again";
    const LABELS: &'static [&'static str] = &["first", "second"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[FIRST, SECOND], &MODE)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&MODE);
        Some(Self { setting, values: [inputs.whole(&FIRST, 0, 10, 5), inputs.whole(&SECOND, 0, 10, 5)] })
    }

    fn label(&self, first: &bool) -> usize {
        usize::from(!first)
    }
}

impl Resolution for OpposedRoll<'_> {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        match opposed(self.setting.rules.initiative_mode, self.values, dice) {
            Ordering::Greater => Step::Done(true),
            Ordering::Equal => Step::Next(()),
            Ordering::Less => Step::Done(false),
        }
    }
}
