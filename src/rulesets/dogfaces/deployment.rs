//! Set-up (DF-SET): who may stand where before the first turn.

use super::choices::Refusal;
use super::rules::Rules;
use super::scenarios::Scenario;
use super::state::{Battle, Decision, NOBODY, Phase, Setup, UnitId, bit, members, place_of, side_of, unit_id};
use crate::game::Side;
use crate::tabletop::hex::HexIndex;

/// How a unit may be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Rows counted from this side's edge, the first to be filled before the next (DF-SET-01, DF-SET-02).
    Rows(Side),
    /// Anywhere in the side's half but its two edge rows.
    Half(Side),
    /// Near the centre, within the codex's `stand-radius`.
    Centre,
}

impl Zone {
    /// The zone of the unit at `place` among the `size` units of `side`.
    #[must_use]
    pub fn of(scenario: Scenario, side: Side, place: usize, size: usize) -> Zone {
        match (scenario, side) {
            (Scenario::Breakthrough, Side::B) => Zone::Half(Side::B),
            (Scenario::LastStand, Side::B) => Zone::Centre,
            (Scenario::LastStand, Side::A) if place >= size.div_ceil(2) => Zone::Rows(Side::B),
            (_, side) => Zone::Rows(side),
        }
    }
}

impl Battle<'_> {
    /// The zone in which a unit is set up.
    #[must_use]
    pub fn zone(&self, unit: UnitId) -> Zone {
        let side = side_of(unit);
        Zone::of(self.setup.scenario, side, place_of(unit), usize::from(self.force(side).size))
    }

    /// Shows every hex in which a unit may be placed now.
    pub fn visit_places(&self, unit: UnitId, visit: &mut impl FnMut(HexIndex)) {
        let field = &self.setup.field;
        let vehicle = self.profile(unit).vehicle;
        let free = |hex: HexIndex| self.occupant[usize::from(hex)] == NOBODY && field.may_stand(vehicle, hex);
        match self.zone(unit) {
            Zone::Rows(edge) => {
                for k in 0..field.grid.height / 2 {
                    if field.row(edge, k).any(free) {
                        field.row(edge, k).filter(|hex| free(*hex)).for_each(&mut *visit);
                        return;
                    }
                }
            }
            Zone::Half(side) => {
                let edge = [field.row(side, 0), field.row(side, 1)];
                let inner = |hex: &HexIndex| !edge.iter().any(|row| row.contains(hex));
                field.half(side).filter(inner).filter(|hex| free(*hex)).for_each(visit);
            }
            Zone::Centre => {
                let radius = self.setup.codex.numbers.stand_radius;
                let near = |hex: &HexIndex| field.centre.iter().any(|c| field.distance(*c, *hex) <= radius);
                field.grid.hexes().filter(near).filter(|hex| free(*hex)).for_each(visit);
            }
        }
    }

    /// Whether a soldier may start riding a vehicle (DF-SET-05).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_mount(&self, unit: UnitId, carrier: UnitId) -> Result<(), Refusal> {
        let side = side_of(unit);
        if !self.setup.rules.setup_mounted {
            return Err(Refusal::new("DF-SET-05", "nobody starts mounted under these rules"));
        }
        if side_of(carrier) != side || place_of(carrier) >= usize::from(self.force(side).size) {
            return Err(Refusal::new("DF-VEH-06", "there is no such vehicle on this side"));
        }
        if self.profile(unit).vehicle {
            return Err(Refusal::new("DF-VEH-06", "a vehicle is never a passenger"));
        }
        if self.zone(unit) != self.zone(carrier) {
            return Err(Refusal::new("DF-SCN-05", "the two set up on different edges"));
        }
        if self.riders(carrier).count() >= usize::from(self.profile(carrier).capacity) {
            return Err(Refusal::new("DF-VEH-06", "there is no room"));
        }
        Ok(())
    }

    pub(super) fn check_place(&self, unit: UnitId, hex: HexIndex) -> Result<(), Refusal> {
        if !self.setup.field.may_stand(self.profile(unit).vehicle, hex) {
            return Err(Refusal::new("DF-SET-04", "it may not enter that terrain"));
        }
        if self.occupant[usize::from(hex)] != NOBODY {
            return Err(Refusal::new("DF-SET-05", "somebody stands there"));
        }
        let mut found = false;
        self.visit_places(unit, &mut |place| found |= place == hex);
        let refusal = match self.zone(unit) {
            Zone::Rows(_) => Refusal::new("DF-SET-02", "not an open hex of the row that is being filled"),
            Zone::Half(_) => Refusal::new("DF-SCN-03", "not an open hex of the defender's part of the map"),
            Zone::Centre => Refusal::new("DF-SCN-05", "not an open hex near the centre"),
        };
        if found { Ok(()) } else { Err(refusal) }
    }

    pub(super) fn place(&mut self, unit: UnitId, hex: HexIndex) {
        self.put(unit, hex);
        for rider in self.riders_of_unplaced(unit) {
            self.units[usize::from(rider)].hex = hex;
        }
        self.forces[side_of(unit).index()].unplaced &= !bit(unit);
        self.next_deployment();
    }

    /// Riders of a vehicle as a list, since they are changed one by one.
    fn riders_of_unplaced(&self, carrier: UnitId) -> impl Iterator<Item = UnitId> + use<> {
        let set = self.riders(carrier).collect();
        members(side_of(carrier), set)
    }

    pub(super) fn mount(&mut self, unit: UnitId, carrier: UnitId) {
        self.board(unit, carrier);
        self.forces[side_of(unit).index()].unplaced &= !bit(unit);
        self.next_deployment();
    }

    /// Turns to the next side that has to set up, or to the first turn.
    pub(super) fn next_deployment(&mut self) {
        let earlier = self.setup.scenario.deploys_first(self.first);
        for side in [earlier, earlier.other()] {
            if !self.force(side).unplaced.is_empty() {
                (self.phase, self.decision, self.decider) = (Phase::Deployment, Decision::Deploy, side);
                return;
            }
        }
        self.turn = 1;
        self.begin_movement(self.first);
    }
}

