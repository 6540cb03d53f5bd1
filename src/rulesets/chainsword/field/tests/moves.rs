//! Ways, flights and attack runs.

use super::super::flights::Pursuers;
use super::super::lanes::{Lane, lanes_through};
use super::super::ways::{Way, Ways};
use super::*;
use crate::tabletop::plane::Segment;

fn way(
    pieces: &[(Kind, f64, f64, f64)],
    from: Stand,
    mover: Mover,
    to: Point,
    budget: f64,
    foes: &[Stand],
) -> Option<Way> {
    let field = field(pieces);
    let crowd = Crowd { foes, friends: &[] };
    Ways::default().way(&field.land(&Additions::default()), &from, mover, to, budget, &crowd)
}

fn walk(pieces: &[(Kind, f64, f64, f64)], to: (f64, f64), budget: f64) -> Option<Way> {
    way(pieces, team(10.0, 10.0), Mover::Foot, at(to.0, to.1), budget, &[])
}

#[test]
fn cw_mov_01_and_r_92_ways_go_round_impassable_ground() {
    assert_eq!(walk(&[], (16.0, 10.0), 6.0).map(|way| way.length()), Some(6.0));
    assert!(walk(&[], (16.01, 10.0), 6.0).is_some() && walk(&[], (16.02, 10.0), 6.0).is_none());
    let rock = [(Kind::Rock, 14.0, 10.0, 0.0)];
    let round = walk(&rock, (18.0, 10.0), 12.0).unwrap();
    assert!(round.length() > 8.5 && round.length() < 9.5 && round.points().len() <= 4, "{round:?}");
    assert!(walk(&rock, (18.0, 10.0), 8.0).is_none() && walk(&rock, (14.0, 10.0), 12.0).is_none());
    let over = way(&rock, team(10.0, 10.0), Mover::Jump, at(18.0, 10.0), 8.0, &[]);
    assert_eq!(over.map(|way| way.length()), Some(8.0), "who jumps goes over it");
    assert!(way(&rock, team(10.0, 10.0), Mover::Jump, at(14.0, 10.0), 8.0, &[]).is_none(), "and does not stay on it");
}

#[test]
fn cw_mov_06_enemies_bar_the_way_by_an_inch() {
    let go = |foe: Stand, budget: f64| way(&[], team(10.0, 10.0), Mover::Foot, at(20.0, 10.0), budget, &[foe]);
    assert_eq!(go(team(15.0, 13.0), 10.0).map(|way| way.length()), Some(10.0));
    assert!(go(team(15.0, 11.5), 10.0).is_none() && go(team(15.0, 11.5), 11.5).is_some());
    // Hulls too, and whoever is too near already may go away.
    assert!(go(Stand::hull(at(15.0, 12.4), 0.0, 4.0, 3.0), 10.0).is_none());
    assert!(go(team(8.5, 10.0), 10.0).is_some());
}

#[test]
fn r_93_difficult_ground_is_entered_crossed_or_left() {
    let woods = [(Kind::Woods, 14.0, 10.0, 0.0)];
    let slow = |x: f64, mover: Mover| way(&woods, team(10.0, 10.0), mover, at(x, 10.0), 12.0, &[]).unwrap().difficult;
    assert_eq!([11.0, 12.0, 18.0].map(|x| slow(x, Mover::Foot)), [false, true, true]);
    assert_eq!([Mover::Walker, Mover::Jump, Mover::Skimmer].map(|mover| slow(18.0, mover)), [false; 3]);
    let out = way(&woods, team(14.0, 10.0), Mover::Foot, at(20.0, 10.0), 6.0, &[]).unwrap();
    assert!(out.difficult);
    // Wheels bog down where they enter, and streams are difficult.
    let hull = Stand::hull(at(10.0, 10.0), 0.0, 4.0, 2.5);
    let pieces = [(Kind::Woods, 16.0, 10.0, 0.0), (Kind::Stream, 22.0, 12.0, 90.0)];
    let drive = way(&pieces, hull, Mover::Wheels, at(26.0, 10.0), 18.0, &[]).unwrap();
    assert!(drive.bogs().len() == 2 && (drive.bogs()[0] - 3.0).abs() < 1e-6 && (drive.bogs()[1] - 10.5).abs() < 1e-6);
    assert!(way(&pieces, hull, Mover::Skimmer, at(26.0, 10.0), 18.0, &[]).unwrap().bogs().is_empty());
}

#[test]
fn r_95_walls_take_two_inches_each() {
    let wall = [(Kind::Wall, 14.0, 10.0, 90.0)];
    let over = walk(&wall, (15.0, 10.0), 7.0).unwrap();
    assert_eq!((over.length(), over.cost()), (5.0, 7.0));
    assert!(walk(&wall, (15.0, 10.0), 6.9).is_none());
    // Round its end where that is shorter.
    let round = walk(&wall, (15.0, 12.9), 7.0).unwrap();
    assert!(round.length() > 5.78 && round.cost() == round.length(), "{round:?}");
    for mover in [Mover::Jump, Mover::Skimmer] {
        let way = way(&wall, team(10.0, 10.0), mover, at(15.0, 10.0), 5.0, &[]).unwrap();
        assert_eq!(way.cost(), 5.0);
    }
    // An allowance that does not pay for it ends before it.
    let stop = |allowance: f64| over.inches_for(allowance);
    assert!((stop(3.0) - 3.0).abs() < 1e-9 && (stop(5.0) - 3.99).abs() < 1e-9 && (stop(6.5) - 4.5).abs() < 1e-9);
    assert_eq!(stop(7.0), 5.0);
}

