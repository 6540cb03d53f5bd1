//! Where one unit goes (P-03 to P-05): what every hex that it can reach is worth to it.

use super::ScriptedPlayer;
use super::manoeuvre::{DISTANCES, Gain, LEVEL, Manoeuvre, bits, leaders_discs};
use super::prize;
use super::survey::{Survey, UNREACHABLE, interpolate};
use crate::game::{Game, Side};
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, bit, place_of, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::MOST_HEXES;

/// What standing in a leader's range is worth.
const LEAD: f32 = 0.08;

/// What blocking a bridge costs.
const BRIDGE: f32 = 0.25;

/// What a half unit of path to an objective costs.
const OBJECTIVE: f32 = 0.08;

/// What holding an objective is worth.
const HOLDING: f32 = 0.6;

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

/// A hex where the unit under review may end its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) hex: HexIndex,
    /// Aboard the vehicle that stands there.
    pub(super) aboard: bool,
    /// What it is worth without the shot from there.
    pub(super) score: f32,
    /// What the unit gains by the best attack that it could join from there.
    pub(super) shot: f32,
}

/// Most ends of one move: every hex on foot, and every hex by air.
pub(super) const MOST_ENDS: usize = 2 * MOST_HEXES;

/// How a unit finds its ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    /// It can only fly.
    ByAir,
    /// By the links of its run.
    Linked,
    /// By the search under way.
    Searched,
    /// Likewise, and some of its ways lead under the arcs of enemy watchers.
    Watched,
}

impl<'s> ScriptedPlayer<'s> {
    /// The best move of a unit, or none if it is to stay where it is (P-03 to P-05).
    pub(super) fn move_unit(&mut self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
        self.weigh_gains(battle, unit);
        let mover = self.mover(battle, unit);
        self.note_arcs(battle, side_of(unit));
        let going = self.going(battle, unit);
        if matches!(going, Going::Searched | Going::Watched) {
            self.reach.search(battle, unit);
            if going == Going::Watched {
                self.detours.search_past(battle, unit, &self.manoeuvre.arcs);
            }
            if let Some(exit) = self.exit(battle, unit, going) {
                return Some(exit);
            }
        }
        self.list_ends(battle, &mover, going);
        self.score_ends(battle, &mover, going);
        let end = self.best_end(side_of(unit));
        if mover.aboard && self.rides_on(battle, &mover, end) {
            return None;
        }
        self.commit(battle, &mover, end);
        if end == mover.start { None } else { self.go(battle, &mover, end, going) }
    }

    /// How a unit is to find its ways.
    fn going(&self, battle: &Battle<'s>, unit: UnitId) -> Going {
        let (state, plan) = (battle.unit(unit), &self.manoeuvre);
        if battle.profile(unit).jet.is_some() && !battle.setup.rules.jet_may_walk {
            return Going::ByAir;
        }
        let run = self.survey.run(state.kind, state.hex);
        if plan.watchers != 0 && run.hexes.meets(&plan.arcs) {
            return Going::Watched;
        }
        let boards = battle.force(side_of(unit)).vehicles != 0;
        let leaves = battle.setup.scenario == Scenario::Breakthrough;
        if boards || leaves || !run.is_linked() { Going::Searched } else { Going::Linked }
    }

    /// Lists the hexes where a unit may end its move; its own is one of them unless it rides.
    fn list_ends(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, going: Going) {
        let ends = &mut self.manoeuvre.ends;
        ends.clear();
        let end = |hex, aboard| End { hex, aboard, score: 0.0, shot: 0.0 };
        if !mover.aboard {
            ends.push(end(mover.start, false));
        }
        match going {
            Going::ByAir => {}
            Going::Linked => {
                let run = self.survey.run(battle.unit(mover.unit).kind, mover.start);
                ends.extend(bits(run.open(battle, side_of(mover.unit))).map(|place| end(run.ways[place].0, false)));
            }
            Going::Searched | Going::Watched => {
                ends.extend(self.reach.ends().map(|hex| end(hex, battle.occupant[usize::from(hex)] != NOBODY)));
            }
        }
        self.manoeuvre.walks = ends.len();
        battle.visit_flights(mover.unit, &mut |_, _, hex| ends.push(end(hex, false)));
    }

