//! `evenodds check`: everything that is wrong with the user's files, at once.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::analysis::rounding::counted;
use crate::cli::check_odds::Trial;
use crate::cli::check_play::{self, ClaimPlay};
use crate::cli::diagnostics::{Failure, no_meaning};
use crate::cli::execute;
use crate::cli::file_kind::{Kind, holds_doctrines, nearest_by, no_codex};
use crate::cli::files;
use crate::cli::name_lookup;
use crate::cli::output::print;
use crate::cli::shared_experiment;
use crate::experiment::{BestAnswers, RunError};
use crate::game::{Diagnostic, Diagnostics, Entry, Node, Ruleset, Source, layered_book, list_text};
use crate::report::format::Format;
use crate::rulesets;

/// Check lists, codices, doctrines, battlefields, situations, experiments, claims
///
/// The kind of a file is recognised by its keys. A folder stands for the TOML files in it and below. All that is wrong
/// with all files is reported at once.
///
/// With --odds it is the program that is checked: the exact odds of every worked example of the rulebooks (or of the
/// examples in the files) against the rulebook's own, and against trials. The z score of an outcome says by how many
/// standard errors its share of the trials is off. The exit code is 1 when one stands out further than chance would have
/// it once in a million such checks.
///
/// With --play it is the play that is checked: claims that a player would bet on, those built in or those in the files,
/// are played and held to the 95% intervals of their scores. The exit code is 1 when one fails that is not marked as known to.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds check my-list.toml
  evenodds check armies/ battlefields/ experiments/
  evenodds check my-list.toml --codex my-codex.toml
  evenodds check --odds
  evenodds check --odds --ruleset dogma --trials 1000000 --seed 7 --format csv
  evenodds check --odds my-examples.json
  evenodds check --play --ruleset dogfaces --pairs 100
  evenodds check --play my-claims.toml --claim speed --format csv
  evenodds check --play --ruleset dogma --doctrine-book my-book.toml")]
pub struct CheckArgs {
    /// Files, folders or shared strings; with --odds lists of {"ruleset", "resolution", "inputs", "outcomes"} in JSON, with --play claims
    #[arg(required_unless_present = "games", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Hold exact odds to trials
    #[arg(long, group = "games")]
    odds: bool,
    #[command(flatten)]
    trial: Trial,
    /// Play claims about play, and say which hold
    #[arg(long, group = "games")]
    play: bool,
    #[command(flatten)]
    claims: ClaimPlay,
    /// With --odds or --play, seed of all chance; 1, or what files of claims say, when left out
    #[arg(long, value_name = "S", requires = "games", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// With --odds or --play, how to print the results
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", requires = "games")]
    format: Format,
    /// Read army lists, battlefields and scenarios by this codex
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    codex: Option<PathBuf>,
    /// Ruleset of the files that do not say it and lie in no folder of that name
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
}

impl CheckArgs {
    /// Checks all files: one line for each that is right.
    ///
    /// # Errors
    /// Everything wrong with the others.
    pub fn run(&self) -> Result<(), Failure> {
        if self.odds {
            return self.trial.run(&self.files, self.ruleset.as_deref(), self.seed.unwrap_or(1), self.format);
        }
        if self.play {
            return self.claims.run(&self.files, self.ruleset.as_deref(), self.seed, self.format);
        }
        let mut diagnostics = Diagnostics::new();
        let codex = self.codex.as_deref().map(files::read).transpose()?;
        for book in &self.claims.doctrine_books {
            diagnostics.extend(files::read(Path::new(book)).err());
        }
        let used = Used::default();
        let asked = Asked { ruleset: self.ruleset.as_deref(), used: &used };
        for path in &self.files {
            if let Some(shared) = path.to_str().filter(|word| is_shared(word)) {
                match self.check_shared(shared, codex.as_ref(), asked) {
                    Ok(about) => print(&format!("{about}\n"))?,
                    Err(wrong) => diagnostics.extend(wrong),
                }
                continue;
            }
            match files::toml_files(path) {
                Ok(files) => {
                    for file in files {
                        match self.check(&file, codex.as_ref(), asked) {
                            Ok(about) => print(&format!("{}: {about}\n", file.display()))?,
                            Err(wrong) => diagnostics.extend(wrong),
                        }
                    }
                }
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        if diagnostics.is_empty() {
            diagnostics.extend(self.nothing_is_ignored(&used));
        }
        if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics.into()) }
    }

    /// Nothing is said that changed nothing, of files that are right.
    fn nothing_is_ignored(&self, used: &Used) -> Option<Diagnostic> {
        let asked = |flag, asked: bool, used: &Cell<bool>, why: &str| {
            (asked && !used.get()).then(|| no_meaning(flag, why).within(flag))
        };
        let books = !self.claims.doctrine_books.is_empty();
        asked("--doctrine-book", books, &used.books, "none of the files is an army list")
            .or_else(|| {
                let why = "none of the files is an army list, a battlefield or a scenario";
                asked("--codex", self.codex.is_some(), &used.codex, why)
            })
            .or_else(|| {
                let other = used.other.take()?;
                asked("--ruleset", true, &used.ruleset, &format!("the file says itself that it is of {other}"))
            })
    }

