//! What a run leaves behind now and then, to go on from after whatever may happen to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic_file::write_atomically;
use super::{RunError, Shard};
use crate::game::Diagnostic;
use crate::outcomes::CellTally;

/// First words of a checkpoint; the checksum of the rest follows.
const HEADING: &str = "evenodds checkpoint 1";

/// The beginning of every cell, as far as it has been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Checkpoint {
    /// Hash of the experiment.
    pub hash: String,
    /// Which part of it.
    pub shard: Shard,
    /// Whether rows are kept.
    pub rows: bool,
    /// Numbers of the cells begun, with their sums.
    pub cells: Vec<(u32, CellTally)>,
}

impl Checkpoint {
    /// Where the checkpoint of a run in `folder` is.
    #[must_use]
    pub fn path(folder: &Path, shard: Shard) -> PathBuf {
        folder.join(if shard.is_whole() {
            "checkpoint.json".to_owned()
        } else {
            format!("checkpoint-{}-of-{}.json", shard.index, shard.of)
        })
    }

    /// Whether a file is the checkpoint of a run or of a shard.
    pub(super) fn is_one(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let named = name.starts_with("checkpoint") && name.ends_with(".json");
        named && fs::read(path).is_ok_and(|text| text.starts_with(HEADING.as_bytes()))
    }

    /// Reads the checkpoint of a run, if there is one.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or belongs to another experiment.
    pub fn read(folder: &Path, hash: &str, shard: Shard, rows: bool) -> Result<Option<Self>, RunError> {
        let path = Self::path(folder, shard);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(RunError::file("read", &path, &error)),
        };
        let refuse = |message: &str| {
            let diagnostic = Diagnostic::new(message).allowing(["--fresh to begin again", "another --out folder"]);
            RunError::from(diagnostic.within(&path.display().to_string()))
        };
        let checkpoint = unseal(&text).ok_or_else(|| refuse("this checkpoint is damaged"))?;
        if checkpoint.hash != hash || checkpoint.shard != shard {
            return Err(refuse("the folder holds an unfinished run of another experiment"));
        }
        if rows && !checkpoint.rows {
            return Err(refuse("the unfinished run in this folder was begun without rows"));
        }
        Ok(Some(checkpoint))
    }

    /// Writes the checkpoint, whole or not at all.
    ///
    /// # Errors
    /// When the disk does not take it; the one before is then still there.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        let path = Self::path(folder, self.shard);
        write_atomically(&path, &seal(self)).map_err(|error| RunError::file("write", &path, &error))
    }

    /// Removes the checkpoint of a run, if there is one.
    ///
    /// # Errors
    /// When it stays.
    pub fn remove(folder: &Path, shard: Shard) -> Result<(), RunError> {
        let path = Self::path(folder, shard);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(RunError::file("remove", &path, &error)),
            _ => Ok(()),
        }
    }
}

fn seal(checkpoint: &Checkpoint) -> Vec<u8> {
    let body = serde_json::to_vec(checkpoint).expect("plain data serializes");
    let mut sealed = format!("{HEADING} {}\n", blake3::hash(&body).to_hex()).into_bytes();
    sealed.extend_from_slice(&body);
    sealed
}

fn unseal(sealed: &[u8]) -> Option<Checkpoint> {
    let end = sealed.iter().position(|byte| *byte == b'\n')?;
    let (first, body) = (std::str::from_utf8(&sealed[..end]).ok()?, &sealed[end + 1..]);
    let checksum = first.strip_prefix(HEADING)?.trim_start();
    (blake3::hash(body).to_hex().as_str() == checksum).then(|| serde_json::from_slice(body).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Checkpoint {
        let names = ["rifleman".to_owned()];
        let mut tally = CellTally::new([&names, &names], 2, 1);
        tally.classes[7].luck_squared = i128::from(i64::MAX) * 1000;
        Checkpoint { hash: "abc".into(), shard: Shard::WHOLE, rows: true, cells: vec![(3, tally)] }
    }

    #[test]
    fn a_checkpoint_comes_back_as_it_was_and_only_to_its_own_experiment() {
        let folder = tempfile::tempdir().unwrap();
        let read = |hash: &str, rows| Checkpoint::read(folder.path(), hash, Shard::WHOLE, rows);
        assert_eq!(read("abc", true), Ok(None));
        example().write(folder.path()).unwrap();
        assert_eq!(read("abc", true), Ok(Some(example())));
        assert!(matches!(read("abd", true), Err(RunError::Request(_))));
        Checkpoint { rows: false, ..example() }.write(folder.path()).unwrap();
        assert!(matches!(read("abc", true), Err(RunError::Request(_))));
        assert!(read("abc", false).unwrap().is_some());
        Checkpoint::remove(folder.path(), Shard::WHOLE).unwrap();
        Checkpoint::remove(folder.path(), Shard::WHOLE).unwrap();
        assert_eq!(read("abc", true), Ok(None));
    }

    #[test]
    fn every_damage_is_noticed() {
        let sealed = seal(&example());
        for end in 0..sealed.len() {
            assert_eq!(unseal(&sealed[..end]), None, "cut at {end}");
        }
        for at in 0..sealed.len() {
            let mut bent = sealed.clone();
            bent[at] ^= 1;
            assert_eq!(unseal(&bent), None, "bent at {at}");
        }
        assert_eq!(unseal(&sealed), Some(example()));
    }
}
