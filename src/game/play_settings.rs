//! Play settings of a cell: whether a list plays its policy as it is written, or with a temper drawn for every pair.
//!
//! A policy that is a function of the position alone plays one opening on one table for ever, and an interval over many
//! such games covers the dice and nothing else. So by default each list draws a *temper* for every pair of games: every
//! number of its doctrine is multiplied by a factor of its own, near 1. The temper is drawn by the address of the pair and
//! the list, so that it is the same in both games of the pair, and pairs stay independent and alike in law: the usual
//! intervals over pairs cover the tempers too.

use std::sync::Arc;

use super::{
    Diagnostic, Diagnostics, DoctrineBook, Node, Override, PLAN_HORIZONS, Policy, Rollouts, Source, TableReader,
    Weights, doctrine_book::AHEAD, split_tactics,
};
use crate::dice::{Address, Purpose, Seat, SeededDice};

/// What the key of a play setting begins with, as in `play.spread`.
const ROOT: &str = "play";

/// The usual settings.
const USUAL: &str = "
style = 'varied'
spread = 0.1
rollouts = 16
horizon = 'phase'
tempers = 4
reach = 0.5
portfolio = []
";

/// How policies are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayStyle {
    /// As they are written, in every pair alike: for tests, and to play old runs again.
    Fixed,
    /// With a temper drawn for every list and pair.
    #[default]
    Varied,
    /// By rollouts of a portfolio of doctrines.
    Ahead,
}

/// The styles of play by name, with a line about each.
pub const PLAY_STYLES: [(&str, PlayStyle, &str); 3] = [
    ("fixed", PlayStyle::Fixed, "doctrines as they are written, in every pair alike"),
    (
        "varied",
        PlayStyle::Varied,
        "every list draws a temper for each pair: the weights of its doctrine, varied by `spread`",
    ),
    ("ahead", PlayStyle::Ahead, "whoever has a doctrine looks ahead instead, as the doctrine `ahead` does"),
];

/// How lists are played, beside their doctrines.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaySettings {
    /// The style.
    pub style: PlayStyle,
    /// Share, from 0 to 1, by which a temper may raise or lower any weight of a doctrine.
    pub spread: f64,
    /// How players that look ahead share out their rollouts.
    pub rollouts: Rollouts,
    /// Tempers of a list's own doctrine that it tries beside the portfolio when it looks ahead.
    pub tempers: u8,
    /// Share, from 0 to 1, by which those may raise or lower any weight.
    pub reach: f64,
    /// Names of the doctrines that a player who looks ahead tries, and supposes of the enemy; all of the book when empty.
    pub portfolio: Vec<String>,
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
            let rollouts = table.required("rollouts", |node| node.whole(1..=10_000));
            let horizon = table.required("horizon", |node| node.one_of("horizon", &PLAN_HORIZONS));
            let tempers = table.required("tempers", |node| node.whole(0..=64));
            let reach = table.required("reach", |node| node.number(0.0..=1.0));
            let names = |node: &Node| node.list()?.iter().map(|name| Ok(name.text()?.to_owned())).collect();
            let portfolio = table.required("portfolio", names);
            table.close();
            let rollouts = Rollouts { per_candidate: rollouts?, horizon: horizon? };
            let (style, spread, tempers, reach, portfolio) = (style?, spread?, tempers?, reach?, portfolio?);
            Some(Self { style, spread, rollouts, tempers, reach, portfolio })
        })
    }

    /// Whether the setting of this name changes anything in games of these doctrines.
    #[must_use]
    pub fn uses(&self, name: &str, doctrines: &[String; 2]) -> bool {
        match name {
            "style" => true,
            "spread" => self.style != PlayStyle::Fixed,
            _ => self.style == PlayStyle::Ahead || doctrines.iter().any(|name| split_tactics(name).0 == AHEAD),
        }
    }

    /// The weights of the portfolio, by a book.
    ///
    /// # Errors
    /// A name that is not in the book.
    pub fn portfolio_of<W: Weights>(&self, book: &DoctrineBook<W>) -> Result<Arc<[W]>, Diagnostic> {
        if self.portfolio.is_empty() {
            return Ok(book.doctrines.iter().map(|doctrine| doctrine.weights).collect());
        }
        let find = |name: &String| match book.script(name) {
            Ok(Policy::Weighted(weights)) => Ok(weights),
            Ok(Policy::Ahead | Policy::Random) => {
                Err(Diagnostic::new(format!("`{name}` has no weights, and cannot be tried")).within("play.portfolio"))
            }
            Err(diagnostic) => Err(diagnostic.within("play.portfolio")),
        };
        self.portfolio.iter().map(find).collect()
    }

    /// The stream of tempers of this number, 0 or 1, in a pair: each list draws its own from one of them.
    #[must_use]
    pub fn tempers(stream: usize, address: Address) -> SeededDice {
        address.open(Seat::Environment, Purpose::Temper, stream as u16)
    }

    /// The weights of a doctrine as a list plays it in a pair; `dice` are its [`tempers`](Self::tempers).
    #[must_use]
    pub fn temper<W: Weights>(&self, weights: W, dice: &mut SeededDice) -> W {
        if self.style == PlayStyle::Fixed { weights } else { tempered(weights, self.spread, dice) }
    }
}

