//! Reading doctrines: named weights of the one script, and the random player.

use super::combat::RetreatPolicy;
use crate::game::{Diagnostic, Node, Source, TableReader, built_in};

/// Largest weight, either way.
const LARGEST: f64 = 1000.0;

const POLICIES: [(&str, RetreatPolicy); 3] =
    [("try", RetreatPolicy::Try), ("accept", RetreatPolicy::Accept), ("smart", RetreatPolicy::Smart)];

/// Declares the weights with field, key and meaning.
macro_rules! weights {
    ($($field:ident $key:literal $about:literal;)+) => {
        /// The weights of a doctrine.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Weights {
            $(#[doc = concat!("`", $key, "`: ", $about, ".")] pub $field: f32,)+
            /// `retreat-policy`: whether to try to ignore retreats (P-11).
            pub retreat_policy: RetreatPolicy,
        }

        impl Weights {
            /// Keys of the weights.
            pub const KEYS: &'static [&'static str] = &[$($key),+];

            /// Takes the weights of `form`, and those of `defaults` where it has none.
            fn of(form: &mut TableReader<'_, '_>, defaults: Weights) -> Weights {
                Weights {
                    $($field: form.or($key, defaults.$field, weight),)+
                    retreat_policy: form.or("retreat-policy", defaults.retreat_policy, policy),
                }
            }
        }
    };
}

weights! {
    shot "shot" "value of the best attack from a hex";
    risk "risk" "loss to be expected in a hex";
    close "close" "way left from a hex to a shot at the focus enemy";
    cover "cover" "points of cover in a hex";
    lead "lead" "being in a ready leader's range";
    spread "spread" "friends next to a hex while enemies have area weapons";
    group "group" "distance to the friends' centre";
    kill "kill" "chance to remove a target";
    suppress "suppress" "chance to stop a target";
    thrift "thrift" "power of the number of shooters by which an attack's worth is divided";
    overwatch "overwatch" "inclination to put units on Overwatch";
    hunt "hunt" "half of what leaders and medics are worth more";
    revive "revive" "chance to bring a Stunned target round";
    objective "objective" "what a hex does for the scenario";
    threshold "threshold" "least worth of an attack, as a share of a rifleman's value";
}

fn weight(node: &Node) -> Result<f32, Diagnostic> {
    node.number(-LARGEST..=LARGEST).map(|weight| weight as f32)
}

fn policy(node: &Node) -> Result<RetreatPolicy, Diagnostic> {
    node.one_of("retreat policy", &POLICIES)
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
    built_in!("armies/dogfaces/doctrines.toml")
}

impl crate::game::Weights for Weights {
    fn neutral() -> Self {
        Weights::default()
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
            ["massed-fire", "suppressors", "overwatch-anvil", "standoff", "close-assault", "envelop", "headhunters"];
        assert_eq!(names, expected);
        let most = |weight: fn(&Weights) -> f32| {
            let by = |a: &&Doctrine, b: &&Doctrine| weight(&a.weights).total_cmp(&weight(&b.weights));
            book.doctrines.iter().max_by(by).unwrap().name.as_str()
        };
        assert_eq!(most(|w| w.kill), "massed-fire");
        assert_eq!(most(|w| -w.thrift), "massed-fire");
        assert_eq!(most(|w| w.suppress), "suppressors");
        assert_eq!(most(|w| w.thrift), "suppressors");
        assert_eq!(most(|w| w.overwatch), "overwatch-anvil");
        assert_eq!(most(|w| w.lead), "overwatch-anvil");
        assert_eq!(most(|w| w.cover), "overwatch-anvil");
        assert_eq!(most(|w| w.risk), "standoff");
        assert_eq!(most(|w| w.close), "close-assault");
        assert_eq!(most(|w| -w.risk), "close-assault");
        assert_eq!(most(|w| -w.group), "envelop");
        assert_eq!(most(|w| w.hunt), "headhunters");
        for doctrine in &book.doctrines {
            let w = doctrine.weights;
            assert_eq!((w.revive, w.objective, w.threshold), (1.0, 1.0, 0.01), "{}", doctrine.name);
            assert_eq!(w.retreat_policy, RetreatPolicy::Smart);
        }
    }

    #[test]
    fn random_is_a_doctrine_without_weights() {
        let book = DoctrineBook::built_in();
        assert_eq!(book.script("random"), Ok(Policy::Random));
        assert_eq!(book.script("random-legal"), Ok(Policy::Random));
        assert_eq!(book.script("massed-fire"), Ok(Policy::Weighted(book.doctrines[0].weights)));
        assert_eq!(book.script("massed-fier").unwrap_err().nearest.as_deref(), Some("massed-fire"));
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
            faults("[defaults]\nretreat-policy = \"run\"\n[x]\nshot = nan\nshoot = 1\n[random]\nabout = \"?\""),
            [
                "unknown retreat policy `run`",
                "doctrine `x` lacks `about`",
                "expected a number from -1000 to 1000, found NaN",
                "unknown key `shoot` in doctrine `x`",
                "no doctrine can be called `random`",
            ]
        );
        assert_eq!(faults("x = 1"), ["expected a table, found 1"]);
    }

    #[test]
    fn weights_can_be_varied_by_their_path() {
        let change = |key: &str| vec![Override { key: key.to_owned(), value: 0.7.into() }];
        let book = DoctrineBook::read(&source(), &change("doctrines.suppressors.hunt")).unwrap();
        assert_eq!(book.doctrines[1].weights.hunt, 0.7);
        let book = DoctrineBook::read(&source(), &change("doctrines.defaults.revive")).unwrap();
        assert!(book.doctrines.iter().all(|doctrine| doctrine.weights.revive == 0.7));
        let fault = &DoctrineBook::read(&source(), &change("doctrines.supressors.hunt")).unwrap_err()[0];
        assert_eq!(fault.nearest.as_deref(), Some("suppressors"));
        let fault = &DoctrineBook::read(&source(), &change("doctrines.suppressors.hnut")).unwrap_err()[0];
        assert_eq!(fault.nearest.as_deref(), Some("hunt"));
    }
}
