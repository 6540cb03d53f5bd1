//! The move cache: the best move of every unit, kept from decision to decision.
//!
//! At first there are only hopes: the most that a move may gain, times the share of it that was found before. What looks
//! best is thought out, until the best is as good as it looks. After a choice the others stay what they were; a stale one
//! is thought out again only when it looks best.

/// How fast the share of what was hoped for is learnt, and how little of it is ever hoped for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// Weight of the last finding against all before, from 0 to 1.
    pub rate: f64,
    /// The least share that is left to hope for, from 0 to 1.
    pub least: f64,
    /// What is left to hope for at most from a move that is not better than another one, as a share of that.
    pub behind: f64,
}

/// What is known of a unit's best move.
#[derive(Clone, Copy, Debug)]
struct Idea<O> {
    /// What it gains; as long as there is no offer, what can be hoped for.
    gain: f64,
    /// The best move, once it was thought out.
    offer: Option<O>,
    /// Whether it was thought out as everything stands now.
    fresh: bool,
    /// The most that it may gain.
    most: f64,
}

impl<O> Idea<O> {
    const NONE: Self = Self { gain: 0.0, offer: None, fresh: true, most: 0.0 };
}

/// Which of a unit's moves: its kind, and the number of the unit.
pub type Slot = (usize, usize);

/// The best moves `O` of at most `UNITS` units, up to 128, in `KINDS` kinds: alone and as the first of a group, say.
#[derive(Clone, Debug)]
pub struct MoveCache<O, const KINDS: usize, const UNITS: usize> {
    ideas: [[Idea<O>; UNITS]; KINDS],
    /// Which units have an idea.
    known: [u128; KINDS],
    /// What was found so far, as a share of the most that it might have been.
    calibration: [[f64; UNITS]; KINDS],
    /// What is hoped for before anything was found, by kind.
    hope: [f64; KINDS],
    learning: Learning,
    /// Gain that a move has to exceed.
    least: f64,
    /// The move that was last chosen.
    chosen: Option<Slot>,
}

impl<O: Copy, const KINDS: usize, const UNITS: usize> MoveCache<O, KINDS, UNITS> {
    /// Nothing is known; the share of the most that is hoped for at first is `hope`, by kind. Moves that gain no more than
    /// `least` are none.
    #[must_use]
    pub fn new(hope: [f64; KINDS], learning: Learning, least: f64) -> Self {
        const { assert!(UNITS <= 128) };
        Self {
            ideas: [[Idea::NONE; UNITS]; KINDS],
            known: [0; KINDS],
            calibration: hope.map(|share| [share; UNITS]),
            hope,
            learning,
            least,
            chosen: None,
        }
    }

    /// Forgets the last game.
    pub fn restart(&mut self) {
        self.forget();
        self.calibration = self.hope.map(|share| [share; UNITS]);
    }

    /// Forgets all moves, but not what share of hopes came true.
    pub fn forget(&mut self) {
        (self.known, self.chosen) = ([0; KINDS], None);
    }

    /// Whether something is known of a unit's moves of a kind.
    #[inline]
    #[must_use]
    pub fn knows(&self, (kind, unit): Slot) -> bool {
        self.known[kind] & 1 << unit != 0
    }

    /// Notes that a unit may gain `most` by a move of a kind.
    pub fn hope(&mut self, (kind, unit): Slot, most: f64) {
        let gain = self.calibration[kind][unit] * most;
        self.ideas[kind][unit] = Idea { gain, offer: None, fresh: false, most };
        self.known[kind] |= 1 << unit;
    }

    /// Forgets what is known of a unit's moves of a kind: it may gain more than was thought.
    pub fn drop_idea(&mut self, (kind, unit): Slot) {
        self.known[kind] &= !(1 << unit);
    }

    /// Notes that the best move of a unit may have changed.
    pub fn make_stale(&mut self, (kind, unit): Slot) {
        self.ideas[kind][unit].fresh = false;
    }

    /// Notes that a unit has no move of a kind.
    pub fn refuse(&mut self, (kind, unit): Slot) {
        self.ideas[kind][unit] = Idea::NONE;
    }

    /// The move that was last chosen, once: after one that changed nothing it should be [refused](Self::refuse), for whoever
    /// chose it again would never come to an end.
    pub fn take_chosen(&mut self) -> Option<Slot> {
        self.chosen.take()
    }

