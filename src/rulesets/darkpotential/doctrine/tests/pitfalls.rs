//! Positions that tempt a player into what beginners do wrong, and what a player must not know.

use super::scene::{Scene, bare, play_turn, player};
use super::*;
use crate::rulesets::darkpotential::choices::Action;
use crate::rulesets::darkpotential::state::FigureId;

pub(super) const SOLDIER: &str = "generic-soldier";
pub(super) const ROCKET: &str = "generic-soldier-rocket";
pub(super) const CLUBS: &str = "generic-soldier-melee";
pub(super) const LEADER: &str = "generic-leader";
pub(super) const SNIPER: &str = "generic-sniper";
pub(super) const ASSASSIN: &str = "generic-assassin";

/// What side A chooses in a turn of a position.
pub(super) fn chosen(scene: &Scene, setup: &Setup, doctrine: &str, seed: u64) -> Vec<Choice> {
    let mut battle = scene.begin(setup, 1);
    let mut players = [player(setup, doctrine), player(setup, "bounding")];
    let all = play_turn(&mut battle, &mut players, seed);
    all.into_iter().filter(|(side, ..)| *side == Side::A).map(|(.., choice)| choice).collect()
}

/// The actions of a model.
pub(super) fn actions(chosen: &[Choice], of: FigureId) -> Vec<Action> {
    chosen
        .iter()
        .filter_map(|choice| match choice {
            Choice::Act { model, action } if *model == of => Some(*action),
            _ => None,
        })
        .collect()
}

/// Which base is the real one the enemy does not know: with another one marked it chooses the same, to the letter (DP-STL-03).
#[test]
fn the_enemy_never_reads_which_base_is_real() {
    let setup = bare();
    // So far away that no check can find anything.
    let bases = [(4.0, 46.0), (12.0, 46.0), (36.0, 46.0), (44.0, 46.0)];
    let with = |real: u8| {
        let mut scene = Scene::new(&setup);
        scene.model(Side::A, LEADER, (20.0, 4.0));
        scene.model(Side::A, ASSASSIN, (28.0, 3.0));
        scene.squad(Side::A, &[(SOLDIER, (10.0, 3.0)), (SOLDIER, (12.0, 3.0)), (ROCKET, (14.0, 3.0))], 1);
        scene.hidden(Side::B, ASSASSIN, &bases, real);
        scene.model(Side::B, LEADER, (24.0, 46.0));
        ["bounding", "headhunter", "ambush", "reckless"].map(|doctrine| chosen(&scene, &setup, doctrine, 5))
    };
    let first = with(0);
    assert!(first.iter().all(|choices| choices.len() > 8));
    for real in 1..4 {
        assert_eq!(with(real), first, "base {real}");
    }
}

/// A Sniper who sees somebody stands and fires his rifle (pitfall 2).
#[test]
fn a_sniper_with_a_target_stands_and_shoots() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let sniper = scene.model(Side::A, SNIPER, (24.0, 4.0));
    scene.squad(Side::B, &[(SOLDIER, (20.0, 30.0)), (SOLDIER, (28.0, 30.0))], 1);
    for doctrine in ["gunline", "bounding", "suppressor", "headhunter"] {
        let chosen = chosen(&scene, &setup, doctrine, 3);
        assert!(!chosen.iter().any(|choice| matches!(choice, Choice::Move { .. })), "{doctrine}: {chosen:?}");
        let rifle = setup.codex.weapons.iter().position(|weapon| weapon.key == "sniper-rifle").unwrap() as u8;
        assert!(
            matches!(actions(&chosen, sniper)[..], [Action::Shoot { weapon, .. }] if weapon == rifle),
            "{doctrine}: {chosen:?}"
        );
    }
}

/// The rocket is not fired where it does more to the own men (pitfall 11).
#[test]
fn no_rocket_falls_among_the_own_men() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let squad = scene.squad(
        Side::A,
        &[(SOLDIER, (23.0, 24.0)), (SOLDIER, (25.0, 24.0)), (SOLDIER, (24.0, 23.0)), (ROCKET, (24.0, 16.0))],
        1,
    );
    scene.squad(Side::B, &[(CLUBS, (24.0, 25.2))], 1);
    let rocket = setup.codex.weapons.iter().position(|weapon| weapon.key == "rocket-launcher").unwrap() as u8;
    let chosen = chosen(&scene, &setup, "bounding", 7);
    let fired = actions(&chosen, squad[3]);
    assert!(
        !fired.iter().any(|action| matches!(action, Action::Shoot { weapon, .. } if *weapon == rocket)),
        "{fired:?}"
    );
}

