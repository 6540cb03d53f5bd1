//! Claims about play: the games of a file of claims, and what they say of each.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::spec::{Claim, ClaimBook, Expectation, Measure};
use super::{FileLookup, Plan, Progress, Stop};
use crate::analysis::special::student_two_sided;
use crate::analysis::{self, Interval, Score};
use crate::game::{Diagnostic, Diagnostics, GameView, ResultSink, Ruleset, Seats, Simulator};
use crate::outcomes::CellKey;

/// Confidence of the intervals by which claims are judged.
const CONFIDENCE: f64 = 0.95;

/// What a claim's games say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The interval lies within what is expected.
    Holds,
    /// The interval lies outside of it.
    Fails,
    /// Neither.
    Open,
}

/// What was measured, and what it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// A share, or for a change the difference of two.
    pub value: f64,
    /// Its 95% interval.
    pub interval: Interval,
    /// What it says of the claim.
    pub answer: Answer,
}

/// One claim in one setting, as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimResult {
    /// The claim's place in its file.
    pub claim: usize,
    /// The setting.
    pub key: CellKey,
    /// Pairs of games; for a change as many were played with it and without.
    pub pairs: u64,
    /// What they say.
    pub finding: Finding,
    /// Why it is known to fail here, if it is.
    pub known_gap: Option<String>,
}

/// The results of the first-named list in the games of a pair, from the first seat and from the second: 0 lost, 1 drew,
/// 2 won.
pub(super) type PairResults = [u8; 2];

/// A file of claims with nothing left to look up, and its games made ready.
pub struct ClaimPlan<'a> {
    book: &'a ClaimBook,
    seed: u64,
    /// A plan for each claim, with a simulator for each of its cells.
    plans: Vec<(Plan, Vec<Box<dyn Simulator>>)>,
}

impl<'a> ClaimPlan<'a> {
    /// Looks up everything that a file of claims names, files in `folders` as [`FileLookup`] has it, and makes the games of
    /// all claims ready.
    ///
    /// # Errors
    /// Everything wrong with the claims, at its place.
    pub fn new(book: &'a ClaimBook, ruleset: &dyn Ruleset, folders: Vec<PathBuf>) -> Result<Self, Diagnostics> {
        let name = &book.source.name;
        let mut diagnostics: Diagnostics =
            book.lists.iter().filter_map(|list| list.check(ruleset).err()).flatten().collect();
        diagnostics = diagnostics.into_iter().map(|diagnostic| diagnostic.within(name)).collect();
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let lists = book.lists.iter().map(|list| list.source.clone()).collect();
        let library = FileLookup::new(ruleset, folders).with_armies(lists);
        let mut plans = Vec::with_capacity(book.claims.len());
        for claim in &book.claims {
            match Plan::resolve(&claim.spec, ruleset, &library) {
                Ok(plan) => plans.push(plan),
                Err(found) => diagnostics.extend(
                    found.into_iter().filter(|diagnostic| !diagnostics.contains(diagnostic)).collect::<Vec<_>>(),
                ),
            }
        }
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        for (claim, plan) in book.claims.iter().zip(&plans) {
            diagnostics.extend(unknown_gaps(claim, plan).map(|diagnostic| diagnostic.within(name)));
        }
        let ready: Vec<_> =
            plans.into_par_iter().map(|plan| plan.prepare(ruleset).map(|games| (plan, games))).collect();
        let mut plans = Vec::with_capacity(ready.len());
        for (claim, ready) in book.claims.iter().zip(ready) {
            match ready {
                Ok(plan) => plans.push(plan),
                // What is wrong is wrong with the lists together, or with the table: the claim is the place to look at.
                Err(found) => diagnostics.extend(found.into_iter().map(|mut diagnostic| {
                    diagnostic.source.clear();
                    diagnostic.span = None;
                    claim.name.locate(diagnostic).within(name)
                })),
            }
        }
        let seed = book.claims.first().map_or(0, |claim| claim.spec.seed);
        if diagnostics.is_empty() { Ok(Self { book, seed, plans }) } else { Err(diagnostics) }
    }