#[test]
fn r_95_wire_stops_who_walks_until_it_is_crossed() {
    let wire = [(Kind::RazorWire, 14.0, 10.0, 90.0)];
    assert!(walk(&wire, (15.0, 10.0), 7.0).is_none());
    for mover in [Mover::Jump, Mover::Wheels, Mover::Walker] {
        assert!(way(&wire, team(10.0, 10.0), mover, at(15.0, 10.0), 5.0, &[]).is_some());
    }
    let field = field(&wire);
    let additions = Additions::default();
    let land = field.land(&additions);
    let crossed = |x: f64, foes: &[Stand]| {
        land.across_wire(&team(x, 10.0), Mover::Foot, &Crowd { foes, friends: &[] }).map(|way| way.end())
    };
    assert_eq!(crossed(12.0, &[]), Some(at(15.05, 10.0)));
    assert_eq!(crossed(11.9, &[]), None);
    assert_eq!(crossed(12.0, &[team(18.0, 10.0)]), Some(at(14.05, 10.0)));
    assert_eq!(crossed(12.0, &[team(16.5, 10.0)]), None);
    assert!(land.across_wire(&team(12.0, 10.0), Mover::Jump, &Crowd::default()).is_none());
}

#[test]
fn r_95_mines_hit_where_the_way_enters_them() {
    let mines = [(Kind::Minefield, 16.0, 10.0, 90.0)];
    let enters =
        |from: f64, to: f64, mover: Mover| way(&mines, team(from, 10.0), mover, at(to, 10.0), 20.0, &[]).unwrap().mines;
    assert!(enters(10.0, 20.0, Mover::Foot).is_some_and(|at| (at - 4.5).abs() < 1e-6));
    assert_eq!([enters(10.0, 14.0, Mover::Foot), enters(16.0, 22.0, Mover::Foot)], [None; 2]);
    assert_eq!([enters(10.0, 20.0, Mover::Jump), enters(10.0, 16.0, Mover::Skimmer)], [None, Some(6.0)]);
}

#[test]
fn cw_geo_06_vehicles_gain_on_roads() {
    let road = [(Kind::Road, 20.0, 10.0, 0.0)];
    let on = |x: f64, y: f64, mover: Mover| way(&road, team(10.0, 10.0), mover, at(x, y), 20.0, &[]).unwrap().road;
    assert_eq!(
        [on(20.0, 10.5, Mover::Wheels), on(20.0, 12.0, Mover::Wheels), on(20.0, 10.5, Mover::Foot)],
        [true, false, false]
    );
}

#[test]
fn r_134_charges_end_in_contact() {
    let (field, additions) = (field(&[(Kind::Rock, 16.0, 10.0, 0.0)]), Additions::default());
    let land = field.land(&additions);
    let mut ways = Ways::default();
    let mut charge = |target: Stand, budget: f64, foes: &[Stand]| {
        let crowd = Crowd { foes, friends: &[] };
        ways.charge(&land, &team(10.0, 20.0), Mover::Foot, &target, budget, &crowd)
    };
    for target in [team(20.0, 20.0), Stand::hull(at(20.0, 20.0), 30.0, 4.0, 2.5)] {
        let way = charge(target, 12.0, &[]).unwrap();
        assert!(
            team(0.0, 0.0).moved_to(way.end()).touches(&target)
                && !team(0.0, 0.0).moved_to(way.end()).overlaps(&target)
        );
        assert!((way.length() - team(10.0, 20.0).gap(&target)).abs() < 0.35, "{way:?}");
        assert!(charge(target, way.length() - 0.5, &[]).is_none());
    }
    // Past another enemy it keeps its inch, and where he stands beside the target it takes another side.
    let beside = [team(17.5, 21.5)];
    let way = charge(team(20.0, 20.0), 14.0, &beside).unwrap();
    assert!(!team(0.0, 0.0).moved_to(way.end()).crowds(&beside[0], 1.0));
    assert!(charge(team(20.0, 20.0), 8.1, &beside).is_none());
}

#[test]
fn cw_mov_08_a_charge_that_falls_short_stays_an_inch_off() {
    let (field, additions) = (field(&[(Kind::RazorWire, 40.0, 10.0, 90.0)]), Additions::default());
    let land = field.land(&additions);
    let go = |target: Stand, inches: f64, friends: &[Stand]| {
        land.advance(&team(10.0, 10.0), Mover::Foot, &target, inches, &Crowd { foes: &[], friends }).end().x
    };
    assert_eq!(go(team(30.0, 10.0), 6.0, &[]), 16.0);
    assert!((go(team(15.0, 10.0), 6.0, &[]) - 12.01).abs() < 0.002);
    assert!(go(team(30.0, 10.0), 6.0, &[team(17.0, 10.0)]) <= 15.0);
    let wire = land.advance(&team(36.0, 10.0), Mover::Foot, &team(50.0, 10.0), 6.0, &Crowd::default());
    assert!(wire.end().x <= 40.0);
}

