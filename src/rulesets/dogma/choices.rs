//! The decisions that players take (D-01 to D-13; the list itself is D-01).

use super::setup::TableEdge;
use super::state::{ElementId, Formation, NOBODY, Pose};
use super::terrain::Kind;
use crate::tabletop::plane::{Edge, Facing, Point};

pub use crate::game::Refusal;

/// The path of a tactical move (DG-MOV-01, DG-MOV-02): a straight leg, a change of facing about the centre, another leg. Both
/// legs go forwards, or both backwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Inches along the facing at the start; negative backwards.
    pub first: f64,
    /// The facing taken up on the way; none to keep the old one.
    pub facing: Option<Facing>,
    /// Inches along the new facing; negative backwards.
    pub second: f64,
}

impl Path {
    /// Staying where one is: a move all the same.
    pub const STAY: Path = Path { first: 0.0, facing: None, second: 0.0 };

    /// Straight on, or straight back when negative.
    #[must_use]
    pub fn straight(distance: f64) -> Self {
        Self { first: distance, ..Self::STAY }
    }

    /// A change of facing alone (DG-MOV-03).
    #[must_use]
    pub fn turn(facing: Facing) -> Self {
        Self { facing: Some(facing), ..Self::STAY }
    }

    /// Distance spent, inches.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.first.abs() + self.second.abs()
    }
}

/// Most legs of a [`Route`].
pub const MOST_LEGS: usize = 8;

/// One part of a Group move (DG-GRP-08).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// So many inches straight forwards; backwards when negative, and then the only leg.
    Straight(f64),
    /// A wheel by so many radians about the inner front corner: to the right when positive (DG-GRP-09).
    Wheel(f64),
}

/// The path of a Group move: at most [`MOST_LEGS`] legs, one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Route {
    legs: [Leg; MOST_LEGS],
    len: u8,
}

impl Route {
    /// Staying where one is: a move all the same.
    pub const STAY: Route = Route { legs: [Leg::Straight(0.0); MOST_LEGS], len: 0 };

    /// Straight on, or straight back when negative.
    #[must_use]
    pub fn straight(distance: f64) -> Self {
        Self::STAY.then(Leg::Straight(distance))
    }

    /// This route with one more leg; as it is when it is full.
    #[must_use]
    pub fn then(mut self, leg: Leg) -> Self {
        if let Some(next) = self.legs.get_mut(usize::from(self.len)) {
            *next = leg;
            self.len += 1;
        }
        self
    }

    /// All legs, in order.
    #[must_use]
    pub fn legs(&self) -> &[Leg] {
        &self.legs[..usize::from(self.len)]
    }
}

/// With whom a mover means to close the door when it ends in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeting {
    /// The enemy; [`NOBODY`] leaves it to the rules.
    pub foe: ElementId,
    /// The edge of that enemy; none leaves it to the rules. Owners pick it under `contact-edge = free`, or where the rules leave
    /// it open.
    pub edge: Option<Edge>,
}

impl Meeting {
    /// Whoever is touched.
    pub const ANY: Meeting = Meeting { foe: NOBODY, edge: None };

    /// This enemy.
    #[must_use]
    pub const fn with(foe: ElementId) -> Self {
        Self { foe, edge: None }
    }
}

/// Which way an Element breaks off (DG-CON-10), by its own facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Away {
    /// Straight backwards.
    Back,
    /// Straight to its left.
    Left,
    /// Straight to its right.
    Right,
}

/// Most supporters of one attack.
pub const MOST_SUPPORTERS: usize = 6;

/// Whom a ranged or close attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// An enemy Element.
    Element(ElementId),
    /// A building, by its index in the terrain (DG-TER-10).
    Building(u8),
}

/// An attack of one Element on one target, with its supporters (DG-RNG-11, DG-CLO-05).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Who attacks.
    pub attacker: ElementId,
    /// Whom.
    pub target: Target,
    supporters: [ElementId; MOST_SUPPORTERS],
}

impl Attack {
    /// An attack without support.
    #[must_use]
    pub const fn new(attacker: ElementId, target: Target) -> Self {
        Self { attacker, target, supporters: [NOBODY; MOST_SUPPORTERS] }
    }

    /// This attack with one more supporter; as it is when there are [`MOST_SUPPORTERS`].
    #[must_use]
    pub fn with(mut self, supporter: ElementId) -> Self {
        if let Some(free) = self.supporters.iter_mut().find(|id| **id == NOBODY) {
            *free = supporter;
        }
        self
    }

