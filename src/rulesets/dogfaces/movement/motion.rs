//! Carrying out a move step by step: from the first step to where it ends, through Overwatch fire.

use super::Entry;
use crate::game::{Observer, UnitStat};
use crate::rulesets::dogfaces::choices::{MOST_STEPS, Path, PathStep};
use crate::rulesets::dogfaces::codex::Halves;
use crate::rulesets::dogfaces::events;
use crate::rulesets::dogfaces::ledger::rule;
use crate::rulesets::dogfaces::rules::JetZoc;
use crate::rulesets::dogfaces::state::{
    Battle, Decision, NOBODY, Phase, UnitId, UnitSet, bit, members, place_of, side_of,
};
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// Cost of each hex of a flight (DF-MOV-08).
const FLIGHT_COST: Halves = 2;

/// A move under way.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// The mover.
    pub unit: UnitId,
    /// The declared path.
    pub path: Path,
    /// Steps taken.
    pub taken: u8,
    /// Whether it flies.
    pub flying: bool,
    /// The vehicle it got off, or [`NOBODY`].
    pub from_carrier: UnitId,
    /// Half units spent.
    pub spent: Halves,
    /// Whether it has left the map.
    pub gone: bool,
    /// Hexes visited, the start first.
    pub trail: [HexIndex; MOST_STEPS + 1],
    /// Steps that the observer has been told of.
    pub told: u8,
    /// Whether the mover was hit and went somewhere else, which ends the move.
    pub diverted: bool,
}

impl Motion {
    /// The hex the mover has reached.
    #[must_use]
    pub fn at(&self) -> HexIndex {
        self.trail[usize::from(self.taken)]
    }
}

