//! Who moves next, and where: hexes weighed by what a unit gives and takes there, and by what the plan wants.

use super::ScriptedPlayer;
use super::melee::{TOGETHER, asked_of};
use super::observation::{Line, Observation, Piece};
use super::plan::{Plan, Task};
use super::prospect::{Prospect, prospect};
use super::reach::{MOST_REACHED, Reach};
use crate::dice::SeededDice;
use crate::game::Side;
use crate::game::policy::{Evaluation, Stamp};
use crate::rulesets::hexcommand::choices::{Act, Choice, March};
use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::odds::Gunnery;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::sight::{Between, Viewer};
use crate::rulesets::hexcommand::state::{Battle, Decision, NOBODY, members, place_of, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
use arrayvec::ArrayVec;

/// Most candidates of a unit.
pub(super) const MOST_PLACES: usize = 4 * MOST_REACHED;

/// What an attack in the next half counts of one in this half.
const NEXT_HALF: f32 = 1.2;

/// Share of shots that come from an enemy who has somebody nearer to fire at.
const BEHIND: f32 = 0.23;

/// Most hits of an arm in one fire step: two units may fire at one target.
const GANG: f32 = 2.0;

/// What a target is worth to one more who fires at it, by how many do already.
const CROWD: [f32; 4] = [1.0, 0.85, 0.4, 0.2];

/// What hits count that enemies may give who have to come nearer first, to those who need not be there.
const LATER: f32 = 0.09;

/// Having all enemies in front.
const LOOK: f32 = 4.8;

/// How much of a cover level is worth something beyond the hits that it spares.
const COVER: f32 = 0.35;

/// A hex nearer to the enemy; what one more is worth with every turn; and when the army goes.
const CLOSE: f32 = 0.5;
const PRESS: f32 = 0.8;
const PRESS_OF_ATTACKER: f32 = 1.0;
const GO: f32 = 1.0;

/// A friend within two hexes.
const MASS: f32 = 0.1;

/// An open flank or rear hex that an enemy can come to.
const EXPOSED: f32 = 0.8;

/// An enemy flank near by.
const FLANK: f32 = 0.4;

/// A hex nearer than the unit has business.
const EARLY: f32 = 0.6;

/// A TE.
const TIRED: f32 = 0.5;

/// Hits that a unit takes which withdraws off the board: one in three does who has to prove itself.
const OFF: f32 = UNIT_HITS / 3.0;

/// Going through a gate before it is time, and stopping on one under fire, for each point of the weight.
const SHUT: f32 = 1.5;
const ON_GATE: f32 = 0.6;

/// A hex nearer to those who fight, for each point of the weight.
const HELP: f32 = 0.5;

/// A lane behind a friend.
const LANE: f32 = 0.8;

/// A hex off the place that is held.
const ANCHOR: f32 = 1.5;

/// Hits that a rout counts beyond those that bring it.
const ROUT: f32 = 2.0;

/// Hits that make up a unit.
const UNIT_HITS: f32 = 3.0;

/// A melee that is part of a pair, for each point of the weight.
const SWORN: f32 = 0.2;

/// Being forced into a melee that is not wanted.
const UNWANTED: f32 = 7.0;

/// More than any melee is worth.
const MOST_MELEE: f32 = 12.0;

/// Levels of a wing: hexes within which an enemy flank counts.
const FLANK_REACH: u8 = 3;

/// Where a unit may go, and what it does beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    hex: HexIndex,
    facing: Direction,
    act: Act,
    te: u8,
    /// The rules of the place are known: it is where the unit stands as it is.
    stays: bool,
}

/// What a place is made of, in hits on trained infantry where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Terms {
    /// Hits to be given.
    given: f32,
    /// Hits to be taken, by value, with what a rout costs beyond them.
    taken: f32,
    /// Chance to rout in the next enemy half, by how much dearer than others the unit is.
    shelter: f32,
    /// Levels of cover.
    cover: f32,
    /// Hexes to the goal beyond where it stops.
    way: f32,
    /// Hexes nearer than it has business.
    early: f32,
    /// Friends within two hexes.
    mass: f32,
    /// Open flank hexes.
    exposed: f32,
    /// An enemy flank near by.
    flank: f32,
    /// Melees.
    melee: f32,
    /// Points that are no weight's.
    other: f32,
}

