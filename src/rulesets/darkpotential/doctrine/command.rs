//! Command Points on rolls: what a use gains, against what a point is worth.

use super::super::bidding::{Bid, Bidding, Limits, Points, SITUATIONS};
use super::super::choices::Choice;
use super::super::doctrine_book::Quarry;
use super::super::roll::{Roll, RollKind};
use super::super::state::{Battle, FigureId, NOBODY, side_of};
use super::super::tactics;
use super::super::upkeep::{self, Holder};
use super::ScriptedPlayer;
use super::odds::chance_of;

/// Worth of a Soldier: the unit in which doctrines say what a point has to gain.
pub(super) const SOLDIER: f64 = 10.0;

/// Points of a side that are looked ahead to: more are hardly ever spent on one roll.
const MOST_POINTS: u8 = 2;

/// Totals that may come up, shifts included: from `-LEAST` on.
const LEAST: i32 = 3;
const TOTALS: usize = 20;

/// How much dearer a point is that is to be kept for the enemy's turn, and how much cheaper one that would come back anyway.
const KEPT: f64 = 2.5;
const RETURNING: f64 = 0.5;

/// What a point is taken to be worth to the enemy.
const ENEMY_PRICE: f64 = 0.15 * SOLDIER;

/// Least gain that counts, in worth.
const HAIR: f64 = 1e-6;

/// What has been worked out, and on which roll.
type Known = (u32, f64);

/// Bids worked out by what a total is worth to who rolls, less the points that it costs.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    payoff: [f64; TOTALS],
    /// What a point costs the defender, and the attacker.
    prices: [f64; 2],
    /// Number of the roll: what is known of others counts no more.
    roll: u32,
    /// What situations are worth to the attacker, by total.
    worths: Vec<[Known; TOTALS]>,
    /// What is worth to have a roll thrown again, by the situation after it.
    rerolls: Vec<Known>,
}

impl Default for Duel {
    fn default() -> Self {
        let (worths, rerolls) = (vec![[(0, 0.0); TOTALS]; SITUATIONS], vec![(0, 0.0); SITUATIONS]);
        Self { payoff: [0.0; TOTALS], prices: [0.0; 2], roll: 0, worths, rerolls }
    }
}

impl Duel {
    /// Another roll, or other points.
    fn forget(&mut self) {
        self.roll = self.roll.wrapping_add(1);
        if self.roll == 0 {
            *self = Self { payoff: self.payoff, prices: self.prices, roll: 1, ..Self::default() };
        }
    }

    fn worth_of(&self, total: i32) -> f64 {
        self.payoff[(total + LEAST).clamp(0, TOTALS as i32 - 1) as usize]
    }

    /// The best bid of who decides next, with what it gains over a pass.
    fn best(&mut self, now: Bidding, limits: &Limits) -> (Bid, f64) {
        let sign = if now.attacker_next() { 1.0 } else { -1.0 };
        let pass = sign * self.after(now, limits, Bid::Pass);
        let mut best = (Bid::Pass, 0.0);
        for bid in [Bid::Down, Bid::Up, Bid::Reroll] {
            if now.may(limits, bid) {
                let gain = sign * self.after(now, limits, bid) - pass;
                if gain > best.1 {
                    best = (bid, gain);
                }
            }
        }
        best
    }

    /// Worth of a situation to the attacker.
    fn value(&mut self, now: Bidding, limits: &Limits) -> f64 {
        let place = usize::try_from(now.total() + LEAST).ok().filter(|place| *place < TOTALS);
        let Some(place) = place else { return self.work_out(now, limits) };
        let situation = now.situation();
        let (roll, worth) = self.worths[situation][place];
        if roll == self.roll {
            return worth;
        }
        let worth = self.work_out(now, limits);
        self.worths[situation][place] = (self.roll, worth);
        worth
    }

    /// The same, whatever is known of it.
    fn work_out(&mut self, now: Bidding, limits: &Limits) -> f64 {
        let sign = if now.attacker_next() { 1.0 } else { -1.0 };
        let mut best = sign * self.after(now, limits, Bid::Pass);
        for bid in [Bid::Down, Bid::Up, Bid::Reroll] {
            if now.may(limits, bid) {
                best = best.max(sign * self.after(now, limits, bid));
            }
        }
        sign * best
    }

    /// The same after a bid, the point paid.
    fn after(&mut self, now: Bidding, limits: &Limits, bid: Bid) -> f64 {
        let attacker = now.attacker_next();
        let price = match bid {
            Bid::Pass => 0.0,
            _ if attacker => -self.prices[1],
            _ => self.prices[0],
        };
        if bid != Bid::Reroll {
            return match now.next(limits, bid, || 0) {
                Some(next) => price + self.value(next, limits),
                None => self.worth_of(now.total()),
            };
        }
        let Some(next) = now.next(limits, bid, || 0) else { return price };
        let known = next.situation();
        let (roll, worth) = self.rerolls[known];
        if roll == self.roll {
            return price + worth;
        }
        let worth = (2..=12).map(|total| chance_of(total) * self.value(next.with_total(total), limits)).sum();
        self.rerolls[known] = (self.roll, worth);
        price + worth
    }
}

