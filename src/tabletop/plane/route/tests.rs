//! Routes against check values and against a search on a fine grid.

use std::collections::BinaryHeap;
use std::f64::consts::{FRAC_PI_3, PI};

use proptest::prelude::*;

use super::*;
use crate::tabletop::plane::testing::any_shape;
use crate::tabletop::plane::{Area, Disc, Facing, ROUNDING, Shape, point_distance};

fn table() -> Area {
    Area::table(48.0, 48.0)
}

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn map(radius: f64) -> CostMap {
    CostMap::new(table(), radius)
}

fn cost(map: &CostMap, from: Point, to: Point, budget: f64) -> Option<f64> {
    RouteFinder::default().route(map, from, to, budget).map(|route| route.cost())
}

fn near(found: Option<f64>, wanted: f64) {
    assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-6), "{found:?} instead of {wanted}");
}

#[test]
fn a_free_way_is_straight() {
    let route = RouteFinder::default().route(&map(0.5), at(1.0, 1.0), at(4.0, 5.0), 5.0).unwrap();
    assert_eq!(route.legs(), [Leg::Straight(Segment::new(at(1.0, 1.0), at(4.0, 5.0)))]);
    assert_eq!((route.length(), route.cost()), (5.0, 5.0));
    assert_eq!(cost(&map(0.5), at(1.0, 1.0), at(4.0, 5.0), 4.999), None);
    let nowhere = RouteFinder::default().route(&map(0.5), at(1.0, 1.0), at(1.0, 1.0), 0.0).unwrap();
    assert!(nowhere.legs().is_empty() && nowhere.after(0.0).is_none());
}

#[test]
fn a_disc_is_rounded_on_its_tangents() {
    let mut map = map(0.5);
    map.bar(&Disc { centre: at(10.0, 10.0), radius: 2.0 }, 0.5);
    // From 5 inches on both sides of a circle of radius 2.5: two tangents, and a bend of a third of a half turn.
    let tangent = 5.0 * libm::sin(FRAC_PI_3);
    let wanted = 2.0 * tangent + 2.5 * (PI - 2.0 * FRAC_PI_3);
    let mut finder = RouteFinder::default();
    let route = finder.route(&map, at(5.0, 10.0), at(15.0, 10.0), 20.0).unwrap();
    near(Some(route.length()), wanted);
    assert!(matches!(route.legs(), [Leg::Straight(_), Leg::Bend(_), Leg::Straight(_)]));
    // Legs hang together.
    assert!(route.legs().windows(2).all(|pair| pair[0].end().distance(pair[1].start()) < 1e-12));
    assert_eq!(finder.route(&map, at(5.0, 10.0), at(15.0, 10.0), wanted - 1e-5), None);
    assert_eq!(finder.route(&map, at(5.0, 10.0), at(11.0, 10.0), 20.0), None, "on it nobody stands");
    // From contact, and back into contact on the other side: half round.
    near(cost(&map, at(7.5, 10.0), at(12.5, 10.0), 20.0), 2.5 * PI);
}

#[test]
fn corners_are_bent_round_and_points_are_not() {
    for radius in [0.0, 0.5] {
        let mut map = map(radius);
        map.bar(&Shape::rectangle(at(10.0, 10.0), Facing::NORTH, 4.0, 2.0), radius);
        let route = RouteFinder::default().route(&map, at(10.0, 7.0), at(10.0, 13.0), 20.0).unwrap();
        // Round two corners: (12, 9) and (12, 11), seen from (10, 7).
        let slant = libm::hypot(2.0, 2.0);
        let tangent = (slant * slant - radius * radius).sqrt();
        let bend = PI / 4.0 + libm::asin(radius / slant);
        near(Some(route.length()), 2.0 * tangent + 2.0 * radius * bend + 2.0);
        assert_eq!(route.legs().len(), if radius > 0.0 { 5 } else { 3 });
    }
}

