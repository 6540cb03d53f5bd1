//! The Movement Phase as a whole (P-02): in which order units move, whom they close with, and in what temper.
//!
//! Whole-board layers are laid once a phase: what the enemy can bring on each hex, what each enemy is worth to so many
//! points, what one's own side can still bring on it. A destination then costs a few loads.

use arrayvec::ArrayVec;

use super::expected_loss::interpolate;
use super::position_value;
use super::precomputed::{POINTS, Precomputed, UNREACHABLE};
use super::{Ranks, ScriptedPlayer};
use crate::game::Side;
use crate::rulesets::dogfaces::choices::Choice;
use crate::rulesets::dogfaces::codex::MOST_UNITS;
use crate::rulesets::dogfaces::doctrine_book::Weights;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, MOST_MODES, NOBODY, UnitId, UnitSet, bit, members, place_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// What a half unit of path to the enemy costs, in riflemen.
const CLOSE: f32 = 0.03;

/// What a point of cover under fire is worth.
const COVER: f32 = 0.06;

/// What each hex away from the others costs.
const GROUP: f32 = 0.03;

/// What each friend next to a unit costs where the enemy's area weapons may fall.
const SPREAD: f32 = 0.05;

/// Of so many foot soldiers the foremost one sets the pace of those who are faster.
const VAN: usize = 4;

/// How much more defenders who are surrounded care for cover: the clock is on their side.
const DUG_IN: f32 = 4.0;

/// Turns without an attack, or without a loss, that are nothing unusual.
const PATIENCE: u16 = 2;

/// From this much inclination to Overwatch on a side holds its ground.
const HOLDS: f32 = 0.75;

/// Ratio of values from which a side that holds its ground goes over to the attack, and others press on.
const UPPER_HAND: f32 = 1.25;

/// Turn after which a side that holds its ground sallies (`overwatch-anvil`).
const SALLY: u16 = 8;

/// Turn after which nobody is content any longer with how things stand.
const LATE: u16 = 12;

/// What staying where one is is worth for its own sake while there is fighting.
const SETTLED: f32 = 0.01;

/// How much more eager and less careful a side is for each time the enemy's value that it is ahead by.
const PRESS: f32 = 0.5;

/// Half units of path that a side with few guns left goes further for each rifleman that it may put out of combat with all
/// of them, and the most that it does.
const VICTIM: f32 = 60.0;
const MOST_VICTIM: f32 = 20.0;

/// Most units of a side that has few guns left.
const FEW: u32 = 5;

/// Half units of path to its edge from which on an attacker is about to break through.
const BREACH: u8 = 14;

/// Half units of path from which on an enemy is near an objective.
const NEAR_OBJECTIVE: u8 = 8;

/// Half units of path by which others are sent to an objective rather than a leader or a medic.
const RESERVED: u8 = 10;

/// Half units of path by which the common focus is preferred to other enemies.
const FOCUS: i16 = 4;

/// Half units of path from which on all ways are alike to the choice of the common focus.
const FAR: u8 = 40;

/// Hexes from the middle of the side within which a unit is with the others.
const TOGETHER: f32 = 2.0;

/// Hexes beyond that after which it does not matter any more.
const APART: f32 = 6.0;

/// What it is worth where no enemy reaches.
const IDLE_COVER: f32 = 0.3 * COVER;

/// Distances told apart.
pub(super) const DISTANCES: usize = 16;

/// Scores as near as this to each other are level.
pub(super) const LEVEL: f32 = 1e-6;

/// One enemy, as a target of the phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    pub(super) unit: UnitId,
    pub(super) hex: HexIndex,
    pub(super) kind: u8,
    /// Worth of an attack of so many points.
    pub(super) worth: [f32; POINTS],
    /// Points of own units that have yet to move and could come to fire at it.
    pub(super) rest: f32,
    /// Points of own units that have moved to fire at it.
    pub(super) committed: f32,
    /// Half units of path that it is preferred by.
    pub(super) appeal: i16,
    /// Half units of path that all own units have to a shot at it.
    pub(super) far: i32,
}

/// What a mover gains by firing at one prospect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) index: u8,
    pub(super) hex: HexIndex,
    /// At the ranges of this number
    pub(super) ranges: u8,
    /// so many points
    pub(super) points: f32,
    /// are this share of the worth of the attack.
    pub(super) worth: f32,
}

