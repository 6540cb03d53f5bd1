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
const POINTS: usize = MOST_POINTS as usize + 1;

/// Nobody has any left: both sides pass.
const NO_POINTS: Points = Points { attacker: 0, defender: 0 };

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

/// What may be bid beside a pass, where totals should be low, high, or nobody knows.
const LOW: &[Bid] = &[Bid::Down, Bid::Reroll];
const HIGH: &[Bid] = &[Bid::Up, Bid::Reroll];
const ANY: &[Bid] = &[Bid::Down, Bid::Up, Bid::Reroll];

/// What has been worked out, and on which roll.
type Known = (u32, f64);

/// Bids worked out by what a total is worth to who rolls, less the points that it costs.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    payoff: [f64; TOTALS],
    /// What a point costs the defender, and the attacker.
    prices: [f64; 2],
    /// What they think of bidding.
    bids: [&'static [Bid]; 2],
    /// By points that are left to attacker and defender, the total up to which all are worth the same, shifts included, and that
    /// from which on they are.
    flat: [[[i32; 2]; POINTS]; POINTS],
    /// Number of the roll: what is known of others counts no more.
    roll: u32,
    /// By which payoff, prices and limits that is.
    terms: Option<([f64; TOTALS], [f64; 2], Limits)>,
    /// What situations are worth to the attacker, by total.
    worths: Vec<[Known; TOTALS]>,
    /// What is worth to have a roll thrown again, by the situation after it.
    rerolls: Vec<Known>,
}

impl Default for Duel {
    fn default() -> Self {
        let (worths, rerolls) = (vec![[(0, 0.0); TOTALS]; SITUATIONS], vec![(0, 0.0); SITUATIONS]);
        Self {
            payoff: [0.0; TOTALS],
            prices: [0.0; 2],
            bids: [ANY; 2],
            flat: [[[0; 2]; POINTS]; POINTS],
            roll: 0,
            terms: None,
            worths,
            rerolls,
        }
    }
}

impl Duel {
    /// Another roll: what is known of the last one holds if it is the same but for its total, and for the points that are left.
    fn turn_to(&mut self, limits: &Limits) {
        let terms = Some((self.payoff, self.prices, *limits));
        if self.terms == terms {
            return;
        }
        self.terms = terms;
        let payoff = &self.payoff;
        let falls = payoff.windows(2).all(|pair| pair[1] <= pair[0]);
        let rises = payoff.windows(2).all(|pair| pair[1] >= pair[0]);
        // Nobody pays for a shift that serves the other side.
        self.bids = match (falls, rises) {
            (true, false) => [HIGH, LOW],
            (false, true) => [LOW, HIGH],
            _ => [ANY; 2],
        };
        let [first, last] = [payoff[0], payoff[TOTALS - 1]];
        let low = payoff.iter().take_while(|worth| **worth == first).count() as i32 - 1;
        let high = TOTALS as i32 - payoff.iter().rev().take_while(|worth| **worth == last).count() as i32;
        let [low, high] = [low - LEAST, high.max(low) - LEAST];
        let bids = self.bids;
        for (attacker, flat) in self.flat.iter_mut().enumerate() {
            for (defender, flat) in flat.iter_mut().enumerate() {
                let most = |bid: Bid| {
                    let of = |side: usize, points: usize| if bids[side].contains(&bid) { points as i32 } else { 0 };
                    of(0, defender) + of(1, attacker)
                };
                *flat = [low - most(Bid::Up), high + most(Bid::Down)];
            }
        }
        self.roll = self.roll.wrapping_add(1);
        if self.roll == 0 {
            let Self { payoff, prices, bids, flat, terms, .. } = *self;
            *self = Self { payoff, prices, bids, flat, terms, roll: 1, ..Self::default() };
        }
    }

