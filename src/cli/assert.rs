//! `evenodds assert`: a claim about balance, kept with the rules it is about.

use std::str::FromStr;

use clap::Args;
use serde_json::{Value, json};

use crate::analysis::{Interval, Verdict, rounding, sequence};
use crate::cli::comparison_block::ComparisonBlock;
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::options::{Setting, first_meets_last, no_idle_play, of_one_setting};
use crate::cli::output::{print, print_json, repeat};
use crate::experiment::{Run, Stop};
use crate::game::{Diagnostic, visible};
use crate::report;
use crate::report::format::Format;
use crate::report::table::thousands;

/// The most pairs that a claim takes unless told otherwise.
const USUAL_CAP: u64 = 20_000;

/// Exit code when a claim is refuted.
const REFUTED: u8 = 1;

/// Exit code when a claim is neither shown nor refuted.
const OPEN: u8 = 3;

/// Check a claim about balance, for scripts and continuous integration
///
/// A claim is 'A v B in LOW..HIGH': list A scores between LOW and HIGH per cent against list B. It plays until the claim is
/// shown or refuted, looking as often as it likes at no cost to the error rate, which several claims share.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 every claim is shown, 1 a claim is refuted (or the work failed), 2 the request was wrong,
3 not enough games to tell.

Examples:
  evenodds assert 'rifle-13 v free-cd in 45..55'
  evenodds assert 'mine.toml v yours.toml in 40..60' 'mine.toml v theirs.toml in 40..60' --alpha 0.01
  evenodds assert 'rifle-16 v rifle-10 in 50..100' --cap 2000 --format json"
)]
pub struct AssertArgs {
    /// Claims: 'LIST v LIST in LOW..HIGH', in per cent
    #[arg(required = true, value_name = "CLAIM")]
    claims: Vec<String>,
    /// Chance that any of the answers is wrong
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = alpha)]
    alpha: f64,
    /// Play at most this many pairs for a claim
    #[arg(long, value_name = "N", default_value_t = USUAL_CAP, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    cap: u64,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    setting: Setting,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Shape,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Shape {
    /// A sentence for each claim.
    #[default]
    Text,
    /// An array with an object for each claim.
    Json,
}

fn alpha(text: &str) -> Result<f64, String> {
    let alpha = text.parse::<f64>().map_err(|_| "not a number".to_owned())?;
    if (0.000_001..=0.5).contains(&alpha) { Ok(alpha) } else { Err("allowed: from 0.000001 to 0.5".to_owned()) }
}

/// `LIST v LIST in LOW..HIGH`.
#[derive(Clone, Debug, PartialEq)]
struct Claim {
    lists: [String; 2],
    /// As shares.
    limits: Interval,
}

impl FromStr for Claim {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let wrong = |what: &str| {
            Diagnostic::new(format!("`{text}` is no claim: {what}")).allowing(["'LIST v LIST in 45..55', in per cent"])
        };
        let (lists, limits) = text.rsplit_once(" in ").ok_or_else(|| wrong("it has no ` in `"))?;
        let (a, b) = lists.split_once(" v ").ok_or_else(|| wrong("it has no ` v `"))?;
        let (low, high) = limits.split_once("..").ok_or_else(|| wrong("its limits have no `..`"))?;
        let per_cent = |text: &str| {
            let number = text.trim().trim_end_matches('%').parse::<f64>().ok();
            let share = number.filter(|percent| (0.0..=100.0).contains(percent)).map(|percent| percent / 100.0);
            share.ok_or_else(|| wrong(&format!("`{}` is no number from 0 to 100", text.trim())))
        };
        let limits = Interval { low: per_cent(low)?, high: per_cent(high)? };
        if limits.low > limits.high {
            return Err(wrong("its limits are not in order"));
        }
        if limits.low == limits.high {
            return Err(wrong("its limits are one and the same, and no score is known that well"));
        }
        // Nobody claims less than one per cent; shares are what other options take.
        if limits.high <= 0.01 {
            return Err(wrong("its limits are shares, from 0 to 1, where per cent are meant"));
        }
        Ok(Self { lists: [a, b].map(|list| list.trim().to_owned()), limits })
    }
}

/// A claim on the command line with the files of its lists replaced by what they hold; none of a word that is no claim, or names no file.
#[must_use]
pub fn portable(word: &str) -> Option<String> {
    let claim: Claim = word.parse().ok()?;
    let shared = claim.lists.each_ref().map(|list| execute::shared(list.as_ref()));
    if shared.iter().all(Option::is_none) {
        return None;
    }
    let [a, b] = [0, 1].map(|side| shared[side].as_ref().unwrap_or(&claim.lists[side]));
    Some(format!("{a} v {b} in {}", word.rsplit_once(" in ")?.1))
}

