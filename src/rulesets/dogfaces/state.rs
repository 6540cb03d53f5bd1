//! A game in progress: who stands where, in what state, and what is being decided.

use std::sync::Arc;

pub use super::codex::MOST_MODES;
use super::codex::{Codex, MOST_UNITS, Profile};
use super::field::Field;
use super::odds::Odds;
use super::rules::Rules;
use super::scenarios::Scenario;
pub use crate::game::NOBODY;
use crate::game::keyed::keyed;
use crate::game::{Side, TurnPhase, Verdict, units};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

units! { UnitSet in u64, MOST_UNITS, UnitId by unit_id }

/// One counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Index of its profile.
    pub kind: u8,
    /// Its hex, that of its carrier when it rides; [`NOWHERE`] before set-up and when it has gone.
    pub hex: HexIndex,
    /// The vehicle it rides in, or [`NOBODY`].
    pub carrier: UnitId,
    /// Shots used in the present phase, over all modes.
    pub shots: u8,
    /// Modes used in the present phase, one bit each.
    pub modes: u8,
    /// Target of its last shot in the present phase.
    pub aimed_at: UnitId,
    /// Shots left of each mode whose weapon has limited ammunition.
    pub ammo: [u8; MOST_MODES],
}

impl Unit {
    /// A unit that is nowhere.
    pub const NONE: Unit =
        Unit { kind: 0, hex: NOWHERE, carrier: NOBODY, shots: 0, modes: 0, aimed_at: NOBODY, ammo: [0; MOST_MODES] };
}

/// One side's units, sorted into sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Force {
    /// Units at the start.
    pub size: u8,
    /// Still to be set up.
    pub unplaced: UnitSet,
    /// Living and on the map, riders included (DF-VIC-01).
    pub alive: UnitSet,
    /// Stunned.
    pub stunned: UnitSet,
    /// On Overwatch.
    pub watching: UnitSet,
    /// Riding in a vehicle.
    pub aboard: UnitSet,
    /// Moved on their own in the present own Movement Phase.
    pub moved: UnitSet,
    /// Boarded in the present own Movement Phase: not to be carried before the next (DF-VEH-08).
    pub boarded: UnitSet,
    /// Carried in the present own Movement Phase.
    pub rode: UnitSet,
    /// Vehicles stopped by an enemy zone in the present own Movement Phase.
    pub halted: UnitSet,
    /// Fired on Overwatch in the present enemy Movement Phase (DF-OVW-06).
    pub watch_spent: UnitSet,
    /// Lose their next own Attack Phase for having fired on Overwatch (DF-OVW-11).
    pub spent: UnitSet,
    /// Fired in their last own Attack Phase.
    pub fired_last: UnitSet,
    /// Were attacked directly in the present Attack Phase (DF-ATK-03).
    pub attacked: UnitSet,
    /// Left the map unharmed (breakthrough).
    pub saved: UnitSet,
    /// Leaders, by profile.
    pub leaders: UnitSet,
    /// Medics, by profile.
    pub medics: UnitSet,
    /// Vehicles, by profile.
    pub vehicles: UnitSet,
}

impl Force {
    /// Living, on the map and not Stunned.
    #[inline]
    #[must_use]
    pub fn ready(&self) -> UnitSet {
        self.alive & !self.stunned
    }

    /// Standing in a hex of their own.
    #[inline]
    #[must_use]
    pub fn standing(&self) -> UnitSet {
        self.alive & !self.aboard
    }
}

keyed! {
    /// The phases of a game (DF-TRN).
    Phase {
        /// Set-up.
        Deployment = "deployment",
        /// Movement of the active side.
        Movement = "movement",
        /// Attacks of the active side.
        Attack = "attack",
        /// Stun Recovery of both sides.
        Recovery = "recovery",
        /// The game is over.
        Over = "over",
    }
}

/// The phases of a turn, by the number of their [`Phase`]; the last is that in which victory is looked for.
pub const PHASES: &[TurnPhase] = &[
    TurnPhase::shared("set-up"),
    TurnPhase::of_a_side("movement"),
    TurnPhase::of_a_side("attack"),
    TurnPhase::shared("stun recovery"),
    TurnPhase::shared("victory"),
];

keyed! {
    /// What is to be decided now.
    Decision {
        /// Place or mount one more unit.
        Deploy = "deploy",
        /// Move a unit, place or lift an Overwatch marker, or end the Movement Phase.
        Move = "move",
        /// Fire on Overwatch at the unit that is moving, or hold.
        React = "react",
        /// Add a shot, fire, or end the Attack Phase.
        Attack = "attack",
        /// Try to ignore a retreat, or accept it.
        Stand = "stand",
        /// Choose the path of a retreat.
        Retreat = "retreat",
        /// Go on with an attack that was interrupted by a leadership roll: nothing to choose.
        Proceed = "proceed",
        /// Throw the recovery dice of one side: nothing to choose.
        Recover = "recover",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}

/// What is fixed before an engagement begins: data, rules, table, scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Switches.
    pub rules: Rules,
    /// The table.
    pub field: Field,
    /// Exact odds, tabulated.
    pub odds: Arc<Odds>,
    /// The scenario.
    pub scenario: Scenario,
    /// Last turn.
    pub cap: u16,
}

