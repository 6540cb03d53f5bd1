//! Where one unit goes (P-03 to P-05): what every hex that it can reach is worth to it.

use super::ScriptedPlayer;
use super::expected_loss::interpolate;
use super::movement_phase::{Gain, bits, leaders_discs, own_view};
use super::position_value::{Leadership, PositionValue, Ranking};
use super::precomputed::{Firepower, Precomputed, UNREACHABLE};
use super::reachability::{Obstacles, Reachability, Scope, Walker};
use crate::game::Tactics;
use crate::game::{Game, Side};
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, place_of, side_of};
use crate::rulesets::dogfaces::tactics;
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, Hexes, MOST_HEXES, WORDS};

/// Half units of path by which a unit may get ahead of the others.
const SLACK: u8 = 2;

/// How much more the enemy's fire is to be feared by one whom he may have to himself.
const ALONE: f32 = 2.5;

/// Weight of the loss to be expected under the arc of a watcher, at least: unlike others he does fire.
const WATCHED: f32 = 0.5;

/// What a Stunned friend in the range of a leader or medic is worth to him.
const RESCUE: f32 = 0.3;

/// What standing in a leader's range is worth.
const LEAD: f32 = 0.08;

/// Share of what friends could still bring on an enemy that they do bring.
const SUPPORT: f32 = 0.7;

/// Hexes by which leaders keep further back where they are the stake.
const STAKED: f32 = 2.0;

/// Fewest ready units of which leaders and medics keep behind the foremost.
const COMPANY: usize = 3;

/// Half units of path beyond which a rider stays aboard when he cannot fire yet.
const RIDE: u8 = 4;

/// Half units of path beyond which a soldier boards a vehicle.
const BOARD: u8 = 12;

/// One own unit while its move is being weighed.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) unit: UnitId,
    /// Value at stake, as that of a plain soldier.
    pub(super) stake: f32,
    pub(super) lead: u8,
    /// Whether it helps Stunned friends to recover: a leader on foot or a medic.
    pub(super) helps: bool,
    pub(super) lane: Lane<'a>,
    pub(super) start: HexIndex,
    pub(super) aboard: bool,
    /// Whether it keeps to the pace of the others, which it could get ahead of, or behind them.
    pub(super) holds_back: bool,
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

/// Most ends of one move: every hex on foot, and every hex by air.
pub(super) const MOST_ENDS: usize = 2 * MOST_HEXES;

/// How a unit finds its ways; `W` words hold the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Going<'s, const W: usize> {
    /// It can only fly.
    ByAir,
    /// Spread over what is left of its run: what of that is reached on ways past the arcs of enemy watchers, and whether any
    /// of it lies under the arcs.
    Spread { run: &'s Reachability, walker: Walker<'s>, scope: Scope<W>, quiet: Hexes<W>, watched: bool },
    /// By the search under way, some of whose ways lead under the arcs of enemy watchers, or none.
    Searched { watched: bool },
}

impl<'s> ScriptedPlayer<'s> {
    /// The best move of a unit, or none if it is to stay where it is (P-03 to P-05).
    pub(super) fn move_unit(&mut self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
        match battle.setup.field.len().div_ceil(64) {
            0..=2 => self.move_unit_in::<2>(battle, unit),
            3 => self.move_unit_in::<3>(battle, unit),
            4 => self.move_unit_in::<4>(battle, unit),
            _ => self.move_unit_in::<WORDS>(battle, unit),
        }
    }

    /// The same where `W` words hold the board.
    fn move_unit_in<const W: usize>(&mut self, battle: &Battle<'s>, unit: UnitId) -> Option<Choice> {
        self.weigh_gains(battle, unit);
        let mover = self.mover(battle, unit);
        self.note_arcs(battle, side_of(unit));
        let going = self.going::<W>(battle, unit);
        if let Going::Searched { watched } = going
            && let Some(exit) = self.exit(battle, unit, watched)
        {
            return Some(exit);
        }
        let end = self.best_end(battle, &mover, &going);
        if mover.aboard && self.rides_on(battle, &mover, end) {
            return None;
        }
        self.commit(battle, &mover, end);
        if end == mover.start { None } else { self.go(battle, &mover, end, &going) }
    }

