//! Where jump-off points lie.

use super::setup::Ground;
use super::{Pick, Script};
use crate::dice::SeededDice;
use crate::game::Side;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::setup_step::SetUpChoice;
use crate::rulesets::chainsword::state::Battle;

/// Inches between own points beyond which spreading gains nothing.
const SPREAD: f64 = 14.0;

/// What cover at a point is worth, in inches of ground.
const COVER: f64 = 5.0;

/// What it costs a defender of Delaying Action to have one more point that the enemy may deny, in inches.
const SHADED: f64 = 40.0;

impl Script {
    /// Where the next point lies: near to what decides, apart from the others, in cover; the last one safe behind.
    pub(super) fn place_point(&self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        let side = battle.decider;
        let ground = Ground::of(battle, side);
        let (own, land) = (&battle.force(side).points, battle.land());
        let defends = side == Side::B && battle.layout().has_roles();
        let delays = defends && battle.setup.scenario == Scenario::DelayingAction;
        let safe = own.len() == 2 && !defends;
        let forward = if safe { -0.3 } else { 0.35 + 0.4 * self.weights.flank };
        let mut pick = Pick::new();
        battle.visit_set_up(&mut |choice| {
            let SetUpChoice::Point(at) = choice else { return };
            let nearest = own.iter().map(|point| point.at.distance(at)).fold(SPREAD, f64::min);
            let cover = if land.cover_at(at) > 0 { COVER * (0.5 + self.weights.cover_seek) } else { 0.0 };
            let shaded = battle.layout().is_shaded(at);
            let worth = if delays && shaded {
                // One guard is to keep it together with another one.
                2.0 * (SPREAD - nearest) + cover + 0.2 * (ground.depth() - ground.progress(at)) - SHADED
            } else if defends {
                0.5 * nearest + cover - 0.4 * at.distance(ground.focus)
            } else {
                0.5 * nearest + cover + forward * ground.progress(at) - 0.1 * at.distance(ground.focus)
            };
            pick.take(worth, Choice::SetUp(choice), chance);
        });
        pick.best()
    }
}
