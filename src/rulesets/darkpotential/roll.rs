//! Rolls, and the Command Points bid on them: the innermost layer of a game.
//!
//! A roll is thrown, then defender and attacker decide in turn until both have passed ([`super::bidding`]). Whoever has no
//! lawful use passes without being asked, and a roll that nothing can turn is not thrown.

use super::bidding::{Bid, Bidding, Limits, Points};
use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::rules::Limit;
use super::state::{Battle, FigureId, NOBODY, UnitMask, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side};

/// Lowest and highest total of two dice.
const TOTALS: (i32, i32) = (2, 12);

keyed! {
    /// What is rolled for.
    RollKind {
        /// To hit.
        Hit = "hit",
        /// Strength against Armor.
        Strength = "strength",
        /// Leadership.
        Leadership = "leadership",
        /// Perception.
        Perception = "perception",
        /// The direction of a deviation.
        Direction = "direction",
        /// The inches of a deviation.
        Distance = "distance",
    }
}

/// A roll in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roll {
    /// What is rolled for.
    pub kind: RollKind,
    /// The model that rolls.
    pub roller: FigureId,
    /// The model that the roll would affect, through which the other side bids; nobody where it may not.
    pub affected: FigureId,
    /// The target number; of a deviation none.
    pub target: i32,
    /// Dice of the inches of a deviation.
    pub dice: u8,
    /// Where the bidding stands, once the dice are thrown.
    pub bidding: Option<Bidding>,
}

/// What a roll came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// What was rolled for.
    pub kind: RollKind,
    /// The total, after all bids; of a roll that was not thrown the best or worst there is.
    pub total: i32,
    /// Target number less total: 0 or more is a success (DP-GEN-07).
    pub margin: i32,
}

