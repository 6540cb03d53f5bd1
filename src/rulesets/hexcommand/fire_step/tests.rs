use super::*;
use crate::dice::exact;
use crate::game::Game;
use crate::rulesets::hexcommand::fire::{Duellist, exchange};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{self, North, NorthEast, South};

/// Faces of the cube: Red H, another red one, the blue one with the symbol, a plain blue one.
const RED_H: u8 = 1;
const RED: u8 = 2;
const CODE: u8 = 4;
const BLUE: u8 = 6;

fn captured(unit: UnitId, target: UnitId) -> Choice {
    Choice::Shoot { unit, target, captured: true }
}

#[test]
fn hx_fir_01_the_side_that_is_not_phasing_fires_first() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Fire, Side::B));
    assert_eq!(table.refused(Choice::Shoot { unit: own, target: foe, captured: false }), "HX-FIR-05");
    table.shoot(foe, own, &[]);
    assert_eq!(table.battle.decider, Side::A);
    table.shoot(own, foe, &[]);
    assert_eq!(table.fired(rule::FIR_01), 1);
    // HX-FIR-02: both are hit, though the first hit would have been a penalty.
    assert_eq!((table.state(own).0, table.state(foe).0), (1, 1));
}

#[test]
fn hx_fir_02_hits_wait_but_for_those_of_close_artillery() {
    for (kind, answers) in [(RIFLES, true), (NAPOLEONS, false)] {
        let setup = lay("", &[]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foe = table.put(Side::B, kind, "1106", South);
        table.hits(own, 2);
        table.begin_fire();
        table.shoot(foe, own, &[]);
        assert_eq!(table.battle.is_routed(own), !answers, "{kind}");
        assert_eq!(table.battle.decision == Decision::Fire && table.battle.decider == Side::A, answers, "{kind}");
        if answers {
            table.done();
            assert_eq!(table.battle.decision, Decision::FireRouts);
            assert_eq!(table.at(own), "1108");
            table.proceed(&[]);
        }
        // HX-ROU-01: three hexes straight back.
        assert_eq!((table.battle.is_routed(own), table.at(own).as_str()), (true, "1111"));
        assert_eq!(table.fired(rule::FIR_02), u32::from(!answers), "{kind}");
    }
}

/// close artillery of the second fire step does not count at once any more.
#[test]
fn hx_fir_02_the_last_shots_wait_for_each_other() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, NAPOLEONS, "1108", North);
    let foe = table.put(Side::B, MUSKETS, "1106", South);
    table.hits(foe, 2);
    table.begin_fire();
    table.done();
    table.shoot(own, foe, &[]);
    assert_eq!((table.battle.decision, table.at(foe).as_str()), (Decision::FireRouts, "1106"));
}

/// A fire step of two units, one a side, played with exact dice gives the odds of their exchange.
#[test]
fn hx_fir_03_a_fire_step_has_the_odds_of_an_exchange() {
    let state = |table: &Table<'_>, unit: UnitId, before: u8| match table.battle.unit(unit) {
        _ if table.battle.is_routed(unit) => "routed",
        unit if unit.hits > before => "hit",
        _ if table.battle.commanders_lost(side_of(unit)) > 0 => "cmd",
        _ => "ok",
    };
    let mut odds = Vec::new();
    for casualties in ["simultaneous", "cp-deferred", "sequential"] {
        for (first, second, hits) in [(RIFLES, RIFLES, 0), (RIFLES, RAW, 2), (RIFLED, RAW, 2), (RIFLED, RIFLES, 1)] {
            let setup = lay("", &[("fire.casualties", casualties), ("rally.timing", "end-of-turn")]);
            let position = || {
                let mut table = Table::new(&setup);
                let own = table.put(Side::A, second, "1108", North);
                let foe = table.put(Side::B, first, "1106", South);
                table.hits(own, hits);
                table.commander(own, 1);
                table.begin_fire();
                (table, own, foe)
            };
            let game = exact::distribution(|mut dice| {
                let (mut table, own, foe) = position();
                while matches!(table.battle.decision, Decision::Fire | Decision::FireRouts) {
                    let choice = match (table.battle.decision, table.battle.decider) {
                        (Decision::FireRouts, _) => Choice::Proceed,
                        (_, Side::A) => Choice::Shoot { unit: own, target: foe, captured: false },
                        (_, Side::B) => Choice::Shoot { unit: foe, target: own, captured: false },
                    };
                    table.choose_with(choice, &mut dice);
                }
                (state(&table, foe, 0), state(&table, own, hits))
            });
            let (table, own, foe) = position();
            let duellist = |unit: UnitId, other: UnitId| Duellist {
                shot: table.battle.sight_target(unit, other, false).unwrap().shot,
                target: table.battle.target(unit),
            };
            let (one, other) = (duellist(foe, own), duellist(own, foe));
            let label = |struck: Struck| match struck {
                Struck::Hit(_) => "hit",
                Struck::Routs(_) => "routed",
                Struck::CommanderKilled => "cmd",
                _ => "ok",
            };
            let resolved = exact::distribution(|mut dice| {
                let [on_one, on_other] = exchange(&setup.codex, &setup.rules, &one, &other, &mut dice);
                (label(on_one), label(on_other))
            });
            for outcome in
                ["ok", "hit", "routed", "cmd"].map(|one| ["ok", "hit", "routed", "cmd"].map(|other| (one, other)))
            {
                for outcome in outcome {
                    let (played, expected) = (game.probability(&outcome), resolved.probability(&outcome));
                    assert!(
                        (played - expected).abs() < 1e-12,
                        "{casualties} {first} {second} {outcome:?}: {played} {expected}"
                    );
                }
            }
            if (first, hits) == (RIFLES, 2) {
                odds.push(game.probability(&("hit", "routed")) + game.probability(&("hit", "cmd")));
            }
        }
    }
    // Where the first fire routs the answer depends on the timing.
    assert!(odds[0] > odds[1], "{odds:?}");
}

