//! Sight and cover.

use super::super::sight::Target;
use super::*;

fn on_foot(stand: Stand) -> Target {
    Target { stand, infantry: true }
}

fn sight(pieces: &[(Kind, f64, f64, f64)], from: Stand, to: Stand) -> Option<u8> {
    field(pieces).land(&Additions::default()).sight(&from, &on_foot(to), &[])
}

#[test]
fn cw_geo_03_more_than_six_inches_of_woods_hide() {
    // A disc of radius 3: 6 inches along its middle.
    let one = (Kind::Woods, 20.0, 10.0, 0.0);
    assert_eq!(sight(&[one], team(10.0, 10.0), team(30.0, 10.0)), Some(5));
    assert_eq!(sight(&[one, (Kind::Woods, 36.0, 10.0, 0.0)], team(10.0, 10.0), team(50.0, 10.0)), None);
    // woods count by depth whoever is in them.
    assert_eq!(sight(&[one, (Kind::Woods, 27.0, 10.0, 0.0)], team(20.0, 10.0), team(27.0, 10.0)), Some(5));
    assert_eq!(sight(&[one, (Kind::Woods, 27.0, 10.0, 0.0)], team(16.0, 10.0), team(27.0, 10.0)), None);
}

#[test]
fn r_96_buildings_rocks_and_bunkers_hide_what_is_not_in_them() {
    for kind in [Kind::Building, Kind::Rock, Kind::Bunker] {
        assert_eq!(sight(&[(kind, 20.0, 10.0, 0.0)], team(10.0, 10.0), team(30.0, 10.0)), None, "{}", kind.key());
    }
    let house = [(Kind::Building, 20.0, 10.0, 0.0)];
    assert_eq!(sight(&house, team(10.0, 10.0), team(20.0, 10.0)), Some(4));
    assert_eq!(sight(&house, team(20.0, 10.0), team(30.0, 10.0)), Some(0), "R-97: the own house covers nobody");
    // Touching shapes see each other, wherever they are.
    assert_eq!(sight(&house, team(20.0, 13.5), team(20.0, 11.6)), Some(4));
}

#[test]
fn r_98_hills_hide_and_show() {
    let hill = (Kind::Hill, 20.0, 10.0, 0.0);
    assert_eq!(sight(&[hill], team(10.0, 10.0), team(30.0, 10.0)), None);
    assert_eq!(sight(&[hill], team(20.0, 10.0), team(30.0, 10.0)), Some(0));
    assert_eq!(sight(&[hill], team(10.0, 10.0), team(20.0, 10.0)), Some(0));
    // From a hill one sees over scrub and walls, not over woods, and not out of the piece that the target is in.
    let seen = |kind: Kind, x: f64| sight(&[hill, (kind, 32.0, 10.0, 90.0)], team(20.0, 10.0), team(x, 10.0));
    assert_eq!([Kind::Scrub, Kind::Wall, Kind::Barricade].map(|kind| seen(kind, 38.0)), [Some(0); 3]);
    assert_eq!([Kind::Woods, Kind::Crater].map(|kind| seen(kind, 38.0)), [Some(5); 2]);
    assert_eq!(seen(Kind::Scrub, 32.0), Some(5));
    let below = |kind: Kind| sight(&[(kind, 32.0, 10.0, 90.0)], team(20.0, 10.0), team(38.0, 10.0));
    assert_eq!([Kind::Scrub, Kind::Wall, Kind::Barricade].map(below), [Some(5), Some(4), Some(4)]);
}

#[test]
fn cw_geo_03_two_of_three_lines_must_cross_cover() {
    // A wall that ends so that the middle and one end of the disc are behind it, or one end alone.
    let wall = |y: f64| sight(&[(Kind::Wall, 20.0, y, 90.0)], team(10.0, 10.0), team(30.0, 10.0));
    assert_eq!([12.9, 13.1].map(wall), [Some(4), Some(0)]);
    // Each line has the best save that it crosses, and the second best of the three counts.
    let pieces = [(Kind::Scrub, 18.0, 10.0, 0.0), (Kind::Wall, 24.0, 12.9, 90.0)];
    assert_eq!(sight(&pieces, team(10.0, 10.0), team(30.0, 10.0)), Some(4));
    let pieces = [(Kind::Scrub, 18.0, 10.0, 0.0), (Kind::Wall, 24.0, 13.1, 90.0)];
    assert_eq!(sight(&pieces, team(10.0, 10.0), team(30.0, 10.0)), Some(5));
}

