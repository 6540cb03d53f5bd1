//! Lines of sight: what terrain does to them, worked out once for each line of a board, and what units on them do.
//!
//! A line runs from centre to centre. Of the hexes between, one that it runs through blocks by itself; two that it runs along
//! block together, and one of them masks the view partly (HX-LOS-02, HX-LOS-03). Corners that it touches do not count, and
//! hexsides never block: walls and fences cover who stands behind them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::bearings::Bearings;
use super::board_map::Map;
use super::codex::Codex;
use super::field::Field;
use super::rules::{LosDeadZoneRounding, LosOverhead, Rules};
use super::terrain::{SightThrough, Wood};
use crate::tabletop::hex::flat::{Direction, Grid};
use crate::tabletop::hex::{Axial, Crossing, HexIndex, Lines, NOWHERE};
use crate::tabletop::hexset::HexSet;

/// Most hexes that anybody sees.
pub const LONGEST_SIGHT: u8 = 20;

/// Who looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewer {
    /// With indirect fire: units do not matter (HX-LOS-12).
    pub indirect: bool,
    /// With guns, which may fire over friends (HX-LOS-10).
    pub artillery: bool,
}

/// Who stands in a hex that a line crosses: units that are in the way, not those that R-126 excuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Nobody.
    Nobody,
    /// A friend of the viewer.
    Friend,
    /// An enemy of the viewer.
    Enemy,
}

/// A free line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The view is partly masked (HX-LOS-04).
    pub partial: bool,
}

/// What terrain does to all lines of a board.
#[derive(Clone, Debug)]
pub(super) struct SightTable {
    lines: Arc<Lines<Direction>>,
    hexes: usize,
    verdicts: Verdicts,
    /// By hex: what lines need of it.
    screens: Vec<Screen>,
    /// Hexes that are no level and open ground.
    rough: HexSet,
    /// Hexes by axial coordinates.
    atlas: Atlas,
    overhead: LosOverhead,
    rounding: LosDeadZoneRounding,
    dead_zone: bool,
}

/// What terrain does to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Clear,
    Partial,
    Blocked,
}

impl Verdict {
    const ALL: [Self; 3] = [Self::Clear, Self::Partial, Self::Blocked];
}

/// Verdicts by hex from, then hex to, each one more than its index, or 0 where none has been passed yet. A line is judged when
/// somebody first looks along it: few are looked along in a game, and a map that is drawn for it is soon laid so. Threads that
/// look along one line at the same time come to the same verdict.
#[derive(Debug)]
struct Verdicts(Vec<AtomicU8>);

impl Verdicts {
    const NONE: u8 = 0;

    fn fill(&mut self, verdict: u8) {
        self.0.iter_mut().for_each(|known| *known.get_mut() = verdict);
    }

    #[inline]
    fn get(&self, at: usize) -> Option<Verdict> {
        let known = self.0[at].load(Ordering::Relaxed);
        (known != Self::NONE).then(|| Verdict::ALL[usize::from(known) - 1])
    }

    fn set(&self, at: usize, verdict: Verdict) {
        self.0[at].store(verdict as u8 + 1, Ordering::Relaxed);
    }
}

impl Clone for Verdicts {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|known| AtomicU8::new(known.load(Ordering::Relaxed))).collect())
    }
}

/// What lines need of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Screen {
    ground: u8,
    /// Top of what blocks there; the ground where nothing does.
    top: u8,
    blocks: bool,
    wood: bool,
    partial: bool,
}

/// Hexes by axial coordinates, without arithmetic on rows and columns.
#[derive(Clone, Debug)]
struct Atlas {
    places: Vec<Axial>,
    low: Axial,
    width: i32,
    hexes: Vec<HexIndex>,
}

