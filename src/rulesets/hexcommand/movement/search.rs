//! All ends of the moves of a unit: hexes with the facings that it can have there.

use std::cell::RefCell;

use super::super::choices::{Act, March, Path};
use super::super::kinds::ANY_TURNS;
use super::super::state::{Battle, UnitId, side_of};
use super::Gait;
use super::plan::Turns;
use super::step::{Stop, Stride};
use crate::tabletop::hex::{HexIndex, flat::Direction};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Step of a node that no step leads to. It is 0, so that an empty search is memory full of zeros, quickly had.
const START: u8 = 0;

/// How a hex is reached on one leg of a move.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Number of the leg that last wrote it.
    leg: u16,
    at: Stride,
    /// One more than the index of the direction of the last step of the leg; [`START`] where the leg begins.
    step: u8,
    /// Facing of the first leg that a second one goes on from.
    before: u8,
}

/// The search for all moves of a unit. Made once and used again, it allocates nothing.
#[derive(Clone, Debug)]
pub struct Search {
    /// First legs, by the facing of the unit.
    first: [[Node; MOST_HEXES]; 6],
    /// The second leg of a move with a turn on the way.
    second: [Node; MOST_HEXES],
    /// Hexes in the order in which the present leg met them.
    queue: [HexIndex; MOST_HEXES],
    /// Hexes of the first legs.
    met: [u16; 6],
    /// Hexes that each first leg met.
    lists: [[HexIndex; MOST_LEG]; 6],
    /// Facings shown, by hex: one bit each.
    shown: [u8; MOST_HEXES],
    /// Number of the present leg.
    leg: u16,
    /// Hexes in the zones of the enemies of who moves.
    zones: HexSet,
}

thread_local! {
    /// The search of a thread: to begin with an empty one costs more than most searches do.
    static LASTING: RefCell<Search> = RefCell::new(Search::new());
}

/// Lends a search that is used again and again; an empty one to who asks for it while it is lent. What it shows does not depend
/// on what it was used for before.
pub fn with_search<T>(work: impl FnOnce(&mut Search) -> T) -> T {
    LASTING.with(|lasting| match lasting.try_borrow_mut() {
        Ok(mut search) => work(&mut search),
        Err(_) => work(&mut Search::new()),
    })
}

/// Most hexes of a first leg that a second one goes on from.
const MOST_LEG: usize = 128;

