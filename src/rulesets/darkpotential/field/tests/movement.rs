//! Paths, what they cost, climbs, and ways into contact (DP-MOV, R-12 to ).

use super::*;

fn ways(field: &Field, from: Spot, budget: f64) -> Ways {
    let mut ways = Ways::default();
    ways.lay(field, field.stand(from, RADIUS), budget, [], []);
    ways
}

/// What the cheapest way between two places costs.
fn cost(field: &Field, from: Spot, to: Spot) -> Option<f64> {
    let route = ways(field, from, 9.0).route(field, to)?;
    Some((route.cost() * 1000.0).round() / 1000.0)
}

fn ground(x: f64, y: f64) -> Spot {
    Spot::from(at(x, y))
}

fn level(x: f64, y: f64) -> Spot {
    Spot { point: at(x, y), level: 1 }
}

#[test]
fn r_21_points_of_a_path_are_half_an_inch_apart() {
    // Position 1.
    let open = field(&[]);
    let points = |length: f64| {
        let route = ways(&open, ground(5.0, 5.0), 9.0).route(&open, ground(5.0 + length, 5.0)).unwrap();
        open.samples(&route).map(|(inches, _)| (inches * 1000.0).round() / 1000.0).collect::<Vec<_>>()
    };
    assert_eq!(points(6.3), [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.3]);
    assert_eq!((points(0.4), points(0.0)), (vec![0.4], vec![]));
    assert_eq!(points(6.0004).len(), 12, "R-66");
}

#[test]
fn dp_ter_03_difficult_ground_and_linear_obstacles_cost_double() {
    let field = field(&[piece("woods", (20.0, 14.0), [8.0, 1.0]), piece("wall", (34.0, 20.0), [6.0, 0.5])]);
    assert_eq!(cost(&field, ground(20.0, 10.5), ground(20.0, 15.5)), Some(6.0));
    assert_eq!(cost(&field, ground(34.0, 19.0), ground(34.0, 21.0)), Some(2.5));
    assert!(field.is_difficult(ground(20.0, 14.0)) && !field.is_difficult(ground(20.0, 15.0)));
    // nobody stops on a linear obstacle.
    let ways = ways(&field, ground(34.0, 19.0), 6.0);
    assert!(
        !ways.surroundings().may_end(&field, ground(34.0, 20.0), 1.0)
            && ways.surroundings().may_end(&field, ground(34.0, 21.0), 2.5)
    );
}

#[test]
fn r_68_climbs_cost_their_height_and_a_step() {
    // Position 24, from contact with the foot: a floor of 3 inches, a roof of 4, a high wall of 2, the wall of a ruin.
    let mut ruin = piece("ruin", (10.0, 10.0), [8.0, 8.0]);
    ruin.walls = [true, false, true, true];
    let floor = field(std::slice::from_ref(&ruin));
    let foot = RADIUS;
    // The open eastern edge of the floor.
    assert_eq!(cost(&floor, ground(14.0 + foot, 12.0), level(14.0 - foot, 12.0)), Some(4.0));
    assert_eq!(
        cost(&floor, level(14.0 - foot, 12.0), ground(14.0 + foot, 12.0)),
        Some(4.0),
        "R-13: down costs the same"
    );
    // From under the floor's edge, in the middle of the ruin.
    assert_eq!(cost(&floor, ground(10.0, 10.0 - foot), level(10.0, 10.0 + foot)), Some(4.0));
    // Over the wall that bounds the floor: 3.5 inches up.
    assert_eq!(cost(&floor, ground(7.0, 14.0 + foot), level(7.0, 13.75 - foot)), Some(4.5));
    // The southern wall is crossed in one go.
    let round = cost(&floor, ground(7.0, 6.0 - foot), ground(7.0, 6.25 + foot));
    assert!(round.is_some_and(|cost| cost < 8.0), "by the gap in its middle");
    let sealed = field(&[ruin, piece("rock", (10.0, 3.6), [5.0, 4.0])]);
    let over = cost(&sealed, ground(6.8, 6.0 - foot), ground(6.8, 6.25 + foot));
    assert_eq!(over, Some(8.0));

    let house = field(&[piece("building", (20.0, 20.0), [8.0, 6.0])]);
    assert_eq!(cost(&house, ground(18.0, 17.0 - foot), level(18.0, 17.0 + foot)), Some(5.0));
    let wall = field(&[piece("high-wall", (20.0, 20.0), [6.0, 0.5])]);
    assert_eq!(cost(&wall, ground(20.0, 19.75 - foot), ground(20.0, 20.25 + foot)), Some(6.0));
    let hill = field(&[piece("hill", (20.0, 20.0), [12.0, 8.0])]);
    assert_eq!(cost(&hill, ground(20.0, 16.0 - foot), ground(20.0, 16.0 + foot)), Some(3.0));
    assert_eq!(cost(&hill, ground(27.0, 20.0), ground(25.0, 20.0)), Some(2.0), "R-69: up a slope it is a walk");
}

