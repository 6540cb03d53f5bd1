//! `ranged-attack` and `close-combat-attack`: one attack on one model.

use super::CombatResolution;
use super::inputs::{ATTACK, ATTACKER, Inputs, MODIFIER, Need, RULES, SHOT, TARGET};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, Node, Sides};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Attack, Effect};

const LABELS: &[&str] = &["miss", "hit-steady", "hit-suppressed", "wounded-steady", "wounded-suppressed", "removed"];
const NUMBERS: &[&str] = &["wounds-lost"];

/// An attack on a model with so many wounds left.
struct Single {
    attack: Attack,
    wounds: u32,
}

impl Single {
    fn strike<D: Dice>(&self, dice: &mut D) -> Step<(), Effect> {
        Step::Done(self.attack.strike(self.wounds, true, dice))
    }

    fn values(&self, effect: &Effect) -> Vec<i64> {
        vec![match effect {
            Effect::Miss => 0,
            Effect::Hit { lost, .. } => i64::from(*lost),
            Effect::Removed => i64::from(self.wounds),
        }]
    }
}

fn label(effect: &Effect) -> usize {
    match effect {
        Effect::Miss => 0,
        Effect::Hit { lost, suppressed } => 1 + 2 * usize::from(*lost > 0) + usize::from(*suppressed),
        Effect::Removed => 5,
    }
}

/// A ranged attack.
pub(super) struct RangedAttack(Single);

impl<'c> CombatResolution<'c> for RangedAttack {
    type Codex = Codex;
    const NAME: &'static str = "ranged-attack";
    const ABOUT: &'static str = "one ranged attack on one model, with its Leadership roll";
    const LABELS: &'static [&'static str] = LABELS;
    const NUMBERS: &'static [&'static str] = NUMBERS;
    const SIDES: Option<Sides> = ATTACK;

    fn inputs() -> Vec<InputDoc> {
        [&ATTACKER[..], &TARGET, &SHOT, &[RULES]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (attacker, target) = (inputs.attacker(Need::Ranged), inputs.target());
        let (shot, rules) = (inputs.shot(), inputs.rules());
        let (attacker, target) = (attacker?, target?);
        let attack = Attack::ranged(&rules, attacker.skill, &attacker.weapon, &shot, &target);
        Some(Self(Single { attack, wounds: target.wounds }))
    }

    fn label(&self, effect: &Effect) -> usize {
        label(effect)
    }

    fn values(&self, effect: &Effect) -> Vec<i64> {
        self.0.values(effect)
    }

    fn losses(&self, effect: &Effect) -> [f64; 2] {
        [0.0, f64::from(u8::from(*effect == Effect::Removed))]
    }
}

impl Resolution for RangedAttack {
    type State = ();
    type Outcome = Effect;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Effect> {
        self.0.strike(dice)
    }
}

/// A close-combat attack.
pub(super) struct CloseCombatAttack(Single);

impl<'c> CombatResolution<'c> for CloseCombatAttack {
    type Codex = Codex;
    const NAME: &'static str = "close-combat-attack";
    const ABOUT: &'static str = "one close-combat attack on one model, with its Leadership roll";
    const LABELS: &'static [&'static str] = LABELS;
    const NUMBERS: &'static [&'static str] = NUMBERS;
    const SIDES: Option<Sides> = ATTACK;

    fn inputs() -> Vec<InputDoc> {
        let free = InputDoc { name: "free-attack", allowed: "true: on a model that leaves", default: "false" };
        [&ATTACKER[..], &TARGET, &[free, MODIFIER, RULES]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (attacker, target) = (inputs.attacker(Need::Close), inputs.target());
        let free = inputs.table.or("free-attack", false, Node::flag);
        let (modifier, rules) = (inputs.number(MODIFIER.name, 0), inputs.rules());
        let (attacker, target) = (attacker?, target?);
        let attack = Attack::close(&rules, attacker.skill, &attacker.weapon, &target, free).modified(modifier);
        Some(Self(Single { attack, wounds: target.wounds }))
    }

    fn label(&self, effect: &Effect) -> usize {
        label(effect)
    }

    fn values(&self, effect: &Effect) -> Vec<i64> {
        self.0.values(effect)
    }

    fn losses(&self, effect: &Effect) -> [f64; 2] {
        [0.0, f64::from(u8::from(*effect == Effect::Removed))]
    }
}

impl Resolution for CloseCombatAttack {
    type State = ();
    type Outcome = Effect;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Effect> {
        self.0.strike(dice)
    }
}
