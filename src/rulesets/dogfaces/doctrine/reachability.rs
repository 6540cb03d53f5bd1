//! Reachability: where a unit type can get to in one turn, found once for every hex of a table and then only cut down to
//! what those who stand there leave open.

use arrayvec::ArrayVec;

use super::precomputed::UNREACHABLE;
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path};
use crate::rulesets::dogfaces::codex::Halves;
use crate::rulesets::dogfaces::field::Field;
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// How a unit type moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gait {
    pub(super) vehicle: bool,
    pub(super) speed: Halves,
    pub(super) jet: Option<(u8, u8)>,
}

/// A hex that can be walked or driven to.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The hex.
    pub hex: HexIndex,
    /// A cheapest path there.
    path: Path,
    /// The places in between.
    through: u64,
}

/// Where a unit can get to in one turn when nobody is in the way, and how one gets from hex to hex there. Sets of its
/// places are words of one bit each, in the order of `ways`.
#[derive(Clone, Debug, Default)]
pub struct Reachability {
    /// The hexes, the start included.
    pub hexes: HexSet,
    /// The hexes that can be walked or driven to, the start left out, lowest first. Where the lowest and the highest are
    /// near enough to each other those in between have places too, which are in no set, so that all sets of hexes are
    /// looked at through one window.
    pub ways: Vec<Way>,
    /// The places that can be walked or driven to.
    pub all: u64,
    start: HexIndex,
    window: Window,
    windows: Vec<Window>,
    /// The links from the start and from each of `ways`, one after the other: cost in half units, and the places that
    /// it leads to.
    links: Vec<(Halves, u64)>,
    /// Of the start, then of each of `ways`: where its links begin and end. Empty where there are too many.
    link_spans: Vec<(u8, u8)>,
    speed: Halves,
    /// Places from which the move may go on, and bridges.
    inner: u64,
    bridges: u64,
}

/// Successive hexes, which are successive places.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    /// The first hex.
    hex: HexIndex,
    /// Its place.
    place: u8,
    /// Which of them can be walked or driven to.
    mask: u64,
}

impl Window {
    #[inline]
    fn places(self, set: &HexSet) -> u64 {
        (set.window(self.hex) & self.mask) << (self.place % 64)
    }
}

/// Who is in a unit's way.
#[derive(Clone, Copy, Debug)]
pub struct Obstacles<'a> {
    /// The hexes held by its own side; nobody there may be boarded.
    pub friends: &'a HexSet,
    /// The hexes held by the enemy.
    pub enemies: &'a HexSet,
    /// The enemy's zones of control.
    pub zones: &'a HexSet,
}

/// What obstacles leave of a run, in sets of places.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Where the unit may end its move.
    pub ends: u64,
    /// Where friends stand.
    friends: u64,
    /// What it may not enter.
    closed: u64,
    /// Where it has to stop.
    halts: u64,
}

/// Most half units of an allowance that a [`Reachability`] keeps links for.
pub(super) const MOST_SPEED: usize = 16;

/// Most places that a [`Reachability`] keeps links for.
const MOST_PLACES: usize = 64;

/// What is known of the way to a place: cost, watched hexes entered, the last hex but one as its owner sees the map, and
/// its place. Less is better.
type Approach = (Halves, u8, HexIndex, u8);

/// Stands for the start among places.
const START: u8 = u8::MAX;

/// What is worked with while runs are laid, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Workshop {
    /// By hex: its place in the run, or [`START`].
    places: [u8; MOST_HEXES],
    /// By place: what the way there costs.
    costs: [Halves; MOST_PLACES],
    /// The hexes that can be walked or driven to, lowest first, and what that costs.
    reached: Vec<(HexIndex, Halves)>,
    /// The places from which the move may go on, the cheapest first, of several the lowest.
    inner: [(u8, Halves); MOST_PLACES],
}

impl Workshop {
    pub(super) const fn new() -> Self {
        Self { places: [START; MOST_HEXES], costs: [0; MOST_PLACES], reached: Vec::new(), inner: [(0, 0); MOST_PLACES] }
    }
}

