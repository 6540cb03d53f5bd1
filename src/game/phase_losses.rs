//! What sides lose in each phase of a turn.

use super::{Points, Seating, Side};

/// A phase of a turn, as the rulebook has it; set-up is one that comes before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnPhase {
    /// Its name.
    pub name: &'static str,
    /// Whether each side has one of its own; else both share it.
    pub of_a_side: bool,
}

impl TurnPhase {
    /// A phase that sides share.
    #[must_use]
    pub const fn shared(name: &'static str) -> Self {
        Self { name, of_a_side: false }
    }

    /// A phase that each side has for itself.
    #[must_use]
    pub const fn of_a_side(name: &'static str) -> Self {
        Self { name, of_a_side: true }
    }
}

/// Most phases that a ruleset has.
pub const MOST_PHASES: usize = 9;

/// What is lost in a phase: in those that are side A's (or the first-named list's), in those that are the other's, and in those
/// that are nobody's, each by who loses it, thousandths of a point. What comes to a side in a phase is lost less: it may lose less
/// than nothing.
pub type PhaseLoss = [[Points; 2]; 3];

/// What each side loses in each phase of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseLosses {
    lost: [PhaseLoss; MOST_PHASES],
    /// What sides had when the last phase was over, or when the game began.
    left: [Points; 2],
    /// Who was left of each side then, where the game says it.
    units: Option<[u64; 2]>,
}

impl PhaseLosses {
    /// A game begins, in which sides field so much.
    pub(super) fn begin(&mut self, fielded: [Points; 2]) {
        *self = Self { left: fielded, ..Self::default() };
    }

    /// A phase is over, and sides have these units left, and so much value, points, which is not asked for where the same units
    /// are left as before.
    #[inline]
    pub(super) fn end(
        &mut self,
        phase: u8,
        of: Option<Side>,
        units: Option<[u64; 2]>,
        value: impl FnOnce() -> [f64; 2],
    ) {
        if units.is_some() && units == self.units {
            return;
        }
        self.units = units;
        let value = value().map(|points| (1000.0 * points).round() as Points);
        let lost = &mut self.lost[usize::from(phase)][of.map_or(2, Side::index)];
        for ((lost, left), value) in lost.iter_mut().zip(&mut self.left).zip(value) {
            *lost += *left - value;
            *left = value;
        }
    }

    /// What each side has left since the last phase was over.
    #[must_use]
    pub fn left(&self) -> [Points; 2] {
        self.left
    }

    /// What each side lost in all phases.
    #[must_use]
    pub fn total(&self) -> [Points; 2] {
        [0, 1].map(|side: usize| self.lost.as_flattened().iter().map(|lost| lost[side]).sum())
    }

    /// What was lost in each phase, by list.
    #[must_use]
    pub fn by_list(&self, seating: Seating) -> [PhaseLoss; MOST_PHASES] {
        let turned = seating.list_of_a != 0;
        self.lost.map(|[a, b, shared]| {
            if turned {
                let turn = |[a, b]: [Points; 2]| [b, a];
                [turn(b), turn(a), turn(shared)]
            } else {
                [a, b, shared]
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_in_phases_adds_up_and_goes_with_the_lists() {
        let mut losses = PhaseLosses::default();
        losses.begin([10_000, 8_000]);
        losses.end(0, None, None, || [10.0, 9.0]);
        losses.end(1, Some(Side::A), None, || [10.0, 5.5]);
        losses.end(1, Some(Side::A), Some([3, 1]), || [10.0, 5.5]);
        losses.end(5, Some(Side::A), Some([3, 1]), || panic!("the same units are left"));
        losses.end(1, Some(Side::B), Some([2, 1]), || [7.0, 5.0]);
        losses.end(7, None, None, || [6.0, 5.0]);
        assert_eq!((losses.left(), losses.total()), ([6_000, 5_000], [4_000, 3_000]));
        let straight = losses.by_list(Seating { first: Side::A, list_of_a: 0 });
        assert_eq!(straight[0], [[0, 0], [0, 0], [0, -1_000]], "what comes is lost less");
        assert_eq!(straight[1], [[0, 3_500], [3_000, 500], [0, 0]]);
        let turned = losses.by_list(Seating { first: Side::A, list_of_a: 1 });
        assert_eq!(turned[1], [[500, 3_000], [3_500, 0], [0, 0]]);
        assert_eq!(turned[7], [[0, 0], [0, 0], [0, 1_000]]);
        assert_eq!(turned[5], PhaseLoss::default());
        losses.begin([1, 2]);
        assert_eq!((losses.left(), losses.total()), ([1, 2], [0, 0]));
    }
}
