//! The best response of a doctrine's weights: how much better the same list could play against a given enemy.
//!
//! First every doctrine of the book plays the list, unless the search is told where to begin; from the best of them
//! [`CmaSearch`] goes on over the numbers of its weights ([`space`]). All candidates of a generation meet the same tables and
//! dice, and plainly worse ones are dropped early ([`race`]). What is noisy is ranked, not believed: of what the search ends
//! with, the best on other pairs is taken, and its figure comes from pairs that nothing was chosen by, beside that of the doctrine
//! that the list follows by itself. The result is the same for any number of threads.

mod arena;
mod race;
mod space;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::search_arena::SearchArena;
use super::{Plan, Progress, RunError};
use crate::analysis::special::normal_quantile;
use crate::analysis::{CmaPoint, CmaSearch, Score};
use crate::dice::{Address, Purpose, Seat, SeededDice};
use crate::game::{Diagnostic, Diagnostics, Ruleset, WeighedDoctrine, WeightDoc};
use crate::outcomes::CellKey;

use arena::{Contestant, results_of};
use race::race;
use space::SearchSpace;

/// Standard deviation with which a search begins: between a third of a weight's usual size and twice as much.
const FIRST_STEP: f64 = 0.4;

/// A search whose distribution has become narrower than this along every axis has nothing more to find: a hundredth of a
/// weight's usual size.
const LAST_REACH: f64 = 0.01;

/// Pairs by which the doctrine to begin from is chosen, and one of what a search ends with, against those of an evaluation.
const CHOICE_PAIRS: u64 = 4;

/// Confidence of intervals.
const CONFIDENCE: f64 = 0.95;

/// How a best response is searched for.
#[derive(Clone, Copy)]
pub struct TuneConditions<'a> {
    /// The doctrine to begin from; the best of the book, as it is found to be, when none.
    pub start: Option<&'a str>,
    /// Sets of weights that are tried at most, doctrines of the book among them.
    pub evaluations: u64,
    /// Pairs of games that a set of weights plays at most, over all settings.
    pub pairs: u64,
    /// Pairs of games of the final figures, over all settings.
    pub fresh_pairs: u64,
    /// Raised when the search is to end; final figures are played all the same.
    pub abort: &'a AtomicBool,
    /// Told how far it has come.
    pub watch: &'a (dyn Fn(&Progress) + Sync),
}

/// What a figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// The doctrine that the list follows by itself.
    Usual,
    /// The doctrine that the search began from.
    Start,
    /// The weights that were found.
    Found,
}

/// A score on pairs by which nothing was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Whose.
    pub of: Contender,
    /// Over all settings, each with as many pairs.
    pub score: Score,
    /// In each setting.
    pub by_setting: Vec<Score>,
}

/// A weight before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightChange {
    /// The weight.
    pub weight: WeightDoc,
    /// Number of the doctrine that the search began from.
    pub start: f64,
    /// Number found.
    pub found: f64,
    /// Their distance as the search measures it: logarithmic above the usual size of the weight, in shares of it below.
    pub distance: f64,
}

/// What became of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The settings in which was played: the list under its usual doctrine against an enemy.
    pub settings: Vec<CellKey>,
    /// The doctrine that the list follows by itself.
    pub usual: String,
    /// The doctrine that the search began from.
    pub start: String,
    /// The weights found; name and line are those of the start.
    pub found: WeighedDoctrine,
    /// All weights, the one that was moved farthest first.
    pub changes: Vec<WeightChange>,
    /// Final figures: the usual doctrine, the start where it is another, what was found where it is another.
    pub figures: Vec<Figure>,
    /// Sets of weights that were tried.
    pub evaluations: u64,
    /// Generations of the search.
    pub generations: u64,
    /// Games that were played, those of the final figures included.
    pub games: u64,
    /// Seed of the final figures: `compare` with it plays them again.
    pub fresh_seed: u64,
    /// Whether the search was told to end.
    pub interrupted: bool,
}

impl Tuned {
    /// The figure of a contender; of the start or of what was found where it is the doctrine before.
    #[must_use]
    pub fn figure(&self, of: Contender) -> &Figure {
        let upto = |contender| match contender {
            Contender::Usual => 0,
            Contender::Start => 1,
            Contender::Found => 2,
        };
        let known = self.figures.iter().rev().find(|figure| upto(figure.of) <= upto(of));
        known.expect("the usual doctrine always has a figure")
    }
}

