//! Reading doctrines: named weights of the one script, and the random player.

use crate::game::{Source, TableReader, built_in};

/// Largest weight.
const LARGEST: f64 = 10.0;

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
            fn of(form: &mut TableReader<'_, '_>, defaults: Weights) -> Weights {
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
pub type Policy = crate::game::Policy<Weights>;

/// A doctrine of a book.
#[cfg(test)]
type Doctrine = crate::game::Doctrine<Weights>;

/// All doctrines of a book.
pub type DoctrineBook = crate::game::DoctrineBook<Weights>;

/// The book built into the program.
#[must_use]
pub fn source() -> Source {
    built_in!("armies/dogma/doctrines.toml")
}

impl crate::game::Weights for Weights {
    fn neutral() -> Self {
        Weights::NEUTRAL
    }

    fn source() -> Source {
        source()
    }

    fn read(form: &mut TableReader<'_, '_>, defaults: Self) -> Self {
        Self::of(form, defaults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Override;

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
        assert_eq!(book.script("random"), Ok(Policy::Random));
        assert_eq!(book.script("random-legal"), Ok(Policy::Random));
        assert_eq!(book.script("balanced"), Ok(Policy::Weighted(Weights::NEUTRAL)));
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
