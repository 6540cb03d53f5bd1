//! Lists drawn at random: units of all kinds, and commanders.
//!
//! Groups are the usual ones. What breaks a check, such as too few units that fight, is drawn again by who asks for lists.

use std::fmt::Write as _;

use super::army::{MOST_COMMANDERS, MOST_UNITS};
use super::codex::{Codex, Service};
use super::rules::Rules;
use crate::dice::{Dice, SeededDice};
use crate::game::{Item, Points, Purchase, RandomList, fill, thousandths};

/// Points of a list of the usual size.
pub const USUAL_BUDGET: f64 = 240.0;

/// Most wagons of a list.
const MOST_WAGONS: u8 = 2;

/// Most of a kind of unit that a list has.
#[must_use]
pub fn most_copies(codex: &Codex, unit: usize) -> u8 {
    if codex.profile(unit as u8).service == Service::Wagon { MOST_WAGONS } else { MOST_UNITS as u8 }
}

/// What lists spend points on besides units: commanders.
#[must_use]
pub fn extras(codex: &Codex, rules: &Rules) -> Vec<Purchase> {
    vec![Purchase { name: "commander".to_owned(), cost: commander(codex, rules) }]
}

/// What a commander costs before his values are known.
fn commander(codex: &Codex, rules: &Rules) -> f64 {
    codex.prices.commander + codex.prices.commander_bonus * f64::from(rules.command_value)
}

/// Draws a list of at most `budget` thousandths of a point: first commanders, none to as many as units of the dearest kind
/// would bear (L06), then units for the rest. The counts are those of the units, then of [`extras`].
#[must_use]
pub fn draw(codex: &Codex, rules: &Rules, budget: Points, dice: &mut SeededDice) -> RandomList {
    let items: Vec<Item> = codex
        .units()
        .enumerate()
        .map(|(at, kind)| Item { cost: thousandths(codex.price(kind, rules)), most: most_copies(codex, at) })
        .collect();
    let price = thousandths(commander(codex, rules)).max(1);
    let dearest = items.iter().map(|item| item.cost).max().unwrap_or(1).max(1);
    let shared = dearest * Points::from(codex.lists.units_per_commander) + price;
    let most = (budget / shared).clamp(0, MOST_COMMANDERS as Points);
    let commanders = dice.pick(most as u32 + 1) as u8;
    let mut counts = fill(&items, budget - price * Points::from(commanders), MOST_UNITS, dice);
    let mut text = format!(
        "name = \"Random list\"\nruleset = \"hexcommand\"\ncost-limit = {}\ncommanders = {commanders}\n[units]\n",
        budget as f64 / 1000.0
    );
    for (kind, count) in codex.units().zip(&counts).filter(|(_, count)| **count > 0) {
        let _ = writeln!(text, "\"{}\" = {count}", kind.name);
    }
    counts.push(commanders);
    RandomList { text, counts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::hexcommand::army::Roster;

    #[test]
    fn every_unit_stands_in_lists_and_most_lists_are_legal() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let mut fielded = vec![0; codex.sold + 1];
        let mut legal = 0;
        for key in 0..2000 {
            let list = draw(&codex, &rules, 240_000, &mut SeededDice::from_key(key));
            fielded.iter_mut().zip(&list.counts).for_each(|(lists, count)| *lists += u32::from(*count > 0));
            let Ok(roster) = Roster::read(&codex, &rules, &Source { name: "list".into(), text: list.text }) else {
                continue;
            };
            legal += 1;
            let full = roster.units.len() == MOST_UNITS;
            assert!(roster.cost <= 240.0 && (full || roster.cost > 220.0), "{}", roster.cost);
            let units: u32 = list.counts[..codex.sold].iter().map(|count| u32::from(*count)).sum();
            assert_eq!(roster.units.len() as u32, units);
            assert_eq!(roster.own.commanders.len(), usize::from(list.counts[codex.sold]));
        }
        assert!(legal > 1000, "{legal} of 2000 lists are legal");
        for (at, lists) in fielded.iter().enumerate() {
            assert!(*lists > 20, "purchase {at} stands in {lists} lists");
        }
    }

    #[test]
    fn lists_depend_on_the_dice_alone_and_follow_the_rules() {
        let codex = Codex::built_in();
        let drawn = |rules: &Rules, key| draw(&codex, rules, 240_000, &mut SeededDice::from_key(key));
        assert_eq!(drawn(&Rules::default(), 3), drawn(&Rules::default(), 3));
        let mut rules = Rules::default();
        rules.set("command.value", "2").unwrap();
        assert_eq!((extras(&codex, &Rules::default())[0].cost, extras(&codex, &rules)[0].cost), (8.0, 12.0));
        assert_eq!(most_copies(&codex, codex.sold - 1), 2);
    }
}
