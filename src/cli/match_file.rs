//! The matches of a search in a file, from which it goes on after a break.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::Value;

use crate::cli::diagnostics::Failure;
use crate::cli::files;
use crate::experiment::{KnobMatch, RunError};
use crate::game::Diagnostic;

/// The key under which the first line says what search the file is of.
const SEARCH: &str = "search";

/// A file of JSON Lines that this process alone writes: the first says what is searched, each other one is a match.
#[derive(Debug)]
pub struct MatchFile {
    path: PathBuf,
    file: Mutex<File>,
    /// What the file held.
    pub known: Vec<KnobMatch>,
}

impl MatchFile {
    /// Opens the file, or makes it, for a search that is known by its `heading`. What a process that was killed left of its last
    /// line is taken away.
    ///
    /// # Errors
    /// When it is of something else, another process has it, or the disk does not take it.
    pub fn open(path: &Path, heading: &Value) -> Result<Self, Failure> {
        files::prepare_file(path)?;
        let blame = |fault: Diagnostic| Failure::from(fault.within(&path.display().to_string()));
        let failed = |error: io::Error| Failure::Work(format!("cannot use {}: {error}", path.display()));
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let fault = Diagnostic::new("another process is at work with this file");
                return Err(blame(fault.allowing(["the same command when it has ended", "another file"])));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let mut lines = text.split_inclusive(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let mut whole = first.len();
        let mut known = Vec::new();
        let heading = serde_json::json!({ SEARCH: heading });
        if first.is_empty() {
            let line = format!("{heading}\n");
            file.write_all(line.as_bytes()).map_err(failed)?;
            whole = line.len();
        } else {
            let other = "another file, for the matches of this search";
            match serde_json::from_slice::<Value>(first) {
                Ok(own) if own == heading => {}
                Ok(own) if own.get(SEARCH).is_some() => {
                    return Err(blame(Diagnostic::new("this file holds another search").allowing([other])));
                }
                _ => return Err(blame(Diagnostic::new("this file holds no search").allowing([other]))),
            }
            for line in lines {
                let Some(one) = serde_json::from_slice(line).ok().filter(|_| line.ends_with(b"\n")) else { break };
                known.push(one);
                whole += line.len();
            }
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), known })
    }

    /// Adds a match.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn add(&self, one: &KnobMatch) -> Result<(), RunError> {
        let work = || -> io::Result<()> {
            let line = serde_json::to_string(one)? + "\n";
            // Nobody who held it can have failed half-way.
            let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            file.write_all(line.as_bytes())?;
            file.flush()
        };
        work().map_err(|error| RunError::Work(format!("cannot write {}: {error}", self.path.display())))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    fn one(value: f64) -> KnobMatch {
        KnobMatch { sets: vec![vec![value]], pairs: 3, misses: vec![vec![0.1 + value]], games: 6 }
    }

    #[test]
    fn matches_are_kept_to_the_bit_and_a_torn_line_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/kept.jsonl");
        let kept = MatchFile::open(&path, &json!({ "steps": 3 })).unwrap();
        assert!(kept.known.is_empty());
        kept.add(&one(0.2)).unwrap();
        kept.add(&one(1.0 / 3.0)).unwrap();
        drop(kept);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{{\"sets\": [[1")).unwrap();
        let kept = MatchFile::open(&path, &json!({ "steps": 3 })).unwrap();
        assert_eq!(kept.known, [one(0.2), one(1.0 / 3.0)]);
        kept.add(&one(2.0)).unwrap();
        drop(kept);
        assert_eq!(MatchFile::open(&path, &json!({ "steps": 3 })).unwrap().known[2], one(2.0));
    }

    #[test]
    fn files_of_something_else_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.jsonl");
        let kept = MatchFile::open(&path, &json!(1)).unwrap();
        assert!(MatchFile::open(&path, &json!(1)).is_err(), "two at once");
        drop(kept);
        let before = fs::read(&path).unwrap();
        assert!(MatchFile::open(&path, &json!(2)).is_err());
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::write(&path, "my notes\n").unwrap();
        assert!(MatchFile::open(&path, &json!(1)).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "my notes\n");
    }
}
