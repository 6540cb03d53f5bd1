//! Where one unit goes (P-03 to P-05): what every hex that it can reach is worth to it.

use super::ScriptedPlayer;
use super::manoeuvre::{DISTANCES, Gain, LEVEL, Manoeuvre, bits, leaders_discs};
use super::prize;
use super::survey::{GRAINS, RANGES, Survey, UNREACHABLE, interpolate};
use crate::game::{Game, Side};
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, bit, place_of, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

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

/// A hex where the unit under review may end its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) hex: HexIndex,
    /// Aboard the vehicle that stands there.
    pub(super) aboard: bool,
    /// What it is worth without the shot from there.
    pub(super) score: f32,
}

/// Most ends of one move: every hex on foot, and every hex by air.
pub(super) const MOST_ENDS: usize = 2 * MOST_HEXES;

/// How a unit finds its ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    /// It can only fly.
    ByAir,
    /// Nobody is in the way: the survey knows where it can go.
    Free,
    /// By the search under way.
    Searched,
    /// Likewise, and some of its ways lead under the arcs of enemy watchers.
    Watched,
}

/// The best end so far.
struct Best {
    score: f32,
    hex: HexIndex,
    side: Side,
}

impl Best {
    /// Takes a better end, or one that is level and comes first as its owner sees the map.
    #[inline]
    fn consider(&mut self, score: f32, hex: HexIndex) {
        if score > self.score - LEVEL {
            // The half-turn of side B's view turns the order of hexes round.
            let earlier = if self.side == Side::A { hex < self.hex } else { hex > self.hex };
            if score > self.score + LEVEL || earlier {
                *self = Best { score: score.max(self.score), hex, side: self.side };
            }
        }
    }
}

/// Everything that goes into the position scores of one unit, by hex where it depends on the hex.
struct Ground<'a> {
    threat: &'a [u8],
    terrain: &'a [u8],
    /// By terrain and threat.
    perils: &'a [[f32; GRAINS]],
    /// Where there are bridges, if anywhere.
    bridges: Option<&'a HexSet>,
    /// Points of cover by hex, and what one is worth out of the enemy's reach and within.
    shelter: &'a [f32],
    cover: [f32; 2],
    /// Hexes from the middle of the side, and what so many of them cost.
    distance: &'a [u8],
    apart: &'a [f32; DISTANCES],
    /// Risk, times the value at stake.
    risk: f32,
    /// Path costs to the shot it seeks, and what a half unit costs.
    march: Option<&'a [u8]>,
    close: f32,
    /// What being led is worth, and where it is led.
    lead: f32,
    led: &'a HexSet,
    /// Of a leader: the hexes in its range by hex, and whom it may lead of how many.
    leads: Option<&'a [HexSet]>,
    own: &'a HexSet,
    units: f32,
    /// What a friend beside it costs, how many there are, and where it is one of them itself: a hex from its start.
    spread: Option<f32>,
    friends: &'a [u8],
    start: Option<&'a [u8]>,
    /// Path costs to the objective, what a half unit costs, the objective and what it is worth to hold it.
    errand: Option<&'a [u8]>,
    objective: f32,
    goal: HexIndex,
    holding: f32,
}

