//! Tests of the field, by the rows of the ledger.

mod moves;
mod random;
mod sight;

use super::*;
use crate::game::CodexFile;
use crate::rulesets::chainsword::patrol::Ground;

/// A point.
pub(super) fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// A field with these pieces of the catalogue: kind, place, heading.
pub(super) fn field(pieces: &[(Kind, f64, f64, f64)]) -> Field {
    let codex = Codex::built_in();
    let bare = Board::bare(&codex);
    let pieces = pieces.iter().map(|(kind, x, y, degrees)| Piece::new(&codex, *kind, at(*x, *y), *degrees)).collect();
    Field::new(&codex, &Rules::default(), &Board { pieces, ..bare })
}

/// A Team whose disc has a radius of an inch.
pub(super) fn team(x: f64, y: f64) -> Stand {
    Stand::disc(at(x, y), 1.0)
}

#[test]
fn cw_geo_02_distances_run_between_nearest_points() {
    assert_eq!(team(10.0, 10.0).gap(&team(15.0, 10.0)), 3.0);
    assert_eq!(team(10.0, 10.0).gap(&team(11.0, 10.0)), 0.0);
    let hull = Stand::hull(at(20.0, 10.0), 0.0, 4.0, 3.0);
    assert_eq!((hull.gap(&team(10.0, 10.0)), hull.gap_to(at(20.0, 14.0))), (7.0, 2.5));
    let across = hull.turned(90.0);
    assert!((across.gap(&team(10.0, 10.0)) - 7.5).abs() < 1e-12 && (across.gap_to(at(20.0, 14.0)) - 2.0).abs() < 1e-12);
    // within 6 allows a hundredth more.
    assert!(team(0.0, 0.0).is_within(6.0, &team(8.01, 0.0)) && !team(0.0, 0.0).is_within(6.0, &team(8.02, 0.0)));
    assert!(team(0.0, 0.0).touches(&team(2.05, 0.0)) && !team(0.0, 0.0).touches(&team(2.06, 0.0)));
    assert!((team_radius(9) - 2.1).abs() < 1e-12);
    assert_eq!(rounded(at(1.00049, 2.0005)), at(1.0, 2.001));
}

#[test]
fn r_90_centres_and_whole_hulls_keep_off_impassable_ground_and_the_edge() {
    let field =
        field(&[(Kind::Rock, 20.0, 20.0, 0.0), (Kind::Ruins, 40.0, 20.0, 0.0), (Kind::Building, 60.0, 20.0, 0.0)]);
    let additions = Additions::default();
    let land = field.land(&additions);
    assert!(land.stands(&team(22.0, 20.0), Mover::Foot) && !land.stands(&team(21.9, 20.0), Mover::Foot));
    assert!(land.stands(&team(0.0, 0.0), Mover::Foot), "a disc may hang over the edge");
    let hull = |x: f64, y: f64, degrees: f64| Stand::hull(at(x, y), degrees, 4.0, 3.0);
    assert!(land.stands(&hull(2.0, 1.5, 0.0), Mover::Wheels) && !land.stands(&hull(1.9, 1.5, 0.0), Mover::Wheels));
    assert!(land.stands(&hull(24.0, 20.0, 0.0), Mover::Wheels) && !land.stands(&hull(23.9, 20.0, 0.0), Mover::Wheels));
    // Ruins are closed to vehicles that do not walk, houses to all but infantry.
    let inside = |x: f64| {
        [Mover::Foot, Mover::Mounted, Mover::Walker, Mover::Wheels].map(|mover| land.stands(&team(x, 20.0), mover))
    };
    assert_eq!((inside(40.0), inside(60.0)), ([true, true, true, false], [true, false, false, false]));
    assert_eq!((land.house(at(60.0, 20.0)), land.house(at(40.0, 20.0))), (Some((2, 10)), None));
}

#[test]
fn cw_dep_02_whoever_is_set_down_overlaps_nobody_and_keeps_an_inch_off_enemies() {
    let (field, additions) = (field(&[]), Additions::default());
    let land = field.land(&additions);
    let (foes, friends) = ([team(20.0, 10.0)], [team(10.0, 10.0)]);
    let crowd = Crowd { foes: &foes, friends: &friends };
    let room = |x: f64| land.room(&team(x, 10.0), Mover::Foot, &crowd);
    assert_eq!([11.9, 12.0, 17.0, 17.1].map(room), [false, true, true, false]);
    let found = land.nearest_room(&team(10.0, 10.0), Mover::Foot, &crowd, 6.0, |_| true).unwrap();
    assert!((found.at().distance(at(10.0, 10.0)) - 2.0).abs() < 0.01);
    let right = |stand: &Stand| stand.at().x > 15.0;
    assert!(land.nearest_room(&team(10.0, 10.0), Mover::Foot, &crowd, 4.0, right).is_none());
    // CW-DEP-05: the straight line from the point to a scout.
    assert!(!lane(10.0, 2.9) && lane(10.0, 3.1));
    fn lane(x: f64, off: f64) -> bool {
        room::lane_is_free(at(x, 0.0), &team(x, 20.0), &[team(x + off - 1.0, 10.0)], 1.0)
    }
}

