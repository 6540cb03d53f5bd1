//! Reachability: where a unit type can get to in one turn, found once for every hex of a table and then only cut down to
//! what those who stand there leave open.
//!
//! Units are spread over the board a price at a time, from all hexes that have been reached at that cost at once: sets of
//! hexes are words of 64, and a step is a few shifts of them.

use arrayvec::ArrayVec;

use super::precomputed::UNREACHABLE;
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path};
use crate::rulesets::dogfaces::codex::Halves;
use crate::rulesets::dogfaces::field::Field;
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, Hexes, MOST_HEXES};

/// How a unit type moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gait {
    pub(super) vehicle: bool,
    pub(super) speed: Halves,
    pub(super) jet: Option<(u8, u8)>,
}

/// Where a unit can get to in one turn when nobody is in the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reachability {
    /// The hexes, the start included.
    pub hexes: HexSet,
    /// The hexes that can be walked or driven to, the start left out.
    pub ends: HexSet,
    /// Those of them from which the move may go on.
    inner: HexSet,
    /// Whether [`Reachability::scope`] can tell where the unit may go.
    pub is_near: bool,
}

/// One unit and its way of moving.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    /// The table.
    pub field: &'a Field,
    /// Whether it drives.
    pub vehicle: bool,
    /// Half units that it may spend.
    pub speed: Halves,
    /// Where it sets out.
    pub start: HexIndex,
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

/// What obstacles leave of a run; `W` words hold the board.
#[derive(Clone, Copy, Debug)]
pub struct Scope<const W: usize> {
    /// Where the unit may end its move.
    pub ends: Hexes<W>,
    /// Where friends stand.
    friends: Hexes<W>,
    /// What it may not enter.
    closed: Hexes<W>,
    /// Where it has to stop.
    halts: Hexes<W>,
}

/// Most half units of an allowance that a [`Walker`] can be spread by, and one more.
pub(super) const MOST_SPEED: usize = 16;

/// Most hexes that a unit type gets to by the shifts of whole boards; who gets further looks for each way by itself.
const MOST_ENDS: usize = 64;

/// What is known of the way to a hex: cost, watched hexes entered, the last hex but one as its owner sees the map, and
/// itself. Less is better.
type Approach = (Halves, u8, HexIndex, HexIndex);

impl Reachability {
    /// Finds out where a unit can get to in one turn, by air too if it flies; `W` words hold the board, and `costs` are those
    /// of the path to each hex.
    pub(super) fn lay<const W: usize>(
        &mut self,
        walker: &Walker<'_>,
        jet: Option<(u8, u8)>,
        costs: impl Fn(HexIndex) -> Halves,
    ) {
        if usize::from(walker.speed) < MOST_SPEED {
            let (ends, inner) = walker.spread::<W>(&Hexes::EMPTY, &Hexes::EMPTY);
            (self.ends, self.inner) = (ends.resized(), inner.resized());
        } else {
            let reaches = |hex: &HexIndex| costs(*hex) <= walker.speed && costs(*hex) != UNREACHABLE;
            let others = walker.field.grid.hexes().filter(|hex| *hex != walker.start);
            (self.ends, self.inner) = (others.filter(reaches).collect(), HexSet::EMPTY);
        }
        self.is_near = usize::from(walker.speed) < MOST_SPEED && self.ends.len() <= MOST_ENDS;
        self.hexes = self.ends;
        self.hexes.insert(walker.start);
        let Some((shortest, longest)) = jet else { return };
        for direction in 0..6 {
            let mut at = walker.start;
            for length in 1..=longest {
                at = walker.field.neighbours[usize::from(at)][direction];
                if at == NOWHERE {
                    break;
                }
                if length >= shortest && walker.field.may_stand(walker.vehicle, at) {
                    self.hexes.insert(at);
                }
            }
        }
    }

