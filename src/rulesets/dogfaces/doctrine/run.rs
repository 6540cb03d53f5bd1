//! Where a unit type can get to in one turn: found once for every hex of a table, and then only cut down to what those
//! who stand there leave open.

use crate::game::Side;
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path};
use crate::rulesets::dogfaces::codex::{Halves, MOST_UNITS};
use crate::rulesets::dogfaces::field::{FORBIDDEN, Field};
use crate::rulesets::dogfaces::state::{Battle, NOBODY};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

/// How a unit type moves and how far it shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gait {
    pub(super) vehicle: bool,
    pub(super) speed: Halves,
    pub(super) jet: Option<(u8, u8)>,
    pub(super) bands: u32,
}

/// Where a unit can get to in one turn when nobody is in the way, and how one gets from hex to hex there.
#[derive(Clone, Debug)]
pub struct Run {
    /// The hexes, the start included.
    pub hexes: HexSet,
    /// The hexes that can be walked or driven to, the start left out, with paths.
    pub ways: Vec<(HexIndex, Path)>,
    /// The links from the start and from each of `ways`, one after the other: cost in half units, and the set of places
    /// among `ways` that it leads to.
    links: Vec<(Halves, u64)>,
    /// Where the links of each end.
    link_ends: Vec<u8>,
    speed: Halves,
    /// Places from which the move may go on, of bridges, and of hexes into which zones do not reach.
    inner: u64,
    bridges: u64,
    zone_free: u64,
}

/// Most half units of an allowance that a [`Run`] keeps links for.
const MOST_SPEED: usize = 16;

impl Run {
    /// Finds out where a unit can get to from `start` in one turn.
    pub(super) fn new(field: &Field, gait: &Gait, start: HexIndex) -> Run {
        let mut best = vec![None; field.len()];
        best[usize::from(start)] = Some((0, Path::EMPTY));
        let mut run = Run {
            hexes: HexSet::from_iter([start]),
            ways: Vec::new(),
            links: Vec::new(),
            link_ends: Vec::new(),
            speed: gait.speed,
            inner: 0,
            bridges: 0,
            zone_free: 0,
        };
        for level in 0..=gait.speed {
            for hex in field.grid.hexes().filter(|hex| field.distance(start, *hex) <= gait.speed) {
                let Some((_, path)) = best[usize::from(hex)].filter(|(cost, _)| *cost == level) else { continue };
                if hex != start {
                    run.hexes.insert(hex);
                    run.ways.push((hex, path));
                }
                for direction in Direction::ALL {
                    let to = field.neighbours[usize::from(hex)][direction as usize];
                    let cost = field.cost(gait.vehicle, hex, direction as usize);
                    if cost == FORBIDDEN || path.len() == MOST_STEPS {
                        continue;
                    }
                    let known = &mut best[usize::from(to)];
                    let total = level.saturating_add(cost);
                    if total <= gait.speed && known.is_none_or(|(known, _)| total < known) {
                        *known = Some((total, path.then(direction)));
                    }
                }
            }
        }
        let costs: Vec<Halves> = best.iter().map(|known| known.map_or(FORBIDDEN, |(cost, _)| cost)).collect();
        run.link(field, gait, start, &costs);
        if let Some((shortest, longest)) = gait.jet {
            for direction in 0..6 {
                let mut at = start;
                for length in 1..=longest {
                    at = field.neighbours[usize::from(at)][direction];
                    if at == NOWHERE {
                        break;
                    }
                    if length >= shortest && field.may_stand(gait.vehicle, at) {
                        run.hexes.insert(at);
                    }
                }
            }
        }
        run
    }

    /// Whether [`Run::open`] can tell where a unit may go.
    #[inline]
    #[must_use]
    pub fn is_linked(&self) -> bool {
        !self.link_ends.is_empty()
    }

