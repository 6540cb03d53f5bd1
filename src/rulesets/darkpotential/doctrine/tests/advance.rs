//! Positions in which a side has to come forward, or to get away, and how beginners do that wrong.

use super::pitfalls::{CLUBS, LEADER, ROCKET, SNIPER, SOLDIER, chosen};
use super::scene::{Scene, bare, play_turn, player, table};
use super::*;
use crate::rulesets::darkpotential::choices::Action;
use crate::rulesets::darkpotential::combat::Cover;
use crate::rulesets::darkpotential::state::FigureId;
use crate::tabletop::plane::Point;

/// The position after side A's turn.
fn after<'s>(scene: &Scene, setup: &'s Setup, doctrine: &str, seed: u64) -> Battle<'s> {
    let mut battle = scene.begin(setup, 1);
    let mut players = [player(setup, doctrine), player(setup, "gunline")];
    play_turn(&mut battle, &mut players, seed);
    battle
}

/// Two gunlines behind one long rock: the first turn in which somebody shoots.
fn first_shot(seed: u64) -> Option<u16> {
    let setup = table(&[("rock", (24.0, 24.0), [40.0, 3.0])]);
    let mut scene = Scene::new(&setup);
    for (side, y) in [(Side::A, 6.0), (Side::B, 42.0)] {
        scene.squad(side, &[(SOLDIER, (22.0, y)), (SOLDIER, (24.0, y)), (SOLDIER, (26.0, y))], 1);
        scene.model(side, SNIPER, (24.0, if y < 24.0 { 4.0 } else { 44.0 }));
    }
    let mut battle = scene.begin(&setup, 1);
    let mut players = [player(&setup, "gunline"), player(&setup, "gunline")];
    while battle.verdict().is_none() {
        let turn = battle.turn;
        let shot = |choice: &Choice| matches!(choice, Choice::Act { action: Action::Shoot { .. }, .. });
        if play_turn(&mut battle, &mut players, seed + u64::from(turn)).iter().any(|(.., choice)| shot(choice)) {
            return Some(turn);
        }
    }
    None
}

/// Sides that wait out of each other's sight come forward from round 3 on (pitfall 1).
#[test]
fn gunlines_out_of_sight_meet() {
    for seed in [1, 100] {
        let turn = first_shot(seed).expect("they meet");
        assert!((3..=20).contains(&turn), "they wait for a while, and then they come: turn {turn}");
    }
}

/// Clubs do not run over open ground into standing rifles where rocks stand on the way (pitfall 3).
#[test]
fn clubs_come_from_cover_to_cover() {
    let rocks = [(15.0, 19.0), (21.0, 17.0), (27.0, 17.0), (33.0, 19.0)];
    let setup = table(&rocks.map(|at| ("rock", at, [4.0, 3.0])));
    let mut scene = Scene::new(&setup);
    let start = [(18.0, 9.0), (21.0, 9.0), (24.0, 9.0), (27.0, 9.0), (30.0, 9.0)];
    let squad = scene.squad(Side::A, &start.map(|at| (CLUBS, at)), 1);
    let snipers = [(20.0, 43.0), (28.0, 43.0)].map(|at| scene.model(Side::B, SNIPER, at));
    for doctrine in ["rush", "bounding", "ambush"] {
        let battle = after(&scene, &setup, doctrine, 3);
        let open = |own: &&FigureId| {
            let seen = |sniper: &FigureId| battle.cover(*sniper, **own).is_some_and(|cover| cover == Cover::NONE);
            snipers.iter().any(seen)
        };
        assert!(squad.iter().filter(open).count() <= 1, "{doctrine}: they stand in the open");
        let came = squad.iter().zip(start).map(|(own, (_, y))| battle.figure(*own).at.point.y - y).sum::<f64>();
        assert!(came > 8.0, "{doctrine}: {came}");
    }
}

/// A suppressed man in the open runs into cover, stays there though other cover is near, and is himself again (pitfalls 9 and 18).
#[test]
fn shaken_men_run_into_cover_once() {
    let setup = table(&[("rock", (24.0, 14.0), [5.0, 3.0]), ("woods", (33.0, 12.0), [8.0, 8.0])]);
    let at = (24.0, 9.0);
    for (open, x) in [(false, at.0), (true, at.0 + 4.0)] {
        let mut scene = Scene::new(&setup);
        let man = scene.model(Side::A, SOLDIER, (x, at.1));
        scene.shake(man);
        scene.model(Side::B, SNIPER, (24.0, 40.0));
        for doctrine in ["bounding", "rush", "gunline"] {
            let mut battle = scene.begin(&setup, 1);
            assert_eq!(battle.must_run(man), open, "{open}");
            let mut players = [player(&setup, doctrine), player(&setup, "gunline")];
            let choices = play_turn(&mut battle, &mut players, 5);
            let came = battle.figure(man).at.point.distance(Point::new(x, at.1));
            assert_eq!(came > 0.1, open, "{doctrine}: he came {came} inches");
            let second = |choice: &Choice| matches!(choice, Choice::Act { action: Action::Move(_), .. });
            assert!(!choices.iter().any(|(.., choice)| second(choice)), "{doctrine}: cover to cover");
            assert!(battle.in_cover_at(man, battle.figure(man).at), "{doctrine}");
            assert!(battle.force(Side::A).suppressed.is_empty(), "{doctrine}: suppression lifts");
        }
    }
}

