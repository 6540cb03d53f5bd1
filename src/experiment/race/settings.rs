//! A race of settings: which levels of what is varied bring games nearest to a goal.

use std::ops::Range;

use super::{Field, RaceConditions, Raced, race_field};
use crate::analysis::Interval;
use crate::analysis::nearest::{Aim, Nearest};
use crate::experiment::knob_search::{Kept, PairOfGames};
use crate::experiment::search_arena::{Candidate, SearchArena};
use crate::experiment::{Bound, Goal, Plan, RunError};
use crate::game::{Diagnostic, Ruleset};

/// Lets the levels of what a plan varies race, each combination against all others: a setting is what the cells of a combination come to,
/// each counting the same. The pairs of a cell are the first of those that a run of the plan plays there. The numbers of racers are the
/// places of their settings in the second part of the answer: the levels by the keys of what is varied.
///
/// # Errors
/// Fewer than two settings, and everything wrong with any cell.
pub fn race_settings(
    plan: &Plan,
    ruleset: &dyn Ruleset,
    goal: &Goal,
    conditions: &RaceConditions<'_>,
) -> Result<(Raced, Vec<Levels>), RunError> {
    let mut levels: Vec<Levels> = Vec::new();
    let mut cells: Vec<Vec<usize>> = Vec::new();
    for (number, cell) in plan.cells.iter().enumerate() {
        let setting = levels.iter().position(|known| *known == cell.key.factors).unwrap_or_else(|| {
            levels.push(cell.key.factors.clone());
            cells.push(Vec::new());
            levels.len() - 1
        });
        cells[setting].push(number);
    }
    if levels.len() < 2 {
        return Err(Diagnostic::new("a race takes two settings at least").into());
    }
    let arena = SearchArena::new(plan, ruleset);
    let simulators = arena.ready(plan.seed, |_| {})?;
    let aim =
        Aim { target: goal.target, from_below: goal.bound != Bound::AtMost, from_above: goal.bound != Bound::AtLeast };
    // A quarter of a pair, or a turn of one of its games.
    let step = if goal.quantity.is_share() { 0.25 } else { 0.5 };
    let nearest = Nearest::new(levels.len(), aim, step);
    let mut field = Settings { plan, arena, simulators, goal: *goal, cells, nearest };
    let mut raced = race_field(&mut field, conditions)?;
    if goal.quantity.is_share() {
        for racer in &mut raced.racers {
            racer.interval = Interval { low: racer.interval.low.max(0.0), high: racer.interval.high.min(1.0) };
        }
    }
    Ok((raced, levels))
}

/// The levels of a setting, by the keys of what is varied.
type Levels = Vec<(String, String)>;

/// Settings that are played.
struct Settings<'a> {
    plan: &'a Plan,
    arena: SearchArena<'a>,
    simulators: Candidate,
    goal: Goal,
    /// By setting.
    cells: Vec<Vec<usize>>,
    nearest: Nearest,
}

impl Field for Settings<'_> {
    type Contest = Nearest;

    fn len(&self) -> usize {
        self.cells.len()
    }

    fn cells(&self, running: &[usize]) -> u64 {
        running.iter().map(|setting| self.cells[*setting].len() as u64).sum()
    }

    fn games_of_pair(&self) -> u64 {
        self.simulators.first().map_or(2, |simulator| simulator.games_of_pair())
    }

    fn games(&self) -> u64 {
        self.arena.games()
    }

    fn play(&mut self, running: &[usize], pairs: Range<u64>) {
        let playing: Vec<usize> = running.iter().flat_map(|setting| self.cells[*setting].clone()).collect();
        let count = (pairs.end - pairs.start) as usize;
        let kept = |sink: Kept| sink.0;
        let played: Vec<Vec<Vec<PairOfGames>>> =
            self.arena.play_some(&[&self.simulators], self.plan.seed, pairs, |_| playing.clone(), kept);
        for setting in running {
            let cells = &self.cells[*setting];
            let of_cell =
                |cell: &usize, pair: usize| self.goal.of_pair(&played[0][*cell][pair], self.simulators[*cell].seats());
            let mean = |pair: usize| cells.iter().map(|cell| of_cell(cell, pair)).sum::<f64>() / cells.len() as f64;
            self.nearest.add(*setting, (0..count).map(mean));
        }
    }

    fn contest(&self) -> &Nearest {
        &self.nearest
    }
}
