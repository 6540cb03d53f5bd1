//! The folder of a run: held by one process at a time, never one with files of somebody else, and its results are there
//! together or not at all.

mod lock;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use lock::Lock;

use super::atomic_file::sync_names;
use super::checkpoint::Checkpoint;
use super::differences::differences;
use super::run_files::{self, MANIFEST, RESULTS};
use super::{Plan, Run, RunError, Shard};
use crate::game::Diagnostic;

/// File that a process has locked as long as it works in a folder.
const LOCK: &str = ".lock";

/// File in a folder of unfinished results, by which it is known.
const MARK: &str = ".unfinished";

/// Folder of rows on their way, within the folder of a run.
pub(super) const ROWS: &str = ".rows";

/// The rows of every engagement, where they are kept.
const ENGAGEMENTS: &str = "engagements.parquet";

/// What the files of rows on their way begin with.
pub(super) const ROWS_OF_CELL: &str = "cell-";

/// Names, without their endings, of the tables that a run leaves as `.parquet` and `.csv`.
const TABLES: [&str; 17] = [
    "cells",
    "classes",
    "leads",
    "units",
    "rules",
    "counts",
    "states",
    "phases",
    "turns",
    "events",
    "meetings",
    "engagements",
    "costs",
    "ratings",
    "games",
    "gauges",
    "stronger_hands",
];

/// A folder that this process alone writes the results of one experiment into, or the results of one shard of it.
///
/// Results are written into a [`Stage`] and appear in the folder together.
#[derive(Debug)]
pub struct RunFolder {
    /// As the user named it.
    named: PathBuf,
    /// The same with all links followed.
    place: PathBuf,
    /// Whether it held results of the same experiment already.
    known: bool,
    /// Results that it held from which the experiment goes on, if there are any.
    earlier: Vec<Run>,
    /// Held until the end; only their end matters.
    _locks: Vec<Lock>,
}

/// How many differences between two experiments are told.
const MOST_DIFFERENCES: usize = 4;

/// What a folder holds of another experiment.
#[derive(Default)]
struct Found {
    /// The run, when it can be gone on with.
    run: Option<Run>,
    /// How many of its cells are those of the experiment, and how many it has.
    same: (usize, usize),
    /// What its experiment differs in.
    differences: Vec<String>,
}

impl RunFolder {
    /// Makes the folder, if there is none, and holds it for the experiment with this hash. A folder that holds another
    /// experiment is taken only when it is to be begun `fresh`.
    ///
    /// # Errors
    /// The request was wrong when the folder cannot be written to, another process is at work in it, it holds files that are
    /// not those of a run, or another experiment.
    pub fn hold(folder: &Path, hash: &str, shard: Shard, fresh: bool) -> Result<Self, RunError> {
        Self::hold_from(folder, hash, shard, fresh, |_| Found::default())
    }

    /// As [`RunFolder::hold`], for results of a plan, which may also [take over](Plan::played_before) all games of those that the
    /// folder holds, with `rows` of every engagement or without.
    ///
    /// # Errors
    /// As [`RunFolder::hold`], and when rows were kept of the results that it goes on from, but are not to be kept now.
    pub fn hold_for(plan: &Plan, folder: &Path, shard: Shard, fresh: bool, rows: bool) -> Result<Self, RunError> {
        Self::hold_with(plan, folder, shard, fresh, rows, |run| {
            let (begun, same) =
                (run.cells.iter().filter(|cell| cell.tally.tried() > 0), plan.played_before(std::slice::from_ref(run)));
            (begun.count() == same.len(), same.len())
        })
    }

    /// As [`RunFolder::hold_for`], for a plan that is played in stages, and may only [go on](Plan::goes_on_from) with the last one:
    /// where stages end depends on all cells.
    ///
    /// # Errors
    /// As [`RunFolder::hold_for`].
    pub fn hold_for_stages(plan: &Plan, folder: &Path, fresh: bool) -> Result<Self, RunError> {
        Self::hold_with(plan, folder, Shard::WHOLE, fresh, false, |run| (plan.goes_on_from(run), 0))
    }

