//! Battlefield files, as far as all games have them: their head, lists of features, and how many maps are drawn at random.

use super::{Diagnostic, Diagnostics, Listing, Node, TableReader};
use crate::dice::{Address, Purpose, Seat, SeededDice};

/// What a battlefield file holds; `G` says where its tables come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Battlefield<G> {
    /// Name.
    pub name: String,
    /// One line.
    pub about: String,
    /// Where its tables come from.
    pub ground: G,
}

impl<G> Battlefield<G> {
    /// Its name and what it says of itself.
    #[must_use]
    pub fn listing(self) -> Listing {
        Listing { name: self.name, about: self.about }
    }
}

/// The keys that every battlefield file has, whatever the game.
#[derive(Debug)]
pub(crate) struct BattlefieldHead<'n> {
    name: Option<&'n str>,
    about: &'n str,
}

impl<'n> BattlefieldHead<'n> {
    /// Asks the table of a file of the ruleset `slug` for them.
    pub(crate) fn of(slug: &str, table: &mut TableReader<'n, '_>) -> Self {
        let name = table.required("name", Node::name);
        table.required("ruleset", |node| node.one_of("ruleset", &[(slug, ())]));
        Self { name, about: table.or("about", "", Node::text) }
    }

    /// The whole battlefield; none where it has no name.
    pub(crate) fn with<G>(&self, ground: G) -> Option<Battlefield<G>> {
        Some(Battlefield { name: self.name?.to_owned(), about: self.about.to_owned(), ground })
    }
}

/// Reads a list of features, at most so many, each by `read`: one against which `fault` has something, beside those before it,
/// is refused.
pub(crate) fn read_features<P>(
    list: &Node,
    most: usize,
    diagnostics: &mut Diagnostics,
    read: impl Fn(&Node, &mut Diagnostics) -> Option<P>,
    fault: impl Fn(&P, &[P]) -> Option<Diagnostic>,
) -> Option<Vec<P>> {
    let list = list.list().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let mut pieces: Vec<P> = Vec::new();
    for (at, node) in list.iter().enumerate() {
        if at == most {
            diagnostics.push(node.locate(Diagnostic::new(format!("a map has at most {most} features"))));
            break;
        }
        let Some(piece) = read(node, diagnostics) else { continue };
        match fault(&piece, &pieces) {
            Some(fault) => diagnostics.push(node.locate(fault)),
            None => pieces.push(piece),
        }
    }
    Some(pieces)
}

/// Most maps that one file supplies.
const MOST_MAPS: u16 = 4096;

/// The number of maps that draws a new one for every pair of games.
const EVERY_PAIR: &str = "every-pair";

/// Number of the stream from which maps are drawn; no engagement draws its edges and roles from it.
const MAP_STREAM: u16 = u16::MAX;

/// Maps that are drawn at random. They depend on nothing but a seed and the number of the map or the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomMaps {
    /// How many there are; one for every pair of games when none.
    pub number: Option<u16>,
    /// What they depend on; the seed of the experiment when none.
    pub seed: Option<u64>,
}

impl RandomMaps {
    /// One for every pair of games, by the seed of the experiment.
    pub const EVERY_PAIR: Self = Self { number: None, seed: None };

    /// Asks a table for `maps`, a number or `every-pair` (1), and `seed`.
    pub(crate) fn read(table: &mut TableReader<'_, '_>) -> Self {
        let number = table.or("maps", Some(1), |node| match node.text() {
            Ok(EVERY_PAIR) => Ok(None),
            Ok(_) => {
                Err(node.locate(Diagnostic::new("unknown number of maps").allowing(["a whole number", EVERY_PAIR])))
            }
            Err(_) => node.whole(1..=i64::from(MOST_MAPS)).map(Some),
        });
        Self { number, seed: table.optional("seed", |node| node.whole(0..=i64::MAX)) }
    }

    /// The dice of every map under the seed of an experiment; of the first one where each pair of games has its own.
    pub fn dice(self, seed: u64) -> impl Iterator<Item = SeededDice> {
        (0..u64::from(self.number.unwrap_or(1))).map(move |pair| self.dice_of(Address { seed, cell: 0, pair }))
    }

    /// The dice of the map of a pair: nothing but the seed and the number of the pair bears on it.
    #[must_use]
    pub fn dice_of(self, address: Address) -> SeededDice {
        let address = Address { seed: self.seed.unwrap_or(address.seed), cell: 0, ..address };
        address.open(Seat::Environment, Purpose::Setup, MAP_STREAM)
    }
}