/// Most legs of one search: a first one for each facing, and two second ones for each.
const MOST_LEGS: u16 = 18;

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// An empty search.
    #[must_use]
    pub fn new() -> Self {
        let at = Stride {
            hex: 0,
            cost: 0,
            te: 0,
            steps: 0,
            stopped: Stop::None,
            column: false,
            passing: false,
            dismounted: false,
        };
        let node = Node { leg: 0, at, step: START, before: 0 };
        Self {
            first: [[node; MOST_HEXES]; 6],
            second: [node; MOST_HEXES],
            queue: [0; MOST_HEXES],
            met: [0; 6],
            lists: [[0; MOST_LEG]; 6],
            shown: [0; MOST_HEXES],
            leg: 0,
            zones: HexSet::default(),
        }
    }

    fn next_leg(&mut self) -> u16 {
        self.leg += 1;
        self.leg
    }

    /// Shows a move to every hex and facing that a unit can reach which does `act`: some cheapest path to each, deployed
    /// from column and not. Staying in place with the same facing is not shown for [`Act::None`].
    pub fn visit(&mut self, battle: &Battle<'_>, unit: UnitId, act: Act, visit: &mut impl FnMut(March)) {
        let Ok(gait) = battle.gait(unit, act) else { return };
        let facing = battle.unit(unit).facing;
        if act == Act::Withdraw {
            withdrawals(battle, unit, visit);
            return;
        }
        // Numbers run out between moves, never within one: second legs go on from what the first ones have met.
        if self.leg > u16::MAX - MOST_LEGS {
            *self = Self::new();
        }
        let hexes = battle.setup.field.hexes();
        self.shown[..hexes].fill(0);
        let start = battle.standing_start(&gait);
        self.zones = battle.enemy_zones(side_of(unit));
        if act == Act::None {
            self.shown[usize::from(start.hex)] |= 1 << facing as u8;
        }
        let turns = |to: Direction| battle.change_facing(&gait, &start, Turns::NONE, facing, to);
        let headings = Direction::ALL.map(|heading| turns(heading).ok());
        for turn in 0..6 {
            let heading = facing.turned(turn);
            self.met[heading as usize] = 0;
            let free = gait.turns == ANY_TURNS && turn > 0;
            if let Some(spent) = headings[heading as usize].filter(|_| !free) {
                self.first_leg(battle, &gait, start, heading, spent);
                self.show_leg(battle, &gait, (start.hex, facing, heading), spent, visit);
            }
        }
        if gait.turns >= 2 && gait.turns != ANY_TURNS {
            for heading in Direction::ALL {
                self.second_legs(battle, &gait, (start.hex, facing, heading), headings, visit);
            }
        }
    }

    fn first_leg(&mut self, battle: &Battle<'_>, gait: &Gait, start: Stride, heading: Direction, spent: Turns) {
        let leg = self.next_leg();
        let nodes = &mut self.first[heading as usize];
        nodes[usize::from(start.hex)] = Node { leg, at: start, step: START, before: 0 };
        self.queue[0] = start.hex;
        let count = spread(battle, (gait, spent, &self.zones), (leg, heading), nodes, &mut self.queue, 1);
        let kept = count.min(MOST_LEG);
        self.lists[heading as usize][..kept].copy_from_slice(&self.queue[..kept]);
        self.met[heading as usize] = count as u16;
    }

    fn show_leg(
        &mut self,
        battle: &Battle<'_>,
        gait: &Gait,
        (begun, facing, heading): (HexIndex, Direction, Direction),
        spent: Turns,
        visit: &mut impl FnMut(March),
    ) {
        for index in 0..usize::from(self.met[heading as usize]) {
            let hex = self.queue[index];
            let node = self.first[heading as usize][usize::from(hex)];
            let stays = node.step == START;
            if node.at.passing || gait.act == Act::Push && stays || !ends(battle, gait, begun, hex) {
                continue;
            }
            let mut path = None;
            for turn in 0..6 {
                let end = heading.turned(turn);
                let bit = 1 << end as u8;
                if self.shown[usize::from(hex)] & bit != 0 || (gait.turns == ANY_TURNS && end != facing) {
                    continue;
                }
                if turn > 0 && battle.change_facing(gait, &node.at, spent, heading, end).is_err() {
                    break;
                }
                let path = *path.get_or_insert_with(|| self.path(battle, heading, hex));
                let march =
                    March { unit: gait.unit, act: gait.act, start: heading, path, middle: None, end, deploy: false };
                if show(battle, march, (gait, &node.at, spent, heading), visit) {
                    self.shown[usize::from(hex)] |= bit;
                }
            }
        }
    }

    /// Moves with a turn on the way to `heading`: first those that had no turn before it and may still turn at their end.
    fn second_legs(
        &mut self,
        battle: &Battle<'_>,
        gait: &Gait,
        (begun, facing, heading): (HexIndex, Direction, Direction),
        headings: [Option<Turns>; 6],
        visit: &mut impl FnMut(March),
    ) {
        for early in [false, true] {
            let leg = self.next_leg();
            let mut count = 0;
            let mut spent = Turns::NONE;
            for before in Direction::ALL {
                let (Some(turned), true) = (headings[before as usize], (before != facing) == early) else { continue };
                if before == heading {
                    continue;
                }
                for index in 0..usize::from(self.met[before as usize]).min(MOST_LEG) {
                    let hex = self.lists[before as usize][index];
                    let node = self.first[before as usize][usize::from(hex)];
                    if node.step == START || node.at.passing || node.at.stopped != Stop::None {
                        continue;
                    }
                    let Ok(turns) = battle.change_facing(gait, &node.at, turned, before, heading) else { continue };
                    spent = turns;
                    let known = &mut self.second[usize::from(hex)];
                    if known.leg != leg {
                        self.queue[count] = hex;
                        count += 1;
                    } else if (known.at.cost, known.at.te) <= (node.at.cost, node.at.te) {
                        continue;
                    }
                    *known = Node { leg, at: node.at, step: START, before: before as u8 };
                }
            }
            if count == 0 {
                continue;
            }
            let known = (gait, spent, &self.zones);
            let count = spread(battle, known, (leg, heading), &mut self.second, &mut self.queue, count);
            for index in 0..count {
                let hex = self.queue[index];
                let node = self.second[usize::from(hex)];
                if node.step == START || node.at.passing || !ends(battle, gait, begun, hex) {
                    continue;
                }
                let mut bent = None;
                for turn in 0..6 {
                    let end = heading.turned(turn);
                    let bit = 1 << end as u8;
                    if self.shown[usize::from(hex)] & bit != 0 {
                        continue;
                    }
                    if turn > 0 && battle.change_facing(gait, &node.at, spent, heading, end).is_err() {
                        break;
                    }
                    let (before, steps, path) = *bent.get_or_insert_with(|| self.bent_path(battle, hex));
                    let march = March {
                        unit: gait.unit,
                        act: gait.act,
                        start: before,
                        path,
                        middle: Some((steps, heading)),
                        end,
                        deploy: false,
                    };
                    if show(battle, march, (gait, &node.at, spent, heading), visit) {
                        self.shown[usize::from(hex)] |= bit;
                    }
                }
            }
        }
    }

    /// The path of a first leg to a hex.
    fn path(&self, battle: &Battle<'_>, heading: Direction, hex: HexIndex) -> Path {
        let (steps, count) = back(battle, &self.first[heading as usize], hex).0;
        steps[..count].iter().rev().fold(Path::EMPTY, |path, way| path.then(*way))
    }

    /// The path of a move with a turn on the way: its first facing, the number of steps before the turn, and all steps.
    fn bent_path(&self, battle: &Battle<'_>, hex: HexIndex) -> (Direction, u8, Path) {
        let ((late, late_count), bend) = back(battle, &self.second, hex);
        let before = Direction::ALL[usize::from(self.second[usize::from(bend)].before)];
        let first = self.path(battle, before, bend);
        let path = late[..late_count].iter().rev().fold(first, |path, way| path.then(*way));
        (before, first.len() as u8, path)
    }
}

