//! `retreat-check`: does a unit go that should retreat?

use super::inputs::{AT_TERRAIN, Inputs, unit};
use super::victim::{Path, Victim};
use super::{CombatResolution, Setting};
use crate::dice::{AsUsual, Dice, Resolution, Step};
use crate::game::{InputDoc, Node};
use crate::rulesets::dogfaces::codex::{Codex, CombatResult};
use crate::rulesets::dogfaces::combat::{Lower, RetreatPolicy, Target};
use crate::rulesets::dogfaces::rules::Rules;

/// A result with a retreat part has been rolled on a ready unit.
pub(super) struct RetreatCheck<'c> {
    setting: Setting<'c>,
    victim: Victim<'c>,
}

pub(super) const LEADERS: InputDoc =
    InputDoc { name: "leaders", allowed: "list of leader@distance or leader@distance:stunned", default: "[]" };

impl<'c> CombatResolution<'c> for RetreatCheck<'c> {
    type Codex = Codex;
    const NAME: &'static str = "retreat-check";
    const ABOUT: &'static str = "whether a ready unit goes when a retreat has been rolled";
    const LABELS: &'static [&'static str] = &["stands", "retreats-1", "retreats-2"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            unit("unit"),
            LEADERS,
            AT_TERRAIN,
            InputDoc { name: "attempt", allowed: "true: the owner rolls when he may", default: "true" },
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let profile = inputs.unit("unit");
        let leaders = inputs.leaders();
        let terrain = inputs.terrain(AT_TERRAIN.name);
        let attempt = inputs.table.or("attempt", true, Node::flag);
        let victim = Victim {
            target: Target { profile: profile?, terrain: terrain?, lower: Lower::None },
            covered: leaders.iter().any(|leader| leader.in_range() && !leader.stunned),
            policy: if attempt { RetreatPolicy::Try } else { RetreatPolicy::Accept },
            path: Path::Clear,
            seat: None,
        };
        Some(Self { setting: Setting { codex: inputs.codex, rules: Rules::default() }, victim })
    }

    fn label(&self, hexes: &u8) -> usize {
        usize::from(*hexes).min(2)
    }
}

impl Resolution for RetreatCheck<'_> {
    type State = ();
    type Outcome = u8;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
        Step::Done(self.victim.suffer(&self.setting, CombatResult::Retreat, false, &mut AsUsual(dice)).steps)
    }
}
