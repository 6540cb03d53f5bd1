//! `suppression`: the same volley several times over, and how the target stands at the end.

use super::inputs::{FIRING, Firing, Inputs, LINES, TARGET, firing, input, shock, volley_lines};
use super::volley::{Toll, Turn, Volleys};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc};
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::combat::morale::Bearing;
use crate::rulesets::chainsword::rules::Rules;

/// `suppression`.
pub(super) struct Suppression {
    volleys: Volleys,
    ld: u8,
    shock: u16,
}

impl<'c> CombatResolution<'c> for Suppression {
    type Codex = Codex;
    const NAME: &'static str = "suppression";
    const ABOUT: &'static str = "the same volley several times in a row at one team: how it stands at the end";
    const LABELS: &'static [&'static str] = &["destroyed", "broken", "pinned", "steady"];
    const NUMBERS: &'static [&'static str] = &["shock"];

    fn inputs() -> Vec<InputDoc> {
        let own = [
            input("volleys", "1 to 8", "1"),
            input("ld", "printed, of the target, 1 to 12; required without a named target", "of the target"),
            input("shock", "of the target before", "0"),
        ];
        [LINES.as_slice(), &FIRING, &TARGET, &own].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let codex = inputs.codex;
        let lines = volley_lines(codex, &mut inputs.table);
        let firing = firing(&mut inputs.table, Firing::default(), true);
        let (target, unit) = inputs.target();
        let table = &mut inputs.table;
        let count = table.or("volleys", 1, |node| node.whole(1..=8));
        let ld = table.optional("ld", |node| node.whole(1..=12));
        if table.node("ld").is_none() && table.node("target").is_none() {
            table
                .diagnostics()
                .push(Diagnostic::new("suppression lacks `ld`, or a `target` that has one").within("inputs"));
        }
        let shock = table.or("shock", 0, shock);
        let volley = firing.volley(codex, &lines, &target);
        let volleys = Volleys { target, volleys: vec![volley; count] };
        Some(Self { volleys, ld: ld.or(unit.map(|unit| unit.ld))?, shock })
    }

    fn label(&self, toll: &Toll) -> usize {
        if toll.losses.models == self.volleys.target.models {
            return 0;
        }
        match Bearing::of(self.shock + toll.shock, self.ld, Rules::default().broken_multiple) {
            Bearing::Broken => 1,
            Bearing::Pinned => 2,
            Bearing::Steady => 3,
        }
    }

    fn values(&self, toll: &Toll) -> Vec<i64> {
        vec![i64::from(self.shock + toll.shock)]
    }
}

impl Resolution for Suppression {
    type State = Turn;
    type Outcome = Toll;

    fn begin(&self) -> Turn {
        self.volleys.begin()
    }

    fn step<D: Dice>(&self, now: Turn, dice: &mut D) -> Step<Turn, Toll> {
        self.volleys.step(now, dice)
    }
}
