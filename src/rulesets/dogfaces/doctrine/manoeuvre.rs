//! The Movement Phase (P-02 to P-06): in which order units move, where each of them goes, who goes on Overwatch.
//!
//! Whole-board layers are laid once a phase: what the enemy can bring on each hex, what each enemy is worth to so many
//! points, what one's own side can still bring on it. A destination then costs a few loads.

use super::ScriptedPlayer;
use super::prize;
use super::survey::{POINTS, RANGES, Survey, UNREACHABLE, dot, interpolate};
use crate::game::{Game, Side};
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::codex::MOST_UNITS;
use crate::rulesets::dogfaces::movement::Reach;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, Squad, UnitId, bit, members, place_of, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// What a half unit of path to the enemy costs, in riflemen.
const CLOSE: f32 = 0.03;

/// What a point of cover under fire is worth.
const COVER: f32 = 0.06;

/// What standing in a leader's range is worth.
const LEAD: f32 = 0.08;

/// What each friend next to a unit costs while the enemy has area weapons.
const SPREAD: f32 = 0.05;

/// What each hex away from the others costs.
const GROUP: f32 = 0.03;

/// What a half unit of path to an objective costs.
const OBJECTIVE: f32 = 0.08;

/// What holding an objective is worth.
const HOLDING: f32 = 0.6;

/// What blocking a bridge costs.
const BRIDGE: f32 = 0.25;

/// What leaving the map is worth where that is the aim.
const EXIT: f32 = 10.0;

/// Share of what friends could still bring on an enemy that they do bring.
const SUPPORT: f32 = 0.7;

/// Turns without an attack, or without a loss, that are nothing unusual.
const PATIENCE: u16 = 2;

/// From this much inclination to Overwatch on a side holds its ground.
const HOLDS: f32 = 0.75;

/// Ratio of values from which such a side goes over to the attack.
const UPPER_HAND: f64 = 1.25;

/// Half units of path beyond which a soldier rides on, or boards a vehicle.
const RIDE: u8 = 10;

/// Turn after which a side that holds its ground sallies (`overwatch-anvil`).
const SALLY: u16 = 8;

/// Half units of path by which the common focus is preferred to other enemies.
const FOCUS: i16 = 4;

/// Hexes from the middle of the side within which a unit is with the others.
const TOGETHER: f32 = 2.0;

/// Hexes beyond that after which it does not matter any more.
const APART: f32 = 6.0;

/// What it is worth where no enemy reaches.
const IDLE_COVER: f32 = 0.3 * COVER;

/// Distances told apart.
const DISTANCES: usize = 16;

/// Scores as near as this to each other are level.
pub(super) const LEVEL: f32 = 1e-6;

/// One enemy, as a target of the phase.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    unit: UnitId,
    hex: HexIndex,
    kind: u8,
    /// Worth of an attack of so many points.
    worth: [f32; POINTS],
    /// Points of own units that have yet to move and could come to fire at it.
    rest: f32,
    /// Points of own units that have moved to fire at it.
    committed: f32,
    /// Half units of path that it is preferred by.
    appeal: i16,
}

/// One own unit while its move is being weighed.
#[derive(Clone, Copy)]
struct Mover<'a> {
    unit: UnitId,
    /// Value at stake, as that of a plain soldier.
    stake: f32,
    lead: u8,
    lane: Lane<'a>,
    start: HexIndex,
    aboard: bool,
}

/// Where a unit is going.
#[derive(Clone, Copy)]
struct Lane<'a> {
    /// Path costs to the hexes from which it can fire at its focus.
    march: Option<&'a [u8]>,
    /// Path costs to what the scenario sends it to.
    errand: Option<&'a [u8]>,
    /// The objective it is sent to, or [`NOWHERE`].
    goal: HexIndex,
}

/// What a mover gains by firing at one prospect.
#[derive(Clone, Copy, Debug)]
struct Gain {
    index: u8,
    hex: HexIndex,
    /// Its share of the worth of the attack, by range.
    worth: [f32; RANGES],
}

