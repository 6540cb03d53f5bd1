//! How games are won: what each scenario counts, and when it is tested (DG-SCN, DG-VIC).

use super::choices::Attack;
use super::events::Told;
use super::state::{Battle, ElementId, Squad};
use crate::game::{Chronicle, Side};
use crate::tabletop::plane::Point;

/// Ways a game can end, in the order of [`Ending`].
pub const ENDINGS: [&str; 9] = [
    "exterminate",
    "regicide",
    "invasion",
    "king-of-the-hill",
    "capture-the-flag",
    "control",
    "elimination",
    "out-of-reach",
    "cap",
];

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ending {
    /// Half the enemy Force is destroyed, in Exterminate or by the opponent in Invasion (DG-SCN-01, DG-SCN-04).
    Exterminate = 0,
    /// The enemy Commander is destroyed (DG-SCN-02).
    Regicide = 1,
    /// A third of the aggressor's Force is off the enemy edge (DG-SCN-03).
    Invasion = 2,
    /// The hill was held (DG-SCN-05).
    KingOfTheHill = 3,
    /// The enemy flag was taken (DG-SCN-06).
    CaptureTheFlag = 4,
    /// Both markers were held (DG-SCN-10).
    Control = 5,
    /// A side has nobody left (DG-VIC-02).
    Elimination = 6,
    /// The aggressor can no longer bring a third off.
    OutOfReach = 7,
    /// The last round is over (DG-VIC-03).
    Cap = 8,
}

/// What a scenario counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The marker at the centre, in King of the Hill and Control.
    pub centre: Option<Point>,
    /// Each side's own marker in the enemy half (DG-SCN-09).
    pub markers: [Option<Point>; 2],
    /// Each side's flag bearer while somebody bears its flag (DG-SCN-06).
    pub bearers: [Option<ElementId>; 2],
    /// Where each side's flag lies when nobody bears it.
    pub flags: [Option<Point>; 2],
    /// Those of each side who held at the end of its last turn, by what they held: the centre or hill, the own marker.
    pub holders: [[Squad; 2]; 2],
}

/// Why an Element is destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the dice of a ranged attack.
    Shot(Attack),
    /// By the dice of a close attack.
    Close(Attack),
    /// By a recoil from a close attack (DG-REC-10).
    Recoil(Attack),
    /// By Artillery (DG-DOG-01).
    Artillery,
    /// In a wrecked APC without a place to get off (DG-APC-09).
    Wreck(Attack),
}

impl Battle<'_> {
    /// Called after an Element has been removed as destroyed: flags, value, Commander, nobody left. Sets the verdict when
    /// the game is over (DG-VIC-01).
    pub(super) fn after_destruction<C: Chronicle<Told>>(&mut self, victim: ElementId, cause: Cause, chronicle: &mut C) {
        let _ = (victim, cause, chronicle);
    }

    /// Called after the Elements of `moved`, all of `side`, have ended a move of their own, a slide by closing the door
    /// included: takes off those who exit in Invasion, picks up flags. Sets the verdict when the game is over.
    pub(super) fn after_move<C: Chronicle<Told>>(&mut self, side: Side, moved: Squad, chronicle: &mut C) {
        let _ = (side, moved, chronicle);
    }

    /// Called at the end of every turn of `side`: holds; and at the end of the last turn the cap (DG-VIC-03). Sets the
    /// verdict when the game is over.
    pub(super) fn after_turn<C: Chronicle<Told>>(&mut self, side: Side, chronicle: &mut C) {
        let _ = (side, chronicle);
    }
}
