//! The decisions that players take, and when.

use super::field::lanes::Lane;
use super::fire_lines::{Fire, Mode};
use super::orders_step::Order;
use super::setup_step::SetUpChoice;
use super::sortie_step::Aim;
use super::state::TeamId;
pub use crate::game::Refusal;
use crate::game::keyed::keyed;
use crate::tabletop::plane::Point;

/// Whom a Command Die is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// One Team, an officer, or a vehicle.
    Team(TeamId),
    /// A Squad of the active side, by its number.
    Squad(u8),
}

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
    /// A Team comes on from ambush, for command points (CW-STR-05).
    Ambush {
        /// Who.
        team: TeamId,
        /// Where.
        at: Point,
    },
    /// A Team leaves the table to deploy again, for command points (CW-STR-07).
    Relocate(TeamId),
    /// A Squad acts out of turn, for command points (CW-STR-03).
    Interrupt {
        /// The Squad, by its number.
        squad: u8,
        /// It fires; else it moves.
        fires: bool,
    },
    /// Spends a Command Die.
    Spend {
        /// The face, 1 to 4; the wildcard stands in where no die shows it.
        face: u8,
        /// Whom on.
        on: Use,
    },
    /// A Team of the Squad acts next.
    Activate(TeamId),
    /// A Team comes onto the table by a jump-off point.
    Place {
        /// Who.
        team: TeamId,
        /// The point, by its number.
        point: u8,
        /// Where.
        at: Point,
        /// Heading of a vehicle, in whole degrees counter-clockwise from +x.
        heading: u16,
    },
    /// A Team gets into a transport.
    Board {
        /// Who.
        team: TeamId,
        /// Into what.
        transport: TeamId,
    },
    /// The Team that acts gets off its transport.
    Disembark {
        /// Where.
        at: Point,
    },
    /// A Team arrives from reserve: where it is dropped, where it walks to from its edge, or where its enemy sets it down.
    Arrive {
        /// Who.
        team: TeamId,
        /// Where.
        at: Point,
    },
    /// An officer joins a Team.
    Attach {
        /// He.
        officer: TeamId,
        /// It.
        team: TeamId,
    },
    /// Names how the Team moves in its activation.
    Mode(Mode),
    /// The Team moves.
    Move {
        /// Where; places are kept to a thousandth of an inch.
        to: Point,
        /// Heading of a vehicle at the end, in whole degrees counter-clockwise from +x.
        heading: u16,
    },
    /// The Team fires.
    Fire {
        /// At whom, with what.
        fire: Fire,
        /// It is covering fire.
        covering: bool,
    },
    /// The Team goes on Overwatch.
    Overwatch,
    /// A Team on Overwatch fires.
    React {
        /// Who.
        by: TeamId,
        /// At whom, with what.
        fire: Fire,
    },
    /// The Team charges an enemy.
    Charge(TeamId),
    /// The charged Team fires at the charger.
    ReactToCharge {
        /// With what.
        fire: Fire,
        /// It spends its Overwatch; else it fires snap shots.
        overwatch: bool,
    },
    /// The melee of this Team is fought next.
    Melee(TeamId),
    /// Whom a Team in melee strikes at.
    Blows {
        /// Who.
        team: TeamId,
        /// Whom.
        target: TeamId,
        /// With its grenades, once for each model.
        grenades: bool,
    },
    /// A Team breaks off from enemies that it cannot hurt.
    BreakOff,
    /// A Team moves after a melee that its side has won.
    Consolidate {
        /// Where.
        to: Point,
        /// Heading of a walker at the end, in whole degrees counter-clockwise from +x.
        heading: u16,
    },
    /// Names what a flyer comes for (CW-FLY-02).
    Sortie(Aim),
    /// The vector of an attack run (CW-FLY-03).
    Vector(Lane),
    /// A flyer that waited meets the raider (CW-FLY-16).
    Intercept(TeamId),
    /// A Team declares its fire at a zooming flyer (CW-FLY-04).
    AntiAir {
        /// Who.
        by: TeamId,
        /// With what.
        fire: Fire,
        /// Inches along the vector at which it fires.
        inches: f64,
    },
    /// The flyer jinks (CW-FLY-08).
    Jink,
    /// The raider turns on the interceptor (CW-FLY-17).
    Dogfight,
    /// A flyer fires some weapons on its run (CW-FLY-09).
    Strafe {
        /// At whom, with which of them.
        fire: Fire,
        /// Inches along the vector from where.
        inches: f64,
    },
    /// A hovering flyer leaves the table (CW-FLY-14).
    Leave,
    /// An officer gives an order.
    Order(Order),
    /// Declines what is offered, or ends the present step.
    Pass,
}

keyed! {
    /// What is to be decided now.
    Decision {
        /// The first rolls of the game.
        StartingRolls = "starting-rolls",
        /// What support points buy.
        Purchase = "purchase",
        /// Where a work lies.
        PlaceSupport = "place-support",
        /// How many Patrol Markers.
        MarkerCount = "marker-count",
        /// Where a Patrol Marker starts.
        PlaceMarker = "place-marker",
        /// Which Patrol Marker moves, and where to.
        MarkerMove = "marker-move",
        /// Which Team is set up early, and where.
        Infiltrate = "infiltrate",
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
        /// Break in with a Squad between two actions, or not.
        Between = "between",
        /// At whom a Team fires from ambush.
        AmbushFire = "ambush-fire",
        /// Which Team of a Squad acts next, or none.
        Squad = "squad",
        /// Where a Team arrives from reserve, or none.
        Arrive = "arrive",
        /// Where the enemy sets a Team down after a mishap.
        Mishap = "mishap",
        /// What a flyer comes for.
        Sortie = "sortie",
        /// Where a flyer hovers that has come on.
        Hover = "hover",
        /// The vector of an attack run.
        Vector = "vector",
        /// Which of the flyers that wait meets a raider.
        Interceptor = "interceptor",
        /// Fire that is declared at a zooming flyer, or no more.
        AntiAir = "anti-air",
        /// Whether the flyer jinks.
        Jink = "jink",
        /// Whether the raider turns on the interceptor.
        Dogfight = "dogfight",
        /// What a flyer fires on its run, or nothing more.
        Strafe = "strafe",
        /// How the Team moves in its activation.
        Activate = "activate",
        /// What the Team does.
        Act = "act",
        /// What a Team fires before it charges, or nothing.
        ChargeFire = "charge-fire",
        /// What the charged Team fires at the charger, or nothing.
        Reaction = "reaction",
        /// Which melee is fought next.
        Melee = "melee",
        /// Whom a Team strikes at in melee.
        Blows = "blows",
        /// Whether a Team breaks off from enemies that it cannot hurt.
        BreakOff = "break-off",
        /// Where a Team goes that has won its melee, or nowhere.
        Consolidate = "consolidate",
        /// A shot from Overwatch, or none.
        Overwatch = "overwatch",
        /// Whether an officer joins a Team after a move, or a Team gets into a transport.
        Attach = "attach",
        /// The next order of an officer, or none.
        Order = "order",
        /// Nothing: the game is over.
        Nothing = "nothing",
    }
}
