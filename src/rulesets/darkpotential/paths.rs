//! The paths that were worked out last. Whoever thinks of a way, checks it and goes it asks three times for the same one.

use arrayvec::ArrayVec;

use super::choices::{Refusal, Way};
use super::geometry::{Path, Shelter};
use super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, members};
use crate::game::Side;
use crate::tabletop::plane::Spot;

/// How many paths are kept.
const KEPT: usize = 12;

/// How a figure goes from place to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// Straight on where nothing bars that and the Movement pays for it, else as cheaply as can be.
    Straightest,
    /// As cheaply as can be: a suppressed model takes the shortest path.
    Cheapest,
}

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
    course: Course,
    figure: FigureId,
    own: Standing,
    /// Number of the field.
    field: u64,
    present: [FigureSet; 2],
    models: [FigureSet; 2],
    standing: ArrayVec<Standing, { 2 * MOST_FIGURES }>,
}

impl Errand {
    /// A figure that is to go a way on a budget of inches, and how.
    pub(super) fn new(battle: &Battle<'_>, figure: FigureId, way: &Way, (budget, course): (f64, Course)) -> Self {
        let standing = |figure: FigureId| Standing {
            at: battle.figure(figure).at,
            radius: battle.radius(figure),
            is_base: battle.is_base(figure),
        };
        let forces = Side::BOTH.map(|side| battle.force(side));
        Self {
            way: *way,
            budget,
            course,
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

/// What was worked out last of some errands.
#[derive(Debug)]
struct Ring<T> {
    kept: Vec<(Errand, T)>,
    /// The oldest of them, once there is no room for more.
    oldest: usize,
}

impl<T> Ring<T> {
    fn get(&self, errand: &Errand) -> Option<&T> {
        self.kept.iter().find(|(kept, _)| kept == errand).map(|(_, path)| path)
    }

    /// Keeps something in the place of the oldest one.
    fn keep(&mut self, errand: Errand, it: T) {
        if self.kept.len() < KEPT {
            self.kept.push((errand, it));
            return;
        }
        self.kept[self.oldest] = (errand, it);
        self.oldest = (self.oldest + 1) % KEPT;
    }
}

impl<T> Default for Ring<T> {
    fn default() -> Self {
        Self { kept: Vec::with_capacity(KEPT), oldest: 0 }
    }
}

/// What was worked out last.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// Paths, or why there is none.
    paths: Ring<Result<Path, Refusal>>,
    /// Paths of runs as far as they lead, by where they lead to.
    runs: Ring<Option<Path>>,
    /// Where the one may run that was asked for last.
    shelter: Option<(Errand, Shelter)>,
}

impl Paths {
    /// The path of an errand, if it is one of those that are kept.
    pub(super) fn get(&self, errand: &Errand) -> Option<&Result<Path, Refusal>> {
        self.paths.get(errand)
    }

    /// Keeps a path.
    pub(super) fn keep(&mut self, errand: Errand, path: Result<Path, Refusal>) {
        self.paths.keep(errand, path);
    }

    /// The path of a run, if it is one of those that are kept.
    pub(super) fn run(&self, errand: &Errand) -> Option<&Option<Path>> {
        self.runs.get(errand)
    }

    /// Keeps the path of a run.
    pub(super) fn keep_run(&mut self, errand: Errand, path: Option<Path>) {
        self.runs.keep(errand, path);
    }

    /// Where somebody may run, if it is the one who was asked for last, and nothing has changed.
    pub(super) fn shelter(&self, errand: &Errand) -> Option<&Shelter> {
        self.shelter.as_ref().filter(|(kept, _)| kept == errand).map(|(_, places)| places)
    }

    /// Keeps where somebody may run.
    pub(super) fn keep_shelter(&mut self, errand: Errand, places: Shelter) {
        self.shelter = Some((errand, places));
    }
}
