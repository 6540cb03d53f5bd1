//! A first sieve for many rules knobs: elementary effects (Morris 1991).

use super::error::finite;
use super::method::{Method, method};
use super::special::squared;
use super::{Result, refuse};
use serde::Serialize;

/// Elementary effects of every knob, summed up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MorrisEffects {
    /// Mean effect.
    pub mu: Vec<f64>,
    /// Mean size of the effect (Campolongo et al. 2007): effects of both signs do not cancel.
    pub mu_star: Vec<f64>,
    /// Standard deviation: large when the effect depends on where the other knobs stand. None of a single effect.
    pub sigma: Vec<Option<f64>>,
}

impl MorrisEffects {
    /// From the effects of each knob along random trajectories: change of the result over change of the knob.
    ///
    /// # Errors
    /// No knobs, a knob without effects, effects that are not finite.
    pub fn of(effects: &[Vec<f64>]) -> Result<Self> {
        if effects.is_empty() || effects.iter().any(Vec::is_empty) {
            return refuse("effects", "must have at least one effect of every knob, and at least one knob");
        }
        for effect in effects.iter().flatten() {
            finite("effects", *effect)?;
        }
        let mean = |values: &mut dyn Iterator<Item = f64>, n: usize| values.sum::<f64>() / n as f64;
        let mu: Vec<f64> = effects.iter().map(|of| mean(&mut of.iter().copied(), of.len())).collect();
        let sigma = |(of, mu): (&Vec<f64>, &f64)| {
            let squares = of.iter().map(|effect| squared(effect - mu)).sum::<f64>();
            (of.len() > 1).then(|| (squares / (of.len() - 1) as f64).sqrt())
        };
        Ok(Self {
            mu_star: effects.iter().map(|of| mean(&mut of.iter().map(|effect| effect.abs()), of.len())).collect(),
            sigma: effects.iter().zip(&mu).map(sigma).collect(),
            mu,
        })
    }
}

pub(super) const METHOD: Method = method!(
    "morris-effects",
    "size and evenness of the elementary effects of each knob",
    { effects["a list for each knob"]: Vec<Vec<f64>> } => MorrisEffects::of(&effects)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_effects_do_not_cancel() {
        let effects = MorrisEffects::of(&[vec![1.0, -1.0], vec![0.5]]).unwrap();
        assert_eq!((effects.mu, effects.mu_star), (vec![0.0, 0.5], vec![1.0, 0.5]));
        assert_eq!(effects.sigma, [Some(2f64.sqrt()), None]);
        assert!(MorrisEffects::of(&[]).is_err() && MorrisEffects::of(&[vec![]]).is_err());
    }
}
