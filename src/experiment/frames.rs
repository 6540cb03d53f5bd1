//! Data frames of a run: its sums as columns, each described in `reports/README.md`.

use polars::prelude::*;

use super::{Counted, PhaseName, Quantity, RuleCount, Stop};
use crate::analysis::multiple_testing::{Correction, adjust_p};
use crate::analysis::sequence::decide;
use crate::analysis::{Courses, Exchange, Interval, LuckAdjusted, Openness, PairMean, Pairing, Score, pentanomial};
use crate::game::{Points, UnitStat};
use crate::outcomes::{Cell, CellTally, ClassTally, CountTally, LEAD_BINS, MeetingRow, Row, UnitTally};

/// Confidence of the intervals in the frames.
pub(super) const CONFIDENCE: f64 = 0.95;

/// Scores within this distance of ½ do not matter.
const MARGIN: f64 = 0.02;

/// Chance of a false alarm.
const ALPHA: f64 = 0.05;

/// The frames of a run.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'a> {
    /// The cells.
    pub cells: &'a [Cell],
    /// Names of the varied factors; each gets a column.
    pub factors: &'a [String],
    /// Ways a game can end.
    pub endings: &'a [String],
    /// Rule atoms of the ruleset.
    pub rules: &'a [RuleCount],
    /// What games count of each side.
    pub counts: &'a [Counted],
    /// What says how a side stands at the end of a turn.
    pub states: &'a [Counted],
    /// The phases of a turn.
    pub phases: &'a [PhaseName],
    /// Seed of the run.
    pub seed: u64,
    /// The rule by which cells stop; intervals and p-values are those that are honest after it.
    pub stop: Stop,
}

/// Collects columns under their names.
pub(super) struct Columns(Vec<Column>);

impl Columns {
    /// No columns.
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn put<T>(&mut self, name: &str, values: Vec<T>)
    where
        Series: NamedFrom<Vec<T>, [T]>,
    {
        self.0.push(Column::new(name.into(), values));
    }

    pub(super) fn put_text<'t>(&mut self, name: &str, values: impl Iterator<Item = &'t str>) {
        self.0.push(Column::new(name.into(), values.collect::<Vec<_>>()));
    }

    pub(super) fn frame(self) -> PolarsResult<DataFrame> {
        DataFrame::new_infer_height(self.0)
    }
}

fn points(value: Points) -> f64 {
    value as f64 / 1000.0
}

/// Everything of a cell that is worked out of its counts.
struct Worked {
    joint: [[u64; 3]; 3],
    pentanomial: [u64; 5],
    engagements: f64,
    score: Option<Score>,
    pairing: Option<Pairing>,
    luck: Option<LuckAdjusted>,
    exchange: Option<Exchange>,
    openness: Option<Openness>,
}

impl Worked {
    fn of(tally: &CellTally, stop: Stop, openness: Option<Openness>) -> Self {
        let joint = tally.joint();
        let pentanomial = pentanomial(&joint);
        Self {
            joint,
            pentanomial,
            engagements: 2.0 * tally.pairs() as f64,
            score: stop.score(&pentanomial, CONFIDENCE).ok(),
            pairing: Pairing::of(&joint).ok(),
            luck: LuckAdjusted::of(&tally.classes, CONFIDENCE).ok(),
            exchange: Exchange::of_classes(&[(&tally.classes, false)], CONFIDENCE).ok(),
            openness,
        }
    }

    /// Share of the engagements that were drawn.
    fn draws(&self) -> f64 {
        let drawn: u64 = (0..3).map(|other| self.joint[1][other] + self.joint[other][1]).sum();
        drawn as f64 / self.engagements
    }
}

