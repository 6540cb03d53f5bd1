//! What a file is, by its keys: so that whoever gives the wrong one is told which it is.

use std::path::Path;

use crate::cli::files;
use crate::game::{Diagnostic, Ruleset, Source};
use crate::rulesets;

/// What a file can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An army list.
    Army,
    /// Units, weapons and numbers of a game.
    Codex,
    /// A doctrine book.
    Doctrines,
    /// A battlefield.
    Battlefield,
    /// A position with the choices that are made in it.
    Situation,
    /// An experiment.
    Experiment,
    /// Claims about play.
    Claims,
    /// Best answers to doctrines.
    Answers,
    /// The terms of a scenario.
    Scenario,
}

impl Kind {
    /// In words, with the keys by which a file of this kind is known.
    const ALL: [(Self, &'static str, &'static [&'static str]); 9] = [
        (Self::Claims, "a file of claims", &["claim"]),
        (Self::Answers, "best answers", &["answer"]),
        (Self::Experiment, "an experiment", &["armies", "pairings", "question", "stop", "vary", "design"]),
        (Self::Codex, "a codex", &["weapons", "combat-table", "numbers"]),
        (Self::Situation, "a situation", &["choices", "dice", "expect", "start", "reach", "targets", "phase", "rule"]),
        (Self::Battlefield, "a battlefield", &["map", "generate", "features", "terrain", "random", "any-size"]),
        (Self::Doctrines, "a doctrine book", &["defaults"]),
        (Self::Army, "an army list", &["units", "teams", "brigades", "squads", "independents"]),
        (Self::Scenario, "the terms of a scenario", &["battlefield"]),
    ];

    /// The kind of a file with these keys.
    ///
    /// # Errors
    /// What kinds there are.
    pub fn of(keys: &[String], path: &Path) -> Result<Self, Diagnostic> {
        let by_key = Self::ALL.iter().find(|(_, _, marks)| keys.iter().any(|key| marks.contains(&key.as_str())));
        let by_name = match path.file_name().and_then(|name| name.to_str()) {
            Some("doctrines.toml") => Some(Self::Doctrines),
            Some("codex.toml") => Some(Self::Codex),
            _ => None,
        };
        by_name.or(by_key.map(|(kind, _, _)| *kind)).or_else(|| Self::by_misspelt(keys)).ok_or_else(|| {
            let kinds = Self::ALL.iter().map(|(_, name, marks)| format!("{name} with `{}`", marks.join("` or `")));
            Diagnostic::new("this file is of no known kind").allowing(kinds)
        })
    }

    /// The one kind that has a key which is hardly another than one of these: whoever reads the file as one says what is wrong with it.
    fn by_misspelt(keys: &[String]) -> Option<Self> {
        let is_like =
            |key: &String, mark: &&str| strsim::damerau_levenshtein(key, mark) <= if mark.len() < 6 { 1 } else { 2 };
        let mut likely = Self::ALL.iter().filter(|(_, _, marks)| {
            keys.iter().any(|key| key.len() > 3 && marks.iter().any(|mark| is_like(key, mark)))
        });
        likely.next().filter(|_| likely.next().is_none()).map(|(kind, _, _)| *kind)
    }
}

/// Whether a file is an army list, by its keys.
#[must_use]
pub fn is_list(source: &Source) -> bool {
    kind_of(source) == Some(Kind::Army)
}

/// That a file which is to be an army list is plainly something else, by its keys, and what takes it.
#[must_use]
pub fn no_list(source: &Source) -> Option<Diagnostic> {
    let (kind, what) = other_than(source, Kind::Army)?;
    let fault = Diagnostic::new(format!("`{}` is {what}, and no army list", source.name));
    Some(match kind {
        Some(Kind::Experiment) => fault.allowing([format!("evenodds run {}", source.name)]),
        _ => fault,
    })
}

/// That a file which is to be a codex of a ruleset is plainly something else, by its keys: of another kind, or of another ruleset.
#[must_use]
pub fn no_codex(source: &Source, ruleset: &dyn Ruleset) -> Option<Diagnostic> {
    if let Some((_, what)) = other_than(source, Kind::Codex) {
        return Some(Diagnostic::new(format!("`{}` is {what}, and no codex", source.name)));
    }
    if source.text.trim().is_empty() {
        return Some(Diagnostic::new(format!("`{}` is empty, and no codex", source.name)));
    }
    let nearest = nearest_by(&keys_of(source)?).filter(|nearest| nearest.slug() != ruleset.slug())?;
    let message = format!("`{}` is a codex for {}, and the game is {}", source.name, nearest.title(), ruleset.title());
    Some(Diagnostic::new(message))
}

/// The codex in the file `path`, where one is named.
///
/// # Errors
/// That there is no such file, or that it is plainly something else.
pub fn codex(path: Option<&Path>, ruleset: &dyn Ruleset) -> Result<Option<Source>, Diagnostic> {
    let Some(source) = path.map(files::read).transpose()? else { return Ok(None) };
    no_codex(&source, ruleset).map_or(Ok(Some(source)), |fault| Err(fault.within("--codex")))
}

/// That a file which is to be a doctrine book is plainly something else, by its keys.
#[must_use]
pub fn no_doctrine_book(source: &Source) -> Option<Diagnostic> {
    let table = toml::de::DeTable::parse(&source.text).ok()?;
    let (_, what) = other_than(source, Kind::Doctrines).filter(|_| !holds_doctrines(table.get_ref()))?;
    Some(Diagnostic::new(format!("`{}` is {what}, and no doctrine book", source.name)))
}

/// That a file which is to be a battlefield is plainly something else, by its keys.
#[must_use]
pub fn no_battlefield(source: &Source) -> Option<Diagnostic> {
    let (_, what) = other_than(source, Kind::Battlefield)?;
    Some(Diagnostic::new(format!("`{}` is {what}, and no battlefield", source.name)))
}

/// That a file which is to be an experiment is plainly something else, by its keys, and what takes it.
#[must_use]
pub fn no_experiment(source: &Source) -> Option<Diagnostic> {
    let (kind, what) = other_than(source, Kind::Experiment)?;
    let fault = Diagnostic::new(format!("`{}` is {what}, and no experiment", source.name));
    let name = &source.name;
    Some(match kind {
        Some(Kind::Army) => {
            fault.allowing([format!("evenodds compare {name} OTHER"), format!("evenodds check {name}")])
        }
        Some(_) => fault.allowing([format!("evenodds check {name}")]),
        None => fault.allowing(["a file of an experiment, such as `evenodds export experiment` writes".to_owned()]),
    })
}

/// The kind of a file, and what it is called, where it is another one than a kind and has no key of that.
fn other_than(source: &Source, wanted: Kind) -> Option<(Option<Kind>, &'static str)> {
    let Some(keys) = keys_of(source) else { return no_toml(source) };
    let has = |wanted: &str| keys.iter().any(|key| key == wanted);
    let is_marked = |kind: &(Kind, &str, &'static [&'static str])| kind.2.iter().any(|mark| has(mark));
    // Codices have units as well, and lists have names.
    let is_nameless = wanted == Kind::Army && !has("name");
    let known = kind_of(source).filter(|kind| *kind != wanted)?;
    let one = |kind: Kind| Kind::ALL.iter().find(move |(other, _, _)| *other == kind);
    (is_nameless || !one(wanted).is_some_and(is_marked)).then_some((Some(known), one(known)?.1))
}

/// What a file is called that is no TOML, by its ending.
fn no_toml(source: &Source) -> Option<(Option<Kind>, &'static str)> {
    let ending = Path::new(&source.name).extension()?.to_str()?.to_ascii_lowercase();
    let known = [("csv", "a table"), ("json", "a JSON file"), ("jsonl", "a file of events"), ("html", "a page")];
    known.iter().find(|(known, _)| *known == ending).map(|(_, what)| (None, *what))
}

fn kind_of(source: &Source) -> Option<Kind> {
    Kind::of(&keys_of(source)?, Path::new(&source.name)).ok()
}

/// The keys at the top of a file; none of what is no TOML.
fn keys_of(source: &Source) -> Option<Vec<String>> {
    let table = toml::de::DeTable::parse(&source.text).ok()?;
    Some(table.get_ref().keys().map(|key| key.get_ref().to_string()).collect())
}

/// Whether a file without a key by which its kind is known holds doctrines: tables that say what they are about.
#[must_use]
pub fn holds_doctrines(table: &toml::de::DeTable<'_>) -> bool {
    let mut values =
        table.iter().filter(|(key, _)| key.get_ref() != "ruleset").map(|(_, value)| value.get_ref()).peekable();
    values.peek().is_some() && values.all(|value| value.as_table().is_some_and(|table| table.contains_key("about")))
}

/// The ruleset whose own codex has most of these keys at its top, where one has more than half of its own and more than any other.
#[must_use]
pub fn nearest_by(keys: &[String]) -> Option<&'static dyn Ruleset> {
    let shared = |ruleset: &'static dyn Ruleset| {
        let own = ruleset.codex().text.parse::<toml::Table>().unwrap_or_default();
        let shared = own.keys().filter(|key| keys.contains(key)).count();
        (2 * shared > own.len()).then_some((shared, ruleset))
    };
    let mut found: Vec<(usize, &'static dyn Ruleset)> =
        rulesets::all().iter().filter_map(|ruleset| shared(*ruleset)).collect();
    found.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    let second = found.get(1).map_or(0, |(shared, _)| *shared);
    found.first().filter(|(shared, _)| *shared > second).map(|(_, ruleset)| *ruleset)
}
