//! The same analyses with numbers in JSON, so that anybody can check a published report from its counts.
//!
//! Keys are those of the types in this room. Unknown keys are refused, `confidence` is 0.95 and `alpha` 0.05 unless said
//! otherwise, and a number that does not exist is `null`.

use super::fit::{self, Fit, Misfit};
use super::sprt::{EloModel, Hypotheses, Sprt, SprtPlanInput};
use super::stopping::SampleSize;
use super::verdict::{self, Correction};
use super::{
    ControlVariate, Exchange, Impossible, Interval, PairedDifference, Pairing, QuantileInterval, Score, Share,
    ShareInterval, dkw_band, jackknife, score_likelihood_interval, selection, sequence, usual_alpha, usual_confidence,
};
use crate::game::Fault;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An analysis that can be asked for by name.
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it takes; a question mark stands behind what may be left out.
    pub takes: &'static str,
    /// What it answers, in a line.
    pub about: &'static str,
    answer: fn(&Value) -> Result<Value, String>,
}

/// All methods, by subject.
#[must_use]
pub fn methods() -> &'static [Method] {
    METHODS
}

/// Answers one question.
///
/// # Errors
/// Says what is wrong: an unknown method, unknown or missing keys, inputs that no answer exists for.
pub fn call(method: &str, input: &Value) -> Result<Value, String> {
    match METHODS.iter().find(|known| known.name == method) {
        Some(known) => (known.answer)(input),
        None => {
            let fault = Fault::unknown("method", method, METHODS.iter().map(|known| known.name));
            let hint = fault.nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            Err(fault.message + &hint)
        }
    }
}

