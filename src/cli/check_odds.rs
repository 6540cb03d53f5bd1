//! `evenodds check --odds`: exact odds held to trials, and to the numbers of the rulebooks.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use crate::analysis::fit::{Fit, MIN_EXPECTED, Misfit, test_tolerance};
use crate::analysis::special;
use crate::cli::diagnostics::Failure;
use crate::cli::files;
use crate::cli::name_lookup;
use crate::cli::output::{print, print_table};
use crate::game::{Answer, Diagnostic, Diagnostics, Example, Query, Ruleset};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};

/// Chance that a check of a sound program raises an alarm.
const FAMILY_ALPHA: f64 = 1e-6;

/// Exact odds may differ from those of an example by no more than this.
const LARGEST_ERROR: f64 = 1e-9;

/// How exact odds are held to trials.
#[derive(Debug, Args)]
pub struct Trial {
    /// With --odds, trials of each example
    #[arg(long, default_value_t = 100_000, value_name = "N", requires = "odds", conflicts_with = "play",
          value_parser = clap::value_parser!(u64).range(100..))]
    trials: u64,
    /// With --odds, a row for every outcome of every example
    #[arg(long, requires = "odds", conflicts_with = "play")]
    each: bool,
}

/// One outcome of one example.
struct Score {
    label: String,
    expected: f64,
    count: u64,
    /// Standard errors between expected and seen; infinite for the impossible that came up.
    z: f64,
    /// Whether its chance is too small, or too large, for the normal approximation behind the score: it is judged by the
    /// test of fit of its example alone.
    rare: bool,
}

/// What became of one example.
struct Outcome {
    ruleset: &'static dyn Ruleset,
    example: Example,
    scores: Vec<Score>,
    fit: Fit,
    /// Largest distance between exact odds and those of the example, if it has any.
    error: Option<f64>,
}

impl Trial {
    /// Checks the examples of `paths`, or else those of the rulebooks: all of them, or those of one ruleset.
    ///
    /// # Errors
    /// When an example is wrong as a question; when something stands out.
    pub fn run(&self, paths: &[PathBuf], ruleset: Option<&str>, seed: u64, format: Format) -> Result<(), Failure> {
        let mut examples = Vec::new();
        if paths.is_empty() {
            for ruleset in name_lookup::rulesets(ruleset).map_err(|diagnostic| diagnostic.within("--ruleset"))? {
                examples.extend(ruleset.examples().into_iter().map(|example| (ruleset, example)));
            }
        }
        for path in paths {
            let file = files::read(path)?;
            let list =
                Example::list(&file.text).map_err(|error| files::not_json(&file, "a list of examples", &error))?;
            for example in list {
                let slug = example.ruleset.as_deref().or(ruleset).unwrap_or_default();
                examples
                    .push((name_lookup::ruleset(slug).map_err(|diagnostic| diagnostic.within(&file.name))?, example));
            }
        }
        let tried: Vec<Result<Outcome, Diagnostics>> = examples
            .into_par_iter()
            .enumerate()
            // Every example has dice of its own.
            .map(|(at, (ruleset, example))| self.examine(ruleset, example, seed.wrapping_add(at as u64)))
            .collect();
        let (outcomes, diagnostics): (Vec<_>, Vec<_>) = tried.into_iter().partition(Result::is_ok);
        let diagnostics: Diagnostics = diagnostics.into_iter().filter_map(Result::err).flatten().collect();
        if !diagnostics.is_empty() {
            return Err(diagnostics.into());
        }
        let outcomes: Vec<Outcome> = outcomes.into_iter().filter_map(Result::ok).collect();
        self.report(&outcomes, seed, format)
    }

    fn examine(&self, ruleset: &'static dyn Ruleset, example: Example, seed: u64) -> Result<Outcome, Diagnostics> {
        let known = ruleset.resolutions();
        if !known.iter().any(|doc| doc.name == example.resolution) {
            return Err(vec![Diagnostic::unknown("resolution", &example.resolution, known.iter().map(|doc| doc.name))]);
        }
        let inputs = example.inputs.clone().into();
        let query = Query { trials: self.trials, seed, ..Query::exact(&example.resolution, &inputs) };
        let source = format!("{} {} {inputs}", ruleset.slug(), example.resolution);
        let answer = ruleset.resolve(&query);
        let answer = answer.map_err(|diagnostics| {
            diagnostics.into_iter().map(|diagnostic| diagnostic.of(&source)).collect::<Diagnostics>()
        })?;
        let error = (!example.outcomes.is_empty()).then(|| distance(&answer, &example));
        let (exact, simulated) = (answer.exact.unwrap_or_default(), answer.simulated);
        let counts: Vec<u64> = simulated.into_iter().flat_map(|s| s.counts).map(|(_, count)| count).collect();
        let odds: Vec<f64> = exact.iter().map(|(_, p)| p.clamp(0.0, 1.0)).collect();
        let fit = Fit::of(&counts, &odds, Misfit::Pearson, MIN_EXPECTED)
            .map_err(|error| vec![Diagnostic::new(error.to_string()).within(&source)])?;
        let score = |((label, p), count): ((String, f64), &u64)| Score::of(label, p, *count, self.trials);
        let scores = exact.into_iter().zip(&counts).map(score).collect();
        Ok(Outcome { ruleset, example, scores, fit, error })
    }

