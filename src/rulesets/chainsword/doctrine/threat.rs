//! What a Team can do from a place, and what enemies can do to it there before its side's next own Phase.

use super::punch::Posture;
use super::rivals::{Bench, Rival};
use super::survey::Piece;
use super::tactician::Tactician;
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
        let [deal] = self.deals(battle, me, spot, [posture]);
        deal
    }

    /// The same in each of these postures.
    pub(super) fn deals<const N: usize>(
        &mut self,
        battle: &Battle<'_>,
        me: &Piece,
        spot: &Spot,
        postures: [Posture; N],
    ) -> [Deal; N] {
        let mut deals = [Deal::default(); N];
        if me.range <= 0.0 {
            return deals;
        }
        self.rivals.face(battle, &mut self.punches, &self.survey, me);
        let land = battle.land();
        let Self { ground, punches, survey, values, rivals, .. } = self;
        let mut bench = Bench { battle, punches, survey, values, rivals, me };
        for row in 0..bench.rivals.rows.len() {
            let rival = &bench.rivals.rows[row];
            let Some(inches) = rival.in_range(me, spot.at) else { continue };
            let look = ground.look(&land, spot.cell, rival.cell);
            if look.is_none() && !me.lobs {
                continue;
            }
            let (cover, facing) = (rival.cover(look.unwrap_or(0)), rival.facing(spot.at));
            for (posture, best) in postures.into_iter().zip(&mut deals) {
                let full = bench.volley(row, posture, inches, cover, facing);
                let harm = if look.is_some() { full } else { LOBBED * full };
                if harm > best.harm {
                    *best = Deal { harm, inches };
                }
            }
        }
        deals
    }

    /// Notes what enemies see of a place as known, as if the risk of a Team there had been asked for.
    pub(super) fn note_looks(&mut self, battle: &Battle<'_>, me: &Piece, spot: &Spot) {
        self.rivals.face(battle, &mut self.punches, &self.survey, me);
        let land = battle.land();
        for rival in self.rivals.rows.iter().filter(|rival| rival.in_reach(me, spot.at).is_some()) {
            self.ground.note(&land, rival.cell, spot.cell);
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
        self.rivals.face(battle, &mut self.punches, &self.survey, me);
        let land = battle.land();
        let Self { ground, punches, survey, values, rivals, .. } = self;
        let whole = values.whole(battle, me.team).max(1e-9);
        let mut bench = Bench { battle, punches, survey, values, rivals, me };
        let mut safe = 1.0;
        for row in 0..bench.rivals.rows.len() {
            let rival = &bench.rivals.rows[row];
            let Some(inches) = rival.in_reach(me, spot.at) else { continue };
            let look = ground.look(&land, rival.cell, spot.cell);
            if look.is_none() && inches > FAR_OFF {
                continue;
            }
            let threat = bench.threat(row, inches, look, how) / whole;
            safe *= 1.0 - threat.min(MOST_SHARE);
        }
        whole * (1.0 - safe)
    }
}

impl Bench<'_, '_> {
    /// What one enemy may take, its chance to act counted in.
    #[inline]
    fn threat(&mut self, row: usize, inches: f64, look: Option<u8>, how: Exposure) -> f64 {
        let Rival { lobs, moves, watches, acts, focus, .. } = self.rivals.rows[row];
        let mut volley = |posture: Posture, inches: f64, cover: u8| {
            let cover = self.rivals.own_cover(cover, how.tactical);
            self.his_volley(row, posture, inches, cover)
        };
        let still = match look {
            Some(cover) => volley(Posture::Still, inches, cover),
            None if lobs => LOBBED * volley(Posture::Still, inches, 0),
            None => 0.0,
        };
        let mut most = still;
        if moves > 0.0 {
            let nearer = (inches - moves).max(1.0);
            let moved = volley(Posture::Moved, nearer, look.unwrap_or(0));
            most = most.max(if look.is_some() { moved } else { COMES_INTO_VIEW * moved });
        }
        let watched = if watches && how.moves && look.is_some() { still } else { 0.0 };
        if let Some((chance, harm)) = self.his_charge(row, inches) {
            let comes = FREE_WAY * chance;
            let comes = if look.is_some() { comes } else { COMES_INTO_VIEW * comes };
            most = most.max(comes * harm);
        }
        most * acts * focus + watched
    }
}
