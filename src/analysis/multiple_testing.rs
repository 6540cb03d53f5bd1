//! Multiple testing: which of many cells stand out, by p-values (Holm, Benjamini and Hochberg) or e-values (e-BH).

use super::error::finite;
use super::method::{Method, method};
use super::{Result, probability, refuse};
use serde::{Deserialize, Serialize};

/// How to correct for having looked at many p-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Family-wise error, the plain way.
    Bonferroni,
    /// Family-wise error, never worse than Bonferroni (Holm 1979): for a claim that named cells are broken.
    Holm,
    /// False discovery rate (Benjamini and Hochberg 1995): for the flags of a matrix.
    Bh,
    /// False discovery rate under any dependence (Benjamini and Yekutieli 2001): for cells that share seeds.
    By,
}

/// p-values after correction, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// To be compared with alpha.
    pub adjusted: Vec<f64>,
    /// Which are at most alpha.
    pub rejected: Vec<bool>,
}

/// Corrects p-values for their number.
///
/// # Errors
/// No p-values, p-values outside [0, 1], an alpha outside (0, 1).
pub fn adjust_p(p_values: &[f64], correction: Correction, alpha: f64) -> Result<Adjusted> {
    probability("alpha", alpha)?;
    if p_values.is_empty() {
        return refuse("p_values", "must not be empty");
    }
    if let Some(p) = p_values.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return refuse("p_values", format!("must be from 0 to 1, got {p}"));
    }
    let m = p_values.len();
    let mut order: Vec<usize> = (0..m).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let harmonic: f64 = (1..=m).map(|k| 1.0 / k as f64).sum();
    let mut adjusted = vec![0.0; m];
    let mut set = |rank: usize, factor: f64, bound: &mut f64, pick: fn(f64, f64) -> f64| {
        *bound = pick(*bound, (p_values[order[rank]] * factor).min(1.0));
        adjusted[order[rank]] = *bound;
    };
    let size = m as f64;
    match correction {
        Correction::Bonferroni => (0..m).for_each(|rank| set(rank, size, &mut 0.0, f64::max)),
        Correction::Holm => {
            let mut bound = 0.0;
            (0..m).for_each(|rank| set(rank, (m - rank) as f64, &mut bound, f64::max));
        }
        Correction::Bh | Correction::By => {
            let all = if correction == Correction::By { size * harmonic } else { size };
            let mut bound = 1.0;
            (0..m).rev().for_each(|rank| set(rank, all / (rank + 1) as f64, &mut bound, f64::min));
        }
    }
    let rejected = adjusted.iter().map(|p| *p <= alpha).collect();
    Ok(Adjusted { adjusted, rejected })
}

/// Which of many e-values stand out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EBh {
    /// How many.
    pub count: usize,
    /// Which, in the order in which they were given.
    pub rejected: Vec<bool>,
}

/// The e-value form of the false discovery rate (Wang and Ramdas 2022): holds under any dependence and any stopping, so
/// for cells that are watched while they run.
///
/// # Errors
/// No e-values, e-values below 0, an alpha outside (0, 1).
pub fn e_bh(e_values: &[f64], alpha: f64) -> Result<EBh> {
    probability("alpha", alpha)?;
    if e_values.is_empty() {
        return refuse("e_values", "must not be empty");
    }
    for e in e_values {
        if finite("e_values", *e)? < 0.0 {
            return refuse("e_values", format!("must not be below 0, got {e}"));
        }
    }
    let mut sorted = e_values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let least = |k: usize| e_values.len() as f64 / (alpha * k as f64);
    let count = (1..=sorted.len()).rev().find(|k| sorted[k - 1] >= least(*k)).unwrap_or(0);
    let rejected = e_values.iter().map(|e| count > 0 && *e >= least(count)).collect();
    Ok(EBh { count, rejected })
}

pub(super) const ADJUST_P: Method = method!(
    "adjust-p",
    "p-values corrected for their number",
    { p_values: Vec<f64>, method["bonferroni | holm | bh | by"]: Correction, alpha: f64 = super::usual_alpha() }
    => adjust_p(&p_values, method, alpha)
);

pub(super) const E_BH: Method = method!(
    "e-bh",
    "which of many e-values stand out, under any dependence and any stopping",
    { e_values: Vec<f64>, alpha: f64 = super::usual_alpha() } => e_bh(&e_values, alpha)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_from_harsh_to_mild() {
        let p = [0.04, 0.001, 0.03, 0.005];
        let adjusted = |correction| adjust_p(&p, correction, 0.05).unwrap().adjusted;
        let near = |got: Vec<f64>, want: [f64; 4]| {
            assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-12), "{got:?} {want:?}");
        };
        near(adjusted(Correction::Bonferroni), [0.16, 0.004, 0.12, 0.02]);
        near(adjusted(Correction::Holm), [0.06, 0.004, 0.06, 0.015]);
        near(adjusted(Correction::Bh), [0.04, 0.004, 0.04, 0.01]);
        near(adjusted(Correction::By), [0.04, 0.004, 0.04, 0.01].map(|p| p * 25.0 / 12.0));
    }

    #[test]
    fn e_values_stand_out_together() {
        let one = e_bh(&[39.0, 39.0, 0.0, 0.0], 0.05).unwrap();
        assert_eq!((one.count, one.rejected), (0, vec![false; 4]));
        let two = e_bh(&[40.0, 0.0, 41.0, 0.0], 0.05).unwrap();
        assert_eq!((two.count, two.rejected), (2, vec![true, false, true, false]));
    }
}
