//! Distribution functions and quantiles in full double precision, over the whole range that counts of games reach.
//!
//! They are built on the four operations, square roots and the functions of `libm`, so that they give the same digits on
//! every machine, which the functions of the platform do not promise (`clippy.toml` keeps those out of the whole crate).

mod beta;
mod binomial;
mod fisher;
mod gamma;
mod lambert;
mod normal;
mod root;
mod student;

pub use beta::{quantile as beta_quantile, tails as beta_tails};
pub use binomial::{ln_pmf as binomial_ln_pmf, tails as binomial_tails};
pub use fisher::{quantile as fisher_quantile, upper as fisher_upper};
pub use gamma::{chi_square_quantile, chi_square_upper, ln_half_step};
pub use lambert::lower as lambert_lower;
pub use normal::{cdf as normal_cdf, quantile as normal_quantile, two_sided as normal_two_sided};
pub use root::between as root_between;
pub use student::{two_sided as student_two_sided, upper as student_upper};

/// `x²`.
#[must_use]
pub fn squared(x: f64) -> f64 {
    x * x
}

/// The two sides of a value of a distribution: the chance of at most that much, and the chance of more. The smaller of
/// the two has its own digits, it is not one minus the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tails {
    /// Chance of at most the value.
    pub lower: f64,
    /// Chance of more.
    pub upper: f64,
}
