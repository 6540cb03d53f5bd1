//! Reading doctrines: named weights of the one script, and the random player.

use crate::game::built_in;
use crate::game::doctrine_book::weights;

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

weights! {
    /// The weights of a doctrine; 1 is neutral.
    book built_in!("armies/dogma/doctrines.toml");
    numbers f64 = 1.0, 0.0..=LARGEST;
    words {
        terrain "terrain": Taste = Taste::Mixed, "terrain", TASTES, "the ground that the player likes to put on the table";
    }
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
    trap "trap" "contact with an enemy whom another of us can still take from behind or in the flank this turn";
    brink "brink" "Elements whose loss brings the loss of the game near, own and enemy";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sets each doctrine of the rulebook off from the others survives the tuning.
    #[test]
    fn the_doctrines_keep_their_character() {
        let mut book = DoctrineBook::built_in();
        let added = book.doctrines.split_off(8);
        let expected =
            ["balanced", "gunline", "hammer-and-anvil", "rush", "stalker", "objective-runner", "castle", "airborne"];
        assert_eq!(book.names(), expected);
        assert_eq!(added.iter().map(|doctrine| &doctrine.name).collect::<Vec<_>>(), ["reverse-slope"]);
        assert_eq!(book.doctrines[0].weights, Weights::NEUTRAL);
        assert_eq!(book.most(|w| w.press), "rush");
        assert_eq!(book.most(|w| -w.standoff), "rush");
        assert_eq!(book.most(|w| w.close), "rush");
        assert_eq!(book.most(|w| w.standoff), "stalker");
        assert_eq!(book.most(|w| w.concentrate), "gunline");
        assert_eq!(book.most(|w| w.formation), "gunline");
        assert_eq!(book.most(|w| -w.close), "gunline");
        assert_eq!(book.most(|w| w.flank), "hammer-and-anvil");
        assert_eq!(book.most(|w| w.objective), "objective-runner");
        assert_eq!(book.most(|w| w.cover), "castle");
        assert_eq!(book.most(|w| -w.press), "castle");
        assert_eq!(book.most(|w| w.reserve), "airborne");
        for doctrine in &book.doctrines[1..] {
            assert_ne!(doctrine.weights.terrain, Taste::Mixed);
        }
    }
}
