//! Books of doctrines: named weights of a ruleset's one script, and the random player.

use std::ops::RangeInclusive;

use super::{Diagnostic, Diagnostics, Entry, Listing, Node, Override, Source, TableReader, name_fault};

/// The doctrine of whoever looks ahead.
pub(super) const AHEAD: &str = "ahead";

/// Names that no book may give away: the players without weights of their own, and words of experiments.
const RESERVED: [&str; 5] = ["random", "random-legal", "ahead", "own", "all"];

/// The key under which a book may say for which game it is.
pub(super) const GAME: &str = "ruleset";

/// Whether a doctrine may be called this.
#[must_use]
pub fn is_free_name(name: &str) -> bool {
    !name.is_empty()
        && ![" v ", " without "].iter().any(|word| name.contains(word))
        && !RESERVED.contains(&name)
        && !["defaults", GAME].contains(&name)
}

/// The weights of a ruleset's script.
pub trait Weights: Copy {
    /// Keys of its numbers, in order; what it chooses by words is not among them.
    const NUMBERS: &'static [&'static str];
    /// What each of them weighs, in a few words.
    const MEANINGS: &'static [&'static str];
    /// The numbers that books allow.
    const RANGE: RangeInclusive<f64>;
    /// The number at this place of [`Self::NUMBERS`].
    fn number(&self, at: usize) -> f64;
    /// Puts another number in its place; the range that books allow is not asked for.
    fn set_number(&mut self, at: usize, number: f64);
    /// The same number in the fewest digits that a book needs for it.
    fn shortest(&self, at: usize) -> f64;
    /// What it chooses by words: key and word of each choice.
    fn words(&self) -> Vec<(&'static str, &'static str)>;
    /// What a book without `defaults` starts from.
    fn neutral() -> Self;
    /// The book built into the program.
    fn source() -> Source;
    /// Takes the weights of `table`, and those of `defaults` where it has none.
    fn read(table: &mut TableReader<'_, '_>, defaults: Self) -> Self;
}

/// Declares the weights of a ruleset's script as a struct `Weights`, with the book that is built in, what numbers are and how
/// they are read; the field, key and meaning of each; and before them, what it chooses by words.
macro_rules! weights {
    (
        $(#[$doc:meta])*
        book $source:expr;
        numbers $number:ty = $neutral:literal, $range:expr;
        words { $(
            $word:ident $word_key:literal: $choice:ty = $usual:expr, $what:literal, $words:expr, $word_about:literal;
        )* }
        $($field:ident $key:literal $about:literal;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights {
            $(#[doc = concat!("`", $key, "`: ", $about, ".")] pub $field: $number,)+
            $(#[doc = concat!("`", $word_key, "`: ", $word_about, ".")] pub $word: $choice,)*
        }

        impl Weights {
            /// What a book without `defaults` starts from.
            pub const NEUTRAL: Weights = Weights { $($field: $neutral,)+ $($word: $usual,)* };
        }

        impl $crate::game::Weights for Weights {
            const NUMBERS: &'static [&'static str] = &[$($key),+];
            const MEANINGS: &'static [&'static str] = &[$($about),+];
            const RANGE: std::ops::RangeInclusive<f64> = $range;

            fn number(&self, at: usize) -> f64 {
                [$(f64::from(self.$field)),+][at]
            }

            fn set_number(&mut self, at: usize, number: f64) {
                *[$(&mut self.$field),+][at] = number as $number;
            }

            fn shortest(&self, at: usize) -> f64 {
                // A number in words and back is the shortest that reads as this one.
                [$(self.$field.to_string()),+][at].parse().expect("a number")
            }

            fn words(&self) -> Vec<(&'static str, &'static str)> {
                vec![$({
                    let choices: &[(&'static str, $choice)] = &$words;
                    let found = choices.iter().find(|(_, choice)| *choice == self.$word);
                    ($word_key, found.expect("every choice has a word").0)
                }),*]
            }

            fn neutral() -> Self {
                Self::NEUTRAL
            }

            fn source() -> $crate::game::Source {
                $source
            }

            fn read(table: &mut $crate::game::TableReader<'_, '_>, defaults: Self) -> Self {
                let number = |node: &$crate::game::Node| Ok(node.number(Self::RANGE)? as $number);
                Self {
                    $($field: table.or($key, defaults.$field, number),)+
                    $($word: table.or($word_key, defaults.$word, |node| node.one_of($what, &$words)),)*
                }
            }
        }

        /// All doctrines of a book.
        pub type DoctrineBook = $crate::game::DoctrineBook<Weights>;
    };
}

pub(crate) use weights;

/// How a side decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy<W> {
    /// By the weights of a doctrine.
    Weighted(W),
    /// By rollouts of the doctrines of a book: [`LookAhead`](super::LookAhead).
    Ahead,
    /// Any legal choice, as the game draws one.
    Random,
}

/// A doctrine of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Doctrine<W> {
    /// Key.
    pub name: String,
    /// The idea, in one line.
    pub about: String,
    /// Its weights.
    pub weights: W,
}

/// All doctrines of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct DoctrineBook<W> {
    /// What a doctrine has that does not say otherwise.
    pub defaults: W,
    /// In the order of the file.
    pub doctrines: Vec<Doctrine<W>>,
}

#[cfg(test)]
impl<W> DoctrineBook<W> {
    /// Names of the doctrines, in order.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.doctrines.iter().map(|doctrine| doctrine.name.as_str()).collect()
    }

    /// The doctrine that has most of something.
    pub(crate) fn most<T: Into<f64>>(&self, weight: impl Fn(&W) -> T) -> &str {
        let of = |doctrine: &Doctrine<W>| weight(&doctrine.weights).into();
        &self.doctrines.iter().max_by(|a, b| of(a).total_cmp(&of(b))).unwrap().name
    }
}