/// What the present Movement Phase is planned with.
#[derive(Clone, Debug)]
pub(super) struct MovementPhase {
    pub(super) prospects: [Prospect; MOST_UNITS],
    pub(super) count: usize,
    /// What the enemy can bring on each hex.
    pub(super) threat: [u8; MOST_HEXES],
    /// The hex of the own unit that has the others nearest.
    pub(super) medoid: HexIndex,
    /// What so many hexes from there cost.
    pub(super) apart: [f32; DISTANCES],
    /// What a point of cover is worth, out of the enemy's reach and within.
    pub(super) cover: [f32; 2],
    /// What a friend next to a hex costs, likewise.
    pub(super) crowd: [f32; 2],
    /// What no hex is worth more than to anybody by its cover, its place and who stands beside it.
    pub(super) ceiling: f32,
    /// Where Stunned friends stand.
    pub(super) fallen: HexSet,
    /// Hexes in the range of a ready leader.
    pub(super) led: HexSet,
    /// The enemy's zones of control, and which of his watchers had fired when they were noted.
    pub(super) zones: HexSet,
    pub(super) fired: UnitSet,
    /// Enemy watchers who may still fire.
    pub(super) watchers: UnitSet,
    /// The hexes under their arcs.
    pub(super) arcs: HexSet,
    /// What they bring, in grains.
    pub(super) watch: u8,
    pub(super) order: [UnitId; MOST_UNITS],
    pub(super) units: usize,
    pub(super) next: usize,
    /// By own unit: whether its limited ammunition is spent, and the mode it seeks positions for.
    pub(super) arms: [(bool, Option<u8>); MOST_UNITS],
    /// By own unit: prospects that it can come to fire at, one bit each.
    pub(super) candidates: [u64; MOST_UNITS],
    /// By own unit, then prospect: path cost to a shot.
    pub(super) ways: [[u8; MOST_UNITS]; MOST_UNITS],
    pub(super) assignments: [HexIndex; MOST_UNITS],
    pub(super) close: f32,
    /// How much more losses count while the side waits out of the enemy's reach.
    pub(super) caution: f32,
    /// What staying where one is is worth for its own sake.
    pub(super) settled: f32,
    /// Half units of path that the foremost of the side have to the enemy after this move: who goes further ahead gets
    /// there alone. 0 where there is nobody to wait for.
    pub(super) pace: u8,
    /// The way ahead of the unit under review, if it would outrun the others.
    pub(super) held_back: [u8; MOST_HEXES],
    /// What units are worth on Overwatch, once all have moved.
    pub(super) watch_worth: Option<[f32; MOST_UNITS]>,
    /// What the unit under review may gain.
    gains: ArrayVec<Gain, MOST_GAINS>,
    /// What each of them is worth, the best first, of equals the one that was noted first: the bits of a score, which are in
    /// the order of numbers, turned round, and its place.
    ranks: Ranks<MOST_GAINS, 8>,
}

/// Most gains of one unit.
const MOST_GAINS: usize = MOST_MODES * MOST_UNITS;

impl MovementPhase {
    pub(super) fn new(weights: &Weights) -> Self {
        let nobody = Prospect {
            unit: NOBODY,
            hex: NOWHERE,
            kind: 0,
            worth: [0.0; POINTS],
            rest: 0.0,
            committed: 0.0,
            appeal: 0,
            far: 0,
        };
        let mut phase = Self {
            prospects: [nobody; MOST_UNITS],
            count: 0,
            threat: [0; MOST_HEXES],
            medoid: NOWHERE,
            apart: [0.0; _],
            cover: [0.0; 2],
            crowd: [0.0; 2],
            fallen: HexSet::EMPTY,
            led: HexSet::EMPTY,
            zones: HexSet::EMPTY,
            fired: UnitSet::EMPTY,
            ceiling: 0.0,
            watchers: UnitSet::EMPTY,
            arcs: HexSet::EMPTY,
            watch: 0,
            order: [NOBODY; MOST_UNITS],
            units: 0,
            next: 0,
            arms: [(false, None); MOST_UNITS],
            candidates: [0; MOST_UNITS],
            ways: [[0; MOST_UNITS]; MOST_UNITS],
            assignments: [NOWHERE; MOST_UNITS],
            close: 0.0,
            caution: 1.0,
            settled: 0.0,
            pace: 0,
            held_back: [0; MOST_HEXES],
            watch_worth: None,
            gains: ArrayVec::new(),
            ranks: Ranks::new(),
        };
        phase.retune(weights);
        phase
    }

