//! The search for jump-off points: distance, side, cover, one point a marker, and what happens on bare ground.

use super::super::Piece;
use super::*;
use crate::game::CodexFile;
use crate::rulesets::chainsword::codex::Codex;
use crate::tabletop::plane::{Disc, Shape};

fn woods(x: f64, y: f64, radius: f64) -> Piece {
    Piece { shape: Shape::Disc(Disc { centre: Point::new(x, y), radius }), impassable: false }
}

fn rock(x: f64, y: f64, radius: f64) -> Piece {
    Piece { impassable: true, ..woods(x, y, radius) }
}

struct Scene {
    friends: Vec<Point>,
    enemies: Vec<Point>,
    terrain: Vec<Piece>,
    rules: Rules,
    numbers: Numbers,
    used: [u8; MOST_MARKERS],
    keeps_off: Option<(TableEdge, f64)>,
}

impl Scene {
    fn new(friends: &[(f64, f64)], enemies: &[(f64, f64)], terrain: Vec<Piece>) -> Self {
        let points = |places: &[(f64, f64)]| places.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        Self {
            friends: points(friends),
            enemies: points(enemies),
            terrain,
            rules: Rules::default(),
            numbers: Codex::built_in().numbers,
            used: [0; MOST_MARKERS],
            keeps_off: None,
        }
    }

    fn search(&self) -> PointSearch<'_, [Piece]> {
        PointSearch {
            friends: &self.friends,
            used: self.used,
            enemies: &self.enemies,
            ground: &self.terrain[..],
            rules: &self.rules,
            numbers: &self.numbers,
            own_edges: &[TableEdge::South],
            keeps_off: self.keeps_off,
        }
    }

    fn offered(&self) -> (Found, Vec<Point>) {
        let (search, mut places) = (self.search(), Vec::new());
        let found = search.search();
        search.visit(&found, |point| places.push(point));
        for place in &places {
            assert_eq!(search.check(*place, &found), Ok(()), "{place:?} is offered");
        }
        (found, places)
    }

    fn refused(&self, x: f64, y: f64) -> Option<&'static str> {
        let search = self.search();
        search.check(Point::new(x, y), &search.search()).err().map(|refusal| refusal.rule)
    }
}

/// Own marker at (30, 18), two enemies beyond, woods that hold all places behind it.
fn behind_woods() -> Scene {
    Scene::new(&[(30.0, 18.0)], &[(30.0, 33.0), (42.0, 30.0)], vec![woods(30.0, 10.0, 6.0)])
}

#[test]
fn cw_jop_02_to_04_places_lie_at_their_distance_on_the_own_side_in_cover() {
    let scene = behind_woods();
    let (found, places) = scene.offered();
    assert_eq!(found, Found::AtDistance(6.0));
    assert!(places.contains(&Point::new(30.0, 10.75)) && places.len() > 10, "{places:?}");
    let marker = Point::new(30.0, 18.0);
    assert!(places.iter().all(|place| (place.distance(marker) - 7.25).abs() <= 0.05));
    // Any legal place may be asked for, offered or not.
    assert_eq!(scene.refused(30.3, 10.757), None);
    assert_eq!(scene.refused(30.0, 10.0), Some("CW-JOP-02"));
    // As near to an enemy as to its own marker.
    let face_to_face = Scene::new(&[(30.0, 18.0)], &[(30.0, 32.5), (42.0, 30.0)], vec![woods(30.0, 18.0, 9.0)]);
    assert_eq!((face_to_face.refused(30.0, 25.25), face_to_face.refused(30.0, 10.75)), (Some("CW-JOP-03"), None));
    // The second enemy sees it past the woods.
    assert_eq!(scene.refused(37.25, 18.0), Some("CW-JOP-04"));
    let mut behind = behind_woods();
    behind.rules.set("jop-side", "behind-marker").unwrap();
    // To the side of the marker a point is nearer to itself, but not behind it.
    let side = Scene { terrain: vec![woods(22.75, 18.5, 3.0)], ..behind_woods() };
    assert_eq!(side.refused(22.75, 18.0), None);
    behind.terrain.push(woods(36.5, 15.5, 3.0));
    assert_eq!(behind.refused(36.8, 15.4), Some("CW-JOP-03"));
    let usual = Scene { rules: Rules::default(), ..behind };
    assert_eq!(usual.refused(36.8, 15.4), None);
}

