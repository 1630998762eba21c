//! Waits until files change, by polling their modification times and lengths.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::cancel::Cancel;

/// The time between two polls.
const INTERVAL: Duration = Duration::from_millis(300);

/// The modification time and length of a file; `None` if it does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp(Option<(SystemTime, u64)>);

impl Stamp {
    fn of(path: &Path) -> Self {
        let stamp = path.metadata().and_then(|data| Ok((data.modified()?, data.len())));
        Self(stamp.ok())
    }
}

/// Files with their stamps before they were read, so that a change while they are read counts as a change.
#[derive(Clone, Debug, Default)]
pub(crate) struct WatchedFiles(Vec<(PathBuf, Stamp)>);

impl WatchedFiles {
    /// Adds a file that is about to be read.
    pub(crate) fn add(&mut self, path: &Path) {
        self.0.push((path.to_path_buf(), Stamp::of(path)));
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// Waits until a file changes and returns its path; `None` if the user wants to stop.
    pub(crate) fn wait(&self, cancel: &Cancel) -> Option<&Path> {
        while !cancel.is_wanted() {
            if let Some((path, _)) = self.0.iter().find(|(path, stamp)| Stamp::of(path) != *stamp) {
                return Some(path);
            }
            sleep(INTERVAL);
        }
        None
    }
}
