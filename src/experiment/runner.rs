//! Playing a plan on every core.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::cell_progress::{CellProgress, Played};
use super::checkpoint::Checkpoint;
use super::simulators::{CellFacts, Make, Simulators, recorder};
use super::{Plan, RowWriter, Run, RunError, Shard, Timing};
use crate::game::{CellSetup, ResultSink, Ruleset, Simulator, pair_gone_wrong};
use crate::outcomes::{Cell, CellTally, RowKeeper, Stopped};

/// Under what conditions a plan is played. Nothing here changes the results.
pub struct Conditions<'a> {
    /// Which part of the run is played.
    pub shard: Shard,
    /// Where checkpoints go, and rows on their way; without it a run that is killed is lost.
    pub folder: Option<&'a Path>,
    /// Earlier runs whose games are [taken over](Plan::played_before) where they are those of this plan; for whole runs without rows.
    pub from: &'a [Run],
    /// Whether an unfinished run in the folder is thrown away.
    pub fresh: bool,
    /// Whether a row is kept of every engagement; needs a folder.
    pub rows: bool,
    /// Whether games are checked as they are played; they go as they would have, and take longer.
    pub checked: bool,
    /// A checkpoint is written at most this often, and takes at most a twentieth of the time.
    pub checkpoint_every: Duration,
    /// Raised to break off: blocks under way are finished and everything that is there is kept.
    pub abort: &'a AtomicBool,
    /// Told now and then how far the run has come.
    pub watch: &'a (dyn Fn(&Progress) + Sync),
    /// Told before the first game, once each, what is allowed where lists meet, but hardly meant.
    pub warn: &'a (dyn Fn(&str) + Sync),
    /// The command that repeats the run, for the manifest.
    pub command: String,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Engagements that count, those of earlier goes included.
    pub engagements: u64,
    /// Engagements that will count in the end, as far as can be told.
    pub expected: u64,
    /// Cells that are complete.
    pub cells_complete: usize,
    /// All cells.
    pub cells: usize,
    /// Engagements per second in this go.
    pub engagements_per_second: f64,
}

/// The watcher is told at most this often.
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// The usual [`Conditions::checkpoint_every`].
pub const CHECKPOINT_EVERY: Duration = Duration::from_millis(500);

/// So many pairs may be left out of a run because the program makes a mistake in them; a run with more ends.
const MOST_LEFT_OUT: usize = 20;

/// So many cells are under way at a time, as long as each has blocks to hand out: no more than are kept ready for play.
const AT_ONCE: usize = 24;

/// Rows of a cell are handed to the disk in portions of about this many bytes.
const ROWS_AT_ONCE: usize = 1 << 20;

/// Plays a plan, or goes on with it where an earlier go broke off, on all threads of the present rayon pool.
///
/// The results are the same for any number of threads, and however often the run was broken off. A run that is broken
/// off comes back with what is there, its open cells marked [`Stopped::Interrupted`]; its checkpoint stays, and
/// should be removed by [`forget`] once the results of a complete run are safe.
///
/// # Errors
/// Everything wrong with the plan; a checkpoint in the folder that is damaged or of another experiment; a disk that
/// does not take what is written.
pub fn run(plan: &Plan, ruleset: &dyn Ruleset, conditions: &Conditions<'_>) -> Result<Run, RunError> {
    let make = |setup: &CellSetup| {
        let mut simulator = ruleset.prepare(setup)?;
        if conditions.checked {
            simulator.check_games();
        }
        Ok(simulator)
    };
    play(plan, &make, conditions)
}

fn play(plan: &Plan, make: &Make<'_>, conditions: &Conditions<'_>) -> Result<Run, RunError> {
    let (simulators, facts) = Simulators::of(plan, make, conditions.abort)?;
    simulators.warnings().iter().for_each(|warning| (conditions.warn)(warning));
    let workshop = Workshop::open(plan, &simulators, facts, conditions)?;
    rayon::broadcast(|_| workshop.work());
    workshop.close()
}

/// Removes what a run in `folder` has left for going on with it.
///
/// # Errors
/// When it stays.
pub fn forget(folder: &Path, shard: Shard) -> Result<(), RunError> {
    Checkpoint::remove(folder, shard)?;
    RowWriter::new(folder).remove()
}

