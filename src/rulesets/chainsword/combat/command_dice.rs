//! Command Dice (CW-CMD) and what they pay for: faces, wildcards, command points, the orders of officers (CW-OFF).

use crate::dice::Dice;
use crate::rulesets::chainsword::codex::{Codex, Rank, RankData};
use crate::rulesets::chainsword::rules::FmTable;

/// Command Dice at a level of Force Morale (CW-CMD-01, CW-FMO-02).
#[must_use]
pub fn dice_at(codex: &Codex, level: u8, table: FmTable) -> u8 {
    codex.command_dice[table as usize][usize::from(level.clamp(1, 5)) - 1]
}

/// How many of `n` Command Dice show a six, and how many of the others show the face `f`, whichever of 1 to 5 it is.
pub fn sixes_and_face<D: Dice>(n: u8, dice: &mut D) -> (u8, u8) {
    // Two of six faces matter; of the dice that show one of them, half show the six.
    let either = dice.successes(u32::from(n), 5);
    let sixes = dice.successes(either, 4);
    (sixes as u8, (either - sixes) as u8)
}

/// Whether a throw does what needs `face`: the face is there, or a lone six stands for it (CW-CMD-07, CW-CMD-08).
#[must_use]
pub fn offers(sixes: u8, face: u8) -> bool {
    face > 0 || sixes == 1
}

/// Command points from a throw (CW-CMD-06, CW-CMD-07).
#[must_use]
pub fn command_points(sixes: u8, fives: u8, wildcard_as_cp: bool) -> u8 {
    fives + u8::from(wildcard_as_cp && sixes == 1)
}

/// Orders that an officer has in an activation (CW-OFF-01, CW-ARM-07).
#[must_use]
pub fn orders(rank: &RankData, extra: u8, spent_elsewhere: u8) -> u8 {
    (rank.orders + extra).saturating_sub(spent_elsewhere)
}

/// What an officer's rank means.
#[must_use]
pub fn rank(codex: &Codex, rank: Rank) -> &RankData {
    &codex.ranks[rank as usize]
}
