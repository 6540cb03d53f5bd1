//! Combat resolutions as a rulebook lists them: named, with inputs, labels and numbers.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    Answer, DecisionDoc, Diagnostic, Diagnostics, InputDoc, Node, NumberAnswer, OpenEnded, OutcomeSchema, Query,
    ResolutionDoc, Sides, TableReader,
};
use crate::dice::Resolution;

/// The inputs of one resolution, while they are read: `C` is the ruleset's codex.
pub struct Inputs<'n, 'f, 'c, C> {
    /// Keys and values.
    pub table: TableReader<'n, 'f>,
    /// What names in them stand for.
    pub codex: &'c C,
}

/// A codex that knows what sides cost.
pub trait Priced {
    /// Cost in points of the side that is named under `key` of the inputs of a resolution; none where nobody with a cost
    /// is named.
    fn price(&self, inputs: &serde_json::Map<String, serde_json::Value>, key: &str) -> Option<f64>;
}

/// A resolution as the rulebook lists it.
pub trait CombatResolution<'c>: Resolution + Sized {
    /// The ruleset's codex.
    type Codex: Priced + 'c;
    /// Key.
    const NAME: &'static str;
    /// One line.
    const ABOUT: &'static str;
    /// Labels of the outcomes, in order; where they depend on the inputs, what they look like.
    const LABELS: &'static [&'static str];
    /// Names of the numeric results.
    const NUMBERS: &'static [&'static str] = &[];
    /// Its sides, when it can tell what they stand to lose.
    const SIDES: Option<Sides> = None;

    /// The numeric result that not every outcome tells, if there is one.
    const OPEN_ENDED: Option<OpenEnded> = None;

    /// What players decide in it once dice have fallen, when [`Resolution::step_deciding`] asks them.
    const DECISIONS: Option<DecisionDoc> = None;

    /// Its inputs, in order.
    fn inputs() -> Vec<InputDoc>;

    /// Reads it; none, with a diagnostic among those of the table, when something is wrong.
    fn read(inputs: &mut Inputs<'_, '_, 'c, Self::Codex>) -> Option<Self>;

    /// Labels of the outcomes with these inputs, in order.
    fn labels(&self) -> Vec<Cow<'static, str>> {
        Self::LABELS.iter().copied().map(Cow::Borrowed).collect()
    }

    /// Index of the label of an outcome.
    fn label(&self, outcome: &Self::Outcome) -> usize;

    /// Numeric results of an outcome.
    fn values(&self, _outcome: &Self::Outcome) -> Vec<i64> {
        Vec::new()
    }

    /// The share that either of its sides has lost of what it brought, from 0 to 1; the attacker stands first.
    fn losses(&self, _outcome: &Self::Outcome) -> [f64; 2] {
        [0.0; 2]
    }

    /// Describes it.
    #[must_use]
    fn doc() -> ResolutionDoc {
        ResolutionDoc {
            name: Self::NAME,
            about: Self::ABOUT,
            inputs: Self::inputs(),
            labels: Self::LABELS.to_vec(),
            numbers: Self::NUMBERS.to_vec(),
            sides: Self::SIDES,
            decisions: Self::DECISIONS,
        }
    }

    /// What is wrong with the outcomes that are wanted of it.
    fn faults_of_wanted(labels: &[Cow<'static, str>], wanted: &[String]) -> Diagnostics {
        if !wanted.is_empty() && Self::DECISIONS.is_none() {
            return vec![Diagnostic::new(format!("players decide nothing in {} once dice have fallen", Self::NAME))];
        }
        let unknown = wanted.iter().filter(|wanted| labels.iter().all(|label| label != *wanted));
        unknown.map(|wanted| Diagnostic::unknown("outcome", wanted, labels.iter().map(AsRef::as_ref))).collect()
    }

    /// Reads and answers a question about it.
    ///
    /// # Errors
    /// Everything wrong with the inputs.
    fn reply(codex: &'c Self::Codex, query: &Query) -> Result<Answer, Diagnostics> {
        let node = Node::inputs(&query.inputs);
        let mut diagnostics = Diagnostics::new();
        let resolution = TableReader::open(Self::NAME, &node, &mut diagnostics).and_then(|table| {
            let mut inputs = Inputs { table, codex };
            let resolution = Self::read(&mut inputs);
            inputs.table.close();
            resolution
        });
        if let Some(resolution) = &resolution {
            diagnostics.extend(Self::faults_of_wanted(&resolution.labels(), &query.wanted));
        }
        match resolution {
            Some(resolution) if diagnostics.is_empty() => {
                let label = |outcome: &Self::Outcome| resolution.label(outcome);
                let values = |outcome: &Self::Outcome| resolution.values(outcome);
                let labels = resolution.labels();
                let losses = |outcome: &Self::Outcome| resolution.losses(outcome);
                let costs = Self::SIDES.and_then(|sides| {
                    let [attacker, defender] = sides.keys.map(|key| codex.price(&query.inputs, key));
                    Some([attacker?, defender?])
                });
                let schema = OutcomeSchema { labels: &labels, numbers: Self::NUMBERS, label, values, costs, losses };
                let mut answer = super::answer(&resolution, &schema, query);
                if let (Some(stakes), Some(sides)) = (&mut answer.stakes, Self::SIDES) {
                    let support = sides.support.map(|keys| support(codex, &query.inputs, keys));
                    (stakes.support, stakes.unnamed) = (support.map(|side| side.0), support.map(|side| side.1));
                }
                if let Some(open_ended) = Self::OPEN_ENDED {
                    open_ended.tell(&mut answer);
                }
                Ok(answer)
            }
            _ => Err(diagnostics),
        }
    }
}