/// What all facings in a hex have in common, and what each of them has.
#[derive(Clone, Copy, Debug)]
struct Spot {
    base: Terms,
    given: [f32; 6],
    taken: [f32; 6],
    outlook: [f32; 6],
    /// Directions from which an enemy could come into flank or rear, one bit each.
    open: u8,
    /// Facings from which a withdrawal leads off the board, one bit each.
    off: u8,
}

/// What is asked of a unit while it is thought out.
#[derive(Clone, Copy, Debug)]
struct Mover {
    number: usize,
    task: Task,
    stop: u8,
    keep_off: u8,
    close: f32,
    /// By enemy: hexes to the nearest other friend, and how many are as near.
    near: [(u8, u8); MOST_UNITS],
}

/// What the moves are weighed by, borrowed from the player.
pub(super) struct Manoeuvre<'a> {
    pub weights: &'a Weights,
    pub seen: &'a mut Observation,
    pub plan: &'a Plan,
    pub reach: &'a mut Reach,
    pub scratch: &'a mut Scratch,
}

/// What is kept of a unit's thoughts from one call to the next.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    mover: Mover,
    /// Friends who have moved and fire at each enemy.
    aims: [u8; MOST_UNITS],
    /// Of how many friends the aims are counted.
    counted: Option<(u16, bool, u32)>,
}

impl Default for Scratch {
    fn default() -> Self {
        let near = [(u8::MAX, 0); MOST_UNITS];
        let mover = Mover { number: 0, task: Task::Attack, stop: 0, keep_off: 0, close: 0.0, near };
        Self { mover, aims: [0; MOST_UNITS], counted: None }
    }
}

impl Scratch {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.counted = None;
    }
}

/// Chance that so many hits come when so many are expected, of many small chances (Poisson).
fn at_least(hits: u8, expected: f32) -> f32 {
    let none = 1.0 / (1.0 + expected * (1.0 + expected * (0.5 + expected / 6.0)));
    let fewer = match hits {
        0 => 0.0,
        1 => none,
        2 => none * (1.0 + expected),
        _ => none * (1.0 + expected * (1.0 + 0.5 * expected)),
    };
    (1.0 - fewer).max(0.0)
}

