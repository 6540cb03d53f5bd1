//! Figures from the classes of cells: errors of what is worked out from several cells, halves, and resampling.

use super::{Interval, Result, error::finite, error::positive, error_chance, probability, refuse, special};
use crate::dice::{Address, Purpose, Seat};
use crate::outcomes::{CLASSES, ClassTally};
use serde::Serialize;

/// A cell in a sum of cells.
#[derive(Clone, Copy, Debug)]
pub struct Term<'t> {
    /// What its mean score is multiplied by.
    pub weight: f64,
    /// Its classes.
    pub classes: &'t [ClassTally],
    /// The key of the cell in the addresses of its engagements: cells of one key share their seeds.
    pub key: u64,
}

/// A sum of mean scores, such as the difference of two cells or the average of a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Contrast {
    /// The sum.
    pub estimate: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Its interval, by Student's t.
    #[serde(flatten)]
    pub interval: Interval,
    /// Degrees of freedom of the error; none when nothing varies.
    pub df: Option<f64>,
}

impl Contrast {
    /// The sum of weighted mean scores. Cells of one key were played on the same seeds: their classes are added up before
    /// their scatter is taken, so that what they have in common counts, and cancels in differences. Cells of different keys
    /// are independent.
    ///
    /// # Errors
    /// No terms, a cell with pairs in fewer than two classes, a weight that is not finite, a confidence outside (0, 1).
    pub fn of(terms: &[Term<'_>], confidence: f64) -> Result<Self> {
        Self::read(terms, |class| pairs_and_score(&class.joint), confidence)
    }

    /// The same of mean numbers of turns of a game.
    ///
    /// # Errors
    /// As [`Contrast::of`].
    pub fn of_turns(terms: &[Term<'_>], confidence: f64) -> Result<Self> {
        Self::read(terms, |class| (pairs_and_score(&class.joint).0, class.turns as f64 / 2.0), confidence)
    }

    /// The same of whatever `reading` finds in a class: its pairs, and the sum over them.
    fn read(terms: &[Term<'_>], reading: fn(&ClassTally) -> (f64, f64), confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        if terms.is_empty() {
            return refuse("terms", "must not be empty");
        }
        let mut keys: Vec<u64> = terms.iter().map(|term| term.key).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut estimate = 0.0;
        let (mut variance, mut squares) = (0.0, 0.0);
        for key in keys {
            // What each class adds to the sum beyond its fair share, and whether it holds pairs at all.
            let mut strays = vec![(0.0, false); CLASSES];
            for term in terms.iter().filter(|term| term.key == key) {
                estimate += finite("weight", term.weight)? * term.stray(reading, &mut strays)?;
            }
            let held = strays.iter().filter(|(_, held)| *held).count() as f64;
            let scatter = strays.iter().map(|(stray, _)| stray * stray).sum::<f64>() * held / (held - 1.0);
            variance += scatter;
            squares += scatter * scatter / (held - 1.0);
        }
        // Welch and Satterthwaite; with one key it is one less than the classes.
        let df = (squares > 0.0).then(|| variance * variance / squares);
        let std_error = variance.sqrt();
        let half_width = df.map_or(0.0, |df| special::student_two_sided(df, alpha) * std_error);
        Ok(Self { estimate, std_error, interval: Interval::around(estimate, half_width), df })
    }

    /// One cell less another.
    ///
    /// # Errors
    /// As [`Contrast::of`].
    pub fn between(one: Term<'_>, other: Term<'_>, confidence: f64) -> Result<Self> {
        Self::of(&[one, Term { weight: -other.weight, ..other }], confidence)
    }

    /// The p-value of "the sum lies outside of ±`margin`", the larger of two one-sided tests (Berger 1982): when it is small,
    /// the sum is shown to be negligible.
    ///
    /// # Errors
    /// A margin that is not above 0.
    pub fn p_negligible(&self, margin: f64) -> Result<f64> {
        let beyond = positive("margin", margin)? - self.estimate.abs();
        Ok(match self.df {
            Some(df) => special::student_upper(df, beyond / self.std_error),
            None if beyond > 0.0 => 0.0,
            None => 1.0,
        })
    }

    /// Whether the sum is shown to lie within ±`margin`, at this chance of saying so wrongly.
    ///
    /// # Errors
    /// A margin that is not above 0, an alpha outside (0, 1).
    pub fn is_negligible(&self, margin: f64, alpha: f64) -> Result<bool> {
        Ok(self.p_negligible(margin)? <= probability("alpha", alpha)?)
    }

    /// The two-sided p-value of "the sum is 0".
    #[must_use]
    pub fn p_nothing(&self) -> f64 {
        match self.df {
            Some(df) => 2.0 * special::student_upper(df, self.estimate.abs() / self.std_error),
            None if self.estimate == 0.0 => 1.0,
            None => 0.0,
        }
    }
}

impl Term<'_> {
    /// The mean over the cell; adds what each of its classes brings beyond that, weighted, to `strays`.
    fn stray(&self, reading: fn(&ClassTally) -> (f64, f64), strays: &mut [(f64, bool)]) -> Result<f64> {
        let classes: Vec<(f64, f64)> = self.classes.iter().map(reading).collect();
        let pairs: f64 = classes.iter().map(|(pairs, _)| pairs).sum();
        if classes.len() != strays.len() || classes.iter().filter(|(pairs, _)| *pairs > 0.0).count() < 2 {
            return refuse("classes", format!("must be {CLASSES}, and at least two of them hold pairs"));
        }
        let mean = classes.iter().map(|(_, score)| score).sum::<f64>() / pairs;
        for ((n, score), (stray, held)) in classes.iter().zip(strays) {
            *stray += self.weight * (score - n * mean) / pairs;
            *held |= *n > 0.0;
        }
        Ok(mean)
    }
}

/// Pairs in a joint table, and the sum of their scores.
fn pairs_and_score(joint: &[[u64; 3]; 3]) -> (f64, f64) {
    let (mut pairs, mut quarters) = (0, 0);
    for (r, row) in joint.iter().enumerate() {
        for (c, n) in row.iter().enumerate() {
            pairs += n;
            quarters += n * (r + c) as u64;
        }
    }
    (pairs as f64, quarters as f64 / 4.0)
}

/// The joint table of some classes, each counted so many times.
#[must_use]
pub fn joint(classes: &[ClassTally], times: impl Fn(usize) -> u64) -> [[u64; 3]; 3] {
    let mut sum = [[0; 3]; 3];
    for (class, tally) in classes.iter().enumerate() {
        for (cell, n) in sum.as_flattened_mut().iter_mut().zip(tally.joint.as_flattened()) {
            *cell += n * times(class);
        }
    }
    sum
}

/// The joint tables of the even and of the odd classes: two independent halves of a cell.
#[must_use]
pub fn halves(classes: &[ClassTally]) -> [[[u64; 3]; 3]; 2] {
    [0, 1].map(|parity| joint(classes, |class| u64::from(class % 2 == parity)))
}

/// How often each class is drawn when all are drawn anew with replacement. The draw depends on the seed, the round and the
/// key of the cell alone, so that cells that share their seeds share the draw too.
#[must_use]
pub fn resample(seed: u64, round: u64, key: u64) -> [u64; CLASSES] {
    let mut dice = Address { seed, cell: key, pair: round }.open(Seat::Environment, Purpose::Setup, 0);
    let mut times = [0; CLASSES];
    for _ in 0..CLASSES {
        // A power of two divides the words evenly.
        times[(dice.word() % CLASSES as u64) as usize] += 1;
    }
    times
}

/// Settings drawn anew with replacement, one fewer than there are, by number. The draw depends on the seed and the round.
pub(super) fn settings(seed: u64, round: u64, of: usize) -> impl Iterator<Item = usize> {
    let mut dice = Address { seed, cell: 0, pair: round }.open(Seat::Environment, Purpose::Setup, 2);
    (1..of).map(move |_| ((u128::from(dice.word()) * of as u128) >> 64) as usize)
}

/// Heads among two tosses, by the same address.
#[must_use]
pub fn heads(seed: u64, round: u64, key: u64) -> u64 {
    let mut dice = Address { seed, cell: key, pair: round }.open(Seat::Environment, Purpose::Setup, 1);
    u64::from((dice.word() & 3).count_ones())
}

/// The pairs of a cell when its classes are drawn anew, with two more, won or lost by a toss, unless none is drawn: where all
/// pairs came out alike the next ones may not.
#[must_use]
pub fn drawn_anew(classes: &[ClassTally], seed: u64, round: u64, key: u64) -> [[u64; 3]; 3] {
    let times = resample(seed, round, key);
    let mut drawn = joint(classes, |class| times[class]);
    if drawn != [[0; 3]; 3] {
        let won = heads(seed, round, key);
        drawn[0][0] += 2 - won;
        drawn[2][2] += won;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::PairedDifference;

    /// A cell in which the pair of index t scored `score(t)` quarters.
    fn cell(pairs: u64, score: impl Fn(u64) -> usize) -> Vec<ClassTally> {
        let mut classes = vec![ClassTally::default(); CLASSES];
        for t in 0..pairs {
            let quarters = score(t);
            classes[(t % CLASSES as u64) as usize].joint[quarters / 2][quarters - quarters / 2] += 1;
        }
        classes
    }

    fn term(weight: f64, classes: &[ClassTally], key: u64) -> Term<'_> {
        Term { weight, classes, key }
    }

    #[test]
    fn with_a_pair_in_each_class_it_is_the_paired_difference() {
        let (x, y) = (|t: u64| (t * 7 % 5) as usize, |t: u64| ((t * 7 % 5 + t % 3) / 2) as usize);
        for pairs in [10, 64] {
            let contrast =
                Contrast::between(term(1.0, &cell(pairs, x), 0), term(1.0, &cell(pairs, y), 0), 0.95).unwrap();
            let values = |f: &dyn Fn(u64) -> usize| (0..pairs).map(|t| f(t) as f64 / 4.0).collect::<Vec<_>>();
            let direct = PairedDifference::of(&values(&x), &values(&y), 0.95).unwrap();
            assert!((contrast.estimate - direct.mean_difference).abs() < 1e-14);
            assert!((contrast.std_error - direct.std_error).abs() < 1e-14);
            assert!((contrast.interval.low - direct.interval.low).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_shared_cancels_and_what_is_not_adds_up() {
        let one = cell(700, |t| (t * t % 5) as usize);
        let same = Contrast::between(term(1.0, &one, 4), term(1.0, &one, 4), 0.95).unwrap();
        assert_eq!((same.estimate, same.std_error, same.df), (0.0, 0.0, None));
        let alone = Contrast::of(&[term(1.0, &one, 4)], 0.95).unwrap();
        let apart = Contrast::between(term(1.0, &one, 4), term(1.0, &one, 5), 0.95).unwrap();
        assert!((apart.std_error - 2f64.sqrt() * alone.std_error).abs() < 1e-14);
        assert!((alone.df.unwrap() - 63.0).abs() < 1e-9 && (apart.df.unwrap() - 126.0).abs() < 1e-9);
    }

    #[test]
    fn small_differences_are_shown_to_be_small() {
        let one = cell(64_000, |t| (t * t % 5) as usize);
        let contrast =
            Contrast::between(term(1.0, &one, 0), term(1.0, &cell(64_000, |t| (t * t % 5) as usize), 0), 0.95);
        assert!(contrast.unwrap().is_negligible(0.005, 0.05).unwrap());
        let noisy =
            Contrast { estimate: 0.001, std_error: 0.002, interval: Interval::around(0.001, 0.004), df: Some(63.0) };
        let p = noisy.p_negligible(0.005).unwrap();
        assert!((p - special::student_upper(63.0, 2.0)).abs() < 1e-15 && p < 0.05);
        assert!(!Contrast { std_error: 0.004, ..noisy }.is_negligible(0.005, 0.05).unwrap());
        assert!((noisy.p_nothing() - 2.0 * special::student_upper(63.0, 0.5)).abs() < 1e-15);
    }

    #[test]
    fn turns_of_a_game_have_the_error_of_pairs() {
        let mut classes = cell(64, |_| 2);
        let turns = |pair: usize| 10 + (pair * pair % 7) as u64;
        classes.iter_mut().enumerate().for_each(|(pair, class)| class.turns = turns(pair));
        let contrast = Contrast::of_turns(&[term(1.0, &classes, 0)], 0.95).unwrap();
        let values: Vec<f64> = (0..64).map(|pair| turns(pair) as f64 / 2.0).collect();
        let direct = PairedDifference::of(&values, &[0.0; 64], 0.95).unwrap();
        assert!((contrast.estimate - direct.mean_difference).abs() < 1e-12);
        assert!((contrast.std_error - direct.std_error).abs() < 1e-12);
    }

    #[test]
    fn halves_make_the_whole() {
        let classes = cell(1000, |t| (t % 5) as usize);
        let [even, odd] = halves(&classes);
        let whole = joint(&classes, |_| 1);
        for ((even, odd), whole) in even.as_flattened().iter().zip(odd.as_flattened()).zip(whole.as_flattened()) {
            assert_eq!(even + odd, *whole);
        }
        assert_eq!(even.as_flattened().iter().sum::<u64>(), 500);
    }

    #[test]
    fn cells_that_share_their_seeds_share_the_draw() {
        assert_eq!(resample(1, 2, 3), resample(1, 2, 3));
        assert_ne!(resample(1, 2, 3), resample(1, 2, 4));
        assert_ne!(resample(1, 2, 3), resample(1, 3, 3));
        let mut drawn = [0; CLASSES];
        for round in 0..1000 {
            let times = resample(1, round, 0);
            assert_eq!(times.iter().sum::<u64>(), CLASSES as u64);
            drawn.iter_mut().zip(times).for_each(|(sum, n)| *sum += n);
        }
        // Six standard errors.
        assert!(drawn.iter().all(|n| n.abs_diff(1000) < 190), "{drawn:?}");
    }

    #[test]
    fn cells_without_scatter_to_measure_are_refused() {
        let lone = cell(1, |_| 2);
        assert_eq!(Contrast::of(&[term(1.0, &lone, 0)], 0.95).unwrap_err().input, "classes");
        assert_eq!(Contrast::of(&[], 0.95).unwrap_err().input, "terms");
    }
}
