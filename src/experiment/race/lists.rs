//! A race of lists: all against all.

use std::ops::Range;

use super::{Field, RaceConditions, Raced, race_field};
use crate::analysis::elimination::RoundRobin;
use crate::experiment::claims::{PairSink, of_list};
use crate::experiment::search_arena::{Candidate, SearchArena};
use crate::experiment::{Plan, RunError};
use crate::game::{Diagnostic, Ruleset};

/// Lets the lists of a plan race: cells in which a list meets itself are left out; of several cells of a match-up each counts the same.
/// The pairs of a cell are the first of those that a run of the plan plays there, so that results are the same for any number of
/// threads.
///
/// # Errors
/// Fewer than two lists, two that nowhere meet, and everything wrong with any cell.
pub fn race(plan: &Plan, ruleset: &dyn Ruleset, conditions: &RaceConditions<'_>) -> Result<Raced, RunError> {
    let robin = RoundRobin::new(plan.lists.len());
    let match_ups = cells_by_match_up(plan, &robin)?;
    let arena = SearchArena::new(plan, ruleset);
    let simulators = arena.ready(plan.seed, |_| {})?;
    race_field(&mut Lists { plan, arena, simulators, match_ups, robin }, conditions)
}

/// Lists that meet.
struct Lists<'a> {
    plan: &'a Plan,
    arena: SearchArena<'a>,
    simulators: Candidate,
    match_ups: Vec<MatchUp>,
    robin: RoundRobin,
}

impl Lists<'_> {
    /// Match-ups of those that are running.
    fn playing<'s>(&'s self, running: &'s [usize]) -> impl Iterator<Item = usize> + 's {
        let runs = |match_up: &usize| self.match_ups[*match_up].lists.iter().any(|list| running.contains(list));
        (0..self.match_ups.len()).filter(runs)
    }
}

impl Field for Lists<'_> {
    type Contest = RoundRobin;

    fn len(&self) -> usize {
        self.plan.lists.len()
    }

    fn cells(&self, running: &[usize]) -> u64 {
        self.playing(running).map(|match_up| self.match_ups[match_up].cells.len() as u64).sum()
    }

    fn games_of_pair(&self) -> u64 {
        self.simulators.first().map_or(2, |simulator| simulator.games_of_pair())
    }

    fn games(&self) -> u64 {
        self.arena.games()
    }

    fn play(&mut self, running: &[usize], pairs: Range<u64>) {
        let playing: Vec<usize> = self.playing(running).collect();
        let settings: Vec<usize> =
            playing.iter().flat_map(|match_up| self.match_ups[*match_up].cells.clone()).collect();
        let kept = |sink: PairSink| sink.0.iter().map(of_list).collect();
        let count = (pairs.end - pairs.start) as usize;
        let played = self.arena.play_some(&[&self.simulators], self.plan.seed, pairs, |_| settings.clone(), kept);
        for match_up in playing {
            let MatchUp { lists: [low, _], cells } = &self.match_ups[match_up];
            // Quarters of a pair, of the list of the lower number.
            let of_cell = |cell: &usize, pair: usize| {
                let own: u8 = played[0][*cell][pair];
                if self.plan.cells[*cell].key.list_a == self.plan.lists[*low].key { own } else { 4 - own }
            };
            let share = |pair: usize| {
                let quarters: u32 = cells.iter().map(|cell| u32::from(of_cell(cell, pair))).sum();
                f64::from(quarters) / 4.0 / cells.len() as f64
            };
            self.robin.add(match_up, (0..count).map(share));
        }
    }

    fn contest(&self) -> &RoundRobin {
        &self.robin
    }
}

/// The cells in which two lists meet.
#[derive(Clone, Debug)]
struct MatchUp {
    /// Both, by place in the plan, the lower first.
    lists: [usize; 2],
    cells: Vec<usize>,
}

fn cells_by_match_up(plan: &Plan, robin: &RoundRobin) -> Result<Vec<MatchUp>, RunError> {
    let lists = plan.lists.len();
    let pairs = (0..lists).flat_map(|low| (low + 1..lists).map(move |high| [low, high]));
    let mut match_ups: Vec<MatchUp> = pairs.map(|lists| MatchUp { lists, cells: Vec::new() }).collect();
    let place = |key: &str| plan.lists.iter().position(|list| list.key == key);
    for (number, cell) in plan.cells.iter().enumerate() {
        if let (Some(one), Some(other)) = (place(&cell.key.list_a), place(&cell.key.list_b))
            && one != other
        {
            match_ups[robin.match_up(one, other)].cells.push(number);
        }
    }
    let apart = match_ups.iter().find(|match_up| match_up.cells.is_empty());
    match apart.map(|match_up| match_up.lists.map(|list| &plan.lists[list].name)) {
        _ if lists < 2 => Err(Diagnostic::new("a race takes two lists at least").into()),
        Some([one, other]) => Err(Diagnostic::new(format!("`{one}` and `{other}` do not meet")).into()),
        None => Ok(match_ups),
    }
}
