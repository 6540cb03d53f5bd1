//! `evenodds matrix`: every list against every other.

use clap::Args;
use serde_json::{Value, json};

use crate::analysis::Interval;
use crate::analysis::relevance::MARGIN;
use crate::analysis::rounding::percent_within;
use crate::cli::comparison_block::{ComparisonBlock, percent};
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::options::{Amount, Out, Setting, no_idle_play, warn_of_twins};
use crate::cli::output::{FormatArg, print, print_closing, print_json, print_table};
use crate::cli::publish;
use crate::experiment::{Run, Stop};
use crate::outcomes::CellKey;
use crate::report;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};

/// The most pairs that a match-up takes unless told otherwise.
const USUAL_CAP: u64 = 1000;

/// Every list against every other: match-ups, ratings, and what is worth playing
///
/// Each cell is the score of the list on the left against the list above. The mean leaves the list itself out. CSV has the 95%
/// interval of every score, and its pairs, in columns behind them (LIST_low, LIST_high, LIST_pairs). Match-ups
/// that are settled, within two points of even or farther, take no more games; all of them together are wrong in one run
/// of twenty at most.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds matrix free-cd free-de free-be rifle-13
  evenodds matrix lists/*.toml --pairs 2000 --out reports/league")]
pub struct MatrixArgs {
    /// Files, or names of built-in lists; at least two
    #[arg(required = true, num_args = 2.., value_name = "LIST")]
    lists: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    format: FormatArg,
}

impl MatrixArgs {
    /// Plays, and prints the matrix.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let (mut spec, ruleset) = self.setting.spec(&self.lists)?;
        spec.question = "Which of these lists is the strongest?".to_owned();
        spec.stop = Stop::Decide { margin: MARGIN, cap: USUAL_CAP };
        self.amount.apply(&mut spec)?;
        let plan = execute::plan(&spec, ruleset)?;
        no_idle_play(&plan)?;
        warn_of_twins(&self.lists, &plan);
        let folder = self.out.hold(&plan)?;
        let keeping = Keeping { checked: self.amount.checked, ..self.out.keeping(folder.as_ref()) };
        let run = execute::play(&plan, ruleset, keeping)?;
        publish::close(&run, folder.as_ref(), &[])?;
        let standings: Vec<ComparisonBlock<'_>> =
            run.cells.iter().filter_map(|cell| ComparisonBlock::of(cell, &run)).collect();
        let matrix = Matrix::of(&run, &standings);
        match self.format.format {
            Format::Json => print_json(&matrix.to_json(&run, &standings))?,
            format => {
                print_table(&matrix.to_table(), format)?;
                if format != Format::Csv {
                    let further = [report::quantity(&run), report::ratings(&run), report::components(&run)];
                    for table in further.into_iter().flatten() {
                        print("\n")?;
                        print_table(&table, format)?;
                    }
                    let said: Vec<String> = std::iter::once(report::answer(&run))
                        .chain(report::beside_the_answer(&run))
                        .chain(report::field(&run))
                        .chain(report::luck_and_play(&run))
                        .collect();
                    print_closing(&said, &run.manifest, format)?;
                }
            }
        }
        self.out.complete(&run)
    }
}

/// Mean scores of lists against each other, the strongest first.
struct Matrix {
    lists: Vec<String>,
    /// Score of the list of the row against the list of the column; none where they did not meet.
    scores: Vec<Vec<Option<f64>>>,
    /// Intervals of the scores, by row and column.
    within: Vec<Vec<Option<Interval>>>,
    /// Mean of each row; none where the list met nobody else.
    means: Vec<Option<f64>>,
    /// Intervals of the means, where they are known.
    means_within: Vec<Option<Interval>>,
    /// Pairs that were played, by row and column.
    pairs: Vec<Vec<u64>>,
}

impl Matrix {
    fn of(run: &Run, standings: &[ComparisonBlock<'_>]) -> Self {
        let keys: Vec<&str> = run.manifest.lists.iter().map(|list| list.key.as_str()).collect();
        let met = report::list_match_ups(run);
        // A score with its interval from the point of view of the first, as reports have it.
        let meeting = |a: &str, b: &str| {
            met.iter().find_map(|([one, other], e)| match (one == a && other == b, one == b && other == a) {
                (true, _) => Some((e.score, Interval { low: e.low, high: e.high })),
                (_, true) => Some((1.0 - e.score, Interval { low: 1.0 - e.high, high: 1.0 - e.low })),
                _ => None,
            })
        };
        // Against itself a list is in one cell.
        let mirror = |a: &str| {
            let mut cells =
                standings.iter().filter(|standing| standing.key().list_a == a && standing.key().list_b == a);
            let first = cells.next().filter(|_| cells.next().is_none())?;
            Some((first.score(), first.interval()))
        };
        let within = |a: &str, b: &str| if a == b { mirror(a) } else { meeting(a, b) };
        let score = |a: &str, b: &str| within(a, b).map(|(score, _)| score);
        let averages = report::list_averages(run);
        let average = |list: &str| averages.iter().find(|(key, _)| key == list).map(|(_, average)| average);
        let mut rows: Vec<(&str, Option<f64>)> = keys.iter().map(|a| (*a, average(a).map(|e| e.score))).collect();
        let known = |row: &(&str, Option<f64>)| row.1.unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|one, other| known(other).total_cmp(&known(one)));
        let interval = |a: &str, b: &str| within(a, b).map(|(_, interval)| interval);
        let of_mean = |list: &str| average(list).map(|e| Interval { low: e.low, high: e.high });
        let pairs = |a: &str, b: &str| {
            let meet = |key: &CellKey| key.list_a == a && key.list_b == b || key.list_a == b && key.list_b == a;
            run.cells.iter().filter(|cell| meet(&cell.key)).map(|cell| cell.tally.pairs()).sum()
        };
        Self {
            pairs: rows.iter().map(|(a, _)| rows.iter().map(|(b, _)| pairs(a, b)).collect()).collect(),
            within: rows.iter().map(|(a, _)| rows.iter().map(|(b, _)| interval(a, b)).collect()).collect(),
            means_within: rows.iter().map(|(list, _)| of_mean(list)).collect(),
            scores: rows.iter().map(|(a, _)| rows.iter().map(|(b, _)| score(a, b)).collect()).collect(),
            lists: rows.iter().map(|(list, _)| (*list).to_owned()).collect(),
            means: rows.iter().map(|(_, mean)| *mean).collect(),
        }
    }

    fn to_table(&self) -> Table {
        let mut columns = vec![Column::words("list", "list"), Column::numbers("mean", "mean")];
        columns.extend(self.lists.iter().map(|list| Column::numbers(list, list)));
        let limits = |key: &str| ["low", "high"].map(|end| Column::data(&format!("{key}_{end}")));
        columns.extend(limits("mean"));
        for list in &self.lists {
            columns.extend(limits(list));
            columns.push(Column::data(&format!("{list}_pairs")));
        }
        let ends = |within: Option<Interval>| {
            [within.map(|within| within.low), within.map(|within| within.high)].map(Datum::data)
        };
        let mut table = Table::new("", columns);
        // Without an interval there is no telling which digits hold.
        let share = |p: f64, within: Option<Interval>| {
            Datum::number(p, within.map_or_else(|| percent(p, 0), |within| percent_within(p, within)))
        };
        for (n, list) in self.lists.iter().enumerate() {
            let mean = self.means[n].map_or_else(Datum::none, |mean| share(mean, self.means_within[n]));
            let mut row = vec![Datum::words(list), mean];
            let cells = self.scores[n].iter().zip(&self.within[n]);
            row.extend(cells.map(|(score, within)| score.map_or_else(Datum::none, |score| share(score, *within))));
            row.extend(ends(self.means_within[n]));
            for (within, pairs) in self.within[n].iter().zip(&self.pairs[n]) {
                row.extend(ends(*within));
                row.push(Datum::data(Some(*pairs).filter(|pairs| *pairs > 0)));
            }
            table.push(row);
        }
        table
    }

    fn to_json(&self, run: &Run, standings: &[ComparisonBlock<'_>]) -> Value {
        json!({
            "lists": self.lists,
            "means": self.means,
            "scores": self.scores,
            "ratings": report::ratings(run).map(|ratings| ratings.to_json()),
            "field": report::field(run),
            "answer": report::answer(run),
            "match_ups": report::match_ups(run).to_json(),
            "quantity": report::quantity(run).map(|known| known.to_json()),
            "components": report::components(run).map(|moves| moves.to_json()),
            "luck_and_play": report::shares_of_luck_and_play(run).map(|shares| shares.to_json()),
            "said": report::beside_the_answer(run),
            "cells": standings.iter().map(|standing| standing.to_json()).collect::<Value>(),
            "digest": run.manifest.digest,
            "repeat": run.manifest.command,
        })
    }
}
