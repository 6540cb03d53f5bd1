//! Command: checks of values, changes of orders, commanders drawn and replaced, initiative.

use super::codex::{Codex, Grade, Nation};
use super::rules::{Consequences, GroupDraw, InitiativeMode, Rules, TribalCheck};
use crate::dice::Dice;
use std::cmp::Ordering;

/// Sides of the die of command rolls (HX-DIE-05).
const COMMAND_DIE: u8 = 10;

/// Whether a check of a command value passes: above it on the command die (HX-CVS-03).
pub fn check<D: Dice>(value: u8, dice: &mut D) -> bool {
    dice.roll(COMMAND_DIE) > value
}

/// What came of an attempt to change orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderChange {
    /// No attempt was left (HX-CVS-07).
    NotAllowed,
    /// New orders (HX-CVS-06).
    Changed,
    /// The old orders, and nothing else.
    Unchanged,
    /// The old orders, and a consequence from 1 to 10 other than 9 (HX-CVS-08).
    Consequence(u8),
}

/// Tries to change the orders of a brigade.
pub fn change_order<D: Dice>(rules: &Rules, tactical: u8, changes_left: u8, dice: &mut D) -> OrderChange {
    if changes_left == 0 {
        return OrderChange::NotAllowed;
    }
    if check(tactical, dice) {
        return OrderChange::Changed;
    }
    match rules.cvs_consequences {
        Consequences::None => OrderChange::Unchanged,
        Consequences::Always => OrderChange::Consequence(match dice.roll(COMMAND_DIE) {
            // HX-CVS-10
            9 => rules.cvs_opponent_choice,
            roll => roll,
        }),
    }
}

/// Group of a random commander; `percent` are those of his year and side (HX-CVS-04, HX-ARM-05).
pub fn draw_group<D: Dice>(codex: &Codex, rules: &Rules, percent: [u8; 3], dice: &mut D) -> Grade {
    match rules.cvs_group {
        GroupDraw::D6 => {
            let face = dice.d6();
            let leads = |grade: &Grade| codex.group(*grade).faces.contains(&face);
            Grade::ALL.map(|(_, grade)| grade).into_iter().find(leads).unwrap_or(Grade::Untrained)
        }
        GroupDraw::Spread => match dice.roll(100) {
            roll if roll <= percent[0] => Grade::Veteran,
            roll if roll <= percent[0] + percent[1] => Grade::Trained,
            _ => Grade::Untrained,
        },
    }
}

/// Values of a random commander of a group, by [`Trait`](super::codex::Trait).
pub fn draw_commander<D: Dice>(codex: &Codex, group: Grade, dice: &mut D) -> [u8; 5] {
    codex.group(group).rows[usize::from(dice.d6()) - 1]
}

/// Percentages of veteran, trained and untrained in a year.
#[must_use]
pub fn spread(codex: &Codex, year: u16, nation: Nation) -> Option<[u8; 3]> {
    codex.spread.iter().find(|spread| spread.year == year).map(|spread| spread.percent[nation as usize])
}

/// An attempt to replace a commander, after `attempts` others: none when it may not be made, else whether one came
/// (HX-CVS-14).
pub fn replace<D: Dice>(lost: u8, gained: u8, attempts: u8, best_tactical: u8, dice: &mut D) -> Option<bool> {
    let pool = i32::from(lost) - i32::from(gained) - i32::from(attempts.saturating_sub(1));
    (pool >= 1).then(|| check(best_tactical, dice))
}

/// Both roll once, for initiative or for the first fire; equal means that they roll again (HX-CVS-01, HX-CVS-02).
pub fn opposed<D: Dice>(mode: InitiativeMode, values: [u8; 2], dice: &mut D) -> Ordering {
    let rolls = [dice.roll(COMMAND_DIE), dice.roll(COMMAND_DIE)].map(i32::from);
    match mode {
        InitiativeMode::Plain => rolls[0].cmp(&rolls[1]),
        InitiativeMode::Margin => (rolls[0] - i32::from(values[0])).cmp(&(rolls[1] - i32::from(values[1]))),
    }
}

/// Whether a tribal unit does as it is told (HX-SKM-06).
pub fn willing<D: Dice>(rules: &Rules, tactical: u8, dice: &mut D) -> bool {
    match rules.tribal_check {
        TribalCheck::Off => true,
        TribalCheck::CvsConsistent => check(tactical, dice),
        //
        TribalCheck::AsPrinted => !check(tactical, dice),
    }
}