    /// Works out anew what rests on weights alone.
    pub(super) fn retune(&mut self, weights: &Weights) {
        let apart = |distance| weights.group * GROUP * (distance as f32 - TOGETHER).clamp(0.0, APART);
        self.apart = std::array::from_fn(apart);
        self.cover = [IDLE_COVER, COVER].map(|worth| weights.cover * worth);
    }

    /// Forgets what the last unit might gain.
    #[inline]
    pub(super) fn forget_gains(&mut self) {
        self.gains.clear();
        self.ranks.clear();
    }

    /// Notes a gain that is worth something.
    #[inline]
    pub(super) fn note_gain(&mut self, gain: Gain) {
        self.ranks.put(u64::from(!gain.worth.to_bits()) << 32 | self.gains.len() as u64);
        self.gains.push(gain);
    }

    /// What the unit under review may gain, the best first.
    #[inline]
    pub(super) fn gains(&self) -> impl Iterator<Item = &Gain> {
        self.ranks.as_slice().iter().map(|rank| &self.gains[*rank as u32 as usize])
    }
}

/// A hex as its owner sees it: the half-turn of the map for side B, so that images break ties alike.
#[inline]
pub(super) fn own_view(battle: &Battle<'_>, side: Side, hex: HexIndex) -> HexIndex {
    match side {
        Side::A => hex,
        Side::B => battle.setup.field.grid.half_turn(hex),
    }
}

impl<'s> ScriptedPlayer<'s> {
    /// The next choice of the Movement Phase.
    pub(super) fn manoeuvre(&mut self, battle: &Battle<'s>) -> Choice {
        let side = battle.decider;
        if self.enter(battle) {
            self.lay_out(battle, side);
        }
        let fired = battle.force(side.other()).watch_spent;
        if self.manoeuvre.fired != fired {
            // Their bursts may have hit their own men.
            (self.manoeuvre.fired, self.manoeuvre.zones) = (fired, battle.zones_of(side.other()));
        }
        while self.manoeuvre.next < self.manoeuvre.units {
            let unit = self.manoeuvre.order[self.manoeuvre.next];
            self.manoeuvre.next += 1;
            if battle.check_mover(unit).is_err() {
                continue;
            }
            if let Some(choice) = self.move_unit(battle, unit) {
                return choice;
            }
        }
        self.post_watchers(battle, side).unwrap_or(Choice::EndMovement)
    }

    /// Lays the layers of a phase and puts the units in order.
    fn lay_out(&mut self, battle: &Battle<'s>, side: Side) {
        let (own, enemy) = (battle.force(side), battle.force(side.other()));
        let field = &battle.setup.field;
        self.set_temper(battle, side);
        let plan = &mut self.manoeuvre;
        plan.count = 0;
        (plan.watchers, plan.arcs, plan.watch_worth) = (UnitSet::EMPTY, HexSet::EMPTY, None);
        (plan.zones, plan.fired) = (battle.zones_of(side.other()), enemy.watch_spent);
        plan.fallen = members(side, own.standing() & own.stunned).map(|unit| battle.unit(unit).hex).collect();
        let mut bursts = false;
        let threat = &mut plan.threat[..field.len()];
        threat.fill(0);
        for unit in members(side.other(), enemy.standing()) {
            let (hex, kind) = (battle.unit(unit).hex, battle.unit(unit).kind);
            let present = if !enemy.stunned.contains(unit) { 1.0 } else { self.target_values.recovery(battle, unit) };
            let points = self.precomputed.weight(self.precomputed.is_dry(battle.unit(unit)), kind) * present;
            self.precomputed.add_threat(kind, hex, points, threat);
            bursts |= self.precomputed.has_bursts(kind);
            plan.prospects[plan.count] = Prospect {
                hex,
                kind,
                unit,
                worth: [0.0; POINTS],
                rest: 0.0,
                committed: 0.0,
                appeal: self.target_values.appeal(battle, unit),
                far: 0,
            };
            plan.count += 1;
        }
        plan.crowd = [0.0, if bursts { self.mood.spread * SPREAD } else { 0.0 }];
        plan.ceiling = position_value::ceiling(plan, self.precomputed.most_shelter());
        self.list_units(battle, side, own.ready());
        self.find_side(battle, side);
        self.form_up(battle, side);
        self.seek_victims(battle, side, own.ready());
        self.choose_focus();
        self.give_errands(battle, side, own.ready());
    }