    /// `takes` says whether a run is lost in nothing when the plan takes its place, and how many of its cells can be taken over.
    fn hold_with(
        plan: &Plan,
        folder: &Path,
        shard: Shard,
        fresh: bool,
        rows: bool,
        takes: impl Fn(&Run) -> (bool, usize),
    ) -> Result<Self, RunError> {
        let earlier = |place: &Path| {
            let Some(run) = (shard.is_whole() && !fresh).then(|| Run::load(place).ok()).flatten() else {
                return Found::default();
            };
            let (goes_on, same) = takes(&run);
            let differences = differences(plan, &run.manifest);
            Found { same: (same, run.cells.len()), differences, run: goes_on.then_some(run) }
        };
        let mut held = Self::hold_from(folder, &plan.hash(), shard, fresh, earlier)?;
        if !held.earlier.is_empty() && !rows && held.place.join(ENGAGEMENTS).is_file() {
            let message = format!("`{ENGAGEMENTS}` holds a row of every engagement, and would get no more of them");
            let diagnostic = Diagnostic::new(message).allowing([
                "--rows to play all of them again",
                "--fresh to do without",
                "another --out folder",
            ]);
            return Err(diagnostic.within(&folder.display().to_string()).into());
        }
        // Rows are written as games are played: those of games that were played before are not there.
        held.earlier.retain(|_| !rows);
        if let Some(earlier) = held.earlier.first()
            && matches!(Checkpoint::read(&held.place, &earlier.manifest.hash, shard, false), Ok(Some(_)))
        {
            // What it held stands in the partial results, which the run goes on from.
            Checkpoint::remove(&held.place, shard)?;
        }
        Ok(held)
    }

    fn hold_from(
        folder: &Path,
        hash: &str,
        shard: Shard,
        fresh: bool,
        earlier: impl FnOnce(&Path) -> Found,
    ) -> Result<Self, RunError> {
        let refuse = |message: String| RunError::from(Diagnostic::new(message).within(&folder.display().to_string()));
        let unusable = |error: io::Error| refuse(format!("cannot write to this folder: {error}"));
        if folder.exists() && !folder.is_dir() {
            return Err(refuse("this is a file, not a folder".to_owned()));
        }
        fs::create_dir_all(folder).map_err(unusable)?;
        let place = fs::canonicalize(folder).map_err(unusable)?;
        if let Some(strange) = strange_file(&place).map_err(unusable)? {
            let message = format!("this folder holds `{}`, which is not of a run", strange.display());
            let diagnostic = Diagnostic::new(message).allowing(["a new or empty folder", "the folder of a run"]);
            return Err(diagnostic.within(&folder.display().to_string()).into());
        }
        let locks = lock(&place, shard).map_err(unusable)?.ok_or_else(|| {
            let message = "another process is at work in this folder";
            let diagnostic =
                Diagnostic::new(message).allowing(["the same command when it has ended", "another folder"]);
            RunError::from(diagnostic.within(&folder.display().to_string()))
        })?;
        let before = experiment_in(&place, shard);
        let known = before.as_deref() == Some(hash);
        let Found { run, same: (same, cells), differences } =
            if before.is_some() && !known { earlier(&place) } else { Found::default() };
        let held = Self { named: folder.to_owned(), place, known, earlier: run.into_iter().collect(), _locks: locks };
        if !fresh && before.is_some() && !known && held.earlier.is_empty() {
            let elsewhere = match same {
                0 => "another --out folder".to_owned(),
                _ => format!(
                    "another --out folder, where `run --from {}` takes over the games of {same} of its {cells} cells",
                    folder.display()
                ),
            };
            let mut message =
                "the folder holds the results of another experiment, or of more pairs of this one".to_owned();
            if let [first @ .., last] = &differences[..differences.len().min(MOST_DIFFERENCES)] {
                let first = first.iter().map(|difference| format!("{difference}, "));
                message += &format!(": {}{last}", first.collect::<String>());
            }
            let diagnostic = Diagnostic::new(message).allowing(["--fresh to replace them".to_owned(), elsewhere]);
            return Err(diagnostic.within(&folder.display().to_string()).into());
        }
        held.clear_away().map_err(unusable)?;
        Ok(held)
    }

