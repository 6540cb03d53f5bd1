use super::*;
use crate::dice::{Dice, exact};
use crate::game::Side;
use crate::rulesets::chainsword::combat::melee::{Melee, Outcome};
use crate::rulesets::chainsword::scene::{enlist, setup, stand};

/// A table with a Team of each side, and the officer of neither.
fn facing<'s>(setup: &'s crate::rulesets::chainsword::state::Setup, units: [&str; 2], apart: f64) -> Battle<'s> {
    let mut battle = Battle::empty(setup);
    for (side, unit) in Side::BOTH.into_iter().zip(units) {
        let team = enlist(&mut battle, side, unit);
        let y = if side == Side::A { 10.0 } else { 10.0 + apart };
        stand(&mut battle, team, 30.0, y);
        battle.forces[side.index()].level = 9;
    }
    battle
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a}, not {b}");
}

#[test]
fn a_volley_is_worth_what_its_dice_come_to() {
    let setup = setup();
    let battle = facing(&setup, ["ironclads", "levy-rifles"], 20.0);
    // Two mag-rifles beyond half range: BS 4, S 4 on T 3, AP 5 denies the armour; the arc-rifle wounds on 2 and more.
    let mut aim = Aim {
        by: 0,
        kind: FireKind::Shoot,
        mode: Mode::Stand,
        inches: 20.0,
        seen: true,
        cover: 0,
        facing: Facing::Front,
    };
    let open = toll(&battle, &Fire::all(64), &aim);
    let (mag, arc) = (4.0 / 9.0, 5.0 / 9.0);
    near(open.lost, 2.0 * mag + arc);
    near(open.gone, 0.0);
    near(open.shock, 1.0 - (1.0 - mag) * (1.0 - mag) * (1.0 - arc));
    aim.cover = 4;
    near(toll(&battle, &Fire::all(64), &aim).lost, 0.5 * (2.0 * mag + arc));
    aim.inches = 25.0;
    assert_eq!(toll(&battle, &Fire::all(64), &aim), Toll::default(), "out of range");
    aim.seen = false;
    assert_eq!(toll(&battle, &Fire::all(64), &aim), Toll::default());
}

#[test]
fn a_hull_is_worth_what_the_facing_shows() {
    let setup = setup();
    let battle = facing(&setup, ["lance-battery", "lancer"], 20.0);
    let aim = |facing: Facing| Aim {
        by: 0,
        kind: FireKind::Shoot,
        mode: Mode::Stand,
        inches: 20.0,
        seen: true,
        cover: 0,
        facing,
    };
    let [front, side, rear] =
        [Facing::Front, Facing::Side, Facing::Rear].map(|facing| toll(&battle, &Fire::all(64), &aim(facing)));
    assert!(front.lost < side.lost && side.lost < rear.lost && front.gone < rear.gone);
    assert_eq!(front.shock, 0.0);
}

#[test]
fn a_clash_is_what_a_round_of_melee_comes_to() {
    let setup = setup();
    let mut battle = facing(&setup, ["breachers", "levy-rifles"], 3.0);
    battle.teams[0].models = 2;
    battle.teams[64].models = 2;
    let sides = [Fighter::of(&battle, 0, true, false), Fighter::of(&battle, 64, false, false)];
    let clash = clash(&battle, &sides);
    // Two rounds by the rules themselves, enumerated.
    let melee = Melee::new(&setup.codex, sides.map(|side| side.combatant));
    let fought = |dice: &mut &mut dyn Dice| {
        let mut losses = [Losses::default(); 2];
        for round in 0..ROUNDS {
            let entries = [0, 1].map(|at: usize| if round == 0 { sides[at].entry } else { Entry::default() });
            let mut now = melee.begin(losses, &entries);
            let outcome = loop {
                match melee.step(&entries, now, dice) {
                    Ok(next) => now = next,
                    Err((outcome, after, _)) => {
                        losses = after;
                        break outcome;
                    }
                }
            };
            match outcome {
                Outcome::Drawn | Outcome::Holds(_) => {}
                Outcome::Swept(1) | Outcome::Destroyed(1) => return 1_u16,
                _ => return 0,
            }
        }
        0
    };
    let gone = exact::distribution(|mut dice| fought(&mut dice)).mean(|value| f64::from(*value));
    assert!((clash.gone[1] - gone).abs() < 0.02, "{} and {gone}", clash.gone[1]);
}

#[test]
fn the_chance_of_a_charge_counts_its_dice() {
    near(reaches(2.0, false), 1.0);
    near(reaches(7.0, false), 21.0 / 36.0);
    near(reaches(7.0, true), 69.0 / 216.0);
    near(reaches(12.5, false), 0.0);
    near(fails(8, 0, 0, false), 10.0 / 36.0);
    near(fails(7, 9, 0, false), 35.0 / 36.0);
}
