//! The field against the rulebook's fixed positions.

mod contact;
mod cover;
mod movement;
mod random;
mod room;
mod running;

use super::sight::MOST_LINES;
use super::ways::{Barred, Ways};
use super::*;
use crate::game::CodexFile;
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::combat::{Cover, Grade};
use crate::rulesets::darkpotential::terrain::{Footprint, Piece};

/// Radius of a base of 25 mm.
const RADIUS: f64 = 12.5 / 25.4;

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn with(switches: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    switches.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
    rules
}

/// A piece of the catalogue with its sides along those of the table.
fn piece(key: &str, centre: (f64, f64), size: [f64; 2]) -> Piece {
    let codex = Codex::built_in();
    let kind = codex.terrain(key).unwrap();
    Piece::new(kind, at(centre.0, centre.1), Facing::NORTH, size, kind.footprint == Footprint::Disc)
}

/// A table of 48 by 48 with these pieces.
fn field_by(rules: &Rules, pieces: &[Piece]) -> Field {
    Field::new(rules, &Board { table: Area::table(48.0, 48.0), pieces: pieces.to_vec() })
}

fn field(pieces: &[Piece]) -> Field {
    field_by(&Rules::default(), pieces)
}

impl Field {
    /// A base of 25 mm on the ground.
    fn on_ground(&self, x: f64, y: f64) -> Stand {
        self.stand(Spot::from(at(x, y)), RADIUS)
    }

    /// A base of 25 mm on the first level.
    fn upstairs(&self, x: f64, y: f64) -> Stand {
        self.stand(Spot { point: at(x, y), level: 1 }, RADIUS)
    }
}

#[test]
fn dp_gen_02_and_03_distances_run_from_rim_to_rim_and_slant() {
    let rock = field(&[piece("rock", (20.0, 20.0), [4.0, 4.0])]);
    let apart = |a: &Stand, b: &Stand| rock.distance(a, b);
    assert_eq!(apart(&rock.on_ground(2.0, 2.0), &rock.on_ground(2.0 + 8.9843, 2.0)), 8.0);
    assert_eq!(apart(&rock.on_ground(2.0, 2.0), &rock.on_ground(2.0 + 8.9943, 2.0)), 8.01);
    // A gap of 4 on the flat and 3 inches of height.
    let down = rock.on_ground(20.0, 15.0 - 2.0 * RADIUS);
    assert_eq!((apart(&rock.upstairs(20.0, 19.0), &down), apart(&down, &down)), (5.0, 0.0));
    let leader = Codex::built_in().unit("generic-leader").unwrap().clone();
    let large = rock.radius_of(&super::super::codex::Unit { base_mm: 40.0, ..leader });
    assert!((large - 0.7874).abs() < 1e-4, "DP-GEN-05");
}

#[test]
fn r_66_lengths_are_rounded_to_a_thousandth() {
    let open = field(&[]);
    assert_eq!(
        [open.measured(6.0004), open.measured(5.9996), open.measured(5.9994)].map(|it| (it * 1e4).round()),
        [60000.0, 60000.0, 59990.0]
    );
}

#[test]
fn dp_set_06_bases_deploy_inside_their_strip() {
    let open = field(&[]);
    let inside = |field: &Field, edge, y: f64| field.in_strip(edge, &field.on_ground(24.0, y));
    assert!(inside(&open, BoardEdge::South, RADIUS) && inside(&open, BoardEdge::South, 12.0 - RADIUS));
    assert!(!inside(&open, BoardEdge::South, 12.0) && !inside(&open, BoardEdge::South, 0.4));
    assert!(inside(&open, BoardEdge::North, 36.5) && !inside(&open, BoardEdge::North, 36.4));
    assert_eq!(
        BoardEdge::ALL.map(BoardEdge::opposite),
        [BoardEdge::North, BoardEdge::West, BoardEdge::South, BoardEdge::East]
    );
    let strips = BoardEdge::ALL.map(|edge| open.strip(edge).middle());
    assert_eq!(strips, [at(24.0, 6.0), at(42.0, 24.0), at(24.0, 42.0), at(6.0, 24.0)]);
    // by its nearest point.
    let nearest = field_by(&with(&[("deployment-measure", "nearest-point")]), &[]);
    assert!(inside(&nearest, BoardEdge::South, 12.4) && !inside(&nearest, BoardEdge::South, 12.5));
    assert!(nearest.in_strip(BoardEdge::East, &nearest.on_ground(35.51, 3.0)));
    assert!(!nearest.in_strip(BoardEdge::South, &nearest.on_ground(24.0, 0.4)), "it hangs over the edge of the board");
    // strips that overlap are refused.
    let small = Field::new(&Rules::default(), &Board::bare(36.0, 23.0));
    assert_eq!(BoardEdge::ALL.map(|edge| small.has_strips(edge)), [false, true, false, true]);
}