impl Reachability {
    /// Finds out where a unit can get to from `start` in one turn; `near` are the hexes that may be in question, lowest
    /// first, and `cost` is what the way to one of them costs.
    pub(super) fn lay(
        &mut self,
        field: &Field,
        gait: &Gait,
        start: HexIndex,
        near: impl Iterator<Item = HexIndex>,
        cost: impl Fn(HexIndex) -> u8,
        workshop: &mut Workshop,
    ) {
        workshop.reached.clear();
        let known = near.map(|hex| (hex, cost(hex)));
        let reached = known.filter(|&(hex, cost)| cost <= gait.speed && cost != UNREACHABLE && hex != start);
        workshop.reached.extend(reached);
        (self.start, self.speed, self.hexes) = (start, gait.speed, HexSet::EMPTY);
        (self.all, self.inner, self.bridges, self.window) = (0, 0, 0, Window::default());
        self.hexes.insert(start);
        workshop.reached.iter().for_each(|(hex, _)| self.hexes.insert(*hex));
        self.lay_windows(&workshop.reached);
        self.link(field, gait, workshop);
        if let Some((shortest, longest)) = gait.jet {
            for direction in 0..6 {
                let mut at = start;
                for length in 1..=longest {
                    at = field.neighbours[usize::from(at)][direction];
                    if at == NOWHERE {
                        break;
                    }
                    if length >= shortest && field.may_stand(gait.vehicle, at) {
                        self.hexes.insert(at);
                    }
                }
            }
        }
    }

    /// Whether [`Reachability::scope`] can tell where a unit may go.
    #[inline]
    #[must_use]
    pub fn is_linked(&self) -> bool {
        !self.link_spans.is_empty()
    }

    /// The places in sets of hexes.
    #[inline]
    #[must_use]
    pub fn places<const N: usize>(&self, sets: [&HexSet; N]) -> [u64; N] {
        let mut places = sets.map(|set| self.window.places(set));
        for window in &self.windows {
            for (places, set) in places.iter_mut().zip(sets) {
                *places |= window.places(set);
            }
        }
        places
    }

    /// The hex of a place.
    #[inline]
    #[must_use]
    pub fn hex(&self, place: usize) -> HexIndex {
        if self.windows.is_empty() { self.window.hex + place as HexIndex } else { self.ways[place].hex }
    }

    /// The place of a hex, if it has one.
    #[inline]
    #[must_use]
    pub fn place(&self, hex: HexIndex) -> Option<usize> {
        let nth = usize::from(hex.checked_sub(self.ways.first()?.hex)?);
        match self.ways.get(nth) {
            Some(way) if way.hex == hex => Some(nth),
            _ => self.ways.binary_search_by_key(&hex, |way| way.hex).ok(),
        }
    }

    /// Where a unit can get to past those who stand there, and where it may stop (DF-MOV-01, DF-ZOC-01).
    #[inline]
    #[must_use]
    pub fn scope(&self, obstacles: Obstacles<'_>) -> Scope {
        let [friends, enemies, halts] = self.places([obstacles.friends, obstacles.enemies, obstacles.zones]);
        let closed = enemies | (friends & (halts | self.bridges));
        let mut scope = Scope { ends: 0, friends, closed, halts };
        scope.ends = if (closed | halts) & self.inner == 0 {
            // Nobody stands in the way.
            self.all & !(closed | friends)
        } else {
            self.flood(closed, halts) & !friends
        };
        scope
    }

    /// Where a unit may end its move on ways that enter none of the places of `shunned`.
    #[inline]
    #[must_use]
    pub fn past(&self, scope: &Scope, shunned: u64) -> u64 {
        if shunned & self.all == 0 {
            scope.ends
        } else {
            self.flood(scope.closed | shunned, scope.halts) & !scope.friends
        }
    }

    /// The links that lead on from a place, or from the start.
    #[inline]
    fn links(&self, place: u8) -> &[(Halves, u64)] {
        let (first, end) = self.link_spans[usize::from(place.wrapping_add(1))];
        &self.links[usize::from(first)..usize::from(end)]
    }

