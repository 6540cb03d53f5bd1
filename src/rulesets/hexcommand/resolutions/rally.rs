//! `rally`: recovery of one unit at the end of a half.

use std::borrow::Cow;

use super::inputs::{Inputs, Switch, docs, flag, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::recovery::{Circumstances, Unit, recover};

/// One unit.
pub(super) struct Rally<'c> {
    setting: Setting<'c>,
    unit: Unit,
    now: Circumstances,
}

const HITS: InputDoc = input("hits", "0 to 4", "0");
const TE: InputDoc = input("te", "0 to 3", "0");
const ROUTED: InputDoc = flag("routed");
const ROUTED_THIS_TURN: InputDoc = flag("routed-this-turn");
const COMMANDER: InputDoc = flag("commander");
const SELF_RALLY: InputDoc = flag("self-rally");
const IN_MELEE: InputDoc = flag("in-melee");
const MOVED: InputDoc = input("moved", "true: moved, turned or limbered in this half", "false");
const TURNS_ATTACHED: InputDoc = input("turns-attached", "1 to 12", "1");
const SWITCHES: [Switch; 3] = [
    switch("mode", "incremental, all", "incremental", "rally.mode"),
    switch("escalation", "flat, escalating", "flat", "rally.escalation"),
    switch("rally-te", "true, false", "false", "rally.te-on-rally"),
];

impl<'c> CombatResolution<'c> for Rally<'c> {
    type Codex = Codex;
    const NAME: &'static str = "rally";
    const ABOUT: &'static str = "recovery of one unit at the end of its half; no dice";
    const LABELS: &'static [&'static str] = &["hH-tT-steady", "hH-tT-routed"];
    const NUMBERS: &'static [&'static str] = &["hits", "te"];

    fn inputs() -> Vec<InputDoc> {
        let own = [HITS, TE, ROUTED, ROUTED_THIS_TURN, COMMANDER, SELF_RALLY, IN_MELEE, MOVED, TURNS_ATTACHED];
        docs(&own, &SWITCHES)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&SWITCHES);
        let most = i64::from(setting.rules.fatigue_max).min(3);
        let (hits, te) = (inputs.whole(&HITS, 0, 4, 0), inputs.whole(&TE, 0, most, 0));
        let unit = Unit { hits, te, routed: inputs.flag(&ROUTED) };
        let now = Circumstances {
            routed_this_turn: inputs.flag(&ROUTED_THIS_TURN),
            commander: inputs.flag(&COMMANDER),
            self_rally: inputs.flag(&SELF_RALLY),
            in_melee: inputs.flag(&IN_MELEE),
            moved: inputs.flag(&MOVED),
            turns_attached: inputs.whole(&TURNS_ATTACHED, 1, 12, 1),
            morale: 0,
        };
        Some(Self { setting, unit, now })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let Unit { hits, te, routed } = recover(&self.setting.rules, self.unit, &self.now);
        vec![Cow::Owned(format!("h{hits}-t{te}-{}", if routed { "routed" } else { "steady" }))]
    }

    fn label(&self, _: &Unit) -> usize {
        0
    }

    fn values(&self, unit: &Unit) -> Vec<i64> {
        vec![i64::from(unit.hits), i64::from(unit.te)]
    }
}

impl Resolution for Rally<'_> {
    type State = ();
    type Outcome = Unit;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _dice: &mut D) -> Step<(), Unit> {
        Step::Done(recover(&self.setting.rules, self.unit, &self.now))
    }
}
