//! A field of lists that have met each other: ratings, cycles, the mix that nobody beats, and the balance budget, each with
//! what is known of its error. Where lists met in several settings, these are taken for some of their kind: errors of ratings,
//! shares of the mix and the budget hold for others; circles are told of the settings that were played.

use super::alpha_rank::{AlphaRank, POPULATION};
use super::balance::{BalanceSplit, Matchup, largest_advantage};
use super::classes::Contrast;
use super::hodge::{Cycle, cycles};
use super::payoff_matrix::{InMix, PayoffMatrix, payoff};
use super::{BradleyTerry, Equilibrium, Hodge, Interval, Result, refuse};

/// Resamples of the classes, and of the settings where there are several, behind the shares of the mix and the parts of the budget.
const RESAMPLES: u64 = 200;

/// As many of them have to say something.
const FEWEST_RESAMPLES: u64 = RESAMPLES / 2;

/// Confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// Chance of telling lists apart that are the same.
const ALPHA: f64 = 0.05;

/// Fewer lists than this make no field.
pub const FEWEST: usize = 3;

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

/// What is known only when every list has met every other.
#[derive(Clone, Debug, PartialEq)]
pub struct Metagame {
    /// The mix that no list beats, of largest entropy: the share of every list.
    pub mix: Vec<InMix>,
    /// How many lists are worth playing: e to the entropy of the mix.
    pub worth_playing: InMix,
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
    pub parts: [InMix; 3],
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
    /// Works out a field. `units` are the numbers of each unit in each list; `seed` is that of the resamples.
    ///
    /// # Errors
    /// Fewer than [`FEWEST`] lists, and what the methods refuse.
    pub fn of(names: &[String], units: &[Vec<f64>], field: &PayoffMatrix<'_>, seed: u64) -> Result<Self> {
        if names.len() < FEWEST {
            return refuse("names", format!("must be at least {FEWEST}, got {}", names.len()));
        }
        let (flow, weights) = field.flow()?;
        let hodge = Hodge::of(&flow, Some(&weights))?;
        let circle = |cycle: Cycle| {
            let [i, j, k] = cycle.triple;
            let edges = [(i, j), (j, k), (k, i)];
            let score = |(a, b): (usize, usize)| 1.0 / (1.0 + libm::exp(-flow[a][b].unwrap_or(0.0)));
            let scores = edges.map(score);
            let variance: f64 = edges.iter().map(|(a, b)| 1.0 / weights[*a][*b]).sum();
            let goes_round = scores.iter().all(|score| *score > 0.5);
            goes_round.then(|| Circle { lists: cycle.triple, scores, curl: cycle.curl, std_error: variance.sqrt() })
        };
        let circles = cycles(&flow, Some(&weights))?.into_iter().filter_map(circle).take(3).collect();
        Ok(Self { ratings: ratings(names, field), hodge, circles, metagame: metagame(units, field, seed)? })
    }
}

/// One strength for every list; none when the meetings do not hang together.
fn ratings(names: &[String], field: &PayoffMatrix<'_>) -> Option<Ratings> {
    let rate = |prior| field.ratings(names, prior, CONFIDENCE).ok();
    let (ladder, steadied) = rate(0.0).map(|ladder| (ladder, false)).or_else(|| Some((rate(1.0)?, true)))?;
    let groups = ladder.groups(ALPHA).ok()?;
    Some(Ratings { ladder, steadied, groups })
}

