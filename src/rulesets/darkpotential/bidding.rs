//! Command Points on one roll: defender and attacker bid in turn until both pass.
//!
//! The attacker is whoever rolls and wants the total low, the defender the model that the roll would affect.

use std::collections::HashMap;

use super::rules::{CpStart, Limit, Rules};
use crate::dice::{Dice, exact};

/// Command Points that both sides may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points {
    /// Of the side that rolls.
    pub attacker: u8,
    /// Of the other side.
    pub defender: u8,
}

/// Numbers of [`Bidding::situation`].
pub(super) const SITUATIONS: usize = 1 << 10;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bid {
    /// Leaves the total as it is.
    Pass,
    /// One point: the total grows by 1 (uses 4 and 6).
    Up,
    /// One point: the total falls by 1 (uses 4 and 6).
    Down,
    /// One point: the roll is thrown again (uses 3 and 5).
    Reroll,
}

impl Bid {
    /// The shift that an attacker, who wants the total low, or a defender, who wants it high, is served by.
    #[must_use]
    pub const fn shift_for(attacker: bool) -> Self {
        if attacker { Self::Down } else { Self::Up }
    }

    /// What it adds to a total.
    #[must_use]
    pub const fn shift(self) -> i32 {
        match self {
            Self::Up => 1,
            Self::Down => -1,
            Self::Pass | Self::Reroll => 0,
        }
    }
}

/// Where the bidding on one roll stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bidding {
    total: i32,
    points: Points,
    /// It is the attacker who decides next.
    attacker_next: bool,
    /// The last decision was a pass.
    passed: bool,
    /// Limited uses so far, by [`Limits::of`].
    used: [[u8; 2]; 2],
}

/// Limits of the uses in one test: of the defender's and the attacker's shifts and rerolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits([[Limit; 2]; 2]);

impl Limits {
    /// Those of the rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self([
            [rules.limit_modify_opponent, rules.limit_force_reroll], // DP-CMD-10, DP-CMD-09
            [rules.limit_modify_own, rules.limit_reroll_own],        // DP-CMD-08, DP-CMD-07
        ])
    }

    /// The same on a roll that is no test: the own shift knows no limit (DP-CMD-14, R-28).
    #[must_use]
    pub fn of_no_test(rules: &Rules) -> Self {
        let mut limits = Self::new(rules);
        limits.0[1][0] = Limit::Unlimited;
        limits
    }

    /// The same where nobody else is affected.
    #[must_use]
    pub fn of_own_roll(self) -> Self {
        Self([[Limit::Times(0); 2], self.0[1]])
    }

    fn of(&self, attacker: bool, bid: Bid) -> Limit {
        self.0[usize::from(attacker)][usize::from(bid == Bid::Reroll)]
    }
}

/// How the points are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// By backward induction, for the chance of what follows from success; a point kept is worth nothing.
    Optimal,
    /// By a fixed script: shift when that turns the result, else reroll when that could.
    Nudge,
    /// Not at all.
    None,
}

/// What a decision leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The other side decides.
    Open(Bidding),
    /// Both have passed.
    Closed {
        /// The total is within the target number.
        success: bool,
        /// Points left.
        points: Points,
    },
}

impl Bidding {
    /// A roll shows `total`; the side that the rules name decides first (DP-CMD-11), and the limits are fresh (DP-CMD-12).
    #[must_use]
    pub fn on(first: CpStart, total: i32, points: Points) -> Self {
        let attacker_next = first == CpStart::Attacker;
        Self { total, points, attacker_next, passed: false, used: [[0; 2]; 2] }
    }