impl Ground<'_> {
    /// The position score of a hex without the shot from it.
    #[inline]
    fn position(&self, hex: HexIndex) -> f32 {
        let at = usize::from(hex);
        // All slices are as long as the table is large, which spares looking again.
        assert!(at < self.threat.len(), "a hex off the table");
        let threat = self.threat[at];
        let mut score = self.cover[usize::from(threat > 0)] * self.shelter[at]
            + self.apart[usize::from(self.distance[at]).min(DISTANCES - 1)];
        if threat > 0 {
            score -= self.risk * self.perils[usize::from(self.terrain[at])][usize::from(threat)];
        }
        if self.bridges.is_some_and(|bridges| bridges.contains(hex)) {
            score -= BRIDGE;
        }
        if let Some(march) = self.march {
            score -= self.close * f32::from(march[at]);
        }
        if let Some(discs) = self.leads {
            let led = discs[at].overlap(self.own).saturating_sub(1);
            score += self.lead * 2.0 * led as f32 / self.units;
        } else if self.led.contains(hex) {
            score += self.lead;
        }
        if let Some(spread) = self.spread
            && threat > 0
        {
            let itself = self.start.is_some_and(|distance| distance[at] == 1);
            score -= spread * f32::from(self.friends[at].saturating_sub(u8::from(itself)));
        }
        if let Some(errand) = self.errand {
            score -= self.objective * f32::from(errand[at]);
            if hex == self.goal {
                score += self.holding;
            }
        }
        score
    }
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
                self.quiet.search(battle, &self.reach, &self.manoeuvre.arcs, unit);
            }
            if let Some(exit) = self.exit(battle, unit, going) {
                return Some(exit);
            }
        }
        self.list_ends(battle, &mover, going);
        self.score_ends(battle, &mover, going);
        let end = self.best_end(battle, side_of(unit));
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
        let free = battle.setup.scenario != Scenario::Breakthrough
            && battle.force(side_of(unit)).vehicles == 0
            && !run.inner.meets(&plan.contact)
            && !run.inner.meets(&battle.setup.field.no_passing);
        if free { Going::Free } else { Going::Searched }
    }

    /// Lists the hexes where a unit may end its move; its own is one of them unless it rides.
    fn list_ends(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, going: Going) {
        let ends = &mut self.manoeuvre.ends;
        ends.clear();
        let end = |hex, aboard| End { hex, aboard, score: 0.0 };
        if !mover.aboard {
            ends.push(end(mover.start, false));
        }
        match going {
            Going::ByAir => {}
            Going::Free => {
                let run = self.survey.run(battle.unit(mover.unit).kind, mover.start);
                let open = run.ways.iter().filter(|(hex, _)| battle.occupant[usize::from(*hex)] == NOBODY);
                ends.extend(open.map(|(hex, _)| end(*hex, false)));
            }
            Going::Searched | Going::Watched => {
                ends.extend(self.reach.ends().map(|hex| end(hex, battle.occupant[usize::from(hex)] != NOBODY)));
            }
        }
        self.manoeuvre.walks = ends.len();
        battle.visit_flights(mover.unit, &mut |_, _, hex| ends.push(end(hex, false)));
    }

    /// Works out what the ends are worth without the shots from them.
    fn score_ends(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, going: Going) {
        let (weights, field, side) = (&self.mood, &battle.setup.field, side_of(mover.unit));
        let Manoeuvre { ends, walks, threat, cover, apart, led, own, units, heart, bursts, close, watch, .. } =
            &mut self.manoeuvre;
        let hexes = field.len();
        let ground = Ground {
            threat: &threat[..hexes],
            terrain: &field.terrain[..hexes],
            perils: self.survey.perils(),
            bridges: (!field.no_passing.is_empty()).then_some(&field.no_passing),
            shelter: &self.survey.shelters()[..hexes],
            cover: *cover,
            distance: &field.distances(*heart)[..hexes],
            apart,
            risk: weights.risk * mover.stake,
            march: mover.lane.march.map(|march| &march[..hexes]),
            close: *close,
            lead: weights.lead * LEAD,
            led,
            leads: (mover.lead > 0).then(|| &self.survey.discs(mover.lead)[..hexes]),
            own,
            units: *units as f32,
            spread: bursts.then_some(weights.spread * SPREAD),
            friends: &battle.zones[side.index()][..hexes],
            start: (!mover.aboard).then(|| &field.distances(mover.start)[..hexes]),
            errand: mover.lane.errand.map(|errand| &errand[..hexes]),
            objective: weights.objective * OBJECTIVE,
            goal: mover.lane.goal,
            holding: weights.objective * HOLDING,
        };
        for end in ends.iter_mut() {
            end.score = ground.position(end.hex);
            if end.aboard {
                end.score += boarding(battle, mover, end.hex, *close);
            }
        }
        if going == Going::Watched {
            // Who goes by air or stays is left alone.
            for end in ends[..*walks].iter_mut().filter(|end| end.hex != mover.start && !end.aboard) {
                if self.quiet.hexes(end.hex) > 0 {
                    let peril = self.survey.perils()[usize::from(field.terrain[usize::from(end.hex)])];
                    let peril = peril[usize::from(*watch)];
                    end.score -= weights.risk.max(0.1) * mover.stake * peril;
                }
            }
        }
    }

    /// The best end, the shots from there included.
    fn best_end(&self, battle: &Battle<'s>, side: Side) -> HexIndex {
        let (plan, weight) = (&self.manoeuvre, self.mood.shot);
        let most = weight.max(0.0) * plan.gains.first().map_or(0.0, |gain| gain.most);
        // No shot takes anything off, unless somebody wants it so: what cannot come up to the best position is out.
        let highest = plan.ends.iter().fold(f32::NEG_INFINITY, |highest, end| highest.max(end.score));
        let floor = if weight < 0.0 { f32::NEG_INFINITY } else { highest };
        let mut best = Best { score: f32::NEG_INFINITY, hex: NOWHERE, side };
        for end in &plan.ends {
            if end.score + most >= floor.max(best.score) - LEVEL {
                let shot = if end.aboard { 0.0 } else { self.best_gain(battle, end.hex).1 };
                best.consider(end.score + weight * shot, end.hex);
            }
        }
        best.hex
    }

    /// The choice that takes a unit where it is to go.
    fn go(&self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex, going: Going) -> Option<Choice> {
        let unit = mover.unit;
        let path = match going {
            Going::ByAir => None,
            Going::Free => {
                let run = self.survey.run(battle.unit(unit).kind, mover.start);
                run.ways.iter().find(|(hex, _)| *hex == end).map(|(_, path)| *path)
            }
            Going::Searched | Going::Watched => {
                self.reach.may_end(end).then(|| self.path_to(battle, end, going == Going::Watched))
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

    /// Works out what a unit gains by firing at each of its prospects, by range, together with those who have moved and
    /// those who have yet to.
    fn weigh_gains(&mut self, battle: &Battle<'s>, unit: UnitId) {
        let plan = &mut self.manoeuvre;
        let kind = battle.unit(unit).kind;
        let (dry, _) = plan.arms[place_of(unit)];
        let (best_punches, punches) = (self.survey.best_punches(dry, kind), self.survey.punches(dry, kind));
        let reach = self.survey.reach(kind);
        plan.gains.clear();
        for index in bits(plan.candidates[place_of(unit)]) {
            let prospect = &mut plan.prospects[index];
            let target = usize::from(prospect.kind);
            prospect.rest -= best_punches[target];
            let others = prospect.committed + SUPPORT * prospect.rest.max(0.0);
            let mut gain = Gain { index: index as u8, hex: prospect.hex, worth: [0.0; RANGES], most: 0.0 };
            // Most weapons bring the same at all their ranges.
            let mut known = (0.0, 0.0);
            for (worth, &points) in gain.worth.iter_mut().zip(&punches[target][..reach]) {
                if points > 0.0 {
                    if points != known.0 {
                        known = (points, interpolate(&prospect.worth, others + points) * points / (others + points));
                        gain.most = gain.most.max(known.1);
                    }
                    *worth = known.1;
                }
            }
            if gain.most > 0.0 {
                plan.gains.push(gain);
                // Largest first, of equals the one that was there before.
                let mut place = plan.gains.len() - 1;
                while place > 0 && plan.gains[place - 1].most < gain.most {
                    plan.gains.swap(place - 1, place);
                    place -= 1;
                }
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

    /// The best attack that the unit under review could join from a hex with its range, and what it gains by that.
    #[inline]
    fn best_gain(&self, battle: &Battle<'s>, hex: HexIndex) -> (Option<(&Gain, usize)>, f32) {
        let plan = &self.manoeuvre;
        let shots = battle.setup.field.shots(hex);
        let mut best = (None, 0.0);
        for gain in &plan.gains {
            if gain.most <= best.1 {
                break;
            }
            let range = usize::from(shots[usize::from(gain.hex)]).min(RANGES - 1);
            if gain.worth[range] > best.1 {
                best = (Some((gain, range)), gain.worth[range]);
            }
        }
        best
    }

    /// Notes where a unit goes, and at whom it will fire from there.
    fn commit(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex) {
        let fire = self.best_gain(battle, end).0.map(|(gain, range)| (usize::from(gain.index), range));
        let plan = &mut self.manoeuvre;
        if let Some((index, range)) = fire {
            let prospect = &mut plan.prospects[index];
            let kind = battle.unit(mover.unit).kind;
            let (dry, _) = plan.arms[place_of(mover.unit)];
            prospect.committed += self.survey.punches(dry, kind)[usize::from(prospect.kind)][range];
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
        if battle.is_stunned(carrier) || self.best_gain(battle, end).0.is_some() {
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
            let path = if hex == from { Path::EMPTY } else { self.path_to(battle, hex, going == Going::Watched) };
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