    /// A side that cannot bring enough on the enemy this turn waits out of his reach until it can, or until he comes: longest
    /// where he has to come over bridges.
    fn form_up(&mut self, battle: &Battle<'s>, side: Side) {
        let (own, enemy) = (battle.force(side), battle.force(side.other()));
        self.manoeuvre.caution = 1.0;
        if self.mood.mass <= 0.0 {
            return;
        }
        let plan = &self.manoeuvre;
        let (mut fire, mut stage) = (0.0, HexSet::EMPTY);
        for unit in members(side, own.ready()).filter(|unit| plan.candidates[place_of(*unit)] != 0) {
            let state = battle.unit(unit);
            stage |= &self.precomputed.run(state.kind, state.hex).hexes;
            fire += self.precomputed.weight(plan.arms[place_of(unit)].0, state.kind);
        }
        let bank = self.precomputed.bank(plan.medoid);
        let (mut reply, mut across, foes) = (0.0, 0u32, enemy.standing() & !enemy.stunned);
        for foe in members(side.other(), foes) {
            let state = battle.unit(foe);
            across += u32::from(self.precomputed.bank(state.hex) != bank);
            if self.precomputed.threat_area(state.kind, state.hex).meets(&stage) {
                reply += self.precomputed.weight(self.precomputed.is_dry(state), state.kind);
            }
        }
        let wanted = self.mood.mass * (1.0 + self.mood.banks * across as f32 / foes.len().max(1) as f32);
        if fire < wanted * reply {
            self.manoeuvre.caution = 1.0 + self.mood.poise;
        }
    }

    /// Lists the units that may move, those nearest to the enemy first so that nobody stands in another's way, and
    /// vehicles with room before everybody (P-02).
    fn list_units(&mut self, battle: &Battle<'s>, side: Side, ready: UnitSet) {
        let plan = &mut self.manoeuvre;
        plan.next = 0;
        let mut keys = Ranks::<MOST_UNITS, 4>::new();
        // Of the foot soldiers: half units of path to the enemy, and the move allowance.
        let mut infantry = Ranks::<MOST_UNITS, 4>::new();
        for unit in members(side, ready) {
            let state = battle.unit(unit);
            let (hex, kind) = (state.hex, state.kind);
            let (dry, mode) = (self.precomputed.is_dry(state), self.precomputed.main_mode(state));
            let threat_area = self.precomputed.threat_area(kind, hex);
            plan.arms[place_of(unit)] = (dry, mode);
            let punches = self.precomputed.best_punches(dry, kind);
            let march = mode.map(|mode| self.precomputed.marches_from(kind, mode, hex));
            let ways = &mut plan.ways[place_of(unit)];
            let (mut candidates, mut ahead) = (0, u8::MAX);
            for (index, (prospect, way)) in plan.prospects[..plan.count].iter_mut().zip(ways).enumerate() {
                let within = threat_area.contains(prospect.hex);
                candidates |= u64::from(within) << index;
                prospect.rest += if within { punches[usize::from(prospect.kind)] } else { 0.0 };
                // There is no way to whom one cannot harm.
                let harmless = punches[usize::from(prospect.kind)] <= 0.0;
                *way = if harmless { UNREACHABLE } else { march.as_ref().map_or(0, |march| march(prospect.hex)) };
                prospect.far += i32::from((*way).min(FAR));
                ahead = ahead.min(*way);
            }
            plan.candidates[place_of(unit)] = candidates;
            let profile = battle.profile(unit);
            if !profile.vehicle && profile.jet.is_none() {
                infantry.put(u64::from(ahead) << 8 | u64::from(profile.speed));
            }
            let rank = if profile.capacity > 0 { 0 } else { 1 + u64::from(ahead) };
            keys.put(rank << 8 | u64::from(unit));
        }
        let within_reach = members(side, ready).fold(0, |set, unit| set | plan.candidates[place_of(unit)]);
        for index in bits(within_reach) {
            let prospect = &mut plan.prospects[index];
            prospect.worth = self.target_values.of(self.precomputed, battle, &self.mood, prospect.unit).by_points;
        }
        let foremost = infantry.as_slice().get(infantry.count / VAN);
        plan.pace = foremost.map_or(0, |key| ((key >> 8) as u8).saturating_sub(*key as u8));
        plan.units = keys.count;
        for (place, key) in plan.order.iter_mut().zip(keys.as_slice()) {
            *place = *key as UnitId;
        }
    }

