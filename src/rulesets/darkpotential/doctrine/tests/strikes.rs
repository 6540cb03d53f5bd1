//! Positions in which somebody is to be struck, and how beginners do that wrong.

use super::pitfalls::{ASSASSIN, CLUBS, LEADER, SNIPER, SOLDIER, actions, chosen};
use super::scene::{Scene, bare, play_turn, player, table};
use super::*;
use crate::rulesets::darkpotential::choices::Action;
use crate::rulesets::darkpotential::state::{FigureId, figure_id, members};

/// Who has good shots makes them rather than to lay Suppressing Fire (pitfall 8).
#[test]
fn good_shots_come_before_suppressing_fire() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let start = [(20.0, 20.0), (22.0, 20.0), (24.0, 20.0), (26.0, 20.0)];
    scene.squad(Side::A, &start.map(|at| (SOLDIER, at)), 1);
    for x in [16.0, 23.0, 30.0] {
        scene.model(Side::B, SOLDIER, (x, 26.5));
    }
    for doctrine in ["suppressor", "gunline", "bounding"] {
        let all = chosen(&scene, &setup, doctrine, 3);
        let acts: Vec<&Choice> = all.iter().filter(|choice| matches!(choice, Choice::Act { .. })).collect();
        assert!(matches!(acts[..], [Choice::Act { action: Action::Shoot { .. }, .. }, ..]), "{doctrine}: {acts:?}");
        assert!(!acts.iter().any(|choice| matches!(choice, Choice::Act { action: Action::Suppress { .. }, .. })));
    }
}

/// A template lies where several have to pass and cover would else save them (pitfall 8).
#[test]
fn suppressing_fire_lies_on_those_who_will_move() {
    let setup = table(&[("crater", (24.0, 26.0), [7.0, 5.0])]);
    let mut scene = Scene::new(&setup);
    let start = [(20.0, 6.0), (22.0, 6.0), (24.0, 6.0), (26.0, 6.0), (28.0, 6.0)];
    scene.squad(Side::A, &start.map(|at| (SOLDIER, at)), 1);
    let three = [(23.0, 26.0), (25.0, 26.0), (24.0, 27.5)];
    let under = scene.squad(Side::B, &three.map(|at| (SOLDIER, at)), 1);
    scene.model(Side::B, SOLDIER, (44.0, 34.0));
    let all = chosen(&scene, &setup, "suppressor", 5);
    let battle = scene.begin(&setup, 1);
    let laid = all.iter().find_map(|choice| match choice {
        Choice::Act { action: Action::Suppress { centre, group, .. }, .. } => Some((*centre, group.len())),
        _ => None,
    });
    let (centre, group) = laid.unwrap_or_else(|| panic!("none laid: {all:?}"));
    let reach = battle.template_radius(group) + battle.radius(under[0]);
    assert!(group >= 3);
    assert!(under.iter().all(|foe| battle.figure(*foe).at.point.distance(centre.point) <= reach), "{centre:?}");
}

/// Shots come before contact, which bars them (pitfall 13).
#[test]
fn shots_come_before_contact() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let members = [(CLUBS, (24.0, 21.0)), (SOLDIER, (20.0, 19.0)), (SOLDIER, (23.0, 18.0)), (SOLDIER, (28.0, 19.0))];
    let squad = scene.squad(Side::A, &members, 1);
    let leader = scene.model(Side::B, LEADER, (24.0, 25.0));
    for doctrine in ["bounding", "rush", "headhunter"] {
        let all = chosen(&scene, &setup, doctrine, 7);
        let shots: Vec<usize> = squad[1..]
            .iter()
            .filter_map(|model| {
                all.iter().position(|choice| {
                    matches!(choice, Choice::Act { model: who, action: Action::Shoot { target, .. } }
                        if who == model && *target == leader)
                })
            })
            .collect();
        let gone = scene.begin(&setup, 1).is_alive(leader);
        assert!(gone && shots.len() >= 2, "{doctrine}: {} shots at the Leader, {all:?}", shots.len());
    }
}

