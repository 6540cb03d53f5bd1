use super::*;
use crate::game::{Armies, GameRecord, GameView, Narration, ResultSink, Ruleset, Simulator};

fn list(name: &str) -> Source {
    Source::called(name, HexCommand.armies()).unwrap_or_else(|| panic!("{name}"))
}

/// A cell of two lists that chance plays.
fn cell(lists: [Source; 2], scenario: &str) -> CellSetup {
    CellSetup::usual(&HexCommand, Armies::Written(lists), ["random", "random"], scenario)
}

fn prepare(cell: &CellSetup) -> Box<dyn Simulator> {
    HexCommand.prepare(cell).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

/// The checks that fail.
fn refused(cell: &CellSetup) -> Vec<String> {
    let diagnostics = HexCommand.prepare(cell).err().unwrap_or_default();
    diagnostics.into_iter().map(|diagnostic| diagnostic.rule.unwrap_or(diagnostic.message)).collect()
}

fn refight(text: &str) -> CellSetup {
    let text = format!("name = \"the-mill\"\nruleset = \"hexcommand\"\n{text}");
    let battlefield = Some(Source { name: "the-mill.toml".to_owned(), text });
    CellSetup { battlefield, ..cell(["balanced-division", "defender-nine"].map(list), "historical") }
}

fn battle(told: &Narration) -> &serde_json::Value {
    told.trace.iter().find(|event| event["event"] == "battle").unwrap()
}

#[derive(Default)]
struct Records(Vec<(u64, bool, GameRecord)>);

impl ResultSink for Records {
    fn take(&mut self, view: &GameView<'_>) {
        self.0.push((view.pair, view.swapped, view.record));
    }
}

const GAMES: [bool; 2] = [false, true];

#[test]
fn r_115_in_attack_games_the_first_list_attacks_twice_with_new_dice() {
    let lists = ["balanced-division", "defender-nine"].map(list);
    for scenario in ["ridge-assault", "river-crossing", "redoubt-assault", "hidden-defence"] {
        let simulator = prepare(&cell(lists.clone(), scenario));
        assert_eq!((simulator.seats(), simulator.games_of_pair()), (Seats::Kept, 2));
        let told = GAMES.map(|swapped| simulator.narrate(Address { seed: 1, cell: 0, pair: 3 }, swapped));
        for game in &told {
            let battle = battle(game);
            assert_eq!((&battle["attacker"], &battle["first"]), (&"A".into(), &"A".into()), "{scenario}");
            assert_eq!(battle["lists"], serde_json::json!({ "A": "Balanced division", "B": "Defender nine" }));
        }
        assert_ne!(told[0].trace[1..], told[1].trace[1..], "{scenario}: other dice");
        let mut records = Records::default();
        simulator.play(1, 0, 3..4, &mut records);
        let [one, other] = told.map(|game| game.record);
        assert_eq!(records.0, [(3, false, one), (3, true, other)]);
    }
}

#[test]
fn r_115_in_equal_games_the_lists_change_seats() {
    for scenario in ["open-field", "crossroads", "relief", "random"] {
        let simulator = prepare(&cell(["balanced-division", "militia-mass"].map(list), scenario));
        assert_eq!(simulator.seats(), Seats::Exchanged);
        let lists = |pair, swapped| {
            let told = simulator.narrate(Address { seed: 1, cell: 0, pair }, swapped);
            let battle = battle(&told);
            assert_eq!(battle["scenario"], scenario);
            (battle["lists"]["A"].as_str().unwrap().to_owned(), battle["first"].as_str().unwrap().to_owned())
        };
        let [(one, first), (other, same)] = GAMES.map(|swapped| lists(0, swapped));
        assert!(one != other && first == same, "{scenario}: {one} {other} {first} {same}");
        // HX-SET-11: who sets up last is drawn.
        let firsts: Vec<String> = (0..8).map(|pair| lists(pair, false).1).collect();
        assert!(firsts.contains(&"A".to_owned()) && firsts.contains(&"B".to_owned()), "{firsts:?}");
    }
}

#[test]
fn hx_set_02_a_scenario_brings_its_board_and_its_switches() {
    let lists = ["balanced-division", "defender-nine"].map(list);
    let told = |cell: &CellSetup| prepare(cell).narrate(Address { seed: 1, cell: 0, pair: 0 }, false);
    let hidden = told(&cell(lists.clone(), "hidden-defence"));
    assert_eq!(battle(&hidden)["rules"]["hidden.mode"], "yes");
    let terrain = |told: &Narration| battle(told)["board"]["hexes"].as_array().unwrap().len();
    assert_eq!(terrain(&told(&cell(lists.clone(), "open-field"))), 0);
    assert!(terrain(&told(&cell(lists.clone(), "ridge-assault"))) > 16);
    let open =
        |scenario| CellSetup { battlefield: battlefield::built_in("open-field"), ..cell(lists.clone(), scenario) };
    assert_eq!(terrain(&told(&open("ridge-assault"))), 0, "a battlefield that is named counts");
    let shown = Override { key: "rules.hidden.mode".to_owned(), value: "off".into() };
    let plain = told(&CellSetup { overrides: vec![shown], ..cell(lists.clone(), "hidden-defence") });
    assert_eq!(battle(&plain)["rules"]["hidden.mode"], "no", "a switch that is set counts");
    let small = Override { key: "rules.board.columns".to_owned(), value: "17".into() };
    assert_eq!(refused(&CellSetup { overrides: vec![small], ..cell(lists, "crossroads") }), ["R-120"]);
}

#[test]
fn a_board_is_a_function_of_seed_and_pair() {
    let simulator = prepare(&cell(["balanced-division", "militia-mass"].map(list), "random"));
    let (mut all, mut late) = (Records::default(), Records::default());
    simulator.play(9, 0, 0..5, &mut all);
    simulator.play(9, 0, 3..5, &mut late);
    assert_eq!(all.0[6..], late.0);
    for (pair, swapped, record) in all.0 {
        assert_eq!(simulator.narrate(Address { seed: 9, cell: 0, pair }, swapped).record, record, "pair {pair}");
    }
    let board = |seed, cell, pair| battle(&simulator.narrate(Address { seed, cell, pair }, false))["board"].clone();
    assert_eq!(board(9, 0, 3), board(9, 4, 3));
    assert!(board(9, 0, 3) != board(9, 0, 4) && board(9, 0, 3) != board(8, 0, 3));
}

#[test]
fn l13_lists_that_may_not_meet_are_told() {
    let attack = |attacker: &str, defender: &str| refused(&cell([attacker, defender].map(list), "ridge-assault"));
    assert_eq!(attack("balanced-division", "defender-nine"), [""; 0]);
    assert_eq!(attack("siege-train", "defender-eight"), [""; 0]);
    assert_eq!(attack("balanced-division", "militia-mass"), ["L13"]);
    assert_eq!(attack("siege-train", "defender-nine"), ["L13", "L13"], "more units, and cavalry");
    assert_eq!(refused(&cell(["balanced-division", "militia-mass"].map(list), "open-field")), [""; 0]);
    let fakes = Override { key: "rules.hidden.decoys".to_owned(), value: 0.into() };
    let unseen = Override { key: "rules.hidden.start".to_owned(), value: "unseen".into() };
    let hidden = cell(["balanced-division", "defender-nine"].map(list), "hidden-defence");
    assert_eq!(refused(&CellSetup { overrides: vec![fakes, unseen], ..hidden }), ["L14"]);
}

#[test]
fn what_is_hardly_meant_is_warned_of() {
    let warned = |lists: [&str; 2], scenario| prepare(&cell(lists.map(list), scenario)).warnings().to_vec();
    let (division, nine) = ("balanced-division", "defender-nine");
    assert_eq!(warned([division, nine], "ridge-assault"), [""; 0]);
    assert_eq!(
        warned([division, nine], "redoubt-assault"),
        ["attacker `Balanced division` has no heavy gun against the works"]
    );
    assert_eq!(warned(["siege-train", "defender-eight"], "redoubt-assault"), [""; 0]);
    let itself = ["defender `Balanced division` has 12 units, at most 9 allowed [L13]"];
    assert_eq!(warned([division; 2], "ridge-assault"), itself);
    assert_eq!(warned([division; 2], "open-field"), [""; 0]);
    let told =
        prepare(&cell([division; 2].map(list), "ridge-assault")).narrate(Address { seed: 1, cell: 0, pair: 0 }, false);
    assert_eq!(told.lines[1], format!("Warning: {}.", itself[0]));
}

#[test]
fn hx_con_03_prepared_works_of_a_list_are_laid_in_its_zone() {
    let mut works = list("defender-nine");
    works.text = works.text.replace("[units]", "[works]\nquick-works = 2\nredoubts = 1\n[units]");
    let lists = Armies::Written([list("balanced-division"), works]);
    let simulator = prepare(&CellSetup::usual(&HexCommand, lists, ["random", "works-defence"], "ridge-assault"));
    for pair in 0..3 {
        let told = simulator.narrate(Address { seed: 4, cell: 0, pair }, false);
        let laid = battle(&told)["works"].as_array().unwrap().clone();
        let kinds: Vec<&str> = laid.iter().map(|one| one["what"].as_str().unwrap()).collect();
        assert_eq!((kinds.len(), kinds.iter().filter(|kind| **kind == "redoubt").count()), (3, 1));
        let zone = battle(&told)["forces"][1]["zone"].as_array().unwrap();
        assert!(laid.iter().all(|one| zone.contains(&one["hex"])), "{laid:?}");
        assert!(laid.iter().all(|one| one["what"] == "redoubt" || one["front"] == "S"), "{laid:?}");
    }
}

#[test]
fn r_185_refights_are_played_by_their_file() {
    let file = "[terrain]\nbuildings = \"1106\"\n[scenario]\nfirst = \"north\"\nbreak-points = [40, 25]\n\
                zones = { north = \"1101 1201 1301 0901 1001 0801\" }\n\
                objectives = [{ hex = \"1106\", points = 4 }]\n\
                arrivals = [{ turn = 2, side = \"north\", unit = \"trained-cavalry:carbine\", hexes = \"0107\" }]\n\
                placed = [{ side = \"north\", unit = \"trained-battery:rifled-gun\", hex = \"1103\" }]\n\
                switches = { \"turn.limit\" = 4 }\n";
    let simulator = prepare(&refight(file));
    assert_eq!(simulator.seats(), Seats::Kept);
    for swapped in GAMES {
        let told = simulator.narrate(Address { seed: 1, cell: 0, pair: 0 }, swapped);
        let battle = battle(&told);
        assert_eq!((&battle["first"], &battle["rules"]["turn.limit"]), (&"A".into(), &"4".into()));
        assert_eq!(battle["lists"]["A"], "Balanced division");
        let units = battle["forces"][1]["units"].as_array().unwrap();
        let unit = |name: &str| units.iter().find(|unit| unit["id"] == format!("B:{name}")).unwrap();
        assert_eq!(unit("trained-battery:rifled-gun")["hex"], "1103");
        assert_eq!(unit("trained-cavalry:carbine")["status"], "due");
        assert!(
            told.trace
                .iter()
                .all(|event| event["event"] != "initiative" || event["leader"] != "A" || told.record.turns > 1)
        );
    }
    assert_eq!(refused(&cell(["balanced-division", "defender-nine"].map(list), "historical")), ["R-185"]);
    let wanting = file.replace("trained-battery:rifled-gun", "trained-battery:siege-mortar");
    assert_eq!(refused(&refight(&wanting)), ["R-185"]);
    let barred = format!("{}\n", file.replace("buildings", "impassable").replace("\"1103\"", "\"1106\""));
    assert_eq!(refused(&refight(&barred)), ["R-116"]);
    let size = Override { key: "rules.board.columns".to_owned(), value: "17".into() };
    let open = file.replace("[terrain]\nbuildings = \"1106\"\n", "any-size = true\n");
    assert_eq!(refused(&refight(&open)), [""; 0]);
    assert_eq!(refused(&CellSetup { overrides: vec![size], ..refight(&open) }), ["R-120"]);
}
