//! Where the values of a numeric result lie: their mean, and quantiles.

use crate::analysis::special::normal_two_sided;
use crate::analysis::{Interval, QuantileInterval};
use crate::game::{Answer, NumberAnswer};

/// The quantiles that are told, and what they are called in data.
const QUANTILES: [f64; 3] = [0.05, 0.5, 0.95];

/// Where the values of a numeric result lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) mean: f64,
    /// The least value below or at which the result lies with a chance of 5%.
    pub(super) low: i64,
    /// The same for 50%.
    pub(super) median: i64,
    /// The same for 95%.
    pub(super) high: i64,
    /// Share at which the number was cut off: it is at least what it says.
    cut: f64,
    /// Share that has no such number, and is left out.
    absent: f64,
    /// Labels of the outcomes that have none.
    absent_at: &'static [&'static str],
    /// The intervals of the three quantiles, where they were sampled often enough.
    pub(super) within: [Option<[i64; 2]>; 3],
}

impl Spread {
    /// Of one of the numbers of an answer.
    pub(super) fn within(number: &NumberAnswer, answer: &Answer) -> Self {
        let mut spread = Self::of(number);
        if let Some(simulated) = answer.simulated.as_ref().filter(|_| answer.exact.is_none()) {
            spread.within = QUANTILES.map(|q| of_quantile(number, simulated.trials, q));
        }
        spread
    }

    pub(super) fn of(number: &NumberAnswer) -> Self {
        let odds = present(number);
        let total: f64 = odds.iter().map(|(_, p)| p).sum();
        let quantile = |share: f64| {
            let mut below = 0.0;
            // Sums of exact odds are off by rounding alone.
            let reached = odds.iter().find(|(_, p)| {
                below += p;
                below >= share * total - 1e-12
            });
            reached.or(odds.last()).map_or(0, |(value, _)| *value)
        };
        let [low, median, high] = QUANTILES.map(quantile);
        Self {
            mean: mean(number),
            low,
            median,
            high,
            cut: number.cut / total.max(f64::MIN_POSITIVE),
            absent: number.absent,
            absent_at: number.absent_at,
            within: [None; 3],
        }
    }

    pub(super) fn sentence(self, name: &str, within: Option<Interval>) -> String {
        let Self { mean, low, median, high, cut, absent, absent_at, within: quantiles } = self;
        let but = absent_at.join(" and ");
        let here = if absent > 0.0 { format!(", of all that are not {but}") } else { String::new() };
        // The cut decides the quantiles that lie at it.
        let at_least = |share: f64| if cut > 0.0 && share > 1.0 - cut { " or more" } else { "" };
        // A mean that differs by less than is told says no more.
        let alike = if cut > 0.0 { 0.005 } else { 0.0 };
        if low == high && (mean - median as f64).abs() <= alike {
            return format!("{name} {median}{}{here}", at_least(0.05));
        }
        let within =
            within.map_or_else(String::new, |Interval { low, high }| format!(" (95% interval {low:.2} to {high:.2})"));
        let least = if cut > 0.0 { "at least " } else { "" };
        format!(
            "{name} {least}{mean:.2} on average{within}, median {median}{}{}, 5 to 95% {low}{}{} to {high}{}{}{here}",
            at_least(0.5),
            limits(quantiles[1]),
            at_least(0.05),
            limits(quantiles[0]),
            at_least(0.95),
            limits(quantiles[2]),
        )
    }
}

/// The interval of a quantile, in brackets.
fn limits(within: Option<[i64; 2]>) -> String {
    within.map_or_else(String::new, |[low, high]| format!(" [{low}, {high}]"))
}

/// Between which two of the values of so many trials a quantile lies, at 95% and whatever the distribution; none where they are too few
/// to say so.
fn of_quantile(number: &NumberAnswer, trials: u64, q: f64) -> Option<[i64; 2]> {
    let counts: Vec<(i64, u64)> =
        present(number).into_iter().map(|(value, p)| (value, (p * trials as f64).round() as u64)).collect();
    let all = counts.iter().map(|(_, count)| count).sum();
    let QuantileInterval { lower_rank, upper_rank, .. } = QuantileInterval::of(all, q, 0.95).ok()?;
    let at = |rank: u64| {
        let mut below = 0;
        counts.iter().find(|(_, count)| {
            below += count;
            below >= rank
        })
    };
    Some([at(lower_rank?)?.0, at(upper_rank?)?.0])
}

