//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::codex::Codex;
use super::rules::Rules;
use super::scenarios::Scenario;
use super::terms::Terms;
use super::{battlefield, film, told_battlefield};
use crate::game::{
    Armies, Benchmark, CellSetup, CodexFile, Diagnostics, EventLog, Film, ListWord, Listing, Override, Query, Ruleset,
    Source, built_in, ruleset_basics, trace, whole_games,
};
use crate::tabletop::hex::Grid;

/// Hex Command Gunpowder.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexCommand;

impl Ruleset for HexCommand {
    ruleset_basics!("hexcommand", "Hex Command Gunpowder");

    whole_games!("hexcommand");

    fn list_words(&self) -> Vec<ListWord> {
        vec![ListWord { name: "commander", key: "commanders", counted: true }]
    }

    fn film(&self, log: &EventLog) -> Option<Film> {
        film::film(log)
    }

    fn told_battlefield(&self, battle: &serde_json::Value) -> Option<toml::Table> {
        told_battlefield::keys(battle)
    }

    fn best_answers(&self) -> Option<Source> {
        Some(built_in!("armies/hexcommand/exploitability.toml"))
    }

    fn usual_battlefield(&self) -> &'static str {
        "The board of the scenario: open field, crossroads, ridge line, river crossing, redoubt line, or a new random map for every pair of games."
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    /// Hexes are those of the usual board.
    fn check_scenario(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        let rules = Rules::default();
        let grid = Grid::flat(rules.board_columns.0.into(), rules.board_rows.0.into()).ragged();
        let terms = Terms::read(file, grid, &Codex::read(codex, &[])?)?;
        let battlefield = terms.battlefield.as_deref().unwrap_or("a battlefield of its own");
        let objectives = trace::counted(terms.objectives.len() as u32, "objective");
        Ok(Listing::new(&file.name, &format!("on {battlefield}, {objectives}")))
    }

    fn benchmark(&self) -> Benchmark {
        let list = Source::called("balanced-division", self.armies()).expect("it is built in");
        let cell = |doctrines: [&str; 2], scenario: Scenario| {
            let lists = Armies::Written([list.clone(), list.clone()]);
            let fixed = Override { key: "play.style".to_owned(), value: "fixed".into() };
            let usual = CellSetup::usual(self, lists, doctrines, scenario.key());
            CellSetup { overrides: vec![fixed], ..usual }
        };
        Benchmark {
            // The pairs of a mirror are played, and counted, once.
            cells: vec![
                (
                    "balanced-division on open field, firing-line".to_owned(),
                    cell(["firing-line"; 2], Scenario::OpenField),
                ),
                (
                    "balanced-division on random maps, echelon against envelop".to_owned(),
                    cell(["echelon", "envelop"], Scenario::Random),
                ),
            ],
            queries: vec![
                ("one rifle regiment".to_owned(), Query::exact("fire", &json!({ "grade": "untrained" }))),
                (
                    "charge of two led regiments".to_owned(),
                    Query::exact(
                        "charge",
                        &json!({ "attacker": { "commander": 1 }, "defender": { "commander": 2, "cover": 2 } }),
                    ),
                ),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::contract::files::file_contract;

    file_contract!(HexCommand);

    #[test]
    fn lists_are_read_with_their_points() {
        let list = |name: &str, text: &str| Source { name: name.to_owned(), text: text.to_owned() };
        let division = list("balanced-division", include_str!("../../../armies/hexcommand/balanced-division.toml"));
        let army = HexCommand.read_army(&HexCommand.codex(), &division).unwrap();
        assert_eq!((army.cost, army.units.iter().map(|(_, count)| count).sum::<u32>()), (238.0, 12));
        let wrong = list("wrong", &division.text.replace("rifle-musket", "rifle-muskt"));
        let diagnostics = HexCommand.read_army(&HexCommand.codex(), &wrong).unwrap_err();
        assert!(diagnostics[0].nearest.as_deref().is_some_and(|name| name.contains("rifle-musket")), "{diagnostics:?}");
    }

    #[test]
    fn units_are_named_and_priced_as_lists_need_them() {
        let units = HexCommand.units(&HexCommand.codex()).unwrap();
        let cost = |name: &str| units.iter().find(|unit| unit.name == name).unwrap().cost;
        for (name, points) in [
            ("trained-infantry:rifle-musket", 18.0),
            ("untrained-infantry:smoothbore-musket", 12.0),
            ("veteran-skirmisher:rifle-musket", 9.0),
            ("trained-cavalry:carbine", 19.0),
            ("untrained-cavalry:none", 12.0),
            ("veteran-battery:heavy-rifled-gun", 24.0),
        ] {
            assert_eq!(cost(name), points, "{name}");
        }
        assert_eq!(cost("trained-horse-battery:rifled-gun"), 18.0);
        assert_eq!(cost("wagon"), 2.0);
        assert_eq!(units.len(), 3 * (4 * 5 + 2 * 4 + 9 + 4) + 1);
    }
}