    /// Works out what is the same for every unit: where its own side stands, is led and has its middle.
    fn find_side(&mut self, battle: &Battle<'s>, side: Side) {
        let field = &battle.setup.field;
        let plan = &mut self.manoeuvre;
        let ready = battle.force(side).ready();
        plan.led = leaders_discs(self.precomputed, battle, side, NOBODY);
        let friends: ArrayVec<HexIndex, MOST_UNITS> =
            members(side, ready).map(|friend| battle.unit(friend).hex).collect();
        let sum = |hex: HexIndex| -> u32 {
            let distances = field.distances(hex);
            friends.iter().map(|friend| u32::from(distances[usize::from(*friend)])).sum()
        };
        let key =
            |hex: HexIndex| u64::from(sum(hex)) << 32 | u64::from(own_view(battle, side, hex)) << 16 | u64::from(hex);
        let medoid = friends.iter().map(|hex| key(*hex)).min();
        plan.medoid = medoid.map_or(0, |key| key as HexIndex);
    }

    /// A side that has few guns left goes for those whom all of them together may put out of combat.
    fn seek_victims(&mut self, battle: &Battle<'s>, side: Side, ready: UnitSet) {
        let guns = |target: u8| -> f32 {
            let punch = |unit: UnitId| {
                let state = battle.unit(unit);
                self.precomputed.best_punches(self.precomputed.is_dry(state), state.kind)[usize::from(target)]
            };
            members(side, ready).map(punch).sum()
        };
        if ready.len() > FEW {
            return;
        }
        for index in 0..self.manoeuvre.count {
            let Prospect { hex, kind, .. } = self.manoeuvre.prospects[index];
            let loss = [0.0, 0.0, 0.0, 0.0, self.precomputed.value(kind)];
            let losses = self.precomputed.curve(kind, battle.setup.field.terrain[usize::from(hex)], &loss);
            let victim = VICTIM * interpolate(&losses, guns(kind));
            self.manoeuvre.prospects[index].appeal += victim.min(MOST_VICTIM) as i16;
        }
    }

    /// The enemy that the side as a whole has the least way to is the focus of all.
    fn choose_focus(&mut self) {
        let plan = &mut self.manoeuvre;
        let units = plan.units as i32;
        let way = |prospect: &Prospect| i64::from(prospect.far - i32::from(prospect.appeal) * units);
        let prospects = plan.prospects[..plan.count].iter().enumerate();
        // Of several the first.
        let keys = prospects.map(|(index, prospect)| way(prospect) << 32 | index as i64);
        if let Some(focus) = keys.min() {
            plan.prospects[focus as u32 as usize].appeal += FOCUS;
        }
    }

    /// How eager and how careful the side is: nobody waits for ever, least of all when it is late, and a side that holds its
    /// ground sallies late or when it has the upper hand. Where nobody has fallen for long, an enemy in cover is better
    /// driven out of it than left Stunned.
    fn set_temper(&mut self, battle: &Battle<'s>, side: Side) {
        let alive = Side::BOTH.map(|side| battle.force(side).alive.len()).iter().sum();
        if self.living.0 != alive {
            self.living = (alive, battle.turn);
        }
        let stall = battle.turn.saturating_sub(self.living.1.max(PATIENCE)).saturating_sub(PATIENCE);
        let idle = battle.idle_turns.saturating_sub(PATIENCE);
        let unrest = f32::from(idle) + f32::from(stall);
        let late = f32::from(battle.turn) / 20.0 + f32::from(battle.turn.saturating_sub(LATE)) / 5.0;

        let mut mood = self.weights;
        let odds = (battle.worth(side) / battle.worth(side.other()).max(1.0)) as f32;
        if mood.overwatch >= HOLDS && (battle.turn > SALLY || odds > UPPER_HAND) {
            mood.close = mood.close.max(0.8);
        }
        // Neither ground that scores nor a way out waits, and where heads are counted one is as dear as another.
        if matches!(battle.setup.scenario, Scenario::SeizeAndHold | Scenario::Breakthrough) {
            mood.mass = 0.0;
        }
        if battle.setup.scenario == Scenario::Breakthrough {
            (mood.guard, mood.rear) = (0.0, 0.0);
        }
        match (battle.setup.scenario, side) {
            (Scenario::LastStand, Side::B) => {
                mood.close = 0.0;
                mood.cover *= DUG_IN;
            }
            (Scenario::LastStand, Side::A) => mood.close = mood.close.max(0.6) * 1.5,
            (Scenario::Breakthrough, Side::B) if self.is_breached(battle) => mood.close = mood.close.max(0.6) * 1.5,
            (Scenario::Breakthrough, Side::B) => mood.close *= 0.5,
            _ => {
                // The stronger side presses on.
                let press = PRESS * (odds - UPPER_HAND).clamp(0.0, 2.0);
                mood.close *= 1.0 + press;
                mood.risk /= 1.0 + press;
            }
        }
        mood.close = (mood.close + 0.1 * unrest) * (1.0 + 0.5 * unrest + late);
        mood.risk /= 1.0 + 0.3 * unrest + 0.5 * late;
        mood.mass /= 1.0 + 0.3 * unrest + 0.5 * late;
        self.manoeuvre.cover = [IDLE_COVER, COVER].map(|worth| mood.cover * worth);
        mood.revive *= 1.0 - (f32::from(stall) / 6.0).min(1.0);
        self.mood = mood;
        self.manoeuvre.close = mood.close * CLOSE;
        // On the march everybody goes where it is best; under fire nobody shifts from foot to foot.
        self.manoeuvre.settled =
            if battle.turn > PATIENCE && idle == 0 && battle.idle_turns < PATIENCE { SETTLED } else { 0.0 };
        self.target_values.begin(self.precomputed, battle, side.other());
    }

