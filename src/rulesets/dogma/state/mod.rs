//! A game in progress: who stands where, in what state, and what is being decided.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`unit_set`] | Elements by number, sets and formations of them |
//! | [`force`] | one side's Elements and what has become of them |
//! | [`setup`] | what is fixed before an engagement |

mod force;
mod setup;
mod unit_set;

pub use force::{Element, Force, Neighbours, Place, Profile};
pub use setup::{Lineup, Setup};
pub use unit_set::{
    ElementId, Formation, MOST_IN_GROUP, NOBODY, Pose, UnitSet, bit, element_id, members, place_of, side_of,
};

use super::army::Dogma;
pub use super::army::MOST_ELEMENTS;
use super::codex::{Scenario, Unit};
use super::deploy::Preparations;
use super::movement::LastMove;
use super::scenarios::Progress;
use super::strike::{Sights, Wreck};
use super::terrain::Terrain;
use crate::game::keyed::keyed;
use crate::game::{Points, Side, TurnPhase, Verdict};
use crate::tabletop::plane::{Base, Edge, Point};

keyed! {
    /// The phases of a game (DG-TRN-02).
    Phase {
        /// Everything before the first turn.
        Setup = "setup",
        /// The initiative die.
        Initiative = "initiative",
        /// Movement.
        Movement = "movement",
        /// Ranged Attacks.
        Ranged = "ranged",
        /// Close Attacks.
        Close = "close",
        /// The game is over.
        Over = "over",
    }
}

/// The phases of a turn, by the number of their [`Phase`].
pub const PHASES: &[TurnPhase] = &[
    TurnPhase::shared("set-up"),
    TurnPhase::of_a_side("initiative"),
    TurnPhase::of_a_side("movement"),
    TurnPhase::of_a_side("ranged attacks"),
    TurnPhase::of_a_side("close attacks"),
];

keyed! {
    /// What is to be decided now; in brackets its number in the rulebook's list of decisions.
    Decision {
        /// Throw dice that are due: nothing to choose.
        Roll = "roll",
        /// Place a terrain feature (D-02).
        Feature = "feature",
        /// Pick an edge of the table (D-03).
        Edge = "edge",
        /// Name a flag bearer (D-04).
        Bearer = "bearer",
        /// Place a control marker (D-04).
        Marker = "marker",
        /// Deploy one more Element (D-05).
        Deploy = "deploy",
        /// Name the Group that Artillery hits (D-06).
        Barrage = "barrage",
        /// Movement phase: check, move, call in, get off, or end the phase (D-07 to D-10).
        Move = "move",
        /// Ranged phase: attack, or end the phase (D-11).
        Shoot = "shoot",
        /// Close phase: attack, or end the phase and the turn (D-12).
        Fight = "fight",
        /// Write down one more Group.
        Declare = "declare",
        /// Place a passenger of a wrecked APC (D-13).
        Bail = "bail",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}

/// Initiative Points and what became of them (DG-CMD).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Points that the die gave.
    pub points: u8,
    /// Points left.
    pub left: u8,
    /// Whether the die allows calling in reserves.
    pub may_call: bool,
    /// Whether reserves have been called in: nobody else moves this turn (DG-AIR-01).
    pub called: bool,
    /// Whether a tactical or Group move has been made: no reserves this turn.
    pub moved: bool,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Battle<'s> {
    /// What is fixed.
    pub setup: &'s Setup,
    /// All Elements, by [`ElementId`].
    pub elements: [Element; 2 * MOST_ELEMENTS],
    /// The Elements of each side in sets.
    pub forces: [Force; 2],
    /// Terrain on the table. Coordinates as everywhere: origin at the left end of the aggressor's edge, x to the right
    /// along it, y towards the opponent's edge, inches.
    pub terrain: Terrain,
    /// The scenario being played; that of [`Setup::scenario`] until it is rolled.
    pub scenario: Scenario,
    /// Present round, from 1; 0 during set-up. A round is one turn of each player (DG-TRN-01).
    pub round: u16,
    /// Who deploys and moves first, along the edge at y = 0.
    pub aggressor: Side,
    /// Whose turn it is.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
    /// What is to be decided.
    pub decision: Decision,
    /// Who decides.
    pub decider: Side,
    /// Initiative of the present turn.
    pub command: Command,
    /// The last tactical or Group move, for boarding afterwards.
    pub last_move: LastMove,
    /// Full contacts of the active side's Elements with friends of equal facing when the Movement phase began, by place
    /// (DG-GRP-03).
    pub links: [[ElementId; 4]; MOST_ELEMENTS],
    /// The first of the Group that each Element is written down in by its owner, itself when it is written down alone; [`NOBODY`]
    /// of those who are not written down. For the rules that ask for it, see [`super::declaration`].
    pub declared: [ElementId; 2 * MOST_ELEMENTS],
    /// How far set-up has come.
    pub preparations: Preparations,
    /// What the scenario counts.
    pub progress: Progress,
    /// A wrecked APC whose passengers are getting off.
    pub wreck: Option<Wreck>,
    /// Buildings attacked this turn, by their index in the terrain, one bit each.
    pub stormed: u32,
    /// Who sees whom, as far as anybody has asked.
    pub sights: Sights,
    /// How the game ended.
    pub verdict: Option<Verdict>,
}

