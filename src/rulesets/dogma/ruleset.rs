//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::cell::ROLLED;
use super::{army, battlefield, film, told_battlefield};
use crate::game::{
    Armies, Benchmark, CellSetup, Diagnostics, EventLog, Film, ListWord, Listing, Override, Query, Ruleset, Source,
    built_in, ruleset_basics, whole_games,
};

/// Commander's Dogma.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dogma;

impl Ruleset for Dogma {
    ruleset_basics!("dogma", "Commander's Dogma");
    whole_games!("dogma");

    fn length_unit(&self) -> &'static str {
        "rounds"
    }

    fn list_words(&self) -> Vec<ListWord> {
        let word = |(name, _)| ListWord { name, key: "dogma", counted: false };
        army::Dogma::CHOICES.into_iter().map(word).collect()
    }

    fn film(&self, log: &EventLog) -> Option<Film> {
        film::film(log)
    }

    fn told_battlefield(&self, battle: &serde_json::Value) -> Option<toml::Table> {
        told_battlefield::keys(battle)
    }

    fn best_answers(&self) -> Option<Source> {
        Some(built_in!("armies/dogma/exploitability.toml"))
    }

    fn usual_battlefield(&self) -> &'static str {
        "Terrain that both players place in every game, as `terrain-policy` says."
    }

    fn check_battlefield(&self, _codex: &Source, battlefield: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(battlefield)
    }

    fn benchmark(&self) -> Benchmark {
        let attack = json!({ "attacker": "sht", "defender": "elites", "supports": 6, "supporters-shaken": 6 });
        let list = Source::called("combined-arms", self.armies()).expect("it is built in");
        let fixed = Override { key: "play.style".to_owned(), value: "fixed".into() };
        let cell = |doctrine: &str| {
            let lists = Armies::Written([list.clone(), list.clone()]);
            let usual = CellSetup::usual(self, lists, [doctrine, doctrine], ROLLED);
            CellSetup { overrides: vec![fixed.clone()], ..usual }
        };
        Benchmark {
            cells: ["balanced", "gunline"]
                .map(|doctrine| (format!("combined-arms at 24 points, any scenario, {doctrine}"), cell(doctrine)))
                .into(),
            queries: vec![
                (
                    "one tank at another".to_owned(),
                    Query::exact("ranged-attack", &json!({ "attacker": "mbt", "defender": "mbt" })),
                ),
                (
                    "six shaken supporters each".to_owned(),
                    Query::exact("volley", &json!({ "attacks": vec![attack; 6] })),
                ),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::contract::files::file_contract;

    file_contract!(Dogma);

    #[test]
    fn units_are_described_by_what_they_are() {
        let units = Dogma.units(&Dogma.codex()).unwrap();
        let about = |name: &str| units.iter().find(|unit| unit.name == name).unwrap().about.as_str();
        assert_eq!(
            about("rpg-team"),
            "RPG Team: heavy-support, speed 3, modifier 4, range 4, moves or fires, may ride"
        );
        assert_eq!(
            about("jump-infantry"),
            "Jump Infantry: assault, speed 6, modifier 3, no ranged attack, passes over things"
        );
    }
}