    /// What the roll shows now.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.total
    }

    /// Whether it is the attacker who decides next.
    #[must_use]
    pub fn attacker_next(&self) -> bool {
        self.attacker_next
    }

    /// The same with another total, where a roll knows bounds.
    #[must_use]
    pub fn with_total(self, total: i32) -> Self {
        Self { total, ..self }
    }

    /// Command Points that both sides have left.
    #[must_use]
    pub fn points(&self) -> Points {
        self.points
    }

    /// The same with other points.
    #[must_use]
    pub fn with_points(self, points: Points) -> Self {
        Self { points, ..self }
    }

    /// A number for everything but the total: below [`SITUATIONS`] while nobody has more than three points.
    pub(super) fn situation(&self) -> usize {
        let Points { attacker, defender } = self.points;
        let [[shifted_by_defender, forced], [shifted_by_attacker, thrown]] = self.used;
        let flags = usize::from(self.attacker_next)
            | usize::from(self.passed) << 1
            | usize::from(shifted_by_defender > 0) << 2
            | usize::from(forced > 0) << 3
            | usize::from(shifted_by_attacker > 0) << 4
            | usize::from(thrown > 0) << 5;
        (usize::from(attacker.min(3)) << 2 | usize::from(defender.min(3))) << 6 | flags
    }

    /// Whether who decides next may decide so.
    #[must_use]
    pub fn may(&self, limits: &Limits, bid: Bid) -> bool {
        let points = if self.attacker_next { self.points.attacker } else { self.points.defender };
        let used = self.used[usize::from(self.attacker_next)][usize::from(bid == Bid::Reroll)];
        bid == Bid::Pass || points > 0 && limits.of(self.attacker_next, bid).allows_after(used.into())
    }

    /// After a decision, none when it was the second pass running; a reroll takes what `throw` gives and wipes earlier shifts
    /// (DP-CMD-13).
    #[must_use]
    pub fn next(mut self, limits: &Limits, bid: Bid, throw: impl FnOnce() -> i32) -> Option<Bidding> {
        if bid == Bid::Pass && self.passed {
            return None;
        }
        let attacker = self.attacker_next;
        if bid != Bid::Pass {
            if attacker {
                self.points.attacker -= 1;
            } else {
                self.points.defender -= 1;
            }
            // Uses without a limit are not counted, so that equal situations stay equal.
            if limits.of(attacker, bid) != Limit::Unlimited {
                self.used[usize::from(attacker)][usize::from(bid == Bid::Reroll)] += 1;
            }
        }
        self.total = if bid == Bid::Reroll { throw() } else { self.total + bid.shift() };
        self.passed = bid == Bid::Pass;
        self.attacker_next = !attacker;
        Some(self)
    }

    /// After a decision on a roll against `target`.
    fn after<D: Dice>(self, target: i32, limits: &Limits, bid: Bid, dice: &mut D) -> Turn {
        let closed = Turn::Closed { success: self.total <= target, points: self.points };
        self.next(limits, bid, || dice.sum(2) as i32).map_or(closed, Turn::Open)
    }
}

/// One roll against a target number on which Command Points may be spent.
#[derive(Clone, Debug)]
pub struct Contest {
    target: i32,
    first: CpStart,
    limits: Limits,
    policy: Policy,
    /// The best decision in every situation that can come up, under [`Policy::Optimal`].
    plan: HashMap<Bidding, Bid>,
    /// Worth of the contest before the roll, by points of attacker and defender.
    worth: Vec<Vec<f64>>,
}

impl Contest {
    /// A roll on which both sides may have up to `most` points, and whose success is worth `worth` to the attacker,
    /// depending on the points left; failure is worth nothing.
    #[must_use]
    pub fn new(rules: &Rules, target: i32, policy: Policy, most: Points, worth: impl Fn(Points) -> f64) -> Self {
        let (limits, first) = (Limits::new(rules), rules.cp_start);
        let mut contest = Self { target, first, limits, policy, plan: HashMap::new(), worth: Vec::new() };
        if policy == Policy::Optimal {
            let sums = exact::distribution(|dice| dice.sum(2) as i32).entries;
            let mut solver = Solver { contest, success: worth, sums, values: HashMap::new() };
            let before = |solver: &mut Solver<_>, points| {
                let worth: f64 = solver
                    .sums
                    .clone()
                    .iter()
                    .map(|(total, p)| p * solver.value(Bidding::on(first, *total, points)))
                    .sum();
                worth
            };
            let worth = (0..=most.attacker)
                .map(|attacker| {
                    (0..=most.defender).map(|defender| before(&mut solver, Points { attacker, defender })).collect()
                })
                .collect();
            contest = solver.contest;
            contest.worth = worth;
        }
        contest
    }

    /// What the contest is worth to the attacker before the roll, under [`Policy::Optimal`].
    #[must_use]
    pub fn worth(&self, points: Points) -> f64 {
        self.worth
            .get(usize::from(points.attacker))
            .and_then(|row| row.get(usize::from(points.defender)))
            .map_or(0.0, |p| *p)
    }

    /// The roll is thrown.
    pub fn open<D: Dice>(&self, points: Points, dice: &mut D) -> Bidding {
        Bidding::on(self.first, dice.sum(2) as i32, points)
    }

    /// The next decision, carried out.
    pub fn bid<D: Dice>(&self, now: Bidding, dice: &mut D) -> Turn {
        let bid = match self.policy {
            Policy::Optimal => self.plan.get(&now).copied().unwrap_or(Bid::Pass),
            Policy::Nudge => self.nudge(&now),
            Policy::None => Bid::Pass,
        };
        now.after(self.target, &self.limits, bid, dice)
    }