impl<W: Weights> DoctrineBook<W> {
    /// The book built into the program, read.
    ///
    /// # Panics
    /// Never: a test reads it.
    #[must_use]
    pub fn built_in() -> Self {
        Self::read(&W::source(), &[]).expect("the built-in doctrines are sound")
    }

    /// Reads a book. Overrides whose key begins with `doctrines.` replace the weight at that path; the others are not
    /// meant for the book and left alone.
    ///
    /// # Errors
    /// Everything wrong with the file and with the overrides.
    pub fn read(source: &Source, overrides: &[Override]) -> Result<Self, Diagnostics> {
        Node::read_with(source, overrides, "doctrines", |root, diagnostics| {
            let entries = root.entries().unwrap_or_default();
            let defaults = entries.iter().find(|entry| entry.key == "defaults");
            let defaults = defaults.and_then(|entry| read_defaults(entry, diagnostics)).unwrap_or_else(W::neutral);
            if let Some(game) = entries.iter().find(|entry| entry.key == GAME) {
                game.node.text().map(drop).unwrap_or_else(|diagnostic| diagnostics.push(diagnostic));
            }
            let own = entries.iter().filter(|entry| entry.key != "defaults" && entry.key != GAME);
            let doctrines = own.filter_map(|entry| read_doctrine(entry, defaults, diagnostics)).collect();
            Some(DoctrineBook { defaults, doctrines })
        })
    }

    /// The doctrine of this name; `random`, or `random-legal`, and `ahead` are those without weights.
    ///
    /// # Errors
    /// When there is none.
    pub fn script(&self, name: &str) -> Result<Policy<W>, Diagnostic> {
        if name == "random" || name == "random-legal" {
            return Ok(Policy::Random);
        }
        if name == AHEAD {
            return Ok(Policy::Ahead);
        }
        let doctrine = self.doctrines.iter().find(|doctrine| doctrine.name == name);
        doctrine.map(|doctrine| Policy::Weighted(doctrine.weights)).ok_or_else(|| {
            let names = self.doctrines.iter().map(|doctrine| doctrine.name.as_str());
            Diagnostic::unknown("doctrine", name, names.chain([AHEAD, "random"]))
        })
    }

    /// All doctrines, described, those without weights last.
    #[must_use]
    pub fn listings(&self) -> Vec<Listing> {
        let ahead =
            "tries all of them from where it stands, some games to the end each, and follows the best for a while";
        let ahead = Listing::new("ahead", ahead);
        let random = Listing::new("random", "any legal choice, by chance: what every doctrine must beat");
        let own = self.doctrines.iter().map(|doctrine| Listing::new(&doctrine.name, &doctrine.about));
        own.chain([ahead, random]).collect()
    }
}