/// An Assassin who removes somebody ends beside another one, safe from bullets, or out of sight (pitfall 13).
#[test]
fn an_assassin_ends_in_contact() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let assassin = scene.model(Side::A, ASSASSIN, (24.0, 18.0));
    // Two side by side, and others who shoot whoever stands in the open.
    scene.squad(
        Side::B,
        &[(SOLDIER, (23.2, 25.5)), (SOLDIER, (24.8, 25.5)), (SOLDIER, (16.0, 32.0)), (SOLDIER, (32.0, 32.0))],
        1,
    );
    for doctrine in ["rush", "bounding", "headhunter"] {
        let mut safe = 0;
        for seed in 0..12 {
            let mut battle = scene.begin(&setup, 1);
            let mut players = [player(&setup, doctrine), player(&setup, "bounding")];
            play_turn(&mut battle, &mut players, seed);
            safe += usize::from(!battle.contacts(assassin).is_empty());
        }
        assert!(safe >= 11, "{doctrine}: in contact {safe} times of 12");
    }
}

/// A model comes out of stealth by itself to strike at a lone man, and not in front of his friends' pistols (pitfall 13).
#[test]
fn nobody_comes_out_alone_before_many() {
    let setup = bare();
    for (friends, comes) in [(0, true), (5, false)] {
        let mut scene = Scene::new(&setup);
        let near = scene.hidden(Side::A, ASSASSIN, &[(23.0, 20.0), (25.0, 20.0), (22.0, 19.0), (26.0, 19.0)], 0);
        for x in [4.0, 40.0, 46.0] {
            scene.hidden(Side::A, ASSASSIN, &[(x, 2.0), (x, 3.5), (x, 5.0), (x, 6.5)], 0);
        }
        scene.model(Side::B, SOLDIER, (24.0, 23.5));
        for at in 0..friends {
            scene.model(Side::B, SOLDIER, (16.0 + 4.0 * f64::from(at), 29.0));
        }
        for doctrine in ["bounding", "ambush"] {
            let all = chosen(&scene, &setup, doctrine, 3);
            let came = all.iter().any(|choice| matches!(choice, Choice::Reveal(model) if *model == near));
            assert_eq!(came, comes, "{doctrine}: {friends} friends of his");
        }
    }
}

/// The watcher is shot at before the others have to cross his arc (pitfall 15).
#[test]
fn the_watcher_is_shot_at_first() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let sniper = scene.model(Side::A, SNIPER, (24.0, 3.0));
    scene.squad(Side::A, &[(CLUBS, (22.0, 13.0)), (CLUBS, (24.0, 13.0)), (CLUBS, (26.0, 13.0))], 1);
    let idle = scene.model(Side::B, SOLDIER, (20.0, 25.0));
    let watcher = scene.model(Side::B, SOLDIER, (28.0, 25.0));
    scene.watch(watcher, 180.0);
    for doctrine in ["bounding", "rush", "suppressor"] {
        for seed in 0..4 {
            let all = chosen(&scene, &setup, doctrine, seed);
            assert!(matches!(all[0], Choice::Activate(0)), "{doctrine}: the Sniper opens the way, {all:?}");
            let shot = actions(&all, sniper);
            assert!(
                matches!(shot[..], [Action::Shoot { target, .. }] if target == watcher && target != idle),
                "{doctrine}: {shot:?}"
            );
        }
    }
}

/// Arcs of several watchers are crossed by all at once, under a Tactical Manoeuvre (pitfall 15).
#[test]
fn watched_ground_is_crossed_at_once() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    scene.squad(Side::A, &[(CLUBS, (22.0, 14.0)), (CLUBS, (24.0, 14.0)), (CLUBS, (26.0, 14.0))], 1);
    for x in [20.0, 24.0, 28.0] {
        let watcher = scene.model(Side::B, SOLDIER, (x, 23.0));
        scene.watch(watcher, 180.0);
    }
    for doctrine in ["bounding", "rush"] {
        let all = chosen(&scene, &setup, doctrine, 3);
        assert!(all.iter().any(|choice| matches!(choice, Choice::Manoeuvre(_))), "{doctrine}: {all:?}");
    }
}