    /// How a unit is to find its ways.
    pub(super) fn going<const W: usize>(&mut self, battle: &Battle<'s>, unit: UnitId) -> Going<'s, W> {
        let (state, side) = (battle.unit(unit), side_of(unit));
        if battle.profile(unit).jet.is_some() && !battle.setup.rules.jet_may_walk {
            return Going::ByAir;
        }
        let run = self.precomputed.run(state.kind, state.hex);
        let watched = !self.manoeuvre.watchers.is_empty() && run.hexes.meets(&self.manoeuvre.arcs);
        let boards = !battle.force(side).vehicles.is_empty();
        let leaves = battle.setup.scenario == Scenario::Breakthrough;
        if boards || leaves || !run.is_near {
            self.reach.search(battle, unit);
            if watched {
                self.detours.search_past(battle, unit, &self.manoeuvre.arcs);
            }
            return Going::Searched { watched };
        }
        let (run, walker, scope) = self.run_of(battle, unit);
        let quiet = if watched { run.past(&walker, &scope, &self.manoeuvre.arcs) } else { scope.ends };
        Going::Spread { run, walker, scope, quiet, watched }
    }

    /// Where a unit may get to by its run.
    pub(super) fn run_of<const W: usize>(
        &self,
        battle: &Battle<'s>,
        unit: UnitId,
    ) -> (&'s Reachability, Walker<'s>, Scope<W>) {
        let (state, side, profile) = (battle.unit(unit), side_of(unit), battle.profile(unit));
        let run = self.precomputed.run(state.kind, state.hex);
        let (vehicle, speed) = (profile.vehicle, profile.speed);
        let walker = Walker { field: &battle.setup.field, vehicle, speed, start: state.hex };
        let scope = run.scope(
            &walker,
            Obstacles {
                friends: &battle.held[side.index()],
                enemies: &battle.held[side.other().index()],
                zones: &self.manoeuvre.zones,
            },
        );
        (run, walker, scope)
    }

    /// The best hex to end the move in; its own is one of them unless it rides.
    pub(super) fn best_end<const W: usize>(
        &self,
        battle: &Battle<'s>,
        mover: &Mover<'s>,
        going: &Going<'s, W>,
    ) -> HexIndex {
        let (plan, field, side) = (&self.manoeuvre, &battle.setup.field, side_of(mover.unit));
        let ground = self.ground(battle, mover);
        let weight = self.mood.shot;
        let shot = |hex: HexIndex| weight * self.best_gain(hex).map_or(0.0, |gain| gain.worth);
        // What being fired at on the way costs.
        let fired_at = |hex: HexIndex| {
            let risk_area = &self.precomputed.perils()[usize::from(field.terrain[usize::from(hex)])];
            self.mood.risk.max(WATCHED) * mover.stake * risk_area[usize::from(plan.watch)]
        };
        let mut ranking = Ranking::new();
        if !mover.aboard {
            let gain = shot(mover.start);
            ranking.weigh(&ground, mover.start, gain + plan.settled);
        }
        match going {
            Going::ByAir => {}
            Going::Spread { scope, quiet, watched, .. } => {
                // By the shot that a hex offers, best first, until no other shot can make up for what the best end is
                // worth already.
                let friends = battle.force(side).standing().len() as usize;
                let ceiling = ground.ceiling(friends, plan.ceiling);
                let mut left = scope.ends;
                let weigh = |ground: &PositionValue<'_>, hexes: Hexes<W>, shot: f32, ranking: &mut Ranking| {
                    if !watched {
                        return ranking.weigh_all(ground, &hexes, weight * shot, ceiling);
                    }
                    ranking.weigh_all(ground, &(hexes & quiet), weight * shot, ceiling);
                    (hexes - quiet).iter().for_each(|hex| ranking.weigh(ground, hex, weight * shot - fired_at(hex)));
                };
                for gain in plan.gains() {
                    if left.is_empty() || (weight >= 0.0 && ranking.beats(ceiling + weight * gain.worth)) {
                        break;
                    }
                    let offering = left & &self.precomputed.firing_positions(gain.ranges, gain.hex).resized();
                    if !offering.is_empty() {
                        weigh(&ground, offering, gain.worth, &mut ranking);
                        left -= &offering;
                    }
                }
                if !left.is_empty() && (weight < 0.0 || !ranking.beats(ceiling)) {
                    weigh(&ground, left, 0.0, &mut ranking);
                }
            }
            Going::Searched { watched } => {
                for hex in self.reach.ends() {
                    if battle.occupant[usize::from(hex)] != NOBODY {
                        ranking.weigh(&ground, hex, boarding(battle, mover, hex, plan.close, self.without));
                        continue;
                    }
                    let gain = shot(hex);
                    let way = if *watched && !self.detours.may_end(hex) { fired_at(hex) } else { 0.0 };
                    ranking.weigh(&ground, hex, gain - way);
                }
            }
        }
        // Who goes by air is not fired at.
        if battle.profile(mover.unit).jet.is_some() {
            battle.visit_flights(mover.unit, &mut |_, _, hex| {
                let gain = shot(hex);
                ranking.weigh(&ground, hex, gain);
            });
        }
        ranking.first(side)
    }

