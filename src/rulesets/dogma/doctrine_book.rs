//! Reading doctrines: named weights of the one script, and the random player.

use crate::game::{Entry, Fault, Faults, Form, Listing, Node, Override, Source};

/// Largest weight.
const LARGEST: f64 = 10.0;

/// Names that no book may give away: the random player, and words of experiments.
const RESERVED: [&str; 4] = ["random", "random-legal", "own", "all"];

/// The ground that a player likes to put on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taste {
    /// A bit of everything.
    #[default]
    Mixed,
    /// Nothing that stops a shot: deep water, cover far out.
    Open,
    /// Impassable ground on one flank.
    BlockedFlank,
    /// Large hills and impassable blocks in the middle.
    BlockedCentre,
    /// Hills.
    Hills,
    /// Cover near the centre.
    CoveredCentre,
    /// Cover near every edge.
    CoveredEdges,
    /// Impassable blocks anywhere.
    Blocked,
}

const TASTES: [(&str, Taste); 8] = [
    ("mixed", Taste::Mixed),
    ("open", Taste::Open),
    ("blocked-flank", Taste::BlockedFlank),
    ("blocked-centre", Taste::BlockedCentre),
    ("hills", Taste::Hills),
    ("covered-centre", Taste::CoveredCentre),
    ("covered-edges", Taste::CoveredEdges),
    ("blocked", Taste::Blocked),
];

/// Declares the weights with field, key and meaning.
macro_rules! weights {
    ($($field:ident $key:literal $about:literal;)+) => {
        /// The weights of a doctrine; 1 is neutral.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights {
            $(#[doc = concat!("`", $key, "`: ", $about, ".")] pub $field: f64,)+
            /// `terrain`: the ground that the player likes to put on the table.
            pub terrain: Taste,
        }

        impl Weights {
            /// Plays the odds.
            pub const NEUTRAL: Weights = Weights { $($field: 1.0,)+ terrain: Taste::Mixed };

            /// Takes the weights of `form`, and those of `defaults` where it has none.
            fn read(form: &mut Form<'_, '_>, defaults: Weights) -> Weights {
                Weights {
                    $($field: form.or($key, defaults.$field, |node| node.number(0.0..=LARGEST)),)+
                    terrain: form.or("terrain", defaults.terrain, |node| node.one_of("terrain", &TASTES)),
                }
            }
        }
    };
}

weights! {
    press "press" "gain for every inch nearer to a worthwhile target, up to the distance of an attack";
    standoff "standoff" "loss to be expected in the enemy's next turn";
    concentrate "concentrate" "preference for one surer kill over several weaker attacks";
    close "close" "what ends in contact is worth, and close attacks";
    flank "flank" "extra for flanking contact and for shut ways of recoil";
    objective "objective" "what a place does for the scenario";
    formation "formation" "being in a Group of equal facing";
    cover "cover" "own Elements in cover";
    guard "guard" "loss to be expected, counted on Commander and flag bearer";
    reserve "reserve" "reserves on the table, against the best of ordinary turns";
}

/// How a side decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Script {
    /// By the weights of a doctrine.
    Weighted(Weights),
    /// Any legal choice: who and what kind of choice by chance first, then one of that kind.
    Random,
}

/// A doctrine of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Doctrine {
    /// Key.
    pub name: String,
    /// The idea, in one line.
    pub about: String,
    /// Its weights.
    pub weights: Weights,
}

/// All doctrines of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct DoctrineBook {
    /// In the order of the file.
    pub doctrines: Vec<Doctrine>,
}

/// The book built into the program.
#[must_use]
pub fn source() -> Source {
    Source {
        name: "armies/dogma/doctrines.toml".to_owned(),
        text: include_str!("../../../armies/dogma/doctrines.toml").to_owned(),
    }
}

impl DoctrineBook {
    /// The book built into the program, read.
    ///
    /// # Panics
    /// Never: a test reads it.
    #[must_use]
    pub fn built_in() -> DoctrineBook {
        DoctrineBook::read(&source(), &[]).expect("the built-in doctrines are sound")
    }

    /// Reads a book. Overrides whose key begins with `doctrines.` replace the weight at that path; the others are not
    /// meant for the book and left alone.
    ///
    /// # Errors
    /// Everything wrong with the file and with the overrides.
    pub fn read(source: &Source, overrides: &[Override]) -> Result<DoctrineBook, Faults> {
        Node::read_with(source, overrides, "doctrines", |root, faults| {
            let entries = root.entries().unwrap_or_default();
            let defaults = entries.iter().find(|entry| entry.key == "defaults");
            let defaults = defaults.and_then(|entry| read_defaults(entry, faults)).unwrap_or(Weights::NEUTRAL);
            let own = entries.iter().filter(|entry| entry.key != "defaults");
            let doctrines = own.filter_map(|entry| read_doctrine(entry, defaults, faults)).collect();
            Some(DoctrineBook { doctrines })
        })
    }

