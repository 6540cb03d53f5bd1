//! A game in progress: who stands where, in what state, and what is being decided.

use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;

use super::codex::{Codex, GradeCost, Kind, Profile, Service, Weapon};
use super::field::Field;
use super::kinds::ANY_TURNS;
use super::odds::Odds;
use super::order_of_battle::{MOST_COMMANDERS, MOST_DIVISIONS, MOST_GROUPS, MOST_UNITS};
use super::rules::{Rules, ZocContacted};
use super::scene::Scene;
pub use crate::game::NOBODY;
use crate::game::{Side, Verdict, units};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

mod pieces;
mod steps;

pub use pieces::*;
pub use steps::*;

units! { UnitSet in u64, MOST_UNITS, UnitId by unit_id }

/// Number of a commander within his side.
pub type CommanderId = u8;

/// Most pairs of units in contact.
pub const MOST_CONTACTS: usize = 192;

/// Most routes of retreat of a side.
pub const MOST_ROUTES: usize = if MOST_GROUPS > MOST_DIVISIONS { MOST_GROUPS } else { MOST_DIVISIONS };

/// Most works that are built or worn in a game.
pub const MOST_WORKS: usize = 64;

/// What is fixed before an engagement begins: data, rules, board, scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Switches, with those that the scenario sets.
    pub rules: Rules,
    /// The board.
    pub field: Field,
    /// What is played for.
    pub scenario: Scene,
    /// Exact odds under these rules, once somebody has asked for them.
    odds: OnceLock<Arc<Odds>>,
}

impl Setup {
    /// A board with what is played for on it.
    #[must_use]
    pub fn new(codex: Arc<Codex>, rules: Rules, field: Field, scenario: Scene) -> Self {
        Self { codex, rules, field, scenario, odds: OnceLock::new() }
    }

    /// Exact odds of attacks under these rules: worked out at the first call.
    #[inline]
    #[must_use]
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Arc::new(Odds::new(&self.codex, &self.rules)))
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// All pieces, by [`UnitId`].
    pub units: [Unit; 2 * MOST_UNITS],
    /// The pieces of each side in sets.
    pub forces: [Force; 2],
    /// Commanders of each side; those beyond `commanders_start` plus `commanders_gained` are not in the game.
    pub commanders: [[Commander; MOST_COMMANDERS]; 2],
    /// Brigades and battalions of each side.
    pub groups: [[Group; MOST_GROUPS]; 2],
    /// The piece in each hex, the upper one of two, or [`NOBODY`].
    pub occupant: [UnitId; MOST_HEXES],
    /// The lower one of two pieces in each hex, or [`NOBODY`].
    pub below: [UnitId; MOST_HEXES],
    /// Units in contact, in the order in which they came.
    pub contacts: ArrayVec<Contact, MOST_CONTACTS>,
    /// Works built or worn.
    pub sites: ArrayVec<Site, MOST_WORKS>,
    /// The works of each hex, built ones included.
    pub works: [super::terrain::Works; MOST_HEXES],
    /// Who held each objective of the scenario last.
    pub held: [Option<Side>; super::scene::MOST_OBJECTIVES],
    /// Present turn, from 1; 0 during set-up.
    pub turn: u16,
    /// Who sets up last and, where the scenario says so, moves first: the first seat.
    pub first: Side,
    /// The winner of initiative of the present turn: player A (HX-TRN-01).
    pub leader: Side,
    /// Whether the second half of the turn is played.
    pub second_half: bool,
    /// One side has rallied, where both do so one after the other.
    pub both_rallied: bool,
    /// Units have rallied in the present rally step.
    pub rallied: bool,
    /// The phasing side.
    pub phasing: Side,
    /// The group that moves, under activation; else [`NOBODY`].
    pub active_group: u8,
    /// The phase.
    pub phase: Phase,
    /// The step within the half, or the turn.
    pub step: Step,
    /// What is to be decided, and by whom.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// What the movement step is in the middle of.
    pub march: super::march::Progress,
    /// What the arrival step is in the middle of.
    pub arrival: super::arrivals::Progress,
    /// What the fire step is in the middle of.
    pub fire: super::fire_step::Progress,
    /// What the melee step is in the middle of.
    pub melee: super::melee_step::Progress,
    /// How the game ended.
    pub verdict: Option<Verdict>,
}

/// A crew off its guns: on foot, it never fights and has no flanks; how far it goes stands in the codex.
static CREW: Profile = Profile {
    name: String::new(),
    service: Service::Foot,
    moves: 0,
    rout_moves: None,
    turns: ANY_TURNS,
    zoc: false,
    all_round: true,
    passes_friends: false,
    light: false,
    on_foot: None,
    melee: None,
    graded: false,
    cost: 0,
    value: 0.0,
    grades: GradeCost::None,
    arms: Vec::new(),
};

