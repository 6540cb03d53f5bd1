//! The two sides and how a game ends.

/// One of the two sides of a game. Which of them moves first is the game's affair: see [`crate::dice::Seat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The first-named side.
    A = 0,
    /// The other side.
    B = 1,
}

impl Side {
    /// Both sides, A first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// 0 for A, 1 for B.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side of this letter.
    #[must_use]
    pub fn of_letter(letter: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.letter() == letter)
    }

    /// `"A"` or `"B"`.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Side::A => "A",
            Side::B => "B",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// Index into [`crate::game::Ruleset::endings`].
    pub ending: u8,
}