impl AssertArgs {
    /// Plays, and prints what became of each claim.
    ///
    /// # Errors
    /// What is wrong with the request, what may happen to the work, and an exit code for claims that do not hold.
    pub fn run(&self) -> Result<(), Failure> {
        let claims = self.claims.iter().map(|text| text.parse()).collect::<Result<Vec<Claim>, Diagnostic>>()?;
        let alpha = self.alpha / claims.len() as f64;
        let checked = claims.iter().map(|claim| self.plan(claim, alpha)).collect::<Result<Vec<_>, _>>()?;
        let (mut codes, mut answers, mut seed) = (Vec::new(), Vec::new(), 0);
        for (claim, (plan, ruleset)) in claims.iter().zip(checked) {
            let run = execute::play(&plan, ruleset, Keeping::default())?;
            let Some(standing) = run.cells.first().and_then(|cell| ComparisonBlock::of(cell, &run)) else {
                return Err(Failure::Work("broken off before a pair was finished".to_owned()));
            };
            let shown = sequence::within(&standing.counts(), claim.limits, alpha)
                .map_err(|impossible| Failure::Work(impossible.to_string()))?
                .verdict;
            codes.push(match shown {
                Verdict::Balanced => 0,
                Verdict::Unbalanced => REFUTED,
                Verdict::Undecided => OPEN,
            });
            let interval = sequence::left_open(&standing.counts(), alpha)
                .map_err(|impossible| Failure::Work(impossible.to_string()))?;
            let known = Known { shown, interval, confidence: 1.0 - alpha };
            if self.format == Shape::Text {
                print(&sentence(claim, &known, &standing, &run))?;
            }
            seed = run.manifest.seed;
            answers.push(answer(claim, &known, &standing));
        }
        match self.format {
            Shape::Json => print_json(&Value::Array(answers))?,
            Shape::Text => {
                let again = repeat(&execute::this_command(), Format::Table);
                print(&format!("\nSeed {seed}. To repeat it:\n\n{again}\n"))?;
            }
        }
        // A claim that is refuted weighs more than one that is open.
        match [REFUTED, OPEN].into_iter().find(|code| codes.contains(code)) {
            Some(code) => Err(Failure::Answered(code)),
            None => Ok(()),
        }
    }

    fn plan(
        &self,
        claim: &Claim,
        alpha: f64,
    ) -> Result<(crate::experiment::Plan, &'static dyn crate::game::Ruleset), Failure> {
        let (mut spec, ruleset) = self.setting.spec(&claim.lists)?;
        spec.pairing = first_meets_last(&spec.armies);
        let Interval { low, high } = claim.limits;
        spec.stop = Stop::Claim { low, high, alpha, cap: self.cap };
        spec.seed = self.seed.unwrap_or(spec.seed);
        let plan = execute::plan(&spec, ruleset)?;
        no_idle_play(&plan)?;
        of_one_setting(&plan)?;
        Ok((plan, ruleset))
    }
}

/// What became of a claim, as a word.
fn word(shown: Verdict) -> &'static str {
    match shown {
        Verdict::Balanced => "shown",
        Verdict::Unbalanced => "refuted",
        Verdict::Undecided => "not enough games",
    }
}

/// What is known of a claim.
struct Known {
    shown: Verdict,
    /// Of the score, the interval that goes with the verdict; several claims share their error rate.
    interval: Interval,
    confidence: f64,
}

fn sentence(claim: &Claim, known: &Known, standing: &ComparisonBlock<'_>, run: &Run) -> String {
    let limits = &claim.limits;
    let [low, high] = [limits.low, limits.high].map(|share| rounding::fixed((1e4 * share).round() / 100.0, 2));
    let [low, high] = [&low, &high].map(|text| text.trim_end_matches('0').trim_end_matches('.'));
    let (counts, key) = (standing.counts(), standing.key());
    let (a, b) = (visible(&key.list_a), visible(&key.list_b));
    let sure = rounding::fixed(100.0 * known.confidence, 4);
    let doctrines = match key.doctrine_a == key.doctrine_b {
        true => key.doctrine_a.clone(),
        false => format!("{} v {}", key.doctrine_a, key.doctrine_b),
    };
    format!(
        "{}: {a} v {b} in {low}..{high}; {a}{} scores {} ({}% at every look) over {} pairs{}, {} on {}, {doctrines}; digest {}\n",
        word(known.shown),
        if standing.keeps_seats() { ", which attacks," } else { "" },
        rounding::percent_within(standing.score(), known.interval),
        sure.trim_end_matches('0').trim_end_matches('.'),
        thousands(counts.iter().sum()),
        if run.is_complete() { "" } else { " (broken off)" },
        key.scenario,
        report::battlefield(&key.battlefield),
        run.manifest.digest,
    )
}

fn answer(claim: &Claim, known: &Known, standing: &ComparisonBlock<'_>) -> Value {
    let mut answer = standing.to_json();
    answer["claim"] = json!({
        "low": claim.limits.low, "high": claim.limits.high, "answer": word(known.shown),
        "confidence": known.confidence, "score_low": known.interval.low, "score_high": known.interval.high,
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read() {
        let claim: Claim = "a v b.toml in 45..55".parse().unwrap();
        assert_eq!(claim.lists, ["a", "b.toml"]);
        assert_eq!(claim.limits, Interval { low: 0.45, high: 0.55 });
        let odd: Claim = "the v list v b in there in 0 .. 12.5%".parse().unwrap();
        assert_eq!((odd.lists[1].as_str(), odd.limits.high), ("list v b in there", 0.125));
        let shares = "a v b in 0.45..0.55".parse::<Claim>().unwrap_err();
        assert!(shares.message.contains("per cent are meant"), "{shares}");
    }

    #[test]
    fn what_is_no_claim_says_why() {
        let wrong = |text: &str| text.parse::<Claim>().unwrap_err().message;
        assert!(wrong("a v b").contains("no ` in `"));
        assert!(wrong("a b in 4..5").contains("no ` v `"));
        assert!(wrong("a v b in 4-5").contains("no `..`"));
        assert!(wrong("a v b in x..5").contains("`x` is no number"));
        assert!(wrong("a v b in 45..155").contains("`155` is no number"));
        assert!(wrong("a v b in 55..45").contains("not in order"));
        assert!(wrong("a v b in 60..60").contains("one and the same"));
    }
}
