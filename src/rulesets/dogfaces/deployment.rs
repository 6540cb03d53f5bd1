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

/// Units to be set up in one zone, or hexes to set them up in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Soldiers, or hexes that they may stand in.
    pub soldiers: usize,
    /// Vehicles, or hexes that they may stand in.
    pub vehicles: usize,
    /// Both: hexes that soldiers or vehicles may stand in.
    pub all: usize,
}

impl Room {
    /// The hexes of a zone that somebody may stand in.
    fn of(setup: &Setup, hexes: impl Iterator<Item = HexIndex>) -> Self {
        hexes.fold(Self::default(), |room, hex| {
            let [soldiers, vehicles] = [false, true].map(|vehicle| setup.field.may_stand(vehicle, hex));
            Self {
                soldiers: room.soldiers + usize::from(soldiers),
                vehicles: room.vehicles + usize::from(vehicles),
                all: room.all + usize::from(soldiers || vehicles),
            }
        })
    }

    /// Applies `of` to each number.
    fn zip(self, other: Self, of: impl Fn(usize, usize) -> usize) -> Self {
        Self {
            soldiers: of(self.soldiers, other.soldiers),
            vehicles: of(self.vehicles, other.vehicles),
            all: of(self.all, other.all),
        }
    }

    /// What does not find room in `hexes`: its number, what it is, and the hexes that there are for it. As long as this is
    /// nothing, and nobody takes the last hexes of the other kind, everybody finds a place.
    #[must_use]
    pub fn beyond(self, hexes: Self) -> Option<(usize, &'static str, usize)> {
        let kinds = [
            (self.all, "units", hexes.all),
            (self.vehicles, "vehicles", hexes.vehicles),
            (self.soldiers, "soldiers", hexes.soldiers),
        ];
        kinds.into_iter().find(|(units, _, hexes)| units > hexes)
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
        let yields = self.yields(unit);
        let mut filling = None;
        self.visit_zone(self.zone(unit), &mut |row, hex| {
            let in_row = filling.is_none_or(|filled| filled == row);
            let is_free = self.occupant[usize::from(hex)] == NOBODY && field.may_stand(vehicle, hex);
            if in_row && is_free && !(yields && field.may_stand(!vehicle, hex)) {
                filling = Some(row);
                visit(hex);
            }
        });
    }

    /// Whether a soldier has to leave all hexes of its zone that vehicles may enter to those that are still to be set up there,
    /// or a vehicle those of soldiers: there are no more of them.
    fn yields(&self, unit: UnitId) -> bool {
        let (side, vehicle, zone) = (side_of(unit), self.profile(unit).vehicle, self.zone(unit));
        let others = members(side, self.force(side).unplaced)
            .filter(|other| self.profile(*other).vehicle != vehicle && self.zone(*other) == zone)
            .count();
        if others == 0 {
            return false;
        }
        let mut left = 0;
        self.visit_zone(zone, &mut |_, hex| {
            let is_free = self.occupant[usize::from(hex)] == NOBODY && self.setup.field.may_stand(!vehicle, hex);
            left += usize::from(is_free);
        });
        left <= others
    }

    /// Shows every hex of a zone, with the number of its row where one is filled before the next.
    fn visit_zone(&self, zone: Zone, visit: &mut impl FnMut(u16, HexIndex)) {
        let field = &self.setup.field;
        match zone {
            Zone::Rows(edge) => {
                for k in 0..field.grid.height / 2 {
                    field.row(edge, k).for_each(|hex| visit(k, hex));
                }
            }
            Zone::Half(side) => {
                let edge = [field.row(side, 0), field.row(side, 1)];
                let inner = |hex: &HexIndex| !edge.iter().any(|row| row.contains(hex));
                field.half(side).filter(inner).for_each(|hex| visit(0, hex));
            }
            Zone::Centre => {
                let radius = self.setup.codex.numbers.stand_radius;
                let near = |hex: &HexIndex| field.centre.iter().any(|c| field.distance(*c, *hex) <= radius);
                field.grid.hexes().filter(near).for_each(|hex| visit(0, hex));
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
        if self.yields(unit) && self.setup.field.may_stand(!self.profile(unit).vehicle, hex) {
            return Err(Refusal::new("DF-SET-04", "it is left to those who may enter no other hex"));
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

/// Hexes that are sure to be left for the units of `side` in each zone where it sets up, for the check
/// `too-many-for-map`. Where `foes` units of the other side set up first on the same ground, so many are taken.
#[must_use]
pub fn room(setup: &Setup, side: Side, foes: usize) -> Room {
    let field = &setup.field;
    let radius = setup.codex.numbers.stand_radius;
    let near = |hex: &HexIndex| field.centre.iter().any(|c| field.distance(*c, *hex) <= radius);
    let rows = |edge: Side| (0..field.grid.height / 2).flat_map(move |k| field.row(edge, k));
    match (setup.scenario, side) {
        (Scenario::Breakthrough, Side::B) => {
            let edge = Room::of(setup, (0..2).flat_map(|k| field.row(side, k)));
            Room::of(setup, field.half(side)).zip(edge, |half, edge| half - edge)
        }
        (Scenario::LastStand, Side::B) => Room::of(setup, field.grid.hexes().filter(near)),
        (Scenario::LastStand, Side::A) => {
            let left = |edge: Side| {
                let shared = Room::of(setup, rows(edge).filter(near));
                Room::of(setup, rows(edge)).zip(shared, |all, shared| all - shared.min(foes))
            };
            let [one, other] = Side::BOTH.map(left);
            one.zip(other, usize::min)
        }
        (_, side) => Room::of(setup, rows(side)),
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