#[test]
fn cw_jop_05_nobody_can_stand_off_the_table_or_in_rock() {
    let scene = Scene { terrain: vec![woods(30.0, 10.0, 6.0), rock(30.0, 10.75, 1.0)], ..behind_woods() };
    assert_eq!(scene.refused(30.0, 10.75), Some("CW-JOP-05"));
    assert!(!scene.offered().1.contains(&Point::new(30.0, 10.75)));
    let edge = Scene::new(&[(30.0, 2.0)], &[(30.0, 40.0)], vec![woods(30.0, 2.0, 9.0)]);
    assert_eq!(edge.refused(30.0, -5.25), Some("CW-JOP-05"));
}

#[test]
fn cw_jop_06_a_marker_serves_one_point_unless_points_outnumber_markers() {
    let mut scene = Scene::new(
        &[(20.0, 18.0), (44.0, 18.0)],
        &[(32.0, 44.0)],
        vec![woods(20.0, 10.0, 6.0), woods(44.0, 10.0, 6.0)],
    );
    assert_eq!((scene.refused(20.0, 10.75), scene.search().server(Point::new(20.0, 10.75))), (None, Some(0)));
    scene.used[0] = 1;
    assert_eq!(scene.refused(20.0, 10.75), Some("CW-JOP-06"));
    scene.rules.set("jops-per-marker", "2").unwrap();
    assert_eq!(scene.refused(20.0, 10.75), None, "it may serve two");
    scene.rules.set("jops-per-marker", "1").unwrap();
    let (_, places) = scene.offered();
    assert!(!places.is_empty() && places.iter().all(|place| place.x > 32.0));
    scene.used[1] = 1;
    assert_eq!(scene.refused(20.0, 10.75), None, "both serve one");
}

#[test]
fn cw_jop_07_the_distance_grows_inch_by_inch() {
    // Cover begins farther back than 6 inches from the marker.
    let scene = Scene { terrain: vec![woods(30.0, 6.0, 1.0)], ..behind_woods() };
    let (found, places) = scene.offered();
    let Found::AtDistance(distance) = found else { panic!("there is a place: {found:?}") };
    // The near side of the woods, 11 inches from the centre of the marker, is 9.75 from its edge.
    assert_eq!(distance, 10.0);
    assert!(places.iter().all(|place| place.distance(Point::new(30.0, 6.0)) <= 1.1), "{places:?}");
    let mut coarse = Scene { terrain: vec![woods(30.0, 6.0, 1.0)], ..behind_woods() };
    coarse.rules.set("jop-distance-step", "5").unwrap();
    assert_eq!(coarse.search().search(), Found::AtDistance(11.0));
    coarse.rules.set("jop-distance-most", "10").unwrap();
    assert!(matches!(coarse.search().search(), Found::Waived(_)));
}

#[test]
fn cw_jop_07_an_open_table_still_gets_points() {
    let mut scene = Scene::new(&[(30.0, 18.0), (50.0, 3.0), (10.0, 5.0)], &[(30.0, 33.0), (50.0, 20.0)], Vec::new());
    let (found, places) = scene.offered();
    assert!(matches!(found, Found::Waived(_)));
    // Straight away from the nearest enemy, pulled back onto the table.
    assert_eq!(places[..2], [Point::new(30.0, 10.75), Point::new(50.0, 0.0)]);
    assert_eq!(scene.refused(30.0, 10.0), Some("CW-JOP-07"));
    assert_eq!(scene.search().waived_server(Point::new(50.0, 0.0)), Some(1));
    scene.used[1] = 1;
    assert_eq!(scene.offered().1.len(), 2);
    // Without a direction toward the own edge, and out of impassable ground to the nearest free spot.
    let stacked = Scene::new(&[(30.0, 20.0)], &[(30.0, 20.0)], Vec::new());
    assert_eq!(stacked.offered().1, [Point::new(30.0, 12.75)]);
    let blocked = Scene::new(&[(30.0, 20.0)], &[(30.0, 40.0)], vec![rock(30.0, 12.0, 2.0)]);
    let spot = blocked.search().waived(0);
    assert!(spot.distance(Point::new(30.0, 12.0)) > 2.0 && spot.distance(Point::new(30.0, 12.75)) <= 1.51, "{spot:?}");
}

#[test]
fn r_187_points_of_the_probe_may_have_to_keep_from_the_far_edge() {
    let mut scene = Scene::new(&[(30.0, 30.0)], &[(60.0, 10.0)], vec![woods(30.0, 37.0, 6.0), woods(30.0, 23.0, 6.0)]);
    assert_eq!(scene.refused(30.0, 37.25), None);
    scene.keeps_off = Some((TableEdge::North, 12.0));
    assert_eq!(scene.refused(30.0, 37.25), Some("R-187"));
    assert_eq!(scene.refused(30.0, 22.75), None);
}
