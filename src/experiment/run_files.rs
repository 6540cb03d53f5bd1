//! Runs as files: results on the disk, and the parts that several machines have played.
//!
//! `manifest.json` and the files of shards end with a seal over all that stands before it, `results.json` has a digest, so that
//! what was changed or damaged on its way is noticed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::atomic_file::write_atomically;
use super::checkpoint::Checkpoint;
use super::{Manifest, Run, RunError, Shard, Stop, Timing, digest};
use crate::game::{Diagnostic, Diagnostics};
use crate::outcomes::{Cell, Stopped};

/// Name of the file with the manifest.
pub(super) const MANIFEST: &str = "manifest.json";

/// Name of the file with the sums.
pub(super) const RESULTS: &str = "results.json";

/// What stands before the seal of a file, and after it.
const SEAL: [&str; 2] = [",\n  \"seal\": \"", "\"\n}\n"];

/// The results alone: the same to the byte for every repetition of a run.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Results {
    hash: String,
    digest: String,
    cells: Vec<Cell>,
}

impl Manifest {
    /// Reads the manifest of a run that was saved in a folder, and says whether its results are there too.
    ///
    /// # Errors
    /// When there is none, or it is damaged.
    pub fn load(folder: &Path) -> Result<(Self, bool), RunError> {
        Ok((Self::of(folder)?, folder.join(RESULTS).exists()))
    }

    fn of(folder: &Path) -> Result<Self, RunError> {
        let path = folder.join(MANIFEST);
        if path.exists() {
            return read_sealed(&path);
        }
        let begun = || {
            fs::read_dir(folder)
                .is_ok_and(|mut all| all.any(|file| file.is_ok_and(|file| Checkpoint::is_one(&file.path()))))
        };
        let message = match folder {
            _ if folder.is_dir() && begun() => {
                "this run was broken off before it had results: the command that began it goes on with it"
            }
            _ if folder.is_dir() => "this folder holds no run: `evenodds run --out FOLDER` makes one",
            _ if folder.exists() => "this is a file, and a run is a folder: `evenodds run FILE` plays an experiment",
            _ => "there is no such folder",
        };
        Err(wrong(folder, message).into())
    }
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
        write(&folder.join(RESULTS), &pretty(&results))?;
        write(&folder.join(MANIFEST), &sealed(&self.manifest))
    }

    /// Reads a run that was saved in a folder.
    ///
    /// # Errors
    /// When there is none, it is damaged, or its parts do not belong together.
    pub fn load(folder: &Path) -> Result<Self, RunError> {
        let manifest = Manifest::of(folder)?;
        let path = folder.join(RESULTS);
        let results: Results = parse(&path, &read(&path)?)?;
        let run = Self { manifest, cells: results.cells };
        let names = |hash: &str, digest: &str| hash == run.manifest.hash && digest == run.manifest.digest;
        if run.is_sound() && names(&results.hash, &results.digest) {
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
        let path = shard_path(folder, shard);
        let file = ShardFile { shard, manifest: self.manifest.clone(), cells: self.cells.clone() };
        write(&path, &sealed(&file))?;
        Ok(path)
    }

    /// Puts the parts of a run together: one after the other, so that no more than one of them is held beside the sum.
    ///
    /// # Errors
    /// When parts are missing, damaged, unfinished, there twice, or of different experiments.
    pub fn merge(paths: &[PathBuf]) -> Result<Self, RunError> {
        let mut diagnostics = Diagnostics::new();
        let mut parts: Vec<Part<'_>> = Vec::new();
        for path in paths {
            match read_sealed::<ShardFile>(path) {
                Ok(file) => {
                    diagnostics.extend(misfit(path, &file, &parts));
                    parts.push(Part { path, shard: file.shard, hash: file.manifest.hash });
                }
                Err(RunError::Request(more)) => diagnostics.extend(more),
                Err(trouble) => return Err(trouble),
            }
        }
        parts.sort_by_key(|part| part.shard.index);
        if let Some(of) = parts.first().map(|part| part.shard.of) {
            let missing: Vec<String> = (0..of)
                .filter(|index| parts.binary_search_by_key(index, |part| part.shard.index).is_err())
                .map(|index| format!("{index}/{of}"))
                .collect();
            if !missing.is_empty() {
                diagnostics.push(Diagnostic::new(format!("shards are missing: {}", missing.join(", "))));
            }
        } else if diagnostics.is_empty() {
            diagnostics.push(Diagnostic::new("there are no shards to merge"));
        }
        if !diagnostics.is_empty() {
            return Err(diagnostics.into());
        }
        let mut sum: Option<Self> = None;
        for part in &parts {
            let file: ShardFile = read_sealed(part.path)?;
            if (file.shard, &file.manifest.hash) != (part.shard, &part.hash) {
                return Err(wrong(part.path, "this shard was replaced while shards were put together").into());
            }
            match &mut sum {
                None => sum = Some(Self { manifest: file.manifest, cells: file.cells }),
                Some(sum) => sum.add(file),
            }
        }
        let mut run = sum.expect("a run has at least one part");
        run.cells.sort_by_key(|cell| cell.key.number);
        run.manifest.digest = digest::of_cells(&run.manifest.hash, &run.cells);
        run.manifest.turns_digest = digest::of_turns(&run.cells);
        run.manifest.phases_digest = digest::of_phases(&run.cells);
        Ok(run)
    }

    /// Adds a later part.
    fn add(&mut self, part: ShardFile) {
        let Self { manifest, cells } = self;
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

    /// Whether the results are those that the digest was taken of.
    fn is_sound(&self) -> bool {
        has_its_digests(&self.manifest, &self.cells)
    }
}

/// Whether cells are those that the digests of a manifest were taken of.
fn has_its_digests(manifest: &Manifest, cells: &[Cell]) -> bool {
    digest::of_cells(&manifest.hash, cells) == manifest.digest
        && digest::of_turns(cells) == manifest.turns_digest
        && digest::of_phases(cells) == manifest.phases_digest
}

/// A part of a run that was read: where it is, and which one of which experiment.
struct Part<'p> {
    path: &'p Path,
    shard: Shard,
    hash: String,
}

