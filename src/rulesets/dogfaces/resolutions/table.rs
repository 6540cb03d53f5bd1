//! `table-roll`: the die and the combat table.

use super::CombatResolution;
use super::inputs::{Inputs, required};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{InputDoc, Node};
use crate::rulesets::dogfaces::codex::{Codex, CombatResult};
use crate::rulesets::dogfaces::combat::roll;

/// One roll on the combat table.
pub(super) struct TableRoll<'c> {
    codex: &'c Codex,
    strength: u8,
    die_mod: i8,
    lower_of_two: bool,
}

/// Larger numbers change nothing: they lead to the end of the table as well.
const FAR: i64 = 100;

impl<'c> CombatResolution<'c> for TableRoll<'c> {
    type Codex = Codex;
    const NAME: &'static str = "table-roll";
    const ABOUT: &'static str = "one roll on the combat table";
    const LABELS: &'static [&'static str] = &["miss", "st", "r2", "r2s", "ooc"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("damage", "strength after adjustments, 0 and up"),
            InputDoc { name: "roll-mod", allowed: "added to the die, any whole number", default: "0" },
            InputDoc { name: "lower-of-two", allowed: "true: two dice, the lower counts", default: "false" },
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let damage: Option<i64> = inputs.table.required("damage", |node| node.whole(0..=i64::MAX));
        let die_mod: i64 = inputs.table.or("roll-mod", 0, |node| node.whole(i64::MIN..=i64::MAX));
        let lower_of_two = inputs.table.or("lower-of-two", false, Node::flag);
        let (strength, die_mod) = (damage?.min(FAR) as u8, die_mod.clamp(-FAR, FAR) as i8);
        Some(Self { codex: inputs.codex, strength, die_mod, lower_of_two })
    }

    fn label(&self, result: &CombatResult) -> usize {
        *result as usize
    }
}

impl Resolution for TableRoll<'_> {
    type State = ();
    type Outcome = CombatResult;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), CombatResult> {
        Step::Done(roll(self.codex, self.strength, self.die_mod, self.lower_of_two, dice).1)
    }
}
