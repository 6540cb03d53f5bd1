//! Tests on leadership, sweeps and charges.

use super::inputs::{Inputs, fighter, inches, input, required};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Node};
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::combat::melee::charge;
use crate::rulesets::chainsword::combat::morale::{passes, sweeps};

/// `morale-test`: one test on Ld.
pub(super) struct MoraleTest {
    ld: u8,
    shock: u16,
    margin: u16,
    fearless: bool,
    under_quarter: bool,
}

impl<'c> CombatResolution<'c> for MoraleTest {
    type Codex = Codex;
    const NAME: &'static str = "morale-test";
    const ABOUT: &'static str = "a test on Ld: morale, melee, pinning, regroup";
    const LABELS: &'static [&'static str] = &["passes", "fails"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            input("ld", "1 to 12; this or `unit` is required", "of the unit"),
            input("unit", "unit or officer key", "none"),
            input("shock", "0 to 30", "0"),
            input("margin", "wounds by which a melee was lost, 0 to 30", "0"),
            input("fearless", "true: passes without a roll", "false, or of the unit"),
            input("under-quarter", "true: only a double 1 passes", "false"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let table = &mut inputs.table;
        let unit_named = table.node("unit").is_some();
        let unit = table.optional("unit", |node| fighter(codex, node));
        let ld = table.optional("ld", |node| node.whole(1..=12));
        if table.node("ld").is_none() && !unit_named {
            table
                .diagnostics()
                .push(Diagnostic::new("morale-test lacks `ld`, or a `unit` that has one").within("inputs"));
        }
        let shock = table.or("shock", 0, |node| node.whole(0..=30));
        let margin = table.or("margin", 0, |node| node.whole(0..=30));
        let fearless = table.or("fearless", unit.is_some_and(|unit| unit.is("fearless")), Node::flag);
        let under_quarter = table.or("under-quarter", false, Node::flag);
        Some(Self { ld: ld.or(unit.map(|unit| unit.ld))?, shock, margin, fearless, under_quarter })
    }

    fn label(&self, passed: &bool) -> usize {
        usize::from(!passed)
    }
}

impl Resolution for MoraleTest {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        Step::Done(self.fearless || passes(self.ld, self.shock, self.margin, self.under_quarter, dice))
    }
}

/// `sweeping-advance`: whether a loser is caught.
pub(super) struct SweepingAdvance {
    winner: u8,
    loser: u8,
}

impl<'c> CombatResolution<'c> for SweepingAdvance {
    type Codex = Codex;
    const NAME: &'static str = "sweeping-advance";
    const ABOUT: &'static str = "whether the loser of a melee is run down after a failed test";
    const LABELS: &'static [&'static str] = &["swept", "escapes"];

    fn inputs() -> Vec<InputDoc> {
        vec![required("winner-initiative", "1 to 10"), required("loser-initiative", "1 to 10")]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let [winner, loser] =
            ["winner-initiative", "loser-initiative"].map(|key| inputs.table.required(key, |node| node.whole(1..=10)));
        Some(Self { winner: winner?, loser: loser? })
    }

    fn label(&self, swept: &bool) -> usize {
        usize::from(!swept)
    }
}

impl Resolution for SweepingAdvance {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), bool> {
        Step::Done(sweeps(self.winner, self.loser, dice))
    }
}

/// `charge`: whether a charge covers its distance.
pub(super) struct Charge {
    speed: u8,
    distance: f64,
    shock: u16,
    difficult: bool,
}

impl<'c> CombatResolution<'c> for Charge {
    type Codex = Codex;
    const NAME: &'static str = "charge";
    const ABOUT: &'static str = "whether a charge covers its distance";
    const LABELS: &'static [&'static str] = &["reaches", "fails"];
    const NUMBERS: &'static [&'static str] = &["inches"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            input("move", "1 to 18; this or `unit` is required", "of the unit"),
            input("unit", "unit, officer or walker key", "none"),
            required("distance", "inches to contact"),
            input("shock", "0 to 30", "0"),
            input("difficult", "true: 3d6, the highest dropped", "false"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let table = &mut inputs.table;
        let own = table.optional("unit", |node| {
            // Walkers are the only vehicles that charge (CW-MOV-09).
            match codex.vehicle(node.text()?) {
                Some(walker) if walker.walker.is_some() => Ok(walker.speed),
                Some(other) => {
                    let diagnostic = Diagnostic::new(format!("`{}` does not charge", other.name)).rule("CW-MOV-09");
                    Err(node.locate(diagnostic))
                }
                None => fighter(codex, node).map(|unit| unit.speed),
            }
        });
        let speed = table.optional("move", |node| node.whole(1..=18));
        if table.node("move").is_none() && table.node("unit").is_none() {
            table.diagnostics().push(Diagnostic::new("charge lacks `move`, or a `unit` that has one").within("inputs"));
        }
        let distance = table.required("distance", inches);
        let shock = table.or("shock", 0, |node| node.whole(0..=30));
        let difficult = table.or("difficult", false, Node::flag);
        Some(Self { speed: speed.or(own)?, distance: distance?, shock, difficult })
    }

    fn label(&self, inches: &u16) -> usize {
        usize::from(f64::from(*inches) < self.distance)
    }

    fn values(&self, inches: &u16) -> Vec<i64> {
        vec![i64::from(*inches)]
    }
}

impl Resolution for Charge {
    type State = ();
    type Outcome = u16;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u16> {
        Step::Done(charge(self.speed, self.shock, self.difficult, dice))
    }
}
