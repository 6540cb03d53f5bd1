//! Which lists are worth taking when everybody knows the match-ups.

use super::linear::{Matrix, Reach, Vector, antisymmetric, least_squares};
use super::linear_program::Programme;
use super::method::{Method, method};
use super::{Result, refuse};
use serde::Serialize;

/// The equilibrium of a field in which everybody chooses freely.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Equilibrium {
    /// Share of every list in the mix.
    pub equilibrium: Vec<f64>,
    /// Entropy of the mix, in natural units.
    pub entropy: f64,
    /// What every list gets against the mix: 0 for those in it, less for those that are not worth taking.
    pub averages: Vec<f64>,
}

/// Shares and slacks below this, for payoffs of size 1, are taken for 0.
const NOTHING: f64 = 1e-10;

/// Weight of the entropy against the barrier at which the barrier has done its work.
const FIRMEST: f64 = 1e14;

/// At that weight the barrier keeps shares this far from a limit that is only just in the way: nearer, the limit is reached.
const REACHED: f64 = 1e-6;

impl Equilibrium {
    /// The equilibrium with the largest entropy (Nash averaging: Balduzzi et al. 2018) of `payoff[i][j]`, what list i gets
    /// against j, the negative of `payoff[j][i]`. Unlike others it is unique, and copies of a list share their mass.
    ///
    /// A linear programme finds the lists that are in some equilibrium; among those, all equilibria satisfy the same
    /// equations, and Newton's method finds the most even of them.
    ///
    /// # Errors
    /// A table that is not square or does not change sign when its lists are swapped.
    pub fn of(payoff: &[Vec<f64>]) -> Result<Self> {
        let payoff = antisymmetric("payoff", payoff)?;
        let size = payoff.amax();
        let scaled = if size > 0.0 { &payoff / size } else { payoff.clone() };
        let Some(shares) = most_even(&scaled) else {
            return refuse("payoff", "is beyond what linear programming can solve");
        };
        let entropy = shares.iter().filter(|p| **p > 0.0).map(|p| -p * libm::log(*p)).sum::<f64>().max(0.0);
        let averages = &payoff * Vector::from_column_slice(&shares);
        Ok(Self { equilibrium: shares, entropy, averages: averages.iter().copied().collect() })
    }

    /// How many lists are worth playing: `e^entropy`.
    #[must_use]
    pub fn lists_worth_playing(&self) -> f64 {
        libm::exp(self.entropy)
    }
}

/// The most even mix among those that no list beats.
fn most_even(payoff: &Matrix) -> Option<Vec<f64>> {
    let n = payoff.nrows();
    let (start, support) = inner_equilibrium(payoff)?;
    let among = |rows: &[usize]| Matrix::from_fn(rows.len(), support.len(), |a, b| payoff[(rows[a], support[b])]);
    // Against any equilibrium the lists in the support get exactly 0. The others get less, which may limit how even the mix
    // can be.
    let found = Vector::from_iterator(support.len(), support.iter().map(|i| start[*i]));
    let exact = on_face(found.clone(), &among(&support));
    let shares = if exact.min() > 0.0 { exact } else { found };
    let limited: Vec<usize> = (0..n).filter(|i| !support.contains(i)).collect();
    let got = |shares: &Vector| among(&limited) * shares;
    let inside: Vec<usize> =
        limited.iter().zip(&got(&shares)).filter(|(_, got)| **got < -NOTHING).map(|(i, _)| *i).collect();
    let mut shares = spread(shares, &among(&support), &among(&inside));
    // Those that turn out to be in the way get exactly 0 too, and then no barrier blurs the last digits.
    let mut equal = support.clone();
    equal.extend(limited.iter().zip(&got(&shares)).filter(|(_, got)| **got > -REACHED).map(|(i, _)| *i));
    let sharp = on_face(shares.clone(), &among(&equal));
    if sharp.min() > 0.0 {
        let sharp = spread(sharp, &among(&equal), &among(&[]));
        if got(&sharp).iter().all(|got| *got < NOTHING) {
            shares = sharp;
        }
    }
    let mut whole = vec![0.0; n];
    let sum: f64 = shares.iter().map(|p| p.max(0.0)).sum();
    for (i, share) in support.iter().zip(&shares) {
        whole[*i] = share.max(0.0) / sum;
    }
    Some(whole)
}

/// The nearest shares that sum to 1 and get exactly 0 in these rows of the payoff.
fn on_face(shares: Vector, rows: &Matrix) -> Vector {
    let equations = with_sum(rows);
    let mut target = Vector::zeros(equations.nrows());
    target[rows.nrows()] = 1.0;
    let missing = target - &equations * &shares;
    shares + least_squares(&equations, &missing)
}

/// The rows, and one more for the sum of the shares.
fn with_sum(rows: &Matrix) -> Matrix {
    rows.clone().insert_row(rows.nrows(), 1.0)
}

/// An equilibrium in which every list either has a share or gets less than 0 (Goldman and Tucker 1956), and the lists that
/// have a share: those of any equilibrium.
fn inner_equilibrium(payoff: &Matrix) -> Option<(Vec<f64>, Vec<usize>)> {
    let mut programme = Programme::maximise();
    let margin = programme.variable(1.0, 0.0);
    let shares: Vec<_> = (0..payoff.nrows()).map(|_| programme.variable(0.0, 0.0)).collect();
    for (row, share) in payoff.row_iter().zip(&shares) {
        let lost = |own: f64| {
            let terms = shares.iter().zip(row.iter());
            let terms: Vec<_> = terms.map(|(other, a)| (*other, -a + if other == share { own } else { 0.0 })).collect();
            terms
        };
        programme.at_least(lost(0.0), 0.0);
        programme.at_least(lost(1.0).into_iter().chain([(margin, -1.0)]), 0.0);
    }
    programme.equal(shares.iter().map(|share| (*share, 1.0)), 1.0);
    let mix = programme.solve()?.mixture(&shares);
    let got = payoff * Vector::from_column_slice(&mix);
    let support = (0..mix.len()).filter(|i| mix[*i] > NOTHING && mix[*i] > -got[*i]).collect();
    Some((mix, support))
}