    /// Prints the scores and the verdict.
    fn report(&self, outcomes: &[Outcome], seed: u64, format: Format) -> Result<(), Failure> {
        let table = if self.each { each(outcomes) } else { by_resolution(outcomes) };
        print_table(&table, format)?;
        let judged = || outcomes.iter().flat_map(|outcome| outcome.judged().map(move |score| (outcome, score)));
        // One test for each outcome, and one of fit for each example.
        let tests = (judged().count() + outcomes.len()).max(1) as u64;
        let limit =
            test_tolerance(tests, FAMILY_ALPHA, self.trials, 0.5).map_or(f64::INFINITY, |tolerance| tolerance.z);
        let worst = judged().max_by(|a, b| a.1.z.abs().total_cmp(&b.1.z.abs()));
        let statistic: f64 = outcomes.iter().filter_map(|outcome| outcome.fit.statistic).sum();
        let df: u64 = outcomes.iter().filter_map(|outcome| outcome.fit.df).sum();
        let p_value = if df == 0 { 1.0 } else { special::chi_square_upper(df as f64, statistic) };
        let mut alarms: Vec<String> = judged()
            .filter(|(_, score)| score.z.abs() > limit)
            .map(|(outcome, score)| format!("{}: {} has z = {:.2}", outcome.name(), score.label, score.z))
            .collect();
        for outcome in outcomes {
            if outcome.fit.p_value < FAMILY_ALPHA / tests as f64 {
                alarms.push(format!("{}: the trials do not fit, p = {:.1e}", outcome.name(), outcome.fit.p_value));
            }
            if let Some(error) = outcome.error.filter(|error| *error > LARGEST_ERROR) {
                alarms.push(format!("{}: exact odds are {error:.1e} off those of the example", outcome.name()));
            }
        }
        if p_value < FAMILY_ALPHA {
            alarms.push(format!("all examples together do not fit, p = {p_value:.1e}"));
        }
        if !matches!(format, Format::Json | Format::Csv) {
            let worst = worst.map_or_else(String::new, |(outcome, score)| {
                format!("Worst z {:.2}, within {limit:.2} ({} of {}); ", score.z, score.label, outcome.name())
            });
            let verdict = if alarms.is_empty() { "exact and simulated odds agree" } else { "something stands out" };
            print(&format!(
                "\n{} examples, {} tests, {} trials each, seed {}. {worst}chi-square {statistic:.1} on {df} degrees of \
                 freedom, p = {p_value:.3}: {verdict}.\n",
                thousands(outcomes.len() as u64),
                thousands(tests),
                thousands(self.trials),
                seed,
            ))?;
        }
        if alarms.is_empty() { Ok(()) } else { Err(Failure::Work(alarms.join("\n"))) }
    }
}

impl Score {
    fn of(label: String, p: f64, count: u64, trials: u64) -> Self {
        let n = trials as f64;
        let spread = (n * p * (1.0 - p)).sqrt();
        let off = count as f64 - n * p;
        // Certain and impossible outcomes have no spread but rounding.
        let z = match spread {
            spread if spread > 1e-3 => off / spread,
            _ if off.abs() < 0.5 => 0.0,
            _ => off * f64::INFINITY,
        };
        let rare = spread > 1e-3 && n * p.min(1.0 - p) < NORMAL_FROM;
        Self { label, expected: n * p, count, z, rare }
    }
}

/// Expected counts from which a score far out in the tails may be read as that of a normal variable: out to the limit of a
/// thousand tests, the chance of a binomial one is then at most a few times as large.
const NORMAL_FROM: f64 = 400.0;

impl Outcome {
    fn name(&self) -> String {
        let inputs = serde_json::Value::from(self.example.inputs.clone());
        format!("{} {} {inputs}", self.ruleset.slug(), self.example.resolution)
    }

    fn judged(&self) -> impl Iterator<Item = &Score> {
        self.scores.iter().filter(|score| !score.rare)
    }

    /// The score farthest from 0.
    fn worst(&self) -> Option<&Score> {
        self.judged().max_by(|a, b| a.z.abs().total_cmp(&b.z.abs()))
    }
}