/// What needs a full table; none where two lists have not met.
fn metagame(units: &[Vec<f64>], field: &PayoffMatrix<'_>, seed: u64) -> Result<Option<Metagame>> {
    let Ok(scores) = field.scores() else { return Ok(None) };
    let mix = Equilibrium::of(&payoff(&scores))?;
    let (ranks, alpha) = AlphaRank::settled(&scores, POPULATION)?;
    let (mut mixes, mut bars) = (vec![mix.clone()], Vec::new());
    for round in 0..RESAMPLES {
        // A resample in which two lists have hardly met says nothing.
        let Ok([scores, even, odd]) = field.resampled(seed, round) else { continue };
        mixes.push(Equilibrium::of(&payoff(&scores))?);
        bars.extend(BalanceSplit::of(&even, units, None, Some(&odd)).ok().map(|split| split.bar()));
    }
    // Where lists have hardly met, resamples say nothing, and nothing bounds what they would say.
    if mixes.len() as u64 <= FEWEST_RESAMPLES {
        return Ok(None);
    }
    let share =
        |list: usize| InMix::of(mix.equilibrium[list], mixes.iter().map(|mix| mix.equilibrium[list]).collect(), ALPHA);
    Ok(Some(Metagame {
        mix: (0..scores.len()).map(share).collect(),
        worth_playing: InMix::of(
            mix.lists_worth_playing(),
            mixes.iter().map(Equilibrium::lists_worth_playing).collect(),
            ALPHA,
        ),
        alpha_rank: ranks.distribution,
        alpha,
        budget: budget(units, field, bars)?,
    }))
}

