//! What holds on any table, for any places.

use super::*;
use crate::dice::{Dice, SeededDice};
use crate::rulesets::darkpotential::field::nearest_cover::{Danger, FARTHEST};
use crate::rulesets::darkpotential::field::sight::Shutter;
use crate::rulesets::darkpotential::random_board;
use crate::rulesets::darkpotential::state::MOST_FIGURES;
use crate::tabletop::plane::{Outline, Vector, random_point};

/// Bases that stand apart on a random table, on all its levels.
fn stands(field: &Field, count: usize, dice: &mut SeededDice) -> Vec<Stand> {
    let mut found: Vec<Stand> = Vec::new();
    while found.len() < count {
        let point = random_point(&field.table().inset(0.5), 16.0, dice);
        // One in four upstairs, where there is room.
        let levels = u32::from(field.levels());
        let level = if levels > 0 && dice.pick(4) == 0 { 1 + dice.pick(levels) as u8 } else { 0 };
        let point = if level > 0 { field.level(level).0.middle() + Vector::new(0.1, -0.2) } else { point };
        let stand = field.stand(Spot { point, level }, RADIUS);
        if field.has_room(&stand, &found) {
            found.push(stand);
        }
    }
    found
}

fn table(area: f64, seed: u64) -> (Field, SeededDice) {
    let (codex, rules, mut dice) = (Codex::built_in(), Rules::default(), SeededDice::from_key(seed));
    let board = random_board::draw(&codex, &rules, area, &mut dice).board;
    (Field::new(&rules, &board), dice)
}

#[test]
fn ways_lead_where_they_say_and_cost_no_more_than_the_movement() {
    let (field, mut dice) = table(1152.0, 3);
    let bases = stands(&field, 40, &mut dice);
    let mut ways = Ways::default();
    let (mut walked, mut upstairs) = (0, 0);
    for (at, mover) in bases.iter().enumerate() {
        let others = || bases.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, stand)| *stand);
        ways.lay(&field, *mover, 9.0, others().map(|stand| Barred { stand, apart: false }), []);
        for _ in 0..6 {
            let off = Vector::new(f64::from(dice.pick(9)) - 4.0, f64::from(dice.pick(9)) - 4.0);
            let near = |level: &u8| field.level(*level).0.middle().distance(mover.spot.point) < 7.0;
            let level = (1..=field.levels()).find(near).filter(|_| dice.pick(3) == 0);
            let spot = match level {
                Some(level) => Spot { point: field.level(level).0.middle(), level },
                None => Spot::from(mover.spot.point + off),
            };
            let Some(route) = ways.route(&field, spot) else { continue };
            assert!(route.cost() <= 9.0 + 1e-3 && route.cost() >= route.length() - 1e-9);
            assert_eq!(
                route.spot_after(route.length()).map(|it| it.level),
                Some(spot.level).filter(|_| route.length() > 0.0)
            );
            // DP-MOV-14: nowhere on the way does it overlap an enemy, or leave the board.
            for (_, place) in field.samples(&route) {
                let stand = field.stand(place, RADIUS);
                assert!(
                    field.table().holds(&stand.disc()) && !others().any(|other| other.overlaps(&stand)),
                    "{route:?}"
                );
            }
            walked += 1;
            upstairs += u32::from(spot.level != mover.spot.level);
        }
    }
    assert!(walked > 60 && upstairs > 2, "{walked} ways, {upstairs} of them up or down");
}

#[test]
fn contact_is_mutual_and_approaches_end_in_it() {
    let (field, mut dice) = table(576.0, 5);
    let bases = stands(&field, 30, &mut dice);
    let mut ways = Ways::default();
    let mut charges = 0;
    for mover in &bases {
        let off = Vector::new(f64::from(dice.pick(5)) - 2.0, f64::from(dice.pick(5)) - 2.0);
        let enemy = field.stand(Spot { point: mover.spot.point + off, ..mover.spot }, RADIUS);
        assert_eq!(field.contact(mover, &enemy).is_some(), field.contact(&enemy, mover).is_some());
        if !field.has_room(&enemy, &[*mover]) {
            continue;
        }
        ways.lay(&field, *mover, 3.0, [Barred { stand: enemy, apart: false }], []);
        let Some(way) = ways.approach(&field, &enemy) else { continue };
        let stop = field.stand(way.stop, RADIUS);
        assert_eq!(field.contact(&stop, &enemy), Some(way.contact));
        assert!(way.cost <= 3.0 + 1e-3 && ways.surroundings().may_end(&field, way.stop, way.route.cost()));
        charges += 1;
    }
    assert!(charges > 8, "{charges}");
}

#[test]
fn who_runs_for_cover_ends_in_it() {
    let (field, mut dice) = table(1152.0, 8);
    let bases = stands(&field, 24, &mut dice);
    let mut ways = Ways::default();
    let mut places = Vec::new();
    let mut ran = 0;
    for (at, mover) in bases.iter().enumerate() {
        let enemies: Vec<Stand> = (1..6).map(|step| bases[(at + step) % bases.len()]).collect();
        let barred = enemies.iter().map(|stand| Barred { stand: *stand, apart: false });
        ways.lay_within(&field, *mover, 6.0, FARTHEST, barred, []);
        let danger = Danger { field: &field, enemies: &enemies, bodies: &[] };
        let mut lasts = [Shutter::default(); MOST_FIGURES];
        let Some(least) = danger.nearest_cover(&mut ways, &mut places) else { continue };
        assert_eq!(least == 0.0, danger.is_cover(mover, &mut lasts), "who stands in cover need not run");
        for (cost, spot) in &places {
            let stand = field.stand(*spot, RADIUS);
            assert!(
                danger.is_cover(&stand, &mut lasts) && field.stands(&stand) && (least..=least + 0.5).contains(cost)
            );
        }
        ran += u32::from(least > 0.0);
    }
    assert!(ran > 3, "{ran}");
}
