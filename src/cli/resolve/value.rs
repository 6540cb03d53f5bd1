//! What a resolution is worth in points: destroyed and lost, for each point of the side that does it, and the cost at
//! which both sides would be even.

use serde_json::{Map, Value, json};

use super::{Effort, Question};
use crate::analysis::special::normal_two_sided;
use crate::analysis::{Interval, Share, ShareInterval};
use crate::game::{Answer, Sides, Stakes};

/// The exchange of points between two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exchange {
    /// What each side costs, the attacker first.
    pub(super) cost: [f64; 2],
    /// What those cost who help it and cannot be lost.
    pub(super) support: [f64; 2],
    /// How many help it of whom nobody says who they are.
    pub(super) unnamed: [u64; 2],
    /// Share of the defender that is lost, on average.
    pub(super) destroyed: f64,
    /// Share of the attacker that is lost in return: in the same resolution where it can lose something, otherwise in
    /// the one with the sides exchanged; none where the rules do not have that.
    pub(super) returned: Option<f64>,
    /// How far these two shares may be off, first what is destroyed, where they were sampled.
    pub(super) sampled: [Option<Sampled>; 2],
    /// The covariance of the two.
    pub(super) covariance: f64,
}

/// A mean share of so many trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sampled {
    pub(super) trials: u64,
    /// Variance of the mean.
    pub(super) variance: f64,
}

impl Sampled {
    /// What is known of the losses of one side.
    fn of(stakes: &Stakes, side: usize) -> Option<Self> {
        stakes.sampled.map(|losses| Self { trials: losses.trials, variance: losses.variance[side] })
    }

    /// The 95% interval of a mean share: Wilson's, at the number of yes-or-no trials that would tell as much. No share between 0 and 1
    /// varies more than one of yes and no, so these are no fewer than the trials.
    fn interval(self, mean: f64) -> Option<Interval> {
        const MOST: f64 = 1e15;
        let alike = mean * (1.0 - mean) / self.variance;
        let trials = if alike.is_finite() && self.variance > 0.0 { alike.min(MOST) } else { self.trials as f64 };
        Share::of((mean * trials).round() as u64, trials.round() as u64, ShareInterval::Wilson, 0.95)
            .ok()
            .map(|share| share.interval)
    }
}

impl Exchange {
    /// What a question of which the stakes are known comes to.
    pub(super) fn of(question: &Question, stakes: Stakes, effort: &Effort) -> Option<Self> {
        let sides = question.doc()?.sides?;
        let back = match sides.mutual {
            true => Some((stakes.lost[0], Sampled::of(&stakes, 0))),
            false => Self::exchanged(question, sides, stakes, effort),
        };
        let covariance = stakes.sampled.filter(|_| sides.mutual).map_or(0.0, |losses| losses.covariance);
        let sampled = [Sampled::of(&stakes, 1), back.and_then(|(_, sampled)| sampled)];
        let Stakes { cost, support, unnamed, lost, .. } = stakes;
        let returned = back.map(|(share, _)| share);
        Some(Self { cost, support, unnamed, destroyed: lost[1], returned, sampled, covariance })
    }

    /// Share of the attacker that is lost when the defender attacks instead: sampled where the question is.
    fn exchanged(question: &Question, sides: Sides, stakes: Stakes, effort: &Effort) -> Option<(f64, Option<Sampled>)> {
        let mut inputs = question.inputs.clone();
        let [attacker, defender] = sides.keys.map(|key| inputs.get(key).cloned().unwrap_or(Value::Null));
        let [for_defender, for_attacker] = [single(&attacker)?, single(&defender)?];
        for ((key, old), new) in sides.keys.iter().zip([&attacker, &defender]).zip([for_attacker, for_defender]) {
            let new = if old.is_array() { Value::from(vec![new]) } else { new };
            if new.is_null() {
                inputs.remove(*key)
            } else {
                inputs.insert((*key).to_owned(), new)
            };
        }
        let question = question.with(inputs);
        let asked = match stakes.sampled {
            Some(_) => question.ask_for(&Effort { budget: 0, fractions: false, ..effort.clone() }, effort.trials, true),
            None => question.ask_exactly(effort),
        };
        let other = match asked.ok()? {
            Answer { stakes: Some(stakes), .. } => stakes,
            // What takes too long is sampled.
            _ => question.ask_for(&Effort { budget: 0, ..effort.clone() }, effort.trials, true).ok()?.stakes?,
        };
        let same_cost = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let turned = same_cost(other.cost[0], stakes.cost[1]) && same_cost(other.cost[1], stakes.cost[0]);
        turned.then(|| (other.lost[1], Sampled::of(&other, 1)))
    }

    /// What each side has brought, with those who help it.
    fn brought(&self) -> [f64; 2] {
        [0, 1].map(|side| self.cost[side] + self.support[side])
    }

    /// Points of the defender destroyed for each point of the attacker.
    pub(super) fn destroyed_per_point(&self) -> Option<f64> {
        ratio(self.destroyed * self.cost[1], self.brought()[0])
    }