    /// The fixed script.
    fn nudge(&self, now: &Bidding) -> Bid {
        let favours = |total: i32| (total <= self.target) == now.attacker_next;
        let shift = Bid::shift_for(now.attacker_next);
        if favours(now.total) {
            Bid::Pass
        } else if favours(now.total + shift.shift()) && now.may(&self.limits, shift) {
            shift
        } else if (2..=12).any(favours) && now.may(&self.limits, Bid::Reroll) {
            Bid::Reroll
        } else {
            Bid::Pass
        }
    }
}

/// Backward induction; it ends because every decision but a second pass uses up a point or the right to pass.
struct Solver<F> {
    contest: Contest,
    /// Worth of success by the points left.
    success: F,
    /// Totals of a roll with their probabilities.
    sums: Vec<(i32, f64)>,
    values: HashMap<Bidding, f64>,
}

impl<F: Fn(Points) -> f64> Solver<F> {
    /// Worth of a situation to the attacker; notes the best decision in it and in all that can follow.
    fn value(&mut self, now: Bidding) -> f64 {
        if let Some(value) = self.values.get(&now) {
            return *value;
        }
        let mut best = (Bid::Pass, self.value_after(now, Bid::Pass));
        for bid in [Bid::shift_for(now.attacker_next), Bid::Reroll] {
            if now.may(&self.contest.limits, bid) {
                let value = self.value_after(now, bid);
                if if now.attacker_next { value > best.1 } else { value < best.1 } {
                    best = (bid, value);
                }
            }
        }
        self.contest.plan.insert(now, best.0);
        self.values.insert(now, best.1);
        best.1
    }

    fn value_after(&mut self, now: Bidding, bid: Bid) -> f64 {
        let (target, limits) = (self.contest.target, self.contest.limits);
        let turns = exact::distribution(|mut dice| now.after(target, &limits, bid, &mut dice));
        turns
            .entries
            .into_iter()
            .map(|(turn, p)| {
                p * match turn {
                    Turn::Open(next) => self.value(next),
                    Turn::Closed { success: true, points } => (self.success)(points),
                    Turn::Closed { success: false, .. } => 0.0,
                }
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(target: i32, attacker: u8, defender: u8, rules: &Rules) -> f64 {
        let points = Points { attacker, defender };
        Contest::new(rules, target, Policy::Optimal, points, |_| 1.0).worth(points)
    }

    #[test]
    fn dp_cmd_11_the_defender_alone_shifts_a_seven_and_has_the_rest_thrown_again() {
        // 15 of 36 rolls are below 7 and are thrown again, which leaves 21 of 36.
        assert!((worth(7, 0, 1, &Rules::default()) - 15.0 / 36.0 * 21.0 / 36.0).abs() < 1e-15);
    }

    #[test]
    fn dp_cmd_08_a_gap_of_two_is_closed_only_without_the_limit() {
        let unlimited =
            Rules { limit_modify_own: Limit::Unlimited, limit_reroll_own: Limit::Times(0), ..Rules::default() };
        let limited = Rules { limit_modify_own: Limit::Times(1), ..unlimited.clone() };
        assert!((worth(5, 2, 0, &unlimited) - 21.0 / 36.0).abs() < 1e-15);
        assert!((worth(5, 2, 0, &limited) - 15.0 / 36.0).abs() < 1e-15);
    }

    #[test]
    fn dp_cmd_10_the_opponent_closes_any_gap_he_has_points_for() {
        let shifts = Rules { limit_force_reroll: Limit::Times(0), ..Rules::default() };
        assert!((worth(9, 0, 3, &shifts) - 15.0 / 36.0).abs() < 1e-15);
        let once = Rules { limit_modify_opponent: Limit::Times(1), ..shifts };
        assert!((worth(9, 0, 3, &once) - 26.0 / 36.0).abs() < 1e-15);
    }

    #[test]
    fn dp_cmd_13_a_reroll_wipes_earlier_shifts() {
        let mut dice = crate::dice::ScriptedDice::new(&[3, 4]);
        let limits = Limits::new(&Rules::default());
        let now =
            Bidding { attacker_next: true, ..Bidding::on(CpStart::Defender, 9, Points { attacker: 1, defender: 0 }) };
        let Turn::Open(next) = now.after(7, &limits, Bid::Reroll, &mut dice) else { panic!("nobody has passed twice") };
        dice.finish().unwrap();
        assert_eq!((next.total, next.points.attacker, next.attacker_next), (7, 0, false));
    }

    #[test]
    fn nobody_gains_by_points_of_the_other_side() {
        let rules = Rules::default();
        for target in 0..=13 {
            for (attacker, defender) in [(0, 0), (1, 0), (2, 1), (1, 2), (2, 2)] {
                let now = worth(target, attacker, defender, &rules);
                assert!(worth(target, attacker + 1, defender, &rules) >= now - 1e-15);
                assert!(worth(target, attacker, defender + 1, &rules) <= now + 1e-15);
            }
        }
    }
}