impl Battle<'_> {
    /// Begins a roll against a target number.
    pub(super) fn begin_test(&mut self, kind: RollKind, roller: FigureId, affected: FigureId, target: i32) {
        debug_assert!(self.roll.is_none(), "rolls do not nest (R-91)");
        self.roll = Some(Roll { kind, roller, affected, target, dice: 2, bidding: None });
    }

    /// Begins a roll of a deviation, which is no test (DP-CMD-14).
    pub(super) fn begin_deviation(&mut self, kind: RollKind, roller: FigureId, affected: FigureId, dice: u32) {
        self.roll = Some(Roll { kind, roller, affected, target: 0, dice: dice as u8, bidding: None });
    }

    /// The units whose Command Points a model may use where it stands (DP-CMD-02 to 05, R-91).
    #[must_use]
    pub fn sources(&self, model: FigureId) -> UnitMask {
        self.payers(model, 1)
    }

    /// Those of them that can pay so many Command Points.
    #[must_use]
    pub fn payers(&self, model: FigureId, cost: u32) -> UnitMask {
        let side = side_of(model);
        let force = self.force(side);
        let own = self.figure(model).unit;
        let mut sources = 0;
        for unit in 0..force.units {
            let state = self.unit(side, unit);
            let holder = state.leader;
            if u32::from(state.points) < cost || holder == NOBODY || !self.is_alive(holder) || self.is_lost(holder) {
                continue;
            }
            let lends = if unit == own { state.squad } else { self.profile(holder).commander };
            if holder == model || lends && self.in_command_range(model, holder) {
                sources |= 1 << unit;
            }
        }
        sources
    }

    /// Whether a model is within the Command Range of another one: as many inches as that one has Leadership (DP-CMD-05).
    #[must_use]
    pub fn in_command_range(&self, model: FigureId, holder: FigureId) -> bool {
        let range = self.profile(holder).leadership.into();
        model == holder || self.distance(self.command_post(model), self.command_post(holder)) <= range
    }

    /// Where a model is for Command Points: itself, or in stealth its real base.
    #[must_use]
    pub fn command_post(&self, model: FigureId) -> FigureId {
        if self.is_hidden(model) { self.figure(model).real } else { model }
    }

    /// Command Points that a model may use in all.
    #[must_use]
    pub fn points_for(&self, model: FigureId) -> u8 {
        if model == NOBODY {
            return 0;
        }
        let (side, sources) = (side_of(model), self.sources(model));
        let pools = (0..self.force(side).units).filter(|unit| sources >> unit & 1 == 1);
        pools.fold(0, |sum, unit| sum.saturating_add(self.unit(side, unit).points))
    }

    /// What may be used in a roll.
    pub(super) fn limits_of(&self, roll: &Roll) -> Limits {
        let rules = &self.setup.rules;
        let limits = match roll.kind {
            RollKind::Direction | RollKind::Distance => Limits::of_no_test(rules),
            _ => Limits::new(rules),
        };
        if roll.affected == NOBODY { limits.of_own_roll() } else { limits }
    }

    /// The model through which who decides next in a roll bids.
    pub(super) fn bidder(roll: &Roll, bidding: &Bidding) -> FigureId {
        if bidding.attacker_next() { roll.roller } else { roll.affected }
    }

    /// Goes on with the roll.
    pub(super) fn run_roll<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(roll) = self.roll else { return Flow::Go };
        let limits = self.limits_of(&roll);
        let Some(bidding) = roll.bidding else {
            self.throw(&roll, dice, observer);
            return Flow::Go;
        };
        let bidder = Self::bidder(&roll, &bidding);
        if [Bid::Up, Bid::Down, Bid::Reroll].into_iter().any(|bid| bidding.may(&limits, bid)) {
            return self.ask(Decision::Bid, side_of(bidder));
        }
        self.go_on_bidding(Bid::Pass, dice, observer);
        Flow::Go
    }

    /// The first throw, unless nothing can turn the result.
    fn throw<D: Dice, C: Observer<LogEntry>>(&mut self, roll: &Roll, dice: &mut D, observer: &mut C) {
        let points = Points { attacker: self.points_for(roll.roller), defender: self.points_for(roll.affected) };
        if let Some(total) = self.certain(roll, points) {
            observer.event(|| events::certain(self, roll, total <= roll.target));
            self.close_roll(roll, total, observer);
            return;
        }
        let total = self.thrown(roll, dice);
        let now = Bidding::on(self.setup.rules.cp_start, total, points);
        self.roll = Some(Roll { bidding: Some(now), ..*roll });
        observer.event(|| events::thrown(self, roll, total, dice.thrown()));
        self.tell_luck(roll, total, observer);
    }

    /// The total of a test that no dice and no lawful use can turn, as it might as well be.
    fn certain(&self, roll: &Roll, points: Points) -> Option<i32> {
        let rules = &self.setup.rules;
        let shifts = |limit: Limit, points: u8| match limit {
            Limit::Times(most) => i32::from(points).min(most as i32),
            Limit::Unlimited => i32::from(points),
        };
        let own = shifts(rules.limit_modify_own, points.attacker);
        let other = if roll.affected == NOBODY { 0 } else { shifts(rules.limit_modify_opponent, points.defender) };
        match roll.kind {
            RollKind::Direction | RollKind::Distance => None,
            _ if roll.target < TOTALS.0 - own.max(other) => Some(TOTALS.1),
            // The margin of a Strength roll counts, whatever is certain.
            RollKind::Strength => None,
            _ if roll.target >= TOTALS.1 + own.max(other) => Some(TOTALS.0),
            _ => None,
        }
    }

    /// Throws the dice of a roll.
    fn thrown<D: Dice>(&self, roll: &Roll, dice: &mut D) -> i32 {
        match roll.kind {
            RollKind::Direction => i32::from(dice.roll(self.setup.rules.deviation_directions as u8)),
            _ => dice.sum(roll.dice.into()) as i32,
        }
    }

    /// Carries out a decision on a roll.
    pub(super) fn bid<D: Dice, C: Observer<LogEntry>>(&mut self, bid: Bid, payer: u8, dice: &mut D, observer: &mut C) {
        let Some((roll, bidding)) = self.roll.and_then(|roll| Some((roll, roll.bidding?))) else { return };
        let bidder = Self::bidder(&roll, &bidding);
        self.unit_mut(side_of(bidder), payer).points -= 1;
        observer.event(|| events::bid(self, bidder, bid, payer));
        let own = bidding.attacker_next();
        observer.rule_fired(match (bid, own) {
            (Bid::Reroll, true) => rule::CMD_07,
            (Bid::Reroll, false) => rule::CMD_09,
            (_, true) => rule::CMD_08,
            (_, false) => rule::CMD_10,
        });
        self.go_on_bidding(bid, dice, observer);
    }

    /// The bidding after a decision.
    pub(super) fn go_on_bidding<D: Dice, C: Observer<LogEntry>>(&mut self, bid: Bid, dice: &mut D, observer: &mut C) {
        let Some((roll, bidding)) = self.roll.and_then(|roll| Some((roll, roll.bidding?))) else { return };
        let limits = self.limits_of(&roll);
        let Some(next) = bidding.next(&limits, bid, || self.thrown(&roll, dice)) else {
            self.close_roll(&roll, bidding.total(), observer);
            return;
        };
        let directions = self.setup.rules.deviation_directions as i32;
        let total = match roll.kind {
            RollKind::Direction => (next.total() - 1).rem_euclid(directions) + 1, // directions go round
            RollKind::Distance => next.total().max(0),
            _ => next.total(),
        };
        self.roll = Some(Roll { bidding: Some(next.with_total(total)), ..roll });
        match bid {
            Bid::Pass => {}
            Bid::Reroll => {
                observer.event(|| events::thrown(self, &roll, total, dice.thrown()));
                self.tell_luck(&roll, total, observer);
            }
            Bid::Up | Bid::Down => observer.event(|| events::shifted(self, &roll, total)),
        }
    }

    /// The roll is over: the layer beneath goes on with what it came to.
    fn close_roll<C: Observer<LogEntry>>(&mut self, roll: &Roll, total: i32, observer: &mut C) {
        self.roll = None;
        let rolled = Rolled { kind: roll.kind, total, margin: roll.target - total };
        if self.check.is_some() {
            self.check_rolled(rolled, observer);
        } else {
            self.attack_rolled(rolled, observer);
        }
    }

    /// Whether a bid is lawful.
    pub(super) fn check_bid(&self, bid: Bid, payer: u8) -> Result<(), Refusal> {
        let Some((roll, bidding)) = self.roll.and_then(|roll| Some((roll, roll.bidding?))) else {
            return Err(Refusal::new("DP-CMD-11", "there is no roll to bid on"));
        };
        if bid == Bid::Pass {
            return Err(Refusal::new("DP-CMD-11", "a pass costs nothing"));
        }
        let bidder = Self::bidder(&roll, &bidding);
        if bidder == NOBODY || payer >= 32 || self.sources(bidder) >> payer & 1 == 0 {
            return Err(Refusal::new("DP-CMD-02", "these Command Points are not at hand"));
        }
        if bidding.may(&self.limits_of(&roll), bid) {
            Ok(())
        } else {
            Err(Refusal::new("DP-CMD-12", "that use is spent for this roll"))
        }
    }

    /// Shows the lawful bids.
    pub(super) fn visit_bids(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        let Some((roll, bidding)) = self.roll.and_then(|roll| Some((roll, roll.bidding?))) else { return };
        let (bidder, limits) = (Self::bidder(&roll, &bidding), self.limits_of(&roll));
        let (side, sources): (Side, UnitMask) = (side_of(bidder), self.sources(bidder));
        for bid in [Bid::Up, Bid::Down, Bid::Reroll].into_iter().filter(|bid| bidding.may(&limits, *bid)) {
            for payer in (0..self.force(side).units).filter(|unit| sources >> unit & 1 == 1) {
                visit(Choice::Bid { bid, payer });
            }
        }
    }
}
