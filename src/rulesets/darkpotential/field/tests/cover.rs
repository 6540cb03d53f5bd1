//! Sight and cover (DP-LOS, R-06 to ).

use super::*;
use crate::tabletop::plane::{Aloft, Body};

fn cover(field: &Field, firer: &Stand, target: &Stand) -> Option<(Grade, bool)> {
    field.sight(firer, target, &[]).map(|cover| (cover.grade, cover.partial))
}

const OPEN: Option<(Grade, bool)> = Some((Grade::None, false));

#[test]
fn dp_los_04_woods_obscure_and_never_block() {
    let woods = field(&[piece("woods", (20.0, 20.0), [8.0, 8.0])]);
    let (firer, behind, inside) =
        (woods.on_ground(20.0, 10.0), woods.on_ground(20.0, 29.0), woods.on_ground(20.0, 22.0));
    assert_eq!(cover(&woods, &firer, &behind), Some((Grade::Light, false)));
    // inside is full cover from every side, also from inside; out of it a firer ignores it.
    assert_eq!(cover(&woods, &firer, &inside), Some((Grade::Light, false)));
    assert_eq!(cover(&woods, &woods.on_ground(20.0, 19.0), &inside), Some((Grade::Light, false)));
    assert_eq!(cover(&woods, &inside, &firer), OPEN);
    assert_eq!(cover(&woods, &firer, &woods.on_ground(30.0, 10.0)), OPEN);
    // blocked beyond six inches of it.
    let deep = field_by(&with(&[("area-sight", "block-beyond-6")]), &[piece("woods", (20.0, 20.0), [8.0, 8.0])]);
    assert_eq!(cover(&deep, &firer, &behind), None);
    assert!(!deep.sees(&firer, &behind, &[]) && deep.sees(&firer, &deep.on_ground(20.0, 21.0), &[]));
    assert!(deep.sees(&deep.on_ground(13.0, 21.5), &deep.on_ground(18.0, 27.0), &[]), "the line cuts a corner");
}

#[test]
fn dp_ter_01_craters_and_ruins_cover_whoever_stands_inside() {
    let field = field(&[piece("crater", (20.0, 20.0), [6.0, 6.0]), piece("building", (34.0, 34.0), [8.0, 6.0])]);
    let firer = field.on_ground(20.0, 10.0);
    assert_eq!(cover(&field, &firer, &field.on_ground(20.0, 22.9)), Some((Grade::Medium, false)));
    assert_eq!(cover(&field, &firer, &field.on_ground(20.0, 23.1)), OPEN, "lines only cross it");
    // DP-TER-02: no wall between, no cover in a building.
    assert_eq!(cover(&field, &field.on_ground(34.0, 33.0), &field.on_ground(34.0, 35.5)), OPEN);
}

#[test]
fn dp_los_05_from_a_roof_of_4_inches_a_low_wall_hides_nothing_6_inches_behind() {
    let field = field(&[piece("building", (20.0, 10.0), [8.0, 6.0]), piece("wall", (20.0, 16.0), [6.0, 0.5])]);
    let target = field.on_ground(20.0, 16.25 + 6.0 + RADIUS);
    assert_eq!(cover(&field, &field.upstairs(20.0, 12.5), &target), OPEN);
    assert_eq!(cover(&field, &field.on_ground(20.0, 13.5), &target), Some((Grade::Medium, true)));
}

#[test]
fn dp_los_06_and_07_one_hidden_line_is_cover_and_half_of_them_full_cover() {
    // A rock beside the way hides one column of three; farther in it hides two, or all.
    let behind = |edge: f64| {
        let field = field(&[piece("rock", (edge + 2.0, 20.0), [4.0, 4.0])]);
        cover(&field, &field.on_ground(20.0, 10.0), &field.on_ground(20.0, 30.0))
    };
    assert_eq!(behind(20.6), OPEN);
    assert_eq!(behind(20.2), Some((Grade::Medium, true)));
    assert_eq!(behind(19.9), Some((Grade::Medium, false)));
    assert_eq!(behind(19.0), None);
    let picky = with(&[("cover-half", "0.9")]);
    let field = field_by(&picky, &[piece("rock", (21.9, 20.0), [4.0, 4.0])]);
    assert_eq!(cover(&field, &field.on_ground(20.0, 10.0), &field.on_ground(20.0, 30.0)), Some((Grade::Medium, true)));
}

