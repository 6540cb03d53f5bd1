//! The payoff matrix of lists that have met each other: the tables that the analyses of the metagame start from.

use super::bradley_terry::PairedGames;
use super::classes::{Contrast, Term, drawn_anew, halves, joint, resample, settings};
use super::hodge::{FlowTable, log_odds};
use super::special::{normal_two_sided, squared};
use super::{
    BalanceSplit, BradleyTerry, Equilibrium, Hodge, Interval, RandomEffects, Result, error_chance, pentanomial, refuse,
};
use crate::outcomes::{CLASSES, ClassTally};
use serde::Serialize;

/// A match-up of two lists.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'t> {
    /// Place of the first-named list.
    pub a: usize,
    /// Place of the other one.
    pub b: usize,
    /// The classes of the cell, from the point of view of `a`.
    pub classes: &'t [ClassTally],
    /// The key of the cell in the addresses of its engagements: cells of one key share their seeds.
    pub key: u64,
    /// Number of the setting in which it was played, from 0: a scenario on a battlefield, with its doctrines.
    pub setting: usize,
}

/// Lists and their match-ups.
#[derive(Clone, Debug)]
pub struct PayoffMatrix<'t> {
    lists: usize,
    cells: Vec<Cell<'t>>,
}

/// How sure it is that a list is worth taking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct InMix {
    /// Its share in the equilibrium.
    pub share: f64,
    /// The middle part of its shares in resampled equilibria.
    #[serde(flatten)]
    pub interval: Interval,
    /// In how many of the resampled equilibria it has a share.
    pub frequency: f64,
}

/// Shares below this are rounding.
const SHARE: f64 = 1e-6;

impl InMix {
    /// A share, and what became of it in resamples, of which there is at least one.
    pub(super) fn of(share: f64, mut drawn: Vec<f64>, alpha: f64) -> Self {
        drawn.sort_by(f64::total_cmp);
        let last = drawn.len() - 1;
        let at = |q: f64| drawn[(q * last as f64).round() as usize];
        Self {
            share,
            interval: Interval { low: at(alpha / 2.0), high: at(1.0 - alpha / 2.0) },
            frequency: drawn.iter().filter(|share| **share > SHARE).count() as f64 / drawn.len() as f64,
        }
    }
}

impl<'t> PayoffMatrix<'t> {
    /// A field of so many lists. Mirror matches are left out; match-ups that were played more than once are counted
    /// together.
    ///
    /// # Errors
    /// No lists, cells of lists that are not there.
    pub fn new(lists: usize, cells: impl IntoIterator<Item = Cell<'t>>) -> Result<Self> {
        if lists == 0 {
            return refuse("lists", "must be at least one");
        }
        let cells: Vec<Cell<'t>> = cells.into_iter().filter(|cell| cell.a != cell.b).collect();
        match cells.iter().find(|cell| cell.a.max(cell.b) >= lists) {
            Some(cell) => {
                refuse("cells", format!("are of list {}, but the last one is {}", cell.a.max(cell.b), lists - 1))
            }
            None => Ok(Self { lists, cells }),
        }
    }

    /// Numbers of settings up to the last one.
    fn last_setting(&self) -> usize {
        self.cells.iter().map(|cell| cell.setting + 1).max().unwrap_or(0)
    }

    /// Whether cells were played in more than one setting.
    #[must_use]
    pub fn has_settings(&self) -> bool {
        self.cells.iter().any(|cell| cell.setting != self.cells[0].setting)
    }

