//! Hand-made positions in which the sensible choice is known, and the symmetry of the two seats.

mod sides;
mod whole;

use std::sync::Arc;

use super::ScriptedPlayer;
use crate::dice::SeededDice;
use crate::game::{CodexFile, Game, Player, Policy, Side, Silent};
use crate::rulesets::dogfaces::battlefield::{Battlefield, built_in};
use crate::rulesets::dogfaces::cell::Table;
use crate::rulesets::dogfaces::choices::{Aim, Choice, Path, Shot};
use crate::rulesets::dogfaces::codex::Codex;
use crate::rulesets::dogfaces::doctrine_book::{DoctrineBook, Weights};
use crate::rulesets::dogfaces::field::Field;
use crate::rulesets::dogfaces::odds::Odds;
use crate::rulesets::dogfaces::rules::Rules;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, Decision, Lineup, NOBODY, Setup, UnitSet, bit, unit_id};
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hexset::{HexSet, WORDS};

/// A table with the built-in codex.
pub(super) fn table(map: &str, scenario: Scenario) -> Table {
    let (codex, rules) = (Codex::built_in(), Rules::default());
    let map = Battlefield::read(&built_in(map).unwrap(), &codex).unwrap().maps(&codex, 0).unwrap().remove(0);
    let field = Field::compile(&map, &codex, &rules).unwrap();
    let odds = Arc::new(Odds::new(&codex, &rules));
    let cap = scenario.cap(&rules, 2);
    Table::new(Setup { codex: Arc::new(codex), rules, field, odds, scenario, cap })
}

fn weights(doctrine: &str) -> Weights {
    match DoctrineBook::built_in().script(doctrine).unwrap() {
        Policy::Weighted(weights) => weights,
        Policy::Ahead | Policy::Random => panic!("{doctrine} has weights"),
    }
}

pub(super) fn player<'s>(table: &'s Table, doctrine: &str) -> ScriptedPlayer<'s> {
    table.script(weights(doctrine))
}

pub(super) fn kinds(codex: &Codex, names: &[&str]) -> Vec<u8> {
    let find = |name: &&str| codex.profiles.iter().position(|profile| profile.name == *name).unwrap() as u8;
    names.iter().map(find).collect()
}

pub(super) fn hex(setup: &Setup, column: i32, row: i32) -> HexIndex {
    setup.field.grid.at(column, row).unwrap()
}

/// A unit and the column and row where it stands.
pub(super) type Post = (&'static str, [i32; 2]);

/// A position in turn 3 with side A, the first player, to move. A unit whose name ends in `!` is Stunned, one whose name
/// begins with `+` rides in the vehicle before it.
pub(super) fn position<'s>(setup: &'s Setup, a: &[Post], b: &[Post]) -> Battle<'s> {
    let plain = |units: &[Post]| -> Vec<u8> {
        units.iter().flat_map(|(name, _)| kinds(&setup.codex, &[name.trim_matches(['!', '+'])])).collect()
    };
    let units = [plain(a), plain(b)];
    let lineup = Lineup { units: [&units[0], &units[1]], mounted: [&[], &[]], first: Side::A };
    let mut battle = Battle::new(setup, &lineup);
    for (side, units) in Side::BOTH.into_iter().zip([a, b]) {
        battle.forces[side.index()].unplaced = UnitSet::EMPTY;
        let mut carrier = NOBODY;
        for (place, (name, [column, row])) in units.iter().enumerate() {
            let unit = unit_id(side, place);
            let at = hex(setup, *column, *row);
            if name.starts_with('+') {
                (battle.units[usize::from(unit)].carrier, battle.units[usize::from(unit)].hex) = (carrier, at);
                battle.forces[side.index()].aboard |= bit(unit);
            } else {
                battle.put(unit, at);
                carrier = unit;
            }
            if name.ends_with('!') {
                battle.set_stunned(unit, true);
            }
        }
    }
    battle.turn = 3;
    battle.begin_movement(Side::A);
    battle
}

pub(super) fn choose<'s>(player: &mut ScriptedPlayer<'s>, battle: &Battle<'s>) -> Choice {
    let choice = player.choose(battle, &mut SeededDice::from_key(0));
    assert!(battle.check(choice).is_ok(), "{choice:?}: {:?}", battle.check(choice));
    choice
}