    /// The best move that a unit was found to have, as things stood then.
    #[must_use]
    pub fn offer(&self, (kind, unit): Slot) -> Option<&O> {
        self.ideas[kind][unit].offer.as_ref()
    }

    /// Who has an idea, kind by kind, lowest number first.
    fn slots(&self) -> impl Iterator<Item = Slot> + use<O, KINDS, UNITS> {
        self.known.into_iter().enumerate().flat_map(|(kind, mut left)| {
            std::iter::from_fn(move || {
                let unit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some((kind, unit))
            })
        })
    }

    /// Takes down what was found when a move was thought out, as far as it might gain more than `least`.
    fn learn(&mut self, (kind, unit): Slot, least: f64, found: Result<(f64, O), f64>) {
        let most = self.ideas[kind][unit].most;
        let idea = match found {
            Ok((gain, offer)) => Idea { gain, offer: Some(offer), fresh: true, most },
            Err(_) if least <= self.least => Idea::NONE,
            Err(gain) => Idea { gain: gain.min(self.learning.behind * least), offer: None, fresh: false, most },
        };
        self.ideas[kind][unit] = idea;
        if most > 0.0 {
            let share = &mut self.calibration[kind][unit];
            let Learning { rate, least, .. } = self.learning;
            *share = (*share + rate * (idea.gain.max(0.0) / most - *share)).clamp(least, 1.0);
        }
    }

    /// The best move, with its gain, if any gains enough. `affordable` says whether a move may still be made; `think_out`
    /// finds the best move of a slot as everything stands, with its gain, if that exceeds the number that it is given, else
    /// the most that any gains. Of equals the last kind and the highest number comes first.
    pub fn best(
        &mut self,
        affordable: impl FnMut(&O) -> bool,
        think_out: impl FnMut(Slot, f64) -> Result<(f64, O), f64>,
    ) -> Option<(f64, O)> {
        self.best_of([u128::MAX; KINDS], affordable, think_out)
    }

    /// The [best](Self::best) move of these units, a set for each kind of moves.
    pub fn best_of(
        &mut self,
        units: [u128; KINDS],
        mut affordable: impl FnMut(&O) -> bool,
        mut think_out: impl FnMut(Slot, f64) -> Result<(f64, O), f64>,
    ) -> Option<(f64, O)> {
        loop {
            // What looks best, and what the best gains that was thought out as everything stands.
            let (mut best, mut least): (Option<(Slot, f64)>, _) = (None, self.least);
            for slot in self.slots().filter(|(kind, unit)| units[*kind] & 1 << unit != 0) {
                let idea = &self.ideas[slot.0][slot.1];
                if best.is_none_or(|(_, gain)| idea.gain >= gain) {
                    best = Some((slot, idea.gain));
                }
                if idea.fresh {
                    least = least.max(idea.gain);
                }
            }
            let (slot, _) = best?;
            let idea = &self.ideas[slot.0][slot.1];
            // What was thought of when more could be paid may cost too much by now.
            if idea.offer.as_ref().is_some_and(|offer| !affordable(offer)) {
                self.refuse(slot);
                continue;
            }
            if idea.fresh || idea.gain <= self.least {
                let offer = idea.offer.filter(|_| idea.fresh);
                self.chosen = offer.map(|_| slot);
                return offer.map(|offer| (idea.gain, offer));
            }
            let found = think_out(slot, least);
            self.learn(slot, least, found);
        }
    }

