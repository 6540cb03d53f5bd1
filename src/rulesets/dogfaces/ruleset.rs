//! The door of the game: what everything above may know of it.

use serde_json::json;

use super::codex::Codex;
use super::scenarios::Scenario;
use super::{battlefield, film, told_battlefield};
use crate::game::{
    Armies, Benchmark, CellSetup, CodexFile, Diagnostics, EventLog, Film, Listing, Override, Query, Ruleset, Source,
    built_in, ruleset_basics, whole_games,
};

/// Dogfaces in Space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dogfaces;

impl Ruleset for Dogfaces {
    ruleset_basics!("dogfaces", "Dogfaces in Space");
    whole_games!("dogfaces");

    fn film(&self, log: &EventLog) -> Option<Film> {
        film::film(log)
    }

    fn told_battlefield(&self, battle: &serde_json::Value) -> Option<toml::Table> {
        told_battlefield::keys(battle)
    }

    fn best_answers(&self) -> Option<Source> {
        Some(built_in!("armies/dogfaces/exploitability.toml"))
    }

    fn usual_battlefield(&self) -> &'static str {
        "A new random map for every pair of games, farmland, river, desert, highland, woods or town, of the size of the lists."
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    fn benchmark(&self) -> Benchmark {
        let list = Source::called("std-ab", self.armies()).expect("it is built in");
        let cell = |doctrines: [&str; 2]| CellSetup {
            battlefield: battlefield::built_in("farmstead"),
            overrides: vec![Override { key: "play.style".to_owned(), value: "fixed".into() }],
            ..CellSetup::usual(
                &Dogfaces,
                Armies::Written([list.clone(), list.clone()]),
                doctrines,
                Scenario::LastManStanding.key(),
            )
        };
        Benchmark {
            // The pairs of a mirror are played, and counted, once.
            cells: vec![
                ("std-ab on farmstead, massed-fire".to_owned(), cell(["massed-fire"; 2])),
                ("std-ab on farmstead, overwatch-anvil".to_owned(), cell(["overwatch-anvil"; 2])),
                (
                    "std-ab on farmstead, massed-fire against headhunters".to_owned(),
                    cell(["massed-fire", "headhunters"]),
                ),
            ],
            queries: vec![
                (
                    "one rifle".to_owned(),
                    Query::exact("ranged-attack", &json!({ "shooters": ["rifleman"], "target": "rifleman" })),
                ),
                (
                    "five at a suit".to_owned(),
                    Query::exact(
                        "ranged-attack",
                        &json!({ "shooters": ["chuck", "andy", "harry", "brett", "dave"], "target": "george" }),
                    ),
                ),
                (
                    "duel of thirty turns".to_owned(),
                    Query::exact("duel", &json!({ "a": "tom", "b": "george", "turns": 30, "b-medic": true })),
                ),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::contract::files::file_contract;
    use crate::game::{GameView, ResultSink};
    use crate::rulesets::dogfaces::scenarios::ENDINGS;

    file_contract!(Dogfaces);

    #[test]
    fn units_are_described_by_what_they_differ_in() {
        let units = Dogfaces.units(&Dogfaces.codex()).unwrap();
        let about = |name: &str| units.iter().find(|unit| unit.name == name).unwrap().about.as_str();
        assert_eq!(about("rifleman"), "no team; move 2; laser-rifle");
        assert_eq!(about("paul"), "delta; move 2; laser-rifle; recovers on 4; leads at 3");
        assert_eq!(about("larry"), "charlie; move 2; laser-rifle; flies 4 to 5 hexes");
        assert!(
            about("mcv-1").starts_with("foxtrot; move 3; medium-rail-gun and laser-rifle; leads at 1; ignores retr")
        );
    }

    /// What two random players leave behind in ten pairs of games.
    struct Heap {
        endings: Vec<&'static str>,
        turns: Vec<u16>,
    }

    impl ResultSink for Heap {
        fn take(&mut self, view: &GameView<'_>) {
            self.endings.push(ENDINGS[usize::from(view.record.ending)]);
            self.turns.push(view.record.turns);
        }
    }

    fn play(list: &str, scenario: &str, numbers: &[(&str, i64)]) -> Heap {
        let list = Dogfaces.armies().into_iter().find(|source| source.name.contains(list)).unwrap();
        let change =
            |(name, value): &(&str, i64)| Override { key: format!("codex.numbers.{name}"), value: (*value).into() };
        let cell = CellSetup {
            overrides: numbers.iter().map(change).collect(),
            ..CellSetup::usual(&Dogfaces, Armies::Written([list.clone(), list]), ["random", "random"], scenario)
        };
        let mut heap = Heap { endings: vec![], turns: vec![] };
        Dogfaces.prepare(&cell).unwrap().play(1, 0, 0..10, &mut heap);
        heap
    }

    #[test]
    fn df_scn_02_points_score_from_their_turn_and_win_at_their_number() {
        let early = play("strict-1", "seize-and-hold", &[("points-to-win", 1), ("points-from-turn", 1)]);
        assert!(early.endings.contains(&"points") && early.turns.iter().any(|turns| *turns < 10));
        let late = play("strict-1", "seize-and-hold", &[("points-to-win", 1), ("points-from-turn", 15)]);
        assert!(late.endings.contains(&"points"));
        assert!(late.endings.iter().zip(&late.turns).all(|(ending, turns)| *ending != "points" || *turns >= 15));
    }

    #[test]
    fn df_scn_05_riders_set_up_with_their_vehicle() {
        // Units stand in the order of the codex: Andy is in the first half, Chuck and the vehicle in the second.
        let list = |rider: &str| Source {
            name: "list".to_owned(),
            text: format!(
                "name = \"m\"\nruleset = \"dogfaces\"\nmode = \"free\"\nunits = {{ andy = 1, brett = 1, chuck = 1, \
                 lcv-1 = 1 }}\nmounted = {{ lcv-1 = [\"{rider}\"] }}"
            ),
        };
        let prepare = |army: Source, scenario: &str| {
            let cell = CellSetup {
                overrides: vec![Override { key: "rules.rosters".to_owned(), value: "free".into() }],
                ..CellSetup::usual(&Dogfaces, Armies::Written([army.clone(), army]), ["random", "random"], scenario)
            };
            Dogfaces.prepare(&cell).err().map(|diagnostics| diagnostics[0].rule.clone().unwrap_or_default())
        };
        assert_eq!(prepare(list("chuck"), "last-stand"), None);
        assert_eq!(prepare(list("andy"), "last-stand").as_deref(), Some("bad-mount"));
        assert_eq!(prepare(list("andy"), "last-man-standing"), None);
    }

    #[test]
    fn lists_too_large_for_the_ground_are_refused() {
        let list = |units: &str| Source {
            name: "list".to_owned(),
            text: format!("name = \"m\"\nruleset = \"dogfaces\"\nmode = \"free\"\nunits = {{ {units} }}"),
        };
        let map = |letter: &str| Source {
            name: "map".to_owned(),
            text: format!(
                "name = \"m\"\nruleset = \"dogfaces\"\nmap = \"\"\"\n{}\"\"\"\n",
                format!("{}\n", letter.repeat(8 / letter.len())).repeat(8)
            ),
        };
        let refused = |units: &str, scenario: &str, letter: &str, radius: i64| {
            let cell = CellSetup {
                overrides: vec![Override { key: "codex.numbers.stand-radius".to_owned(), value: radius.into() }],
                battlefield: Some(map(letter)),
                ..CellSetup::usual(
                    &Dogfaces,
                    Armies::Written([list(units), list(units)]),
                    ["random", "massed-fire"],
                    scenario,
                )
            };
            match Dogfaces.prepare(&cell) {
                Ok(simulator) => {
                    let mut heap = Heap { endings: vec![], turns: vec![] };
                    simulator.play(1, 0, 0..2, &mut heap);
                    false
                }
                Err(diagnostics) => {
                    diagnostics.iter().all(|diagnostic| diagnostic.rule.as_deref() == Some("too-many-for-map"))
                }
            }
        };
        assert!(!refused("rifleman = 32", "last-man-standing", ".", 3));
        assert!(refused("rifleman = 33", "last-man-standing", ".", 3));
        // Vehicles may not stand in swamp.
        assert!(!refused("rifleman = 5", "last-man-standing", "s", 3));
        assert!(refused("rifleman = 5, lcv-1 = 1", "last-man-standing", "s", 3));
        // Soldiers may, and leave the last hexes of another kind to vehicles.
        assert!(!refused("rifleman = 31, lcv-1 = 1", "last-man-standing", "sssssss.", 3));
        assert!(!refused("rifleman = 29, lcv-1 = 1, lcv-2 = 1, mcv-1 = 1", "last-man-standing", "sssssss.", 3));
        assert!(refused("rifleman = 32, lcv-1 = 1", "last-man-standing", "sssssss.", 3));
        // 16 hexes are left between the two edge rows and the middle.
        assert!(!refused("rifleman = 16", "breakthrough", ".", 3));
        assert!(refused("rifleman = 17", "breakthrough", ".", 3));
        // DF-SCN-05: two hexes next to each other have eight neighbours, which leaves the attackers room for their halves.
        assert!(!refused("rifleman = 10", "last-stand", ".", 1));
        assert!(refused("rifleman = 11", "last-stand", ".", 1));
        // 43 defenders might take all 32 hexes of a half; 21 leave 11, room for half of 21 attackers.
        assert!(refused("rifleman = 43", "last-stand", ".", 12));
        assert!(!refused("rifleman = 21", "last-stand", ".", 12));
    }

    #[test]
    fn df_scn_02_a_map_without_objectives_is_refused() {
        let list = Dogfaces.armies().into_iter().next().unwrap();
        let rows = "........\n".repeat(8);
        let prepare = |objectives: &str, scenario: &str| {
            let text = format!("name = \"m\"\nruleset = \"dogfaces\"\n{objectives}\nmap = \"\"\"\n{rows}\"\"\"\n");
            let cell = CellSetup {
                battlefield: Some(Source { name: "map".to_owned(), text }),
                ..CellSetup::usual(
                    &Dogfaces,
                    Armies::Written([list.clone(), list.clone()]),
                    ["random", "random"],
                    scenario,
                )
            };
            Dogfaces
                .prepare(&cell)
                .err()
                .map(|diagnostics| (diagnostics[0].source.clone(), diagnostics[0].rule.clone().unwrap()))
        };
        assert_eq!(prepare("", "last-man-standing"), None);
        assert_eq!(prepare("", "seize-and-hold"), Some(("map".to_owned(), "DF-SCN-02".to_owned())));
        assert_eq!(prepare("objectives = [[3, 4], [4, 3]]", "seize-and-hold"), None);
    }
}
