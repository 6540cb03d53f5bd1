//! The data frame of what lists lose and destroy in each phase of a turn.

use polars::prelude::*;

use super::frames::{CONFIDENCE, Frames};
use crate::analysis::PairMean;
use crate::outcomes::{Cell, CountTally, PhaseSums, Whose};

/// Thousandths of a point in a point.
const SCALE: f64 = 1000.0;

/// One of the sums of a phase.
type Figure = fn(&PhaseSums) -> CountTally;

impl Frames<'_> {
    /// One row for each phase of each list of each cell, and for its own and those of its enemy where each side has one.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn phases(&self) -> PolarsResult<DataFrame> {
        let mut rows: Vec<(&Cell, usize, usize, Whose, PhaseSums)> = Vec::new();
        for cell in self.cells {
            let tally = &cell.tally.by_phase;
            for (phase, name) in self.phases.iter().enumerate().take(tally.phases()) {
                for list in 0..2 {
                    let each = Whose::EACH.into_iter().filter(|whose| name.of_a_side || *whose == Whose::All);
                    rows.extend(each.map(|whose| (cell, phase, list, whose, tally.of(phase, list, whose))));
                }
            }
        }
        let mut columns = self.keys(rows.iter().map(|(cell, ..)| *cell));
        columns.put_text("phase", rows.iter().map(|(_, phase, ..)| self.phases[*phase].name.as_str()));
        columns.put_text("side", rows.iter().map(|(_, _, list, ..)| ["a", "b"][*list]));
        let list = |(cell, _, list, ..): &(&Cell, usize, usize, Whose, PhaseSums)| {
            [&cell.key.list_a, &cell.key.list_b][*list].clone()
        };
        columns.put("list", rows.iter().map(list).collect::<Vec<String>>());
        columns.put_text("whose", rows.iter().map(|(.., whose, _)| whose.word()));
        columns.put("pairs", rows.iter().map(|(cell, ..)| cell.tally.by_phase.pairs()).collect::<Vec<u64>>());
        let figures: [(&str, Figure); 3] =
            [("destroyed", |sums| sums.destroyed), ("lost", |sums| sums.lost), ("swing", |sums| sums.swing)];
        for (name, of) in figures {
            let means: Vec<Option<PairMean>> = rows
                .iter()
                .map(|(cell, .., sums)| {
                    let CountTally { sum, squares } = of(sums);
                    PairMean::of_sums(cell.tally.by_phase.pairs(), sum, squares, CONFIDENCE)
                })
                .collect();
            let column = |of: fn(&PairMean) -> Option<f64>| {
                means.iter().map(|mean| Some(of(mean.as_ref()?)? / SCALE)).collect::<Vec<Option<f64>>>()
            };
            columns.put(name, column(|mean| Some(mean.mean)));
            columns.put(&format!("{name}_low"), column(|mean| Some(mean.interval?.low)));
            columns.put(&format!("{name}_high"), column(|mean| Some(mean.interval?.high)));
        }
        let spread = rows.iter().map(|(cell, .., sums)| Some(sums.spread(cell.tally.by_phase.pairs())? / SCALE));
        columns.put("swing_sd", spread.collect::<Vec<Option<f64>>>());
        columns.frame()
    }
}
