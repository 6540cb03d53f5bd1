//! A field of lists that have met each other: ratings, cycles, the mix that nobody beats, and the balance budget, each with
//! what is known of its error.

use super::alpha_rank::{AlphaRank, POPULATION};
use super::balance::{BalanceSplit, Matchup, largest_advantage};
use super::bradley_terry::PairedGames;
use super::hodge::{cycles, log_odds};
use super::{BradleyTerry, Equilibrium, Hodge, Interval, Result, jackknife, pentanomial, refuse};
use crate::dice::{Dice, SeededDice};
use crate::outcomes::CLASSES;

/// Resamples of the classes behind the shares of the mix and the parts of the budget.
const RESAMPLES: usize = 200;

/// A list is in a mix when its share is above this.
const IN_THE_MIX: f64 = 1e-6;

/// Confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// Chance of telling lists apart that are the same.
const ALPHA: f64 = 0.05;

/// Fewer lists than this make no field.
pub const FEWEST: usize = 3;

/// All cells in which two lists have met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Place of the first list.
    pub a: usize,
    /// Place of the other.
    pub b: usize,
    /// The joint tables of the [`CLASSES`] classes of every cell, seen from the first list.
    pub cells: Vec<Vec<[[u64; 3]; 3]>>,
}

impl Meeting {
    /// The joint tables of all cells and classes, added up.
    fn joint(&self) -> [[u64; 3]; 3] {
        let mut sum = [[0; 3]; 3];
        for joint in self.cells.iter().flatten() {
            sum.as_flattened_mut().iter_mut().zip(joint.as_flattened()).for_each(|(sum, n)| *sum += n);
        }
        sum
    }
}

/// Ratings on one ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The strengths.
    pub ladder: BradleyTerry,
    /// Whether a virtual win and loss were given to every list, because one of them never took, or never lost, half a point.
    pub steadied: bool,
    /// Lists from strong to weak in groups within which no two can be told apart; a list may be in several.
    pub groups: Vec<Vec<usize>>,
}

/// Three lists that beat each other in a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// The first beats the second, the second the third, the third the first.
    pub lists: [usize; 3],
    /// The three scores.
    pub scores: [f64; 3],
    /// Sum of the log odds around the circle.
    pub curl: f64,
    /// Its standard error.
    pub std_error: f64,
}

/// A share with what resampling says of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portion {
    /// The share.
    pub share: f64,
    /// Its interval: the middle 95 of 100 resamples.
    pub interval: Interval,
    /// In which part of the resamples it is above 0.
    pub present: f64,
}

/// What is known only when every list has met every other.
#[derive(Clone, Debug, PartialEq)]
pub struct Metagame {
    /// The mix that no list beats, of largest entropy: the share of every list.
    pub mix: Vec<Portion>,
    /// How many lists are worth playing: e to the entropy of the mix.
    pub worth_playing: Portion,
    /// Share of the time that a population of copiers plays each list.
    pub alpha_rank: Vec<f64>,
    /// How strictly the population follows success, where the order has settled.
    pub alpha: f64,
    /// What is out of balance, taken apart.
    pub budget: Option<Budget>,
}

/// The balance budget of a field, in score.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Root mean square of what goes with the numbers of units, of combinations of units, and of counter-picking.
    pub parts: [Portion; 3],
    /// Advantage of the best list over the field, with the interval for the largest of them.
    pub exploitability: f64,
    /// Its interval.
    pub exploitability_interval: Interval,
    /// The most lopsided match-up.
    pub worst: Matchup,
}

/// A field and everything that is worked out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct League {
    /// Score of the list of the row against that of the column; none where they have not met, ½ on the diagonal.
    pub scores: Vec<Vec<Option<f64>>>,
    /// Ratings, if the lists can be rated.
    pub ratings: Option<Ratings>,
    /// How much of the match-ups is a ladder and how much goes in circles.
    pub hodge: Hodge,
    /// The strongest circles of three, at most three of them.
    pub circles: Vec<Circle>,
    /// What needs a full table.
    pub metagame: Option<Metagame>,
}

