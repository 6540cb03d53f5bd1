//! `building-attack`: one attack on a building.

use super::inputs::{ATTACKER, Inputs, MOST_SUPPORTS, RULES, SUPPORTS, any, required};
use super::{CombatResolution, Rules};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::dogma::codex::Codex;
use crate::rulesets::dogma::combat::{Fighter, storm_building};

/// One attack.
pub(super) struct BuildingAttack {
    rules: Rules,
    attack: u8,
    defence: u8,
    supporters: u32,
}

impl<'c> CombatResolution<'c> for BuildingAttack {
    type Codex = Codex;
    const NAME: &'static str = "building-attack";
    const ABOUT: &'static str = "one attack on a building";
    const LABELS: &'static [&'static str] = &["destroyed", "stands"];

    fn inputs() -> Vec<InputDoc> {
        let mut docs = ATTACKER.docs("unit key of a Type that may attack buildings").to_vec();
        docs.extend([required("class", "class of the building: 1 to 4"), SUPPORTS, RULES]);
        docs
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let rules = inputs.rules();
        let attacker: Option<Fighter> = inputs.side_or(ATTACKER, None, any);
        let class = inputs.table.required("class", |node| node.whole::<usize>(1..=4));
        let supporters = inputs.count(SUPPORTS.name, MOST_SUPPORTS);
        let attacker = attacker?;
        // DG-TER-10; a fighter without a Type is held back by none.
        if let Some(kind) = attacker.kind.filter(|kind| !inputs.codex.traits(*kind).attacks_buildings) {
            let diagnostic =
                Diagnostic::new(format!("the Type `{}` may not attack buildings", kind.key())).rule("DG-TER-10");
            inputs.table.diagnostics().push(diagnostic.within("inputs"));
        }
        let defence = inputs.codex.buildings[class? - 1];
        Some(Self { rules, attack: attacker.modifier, defence, supporters })
    }

    fn label(&self, destroyed: &bool) -> usize {
        usize::from(!destroyed)
    }
}

impl Resolution for BuildingAttack {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        Step::Done(storm_building(&self.rules, self.attack, self.supporters, self.defence, dice))
    }
}
