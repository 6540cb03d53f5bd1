//! Any position of a game, set up by hand: for situations and tests.

use super::events::{self, LogEntry};
use super::scenarios::MOST_OBJECTIVES;
use super::state::{Battle, Force, Lineup, Phase, Setup, UnitId, UnitSet, bit, side_of, unit_id};
use crate::game::{Observer, Side};
use crate::tabletop::hex::HexIndex;

/// Where a unit of a [`Position`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Still to be set up.
    Unplaced,
    /// In this hex.
    Hex(HexIndex),
    /// Riding the vehicle at this place within its side.
    Aboard(u8),
    /// Out of combat.
    OutOfCombat,
    /// Has left the map unharmed.
    Saved,
}

/// What a unit has done that still matters, as the set of its side that says so.
pub type Mark = fn(&mut Force) -> &mut UnitSet;

/// All marks with their keys.
pub const MARKS: [(&str, Mark); 8] = [
    // Moved, boarded (DF-VEH-08) or was carried in the present own Movement Phase.
    ("moved", |force| &mut force.moved),
    ("boarded", |force| &mut force.boarded),
    ("rode", |force| &mut force.rode),
    // A vehicle that an enemy zone stopped in the present own Movement Phase.
    ("halted", |force| &mut force.halted),
    // Fired on Overwatch in the present enemy Movement Phase (DF-OVW-06).
    ("watch-spent", |force| &mut force.watch_spent),
    // Loses its next own Attack Phase (DF-OVW-11).
    ("spent", |force| &mut force.spent),
    // Fired in its last own Attack Phase.
    ("fired-last", |force| &mut force.fired_last),
    // Was attacked directly in the present Attack Phase (DF-ATK-03).
    ("attacked", |force| &mut force.attacked),
];

/// One unit of a [`Position`].
#[derive(Clone, Debug)]
pub struct Stand {
    /// Index of its profile.
    pub kind: u8,
    /// Where it is.
    pub spot: Spot,
    /// Stunned.
    pub stunned: bool,
    /// On Overwatch.
    pub watching: bool,
    /// Shots left of its weapons with limited ammunition; none for a full load.
    pub ammo: Option<u8>,
    /// What it has done.
    pub marks: Vec<Mark>,
}

/// A position: everything that a game in progress remembers between two decisions of a phase.
#[derive(Clone, Debug)]
pub struct Position {
    /// The units of each side.
    pub units: [Vec<Stand>; 2],
    /// Turn, from 1.
    pub turn: u16,
    /// The phase that begins; during [`Phase::Deployment`] some units are [`Spot::Unplaced`].
    pub phase: Phase,
    /// Whose phase it is.
    pub active: Side,
    /// Who moves first in every turn.
    pub first: Side,
    /// Points in `seize-and-hold`.
    pub points: [u16; 2],
    /// Who holds each objective that no ready unit stands on.
    pub holders: [Option<Side>; MOST_OBJECTIVES],
}

impl Position {
    /// All units with their numbers.
    fn stands(&self) -> impl Iterator<Item = (UnitId, &Stand)> {
        Side::BOTH.into_iter().flat_map(|side| {
            let numbered = self.units[side.index()].iter().enumerate();
            numbered.map(move |(place, stand)| (unit_id(side, place), stand))
        })
    }
}

impl<'s> Battle<'s> {
    /// Sets up `position`, which must be possible: no two units in a hex, nobody where the terrain is closed to it, no
    /// more riders than there is room, and none of them on Overwatch. Tells the observer who stands where, once
    /// set-up is over.
    #[must_use]
    pub fn set_up<C: Observer<LogEntry>>(setup: &'s Setup, position: &Position, observer: &mut C) -> Self {
        let kinds = [0, 1].map(|side: usize| position.units[side].iter().map(|unit| unit.kind).collect::<Vec<u8>>());
        let lineup = Lineup { units: [&kinds[0], &kinds[1]], mounted: [&[], &[]], first: position.first };
        let mut battle = Self::new(setup, &lineup);
        battle.progress.points = position.points;
        battle.progress.holders = position.holders;
        // Vehicles before their riders, who share their hex.
        for aboard in [false, true] {
            for (unit, stand) in position.stands() {
                if matches!(stand.spot, Spot::Aboard(_)) == aboard {
                    battle.stand(unit, stand);
                }
            }
        }
        if position.phase == Phase::Deployment {
            battle.next_deployment();
            return battle;
        }
        battle.turn = position.turn;
        battle.active = position.active;
        match position.phase {
            Phase::Attack => battle.begin_attacks(),
            _ => battle.begin_movement(position.active),
        }
        for (unit, stand) in position.stands() {
            stand.marks.iter().for_each(|mark| *mark(&mut battle.forces[side_of(unit).index()]) |= bit(unit));
        }
        observer.event(|| events::battle(&battle));
        observer.event(|| events::turn(&battle));
        if position.phase == Phase::Recovery {
            battle.begin_recovery(observer);
        } else {
            observer.event(|| events::phase(&battle));
        }
        battle
    }

    fn stand(&mut self, unit: UnitId, stand: &Stand) {
        let side = side_of(unit);
        let force = &mut self.forces[side.index()];
        if stand.spot == Spot::Unplaced {
            return;
        }
        force.unplaced &= !bit(unit);
        match stand.spot {
            Spot::Unplaced => {}
            Spot::OutOfCombat => force.alive &= !bit(unit),
            Spot::Saved => {
                force.alive &= !bit(unit);
                force.saved |= bit(unit);
            }
            Spot::Hex(hex) => {
                self.set_stunned(unit, stand.stunned);
                self.put(unit, hex);
            }
            Spot::Aboard(place) => {
                self.set_stunned(unit, stand.stunned);
                self.board(unit, unit_id(side, usize::from(place)));
            }
        }
        if stand.watching {
            self.forces[side.index()].watching |= bit(unit);
        }
        if let Some(left) = stand.ammo {
            let codex = &self.setup.codex;
            let modes = &codex.profiles[usize::from(stand.kind)].modes;
            for (ammo, mode) in self.units[usize::from(unit)].ammo.iter_mut().zip(modes) {
                if codex.weapons[usize::from(mode.weapon)].ammo.is_some() {
                    *ammo = left;
                }
            }
        }
    }
}
