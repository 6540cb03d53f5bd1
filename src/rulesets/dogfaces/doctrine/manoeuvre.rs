//! The Movement Phase (P-02 to P-06): in which order units move, where each of them goes, who goes on Overwatch.
//!
//! Whole-board layers are laid once a phase: what the enemy can bring on each hex, what each enemy is worth to so many
//! points, what one's own side can still bring on it. A destination then costs a few loads.

use super::ScriptedPlayer;
use super::prize;
use super::survey::{POINTS, Survey, UNREACHABLE, interpolate};
use crate::game::{Game, Side};
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::codex::MOST_UNITS;
use crate::rulesets::dogfaces::field::NO_SHOT;
use crate::rulesets::dogfaces::movement::Reach;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, Squad, UnitId, bit, members, place_of, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::MOST_HEXES;

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

/// Share of what the enemy could bring on a hex that he does bring, his fire being wanted elsewhere too.
const EXPOSURE: f32 = 0.5;

/// Share of what friends could still bring on an enemy that they do bring.
const SUPPORT: f32 = 0.7;

/// Turns without an attack that are but the approach.
const PATIENCE: u16 = 2;

/// Half units of path beyond which a soldier rides on, or boards a vehicle.
const RIDE: u8 = 10;

/// Turn after which a side that holds its ground sallies (`overwatch-anvil`).
const SALLY: u16 = 8;

/// Half units of path by which the common focus is preferred to other enemies.
const FOCUS: i16 = 4;

/// Length of a group that is together.
const TOGETHER: u8 = 2;

/// One enemy, as a target of the phase.
#[derive(Clone, Copy, Debug)]
struct Prospect {
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
    kind: u8,
    dry: bool,
    value: f32,
    /// Prospects that it can come to fire at, one bit each.
    candidates: u64,
    /// Path costs to the hexes from which it can fire at its focus.
    march: Option<&'a [u8]>,
    /// Path costs to its objective, and how much they count.
    errand: Option<&'a [u8]>,
    goal: HexIndex,
    start: HexIndex,
}

/// What the present Movement Phase is planned with.
#[derive(Clone, Debug)]
pub(super) struct Manoeuvre {
    prospects: [Prospect; MOST_UNITS],
    count: usize,
    /// Points that the enemy can bring on each hex.
    threat: [f32; MOST_HEXES],
    /// Whether the enemy has area weapons to fire.
    bursts: bool,
    order: [UnitId; MOST_UNITS],
    units: usize,
    next: usize,
    candidates: [u64; MOST_UNITS],
    errands: [HexIndex; MOST_UNITS],
    /// The own unit that has the others nearest.
    heart: HexIndex,
    close: f32,
    risk: f32,
    watched: bool,
}