pub(super) fn apply(battle: &mut Battle<'_>, choice: Choice) {
    battle.apply(choice, &mut SeededDice::from_key(1), &mut Silent);
}

/// Moves the whole side and says where everybody ends.
pub(super) fn manoeuvre<'s>(player: &mut ScriptedPlayer<'s>, battle: &mut Battle<'s>) -> Vec<HexIndex> {
    while battle.decision == Decision::Move && battle.active == Side::A {
        let choice = choose(player, battle);
        apply(battle, choice);
        assert_ne!(battle.decision, Decision::React, "nobody watches");
    }
    (0..usize::from(battle.force(Side::A).size)).map(|place| battle.unit(unit_id(Side::A, place)).hex).collect()
}

/// The shots of the first attack of side A, or none if it does not fire.
pub(super) fn first_attack<'s>(player: &mut ScriptedPlayer<'s>, battle: &mut Battle<'s>) -> Vec<Shot> {
    if battle.decision == Decision::Move {
        apply(battle, Choice::EndMovement);
    }
    let mut shots = Vec::new();
    loop {
        match choose(player, battle) {
            Choice::Shoot(shot) => {
                shots.push(shot);
                apply(battle, Choice::Shoot(shot));
            }
            Choice::Fire | Choice::EndAttacks => return shots,
            other => panic!("{other:?} in an Attack Phase"),
        }
    }
}

fn mode_name(battle: &Battle<'_>, shot: Shot) -> String {
    battle.profile(shot.unit).modes[usize::from(shot.mode)].name.clone()
}

pub(super) const STANDARD: [&str; 10] =
    ["andy", "brett", "chuck", "dave", "ernie", "frank", "george", "harry", "inigo", "jack"];

// P-01

#[test]
fn set_up_puts_leaders_inside_and_is_the_image_of_the_other_seat() {
    let setup = table("river-line", Scenario::LastManStanding);
    let units = kinds(&setup.codex, &STANDARD);
    let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first: Side::A };
    let mut battle = Battle::new(&setup, &lineup);
    let mut script = player(&setup, "massed-fire");
    while battle.decision == Decision::Deploy {
        let choice = choose(&mut script, &battle);
        apply(&mut battle, choice);
    }
    let column = |name: &str| {
        let place = STANDARD.iter().position(|other| *other == name).unwrap();
        let [a, b] = Side::BOTH.map(|side| battle.unit(unit_id(side, place)).hex);
        assert_eq!(setup.field.grid.half_turn(a), b, "{name} stands as his image");
        setup.field.grid.column(a)
    };
    let off_centre = |name| (2 * column(name)).abs_diff(11);
    for inner in ["frank", "andy", "dave"] {
        for outer in ["brett", "george"] {
            assert!(off_centre(inner) < off_centre(outer), "{inner} stands inside {outer}");
        }
    }
}

#[test]
fn assault_troops_start_mounted_and_watchers_do_not() {
    let setup = table("theatre", Scenario::LastManStanding);
    let units = kinds(&setup.codex, &["zack", "rifleman", "inigo", "lcv-1"]);
    let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first: Side::A };
    for (doctrine, riders) in [("close-assault", bit(0) | bit(1)), ("overwatch-anvil", UnitSet::EMPTY)] {
        let mut battle = Battle::new(&setup, &lineup);
        let mut script = player(&setup, doctrine);
        while battle.decision == Decision::Deploy {
            let choice = choose(&mut script, &battle);
            apply(&mut battle, choice);
        }
        assert_eq!(battle.force(Side::A).aboard, riders, "{doctrine}: the short-ranged ride");
    }
}

// P-02, P-03

#[test]
fn a_rifleman_walks_into_range() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("rifleman", [4, 7])], &[("rifleman!", [4, 3])]);
    let ends = manoeuvre(&mut player(&setup, "close-assault"), &mut battle);
    assert!(setup.field.distance(ends[0], hex(&setup, 4, 3)) <= 3);
}

#[test]
fn a_forest_on_the_line_is_no_shot() {
    // The enemy stands in the forest at (2,5): from three hexes away there is no shot, so he goes on to two.
    let setup = table("farmstead", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("rifleman", [2, 8])], &[("rifleman!", [2, 5])]);
    let ends = manoeuvre(&mut player(&setup, "close-assault"), &mut battle);
    assert!(setup.field.distance(ends[0], hex(&setup, 2, 5)) <= 2);
}