    /// Works out what the ends are worth: layer by layer, without a branch on the way where it can be helped.
    fn score_ends(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, going: Going) {
        let (weights, field, side) = (&self.mood, &battle.setup.field, side_of(mover.unit));
        let Manoeuvre { ends, walks, threat, heart, apart, cover, crowd, led, own, units, close, watch, gains, .. } =
            &mut self.manoeuvre;
        let (hexes, close, stake) = (field.len(), *close, mover.stake);
        // Slices of one length spare looking at it again.
        let (threat, terrain) = (&threat[..hexes], &field.terrain[..hexes]);
        let (shelter, perils) = (&self.survey.shelters()[..hexes], self.survey.perils());
        let (distance, beside) = (&field.distances(*heart)[..hexes], &field.distances(mover.start)[..hexes]);
        let friends = &battle.zones[side.index()][..hexes];
        let march = &mover.lane.march.unwrap_or(friends)[..hexes];
        let close_up = if mover.lane.march.is_some() { close } else { 0.0 };
        let risk = weights.risk * stake;
        // Who stands next to a hex counts himself among the friends beside it.
        let itself = if mover.aboard { u8::MAX } else { 1 };
        for end in ends.iter_mut() {
            let at = usize::from(end.hex);
            assert!(at < hexes, "a hex off the table");
            let threatened = usize::from(threat[at] > 0);
            let others = friends[at].saturating_sub(u8::from(beside[at] == itself));
            end.score = cover[threatened] * shelter[at]
                - apart[usize::from(distance[at]).min(DISTANCES - 1)]
                - risk * perils[usize::from(terrain[at])][usize::from(threat[at])]
                - close_up * f32::from(march[at])
                - crowd[threatened] * f32::from(others);
        }
        if !field.no_passing.is_empty() {
            for end in ends.iter_mut().filter(|end| field.no_passing.contains(end.hex)) {
                end.score -= BRIDGE;
            }
        }
        let lead = weights.lead * LEAD;
        if mover.lead > 0 {
            let (discs, each) = (self.survey.discs(mover.lead), lead * 2.0 / *units as f32);
            for end in ends.iter_mut() {
                end.score += each * discs[usize::from(end.hex)].overlap(own).saturating_sub(1) as f32;
            }
        } else if lead != 0.0 {
            for end in ends.iter_mut() {
                end.score += if led.contains(end.hex) { lead } else { 0.0 };
            }
        }
        if let Some(errand) = mover.lane.errand {
            for end in ends.iter_mut() {
                let holding = if end.hex == mover.lane.goal { HOLDING } else { 0.0 };
                end.score += weights.objective * (holding - OBJECTIVE * f32::from(errand[usize::from(end.hex)]));
            }
        }
        for gain in gains.iter() {
            let ranges = field.shots_at(gain.hex);
            for end in ends.iter_mut() {
                let shot = gain.at(ranges[usize::from(end.hex)]);
                end.shot = if shot > end.shot { shot } else { end.shot };
            }
        }
        if battle.force(side).vehicles != 0 {
            for end in ends.iter_mut().filter(|end| end.aboard) {
                end.score += boarding(battle, mover, end.hex, close);
                end.shot = 0.0;
            }
        }
        if going == Going::Watched {
            // Who goes by air or stays is left alone.
            for end in ends[..*walks].iter_mut().filter(|end| end.hex != mover.start && !end.aboard) {
                if !self.detours.may_end(end.hex) {
                    let peril = &self.survey.perils()[usize::from(field.terrain[usize::from(end.hex)])];
                    end.score -= weights.risk.max(0.1) * stake * peril[usize::from(*watch)];
                }
            }
        }
    }

    /// The best end; of those that are level the first as its owner sees the map.
    fn best_end(&self, side: Side) -> HexIndex {
        let score = |end: &End| end.score + self.mood.shot * end.shot;
        let ends = &self.manoeuvre.ends;
        let best =
            ends.iter().map(score).fold(f32::NEG_INFINITY, |best, score| if score > best { score } else { best });
        let level = ends.iter().filter(|end| score(end) >= best - LEVEL).map(|end| end.hex);
        // The half-turn of side B's view turns the order of hexes round.
        let first = if side == Side::A { level.min() } else { level.max() };
        first.filter(|_| best > f32::NEG_INFINITY).unwrap_or(NOWHERE)
    }

    /// The choice that takes a unit where it is to go.
    fn go(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex, going: Going) -> Option<Choice> {
        let unit = mover.unit;
        let path = match going {
            Going::ByAir => None,
            Going::Linked => {
                let run = self.survey.run(battle.unit(unit).kind, mover.start);
                run.ways.iter().find(|(hex, _)| *hex == end).and_then(|(_, path)| self.way(battle, mover, end, *path))
            }
            Going::Searched | Going::Watched => {
                self.reach.may_end(end).then(|| self.path_to(battle, unit, end, going == Going::Watched))
            }
        };
        let mut choice = path.map(|path| Choice::Move { unit, path });
        if choice.is_none() {
            battle.visit_flights(unit, &mut |direction, length, hex| {
                if hex == end {
                    choice = Some(Choice::Fly { unit, direction, length });
                }
            });
        }
        choice
    }

