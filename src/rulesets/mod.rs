//! The games, one folder each, and their registry.

pub mod chainsword;
pub mod darkpotential;
pub mod dogfaces;
pub mod dogma;
pub mod hexcommand;

#[cfg(test)]
mod worked;

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
    use crate::game::{Override, Query};

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

    #[test]
    fn every_ruleset_is_timed_with_resolutions_small_and_large() {
        for ruleset in all() {
            let queries = ruleset.benchmark().queries;
            assert!(queries.len() >= 2, "{}", ruleset.slug());
            for (name, query) in queries {
                assert!(ruleset.resolve(&query).is_ok(), "{} {name}", ruleset.slug());
            }
        }
    }

    #[test]
    fn worked_examples_are_questions_of_their_ruleset() {
        let mut sum = 0;
        for ruleset in all() {
            let docs = ruleset.resolutions();
            for example in ruleset.examples() {
                assert_eq!(example.ruleset.as_deref(), Some(ruleset.slug()));
                assert!(docs.iter().any(|doc| doc.name == example.resolution) && !example.outcomes.is_empty());
                let alone = Query::exact(&example.resolution, &example.inputs.into());
                assert!(ruleset.resolve(&alone).is_ok(), "{} {}", ruleset.slug(), example.resolution);
                sum += 1;
            }
        }
        assert_eq!(sum, 342);
    }
}