impl League {
    /// Works out a field from its meetings. `units` are the numbers of each unit in each list; `seed` is that of the
    /// resamples.
    ///
    /// # Errors
    /// Fewer than [`FEWEST`] lists, meetings of lists that are not there, and what the methods refuse.
    pub fn of(names: &[String], units: &[Vec<f64>], meetings: &[Meeting], seed: u64) -> Result<Self> {
        if names.len() < FEWEST {
            return refuse("names", format!("must be at least {FEWEST}, got {}", names.len()));
        }
        if meetings.iter().any(|m| m.a == m.b || m.a.max(m.b) >= names.len()) {
            return refuse("meetings", "must be of two different lists that are there");
        }
        let played: Vec<&Meeting> =
            meetings.iter().filter(|meeting| meeting.joint().as_flattened().iter().any(|n| *n > 0)).collect();
        let field = Field::of(names.len(), &played);
        let scores = field.scores(&[1; CLASSES]);
        let (flow, weights) = flow(names.len(), &played)?;
        let hodge = Hodge::of(&flow, Some(&weights))?;
        let circles = circles(&flow, &weights, &scores)?;
        Ok(Self { ratings: ratings(names, &played), hodge, circles, metagame: field.metagame(units, seed)?, scores })
    }
}

/// One strength for every list; none when the meetings do not hang together.
fn ratings(names: &[String], meetings: &[&Meeting]) -> Option<Ratings> {
    let cells: Vec<PairedGames> =
        meetings.iter().map(|meeting| PairedGames { a: meeting.a, b: meeting.b, joint: meeting.joint() }).collect();
    let rate = |prior| BradleyTerry::of_pairs(names, &cells, prior, CONFIDENCE).ok();
    let (ladder, steadied) = rate(0.0).map(|ladder| (ladder, false)).or_else(|| Some((rate(1.0)?, true)))?;
    let groups = ladder.groups(ALPHA).ok()?;
    Some(Ratings { ladder, steadied, groups })
}

/// Log odds of every meeting, and their inverse variances.
type Flow = (Vec<Vec<Option<f64>>>, Vec<Vec<f64>>);

fn flow(lists: usize, meetings: &[&Meeting]) -> Result<Flow> {
    let mut flow = vec![vec![None; lists]; lists];
    let mut weights = vec![vec![0.0; lists]; lists];
    for meeting in meetings {
        let (y, w) = log_odds(&pentanomial(&meeting.joint()))?;
        (flow[meeting.a][meeting.b], flow[meeting.b][meeting.a]) = (Some(y), Some(-y));
        (weights[meeting.a][meeting.b], weights[meeting.b][meeting.a]) = (w, w);
    }
    Ok((flow, weights))
}

/// Triples in which each list scores above one half against the next, the strongest first.
fn circles(flow: &[Vec<Option<f64>>], weights: &[Vec<f64>], scores: &[Vec<Option<f64>>]) -> Result<Vec<Circle>> {
    let circle = |cycle: super::hodge::Cycle| {
        let [i, j, k] = cycle.triple;
        let edges = [(i, j), (j, k), (k, i)];
        let around = edges.map(|(a, b)| scores[a][b].unwrap_or(0.5));
        let variance: f64 = edges.iter().map(|(a, b)| 1.0 / weights[*a][*b]).sum();
        let goes_round = around.iter().all(|score| *score > 0.5);
        goes_round.then(|| Circle { lists: cycle.triple, scores: around, curl: cycle.curl, std_error: variance.sqrt() })
    };
    Ok(cycles(flow, Some(weights))?.into_iter().filter_map(circle).take(3).collect())
}

/// Points of a meeting's first list, cell by cell and class by class: quarters scored, and pairs.
struct Points {
    a: usize,
    b: usize,
    cells: Vec<Vec<[u64; 2]>>,
}

/// The meetings in a form that is quickly resampled.
struct Field {
    lists: usize,
    points: Vec<Points>,
}

