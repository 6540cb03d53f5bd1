//! Win probability, given the lead: a model that is worked out of some games, and tried on others.

use super::linear::{Matrix, Vector};
use super::newton::{Slope, climb};
use super::quality::Course;
use super::special::squared;
use super::{Calibration, Interval, Result, refuse, special};
use crate::outcomes::{CellTally, LEAD_BINS, Lead, LeadTally, lead_bin};

/// What the log odds of the first-named list depend on, all of which changes its sign when the lists change their names: what
/// is known of the match-up beforehand, less as the game goes on, and the lead, which tells more later, and less the larger
/// it is already.
const WEIGHTS: usize = 6;

/// How firmly weights are held near 0: like a few games, so that a match-up that is level by design has a model too.
const HELD: f64 = 0.05;

/// Turns beyond this many times the mean length are no later than that.
const LATEST: f64 = 1.5;

/// Fewer games than this, of those whose courses were kept or of the others, say too little.
const FEWEST_GAMES: u64 = 100;

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct WinProbability {
    weights: [f64; WEIGHTS],
    /// Mean number of turns.
    length: f64,
}

impl WinProbability {
    /// The chance of the first-named list at the end of a turn, 0 being before the first, in a match-up of these log odds.
    #[must_use]
    pub fn chance(&self, odds: f64, turn: usize, lead: Lead) -> f64 {
        let features = features(odds, turn as f64 / self.length, f64::from(lead) / 100.0);
        logistic(self.weights.iter().zip(features).map(|(w, x)| w * x).sum())
    }
}

fn features(odds: f64, time: f64, lead: f64) -> [f64; WEIGHTS] {
    let time = time.min(LATEST);
    [odds, odds * time, lead, lead * time, lead * time * time, lead * lead.abs()]
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// What is known of a cell from the games whose courses were not kept.
struct Rest {
    /// Log odds of the first-named list.
    odds: f64,
    leads: LeadTally,
    /// Games lost, drawn and won.
    results: [u64; 3],
}

impl Rest {
    fn of(tally: &CellTally) -> Self {
        let mut leads = tally.leads.clone();
        let mut results = tally.endings.iter().fold([0; 3], |sum: [u64; 3], n| std::array::from_fn(|k| sum[k] + n[k]));
        for course in &tally.sample {
            let result = usize::from(course.game.result);
            results[result] = results[result].saturating_sub(1);
            let before = course.leads.split_last().map_or(&[][..], |(_, before)| before);
            for (turn, lead) in leads.going.iter_mut().zip(before) {
                let games = &mut turn[lead_bin(*lead)][result];
                *games = games.saturating_sub(1);
            }
        }
        let [lost, drawn, won] = results.map(|n| n as f64);
        let odds = libm::log((won + drawn / 2.0 + 1.0) / (lost + drawn / 2.0 + 1.0));
        Self { odds, leads, results }
    }

    /// Turn, lead, games and their score, wherever there are games; the state before the first turn is one of them.
    fn states(&self) -> impl Iterator<Item = (usize, f64, f64, f64)> {
        let start = std::iter::once((0, 0.0, self.results));
        let going = (1..)
            .zip(&self.leads.going)
            .flat_map(|(turn, bins)| (0..LEAD_BINS).map(move |bin| (turn, (bin as f64 - 10.0) / 10.0, bins[bin])));
        start.chain(going).filter_map(|(turn, lead, [lost, drawn, won])| {
            let games = (lost + drawn + won) as f64;
            (games > 0.0).then_some((turn, lead, games, won as f64 + drawn as f64 / 2.0))
        })
    }
}

fn fit(cells: &[Rest], length: f64) -> Option<WinProbability> {
    let state = |odds: f64, (turn, lead, games, score): (usize, f64, f64, f64)| {
        (features(odds, turn as f64 / length, lead), games, score)
    };
    let states: Vec<_> =
        cells.iter().flat_map(|cell| cell.states().map(move |known| state(cell.odds, known))).collect();
    let slope = |weights: &Vector| {
        let mut value = -HELD * weights.norm_squared() / 2.0;
        let mut gradient = weights * -HELD;
        let mut information = Matrix::identity(WEIGHTS, WEIGHTS) * HELD;
        for (x, games, score) in &states {
            let x = Vector::from_row_slice(x);
            let odds = weights.dot(&x);
            let p = logistic(odds);
            // Of large odds the logarithm is taken apart, so that it stays finite.
            value += score * odds - games * (odds.max(0.0) + libm::log1p(libm::exp(-odds.abs())));
            gradient.axpy(score - games * p, &x, 1.0);
            information.ger(games * p * (1.0 - p), &x, &x, 1.0);
        }
        Slope { value, gradient, information }
    };
    let peak = climb(Vector::zeros(WEIGHTS), slope)?;
    let weights = std::array::from_fn(|k| peak.place[k]);
    Some(WinProbability { weights, length })
}

/// A mean over pairs of games, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairMean {
    /// The mean.
    pub mean: f64,
    /// Its interval, by Student's t over pairs; none of a single pair.
    pub interval: Option<Interval>,
}

