//! `leadership-test` and `death-shock`: Leadership rolls in one player turn.

use std::borrow::Cow;

use super::CombatResolution;
use super::inputs::{Inputs, LEADERSHIP, MODIFIER, amount, attribute, commander, count, numbered, required, unit};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Target, stays_steady};

/// Reads the target number of Leadership rolls (DP-LDR-04).
fn target(inputs: &mut Inputs<'_, '_, '_>) -> Option<i32> {
    let unit = inputs.unit("unit");
    let own = inputs.table.optional(LEADERSHIP.name, attribute);
    let commander = inputs.table.optional("commander-leadership", attribute);
    let modifier = inputs.number(MODIFIER.name, 0);
    let usual = Target::of(unit?);
    Some(Target { leadership: own.unwrap_or(usual.leadership), ..usual }.led(commander).leadership + modifier)
}

fn docs() -> Vec<InputDoc> {
    vec![unit("unit"), LEADERSHIP, commander("commander-leadership"), MODIFIER]
}

/// One model.
pub(super) struct LeadershipTest {
    target: i32,
    tests: u32,
}

impl<'c> CombatResolution<'c> for LeadershipTest {
    type Codex = Codex;
    const NAME: &'static str = "leadership-test";
    const ABOUT: &'static str = "Leadership rolls of one model in one turn, until it fails";
    const LABELS: &'static [&'static str] = &["steady", "suppressed"];

    fn inputs() -> Vec<InputDoc> {
        [docs(), vec![count("tests", "1")]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (target, tests) = (target(inputs), inputs.count("tests", 1));
        Some(Self { target: target?, tests })
    }

    fn label(&self, steady: &bool) -> usize {
        usize::from(!*steady)
    }
}

impl Resolution for LeadershipTest {
    /// Rolls left.
    type State = u32;
    /// All were passed.
    type Outcome = bool;

    fn begin(&self) -> u32 {
        self.tests
    }

    fn step<D: Dice>(&self, left: u32, dice: &mut D) -> Step<u32, bool> {
        if left == 0 {
            Step::Done(true)
        } else if stays_steady(self.target, 1, dice) {
            Step::Next(left - 1)
        } else {
            Step::Done(false) // DP-LDR-05
        }
    }
}

/// Friends who see models die.
pub(super) struct DeathShock {
    target: i32,
    witnesses: u32,
    deaths: u32,
}

/// Witnesses that are through, those of them that failed, and deaths that the present one has stood.
type Rows = (u32, u32, u32);

impl<'c> CombatResolution<'c> for DeathShock {
    type Codex = Codex;
    const NAME: &'static str = "death-shock";
    const ABOUT: &'static str = "friends within 6 inches and sight when models die";
    const LABELS: &'static [&'static str] = &["suppressed-0", "...", "suppressed-witnesses"];
    const NUMBERS: &'static [&'static str] = &["suppressed"];

    fn inputs() -> Vec<InputDoc> {
        [docs(), vec![required("witnesses", "0 to 1000"), count("deaths", "1")]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (target, witnesses) = (target(inputs), inputs.table.required("witnesses", amount));
        let deaths = inputs.count("deaths", 1);
        Some(Self { target: target?, witnesses: witnesses?, deaths })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        numbered("suppressed-", self.witnesses)
    }

    fn label(&self, suppressed: &u32) -> usize {
        *suppressed as usize
    }

    fn values(&self, suppressed: &u32) -> Vec<i64> {
        vec![i64::from(*suppressed)]
    }
}

impl Resolution for DeathShock {
    type State = Rows;
    type Outcome = u32;

    fn begin(&self) -> Rows {
        (0, 0, 0)
    }

    fn step<D: Dice>(&self, (through, suppressed, deaths): Rows, dice: &mut D) -> Step<Rows, u32> {
        if through == self.witnesses {
            Step::Done(suppressed)
        } else if deaths == self.deaths {
            Step::Next((through + 1, suppressed, 0))
        } else if stays_steady(self.target, 1, dice) {
            Step::Next((through, suppressed, deaths + 1)) // DP-LDR-03
        } else {
            Step::Next((through + 1, suppressed + 1, 0))
        }
    }
}
