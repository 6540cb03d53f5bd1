//! `skill-roll` and `wound-roll`: two dice against a target number.

use std::borrow::Cow;

use super::CombatResolution;
use super::inputs::{Inputs, MODIFIER, RULES, attribute, number, numbered, some};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{margin, wound};

/// One roll against a skill or an attribute.
pub(super) struct SkillRoll {
    target: i32,
}

impl<'c> CombatResolution<'c> for SkillRoll {
    type Codex = Codex;
    const NAME: &'static str = "skill-roll";
    const ABOUT: &'static str = "two dice equal to or under a skill or an attribute";
    const LABELS: &'static [&'static str] = &["success", "failure"];
    const NUMBERS: &'static [&'static str] = &["margin"];

    fn inputs() -> Vec<InputDoc> {
        vec![number("skill"), MODIFIER]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (skill, modifier) = (inputs.table.required("skill", attribute), inputs.number(MODIFIER.name, 0));
        Some(Self { target: skill? + modifier })
    }

    fn label(&self, margin: &i32) -> usize {
        usize::from(*margin < 0)
    }

    fn values(&self, margin: &i32) -> Vec<i64> {
        vec![i64::from(*margin)]
    }
}

impl Resolution for SkillRoll {
    type State = ();
    /// The margin; that of a failure is negative.
    type Outcome = i32;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), i32> {
        Step::Done(margin(self.target, dice))
    }
}

/// One Strength roll.
pub(super) struct WoundRoll {
    target: i32,
    wounds_base: u32,
    wounds: u32,
}

impl<'c> CombatResolution<'c> for WoundRoll {
    type Codex = Codex;
    const NAME: &'static str = "wound-roll";
    const ABOUT: &'static str = "one Strength roll: wounds that a model loses";
    const LABELS: &'static [&'static str] = &["wounds-0", "...", "wounds-W"];
    const NUMBERS: &'static [&'static str] = &["wounds-lost"];

    fn inputs() -> Vec<InputDoc> {
        let wounds = InputDoc { name: "wounds", allowed: "1 to 1000, wounds left", default: "1" };
        vec![number("strength"), number("armor"), wounds, RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let strength = inputs.table.required("strength", attribute);
        let armor = inputs.table.required("armor", attribute);
        let wounds = inputs.table.or("wounds", 1, some);
        let rules = inputs.rules();
        Some(Self { target: strength? - armor?, wounds_base: rules.wounds_base, wounds })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        numbered("wounds-", self.wounds)
    }

    fn label(&self, lost: &u32) -> usize {
        *lost as usize
    }

    fn values(&self, lost: &u32) -> Vec<i64> {
        vec![i64::from(*lost)]
    }
}

impl Resolution for WoundRoll {
    type State = ();
    type Outcome = u32;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u32> {
        Step::Done(wound(self.target, self.wounds_base, self.wounds, dice))
    }
}
