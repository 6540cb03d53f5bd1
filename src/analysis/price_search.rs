//! The search for a price list that holds: damped steps from prices towards fair ones, measured anew at the new prices each time, and
//! rounding to the prices that a game has.

use super::Interval;
use super::price_list::gain;

/// Prices that games have, the coarsest first.
const GRIDS: [f64; 12] = [100.0, 50.0, 25.0, 20.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.05];

/// What a price may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Whether it stays as it is.
    pub held: bool,
    /// The least that it may be.
    pub least: f64,
    /// The most.
    pub most: f64,
    /// Place of the price that it is tied to and always equal to; its own where it is tied to none.
    pub tied_to: usize,
}

impl Terms {
    /// The least and the most whole number of steps of `grid` within the limits, in points; out of order where there is none.
    #[must_use]
    pub fn steps(&self, grid: f64) -> [f64; 2] {
        // Limits that are steps themselves are not lost to rounding.
        let [low, high] = [self.least / grid - 1e-9, self.most / grid + 1e-9];
        [low.ceil().max(f64::from(u8::from(self.least > 0.0))) * grid, high.floor() * grid]
    }
}

/// What was measured of a price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// What it should be, the mean list keeping its total.
    pub fair: f64,
    /// The interval of that.
    pub interval: Interval,
    /// How many of it stand in a list, on average.
    pub per_list: f64,
    /// Whether its interval leaves the present price out, all prices taken together.
    pub shown_wrong: bool,
}

/// Prices, and how they may move.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceSearch {
    /// The prices as they stand.
    pub prices: Vec<f64>,
    /// What each may do.
    pub terms: Vec<Terms>,
    /// The share of the way to the fair price that a step goes, over 0 and at most 1.
    pub damping: f64,
    /// The most by which a step may multiply or divide a price, over 1.
    pub most_ratio: f64,
}

impl PriceSearch {
    /// Whether no price that may move is shown to be wrong.
    #[must_use]
    pub fn is_settled(&self, measured: &[Option<Measured>]) -> bool {
        self.terms.iter().zip(measured).all(|(terms, price)| terms.held || price.is_none_or(|price| !price.shown_wrong))
    }

    /// Moves every price that may move, and whose fair price is known, towards that. Tied prices move together, to the mean of
    /// their fair prices, each as often as it stands in lists.
    pub fn step(&mut self, measured: &[Option<Measured>]) {
        for leader in 0..self.prices.len() {
            if self.terms[leader].held || self.terms[leader].tied_to != leader {
                continue;
            }
            let tied = |place: &usize| self.terms[*place].tied_to == leader;
            let group: Vec<usize> = (0..self.prices.len()).filter(tied).collect();
            let known = group.iter().filter_map(|place| measured[*place]);
            let (sum, weight) =
                known.fold((0.0, 0.0), |(sum, weight), one| (sum + one.per_list * one.fair, weight + one.per_list));
            if weight <= 0.0 {
                continue;
            }
            let (now, terms) = (self.prices[leader], &self.terms[leader]);
            let wanted = now + self.damping * (sum / weight - now);
            let near = wanted.clamp(now / self.most_ratio, now * self.most_ratio);
            let price = near.max(terms.least).min(terms.most);
            group.iter().for_each(|place| self.prices[*place] = price);
        }
    }

    /// The prices in steps of `grid`, none that may move below one step unless it may be less; a price that stands within its
    /// limits as it did in `old` stays as it is.
    #[must_use]
    pub fn rounded(&self, old: &[f64], grid: f64) -> Vec<f64> {
        let round = |((price, terms), old): ((&f64, &Terms), &f64)| {
            if terms.held || (price == old && (terms.least..=terms.most).contains(price)) {
                return *price;
            }
            let [least, most] = terms.steps(grid);
            // What stands between two steps twice over is not rounded twice.
            let steps = (price / grid).round() * grid;
            (steps.max(least).min(most) * 1e6).round() / 1e6
        };
        self.prices.iter().zip(&self.terms).zip(old).map(round).collect()
    }
}

/// The coarsest of the usual steps that all prices are whole multiples of; the finest where they are of none.
#[must_use]
pub fn usual_grid(prices: &[f64]) -> f64 {
    let whole = |grid: &&f64| prices.iter().all(|price| ((price / **grid).round() * **grid - price).abs() < 1e-9);
    *GRIDS.iter().find(whole).unwrap_or(&GRIDS[GRIDS.len() - 1])
}