/// A squad in column comes through a gap, nobody in another's way, and keeps to its leader (pitfall 10).
#[test]
fn a_column_comes_through_a_gap_together() {
    let setup = table(&[("rock", (12.0, 14.0), [21.0, 4.0]), ("rock", (36.0, 14.0), [21.0, 4.0])]);
    let mut scene = Scene::new(&setup);
    // The leader is in the middle of them.
    let start = [(24.0, 7.5), (24.0, 10.5), (24.0, 9.0), (24.0, 6.0), (24.0, 4.5)];
    let squad = scene.squad(Side::A, &start.map(|at| (SOLDIER, at)), 1);
    scene.squad(Side::B, &[(CLUBS, (22.0, 44.0)), (CLUBS, (26.0, 44.0))], 1);
    for doctrine in ["rush", "bounding"] {
        let battle = after(&scene, &setup, doctrine, 7);
        let range = f64::from(battle.profile(squad[0]).leadership);
        for (own, (_, y)) in squad.iter().zip(start) {
            let came = battle.figure(*own).at.point.y - y;
            assert!(came > 1.0, "{doctrine}: {own} came {came} inches");
            assert!(battle.distance(squad[0], *own) <= range, "{doctrine}: {own} is out of command");
        }
    }
}

/// The Leader acts before the squad that bids with his points, and they stay in his range (pitfall 14).
#[test]
fn the_leader_goes_before_those_whom_he_pays_for() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let squad = scene.squad(Side::A, &[(SOLDIER, (20.0, 8.0)), (SOLDIER, (23.0, 8.0)), (SOLDIER, (26.0, 8.0))], 0);
    let leader = scene.model(Side::A, LEADER, (23.0, 4.0));
    scene.squad(Side::B, &[(SOLDIER, (20.0, 26.0)), (SOLDIER, (23.0, 26.0)), (SOLDIER, (26.0, 26.0))], 1);
    for doctrine in ["bounding", "rush", "gunline"] {
        let all = chosen(&scene, &setup, doctrine, 11);
        let order: Vec<u8> = all
            .iter()
            .filter_map(|choice| match choice {
                Choice::Activate(unit) => Some(*unit),
                _ => None,
            })
            .collect();
        assert_eq!(order.first(), Some(&1), "{doctrine}: the Leader is unit 1");
        let battle = after(&scene, &setup, doctrine, 11);
        let range = f64::from(battle.profile(leader).leadership);
        for own in squad.iter().filter(|own| battle.is_alive(**own)) {
            assert!(battle.distance(leader, *own) <= range, "{doctrine}: {own} is out of the Leader's range");
        }
    }
}

/// The leader of a squad is not the first to come into the enemy's sight (pitfall 14).
#[test]
fn the_leader_of_a_squad_is_not_at_its_head() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let start = [(24.0, 9.0), (20.0, 8.5), (22.0, 8.5), (26.0, 8.5), (28.0, 8.5)];
    let squad = scene.squad(Side::A, &start.map(|at| (SOLDIER, at)), 1);
    scene.squad(Side::B, &[(SOLDIER, (22.0, 34.0)), (SOLDIER, (26.0, 34.0))], 1);
    for doctrine in ["bounding", "rush"] {
        let battle = after(&scene, &setup, doctrine, 13);
        let y = |own: &FigureId| battle.figure(*own).at.point.y;
        let first = squad[1..].iter().map(y).fold(0.0, f64::max);
        assert!(first > y(&squad[0]), "{doctrine}: the leader is at the head");
    }
}

/// Who has run out of sight does not run on for a wall (pitfall 18).
#[test]
fn out_of_sight_is_cover() {
    let setup = table(&[("rock", (24.0, 14.0), [8.0, 3.0])]);
    let mut scene = Scene::new(&setup);
    let man = scene.model(Side::A, ROCKET, (24.0, 10.0));
    scene.shake(man);
    scene.model(Side::B, SNIPER, (24.0, 40.0));
    let all = chosen(&scene, &setup, "bounding", 17);
    assert!(!all.iter().any(|choice| matches!(choice, Choice::Move { .. })), "{all:?}");
    let runs = |choice: &Choice| matches!(choice, Choice::Act { action: Action::Move(_), .. });
    assert!(!all.iter().any(runs), "{all:?}");
}
