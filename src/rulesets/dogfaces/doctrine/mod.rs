//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | decisions of the rulebook |
//! | --- | --- |
//! | `deployment` | P-01 |
//! | `movement_phase` | P-02 |
//! | `destination` | P-03 to P-05 |
//! | `position_value` | what standing in a hex is worth, for P-03 |
//! | `overwatch` | P-06, and the arcs of P-03 |
//! | `fire` | P-07 to P-10 |
//! | `retreat` | P-11, P-12 |
//! | `target_value` | what units and results are worth |
//! | [`precomputed`] | what is known before the first turn |
//! | `survey` | what of it depends on the map |
//! | `path_costs` | what ways cost between all pairs of hexes |
//! | `expected_loss` | what attacks cost those who suffer them |
//! | `reachability` | where a unit type can get to in one turn |
//!
//! A script is deterministic. It breaks ties by unit number and by hexes as their owner sees the map, which side B sees
//! half-turned, so that the two seats play images of each other. It never surrenders (P-13): `surrender-ratio` decides.

mod deployment;
mod destination;
mod expected_loss;
mod fire;
mod movement_phase;
mod overwatch;
mod path_costs;
mod position_value;
pub mod precomputed;
mod reachability;
mod retreat;
mod survey;
mod target_value;
#[cfg(test)]
mod tests;

use crate::game::Tactics;
use fire::Salvo;
use movement_phase::MovementPhase;
use precomputed::Precomputed;
use target_value::TargetValues;

use super::choices::Choice;
use super::codex::MOST_UNITS;
use super::doctrine_book::Weights;
use super::movement::Reach;
use super::state::{Battle, Decision, NOBODY, Phase, Setup, UnitId};
use crate::dice::SeededDice;
use crate::game::{Player, Side};
use crate::tabletop::hexset::MOST_HEXES;

/// At most `N` numbers in order, the least first. They are gone through a `BATCH` at a time without a branch, for their
/// order cannot be foreseen.
#[derive(Clone, Debug)]
struct Ranks<const N: usize, const BATCH: usize> {
    /// The rest of the last batch is filled up with the greatest number.
    ranks: [u64; N],
    count: usize,
}

impl<const N: usize, const BATCH: usize> Ranks<N, BATCH> {
    const fn new() -> Self {
        assert!(N.is_multiple_of(BATCH));
        Self { ranks: [u64::MAX; N], count: 0 }
    }

    #[inline]
    fn clear(&mut self) {
        self.count = 0;
    }

    #[inline]
    fn put(&mut self, mut rank: u64) {
        let whole = self.count / BATCH * BATCH;
        if whole == self.count {
            self.ranks[whole..whole + BATCH].fill(u64::MAX);
        }
        for batch in self.ranks[..whole + BATCH].chunks_exact_mut(BATCH) {
            for known in batch {
                (*known, rank) = ((*known).min(rank), (*known).max(rank));
            }
        }
        self.count += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[u64] {
        &self.ranks[..self.count]
    }
}

/// A number whose order among whole numbers is that of a score among scores; the two zeros are alike.
#[inline]
fn ordered(score: f32) -> u32 {
    let bits = (score + 0.0).to_bits();
    bits ^ ((bits.cast_signed() >> 31).cast_unsigned() | 1 << 31)
}

/// Numbers of shooters for which the division by `thrift` is tabulated.
const PARTIES: usize = 16;

/// A player that goes by the weights of a doctrine. Its buffers are reused from phase to phase and game to game.
#[derive(Clone, Debug)]
pub struct ScriptedPlayer<'s> {
    precomputed: &'s Precomputed,
    /// The doctrine.
    weights: Weights,
    /// What has become of it in the course of the game: see [`movement_phase`].
    mood: Weights,
    /// What it does without.
    without: Tactics,
    /// Units alive on both sides, and since when.
    living: (u32, u16),
    /// Number of shooters to the power `thrift`.
    thrift: [f32; PARTIES],
    /// The phase that has been planned: its turn, whose it is, and who decides.
    stage: Option<(u16, Phase, Side, Side)>,
    /// The order of set-up.
    line_up: [UnitId; MOST_UNITS],
    /// During set-up: how many enemies may fire at each hex before a unit there has moved.
    first_strike: [u8; MOST_HEXES],
    manoeuvre: MovementPhase,
    /// The attack being carried out.
    salvo: Salvo,
    /// The best attack on each enemy.
    plans: [Salvo; MOST_UNITS],
    reach: Reach,
    /// The search that keeps out of the arcs of enemy watchers.
    detours: Reach,
    target_values: TargetValues<'s>,
}

