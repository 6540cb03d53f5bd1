//! What everything that lists are made of should cost, by the meetings of lists that were drawn at random.

use super::additivity::{self, Additivity};
use super::fair_costs::{self, Errors, FairCosts, Reference, Rows, Worths};
use super::multiple_testing::{Correction, adjust_p};
use super::special::normal_two_sided;
use super::stopping::spent;
use super::{AnalysisError, Interval, Result, error_chance};
use crate::outcomes::{MeetingRow, Meetings};

/// Chance to call a price wrong that is right, over all prices.
const ALPHA: f64 = 0.05;

/// What everything should cost, and how far prices can say it.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceList {
    /// Pairs that it rests on.
    pub pairs: u64,
    /// How many directions of costs the lists tell apart, of as many as there are prices.
    pub rank: usize,
    /// The prices, in the order of the purchases.
    pub prices: Vec<Price>,
    /// Combinations that the lists cannot tell from nothing: what more of the one and less of the other changes no game.
    /// Places of purchases and how many of each, the largest 1. Where the others have prices all the same, one purchase of each is held
    /// at its present cost, and has none.
    pub unseen: Vec<Vec<(usize, f64)>>,
    /// Places of purchases of which too few meetings say anything, each alone among the combinations above.
    pub rare: Vec<usize>,
    /// Why there are no prices, where the lists could tell them apart and the games do not.
    pub impossible: Option<AnalysisError>,
    /// What the prices were worked out from, and the places of the purchases in it.
    fit: Option<(Worths, Vec<usize>)>,
}

/// One price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// What it costs at present.
    pub present: f64,
    /// How many of it stand in a list, on average.
    pub per_list: f64,
    /// Share of the lists that have it.
    pub in_lists: f64,
    /// What is known of its worth; none when that cannot be told from the worth of others.
    pub worth: Option<Worth>,
}

/// What something is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Points of win rate that one more of it adds in an even game.
    pub points: f64,
    /// Standard error of that.
    pub points_std_error: f64,
    /// The interval of that.
    pub points_interval: Interval,
    /// The same for a tenth of the budget spent on it, where it costs anything.
    pub points_per_tenth: Option<f64>,
    /// What it should cost, if the mean list keeps its total; none when the mean list is worth nothing.
    pub fair: Option<f64>,
    /// The interval of that (Fieller); none when the mean list is not clearly worth anything.
    pub interval: Option<Interval>,
    /// p-value of "it should cost what it does".
    pub p_value: Option<f64>,
    /// The same, corrected for all prices (Holm).
    pub p_adjusted: Option<f64>,
}

/// Points of win rate that something adds in an even game whose worth is `points` at the slope of that game: log odds are what
/// adds up, and nothing adds more than the half that is missing.
#[must_use]
pub fn gain(points: f64) -> f64 {
    100.0 * (fair_costs::chance(points / 25.0) - 0.5)
}

/// What is said of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Its interval lies below the present cost.
    Overpriced,
    /// Its interval lies above it.
    Underpriced,
    /// Its interval holds it.
    NoChange,
    /// It has no interval.
    Unknown,
}

impl Finding {
    /// In words.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Overpriced => "overpriced",
            Self::Underpriced => "underpriced",
            Self::NoChange => "no change supported",
            Self::Unknown => "not known",
        }
    }
}

impl Price {
    /// What is said of it, by itself.
    #[must_use]
    pub fn finding(&self) -> Finding {
        match self.worth.and_then(|worth| worth.interval) {
            None => Finding::Unknown,
            Some(interval) if interval.high < self.present => Finding::Overpriced,
            Some(interval) if interval.low > self.present => Finding::Underpriced,
            Some(_) => Finding::NoChange,
        }
    }

    /// What is said of it beside the other prices: `perhaps` where it is shown to be wrong by itself, but not when all prices are
    /// tested together.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.finding() {
            Finding::Overpriced if !self.is_shown_wrong() => "perhaps overpriced",
            Finding::Underpriced if !self.is_shown_wrong() => "perhaps underpriced",
            finding => finding.word(),
        }
    }

    /// Whether it is shown to be wrong when all prices are tested together.
    #[must_use]
    pub fn is_shown_wrong(&self) -> bool {
        self.worth.and_then(|worth| worth.p_adjusted).is_some_and(|p| p <= ALPHA)
    }
}

