//! What a run leaves in its folder.

use std::path::Path;

use crate::cli::diagnostics::Failure;
use crate::cli::row_files::{self, RowKind};
use crate::cli::{complain, files, summary};
use crate::experiment::{self, Companions, Run, RunFolder, Shard};
use crate::game::visible;
use crate::report;
use crate::report::bbcode::Dialect;
use crate::report::table::Table;

/// Writes everything about a run into its folder, if it has one: frames, report, and such rows of its games.
/// Those of a complete run take the place of what was kept for going on; those of a run that was broken off stand beside it,
/// say of themselves that they are partial, and never take the place of complete ones. [`complete`] says that a run was
/// broken off, once its answer is printed.
///
/// # Errors
/// When the disk does not take the files.
pub fn close(run: &Run, folder: Option<&RunFolder>, rows: &[RowKind]) -> Result<(), Failure> {
    let Some(folder) = folder else { return Ok(()) };
    if !run.is_complete() && (run.pairs() == 0 || folder.holds_complete_results()) {
        return Ok(());
    }
    let companions = Companions::load(folder.path(), run)?;
    write(run, &companions, folder, run.is_complete().then_some(rows), Dialect::default())
}

/// Writes results, frames and report of a run into its folder, together or not at all: those of a run that has just been
/// completed, with these rows of its games, in place of what was kept for going on; all others beside it.
///
/// # Errors
/// When the disk does not take the files.
pub fn write(
    run: &Run,
    companions: &Companions,
    folder: &RunFolder,
    completed: Option<&[RowKind]>,
    dialect: Dialect,
) -> Result<(), Failure> {
    let stage = folder.stage()?;
    let place = stage.path();
    run.save(place)?;
    run.write_frames(place)?;
    if completed.is_none() {
        stage.keep_unfinished()?;
    }
    let rows = completed.unwrap_or_default();
    if rows.contains(&RowKind::Engagements) {
        run.write_engagements(folder.path(), place)?;
    } else {
        stage.keep("engagements.parquet")?;
    }
    row_files::write(run, rows, place)?;
    if completed.is_none() {
        stage.keep("turns.parquet")?;
        stage.keep("events.parquet")?;
    }
    files::write_atomically(&place.join(summary::FILE), format!("{:#}\n", summary::kept(run, companions)).as_bytes())?;
    if let Some(costs) = report::Costs::of(run) {
        write_table(place, "costs", &costs.table())?;
    } else if let Some(ratings) = report::ratings(run) {
        write_table(place, "ratings", &ratings)?;
    }
    write_table(place, "games", &report::games(run, &visible(&folder.path().display().to_string())))?;
    for (name, table) in report::play_tables(run, companions) {
        write_table(place, name, &table)?;
    }
    report::write(run, companions, folder.path(), place, dialect)
        .map_err(|error| Failure::Work(format!("cannot write the report: {error}")))?;
    stage.publish()?;
    complain(&format!("report: {}", visible(&folder.path().join("report.html").display().to_string())));
    Ok(())
}

/// Writes a table as a frame.
fn write_table(folder: &Path, name: &str, table: &Table) -> Result<(), Failure> {
    let failed = |error| Failure::Work(format!("cannot write {name}: {error}"));
    experiment::write_frame(folder, name, &mut report::frame::frame(table).map_err(failed)?)?;
    Ok(())
}

/// Writes the part of a run that this machine has played.
///
/// # Errors
/// As [`close`].
pub fn close_shard(run: &Run, folder: &Path, shard: Shard) -> Result<(), Failure> {
    complete(run, Some(folder))?;
    let path = run.save_shard(folder, shard)?;
    experiment::forget(folder, shard)?;
    complain(&format!("shard {shard}: {}", visible(&path.display().to_string())));
    Ok(())
}

/// Writes results and frames of a companion into its folder, and keeps what it needs to go on.
///
/// # Errors
/// When the disk does not take the files.
pub fn keep(run: &Run, folder: &Path) -> Result<(), Failure> {
    run.save(folder)?;
    Ok(run.write_frames(folder)?)
}

/// Removes what was kept for going on.
///
/// # Errors
/// When it stays.
pub fn forget(folder: &Path) -> Result<(), Failure> {
    Ok(experiment::forget(folder, Shard::WHOLE)?)
}

/// Says of a run that was broken off that it was.
///
/// # Errors
/// When it was.
pub fn complete(run: &Run, folder: Option<&Path>) -> Result<(), Failure> {
    if run.is_complete() {
        return Ok(());
    }
    let go_on = match folder {
        Some(folder) => {
            format!("; what is finished is in {}, and the same command goes on from there", folder.display())
        }
        None => String::new(),
    };
    Err(Failure::Work(format!("broken off with {} of {} cells open{go_on}", run.open_cells(), run.cells.len())))
}
