//! The steps of a game, and what is decided in them.

use crate::game::TurnPhase;
use crate::game::keyed::keyed;

keyed! {
    /// The steps of a game (HX-TRN-02).
    Phase {
        /// Set-up.
        Deployment = "deployment",
        /// The roll for initiative.
        Initiative = "initiative",
        /// The command step, up to the rout moves.
        Command = "command",
        /// Movement of the phasing side.
        Movement = "movement",
        /// Fire of one side, or of both under activation.
        Fire = "fire",
        /// Melee.
        Melee = "melee",
        /// Rally and recovery.
        Rally = "rally",
        /// The game is over.
        Over = "over",
    }
}

/// The phases of a turn: the steps of a half; spotting, arrivals, orders and commanders together. Under activation both sides share
/// fire and melee, unless every group has its own.
pub const PHASES: &[TurnPhase] = &[
    TurnPhase::shared("set-up"),
    TurnPhase::shared("initiative"),
    TurnPhase::of_a_side("integrity"),
    TurnPhase::of_a_side("command"),
    TurnPhase::of_a_side("rout moves"),
    TurnPhase::of_a_side("movement"),
    TurnPhase::of_a_side("fire"),
    TurnPhase::of_a_side("melee"),
    TurnPhase::of_a_side("rally"),
];

keyed! {
    /// The steps of a half, or of a turn under activation, in their order (HX-TRN-02, HX-TRN-04).
    Step {
        /// Set-up.
        SetUp = "deployment",
        /// Start of a turn: initiative.
        TurnStart = "initiative",
        /// Commanders are lifted, and one may be replaced.
        Lift = "command",
        /// Integrity.
        Integrity = "integrity",
        /// Spotting.
        Spotting = "spotting",
        /// Arrivals.
        Arrivals = "arrivals",
        /// Changes of orders.
        Orders = "orders",
        /// Commanders join steady units.
        Commanders = "commanders",
        /// Routed units move.
        RoutMoves = "rout-moves",
        /// Commanders join routed units.
        RoutedCommanders = "routed-commanders",
        /// The next group, under activation.
        Groups = "groups",
        /// Movement of the phasing side, or of its active group.
        Movement = "movement",
        /// Opportunity fire of the other side, under activation.
        Opportunity = "opportunity",
        /// Commanders join steady units, where they do so after movement.
        LateCommanders = "late-commanders",
        /// Fire of both sides.
        Fire = "fire",
        /// Melee.
        Melee = "melee",
        /// Rally and recovery.
        Rally = "rally",
        /// End of the turn.
        TurnEnd = "turn-end",
    }
}

keyed! {
    /// What is to be decided now.
    Decision {
        /// Throw for what is drawn before set-up: command values, and tribes that will not obey.
        Draw = "draw",
        /// Lay works that were prepared before the battle.
        Prepare = "prepare",
        /// Set up one more unit, or leave it for the arrivals.
        Deploy = "deploy",
        /// Mark a route of retreat.
        MarkRetreat = "mark-retreat",
        /// Give a group its number in the order of activation.
        Number = "number",
        /// Write the order of a brigade.
        Write = "write",
        /// Throw for initiative.
        Initiative = "initiative",
        /// Try to replace a commander, or not.
        Replace = "replace",
        /// Throw for integrity.
        Integrity = "integrity",
        /// Roll for a marker, or end spotting.
        Spot = "spot",
        /// Throw for the place of entry.
        Entry = "entry",
        /// Stay before an entry zone, or make way.
        Block = "block",
        /// Move a unit out of an entry zone.
        MakeWay = "make-way",
        /// Enter with a unit, or let the rest wait.
        Arrive = "arrive",
        /// Try to change an order, or keep them all.
        Order = "order",
        /// Throw to end a consequence by aggressiveness.
        Resolve = "resolve",
        /// Place a commander on a steady unit, or no more.
        Attach = "attach",
        /// Routed units move.
        RoutMoves = "rout-moves",
        /// Place a commander on a routed unit, or no more.
        AttachRouted = "attach-routed",
        /// Move a unit, set it to work, or end the movement.
        March = "march",
        /// Contact one more enemy, or no more.
        Contact = "contact",
        /// Skirmishers in contact: rout or be removed.
        Evade = "evade",
        /// Throw for who fires first.
        FireOrder = "fire-order",
        /// Fire, or end the fire step.
        Fire = "fire",
        /// Fire with a battery after a move of the enemy, or not.
        Opportunity = "opportunity",
        /// Routs of the fire step move.
        FireRouts = "fire-routs",
        /// Name a primary enemy.
        Primary = "primary",
        /// Name the target of canister.
        Canister = "canister",
        /// Name the enemy who is pressed.
        Press = "press",
        /// Throw the dice of the melee step.
        Melee = "melee",
        /// Advance, or turn.
        Advance = "advance",
        /// Contact an enemy after an advance, or not.
        AdvanceContact = "advance-contact",
        /// Face a unit that has rallied from rout (HX-RAL-02).
        Face = "face",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}
