//! Tactics: families of choices that a player may do without, so that it can be seen what they are worth.

use super::{Diagnostic, Listing};

/// What stands between a doctrine and the tactics that its player does without: `massed-fire without overwatch and riding`.
const WITHOUT: &str = " without ";

/// What stands between tactics.
const AND: &str = " and ";

/// A family of choices. No rule ever forces one of them: whoever does without it has another choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// Its name.
    pub key: &'static str,
    /// What choices it has, in a few words.
    pub about: &'static str,
}

impl Tactic {
    /// A tactic of this name.
    #[must_use]
    pub const fn new(key: &'static str, about: &'static str) -> Self {
        Self { key, about }
    }

    /// Names of tactics.
    #[must_use]
    pub fn keys(tactics: &'static [Self]) -> Vec<&'static str> {
        tactics.iter().map(|tactic| tactic.key).collect()
    }

    /// Tactics for lists.
    #[must_use]
    pub fn listings(tactics: &[Self]) -> Vec<Listing> {
        tactics.iter().map(|tactic| Listing::new(tactic.key, tactic.about)).collect()
    }
}

/// A set of the tactics of a game, up to 32, by their places among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tactics(u32);

impl Tactics {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// The one at this place, if `condition` holds.
    #[inline]
    #[must_use]
    pub const fn only_if(condition: bool, place: usize) -> Self {
        Self((condition as u32) << place)
    }

    /// Whether the one at this place belongs to the set.
    #[inline]
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 != 0
    }

    /// Whether the sets have one in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// What the words of a doctrine do without; `known` are the names of the game's tactics.
    ///
    /// # Errors
    /// A tactic that the game does not have.
    pub fn read(doctrine: &str, known: &[&str]) -> Result<Self, Diagnostic> {
        let (_, tactics) = doctrine.split_once(WITHOUT).unwrap_or((doctrine, ""));
        let mut words = tactics.split(AND).map(str::trim).filter(|word| !word.is_empty());
        words.try_fold(Self::NONE, |set, word| match known.iter().position(|key| *key == word) {
            Some(place) => Ok(Self(set.0 | 1 << place)),
            None => Err(Diagnostic::unknown("tactic", word, known)),
        })
    }
}

impl std::ops::BitOr for Tactics {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The name of a doctrine, without the tactics that its player does without; and the rest.
#[must_use]
pub fn split_tactics(doctrine: &str) -> (&str, &str) {
    doctrine.find(WITHOUT).map_or((doctrine, ""), |at| doctrine.split_at(at))
}

/// The words for a doctrine without some tactics.
#[must_use]
pub fn doctrine_without(doctrine: &str, tactics: &[String]) -> String {
    if tactics.is_empty() { doctrine.to_owned() } else { format!("{doctrine}{WITHOUT}{}", tactics.join(AND)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 2] = ["overwatch", "riding"];

    #[test]
    fn a_doctrine_may_do_without_tactics() {
        let read = |text: &str| Tactics::read(text, &KNOWN);
        assert_eq!(read("massed-fire"), Ok(Tactics::NONE));
        assert_eq!(read("massed-fire without riding"), Ok(Tactics::only_if(true, 1)));
        let both = read("own without riding and overwatch").unwrap();
        assert!(both.has(0) && both.has(1) && !both.has(2) && both.meets(Tactics::only_if(true, 0)));
        let unknown = read("own without overwach").unwrap_err();
        assert_eq!(unknown.nearest.as_deref(), Some("overwatch"));
    }

    #[test]
    fn its_words_can_be_taken_apart_and_put_together() {
        let tactics = ["overwatch".to_owned(), "riding".to_owned()];
        let text = doctrine_without("own", &tactics);
        assert_eq!(text, "own without overwatch and riding");
        assert_eq!(split_tactics(&text), ("own", " without overwatch and riding"));
        assert_eq!(split_tactics("own"), ("own", ""));
        assert_eq!(doctrine_without("own", &[]), "own");
    }
}
