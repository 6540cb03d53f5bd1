//! The dice of setting up: roll-offs, edges, the scenario.

use super::codex::{Codex, Scenario};
use crate::dice::Dice;
use crate::game::keyed::keyed;

/// One throw of a roll-off (DG-SET-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollOff {
    /// The first player's die is higher.
    First,
    /// The second player's die is higher.
    Second,
    /// Both are equal; thrown again, as a rule.
    Tie,
}

/// Both players throw a die.
pub fn roll_off<D: Dice>(dice: &mut D) -> RollOff {
    let (first, second) = (dice.d6(), dice.d6());
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => RollOff::First,
        std::cmp::Ordering::Less => RollOff::Second,
        std::cmp::Ordering::Equal => RollOff::Tie,
    }
}

/// An edge of the square table, seen from the one that the opponent chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The chosen one.
    Chosen,
    /// The one on its left.
    Left,
    /// The one on its right.
    Right,
    /// The one opposite.
    Opposite,
}

keyed! {
    /// An edge of the table. Once edges are known South is the aggressor's; before that it is any.
    TableEdge {
        /// y = 0.
        South = "south",
        /// x = width.
        East = "east",
        /// y = depth.
        North = "north",
        /// x = 0.
        West = "west",
    }
}

/// The edge that the opponent gets on the square table: his choice on 4, 5 and 6 (DG-SET-04).
pub fn edge<D: Dice>(dice: &mut D) -> Edge {
    match dice.d6() {
        1 => Edge::Left,
        2 => Edge::Right,
        3 => Edge::Opposite,
        _ => Edge::Chosen,
    }
}

/// The scenario that the aggressor rolls.
pub fn scenario<D: Dice>(codex: &Codex, dice: &mut D) -> Scenario {
    codex.scenarios[usize::from(dice.d6()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;

    #[test]
    fn dg_set_02_the_higher_die_wins() {
        let throw = |dice: [u8; 2]| roll_off(&mut ScriptedDice::new(&dice));
        assert_eq!([throw([4, 3]), throw([3, 4]), throw([3, 3])], [RollOff::First, RollOff::Second, RollOff::Tie]);
    }

    #[test]
    fn dg_set_04_half_the_rolls_give_the_chosen_edge() {
        let edges = [1, 2, 3, 4, 5, 6].map(|die| edge(&mut ScriptedDice::new(&[die])));
        assert_eq!(edges, [Edge::Left, Edge::Right, Edge::Opposite, Edge::Chosen, Edge::Chosen, Edge::Chosen]);
    }
}
