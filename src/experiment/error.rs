//! Errors of a run: why it came to nothing.

use std::fmt;
use std::io;
use std::path::Path;

use crate::game::{Diagnostic, Diagnostics};

/// Why a run, or a part of it, could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The request was wrong.
    Request(Diagnostics),
    /// The work failed, for this reason.
    Work(String),
}

impl RunError {
    /// A file could not be read or written.
    pub(super) fn file(what: &str, path: &Path, error: &io::Error) -> Self {
        Self::Work(format!("cannot {what} {}: {error}", path.display()))
    }
}

impl From<Diagnostics> for RunError {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Request(diagnostics)
    }
}

impl From<Diagnostic> for RunError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Request(vec![diagnostic])
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(diagnostics) => {
                for (n, diagnostic) in diagnostics.iter().enumerate() {
                    write!(f, "{}{diagnostic}", if n > 0 { "\n" } else { "" })?;
                }
                Ok(())
            }
            Self::Work(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for RunError {}
