//! Free lists drawn at random (DF-ARM-09).
//!
//! A named unit stands in a list as often as the codex allows, one without a team any number of times. Nobody starts
//! riding: that is left to the player. Lists are read and checked as files are, so that what breaks a rule is drawn again.

use super::Dogfaces;
use super::codex::{Codex, MOST_UNITS};
use crate::dice::SeededDice;
use crate::game::{CellGenerator, Points, RandomList};

/// Points of a list of the usual size: about two teams.
pub const USUAL_BUDGET: f64 = 1300.0;

/// Most of a unit type that a list has (DF-ARM-06).
pub(super) fn most_copies(codex: &Codex, unit: usize) -> u8 {
    if codex.profiles[unit].team.is_some() { codex.numbers.max_copies } else { MOST_UNITS as u8 }
}

/// Draws a free list of at most `budget` thousandths of a point.
pub(super) fn draw(market: &CellGenerator<Dogfaces>, budget: Points, dice: &mut SeededDice) -> RandomList {
    let counts = market.buy_units(budget, MOST_UNITS, dice);
    let head = "name = \"Random list\"\nruleset = \"dogfaces\"\nmode = \"free\"\n";
    RandomList { text: format!("{head}{}", market.units_table(&counts)), counts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Address;
    use crate::game::{
        Armies, CellSetup, GameView, ListGenerator, Matchup, Override, RandomLists, RandomMatchups, ResultSink,
        Ruleset, Source,
    };

    type Generator = CellGenerator<Dogfaces>;

    fn cell(scenario: &str, overrides: Vec<Override>, lists: RandomLists) -> CellSetup {
        let usual = CellSetup::usual(&Dogfaces, Armies::Random(lists), ["massed-fire", "standoff"], scenario);
        CellSetup { overrides, seed: 5, ..usual }
    }

    const USUAL: RandomLists = RandomLists { budget: USUAL_BUDGET, jitter: 0.1 };

    #[test]
    fn every_unit_stands_in_lists_and_every_list_passes_the_checks_of_a_file() {
        let generator = Generator::read(&cell("decapitation", Vec::new(), USUAL)).unwrap();
        let mut fielded = vec![0; generator.purchases().len()];
        let (mut legal, mut sizes) = (0, [0; 30]);
        for key in 0..3000 {
            let mut dice = SeededDice::from_key(key);
            let list = generator.draw(1_300_000, &mut dice);
            let source = Source { name: "list".into(), text: list.text.clone() };
            let army = Dogfaces.read_army(&generator.cell.setup.codex, &source).unwrap();
            assert!(army.cost <= 1300.0 && army.cost > 1300.0 - 105.0, "{}", army.cost);
            let units: Vec<u8> = army.units.iter().map(|(_, count)| *count as u8).collect();
            let counted: Vec<u8> = list.counts.iter().copied().filter(|count| *count > 0).collect();
            assert_eq!(units, counted, "what is counted is what is fielded");
            legal += u32::from(generator.meet([&list.text, &list.text]).is_ok());
            sizes[units.iter().map(|count| usize::from(*count)).sum::<usize>()] += 1;
            fielded.iter_mut().zip(&list.counts).for_each(|(lists, count)| *lists += u32::from(*count > 0));
        }
        assert!((2000..3000).contains(&legal), "lists without a leader cannot play `decapitation`: {legal}");
        for (purchase, lists) in generator.purchases().iter().zip(&fielded) {
            assert!((450..2400).contains(lists), "{} stands in {lists} lists of 3000", purchase.name);
        }
        assert!(sizes[8..13].iter().all(|lists| *lists > 50), "lists differ in size: {sizes:?}");
    }

    #[test]
    fn the_rules_of_lists_are_those_of_the_cell() {
        let change = |key: &str, value: toml::Value| vec![Override { key: key.to_owned(), value }];
        let copies = change("codex.numbers.max-copies", 3.into());
        let generator = Generator::read(&cell("last-man-standing", copies, USUAL)).unwrap();
        let most = (0..300).map(|key| {
            let counts = generator.draw(1_300_000, &mut SeededDice::from_key(key)).counts;
            *counts[..28].iter().max().unwrap()
        });
        assert_eq!(most.max(), Some(3));
        let diagnostics = |cell: &CellSetup| Dogfaces.prepare(cell).err().expect("refused");
        let poor = diagnostics(&cell("last-man-standing", Vec::new(), RandomLists { budget: 50.0, jitter: 0.1 }));
        assert!(poor[0].message.contains("none was legal") && poor[1].rule.as_deref() == Some("empty-list"));
        let mirrored = change("rules.rosters", "mirrored".into());
        assert_eq!(diagnostics(&cell("last-man-standing", mirrored, USUAL))[1].rule.as_deref(), Some("rosters-differ"));
    }

    /// Keeps what the lists of each pair have, and how their games went.
    #[derive(Default, PartialEq, Debug)]
    struct Seen(Vec<(Vec<String>, Vec<u8>)>, Vec<(u8, u16, u16)>);

    impl ResultSink for Seen {
        fn meet(&mut self, lists: &Matchup<'_>) {
            self.0.push((lists.rosters.concat(), lists.counts.concat()));
        }
        fn take(&mut self, view: &GameView<'_>) {
            let record = view.record;
            self.1.push((record.result, record.turns, record.units[0]));
        }
    }

    #[test]
    fn the_lists_of_a_pair_depend_on_its_address_alone() {
        let cell = cell("last-man-standing", Vec::new(), USUAL);
        let field = RandomMatchups::open(Generator::read(&cell).unwrap(), USUAL).unwrap();
        let played = |pairs: std::ops::Range<u64>| {
            let mut seen = Seen::default();
            crate::game::Simulator::play(&field, 7, 1, pairs, &mut seen);
            seen
        };
        let (all, last) = (played(0..6), played(5..6));
        assert_eq!((&all.0[5..], &all.1[10..]), (&last.0[..], &last.1[..]));
        assert_ne!(all.0[0], all.0[1]);
        let told = crate::game::Simulator::narrate(&field, Address { seed: 7, cell: 1, pair: 5 }, true).record;
        assert_eq!((told.result, told.turns, told.units[0]), last.1[1]);
    }

    /// Larry flies to a hex that he could walk to, were not everybody in the way.
    #[test]
    fn who_cannot_walk_there_flies() {
        let river = Source::called("river-line", Dogfaces.battlefields());
        let doctrines = ["massed-fire", "massed-fire"].map(str::to_owned);
        let cell = CellSetup { battlefield: river, doctrines, ..cell("last-man-standing", Vec::new(), USUAL) };
        let told = Dogfaces.prepare(&cell).unwrap().narrate(Address { seed: 1, cell: 1, pair: 96 }, true);
        assert!(told.trace[0].to_string().contains("larry"));
        assert!(told.trace.iter().any(|event| event["event"] == "verdict"));
    }
}