#[test]
fn cw_arm_05_works_keep_to_their_half_off_terrain_and_off_their_class() {
    let field = field(&[(Kind::Woods, 20.0, 10.0, 0.0)]);
    let mut additions = Additions::default();
    assert!(additions.lay(&field, field.piece(Kind::Entrenchment, at(40.0, 10.0), 0.0)));
    let land = field.land(&additions);
    let half = Area { min: at(0.0, 0.0), max: at(72.0, 24.0) };
    let fits = |kind: Kind, x: f64, y: f64| land.work_fits(&field.piece(kind, at(x, y), 0.0), &half, 6.0);
    assert!(fits(Kind::Entrenchment, 52.0, 10.0) && !fits(Kind::Entrenchment, 51.9, 10.0));
    assert!(fits(Kind::Bunker, 45.0, 10.0), "another class is another matter");
    assert!(!fits(Kind::Bunker, 24.9, 10.0) && fits(Kind::Bunker, 25.0, 10.0));
    assert!(!fits(Kind::Minefield, 60.0, 23.0) && fits(Kind::Minefield, 60.0, 22.5));
    assert!(!fits(Kind::RazorWire, 20.0, 10.0));
}

#[test]
fn r_181_and_r_121_wrecks_and_fires_close_the_ground() {
    let field = field(&[(Kind::Woods, 20.0, 10.0, 0.0)]);
    let mut additions = Additions::default();
    assert!(additions.lay(&field, field.piece(Kind::Wreck, at(40.0, 10.0), 0.0)));
    assert_eq!(field.burnable().collect::<Vec<_>>(), [0]);
    let stands = |additions: &Additions, x: f64| field.land(additions).stands(&team(x, 10.0), Mover::Foot);
    assert!(!stands(&additions, 40.0) && stands(&additions, 20.0));
    let seen = |additions: &Additions| field.land(additions).sees(&team(12.0, 10.0), &team(28.0, 10.0));
    assert!(seen(&additions));
    additions.burn(0);
    assert!(!stands(&additions, 20.0) && !seen(&additions) && additions.burns(0));
    // Who is inside may walk out, and nobody walks through.
    let land = field.land(&additions);
    let mut ways = ways::Ways::default();
    let mut way = |x: f64, to: f64| ways.way(&land, &team(x, 10.0), Mover::Foot, at(to, 10.0), 14.0, &Crowd::default());
    assert!(way(20.0, 24.0).is_some());
    assert!(way(15.0, 25.0).is_some_and(|way| way.length() > 10.5));
    additions.put_out();
    assert!(seen(&additions) && stands(&additions, 20.0));
}

#[test]
fn cw_jop_04_and_r_183_works_that_cover_count_for_points() {
    let field = field(&[(Kind::Woods, 20.0, 10.0, 0.0), (Kind::Hill, 50.0, 10.0, 0.0), (Kind::Rock, 60.0, 30.0, 0.0)]);
    let mut additions = Additions::default();
    for (kind, x) in [(Kind::Bunker, 40.0), (Kind::RazorWire, 30.0), (Kind::Minefield, 10.0)] {
        assert!(additions.lay(&field, field.piece(kind, at(x, 40.0), 0.0)));
    }
    let land = field.land(&additions);
    let points =
        [(20.0, 10.0), (50.0, 10.0), (60.0, 30.0), (40.0, 40.0), (30.0, 40.0), (10.0, 40.0)].map(|(x, y)| at(x, y));
    assert_eq!(points.map(|point| land.is_closed(point)), [false, false, true, false, false, false]);
    assert_eq!(points.map(|point| land.is_covered(point, point)), [true, false, true, true, false, false]);
    // What lies on the line covers as well.
    assert!(land.is_covered(at(35.0, 40.0), at(45.0, 40.0)) && !land.is_covered(at(36.0, 40.0), at(28.0, 40.0)));
    assert!(field.land(&additions).is_mined(at(10.0, 41.0)) && !field.land(&additions).is_mined(at(10.0, 42.0)));
}