impl Frames<'_> {
    /// One row a cell.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn cells(&self) -> PolarsResult<DataFrame> {
        let openness = self.openness();
        let worked: Vec<Worked> =
            self.cells.iter().zip(openness).map(|(cell, open)| Worked::of(&cell.tally, self.stop, open)).collect();
        let mut columns = self.keys(self.cells.iter());
        columns.put("pairs", self.cells.iter().map(|cell| cell.tally.pairs()).collect());
        for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
            columns.put(&format!("j{r}{c}"), worked.iter().map(|cell| cell.joint[r][c]).collect::<Vec<u64>>());
        }
        for (k, name) in ["ll", "ld", "mid", "dw", "ww"].into_iter().enumerate() {
            columns.put(name, worked.iter().map(|cell| cell.pentanomial[k]).collect::<Vec<u64>>());
        }
        let mut real = |name: &str, value: &dyn Fn(&Worked, &CellTally) -> Option<f64>| {
            let finite = |(cell, worked): (&Cell, _)| value(worked, &cell.tally).filter(|value| value.is_finite());
            columns.put(name, self.cells.iter().zip(&worked).map(finite).collect::<Vec<Option<f64>>>());
        };
        // Of these cells stop by the score alone, or by how wide an interval is: theirs are those for one look.
        let limit = |of: Quantity, end: fn(Interval) -> f64| {
            move |_: &Worked, tally: &CellTally| of.in_cell(tally).map(|known| end(known.interval))
        };
        let [low, high]: [fn(Interval) -> f64; 2] = [|within| within.low, |within| within.high];
        real("draws", &|cell, _| Some(cell.draws()));
        real("draws_low", &limit(Quantity::Draws, low));
        real("draws_high", &limit(Quantity::Draws, high));
        real("score", &|cell, _| Some(cell.score?.score));
        real("low", &|cell, _| Some(cell.score?.interval.low));
        real("high", &|cell, _| Some(cell.score?.interval.high));
        real("effective_games", &|cell, _| Some(cell.score?.effective_games));
        real("elo", &|cell, _| cell.score?.elo);
        real("elo_low", &|cell, _| cell.score?.elo_low);
        real("elo_high", &|cell, _| cell.score?.elo_high);
        real("first_seat_score", &|cell, _| Some(cell.pairing.as_ref()?.first_seat_score));
        real("first_seat_low", &limit(Quantity::FirstSeat, low));
        real("first_seat_high", &limit(Quantity::FirstSeat, high));
        real("variance_ratio", &|cell, _| cell.pairing.as_ref()?.variance_ratio);
        real("luck_adjusted", &|cell, _| Some(cell.luck?.score));
        real("luck_adjusted_low", &|cell, _| Some(cell.luck?.interval.low));
        real("luck_adjusted_high", &|cell, _| Some(cell.luck?.interval.high));
        for (list, side) in ["a", "b"].into_iter().enumerate() {
            let sum = |tally: &CellTally, of: fn(&ClassTally) -> [Points; 2]| {
                points(tally.classes.iter().map(|class| of(class)[list]).sum())
            };
            real(&format!("fielded_{side}"), &|cell, tally| Some(sum(tally, |class| class.fielded) / cell.engagements));
            real(&format!("lost_{side}"), &|cell, tally| Some(sum(tally, |class| class.lost) / cell.engagements));
        }
        real("swing", &|cell, _| Some(cell.exchange?.mean_swing));
        real("swing_low", &|cell, _| Some(cell.exchange?.swing_low));
        real("swing_high", &|cell, _| Some(cell.exchange?.swing_high));
        real("exchange_ratio", &|cell, _| cell.exchange?.ratio);
        real("exchange_low", &|cell, _| cell.exchange?.ratio_low);
        real("exchange_high", &|cell, _| cell.exchange?.ratio_high);
        let turns = |tally: &CellTally| tally.classes.iter().map(|class| class.turns).sum::<u64>() as f64;
        real("turns", &|cell, tally| Some(turns(tally) / cell.engagements));
        real("turns_low", &limit(Quantity::Turns, low));
        real("turns_high", &limit(Quantity::Turns, high));
        real("changes_of_lead", &|cell, tally| Some(tally.changes_of_lead as f64 / cell.engagements));
        let mean = |open: Option<Openness>, of: fn(&Openness) -> Option<PairMean>| Some(of(&open?)?.mean);
        real("comebacks", &|cell, _| mean(cell.openness, |open| open.comebacks));
        real("drama", &|cell, _| mean(cell.openness, |open| open.drama));
        real("decided", &|cell, _| mean(cell.openness, |open| open.decided));
        real("lead_change", &|cell, _| mean(cell.openness, |open| open.lead_change));
        real("uncertainty", &|cell, _| mean(cell.openness, |open| open.uncertainty));
        for (k, ending) in self.endings.iter().enumerate() {
            let counts = self.cells.iter().map(|cell| cell.tally.endings[k].iter().sum::<u64>());
            columns.put(&format!("ended_{}", ending.replace([' ', '-'], "_")), counts.collect::<Vec<u64>>());
        }
        self.put_verdicts(&mut columns, &worked);
        columns.put("seed", vec![self.seed; self.cells.len()]);
        let stop_rule = self.stop.to_string();
        columns.put_text("stop_rule", self.cells.iter().map(|_| stop_rule.as_str()));
        columns.put_text("stopped", self.cells.iter().map(|cell| cell.stopped.word()));
        columns.frame()
    }

    /// What the games of each cell are like; nothing of mirrors, whose two games are one.
    fn openness(&self) -> Vec<Option<Openness>> {
        let contests: Vec<usize> = (0..self.cells.len()).filter(|n| !self.cells[*n].key.is_mirror()).collect();
        let tallies: Vec<&CellTally> = contests.iter().map(|n| &self.cells[*n].tally).collect();
        let mut openness = vec![None; self.cells.len()];
        if let Ok(courses) = Courses::of(&tallies) {
            contests.iter().zip(0..).for_each(|(cell, n)| openness[*cell] = courses.openness(&[n], CONFIDENCE));
        }
        openness
    }

    fn put_verdicts(&self, columns: &mut Columns, worked: &[Worked]) {
        let tested: Vec<_> = worked
            .iter()
            .zip(self.cells)
            .map(|(cell, of)| {
                let test = self.stop.relevance(&cell.pentanomial, MARGIN, ALPHA).ok();
                test.filter(|_| !of.key.is_mirror())
            })
            .collect();
        let p_values: Vec<f64> = tested.iter().flatten().map(|test| test.p_unbalanced).collect();
        let adjusted = adjust_p(&p_values, Correction::Bh, ALPHA).map(|adjusted| adjusted.adjusted).unwrap_or_default();
        let mut adjusted = adjusted.into_iter();
        columns.put("p_unbalanced", tested.iter().map(|test| Some(test.as_ref()?.p_unbalanced)).collect());
        let adjusted: Vec<Option<f64>> =
            tested.iter().map(|test| test.as_ref().and_then(|_| adjusted.next())).collect();
        columns.put("p_adjusted", adjusted);
        // By the interval that stands beside it, as the words of a report: a one-sided test of the same pairs would say a little more.
        let word = |(test, cell): (&Option<_>, &Worked)| {
            test.as_ref()?;
            Some(decide(cell.score?.interval, MARGIN).ok()?.word().to_owned())
        };
        columns.put("verdict", tested.iter().zip(worked).map(word).collect::<Vec<Option<String>>>());
    }

    /// One row for each of the classes of each cell.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn classes(&self) -> PolarsResult<DataFrame> {
        let rows: Vec<_> = self
            .cells
            .iter()
            .flat_map(|cell| cell.tally.classes.iter().enumerate().map(move |(class, sums)| (cell, class, sums)))
            .collect();
        let mut columns = self.keys(rows.iter().map(|(cell, ..)| *cell));
        columns.put("class", rows.iter().map(|(_, class, _)| *class as u32).collect::<Vec<u32>>());
        for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
            columns.put(&format!("j{r}{c}"), rows.iter().map(|(.., sums)| sums.joint[r][c]).collect::<Vec<u64>>());
        }
        columns.put("turns", rows.iter().map(|(.., sums)| sums.turns).collect::<Vec<u64>>());
        for (list, side) in ["a", "b"].into_iter().enumerate() {
            let sums = rows.iter().map(|(.., sums)| sums);
            columns.put(&format!("fielded_{side}"), sums.clone().map(|sums| points(sums.fielded[list])).collect());
            columns.put(&format!("lost_{side}"), sums.map(|sums| points(sums.lost[list])).collect::<Vec<f64>>());
        }
        columns.put("luck", rows.iter().map(|(.., sums)| sums.luck as f64 / 1e3).collect::<Vec<f64>>());
        columns.put("luck_squared", rows.iter().map(|(.., sums)| sums.luck_squared as f64 / 1e6).collect::<Vec<f64>>());
        let by_score = rows.iter().map(|(.., sums)| sums.luck_by_score as f64 / 4e3);
        columns.put("luck_by_score", by_score.collect::<Vec<f64>>());
        columns.frame()
    }

    /// One row for each turn and lead of each cell at which there were games.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn leads(&self) -> PolarsResult<DataFrame> {
        let rows = |cell: &'_ Cell| {
            let leads = cell.tally.leads.clone();
            let turns = leads.going.len().max(leads.over.len());
            let places = (0..turns).flat_map(|turn| (0..LEAD_BINS).map(move |bin| (turn, bin)));
            let row = move |(turn, bin): (usize, usize)| {
                let going = leads.going.get(turn).map_or([0; 3], |bins| bins[bin]);
                let over = leads.over.get(turn).map_or(0, |bins| bins[bin]);
                (turn, bin, going, over)
            };
            places.map(row).filter(|(.., going, over)| going.iter().sum::<u64>() + over > 0)
        };
        let rows: Vec<_> = self.cells.iter().flat_map(|cell| rows(cell).map(move |row| (cell, row))).collect();
        let mut columns = self.keys(rows.iter().map(|(cell, _)| *cell));
        columns.put("turn", rows.iter().map(|(_, (turn, ..))| *turn as u32 + 1).collect::<Vec<u32>>());
        let lead = |bin: usize| (bin as f64 - 10.0) / 10.0;
        columns.put("lead", rows.iter().map(|(_, (_, bin, ..))| lead(*bin)).collect::<Vec<f64>>());
        for (result, name) in ["lost", "drawn", "won"].into_iter().enumerate() {
            columns.put(name, rows.iter().map(|(_, (_, _, going, _))| going[result]).collect::<Vec<u64>>());
        }
        columns.put("over", rows.iter().map(|(_, (.., over))| *over).collect::<Vec<u64>>());
        columns.frame()
    }

    /// One row for each unit type of each list of each cell.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn units(&self) -> PolarsResult<DataFrame> {
        let rows: Vec<(&Cell, usize, &UnitTally)> = self
            .cells
            .iter()
            .flat_map(|cell| {
                (0..2).flat_map(move |list| cell.tally.units[list].iter().map(move |unit| (cell, list, unit)))
            })
            .collect();
        let mut columns = self.keys(rows.iter().map(|(cell, ..)| *cell));
        let list = |(cell, list, _): &(&'_ Cell, usize, _)| [&cell.key.list_a, &cell.key.list_b][*list].clone();
        columns.put_text("side", rows.iter().map(|(_, list, _)| ["a", "b"][*list]));
        columns.put("list", rows.iter().map(list).collect::<Vec<String>>());
        columns.put_text("unit", rows.iter().map(|(.., unit)| unit.name.as_str()));
        columns.put("engagements", rows.iter().map(|(cell, ..)| 2 * cell.tally.pairs()).collect::<Vec<u64>>());
        columns.put("fielded", rows.iter().map(|(.., unit)| unit.fielded).collect::<Vec<u64>>());
        columns.put("active", rows.iter().map(|(.., unit)| unit.active).collect::<Vec<u64>>());
        for (stat, name) in UnitStat::ALL.into_iter().zip(UnitStat::NAMES) {
            let sums = rows.iter().map(|(.., unit)| unit.stats[stat as usize]);
            // Value and hindrances are shared among attackers in thousandths; the other stats are whole.
            if matches!(stat, UnitStat::Destroyed | UnitStat::Hindered) {
                columns.put(name, sums.map(points).collect::<Vec<f64>>());
            } else {
                columns.put(name, sums.collect::<Vec<i64>>());
            }
        }
        let work = self.cells.iter().flat_map(|cell| {
            (0..2).flat_map(move |list| {
                let squares = move |at| cell.tally.work_of(list, at).map(|work| work.squares as f64 / 1e6);
                (0..cell.tally.units[list].len()).map(squares)
            })
        });
        columns.put("destroyed_squares", work.collect::<Vec<Option<f64>>>());
        columns.frame()
    }

    /// One row for each rule of each cell that games count.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn rules(&self) -> PolarsResult<DataFrame> {
        let counted = |cell: &'_ Cell| {
            let times = cell.tally.rules.clone();
            self.rules.iter().zip(times).filter(|(rule, _)| rule.counted)
        };
        let rows: Vec<(&Cell, (&RuleCount, u64))> =
            self.cells.iter().flat_map(|cell| counted(cell).map(move |rule| (cell, rule))).collect();
        let mut columns = self.keys(rows.iter().map(|(cell, _)| *cell));
        columns.put_text("rule", rows.iter().map(|(_, (rule, _))| rule.id.as_str()));
        columns.put_text("about", rows.iter().map(|(_, (rule, _))| rule.about.as_str()));
        columns.put("engagements", rows.iter().map(|(cell, _)| 2 * cell.tally.pairs()).collect::<Vec<u64>>());
        columns.put("times", rows.iter().map(|(_, (_, times))| *times).collect::<Vec<u64>>());
        columns.frame()
    }

    /// One row for each count of each list of each cell.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn counts(&self) -> PolarsResult<DataFrame> {
        let counted = |cell: &'_ Cell, list: usize| {
            let sums = cell.tally.counts[list].clone();
            self.counts.iter().zip(sums)
        };
        let rows: Vec<(&Cell, usize, (&Counted, CountTally))> = self
            .cells
            .iter()
            .flat_map(|cell| (0..2).flat_map(move |list| counted(cell, list).map(move |count| (cell, list, count))))
            .collect();
        let mean = |(cell, _, (_, tally)): &(&'_ Cell, usize, (&Counted, CountTally))| {
            PairMean::of_sums(cell.tally.pairs(), tally.sum, tally.squares, CONFIDENCE)
        };
        let means: Vec<Option<PairMean>> = rows.iter().map(mean).collect();
        let mut columns = self.keys(rows.iter().map(|(cell, ..)| *cell));
        let list = |(cell, list, _): &(&'_ Cell, usize, _)| [&cell.key.list_a, &cell.key.list_b][*list].clone();
        columns.put_text("side", rows.iter().map(|(_, list, _)| ["a", "b"][*list]));
        columns.put("list", rows.iter().map(list).collect::<Vec<String>>());
        columns.put_text("count", rows.iter().map(|(.., (count, _))| count.name.as_str()));
        columns.put_text("about", rows.iter().map(|(.., (count, _))| count.about.as_str()));
        columns.put("mean", means.iter().map(|mean| Some(mean.as_ref()?.mean)).collect::<Vec<Option<f64>>>());
        let interval = |mean: &Option<PairMean>| mean.as_ref()?.interval;
        columns.put("low", means.iter().map(|mean| Some(interval(mean)?.low)).collect::<Vec<Option<f64>>>());
        columns.put("high", means.iter().map(|mean| Some(interval(mean)?.high)).collect::<Vec<Option<f64>>>());
        columns.frame()
    }

    /// The columns that say which cell a row belongs to.
    pub(super) fn keys<'c>(&self, cells: impl Iterator<Item = &'c Cell> + Clone) -> Columns {
        let mut columns = Columns::new();
        columns.put("cell", cells.clone().map(|cell| cell.key.number).collect::<Vec<u32>>());
        columns.put_text("list_a", cells.clone().map(|cell| cell.key.list_a.as_str()));
        columns.put_text("list_b", cells.clone().map(|cell| cell.key.list_b.as_str()));
        columns.put_text("doctrine_a", cells.clone().map(|cell| cell.key.doctrine_a.as_str()));
        columns.put_text("doctrine_b", cells.clone().map(|cell| cell.key.doctrine_b.as_str()));
        columns.put_text("scenario", cells.clone().map(|cell| cell.key.scenario.as_str()));
        columns.put_text("battlefield", cells.clone().map(|cell| cell.key.battlefield.as_str()));
        for (k, name) in self.factors.iter().enumerate() {
            columns.put_text(name, cells.clone().map(move |cell| cell.key.factors[k].1.as_str()));
        }
        columns
    }

    /// A block of meetings of lists that were drawn, each with the number of its cell: what each list was made of, a column
    /// for every purchase.
    ///
    /// # Errors
    /// When two purchases have one name.
    pub fn meetings(purchases: &[String], rows: &[(u32, MeetingRow<'_>)]) -> PolarsResult<DataFrame> {
        let mut columns = Columns::new();
        columns.put("cell", rows.iter().map(|(cell, _)| *cell).collect::<Vec<u32>>());
        columns.put("pair", rows.iter().map(|(_, row)| row.pair).collect::<Vec<u32>>());
        columns.put("score", rows.iter().map(|(_, row)| f64::from(row.quarters) / 4.0).collect::<Vec<f64>>());
        for (list, side) in ["a", "b"].into_iter().enumerate() {
            for (at, name) in purchases.iter().enumerate() {
                let counts = rows.iter().map(|(_, row)| u32::from(row.counts[list][at]));
                columns.put(&format!("{side}.{name}"), counts.collect::<Vec<u32>>());
            }
        }
        columns.frame()
    }

    /// A block of rows of engagements, each with the number of its cell.
    ///
    /// # Errors
    /// None, as long as the rows are of cells of this run.
    pub fn engagements(&self, rows: &[(u32, Row)]) -> PolarsResult<DataFrame> {
        let mut columns = Columns::new();
        columns.put("cell", rows.iter().map(|(cell, _)| *cell).collect::<Vec<u32>>());
        columns.put("pair", rows.iter().map(|(_, row)| row.pair).collect::<Vec<u64>>());
        columns.put("swapped", rows.iter().map(|(_, row)| row.swapped).collect::<Vec<bool>>());
        let records = rows.iter().map(|(_, row)| row.record);
        columns.put("score", records.clone().map(|e| f64::from(e.result) / 2.0).collect::<Vec<f64>>());
        columns.put_text("ending", records.clone().map(|e| self.endings[usize::from(e.ending)].as_str()));
        columns.put("turns", records.clone().map(|e| u32::from(e.turns)).collect::<Vec<u32>>());
        for (list, side) in ["a", "b"].into_iter().enumerate() {
            let records = records.clone();
            columns.put(
                &format!("fielded_{side}"),
                records.clone().map(|e| points(e.fielded[list])).collect::<Vec<f64>>(),
            );
            columns.put(&format!("lost_{side}"), records.clone().map(|e| points(e.lost[list])).collect::<Vec<f64>>());
            columns
                .put(&format!("units_{side}"), records.clone().map(|e| u32::from(e.units[list])).collect::<Vec<u32>>());
            columns.put(&format!("alive_{side}"), records.map(|e| u32::from(e.alive[list])).collect::<Vec<u32>>());
        }
        columns.put("luck", records.clone().map(|e| points(e.luck)).collect::<Vec<f64>>());
        columns.put("changes_of_lead", records.map(|e| u32::from(e.changes_of_lead)).collect::<Vec<u32>>());
        columns.frame()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::{CellKey, Stopped};

    /// A cell in which so many pairs were won twice and lost twice.
    fn cell(list_b: &str, won: u64, lost: u64) -> Cell {
        let mut tally = CellTally::new([&[], &[]], 0, 0);
        (tally.classes[0].joint[2][2], tally.classes[1].joint[0][0]) = (won, lost);
        let key = CellKey {
            number: 0,
            list_a: "x".to_owned(),
            list_b: list_b.to_owned(),
            doctrine_a: "bold".to_owned(),
            doctrine_b: "bold".to_owned(),
            scenario: "brawl".to_owned(),
            battlefield: "oak".to_owned(),
            factors: Vec::new(),
        };
        Cell { key, tally, stopped: Stopped::Pairs }
    }

    #[test]
    fn a_verdict_goes_no_farther_than_the_interval_beside_it() {
        let cells = [cell("y", 1400, 1100), cell("y", 1342, 1158), cell("y", 20_000, 20_000), cell("x", 1400, 1100)];
        let stop = Stop::Pairs(2500);
        let frames = Frames {
            cells: &cells,
            factors: &[],
            endings: &[],
            rules: &[],
            counts: &[],
            states: &[],
            phases: &[],
            seed: 1,
            stop,
        };
        let frame = frames.cells().unwrap();
        let column = |name: &str| frame.column(name).unwrap();
        let words: Vec<Option<&str>> = column("verdict").str().unwrap().iter().collect();
        assert_eq!(words, [Some("unbalanced"), Some("undecided"), Some("balanced"), None]);
        let number = |name: &str| column(name).f64().unwrap().get(1).unwrap();
        assert!(number("p_unbalanced") < ALPHA && number("low") < 0.5 + MARGIN, "a test of one side alone says more");
    }
}