impl PairMean {
    /// Of what the two games of each pair come to together, by its sum and the sum of its squares: the mean of a game.
    #[must_use]
    pub fn of_sums(pairs: u64, sum: i64, squares: i128, confidence: f64) -> Option<Self> {
        if pairs == 0 {
            return None;
        }
        let (n, sum) = (pairs as f64, i128::from(sum));
        let mean = sum as f64 / n / 2.0;
        let spread = squares * i128::from(pairs) - sum * sum;
        let std_error = (spread as f64 / n / n / (n - 1.0)).sqrt() / 2.0;
        let half = (pairs > 1).then(|| special::student_two_sided(n - 1.0, 1.0 - confidence) * std_error);
        Some(Self { mean, interval: half.map(|half| Interval::around(mean, half)) })
    }

    /// Of the values of games, which come with their pairs in order.
    fn of(games: impl Iterator<Item = ((usize, u64), Option<f64>)>, confidence: f64) -> Option<Self> {
        let mut pairs: Vec<((usize, u64), f64, f64)> = Vec::new();
        for (pair, value) in games.filter_map(|(pair, value)| Some((pair, value?))) {
            match pairs.last_mut() {
                Some((last, sum, n)) if *last == pair => (*sum, *n) = (*sum + value, *n + 1.0),
                _ => pairs.push((pair, value, 1.0)),
            }
        }
        let k = pairs.len() as f64;
        let games: f64 = pairs.iter().map(|(.., n)| n).sum();
        if k < 1.0 {
            return None;
        }
        let mean = pairs.iter().map(|(_, sum, _)| sum).sum::<f64>() / games;
        let squares: f64 = pairs.iter().map(|(_, sum, n)| squared(sum - n * mean)).sum();
        let std_error = (squares * k / (k - 1.0)).sqrt() / games;
        let half = (k > 1.0).then(|| special::student_two_sided(k - 1.0, 1.0 - confidence) * std_error);
        Some(Self { mean, interval: half.map(|half| Interval::around(mean, half)) })
    }
}

/// What games are like to play, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Openness {
    /// Games behind it.
    pub games: usize,
    /// Share of the decided games whose winner was the underdog at the end of some turn; none when all were drawn.
    pub comebacks: Option<PairMean>,
    /// How far behind the winner was while behind ([`Course::drama`]).
    pub drama: Option<PairMean>,
    /// The part of a game that was left when it was decided ([`Course::decisiveness`]).
    pub decided: Option<PairMean>,
    /// Share of the turns in which the favourite changed.
    pub lead_change: Option<PairMean>,
    /// How open games are, 1 being even chances throughout.
    pub uncertainty: Option<PairMean>,
}

/// The courses that were kept of cells, as chances to win.
#[derive(Clone, Debug, PartialEq)]
pub struct Courses {
    /// Whether the chances are honest on these games, which the model has not seen.
    pub calibration: Calibration,
    /// Games that the model was made of.
    pub fitted: u64,
    games: Vec<Game>,
}

/// A game as chances to win.
#[derive(Clone, Debug, PartialEq)]
struct Game {
    /// Place of its cell, and its pair.
    pair: (usize, u64),
    course: Course,
}

