//! What a side is about: made at the beginning of each of its movements, and carried out by the moves.
//!
//! The army waits out of range until two thirds of those who attack can be in range at once, then goes. Some stay behind until
//! it is time. Who is hurt steps back. Pairs that can take an enemy together are sworn to it.

use arrayvec::ArrayVec;

use super::observation::{Observation, Piece};
use super::reach::Reach;
use crate::rulesets::hexcommand::choices::Act;
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::odds::{Approach, Stake, struggle::Helper};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, UnitId, place_of};
use crate::rulesets::hexcommand::terrain::MoveClass;
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
use crate::tabletop::hexset::MOST_HEXES;

/// Hexes at which the foot waits for the others: small arms reach 5.
const JUMP_OFF: u8 = 6;

/// Own halves of waiting after which the army goes as it is.
const PATIENCE: u8 = 2;

/// Hexes from the enemy at which guns stop.
const GUN_STOP: u8 = 6;

/// Hexes by which the reserve keeps behind the foremost.
const RESERVE_DEPTH: u8 = 4;

/// Most pairs of one half.
const MOST_PAIRS: usize = 16;

/// Turns before the last one from which objectives count.
const CONTEST: u16 = 4;

/// A hex that cannot be got to.
const FAR: u8 = 99;

/// What a unit is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Go at the enemy, with the others.
    Attack,
    /// Serve its guns.
    Guns,
    /// Keep behind the others.
    Reserve,
    /// Get out of fire.
    Retire,
    /// Keep where it is.
    Hold,
    /// Get to an objective.
    Contest(HexIndex),
}

/// The plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    stage: Option<(u16, bool)>,
    /// Own halves so far.
    halves: u16,
    /// Own half in which the first own unit was seen hit.
    hurt_since: Option<u16>,
    /// Own halves in which the army could have gone and waited.
    waited: u8,
    /// It goes.
    pub go: bool,
    /// Own halves since it went.
    pub pressed: u8,
    /// It keeps its ground.
    pub holding: bool,
    /// The reserve has been let go.
    pub released: bool,
    /// What each unit is to do.
    pub tasks: [Task; MOST_UNITS],
    /// Hexes from the enemy at which each unit stops.
    pub stops: [u8; MOST_UNITS],
    /// The order of moves.
    pub ranks: [u8; MOST_UNITS],
    /// Where each unit began.
    pub anchors: [HexIndex; MOST_UNITS],
    /// Units that contact an enemy together, with that enemy.
    pub pairs: ArrayVec<(UnitId, UnitId), MOST_PAIRS>,
    /// Hexes to the enemy by the ground, where that differs from the distance: of foot, riders, guns.
    ways: [Option<Box<[u8; MOST_HEXES]>>; 3],
}

/// Classes of movement that go different ways.
const CLASSES: [MoveClass; 3] = [MoveClass::Foot, MoveClass::Horse, MoveClass::Limbered];

/// Which of the [`CLASSES`] a class goes with.
fn class_number(class: MoveClass) -> usize {
    match class {
        MoveClass::Horse | MoveClass::Mounted => 1,
        MoveClass::Limbered | MoveClass::Pushed | MoveClass::Wagon => 2,
        _ => 0,
    }
}

impl Plan {
    /// No plan yet.
    pub(super) fn new(field: &Field) -> Self {
        let barred = |class: MoveClass| {
            let shut = |hex: HexIndex, way: Direction| {
                field.neighbour(hex, way) != NOWHERE && field.step(hex, way, class).is_none()
            };
            field.grid.hexes().any(|hex| Direction::ALL.iter().any(|way| shut(hex, *way)))
        };
        Self {
            stage: None,
            halves: 0,
            hurt_since: None,
            waited: 0,
            go: false,
            pressed: 0,
            holding: false,
            released: false,
            tasks: [Task::Attack; MOST_UNITS],
            stops: [0; MOST_UNITS],
            ranks: [0; MOST_UNITS],
            anchors: [NOWHERE; MOST_UNITS],
            pairs: ArrayVec::new(),
            ways: CLASSES.map(|class| barred(class).then(|| Box::new([0; MOST_HEXES]))),
        }
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        (self.stage, self.halves, self.hurt_since, self.waited) = (None, 0, None, 0);
        (self.go, self.pressed, self.released) = (false, 0, false);
        self.anchors.fill(NOWHERE);
        self.pairs.clear();
    }

    /// Whether a contact is part of a pair that was planned.
    pub(super) fn sworn(&self, unit: UnitId, enemy: UnitId) -> bool {
        self.pairs.contains(&(unit, enemy))
    }