/// Makes shares as even as can be while their sum and `rows·shares` stay as they are and `limits·shares` stays below 0: a
/// barrier method on the entropy.
fn spread(mut shares: Vector, rows: &Matrix, limits: &Matrix) -> Vector {
    let free = Reach::of(&with_sum(rows)).blind;
    if free.ncols() == 0 {
        return shares;
    }
    let mut weight = 1.0;
    loop {
        let cost = |shares: &Vector| {
            let slack = -(limits * shares);
            let inside = shares.iter().chain(slack.iter()).all(|x| *x > 0.0);
            let evenness: f64 = shares.iter().map(|p| p * libm::log(*p)).sum();
            if inside { weight * evenness - slack.iter().map(|s| libm::log(*s)).sum::<f64>() } else { f64::INFINITY }
        };
        for _ in 0..100 {
            let inverse_slack = (-(limits * &shares)).map(|s| 1.0 / s);
            let gradient = shares.map(|p| weight * (libm::log(p) + 1.0)) + limits.tr_mul(&inverse_slack);
            let pulled = Matrix::from_diagonal(&inverse_slack) * limits;
            let curvature = Matrix::from_diagonal(&shares.map(|p| weight / p)) + pulled.tr_mul(&pulled);
            let Some(curvature) = (free.tr_mul(&curvature) * &free).cholesky() else { break };
            let gradient = free.tr_mul(&gradient);
            let along = curvature.solve(&-&gradient);
            let gain = -gradient.dot(&along);
            let step = &free * along;
            let (here, mut length) = (cost(&shares), 1.0);
            while length > 1e-12 && cost(&(&shares + &step * length)) > here - 0.25 * length * gain {
                length /= 2.0;
            }
            if length <= 1e-12 {
                break;
            }
            shares += step * length;
            if gain < 1e-20 * weight {
                break;
            }
        }
        if limits.nrows() == 0 || weight >= FIRMEST {
            return shares;
        }
        weight *= 10.0;
    }
}

pub(super) const METHOD: Method = method!(
    "nash",
    "the most even mix of lists that no list beats",
    { payoff: Vec<Vec<f64>> } => Equilibrium::of(&payoff)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(payoff: &[Vec<f64>]) -> Vec<f64> {
        Equilibrium::of(payoff).unwrap().equilibrium
    }

    #[track_caller]
    fn near(got: &[f64], want: &[f64]) {
        assert!(got.len() == want.len() && got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-7), "{got:?} {want:?}");
    }

    /// Antisymmetric, from what is above the diagonal.
    fn table(n: usize, above: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
        let entry = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Less => above(i, j),
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => -above(j, i),
        };
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
    }

    #[test]
    fn nothing_to_choose_between_is_chosen_evenly() {
        near(&shares(&table(4, |_, _| 0.0)), &[0.25; 4]);
        assert!((Equilibrium::of(&table(4, |_, _| 0.0)).unwrap().lists_worth_playing() - 4.0).abs() < 1e-9);
        near(&shares(&table(1, |_, _| 0.0)), &[1.0]);
    }

    #[test]
    fn lopsided_rock_paper_scissors() {
        // Each list is played as often as the edge between the two others is wide.
        let lopsided = vec![vec![0.0, 0.3, -0.2], vec![-0.3, 0.0, 0.1], vec![0.2, -0.1, 0.0]];
        near(&shares(&lopsided), &[1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
    }

    #[test]
    fn copies_share_and_the_beaten_are_left_out() {
        // Lists 0 to 2 go in a circle, 3 is a copy of 0, and 4 loses to all.
        let circle = [0, 1, 2, 0];
        let got =
            shares(&table(5, |i, j| if j == 4 { 0.1 } else { [0.0, 0.5, -0.5][(3 + circle[j] - circle[i]) % 3] }));
        near(&got, &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0, 0.0]);
    }

    #[test]
    fn a_list_outside_may_limit_how_even_the_mix_is() {
        // Lists 0 and 1 are even; list 2 beats 0 by a and loses to 1 by b. Half and half would lose to 2 if a > b.
        let limited = |a: f64, b: f64| shares(&[vec![0.0, 0.0, -a], vec![0.0, 0.0, b], vec![a, -b, 0.0]]);
        near(&limited(0.1, 0.3), &[0.5, 0.5, 0.0]);
        near(&limited(0.3, 0.1), &[0.25, 0.75, 0.0]);
        near(&limited(0.2, 0.2), &[0.5, 0.5, 0.0]);
    }

    #[test]
    fn no_list_beats_the_mix_of_a_large_field() {
        let field = table(40, |i, j| ((i * 7919 + j * 104_729 + i * j * 31) % 1009) as f64 / 1009.0 - 0.5);
        let Equilibrium { equilibrium, averages, .. } = Equilibrium::of(&field).unwrap();
        assert!(averages.iter().all(|got| *got < 1e-9), "{averages:?}");
        assert!((equilibrium.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(equilibrium.iter().zip(&averages).all(|(p, got)| *p == 0.0 || got.abs() < 1e-9));
    }

    #[test]
    fn the_scale_of_payoffs_does_not_matter() {
        let at = |scale: f64| shares(&table(5, |i, j| scale * (((i * 3 + j * 5) % 7) as f64 - 3.0)));
        near(&at(1e-6), &at(1.0));
        near(&at(1e6), &at(1.0));
    }
}
