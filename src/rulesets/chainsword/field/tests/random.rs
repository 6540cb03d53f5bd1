//! What holds on every table.

use super::super::sight::{Target, line_between};
use super::super::ways::Ways;
use super::*;
use crate::dice::{Dice, SeededDice};
use crate::rulesets::chainsword::random_board;
use crate::tabletop::plane::{Segment, crossed};

/// A mirrored table, and stands on it that the dice choose.
fn drawn(seed: u64) -> (Field, SeededDice) {
    let codex = Codex::built_in();
    let mut dice = SeededDice::from_key(seed);
    let board = random_board::draw(&codex, &Rules::default(), &mut dice);
    (Field::new(&codex, &Rules::default(), &board), dice)
}

fn any_stand(dice: &mut SeededDice) -> Stand {
    let centre = at(f64::from(dice.pick(72_001)) / 1000.0, f64::from(dice.pick(48_001)) / 1000.0);
    match dice.pick(3) {
        0 => Stand::hull(centre, f64::from(dice.pick(360)), 4.0, 2.5),
        _ => Stand::disc(centre, team_radius(1 + dice.pick(8))),
    }
}

fn image(stand: &Stand) -> Stand {
    match stand.form {
        Form::Base(base) => Stand {
            form: Form::Base(Base {
                centre: at(72.0 - base.centre.x, 48.0 - base.centre.y),
                facing: base.facing.reversed(),
                ..base
            }),
        },
        _ => stand.moved_to(at(72.0 - stand.at().x, 48.0 - stand.at().y)),
    }
}

#[test]
fn sight_and_gaps_are_mutual_and_mirrored_tables_are_the_same_for_both() {
    let additions = Additions::default();
    let mut differences = 0;
    for seed in 0..30 {
        let (field, mut dice) = drawn(seed);
        let land = field.land(&additions);
        for _ in 0..60 {
            let (a, b) = (any_stand(&mut dice), any_stand(&mut dice));
            assert!((a.gap(&b) - b.gap(&a)).abs() < 1e-9);
            assert_eq!(land.sees(&a, &b), land.sees(&b, &a), "{a:?} {b:?}");
            let target = |stand: Stand| Target { stand, infantry: true };
            let (here, there) = (land.sight(&a, &target(b), &[]), land.sight(&image(&a), &target(image(&b)), &[]));
            // Hulls with parallel sides have more than one shortest line.
            differences += u32::from(here != there);
            for mover in [Mover::Foot, Mover::Wheels] {
                assert_eq!(land.stands(&a, mover), land.stands(&image(&a), mover));
            }
        }
    }
    assert!(differences <= 1, "{differences}");
}

/// The outline of a piece, and what the rules say of it, without any short cut.
fn blocked_by_definition(field: &Field, from: &Stand, to: &Stand) -> Option<bool> {
    let line = line_between(from, to);
    let mut woods = 0.0;
    for part in &field.parts {
        let form = part.patch.form();
        let inside = crossed(&line, form).map_or(0.0, |part| part.until - part.from);
        let near = inside > 0.0 && inside < 1e-3;
        let holds = [from, to].iter().any(|stand| Patch::new(*form).distance(stand.at()) <= 0.0);
        match part.screen {
            Screen::Blocked | Screen::Crest if near && !holds => return None,
            Screen::Blocked | Screen::Crest if inside > 0.0 && !holds => return Some(true),
            Screen::Deep => woods += inside,
            _ => {}
        }
    }
    ((woods - 6.0f64).abs() > 1e-3).then_some(woods > 6.0)
}

#[test]
fn cw_geo_03_sight_and_cover_are_those_of_their_definition() {
    let additions = Additions::default();
    let (mut hidden, mut covered) = (0, 0);
    for seed in 100..130 {
        let (field, mut dice) = drawn(seed);
        let land = field.land(&additions);
        for _ in 0..40 {
            let (from, to) = (any_stand(&mut dice), any_stand(&mut dice));
            if let Some(blocked) = blocked_by_definition(&field, &from, &to) {
                assert_eq!(land.sees(&from, &to), !blocked, "{from:?} {to:?}");
                hidden += u32::from(blocked);
            }
            let cover = land.cover(&from, &Target { stand: to, infantry: true }, &[]);
            assert_eq!(cover, cover_by_definition(&field, &from, &to), "{from:?} {to:?}");
            covered += u32::from(cover > 0);
        }
    }
    assert!(hidden > 200 && covered > 200, "{hidden} {covered}");
}

