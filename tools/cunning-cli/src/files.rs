//! Reads and writes the files that the user names. A dash is standard input.
//!
//! A written file appears under its name only when it is complete: it is written under a temporary name in the same
//! folder, synced and renamed.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cunning_diag::Source;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Reads text of at most `bytes_max` bytes. A longer file is cut one byte after that, so that the parser of the text
/// reports the excess: every parser has its own cap.
pub(crate) fn read(path: &Path, bytes_max: usize) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path, bytes_max as u64)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // The cut at the limit may have split a character; the parser reports the length.
        Err(error) if error.utf8_error().error_len().is_none() && error.as_bytes().len() > bytes_max => {
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.split(|&byte| byte == b'\n').count();
            return Err(Failure::input(
                "cli/not-text",
                format!("{name} is not a text file: line {line} is not UTF-8"),
            ));
        }
    };
    Ok(Source::new(name, text))
}

/// Reads at most `bytes_max` bytes and one more; returns them with the file's name for messages.
pub(crate) fn read_bytes(path: &Path, bytes_max: u64) -> Result<(String, Vec<u8>), Failure> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let limit = bytes_max + 1;
    let read = if is_stdin {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::io(&name, error))?;
    Ok((name, bytes))
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let file = NewFile::create(path)?;
    let written = file.writer().and_then(|mut writer| writer.write_all(contents));
    written.map_err(|error| Failure::io(path.display().to_string(), error))?;
    file.commit()
}

/// A file that is being written. Without [`NewFile::commit`] it is removed, except after a panic: a recording of what
/// led to it is kept.
pub(crate) struct NewFile {
    /// The path as the user wrote it.
    name: PathBuf,
    target: Target,
}

enum Target {
    /// A new file, and the path that it gets when it is complete.
    Temporary(NamedTempFile, PathBuf),
    /// A device or a pipe, which cannot be replaced.
    Special(File),
    Committed,
}

impl NewFile {
    /// Creates the file under a temporary name.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            let message =
                "cannot write to `-`, because standard output is for the result; name a file to write to";
            return Err(Failure::input("cli/write-to-stdout", message));
        }
        let target = Target::open(path).map_err(|error| Failure::io(path.display().to_string(), error))?;
        Ok(Self { name: path.to_path_buf(), target })
    }

    /// A handle to write with. Several handles share one position.
    pub(crate) fn writer(&self) -> io::Result<File> {
        match &self.target {
            Target::Temporary(file, _) => file.as_file().try_clone(),
            Target::Special(file) => file.try_clone(),
            Target::Committed => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Gives the file its name, replacing a file that has it.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        let renamed = self.rename();
        renamed.map_err(|error| Failure::io(self.name.display().to_string(), error))
    }

    fn rename(&mut self) -> io::Result<()> {
        if let Target::Temporary(file, path) = std::mem::replace(&mut self.target, Target::Committed) {
            file.as_file().sync_all()?;
            file.persist(path)?;
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The panic is reported already.
            let _ = self.rename();
        }
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        let existing = path.metadata().ok();
        if existing.as_ref().is_some_and(|file| !file.is_file()) {
            return Ok(Self::Special(File::options().write(true).open(path)?));
        }
        // A link stays a link: its target is replaced.
        let path = if existing.is_some() { path.canonicalize()? } else { path.to_path_buf() };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Opening the temporary file would name that file in the error.
        folder.metadata()?;
        let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // The umask takes its part.
        let file = builder.tempfile_in(folder)?;
        if let Some(existing) = existing {
            fs::set_permissions(file.path(), existing.permissions())?;
        }
        Ok(Self::Temporary(file, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn written_file_replaces_the_old_one_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.txt");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(
            (fs::read(&path).unwrap(), names(folder.path())),
            (b"new".to_vec(), vec!["plan.txt".into()])
        );
    }

    #[test]
    fn abandoned_file_leaves_the_old_one_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.cng");
        fs::write(&path, b"old").unwrap();
        let file = NewFile::create(&path).unwrap();
        file.writer().unwrap().write_all(b"half").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(file);
        assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"old".to_vec(), 1));
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn file_is_kept_after_a_panic() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.cng");
        let panicked = std::panic::catch_unwind(|| {
            let file = NewFile::create(&path).unwrap();
            file.writer().unwrap().write_all(b"half").unwrap();
            panic!("a bug");
        });
        assert!(panicked.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"half");
    }

    #[test]
    fn missing_folder_and_standard_output_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(write(&folder.path().join("no/such/file"), b""), Err(Failure::Io { .. })));
        assert!(matches!(write(Path::new("-"), b""), Err(Failure::Input(_))));
    }
}