    /// Seed of all chance, unless [`play`](Self::play) is given another.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Settings in which claims are played.
    #[must_use]
    pub fn settings(&self) -> usize {
        let settings = |(claim, (plan, _)): (&Claim, &(Plan, _))| plan.cells.len() / games_of(claim);
        self.book.claims.iter().zip(&self.plans).map(settings).sum()
    }

    /// Plays all claims, on all threads of the present rayon pool: `pairs` pairs for each in each setting, or as many as the
    /// file says. `watch` is told how far it has come. The results are the same for any number of threads.
    #[must_use]
    pub fn play(&self, seed: Option<u64>, pairs: Option<u64>, watch: &(dyn Fn(&Progress) + Sync)) -> Vec<ClaimResult> {
        let seed = seed.unwrap_or(self.seed);
        let cells: Vec<_> = self
            .plans
            .iter()
            .flat_map(|(plan, games)| {
                let pairs = pairs.unwrap_or(if let Stop::Pairs(n) = plan.stop { n } else { plan.stop.most() });
                (0..).zip(games).map(move |(number, game)| (plan.luck_of(number), game, pairs))
            })
            .collect();
        let blocks: Vec<_> = (0..cells.len())
            .flat_map(|cell| {
                let (_, game, pairs) = &cells[cell];
                let block = game.block();
                (0..pairs.div_ceil(block)).map(move |n| (cell, n * block..((n + 1) * block).min(*pairs)))
            })
            .collect();
        let expected = cells.iter().map(|(_, _, pairs)| 2 * pairs).sum();
        let (done, began) = (AtomicU64::new(0), Instant::now());
        let played: Vec<(usize, Vec<PairResults>)> = blocks
            .into_par_iter()
            .map(|(cell, pairs)| {
                let (luck, game, _) = &cells[cell];
                let mut sink = PairSink::default();
                game.play(seed, *luck, pairs, &mut sink);
                let more = 2 * sink.0.len() as u64;
                let engagements = more + done.fetch_add(more, Ordering::Relaxed);
                watch(&Progress {
                    engagements,
                    expected,
                    cells_complete: cell,
                    cells: cells.len(),
                    engagements_per_second: engagements as f64 / began.elapsed().as_secs_f64(),
                });
                (cell, sink.0)
            })
            .collect();
        let mut by_cell = vec![Vec::new(); cells.len()];
        for (cell, results) in played {
            by_cell[cell].extend(results);
        }
        self.judge(by_cell)
    }

    /// Judges all claims by the results of their cells, in order.
    fn judge(&self, results: Vec<Vec<PairResults>>) -> Vec<ClaimResult> {
        let mut results = results.into_iter();
        let mut judged = Vec::new();
        for (number, (claim, (plan, games))) in self.book.claims.iter().zip(&self.plans).enumerate() {
            let own: Vec<_> = results.by_ref().take(plan.cells.len()).collect();
            let settings = plan.cells.len() / games_of(claim);
            for (place, cell) in plan.cells.iter().take(settings).enumerate() {
                // The cells of a change stand behind those without, in the same order.
                let changed = own.get(place + settings);
                let of_first_seat = match games[place].seats() {
                    Seats::Exchanged => of_first_seat,
                    Seats::Kept => of_list,
                };
                let changed = changed.map(Vec::as_slice);
                let Ok(finding) = find(&claim.expectation, &own[place], changed, of_first_seat) else { continue };
                let here =
                    |gap: &Option<_>| gap.as_ref().is_none_or(|name: &super::Written| is_in(&name.text, &cell.key));
                let known_gap = claim.known_gaps.iter().find(|(gap, _)| here(gap)).map(|(_, reason)| reason.clone());
                let pairs = own[place].len() as u64;
                judged.push(ClaimResult { claim: number, key: cell.key.clone(), pairs, finding, known_gap });
            }
        }
        judged
    }
}

/// Cells that a setting takes: two where a change is played against the game as it is.
fn games_of(claim: &Claim) -> usize {
    if claim.expectation.measure.compares() { 2 } else { 1 }
}