impl Manoeuvre<'_> {
    fn friend(&self) -> Piece {
        self.seen.friends[self.scratch.mover.number]
    }

    /// What a unit fires after a move, and whether it serves guns.
    fn arms(&self, battle: &Battle<'_>, friend: &Piece, act: Act, moves: bool) -> Option<Gunnery> {
        let odds = battle.setup.odds();
        let own = |extra: u8| {
            odds.gunnery(battle, friend.unit)
                .map(|own| Gunnery { penalties: own.penalties.saturating_add(extra), ..own })
        };
        match act {
            Act::Unlimber => own(u8::from(moves)),
            Act::Push => own(1),
            Act::Limber | Act::Mount => None,
            Act::DismountAfter => {
                let on_foot = battle.kind(friend.unit).on_foot?;
                let arms = odds.arms(on_foot)?;
                Some(Gunnery { arms, bonuses: 0, penalties: friend.hits })
            }
            _ => friend.gunnery,
        }
    }

    /// Whether nobody stands in the way of a shot.
    fn is_clear(&self, battle: &Battle<'_>, friend: &Piece, hex: HexIndex, to: HexIndex) -> bool {
        let side = self.seen.side;
        let between = |at: HexIndex| match battle.at(at) {
            None => Between::Nobody,
            Some(unit) if unit == friend.unit => Between::Nobody,
            Some(unit) if side_of(unit) == side => Between::Friend,
            Some(_) => Between::Enemy,
        };
        let viewer = Viewer { indirect: false, artillery: friend.gun };
        battle.setup.field.sight(hex, to, viewer, between, || true).is_some()
    }

    /// The targets of guns in a hex: they reach farther than others look.
    fn far_lines(&self, battle: &Battle<'_>, hex: HexIndex, reach: u8) -> ArrayVec<Line, 24> {
        let field = &battle.setup.field;
        let mut lines = ArrayVec::new();
        for (number, foe) in self.seen.foes.iter().enumerate() {
            let range = field.distance(hex, foe.hex);
            let sight = Viewer { indirect: true, artillery: true };
            let far = range == 0 || range > reach || lines.is_full();
            if far || field.sight(hex, foe.hex, sight, |_| Between::Nobody, || true).is_none() {
                continue;
            }
            let seen_by = self.seen.arcs(field, foe.hex, hex) & 1 << foe.facing as u8 != 0;
            lines.push(Line {
                foe: number as u8,
                range,
                cover: battle.cover(foe.hex, hex, field.entry_side(hex, foe.hex), true),
                flank: !foe.round && (foe.routed || !seen_by),
                arcs: self.seen.arcs(field, hex, foe.hex),
                front: 0.0,
                side: 0.0,
            });
        }
        lines
    }

    /// What the best shot of each facing is worth.
    fn give(
        &self,
        battle: &Battle<'_>,
        friend: &Piece,
        own: Gunnery,
        lines: &[Line],
        from: Option<HexIndex>,
    ) -> [f32; 6] {
        let odds = battle.setup.odds();
        let hits = f32::from(odds.hits(own.arms));
        let (mut bands, mut best) = ([u8::MAX; 6], [0.0_f32; 6]);
        for line in lines {
            let foe = &self.seen.foes[usize::from(line.foe)];
            let chance = odds.hit(own, line.range, line.cover, line.flank);
            if chance <= 0.0 || foe.marker || from.is_some_and(|hex| !self.is_clear(battle, friend, hex, foe.hex)) {
                continue;
            }
            let crowd = CROWD[usize::from(self.scratch.aims[usize::from(line.foe)]).min(CROWD.len() - 1)];
            let worth = chance * hits * foe.hit_worth() * crowd;
            let band = (line.range - 1) / if friend.gun { 2 } else { 1 };
            for facing in 0..6 {
                if line.arcs & 1 << facing == 0 && !friend.round {
                    continue;
                }
                if band < bands[facing] {
                    (bands[facing], best[facing]) = (band, worth);
                } else if band == bands[facing] {
                    best[facing] = best[facing].max(worth);
                }
            }
        }
        best
    }

    /// What a hex is to the unit; `exact` with the friends who stand in the way of its fire.
    fn spot(&mut self, battle: &Battle<'_>, place: &Place, exact: bool) -> Spot {
        let friend = self.friend();
        let (hex, field) = (place.hex, &battle.setup.field);
        let moves = hex != friend.hex;
        let own = self.arms(battle, &friend, place.act, moves);
        self.seen.view(battle, hex);
        let view = self.seen.known(hex);
        let mover = &self.scratch.mover;
        // Fire at it.
        let (mut small, mut guns) = ([0.0_f32; 6], [0.0_f32; 6]);
        let (mut flank, mut held) = (0.0_f32, false);
        for line in &view.lines {
            let foe = &self.seen.foes[usize::from(line.foe)];
            if line.flank && line.range <= FLANK_REACH && !foe.routed {
                flank = 1.0;
            }
            if line.front <= 0.0 || foe.contact && line.range > 1 {
                continue;
            }
            held = true;
            let (range, as_near) = mover.near[usize::from(line.foe)];
            let share = match line.range.cmp(&range) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 1.0 / (1.0 + f32::from(as_near)),
                std::cmp::Ordering::Greater => BEHIND,
            };
            let arm = if foe.gun { &mut guns } else { &mut small };
            for (facing, sum) in arm.iter_mut().enumerate() {
                let front = line.arcs & 1 << facing != 0 || friend.round;
                *sum += share * if front { line.front } else { line.side };
            }
        }
        let taken = std::array::from_fn(|facing| small[facing].min(GANG) + guns[facing].min(GANG));
        let later = view.later.min(GANG);
        let (nearest, outlook, view_is_hot) = (view.nearest, view.outlook, held);
        // Its own fire.
        let given = match own {
            None => [0.0; 6],
            Some(own) if friend.gun => {
                let lines = self.far_lines(battle, hex, battle.setup.odds().reach(own.arms));
                self.give(battle, &friend, own, &lines, exact.then_some(hex))
            }
            Some(own) => self.give(battle, &friend, own, &view.lines, exact.then_some(hex)),
        };
        // Where an enemy could come from.
        let mut open = 0;
        for way in Direction::ALL {
            let next = field.neighbour(hex, way);
            if next == NOWHERE
                || battle.at(next).is_some_and(|there| side_of(there) == self.seen.side && there != friend.unit)
            {
                continue;
            }
            if self.seen.beside(field, next, &friend) < 2 && self.seen.view(battle, next).menace > 0 {
                open |= 1 << way as u8;
            }
        }
        let mover = &self.scratch.mover;
        let mut mass = 0.0;
        for other in &self.seen.friends {
            if other.unit != friend.unit {
                let range = field.distance(other.hex, hex).min(field.distance(other.ahead, hex));
                mass += f32::from(u8::from(range <= 2));
            }
        }
        let way = match mover.task {
            Task::Contest(goal) | Task::Join(goal) => field.distance(hex, goal),
            _ => self.plan.way_of(battle, &friend, hex),
        };
        let mut other = 0.0;
        if mover.task == Task::Hold {
            other -= ANCHOR * f32::from(field.distance(hex, self.plan.anchors[place_of(friend.unit)]));
        }
        if self.seen.lanes.contains(hex) && moves {
            other -= LANE;
        }
        if field.to_own_edge(self.seen.side, hex) == 0 && moves {
            other -= LANE;
        }
        let gate = self.weights.gate as f32;
        if self.plan.gates.is_early(place_of(friend.unit), hex, battle.class(friend.unit)) {
            other -= SHUT * gate;
        } else if self.plan.gates.is_gate(hex) && view_is_hot {
            other -= ON_GATE * gate;
        }
        let te = place.te.saturating_sub(battle.unit(friend.unit).te);
        other -= TIRED * f32::from(te) * if place.te >= battle.setup.rules.fatigue_max { 4.0 } else { 1.0 };
        if matches!(mover.task, Task::Contest(_)) {
            other -= self.weights.contest as f32 * f32::from(way);
        }
        let wary = match mover.task {
            Task::Retire => 1.0,
            Task::Reserve | Task::Guns => LATER,
            Task::Attack | Task::Hold | Task::Contest(_) | Task::Join(_) => 0.0,
        };
        let base = Terms {
            taken: wary * later * friend.value,
            cover: if held { f32::from(battle.cover(hex, self.foe_towards(battle, hex), None, false)) } else { 0.0 },
            way: f32::from(way.max(mover.stop)),
            early: f32::from(mover.keep_off.saturating_sub(nearest)),
            mass: if nearest <= 9 { mass.min(3.0) } else { 0.0 },
            flank,
            other,
            ..Terms::default()
        };
        let off = if self.plan.shaky > 0.0 { self.ways_off(battle, &friend, hex) } else { 0 };
        Spot { base, given, taken, outlook, open, off }
    }

    /// The facings from which a withdrawal leads off the board, one bit each: it goes straight to the rear.
    fn ways_off(&self, battle: &Battle<'_>, friend: &Piece, hex: HexIndex) -> u8 {
        let field = &battle.setup.field;
        let mut off = 0;
        for facing in Direction::ALL {
            let mut at = hex;
            for _ in 0..battle.setup.rules.integrity_withdrawal {
                let next = field.neighbour(at, facing.opposite());
                if next == NOWHERE {
                    off |= 1 << facing as u8;
                    break;
                }
                if battle.at(next).is_some_and(|there| there != friend.unit) {
                    break;
                }
                at = next;
            }
        }
        off
    }

    /// The hex of the nearest enemy, against whom cover counts.
    fn foe_towards(&self, battle: &Battle<'_>, hex: HexIndex) -> HexIndex {
        let field = &battle.setup.field;
        let nearest = self.seen.foes.iter().map(|foe| foe.hex).min_by_key(|foe| field.distance(hex, *foe));
        nearest.unwrap_or(hex)
    }

    /// The terms of a hex with a facing.
    fn turned(&self, battle: &Battle<'_>, spot: &Spot, facing: usize) -> Terms {
        let friend = self.friend();
        let mover = &self.scratch.mover;
        let expected = spot.taken[facing] * (1.0 + NEXT_HALF);
        let rout = at_least(friend.left, expected);
        let rear =
            if friend.round { 0 } else { [2, 3, 4].iter().fold(0, |set, turn| set | 1 << ((facing + turn) % 6)) };
        let leader = battle.unit(friend.unit).commander != NOBODY;
        let dear = (friend.value - 0.8).max(0.0) + if friend.gun { 0.5 } else { 0.0 } + if leader { 1.5 } else { 0.0 };
        let retires = mover.task == Task::Retire;
        Terms {
            given: spot.given[facing] * (1.0 + NEXT_HALF) * if retires { 0.3 } else { 1.0 },
            taken: spot.base.taken
                + if spot.off & 1 << facing == 0 { 0.0 } else { OFF * self.plan.shaky * friend.value }
                + (expected + ROUT * rout) * friend.value * if retires { 2.5 } else { 1.0 },
            shelter: rout * dear,
            other: spot.base.other + if friend.round { 0.0 } else { LOOK * spot.outlook[facing] },
            exposed: f32::from((spot.open & rear).count_ones() as u8) * friend.value,
            ..spot.base
        }
    }

    /// What the melees of a place are worth: those that it must fight, and those that it would.
    fn melee(&self, battle: &Battle<'_>, place: &Place) -> f32 {
        let friend = self.friend();
        let field = &battle.setup.field;
        let class = battle.class(friend.unit);
        let entered = !place.stays && self.seen.zones.contains(place.hex);
        let mut sum = 0.0;
        for turn in [0, 1, -1] {
            let way = place.facing.turned(turn);
            let next = field.neighbour(place.hex, way);
            if next == NOWHERE || battle.ground_step(place.hex, way, class).is_none() {
                continue;
            }
            let Some(foe) = self.seen.foes.iter().find(|foe| foe.hex == next && !foe.marker) else { continue };
            let forced = entered && battle.in_front(foe.unit, place.hex) && battle.has_zone(foe.unit);
            let Prospect { outcome, worth } = prospect(battle, friend.unit, place.hex, foe.unit);
            let sworn = self.plan.sworn(friend.unit, foe.unit);
            if sworn {
                sum += UNIT_HITS * worth.max(0.0) + SWORN * self.weights.pair as f32;
            } else if worth > 0.0 && outcome.win >= self.asked(battle, &friend, place, foe) {
                sum += UNIT_HITS * worth;
            } else if forced {
                sum -= UNWANTED;
            }
        }
        sum
    }

    /// Odds that a melee must have.
    fn asked(&self, battle: &Battle<'_>, friend: &Piece, place: &Place, foe: &Piece) -> f32 {
        let field = &battle.setup.field;
        let near = |other: &&Piece| {
            other.unit != friend.unit
                && other.fights
                && field.distance(other.hex, foe.hex).min(field.distance(other.ahead, foe.hex)) <= TOGETHER
        };
        let others = self.seen.friends.iter().filter(near).count();
        asked_of(battle, self.weights, friend.unit, place.hex, foe.unit, (others, self.plan.released))
    }

    /// Whether an enemy stands in front of a place.
    fn meets(&self, battle: &Battle<'_>, place: &Place) -> bool {
        [0, 1, -1].iter().any(|turn| {
            let next = battle.setup.field.neighbour(place.hex, place.facing.turned(*turn));
            next != NOWHERE && battle.at(next).is_some_and(|there| side_of(there) != self.seen.side)
        })
    }

    /// Notes at whom friends fire who have moved, and how near friends are to each enemy.
    fn prepare(&mut self, battle: &Battle<'_>, number: usize) {
        let field = &battle.setup.field;
        let friend = self.seen.friends[number];
        let place = place_of(friend.unit);
        let task = self.plan.tasks[place];
        let front = self.plan.front(battle, self.seen);
        let attacks = battle.setup.scenario.attacker == Some(self.seen.side);
        let press = if attacks { PRESS_OF_ATTACKER } else { PRESS };
        let late = (battle.turn as f32 - 1.0).min(5.0) * press;
        let goes = if self.plan.goes(&friend) { GO + 0.5 * f32::from(self.plan.pressed.min(6)) } else { 0.0 };
        let close = match task {
            Task::Attack => CLOSE * self.weights.close.max(0.5) as f32 + late + goes,
            Task::Reserve => CLOSE * self.weights.close.max(0.5) as f32,
            Task::Guns => 0.6 + late.min(1.0),
            Task::Join(_) => HELP * self.weights.idle as f32,
            Task::Retire | Task::Hold | Task::Contest(_) => 0.0,
        };
        let mover = &mut self.scratch.mover;
        (mover.number, mover.task, mover.stop, mover.close) = (number, task, self.plan.stops[place], close);
        mover.keep_off = self.plan.keep_off(self.seen, &friend, front);
        if task == Task::Reserve {
            mover.stop = mover.stop.max(mover.keep_off);
        }
        for (foe, near) in self.seen.foes.iter().zip(&mut mover.near) {
            *near = (u8::MAX, 0);
            for other in &self.seen.friends {
                if other.unit == friend.unit {
                    continue;
                }
                let range = field.distance(foe.hex, other.hex).min(field.distance(foe.hex, other.ahead));
                if range < near.0 {
                    *near = (range, 1);
                } else if range == near.0 {
                    near.1 += 1;
                }
            }
        }
        let counted = Some((battle.turn, battle.second_half, battle.force(self.seen.side).done.len()));
        if self.scratch.counted != counted {
            self.scratch.counted = counted;
            self.count_aims(battle);
        }
    }

    /// Counts for each enemy the friends who have moved and have nobody nearer to fire at.
    fn count_aims(&mut self, battle: &Battle<'_>) {
        let field = &battle.setup.field;
        self.scratch.aims.fill(0);
        for friend in &self.seen.friends {
            if !friend.done || friend.gunnery.is_none() || friend.gun {
                continue;
            }
            let (mut nearest, mut target) = (u8::MAX, None);
            for (number, foe) in self.seen.foes.iter().enumerate() {
                let range = field.distance(friend.hex, foe.hex);
                let seen = self.seen.arcs(field, friend.hex, foe.hex) & 1 << friend.facing as u8 != 0;
                if seen && range <= friend.reach && range < nearest {
                    (nearest, target) = (range, Some(number));
                }
            }
            if let Some(number) = target {
                self.scratch.aims[number] += 1;
            }
        }
    }
}