fn cover_by_definition(field: &Field, from: &Stand, to: &Stand) -> u8 {
    let (a, b) = (from.at(), to.at());
    let across = (b - a).unit().unwrap().left();
    // The end of the outline, sought along the line square to that of sight.
    let (mut low, mut high) = (0.0, to.form.reach());
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if Patch::new(to.form).distance(b + across * middle) <= 0.0 { low = middle } else { high = middle }
    }
    let ends = [b, b + across * high, b - across * high];
    let on_hill = field.parts.iter().any(|part| part.piece.kind == Kind::Hill && part.patch.contains(a));
    let saves = ends.map(|end| {
        let line = Segment::new(a, end);
        let counts = |part: &&Part| {
            let low = matches!(part.piece.kind, Kind::Scrub | Kind::Wall | Kind::Barricade);
            let at_hand = part.is_line() && distance(&from.form, part.patch.form()) <= 1.01;
            part.cover > 0
                && part.piece.kind != Kind::Entrenchment
                && !(low && on_hill)
                && !at_hand
                && !part.patch.contains(a)
                && crossed(&line, part.patch.form()).is_some()
        };
        field.parts.iter().filter(counts).map(|part| part.cover).min().unwrap_or(9)
    });
    let mut saves = saves;
    saves.sort_unstable();
    let own = field.parts.iter().filter(|part| part.cover > 0 && part.patch.contains(b)).map(|part| part.cover).min();
    let best = own.unwrap_or(9).min(saves[1]);
    if best == 9 { 0 } else { best }
}

#[test]
fn r_91_every_place_of_a_way_is_lawful() {
    let additions = Additions::default();
    let mut ways = Ways::default();
    let (mut found, mut bent) = (0, 0);
    for seed in 200..230 {
        let (field, mut dice) = drawn(seed);
        let land = field.land(&additions);
        for _ in 0..20 {
            let stand = any_stand(&mut dice);
            let mover = match stand.form {
                Form::Base(_) => Mover::Wheels,
                _ => Mover::Foot,
            };
            let foes: ArrayVec<Stand, 6> = (0..6).map(|_| any_stand(&mut dice)).collect();
            let crowd = Crowd { foes: &foes, friends: &[] };
            if !land.room(&stand, mover, &crowd) {
                continue;
            }
            let to = at(stand.at().x + f64::from(dice.pick(25)) - 12.0, stand.at().y + f64::from(dice.pick(25)) - 12.0);
            let Some(way) = ways.way(&land, &stand, mover, to, 18.0, &crowd) else { continue };
            assert!(way.cost() <= 18.02 && way.length() >= stand.at().distance(way.end()) - 1e-6);
            found += 1;
            bent += u32::from(way.points().len() > 2);
            for step in 0..=40 {
                let place = stand.moved_to(way.after(way.length() * f64::from(step) / 40.0));
                // Of vehicles a disc goes there.
                let body = Stand::disc(place.at(), if mover == Mover::Wheels { 1.2 } else { place.body() });
                assert!(field.table.contains(place.at()));
                assert!(foes.iter().all(|foe| body.gap(foe) > land.enemy_gap() - 2.0 * REACH), "{way:?}");
                let clear = |part: &&Part| match mover {
                    Mover::Wheels => distance(&body.form, part.patch.form()) > 0.0,
                    _ => !part.patch.holds(place.at(), 0.01),
                };
                assert!(land.barriers(mover).all(|part| clear(&part)), "{way:?}");
            }
        }
    }
    assert!(found > 150 && bent > 10, "{found} {bent}");
}