    /// Hexes from a hex to the nearest enemy, as a unit of this class goes.
    #[inline]
    pub(super) fn way(&self, battle: &Battle<'_>, seen: &Observation, hex: HexIndex, class: MoveClass) -> u8 {
        match &self.ways[class_number(class)] {
            Some(ways) => ways[usize::from(hex)],
            None => nearest(battle, seen, hex),
        }
    }

    /// Makes the plan of a half, once.
    pub(super) fn make(&mut self, battle: &Battle<'_>, seen: &mut Observation, reach: &mut Reach, weights: &Weights) {
        let stage = Some((battle.turn, battle.second_half && !battle.by_activation()));
        if self.stage == stage {
            return;
        }
        self.stage = stage;
        self.halves += 1;
        let side = seen.side;
        for friend in &mut seen.friends {
            let anchor = &mut self.anchors[place_of(friend.unit)];
            if *anchor == NOWHERE {
                *anchor = friend.hex;
            }
        }
        let attacked = battle.setup.scenario.attacker.is_some_and(|attacker| attacker != side);
        let patient = weights.close < 0.0 && battle.turn < 4;
        self.holding = attacked || patient;
        self.find_ways(battle, seen);
        self.release(battle, seen, weights);
        self.give_tasks(battle, seen, weights);
        self.decide_to_go(battle, seen);
        self.look_ahead(battle, seen);
        self.swear_pairs(battle, seen, reach, weights);
        self.give_ranks(battle, seen);
    }

    /// Works out ways round what bars the straight one.
    fn find_ways(&mut self, battle: &Battle<'_>, seen: &Observation) {
        let field = &battle.setup.field;
        for (class, ways) in CLASSES.into_iter().zip(&mut self.ways) {
            let Some(ways) = ways else { continue };
            ways[..field.hexes()].fill(FAR);
            let mut queue: ArrayVec<HexIndex, MOST_HEXES> = ArrayVec::new();
            let steady = seen.foes.iter().any(|foe| !foe.routed);
            for foe in seen.foes.iter().filter(|foe| !(steady && foe.routed)) {
                if ways[usize::from(foe.hex)] != 0 {
                    ways[usize::from(foe.hex)] = 0;
                    queue.push(foe.hex);
                }
            }
            let mut at = 0;
            while at < queue.len() {
                let to = queue[at];
                at += 1;
                for way in Direction::ALL {
                    let from = field.neighbour(to, way);
                    // An enemy may stand where one of the class could not go.
                    let open = ways[usize::from(to)] == 0 || from != NOWHERE;
                    if from == NOWHERE || !open || ways[usize::from(from)] != FAR {
                        continue;
                    }
                    if battle.ground_step(from, way.opposite(), class).is_some() {
                        ways[usize::from(from)] = ways[usize::from(to)] + 1;
                        queue.push(from);
                    }
                }
            }
        }
    }

    /// Lets the reserve go when it is time.
    fn release(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        let hurt = !battle.force(seen.side).removed.is_empty()
            || seen.friends.iter().any(|friend| friend.hits > 0)
            || !battle.force(seen.side).routed.is_empty();
        if hurt && self.hurt_since.is_none() {
            self.hurt_since = Some(self.halves);
        }
        let struck = seen.foes.iter().filter(|foe| foe.hits > 0 || foe.routed).count() as f64
            + f64::from(battle.force(seen.side.other()).removed.len());
        let turn = f64::from(battle.turn);
        let since = self.hurt_since.map_or(-1.0, |half| f64::from(self.halves - half));
        self.released |= turn >= weights.release_turn
            || struck >= weights.release_units
            || since >= (weights.release_turn - 5.0).max(1.0);
    }

    fn give_tasks(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        let range = weights.range.round().clamp(1.0, 8.0) as u8;
        let mut order: ArrayVec<(u8, usize), MOST_UNITS> = ArrayVec::new();
        for (number, friend) in seen.friends.iter().enumerate() {
            let place = place_of(friend.unit);
            let foot = !friend.gun && !friend.horse && friend.fights;
            let back = f64::from(friend.hits) >= weights.retire.round().max(1.0) && !friend.contact;
            let horse_back = friend.horse && weights.cavalry_back >= 0.5 && !self.released;
            self.tasks[place] = if friend.gun {
                Task::Guns
            } else if back {
                Task::Retire
            } else if horse_back {
                Task::Reserve
            } else if self.holding {
                Task::Hold
            } else {
                Task::Attack
            };
            self.stops[place] = if friend.gun { GUN_STOP.min(friend.reach.max(3)) } else { range.min(4) };
            if foot && self.tasks[place] == Task::Attack {
                let way = self.way(battle, seen, friend.hex, battle.class(friend.unit));
                order.push((way, number));
            }
        }
        if !self.released {
            // Those farthest back stay there.
            let kept = (order.len() as f64 * weights.reserve.clamp(0.0, 0.6)) as usize;
            order.sort_unstable_by_key(|(way, number)| (u8::MAX - *way, *number));
            for (_, number) in &order[..kept] {
                self.tasks[place_of(seen.friends[*number].unit)] = Task::Reserve;
            }
        }
        self.contest(battle, seen);
    }

