//! Locks on files, by which processes keep out of each other's way.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A file that this process has locked. The file system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks a file, for this process alone or together with others; none when another process is in the way.
    pub(super) fn take(path: PathBuf, shared: bool) -> io::Result<Option<Self>> {
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
