//! The games, one folder each, and their registry.

pub mod chainsword;
pub mod darkpotential;
pub mod dogfaces;
pub mod dogma;
pub mod hexcommand;

use crate::game::Ruleset;

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