    /// Pentanomial counts of every list against every other, from the joint tables that `of` takes from the cells.
    fn counts(&self, of: impl Fn(&Cell<'t>) -> [[u64; 3]; 3]) -> Vec<Vec<[u64; 5]>> {
        let mut counts = vec![vec![[0; 5]; self.lists]; self.lists];
        for cell in &self.cells {
            for (score, n) in pentanomial(&of(cell)).into_iter().enumerate() {
                counts[cell.a][cell.b][score] += n;
                counts[cell.b][cell.a][4 - score] += n;
            }
        }
        counts
    }

    fn scores_of(&self, of: impl Fn(&Cell<'t>) -> [[u64; 3]; 3]) -> Result<Vec<Vec<f64>>> {
        let counts = self.counts(of);
        let mut scores = vec![vec![0.5; self.lists]; self.lists];
        for i in 0..self.lists {
            for j in i + 1..self.lists {
                let pairs: u64 = counts[i][j].iter().sum();
                if pairs == 0 {
                    return refuse("cells", format!("are missing for lists {i} and {j}"));
                }
                let quarters: u64 = counts[i][j].iter().zip(0..).map(|(n, quarters)| n * quarters).sum();
                scores[i][j] = quarters as f64 / 4.0 / pairs as f64;
                scores[j][i] = 1.0 - scores[i][j];
            }
        }
        Ok(scores)
    }

    /// Mean scores of every list against every other, ½ on the diagonal.
    ///
    /// # Errors
    /// Two lists that have not met.
    pub fn scores(&self) -> Result<Vec<Vec<f64>>> {
        self.scores_of(|cell| joint(cell.classes, |_| 1))
    }

    /// The same from the even and from the odd classes: two independent halves.
    ///
    /// # Errors
    /// Two lists that have not met in one of the halves.
    pub fn half_scores(&self) -> Result<[Vec<Vec<f64>>; 2]> {
        let [even, odd] = [0, 1].map(|half| self.scores_of(|cell| halves(cell.classes)[half]));
        Ok([even?, odd?])
    }

    /// How often each setting counts when settings are drawn anew: one draw fewer than settings, so that the scatter of what is
    /// drawn is that of the mean over settings (Rao and Wu 1988). Once each where there is one setting.
    fn drawn_settings(&self, seed: u64, round: u64) -> Vec<u64> {
        let all = self.last_setting();
        if !self.has_settings() {
            return vec![1; all];
        }
        let mut played: Vec<usize> = self.cells.iter().map(|cell| cell.setting).collect();
        played.sort_unstable();
        played.dedup();
        let mut times = vec![0; all];
        settings(seed, round, played.len()).for_each(|drawn| times[played[drawn]] += 1);
        times
    }

    /// Scores when settings and classes are drawn anew, all cells that share their seeds alike: of all classes, of the even ones,
    /// and of the odd ones. Among all of them are two more pairs of each cell, won or lost by a toss: where all pairs came out alike the
    /// next ones may not.
    ///
    /// # Errors
    /// Two lists that have not met, or hardly.
    pub(super) fn resampled(&self, seed: u64, round: u64) -> Result<[Vec<Vec<f64>>; 3]> {
        let settings = self.drawn_settings(seed, round);
        let of = |counted: fn(usize) -> bool| {
            self.scores_of(|cell| {
                let times: [u64; CLASSES] = resample(seed, round, cell.key);
                joint(cell.classes, |class| if counted(class) { settings[cell.setting] * times[class] } else { 0 })
            })
        };
        let all = self.scores_of(|cell| {
            drawn_anew(cell.classes, seed, round, cell.key).map(|row| row.map(|n| settings[cell.setting] * n))
        })?;
        Ok([all, of(|class| class % 2 == 0)?, of(|class| class % 2 == 1)?])
    }

    /// Ratings, with errors that hold for pairs and, in several settings, for others of their kind; see [`BradleyTerry::of_pairs`].
    ///
    /// # Errors
    /// As there.
    pub fn ratings(&self, names: &[String], prior_pairs: f64, confidence: f64) -> Result<BradleyTerry> {
        let games = |cell: &Cell<'_>| PairedGames {
            a: cell.a,
            b: cell.b,
            joint: joint(cell.classes, |_| 1),
            setting: cell.setting,
        };
        BradleyTerry::of_pairs(names, &self.cells.iter().map(games).collect::<Vec<_>>(), prior_pairs, confidence)
    }

    /// Logarithms of odds of every list against every other, and the inverses of their variances: what [`Hodge`] and its
    /// cycles are worked out from. Lists that have not met have neither.
    ///
    /// # Errors
    /// None for fields that hold together.
    pub fn flow(&self) -> Result<(FlowTable, Vec<Vec<f64>>)> {
        let counts = self.counts(|cell| joint(cell.classes, |_| 1));
        let mut flow = vec![vec![None; self.lists]; self.lists];
        let mut weights = vec![vec![0.0; self.lists]; self.lists];
        for i in 0..self.lists {
            for j in (0..i).filter(|j| counts[i][*j] != [0; 5]) {
                let (odds, weight) = log_odds(&counts[i][j])?;
                (flow[i][j], flow[j][i]) = (Some(odds), Some(-odds));
                (weights[i][j], weights[j][i]) = (weight, weight);
            }
        }
        Ok((flow, weights))
    }

    /// What of the field is a ladder and what goes round in circles.
    ///
    /// # Errors
    /// As [`Hodge::of`].
    pub fn hodge(&self) -> Result<Hodge> {
        let (flow, weights) = self.flow()?;
        Hodge::of(&flow, Some(&weights))
    }

    /// The balance budget of the field, from two halves of the games.
    ///
    /// # Errors
    /// As [`BalanceSplit::of`]; two lists that have not met in one of the halves.
    pub fn balance(&self, counts: &[Vec<f64>], weights: Option<&[f64]>) -> Result<BalanceSplit> {
        let [even, odd] = self.half_scores()?;
        BalanceSplit::of(&even, counts, weights, Some(&odd))
    }

    /// The score of a list against the field less ½, with its error, the lists of the field being met as often as `weights`
    /// say (equally often when not given).
    ///
    /// # Errors
    /// No such list; weights that are not one for each list or all 0; cells with pairs in fewer than two classes; lists that
    /// have not met, unless their weight is 0.
    pub fn advantage(&self, list: usize, weights: Option<&[f64]>, confidence: f64) -> Result<Contrast> {
        if list >= self.lists {
            return refuse("list", format!("is {list}, but the last one is {}", self.lists - 1));
        }
        let weights = super::balance::normalised("weights", self.lists, weights)?;
        let mut terms = Vec::new();
        // Scores of the second-named list count from 1 down; a list is even with itself.
        let mut level = weights[list] / 2.0 - 0.5;
        for other in (0..self.lists).filter(|other| *other != list && weights[*other] > 0.0) {
            let met = |cell: &&Cell<'t>| (cell.a, cell.b) == (list, other) || (cell.a, cell.b) == (other, list);
            let pairs = |cell: &Cell<'t>| joint(cell.classes, |_| 1).as_flattened().iter().sum::<u64>() as f64;
            let all: f64 = self.cells.iter().filter(met).map(pairs).sum();
            if all == 0.0 {
                return refuse("cells", format!("are missing for lists {list} and {other}"));
            }
            for cell in self.cells.iter().filter(met) {
                let share = weights[other] * pairs(cell) / all;
                let named_first = cell.a == list;
                let weight = if named_first { share } else { -share };
                level += if named_first { 0.0 } else { share };
                terms.push(Term { weight, classes: cell.classes, key: cell.key });
            }
        }
        let mut contrast = Contrast::of(&terms, confidence)?;
        contrast.estimate += level;
        contrast.interval = Interval { low: contrast.interval.low + level, high: contrast.interval.high + level };
        Ok(contrast)
    }

    /// The standard error of the score of a list against the field where settings are drawn from all of their kind, as
    /// [`RandomEffects`] has it, larger by as much as Student's t reaches further than the normal; none of one setting, or where
    /// not all lists met in every setting.
    pub(super) fn error_over_settings(&self, list: usize, confidence: f64) -> Option<f64> {
        let in_setting = |setting: usize| {
            let cells = self.cells.iter().filter(|cell| cell.setting == setting).copied().collect();
            Self { lists: self.lists, cells }
        };
        let settings = (0..self.last_setting()).map(in_setting).filter(|field| !field.cells.is_empty());
        let each: Option<Vec<Contrast>> = settings.map(|field| field.advantage(list, None, confidence).ok()).collect();
        let each = each?;
        let estimates: Vec<f64> = each.iter().map(|advantage| advantage.estimate).collect();
        let variances: Vec<f64> = each.iter().map(|advantage| squared(advantage.std_error)).collect();
        let effects = RandomEffects::of(&estimates, &variances, confidence).ok()?;
        Some(effects.interval.half_width() / normal_two_sided(error_chance(confidence).ok()?))
    }

    /// The equilibrium of the field.
    ///
    /// # Errors
    /// Two lists that have not met.
    pub fn equilibrium(&self) -> Result<Equilibrium> {
        Equilibrium::of(&payoff(&self.scores()?))
    }

    /// The shares of all lists in the equilibrium, and how they hold up when the classes are drawn anew `rounds` times. The
    /// equilibrium jumps with tiny changes of the scores: a share without this is worth little.
    ///
    /// # Errors
    /// No rounds; two lists that have not met, or hardly; a confidence outside (0, 1).
    pub fn mix(&self, seed: u64, rounds: u64, confidence: f64) -> Result<Vec<InMix>> {
        let alpha = error_chance(confidence)?;
        if rounds == 0 {
            return refuse("rounds", "must be at least one");
        }
        let mut drawn = vec![Vec::with_capacity(rounds as usize); self.lists];
        for round in 0..rounds {
            let [scores, ..] = self.resampled(seed, round)?;
            for (list, share) in Equilibrium::of(&payoff(&scores))?.equilibrium.into_iter().enumerate() {
                drawn[list].push(share);
            }
        }
        let shares = self.equilibrium()?.equilibrium;
        Ok(shares.into_iter().zip(drawn).map(|(share, drawn)| InMix::of(share, drawn, alpha)).collect())
    }
}

/// Scores as payoffs: less ½.
pub(super) fn payoff(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    scores.iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::special;
    use super::*;

    /// Classes of ten pairs each, of which `won` went wholly to the first list, alternating by one between classes.
    fn classes(won: u64) -> Vec<ClassTally> {
        let class = |index: usize| {
            let won = won + (index / 2 % 2) as u64;
            ClassTally { joint: [[11 - won, 0, 0], [0; 3], [0, 0, won]], ..ClassTally::default() }
        };
        (0..CLASSES).map(class).collect()
    }

    fn cell(a: usize, b: usize, classes: &[ClassTally]) -> Cell<'_> {
        Cell { a, b, classes, key: (10 * a + b) as u64, setting: 0 }
    }

