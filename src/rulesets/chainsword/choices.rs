//! The decisions that players take, and when.

use super::setup_step::SetUpChoice;
pub use crate::game::Refusal;
use crate::game::keyed::keyed;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// Withdraws from the table (CW-FMO-07).
    Withdraw,
    /// Throws a die of the roll again, by its place (CW-STR-02).
    Reroll(u8),
    /// Skips the test of Force Morale (CW-STR-06).
    Steady,
    /// Gives up a jump-off point, by its number (CW-FMO-03).
    LosePoint(u8),
    /// The Turn ends after this Phase (CW-STR-04).
    EndTurn,
    /// Something before the first Phase.
    SetUp(SetUpChoice),
    /// Declines what is offered, or ends the present step.
    Pass,
}

keyed! {
    /// What is to be decided now.
    Decision {
        /// What support points buy.
        Purchase = "purchase",
        /// How many Patrol Markers.
        MarkerCount = "marker-count",
        /// Where a Patrol Marker starts.
        PlaceMarker = "place-marker",
        /// Which Patrol Marker moves, and where to.
        MarkerMove = "marker-move",
        /// Where a jump-off point lies.
        PlacePoint = "place-point",
        /// Withdraw, or play on.
        Withdraw = "withdraw",
        /// Throw a die again, or let the roll stand.
        Reroll = "reroll",
        /// Skip a test of Force Morale, or take it.
        Steady = "steady",
        /// Which jump-off point goes.
        LostPoint = "lost-point",
        /// What the next Command Die is spent on, a stratagem, or the end of the Phase.
        Spend = "spend",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}