    /// Whether the enemy is about to leave by this side's edge (`breakthrough`).
    fn is_breached(&self, battle: &Battle<'s>) -> bool {
        members(Side::A, battle.force(Side::A).ready()).any(|unit| {
            let way_out = self.precomputed.way_out(battle.profile(unit).vehicle);
            way_out[usize::from(battle.unit(unit).hex)] <= BREACH
        })
    }

    /// Whether nobody has to stand on an objective for it to go on scoring for a side: it scores already, and no enemy is
    /// near.
    fn is_safe(&self, battle: &Battle<'s>, side: Side, index: usize, objective: HexIndex) -> bool {
        let near = |unit: UnitId| {
            let way = self.precomputed.path_costs(battle.profile(unit).vehicle, objective);
            way[usize::from(battle.unit(unit).hex)] <= NEAR_OBJECTIVE
        };
        battle.progress.holders[index] == Some(side)
            && !members(side.other(), battle.force(side.other()).ready()).any(near)
    }

    /// Sends the nearest units to the objectives (`seize-and-hold`), one each; leaders and medics only if they are nearer
    /// by far.
    fn give_errands(&mut self, battle: &Battle<'s>, side: Side, ready: UnitSet) {
        self.manoeuvre.assignments = [NOWHERE; MOST_UNITS];
        if battle.setup.scenario != Scenario::SeizeAndHold {
            return;
        }
        let objectives = &battle.setup.field.objectives;
        let (mut free, mut open) = (ready, (1u64 << objectives.len().min(63)) - 1);
        for (index, &objective) in objectives.iter().enumerate() {
            if self.is_safe(battle, side, index, objective) {
                open &= !(1 << index);
            }
        }
        while !free.is_empty() && open != 0 {
            let mut best = (u8::MAX, NOBODY, NOWHERE, 0);
            for unit in members(side, free) {
                let (profile, hex) = (battle.profile(unit), battle.unit(unit).hex);
                let (vehicle, needed) = (profile.vehicle, (profile.lead > 0 && !profile.vehicle) || profile.medic);
                for (index, &objective) in objectives.iter().enumerate().filter(|(index, _)| open >> index & 1 != 0) {
                    let way = self.precomputed.path_costs(vehicle, objective)[usize::from(hex)];
                    let way = if needed && way != UNREACHABLE { way.saturating_add(RESERVED) } else { way };
                    best = best.min((way, unit, own_view(battle, side, objective), index));
                }
            }
            if best.0 == UNREACHABLE {
                return;
            }
            self.manoeuvre.assignments[place_of(best.1)] = objectives[best.3];
            free &= !bit(best.1);
            open &= !(1 << best.3);
        }
    }
}

/// The places of the bits of a set, lowest first.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

/// The hexes in the range of ready leaders of a side, one of them left out.
pub(super) fn leaders_discs(precomputed: &Precomputed, battle: &Battle<'_>, side: Side, but: UnitId) -> HexSet {
    let force = battle.force(side);
    members(side, force.leaders & force.ready())
        .filter(|leader| *leader != but)
        .map(|leader| &precomputed.discs(battle.profile(leader).lead)[usize::from(battle.unit(leader).hex)])
        .fold(HexSet::EMPTY, |set, disc| set | disc)
}
