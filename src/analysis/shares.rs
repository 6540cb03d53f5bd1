//! Shares of yes-or-no outcomes, of isolated resolutions mostly.

use super::method::{Method, method};
use super::score::{clopper_pearson, wilson};
use super::{Interval, Result, error::total, error_chance, refuse, special};
use serde::{Deserialize, Serialize};

/// Which interval to put around a share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShareInterval {
    /// Wilson 1927: right on average over shares, narrow. For display.
    #[default]
    Wilson,
    /// Clopper and Pearson 1934: covers at least as often as it says, whatever the share. For guarantees.
    ClopperPearson,
    /// Equal-tailed posterior under Jeffreys' prior, with limits 0 and 1 when no trial or every trial succeeded.
    Jeffreys,
}

/// A share with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Successes over trials.
    pub estimate: f64,
    /// Its interval.
    #[serde(flatten)]
    pub interval: Interval,
}

impl Share {
    /// The share of `successes` in independent `trials`. Limits are right to 1e-9 up to 10⁷ trials and beyond.
    ///
    /// # Errors
    /// No trials, more successes than trials, a confidence outside (0, 1).
    pub fn of(successes: u64, trials: u64, kind: ShareInterval, confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let trials = total("trials", [&trials])?;
        if successes > trials {
            return refuse("successes", format!("must be at most the number of trials, {trials}, got {successes}"));
        }
        let (s, n) = (successes as f64, trials as f64);
        let failures = n - s;
        let jeffreys = || Interval {
            low: if successes == 0 { 0.0 } else { special::beta_quantile(s + 0.5, failures + 0.5, alpha / 2.0, false) },
            high: if failures == 0.0 {
                1.0
            } else {
                special::beta_quantile(s + 0.5, failures + 0.5, alpha / 2.0, true)
            },
        };
        let interval = match kind {
            ShareInterval::Wilson => wilson(s / n, n, alpha),
            ShareInterval::ClopperPearson => clopper_pearson(s, failures, alpha),
            ShareInterval::Jeffreys => jeffreys(),
        };
        Ok(Self { estimate: s / n, interval })
    }
}

pub(super) const METHOD: Method = method!(
    "interval-binomial",
    "share of yes-or-no outcomes with its interval",
    { successes: u64, trials: u64, kind["wilson | clopper-pearson | jeffreys"]: ShareInterval = ShareInterval::default(),
      confidence: f64 = super::usual_confidence() }
    => Share::of(successes, trials, kind, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_at_ten_million_trials() {
        let share = Share::of(5_200_000, 10_000_000, ShareInterval::ClopperPearson, 0.95).unwrap();
        assert!((share.interval.low - 0.519_690_294_748_717).abs() < 1e-12);
        assert!((share.interval.high - 0.520_309_693_671_580_2).abs() < 1e-12);
    }

    #[test]
    fn limits_of_events_that_never_or_always_happen() {
        for kind in [ShareInterval::Wilson, ShareInterval::ClopperPearson, ShareInterval::Jeffreys] {
            let never = Share::of(0, 20, kind, 0.95).unwrap().interval;
            let always = Share::of(20, 20, kind, 0.95).unwrap().interval;
            assert_eq!((never.low, always.high), (0.0, 1.0), "{kind:?}");
            assert!((never.high + always.low - 1.0).abs() < 1e-12, "{kind:?}");
        }
    }

    #[test]
    fn impossible_counts_are_refused() {
        assert_eq!(Share::of(0, 0, ShareInterval::Wilson, 0.95).unwrap_err().input, "trials");
        assert_eq!(Share::of(3, 2, ShareInterval::Wilson, 0.95).unwrap_err().input, "successes");
    }
}
