//! Games in which the program makes a mistake: they are left out, whoever plays them, and the run goes on.

use super::*;
use crate::dice::Address;
use crate::game::{Engagement, note_engagement};

/// Coins that cannot be thrown in some pairs: in the second game of each, when the first one has been handed over.
struct Bent<'a> {
    coins: Box<dyn Simulator + 'a>,
    /// Every such pair is one.
    every: u64,
}

/// Hands on what it takes until a pair that goes wrong.
struct Until<'a> {
    sink: &'a mut dyn ResultSink,
    seed: u64,
    every: u64,
}

impl ResultSink for Until<'_> {
    fn take(&mut self, view: &crate::game::GameView<'_>) {
        let address = Address { seed: self.seed, cell: 0, pair: view.pair };
        note_engagement(Some(Engagement { address, swapped: view.swapped }));
        assert!(!view.swapped || view.pair % self.every != 7, "bent");
        note_engagement(None);
        self.sink.take(view);
    }
}

impl Simulator for Bent<'_> {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        self.coins.play(seed, cell, pairs, &mut Until { sink, seed, every: self.every });
    }

    fn narrate(&self, address: Address, swapped: bool) -> Narration {
        self.coins.narrate(address, swapped)
    }

    fn roster(&self, list: usize) -> &[String] {
        self.coins.roster(list)
    }
}

/// Plays with mistakes in every pair of this many.
fn bent(plan: &Plan, every: u64, conditions: &Go) -> Result<Run, RunError> {
    let bend = move |coins| Box::new(Bent { coins, every }) as Box<dyn Simulator>;
    go_with(plan, &|setup| Coins.prepare(setup).map(bend), conditions)
}

#[test]
fn a_pair_that_goes_wrong_is_left_out_and_the_run_goes_on() {
    for stop in [FIXED, PRECISE] {
        let plan = plan(stop);
        let (whole, sound) = (bent(&plan, 100, &GO).unwrap(), go(&plan, &GO).unwrap());
        for (cell, sound) in whole.cells.iter().zip(&sound.cells) {
            let played: Vec<u64> = (0..cell.tally.tried()).collect();
            let wrong: Vec<u64> = played.iter().copied().filter(|pair| pair % 100 == 7).collect();
            assert_eq!(cell.tally.left_out, wrong);
            assert_eq!(cell.tally.pairs(), (played.len() - wrong.len()) as u64);
            assert!(stop != FIXED || cell.tally.tried() == sound.tally.pairs());
            assert_eq!(cell.tally.endings.as_flattened().iter().sum::<u64>(), 2 * cell.tally.pairs());
        }
        assert!(results(&bent(&plan, 100, &Go { threads: 1, ..GO }).unwrap()) == results(&whole));
        for at in [1, 300, 900] {
            let folder = tempfile::tempdir().unwrap();
            let part = || Go { folder: Some(folder.path().to_owned()), rows: true, ..GO };
            bent(&plan, 100, &Go { broken_off_at: at, ..part() }).unwrap();
            assert!(results(&bent(&plan, 100, &part()).unwrap()) == results(&whole), "{at}");
            let rows = RowWriter::new(folder.path()).rows(1).unwrap().collect::<Result<Vec<Row>, _>>().unwrap();
            assert_eq!(rows.len() as u64, 2 * whole.cells[1].tally.pairs());
            assert!(rows.iter().all(|row| row.pair % 100 != 7));
        }
        let folder = tempfile::tempdir().unwrap();
        let shards = [0, 1].map(|index| {
            let shard = Shard { index, of: 2 };
            bent(&plan, 100, &Go { shard, ..GO }).unwrap().save_shard(folder.path(), shard).unwrap()
        });
        let merged = Run::merge(&shards).unwrap();
        assert!(results(&merged) == results(&whole), "{stop}");
    }
}

#[test]
fn a_run_of_mistakes_ends() {
    let trouble = bent(&plan(FIXED), 20, &GO).unwrap_err();
    assert!(trouble.to_string().contains("mistakes in more than 20 pairs"), "{trouble}");
}