    /// What hexes are worth to a unit.
    fn ground<'a>(&'a self, battle: &'a Battle<'s>, mover: &Mover<'a>) -> PositionValue<'a> {
        let (weights, plan, field) = (&self.mood, &self.manoeuvre, &battle.setup.field);
        let side = side_of(mover.unit);
        let hexes = field.len();
        let friends = &battle.zones[side.index()][..hexes];
        let lead = weights.lead * LEAD;
        PositionValue {
            threat: &plan.threat[..hexes],
            terrain: &field.terrain,
            shelter: self.precomputed.shelters(),
            perils: self.precomputed.perils(),
            distance: field.distances(plan.medoid),
            apart: &plan.apart,
            friends,
            beside: field.distances(mover.start),
            // Who stands next to a hex counts himself among the friends beside it.
            itself: if mover.aboard { u8::MAX } else { 1 },
            march: if mover.holds_back { &plan.held_back[..hexes] } else { mover.lane.march.unwrap_or(friends) },
            close: if mover.lane.march.is_some() { plan.close } else { 0.0 },
            cover: plan.cover,
            crowd: plan.crowd,
            // Who is sent somewhere does not wait.
            risk: weights.risk * mover.stake * if mover.lane.errand.is_none() { plan.caution } else { 1.0 },
            bridges: Some(&field.no_passing).filter(|bridges| !bridges.is_empty()),
            leadership: if mover.lead > 0 || (mover.helps && !plan.fallen.is_empty()) {
                let range = if mover.lead > 0 { mover.lead } else { battle.setup.codex.numbers.medic_reach };
                Leadership::Leads {
                    discs: self.precomputed.discs(range),
                    own: &battle.held[side.index()],
                    each: if mover.lead > 0 { lead * 2.0 / plan.units as f32 } else { 0.0 },
                    fallen: Some(&plan.fallen).filter(|fallen| mover.helps && !fallen.is_empty()),
                    help: if mover.helps { weights.rescue * RESCUE } else { 0.0 },
                }
            } else {
                Leadership::Led(&plan.led, lead)
            },
            lane: mover.lane,
            objective: weights.objective,
        }
    }