#[test]
fn dp_ter_05_and_r_71_levels_lie_above_one_another() {
    let ruin = piece("ruin", (10.0, 10.0), [8.0, 8.0]);
    let pieces = [
        ruin,
        piece("rock", (20.0, 10.0), [4.0, 4.0]),
        piece("hill", (34.0, 10.0), [12.0, 8.0]),
        piece("building", (10.0, 30.0), [8.0, 6.0]),
    ];
    let field = field(&pieces);
    let heights = |x: f64, y: f64| field.surfaces(at(x, y)).to_vec();
    // The upper floor lies over the northern half of the ruin, inside its walls.
    assert_eq!((heights(10.0, 12.0), heights(10.0, 8.0), heights(6.1, 12.0)), (vec![0.0, 3.0], vec![0.0], vec![0.0]));
    assert_eq!((heights(20.0, 10.0), heights(34.0, 10.0), heights(10.0, 30.0)), (vec![3.0], vec![2.0], vec![0.0, 4.0]));
    assert_eq!((field.surface(at(10.0, 12.0)), field.surface(at(-1.0, 5.0)), field.levels()), (3.0, 0.0, 3));
    let stands = |stand: Stand| field.stands(&stand);
    assert!(
        stands(field.upstairs(10.0, 12.0)) && !stands(field.upstairs(10.0, 10.4)) && stands(field.upstairs(10.0, 10.5))
    );
    assert!(stands(field.upstairs(10.0, 13.25)) && !stands(field.upstairs(10.0, 13.3)), "the wall is a quarter thick");
    assert!(
        stands(field.on_ground(10.0, 12.0))
            && !stands(field.on_ground(7.0, 13.5))
            && stands(field.on_ground(10.0, 13.5))
    );
    assert!(!stands(field.on_ground(20.0, 10.0)) && !stands(field.on_ground(0.4, 5.0)));
    // Hills: astride the slopes at their short ends, never astride a face.
    assert!(
        stands(field.on_ground(40.0, 10.0))
            && !stands(field.on_ground(34.0, 14.2))
            && stands(field.on_ground(34.0, 13.5))
    );
    assert_eq!((field.on_ground(39.9, 10.0).foot, field.on_ground(40.1, 10.0).foot), (2.0, 0.0));
    // One fits through a door, not through a window.
    assert!(
        stands(field.on_ground(10.0, 33.0))
            && stands(field.on_ground(10.0, 30.0))
            && !stands(field.on_ground(14.0, 30.0))
    );
    assert!(!stands(Stand { spot: Spot { point: at(10.0, 30.0), level: 9 }, ..field.on_ground(10.0, 30.0) }));
}

#[test]
fn r_22_arcs_begin_at_the_edge_of_a_base_and_centres_count() {
    let open = field(&[]);
    let watcher = open.on_ground(20.0, 20.0);
    let seen = |width: f64, degrees: f64| {
        let arc = Field::arc(&watcher, Facing::EAST, width);
        let way = Facing::from_degrees(90.0 + degrees).ahead();
        let touching = open.stand(Spot::from(watcher.spot.point + way * (2.0 * RADIUS)), RADIUS);
        arc.contains(touching.spot.point)
    };
    assert_eq!([11.4, 11.5, 24.2, 24.3].map(|degrees| seen(45.0, degrees)), [true, false, false, false]);
    assert_eq!([11.4, 11.5, 24.2, 24.3].map(|degrees| seen(90.0, degrees)), [true, true, true, false]);
}

#[test]
fn dp_opt_03_in_centimetres_bases_and_walls_are_as_large_as_they_are() {
    let rules = with(&[("length-scale", "0.3937007874015748")]);
    let field = field_by(&rules, &[piece("ruin", (10.0, 10.0), [8.0, 8.0])]);
    let soldier = Codex::built_in().unit("generic-soldier").unwrap().clone();
    assert!((field.radius_of(&soldier) - 1.25).abs() < 1e-9);
    assert!((field.table().max.x - 121.92).abs() < 1e-6);
    let stands = |x: f64, y: f64| field.stands(&field.stand(Spot { point: at(2.54 * x, 2.54 * y), level: 1 }, 1.25));
    assert!(stands(10.0, 13.25) && !stands(10.0, 13.3));
    let (a, b) = (field.stand(Spot::from(at(20.0, 60.0)), 1.25), field.stand(Spot::from(at(30.5, 60.0)), 1.25));
    assert_eq!(field.distance(&a, &b), 8.0);
}
