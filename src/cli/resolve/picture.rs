//! The charts of a sweep and of a single answer.

use super::answer;
use super::spread::present;
use super::sweep::{Measure, Sweep};
use super::{Effort, Question};
use crate::charts::{Chance, ChanceGroup, Chances, Curve, Curves, Grid, Picture};
use crate::game::{Answer, NumberAnswer};

/// Most curves in one chart.
const MOST_CURVES: usize = 6;

/// Most values of a numeric result in a chart: those about which there is most of it.
const MOST_VALUES: usize = 40;

/// The chances of an answer as bars: its outcomes, then each numeric result.
pub(super) fn of_answer(question: &Question, answer: &Answer, effort: &Effort) -> Picture {
    let sampled = answer.simulated.as_ref().filter(|_| answer.exact.is_none());
    let outcome = |(place, (label, share)): (usize, (&str, f64))| Chance {
        label: label.to_owned(),
        share,
        interval: sampled.and_then(|simulated| {
            let within = answer::of_trials(simulated.counts[place].1, simulated.trials)?;
            Some((within.low, within.high))
        }),
    };
    let outcomes = answer::labels(answer).into_iter().zip(answer::shares(answer)).enumerate().map(outcome).collect();
    let mut groups = vec![ChanceGroup { heading: "outcome".to_owned(), chances: outcomes }];
    groups.extend(answer::numbers(answer).iter().map(values));
    let how = match sampled {
        Some(simulated) => {
            format!("{} with seed {}, with 95% intervals", answer::trials(simulated.trials), simulated.seed)
        }
        None => "exact".to_owned(),
    };
    let asked = answer::words(&question.inputs);
    let given = effort.given.as_ref().map(super::given::words);
    let parts = [Some(asked).filter(|asked| !asked.is_empty()), given.map(|given| format!("given {given}")), Some(how)];
    let subtitle = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
    Chances { title: question.title(), subtitle, groups }.picture()
}

/// The values of a numeric result, as many as fit.
fn values(number: &NumberAnswer) -> ChanceGroup {
    let odds = &present(number);
    let windows = odds.windows(MOST_VALUES.min(odds.len()).max(1));
    let mass = |window: &&[(i64, f64)]| window.iter().map(|(_, p)| p).sum::<f64>();
    let shown = windows.max_by(|a, b| mass(a).total_cmp(&mass(b))).unwrap_or(odds);
    let left = 1.0 - mass(&shown);
    let heading = if shown.len() < odds.len() {
        format!("{} ({:.1}% lie beyond these)", number.name, 100.0 * left.max(0.0))
    } else {
        number.name.clone()
    };
    let chance = |(value, share): &(i64, f64)| Chance { label: value.to_string(), share: *share, interval: None };
    let absent =
        (number.absent > 0.0).then(|| Chance { label: "none".to_owned(), share: number.absent, interval: None });
    ChanceGroup { heading, chances: shown.iter().map(chance).chain(absent).collect() }
}

impl Sweep {
    /// A chart: two axes give a grid of one measure with its numbers, a single numeric axis curves, any other single axis a
    /// grid of all outcomes; none for more axes. `shown` is the measure that was asked for, if one was.
    pub(super) fn picture(&self, measure: &Measure, shown: bool) -> Option<Picture> {
        match &self.axes[..] {
            [axis] if axis.is_numeric() && axis.values.len() > 1 => Some(self.curves(measure, shown)),
            [axis] => {
                let outcomes = || self.measures().iter().filter(|measure| matches!(measure, Measure::Outcome(_)));
                let columns: Vec<Vec<Option<f64>>> = outcomes().map(|measure| self.values(measure)).collect();
                let row = |at: usize| columns.iter().map(|values| values[at]).collect();
                Some(
                    Grid {
                        title: self.title.clone(),
                        subtitle: "Probabilities in per cent, exact".to_owned(),
                        row_title: axis.place.to_string(),
                        column_title: "outcome".to_owned(),
                        rows: axis.names(),
                        columns: outcomes().map(Measure::title).collect(),
                        cells: (0..axis.values.len()).map(row).collect(),
                        shares: true,
                    }
                    .picture(),
                )
            }
            [rows, columns] => Some(
                Grid {
                    title: format!("{}: {}", self.title, measure.title()),
                    subtitle: if measure.is_share() { "In per cent, exact" } else { "Exact" }.to_owned(),
                    row_title: rows.place.to_string(),
                    column_title: columns.place.to_string(),
                    rows: rows.names(),
                    columns: columns.names(),
                    cells: self.values(measure).chunks(columns.values.len()).map(<[_]>::to_vec).collect(),
                    shares: measure.is_share(),
                }
                .picture(),
            ),
            _ => None,
        }
    }

    /// Curves over a numeric axis: of the measure that was asked for, or of every outcome that can happen.
    fn curves(&self, measure: &Measure, shown: bool) -> Picture {
        let axis = &self.axes[0];
        let of = |measure: &Measure| Curve { label: measure.title(), points: self.values(measure), bounds: Vec::new() };
        let highest = |curve: &Curve| curve.points.iter().flatten().fold(0.0_f64, |high, value| high.max(*value));
        let outcomes = self.measures().iter().filter(|measure| matches!(measure, Measure::Outcome(_)));
        let mut curves: Vec<Curve> = if shown || self.measures().iter().all(|measure| !measure.is_share()) {
            vec![of(measure)]
        } else {
            outcomes.map(of).filter(|curve| highest(curve) > 0.0).collect()
        };
        while curves.len() > MOST_CURVES {
            let least = (0..curves.len()).min_by(|a, b| highest(&curves[*a]).total_cmp(&highest(&curves[*b])));
            curves.remove(least.unwrap_or_default());
        }
        Curves {
            title: self.title.clone(),
            subtitle: if shown { measure.title() } else { "Probability of every outcome, exact".to_owned() },
            factor: axis.place.to_string(),
            at: axis.values.iter().map(|value| value.as_f64().unwrap_or_default()).collect(),
            curves,
            shares: !shown || measure.is_share(),
        }
        .picture()
    }
}