    /// That from the image of the hex under the half-turn of a map of so many hexes that is its own; `W` words hold it.
    #[must_use]
    pub(super) fn half_turned<const W: usize>(&self, hexes: usize) -> Self {
        let turned = |set: &HexSet| set.resized::<W>().half_turned(hexes).resized();
        let (hexes, ends, inner) = (turned(&self.hexes), turned(&self.ends), turned(&self.inner));
        Self { hexes, ends, inner, is_near: self.is_near }
    }

    /// Where a unit can get to past those who stand there, and where it may stop (DF-MOV-01, DF-ZOC-01).
    #[inline]
    #[must_use]
    pub fn scope<const W: usize>(&self, walker: &Walker<'_>, obstacles: Obstacles<'_>) -> Scope<W> {
        let [friends, enemies, halts, bridges] =
            [obstacles.friends, obstacles.enemies, obstacles.zones, &walker.field.no_passing].map(HexSet::resized::<W>);
        let closed = (halts | &bridges) & &friends | &enemies;
        let ends = if (closed | &halts).meets(&self.inner.resized()) {
            walker.spread(&closed, &halts).0 - &friends
        } else {
            // Nobody stands in the way.
            self.ends.resized() - &(closed | &friends)
        };
        Scope { ends, friends, closed, halts }
    }

    /// Where a unit may end its move on ways that enter none of the hexes of `shunned`.
    #[inline]
    #[must_use]
    pub fn past<const W: usize>(&self, walker: &Walker<'_>, scope: &Scope<W>, shunned: &HexSet) -> Hexes<W> {
        if shunned.meets(&self.ends) {
            walker.spread(&(scope.closed | &shunned.resized()), &scope.halts).0 - &scope.friends
        } else {
            scope.ends
        }
    }

    /// A cheapest path to one of the ends that enters none of `shunned` and as few of `watched` as the cheapest ones do;
    /// of several the one that comes over the first hexes in the order of `view`, for under fire the two seats have to
    /// go the same ways. `costs` are those of the path to each hex when nobody is in the way.
    #[must_use]
    pub fn path<const W: usize>(
        &self,
        walker: &Walker<'_>,
        scope: &Scope<W>,
        [shunned, watched]: [&HexSet; 2],
        end: HexIndex,
        view: impl Fn(HexIndex) -> HexIndex,
        costs: impl Fn(HexIndex) -> Halves,
    ) -> Path {
        let kept_from = shunned.resized::<W>() | &watched.resized();
        let barred = kept_from | &scope.closed | &scope.halts;
        let free = |hex: HexIndex, last: bool| !if last { &kept_from } else { &barred }.contains(hex);
        usual_path(walker, end, costs, free).unwrap_or_else(|| walker.way_round(scope, [shunned, watched], end, view))
    }
}

