//! The chart of a sweep.

use super::sweep::{Measure, Sweep};
use crate::charts::{Curve, Curves, Grid, Picture};

/// Most curves in one chart.
const MOST_CURVES: usize = 6;

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