#[test]
fn a_gap_is_passed_by_what_fits() {
    let through = |radius: f64, gap: f64| {
        let mut map = map(radius);
        let wall = |from: f64, to: f64| Segment::new(at(from, 10.0), at(to, 10.0));
        map.wall(&wall(0.0, 20.0 - gap / 2.0), radius);
        map.wall(&wall(20.0 + gap / 2.0, 48.0), radius);
        cost(&map, at(20.0, 8.0), at(20.0, 12.0), 30.0)
    };
    near(through(0.5, 1.0), 4.0);
    assert_eq!(through(0.5, 0.998), None);
    near(through(0.0, 0.1), 4.0);
    assert_eq!(through(0.0, 0.0), None, "walls that meet leave none");
}

#[test]
fn dp_mov_14_enemies_block_and_cw_mov_06_they_keep_an_inch_off() {
    let enemy = Disc { centre: at(10.0, 10.0), radius: 0.5 };
    let round = |keep: f64| {
        let mut map = map(0.0);
        map.bar(&enemy, keep);
        cost(&map, at(6.0, 10.0), at(14.0, 10.0), 30.0)
    };
    let wanted = |radius: f64| {
        let half = libm::acos(radius / 4.0);
        2.0 * (16.0 - radius * radius).sqrt() + radius * (PI - 2.0 * half)
    };
    near(round(0.5), wanted(1.0));
    near(round(0.5 + 1.0), wanted(2.0));
}

#[test]
fn dp_ter_03_the_way_through_or_round_difficult_ground() {
    let mut map = map(0.0);
    map.slow(&Shape::rectangle(at(20.0, 20.0), Facing::NORTH, 10.0, 1.0), 2.0);
    // 3 inches clear, 1 difficult, 1 clear.
    near(cost(&map, at(20.0, 16.5), at(20.0, 21.5), 6.0).map(|cost| cost + 2e-6), 6.0);
    // Near its end it is cheaper to go round.
    let round = 2.0 * libm::hypot(0.4, 1.0) + 1.0;
    near(cost(&map, at(24.6, 18.5), at(24.6, 21.5), 9.0), round);
    // Along its edge.
    near(cost(&map, at(14.0, 19.5), at(26.0, 19.5), 20.0), 12.0);
}

#[test]
fn a_way_over_slow_ground_is_refracted() {
    // A belt 4 inches deep, an inch from both: by the law of refraction.
    let mut map = map(0.0);
    map.slow(&Shape::rectangle(at(24.0, 24.0), Facing::NORTH, 48.0, 4.0), 2.0);
    let (from, to) = (at(20.0, 21.0), at(24.0, 27.0));
    let direct = libm::hypot(4.0, 6.0) * (1.0 + 4.0 / 6.0);
    let wanted = |inside: f64| 2.0 * libm::hypot(inside, 4.0) + 2.0 * libm::hypot((4.0 - inside) / 2.0, 1.0);
    let least = (0..=40_000).map(|at| wanted(f64::from(at) * 1e-4)).fold(f64::INFINITY, f64::min);
    let found = cost(&map, from, to, 20.0).unwrap();
    assert!((found - least).abs() < 1e-5 && found < direct - 0.2, "{found} {least} {direct}");
    let mut finder = RouteFinder::default();
    let reach = finder.explore(&map, from, 20.0);
    assert!((reach.cost_to(to).unwrap() - least).abs() < 0.05);
    assert!((reach.route_to(to).unwrap().cost() - least).abs() < 1e-5);
}

#[test]
fn cw_r_95_a_toll_is_paid_or_gone_round() {
    let mut map = map(0.0);
    map.toll(&Segment::new(at(10.0, 10.0), at(16.0, 10.0)), 2.0);
    near(cost(&map, at(13.0, 9.0), at(13.0, 11.0), 9.0), 4.0);
    near(cost(&map, at(15.5, 9.0), at(15.5, 11.0), 9.0), 2.0 * libm::hypot(0.5, 1.0));
}