    /// Who supports.
    pub fn supporters(&self) -> impl Iterator<Item = ElementId> + use<> {
        self.supporters.into_iter().take_while(|id| *id != NOBODY)
    }
}

impl std::fmt::Debug for Attack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let supporters: Vec<ElementId> = self.supporters().collect();
        write!(f, "{} at {:?} with {supporters:?}", self.attacker, self.target)
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// Throws the dice that are due: nothing to choose.
    Roll,

    /// Set-up: places a terrain feature (D-02): a square with its sides along the table's for a building, else a disc.
    Feature {
        /// What it is.
        kind: Kind,
        /// Its centre.
        at: Point,
        /// Its diameter or side, inches.
        across: f64,
    },
    /// Set-up: places none; the feature is forfeited.
    NoFeature,
    /// Set-up: picks an edge of the table (D-03).
    Edge(TableEdge),
    /// Set-up: names the flag bearer (D-04).
    Bearer {
        /// Who bears it.
        element: ElementId,
    },
    /// Set-up: places a control marker (D-04).
    Marker {
        /// Where.
        at: Point,
    },
    /// Set-up: puts an Element on the table (D-05).
    Deploy {
        /// Who.
        element: ElementId,
        /// Where.
        pose: Pose,
    },
    /// Set-up: starts an Element riding (DG-SET-10).
    Mount {
        /// Who.
        element: ElementId,
        /// In which APC, deployed already.
        apc: ElementId,
    },
    /// Set-up: keeps an Element in reserve (DG-DOG-04).
    Reserve {
        /// Who.
        element: ElementId,
    },
    /// Set-up: names the Group that Artillery hits (D-06).
    Barrage {
        /// Two to four enemies in a legal Group.
        group: Formation,
    },

    /// Throws the shaken check of an Element (D-08).
    Check {
        /// Whose.
        element: ElementId,
    },
    /// A tactical move (D-10).
    Move {
        /// Who.
        element: ElementId,
        /// How.
        path: Path,
        /// With whom it closes the door.
        meeting: Meeting,
        /// The friend whose facing it takes up at the end (DG-GRP-05); [`NOBODY`] for none.
        join: ElementId,
    },
    /// A Group move (D-10).
    March {
        /// Who moves, the leader first.
        group: Formation,
        /// How.
        route: Route,
        /// With whom it closes the door.
        meeting: Meeting,
    },
    /// A Group changes facing on the spot (DG-GRP-10).
    Turn {
        /// Who, the leader first.
        group: Formation,
        /// Quarter turns to the right, 1 to 3.
        quarters: u8,
    },
    /// Slides from partial into full contact (DG-CON-08).
    Slide {
        /// Who: the one in partial contact first, then those of its Group that follow (DG-CON-09).
        group: Formation,
        /// With whom.
        foe: ElementId,
    },
    /// Breaks off from partial contact (DG-CON-10).
    BreakOff {
        /// Who: the one in partial contact first, then those of its Group that follow.
        group: Formation,
        /// Which way.
        away: Away,
        /// How far, inches.
        distance: f64,
        /// The facing taken up at the end, by one who goes alone.
        facing: Option<Facing>,
    },
    /// Goes aboard, after its move (DG-APC-03).
    Board {
        /// Who.
        element: ElementId,
        /// The APC.
        apc: ElementId,
    },
    /// Gets off (D-09).
    Disembark {
        /// Who.
        element: ElementId,
        /// Where.
        pose: Pose,
    },
    /// Comes in from reserve (D-07): the first one gives up all other moves.
    Enter {
        /// Who.
        element: ElementId,
        /// The edge.
        edge: TableEdge,
        /// Where its centre crosses the edge: x or y, inches.
        at: f64,
        /// Its tactical move from there.
        path: Path,
        /// With whom it closes the door.
        meeting: Meeting,
        /// The friend whose facing it takes up at the end; [`NOBODY`] for none.
        join: ElementId,
    },
    /// Ends the Movement phase.
    EndMovement,

    /// A ranged attack (D-11).
    Fire(Attack),
    /// Ends the Ranged phase.
    EndRanged,
    /// A close attack (D-12).
    Fight(Attack),
    /// Ends the Close phase and the turn.
    EndClose,
    /// Writes down a Group.
    Declare {
        /// Who, two to four.
        group: Formation,
    },
    /// Writes down everybody else alone.
    EndDeclaration,
    /// Places a passenger of a wrecked APC (D-13).
    Bail {
        /// Who.
        element: ElementId,
        /// Where.
        pose: Pose,
    },
}
