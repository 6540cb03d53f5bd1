use super::*;
use crate::dice::exact;
use crate::game::Game;
use crate::rulesets::hexcommand::fire::{Duellist, exchange};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{self, North, NorthEast, South};

mod at_whom;
mod with_what;

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
    assert_eq!(table.refused(Choice::Shoot { unit: own, target: foe, captured: false }), "HX-FIR-01");
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
