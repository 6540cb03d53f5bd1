//! Lists drawn at random: squads of all sizes, and independent models.

use std::fmt::Write as _;

use super::army::MOST_MODELS;
use super::codex::Codex;
use super::rules::{ArmyCheck, Rules};
use super::state::MOST_FIGURES;
use crate::dice::{Dice, SeededDice};
use crate::game::{Item, Points, Purchase, RandomList, fill, thousandths};

/// Points of a list of the usual size.
pub const USUAL_BUDGET: f64 = 120.0;

/// Most squads of a list.
const MOST_SQUADS: u32 = 4;

/// Most of a unit type that a list has.
#[must_use]
pub fn most_copies(codex: &Codex, unit: usize) -> u8 {
    let figures = match codex.units[unit].stealth {
        0 => 1,
        // A base for each level and one more, beside the model itself.
        stealth => 2 + stealth as usize,
    };
    (MOST_FIGURES / figures).min(MOST_MODELS) as u8
}

/// What lists spend points on besides models: the Command Points of squads.
#[must_use]
pub fn extras(codex: &Codex) -> Vec<Purchase> {
    vec![Purchase { name: "squad".to_owned(), cost: codex.lists.squad_point }]
}

/// A squad that is being drawn: models of each unit type.
struct Squad {
    counts: Vec<u8>,
    /// Unit type of which it may have more.
    plain: usize,
}

/// Draws a list of at most `budget` thousandths of a point: first squads, none to four, each of a kind and size by chance, then
/// independent models for the rest, and what is left goes into larger squads. The counts are those of the unit types, then of
/// [`extras`].
#[must_use]
pub fn draw(codex: &Codex, rules: &Rules, budget: Points, dice: &mut SeededDice) -> RandomList {
    let price = |unit: usize| thousandths(codex.units[unit].cost);
    let mut left = budget;
    let mut room = MOST_MODELS;
    let mut squads: Vec<Squad> = Vec::new();
    for _ in 0..dice.pick(MOST_SQUADS + 1) {
        let Some(squad) = draw_squad(codex, rules, dice) else { break };
        let of_models: Points = squad.counts.iter().enumerate().map(|(unit, n)| price(unit) * Points::from(*n)).sum();
        let cost = of_models + thousandths(codex.lists.squad_point);
        let size: usize = squad.counts.iter().map(|count| usize::from(*count)).sum();
        if cost <= left && size <= room {
            left -= cost;
            room -= size;
            squads.push(squad);
        }
    }
    let item = |unit: usize| {
        let most = if codex.serves_in_squads(unit) { 0 } else { most_copies(codex, unit) };
        Item { cost: price(unit), most }
    };
    let items: Vec<Item> = (0..codex.units.len()).map(item).collect();
    let alone = fill(&items, left, room, dice);
    left -= alone.iter().zip(&items).map(|(count, item)| Points::from(*count) * item.cost).sum::<Points>();
    room -= alone.iter().map(|count| usize::from(*count)).sum::<usize>();
    if rules.army_check == ArmyCheck::Free {
        for squad in &mut squads {
            let size = |squad: &Squad| squad.counts.iter().map(|count| usize::from(*count)).sum::<usize>();
            while price(squad.plain) <= left && size(squad) < codex.lists.most_members && room > 0 {
                squad.counts[squad.plain] += 1;
                left -= price(squad.plain);
                room -= 1;
            }
        }
    }
    written(codex, budget, &alone, &squads)
}

/// A squad by chance: of the unit types of a squad of the codex, with as many special weapons as a squad of its size may have, or
/// fewer.
fn draw_squad(codex: &Codex, rules: &Rules, dice: &mut SeededDice) -> Option<Squad> {
    let kind = codex.squads.get(dice.pick(codex.squads.len().max(1) as u32) as usize)?;
    let lists = &codex.lists;
    let size = match rules.army_check {
        ArmyCheck::Alpha => lists.squad_members,
        ArmyCheck::Free => 2 + dice.pick(lists.most_members as u32 - 1) as usize,
    };
    let special = |unit: &u8| codex.units[usize::from(*unit)].special_weapon.is_some();
    let plain = usize::from(*kind.members.iter().find(|unit| !special(unit))?);
    let most = (size / lists.members_per_special_weapon).max(1);
    let mut counts = vec![0; codex.units.len()];
    let carriers = match kind.members.iter().find(|unit| special(unit)) {
        Some(carrier) => {
            let carriers = dice.pick(most as u32 + 1) as usize;
            counts[usize::from(*carrier)] = carriers as u8;
            carriers
        }
        None => 0,
    };
    counts[plain] += (size - carriers) as u8;
    Some(Squad { counts, plain })
}