/// The meetings of all cells, as far as they are about some of the purchases.
struct Field<'m> {
    meetings: &'m [&'m Meetings],
    /// Places of the purchases that are looked at.
    places: Vec<usize>,
    /// Places of those that too few meetings say anything of: meetings that do are left out.
    rare: Vec<usize>,
}

/// Meetings of lists that differ in something: of fewer nothing is said, for what few say of their own scatter is chance.
const FEWEST_MEETINGS: u64 = 10;

impl Field<'_> {
    fn each(&self, mut see: impl FnMut(MeetingRow<'_>)) {
        let rows = self.meetings.iter().flat_map(|meetings| meetings.iter());
        rows.filter(|row| self.rare.iter().all(|at| row.counts[0][*at] == row.counts[1][*at])).for_each(&mut see);
    }

    /// Leaves out what too few meetings say anything of, until there is no more of it.
    fn leave_out_the_rare(&mut self, purchases: usize) {
        loop {
            let mut meetings = vec![0; purchases];
            self.each(|row| {
                let [a, b] = row.counts;
                meetings.iter_mut().zip(a.iter().zip(b)).for_each(|(n, (a, b))| *n += u64::from(a != b));
            });
            let rare = |at: &usize| (1..FEWEST_MEETINGS).contains(&meetings[*at]);
            let Some(rarest) = (0..purchases).filter(rare).min_by_key(|at| meetings[*at]) else { break };
            self.rare.push(rarest);
        }
    }

    /// How many lists have each of so many purchases, and how many of it there are.
    fn sums(&self, purchases: usize) -> Vec<[u64; 2]> {
        let mut sums = vec![[0; 2]; purchases];
        self.each(|row| {
            for list in row.counts {
                for (sum, count) in sums.iter_mut().zip(list) {
                    sum[0] += u64::from(*count > 0);
                    sum[1] += u64::from(*count);
                }
            }
        });
        sums
    }
}

impl Rows for Field<'_> {
    fn units(&self) -> usize {
        self.places.len()
    }

    fn visit(&self, see: &mut dyn FnMut(&[f64], f64, f64)) {
        let mut difference = vec![0.0; self.places.len()];
        self.each(|row| {
            let [a, b] = row.counts;
            for (x, at) in difference.iter_mut().zip(&self.places) {
                *x = f64::from(a[*at]) - f64::from(b[*at]);
            }
            see(&difference, 1.0, f64::from(row.quarters) / 4.0);
        });
    }
}

impl additivity::Encounters for Field<'_> {
    fn units(&self) -> usize {
        self.places.len()
    }

    fn visit(&self, see: &mut dyn FnMut([&[f64]; 2], f64)) {
        let mut numbers = [vec![0.0; self.places.len()], vec![0.0; self.places.len()]];
        self.each(|row| {
            for (numbers, counts) in numbers.iter_mut().zip(row.counts) {
                numbers.iter_mut().zip(&self.places).for_each(|(x, at)| *x = f64::from(counts[*at]));
            }
            see([&numbers[0], &numbers[1]], f64::from(row.quarters) / 4.0);
        });
    }
}

impl PriceList {
    /// The same at a look of a sequential test, from 1: p-values are held against the part of the chance of error that is spent there.
    /// Its intervals have to be of that confidence already.
    #[must_use]
    pub fn at_look(mut self, look: u32) -> Self {
        for worth in self.prices.iter_mut().filter_map(|price| price.worth.as_mut()) {
            worth.p_adjusted = worth.p_adjusted.map(|p| (p * ALPHA / spent(ALPHA, look)).min(1.0));
        }
        self
    }