impl<'s> Battle<'s> {
    /// An Element.
    #[inline]
    #[must_use]
    pub fn element(&self, element: ElementId) -> &Element {
        &self.elements[usize::from(element)]
    }

    /// An Element's base.
    #[inline]
    #[must_use]
    pub fn base(&self, element: ElementId) -> &Base {
        &self.elements[usize::from(element)].base
    }

    /// Whether two bases are so near that they may touch, by the largest tolerance that the rules take: tells the many that are
    /// far apart from the few that have to be measured.
    #[inline]
    #[must_use]
    pub fn close_by(&self, one: &Base, other: &Base) -> bool {
        (one.centre - other.centre).length_squared() < self.setup.reach * self.setup.reach
    }

    /// Those of each side who can touch a base whose centre is no farther than so many inches from a point.
    #[must_use]
    pub fn near(&self, centre: Point, inches: f64) -> [UnitSet; 2] {
        let reach = inches + self.setup.reach;
        Side::BOTH.map(|side| {
            let near = |one: &ElementId| (self.base(*one).centre - centre).length_squared() < reach * reach;
            self.on_the_table(side).filter(near).collect()
        })
    }

    /// The base of an Element that stands so.
    #[inline]
    #[must_use]
    pub fn base_at(&self, pose: Pose) -> Base {
        Base::square(pose.centre, pose.facing, self.setup.side)
    }

    /// Profile of an Element.
    #[inline]
    #[must_use]
    pub fn profile(&self, element: ElementId) -> &'s Profile {
        &self.setup.profiles[usize::from(self.elements[usize::from(element)].kind)]
    }

    /// The unit of an Element in the codex.
    #[must_use]
    pub fn unit(&self, element: ElementId) -> &'s Unit {
        &self.setup.codex.units[usize::from(self.elements[usize::from(element)].kind)]
    }

    /// The force of a side.
    #[inline]
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    /// The force of a side, to change.
    #[inline]
    pub fn force_mut(&mut self, side: Side) -> &mut Force {
        &mut self.forces[side.index()]
    }

    /// Where an Element is.
    #[must_use]
    pub fn place(&self, element: ElementId) -> Place {
        let (force, it) = (self.force(side_of(element)), bit(element));
        match it {
            _ if force.table.meets(it) => Place::Table,
            _ if force.aboard.meets(it) => Place::Aboard,
            _ if force.reserve.meets(it) => Place::Reserve,
            _ if force.exited.meets(it) => Place::Exited,
            _ if force.destroyed.meets(it) => Place::Destroyed,
            _ => Place::Undeployed,
        }
    }

    /// Whether an Element stands on the table on its own base.
    #[inline]
    #[must_use]
    pub fn on_table(&self, element: ElementId) -> bool {
        self.force(side_of(element)).table.contains(element)
    }

    /// Whether an Element is in full contact with an enemy (DG-CON-01).
    #[inline]
    #[must_use]
    pub fn is_engaged(&self, element: ElementId) -> bool {
        self.force(side_of(element)).engaged.contains(element)
    }

    /// Everybody of `side` on the table, lowest number first.
    #[inline]
    pub fn on_the_table(&self, side: Side) -> impl Iterator<Item = ElementId> + Clone + use<> {
        members(side, self.force(side).table)
    }

    /// Everybody on the table, side A first.
    #[inline]
    pub fn everybody(&self) -> impl Iterator<Item = ElementId> + Clone + use<> {
        self.on_the_table(Side::A).chain(self.on_the_table(Side::B))
    }

    /// Who shares the whole edge `edge` of an Element's base, or [`NOBODY`].
    #[inline]
    #[must_use]
    pub fn beside(&self, element: ElementId, edge: Edge) -> ElementId {
        self.element(element).contact.edges[edge as usize]
    }

    /// The edge of `element` that is in full contact with `other`, if one is.
    #[inline]
    #[must_use]
    pub fn shared_edge(&self, element: ElementId, other: ElementId) -> Option<Edge> {
        Edge::ALL.into_iter().find(|edge| self.beside(element, *edge) == other)
    }

    /// The passengers of an APC, lowest number first.
    pub fn riders(&self, carrier: ElementId) -> impl Iterator<Item = ElementId> + use<'_, 's> {
        let side = side_of(carrier);
        members(side, self.force(side).aboard).filter(move |rider| self.element(*rider).carrier == carrier)
    }

    /// Value of a set of Elements of `side`.
    #[must_use]
    pub fn worth(&self, side: Side, set: UnitSet) -> Points {
        members(side, set).map(|element| self.profile(element).cost).sum()
    }

    /// Whether the side's Commander has been destroyed (DG-CMD-02).
    #[must_use]
    pub fn commander_lost(&self, side: Side) -> bool {
        let force = self.force(side);
        force.commander != NOBODY && force.destroyed.contains(force.commander)
    }

    /// Whether a side has a Dogma that works now (DG-ARM-05).
    #[must_use]
    pub fn has_dogma(&self, side: Side, wanted: Dogma) -> bool {
        let works = !(self.setup.rules.dogma_dies_with_commander && self.commander_lost(side));
        works && self.force(side).dogmas.contains(wanted)
    }
}
