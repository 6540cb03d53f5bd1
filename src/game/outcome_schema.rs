//! The schema of a resolution's outcomes, labels and numbers, and the answer that a user sees: exact and simulated.

use std::collections::BTreeMap;

use super::{Answer, Fractions, Given, NumberAnswer, Query, SampledLosses, Simulated, Stakes};
use crate::dice::{Dice, Fraction, Mass, Resolution, SeededDice, Step, Tabulated, best_play, exact};

/// What fractions may take, as [`exact::fractions_within`] counts it: about a second of one core.
pub const FRACTIONS_BUDGET: u64 = 2_000_000;

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
    let condition = match query.given.as_ref().map(|given| Condition::of(given, schema)) {
        // No outcome meets a condition on what there is not.
        Some(None) => {
            return Answer {
                given: Some(f64::NAN),
                numbers: schema.gathered::<f64>().numbers(schema.numbers),
                ..Answer::default()
            };
        }
        condition => condition.flatten(),
    };
    let holds = |outcome: &R::Outcome| condition.is_none_or(|condition| condition.holds(outcome, schema));
    let mut answer = Answer::default();
    if query.exact
        && let Some(odds) = exact::evaluate_within(resolution, query.budget)
    {
        let mut all = schema.gathered();
        let mut lost = [0.0; 2];
        for (outcome, probability) in odds.entries.iter().filter(|(outcome, _)| holds(outcome)) {
            all.add(outcome, probability, schema);
            for (sum, share) in lost.iter_mut().zip((schema.losses)(outcome)) {
                *sum += share * probability;
            }
        }
        if condition.is_some() {
            answer.given = Some(all.condition());
        } else {
            answer.open = odds.open;
            answer.stakes = schema.costs.map(|cost| stakes(cost, lost, None));
        }
        answer.exact = Some(labels().zip(all.sums.iter().copied()).collect());
        answer.numbers = all.numbers(schema.numbers);
        if query.fractions
            && let Some(odds) = exact::fractions_within(resolution, FRACTIONS_BUDGET)
        {
            let mut all = schema.gathered();
            odds.iter().filter(|(outcome, _)| holds(outcome)).for_each(|(outcome, p)| all.add(outcome, p, schema));
            if condition.is_some() {
                all.condition();
            }
            answer.fractions = Some(all.fractions());
        }
    }
    if !query.wanted.is_empty() {
        let wanted = |outcome: &R::Outcome| {
            let label = schema.labels[(schema.label)(outcome)].as_ref();
            query.wanted.iter().any(|wanted| wanted == label)
        };
        answer.best_play = best_play(resolution, wanted, query.budget).map(|odds| {
            let mut all = schema.gathered();
            odds.entries.iter().for_each(|(outcome, p)| all.add(outcome, p, schema));
            labels().zip(all.sums).collect()
        });
    }
    if query.trials > 0 {
        let mut dice = SeededDice::from_key(query.seed);
        let mut counts = vec![0; schema.labels.len()];
        let mut numbers = Vec::new();
        let numbers_too = query.exact && answer.exact.is_none();
        // A single step that branches little is tabulated: the same throws, and a look-up for each.
        let single = |mut dice: &mut dyn Dice| match resolution.step(resolution.begin(), &mut dice) {
            Step::Done(outcome) => Some((schema.label)(&outcome)),
            Step::Next(_) => None,
        };
        let table = Some(()).filter(|()| condition.is_none() && !numbers_too).and_then(|()| Tabulated::new(single));
        if let Some(table) = table.filter(|table| table.outcomes().iter().all(Option::is_some)) {
            let mut by_outcome = vec![0; table.outcomes().len()];
            for _ in 0..query.trials {
                by_outcome[table.play(&mut dice)] += 1;
            }
            for (outcome, count) in table.outcomes().iter().zip(by_outcome) {
                counts[outcome.unwrap_or_default()] += count;
            }
        } else {
            let mut all = schema.gathered();
            let (mut sums, mut squares, mut products) = ([0.0; 2], [0.0; 2], 0.0);
            for _ in 0..query.trials {
                let outcome = resolution.play(&mut dice);
                if holds(&outcome) {
                    counts[(schema.label)(&outcome)] += 1;
                    if numbers_too {
                        all.add(&outcome, &1.0, schema);
                        let lost = (schema.losses)(&outcome);
                        for side in 0..2 {
                            sums[side] += lost[side];
                            squares[side] += lost[side] * lost[side];
                        }
                        products += lost[0] * lost[1];
                    }
                }
            }
            if numbers_too {
                all.condition();
                numbers = all.numbers(schema.numbers);
                let losses = SampledLosses::of(query.trials, sums, squares, products);
                let losses = losses.filter(|_| condition.is_none()).zip(schema.costs);
                answer.stakes = losses.map(|((lost, sampled), cost)| stakes(cost, lost, Some(sampled)));
            }
        }
        let trials = counts.iter().sum();
        if condition.is_some() && answer.given.is_none() {
            answer.given = Some(trials as f64 / query.trials as f64);
        }
        let counts = labels().zip(counts).collect();
        answer.simulated = Some(Simulated { trials, seed: query.seed, counts, numbers });
    }
    answer
}

