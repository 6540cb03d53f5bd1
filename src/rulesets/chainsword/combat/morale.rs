//! Tests on leadership, what Shock does to a Team, sweeps.

use crate::dice::Dice;

/// The greatest total of 2d6 that passes a test on Ld (CW-BAS-25): `ld` less Shock and margin; a double 1 always passes, and
/// below a quarter of its size nothing else does.
#[must_use]
pub fn most_to_pass(ld: u8, shock: u16, margin: u16, under_quarter: bool) -> i32 {
    let most = if under_quarter { 2 } else { i32::from(ld) - i32::from(shock) - i32::from(margin) };
    most.max(2)
}

/// A test on Ld (CW-BAS-25).
pub fn passes<D: Dice>(ld: u8, shock: u16, margin: u16, under_quarter: bool, dice: &mut D) -> bool {
    dice.sum_at_most(2, most_to_pass(ld, shock, margin, under_quarter))
}

/// How a Team stands under Shock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Less Shock than Ld.
    Steady,
    /// As much Shock as Ld (CW-SHK-05).
    Pinned,
    /// Twice as much, or as many times as the rules say (CW-SHK-06).
    Broken,
}

impl Bearing {
    /// How a Team of printed leadership `ld` stands, broken by so many times that.
    #[must_use]
    pub fn of(shock: u16, ld: u8, multiple: u8) -> Self {
        match shock {
            shock if shock >= u16::from(multiple) * u16::from(ld) => Self::Broken,
            shock if shock >= u16::from(ld) => Self::Pinned,
            _ => Self::Steady,
        }
    }
}

/// Whether the winner of a melee catches the loser by these dice and initiatives, the winner's first (CW-BAS-19).
#[must_use]
pub fn catches(dice: [u8; 2], initiatives: [u8; 2]) -> bool {
    dice[0] + initiatives[0] >= dice[1] + initiatives[1]
}

/// Whether the winner of a melee catches the loser (CW-BAS-19).
pub fn sweeps<D: Dice>(winner_initiative: u8, loser_initiative: u8, dice: &mut D) -> bool {
    let thrown = [dice.d6(), dice.d6()];
    catches(thrown, [winner_initiative, loser_initiative])
}
