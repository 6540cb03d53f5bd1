//! What a place is worth to a unit: what it gives and takes there, and what the plan wants, for all facings at once.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `bounds` | what a place may be worth at most, found with less ado |

mod bounds;

use super::movement::{Manoeuvre, Place, UNIT_HITS, uphill};
use super::observation::{Facings, Line, Piece, chosen};
use super::plan::Task;
use crate::rulesets::hexcommand::choices::Act;
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::odds::Gunnery;
use crate::rulesets::hexcommand::sight::{Between, Viewer};
use crate::rulesets::hexcommand::state::{Battle, place_of, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// What an attack in the next half counts of one in this half.
const NEXT_HALF: f32 = 1.2;

/// What fire counts of guns that may not fire in the turn of a move, where two halves go by until they may.
const NEXT_TURN: f32 = 0.8;

/// Share of shots that come from an enemy who has somebody nearer to fire at.
const BEHIND: f32 = 0.23;

/// Most hits of an arm in one fire step: two units may fire at one target.
const GANG: f32 = 2.0;

/// What a target is worth to one more who fires at it, by how many do already.
pub(super) const CROWD: [f32; 4] = [1.0, 0.85, 0.4, 0.2];

/// What hits count that enemies may give who have to come nearer first, to those who need not be there.
const LATER: f32 = 0.09;

/// Having all enemies in front.
const LOOK: f32 = 4.8;

/// How much of a cover level is worth something beyond the hits that it spares.
const COVER: f32 = 0.35;

/// A friend within two hexes.
const MASS: f32 = 0.1;

/// An open flank or rear hex that an enemy can come to.
const EXPOSED: f32 = 0.8;

/// An enemy flank near by.
const FLANK: f32 = 0.4;

/// A hex nearer than the unit has business.
const EARLY: f32 = 0.6;

/// A TE.
pub(super) const TIRED: f32 = 0.5;

/// Hits that a unit takes which withdraws off the board: one in three does who has to prove itself.
const OFF: f32 = UNIT_HITS / 3.0;

/// Going through a gate before it is time, and stopping on one under fire, for each point of the weight.
const SHUT: f32 = 1.5;
const ON_GATE: f32 = 0.6;

/// A lane behind a friend.
const LANE: f32 = 0.8;

/// Stopping at the foot of an enemy's hill with no movement left: no melee, and the whole hill fires.
const FOOT: f32 = 7.0;

/// A hex off the place that is held.
const ANCHOR: f32 = 1.5;

/// Hexes from the enemy at which who retires is safe enough, what each one more costs him, and past which none counts any more.
const SAFE: u8 = 7;
const ASTRAY: f32 = 0.5;
const FAR_OFF: u8 = 30;

/// What each row costs him that is nearer to his own edge than a rout should begin.
const NEAR_EDGE: f32 = 1.5;
const EDGE_ROWS: u8 = 2;

/// Hits that a rout counts beyond those that bring it.
const ROUT: f32 = 2.0;

/// More than any melee is worth.
const MOST_MELEE: f32 = 12.0;

/// Hexes from the enemy past which friends near by are no help.
const MASS_REACH: u8 = 9;

/// All facings.
const ALL_FACINGS: u8 = 0b11_1111;

/// The facings of flanks and rear, for a unit of each facing, one bit each.
const REAR: [u8; 8] = around([2, 3, 4]);

/// The front hexes, by the directions in which they lie.
const FRONT: [u8; 8] = around([5, 0, 1]);

const fn around(turns: [u8; 3]) -> [u8; 8] {
    let mut sets = [0; 8];
    let mut facing = 0;
    while facing < 6 {
        let mut turn = 0;
        while turn < turns.len() {
            sets[facing] |= 1 << ((facing as u8 + turns[turn]) % 6);
            turn += 1;
        }
        facing += 1;
    }
    sets
}

/// What the weights of a doctrine make of the terms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scales {
    given: f32,
    taken: f32,
    melee: f32,
    cover: f32,
    mass: f32,
    flank: f32,
    exposed: f32,
    shelter: f32,
    early: f32,
}

impl Scales {
    pub(super) fn of(weights: &Weights) -> Self {
        let Weights { deal, take, cover, flank, mass, expose, shelter, together, .. } = *weights;
        Self {
            given: deal as f32,
            taken: take as f32,
            melee: 0.5 * (deal + take) as f32,
            cover: COVER * cover as f32,
            mass: MASS * mass as f32,
            flank: FLANK * flank as f32,
            exposed: EXPOSED * expose as f32,
            shelter: shelter as f32,
            early: EARLY * together as f32,
        }
    }
}