    /// The most that any bids may change.
    fn stakes(&self) -> f64 {
        let most = self.payoff.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most - self.payoff.iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn worth_of(&self, total: i32) -> f64 {
        self.payoff[(total + LEAST).clamp(0, TOTALS as i32 - 1) as usize]
    }

    /// The best bid of who decides next, with what it gains over a pass.
    fn best(&mut self, now: Bidding, limits: &Limits) -> (Bid, f64) {
        let sign = if now.attacker_next() { 1.0 } else { -1.0 };
        let pass = sign * self.after(now, limits, Bid::Pass);
        let mut best = (Bid::Pass, 0.0);
        for bid in self.bids[usize::from(now.attacker_next())].iter().copied() {
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
        self.value_of(self.clamped(now), limits)
    }

    /// The same of a total beyond which more of the same are not.
    fn value_of(&mut self, now: Bidding, limits: &Limits) -> f64 {
        if now.points() == NO_POINTS {
            return self.worth_of(now.total());
        }
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

    /// The same situation at the nearest total that is worth as much, where no points that are left lead out of those totals.
    fn clamped(&self, now: Bidding) -> Bidding {
        let Points { attacker, defender } = now.points();
        let [low, high] = self.flat[usize::from(attacker)][usize::from(defender)];
        now.with_total(now.total().clamp(low, high))
    }

    /// The same, whatever is known of it.
    fn work_out(&mut self, now: Bidding, limits: &Limits) -> f64 {
        let sign = if now.attacker_next() { 1.0 } else { -1.0 };
        let mut best = sign * self.after(now, limits, Bid::Pass);
        for bid in self.bids[usize::from(now.attacker_next())].iter().copied() {
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
        // Totals that come to the same are worth the same.
        let mut last = None;
        let mut value = |total: i32| {
            let thrown = self.clamped(next.with_total(total));
            let (_, worth) = last
                .filter(|(known, _)| *known == thrown.total())
                .unwrap_or_else(|| (thrown.total(), self.value_of(thrown, limits)));
            last = Some((thrown.total(), worth));
            chance_of(total) * worth
        };
        let worth: f64 = (2..=12).map(&mut value).sum();
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
        self.duel.payoff = self.payoffs(battle, &roll);
        let price = self.price_of_a_point(battle, &roll, bidder, payer, attacker);
        // A point gains no more than all there is to gain.
        if self.duel.stakes() <= price {
            return Choice::Pass;
        }
        self.duel.prices = if attacker { [ENEMY_PRICE, price] } else { [price, ENEMY_PRICE] };
        self.duel.turn_to(&limits);
        // What a hidden model can use depends on where it is, which nobody knows.
        let Points { attacker: own, defender: other } = bidding.points();
        let defender = if roll.kind == RollKind::Perception && attacker { other.min(1) } else { other };
        let points = Points { attacker: own.min(MOST_POINTS), defender: defender.min(MOST_POINTS) };
        let (bid, gain) = self.duel.best(bidding.with_points(points), &limits);
        if bid == Bid::Pass || gain <= HAIR { Choice::Pass } else { Choice::Bid { bid, payer } }
    }

    /// What each total of the present roll is worth to who rolls.
    fn payoffs(&self, battle: &Battle<'_>, roll: &Roll) -> [f64; TOTALS] {
        let success = match (roll.kind, &battle.attack) {
            (RollKind::Hit, Some(attack)) => self.worth_of_a_hit(battle, attack.attacker, attack.target, attack.weapon),
            (RollKind::Leadership, _) => self.worth_of_nerve(battle, roll.roller),
            (RollKind::Perception, _) => self.worth_of_a_find(battle),
            _ => 0.0,
        };
        let wounded = |margin: i32| {
            let Some(attack) = battle.attack.as_ref().filter(|attack| attack.rolling != NOBODY) else { return 0.0 };
            let lost = (battle.setup.rules.wounds_base as i32 + margin).max(0) as u32;
            let loss = self.loss(battle, attack.rolling, f64::from(lost));
            if side_of(attack.rolling) == side_of(roll.roller) { -loss } else { loss }
        };
        std::array::from_fn(|place| {
            let margin = roll.target - (place as i32 - LEAST);
            match roll.kind {
                _ if margin < 0 => 0.0,
                RollKind::Strength => wounded(margin),
                _ => success,
            }
        })
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