/// What the present Movement Phase is planned with.
#[derive(Clone, Debug)]
pub(super) struct Manoeuvre {
    prospects: [Prospect; MOST_UNITS],
    count: usize,
    /// What the enemy can bring on each hex.
    threat: [u8; MOST_HEXES],
    /// The hex of the own unit that has the others nearest.
    heart: HexIndex,
    /// What so many hexes from there cost.
    apart: [f32; DISTANCES],
    /// What a point of cover is worth, out of the enemy's reach and within.
    cover: [f32; 2],
    /// Hexes in the range of a ready leader.
    led: HexSet,
    /// Hexes of own units.
    own: HexSet,
    /// Enemies and their zones.
    contact: HexSet,
    /// Whether the enemy has area weapons to fire.
    bursts: bool,
    /// Whether the enemy is on Overwatch.
    /// Enemy watchers who may still fire, and the hexes under their arcs.
    watchers: Squad,
    arcs: HexSet,
    order: [UnitId; MOST_UNITS],
    units: usize,
    next: usize,
    /// By own unit: whether its limited ammunition is spent, and the mode it seeks positions for.
    arms: [(bool, Option<u8>); MOST_UNITS],
    /// By own unit: prospects that it can come to fire at, one bit each.
    candidates: [u64; MOST_UNITS],
    /// By own unit, then prospect: path cost to a shot.
    ways: [[u8; MOST_UNITS]; MOST_UNITS],
    errands: [HexIndex; MOST_UNITS],
    close: f32,
    gains: [Gain; MOST_UNITS],
    gain_count: usize,
    /// The largest of them.
    most: f32,
}

impl Manoeuvre {
    pub(super) fn new() -> Self {
        let nobody = Prospect {
            unit: NOBODY,
            hex: NOWHERE,
            kind: 0,
            worth: [0.0; POINTS],
            rest: 0.0,
            committed: 0.0,
            appeal: 0,
        };
        Self {
            prospects: [nobody; MOST_UNITS],
            count: 0,
            threat: [0; MOST_HEXES],
            heart: NOWHERE,
            apart: [0.0; DISTANCES],
            cover: [0.0; 2],
            led: HexSet::EMPTY,
            own: HexSet::EMPTY,
            contact: HexSet::EMPTY,
            bursts: false,
            watchers: 0,
            arcs: HexSet::EMPTY,
            order: [NOBODY; MOST_UNITS],
            units: 0,
            next: 0,
            arms: [(false, None); MOST_UNITS],
            candidates: [0; MOST_UNITS],
            ways: [[0; MOST_UNITS]; MOST_UNITS],
            errands: [NOWHERE; MOST_UNITS],
            close: 0.0,
            gains: [Gain { index: 0, hex: NOWHERE, worth: [0.0; RANGES] }; MOST_UNITS],
            gain_count: 0,
            most: 0.0,
        }
    }
}

/// Whether a unit's weapons of limited ammunition are empty.
pub(super) fn is_dry(battle: &Battle<'_>, unit: UnitId) -> bool {
    let (profile, state) = (battle.profile(unit), battle.unit(unit));
    profile.modes.iter().enumerate().any(|(index, mode)| {
        battle.setup.codex.weapons[usize::from(mode.weapon)].ammo.is_some() && state.ammo[index] == 0
    })
}