/// The two forces of an engagement by side.
#[derive(Clone, Copy, Debug)]
pub struct Lineup<'a> {
    /// Profile indices of each side's units.
    pub units: [&'a [u8]; 2],
    /// Riders and their carriers at the start, by place within the side.
    pub mounted: [&'a [(u8, u8)]; 2],
    /// Who moves first.
    pub first: Side,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// All units, by [`UnitId`].
    pub units: [Unit; 2 * MOST_UNITS],
    /// The units of each side in sets.
    pub forces: [Force; 2],
    /// The unit standing in each hex, or [`NOBODY`]; riders stand in none.
    pub occupant: [UnitId; MOST_HEXES],
    /// The hexes in which units of each side stand.
    pub held: [HexSet; 2],
    /// Number of each side's units next to each hex that exert a zone of control.
    pub zones: [[u8; MOST_HEXES]; 2],
    /// Present turn, from 1; 0 during set-up.
    pub turn: u16,
    /// Who moves first in every turn.
    pub first: Side,
    /// Whose phase it is.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
    /// What is to be decided, and by whom.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// The move under way.
    pub motion: Option<super::movement::Motion>,
    /// The attacks being declared or resolved.
    pub volley: super::attack::Volley,
    /// The victim whose result is being carried out.
    pub effect: Option<super::results::Effect>,
    /// Who was ready when the Stun Recovery Phase began (DF-REC-05).
    pub helpers: [UnitSet; 2],
    /// What the scenario counts.
    pub progress: super::scenarios::Progress,
    /// How the game ended.
    pub verdict: Option<Verdict>,
    /// Turns since an attack was last made by either side.
    pub idle_turns: u16,
}

impl<'s> Battle<'s> {
    /// Profile of a unit.
    #[inline]
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &'s Profile {
        &self.setup.codex.profiles[usize::from(self.units[usize::from(unit)].kind)]
    }

    /// A unit.
    #[inline]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// The force of a side.
    #[inline]
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    /// Whether a unit lives, is on the map and is not Stunned.
    #[inline]
    #[must_use]
    pub fn is_ready(&self, unit: UnitId) -> bool {
        self.force(side_of(unit)).ready().contains(unit)
    }

    /// Whether a unit is Stunned.
    #[inline]
    #[must_use]
    pub fn is_stunned(&self, unit: UnitId) -> bool {
        self.force(side_of(unit)).stunned.contains(unit)
    }

    /// Whether `hex` lies in a zone of control of the enemies of `side` (DF-ZOC-01, DF-ZOC-04).
    #[inline]
    #[must_use]
    pub fn in_enemy_zone(&self, side: Side, hex: HexIndex) -> bool {
        self.zones[side.other().index()][usize::from(hex)] > 0 && !self.setup.field.zone_free.contains(hex)
    }

    /// The riders of a vehicle, lowest number first.
    pub fn riders(&self, carrier: UnitId) -> impl Iterator<Item = UnitId> + use<'_, 's> {
        let side = side_of(carrier);
        members(side, self.force(side).aboard & self.force(side).alive)
            .filter(move |r| self.unit(*r).carrier == carrier)
    }

    /// Whether a ready friendly leader, the unit itself included, has `unit` in range (DF-LDR-01, DF-LDR-07).
    #[must_use]
    pub fn led(&self, unit: UnitId) -> bool {
        self.leader_of(unit).is_some()
    }

    /// A ready friendly leader who has `unit` in range, the unit itself included: the one with the lowest number.
    #[must_use]
    pub fn leader_of(&self, unit: UnitId) -> Option<UnitId> {
        let force = self.force(side_of(unit));
        let hex = self.unit(unit).hex;
        members(side_of(unit), force.leaders & force.ready())
            .find(|leader| self.setup.field.distance(self.unit(*leader).hex, hex) <= self.profile(*leader).lead)
    }

    /// Points alive of a side as the rules count them, at what units cost; units that left the map unharmed included.
    #[must_use]
    pub fn value(&self, side: Side) -> f64 {
        self.alive(side, |profile| profile.cost)
    }

    /// What scripts take the units to be worth that [`value`](Self::value) counts, in points.
    #[must_use]
    pub fn worth(&self, side: Side) -> f64 {
        self.alive(side, |profile| profile.value)
    }

    fn alive(&self, side: Side, points: impl Fn(&Profile) -> f64) -> f64 {
        let force = self.force(side);
        // The sum of no floats is minus nought.
        0.0 + members(side, force.alive | force.saved).map(|unit| points(self.profile(unit))).sum::<f64>()
    }
}