impl ScriptedPlayer {
    /// A bid on the present roll, or a pass.
    pub(super) fn bid(&mut self, battle: &Battle<'_>) -> Choice {
        let Some((roll, bidding)) = battle.roll.and_then(|roll| Some((roll, roll.bidding?))) else {
            return Choice::Pass;
        };
        let bidder = Battle::bidder(&roll, &bidding);
        let Some(payer) = payer(battle, bidder).filter(|_| !self.forgoes(tactics::BIDS)) else { return Choice::Pass };
        let limits = battle.limits_of(&roll);
        let attacker = bidding.attacker_next();
        if self.weights.quarry == Quarry::Nearest {
            return nudge(&roll, &bidding, &limits).map_or(Choice::Pass, |bid| Choice::Bid { bid, payer });
        }
        if matches!(roll.kind, RollKind::Direction | RollKind::Distance) {
            return Choice::Pass;
        }
        for total in 0..TOTALS {
            self.duel.payoff[total] = self.payoff(battle, &roll, total as i32 - LEAST);
        }
        let price = self.price_of_a_point(battle, &roll, bidder, payer, attacker);
        self.duel.prices = if attacker { [ENEMY_PRICE, price] } else { [price, ENEMY_PRICE] };
        self.duel.forget();
        // What a hidden model can use depends on where it is, which nobody knows.
        let Points { attacker: own, defender: other } = bidding.points();
        let defender = if roll.kind == RollKind::Perception && attacker { other.min(1) } else { other };
        let points = Points { attacker: own.min(MOST_POINTS), defender: defender.min(MOST_POINTS) };
        let (bid, gain) = self.duel.best(bidding.with_points(points), &limits);
        if bid == Bid::Pass || gain <= HAIR { Choice::Pass } else { Choice::Bid { bid, payer } }
    }

    /// What a total of the present roll is worth to who rolls.
    fn payoff(&self, battle: &Battle<'_>, roll: &Roll, total: i32) -> f64 {
        let margin = roll.target - total;
        let success = f64::from(margin >= 0);
        match roll.kind {
            RollKind::Hit => {
                let Some(attack) = &battle.attack else { return 0.0 };
                success * self.worth_of_a_hit(battle, attack.attacker, attack.target, attack.weapon)
            }
            RollKind::Strength => {
                let Some(attack) = &battle.attack else { return 0.0 };
                let victim = attack.rolling;
                if victim == NOBODY || margin < 0 {
                    return 0.0;
                }
                let lost = (battle.setup.rules.wounds_base as i32 + margin).max(0) as u32;
                let loss = self.loss(battle, victim, f64::from(lost));
                if side_of(victim) == side_of(roll.roller) { -loss } else { loss }
            }
            RollKind::Leadership => success * self.worth_of_nerve(battle, roll.roller),
            RollKind::Perception => success * self.worth_of_a_find(battle),
            RollKind::Direction | RollKind::Distance => 0.0,
        }
    }

    /// What a point costs this side now.
    fn price_of_a_point(&self, battle: &Battle<'_>, roll: &Roll, bidder: FigureId, payer: u8, attacker: bool) -> f64 {
        let side = side_of(bidder);
        let head = attacker && roll.affected != NOBODY && self.is_head(battle, roll.affected);
        let threshold = if head { self.weights.cp_priority } else { self.weights.cp_threshold };
        let own_turn = battle.active == side;
        let left = f64::from(battle.points_for(bidder));
        let state = battle.unit(side, payer);
        let factor = if own_turn {
            let reserve = self.weights.cp_reserve.min(f64::from(state.base_points) * 0.5);
            if left <= reserve { KEPT } else { 1.0 }
        } else {
            let living = battle.living(side, payer).len();
            let holder = if state.squad { Holder::Squad(living) } else { Holder::Independent };
            let next = upkeep::regenerated(
                &battle.setup.rules,
                holder,
                state.base_points.into(),
                u32::from(state.points).saturating_sub(1),
            );
            if next >= u32::from(state.base_points) { RETURNING } else { 1.0 }
        };
        threshold * SOLDIER * factor
    }
}

/// The unit that pays for a model: the one whose pool is fullest.
pub(super) fn payer(battle: &Battle<'_>, model: FigureId) -> Option<u8> {
    if model == NOBODY {
        return None;
    }
    let (side, sources) = (side_of(model), battle.sources(model));
    let fullness = |unit: &u8| {
        let state = battle.unit(side, *unit);
        f64::from(state.points) / f64::from(state.base_points.max(1))
    };
    let units = (0..battle.force(side).units).filter(|unit| sources >> unit & 1 == 1);
    units.max_by(|one, other| fullness(one).total_cmp(&fullness(other)).then(other.cmp(one)))
}

/// The bid of the fixed script: a shift where that turns the result, else another throw where that may.
fn nudge(roll: &Roll, bidding: &Bidding, limits: &Limits) -> Option<Bid> {
    if matches!(roll.kind, RollKind::Direction | RollKind::Distance) {
        return None;
    }
    let attacker = bidding.attacker_next();
    let favours = |total: i32| (total <= roll.target) == attacker;
    let shift = Bid::shift_for(attacker);
    if favours(bidding.total()) {
        None
    } else if favours(bidding.total() + shift.shift()) && bidding.may(limits, shift) {
        Some(shift)
    } else {
        ((2..=12).any(favours) && bidding.may(limits, Bid::Reroll)).then_some(Bid::Reroll)
    }
}
