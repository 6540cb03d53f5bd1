//! Newton's method for likelihoods that are concave.

use super::linear::{Matrix, Vector};

/// What a likelihood is like at a point.
pub(super) struct Slope {
    /// Its logarithm.
    pub(super) value: f64,
    /// The gradient of that.
    pub(super) gradient: Vector,
    /// Its matrix of second derivatives with the sign turned.
    pub(super) information: Matrix,
}

/// Where a likelihood is largest.
pub(super) struct Peak {
    /// The place.
    pub(super) place: Vector,
    /// Logarithm of the likelihood there.
    pub(super) value: f64,
    /// Inverse of the information: the covariance of the place.
    pub(super) covariance: Matrix,
}

/// Steps after which a likelihood that still rises is taken to have no peak.
const MOST_STEPS: usize = 60;

/// Climbs from `start`; none when the likelihood has no single peak at a finite place.
pub(super) fn climb(start: Vector, slope: impl Fn(&Vector) -> Slope) -> Option<Peak> {
    let mut place = start;
    let mut here = slope(&place);
    for _ in 0..MOST_STEPS {
        let curvature = here.information.clone().cholesky()?;
        let mut step = curvature.solve(&here.gradient);
        // Rounding alone is left: one full step more has taken the place as close as it gets.
        let done = step.iter().zip(&place).all(|(step, x)| step.abs() <= 1e-10 * x.abs().max(1.0));
        let mut next = slope(&(&place + &step));
        if done {
            let covariance = next.information.cholesky()?.inverse();
            return Some(Peak { place: place + step, value: next.value, covariance });
        }
        // A full step may overshoot far from the peak.
        for _ in 0..60 {
            if next.value >= here.value - 1e-12 * here.value.abs() {
                break;
            }
            step /= 2.0;
            next = slope(&(&place + &step));
        }
        place += step;
        here = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `w` won and `l` lost at odds of `e^x` to 1.
    fn coin(w: f64, l: f64) -> impl Fn(&Vector) -> Slope {
        move |x| {
            let p = 1.0 / (1.0 + libm::exp(-x[0]));
            Slope {
                value: -w * libm::log1p(libm::exp(-x[0])) - l * libm::log1p(libm::exp(x[0])),
                gradient: Vector::from_vec(vec![w - (w + l) * p]),
                information: Matrix::from_vec(1, 1, vec![(w + l) * p * (1.0 - p)]),
            }
        }
    }

    #[test]
    fn finds_the_odds_from_far_away() {
        for start in [0.0, 9.0, -9.0] {
            let peak = climb(Vector::from_vec(vec![start]), coin(30.0, 10.0)).unwrap();
            assert!((peak.place[0] - libm::log(3.0)).abs() < 1e-14);
            assert!((peak.covariance[(0, 0)] - 1.0 / 7.5).abs() < 1e-14);
        }
    }

    #[test]
    fn a_slope_without_end_has_no_peak() {
        assert!(climb(Vector::from_vec(vec![0.0]), coin(30.0, 0.0)).is_none());
    }
}
