//! Hits of several shots at one unit.

use super::MEASURE;
use crate::rulesets::hexcommand::state::{Battle, UnitId};

/// Numbers of hits that are told apart: none to so many and more.
pub const COUNTS: usize = 6;

/// Chances of each number of hits that several shots give one unit; the last one is that of as many and more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volley {
    /// By the number of hits.
    pub chances: [f32; COUNTS],
}

impl Volley {
    /// No shot.
    pub const NONE: Volley = Volley { chances: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0] };

    /// Adds a shot that gives so many hits at this chance.
    #[inline]
    pub fn add(&mut self, chance: f32, hits: u8) {
        let hits = usize::from(hits).min(COUNTS - 1);
        if hits == 0 {
            return;
        }
        for from in (0..COUNTS).rev() {
            let moved = self.chances[from] * chance;
            self.chances[from] -= moved;
            self.chances[(from + hits).min(COUNTS - 1)] += moved;
        }
    }

    /// Chance of so many hits and more.
    #[inline]
    #[must_use]
    pub fn at_least(&self, hits: u8) -> f32 {
        self.chances[usize::from(hits).min(COUNTS - 1)..].iter().sum()
    }

    /// Expected hits, those past `most` not counted.
    #[inline]
    #[must_use]
    pub fn expected(&self, most: u8) -> f32 {
        let most = usize::from(most);
        self.chances.iter().enumerate().map(|(hits, chance)| chance * hits.min(most) as f32).sum()
    }

    /// What they are expected to be worth, `worth` being that of each number of hits.
    #[inline]
    #[must_use]
    pub fn worth(&self, worth: &[f32; COUNTS]) -> f32 {
        self.chances.iter().zip(worth).map(|(chance, worth)| chance * worth).sum()
    }
}

/// What hits on a unit are worth, measured by a unit of trained infantry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stake {
    /// Each of its hits.
    pub hit: f32,
    /// The whole unit.
    pub unit: f32,
    /// Hits that it can still take before it routs; 0 of a routed unit.
    pub left: u8,
}

impl Stake {
    /// A unit as it stands, with the hits that do not tell yet.
    #[must_use]
    pub fn of(battle: &Battle<'_>, unit: UnitId) -> Self {
        let state = battle.unit(unit);
        let whole = (battle.kind(unit).value / MEASURE) as f32;
        let left = if battle.is_routed(unit) {
            0
        } else {
            state.rout_at.saturating_sub(state.hits.saturating_add(state.pending))
        };
        Self { hit: whole / f32::from(state.rout_at.max(1)), unit: whole, left }
    }

    /// What so many hits are worth: the one that routs counts double, and what destroys a routed unit half of the unit. Hits
    /// past that are worth nothing.
    #[inline]
    #[must_use]
    pub fn worth(&self, hits: u8) -> f32 {
        if self.left == 0 {
            if hits > 0 { 0.5 * self.unit } else { 0.0 }
        } else {
            self.hit * f32::from(hits.min(self.left) + u8::from(hits >= self.left))
        }
    }

    /// The same by the number of hits.
    #[inline]
    #[must_use]
    pub fn table(&self) -> [f32; COUNTS] {
        std::array::from_fn(|hits| self.worth(hits as u8))
    }
}