/// Who is in contact fights rather than to leave for a shot (pitfall 12).
#[test]
fn nobody_leaves_contact_for_a_shot() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    let apart = 25.0 / 25.4;
    let soldier = scene.model(Side::A, SOLDIER, (24.0, 20.0));
    scene.model(Side::B, CLUBS, (24.0, 20.0 + apart));
    let chosen = chosen(&scene, &setup, "bounding", 9);
    assert!(matches!(actions(&chosen, soldier)[..], [Action::Fight { .. }]), "{chosen:?}");
}

/// Nobody goes on Overwatch where no enemy can come into sight, and arcs look where the enemy is (pitfall 7).
#[test]
fn arcs_look_where_the_enemy_is() {
    let setup = bare();
    for (x, y) in [(24.0, 46.0), (4.0, 40.0), (44.0, 30.0)] {
        let mut scene = Scene::new(&setup);
        let squad = scene.squad(Side::A, &[(SOLDIER, (24.0, 4.0)), (SOLDIER, (27.0, 4.0))], 1);
        scene.model(Side::B, ASSASSIN, (x, y));
        let chosen = chosen(&scene, &setup, "gunline", 11);
        for model in squad {
            for action in actions(&chosen, model) {
                let Action::Overwatch { facing, .. } = action else { continue };
                let to = crate::tabletop::plane::Vector::new(x - 24.0, y - 4.0);
                assert!(facing.ahead().dot(to) > 0.7 * to.length(), "{facing:?} does not look at {to:?}");
            }
        }
    }
}

/// A point is not spent where it cannot turn the roll, nor where the roll is as wanted (pitfall 6).
#[test]
fn points_are_spent_where_they_turn_something() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    scene.squad(Side::A, &[(SOLDIER, (24.0, 4.0)), (SOLDIER, (27.0, 4.0)), (SOLDIER, (30.0, 4.0))], 1);
    scene.model(Side::B, LEADER, (24.0, 16.0));
    let mut spent = 0;
    for seed in 0..40 {
        let mut battle = scene.begin(&setup, 1);
        let mut players = [player(&setup, "bounding"), player(&setup, "bounding")];
        let (mut chance, mut dice) = (SeededDice::from_key(seed), SeededDice::from_key(seed + 100));
        while let Some(side) = battle.to_choose().filter(|_| battle.turn == 1) {
            let choice = players[side.index()].choose(&battle, &mut chance);
            if let Choice::Bid { bid, .. } = choice {
                let roll = battle.roll.unwrap();
                let now = roll.bidding.unwrap();
                let success = now.total() <= roll.target;
                let attacks = now.attacker_next();
                let strength = roll.kind == crate::rulesets::darkpotential::roll::RollKind::Strength;
                assert!(strength || success != attacks, "{bid:?} on {roll:?}");
                let by = bid.shift();
                if by != 0 && !strength {
                    assert_ne!(now.total() + by <= roll.target, success, "{bid:?} turns nothing: {roll:?}");
                }
                if by == 0 && attacks && !strength {
                    assert!(odds::chance(roll.target) >= 0.1, "{roll:?}");
                }
                spent += 1;
            }
            battle.apply(choice, &mut dice, &mut Silent);
        }
    }
    assert!(spent > 10, "points are spent at all: {spent}");
}

/// Hidden models strike when somebody is near, and do not wait for ever.
#[test]
fn a_hidden_model_comes_out_to_strike() {
    let setup = bare();
    let mut scene = Scene::new(&setup);
    // All bases are as near, so that it does not matter which is real.
    scene.hidden(Side::A, ASSASSIN, &[(20.0, 20.0), (28.0, 20.0), (22.0, 18.0), (26.0, 18.0)], 1);
    scene.model(Side::B, SNIPER, (24.0, 26.0));
    let chosen = chosen(&scene, &setup, "rush", 13);
    assert!(chosen.iter().any(|choice| matches!(choice, Choice::Reveal(_))), "{chosen:?}");
    let struck = |choice: &Choice| {
        matches!(choice, Choice::Act { action: Action::Charge(_) | Action::Fight { .. }, .. } | Choice::Strike { .. })
    };
    assert!(chosen.iter().any(struck), "{chosen:?}");
}