    /// The path that the survey knows, or one round whoever stands in its way; none where a hex can only be flown to.
    fn way(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex, path: Path) -> Option<Path> {
        let (field, side) = (&battle.setup.field, side_of(mover.unit));
        let mut hexes = battle.walk(mover.start, path);
        let clear = hexes.all(|hex| {
            let there = battle.occupant[usize::from(hex)];
            let friend = there != NOBODY && side_of(there) == side && !field.no_passing.contains(hex);
            hex == end || ((there == NOBODY || friend) && !battle.in_enemy_zone(side, hex))
        });
        if clear {
            return Some(path);
        }
        self.reach.search(battle, mover.unit);
        self.reach.may_end(end).then(|| self.reach.path(battle, end))
    }

    /// Works out what a unit gains by firing at each of its prospects, by range, together with those who have moved and
    /// those who have yet to.
    fn weigh_gains(&mut self, battle: &Battle<'s>, unit: UnitId) {
        let plan = &mut self.manoeuvre;
        let kind = battle.unit(unit).kind;
        let (dry, _) = plan.arms[place_of(unit)];
        let (best_punches, punches) = (self.survey.best_punches(dry, kind), self.survey.punches(dry, kind));
        plan.gains.clear();
        for index in bits(plan.candidates[place_of(unit)]) {
            let prospect = &mut plan.prospects[index];
            let target = usize::from(prospect.kind);
            prospect.rest -= best_punches[target];
            let others = prospect.committed + SUPPORT * prospect.rest.max(0.0);
            for &(points, ranges) in &punches[target] {
                let worth = interpolate(&prospect.worth, others + points) * points / (others + points);
                plan.gains.push(Gain { index: index as u8, hex: prospect.hex, ranges, points, worth });
            }
        }
    }

    fn mover(&self, battle: &Battle<'s>, unit: UnitId) -> Mover<'s> {
        let (state, profile) = (battle.unit(unit), battle.profile(unit));
        let plan = &self.manoeuvre;
        let mut nearest = (i16::MAX, NOWHERE);
        for (prospect, &way) in plan.prospects[..plan.count].iter().zip(&plan.ways[place_of(unit)]) {
            let way = i16::from(way) - prospect.appeal;
            if way < nearest.0 {
                nearest = (way, prospect.hex);
            }
        }
        let mode = plan.arms[place_of(unit)].1.filter(|_| nearest.1 != NOWHERE);
        let march = mode.map(|mode| self.survey.march(state.kind, mode, nearest.1));
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

    /// The best attack that the unit under review could join from a hex.
    fn best_gain(&self, battle: &Battle<'s>, hex: HexIndex) -> Option<&Gain> {
        let worth = |gain: &Gain| gain.at(battle.setup.field.shot(hex, gain.hex));
        let mut best = (0.0, None);
        for gain in &self.manoeuvre.gains {
            if worth(gain) > best.0 {
                best = (worth(gain), Some(gain));
            }
        }
        best.1
    }

    /// Notes where a unit goes, and at whom it will fire from there.
    fn commit(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex) {
        let fire = self.best_gain(battle, end).copied();
        let plan = &mut self.manoeuvre;
        if let Some(gain) = fire {
            plan.prospects[usize::from(gain.index)].committed += gain.points;
        }
        if end != mover.start {
            if !mover.aboard {
                plan.own.remove(mover.start);
            }
            plan.own.insert(end);
            if mover.lead > 0 {
                let side = side_of(mover.unit);
                let disc = &self.survey.discs(mover.lead)[usize::from(end)];
                plan.led = leaders_discs(self.survey, battle, side, mover.unit) | disc;
            }
        }
    }

    /// Whether a rider stays aboard: while its vehicle still has a way to go, and it could not fire after getting off.
    fn rides_on(&self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex) -> bool {
        if end == NOWHERE {
            return true;
        }
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
    fn exit(&self, battle: &Battle<'s>, unit: UnitId, going: Going) -> Option<Choice> {
        if battle.setup.scenario != Scenario::Breakthrough || self.mood.objective <= 0.0 {
            return None;
        }
        let from = battle.unit(unit).hex;
        let ends = std::iter::once(from).chain(self.reach.ends());
        ends.filter(|hex| battle.may_exit_from(unit, *hex)).find_map(|hex| {
            let path = if hex == from { Path::EMPTY } else { self.path_to(battle, unit, hex, going == Going::Watched) };
            let choice = Choice::Move { unit, path: path.then_exit() };
            battle.check(choice).is_ok().then_some(choice)
        })
    }
}

/// What boarding the vehicle in a hex is worth beyond the position: a faster way while the enemy is far (P-05).
fn boarding(battle: &Battle<'_>, mover: &Mover<'_>, hex: HexIndex, close: f32) -> f32 {
    let way = mover.lane.errand.or(mover.lane.march).map_or(0, |row| row[usize::from(hex)]);
    if way == UNREACHABLE || way <= BOARD {
        return f32::NEG_INFINITY;
    }
    let there = battle.occupant[usize::from(hex)];
    let faster = battle.profile(there).speed.saturating_sub(battle.profile(mover.unit).speed);
    close * f32::from(faster)
}
