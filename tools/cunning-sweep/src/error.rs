//! The errors of sweeps.

use std::io;
use std::path::{Path, PathBuf};

use cunning_diag::{Code, Diagnostic, Diagnostics};

/// The reason why a sweep cannot go on. A cell that fails is not such a reason: its failure is stored.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The sweep file, a text that it names or a parameter is invalid.
    #[error("{0}")]
    Input(Diagnostics),
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

impl SweepError {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_path_buf(), error }
    }

    /// An error in the input that has no position in a file.
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self::Input(Diagnostic::error(Code::new(code), message).into())
    }
}

impl From<Diagnostics> for SweepError {
    fn from(found: Diagnostics) -> Self {
        Self::Input(found)
    }
}
