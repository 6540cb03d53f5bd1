//! The row writer: rows on their way to the disk, one growing file a cell.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use super::RunError;
use super::run_folder::{ROWS, ROWS_OF_CELL};
use crate::outcomes::Row;

/// The folder in which rows wait until the run is complete.
#[derive(Clone, Debug)]
pub struct RowWriter {
    folder: PathBuf,
}

impl RowWriter {
    /// The spool of a run in `folder`.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.join(ROWS) }
    }

    /// Begins, or goes on, with the given number of engagements kept of each cell; what lies beyond was written after
    /// the checkpoint and is played again.
    ///
    /// # Errors
    /// When the disk does not take it, or holds less than the checkpoint says.
    pub fn open(&self, kept: impl Iterator<Item = (u32, u64)>) -> Result<(), RunError> {
        fs::create_dir_all(&self.folder).map_err(|error| RunError::file("create", &self.folder, &error))?;
        for (cell, engagements) in kept {
            let path = self.path(cell);
            let length = engagements * Row::BYTES as u64;
            let cut = || -> io::Result<()> {
                let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
                if file.metadata()?.len() < length {
                    return Err(io::Error::other(
                        "rows are missing that the checkpoint knows; begin again with --fresh",
                    ));
                }
                file.set_len(length)
            };
            cut().map_err(|error| RunError::file("go on with", &path, &error))?;
        }
        Ok(())
    }

    /// Adds packed rows of a cell.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn append(&self, cell: u32, rows: &[u8]) -> Result<(), RunError> {
        let path = self.path(cell);
        let write = || OpenOptions::new().append(true).create(true).open(&path)?.write_all(rows);
        write().map_err(|error| RunError::file("write", &path, &error))
    }

    /// Makes sure that the rows of a cell are on the disk.
    ///
    /// # Errors
    /// When they are not.
    pub fn sync(&self, cell: u32) -> Result<(), RunError> {
        let path = self.path(cell);
        let sync = || OpenOptions::new().append(true).open(&path)?.sync_all();
        sync().map_err(|error| RunError::file("write", &path, &error))
    }

    /// The rows of a cell, in the order of pairs.
    ///
    /// # Errors
    /// When the file cannot be opened; the iterator yields an error when it cannot be read on.
    pub fn rows(&self, cell: u32) -> io::Result<impl Iterator<Item = io::Result<Row>> + use<>> {
        let mut file = BufReader::new(File::open(self.path(cell))?);
        Ok(std::iter::from_fn(move || {
            let mut bytes = [0; Row::BYTES];
            match file.read_exact(&mut bytes) {
                Ok(()) => Some(Ok(Row::unpack(&bytes))),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
                Err(error) => Some(Err(error)),
            }
        }))
    }

    /// Removes the spool, once its rows are elsewhere.
    ///
    /// # Errors
    /// When it stays.
    pub fn remove(&self) -> Result<(), RunError> {
        let work = || -> io::Result<()> {
            for entry in fs::read_dir(&self.folder)? {
                let path = entry?.path();
                if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(ROWS_OF_CELL)) {
                    fs::remove_file(&path)?;
                }
            }
            // It stays when somebody else has put something there.
            let _ = fs::remove_dir(&self.folder);
            Ok(())
        };
        match work() {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(RunError::file("remove", &self.folder, &error))
            }
            _ => Ok(()),
        }
    }

    fn path(&self, cell: u32) -> PathBuf {
        self.folder.join(format!("{ROWS_OF_CELL}{cell:06}"))
    }
}