#[test]
fn the_way_over_the_river_leads_to_the_bridge() {
    let setup = table("river-line", Scenario::LastManStanding);
    let bridge = hex(&setup, 3, 6);
    let enemy = hex(&setup, 1, 1);
    let mut battle = position(&setup, &[("rifleman", [0, 9])], &[("rifleman!", [1, 1])]);
    let precomputed = setup.precomputed();
    let mut script = player(&setup, "close-assault");
    let mut crossed = false;
    for _ in 0..8 {
        let before = battle.unit(0).hex;
        let after = manoeuvre(&mut script, &mut battle)[0];
        let march = precomputed.march(battle.unit(0).kind, 0, enemy);
        assert!(march[usize::from(after)] < march[usize::from(before)], "every move brings him nearer by path");
        crossed |= setup.field.grid.row(before) > 6 && setup.field.grid.row(after) < 6;
        crossed |= after == bridge;
        if setup.field.shot(after, enemy) <= 3 {
            break;
        }
        battle.turn += 1;
        battle.begin_movement(Side::A);
    }
    assert!(crossed && setup.field.shot(battle.unit(0).hex, enemy) <= 3);
}

#[test]
fn jack_steps_back_from_an_adjacent_enemy() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("jack", [4, 6])], &[("rifleman!", [4, 5])]);
    let ends = manoeuvre(&mut player(&setup, "close-assault"), &mut battle);
    let range = setup.field.distance(ends[0], hex(&setup, 4, 5));
    assert!((2..=3).contains(&range), "he fires at two or three hexes, not at {range}");
}

#[test]
fn nobody_parks_on_a_bridge() {
    let setup = table("river-line", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("rifleman", [3, 7]), ("rifleman", [4, 8])], &[("rifleman!", [5, 0])]);
    for end in manoeuvre(&mut player(&setup, "massed-fire"), &mut battle) {
        assert!(!setup.field.no_passing.contains(end));
    }
}

#[test]
fn a_path_goes_round_the_arc_of_a_watcher() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut better = 0;
    for watcher in [[1, 3], [8, 3], [1, 9], [9, 9]] {
        let mut battle = position(&setup, &[("brett", [5, 6])], &[("rifleman", watcher), ("andy", [5, 0])]);
        battle.forces[1].watching = bit(0);
        let mut script = player(&setup, "massed-fire");
        let _ = choose(&mut script, &battle);
        script.reach.search(&battle, 0);
        script.detours.search_past(&battle, 0, &script.manoeuvre.arcs);
        let reach = &script.reach;
        let watched = |at: &HexIndex| setup.field.shot(hex(&setup, watcher[0], watcher[1]), *at) <= 3;
        let entered = |path: Path| battle.walk(battle.unit(0).hex, path).filter(watched).count();
        let (run, walker, scope) = script.run_of::<WORDS>(&battle, 0);
        let (arcs, none) = (&script.manoeuvre.arcs, &HexSet::EMPTY);
        let past = run.past(&walker, &scope, arcs);
        for end in scope.ends.iter() {
            let quiet = script.path_to(&battle, 0, end, true);
            assert!(battle.check(Choice::Move { unit: 0, path: quiet }).is_ok());
            let other = reach.path(&battle, end);
            assert!(entered(quiet) <= entered(other), "{quiet:?} against {other:?}");
            better += usize::from(entered(quiet) < entered(other));
            // The spread of the run knows it as well.
            let kept_from = if past.contains(end) { [arcs, none] } else { [none, arcs] };
            let costs = script.precomputed.path_costs_from(false, walker.start);
            let spread = run.path(&walker, &scope, kept_from, end, |hex| hex, costs);
            assert!(battle.check(Choice::Move { unit: 0, path: spread }).is_ok());
            assert_eq!(entered(spread), entered(quiet), "{spread:?} against {quiet:?}");
            assert_eq!(battle.walk(battle.unit(0).hex, spread).last(), Some(end));
        }
    }
    assert!(better > 0, "some path is better than the first one found");
}

// P-04

