//! The games, one folder each, and their registry.

pub mod chainsword;
pub mod darkpotential;
pub mod dogfaces;
pub mod dogma;
pub mod hexcommand;

use crate::game::{Ruleset, Source};

/// All rulesets.
#[must_use]
pub fn all() -> &'static [&'static dyn Ruleset] {
    &[
        &dogfaces::Dogfaces,
        &dogma::Dogma,
        &darkpotential::DarkPotential,
        &hexcommand::HexCommand,
        &chainsword::Chainsword,
    ]
}

/// The ruleset with this slug.
#[must_use]
pub fn find(slug: &str) -> Option<&'static dyn Ruleset> {
    all().iter().copied().find(|ruleset| ruleset.slug() == slug)
}

/// All texts of a ruleset that are built into the program.
pub fn built_in(ruleset: &dyn Ruleset) -> impl Iterator<Item = Source> {
    let single = [ruleset.codex(), ruleset.doctrine_book()];
    single
        .into_iter()
        .chain(ruleset.armies())
        .chain(ruleset.battlefields())
        .chain(ruleset.first_look())
        .chain(ruleset.claims())
}