/// Several shots of one fire step at one target have the odds of the `volley` resolution.
#[test]
fn hx_fir_22_a_fire_step_has_the_odds_of_a_volley() {
    let setup = lay("", &[("fire.gang-max", "6"), ("fire.gang-sole-target", "off")]);
    let position = || {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, MUSKETS, "1108", North);
        let foes =
            [("1105", RAW), ("1206", RAW), ("1004", RAW)].map(|(hex, kind)| table.put(Side::B, kind, hex, South));
        table.hits(own, 1);
        table.commander(own, 0);
        table.begin_fire();
        (table, own, foes)
    };
    let game = exact::distribution(|mut dice| {
        let (mut table, own, foes) = position();
        for unit in foes {
            let shot = Choice::Shoot { unit, target: own, captured: false };
            if table.battle.check(shot).is_ok() {
                table.choose_with(shot, &mut dice);
            }
        }
        let target = table.battle.target(own);
        (target.hits, target.commander)
    });
    let (table, own, foes) = position();
    let shots = foes.map(|unit| table.battle.sight_target(unit, own, false).unwrap().shot);
    assert_eq!(shots.map(|shot| shot.range), [3, 2, 4]);
    let volley = exact::distribution(|mut dice| {
        let mut target = table.battle.target(own);
        for shot in shots {
            if target.hits < target.rout_at {
                match shot.fire(&setup.codex, &setup.rules, &target, &mut dice) {
                    Struck::CommanderKilled => target.commander = false,
                    struck => target.hits += struck.hits(),
                }
            }
        }
        (target.hits, target.commander)
    });
    for hits in 1..=3 {
        for commander in [true, false] {
            let (played, expected) = (game.probability(&(hits, commander)), volley.probability(&(hits, commander)));
            assert!((played - expected).abs() < 1e-12, "{hits} {commander}: {played} {expected}");
        }
    }
    assert!(game.probability(&(3, true)) > 0.0);
}

#[test]
fn luck_in_fire_is_even() {
    let setup = lay("", &[]);
    let mean = exact::distribution(|mut dice| {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RAW, "1108", North);
        let foes = ["1105", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
        table.hits(own, 2);
        table.commander(own, 0);
        table.begin_fire();
        for unit in foes {
            let shot = Choice::Shoot { unit, target: own, captured: false };
            if table.battle.check(shot).is_ok() {
                table.choose_with(shot, &mut dice);
            }
        }
        (table.told.counters.excess[0] * 1e9).round() as i64
    });
    assert!(mean.mean(|excess| *excess as f64).abs() < 1.0);
    assert!(mean.mean(|excess| (*excess as f64).abs()) > 1e9, "there is something to be lucky in");
}

