//! Atomic files: they appear whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its place and moved there, synced, when it is whole.
///
/// Whatever happens before [`AtomicFile::keep`] leaves what was there untouched. The name of the unfinished file is
/// always the same, so that runs that are killed do not leave a heap of them.
#[derive(Debug)]
pub struct AtomicFile {
    place: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    kept: bool,
}

impl AtomicFile {
    /// Begins the file that is to appear at `place`.
    ///
    /// # Errors
    /// When the folder does not take it.
    pub fn create(place: &Path) -> io::Result<Self> {
        let mut name = std::ffi::OsString::from(".");
        name.push(place.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        name.push(".part");
        let beside = place.with_file_name(name);
        // What a run that was killed has left goes; a link there is not followed.
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(&beside)?);
        Ok(Self { place: place.to_owned(), beside, file, kept: false })
    }

    /// Syncs the file and moves it to its place.
    ///
    /// # Errors
    /// When the disk does not take it; what was there before is then still there.
    pub fn keep(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.beside, &self.place)?;
        self.kept = true;
        sync_names(self.place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.kept {
            // Nobody is left to hear of a failure to tidy up.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Writes `bytes` to `place`, whole or not at all.
///
/// # Errors
/// When the disk does not take it; what was there before is then still there.
pub fn write_atomically(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(place)?;
    file.write_all(bytes)?;
    file.keep()
}

/// Makes the names in a folder last: on Unix a rename is only safe once its folder is synced.
pub(super) fn sync_names(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("cells.csv");
        write_atomically(&place, b"first").unwrap();
        let mut second = AtomicFile::create(&place).unwrap();
        second.write_all(b"sec").unwrap();
        drop(second);
        assert_eq!(fs::read(&place).unwrap(), b"first");
        write_atomically(&place, b"third").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"third");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_atomically(&folder.path().join("missing/cells.csv"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_the_unfinished_file_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [mine, place] = ["mine", "cells.csv"].map(|name| folder.path().join(name));
        fs::write(&mine, "mine").unwrap();
        std::os::unix::fs::symlink(&mine, folder.path().join(".cells.csv.part")).unwrap();
        write_atomically(&place, b"cells").unwrap();
        assert_eq!((fs::read(&mine).unwrap(), fs::read(&place).unwrap()), (b"mine".to_vec(), b"cells".to_vec()));
    }
}