    /// Points of the attacker destroyed for each point of the defender.
    pub(super) fn returned_per_point(&self) -> Option<f64> {
        ratio(self.returned? * self.cost[0], self.brought()[1])
    }

    /// The cost of the attacker at which both sides would destroy as many points for each of their own: as armies of equal
    /// points wear each other down by the square of their numbers, it is the defender's cost times the square root of
    /// the ratio of the shares lost. Who helps counts with his points and is not lost. None when nothing comes back, or nothing is
    /// destroyed either.
    pub(super) fn break_even(&self) -> Option<f64> {
        Some(self.even_at(self.destroyed / self.returned?)).filter(|even| even.is_finite())
    }

    /// The same where the shares lost have this ratio.
    fn even_at(&self, ratio: f64) -> f64 {
        let [helpers, _] = self.support;
        // What the attacker's cost times his whole force comes to, when both rates are alike.
        let product = ratio * self.cost[1] * self.brought()[1];
        ((helpers * helpers + 4.0 * product).sqrt() - helpers) / 2.0
    }

    /// The 95% interval of [`Exchange::destroyed`]; none where that is exact.
    pub(super) fn destroyed_within(&self) -> Option<Interval> {
        self.sampled[0]?.interval(self.destroyed)
    }

    /// The 95% interval of [`Exchange::destroyed_per_point`]; none where that is exact.
    pub(super) fn destroyed_per_point_within(&self) -> Option<Interval> {
        let rate = ratio(self.cost[1], self.brought()[0])?;
        self.destroyed_within().map(|within| scaled(within, rate))
    }

    /// The 95% interval of [`Exchange::returned_per_point`]; none where that is exact.
    pub(super) fn returned_per_point_within(&self) -> Option<Interval> {
        let rate = ratio(self.cost[0], self.brought()[1])?;
        self.sampled[1]?.interval(self.returned?).map(|within| scaled(within, rate))
    }

    /// The 95% interval of [`Exchange::break_even`], from the logarithm of the ratio of the shares (delta method); none where it is
    /// exact, or nothing was lost in any trial.
    pub(super) fn break_even_within(&self) -> Option<Interval> {
        let (destroyed, returned) = (self.destroyed, self.returned.filter(|share| *share > 0.0)?);
        if self.sampled == [None; 2] || destroyed <= 0.0 {
            return None;
        }
        let [a, b] = self.sampled.map(|sampled| sampled.map_or(0.0, |sampled| sampled.variance));
        let variance =
            a / (destroyed * destroyed) + b / (returned * returned) - 2.0 * self.covariance / (destroyed * returned);
        let half = normal_two_sided(0.05) * variance.max(0.0).sqrt();
        let [low, high] = [-half, half].map(|off| self.even_at(destroyed / returned * libm::exp(off)));
        Some(Interval { low, high }).filter(|_| high.is_finite())
    }

    /// For programs.
    pub(super) fn to_json(self) -> Map<String, Value> {
        let points = json!({
            "attacker_cost": self.cost[0],
            "defender_cost": self.cost[1],
            "attacker_support": self.support[0],
            "defender_support": self.support[1],
            "uncounted_supporters": self.unnamed.iter().sum::<u64>(),
            "defender_lost": self.destroyed,
            "attacker_lost": self.returned,
            "destroyed_per_point": self.destroyed_per_point(),
            "returned_per_point": self.returned_per_point(),
            "break_even_cost": self.break_even(),
        });
        let mut points = points.as_object().cloned().unwrap_or_default();
        for (key, within) in [
            ("defender_lost", self.destroyed_within()),
            ("attacker_lost", self.sampled[1].zip(self.returned).and_then(|(sampled, mean)| sampled.interval(mean))),
            ("destroyed_per_point", self.destroyed_per_point_within()),
            ("returned_per_point", self.returned_per_point_within()),
            ("break_even_cost", self.break_even_within()),
        ] {
            if let Some(Interval { low, high }) = within {
                points.insert(format!("{key}_low"), low.into());
                points.insert(format!("{key}_high"), high.into());
            }
        }
        points
    }

    /// In a sentence.
    pub(super) fn sentence(&self) -> String {
        let brought = self.brought().map(points);
        let noun = |amount: &str| if amount == "1" { "point" } else { "points" };
        let verb = if brought[0] == "1" { "attacks" } else { "attack" };
        let [mine, theirs] = &brought;
        let mut text = format!("Value: {mine} {} {verb} {theirs} {}", noun(mine), noun(theirs));
        let single = brought[0] == "1";
        if self.support != [0.0; 2] {
            text += &format!(", of which {} and {} can be lost,", points(self.cost[0]), points(self.cost[1]));
        }
        if let Some(rate) = self.destroyed_per_point() {
            let told = points(rate) + &told(self.destroyed_per_point_within());
            text += &match single {
                true => format!(" and destroys {told}"),
                false => format!(" and destroy {told} for each of their own"),
            };
        }
        match self.returned_per_point() {
            Some(rate) => {
                let told = points(rate) + &told(self.returned_per_point_within());
                text += &format!("; {told} come back for each point of the defender");
            }
            None => text += "; what comes back is no part of this resolution",
        }
        if let Some(even) = self.break_even() {
            let told = points(even) + &told(self.break_even_within());
            text += &format!("; the exchange is even if the attacker costs {told}");
            if self.support[0] > 0.0 {
                text += " beside his supporters";
            }
        }
        match self.unnamed.iter().sum() {
            0_u64 => text + ".",
            1 => text + ". One supporter, of whom nobody says who he is, costs nothing here.",
            many => text + &format!(". {many} supporters, of whom nobody says who they are, cost nothing here."),
        }
    }
}