impl Courses {
    /// Makes the model from all games of these cells whose courses were not kept, and takes the others through it.
    ///
    /// # Errors
    /// Too few games of either kind.
    pub fn of(cells: &[&CellTally]) -> Result<Self> {
        let rest: Vec<Rest> = cells.iter().map(|tally| Rest::of(tally)).collect();
        let fitted: u64 = rest.iter().flat_map(|rest| rest.results).sum();
        let kept: usize = cells.iter().map(|tally| tally.sample.len()).sum();
        if fitted.min(kept as u64) < FEWEST_GAMES {
            return refuse(
                "cells",
                format!("hold too few games: {fitted} to work out chances from, {kept} to try them on"),
            );
        }
        let turns: f64 = cells.iter().flat_map(|tally| tally.turns.iter().zip(0..)).map(|(n, t)| (n * t) as f64).sum();
        let played: u64 = cells.iter().flat_map(|tally| &tally.turns).sum();
        let Some(model) = fit(&rest, (turns / played.max(1) as f64).max(1.0)) else {
            return refuse("cells", "have no chances that can be worked out");
        };
        let mut games = Vec::with_capacity(kept);
        for (cell, (tally, rest)) in cells.iter().zip(&rest).enumerate() {
            for course in &tally.sample {
                let before = course.leads.split_last().map_or(&[][..], |(_, before)| before);
                let leads = std::iter::once(0).chain(before.iter().copied()).enumerate();
                let result = course.game.result;
                games.push(Game {
                    pair: (cell, course.game.pair),
                    course: Course {
                        path: leads.map(|(turn, lead)| model.chance(rest.odds, turn, lead)).collect(),
                        winner: [2, 0, 1][usize::from(result.min(2))],
                        turns: course.game.turns.into(),
                        completed: result != 1,
                    },
                });
            }
        }
        // The chances of one game hang together: each is tried at one of its turns, now an early one and now a late one.
        let tried = games.iter().enumerate().map(|(n, game)| game.course.path[n / 2 % game.course.path.len()]);
        let outcomes = games.iter().map(|game| [0.5, 1.0, 0.0][usize::from(game.course.winner)]);
        let calibration = Calibration::of(&tried.collect::<Vec<_>>(), &outcomes.collect::<Vec<_>>())?;
        Ok(Self { calibration, fitted, games })
    }