/// What keeps a part from being merged with those before it.
fn misfit(path: &Path, file: &ShardFile, before: &[Part<'_>]) -> Option<Diagnostic> {
    let ShardFile { shard, manifest, cells } = file;
    let sound = has_its_digests(manifest, cells);
    let first = before.first();
    let message = if !sound {
        "this shard is damaged: its results do not have their digest".to_owned()
    } else if let Some(first) = first.filter(|first| first.hash != manifest.hash) {
        format!("this shard is of another experiment than {}", first.path.display())
    } else if let Some(first) = first.filter(|first| first.shard.of != shard.of) {
        format!("this is shard {shard}, but {} is {}", first.path.display(), first.shard)
    } else if let Some(twin) = before.iter().find(|other| other.shard == *shard) {
        format!("this is shard {shard} once more, like {}", twin.path.display())
    } else if cells.iter().any(|cell| cell.stopped == Stopped::Interrupted) {
        "this shard was broken off: run it again to complete it".to_owned()
    } else {
        return None;
    };
    Some(wrong(path, message))
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

fn write(path: &Path, text: &[u8]) -> Result<(), RunError> {
    write_atomically(path, text).map_err(|error| RunError::file("write", path, &error))
}

fn pretty(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("plain data serializes");
    text.push(b'\n');
    text
}

/// An object as JSON, with the seal of all that stands before it as its last entry.
fn sealed(value: &impl Serialize) -> Vec<u8> {
    let mut text = pretty(value);
    text.truncate(text.len() - "\n}\n".len());
    let seal = digest::of_bytes(&text);
    [&text[..], SEAL[0].as_bytes(), seal.as_bytes(), SEAL[1].as_bytes()].concat()
}

/// Whether a text has the seal that it should have.
fn has_its_seal(text: &[u8]) -> bool {
    let found = || {
        let rest = text.strip_suffix(SEAL[1].as_bytes())?;
        let (rest, seal) = rest.split_at_checked(rest.len().checked_sub(digest::DIGITS)?)?;
        Some(digest::of_bytes(rest.strip_suffix(SEAL[0].as_bytes())?).as_bytes() == seal)
    };
    found() == Some(true)
}

fn read_sealed<T: DeserializeOwned>(path: &Path) -> Result<T, RunError> {
    let text = read(path)?;
    if has_its_seal(&text) {
        parse(path, &text)
    } else {
        Err(wrong(path, "this file is damaged, or was changed after it was written: it does not have its seal").into())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, RunError> {
    fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RunError::from(wrong(path, "there is no such file")),
        _ => RunError::from(wrong(path, format!("cannot read this file: {error}"))),
    })
}

fn parse<T: DeserializeOwned>(path: &Path, text: &[u8]) -> Result<T, RunError> {
    serde_json::from_slice(text).map_err(|error| wrong(path, format!("this file is damaged: {error}")).into())
}

/// Whether a file is the manifest of a run.
pub(super) fn is_of_run(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST)
        && hash_in::<Manifest>(path, |manifest| manifest.hash).is_some()
}

/// Whether a file is named as a shard is.
pub(super) fn is_shard(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix("shard-").and_then(|rest| rest.strip_suffix(".json")).is_some_and(|rest| rest.contains("-of-"))
}

/// The hash of the experiment whose results a folder holds.
pub(super) fn hash_of_run(folder: &Path) -> Option<String> {
    hash_in::<Manifest>(&folder.join(MANIFEST), |manifest| manifest.hash)
}

/// The hash of the experiment of which a folder holds a shard.
pub(super) fn hash_of_shard(folder: &Path, shard: Shard) -> Option<String> {
    hash_in::<ShardFile>(&shard_path(folder, shard), |file| file.manifest.hash)
}

fn hash_in<T: DeserializeOwned>(path: &Path, hash: impl Fn(T) -> String) -> Option<String> {
    serde_json::from_slice(&fs::read(path).ok()?).ok().map(hash)
}

fn shard_path(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("shard-{}-of-{}.json", shard.index, shard.of))
}
