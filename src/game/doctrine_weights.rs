//! What a game's doctrines weigh, for those who do not know the game: names, limits and values of its weights, the text of a
//! book, and books laid over books.

use std::fmt::Write as _;

use super::doctrine_book::GAME;
use super::{Diagnostic, Diagnostics, DoctrineBook, Node, Ruleset, Source, Weights};

/// A weight that the doctrines of a game have.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightDoc {
    /// Key.
    pub name: &'static str,
    /// What it weighs, in a few words.
    pub about: &'static str,
    /// Least number that a book may give it.
    pub least: f64,
    /// Greatest.
    pub greatest: f64,
    /// What a doctrine has that does not say otherwise, by the book built into the program.
    pub default: f64,
}

/// A doctrine, with all that it weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedDoctrine {
    /// Key.
    pub name: String,
    /// The idea, in one line.
    pub about: String,
    /// Its weights, in the order of [`Ruleset::weights`].
    pub numbers: Vec<f64>,
    /// What it chooses by words, with their keys.
    pub words: Vec<(&'static str, &'static str)>,
}

impl WeighedDoctrine {
    /// Its table in a book, every weight spelt out; `weights` are those of the game.
    #[must_use]
    pub fn to_toml(&self, weights: &[WeightDoc]) -> String {
        let mut text = format!("[{}]\nabout = {}\n", key(&self.name), string(&self.about));
        for (weight, number) in weights.iter().zip(&self.numbers) {
            let _ = writeln!(text, "{} = {}", weight.name, toml::Value::Float(*number));
        }
        for (name, word) in &self.words {
            let _ = writeln!(text, "{name} = {}", string(word));
        }
        text
    }
}

/// Weights of a game's doctrines: [`Ruleset::weights`] of a ruleset.
#[must_use]
pub fn weights<W: Weights>() -> Vec<WeightDoc> {
    let defaults = DoctrineBook::<W>::built_in().defaults;
    let doc = |(at, (name, about)): (usize, (&&'static str, &&'static str))| WeightDoc {
        name,
        about,
        least: *W::RANGE.start(),
        greatest: *W::RANGE.end(),
        default: defaults.shortest(at),
    };
    W::NUMBERS.iter().zip(W::MEANINGS).enumerate().map(doc).collect()
}

/// The doctrines of a book with all that they weigh: [`Ruleset::weighed_doctrines`] of a ruleset.
///
/// # Errors
/// What is wrong with the book.
pub fn weighed_doctrines<W: Weights>(book: &Source) -> Result<Vec<WeighedDoctrine>, Diagnostics> {
    let doctrines = DoctrineBook::<W>::read(book, &[])?.doctrines;
    let weighed = |doctrine: super::Doctrine<W>| WeighedDoctrine {
        numbers: (0..W::NUMBERS.len()).map(|at| doctrine.weights.shortest(at)).collect(),
        words: doctrine.weights.words(),
        name: doctrine.name,
        about: doctrine.about,
    };
    Ok(doctrines.into_iter().map(weighed).collect())
}

/// A book laid over another: its doctrines take the place of those of their names, or stand behind the others. What they leave
/// out is what its own `defaults` say, then those of the book below.
///
/// # Errors
/// What is wrong with the book on top, of which the one below, sound itself, has no part.
pub fn layered_book(ruleset: &dyn Ruleset, below: &Source, top: &Source) -> Result<Source, Diagnostics> {
    let told = |diagnostics: Diagnostics| {
        diagnostics.into_iter().map(|diagnostic| diagnostic.within(&top.name)).collect::<Diagnostics>()
    };
    let root = Node::parse(top)?;
    if let Some(game) = root.entries().unwrap_or_default().iter().find(|entry| entry.key == GAME)
        && let Ok(slug) = game.node.text()
        && slug != ruleset.slug()
    {
        let diagnostic = Diagnostic::new(format!("this doctrine book is for `{slug}`, not for {}", ruleset.title()));
        return Err(told(vec![game.node.locate(diagnostic.allowing([ruleset.slug()]))]));
    }
    ruleset.doctrines(top).map_err(told)?;
    if tables(top).iter().all(|(name, _)| name == DEFAULTS) {
        return Err(told(vec![Diagnostic::new("this doctrine book holds no doctrine")]));
    }
    let defaults = tables(top).into_iter().find(|(name, _)| name == DEFAULTS).map(|(_, table)| table);
    let mut book = tables(below);
    for (name, own) in tables(top).into_iter().filter(|(name, _)| name != DEFAULTS) {
        let mut whole = defaults.clone().unwrap_or_default();
        whole.extend(own);
        match book.iter_mut().find(|(other, _)| *other == name) {
            Some((_, table)) => *table = whole,
            None => book.push((name, whole)),
        }
    }
    let mut text = String::new();
    for (name, table) in book {
        let _ = writeln!(text, "[{}]", key(&name));
        table.iter().for_each(|(name, value)| {
            let _ = writeln!(text, "{} = {value}", key(name));
        });
    }
    Ok(Source { name: top.name.clone(), text })
}

/// The table of what doctrines leave out.
const DEFAULTS: &str = "defaults";

