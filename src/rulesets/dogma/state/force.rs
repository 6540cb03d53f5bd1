//! One side's Elements: what they are, where they are, and what they have done.

use super::{ElementId, NOBODY, UnitSet};
use crate::game::keyed::keyed;
use crate::game::{Points, thousandths};
use crate::rulesets::dogma::army::{self, Dogmas};
use crate::rulesets::dogma::codex::{Type, Unit};
use crate::tabletop::plane::Base;

/// What of a unit matters in play: small, and fixed before the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Its Type.
    pub kind: Type,
    /// Longest tactical move, inches.
    pub speed: f64,
    /// Range of its fire, inches; negative for units without ranged attacks (DG-RNG-03).
    pub range: f64,
    /// Combat modifier.
    pub modifier: u8,
    /// Whether it may not fire in a turn in which it moved (DG-MOV-08).
    pub move_or_fire: bool,
    /// Whether it may ride in an APC (DG-APC-01).
    pub may_ride: bool,
    /// Whether it carries riders.
    pub carries: bool,
    /// Whether it passes over things (DG-TER-07).
    pub flyer: bool,
    /// Cost, thousandths of a point.
    pub cost: Points,
    /// What scripts take it to be worth, thousandths of a point.
    pub value: Points,
}

impl Profile {
    /// Whether it is Air Support.
    #[inline]
    #[must_use]
    pub fn air(&self) -> bool {
        self.kind == Type::AirSupport
    }
}

impl From<&Unit> for Profile {
    fn from(unit: &Unit) -> Self {
        Self {
            kind: unit.kind,
            speed: unit.speed,
            range: unit.range.unwrap_or(-1.0),
            modifier: unit.modifier,
            move_or_fire: unit.move_or_fire,
            may_ride: unit.may_ride,
            carries: army::carries(unit),
            flyer: unit.flyer,
            cost: thousandths(unit.cost),
            value: thousandths(unit.value),
        }
    }
}

/// What a base touches, kept up to date after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// Who shares each whole edge, by [`Edge`], friend or enemy (DG-CON-01): full contact. [`NOBODY`] where nobody.
    pub edges: [ElementId; 4],
    /// Enemies touched in any way, full contact included.
    pub foes: UnitSet,
}

impl Neighbours {
    /// Nobody.
    pub const NONE: Neighbours = Neighbours { edges: [NOBODY; 4], foes: UnitSet::EMPTY };
}

/// One Element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Index of its unit in the codex, and of its [`Profile`].
    pub kind: u8,
    /// Its base. Where it stands means nothing unless it is on the table.
    pub base: Base,
    /// The APC it rides in, or [`NOBODY`].
    pub carrier: ElementId,
    /// What its base touches.
    pub contact: Neighbours,
}

keyed! {
    /// Where an Element is. Each Element is in exactly one place.
    Place {
        /// To be deployed.
        Undeployed = "undeployed",
        /// On the table, on its own base.
        Table = "table",
        /// In an APC that is on the table.
        Aboard = "aboard",
        /// Off the table, to be called in (DG-AIR-01).
        Reserve = "reserve",
        /// Off the enemy edge in Invasion, safe (DG-SCN-03).
        Exited = "exited",
        /// Gone for good.
        Destroyed = "destroyed",
    }
}

