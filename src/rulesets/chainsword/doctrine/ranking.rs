//! Who leads in a race for the best place.

use arrayvec::ArrayVec;

/// Who leads: places by their worth, or by what that is at most as far as is known, none above any that comes from it.
pub(super) struct Ranking<const N: usize>(ArrayVec<(f64, u16), N>);

impl<const N: usize> Ranking<N> {
    /// All of a race, by their bounds.
    pub(super) fn of(bounds: impl Iterator<Item = f64>) -> Self {
        let mut ranking = Self(ArrayVec::new());
        bounds.enumerate().for_each(|(number, bound)| ranking.put(bound, number as u16));
        ranking
    }

    /// One more.
    pub(super) fn put(&mut self, worth: f64, number: u16) {
        let mut at = self.0.len();
        self.0.push((worth, number));
        while at > 0 && self.0[(at - 1) / 2].0 < worth {
            self.0.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    /// Takes the leader out.
    pub(super) fn take(&mut self) -> Option<(f64, u16)> {
        let last = self.0.pop()?;
        let Some(leader) = self.0.first().copied() else { return Some(last) };
        let mut at = 0;
        loop {
            let next = 2 * at + 1;
            let Some(left) = self.0.get(next) else { break };
            let next = if self.0.get(next + 1).is_some_and(|right| right.0 > left.0) { next + 1 } else { next };
            if self.0[next].0 <= last.0 {
                break;
            }
            self.0[at] = self.0[next];
            at = next;
        }
        self.0[at] = last;
        Some(leader)
    }

    /// What the leader is worth.
    pub(super) fn most(&self) -> f64 {
        self.0.first().map_or(f64::NEG_INFINITY, |(worth, _)| *worth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leader_is_worth_most_whoever_was_put_in_when() {
        let mut ranking: Ranking<64> = Ranking::of((0..40).map(|number| f64::from(number * 17 % 41)));
        let mut last = f64::INFINITY;
        for taken in 0..40 {
            let most = ranking.most();
            let (worth, number) = ranking.take().unwrap();
            assert_eq!((worth, worth), (most, f64::from(i32::from(number) * 17 % 41)));
            assert!(worth <= last);
            last = worth;
            if taken == 10 {
                ranking.put(last, 100);
                assert_eq!(ranking.take(), Some((last, 100)));
            }
        }
        assert_eq!((ranking.take(), ranking.most()), (None, f64::NEG_INFINITY));
    }
}