impl Atlas {
    fn of(grid: Grid) -> Self {
        let places: Vec<Axial> = grid.hexes().map(|hex| grid.axial(hex)).collect();
        let bound = |of: fn(&Axial) -> i16| {
            let (low, high) = (places.iter().map(of).min(), places.iter().map(of).max());
            (low.unwrap_or(0) - 1, high.unwrap_or(0) + 1)
        };
        let ((low_q, high_q), (low_r, high_r)) = (bound(|at| at.q), bound(|at| at.r));
        let width = i32::from(high_q - low_q) + 1;
        let mut hexes = vec![NOWHERE; (width * (i32::from(high_r - low_r) + 1)) as usize];
        let mut atlas = Self { places, low: Axial::new(low_q, low_r), width, hexes: Vec::new() };
        for hex in grid.hexes() {
            hexes[atlas.index(atlas.places[usize::from(hex)])] = hex;
        }
        atlas.hexes = hexes;
        atlas
    }

    #[inline]
    fn index(&self, at: Axial) -> usize {
        (i32::from(at.r - self.low.r) * self.width + i32::from(at.q - self.low.q)) as usize
    }

    /// The hex at coordinates next to the board or on it; [`NOWHERE`] off it.
    #[inline]
    fn find(&self, at: Axial) -> HexIndex {
        self.hexes[self.index(at)]
    }
}

impl SightTable {
    /// The lines of a board with nothing on it.
    pub(super) fn new(grid: Grid) -> Self {
        let hexes = grid.len();
        let rules = Rules::default();
        Self {
            lines: Bearings::lines(),
            hexes,
            verdicts: Verdicts((0..hexes * hexes).map(|_| AtomicU8::new(Verdicts::NONE)).collect()),
            screens: vec![Screen::default(); hexes],
            rough: HexSet::EMPTY,
            atlas: Atlas::of(grid),
            overhead: rules.los_overhead,
            rounding: rules.los_dead_zone_rounding,
            dead_zone: rules.los_dead_zone,
        }
    }

    /// Takes another map in the place of this one.
    pub(super) fn relay(&mut self, map: &Map, codex: &Codex, rules: &Rules) {
        (self.overhead, self.rounding) = (rules.los_overhead, rules.los_dead_zone_rounding);
        self.dead_zone = rules.los_dead_zone;
        for (at, screen) in self.screens.iter_mut().enumerate() {
            let terrain = &codex.terrain[usize::from(map.terrain[at])];
            let ground = map.level[at];
            let blocks = terrain.sight == SightThrough::Blocks;
            *screen = Screen {
                ground,
                top: if blocks { ground + terrain.height } else { ground },
                blocks,
                wood: blocks && terrain.wood == Wood::Dense,
                partial: terrain.sight == SightThrough::Partial,
            };
        }
        let rough = map.grid.hexes().filter(|hex| self.screens[usize::from(*hex)] != Screen::default());
        self.rough = rough.collect();
        let flat = self.rough.is_empty();
        self.verdicts.fill(if flat { Verdict::Clear as u8 + 1 } else { Verdicts::NONE });
        if !flat {
            self.hide_feet(map.grid);
        }
    }

    /// What terrain does to a line: alike from both ends, but for the foot of a hill.
    #[inline]
    fn verdict(&self, from: HexIndex, to: HexIndex) -> Verdict {
        let at = usize::from(from) * self.hexes + usize::from(to);
        self.verdicts.get(at).unwrap_or_else(|| self.pass(from, to))
    }

    /// Passes the verdict on a line, and on the same line from its other end: whoever is looked at looks back sooner or later. There it
    /// may be known already, that of a foot which its hill does not hit.
    #[cold]
    #[inline(never)]
    fn pass(&self, from: HexIndex, to: HexIndex) -> Verdict {
        let verdict = self.judge(from.min(to), from.max(to));
        self.verdicts.set(usize::from(from) * self.hexes + usize::from(to), verdict);
        let back = usize::from(to) * self.hexes + usize::from(from);
        if self.verdicts.get(back).is_none() {
            self.verdicts.set(back, verdict);
        }
        verdict
    }