/// One side's Elements, sorted into sets, and what else belongs to the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Elements at the start.
    pub size: u8,
    /// Value of the Elements at the start, reserves and passengers included, Dogma excluded (DG-ARM-06).
    pub value: Points,
    /// The same without Air Support.
    pub ground_value: Points,
    /// The Commander (DG-ARM-04).
    pub commander: ElementId,
    /// What the Commander brings (DG-ARM-05).
    pub dogmas: Dogmas,
    /// Whether its list says who waits in reserve; they are there from the start.
    pub reserve_planned: bool,
    /// Whether its list says who starts aboard: their [`Element::carrier`] is set from the start, and they go aboard when it is
    /// deployed.
    pub mounts_planned: bool,

    /// Still to be deployed. This set, the next four and [`Force::destroyed`] never overlap; see [`Place`].
    pub undeployed: UnitSet,
    /// On the table on their own bases.
    pub table: UnitSet,
    /// In APCs on the table.
    pub aboard: UnitSet,
    /// In reserve.
    pub reserve: UnitSet,
    /// Off the enemy edge.
    pub exited: UnitSet,
    /// Destroyed.
    pub destroyed: UnitSet,

    /// Air Support, by profile.
    pub air: UnitSet,
    /// Flyers, by profile: Air Support and jump infantry.
    pub flyers: UnitSet,
    /// Those that carry riders, by profile: APCs.
    pub apcs: UnitSet,

    /// With a shaken marker (DG-MOR-01).
    pub shaken: UnitSet,
    /// Passed the shaken check that counts now (DG-MOR-02).
    pub passed: UnitSet,
    /// Failed it.
    pub failed: UnitSet,

    /// In full contact with an enemy.
    pub engaged: UnitSet,
    /// Began the present own Movement phase in partial contact, not engaged (DG-CON-08).
    pub partial: UnitSet,

    /// Made a tactical or Group move this turn, a call included (DG-CMD-07).
    pub moved: UnitSet,
    /// Moved any distance in doing so (DG-MOV-08).
    pub displaced: UnitSet,
    /// Ended a move touching an enemy front (DG-CON-06).
    pub fronted: UnitSet,
    /// Got off an APC this turn (DG-APC-07).
    pub got_off: UnitSet,
    /// Was aboard when the turn began (DG-APC-05).
    pub aboard_since: UnitSet,
    /// APCs that took somebody aboard this turn (DG-APC-04).
    pub laden: UnitSet,
    /// Attacked or supported this turn (DG-RNG-12).
    pub used: UnitSet,
    /// Was attacked in the present turn (DG-RNG-10): set in the force of the victim.
    pub attacked: UnitSet,
    /// Deployed with any part outside the Deployment Zone by Scout (DG-DOG-07).
    pub scouted: UnitSet,
}

impl Force {
    /// Nobody.
    pub const NONE: Force = Force {
        size: 0,
        value: 0,
        ground_value: 0,
        commander: NOBODY,
        dogmas: Dogmas::NONE,
        reserve_planned: false,
        mounts_planned: false,
        undeployed: UnitSet::EMPTY,
        table: UnitSet::EMPTY,
        aboard: UnitSet::EMPTY,
        reserve: UnitSet::EMPTY,
        exited: UnitSet::EMPTY,
        destroyed: UnitSet::EMPTY,
        air: UnitSet::EMPTY,
        flyers: UnitSet::EMPTY,
        apcs: UnitSet::EMPTY,
        shaken: UnitSet::EMPTY,
        passed: UnitSet::EMPTY,
        failed: UnitSet::EMPTY,
        engaged: UnitSet::EMPTY,
        partial: UnitSet::EMPTY,
        moved: UnitSet::EMPTY,
        displaced: UnitSet::EMPTY,
        fronted: UnitSet::EMPTY,
        got_off: UnitSet::EMPTY,
        aboard_since: UnitSet::EMPTY,
        laden: UnitSet::EMPTY,
        used: UnitSet::EMPTY,
        attacked: UnitSet::EMPTY,
        scouted: UnitSet::EMPTY,
    };

    /// Everybody who is not destroyed and has not left.
    #[inline]
    #[must_use]
    pub fn present(&self) -> UnitSet {
        self.undeployed | self.table | self.aboard | self.reserve
    }

    /// Shaken, and without a check passed: those who may neither move nor fire as they are.
    #[inline]
    #[must_use]
    pub fn unsteady(&self) -> UnitSet {
        self.shaken & !self.passed
    }
}