    /// What the best `COUNT` moves gain together, or as many as `count` says, if that is less.
    pub fn sum_of_best<const COUNT: usize>(
        &mut self,
        count: usize,
        mut think_out: impl FnMut(Slot, f64) -> Result<(f64, O), f64>,
    ) -> f64 {
        let count = count.min(COUNT);
        let mut best: arrayvec::ArrayVec<(Slot, f64), COUNT> = arrayvec::ArrayVec::new();
        loop {
            best.clear();
            for slot in self.slots() {
                let gain = self.ideas[slot.0][slot.1].gain;
                let at = best.iter().take_while(|(_, other)| *other >= gain).count();
                if at < count {
                    best.truncate(count - 1);
                    best.insert(at, (slot, gain));
                }
            }
            match best.iter().find(|((kind, unit), _)| !self.ideas[*kind][*unit].fresh) {
                Some(&(slot, _)) => {
                    let found = think_out(slot, self.least);
                    self.learn(slot, self.least, found);
                }
                None => return best.iter().map(|(_, gain)| gain).sum(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEARNING: Learning = Learning { rate: 0.5, least: 0.1, behind: 0.9 };

    /// Gains of three units' moves, of which each may hope for 10.
    fn cache() -> MoveCache<char, 1, 3> {
        let mut cache = MoveCache::new([1.0], LEARNING, 0.5);
        for unit in 0..3 {
            cache.hope((0, unit), 10.0 - unit as f64);
        }
        cache
    }

    fn think(gains: [f64; 3], asked: &mut Vec<usize>) -> impl FnMut(Slot, f64) -> Result<(f64, char), f64> {
        move |(_, unit), least| {
            asked.push(unit);
            let gain = gains[unit];
            if gain > least { Ok((gain, ['a', 'b', 'c'][unit])) } else { Err(gain) }
        }
    }

    #[test]
    fn only_what_looks_best_is_thought_out() {
        let (mut cache, mut asked) = (cache(), Vec::new());
        assert_eq!(cache.best(|_| true, think([3.0, 8.5, 7.0], &mut asked)), Some((8.5, 'b')));
        assert_eq!(asked, [0, 1], "the third may not gain more than 8");
        asked.clear();
        assert_eq!(cache.best(|_| true, think([3.0, 8.5, 7.0], &mut asked)), Some((8.5, 'b')));
        assert!(asked.is_empty(), "nothing has changed");
        cache.make_stale((0, 1));
        assert_eq!(cache.best(|_| true, think([3.0, 2.0, 7.0], &mut asked)), Some((7.0, 'c')));
        assert_eq!(asked, [1, 2]);
    }

    #[test]
    fn what_cannot_be_paid_and_what_was_refused_is_not_chosen() {
        let (mut cache, mut asked) = (cache(), Vec::new());
        assert_eq!(cache.best(|_| true, think([9.5, 1.0, 1.0], &mut asked)), Some((9.5, 'a')));
        assert_eq!(cache.best(|offer| *offer != 'a', think([9.5, 8.0, 7.0], &mut asked)), Some((8.0, 'b')));
        let slot = cache.take_chosen().unwrap();
        cache.refuse(slot);
        assert_eq!(cache.best(|_| true, think([9.5, 8.0, 7.0], &mut asked)), Some((7.0, 'c')));
        assert_eq!(cache.take_chosen(), Some((0, 2)));
        assert_eq!(cache.take_chosen(), None);
    }

    #[test]
    fn only_those_are_asked_who_are_named() {
        let (mut cache, mut asked) = (cache(), Vec::new());
        assert_eq!(cache.best_of([0b101], |_| true, think([3.0, 8.5, 7.0], &mut asked)), Some((7.0, 'c')));
        assert_eq!(asked, [0, 2]);
    }

    #[test]
    fn what_gains_too_little_is_no_move() {
        let (mut cache, mut asked) = (cache(), Vec::new());
        assert_eq!(cache.best(|_| true, think([0.5, 0.1, 0.0], &mut asked)), None);
        assert_eq!(asked, [0, 1, 2]);
    }

    #[test]
    fn hopes_follow_what_came_true_until_the_next_game() {
        let (mut cache, mut asked) = (cache(), Vec::new());
        cache.best(|_| true, think([2.0, 1.8, 1.6], &mut asked));
        cache.forget();
        cache.hope((0, 0), 10.0);
        // Half of what was hoped, half of what was found: 0.5 * 1 + 0.5 * 0.2.
        assert_eq!(cache.ideas[0][0].gain, 6.0);
        cache.restart();
        cache.hope((0, 0), 10.0);
        assert_eq!(cache.ideas[0][0].gain, 10.0);
    }

    #[test]
    fn the_best_moves_are_added_up() {
        let (mut cache, mut asked) = (cache(), Vec::new());
        assert_eq!(cache.sum_of_best::<4>(2, think([3.0, 8.0, 7.0], &mut asked)), 15.0);
        assert_eq!(cache.sum_of_best::<1>(2, think([3.0, 8.0, 7.0], &mut asked)), 8.0);
    }
}
