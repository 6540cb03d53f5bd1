//! Lambert's W.

/// The lower branch `W₋₁(x)` for x in (-1/e, 0): the solution w ≤ -1 of `w e^w = x`.
#[must_use]
pub fn lower(x: f64) -> f64 {
    // Newton on w + ln(-w) = ln(-x), which is flat where w e^w is steep.
    let target = libm::log(-x);
    let mut w = target - libm::log(-target);
    for _ in 0..64 {
        let next = w * (1.0 - (w + libm::log(-w) - target) / (w + 1.0));
        let settled = (next - w).abs() <= 1e-15 * w.abs();
        w = next;
        if settled {
            break;
        }
    }
    w
}

#[cfg(test)]
mod tests {
    use super::lower;

    #[test]
    fn solves_its_equation() {
        let cases =
            [(0.0025, -9.211_968_062_068_254), (0.98, -1.214_699_095_007_934_5), (1e-20, -50.983_197_987_090_75)];
        for (share, want) in cases {
            let got = lower(-share * libm::exp(-1.0));
            assert!((got / want - 1.0).abs() < 1e-14, "got {got}, want {want}");
        }
    }
}
