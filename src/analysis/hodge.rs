//! What of a table of match-ups is a ladder, and what is rock-paper-scissors.

use super::error::finite;
use super::linear::{Matrix, Vector};
use super::method::{Method, method};
use super::score::Moments;
use super::special::squared;
use super::{Result, refuse, special};
use serde::Serialize;

/// Three lists of which the first beats the second, the second the third, and the third the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cycle {
    /// Their places.
    pub triple: [usize; 3],
    /// Sum of the flow around them; not below 0.
    pub curl: f64,
}

/// A flow taken apart into differences of potentials and what goes round in circles (HodgeRank: Jiang, Lim, Yao and Ye
/// 2011).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hodge {
    /// Potential of every list; the lists that have met, directly or through others, sum to 0.
    pub potentials: Vec<f64>,
    /// Share of the energy of the flow that potentials explain; none when nothing flows.
    pub gradient_share: Option<f64>,
    /// The other share, that of the cycles.
    pub cyclic_share: Option<f64>,
    /// The strongest cycle of three; none when no three lists have all met.
    pub largest_cycle: Option<Cycle>,
    /// Energy of what potentials do not explain.
    pub chi_square: f64,
    /// Its degrees of freedom: edges - (lists - components).
    pub df: u64,
    /// Chance of at least that much energy if there is nothing but a ladder. Meaningful when weights are inverse variances.
    pub p_value: f64,
    /// The energy less what noise alone brings, not below 0.
    pub cyclic_energy_corrected: f64,
}

/// How far each list beats each other one; none where two have not met.
pub type FlowTable = Vec<Vec<Option<f64>>>;

/// A flow between lists and how exactly it is known, `None` where two lists have not met.
struct Flow(Vec<Vec<Option<(f64, f64)>>>);

impl Hodge {
    /// Takes a flow apart: `min Σ_{i<j} w (Y_ij - (r_i - r_j))²`.
    ///
    /// `flow[i][j]`, how far list i beats list j, must be `-flow[j][i]`; without `weights` they are all 1. Two lists have
    /// not met where the weight is 0 or the flow is missing.
    ///
    /// # Errors
    /// Tables that are not square, a flow that does not change its sign with its lists, weights below 0 or that differ with
    /// the order of their lists.
    pub fn of(flow: &[Vec<Option<f64>>], weights: Option<&[Vec<f64>]>) -> Result<Self> {
        Flow::of(flow, weights)?.take_apart()
    }
}

/// The cycles of three lists, strongest first.
///
/// # Errors
/// As [`Hodge::of`].
pub fn cycles(flow: &[Vec<Option<f64>>], weights: Option<&[Vec<f64>]>) -> Result<Vec<Cycle>> {
    let mut cycles: Vec<Cycle> = Flow::of(flow, weights)?.cycles().collect();
    cycles.sort_by(|a, b| b.curl.total_cmp(&a.curl));
    Ok(cycles)
}

/// Flow and weight of a cell with these counts (3 or 5, low to high): `ln(s⁺/(1-s⁺))` and the inverse of its variance,
/// `n (s⁺(1-s⁺))²/v⁺`, with mean and variance steadied as in [`Score::from_counts`](super::Score::from_counts).
///
/// # Errors
/// Counts of nothing.
pub fn log_odds(counts: &[u64]) -> Result<(f64, f64)> {
    let Moments { units, steadied_mean: s, steadied_variance: v, .. } = Moments::of(counts)?;
    Ok((libm::log(s / (1.0 - s)), units as f64 * squared(s * (1.0 - s)) / v))
}

