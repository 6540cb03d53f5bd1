//! `ranged-attack` and `volley`: attacks at range.

use std::borrow::Cow;

use super::inputs::{
    ATTACKER, COVER, DEFENDER, Inputs, MOST_SUPPORTS, OPTIMAL, RULES, SUPPORTS, any, armed, flag, required,
};
use super::toll::Toll;
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Sides};
use crate::rulesets::dogma::codex::Codex;
use crate::rulesets::dogma::combat::{Fighter, Gunner, RangedAttack, Shot};

/// Most attacks of a volley.
const MOST_ATTACKS: usize = 6;

const SUPPORTERS_SHAKEN: InputDoc = InputDoc { name: "supporters-shaken", allowed: "0 to supports", default: "0" };
const ATTACKER_SHAKEN: InputDoc = flag("attacker-shaken");

impl From<Fighter> for Gunner {
    fn from(fighter: Fighter) -> Self {
        Gunner::Element(fighter)
    }
}

/// One attack.
pub(super) struct RangedAttackOdds {
    rules: Rules,
    attack: RangedAttack,
}

/// Reads an attack; its rules stand elsewhere.
fn read(inputs: &mut Inputs<'_, '_, '_>, rules: &Rules) -> Option<RangedAttack> {
    let gunner = inputs.side_or(ATTACKER, Some(("artillery", Gunner::Artillery)), armed);
    let target: Option<Fighter> = inputs.side_or(DEFENDER, None, any);
    let supports = inputs.count(SUPPORTS.name, MOST_SUPPORTS);
    let cover = inputs.flag(COVER.name);
    let optimal = inputs.optimal();
    let shaken = inputs.flag(ATTACKER_SHAKEN.name);
    let shaken_supporters = inputs.count(SUPPORTERS_SHAKEN.name, i64::from(supports));
    let (gunner, target) = (gunner?, target?);
    if gunner == Gunner::Artillery && supports > 0 {
        let diagnostic = Diagnostic::new("artillery has no supporters").rule("DG-DOG-01");
        inputs.table.diagnostics().push(diagnostic.within("input `supports`"));
    }
    let attack = RangedAttack::new(inputs.codex, rules, gunner, target, cover);
    Some(RangedAttack {
        optimal: optimal.unwrap_or(attack.optimal),
        shaken,
        supporters: supports.saturating_sub(shaken_supporters),
        shaken_supporters,
        ..attack
    })
}

impl<'c> CombatResolution<'c> for RangedAttackOdds {
    type Codex = Codex;
    const NAME: &'static str = "ranged-attack";
    const ABOUT: &'static str = "one ranged attack on one Element";
    const LABELS: &'static [&'static str] = &["destroyed", "shaken", "no-effect", "no-attack"];
    const SIDES: Option<Sides> =
        Some(Sides { keys: [ATTACKER.unit, DEFENDER.unit], mutual: false, support: [&[SUPPORTS.name], &[]] });

    fn inputs() -> Vec<InputDoc> {
        let mut docs = ATTACKER.docs("unit key of a unit with a range, or artillery").to_vec();
        docs.extend(DEFENDER.docs("unit key"));
        docs.extend([SUPPORTS, COVER, OPTIMAL, ATTACKER_SHAKEN, SUPPORTERS_SHAKEN, RULES]);
        docs
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        read(inputs, &rules).map(|attack| Self { rules, attack })
    }

    fn label(&self, shot: &Shot) -> usize {
        *shot as usize
    }

    fn losses(&self, shot: &Shot) -> [f64; 2] {
        [0.0, f64::from(u8::from(*shot == Shot::Destroyed))]
    }
}

impl Resolution for RangedAttackOdds {
    type State = ();
    type Outcome = Shot;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), Shot> {
        Step::Done(self.attack.fire(&self.rules, dice))
    }
}

/// Attacks on different targets.
pub(super) struct Volley {
    rules: Rules,
    attacks: Vec<RangedAttack>,
}

impl<'c> CombatResolution<'c> for Volley {
    type Codex = Codex;
    const NAME: &'static str = "volley";
    const ABOUT: &'static str = "several ranged attacks on different targets";
    const LABELS: &'static [&'static str] = Toll::LABELS;
    const NUMBERS: &'static [&'static str] = Toll::NUMBERS;

    fn inputs() -> Vec<InputDoc> {
        vec![required("attacks", "list of 1 to 6 tables, each with the inputs of ranged-attack without rules"), RULES]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        let attacks = inputs.tables("attacks", "attack", MOST_ATTACKS, |one| read(one, &rules))?;
        Some(Self { rules, attacks })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        Toll::labels(self.attacks.len())
    }

    fn label(&self, toll: &Toll) -> usize {
        toll.label(self.attacks.len())
    }

    fn values(&self, toll: &Toll) -> Vec<i64> {
        toll.values()
    }
}

impl Resolution for Volley {
    type State = Toll;
    type Outcome = Toll;

    fn begin(&self) -> Toll {
        Toll::default()
    }

    fn step<D: Dice>(&self, toll: Toll, dice: &mut D) -> Step<Toll, Toll> {
        let toll = toll.count(self.attacks[toll.resolved].fire(&self.rules, dice));
        if toll.resolved == self.attacks.len() { Step::Done(toll) } else { Step::Next(toll) }
    }
}
