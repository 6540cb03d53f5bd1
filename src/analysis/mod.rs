//! Statistics on counts.
//!
//! Every function here is plain: numbers in, numbers out, no clock and no chance. What cannot be answered (no data, a
//! probability of 1.3) is an [`AnalysisError`] value, never a NaN. Scores are win 1, draw ½, loss 0 from the point of view
//! of the first-named list, and the unit of analysis is the pair: two games on one table with the seats swapped.
//!
//! | question | answered by |
//! | --- | --- |
//! | what share does this list win, and how sure is that? | [`Score`] |
//! | how many Elo is that? | [`elo`] |
//! | and with the luck of the dice taken out? | [`LuckAdjusted`], [`ControlVariate`] |
//! | did swapping seats and sharing dice pay? what is going first worth? | [`Pairing`] |
//! | does it matter? is it balanced? | [`relevance::relevance_test`] |
//! | which of many cells stand out? | [`multiple_testing::adjust_p`], [`multiple_testing::e_bh`] |
//! | what is left of the worst of many match-ups? where do more games help most? | [`selection`] |
//! | what does a change of the rules change, on common seeds? | [`Contrast`], [`PairedDifference`] |
//! | how sure is a figure worked out from many cells? | [`jackknife`] |
//! | when may a run of fixed precision stop, how long will it take? | [`stopping`] |
//! | is a change an improvement, with as few games as possible? | [`sprt`] |
//! | what may be said at any look, however often one looks? | [`sequence`] |
//! | how often does this attack succeed? | [`Share`] |
//! | where does the median lie, where the whole curve? | [`QuantileInterval`], [`dkw_band`] |
//! | how strong is each list on one ladder, and which cannot be told apart? | [`BradleyTerry`] |
//! | how much of the match-ups is rock-paper-scissors? | [`Hodge`] |
//! | which lists are worth taking? | [`Equilibrium`], [`AlphaRank`] |
//! | all of that, from the cells of a round robin | [`PayoffMatrix`] |
//! | how much of the imbalance can prices repair? | [`BalanceSplit`] |
//! | what should units cost? what would they do at other costs? | [`FairCosts`], [`Reweighted`], [`reprice_step`] |
//! | and what is a price list worth, by the meetings of drawn lists? are lists the sum of their units? | [`PriceList`], [`Additivity`] |
//! | how to tune several knobs at once | [`spsa`], [`CmaSearch`] |
//! | which knobs matter? | [`tornado`], [`MorrisEffects`], [`SobolIndices`] |
//! | what is known of settings of a kind from those that were played? what moves a result? | [`RandomEffects`], [`new_setting`](new_setting()), [`VarianceComponents`] |
//! | does a claim survive other play? | [`Robustness`], [`MatrixGame`], [`chosen_well`] |
//! | what are games like to play? are predicted chances honest? | [`Quality`], [`Calibration`] |
//! | how open are games, and when are they decided? | [`Courses`] |
//! | which games should be looked at? | [`NotableGames`] |
//! | who destroys more than it loses? | [`Exchange`] |
//! | who is left when two forces grind each other down? | [`lanchester`] |
//! | does the simulator follow the odds? | [`fit`] |
//! | and all of that for a field of lists, with its errors? | [`league::League`] |
//! | how is that written for people? | [`rounding`] |
//! | and with numbers in JSON? | [`methods`] |

mod additivity;
pub mod alpha_rank;
pub mod balance;
pub mod bradley_terry;
pub mod calibration;
pub mod chosen_well;
pub mod classes;
mod cma;
mod cma_search;
mod difference;
pub mod elimination;
pub mod elo;
mod error;
mod exchange_ratio;
pub mod fair_costs;
pub mod fit;
mod game_variance;
pub mod hodge;
mod jackknife;
pub mod lanchester;
pub mod league;
mod likelihood;
mod linear;
mod linear_program;
mod luck;
mod main_effects;
mod matrix_game;
pub mod method;
pub mod methods;
mod morris;
pub mod multiple_testing;
mod nash;
pub mod nearest;
mod new_setting;
mod newton;
mod notable_games;
mod pairing;
pub mod payoff_matrix;
pub mod price_list;
pub mod price_search;
pub mod quality;
mod random_effects;
mod ranks;
pub mod relevance;
mod repricing;
pub mod reweight;
pub mod robustness;
pub mod rounding;
pub mod score;
pub mod selection;
pub mod sequence;
mod shares;
mod sobol;
pub mod special;
pub mod sprt;
pub mod spsa;
pub mod stopping;
pub mod tornado;
mod variance_components;
mod win_probability;

pub use additivity::{Additivity, Departure};
pub use alpha_rank::AlphaRank;
pub use balance::BalanceSplit;
pub use bradley_terry::BradleyTerry;
pub use calibration::Calibration;
pub use classes::Contrast;
pub use cma::CmaParameters;
pub use cma_search::{CmaPoint, CmaSearch};
pub use difference::PairedDifference;
pub use error::AnalysisError;
pub use exchange_ratio::Exchange;
pub use fair_costs::FairCosts;
pub use game_variance::{GameVariance, SettingGames, VarianceShare};
pub use hodge::Hodge;
pub use jackknife::{Jackknife, jackknife};
pub use likelihood::score_likelihood_interval;
pub use luck::{ControlVariate, FIT_ON_ITSELF, LuckAdjusted};
pub use main_effects::{DesignFactor, FactorEffects, MainEffects, Together};
pub use matrix_game::MatrixGame;
pub use morris::MorrisEffects;
pub use nash::Equilibrium;
pub use new_setting::new_setting;
pub use notable_games::NotableGames;
pub use pairing::{Pairing, pentanomial};
pub use payoff_matrix::PayoffMatrix;
pub use price_list::PriceList;
pub use quality::Quality;
pub use random_effects::RandomEffects;
pub use ranks::{QuantileInterval, dkw_band};
pub use relevance::Verdict;
pub use repricing::reprice_step;
pub use reweight::Reweighted;
pub use robustness::Robustness;
pub use score::Score;
pub use shares::{Share, ShareInterval};
pub use sobol::SobolIndices;
pub use variance_components::VarianceComponents;
pub use win_probability::{Courses, Openness, PairMean, WinProbability};

use error::{error_chance, probability, refuse};
use serde::{Deserialize, Serialize};

/// What an analysis gives back.
pub type Result<T> = std::result::Result<T, AnalysisError>;

/// From `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Interval {
    /// `centre ± half_width`.
    fn around(centre: f64, half_width: f64) -> Self {
        Self { low: centre - half_width, high: centre + half_width }
    }

    /// The part that lies in [0, 1].
    fn within_unit(self) -> Self {
        Self { low: self.low.clamp(0.0, 1.0), high: self.high.clamp(0.0, 1.0) }
    }

    /// Half the distance between the limits.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `value` lies between the limits.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The confidence of an interval for which none is named.
fn usual_confidence() -> f64 {
    0.95
}

/// The chance of a false alarm where none is named.
fn usual_alpha() -> f64 {
    0.05
}