    /// Checks the list or experiment in a shared string.
    fn check_shared(&self, shared: &str, codex: Option<&Source>, asked: Asked<'_>) -> Result<String, Diagnostics> {
        let source = if shared_experiment::is_shared(shared) {
            shared_experiment::read(shared)
        } else {
            list_text::share::source(shared)
        };
        let source = source.map_err(|diagnostic| vec![diagnostic.within("command line")])?;
        let beside = Beside { codex, books: &self.claims.doctrine_books };
        let told = check_source(Path::new(&source.name), &source, asked, beside);
        // Nobody has a text in which a place could be shown.
        let shown = |diagnostic: Diagnostic| Diagnostic { span: None, ..diagnostic }.within("shared string");
        told.map_err(|diagnostics| diagnostics.into_iter().map(shown).collect())
    }

    /// Checks one file and says in a line what it is.
    fn check(&self, path: &Path, codex: Option<&Source>, asked: Asked<'_>) -> Result<String, Diagnostics> {
        let source = files::read(path).map_err(|diagnostic| vec![diagnostic])?;
        if let Some(diagnostic) = name_lookup::no_file_of_ours(&source) {
            return Err(vec![diagnostic]);
        }
        let beside = Beside { codex, books: &self.claims.doctrine_books };
        check_source(path, &source, asked, beside)
            .map_err(|diagnostics| diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)).collect())
    }
}

/// Whether a word holds what is to be checked itself.
fn is_shared(word: &str) -> bool {
    list_text::share::is_shared(word) || shared_experiment::is_shared(word)
}

/// What files are read by, beside what is built in.
#[derive(Clone, Copy)]
struct Beside<'a> {
    codex: Option<&'a Source>,
    books: &'a [String],
}

/// What of the options had anything to be used for.
#[derive(Default)]
struct Used {
    codex: Cell<bool>,
    books: Cell<bool>,
    ruleset: Cell<bool>,
    /// The game of a file that says itself that it is not of the ruleset that is asked for.
    other: Cell<Option<&'static str>>,
}

/// The ruleset of files that do not say it, and whether there were any.
#[derive(Clone, Copy)]
struct Asked<'a> {
    ruleset: Option<&'a str>,
    used: &'a Used,
}

fn check_source(path: &Path, source: &Source, asked: Asked<'_>, beside: Beside<'_>) -> Result<String, Diagnostics> {
    let table = toml::de::DeTable::parse(&source.text).map_err(|error| vec![Diagnostic::from_toml(&error)])?;
    let keys: Vec<String> = table.get_ref().keys().map(|key| key.get_ref().to_string()).collect();
    let kind = match Kind::of(&keys, path) {
        Ok(kind) => kind,
        Err(_) if holds_doctrines(table.get_ref()) => Kind::Doctrines,
        Err(diagnostic) => return Err(vec![diagnostic]),
    };
    let ruleset = ruleset_of(kind, path, source, &keys, asked).map_err(|diagnostic| vec![diagnostic])?;
    let title = ruleset.title();
    if kind == Kind::Army {
        asked.used.books.set(true);
    }
    if matches!(kind, Kind::Army | Kind::Battlefield | Kind::Scenario) {
        asked.used.codex.set(true);
        if let Some(other) = beside.codex.and_then(|codex| no_codex(codex, ruleset)) {
            return Err(vec![other.within("--codex")]);
        }
    }
    let codex = beside.codex.cloned().unwrap_or_else(|| ruleset.codex());
    match kind {
        Kind::Army => {
            let army = ruleset.read_army(&codex, source);
            let unknown = unknown_doctrines(ruleset, source, beside.books)?;
            let army = match army {
                Ok(army) if unknown.is_empty() => army,
                Ok(_) => return Err(unknown),
                Err(wrong) => return Err(wrong.into_iter().chain(unknown).collect()),
            };
            let units: u32 = army.units.iter().map(|(_, n)| n).sum();
            let warnings: String = army.warnings.iter().map(|warning| format!("; warning: {warning}")).collect();
            let units = counted(units.into(), "unit");
            let points = if army.cost == 1.0 { "point" } else { "points" };
            Ok(format!("army list for {title}: {}, {units}, {} {points}{warnings}", army.name, army.cost))
        }
        Kind::Codex => Ok(format!("codex for {title}, {}", counted(ruleset.units(source)?.len() as u64, "unit type"))),
        Kind::Doctrines => {
            // Only what has weights stands in a book.
            layered_book(ruleset, &ruleset.doctrine_book(), source)?;
            let doctrines = ruleset.weighed_doctrines(source)?.len() as u64;
            Ok(format!("doctrine book for {title}, {}", counted(doctrines, "doctrine")))
        }
        Kind::Scenario => {
            let terms = ruleset.check_scenario(&codex, source)?;
            Ok(format!("scenario for {title}: {}", terms.about))
        }
        Kind::Battlefield => {
            let map = ruleset.check_battlefield(&codex, source)?;
            Ok(format!("battlefield for {title}: {}", map.about))
        }
        Kind::Situation => match ruleset.situation(source)?.diagnostic {
            None => Ok(format!("situation for {title}: plays as written")),
            Some(diagnostic) => Err(vec![diagnostic]),
        },
        Kind::Claims => check_play::check(source),
        Kind::Answers => {
            let searches = BestAnswers::read(source)?.iter().count() as u64;
            let searches = if searches == 1 { "1 search".to_owned() } else { format!("{searches} searches") };
            Ok(format!("best answers for {title}: {searches}"))
        }
        Kind::Experiment => {
            let (spec, _) = execute::experiment(source)?;
            let plan = execute::plan(&spec, ruleset)?;
            plan.check(ruleset).map_err(|trouble| match trouble {
                RunError::Request(diagnostics) => diagnostics,
                RunError::Work(message) => vec![Diagnostic::new(message)],
            })?;
            let cells = counted(plan.cells.len() as u64, "cell");
            Ok(format!("experiment for {title}: {cells}, {}", plan.stop))
        }
    }
}

