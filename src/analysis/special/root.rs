//! Where a function of one variable crosses zero.

use super::squared;

/// The zero of a continuous `f` between `low` and `high`, to the last digits of a double.
///
/// `f(low)` and `f(high)` must not have the same sign; if they do, the end that is closer to zero is returned. The method
/// is Chandrupatla's (1997): inverse quadratic interpolation where the three last points allow it, bisection otherwise.
pub fn between(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut a, mut b) = (low, high);
    let (mut fa, mut fb) = (f(a), f(b));
    if fa == 0.0 || fb == 0.0 || (fa > 0.0) == (fb > 0.0) {
        return if fa.abs() < fb.abs() { a } else { b };
    }
    let mut step = 0.5;
    loop {
        let x = a + step * (b - a);
        let fx = f(x);
        let (c, fc);
        if (fx > 0.0) == (fa > 0.0) {
            (c, fc) = (a, fa);
        } else {
            (c, fc) = (b, fb);
            (b, fb) = (a, fa);
        }
        (a, fa) = (x, fx);
        let (best, f_best) = if fa.abs() < fb.abs() { (a, fa) } else { (b, fb) };
        let least_step = 2.0 * f64::EPSILON * best.abs() / (b - a).abs();
        if f_best == 0.0 || least_step > 0.5 || (b - a).abs() < f64::MIN_POSITIVE {
            return best;
        }
        let (xi, phi) = ((a - b) / (c - b), (fa - fb) / (fc - fb));
        step = if phi * phi < xi && squared(1.0 - phi) < 1.0 - xi {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        step = step.clamp(least_step, 1.0 - least_step);
    }
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn finds_roots_near_zero_and_of_steep_functions() {
        assert!((between(0.0, 2.0, |x| x * x - 2.0) - 2f64.sqrt()).abs() < 1e-15);
        let tiny = between(0.0, 1.0, |x| x - 3e-12);
        assert!((tiny / 3e-12 - 1.0).abs() < 1e-15);
        assert!((between(1.0, 0.0, |x| libm::exp(x * 700.0) - 1e200) - libm::log(1e200f64) / 700.0).abs() < 1e-15);
        assert!((between(-1.0, 4.0, |x| libm::pow(x - 3.0, 9.0)) - 3.0).abs() < 1e-2);
    }

    #[test]
    fn without_a_change_of_sign_it_is_the_nearer_end() {
        assert_eq!(between(1.0, 2.0, |x| x), 1.0);
        assert_eq!(between(0.0, 2.0, |x| x), 0.0);
    }
}
