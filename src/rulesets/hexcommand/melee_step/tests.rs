use super::*;
use crate::dice::exact;
use crate::game::Game;
use crate::rulesets::hexcommand::melee;
use crate::rulesets::hexcommand::state::Setup;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{self, North, NorthEast, South, SouthEast, SouthWest};

mod advances;
mod batteries;

/// Faces of the cube: Red H, another red one, a plain blue one.
const RED_H: u8 = 1;
const RED: u8 = 2;
const BLUE: u8 = 6;

/// Two units in contact, face to face: A from the south, B from the north.
fn duel<'s>(setup: &'s Setup, own: &str, foe: &str) -> (Table<'s>, UnitId, UnitId) {
    let mut table = Table::new(setup);
    let own = table.put(Side::A, own, "1107", North);
    let foe = table.put(Side::B, foe, "1106", South);
    // Neither side is wiped out.
    table.put(Side::A, RIFLES, "0113", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table, own, foe)
}

#[test]
fn hx_mel_04_a_pair_rolls_and_results_are_applied_together() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.contact(own, foe, 0);
    table.begin_melee();
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Melee, Side::A));
    // Both red, equal values: a hit each.
    table.proceed(&[RED, RED]);
    assert_eq!((table.state(own), table.state(foe)), ((1, 0), (1, 0)));
    assert_eq!((table.battle.contacts[0].rounds, table.battle.unit(own).rounds), (1, 1));
    // HX-MEL-10: a mutual rout.
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.contact(own, foe, 0);
    table.hits(own, 2);
    table.hits(foe, 2);
    table.begin_melee();
    table.proceed(&[RED, RED]);
    assert!(table.battle.is_routed(own) && table.battle.is_routed(foe));
    assert_eq!((table.at(own), table.at(foe)), ("1110".to_owned(), "1103".to_owned()));
    assert!(table.battle.contacts.is_empty());
}

/// A melee step of one pair, played with exact dice, has the odds of `melee-round`.
#[test]
fn hx_mel_03_a_melee_step_has_the_odds_of_a_round() {
    let setup = lay("[sides]\nwall = \"1106/S\"", &[]);
    for (own_kind, foe_kind, facing, rounds) in [
        (RIFLES, RIFLES, South, 0),
        (RIFLES, RAW, North, 0),
        (CAVALRY, RIFLES, South, 1),
        (RAW, RIFLES, Direction::NorthWest, 2),
    ] {
        let position = || {
            let (mut table, own, foe) = duel(&setup, own_kind, foe_kind);
            table.battle.unit_mut(foe).facing = facing;
            table.battle.unit_mut(foe).te = 2;
            table.commander(own, 1);
            table.contact(own, foe, rounds);
            table.begin_melee();
            (table, own, foe)
        };
        let game = exact::distribution(|mut dice| {
            let (mut table, own, foe) = position();
            let before = [own, foe].map(|unit| *table.battle.unit(unit));
            table.choose_with(Choice::Proceed, &mut dice);
            [own, foe].map(|unit| {
                let (now, was) = (table.battle.unit(unit), before[usize::from(unit == foe)]);
                let killed = was.commander != NOBODY && now.commander == NOBODY;
                (now.hits - was.hits, now.te - was.te, killed)
            })
        });
        let (table, own, foe) = position();
        let fighters = [table.battle.fighter(own, foe), table.battle.fighter(foe, own)];
        let flanked = [false, table.battle.flanked_from(foe, table.hex("1107"))];
        assert_eq!(fighters[1].cover, 1, "the wall is the defender's alone (HX-MEL-09)");
        assert_eq!(fighters[0].cover, 0);
        let resolved = exact::distribution(|mut dice| {
            let mut sides = fighters;
            melee::round(&setup.codex, &setup.rules, &mut sides, flanked, u32::from(rounds) + 1, &mut dice)
                .map(|toll| (toll.hits, toll.te, toll.commander_killed))
        });
        let mut mass = 0.0;
        for hits in 0..4 {
            for te in 0..4 {
                for killed in [false, true] {
                    for (other_hits, other_te) in (0..5).flat_map(|hits| (0..4).map(move |te| (hits, te))) {
                        let outcome = [(hits, te, killed), (other_hits, other_te, false)];
                        let (played, expected) = (game.probability(&outcome), resolved.probability(&outcome));
                        assert!(
                            (played - expected).abs() < 1e-12,
                            "{own_kind} {foe_kind} {outcome:?} {played} {expected}"
                        );
                        mass += expected;
                    }
                }
            }
        }
        assert!((mass - 1.0).abs() < 1e-12, "{own_kind} {foe_kind}: {mass}");
    }
}

