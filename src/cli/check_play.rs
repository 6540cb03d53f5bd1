//! `evenodds check --play`: claims about play that a player would bet on, played and judged.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

use crate::analysis::rounding::{counted, fixed, percent_within};
use crate::cli::diagnostics::Failure;
use crate::cli::output::{print, print_table};
use crate::cli::progress::Meter;
use crate::cli::{files, name_lookup};
use crate::experiment::{Answer, ClaimBook, ClaimPlan, ClaimResult, Finding, Measure, Written};
use crate::game::{Diagnostic, Diagnostics, Ruleset, Source, nearest};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};

/// Exit code when a claim fails that is not known to.
const FAILED: u8 = 1;

/// How claims are played.
#[derive(Debug, Args)]
pub struct ClaimPlay {
    /// With --play, pairs of games for each claim in each setting, in place of what the files say
    #[arg(long, value_name = "N", requires = "play", conflicts_with = "odds", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pairs: Option<u64>,
    /// With --play, only claims with this in their names; may be repeated
    #[arg(long = "claim", value_name = "WORD", requires = "play", conflicts_with = "odds")]
    claims: Vec<String>,
    /// Add the doctrines of this book, which lists or claims name, to those that are built in, in the place of those of their
    /// names; may be repeated
    #[arg(long = "doctrine-book", value_name = "FILE", conflicts_with = "odds")]
    pub doctrine_books: Vec<String>,
}

impl ClaimPlay {
    /// Plays the claims of `paths`, or else those that are built in: all of them, or those of one ruleset.
    ///
    /// # Errors
    /// Everything wrong with the claims; an exit code when one fails that is not known to.
    pub fn run(
        &self,
        paths: &[PathBuf],
        ruleset: Option<&str>,
        seed: Option<u64>,
        format: Format,
    ) -> Result<(), Failure> {
        let (mut books, mut names) = (Vec::new(), Vec::new());
        for (book, ruleset) in sources(paths, ruleset)?.iter().map(read).collect::<Result<Vec<_>, _>>()? {
            names.extend(book.claims.iter().map(|claim| claim.name.text.clone()));
            books.push((self.chosen(book), ruleset));
        }
        let known = books.iter().map(|(book, _)| book.claims.len()).sum::<usize>();
        if known == 0 {
            let mut diagnostic = Diagnostic::new("no claim has this in its name");
            diagnostic.nearest = self.claims.iter().find_map(|word| nearest(word, names.iter().map(String::as_str)));
            return Err(diagnostic
                .allowing(names)
                .within(&format!("--claim {}", self.claims.join(" --claim ")))
                .into());
        }
        let mut plans = Vec::new();
        for (book, ruleset) in &books {
            plans.push(ClaimPlan::new(book, *ruleset, folders(book))?);
        }
        let mut table = Table::new("Claims about play", columns());
        let (mut tally, mut gaps) = (Tally::default(), Vec::new());
        for ((book, _), plan) in books.iter().zip(&plans) {
            let meter = Meter::new();
            let results = plan.play(seed, self.pairs, &|progress| meter.show(progress));
            meter.finish();
            for result in &results {
                tally.add(result);
                table.push(row(book, result));
                if let Some(reason) = &result.known_gap {
                    let gap = (book.claims[result.claim].name.text.clone(), reason.clone());
                    if !gaps.contains(&gap) {
                        gaps.push(gap);
                    }
                }
            }
        }
        print_table(&table, format)?;
        if !matches!(format, Format::Json | Format::Csv) {
            let seeds: Vec<String> = match seed {
                Some(seed) => vec![seed.to_string()],
                None => plans.iter().map(|plan| plan.seed().to_string()).collect(),
            };
            print(&tally.words(&seeds, &gaps))?;
        }
        if tally.failed == 0 { Ok(()) } else { Err(Failure::Answered(FAILED)) }
    }

    /// The claims that were asked for.
    fn chosen(&self, mut book: ClaimBook) -> ClaimBook {
        let asked = |name: &str| self.claims.is_empty() || self.claims.iter().any(|word| name.contains(word.as_str()));
        book.claims.retain(|claim| asked(&claim.name.text));
        for claim in &mut book.claims {
            claim.spec.doctrine_books.extend(self.doctrine_books.iter().map(|path| Written::from(path.as_str())));
        }
        book
    }
}

