//! The way of a move, step by step, in a word.

use std::fmt;
use std::marker::PhantomData;

use super::Compass;

/// Most steps of a [`Path`].
pub const MOST_STEPS: usize = 20;

/// Bits of a step.
const BITS: usize = 3;

/// Code of the step that leaves the board.
const EXIT: u64 = 6;

/// The steps of a move, packed: three bits a step below a leading one.
///
/// ```
/// use evenodds::tabletop::hex::{Path, PathStep, flat::Direction};
///
/// let path = Path::EMPTY.then(Direction::North).then(Direction::NorthEast);
/// assert_eq!((path.len(), path.step(1)), (2, PathStep::To(Direction::NorthEast)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path<D> {
    steps: u64,
    compass: PhantomData<D>,
}

/// One step of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathStep<D> {
    /// Into the neighbouring hex.
    To(D),
    /// Off the board.
    Exit,
}

impl<D: Compass> Path<D> {
    /// The path of no step.
    pub const EMPTY: Self = Self { steps: 1, compass: PhantomData };

    /// This path with one more step; at most [`MOST_STEPS`] fit.
    #[inline]
    #[must_use]
    pub fn then(self, direction: D) -> Self {
        self.with(direction.index() as u64)
    }

    /// This path with a last step off the board.
    #[inline]
    #[must_use]
    pub fn then_exit(self) -> Self {
        self.with(EXIT)
    }

    #[inline]
    fn with(self, code: u64) -> Self {
        debug_assert!(self.len() < MOST_STEPS);
        Self { steps: self.steps << BITS | code, ..self }
    }

    /// Number of steps.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        (63 - self.steps.leading_zeros() as usize) / BITS
    }

    /// Whether there is no step.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.steps == Self::EMPTY.steps
    }

    /// Step number `index`, from 0.
    #[inline]
    #[must_use]
    pub fn step(self, index: usize) -> PathStep<D> {
        let code = self.steps >> (BITS * (self.len() - 1 - index)) & 7;
        if code == EXIT { PathStep::Exit } else { PathStep::To(D::ALL[code as usize]) }
    }

    /// All steps, in order.
    pub fn steps(self) -> impl Iterator<Item = PathStep<D>> {
        (0..self.len()).map(move |index| self.step(index))
    }
}

impl<D: Compass> fmt::Debug for Path<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{flat, pointy};
    use super::*;

    fn check<D: Compass>() {
        let mut path = Path::<D>::EMPTY;
        assert!(path.is_empty());
        assert_eq!(path.len(), 0);
        let steps: Vec<D> = (0..MOST_STEPS - 1).map(|i| D::ALL[i * 5 % 6]).collect();
        for step in &steps {
            path = path.then(*step);
        }
        path = path.then_exit();
        assert_eq!(path.len(), MOST_STEPS);
        let expected: Vec<PathStep<D>> = steps.into_iter().map(PathStep::To).chain([PathStep::Exit]).collect();
        assert_eq!(path.steps().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_path_gives_back_its_steps() {
        check::<pointy::Direction>();
        check::<flat::Direction>();
    }
}
