//! Types that are held at their present costs, where games cannot tell all apart.

use super::Anchor;
use crate::analysis::linear::{Matrix, Vector};

/// What is left of a direction, as a share of it, that is the direction of the costs themselves.
const NOTHING: f64 = 1e-6;

/// Types that are held at their costs.
pub(super) struct Held {
    /// Places of the types.
    pub(super) held: Vec<usize>,
    /// The others.
    pub(super) kept: Vec<usize>,
    /// From the coefficients of the others, with none for the held, to those of all; none where nothing is held.
    pub(super) lift: Option<Matrix>,
}

impl Held {
    /// Nothing is held.
    pub(super) fn nothing(units: usize) -> Self {
        Self { held: Vec::new(), kept: (0..units).collect(), lift: None }
    }

    /// One type of every direction, the largest that is in no other; none where there is no direction, no such type, or where the
    /// costs themselves are what is missing.
    ///
    /// Coefficients β of the others fit as well as β + N t for any t, N being the directions. With costs p of the held types and the
    /// reference b of cost K, `(β + N t)_held = p/K b·(β + N t)` has one solution t, which goes with b·β.
    pub(super) fn of(directions: &[Vec<f64>], anchor: &Anchor, present: &[f64]) -> Option<Self> {
        let k = directions.len();
        let alone = |of: usize| {
            let only =
                |unit: &usize| directions.iter().enumerate().all(|(at, other)| (other[*unit] == 0.0) == (at != of));
            (0..present.len()).filter(only).max_by(|a, b| directions[of][*a].abs().total_cmp(&directions[of][*b].abs()))
        };
        let held = (0..k).map(alone).collect::<Option<Vec<usize>>>().filter(|held| !held.is_empty())?;
        let n = Matrix::from_fn(present.len(), k, |unit, at| directions[at][unit]);
        let ratios = Vector::from_fn(k, |at, _| present[held[at]] / anchor.cost);
        let own = Matrix::from_fn(k, k, |row, at| n[(held[row], at)]);
        let scale = own.amax();
        let system = own - &ratios * (n.transpose() * &anchor.units).transpose();
        let least = system.clone().svd(false, false).singular_values.min();
        if least < NOTHING * scale {
            return None;
        }
        let shift = &n * system.lu().solve(&ratios)?;
        let kept: Vec<usize> = (0..present.len()).filter(|unit| !held.contains(unit)).collect();
        let lift = Matrix::from_fn(present.len(), kept.len(), |unit, at| {
            f64::from(unit == kept[at]) + shift[unit] * anchor.units[kept[at]]
        });
        Some(Self { held, kept, lift: Some(lift) })
    }
}

/// Directions that span the same as these columns, each with as few entries as can be, its largest 1.
pub(super) fn sparse(mut columns: Matrix) -> Vec<Vec<f64>> {
    // Gauss and Jordan, by the largest entry that is left.
    for at in 0..columns.ncols() {
        let (row, _) =
            columns.column(at).iter().enumerate().fold((0, 0.0), |best: (usize, f64), (row, x)| {
                if x.abs() > best.1 + 1e-9 { (row, x.abs()) } else { best }
            });
        let pivot = columns[(row, at)];
        columns.column_mut(at).scale_mut(1.0 / pivot);
        for other in (0..columns.ncols()).filter(|other| *other != at) {
            let times = columns[(row, other)];
            let taken = columns.column(at) * times;
            columns.column_mut(other).zip_apply(&taken, |x, y| *x -= y);
        }
    }
    let clean = |column: nalgebra::DVectorView<'_, f64>| {
        let largest = column[column.iamax()];
        column.iter().map(|x| if (x / largest).abs() < 1e-9 { 0.0 } else { x / largest }).collect()
    };
    columns.column_iter().map(|column| clean(column.as_view())).collect()
}