/// The budget with the lengths of its bars in resamples; none where the halves of the games are too small.
fn budget(units: &[Vec<f64>], field: &PayoffMatrix<'_>, mut bars: Vec<[f64; 3]>) -> Result<Option<Budget>> {
    let Ok(split) = field.balance(units, None) else { return Ok(None) };
    if (bars.len() as u64) < FEWEST_RESAMPLES {
        return Ok(None);
    }
    let bar = split.bar();
    bars.push(bar);
    let part = |n: usize| InMix::of(bar[n], bars.iter().map(|bar| bar[n]).collect(), ALPHA);
    let lists = split.field_scores.len();
    let advantages = (0..lists).map(|list| field.advantage(list, None, CONFIDENCE)).collect::<Result<Vec<_>>>();
    let Ok(advantages) = advantages else { return Ok(None) };
    let estimates: Vec<f64> = advantages.iter().map(|advantage| advantage.estimate).collect();
    let error = |(list, advantage): (usize, &Contrast)| {
        field.error_over_settings(list, CONFIDENCE).map_or(advantage.std_error, |error| error.max(advantage.std_error))
    };
    let errors: Vec<f64> = advantages.iter().enumerate().map(error).collect();
    Ok(Some(Budget {
        parts: [part(0), part(1), part(2)],
        exploitability: split.exploitability,
        exploitability_interval: largest_advantage(&estimates, &errors, CONFIDENCE)?,
        worst: split.worst,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::payoff_matrix::Cell;
    use super::*;
    use crate::outcomes::{CLASSES, ClassTally};

    /// Two lists, and the classes of a cell between them.
    struct Meeting(usize, usize, Vec<ClassTally>);

    /// A field of so many lists, worked out.
    fn league(lists: usize, meetings: &[Meeting], seed: u64) -> Result<League> {
        let cell = |(n, Meeting(a, b, classes)): (usize, &'_ Meeting)| (*a, *b, classes.clone(), n as u64);
        let cells: Vec<_> = meetings.iter().enumerate().map(cell).collect();
        let cells = cells.iter().map(|(a, b, classes, key)| Cell { a: *a, b: *b, classes, key: *key, setting: 0 });
        League::of(&names(lists), &units(lists), &PayoffMatrix::new(lists, cells)?, seed)
    }

    /// A meeting with so many pairs won and lost in both games, dealt to the classes in turn.
    fn meeting(a: usize, b: usize, wins: u64, losses: u64) -> Meeting {
        let mut classes = vec![ClassTally::default(); CLASSES];
        // Wins and losses are spread as evenly as they go.
        let (mut won, all) = (0, wins + losses);
        for pair in 0..all {
            let due = (pair + 1) * wins / all;
            let joint = &mut classes[(pair as usize * 37) % CLASSES].joint;
            if due > won {
                joint[2][2] += 1;
            } else {
                joint[0][0] += 1;
            }
            won = due;
        }
        Meeting(a, b, classes)
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
        let league = self::league(3, &meetings, 1).unwrap();
        let [circle] = league.circles[..] else { panic!("{:?}", league.circles) };
        assert_eq!(circle.lists, [0, 1, 2]);
        assert!(circle.scores.iter().all(|score| (score - 0.6).abs() < 1e-3));
        assert!(circle.curl > 10.0 * circle.std_error);
        assert!(league.hodge.cyclic_share.unwrap() > 0.999 && league.hodge.p_value < 1e-9);
        let metagame = league.metagame.unwrap();
        assert!(
            metagame.mix.iter().all(|portion| (portion.share - 1.0 / 3.0).abs() < 1e-6 && portion.frequency > 0.99)
        );
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
        let league = self::league(3, &meetings, 1).unwrap();
        assert!(league.circles.is_empty());
        assert!(league.hodge.gradient_share.unwrap() > 0.999);
        let ratings = league.ratings.unwrap();
        assert!(!ratings.steadied && ratings.groups == [[0], [1], [2]]);
        let metagame = league.metagame.unwrap();
        assert!(
            metagame.mix[0].share > 0.999 && metagame.mix[0].frequency > 0.999 && metagame.mix[2].frequency < 0.001
        );
        assert!(metagame.alpha_rank[0] > 0.9 && metagame.alpha_rank[0] > metagame.alpha_rank[1]);
        let budget = metagame.budget.unwrap();
        assert!(budget.parts[0].share > 0.1, "the number of units explains the ladder: {budget:?}");
        assert!(budget.parts[0].share > 5.0 * budget.parts[2].share);
        assert_eq!((budget.worst.list, budget.worst.against), (0, 2));
    }

    #[test]
    fn even_lists_cannot_be_told_apart() {
        let meetings = [meeting(0, 1, 105, 100), meeting(1, 2, 100, 100), meeting(0, 2, 100, 104)];
        let league = self::league(3, &meetings, 1).unwrap();
        let groups = league.ratings.unwrap().groups;
        assert_eq!((groups.len(), groups[0].len()), (1, 3));
    }

    #[test]
    fn a_list_that_always_wins_is_rated_with_a_virtual_loss() {
        let meetings = [meeting(0, 1, 500, 0), meeting(1, 2, 300, 200), meeting(0, 2, 500, 0)];
        let league = self::league(3, &meetings, 1).unwrap();
        let ratings = league.ratings.unwrap();
        assert!(ratings.steadied && ratings.ladder.elo[0].is_finite());
    }

    #[test]
    fn what_has_not_met_leaves_out_what_needs_a_full_table() {
        let league = self::league(3, &[meeting(0, 1, 60, 50), meeting(1, 2, 60, 50)], 1).unwrap();
        assert!(league.metagame.is_none() && league.ratings.is_some());
        let apart = self::league(4, &[meeting(0, 1, 60, 50), meeting(2, 3, 60, 50)], 1).unwrap();
        assert!(apart.ratings.is_none());
        assert!(self::league(2, &[meeting(0, 1, 60, 50)], 1).is_err());
        assert!(self::league(3, &[meeting(0, 3, 60, 50)], 1).is_err());
    }

    #[test]
    fn two_pairs_of_each_match_up_are_no_budget() {
        let few = |won: usize| {
            let mut classes = vec![ClassTally::default(); CLASSES];
            for (class, tally) in classes.iter_mut().take(2).enumerate() {
                tally.joint[if class < won { 2 } else { 0 }][2] = 1;
            }
            classes
        };
        let meetings = [Meeting(0, 1, few(1)), Meeting(1, 2, few(2)), Meeting(0, 2, few(1))];
        let league = self::league(3, &meetings, 1).unwrap();
        assert!(league.metagame.is_none_or(|metagame| metagame.budget.is_none()));
    }

    #[test]
    fn resamples_are_the_same_for_the_same_seed() {
        let meetings = [meeting(0, 1, 55, 50), meeting(1, 2, 55, 50), meeting(0, 2, 50, 55)];
        let league = |seed| self::league(3, &meetings, seed).unwrap();
        assert_eq!(league(1), league(1));
        assert_ne!(league(1).metagame, league(2).metagame);
    }
}
