//! Base contact, base to base and over linear obstacles, and templates by level.

use super::*;
use crate::rulesets::darkpotential::aoe::{Exposure, Template};

#[test]
fn r_04_a_hundredth_of_an_inch_is_contact() {
    let open = field(&[]);
    let contact =
        |gap: f64| open.contact(&open.on_ground(20.0, 20.0), &open.on_ground(20.0 + 2.0 * RADIUS + gap, 20.0));
    assert_eq!([0.0, 0.01, 0.0104, 0.011, 1.0].map(|gap| contact(gap).is_some()), [true, true, true, false, false]);
    let wide = field_by(&with(&[("contact-tolerance", "0.1")]), &[]);
    assert!(wide.contact(&wide.on_ground(5.0, 5.0), &wide.on_ground(5.0 + 2.0 * RADIUS + 0.1, 5.0)).is_some());
}

#[test]
fn r_57_a_linear_obstacle_without_room_for_a_base_is_fought_over() {
    // A wall of half an inch, from y = 19.75 to 20.25.
    let field = field(&[piece("wall", (20.0, 20.0), [6.0, 0.5])]);
    let south = field.on_ground(20.0, 19.75 - RADIUS);
    let north = |gap: f64| field.on_ground(20.0, 20.25 + RADIUS + gap);
    let needs = |gap: f64| field.contact(&south, &north(gap)).map(Contact::needs);
    let near =
        |found: Option<f64>, expected: f64| assert!(found.is_some_and(|it| (it - expected).abs() < 1e-9), "{found:?}");
    near(needs(0.0), 1.0);
    // Position 11: 0.6 inches beyond the wall.
    near(needs(0.6), 1.6);
    near(needs(0.98), 1.98);
    assert_eq!((needs(1.0), needs(1.5)), (None, None));
    // Neither touches it.
    assert_eq!(field.contact(&field.on_ground(20.0, 19.7 - RADIUS), &north(0.1)), None);
    // The straight line between them passes its end.
    let aside = |x: f64| [field.on_ground(x, 19.75 - RADIUS), field.on_ground(x, 20.25 + RADIUS)];
    let over = |x: f64| field.contact(&aside(x)[0], &aside(x)[1]).is_some();
    assert_eq!([22.9, 23.1].map(over), [true, false]);
    // alike: touching is touching within a hundredth.
    assert!(field.contact(&field.on_ground(20.0, 19.74 - RADIUS), &north(0.0)).is_some());
    // DP-LOS-01: models in contact see each other.
    assert!(field.sees(&south, &north(0.0), &[]));
}

#[test]
fn r_108_who_lacks_the_movement_for_true_contact_may_not_end_there() {
    // Position 12: 0.4 inches left, the enemy touches the far side of the wall.
    let field = field(&[piece("wall", (20.0, 20.0), [6.0, 0.5])]);
    let enemy = Barred { stand: field.on_ground(20.0, 20.25 + RADIUS), apart: false };
    let mut ways = Ways::default();
    let may_end = |ways: &mut Ways, left: f64, off: f64| {
        let from = Spot::from(at(20.0, 19.75 - RADIUS - off));
        ways.lay(&field, field.stand(from, RADIUS), left, [enemy], []);
        ways.surroundings().may_end(&field, from, 0.0)
    };
    assert!(!may_end(&mut ways, 0.4, 0.0) && !may_end(&mut ways, 0.4, 0.98) && may_end(&mut ways, 0.4, 1.0));
    assert!(may_end(&mut ways, 1.0, 0.0), "half an inch of way, and the wall once more");
}

#[test]
fn r_69_models_meet_over_slopes_not_over_faces() {
    let field = field(&[piece("hill", (20.0, 20.0), [12.0, 8.0])]);
    let contact = |a: Stand, b: Stand| field.contact(&a, &b).is_some();
    // The short ends, east and west, are slopes.
    assert!(contact(field.on_ground(26.0 + RADIUS, 20.0), field.on_ground(26.0 - RADIUS, 20.0)));
    assert!(!contact(field.on_ground(20.0, 24.0 + RADIUS), field.on_ground(20.0, 24.0 - RADIUS)));
    assert_eq!(field.distance(&field.on_ground(20.0, 24.0 + RADIUS), &field.on_ground(20.0, 24.0 - RADIUS)), 2.0);
}

#[test]
fn dp_aoe_07_templates_reach_those_on_their_level() {
    // Positions 20 and 21: a roof of 4 inches, and a centre an inch off the board.
    let field = field(&[piece("building", (20.0, 20.0), [8.0, 6.0])]);
    let codex = Codex::built_in();
    let template = Template::new(&Rules::default(), codex.weapon("rocket-launcher").unwrap());
    let (roof, centre) = (field.height(field.upstairs(20.0, 20.0).spot), at(20.0, 20.0));
    let touched = |stand: Stand, centre: Point, height: f64| {
        field.on_level(&stand, height) && template.exposure(centre, &stand.disc()) != Exposure::Clear
    };
    assert_eq!(roof, 4.0);
    assert!(
        touched(field.upstairs(21.992, 20.0), centre, roof) && !touched(field.upstairs(21.993, 20.0), centre, roof)
    );
    assert!(!touched(field.on_ground(20.0, 20.0), centre, roof));
    let off = at(-1.0, 5.0);
    let height = field.surface(off);
    assert!(touched(field.on_ground(0.992, 5.0), off, height) && !touched(field.on_ground(0.993, 5.0), off, height));
}