    /// The folder as the user named it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.named
    }

    /// The results in the folder from which its experiment goes on, if there are any: all their games are those of this one, which
    /// has more of them or more cells.
    #[must_use]
    pub fn earlier(&self) -> &[Run] {
        &self.earlier
    }

    /// Whether the folder holds results that are complete, of whatever experiment.
    #[must_use]
    pub fn holds_complete_results(&self) -> bool {
        Run::load(&self.place).is_ok_and(|run| run.is_complete())
    }

    /// Begins results that are to appear in the folder, in place of those that it holds.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn stage(&self) -> Result<Stage<'_>, RunError> {
        let make = |place: &Path| fs::create_dir(place).and_then(|()| File::create(place.join(MARK)).map(drop));
        let [beside, within] = self.stages();
        // Beside the folder the results can take its place at once; where nothing may be written there, within has to do.
        let place = match make(&beside) {
            Ok(()) => beside,
            Err(_) => make(&within).map(|()| within).map_err(|error| RunError::file("write", &self.named, &error))?,
        };
        Ok(Stage { folder: self, place })
    }

    /// Where results may be staged.
    fn stages(&self) -> [PathBuf; 2] {
        let mut name = OsString::from(".");
        name.push(self.place.file_name().unwrap_or_default());
        name.push(".unfinished");
        [self.place.with_file_name(name), self.place.join(".results.unfinished")]
    }

    /// Removes what a process that was killed has left of its results.
    fn clear_away(&self) -> io::Result<()> {
        for stage in self.stages() {
            let is_folder = fs::symlink_metadata(&stage).is_ok_and(|found| found.is_dir());
            if is_folder && stage.join(MARK).exists() {
                ignore_missing(fs::remove_dir_all(&stage))?;
            }
        }
        Ok(())
    }
}

/// Results on their way into the folder of a run. Dropped without [`Stage::publish`] they leave nothing.
#[derive(Debug)]
pub struct Stage<'a> {
    folder: &'a RunFolder,
    place: PathBuf,
}

impl Stage<'_> {
    /// The folder that the results are written into.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.place
    }

    /// Takes a file over from results of the same experiment that were in the folder before.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn keep(&self, name: &str) -> Result<(), RunError> {
        let [from, to] = [&self.folder.place, &self.place].map(|folder| folder.join(name));
        if !self.folder.known || !from.is_file() {
            return Ok(());
        }
        let linked = fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop));
        linked.map_err(|error| RunError::file("write", &to, &error))
    }

    /// Takes over what an unfinished run in the folder needs to go on.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn keep_unfinished(&self) -> Result<(), RunError> {
        let work = || -> io::Result<()> {
            let mut names = vec![Checkpoint::path(Path::new(""), Shard::WHOLE)];
            if self.folder.place.join(ROWS).is_dir() {
                fs::create_dir_all(self.place.join(ROWS))?;
                for entry in fs::read_dir(self.folder.place.join(ROWS))? {
                    names.push(Path::new(ROWS).join(entry?.file_name()));
                }
            }
            for name in names {
                let [from, to] = [&self.folder.place, &self.place].map(|folder| folder.join(&name));
                ignore_missing(fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop)))?;
            }
            Ok(())
        };
        work().map_err(|error| RunError::file("write", &self.folder.named, &error))
    }

    /// Puts the results in the place of those that the folder held, with the checkpoint and the rows of the run that they
    /// come from. Whatever else is in the folder stays.
    ///
    /// On Linux the old and the new folder change places in one step of the file system; where that cannot be done, the
    /// files are moved one after another, the manifest last.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn publish(self) -> Result<(), RunError> {
        let place = &self.folder.place;
        let work = || -> io::Result<()> {
            sync(&self.place)?;
            if self.place.starts_with(place) {
                return move_into(&self.place, place);
            }
            keep_others(place, &self.place, Path::new(""))?;
            // Once they have changed places, what is left of the old folder is known by its mark.
            File::create(place.join(MARK))?;
            fs::remove_file(self.place.join(MARK))?;
            match exchange(&self.place, place) {
                Ok(()) => sync_names(place.parent().unwrap_or(place)),
                Err(_) => move_into(&self.place, place),
            }
        };
        work().map_err(|error| RunError::file("write", &self.folder.named, &error))
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        // Nobody is left to hear of a failure to tidy up; the next one to hold the folder clears it away.
        let _ = fs::remove_dir_all(&self.place);
    }
}

/// The hash of the experiment that a folder holds the results of.
fn experiment_in(folder: &Path, shard: Shard) -> Option<String> {
    if shard.is_whole() { run_files::hash_of_run(folder) } else { run_files::hash_of_shard(folder, shard) }
}

/// Whether a folder within that of a run, by its path there, is replaced by new results.
fn holds_results(name: &Path) -> bool {
    ["charts", "discord", ROWS].iter().any(|known| name == Path::new(known))
}

/// Whether a file of a run's folder, by its path there, is replaced by new results.
fn is_result(name: &Path) -> bool {
    let ends = |endings: &[&str]| name.extension().is_some_and(|end| endings.iter().any(|known| end == *known));
    let text = name.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.file_stem().unwrap_or_default().to_string_lossy();
    match name.parent().unwrap_or(name).to_string_lossy().as_ref() {
        "" => {
            [MANIFEST, RESULTS, "summary.json", "checkpoint.json", MARK].contains(&&*text)
                || (stem == "report" && ends(&["html", "md", "bbcode"]))
                || (TABLES.contains(&&*stem) && ends(&["parquet", "csv"]))
                || (text.starts_with('.') && ends(&["part"]))
        }
        "charts" => ends(&["svg", "png"]),
        "discord" => stem.starts_with("message-") && ends(&["md"]),
        ROWS => stem.starts_with(ROWS_OF_CELL),
        _ => false,
    }
}

