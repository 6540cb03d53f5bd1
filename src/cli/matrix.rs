//! `evenodds matrix`: every list against every other.

use clap::Args;
use serde_json::{Value, json};

use crate::analysis::Interval;
use crate::analysis::relevance::MARGIN;
use crate::analysis::rounding::percent_within;
use crate::cli::comparison_block::{ComparisonBlock, percent};
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::options::{Amount, Out, Setting};
use crate::cli::output::{FormatArg, print, print_closing, print_json, print_table};
use crate::cli::publish;
use crate::experiment::{Run, Stop};
use crate::report;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};

/// The most pairs that a match-up takes unless told otherwise.
const USUAL_CAP: u64 = 1000;

/// Every list against every other: match-ups, ratings, and what is worth playing
///
/// Each cell is the score of the list on the left against the list above. The mean leaves the list itself out. Match-ups
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
                    if let Some(ratings) = report::ratings(&run) {
                        print("\n")?;
                        print_table(&ratings, format)?;
                    }
                    if let Some(moves) = report::components(&run) {
                        print("\n")?;
                        print_table(&moves, format)?;
                    }
                    let said: Vec<String> = std::iter::once(report::answer(&run))
                        .chain(report::beside_the_answer(&run))
                        .chain(report::field(&run))
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
    /// Intervals of the scores that are those of one cell, by row and column.
    within: Vec<Vec<Option<Interval>>>,
    /// Mean of each row; none where the list met nobody else.
    means: Vec<Option<f64>>,
    /// Intervals of the means, where they are known.
    means_within: Vec<Option<Interval>>,
}

impl Matrix {
    fn of(run: &Run, standings: &[ComparisonBlock<'_>]) -> Self {
        let keys: Vec<&str> = run.manifest.lists.iter().map(|list| list.key.as_str()).collect();
        // Scores with their intervals from the point of view of the first.
        let meetings = |a: &str, b: &str| -> Vec<(f64, Interval)> {
            let of_cell = |standing: &ComparisonBlock<'_>| {
                let (key, score, Interval { low, high }) = (standing.key(), standing.score(), standing.interval());
                let direct = (key.list_a == a && key.list_b == b).then_some((score, Interval { low, high }));
                let turned = (1.0 - score, Interval { low: 1.0 - high, high: 1.0 - low });
                direct.or((key.list_a == b && key.list_b == a).then_some(turned))
            };
            standings.iter().filter_map(of_cell).collect()
        };
        let score = |a: &str, b: &str| mean(meetings(a, b).into_iter().map(|(score, _)| score));
        let mut rows: Vec<(&str, Option<f64>)> =
            keys.iter().map(|a| (*a, mean(keys.iter().filter(|b| *b != a).filter_map(|b| score(a, b))))).collect();
        let known = |row: &(&str, Option<f64>)| row.1.unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|one, other| known(other).total_cmp(&known(one)));
        let within = |a: &str, b: &str| match meetings(a, b)[..] {
            [(_, within)] => Some(within),
            _ => None,
        };
        let averages = report::list_averages(run);
        let of_mean = |list: &str| {
            let (_, average) = averages.iter().find(|(key, _)| key == list)?;
            Some(Interval { low: average.low, high: average.high })
        };
        Self {
            within: rows.iter().map(|(a, _)| rows.iter().map(|(b, _)| within(a, b)).collect()).collect(),
            means_within: rows.iter().map(|(list, _)| of_mean(list)).collect(),
            scores: rows.iter().map(|(a, _)| rows.iter().map(|(b, _)| score(a, b)).collect()).collect(),
            lists: rows.iter().map(|(list, _)| (*list).to_owned()).collect(),
            means: rows.iter().map(|(_, mean)| *mean).collect(),
        }
    }

    fn to_table(&self) -> Table {
        let mut columns = vec![Column::words("list", "list"), Column::numbers("mean", "mean")];
        columns.extend(self.lists.iter().map(|list| Column::numbers(list, list)));
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
            "components": report::components(run).map(|moves| moves.to_json()),
            "said": report::beside_the_answer(run),
            "cells": standings.iter().map(|standing| standing.to_json()).collect::<Value>(),
            "digest": run.manifest.digest,
            "repeat": run.manifest.command,
        })
    }
}

fn mean(scores: impl Iterator<Item = f64>) -> Option<f64> {
    let (n, sum) = scores.fold((0_u32, 0.0), |(n, sum), score| (n + 1, sum + score));
    (n > 0).then(|| sum / f64::from(n))
}
