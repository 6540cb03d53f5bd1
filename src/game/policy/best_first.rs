//! Best-first choice among candidates: an upper bound of each is known at once, the exact worth is found only for those
//! that may still be the best.

use arrayvec::ArrayVec;

/// A candidate and what is known of its worth.
#[derive(Clone, Copy, Debug)]
struct Candidate<C> {
    candidate: C,
    /// The worth; while it is not `exact`, no less than that.
    worth: f64,
    exact: bool,
}

/// At most `N` candidates, handed out in the order of their exact worth, the best first.
///
/// ```
/// use evenodds::game::policy::BestFirst;
///
/// // Squares of numbers, bounded by 100: only two of three squares are worked out to find the greatest.
/// let mut list: BestFirst<i32, 8> = BestFirst::new(f64::NEG_INFINITY);
/// list.put(3, 9.5);
/// list.put(-7, 100.0);
/// list.put(4, 20.0);
/// let mut squares = 0;
/// let mut square = |n: &i32| {
///     squares += 1;
///     f64::from(n * n)
/// };
/// assert_eq!(list.next_best(&mut square), Some((-7, 49.0)));
/// assert_eq!(list.next_best(&mut square), Some((4, 16.0)));
/// assert_eq!(squares, 2);
/// ```
#[derive(Clone, Debug)]
pub struct BestFirst<C, const N: usize> {
    list: ArrayVec<Candidate<C>, N>,
    /// Worth that a candidate has to exceed.
    least: f64,
    /// The most that a candidate is worth, or may be, which was left out for that.
    rest: f64,
}

impl<C: Copy, const N: usize> BestFirst<C, N> {
    /// No candidates yet; what is worth no more than `least` is left out.
    #[must_use]
    pub fn new(least: f64) -> Self {
        Self { list: ArrayVec::new_const(), least, rest: f64::NEG_INFINITY }
    }

    /// Begins anew.
    pub fn restart(&mut self, least: f64) {
        self.list.clear();
        (self.least, self.rest) = (least, f64::NEG_INFINITY);
    }

    /// Whether it matters to know more of a candidate that is worth `bound` at most: it may be taken, or be the best of
    /// the rest.
    #[inline]
    #[must_use]
    pub fn matters(&self, bound: f64) -> bool {
        bound > self.least.min(self.rest)
    }

    /// One more candidate, that is worth `bound` at most. It is left out where that is too little, or no room is left.
    #[inline]
    pub fn put(&mut self, candidate: C, bound: f64) {
        self.push(Candidate { candidate, worth: bound, exact: false });
    }

    /// One more candidate whose worth is known. It is left out where that is too little, or no room is left.
    #[inline]
    pub fn put_exact(&mut self, candidate: C, worth: f64) {
        self.push(Candidate { candidate, worth, exact: true });
    }

    #[inline]
    fn push(&mut self, candidate: Candidate<C>) {
        if candidate.worth > self.least {
            // There should be room for everything that matters; what does not fit is not thought of.
            let _ = self.list.try_push(candidate);
        } else {
            self.rest = self.rest.max(candidate.worth);
        }
    }

    /// Takes out the best candidate, with its worth; none when all that are left are worth too little. `weigh` finds the
    /// worth of a candidate, which is no more than its bound.
    pub fn next_best(&mut self, mut weigh: impl FnMut(&C) -> f64) -> Option<(C, f64)> {
        loop {
            let (place, best) = self.list.iter().enumerate().max_by(|(_, a), (_, b)| a.worth.total_cmp(&b.worth))?;
            let Candidate { candidate, worth, exact } = *best;
            if exact {
                self.list.swap_remove(place);
                return Some((candidate, worth));
            }
            let worth = weigh(&candidate);
            if worth > self.least {
                self.list[place] = Candidate { candidate, worth, exact: true };
            } else {
                self.rest = self.rest.max(worth);
                self.list.swap_remove(place);
            }
        }
    }

    /// The most that anything is worth, or may be, which was left out for being worth too little; minus infinity where
    /// nothing was.
    #[must_use]
    pub fn rest(&self) -> f64 {
        self.rest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_handed_out_is_in_the_order_of_its_worth_and_nothing_above_the_least_is_lost(
            candidates in proptest::collection::vec((0.0..10.0_f64, 0.0..3.0_f64), 0..40),
            least in 0.0..10.0_f64,
        ) {
            let mut list: BestFirst<usize, 40> = BestFirst::new(least);
            for (index, (worth, slack)) in candidates.iter().enumerate() {
                list.put(index, worth + slack);
            }
            let mut weighed = vec![false; candidates.len()];
            let mut found = Vec::new();
            while let Some((_, worth)) = list.next_best(|index| {
                weighed[*index] = true;
                candidates[*index].0
            }) {
                if found.is_empty() {
                    // Nothing that cannot be the best was weighed for it.
                    for (other, (_, slack)) in candidates.iter().enumerate() {
                        prop_assert!(!weighed[other] || candidates[other].0 + slack >= worth);
                    }
                }
                found.push(worth);
            }
            let mut wanted: Vec<f64> = candidates.iter().map(|(worth, _)| *worth).filter(|worth| *worth > least).collect();
            wanted.sort_by(|a, b| b.total_cmp(a));
            prop_assert_eq!(found, wanted);
            let too_little = candidates.iter().map(|(worth, _)| *worth).filter(|worth| *worth <= least);
            prop_assert!(too_little.fold(f64::NEG_INFINITY, f64::max) <= list.rest().max(f64::NEG_INFINITY));
        }
    }

    #[test]
    fn a_worth_that_is_known_is_not_weighed_again() {
        let mut list: BestFirst<char, 4> = BestFirst::new(1.0);
        list.put_exact('a', 5.0);
        list.put_exact('b', 1.0);
        list.put('c', 6.0);
        let mut weighed = String::new();
        let best = list.next_best(|candidate| {
            weighed.push(*candidate);
            2.0
        });
        assert_eq!((best, weighed.as_str()), (Some(('a', 5.0)), "c"));
    }
}
