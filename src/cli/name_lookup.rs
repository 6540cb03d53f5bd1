//! Name lookup: what a name on the command line stands for, a ruleset, a file, or something built in.

use std::path::Path;

use crate::cli::files;
use crate::game::{Diagnostic, Diagnostics, Ruleset, Source};
use crate::rulesets;

/// A ruleset and one of its texts.
type Found = (&'static dyn Ruleset, Source);

/// The ruleset called `slug`.
///
/// # Errors
/// When there is none.
pub fn ruleset(slug: &str) -> Result<&'static dyn Ruleset, Diagnostic> {
    rulesets::find(slug).ok_or_else(|| Diagnostic::unknown("ruleset", slug, rulesets::all().iter().map(|r| r.slug())))
}

/// The rulesets that `slug` stands for: all when it is missing.
///
/// # Errors
/// When there is none of that name.
pub fn rulesets(slug: Option<&str>) -> Result<Vec<&'static dyn Ruleset>, Diagnostic> {
    match slug {
        Some(slug) => Ok(vec![ruleset(slug)?]),
        None => Ok(rulesets::all().to_vec()),
    }
}

/// The short name of a source: a file's name without folder and extension.
#[must_use]
pub fn key(source: &Source) -> &str {
    Path::new(&source.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(&source.name)
}

/// An army list: a file, or the name of a built-in list.
///
/// # Errors
/// When the file cannot be read or does not say its ruleset, or no such list is built in.
fn army(word: &str, asked: Option<&str>) -> Result<Found, Diagnostic> {
    let asked = asked.map(ruleset).transpose()?;
    if is_path(word) {
        let source = files::read(Path::new(word))?;
        let ruleset = match asked {
            Some(ruleset) => ruleset,
            None => ruleset_of(&source)?,
        };
        return Ok((ruleset, source));
    }
    if Path::new(word).is_dir() {
        return Err(Diagnostic::new(format!("`{word}` is a folder, not an army list")));
    }
    let candidates = asked.map_or_else(|| rulesets::all().to_vec(), |ruleset| vec![ruleset]);
    let lists = candidates.iter().flat_map(|ruleset| ruleset.armies().into_iter().map(|list| (*ruleset, list)));
    let mut lists: Vec<Found> = lists.collect();
    let mut matching = lists.iter().enumerate().filter(|(_, (_, list))| key(list) == word).map(|(place, _)| place);
    match (matching.next(), matching.next()) {
        (Some(place), None) => Ok(lists.swap_remove(place)),
        (Some(_), Some(_)) => Err(Diagnostic::new(format!("more than one ruleset has a list `{word}`"))
            .allowing(["--ruleset NAME to say which".to_owned()])),
        (None, _) => Err(Diagnostic {
            label: String::new(),
            ..Diagnostic::unknown("army list", word, lists.iter().map(|(_, list)| key(list)))
        }),
    }
}

/// The one ruleset to which all these lists belong.
///
/// # Errors
/// When a list cannot be found, or they are of different rulesets.
pub fn ruleset_of_lists(words: &[String], asked: Option<&str>) -> Result<&'static dyn Ruleset, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut common: Option<(&'static dyn Ruleset, &str)> = None;
    for word in words {
        match (army(word, asked), common) {
            (Err(diagnostic), _) => diagnostics.push(diagnostic.within("command line")),
            (Ok((ruleset, _)), None) => common = Some((ruleset, word)),
            (Ok((ruleset, _)), Some((other, first))) if ruleset.slug() != other.slug() => diagnostics.push(
                Diagnostic::new(format!("`{first}` is for {} and `{word}` for {}", other.title(), ruleset.title()))
                    .within("command line"),
            ),
            (Ok(_), Some(_)) => {}
        }
    }
    match common {
        Some((ruleset, _)) if diagnostics.is_empty() => Ok(ruleset),
        _ => Err(diagnostics),
    }
}

/// The ruleset that a file names in its key `ruleset`.
///
/// # Errors
/// When the file is not TOML, or has no such key, or there is no such ruleset.
pub fn ruleset_of(source: &Source) -> Result<&'static dyn Ruleset, Diagnostic> {
    let table =
        toml::de::DeTable::parse(&source.text).map_err(|error| Diagnostic::from_toml(&error).within(&source.name))?;
    let named = table.get_ref().get("ruleset").ok_or_else(|| {
        Diagnostic::new("the key `ruleset` is missing")
            .allowing(rulesets::all().iter().map(|r| format!("ruleset = \"{}\"", r.slug())))
            .within(&source.name)
    })?;
    let slug = named.get_ref().as_str().unwrap_or_default();
    ruleset(slug).map_err(|diagnostic| diagnostic.at(named.span()).within(&source.name))
}

/// The text of a source that a diagnostic names: a file, or something built in.
#[must_use]
pub fn text_of(name: &str) -> Option<String> {
    if let Ok(text) = std::fs::read_to_string(name) {
        return Some(text);
    }
    let built_in = |ruleset: &&dyn Ruleset| {
        let single = [ruleset.codex(), ruleset.doctrine_book()];
        single
            .into_iter()
            .chain(ruleset.armies())
            .chain(ruleset.battlefields())
            .chain(ruleset.first_look())
            .chain(ruleset.claims())
    };
    rulesets::all().iter().flat_map(built_in).find(|source| source.name == name).map(|source| source.text)
}

/// Whether a word on the command line means a file.
fn is_path(word: &str) -> bool {
    word.contains(['/', '\\']) || word.ends_with(".toml") || Path::new(word).is_file()
}