/// What is at stake, before anyone says who helps.
fn stakes(cost: [f64; 2], lost: [f64; 2], sampled: Option<SampledLosses>) -> Stakes {
    Stakes { cost, support: [0.0; 2], unnamed: [0; 2], lost, sampled }
}

impl<L, F, G, H> OutcomeSchema<'_, L, F, G, H> {
    /// Nothing gathered yet.
    fn gathered<M: Mass>(&self) -> Gathered<M> {
        Gathered { sums: vec![M::nothing(); self.labels.len()], numbers: vec![BTreeMap::new(); self.numbers.len()] }
    }
}

/// Probabilities by label, and by value of each numeric result.
struct Gathered<M> {
    sums: Vec<M>,
    numbers: Vec<BTreeMap<i64, M>>,
}

impl<M: Mass> Gathered<M> {
    fn add<O, L, F, G, H>(&mut self, outcome: &O, probability: &M, schema: &OutcomeSchema<'_, L, F, G, H>)
    where
        F: Fn(&O) -> usize,
        G: Fn(&O) -> Vec<i64>,
    {
        self.sums[(schema.label)(outcome)].add(probability);
        for (odds, value) in self.numbers.iter_mut().zip((schema.values)(outcome)) {
            odds.entry(value).or_insert_with(M::nothing).add(probability);
        }
    }

    /// Takes all that is gathered as given, unless that is nothing: divides by its total, which is the answer.
    fn condition(&mut self) -> f64 {
        let mut total = M::nothing();
        self.sums.iter().for_each(|p| total.add(p));
        if total.to_f64() > 0.0 {
            let odds = self.numbers.iter_mut().flat_map(BTreeMap::values_mut);
            self.sums.iter_mut().chain(odds).for_each(|p| *p = p.given(&total));
        }
        total.to_f64()
    }
}

impl Gathered<f64> {
    fn numbers(self, names: &[&str]) -> Vec<NumberAnswer> {
        let number = |(name, odds): (&&str, BTreeMap<i64, f64>)| NumberAnswer {
            name: (*name).to_owned(),
            odds: odds.into_iter().collect(),
            ..NumberAnswer::default()
        };
        names.iter().zip(self.numbers).map(number).collect()
    }
}

impl Gathered<Fraction> {
    fn fractions(self) -> Fractions {
        let numbers = self.numbers.into_iter().map(|odds| odds.into_values().collect()).collect();
        Fractions { labels: self.sums, numbers }
    }
}

/// A [`Given`] with its names looked up.
#[derive(Clone, Copy, Debug)]
enum Condition {
    Label(usize),
    Within { place: usize, low: i64, high: i64 },
}

impl Condition {
    /// None where there is nothing of that name.
    fn of<L: AsRef<str>, F, G, H>(given: &Given, schema: &OutcomeSchema<'_, L, F, G, H>) -> Option<Self> {
        match given {
            Given::Outcome(name) => schema.labels.iter().position(|label| label.as_ref() == name).map(Self::Label),
            Given::Number { name, low, high } => {
                let place = schema.numbers.iter().position(|number| number == name)?;
                Some(Self::Within { place, low: *low, high: *high })
            }
        }
    }

