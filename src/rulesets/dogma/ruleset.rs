//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::codex::{Codex, Unit};
use super::codex_file;
use super::ledger::LEDGER;
use super::resolutions;
use super::rules::Rules;
use crate::game::{
    Answer, Benchmark, Fault, Faults, Knob, Override, Query, ResolutionDoc, RuleAtom, Ruleset, Source, UnitDoc,
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
        codex_file::source()
    }

    fn units(&self, codex: &Source) -> Result<Vec<UnitDoc>, Faults> {
        let doc = |unit: &Unit| UnitDoc { name: unit.key.clone(), cost: unit.cost, about: unit.describe() };
        Ok(Codex::read(codex, &[])?.units.iter().map(doc).collect())
    }

    fn knobs(&self) -> Vec<Knob> {
        [Rules::knobs(), codex_file::knobs()].concat()
    }

    fn check_override(&self, codex: &Source, change: &Override) -> Result<(), Fault> {
        let alone = std::slice::from_ref(change);
        let checked = match change.key.split('.').next() {
            Some("rules") => Rules::read(alone).map(drop),
            Some("codex") => Codex::read(codex, alone).map(drop),
            _ => Err(vec![Fault::unknown("override", &change.key, ["rules.NAME", "codex.PATH"])]),
        };
        checked.map_err(|mut faults| faults.swap_remove(0))
    }

    fn resolutions(&self) -> Vec<ResolutionDoc> {
        resolutions::docs()
    }

    fn resolve(&self, query: &Query) -> Result<Answer, Faults> {
        resolutions::answer(query)
    }

    fn benchmark(&self) -> Benchmark {
        let query = |resolution: &str, inputs: serde_json::Value| Query {
            resolution: resolution.to_owned(),
            inputs: inputs.as_object().cloned().unwrap_or_default(),
            codex: None,
            trials: 0,
            seed: 1,
            exact: true,
        };
        let attack = json!({ "attacker": "sht", "defender": "elites", "supports": 6, "supporters-shaken": 6 });
        Benchmark {
            cells: Vec::new(),
            queries: vec![
                (
                    "one tank at another".to_owned(),
                    query("ranged-attack", json!({ "attacker": "mbt", "defender": "mbt" })),
                ),
                ("six shaken supporters each".to_owned(), query("volley", json!({ "attacks": vec![attack; 6] }))),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_benchmark_can_be_answered() {
        for (name, query) in Dogma.benchmark().queries {
            assert!(Dogma.resolve(&query).is_ok(), "{name}");
        }
    }

    #[test]
    fn overrides_are_checked_by_their_first_word() {
        let check = |key: &str, value: toml::Value| {
            Dogma.check_override(&Dogma.codex(), &Override { key: key.to_owned(), value })
        };
        assert_eq!(check("rules.shaken-target", 3.into()), Ok(()));
        assert_eq!(check("codex.units.mbt.cost", 4.into()), Ok(()));
        assert_eq!(check("rules.shaken-targt", 3.into()).unwrap_err().nearest.as_deref(), Some("shaken-target"));
        assert_eq!(check("codex.units.mbtt.cost", 3.into()).unwrap_err().nearest.as_deref(), Some("mbt"));
        assert!(check("doctrines.rush.press", 1.into()).is_err());
    }
}
