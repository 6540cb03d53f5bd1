//! The hexes that a move can reach, found by a search for shortest paths.

use super::{HexIndex, NOWHERE};
use crate::tabletop::hexset::MOST_HEXES;

/// What a move may do in a hex that it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// It may end there.
    pub ends: bool,
    /// It may go on from there.
    pub passes: bool,
}

/// What the steps of a move cost, and what it meets in the hexes.
pub trait StepCost {
    /// The six steps from a hex in the order of [`Compass::ALL`](super::Compass::ALL): what each costs, from 1, and where
    /// it leads.
    ///
    /// `left` is what is left of the budget. Steps that cost more are not made: 255 forbids a step, always where the board
    /// ends. A step after which the move must stop, such as one into a forest from outside, costs all that is left.
    fn steps(&self, from: HexIndex, left: u8) -> impl Iterator<Item = (u8, HexIndex)>;

    /// What the move may do in a hex; none when it may not enter. Asked once a search for every hex met: zones of control
    /// and units in the way are answered here.
    fn entry(&self, hex: HexIndex) -> Option<Entry>;
}

/// What a search knows of one hex.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Number of the search that last wrote it.
    search: u32,
    cost: u8,
    /// Index of the direction of the step that leads there.
    step: u8,
    entry: Entry,
}

