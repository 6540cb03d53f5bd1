//! Distribution functions and quantiles in full double precision, over the whole range that counts of games reach.
//!
//! The error function comes from `libm` and its inverse and the gamma function from `statrs`, whose own error function is
//! right to ten digits only. Its regularised incomplete beta function stops after 140 terms, which is too soon from some ten
//! thousand trials on, so that one is evaluated here.

mod beta;
mod binomial;
mod gamma;
mod lambert;
mod normal;
mod root;
mod student;

pub use beta::{quantile as beta_quantile, tails as beta_tails};
pub use binomial::{ln_pmf as binomial_ln_pmf, tails as binomial_tails};
pub use gamma::{chi_square_upper, ln_half_step};
pub use lambert::lower as lambert_lower;
pub use normal::{cdf as normal_cdf, quantile as normal_quantile, two_sided as normal_two_sided};
pub use root::between as root_between;
pub use student::{two_sided as student_two_sided, upper as student_upper};

/// The two sides of a value of a distribution: the chance of at most that much, and the chance of more. The smaller of
/// the two has its own digits, it is not one minus the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tails {
    /// Chance of at most the value.
    pub lower: f64,
    /// Chance of more.
    pub upper: f64,
}