    /// Works out prices from the meetings of all cells, of lists made of purchases that cost so much at present and with
    /// this budget. The mean list keeps its total.
    ///
    /// # Errors
    /// No meetings at all.
    pub fn of(meetings: &[&Meetings], present: &[f64], budget: f64, confidence: f64) -> Result<Self> {
        let mut field = Field { meetings, places: (0..present.len()).collect(), rare: Vec::new() };
        let sums = field.sums(present.len());
        let pairs = meetings.iter().map(|meetings| meetings.len() as u64).sum::<u64>();
        let lists = (2 * pairs).max(1) as f64;
        let mut prices: Vec<Price> = present
            .iter()
            .zip(&sums)
            .map(|(present, [having, count])| Price {
                present: *present,
                per_list: *count as f64 / lists,
                in_lists: *having as f64 / lists,
                worth: None,
            })
            .collect();
        // What no list has says nothing, and is in nobody's way.
        let absent = |at: &usize| sums[*at][1] == 0;
        let mut unseen: Vec<Vec<(usize, f64)>> = (0..present.len()).filter(absent).map(|at| vec![(at, 1.0)]).collect();
        field.leave_out_the_rare(present.len());
        unseen.extend(field.rare.iter().map(|at| vec![(*at, 1.0)]));
        let rare = field.rare.clone();
        field.places.retain(|at| !absent(at) && !rare.contains(at));
        let places = field.places.clone();
        let mean: Vec<f64> = places.iter().map(|at| prices[*at].per_list).collect();
        let total = places.iter().map(|at| prices[*at].per_list * present[*at]).sum();
        let reference = Reference::List { list: mean, cost: total };
        let costs: Vec<f64> = places.iter().map(|at| present[*at]).collect();
        let fit = match FairCosts::of_rows(&field, &reference, Some(&costs), Errors::Leverage, confidence) {
            Err(why) if pairs > 0 => {
                return Ok(Self { pairs, rank: 0, prices, unseen, rare, impossible: Some(why), fit: None });
            }
            fit => fit?,
        };
        unseen.extend(fit.null_directions.iter().map(|direction| {
            let parts = direction.iter().zip(&places).filter(|(x, _)| **x != 0.0);
            parts.map(|(x, at)| (*at, *x)).collect()
        }));
        if let Some(worths) = &fit.worths {
            let worth_of = worth_of(worths, present, &places, budget, normal_two_sided(error_chance(confidence)?));
            let held: Vec<usize> = fit.held.iter().map(|unit| places[*unit]).collect();
            for (at, price) in prices.iter_mut().enumerate().filter(|(at, _)| !held.contains(at)) {
                price.worth = worth_of(at);
            }
            correct(&mut prices);
        }
        let (rank, fit) = (fit.rank, fit.worths.map(|worths| (worths, places)));
        Ok(Self { pairs, rank, prices, unseen, rare, impossible: None, fit })
    }

    /// Whether lists are worth the sum of their parts, by the meetings that the prices were worked out from; none where that
    /// cannot be said yet, or prices are not known.
    #[must_use]
    pub fn additivity(&self, meetings: &[&Meetings]) -> Option<Additivity> {
        let (worths, places) = self.fit.as_ref()?;
        let fitted = worths.fitted();
        let places: Vec<usize> = fitted.types.iter().map(|unit| places[*unit]).collect();
        let field = Field { meetings, places: places.clone(), rare: self.rare.clone() };
        let mut sum = Additivity::of(&field, &fitted.coefficients, &fitted.covariance)?;
        for departure in &mut sum.departures {
            (departure.first, departure.second) = (places[departure.first], places[departure.second]);
        }
        Some(sum)
    }
}

/// The worth of the purchase at a place, if it was fitted.
fn worth_of<'w>(
    worths: &'w Worths,
    present: &'w [f64],
    places: &'w [usize],
    budget: f64,
    z: f64,
) -> impl Fn(usize) -> Option<Worth> + 'w {
    let (points, errors) = (worths.win_points(), worths.used_std_errors());
    move |at| {
        let unit = places.iter().position(|place| *place == at)?;
        let cost = present[at];
        Some(Worth {
            points: points[unit],
            points_std_error: 25.0 * errors[unit],
            points_interval: Interval::around(points[unit], z * 25.0 * errors[unit]),
            points_per_tenth: (cost > 0.0).then(|| points[unit] * 0.1 * budget / cost),
            fair: worths.costs[unit],
            interval: worths.interval(unit),
            p_value: worths.p_value(unit, cost),
            p_adjusted: None,
        })
    }
}

