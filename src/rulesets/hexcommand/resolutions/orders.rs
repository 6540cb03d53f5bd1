//! `cvs-check`, `order-change` and `tribal-check`.

use super::inputs::{Inputs, Switch, docs, flag, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::command::{OrderChange, change_order, check, willing};
use crate::rulesets::hexcommand::rules::{Rules, TribalCheck};

/// A check of a command value.
pub(super) struct CvsCheck {
    value: u8,
    attached: bool,
}

const VALUE: InputDoc = input("value", "1 to 10", "5");
const ATTACHED: InputDoc = flag("commander-attached");

impl<'c> CombatResolution<'c> for CvsCheck {
    type Codex = Codex;
    const NAME: &'static str = "cvs-check";
    const ABOUT: &'static str = "one command roll above a value";
    const LABELS: &'static [&'static str] = &["pass", "fail"];

    fn inputs() -> Vec<InputDoc> {
        vec![VALUE, ATTACHED]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self { value: inputs.whole(&VALUE, 1, 10, 5), attached: inputs.flag(&ATTACHED) })
    }

    fn label(&self, passed: &bool) -> usize {
        usize::from(!passed)
    }
}

impl Resolution for CvsCheck {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        // HX-CVS-13
        Step::Done(self.attached || check(self.value, dice))
    }
}

/// An attempt to change orders.
pub(super) struct ChangeOfOrders<'c> {
    setting: Setting<'c>,
    tactical: u8,
    changes_left: u8,
}

const TACTICAL: InputDoc = input("tactical", "1 to 10", "5");
const CHANGES_LEFT: InputDoc = input("changes-left", "0 to 20", "4");
const CHANGE_SWITCHES: [Switch; 2] = [
    switch("consequences", "always, none", "always", "cvs.consequences"),
    switch("opponent-choice", "1 to 8", "8", "cvs.opponent-choice"),
];

impl<'c> CombatResolution<'c> for ChangeOfOrders<'c> {
    type Codex = Codex;
    const NAME: &'static str = "order-change";
    const ABOUT: &'static str = "an attempt to change the orders of a brigade";
    const LABELS: &'static [&'static str] = &[
        "not-allowed",
        "changed",
        "unchanged",
        "consequence-1",
        "consequence-2",
        "consequence-3",
        "consequence-4",
        "consequence-5",
        "consequence-6",
        "consequence-7",
        "consequence-8",
        "consequence-9",
        "consequence-10",
    ];

    fn inputs() -> Vec<InputDoc> {
        docs(&[TACTICAL, CHANGES_LEFT], &CHANGE_SWITCHES)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&CHANGE_SWITCHES);
        let tactical = inputs.whole(&TACTICAL, 1, 10, 5);
        Some(Self { setting, tactical, changes_left: inputs.whole(&CHANGES_LEFT, 0, 20, 4) })
    }

    fn label(&self, change: &OrderChange) -> usize {
        match change {
            OrderChange::NotAllowed => 0,
            OrderChange::Changed => 1,
            OrderChange::Unchanged => 2,
            OrderChange::Consequence(number) => 2 + usize::from(*number),
        }
    }
}

impl Resolution for ChangeOfOrders<'_> {
    type State = ();
    type Outcome = OrderChange;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), OrderChange> {
        Step::Done(change_order(&self.setting.rules, self.tactical, self.changes_left, dice))
    }
}

/// The check of a tribal unit.
pub(super) struct TribalUnits<'c> {
    setting: Setting<'c>,
    tactical: u8,
}

const READING: [Switch; 1] = [switch("reading", "cvs-consistent, as-printed", "cvs-consistent", "tribal.check")];

impl<'c> CombatResolution<'c> for TribalUnits<'c> {
    type Codex = Codex;
    const NAME: &'static str = "tribal-check";
    const ABOUT: &'static str = "whether a tribal unit faces a fresh enemy";
    const LABELS: &'static [&'static str] = &["willing", "reluctant"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[TACTICAL], &READING)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let checked = Rules { tribal_check: TribalCheck::CvsConsistent, ..Rules::default() };
        let setting = inputs.setting_from(checked, &READING);
        Some(Self { setting, tactical: inputs.whole(&TACTICAL, 1, 10, 5) })
    }

    fn label(&self, willing: &bool) -> usize {
        usize::from(!willing)
    }
}

impl Resolution for TribalUnits<'_> {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        Step::Done(willing(&self.setting.rules, self.tactical, dice))
    }
}
