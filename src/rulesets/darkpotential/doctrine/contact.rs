//! Contact: the places in which a figure comes into it, and the shots of friends that it bars.

use super::super::combat::distance_penalty;
use super::super::state::{Battle, FigureId, bit, members, side_of};
use super::ScriptedPlayer;
use super::foes::{Arms, Foe, Foes, Piece};
use super::odds::chance;
use crate::tabletop::plane::{Facing, Spot, Turn};

/// Directions from which contact is sought, off the straight way, in degrees.
const SIDES: [f64; 5] = [0.0, 45.0, -45.0, 90.0, -90.0];

/// Inches off the rims of two enemies at which a figure touches both: well within what counts as contact.
const HAIR: f64 = 0.002;

impl ScriptedPlayer {
    /// Shows places in contact with enemies that a figure might come to: one beside each of them, and those beside two at once.
    pub(super) fn visit_contacts(
        &mut self,
        battle: &Battle<'_>,
        foes: &Foes<'_>,
        piece: &Piece<'_>,
        budget: f64,
        mut visit: impl FnMut(&mut Self, Spot),
    ) {
        let from = piece.stand.spot.point;
        let is_open = |spot: Spot| from.distance(spot.point) <= budget && battle.check_room(piece.figure, spot).is_ok();
        let near = |foe: &&Foe<'_>| {
            !foe.base && piece.stand.gap(&foe.stand) <= budget && !battle.touches(piece.stand, foe.stand)
        };
        for (number, foe) in foes.iter().enumerate().filter(|(_, foe)| near(foe)) {
            let at = foe.stand.spot;
            let Some(straight) = Facing::along(from - at.point) else { continue };
            let apart = piece.stand.radius + foe.stand.radius;
            let mut sides = SIDES.iter().map(|degrees| {
                let way = straight.turned(Turn::clockwise(degrees.to_radians())).ahead();
                Spot { point: at.point + way * apart, level: at.level }
            });
            if let Some(spot) = sides.find(|spot| is_open(*spot)) {
                visit(self, spot);
            }
            for other in foes[number + 1..].iter().filter(|other| near(other)) {
                let between = other.stand.spot.point - at.point;
                let half = 0.5 * between.length();
                let rim = apart + HAIR;
                if other.stand.spot.level != at.level || other.stand.radius != foe.stand.radius || half >= rim {
                    continue;
                }
                let Some(along) = between.unit() else { continue };
                for sign in [1.0, -1.0] {
                    let off = along.left() * (sign * (rim * rim - half * half).sqrt());
                    let spot = Spot { point: at.point + between * 0.5 + off, level: at.level };
                    if is_open(spot) {
                        visit(self, spot);
                    }
                }
            }
        }
    }

    /// What friends lose who could have shot at an enemy in this turn, once somebody is in contact with it: what they would have
    /// done to it, less what they can do to others.
    pub(super) fn barred_shots(&self, battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>, number: usize) -> f64 {
        if battle.setup.rules.shoot_into_combat {
            return 0.0;
        }
        let (side, activation) = (side_of(piece.figure), battle.activation);
        let Some(activation) = activation.filter(|_| battle.active == side) else { return 0.0 };
        let mates = battle.living(side, activation.unit) & battle.force(side).shown() & !bit(piece.model);
        members(side, mates).map(|mate| self.barred_shot(battle, foes, mate, number)).sum()
    }

    fn barred_shot(&self, battle: &Battle<'_>, foes: &Foes<'_>, mate: FigureId, number: usize) -> f64 {
        let arms = Arms::of(battle, mate);
        if arms.guns.is_empty() || battle.engaged(mate) {
            return 0.0;
        }
        let to_move = battle.activation.is_some_and(|now| now.to_move.contains(mate));
        let allowance = if to_move { battle.profile(mate).movement } else { 0.0 };
        let shot = |foe: &Foe<'_>| {
            if foe.base || foe.engaged {
                return 0.0;
            }
            let Some(cover) = battle.cover(mate, foe.model) else { return 0.0 };
            let penalty = cover.penalty(&battle.setup.rules, foe.target.dug_in);
            let distance = (battle.distance(mate, foe.model) - allowance).max(0.0);
            let guns = arms.guns.iter().filter(|(_, gun)| gun.aoe == 0.0);
            guns.fold(0.0, |most: f64, (_, gun)| {
                let hit =
                    arms.skill - foe.target.defense - distance_penalty(gun.range, distance) + gun.accuracy - penalty;
                most.max(chance(hit) * self.worth_of_weapon(battle, gun, foe.model, &foe.target))
            })
        };
        let others = foes.iter().enumerate().filter(|(other, _)| *other != number);
        let second = others.fold(0.0, |most: f64, (_, foe)| most.max(shot(foe)));
        (shot(&foes[number]) - second).max(0.0)
    }
}