#[test]
fn dp_los_08_terrain_that_the_firer_touches_blocks_but_gives_no_cover() {
    let field = field(&[piece("wall", (20.0, 20.0), [6.0, 0.5]), piece("high-wall", (30.0, 20.0), [6.0, 0.5])]);
    let beyond = |y: f64| cover(&field, &field.on_ground(20.0, y), &field.on_ground(20.0, 24.0));
    assert_eq!(beyond(19.75 - RADIUS), OPEN);
    assert_eq!(beyond(19.74 - RADIUS), OPEN);
    assert!(beyond(19.7 - RADIUS).is_some_and(|(grade, _)| grade == Grade::Medium));
    // The high wall hides who stands close behind it all the same.
    assert_eq!(cover(&field, &field.on_ground(30.0, 19.75 - RADIUS), &field.on_ground(30.0, 21.0)), None);
}

#[test]
fn dp_los_09_the_best_grade_counts_or_all_of_them() {
    let pieces = [piece("wall", (20.0, 26.0), [6.0, 0.5]), piece("woods", (20.0, 20.0), [8.0, 8.0])];
    let penalty = |rules: &Rules| {
        let field = field_by(rules, &pieces);
        field
            .sight(&field.on_ground(20.0, 10.0), &field.on_ground(20.0, 26.25 + RADIUS), &[])
            .unwrap()
            .penalty(rules, 0)
    };
    assert_eq!(penalty(&Rules::default()), 2);
    assert_eq!(penalty(&with(&[("cover-stacking", "sum")])), 3);
}

#[test]
fn dp_los_03_models_neither_block_nor_cover_unless_the_rules_say_so() {
    let pieces: [Piece; 0] = [];
    let bodies = |field: &Field| -> Vec<Body> {
        [(20.0, 10.0), (20.0, 15.0), (20.0, 20.0)].map(|(x, y)| field.on_ground(x, y).body()).to_vec()
    };
    let look = |rules: &Rules| {
        let field = field_by(rules, &pieces);
        field.sight(&field.on_ground(20.0, 10.0), &field.on_ground(20.0, 20.0), &bodies(&field))
    };
    assert_eq!(look(&Rules::default()), Some(Cover::NONE));
    assert_eq!(look(&with(&[("models-block-los", "yes")])), None);
}

#[test]
fn r_70_a_wall_of_the_own_building_is_heavy_cover() {
    // A house of 8 by 6: doors in its long walls, north and south; windows in all.
    let field = field(&[piece("building", (20.0, 20.0), [8.0, 6.0])]);
    let inside = field.on_ground(20.0, 20.0);
    // Through the door in the middle, past its sides, and through a window.
    assert_eq!(cover(&field, &field.on_ground(20.0, 10.0), &inside), OPEN);
    let window = cover(&field, &field.on_ground(10.0, 21.5), &field.on_ground(17.5, 21.5));
    assert!(window.is_some_and(|(grade, _)| grade == Grade::Heavy), "{window:?}");
    // Out of it the wall is medium cover for a target outside, where the firer does not touch it.
    let out = cover(&field, &field.on_ground(17.5, 21.5), &field.on_ground(15.2, 21.5));
    assert!(out.is_some_and(|(grade, _)| grade == Grade::Medium), "{out:?}");
    // Blind walls block, and so does the roof, from above and below.
    assert!(!field.sees(&field.on_ground(10.0, 20.0), &field.on_ground(17.0, 20.0), &[]));
    assert!(!field.sees(&field.upstairs(20.0, 20.0), &inside, &[]));
    let edge = cover(&field, &field.on_ground(20.0, 8.0), &field.upstairs(20.0, 19.0));
    assert!(edge.is_some_and(|(grade, _)| grade == Grade::Medium), "the edge of the roof: {edge:?}");
}

