//! Play settings of a cell: whether a list plays its policy as it is written, or with a temper drawn for every pair.
//!
//! A policy that is a function of the position alone plays one opening on one table for ever, and an interval over many
//! such games covers the dice and nothing else. So by default each list draws a *temper* for every pair of games: every
//! number of its doctrine is multiplied by a factor of its own, near 1. The temper is drawn by the address of the pair and
//! the list, so that it is the same in both games of the pair, and pairs stay independent and alike in law: the usual
//! intervals over pairs cover the tempers too.

use super::{Diagnostics, Node, Override, Source, TableReader, Weights};
use crate::dice::{Address, Purpose, Seat};

/// What the key of a play setting begins with, as in `play.spread`.
const ROOT: &str = "play";

/// The usual settings.
const USUAL: &str = "style = \"varied\"\nspread = 0.1\n";

/// How policies are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayStyle {
    /// As they are written, in every pair alike: for tests, and to play old runs again.
    Fixed,
    /// With a temper drawn for every list and pair.
    #[default]
    Varied,
}

/// The styles of play by name, with a line about each.
pub const PLAY_STYLES: [(&str, PlayStyle, &str); 2] = [
    ("fixed", PlayStyle::Fixed, "doctrines as they are written, in every pair alike"),
    (
        "varied",
        PlayStyle::Varied,
        "every list draws a temper for each pair: the weights of its doctrine, varied by `spread`",
    ),
];

/// How lists are played, beside their doctrines.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaySettings {
    /// The style.
    pub style: PlayStyle,
    /// Share, from 0 to 1, by which a temper may raise or lower any weight of a doctrine.
    pub spread: f64,
}

impl PlaySettings {
    /// The settings by these overrides; those whose key does not begin with `play.` are left alone.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub fn read(overrides: &[Override]) -> Result<Self, Diagnostics> {
        let usual = Source { name: "the usual play".to_owned(), text: USUAL.to_owned() };
        Node::read_with(&usual, overrides, ROOT, |root, diagnostics| {
            let mut table = TableReader::open("`play`", root, diagnostics)?;
            let styles = PLAY_STYLES.map(|(name, style, _)| (name, style));
            let style = table.required("style", |node| node.one_of("style of play", &styles));
            let spread = table.required("spread", |node| node.number(0.0..=1.0));
            table.close();
            Some(Self { style: style?, spread: spread? })
        })
    }

    /// Whether a policy is played otherwise from pair to pair.
    #[must_use]
    pub fn draws_tempers(&self) -> bool {
        self.style == PlayStyle::Varied && self.spread > 0.0
    }

    /// Weights as the list at this place, 0 or 1, plays them in a pair: each times a factor from `1 - spread` to
    /// `1 + spread`, every factor as likely as any other.
    #[must_use]
    pub fn temper<W: Weights>(&self, mut weights: W, list: usize, address: Address) -> W {
        let mut dice = address.open(Seat::Environment, Purpose::Temper, list as u16);
        for at in 0..W::NUMBERS.len() {
            // A fraction of 32 bits has an exact double.
            let fraction = f64::from((dice.word() >> 32) as u32) / f64::from(u32::MAX);
            weights.set_number(at, weights.number(at) * (1.0 + self.spread * (2.0 * fraction - 1.0)));
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::doctrine_book::weights;

    weights! {
        /// Weights of no game.
        book Source { name: "book".to_owned(), text: String::new() };
        numbers f64 = 1.0, |node| node.number(0.0..=10.0);
        words {}
        push "push" "going forward";
        hold "hold" "staying";
    }

    const PLAIN: Weights = Weights { push: 2.0, hold: 0.0 };

    fn read(key: &str, value: impl Into<toml::Value>) -> Result<PlaySettings, Diagnostics> {
        PlaySettings::read(&[Override { key: key.to_owned(), value: value.into() }])
    }

    fn factors(list: usize) -> Vec<f64> {
        let settings = PlaySettings::read(&[]).unwrap();
        let address = |pair| Address { seed: 3, cell: 0, pair };
        (0..4000).map(|pair| settings.temper(PLAIN, list, address(pair)).push / PLAIN.push).collect()
    }

    #[test]
    fn the_numbers_of_a_doctrine_have_names() {
        assert_eq!(DoctrineBook::read(&<Weights as super::Weights>::source(), &[]).unwrap().doctrines, []);
        assert_eq!(<Weights as super::Weights>::NUMBERS, ["push", "hold"]);
        let number = |at| super::Weights::number(&PLAIN, at);
        assert_eq!((number(0), number(1)), (2.0, 0.0));
    }

    #[test]
    fn play_is_varied_unless_it_is_fixed() {
        let usual = PlaySettings { style: PlayStyle::Varied, spread: 0.1 };
        assert_eq!(PlaySettings::read(&[]), Ok(usual.clone()));
        assert_eq!(read("rules.style", "fixed"), Ok(usual.clone()));
        assert!(usual.draws_tempers());
        assert!(!read("play.style", "fixed").unwrap().draws_tempers());
        assert!(!read("play.spread", 0).unwrap().draws_tempers());
        assert_eq!(read("play.spread", 0.25).unwrap().spread, 0.25);
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        let fault = read("play.style", "fixd").unwrap_err().remove(0);
        assert_eq!((fault.message.as_str(), fault.nearest.as_deref()), ("unknown style of play `fixd`", Some("fixed")));
        assert_eq!(read("play.spred", 0.1).unwrap_err()[0].nearest.as_deref(), Some("spread"));
        assert_eq!(read("play.spread", 1.5).unwrap_err()[0].message, "expected a number from 0 to 1, found 1.5");
    }

    /// Each fifth of the range has a fifth of the factors, within five standard deviations of 25.
    #[test]
    fn tempers_spread_evenly_about_the_doctrine() {
        for list in [0, 1] {
            let factors = factors(list);
            assert!(factors.iter().all(|factor| (0.9..=1.1).contains(factor)));
            for fifth in 0..5 {
                let from = 0.9 + 0.04 * f64::from(fifth);
                let inside = factors.iter().filter(|factor| (from..from + 0.04).contains(*factor)).count();
                assert!((675..925).contains(&inside), "{inside}");
            }
        }
    }

    #[test]
    fn a_temper_depends_on_list_and_pair_and_leaves_what_is_zero() {
        assert_eq!(factors(0), factors(0));
        assert!(factors(0).iter().zip(factors(1)).all(|(one, other)| *one != other));
        let settings = PlaySettings::read(&[]).unwrap();
        assert_eq!(settings.temper(PLAIN, 0, Address { seed: 3, cell: 0, pair: 9 }).hold, 0.0);
    }
}
