//! Tests on leadership, what Shock does to a Team, sweeps.

use crate::dice::Dice;

/// A test on Ld (CW-BAS-25): 2d6 at most `ld` less Shock and margin; a double 1 always passes, and below a quarter of its
/// size nothing else does.
pub fn passes<D: Dice>(ld: u8, shock: u16, margin: u16, under_quarter: bool, dice: &mut D) -> bool {
    let most = if under_quarter { 2 } else { i32::from(ld) - i32::from(shock) - i32::from(margin) };
    dice.sum_at_most(2, most.max(2))
}

/// How a Team stands under Shock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Less Shock than Ld.
    Steady,
    /// As much Shock as Ld (CW-SHK-05).
    Pinned,
    /// Twice as much (CW-SHK-06).
    Broken,
}

impl Bearing {
    /// How a Team of printed leadership `ld` stands.
    #[must_use]
    pub fn of(shock: u16, ld: u8) -> Self {
        match shock {
            shock if shock >= 2 * u16::from(ld) => Self::Broken,
            shock if shock >= u16::from(ld) => Self::Pinned,
            _ => Self::Steady,
        }
    }
}

/// Whether the winner of a melee catches the loser (CW-BAS-19).
pub fn sweeps<D: Dice>(winner_initiative: u8, loser_initiative: u8, dice: &mut D) -> bool {
    dice.d6() + winner_initiative >= dice.d6() + loser_initiative
}