#[test]
fn dp_mov_06_a_cliff_of_3_inches_is_climbed_from_2_inches_away_not_from_2_1() {
    // A rock with a top 3 inches up; the base of half an inch's radius is set down straight across.
    let mut map = map(0.5);
    map.bar(&Shape::rectangle(at(20.0, 20.0), Facing::NORTH, 4.0, 4.0), 0.5);
    let (foot, top) = (at(20.0, 17.5), Spot { point: at(20.0, 18.5), level: 1 });
    map.climb(Spot::from(foot), top, 3.0 + 1.0);
    let mut finder = RouteFinder::default();
    let route = finder.route(&map, at(20.0, 15.5), top, 6.0).unwrap();
    assert_eq!((route.cost(), route.length()), (6.0, 6.0));
    assert_eq!(finder.route(&map, at(20.0, 15.4), top, 6.0), None);
    // places on the face lie at its foot.
    assert_eq!(route.samples(0.5).map(|(_, place)| place).filter(|place| *place == foot).count(), 8);
    assert_eq!([5.9, 6.0].map(|inches| route.spot_after(inches)), [Some(Spot::from(foot)), Some(top)]);
    assert_eq!(finder.explore(&map, at(20.0, 15.5), 7.0).cost_to(Spot { point: at(20.0, 19.0), level: 1 }), Some(6.5));
    assert_eq!(finder.route(&map, at(20.0, 15.5), Spot { point: at(20.0, 18.5), level: 2 }, 9.0), None);
}

#[test]
fn dp_r_21_places_for_reactions_are_half_an_inch_apart() {
    let samples = |length: f64| {
        let route = RouteFinder::default().route(&map(0.5), at(5.0, 5.0), at(5.0 + length, 5.0), 9.0).unwrap();
        route.samples(0.5).map(|(inches, place)| (inches, place.x - 5.0)).collect::<Vec<_>>()
    };
    let (long, short) = (samples(6.3), samples(0.4));
    assert_eq!((long.len(), short.len(), samples(0.0).len()), (13, 1, 0));
    assert!(long.iter().all(|(inches, place)| (inches - place).abs() < 1e-9));
    assert!((long[11].0 - 6.0).abs() < 1e-9 && (long[12].0 - 6.3).abs() < 1e-9 && (short[0].0 - 0.4).abs() < 1e-9);
    assert_eq!(samples(6.0).len(), 12);
}

#[test]
fn cw_r_92_three_straight_legs_lead_round_a_rock() {
    let mut map = CostMap::new(Area::table(72.0, 48.0), 0.0);
    map.bar(&Disc { centre: at(10.0, 10.0), radius: 2.0 }, 0.0);
    let (from, to) = (at(5.0, 10.0), at(15.0, 10.0));
    let mut finder = RouteFinder::default();
    let taut = finder.route(&map, from, to, 20.0).unwrap().length();
    let mut straight = |legs: usize| {
        finder.straight_route(&map, from, to, 20.0, legs).map(|route| {
            assert!(route.legs().len() <= legs && route.legs().iter().all(|leg| map.is_clear(leg, 0)));
            route.length()
        })
    };
    // One corner, where the tangents meet; two, on the bend's thirds; many are as good as a bend.
    let half = libm::asin(2.0 / 5.0);
    near(straight(2), 10.0 / libm::cos(half));
    near(straight(3), 2.0 * 21f64.sqrt() + 2.0 * 4.0 * libm::tan(half / 2.0));
    assert_eq!(straight(1), None);
    let many = straight(12).unwrap();
    assert!(many > taut && many - taut < 1e-2);
}

#[test]
fn who_grazes_an_edge_finds_the_way_out() {
    for (radius, grazed) in [(0.0, 1e-4), (0.5, 1e-4), (0.5, 1.9e-4)] {
        let mut map = map(radius);
        map.bar(&Shape::rectangle(at(10.0, 10.0), Facing::NORTH, 4.0, 2.0), radius);
        let (from, to) = (at(9.5, 9.0 - radius + grazed), at(9.5, 11.0 + radius - grazed));
        // Round the western end: half a corner's circle on each side.
        let wanted = 2.0 * 1.5 + 2.0 + radius * PI;
        for (from, to) in [(from, to), (to, from)] {
            let found = cost(&map, from, to, 20.0);
            assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-3), "{found:?} instead of {wanted}");
        }
    }
}