/// Searches for the weights with which the first-named list of a plan does best in its cells, the second-named one playing as
/// they say.
///
/// # Errors
/// Cells that cannot be played; a doctrine to begin from that is unknown or has no weights.
pub fn tune(plan: &Plan, ruleset: &dyn Ruleset, conditions: &TuneConditions<'_>) -> Result<Tuned, RunError> {
    let first = plan.cells.first().ok_or_else(|| RunError::Work("there is nothing to play".to_owned()))?;
    let usual = first.key.doctrine_a.clone();
    let book = ruleset.weighed_doctrines(&first.setup.doctrine_book)?;
    let named = |name: &str| {
        let names = book.iter().map(|doctrine| doctrine.name.as_str());
        let known = book.iter().find(|doctrine| doctrine.name == name);
        known.ok_or_else(|| Diagnostic::unknown("doctrine with weights", name, names))
    };
    let usual_doctrine = named(&usual).map_err(|diagnostic| vec![diagnostic.within("command line")])?;
    let beginnings: Vec<&WeighedDoctrine> = match conditions.start {
        Some(start) => vec![named(start).map_err(|diagnostic| vec![diagnostic.within("--start")])?],
        None => {
            let others = book.iter().filter(|doctrine| doctrine.name != usual);
            std::iter::once(usual_doctrine).chain(others).take(conditions.evaluations as usize).collect()
        }
    };
    let arena = SearchArena::new(plan, ruleset);
    let mut search = Search::new(&arena, conditions);

    let contestants: Vec<Contestant> = beginnings
        .iter()
        .map(|doctrine| Contestant::of(&arena, doctrine, plan.seed))
        .collect::<Result<_, Diagnostics>>()?;
    let best = search.beginning(&contestants);
    let start = beginnings[best];
    let space = SearchSpace::new(ruleset.weights(), &book);
    let found = search.improve(start, &contestants[best], &space)?;
    let changes = space.changes(&start.numbers, &found.numbers);

    let fresh_seed = following(plan.seed);
    let mut contenders = vec![(Contender::Usual, usual_doctrine)];
    for (of, doctrine) in [(Contender::Start, start), (Contender::Found, &found)] {
        let last = contenders[contenders.len() - 1].1;
        if (&doctrine.numbers, &doctrine.words) != (&last.numbers, &last.words) {
            contenders.push((of, doctrine));
        }
    }
    let figures =
        contenders.iter().map(|(of, doctrine)| search.figure(*of, doctrine, fresh_seed)).collect::<Result<_, _>>()?;
    Ok(Tuned {
        settings: plan.cells.iter().map(|cell| cell.key.clone()).collect(),
        usual,
        start: start.name.clone(),
        found,
        changes,
        figures,
        evaluations: search.evaluations,
        generations: search.generations,
        games: search.arena.games(),
        fresh_seed,
        interrupted: search.is_over(),
    })
}

/// The seed of the final figures of a search with another.
pub(super) fn following(seed: u64) -> u64 {
    if seed < i64::MAX as u64 { seed + 1 } else { 0 }
}

/// A search under way.
struct Search<'a> {
    arena: &'a SearchArena<'a>,
    conditions: &'a TuneConditions<'a>,
    /// Pairs of an evaluation in each setting.
    rounds: u64,
    /// Races that were run: each has pairs of its own.
    races: u64,
    evaluations: u64,
    generations: u64,
    began: Instant,
}

impl<'a> Search<'a> {
    fn new(arena: &'a SearchArena<'a>, conditions: &'a TuneConditions<'a>) -> Self {
        let rounds = conditions.pairs.div_ceil(arena.settings()).max(1);
        Self { arena, conditions, rounds, races: 0, evaluations: 0, generations: 0, began: Instant::now() }
    }

    fn is_over(&self) -> bool {
        self.conditions.abort.load(Ordering::Relaxed)
    }

    /// Ranks new sets of weights: their places, the best first, with their scores. None when the search is told to end.
    fn rank(&mut self, contestants: &[Contestant], keep: usize) -> Option<Vec<(usize, f64)>> {
        self.evaluations += contestants.len() as u64;
        let ranked = self.race(contestants, keep, self.rounds);
        self.tell();
        ranked
    }

    /// The place of the doctrine to begin from. A lucky one would lead the search astray: it takes as many pairs as the choice
    /// at the end.
    fn beginning(&mut self, contestants: &[Contestant]) -> usize {
        self.evaluations += contestants.len() as u64;
        if contestants.len() == 1 {
            return 0;
        }
        let ranked = self.race(contestants, 1, CHOICE_PAIRS * self.rounds);
        self.tell();
        ranked.map_or(0, |ranked| ranked[0].0)
    }

    fn race(&mut self, contestants: &[Contestant], keep: usize, rounds: u64) -> Option<Vec<(usize, f64)>> {
        let first_pair = self.races << 32;
        self.races += 1;
        race(self.arena, contestants, keep, first_pair..first_pair + rounds, self.conditions.abort)
    }