/// An amount of points in the digits that matter.
pub(super) fn points(amount: f64) -> String {
    let text = match amount.abs() {
        size if size >= 100.0 => format!("{amount:.1}"),
        size if size >= 0.001 || size == 0.0 => format!("{amount:.3}"),
        _ => format!("{amount:.6}"),
    };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// An interval in words, if there is one.
fn told(within: Option<Interval>) -> String {
    within.map_or_else(String::new, |Interval { low, high }| {
        format!(" (95% interval {} to {})", points(low), points(high))
    })
}

fn scaled(within: Interval, by: f64) -> Interval {
    Interval { low: within.low * by, high: within.high * by }
}

fn ratio(points: f64, cost: f64) -> Option<f64> {
    (cost > 0.0).then(|| points / cost)
}

/// The one unit that a side names, without its fire mode.
fn single(side: &Value) -> Option<Value> {
    match side {
        Value::Array(list) if list.len() == 1 => single(&list[0]),
        Value::Array(_) => None,
        Value::String(name) => Some(Value::from(name.split(':').next().unwrap_or(name))),
        other => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_told_in_the_digits_that_matter() {
        let told = [0.0, 2.0, 32.5, 0.1851, 0.000_154, 1234.0, 1234.56].map(points);
        assert_eq!(told, ["0", "2", "32.5", "0.185", "0.000154", "1234", "1234.6"]);
    }

    fn exchange() -> Exchange {
        Exchange {
            cost: [3.0, 2.0],
            support: [0.0; 2],
            unnamed: [0; 2],
            destroyed: 0.4,
            returned: Some(0.1),
            sampled: [None; 2],
            covariance: 0.0,
        }
    }

    #[test]
    fn sampled_values_have_intervals_and_exact_ones_none() {
        assert_eq!(exchange().destroyed_per_point_within().or(exchange().break_even_within()), None);
        let of = |share: f64| Some(Sampled { trials: 10_000, variance: share * (1.0 - share) / 1e4 });
        let sampled = Exchange { sampled: [of(0.4), of(0.1)], ..exchange() };
        // 0.4 of 10,000 trials: Wilson's limits, at two thirds of a point of the defender for each point.
        let within = sampled.destroyed_per_point_within().unwrap();
        assert!(
            (within.low - 0.390_44 / 1.5).abs() < 1e-4 && (within.high - 0.409_64 / 1.5).abs() < 1e-4,
            "{within:?}"
        );
        // The root halves the error of the logarithm: 0.5 sqrt(0.6/0.4 + 0.9/0.1)/100.
        let half = 1.959_964 * 0.5 * 10.5_f64.sqrt() / 100.0;
        let even = sampled.break_even_within().unwrap();
        assert!(
            (even.low - 4.0 * libm::exp(-half)).abs() < 1e-6 && (even.high - 4.0 * libm::exp(half)).abs() < 1e-6,
            "{even:?}"
        );
        let never = Sampled { trials: 1000, variance: 0.0 }.interval(0.0).unwrap();
        assert!(never.low == 0.0 && never.high > 0.003, "{never:?}");
        assert!(
            sampled.sentence().contains("destroy 0.267 (95% interval 0.26 to 0.273) for each"),
            "{}",
            sampled.sentence()
        );
    }

    #[test]
    fn sides_are_even_at_the_break_even_cost() {
        let exchange = exchange();
        assert_eq!(exchange.break_even(), Some(4.0));
        let even = Exchange { cost: [4.0, 2.0], ..exchange };
        assert!((even.destroyed_per_point().unwrap() - even.returned_per_point().unwrap()).abs() < 1e-15);
        let helped = Exchange { support: [5.0, 3.0], ..exchange };
        let even = Exchange { cost: [helped.break_even().unwrap(), 2.0], ..helped };
        assert!((even.destroyed_per_point().unwrap() - even.returned_per_point().unwrap()).abs() < 1e-15);
        assert_eq!(helped.destroyed_per_point(), Some(0.1));
        assert_eq!(Exchange { returned: Some(0.0), ..exchange }.break_even(), None);
        assert_eq!(Exchange { returned: None, ..exchange }.returned_per_point(), None);
        assert_eq!(Exchange { cost: [0.0, 2.0], ..exchange }.destroyed_per_point(), None);
    }
}
