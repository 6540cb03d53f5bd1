//! What one engagement leaves behind.

/// Value in thousandths of a point.
///
/// Whole numbers, so that sums do not depend on the order in which engagements are added up.
pub type Points = i64;

/// The record of one engagement, from the point of view of the first-named list of its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Result of the first-named list: 0 lost, 1 drew, 2 won.
    pub result: u8,
    /// How it ended: index into [`crate::game::Ruleset::endings`].
    pub ending: u8,
    /// Turns played.
    pub turns: u16,
    /// Value fielded by each list.
    pub fielded: [Points; 2],
    /// Value that each list lost.
    pub lost: [Points; 2],
    /// Units of each list at the start.
    pub units: [u16; 2],
    /// Units of each list still in play, or safely off the table, at the end.
    pub alive: [u16; 2],
    /// Dice luck of the first-named list: enemy value destroyed beyond its exact expectation, less its own value lost
    /// beyond expectation. Mean zero whatever the lists, scripts and tables.
    pub luck: Points,
    /// How often the lead in value alive changed hands, read at the end of each turn.
    pub changes_of_lead: u16,
}

impl GameRecord {
    /// Share of what it fielded that each list lost; nothing of nothing.
    #[must_use]
    pub fn shares_lost(&self) -> [f64; 2] {
        [0, 1].map(|list| match self.fielded[list] {
            0 => 0.0,
            fielded => self.lost[list] as f64 / fielded as f64,
        })
    }
}
