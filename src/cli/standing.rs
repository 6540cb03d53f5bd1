//! How two lists stand to each other by the results of one cell: in numbers, as a block, in a sentence.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::analysis::verdict::{MARGIN, Verdict, relevance_test};
use crate::analysis::{Interval, LuckAdjusted, Pairing, Score};
use crate::experiment::Manifest;
use crate::outcomes::{Cell, CellKey, Stopped};
use crate::report::table::{Column, Datum, Table, thousands};

/// Confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// Chance of a false alarm of a verdict.
const ALPHA: f64 = 0.05;

/// The statistics of one cell.
#[derive(Clone, Debug)]
pub struct Standing<'c> {
    cell: &'c Cell,
    score: Score,
    pairing: Pairing,
    /// None when there is too little to adjust.
    luck: Option<LuckAdjusted>,
    /// Share of games that were drawn.
    draws: f64,
    verdict: Verdict,
}

impl<'c> Standing<'c> {
    /// The standing of a cell; none when no pair was played.
    #[must_use]
    pub fn of(cell: &'c Cell) -> Option<Self> {
        let pairing = Pairing::of(&cell.tally.joint()).ok()?;
        let score = Score::from_counts(&pairing.pentanomial, CONFIDENCE).ok()?;
        let drawn: u64 = cell.tally.endings.iter().map(|results| results[1]).sum();
        Some(Self {
            cell,
            luck: LuckAdjusted::of(&cell.tally.classes, CONFIDENCE).ok(),
            draws: drawn as f64 / score.games as f64,
            verdict: verdict(&score),
            score,
            pairing,
        })
    }

    /// All numbers, under the names of the data frames.
    #[must_use]
    pub fn to_json(&self, manifest: &Manifest) -> Value {
        let key = &self.cell.key;
        json!({
            "ruleset": manifest.ruleset,
            "list_a": key.list_a,
            "list_b": key.list_b,
            "doctrine_a": key.doctrine_a,
            "doctrine_b": key.doctrine_b,
            "scenario": key.scenario,
            "battlefield": key.battlefield,
            "factors": key.factors.iter().map(|(name, level)| (name.clone(), Value::from(level.as_str()))).collect::<Map<_, _>>(),
            "score": self.score.score,
            "low": self.score.interval.low,
            "high": self.score.interval.high,
            "std_error": self.score.std_error,
            "elo": self.score.elo,
            "elo_low": self.score.elo_low,
            "elo_high": self.score.elo_high,
            "pairs": self.score.units,
            "pentanomial": self.pairing.pentanomial,
            "joint": self.cell.tally.joint(),
            "first_seat_score": self.pairing.first_seat_score,
            "draws": self.draws,
            "variance_ratio": self.pairing.variance_ratio,
            "luck_adjusted": self.luck.map(|luck| luck.score),
            "luck_adjusted_low": self.luck.map(|luck| luck.interval.low),
            "luck_adjusted_high": self.luck.map(|luck| luck.interval.high),
            "verdict": self.verdict.word(),
            "stop_rule": manifest.stop.to_string(),
            "stopped": self.cell.stopped,
            "engagements_per_second": manifest.timing.engagements_per_second,
            "seed": manifest.seed,
            "digest": manifest.digest,
            "command": manifest.command,
        })
    }

    /// What was asked.
    #[must_use]
    pub fn key(&self) -> &'c CellKey {
        &self.cell.key
    }

    /// Mean score of the first-named list.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.score.score
    }

    /// The whole standing in at most twelve lines, made to be pasted.
    #[must_use]
    pub fn block(&self, manifest: &Manifest) -> String {
        let key = &self.cell.key;
        let digits = digits(self.score.interval);
        let [ll, ld, mid, dw, ww] = self.pairing.pentanomial.map(thousands);
        let elo = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |elo| format!("{elo:+.0}"));
        let mut block = format!(
            "{} v {}: {}, {} on {}, {} v {}\n",
            key.list_a, key.list_b, manifest.title, key.scenario, key.battlefield, key.doctrine_a, key.doctrine_b,
        );
        let mut line = |name: &str, text: String| {
            let _ = writeln!(block, "{name:<14}{text}");
        };
        line(
            "Score",
            format!(
                "{} for {} (95% confidence), Elo {} [{}, {}]",
                estimate(self.score.score, self.score.interval),
                key.list_a,
                elo(self.score.elo),
                elo(self.score.elo_low),
                elo(self.score.elo_high),
            ),
        );
        line(
            "Pairs",
            format!("{}: LL {ll}, LD {ld}, even {mid}, DW {dw}, WW {ww}{}", thousands(self.score.units), self.why()),
        );
        line("Draws", format!("{} of the games", percent(self.draws, digits)));
        line("First seat", format!("scores {}", percent(self.pairing.first_seat_score, digits)));
        if let Some(luck) = self.luck {
            line("Luck-adjusted", estimate(luck.score, luck.interval));
        }
        if let Some(ratio) = self.pairing.variance_ratio {
            line("Pairing", format!("took {:.0}% of the games that unpaired play takes", 100.0 * ratio));
        }
        let per_second = thousands(manifest.timing.engagements_per_second.round() as u64);
        line("Speed", format!("{per_second} engagements/s on {} threads", manifest.timing.threads));
        line("Run", format!("Even Odds {}, seed {}, digest {}", manifest.version, manifest.seed, manifest.digest));
        line("Repeat", manifest.command.clone());
        block + &self.sentence() + "\n"
    }

    /// Why the cell stopped where it did, if that was not to be expected.
    fn why(&self) -> &'static str {
        match self.cell.stopped {
            Stopped::Pairs | Stopped::Precision => "",
            Stopped::Cap => " (as many as were allowed)",
            Stopped::Interrupted => " (broken off)",
        }
    }

    /// The answer in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let key = &self.cell.key;
        let first = self.score.score >= 0.5;
        let (winner, loser) = if first { (&key.list_a, &key.list_b) } else { (&key.list_b, &key.list_a) };
        let Interval { low, high } = self.score.interval;
        let (score, interval) = if first {
            (self.score.score, Interval { low, high })
        } else {
            (1.0 - self.score.score, Interval { low: 1.0 - high, high: 1.0 - low })
        };
        let scores = format!("scores {} over {} pairs", estimate(score, interval), thousands(self.score.units));
        let margin = 100.0 * MARGIN;
        match self.verdict {
            Verdict::Unbalanced => format!("{winner} is stronger than {loser}: it {scores}."),
            Verdict::Balanced => {
                format!(
                    "{winner} and {loser} are even for all that matters: {winner} {scores}, within {margin} points of even."
                )
            }
            Verdict::Undecided if interval.low > 0.5 => {
                format!("{winner} is stronger than {loser}, if perhaps by less than {margin} points: it {scores}.")
            }
            Verdict::Undecided => {
                format!(
                    "Neither is shown to be stronger yet: {winner} {scores} against {loser}; more pairs would tell."
                )
            }
        }
    }
}