impl Evaluation<Battle<'_>> for Manoeuvre<'_> {
    type Place = Place;
    type Terms = Terms;

    fn observe(&mut self, _: &Battle<'_>, _: Side) -> bool {
        true
    }

    fn units(&self, battle: &Battle<'_>, show: &mut impl FnMut(usize, Stamp)) {
        let field = &battle.setup.field;
        for (number, friend) in self.seen.friends.iter().enumerate() {
            if friend.done || friend.contact || battle.check_mover(friend.unit).is_err() {
                continue;
            }
            let round = field.neighbours[usize::from(friend.hex)].iter().enumerate();
            let taken = round.fold(0, |set: Stamp, (way, next)| {
                set | Stamp::from(*next != NOWHERE && battle.at(*next).is_some()) << way
            });
            show(number, self.seen.stamp() << 24 | Stamp::from(friend.hex) << 8 | taken);
        }
    }

    fn rank(&self, unit: usize) -> usize {
        usize::from(self.plan.ranks[place_of(self.seen.friends[unit].unit)])
    }

    fn most(&self, _: usize) -> f64 {
        1e6
    }

    fn stay(&mut self, battle: &Battle<'_>, unit: usize) -> f64 {
        self.prepare(battle, unit);
        let friend = self.friend();
        let te = battle.unit(friend.unit).te;
        let place = Place { hex: friend.hex, facing: friend.facing, act: Act::None, te, stays: true };
        let spot = self.spot(battle, &place, true);
        let terms = self.turned(battle, &spot, friend.facing as usize);
        // Rest takes a TE off.
        let rest = TIRED * if te >= battle.setup.rules.fatigue_max { 3.0 } else { f32::from(te.min(2)) };
        self.weigh(&Terms { other: terms.other + rest, ..terms })
    }

