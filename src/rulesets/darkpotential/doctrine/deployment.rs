//! Before the first turn: the edge, and where everybody is put down.

use arrayvec::ArrayVec;

use super::super::choices::Choice;
use super::super::codex::WeaponKind;
use super::super::field::sight::Shutter;
use super::super::field::{BoardEdge, Stand};
use super::super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, bit, members, side_of};
use super::super::tactics;
use super::ScriptedPlayer;
use crate::dice::{Dice, SeededDice};
use crate::game::Game;
use crate::tabletop::plane::{Area, Point, Spot};

/// Places that are tried for a figure.
const PLACES: u32 = 36;

/// Points in front of the strip from which it is looked at, along it and in depth.
const WATCHED: (u32, u32) = (6, 2);

/// Inches that friends keep from each other, against templates.
const SPREAD: f64 = 3.0;

/// What an inch off the place in the line is worth, and what a point of the enemy's ground in sight is to those who stand and
/// shoot, and to the others.
const OFF: f64 = 0.35;
const LINE: f64 = 0.9;
const EXPOSED: f64 = 0.5;

/// Share of the enemy's ground that who stands and shoots wants in sight; more is no better.
const LINES: f64 = 0.5;

/// What cover against a point of the enemy's ground is worth, as a share of not being seen.
const COVERED: f64 = 0.5;

/// Inches within which friends are to a Leader, and what each is worth.
const COMMAND: f64 = 8.0;
const LED: f64 = 0.8;

/// By how much what a place is worth may be off for rounding.
const ROUNDING: f64 = 1e-6;

/// How a side is drawn up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Opening {
    /// All together on the left, in the middle, on the right.
    Left,
    #[default]
    Centre,
    Right,
    /// One half on each side.
    Wings,
    /// Some in front, the others behind.
    Screen,
}

/// Openings, with how often each is drawn.
const OPENINGS: [(Opening, u32); 5] =
    [(Opening::Left, 3), (Opening::Centre, 4), (Opening::Right, 3), (Opening::Wings, 2), (Opening::Screen, 2)];

/// The strip of a side, as it sees it.
#[derive(Clone, Copy, Debug)]
struct Strip {
    area: Area,
    /// The enemy's.
    enemy: Area,
    /// Its length runs along y.
    upright: bool,
    /// The side of the table is at the low end of the depth.
    low: bool,
}

impl Strip {
    /// A point so far along the strip and into it, both from 0 to 1; 1 is nearest to the enemy.
    fn point(&self, along: f64, deep: f64) -> Point {
        let deep = if self.low { deep } else { 1.0 - deep };
        let (x, y) = if self.upright { (deep, along) } else { (along, deep) };
        let extent = self.area.max - self.area.min;
        Point::new(self.area.min.x + x * extent.x, self.area.min.y + y * extent.y)
    }

    /// How far along it a point is.
    fn along(&self, point: Point) -> f64 {
        let extent = self.area.max - self.area.min;
        if self.upright { (point.y - self.area.min.y) / extent.y } else { (point.x - self.area.min.x) / extent.x }
    }

    /// Inches along it.
    fn length(&self) -> f64 {
        let extent = self.area.max - self.area.min;
        if self.upright { extent.y } else { extent.x }
    }
}

/// A number from 0 to 1.
fn share(chance: &mut SeededDice) -> f64 {
    f64::from(chance.pick(1 << 12)) / f64::from((1u32 << 12) - 1)
}

impl ScriptedPlayer {
    /// An edge: on tables that are the same from both sides opposite ones are alike, so the choice is between two directions.
    pub(super) fn edge(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let edges = BoardEdge::ALL;
        let first = chance.pick(edges.len() as u32) as usize;
        let mut with_strips = (0..edges.len()).map(|at| edges[(first + at) % edges.len()]);
        let fits = |edge: &BoardEdge| battle.setup.field.has_strips(*edge);
        Choice::Edge(with_strips.find(fits).unwrap_or(BoardEdge::South))
    }

    /// The strip of the side that deploys.
    fn strip(&self, battle: &Battle<'_>) -> Option<Strip> {
        let edge = battle.deployment.edges[battle.decider.index()]?;
        let field = &battle.setup.field;
        Some(Strip {
            area: field.strip(edge),
            enemy: field.strip(edge.opposite()),
            upright: matches!(edge, BoardEdge::East | BoardEdge::West),
            low: matches!(edge, BoardEdge::South | BoardEdge::West),
        })
    }