    #[test]
    fn of_few_pairs_that_came_out_alike_nothing_is_sure() {
        let won = |pairs: u64| {
            let class = |index: u64| ClassTally {
                joint: [[0; 3], [0; 3], [0, 0, u64::from(index < pairs)]],
                ..ClassTally::default()
            };
            (0..CLASSES as u64).map(class).collect::<Vec<_>>()
        };
        let mix = |classes: &[ClassTally]| {
            let field = PayoffMatrix::new(3, [cell(0, 1, classes), cell(0, 2, classes), cell(1, 2, classes)]).unwrap();
            let drawn = (0..400).filter_map(|round| {
                let scores = field.scores_of(|cell| drawn_anew(cell.classes, 1, round, cell.key)).ok()?;
                Some(Equilibrium::of(&payoff(&scores)).unwrap().equilibrium[0])
            });
            InMix::of(1.0, drawn.collect(), 0.05)
        };
        let few = mix(&won(2));
        assert!(few.interval.low < 0.5 && few.frequency < 1.0, "{few:?}");
        assert_eq!(mix(&won(64)).interval, Interval { low: 1.0, high: 1.0 });
    }

    #[test]
    fn settings_are_drawn_anew_one_fewer_than_there_are() {
        let (up, down) = (classes(8), classes(2));
        let at = |setting: usize, classes| Cell { setting, ..cell(0, 1, classes) };
        let field = PayoffMatrix::new(2, [at(0, &up), at(3, &down), at(5, &up)]).unwrap();
        assert!(field.has_settings());
        for round in 0..50 {
            let times = field.drawn_settings(9, round);
            assert_eq!((times.len(), times.iter().sum::<u64>(), times[1] + times[2] + times[4]), (6, 2, 0));
        }
        // Two settings are drawn to either alone: the scores of a list go from one end to the other.
        let field = PayoffMatrix::new(2, [at(0, &up), at(1, &down)]).unwrap();
        let drawn: Vec<f64> = (0..40).map(|round| field.resampled(9, round).unwrap()[0][0][1]).collect();
        assert!(drawn.iter().all(|score| (score - 0.5).abs() > 0.2), "{drawn:?}");
        assert!(drawn.iter().any(|score| *score > 0.5) && drawn.iter().any(|score| *score < 0.5));
        assert_eq!(PayoffMatrix::new(2, [at(2, &up)]).unwrap().drawn_settings(9, 1), [1, 1, 1]);
    }

