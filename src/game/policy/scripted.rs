//! A scripted player: a policy from what a game writes, its candidates and the terms of their worth.

use super::best_first::BestFirst;
use super::move_cache::{Learning, MoveCache, Slot};
use crate::dice::SeededDice;
use crate::game::{Game, Player, Side};

/// Says of what an observation depends: while it is the same, what was thought still holds.
pub type Stamp = u64;

/// What a game writes to have a scripted player.
///
/// A decision goes like this. [`observe`](Self::observe) takes one view of the game. For every unit whose stamp has changed,
/// [`most`](Self::most) bounds what it may gain by a move; units are thought out in the order of what they may gain, until
/// the best is known: [`candidates`](Self::candidates) with an upper bound each, [`terms`](Self::terms) and
/// [`weigh`](Self::weigh) for those that may be the best, and last of all [`choice`](Self::choice), which knows what is
/// legal. Where no move gains enough, or the decision is another one, [`otherwise`](Self::otherwise) decides.
pub trait Evaluation<G: Game> {
    /// Where a unit may go, or what it may do.
    type Place: Copy;
    /// What a candidate is made of: dealt, taken, cover, progress, and so on, not weighed yet.
    type Terms: Copy;

    /// Takes a view of the game for `side`. Says whether moves are to be chosen now.
    fn observe(&mut self, game: &G, side: Side) -> bool;

    /// Shows the numbers of the units that may move now, below the player's `UNITS`, each with the stamp of everything
    /// that its best move depends on.
    fn units(&self, game: &G, show: &mut impl FnMut(usize, Stamp));

    /// The most that a unit may gain by a move over staying as it is.
    fn most(&self, unit: usize) -> f64;

    /// What it is worth to a unit to stay as it is.
    fn stay(&self, unit: usize) -> f64;

    /// Shows the candidates of a unit, each with an upper bound of its worth.
    fn candidates(&self, unit: usize, show: &mut impl FnMut(Self::Place, f64));

    /// The exact terms of a candidate.
    fn terms(&self, unit: usize, place: Self::Place) -> Self::Terms;

    /// What terms are worth by the weights of the doctrine: no more than the bound that was shown.
    fn weigh(&self, terms: &Self::Terms) -> f64;

    /// The choice that carries a candidate out; none where it is not legal.
    fn choice(&self, game: &G, unit: usize, place: Self::Place) -> Option<G::Choice>;

    /// What is chosen where no move gains enough, and at all other decisions. `chance` is the player's own stream.
    fn otherwise(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice;
}

/// A player that moves by an [`Evaluation`]: at most `UNITS` units a side, up to 128, and `PLACES` candidates each.
#[derive(Clone, Debug)]
pub struct ScriptedPlayer<E, G: Game, const UNITS: usize, const PLACES: usize> {
    /// The candidates and terms of the game.
    pub evaluation: E,
    cache: MoveCache<G::Choice, 1, UNITS>,
    stamps: [Stamp; UNITS],
}

impl<E: Evaluation<G>, G: Game, const UNITS: usize, const PLACES: usize> ScriptedPlayer<E, G, UNITS, PLACES> {
    /// A player whose moves gain more than `least`.
    #[must_use]
    pub fn new(evaluation: E, learning: Learning, least: f64) -> Self {
        Self { evaluation, cache: MoveCache::new([1.0], learning, least), stamps: [0; UNITS] }
    }

    /// Forgets of the units what does not hold any more, and bounds what they may gain.
    fn look(&mut self, game: &G) {
        let Self { evaluation, cache, stamps } = self;
        let mut movable: u128 = 0;
        evaluation.units(game, &mut |unit, stamp| {
            movable |= 1 << unit;
            if !cache.knows((0, unit)) || stamps[unit] != stamp {
                cache.hope((0, unit), evaluation.most(unit));
                stamps[unit] = stamp;
            }
        });
        for unit in (0..UNITS).filter(|unit| movable & 1 << unit == 0) {
            cache.drop_idea((0, unit));
        }
    }
}

/// The best legal move of a unit, with its gain, if that exceeds `least`; else the most that any gains.
fn think_out<E: Evaluation<G>, G: Game, const PLACES: usize>(
    evaluation: &E,
    game: &G,
    unit: usize,
    least: f64,
) -> Result<(f64, G::Choice), f64> {
    let stay = evaluation.stay(unit);
    let mut list: BestFirst<E::Place, PLACES> = BestFirst::new(stay + least);
    evaluation.candidates(unit, &mut |place, bound| list.put(place, bound));
    while let Some((place, worth)) = list.next_best(|place| evaluation.weigh(&evaluation.terms(unit, *place))) {
        if let Some(choice) = evaluation.choice(game, unit, place) {
            return Ok((worth - stay, choice));
        }
    }
    Err(list.rest() - stay)
}

impl<E: Evaluation<G>, G: Game, const UNITS: usize, const PLACES: usize> Player<G>
    for ScriptedPlayer<E, G, UNITS, PLACES>
{
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        let side = game.to_choose().expect("somebody is to choose");
        if self.evaluation.observe(game, side) {
            self.look(game);
            let Self { evaluation, cache, .. } = self;
            let think = |(_, unit): Slot, least| think_out::<E, G, PLACES>(evaluation, game, unit, least);
            if let Some((_, choice)) = cache.best(|_| true, think) {
                return choice;
            }
        }
        self.evaluation.otherwise(game, chance)
    }

    fn restart(&mut self) {
        self.cache.restart();
    }
}