    fn candidates(&mut self, battle: &Battle<'_>, unit: usize, show: &mut impl FnMut(Place, f64)) {
        let friend = self.seen.friends[unit];
        let service = battle.profile(friend.unit).service;
        let limbered = battle.own_force(friend.unit).limbered.contains(friend.unit);
        let acts: &[Act] = match service {
            Service::Artillery if limbered => &[Act::None, Act::Unlimber],
            Service::Artillery => &[Act::None, Act::Limber, Act::Push],
            Service::Mounted => &[Act::None, Act::DismountAfter],
            _ if battle.own_force(friend.unit).crews.contains(friend.unit) => &[Act::None, Act::Man],
            _ => &[Act::None],
        };
        for act in acts {
            let Ok(gait) = battle.gait(friend.unit, *act) else { continue };
            self.reach.search(battle, &gait, &self.seen.zones);
            for at in 0..self.reach.stops().len() {
                let stop = self.reach.stops()[at];
                let te = stop.te + u8::from(*act == Act::Unlimber);
                let place = Place { hex: stop.hex, facing: friend.facing, act: *act, te, stays: false };
                let spot = self.spot(battle, &place, false);
                for facing in 0..6 {
                    if stop.facings & 1 << facing == 0 {
                        continue;
                    }
                    let facing = Direction::ALL[facing];
                    let stays = stop.hex == friend.hex && facing == friend.facing && *act == Act::None;
                    let place = Place { facing, stays, ..place };
                    let meets = friend.fights && self.meets(battle, &place);
                    if stays && !meets {
                        continue;
                    }
                    let mut terms = self.turned(battle, &spot, facing as usize);
                    if meets {
                        // Whether the melees are worth it is found out only of what may be the best.
                        terms.melee = MOST_MELEE;
                    }
                    show(place, self.weigh(&terms));
                }
            }
        }
    }