/// One unit against two: the odds of `melee-multi`.
#[test]
fn hx_mel_11_a_melee_step_of_several_has_the_odds_of_the_resolution() {
    use crate::rulesets::hexcommand::melee::{Opponent, Single};
    let setup = lay("", &[]);
    let position = || {
        let mut table = Table::new(&setup);
        let single = table.put(Side::A, RIFLES, "1107", North);
        let front = table.put(Side::B, RIFLES, "1106", South);
        let flank = table.put(Side::B, RAW, "1207", Direction::NorthWest);
        table.put(Side::A, RIFLES, "0113", North);
        table.hits(single, 1);
        table.hits(front, 2);
        table.contact(single, front, 0);
        table.contact(flank, single, 0);
        table.begin_melee();
        (table, single, front, flank)
    };
    let game = exact::distribution(|mut dice| {
        let (mut table, single, front, flank) = position();
        table.choose(Choice::Primary { unit: single, enemy: front }, &[]);
        table.choose_with(Choice::Proceed, &mut dice);
        let state = |unit: UnitId| (table.battle.unit(unit).hits, table.battle.unit(unit).te);
        [state(single), state(front), state(flank)]
    });
    let (table, single, front, flank) = position();
    let own = table.battle.fighter(single, front);
    let opponent = |foe: UnitId, primary: bool| Opponent {
        fighter: table.battle.fighter(foe, single),
        on_flank: table.battle.flanked_from(single, table.battle.unit(foe).hex),
        primary,
        chosen: primary,
    };
    let enemies = [opponent(front, true), opponent(flank, false)];
    assert_eq!(enemies.map(|enemy| enemy.on_flank), [false, true]);
    let resolved = exact::distribution(|mut dice| {
        let (codex, rules) = (&setup.codex, &setup.rules);
        let mut now = Single { commander: false, hits: 0, te: 0 };
        let strength = own.strength(rules, 1, false);
        let after = enemies.map(|enemy| now.meet(codex, rules, strength, &enemy, 1, &mut dice));
        let mut own = own;
        own.suffer(rules, now.hits, now.te);
        // Markers over the threshold are dropped.
        [(own.hits.min(3), own.te), (after[0].hits.min(3), after[0].te), (after[1].hits.min(3), after[1].te)]
    });
    let total: f64 = (0..4)
        .flat_map(|hits| (0..4).map(move |te| (hits, te)))
        .flat_map(|own| [2u8, 3].map(|hits| (own, hits)))
        .flat_map(|(own, hits)| (0..4).map(move |te| (own, (hits, te))))
        .flat_map(|(own, front)| (0..4).map(move |te| [own, front, (0, te)]))
        .map(|outcome| {
            let (played, expected) = (game.probability(&outcome), resolved.probability(&outcome));
            assert!((played - expected).abs() < 1e-12, "{outcome:?}: {played} {expected}");
            expected
        })
        .sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
}

#[test]
fn hx_mel_05_results_in_flank_are_doubled() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.battle.unit_mut(foe).facing = North;
    table.contact(own, foe, 0);
    table.begin_melee();
    table.proceed(&[RED, BLUE]);
    assert_eq!(table.state(foe), (2, 0));
    assert!(table.fired(rule::MEL_05) > 0);
}

#[test]
fn hx_mel_07_a_friend_past_the_plane_supports() {
    for (plane, near, far) in [("adjacent", true, false), ("within-2", true, true)] {
        let setup = lay("", &[("melee.plane", plane)]);
        for (hex, supports) in [("1105", near), ("1205", near), ("1005", near), ("1104", far), ("1206", false)] {
            let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
            let friend = table.put(Side::A, RIFLES, hex, South);
            assert_eq!(table.battle.has_support(own, foe), supports, "{plane} {hex}");
            // Steady, and of a type that fights.
            table.routed(friend);
            assert!(!table.battle.has_support(own, foe));
        }
        let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
        table.put(Side::A, SKIRMISHERS, "1105", South);
        assert!(!table.battle.has_support(own, foe));
    }
}