    #[test]
    fn the_error_of_an_advantage_over_settings_is_that_of_random_effects() {
        let (up, down) = (classes(8), classes(4));
        let at = |setting: usize, classes| Cell { setting, ..cell(0, 1, classes) };
        let field = PayoffMatrix::new(2, [at(0, &up), at(1, &down)]).unwrap();
        let dice = field.advantage(0, None, 0.95).unwrap().std_error;
        // Half the score against the field is that against itself.
        let half = special::student_two_sided(1.0, 0.05) * (8.5 - 4.5) / 11.0 / 2.0 / 2.0;
        let error = field.error_over_settings(0, 0.95).unwrap();
        assert!(error > 5.0 * dice && (error * normal_two_sided(0.05) / half - 1.0).abs() < 0.02, "{error} {half}");
        assert_eq!(PayoffMatrix::new(2, [at(0, &up)]).unwrap().error_over_settings(0, 0.95), None);
    }

    #[test]
    fn both_orders_of_a_match_up_say_the_same() {
        let (up, down) = (classes(7), classes(3));
        let forth = PayoffMatrix::new(2, [cell(0, 1, &up)]).unwrap();
        let back = PayoffMatrix::new(2, [cell(1, 0, &down)]).unwrap();
        assert_eq!(forth.scores().unwrap(), [[0.5, 7.5 / 11.0], [1.0 - 7.5 / 11.0, 0.5]]);
        assert!((back.scores().unwrap()[0][1] - 7.5 / 11.0).abs() < 1e-15);
        let both = PayoffMatrix::new(2, [cell(0, 1, &up), cell(1, 0, &down), cell(1, 1, &up)]).unwrap();
        assert!((both.scores().unwrap()[0][1] - 7.5 / 11.0).abs() < 1e-15);
        let advantages = [forth, back, both].map(|field| field.advantage(0, None, 0.95).unwrap());
        for advantage in advantages {
            assert!((advantage.estimate - (7.5 / 11.0 - 0.5) / 2.0).abs() < 1e-14, "{advantage:?}");
        }
        assert!(advantages[2].std_error < 0.8 * advantages[0].std_error);
    }