/// Number of hexes that are sure to be left for the units of `side` in each zone where it sets up, for the check
/// `too-many-for-map`. Where some units are vehicles only hexes count that are open to all; where `foes` units of the
/// other side set up first on the same ground, so many are taken.
#[must_use]
pub fn room(setup: &Setup, side: Side, vehicles: bool, foes: usize) -> usize {
    let field = &setup.field;
    let open = |hex: &HexIndex| field.may_stand(false, *hex) && (!vehicles || field.may_stand(true, *hex));
    let radius = setup.codex.numbers.stand_radius;
    let near = |hex: &HexIndex| field.centre.iter().any(|c| field.distance(*c, *hex) <= radius);
    let rows = |edge: Side| (0..field.grid.height / 2).flat_map(move |k| field.row(edge, k));
    match (setup.scenario, side) {
        (Scenario::Breakthrough, Side::B) => {
            let edge: usize = (0..2).map(|k| field.row(side, k).filter(open).count()).sum();
            field.half(side).filter(open).count() - edge
        }
        (Scenario::LastStand, Side::B) => field.grid.hexes().filter(near).filter(open).count(),
        (Scenario::LastStand, Side::A) => {
            let left = |edge: Side| {
                let taken = rows(edge).filter(open).filter(near).count().min(foes);
                rows(edge).filter(open).count() - taken
            };
            Side::BOTH.map(left).into_iter().min().unwrap_or(0)
        }
        (_, side) => rows(side).filter(open).count(),
    }
}

/// Number of zones in which `side` sets up, its units shared out evenly.
#[must_use]
pub const fn zones(scenario: Scenario, side: Side) -> usize {
    match (scenario, side) {
        (Scenario::LastStand, Side::A) => 2,
        _ => 1,
    }
}

/// All units of a side that `rules` let it mount, for players: pairs of soldier and vehicle with room.
pub fn visit_mounts(battle: &Battle<'_>, rules: &Rules, side: Side, visit: &mut impl FnMut(UnitId, UnitId)) {
    let force = battle.force(side);
    if !rules.setup_mounted || force.vehicles.is_empty() {
        return;
    }
    for unit in members(side, force.unplaced & !force.vehicles) {
        for place in 0..usize::from(force.size) {
            let carrier = unit_id(side, place);
            if battle.check_mount(unit, carrier).is_ok() {
                visit(unit, carrier);
            }
        }
    }
}