    /// What the games of some cells are like, by their places among those that the courses are of; none without games, or where
    /// the chances are not honest.
    #[must_use]
    pub fn openness(&self, cells: &[usize], confidence: f64) -> Option<Openness> {
        // A path of one chance has no steps.
        let of = |game: &&Game| cells.contains(&game.pair.0) && game.course.path.len() > 1;
        let games: Vec<&Game> = self.games.iter().filter(of).collect();
        if games.is_empty() || !self.calibration.is_honest() {
            return None;
        }
        let mean = |of: &dyn Fn(&Course) -> Option<f64>| {
            PairMean::of(games.iter().map(|game| (game.pair, of(&game.course))), confidence)
        };
        Some(Openness {
            games: games.len(),
            comebacks: mean(&|course| course.drama().map(|drama| f64::from(u8::from(drama > 0.0)))),
            drama: mean(&Course::drama),
            decided: mean(&Course::decisiveness),
            lead_change: mean(&|course| Some(course.lead_change())),
            uncertainty: mean(&|course| Some(course.uncertainty())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::{Course as Kept, Sketch, is_sampled};

    /// A match-up in which the lead goes up and down by a coin of this bias, and the side ahead after six turns has won.
    /// What is told of the leads may be more or less than is so.
    fn tally(pairs: u64, bias: f64, told: f64, seed: u64) -> CellTally {
        let mut tally = CellTally::new([&[], &[]], 1, 0);
        let mut state = seed;
        for pair in 0..pairs {
            for swapped in [false, true] {
                let mut lead = 0.0;
                let mut leads = Vec::new();
                for _ in 0..6 {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    lead += if ((state >> 33) as f64) < bias * f64::from(1u32 << 31) { 10.0 } else { -10.0 };
                    leads.push((told * lead) as Lead);
                }
                let result = if lead > 0.0 { 2 } else { u8::from(lead == 0.0) };
                tally.leads.add(&leads, result);
                tally.endings[0][usize::from(result)] += 1;
                if is_sampled(pair) {
                    let game = Sketch {
                        pair,
                        swapped,
                        result,
                        turns: 6,
                        changes_of_lead: 0,
                        left: [0; 2],
                        behind: 0,
                        behind_at: 0,
                    };
                    tally.sample.push(Kept { game, leads });
                }
            }
        }
        tally.turns = vec![0, 0, 0, 0, 0, 0, 2 * pairs];
        tally
    }

    #[test]
    fn chances_are_honest_on_games_that_the_model_has_not_seen() {
        let tallies: Vec<CellTally> =
            (0..12).map(|n| tally(300, 0.35 + 0.025 * f64::from(n), 1.0, 9 + n as u64)).collect();
        let courses = Courses::of(&tallies.iter().collect::<Vec<_>>()).unwrap();
        assert!(courses.calibration.spiegelhalter_z.unwrap().abs() < 3.0, "{:?}", courses.calibration);
        assert_eq!((courses.fitted, courses.games.len()), (12 * 2 * (300 - 64), 12 * 128));
        let open = courses.openness(&[5, 6], 0.95).unwrap();
        assert_eq!(open.games, 256);
        let lopsided = courses.openness(&[0], 0.95).unwrap();
        assert!(open.uncertainty.unwrap().mean > lopsided.uncertainty.unwrap().mean);
        assert!(open.comebacks.unwrap().interval.unwrap().contains(open.comebacks.unwrap().mean));
        assert!(courses.openness(&[], 0.95).is_none());
    }

    #[test]
    fn the_names_of_the_lists_do_not_matter() {
        let one = tally(300, 0.6, 1.0, 3);
        let mut other = one.clone();
        other.endings[0].reverse();
        other.leads.going.iter_mut().for_each(|turn| {
            turn.reverse();
            turn.iter_mut().for_each(|results| results.reverse());
        });
        for course in &mut other.sample {
            course.leads.iter_mut().for_each(|lead| *lead = -*lead);
            course.game.result = 2 - course.game.result;
        }
        let [one, other] = [one, other].map(|tally| Courses::of(&[&tally]).unwrap().openness(&[0], 0.95).unwrap());
        assert!((one.drama.unwrap().mean - other.drama.unwrap().mean).abs() < 1e-9);
        assert!((one.decided.unwrap().mean - other.decided.unwrap().mean).abs() < 1e-9);
    }

    #[test]
    fn chances_that_are_not_honest_are_withheld() {
        let mut tallies: Vec<CellTally> = (0..12).map(|n| tally(300, 0.5, 1.0, 9 + n)).collect();
        // On the games that are kept, whoever was ahead has lost.
        for course in tallies.iter_mut().flat_map(|tally| &mut tally.sample) {
            course.game.result = 2 - course.game.result;
        }
        for tally in &mut tallies {
            tally.endings[0] = [1000; 3];
        }
        let courses = Courses::of(&tallies.iter().collect::<Vec<_>>()).unwrap();
        assert!(!courses.calibration.is_honest() && courses.openness(&[0], 0.95).is_none());
    }

    #[test]
    fn few_games_say_nothing() {
        assert_eq!(Courses::of(&[&tally(40, 0.5, 1.0, 1)]).unwrap_err().input, "cells");
        assert_eq!(Courses::of(&[]).unwrap_err().input, "cells");
    }

    #[test]
    fn a_mean_counts_pairs_and_not_games() {
        let values = [(0, Some(1.0)), (0, Some(1.0)), (1, Some(0.0)), (1, Some(0.0)), (2, None), (3, Some(1.0))];
        let mean = PairMean::of(values.into_iter().map(|(pair, value)| ((0, pair), value)), 0.95).unwrap();
        assert!((mean.mean - 0.6).abs() < 1e-12);
        let half = special::student_two_sided(2.0, 0.05) * ((0.64 + 1.44 + 0.16) * 1.5f64).sqrt() / 5.0;
        assert!((mean.interval.unwrap().half_width() - half).abs() < 1e-12);
        assert_eq!(PairMean::of([((0, 0), None)].into_iter(), 0.95), None);
    }
}