    /// The next model, and where: Leaders and who stands and shoots first, for they need their places most.
    pub(super) fn deploy(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let unplaced = battle.deployment.unplaced;
        if unplaced == battle.force(side).all_models() {
            let all: u32 = OPENINGS.iter().map(|(_, often)| often).sum();
            let mut left = chance.pick(all);
            let drawn = OPENINGS.iter().find(|(_, often)| {
                let here = left < *often;
                left = left.saturating_sub(*often);
                here
            });
            self.opening = drawn.map_or(Opening::Centre, |(opening, _)| *opening);
        }
        let rank = |model: &FigureId| {
            let stands = battle.weapons(*model).any(|(_, weapon)| weapon.move_or_shoot);
            let hides = battle.figure(*model).bases > 0;
            (hides, battle.profile(*model).commander, !stands)
        };
        let Some(model) = members(side, unplaced).min_by_key(rank) else { return battle.any_choice(chance) };
        let may_hide = !self.forgoes(tactics::STEALTH) && battle.check_hide(model).is_ok();
        if may_hide && self.weights.stealth_patience >= 0.5 {
            return Choice::Hide(model);
        }
        self.place(battle, model, FigureSet::EMPTY, chance)
    }

    /// Where the next base of a set goes.
    pub(super) fn place_base(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        if battle.activation.is_some() {
            return battle.any_choice(chance);
        }
        let Some(base) = battle.base_to_deploy() else { return battle.any_choice(chance) };
        let placed = battle.bases_of(battle.figure(base).model);
        self.place(battle, base, placed, chance)
    }

    /// The best of some places for a figure; `set` are the bases that it has to keep to.
    fn place(&mut self, battle: &Battle<'_>, figure: FigureId, set: FigureSet, chance: &mut SeededDice) -> Choice {
        let Some(strip) = self.strip(battle) else { return battle.any_choice(chance) };
        let side = side_of(figure);
        // Places, with what they are worth at most, and then with what they are worth.
        let mut posts: ArrayVec<(Spot, f64, bool), { PLACES as usize }> = ArrayVec::new();
        let anchor = self.anchor(battle, figure);
        let mut eyes = self.eyes(battle, &strip, figure);
        let link = 0.8 * battle.coherency(battle.figure(figure).model);
        for _ in 0..PLACES {
            let mut point = strip.point(share(chance), share(chance));
            if let Some(base) = members(side, set).next() {
                let angle = crate::tabletop::plane::Facing::from_degrees(360.0 * share(chance)).ahead();
                point = battle.figure(base).at.point + angle * (2.0 + share(chance) * (link - 2.0).max(0.0));
            }
            let at = Spot::from(point);
            if battle.check_placement(figure, at).is_err() {
                continue;
            }
            posts.push((at, self.worth_of_post(battle, &strip, figure, at, anchor), false));
        }
        // What is seen from a place makes it no better than that: only those that may be the best one are looked at.
        loop {
            let first = (0..posts.len()).rev().max_by(|one, other| posts[*one].1.total_cmp(&posts[*other].1));
            let Some(first) = first else { return battle.any_choice(chance) };
            let (at, most, is_looked_at) = posts[first];
            if is_looked_at {
                return Choice::Place { figure, at };
            }
            let looked_at = posts.iter().filter(|(.., is_looked_at)| *is_looked_at);
            let best = looked_at.map(|(_, worth, _)| *worth).fold(f64::NEG_INFINITY, f64::max);
            // One that is certain to be worse than another one is none any more.
            let loss = self.exposure(battle, &mut eyes, figure, at, most - best + ROUNDING);
            posts[first] = (at, loss.map_or(f64::NEG_INFINITY, |loss| most - loss), true);
        }
    }

    /// Where along the strip a figure belongs by the opening, from 0 to 1, and how far forward.
    fn anchor(&self, battle: &Battle<'_>, figure: FigureId) -> (f64, f64) {
        let model = battle.figure(figure).model;
        let profile = battle.profile(model);
        let stands = battle.weapons(model).any(|(_, weapon)| weapon.move_or_shoot);
        let mut forward = if profile.commander {
            0.35
        } else if stands {
            0.55
        } else {
            0.5 + 0.45 * self.weights.aggression.min(1.0)
        };
        let unit = battle.figure(model).unit;
        let along = match self.opening {
            Opening::Left => 0.25,
            Opening::Centre => 0.5,
            Opening::Right => 0.75,
            Opening::Wings if profile.commander => 0.3,
            Opening::Wings => [0.3, 0.7][usize::from(unit % 2 == 1)],
            Opening::Screen => {
                if unit % 2 == 1 && !profile.commander {
                    forward = 0.95;
                }
                0.5
            }
        };
        (along, forward)
    }