    #[test]
    fn a_circle_is_all_cycle_and_everybody_is_in_the_mix() {
        let up = classes(8);
        let field = PayoffMatrix::new(3, [cell(0, 1, &up), cell(1, 2, &up), cell(2, 0, &up)]).unwrap();
        assert!(field.hodge().unwrap().cyclic_share.unwrap() > 0.999);
        let counts = [vec![1.0], vec![2.0], vec![3.0]];
        let split = field.balance(&counts, None).unwrap();
        assert!(split.field_mean_square.abs() < 1e-15 && split.cyclic_part > 0.0);
        let mix = field.mix(7, 50, 0.95).unwrap();
        for list in &mix {
            assert!((list.share - 1.0 / 3.0).abs() < 1e-9 && list.frequency == 1.0);
            assert!(list.interval.low < list.share && list.share < list.interval.high);
        }
        assert_eq!(field.mix(7, 50, 0.95).unwrap(), mix);
    }

    #[test]
    fn the_strongest_of_a_ladder_is_the_only_one_worth_taking() {
        let (up, well_up) = (classes(7), classes(9));
        let field = PayoffMatrix::new(3, [cell(0, 1, &up), cell(1, 2, &up), cell(0, 2, &well_up)]).unwrap();
        let frequencies: Vec<f64> = field.mix(1, 20, 0.95).unwrap().iter().map(|list| list.frequency).collect();
        assert_eq!(frequencies, [1.0, 0.0, 0.0]);
        let names = ["a", "b", "c"].map(str::to_owned);
        let ratings = field.ratings(&names, 0.0, 0.95).unwrap();
        assert!(ratings.strengths.is_sorted_by(|a, b| a > b));
        assert_eq!(ratings.groups(0.05).unwrap().len(), 3);
    }

    #[test]
    fn lists_that_have_not_met_have_no_scores() {
        let up = classes(7);
        let field = PayoffMatrix::new(3, [cell(0, 1, &up)]).unwrap();
        assert_eq!(field.scores().unwrap_err().input, "cells");
        assert_eq!(field.flow().unwrap().0[0][2], None);
        assert!(field.advantage(0, Some(&[1.0, 1.0, 0.0]), 0.95).is_ok());
        assert!(field.advantage(0, None, 0.95).is_err());
        assert!(PayoffMatrix::new(2, [cell(0, 2, &up)]).is_err());
    }
}
