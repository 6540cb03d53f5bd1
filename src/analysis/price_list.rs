//! What everything that lists are made of should cost, by the meetings of lists that were drawn at random.

use super::additivity::{self, Additivity};
use super::fair_costs::{Errors, FairCosts, Reference, Rows, Worths};
use super::verdict::{Correction, adjust_p};
use super::{Interval, Result};
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
    /// Places of purchases and how many of each, the largest 1.
    pub unseen: Vec<Vec<(usize, f64)>>,
    /// Whether lists are worth the sum of their parts; none where that cannot be said yet, or prices are not known.
    pub additivity: Option<Additivity>,
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

    /// Whether it is shown to be wrong, all prices taken together.
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
}

impl Field<'_> {
    fn each(&self, mut see: impl FnMut(MeetingRow<'_>)) {
        self.meetings.iter().flat_map(|meetings| meetings.iter()).for_each(&mut see);
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
    /// Works out prices from the meetings of all cells, of lists made of purchases that cost so much at present and with
    /// this budget. The mean list keeps its total.
    ///
    /// # Errors
    /// No meetings at all; games that some combination of purchases always wins.
    pub fn of(meetings: &[&Meetings], present: &[f64], budget: f64, confidence: f64) -> Result<Self> {
        let mut field = Field { meetings, places: (0..present.len()).collect() };
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
        field.places.retain(|at| !absent(at));
        let places = field.places.clone();
        let mean: Vec<f64> = places.iter().map(|at| prices[*at].per_list).collect();
        let total = places.iter().map(|at| prices[*at].per_list * present[*at]).sum();
        let fit = FairCosts::of_rows(&field, &Reference::List { list: mean, cost: total }, Errors::Robust, confidence)?;
        unseen.extend(fit.null_directions.iter().map(|direction| {
            let parts = direction.iter().zip(&places).filter(|(x, _)| **x != 0.0);
            parts.map(|(x, at)| (*at, *x)).collect()
        }));
        let mut list = Self { pairs, rank: fit.rank, prices: Vec::new(), unseen, additivity: None };
        if let Some(worths) = &fit.worths {
            let worth_of = worth_of(worths, present, &places, budget);
            prices.iter_mut().enumerate().for_each(|(at, price)| price.worth = worth_of(at));
            correct(&mut prices);
            list.additivity = Additivity::of(&field, &worths.coefficients, worths.covariance());
        }
        Ok(Self { prices, ..list })
    }
}

/// The worth of the purchase at a place, if it was fitted.
fn worth_of<'w>(
    worths: &'w Worths,
    present: &'w [f64],
    places: &'w [usize],
    budget: f64,
) -> impl Fn(usize) -> Option<Worth> + 'w {
    let points = worths.win_points();
    move |at| {
        let unit = places.iter().position(|place| *place == at)?;
        let cost = present[at];
        Some(Worth {
            points: points[unit],
            points_std_error: 25.0 * worths.robust_std_errors[unit],
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