/// What is known of a hex by looking round there.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// Hexes to the nearest steady enemy.
    nearest: u8,
    /// Somebody can fire at it as he stands.
    held: bool,
    /// It is the foot of an enemy's hill, with no movement left.
    foot: bool,
}

/// What a hex is made of for each facing of a unit, in hits on trained infantry where nothing else is said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    /// Hits to be given.
    given: Facings,
    /// Hits to be taken, by value, with what a rout costs beyond them.
    taken: Facings,
    /// Chance to rout in the next enemy half, by how much dearer than others the unit is.
    shelter: Facings,
    /// Open flank hexes.
    exposed: Facings,
    /// Melees.
    pub(super) melee: Facings,
    /// Points that are no weight's.
    pub(super) other: Facings,
    /// Levels of cover.
    cover: f32,
    /// Hexes to the goal beyond where it stops.
    way: f32,
    /// Hexes nearer than it has business.
    early: f32,
    /// Friends within two hexes.
    mass: f32,
    /// An enemy flank near by.
    flank: f32,
    /// Facings with an enemy in a front hex, one bit each.
    pub(super) meets: u8,
}

impl Terms {
    /// What they are worth for each facing; `close` is the weight of a hex of the way.
    pub(super) fn worth(&self, scales: &Scales, close: f32) -> Facings {
        std::array::from_fn(|facing| {
            scales.given * self.given[facing] - scales.taken * self.taken[facing]
                + scales.melee * self.melee[facing]
                + scales.cover * self.cover
                + scales.mass * self.mass
                + scales.flank * self.flank
                - scales.exposed * self.exposed[facing]
                - scales.shelter * self.shelter[facing]
                - scales.early * self.early
                - close * self.way
                + self.other[facing]
        })
    }