/// The mode that a unit seeks positions for: its first one with ammunition.
fn main_mode(battle: &Battle<'_>, unit: UnitId) -> Option<u8> {
    let (profile, state) = (battle.profile(unit), battle.unit(unit));
    let usable = |index: &usize| {
        let mode = &profile.modes[*index];
        battle.setup.codex.weapons[usize::from(mode.weapon)].ammo.is_none() || state.ammo[*index] > 0
    };
    (0..profile.modes.len()).find(usable).map(|index| index as u8)
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
        (plan.count, plan.bursts, plan.contact) = (0, false, HexSet::EMPTY);
        (plan.watchers, plan.arcs) = (0, HexSet::EMPTY);
        let threat = &mut plan.threat[..field.len()];
        threat.fill(0);
        for unit in members(side.other(), enemy.standing()) {
            let (hex, kind) = (battle.unit(unit).hex, battle.unit(unit).kind);
            let present = if enemy.stunned & bit(unit) == 0 { 1.0 } else { prize::recovery(battle, unit) };
            let points = self.survey.weight(is_dry(battle, unit), kind) * present;
            self.survey.add_threat(kind, hex, points, threat);
            plan.bursts |= self.survey.has_bursts(kind);
            plan.contact |= &field.around[usize::from(hex)];
            plan.contact.insert(hex);
            plan.prospects[plan.count] = Prospect {
                hex,
                kind,
                unit,
                worth: [0.0; POINTS],
                rest: 0.0,
                committed: 0.0,
                appeal: prize::appeal(battle, &self.mood, unit),
            };
            plan.count += 1;
        }
        self.list_units(battle, side, own.ready());
        self.find_side(battle, side);
        self.choose_focus();
        self.give_errands(battle, side, own.ready());
    }

    /// Lists the units that may move, those nearest to the enemy first so that nobody stands in another's way, and
    /// vehicles with room before everybody (P-02).
    fn list_units(&mut self, battle: &Battle<'s>, side: Side, ready: Squad) {
        let plan = &mut self.manoeuvre;
        (plan.units, plan.next) = (0, 0);
        let mut keys = [(0u16, NOBODY); MOST_UNITS];
        for unit in members(side, ready) {
            let (hex, kind) = (battle.unit(unit).hex, battle.unit(unit).kind);
            let dry = is_dry(battle, unit);
            let menace = self.survey.menace(kind, hex);
            let mode = main_mode(battle, unit);
            plan.arms[place_of(unit)] = (dry, mode);
            let punches = self.survey.best_punches(dry, kind);
            let march = mode.map(|mode| self.survey.marches_from(kind, mode, hex));
            let ways = &mut plan.ways[place_of(unit)];
            let (mut candidates, mut ahead) = (0, u8::MAX);
            for (index, (prospect, way)) in plan.prospects[..plan.count].iter_mut().zip(ways).enumerate() {
                if menace.contains(prospect.hex) {
                    candidates |= 1 << index;
                    prospect.rest += punches[usize::from(prospect.kind)];
                }
                *way = march.as_ref().map_or(0, |march| march(prospect.hex));
                ahead = ahead.min(*way);
            }
            plan.candidates[place_of(unit)] = candidates;
            let carries = battle.profile(unit).capacity > 0;
            keys[plan.units] = (if carries { 0 } else { 1 + u16::from(ahead) }, unit);
            plan.units += 1;
        }
        let within_reach = members(side, ready).fold(0, |set, unit| set | plan.candidates[place_of(unit)]);
        for index in bits(within_reach) {
            let prospect = &mut plan.prospects[index];
            let worth = prize::by_result(battle, &self.mood, prospect.unit);
            let terrain = battle.setup.field.terrain[usize::from(prospect.hex)];
            let outcomes = self.survey.outcomes(prospect.kind, terrain);
            prospect.worth = std::array::from_fn(|points| dot(&outcomes[points], &worth));
        }
        let keys = &mut keys[..plan.units];
        keys.sort_unstable();
        for (place, (_, unit)) in plan.order.iter_mut().zip(keys.iter()) {
            *place = *unit;
        }
    }

    /// Works out what is the same for every unit: where its own side stands, is led and has its middle.
    fn find_side(&mut self, battle: &Battle<'s>, side: Side) {
        let (weights, field) = (&self.mood, &battle.setup.field);
        let plan = &mut self.manoeuvre;
        let ready = battle.force(side).ready();
        plan.own = members(side, battle.force(side).standing()).map(|unit| battle.unit(unit).hex).collect();
        plan.led = leaders_discs(self.survey, battle, side, NOBODY);
        let sum = |hex: HexIndex| -> u32 {
            members(side, ready).map(|friend| u32::from(field.distance(hex, battle.unit(friend).hex))).sum()
        };
        let hexes = plan.order[..plan.units].iter().map(|unit| battle.unit(*unit).hex);
        let heart = hexes.min_by_key(|hex| (sum(*hex), own_view(battle, side, *hex)));
        let apart = |distance| -weights.group * GROUP * (distance as f32 - TOGETHER).clamp(0.0, APART);
        plan.apart = std::array::from_fn(apart);
        plan.cover = [IDLE_COVER, COVER].map(|worth| weights.cover * worth);
        plan.heart = heart.unwrap_or(0);
    }

    /// The enemy that the side as a whole has the least way to is the focus of all.
    fn choose_focus(&mut self) {
        let plan = &mut self.manoeuvre;
        let sum = |index: &usize| {
            let ways =
                plan.order[..plan.units].iter().map(|unit| i32::from(plan.ways[place_of(*unit)][*index].min(40)));
            ways.sum::<i32>() - i32::from(plan.prospects[*index].appeal) * plan.units as i32
        };
        if let Some(focus) = (0..plan.count).min_by_key(sum) {
            plan.prospects[focus].appeal += FOCUS;
        }
    }

    /// How eager and how careful the side is: nobody waits for ever, and a side that holds its ground sallies late or
    /// when it has the upper hand. Where nobody has fallen for long, an enemy in cover is better driven out of it than
    /// left Stunned.
    fn set_temper(&mut self, battle: &Battle<'s>, side: Side) {
        let alive = Side::BOTH.map(|side| battle.force(side).alive.count_ones()).iter().sum();
        if self.living.0 != alive {
            self.living = (alive, battle.turn);
        }
        let stall = battle.turn.saturating_sub(self.living.1.max(PATIENCE)).saturating_sub(PATIENCE);
        let idle = battle.idle_turns.saturating_sub(PATIENCE);
        let unrest = f32::from(idle) + 0.5 * f32::from(stall);
        let late = f32::from(battle.turn) / 20.0;

        let mut mood = self.weights;
        if mood.overwatch >= HOLDS {
            let (own, enemy) = (battle.value(side), battle.value(side.other()));
            if battle.turn > SALLY || own > UPPER_HAND * enemy {
                mood.close = mood.close.max(0.6);
            }
        }
        match (battle.setup.scenario, side) {
            (Scenario::LastStand, Side::B) => mood.close = 0.0,
            (Scenario::LastStand, Side::A) => mood.close = mood.close.max(0.6) * 1.5,
            (Scenario::Breakthrough, Side::B) => mood.close *= 0.5,
            _ => {}
        }
        mood.close = (mood.close + 0.1 * unrest) * (1.0 + 0.5 * unrest + late);
        mood.risk /= 1.0 + 0.3 * unrest + 0.5 * late;
        mood.revive *= 1.0 - (f32::from(stall) / 6.0).min(1.0);
        self.mood = mood;
        self.manoeuvre.close = mood.close * CLOSE;
    }

    /// Sends the nearest units to the objectives (`seize-and-hold`), one each.
    fn give_errands(&mut self, battle: &Battle<'s>, side: Side, ready: Squad) {
        self.manoeuvre.errands = [NOWHERE; MOST_UNITS];
        if battle.setup.scenario != Scenario::SeizeAndHold {
            return;
        }
        let objectives = &battle.setup.field.objectives;
        let (mut free, mut open) = (ready, (1u64 << objectives.len().min(63)) - 1);
        while free != 0 && open != 0 {
            let mut best = (u8::MAX, NOBODY, NOWHERE, 0);
            for unit in members(side, free) {
                let (vehicle, hex) = (battle.profile(unit).vehicle, battle.unit(unit).hex);
                for (index, &objective) in objectives.iter().enumerate().filter(|(index, _)| open >> index & 1 != 0) {
                    let way = self.survey.trek(vehicle, objective)[usize::from(hex)];
                    best = best.min((way, unit, own_view(battle, side, objective), index));
                }
            }
            if best.0 == UNREACHABLE {
                return;
            }
            self.manoeuvre.errands[place_of(best.1)] = objectives[best.3];
            free &= !bit(best.1);
            open &= !(1 << best.3);
        }
    }

    /// The best move of a unit, or none if it is to stay where it is (P-03 to P-05).
    fn move_unit(&mut self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
        let state = *battle.unit(unit);
        let side = side_of(unit);
        self.weigh_gains(battle, unit);
        let mover = self.mover(battle, unit);
        let run = self.survey.run(state.kind, state.hex);
        self.note_arcs(battle, side);
        let watched = run.hexes.meets(&self.manoeuvre.arcs);
        // Nobody in the way: the survey knows where it can go.
        let free = !(watched
            || battle.setup.scenario == Scenario::Breakthrough
            || battle.force(side).vehicles != 0
            || run.inner.meets(&self.manoeuvre.contact)
            || run.inner.meets(&battle.setup.field.no_passing));

        let mut best = Best { score: f32::NEG_INFINITY, hex: NOWHERE, step: Step::Stay, side };
        if !mover.aboard {
            best.consider(self.score(battle, &mover, state.hex, best.score), state.hex, Step::Stay);
        }
        let walks = battle.profile(unit).jet.is_none() || battle.setup.rules.jet_may_walk;
        if !walks {
            // Only flights are left.
        } else if free {
            for &(hex, path) in &run.ways {
                if battle.occupant[usize::from(hex)] == NOBODY {
                    best.consider(self.score(battle, &mover, hex, best.score), hex, Step::Follow(hex, path));
                }
            }
        } else {
            self.reach.search(battle, unit);
            if let Some(exit) = self.exit(battle, unit) {
                return Some(exit);
            }
            for hex in self.reach.ends() {
                let score = if battle.occupant[usize::from(hex)] != NOBODY {
                    self.boarding(battle, &mover, hex)
                } else if watched {
                    self.score(battle, &mover, hex, best.score) - self.exposure(battle, &mover, hex)
                } else {
                    self.score(battle, &mover, hex, best.score)
                };
                best.consider(score, hex, Step::Walk(hex));
            }
        }
        battle.visit_flights(unit, &mut |direction, length, hex| {
            best.consider(self.score(battle, &mover, hex, best.score), hex, Step::Fly(direction, length, hex));
        });
        if mover.aboard && self.rides_on(battle, &mover, &best.step) {
            return None;
        }
        let end = match best.step {
            Step::Stay => state.hex,
            Step::Walk(hex) | Step::Follow(hex, _) | Step::Fly(_, _, hex) => hex,
        };
        self.commit(battle, &mover, end);
        match best.step {
            Step::Stay => None,
            Step::Walk(hex) => Some(Choice::Move { unit, path: self.path_to(battle, unit, hex) }),
            Step::Follow(_, path) => Some(Choice::Move { unit, path }),
            Step::Fly(direction, length, _) => Some(Choice::Fly { unit, direction, length }),
        }
    }

    /// Works out what a unit gains by firing at each of its prospects, by range, together with those who have moved and
    /// those who have yet to.
    fn weigh_gains(&mut self, battle: &Battle<'s>, unit: UnitId) {
        let plan = &mut self.manoeuvre;
        let kind = battle.unit(unit).kind;
        let (dry, _) = plan.arms[place_of(unit)];
        let punches = self.survey.best_punches(dry, kind);
        let reach = self.survey.reach(kind);
        (plan.gain_count, plan.most) = (0, 0.0);
        for index in bits(plan.candidates[place_of(unit)]) {
            let prospect = &mut plan.prospects[index];
            prospect.rest -= punches[usize::from(prospect.kind)];
            let others = prospect.committed + SUPPORT * prospect.rest.max(0.0);
            let gain = &mut plan.gains[plan.gain_count];
            (gain.index, gain.hex) = (index as u8, prospect.hex);
            let punch = self.survey.punch(dry, kind, prospect.kind);
            gain.worth = [0.0; RANGES];
            for (worth, &points) in gain.worth.iter_mut().zip(&punch[..reach]) {
                if points > 0.0 {
                    *worth = interpolate(&prospect.worth, others + points) * points / (others + points);
                    plan.most = plan.most.max(*worth);
                }
            }
            plan.gain_count += 1;
        }
    }

    fn mover(&self, battle: &Battle<'s>, unit: UnitId) -> Mover<'s> {
        let (state, profile) = (battle.unit(unit), battle.profile(unit));
        let plan = &self.manoeuvre;
        let ways = plan.prospects[..plan.count].iter().zip(&plan.ways[place_of(unit)]);
        let nearest =
            ways.min_by_key(|(prospect, way)| i16::from(**way) - prospect.appeal).map(|(prospect, _)| prospect);
        let march = nearest
            .zip(plan.arms[place_of(unit)].1)
            .map(|(prospect, mode)| self.survey.march(state.kind, mode, prospect.hex));
        let goal = plan.errands[place_of(unit)];
        let errand = match (battle.setup.scenario, side_of(unit)) {
            (Scenario::Breakthrough, Side::A) => Some(self.survey.way_out(profile.vehicle)),
            _ if goal != NOWHERE => Some(self.survey.trek(profile.vehicle, goal)),
            _ => None,
        };
        let mut value = prize::own_value(battle, unit);
        if profile.capacity > 0 {
            value += battle.riders(unit).map(|rider| prize::own_value(battle, rider)).sum::<f32>();
        }
        Mover {
            unit,
            stake: value * self.survey.frailty(state.kind),
            lead: profile.lead,
            lane: Lane { march, errand, goal },
            start: state.hex,
            aboard: state.carrier != NOBODY,
        }
    }

    /// The position score of a hex for a unit; a lower one where it is sure to stay below `known`.
    #[inline]
    fn score(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex, known: f32) -> f32 {
        let position = self.position(battle, mover, hex);
        if position + self.mood.shot.max(0.0) * self.manoeuvre.most < known - LEVEL {
            return position;
        }
        let shot = self.best_gain(battle, hex).map_or(0.0, |(gain, range)| gain.worth[range]);
        position + self.mood.shot * shot
    }

    /// The position score of a hex without the shot from it.
    #[inline]
    fn position(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let (weights, plan) = (&self.mood, &self.manoeuvre);
        let at = usize::from(hex);
        let field = &battle.setup.field;
        let threat = plan.threat[at];
        let mut score = plan.cover[usize::from(threat > 0)] * self.survey.shelter(hex)
            + plan.apart[usize::from(field.distance(plan.heart, hex)).min(DISTANCES - 1)];
        if threat > 0 {
            score -= weights.risk * mover.stake * self.survey.peril(field.terrain[at], threat);
        }
        if field.no_passing.contains(hex) {
            score -= BRIDGE;
        }
        if let Some(march) = mover.lane.march {
            score -= plan.close * f32::from(march[at]);
        }
        if mover.lead > 0 {
            let led = (*self.survey.disc(mover.lead, hex) & &plan.own).len().saturating_sub(1);
            score += weights.lead * LEAD * 2.0 * led as f32 / plan.units as f32;
        } else if plan.led.contains(hex) {
            score += weights.lead * LEAD;
        }
        if plan.bursts && threat > 0 {
            let side = side_of(mover.unit);
            let beside = !mover.aboard && field.around[usize::from(mover.start)].contains(hex);
            let friends = battle.zones[side.index()][at].saturating_sub(u8::from(beside));
            score -= weights.spread * SPREAD * f32::from(friends);
        }
        if let Some(errand) = mover.lane.errand {
            score -= weights.objective * OBJECTIVE * f32::from(errand[at]);
            if hex == mover.lane.goal {
                score += weights.objective * HOLDING;
            }
        }
        score
    }

    /// The best attack that the unit under review could join from a hex, and its range.
    #[inline]
    fn best_gain(&self, battle: &Battle<'s>, hex: HexIndex) -> Option<(&Gain, usize)> {
        let plan = &self.manoeuvre;
        let mut best = None;
        let mut most = 0.0;
        for gain in &plan.gains[..plan.gain_count] {
            let range = usize::from(battle.setup.field.shot(hex, gain.hex)).min(RANGES - 1);
            if gain.worth[range] > most {
                most = gain.worth[range];
                best = Some((gain, range));
            }
        }
        best
    }

    /// Notes where a unit goes, and at whom it will fire from there.
    fn commit(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex) {
        let fire = self.best_gain(battle, end).map(|(gain, range)| (usize::from(gain.index), range));
        let plan = &mut self.manoeuvre;
        if let Some((index, range)) = fire {
            let prospect = &mut plan.prospects[index];
            let kind = battle.unit(mover.unit).kind;
            let (dry, _) = plan.arms[place_of(mover.unit)];
            prospect.committed += self.survey.punch(dry, kind, prospect.kind)[range];
        }
        if end != mover.start {
            if !mover.aboard {
                plan.own.remove(mover.start);
            }
            plan.own.insert(end);
            if mover.lead > 0 {
                let side = side_of(mover.unit);
                plan.led = leaders_discs(self.survey, battle, side, mover.unit) | self.survey.disc(mover.lead, end);
            }
        }
    }

    /// The score of boarding a vehicle: worth while the enemy is far (P-05).
    fn boarding(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let way = mover.lane.errand.or(mover.lane.march).map_or(0, |row| row[usize::from(hex)]);
        if way == UNREACHABLE || way <= 2 * RIDE {
            return f32::NEG_INFINITY;
        }
        let there = battle.occupant[usize::from(hex)];
        let faster = battle.profile(there).speed.saturating_sub(battle.profile(mover.unit).speed);
        self.position(battle, mover, hex) + self.manoeuvre.close * f32::from(faster)
    }

    /// Whether a rider stays aboard: while its vehicle still has a way to go, and it could not fire after getting off.
    fn rides_on(&self, battle: &Battle<'s>, mover: &Mover<'_>, best: &Step) -> bool {
        let (Step::Walk(end) | Step::Follow(end, _) | Step::Fly(_, _, end)) = *best else { return true };
        let carrier = battle.unit(mover.unit).carrier;
        let force = battle.force(side_of(mover.unit));
        if battle.is_stunned(carrier) || self.best_gain(battle, end).is_some() {
            return false;
        }
        // A vehicle that has yet to move may still bring it nearer.
        let may_go_on = force.moved & bit(carrier) == 0;
        let way = mover.lane.errand.or(mover.lane.march).map_or(0, |row| row[usize::from(mover.start)]);
        may_go_on || (way > RIDE && self.manoeuvre.threat[usize::from(mover.start)] < Survey::grains(3.0))
    }

    /// Leaving the map, where that is the aim and it can be done (`breakthrough`).
    fn exit(&self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
        if battle.setup.scenario != Scenario::Breakthrough || EXIT * self.mood.objective <= 0.0 {
            return None;
        }
        let from = battle.unit(unit).hex;
        let ends = std::iter::once(from).chain(self.reach.ends());
        ends.filter(|hex| battle.may_exit_from(unit, *hex)).find_map(|hex| {
            let path = if hex == from { Path::EMPTY } else { self.path_to(battle, unit, hex) };
            let choice = Choice::Move { unit, path: path.then_exit() };
            battle.check(choice).is_ok().then_some(choice)
        })
    }

    /// What enemy watchers cost a mover on its way to a hex.
    fn exposure(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let side = side_of(mover.unit);
        let (_, hexes) = self.quietest(battle, mover.unit, hex);
        if hexes == 0 {
            return 0.0;
        }
        let terrain = battle.setup.field.terrain[usize::from(hex)];
        let enemy = battle.force(side.other());
        // Peril reckons with a share of what could come; a watcher does fire.
        let points: f32 = 2.0
            * members(side.other(), enemy.watching & enemy.ready() & !enemy.watch_spent)
                .map(|watcher| self.survey.weight(is_dry(battle, watcher), battle.unit(watcher).kind))
                .sum::<f32>();
        self.mood.risk.max(0.1) * mover.stake * self.survey.peril(terrain, Survey::grains(points))
    }

    /// A cheapest path to a hex, under Overwatch the one that enters the fewest watched hexes (P-03).
    pub(super) fn path_to(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> Path {
        if self.manoeuvre.watchers != 0 { self.quietest(battle, unit, hex).0 } else { self.reach.path(battle, hex) }
    }

    /// The cheapest path that enters the fewest hexes under enemy Overwatch, and how many these are.
    fn quietest(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> (Path, u32) {
        quietest(battle, &self.reach, &self.manoeuvre.arcs, unit, hex)
    }

    /// Notes which hexes lie under the arcs of enemy watchers who may still fire.
    fn note_arcs(&mut self, battle: &Battle<'s>, side: Side) {
        let (field, enemy) = (&battle.setup.field, battle.force(side.other()));
        let watchers = enemy.watching & enemy.ready() & !enemy.watch_spent;
        let plan = &mut self.manoeuvre;
        if watchers == plan.watchers {
            return;
        }
        (plan.watchers, plan.arcs) = (watchers, HexSet::EMPTY);
        for watcher in members(side.other(), watchers) {
            for mode in &battle.profile(watcher).modes {
                let band = field.band_of_weapon[usize::from(mode.weapon)];
                plan.arcs |= field.covered(battle.unit(watcher).hex, band);
            }
        }
    }

    /// Puts the strongest units that an enemy may come upon on Overwatch, takes the weaker ones off (P-06).
    fn post_watchers(&mut self, battle: &Battle<'s>, side: Side) -> Option<Choice> {
        let limit = u32::from(battle.setup.rules.overwatch_limit);
        if self.mood.overwatch <= 0.0 || limit == 0 {
            return None;
        }
        let force = battle.force(side);
        let (mut strongest, mut weakest) = (None, None);
        for unit in members(side, force.ready() & !force.aboard) {
            let worth = self.watch_worth(battle, unit);
            if force.watching & bit(unit) != 0 {
                if weakest.is_none_or(|(known, _)| worth < known) {
                    weakest = Some((worth, unit));
                }
            } else if worth > 0.0
                && strongest.is_none_or(|(known, _)| worth > known)
                && battle.led(unit)
                && (battle.setup.rules.overwatch_after_move || (force.moved | force.rode) & bit(unit) == 0)
            {
                strongest = Some((worth, unit));
            }
        }
        let (worth, unit) = strongest?;
        if force.watching.count_ones() < limit {
            return Some(Choice::Watch { unit });
        }
        let (known, watcher) = weakest?;
        (worth > 1.5 * known + 0.1).then_some(Choice::StandDown { unit: watcher })
    }

    /// What a unit is worth on Overwatch: its points, if an enemy can walk into its range.
    fn watch_worth(&self, battle: &Battle<'s>, unit: UnitId) -> f32 {
        let state = battle.unit(unit);
        let Some(mode) = main_mode(battle, unit) else { return 0.0 };
        let weapon = battle.profile(unit).modes[usize::from(mode)].weapon;
        let band = battle.setup.field.band_of_weapon[usize::from(weapon)];
        let arc = battle.setup.field.covered(state.hex, band);
        let enemy = battle.force(side_of(unit).other());
        let comers = members(side_of(unit).other(), enemy.ready() & !enemy.aboard)
            .filter(|foe| self.survey.run(battle.unit(*foe).kind, battle.unit(*foe).hex).hexes.meets(arc))
            .count();
        if comers == 0 {
            return 0.0;
        }
        let weight = self.survey.weight(is_dry(battle, unit), state.kind);
        let terrain = battle.setup.field.terrain[usize::from(state.hex)];
        weight + 0.1 * comers as f32 + 0.2 * self.survey.cover(terrain)
    }
}

/// The cheapest path to `hex` within a search that enters the fewest hexes under enemy Overwatch, and their number; of
/// several the one that comes over the first hexes as their owner sees the map.
fn quietest(battle: &Battle<'_>, reach: &Reach, arcs: &HexSet, unit: UnitId, hex: HexIndex) -> (Path, u32) {
    let (side, vehicle) = (side_of(unit), battle.profile(unit).vehicle);
    if hex == reach.start() {
        return (Path::EMPTY, 0);
    }
    let field = &battle.setup.field;
    let mut best: Option<(u32, HexIndex, Path)> = None;
    for (direction, from) in field.neighbours[usize::from(hex)].into_iter().enumerate() {
        let back = (direction + 3) % 6;
        let passes = |from: HexIndex| {
            let plugged = field.no_passing.contains(from) && battle.occupant[usize::from(from)] != NOBODY;
            from == reach.start() || !(battle.in_enemy_zone(side, from) || plugged)
        };
        if from == NOWHERE || !passes(from) {
            continue;
        }
        let step = field.cost(vehicle, from, back);
        let (Some(before), Some(after)) = (reach.cost(from), reach.cost(hex)) else { continue };
        if before.checked_add(step) != Some(after) {
            continue;
        }
        let (path, hexes) = quietest(battle, reach, arcs, unit, from);
        let view = own_view(battle, side, from);
        if best.is_none_or(|(fewest, first, _)| (hexes, view) < (fewest, first)) {
            best = Some((hexes, view, path.then(Direction::ALL[back])));
        }
    }
    let (hexes, _, path) = best.unwrap_or((0, hex, reach.path(battle, hex)));
    (path, hexes + u32::from(arcs.contains(hex)))
}

/// How a unit gets where it goes.
#[derive(Clone, Copy, Debug)]
enum Step {
    Stay,
    /// By the search under way.
    Walk(HexIndex),
    /// By a path of the survey.
    Follow(HexIndex, Path),
    Fly(Direction, u8, HexIndex),
}

/// The places of the bits of a set, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

/// The hexes in the range of ready leaders of a side, one of them left out.
fn leaders_discs(survey: &Survey, battle: &Battle<'_>, side: Side, but: UnitId) -> HexSet {
    let force = battle.force(side);
    members(side, force.leaders & force.ready())
        .filter(|leader| *leader != but)
        .fold(HexSet::EMPTY, |set, leader| set | survey.disc(battle.profile(leader).lead, battle.unit(leader).hex))
}

/// The best step so far.
struct Best {
    score: f32,
    hex: HexIndex,
    step: Step,
    side: Side,
}

impl Best {
    /// Takes a better step, or one that is level and comes first as its owner sees the map.
    #[inline]
    fn consider(&mut self, score: f32, hex: HexIndex, step: Step) {
        if score > self.score - LEVEL {
            // The half-turn of side B's view turns the order of hexes round.
            let earlier = if self.side == Side::A { hex < self.hex } else { hex > self.hex };
            if score > self.score + LEVEL || earlier {
                *self = Best { score: score.max(self.score), hex, step, side: self.side };
            }
        }
    }
}
