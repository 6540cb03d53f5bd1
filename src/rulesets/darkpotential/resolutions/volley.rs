//! `volley` and `suppressing-fire`: several attacks on models of one kind, without Leadership.

use std::borrow::Cow;

use super::CombatResolution;
use super::inputs::{ATTACKER, Inputs, Need, RULES, SHOOTERS, SHOT, TARGET, amount, count, numbered, required};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Attack, Effect, FireMode};

/// Shots at models that are alike, each at the one with fewest wounds left.
pub(super) struct Volley {
    shots: Vec<Attack>,
    models: u32,
    wounds: u32,
}

/// The volley after some shots. At most one model has lost wounds and lives: the next shot is at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ranks {
    shots: usize,
    removed: u32,
    /// Wounds left of the model shot at next.
    wounds: u32,
}

impl<'c> CombatResolution<'c> for Volley {
    type Codex = Codex;
    const NAME: &'static str = "volley";
    const ABOUT: &'static str = "the fire of several models at targets that are alike";
    const LABELS: &'static [&'static str] = &["removed-0", "...", "removed-models"];
    const NUMBERS: &'static [&'static str] = &["removed"];

    fn inputs() -> Vec<InputDoc> {
        [&TARGET[..], &[count("models", "1"), SHOOTERS, RULES]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (target, models, rules) = (inputs.target(), inputs.count("models", 1), inputs.rules());
        let shooters = inputs.shooters(&rules, target.as_ref());
        let wounds = target?.wounds;
        let shots = shooters?.into_iter().flat_map(|(attack, count)| (0..count).map(move |_| attack)).collect();
        Some(Self { shots, models, wounds })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        numbered("removed-", self.models)
    }

    fn label(&self, removed: &u32) -> usize {
        *removed as usize
    }

    fn values(&self, removed: &u32) -> Vec<i64> {
        vec![i64::from(*removed)]
    }
}

impl Resolution for Volley {
    type State = Ranks;
    type Outcome = u32;

    fn begin(&self) -> Ranks {
        Ranks { shots: 0, removed: 0, wounds: self.wounds }
    }

    fn step<D: Dice>(&self, mut ranks: Ranks, dice: &mut D) -> Step<Ranks, u32> {
        let Some(shot) = self.shots.get(ranks.shots).filter(|_| ranks.removed < self.models) else {
            return Step::Done(ranks.removed);
        };
        ranks.shots += 1;
        match shot.strike(ranks.wounds, false, dice) {
            Effect::Miss => {}
            Effect::Hit { lost, .. } => ranks.wounds -= lost,
            Effect::Removed => {
                ranks.removed += 1;
                ranks.wounds = self.wounds;
            }
        }
        Step::Next(ranks)
    }
}

/// Suppressing Fire on models that trigger the template once each.
pub(super) struct SuppressingFire {
    possible: bool,
    attack: Attack,
    models: u32,
    wounds: u32,
}

impl<'c> CombatResolution<'c> for SuppressingFire {
    type Codex = Codex;
    const NAME: &'static str = "suppressing-fire";
    const ABOUT: &'static str = "attacks of Suppressing Fire on models that move or act in its template";
    const LABELS: &'static [&'static str] = &["not-possible", "removed-0", "...", "removed-models"];
    const NUMBERS: &'static [&'static str] = &["removed"];

    fn inputs() -> Vec<InputDoc> {
        let shot = SHOT.map(|doc| match doc.name {
            "mode" => InputDoc { allowed: "suppressing", default: "suppressing", ..doc },
            _ => doc,
        });
        let participants = required("participants", "0 to 1000");
        [&[participants][..], &ATTACKER, &TARGET, &shot, &[count("models", "1"), RULES]].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let participants = inputs.table.required("participants", amount);
        let (attacker, target) = (inputs.attacker(Need::Ranged), inputs.target());
        let shot = inputs.shot_in(&[("suppressing", FireMode::Suppressing)]);
        let (models, rules) = (inputs.count("models", 1), inputs.rules());
        let (participants, attacker, target) = (participants?, attacker?, target?);
        let attack = Attack::ranged(&rules, attacker.skill, &attacker.weapon, &shot, &target);
        // DP-SUP-01
        Some(Self { possible: participants >= rules.suppress_min_models, attack, models, wounds: target.wounds })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let mut labels = numbered("removed-", self.models);
        labels.insert(0, Cow::Borrowed("not-possible"));
        labels
    }

    fn label(&self, removed: &Option<u32>) -> usize {
        removed.map_or(0, |removed| 1 + removed as usize)
    }

    fn values(&self, removed: &Option<u32>) -> Vec<i64> {
        vec![i64::from(removed.unwrap_or(0))]
    }
}

impl Resolution for SuppressingFire {
    /// Models that have been fired at, and how many of them were removed.
    type State = (u32, u32);
    type Outcome = Option<u32>;

    fn begin(&self) -> (u32, u32) {
        (0, 0)
    }

    fn step<D: Dice>(&self, (models, removed): (u32, u32), dice: &mut D) -> Step<(u32, u32), Option<u32>> {
        if !self.possible {
            return Step::Done(None);
        }
        if models == self.models {
            return Step::Done(Some(removed));
        }
        // DP-SUP-09: one attack for each model.
        let hit = self.attack.strike(self.wounds, false, dice) == Effect::Removed;
        Step::Next((models + 1, removed + u32::from(hit)))
    }
}
