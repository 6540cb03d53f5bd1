//! Features on the table (DG-TER).

use serde_json::Value;

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Free to enter; takes Optimal Target from shots (DG-TER-03).
    Cover,
    /// Stops ground Elements and sight (DG-TER-06, DG-TER-08).
    Impassable,
    /// Free to enter; blocks sight when it lies between (DG-TER-13).
    Hill,
    /// Stops ground Elements, not sight (DG-TER-15).
    DeepWater,
    /// A building of a class from 1 to 4 (DG-TER-11).
    Building(u8),
}

/// Key of a kind in files and traces.
#[must_use]
pub fn kind_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Cover => "cover",
        Kind::Impassable => "impassable",
        Kind::Hill => "hill",
        Kind::DeepWater => "deep-water",
        Kind::Building(1) => "building-1",
        Kind::Building(2) => "building-2",
        Kind::Building(3) => "building-3",
        Kind::Building(_) => "building-4",
    }
}

/// The features on a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terrain {}

impl Terrain {
    /// Every feature in the words of traces.
    #[must_use]
    pub fn told(&self) -> Vec<Value> {
        Vec::new()
    }

    /// Whether ground Elements may not be here.
    #[must_use]
    pub fn blocks_base(&self, base: &crate::tabletop::plane::Base) -> bool {
        let _ = base;
        false
    }

    /// How far the lane is free.
    #[must_use]
    pub fn run(&self, lane: &super::movement::lane::Lane) -> f64 {
        let _ = lane;
        f64::INFINITY
    }
}