impl Flow {
    fn of(flow: &[Vec<Option<f64>>], weights: Option<&[Vec<f64>]>) -> Result<Self> {
        let n = flow.len();
        if n == 0 {
            return refuse("flow", "must not be empty");
        }
        if flow.iter().any(|row| row.len() != n) {
            return refuse("flow", format!("must have rows of {n}, as many as there are"));
        }
        if weights.is_some_and(|weights| weights.len() != n || weights.iter().any(|row| row.len() != n)) {
            return refuse("weights", format!("must have {n} rows of {n}, as the flow has"));
        }
        let mut table = vec![vec![None; n]; n];
        for i in 0..n {
            for j in 0..n {
                let weight = finite("weights", weights.map_or(1.0, |weights| weights[i][j]))?;
                if weight < 0.0 || weights.is_some_and(|weights| (weight - weights[j][i]).abs() > 1e-9 * weight) {
                    return refuse("weights", "must not be below 0, and the same for both orders of two lists");
                }
                let [there, back] = [flow[i][j], flow[j][i]].map(|y| y.map(|y| finite("flow", y)).transpose());
                let (there, back) = (there?, back?);
                if there.is_some() != back.is_some() {
                    return refuse("flow", "must be missing for both orders of two lists, or for none");
                }
                let Some((there, back)) = there.zip(back) else { continue };
                if (there + back).abs() > 1e-9 * there.abs().max(1.0) {
                    return refuse("flow", "must change sign when its two lists are swapped");
                }
                if i != j && weight > 0.0 {
                    table[i][j] = Some((there, weight));
                }
            }
        }
        Ok(Self(table))
    }

    /// All i < j that have met, with flow and weight.
    fn edges(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        let above = |(i, row): (usize, &Vec<_>)| (i + 1..row.len()).map(move |j| (i, j));
        let pairs: Vec<(usize, usize)> = self.0.iter().enumerate().flat_map(above).collect();
        pairs.into_iter().filter_map(|(i, j)| self.0[i][j].map(|(y, w)| (i, j, y, w)))
    }

    /// The lists, in groups that have met directly or through others.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut components: Vec<Vec<usize>> = (0..self.0.len()).map(|i| vec![i]).collect();
        for (i, j, ..) in self.edges() {
            let at = |list| components.iter().position(|component| component.contains(&list));
            let (Some(here), Some(there)) = (at(i), at(j)) else { continue };
            if here != there {
                let joined = components.remove(here.max(there));
                components[here.min(there)].extend(joined);
            }
        }
        components
    }

    fn take_apart(&self) -> Result<Hodge> {
        let n = self.0.len();
        let components = self.components();
        let mut potentials = vec![0.0; n];
        for component in &components {
            self.level(component, &mut potentials)?;
        }
        let (mut energy, mut rest, mut edges) = (0.0, 0.0, 0);
        for (i, j, y, w) in self.edges() {
            energy += w * y * y;
            rest += w * squared(y - (potentials[i] - potentials[j]));
            edges += 1;
        }
        let df = edges - (n - components.len()) as u64;
        let cyclic_share = (energy > 0.0).then(|| (rest / energy).min(1.0));
        let mut largest_cycle: Option<Cycle> = None;
        for cycle in self.cycles() {
            if largest_cycle.is_none_or(|largest| cycle.curl > largest.curl) {
                largest_cycle = Some(cycle);
            }
        }
        Ok(Hodge {
            potentials,
            gradient_share: cyclic_share.map(|share| 1.0 - share),
            cyclic_share,
            largest_cycle,
            chi_square: rest,
            df,
            p_value: if df == 0 { 1.0 } else { special::chi_square_upper(df as f64, rest) },
            cyclic_energy_corrected: (rest - df as f64).max(0.0),
        })
    }

    /// Potentials of one component: `L r = div`, solved with its first list held at 0, then centred.
    fn level(&self, component: &[usize], potentials: &mut [f64]) -> Result<()> {
        let free = &component[1..];
        let mut laplacian = Matrix::zeros(free.len(), free.len());
        let mut divergence = Vector::zeros(free.len());
        for (a, i) in free.iter().enumerate() {
            for j in component {
                let Some((y, w)) = self.0[*i][*j] else { continue };
                laplacian[(a, a)] += w;
                divergence[a] += w * y;
                if let Some(b) = free.iter().position(|other| other == j) {
                    laplacian[(a, b)] = -w;
                }
            }
        }
        let Some(laplacian) = laplacian.cholesky() else {
            return refuse("weights", "differ too much in size");
        };
        let levels = laplacian.solve(&divergence);
        let mean = levels.sum() / component.len() as f64;
        potentials[component[0]] = 0.0 - mean;
        for (i, level) in free.iter().zip(&levels) {
            potentials[*i] = level - mean;
        }
        Ok(())
    }

    /// All triples of lists that have all met, turned so that the sum around them is not below 0.
    fn cycles(&self) -> impl Iterator<Item = Cycle> {
        let flow = |i: usize, j: usize| self.0[i][j].map(|(y, _)| y);
        let triples = self.edges().flat_map(|(i, j, ..)| (j + 1..self.0.len()).map(move |k| [i, j, k]));
        triples.filter_map(move |[i, j, k]| {
            let sum = flow(i, j)? + flow(j, k)? + flow(k, i)?;
            Some(Cycle { triple: if sum < 0.0 { [i, k, j] } else { [i, j, k] }, curl: sum.abs() })
        })
    }
}