/// The files of claims.
fn sources(paths: &[PathBuf], ruleset: Option<&str>) -> Result<Vec<Source>, Diagnostics> {
    if paths.is_empty() {
        let asked = name_lookup::rulesets(ruleset).map_err(|diagnostic| vec![diagnostic.within("--ruleset")])?;
        let found: Vec<Source> = asked.iter().filter_map(|ruleset| ruleset.claims()).collect();
        if found.is_empty() {
            let all = name_lookup::rulesets(None).unwrap_or_default();
            let known = all.iter().filter(|ruleset| ruleset.claims().is_some()).map(|ruleset| ruleset.slug());
            return Err(vec![
                Diagnostic::new("no claims of this ruleset are built in").allowing(known).within("--ruleset"),
            ]);
        }
        return Ok(found);
    }
    let mut found = Vec::new();
    let mut diagnostics = Diagnostics::new();
    for path in paths {
        match files::toml_files(path)
            .and_then(|files| files.iter().map(|file| files::read(file)).collect::<Result<Vec<_>, _>>())
        {
            Ok(sources) => found.extend(sources),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if diagnostics.is_empty() { Ok(found) } else { Err(diagnostics) }
}

/// Reads a file of claims and finds its ruleset.
///
/// # Errors
/// Everything wrong with it that can be told without looking anything up.
fn read(source: &Source) -> Result<(ClaimBook, &'static dyn Ruleset), Diagnostics> {
    let book = ClaimBook::read(source)?;
    let ruleset = name_lookup::ruleset(&book.ruleset.text);
    Ok((book.clone(), ruleset.map_err(|diagnostic| vec![book.ruleset.locate(diagnostic).within(&source.name)])?))
}

/// Where files are looked for that claims name: in the present folder, then beside the claims.
fn folders(book: &ClaimBook) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::new()];
    folders.extend(Path::new(&book.source.name).parent().map(Path::to_owned));
    folders.dedup();
    folders
}

/// Checks a file of claims without playing it, and says in a line what it is.
///
/// # Errors
/// Everything wrong with it.
pub fn check(source: &Source) -> Result<String, Diagnostics> {
    let (book, ruleset) = read(source)?;
    let plan = ClaimPlan::new(&book, ruleset, folders(&book))?;
    Ok(format!("claims for {}: {} of them, in {} settings", ruleset.title(), book.claims.len(), plan.settings()))
}

/// How many claims came out which way.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    held: usize,
    failed: usize,
    open: usize,
    /// Known to fail, and do.
    gaps: usize,
    /// Known to fail, and hold.
    closed: usize,
}

impl Tally {
    fn add(&mut self, result: &ClaimResult) {
        let count = match (result.finding.answer, &result.known_gap) {
            (Answer::Holds, None) => &mut self.held,
            (Answer::Holds, Some(_)) => {
                self.closed += 1;
                &mut self.held
            }
            (Answer::Fails, None) => &mut self.failed,
            (Answer::Fails, Some(_)) => &mut self.gaps,
            (Answer::Open, _) => &mut self.open,
        };
        *count += 1;
    }

    /// In sentences, with the reasons of known gaps.
    fn words(&self, seeds: &[String], gaps: &[(String, String)]) -> String {
        let Self { held, failed, open, gaps: known, closed } = self;
        let all = held + failed + open + known;
        let verb = |n: usize, one: &'static str, many: &'static str| if n == 1 { one } else { many };
        let mut text = format!(
            "\n{}: {held} {}, {failed} {}, {known} {} as is known, {open} {} open. Intervals are 95%. \
             Even Odds {}, seed {}.\n",
            counted(all as u64, "setting"),
            verb(*held, "holds", "hold"),
            verb(*failed, "fails", "fail"),
            verb(*known, "fails", "fail"),
            verb(*open, "is", "are"),
            env!("CARGO_PKG_VERSION"),
            seeds.join(" and ")
        );
        if *closed > 0 {
            let (verb, whose) = if *closed == 1 { ("holds", "its") } else { ("hold", "their") };
            let _ = writeln!(text, "{closed} with a known gap {verb}: {whose} `known-gap` can be removed.");
        }
        if !gaps.is_empty() {
            text += "\nKnown gaps:\n\n";
            gaps.iter().for_each(|(name, reason)| {
                let _ = writeln!(text, "- {name}: {reason}");
            });
        }
        text
    }
}

/// What became of a claim, in words.
fn word(result: &ClaimResult) -> &'static str {
    match (result.finding.answer, &result.known_gap) {
        (Answer::Holds, None) => "holds",
        (Answer::Holds, Some(_)) => "holds, gap closed",
        (Answer::Fails, None) => "fails",
        (Answer::Fails, Some(_)) => "known gap",
        (Answer::Open, _) => "open",
    }
}