/// The hexes that a move can reach, with cheapest paths. Made once and used again, it allocates nothing.
///
/// ```
/// use evenodds::tabletop::hex::{Compass, Entry, Grid, HexIndex, NOWHERE, Reach, StepCost, flat};
///
/// /// One point a hex, straight ahead or obliquely: a move that keeps its facing.
/// struct March {
///     board: flat::Grid,
///     facing: flat::Direction,
/// }
///
/// impl StepCost for March {
///     fn steps(&self, from: HexIndex, _left: u8) -> impl Iterator<Item = (u8, HexIndex)> {
///         let front = self.board.front(from, self.facing);
///         flat::Direction::ALL.into_iter().map(move |direction| match self.board.neighbour(from, direction) {
///             Some(hex) if front.contains(&Some(hex)) => (1, hex),
///             _ => (u8::MAX, NOWHERE),
///         })
///     }
///
///     fn entry(&self, _hex: HexIndex) -> Option<Entry> {
///         Some(Entry { ends: true, passes: true })
///     }
/// }
///
/// let board = Grid::flat(21, 13).ragged();
/// let mut reach = Reach::new();
/// reach.search(board.parse("1113").unwrap(), 3, &March { board, facing: flat::Direction::North });
/// assert_eq!(reach.ends().count(), 3 + 5 + 7);
/// assert_eq!(reach.cost(board.parse("0811").unwrap()), Some(3));
/// ```
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
        let node = Node { search: 0, cost: 0, step: 0, entry: Entry { ends: false, passes: false } };
        Self { nodes: [node; MOST_HEXES], found: [0; MOST_HEXES], count: 0, search: 1, start: NOWHERE }
    }

    /// Searches all hexes within a budget of a start.
    ///
    /// # Panics
    /// When a hex has no index below [`MOST_HEXES`].
    #[inline]
    pub fn search<C: StepCost>(&mut self, start: HexIndex, budget: u8, costs: &C) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.iter_mut().for_each(|node| node.search = 0);
            self.search = 1;
        }
        self.start = start;
        self.count = 0;
        let entry = Entry { ends: false, passes: true };
        self.mark(start, Node { search: self.search, cost: 0, step: 0, entry });
        // A hex is put in when first met, and its cost may still fall before its turn comes: costs are small whole
        // numbers, so the hexes of each cost are taken one cost after the other. No step is free, so those that take the
        // whole budget need not be looked at again.
        let mut level = 0;
        while level < budget {
            // Nothing costs as much as what may not be entered.
            let left = (budget - level).min(u8::MAX - 1);
            let mut next = u8::MAX;
            let mut index = 0;
            while index < self.count {
                let hex = self.found[index];
                let node = self.nodes[usize::from(hex)];
                index += 1;
                if node.cost != level || !node.entry.passes {
                    if node.cost > level && node.entry.passes {
                        next = next.min(node.cost);
                    }
                    continue;
                }
                for (direction, (step, to)) in costs.steps(hex, left).enumerate() {
                    if step > left {
                        continue;
                    }
                    debug_assert!(step > 0, "a free step");
                    let total = level + step;
                    let known = &mut self.nodes[usize::from(to)];
                    if known.search == self.search {
                        if known.cost > total {
                            (known.cost, known.step) = (total, direction as u8);
                            next = next.min(total);
                        }
                        continue;
                    }
                    let Some(entry) = costs.entry(to) else { continue };
                    self.mark(to, Node { search: self.search, cost: total, step: direction as u8, entry });
                    next = next.min(total);
                }
            }
            if next == u8::MAX {
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

    #[inline]
    fn node(&self, hex: HexIndex) -> Option<&Node> {
        let node = &self.nodes[usize::from(hex)];
        (node.search == self.search).then_some(node)
    }

    /// Where the search began; [`NOWHERE`] before the first.
    #[must_use]
    pub fn start(&self) -> HexIndex {
        self.start
    }

    /// The hexes in which the move may end, the start left out.
    pub fn ends(&self) -> impl Iterator<Item = HexIndex> + '_ {
        self.found[..self.count].iter().copied().filter(|hex| self.nodes[usize::from(*hex)].entry.ends)
    }

    /// All hexes entered, those that can only be passed through included; the start comes first.
    #[must_use]
    pub fn entered(&self) -> &[HexIndex] {
        &self.found[..self.count]
    }

    /// Least cost of reaching `hex`; none when out of reach.
    #[must_use]
    pub fn cost(&self, hex: HexIndex) -> Option<u8> {
        self.node(hex).map(|node| node.cost)
    }

    /// Whether the move may end in `hex`.
    #[must_use]
    pub fn may_end(&self, hex: HexIndex) -> bool {
        self.node(hex).is_some_and(|node| node.entry.ends)
    }

    /// Whether the move may go on from `hex`.
    #[must_use]
    pub fn passes(&self, hex: HexIndex) -> bool {
        self.node(hex).is_some_and(|node| node.entry.passes)
    }

    /// The cheapest path to a hex of [`Reach::entered`], last step first, as indices of directions.
    ///
    /// `neighbours` holds the six neighbours of each hex, as [`Grid::neighbour_table`](super::Grid::neighbour_table) gives
    /// them.
    pub fn steps_back<'a>(
        &'a self,
        hex: HexIndex,
        neighbours: &'a [[HexIndex; 6]],
    ) -> impl Iterator<Item = usize> + 'a {
        let mut at = hex;
        std::iter::from_fn(move || {
            (at != self.start).then(|| {
                let step = usize::from(self.nodes[usize::from(at)].step);
                at = neighbours[usize::from(at)][(step + 3) % 6];
                step
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Grid, flat};
    use super::*;

    use proptest::prelude::*;

    /// Costs and entries of every hex, drawn by chance.
    #[derive(Debug)]
    struct Ground {
        neighbours: Vec<[HexIndex; 6]>,
        costs: Vec<[u8; 6]>,
        entries: Vec<Option<Entry>>,
        /// Steps into these from outside end the move.
        woods: Vec<bool>,
    }

    impl Ground {
        fn step(&self, from: HexIndex, direction: usize, left: u8) -> (u8, HexIndex) {
            let to = self.neighbours[usize::from(from)][direction];
            let cost = self.costs[usize::from(from)][direction];
            if to == NOWHERE {
                return (u8::MAX, to);
            }
            let stops = self.woods[usize::from(to)] && !self.woods[usize::from(from)];
            (if stops && cost <= left { left } else { cost }, to)
        }
    }

    impl StepCost for Ground {
        fn steps(&self, from: HexIndex, left: u8) -> impl Iterator<Item = (u8, HexIndex)> {
            (0..6).map(move |direction| self.step(from, direction, left))
        }

        fn entry(&self, hex: HexIndex) -> Option<Entry> {
            self.entries[usize::from(hex)]
        }
    }

    /// The least costs by relaxing every step until nothing falls.
    fn by_force(ground: &Ground, start: HexIndex, budget: u8) -> Vec<Option<u8>> {
        let mut costs = vec![None; ground.neighbours.len()];
        costs[usize::from(start)] = Some(0);
        loop {
            let mut fell = false;
            for from in 0..costs.len() as HexIndex {
                let passes = from == start || ground.entries[usize::from(from)].is_some_and(|entry| entry.passes);
                let Some(cost) = costs[usize::from(from)].filter(|cost| passes && *cost < budget) else { continue };
                for direction in 0..6 {
                    let (step, to) = ground.step(from, direction, budget - cost);
                    if step > budget - cost || to != start && ground.entries[usize::from(to)].is_none() {
                        continue;
                    }
                    let known = &mut costs[usize::from(to)];
                    if known.is_none_or(|known| known > cost + step) {
                        *known = Some(cost + step);
                        fell = true;
                    }
                }
            }
            if !fell {
                return costs;
            }
        }
    }

    fn ground() -> impl Strategy<Value = (Ground, HexIndex, u8)> {
        (1..9u16, 1..9u16, any::<bool>()).prop_flat_map(|(width, height, ragged)| {
            let board = Grid::flat(width, height);
            let board = if ragged && height > 1 { board.ragged() } else { board };
            let n = board.len();
            let entry = prop_oneof![
                5 => Just(Some(Entry { ends: true, passes: true })),
                1 => Just(Some(Entry { ends: true, passes: false })),
                1 => Just(Some(Entry { ends: false, passes: true })),
                1 => Just(None),
            ];
            let costs = prop::collection::vec(prop::array::uniform6(prop_oneof![6 => 1..5u8, 1 => Just(u8::MAX)]), n);
            let woods = prop::collection::vec(prop::bool::weighted(0.2), n);
            (costs, prop::collection::vec(entry, n), woods, 0..n as HexIndex, 0..12u8).prop_map(
                move |(costs, entries, woods, start, budget)| {
                    (Ground { neighbours: board.neighbour_table(), costs, entries, woods }, start, budget)
                },
            )
        })
    }

    proptest! {
        #[test]
        fn the_search_finds_what_brute_force_finds(searches in prop::collection::vec(ground(), 1..4)) {
            let mut reach = Reach::new();
            for (ground, start, budget) in searches {
                reach.search(start, budget, &ground);
                let costs = by_force(&ground, start, budget);
                prop_assert_eq!(reach.start(), start);
                prop_assert_eq!(reach.entered()[0], start);
                prop_assert_eq!(reach.entered().len(), costs.iter().flatten().count());
                for (hex, &cost) in costs.iter().enumerate() {
                    let entry = ground.entries[hex].filter(|_| cost.is_some());
                    let hex = hex as HexIndex;
                    prop_assert_eq!(reach.cost(hex), cost);
                    prop_assert_eq!(reach.may_end(hex), hex != start && entry.is_some_and(|entry| entry.ends));
                    prop_assert_eq!(reach.passes(hex), hex == start || entry.is_some_and(|entry| entry.passes));
                    prop_assert_eq!(reach.ends().any(|end| end == hex), reach.may_end(hex));
                    if cost.is_some() {
                        let mut back: Vec<usize> = reach.steps_back(hex, &ground.neighbours).collect();
                        back.reverse();
                        let (mut at, mut paid) = (start, 0);
                        for direction in back {
                            prop_assert!(reach.passes(at));
                            let (step, to) = ground.step(at, direction, budget - paid);
                            (at, paid) = (to, paid + step);
                        }
                        prop_assert_eq!((at, Some(paid)), (hex, cost));
                    }
                }
            }
        }
    }

    #[test]
    fn before_the_first_search_nothing_is_in_reach() {
        let reach = Reach::default();
        assert_eq!((reach.start(), reach.cost(0), reach.may_end(0), reach.passes(0)), (NOWHERE, None, false, false));
        assert_eq!((reach.entered(), reach.ends().count()), (&[][..], 0));
    }

    /// A budget of 255 does not make a forbidden step possible.
    #[test]
    fn no_budget_pays_for_a_forbidden_step() {
        let board = flat::Grid::flat(1, 2);
        let open = Some(Entry { ends: true, passes: true });
        let ground = Ground {
            neighbours: board.neighbour_table(),
            costs: vec![[u8::MAX; 6]; 2],
            entries: vec![open; 2],
            woods: vec![false; 2],
        };
        let mut reach = Reach::new();
        reach.search(0, u8::MAX, &ground);
        assert_eq!(reach.entered(), [0]);
    }

    /// Numbers of searches come round after 2^32 of them.
    #[test]
    fn old_searches_are_forgotten_when_numbers_come_round() {
        let board = flat::Grid::flat(4, 4);
        let open = Some(Entry { ends: true, passes: true });
        let ground = Ground {
            neighbours: board.neighbour_table(),
            costs: vec![[1; 6]; 16],
            entries: vec![open; 16],
            woods: vec![false; 16],
        };
        let mut reach = Reach::new();
        reach.search(0, 9, &ground);
        assert_eq!(reach.entered().len(), 16);
        reach.search = u32::MAX;
        reach.search(0, 1, &ground);
        assert_eq!(reach.entered().len(), 3);
        assert_eq!(reach.cost(15), None);
    }
}
