//! What pairing did: how many games the swap of seats and the shared dice saved, and what the first seat is worth.

use super::method::{Method, method};
use super::special::{self, squared};
use super::{Interval, Result, error::total};
use serde::Serialize;

/// The variance of a cell's score, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// Pairs by score from 0 to 1 in quarters.
    pub pentanomial: [u64; 5],
    /// Mean score of the first-named list.
    pub score: f64,
    /// Mean score of whoever sits in the first seat.
    pub first_seat_score: f64,
    /// Its standard error.
    pub first_seat_std_error: f64,
    /// Variance of a single game, seats drawn by lot.
    pub game_variance: f64,
    /// Variance of the mean score of a pair.
    pub pair_variance: f64,
    /// Covariance of the scores of the two games of a pair.
    pub covariance: f64,
    /// Games needed with pairs over games needed without, for equal precision; none when all games came out alike.
    pub variance_ratio: Option<f64>,
    /// Its 95% interval, by the delta method over pairs and Student's t; none where they show no error.
    pub variance_ratio_within: Option<Interval>,
    /// Share of the games that swapping the seats saves.
    pub saved_by_swap: Option<f64>,
    /// Share of the games that sharing table and dice saves; below 0 when tables favour one list in both games, which is
    /// real variation between tables.
    pub saved_by_seeds: Option<f64>,
}

/// Pairs by their score, 0 to 1 in quarters.
#[must_use]
pub fn pentanomial(joint: &[[u64; 3]; 3]) -> [u64; 5] {
    let mut counts = [0; 5];
    for (r, row) in joint.iter().enumerate() {
        for (c, n) in row.iter().enumerate() {
            counts[r + c] += n;
        }
    }
    counts
}

impl Pairing {
    /// Takes apart the variance in a joint table: `joint[r][c]` pairs in which the first-named list scored r (0 lost,
    /// 1 drew, 2 won) from the first seat and c from the second.
    ///
    /// With μ1, μ2 its mean score from either seat, V1, V2 the variances and C the covariance (divisor n):
    ///
    /// ```text
    /// game_variance = (V1+V2)/2 + (μ1-μ2)²/4            pair_variance = (V1+V2+2C)/4
    /// variance_ratio = 2·pair_variance/game_variance = 1 - saved_by_swap - saved_by_seeds
    /// saved_by_swap = (μ1-μ2)²/(4·game_variance)        saved_by_seeds = -C/game_variance
    /// ```
    ///
    /// # Errors
    /// An empty table.
    pub fn of(joint: &[[u64; 3]; 3]) -> Result<Self> {
        let pairs = total("joint", joint.iter().flatten())?;
        let mean = |f: &dyn Fn(f64, f64) -> f64| {
            let mut sum = 0.0;
            for (r, row) in joint.iter().enumerate() {
                for (c, n) in row.iter().enumerate() {
                    sum += *n as f64 * f(r as f64 / 2.0, c as f64 / 2.0);
                }
            }
            sum / pairs as f64
        };
        let (first, second) = (mean(&|r, _| r), mean(&|_, c| c));
        let variances = mean(&|r, _| squared(r - first)) + mean(&|_, c| squared(c - second));
        let covariance = mean(&|r, c| (r - first) * (c - second));
        let between_seats = squared(first - second) / 4.0;
        let game_variance = variances / 2.0 + between_seats;
        let pair_variance = (variances + 2.0 * covariance) / 4.0;
        let share = |part: f64| (game_variance > 0.0).then(|| part / game_variance);
        let variance_ratio = share(2.0 * pair_variance);
        // What one pair more, with scores r and c, moves the ratio by: 2·pair_variance and game_variance are means of squares less the
        // square of the same mean.
        let middle = (first + second) / 2.0;
        let influence = |ratio: f64, r: f64, c: f64| {
            let pair = squared((r + c) / 2.0 - middle);
            let game = (squared(r - middle) + squared(c - middle)) / 2.0;
            (2.0 * (pair - pair_variance) - ratio * (game - game_variance)) / game_variance
        };
        let variance_ratio_within = variance_ratio.and_then(|ratio| {
            let error = (mean(&|r, c| squared(influence(ratio, r, c))) / pairs as f64).sqrt();
            // The mean of a pair varies at most as much as a single game, which makes the ratio 2, and at least not at all.
            (error > 0.0)
                .then(|| special::student_two_sided((pairs - 1) as f64, 0.05) * error)
                .map(|half| Interval { low: (ratio - half).max(0.0), high: (ratio + half).min(2.0) })
        });
        Ok(Self {
            pentanomial: pentanomial(joint),
            score: (first + second) / 2.0,
            first_seat_score: 0.5 + (first - second) / 2.0,
            first_seat_std_error: ((variances - 2.0 * covariance).max(0.0) / 4.0 / pairs as f64).sqrt(),
            game_variance,
            pair_variance,
            covariance,
            variance_ratio,
            variance_ratio_within,
            saved_by_swap: share(between_seats),
            saved_by_seeds: share(-covariance),
        })
    }
}

pub(super) const METHOD: Method = method!(
    "pairing",
    "what swapping seats and sharing dice saved, and the first seat's score",
    { joint: [[u64; 3]; 3] } => Pairing::of(&joint)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_moves_by_its_influence() {
        let joint = [[40, 12, 90], [8, 30, 22], [35, 18, 145]];
        let Interval { low, high } = Pairing::of(&joint).unwrap().variance_ratio_within.unwrap();
        // The same by leaving out one pair after the other (the infinitesimal jackknife's finite sister).
        let whole = Pairing::of(&joint).unwrap().variance_ratio.unwrap();
        let mut squares = 0.0;
        for at in 0..9 {
            let mut without = joint;
            without[at / 3][at % 3] -= 1;
            let moved = Pairing::of(&without).unwrap().variance_ratio.unwrap() - whole;
            squares += joint[at / 3][at % 3] as f64 * moved * moved;
        }
        let half = 1.959_964 * squares.sqrt();
        assert!((high - whole - half).abs() < 0.01 * half && (whole - low - half).abs() < 0.01 * half, "{low} {high}");
        // All pairs alike, by one seat or the other: nothing is known of the error.
        let alike = Pairing::of(&[[0, 0, 7], [0; 3], [0; 3]]).unwrap();
        assert_eq!((alike.variance_ratio, alike.variance_ratio_within), (Some(0.0), None));
    }

    #[test]
    fn the_savings_add_up() {
        let pairing = Pairing::of(&[[40, 12, 90], [8, 30, 22], [35, 18, 145]]).unwrap();
        assert_eq!(pairing.pentanomial, [40, 20, 155, 40, 145]);
        let saved = pairing.saved_by_swap.unwrap() + pairing.saved_by_seeds.unwrap();
        assert!((1.0 - saved - pairing.variance_ratio.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn the_first_seat_always_winning_is_all_seat_and_no_list() {
        let pairing = Pairing::of(&[[0; 3], [0; 3], [7, 0, 0]]).unwrap();
        assert_eq!((pairing.score, pairing.first_seat_score), (0.5, 1.0));
        assert_eq!((pairing.saved_by_swap, pairing.variance_ratio), (Some(1.0), Some(0.0)));
    }

    #[test]
    fn nothing_to_share_out_when_all_games_are_alike() {
        let pairing = Pairing::of(&[[0; 3], [0; 3], [0, 0, 7]]).unwrap();
        assert_eq!((pairing.score, pairing.variance_ratio), (1.0, None));
        assert!(Pairing::of(&[[0; 3]; 3]).is_err());
    }
}
