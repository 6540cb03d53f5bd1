//! What standing in a hex is worth to one unit, shots left aside: cover, danger, friends, the way ahead.

use arrayvec::ArrayVec;

use super::destination::{Lane, MOST_ENDS};
use super::manoeuvre::{DISTANCES, LEVEL, Manoeuvre};
use super::survey::GRAINS;
use crate::game::Side;
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

/// What blocking a bridge costs.
const BRIDGE: f32 = 0.25;

/// What a half unit of path to an objective costs.
const OBJECTIVE: f32 = 0.08;

/// What holding an objective is worth.
const HOLDING: f32 = 0.6;

/// Most that a byte of path costs, of friends beside a hex and so on can say.
const MOST_BYTE: f32 = 255.0;

/// What leadership makes of a hex.
#[derive(Clone, Copy)]
pub(super) enum Leadership<'a> {
    /// Standing in the range of a ready leader is worth so much.
    Led(&'a HexSet, f32),
    /// Each own hex in its own range is worth so much to a leader; its discs by hex.
    Leads { discs: &'a [HexSet], own: &'a HexSet, each: f32 },
}

/// The layers of the board as one unit sees them, all of the length of the map, and what they weigh.
pub(super) struct Ground<'a> {
    /// What the enemy can bring, in grains.
    pub(super) threat: &'a [u8],
    pub(super) terrain: &'a [u8],
    /// Points of cover.
    pub(super) shelter: &'a [f32],
    /// By terrain and grains: share of a plain soldier lost.
    pub(super) perils: &'a [[f32; GRAINS]],
    /// Hexes to the heart of the side, and what so many cost.
    pub(super) distance: &'a [u8],
    pub(super) apart: &'a [f32; DISTANCES],
    /// Own units next to each hex.
    pub(super) friends: &'a [u8],
    /// Hexes to where the unit stands, and at how many of them it counts itself among those friends.
    pub(super) beside: &'a [u8],
    pub(super) itself: u8,
    /// Path costs to a shot at the focus, and what a half unit costs.
    pub(super) march: &'a [u8],
    pub(super) close: f32,
    /// What a point of cover is worth out of the enemy's reach and within it, and what a friend next to the hex costs.
    pub(super) cover: [f32; 2],
    pub(super) crowd: [f32; 2],
    /// What the loss of a plain soldier costs.
    pub(super) risk: f32,
    pub(super) bridges: Option<&'a HexSet>,
    pub(super) leadership: Leadership<'a>,
    pub(super) lane: Lane<'a>,
    /// Weight of the scenario.
    pub(super) objective: f32,
}