/// Weights, each times a factor from `1 - spread` to `1 + spread`, every factor as likely as any other.
#[must_use]
pub fn tempered<W: Weights>(mut weights: W, spread: f64, dice: &mut SeededDice) -> W {
    for at in 0..W::NUMBERS.len() {
        // A fraction of 32 bits has an exact double.
        let fraction = f64::from((dice.word() >> 32) as u32) / f64::from(u32::MAX);
        weights.set_number(at, weights.number(at) * (1.0 + spread * (2.0 * fraction - 1.0)));
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::doctrine_book::weights;

    weights! {
        /// Weights of no game.
        book Source { name: "book".to_owned(), text: String::new() };
        numbers f64 = 1.0, 0.0..=10.0;
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
        let temper = |pair| settings.temper(PLAIN, &mut PlaySettings::tempers(list, address(pair)));
        (0..4000).map(|pair| temper(pair).push / PLAIN.push).collect()
    }

    #[test]
    fn the_numbers_of_a_doctrine_have_names() {
        assert_eq!(DoctrineBook::read(&<Weights as super::Weights>::source(), &[]).unwrap().doctrines, []);
        assert_eq!(<Weights as super::Weights>::NUMBERS, ["push", "hold"]);
        let number = |at| super::Weights::number(&PLAIN, at);
        assert_eq!((number(0), number(1)), (2.0, 0.0));
    }

    #[test]
    fn settings_of_looking_ahead_are_of_no_use_to_others() {
        let names = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
        let usual = PlaySettings::read(&[]).unwrap();
        let plain = names("rush", "hold");
        assert!(usual.uses("spread", &plain) && !usual.uses("rollouts", &plain));
        assert!(usual.uses("horizon", &names("rush", "ahead without overwatch")));
        let fixed = read("play.style", "fixed").unwrap();
        assert!(fixed.uses("style", &plain) && !fixed.uses("spread", &plain));
        assert!(read("play.style", "ahead").unwrap().uses("tempers", &plain));
    }

    #[test]
    fn play_is_varied_unless_it_is_fixed() {
        let usual = PlaySettings::read(&[]).unwrap();
        assert_eq!((usual.style, usual.spread), (PlayStyle::Varied, 0.1));
        assert_eq!(read("rules.style", "fixed"), Ok(usual));
        let temper = |settings: PlaySettings| settings.temper(PLAIN, &mut SeededDice::from_key(1));
        assert_eq!(temper(read("play.style", "fixed").unwrap()), PLAIN);
        assert_eq!(temper(read("play.spread", 0).unwrap()), PLAIN);
        assert_ne!(temper(read("play.spread", 0.25).unwrap()), PLAIN);
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        let diagnostic = read("play.style", "fixd").unwrap_err().remove(0);
        assert_eq!(
            (diagnostic.message.as_str(), diagnostic.nearest.as_deref()),
            ("unknown style of play `fixd`", Some("fixed"))
        );
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
        let mut dice = PlaySettings::tempers(0, Address { seed: 3, cell: 0, pair: 9 });
        assert_eq!(settings.temper(PLAIN, &mut dice).hold, 0.0);
    }
}
