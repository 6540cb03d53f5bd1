//! The door of the game: what everything above may know of it.

use super::arena;
use super::army::{self, Roster};
use super::battlefield;
use super::codex::Codex;
use super::doctrine_book::{self, DoctrineBook};
use super::generator::{self, Generator};
use super::ledger::LEDGER;
use super::resolutions;
use super::rules::Rules;
use super::scenarios::{ENDINGS, Scenario};
use super::situation;
use serde_json::json;

use crate::game::{
    Answer, Armies, Army, Benchmark, CellSetup, CodexFile, Diagnostic, Diagnostics, Example, Knob, Listing, Override,
    Query, RandomMatchups, ResolutionDoc, RuleAtom, Ruleset, Simulator, Source, Transcript, UnitDoc, built_in,
    check_override,
};

/// Dogfaces in Space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dogfaces;

impl Ruleset for Dogfaces {
    fn slug(&self) -> &'static str {
        "dogfaces"
    }

    fn title(&self) -> &'static str {
        "Dogfaces in Space"
    }

    fn endings(&self) -> &'static [&'static str] {
        &ENDINGS
    }

    fn ledger(&self) -> &'static [RuleAtom] {
        LEDGER
    }

    fn codex(&self) -> Source {
        Codex::source()
    }

    fn doctrine_book(&self) -> Source {
        doctrine_book::source()
    }

    fn armies(&self) -> Vec<Source> {
        army::built_in()
    }

    fn battlefields(&self) -> Vec<Source> {
        battlefield::sources()
    }

    fn first_look(&self) -> Option<Source> {
        Some(built_in!("experiments/dogfaces-first-look.toml"))
    }

    fn units(&self, codex: &Source) -> Result<Vec<UnitDoc>, Diagnostics> {
        let codex = Codex::read(codex, &[])?;
        let doc = |profile: &super::codex::Profile| UnitDoc {
            name: profile.name.clone(),
            cost: profile.cost,
            about: profile.describe(&codex),
        };
        Ok(codex.profiles.iter().map(doc).collect())
    }

    fn doctrines(&self, book: &Source) -> Result<Vec<Listing>, Diagnostics> {
        Ok(DoctrineBook::read(book, &[])?.listings())
    }

    fn scenarios(&self) -> Vec<Listing> {
        Scenario::listings()
    }

    fn knobs(&self) -> Vec<Knob> {
        [Rules::knobs(), Codex::knobs()].concat()
    }

    fn check_override(&self, codex: &Source, change: &Override) -> Result<(), Diagnostic> {
        let rules = |alone: &[Override]| Rules::read(&Codex::read(codex, &[])?, alone).map(drop);
        let units = |alone: &[Override]| Codex::read(codex, alone).map(drop);
        let doctrines = |alone: &[Override]| DoctrineBook::read(&self.doctrine_book(), alone).map(drop);
        check_override(change, &[("rules.NAME", &rules), ("codex.PATH", &units), ("doctrines.PATH", &doctrines)])
    }

    fn resolutions(&self) -> Vec<ResolutionDoc> {
        resolutions::docs()
    }

    fn examples(&self) -> Vec<Example> {
        Example::list(include_str!("../../../tests/data/dogfaces-examples.json")).expect("a test reads them")
    }

    fn resolve(&self, query: &Query) -> Result<Answer, Diagnostics> {
        resolutions::answer(query)
    }

    fn usual_budget(&self) -> Option<f64> {
        Some(generator::USUAL_BUDGET)
    }

    fn read_army(&self, codex: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let codex = Codex::read(codex, &[])?;
        Ok(Roster::read(&codex, &Rules::default(), list)?.summary(&codex))
    }

    fn check_battlefield(&self, codex: &Source, file: &Source) -> Result<Listing, Diagnostics> {
        battlefield::check(&Codex::read(codex, &[])?, file)
    }

    fn prepare(&self, cell: &CellSetup) -> Result<Box<dyn Simulator>, Diagnostics> {
        Ok(match &cell.armies {
            Armies::Written(lists) => Box::new(arena::prepare(cell, lists)?),
            Armies::Random(lists) => Box::new(RandomMatchups::open(Generator::read(cell)?, *lists)?),
        })
    }

    fn benchmark(&self) -> Benchmark {
        let find = |sources: Vec<Source>, name: &str| {
            let ending = format!("/{name}.toml");
            sources.into_iter().find(|source| source.name.ends_with(&ending)).expect("it is built in")
        };
        let list = find(self.armies(), "std-ab");
        let cell = |doctrines: [&str; 2]| CellSetup {
            codex: self.codex(),
            doctrine_book: self.doctrine_book(),
            overrides: Vec::new(),
            armies: Armies::Written([list.clone(), list.clone()]),
            doctrines: doctrines.map(str::to_owned),
            scenario: Scenario::LastManStanding.key().to_owned(),
            battlefield: Some(find(self.battlefields(), "farmstead")),
            seed: 1,
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

    fn situation(&self, file: &Source) -> Result<Transcript, Diagnostics> {
        situation::run(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Address;
    use crate::game::situation::testing::mutilate;
    use crate::game::{GameRecord, GameView, ResultSink, UnitStats};
    use proptest::prelude::*;

    #[test]
    fn everything_built_in_is_sound() {
        let codex = Dogfaces.codex();
        assert_eq!(Dogfaces.units(&codex).unwrap().len(), 29);
        assert_eq!(Dogfaces.doctrines(&Dogfaces.doctrine_book()).unwrap().len(), 8);
        let doctrines = DoctrineBook::built_in();
        for list in Dogfaces.armies() {
            let army = Dogfaces.read_army(&codex, &list).unwrap();
            assert!(doctrines.script(&army.doctrine.unwrap()).is_ok());
        }
        for battlefield in Dogfaces.battlefields() {
            Dogfaces.check_battlefield(&codex, &battlefield).unwrap();
        }
    }

    #[test]
    fn the_first_look_names_built_in_lists_and_battlefields() {
        let first_look: toml::Table = Dogfaces.first_look().unwrap().text.parse().unwrap();
        for (key, folder, sources) in [
            ("armies", "armies/dogfaces", Dogfaces.armies()),
            ("battlefields", "experiments/battlefields/dogfaces", Dogfaces.battlefields()),
        ] {
            for name in first_look[key].as_array().unwrap() {
                let path = format!("{folder}/{}.toml", name.as_str().unwrap());
                assert!(sources.iter().any(|source| source.name == path), "{path}");
            }
        }
    }

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

    #[test]
    fn overrides_are_checked_by_their_first_word() {
        let check = |key: &str, value: toml::Value| {
            Dogfaces.check_override(&Dogfaces.codex(), &Override { key: key.to_owned(), value })
        };
        assert_eq!(check("rules.strength-floor", 1.into()), Ok(()));
        assert_eq!(check("codex.units.dave.cost", 150.into()), Ok(()));
        assert_eq!(check("doctrines.standoff.risk", 0.5.into()), Ok(()));
        for (key, nearest) in [
            ("rules.strength-flor", "strength-floor"),
            ("codex.units.davy.cost", "dave"),
            ("doctrines.standof.risk", "standoff"),
        ] {
            assert_eq!(check(key, 1.into()).unwrap_err().nearest.as_deref(), Some(nearest));
        }
        assert!(check("units.dave.cost", 1.into()).is_err());
    }

    /// What two random players leave behind in ten pairs of games.
    struct Heap {
        endings: Vec<&'static str>,
        turns: Vec<u16>,
        rules: Vec<u32>,
    }

    impl ResultSink for Heap {
        fn take(&mut self, view: &GameView<'_>) {
            self.endings.push(ENDINGS[usize::from(view.record.ending)]);
            self.turns.push(view.record.turns);
            self.rules.iter_mut().zip(view.rules).for_each(|(sum, count)| *sum += count);
        }
    }

    fn play(list: &str, scenario: &str, numbers: &[(&str, i64)]) -> Heap {
        let list = Dogfaces.armies().into_iter().find(|source| source.name.contains(list)).unwrap();
        let change =
            |(name, value): &(&str, i64)| Override { key: format!("codex.numbers.{name}"), value: (*value).into() };
        let cell = CellSetup {
            codex: Dogfaces.codex(),
            doctrine_book: Dogfaces.doctrine_book(),
            overrides: numbers.iter().map(change).collect(),
            armies: Armies::Written([list.clone(), list]),
            doctrines: ["random", "random"].map(str::to_owned),
            scenario: scenario.to_owned(),
            battlefield: None,
            seed: 1,
        };
        let mut heap = Heap { endings: vec![], turns: vec![], rules: vec![0; LEDGER.len()] };
        Dogfaces.prepare(&cell).unwrap().play(1, 0, 0..10, &mut heap);
        heap
    }

    /// The second game of a mirror pair is not played: it is the first with the names exchanged.
    #[test]
    fn a_mirror_pair_leaves_behind_what_its_two_games_would() {
        struct Records(Vec<(u64, bool, GameRecord, [Vec<UnitStats>; 2])>);
        impl ResultSink for Records {
            fn take(&mut self, view: &GameView<'_>) {
                let stats = view.stats.map(<[UnitStats]>::to_vec);
                self.0.push((view.pair, view.swapped, view.record, stats));
            }
        }
        for doctrine in ["massed-fire", "random"] {
            let (_, mut cell) = Dogfaces.benchmark().cells.remove(0);
            cell.doctrines = [doctrine, doctrine].map(str::to_owned);
            let simulator = Dogfaces.prepare(&cell).unwrap();
            let mut records = Records(Vec::new());
            simulator.play(3, 0, 0..4, &mut records);
            assert_eq!(records.0.len(), 8);
            for pair in records.0.chunks(2) {
                let [(number, _, one, stats), (_, true, other, exchanged)] = pair else { panic!("{pair:?}") };
                let address = Address { seed: 3, cell: 0, pair: *number };
                assert_eq!(simulator.narrate(address, false).record, *one);
                assert_eq!(simulator.narrate(address, true).record, *other);
                assert_eq!((&stats[0], &stats[1]), (&exchanged[1], &exchanged[0]));
            }
        }
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
    fn what_games_count_is_marked_as_counted() {
        for (list, scenario) in [("strict-2f", "last-man-standing"), ("strict-1", "breakthrough")] {
            let heap = play(list, scenario, &[]);
            let counted = LEDGER.iter().zip(&heap.rules).filter(|(_, count)| **count > 0);
            assert!(counted.clone().count() > 15);
            counted.for_each(|(atom, _)| assert!(atom.counted, "{}", atom.id));
        }
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
                codex: Dogfaces.codex(),
                doctrine_book: Dogfaces.doctrine_book(),
                overrides: vec![Override { key: "rules.rosters".to_owned(), value: "free".into() }],
                armies: Armies::Written([army.clone(), army]),
                doctrines: ["random", "random"].map(str::to_owned),
                scenario: scenario.to_owned(),
                battlefield: None,
                seed: 1,
            };
            Dogfaces.prepare(&cell).err().map(|faults| faults[0].rule.clone().unwrap_or_default())
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
                format!("{}\n", letter.repeat(8)).repeat(8)
            ),
        };
        let refused = |units: &str, scenario: &str, letter: &str, radius: i64| {
            let cell = CellSetup {
                codex: Dogfaces.codex(),
                doctrine_book: Dogfaces.doctrine_book(),
                overrides: vec![Override { key: "codex.numbers.stand-radius".to_owned(), value: radius.into() }],
                armies: Armies::Written([list(units), list(units)]),
                doctrines: ["random", "massed-fire"].map(str::to_owned),
                scenario: scenario.to_owned(),
                battlefield: Some(map(letter)),
                seed: 1,
            };
            match Dogfaces.prepare(&cell) {
                Ok(simulator) => {
                    let mut heap = Heap { endings: vec![], turns: vec![], rules: vec![0; LEDGER.len()] };
                    simulator.play(1, 0, 0..2, &mut heap);
                    false
                }
                Err(faults) => faults.iter().all(|fault| fault.rule.as_deref() == Some("too-many-for-map")),
            }
        };
        assert!(!refused("rifleman = 32", "last-man-standing", ".", 3));
        assert!(refused("rifleman = 33", "last-man-standing", ".", 3));
        // Vehicles may not stand in swamp.
        assert!(!refused("rifleman = 5", "last-man-standing", "s", 3));
        assert!(refused("rifleman = 5, lcv-1 = 1", "last-man-standing", "s", 3));
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
                codex: Dogfaces.codex(),
                doctrine_book: Dogfaces.doctrine_book(),
                overrides: vec![],
                armies: Armies::Written([list.clone(), list.clone()]),
                doctrines: ["random", "random"].map(str::to_owned),
                scenario: scenario.to_owned(),
                battlefield: Some(Source { name: "map".to_owned(), text }),
                seed: 1,
            };
            Dogfaces.prepare(&cell).err().map(|faults| (faults[0].source.clone(), faults[0].rule.clone().unwrap()))
        };
        assert_eq!(prepare("", "last-man-standing"), None);
        assert_eq!(prepare("", "seize-and-hold"), Some(("map".to_owned(), "DF-SCN-02".to_owned())));
        assert_eq!(prepare("objectives = [[3, 4], [4, 3]]", "seize-and-hold"), None);
    }

    proptest! {
        #[test]
        fn no_file_makes_the_readers_panic(
            which in 0_usize..20,
            cut in (0_usize..20_000, 0_usize..60),
            graft in (0_usize..20_000, 0_usize..60),
            nonsense in "(|-|9|99999999999999999999|[\\[\\]{}=\"\n .a-z0-9]{0,6})",
        ) {
            let codex = Dogfaces.codex();
            let mut files = [vec![codex.clone(), Dogfaces.doctrine_book()], Dogfaces.armies()].concat();
            let mut file = files.swap_remove(which);
            file.text = mutilate(&file.text, cut, graft, &nonsense);
            let faults = match which {
                0 => Dogfaces.units(&file).err(),
                1 => Dogfaces.doctrines(&file).err(),
                _ => Dogfaces.read_army(&codex, &file).err(),
            };
            for fault in faults.into_iter().flatten() {
                prop_assert_eq!(&fault.source, &file.name);
                prop_assert!(fault.span.is_none_or(|span| span.end <= file.text.len()));
            }
        }
    }
}
