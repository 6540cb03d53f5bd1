//! The enemies as one Team weighs places against them: all that is the same at every place, in a row for each.

use arrayvec::ArrayVec;

use super::odds::reaches;
use super::punch::{Breaks, Posture, Punches, Shot, stretch_of};
use super::survey::{Piece, Survey};
use super::value::Values;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::state::{Battle, MOST_TEAMS, TeamId};
use crate::tabletop::plane::{Facing as Heading, Point};

/// Cover saves by terrain that there may be, 0 for none.
const SAVES: usize = 8;

/// Inches by which sums of distances may be off.
const HAIR: f64 = 1e-6;

/// Inches of a charge that its dice give at most.
const MOST_OF_DICE: f64 = 12.0;

/// Where odds are kept of which nobody has asked yet.
const NOWHERE: u32 = u32::MAX;

/// What the rows depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Basis {
    /// Which look at the table they were made by.
    look: u64,
    team: TeamId,
    radius: f64,
    range: f64,
    locked: bool,
    /// What its saves depend on.
    hides: u8,
    down: bool,
    jinks: bool,
}

/// An enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival {
    /// Where he is.
    pub at: Point,
    /// Where that is on the lattice.
    pub cell: usize,
    /// Inches from his middle to his outline, at most.
    radius: f64,
    /// His place among those that are seen.
    pub number: usize,
    team: TeamId,
    /// A vehicle, which heads there.
    vehicle: bool,
    ahead: Heading,
    /// His saves in each cover.
    covers: [u8; SAVES],
    /// The square of the inches from his middle beyond which nothing that the Team fires gets to him.
    out_of_range: f64,
    /// Where the odds of the Team against him are kept.
    odds: u32,
    /// Where his odds against the Team are kept.
    his_odds: u32,
    /// Inches that he moves and fires.
    pub moves: f64,
    /// Inches that anything that he does gets to; negative for who does nothing.
    reach: f64,
    /// The square of the inches from his middle beyond which he gets at nobody.
    out_of_reach: f64,
    /// Inches at which his fire changes.
    breaks: Breaks,
    /// Inches of his charge before its dice; negative where he does not charge.
    charges: f64,
    /// What his charge comes to once it is in contact; not a number as long as nobody has asked.
    contact: f64,
    /// He fires over what hides his target.
    pub lobs: bool,
    /// He is on Overwatch.
    pub watches: bool,
    /// The chance that he acts, and how much of his attention is for the Team.
    pub acts: f64,
    pub focus: f64,
}

impl Rival {
    /// Inches from the outline of the Team, were it at a place; nothing where nothing that it fires gets to him.
    #[inline]
    pub(super) fn in_range(&self, me: &Piece, at: Point) -> Option<f64> {
        let off = (at - self.at).length_squared();
        if off > self.out_of_range {
            return None;
        }
        let inches = (off.sqrt() - me.radius - self.radius).max(0.0);
        (inches <= me.range).then_some(inches)
    }

    /// The same where he may do anything to the Team in his next Phase.
    #[inline]
    pub(super) fn in_reach(&self, me: &Piece, at: Point) -> Option<f64> {
        let off = (at - self.at).length_squared();
        if off > self.out_of_reach {
            return None;
        }
        let inches = (off.sqrt() - me.radius - self.radius).max(0.0);
        (inches <= self.reach).then_some(inches)
    }

    /// Inches to him once he has come as near as he may by a move; nothing where that is out of range.
    #[inline]
    pub(super) fn comes_to(&self, me: &Piece, at: Point) -> Option<f64> {
        if self.out_of_range < 0.0 || self.moves <= 0.0 {
            return None;
        }
        let inches = (at.distance(self.at) - me.radius - self.radius - self.moves).max(1.0);
        (inches <= me.range).then_some(inches)
    }

    /// His save in this cover.
    #[inline]
    pub(super) fn cover(&self, by_terrain: u8) -> u8 {
        self.covers[usize::from(by_terrain) % SAVES]
    }

    /// The armour that he shows to who is at a place.
    #[inline]
    pub(super) fn facing(&self, at: Point) -> Facing {
        if self.vehicle { Facing::seen(self.at, self.ahead, at) } else { Facing::Front }
    }
}

/// All enemies of a Team.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals {
    basis: Option<Basis>,
    /// In the order in which they are seen.
    pub rows: ArrayVec<Rival, MOST_TEAMS>,
    /// Inches at which the fire of the Team changes.
    breaks: Breaks,
    /// The saves of the Team in each cover, with the cover of a Tactical move in the second row.
    covers: [[u8; SAVES]; 2],
}