#[test]
fn hx_fir_04_who_fires_first_may_be_rolled_for() {
    let position = |setup| {
        let mut table = Table::new(setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1106", South);
        (table, own, foe)
    };
    let plain = lay("", &[("fire.order", "die-roll")]);
    for (dice, first) in [(&[3, 7][..], Side::B), (&[7, 3], Side::A), (&[5, 5, 2, 1], Side::A)] {
        let (mut table, ..) = position(&plain);
        table.begin_fire();
        assert_eq!(table.battle.decision, Decision::FireOrder);
        table.proceed(dice);
        assert_eq!((table.battle.decision, table.battle.decider), (Decision::Fire, first), "{dice:?}");
        assert_eq!(table.fired(rule::FIR_04), 1);
    }
    // Units with commanders fire first, whoever wins the roll among equals.
    let led = lay("", &[("fire.order", "commanders-first")]);
    let (mut table, own, foe) = position(&led);
    let other = table.put(Side::B, RIFLES, "1306", South);
    table.commander(own, 0);
    table.commander(foe, 0);
    table.begin_fire();
    table.proceed(&[1, 2]);
    assert_eq!(table.battle.decider, Side::B);
    assert_eq!(table.no_shot(other, own), "HX-FIR-01");
    table.shoot(foe, own, &[BLUE]);
    assert_eq!(table.battle.decider, Side::A);
    table.shoot(own, foe, &[BLUE]);
    assert_eq!(table.battle.decider, Side::B);
    assert!(table.may_shoot(other, own) || table.no_shot(other, own) == "HX-FIR-09");
}

#[test]
fn hx_fir_04_brigades_roll_for_fire_in_pairs() {
    let setup = lay("", &[("fire.order", "tactical-roll")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let [first, second] = ["1106", "1306"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    table.battle.unit_mut(second).group = 1;
    table.begin_fire();
    // Brigade A1 loses against B1 and wins against B2.
    table.proceed(&[1, 2, 9, 8]);
    assert_eq!(table.battle.decider, Side::B);
    assert!(table.may_shoot(first, own));
    assert_eq!(table.no_shot(second, own), "HX-FIR-01");
    table.done();
    // A may fire at B2 first, but the nearer B1 is in the way of that, so it waits.
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Fire, Side::B));
    assert_eq!(table.events("fire-order").len(), 2);
}

#[test]
fn hx_fir_05_a_unit_fires_once_in_each_fire_step() {
    for (rate, again) in [("per-phase", true), ("per-turn", false)] {
        let setup = lay("", &[("fire.rate", rate)]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1106", South);
        table.begin_fire();
        table.shoot(foe, own, &[]);
        assert_eq!(table.battle.may_fire(foe, false).unwrap_err().rule, "HX-FIR-05");
        table.shoot(own, foe, &[]);
        // The next fire step of the turn.
        table.battle.force_mut(Side::A).fired = UnitSet::EMPTY;
        assert_eq!(table.battle.may_fire(own, false).is_ok(), again, "{rate}");
        if !again {
            assert_eq!(table.battle.may_fire(own, false).unwrap_err().rule, "HX-TRN-08");
        }
    }
}

#[test]
fn hx_fir_06_targets_are_in_arc_range_and_sight() {
    let setup = lay("[terrain]\nforest = \"1306\"", &[]);
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let behind = table.put(Side::A, RIFLES, "1102", South);
    let far = table.put(Side::A, RIFLES, "1110", North);
    let near = table.put(Side::A, RIFLES, "1107", North);
    table.begin_fire();
    assert_eq!(table.no_shot(foe, behind), "HX-FIR-06");
    assert_eq!(table.no_shot(foe, far), "HX-FIR-06");
    assert!(table.may_shoot(foe, near));
    assert_eq!(table.no_shot(foe, foe), "HX-FIR-06");
    let setup = lay("[terrain]\nforest = \"1106\"", &[]);
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let near = table.put(Side::A, RIFLES, "1108", North);
    let seen = table.put(Side::A, RIFLES, "0907", North);
    table.begin_fire();
    assert_eq!(table.no_shot(foe, near), "HX-LOS-02");
    assert!(table.may_shoot(foe, seen));
}

#[test]
fn hx_fir_07_a_neighbour_beside_it_may_be_fired_at_with_a_penalty() {
    let setup = lay("", &[]);
    let stand = |facing, in_front: bool| {
        let mut table = Table::new(&setup);
        let foe = table.put(Side::B, RAW, "1106", South);
        // North-east of it: in a side hex of a unit that faces south.
        let own = table.put(Side::A, RAW, "1205", facing);
        if in_front {
            table.put(Side::A, RAW, "1107", North);
        }
        table.begin_fire();
        (table, foe, own)
    };
    let (mut table, foe, own) = stand(NorthEast, false);
    table.shoot(foe, own, &[]);
    let shot = &table.events("shot")[0];
    // Flank bonus and penalty cancel out.
    assert_eq!(
        (shot["off_arc"].as_bool(), shot["flank"].as_bool(), shot["need"].as_str()),
        (Some(true), Some(true), Some("auto"))
    );
    let (table, foe, own) = stand(Direction::SouthWest, false);
    assert_eq!(table.battle.sight_target(foe, own, false).unwrap_err().rule, "HX-FIR-07");
    // a column has in its arc whom it faces, though it is flanked from everywhere.
    let (mut table, foe, own) = stand(Direction::SouthWest, false);
    table.mark(own, |force| &mut force.column);
    assert_eq!(table.battle.sight_target(foe, own, false).unwrap_err().rule, "HX-FIR-07");
    let (table, foe, own) = stand(NorthEast, true);
    assert_eq!(table.no_shot(foe, own), "HX-FIR-08");
}

#[test]
fn hx_fir_08_the_nearest_band_comes_first_and_skirmishers_may_be_passed_over() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let far = table.put(Side::A, RIFLES, "1308", North);
    let near = table.put(Side::A, RIFLES, "1007", North);
    table.begin_fire();
    assert_eq!(
        (
            table.battle.range(table.hex("1104"), table.hex("1308")),
            table.battle.range(table.hex("1104"), table.hex("1007"))
        ),
        (5, 4)
    );
    assert!(table.may_shoot(foe, near));
    assert_eq!(table.no_shot(foe, far), "HX-FIR-08");
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let far = table.put(Side::A, RIFLES, "1308", North);
    let near = table.put(Side::A, SKIRMISHERS, "1007", North);
    table.begin_fire();
    assert!(table.may_shoot(foe, near) && table.may_shoot(foe, far));
}

/// an enemy out of range is no target, unless the nearest one that is seen counts.
#[test]
fn hx_fir_08_what_counts_as_nearest_is_a_switch() {
    for (nearest, legal) in [("shootable", true), ("seen", false)] {
        let setup = lay("", &[("fire.nearest", nearest)]);
        let mut table = Table::new(&setup);
        let foe = table.put(Side::B, NAPOLEONS, "1104", South);
        let melee = table.put(Side::A, RIFLES, "1105", North);
        let other = table.put(Side::B, RIFLES, "1205", Direction::SouthWest);
        table.contact(other, melee, 1);
        let far = table.put(Side::A, RIFLES, "0907", North);
        table.begin_fire();
        assert_eq!(table.battle.sight_target(foe, melee, false).unwrap_err().rule, "HX-LOS-13");
        assert_eq!(table.may_shoot(foe, far), legal, "{nearest}");
    }
}

#[test]
fn hx_fir_09_two_of_an_arm_fire_at_one_target_if_it_is_their_only_one() {
    let position = |setup, second_target: bool| {
        let mut table = Table::new(setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foes = ["1106", "1206", "1006"].map(|hex| table.put(Side::B, RAW, hex, South));
        // Somebody else keeps the step open.
        table.put(Side::B, RAW, "0306", South);
        table.put(Side::A, RAW, "0308", North);
        if second_target {
            // As far from the first of them as the other target.
            table.put(Side::A, RIFLES, "1308", North);
        }
        table.begin_fire();
        (table, own, foes)
    };
    let usual = lay("", &[]);
    let (mut table, own, foes) = position(&usual, false);
    for unit in &foes[..2] {
        table.shoot(*unit, own, &[BLUE]);
    }
    assert_eq!(table.no_shot(foes[2], own), "HX-FIR-09");
    // Range 2 for all three, but 1206 is as near to 1308.
    let (mut table, own, foes) = position(&usual, true);
    assert!(table.may_shoot(foes[1], own));
    table.shoot(foes[0], own, &[BLUE]);
    assert_eq!(table.no_shot(foes[1], own), "HX-FIR-09");
    assert!(table.may_shoot(foes[2], own));
    let three = lay("", &[("fire.gang-max", "3"), ("fire.gang-sole-target", "off")]);
    let (mut table, own, foes) = position(&three, true);
    table.shoot(foes[0], own, &[BLUE]);
    table.shoot(foes[1], own, &[BLUE]);
    assert!(table.may_shoot(foes[2], own));
}

#[test]
fn hx_fir_09_arms_are_counted_apart_or_together() {
    for (limit, legal) in [("per-arm", true), ("total", false)] {
        let setup = lay("", &[("fire.gang-limit", limit)]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foes = ["1006", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
        let gun = table.put(Side::B, RIFLED, "1104", South);
        table.begin_fire();
        for unit in foes {
            table.shoot(unit, own, &[BLUE]);
        }
        assert_eq!(table.may_shoot(gun, own), legal, "{limit}");
    }
}

#[test]
fn hx_fir_17_flank_and_rear_give_a_bonus_and_skirmishers_have_none() {
    let setup = lay("", &[]);
    for (kind, facing, flank) in [(RIFLES, North, false), (RIFLES, South, true), (SKIRMISHERS, South, false)] {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, kind, "1108", facing);
        let foe = table.put(Side::B, RAW, "1105", South);
        table.begin_fire();
        let shot = table.battle.sight_target(foe, own, false).unwrap().shot;
        assert_eq!(shot.flank, flank, "{kind} {facing:?}");
    }
    // HX-TER-09: a column is flanked from everywhere.
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.mark(own, |force| &mut force.column);
    let foe = table.put(Side::B, RAW, "1105", South);
    assert!(table.battle.sight_target(foe, own, false).unwrap().shot.flank);
}

#[test]
fn hx_fir_18_cover_adds_up_and_hexsides_count_where_the_line_comes_in() {
    let ground =
        "hills = [{ level = 1, hexes = \"1108\" }]\n[terrain]\nbuildings = \"1108\"\n[sides]\nwall = \"1108/N\"";
    let setup = lay(ground, &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let ahead = table.put(Side::B, RAW, "1107", South);
    let aside = table.put(Side::B, RAW, "1207", Direction::SouthWest);
    let shot = |unit| table.battle.sight_target(unit, own, false).map(|sighted| sighted.shot.cover);
    // Buildings, height, wall.
    assert_eq!(shot(ahead).ok(), Some(3));
    // HX-FIR-19
    assert_eq!(shot(aside).ok(), Some(2));
}

#[test]
fn hx_fir_20_consecutive_fire_is_one_of_two_things() {
    let second = lay("", &[("fire.consecutive", "second-shooter")]);
    let mut table = Table::new(&second);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foes = ["1006", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    let guns = table.put(Side::B, NAPOLEONS, "1106", South);
    table.begin_fire();
    table.shoot(foes[0], own, &[BLUE]);
    assert!(table.battle.sight_target(guns, own, false).unwrap().shot.consecutive);
    table.shoot(foes[1], own, &[]);
    // The third unit has none.
    assert!(!table.battle.sight_target(guns, own, false).unwrap().shot.consecutive);
    assert_eq!((table.fired(rule::FIR_20), table.battle.unit(own).pending + table.state(own).0), (1, 1));
    let same = lay("", &[("fire.consecutive", "same-target")]);
    let mut table = Table::new(&same);
    let own = table.put(Side::A, WAGON, "1108", North);
    let spare = table.put(Side::A, RIFLES, "0113", North);
    let foes = ["1006", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    table.begin_fire();
    table.shoot(foes[0], own, &[BLUE]);
    table.done();
    table.begin_fire();
    // The one that did not fire has no target that it fired at last.
    assert_eq!(foes.map(|unit| table.battle.sight_target(unit, own, false).unwrap().shot.consecutive), [true, false]);
    table.done();
    table.begin_fire();
    assert!(!table.battle.sight_target(foes[0], own, false).unwrap().shot.consecutive);
    let _ = spare;
}

#[test]
fn hx_fir_21_a_routed_unit_that_is_hit_is_gone() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", South);
    let rest = table.put(Side::A, RIFLES, "0113", North);
    table.routed(own);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[]);
    assert!(table.is_gone(own), "{:?}", table.battle.decision);
    assert_eq!(table.causes(), ["hit"]);
    assert_eq!(table.fired(rule::ROU_05), 2);
    let _ = rest;
}

#[test]
fn hx_fir_22_nobody_aims_at_a_unit_that_is_about_to_rout() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.hits(own, 2);
    let spare = table.put(Side::A, RIFLES, "1308", North);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    table.begin_fire();
    table.shoot(foes[0], own, &[]);
    assert_eq!(table.no_shot(foes[1], own), "HX-FIR-22");
    assert!(table.may_shoot(foes[1], spare));
    assert_eq!(table.fired(rule::FIR_22), 1);
}

#[test]
fn hx_arm_06_rare_units_rout_a_hit_later() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.battle.unit_mut(own).rout_at = setup.rules.unit_rare_rout_at;
    table.hits(own, 2);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[]);
    table.done();
    assert!(table.battle.is_steady(own));
    assert_eq!(
        table
            .battle
            .sight_target(own, foe, false)
            .unwrap_or_else(|_| table.battle.sight_target(own, foe, true).unwrap())
            .shot
            .hits,
        3
    );
}

#[test]
fn hx_fir_23_cavalry_fires_mounted_and_muskets_are_not_fired_from_the_saddle() {
    for (mounted, cavalry) in [("on", true), ("off", false)] {
        let setup = lay("", &[("fire.mounted-cavalry", mounted)]);
        let mut table = Table::new(&setup);
        let horse = table.put(Side::A, CAVALRY, "1108", North);
        let riders = table.put(Side::A, DRAGOONS, "1308", North);
        assert_eq!(table.battle.may_fire(horse, false).is_ok(), cavalry);
        // HX-MNT-01
        assert_eq!(table.battle.may_fire(riders, false).unwrap_err().rule, "HX-MNT-01");
        table.mark(riders, |force| &mut force.on_foot);
        table.mark(horse, |force| &mut force.on_foot);
        assert!(table.battle.may_fire(riders, false).is_ok() && table.battle.may_fire(horse, false).is_ok());
    }
}

#[test]
fn hx_fir_24_who_does_not_fire() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let [routed, fights, guns] = [("1108", RIFLES), ("1308", RIFLES), ("1508", NAPOLEONS)]
        .map(|(hex, kind)| table.put(Side::A, kind, hex, North));
    let wagon = table.put(Side::A, WAGON, "1708", North);
    let foe = table.put(Side::B, RIFLES, "1307", South);
    table.routed(routed);
    table.contact(fights, foe, 1);
    table.mark(guns, |force| &mut force.limbered);
    for unit in [routed, fights, guns, wagon] {
        assert_eq!(table.battle.may_fire(unit, false).unwrap_err().rule, "HX-FIR-24");
    }
    // contact that has not been fought yet is no melee.
    table.battle.contacts[0].rounds = 0;
    assert!(table.battle.may_fire(fights, false).is_ok());
}

#[test]
fn hx_art_02_a_battery_that_moved_and_unlimbered_fires_with_a_penalty_or_not() {
    for (switch, fires) in [("with-cp", true), ("next-turn", false)] {
        let setup = lay("", &[("artillery.move-fire", switch)]);
        let mut table = Table::new(&setup);
        let guns = table.put(Side::A, NAPOLEONS, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1106", South);
        let need = |table: &Table<'_>| table.battle.sight_target(guns, foe, false).unwrap().shot.artillery_moved;
        // In place it is no move.
        table.mark(guns, |force| &mut force.unlimbered);
        assert!(!need(&table) && table.battle.may_fire(guns, false).is_ok());
        table.mark(guns, |force| &mut force.moved);
        assert!(need(&table));
        assert_eq!(table.battle.may_fire(guns, false).is_ok(), fires, "{switch}");
    }
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let heavy = table.put(Side::A, "trained-battery:heavy-rifled-gun", "1108", North);
    assert!(table.battle.may_fire(heavy, false).is_ok());
    table.mark(heavy, |force| &mut force.moved);
    assert_eq!(table.battle.may_fire(heavy, false).unwrap_err().rule, "HX-MOV-10");
}

#[test]
fn hx_art_04_works_take_the_shot_and_wear_down() {
    let setup = lay("[terrain]\nredoubt = \"1108\"", &[("structure.hits", "2")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let rest = table.put(Side::A, RIFLES, "0113", North);
    let guns = ["1106", "1206"].map(|hex| table.put(Side::B, NAPOLEONS, hex, South));
    table.begin_fire();
    table.shoot(guns[0], own, &[RED]);
    assert_eq!((table.fired(rule::ART_04), table.state(own).0), (1, 0));
    assert_eq!(table.battle.sight_target(guns[1], own, false).unwrap().shot.cover, 2);
    table.shoot(guns[1], own, &[RED]);
    // HX-ART-06: two hits cost a level.
    assert_eq!(table.battle.sight_target(guns[1], own, false).unwrap().shot.cover, 1);
    assert_eq!(table.fired(rule::ART_06), 2);
    let _ = rest;
}

#[test]
fn hx_cmd_06_red_h_kills_the_commander_once_and_the_unit_takes_no_hit() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let number = table.commander(own, 1);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    table.begin_fire();
    table.shoot(foes[0], own, &[RED_H]);
    // he still gives his bonus in the second step, and is no shield any more.
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Present);
    assert!(!table.battle.target(own).commander);
    table.shoot(foes[1], own, &[RED_H]);
    assert_eq!(table.battle.sight_target(own, foes[0], false).unwrap().shot.commander, Some(1));
    table.done();
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Killed);
    assert_eq!((table.state(own).0, table.battle.unit(own).commander), (1, NOBODY));
    // HX-CMD-05 counts in A's own shot only.
    assert_eq!(table.fired(rule::CMD_06), 1);
}

#[test]
fn hx_cmd_09_a_commander_is_captured_when_his_unit_routs() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.hits(own, 2);
    let number = table.commander(own, 1);
    let foe = table.put(Side::B, RAW, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[RED]);
    table.done();
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Captured);
    assert_eq!(table.fired(rule::CMD_09), 1);
}

