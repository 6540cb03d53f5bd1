//! The register of methods: every analysis that can be asked for by name, with numbers in JSON.
//!
//! Keys are those of the types in this room. Unknown keys are refused, `confidence` is 0.95 and `alpha` 0.05 unless said
//! otherwise, and a number that does not exist is `null`. The entry of a method stands beside it.

use super::method::Method;
use super::{
    alpha_rank, balance, bradley_terry, calibration, cma, difference, exchange_ratio, fair_costs, fit, hodge,
    jackknife, lanchester, likelihood, luck, main_effects, matrix_game, morris, multiple_testing, nash, new_setting,
    pairing, quality, random_effects, ranks, relevance, repricing, reweight, score, selection, sequence, shares, sobol,
    sprt, spsa, stopping, variance_components,
};
use crate::game::Diagnostic;

/// All methods, by subject.
#[must_use]
pub fn methods() -> &'static [Method] {
    METHODS
}

/// Finds a method by its name.
///
/// # Errors
/// When there is no such method.
pub fn find(name: &str) -> Result<&'static Method, Diagnostic> {
    let unknown = || Diagnostic::unknown("method", name, METHODS.iter().map(|known| known.name));
    METHODS.iter().find(|known| known.name == name).ok_or_else(unknown)
}

const METHODS: &[Method] = &[
    score::METHOD,
    likelihood::METHOD,
    shares::METHOD,
    ranks::QUANTILE_INTERVAL,
    ranks::DKW_BAND,
    jackknife::METHOD,
    pairing::METHOD,
    difference::METHOD,
    luck::METHOD,
    random_effects::METHOD,
    new_setting::METHOD,
    variance_components::METHOD,
    main_effects::METHOD,
    stopping::METHOD,
    sprt::SPRT,
    sprt::SPRT_PLAN,
    sequence::ASYMPTOTIC,
    sequence::EXACT,
    sequence::BINOMIAL,
    relevance::RELEVANCE_TEST,
    multiple_testing::ADJUST_P,
    multiple_testing::E_BH,
    selection::SHRINK,
    selection::OCBA,
    bradley_terry::METHOD,
    hodge::METHOD,
    nash::METHOD,
    alpha_rank::METHOD,
    matrix_game::METHOD,
    balance::METHOD,
    reweight::METHOD,
    fair_costs::METHOD,
    repricing::METHOD,
    spsa::METHOD,
    cma::METHOD,
    sobol::METHOD,
    morris::METHOD,
    quality::METHOD,
    calibration::METHOD,
    exchange_ratio::METHOD,
    lanchester::LANCHESTER,
    lanchester::DUEL,
    fit::GOF,
    fit::GOF_EXACT,
    fit::TEST_TOLERANCE,
];
