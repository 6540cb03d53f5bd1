//! The folder of a run: held by one process at a time, never one with files of somebody else, and its results are there
//! together or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint::Checkpoint;
use super::run_files::{self, MANIFEST, RESULTS};
use super::{RunError, Shard};
use crate::game::Diagnostic;

/// File that a process has locked as long as it works in a folder.
const LOCK: &str = ".lock";

/// File in a folder of unfinished results, by which it is known.
const MARK: &str = ".unfinished";

/// Folder of rows on their way, within the folder of a run.
pub(super) const ROWS: &str = ".rows";

/// What the files of rows on their way begin with.
pub(super) const ROWS_OF_CELL: &str = "cell-";

/// Names, without their endings, of the tables that a run leaves as `.parquet` and `.csv`.
const TABLES: [&str; 11] = [
    "cells",
    "classes",
    "leads",
    "units",
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
    /// Held until the end; only their end matters.
    _locks: Vec<Lock>,
}

impl RunFolder {
    /// Makes the folder, if there is none, and holds it for the experiment with this hash. A folder that holds another
    /// experiment is taken only when it is to be begun `fresh`.
    ///
    /// # Errors
    /// The request was wrong when the folder cannot be written to, another process is at work in it, it holds files that are
    /// not those of a run, or another experiment.
    pub fn hold(folder: &Path, hash: &str, shard: Shard, fresh: bool) -> Result<Self, RunError> {
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
        let held = Self { named: folder.to_owned(), place, known, _locks: locks };
        if !fresh && before.is_some() && !known {
            let diagnostic = Diagnostic::new("the folder holds the results of another experiment")
                .allowing(["--fresh to replace them", "another --out folder"]);
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
            if is_folder && [MARK, MANIFEST].iter().any(|name| stage.join(name).exists()) {
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
            fs::remove_file(self.place.join(MARK))?;
            match exchange(&self.place, place) {
                Ok(()) => sync_folder(place.parent().unwrap_or(place)),
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
            [MANIFEST, RESULTS, "checkpoint.json", MARK].contains(&&*text)
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
        } else if !(text.starts_with(LOCK) || text.starts_with(".checkpoint") || text == ".results.unfinished") {
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
    remove_results(folder, Path::new(""), stage)?;
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
    sync_folder(folder)
}

/// Removes the old results of a folder.
fn remove_results(folder: &Path, within: &Path, stage: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(within))? {
        let entry = entry?;
        let (name, path) = (within.join(entry.file_name()), entry.path());
        if path == stage {
            continue;
        }
        if entry.file_type()?.is_dir() {
            if holds_results(&name) {
                remove_results(folder, &name, stage)?;
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
    sync_folder(folder)
}

/// Makes sure that the names in a folder are on the disk, where that can be asked for.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
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

/// A file that this process has locked. The file system lets go of it when the process ends, however it ends.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks a file, for this process alone or together with others; none when another process is in the way.
    fn take(path: PathBuf, shared: bool) -> io::Result<Option<Self>> {
        loop {
            if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                return Err(io::Error::other(format!("{} is in the way", path.display())));
            }
            let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path)?;
            match if shared { file.try_lock_shared() } else { file.try_lock() } {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // Where files cannot be locked at all, one process at a time is up to the user.
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
                _ => {}
            }
            // Who held the lock before may have removed the file in between.
            if is_at(&file, &path) {
                return Ok(Some(Self { path, file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Who shares a lock leaves the file to the last one.
        if self.file.unlock().is_ok() && self.file.try_lock().is_ok() && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a path leads to this file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |one: fs::Metadata, other: fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    file.metadata().is_ok_and(|one| fs::metadata(path).is_ok_and(|other| same(one, other)))
}

/// Whether a path leads to this file: elsewhere open files keep their names.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
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
mod tests {
    use super::*;
    use crate::experiment::{Manifest, Run, Stop, Timing};

    const PART: Shard = Shard { index: 0, of: 2 };

    fn run(hash: &str) -> Run {
        let manifest = serde_json::json!({
            "version": "1", "name": "try", "question": "", "ruleset": "coins", "title": "Coins", "seed": 1, "luck": "shared",
            "stop": Stop::Pairs(1), "factors": [], "lists": [], "experiment": "", "texts": [], "hash": hash, "digest": "",
            "command": "", "rules": [], "endings": [], "timing": Timing::default(),
        });
        Run { manifest: serde_json::from_value::<Manifest>(manifest).unwrap(), cells: Vec::new() }
    }

    fn hold(folder: &Path, hash: &str) -> Result<RunFolder, RunError> {
        RunFolder::hold(folder, hash, Shard::WHOLE, false)
    }

    /// Puts results of an experiment into a folder, with these files.
    fn publish(folder: &RunFolder, hash: &str, files: &[&str]) {
        let stage = folder.stage().unwrap();
        run(hash).save(stage.path()).unwrap();
        for name in files {
            put(&stage.path().join(name), hash);
        }
        stage.publish().unwrap();
    }

    fn put(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The files of a folder, sorted.
    fn files(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        files_below(folder, Path::new(""), &mut names).unwrap();
        let mut names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
        names.sort();
        names
    }

    fn refusal(result: Result<RunFolder, RunError>) -> String {
        match result {
            Err(RunError::Request(diagnostics)) => diagnostics[0].to_string(),
            other => panic!("not refused: {other:?}"),
        }
    }

    #[test]
    fn one_process_at_a_time_holds_a_folder_and_shards_share_it() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("a/run");
        let shard = |index| RunFolder::hold(&place, "x", Shard { index, of: 2 }, false);
        let first = hold(&place, "x").unwrap();
        assert!(refusal(hold(&place, "x")).contains("another process is at work in this folder"));
        assert!(refusal(shard(0)).contains("another process"));
        drop(first);
        assert!(files(&place).is_empty(), "no lock is left");
        let parts = [shard(0).unwrap(), shard(1).unwrap()];
        assert!(refusal(shard(1)).contains("another process"));
        assert!(refusal(hold(&place, "x")).contains("another process"));
        let [one, other] = parts;
        drop(one);
        assert!(refusal(hold(&place, "x")).contains("another process"), "the other shard is still at work");
        drop(other);
        hold(&place, "x").unwrap();
        assert!(files(&place).is_empty());
    }

    #[test]
    fn a_folder_with_files_of_somebody_else_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        for name in ["manifest.json", ".rows/diary.txt", "cells.csv", "notes.txt"] {
            let place = parent.path().join(name.replace(['/', '.'], "_"));
            put(&place.join(name), "mine");
            assert!(refusal(hold(&place, "x")).contains(name), "{name}");
            assert_eq!(files(&place), [name]);
            assert_eq!(fs::read(place.join(name)).unwrap(), b"mine");
        }
        let file = parent.path().join("file");
        fs::write(&file, "mine").unwrap();
        assert!(refusal(hold(&file, "x")).contains("this is a file, not a folder"));
    }

    #[test]
    fn what_a_run_that_was_killed_early_has_left_is_no_obstacle() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("run");
        for name in [".lock", ".lock-0-of-2", ".rows/cell-000001", ".checkpoint.json.part"] {
            put(&place.join(name), "");
        }
        let beside = parent.path().join(".run.unfinished");
        put(&beside.join(MARK), "");
        put(&beside.join("charts/a.svg"), "half of it");
        let folder = hold(&place, "x").unwrap();
        assert!(!beside.exists());
        publish(&folder, "x", &["cells.csv"]);
        drop(folder);
        assert_eq!(files(&place), [".lock-0-of-2", "cells.csv", "manifest.json", "results.json"]);
    }

    #[test]
    fn new_results_take_the_place_of_old_ones_and_of_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let theirs =
            ["charts/mine.txt", "discord/mine.md", "gauges/manifest.json", "mine/deep/notes.md", "shard-0-of-2.json"];
        let old = ["cells.csv", "charts/a.svg", "discord/message-3.md", "ratings.parquet", ".rows/cell-000000"];
        // Where the results cannot be staged beside the folder, they are moved in one after another.
        for in_the_way in [false, true] {
            let place = parent.path().join(format!("run-{in_the_way}"));
            if in_the_way {
                put(&parent.path().join(".run-true.unfinished"), "somebody's file");
            }
            let folder = hold(&place, "x").unwrap();
            publish(&folder, "x", &old);
            theirs.iter().for_each(|name| put(&place.join(name), "mine"));
            #[cfg(unix)]
            std::os::unix::fs::symlink("/nowhere", place.join("link")).unwrap();
            publish(&folder, "x", &["cells.csv", "charts/b.svg"]);
            drop(folder);
            let mut wanted = [&theirs[..], &["cells.csv", "charts/b.svg", "manifest.json", "results.json"]].concat();
            if cfg!(unix) {
                wanted.push("link");
            }
            wanted.sort_unstable();
            assert_eq!(files(&place), wanted);
            assert!(theirs.iter().all(|name| fs::read(place.join(name)).unwrap() == b"mine"));
        }
        assert_eq!(files(parent.path()).iter().filter(|name| name.contains("unfinished")).count(), 1);
    }

    #[test]
    fn the_results_of_another_experiment_are_replaced_only_when_told() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("run");
        publish(&hold(&place, "x").unwrap(), "x", &["engagements.parquet"]);
        assert!(refusal(hold(&place, "y")).contains("results of another experiment"));
        let same = hold(&place, "x").unwrap();
        let stage = same.stage().unwrap();
        stage.keep("engagements.parquet").unwrap();
        stage.publish().unwrap();
        assert!(place.join("engagements.parquet").is_file(), "rows of the same experiment stay good");
        run("x").save(&place).unwrap();
        drop(same);
        let fresh = RunFolder::hold(&place, "y", Shard::WHOLE, true).unwrap();
        let stage = fresh.stage().unwrap();
        stage.keep("engagements.parquet").unwrap();
        stage.publish().unwrap();
        assert!(!place.join("engagements.parquet").exists());
        drop(fresh);
        run("x").save_shard(&place, PART).unwrap();
        let refused = refusal(RunFolder::hold(&place, "y", PART, false));
        assert!(refused.contains("results of another experiment"), "{refused}");
        RunFolder::hold(&place, "x", PART, false).unwrap();
    }

    #[test]
    fn results_that_are_not_published_leave_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let folder = hold(&parent.path().join("run"), "x").unwrap();
        let stage = folder.stage().unwrap();
        put(&stage.path().join("cells.csv"), "half");
        drop(stage);
        drop(folder);
        assert!(files(parent.path()).is_empty());
    }
}