#[test]
fn r_157_flight_leads_to_the_nearest_edge_and_off_the_table() {
    let (field, additions) =
        (field(&[(Kind::Wall, 20.0, 6.0, 0.0), (Kind::Minefield, 50.0, 6.0, 0.0)]), Additions::default());
    let land = field.land(&additions);
    let mut ways = Ways::default();
    let [south, west] = [0, 3].map(|edge| field.table().edges()[edge]);
    let south = [south];
    let mut flee = |from: Stand, edges: &[Segment], inches: f64, near: Pursuers| {
        ways.flight(&land, &from, Mover::Foot, edges, inches, &near)
    };
    let flight = flee(team(20.0, 10.0), &south, 7.0, Pursuers::default());
    assert_eq!((flight.end(), flight.left), (at(20.0, 3.0), false), "walls do not slow it");
    assert!(flee(team(20.0, 10.0), &south, 10.0, Pursuers::default()).left);
    assert_eq!(flee(team(5.0, 10.0), &[south[0], west], 4.0, Pursuers::default()).end(), at(1.0, 10.0));
    let mined = flee(team(50.0, 10.0), &south, 4.0, Pursuers::default());
    assert!(mined.mines().is_some_and(|at| (at - 2.5).abs() < 1e-6));
    assert_eq!(flee(team(50.0, 10.0), &south, 2.0, Pursuers::default()).mines(), None);
    // Enemies on the way stop it, and friends do not but where it would stay.
    let foe = [team(20.0, 4.0)];
    let stopped = flee(team(20.0, 10.0), &south, 7.0, Pursuers { foes: &foe, ..Pursuers::default() });
    assert!((stopped.end().y - 6.99).abs() < 0.01 && !stopped.lost);
    let friend = [team(20.0, 7.0)];
    let passed = |inches| {
        Ways::default().flight(
            &land,
            &team(20.0, 10.0),
            Mover::Foot,
            &south,
            inches,
            &Pursuers { friends: &friend, ..Pursuers::default() },
        )
    };
    assert_eq!(passed(6.0).end(), at(20.0, 4.0));
    assert!(passed(4.0).end().y >= 9.0);
}

#[test]
fn r_137_from_a_melee_one_passes_the_enemies_that_one_fought() {
    let (field, additions) = (field(&[]), Additions::default());
    let land = field.land(&additions);
    let fought = [team(20.0, 18.0)];
    let pursuers = Pursuers { fought: &fought, ..Pursuers::default() };
    let flee = |inches: f64| {
        Ways::default().flight(&land, &team(20.0, 20.0), Mover::Foot, &land.table().edges()[..1], inches, &pursuers)
    };
    let past = flee(6.0);
    assert_eq!((past.end(), past.lost), (at(20.0, 14.0), false));
    let farther = flee(4.0);
    assert!((farther.end().y - 15.0).abs() < 0.11 && !farther.lost, "{farther:?}");
    // More than 3 inches farther there is no place.
    assert!(flee(1.9).lost);
}

#[test]
fn cw_fly_03_and_21_runs_lead_from_edge_to_edge_with_one_turn() {
    let table = *field(&[]).table();
    let lane = |entry, turn, exit| Lane { entry, turn, exit };
    let straight = lane(at(0.0, 10.0), None, at(72.0, 30.0));
    assert!(straight.is_legal(&table, None));
    assert!(!lane(at(0.0, 10.0), None, at(0.0, 30.0)).is_legal(&table, None), "one edge");
    assert!(!lane(at(1.0, 10.0), None, at(72.0, 30.0)).is_legal(&table, None), "not from an edge");
    let bent = lane(at(20.0, 0.0), Some(at(20.0, 20.0)), at(72.0, 20.0));
    assert!(bent.is_legal(&table, Some(90.0)) && !bent.is_legal(&table, None) && !bent.is_legal(&table, Some(80.0)));
    let sharp = lane(at(20.0, 0.0), Some(at(20.0, 20.0)), at(72.0, 10.0));
    assert!(!sharp.is_legal(&table, Some(90.0)));
    assert_eq!((bent.length(), bent.nearest(at(30.0, 25.0)), bent.nearest(at(10.0, 5.0))), (72.0, 30.0, 5.0));
    let stand = bent.stand(30.0);
    assert!(stand.at().distance(at(30.0, 20.0)) < 1e-9);
    let through: Vec<Lane> = lanes_through(&table, at(30.0, 20.0)).collect();
    assert_eq!(through.len(), 12);
    for lane in through {
        let nearest = lane.stand(lane.nearest(at(30.0, 20.0))).at();
        assert!(lane.is_legal(&table, None) && nearest.distance(at(30.0, 20.0)) < 1e-6);
    }
}
