//! The Movement phase (D-07 to D-10): shaken checks first, for they are free; then one point after the other to whoever
//! gains most by it; passengers get off last.

use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::judge::Judge;
use super::single::Offer;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, Squad, bit, members, place_of};
use crate::tabletop::plane::Base;

/// Least gain for which a point is spent, FP.
const LEAST_GAIN: f64 = 0.05;

/// Distance within which a move makes others think again, inches.
const NEAR: f64 = 5.0;

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
        if first {
            self.ideas.forget();
        }
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
    fn best_move(&mut self, battle: &Battle<'_>) -> Option<Offer> {
        if battle.command.left == 0 || battle.command.called {
            return None;
        }
        let (judge, ideas) = self.judge_and_ideas(battle);
        ideas.think(&judge);
        ideas.best(&judge).filter(|offer| offer.gain > LEAST_GAIN)
    }

    /// Whether all reserves together gain more than the best moves of the turn.
    fn prefers_reserves(&mut self, battle: &Battle<'_>) -> bool {
        let bonus = self.mood.reserve * ON_THE_TABLE;
        let (judge, ideas) = self.judge_and_ideas(battle);
        ideas.think(&judge);
        judge.entries(bonus) > ideas.sum_of_best(usize::from(battle.command.left))
    }
}

/// The best move of everybody, kept from choice to choice while nothing near it changes.
#[derive(Clone, Debug)]
pub struct Ideas {
    /// By place within the side: the best move alone.
    alone: [Option<Offer>; MOST_ELEMENTS],
    /// By place of the first member: the best Group move.
    together: [Option<Offer>; MOST_ELEMENTS],
    /// Whose best moves are known.
    known: Squad,
    /// Whose best moves have just been found, and are legal.
    fresh: Squad,
    /// Where everybody stood when they were thought of, own Elements first.
    stood: ArrayVec<(ElementId, Base), { 2 * MOST_ELEMENTS }>,
}

impl Ideas {
    /// No idea.
    pub fn new() -> Self {
        Self {
            alone: [None; MOST_ELEMENTS],
            together: [None; MOST_ELEMENTS],
            known: 0,
            fresh: 0,
            stood: ArrayVec::new_const(),
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.alone.fill(None);
        self.together.fill(None);
        (self.known, self.fresh) = (0, 0);
        self.stood.clear();
    }

    /// Finds the best moves that are not known, or near which something has changed.
    fn think(&mut self, judge: &Judge<'_, '_>) {
        let picture = judge.picture;
        let now = || {
            let friends = picture.friends.iter().map(|friend| (friend.id, friend.base));
            friends.chain(picture.foes.iter().map(|foe| (foe.id, foe.base)))
        };
        if self.stood.iter().map(|(id, _)| *id).eq(now().map(|(id, _)| id)) {
            for ((_, before), (_, after)) in self.stood.iter_mut().zip(now()) {
                if *before == after {
                    continue;
                }
                for friend in &picture.friends {
                    let near = |base: &Base| (friend.base.centre - base.centre).length_squared() < NEAR * NEAR;
                    if near(before) || near(&after) {
                        self.known &= !bit(friend.id);
                    }
                }
                *before = after;
            }
        } else {
            self.forget();
            self.stood = now().collect();
        }
        let stale = picture.friends.iter().filter(|friend| self.known & bit(friend.id) == 0);
        let stale = stale.fold(0, |squad, friend| squad | bit(friend.id));
        members(picture.side, stale).for_each(|one| {
            (self.alone[place_of(one)], self.together[place_of(one)]) = (None, None);
        });
        judge.best_marches(stale, |first, offer| self.together[place_of(first)] = offer);
        for at in judge.movable() {
            let id = judge.friend(at).id;
            if stale & bit(id) != 0 {
                self.alone[place_of(id)] = judge.best_single(at);
            }
        }
        self.known |= stale;
        self.fresh = stale;
    }

    fn offers(&self) -> impl Iterator<Item = &Option<Offer>> {
        self.alone.iter().chain(&self.together)
    }

    /// The best move that is still legal.
    fn best(&mut self, judge: &Judge<'_, '_>) -> Option<Offer> {
        loop {
            let all = self.alone.iter_mut().chain(&mut self.together);
            let offers = all.filter(|offer| offer.is_some());
            let gain = |offer: &Option<Offer>| offer.map_or(0.0, |offer| offer.gain);
            let best = offers.max_by(|a, b| gain(a).total_cmp(&gain(b)))?;
            let legal = |offer: &Offer| {
                self.fresh & bit(offer.leader) != 0 || judge.battle.check_movement(offer.choice).is_ok()
            };
            if best.as_ref().is_some_and(legal) {
                return *best;
            }
            *best = None;
        }
    }

    /// What so many of the best moves gain together.
    fn sum_of_best(&self, count: usize) -> f64 {
        let mut gains = [0.0_f64; 6];
        for offer in self.offers().flatten() {
            let least = gains.iter_mut().min_by(|a, b| a.total_cmp(b));
            if let Some(least) = least.filter(|least| **least < offer.gain) {
                *least = offer.gain;
            }
        }
        gains.sort_unstable_by(|a, b| b.total_cmp(a));
        gains[..count.min(gains.len())].iter().sum()
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
