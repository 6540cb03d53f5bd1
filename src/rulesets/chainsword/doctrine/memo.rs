//! Odds that have been worked out, remembered by all that they depend on.

/// A table of results of a pure function by what it was asked: each question has one place, and the last result there is kept.
#[derive(Clone, Debug)]
pub(super) struct Memo<const WORDS: usize, T> {
    /// Questions, none of which is all zeros, and results.
    entries: Vec<([u64; WORDS], T)>,
}

impl<const WORDS: usize, T: Copy + Default> Memo<WORDS, T> {
    /// Room for so many results, a power of two.
    pub(super) fn roomy(places: usize) -> Self {
        Self { entries: vec![([0; WORDS], T::default()); places.next_power_of_two()] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(([0; WORDS], T::default()));
    }

    /// The result for a question, worked out where it is not known.
    pub(super) fn of(&mut self, question: [u64; WORDS], work_out: impl FnOnce() -> T) -> T {
        let mixed = question.iter().fold(0_u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(SPREAD));
        let at = (mixed >> 32) as usize & (self.entries.len() - 1);
        if self.entries[at].0 != question {
            self.entries[at] = (question, work_out());
        }
        self.entries[at].1
    }
}

/// An odd number that spreads bits upwards.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_question_whatever_else_was_asked() {
        let mut memo: Memo<2, u64> = Memo::roomy(16);
        let mut worked_out = 0;
        let mut ask = |memo: &mut Memo<2, u64>, one: u64, other: u64| {
            let result = memo.of([one, other], || {
                worked_out += 1;
                one * 1000 + other
            });
            assert_eq!(result, one * 1000 + other);
        };
        for round in 0..3 {
            for question in 1..200 {
                ask(&mut memo, question, round);
                ask(&mut memo, question, round);
            }
        }
        memo.clear();
        ask(&mut memo, 1, 0);
        assert_eq!(worked_out, 3 * 199 + 1, "what was just asked is known");
    }
}
