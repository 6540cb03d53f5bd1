use super::*;
use crate::game::{Armies, GameRecord, GameView, Narration, ResultSink, Ruleset, Seats, Simulator};

fn list(name: &str) -> Source {
    Source::called(name, DarkPotential.armies()).unwrap_or_else(|| panic!("{name}"))
}

/// A cell of two lists that chance plays.
fn cell(lists: [Source; 2], scenario: &str) -> CellSetup {
    CellSetup::usual(&DarkPotential, Armies::Written(lists), ["random", "random"], scenario)
}

fn by(rules: &[(&str, &str)], cell: CellSetup) -> CellSetup {
    let change =
        |(key, value): &(&str, &str)| Override { key: format!("rules.{key}"), value: toml::Value::from(*value) };
    CellSetup { overrides: rules.iter().map(change).collect(), ..cell }
}

fn on(battlefield: &str, cell: CellSetup) -> CellSetup {
    CellSetup { battlefield: Source::called(battlefield, DarkPotential.battlefields()), ..cell }
}

fn prepare(cell: &CellSetup) -> Box<dyn Simulator> {
    DarkPotential.prepare(cell).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

fn refused(cell: &CellSetup) -> Vec<String> {
    let diagnostics = DarkPotential.prepare(cell).err().unwrap_or_default();
    diagnostics.into_iter().map(|diagnostic| diagnostic.rule.unwrap_or(diagnostic.message)).collect()
}

fn event<'t>(told: &'t Narration, name: &str) -> &'t serde_json::Value {
    told.trace.iter().find(|event| event["event"] == name).unwrap_or_else(|| panic!("no event {name}"))
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
fn a_table_is_a_function_of_seed_and_pair() {
    let cell = by(&[("round-cap", "1")], cell(["suggested", "led-mob"].map(list), "elimination"));
    let simulator = prepare(&cell);
    let (mut all, mut late) = (Records::default(), Records::default());
    simulator.play(9, 0, 0..4, &mut all);
    simulator.play(9, 0, 2..4, &mut late);
    assert_eq!(all.0[4..], late.0);
    for (pair, swapped, record) in all.0 {
        assert_eq!(simulator.narrate(Address { seed: 9, cell: 0, pair }, swapped).record, record, "pair {pair}");
    }
}

#[test]
fn dp_set_05_the_winner_of_the_roll_off_has_the_first_seat() {
    let simulator =
        prepare(&by(&[("round-cap", "1")], on("open", cell(["suggested", "led-mob"].map(list), "elimination"))));
    assert_eq!((simulator.seats(), simulator.games_of_pair()), (Seats::Exchanged, 2));
    let mut winners = Vec::new();
    for pair in 0..6 {
        let told = GAMES.map(|swapped| simulator.narrate(Address { seed: 1, cell: 0, pair }, swapped));
        let rolls = told[0].trace.iter().filter(|event| event["event"] == "roll-off");
        let winner = rolls.map(|roll| roll["winner"].as_str()).next_back().unwrap().unwrap().to_owned();
        // The first-named list has the first seat in the first game: its models are those of the winner.
        let leads =
            |told: &Narration, side: &str| told.lines.join("\n").contains(&format!("Side {side}: Suggested force"));
        assert!(leads(&told[0], &winner) && !leads(&told[1], &winner), "pair {pair}: {winner}");
        winners.push(winner);
    }
    assert!(winners.contains(&"A".to_owned()) && winners.contains(&"B".to_owned()), "{winners:?}");
}

#[test]
fn who_goes_first_may_be_fixed() {
    for (rule, expected) in [("force-a", ["A", "A"]), ("force-b", ["B", "B"]), ("alternate", ["A", "B"])] {
        let rules = [("first-player", rule), ("round-cap", "1")];
        let simulator = prepare(&by(&rules, on("open", cell(["suggested", "led-mob"].map(list), "elimination"))));
        let first = |pair, swapped| {
            let told = simulator.narrate(Address { seed: 1, cell: 0, pair }, swapped);
            event(&told, "first")["side"].as_str().unwrap().to_owned()
        };
        assert_eq!([0, 1].map(|pair| first(pair, false)), expected, "{rule}");
        assert_eq!([0, 1].map(|pair| first(pair, true)), expected, "{rule}");
    }
}

#[test]
fn dp_arm_02_and_r_63_lists_that_may_not_meet_are_told() {
    let meet = |one: &str, other: &str| on("open", cell([one, other].map(list), "elimination"));
    assert_eq!(refused(&meet("suggested", "led-mob")), [""; 0]);
    let identical = |cell| by(&[("identical-armies", "yes")], cell);
    assert_eq!(refused(&identical(meet("suggested", "led-mob"))), ["not-identical"]);
    assert_eq!(refused(&identical(meet("suggested", "suggested"))), [""; 0]);
    assert_eq!(refused(&by(&[("deployment-depth", "24.5")], meet("suggested", "suggested"))), ["deployment-overflow"]);
}

#[test]
fn lists_that_differ_in_names_alone_are_a_mirror() {
    let mut named = list("suggested");
    named.text = named.text.replace("[[squads]]", "[[squads]]\nname = \"Reds\"");
    let games = |lists| prepare(&cell(lists, "elimination")).games_of_pair();
    assert_eq!(games([list("suggested"), named]), 1);
    assert_eq!(games([list("suggested"), list("led-mob")]), 2);
}

#[test]
fn dp_vic_03_scenarios_end_when_they_say() {
    let last = |scenario| {
        let told = prepare(&on("open", cell(["suggested"; 2].map(list), scenario)))
            .narrate(Address { seed: 2, cell: 0, pair: 0 }, false);
        (event(&told, "verdict")["ending"].as_str().unwrap().to_owned(), told.record.turns)
    };
    assert_eq!(last("short-game").1, 12);
    assert_eq!(last("elimination-draw"), ("draw-cap".to_owned(), 24));
}
