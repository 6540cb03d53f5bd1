//! The hexes that a unit can reach, found by a search.

use super::Entry;
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path};
use crate::rulesets::dogfaces::codex::Halves;
use crate::rulesets::dogfaces::field::FORBIDDEN;
use crate::rulesets::dogfaces::state::{Battle, UnitId, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// What a search knows of one hex.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Number of the search that last wrote it.
    search: u32,
    cost: Halves,
    /// Direction of the step that leads there.
    step: u8,
    /// The move may end there.
    ends: bool,
    /// The move may go on from there.
    passes: bool,
}

/// The hexes a unit can reach, with cheapest paths. Reused from search to search.
#[derive(Clone, Debug)]
pub struct Reach {
    nodes: [Node; MOST_HEXES],
    /// The hexes met, in the order in which they were first met.
    found: [HexIndex; MOST_HEXES],
    count: usize,
    search: u32,
    start: HexIndex,
}

impl Default for Reach {
    fn default() -> Self {
        Self::new()
    }
}

impl Reach {
    /// An empty search.
    #[must_use]
    pub fn new() -> Self {
        let node = Node { search: 0, cost: 0, step: 0, ends: false, passes: false };
        Self { nodes: [node; MOST_HEXES], found: [0; MOST_HEXES], count: 0, search: 0, start: NOWHERE }
    }

    /// Searches all hexes that `unit` can walk or drive to with its own allowance (DF-MOV-01), from where it stands or
    /// rides, whether or not it may move just now.
    pub fn search(&mut self, battle: &Battle<'_>, unit: UnitId) {
        self.search_past(battle, unit, &HexSet::EMPTY);
    }

    /// The same on ways that enter none of some hexes.
    pub fn search_past(&mut self, battle: &Battle<'_>, unit: UnitId, shunned: &HexSet) {
        let field = &battle.setup.field;
        let (side, profile) = (side_of(unit), battle.profile(unit));
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.iter_mut().for_each(|node| node.search = 0);
            self.search = 1;
        }
        self.start = battle.unit(unit).hex;
        self.count = 0;
        self.mark(self.start, Node { search: self.search, cost: 0, step: 0, ends: false, passes: true });
        // A hex is put in when first met, and its cost may still fall before its turn comes: costs are small whole
        // numbers, so the hexes of each cost are taken one cost after the other. No step is free, so those that take the
        // whole allowance need not be looked at again.
        let mut level = 0;
        while level < profile.speed {
            // Nothing costs as much as what may not be entered.
            let left = (profile.speed - level).min(FORBIDDEN - 1);
            let mut next = Halves::MAX;
            let mut index = 0;
            while index < self.count {
                let hex = self.found[index];
                let node = self.nodes[usize::from(hex)];
                index += 1;
                if node.cost != level || !node.passes {
                    if node.cost > level && node.passes {
                        next = next.min(node.cost);
                    }
                    continue;
                }
                let steps = field.costs(profile.vehicle, hex).iter().zip(&field.neighbours[usize::from(hex)]);
                for (direction, (&step, &to)) in steps.enumerate() {
                    if step > left {
                        continue;
                    }
                    let total = level + step;
                    let known = &mut self.nodes[usize::from(to)];
                    if known.search == self.search {
                        if known.cost > total {
                            (known.cost, known.step) = (total, direction as u8);
                            next = next.min(total);
                        }
                        continue;
                    }
                    if shunned.contains(to) {
                        continue;
                    }
                    let zoned = battle.in_enemy_zone(side, to);
                    let (ends, passes) = match battle.entry(unit, to) {
                        Entry::Open | Entry::Board => (true, !zoned),
                        Entry::BoardOnly => (true, false),
                        Entry::Pass if !zoned => (false, true),
                        Entry::Pass | Entry::Closed => continue,
                    };
                    self.mark(to, Node { search: self.search, cost: total, step: direction as u8, ends, passes });
                    next = next.min(total);
                }
            }
            if next == Halves::MAX {
                break;
            }
            level = next;
        }
    }

    #[inline]
    fn mark(&mut self, hex: HexIndex, node: Node) {
        self.nodes[usize::from(hex)] = node;
        self.found[self.count] = hex;
        self.count += 1;
    }

    /// Where the search began.
    #[must_use]
    pub fn start(&self) -> HexIndex {
        self.start
    }

    /// The hexes in which the move may end, the start left out.
    pub fn ends(&self) -> impl Iterator<Item = HexIndex> + '_ {
        self.found[..self.count].iter().copied().filter(|hex| self.nodes[usize::from(*hex)].ends)
    }

    /// All hexes entered, those that can only be passed through included; the start comes first.
    #[must_use]
    pub fn entered(&self) -> &[HexIndex] {
        &self.found[..self.count]
    }

    /// Cost in half units of reaching `hex`; none when out of reach.
    #[must_use]
    pub fn cost(&self, hex: HexIndex) -> Option<Halves> {
        let node = &self.nodes[usize::from(hex)];
        (node.search == self.search).then_some(node.cost)
    }

    /// Whether the move may end in `hex`.
    #[must_use]
    pub fn may_end(&self, hex: HexIndex) -> bool {
        let node = &self.nodes[usize::from(hex)];
        node.search == self.search && node.ends
    }

    /// Whether the move may go on from `hex`.
    #[must_use]
    pub fn passes(&self, hex: HexIndex) -> bool {
        let node = &self.nodes[usize::from(hex)];
        node.search == self.search && node.passes
    }

    /// The cheapest path to a hex of [`Reach::entered`].
    #[must_use]
    pub fn path(&self, battle: &Battle<'_>, hex: HexIndex) -> Path {
        let mut steps = [Direction::East; MOST_STEPS];
        let (mut count, mut at) = (0, hex);
        while at != self.start {
            let direction = Direction::ALL[usize::from(self.nodes[usize::from(at)].step)];
            steps[count] = direction;
            count += 1;
            let opposite = (direction as usize + 3) % 6;
            at = battle.setup.field.neighbours[usize::from(at)][opposite];
        }
        steps[..count].iter().rev().fold(Path::EMPTY, |path, direction| path.then(*direction))
    }
}