/// The tables of a book that was found to be sound, in the order of the file.
fn tables(book: &Source) -> Vec<(String, toml::Table)> {
    let root = Node::parse(book).ok();
    let order = root.as_ref().and_then(|root| root.entries().ok()).unwrap_or_default();
    let mut all: toml::Table = book.text.parse().unwrap_or_default();
    let named = |entry: &super::Entry| match all.remove(&entry.key) {
        Some(toml::Value::Table(table)) => Some((entry.key.clone(), table)),
        _ => None,
    };
    order.iter().filter_map(named).collect()
}

/// A key as TOML has it.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { name.to_owned() } else { string(name) }
}

fn string(text: &str) -> String {
    // The usual kind of string: one in a line.
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    fn book(text: &str) -> Source {
        Source { name: "mine.toml".to_owned(), text: text.to_owned() }
    }

    /// The weights of a doctrine of `top` laid over what is built in.
    fn laid(ruleset: &dyn Ruleset, top: &str) -> Vec<WeighedDoctrine> {
        let layered = layered_book(ruleset, &ruleset.doctrine_book(), &book(top)).unwrap();
        ruleset.weighed_doctrines(&layered).unwrap()
    }

    fn played() -> impl Iterator<Item = &'static dyn Ruleset> {
        rulesets::all().iter().copied().filter(|ruleset| !ruleset.weights().is_empty())
    }

    #[test]
    fn every_game_that_is_played_tells_its_weights() {
        assert_eq!(played().count(), rulesets::all().iter().filter(|r| !r.scenarios().is_empty()).count());
        for ruleset in played() {
            let weights = ruleset.weights();
            for weight in &weights {
                assert!((weight.least..=weight.greatest).contains(&weight.default), "{weight:?}");
                assert!(!weight.about.is_empty());
            }
            let doctrines = ruleset.weighed_doctrines(&ruleset.doctrine_book()).unwrap();
            assert!(doctrines.len() > 1 && doctrines.iter().all(|doctrine| doctrine.numbers.len() == weights.len()));
        }
    }

    /// A book that the program writes holds the very weights it was written from.
    #[test]
    fn what_is_written_reads_as_the_same() {
        for ruleset in played() {
            let weights = ruleset.weights();
            let doctrines = ruleset.weighed_doctrines(&ruleset.doctrine_book()).unwrap();
            for (at, doctrine) in doctrines.iter().enumerate() {
                let mut changed = doctrine.clone();
                changed.name = "an \"own\" name".to_owned();
                changed.numbers[at % weights.len()] = 0.1234;
                let read = ruleset.weighed_doctrines(&book(&changed.to_toml(&weights))).unwrap();
                assert_eq!(read, [changed]);
            }
        }
    }

    #[test]
    fn a_book_on_top_replaces_and_adds() {
        for ruleset in played() {
            let built_in = ruleset.weighed_doctrines(&ruleset.doctrine_book()).unwrap();
            let [first, second] = [ruleset.weights()[0].clone(), ruleset.weights()[1].clone()];
            let name = &built_in[1].name;
            let top = format!(
                "ruleset = '{}'\n[new]\nabout = '?'\n[{name}]\nabout = '!'\n{} = 0.75",
                ruleset.slug(),
                first.name
            );
            let doctrines = laid(ruleset, &top);
            let names: Vec<&str> = doctrines.iter().map(|doctrine| doctrine.name.as_str()).collect();
            let expected: Vec<&str> = built_in.iter().map(|d| d.name.as_str()).chain(["new"]).collect();
            assert_eq!(names, expected);
            assert_eq!((doctrines[0].clone(), doctrines[2].clone()), (built_in[0].clone(), built_in[2].clone()));
            assert_eq!((doctrines[1].about.as_str(), doctrines[1].numbers[0]), ("!", 0.75));
            assert_eq!(doctrines[1].numbers[1], second.default, "nothing is left of the doctrine that was replaced");
            let defaults: Vec<f64> = ruleset.weights().iter().map(|weight| weight.default).collect();
            assert_eq!(doctrines.last().unwrap().numbers, defaults);
        }
    }

    #[test]
    fn the_defaults_of_a_book_are_for_its_own_doctrines() {
        for ruleset in played() {
            let (weight, other) = (ruleset.weights()[0].clone(), ruleset.weights()[1].clone());
            let doctrines = laid(ruleset, &format!("[new]\nabout = '?'\n[defaults]\n{} = 0.625", weight.name));
            let (new, below) = doctrines.split_last().unwrap();
            assert_eq!(new.numbers[..2], [0.625, other.default]);
            assert_eq!(below, ruleset.weighed_doctrines(&ruleset.doctrine_book()).unwrap());
        }
    }

    #[test]
    fn broken_books_are_refused_at_their_place() {
        let ruleset = played().next().unwrap();
        let diagnostic =
            |text: &str| layered_book(ruleset, &ruleset.doctrine_book(), &book(text)).unwrap_err().remove(0);
        let other = diagnostic("ruleset = 'chess'");
        assert_eq!(
            (other.source.as_str(), other.span, other.allowed),
            ("mine.toml", Some(10..17), vec![ruleset.slug().into()])
        );
        let unknown = diagnostic(&format!("[new]\nabout = '?'\n{}x = 1", ruleset.weights()[0].name));
        assert_eq!(unknown.nearest.as_deref(), Some(ruleset.weights()[0].name));
        assert_eq!((diagnostic("[ahead]\nabout = '?'").message.as_str()), "no doctrine can be called `ahead`");
        assert!(diagnostic("[new").span.is_some());
    }
}
