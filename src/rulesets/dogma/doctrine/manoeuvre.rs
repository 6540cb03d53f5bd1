//! The Movement phase (D-07 to D-10): shaken checks first, for they are free; then one point after the other to whoever
//! gains most by it; passengers get off last.

use super::ScriptedPlayer;
use super::judge::Judge;
use super::single::Offer;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::state::{Battle, bit, members};

/// Least gain for which a point is spent, FP.
const LEAST_GAIN: f64 = 0.05;

/// FP a point of cost in reserve is worth on the table.
const ON_THE_TABLE: f64 = 0.35;

impl ScriptedPlayer {
    /// The next choice of the Movement phase.
    pub(super) fn manoeuvre(&mut self, battle: &Battle<'_>) -> Choice {
        let side = battle.active;
        let force = battle.force(side);
        // DG-MOR-03: a failure costs nothing.
        let unsure = force.table & force.shaken & !force.passed & !force.failed;
        if let Some(element) = members(side, unsure).next() {
            return Choice::Check { element };
        }
        let first = self.enter(battle);
        self.look(battle, side);
        let reserves = force.reserve != 0 && battle.check_call().is_ok();
        if reserves && (first || battle.command.called) {
            let judge = self.judge(battle);
            let entry = judge.best_entry(self.mood.reserve * ON_THE_TABLE);
            let calls = battle.command.called || entry.is_some() && self.prefers_reserves(battle);
            if calls && let Some(entry) = entry {
                return entry.choice;
            }
        }
        if let Some(offer) = self.best_move(battle) {
            return offer.choice;
        }
        self.judge(battle).get_off().unwrap_or(Choice::EndMovement)
    }

    /// The move that gains most, if any is worth a point.
    fn best_move(&self, battle: &Battle<'_>) -> Option<Offer> {
        if battle.command.left == 0 || battle.command.called {
            return None;
        }
        let judge = self.judge(battle);
        let mut best: Option<Offer> = None;
        let mut consider = |offer: Offer| {
            if offer.gain > best.map_or(LEAST_GAIN, |best| best.gain) {
                best = Some(offer);
            }
        };
        judge.best_marches(&mut consider);
        for at in judge.movable() {
            if let Some(offer) = judge.best_single(at) {
                consider(offer);
            }
        }
        best
    }

    /// Whether all reserves together gain more than the best moves of the turn.
    fn prefers_reserves(&self, battle: &Battle<'_>) -> bool {
        let judge = self.judge(battle);
        let entering = judge.entries(self.mood.reserve * ON_THE_TABLE);
        let mut gains = [0.0_f64; 6];
        let mut take = |gain: f64| {
            let least = gains.iter_mut().min_by(|a, b| a.total_cmp(b));
            if let Some(least) = least.filter(|least| **least < gain) {
                *least = gain;
            }
        };
        judge.best_marches(|offer| take(offer.gain));
        for at in judge.movable() {
            take(judge.best_single(at).map_or(0.0, |offer| offer.gain));
        }
        gains.sort_unstable_by(|a, b| b.total_cmp(a));
        entering > gains[..usize::from(battle.command.left).min(gains.len())].iter().sum::<f64>()
    }
}

impl Judge<'_, '_> {
    /// Indices of the friends that may still make a tactical move.
    fn movable(&self) -> impl Iterator<Item = usize> + use<'_> {
        let force = self.battle.force(self.picture.side);
        let barred =
            force.moved | force.engaged | force.failed | force.got_off | force.laden | (force.shaken & !force.passed);
        let friends = self.picture.friends.iter().enumerate();
        friends.filter(move |(_, friend)| barred & bit(friend.id) == 0).map(|(at, _)| at)
    }
}
