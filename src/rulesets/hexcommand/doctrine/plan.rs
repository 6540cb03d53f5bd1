//! What a side is about: made at the beginning of each of its movements, and carried out by the moves.
//!
//! The army waits out of range until two thirds of those who attack can be in range at once, then goes. Some stay behind until
//! it is time. Who is hurt steps back. Pairs that can take an enemy together are sworn to it.
//!
//! | file | what it plans |
//! | --- | --- |
//! | `gates` | who goes through bridges, fords and gaps, and when; who holds them |
//! | `pairs` | who takes an enemy together with whom |
//! | `schemes` | what sets doctrines off from each other: columns, guns first, a wing, brigade after brigade |
//! | `tasks` | what each unit is to do |

mod gates;
mod pairs;
mod schemes;
mod tasks;

use arrayvec::ArrayVec;

pub(in super::super) use self::gates::Gates;
use self::schemes::Wing;
use super::observation::{Observation, Piece};
use super::reach::Reach;
use super::value::urgency;
use crate::game::Side;
use crate::rulesets::hexcommand::doctrine_book::{Scheme, Weights};
use crate::rulesets::hexcommand::integrity_step::Book;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, UnitId, place_of};
use crate::rulesets::hexcommand::terrain::MoveClass;
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
use crate::tabletop::hexset::MOST_HEXES;

/// Hexes at which the foot waits for the others: rifles reach 5; before smoothbores alone.
const JUMP_OFF: u8 = 6;
const JUMP_OFF_CLOSE: u8 = 4;

/// Reach of the small arms before which it waits farther off.
const RIFLE_REACH: u8 = 5;

/// Own halves of waiting after which the army goes as it is.
const PATIENCE: u8 = 2;

/// Turn from which an army that likes to be attacked, or has no reason to come, waits no longer.
const PATIENT: u16 = 4;

/// Hexes from the enemy at which guns stop.
const GUN_STOP: u8 = 6;

/// Hexes from the objective that is attacked within which enemies are.
const FOCUS: u8 = 3;

/// Hexes by which the reserve keeps behind the foremost.
const RESERVE_DEPTH: u8 = 4;

/// Most pairs of one half.
const MOST_PAIRS: usize = 16;

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
    /// Help where others fight.
    Join(HexIndex),
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
    /// Hexes to the enemy by the ground: of foot, riders, guns.
    ways: [Box<[u8; MOST_HEXES]>; 3],
    /// Who goes through which gate.
    pub gates: Gates,
    /// The objective that is attacked.
    focus: Option<HexIndex>,
    /// Who goes round a wing of the enemy.
    wing: Wing,
    /// Own halves after the others at which each unit goes.
    delays: [u8; MOST_UNITS],
    /// Where gates are held from, once that has been settled.
    posts: ArrayVec<HexIndex, MOST_UNITS>,
    posted: bool,
    /// The guns have told, or are not waited for.
    told: bool,
    /// Own halves for which each unit has had nothing to do, and where it stood in the last one.
    idle: [(u8, HexIndex); MOST_UNITS],
    /// How likely the army is to have to prove its integrity soon, from 0 to 1.
    pub shaky: f32,
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

/// Notes for every hex the steps of a class to the nearest of these goals, where there is a way; all are [far](FAR) before.
fn spread(battle: &Battle<'_>, class: MoveClass, goals: impl Iterator<Item = HexIndex>, ways: &mut [u8]) {
    let field = &battle.setup.field;
    let (built, steps) = (battle.has_built_works(), field.steps(class));
    let mut queue: ArrayVec<HexIndex, MOST_HEXES> = ArrayVec::new();
    for goal in goals {
        if ways[usize::from(goal)] != 0 {
            ways[usize::from(goal)] = 0;
            queue.push(goal);
        }
    }
    let mut at = 0;
    while at < queue.len() {
        let to = queue[at];
        at += 1;
        let way_on = ways[usize::from(to)] + 1;
        for (way, from) in Direction::ALL.into_iter().zip(field.neighbours[usize::from(to)]) {
            if from == NOWHERE || ways[usize::from(from)] != FAR {
                continue;
            }
            let back = way.opposite();
            let step = match built {
                true => battle.ground_step(from, back, class),
                false => steps[usize::from(from)][back as usize],
            };
            if step.is_some() {
                ways[usize::from(from)] = way_on;
                queue.push(from);
            }
        }
    }
}