pub(super) const METHOD: Method = method!(
    "hodge",
    "what of a table of match-ups is a ladder, and what goes round in circles",
    { flow: Vec<Vec<Option<f64>>>, weights: Option<Vec<Vec<f64>>> = None } => Hodge::of(&flow, weights.as_deref())
);

#[cfg(test)]
mod tests {
    use super::*;

    fn flow<const N: usize>(rows: [[f64; N]; N]) -> Vec<Vec<Option<f64>>> {
        rows.iter().map(|row| row.iter().copied().map(Some).collect()).collect()
    }

    #[test]
    fn a_ladder_has_no_cycles() {
        let ladder = flow([[0.0, 1.0, 3.0], [-1.0, 0.0, 2.0], [-3.0, -2.0, 0.0]]);
        let hodge = Hodge::of(&ladder, None).unwrap();
        assert!(hodge.cyclic_share.unwrap() < 1e-30 && hodge.largest_cycle.unwrap().curl < 1e-15);
        assert!((hodge.potentials[0] - 4.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn a_backward_cycle_is_named_forward() {
        let backward = flow([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
        let cycle = Hodge::of(&backward, None).unwrap().largest_cycle.unwrap();
        assert_eq!((cycle.triple, cycle.curl), ([0, 2, 1], 3.0));
        assert_eq!(cycles(&backward, None).unwrap(), [cycle]);
    }

    #[test]
    fn lists_that_never_met_are_levelled_apart() {
        let mut islands = vec![vec![None; 5]; 5];
        for (i, j, y) in [(0, 1, 2.0), (2, 3, 4.0)] {
            (islands[i][j], islands[j][i]) = (Some(y), Some(-y));
        }
        let hodge = Hodge::of(&islands, None).unwrap();
        assert_eq!(hodge.potentials, [1.0, -1.0, 2.0, -2.0, 0.0]);
        assert_eq!((hodge.df, hodge.p_value, hodge.largest_cycle), (0, 1.0, None));
    }

    #[test]
    fn an_exact_edge_is_followed_exactly() {
        let table = flow([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]]);
        let weights = [vec![0.0, 1e9, 1.0], vec![1e9, 0.0, 1.0], vec![1.0, 1.0, 0.0]];
        let hodge = Hodge::of(&table, Some(&weights)).unwrap();
        assert!((hodge.potentials[0] - hodge.potentials[1] - 1.0).abs() < 1e-8);
    }

    #[test]
    fn nothing_flows_without_shares() {
        let hodge = Hodge::of(&flow([[0.0; 3]; 3]), None).unwrap();
        assert_eq!((hodge.cyclic_share, hodge.gradient_share, hodge.p_value), (None, None, 1.0));
    }

    #[test]
    fn weights_are_inverse_variances_of_log_odds() {
        // Without draws: n s(1-s), the textbook's, with half a unit added to either side.
        let (y, w) = log_odds(&[30, 0, 70]).unwrap();
        assert!((y - libm::log(70.5 / 30.5)).abs() < 1e-14);
        let s = 70.5 / 101.0;
        assert!((w - 100.0 * s * (1.0 - s)).abs() < 1e-10);
    }

    #[test]
    fn crooked_tables_are_refused() {
        assert_eq!(Hodge::of(&flow([[0.0, 1.0], [1.0, 0.0]]), None).unwrap_err().input, "flow");
        assert_eq!(Hodge::of(&flow([[1.0]]), None).unwrap_err().input, "flow");
        let half = vec![vec![Some(0.0), Some(1.0)], vec![None, Some(0.0)]];
        assert_eq!(Hodge::of(&half, None).unwrap_err().input, "flow");
        let table = flow([[0.0, 1.0], [-1.0, 0.0]]);
        for weights in [[vec![0.0, 1.0], vec![2.0, 0.0]], [vec![0.0, -1.0], vec![-1.0, 0.0]]] {
            assert_eq!(Hodge::of(&table, Some(&weights)).unwrap_err().input, "weights");
        }
    }
}
