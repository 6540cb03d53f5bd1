//! `artillery-barrage`: the Artillery Dogma strikes a Group.

use std::borrow::Cow;

use super::inputs::{Inputs, RULES, bounded, required};
use super::toll::Toll;
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Node};
use crate::rulesets::dogma::codex::{Codex, Type, Unit};
use crate::rulesets::dogma::combat::{Gunner, RangedAttack};

/// Smallest and largest Group (DG-GRP-01).
const GROUP: [usize; 2] = [2, 4];

/// One attack on each member (DG-DOG-01).
pub(super) struct ArtilleryBarrage {
    rules: Rules,
    attacks: Vec<RangedAttack>,
}

/// A unit that can be on the table before the first turn (DG-SET-08).
fn deployed(unit: &Unit) -> Result<(), Diagnostic> {
    match unit.kind {
        Type::AirSupport => {
            Err(Diagnostic::new(format!("`{}` is never deployed, so artillery cannot hit it", unit.key))
                .rule("DG-SET-08"))
        }
        _ => Ok(()),
    }
}

impl<'c> CombatResolution<'c> for ArtilleryBarrage {
    type Codex = Codex;
    const NAME: &'static str = "artillery-barrage";
    const ABOUT: &'static str = "the Artillery Dogma's attacks on every Element of a Group";
    const LABELS: &'static [&'static str] = Toll::LABELS;
    const NUMBERS: &'static [&'static str] = Toll::NUMBERS;

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("targets", "list of 2 to 4 unit keys, no Air Support"),
            InputDoc { name: "covers", allowed: "list of true, false: who stands in cover", default: "all false" },
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (rules, codex) = (inputs.rules(), inputs.codex);
        let targets = inputs.units("targets", GROUP[0], GROUP[1], deployed);
        let members = targets.as_ref().map_or(GROUP[0]..=GROUP[1], |targets| targets.len()..=targets.len());
        let covers = inputs.table.optional("covers", |node| {
            bounded(node, *members.start(), *members.end())?.iter().map(Node::flag).collect::<Result<Vec<_>, _>>()
        });
        let targets = targets?;
        let covers = covers.unwrap_or_else(|| vec![false; targets.len()]);
        let attack =
            |(target, cover): (&Unit, bool)| RangedAttack::new(codex, &rules, Gunner::Artillery, target.into(), cover);
        let attacks = targets.into_iter().zip(covers).map(attack).collect();
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

impl Resolution for ArtilleryBarrage {
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