/// The largest distance between exact odds and those of an example, labels that it leaves out being impossible.
fn distance(answer: &Answer, example: &Example) -> f64 {
    let exact = answer.exact.as_deref().unwrap_or_default();
    let wanted = |label: &str| example.outcomes.iter().find(|(other, _)| other == label).map_or(0.0, |(_, p)| *p);
    let told = |label: &str| exact.iter().find(|(other, _)| other == label).map_or(0.0, |(_, p)| *p);
    let labels = exact.iter().chain(&example.outcomes).map(|(label, _)| label.as_str());
    labels.map(|label| (told(label) - wanted(label)).abs()).fold(0.0, f64::max)
}

/// A row for each resolution.
fn by_resolution(outcomes: &[Outcome]) -> Table {
    let columns = vec![
        Column::words("ruleset", "ruleset"),
        Column::words("resolution", "resolution"),
        Column::numbers("examples", "examples"),
        Column::numbers("outcomes", "outcomes"),
        Column::numbers("worst_z", "worst z"),
        Column::words("of", "of"),
        Column::numbers("chi_square", "chi-square"),
        Column::numbers("df", "df"),
        Column::numbers("p_value", "p"),
        Column::numbers("error", "exact off by"),
    ];
    let mut table = Table::new("Exact odds against trials", columns);
    let same =
        |a: &Outcome, b: &Outcome| a.ruleset.slug() == b.ruleset.slug() && a.example.resolution == b.example.resolution;
    for group in outcomes.chunk_by(same) {
        let worst = group.iter().filter_map(Outcome::worst).max_by(|a, b| a.z.abs().total_cmp(&b.z.abs()));
        let statistic: f64 = group.iter().filter_map(|outcome| outcome.fit.statistic).sum();
        let df: u64 = group.iter().filter_map(|outcome| outcome.fit.df).sum();
        let impossible = group.iter().any(|outcome| outcome.fit.statistic.is_none());
        let p_value = match df {
            _ if impossible => 0.0,
            0 => 1.0,
            _ => special::chi_square_upper(df as f64, statistic),
        };
        let error = group.iter().filter_map(|outcome| outcome.error).reduce(f64::max);
        let outcomes = group.iter().map(|outcome| outcome.scores.len() as u64).sum();
        table.push(vec![
            Datum::words(group[0].ruleset.slug()),
            Datum::words(&group[0].example.resolution),
            Datum::count(group.len() as u64),
            Datum::count(outcomes),
            worst.map_or_else(Datum::none, |score| z(score.z)),
            worst.map_or_else(Datum::none, |score| Datum::words(&score.label)),
            Datum::number(statistic, format!("{statistic:.1}")),
            Datum::count(df),
            Datum::number(p_value, format!("{p_value:.3}")),
            error.map_or_else(Datum::none, |error| Datum::number(error, format!("{error:.0e}"))),
        ]);
    }
    table
}

/// A row for each outcome of each example.
fn each(outcomes: &[Outcome]) -> Table {
    let columns = vec![
        Column::words("ruleset", "ruleset"),
        Column::words("resolution", "resolution"),
        Column::words("inputs", "inputs"),
        Column::words("outcome", "outcome"),
        Column::numbers("expected", "expected"),
        Column::numbers("seen", "seen"),
        Column::numbers("z", "z"),
    ];
    let mut table = Table::new("Exact odds against trials", columns);
    for outcome in outcomes {
        let inputs = serde_json::Value::from(outcome.example.inputs.clone()).to_string();
        for score in &outcome.scores {
            table.push(vec![
                Datum::words(outcome.ruleset.slug()),
                Datum::words(&outcome.example.resolution),
                Datum::words(&inputs),
                Datum::words(&score.label),
                Datum::number(score.expected, format!("{:.1}", score.expected)),
                Datum::count(score.count),
                z(score.z),
            ]);
        }
    }
    table
}

fn z(score: f64) -> Datum {
    Datum::number(score, format!("{score:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_standard_errors() {
        let score = |p: f64, count: u64| Score::of("x".to_owned(), p, count, 10_000);
        assert!((score(0.5, 5_100).z - 2.0).abs() < 1e-12 && !score(0.5, 5_100).rare);
        assert_eq!((score(0.0, 0).z, score(1.0, 10_000).z, score(1.0 - 1e-16, 10_000).z), (0.0, 0.0, 0.0));
        assert_eq!((score(0.0, 1).z, score(1.0, 9_999).z), (f64::INFINITY, f64::NEG_INFINITY));
        assert!(!score(0.0, 1).rare, "the impossible is judged");
        assert!(score(0.001, 9).rare && score(0.999, 9_990).rare);
    }
}
