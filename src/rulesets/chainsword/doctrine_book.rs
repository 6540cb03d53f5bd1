//! Reading doctrines: named weights of the one script, and the random player.

use super::tactics::{AMBUSHES, END_TURN, INTERRUPTS, STEADY};
use crate::game::built_in;
use crate::game::doctrine_book::weights;

/// Largest weight.
const LARGEST: f64 = 100.0;

/// How a side goes about its Patrol Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatrolRule {
    /// Far ahead, to lock the enemy deep in his half.
    Forward,
    /// To the middle of the table.
    Central,
    /// Locked early in the own half.
    Early,
}

/// Rules of the Patrol Phase by name.
const PATROL_RULES: [(&str, PatrolRule); 3] =
    [("forward", PatrolRule::Forward), ("central", PatrolRule::Central), ("early", PatrolRule::Early)];

/// The stratagem that a side keeps its command points for first of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stratagem {
    /// Skipping a test of Force Morale.
    Steady,
    /// A Squad that breaks in.
    Interrupt,
    /// The end of a Turn.
    EndTurn,
    /// A Team that comes on and fires.
    Ambush,
}

impl Stratagem {
    /// The tactic that it is one of.
    #[must_use]
    pub const fn tactic(self) -> usize {
        match self {
            Self::Steady => STEADY,
            Self::Interrupt => INTERRUPTS,
            Self::EndTurn => END_TURN,
            Self::Ambush => AMBUSHES,
        }
    }
}

/// Stratagems by name.
const STRATAGEMS: [(&str, Stratagem); 4] = [
    ("steady", Stratagem::Steady),
    ("interrupt", Stratagem::Interrupt),
    ("end-turn", Stratagem::EndTurn),
    ("ambush", Stratagem::Ambush),
];

weights! {
    /// The weights of a doctrine.
    book built_in!("armies/chainsword/doctrines.toml");
    numbers f64 = 0.0, 0.0..=LARGEST;
    words {
        patrol "patrol": PatrolRule = PatrolRule::Central, "patrol rule", PATROL_RULES,
            "how it goes about the Patrol Phase: far ahead, to the middle, or locked early";
        stratagem "stratagem": Stratagem = Stratagem::Steady, "stratagem", STRATAGEMS,
            "the stratagem that it keeps its command points for first of all";
    }
    aggression "aggression" "harm dealt to the enemy, and the wish to close, from 0 to 1";
    close_range "close-range" "harm dealt within 12 inches, more than beyond, from 0 to 1";
    cover_seek "cover-seek" "what may be lost at a place, from 0 to 1";
    overwatch "overwatch" "keeping a Team on Overwatch, from 0 to 1";
    covering_fire "covering-fire" "a point of BS off dangerous enemies, from 0 to 1";
    command_bank "command-bank" "each command point in the bank, from 0 to 1";
    reserve_hold "reserve-hold" "keeping Squads off the table, from 0 to 1";
    flank "flank" "ground towards enemy jump-off points and objectives, from 0 to 1";
    protect_officers "protect-officers" "distance between officers and enemies, from 0 to 1";
    together "together" "coming to the line when the others of its group do, from 0 to 1";
    contest "contest" "what decides the scenario, from 0 to 1";
    pair "pair" "what a second activation gains by the first one, from 0 to 1";
    thrift "thrift" "risk to officers and dear units, beyond that to others, from 0 to 1";
    activity "activity" "using a die, a Team or a reserve at all, from 0 to 1";
    go_share "go-share" "share of a group at the line from which it goes, from 0 to 1";
    bold "bold" "share of its value that a lone Team may put at risk, from 0 to 1";
    latest "latest" "own Phase from which reserves come anyhow";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sets each doctrine of the rulebook off from the others survives the tuning.
    #[test]
    fn the_doctrines_keep_their_character() {
        let book = DoctrineBook::built_in();
        assert_eq!(book.names(), ["firebase", "blitz", "methodical", "ambusher", "raider", "sky-hunter"]);
        assert_eq!(book.most(|w| w.aggression), "blitz");
        assert_eq!(book.most(|w| w.close_range), "blitz");
        assert_eq!(book.most(|w| w.together), "blitz");
        assert_eq!(book.most(|w| w.pair), "blitz");
        assert_eq!(book.most(|w| -w.cover_seek), "blitz");
        assert_eq!(book.most(|w| w.cover_seek), "firebase");
        assert_eq!(book.most(|w| w.thrift), "firebase");
        assert_eq!(book.most(|w| w.protect_officers), "methodical");
        assert_eq!(book.most(|w| w.command_bank), "ambusher");
        assert_eq!(book.most(|w| w.reserve_hold), "ambusher");
        assert_eq!(book.most(|w| w.flank), "raider");
        assert_eq!(book.most(|w| w.contest), "raider");
        assert_eq!(book.most(|w| w.overwatch), "sky-hunter");
        let rules: Vec<PatrolRule> = book.doctrines.iter().map(|it| it.weights.patrol).collect();
        use PatrolRule::{Central, Early, Forward};
        assert_eq!(rules, [Early, Forward, Central, Early, Forward, Central]);
    }
}