    /// From where a place in the strip is looked at, each with what was in the way before: by the enemy who stands there already and shoots, else by points of his
    /// ground.
    fn eyes(&self, battle: &Battle<'_>, strip: &Strip, figure: FigureId) -> ArrayVec<(Stand, Shutter), MOST_FIGURES> {
        let (field, enemy) = (&battle.setup.field, side_of(figure).other());
        let eye = |point: Point| (field.stand(Spot::from(point), battle.radius(figure)), Shutter::default());
        let enemies = members(enemy, battle.force(enemy).shown());
        let shooters = enemies.filter(|other| battle.profile(*other).ranged.is_some());
        let mut eyes: ArrayVec<(Stand, Shutter), MOST_FIGURES> =
            shooters.map(|other| eye(battle.figure(other).at.point)).collect();
        if eyes.is_empty() {
            let (columns, rows) = WATCHED;
            let opposite = Strip { area: strip.enemy, low: !strip.low, ..*strip };
            for column in 0..columns {
                for row in 0..rows {
                    let along = (f64::from(column) + 0.5) / f64::from(columns);
                    eyes.push(eye(opposite.point(along, 0.35 + 0.6 * f64::from(row))));
                }
            }
        }
        eyes
    }

    /// What a place loses by what is seen of it, and from it, against the best that might be; none as soon as that is more than
    /// `most`.
    fn exposure(
        &self,
        battle: &Battle<'_>,
        eyes: &mut [(Stand, Shutter)],
        figure: FigureId,
        at: Spot,
        most: f64,
    ) -> Option<f64> {
        let (field, model) = (&battle.setup.field, battle.figure(figure).model);
        let profile = battle.profile(model);
        let there = battle.stand_at(figure, at);
        let stands = battle.weapons(model).any(|(_, weapon)| weapon.move_or_shoot);
        let guard = if profile.commander { 1.5 * self.weights.guard.max(0.5) } else { 1.0 };
        let looked = f64::max(eyes.len() as f64, 1.0);
        let loss = |seen: f64, covered: f64| {
            let (share_seen, open) = (seen / looked, (seen - COVERED * covered) / looked);
            if stands {
                return LINE * 10.0 * (LINES - share_seen).max(0.0)
                    + EXPOSED * 10.0 * (open - 0.5 * share_seen).max(0.0);
            }
            EXPOSED * 10.0 * open * guard * (profile.value / super::command::SOLDIER).clamp(0.7, 2.0)
        };
        let (mut seen, mut covered) = (0.0, 0.0);
        for (eye, last) in eyes {
            let Some(cover) = field.sight_after(eye, &there, &[], last) else { continue };
            seen += 1.0;
            covered += f64::from(u8::from(cover.penalty(field.rules(), 0) >= 2));
            // Who stands and shoots gains by what he sees as well; the others lose with everybody who sees them.
            if !stands && loss(seen, covered) > most {
                return None;
            }
        }
        Some(loss(seen, covered))
    }

    /// What a place is worth to a figure before the first turn, whoever sees it.
    fn worth_of_post(
        &self,
        battle: &Battle<'_>,
        strip: &Strip,
        figure: FigureId,
        at: Spot,
        (along, forward): (f64, f64),
    ) -> f64 {
        let (field, model) = (&battle.setup.field, battle.figure(figure).model);
        let (side, profile) = (side_of(figure), battle.profile(model));
        let there = battle.stand_at(figure, at);
        let mut worth = -OFF * (strip.along(at.point) - along).abs() * strip.length();
        let goal = strip.point(strip.along(at.point), forward);
        worth -= OFF * goal.distance(at.point) * 0.8;
        for friend in members(side, battle.force(side).present & !bit(figure)) {
            let off = battle.figure(friend).at.point.distance(at.point);
            if off < SPREAD {
                worth -= 0.8 * (SPREAD - off);
            }
            if profile.commander && !battle.is_base(friend) && off <= COMMAND {
                worth += LED;
            }
        }
        if battle.unit_of(model).squad {
            // The squad keeps to its first man.
            let mates = battle.members_of(side, battle.figure(model).unit) & battle.force(side).present & !bit(figure);
            if let Some(mate) = members(side, mates).next() {
                let off = battle.figure(mate).at.point.distance(at.point);
                worth -= 0.5 * (off - 5.0).max(0.0);
            }
        }
        if battle.weapons(model).any(|(_, weapon)| weapon.kind == WeaponKind::Ranged) {
            worth += if field.area_cover(&there).is_some() { 0.7 } else { 0.0 };
        }
        worth
    }
}