    /// Towards the end, sends those who are nearest to objectives that are not held.
    fn contest(&mut self, battle: &Battle<'_>, seen: &Observation) {
        let limit = u16::from(battle.setup.rules.turn_limit);
        if battle.turn + CONTEST < limit {
            return;
        }
        let side = seen.side;
        let field = &battle.setup.field;
        for objective in &battle.setup.scenario.objectives {
            if objective.side.is_some_and(|only| only != side) && !self.holding {
                continue;
            }
            for _ in 0..2 {
                let free = seen.friends.iter().filter(|friend| {
                    let task = self.tasks[place_of(friend.unit)];
                    friend.fights && !friend.contact && !matches!(task, Task::Contest(_) | Task::Retire)
                });
                let nearest = free.min_by_key(|friend| (field.distance(friend.hex, objective.hex), friend.unit));
                if let Some(friend) = nearest {
                    self.tasks[place_of(friend.unit)] = Task::Contest(objective.hex);
                }
            }
        }
    }

    /// Whether two thirds of those who attack can be in range in this half, or some of them are.
    fn decide_to_go(&mut self, battle: &Battle<'_>, seen: &Observation) {
        let (mut all, mut ready, mut engaged) = (0, 0, 0);
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            if self.tasks[place] != Task::Attack || friend.horse {
                continue;
            }
            let way = self.way(battle, seen, friend.hex, battle.class(friend.unit));
            all += 1;
            ready += u32::from(way <= self.stops[place].max(3) + friend.moves);
            engaged += u32::from(way < JUMP_OFF || friend.hits > 0);
        }
        if self.go {
            self.pressed += 1;
            return;
        }
        self.waited += u8::from(2 * ready >= all);
        self.go = 3 * ready >= 2 * all || 4 * engaged >= all || self.waited > PATIENCE;
    }

    /// Where friends may be when they have moved.
    fn look_ahead(&self, battle: &Battle<'_>, seen: &mut Observation) {
        let field = &battle.setup.field;
        for at in 0..seen.friends.len() {
            let friend = seen.friends[at];
            let place = place_of(friend.unit);
            let moves = if friend.done || friend.contact { 0 } else { friend.moves };
            let stop = match self.tasks[place] {
                Task::Attack if self.go => self.stops[place],
                Task::Attack => JUMP_OFF,
                _ => FAR,
            };
            let class = battle.class(friend.unit);
            let mut hex = friend.hex;
            for _ in 0..moves {
                let way = self.way(battle, seen, hex, class);
                if way <= stop {
                    break;
                }
                let next = [0, 1, -1]
                    .into_iter()
                    .map(|turn| field.neighbour(hex, friend.facing.turned(turn)))
                    .filter(|next| *next != NOWHERE)
                    .min_by_key(|next| self.way(battle, seen, *next, class));
                match next {
                    Some(next) if self.way(battle, seen, next, class) < way => hex = next,
                    _ => break,
                }
            }
            seen.friends[at].ahead = hex;
        }
        seen.count_friends(battle);
    }

    /// Finds enemies whom two can take together, where one alone could not.
    fn swear_pairs(&mut self, battle: &Battle<'_>, seen: &Observation, reach: &mut Reach, weights: &Weights) {
        self.pairs.clear();
        let field = &battle.setup.field;
        let odds = battle.setup.odds();
        // By enemy: own units that can come into its front, and into flank or rear.
        let mut sides = [[0_u64; 2]; MOST_UNITS];
        let mut any = 0_u64;
        for (number, friend) in seen.friends.iter().enumerate() {
            let ready = friend.fights && !friend.contact && !friend.done && friend.left > 1;
            let near = nearest(battle, seen, friend.hex) <= friend.moves + 1;
            if !ready || !near || self.tasks[place_of(friend.unit)] == Task::Reserve {
                continue;
            }
            let Ok(gait) = battle.gait(friend.unit, Act::None) else { continue };
            for stop in reach.search(battle, &gait, &seen.zones) {
                for (index, foe) in seen.foes.iter().enumerate() {
                    if field.distance(stop.hex, foe.hex) != 1 || foe.routed || foe.marker {
                        continue;
                    }
                    if stop.facings & seen.arcs(field, stop.hex, foe.hex) == 0 {
                        continue;
                    }
                    let front = foe.round || seen.arcs(field, foe.hex, stop.hex) & 1 << foe.facing as u8 != 0;
                    sides[index][usize::from(!front)] |= 1 << number;
                    any |= 1 << index;
                }
            }
        }
        let mut taken = 0_u64;
        let mut offers: ArrayVec<(f32, usize, usize, usize), MOST_UNITS> = ArrayVec::new();
        for (index, foe) in seen.foes.iter().enumerate() {
            let [front, flank] = sides[index];
            if any & 1 << index == 0 || (front | flank).count_ones() < 2 || foe.gun {
                continue;
            }
            let Some(defender) = odds.contender(battle, foe.unit) else { continue };
            let sturdy = |set: u64| {
                let of = |number: &usize| (seen.friends[*number].left, seen.friends[*number].unit);
                (0..seen.friends.len()).filter(|number| set & 1 << number != 0).max_by_key(of)
            };
            let Some(pin) = sturdy(front).or_else(|| sturdy(flank)) else { continue };
            let others = |set: u64| sturdy(set & !(1 << pin));
            let (second, helper) = match (others(flank), others(front)) {
                (Some(second), _) => (second, Helper::Flank),
                (None, Some(second)) => (second, Helper::Front),
                (None, None) => continue,
            };
            let Some(attacker) = odds.contender(battle, seen.friends[pin].unit) else { continue };
            let cover = battle.cover(foe.hex, seen.friends[pin].hex, None, false);
            let approach = Approach { cover, helper: Some(helper), ..Approach::default() };
            let outcome = odds.charge(&attacker, &defender, &approach);
            if f64::from(outcome.win) < weights.melee_min {
                continue;
            }
            let stakes = [seen.friends[pin].unit, foe.unit].map(|unit| Stake::of(battle, unit));
            offers.push((outcome.worth(&stakes[0], &stakes[1]), index, pin, second));
        }
        offers.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        for (worth, index, pin, second) in offers {
            let both = 1 << pin | 1 << second;
            if worth <= 0.0 || taken & both != 0 || self.pairs.remaining_capacity() < 2 {
                continue;
            }
            taken |= both;
            for number in [pin, second] {
                self.pairs.push((seen.friends[number].unit, seen.foes[index].unit));
            }
        }
    }

    /// Guns first, then pairs, then the front before the rear; no two in one rank.
    fn give_ranks(&mut self, battle: &Battle<'_>, seen: &Observation) {
        let mut order: ArrayVec<(u8, usize), MOST_UNITS> = ArrayVec::new();
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            let pair = self.pairs.iter().position(|(unit, _)| *unit == friend.unit);
            let way = self.way(battle, seen, friend.hex, battle.class(friend.unit)).min(60);
            let retires = self.tasks[place] == Task::Retire;
            let first = match pair {
                Some(number) => 2 + number as u8,
                None if friend.gun && friend.gunnery.is_some() => 1,
                None => 32 + way + if retires { 64 } else { 0 },
            };
            order.push((first, place));
        }
        order.sort_unstable();
        for (rank, (_, place)) in order.iter().enumerate() {
            self.ranks[*place] = rank as u8;
        }
    }

    /// Hexes from the enemy of the foremost friend.
    pub(super) fn front(&self, battle: &Battle<'_>, seen: &Observation) -> u8 {
        let attack = |friend: &&Piece| matches!(self.tasks[place_of(friend.unit)], Task::Attack | Task::Hold);
        let ways = seen.friends.iter().filter(attack);
        ways.map(|friend| self.way(battle, seen, friend.ahead, battle.class(friend.unit))).min().unwrap_or(JUMP_OFF)
    }

    /// Hexes from the enemy nearer than which a unit has no business yet.
    pub(super) fn keep_off(&self, friend: &Piece, front: u8) -> u8 {
        match self.tasks[place_of(friend.unit)] {
            Task::Attack if self.go => 0,
            Task::Attack => JUMP_OFF,
            Task::Reserve => (front + RESERVE_DEPTH).max(JUMP_OFF + 1),
            _ => 0,
        }
    }
}

/// Hexes to the nearest enemy; of steady ones, if there are any.
fn nearest(battle: &Battle<'_>, seen: &Observation, hex: HexIndex) -> u8 {
    let field = &battle.setup.field;
    let (mut steady, mut routed) = (u8::MAX, FAR);
    for foe in &seen.foes {
        let range = field.distance(hex, foe.hex);
        if foe.routed {
            routed = routed.min(range);
        } else {
            steady = steady.min(range);
        }
    }
    if steady == u8::MAX { routed } else { steady }
}