#[test]
fn the_edge_of_the_table_leaves_only_one_side() {
    let mut map = map(0.5);
    map.bar(&Disc { centre: at(2.0, 10.0), radius: 1.6 }, 0.5);
    // Between the rock and the western edge there is too little room, though it is the shorter way.
    let route = RouteFinder::default().route(&map, at(0.5, 6.0), at(0.5, 14.0), 20.0).unwrap();
    assert!(route.after(route.length() / 2.0).unwrap().x > 4.0);
}

/// The cheapest way on a grid of points `step` apart, each joined to those up to five away, and to both ends.
fn on_grid(map: &CostMap, side: f64, step: f64, from: Point, to: Point) -> Option<f64> {
    let count = (side / step).round() as i32;
    let mut places = vec![from, to];
    places.extend((0..=count).flat_map(|x| (0..=count).map(move |y| at(f64::from(x) * step, f64::from(y) * step))));
    let mut costs = vec![f64::INFINITY; places.len()];
    let mut open = BinaryHeap::from([std::cmp::Reverse((0u64, 0usize))]);
    costs[0] = 0.0;
    while let Some(std::cmp::Reverse((bits, place))) = open.pop() {
        let so_far = f64::from_bits(bits);
        if place == 1 {
            return Some(so_far);
        }
        if so_far > costs[place] {
            continue;
        }
        let point = places[place];
        let cell = |along: f64| (along / step).round() as i32;
        let (column, row) = (cell(point.x), cell(point.y));
        let mut near = vec![1];
        for (x, y) in (-5..=5).flat_map(|x| (-5..=5).map(move |y| (column + x, row + y))) {
            if (0..=count).contains(&x) && (0..=count).contains(&y) {
                near.push(2 + (x * (count + 1) + y) as usize);
            }
        }
        for next in near {
            let leg = Leg::Straight(Segment::new(point, places[next]));
            if leg.length() <= 5.0 * step * 1.5 && so_far + leg.length() < costs[next] && map.is_clear(&leg, 0) {
                let cost = so_far + map.cost(&leg, 0);
                if cost < costs[next] {
                    costs[next] = cost;
                    open.push(std::cmp::Reverse((cost.to_bits(), next)));
                }
            }
        }
    }
    None
}

/// Barriers with their clearances, slow ground with its factors, lines that cost to cross, and where to go from and to.
type Scene = (Vec<(Shape, f64)>, Vec<(Shape, f64)>, Vec<Segment>, [Point; 2]);

fn scene() -> impl Strategy<Value = Scene> {
    let shape = || {
        any_shape(3.5).prop_map(|shape| crate::tabletop::plane::testing::shifted(&shape, at(4.0, 4.0) - at(0.0, 0.0)))
    };
    let barrier = (shape(), prop_oneof![Just(0.0), Just(0.4)]);
    let slow = (shape(), 1.2..3.0f64);
    let place = || (0.0..8.0f64, 0.0..8.0f64).prop_map(|(x, y)| at(x, y));
    let wall = (place(), place()).prop_map(|(start, end)| Segment::new(start, end));
    (
        prop::collection::vec(barrier, 0..5),
        prop::collection::vec(slow, 0..3),
        prop::collection::vec(wall, 0..2),
        [place(), place()],
    )
}