impl Field {
    fn of(lists: usize, meetings: &[&Meeting]) -> Self {
        let class = |joint: &[[u64; 3]; 3]| {
            let counts = pentanomial(joint);
            [counts.iter().zip(0..).map(|(n, quarters)| n * quarters).sum(), counts.iter().sum()]
        };
        let points = |meeting: &&Meeting| Points {
            a: meeting.a,
            b: meeting.b,
            cells: meeting.cells.iter().map(|classes| classes.iter().map(class).collect()).collect(),
        };
        Self { lists, points: meetings.iter().map(points).collect() }
    }

    /// Scores when class k is taken `times[k]` times; every cell of a meeting counts the same.
    fn scores(&self, times: &[u64; CLASSES]) -> Vec<Vec<Option<f64>>> {
        let mut table = vec![vec![None; self.lists]; self.lists];
        for (i, row) in table.iter_mut().enumerate() {
            row[i] = Some(0.5);
        }
        for Points { a, b, cells } in &self.points {
            let score = |classes: &Vec<[u64; 2]>| {
                let [quarters, pairs] = classes.iter().zip(times).fold([0, 0], |sum, ([quarters, pairs], times)| {
                    [sum[0] + quarters * times, sum[1] + pairs * times]
                });
                (pairs > 0).then(|| quarters as f64 / (4 * pairs) as f64)
            };
            let scores: Vec<f64> = cells.iter().filter_map(score).collect();
            if !scores.is_empty() {
                let mean = scores.iter().sum::<f64>() / scores.len() as f64;
                (table[*a][*b], table[*b][*a]) = (Some(mean), Some(1.0 - mean));
            }
        }
        table
    }

    /// The scores, if every list has met every other within these classes.
    fn full(&self, times: &[u64; CLASSES]) -> Option<Vec<Vec<f64>>> {
        self.scores(times).into_iter().map(|row| row.into_iter().collect()).collect()
    }

    fn metagame(&self, units: &[Vec<f64>], seed: u64) -> Result<Option<Metagame>> {
        let Some(scores) = self.full(&[1; CLASSES]) else { return Ok(None) };
        let mix = Equilibrium::of(&payoffs(&scores))?;
        let (ranks, alpha) = AlphaRank::settled(&scores, POPULATION)?;
        let (mut mixes, mut bars) = (Vec::new(), Vec::new());
        let mut dice = SeededDice::from_key(seed);
        for _ in 0..RESAMPLES {
            let times = resample(&mut dice);
            if let Some(scores) = self.full(&times)
                && let Ok(mix) = Equilibrium::of(&payoffs(&scores))
            {
                mixes.push(mix);
            }
            if let Some(split) = self.split(units, &times) {
                bars.push(split.bar());
            }
        }
        let portion =
            |list: usize| Portion::of(mix.equilibrium[list], mixes.iter().map(|mix| mix.equilibrium[list]).collect());
        Ok(Some(Metagame {
            mix: (0..self.lists).map(portion).collect(),
            worth_playing: Portion::of(
                mix.lists_worth_playing(),
                mixes.iter().map(Equilibrium::lists_worth_playing).collect(),
            ),
            alpha_rank: ranks.distribution,
            alpha,
            budget: self.budget(units, &bars)?,
        }))
    }

    fn budget(&self, units: &[Vec<f64>], bars: &[[f64; 3]]) -> Result<Option<Budget>> {
        let Some(split) = self.split(units, &[1; CLASSES]) else { return Ok(None) };
        let bar = split.bar();
        let part = |n: usize| Portion::of(bar[n], bars.iter().map(|bar| bar[n]).collect());
        // What a list has over the field, from all classes and from all but one.
        let field = |times: &[u64; CLASSES]| -> Option<Vec<f64>> {
            let scores = self.full(times)?;
            Some(scores.iter().map(|row| row.iter().sum::<f64>() / self.lists as f64 - 0.5).collect())
        };
        let Some(whole) = field(&[1; CLASSES]) else { return Ok(None) };
        let without: Option<Vec<Vec<f64>>> =
            (0..CLASSES).map(|left_out| field(&std::array::from_fn(|class| u64::from(class != left_out)))).collect();
        let Some(without) = without else { return Ok(None) };
        let error = |list: usize| {
            let leave_one_out: Vec<f64> = without.iter().map(|field| field[list]).collect();
            jackknife(whole[list], &leave_one_out, CONFIDENCE).map(|figure| figure.std_error)
        };
        let errors = (0..self.lists).map(error).collect::<Result<Vec<f64>>>()?;
        Ok(Some(Budget {
            parts: [part(0), part(1), part(2)],
            exploitability: split.exploitability,
            exploitability_interval: largest_advantage(&whole, &errors, CONFIDENCE)?,
            worst: split.worst,
        }))
    }