/// How far lists that meet are apart, in points of win rate: the root of the mean square over meetings, each of them given as what the
/// first list has more of everything than the second; `points` is what one more of each adds in an even game.
#[must_use]
pub fn spread<'m>(meetings: impl Iterator<Item = [&'m [u8]; 2]>, points: &[f64]) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for [a, b] in meetings {
        let counts = a.iter().zip(b).map(|(a, b)| f64::from(*a) - f64::from(*b));
        let apart = gain(counts.zip(points).map(|(more, points)| more * points).sum());
        sum += apart * apart;
        count += 1;
    }
    (count > 0).then(|| (sum / f64::from(count)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(prices: &[f64]) -> PriceSearch {
        let terms = (0..prices.len()).map(|tied_to| Terms { held: false, least: 0.5, most: 1e6, tied_to }).collect();
        PriceSearch { prices: prices.to_vec(), terms, damping: 0.5, most_ratio: 2.0 }
    }

    fn measured(fair: f64, per_list: f64, shown_wrong: bool) -> Option<Measured> {
        Some(Measured { fair, interval: Interval { low: fair - 1.0, high: fair + 1.0 }, per_list, shown_wrong })
    }

    #[test]
    fn steps_are_damped_bounded_and_shared_by_what_is_tied() {
        let mut all = search(&[10.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
        all.terms[1].held = true;
        (all.terms[3].tied_to, all.terms[5].least) = (2, 9.0);
        let found = [
            measured(14.0, 1.0, true),
            measured(20.0, 1.0, true),
            measured(10.0, 3.0, false),
            measured(18.0, 1.0, false),
            measured(90.0, 1.0, true),
            measured(2.0, 1.0, true),
        ];
        all.step(&found);
        assert_eq!(all.prices, [12.0, 10.0, 11.0, 11.0, 20.0, 9.0]);
        assert!(!all.is_settled(&found));
        all.step(&[None; 6]);
        assert_eq!(all.prices[0], 12.0, "what is not known stays");
    }

    #[test]
    fn a_search_is_settled_when_nothing_that_may_move_is_shown_wrong() {
        let mut all = search(&[1.0, 2.0]);
        assert!(all.is_settled(&[measured(3.0, 1.0, false), None]));
        assert!(!all.is_settled(&[measured(3.0, 1.0, true), None]));
        all.terms[0].held = true;
        assert!(all.is_settled(&[measured(3.0, 1.0, true), None]));
    }

    #[test]
    fn steps_lead_to_prices_that_are_fair_wherever_they_begin() {
        let fair = [3.0, 8.0, 21.0];
        let mut all = search(&[9.0, 9.0, 9.0]);
        for _ in 0..30 {
            all.step(&fair.map(|fair| measured(fair, 1.0, true)));
        }
        assert!(all.prices.iter().zip(fair).all(|(price, fair)| (price - fair).abs() < 1e-6), "{:?}", all.prices);
        assert_eq!(all.rounded(&[1.0; 3], 5.0), [5.0, 10.0, 20.0]);
    }

    #[test]
    fn grids_are_those_of_the_prices() {
        assert_eq!(usual_grid(&[100.0, 130.0, 75.0]), 5.0);
        assert_eq!(usual_grid(&[1.0, 2.0, 7.0]), 1.0);
        assert_eq!(usual_grid(&[1.5, 2.0]), 0.5);
        assert_eq!(usual_grid(&[0.333]), 0.05);
        assert_eq!(search(&[0.2]).rounded(&[1.0], 1.0), [1.0], "nothing is free");
        assert_eq!(search(&[7.0]).rounded(&[7.0], 5.0), [7.0], "what did not move is not rounded");
        let terms = |least: f64, most: f64| Terms { held: false, least, most, tied_to: 0 };
        assert_eq!(terms(0.0, 9.0).steps(5.0), [0.0, 5.0]);
        let [low, high] = terms(0.3, 0.7).steps(0.1);
        assert!(
            (low - 0.3).abs() < 1e-9 && (high - 0.7).abs() < 1e-9,
            "limits that are steps are not lost: {low} {high}"
        );
        let [low, high] = terms(4.2, 4.8).steps(1.0);
        assert!(low > high, "no whole step lies between 4.2 and 4.8");
    }

    #[test]
    fn the_spread_of_lists_is_that_of_what_they_have_more() {
        let meetings: [[&[u8]; 2]; 2] = [[&[3, 0], &[1, 0]], [&[0, 1], &[0, 3]]];
        let apart = spread(meetings.into_iter(), &[2.0, 1.0]).unwrap();
        // Close to even that is the slope; nothing is farther apart than certain wins.
        assert!((apart - 10.0_f64.sqrt()).abs() < 0.05, "{apart}");
        let far = spread([[&[9_u8, 0][..], &[0, 0]]].into_iter(), &[90.0, 1.0]).unwrap();
        assert!(far <= 50.0 && far > 49.9, "{far}");
        assert_eq!(spread(std::iter::empty(), &[1.0]), None);
    }
}