const METHODS: &[Method] = &[
    Method {
        name: "score-summary",
        takes: "counts, confidence?",
        about: "score with interval, Elo and error from 3 or 5 counts, low to high",
        answer: |input| {
            let Counts { counts, confidence } = read(input)?;
            write(Score::from_counts(&counts, confidence))
        },
    },
    Method {
        name: "score-likelihood-interval",
        takes: "counts, confidence?",
        about: "interval of a score by empirical likelihood",
        answer: |input| {
            let Counts { counts, confidence } = read(input)?;
            write(score_likelihood_interval(&counts, confidence))
        },
    },
    Method {
        name: "interval-binomial",
        takes: "successes, trials, kind?: wilson | clopper-pearson | jeffreys, confidence?",
        about: "share of yes-or-no outcomes with its interval",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                successes: u64,
                trials: u64,
                #[serde(default)]
                kind: ShareInterval,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { successes, trials, kind, confidence } = read(input)?;
            write(Share::of(successes, trials, kind, confidence))
        },
    },
    Method {
        name: "quantile-interval",
        takes: "n, q, confidence?",
        about: "which of n sorted values enclose a quantile",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                n: u64,
                q: f64,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { n, q, confidence } = read(input)?;
            write(QuantileInterval::of(n, q, confidence))
        },
    },
    Method {
        name: "dkw-band",
        takes: "n, confidence?",
        about: "half-width of a band around a whole distribution curve",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                n: u64,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { n, confidence } = read(input)?;
            write(dkw_band(n, confidence).map(|epsilon| json!({ "epsilon": epsilon })))
        },
    },
    Method {
        name: "jackknife",
        takes: "full, leave_one_out, confidence?",
        about: "error of a figure from its values with one class of pairs left out",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                full: f64,
                leave_one_out: Vec<f64>,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { full, leave_one_out, confidence } = read(input)?;
            write(jackknife(full, &leave_one_out, confidence))
        },
    },
    Method {
        name: "pairing",
        takes: "joint",
        about: "what swapping seats and sharing dice saved, and the first seat's score",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                joint: [[u64; 3]; 3],
            }
            let Input { joint } = read(input)?;
            write(Pairing::of(&joint))
        },
    },
    Method {
        name: "paired-difference",
        takes: "x, y, confidence?",
        about: "mean difference of values that share their seeds",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                x: Vec<f64>,
                y: Vec<f64>,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { x, y, confidence } = read(input)?;
            write(PairedDifference::of(&x, &y, confidence))
        },
    },
    Method {
        name: "control-variate",
        takes: "y, x, x_mean?",
        about: "mean of y with what x explains taken out",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                y: Vec<f64>,
                x: Vec<f64>,
                #[serde(default)]
                x_mean: f64,
            }
            let Input { y, x, x_mean } = read(input)?;
            write(ControlVariate::of(&y, &x, x_mean))
        },
    },
    Method {
        name: "sample-size",
        takes: "kind: precision, unit_variance, half_width, confidence? | kind: power, unit_variance, difference, power, alpha?",
        about: "units needed for a half-width, or to notice a difference",
        answer: |input| write(read::<SampleSize>(input)?.units()),
    },
    Method {
        name: "sprt",
        takes: "counts, elo0?, elo1?, alpha?, beta?, model?: logistic | normalized",
        about: "where a sequential probability ratio test stands",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                counts: Vec<u64>,
                elo0: Option<f64>,
                elo1: Option<f64>,
                alpha: Option<f64>,
                beta: Option<f64>,
                model: Option<EloModel>,
            }
            let Input { counts, elo0, elo1, alpha, beta, model } = read(input)?;
            let usual = Hypotheses::default();
            let hypotheses = Hypotheses {
                elo0: elo0.unwrap_or(usual.elo0),
                elo1: elo1.unwrap_or(usual.elo1),
                alpha: alpha.unwrap_or(usual.alpha),
                beta: beta.unwrap_or(usual.beta),
                model: model.unwrap_or(usual.model),
            };
            write(Sprt::of(&counts, &hypotheses))
        },
    },
    Method {
        name: "sprt-plan",
        takes: "score0, score1, true_score, unit_variance, alpha?, beta?",
        about: "chance to pass and units to expect of a sequential test",
        answer: |input| write(read::<SprtPlanInput>(input)?.plan()),
    },
    Method {
        name: "cs-asymptotic",
        takes: "counts, tuned_for?, confidence?",
        about: "interval of a score that holds at every look at once, for many units",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                counts: Vec<u64>,
                tuned_for: Option<f64>,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { counts, tuned_for, confidence } = read(input)?;
            write(sequence::asymptotic(&counts, tuned_for.unwrap_or(sequence::TUNED_FOR), confidence))
        },
    },
    Method {
        name: "cs-exact",
        takes: "counts, null?, confidence?",
        about: "interval of a score that holds at every look at once, for any number of units; evidence against a null score",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                counts: Vec<u64>,
                null: Option<f64>,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            #[derive(Serialize)]
            struct Output {
                #[serde(flatten)]
                interval: Interval,
                #[serde(skip_serializing_if = "Option::is_none")]
                log_e_value: Option<f64>,
            }
            let Input { counts, null, confidence } = read(input)?;
            write(sequence::exact(&counts, confidence).and_then(|interval| {
                let log_e_value = null.map(|null| sequence::log_e_value(&counts, null)).transpose()?;
                Ok(Output { interval, log_e_value })
            }))
        },
    },
    Method {
        name: "cs-binomial",
        takes: "successes, trials, confidence?",
        about: "interval of a share that holds at every look at once",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                successes: u64,
                trials: u64,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { successes, trials, confidence } = read(input)?;
            write(sequence::binomial(successes, trials, confidence))
        },
    },
    Method {
        name: "relevance-test",
        takes: "score, std_error, margin?, alpha?",
        about: "balanced, unbalanced or undecided, for a margin around one half",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                score: f64,
                std_error: f64,
                margin: Option<f64>,
                #[serde(default = "usual_alpha")]
                alpha: f64,
            }
            let Input { score, std_error, margin, alpha } = read(input)?;
            write(verdict::relevance_test(score, std_error, margin.unwrap_or(verdict::MARGIN), alpha))
        },
    },
    Method {
        name: "adjust-p",
        takes: "p_values, method: bonferroni | holm | bh | by, alpha?",
        about: "p-values corrected for their number",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                p_values: Vec<f64>,
                method: Correction,
                #[serde(default = "usual_alpha")]
                alpha: f64,
            }
            let Input { p_values, method, alpha } = read(input)?;
            write(verdict::adjust_p(&p_values, method, alpha))
        },
    },
    Method {
        name: "e-bh",
        takes: "e_values, alpha?",
        about: "which of many e-values stand out, under any dependence and any stopping",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                e_values: Vec<f64>,
                #[serde(default = "usual_alpha")]
                alpha: f64,
            }
            let Input { e_values, alpha } = read(input)?;
            write(verdict::e_bh(&e_values, alpha))
        },
    },
    Method {
        name: "shrink",
        takes: "estimates, std_errors",
        about: "estimates of many cells drawn towards their mean by their errors",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                estimates: Vec<f64>,
                std_errors: Vec<f64>,
            }
            let Input { estimates, std_errors } = read(input)?;
            write(selection::shrink(&estimates, &std_errors))
        },
    },
    Method {
        name: "ocba",
        takes: "means, std_devs, total",
        about: "how to share out games to find the best of many candidates",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                means: Vec<f64>,
                std_devs: Vec<f64>,
                total: f64,
            }
            let Input { means, std_devs, total } = read(input)?;
            write(selection::allocate(&means, &std_devs, total))
        },
    },
    Method {
        name: "exchange",
        takes: "own_lost, enemy_lost, confidence?",
        about: "mean swing and exchange ratio of losses in points, one entry per engagement",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                own_lost: Vec<f64>,
                enemy_lost: Vec<f64>,
                #[serde(default = "usual_confidence")]
                confidence: f64,
            }
            let Input { own_lost, enemy_lost, confidence } = read(input)?;
            write(Exchange::of(&own_lost, &enemy_lost, confidence))
        },
    },
    Method {
        name: "gof",
        takes: "observed, probabilities, kind?: pearson | g, min_expected?",
        about: "do counts fit their odds, by chi-square",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                observed: Vec<u64>,
                probabilities: Vec<f64>,
                #[serde(default)]
                kind: Misfit,
                min_expected: Option<f64>,
            }
            let Input { observed, probabilities, kind, min_expected } = read(input)?;
            write(Fit::of(&observed, &probabilities, kind, min_expected.unwrap_or(fit::MIN_EXPECTED)))
        },
    },
    Method {
        name: "gof-exact",
        takes: "observed, probabilities",
        about: "do counts fit their odds, by listing all tables",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                observed: Vec<u64>,
                probabilities: Vec<f64>,
            }
            let Input { observed, probabilities } = read(input)?;
            write(fit::exact_fit(&observed, &probabilities).map(|p_value| json!({ "p_value": p_value })))
        },
    },
    Method {
        name: "test-tolerance",
        takes: "tests, family_alpha, trials, probability",
        about: "how far a share may be off in a test with fixed seeds",
        answer: |input| {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Input {
                tests: u64,
                family_alpha: f64,
                trials: u64,
                probability: f64,
            }
            let Input { tests, family_alpha, trials, probability } = read(input)?;
            write(fit::test_tolerance(tests, family_alpha, trials, probability))
        },
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    counts: Vec<u64>,
    #[serde(default = "usual_confidence")]
    confidence: f64,
}

fn read<T: DeserializeOwned>(input: &Value) -> Result<T, String> {
    T::deserialize(input).map_err(|error| error.to_string())
}

fn write<T: Serialize>(answer: Result<T, Impossible>) -> Result<Value, String> {
    let answer = answer.map_err(|impossible| impossible.to_string())?;
    serde_json::to_value(answer).map_err(|error| error.to_string())
}