/// A run under way.
struct Workshop<'a, 'm> {
    plan: &'a Plan,
    simulators: &'a Simulators<'a, 'm>,
    conditions: &'a Conditions<'a>,
    hash: String,
    spool: Option<RowWriter>,
    began: Instant,
    desk: Mutex<Desk>,
    /// Rung whenever there may be new work, or none any more.
    bell: Condvar,
}

/// A worker that leaves rings the bell, so that nobody waits for it; one that leaves in panic ends the run.
struct Leaving<'w, 'a, 'm>(&'w Workshop<'a, 'm>);

impl Drop for Leaving<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().note(Err(RunError::Work("the rules came to an impossible state".to_owned())));
        }
        self.0.bell.notify_all();
    }
}

/// What the workers share.
struct Desk {
    benches: Vec<Bench>,
    /// All benches before this one are complete.
    first_open: usize,
    /// Engagements played in this go.
    played: u64,
    watched: Instant,
    save_at: Instant,
    saving: bool,
    trouble: Option<RunError>,
}

/// A cell under way.
struct Bench {
    /// Number of the cell, and place in the plan.
    cell: u32,
    course: CellProgress,
    /// Packed rows on their way to the disk.
    rows: Vec<u8>,
    /// Whether rows have gone to the disk since the last checkpoint.
    unsynced: bool,
}

/// A block to be played.
struct Task {
    bench: usize,
    cell: u32,
    number: u64,
    pairs: Range<u64>,
}

impl<'a, 'm> Workshop<'a, 'm> {
    fn open(
        plan: &'a Plan,
        simulators: &'a Simulators<'a, 'm>,
        facts: Vec<CellFacts>,
        conditions: &'a Conditions<'a>,
    ) -> Result<Self, RunError> {
        let hash = plan.hash();
        let Conditions { shard, rows, .. } = *conditions;
        let contests = plan.contests();
        let mut benches: Vec<Bench> = (0..)
            .zip(facts)
            .filter(|(cell, _)| plan.stop.is_fixed() || cell % shard.of == shard.index)
            .map(|(cell, facts)| Bench {
                cell,
                course: CellProgress::new(plan.stop, contests, shard, facts.block, facts.nothing),
                rows: Vec::new(),
                unsynced: false,
            })
            .collect();
        let unfinished = match conditions.folder {
            Some(folder) if conditions.fresh => Checkpoint::remove(folder, shard).map(|()| None)?,
            Some(folder) => Checkpoint::read(folder, &hash, shard, rows)?,
            None => None,
        };
        extend(&mut benches, plan.played_before(conditions.from))?;
        if let Some(checkpoint) = unfinished {
            resume(&mut benches, checkpoint, shard.is_whole())?;
        }
        let spool = conditions.folder.filter(|_| rows).map(RowWriter::new);
        if let Some(spool) = &spool {
            spool.open(benches.iter().map(|bench| (bench.cell, 2 * bench.course.tally().pairs())))?;
        }
        let now = Instant::now();
        let desk = Desk {
            benches,
            first_open: 0,
            played: 0,
            watched: now,
            save_at: now + conditions.checkpoint_every,
            saving: false,
            trouble: None,
        };
        Ok(Self { plan, simulators, conditions, hash, spool, began: now, desk: Mutex::new(desk), bell: Condvar::new() })
    }

    /// One worker: plays blocks until there are none.
    fn work(&self) {
        let _leaving = Leaving(self);
        while let Some(task) = self.next_task() {
            let simulator = match self.simulators.get(task.cell) {
                Ok(simulator) => simulator,
                Err(trouble) => return self.lock().note(Err(trouble)),
            };
            self.hand_in(&task, self.play(&task, simulator.as_ref()));
        }
    }

