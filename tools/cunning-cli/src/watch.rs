//! Waiting until files change: they are looked at a few times a second, by modification time and length.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::cancel::Cancel;

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(300);

/// What a file looks like from outside; nothing if it is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp(Option<(SystemTime, u64)>);

impl Stamp {
    pub(crate) fn of(path: &Path) -> Self {
        let looked = path.metadata().and_then(|data| Ok((data.modified()?, data.len())));
        Self(looked.ok())
    }
}

/// Files as they were before they were read, so that what changes while they are read counts as a change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Vec<(PathBuf, Stamp)>);

impl Seen {
    /// Looks at a file that is about to be read.
    pub(crate) fn look(&mut self, path: &Path) {
        self.0.push((path.to_path_buf(), Stamp::of(path)));
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// Waits until a file looks different: the first that does. `None` if the user wants to stop.
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