impl Ground<'_> {
    /// Adds what hexes are worth to the scores of ends: layer by layer, without a branch on the way where it can be
    /// helped.
    fn add_to(&self, ends: &mut [(HexIndex, f32)]) {
        let Ground { cover, crowd, apart, risk, close, itself, .. } = *self;
        // Slices of one length spare looking at it again.
        let hexes = self.threat.len();
        let (terrain, shelter, distance) = (&self.terrain[..hexes], &self.shelter[..hexes], &self.distance[..hexes]);
        let (friends, beside, march) = (&self.friends[..hexes], &self.beside[..hexes], &self.march[..hexes]);
        for (hex, score) in ends.iter_mut() {
            let at = usize::from(*hex);
            assert!(at < hexes, "a hex off the table");
            let threat = self.threat[at];
            let threatened = usize::from(threat > 0);
            let others = friends[at].saturating_sub(u8::from(beside[at] == itself));
            *score += cover[threatened] * shelter[at]
                - apart[usize::from(distance[at]).min(DISTANCES - 1)]
                - risk * self.perils[usize::from(terrain[at])][usize::from(threat)]
                - close * f32::from(march[at])
                - crowd[threatened] * f32::from(others);
        }
        match self.leadership {
            Leadership::Led(led, lead) => {
                for (hex, score) in ends.iter_mut() {
                    *score += if led.contains(*hex) { lead } else { 0.0 };
                }
            }
            Leadership::Leads { discs, own, each } => {
                for (hex, score) in ends.iter_mut() {
                    *score += each * discs[usize::from(*hex)].overlap(own).saturating_sub(1) as f32;
                }
            }
        }
        if let Some(bridges) = self.bridges {
            for (_, score) in ends.iter_mut().filter(|(hex, _)| bridges.contains(*hex)) {
                *score -= BRIDGE;
            }
        }
        if let Some(errand) = self.lane.errand {
            for (hex, score) in ends.iter_mut() {
                let holding = if *hex == self.lane.goal { HOLDING } else { 0.0 };
                *score += self.objective * (holding - OBJECTIVE * f32::from(errand[usize::from(*hex)]));
            }
        }
    }

    /// What no hex is worth more than to this unit, when `friends` of its side are on the board and no hex is worth more
    /// than `common` to anybody.
    #[inline]
    pub(super) fn ceiling(&self, friends: usize, common: f32) -> f32 {
        let lead = match self.leadership {
            Leadership::Led(_, lead) => most(lead, 1.0),
            Leadership::Leads { each, .. } => most(each, friends as f32),
        };
        let errand = match self.lane.errand {
            Some(_) => most(self.objective, HOLDING) + most(-self.objective, OBJECTIVE * MOST_BYTE),
            None => 0.0,
        };
        common + lead + errand + most(-self.risk, 1.0) + most(-self.close, MOST_BYTE)
    }
}

/// The most that something of at most `limit` is worth, which may be nothing.
#[inline]
fn most(weight: f32, limit: f32) -> f32 {
    weight.max(0.0) * limit
}

/// What no hex is worth more than by its cover, its place among the others and who stands beside it; `shelter` is the most
/// cover there is.
pub(super) fn ceiling(plan: &Manoeuvre, shelter: f32) -> f32 {
    let cover = plan.cover[0].abs().max(plan.cover[1].abs()) * shelter;
    let nearest = plan.apart.iter().copied().fold(f32::INFINITY, f32::min);
    cover - nearest + most(-plan.crowd[0].min(plan.crowd[1]), 6.0)
}

/// Ends of a move, as far as they have been listed and weighed.
pub(super) struct Ranking {
    ends: ArrayVec<(HexIndex, f32), MOST_ENDS>,
    weighed: usize,
    best: f32,
}

impl Ranking {
    pub(super) fn new() -> Self {
        Self { ends: ArrayVec::new(), weighed: 0, best: f32::NEG_INFINITY }
    }

    /// Lists an end, with what it is worth beyond its ground.
    #[inline]
    pub(super) fn list(&mut self, hex: HexIndex, extra: f32) {
        self.ends.push((hex, extra));
    }

    /// Weighs the ends that have been listed since.
    pub(super) fn weigh(&mut self, ground: &Ground<'_>) {
        let fresh = &mut self.ends[self.weighed..];
        ground.add_to(fresh);
        self.best = fresh.iter().fold(self.best, |best, (_, score)| if *score > best { *score } else { best });
        self.weighed = self.ends.len();
    }

    /// Whether ends of no more than `most` cannot be among the best any more.
    #[inline]
    pub(super) fn beats(&self, most: f32) -> bool {
        most < self.best - LEVEL
    }

    /// The best end; of those that are level the first as its owner sees the map. [`NOWHERE`] if there is none.
    pub(super) fn first(&self, side: Side) -> HexIndex {
        let mut first = NOWHERE;
        for (hex, score) in &self.ends {
            // The half-turn of side B's view turns the order of hexes round.
            let before = first == NOWHERE || if side == Side::A { *hex < first } else { *hex > first };
            if *score >= self.best - LEVEL && *score > f32::NEG_INFINITY && before {
                first = *hex;
            }
        }
        first
    }
}