#[test]
fn a_jet_flies_across_the_river() {
    let setup = table("river-line", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("larry", [0, 8])], &[("rifleman!", [0, 2])]);
    let choice = choose(&mut player(&setup, "close-assault"), &battle);
    assert!(matches!(choice, Choice::Fly { .. }), "{choice:?}");
    apply(&mut battle, choice);
    assert!(setup.field.shot(battle.unit(0).hex, hex(&setup, 0, 2)) <= 3);
}

// P-05

#[test]
fn riders_get_off_to_fire_and_ride_on_while_it_is_far() {
    let setup = table("theatre", Scenario::LastManStanding);
    let riders = [("lcv-1", [9, 13]), ("+zack", [9, 13]), ("+rifleman", [9, 13])];
    let mut far = position(&setup, &riders, &[("rifleman!", [0, 0])]);
    manoeuvre(&mut player(&setup, "close-assault"), &mut far);
    assert_eq!(far.force(Side::A).aboard, bit(1) | bit(2), "both ride");
    assert_ne!(far.unit(0).hex, hex(&setup, 9, 13), "and the vehicle drives");
    let mut near = position(&setup, &riders, &[("rifleman!", [9, 11])]);
    manoeuvre(&mut player(&setup, "close-assault"), &mut near);
    assert_eq!(near.force(Side::A).aboard, UnitSet::EMPTY, "both get off and fire");
}

// P-06

#[test]
fn the_strongest_watch_and_only_near_a_leader() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let own = [("frank", [4, 8]), ("rifleman", [3, 8]), ("dave", [5, 8]), ("yago", [0, 9]), ("harry", [4, 9])];
    let mut battle = position(&setup, &own, &[("brett", [4, 2]), ("brett", [5, 2])]);
    manoeuvre(&mut player(&setup, "overwatch-anvil"), &mut battle);
    let watching = battle.force(Side::A).watching;
    assert!(watching.contains(2), "dave watches: {watching:?}");
    assert!(!watching.contains(1), "the rifleman does not: {watching:?}");
    assert!(watching.len() <= 2);
    let mut battle = position(&setup, &own, &[("brett", [4, 2]), ("brett", [5, 2])]);
    manoeuvre(&mut player(&setup, "massed-fire"), &mut battle);
    assert!(battle.force(Side::A).watching.contains(2), "to be posted costs nothing");
    let mut battle = position(&setup, &own, &[("brett", [4, 2]), ("brett", [5, 2])]);
    manoeuvre(&mut player(&setup, "close-assault"), &mut battle);
    assert_eq!(battle.force(Side::A).watching, UnitSet::EMPTY, "a doctrine without the inclination does not watch");
}

// P-07

#[test]
fn watchers_fire_in_the_open_and_hold_at_a_town() {
    for (map, start, to, fires) in [("proving-ground", [4, 6], [4, 5], true), ("farmstead", [4, 1], [5, 1], false)] {
        let setup = table(map, Scenario::LastManStanding);
        // One rifle into a town does nothing (DF-TER-09).
        let watcher = if fires { [4, 3] } else { [7, 1] };
        let mut battle = position(&setup, &[("rifleman", start)], &[("rifleman", watcher)]);
        battle.forces[1].watching = bit(0);
        let (from, to) = (hex(&setup, start[0], start[1]), hex(&setup, to[0], to[1]));
        let towards = setup.field.neighbours[usize::from(from)].iter().position(|at| *at == to).unwrap();
        let path = Path::EMPTY.then(crate::tabletop::hex::Direction::ALL[towards]);
        apply(&mut battle, Choice::Move { unit: 0, path });
        assert_eq!(battle.decision, Decision::React, "{map}");
        let choice = choose(&mut player(&setup, "overwatch-anvil"), &battle);
        assert_eq!(matches!(choice, Choice::Shoot(_)), fires, "{map}: {choice:?}");
    }
}

// P-08, P-10

#[test]
fn fire_is_concentrated() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let own: Vec<Post> = (1..8).map(|column| ("rifleman", [column, 6])).collect();
    let mut battle = position(&setup, &own, &[("rifleman", [4, 4]), ("rifleman", [5, 4])]);
    let shots = first_attack(&mut player(&setup, "massed-fire"), &mut battle);
    assert!(shots.len() >= 5, "{} rifles at one man", shots.len());
    assert!(shots.iter().all(|shot| shot.aim == shots[0].aim));
}