/// The main numbers of several cells, a row each. What is the same for all cells is left out.
#[must_use]
pub fn table(manifest: &Manifest, standings: &[Standing<'_>]) -> Table {
    type Part = (&'static str, &'static str, fn(&CellKey) -> &String);
    const PARTS: [Part; 6] = [
        ("list_a", "list", |key| &key.list_a),
        ("list_b", "against", |key| &key.list_b),
        ("doctrine_a", "doctrine", |key| &key.doctrine_a),
        ("doctrine_b", "against", |key| &key.doctrine_b),
        ("scenario", "scenario", |key| &key.scenario),
        ("battlefield", "battlefield", |key| &key.battlefield),
    ];
    let varies =
        |part: fn(&CellKey) -> &String| standings.windows(2).any(|two| part(two[0].key()) != part(two[1].key()));
    let parts: Vec<&Part> = PARTS.iter().filter(|(name, _, part)| name.starts_with("list") || varies(*part)).collect();
    let mut columns: Vec<Column> = parts.iter().map(|(name, title, _)| Column::words(name, title)).collect();
    columns.extend(manifest.factors.iter().map(|factor| Column::words(factor, factor)));
    let numbers = ["score", "low", "high", "pairs", "draws", "first_seat_score", "luck_adjusted"];
    columns.extend(numbers.map(|name| Column::numbers(name, &name.replace('_', " "))));
    columns.push(Column::words("verdict", "verdict"));
    let mut table = Table::new("", columns);
    for standing in standings {
        let Standing { score, pairing, .. } = standing;
        let digits = digits(score.interval);
        let share = |p: f64| Datum::number(p, percent(p, digits));
        let mut row: Vec<Datum> = parts.iter().map(|(_, _, part)| Datum::words(part(standing.key()))).collect();
        row.extend(standing.key().factors.iter().map(|(_, level)| Datum::words(level)));
        row.extend([score.score, score.interval.low, score.interval.high].map(share));
        row.push(Datum::count(score.units));
        row.extend([standing.draws, pairing.first_seat_score].map(share));
        row.push(standing.luck.map_or_else(Datum::none, |luck| share(luck.score)));
        row.push(Datum::words(standing.verdict.word()));
        table.push(row);
    }
    table
}

/// Where all pairs came out alike there is no standard error to test with; the interval speaks for itself.
fn verdict(score: &Score) -> Verdict {
    let Interval { low, high } = score.interval;
    match relevance_test(score.score, score.std_error, MARGIN, ALPHA) {
        Ok(relevance) => relevance.verdict,
        Err(_) if low >= 0.5 - MARGIN && high <= 0.5 + MARGIN => Verdict::Balanced,
        Err(_) if low > 0.5 + MARGIN || high < 0.5 - MARGIN => Verdict::Unbalanced,
        Err(_) => Verdict::Undecided,
    }
}

/// Decimals of a percentage that an interval supports.
fn digits(interval: Interval) -> usize {
    match 100.0 * interval.half_width() {
        points if points >= 3.0 => 0,
        points if points >= 0.3 => 1,
        points if points >= 0.03 => 2,
        _ => 3,
    }
}

/// A share in per cent.
#[must_use]
pub fn percent(share: f64, digits: usize) -> String {
    format!("{:.digits$}%", 100.0 * share)
}

fn estimate(share: f64, interval: Interval) -> String {
    let digits = digits(interval);
    format!("{} [{:.digits$}, {:.digits$}]", percent(share, digits), 100.0 * interval.low, 100.0 * interval.high)
}