impl Manoeuvre {
    pub(super) fn new() -> Self {
        let nobody = Prospect { hex: NOWHERE, kind: 0, worth: [0.0; POINTS], rest: 0.0, committed: 0.0, appeal: 0 };
        Self {
            prospects: [nobody; MOST_UNITS],
            count: 0,
            threat: [0.0; MOST_HEXES],
            bursts: false,
            order: [NOBODY; MOST_UNITS],
            units: 0,
            next: 0,
            candidates: [0; MOST_UNITS],
            errands: [NOWHERE; MOST_UNITS],
            heart: NOWHERE,
            close: 0.0,
            risk: 0.0,
            watched: false,
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
        let plan = &mut self.manoeuvre;
        plan.count = 0;
        plan.bursts = false;
        plan.threat[..battle.setup.field.len()].fill(0.0);
        plan.watched = enemy.watching & enemy.ready() & !enemy.watch_spent != 0;
        for unit in members(side.other(), enemy.standing()) {
            let (hex, kind) = (battle.unit(unit).hex, battle.unit(unit).kind);
            let dry = is_dry(battle, unit);
            let present = if enemy.stunned & bit(unit) == 0 { 1.0 } else { prize::recovery(battle, unit) };
            let points = self.survey.weight(dry, kind) * present;
            for hex in self.survey.menace(kind, hex).iter() {
                plan.threat[usize::from(hex)] += points;
            }
            plan.bursts |= self.survey.has_bursts(kind);
            plan.prospects[plan.count] = Prospect {
                hex,
                kind,
                worth: prize::by_points(battle, &self.weights, unit),
                rest: 0.0,
                committed: 0.0,
                appeal: prize::appeal(battle, &self.weights, unit),
            };
            plan.count += 1;
        }
        self.list_units(battle, side, own.ready());
        self.choose_focus(battle, side);
        self.set_temper(battle, side);
        self.give_errands(battle, side, own.ready());
    }

    /// Lists the units that may move, those nearest to the enemy first so that nobody stands in another's way, and
    /// vehicles with room before everybody (P-02).
    fn list_units(&mut self, battle: &Battle<'s>, side: Side, ready: Squad) {
        let plan = &mut self.manoeuvre;
        (plan.units, plan.next) = (0, 0);
        let mut keys = [(0u16, NOBODY); MOST_UNITS];
        let mut nearest_sum = (u32::MAX, NOWHERE);
        for unit in members(side, ready) {
            let (hex, kind) = (battle.unit(unit).hex, battle.unit(unit).kind);
            let dry = is_dry(battle, unit);
            let menace = self.survey.menace(kind, hex);
            let mut candidates = 0;
            let mut ahead = u16::from(UNREACHABLE);
            let mode = main_mode(battle, unit);
            for (index, prospect) in plan.prospects[..plan.count].iter_mut().enumerate() {
                if menace.contains(prospect.hex) {
                    candidates |= 1 << index;
                    prospect.rest += best_punch(self.survey, dry, kind, prospect.kind);
                }
                if let Some(mode) = mode {
                    let march = self.survey.march(kind, mode, prospect.hex);
                    ahead = ahead.min(u16::from(march[usize::from(hex)]));
                }
            }
            plan.candidates[place_of(unit)] = candidates;
            let carries = battle.profile(unit).capacity > 0;
            keys[plan.units] = (if carries { 0 } else { 1 + ahead }, unit);
            plan.units += 1;
            let sum: u32 =
                members(side, ready).map(|f| u32::from(battle.setup.field.distance(hex, battle.unit(f).hex))).sum();
            if sum < nearest_sum.0 {
                nearest_sum = (sum, hex);
            }
        }
        plan.heart = nearest_sum.1;
        let keys = &mut keys[..plan.units];
        keys.sort_unstable();
        for (place, (_, unit)) in plan.order.iter_mut().zip(keys.iter()) {
            *place = *unit;
        }
    }

    /// The enemy that the side as a whole has the least way to is the focus of all.
    fn choose_focus(&mut self, battle: &Battle<'s>, side: Side) {
        let plan = &mut self.manoeuvre;
        let units = plan.order;
        let sum = |prospect: &Prospect| {
            let ways = units[..plan.units].iter().filter_map(|unit| {
                let march = self.survey.march(battle.unit(*unit).kind, main_mode(battle, *unit)?, prospect.hex);
                Some(i32::from(march[usize::from(battle.unit(*unit).hex)].min(40)))
            });
            ways.sum::<i32>() - i32::from(prospect.appeal) * plan.units as i32
        };
        let focus = (0..plan.count).min_by_key(|index| sum(&plan.prospects[*index]));
        if let Some(focus) = focus {
            plan.prospects[focus].appeal += FOCUS;
        }
        debug_assert!(plan.units == 0 || side_of(plan.order[0]) == side);
    }

    /// How eager and how careful the side is: nobody waits for ever, and a side that holds its ground sallies
    /// late or when it has the upper hand.
    fn set_temper(&mut self, battle: &Battle<'s>, side: Side) {
        let weights = &self.weights;
        let mut close = weights.close;
        if weights.overwatch >= 0.75 {
            let (own, enemy) = (battle.value(side), battle.value(side.other()));
            if battle.turn > SALLY || own > 1.25 * enemy {
                close = close.max(0.6);
            }
        }
        match (battle.setup.scenario, side) {
            (Scenario::LastStand, Side::B) => close = 0.0,
            (Scenario::LastStand, Side::A) => close = close.max(0.6) * 1.5,
            (Scenario::Breakthrough, Side::B) => close *= 0.5,
            _ => {}
        }
        let idle = f32::from(battle.idle_turns.saturating_sub(PATIENCE));
        let late = f32::from(battle.turn) / 20.0;
        self.manoeuvre.close = (close + 0.1 * idle) * (1.0 + 0.5 * idle + late) * CLOSE;
        self.manoeuvre.risk = weights.risk / (1.0 + 0.3 * idle + 0.5 * late);
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
        let dry = is_dry(battle, unit);
        let candidates = self.manoeuvre.candidates[place_of(unit)];
        for index in bits(candidates) {
            let prospect = &mut self.manoeuvre.prospects[index];
            prospect.rest -= best_punch(self.survey, dry, state.kind, prospect.kind);
        }
        let mover = self.weigh_up(battle, unit, dry, candidates);
        self.reach.search(battle, unit);

        let aboard = state.carrier != NOBODY;
        let mut best = (f32::NEG_INFINITY, HexIndex::MAX, Step::Stay);
        let consider = |best: &mut (f32, HexIndex, Step), score: f32, hex: HexIndex, step: Step| {
            let view = own_view(battle, side, hex);
            if score > best.0 + 1e-6 || (score > best.0 - 1e-6 && view < best.1) {
                *best = (score.max(best.0), view, step);
            }
        };
        if !aboard {
            consider(&mut best, self.score(battle, &mover, state.hex), state.hex, Step::Stay);
        }
        for hex in self.reach.ends() {
            let mut score = self.score(battle, &mover, hex);
            if battle.occupant[usize::from(hex)] != NOBODY {
                score = self.boarding(battle, &mover, hex);
            } else if self.manoeuvre.watched {
                score -= self.exposure(battle, &mover, hex);
            }
            consider(&mut best, score, hex, Step::Walk(hex));
        }
        battle.visit_flights(unit, &mut |direction, length, hex| {
            consider(&mut best, self.score(battle, &mover, hex), hex, Step::Fly(direction, length, hex));
        });
        if let Some(exit) = self.exit(battle, unit) {
            return Some(exit);
        }
        if aboard && self.rides_on(battle, &mover, &best.2) {
            return None;
        }
        let end = match best.2 {
            Step::Stay => state.hex,
            Step::Walk(hex) | Step::Fly(_, _, hex) => hex,
        };
        if let Some((index, points)) = self.target_from(battle, &mover, end) {
            self.manoeuvre.prospects[index].committed += points;
        }
        match best.2 {
            Step::Stay => None,
            Step::Walk(hex) => Some(Choice::Move { unit, path: self.path_to(battle, unit, hex) }),
            Step::Fly(direction, length, _) => Some(Choice::Fly { unit, direction, length }),
        }
    }

    fn weigh_up(&self, battle: &Battle<'s>, unit: UnitId, dry: bool, candidates: u64) -> Mover<'s> {
        let state = battle.unit(unit);
        let plan = &self.manoeuvre;
        let mut march = None;
        if let Some(mode) = main_mode(battle, unit) {
            let way = |prospect: &Prospect| {
                let row = self.survey.march(state.kind, mode, prospect.hex);
                (i16::from(row[usize::from(state.hex)]) - prospect.appeal, row)
            };
            march = plan.prospects[..plan.count].iter().map(way).min_by_key(|(cost, _)| *cost).map(|(_, row)| row);
        }
        let vehicle = battle.profile(unit).vehicle;
        let goal = plan.errands[place_of(unit)];
        let errand = match (battle.setup.scenario, side_of(unit)) {
            (Scenario::Breakthrough, Side::A) => Some(self.survey.way_out(vehicle)),
            _ if goal != NOWHERE => Some(self.survey.trek(vehicle, goal)),
            _ => None,
        };
        let riders: f32 = battle.riders(unit).map(|rider| prize::own_value(battle, rider)).sum();
        let value = prize::own_value(battle, unit) + riders;
        Mover { unit, kind: state.kind, dry, value, candidates, march, errand, goal, start: state.hex }
    }

    /// The position score of a hex for a unit.
    fn score(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let (weights, plan, field) = (&self.weights, &self.manoeuvre, &battle.setup.field);
        let at = usize::from(hex);
        let side = side_of(mover.unit);
        let terrain = field.terrain[at];
        let mut score = 0.0;
        if let Some((_, _, worth)) = self.best_target(battle, mover, hex) {
            score += weights.shot * worth;
        }
        let threat = plan.threat[at] * EXPOSURE;
        if threat > 0.0 {
            score -= plan.risk * mover.value * self.survey.peril(mover.kind, terrain, threat);
            score += weights.cover * COVER * self.survey.cover(terrain);
            if plan.bursts {
                let beside = field.distance(mover.start, hex) == 1 && battle.unit(mover.unit).carrier == NOBODY;
                let friends = battle.zones[side.index()][at].saturating_sub(u8::from(beside));
                score -= weights.spread * SPREAD * f32::from(friends);
            }
        } else {
            score += weights.cover * COVER * 0.3 * self.survey.cover(terrain);
        }
        if let Some(march) = mover.march {
            score -= plan.close * f32::from(march[at]);
        }
        score += weights.lead * LEAD * self.leadership(battle, mover, hex);
        let apart = field.distance(plan.heart, hex).saturating_sub(TOGETHER).min(6);
        score -= weights.group * GROUP * f32::from(apart);
        if field.no_passing.contains(hex) {
            score -= BRIDGE;
        }
        if let Some(errand) = mover.errand {
            score -= weights.objective * OBJECTIVE * f32::from(errand[at]);
            if hex == mover.goal {
                score += weights.objective * HOLDING;
            }
        }
        score
    }

    /// 1 in a ready leader's range; for a leader the share of friends in its range.
    fn leadership(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let side = side_of(mover.unit);
        let force = battle.force(side);
        let field = &battle.setup.field;
        let within = |other: UnitId, range: u8| field.distance(battle.unit(other).hex, hex) <= range;
        let range = battle.profile(mover.unit).lead;
        if range > 0 {
            let others = force.alive & !bit(mover.unit);
            let led = members(side, others).filter(|friend| within(*friend, range)).count();
            return 2.0 * led as f32 / (others.count_ones().max(1) as f32);
        }
        let leaders = force.leaders & force.ready() & !bit(mover.unit);
        let led = members(side, leaders).any(|leader| within(leader, battle.profile(leader).lead));
        f32::from(u8::from(led))
    }

    /// The best attack that a unit could join from a hex: prospect, own points, its share of the worth.
    #[inline]
    fn best_target(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> Option<(usize, f32, f32)> {
        let plan = &self.manoeuvre;
        let mut best: Option<(usize, f32, f32)> = None;
        for index in bits(mover.candidates) {
            let prospect = &plan.prospects[index];
            let range = battle.setup.field.shot(hex, prospect.hex);
            if range == NO_SHOT {
                continue;
            }
            let punch = self.survey.punch(mover.dry, mover.kind, prospect.kind);
            let points = punch[usize::from(range).min(punch.len() - 1)];
            if points == 0.0 {
                continue;
            }
            let total = prospect.committed + SUPPORT * prospect.rest + points;
            let worth = interpolate(&prospect.worth, total) * points / total;
            if best.is_none_or(|(_, _, known)| worth > known) {
                best = Some((index, points, worth));
            }
        }
        best
    }

    fn target_from(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> Option<(usize, f32)> {
        self.best_target(battle, mover, hex).map(|(index, points, _)| (index, points))
    }

    /// The score of boarding a vehicle: worth while the enemy is far (P-05).
    fn boarding(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let way = mover.errand.or(mover.march).map_or(0, |row| row[usize::from(hex)]);
        if way == UNREACHABLE || way <= 2 * RIDE {
            return f32::NEG_INFINITY;
        }
        let there = battle.occupant[usize::from(hex)];
        let faster = battle.profile(there).speed.saturating_sub(battle.profile(mover.unit).speed);
        let without_shot = Mover { candidates: 0, ..*mover };
        self.score(battle, &without_shot, hex) + self.manoeuvre.close * f32::from(faster)
    }

    /// Whether a rider stays aboard: while its vehicle still has a way to go, and it could not fire after getting off.
    fn rides_on(&self, battle: &Battle<'s>, mover: &Mover<'_>, best: &Step) -> bool {
        let (Step::Walk(end) | Step::Fly(_, _, end)) = *best else { return true };
        let carrier = battle.unit(mover.unit).carrier;
        let force = battle.force(side_of(mover.unit));
        if battle.is_stunned(carrier) || self.target_from(battle, mover, end).is_some() {
            return false;
        }
        // A vehicle that has yet to move may still bring it nearer.
        let may_go_on = force.moved & bit(carrier) == 0;
        let way = mover.errand.or(mover.march).map_or(0, |row| row[usize::from(mover.start)]);
        may_go_on || (way > RIDE && self.manoeuvre.threat[usize::from(mover.start)] < 3.0)
    }

    /// Leaving the map, where that is the aim and it can be done (`breakthrough`).
    fn exit(&self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
        if battle.setup.scenario != Scenario::Breakthrough || EXIT * self.weights.objective <= 0.0 {
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
        let points: f32 = members(side.other(), enemy.watching & enemy.ready() & !enemy.watch_spent)
            .map(|watcher| self.survey.weight(is_dry(battle, watcher), battle.unit(watcher).kind))
            .sum();
        self.manoeuvre.risk.max(0.1) * mover.value * self.survey.peril(mover.kind, terrain, points)
    }

    /// A cheapest path to a hex, under Overwatch the one that enters the fewest watched hexes (P-03).
    fn path_to(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> Path {
        if self.manoeuvre.watched { self.quietest(battle, unit, hex).0 } else { self.reach.path(battle, hex) }
    }

    /// The cheapest path that enters the fewest hexes under enemy Overwatch, and how many these are.
    fn quietest(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> (Path, u32) {
        quietest(battle, &self.reach, unit, hex)
    }

    /// Puts the strongest units that an enemy may come upon on Overwatch, takes the weaker ones off (P-06).
    fn post_watchers(&mut self, battle: &Battle<'s>, side: Side) -> Option<Choice> {
        let limit = u32::from(battle.setup.rules.overwatch_limit);
        if self.weights.overwatch <= 0.0 || limit == 0 {
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
            .filter(|foe| self.survey.run(battle.unit(*foe).kind, battle.unit(*foe).hex).meets(arc))
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
fn quietest(battle: &Battle<'_>, reach: &Reach, unit: UnitId, hex: HexIndex) -> (Path, u32) {
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
        let (path, hexes) = quietest(battle, reach, unit, from);
        let view = own_view(battle, side, from);
        if best.is_none_or(|(fewest, first, _)| (hexes, view) < (fewest, first)) {
            best = Some((hexes, view, path.then(Direction::ALL[back])));
        }
    }
    let (hexes, _, path) = best.unwrap_or((0, hex, reach.path(battle, hex)));
    (path, hexes + u32::from(is_watched(battle, side, hex)))
}

/// Whether a ready enemy on Overwatch has a shot at `hex`.
fn is_watched(battle: &Battle<'_>, side: Side, hex: HexIndex) -> bool {
    let field = &battle.setup.field;
    let enemy = battle.force(side.other());
    members(side.other(), enemy.watching & enemy.ready() & !enemy.watch_spent).any(|watcher| {
        let modes = &battle.profile(watcher).modes;
        modes.iter().any(|mode| {
            let band = field.band_of_weapon[usize::from(mode.weapon)];
            field.covered(battle.unit(watcher).hex, band).contains(hex)
        })
    })
}

/// How a unit gets where it goes.
#[derive(Clone, Copy, Debug)]
enum Step {
    Stay,
    Walk(HexIndex),
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

/// Points that a unit type brings on another at the best range.
fn best_punch(survey: &Survey, dry: bool, shooter: u8, target: u8) -> f32 {
    survey.punch(dry, shooter, target).iter().copied().fold(0.0, f32::max)
}
