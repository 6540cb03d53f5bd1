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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Override;

    #[test]
    fn every_rule_takes_its_default_and_what_is_listed_and_refuses_nonsense() {
        for ruleset in all() {
            let codex = ruleset.codex();
            let set = |name: &str, value: &str| {
                let change = Override { key: format!("rules.{name}"), value: value.into() };
                ruleset.check_override(&codex, &change)
            };
            for knob in ruleset.knobs().iter().filter(|knob| !knob.name.starts_with("codex.")) {
                let words = knob.allowed.split(", ").filter(|word| !word.contains(' '));
                for value in words.chain([&*knob.default]) {
                    assert_eq!(set(&knob.name, value), Ok(()), "{} {}", ruleset.slug(), knob.name);
                }
                let fault = set(&knob.name, "nonsense").expect_err("no rule takes nonsense");
                assert_eq!(fault.source, format!("override `rules.{}`", knob.name));
            }
            let nowhere = Override { key: "nowhere.rule".to_owned(), value: 1.into() };
            assert!(ruleset.check_override(&codex, &nowhere).is_err());
        }
    }
}
