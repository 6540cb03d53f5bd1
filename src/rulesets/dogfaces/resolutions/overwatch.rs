//! `overwatch-fire`: a mover enters two hexes that watchers cover.

use super::attack::{Hit, fire};
use super::inputs::{COVERED, Inputs, PATH, POLICY, RETREAT, RULES, TARGET, support, terrain};
use super::victim::{EndState, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Decider, Dice, Resolution, Step};
use crate::game::{DecisionDoc, Diagnostic, InputDoc};
use crate::rulesets::dogfaces::codex::Codex;
use crate::rulesets::dogfaces::combat::{Lower, Shooter, Target};
use crate::rulesets::dogfaces::rules::Rules;

/// A ready mover under fire at two hexes of his path.
pub(super) struct OverwatchFire<'c> {
    setting: Setting<'c>,
    triggers: [Trigger<'c>; 2],
}

/// The watchers who fire at one hex, and the mover in it.
struct Trigger<'c> {
    watchers: Vec<Shooter>,
    mover: Victim<'c>,
}

/// The next trigger, and the strength of the fire at the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct OnTheMove {
    next: usize,
    strength: u8,
}

impl<'c> CombatResolution<'c> for OverwatchFire<'c> {
    type Codex = Codex;
    const NAME: &'static str = "overwatch-fire";
    const ABOUT: &'static str = "a ready mover enters two hexes covered by watchers";
    const LABELS: &'static [&'static str] =
        &["moves-on", "stopped-stunned", "driven-back-ready", "driven-back-stunned", "ooc"];
    /// `strength` is that of the last fire.
    const NUMBERS: &'static [&'static str] = Hit::NUMBERS;
    const DECISIONS: Option<DecisionDoc> = Some(RETREAT);

    fn inputs() -> Vec<InputDoc> {
        vec![
            support("first"),
            support("second"),
            TARGET,
            terrain("terrain-first"),
            terrain("terrain-second"),
            COVERED,
            POLICY,
            PATH,
            RULES,
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (first, second) = (inputs.support("first"), inputs.support("second"));
        let profile = inputs.unit(TARGET.name);
        let terrain = [inputs.terrain("terrain-first"), inputs.terrain("terrain-second")];
        let (covered, policy, path) = (inputs.covered(), inputs.policy(), inputs.path());
        let rules = inputs.rules(&Rules::default());
        let (watchers, limit) = (first.len() + second.len(), usize::from(rules.overwatch_limit));
        // DF-OVW-01
        if watchers > limit {
            let diagnostic =
                Diagnostic::new(format!("{watchers} units fire on Overwatch, but only {limit} may be on it"));
            inputs.table.diagnostics().push(diagnostic.rule("overwatch-limit").within("inputs"));
        }
        let profile = profile?;
        inputs.check_aim(&first, profile);
        inputs.check_aim(&second, profile);
        // A hill stands above the shooters.
        let mover = |terrain| Victim {
            target: Target { profile, terrain, lower: Lower::All },
            covered,
            policy,
            path,
            seat: Some(0),
        };
        let [first, second] = [(first, terrain[0]?), (second, terrain[1]?)]
            .map(|(watchers, terrain)| Trigger { watchers, mover: mover(terrain) });
        Some(Self { setting: Setting { codex: inputs.codex, rules }, triggers: [first, second] })
    }

    fn label(&self, hit: &Hit) -> usize {
        hit.end as usize
    }

    fn values(&self, hit: &Hit) -> Vec<i64> {
        hit.values()
    }
}

impl Resolution for OverwatchFire<'_> {
    type State = OnTheMove;
    type Outcome = Hit;

    fn begin(&self) -> OnTheMove {
        OnTheMove::default()
    }

    fn step<D: Dice>(&self, now: OnTheMove, dice: &mut D) -> Step<OnTheMove, Hit> {
        self.step_deciding(now, &mut AsUsual(dice))
    }

    fn step_deciding<D: Dice + Decider>(&self, now: OnTheMove, dice: &mut D) -> Step<OnTheMove, Hit> {
        let Some(trigger) = self.triggers.get(now.next) else {
            return Step::Done(Hit { end: EndState::HoldsReady, strength: now.strength, hexes: 0 });
        };
        let mut strength = now.strength;
        if !trigger.watchers.is_empty() {
            let hit = fire(&self.setting, &trigger.watchers, &trigger.mover, false, dice);
            // DF-OVW-09
            if hit.end != EndState::HoldsReady {
                return Step::Done(hit);
            }
            strength = hit.strength;
        }
        Step::Next(OnTheMove { next: now.next + 1, strength })
    }
}
