//! `shaken-check`: who of a shaken Group may go along.

use std::borrow::Cow;

use super::inputs::{Inputs, RULES};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::dogma::codex::Codex;
use crate::rulesets::dogma::combat::pass_check;

/// Checks of all shaken members (DG-MOR-04).
pub(super) struct ShakenCheck {
    rules: Rules,
    members: u32,
}

impl<'c> CombatResolution<'c> for ShakenCheck {
    type Codex = Codex;
    const NAME: &'static str = "shaken-check";
    const ABOUT: &'static str = "how many shaken members of a Group may go along";
    const LABELS: &'static [&'static str] = &["able-{n}"];
    const NUMBERS: &'static [&'static str] = &["able"];

    fn inputs() -> Vec<InputDoc> {
        vec![InputDoc { name: "members", allowed: "shaken members: 1 to 4", default: "1" }, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        let members = inputs.table.or("members", 1, |node| node.whole(1..=4));
        Some(Self { rules, members })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        (0..=self.members).map(|n| Cow::Owned(format!("able-{n}"))).collect()
    }

    fn label(&self, able: &u32) -> usize {
        *able as usize
    }

    fn values(&self, able: &u32) -> Vec<i64> {
        vec![i64::from(*able)]
    }
}

impl Resolution for ShakenCheck {
    type State = ();
    type Outcome = u32;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u32> {
        Step::Done(pass_check(&self.rules, self.members, dice))
    }
}
