//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::codex::Codex;
use super::rules::Rules;
use super::{army, battlefield};
use crate::game::{
    Army, Benchmark, CodexFile, Diagnostic, Diagnostics, Listing, Override, Query, Ruleset, Source, Transcript,
    UnitDoc, cell, check_override, ruleset_basics,
};

/// Dark Potential.
#[derive(Clone, Copy, Debug, Default)]
pub struct DarkPotential;

impl Ruleset for DarkPotential {
    ruleset_basics!("darkpotential", "Dark Potential");

    fn armies(&self) -> Vec<Source> {
        army::built_in()
    }

    fn read_army(&self, codex: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let codex = Codex::read(codex, &[])?;
        Ok(army::Roster::read(&codex, &Rules::default(), list)?.summary(&codex))
    }

    fn battlefields(&self) -> Vec<Source> {
        battlefield::sources()
    }

    fn usual_battlefield(&self) -> &'static str {
        "a new table by the dice for every pair of games"
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    fn units(&self, codex: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        cell::units::<Codex>(codex)
    }

    fn check_override(&self, codex: &Source, change: &Override) -> Result<(), Diagnostic> {
        let rules = |alone: &[Override]| Rules::read(alone).map(drop);
        let units = |alone: &[Override]| Codex::read(codex, alone).map(drop);
        check_override(change, &[("rules.NAME", &rules), ("codex.PATH", &units)])
    }

    fn situation(&self, file: &Source) -> Result<Transcript, Diagnostics> {
        super::situation::run(file)
    }

    fn benchmark(&self) -> Benchmark {
        let leaders = json!({ "a": "generic-leader", "b": "generic-leader" });
        Benchmark {
            cells: Vec::new(),
            queries: vec![
                ("one pistol".to_owned(), Query::exact("ranged-attack", &json!({}))),
                ("two leaders in melee".to_owned(), Query::exact("melee", &leaders)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::contract::files::file_contract;

    file_contract!(DarkPotential);

    #[test]
    fn units_are_described_by_what_they_can_do() {
        let units = DarkPotential.units(&DarkPotential.codex()).unwrap();
        let about: Vec<&str> = units.iter().map(|unit| unit.about.as_str()).collect();
        assert_eq!(
            about,
            [
                "move 6; 1 wound; club, pistol",
                "move 6; 1 wound; club, rocket-launcher, pistol; special weapon carrier",
                "move 6; 1 wound; club",
                "move 6; 5 wounds; powered-club, laser-pistol; commander",
                "move 6; 3 wounds; sniper-club, sniper-rifle, pistol; dug in 1",
                "move 8; 3 wounds; dark-potential-fist; stealth 3",
            ]
        );
    }
}