    /// The choice that takes a unit where it is to go.
    fn go<const W: usize>(
        &self,
        battle: &Battle<'s>,
        mover: &Mover<'_>,
        end: HexIndex,
        going: &Going<'s, W>,
    ) -> Option<Choice> {
        let unit = mover.unit;
        let path = match going {
            Going::ByAir => None,
            Going::Spread { run, walker, scope, quiet, watched } => scope.ends.contains(end).then(|| {
                let arcs = if *watched { &self.manoeuvre.arcs } else { &HexSet::EMPTY };
                let kept_from = if quiet.contains(end) { [arcs, &HexSet::EMPTY] } else { [&HexSet::EMPTY, arcs] };
                let view = |hex| own_view(battle, side_of(unit), hex);
                let costs = self.precomputed.path_costs_from(walker.vehicle, walker.start);
                run.path(walker, scope, kept_from, end, view, costs)
            }),
            Going::Searched { watched } => self.reach.may_end(end).then(|| self.path_to(battle, unit, end, *watched)),
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

    /// Works out what a unit gains by firing at each of its prospects, together with those who have moved and those who
    /// have yet to; the best first.
    pub(super) fn weigh_gains(&mut self, battle: &Battle<'s>, unit: UnitId) {
        let plan = &mut self.manoeuvre;
        let kind = battle.unit(unit).kind;
        let (dry, _) = plan.arms[place_of(unit)];
        let (best_punches, punches) = (self.precomputed.best_punches(dry, kind), self.precomputed.punches(dry, kind));
        plan.forget_gains();
        for index in bits(plan.candidates[place_of(unit)]) {
            let prospect = &mut plan.prospects[index];
            let target = usize::from(prospect.kind);
            prospect.rest -= best_punches[target];
            let others = prospect.committed + SUPPORT * prospect.rest.max(0.0);
            let hex = prospect.hex;
            for &Firepower { points, ranges } in &punches[target] {
                let by_points = &plan.prospects[index].worth;
                let worth = interpolate(by_points, others + points) * points / (others + points);
                if worth > 0.0 {
                    plan.note_gain(Gain { index: index as u8, hex, ranges, points, worth });
                }
            }
        }
    }

    pub(super) fn mover(&mut self, battle: &Battle<'s>, unit: UnitId) -> Mover<'s> {
        let (state, profile) = (battle.unit(unit), battle.profile(unit));
        let plan = &mut self.manoeuvre;
        // The enemy with the shortest way, of several the first; without a branch, for it cannot be foreseen.
        let ways = plan.prospects[..plan.count].iter().zip(&plan.ways[place_of(unit)]).enumerate();
        let keys = ways.map(|(index, (prospect, &way))| (i32::from(way) - i32::from(prospect.appeal), index));
        let nearest = keys.fold(i64::MAX, |least, (way, index)| least.min(i64::from(way) << 32 | index as i64));
        let focus = plan.prospects[..plan.count].get(nearest as u32 as usize);
        let way = plan.ways[place_of(unit)].get(nearest as u32 as usize).map_or(0, |way| *way);
        let mode = plan.arms[place_of(unit)].1;
        let march = mode
            .zip(focus)
            .filter(|_| way != UNREACHABLE)
            .map(|(mode, focus)| self.precomputed.march(state.kind, mode, focus.hex));
        let allowance = profile.jet.map_or(profile.speed, |(_, longest)| profile.speed.max(2 * longest));
        let crosses = (battle.setup.scenario, side_of(unit)) == (Scenario::Breakthrough, Side::A);
        let outruns =
            (profile.vehicle || profile.jet.is_some()) && !crosses && way.saturating_sub(allowance) + SLACK < plan.pace;
        let helps = !profile.vehicle && (profile.lead > 0 || profile.medic);
        // Who helps the others stands behind the foremost of them.
        let rear = match battle.setup.scenario {
            _ if !helps || crosses || plan.units < COMPANY => 0.0,
            Scenario::Decapitation if profile.lead > 0 => self.mood.rear + STAKED,
            _ => self.mood.rear,
        };
        let rear = (2.0 * rear) as u8;
        let held = march.filter(|_| outruns || rear > 0);
        if let Some(march) = held {
            let pace = plan.pace.saturating_add(rear);
            let held_back = &mut plan.held_back[..march.len()];
            for (held, &way) in held_back.iter_mut().zip(march) {
                *held = way.max(pace).saturating_add(pace.saturating_sub(way));
            }
        }
        let goal = plan.assignments[place_of(unit)];
        let errand = if crosses {
            Some(self.precomputed.way_out(profile.vehicle))
        } else {
            (goal != NOWHERE).then(|| self.precomputed.path_costs(profile.vehicle, goal))
        };
        let mut value = self.precomputed.value(state.kind);
        value += self.mood.guard * (value - 1.0).max(0.0);
        if profile.capacity > 0 {
            value += battle.riders(unit).map(|rider| self.precomputed.value(battle.unit(rider).kind)).sum::<f32>();
        }
        Mover {
            unit,
            stake: value * self.precomputed.vulnerability(state.kind) * if outruns { ALONE } else { 1.0 },
            lead: profile.lead,
            helps,
            lane: Lane { march, errand, goal },
            start: state.hex,
            holds_back: held.is_some(),
            aboard: state.carrier != NOBODY,
        }
    }

    /// The best attack that the unit under review could join from a hex.
    fn best_gain(&self, hex: HexIndex) -> Option<&Gain> {
        self.manoeuvre.gains().find(|gain| self.precomputed.firing_positions(gain.ranges, gain.hex).contains(hex))
    }

    /// Notes where a unit goes, and at whom it will fire from there.
    fn commit(&mut self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex) {
        let fire = self.best_gain(end).copied();
        let plan = &mut self.manoeuvre;
        if let Some(gain) = fire {
            plan.prospects[usize::from(gain.index)].committed += gain.points;
        }
        if end != mover.start && mover.lead > 0 {
            let side = side_of(mover.unit);
            let disc = &self.precomputed.discs(mover.lead)[usize::from(end)];
            plan.led = leaders_discs(self.precomputed, battle, side, mover.unit) | disc;
        }
    }

    /// Whether a rider stays aboard: while its vehicle still has a way to go, and it could not fire after getting off.
    fn rides_on(&self, battle: &Battle<'s>, mover: &Mover<'_>, end: HexIndex) -> bool {
        if end == NOWHERE {
            return true;
        }
        let carrier = battle.unit(mover.unit).carrier;
        let force = battle.force(side_of(mover.unit));
        if battle.is_stunned(carrier) || self.best_gain(end).is_some() {
            return false;
        }
        let threat = &self.manoeuvre.threat;
        // A vehicle that has yet to move may still bring it nearer; it is no use to walk back from where it has brought it.
        let may_go_on = !force.moved.contains(carrier);
        let row = mover.lane.errand.or(mover.lane.march);
        let [way, after] = [mover.start, end].map(|hex| row.map_or(0, |row| row[usize::from(hex)]));
        // Under fire he gets off where there is less of it.
        let [here, there] = [mover.start, end].map(|hex| threat[usize::from(hex)]);
        may_go_on || after > way || (way > RIDE && (here < Precomputed::grains(3.0) || here <= there))
    }

    /// Leaving the map, where that is the aim and it can be done (`breakthrough`).
    fn exit(&self, battle: &Battle<'s>, unit: UnitId, watched: bool) -> Option<Choice> {
        if battle.setup.scenario != Scenario::Breakthrough || self.mood.objective <= 0.0 {
            return None;
        }
        let from = battle.unit(unit).hex;
        let ends = std::iter::once(from).chain(self.reach.ends());
        ends.filter(|hex| battle.may_exit_from(unit, *hex)).find_map(|hex| {
            let path = if hex == from { Path::EMPTY } else { self.path_to(battle, unit, hex, watched) };
            let choice = Choice::Move { unit, path: path.then_exit() };
            battle.check(choice).is_ok().then_some(choice)
        })
    }
}

/// What boarding the vehicle in a hex is worth beyond the position: a faster way while the enemy is far (P-05).
fn boarding(battle: &Battle<'_>, mover: &Mover<'_>, hex: HexIndex, close: f32, without: Tactics) -> f32 {
    let way = mover.lane.errand.or(mover.lane.march).map_or(0, |row| row[usize::from(hex)]);
    if way == UNREACHABLE || way <= BOARD || without.has(tactics::RIDING) {
        return f32::NEG_INFINITY;
    }
    let there = battle.occupant[usize::from(hex)];
    let faster = battle.profile(there).speed.saturating_sub(battle.profile(mover.unit).speed);
    close * f32::from(faster)
}