/// By the number of shooters less one: that number to the power `thrift`.
fn thrift(weights: &Weights) -> [f32; PARTIES] {
    std::array::from_fn(|others| libm::pow(others as f64 + 1.0, f64::from(weights.thrift)) as f32)
}

impl<'s> ScriptedPlayer<'s> {
    /// A player of a doctrine on a table of which this was precomputed.
    #[must_use]
    pub fn new(setup: &'s Setup, precomputed: &'s Precomputed, weights: Weights) -> Self {
        Self {
            precomputed,
            weights,
            mood: weights,
            without: Tactics::NONE,
            living: (0, 0),
            thrift: thrift(&weights),
            stage: None,
            line_up: [NOBODY; MOST_UNITS],
            first_strike: [0; MOST_HEXES],
            manoeuvre: MovementPhase::new(&weights),
            salvo: Salvo::NONE,
            plans: [Salvo::NONE; MOST_UNITS],
            reach: Reach::new(),
            detours: Reach::new(),
            target_values: TargetValues::new(precomputed, setup, &weights),
        }
    }

    /// Goes by other weights from now on.
    pub fn retune(&mut self, setup: &Setup, weights: Weights) {
        (self.weights, self.mood, self.thrift) = (weights, weights, thrift(&weights));
        self.manoeuvre.retune(&weights);
        self.target_values.retune(self.precomputed, setup, &weights);
    }

    /// Whether this is a phase that has not been planned yet; notes that it is now.
    fn enter(&mut self, battle: &Battle<'s>) -> bool {
        let stage = Some((battle.turn, battle.phase, battle.active, battle.decider));
        std::mem::replace(&mut self.stage, stage) != stage
    }
}

impl<'s> Player<Battle<'s>> for ScriptedPlayer<'s> {
    fn choose(&mut self, battle: &Battle<'s>, _chance: &mut SeededDice) -> Choice {
        match battle.decision {
            Decision::Deploy => self.set_up(battle),
            Decision::Move => self.manoeuvre(battle),
            Decision::React => self.react(battle),
            Decision::Attack => self.attack(battle),
            Decision::Stand => self.stand(battle),
            Decision::Retreat => self.retreat(battle),
            Decision::Proceed => Choice::Proceed,
            Decision::Recover | Decision::Nothing => Choice::Recover,
        }
    }

    fn restart(&mut self) {
        (self.stage, self.mood, self.living) = (None, self.weights, (0, 0));
        // Whoever takes over in the midst of an attack lets it go as it was declared.
        self.salvo = Salvo::NONE;
        self.target_values.restart();
    }

    /// How long nobody has been removed is known to whoever takes over, and an attack that is being declared is carried on.
    fn take_over(&mut self, from: &Self) {
        if (self.weights, self.without) == (from.weights, from.without) {
            self.clone_from(from);
        } else {
            self.join_against(from);
            self.salvo = from.salvo;
        }
    }

    /// How long nobody has been removed is the same to both sides.
    fn join_against(&mut self, enemy: &Self) {
        self.restart();
        self.living = enemy.living;
    }

    fn do_without(&mut self, tactics: Tactics) {
        self.without = tactics;
    }
}
