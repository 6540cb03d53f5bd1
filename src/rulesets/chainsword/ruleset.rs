//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::army::{self, Roster};
use super::battlefield;
use super::codex::Codex;
use super::own_doctrine;
use super::rules::Rules;
use super::situation;
use crate::game::{
    Army, Benchmark, Catalogue, CodexFile, Diagnostic, Diagnostics, Listing, Override, Query, Ruleset, Source,
    Transcript, UnitDoc, check_override, ruleset_basics,
};

/// Chainsword of Command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chainsword;

impl Ruleset for Chainsword {
    ruleset_basics!("chainsword", "Chainsword of Command");

    fn armies(&self) -> Vec<Source> {
        army::built_in()
    }

    fn units(&self, codex: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        Ok(Codex::read(codex, &[])?.docs())
    }

    fn read_army(&self, codex: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let codex = Codex::read(codex, &[])?;
        let roster = Roster::read(&codex, &Rules::default(), list)?;
        Ok(Army { by_scenario: own_doctrine::by_scenario(&codex, &roster), ..roster.summary(&codex) })
    }

    fn battlefields(&self) -> Vec<Source> {
        battlefield::sources()
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    fn situation(&self, file: &Source) -> Result<Transcript, Diagnostics> {
        situation::perform(file)
    }

    fn check_override(&self, codex: &Source, change: &Override) -> Result<(), Diagnostic> {
        let rules = |alone: &[Override]| Rules::read(alone).map(drop);
        let units = |alone: &[Override]| Codex::read(codex, alone).map(drop);
        check_override(change, &[("rules.NAME", &rules), ("codex.PATH", &units)])
    }

    fn benchmark(&self) -> Benchmark {
        let assault = json!({ "attacker": { "unit": "hulks" }, "defender": { "unit": "levy-rifles" } });
        Benchmark {
            cells: Vec::new(),
            queries: vec![
                (
                    "one rifle".to_owned(),
                    Query::exact("ranged-attack", &json!({ "weapon": "service-rifle", "target": "levy-rifles" })),
                ),
                ("hulks among levies".to_owned(), Query::exact("melee-to-break", &assault)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::contract::files::file_contract;

    file_contract!(Chainsword);

    #[test]
    fn units_are_described_by_what_they_are() {
        let units = Chainsword.units(&Chainsword.codex()).unwrap();
        let about = |name: &str| units.iter().find(|unit| unit.name == name).unwrap().about.as_str();
        assert_eq!(about("hulks"), "elite; hulk: slug-thrower x3; blade; assault-grenades");
        assert_eq!(about("mule"), "transport; armour 11/10/10, 3 hull points; heavy-repeater; carries 12");
        let check = |key: &str| {
            Chainsword.check_override(&Chainsword.codex(), &Override { key: key.to_owned(), value: 4.into() })
        };
        assert_eq!(check("rules.reserve-roll"), Ok(()));
        assert_eq!(check("codex.units.hulks.wounds"), Ok(()));
        assert_eq!(check("rules.reserve-rol").unwrap_err().nearest.as_deref(), Some("reserve-roll"));
        assert_eq!(check("codex.units.hulk.wounds").unwrap_err().nearest.as_deref(), Some("hulks"));
        assert!(check("units.hulks.wounds").is_err());
        let known = |name: &str| Chainsword.knobs().iter().any(|knob| knob.name == name);
        assert!(known("reserve-roll") && known("codex.units.UNIT.wounds"));
    }
}