impl Battle<'_> {
    /// Begins a legal move.
    #[inline]
    pub(in crate::rulesets::dogfaces) fn begin_motion<C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        path: Path,
        flying: bool,
        observer: &mut C,
    ) {
        let force = &mut self.forces[side_of(unit).index()];
        force.moved |= bit(unit);
        // DF-OVW-04
        if force.watching.contains(unit) {
            force.watching &= !bit(unit);
            observer.rule_fired(rule::OVW_04);
            observer.event(|| events::status(self, unit, "off-overwatch"));
        }
        let from_carrier = self.unit(unit).carrier;
        if from_carrier == NOBODY {
            self.lift(unit);
        } else {
            observer.rule_fired(rule::VEH_09);
            self.leave_carrier(unit);
            observer.event(|| events::status(self, unit, "gets-off"));
        }
        let riders = self.rider_set(unit);
        self.forces[side_of(unit).index()].rode |= riders;
        if !riders.is_empty() {
            observer.rule_fired(rule::VEH_08);
        }
        let mut trail = [NOWHERE; MOST_STEPS + 1];
        trail[0] = self.unit(unit).hex;
        self.motion = Some(Motion {
            unit,
            path,
            taken: 0,
            flying,
            from_carrier,
            spent: 0,
            gone: false,
            trail,
            told: 0,
            diverted: false,
        });
        observer.count(side_of(unit), place_of(unit), UnitStat::Moves, 1);
        self.advance(observer);
    }

    /// The riders of a vehicle as a set.
    pub(in crate::rulesets::dogfaces) fn rider_set(&self, carrier: UnitId) -> UnitSet {
        if self.profile(carrier).capacity == 0 {
            return UnitSet::EMPTY;
        }
        self.riders(carrier).fold(UnitSet::EMPTY, |set, rider| set | bit(rider))
    }

    pub(in crate::rulesets::dogfaces) fn leave_carrier(&mut self, unit: UnitId) {
        self.units[usize::from(unit)].carrier = NOBODY;
        self.forces[side_of(unit).index()].aboard &= !bit(unit);
    }

    pub(in crate::rulesets::dogfaces) fn board(&mut self, unit: UnitId, carrier: UnitId) {
        let hex = self.unit(carrier).hex;
        let state = &mut self.units[usize::from(unit)];
        state.carrier = carrier;
        state.hex = hex;
        let force = &mut self.forces[side_of(unit).index()];
        force.aboard |= bit(unit);
        force.watching &= !bit(unit);
    }

    /// Takes the mover further along its path until it arrives, is stopped, or may be fired at.
    pub(in crate::rulesets::dogfaces) fn advance<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let Some(mut motion) = self.motion else { return };
        let unit = motion.unit;
        let side = side_of(unit);
        let vehicle = self.profile(unit).vehicle;
        let enemy = side.other();
        while usize::from(motion.taken) < motion.path.len() {
            let at = motion.at();
            let PathStep::To(direction) = motion.path.step(usize::from(motion.taken)) else {
                motion.spent += self.setup.codex.numbers.exit_cost;
                motion.gone = true;
                self.motion = Some(motion);
                self.tell_motion(observer);
                return self.exit(unit, observer);
            };
            let to = self.setup.field.neighbours[usize::from(at)][direction as usize];
            let there = self.occupant[usize::from(to)];
            // Overwatch fire may have driven somebody into the way.
            if there != NOBODY && !motion.flying && matches!(self.entry(unit, to), Entry::Closed) {
                break;
            }
            motion.spent +=
                if motion.flying { FLIGHT_COST } else { self.setup.field.cost(vehicle, at, direction as usize) };
            motion.taken += 1;
            motion.trail[usize::from(motion.taken)] = to;
            self.carry_to(unit, to);
            if !self.force(enemy).watching.is_empty() && self.triggers(enemy, unit, at, to) {
                self.motion = Some(motion);
                if self.occupant[usize::from(to)] == NOBODY {
                    self.put_in_passing(unit, to);
                }
                self.tell_motion(observer);
                self.open_reaction(enemy);
                return;
            }
            if self.stops_here(&motion, observer) {
                break;
            }
        }
        self.motion = Some(motion);
        self.tell_motion(observer);
        self.arrive(observer);
    }

    /// Ends the move of a ready mover where it has got to: aboard the vehicle there, or on the ground.
    fn arrive<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let Some(motion) = self.motion else { return };
        let unit = motion.unit;
        let there = self.occupant[usize::from(motion.at())];
        let walked_all = !motion.flying && usize::from(motion.taken) == motion.path.len();
        if !walked_all || there == NOBODY || there == unit || self.check_boarding(unit, there).is_err() {
            return self.settle_mover(observer);
        }
        // DF-OVW-05: he has been under fire in this hex as in any other; only now is he a rider.
        self.board(unit, there);
        self.forces[side_of(unit).index()].boarded |= bit(unit);
        observer.rule_fired(rule::VEH_07);
        observer.event(|| events::status(self, unit, "boards"));
        self.end_motion();
    }

    /// Whether an enemy zone ends the move where it has got to.
    fn stops_here<C: Observer<events::LogEntry>>(&mut self, motion: &Motion, observer: &mut C) -> bool {
        let side = side_of(motion.unit);
        if !self.in_enemy_zone(side, motion.at()) || (motion.flying && self.setup.rules.jet_zoc == JetZoc::Ignores) {
            return false;
        }
        self.forces[side.index()].halted |= bit(motion.unit);
        observer.rule_fired(rule::ZOC_01);
        true
    }

    /// Goes on with a move after an Overwatch attack, or after the watchers have held their fire.
    pub(in crate::rulesets::dogfaces) fn resume_motion<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let Some(motion) = self.motion else { return };
        let unit = motion.unit;
        let side = side_of(unit);
        (self.phase, self.decision, self.decider) = (Phase::Movement, Decision::Move, side);
        if !self.force(side).alive.contains(unit) || motion.diverted {
            return self.end_motion();
        }
        if self.is_stunned(unit) {
            // DF-OVW-09
            return self.settle_mover(observer);
        }
        let arrived = usize::from(motion.taken) == motion.path.len();
        if self.stops_here(&motion, observer) || arrived {
            return self.arrive(observer);
        }
        self.lift(unit);
        self.advance(observer);
    }

    /// Ends the move in the hex reached, or in the last one on its way where the mover may stop (DF-OVW-10).
    fn settle_mover<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let Some(motion) = self.motion else { return };
        let unit = motion.unit;
        self.lift(unit);
        let vehicle = self.profile(unit).vehicle;
        for taken in (0..=usize::from(motion.taken)).rev() {
            let hex = motion.trail[taken];
            let there = self.occupant[usize::from(hex)];
            if there == NOBODY && self.setup.field.may_stand(vehicle, hex) {
                self.carry_to(unit, hex);
                self.put(unit, hex);
                if taken < usize::from(motion.taken) {
                    observer.rule_fired(rule::OVW_10);
                    observer.event(|| events::put_back(self, unit));
                }
                return self.end_motion();
            }
            // Only the start can be a vehicle that the mover got off.
            if there != NOBODY && there == motion.from_carrier {
                self.board(unit, there);
                observer.rule_fired(rule::OVW_10);
                observer.event(|| events::put_back(self, unit));
                observer.event(|| events::status(self, unit, "boards"));
                return self.end_motion();
            }
        }
        // The start was taken by somebody driven back there while the mover was on its way: the nearest empty hex.
        let hex = self.nearest_open(unit, motion.trail[0]);
        self.carry_to(unit, hex);
        self.put(unit, hex);
        observer.rule_fired(rule::OVW_10);
        observer.event(|| events::put_back(self, unit));
        self.end_motion();
    }

    /// The empty hex nearest to `from` that a unit may enter, `from` included; of several the lowest index.
    pub(in crate::rulesets::dogfaces) fn nearest_open(&self, unit: UnitId, from: HexIndex) -> HexIndex {
        let field = &self.setup.field;
        let vehicle = self.profile(unit).vehicle;
        field
            .grid
            .hexes()
            .filter(|hex| self.occupant[usize::from(*hex)] == NOBODY && field.may_stand(vehicle, *hex))
            .min_by_key(|hex| (field.distance(from, *hex), *hex))
            .expect("a map has more hexes than units")
    }

    fn end_motion(&mut self) {
        self.motion = None;
        (self.phase, self.decision, self.decider) = (Phase::Movement, Decision::Move, self.active);
    }

    /// Writes the place of a unit in transit, and of its riders, without setting it on the board.
    fn carry_to(&mut self, unit: UnitId, hex: HexIndex) {
        self.units[usize::from(unit)].hex = hex;
        if self.profile(unit).capacity > 0 {
            for rider in members(side_of(unit), self.rider_set(unit)) {
                self.units[usize::from(rider)].hex = hex;
            }
        }
    }

    /// Sets a mover on the board for the time of an Overwatch attack; it takes over no objective in passing.
    fn put_in_passing(&mut self, unit: UnitId, hex: HexIndex) {
        self.occupant[usize::from(hex)] = unit;
        self.held[side_of(unit).index()].insert(hex);
        if self.exerts_zone(unit) {
            self.change_zones(unit, hex, u8::wrapping_add);
        }
    }

    /// DF-SCN-03
    fn exit<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let side = side_of(unit);
        let leaving = bit(unit) | self.rider_set(unit);
        observer.rule_fired(rule::SCN_03);
        for who in members(side, leaving) {
            observer.count(side, place_of(who), UnitStat::Left, 1);
            observer.event(|| events::removed(self, who, "left-map"));
        }
        let force = &mut self.forces[side.index()];
        force.saved |= leaving;
        force.alive &= !leaving;
        force.aboard &= !leaving;
        // A Stunned rider is out of harm's way, and out of the reach of whoever could bring him round.
        force.stunned &= !leaving;
        force.watching &= !leaving;
        for who in members(side, leaving) {
            let state = &mut self.units[usize::from(who)];
            state.hex = NOWHERE;
            state.carrier = NOBODY;
        }
        self.end_motion();
    }

    /// Tells of the steps that have not been told yet.
    fn tell_motion<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let Some(motion) = &self.motion else { return };
        if C::OBSERVES && (motion.told < motion.taken || motion.gone) {
            let motion = *motion;
            observer.event(|| events::moved(self, &motion));
            if let Some(motion) = &mut self.motion {
                motion.told = motion.taken;
            }
        }
    }
}
