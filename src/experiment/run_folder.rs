//! Run folders: results on the disk, and the parts that several machines have played.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::atomic_file::write_atomically;
use super::{Manifest, Run, RunError, Shard, Stop, Timing, digest};
use crate::game::{Diagnostic, Diagnostics};
use crate::outcomes::{Cell, Stopped};

/// Name of the file with the manifest.
const MANIFEST: &str = "manifest.json";

/// Name of the file with the sums.
const RESULTS: &str = "results.json";

/// The results alone: the same to the byte for every repetition of a run.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Results {
    hash: String,
    digest: String,
    cells: Vec<Cell>,
}

/// One part of a run, as it goes from machine to machine.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ShardFile {
    shard: Shard,
    manifest: Manifest,
    cells: Vec<Cell>,
}

impl Run {
    /// Writes `manifest.json` and `results.json` into a folder that exists, each whole or not at all.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn save(&self, folder: &Path) -> Result<(), RunError> {
        let Manifest { hash, digest, .. } = &self.manifest;
        let results = Results { hash: hash.clone(), digest: digest.clone(), cells: self.cells.clone() };
        write_json(&folder.join(RESULTS), &results)?;
        write_json(&folder.join(MANIFEST), &self.manifest)
    }

    /// Reads a run that was saved in a folder.
    ///
    /// # Errors
    /// When there is none, it is damaged, or its parts do not belong together.
    pub fn load(folder: &Path) -> Result<Self, RunError> {
        let manifest: Manifest = read_json(&folder.join(MANIFEST))?;
        let path = folder.join(RESULTS);
        let results: Results = read_json(&path)?;
        let run = Self { manifest, cells: results.cells };
        if run.is_sound() && results.digest == run.manifest.digest {
            Ok(run)
        } else {
            Err(wrong(&path, format!("these results do not have the digest {}", run.manifest.digest)).into())
        }
    }

    /// Writes one part of a run into a folder that exists, whole or not at all, and says where.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn save_shard(&self, folder: &Path, shard: Shard) -> Result<PathBuf, RunError> {
        let path = folder.join(format!("shard-{}-of-{}.json", shard.index, shard.of));
        let file = ShardFile { shard, manifest: self.manifest.clone(), cells: self.cells.clone() };
        write_json(&path, &file)?;
        Ok(path)
    }

    /// Puts the parts of a run together.
    ///
    /// # Errors
    /// When parts are missing, damaged, unfinished, there twice, or of different experiments.
    pub fn merge(paths: &[PathBuf]) -> Result<Self, RunError> {
        let mut diagnostics = Diagnostics::new();
        let mut parts: Vec<(&PathBuf, ShardFile)> = Vec::new();
        for path in paths {
            match read_json::<ShardFile>(path) {
                Ok(part) => parts.push((path, part)),
                Err(RunError::Request(more)) => diagnostics.extend(more),
                Err(trouble) => return Err(trouble),
            }
        }
        if let Some((first_path, first)) = parts.first() {
            for (at, (path, part)) in parts.iter().enumerate() {
                diagnostics.extend(misfit(path, part, first_path, first, &parts[..at]));
            }
            let missing: Vec<String> = (0..first.shard.of)
                .filter(|index| parts.iter().all(|(_, part)| part.shard.index != *index))
                .map(|index| format!("{index}/{}", first.shard.of))
                .collect();
            if !missing.is_empty() {
                diagnostics.push(Diagnostic::new(format!("shards are missing: {}", missing.join(", "))));
            }
        } else if diagnostics.is_empty() {
            diagnostics.push(Diagnostic::new("there are no shards to merge"));
        }
        if diagnostics.is_empty() {
            Ok(join(parts.into_iter().map(|(_, part)| part).collect()))
        } else {
            Err(diagnostics.into())
        }
    }

    /// Whether the results are those that the digest was taken of.
    fn is_sound(&self) -> bool {
        digest::of_cells(&self.manifest.hash, &self.cells) == self.manifest.digest
    }
}

/// What keeps a part from being merged with the first and those before it.
fn misfit(
    path: &Path,
    part: &ShardFile,
    first_path: &Path,
    first: &ShardFile,
    before: &[(&PathBuf, ShardFile)],
) -> Option<Diagnostic> {
    let sound = digest::of_cells(&part.manifest.hash, &part.cells) == part.manifest.digest;
    let message = if !sound {
        "this shard is damaged: its results do not have their digest".to_owned()
    } else if part.manifest.hash != first.manifest.hash {
        format!("this shard is of another experiment than {}", first_path.display())
    } else if part.shard.of != first.shard.of {
        format!("this is shard {}, but {} is {}", part.shard, first_path.display(), first.shard)
    } else if let Some((twin, _)) = before.iter().find(|(_, other)| other.shard == part.shard) {
        format!("this is shard {} once more, like {}", part.shard, twin.display())
    } else if part.cells.iter().any(|cell| cell.stopped == Stopped::Interrupted) {
        "this shard was broken off: run it again to complete it".to_owned()
    } else {
        return None;
    };
    Some(wrong(path, message))
}

/// Adds up parts that belong together.
fn join(mut parts: Vec<ShardFile>) -> Run {
    parts.sort_by_key(|part| part.shard.index);
    let mut parts = parts.into_iter();
    let ShardFile { mut manifest, mut cells, .. } = parts.next().expect("a run has at least one part");
    for part in parts {
        add_timing(&mut manifest.timing, part.manifest.timing);
        for (rule, more) in manifest.rules.iter_mut().zip(&part.manifest.rules) {
            rule.times += more.times;
        }
        match manifest.stop {
            Stop::Pairs(_) => {
                for (cell, more) in cells.iter_mut().zip(&part.cells) {
                    cell.tally.merge(&more.tally);
                }
            }
            _ => cells.extend(part.cells),
        }
    }
    cells.sort_by_key(|cell| cell.key.number);
    manifest.digest = digest::of_cells(&manifest.hash, &cells);
    Run { manifest, cells }
}

/// Parts are played side by side: the slowest decides how long it took.
fn add_timing(sum: &mut Timing, more: Timing) {
    sum.threads += more.threads;
    sum.seconds = sum.seconds.max(more.seconds);
    sum.engagements += more.engagements;
    sum.engagements_per_second += more.engagements_per_second;
}

fn wrong(path: &Path, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(message).within(&path.display().to_string())
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RunError> {
    let mut text = serde_json::to_vec_pretty(value).expect("plain data serializes");
    text.push(b'\n');
    write_atomically(path, &text).map_err(|error| RunError::file("write", path, &error))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, RunError> {
    let text = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RunError::from(wrong(path, "there is no such file")),
        _ => RunError::from(wrong(path, format!("cannot read this file: {error}"))),
    })?;
    serde_json::from_slice(&text).map_err(|error| wrong(path, format!("this file is damaged: {error}")).into())
}