    fn holds<O, L, F, G, H>(self, outcome: &O, schema: &OutcomeSchema<'_, L, F, G, H>) -> bool
    where
        F: Fn(&O) -> usize,
        G: Fn(&O) -> Vec<i64>,
    {
        match self {
            Self::Label(label) => (schema.label)(outcome) == label,
            Self::Within { place, low, high } => (low..=high).contains(&(schema.values)(outcome)[place]),
        }
    }
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
        let mut query = Query { seed: 7, ..Query::exact("die", &serde_json::Value::Null) };
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

    #[test]
    fn fractions_are_given_where_they_are_asked_for() {
        let query = Query { fractions: true, ..Query::exact("die", &serde_json::Value::Null) };
        let told = |answer: &Answer| {
            let Fractions { labels, numbers } = answer.fractions.clone().unwrap();
            let words = |odds: &[Fraction]| odds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            (words(&labels), words(&numbers[0]))
        };
        assert_eq!(told(&ask(&query)), ("1/3 2/3 0".to_owned(), "1/2 1/2".to_owned()));
        let odd = Given::Number { name: "parity".to_owned(), low: 1, high: 1 };
        let given = ask(&Query { given: Some(odd), ..query.clone() });
        assert_eq!(told(&given), ("1/3 2/3 0".to_owned(), "1".to_owned()));
        let low = ask(&Query { given: Some(Given::Outcome("low".to_owned())), ..query.clone() });
        assert_eq!(told(&low), ("1 0 0".to_owned(), "1/2 1/2".to_owned()));
        assert!(ask(&Query { fractions: false, ..query }).fractions.is_none());
    }

    #[test]
    fn exact_odds_beyond_their_budget_give_way_to_trials_with_numbers() {
        let query = Query { budget: 6, trials: 600, ..Query::exact("die", &serde_json::Value::Null) };
        let within = ask(&query);
        assert!(within.exact.is_some() && within.simulated.is_some_and(|simulated| simulated.numbers.is_empty()));
        let beyond = ask(&Query { budget: 5, ..query });
        assert!(beyond.exact.is_none() && beyond.numbers.is_empty());
        let stakes = beyond.stakes.unwrap();
        let errors = stakes.sampled.unwrap();
        assert!(stakes.cost == [3.0, 6.0] && stakes.lost[0] == 0.0 && (stakes.lost[1] - 3.5 / 6.0).abs() < 0.05);
        // A die has a variance of 35/12.
        assert!(errors.trials == 600 && errors.variance[0] == 0.0, "{errors:?}");
        assert!((errors.variance[1] * 600.0 * 36.0 - 35.0 / 12.0).abs() < 0.3, "{errors:?}");
        let simulated = beyond.simulated.unwrap();
        let [(0, even), (1, odd)] = simulated.numbers[0].odds[..] else { panic!("{simulated:?}") };
        assert!((even + odd - 1.0).abs() < 1e-12 && (even - 0.5).abs() < 0.1);
    }

    #[test]
    fn odds_under_a_condition_are_those_of_what_meets_it() {
        let odd = Given::Number { name: "parity".to_owned(), low: 1, high: i64::MAX };
        let query = Query { given: Some(odd), trials: 600, ..Query::exact("die", &serde_json::Value::Null) };
        let answer = ask(&query);
        // Of 1, 3 and 5 one is low.
        let exact = answer.exact.unwrap();
        assert!((exact[0].1 - 1.0 / 3.0).abs() < 1e-12 && (exact[1].1 - 2.0 / 3.0).abs() < 1e-12);
        assert!((answer.given.unwrap() - 0.5).abs() < 1e-12 && answer.stakes.is_none());
        assert_eq!(answer.numbers[0].odds.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [1]);
        let simulated = answer.simulated.unwrap();
        assert_eq!(simulated.counts.iter().map(|(_, count)| count).sum::<u64>(), simulated.trials);
        assert!(simulated.trials.abs_diff(300) < 50);
        let low = ask(&Query { given: Some(Given::Outcome("low".to_owned())), ..query.clone() });
        assert!((low.numbers[0].odds[0].1 - 0.5).abs() < 1e-12 && (low.given.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        let never = ask(&Query { given: Some(Given::Outcome("seven".to_owned())), ..query.clone() });
        assert!(never.given == Some(0.0) && never.numbers[0].odds.is_empty());
        let unknown = ask(&Query { given: Some(Given::Outcome("eight".to_owned())), ..query });
        assert!(unknown.given.is_some_and(f64::is_nan) && unknown.exact.is_none());
    }
}
