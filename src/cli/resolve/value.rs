//! What a resolution is worth in points: destroyed and lost, for each point of the side that does it, and the cost at
//! which both sides would be even.

use serde_json::{Map, Value, json};

use super::{Effort, Question};
use crate::game::{Sides, Stakes};

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
}

impl Exchange {
    /// What a question of which the stakes are known comes to.
    pub(super) fn of(question: &Question, stakes: Stakes, effort: &Effort) -> Option<Self> {
        let sides = question.doc()?.sides?;
        let returned =
            if sides.mutual { Some(stakes.lost[0]) } else { Self::exchanged(question, sides, stakes, effort) };
        let Stakes { cost, support, unnamed, lost } = stakes;
        Some(Self { cost, support, unnamed, destroyed: lost[1], returned })
    }

    /// Share of the attacker that is lost when the defender attacks instead.
    fn exchanged(question: &Question, sides: Sides, stakes: Stakes, effort: &Effort) -> Option<f64> {
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
        let other = question.with(inputs).ask_exactly(effort).ok()?.stakes?;
        let same_cost = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let turned = same_cost(other.cost[0], stakes.cost[1]) && same_cost(other.cost[1], stakes.cost[0]);
        turned.then_some(other.lost[1])
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
        let [helpers, _] = self.support;
        // What the attacker's cost times his whole force comes to, when both rates are alike.
        let product = self.destroyed / self.returned? * self.cost[1] * self.brought()[1];
        let even = ((helpers * helpers + 4.0 * product).sqrt() - helpers) / 2.0;
        even.is_finite().then_some(even)
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
        points.as_object().cloned().unwrap_or_default()
    }

    /// In a sentence.
    pub(super) fn sentence(&self) -> String {
        let brought = self.brought().map(points);
        let mut text = format!("Value: {} points attack {} points", brought[0], brought[1]);
        if self.support != [0.0; 2] {
            text += &format!(", of which {} and {} can be lost,", points(self.cost[0]), points(self.cost[1]));
        }
        if let Some(rate) = self.destroyed_per_point() {
            text += &format!(" and destroy {} for each of their own", points(rate));
        }
        match self.returned_per_point() {
            Some(rate) => text += &format!("; {} come back for each point of the defender", points(rate)),
            None => text += "; what comes back is no part of this resolution",
        }
        if let Some(even) = self.break_even() {
            text += &format!("; the exchange is even if the attacker costs {}", points(even));
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

    #[test]
    fn sides_are_even_at_the_break_even_cost() {
        let exchange =
            Exchange { cost: [3.0, 2.0], support: [0.0; 2], unnamed: [0; 2], destroyed: 0.4, returned: Some(0.1) };
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
