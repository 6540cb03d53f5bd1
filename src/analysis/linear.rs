//! Matrices: how they are read, and what is asked of them beyond nalgebra.

use super::error::finite;
use super::{Result, refuse};

/// A dense matrix.
pub(super) type Matrix = nalgebra::DMatrix<f64>;
/// A dense column vector.
pub(super) type Vector = nalgebra::DVector<f64>;

/// Singular values below this share of the largest one count as zero.
const NOTHING: f64 = 1e-9;

/// A matrix of these rows: at least one, all of one length, all numbers of a reasonable size.
pub(super) fn matrix(input: &'static str, rows: &[Vec<f64>]) -> Result<Matrix> {
    let columns = rows.first().map_or(0, Vec::len);
    if columns == 0 {
        return refuse(input, "must not be empty");
    }
    for row in rows {
        if row.len() != columns {
            return refuse(input, format!("must have rows of one length, got {columns} and {}", row.len()));
        }
        for value in row {
            finite(input, *value)?;
        }
    }
    Ok(Matrix::from_fn(rows.len(), columns, |i, j| rows[i][j]))
}

/// The same with no number below 0.
pub(super) fn nonnegative(input: &'static str, rows: &[Vec<f64>]) -> Result<Matrix> {
    let matrix = matrix(input, rows)?;
    match matrix.iter().find(|value| **value < 0.0) {
        Some(value) => refuse(input, format!("must not be below 0, got {value}")),
        None => Ok(matrix),
    }
}

/// A matrix with as many columns as rows.
pub(super) fn square(input: &'static str, rows: &[Vec<f64>]) -> Result<Matrix> {
    let matrix = matrix(input, rows)?;
    if matrix.is_square() {
        Ok(matrix)
    } else {
        refuse(input, format!("must have as many columns as rows, got {} and {}", matrix.ncols(), matrix.nrows()))
    }
}

/// The same, where `a[j][i] = -a[i][j]` up to rounding, which is taken out.
pub(super) fn antisymmetric(input: &'static str, rows: &[Vec<f64>]) -> Result<Matrix> {
    let matrix = square(input, rows)?;
    let turned = -matrix.transpose();
    if (&matrix - &turned).amax() > 1e-9 * matrix.amax().max(1.0) {
        return refuse(input, "must change sign when its two lists are swapped");
    }
    Ok((matrix + turned) / 2.0)
}

/// What a linear map can tell apart, by its singular values.
pub(super) struct Reach {
    /// Dimensions that are told apart.
    pub(super) rank: usize,
    /// Directions that are not, as orthonormal columns.
    pub(super) blind: Matrix,
}

/// Rows that are folded into a triangular factor at a time.
const FOLD: usize = 256;

impl Reach {
    /// Of the map from columns to rows.
    pub(super) fn of(map: &Matrix) -> Self {
        let row = |row: nalgebra::RowDVector<f64>| row.as_slice().to_vec();
        let rows: Vec<Vec<f64>> = map.row_iter().map(|view| row(view.into_owned())).collect();
        Self::of_rows(map.ncols(), |see| rows.iter().for_each(|row| see(row)))
    }

    /// Of the map from columns to the rows that `visit` shows.
    pub(super) fn of_rows(columns: usize, visit: impl FnOnce(&mut dyn FnMut(&[f64]))) -> Self {
        // The triangular factor has the same singular values and directions as the map, however many rows that has; and it
        // is the same for the rows that have been folded into it.
        let mut tall = Matrix::zeros(columns + FOLD, columns);
        let mut filled = columns;
        let fold = |tall: &mut Matrix| {
            let factor = tall.clone().qr().r();
            tall.fill(0.0);
            tall.rows_mut(0, columns).copy_from(&factor);
        };
        visit(&mut |row| {
            if filled == columns + FOLD {
                fold(&mut tall);
                filled = columns;
            }
            tall.row_mut(filled).iter_mut().zip(row).for_each(|(x, value)| *x = *value);
            filled += 1;
        });
        fold(&mut tall);
        let svd = tall.rows(0, columns).into_owned().svd(false, true);
        let directions = svd.v_t.expect("the right singular vectors have been asked for");
        let least = NOTHING * svd.singular_values.max();
        let blind: Vec<_> =
            (0..columns).filter(|i| svd.singular_values[*i] <= least).map(|i| directions.row(i).transpose()).collect();
        let rank = columns - blind.len();
        let blind = if blind.is_empty() { Matrix::zeros(columns, 0) } else { Matrix::from_columns(&blind) };
        Self { rank, blind }
    }
}

/// The shortest of the vectors `x` for which `map·x` comes closest to `target`, singular maps included.
pub(super) fn least_squares(map: &Matrix, target: &Vector) -> Vector {
    let svd = map.clone().svd(true, true);
    let least = NOTHING * svd.singular_values.max();
    svd.solve(target, least).expect("both sides of the decomposition have been asked for")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_not_told_apart() {
        // Every row has equal points at costs 20, 15, 30.
        let map = Matrix::from_row_slice(2, 3, &[3.0, 0.0, -2.0, 0.0, 2.0, -1.0]);
        for times in [1, 127, 128, 129, 500] {
            let rows = [map.row(0), map.row(1)].repeat(times);
            assert_eq!(Reach::of(&Matrix::from_rows(&rows)).rank, 2, "{times}");
        }
        let Reach { rank, blind } = Reach::of(&map);
        assert_eq!((rank, blind.ncols()), (2, 1));
        assert!((&map * &blind).amax() < 1e-14 && (blind.norm() - 1.0).abs() < 1e-14);
        let whole = Reach::of(&Matrix::identity(3, 3));
        assert_eq!((whole.rank, whole.blind.shape()), (3, (3, 0)));
        assert_eq!(Reach::of(&Matrix::zeros(4, 2)).rank, 0);
    }

    #[test]
    fn a_singular_system_has_a_closest_answer() {
        let map = Matrix::from_row_slice(3, 2, &[1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
        let x = least_squares(&map, &Vector::from_vec(vec![2.0, 4.0, 6.0]));
        assert!((x[0] - 1.0).abs() < 1e-14 && (x[1] - 1.0).abs() < 1e-14);
    }

    #[test]
    fn matrices_without_shape_are_refused() {
        assert!(matrix("payoff", &[]).is_err());
        assert!(matrix("payoff", &[vec![]]).is_err());
        assert!(matrix("payoff", &[vec![1.0, 2.0], vec![1.0]]).is_err());
        assert!(matrix("payoff", &[vec![f64::NAN]]).is_err());
        assert!(square("payoff", &[vec![1.0, 2.0]]).is_err());
        assert!(antisymmetric("payoff", &[vec![0.0, 1.0], vec![1.0, 0.0]]).is_err());
        assert!(antisymmetric("payoff", &[vec![0.0, 1.0], vec![-1.0, 0.0]]).is_ok());
    }
}
