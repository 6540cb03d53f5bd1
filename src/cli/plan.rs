//! `evenodds plan`: how many games an answer takes, from a pilot.

use clap::Args;
use serde_json::json;

use crate::analysis::Interval;
use crate::analysis::rounding::{count, fixed};
use crate::analysis::special::normal_two_sided;
use crate::analysis::stopping::SampleSize;
use crate::cli::comparison_block::ComparisonBlock;
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::options::{Setting, first_meets_last, no_idle_play, of_one_setting};
use crate::cli::output::{FormatArg, print, print_json, print_table};
use crate::experiment::Stop;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};

/// Differences in points that are planned for unless told otherwise.
const USUAL_POINTS: [f64; 4] = [5.0, 2.0, 1.0, 0.5];

/// Pairs of the pilot unless told otherwise.
const USUAL_PILOT: u64 = 200;

/// Confidence of the intervals that are planned.
const CONFIDENCE: f64 = 0.95;

/// Chance to notice a difference that is there.
const POWER: f64 = 0.9;

/// How many games an answer takes, and how long they take here
///
/// It plays a pilot between two lists, from which it has how much the score of a pair of games varies, and how fast games are on this machine.
/// A pilot knows the former with an error, so pairs are given with a range.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds plan free-cd free-de
  evenodds plan mine.toml yours.toml --points 1 --points 0.25 --pilot 1000
  evenodds plan titan flak-park --scenario control --format json")]
pub struct PlanArgs {
    /// The list from whose point of view the score is
    first: String,
    /// The list it is compared with
    second: String,
    /// Plan for a difference of so many points of score, such as 1; may be repeated [default: 5, 2, 1 and 0.5]
    #[arg(long, value_name = "X", value_parser = points)]
    points: Vec<f64>,
    /// Pairs of games of the pilot
    #[arg(long, value_name = "N", default_value_t = USUAL_PILOT, value_parser = clap::value_parser!(u64).range(20..=1_000_000))]
    pilot: u64,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    format: FormatArg,
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse::<f64>().map_err(|_| "not a number".to_owned())?;
    if (0.01..=25.0).contains(&points) { Ok(points) } else { Err("allowed: from 0.01 to 25".to_owned()) }
}

/// How much the score of a pair varies: its variance, with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    variance: f64,
    within: Interval,
}

impl Spread {
    /// From pairs by their score, in quarters, of which there are at least two. The interval is that of a mean of squares, which
    /// the fourth moment gives; one pair more of each extreme keeps it from nothing where all pairs went alike.
    fn of(counts: [u64; 5]) -> Self {
        let mut counts = counts.map(|n| n as f64);
        counts[0] += 1.0;
        counts[4] += 1.0;
        let n: f64 = counts.iter().sum();
        let moment = |power: i32, about: f64| {
            let terms = counts.iter().enumerate().map(|(quarter, count)| {
                let off = quarter as f64 / 4.0 - about;
                count * (0..power).fold(1.0, |product, _| product * off)
            });
            terms.sum::<f64>() / n
        };
        let mean = moment(1, 0.0);
        let variance = moment(2, mean);
        let error = ((moment(4, mean) - variance * variance).max(0.0) / n).sqrt();
        // A pair's score lies between 0 and 1, so that no variance is larger than a quarter.
        let half = normal_two_sided(1.0 - CONFIDENCE) * error;
        let [low, high] = [variance - half, variance + half];
        Self { variance, within: Interval { low: low.max(variance / 4.0), high: high.min(0.25) } }
    }

    /// Units that it takes, with the range that the pilot leaves open.
    fn units(self, size: impl Fn(f64) -> SampleSize) -> Result<[u64; 3], Failure> {
        let of = |variance: f64| size(variance).units().map(|units| units.units_ceil);
        let [middle, low, high] = [self.variance, self.within.low, self.within.high].map(of);
        let wrong = |impossible: crate::analysis::AnalysisError| Failure::Work(impossible.to_string());
        Ok([middle.map_err(wrong)?, low.map_err(wrong)?, high.map_err(wrong)?])
    }
}

/// What one number of points takes.
struct Line {
    points: f64,
    /// Pairs for an interval of so many points to either side: expected, least, most.
    interval: [u64; 3],
    /// Pairs with which a difference of so many points is noticed.
    notice: [u64; 3],
}

