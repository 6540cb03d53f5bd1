//! Room for a base that is set down (R-81, R-89, DP-STL-13).

use super::*;

#[test]
fn r_89_the_nearest_free_place_within_an_inch() {
    let field = field(&[piece("rock", (20.0, 20.0), [4.0, 4.0])]);
    let free = field.on_ground(10.0, 10.0);
    assert_eq!(field.nearest_room(&free, 1.0, &[]), Some(free));
    // On top of a friend, and half in a rock.
    let friend = field.on_ground(10.0, 10.4);
    let beside = field.nearest_room(&free, 1.0, &[friend]).unwrap();
    assert!(!beside.overlaps(&friend) && (0.55..0.65).contains(&beside.spot.point.distance(free.spot.point)));
    let wedged = field.on_ground(20.0, 18.0);
    let out = field.nearest_room(&wedged, 1.0, &[]).unwrap();
    assert!(field.stands(&out) && out.spot.point.distance(at(20.0, 17.5)) < 0.1);
    assert_eq!(field.nearest_room(&field.on_ground(20.0, 20.0), 1.0, &[]), None);
}

#[test]
fn dp_stl_13_and_14_bases_find_room_in_contact_or_none() {
    let field = field(&[]);
    let real = field.on_ground(20.0, 20.0);
    let places: Vec<Stand> = field.room_round(&real, RADIUS, &[]).collect();
    assert_eq!(places.len(), 48);
    assert!(places.iter().all(|place| field.contact(place, &real).is_some() && !place.overlaps(&real)));
    // In a corner fewer.
    let cornered = field.on_ground(RADIUS, RADIUS);
    assert!(field.room_round(&cornered, RADIUS, &[]).count() <= 13);
    let ring: Vec<Stand> = (0..6).map(|at| places[at * 8]).collect();
    assert_eq!(field.room_round(&real, RADIUS, &ring).count(), 0, "six bases fill the ring");
}

#[test]
fn r_81_who_is_stopped_on_a_friend_goes_back_along_its_path() {
    // Position 4.
    let field = field(&[]);
    let mover = field.on_ground(20.0, 20.0);
    let friend = field.on_ground(22.0, 20.0);
    let mut ways = Ways::default();
    ways.lay(&field, mover, 6.0, [], [friend]);
    let route = ways.route(&field, Spot::from(at(24.0, 20.0))).unwrap();
    let (inches, stand) = field.last_room(&mover, &route, 2.0, &[friend]);
    assert!((0.95..=2.0 - 2.0 * RADIUS + 1e-3).contains(&inches) && !stand.overlaps(&friend), "{inches}");
    assert_eq!(field.last_room(&mover, &route, 4.0, &[friend]).0, 4.0);
    assert_eq!(field.last_room(&mover, &route, 0.5, &[field.on_ground(20.3, 20.0)]), (0.0, mover));
}
