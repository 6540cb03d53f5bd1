//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::codex::Codex;
use super::{battlefield, film, told_battlefield};
use crate::game::{
    Armies, Benchmark, CellSetup, CodexFile, Diagnostics, EventLog, Film, Listing, Override, Query, Ruleset, Source,
    built_in, ruleset_basics, whole_games,
};

/// Dark Potential.
#[derive(Clone, Copy, Debug, Default)]
pub struct DarkPotential;

impl Ruleset for DarkPotential {
    ruleset_basics!("darkpotential", "Dark Potential");

    whole_games!("darkpotential");

    fn length_unit(&self) -> &'static str {
        "player turns"
    }

    fn film(&self, log: &EventLog) -> Option<Film> {
        film::film(log)
    }

    fn told_battlefield(&self, battle: &serde_json::Value) -> Option<toml::Table> {
        told_battlefield::keys(battle)
    }

    fn best_answers(&self) -> Option<Source> {
        Some(built_in!("armies/darkpotential/exploitability.toml"))
    }

    fn usual_battlefield(&self) -> &'static str {
        "A new table by the dice for every pair of games."
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    fn benchmark(&self) -> Benchmark {
        let list = Source::called("suggested", self.armies()).expect("it is built in");
        let fixed = Override { key: "play.style".to_owned(), value: "fixed".into() };
        let cell = |doctrines: [&str; 2]| {
            let lists = Armies::Written([list.clone(), list.clone()]);
            let usual = CellSetup::usual(self, lists, doctrines, "elimination");
            CellSetup { overrides: vec![fixed.clone()], ..usual }
        };
        let leaders = json!({ "a": "generic-leader", "b": "generic-leader" });
        Benchmark {
            // The pairs of a mirror are played, and counted, once.
            cells: vec![
                ("suggested on random maps, bounding".to_owned(), cell(["bounding"; 2])),
                ("suggested on random maps, rush against gunline".to_owned(), cell(["rush", "gunline"])),
            ],
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
