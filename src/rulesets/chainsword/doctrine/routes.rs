//! The ways to goals over the lattice, for each goal from all places, found outwards from it as far as they are asked for.

use std::ops::Range;

/// Goals whose ways are remembered.
const MOST_GOALS: usize = 24;

/// A way that there is not, in tenths of an inch.
pub(super) const FAR: u16 = u16::MAX;

/// Tenths of an inch that way through difficult ground counts more, as a share of itself.
const SLOW: [u16; 2] = [3, 2];

/// A goal whose ways are not remembered.
const UNKNOWN: u8 = u8::MAX;

/// Where the ways from a place lead, for one kind of mover: a bit for each of the neighbours in [`Lattice::steps`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    /// Neighbours on which it may stand.
    pub open: u8,
    /// The place slows it.
    pub slow: bool,
}

/// The lattice as ways know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice<'l> {
    /// What the places are to the mover.
    pub steps: &'l [Steps],
    /// Places in a row.
    pub columns: usize,
    /// Inches from a place to the next.
    pub inches: f64,
}

/// Neighbours of a place, as columns and rows from it: the four straight ones first.
pub(super) const NEIGHBOURS: [(isize, isize); 8] =
    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)];

/// Straight ones among the neighbours, a bit each.
const STRAIGHT: u8 = 0b1111;

/// Lengths of legs: straight and diagonal, over open ground and over such as slows.
const LEGS: usize = 4;

/// Places that wait to be gone on from after legs of one length: with the length of the way to each, which never becomes less from one
/// that has come to the next, so that the first one has the shortest. None comes twice.
#[derive(Clone, Debug)]
struct Queue {
    /// Room for every place of the lattice: a copy has it too, as it would not have spare capacity.
    places: Vec<(u16, u16)>,
    /// Those that wait.
    waiting: Range<usize>,
}

impl Queue {
    fn roomy(cells: usize) -> Self {
        Self { places: vec![(0, 0); cells], waiting: 0..0 }
    }

    fn first(&self) -> Option<(u16, u16)> {
        self.places[self.waiting.clone()].first().copied()
    }

    fn push(&mut self, place: (u16, u16)) {
        self.places[self.waiting.end] = place;
        self.waiting.end += 1;
    }
}

/// The ways to a goal.
#[derive(Clone, Debug)]
struct Route {
    /// The place of the goal, and whether it is for hulls.
    goal: Option<(u16, bool)>,
    /// When they were last asked for.
    used: u32,
    /// Tenths of an inch from every place: final up to `found`, and everywhere once no place waits.
    tenths: Vec<u16>,
    found: u16,
    queues: [Queue; LEGS],
}

impl Route {
    fn roomy(cells: usize) -> Self {
        let queues = std::array::from_fn(|_| Queue::roomy(cells));
        Self { goal: None, used: 0, tenths: vec![FAR; cells], found: 0, queues }
    }

    /// Begins at a goal.
    fn begin(&mut self, cells: usize, goal: (u16, bool)) {
        (self.goal, self.found) = (Some(goal), 0);
        self.tenths[..cells].fill(FAR);
        self.queues.iter_mut().for_each(|queue| queue.waiting = 0..0);
        self.tenths[usize::from(goal.0)] = 0;
        self.queues[0].push((0, goal.0));
    }

    /// Tenths of an inch from a place to the goal.
    fn tenths(&mut self, lattice: &Lattice<'_>, cell: usize) -> u16 {
        if self.tenths[cell] > self.found {
            self.go_on(lattice, cell);
        }
        self.tenths[cell]
    }

    /// Goes on from the places with the shortest ways of those that wait until the way from a place is final.
    fn go_on(&mut self, lattice: &Lattice<'_>, until: usize) {
        let legs = [(lattice.inches * 10.0) as u16, (lattice.inches * 14.142) as u16];
        let steps = NEIGHBOURS.map(|(column, row)| row * lattice.columns as isize + column);
        let Self { tenths, queues, found, .. } = self;
        while tenths[until] > *found {
            let heads = queues.iter().enumerate();
            let heads = heads.filter_map(|(at, queue)| Some((queue.first()?, at)));
            let Some(((way, cell), at)) = heads.min() else { return };
            queues[at].waiting.start += 1;
            if tenths[usize::from(cell)] != way {
                // A shorter way to it has been found since.
                continue;
            }
            *found = way;
            let Steps { open, slow } = lattice.steps[usize::from(cell)];
            let legs = if slow { legs.map(|leg| leg * SLOW[0] / SLOW[1]) } else { legs };
            let [straight, diagonal] = &mut queues[2 * usize::from(slow)..][..2] else { return };
            for (queue, leg, mut open) in [(straight, legs[0], open & STRAIGHT), (diagonal, legs[1], open & !STRAIGHT)]
            {
                let way = way.saturating_add(leg);
                while open != 0 {
                    let next = usize::from(cell).wrapping_add_signed(steps[open.trailing_zeros() as usize]);
                    open &= open - 1;
                    if way < tenths[next] {
                        tenths[next] = way;
                        queue.push((way, next as u16));
                    }
                }
            }
        }
    }
}

