//! What a Team can do from a place, and what enemies can do to it there before its side's next own Phase.

use super::odds::reaches;
use super::punch::{Posture, Punches};
use super::survey::{Piece, Survey};
use super::tactician::Tactician;
use super::value::Values;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::state::{Battle, NOBODY};
use crate::tabletop::plane::Point;

/// Share of what an enemy could do who does not see a place now but may move.
const COMES_INTO_VIEW: f64 = 0.35;

/// Inches beyond which an enemy out of sight is not thought of.
const FAR_OFF: f64 = 30.0;

/// Share of what lobbed fire at who is not seen does, of what aimed fire does.
const LOBBED: f64 = 0.6;

/// Share of a charge that comes to pass where the way has not been looked at.
const FREE_WAY: f64 = 0.85;

/// The most that may be lost to one enemy, as a share.
const MOST_SHARE: f64 = 0.95;

/// What is asked of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Where it is.
    pub at: Point,
    /// Where that is on the lattice.
    pub cell: usize,
}

/// How a Team is at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exposure {
    /// It has the cover of a Tactical move.
    pub tactical: bool,
    /// It comes there by a move: Overwatch may fire at it.
    pub moves: bool,
}

/// The best volley from a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deal {
    /// What it takes from the enemy.
    pub harm: f64,
    /// Inches to whom it goes at.
    pub inches: f64,
}

impl Tactician {
    /// The best volley of a Team from a place in this posture.
    pub(super) fn deal(&mut self, battle: &Battle<'_>, me: &Piece, spot: &Spot, posture: Posture) -> Deal {
        let mut best = Deal::default();
        if me.range <= 0.0 {
            return best;
        }
        let land = battle.land();
        let Self { ground, punches, survey, values, .. } = self;
        for foe in &survey.foes {
            let inches = (spot.at.distance(foe.at) - me.radius - foe.radius).max(0.0);
            if foe.locked || inches > me.range {
                continue;
            }
            let look = ground.look(&land, spot.cell, foe.cell);
            if look.is_none() && !me.lobs {
                continue;
            }
            let facing = if foe.vehicle { Facing::seen(foe.at, foe.ahead, spot.at) } else { Facing::Front };
            let cover = foe.cover(look.unwrap_or(0));
            let full = punches.volley(battle, survey, values, me.team, foe, posture, inches, cover, facing);
            let harm = if look.is_some() { full } else { LOBBED * full };
            if harm > best.harm {
                best = Deal { harm, inches };
            }
        }
        best
    }

    /// Notes what enemies see of a place as known, as if the risk of a Team there had been asked for.
    pub(super) fn note_looks(&mut self, battle: &Battle<'_>, me: &Piece, spot: &Spot) {
        let land = battle.land();
        let Self { ground, survey, .. } = self;
        for foe in survey.foes.iter().filter(|foe| foe.reach_at(spot.at, me.radius).is_some()) {
            ground.note(&land, foe.cell, spot.cell);
        }
    }

    /// What enemies may take from a Team at a place before its side's next own Phase. An officer by himself may join others there.
    pub(super) fn risk(&mut self, battle: &Battle<'_>, me: &Piece, spot: &Spot, how: Exposure) -> f64 {
        let alone = self.alone(battle, me, spot, how);
        if alone <= 0.0 || !battle.is_officer(me.team) || battle.team(me.team).with != NOBODY {
            return alone;
        }
        let whole = self.values.whole(battle, me.team);
        self.company(battle, me, spot.at).map_or(alone, |falls| alone.min(falls * whole))
    }

    /// The same of one who is alone there.
    pub(super) fn alone(&mut self, battle: &Battle<'_>, me: &Piece, spot: &Spot, how: Exposure) -> f64 {
        let land = battle.land();
        let Self { ground, punches, survey, values, .. } = self;
        let whole = values.whole(battle, me.team).max(1e-9);
        let mut judge = Judge { battle, punches, survey, values, me, how };
        let mut safe = 1.0;
        for foe in &survey.foes {
            let Some(inches) = foe.reach_at(spot.at, me.radius) else { continue };
            let look = ground.look(&land, foe.cell, spot.cell);
            if look.is_none() && inches > FAR_OFF {
                continue;
            }
            let threat = judge.threat(foe, inches, look) / whole;
            safe *= 1.0 - threat.min(MOST_SHARE);
        }
        whole * (1.0 - safe)
    }
}

/// What is needed to say what enemies may take from a Team that is somewhere.
struct Judge<'j, 's> {
    battle: &'j Battle<'s>,
    punches: &'j mut Punches,
    survey: &'j Survey,
    values: &'j Values,
    me: &'j Piece,
    how: Exposure,
}

impl Judge<'_, '_> {
    /// What one enemy may take, its chance to act counted in.
    fn threat(&mut self, foe: &Piece, inches: f64, look: Option<u8>) -> f64 {
        let Self { battle, survey, values, me, how, .. } = *self;
        let punches = &mut *self.punches;
        let mut volley = |posture: Posture, inches: f64, cover: u8| {
            let cover = me.cover_as(cover, how.tactical);
            punches.volley(battle, survey, values, foe.team, me, posture, inches, cover, Facing::Front)
        };
        let still = match look {
            Some(cover) => volley(Posture::Still, inches, cover),
            None if foe.lobs => LOBBED * volley(Posture::Still, inches, 0),
            None => 0.0,
        };
        let mut most = still;
        if foe.moves > 0.0 {
            let nearer = (inches - foe.moves).max(1.0);
            let moved = volley(Posture::Moved, nearer, look.unwrap_or(0));
            most = most.max(if look.is_some() { moved } else { COMES_INTO_VIEW * moved });
        }
        let watched = if foe.watches && how.moves && look.is_some() { still } else { 0.0 };
        if let Some(before) = foe.charges
            && inches <= before + 12.0
            && !me.locked
        {
            let bout = punches.bout(battle, survey, values, foe.team, me.team);
            let comes = FREE_WAY * reaches(inches - before, false);
            let comes = if look.is_some() { comes } else { COMES_INTO_VIEW * comes };
            most = most.max(comes * (bout.harm - 0.5 * bout.cost).max(0.5 * bout.harm));
        }
        most * foe.acts * foe.focus + watched
    }
}
