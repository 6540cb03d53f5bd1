//! Positions that tempt a player into what beginners do wrong, beside those of the files whose decisions they are.

use super::*;

/// Marches until something else is decided, or the half is over.
fn march_all(table: &mut Table<'_>, doctrine: &str) {
    let mut player = ScriptedPlayer::new(table.battle.setup, weights(doctrine));
    table.battle.decision = Decision::March;
    let half = (table.battle.turn, table.battle.second_half);
    while (table.battle.turn, table.battle.second_half) == half
        && let choice @ Choice::March(_) = player.choose(&table.battle, &mut crate::dice::SeededDice::from_key(1))
    {
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

/// Heavy guns do not fire in the turn of a move: where they have a shot they unlimber and stay (HX-MOV-10, pitfall 3).
#[test]
fn heavy_guns_with_a_shot_do_not_move_on() {
    let setup = lay("", &[]);
    for kind in ["trained-battery:heavy-rifled-gun", "trained-battery:heavy-smoothbore-gun"] {
        for (range, hex) in [(7, "1103"), (9, "1101")] {
            let mut table = Table::new(&setup);
            let guns = table.put(Side::A, kind, "1110", North);
            table.mark(guns, |force| &mut force.limbered);
            for hex in ["1009", "1209", "0909", "1309"] {
                table.put(Side::A, RIFLES, hex, North);
            }
            table.put(Side::B, RIFLES, hex, South);
            assert_eq!(range_of(&table, guns), range);
            march_all(&mut table, "grand-battery");
            assert_eq!(table.at(guns), "1110", "{kind} at {range}");
            assert!(!table.battle.force(Side::A).limbered.contains(guns), "{kind} at {range}");
        }
    }
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

/// Hexes from a unit to the nearest enemy.
fn range_of(table: &Table<'_>, unit: UnitId) -> u8 {
    let (battle, hex) = (&table.battle, table.battle.unit(unit).hex);
    let enemy = crate::rulesets::hexcommand::state::side_of(unit).other();
    let foes = battle.force(enemy).steady().members(enemy).map(|foe| battle.unit(foe).hex);
    foes.map(|foe| battle.setup.field.distance(hex, foe)).min().unwrap()
}

/// Two hexes behind a line are kept empty, for those who rout to run through (pitfall 7).
#[test]
fn nobody_stands_in_the_way_of_a_rout() {
    let setup = lay("", &[]);
    for doctrine in ["firing-line", "echelon", "column-assault"] {
        let mut table = Table::new(&setup);
        let line = ["0908", "1108", "1308"].map(|hex| table.put(Side::A, RIFLES, hex, North));
        // The nearest way to the fight is straight up behind the line.
        for hex in ["0911", "1111", "1311"] {
            table.put(Side::A, RIFLES, hex, North);
        }
        line.iter().for_each(|unit| table.mark(*unit, |force| &mut force.done));
        for hex in ["0903", "1003", "1103", "1203", "1303"] {
            table.put(Side::B, RIFLES, hex, South);
        }
        march_all(&mut table, doctrine);
        for unit in line {
            let mut hex = table.battle.unit(unit).hex;
            for _ in 0..2 {
                hex = setup.field.neighbour(hex, table.battle.unit(unit).facing.opposite());
                assert_eq!(table.battle.at(hex), None, "{doctrine}: {}", setup.field.grid.number(hex));
            }
        }
    }
}

/// Who likes to be attacked comes into range all the same when one more loss would break the enemy (pitfall 9).
#[test]
fn winners_come_into_range() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = ["0709", "0808", "0909", "1008", "1109", "1208", "1309", "1408"]
        .map(|hex| table.put(Side::A, RIFLES, hex, North));
    for hex in ["0903", "1003", "1103", "1203", "1303"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    for hex in ["0101", "2101"] {
        let gone = table.put(Side::B, RIFLES, hex, North);
        table.routed(gone);
    }
    for side in Side::BOTH {
        table.battle.force_mut(side).break_point = 30;
    }
    table.battle.turn = 2;
    march_all(&mut table, "works-defence");
    let ranges = own.map(|unit| range_of(&table, unit));
    assert!(ranges.iter().filter(|range| **range <= 5).count() >= 3, "{ranges:?}");
}

/// Horse does not outrun the foot that it needs (pitfall 16).
#[test]
fn horse_waits_for_the_foot() {
    let setup = lay("", &[]);
    for doctrine in ["firing-line", "echelon", "column-assault", "cavalry-reserve"] {
        let mut table = Table::new(&setup);
        let horse = ["1010", "1210"].map(|hex| table.put(Side::A, CAVALRY, hex, North));
        for hex in ["0313", "0513", "0713", "1513", "1713", "1913"] {
            table.put(Side::A, RIFLES, hex, North);
        }
        for hex in ["1003", "1103", "1203", "1303"] {
            table.put(Side::B, RIFLES, hex, South);
        }
        march_all(&mut table, doctrine);
        for unit in horse {
            assert!(range_of(&table, unit) > 5, "{doctrine}: {} {}", table.at(unit), range_of(&table, unit));
        }
    }
}

/// Nobody stops at the foot of a hill with no movement left for the melee that it came for (pitfall 20).
#[test]
fn nobody_stops_breathless_at_the_foot() {
    let setup = lay("hills = [{ hexes = \"1006 1105 1106 1206\" }]", &[]);
    for doctrine in ["echelon", "envelop"] {
        let mut ends = Vec::new();
        for row in [12, 11] {
            let mut table = Table::new(&setup);
            let horse = table.put(Side::A, "trained-cavalry:none", &format!("11{row}"), North);
            for hex in ["1009", "1209"] {
                table.put(Side::A, RIFLES, hex, North);
            }
            let foe = table.put(Side::B, RIFLES, "1106", South);
            table.hits(foe, 2);
            table.put(Side::B, RIFLES, "1104", South);
            march_all(&mut table, doctrine);
            ends.push(range_of(&table, horse));
        }
        assert!(ends[0] > 1 && ends[1] == 1, "{doctrine}: {ends:?}");
    }
}

/// A fake stands where a real unit would: what strolls about is looked at from near by and found out.
#[test]
fn a_fake_stands_still() {
    let setup = lay("terrain = { forest = \"1108\" }", &[("hidden.mode", "on")]);
    let mut table = Table::new(&setup);
    let fake = table.put(Side::A, RIFLES, "1108", North);
    table.mark(fake, |force| &mut force.hidden);
    table.mark(fake, |force| &mut force.fakes);
    for hex in ["0909", "1309"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    for hex in ["1003", "1103", "1203"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    march_all(&mut table, "works-defence");
    assert_eq!(table.at(fake), "1108");
}

/// Who steps back goes no farther than out of reach, and not where a rout leads off the board.
#[test]
fn the_hurt_stay_near() {
    let setup = lay("", &[]);
    for (kind, doctrine) in [(CAVALRY, "envelop"), (CAVALRY, "cavalry-reserve"), (RIFLES, "echelon")] {
        let mut table = Table::new(&setup);
        let hurt = table.put(Side::A, kind, "1109", North);
        for hex in ["1009", "1209", "0909", "1309"] {
            table.put(Side::A, RIFLES, hex, North);
        }
        table.hits(hurt, 2);
        for hex in ["1005", "1105", "1205"] {
            table.put(Side::B, RIFLES, hex, South);
        }
        march_all(&mut table, doctrine);
        let hex = table.battle.unit(hurt).hex;
        assert!(range_of(&table, hurt) > 5, "{doctrine}: {}", table.at(hurt));
        assert!(setup.field.to_own_edge(Side::A, hex) >= 2, "{doctrine}: {}", table.at(hurt));
    }
}

/// Who is to be attacked, is out of the enemy's reach and has nothing else to do throws up works; not with the enemy near, as the
/// attacker, in cover, or when the game is over before they would be of use.
#[test]
fn works_are_thrown_up_where_there_is_time_for_them() {
    let builds = |attacker: Side, foe: &str, turn: u16, ground: &str| {
        let mut setup = lay(ground, &[("construction.mode", "yes")]);
        setup.scenario.attacker = Some(attacker);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1112", North);
        table.put(Side::B, RIFLES, foe, South);
        (table.battle.turn, table.battle.decision) = (turn, Decision::March);
        let mut player = ScriptedPlayer::new(&setup, weights("works-defence"));
        loop {
            match player.choose(&table.battle, &mut crate::dice::SeededDice::from_key(1)) {
                Choice::Build { unit, works, .. } => break (unit, works) == (own, Works::Quick),
                choice @ Choice::March(_) => table.choose(choice, &[]),
                _ => break false,
            }
        }
    };
    assert!(builds(Side::B, "1101", 1, ""));
    assert!(!builds(Side::B, "1104", 1, ""));
    assert!(!builds(Side::A, "1101", 1, ""));
    assert!(!builds(Side::B, "1101", 8, ""));
    assert!(!builds(Side::B, "1101", 1, "[terrain]\nforest = \"1112\"\n"));
}