fn filled(barriers: &[(Shape, f64)], slow: &[(Shape, f64)], tolls: &[Segment]) -> CostMap {
    let mut map = CostMap::new(Area::table(8.0, 8.0), 0.0);
    barriers.iter().for_each(|(shape, clearance)| map.bar(shape, *clearance));
    slow.iter().for_each(|(shape, factor)| map.slow(shape, *factor));
    tolls.iter().for_each(|line| map.toll(line, 1.5));
    map
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// What a search on a fine grid finds is found, and no dearer; what is found is allowed, and costs what it says.
    #[test]
    fn routes_are_as_cheap_as_on_a_grid((barriers, slow, tolls, [from, to]) in scene()) {
        let map = filled(&barriers, &slow, &tolls);
        let mut finder = RouteFinder::default();
        let route = finder.route(&map, from, to, f64::INFINITY);
        let grid = on_grid(&map, 8.0, 0.25, from, to);
        if let Some(grid) = grid {
            let found = route.as_ref().map(Route::cost);
            // Over several pieces of slow ground the stops are the best only of their kind.
            let slack = if slow.is_empty() { 1e-6 } else { 1e-6 + 0.01 * grid };
            prop_assert!(found.is_some_and(|found| found <= grid + slack), "{found:?} on a grid {grid}");
        }
        if let Some(route) = &route {
            let mut place = from;
            for leg in route.legs() {
                prop_assert!(leg.start().distance(place) < 1e-9 && map.is_clear(leg, 0), "{leg:?}");
                place = leg.end();
            }
            prop_assert!(place.distance(to) < 1e-9);
            let total: f64 = route.legs().iter().map(|leg| map.cost(leg, 0)).sum();
            prop_assert!((total - route.cost()).abs() < 1e-9);
            for step in 0..=100 {
                let point = route.after(route.length() * f64::from(step) / 100.0).unwrap();
                for (shape, clearance) in &barriers {
                    prop_assert!(point_distance(point, shape) >= clearance - 2.0 * ROUNDING);
                }
            }
            // On a budget of just so much it is found as well, and on less it is not.
            let again = finder.route(&map, from, to, route.cost()).map(|route| route.cost());
            prop_assert!(again.is_some_and(|again| again < route.cost() + 1e-5), "{again:?} for {}", route.cost());
            let cheaper = finder.route(&map, from, to, route.cost() - 1e-4).map(|route| route.cost());
            prop_assert!(
                cheaper.is_none_or(|cheaper| !slow.is_empty() && cheaper > 0.94 * route.cost()),
                "{cheaper:?} for {}", route.cost()
            );
        }
    }

    /// It costs as much there as back, and what is worked out for all places agrees.
    #[test]
    fn routes_cost_as_much_there_as_back((barriers, slow, tolls, [from, to]) in scene(), further in 0.0..8.0f64) {
        let map = filled(&barriers, &slow, &tolls);
        let mut finder = RouteFinder::default();
        let there = finder.route(&map, from, to, f64::INFINITY).map(|route| route.cost());
        let back = finder.route(&map, to, from, f64::INFINITY).map(|route| route.cost());
        // Over slow ground each is the best of its kind, as the module says.
        let part = if slow.is_empty() { 0.0 } else { 0.06 };
        let least = |one: f64, other: f64| (one - other).abs() <= 1e-6 + part * one.max(other);
        let alike = match (there, back) {
            (Some(there), Some(back)) => least(there, back),
            (there, back) => there == back,
        };
        prop_assert!(alike, "{there:?} there, {back:?} back");
        let reach = finder.explore(&map, from, further);
        let (cost, route) = (reach.cost_to(to), reach.route_to(to).map(|route| route.cost()));
        prop_assert_eq!(cost.is_some(), route.is_some());
        // Without the place to go to, slow ground is entered at points half an inch apart.
        let slack = if slow.is_empty() { 1e-6 } else { 0.5 };
        match (there, cost.zip(route)) {
            (Some(there), Some((cost, route))) => {
                prop_assert!(route <= cost + 1e-6 && cost <= there + slack, "{route} {cost} for {there}");
                prop_assert!(route >= there - 1e-6 - part * there, "{route} for {there}");
            }
            (Some(there), None) => prop_assert!(there > further - slack, "none for {there} of {further}"),
            (None, found) => prop_assert!(found.is_none()),
        }
    }

    /// A way of straight legs is allowed, and no shorter than the taut one.
    #[test]
    fn straight_routes_are_longer((barriers, _, _, [from, to]) in scene(), legs in 1..6usize) {
        let map = filled(&barriers, &[], &[]);
        let mut finder = RouteFinder::default();
        let taut = finder.route(&map, from, to, f64::INFINITY).map(|route| route.cost());
        if let Some(route) = finder.straight_route(&map, from, to, f64::INFINITY, legs) {
            prop_assert!(route.legs().len() <= legs);
            prop_assert!(route.legs().iter().all(|leg| matches!(leg, Leg::Straight(_)) && map.is_clear(leg, 0)));
            prop_assert!(route.legs().last().is_none_or(|leg| leg.end().distance(to) < 1e-9));
            prop_assert!(taut.is_some_and(|taut| taut <= route.cost() + 1e-6));
        }
    }
}
