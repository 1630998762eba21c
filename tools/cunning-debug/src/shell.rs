//! The program around a session.

use std::io;
use std::path::Path;
use std::time::Duration;

/// What a session needs from the program around it to answer a request. Only the time that an answer may take depends on
/// [`Shell::now`].
pub trait Shell: Send + Sync {
    /// The time since any fixed moment.
    fn now(&self) -> Duration;

    /// Reads a file that was opened.
    fn read_file(&self, path: &Path) -> io::Result<String>;

    /// Replaces the contents of a file that was opened. It must not follow links.
    fn replace_file(&self, path: &Path, text: &str) -> io::Result<()>;

    /// Creates files with these names and texts in a folder below another one, and the folder if it does not exist. It must
    /// not follow links below `root`, and fails without changing anything if one of the files exists.
    fn create_files(&self, root: &Path, folder: &Path, files: &[(String, String)]) -> io::Result<()>;
}

/// A moment after which an answer should be cut short.
#[derive(Clone, Copy)]
pub(crate) struct Deadline<'a> {
    shell: &'a dyn Shell,
    start: Duration,
    end: Duration,
}

impl<'a> Deadline<'a> {
    /// A deadline that is `patience` from now.
    pub(crate) fn after(shell: &'a dyn Shell, patience: Duration) -> Self {
        let start = shell.now();
        Self { shell, start, end: start.saturating_add(patience) }
    }

    /// Whether the deadline is over.
    pub(crate) fn is_over(&self) -> bool {
        self.shell.now() >= self.end
    }

    /// The time since the deadline was set.
    pub(crate) fn elapsed(&self) -> Duration {
        self.shell.now().saturating_sub(self.start)
    }
}

/// The shell of unit tests: plain files, and no time limit.
#[cfg(test)]
pub(crate) struct FileShell;

#[cfg(test)]
impl Shell for FileShell {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        std::fs::read_to_string(path)
    }

    fn replace_file(&self, path: &Path, text: &str) -> io::Result<()> {
        std::fs::write(path, text)
    }

    fn create_files(&self, root: &Path, folder: &Path, files: &[(String, String)]) -> io::Result<()> {
        if !folder.as_os_str().is_empty() {
            std::fs::create_dir_all(root.join(folder))?;
        }
        files.iter().try_for_each(|(name, text)| std::fs::write(root.join(folder).join(name), text))
    }
}