impl Walker<'_> {
    /// The hexes that are reached when some are closed and some let nobody go on, and those of them from which one may.
    fn spread<const W: usize>(&self, closed: &Hexes<W>, halts: &Hexes<W>) -> (Hexes<W>, Hexes<W>) {
        let (prices, beside) = (self.field.prices(self.vehicle), &self.field.beside);
        let road = prices.road.resized::<W>();
        let mut at_cost = [Hexes::<W>::EMPTY; MOST_SPEED];
        let (mut reached, mut inner) = (Hexes::EMPTY, Hexes::EMPTY);
        let start = Hexes::from_iter([self.start]);
        // What has been reached, and what may not be entered.
        let mut shut = *closed | &start;
        let speed = usize::from(self.speed).min(MOST_SPEED - 1);
        for cost in 0..=speed {
            let mut from = start;
            if cost > 0 {
                let fresh = at_cost[cost] - &shut;
                if fresh.is_empty() {
                    continue;
                }
                shut |= &fresh;
                reached |= &fresh;
                if cost == speed {
                    break;
                }
                from = fresh - halts;
                inner |= &from;
            }
            let paved = from & &road;
            let next = if paved.is_empty() {
                beside.around(&from)
            } else {
                let on_road = beside.around(&paved);
                if let Some(there) = at_cost.get_mut(cost + usize::from(prices.road_price)) {
                    *there |= &(on_road & &road);
                }
                beside.around(&(from - &road)) | &(on_road - &road)
            };
            for (price, hexes) in &prices.off_road {
                if let Some(there) = at_cost.get_mut(cost + usize::from(*price)) {
                    *there |= &(next & &hexes.resized());
                }
            }
        }
        (reached, inner)
    }

    /// [`Reachability::path`] where somebody is in the way or watches it.
    fn way_round<const W: usize>(
        &self,
        scope: &Scope<W>,
        [shunned, watched]: [&HexSet; 2],
        end: HexIndex,
        view: impl Fn(HexIndex) -> HexIndex,
    ) -> Path {
        let field = self.field;
        let mut closed = scope.closed | &shunned.resized();
        closed.insert(self.start);
        let mut approaches: [Approach; MOST_HEXES] = [(Halves::MAX, 0, 0, NOWHERE); MOST_HEXES];
        let mut at_cost = [Hexes::<W>::EMPTY; MOST_SPEED];
        let mut reached = Hexes::EMPTY;
        at_cost[0].insert(self.start);
        for cost in 0..self.speed.min(MOST_SPEED as Halves) {
            let fresh = at_cost[usize::from(cost)] - &reached;
            if fresh.contains(end) {
                break;
            }
            reached |= &fresh;
            let from = if cost == 0 { fresh } else { fresh - &scope.halts };
            for hex in from.iter() {
                let (_, entered, ..) = approaches[usize::from(hex)];
                let entered = entered + u8::from(hex != self.start && watched.contains(hex));
                let six = field.neighbours[usize::from(hex)].iter().zip(field.costs(self.vehicle, hex));
                for (&to, &step) in six {
                    let total = cost.saturating_add(step);
                    if to != NOWHERE && total <= self.speed && !closed.contains(to) {
                        let known = &mut approaches[usize::from(to)];
                        *known = (*known).min((total, entered, view(hex), hex));
                        if let Some(there) = at_cost.get_mut(usize::from(total)) {
                            there.insert(to);
                        }
                    }
                }
            }
        }
        let mut steps: ArrayVec<Direction, MOST_STEPS> = ArrayVec::new();
        let mut at = end;
        while at != self.start {
            let from = approaches[usize::from(at)].3;
            let leads = |direction: &&Direction| field.neighbours[usize::from(from)][**direction as usize] == at;
            steps.extend(Direction::ALL.iter().find(leads).copied());
            at = from;
        }
        steps.iter().rev().fold(Path::EMPTY, |path, direction| path.then(*direction))
    }
}

/// The path to a hex when nobody is in the way: of several cheapest ones the one that comes over the cheapest hexes,
/// from its end to its start, and of several the first. None if one of its hexes, the last or another, is not `free`.
fn usual_path(
    walker: &Walker<'_>,
    end: HexIndex,
    costs: impl Fn(HexIndex) -> Halves,
    free: impl Fn(HexIndex, bool) -> bool,
) -> Option<Path> {
    let mut steps: ArrayVec<Direction, MOST_STEPS> = ArrayVec::new();
    let mut at = end;
    while at != walker.start {
        if !free(at, at == end) {
            return None;
        }
        let cost = costs(at);
        // By cost, then hex, then the direction that leads on.
        let mut best = u64::MAX;
        for (back, &from) in walker.field.neighbours[usize::from(at)].iter().enumerate() {
            if from == NOWHERE {
                continue;
            }
            // Whoever has spent less than it takes to get there can go on.
            let (spent, ahead) = (costs(from), (back + 3) % 6);
            if spent < cost && walker.field.cost(walker.vehicle, from, ahead) == cost - spent {
                best = best.min(u64::from(spent) << 32 | u64::from(from) << 8 | ahead as u64);
            }
        }
        steps.push(Direction::ALL[best as u8 as usize]);
        at = (best >> 8) as HexIndex;
    }
    Some(steps.iter().rev().fold(Path::EMPTY, |path, direction| path.then(*direction)))
}
