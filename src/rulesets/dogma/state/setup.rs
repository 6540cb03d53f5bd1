//! What is fixed before an engagement begins.

use std::sync::Arc;

use super::Profile;
use crate::rulesets::dogma::army::{Dogmas, Plan};
use crate::rulesets::dogma::codex::{Codex, Scenario, Size};
use crate::rulesets::dogma::odds::Odds;
use crate::rulesets::dogma::rules::Rules;
use crate::rulesets::dogma::terrain::Terrain;

/// What is fixed before an engagement begins: data, rules, size, scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Data.
    pub codex: Arc<Codex>,
    /// Profiles of the codex's units, by index.
    pub profiles: Vec<Profile>,
    /// Switches.
    pub rules: Rules,
    /// Exact odds of every unit against every other.
    pub odds: Odds,
    /// Side of every base, inches.
    pub side: f64,
    /// Bases whose centres are farther apart do not touch, inches.
    pub reach: f64,
    /// Table and number of features.
    pub size: Size,
    /// Points that the game is played for.
    pub points: u32,
    /// The scenario; none when the aggressor rolls it.
    pub scenario: Option<Scenario>,
    /// The table's terrain when it is fixed (`terrain-policy = fixed`); else players or dice place it.
    pub terrain: Option<Terrain>,
}

impl Setup {
    /// A game of `points` by these rules on this table: whatever lists may be written for by themselves, `points` is the limit
    /// that its rules tell.
    #[must_use]
    pub fn new(
        codex: Arc<Codex>,
        rules: Rules,
        size: Size,
        points: u32,
        scenario: Option<Scenario>,
        terrain: Option<Terrain>,
    ) -> Self {
        let rules = Rules { points_limit: points, ..rules };
        let profiles = codex.units.iter().map(Profile::from).collect();
        let odds = Odds::new(&codex, &rules);
        let side = codex.numbers.base_mm / 25.4;
        // Tolerances are a tenth of an inch at most.
        let reach = side * std::f64::consts::SQRT_2 + 0.2;
        Self { codex, profiles, rules, odds, side, reach, size, points, scenario, terrain }
    }
}

/// The two forces of an engagement by side.
#[derive(Clone, Copy, Debug)]
pub struct Lineup<'a> {
    /// Unit indices of each side's Elements.
    pub units: [&'a [u8]; 2],
    /// Place of each side's Commander.
    pub commanders: [u8; 2],
    /// What each side's Commander brings.
    pub dogmas: [Dogmas; 2],
    /// How each side means to deploy, where its list says so.
    pub plans: [&'a Plan; 2],
}