/// Values and probabilities without those that only say that there is no value.
pub(super) fn present(number: &NumberAnswer) -> Vec<(i64, f64)> {
    let odds =
        number.odds.iter().map(|(value, p)| (*value, if *value == 0 { (p - number.absent).max(0.0) } else { *p }));
    odds.collect()
}

/// The interval of the mean of a numeric result that was sampled, at 95%; none where it is exact.
pub(super) fn of_mean(number: &NumberAnswer, answer: &Answer) -> Option<Interval> {
    let simulated = answer.simulated.as_ref().filter(|simulated| answer.exact.is_none() && simulated.trials > 1)?;
    let mean = mean(number);
    let (odds, share) = (present(number), 1.0 - number.absent);
    let square: f64 = odds.iter().map(|(value, p)| p * (*value as f64 - mean) * (*value as f64 - mean)).sum();
    let trials = (simulated.trials as f64 * share - 1.0).max(1.0);
    let half = normal_two_sided(0.05) * (square / share.max(f64::MIN_POSITIVE) / trials).sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

/// Mean of a numeric result, of those that have one.
pub(super) fn mean(number: &NumberAnswer) -> f64 {
    let odds = present(number);
    let sum: f64 = odds.iter().map(|(value, p)| *value as f64 * p).sum();
    // Odds that leave nothing out are off by rounding alone.
    if number.absent > 0.0 { sum / odds.iter().map(|(_, p)| p).sum::<f64>().max(f64::MIN_POSITIVE) } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(odds: &[(i64, f64)]) -> NumberAnswer {
        NumberAnswer { name: "n".to_owned(), odds: odds.to_vec(), ..NumberAnswer::default() }
    }

    #[test]
    fn quantiles_are_the_least_values_that_reach_their_share() {
        let spread = Spread::of(&number(&[(0, 0.05), (1, 0.45), (2, 0.4), (7, 0.1)]));
        assert_eq!((spread.low, spread.median, spread.high), (0, 1, 7));
        assert!((spread.mean - 1.95).abs() < 1e-12);
        assert_eq!(spread.sentence("kills", None), "kills 1.95 on average, median 1, 5 to 95% 0 to 7");
        assert_eq!(Spread::of(&number(&[(3, 1.0)])).sentence("kills", None), "kills 3");
    }

    #[test]
    fn what_was_cut_off_is_told_as_a_least_value() {
        let half = NumberAnswer { cut: 0.4, ..number(&[(1, 0.1), (2, 0.4), (3, 0.5)]) };
        let told = Spread::of(&half).sentence("phases", None);
        assert_eq!(told, "phases at least 2.40 on average, median 2, 5 to 95% 1 to 3 or more");
        let all = NumberAnswer { cut: 1.0, ..number(&[(3, 1.0)]) };
        assert_eq!(Spread::of(&all).sentence("phases", None), "phases 3 or more");
    }

    #[test]
    fn who_has_no_number_has_no_part_in_the_mean() {
        let number = NumberAnswer { absent: 0.5, absent_at: &["late"], ..number(&[(0, 0.6), (4, 0.4)]) };
        let spread = Spread::of(&number);
        assert!((spread.mean - 3.2).abs() < 1e-12 && spread.median == 4, "{spread:?}");
        assert!(spread.sentence("inches", None).ends_with("0 to 4, of all that are not late"));
    }

    #[test]
    fn sampled_quantiles_have_an_interval() {
        // Of a hundred sorted values the 40th and the 61st enclose the median.
        let odds: Vec<(i64, f64)> = (1..=100).map(|value| (value, 0.01)).collect();
        assert_eq!(of_quantile(&number(&odds), 100, 0.5), Some([40, 61]));
        assert_eq!(of_quantile(&number(&odds), 5, 0.5), None);
        let spread = Spread { within: [Some([0, 1]), Some([1, 1]), Some([6, 7])], ..Spread::of(&number(&[(1, 1.0)])) };
        let told = Spread { low: 0, high: 7, ..spread }.sentence("kills", None);
        assert_eq!(told, "kills 1.00 on average, median 1 [1, 1], 5 to 95% 0 [0, 1] to 7 [6, 7]");
    }
}