fn written(codex: &Codex, budget: Points, alone: &[u8], squads: &[Squad]) -> RandomList {
    let mut text =
        format!("name = \"Random list\"\nruleset = \"darkpotential\"\nsize = {}\n", (budget.max(1000)) as f64 / 1000.0);
    let mut counts = alone.to_vec();
    let some = |counts: &[u8]| -> Vec<(String, u8)> {
        let named = codex.units.iter().map(|unit| unit.key.clone()).zip(counts.iter().copied());
        named.filter(|(_, count)| *count > 0).collect()
    };
    if !some(alone).is_empty() {
        text.push_str("[units]\n");
    }
    for (unit, count) in some(alone) {
        let _ = writeln!(text, "{unit} = {count}");
    }
    for squad in squads {
        let members: Vec<String> =
            some(&squad.counts).iter().map(|(unit, count)| format!("{unit} = {count}")).collect();
        let _ = writeln!(text, "[[squads]]\nmembers = {{ {} }}", members.join(", "));
        counts.iter_mut().zip(&squad.counts).for_each(|(all, own)| *all += own);
    }
    counts.push(squads.len() as u8);
    RandomList { text, counts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::darkpotential::army::Roster;

    fn read(codex: &Codex, rules: &Rules, list: &RandomList) -> Option<Roster> {
        Roster::read(codex, rules, &Source { name: "list".into(), text: list.text.clone() }).ok()
    }

    #[test]
    fn lists_are_legal_by_both_profiles_and_spend_their_budget() {
        let codex = Codex::built_in();
        let cheapest_alone = 15.0;
        for profile in ["free", "alpha"] {
            let mut rules = Rules::default();
            rules.set("army-check", profile).unwrap();
            let mut fielded = vec![0; codex.units.len() + 1];
            for key in 0..1000 {
                let list = draw(&codex, &rules, 120_000, &mut SeededDice::from_key(key));
                let roster = read(&codex, &rules, &list).unwrap_or_else(|| panic!("{}", list.text));
                assert!(roster.cost <= 120.0 && roster.cost > 120.0 - cheapest_alone, "{}: {}", roster.cost, list.text);
                assert!(!roster.warnings.iter().any(|note| note.contains("squad")), "{:?}", roster.warnings);
                let models: u8 = list.counts[..codex.units.len()].iter().sum();
                assert_eq!(usize::from(models), roster.units.len());
                let prices = codex.units.iter().map(|unit| unit.cost).chain([codex.lists.squad_point]);
                let paid: f64 = prices.zip(&list.counts).map(|(cost, count)| cost * f64::from(*count)).sum();
                assert_eq!(paid, roster.cost, "what is counted is what is paid for");
                fielded.iter_mut().zip(&list.counts).for_each(|(lists, count)| *lists += u32::from(*count > 0));
            }
            assert!(fielded.iter().all(|lists| *lists > 100), "{profile}: {fielded:?}");
        }
    }

    #[test]
    fn lists_depend_on_the_dice_alone() {
        let codex = Codex::built_in();
        let drawn = |key| draw(&codex, &Rules::default(), 120_000, &mut SeededDice::from_key(key));
        assert_eq!(drawn(3), drawn(3));
        assert_ne!(drawn(3), drawn(4));
        assert_eq!(extras(&codex)[0].cost, 2.0);
        let copies = |key| most_copies(&codex, codex.units.iter().position(|unit| unit.key == key).unwrap());
        assert_eq!((copies("generic-sniper"), copies("generic-assassin")), (32, 12));
    }

    #[test]
    fn a_budget_for_nothing_draws_nothing() {
        let codex = Codex::built_in();
        let list = draw(&codex, &Rules::default(), 5_000, &mut SeededDice::from_key(1));
        assert_eq!(list.counts.iter().sum::<u8>(), 0);
        assert!(read(&codex, &Rules::default(), &list).is_none());
    }
}