    /// The split of the imbalance between the even classes and the odd ones.
    fn split(&self, units: &[Vec<f64>], times: &[u64; CLASSES]) -> Option<BalanceSplit> {
        let half =
            |parity: usize| self.full(&std::array::from_fn(|class| if class % 2 == parity { times[class] } else { 0 }));
        BalanceSplit::of(&half(0)?, units, None, Some(&half(1)?)).ok()
    }
}

impl Portion {
    fn of(share: f64, mut resamples: Vec<f64>) -> Self {
        resamples.sort_by(f64::total_cmp);
        let n = resamples.len();
        if n == 0 {
            return Self { share, interval: Interval { low: share, high: share }, present: 1.0 };
        }
        let at = |q: f64| resamples[((q * n as f64) as usize).min(n - 1)];
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let present = resamples.iter().filter(|share| **share > IN_THE_MIX).count() as f64 / n as f64;
        Self { share, interval: Interval { low: at(tail), high: at(1.0 - tail) }, present }
    }
}

fn payoffs(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = scores.len();
    // Antisymmetric to the last bit.
    let payoff = |i: usize, j: usize| if i < j { scores[i][j] - 0.5 } else { 0.5 - scores[j][i] };
    (0..n).map(|i| (0..n).map(|j| payoff(i, j)).collect()).collect()
}

