//! Movement (DF-MOV, DF-ZOC, DF-TER, DF-VEH): where a unit can go, and who stands where.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`reach`] | the search for all hexes that a unit can reach |
//! | [`motion`] | carrying out a move step by step |

mod motion;
mod reach;

use super::choices::{Path, PathStep, Refusal};
use super::field::FORBIDDEN;
use super::rules::{DismountAfterRide, JetZoc};
use super::state::{Battle, NOBODY, Phase, UnitId, UnitSet, bit, members, side_of};
use crate::game::Side;
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

pub use motion::Motion;
pub use reach::Reach;

/// What a hex is to a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Empty: it may stop there.
    Open,
    /// A friend stands there: it may pass, unless an enemy zone would stop it.
    Pass,
    /// A vehicle of its side with room: it may board, or pass.
    Board,
    /// As `Board`, but a bridge: it may board and not pass.
    BoardOnly,
    /// It may not enter.
    Closed,
}

impl Battle<'_> {
    /// What `hex` is to `unit` on its way, terrain left aside.
    #[inline]
    fn entry(&self, unit: UnitId, hex: HexIndex) -> Entry {
        let there = self.occupant[usize::from(hex)];
        if there == NOBODY || there == unit {
            return Entry::Open;
        }
        if side_of(there) != side_of(unit) {
            return Entry::Closed;
        }
        let bridge = self.setup.field.no_passing.contains(hex);
        match (self.check_boarding(unit, there).is_ok(), bridge) {
            (true, false) => Entry::Board,
            (true, true) => Entry::BoardOnly,
            (false, false) => Entry::Pass,
            (false, true) => Entry::Closed,
        }
    }

    /// Whether `unit` may end its move aboard `carrier` (DF-VEH-06, DF-VEH-07, DF-VEH-15).
    fn check_boarding(&self, unit: UnitId, carrier: UnitId) -> Result<(), Refusal> {
        let (passenger, vehicle) = (self.profile(unit), self.profile(carrier));
        let capacity = vehicle.capacity;
        if !vehicle.vehicle {
            return Err(Refusal::new("DF-MOV-03", "a friend stands there"));
        }
        if capacity == 0 || passenger.vehicle {
            return Err(Refusal::new("DF-VEH-06", "only soldiers ride, and only where there are places"));
        }
        if self.unit(unit).carrier == carrier {
            return Err(Refusal::new("DF-VEH-09", "it only just got off"));
        }
        if self.is_stunned(carrier) {
            return Err(Refusal::new("DF-VEH-15", "nobody boards a Stunned vehicle"));
        }
        if self.riders(carrier).count() >= usize::from(capacity) {
            return Err(Refusal::new("DF-VEH-06", "the vehicle is full"));
        }
        Ok(())
    }

    /// Whether a unit may begin a move at all, by whichever path.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_mover(&self, unit: UnitId) -> Result<(), Refusal> {
        let side = side_of(unit);
        let force = self.force(side);
        if side != self.active || self.phase != Phase::Movement {
            return Err(Refusal::new("DF-TRN-01", "not its side's Movement Phase"));
        }
        if !force.alive.contains(unit) {
            return Err(Refusal::new("DF-RES-08", "the unit is not on the map"));
        }
        if force.stunned.contains(unit) {
            return Err(Refusal::new("DF-MOV-05", "a Stunned unit does not move"));
        }
        if force.moved.contains(unit) {
            return Err(Refusal::new("DF-TRN-01", "the unit has moved in this phase"));
        }
        if self.riders(unit).any(|rider| force.boarded.contains(rider)) {
            return Err(Refusal::new("DF-VEH-08", "a rider who boarded this turn is not carried before the next"));
        }
        let carrier = self.unit(unit).carrier;
        if carrier != NOBODY && force.rode.contains(unit) {
            let refused = match self.setup.rules.dismount_after_ride {
                DismountAfterRide::Full => false,
                DismountAfterRide::None => true,
                DismountAfterRide::UnlessZoc => force.halted.contains(carrier),
            };
            if refused {
                return Err(Refusal::new("DF-VEH-09", "no getting off after this ride"));
            }
        }
        Ok(())
    }

    /// Whether a unit may walk or drive along `path`.
    pub(super) fn check_move(&self, unit: UnitId, path: Path) -> Result<(), Refusal> {
        self.check_mover(unit)?;
        let field = &self.setup.field;
        let (side, profile) = (side_of(unit), self.profile(unit));
        let mut at = self.unit(unit).hex;
        let mut left = profile.speed;
        if path.is_empty() {
            return Err(Refusal::new("DF-MOV-01", "a move takes at least one step"));
        }
        for (index, step) in path.steps().enumerate() {
            let last = index + 1 == path.len();
            if index > 0 && self.in_enemy_zone(side, at) {
                return Err(Refusal::new("DF-ZOC-01", "an enemy zone stops it there"));
            }
            let PathStep::To(direction) = step else {
                if !last || !self.may_exit_from(unit, at) {
                    return Err(Refusal::new("DF-MOV-07", "nobody leaves the map there"));
                }
                if left < self.setup.codex.numbers.exit_cost {
                    return Err(Refusal::new("DF-SCN-03", "the allowance does not pay for leaving the map"));
                }
                return Ok(());
            };
            let to = field.neighbours[usize::from(at)][direction as usize];
            if to == NOWHERE {
                return Err(Refusal::new("DF-MOV-07", "the map ends there"));
            }
            let cost = field.cost(profile.vehicle, at, direction as usize);
            if cost == FORBIDDEN {
                return Err(Refusal::new(self.forbidding_rule(to), "that terrain may not be entered"));
            }
            if cost > left {
                return Err(Refusal::new("DF-TER-12", "the allowance does not pay for that hex"));
            }
            left -= cost;
            match (self.entry(unit, to), last) {
                (Entry::Closed, _) if side_of(self.occupant[usize::from(to)]) != side => {
                    return Err(Refusal::new("DF-MOV-04", "an enemy stands there"));
                }
                (Entry::Closed, false) | (Entry::BoardOnly, false) => {
                    return Err(Refusal::new("DF-TER-07", "an occupied bridge may not be moved through"));
                }
                (Entry::Pass | Entry::Closed, true) => {
                    self.check_boarding(unit, self.occupant[usize::from(to)])?;
                }
                _ => {}
            }
            at = to;
        }
        Ok(())
    }

    /// The rule that closes the terrain of `hex`.
    fn forbidding_rule(&self, hex: HexIndex) -> &'static str {
        let terrain = &self.setup.codex.terrain[usize::from(self.setup.field.terrain[usize::from(hex)])];
        if terrain.cost_foot.is_none() { "DF-TER-06" } else { "DF-TER-03" }
    }

    /// Whether a unit may fly `length` hexes (DF-MOV-08, DF-MOV-09).
    pub(super) fn check_flight(&self, unit: UnitId, direction: Direction, length: u8) -> Result<(), Refusal> {
        self.check_mover(unit)?;
        let Some((shortest, longest)) = self.profile(unit).jet else {
            return Err(Refusal::new("DF-SOL-12", "it has no jet pack"));
        };
        let zones = self.setup.rules.jet_zoc == JetZoc::Stops;
        let side = side_of(unit);
        let mut at = self.unit(unit).hex;
        if length == 0 || length > longest {
            return Err(Refusal::new("DF-MOV-08", "a flight is of four or five hexes"));
        }
        for taken in 1..=length {
            at = self.setup.field.neighbours[usize::from(at)][direction as usize];
            if at == NOWHERE {
                return Err(Refusal::new("DF-MOV-07", "the map ends there"));
            }
            let there = self.occupant[usize::from(at)];
            if there != NOBODY && side_of(there) != side && (zones || taken == length) {
                return Err(Refusal::new("DF-MOV-04", "an enemy stands there"));
            }
            let stopped = zones && self.in_enemy_zone(side, at);
            if taken < length && stopped {
                return Err(Refusal::new("DF-ZOC-01", "an enemy zone ends the flight before"));
            }
            if taken == length && length < shortest && !stopped {
                return Err(Refusal::new("DF-MOV-08", "a flight is of four or five hexes"));
            }
        }
        if self.occupant[usize::from(at)] != NOBODY {
            return Err(Refusal::new("DF-MOV-03", "a flight ends in an empty hex"));
        }
        if !self.setup.field.may_stand(self.profile(unit).vehicle, at) {
            return Err(Refusal::new("DF-MOV-08", "nobody can land there"));
        }
        Ok(())
    }

    /// Shows every legal flight of a unit: direction, length, end.
    pub fn visit_flights(&self, unit: UnitId, visit: &mut impl FnMut(Direction, u8, HexIndex)) {
        let Some((_, longest)) = self.profile(unit).jet else { return };
        for direction in Direction::ALL {
            let mut at = self.unit(unit).hex;
            for length in 1..=longest {
                at = self.setup.field.neighbours[usize::from(at)][direction as usize];
                if at == NOWHERE {
                    break;
                }
                if self.check_flight(unit, direction, length).is_ok() {
                    visit(direction, length, at);
                }
            }
        }
    }

    /// Takes a unit off the board, if it stands on it.
    pub(super) fn lift(&mut self, unit: UnitId) {
        let hex = self.unit(unit).hex;
        if hex == NOWHERE || self.occupant[usize::from(hex)] != unit {
            return;
        }
        self.occupant[usize::from(hex)] = NOBODY;
        self.held[side_of(unit).index()].remove(hex);
        if self.exerts_zone(unit) {
            self.change_zones(unit, hex, u8::wrapping_sub);
        }
    }

    /// Puts a unit into an empty hex.
    pub(super) fn put(&mut self, unit: UnitId, hex: HexIndex) {
        debug_assert!(self.occupant[usize::from(hex)] == NOBODY, "one unit per hex (DF-STK-01)");
        self.units[usize::from(unit)].hex = hex;
        self.occupant[usize::from(hex)] = unit;
        self.held[side_of(unit).index()].insert(hex);
        if self.exerts_zone(unit) {
            self.change_zones(unit, hex, u8::wrapping_add);
        }
        if self.is_ready(unit) {
            self.take_objective(side_of(unit), hex);
        }
    }

    /// Whether a unit on the board stops enemy movers (DF-ZOC-05).
    fn exerts_zone(&self, unit: UnitId) -> bool {
        self.setup.rules.stunned_zoc || !self.is_stunned(unit)
    }

    /// All hexes in the zones of control of a side (DF-ZOC-01, DF-ZOC-04).
    #[must_use]
    pub fn zones_of(&self, side: Side) -> HexSet {
        let field = &self.setup.field;
        let force = self.force(side);
        let quiet = if self.setup.rules.stunned_zoc { UnitSet::EMPTY } else { force.stunned };
        members(side, force.standing() & !force.unplaced & !quiet)
            .map(|unit| (unit, usize::from(self.unit(unit).hex)))
            .filter(|(unit, hex)| self.occupant[*hex] == *unit)
            .fold(HexSet::EMPTY, |set, (_, hex)| set | &field.around[hex])
            - &field.zone_free
    }

    fn change_zones(&mut self, unit: UnitId, hex: HexIndex, change: fn(u8, u8) -> u8) {
        let zones = &mut self.zones[side_of(unit).index()];
        for neighbour in self.setup.field.neighbours[usize::from(hex)] {
            if neighbour != NOWHERE {
                let zone = &mut zones[usize::from(neighbour)];
                *zone = change(*zone, 1);
            }
        }
    }

    /// Marks a unit as Stunned or ready, with its zone.
    pub(super) fn set_stunned(&mut self, unit: UnitId, stunned: bool) {
        if self.is_stunned(unit) == stunned {
            return;
        }
        let hex = self.unit(unit).hex;
        let standing = hex != NOWHERE && self.occupant[usize::from(hex)] == unit;
        let force = &mut self.forces[side_of(unit).index()];
        if stunned {
            force.stunned |= bit(unit);
            force.watching &= !bit(unit);
        } else {
            force.stunned &= !bit(unit);
        }
        if standing && !self.setup.rules.stunned_zoc {
            self.change_zones(unit, hex, if stunned { u8::wrapping_sub } else { u8::wrapping_add });
        }
        if standing && !stunned {
            self.take_objective(side_of(unit), hex);
        }
    }
}
