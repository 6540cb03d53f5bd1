//! `commander-draw` and `replacement-commander`.

use super::inputs::{Inputs, Switch, docs, input, switch};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::hexcommand::codex::{Codex, Grade, Nation, Trait};
use crate::rulesets::hexcommand::command::{draw_commander, draw_group, replace, spread};

/// A random commander.
pub(super) struct CommanderDraw<'c> {
    setting: Setting<'c>,
    wanted: Option<Trait>,
    group: Option<Grade>,
    percent: [u8; 3],
}

/// His group, and the value asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Drawn {
    group: Grade,
    value: Option<u8>,
}

const TRAIT: InputDoc = input("trait", "combat, morale, tactical, aggression, initiative, group", "tactical");
const GROUP: InputDoc = input("group", "any, veteran, trained, untrained", "any");
const YEAR: InputDoc = input("year", "1861 to 1865", "1863");
const SIDE: InputDoc = input("side", "union, confederate", "union");
const METHOD: [Switch; 1] = [switch("method", "d6, spread", "d6", "cvs.group")];

/// Labels of groups follow those of values 0 to 7.
const VALUES: usize = 8;

impl<'c> CombatResolution<'c> for CommanderDraw<'c> {
    type Codex = Codex;
    const NAME: &'static str = "commander-draw";
    const ABOUT: &'static str = "one value of a random commander, or his group";
    const LABELS: &'static [&'static str] =
        &["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "untrained", "trained", "veteran"];
    const NUMBERS: &'static [&'static str] = &["value"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[TRAIT, GROUP, YEAR, SIDE], &METHOD)
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&METHOD);
        let traits = [
            ("combat", Some(Trait::Combat)),
            ("morale", Some(Trait::Morale)),
            ("tactical", Some(Trait::Tactical)),
            ("aggression", Some(Trait::Aggression)),
            ("initiative", Some(Trait::Initiative)),
            ("group", None),
        ];
        let wanted = inputs.table.or(TRAIT.name, Some(Trait::Tactical), |node| node.one_of("trait", &traits));
        let groups: Vec<(&str, Option<Grade>)> =
            [("any", None)].into_iter().chain(Grade::ALL.map(|(key, grade)| (key, Some(grade)))).collect();
        let group = inputs.table.or(GROUP.name, None, |node| node.one_of("group", &groups));
        let year: u16 = inputs.whole(&YEAR, 1861, 1865, 1863);
        let side = inputs.table.or(SIDE.name, Nation::Union, |node| node.one_of("side", &Nation::ALL));
        let Some(percent) = spread(setting.codex, year, side) else {
            let years = setting.codex.spread.iter().map(|spread| spread.year.to_string());
            let diagnostic = Diagnostic::new(format!("no spread of grades is known for {year}")).allowing(years);
            inputs.table.diagnostics().push(diagnostic.within("input `year`"));
            return None;
        };
        Some(Self { setting, wanted, group, percent })
    }

    fn label(&self, drawn: &Drawn) -> usize {
        drawn.value.map_or(VALUES + drawn.group as usize, usize::from)
    }

    /// The value; the rank of the group, untrained 0, when that is asked for.
    fn values(&self, drawn: &Drawn) -> Vec<i64> {
        vec![drawn.value.map_or(drawn.group as i64, i64::from)]
    }
}

impl Resolution for CommanderDraw<'_> {
    type State = ();
    type Outcome = Drawn;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Drawn> {
        let Setting { codex, rules } = &self.setting;
        let group = self.group.unwrap_or_else(|| draw_group(codex, rules, self.percent, dice));
        let value = self.wanted.map(|wanted| draw_commander(codex, group, dice)[wanted as usize]);
        Step::Done(Drawn { group, value })
    }
}

/// An attempt to replace a commander.
pub(super) struct Replacement {
    lost: u8,
    gained: u8,
    attempts: u8,
    best_tactical: u8,
}

const LOST: InputDoc = input("lost", "0 to 10", "1");
const GAINED: InputDoc = input("gained", "0 to 10", "0");
const ATTEMPTS: InputDoc = input("attempts", "0 to 20: made before this one", "0");
const BEST_TACTICAL: InputDoc = input("best-tactical", "1 to 10", "5");

impl<'c> CombatResolution<'c> for Replacement {
    type Codex = Codex;
    const NAME: &'static str = "replacement-commander";
    const ABOUT: &'static str = "one attempt to replace a lost commander";
    const LABELS: &'static [&'static str] = &["not-allowed", "gained", "none"];

    fn inputs() -> Vec<InputDoc> {
        vec![LOST, GAINED, ATTEMPTS, BEST_TACTICAL]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Some(Self {
            lost: inputs.whole(&LOST, 0, 10, 1),
            gained: inputs.whole(&GAINED, 0, 10, 0),
            attempts: inputs.whole(&ATTEMPTS, 0, 20, 0),
            best_tactical: inputs.whole(&BEST_TACTICAL, 1, 10, 5),
        })
    }

    fn label(&self, came: &Option<bool>) -> usize {
        match came {
            None => 0,
            Some(true) => 1,
            Some(false) => 2,
        }
    }
}

impl Resolution for Replacement {
    type State = ();
    type Outcome = Option<bool>;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Option<bool>> {
        Step::Done(replace(self.lost, self.gained, self.attempts, self.best_tactical, dice))
    }
}
