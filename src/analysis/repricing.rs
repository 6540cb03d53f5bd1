//! One step of tuning costs: towards the fair ones, but not too far at once.

use super::error::{finite, positive};
use super::method::{Method, method};
use super::{Result, refuse};
use serde_json::json;

/// Moves `costs` the share `step` of the way to the `fair` ones, of which only the proportions count. No cost changes by
/// more than the factor `max_ratio`, and the sum of all stays what it was.
///
/// # Errors
/// No costs, or not as many fair ones; costs that are not above 0; fair costs that sum to nothing; a step outside
/// [0, 1]; a ratio below 1.
pub fn reprice_step(costs: &[f64], fair: &[f64], step: f64, max_ratio: f64) -> Result<Vec<f64>> {
    if costs.is_empty() {
        return refuse("costs", "must not be empty");
    }
    if fair.len() != costs.len() {
        return refuse("fair", format!("must be as many as the costs, {}, got {}", costs.len(), fair.len()));
    }
    for (cost, fair) in costs.iter().zip(fair) {
        positive("costs", *cost)?;
        finite("fair", *fair)?;
    }
    if !(0.0..=1.0).contains(&step) {
        return refuse("step", format!("must be from 0 to 1, got {step}"));
    }
    if finite("max_ratio", max_ratio)? < 1.0 {
        return refuse("max_ratio", format!("must be at least 1, got {max_ratio}"));
    }
    let sum: f64 = costs.iter().sum();
    let scale = sum / positive("fair", fair.iter().sum())?;
    let moved: Vec<f64> = costs
        .iter()
        .zip(fair)
        .map(|(cost, fair)| cost + step * ((fair * scale).clamp(cost / max_ratio, cost * max_ratio) - cost))
        .collect();
    let rescale = sum / moved.iter().sum::<f64>();
    Ok(moved.iter().map(|cost| cost * rescale).collect())
}

pub(super) const METHOD: Method = method!(
    "reprice-step",
    "costs after one careful step towards the fair ones",
    { costs: Vec<f64>, fair: Vec<f64>, step: f64, max_ratio: f64 }
    => reprice_step(&costs, &fair, step, max_ratio).map(|costs| json!({ "costs": costs }))
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fair_costs_stay() {
        let costs = reprice_step(&[20.0, 30.0], &[2.0, 3.0], 1.0, 1.5).unwrap();
        assert!((costs[0] - 20.0).abs() < 1e-12 && (costs[1] - 30.0).abs() < 1e-12);
    }

    #[test]
    fn no_step_is_longer_than_allowed_and_the_sum_stays() {
        let costs = reprice_step(&[10.0, 10.0, 80.0], &[-5.0, 50.0, 55.0], 1.0, 2.0).unwrap();
        assert!((costs.iter().sum::<f64>() - 100.0).abs() < 1e-12);
        // Clipped to 5 and 20, then scaled together with the 55.
        assert!((costs[0] - 6.25).abs() < 1e-12 && (costs[1] - 25.0).abs() < 1e-12);
    }

    #[test]
    fn impossible_steps_are_refused() {
        let input =
            |costs: &[f64], fair: &[f64], step, ratio| reprice_step(costs, fair, step, ratio).unwrap_err().input;
        assert_eq!(input(&[], &[], 1.0, 1.5), "costs");
        assert_eq!(input(&[1.0, 0.0], &[1.0, 1.0], 1.0, 1.5), "costs");
        assert_eq!(input(&[1.0], &[1.0, 1.0], 1.0, 1.5), "fair");
        assert_eq!(input(&[1.0, 2.0], &[1.0, -1.0], 1.0, 1.5), "fair");
        assert_eq!(input(&[1.0], &[1.0], 1.5, 1.5), "step");
        assert_eq!(input(&[1.0], &[1.0], 0.5, 0.5), "max_ratio");
    }
}
