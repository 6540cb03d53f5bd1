//! What a side as a whole is about in a turn: where it wants to come, whether it strikes, and what the clock says.

use super::super::rules::CapResult;
use super::super::state::{Battle, members};
use super::ScriptedPlayer;
use super::ground::FAR;
use crate::game::Side;

/// Inches at which a pistol shoots without a penalty: what is added to a move for the reach of a model that shoots.
const VOLLEY: f64 = 8.0;

/// Share of what moves that has to be near for a wave, where its weight is 1, and the most that is waited for.
const WAVE_SHARE: f64 = 0.4;
const MOST_OF_ALL: f64 = 0.75;

/// Inches by which the way to a strike may be longer than it looks.
const DETOUR: f64 = 1.0;

/// Turns for which a wave that was launched goes on.
const WAVE: u16 = 4;

/// Round from which who is not ahead comes forward, by how much more in every further round, how much less it cares, and down to
/// what; and rounds after which it waits for nobody any more.
const RESTLESS: u16 = 3;
const RESTLESSNESS: f64 = 0.2;
const RECKLESSNESS: f64 = 0.08;
const LEAST_CARE: f64 = 0.4;
const TIRED: f64 = 2.0;

/// What those who lay in wait are like once they come forward.
const OPEN: (f64, f64, f64) = (0.6, 0.8, 8.0);

/// Inches by which heads are sought rather than others.
const PREFERRED: f64 = 10.0;

/// Share of the usual care of who is behind at the very end, and of who is ahead.
const DESPERATE: f64 = 0.3;
const AHEAD: f64 = 1.6;

impl ScriptedPlayer {
    /// Takes stock at the beginning of an own turn.
    pub(super) fn take_stock(&mut self, battle: &Battle<'_>, side: Side) {
        let round = battle.round();
        let cap = battle.setup.terms.round_cap.min(u32::from(u16::MAX)) as u16;
        let left = cap.saturating_sub(round);
        let [own, other] = [side, side.other()].map(|side| battle.attrition(side));
        let margin = battle.setup.rules.attrition_margin;
        let drawn = battle.setup.terms.cap_result == CapResult::Draw;
        let ahead = !drawn && own - other > margin;
        let weights = self.weights;
        let opened = weights.opens_up >= 1.0 && f64::from(round) >= weights.opens_up;
        let (mut aggression, mut cover, mut range) = (weights.aggression, weights.cover_need, weights.preferred_range);
        if opened {
            aggression = aggression.max(OPEN.0);
            cover = cover.min(OPEN.1);
            range = range.max(OPEN.2);
        }
        self.caution = 1.0;
        self.restless = 0.0;
        if !ahead && round >= RESTLESS {
            let rounds = f64::from(round + 1 - RESTLESS) * (0.5 + 0.5 * weights.contest);
            self.restless = rounds;
            aggression += RESTLESSNESS * rounds;
            self.caution = (1.0 - RECKLESSNESS * rounds).max(LEAST_CARE);
            range = (range - rounds).max(range.min(6.0));
        }
        let endgame = left < super::LATE as u16;
        if endgame && !ahead && left < 2 {
            self.caution = self.caution.min(DESPERATE);
        } else if endgame && ahead {
            self.caution = AHEAD;
            aggression *= 0.3;
        }
        (self.aggression, self.cover_need, self.range) = (aggression, cover, range);
        self.find_ways(battle, side);
        self.launch(battle, side, self.restless > TIRED || endgame && !ahead && left < 2);
    }

    /// The ways to the enemy from everywhere.
    fn find_ways(&mut self, battle: &Battle<'_>, side: Side) {
        let enemy = side.other();
        let sources = members(enemy, battle.force(enemy).present).map(|figure| {
            let model = battle.figure(figure).model;
            let any_heads = members(enemy, battle.force(enemy).alive()).any(|other| self.is_head(battle, other));
            let other = any_heads && !self.is_head(battle, model);
            let start = if other { (10.0 * PREFERRED) as u16 } else { 0 };
            (battle.figure(figure).at.point, start)
        });
        let sources: arrayvec::ArrayVec<_, { super::super::state::MOST_FIGURES }> = sources.collect();
        let mut ways = std::mem::take(&mut self.to_enemy);
        self.ground.spread(sources, FAR - 1, &mut ways);
        self.to_enemy = ways;
    }

    /// Whether the wave goes: enough of what moves comes to its attack in this turn or the next.
    fn launch(&mut self, battle: &Battle<'_>, side: Side, at_any_cost: bool) {
        if self.strikes_until >= battle.turn {
            self.strikes = true;
            return;
        }
        let (mut mobile, mut near) = (0.0, 0.0);
        for model in members(side, battle.force(side).alive()) {
            let profile = battle.profile(model);
            if battle.weapons(model).any(|(_, weapon)| weapon.move_or_shoot) {
                continue;
            }
            let shoots = profile.ranged.is_some();
            let reach = profile.movement + if shoots { VOLLEY } else { 0.5 * profile.movement };
            let at = battle.figure(battle.command_post(model)).at.point;
            mobile += profile.value;
            // Who hides does not show himself before he strikes, and is found on the way there.
            let soon = if battle.is_hidden(model) { reach - DETOUR } else { reach + profile.movement };
            if self.ground.way(&self.to_enemy, at) <= soon {
                near += profile.value;
            }
        }
        let wanted = (WAVE_SHARE * self.weights.mass).min(MOST_OF_ALL);
        self.strikes = at_any_cost || near >= wanted * mobile && mobile > 0.0;
        if self.strikes {
            self.strikes_until = battle.turn + WAVE;
        }
    }
}
