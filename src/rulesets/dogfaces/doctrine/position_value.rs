//! Position value: what standing in a hex is worth to one unit, shots left aside: cover, danger, friends, the way ahead.

use arrayvec::ArrayVec;

use super::destination::{Lane, MOST_ENDS};
use super::movement_phase::{DISTANCES, LEVEL, MovementPhase, bits};
use super::precomputed::GRAINS;
use crate::game::Side;
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, Hexes};

/// What blocking a bridge costs.
const BRIDGE: f32 = 0.25;

/// What a half unit of path to an objective costs.
const OBJECTIVE: f32 = 0.08;

/// What holding an objective is worth.
const HOLDING: f32 = 0.6;

/// By how much a sum of a handful of such worths may differ when they are added up in another order, and more.
const SLACK: f32 = 1e-3;

/// Most that a byte of path costs, of friends beside a hex and so on can say.
const MOST_BYTE: f32 = 255.0;

/// What leadership makes of a hex.
#[derive(Clone, Copy)]
pub(super) enum Leadership<'a> {
    /// Standing in the range of a ready leader is worth so much.
    Led(&'a HexSet, f32),
    /// Each own hex in its own range is worth so much to a leader, and each with a Stunned friend so much more; its discs
    /// by hex, and nothing where nobody has fallen. To stand in another's range is worth nothing to it.
    Leads { discs: &'a [HexSet], own: &'a HexSet, each: f32, fallen: Option<&'a HexSet>, help: f32 },
}

/// The layers of the board as one unit sees them, all of the length of the map, and what they weigh.
#[derive(Clone, Copy)]
pub(super) struct PositionValue<'a> {
    /// What the enemy can bring, in grains.
    pub(super) threat: &'a [u8],
    pub(super) terrain: &'a [u8],
    /// Points of cover.
    pub(super) shelter: &'a [f32],
    /// By terrain and grains: share of a plain soldier lost.
    pub(super) perils: &'a [[f32; GRAINS]],
    /// Hexes to the medoid of the side, and what so many cost.
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

/// The layers of a [`PositionValue`] that every unit has an eye to.
struct Layers<'a> {
    threat: &'a [u8],
    terrain: &'a [u8],
    shelter: &'a [f32],
    distance: &'a [u8],
    friends: &'a [u8],
    beside: &'a [u8],
    march: &'a [u8],
    /// Hexes in the range of a leader, and what being out of it or in it is worth.
    led: &'a HexSet,
    lead: [f32; 2],
}

