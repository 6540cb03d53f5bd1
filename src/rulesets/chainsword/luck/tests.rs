use super::*;
use crate::dice::{Dice, exact};
use crate::game::CodexFile;
use crate::rulesets::chainsword::codex::{Codex, NEVER};
use crate::rulesets::chainsword::combat::shooting::{Save, Shot, Thrown};
use crate::rulesets::chainsword::combat::vehicle::Condition;
use crate::rulesets::chainsword::rules::{ShockShooting, ShockTrigger};

fn codex() -> Codex {
    Codex::read(&Codex::source(), &[]).unwrap()
}

fn volley(hits: &[Hit], instant_death: bool) -> Volley {
    let save = Save { need: 4, armour: true };
    let shot = |hit: &Hit| Shot { shots: 2, hit: *hit, wound: 3, save, instant_death };
    Volley {
        shots: hits.iter().map(shot).collect(),
        shooter_shock: 0,
        loss: ShockShooting::PerPoint,
        trigger: ShockTrigger::SaveStep,
    }
}

/// The mean of what the rules themselves do, enumerated.
fn enumerated(play: impl Fn(&mut &mut dyn Dice) -> u16) -> f64 {
    exact::distribution(|mut dice| play(&mut dice)).mean(|value| f64::from(*value))
}

#[test]
fn the_mean_of_a_volley_is_that_of_the_rules_themselves() {
    let codex = codex();
    let target = |models: u16, wounds: u8| Target { toughness: 4, save: 4, invulnerable: 0, wounds, models, cover: 0 };
    let hits = [
        Hit::Direct { first: 4, second: 7 },
        Hit::Direct { first: 2, second: 5 },
        Hit::Template,
        Hit::Blast { blast: codex.blasts[0], skill: 4 },
    ];
    for (models, wounds, deadly) in [(1, 1, false), (2, 3, false), (3, 2, true), (4, 1, false)] {
        for hit in &hits {
            let (volley, target) = (volley(&[*hit], deadly), target(models, wounds));
            let before = Losses { models: 0, wounds: u8::from(wounds > 1) };
            let begun = volley.begin(&target, before);
            let wanted = enumerated(|dice| {
                let mut now = begun;
                while let Some(next) = volley.step(&target, now, dice) {
                    now = next;
                }
                now.losses.models
            });
            let mean = mean_models(&volley, &target, &begun.pool, before, &[1.0; MOST_LINES]);
            assert!((mean - wanted).abs() < 1e-9, "{hit:?} at {models} of {wounds}: {mean}, {wanted}");
        }
    }
}

#[test]
fn the_mean_of_hull_points_is_that_of_the_rules_themselves() {
    let codex = codex();
    let hull = Hull { armour: 11, points: 2, open_topped: true, cover: 5 };
    for (hit, pen_dice, ap) in [
        (Hit::Direct { first: 3, second: 7 }, 1, 2),
        (Hit::Direct { first: 3, second: NEVER }, 2, 1),
        (Hit::Template, 1, 0),
        (Hit::Blast { blast: codex.blasts[1], skill: 3 }, 1, 3),
    ] {
        let round = Round { shots: 1, hit, strength: 8, pen_dice, ap, ignores_cover: false };
        let barrage =
            Barrage { rounds: [round].into_iter().collect(), shooter_shock: 0, loss: ShockShooting::PerPoint };
        let begun = barrage.begin(&hull, Condition::whole(2));
        let wanted = enumerated(|dice| {
            let mut now = begun;
            while let Some(next) = barrage.step(&hull, now, dice) {
                now = next;
            }
            u16::from(if now.condition.alive() { now.condition.lost } else { hull.points })
        });
        let mean = mean_hull(&barrage, &hull, &begun.pool, hull.points);
        assert!((mean - wanted).abs() < 1e-9, "{hit:?}: {mean}, {wanted}");
    }
}

#[test]
fn blows_take_models_on_average_as_dice_do() {
    let wanted = enumerated(|dice| {
        let mut losses = Losses { models: 1, wounds: 1 };
        let unsaved = dice.successes(4, 3) as u16;
        losses.suffer(unsaved, false, 3, 2);
        losses.models - 1
    });
    let mean = mean_of_attacks(3, 2, Losses { models: 1, wounds: 1 }, 4, at_least(3), false);
    assert!((mean - wanted).abs() < 1e-9, "{mean}, {wanted}");
}

/// What orders the dice that Shock takes: of every blast and skill, also where only the farthest or the nearest throws count.
#[test]
fn the_mean_of_one_die_counts_every_throw_of_the_scatter() {
    let codex = codex();
    for blast in codex.blasts {
        for skill in [0, 1, 2, 3, 5, 9, 10] {
            for models in [1, 10] {
                let hit = Hit::Blast { blast, skill };
                let mean = enumerated(|dice| match hit.throw(&mut 1, dice) {
                    Thrown::Burst(blast, inches) => blast.hits(inches, models),
                    Thrown::Hits(hits) => hits,
                });
                let told = f64::from(hit.mean(|blast, inches| blast.hits(inches, models)));
                assert!((told - 108.0 * mean).abs() < 1e-6, "{blast:?} {skill} {models}: {told} for {}", 108.0 * mean);
            }
        }
    }
}