#[test]
fn dp_mov_06_a_cliff_of_3_inches_is_climbed_from_2_inches_away_not_from_2_1() {
    let rock = field(&[piece("rock", (20.0, 20.0), [4.0, 4.0])]);
    let top = level(20.3, 18.0 + RADIUS);
    let climbs =
        |away: f64| ways(&rock, ground(20.3, 18.0 - RADIUS - away), 6.0).route(&rock, top).map(|route| route.cost());
    assert!(climbs(2.0).is_some_and(|cost| (cost - 6.0).abs() < 1e-9) && climbs(2.1).is_none());
    // DP-MOV-07: no room on the top, no climb.
    let mut crowded = Ways::default();
    crowded.lay(&rock, rock.stand(ground(20.3, 17.0), RADIUS), 6.0, [], [rock.upstairs(20.3, 18.9)]);
    assert_eq!(crowded.route(&rock, top), None);
    // points on the face lie at its foot.
    let route = ways(&rock, ground(20.3, 18.0 - RADIUS - 2.0), 6.0).route(&rock, top).unwrap();
    let levels: Vec<u8> = rock.samples(&route).map(|(_, spot)| spot.level).collect();
    assert_eq!(levels, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
}

#[test]
fn dp_mov_14_enemies_bar_the_way_and_friends_only_its_end() {
    let rules = |switches: &[(&str, &str)]| field_by(&with(switches), &[]);
    let open = rules(&[]);
    let (other, beyond) = (open.on_ground(20.0, 22.0), ground(20.0, 24.0));
    let route = |field: &Field, enemies: &[Barred], friends: &[Stand]| {
        let mut ways = Ways::default();
        ways.lay(field, field.stand(ground(20.0, 20.0), RADIUS), 9.0, enemies.iter().copied(), friends.iter().copied());
        (ways.route(field, beyond).unwrap().length(), ways.surroundings().may_end(field, ground(20.0, 22.5), 2.5))
    };
    assert_eq!(route(&open, &[], &[other]), (4.0, false));
    let (round, may_end) = route(&open, &[Barred { stand: other, apart: false }], &[]);
    assert!(round > 4.1 && !may_end);
    let (closed, _) = route(&rules(&[("move-through-friends", "no")]), &[], &[other]);
    assert_eq!(closed, round);
    // DP-STL-20: a stealth base keeps more than the tolerance of contact away.
    let (aloof, _) = route(&open, &[Barred { stand: other, apart: true }], &[]);
    assert!(aloof > round);
    let mut ways = Ways::default();
    let may_end = |ways: &mut Ways, apart: bool, gap: f64| {
        ways.lay(&open, open.stand(ground(20.0, 20.0), RADIUS), 9.0, [Barred { stand: other, apart }], []);
        ways.surroundings().may_end(&open, ground(20.0, 22.0 - 2.0 * RADIUS - gap), 1.0)
    };
    assert!(may_end(&mut ways, false, 0.0) && !may_end(&mut ways, true, 0.005) && may_end(&mut ways, true, 0.012));
}

#[test]
fn dp_mov_13_sliding_round_an_enemy_keeps_contact_with_it_alone() {
    // Position 9: round A, and so away from B.
    let open = field(&[]);
    let apart = 2.0 * RADIUS;
    let (a, b) = (open.on_ground(20.0, 20.0), open.on_ground(20.0 - 2.0 * apart * 0.5, 20.0 + apart * 3f64.sqrt()));
    // It touches both: straight north of A, and east of B.
    let mover = open.on_ground(20.0, 20.0 + apart);
    let b = Stand { spot: Spot::from(at(20.0 - apart, 20.0 + apart)), ..b };
    let mut ways = Ways::default();
    ways.lay(&open, mover, 6.0, [a, b].map(|stand| Barred { stand, apart: false }), []);
    assert!(open.contact(&mover, &a).is_some() && open.contact(&mover, &b).is_some());
    let slide = ways.route(&open, ground(20.0, 20.0 - apart)).unwrap();
    assert!(open.keeps_contact(&mover, &slide, &a) && !open.keeps_contact(&mover, &slide, &b));
    let away = ways.route(&open, ground(24.0, 22.0)).unwrap();
    assert!(!open.keeps_contact(&mover, &away, &a));
}

#[test]
fn r_24_the_way_into_contact_pays_for_everything_on_it() {
    // Position 11: the braced Soldier touches its side of a wall of half an inch.
    let wall = field(&[piece("wall", (20.0, 20.0), [6.0, 0.5])]);
    let own = ground(20.0, 19.75 - RADIUS);
    let charge = |field: &Field, from: Spot, budget: f64, enemy: Stand| {
        let mut ways = Ways::default();
        ways.lay(field, field.stand(from, RADIUS), budget, [Barred { stand: enemy, apart: false }], []);
        ways.approach(field, &enemy)
    };
    let beyond = |gap: f64| wall.on_ground(20.0, 20.25 + RADIUS + gap);
    let across = charge(&wall, own, 3.0, beyond(1.5)).unwrap();
    assert!((across.cost - 2.5).abs() < 1e-3 && across.contact == Contact::Bases && across.stop.point.y > 20.25);
    let short = charge(&wall, own, 3.0, beyond(0.6)).unwrap();
    assert!((short.cost - 1.6).abs() < 1e-3 && short.stop == own && short.route.length() == 0.0, "{short:?}");
    assert_eq!(charge(&wall, own, 1.5, beyond(0.6)), None, "it lacks the Movement for true contact");
    // From farther off it is set down on its own side.
    let from = ground(20.0, 18.25 - RADIUS);
    let put = charge(&wall, from, 3.2, beyond(0.6)).unwrap();
    assert!((put.cost - 3.1).abs() < 1e-3 && put.stop.point.distance(own.point) < 1e-9);
    // DP-CBR-11: two inches away behind two inches of woods is not within three.
    let woods = field(&[piece("woods", (20.0, 20.0), [8.0, 2.0])]);
    let enemy = woods.on_ground(20.0, 21.0 + RADIUS);
    assert_eq!(charge(&woods, ground(20.0, 19.0 - RADIUS), 3.0, enemy), None);
    assert!(charge(&woods, ground(20.0, 19.0 - RADIUS), 4.1, enemy).is_some());
    // DP-CHG-02: 3.5 inches are too far for 3.
    let open = field(&[]);
    let at_gap = |gap: f64| charge(&open, ground(20.0, 10.0), 3.0, open.on_ground(20.0, 10.0 + 2.0 * RADIUS + gap));
    assert!(at_gap(3.5).is_none() && at_gap(3.0).is_some_and(|way| (way.cost - 3.0).abs() < 1e-3));
}

#[test]
fn r_75_a_base_in_a_door_bars_it() {
    // Position 13: a Sniper stands in a door, and a stealth base before it.
    let house = field(&[piece("building", (20.0, 20.0), [8.0, 6.0])]);
    let (sniper, base) = (house.on_ground(20.0, 18.2), house.on_ground(20.0, 17.0));
    let mut ways = Ways::default();
    let charge = |ways: &mut Ways, barred: &[Barred]| {
        ways.lay(&house, house.stand(ground(20.0, 14.5), RADIUS), 3.0, barred.iter().copied(), []);
        ways.approach(&house, &sniper)
    };
    let model = Barred { stand: sniper, apart: false };
    assert!(charge(&mut ways, &[model]).is_some());
    assert_eq!(charge(&mut ways, &[model, Barred { stand: base, apart: true }]), None);
}