/// Corrects the p-values of all prices for each other.
fn correct(prices: &mut [Price]) {
    let p_values: Vec<f64> = prices.iter().filter_map(|price| price.worth?.p_value).collect();
    let Ok(adjusted) = adjust_p(&p_values, Correction::Holm, ALPHA) else { return };
    let mut adjusted = adjusted.adjusted.into_iter();
    for worth in prices.iter_mut().filter_map(|price| price.worth.as_mut()) {
        worth.p_adjusted = worth.p_value.and_then(|_| adjusted.next());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::special::squared;
    use crate::dice::{Dice, SeededDice};
    use crate::game::{Item, Points, fill};

    /// Present cost in thousandths, and what one adds to the log odds.
    const UNITS: [(Points, f64); 5] = [(1000, 0.10), (1000, 0.10), (3000, 0.20), (3000, 0.40), (5000, 0.50)];

    /// Pairs between drawn lists of about twenty points whose units are worth what was planted, and what `extra` says of
    /// a list beyond that.
    fn meetings(seed: u64, pairs: u32, jitter: Points, extra: impl Fn(&[u8]) -> f64) -> Meetings {
        let mut dice = SeededDice::from_key(seed);
        let items = UNITS.map(|(cost, _)| Item { cost, most: 99 });
        let strength = |list: &[u8]| -> f64 {
            list.iter().zip(UNITS).map(|(n, (_, worth))| f64::from(*n) * worth).sum::<f64>() + extra(list)
        };
        let mut all = Meetings::default();
        for pair in 0..pairs {
            let [a, b] = [0, 1].map(|_| {
                let budget = 20_000 - jitter + Points::from(dice.pick(2 * jitter as u32 + 1));
                fill(&items, budget, 99, &mut dice)
            });
            let p = chance(strength(&a) - strength(&b));
            let mut won = || u8::from((dice.word() >> 11) as f64 / (1u64 << 53) as f64 <= p);
            let quarters = 2 * won() + 2 * won();
            all.push(MeetingRow { pair, quarters, counts: [&a, &b] });
        }
        all
    }

    fn chance(logit: f64) -> f64 {
        1.0 / (1.0 + libm::exp(-logit))
    }

    fn additivity(meetings: &Meetings) -> Option<Additivity> {
        prices(meetings, 0.95).additivity(&[meetings])
    }

    fn prices(meetings: &Meetings, confidence: f64) -> PriceList {
        let present = UNITS.map(|(cost, _)| cost as f64 / 1000.0);
        PriceList::of(&[meetings], &present, 20.0, confidence).unwrap()
    }

    /// 25 prices are looked at, one chance in a million in all: 1 - 4e-8 each. For that the point itself must be clear, so
    /// that budgets differ by more than usual.
    #[test]
    fn planted_costs_are_found_within_their_intervals() {
        let half =
            |all: &PriceList| all.prices.iter().map(|p| p.worth.unwrap().interval.unwrap().half_width()).sum::<f64>();
        let mut widths = Vec::new();
        for (seed, pairs) in [(1, 2000), (2, 2000), (3, 2000), (4, 8000), (5, 8000)] {
            let list = prices(&meetings(seed, pairs, 6000, |_| 0.0), 1.0 - 4e-8);
            let worth: f64 = list.prices.iter().zip(UNITS).map(|(p, (_, worth))| p.per_list * worth).sum();
            let total: f64 = list.prices.iter().map(|p| p.per_list * p.present).sum();
            for (price, (_, planted)) in list.prices.iter().zip(UNITS) {
                let found = price.worth.unwrap();
                assert!(found.interval.unwrap().contains(total * planted / worth), "{price:?}");
                assert!((found.points - 25.0 * planted).abs() < 6.0 * found.points_std_error);
            }
            assert_eq!((list.pairs, list.rank, list.unseen.len()), (u64::from(pairs), 5, 0));
            widths.push(half(&list));
        }
        let ratio = (widths[0] + widths[1] + widths[2]) / 3.0 / ((widths[3] + widths[4]) / 2.0);
        assert!((1.7..2.4).contains(&ratio), "four times the pairs, half the width: {ratio}");
    }

    #[test]
    fn what_is_mispriced_is_named_and_copies_are_worth_the_same() {
        let list = prices(&meetings(7, 8000, 2000, |_| 0.0), 0.95);
        let findings: Vec<Finding> = list.prices.iter().map(Price::finding).collect();
        assert_eq!(findings[2..4], [Finding::Overpriced, Finding::Underpriced]);
        let fair = |at: usize| list.prices[at].worth.unwrap().fair.unwrap();
        assert!(fair(3) > 1.5 * fair(2), "what is better at one price should cost more");
        assert!(list.prices[2].is_shown_wrong() && list.prices[3].is_shown_wrong());
        let [copy, other] = [0, 1].map(|at| list.prices[at].worth.unwrap());
        let apart = (copy.points - other.points).abs();
        assert!(apart < 4.75 * libm::hypot(copy.points_std_error, other.points_std_error), "a copy is worth the same");
        let tenth = list.prices[4].worth.unwrap();
        assert!((tenth.points_per_tenth.unwrap() - tenth.points * 2.0 / 5.0).abs() < 1e-12);
        assert!((list.prices[0].per_list, list.prices[0].in_lists) > (1.0, 0.5));
    }

    #[test]
    fn of_what_stands_in_few_lists_nothing_is_said() {
        let met = meetings(3, 400, 6000, |_| 0.0);
        let with = |having: u32| {
            let mut all = Meetings::default();
            for row in met.iter() {
                let more = |list: &[u8], n: u8| [list, &[n]].concat();
                let [a, b] = [more(row.counts[0], u8::from(row.pair < having)), more(row.counts[1], 0)];
                all.push(MeetingRow { counts: [&a, &b], ..row });
            }
            let present: Vec<f64> = UNITS.iter().map(|(cost, _)| *cost as f64 / 1000.0).chain([4.0]).collect();
            PriceList::of(&[&all], &present, 20.0, 0.95).unwrap()
        };
        let [one, ten] = [with(1), with(10)];
        assert_eq!(
            (one.prices[5].finding(), &one.rare[..], &one.unseen[..]),
            (Finding::Unknown, &[5][..], &[vec![(5, 1.0)]][..])
        );
        assert!(one.prices[..5].iter().all(|price| price.worth.unwrap().interval.is_some()));
        assert!(ten.rare.is_empty() && ten.prices[5].worth.is_some());
    }

    /// Of 40 lists five worths are told: nominal 95% intervals of the scatter as it is miss far more often than one in twenty.
    #[test]
    fn few_pairs_do_not_make_intervals_too_narrow() {
        let (mut held, mut all) = (0_u32, 0_u32);
        for seed in 0..150 {
            let list = prices(&meetings(1000 + seed, 20, 6000, |_| 0.0), 0.95);
            for (price, (_, planted)) in list.prices.iter().zip(UNITS) {
                let Some(worth) = price.worth else { continue };
                all += 1;
                held += u32::from((worth.points - 25.0 * planted).abs() <= 1.96 * worth.points_std_error);
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!(all > 400 && share > 0.92, "{held} of {all}");
    }

    /// With this few pairs the fit itself takes an eighth of what it says from chance.
    #[test]
    fn few_pairs_do_not_make_units_worth_more() {
        let (mut fitted, mut told, mut planted, mut lists) = (0.0, 0.0, 0.0, 0);
        for seed in 0..200 {
            let list = prices(&meetings(5000 + seed, 40, 6000, |_| 0.0), 0.95);
            let Some((worths, _)) = list.fit.as_ref().filter(|_| list.prices.iter().all(|price| price.worth.is_some()))
            else {
                continue;
            };
            lists += 1;
            for ((coefficient, price), (_, worth)) in worths.coefficients.iter().zip(&list.prices).zip(UNITS) {
                fitted += coefficient * worth;
                told += price.worth.unwrap().points / 25.0 * worth;
                planted += worth * worth;
            }
        }
        let [fitted, told] = [fitted, told].map(|sum| sum / planted);
        // The standard error of both is a fiftieth.
        assert!(lists > 150 && fitted > 1.1 && (0.94..1.06).contains(&told), "{lists} {fitted} {told}");
    }

    #[test]
    fn nothing_adds_more_than_the_half_that_is_missing() {
        assert!((gain(1.0) - 1.0).abs() < 0.001, "close to even a slope is what it says");
        assert!((gain(25.0 * libm::log(3.0)) - 25.0).abs() < 1e-9, "odds of three to one");
        assert!((gain(-98.0) + gain(98.0)).abs() < 1e-9 && gain(98.0) < 50.0);
    }

    #[test]
    fn what_is_shown_by_itself_alone_is_said_with_perhaps() {
        let interval = Some(Interval { low: 6.0, high: 8.0 });
        let worth = |p_adjusted| Worth {
            points: 1.0,
            points_std_error: 0.1,
            points_interval: Interval { low: 0.8, high: 1.2 },
            points_per_tenth: None,
            fair: Some(7.0),
            interval,
            p_value: Some(0.01),
            p_adjusted: Some(p_adjusted),
        };
        let verdict = |present, p| Price { present, per_list: 1.0, in_lists: 0.5, worth: Some(worth(p)) }.verdict();
        assert_eq!(verdict(5.0, 0.04), "underpriced");
        assert_eq!(verdict(5.0, 0.2), "perhaps underpriced");
        assert_eq!(verdict(9.0, 0.2), "perhaps overpriced");
        assert_eq!(verdict(7.0, 0.2), "no change supported");
    }

    #[test]
    fn lists_of_equal_points_leave_the_point_unknown() {
        let met = meetings(9, 500, 0, |_| 0.0);
        let list = prices(&met, 0.95);
        assert_eq!((list.rank, list.unseen.len()), (4, 1));
        // More of everything in the measure of its cost: the largest is the one that costs five.
        let costs: Vec<f64> = list.unseen[0].iter().map(|(_, x)| 5.0 * x).collect();
        assert!(costs.iter().zip([1.0, 1.0, 3.0, 3.0, 5.0]).all(|(got, want)| (got - want).abs() < 1e-9), "{costs:?}");
        assert!(list.prices.iter().all(|price| price.worth.is_none() && price.finding() == Finding::Unknown));
        assert_eq!(list.additivity(&[&met]), None);
    }

    #[test]
    fn what_no_list_has_is_in_nobodys_way() {
        let met = meetings(11, 2000, 2000, |_| 0.0);
        let mut wider = Meetings::default();
        for row in met.iter() {
            let [a, b] = row.counts.map(|list| [&list[..2], &[0], &list[2..]].concat());
            wider.push(MeetingRow { counts: [&a, &b], ..row });
        }
        let list = PriceList::of(&[&wider], &[1.0, 1.0, 40.0, 3.0, 3.0, 5.0], 20.0, 0.95).unwrap();
        assert_eq!((list.unseen.clone(), list.rank), (vec![vec![(2, 1.0)]], 5));
        assert!(list.prices[2].worth.is_none());
        let known = |list: &PriceList, at: usize| list.prices[at].worth.unwrap().fair.unwrap();
        assert!((known(&list, 5) - known(&prices(&met, 0.95), 4)).abs() < 1e-9);
    }

    /// Every list has one of two captains, and a banner with the second kind: their costs cannot be told apart, those of all others can, and
    /// they are what they are without them.
    #[test]
    fn what_comes_in_step_is_held_and_the_others_have_prices() {
        let met = meetings(11, 4000, 6000, |_| 0.0);
        let mut led = Meetings::default();
        for row in met.iter() {
            // A captain of either kind, who changes no game.
            let [a, b] = row.counts.map(|list| {
                let second = u8::from(list.iter().map(|n| u32::from(*n)).sum::<u32>() % 2 == 1);
                [list, &[1 - second, second, second]].concat()
            });
            led.push(MeetingRow { counts: [&a, &b], ..row });
        }
        let list = PriceList::of(&[&led], &[1.0, 1.0, 3.0, 3.0, 5.0, 2.0, 2.0, 1.0], 20.0, 0.95).unwrap();
        assert_eq!((list.rank, list.unseen.len()), (6, 2), "{:?}", list.unseen);
        let without = prices(&met, 0.95);
        for at in 0..5 {
            let [held, free] = [&list, &without].map(|list| list.prices[at].worth.unwrap());
            assert!((held.points - free.points).abs() < 0.5 * free.points_std_error, "{at}: {held:?} {free:?}");
        }
        let known: Vec<bool> = list.prices[5..].iter().map(|price| price.worth.is_some()).collect();
        assert_eq!(known.iter().filter(|known| **known).count(), 1, "of three that come in step two are held");
        // The third is worth no more than the two that are held make it: at their costs a list with either captain is the same.
        let other = 5 + known.iter().position(|known| *known).unwrap();
        assert!(list.prices[other].worth.unwrap().interval.is_some());
        assert!(list.additivity(&[&led]).is_some());
    }

    #[test]
    fn what_always_wins_has_no_price() {
        let list = prices(&meetings(15, 5, 2000, |_| 0.0), 0.95);
        assert!(list.impossible.is_some() || list.rank < 5);
        assert!(list.prices.iter().all(|price| price.worth.is_none()) && list.prices[0].per_list > 0.0);
    }

    #[test]
    fn cells_are_put_together() {
        let [a, b] = [13, 14].map(|seed| meetings(seed, 1000, 2000, |_| 0.0));
        let both = PriceList::of(&[&a, &b], &[1.0, 1.0, 3.0, 3.0, 5.0], 20.0, 0.95).unwrap();
        assert_eq!(both.pairs, 2000);
        assert!(PriceList::of(&[], &[1.0], 20.0, 0.95).is_err());
    }

    #[test]
    fn sums_of_units_are_told_from_lists_that_are_more() {
        // Twenty sums of nothing but units: the p-value is a fair one.
        let sums: Vec<Additivity> =
            (0..20).map(|seed| additivity(&meetings(100 + seed, 1500, 2000, |_| 0.0)).unwrap()).collect();
        assert!(sums.iter().all(|sum| sum.terms == 15 && sum.p_value > 1e-4), "{sums:?}");
        assert!((4..17).contains(&sums.iter().filter(|sum| sum.p_value < 0.5).count()));
        assert!(sums.iter().map(|sum| sum.departures.len()).sum::<usize>() <= 2);
        // Those who ride with a rook.
        let pair = |list: &[u8]| 0.1 * f64::from(list[2]) * f64::from(list[3]);
        let more = additivity(&meetings(7, 4000, 2000, pair)).unwrap();
        assert!(more.p_value < 1e-9);
        let clearest = more.departures[0];
        assert_eq!((clearest.first, clearest.second), (2, 3));
        assert!((1.0..4.0).contains(&clearest.points), "2.5 points a pair were planted: {clearest:?}");
        // A second one is worth less than the first.
        let less = |list: &[u8]| -0.08 * f64::from(list[4]) * f64::from(list[4]);
        let square = additivity(&meetings(8, 4000, 2000, less)).unwrap();
        assert_eq!((square.departures[0].first, square.departures[0].second), (4, 4));
        assert!((-6.0..-2.0).contains(&square.departures[0].points), "-4 points were planted: {square:?}");
    }

    #[test]
    fn the_parts_of_the_advantage_are_those_that_were_planted() {
        let pair = |list: &[u8]| 0.1 * f64::from(list[2]) * f64::from(list[3]);
        let met = meetings(21, 20_000, 2000, pair);
        let parts = additivity(&met).unwrap();
        // The advantage of a list moves by a quarter of its log odds: what is in that, by the very worths planted.
        let strength =
            |list: &[u8]| list.iter().zip(UNITS).map(|(n, (_, w))| f64::from(*n) * w).sum::<f64>() + pair(list);
        let square: f64 = met.iter().map(|row| squared(strength(row.counts[0]) - strength(row.counts[1]))).sum();
        let whole = square / 32.0 / 20_000.0;
        let found = parts.unit_part + parts.synergy_part;
        assert!((0.85..1.15).contains(&(found / whole)), "{found} of {whole}");
        assert!(parts.synergy_part > 0.02 * parts.unit_part);
        assert_eq!(additivity(&meetings(22, 60, 2000, pair)), None, "too few pairs for fifteen terms");
    }
}
