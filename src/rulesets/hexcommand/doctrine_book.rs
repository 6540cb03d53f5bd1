//! Reading doctrines: named weights of the one script, and the random player.

use crate::game::built_in;
use crate::game::doctrine_book::weights;

/// Largest weight, either way.
const LARGEST: f64 = 100.0;

/// How an army goes about its attack, beside its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// All along the line.
    Line,
    /// Together at one objective.
    Columns,
    /// The guns first, the foot behind them until they have told; then by columns.
    Battery,
    /// A third of the army round the wing where fewer enemies look.
    Wing,
    /// One brigade a turn after the other, from one wing.
    Echelon,
}

/// The schemes by name.
const SCHEMES: [(&str, Scheme); 5] = [
    ("line", Scheme::Line),
    ("columns", Scheme::Columns),
    ("battery", Scheme::Battery),
    ("wing", Scheme::Wing),
    ("echelon", Scheme::Echelon),
];

weights! {
    /// The weights of a doctrine.
    book built_in!("armies/hexcommand/doctrines.toml");
    numbers f64 = 0.0, -LARGEST..=LARGEST;
    words {
        scheme "scheme": Scheme = Scheme::Line, "scheme", SCHEMES,
            "how the army goes about its attack: all along the line, in columns, behind its guns, round a wing, by brigades";
    }
    deal "deal" "hits that a place lets a unit give";
    take "take" "hits that it may take there";
    cover "cover" "levels of cover there";
    close "close" "hexes nearer to the goal";
    flank "flank" "an enemy flank or rear near by";
    mass "mass" "friends within two hexes";
    expose "expose" "own flank hexes that enemies can reach";
    melee_min "melee-min" "odds from which a unit goes into melee";
    reserve "reserve" "share of the infantry that stays behind the front";
    cavalry_back "cavalry-back" "whether all cavalry is reserve, from a half on";
    release_turn "release-turn" "turn at which the reserve is let go at the latest";
    release_units "release-units" "enemy units with hits at which it is let go";
    range "range" "hexes to the enemy at which a unit prefers to stop";
    retire "retire" "hits at which a unit steps out of enemy range";
    lead "lead" "share of the commanders who are put on firing units";
    together "together" "own halves by which a unit is ahead of its group";
    gate "gate" "crossing a gate together, and not alone";
    contest "contest" "objectives towards the end";
    shelter "shelter" "chance that a dear unit routs";
    pair "pair" "one unit to pin, another one to its flank";
    idle "idle" "doing something rather than nothing";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sets each doctrine of the rulebook off from the others survives the tuning.
    #[test]
    fn the_doctrines_keep_their_character() {
        let book = DoctrineBook::built_in();
        let expected = [
            "firing-line",
            "column-assault",
            "envelop",
            "grand-battery",
            "works-defence",
            "echelon",
            "cavalry-reserve",
            "skirmish-screen",
        ];
        assert_eq!(book.names(), expected);
        assert_eq!(book.most(|w| w.deal), "firing-line");
        assert_eq!(book.most(|w| w.close), "column-assault");
        assert_eq!(book.most(|w| w.mass), "column-assault");
        assert_eq!(book.most(|w| -w.melee_min), "column-assault");
        assert_eq!(book.most(|w| -w.range), "column-assault");
        assert_eq!(book.most(|w| w.together), "column-assault");
        assert_eq!(book.most(|w| w.flank), "envelop");
        assert_eq!(book.most(|w| w.pair), "envelop");
        assert_eq!(book.most(|w| w.range), "grand-battery");
        assert_eq!(book.most(|w| w.reserve), "grand-battery");
        assert_eq!(book.most(|w| w.shelter), "grand-battery");
        assert_eq!(book.most(|w| w.cover), "works-defence");
        assert_eq!(book.most(|w| -w.close), "works-defence");
        assert_eq!(book.most(|w| w.cavalry_back), "cavalry-reserve");
    }
}
