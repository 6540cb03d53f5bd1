//! `command-regeneration` and `move-path`: answers without dice.

use std::borrow::Cow;

use super::CombatResolution;
use super::inputs::{Inputs, RULES, amount, length, numbered, required, some};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::ROUNDING;
use crate::rulesets::darkpotential::upkeep::{Ground, Holder, cost, regenerated};

/// Command Points of one pool.
pub(super) struct CommandRegeneration {
    base: u32,
    after: u32,
}

impl<'c> CombatResolution<'c> for CommandRegeneration {
    type Codex = Codex;
    const NAME: &'static str = "command-regeneration";
    const ABOUT: &'static str = "Command Points after the regeneration of a turn; no dice";
    const LABELS: &'static [&'static str] = &["points-0", "...", "points-base"];
    const NUMBERS: &'static [&'static str] = &["points"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("kind", "independent, squad"),
            required("base", "0 to 1000"),
            required("current", "0 to base"),
            InputDoc { name: "members", allowed: "1 to 1000, living members of a squad", default: "5" },
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let squad =
            inputs.table.required("kind", |node| node.one_of("kind", &[("independent", false), ("squad", true)]));
        let base = inputs.table.required("base", amount);
        let current = inputs.table.required("current", |node| {
            let current = amount(node)?;
            match base {
                Some(base) if current > base => {
                    let message = format!("{current} points are more than the base of {base}");
                    Err(node.locate(Diagnostic::new(message).rule("DP-TRN-03")))
                }
                _ => Ok(current),
            }
        });
        let members = inputs.table.or("members", 5, some);
        let rules = inputs.rules();
        let holder = if squad? { Holder::Squad(members) } else { Holder::Independent };
        let (base, current) = (base?, current?);
        Some(Self { base, after: regenerated(&rules, holder, base, current) })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        numbered("points-", self.base)
    }

    fn label(&self, points: &u32) -> usize {
        *points as usize
    }

    fn values(&self, points: &u32) -> Vec<i64> {
        vec![i64::from(*points)]
    }
}

impl Resolution for CommandRegeneration {
    type State = ();
    type Outcome = u32;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _: &mut D) -> Step<(), u32> {
        Step::Done(self.after)
    }
}

/// A path and the movement for it.
pub(super) struct MovePath {
    completes: bool,
}

impl<'c> CombatResolution<'c> for MovePath {
    type Codex = Codex;
    const NAME: &'static str = "move-path";
    const ABOUT: &'static str = "whether a Move or a charge suffices for a path; no dice";
    const LABELS: &'static [&'static str] = &["completes", "stops-short"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            InputDoc { name: "movement", allowed: "inches, 0 to 1000", default: "6" },
            InputDoc { name: "action", allowed: "move, charge", default: "move" },
            required("segments", "list of tables: kind (clear, difficult, linear, climb, descend) and length (inches)"),
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let movement = inputs.table.or("movement", 6.0, length);
        let charge =
            inputs.table.or("action", false, |node| node.one_of("action", &[("move", false), ("charge", true)]));
        let rules = inputs.rules();
        let kinds = [
            ("clear", Ground::Clear),
            ("difficult", Ground::Difficult),
            ("linear", Ground::Linear),
            ("climb", Ground::Climb),
            ("descend", Ground::Descend),
        ];
        let node = inputs.table.required_node("segments");
        let costs = inputs.tables("segments", node, |inputs| {
            let ground = inputs.table.required("kind", |node| node.one_of("kind of segment", &kinds));
            let inches = inputs.table.required("length", length);
            Some(cost(&rules, ground?, inches?))
        })?;
        let budget = if charge { movement * rules.charge_factor } else { movement }; // DP-MOV-01, DP-CHG-01
        Some(Self { completes: costs.iter().sum::<f64>() <= budget + ROUNDING })
    }

    fn label(&self, completes: &bool) -> usize {
        usize::from(!*completes)
    }
}

impl Resolution for MovePath {
    type State = ();
    type Outcome = bool;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _: &mut D) -> Step<(), bool> {
        Step::Done(self.completes)
    }
}