/// How often each class is drawn: half of the draws from the even classes, half from the odd ones, so that both halves of
/// the budget stay independent.
fn resample(dice: &mut SeededDice) -> [u64; CLASSES] {
    let mut times = [0; CLASSES];
    for draw in 0..CLASSES {
        let half = dice.pick(CLASSES as u32 / 2) as usize;
        times[2 * half + draw % 2] += 1;
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A meeting with so many pairs won and lost in both games, dealt to the classes in turn.
    fn meeting(a: usize, b: usize, wins: u64, losses: u64) -> Meeting {
        let mut classes = vec![[[0; 3]; 3]; CLASSES];
        // Wins and losses are spread as evenly as they go.
        let (mut won, all) = (0, wins + losses);
        for pair in 0..all {
            let due = (pair + 1) * wins / all;
            let joint = &mut classes[(pair as usize * 37) % CLASSES];
            if due > won {
                joint[2][2] += 1;
            } else {
                joint[0][0] += 1;
            }
            won = due;
        }
        Meeting { a, b, cells: vec![classes] }
    }

    fn names(n: usize) -> Vec<String> {
        (0..n).map(|n| format!("list {n}")).collect()
    }

    fn units(n: usize) -> Vec<Vec<f64>> {
        (0..n).map(|n| vec![n as f64, 1.0]).collect()
    }

    #[test]
    fn rock_paper_scissors_is_a_circle_and_everything_is_worth_playing() {
        let meetings = [meeting(0, 1, 3000, 2000), meeting(1, 2, 3000, 2000), meeting(0, 2, 2000, 3000)];
        let league = League::of(&names(3), &units(3), &meetings, 1).unwrap();
        let [circle] = league.circles[..] else { panic!("{:?}", league.circles) };
        assert_eq!(circle.lists, [0, 1, 2]);
        assert!(circle.scores.iter().all(|score| (score - 0.6).abs() < 1e-9));
        assert!(circle.curl > 10.0 * circle.std_error);
        assert!(league.hodge.cyclic_share.unwrap() > 0.999 && league.hodge.p_value < 1e-9);
        let metagame = league.metagame.unwrap();
        assert!(metagame.mix.iter().all(|portion| (portion.share - 1.0 / 3.0).abs() < 1e-6 && portion.present > 0.99));
        assert!((metagame.worth_playing.share - 3.0).abs() < 1e-6);
        let budget = metagame.budget.unwrap();
        let [unit, synergy, cyclic] = budget.parts.map(|part| part.share);
        // Two thirds of the nine match-ups, mirrors among them, are ten points from even.
        assert!((cyclic - (2.0f64 / 3.0).sqrt() * 0.1).abs() < 0.01 && unit < 0.02 && synergy < 0.02, "{budget:?}");
        assert!(budget.exploitability < 0.01 && budget.exploitability_interval.contains(budget.exploitability));
    }

    #[test]
    fn a_ladder_has_no_circles_and_one_list_worth_playing() {
        let meetings = [meeting(0, 1, 3500, 2000), meeting(1, 2, 3500, 2000), meeting(0, 2, 4400, 1436)];
        let league = League::of(&names(3), &units(3), &meetings, 1).unwrap();
        assert!(league.circles.is_empty());
        assert!(league.hodge.gradient_share.unwrap() > 0.999);
        let ratings = league.ratings.unwrap();
        assert!(!ratings.steadied && ratings.groups == [[0], [1], [2]]);
        let metagame = league.metagame.unwrap();
        assert!(metagame.mix[0].share > 0.999 && metagame.mix[0].present > 0.999 && metagame.mix[2].present < 0.001);
        assert!(metagame.alpha_rank[0] > 0.9 && metagame.alpha_rank[0] > metagame.alpha_rank[1]);
        let budget = metagame.budget.unwrap();
        assert!(budget.parts[0].share > 0.1, "the number of units explains the ladder: {budget:?}");
        assert!(budget.parts[0].share > 5.0 * budget.parts[2].share);
        assert_eq!((budget.worst.list, budget.worst.against), (0, 2));
    }

    #[test]
    fn even_lists_cannot_be_told_apart() {
        let meetings = [meeting(0, 1, 105, 100), meeting(1, 2, 100, 100), meeting(0, 2, 100, 104)];
        let league = League::of(&names(3), &units(3), &meetings, 1).unwrap();
        let groups = league.ratings.unwrap().groups;
        assert_eq!((groups.len(), groups[0].len()), (1, 3));
    }

    #[test]
    fn a_list_that_always_wins_is_rated_with_a_virtual_loss() {
        let meetings = [meeting(0, 1, 500, 0), meeting(1, 2, 300, 200), meeting(0, 2, 500, 0)];
        let league = League::of(&names(3), &units(3), &meetings, 1).unwrap();
        let ratings = league.ratings.unwrap();
        assert!(ratings.steadied && ratings.ladder.elo[0].is_finite());
    }

    #[test]
    fn what_has_not_met_leaves_out_what_needs_a_full_table() {
        let league = League::of(&names(3), &units(3), &[meeting(0, 1, 60, 50), meeting(1, 2, 60, 50)], 1).unwrap();
        assert!(league.metagame.is_none() && league.ratings.is_some());
        assert_eq!(league.scores[0][2], None);
        let apart = League::of(&names(4), &units(4), &[meeting(0, 1, 60, 50), meeting(2, 3, 60, 50)], 1).unwrap();
        assert!(apart.ratings.is_none());
        assert!(League::of(&names(2), &units(2), &[meeting(0, 1, 60, 50)], 1).is_err());
        assert!(League::of(&names(3), &units(3), &[meeting(0, 3, 60, 50)], 1).is_err());
    }

    #[test]
    fn resamples_are_the_same_for_the_same_seed() {
        let meetings = [meeting(0, 1, 55, 50), meeting(1, 2, 55, 50), meeting(0, 2, 50, 55)];
        let league = |seed| League::of(&names(3), &units(3), &meetings, seed).unwrap();
        assert_eq!(league(1), league(1));
        assert_ne!(league(1).metagame, league(2).metagame);
    }
}
