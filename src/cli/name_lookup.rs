//! Name lookup: what a name on the command line stands for, a ruleset, a file, or something built in.

use std::path::Path;

use crate::cli::{file_kind, files};
use crate::game::list_text::share;
use crate::game::{Diagnostic, Diagnostics, Ruleset, Source};
use crate::rulesets;

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

/// The rulesets that have an army list: the one of a file, or those in which a list of that name is built in.
///
/// # Errors
/// When the file cannot be read or does not say its ruleset, or no such list is built in.
fn rulesets_of(word: &str, asked: Option<&str>) -> Result<Vec<&'static dyn Ruleset>, Diagnostic> {
    let asked = asked.map(ruleset).transpose()?;
    if share::is_shared(word) {
        return Ok(vec![ruleset_of(&share::source(word)?)?]);
    }
    if [".ros", ".rosz"].iter().any(|end| word.ends_with(end)) {
        let way = format!("evenodds export list {word} --out FILE.toml");
        return Err(Diagnostic::new(format!("`{word}` is a roster; a list is made of it first")).allowing([way]));
    }
    if is_path(word) {
        let source = files::read(Path::new(word))?;
        if let Some(diagnostic) = no_file_of_ours(&source) {
            return Err(diagnostic);
        }
        if let Some(diagnostic) = file_kind::no_list(&source) {
            return Err(diagnostic);
        }
        return Ok(vec![asked.map_or_else(|| ruleset_of(&source), Ok)?]);
    }
    if Path::new(word).is_dir() {
        return Err(Diagnostic::new(format!("`{word}` is a folder, not an army list")));
    }
    let candidates = asked.map_or_else(|| rulesets::all().to_vec(), |ruleset| vec![ruleset]);
    let has_it = |ruleset: &&'static dyn Ruleset| ruleset.armies().iter().any(|list| key(list) == word);
    let found: Vec<_> = candidates.iter().copied().filter(has_it).collect();
    if found.is_empty() {
        let known: Vec<Source> = candidates.iter().flat_map(|ruleset| ruleset.armies()).collect();
        let unknown = Diagnostic::unknown("army list", word, known.iter().map(key));
        return Err(Diagnostic { label: String::new(), ..unknown });
    }
    Ok(found)
}

/// The one ruleset to which all these lists belong. Where several have lists of all the names, it is the one whose games are
/// played whole.
///
/// # Errors
/// When a list cannot be found, they are of different rulesets, or of more than one.
pub fn ruleset_of_lists(words: &[String], asked: Option<&str>) -> Result<&'static dyn Ruleset, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut common: Option<(Vec<&'static dyn Ruleset>, &str)> = None;
    for word in words {
        match (rulesets_of(word, asked), &mut common) {
            (Err(diagnostic), _) => diagnostics.push(diagnostic.within("command line")),
            (Ok(found), None) => common = Some((found, word)),
            (Ok(found), Some((known, first))) => {
                let shared: Vec<_> =
                    known.iter().copied().filter(|one| found.iter().any(|other| other.slug() == one.slug())).collect();
                if shared.is_empty() {
                    let [one, other] = [&*known, &found].map(|rulesets| titles(rulesets));
                    let message = format!("`{first}` is for {one} and `{word}` for {other}");
                    diagnostics.push(Diagnostic::new(message).within("command line"));
                } else {
                    *known = shared;
                }
            }
        }
    }
    let Some((mut found, first)) = common.filter(|_| diagnostics.is_empty()) else { return Err(diagnostics) };
    if found.len() > 1 && found.iter().any(|ruleset| !ruleset.scenarios().is_empty()) {
        found.retain(|ruleset| !ruleset.scenarios().is_empty());
    }
    if let [ruleset] = found[..] {
        return Ok(ruleset);
    }
    let message = format!("`{first}` is a list for {}", titles(&found));
    let ways = found.iter().map(|ruleset| format!("--ruleset {}", ruleset.slug()));
    Err(vec![Diagnostic::new(message).allowing(ways).within("command line")])
}

/// The titles of some rulesets, in words.
fn titles(rulesets: &[&'static dyn Ruleset]) -> String {
    rulesets.iter().map(|ruleset| ruleset.title()).collect::<Vec<_>>().join(" and for ")
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

/// What to do with a text that is none of our files, as a list that somebody has posted: `export` makes a list of it. Nothing of a
/// file that is called one of ours, or is written like one.
#[must_use]
pub fn no_file_of_ours(source: &Source) -> Option<Diagnostic> {
    let ours = source.name.ends_with(".toml") || toml::de::DeTable::parse(&source.text).is_ok();
    let way = || format!("evenodds export list {} --ruleset NAME --out FILE.toml", source.name);
    if source.name.ends_with(".json") {
        let message = format!("`{}` is JSON; files of ours are TOML", source.name);
        return Some(Diagnostic::new(message).allowing(["FILE.toml", "evenodds export list FILE.json, for a roster"]));
    }
    (!ours).then(|| {
        let message = format!("`{}` is a text; a list is made of it first", source.name);
        Diagnostic::new(message).allowing([way()])
    })
}

/// The text of a source that a diagnostic names: a file, or something built in.
#[must_use]
pub fn text_of(name: &str) -> Option<String> {
    if let Ok(text) = std::fs::read_to_string(name) {
        return Some(text);
    }
    rulesets::all()
        .iter()
        .flat_map(|ruleset| rulesets::built_in(*ruleset))
        .find(|source| source.name == name)
        .map(|source| source.text)
}

/// Whether a word on the command line means a file.
fn is_path(word: &str) -> bool {
    word.contains(['/', '\\']) || word.ends_with(".toml") || Path::new(word).is_file()
}