impl PlanArgs {
    /// Plays the pilot, and prints what follows from it.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let (mut spec, ruleset) = self.setting.spec(&[self.first.clone(), self.second.clone()])?;
        spec.pairing = first_meets_last(&spec.armies);
        spec.stop = Stop::Pairs(self.pilot);
        spec.seed = self.seed.unwrap_or(spec.seed);
        let plan = execute::plan(&spec, ruleset)?;
        no_idle_play(&plan)?;
        of_one_setting(&plan)?;
        let run = execute::play(&plan, ruleset, Keeping::default())?;
        let Some(standing) = run.cells.first().and_then(|cell| ComparisonBlock::of(cell, &run)) else {
            return Err(Failure::Work("broken off before a pair was finished".to_owned()));
        };
        let spread = Spread::of(standing.counts());
        let wanted = if self.points.is_empty() { &USUAL_POINTS[..] } else { &self.points };
        let line = |points: &f64| -> Result<Line, Failure> {
            let share = points / 100.0;
            Ok(Line {
                points: *points,
                interval: spread.units(|unit_variance| SampleSize::Precision {
                    unit_variance,
                    half_width: share,
                    confidence: CONFIDENCE,
                })?,
                notice: spread.units(|unit_variance| SampleSize::Power {
                    unit_variance,
                    difference: share,
                    alpha: 1.0 - CONFIDENCE,
                    power: POWER,
                })?,
            })
        };
        let lines = wanted.iter().map(line).collect::<Result<Vec<_>, _>>()?;
        let per_second = run.manifest.timing.engagements_per_second;
        let threads = run.manifest.timing.threads;
        match self.format.format {
            Format::Json => {
                let triple = |[expected, low, high]: [u64; 3]| json!({ "pairs": expected, "low": low, "high": high });
                let lines = lines.iter().map(|line| {
                    json!({ "points": line.points, "interval": triple(line.interval), "notice": triple(line.notice) })
                });
                print_json(&json!({
                    "pilot": standing.to_json(),
                    "unit_variance": spread.variance,
                    "unit_variance_low": spread.within.low,
                    "unit_variance_high": spread.within.high,
                    "confidence": CONFIDENCE,
                    "power": POWER,
                    "plans": lines.collect::<Vec<_>>(),
                }))
            }
            format => {
                print_table(&table(&lines, per_second), format)?;
                if format == Format::Csv {
                    return Ok(());
                }
                let alike = standing.counts().iter().filter(|pairs| **pairs > 0).count() == 1;
                let varies = if alike {
                    "all of its pairs came out alike, and half a pair lost and half a pair won are reckoned beside them"
                        .to_owned()
                } else {
                    let deviation = fixed(100.0 * spread.variance.sqrt(), 0);
                    format!("the score of a pair varies by {deviation} points (standard deviation)")
                };
                let mirror = if standing.key().is_mirror() && !standing.keeps_seats() {
                    " A list against itself scores one half in every pair, so that only what its seats do is worth games."
                } else {
                    ""
                };
                print(&format!(
                    "\nA pilot of {} pairs, seed {}: {} scores {}; {varies}. \
                     A difference is noticed with a chance of {:.0}%, and intervals are those of 95%. Times are for {} games a second \
                     on {threads} thread{}, as the pilot had it.{mirror}\n",
                    count(standing.counts().iter().sum()),
                    run.manifest.seed,
                    self.first,
                    crate::analysis::rounding::percent_within(standing.score(), standing.interval()),
                    100.0 * POWER,
                    count(per_second.round() as u64),
                    if threads == 1 { "" } else { "s" },
                ))
            }
        }
        .and_then(|()| execute::to_the_end())
    }
}

fn table(lines: &[Line], per_second: f64) -> Table {
    let mut table = Table::new(
        "",
        vec![
            Column::numbers("points", "points"),
            Column::numbers("interval_pairs", "pairs for ± so many"),
            Column::reading("range"),
            Column::reading("time"),
            Column::numbers("notice_pairs", "pairs to notice as many"),
            Column::reading("range"),
            Column::reading("time"),
            Column::data("interval_pairs_low"),
            Column::data("interval_pairs_high"),
            Column::data("notice_pairs_low"),
            Column::data("notice_pairs_high"),
        ],
    );
    for Line { points, interval, notice } in lines {
        let range = |[_, low, high]: [u64; 3]| Datum::reading(format!("{} to {}", digits(low), digits(high)));
        let pairs = |[pairs, ..]: [u64; 3]| Datum::value(pairs, digits(pairs));
        let time = |[pairs, ..]: [u64; 3]| Datum::reading(duration(2.0 * pairs as f64 / per_second));
        let mut row = vec![Datum::number(*points, points.to_string())];
        row.extend([pairs(*interval), range(*interval), time(*interval)]);
        row.extend([pairs(*notice), range(*notice), time(*notice)]);
        row.extend([interval[1], interval[2], notice[1], notice[2]].map(Datum::data));
        table.push(row);
    }
    table
}

/// A number of pairs to two digits, upwards: a pilot knows no more.
fn digits(pairs: u64) -> String {
    let unit = 10_u64.pow(pairs.max(1).ilog10().saturating_sub(1));
    count(pairs.div_ceil(unit) * unit)
}

/// A time in the largest unit of which there are two.
fn duration(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() => "-".to_owned(),
        s if s < 1.0 => "under 1 s".to_owned(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{} days", count((s / 86_400.0).round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_pairs_is_their_variance_with_an_error() {
        // Half of 2,000 pairs won, half lost, with one more of each.
        let whole = Spread::of([1000, 0, 0, 0, 1000]);
        assert!((whole.variance - 0.25).abs() < 1e-12 && whole.within.high <= 0.25, "{whole:?}");
        let small = Spread::of([5, 0, 30, 0, 5]);
        let large = Spread::of([500, 0, 3000, 0, 500]);
        assert!(small.within.high - small.within.low > 5.0 * (large.within.high - large.within.low));
        assert!(large.within.low < 0.0625 && 0.0625 < large.within.high, "{large:?}");
        let alike = Spread::of([0, 0, 40, 0, 0]);
        assert!(alike.variance > 0.0 && alike.within.low > 0.0);
    }

    #[test]
    fn pairs_and_times_are_told_to_what_is_known() {
        assert_eq!([0, 7, 96, 1234, 38_415].map(digits), ["0", "7", "96", "1,300", "39,000"]);
        assert_eq!(
            [0.3, 90.0, 600.0, 30_000.0, 1e7, f64::INFINITY].map(duration),
            ["under 1 s", "90 s", "10 min", "8 h", "116 days", "-"]
        );
    }
}
