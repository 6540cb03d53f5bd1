//! Running for cover (DP-LDR-07, R-93).

use super::*;
use crate::rulesets::darkpotential::field::nearest_cover::{Danger, FARTHEST};

fn nearest(field: &Field, from: (f64, f64), enemies: &[Stand]) -> (Option<f64>, Vec<(f64, Spot)>) {
    let mut ways = Ways::default();
    let barred = enemies.iter().map(|stand| Barred { stand: *stand, apart: false });
    let mover = field.on_ground(from.0, from.1);
    ways.lay_within(field, mover, 6.0, FARTHEST, barred, []);
    let mut places = Vec::new();
    let least = Danger { field, enemies, bodies: &[] }.nearest_cover(&mut ways, &mut places);
    (least, places)
}

#[test]
fn r_93_the_nearest_cover_and_what_is_hardly_farther() {
    let mut crater = piece("crater", (20.0, 20.0), [6.0, 6.0]);
    crater.kind.difficult = false;
    let field = field(&[crater]);
    let enemies = [field.on_ground(20.0, 40.0)];
    // The edge of the crater is 4 inches to the east: places in it lie from 23 down.
    let (least, places) = nearest(&field, (27.0, 20.0), &enemies);
    let least = least.unwrap();
    assert!((4.0..4.1).contains(&least), "{least}");
    assert!(places.len() > 1 && places.iter().all(|(cost, _)| (least..=least + 0.5).contains(cost)));
    assert!(places.iter().all(|(_, spot)| spot.point.distance(at(20.0, 20.0)) <= 3.0 + 1e-6));
    // Who is in cover stays, or may go half an inch.
    let (least, places) = nearest(&field, (20.0, 20.0), &enemies);
    assert!(least == Some(0.0) && places.contains(&(0.0, Spot::from(at(20.0, 20.0)))));
    // nobody in sight is cover.
    assert_eq!(nearest(&field, (27.0, 20.0), &[]).0, Some(0.0));
}

#[test]
fn r_93_behind_a_rock_nobody_is_seen() {
    let field = field(&[piece("rock", (20.0, 20.0), [4.0, 4.0])]);
    let enemies = [field.on_ground(20.0, 40.0)];
    let (least, places) = nearest(&field, (26.0, 20.0), &enemies);
    let (_, spot) = places.iter().find(|(cost, _)| Some(*cost) == least).unwrap();
    let stand = field.stand(*spot, RADIUS);
    assert!(field.in_cover(&stand, &enemies, &[]) && !field.in_cover(&field.on_ground(26.0, 20.0), &enemies, &[]));
    assert!(least.is_some_and(|least| least > 1.0 && least < 5.0), "{least:?}");
}

#[test]
fn r_93_without_cover_it_goes_towards_terrain() {
    let far = field(&[piece("rock", (4.0, 4.0), [4.0, 4.0])]);
    let enemies = [far.on_ground(40.0, 44.0)];
    assert_eq!(nearest(&far, (40.0, 40.0), &enemies), (None, vec![]));
    let mut ways = Ways::default();
    ways.lay_within(&far, far.on_ground(40.0, 40.0), 6.0, FARTHEST, [], []);
    let danger = Danger { field: &far, enemies: &enemies, bodies: &[] };
    let spot = danger.nearest_terrain(&mut ways).unwrap();
    let (before, after) = (at(40.0, 40.0).distance(at(6.0, 6.0)), spot.point.distance(at(6.0, 6.0)));
    assert!(before - after > 5.5 && spot.point.distance(at(40.0, 40.0)) <= 6.0);
    let bare = field(&[]);
    let danger = Danger { field: &bare, enemies: &enemies, bodies: &[] };
    assert_eq!(danger.nearest_terrain(&mut Ways::default()), None);
}