/// The first file of a folder, by name, that keeps it from being that of a run; none in an empty folder, and in one that holds
/// results or a checkpoint.
fn strange_file(folder: &Path) -> io::Result<Option<PathBuf>> {
    let mut names: Vec<OsString> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<_>>()?;
    names.sort();
    let known = |name: &OsString| {
        let path = folder.join(name);
        run_files::is_of_run(&path) || run_files::is_shard(&path) || Checkpoint::is_one(&path)
    };
    if names.iter().any(known) {
        return Ok(None);
    }
    for name in names {
        let path = folder.join(&name);
        let text = name.to_string_lossy();
        if text == ROWS && path.is_dir() {
            let others = fs::read_dir(&path)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
            if let Some(other) = others.iter().find(|name| !is_result(&Path::new(ROWS).join(name))) {
                return Ok(Some(Path::new(ROWS).join(other)));
            }
        } else if !(text.starts_with(LOCK)
            || text.starts_with(".checkpoint")
            || text == ".results.unfinished"
            || text == MARK)
        {
            return Ok(Some(name.into()));
        }
    }
    Ok(None)
}

/// Links everything in a folder that is not replaced into the stage of new results.
fn keep_others(folder: &Path, stage: &Path, within: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(within))? {
        let entry = entry?;
        let name = within.join(entry.file_name());
        let (kind, to) = (entry.file_type()?, stage.join(&name));
        if kind.is_dir() {
            if !holds_results(&name) {
                fs::create_dir_all(&to)?;
            }
            keep_others(folder, stage, &name)?;
        } else if !is_result(&name) {
            fs::create_dir_all(stage.join(within))?;
            match fs::hard_link(entry.path(), &to) {
                Err(_) if kind.is_file() => fs::copy(entry.path(), &to).map(drop),
                linked => linked,
            }?;
        }
    }
    Ok(())
}

/// Moves the files of a stage into a folder, the manifest last, after the old ones have gone.
fn move_into(stage: &Path, folder: &Path) -> io::Result<()> {
    remove_results(folder, Path::new(""))?;
    let mut names = Vec::new();
    files_below(stage, Path::new(""), &mut names)?;
    names.sort_by_key(|name| (name == Path::new(MANIFEST), name.clone()));
    for name in names.iter().filter(|name| *name != Path::new(MARK)) {
        let to = folder.join(name);
        if let Some(above) = to.parent() {
            fs::create_dir_all(above)?;
        }
        fs::rename(stage.join(name), to)?;
    }
    sync_names(folder)
}

/// Removes the old results of a folder.
fn remove_results(folder: &Path, within: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(within))? {
        let entry = entry?;
        let (name, path) = (within.join(entry.file_name()), entry.path());
        if entry.file_type()?.is_dir() {
            if holds_results(&name) {
                remove_results(folder, &name)?;
                // It stays when somebody else has put something there.
                let _ = fs::remove_dir(&path);
            }
        } else if is_result(&name) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The files below a folder, by their paths within it.
fn files_below(folder: &Path, within: &Path, names: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(within))? {
        let entry = entry?;
        let name = within.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files_below(folder, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

/// Makes sure that everything below a folder is on the disk.
fn sync(folder: &Path) -> io::Result<()> {
    let mut names = Vec::new();
    files_below(folder, Path::new(""), &mut names)?;
    for name in names {
        File::open(folder.join(name))?.sync_all()?;
    }
    sync_names(folder)
}

fn ignore_missing(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Lets two folders change places in one step.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Lets two folders change places in one step, which this system does not offer.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The locks of a run, or of a shard, which shares its folder with other shards; none when another process has one of them.
fn lock(folder: &Path, shard: Shard) -> io::Result<Option<Vec<Lock>>> {
    let Some(whole) = Lock::take(folder.join(LOCK), !shard.is_whole())? else { return Ok(None) };
    if shard.is_whole() {
        return Ok(Some(vec![whole]));
    }
    let own = Lock::take(folder.join(format!("{LOCK}-{}-of-{}", shard.index, shard.of)), false)?;
    Ok(own.map(|own| vec![own, whole]))
}

#[cfg(test)]
mod tests;