#[test]
fn nobody_wakes_a_stunned_man_with_a_single_rifle() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("rifleman", [4, 6])], &[("rifleman!", [4, 4])]);
    assert!(first_attack(&mut player(&setup, "massed-fire"), &mut battle).is_empty());
}

#[test]
fn shots_that_cannot_do_anything_are_saved() {
    let setup = table("farmstead", Scenario::LastManStanding);
    for (enemy, at) in [("lcv-1", [4, 4]), ("rifleman", [5, 1])] {
        let mut battle = position(&setup, &[("rifleman", [4, 3])], &[(enemy, at)]);
        assert!(first_attack(&mut player(&setup, "massed-fire"), &mut battle).is_empty(), "{enemy}");
    }
}

#[test]
fn hunters_shoot_the_leader() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let own = [("rifleman", [3, 6]), ("rifleman", [4, 6]), ("dave", [5, 6]), ("dave", [4, 7])];
    let mut battle = position(&setup, &own, &[("inigo", [4, 4]), ("andy", [5, 4])]);
    let shots = first_attack(&mut player(&setup, "headhunters"), &mut battle);
    assert_eq!(shots[0].aim, Aim::Unit(unit_id(Side::B, 1)));
}

// P-09

#[test]
fn each_mode_has_its_use() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let crowd =
        [("rifleman", [4, 4]), ("rifleman", [3, 4]), ("rifleman", [5, 4]), ("rifleman", [4, 3]), ("rifleman", [3, 3])];
    let cases: [(&str, [i32; 2], &[Post], &str); 6] = [
        ("jack", [4, 7], &crowd[..1], "ap-grenade"),
        ("jack", [4, 7], &crowd, "frag-launched"),
        ("ernie", [4, 6], &crowd, "frag-thrown"),
        ("ernie", [4, 6], &crowd[..1], "laser-rifle"),
        ("tom", [4, 7], &crowd[..1], "light-rocket"),
        ("tom", [4, 5], &crowd[..1], "laser-pistol"),
    ];
    for (name, at, enemies, wanted) in cases {
        let mut battle = position(&setup, &[(name, at)], enemies);
        let shots = first_attack(&mut player(&setup, "massed-fire"), &mut battle);
        assert_eq!(shots.len(), 1, "{name}");
        assert_eq!(mode_name(&battle, shots[0]), wanted, "{name} at {}", enemies.len());
    }
}

#[test]
fn no_frag_into_the_own_line() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let own = [("ernie", [4, 6]), ("rifleman", [3, 5]), ("rifleman", [5, 4]), ("rifleman", [4, 5])];
    let mut battle = position(&setup, &own, &[("rifleman", [4, 4]), ("rifleman", [3, 4])]);
    let mut script = player(&setup, "massed-fire");
    for shot in first_attack(&mut script, &mut battle) {
        assert_ne!(mode_name(&battle, shot), "frag-thrown");
    }
}

#[test]
fn a_flame_licks_at_an_enemy_and_not_at_a_friend() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let own = [("zack", [4, 6]), ("rifleman", [3, 4])];
    let mut battle = position(&setup, &own, &[("rifleman", [4, 4]), ("chuck", [5, 4])]);
    let shots = first_attack(&mut player(&setup, "close-assault"), &mut battle);
    let flame = shots.iter().find(|shot| shot.unit == 0).expect("zack fires");
    let Aim::Unit(target) = flame.aim else { panic!("at a unit") };
    let centre = battle.unit(target).hex;
    let licked = setup.field.neighbours[usize::from(centre)][flame.splash as usize];
    let other = if target == unit_id(Side::B, 0) { 1 } else { 0 };
    assert_eq!(licked, battle.unit(unit_id(Side::B, other)).hex);
}

#[test]
fn both_weapons_of_the_heaviest_vehicle_fire() {
    let setup = table("proving-ground", Scenario::LastManStanding);
    let mut battle = position(&setup, &[("mcv-1", [4, 6])], &[("rifleman", [4, 4]), ("rifleman", [5, 4])]);
    let mut script = player(&setup, "massed-fire");
    let first = first_attack(&mut script, &mut battle);
    apply(&mut battle, Choice::Fire);
    while battle.decision != Decision::Attack {
        let choice = choose(&mut script, &battle);
        apply(&mut battle, choice);
    }
    let second = first_attack(&mut script, &mut battle);
    assert_eq!((first.len(), second.len()), (1, 1));
    assert_ne!(first[0].aim, second[0].aim);
    assert_ne!(first[0].mode, second[0].mode);
}

