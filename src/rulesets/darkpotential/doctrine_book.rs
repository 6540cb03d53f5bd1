//! Reading doctrines: named weights of the one script, and the random player.

use crate::game::built_in;
use crate::game::doctrine_book::weights;

/// Largest weight.
const LARGEST: f64 = 100.0;

/// Whom a side goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quarry {
    /// Whoever is worth most by exact odds.
    Worth,
    /// The enemy Leader first, then dear models that shoot, whatever the exchange.
    Heads,
    /// Whoever is nearest; points by a fixed script.
    Nearest,
}

/// Quarries by name.
const QUARRIES: [(&str, Quarry); 3] =
    [("worth", Quarry::Worth), ("heads", Quarry::Heads), ("nearest", Quarry::Nearest)];

weights! {
    /// The weights of a doctrine.
    book built_in!("armies/darkpotential/doctrines.toml");
    numbers f64 = 0.0, 0.0..=LARGEST;
    words {
        quarry "quarry": Quarry = Quarry::Worth, "quarry", QUARRIES,
            "whom it goes for: who is worth most, the enemy's heads, or who is nearest";
    }
    aggression "aggression" "the wish to close, from 0 to 1";
    cover_need "cover-need" "what may be lost at a place, from 0 to 1";
    preferred_range "preferred-range" "inches to the enemy at which models that shoot prefer to stop";
    stance_share "stance-share" "Overwatch and other stances where there is no good shot, from 0 to 1";
    suppress_first "suppress-first" "Suppressing Fire before other stances, from a half on";
    cp_reserve "cp-reserve" "Command Points kept for the enemy's turn";
    cp_threshold "cp-threshold" "what a Command Point has to gain: chance times the worth of a target, a Soldier being 1";
    cp_priority "cp-priority" "the same where the quarry is one of the enemy's heads";
    leader_risk "leader-risk" "how far the Leader is put at risk, from 0 to 1";
    stealth_patience "stealth-patience" "turns that models stay hidden";
    prefer_first "prefer-first" "whether it takes the first turn, from a half on";
    opens_up "opens-up" "round from which a side that lay in wait comes forward; 0 for never";
    mass "mass" "arriving together";
    lane "lane" "gates and lanes that are watched, and keeping off those of the enemy";
    pair "pair" "one unit that opens the way for the next";
    guard "guard" "keeping dear models back";
    contest "contest" "the clock, towards the cap";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sets each doctrine of the rulebook off from the others survives the tuning.
    #[test]
    fn the_doctrines_keep_their_character() {
        let book = DoctrineBook::built_in();
        let expected = ["gunline", "rush", "bounding", "ambush", "headhunter", "suppressor", "reckless"];
        assert_eq!(book.names(), expected);
        assert_eq!(book.most(|w| w.aggression), "rush");
        assert_eq!(book.most(|w| -w.aggression), "gunline");
        assert_eq!(book.most(|w| w.preferred_range), "gunline");
        assert_eq!(book.most(|w| -w.preferred_range), "rush");
        assert_eq!(book.most(|w| w.cover_need), "ambush");
        assert_eq!(book.most(|w| -w.leader_risk), "ambush");
        assert_eq!(book.most(|w| w.stealth_patience), "ambush");
        assert_eq!(book.most(|w| w.opens_up), "ambush");
        assert_eq!(book.most(|w| w.suppress_first), "suppressor");
        assert_eq!(book.most(|w| w.lane), "suppressor");
        assert_eq!(book.most(|w| w.mass), "rush");
        assert_eq!(book.most(|w| -w.cp_reserve), "reckless");
        let heads: Vec<&str> =
            book.doctrines.iter().filter(|it| it.weights.quarry == Quarry::Heads).map(|it| it.name.as_str()).collect();
        assert_eq!(heads, ["headhunter"]);
    }
}
