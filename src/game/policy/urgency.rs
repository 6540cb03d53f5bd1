//! Urgency: how a weight grows with the length of the game, so that nobody waits for ever.

/// How fast urgency grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Urgency {
    /// Turns after which it has doubled.
    pub turns: f64,
    /// Share of all turns after which it grows faster, from 0 to 1.
    pub patience: f64,
    /// Turns after that in which it doubles once more.
    pub late_turns: f64,
}

impl Urgency {
    /// The factor of a weight in turn `turn` of at most `most` turns: 1 at the beginning, and never less.
    ///
    /// ```
    /// use evenodds::game::policy::Urgency;
    ///
    /// let urgency = Urgency { turns: 6.0, patience: 0.5, late_turns: 3.0 };
    /// assert_eq!(urgency.factor(0.0, 20.0), 1.0);
    /// assert_eq!(urgency.factor(6.0, 20.0), 2.0);
    /// assert_eq!(urgency.factor(13.0, 20.0), (1.0 + 13.0 / 6.0) * 2.0);
    /// ```
    #[must_use]
    pub fn factor(&self, turn: f64, most: f64) -> f64 {
        let late = (turn - self.patience * most).max(0.0);
        (1.0 + turn / self.turns) * (1.0 + late / self.late_turns)
    }
}