// P-11, P-12

#[test]
fn a_stunned_man_lets_himself_be_driven_back() {
    use crate::rulesets::dogfaces::codex::CombatResult;
    use crate::rulesets::dogfaces::results::Origin;
    let setup = table("proving-ground", Scenario::LastManStanding);
    for (name, wanted) in [("andy", Choice::Stand), ("andy!", Choice::GiveWay)] {
        let mut battle = position(&setup, &[(name, [4, 6])], &[("rifleman", [4, 4])]);
        let threat = hex(&setup, 4, 4);
        battle.begin_effect(0, CombatResult::Retreat, threat, Origin::Burst(unit_id(Side::B, 0)), &mut Silent);
        assert_eq!(battle.decision, Decision::Stand);
        assert_eq!(choose(&mut player(&setup, "massed-fire"), &battle), wanted);
    }
}

#[test]
fn a_retreat_ends_where_the_rulebook_prefers() {
    use crate::rulesets::dogfaces::codex::CombatResult;
    use crate::rulesets::dogfaces::results::Origin;
    let end_of = |setup: &Setup, battle: &mut Battle<'_>, choice: Choice| {
        let Choice::Retreat { path } = choice else { panic!("{choice:?}") };
        battle.walk(battle.unit(0).hex, path).last().map(|end| setup.field.grid.column(end)).unwrap()
    };
    // Equal in all else: nearer to a leader first, else out of the enemy's sight.
    let setup = table("proving-ground", Scenario::LastManStanding);
    for (leader, lowest, highest) in [([2, 7], 0, 4), ([6, 7], 5, 9)] {
        let mut battle = position(&setup, &[("rifleman", [4, 5]), ("andy", leader)], &[("dave", [4, 4])]);
        battle.begin_effect(
            0,
            CombatResult::Retreat,
            hex(&setup, 4, 4),
            Origin::Burst(unit_id(Side::B, 0)),
            &mut Silent,
        );
        assert_eq!(battle.decision, Decision::Retreat);
        let choice = choose(&mut player(&setup, "massed-fire"), &battle);
        let column = end_of(&setup, &mut battle, choice);
        assert!((lowest..=highest).contains(&column), "column {column}, leader at {leader:?}");
    }
    // No enemy adjacent comes before everything else.
    let own = [("rifleman", [4, 5]), ("andy", [3, 8])];
    let mut battle = position(&setup, &own, &[("dave", [4, 4]), ("rifleman!", [2, 7])]);
    battle.begin_effect(0, CombatResult::Retreat, hex(&setup, 4, 4), Origin::Burst(unit_id(Side::B, 0)), &mut Silent);
    let choice = choose(&mut player(&setup, "massed-fire"), &battle);
    let column = end_of(&setup, &mut battle, choice);
    assert!(column > 3, "away from the second enemy, not to column {column}");
}

// Scenarios

#[test]
fn who_has_to_get_across_leaves_by_the_far_edge() {
    let setup = table("long-valley", Scenario::Breakthrough);
    let mut battle = position(&setup, &[("rifleman", [4, 1]), ("rifleman", [6, 4])], &[("rifleman", [9, 9])]);
    let ends = manoeuvre(&mut player(&setup, "massed-fire"), &mut battle);
    assert_eq!(battle.force(Side::A).saved, bit(0), "the first one has left the map");
    assert_eq!(setup.field.grid.row(ends[1]), 2, "the other one goes north");
}

#[test]
fn objectives_are_taken() {
    let setup = table("proving-ground", Scenario::SeizeAndHold);
    let own = [("rifleman", [4, 7]), ("rifleman", [5, 7]), ("rifleman", [8, 7]), ("rifleman", [1, 7])];
    let mut battle = position(&setup, &own, &[("rifleman", [4, 0])]);
    let ends = manoeuvre(&mut player(&setup, "massed-fire"), &mut battle);
    let held = setup.field.objectives.iter().filter(|objective| ends.contains(objective)).count();
    assert!(held >= 2, "{held} objectives held");
}
