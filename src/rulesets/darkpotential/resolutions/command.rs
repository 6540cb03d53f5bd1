//! `command-duel` and `command-duel-attack`: Command Points on one roll, or on two in a row.

use super::CombatResolution;
use super::inputs::{Inputs, RULES, attribute, number, some};
use crate::dice::{Dice, Resolution, Step};
use crate::game::InputDoc;
use crate::rulesets::darkpotential::bidding::{Bidding, Contest, Points, Policy, Turn};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::rules::Rules;

/// Most Command Points of a side: situations grow with their third power or so.
const MOST_POINTS: i64 = 3;

/// Points, policy and limits.
struct Purses {
    points: Points,
    policy: Policy,
    rules: Rules,
}

impl Purses {
    fn read(inputs: &mut Inputs<'_, '_, '_>) -> Self {
        let attacker = inputs.table.or("attacker-points", 0, |node| node.whole(0..=MOST_POINTS));
        let defender = inputs.table.or("defender-points", 0, |node| node.whole(0..=MOST_POINTS));
        let policies = [("optimal", Policy::Optimal), ("nudge", Policy::Nudge), ("none", Policy::None)];
        let policy = inputs.table.or("policy", Policy::Optimal, |node| node.one_of("policy", &policies));
        let mut rules = inputs.rules();
        inputs.rule("limit-modify-own", &mut rules);
        inputs.rule("limit-force-reroll", &mut rules);
        Self { points: Points { attacker, defender }, policy, rules }
    }

    fn docs() -> Vec<InputDoc> {
        let points = |name| InputDoc { name, allowed: "0 to 3", default: "0" };
        let limit = |name| InputDoc { name, allowed: "a whole number, or unlimited", default: "1" };
        vec![
            points("attacker-points"),
            points("defender-points"),
            InputDoc { name: "policy", allowed: "optimal, nudge, none", default: "optimal" },
            limit("limit-modify-own"),
            limit("limit-force-reroll"),
            RULES,
        ]
    }

    fn contest(&self, target: i32, worth: impl Fn(Points) -> f64) -> Contest {
        Contest::new(&self.rules, target, self.policy, self.points, worth)
    }
}

/// One roll.
pub(super) struct CommandDuel {
    contest: Contest,
    points: Points,
}

impl<'c> CombatResolution<'c> for CommandDuel {
    type Codex = Codex;
    const NAME: &'static str = "command-duel";
    const ABOUT: &'static str = "Command Points of both sides on one roll";
    const LABELS: &'static [&'static str] = &["success", "failure"];

    fn inputs() -> Vec<InputDoc> {
        [vec![number("target-number")], Purses::docs()].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let target = inputs.table.required("target-number", attribute);
        let purses = Purses::read(inputs);
        Some(Self { contest: purses.contest(target?, |_| 1.0), points: purses.points })
    }

    fn label(&self, success: &bool) -> usize {
        usize::from(!*success)
    }
}

impl Resolution for CommandDuel {
    /// None before the roll.
    type State = Option<Bidding>;
    type Outcome = bool;

    fn begin(&self) -> Option<Bidding> {
        None
    }

    fn step<D: Dice>(&self, now: Option<Bidding>, dice: &mut D) -> Step<Option<Bidding>, bool> {
        let Some(now) = now else { return Step::Next(Some(self.contest.open(self.points, dice))) };
        match self.contest.bid(now, dice) {
            Turn::Open(next) => Step::Next(Some(next)),
            Turn::Closed { success, .. } => Step::Done(success),
        }
    }
}

/// A hit roll and the Strength roll after it, on the same points.
pub(super) struct CommandDuelAttack {
    hit: Contest,
    /// The Strength roll, as a roll that removes the target.
    removal: Contest,
    points: Points,
}

/// Where the attack stands; before the first roll there is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rolling {
    Hit(Option<Bidding>),
    Removal(Bidding),
}

impl<'c> CombatResolution<'c> for CommandDuelAttack {
    type Codex = Codex;
    const NAME: &'static str = "command-duel-attack";
    const ABOUT: &'static str = "Command Points of both sides on a hit roll and the Strength roll after it";
    const LABELS: &'static [&'static str] = &["removed", "not-removed"];

    fn inputs() -> Vec<InputDoc> {
        let wounds = InputDoc { name: "wounds", allowed: "1 to 1000, wounds left", default: "1" };
        [vec![number("hit-target"), number("strength-target"), wounds], Purses::docs()].concat()
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let hit = inputs.table.required("hit-target", attribute);
        let strength = inputs.table.required("strength-target", attribute);
        let wounds = inputs.table.or("wounds", 1, some);
        let purses = Purses::read(inputs);
        // DP-WND-02: the margin and the base together take the wounds left; a failed roll takes none.
        let margin = (wounds as i32 - purses.rules.wounds_base as i32).max(0);
        let removal = purses.contest(strength? - margin, |_| 1.0);
        let hit = purses.contest(hit?, |left| removal.worth(left));
        Some(Self { hit, removal, points: purses.points })
    }

    fn label(&self, removed: &bool) -> usize {
        usize::from(!*removed)
    }
}

impl Resolution for CommandDuelAttack {
    type State = Rolling;
    type Outcome = bool;

    fn begin(&self) -> Rolling {
        Rolling::Hit(None)
    }

    fn step<D: Dice>(&self, now: Rolling, dice: &mut D) -> Step<Rolling, bool> {
        match now {
            Rolling::Hit(None) => Step::Next(Rolling::Hit(Some(self.hit.open(self.points, dice)))),
            Rolling::Hit(Some(now)) => match self.hit.bid(now, dice) {
                Turn::Open(next) => Step::Next(Rolling::Hit(Some(next))),
                // DP-CMD-12: a fresh sequence, on what is left.
                Turn::Closed { success: true, points } => Step::Next(Rolling::Removal(self.removal.open(points, dice))),
                Turn::Closed { success: false, .. } => Step::Done(false),
            },
            Rolling::Removal(now) => match self.removal.bid(now, dice) {
                Turn::Open(next) => Step::Next(Rolling::Removal(next)),
                Turn::Closed { success, .. } => Step::Done(success),
            },
        }
    }
}
