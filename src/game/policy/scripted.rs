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
/// [`most`](Self::most) bounds what it may gain by a move; of those of the lowest [`rank`](Self::rank), units are thought out
/// in the order of what they may gain, until the best is known: [`stay`](Self::stay), [`candidates`](Self::candidates) with
/// an upper bound each, [`terms`](Self::terms) and [`weigh`](Self::weigh) for those that may be the best, and last of all
/// [`choice`](Self::choice), which knows what is legal. Where none of a rank gains enough, the next rank is asked; where no
/// move does, or the decision is another one, [`otherwise`](Self::otherwise) decides.
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

    /// Place of a unit in the order of moves: whoever has a lower one moves first, whatever it gains.
    fn rank(&self, unit: usize) -> usize {
        let _ = unit;
        0
    }

    /// The most that a unit may gain by a move over staying as it is.
    fn most(&self, unit: usize) -> f64;

    /// What it is worth to a unit to stay as it is. It is asked first of all of a unit that is thought out, so that what all
    /// its candidates have in common can be worked out here.
    fn stay(&mut self, game: &G, unit: usize) -> f64;

    /// Shows the candidates of a unit, each with an upper bound of its worth.
    fn candidates(&mut self, game: &G, unit: usize, show: &mut impl FnMut(Self::Place, f64));

    /// The exact terms of a candidate.
    fn terms(&mut self, game: &G, unit: usize, place: Self::Place) -> Self::Terms;

    /// What terms are worth by the weights of the doctrine: no more than the bound that was shown.
    fn weigh(&self, terms: &Self::Terms) -> f64;

    /// The choice that carries a candidate out; none where it is not legal.
    fn choice(&self, game: &G, unit: usize, place: Self::Place) -> Option<G::Choice>;

    /// What is chosen where no move gains enough, and at all other decisions. `chance` is the player's own stream.
    fn otherwise(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice;
}

/// The moves `C` of an [`Evaluation`], from decision to decision: at most `UNITS` units a side, up to 128, and `PLACES`
/// candidates each.
#[derive(Clone, Debug)]
pub struct Moves<C, const UNITS: usize, const PLACES: usize> {
    cache: MoveCache<C, 1, UNITS>,
    stamps: [Stamp; UNITS],
}

impl<C: Copy, const UNITS: usize, const PLACES: usize> Moves<C, UNITS, PLACES> {
    /// No moves yet; one has to gain more than `least`.
    #[must_use]
    pub fn new(learning: Learning, least: f64) -> Self {
        Self { cache: MoveCache::new([1.0], learning, least), stamps: [0; UNITS] }
    }

    /// Forgets the last game.
    pub fn restart(&mut self) {
        self.cache.restart();
    }

    /// The move to make next, if any gains enough.
    pub fn next<G: Game<Choice = C>, E: Evaluation<G>>(&mut self, evaluation: &mut E, game: &G) -> Option<C> {
        let movable = self.look(evaluation, game);
        let (mut left, mut thought_anew) = (movable, 0_u128);
        while left != 0 {
            // Everybody of the lowest rank that has not been asked yet.
            let (mut asked, mut lowest) = (0_u128, usize::MAX);
            let mut units = left;
            while units != 0 {
                let unit = units.trailing_zeros() as usize;
                units &= units - 1;
                let rank = evaluation.rank(unit);
                if rank < lowest {
                    (asked, lowest) = (0, rank);
                }
                if rank == lowest {
                    asked |= 1 << unit;
                }
            }
            left &= !asked;
            loop {
                let think = |(_, unit): Slot, least| think_out::<E, G, PLACES>(evaluation, game, unit, least);
                let Some((_, choice)) = self.cache.best_of([asked], |_| true, think) else { break };
                if game.check(choice).is_ok() {
                    return Some(choice);
                }
                // It was thought of before somebody came into its way.
                let Some(slot) = self.cache.take_chosen() else { break };
                if thought_anew & 1 << slot.1 == 0 {
                    thought_anew |= 1 << slot.1;
                    self.cache.hope(slot, evaluation.most(slot.1));
                } else {
                    self.cache.refuse(slot);
                }
            }
        }
        None
    }

    /// Forgets of the units what does not hold any more, and bounds what they may gain. Gives who may move.
    fn look<G: Game<Choice = C>, E: Evaluation<G>>(&mut self, evaluation: &E, game: &G) -> u128 {
        let Self { cache, stamps } = self;
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
        movable
    }
}

/// A player that moves by an [`Evaluation`].
#[derive(Clone, Debug)]
pub struct ScriptedPlayer<E, G: Game, const UNITS: usize, const PLACES: usize> {
    /// The candidates and terms of the game.
    pub evaluation: E,
    moves: Moves<G::Choice, UNITS, PLACES>,
}

impl<E: Evaluation<G>, G: Game, const UNITS: usize, const PLACES: usize> ScriptedPlayer<E, G, UNITS, PLACES> {
    /// A player whose moves gain more than `least`.
    #[must_use]
    pub fn new(evaluation: E, learning: Learning, least: f64) -> Self {
        Self { evaluation, moves: Moves::new(learning, least) }
    }
}

/// The best legal move of a unit, with its gain, if that exceeds `least`; else the most that any gains.
fn think_out<E: Evaluation<G>, G: Game, const PLACES: usize>(
    evaluation: &mut E,
    game: &G,
    unit: usize,
    least: f64,
) -> Result<(f64, G::Choice), f64> {
    let stay = evaluation.stay(game, unit);
    let mut list: BestFirst<E::Place, PLACES> = BestFirst::new(stay + least);
    evaluation.candidates(game, unit, &mut |place, bound| list.put(place, bound));
    while let Some((place, worth)) = list.next_best(|place| {
        let terms = evaluation.terms(game, unit, *place);
        evaluation.weigh(&terms)
    }) {
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
        if self.evaluation.observe(game, side)
            && let Some(choice) = self.moves.next(&mut self.evaluation, game)
        {
            return choice;
        }
        self.evaluation.otherwise(game, chance)
    }

    fn restart(&mut self) {
        self.moves.restart();
    }
}