fn columns() -> Vec<Column> {
    vec![
        Column::data("ruleset"),
        Column::words("claim", "claim"),
        Column::words("scenario", "scenario"),
        Column::words("battlefield", "battlefield"),
        Column::data("list_a"),
        Column::data("list_b"),
        Column::data("doctrine_a"),
        Column::data("doctrine_b"),
        Column::data("measure"),
        Column::words("expected", "expected"),
        Column::data("at_least"),
        Column::data("at_most"),
        Column::reading("measured"),
        Column::data("score"),
        Column::data("low"),
        Column::data("high"),
        Column::numbers("pairs", "pairs"),
        Column::words("answer", "answer"),
        Column::data("known_gap"),
        Column::data("about"),
    ]
}

fn row(book: &ClaimBook, result: &ClaimResult) -> Vec<Datum> {
    let (claim, key, finding) = (&book.claims[result.claim], &result.key, &result.finding);
    let limits = claim.expectation.limits;
    let measure = match claim.expectation.measure {
        Measure::Score => "score",
        Measure::FirstSeat => "first-seat",
        Measure::Change => "change",
        Measure::FirstSeatChange => "first-seat-change",
    };
    vec![
        Datum::data(book.ruleset.text.as_str()),
        Datum::words(&claim.name.text),
        Datum::words(&key.scenario),
        Datum::words(&key.battlefield),
        Datum::data(key.list_a.as_str()),
        Datum::data(key.list_b.as_str()),
        Datum::data(key.doctrine_a.as_str()),
        Datum::data(key.doctrine_b.as_str()),
        Datum::data(measure),
        Datum::words(claim.expectation.to_string()),
        Datum::data(limits.low),
        Datum::data(limits.high),
        Datum::reading(measured(claim.expectation.measure, finding)),
        Datum::data(finding.value),
        Datum::data(finding.interval.low),
        Datum::data(finding.interval.high),
        Datum::count(result.pairs),
        Datum::words(word(result)),
        Datum::data(result.known_gap.as_deref().map_or(Value::Null, Value::from)),
        Datum::data(claim.about.as_str()),
    ]
}

fn measured(measure: Measure, finding: &Finding) -> String {
    if !measure.compares() {
        return percent_within(finding.value, finding.interval);
    }
    let points = |share: f64| {
        let text = fixed(100.0 * share, 1);
        if share > 0.0 { format!("+{text}") } else { text }
    };
    let [low, high] = [finding.interval.low, finding.interval.high].map(points);
    format!("{} [{low}, {high}]", points(finding.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Interval;
    use crate::outcomes::CellKey;

    fn result(answer: Answer, gap: bool) -> ClaimResult {
        let finding = Finding { value: -0.031, interval: Interval { low: -0.06, high: 0.004 }, answer };
        let key = CellKey {
            number: 0,
            list_a: "a".into(),
            list_b: "b".into(),
            doctrine_a: String::new(),
            doctrine_b: String::new(),
            scenario: String::new(),
            battlefield: String::new(),
            factors: Vec::new(),
        };
        ClaimResult { claim: 0, key, pairs: 9, finding, known_gap: gap.then(|| "it is".to_owned()) }
    }

    #[test]
    fn known_gaps_are_counted_apart_and_say_when_they_are_closed() {
        let mut tally = Tally::default();
        let answers = [Answer::Holds, Answer::Fails, Answer::Open];
        let words: Vec<&str> = answers
            .iter()
            .flat_map(|answer| [false, true].map(|gap| result(*answer, gap)))
            .map(|result| {
                tally.add(&result);
                word(&result)
            })
            .collect();
        assert_eq!(words, ["holds", "holds, gap closed", "fails", "known gap", "open", "open"]);
        assert_eq!(tally, Tally { held: 2, failed: 1, open: 2, gaps: 1, closed: 1 });
        let text = tally.words(&["4".to_owned()], &[("x".to_owned(), "because".to_owned())]);
        assert!(text.contains("6 settings: 2 hold, 1 fails, 1 fails as is known, 2 are open"), "{text}");
        assert!(text.contains("1 with a known gap holds: its") && text.contains("- x: because"), "{text}");
    }

    #[test]
    fn changes_are_measured_in_points() {
        let finding = result(Answer::Open, false).finding;
        assert_eq!(measured(Measure::Change, &finding), "-3.1 [-6.0, +0.4]");
    }
}