    /// The places reached when some are closed and some let nobody go on.
    #[inline]
    fn flood(&self, closed: u64, halts: u64) -> u64 {
        let mut at_cost = [0u64; 2 * MOST_SPEED];
        for (cost, places) in self.links(START) {
            at_cost[usize::from(*cost) % MOST_SPEED] |= places & !closed;
        }
        let mut reached = 0;
        for cost in 1..=usize::from(self.speed).min(MOST_SPEED - 1) {
            let fresh = at_cost[cost] & !reached;
            reached |= fresh;
            let mut from = fresh & !halts & self.inner;
            while from != 0 {
                let place = from.trailing_zeros() as u8;
                from &= from - 1;
                for (step, places) in self.links(place) {
                    at_cost[cost + usize::from(*step) % MOST_SPEED] |= places & !closed;
                }
            }
        }
        reached
    }

    /// A cheapest path to one of the ends that enters none of `shunned` and as few of `watched` as the cheapest ones do;
    /// of several the one that comes over the first hexes in the order of `view`, for under fire the two seats have to
    /// go the same ways.
    #[must_use]
    pub fn path(
        &self,
        field: &Field,
        scope: &Scope,
        [shunned, watched]: [u64; 2],
        end: usize,
        view: impl Fn(HexIndex) -> HexIndex,
    ) -> Path {
        let way = &self.ways[end];
        let entered = way.through | 1 << end;
        if way.through & (scope.closed | scope.halts) == 0 && entered & (shunned | watched) == 0 {
            return way.path;
        }
        let closed = scope.closed | shunned;
        let mut approaches: [Approach; MOST_PLACES] = [(Halves::MAX, 0, 0, START); MOST_PLACES];
        let mut at_cost = [0u64; 2 * MOST_SPEED];
        let mut reached = 0;
        let mut go_on = |from: u8, cost: Halves, at_cost: &mut [u64; 2 * MOST_SPEED]| {
            let (seen, entered) = match self.ways.get(usize::from(from)) {
                Some(way) => (view(way.hex), approaches[usize::from(from)].1 + (watched >> from & 1) as u8),
                None => (view(self.start), 0),
            };
            for (step, places) in self.links(from) {
                let mut places = places & !closed;
                at_cost[usize::from(cost + step) % (2 * MOST_SPEED)] |= places;
                while places != 0 {
                    let to = &mut approaches[places.trailing_zeros() as usize];
                    places &= places - 1;
                    *to = (*to).min((cost + step, entered, seen, from));
                }
            }
        };
        go_on(START, 0, &mut at_cost);
        for cost in 1..=self.speed.min(MOST_SPEED as Halves - 1) {
            let fresh = at_cost[usize::from(cost)] & !reached;
            reached |= fresh;
            let mut from = fresh & !scope.halts & self.inner;
            while from != 0 {
                go_on(from.trailing_zeros() as u8, cost, &mut at_cost);
                from &= from - 1;
            }
        }
        let mut steps: ArrayVec<Direction, MOST_STEPS> = ArrayVec::new();
        let mut at = end as u8;
        while at != START {
            let from = approaches[usize::from(at)].3;
            let hex = if from == START { self.start } else { self.ways[usize::from(from)].hex };
            let to = self.ways[usize::from(at)].hex;
            let leads = |direction: &&Direction| field.neighbours[usize::from(hex)][**direction as usize] == to;
            steps.extend(Direction::ALL.iter().find(leads).copied());
            at = from;
        }
        steps.iter().rev().fold(Path::EMPTY, |path, direction| path.then(*direction))
    }