#[test]
fn hx_mel_08_cover_wears_down_and_comes_back() {
    let setup = lay("[terrain]\nredoubt = \"1106\"", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.contact(own, foe, 0);
    let values: Vec<i32> = (0..4)
        .map(|rounds| {
            table.battle.unit_mut(foe).rounds = rounds;
            table.battle.strength(foe, own)
        })
        .collect();
    assert_eq!(values, [3, 2, 1, 1]);
    table.battle.end_contacts(own);
    assert_eq!(table.battle.unit(foe).rounds, 0);
}

#[test]
fn hx_mel_09_a_wall_is_the_defenders() {
    let setup = lay("[sides]\nwall = \"1106/S\"", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.contact(own, foe, 0);
    assert_eq!((table.battle.fighter(own, foe).cover, table.battle.fighter(foe, own).cover), (0, 1));
    table.battle.contacts.clear();
    table.contact(foe, own, 0);
    assert_eq!((table.battle.fighter(own, foe).cover, table.battle.fighter(foe, own).cover), (1, 0));
}

/// Three units against one, and the one's friend against one of them.
#[test]
fn hx_mel_11_who_names_primaries() {
    for (switches, decider) in [
        (&[][..], Side::A),
        (&[("melee.primary", "owner")][..], Side::B),
        (&[("turn.system", "activation")][..], Side::A),
    ] {
        let setup = lay("", switches);
        let mut table = Table::new(&setup);
        let own = ["1107", "1207"].map(|hex| table.put(Side::A, RIFLES, hex, North));
        let foe = table.put(Side::B, RIFLES, "1206", South);
        for unit in own {
            table.contact(unit, foe, 0);
        }
        table.begin_melee();
        assert_eq!((table.battle.decision, table.battle.decider), (Decision::Primary, decider), "{switches:?}");
        let shown = own.map(|enemy| Choice::Primary { unit: foe, enemy });
        assert_eq!(table.choices(), shown);
        assert_eq!(table.refused(Choice::Primary { unit: own[0], enemy: foe }), "HX-MEL-11");
        table.choose(shown[1], &[]);
        assert_eq!(table.fired(rule::MEL_11), 1);
        // The other one takes TE alone.
        table.proceed(&[RED, RED, BLUE, RED]);
        assert_eq!((table.state(own[0]), table.state(own[1]).0), ((0, 1), 1), "{switches:?}");
    }
}

#[test]
fn hx_mel_11_secondary_damage_may_be_dropped_and_commanders_die_all_the_same() {
    let setup = lay("", &[("melee.secondary-damage", "hits-dropped")]);
    let mut table = Table::new(&setup);
    let own = ["1107", "1207"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.commander(own[0], 0);
    let foe = table.put(Side::B, RIFLES, "1206", South);
    for unit in own {
        table.contact(unit, foe, 0);
    }
    table.begin_melee();
    table.choose(Choice::Primary { unit: foe, enemy: own[1] }, &[]);
    table.proceed(&[RED, RED_H, BLUE, BLUE]);
    assert_eq!(table.state(own[0]), (0, 0));
    assert_eq!((table.battle.unit(own[0]).commander, table.fired(rule::CMD_08)), (NOBODY, 1));
}

/// of two Red H the first takes the commander, that of the primary enemy before others; the second is a hit.
#[test]
fn hx_cmd_08_a_commander_dies_once_and_for_the_primary_enemy_first() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    table.commander(own, 0);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    for foe in foes {
        table.contact(own, foe, 0);
    }
    table.begin_melee();
    table.choose(Choice::Primary { unit: own, enemy: foes[1] }, &[]);
    table.proceed(&[BLUE, RED_H, BLUE, RED_H]);
    assert_eq!((table.state(own).0, table.fired(rule::CMD_08)), (1, 1));
    let kept = lay("", &[("melee.commander-kill", "off")]);
    let (mut table, own, foe) = duel(&kept, RIFLES, RIFLES);
    table.commander(own, 0);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.proceed(&[BLUE, RED_H]);
    assert_eq!((table.state(own).0, table.battle.unit(own).commander), (1, 0));
}

#[test]
fn hx_mel_13_te_past_the_limit_become_hits() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.battle.unit_mut(foe).te = 2;
    table.battle.unit_mut(foe).facing = North;
    table.contact(own, foe, 0);
    table.begin_melee();
    // Both blue, the weaker one attacked in its rear: 2 TE.
    table.proceed(&[BLUE, BLUE]);
    assert_eq!((table.state(foe), table.fired(rule::MEL_13)), ((1, 3), 1));
}

#[test]
fn hx_mel_14_a_melee_goes_on_in_every_half() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.proceed(&[BLUE, BLUE]);
    let due = table.battle.contacts[0];
    assert!((due.rounds, due.fought) == (1, false) && table.battle.in_melee(own));
    // The other player's half.
    table.battle.phasing = Side::B;
    table.begin_melee();
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Melee, Side::B));
    table.proceed(&[BLUE, BLUE]);
    assert_eq!((table.battle.contacts[0].rounds, table.fired(rule::MEL_14)), (2, 1));
}