    fn tell(&self) {
        let TuneConditions { evaluations, fresh_pairs, watch, .. } = *self.conditions;
        let games = self.arena.games();
        let left = evaluations.saturating_sub(self.evaluations);
        // Final figures are those of two doctrines, most of the time.
        let expected = games + left * games / self.evaluations.max(1) + 4 * fresh_pairs;
        watch(&Progress {
            engagements: games,
            expected,
            cells_complete: self.evaluations as usize,
            cells: evaluations as usize,
            engagements_per_second: games as f64 / self.began.elapsed().as_secs_f64().max(1e-9),
        });
    }

    /// The best weights that are found from a doctrine on.
    fn improve(
        &mut self,
        start: &WeighedDoctrine,
        base: &Contestant,
        space: &SearchSpace,
    ) -> Result<WeighedDoctrine, RunError> {
        let impossible = |error| RunError::Work(format!("the search came to an impossible point: {error}"));
        let weighed = |numbers: &[f64]| {
            base.with_weights(numbers)
                .ok_or_else(|| RunError::Work(format!("`{}` has no weights to search", start.name)))
        };
        let mut cma = CmaSearch::new(&space.point(&start.numbers), FIRST_STEP, &space.limits()).map_err(impossible)?;
        let mut dice = sampling_dice(self.arena.seed());
        let mut ends: Vec<Vec<f64>> = vec![start.numbers.clone()];
        let mut record: Option<(f64, Vec<f64>)> = None;
        let mut last_best = None;
        while self.evaluations + cma.population() as u64 <= self.conditions.evaluations && cma.reach() > LAST_REACH {
            let points = cma.ask(|| normal(&mut dice));
            let numbers: Vec<Vec<f64>> = points.iter().map(|point| space.numbers(&point.coordinates)).collect();
            let contestants = numbers.iter().map(|numbers| weighed(numbers)).collect::<Result<Vec<_>, _>>()?;
            let Some(ranked) = self.rank(&contestants, cma.parents()) else { break };
            let order: Vec<&CmaPoint> = ranked.iter().map(|(place, _)| &points[*place]).collect();
            cma.tell(&order).map_err(impossible)?;
            self.generations += 1;
            let (best, score) = ranked[0];
            if record.as_ref().is_none_or(|(least, _)| score > *least) {
                record = Some((score, numbers[best].clone()));
            }
            last_best = Some(numbers[best].clone());
        }
        if self.generations > 0 {
            let others = [Some(space.numbers(&cma.centre())), last_best, record.map(|(_, numbers)| numbers)];
            ends.extend(others.into_iter().flatten().map(|numbers| space.rounded(&numbers)));
            ends.dedup();
        }
        let chosen = if ends.len() > 1 && !self.is_over() {
            let contestants = ends.iter().map(|numbers| weighed(numbers)).collect::<Result<Vec<_>, _>>()?;
            self.race(&contestants, 1, CHOICE_PAIRS * self.rounds).map_or(0, |ranked| ranked[0].0)
        } else {
            // Broken off: the centre is the best guess where there was a generation.
            ends.len().min(2) - 1
        };
        Ok(WeighedDoctrine { numbers: ends.swap_remove(chosen), ..start.clone() })
    }

    /// What a doctrine scores on fresh seeds.
    fn figure(&self, of: Contender, doctrine: &WeighedDoctrine, seed: u64) -> Result<Figure, RunError> {
        let rounds = self.conditions.fresh_pairs.div_ceil(self.arena.settings()).max(1);
        let base = Contestant::of(self.arena, doctrine, seed)?;
        let contestant = base.with_weights(&doctrine.numbers).unwrap_or(base);
        let results = results_of(self.arena, &[&contestant], seed, 0..rounds).swap_remove(0);
        let score = |counts: [u64; 5]| {
            Score::from_counts(&counts, CONFIDENCE).map_err(|error| RunError::Work(format!("no score: {error}")))
        };
        let counts = |quarters: &[u8]| {
            let mut counts = [0; 5];
            quarters.iter().for_each(|quarter| counts[usize::from(*quarter)] += 1);
            counts
        };
        let by_setting = results.iter().map(|quarters| score(counts(quarters))).collect::<Result<_, _>>()?;
        Ok(Figure { of, score: score(counts(&results.concat()))?, by_setting })
    }
}

/// The dice by which a search draws its points: those of a cell that no plan has.
fn sampling_dice(seed: u64) -> SeededDice {
    Address { seed, cell: u64::MAX, pair: 0 }.open(Seat::Environment, Purpose::Script, 0)
}

/// A standard normal number, from a fraction of 52 bits.
fn normal(dice: &mut SeededDice) -> f64 {
    normal_quantile(((dice.word() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64)
}
