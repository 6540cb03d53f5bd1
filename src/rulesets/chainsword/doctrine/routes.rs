//! The ways to goals over the lattice, for each goal from all places, found outwards from it as far as they are asked for.

/// Goals whose ways are remembered.
const MOST_GOALS: usize = 12;

/// A way that there is not, in tenths of an inch.
pub(super) const FAR: u16 = u16::MAX;

/// Tenths of an inch that way through difficult ground counts more, as a share of itself.
const SLOW: [u16; 2] = [3, 2];

/// Lengths of way that wait to be gone on from, in tenths of an inch, are within so many of each other: no leg is as long, for no
/// table is longer than 1000 inches.
const RING: usize = 1024;

/// No place.
const NOWHERE: u16 = u16::MAX;

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

/// Straight ones among the neighbours.
const STRAIGHT: u32 = 4;

/// The ways to a goal.
#[derive(Clone, Debug)]
struct Route {
    /// The place of the goal, and whether it is for hulls.
    goal: Option<(u16, bool)>,
    /// When they were last asked for.
    used: u32,
    /// Tenths of an inch from every place: final up to `found`, and everywhere once no place waits.
    tenths: Vec<u16>,
    found: usize,
    /// Places that wait to be gone on from, by their tenths around a ring, each in a chain.
    waiting: usize,
    first: Vec<u16>,
    next: Vec<u16>,
    before: Vec<u16>,
}

impl Route {
    fn roomy(cells: usize) -> Self {
        Self {
            goal: None,
            used: 0,
            tenths: vec![FAR; cells],
            found: 0,
            waiting: 0,
            first: vec![NOWHERE; RING],
            next: vec![NOWHERE; cells],
            before: vec![NOWHERE; cells],
        }
    }

    /// Begins at a goal.
    fn begin(&mut self, cells: usize, goal: (u16, bool)) {
        self.goal = Some(goal);
        self.tenths[..cells].fill(FAR);
        self.first.fill(NOWHERE);
        (self.found, self.waiting) = (0, 0);
        self.put(goal.0, 0);
    }

    /// A place waits from now on.
    fn put(&mut self, cell: u16, tenths: u16) {
        let slot = usize::from(tenths) % RING;
        let next = self.first[slot];
        self.tenths[usize::from(cell)] = tenths;
        self.next[usize::from(cell)] = next;
        self.before[usize::from(cell)] = NOWHERE;
        if next != NOWHERE {
            self.before[usize::from(next)] = cell;
        }
        self.first[slot] = cell;
        self.waiting += 1;
    }

    /// A place waits no more.
    fn take(&mut self, cell: u16) {
        let (next, before) = (self.next[usize::from(cell)], self.before[usize::from(cell)]);
        if before == NOWHERE {
            self.first[usize::from(self.tenths[usize::from(cell)]) % RING] = next;
        } else {
            self.next[usize::from(before)] = next;
        }
        if next != NOWHERE {
            self.before[usize::from(next)] = before;
        }
        self.waiting -= 1;
    }

    /// Tenths of an inch from a place to the goal.
    fn tenths(&mut self, lattice: &Lattice<'_>, cell: usize) -> u16 {
        while self.waiting > 0 && usize::from(self.tenths[cell]) > self.found {
            self.go_on(lattice);
        }
        self.tenths[cell]
    }

    /// Goes on from the places with the shortest ways of those that wait.
    fn go_on(&mut self, lattice: &Lattice<'_>) {
        while self.first[self.found % RING] == NOWHERE {
            self.found += 1;
        }
        let legs = [(lattice.inches * 10.0) as u16, (lattice.inches * 14.142) as u16];
        loop {
            let cell = self.first[self.found % RING];
            if cell == NOWHERE {
                return;
            }
            self.take(cell);
            let Steps { mut open, slow } = lattice.steps[usize::from(cell)];
            let legs = if slow { legs.map(|leg| leg * SLOW[0] / SLOW[1]) } else { legs };
            let ways = legs.map(|leg| (self.found as u16).saturating_add(leg));
            while open != 0 {
                let at = open.trailing_zeros();
                open &= open - 1;
                let (column, row) = NEIGHBOURS[at as usize];
                let next = usize::from(cell).wrapping_add_signed(row * lattice.columns as isize + column);
                let way = ways[usize::from(at >= STRAIGHT)];
                if way < self.tenths[next] {
                    if self.tenths[next] != FAR {
                        self.take(next as u16);
                    }
                    self.put(next as u16, way);
                }
            }
        }
    }
}

/// The ways to the goals that were asked for last.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    routes: Vec<Route>,
    asked: u32,
}

impl Routes {
    /// Room for lattices of so many places.
    pub(super) fn roomy(cells: usize) -> Self {
        Self { routes: vec![Route::roomy(cells); MOST_GOALS], asked: 0 }
    }

    /// Forgets all goals.
    pub(super) fn clear(&mut self) {
        self.routes.iter_mut().for_each(|route| route.goal = None);
    }

    /// Tenths of an inch from a place to a goal, for hulls or on foot; [`FAR`] where no way leads there.
    pub(super) fn tenths(&mut self, lattice: &Lattice<'_>, from: usize, goal: (u16, bool)) -> u16 {
        self.asked += 1;
        let known = self.routes.iter().position(|route| route.goal == Some(goal));
        let slot = known.unwrap_or_else(|| {
            let oldest = self.routes.iter().enumerate().min_by_key(|(_, route)| (route.goal.is_some(), route.used));
            let slot = oldest.map_or(0, |(slot, _)| slot);
            self.routes[slot].begin(lattice.steps.len(), goal);
            slot
        });
        self.routes[slot].used = self.asked;
        self.routes[slot].tenths(lattice, from)
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
