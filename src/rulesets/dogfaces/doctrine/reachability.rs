//! Reachability: where a unit type can get to in one turn: found once for every hex of a table, and then only cut down to what those
//! who stand there leave open.

use arrayvec::ArrayVec;

use super::precomputed::UNREACHABLE;
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path, PathStep};
use crate::rulesets::dogfaces::codex::Halves;
use crate::rulesets::dogfaces::field::{FORBIDDEN, Field};
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
#[derive(Clone, Debug)]
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
    /// Where the links of each end.
    link_ends: Vec<u8>,
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
const MOST_SPEED: usize = 16;

/// Most places that a [`Reachability`] keeps links for.
const MOST_PLACES: usize = 64;

/// What is known of the way to a place: cost, watched hexes entered, the last hex but one as its owner sees the map, and
/// its place. Less is better.
type Approach = (Halves, u8, HexIndex, u8);

/// Stands for the start among places.
const START: u8 = u8::MAX;

impl Reachability {
    /// Finds out where a unit can get to from `start` in one turn.
    pub(super) fn new(field: &Field, gait: &Gait, start: HexIndex) -> Reachability {
        let mut best = vec![None; field.len()];
        best[usize::from(start)] = Some((0, Path::EMPTY));
        let mut run = Reachability {
            hexes: HexSet::from_iter([start]),
            ways: Vec::new(),
            all: 0,
            start,
            window: Window::default(),
            windows: Vec::new(),
            links: Vec::new(),
            link_ends: Vec::new(),
            speed: gait.speed,
            inner: 0,
            bridges: 0,
        };
        let near: Vec<HexIndex> = field.grid.hexes().filter(|hex| field.distance(start, *hex) <= gait.speed).collect();
        for level in 0..=gait.speed {
            for &hex in &near {
                let Some((_, path)) = best[usize::from(hex)].filter(|(cost, _)| *cost == level) else { continue };
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
        for hex in near.into_iter().filter(|hex| *hex != start) {
            if let Some((_, path)) = best[usize::from(hex)] {
                run.hexes.insert(hex);
                run.ways.push(Way { hex, path, through: 0 });
            }
        }
        run.lay_windows();
        let costs: Vec<Halves> = best.iter().map(|known| known.map_or(FORBIDDEN, |(cost, _)| cost)).collect();
        run.link(field, gait, &costs);
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

    /// Whether [`Reachability::scope`] can tell where a unit may go.
    #[inline]
    #[must_use]
    pub fn is_linked(&self) -> bool {
        !self.link_ends.is_empty()
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
        let from = usize::from(place.wrapping_add(1));
        let first = if from == 0 { 0 } else { usize::from(self.link_ends[from - 1]) };
        &self.links[first..usize::from(self.link_ends[from])]
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

    /// Gives the hexes places, and lays the windows that sets of hexes are looked at through.
    fn lay_windows(&mut self) {
        let (Some(first), Some(last)) = (self.ways.first(), self.ways.last()) else { return };
        let (first, last) = (first.hex, last.hex);
        if usize::from(last - first) < MOST_PLACES {
            let known = std::mem::take(&mut self.ways);
            let nothing = |hex| Way { hex, path: Path::EMPTY, through: 0 };
            self.ways = (first..=last).map(nothing).collect();
            for way in known {
                self.all |= 1 << (way.hex - first);
                self.ways[usize::from(way.hex - first)] = way;
            }
            self.window = Window { hex: first, place: 0, mask: self.all };
            return;
        }
        if self.ways.len() > MOST_PLACES {
            return;
        }
        for (place, way) in self.ways.iter().enumerate() {
            self.all |= 1 << place;
            match self.windows.last_mut() {
                Some(window) if window.hex + window.mask.count_ones() as HexIndex == way.hex => {
                    window.mask = window.mask << 1 | 1;
                }
                _ => self.windows.push(Window { hex: way.hex, place: place as u8, mask: 1 }),
            }
        }
    }

    /// Finds the links between the hexes of a run, if they are not too many.
    fn link(&mut self, field: &Field, gait: &Gait, costs: &[Halves]) {
        if self.ways.len() > MOST_PLACES || usize::from(gait.speed) >= MOST_SPEED {
            return;
        }
        let mut places = vec![None; field.len()];
        let in_use = |place: usize| self.all >> place & 1 != 0;
        for (place, way) in self.ways.iter().enumerate().filter(|(place, _)| in_use(*place)) {
            places[usize::from(way.hex)] = Some(place);
        }
        let mut links: Vec<(Halves, u64)> = Vec::new();
        let (mut ends, mut inner) = (Vec::new(), 0);
        let ways = self.ways.iter().enumerate().map(|(place, way)| (way.hex, in_use(place)));
        for (from, in_use) in std::iter::once((self.start, true)).chain(ways) {
            let begin = links.len();
            let spent = costs[usize::from(from)];
            for (to, &step) in field.neighbours[usize::from(from)].iter().zip(field.costs(gait.vehicle, from)) {
                let Some(&Some(place)) = places.get(usize::from(*to)) else { continue };
                if !in_use || step == FORBIDDEN || step.saturating_add(spent) > gait.speed {
                    continue;
                }
                match links[begin..].iter_mut().find(|(cost, _)| *cost == step) {
                    Some((_, places)) => *places |= 1 << place,
                    None => links.push((step, 1 << place)),
                }
            }
            let Ok(end) = u8::try_from(links.len()) else { return };
            if begin < links.len() && !ends.is_empty() {
                inner |= 1 << (ends.len() - 1);
            }
            ends.push(end);
        }
        self.inner = inner;
        for (place, way) in self.ways.iter_mut().enumerate() {
            if field.no_passing.contains(way.hex) {
                self.bridges |= 1 << place;
            }
            let mut at = self.start;
            for step in way.path.steps().take(way.path.len().saturating_sub(1)) {
                let PathStep::To(direction) = step else { continue };
                at = field.neighbours[usize::from(at)][direction as usize];
                way.through |= places[usize::from(at)].map_or(0, |place| 1 << place);
            }
        }
        (self.links, self.link_ends) = (links, ends);
    }
}

/// Path costs from every hex to the nearest of `goals`.
pub(super) fn costs_towards(field: &Field, vehicle: bool, goals: &HexSet) -> Vec<u8> {
    let mut costs = vec![UNREACHABLE; field.len()];
    let mut levels: Vec<Vec<HexIndex>> = vec![goals.iter().collect()];
    for goal in goals.iter() {
        costs[usize::from(goal)] = 0;
    }
    let mut level = 0;
    while level < levels.len() && level < usize::from(UNREACHABLE) {
        for hex in std::mem::take(&mut levels[level]) {
            if usize::from(costs[usize::from(hex)]) != level {
                continue;
            }
            for (direction, from) in field.neighbours[usize::from(hex)].into_iter().enumerate() {
                if from == NOWHERE {
                    continue;
                }
                // The step back from the neighbour into this hex.
                let step = field.cost(vehicle, from, (direction + 3) % 6);
                let total = level + usize::from(step);
                if step == FORBIDDEN || total >= usize::from(costs[usize::from(from)]) {
                    continue;
                }
                costs[usize::from(from)] = total as u8;
                if levels.len() <= total {
                    levels.resize_with(total + 1, Vec::new);
                }
                levels[total].push(from);
            }
        }
        level += 1;
    }
    costs
}