    fn terms(&mut self, battle: &Battle<'_>, _: usize, place: Place) -> Terms {
        let spot = self.spot(battle, &place, true);
        let terms = self.turned(battle, &spot, place.facing as usize);
        Terms { melee: self.melee(battle, &place), ..terms }
    }

    fn weigh(&self, terms: &Terms) -> f64 {
        let Weights { deal, take, cover, flank, mass, expose, shelter, together, .. } = *self.weights;
        let mover = &self.scratch.mover;
        let sum = deal as f32 * terms.given - take as f32 * terms.taken
            + 0.5 * (deal + take) as f32 * terms.melee
            + COVER * cover as f32 * terms.cover
            + MASS * mass as f32 * terms.mass
            + FLANK * flank as f32 * terms.flank
            - EXPOSED * expose as f32 * terms.exposed
            - shelter as f32 * terms.shelter
            - EARLY * together as f32 * terms.early
            - mover.close * terms.way
            + terms.other;
        f64::from(sum)
    }

    fn choice(&self, battle: &Battle<'_>, unit: usize, place: Place) -> Option<Choice> {
        let friend = self.seen.friends[unit];
        if place.stays {
            let stay = March::stay(friend.unit, friend.facing);
            return battle.check_march(&stay).is_ok().then_some(Choice::March(stay));
        }
        let gait = battle.gait(friend.unit, place.act).ok()?;
        let mut reach = Reach::default();
        reach.march(battle, &gait, &self.seen.zones, (place.hex, place.facing)).map(Choice::March)
    }

    fn otherwise(&mut self, _: &Battle<'_>, _: &mut SeededDice) -> Choice {
        Choice::Done
    }
}

impl ScriptedPlayer {
    /// Takes the view of whoever decides.
    pub(super) fn look(&mut self, battle: &Battle<'_>) {
        self.observation.look(battle, battle.decider);
    }

    /// The next move.
    pub(super) fn march(&mut self, battle: &Battle<'_>) -> Choice {
        debug_assert_eq!(battle.decision, Decision::March);
        self.look(battle);
        self.plan.make(battle, &mut self.observation, &mut self.reach, &self.weights);
        let weights = self.plan.weights(&self.weights);
        let mut manoeuvre = Manoeuvre {
            weights: &weights,
            seen: &mut self.observation,
            plan: &self.plan,
            reach: &mut self.reach,
            scratch: &mut self.scratch,
        };
        if let Some(choice) = self.moves.next(&mut manoeuvre, battle) {
            return choice;
        }
        let side = battle.decider;
        for unit in members(side, battle.movers()) {
            if let Some(choice) = self.build(battle, unit) {
                return choice;
            }
        }
        Choice::Done
    }
}