    /// The places among `ways` to which a unit can get past those who stand there, and where it may stop (DF-MOV-01,
    /// DF-ZOC-01). Nobody may be boarded.
    #[must_use]
    pub fn open(&self, battle: &Battle<'_>, side: Side) -> u64 {
        let zones = &battle.zones[side.other().index()];
        let own = side.index() * MOST_UNITS..(side.index() + 1) * MOST_UNITS;
        let (mut zoned, mut friends, mut enemies) = (0, 0, 0);
        let mut place = 1u64;
        for (hex, _) in &self.ways {
            let at = usize::from(*hex);
            let there = usize::from(battle.occupant[at]);
            zoned |= if zones[at] > 0 { place } else { 0 };
            if there != usize::from(NOBODY) {
                *(if own.contains(&there) { &mut friends } else { &mut enemies }) |= place;
            }
            place <<= 1;
        }
        zoned &= !self.zone_free;
        let closed: u64 = enemies | (friends & (zoned | self.bridges));
        if (closed | zoned) & self.inner == 0 {
            // Nobody stands in the way.
            return self.all() & !(closed | friends);
        }
        self.flood(closed, zoned) & !friends
    }

    #[inline]
    fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.ways.len() as u32).unwrap_or(0)
    }

    /// The places reached when some are closed and some let nobody go on.
    #[inline]
    fn flood(&self, closed: u64, halts: u64) -> u64 {
        let mut at_cost = [0u64; 2 * MOST_SPEED];
        let (first, speed) = (usize::from(self.link_ends[0]), usize::from(self.speed).min(MOST_SPEED - 1));
        for (cost, places) in &self.links[..first] {
            at_cost[usize::from(*cost) % MOST_SPEED] |= places & !closed;
        }
        let mut reached = 0;
        for cost in 1..=speed {
            let fresh = at_cost[cost] & !reached;
            reached |= fresh;
            let mut from = fresh & !halts;
            while from != 0 {
                let place = from.trailing_zeros() as usize;
                from &= from - 1;
                let links = usize::from(self.link_ends[place])..usize::from(self.link_ends[place + 1]);
                for (step, places) in &self.links[links] {
                    at_cost[cost + usize::from(*step) % MOST_SPEED] |= places & !closed;
                }
            }
        }
        reached
    }

    /// Finds the links between the hexes of a run, if they are not too many.
    fn link(&mut self, field: &Field, gait: &Gait, start: HexIndex, costs: &[Halves]) {
        if self.ways.len() > 64 || usize::from(gait.speed) >= MOST_SPEED {
            return;
        }
        let mut links: Vec<(Halves, u64)> = Vec::new();
        let mut ends = Vec::new();
        for (from, spent) in
            std::iter::once((start, 0)).chain(self.ways.iter().map(|(hex, _)| (*hex, costs[usize::from(*hex)])))
        {
            let begin = links.len();
            for (to, &step) in field.neighbours[usize::from(from)].iter().zip(field.costs(gait.vehicle, from)) {
                let Some(place) = self.ways.iter().position(|(hex, _)| hex == to) else { continue };
                if step == FORBIDDEN || step.saturating_add(spent) > gait.speed {
                    continue;
                }
                match links[begin..].iter_mut().find(|(cost, _)| *cost == step) {
                    Some((_, places)) => *places |= 1 << place,
                    None => links.push((step, 1 << place)),
                }
            }
            let Ok(end) = u8::try_from(links.len()) else { return };
            if begin < links.len() && !ends.is_empty() {
                self.inner |= 1 << (ends.len() - 1);
            }
            ends.push(end);
        }
        let places = |set: &HexSet| {
            let ways = self.ways.iter().enumerate().filter(|(_, (hex, _))| set.contains(*hex));
            ways.fold(0, |places, (place, _)| places | 1 << place)
        };
        (self.bridges, self.zone_free) = (places(&field.no_passing), places(&field.zone_free));
        (self.links, self.link_ends) = (links, ends);
    }
}
