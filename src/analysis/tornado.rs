//! Which knobs of the rules move a match-up: each on its own, everything else at base, on the same seeds.

use super::classes::{Contrast, Term};
use super::error::positive;
use super::multiple_testing::{Correction, adjust_p};
use super::{Result, probability, refuse};
use serde::Serialize;

/// Half a point of win rate: changes below it are not worth a word.
pub const NEGLIGIBLE: f64 = 0.005;

/// What one knob does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// Place of the knob.
    pub knob: usize,
    /// Score at each of its settings, less that at base.
    pub changes: Vec<Contrast>,
    /// From the lowest of the scores to the highest, that at base included.
    pub range: f64,
    /// p-value of "no setting changes anything", corrected for the number of settings and knobs (Holm 1979).
    pub p_adjusted: f64,
    /// Whether some setting is shown to change something.
    pub moves: bool,
    /// Whether all settings are shown to change next to nothing (intersection-union of equivalence tests: Berger 1982).
    pub negligible: bool,
}

/// The bars of a tornado chart, longest first. `knobs[k]` are the cells with knob k at its settings, played on the seeds of
/// `base`; the weights of all are ignored. `margin` is the change of score that still counts as none.
///
/// # Errors
/// No knobs, a knob without settings, cells with pairs in fewer than two classes, a margin that is not above 0, an alpha or a
/// confidence outside (0, 1).
pub fn tornado(base: Term<'_>, knobs: &[Vec<Term<'_>>], margin: f64, alpha: f64, confidence: f64) -> Result<Vec<Bar>> {
    positive("margin", margin)?;
    probability("alpha", alpha)?;
    if knobs.is_empty() || knobs.iter().any(Vec::is_empty) {
        return refuse("knobs", "must be at least one, and have at least one setting each");
    }
    let base = Term { weight: 1.0, ..base };
    let mut bars = Vec::with_capacity(knobs.len());
    for (knob, settings) in knobs.iter().enumerate() {
        let change = |setting: &Term<'_>| Contrast::between(Term { weight: 1.0, ..*setting }, base, confidence);
        let changes = settings.iter().map(change).collect::<Result<Vec<Contrast>>>()?;
        let (low, high) = changes
            .iter()
            .fold((0f64, 0f64), |(low, high), change| (low.min(change.estimate), high.max(change.estimate)));
        let mut negligible = true;
        for change in &changes {
            negligible &= change.is_negligible(margin, alpha)?;
        }
        bars.push(Bar { knob, changes, range: high - low, p_adjusted: 1.0, moves: false, negligible });
    }
    let least = |bar: &Bar| {
        let least = bar.changes.iter().map(Contrast::p_nothing).fold(1.0, f64::min);
        (least * bar.changes.len() as f64).min(1.0)
    };
    let adjusted = adjust_p(&bars.iter().map(least).collect::<Vec<f64>>(), Correction::Holm, alpha)?;
    for ((bar, p), rejected) in bars.iter_mut().zip(adjusted.adjusted).zip(adjusted.rejected) {
        (bar.p_adjusted, bar.moves) = (p, rejected);
    }
    bars.sort_by(|a, b| b.range.total_cmp(&a.range));
    Ok(bars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::{CLASSES, ClassTally};

    /// A cell of a thousand pairs in each class, of which some were won wholly, and in every class `jump` more of them.
    fn cell(jump: u64) -> Vec<ClassTally> {
        let class = |index: u64| {
            let won = 480 + 40 * (index * 7 % 3) / 2 + jump;
            ClassTally { joint: [[1000 - won, 0, 0], [0; 3], [0, 0, won]], ..ClassTally::default() }
        };
        (0..CLASSES as u64).map(class).collect()
    }

    fn term(classes: &[ClassTally]) -> Term<'_> {
        Term { weight: 1.0, classes, key: 0 }
    }

    #[test]
    fn the_longest_bar_comes_first_and_idle_knobs_are_named() {
        let (base, up, far_up, down) = (cell(0), cell(2), cell(60), cell(1));
        // A cell that wavers about the base from class to class.
        let noisy: Vec<ClassTally> = (0..CLASSES).map(|k| cell(60 * (k as u64 % 2))[k].clone()).collect();
        let knobs = [vec![term(&up), term(&down)], vec![term(&far_up), term(&base)], vec![term(&noisy)]];
        let bars = tornado(term(&base), &knobs, NEGLIGIBLE, 0.05, 0.95).unwrap();
        assert_eq!(bars.iter().map(|bar| bar.knob).collect::<Vec<_>>(), [1, 2, 0]);
        assert!((bars[0].range - 0.06).abs() < 1e-12 && bars[0].moves && !bars[0].negligible);
        assert!(bars[1].moves && !bars[1].negligible, "thirty thousandths on average, with a small error");
        assert!(bars[2].negligible && bars[2].range < NEGLIGIBLE);
    }

    #[test]
    fn nothing_to_vary_is_refused() {
        let base = cell(0);
        assert_eq!(tornado(term(&base), &[], NEGLIGIBLE, 0.05, 0.95).unwrap_err().input, "knobs");
        assert_eq!(tornado(term(&base), &[vec![]], NEGLIGIBLE, 0.05, 0.95).unwrap_err().input, "knobs");
        assert_eq!(tornado(term(&base), &[vec![term(&base)]], 0.0, 0.05, 0.95).unwrap_err().input, "margin");
    }
}
