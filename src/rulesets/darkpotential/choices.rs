//! The decisions that players take, and when.
//!
//! A movement is written down by its destination and a few places on the way; from each to the next it goes straight on where
//! it may, else by the cheapest route, so that the whole path is fixed by them.

use super::bidding::Bid;
use super::field::BoardEdge;
use super::state::{FigureId, FigureSet};
pub use crate::game::Refusal;
use crate::game::keyed::keyed;
use crate::tabletop::plane::{Aloft, Facing, Spot};

/// Most places on the way of a movement that a choice may name.
pub const MOST_WAYPOINTS: usize = 3;

/// Where a figure goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Where it ends.
    pub to: Spot,
    /// Places on the way; the first [`waypoints`](Self::waypoints) count, the others repeat the end.
    via: [Spot; MOST_WAYPOINTS],
    /// How many there are.
    count: u8,
}

impl Way {
    /// The route to a place: straight on where nothing bars that and the Movement pays for it, else the cheapest.
    #[must_use]
    pub const fn straight(to: Spot) -> Self {
        Self { to, via: [to; MOST_WAYPOINTS], count: 0 }
    }

    /// The same by one more place on the way; none when there are too many.
    #[must_use]
    pub fn by(mut self, place: Spot) -> Option<Self> {
        *self.via.get_mut(usize::from(self.count))? = place;
        self.count += 1;
        Some(self)
    }

    /// Places on the way, in order, the end left out.
    #[must_use]
    pub fn waypoints(&self) -> &[Spot] {
        &self.via[..usize::from(self.count)]
    }
}

/// What a model does as its action (DP-ACT-10), or instead of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Nothing.
    None,
    /// A second move.
    Move(Way),
    /// A ranged attack.
    Shoot {
        /// The weapon.
        weapon: u8,
        /// At whom.
        target: FigureId,
    },
    /// A close-combat attack.
    Fight {
        /// The weapon.
        weapon: u8,
        /// At whom.
        target: FigureId,
    },
    /// A charge; whom it strikes, and with what, is chosen on arrival.
    Charge(Way),
    /// Overwatch.
    Overwatch {
        /// The weapon declared.
        weapon: u8,
        /// Axis of the arc.
        facing: Facing,
        /// The unit whose Command Point pays.
        payer: u8,
    },
    /// Combat Ready.
    CombatReady {
        /// Axis of the arc.
        facing: Facing,
        /// The unit whose Command Point pays.
        payer: u8,
    },
    /// Suppressing Fire, together with others.
    Suppress {
        /// Who takes part.
        group: FigureSet,
        /// Centre of the template.
        centre: Aloft,
        /// The unit whose Command Point pays.
        payer: u8,
    },
    /// An active Perception check.
    Look {
        /// The stealth base looked at.
        base: FigureId,
    },
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// Throws the dice of the roll-off.
    RollOff,
    /// Takes the first turn, or leaves it to the other side.
    First(bool),
    /// Deploys at this edge.
    Edge(BoardEdge),
    /// Deploys a model; in step 1, and after [`Hide`](Self::Hide), a stealth base.
    Place {
        /// The model, or the base.
        figure: FigureId,
        /// Where.
        at: Spot,
    },
    /// A model deploys in stealth (DP-STL-02), or enters it again (DP-STL-13).
    Hide(FigureId),
    /// This base is the real one (DP-STL-03).
    Real(FigureId),
    /// Names the leader of a squad (DP-SQD-01, DP-SQD-02).
    Leader(FigureId),
    /// Activates a unit of the own side.
    Activate(u8),
    /// A model in stealth shows itself (DP-STL-09, DP-STL-17); or one that is attacked does (DP-STL-12).
    Reveal(FigureId),
    /// Takes a stealth base off the board (DP-STL-07, DP-STL-12).
    Remove(FigureId),
    /// A passive Perception check (DP-PER-04).
    Observe {
        /// Who looks.
        observer: FigureId,
        /// At which base.
        base: FigureId,
    },
    /// Buys a Tactical Manoeuvre with a point of this unit (DP-TAC-01).
    Manoeuvre(u8),
    /// Moves a figure, or leads on a movement that was interrupted.
    Move {
        /// Who.
        figure: FigureId,
        /// Where.
        way: Way,
    },
    /// A figure does not move, or ends its movement where it is.
    Stay(FigureId),
    /// A model acts.
    Act {
        /// Who.
        model: FigureId,
        /// What it does.
        action: Action,
    },
    /// Shoots in reaction: on Overwatch, or in Suppressing Fire.
    React {
        /// Who shoots.
        by: FigureId,
        /// At which point of the movement: 0 is its start.
        point: u8,
        /// The template of Suppressing Fire used; none on Overwatch.
        template: Option<u8>,
    },
    /// A model that is Combat Ready charges the mover.
    Charge {
        /// Who.
        by: FigureId,
        /// Where.
        way: Way,
    },
    /// A free attack on a model that leaves (DP-MOV-10).
    FreeAttack(FigureId),
    /// The attack at the end of a charge.
    Strike {
        /// The weapon.
        weapon: u8,
        /// At whom.
        target: FigureId,
    },
    /// A participant of Suppressing Fire declares its weapon.
    Declare {
        /// Who.
        model: FigureId,
        /// The weapon.
        weapon: u8,
    },
    /// Whose Strength or Leadership roll comes next.
    Next(FigureId),
    /// A squad mate takes over the special weapons of the dead (DP-SQD-07).
    PickUp(FigureId),
    /// Uses Command Points on a roll (DP-CMD-07 to 10).
    Bid {
        /// The use.
        bid: Bid,
        /// The unit whose point pays.
        payer: u8,
    },
    /// Declines what is offered, or ends the present step.
    Pass,
}

keyed! {
    /// What is to be decided now.
    Decision {
        /// Throw for who goes first.
        RollOff = "roll-off",
        /// Go first or second.
        First = "first",
        /// Which edge to deploy at.
        Edge = "edge",
        /// The next model to deploy, and where.
        Deploy = "deploy",
        /// Where the next stealth base goes.
        PlaceBase = "place-base",
        /// Which base is the real one.
        Real = "real",
        /// Who leads a squad.
        Leader = "leader",
        /// The next unit to activate.
        Activate = "activate",
        /// Step 1: show a model in stealth, hide one, or neither.
        Stealth = "stealth",
        /// Step 2: the next passive Perception check.
        Observe = "observe",
        /// Step 3: a Tactical Manoeuvre, or none.
        Manoeuvre = "manoeuvre",
        /// Step 4: the next figure to move, and where.
        Move = "move",
        /// Lead on a movement that was interrupted, or end it.
        Replan = "replan",
        /// The next reaction to a movement, or none.
        React = "react",
        /// A charge in reaction, or none.
        ReactionCharge = "reaction-charge",
        /// The next free attack, or none.
        FreeAttack = "free-attack",
        /// Step 5: the next model to act, and how.
        Act = "act",
        /// Suppressing Fire on a model that acts, or none.
        Answer = "answer",
        /// The attack at the end of a charge.
        Strike = "strike",
        /// The weapon of a participant of Suppressing Fire.
        Declare = "declare",
        /// Show a model that is attacked in stealth, or give it up.
        GiveUp = "give-up",
        /// Whose roll comes next.
        Next = "next",
        /// Who takes over a special weapon.
        PickUp = "pick-up",
        /// A base to take off, out of coherency.
        Coherency = "coherency",
        /// A use of Command Points on a roll, or none.
        Bid = "bid",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}