#[test]
fn hx_trn_07_by_groups_a_melee_is_fought_once_a_turn() {
    let setup = lay("", &[("turn.system", "activation"), ("turn.activation-fire", "per-group")]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.contact(own, foe, 0);
    table.battle.active_group = 1;
    table.begin_melee();
    assert_ne!(table.battle.decision, Decision::Melee);
    table.battle.active_group = 0;
    table.begin_melee();
    assert_eq!(table.battle.decision, Decision::Melee);
    table.proceed(&[BLUE, BLUE]);
    assert!(table.battle.contacts[0].fought);
    table.battle.active_group = 0;
    table.begin_melee();
    assert_ne!(table.battle.decision, Decision::Melee);
    let _ = (own, foe);
}

#[test]
fn hx_mel_15_the_stronger_presses_an_enemy_of_its_choice() {
    let setup = lay("", &[("melee.points", "on")]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RAW);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.proceed(&[BLUE, BLUE]);
    assert_eq!(table.state(foe), (0, 2));
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    for foe in foes {
        table.contact(own, foe, 0);
    }
    table.begin_melee();
    table.choose(Choice::Primary { unit: own, enemy: foes[0] }, &[]);
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Press, Side::A));
    table.choose(Choice::Press { enemy: foes[1] }, &[]);
    table.proceed(&[BLUE, BLUE, BLUE, BLUE]);
    assert_eq!(foes.map(|foe| table.state(foe).1), [1, 2]);
}

/// A unit that cannot fight where it stands gives way.
#[test]
fn hx_mnt_01_riders_of_mounted_infantry_do_not_fight() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, DRAGOONS);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.proceed(&[]);
    assert!(table.battle.is_routed(foe));
    assert_eq!(table.state(own), (0, 0));
}

#[test]
fn luck_in_melee_is_even() {
    let setup = lay("", &[]);
    let excess = exact::distribution(|mut dice| {
        let (mut table, own, foe) = duel(&setup, RIFLES, RAW);
        table.commander(own, 0);
        table.contact(own, foe, 0);
        table.begin_melee();
        table.choose_with(Choice::Proceed, &mut dice);
        table.told.counters.excess.map(|excess| (excess * 1e9).round() as i64)
    });
    for side in 0..2 {
        assert!(excess.mean(|excess| excess[side] as f64).abs() < 1.0);
        assert!(excess.mean(|excess| (excess[side] as f64).abs()) > 1e9);
    }
}

#[test]
fn hx_mel_06_a_unit_attacked_in_flank_does_not_turn_until_contact_ends() {
    use crate::rulesets::hexcommand::choices::Act;
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
    table.battle.unit_mut(own).facing = South;
    table.contact(foe, own, 1);
    assert!(table.battle.flanked_from(own, table.hex("1106")));
    assert_eq!(table.battle.gait(own, Act::None).unwrap_err().rule, "HX-MOV-05");
    table.battle.end_contacts(foe);
    assert!(table.battle.gait(own, Act::None).is_ok());
}

/// a group whose units are all in melee has still its activation, in which they fight.
#[test]
fn hx_trn_07_a_group_that_is_locked_in_melee_is_activated_to_fight() {
    for (fire, acts) in [("per-group", true), ("simultaneous", false)] {
        let setup = lay("", &[("turn.system", "activation"), ("turn.activation-fire", fire)]);
        let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
        table.contact(own, foe, 1);
        let spare = table.battle.at(table.hex("2101")).unwrap();
        table.battle.unit_mut(spare).group = 1;
        table.battle.force_mut(Side::B).ordered = 1;
        assert_eq!(table.battle.next_group(), acts, "{fire}");
        table.battle.force_mut(Side::B).next_group = 0;
        table.battle.contacts[0].fought = true;
        assert!(!table.battle.next_group(), "{fire}");
    }
}