    /// The doctrine of this name; `random`, or `random-legal`, is the one without weights.
    ///
    /// # Errors
    /// When there is none.
    pub fn script(&self, name: &str) -> Result<Script, Fault> {
        if name == "random" || name == "random-legal" {
            return Ok(Script::Random);
        }
        let doctrine = self.doctrines.iter().find(|doctrine| doctrine.name == name);
        doctrine.map(|doctrine| Script::Weighted(doctrine.weights)).ok_or_else(|| {
            let names = self.doctrines.iter().map(|doctrine| doctrine.name.as_str());
            Fault::unknown("doctrine", name, names.chain(["random"]))
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

fn read_defaults(entry: &Entry, faults: &mut Faults) -> Option<Weights> {
    let mut form = Form::open("`defaults`", &entry.node, faults)?;
    let weights = Weights::read(&mut form, Weights::NEUTRAL);
    form.close();
    Some(weights)
}

fn read_doctrine(entry: &Entry, defaults: Weights, faults: &mut Faults) -> Option<Doctrine> {
    if RESERVED.contains(&entry.key.as_str()) {
        faults.push(entry.fault(Fault::new(format!("no doctrine can be called `{}`", entry.key))));
    }
    let mut form = Form::open(format!("doctrine `{}`", entry.key), &entry.node, faults)?;
    let about = form.required("about", Node::text).unwrap_or_default().to_owned();
    let weights = Weights::read(&mut form, defaults);
    form.close();
    Some(Doctrine { name: entry.key.clone(), about, weights })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sets each doctrine of the rulebook off from the others survives the tuning.
    #[test]
    fn the_doctrines_keep_their_character() {
        let book = DoctrineBook::built_in();
        let names: Vec<&str> = book.doctrines.iter().map(|doctrine| doctrine.name.as_str()).collect();
        let expected =
            ["balanced", "gunline", "hammer-and-anvil", "rush", "stalker", "objective-runner", "castle", "airborne"];
        assert_eq!(names, expected);
        let most = |weight: fn(&Weights) -> f64| {
            let by = |a: &&Doctrine, b: &&Doctrine| weight(&a.weights).total_cmp(&weight(&b.weights));
            book.doctrines.iter().max_by(by).unwrap().name.as_str()
        };
        assert_eq!(book.doctrines[0].weights, Weights::NEUTRAL);
        assert_eq!(most(|w| w.press), "rush");
        assert_eq!(most(|w| -w.standoff), "rush");
        assert_eq!(most(|w| w.close), "rush");
        assert_eq!(most(|w| w.standoff), "stalker");
        assert_eq!(most(|w| w.concentrate), "gunline");
        assert_eq!(most(|w| w.formation), "gunline");
        assert_eq!(most(|w| -w.close), "gunline");
        assert_eq!(most(|w| w.flank), "hammer-and-anvil");
        assert_eq!(most(|w| w.objective), "objective-runner");
        assert_eq!(most(|w| w.cover), "castle");
        assert_eq!(most(|w| -w.press), "castle");
        assert_eq!(most(|w| w.reserve), "airborne");
        for doctrine in &book.doctrines[1..] {
            assert_ne!(doctrine.weights.terrain, Taste::Mixed);
        }
    }

    #[test]
    fn random_is_a_doctrine_without_weights() {
        let book = DoctrineBook::built_in();
        assert_eq!(book.script("random"), Ok(Script::Random));
        assert_eq!(book.script("random-legal"), Ok(Script::Random));
        assert_eq!(book.script("balanced"), Ok(Script::Weighted(Weights::NEUTRAL)));
        assert_eq!(book.script("gunlime").unwrap_err().nearest.as_deref(), Some("gunline"));
        assert_eq!(book.listings().last().unwrap().name, "random");
    }

    fn faults(text: &str) -> Vec<String> {
        let faults = DoctrineBook::read(&Source { name: "book".into(), text: text.into() }, &[]).unwrap_err();
        assert!(faults.iter().all(|fault| fault.source == "book" && fault.span.is_some()));
        faults.into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn broken_books_are_refused() {
        assert_eq!(
            faults("[defaults]\nterrain = \"sea\"\n[x]\npress = nan\nflank = -1\nrush = 1\n[random]\nabout = \"?\""),
            [
                "unknown terrain `sea`",
                "doctrine `x` lacks `about`",
                "expected a number from 0 to 10, found NaN",
                "expected a number from 0 to 10, found -1",
                "unknown key `rush` in doctrine `x`",
                "no doctrine can be called `random`",
            ]
        );
        assert_eq!(faults("x = 1"), ["expected a table, found 1"]);
    }

    #[test]
    fn weights_can_be_varied_by_their_path() {
        let change = |key: &str| vec![Override { key: key.to_owned(), value: 0.7.into() }];
        let book = DoctrineBook::read(&source(), &change("doctrines.gunline.press")).unwrap();
        assert_eq!(book.doctrines[1].weights.press, 0.7);
        let book = DoctrineBook::read(&source(), &change("doctrines.defaults.flank")).unwrap();
        assert_eq!((book.doctrines[0].weights.flank, book.doctrines[2].weights.flank), (0.7, 2.0));
        let fault = &DoctrineBook::read(&source(), &change("doctrines.gunlime.press")).unwrap_err()[0];
        assert_eq!(fault.nearest.as_deref(), Some("gunline"));
        let fault = &DoctrineBook::read(&source(), &change("doctrines.gunline.pres")).unwrap_err()[0];
        assert_eq!(fault.nearest.as_deref(), Some("press"));
    }
}