impl Rivals {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.basis = None;
    }

    /// Takes the rows of a Team, unless they are at hand.
    #[inline]
    pub(super) fn face(&mut self, battle: &Battle<'_>, punches: &mut Punches, survey: &Survey, me: &Piece) {
        let Piece { team, radius, range, locked, hides, down, jinks, .. } = *me;
        let basis = Basis { look: survey.looks, team, radius, range, locked, hides, down, jinks };
        if self.basis != Some(basis) {
            self.basis = Some(basis);
            self.take(battle, punches, survey, me);
        }
        debug_assert!(
            self.rows.len() == survey.foes.len()
                && self.rows.iter().zip(&survey.foes).all(|(row, foe)| {
                    (row.team, row.at, row.cell, row.moves, row.acts)
                        == (foe.team, foe.at, foe.cell, foe.moves, foe.acts)
                }),
            "the rows are those of the enemies on the table"
        );
    }

    /// Takes the rows of a Team.
    #[inline(never)]
    fn take(&mut self, battle: &Battle<'_>, punches: &mut Punches, survey: &Survey, me: &Piece) {
        self.covers = [false, true].map(|tactical| std::array::from_fn(|save| me.cover_as(save as u8, tactical)));
        self.breaks = punches.breaks(battle, survey, me.team);
        self.rows.clear();
        for (number, foe) in survey.foes.iter().enumerate() {
            let beyond = |inches: f64| {
                let far = inches + me.radius + foe.radius + HAIR;
                if inches < 0.0 { -1.0 } else { far * far }
            };
            let idle = foe.locked || foe.flees;
            let charges = foe.charges.unwrap_or(-MOST_OF_DICE);
            let reach = if idle { -1.0 } else { (foe.moves + foe.range).max(charges + MOST_OF_DICE) };
            self.rows.push(Rival {
                at: foe.at,
                cell: foe.cell,
                radius: foe.radius,
                number,
                team: foe.team,
                vehicle: foe.vehicle,
                ahead: foe.ahead,
                covers: std::array::from_fn(|save| foe.cover(save as u8)),
                out_of_range: if foe.locked { -1.0 } else { beyond(me.range) },
                odds: NOWHERE,
                his_odds: NOWHERE,
                moves: foe.moves,
                reach,
                out_of_reach: beyond(reach),
                breaks: punches.breaks(battle, survey, foe.team),
                charges: if me.locked { f64::NEG_INFINITY } else { foe.charges.unwrap_or(f64::NEG_INFINITY) },
                contact: f64::NAN,
                lobs: foe.lobs,
                watches: foe.watches,
                acts: foe.acts,
                focus: foe.focus,
            });
        }
    }

    /// The save of the Team in this cover.
    #[inline]
    pub(super) fn own_cover(&self, by_terrain: u8, tactical: bool) -> u8 {
        self.covers[usize::from(tactical)][usize::from(by_terrain) % SAVES]
    }
}

/// What the odds of a Team and its enemies are asked of.
pub(super) struct Bench<'j, 's> {
    pub battle: &'j Battle<'s>,
    pub punches: &'j mut Punches,
    pub survey: &'j Survey,
    pub values: &'j Values,
    pub rivals: &'j mut Rivals,
    pub me: &'j Piece,
}

impl Bench<'_, '_> {
    /// What the best volley of the Team takes from an enemy.
    #[inline]
    pub(super) fn volley(&mut self, row: usize, posture: Posture, inches: f64, cover: u8, facing: Facing) -> f64 {
        let Some(stretch) = stretch_of(&self.rivals.breaks, inches) else { return 0.0 };
        let rival = &mut self.rivals.rows[row];
        let target = &self.survey.foes[rival.number];
        if rival.odds == NOWHERE {
            rival.odds = self.punches.place(self.survey, self.me.team, target);
        }
        let shot = Shot { by: self.me.team, target, posture, stretch, cover, facing };
        self.punches.at(self.battle, self.values, rival.odds, &shot)
    }

    /// What the best volley of an enemy takes from the Team.
    #[inline]
    pub(super) fn his_volley(&mut self, row: usize, posture: Posture, inches: f64, cover: u8) -> f64 {
        let rival = &mut self.rivals.rows[row];
        let Some(stretch) = stretch_of(&rival.breaks, inches) else { return 0.0 };
        if rival.his_odds == NOWHERE {
            rival.his_odds = self.punches.place(self.survey, rival.team, self.me);
        }
        let shot = Shot { by: rival.team, target: self.me, posture, stretch, cover, facing: Facing::Front };
        self.punches.at(self.battle, self.values, rival.his_odds, &shot)
    }

    /// The chance that an enemy who charges the Team over so many inches comes into contact, and what that then takes from it; nothing
    /// where he does not charge it.
    #[inline]
    pub(super) fn his_charge(&mut self, row: usize, inches: f64) -> Option<(f64, f64)> {
        let rival = &mut self.rivals.rows[row];
        let before = rival.charges;
        if inches > before + MOST_OF_DICE {
            return None;
        }
        if rival.contact.is_nan() {
            let bout = self.punches.bout(self.battle, self.survey, self.values, rival.team, self.me.team);
            rival.contact = (bout.harm - 0.5 * bout.cost).max(0.5 * bout.harm);
        }
        Some((reaches(inches - before, false), rival.contact))
    }
}