    /// Plays a block, without the pairs in which the program makes a mistake: the same ones whenever it is played.
    fn play(&self, task: &Task, simulator: &dyn Simulator) -> Played {
        let mut left_out: Vec<u64> = Vec::new();
        loop {
            let work = || {
                let mut recorder = recorder(self.plan, simulator);
                let mut rows = Vec::new();
                if self.spool.is_some() {
                    self.play_but(&left_out, task, simulator, &mut RowKeeper::new(&mut rows, &mut recorder));
                } else {
                    self.play_but(&left_out, task, simulator, &mut recorder);
                }
                Played { tally: recorder.into_tally(), rows }
            };
            // What a game that went wrong has left behind is thrown away with it.
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(mut played) => {
                    played.tally.left_out = left_out;
                    return played;
                }
                Err(mistake) => match pair_gone_wrong() {
                    Some(pair) if left_out.len() < MOST_LEFT_OUT => {
                        let at = left_out.partition_point(|other| *other < pair);
                        left_out.insert(at, pair);
                    }
                    _ => resume_unwind(mistake),
                },
            }
        }
    }

    /// Plays the pairs of a block but for some of them.
    fn play_but(&self, left_out: &[u64], task: &Task, simulator: &dyn Simulator, sink: &mut dyn ResultSink) {
        let luck = self.plan.luck_of(task.cell);
        let mut from = task.pairs.start;
        for to in left_out.iter().copied().chain([task.pairs.end]) {
            if from < to {
                simulator.play(self.plan.seed, luck, from..to, sink);
            }
            from = to + 1;
        }
    }

    /// The next block; none when all is done, or nothing more is to be begun.
    fn next_task(&self) -> Option<Task> {
        let mut desk = self.lock();
        loop {
            if desk.trouble.is_some() || self.conditions.abort.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(task) = desk.next_task() {
                return Some(task);
            }
            if desk.first_open == desk.benches.len() {
                return None;
            }
            // Blocks under way elsewhere decide whether there will be more work.
            desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn hand_in(&self, task: &Task, played: Played) {
        let mut desk = self.lock();
        desk.played += 2 * (task.pairs.end - task.pairs.start);
        let bench = &mut desk.benches[task.bench];
        bench.course.take_back(task.number, played, &mut bench.rows);
        if bench.course.stopped().is_some() {
            self.simulators.drop(bench.cell);
        }
        let left_out: usize = desk.benches.iter().map(|bench| bench.course.tally().left_out.len()).sum();
        if left_out > MOST_LEFT_OUT {
            let message = format!("the program makes mistakes in more than {MOST_LEFT_OUT} pairs of this run");
            desk.note(Err(RunError::Work(message)));
        }
        let bench = &mut desk.benches[task.bench];
        if bench.rows.len() >= ROWS_AT_ONCE {
            let result = bench.spool(self.spool.as_ref());
            desk.note(result);
        }
        desk.pass_complete();
        self.bell.notify_all();

        let now = Instant::now();
        if now.duration_since(desk.watched) >= WATCH_EVERY {
            desk.watched = now;
            (self.conditions.watch)(&desk.progress(self.began));
        }
        if now >= desk.save_at && !desk.saving && self.conditions.folder.is_some() {
            desk.saving = true;
            let result = self.save(desk);
            let mut desk = self.lock();
            desk.saving = false;
            desk.save_at = Instant::now() + self.conditions.checkpoint_every.max(20 * now.elapsed());
            desk.note(result);
        }
    }

    /// Writes a checkpoint of the present state, rows first: the checkpoint promises them.
    fn save(&self, mut desk: MutexGuard<'_, Desk>) -> Result<(), RunError> {
        let Some(folder) = self.conditions.folder else { return Ok(()) };
        let mut unsynced = BTreeSet::new();
        for bench in &mut desk.benches {
            bench.spool(self.spool.as_ref())?;
            if std::mem::take(&mut bench.unsynced) {
                unsynced.insert(bench.cell);
            }
        }
        let begun = desk.benches.iter().filter(|bench| bench.course.pairs() > 0);
        let cells = begun.map(|bench| (bench.cell, bench.course.tally().clone())).collect();
        drop(desk);
        for (spool, cell) in self.spool.iter().flat_map(|spool| unsynced.iter().map(move |cell| (spool, *cell))) {
            spool.sync(cell)?;
        }
        let shard = self.conditions.shard;
        Checkpoint { hash: self.hash.clone(), shard, rows: self.spool.is_some(), cells }.write(folder)
    }

    /// Keeps what is there and makes it a result.
    fn close(self) -> Result<Run, RunError> {
        let seconds = self.began.elapsed().as_secs_f64();
        if let Some(trouble) = self.lock().trouble.take() {
            return Err(trouble);
        }
        self.save(self.lock())?;
        let desk = self.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.conditions.watch)(&desk.progress(self.began));
        let cells: Vec<Cell> = desk
            .benches
            .iter()
            .map(|bench| Cell {
                key: self.plan.cells[bench.cell as usize].key.clone(),
                tally: bench.course.tally().clone(),
                stopped: bench.course.stopped().unwrap_or(Stopped::Interrupted),
            })
            .collect();
        let timing = Timing {
            threads: rayon::current_num_threads(),
            seconds,
            engagements: desk.played,
            engagements_per_second: desk.played as f64 / seconds.max(1e-9),
        };
        let manifest = self.plan.manifest(&cells, self.simulators.purchases(), self.conditions.command.clone(), timing);
        Ok(Run { manifest, cells })
    }

    /// A worker that panics has not touched the desk while it played, so what is there stays sound.
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    /// A block that will surely count; failing that, one that will count unless its cell stops before it. Of the cells under way
    /// the one that has come least far goes first, so that a run that is broken off has something of each.
    fn next_task(&mut self) -> Option<Task> {
        let mut from = self.first_open;
        loop {
            let open = |bench: &usize| self.benches[*bench].course.stopped().is_none();
            let mut under_way: Vec<usize> = (from..self.benches.len()).filter(open).take(AT_ONCE).collect();
            let Some(last) = under_way.last() else { break };
            from = last + 1;
            under_way.sort_by_key(|bench| self.benches[*bench].course.handed_out());
            for eager in [false, true] {
                for bench in under_way.iter().copied() {
                    let Bench { cell, course, .. } = &mut self.benches[bench];
                    if let Some((number, pairs)) = course.hand_out(eager) {
                        return Some(Task { bench, cell: *cell, number, pairs });
                    }
                }
            }
        }
        self.pass_complete();
        None
    }

    fn pass_complete(&mut self) {
        let open = self.benches[self.first_open..].iter().position(|bench| bench.course.stopped().is_none());
        self.first_open = open.map_or(self.benches.len(), |n| self.first_open + n);
    }

    /// Keeps the first trouble; it ends the run.
    fn note(&mut self, result: Result<(), RunError>) {
        if let Err(trouble) = result {
            self.trouble.get_or_insert(trouble);
        }
    }

    fn progress(&self, began: Instant) -> Progress {
        let sum = |pairs: fn(&CellProgress) -> u64| self.benches.iter().map(|bench| 2 * pairs(&bench.course)).sum();
        Progress {
            engagements: sum(CellProgress::pairs),
            expected: sum(CellProgress::forecast),
            cells_complete: self.benches.iter().filter(|bench| bench.course.stopped().is_some()).count(),
            cells: self.benches.len(),
            engagements_per_second: self.played as f64 / began.elapsed().as_secs_f64().max(1e-9),
        }
    }
}