#[test]
fn dp_los_01_sight_is_mutual_on_random_tables() {
    let (codex, rules) = (Codex::built_in(), Rules::default());
    let mut dice = crate::dice::SeededDice::from_key(7);
    let board = crate::rulesets::darkpotential::random_board::draw(&codex, &rules, 400.0, &mut dice).board;
    let field = Field::new(&rules, &board);
    let mut seen = 0;
    for _ in 0..300 {
        let mut place = || {
            let point = crate::tabletop::plane::random_point(&field.table().inset(0.5), 64.0, &mut dice);
            field.stand(Spot::from(point), RADIUS)
        };
        let (a, b) = (place(), place());
        let sees = field.sees(&a, &b, &[]);
        assert_eq!(sees, field.sees(&b, &a, &[]), "DP-LOS-02: no die is thrown");
        assert_eq!(sees, field.sight(&a, &b, &[]).is_some());
        if field.is_open_between(&a, &b) {
            assert!(sees && (cover(&field, &a, &b) == OPEN || field.area_cover(&b).is_some()));
        }
        seen += u32::from(sees);
    }
    assert!((30..270).contains(&seen), "{seen}");
}

#[test]
fn r_06_the_grid_may_be_finer_or_coarser() {
    let look = |switches: &[(&str, &str)], edge: f64| {
        let field = field_by(&with(switches), &[piece("rock", (edge + 2.0, 20.0), [4.0, 4.0])]);
        cover(&field, &field.on_ground(20.0, 10.0), &field.on_ground(20.0, 30.0))
    };
    assert_eq!(look(&[("los-columns", "9"), ("los-rows", "9")], 20.2), Some((Grade::Medium, true)));
    // Two columns of three are hidden, but only one of two.
    assert_eq!(look(&[("cover-half", "0.6")], 19.9), Some((Grade::Medium, false)));
    assert_eq!(look(&[("cover-half", "0.6"), ("los-columns", "2")], 19.9), Some((Grade::Medium, true)));
    assert_eq!(look(&[("los-columns", "1"), ("los-rows", "1")], 20.1), OPEN);
    assert_eq!(MOST_LINES, 9);
}

#[test]
fn dp_sup_04_the_centre_of_a_template_is_seen_or_not() {
    let field = field(&[piece("rock", (20.0, 20.0), [4.0, 4.0]), piece("woods", (34.0, 20.0), [8.0, 8.0])]);
    let centre = |x: f64, y: f64| Aloft { point: at(x, y), height: 0.65 };
    let sees = |x: f64, y: f64, to: Aloft| field.sees_point(&field.on_ground(x, y), to, &[]);
    assert!(
        !sees(20.0, 10.0, centre(20.0, 30.0))
            && sees(16.0, 10.0, centre(16.0, 30.0))
            && sees(34.0, 10.0, centre(34.0, 30.0))
    );
}

#[test]
fn dp_ldr_10_in_cover_is_against_one_who_is_seen_or_against_nobody() {
    let field = field(&[piece("wall", (20.0, 20.0), [6.0, 0.5]), piece("rock", (30.0, 30.0), [4.0, 4.0])]);
    let model = field.on_ground(20.0, 20.25 + RADIUS);
    let (before, behind, hidden) =
        (field.on_ground(20.0, 10.0), field.on_ground(20.0, 30.0), field.on_ground(36.0, 38.0));
    assert!(field.in_cover(&model, &[before], &[]) && !field.in_cover(&model, &[behind], &[]));
    assert!(field.in_cover(&model, &[behind, before], &[]), "one of both is enough");
    let open = field.on_ground(25.0, 24.0);
    assert!(
        field.in_cover(&open, &[], &[])
            && field.in_cover(&open, &[hidden], &[])
            && !field.in_cover(&open, &[hidden, behind], &[])
    );
}