#[test]
fn r_97_a_target_has_its_own_piece_from_all_sides_and_the_shooters_not() {
    let ruins = (Kind::Ruins, 30.0, 10.0, 0.0);
    for x in [10.0, 50.0] {
        assert_eq!(sight(&[ruins], team(x, 10.0), team(30.0, 10.0)), Some(4));
    }
    assert_eq!(sight(&[ruins], team(30.0, 10.0), team(50.0, 10.0)), Some(0));
    assert_eq!(sight(&[ruins], team(28.5, 10.0), team(32.0, 10.0)), Some(4), "both in one piece");
    // A wall within an inch of the shooter does not count.
    let wall = |x: f64| sight(&[(Kind::Wall, x, 10.0, 90.0)], team(10.0, 10.0), team(30.0, 10.0));
    assert_eq!([12.0, 12.1].map(wall), [Some(0), Some(4)]);
    // A trench covers who is in it.
    let trench = [(Kind::Entrenchment, 20.0, 10.0, 90.0)];
    assert_eq!(sight(&trench, team(10.0, 10.0), team(20.0, 10.0)), Some(3));
    assert_eq!(sight(&trench, team(10.0, 10.0), team(30.0, 10.0)), Some(0));
}

#[test]
fn r_184_hulls_and_wrecks_on_the_line_cover_infantry() {
    let field = field(&[(Kind::Hill, 10.0, 40.0, 0.0)]);
    let mut additions = Additions::default();
    let (from, to) = (team(10.0, 10.0), team(30.0, 10.0));
    let hull = |x: f64, y: f64| Stand::hull(at(x, y), 90.0, 4.0, 3.0);
    let cover = |additions: &Additions, hulls: &[Stand], infantry: bool| {
        field.land(additions).sight(&from, &Target { stand: to, infantry }, hulls)
    };
    assert_eq!(cover(&additions, &[hull(20.0, 10.0)], true), Some(5));
    assert_eq!(cover(&additions, &[hull(20.0, 10.0)], false), Some(0), "vehicles are not covered");
    assert_eq!(cover(&additions, &[hull(20.0, 12.4)], true), Some(0), "one line of three");
    assert_eq!(cover(&additions, &[hull(13.5, 10.0)], true), Some(0), "within an inch of the shooter");
    assert!(additions.lay(&field, field.piece(Kind::Wreck, at(20.0, 10.0), 0.0)));
    assert_eq!([true, false].map(|infantry| cover(&additions, &[], infantry)), [Some(5), Some(0)]);
    // From a hill one sees over it.
    let target = on_foot(team(10.0, 20.0));
    let seen = field.land(&additions).sight(&team(10.0, 40.0), &target, &[hull(10.0, 30.0)]);
    assert_eq!(seen, Some(0));
}

#[test]
fn r_121_nobody_sees_farther_than_the_smoke_lets() {
    let (field, additions) = (field(&[]), Additions::default());
    let land = field.land(&additions).seen_within(18.0);
    assert!(land.sees(&team(10.0, 10.0), &team(30.0, 10.0)) && !land.sees(&team(10.0, 10.0), &team(30.1, 10.0)));
    assert!(!land.sees_flyer(&team(10.0, 10.0), &Stand::hull(at(40.0, 10.0), 0.0, 4.0, 4.0)));
}

#[test]
fn cw_fly_06_only_buildings_near_the_shooter_hide_flyers() {
    let flyer = Stand::hull(at(40.0, 10.0), 0.0, 4.0, 4.0);
    let seen = |kind: Kind, x: f64| {
        field(&[(kind, x, 10.0, 90.0)]).land(&Additions::default()).sees_flyer(&team(10.0, 10.0), &flyer)
    };
    // The near side of a building is 2.5 inches before its middle.
    assert_eq!([19.4, 19.6].map(|x| seen(Kind::Building, x)), [false, true]);
    assert!([Kind::Rock, Kind::Hill, Kind::Woods].iter().all(|kind| seen(*kind, 18.0)));
}