impl PositionValue<'_> {
    /// The layers that every unit has an eye to.
    #[inline(always)]
    fn layers(&self) -> Layers<'_> {
        let hexes = self.threat.len();
        let (led, lead) = match self.leadership {
            Leadership::Led(led, lead) => (led, lead),
            Leadership::Leads { .. } => (&HexSet::EMPTY, 0.0),
        };
        // Slices of one length spare looking at it again.
        Layers {
            threat: self.threat,
            terrain: &self.terrain[..hexes],
            shelter: &self.shelter[..hexes],
            distance: &self.distance[..hexes],
            friends: &self.friends[..hexes],
            beside: &self.beside[..hexes],
            march: &self.march[..hexes],
            led,
            lead: [0.0, lead],
        }
    }

    /// What a hex is worth that offers `extra`, by the layers that every unit has: without a branch, for where a unit can
    /// get to cannot be foreseen.
    #[inline(always)]
    fn by_layers(&self, layers: &Layers<'_>, hex: HexIndex, extra: f32) -> f32 {
        let at = usize::from(hex);
        assert!(at < layers.threat.len(), "a hex off the table");
        let threat = layers.threat[at];
        let threatened = usize::from(threat > 0);
        let others = layers.friends[at].saturating_sub(u8::from(layers.beside[at] == self.itself));
        let ground = self.cover[threatened] * layers.shelter[at]
            - self.apart[usize::from(layers.distance[at]).min(DISTANCES - 1)]
            - self.risk * self.perils[usize::from(layers.terrain[at])][usize::from(threat)]
            - self.close * f32::from(layers.march[at])
            - self.crowd[threatened] * f32::from(others);
        extra + ground + layers.lead[usize::from(layers.led.contains(hex))]
    }

    /// Whether there is more to a hex than the layers that every unit has.
    #[inline]
    fn has_more(&self) -> bool {
        matches!(self.leadership, Leadership::Leads { .. }) || self.bridges.is_some() || self.lane.errand.is_some()
    }

    /// Adds to the score of a hex what not every unit has an eye to.
    fn add_more(&self, hex: HexIndex, score: &mut f32) {
        if let Leadership::Leads { discs, own, each, fallen, help } = self.leadership {
            let disc = &discs[usize::from(hex)];
            *score += each * disc.overlap(own, discs.len()).saturating_sub(1) as f32;
            *score += fallen.map_or(0.0, |fallen| help * disc.overlap(fallen, discs.len()) as f32);
        }
        if self.bridges.is_some_and(|bridges| bridges.contains(hex)) {
            *score -= BRIDGE;
        }
        if let Some(errand) = self.lane.errand {
            let holding = if hex == self.lane.goal { HOLDING } else { 0.0 };
            *score += self.objective * (holding - OBJECTIVE * f32::from(errand[usize::from(hex)]));
        }
    }

    /// What no hex is worth more than to this unit, when `friends` of its side are on the board and no hex is worth more
    /// than `common` to anybody.
    #[inline]
    pub(super) fn ceiling(&self, friends: usize, common: f32) -> f32 {
        let lead = match self.leadership {
            Leadership::Led(_, lead) => most(lead, 1.0),
            Leadership::Leads { each, help, .. } => most(each, friends as f32) + most(help, friends as f32),
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
pub(super) fn ceiling(plan: &MovementPhase, shelter: f32) -> f32 {
    let cover = plan.cover[0].abs().max(plan.cover[1].abs()) * shelter;
    let nearest = plan.apart.iter().copied().fold(f32::INFINITY, f32::min);
    cover - nearest + most(-plan.crowd[0].min(plan.crowd[1]), 6.0)
}

/// Ends of a move, as far as they have been weighed.
pub(super) struct Ranking {
    ends: ArrayVec<(HexIndex, f32), MOST_ENDS>,
    best: f32,
}

impl Ranking {
    pub(super) fn new() -> Self {
        Self { ends: ArrayVec::new(), best: f32::NEG_INFINITY }
    }

    /// Weighs an end that is worth so much beyond its ground.
    #[inline(never)]
    pub(super) fn weigh(&mut self, ground: &PositionValue<'_>, hex: HexIndex, extra: f32) {
        let mut score = ground.by_layers(&ground.layers(), hex, extra);
        if ground.has_more() {
            ground.add_more(hex, &mut score);
        }
        self.ends.push((hex, score));
        self.best = if score > self.best { score } else { self.best };
    }

    /// Weighs those of some hexes that may be among the best: each is worth so much beyond its ground, and no ground is worth
    /// more than `ceiling`.
    #[inline(never)]
    pub(super) fn weigh_all<const W: usize>(
        &mut self,
        ground: &PositionValue<'_>,
        hexes: &Hexes<W>,
        extra: f32,
        ceiling: f32,
    ) {
        let layers = ground.layers();
        let mut best = self.best;
        let before = self.ends.len();
        // By the way ahead alone, which is the dearest of what is told at once.
        let (close, most, has_more) = (ground.close.max(0.0), ceiling + extra + SLACK, ground.has_more());
        for (at, word) in hexes.words().iter().enumerate() {
            for bit in bits(*word) {
                let hex = (64 * at + bit) as HexIndex;
                let least = if has_more { self.best } else { best };
                if most - close * f32::from(layers.march[usize::from(hex)]) < least {
                    continue;
                }
                let score = ground.by_layers(&layers, hex, extra);
                self.ends.push((hex, score));
                best = if score > best { score } else { best };
            }
        }
        if has_more {
            best = self.best;
            for (hex, score) in &mut self.ends[before..] {
                ground.add_more(*hex, score);
                best = if *score > best { *score } else { best };
            }
        }
        self.best = best;
    }

    /// Whether ends of no more than `most` cannot be among the best any more.
    #[inline]
    pub(super) fn beats(&self, most: f32) -> bool {
        most < self.best - LEVEL
    }

    /// The best end; of those that are level the first as its owner sees the map. [`NOWHERE`] if there is none.
    pub(super) fn first(&self, side: Side) -> HexIndex {
        // The half-turn of side B's view turns the order of hexes round.
        let view = if side == Side::A { 0 } else { NOWHERE >> 1 };
        let level = (self.best - LEVEL).max(f32::MIN);
        let mut first = NOWHERE;
        for ends in self.ends.chunks(64) {
            let as_good = |set, (at, end): (usize, &(HexIndex, f32))| set | u64::from(end.1 >= level) << at;
            for at in bits(ends.iter().enumerate().fold(0, as_good)) {
                first = first.min(ends[at].0 ^ view);
            }
        }
        if first == NOWHERE { NOWHERE } else { first ^ view }
    }
}
