//! Books of doctrines: named weights of a ruleset's one script, and the random player.

use super::{Diagnostic, Diagnostics, Entry, Listing, Node, Override, Source, TableReader};

/// Names that no book may give away: the random player, and words of experiments.
const RESERVED: [&str; 4] = ["random", "random-legal", "own", "all"];

/// The weights of a ruleset's script.
pub trait Weights: Copy {
    /// What a book without `defaults` starts from.
    fn neutral() -> Self;
    /// The book built into the program.
    fn source() -> Source;
    /// Takes the weights of `form`, and those of `defaults` where it has none.
    fn read(form: &mut TableReader<'_, '_>, defaults: Self) -> Self;
}

/// How a side decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy<W> {
    /// By the weights of a doctrine.
    Weighted(W),
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
    /// In the order of the file.
    pub doctrines: Vec<Doctrine<W>>,
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
        Node::read_with(source, overrides, "doctrines", |root, faults| {
            let entries = root.entries().unwrap_or_default();
            let defaults = entries.iter().find(|entry| entry.key == "defaults");
            let defaults = defaults.and_then(|entry| read_defaults(entry, faults)).unwrap_or_else(W::neutral);
            let own = entries.iter().filter(|entry| entry.key != "defaults");
            let doctrines = own.filter_map(|entry| read_doctrine(entry, defaults, faults)).collect();
            Some(DoctrineBook { doctrines })
        })
    }

    /// The doctrine of this name; `random`, or `random-legal`, is the one without weights.
    ///
    /// # Errors
    /// When there is none.
    pub fn script(&self, name: &str) -> Result<Policy<W>, Diagnostic> {
        if name == "random" || name == "random-legal" {
            return Ok(Policy::Random);
        }
        let doctrine = self.doctrines.iter().find(|doctrine| doctrine.name == name);
        doctrine.map(|doctrine| Policy::Weighted(doctrine.weights)).ok_or_else(|| {
            let names = self.doctrines.iter().map(|doctrine| doctrine.name.as_str());
            Diagnostic::unknown("doctrine", name, names.chain(["random"]))
        })
    }

    /// All doctrines, described, the random one last.
    #[must_use]
    pub fn listings(&self) -> Vec<Listing> {
        let listing = |name: &str, about: &str| Listing { name: name.to_owned(), about: about.to_owned() };
        let random = listing("random", "any legal choice, by chance: what every doctrine must beat");
        let own = self.doctrines.iter().map(|doctrine| listing(&doctrine.name, &doctrine.about));
        own.chain([random]).collect()
    }
}

fn read_defaults<W: Weights>(entry: &Entry, faults: &mut Diagnostics) -> Option<W> {
    let mut form = TableReader::open("`defaults`", &entry.node, faults)?;
    let weights = W::read(&mut form, W::neutral());
    form.close();
    Some(weights)
}

fn read_doctrine<W: Weights>(entry: &Entry, defaults: W, faults: &mut Diagnostics) -> Option<Doctrine<W>> {
    if RESERVED.contains(&entry.key.as_str()) {
        faults.push(entry.fault(Diagnostic::new(format!("no doctrine can be called `{}`", entry.key))));
    }
    let mut form = TableReader::open(format!("doctrine `{}`", entry.key), &entry.node, faults)?;
    let about = form.required("about", Node::text).unwrap_or_default().to_owned();
    let weights = W::read(&mut form, defaults);
    form.close();
    Some(Doctrine { name: entry.key.clone(), about, weights })
}
