//! The schema of a resolution's outcomes, labels and numbers, and the answer that a user sees: exact and simulated.

use std::collections::BTreeMap;

use super::{Answer, NumberAnswer, Query, Simulated, Stakes};
use crate::dice::{Dice, Resolution, SeededDice, Step, Tabulated, exact};

/// How the outcomes of a resolution are told: by one label, and by numbers beside it.
pub struct OutcomeSchema<'l, L, F, G, H> {
    /// All labels, in the order of the rulebook, impossible ones included.
    pub labels: &'l [L],
    /// Names of the numeric results.
    pub numbers: &'l [&'l str],
    /// Index of the label of an outcome.
    pub label: F,
    /// Numeric results of an outcome, in the order of their names.
    pub values: G,
    /// What the two sides cost, where that is known.
    pub costs: Option<[f64; 2]>,
    /// The share that either side has lost of what it brought.
    pub losses: H,
}

/// Evaluates `resolution` as far as `query` asks: exactly, by trials, or both.
pub fn answer<R, L, F, G, H>(resolution: &R, schema: &OutcomeSchema<'_, L, F, G, H>, query: &Query) -> Answer
where
    R: Resolution,
    L: AsRef<str>,
    F: Fn(&R::Outcome) -> usize,
    G: Fn(&R::Outcome) -> Vec<i64>,
    H: Fn(&R::Outcome) -> [f64; 2],
{
    let labels = || schema.labels.iter().map(|label| label.as_ref().to_owned());
    let mut answer = Answer { exact: None, open: 0.0, numbers: Vec::new(), simulated: None, stakes: None };
    if query.exact {
        let odds = exact::evaluate(resolution);
        let mut sums = vec![0.0; schema.labels.len()];
        let mut numbers = vec![BTreeMap::new(); schema.numbers.len()];
        let mut lost = [0.0; 2];
        for (outcome, probability) in &odds.entries {
            sums[(schema.label)(outcome)] += probability;
            for (odds, value) in numbers.iter_mut().zip((schema.values)(outcome)) {
                *odds.entry(value).or_insert(0.0) += probability;
            }
            for (sum, share) in lost.iter_mut().zip((schema.losses)(outcome)) {
                *sum += share * probability;
            }
        }
        answer.exact = Some(labels().zip(sums).collect());
        answer.open = odds.open;
        answer.stakes = schema.costs.map(|cost| Stakes { cost, lost });
        answer.numbers = schema
            .numbers
            .iter()
            .zip(numbers)
            .map(|(name, odds)| NumberAnswer { name: (*name).to_owned(), odds: odds.into_iter().collect() })
            .collect();
    }
    if query.trials > 0 {
        let mut dice = SeededDice::from_key(query.seed);
        let mut counts = vec![0; schema.labels.len()];
        // A single step that branches little is tabulated: the same throws, and a look-up for each.
        let single = |mut dice: &mut dyn Dice| match resolution.step(resolution.begin(), &mut dice) {
            Step::Done(outcome) => Some((schema.label)(&outcome)),
            Step::Next(_) => None,
        };
        let table = Tabulated::new(single).filter(|table| table.outcomes().iter().all(Option::is_some));
        if let Some(table) = table {
            let mut by_outcome = vec![0; table.outcomes().len()];
            for _ in 0..query.trials {
                by_outcome[table.play(&mut dice)] += 1;
            }
            for (outcome, count) in table.outcomes().iter().zip(by_outcome) {
                counts[outcome.unwrap_or_default()] += count;
            }
        } else {
            for _ in 0..query.trials {
                counts[(schema.label)(&resolution.play(&mut dice))] += 1;
            }
        }
        let counts = labels().zip(counts).collect();
        answer.simulated = Some(Simulated { trials: query.trials, seed: query.seed, counts });
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Step;

    /// One die: low, high, or impossible.
    struct Die;

    impl Resolution for Die {
        type State = ();
        type Outcome = u8;
        fn begin(&self) {}
        fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
            Step::Done(dice.d6())
        }
    }

    fn ask(query: &Query) -> Answer {
        let schema = OutcomeSchema {
            labels: &["low", "high", "seven"],
            numbers: &["parity"],
            label: |die: &u8| usize::from(*die > 2),
            values: |die: &u8| vec![i64::from(*die % 2)],
            costs: Some([3.0, 6.0]),
            losses: |die: &u8| [0.0, f64::from(*die) / 6.0],
        };
        answer(&Die, &schema, query)
    }

    #[test]
    fn all_labels_are_listed_and_only_what_is_asked_for_is_given() {
        let mut query = Query {
            resolution: "die".to_owned(),
            inputs: serde_json::Map::new(),
            codex: None,
            trials: 0,
            seed: 7,
            exact: true,
        };
        let exact = ask(&query);
        assert!(exact.simulated.is_none());
        let odds = exact.exact.unwrap();
        assert_eq!(odds.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), ["low", "high", "seven"]);
        assert!((odds[0].1 - 1.0 / 3.0).abs() < 1e-15 && odds[2].1 == 0.0);
        let stakes = exact.stakes.unwrap();
        assert!(stakes.cost == [3.0, 6.0] && stakes.lost[0] == 0.0 && (stakes.lost[1] - 3.5 / 6.0).abs() < 1e-15);
        assert_eq!(exact.numbers[0].odds.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0, 1]);

        (query.exact, query.trials) = (false, 60);
        let simulated = ask(&query);
        assert!(simulated.exact.is_none() && simulated.numbers.is_empty());
        let counts = simulated.simulated.unwrap().counts;
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 60);
        assert_eq!(counts[2].1, 0);
    }
}
