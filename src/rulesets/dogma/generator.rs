//! Forces drawn at random (DG-ARM).
//!
//! Any number of any unit may stand in a Force (DG-ARM-03), and every other one brings a Dogma that it has a use for. The
//! Commander is any of its units, each as likely as the others. Who rides and who waits off the table is left to the
//! player. Forces are read and checked as files are, so that what breaks a rule is drawn again: most of all the ones with
//! too few cheap Elements (DG-ARM-02).

use std::fmt::Write as _;

use super::army::{Dogma, MOST_ELEMENTS};
use super::codex::Codex;
use super::rules::Rules;
use crate::dice::{Dice, SeededDice};
use crate::game::{CellGenerator, Points, Purchase, RandomList, thousandths};

/// FP of a Force of the usual size.
pub const USUAL_BUDGET: f64 = 24.0;

/// The Dogmas and what they cost.
pub(super) fn dogmas_for_sale(rules: &Rules) -> Vec<Purchase> {
    Dogma::CHOICES.map(|(key, _)| Purchase { name: key.to_owned(), cost: rules.dogma_cost }).into()
}

/// The Dogmas that do something for a Force of these Elements.
fn useful(codex: &Codex, counts: &[u8]) -> Vec<Dogma> {
    let served = |dogma: Dogma| -> usize {
        let units = codex.units.iter().zip(counts).filter(|(unit, _)| dogma.serves(unit));
        units.map(|(_, count)| usize::from(*count)).sum()
    };
    Dogma::CHOICES.into_iter().map(|(_, dogma)| dogma).filter(|dogma| served(*dogma) >= dogma.needs()).collect()
}