impl Bench {
    /// Hands the rows that have come together to the disk.
    fn spool(&mut self, spool: Option<&RowWriter>) -> Result<(), RunError> {
        let Some(spool) = spool.filter(|_| !self.rows.is_empty()) else { return Ok(()) };
        spool.append(self.cell, &self.rows)?;
        self.rows.clear();
        self.unsynced = true;
        Ok(())
    }
}

/// Goes on from a checkpoint. A `whole` run may have gone on from others, and have ended anywhere.
fn resume(benches: &mut [Bench], checkpoint: Checkpoint, whole: bool) -> Result<(), RunError> {
    for (cell, tally) in checkpoint.cells {
        let bench = benches.iter_mut().find(|bench| bench.cell == cell);
        let taken = bench.is_some_and(|bench| {
            fits(&tally, bench.course.tally())
                && match whole {
                    true => tally.tried() < bench.course.pairs() || bench.course.extend(tally),
                    false => bench.course.resume(tally),
                }
        });
        if !taken {
            return Err(RunError::Work(format!("the checkpoint does not fit cell {cell}; begin again with --fresh")));
        }
    }
    Ok(())
}

/// Goes on from games that were played before, by the number of their cell.
fn extend(benches: &mut [Bench], mut before: BTreeMap<u32, CellTally>) -> Result<(), RunError> {
    for bench in benches {
        let Some(tally) = before.remove(&bench.cell) else { continue };
        if !(fits(&tally, bench.course.tally()) && bench.course.extend(tally)) {
            return Err(RunError::Work(format!("the earlier results do not fit cell {}", bench.cell)));
        }
    }
    Ok(())
}

/// Whether two tallies are of the same lists and ruleset.
fn fits(one: &CellTally, other: &CellTally) -> bool {
    let same_units =
        |list: usize| one.units[list].iter().map(|unit| &unit.name).eq(other.units[list].iter().map(|unit| &unit.name));
    same_units(0) && same_units(1) && one.endings.len() == other.endings.len() && one.rules.len() == other.rules.len()
}

#[cfg(test)]
mod tests;
