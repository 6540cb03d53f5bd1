//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::codex::Codex;
use super::{battlefield, film, told_battlefield};
use crate::game::{
    Armies, Benchmark, CellSetup, CodexFile, Diagnostics, EventLog, Film, Listing, Override, Query, Ruleset, Source,
    built_in, ruleset_basics, whole_games,
};

/// Chainsword of Command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chainsword;

impl Ruleset for Chainsword {
    ruleset_basics!("chainsword", "Chainsword of Command");

    whole_games!("chainsword");

    fn length_unit(&self) -> &'static str {
        "phases"
    }

    fn usual_battlefield(&self) -> &'static str {
        "A new table by the dice for every pair of games."
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    fn film(&self, log: &EventLog) -> Option<Film> {
        film::film(log)
    }

    fn told_battlefield(&self, battle: &serde_json::Value) -> Option<toml::Table> {
        told_battlefield::keys(battle)
    }

    fn best_answers(&self) -> Option<Source> {
        Some(built_in!("armies/chainsword/exploitability.toml"))
    }

    fn benchmark(&self) -> Benchmark {
        let list = |name: &str| Source::called(name, self.armies()).expect("it is built in");
        let fixed = Override { key: "play.style".to_owned(), value: "fixed".into() };
        let cell = |lists: [&str; 2], doctrines: [&str; 2], scenario: &str| {
            let usual = CellSetup::usual(self, Armies::Written(lists.map(list)), doctrines, scenario);
            CellSetup { overrides: vec![fixed.clone()], ..usual }
        };
        let assault = json!({ "attacker": { "unit": "hulks" }, "defender": { "unit": "levy-rifles" } });
        Benchmark {
            // The pairs of a mirror are played, and counted, once.
            cells: vec![
                (
                    "combined arms on random maps, methodical".to_owned(),
                    cell(["combined-arms"; 2], ["methodical"; 2], "patrol"),
                ),
                (
                    "breachers against a gun line on random maps".to_owned(),
                    cell(["breacher-assault", "gun-line"], ["blitz", "firebase"], "attack-and-defend"),
                ),
            ],
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
