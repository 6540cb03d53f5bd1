//! Positions that tempt a player into what beginners do wrong, beside those of the files whose decisions they are.

use super::*;

/// Marches until somebody else decides.
fn march_all(table: &mut Table<'_>, doctrine: &str) {
    let mut player = ScriptedPlayer::new(table.battle.setup, weights(doctrine));
    table.battle.decision = Decision::March;
    while let choice @ Choice::March(_) = player.choose(&table.battle, &mut crate::dice::SeededDice::from_key(1)) {
        table.choose(choice, &[]);
        if table.battle.decision == Decision::Contact {
            table.choose(Choice::Done, &[]);
        }
    }
}

/// The places of all units when set-up is over.
fn line_up(setup: &Setup, list: &Roster, seed: u64) -> Vec<(UnitId, HexIndex)> {
    let mut places = Vec::new();
    play(setup, [list, list], ["firing-line", "firing-line"], seed, &mut |battle, _| {
        if battle.turn == 1 && places.is_empty() {
            let on = Side::BOTH.map(|side| battle.force(side).present.members(side).collect::<Vec<_>>()).concat();
            places = on.into_iter().map(|unit| (unit, battle.unit(unit).hex)).collect();
        }
    });
    places
}

/// A battery in range of the enemy stays and fires (pitfalls 3 and 4).
#[test]
fn a_battery_in_range_stays_where_it_is() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let guns = table.put(Side::A, RIFLED, "1110", North);
    for hex in ["1009", "1209", "1010"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    table.put(Side::B, RIFLES, "1103", South);
    march_all(&mut table, "firing-line");
    assert_eq!((table.at(guns), table.state(guns).1), ("1110".to_owned(), 0));
    assert!(!table.battle.force(Side::A).limbered.contains(guns));
}

/// Horse does not charge the front of a unit that is whole (pitfall 5).
#[test]
fn horse_keeps_off_fresh_fronts() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let horse = table.put(Side::A, CAVALRY, "1108", North);
    for hex in ["1009", "1209", "0909", "1309"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    let foe = table.put(Side::B, RIFLES, "1105", South);
    march_all(&mut table, "cavalry-reserve");
    let (own, there) = (table.battle.unit(horse).hex, table.battle.unit(foe).hex);
    assert!(setup.field.distance(own, there) > 1 || table.battle.flanked_from(foe, own));
}

/// The reserve keeps out of reach of two enemy moves in a row (pitfall 10).
#[test]
fn the_reserve_keeps_back() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = ["0909", "1008", "1109", "1208", "1309", "1012", "1212", "1112"];
    let own = own.map(|hex| table.put(Side::A, RIFLES, hex, North));
    let foes = ["1003", "1103", "1203"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    march_all(&mut table, "firing-line");
    let far = own[5..].iter().filter(|unit| {
        let hex = table.battle.unit(**unit).hex;
        foes.iter().all(|foe| setup.field.distance(hex, table.battle.unit(*foe).hex) > 5)
    });
    assert!(far.count() >= 2);
}

/// Nobody is set up in the edge row, nor straight behind another one within three hexes (pitfall 14).
#[test]
fn the_second_line_leaves_room() {
    let codex = Arc::new(Codex::built_in());
    let setup = stage(&codex, Scenario::OpenField);
    let places = line_up(&setup, &roster(&codex, "balanced-division"), 3);
    assert_eq!(places.len(), 24);
    let grid = setup.field.grid;
    for (unit, hex) in &places {
        let side = crate::rulesets::hexcommand::state::side_of(*unit);
        assert!(setup.field.to_own_edge(side, *hex) > 0, "{}", grid.number(*hex));
        let behind = |other: &&(UnitId, HexIndex)| {
            other.1 != *hex
                && grid.column(other.1) == grid.column(*hex)
                && grid.row(other.1).abs_diff(grid.row(*hex)) <= 3
        };
        assert_eq!(places.iter().find(behind), None, "{}", grid.number(*hex));
    }
}

/// Armies are not drawn up alike every time (pitfall 17).
#[test]
fn no_two_line_ups_are_alike() {
    let codex = Arc::new(Codex::built_in());
    let setup = stage(&codex, Scenario::OpenField);
    let list = roster(&codex, "balanced-division");
    assert_ne!(line_up(&setup, &list, 3), line_up(&setup, &list, 5));
}

/// In the last turns somebody goes for an objective that nobody holds (pitfall 19).
#[test]
fn objectives_are_taken_at_the_end() {
    let codex = Arc::new(Codex::built_in());
    let setup = stage(&codex, Scenario::Crossroads);
    let mut table = Table::new(&setup);
    table.battle.turn = 11;
    for hex in ["1110", "1210", "1010"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    table.put(Side::B, RIFLES, "2001", South);
    march_all(&mut table, "firing-line");
    let goal = table.hex("1107");
    assert!(table.battle.at(goal).is_some());
}
