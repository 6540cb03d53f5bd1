//! Distribution functions and quantiles in full double precision.

mod normal;

pub use normal::{cdf as normal_cdf, quantile as normal_quantile, two_sided as normal_two_sided};