fn read_defaults<W: Weights>(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<W> {
    let mut table = TableReader::open("`defaults`", &entry.node, diagnostics)?;
    let weights = W::read(&mut table, W::neutral());
    table.close();
    Some(weights)
}

fn read_doctrine<W: Weights>(entry: &Entry, defaults: W, diagnostics: &mut Diagnostics) -> Option<Doctrine<W>> {
    if RESERVED.contains(&entry.key.as_str()) {
        diagnostics.push(entry.locate(Diagnostic::new(format!("no doctrine can be called `{}`", entry.key))));
    }
    if let Some(fault) = name_fault(&entry.key) {
        diagnostics.push(entry.locate(Diagnostic::new(fault)));
    }
    let mut table = TableReader::open(format!("doctrine `{}`", entry.key), &entry.node, diagnostics)?;
    let about = table.required("about", Node::text).unwrap_or_default().to_owned();
    let weights = W::read(&mut table, defaults);
    table.close();
    Some(Doctrine { name: entry.key.clone(), about, weights })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Hand {
        Left,
        Right,
    }

    const HANDS: [(&str, Hand); 2] = [("left", Hand::Left), ("right", Hand::Right)];

    weights! {
        /// Weights of a game of two.
        book Source {
            name: "book".to_owned(),
            text: "[defaults]\nhold = 0.5\n[fast]\nabout = \"?\"\npush = 2\n[slow]\nabout = \"!\"\nhand = \"right\"".to_owned(),
        };
        numbers f64 = 1.0, 0.0..=10.0;
        words { hand "hand": Hand = Hand::Left, "hand", HANDS, "with which it plays"; }
        push "push" "going forward";
        hold "hold" "staying";
    }

    fn varied(key: &str) -> Result<DoctrineBook, Diagnostics> {
        let change = Override { key: key.to_owned(), value: 0.7.into() };
        DoctrineBook::read(&<Weights as super::Weights>::source(), &[change])
    }

    #[test]
    fn a_doctrine_has_its_own_weights_then_the_book_s_then_neutral_ones() {
        let book = DoctrineBook::built_in();
        let weights: Vec<Weights> = book.doctrines.iter().map(|doctrine| doctrine.weights).collect();
        let of = |push, hand| Weights { push, hold: 0.5, hand };
        assert_eq!(weights, [of(2.0, Hand::Left), of(1.0, Hand::Right)]);
        assert_eq!(Weights::NEUTRAL, Weights { push: 1.0, hold: 1.0, hand: Hand::Left });
    }

    #[test]
    fn random_is_a_doctrine_without_weights() {
        let book = DoctrineBook::built_in();
        assert_eq!(book.script("random"), Ok(Policy::Random));
        assert_eq!(book.script("random-legal"), Ok(Policy::Random));
        assert_eq!(book.script("fast"), Ok(Policy::Weighted(book.doctrines[0].weights)));
        assert_eq!(book.script("fats").unwrap_err().nearest.as_deref(), Some("fast"));
        assert_eq!(book.listings().last().unwrap().name, "random");
    }

    fn diagnostics(text: &str) -> Vec<String> {
        let diagnostics = DoctrineBook::read(&Source { name: "book".into(), text: text.into() }, &[]).unwrap_err();
        assert!(diagnostics.iter().all(|diagnostic| diagnostic.source == "book" && diagnostic.span.is_some()));
        diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn broken_books_are_refused() {
        let text = "[defaults]\nhand = \"up\"\n[x]\npush = nan\nhold = -1\npull = 1\n[random]\nabout = \"?\"";
        let expected = [
            "unknown hand `up`",
            "doctrine `x` lacks `about`",
            "expected a number from 0 to 10, found NaN",
            "expected a number from 0 to 10, found -1",
            "unknown key `pull` in doctrine `x`",
            "no doctrine can be called `random`",
        ];
        assert_eq!(diagnostics(text), expected);
        assert_eq!(diagnostics("x = 1"), ["expected a table, found 1"]);
    }

    #[test]
    fn weights_can_be_varied_by_their_path() {
        assert_eq!(varied("doctrines.slow.push").unwrap().doctrines[1].weights.push, 0.7);
        let book = varied("doctrines.defaults.push").unwrap();
        assert_eq!((book.doctrines[0].weights.push, book.doctrines[1].weights.push), (2.0, 0.7));
        let nearest = |key: &str| varied(key).unwrap_err()[0].nearest.clone();
        assert_eq!(nearest("doctrines.fats.push").as_deref(), Some("fast"));
        assert_eq!(nearest("doctrines.slow.pusch").as_deref(), Some("push"));
    }
}