#[test]
fn hx_skm_02_skirmishers_give_te_and_fire_into_fresh_melees_alone() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let far = table.put(Side::B, SKIRMISHERS, "1106", South);
    let near = table.put(Side::B, SKIRMISHERS, "1007", South);
    let enemy = table.put(Side::B, RIFLES, "1107", South);
    table.contact(own, enemy, 1);
    table.begin_fire();
    //
    assert_eq!(table.no_shot(far, own), "HX-SKM-04");
    table.shoot(near, own, &[]);
    assert_eq!((table.fired(rule::SKM_04), table.fired(rule::SKM_02)), (1, 1));
    assert_eq!(table.state(own), (0, 1));
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let near = table.put(Side::B, SKIRMISHERS, "1007", South);
    let enemy = table.put(Side::B, RIFLES, "1107", South);
    table.contact(own, enemy, 2);
    table.battle.decision = Decision::Fire;
    assert_eq!(table.battle.sight_target(near, own, false).unwrap_err().rule, "HX-SKM-04");
}

#[test]
fn hx_trn_05_under_activation_all_fire_together_close_guns_first() {
    let setup = lay("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let guns = table.put(Side::A, NAPOLEONS, "0508", North);
    let near = table.put(Side::B, RIFLES, "0506", South);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.hits(near, 2);
    table.begin_fire();
    // The batch of shots of guns at one or two hexes.
    assert_eq!(table.choices(), [Choice::Shoot { unit: guns, target: near, captured: false }, Choice::Done]);
    table.shoot(guns, near, &[]);
    assert_eq!(table.battle.decision, Decision::FireRouts);
    table.proceed(&[]);
    assert_ne!(table.at(near), "0506");
    // By turns, and no value changes before the last.
    assert_eq!(table.battle.decider, Side::A);
    table.shoot(own, foe, &[]);
    assert_eq!(table.battle.decider, Side::B);
    assert_eq!(table.battle.sight_target(foe, own, false).unwrap().shot.hits, 0);
    table.shoot(foe, own, &[]);
    assert_eq!((table.state(own).0, table.state(foe).0), (1, 1));
    assert_eq!(table.fired(rule::TRN_05), 1);
}

#[test]
fn hx_trn_06_one_side_may_fire_before_the_other() {
    let setup = lay("", &[("turn.system", "activation"), ("turn.activation-fire", "a-then-b")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    assert_eq!(table.battle.decider, Side::A);
    table.shoot(own, foe, &[]);
    assert_eq!((table.battle.decider, table.state(foe).0), (Side::B, 1));
    assert_eq!(table.battle.sight_target(foe, own, false).unwrap().shot.hits, 1);
    assert_eq!(table.fired(rule::TRN_06), 1);
}

#[test]
fn hx_trn_07_each_group_fires_in_its_own_half() {
    let setup = lay("", &[("turn.system", "activation"), ("turn.activation-fire", "per-group")]);
    let mut table = Table::new(&setup);
    let [own, other] = ["1108", "1308"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.battle.unit_mut(other).group = 1;
    let foe = table.put(Side::B, RIFLES, "1206", South);
    table.battle.active_group = 0;
    table.begin_fire();
    assert_eq!(table.battle.decider, Side::B);
    table.done();
    assert_eq!(table.battle.decider, Side::A);
    assert!(table.may_shoot(own, foe));
    assert_eq!(table.no_shot(other, foe), "HX-FIR-01");
    assert_eq!(table.fired(rule::TRN_07), 1);
}

#[test]
fn hx_trn_09_batteries_fire_after_a_group_of_the_enemy_has_moved() {
    let setup = lay("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.put(Side::A, RIFLES, "0113", North);
    table.hits(own, 2);
    let guns = table.put(Side::B, NAPOLEONS, "1106", South);
    let foot = table.put(Side::B, RIFLES, "1206", South);
    (table.battle.step, table.battle.active_group) = (super::super::state::Step::Opportunity, 0);
    assert!(table.battle.begin_opportunity(&mut table.told));
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Opportunity, Side::B));
    assert_eq!(table.no_shot(foot, own), "HX-FIR-01");
    table.stir_all();
    table.shoot(guns, own, &[]);
    // at once.
    assert_eq!((table.battle.is_routed(own), table.at(own).as_str()), (true, "1111"));
    // HX-TRN-08
    table.battle.force_mut(Side::B).fired = UnitSet::EMPTY;
    assert_eq!(table.battle.may_fire(guns, false).unwrap_err().rule, "HX-TRN-08");
    assert!(table.fired(rule::TRN_09) > 0);
}

#[test]
fn hx_sup_01_a_turn_of_fire_costs_a_point_of_supply() {
    let setup = lay("", &[("supply.mode", "on"), ("supply.points", "1")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[]);
    assert_eq!(table.battle.unit(foe).supply, 0);
    assert_eq!(table.fired(rule::SUP_01), 1);
    table.battle.force_mut(Side::B).fired = UnitSet::EMPTY;
    assert_eq!(table.battle.may_fire(foe, false).unwrap_err().rule, "HX-SUP-01");
}

#[test]
fn hx_art_12_captured_guns_fire_in_place_of_own_arms() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let guns = table.put(Side::B, RIFLED, "0101", South);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let hex = table.hex("1108");
    let state = table.battle.unit_mut(guns);
    (state.guns, state.holder, state.shots) = (hex, Side::A, 2);
    table.mark(guns, |force| &mut force.crews);
    table.hits(own, 1);
    table.begin_fire();
    table.done();
    let shot = table.battle.sight_target(own, foe, true).unwrap().shot;
    // No bonus of the grade; own hits count.
    assert_eq!((shot.weapon.map(|weapon| weapon.name.as_str()), shot.hits), (Some("rifled-gun"), 1));
    assert_eq!(shot.grade, crate::rulesets::hexcommand::codex::Grade::Untrained);
    table.choose(captured(own, foe), &[CODE]);
    assert_eq!((table.battle.unit(guns).shots, table.state(foe).0), (1, 1));
    assert!(table.battle.force(Side::A).fired_now.contains(own));
    let off = lay("", &[("artillery.captured-use", "off")]);
    let mut table = Table::new(&off);
    let guns = table.put(Side::B, RIFLED, "0101", South);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let state = table.battle.unit_mut(guns);
    (state.guns, state.holder, state.shots) = (hex, Side::A, 2);
    assert_eq!(table.battle.may_fire(own, true).unwrap_err().rule, "HX-ART-12");
}

#[test]
fn hx_trn_08_under_activation_a_unit_fires_once_a_turn() {
    let setup = lay("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let [own, special] = ["1108", "1308"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    for unit in [own, special] {
        table.mark(unit, |force| &mut force.fired_now);
    }
    assert_eq!(table.battle.may_fire(own, false).unwrap_err().rule, "HX-TRN-08");
    //
    table.mark(special, |force| &mut force.special);
    assert!(table.battle.may_fire(special, false).is_ok());
}

#[test]
fn hx_era_03_pike_and_shot_fires_once_a_turn() {
    for (era, again) in [("gunpowder", true), ("pike-and-shot", false)] {
        let setup = lay("", &[("era", era)]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        table.mark(own, |force| &mut force.fired_now);
        assert_eq!(table.battle.may_fire(own, false).is_ok(), again, "{era}");
    }
}

#[test]
fn hx_art_03_a_battery_fires_in_the_enemy_half_and_moves_in_its_own() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let guns = table.put(Side::B, RIFLED, "1104", South);
    table.begin_fire();
    table.shoot(guns, own, &[BLUE]);
    table.battle.phasing = Side::B;
    assert!(table.battle.force(Side::B).fired_now.contains(guns));
    assert!(table.battle.check_mover(guns).is_ok());
}

#[test]
fn hx_art_06_works_with_hits_lose_a_level_at_their_limit() {
    for (limit, cover) in [("0", 2), ("1", 0), ("2", 1), ("3", 2)] {
        let setup = lay("[terrain]\nredoubt = \"1108\"", &[("structure.hits", limit)]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        table.put(Side::A, RIFLES, "0113", North);
        let guns = ["1106", "1206"].map(|hex| table.put(Side::B, NAPOLEONS, hex, South));
        table.begin_fire();
        for unit in guns {
            table.shoot(unit, own, &[RED]);
        }
        let (hex, from) = (table.hex("1108"), table.hex("1106"));
        assert_eq!(table.battle.cover(hex, from, None, true), cover, "{limit}");
    }
}

#[test]
fn hx_skm_04_skirmishers_fire_into_a_melee_in_its_first_phase_and_from_beside_it() {
    let setup = lay("", &[]);
    for (hex, rounds, legal) in [("1007", 1, true), ("1007", 2, false), ("1006", 1, false)] {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let screen = table.put(Side::B, SKIRMISHERS, hex, South);
        let enemy = table.put(Side::B, RIFLES, "1107", South);
        table.contact(own, enemy, rounds);
        let refused = table.battle.sight_target(screen, own, false).err().map(|refusal| refusal.rule);
        assert_eq!(refused, (!legal).then_some("HX-SKM-04"), "{hex} {rounds}");
    }
}

/// a hit that had still to tell when close artillery routed the unit is over the threshold, and gone.
#[test]
fn hx_rou_05_hits_from_before_a_rout_do_not_destroy_the_router() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RAW, "1106", South);
    let guns = table.put(Side::B, "trained-battery:heavy-smoothbore-gun", "1206", South);
    table.hits(own, 1);
    table.begin_fire();
    table.shoot(foe, own, &[RED]);
    table.shoot(guns, own, &[]);
    assert_eq!((table.battle.is_routed(own), table.is_gone(own), table.at(own).as_str()), (true, false, "1111"));
    assert_eq!(table.battle.unit(own).hits, 3);
}