impl Plan {
    /// No plan yet, on a board with these gates.
    pub(super) fn among(gates: Gates) -> Self {
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
            ways: CLASSES.map(|_| Box::new([0; MOST_HEXES])),
            gates,
            focus: None,
            wing: Wing::default(),
            delays: [0; MOST_UNITS],
            posts: ArrayVec::new(),
            posted: false,
            told: false,
            idle: [(0, NOWHERE); MOST_UNITS],
            shaky: 0.0,
        }
    }

    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        (self.stage, self.halves, self.hurt_since, self.waited) = (None, 0, None, 0);
        (self.go, self.pressed, self.released) = (false, 0, false);
        self.anchors.fill(NOWHERE);
        self.pairs.clear();
        self.gates.restart();
        self.wing.restart();
        (self.focus, self.told, self.posted, self.shaky) = (None, false, false, 0.0);
        self.posts.clear();
        self.delays.fill(0);
        self.idle.fill((0, NOWHERE));
    }

    /// Whether a contact is part of a pair that was planned.
    pub(super) fn sworn(&self, unit: UnitId, enemy: UnitId) -> bool {
        self.pairs.contains(&(unit, enemy))
    }

    /// Hexes from a hex to the enemy, as a unit of this class goes.
    #[inline]
    fn way(&self, hex: HexIndex, class: MoveClass) -> u8 {
        self.ways[class_number(class)][usize::from(hex)]
    }

    /// Hexes from a hex to the enemy by the gate or round the wing that a unit is to go.
    #[inline]
    pub(super) fn way_of(&self, friend: &Piece, hex: HexIndex) -> u8 {
        let (place, class) = (place_of(friend.unit), friend.class);
        let straight = self.way(hex, class);
        if let Some(way) = self.gates.way(place, hex, class, &self.ways[class_number(class)]) {
            return way;
        }
        self.wing.way(place, hex).unwrap_or(straight)
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
        // Who waits for an enemy that is about to break lets him rally.
        let wins = urgency(battle, side.other()) > 1.0 && urgency(battle, side) <= 1.0;
        let patient = (weights.close < 0.0 || may_wait(battle, seen)) && battle.turn < PATIENT && !wins;
        self.holding = attacked || patient;
        self.shaky = shakiness(battle, side);
        self.choose_focus(battle, seen, weights);
        self.find_ways(battle, seen);
        self.release(battle, seen, weights);
        self.hear_guns(battle, seen, weights);
        self.give_tasks(battle, seen, weights);
        self.choose_wing(battle, seen, weights);
        self.delay_brigades(battle, seen, weights);
        self.share_gates(battle, seen, weights);
        self.decide_to_go(seen, weights);
        self.look_ahead(battle, seen);
        self.swear_pairs(battle, seen, reach, weights);
        self.give_ranks(seen);
    }

    /// Works out ways round what bars the straight one.
    fn find_ways(&mut self, battle: &Battle<'_>, seen: &Observation) {
        let field = &battle.setup.field;
        let focus = self.focus;
        let steady = seen.foes.iter().any(|foe| !foe.routed);
        let sought = |foe: &&Piece| {
            let here = focus.is_none_or(|focus| field.distance(focus, foe.hex) <= FOCUS);
            here && !(steady && foe.routed)
        };
        let goals = || seen.foes.iter().filter(sought).map(|foe| foe.hex).chain(focus);
        let built = battle.has_built_works();
        for (class, ways) in CLASSES.into_iter().zip(&mut self.ways) {
            let ways = &mut ways[..field.hexes()];
            ways.fill(FAR);
            if built || !field.is_open_to(class) {
                spread(battle, class, goals(), ways);
                continue;
            }
            // Where nothing bars the way it is as long as the hexes are apart.
            for goal in goals() {
                for (way, range) in ways.iter_mut().zip(field.distances.from(goal)) {
                    *way = (*way).min(*range);
                }
            }
            #[cfg(debug_assertions)]
            {
                let mut stepped = [FAR; MOST_HEXES];
                spread(battle, class, goals(), &mut stepped[..field.hexes()]);
                assert_eq!(*ways, stepped[..field.hexes()], "distances are not the ways of {class:?}");
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

    /// Whether two thirds of those who attack can be in range in this half, or some of them are.
    fn decide_to_go(&mut self, seen: &Observation, weights: &Weights) {
        let jump_off = jump_off(seen);
        let (mut all, mut ready, mut engaged) = (0, 0, 0);
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            if self.tasks[place] != Task::Attack || friend.horse {
                continue;
            }
            let way = self.way_of(friend, friend.hex);
            all += 1;
            ready += u32::from(way <= self.stops[place].max(3) + friend.moves);
            engaged += u32::from(way < jump_off || friend.hits > 0);
        }
        if self.go {
            self.pressed += 1;
            return;
        }
        if weights.scheme == Scheme::Battery && !self.told {
            return;
        }
        self.waited += u8::from(2 * ready >= all);
        self.go = 3 * ready >= 2 * all || 4 * engaged >= all || self.waited > PATIENCE;
    }

    /// Where friends may be when they have moved.
    fn look_ahead(&self, battle: &Battle<'_>, seen: &mut Observation) {
        let field = &battle.setup.field;
        let jump_off = jump_off(seen);
        for at in 0..seen.friends.len() {
            let friend = seen.friends[at];
            let place = place_of(friend.unit);
            let moves = if friend.done || friend.contact { 0 } else { friend.moves };
            let stop = match self.tasks[place] {
                Task::Attack if self.goes(&friend) => self.stops[place],
                Task::Attack => jump_off,
                _ => FAR,
            };
            let mut hex = friend.hex;
            for _ in 0..moves {
                let way = self.way_of(&friend, hex);
                if way <= stop {
                    break;
                }
                let next = [0, 1, -1]
                    .into_iter()
                    .map(|turn| field.neighbour(hex, friend.facing.turned(turn)))
                    .filter(|next| *next != NOWHERE)
                    .min_by_key(|next| self.way_of(&friend, *next));
                match next {
                    Some(next) if self.way_of(&friend, next) < way => hex = next,
                    _ => break,
                }
            }
            seen.friends[at].ahead = hex;
        }
        seen.count_friends(battle);
    }

    /// Guns first, then pairs, then the front before the rear; no two in one rank.
    fn give_ranks(&mut self, seen: &Observation) {
        let mut order: ArrayVec<(u8, usize), MOST_UNITS> = ArrayVec::new();
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            let pair = self.pairs.iter().position(|(unit, _)| *unit == friend.unit);
            let way = self.way_of(friend, friend.hex).min(60);
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
    fn front(&self, seen: &Observation) -> u8 {
        let attack = |friend: &&Piece| matches!(self.tasks[place_of(friend.unit)], Task::Attack | Task::Hold);
        let ways = seen.friends.iter().filter(attack);
        ways.map(|friend| self.way_of(friend, friend.ahead)).min().unwrap_or(JUMP_OFF)
    }

    /// Whether an attacking unit goes.
    pub(super) fn goes(&self, friend: &Piece) -> bool {
        self.go && (self.pressed >= self.delays[place_of(friend.unit)] || friend.hits > 0 || friend.contact)
    }

    /// Hexes from the enemy nearer than which a unit has no business yet.
    pub(super) fn keep_off(&self, seen: &Observation, friend: &Piece) -> u8 {
        match self.tasks[place_of(friend.unit)] {
            Task::Attack if self.goes(friend) => 0,
            Task::Attack => jump_off(seen),
            Task::Reserve => (self.front(seen) + RESERVE_DEPTH).max(JUMP_OFF + 1),
            _ => 0,
        }
    }
}

/// Hexes at which the foot waits for the others: out of reach of the small arms that it faces.
fn jump_off(seen: &Observation) -> u8 {
    let rifles = seen.foes.iter().any(|foe| !foe.gun && (foe.marker || foe.reach >= RIFLE_REACH));
    if rifles { JUMP_OFF } else { JUMP_OFF_CLOSE }
}

/// Whether an army does better to let a like one come to it: nothing asks it to come, neither side's foot fires farther than the
/// smoothbores do, so that whoever comes is in range of all before he can strike, and the enemy has no more batteries to shoot at
/// it from afar. Against rifles and many guns it would be shot to pieces where it stands.
fn may_wait(battle: &Battle<'_>, seen: &Observation) -> bool {
    let scenario = &battle.setup.scenario;
    let guns = |pieces: &[Piece]| pieces.iter().filter(|piece| piece.gun && !piece.routed).count();
    let is_short = |pieces: &[Piece]| {
        let mut foot = pieces.iter().filter(|piece| !(piece.gun || piece.horse || piece.routed)).peekable();
        foot.peek().is_some() && foot.all(|piece| !piece.marker && piece.reach < RIFLE_REACH)
    };
    scenario.attacker.is_none()
        && scenario.objectives.is_empty()
        && is_short(&seen.friends)
        && is_short(&seen.foes)
        && guns(&seen.foes) <= guns(&seen.friends)
}

/// How likely an army is to have to prove its integrity in its next command step: the nearer to its break point, the more.
fn shakiness(battle: &Battle<'_>, side: Side) -> f32 {
    let lost = battle.losses(side, Book::Whole).percent(&battle.setup.rules);
    let share = lost / f64::from(battle.force(side).break_point.max(1));
    (2.0 * share - 1.0).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests;