/// Where both sides hide, patience runs out at some round, and not always in the same (pitfall 16).
#[test]
fn two_hidden_sides_do_not_wait_for_each_other() {
    let setup = bare();
    let mut rounds = Vec::new();
    for seed in 0..6 {
        let mut scene = Scene::new(&setup);
        for (side, y) in [(Side::A, 20.0), (Side::B, 27.0)] {
            for x in [14.0, 30.0] {
                scene.hidden(side, ASSASSIN, &[(x, y), (x + 1.5, y), (x + 3.0, y), (x + 4.5, y)], 1);
            }
        }
        let mut battle = scene.begin(&setup, 1);
        let mut players = [player(&setup, "ambush"), player(&setup, "ambush")];
        let mut shown = None;
        while shown.is_none() && battle.verdict().is_none() {
            let (turn, round) = (battle.turn, battle.round());
            let choices = play_turn(&mut battle, &mut players, 100 * seed + u64::from(turn));
            shown = choices.iter().any(|(.., choice)| matches!(choice, Choice::Reveal(_))).then_some(round);
        }
        rounds.push(shown.expect("somebody shows himself"));
    }
    assert!(rounds.iter().all(|round| (2..=10).contains(round)), "{rounds:?}");
    assert!(rounds.iter().any(|round| *round != rounds[0]), "always in the same round: {rounds:?}");
}

/// Whom a Sniper shoots at in a turn.
fn shot_at(scene: &Scene, setup: &Setup, turn: u16, sniper: FigureId) -> FigureId {
    let mut battle = scene.begin(setup, turn);
    let mut players = [player(setup, "bounding"), player(setup, "bounding")];
    let all = play_turn(&mut battle, &mut players, 3);
    let shot = all.iter().find_map(|(.., choice)| match choice {
        Choice::Act { model, action: Action::Shoot { target, .. } } if *model == sniper => Some(*target),
        _ => None,
    });
    shot.unwrap_or_else(|| panic!("{all:?}"))
}

/// In the last rounds wounds count, whoever has them, and not dear models (pitfall 17).
#[test]
fn near_the_cap_wounds_count() {
    let setup = table(&[("crater", (28.0, 19.0), [6.0, 6.0])]);
    let mut scene = Scene::new(&setup);
    let sniper = scene.model(Side::A, SNIPER, (24.0, 4.0));
    // A dear model with a wound left, and one that is hard to hit and has more to lose.
    let assassin = scene.model(Side::B, ASSASSIN, (20.0, 19.0));
    scene.hurt(assassin, 1);
    let other = scene.model(Side::B, SNIPER, (28.0, 19.0));
    let cap = setup.terms.round_cap as u16;
    assert_eq!(shot_at(&scene, &setup, 1, sniper), assassin);
    assert_eq!(shot_at(&scene, &setup, 2 * cap - 1, sniper), other, "two wounds rather than one");
    assert_eq!(figure_id(Side::B, 1), other);
}

/// All who see a base check it as their activations begin, however many other bases there are: eight soldiers are no less a danger
/// to one of six sets than to the only one, and none of them is while a rock stands between.
#[test]
fn many_eyes_find_a_base_among_others() {
    let setup = table(&[("rock", (24.0, 26.0), [20.0, 3.0])]);
    let take = |base: (f64, f64), sets: usize| {
        let mut scene = Scene::new(&setup);
        scene.hidden(Side::A, ASSASSIN, &[base, (46.0, 1.0), (44.0, 1.0), (42.0, 1.0)], 0);
        for x in (0..sets - 1).map(|set| 2.0 + 8.0 * set as f64) {
            scene.hidden(Side::A, ASSASSIN, &[(x, 1.0), (x + 2.0, 1.0), (x + 4.0, 1.0), (x + 6.0, 1.0)], 0);
        }
        let eight = [33.0, 34.5, 36.0, 37.5, 39.0, 40.5, 42.0, 43.5];
        scene.squad(Side::B, &eight.map(|x| (SOLDIER, (x, 38.0))), 1);
        let battle = scene.begin(&setup, 1);
        let mut player = player(&setup, "gunline");
        player.prepare(&battle, &mut SeededDice::from_key(1));
        let mut all = foes::Foes::new();
        foes::foes(&battle, Side::A, &mut all);
        let figure = members(Side::A, battle.force(Side::A).bases()).next().unwrap();
        let piece = player.piece(&battle, figure, &all);
        let outlook = player.outlook(&battle, &all, &piece);
        let take = player.prospect(&outlook, piece.stand.spot, spot::Seen::Here).take;
        (take / piece.worth, battle.figure(figure).at.point)
    };
    let (open, at) = take((38.0, 22.0), 1);
    assert_eq!((at.x, at.y), (38.0, 22.0));
    let (among_others, _) = take((38.0, 22.0), 6);
    let (behind, _) = take((24.0, 22.0), 6);
    assert!(among_others > 0.75 * open, "{open} {among_others}");
    assert!(behind < 0.3 * among_others, "{behind} {among_others}");
}