    /// Takes melees that may be fought for as good as any.
    pub(super) fn hope_for_melees(&mut self) {
        self.melee = chosen(self.meets, MOST_MELEE, 0.0);
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
    pub(super) fn friend(&self) -> Piece {
        self.seen.friends[self.scratch.mover.number]
    }

    /// Whether a unit serves guns that do not fire in a turn in which they go to another hex (HX-MOV-10).
    fn is_silenced(&self, battle: &Battle<'_>, friend: &Piece, moves: bool) -> bool {
        moves && friend.gun && battle.is_heavy(friend.unit)
    }

    /// How many fire steps of those that are looked ahead to a unit has at a place, what is later counted for less.
    fn fire_steps(&self, battle: &Battle<'_>, friend: &Piece, moves: bool) -> f32 {
        if !self.is_silenced(battle, friend, moves) {
            1.0 + NEXT_HALF
        } else if battle.second_half || battle.by_activation() {
            NEXT_HALF
        } else {
            NEXT_TURN
        }
    }

    /// What a unit fires after a move, and whether it serves guns.
    fn arms(&self, battle: &Battle<'_>, friend: &Piece, act: Act, moves: bool) -> Option<Gunnery> {
        let odds = battle.setup.odds();
        let own = |extra: u8| {
            odds.gunnery(battle, friend.unit)
                .map(|own| Gunnery { penalties: own.penalties.saturating_add(extra), ..own })
        };
        match act {
            // By the time that heavy guns fire, the move is forgotten.
            Act::Unlimber => own(u8::from(moves && !self.is_silenced(battle, friend, moves))),
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

    /// Looks round in a hex, and notes what shots of a unit that fires this from there are worth.
    fn look_round(&mut self, battle: &Battle<'_>, friend: &Piece, own: Option<Gunnery>, hex: HexIndex) {
        self.seen.view(battle, hex);
        let (Some(own), odds) = (own, battle.setup.odds()) else { return };
        if friend.gun {
            self.seen.far_lines(battle, hex, odds.reach(own.arms));
        }
        self.seen.price(odds, hex, own, friend.gun);
    }

    /// Shows the shots of a unit from a hex where it has [looked round](Self::look_round), each with its line and its worth.
    fn shots(&self, friend: &Piece, hex: HexIndex, mut show: impl FnMut(&Line, f32)) {
        let lines: &[Line] = if friend.gun { self.seen.known_far_lines(hex) } else { &self.seen.known(hex).lines };
        for line in lines.iter().filter(|line| line.gift >= 0.0) {
            show(line, line.gift * self.scratch.crowd[usize::from(line.foe)]);
        }
    }

    /// What the best shot of each facing is worth, whoever stands in its way and whoever is nearer.
    fn could_give(&self, friend: &Piece, hex: HexIndex) -> Facings {
        let mut best = [0.0_f32; 8];
        self.shots(friend, hex, |line, worth| {
            let facings = if friend.round { ALL_FACINGS } else { line.arcs };
            for (best, worth) in best.iter_mut().zip(chosen(facings, worth, 0.0)) {
                *best = if worth > *best { worth } else { *best };
            }
        });
        best
    }

    /// What the best shot of each facing is worth of those at the nearest band.
    fn give(&self, battle: &Battle<'_>, friend: &Piece, hex: HexIndex) -> Facings {
        let (mut bands, mut best) = ([u8::MAX; 8], [0.0_f32; 8]);
        self.shots(friend, hex, |line, worth| {
            let band = (line.range - 1) / if friend.gun { 2 } else { 1 };
            let facings = if friend.round { ALL_FACINGS } else { line.arcs };
            let counts = |facing: usize| band < bands[facing] || band == bands[facing] && worth > best[facing];
            let facings = facings & (0..6).fold(0, |set, facing| set | u8::from(counts(facing)) << facing);
            // Who stands in the way matters only of a shot that would count.
            if facings == 0 || !self.is_clear(battle, friend, hex, self.seen.foes[usize::from(line.foe)].hex) {
                return;
            }
            for facing in (0..6).filter(|facing| facings & 1 << facing != 0) {
                (bands[facing], best[facing]) = (band, worth);
            }
        });
        best
    }

    /// The share of an enemy's fire that comes to a hex, by who else is as near to him.
    #[inline]
    fn share(&self, line: &Line) -> f32 {
        let (near, number) = (&self.scratch.mover.near, usize::from(line.foe));
        match line.range.cmp(&near.range[number]) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 1.0 / (1.0 + f32::from(near.count[number])),
            std::cmp::Ordering::Greater => BEHIND,
        }
    }

    /// Hits to be taken from those who fire at a hex as they stand, by facing.
    fn take(&self, friend: &Piece, hex: HexIndex) -> Facings {
        let (mut small, mut guns) = ([0.0_f32; 8], [0.0_f32; 8]);
        for line in self.seen.known(hex).lines.iter().filter(|line| line.fires) {
            let share = self.share(line);
            let arm = if self.seen.foes[usize::from(line.foe)].gun { &mut guns } else { &mut small };
            let front = if friend.round { ALL_FACINGS } else { line.arcs };
            for (sum, hits) in arm.iter_mut().zip(chosen(front, line.front, line.side)) {
                *sum += share * hits;
            }
        }
        std::array::from_fn(|facing| small[facing].min(GANG) + guns[facing].min(GANG))
    }

    /// What a place is to the unit. Melees are left out, and so is all that keeps it from its best shot.
    pub(super) fn spot(&mut self, battle: &Battle<'_>, place: &Place) -> Terms {
        let friend = self.friend();
        let (hex, field) = (place.hex, &battle.setup.field);
        let moves = hex != friend.hex;
        let own = self.arms(battle, &friend, place.act, moves);
        self.look_round(battle, &friend, own, hex);
        let given = own.map_or([0.0; 8], |_| self.could_give(&friend, hex));
        let expected = self.take(&friend, hex).map(|taken| taken * (1.0 + NEXT_HALF));
        let view = self.seen.known(hex);
        let mover = &self.scratch.mover;
        // Directions from which an enemy could come into flank or rear, and those in which one stands.
        let (mut open, mut hostile) = (0_u8, 0_u8);
        let mut foot = false;
        for (way, next) in field.neighbours[usize::from(hex)].into_iter().enumerate() {
            if next == NOWHERE {
                continue;
            }
            if let Some(there) = battle.at(next).filter(|there| *there != friend.unit) {
                if side_of(there) == self.seen.side {
                    continue;
                }
                hostile |= 1 << way;
                foot |= !place.breath && uphill(battle, hex, next);
            }
            if self.seen.menace(next) > 0 && self.seen.beside(field, next, &friend) < 2 {
                open |= 1 << way;
            }
        }
        let way = self.way(battle, &friend, hex);
        let standing = Standing { nearest: view.nearest, held: view.held, foot };
        let other = self.other(battle, &friend, (hex, place.te), way, standing);
        let later = self.wary() * view.later.min(GANG) * friend.value;
        let rout = expected.map(|expected| at_least(friend.left, expected));
        let retires = mover.task == Task::Retire;
        let off = if self.plan.shaky > 0.0 { self.ways_off(battle, &friend, hex) } else { 0 };
        let withdrawn = chosen(off, OFF * self.plan.shaky * friend.value, 0.0);
        let takes = if retires { 2.5 } else { 1.0 };
        let gives = self.fire_steps(battle, &friend, moves) * self.gives();
        let mass =
            if view.nearest <= MASS_REACH { f32::from(self.seen.mass(field, hex, &friend)).min(3.0) } else { 0.0 };
        let mut terms = Terms {
            given: given.map(|given| given * gives),
            taken: std::array::from_fn(|facing| {
                later + withdrawn[facing] + (expected[facing] + ROUT * rout[facing]) * friend.value * takes
            }),
            shelter: rout.map(|rout| rout * mover.dear),
            other: [other; 8],
            cover: if view.held { f32::from(view.cover) } else { 0.0 },
            way: f32::from(way.max(mover.stop)),
            early: f32::from(mover.keep_off.saturating_sub(view.nearest)),
            mass,
            flank: f32::from(u8::from(view.flank && !retires)),
            ..Terms::default()
        };
        if !friend.round {
            terms.other = view.outlook.map(|outlook| other + LOOK * outlook);
            if open != 0 {
                terms.exposed = REAR.map(|rear| f32::from((open & rear).count_ones() as u8) * friend.value);
            }
        }
        if hostile != 0 && friend.fights {
            terms.meets = (0..6).fold(0, |set, facing| set | u8::from(FRONT[facing] & hostile != 0) << facing);
        }
        terms
    }

    /// Takes into account who keeps a unit from its best shot.
    pub(super) fn settle_fire(&self, battle: &Battle<'_>, friend: &Piece, place: &Place, terms: &mut Terms) {
        let moves = place.hex != friend.hex;
        if self.arms(battle, friend, place.act, moves).is_none() {
            return;
        }
        let gives = self.fire_steps(battle, friend, moves) * self.gives();
        terms.given = self.give(battle, friend, place.hex).map(|given| given * gives);
    }

    /// What hits of enemies who have to come nearer first count for the unit.
    fn wary(&self) -> f32 {
        match self.scratch.mover.task {
            Task::Retire => 1.0,
            Task::Reserve | Task::Guns => LATER,
            Task::Attack | Task::Hold | Task::Contest(_) | Task::Join(_) => 0.0,
        }
    }

    /// Share of what it gives that counts for the unit.
    fn gives(&self) -> f32 {
        if self.scratch.mover.task == Task::Retire { 0.3 } else { 1.0 }
    }

    /// Hexes of the way from a hex to where the unit is going.
    fn way(&self, battle: &Battle<'_>, friend: &Piece, hex: HexIndex) -> u8 {
        match self.scratch.mover.task {
            Task::Contest(goal) | Task::Join(goal) => battle.setup.field.distance(hex, goal),
            _ => self.plan.way_of(friend, hex),
        }
    }

    /// Points of a hex that are no weight's, whatever the facing.
    #[inline]
    fn other(
        &self,
        battle: &Battle<'_>,
        friend: &Piece,
        (hex, te): (HexIndex, u8),
        way: u8,
        standing: Standing,
    ) -> f32 {
        let (field, mover) = (&battle.setup.field, &self.scratch.mover);
        let moves = hex != friend.hex;
        let mut other = 0.0;
        if mover.task == Task::Hold {
            other -= ANCHOR * f32::from(field.distance(hex, self.plan.anchors[place_of(friend.unit)]));
        }
        if standing.foot {
            other -= FOOT;
        }
        if self.seen.lanes.contains(hex) && moves {
            other -= LANE;
        }
        if moves && field.to_own_edge(self.seen.side, hex) == 0 {
            other -= LANE;
        }
        if mover.task == Task::Retire {
            other -= ASTRAY * f32::from(standing.nearest.min(FAR_OFF).saturating_sub(SAFE));
            other -= NEAR_EDGE * f32::from(EDGE_ROWS.saturating_sub(field.to_own_edge(self.seen.side, hex)));
        }
        let gate = self.weights.gate as f32;
        if self.plan.gates.is_early(place_of(friend.unit), hex, friend.class) {
            other -= SHUT * gate;
        } else if standing.held && self.plan.gates.is_gate(hex) {
            other -= ON_GATE * gate;
        }
        let more = te.saturating_sub(battle.unit(friend.unit).te);
        other -= TIRED * f32::from(more) * if te >= battle.setup.rules.fatigue_max { 4.0 } else { 1.0 };
        if matches!(mover.task, Task::Contest(_)) {
            other -= self.weights.contest as f32 * f32::from(way);
        }
        other
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
}