/// Goes on from the hexes of a queue, of which there are `count`, in the three front hexes of `heading`. Gives how many hexes
/// there are then.
fn spread(
    battle: &Battle<'_>,
    (gait, spent, zones): (&Gait, Turns, &HexSet),
    (leg, heading): (u16, Direction),
    nodes: &mut [Node; MOST_HEXES],
    queue: &mut [HexIndex; MOST_HEXES],
    mut count: usize,
) -> usize {
    let gait = &Battle::gait_after(gait, spent);
    let ways = Direction::ALL.map(|way| battle.check_direction(gait, heading, way).is_ok());
    let mut index = 0;
    // A hex that is reached more cheaply later goes back into the queue, as often as there is room.
    while index < count {
        let hex = queue[index];
        index += 1;
        let from = nodes[usize::from(hex)].at;
        if gait.act == Act::Push && from.cost > 0 || from.stopped != Stop::None {
            continue;
        }
        for way in Direction::ALL {
            if !ways[way as usize] {
                continue;
            }
            let Ok(at) = battle.stride_among(gait, from, way, |hex| zones.contains(hex)) else { continue };
            let known = &mut nodes[usize::from(at.hex)];
            let met = known.leg == leg;
            if met && (known.at.cost, known.at.te, known.at.column) <= (at.cost, at.te, at.column) {
                continue;
            }
            if count == MOST_HEXES && !met {
                continue;
            }
            if count < MOST_HEXES && (!met || at.cost < known.at.cost) {
                queue[count] = at.hex;
                count += 1;
            }
            *known = Node { leg, at, step: way as u8 + 1, before: known.before };
        }
    }
    count
}

/// The steps of a leg back from a hex, last one first, how many they are, and where the leg begins.
fn back(battle: &Battle<'_>, nodes: &[Node; MOST_HEXES], hex: HexIndex) -> (([Direction; 20], usize), HexIndex) {
    let mut steps = [Direction::North; 20];
    let (mut count, mut at) = (0, hex);
    while nodes[usize::from(at)].step != START && count < steps.len() {
        let way = Direction::ALL[usize::from(nodes[usize::from(at)].step) - 1];
        steps[count] = way;
        count += 1;
        at = battle.setup.field.neighbour(at, way.opposite());
    }
    ((steps, count), at)
}

/// Whether a unit may end its move in a hex, however it comes there.
fn ends(battle: &Battle<'_>, gait: &Gait, begun: HexIndex, hex: HexIndex) -> bool {
    battle.check_bounds(gait.unit, begun, hex).is_ok()
}

/// Shows a move that ends so far allowed at `at`, with these turns spent and on this heading, if it may end as it does; and
/// the same deployed from column.
fn show(
    battle: &Battle<'_>,
    march: March,
    (gait, at, spent, heading): (&Gait, &Stride, Turns, Direction),
    visit: &mut impl FnMut(March),
) -> bool {
    if battle.check_end(gait, &march, at, spent, heading).is_err() {
        return false;
    }
    visit(march);
    if at.column && !march.path.is_empty() {
        let deployed = March { deploy: true, ..march };
        if battle.check_end(gait, &deployed, at, spent, heading).is_ok() {
            visit(deployed);
        }
    }
    true
}

fn withdrawals(battle: &Battle<'_>, unit: UnitId, visit: &mut impl FnMut(March)) {
    let about = battle.unit(unit).facing.opposite();
    for turn in [-1, 0, 1] {
        let path = Path::EMPTY.then(about.turned(turn));
        let march = March { unit, act: Act::Withdraw, start: about, path, middle: None, end: about, deploy: false };
        if battle.check_march(&march).is_ok() {
            visit(march);
        }
    }
}
