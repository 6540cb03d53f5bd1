//! Choices by lot: quicker than to list all that a side might do, and not bound to what is shown.
//!
//! What is drawn is checked, and drawn again when it is not lawful; after [`TRIES`] the lot is among all choices that are shown.

use super::choices::{Action, Choice, Decision, Way};
use super::movement::MoveKind;
use super::state::{Battle, FigureId, FigureSet, members};
use crate::dice::{Dice, SeededDice};
use crate::game::{Game, any_shown};
use crate::tabletop::plane::{Facing, Spot};

/// How often a choice is drawn before all are listed.
const TRIES: u32 = 24;

/// One in so many figures does not move.
const STAYS: u32 = 6;

/// A number from 0 to 1.
fn share(chance: &mut SeededDice) -> f64 {
    f64::from(chance.pick(1 << 16)) / f64::from((1u32 << 16) - 1)
}

/// One of a set, each equally likely.
fn one_of(set: FigureSet, side: crate::game::Side, chance: &mut SeededDice) -> Option<FigureId> {
    let count = set.len();
    if count == 0 { None } else { members(side, set).nth(chance.pick(count) as usize) }
}

impl Battle<'_> {
    /// A lawful choice by lot, every kind of which may come.
    pub(super) fn draw_choice(&self, chance: &mut SeededDice) -> Choice {
        let many = matches!(
            self.decision,
            Decision::Deploy | Decision::PlaceBase | Decision::Move | Decision::Replan | Decision::Act
        );
        for _ in 0..if many { TRIES } else { 0 } {
            let drawn = match self.decision {
                Decision::Deploy | Decision::PlaceBase => self.draw_placement(chance),
                Decision::Move => self.draw_move(chance),
                Decision::Replan => self.draw_replan(chance),
                _ => self.draw_action(chance),
            };
            if let Some(choice) = drawn.filter(|choice| self.check(*choice).is_ok()) {
                return choice;
            }
        }
        any_shown(self, chance)
    }

    /// A place of the own strip for the next model or base.
    fn draw_placement(&self, chance: &mut SeededDice) -> Option<Choice> {
        let side = self.decider;
        if self.activation.is_some() {
            return None;
        }
        let figure = match self.decision {
            Decision::Deploy => one_of(self.deployment.unplaced, side, chance)?,
            _ => self.base_to_deploy()?,
        };
        if self.check_hide(figure).is_ok() && chance.pick(3) > 0 {
            return Some(Choice::Hide(figure));
        }
        let strip = self.setup.field.strip(self.deployment.edges[side.index()]?);
        let x = strip.min.x + share(chance) * (strip.max.x - strip.min.x);
        let y = strip.min.y + share(chance) * (strip.max.y - strip.min.y);
        let mut at = crate::tabletop::plane::Point::new(x, y);
        let hiding = self.deployment.hiding;
        let placed = if self.is_base(figure) { self.bases_of(hiding) } else { FigureSet::EMPTY };
        if let Some(base) = one_of(placed, side, chance) {
            let near = self.coherency(hiding) * share(chance);
            at = self.figure(base).at.point + Facing::from_degrees(360.0 * share(chance)).ahead() * near;
        }
        let level = self.any_level(chance);
        Some(Choice::Place { figure, at: Spot { point: at, level } })
    }

    /// A level of the table: mostly the ground.
    fn any_level(&self, chance: &mut SeededDice) -> u8 {
        let levels = u32::from(self.setup.field.levels());
        if levels == 0 || chance.pick(3) > 0 { 0 } else { 1 + chance.pick(levels) as u8 }
    }

    /// A way of a figure: anywhere within a budget, or into contact with an enemy, now and then by a place on the way.
    fn draw_way(&self, figure: FigureId, budget: f64, chance: &mut SeededDice) -> Option<Way> {
        let from = self.figure(figure).at;
        let enemy = super::state::side_of(figure).other();
        let any = |from: Spot, chance: &mut SeededDice| {
            let point =
                from.point + Facing::from_degrees(360.0 * share(chance)).ahead() * (budget * share(chance).sqrt());
            Spot { point, level: self.any_level(chance) }
        };
        if !self.is_base(figure) && chance.pick(3) == 0 {
            let near = |other: &FigureId| self.distance(figure, *other) <= budget;
            let foes: FigureSet = members(enemy, self.force(enemy).shown()).filter(near).collect();
            if let Some(foe) = one_of(foes, enemy, chance) {
                let mut spots: arrayvec::ArrayVec<Spot, 16> = arrayvec::ArrayVec::new();
                self.visit_contact(figure, foe, budget, &mut |at| {
                    let _ = spots.try_push(at);
                });
                return spots.get(chance.pick(spots.len().max(1) as u32) as usize).copied().map(Way::straight);
            }
        }
        let to = any(from, chance);
        if chance.pick(8) == 0 {
            return Way::straight(to).by(any(from, chance));
        }
        Some(Way::straight(to))
    }

    fn draw_move(&self, chance: &mut SeededDice) -> Option<Choice> {
        let figure = one_of(self.activation?.to_move, self.active, chance)?;
        if self.must_run(figure) {
            return None;
        }
        if chance.pick(STAYS) == 0 {
            return Some(Choice::Stay(figure));
        }
        let way = self.draw_way(figure, self.allowance(figure, MoveKind::Move), chance)?;
        Some(Choice::Move { figure, way })
    }

    fn draw_replan(&self, chance: &mut SeededDice) -> Option<Choice> {
        let movement = self.movement()?;
        let figure = movement.figure;
        if chance.pick(STAYS) == 0 {
            return Some(Choice::Stay(figure));
        }
        let way = self.draw_way(figure, movement.left(), chance)?;
        Some(Choice::Move { figure, way })
    }

    fn draw_action(&self, chance: &mut SeededDice) -> Option<Choice> {
        let activation = self.activation?;
        let model = one_of(activation.to_act, self.active, chance)?;
        let hidden = self.figure(model).model;
        if hidden != model && chance.pick(4) == 0 {
            return Some(Choice::Reveal(hidden));
        }
        if self.must_run(model) {
            return None;
        }
        let way = |kind, chance: &mut SeededDice| self.draw_way(model, self.allowance(model, kind), chance);
        let enemy = self.active.other();
        let foe = |chance: &mut SeededDice| one_of(self.force(enemy).shown(), enemy, chance);
        let weapon = |chance: &mut SeededDice| {
            let count = self.usable_weapons(model).count() as u32;
            self.usable_weapons(model).nth(chance.pick(count.max(1)) as usize)
        };
        let payer = |chance: &mut SeededDice| {
            let sources = self.sources(model);
            (0..32u8).filter(|unit| sources >> unit & 1 == 1).nth(chance.pick(sources.count_ones().max(1)) as usize)
        };
        let facing = Facing::from_degrees(360.0 * share(chance));
        let action = match chance.pick(12) {
            0 => Action::None,
            1 => Action::Move(way(MoveKind::Second, chance)?),
            2 | 3 => Action::Charge(way(MoveKind::Charge, chance)?),
            4..=6 => Action::Shoot { weapon: weapon(chance)?, target: foe(chance)? },
            7 => {
                let target = one_of(self.contacts(model), enemy, chance)?;
                Action::Fight { weapon: self.best_close_weapon(model)?, target }
            }
            8 => Action::Overwatch { weapon: weapon(chance)?, facing, payer: payer(chance)? },
            9 => Action::CombatReady { facing, payer: payer(chance)? },
            10 => {
                let centre = self.centre_on(one_of(self.force(enemy).present, enemy, chance)?);
                let payer = payer(chance)?;
                let able = members(self.active, activation.to_act).filter(|one| self.may_suppress(*one, centre, payer));
                Action::Suppress { group: able.collect(), centre, payer }
            }
            _ => Action::Look { base: one_of(self.force(enemy).bases(), enemy, chance)? },
        };
        Some(Choice::Act { model, action })
    }
}