/// The ways to the goals that were asked for last.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    routes: Vec<Route>,
    /// Which of them leads to each place, for who walks and for hulls.
    known: [Vec<u8>; 2],
    asked: u32,
}

impl Routes {
    /// Room for lattices of so many places.
    pub(super) fn roomy(cells: usize) -> Self {
        let known = [vec![UNKNOWN; cells], vec![UNKNOWN; cells]];
        Self { routes: vec![Route::roomy(cells); MOST_GOALS], known, asked: 0 }
    }

    /// Forgets all goals.
    pub(super) fn clear(&mut self) {
        self.routes.iter_mut().for_each(|route| route.goal = None);
        self.known.iter_mut().for_each(|known| known.fill(UNKNOWN));
    }

    /// Tenths of an inch from a place to a goal, for hulls or on foot; [`FAR`] where no way leads there.
    pub(super) fn tenths(&mut self, lattice: &Lattice<'_>, from: usize, goal: (u16, bool)) -> u16 {
        self.asked += 1;
        let known = self.known[usize::from(goal.1)][usize::from(goal.0)];
        let slot = if known == UNKNOWN { self.take_up(lattice, goal) } else { usize::from(known) };
        let route = &mut self.routes[slot];
        route.used = self.asked;
        route.tenths(lattice, from)
    }

    /// Takes up a goal instead of the one that was not asked for longest.
    fn take_up(&mut self, lattice: &Lattice<'_>, goal: (u16, bool)) -> usize {
        let oldest = self.routes.iter().enumerate().min_by_key(|(_, route)| (route.goal.is_some(), route.used));
        let slot = oldest.map_or(0, |(slot, _)| slot);
        if let Some((cell, hull)) = self.routes[slot].goal {
            self.known[usize::from(hull)][usize::from(cell)] = UNKNOWN;
        }
        self.known[usize::from(goal.1)][usize::from(goal.0)] = slot as u8;
        self.routes[slot].begin(lattice.steps.len(), goal);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lattice of so many columns and rows, closed and slow here and there.
    fn steps(columns: usize, rows: usize, closed: impl Fn(usize) -> bool, slow: impl Fn(usize) -> bool) -> Vec<Steps> {
        let step = |cell: usize| {
            let (column, row) = ((cell % columns) as isize, (cell / columns) as isize);
            let open = NEIGHBOURS.iter().enumerate().filter(|(_, (x, y))| {
                let (column, row) = (column + x, row + y);
                let inside = (0..columns as isize).contains(&column) && (0..rows as isize).contains(&row);
                inside && !closed((row * columns as isize + column) as usize)
            });
            Steps { open: open.fold(0, |set, (at, _)| set | 1 << at), slow: slow(cell) }
        };
        (0..columns * rows).map(step).collect()
    }

    /// The same ways by going over all legs until nothing becomes shorter.
    fn settled(lattice: &Lattice<'_>, goal: usize) -> Vec<u16> {
        let mut tenths = vec![FAR; lattice.steps.len()];
        tenths[goal] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for cell in 0..tenths.len() {
                for (at, (x, y)) in NEIGHBOURS.iter().enumerate() {
                    if tenths[cell] == FAR || lattice.steps[cell].open >> at & 1 == 0 {
                        continue;
                    }
                    let leg = if x * y == 0 { 20 } else { 28 };
                    let leg = if lattice.steps[cell].slow { leg * 3 / 2 } else { leg };
                    let next = cell.wrapping_add_signed(y * lattice.columns as isize + x);
                    if tenths[cell] + leg < tenths[next] {
                        (tenths[next], changed) = (tenths[cell] + leg, true);
                    }
                }
            }
        }
        tenths
    }

    #[test]
    fn ways_are_the_shortest_in_whatever_order_they_are_asked_for() {
        let steps = steps(20, 15, |cell| cell % 7 == 3 && cell % 20 != 9, |cell| cell % 5 < 2);
        let lattice = Lattice { steps: &steps, columns: 20, inches: 2.0 };
        let mut routes = Routes::roomy(400);
        // More goals than are remembered, and some of them again.
        for goal in (0..40).chain(0..20).map(|at| at * 37 % 300) {
            let wanted = settled(&lattice, goal);
            for ask in 0..150 {
                let from = ask * 53 % 300;
                assert_eq!(routes.tenths(&lattice, from, (goal as u16, false)), wanted[from]);
            }
        }
    }
}
