//! Which game a thread is playing, for whoever has to say so when it goes wrong.

use std::cell::{Cell, RefCell};

use super::Engagement;

thread_local! {
    static MATCHUP: RefCell<String> = const { RefCell::new(String::new()) };
    static ENGAGEMENT: Cell<Option<Engagement>> = const { Cell::new(None) };
}

/// Notes who meets in the games that this thread plays from now on.
pub(super) fn note_matchup(names: [&str; 2]) {
    MATCHUP.with_borrow_mut(|matchup| {
        matchup.clear();
        matchup.push_str(&names.join(" v "));
    });
}

/// Notes which game this thread plays now; none between games.
pub(crate) fn note_engagement(engagement: Option<Engagement>) {
    ENGAGEMENT.set(engagement);
}

/// The game that this thread is playing, by its lists and its address, fit for an option of `evenodds play`; none when it plays
/// none.
#[must_use]
pub fn under_way() -> Option<String> {
    let Engagement { address, swapped } = ENGAGEMENT.get()?;
    let swapped = if swapped { " --swapped" } else { "" };
    Some(MATCHUP.with_borrow(|matchup| format!("{matchup}, --seed {} --pair {}{swapped}", address.seed, address.pair)))
}

/// The number of the pair of which this thread was playing a game when that went wrong; it plays none any more.
pub(crate) fn pair_gone_wrong() -> Option<u64> {
    ENGAGEMENT.take().map(|engagement| engagement.address.pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Address;

    #[test]
    fn a_game_is_known_while_it_is_played() {
        note_matchup(["the old", "the new"]);
        assert_eq!(under_way(), None);
        note_engagement(Some(Engagement { address: Address { seed: 7, cell: 0, pair: 3 }, swapped: true }));
        assert_eq!(under_way().as_deref(), Some("the old v the new, --seed 7 --pair 3 --swapped"));
        note_engagement(None);
        assert_eq!((under_way(), pair_gone_wrong()), (None, None));
        note_engagement(Some(Engagement { address: Address { seed: 7, cell: 0, pair: 3 }, swapped: true }));
        assert_eq!((pair_gone_wrong(), under_way()), (Some(3), None));
    }
}