/// The doctrines of an army list that stand in no book, by what is written: also where the list cannot be read for other faults.
fn unknown_doctrines(ruleset: &dyn Ruleset, source: &Source, books: &[String]) -> Result<Diagnostics, Diagnostics> {
    let book = books.iter().try_fold(ruleset.doctrine_book(), |book, top| {
        layered_book(ruleset, &book, &files::read(Path::new(top)).map_err(|diagnostic| vec![diagnostic])?)
    })?;
    let known: Vec<String> = ruleset.doctrines(&book)?.into_iter().map(|doctrine| doctrine.name).collect();
    if known.is_empty() {
        return Ok(Diagnostics::new());
    }
    let list = Node::parse(source)?;
    let entries = list.entries().unwrap_or_default();
    let named = |key: &'static str| entries.iter().filter(move |entry| entry.key == key);
    let by_scenario = named("doctrines").flat_map(|entry| entry.node.entries().unwrap_or_default());
    let unknown = |entry: &Entry| {
        let name = entry.node.text().ok().filter(|name| !known.iter().any(|one| one == name))?;
        Some(entry.node.locate(Diagnostic::unknown("doctrine", name, &known)))
    };
    Ok(named("doctrine").chain(by_scenario).filter_map(unknown).collect())
}

/// The ruleset of a file: the one it names, or else the one whose folder it lies in, or else the one that is asked for, or else the one
/// that can read it.
fn ruleset_of(
    kind: Kind,
    path: &Path,
    source: &Source,
    keys: &[String],
    asked: Asked<'_>,
) -> Result<&'static dyn Ruleset, Diagnostic> {
    let Asked { ruleset: asked, used } = asked;
    if keys.iter().any(|key| key == "ruleset") {
        let named = name_lookup::ruleset_of(source)?;
        match asked {
            Some(slug) if slug != named.slug() => used.other.set(Some(named.title())),
            _ => used.ruleset.set(true),
        }
        return Ok(named);
    }
    used.ruleset.set(true);
    let by_folder = |ruleset: &&&'static dyn Ruleset| path.iter().any(|part| part == ruleset.slug());
    match (rulesets::all().iter().find(by_folder), asked) {
        (Some(ruleset), _) => Ok(*ruleset),
        (None, Some(slug)) => name_lookup::ruleset(slug).map_err(|diagnostic| diagnostic.within("--ruleset")),
        (None, None) => match kind {
            // A codex with faults is that of the game whose own is most like it.
            Kind::Codex => {
                of_whom_it_is(|ruleset| ruleset.units(source).is_ok()).or_else(|fault| nearest_by(keys).ok_or(fault))
            }
            Kind::Doctrines => of_whom_it_is(|ruleset| layered_book(ruleset, &ruleset.doctrine_book(), source).is_ok()),
            _ => name_lookup::ruleset_of(source),
        },
    }
}

/// The one ruleset that can read a file of a kind that does not name its ruleset.
fn of_whom_it_is(reads: impl Fn(&dyn Ruleset) -> bool) -> Result<&'static dyn Ruleset, Diagnostic> {
    let able: Vec<_> = rulesets::all().iter().filter(|ruleset| reads(**ruleset)).collect();
    let [only] = able[..] else {
        let ways = rulesets::all().iter().map(|ruleset| format!("--ruleset {}", ruleset.slug()));
        return Err(Diagnostic::new("the ruleset of this file is not known").allowing(ways));
    };
    Ok(*only)
}
