//! Fields of fire on bare ground: who can fire at whom when nothing is in the way, and which lines of fire each hex lies
//! on. It depends on the extent of a map and on the ranges of weapons alone, and is shared by all maps of one extent.

use super::field::NO_SHOT;
use super::rules::ForestLimit;
use crate::tabletop::hex::{Direction, Distances, Grid, HexIndex, LineOfSight, Lines};
use crate::tabletop::hexset::HexSet;

/// Lines of fire and their ends on a bare board.
#[derive(Debug)]
pub struct OpenFire {
    /// The straight lines of all ranges, from the origin.
    lines: Lines<Direction>,
    /// By shooter, then target: the range, [`NO_SHOT`] beyond all weapons.
    shots: Vec<u8>,
    /// By hex, then weapon band: the hexes in range.
    covered: Vec<HexSet>,
    /// Longest range.
    longest: usize,
    /// By hex, then range from 1: the hexes at that range.
    rings: Vec<HexSet>,
    /// By hex: shooter and target of the lines that pass through it, the longest first.
    through: Lists,
    /// By hex: shooter and target of the lines that end in it, likewise.
    into: Lists,
}

/// Lines by hex, the longest first.
#[derive(Debug, Default)]
struct Lists {
    lines: Vec<[HexIndex; 2]>,
    /// By hex, then range from 0: where its lines that are longer than that end. The last is where they begin.
    ends: Vec<u32>,
}

impl Lists {
    fn of(mut lines: Vec<(HexIndex, u8, [HexIndex; 2])>, hexes: usize, longest: usize) -> Self {
        lines.sort_unstable_by_key(|&(hex, range, line)| (hex, std::cmp::Reverse(range), line));
        let longer = |hex: usize, range: usize| {
            lines.partition_point(|&(other, length, _)| {
                usize::from(other) < hex || usize::from(other) == hex && usize::from(length) > range
            }) as u32
        };
        let ends = (0..hexes).flat_map(|hex| (0..=longest).map(move |range| (hex, range)));
        Self {
            ends: ends.map(|(hex, range)| longer(hex, range)).collect(),
            lines: lines.iter().map(|line| line.2).collect(),
        }
    }

    /// The lines over a hex that are longer than `cap`.
    fn longer(&self, hex: HexIndex, cap: u8, longest: usize) -> &[[HexIndex; 2]] {
        let row = usize::from(hex) * (longest + 1);
        let end = |range: usize| self.ends[row + range.min(longest)] as usize;
        &self.lines[end(longest)..end(usize::from(cap))]
    }
}

impl OpenFire {
    /// That of a board whose weapons have these shortest and longest ranges.
    #[must_use]
    pub fn of(grid: Grid, distances: &Distances, bands: &[(u8, u8)]) -> Self {
        let longest = bands.iter().map(|band| band.1).max().unwrap_or(0).min(distances.longest());
        let lines = Lines::<Direction>::within(longest.into());
        let shots: Vec<u8> = grid
            .hexes()
            .flat_map(|hex| distances.from(hex))
            .map(|range| if (1..=longest).contains(range) { *range } else { NO_SHOT })
            .collect();
        let within = |hex: HexIndex, (min, max): (u8, u8)| -> HexSet {
            let row = &shots[usize::from(hex) * grid.len()..][..grid.len()];
            let hexes = row.iter().enumerate().filter(|(_, range)| **range != NO_SHOT && (min..=max).contains(*range));
            hexes.map(|(hex, _)| hex as HexIndex).collect()
        };
        let covered = grid.hexes().flat_map(|hex| bands.iter().map(move |band| (hex, *band)));
        let rings = grid.hexes().flat_map(|hex| (1..=longest).map(move |range| (hex, (range, range))));
        let (mut through, mut into) = (Vec::new(), Vec::new());
        for shooter in grid.hexes() {
            let origin = grid.axial(shooter);
            for line in lines.iter() {
                let Some(target) = grid.find(origin + line.to) else { continue };
                let range = line.to.length() as u8;
                into.push((target, range, [shooter, target]));
                let between = line.between.iter().filter_map(|(at, _)| grid.find(origin + *at));
                through.extend(between.map(|hex| (hex, range, [shooter, target])));
            }
        }
        let longest = usize::from(longest);
        Self {
            covered: covered.map(|(hex, band)| within(hex, band)).collect(),
            rings: rings.map(|(hex, band)| within(hex, band)).collect(),
            through: Lists::of(through, grid.len(), longest),
            into: Lists::of(into, grid.len(), longest),
            lines,
            shots,
            longest,
        }
    }

    /// The straight lines of all ranges, from the origin.
    pub fn lines(&self) -> impl Iterator<Item = LineOfSight<'_, Direction>> {
        self.lines.iter()
    }

    /// By shooter, then target, and the other way round: the range, [`NO_SHOT`] beyond all weapons.
    #[must_use]
    pub fn shots(&self) -> &[u8] {
        &self.shots
    }

    /// Longest range.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// By hex, then weapon band: the hexes in range.
    #[must_use]
    pub fn covered(&self) -> &[HexSet] {
        &self.covered
    }

    /// The hexes at some range of `ranges`, one bit for each, from a hex.
    #[must_use]
    pub fn around(&self, hex: HexIndex, ranges: u32) -> HexSet {
        let rings = &self.rings[usize::from(hex) * self.longest..][..self.longest];
        let wanted = rings.iter().enumerate().filter(|(at, _)| *at < 31 && ranges >> (at + 1) & 1 != 0);
        wanted.fold(HexSet::EMPTY, |set, (_, ring)| set | ring)
    }

    /// Shooter and target of the lines longer than `cap` that a hex hinders which limits shots to that.
    pub fn lines_over(&self, hex: HexIndex, cap: u8, limit: ForestLimit) -> impl Iterator<Item = &[HexIndex; 2]> {
        let (through, into) = match limit {
            ForestLimit::ThroughAndInto => (true, true),
            ForestLimit::ThroughOnly => (true, false),
            ForestLimit::IntoOnly => (false, true),
        };
        let lists = [(through, &self.through), (into, &self.into)];
        let meant = lists.into_iter().filter(|(meant, _)| *meant);
        meant.flat_map(move |(_, lists)| lists.longer(hex, cap, self.longest))
    }
}
