//! The paths that were worked out last. Whoever thinks of a way, checks it and goes it asks three times for the same one.

use arrayvec::ArrayVec;

use super::choices::{Refusal, Way};
use super::geometry::Path;
use super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, members};
use crate::game::Side;
use crate::tabletop::plane::Spot;

/// How many paths are kept.
const KEPT: usize = 12;

/// A figure on the table, as far as it matters to who moves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Standing {
    at: Spot,
    radius: f64,
    is_base: bool,
}

/// All that a path depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Errand {
    way: Way,
    budget: f64,
    figure: FigureId,
    own: Standing,
    /// Number of the field.
    field: u64,
    present: [FigureSet; 2],
    models: [FigureSet; 2],
    standing: ArrayVec<Standing, { 2 * MOST_FIGURES }>,
}

impl Errand {
    /// A figure that is to go a way on a budget of inches.
    pub(super) fn new(battle: &Battle<'_>, figure: FigureId, way: &Way, budget: f64) -> Self {
        let standing = |figure: FigureId| Standing {
            at: battle.figure(figure).at,
            radius: battle.radius(figure),
            is_base: battle.is_base(figure),
        };
        let forces = Side::BOTH.map(|side| battle.force(side));
        Self {
            way: *way,
            budget,
            figure,
            own: standing(figure),
            field: battle.setup.field.number(),
            present: forces.map(|force| force.present),
            models: forces.map(|force| force.all_models()),
            standing: Side::BOTH
                .into_iter()
                .flat_map(|side| members(side, battle.force(side).present))
                .map(standing)
                .collect(),
        }
    }
}

/// The paths that were worked out last, or why there is none.
#[derive(Debug)]
pub(super) struct Paths {
    kept: Vec<(Errand, Result<Path, Refusal>)>,
    /// The oldest of them, once there is no room for more.
    oldest: usize,
}

impl Default for Paths {
    fn default() -> Self {
        Self { kept: Vec::with_capacity(KEPT), oldest: 0 }
    }
}

impl Paths {
    /// The path of an errand, if it is one of those that are kept.
    pub(super) fn get(&self, errand: &Errand) -> Option<&Result<Path, Refusal>> {
        self.kept.iter().find(|(kept, _)| kept == errand).map(|(_, path)| path)
    }

    /// Keeps a path in the place of the oldest one.
    pub(super) fn keep(&mut self, errand: Errand, path: Result<Path, Refusal>) {
        if self.kept.len() < KEPT {
            self.kept.push((errand, path));
            return;
        }
        self.kept[self.oldest] = (errand, path);
        self.oldest = (self.oldest + 1) % KEPT;
    }
}