impl OpenEnded {
    /// Puts into an answer how likely the number is not told.
    fn tell(&self, answer: &mut Answer) {
        let among = |labels: &[&str], label: &str| labels.contains(&label);
        if let Some(exact) = &answer.exact {
            let sum = |labels: &[&str]| exact.iter().filter(|(label, _)| among(labels, label)).map(|(_, p)| p).sum();
            self.put(&mut answer.numbers, sum(self.cut), sum(self.absent));
        }
        if let Some(simulated) = &mut answer.simulated {
            let counts = |labels: &[&str]| -> u64 {
                simulated.counts.iter().filter(|(label, _)| among(labels, label)).map(|(_, count)| count).sum()
            };
            let share = |labels: &[&str]| counts(labels) as f64 / simulated.trials.max(1) as f64;
            let (cut, absent) = (share(self.cut), share(self.absent));
            self.put(&mut simulated.numbers, cut, absent);
        }
    }

    fn put(&self, numbers: &mut [NumberAnswer], cut: f64, absent: f64) {
        for number in numbers.iter_mut().filter(|number| number.name == self.number) {
            (number.cut, number.absent, number.absent_at) = (cut, absent, self.absent);
        }
    }
}

/// What those cost who are named under `keys` of the inputs, and how many there are beside them of whom nothing but the number is said.
fn support(codex: &impl Priced, inputs: &serde_json::Map<String, Value>, keys: &[&str]) -> (f64, u64) {
    let mut sum = (0.0, 0);
    for key in keys {
        match (inputs.get(*key), codex.price(inputs, key)) {
            (Some(Value::Array(_) | Value::String(_)), Some(cost)) => sum.0 += cost,
            (Some(Value::Array(some)), None) => sum.1 += some.len() as u64,
            (Some(Value::Number(count)), _) => sum.1 += count.as_u64().unwrap_or(0),
            (Some(Value::Bool(true)), _) => sum.1 += 1,
            _ => {}
        }
    }
    sum
}

/// Declares the resolutions of a ruleset, in the order of its rulebook, all with the codex `$codex`: a function `docs`
/// that describes them and a function `answer` that asks the one a question is about.
macro_rules! resolutions {
    ($codex:ty: $($resolution:ty),+ $(,)?) => {
        /// All isolated resolutions, in the order of the rulebook.
        #[must_use]
        pub fn docs() -> Vec<$crate::game::ResolutionDoc> {
            vec![$(<$resolution as $crate::game::CombatResolution>::doc()),+]
        }

        /// Answers a question about one resolution.
        ///
        /// # Errors
        /// Everything wrong with the question, or with the codex that it brings along.
        pub fn answer(query: &$crate::game::Query) -> Result<$crate::game::Answer, $crate::game::Diagnostics> {
            use $crate::game::CodexFile;
            static BUILT_IN: std::sync::LazyLock<$codex> = std::sync::LazyLock::new(<$codex>::built_in);
            match &query.codex {
                Some(source) => dispatch(&<$codex>::read(source, &[])?, query),
                None => dispatch(&BUILT_IN, query),
            }
        }

        fn dispatch(
            codex: &$codex,
            query: &$crate::game::Query,
        ) -> Result<$crate::game::Answer, $crate::game::Diagnostics> {
            use $crate::game::CombatResolution;
            match query.resolution.as_str() {
                $(<$resolution as CombatResolution>::NAME => <$resolution as CombatResolution>::reply(codex, query),)+
                other => {
                    Err(vec![$crate::game::Diagnostic::unknown("resolution", other, [$(<$resolution as CombatResolution>::NAME),+])])
                }
            }
        }
    };
}

pub(crate) use resolutions;
