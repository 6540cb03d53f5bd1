//! The decisions that players take.

use super::order_of_battle::MOST_GROUPS;
use super::state::{CommanderId, UnitId};
pub use crate::game::Refusal;
use crate::game::keyed::keyed;
use crate::tabletop::hex::{self, HexIndex, flat::Direction};

/// The steps of a move.
pub type Path = hex::Path<Direction>;

/// One step of a [`Path`].
pub type PathStep = hex::PathStep<Direction>;

keyed! {
    /// What a unit does in its move beside going (HX-MOV-07, HX-MOV-08, HX-MOV-13, HX-MEL-18).
    Act {
        /// Nothing else.
        None = "none",
        /// Limbers, then goes.
        Limber = "limber",
        /// Goes, then unlimbers.
        Unlimber = "unlimber",
        /// Is pushed one hex, unlimbered.
        Push = "push",
        /// Mounts, then goes.
        Mount = "mount",
        /// Dismounts, then goes.
        Dismount = "dismount",
        /// Goes, then dismounts.
        DismountAfter = "dismount-after",
        /// Turns about and leaves its melee by one hex.
        Withdraw = "withdraw",
        /// The crew goes back to its guns.
        Man = "man",
    }
}

/// A move: a change of facing, steps into front hexes, a change of facing (HX-MOV-02, HX-MOV-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct March {
    /// Who moves.
    pub unit: UnitId,
    /// Beside going.
    pub act: Act,
    /// Facing before the first step; its present one unless it turns.
    pub start: Direction,
    /// Steps.
    pub path: Path,
    /// A turn on the way: before the step of this number, to this facing (units of two turns).
    pub middle: Option<(u8, Direction)>,
    /// Facing after the last step.
    pub end: Direction,
    /// Deploys from the column in which its road leaves it (HX-TER-09).
    pub deploy: bool,
}

impl March {
    /// A unit that stays and keeps its facing.
    #[must_use]
    pub const fn stay(unit: UnitId, facing: Direction) -> Self {
        Self { unit, act: Act::None, start: facing, path: Path::EMPTY, middle: None, end: facing, deploy: false }
    }
}

keyed! {
    /// Orders of a brigade (HX-CVS-05, R-174).
    Order {
        /// Anything goes.
        Attack = "attack",
        /// No step nearer to the enemy, no contact.
        Hold = "hold",
        /// As attack near the brigade that it supports, else towards that brigade.
        Support = "support",
        /// No step nearer to the enemy, no contact.
        Withdraw = "withdraw",
    }
}

keyed! {
    /// How a unit is set up.
    Stance {
        /// As it is usual: guns unlimbered, riders mounted.
        Usual = "usual",
        /// Guns limbered, riders on foot.
        Other = "other",
    }
}

keyed! {
    /// What is built (HX-CON-01).
    Works {
        /// A bridge over a river hex.
        Pontoon = "pontoon-bridge",
        /// Works towards the front of who builds them.
        Quick = "quick-works",
        /// A redoubt.
        Redoubt = "redoubt",
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Set-up: puts a unit, or a marker, into a hex.
    Place {
        /// The unit.
        unit: UnitId,
        /// Its hex.
        hex: HexIndex,
        /// Its facing.
        facing: Direction,
        /// Guns unlimbered or not, riders mounted or not.
        stance: Stance,
    },
    /// Set-up: lays works that were prepared before the battle (HX-CON-03).
    Prepare {
        /// Quick works or a redoubt.
        works: Works,
        /// Their hex.
        hex: HexIndex,
        /// The front of quick works; it does not matter to a redoubt.
        facing: Direction,
    },
    /// Set-up: leaves a unit for the arrivals (relief).
    Keep {
        /// The unit.
        unit: UnitId,
    },
    /// Set-up: marks the route of retreat of the next division, or brigade (HX-SET-07).
    MarkRetreat {
        /// A hex of the own edge.
        hex: HexIndex,
    },
    /// Set-up, or the start of a turn: the group that moves next in the written order (HX-SET-04).
    Number {
        /// The group.
        group: u8,
    },
    /// Set-up: writes an order of the next brigade (HX-CVS-05).
    Write {
        /// The order.
        order: Order,
        /// The brigade that it supports; its own number for all other orders.
        supports: u8,
    },
    /// Tries to replace a commander (HX-CVS-14).
    Replace,
    /// Rolls to spot a marker (HX-SPT-03).
    Spot {
        /// The marker.
        unit: UnitId,
    },
    /// Blockers of an entry zone stay (HX-REI-03).
    Stay,
    /// Blockers of an entry zone go, one by one.
    MakeWay,
    /// An arriving unit enters (HX-REI-01).
    Enter {
        /// The unit.
        unit: UnitId,
        /// A hex of the entry zone.
        hex: HexIndex,
        /// Its facing.
        facing: Direction,
    },
    /// Tries to change the order of a brigade (HX-CVS-06).
    ChangeOrder {
        /// The brigade.
        group: u8,
        /// The new order.
        order: Order,
        /// The brigade that it supports.
        supports: u8,
    },
    /// Puts a commander on a unit (HX-CMD-01 to HX-CMD-04), or moves his figure to it (HX-CMD-10).
    Attach {
        /// The commander.
        commander: CommanderId,
        /// The unit.
        unit: UnitId,
    },
    /// Moves the figure of a commander to a hex without a unit (HX-CMD-10).
    Ride {
        /// The commander.
        commander: CommanderId,
        /// The hex.
        hex: HexIndex,
    },
    /// Moves a unit, or lets it stay and declare contact.
    March(March),
    /// Sets a unit to work (HX-CON-01).
    Build {
        /// Who builds.
        unit: UnitId,
        /// What.
        works: Works,
        /// Where: the river hex of a pontoon, else its own.
        hex: HexIndex,
    },
    /// Contacts an enemy next to the unit that has moved (HX-ZOC-06).
    Contact {
        /// The enemy.
        enemy: UnitId,
    },
    /// Skirmishers who are contacted rout (HX-SKM-01).
    Rout,
    /// Skirmishers who are contacted are removed.
    Remove,
    /// Fires at an enemy.
    Shoot {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// With the guns that it captured (HX-ART-12).
        captured: bool,
    },
    /// Names the primary enemy of a unit that has several in contact (HX-MEL-11).
    Primary {
        /// The unit with several.
        unit: UnitId,
        /// Its primary enemy.
        enemy: UnitId,
    },
    /// Fires canister at one of the attackers of a battery (HX-ART-09).
    Canister {
        /// The attacker.
        target: UnitId,
    },
    /// Presses an enemy in melee (HX-MEL-15).
    Press {
        /// The enemy.
        enemy: UnitId,
    },
    /// The winner of a melee goes into the hex that its enemy left (HX-MEL-16).
    Advance {
        /// Its facing after it.
        facing: Direction,
    },
    /// The winner of a melee stays and faces this way.
    Face {
        /// Its facing.
        facing: Direction,
    },
    /// Declines what is offered, or ends the present step: no more moves, shots, contacts, commanders.
    Done,
    /// Throws the dice that are due; nothing to choose.
    Proceed,
}

/// Groups in the order in which they move, packed.
pub type Sequence = [u8; MOST_GROUPS];
