//! What a run leaves in its folder.

use std::path::Path;

use crate::cli::complain;
use crate::cli::diagnostics::Failure;
use crate::experiment::{self, Run, Shard};
use crate::outcomes::Stopped;
use crate::report;
use crate::report::bbcode::Dialect;

/// Writes everything about a complete run into its folder, if it has one, and removes what was kept for going on. A run
/// that was broken off keeps that instead.
///
/// # Errors
/// When the run was broken off, or the disk does not take the files.
pub fn close(run: &Run, folder: Option<&Path>, dialect: Dialect) -> Result<(), Failure> {
    complete(run, folder)?;
    let Some(folder) = folder else { return Ok(()) };
    run.save(folder)?;
    report::write(run, folder, dialect).map_err(|error| Failure::Work(format!("cannot write the report: {error}")))?;
    experiment::forget(folder, Shard::WHOLE)?;
    complain(&format!("report: {}", folder.join("report.html").display()));
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
    complain(&format!("shard {shard}: {}", path.display()));
    Ok(())
}

fn complete(run: &Run, folder: Option<&Path>) -> Result<(), Failure> {
    let open = run.cells.iter().filter(|cell| cell.stopped == Stopped::Interrupted).count();
    if open == 0 {
        return Ok(());
    }
    let go_on = match folder {
        Some(folder) => {
            format!("; what is finished is in {}, and the same command goes on from there", folder.display())
        }
        None => String::new(),
    };
    Err(Failure::Work(format!("broken off with {open} of {} cells open{go_on}", run.cells.len())))
}
