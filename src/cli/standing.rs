//! How two lists stand to each other by the results of one cell: in numbers, as a block, in a sentence.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::analysis::verdict::{MARGIN, Verdict, relevance_test};
use crate::analysis::{Interval, LuckAdjusted, Pairing, Score};
use crate::experiment::Manifest;
use crate::outcomes::{Cell, CellKey, Stopped};
use crate::report::table::thousands;

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

    /// The whole standing in at most twelve lines, made to be pasted; `answer` is the last.
    #[must_use]
    pub fn block(&self, manifest: &Manifest, answer: &str) -> String {
        let key = &self.cell.key;
        let digits = digits(self.score.interval);
        let [ll, ld, mid, dw, ww] = self.pairing.pentanomial.map(thousands);
        let elo = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |elo| format!("{elo:+.0}"));
        let named = |key: &String| match manifest.lists.iter().find(|list| list.key == *key && list.name != *key) {
            Some(list) => format!("{key} ({})", list.name),
            None => key.clone(),
        };
        let mut block = format!(
            "{} v {}: {}, {} on {}, {} v {}\n",
            named(&key.list_a),
            named(&key.list_b),
            manifest.title,
            key.scenario,
            key.battlefield,
            key.doctrine_a,
            key.doctrine_b,
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
        block + answer + "\n"
    }

    /// Why the cell stopped where it did, if that was not to be expected.
    fn why(&self) -> &'static str {
        match self.cell.stopped {
            Stopped::Pairs | Stopped::Precision => "",
            Stopped::Cap => " (as many as were allowed)",
            Stopped::Interrupted => " (broken off)",
        }
    }
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
