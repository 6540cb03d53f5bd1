//! `die-test`: one roll against one need.

use super::inputs::{DIE, Inputs, docs, input};
use super::{CombatResolution, Setting};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::hexcommand::codex::{Codex, Tag};

/// One roll of the die.
pub(super) struct DieTest<'c> {
    setting: Setting<'c>,
    need: Test,
}

/// What is needed.
#[derive(Clone, Copy)]
enum Test {
    Auto,
    Face(Tag),
    Impossible,
}

const NEED: InputDoc = input("need", "auto, color, code, cnc, red, red-h, impossible", "color");

impl<'c> CombatResolution<'c> for DieTest<'c> {
    type Codex = Codex;
    const NAME: &'static str = "die-test";
    const ABOUT: &'static str = "one roll against one need";
    const LABELS: &'static [&'static str] = &["pass", "fail"];

    fn inputs() -> Vec<InputDoc> {
        docs(&[NEED], &[DIE])
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let setting = inputs.setting(&[DIE]);
        let tests: Vec<(&str, Test)> = [("auto", Test::Auto)]
            .into_iter()
            .chain(Tag::ALL.map(|(key, tag)| (key, Test::Face(tag))))
            .chain([("impossible", Test::Impossible)])
            .collect();
        let need = inputs.table.or(NEED.name, Test::Face(Tag::Color), |node| node.one_of("need", &tests));
        Some(Self { setting, need })
    }

    fn label(&self, passed: &bool) -> usize {
        usize::from(!passed)
    }
}

impl Resolution for DieTest<'_> {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        Step::Done(match self.need {
            Test::Auto => true,
            Test::Face(tag) => self.setting.codex.cube(self.setting.rules.dice_mapping).roll(dice).shows(tag),
            Test::Impossible => false,
        })
    }
}
