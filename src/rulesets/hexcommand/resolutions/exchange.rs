//! `fire-exchange`: two units fire at each other once.

use super::inputs::{CASUALTIES, DIE, FIRE, Inputs, RANGE, Switch, docs, gunman, input, range};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::fire::{Duellist, Struck, exchange};

/// Two units, the non-phasing one first.
pub(super) struct FireExchange<'c> {
    setting: Setting<'c>,
    pair: [Duellist<'c>; 2],
}

const UNIT: &str = "table of unit, weapon, grade, hits, fatigued, commander, cover, flanked, rout-at, artillery-moved";
const FIRST: InputDoc = input("first", UNIT, "{}");
const SECOND: InputDoc = input("second", UNIT, "{}");

fn switches() -> impl Iterator<Item = &'static Switch> {
    [&CASUALTIES, &DIE].into_iter().chain(&FIRE)
}

/// What happened to one of the two: ok, hit, routed, or its commander was killed.
const fn fate(struck: Struck) -> usize {
    match struck {
        Struck::NoShot | Struck::Miss | Struck::Structure | Struck::Te => 0,
        Struck::Hit(_) => 1,
        Struck::Routs(_) | Struck::Destroyed(_) => 2,
        Struck::CommanderKilled => 3,
    }
}

impl<'c> CombatResolution<'c> for FireExchange<'c> {
    type Codex = Codex;
    const NAME: &'static str = "fire-exchange";
    const ABOUT: &'static str = "two units fire at each other once, the non-phasing one first";
    const LABELS: &'static [&'static str] = &[
        "first-ok-second-ok",
        "first-ok-second-hit",
        "first-ok-second-routed",
        "first-ok-second-cmd",
        "first-hit-second-ok",
        "first-hit-second-hit",
        "first-hit-second-routed",
        "first-hit-second-cmd",
        "first-routed-second-ok",
        "first-routed-second-hit",
        "first-routed-second-routed",
        "first-routed-second-cmd",
        "first-cmd-second-ok",
        "first-cmd-second-hit",
        "first-cmd-second-routed",
        "first-cmd-second-cmd",
    ];

    fn inputs() -> Vec<InputDoc> {
        docs(&[FIRST, SECOND, RANGE], switches())
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(switches());
        let first = inputs.part(FIRST.name, |table| gunman(table, setting.codex));
        let second = inputs.part(SECOND.name, |table| gunman(table, setting.codex));
        let range = range(&mut inputs.table);
        let [(first, first_flanked), (second, second_flanked)] = [first?, second?];
        let pair = [
            Duellist { shot: first.shot_at(&second, range, second_flanked), target: first.as_target() },
            Duellist { shot: second.shot_at(&first, range, first_flanked), target: second.as_target() },
        ];
        Some(Self { setting, pair })
    }

    fn label(&self, struck: &[Struck; 2]) -> usize {
        4 * fate(struck[0]) + fate(struck[1])
    }
}

impl Resolution for FireExchange<'_> {
    type State = ();
    type Outcome = [Struck; 2];

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), [Struck; 2]> {
        let [first, second] = &self.pair;
        Step::Done(exchange(self.setting.codex, &self.setting.rules, first, second, dice))
    }
}