    /// A hex next to a hill is hit from that hill by neighbours alone (HX-LOS-08).
    fn hide_feet(&mut self, grid: Grid) {
        let ground = |hex: HexIndex| self.screens[usize::from(hex)].ground;
        let highest = grid.hexes().map(ground).max().unwrap_or(0);
        let mut hidden = Vec::new();
        for level in 1..=highest {
            for hill in hills(grid, |hex| ground(hex) >= level) {
                let is_foot = |hex: &HexIndex| {
                    ground(*hex) + 1 == level && grid.neighbours(*hex).any(|(_, next)| hill.contains(&next))
                };
                for foot in grid.hexes().filter(is_foot) {
                    hidden.extend(hill.iter().filter(|from| grid.distance(**from, foot) > 1).map(|from| (*from, foot)));
                }
            }
        }
        for (from, foot) in hidden {
            self.verdicts.set(usize::from(from) * self.hexes + usize::from(foot), Verdict::Blocked);
        }
    }

    /// What terrain does to the line between two hexes.
    fn judge(&self, from: HexIndex, to: HexIndex) -> Verdict {
        let origin = self.atlas.places[usize::from(from)];
        let Some(line) = self.lines.to(self.atlas.places[usize::from(to)] - origin) else { return Verdict::Blocked };
        let is_rough = |at: Axial| {
            let hex = self.atlas.find(origin + at);
            hex != NOWHERE && self.rough.contains(hex)
        };
        let is_open = |(at, crossing): &(Axial, Crossing)| {
            !is_rough(*at) && !matches!(crossing, Crossing::Along(twin) if is_rough(*twin))
        };
        if line.between.iter().all(is_open) {
            return Verdict::Clear;
        }
        let ground = |hex: HexIndex| self.screens[usize::from(hex)].ground;
        let mut partial = false;
        for &(at, crossing) in line.between {
            let hex = self.atlas.find(origin + at);
            if hex == NOWHERE {
                continue;
            }
            let blocks = self.blocks([from, to], hex);
            match crossing {
                Crossing::Through if blocks => return Verdict::Blocked,
                Crossing::Along(twin) if blocks => {
                    let twin = self.atlas.find(origin + twin);
                    if twin != NOWHERE && self.blocks([from, to], twin) {
                        return Verdict::Blocked;
                    }
                    partial = true;
                }
                _ => partial |= self.screens[usize::from(hex)].partial,
            }
        }
        // HX-LOS-04: slopes between the ends.
        let slope = line.sides.iter().any(|&(at, direction)| {
            let beyond = at + direction.step();
            let (near, far) = (self.atlas.find(origin + at), self.atlas.find(origin + beyond));
            let ends = [from, to];
            let inner = |hex: HexIndex| hex != NOWHERE && !ends.contains(&hex);
            inner(near) && inner(far) && ground(near) != ground(far)
        });
        if partial || slope { Verdict::Partial } else { Verdict::Clear }
    }

    /// Whether the terrain of a hex blocks the line between two others that crosses it (HX-LOS-05 to HX-LOS-07, HX-LOS-09).
    fn blocks(&self, [one, other]: [HexIndex; 2], hex: HexIndex) -> bool {
        let screen = self.screens[usize::from(hex)];
        let ground = |hex: HexIndex| self.screens[usize::from(hex)].ground;
        let (high, low) = (ground(one).max(ground(other)), ground(one).min(ground(other)));
        // On the level, or on the higher level.
        if screen.blocks && screen.ground == high {
            return true;
        }
        // HX-LOS-09: from a hill, lower forest is more hilltop.
        let hilltop = screen.wood && screen.ground < high && high > low;
        let top = if hilltop { high } else { screen.top };
        if top > high {
            return true;
        }
        if top <= low || !self.dead_zone {
            return false;
        }
        let (higher, lower) = if ground(one) > ground(other) { (one, other) } else { (other, one) };
        self.in_dead_zone(higher, hex, lower)
    }

