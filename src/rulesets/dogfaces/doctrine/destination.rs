//! Where one unit goes (P-03 to P-05): what every hex that it can reach is worth to it.

use super::ScriptedPlayer;
use super::manoeuvre::{DISTANCES, Gain, LEVEL, bits, leaders_discs};
use super::prize;
use super::survey::{RANGES, Survey, UNREACHABLE, interpolate};
use crate::game::{Game, Side};
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, bit, place_of, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// What standing in a leader's range is worth.
const LEAD: f32 = 0.08;

/// What each friend next to a unit costs while the enemy has area weapons.
const SPREAD: f32 = 0.05;

/// What a half unit of path to an objective costs.
const OBJECTIVE: f32 = 0.08;

/// What holding an objective is worth.
const HOLDING: f32 = 0.6;

/// What blocking a bridge costs.
const BRIDGE: f32 = 0.25;

/// Share of what friends could still bring on an enemy that they do bring.
const SUPPORT: f32 = 0.7;

/// Half units of path beyond which a rider stays aboard when he cannot fire yet.
const RIDE: u8 = 4;

/// Half units of path beyond which a soldier boards a vehicle.
const BOARD: u8 = 20;

/// One own unit while its move is being weighed.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) unit: UnitId,
    /// Value at stake, as that of a plain soldier.
    pub(super) stake: f32,
    pub(super) lead: u8,
    pub(super) lane: Lane<'a>,
    pub(super) start: HexIndex,
    pub(super) aboard: bool,
}

/// Where a unit is going.
#[derive(Clone, Copy)]
pub(super) struct Lane<'a> {
    /// Path costs to the hexes from which it can fire at its focus.
    pub(super) march: Option<&'a [u8]>,
    /// Path costs to what the scenario sends it to.
    pub(super) errand: Option<&'a [u8]>,
    /// The objective it is sent to, or [`NOWHERE`].
    pub(super) goal: HexIndex,
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

impl<'s> ScriptedPlayer<'s> {
    /// The best move of a unit, or none if it is to stay where it is (P-03 to P-05).
    pub(super) fn move_unit(&mut self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
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
        if way == UNREACHABLE || way <= BOARD {
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
        if battle.setup.scenario != Scenario::Breakthrough || self.mood.objective <= 0.0 {
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
}
