//! `perception-check` and `stealth-sweep`: looking for stealth bases.

use super::CombatResolution;
use super::inputs::{COVER, DISTANCE, HIDDEN, Inputs, MODIFIER, RULES, attribute, count, some, unit};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{Diagnostic, InputDoc, Node};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{passes, perception_target};

/// Observers that are alike, and the target number of each check.
struct Observers {
    target: i32,
    number: u32,
}

impl Observers {
    fn read(inputs: &mut Inputs<'_, '_, '_>, usual_number: u32) -> Option<Self> {
        let unit = inputs.unit("observer");
        let skill = inputs.table.optional("perception", attribute);
        let (distance, cover) = inputs.line(6.0);
        let dug_in = inputs.table.or("dug-in", 0, |node| node.whole(0..=1000));
        let active = inputs.table.or("active", false, Node::flag);
        let modifier = inputs.number(MODIFIER.name, 0);
        let (number, rules) = (inputs.count("observers", usual_number), inputs.rules());
        let unit = unit?;
        let Some(skill) = skill.or(unit.perception) else {
            let diagnostic = Diagnostic::new(format!("`{}` has no Perception; give one as `perception`", unit.key));
            inputs.table.diagnostics().push(diagnostic.rule("DP-ARM-05").within("inputs"));
            return None;
        };
        let target = perception_target(&rules, skill, distance, cover, dug_in, active) + modifier;
        Some(Self { target, number })
    }

    fn docs(usual_number: &'static str) -> Vec<InputDoc> {
        let from_unit = InputDoc { name: "perception", allowed: "-1000 to 1000", default: "from the unit" };
        let active = InputDoc { name: "active", allowed: "true: an action", default: "false" };
        vec![
            unit("observer"),
            from_unit,
            InputDoc { default: "6", ..DISTANCE },
            COVER,
            HIDDEN,
            count("dug-in", "0"),
            active,
            MODIFIER,
            count("observers", usual_number),
            RULES,
        ]
    }
}

/// Checks of one base.
pub(super) struct PerceptionCheck(Observers);

impl<'c> CombatResolution<'c> for PerceptionCheck {
    type Codex = Codex;
    const NAME: &'static str = "perception-check";
    const ABOUT: &'static str = "one or more models look for what is under one stealth base";
    const LABELS: &'static [&'static str] = &["found", "not-found"];

    fn inputs() -> Vec<InputDoc> {
        Observers::docs("1")
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        Observers::read(inputs, 1).map(Self)
    }

    fn label(&self, found: &bool) -> usize {
        usize::from(!*found)
    }
}

impl Resolution for PerceptionCheck {
    /// Observers left.
    type State = u32;
    type Outcome = bool;

    fn begin(&self) -> u32 {
        self.0.number
    }

    fn step<D: Dice>(&self, left: u32, dice: &mut D) -> Step<u32, bool> {
        if left == 0 {
            Step::Done(false)
        } else if passes(self.0.target, dice) {
            Step::Done(true)
        } else {
            Step::Next(left - 1)
        }
    }
}

/// Checks of a whole stealth set by one unit.
pub(super) struct StealthSweep {
    observers: Observers,
    bases: u32,
}

/// What a sweep has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Found {
    Model,
    Decoys,
    Nothing,
}

/// Bases that are done with, the real one first; observers who have checked the present one; a decoy was found.
type Sweep = (u32, u32, bool);

impl<'c> CombatResolution<'c> for StealthSweep {
    type Codex = Codex;
    const NAME: &'static str = "stealth-sweep";
    const ABOUT: &'static str = "passive checks of one unit against a whole stealth set";
    const LABELS: &'static [&'static str] = &["model-found", "decoys-only", "nothing-found"];

    fn inputs() -> Vec<InputDoc> {
        let bases = InputDoc { name: "bases", allowed: "1 to 1000, one of them real", default: "4" };
        [Observers::docs("5"), vec![bases]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (observers, bases) = (Observers::read(inputs, 5), inputs.table.or("bases", 4, some));
        Some(Self { observers: observers?, bases })
    }

    fn label(&self, found: &Found) -> usize {
        *found as usize
    }
}

impl Resolution for StealthSweep {
    type State = Sweep;
    type Outcome = Found;

    fn begin(&self) -> Sweep {
        (0, 0, false)
    }

    fn step<D: Dice>(&self, (bases, checks, decoys): Sweep, dice: &mut D) -> Step<Sweep, Found> {
        if bases == self.bases {
            return Step::Done(if decoys { Found::Decoys } else { Found::Nothing });
        }
        if checks == self.observers.number {
            return Step::Next((bases + 1, 0, decoys));
        }
        // DP-STL-11: the real base clears the whole set, so that it does not matter who looks at what first.
        match (passes(self.observers.target, dice), bases) {
            (false, _) => Step::Next((bases, checks + 1, decoys)),
            (true, 0) => Step::Done(Found::Model),
            (true, _) => Step::Next((bases + 1, 0, true)),
        }
    }
}