impl<'s> Battle<'s> {
    /// A unit.
    #[inline]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[usize::from(unit)]
    }

    /// The force of a side.
    #[inline]
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn force_mut(&mut self, side: Side) -> &mut Force {
        &mut self.forces[side.index()]
    }

    /// The force that a unit belongs to.
    #[inline]
    #[must_use]
    pub fn own_force(&self, unit: UnitId) -> &Force {
        self.force(side_of(unit))
    }

    /// What a unit is: as it was mustered, or that on foot.
    #[inline(always)]
    #[must_use]
    pub fn kind(&self, unit: UnitId) -> &'s Kind {
        let kinds = &self.setup.codex.kinds;
        let kind = &kinds[usize::from(self.unit(unit).kind)];
        match kind.on_foot {
            Some(on_foot) if self.own_force(unit).on_foot.contains(unit) => &kinds[usize::from(on_foot)],
            _ => kind,
        }
    }

    /// Its profile as it stands: mounted or on foot, with its guns or off them.
    #[inline(always)]
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &'s Profile {
        let codex = &self.setup.codex;
        if self.own_force(unit).crews.contains(unit) {
            &CREW
        } else {
            &codex.units[usize::from(self.kind(unit).profile)]
        }
    }

    /// What it fires, if it carries anything.
    #[inline]
    #[must_use]
    pub fn weapon(&self, unit: UnitId) -> Option<&'s Weapon> {
        self.kind(unit).weapon.map(|weapon| &self.setup.codex.weapons[usize::from(weapon)])
    }

    /// Whether it serves guns, on them or off.
    #[inline(always)]
    #[must_use]
    pub fn is_battery(&self, unit: UnitId) -> bool {
        self.weapon(unit).is_some_and(Weapon::is_gun)
    }

    /// Whether it is on the board and not routed.
    #[inline]
    #[must_use]
    pub fn is_steady(&self, unit: UnitId) -> bool {
        self.own_force(unit).steady().contains(unit)
    }

    /// Whether it has routed.
    #[inline]
    #[must_use]
    pub fn is_routed(&self, unit: UnitId) -> bool {
        self.own_force(unit).routed.contains(unit)
    }

    /// Whether its TE put it at a penalty, and take its zone of control (HX-ZOC-02, HX-FIR-18).
    #[inline]
    #[must_use]
    pub fn is_fatigued(&self, unit: UnitId) -> bool {
        super::melee::fatigued(&self.setup.rules, self.unit(unit).te)
    }

    /// Whether it is at the limit of its TE (HX-MOV-12, R-128).
    #[inline]
    #[must_use]
    pub fn is_spent(&self, unit: UnitId) -> bool {
        self.unit(unit).te >= self.setup.rules.fatigue_max
    }

    /// Whether it is in contact with an enemy.
    #[inline]
    #[must_use]
    pub fn in_contact(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.other(unit).is_some())
    }

    /// Whether it is in melee: in a contact of which a round has been fought.
    #[inline]
    #[must_use]
    pub fn in_melee(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.rounds > 0 && contact.other(unit).is_some())
    }

    /// The enemies with which it is in contact.
    pub fn foes(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.contacts.iter().filter_map(move |contact| contact.other(unit))
    }

    /// Ends every contact of a unit. Whoever is left without one is as rested as before.
    pub(super) fn end_contacts(&mut self, unit: UnitId) {
        let foes: ArrayVec<UnitId, MOST_CONTACTS> = self.foes(unit).collect();
        self.contacts.retain(|contact| contact.other(unit).is_none());
        for one in foes.into_iter().chain([unit]) {
            if !self.in_contact(one) {
                self.unit_mut(one).rounds = 0;
            }
        }
    }

    /// Where it can be attacked from without being flanked: a unit that is neither routed nor in column, nor of a kind
    /// without flanks, guards its front arc. Whether `from` lies in flank or rear of `unit` (HX-FIR-17, HX-TER-09, R-158).
    #[inline]
    #[must_use]
    pub fn flanked_from(&self, unit: UnitId, from: HexIndex) -> bool {
        let profile = self.profile(unit);
        let state = self.unit(unit);
        !profile.all_round
            && (self.own_force(unit).column.contains(unit) || !self.setup.field.in_arc(state.hex, state.facing, from))
    }

    /// Whether a unit has a zone of control now (HX-ZOC-02, R-136, R-173).
    #[must_use]
    pub fn has_zone(&self, unit: UnitId) -> bool {
        let force = self.own_force(unit);
        let state = self.unit(unit);
        let busy = match self.setup.rules.zoc_contacted {
            ZocContacted::Keeps => self.in_melee(unit),
            ZocContacted::Loses => self.in_contact(unit),
        };
        self.could_have_zone(unit)
            && state.hits == 0
            && !self.is_fatigued(unit)
            && !busy
            && !(force.hidden | force.fakes).contains(unit)
    }

    /// Whether a unit has front hexes at all: on top in its hex, steady, of a kind with a zone, guns unlimbered.
    #[must_use]
    pub fn could_have_zone(&self, unit: UnitId) -> bool {
        let force = self.own_force(unit);
        force.steady().contains(unit)
            && self.profile(unit).zoc
            && !force.limbered.contains(unit)
            && self.occupant[usize::from(self.unit(unit).hex)] == unit
    }

    /// Whether `hex` is one of the three front hexes of a unit.
    #[inline]
    #[must_use]
    pub fn in_front(&self, unit: UnitId, hex: HexIndex) -> bool {
        let state = self.unit(unit);
        [-1, 0, 1].iter().any(|turn| self.setup.field.neighbour(state.hex, state.facing.turned(*turn)) == hex)
    }

    /// The enemies of `side` whose zone of control covers `hex`.
    pub fn zones_over(&self, side: Side, hex: HexIndex) -> impl Iterator<Item = UnitId> + '_ {
        self.neighbours(hex)
            .filter(move |unit| side_of(*unit) != side && self.in_front(*unit, hex) && self.has_zone(*unit))
    }

    /// Whether an enemy zone of control covers `hex`.
    #[must_use]
    pub fn in_enemy_zone(&self, side: Side, hex: HexIndex) -> bool {
        self.zones_over(side, hex).next().is_some()
    }

    /// All hexes that enemy zones of control cover.
    #[must_use]
    pub fn enemy_zones(&self, side: Side) -> HexSet {
        let mut zones = HexSet::default();
        for unit in self.force(side.other()).steady().members(side.other()).filter(|unit| self.has_zone(*unit)) {
            let state = self.unit(unit);
            for turn in [-1, 0, 1] {
                let hex = self.setup.field.neighbour(state.hex, state.facing.turned(turn));
                if hex != NOWHERE {
                    zones.insert(hex);
                }
            }
        }
        zones
    }

    /// The upper pieces in the hexes round `hex`.
    pub fn neighbours(&self, hex: HexIndex) -> impl Iterator<Item = UnitId> + '_ {
        let round = &self.setup.field.neighbours[usize::from(hex)];
        round.iter().filter(|next| **next != NOWHERE).filter_map(|next| self.at(*next))
    }

    /// The upper piece in a hex.
    #[inline]
    #[must_use]
    pub fn at(&self, hex: HexIndex) -> Option<UnitId> {
        let unit = self.occupant[usize::from(hex)];
        (unit != NOBODY).then_some(unit)
    }

    /// Puts a piece, which is nowhere, into a hex: on top of another one.
    pub(super) fn put(&mut self, unit: UnitId, hex: HexIndex) {
        let at = usize::from(hex);
        if self.occupant[at] != NOBODY {
            debug_assert_eq!(self.below[at], NOBODY, "a hex holds two pieces at most");
            self.below[at] = self.occupant[at];
        }
        self.occupant[at] = unit;
        self.unit_mut(unit).hex = hex;
        let side = side_of(unit);
        self.force_mut(side).present |= bit(unit);
    }

    /// Takes a piece off its hex, to be put elsewhere or removed.
    pub(super) fn lift(&mut self, unit: UnitId) {
        let at = usize::from(self.unit(unit).hex);
        if self.occupant[at] == unit {
            self.occupant[at] = self.below[at];
        }
        self.below[at] = NOBODY;
        self.unit_mut(unit).hex = NOWHERE;
        let side = side_of(unit);
        self.force_mut(side).present &= !bit(unit);
    }

    /// Moves a piece to another hex.
    pub(super) fn shift(&mut self, unit: UnitId, hex: HexIndex) {
        self.lift(unit);
        self.put(unit, hex);
    }

    /// A commander.
    #[inline]
    #[must_use]
    pub fn commander(&self, side: Side, commander: CommanderId) -> &Commander {
        &self.commanders[side.index()][usize::from(commander)]
    }

    /// The commander with a unit.
    #[inline]
    #[must_use]
    pub fn commander_with(&self, unit: UnitId) -> Option<CommanderId> {
        let commander = self.unit(unit).commander;
        (commander != NOBODY).then_some(commander)
    }

    /// The direction in which a side's own edge lies: north for side B, south for side A.
    #[inline]
    #[must_use]
    pub fn homeward(side: Side) -> Direction {
        match side {
            Side::A => Direction::South,
            Side::B => Direction::North,
        }
    }

    /// The works in a hex that were built or have been worn.
    #[must_use]
    pub fn site(&self, hex: HexIndex) -> Option<&Site> {
        self.sites.iter().find(|site| site.hex == hex)
    }
}