fn is_in(name: &str, key: &CellKey) -> bool {
    [&key.scenario, &key.battlefield].contains(&&name.to_owned())
}

/// Known gaps that name no scenario and no battlefield of their claim.
fn unknown_gaps<'c>(claim: &'c Claim, plan: &'c Plan) -> impl Iterator<Item = Diagnostic> + 'c {
    let mut names: Vec<&str> = Vec::new();
    for cell in &plan.cells {
        for name in [cell.key.scenario.as_str(), cell.key.battlefield.as_str()] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let unknown = |name: &super::Written| {
        let known = names.contains(&name.text.as_str());
        (!known).then(|| name.locate(Diagnostic::unknown("scenario or battlefield of this claim", &name.text, &names)))
    };
    let diagnostics: Vec<_> = claim.known_gaps.iter().filter_map(|(name, _)| name.as_ref().and_then(unknown)).collect();
    diagnostics.into_iter()
}

/// Quarters of a pair that the first-named list won.
pub(super) fn of_list([first, second]: &PairResults) -> u8 {
    first + second
}

/// Quarters of a pair that the first seat won, where lists change seats.
fn of_first_seat([first, second]: &PairResults) -> u8 {
    first + 2 - second
}

/// Keeps the results of pairs.
#[derive(Debug, Default)]
pub(super) struct PairSink(pub(super) Vec<PairResults>);

impl ResultSink for PairSink {
    fn take(&mut self, view: &GameView<'_>) {
        match self.0.last_mut() {
            Some(pair) if view.swapped => pair[1] = view.record.result,
            _ => self.0.push([view.record.result, 0]),
        }
    }
}

/// What results say of an expectation; `changed` are those of the same pairs with the change.
fn find(
    expectation: &Expectation,
    results: &[PairResults],
    changed: Option<&[PairResults]>,
    of_first_seat: fn(&PairResults) -> u8,
) -> analysis::Result<Finding> {
    let counts = |quarters: &dyn Fn(&PairResults) -> u8| {
        let mut counts = [0; 5];
        results.iter().for_each(|pair| counts[usize::from(quarters(pair))] += 1);
        counts
    };
    let score = |counts: [u64; 5]| Score::from_counts(&counts, CONFIDENCE).map(|score| (score.score, score.interval));
    let (value, interval) = match expectation.measure {
        Measure::Score => score(counts(&of_list))?,
        Measure::FirstSeat => score(counts(&of_first_seat))?,
        Measure::Change => difference(results, changed.unwrap_or_default(), &of_list),
        Measure::FirstSeatChange => difference(results, changed.unwrap_or_default(), &of_first_seat),
    };
    let Interval { low, high } = expectation.limits;
    let answer = if low <= interval.low && interval.high <= high {
        Answer::Holds
    } else if interval.high < low || high < interval.low {
        Answer::Fails
    } else {
        Answer::Open
    };
    Ok(Finding { value, interval, answer })
}

/// Mean of the differences of pairs' scores, by Student's t. Their variance is steadied as that of
/// [`Score::from_counts`] is, by half a pair all lost and half a pair all won: pairs that come out alike leave a width.
fn difference(
    results: &[PairResults],
    changed: &[PairResults],
    quarters: &dyn Fn(&PairResults) -> u8,
) -> (f64, Interval) {
    let score = |pair: &PairResults| f64::from(quarters(pair)) / 4.0;
    let differences: Vec<f64> = results.iter().zip(changed).map(|(old, new)| score(new) - score(old)).collect();
    let n = differences.len() as f64;
    if n < 2.0 {
        return (differences.iter().sum(), Interval { low: -1.0, high: 1.0 });
    }
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
    let variance = (squares + 0.5 * ((1.0 - mean) * (1.0 - mean) + (1.0 + mean) * (1.0 + mean))) / n;
    let reach = student_two_sided(n - 1.0, 1.0 - CONFIDENCE) * (variance / n).sqrt();
    (mean, Interval { low: (mean - reach).max(-1.0), high: (mean + reach).min(1.0) })
}

#[cfg(test)]
#[path = "claims_tests.rs"]
mod tests;
