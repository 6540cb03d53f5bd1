//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::army;
use super::battlefield;
use super::cell::ROLLED;
use super::codex::Codex;
use super::doctrine_book::Weights;
use super::generator;
use super::ledger::LEDGER;
use super::resolutions;
use super::rules::Rules;
use super::scenarios::ENDINGS;
use super::situation;
use crate::game::{
    Answer, Armies, Army, Benchmark, CellSetup, CodexFile, Diagnostic, Diagnostics, Example, Knob, Listing, Override,
    Query, ResolutionDoc, RuleAtom, Ruleset, Simulator, Source, Transcript, UnitDoc, Weights as _, built_in, cell,
};

/// Commander's Dogma.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dogma;

impl Ruleset for Dogma {
    fn slug(&self) -> &'static str {
        "dogma"
    }

    fn title(&self) -> &'static str {
        "Commander's Dogma"
    }

    fn ledger(&self) -> &'static [RuleAtom] {
        LEDGER
    }

    fn codex(&self) -> Source {
        Codex::source()
    }

    fn endings(&self) -> &'static [&'static str] {
        &ENDINGS
    }

    fn doctrine_book(&self) -> Source {
        Weights::source()
    }

    fn armies(&self) -> Vec<Source> {
        army::built_in()
    }

    fn first_look(&self) -> Option<Source> {
        Some(built_in!("experiments/dogma-first-look.toml"))
    }

    fn claims(&self) -> Option<Source> {
        Some(built_in!("experiments/claims/dogma.toml"))
    }

    fn doctrines(&self, book: &Source) -> Result<Vec<Listing>, Diagnostics> {
        cell::doctrines::<Self>(book)
    }

    fn scenarios(&self) -> Vec<Listing> {
        cell::scenarios::<Self>()
    }

    fn usual_budget(&self) -> Option<f64> {
        Some(generator::USUAL_BUDGET)
    }

    fn read_army(&self, codex: &Source, list: &Source) -> Result<Army, Diagnostics> {
        cell::read_army::<Self>(codex, list)
    }

    fn units(&self, codex: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        cell::units::<Codex>(codex)
    }

    fn knobs(&self) -> Vec<Knob> {
        [Rules::knobs(), Codex::knobs()].concat()
    }

    fn check_override(&self, codex: &Source, change: &Override) -> Result<(), Diagnostic> {
        cell::check_change::<Self>(codex, change)
    }

    fn battlefields(&self) -> Vec<Source> {
        battlefield::sources()
    }

    fn usual_battlefield(&self) -> &'static str {
        "Terrain that both players place in every game, as `terrain-policy` says."
    }

    fn check_battlefield(&self, _codex: &Source, battlefield: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(battlefield)
    }

    fn resolutions(&self) -> Vec<ResolutionDoc> {
        resolutions::docs()
    }

    fn examples(&self) -> Vec<Example> {
        Example::list(include_str!("../../../tests/data/dogma-examples.json")).expect("a test reads them")
    }

    fn resolve(&self, query: &Query) -> Result<Answer, Diagnostics> {
        resolutions::answer(query)
    }

    fn situation(&self, file: &Source) -> Result<Transcript, Diagnostics> {
        situation::run(file)
    }

    fn prepare(&self, cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
        cell::prepare::<Self>(cell)
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