/// Draws a Force of at most `budget` thousandths of a point.
pub(super) fn draw(market: &CellGenerator<super::Dogma>, budget: Points, dice: &mut SeededDice) -> RandomList {
    let rules = &market.cell.rules;
    let price = thousandths(rules.dogma_cost);
    let pays = rules.dogma_max > 0 && dice.pick(2) == 0 && price <= budget;
    let left = if pays { budget - price } else { budget };
    let mut counts = market.buy_units(left, MOST_ELEMENTS, dice);
    let fielded: Vec<&str> = market.bought(&counts).map(|(unit, _)| unit).collect();
    let mut text = format!(
        "name = \"Random Force\"\nruleset = \"dogma\"\npoints-limit = {}\n",
        (budget as f64 / 1000.0).ceil().max(1.0)
    );
    if !fielded.is_empty() {
        let _ = writeln!(text, "commander = \"{}\"", fielded[dice.pick(fielded.len() as u32) as usize]);
    }
    let useful = if pays { useful(&market.cell.codex, &counts) } else { Vec::new() };
    let dogma = (!useful.is_empty()).then(|| useful[dice.pick(useful.len() as u32) as usize]);
    if let Some(dogma) = dogma {
        let _ = writeln!(text, "dogma = \"{}\"", dogma.key());
    }
    text.push_str(&market.units_table(&counts));
    counts.extend(Dogma::CHOICES.map(|(_, one)| u8::from(dogma == Some(one))));
    RandomList { text, counts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{
        Armies, CellSetup, GameView, ListGenerator, Matchup, Override, Playable, RandomLists, ResultSink, Ruleset,
        Source,
    };
    use crate::rulesets::dogma;
    use crate::rulesets::dogma::army::Roster;

    type Generator = CellGenerator<dogma::Dogma>;

    const USUAL: RandomLists = RandomLists { budget: USUAL_BUDGET, jitter: 0.1 };

    fn cell(overrides: Vec<Override>) -> CellSetup {
        let usual = CellSetup::usual(&dogma::Dogma, Armies::Random(USUAL), ["balanced", "castle"], "exterminate");
        CellSetup { overrides, seed: 5, ..usual }
    }

    #[test]
    fn every_unit_and_dogma_stands_in_forces_and_every_force_passes_the_checks_of_a_file() {
        let generator = Generator::read(&cell(Vec::new())).unwrap();
        let mut fielded = vec![0; generator.purchases().len()];
        let (mut legal, mut commanders) = (0, [false; 13]);
        for key in 0..3000 {
            let list = generator.draw(24_000, &mut SeededDice::from_key(key));
            let source = Source { name: "list".into(), text: list.text.clone() };
            let roster = match Roster::read(&generator.cell.codex, &generator.cell.rules, &source) {
                Ok(roster) => roster,
                Err(diagnostics) => {
                    assert!(
                        diagnostics.iter().all(|diagnostic| diagnostic.rule.as_deref() == Some("cheap-share")),
                        "{diagnostics:?}"
                    );
                    continue;
                }
            };
            legal += 1;
            assert!((23.0..=24.0).contains(&roster.cost), "{}", roster.cost);
            let unused = roster.warnings.iter().find(|warning| warning.contains("nobody to use it"));
            assert_eq!(unused, None);
            let spent: f64 = generator.purchases().iter().zip(&list.counts).map(|(p, n)| p.cost * f64::from(*n)).sum();
            assert_eq!(spent, roster.cost, "what is counted is what is paid for");
            commanders[usize::from(roster.units[usize::from(roster.own.commander)])] = true;
            fielded.iter_mut().zip(&list.counts).for_each(|(lists, count)| *lists += u32::from(*count > 0));
        }
        assert!((2300..3000).contains(&legal), "too many gunships: {legal}");
        for (purchase, lists) in generator.purchases().iter().zip(&fielded) {
            assert!((200..2400).contains(lists), "{} stands in {lists} Forces of {legal}", purchase.name);
        }
        assert_eq!(commanders, [true; 13]);
    }

    #[test]
    fn the_rules_of_forces_are_those_of_the_cell() {
        let change = |key: &str, value: toml::Value| vec![Override { key: key.to_owned(), value }];
        let none = Generator::read(&cell(change("rules.dogma-max", 0.into()))).unwrap();
        let dogmas =
            |generator: &Generator, key| generator.draw(24_000, &mut SeededDice::from_key(key)).counts[13..].to_vec();
        assert!((0..100).all(|key| dogmas(&none, key) == [0; 4]));
        let dear = Generator::read(&cell(change("codex.units.sht.cost", 9.into()))).unwrap();
        assert_eq!(dear.purchases()[10], Purchase { name: "sht".into(), cost: 9.0 });
        let poor = RandomLists { budget: 0.5, jitter: 0.0 };
        let diagnostics = dogma::Dogma.prepare(&CellSetup { armies: Armies::Random(poor), ..cell(Vec::new()) });
        assert_eq!(diagnostics.err().unwrap()[1].rule.as_deref(), Some("empty-force"));
    }

    #[derive(Default)]
    struct Fielded(Vec<u8>, Vec<i64>);

    impl ResultSink for Fielded {
        fn meet(&mut self, lists: &Matchup<'_>) {
            self.0 = lists.counts.concat();
        }
        fn take(&mut self, view: &GameView<'_>) {
            self.1.push(view.record.fielded[0]);
        }
    }

    #[test]
    fn forces_of_more_than_the_budget_play_on_the_table_of_the_budget() {
        let cell = cell(Vec::new());
        let generator = Generator::read(&cell).unwrap();
        let points = dogma::Dogma::scale(&generator.cell, None).unwrap();
        let tables = dogma::Dogma::lay_tables(&generator.cell, &points).unwrap();
        let setups = tables.known();
        assert_eq!((setups[0].points, setups[0].size.width), (24, 24.0));
        let simulator = dogma::Dogma.prepare(&cell).unwrap();
        let mut fielded = Fielded::default();
        simulator.play(3, 1, 0..1, &mut fielded);
        let elements: f64 =
            generator.purchases()[..13].iter().zip(&fielded.0).map(|(p, n)| p.cost * f64::from(*n)).sum();
        assert_eq!(fielded.1, [(1000.0 * elements) as i64; 2], "both games are played by the lists that were drawn");
    }
}
