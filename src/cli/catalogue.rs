//! What a name on the command line stands for: a ruleset, a file, or something built in.

use std::path::Path;

use crate::game::{Fault, Ruleset, Source};
use crate::rulesets;

/// The ruleset called `slug`.
///
/// # Errors
/// When there is none.
pub fn ruleset(slug: &str) -> Result<&'static dyn Ruleset, Fault> {
    rulesets::find(slug).ok_or_else(|| Fault::unknown("ruleset", slug, rulesets::all().iter().map(|r| r.slug())))
}

/// The rulesets that `slug` stands for: all when it is missing.
///
/// # Errors
/// When there is none of that name.
pub fn rulesets(slug: Option<&str>) -> Result<Vec<&'static dyn Ruleset>, Fault> {
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

/// The ruleset that a file names in its key `ruleset`.
///
/// # Errors
/// When the file is not TOML, or has no such key, or there is no such ruleset.
pub fn ruleset_of(source: &Source) -> Result<&'static dyn Ruleset, Fault> {
    let table =
        toml::de::DeTable::parse(&source.text).map_err(|error| Fault::from_toml(&error).within(&source.name))?;
    let named = table.get_ref().get("ruleset").ok_or_else(|| {
        Fault::new("the key `ruleset` is missing")
            .allowing(rulesets::all().iter().map(|r| format!("ruleset = \"{}\"", r.slug())))
            .within(&source.name)
    })?;
    let slug = named.get_ref().as_str().unwrap_or_default();
    ruleset(slug).map_err(|fault| fault.at(named.span()).within(&source.name))
}

/// The text of a source that a fault names: a file, or something built in.
#[must_use]
pub fn text_of(name: &str) -> Option<String> {
    if let Ok(text) = std::fs::read_to_string(name) {
        return Some(text);
    }
    let built_in = |ruleset: &&dyn Ruleset| {
        let single = [ruleset.codex(), ruleset.doctrine_book()];
        single.into_iter().chain(ruleset.armies()).chain(ruleset.battlefields()).chain(ruleset.first_look())
    };
    rulesets::all().iter().flat_map(built_in).find(|source| source.name == name).map(|source| source.text)
}