    /// Gives the hexes that are reached places, and lays the windows that sets of hexes are looked at through.
    fn lay_windows(&mut self, reached: &[(HexIndex, Halves)]) {
        let nothing = |hex| Way { hex, path: Path::EMPTY, through: 0 };
        self.ways.clear();
        self.windows.clear();
        let (Some(&(first, _)), Some(&(last, _))) = (reached.first(), reached.last()) else { return };
        if usize::from(last - first) < MOST_PLACES {
            self.ways.extend((first..=last).map(nothing));
            self.all = reached.iter().fold(0, |all, (hex, _)| all | 1 << (hex - first));
            self.window = Window { hex: first, place: 0, mask: self.all };
            return;
        }
        if reached.len() > MOST_PLACES {
            return;
        }
        for (place, &(hex, _)) in reached.iter().enumerate() {
            self.ways.push(nothing(hex));
            self.all |= 1 << place;
            match self.windows.last_mut() {
                Some(window) if window.hex + window.mask.count_ones() as HexIndex == hex => {
                    window.mask = window.mask << 1 | 1;
                }
                _ => self.windows.push(Window { hex, place: place as u8, mask: 1 }),
            }
        }
    }

    /// Finds the links between the hexes of a run and a cheapest path to each, if they are not too many.
    fn link(&mut self, field: &Field, gait: &Gait, workshop: &mut Workshop) {
        self.links.clear();
        self.link_spans.clear();
        let Workshop { places, costs, reached, inner } = workshop;
        if reached.len() > MOST_PLACES || usize::from(gait.speed) >= MOST_SPEED {
            return;
        }
        for (at, &(hex, cost)) in reached.iter().enumerate() {
            let place = if self.windows.is_empty() { (hex - self.window.hex) as u8 } else { at as u8 };
            places[usize::from(hex)] = place;
            costs[usize::from(place)] = cost;
        }
        // Who is at the end of his allowance goes no further, for no step is free.
        let mut ends = [0u8; MOST_SPEED + 1];
        reached.iter().for_each(|(_, cost)| ends[usize::from(*cost) + 1] += 1);
        (1..=MOST_SPEED).for_each(|cost| ends[cost] += ends[cost - 1]);
        let going_on = usize::from(ends[usize::from(gait.speed)]);
        for &(hex, cost) in reached.iter().filter(|(_, cost)| *cost < gait.speed) {
            let end = &mut ends[usize::from(cost)];
            inner[usize::from(*end)] = (places[usize::from(hex)], cost);
            *end += 1;
        }
        self.link_spans.resize(self.ways.len() + 1, (0, 0));
        // The first that a place is come to from is the cheapest and of several the lowest: the way to it goes there.
        let mut found = 0u64;
        for (from, spent) in std::iter::once((START, 0)).chain(inner[..going_on].iter().copied()) {
            let (hex, path, through) = match self.ways.get(usize::from(from)) {
                Some(way) => (way.hex, way.path, way.through | 1 << from),
                None => (self.start, Path::EMPTY, 0),
            };
            // By cost: the places that so dear a step leads to.
            let mut steps = [0u64; MOST_SPEED];
            let (six, costs_of_steps) = (&field.neighbours[usize::from(hex)], field.costs(gait.vehicle, hex));
            for direction in 0..6 {
                let step = costs_of_steps[direction];
                let total = spent + step.min(MOST_SPEED as Halves);
                if total > gait.speed {
                    continue;
                }
                let place = places[usize::from(six[direction])];
                if place == START {
                    continue;
                }
                steps[usize::from(step) % MOST_SPEED] |= 1 << place;
                if found >> place & 1 == 0 && costs[usize::from(place)] == total {
                    found |= 1 << place;
                    let way = &mut self.ways[usize::from(place)];
                    (way.path, way.through) = (path.then(Direction::ALL[direction]), through);
                }
            }
            let begin = self.links.len();
            let dearest = usize::from(gait.speed - spent);
            let links = steps[..=dearest].iter().enumerate().filter(|(_, places)| **places != 0);
            self.links.extend(links.map(|(step, places)| (step as Halves, *places)));
            if begin < self.links.len() {
                self.inner |= if from == START { 0 } else { 1 << from };
                self.link_spans[usize::from(from.wrapping_add(1))] = (begin as u8, self.links.len() as u8);
            }
        }
        reached.iter().for_each(|(hex, _)| places[usize::from(*hex)] = START);
        if self.links.len() > usize::from(u8::MAX) {
            self.link_spans.clear();
        }
        [self.bridges] = self.places([&field.no_passing]);
    }
}