    /// Whether `lower` lies in the dead zone that an obstacle casts for who stands at `higher` (HX-LOS-07).
    fn in_dead_zone(&self, higher: HexIndex, obstacle: HexIndex, lower: HexIndex) -> bool {
        let distance =
            |to: HexIndex| (self.atlas.places[usize::from(to)] - self.atlas.places[usize::from(higher)]).length();
        let near = distance(obstacle);
        let depth = match self.rounding {
            LosDeadZoneRounding::Up => near.div_ceil(2),
            LosDeadZoneRounding::Down => near / 2,
        };
        distance(lower) <= near + depth
    }
}

/// The parts of the board that hang together of hexes for which `high` holds.
fn hills(grid: Grid, high: impl Fn(HexIndex) -> bool) -> Vec<Vec<HexIndex>> {
    let mut seen = vec![false; grid.len()];
    let mut hills = Vec::new();
    for start in grid.hexes() {
        if seen[usize::from(start)] || !high(start) {
            continue;
        }
        seen[usize::from(start)] = true;
        let mut hill = vec![start];
        let mut next = 0;
        while next < hill.len() {
            for (_, hex) in grid.neighbours(hill[next]) {
                if high(hex) && !seen[usize::from(hex)] {
                    seen[usize::from(hex)] = true;
                    hill.push(hex);
                }
            }
            next += 1;
        }
        hills.push(hill);
    }
    hills
}

impl Field {
    /// The line of sight from one hex to another; none where terrain or units block it, and beyond [`LONGEST_SIGHT`].
    ///
    /// `unit_at` says who is in the way in a hex between. `beside_friend` is asked only where the line leads over a friend: it
    /// says whether a friend of the viewer stands next to the target.
    #[inline]
    pub fn sight(
        &self,
        from: HexIndex,
        to: HexIndex,
        viewer: Viewer,
        unit_at: impl Fn(HexIndex) -> Between,
        beside_friend: impl Fn() -> bool,
    ) -> Option<Sight> {
        let table = &self.sight;
        let verdict = table.verdict(from, to);
        if verdict == Verdict::Blocked {
            return None;
        }
        let mut partial = verdict == Verdict::Partial;
        if viewer.indirect {
            return Some(Sight { partial });
        }
        let origin = table.atlas.places[usize::from(from)];
        let between = table.lines.between(table.atlas.places[usize::from(to)] - origin)?;
        let in_the_way = |hex: HexIndex| match unit_at(hex) {
            Between::Nobody => false,
            Between::Enemy => true,
            Between::Friend => !self.fires_over([from, hex, to], viewer) || beside_friend(),
        };
        for &(at, crossing) in between {
            let hex = table.atlas.find(origin + at);
            if hex == NOWHERE || !in_the_way(hex) {
                continue;
            }
            match crossing {
                Crossing::Through => return None,
                Crossing::Along(twin) => {
                    let twin = table.atlas.find(origin + twin);
                    if twin != NOWHERE && (table.blocks([from, to], twin) || in_the_way(twin)) {
                        return None;
                    }
                    partial = true;
                }
            }
        }
        Some(Sight { partial })
    }

    /// Whether the ground lets one look from one hex to the other, whoever stands between.
    #[inline]
    #[must_use]
    pub fn is_open(&self, from: HexIndex, to: HexIndex) -> bool {
        self.sight.verdict(from, to) != Verdict::Blocked
    }

    /// Whether the viewer at the first hex may fire over a friend in the second at who stands in the third (HX-LOS-10,
    /// HX-LOS-11).
    fn fires_over(&self, [from, friend, to]: [HexIndex; 3], viewer: Viewer) -> bool {
        let higher = self.level[usize::from(from)] > self.level[usize::from(friend)];
        let allowed = match self.sight.overhead {
            LosOverhead::Strict => viewer.artillery && higher,
            LosOverhead::ArtilleryLevel => viewer.artillery,
            LosOverhead::HigherAny => higher,
        };
        let dead = || self.sight.dead_zone && self.sight.in_dead_zone(from, friend, to);
        allowed && self.distance(from, friend) >= 2 && !dead()
    }
}

#[cfg(test)]
mod tests;
