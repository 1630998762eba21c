//! Files that are replaced as a whole or not at all.
//!
//! A file is written under a new name in the same folder, synced, and renamed when it is complete. So a full disk, an error
//! or a crash leaves the old file as it was, and no reader ever sees half of a file. The new name is unpredictable, and the
//! file is created only if nothing has that name, so that a link that another user placed there is never followed.
//!
//! All tools of the project write files that the user names with this crate. It depends on no other crate of the project.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a whole file, replacing the one that has its name. A link stays a link: its target is replaced.
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("cunning-files-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("plan.txt");
/// cunning_files::write(&path, b"chop wood")?;
/// assert_eq!(std::fs::read(&path)?, b"chop wood");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let file = NewFile::create(path)?;
    file.writer()?.write_all(contents)?;
    file.commit()
}

/// Writes a whole file like [`write()`] but does not sync it, which saves several milliseconds. After a power failure the
/// file may be damaged, so this is for files that are checked when they are read and can be made again.
pub fn write_unsynced(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.writer()?.write_all(contents)?;
    file.rename(Sync::No)
}

/// Replaces the contents of an existing regular file. Other than [`write()`] it never follows a link, so that the file that
/// was opened earlier under this path cannot be exchanged for a link to another one. A read-only file is left alone: version
/// control systems mark files so that are not checked out.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let existing = path.symlink_metadata()?;
    if !existing.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no longer a regular file"));
    }
    if existing.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let file = NewFile { target: Target::temporary(path.to_path_buf(), Some(&existing))? };
    file.writer()?.write_all(contents)?;
    file.commit()
}

/// Creates files in a folder below another one, and the folder if it does not exist. Below `root` no link is followed, and
/// nothing is written if one of the files exists. `folder` and the names must be plain: no `..` and no root.
pub fn create_below(root: &Path, folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    let is_plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    let is_name = |name: &str| Path::new(name).components().count() == 1 && is_plain(Path::new(name));
    if !is_plain(folder) || !files.iter().all(|(name, _)| is_name(name)) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not below the folder"));
    }
    let mut inside = root.to_path_buf();
    for part in folder.components() {
        inside.push(part);
        match inside.symlink_metadata() {
            Ok(known) if known.is_dir() => {}
            Ok(_) => return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a folder")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir(&inside)?,
            Err(error) => return Err(error),
        }
    }
    if let Some((name, _)) = files.iter().find(|(name, _)| inside.join(name).symlink_metadata().is_ok()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{name} exists already")));
    }
    for (name, text) in files {
        // Fails if there is a file or a link of that name now.
        File::options().write(true).create_new(true).open(inside.join(name))?.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Creates a file that only this user can read, in the user's own folder for such files where there is one. It is removed
/// when the value is dropped.
///
/// A secret in such a file is not visible in the list of processes, as one in the arguments of a command would be.
pub fn private(contents: &[u8], suffix: &str) -> io::Result<PrivateFile> {
    let own = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    let mut builder = tempfile::Builder::new();
    builder.prefix("cunning-").suffix(suffix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    let mut file = builder.tempfile_in(own.unwrap_or_else(std::env::temp_dir))?;
    file.write_all(contents)?;
    file.flush()?;
    Ok(PrivateFile(file.into_temp_path()))
}

/// A file that only this user can read. It is removed when the value is dropped.
#[derive(Debug)]
pub struct PrivateFile(tempfile::TempPath);

impl PrivateFile {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// A file that is being written. Without [`NewFile::commit`] it is removed, except after a panic: a recording of what
/// led to it is kept.
#[derive(Debug)]
pub struct NewFile {
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// A new file, and the path that it gets when it is complete.
    Temporary(NamedTempFile, PathBuf),
    /// A device or a pipe, which cannot be replaced.
    Special(File),
    Committed,
}

/// Whether a file is synced before it gets its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sync {
    Yes,
    No,
}

impl NewFile {
    /// Creates the file under a temporary name.
    pub fn create(path: &Path) -> io::Result<Self> {
        let existing = path.metadata().ok();
        if existing.as_ref().is_some_and(|file| !file.is_file()) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self { target: Target::Special(file) });
        }
        // A link stays a link: its target is replaced.
        let path = if existing.is_some() { path.canonicalize()? } else { path.to_path_buf() };
        Ok(Self { target: Target::temporary(path, existing.as_ref())? })
    }

    /// A handle to write with. Several handles share one position. They stay valid when the file gets its name.
    pub fn writer(&self) -> io::Result<File> {
        match &self.target {
            Target::Temporary(file, _) => file.as_file().try_clone(),
            Target::Special(file) => file.try_clone(),
            Target::Committed => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Syncs the file and gives it its name, replacing a file that has it.
    pub fn commit(mut self) -> io::Result<()> {
        self.rename(Sync::Yes)
    }

    fn rename(&mut self, sync: Sync) -> io::Result<()> {
        if let Target::Temporary(file, path) = std::mem::replace(&mut self.target, Target::Committed) {
            if sync == Sync::Yes {
                file.as_file().sync_all()?;
            }
            file.persist(&path)?;
            if sync == Sync::Yes {
                sync_folder(folder_of(&path));
            }
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The panic is reported already.
            let _ = self.rename(Sync::Yes);
        }
    }
}

impl Target {
    fn temporary(path: PathBuf, existing: Option<&fs::Metadata>) -> io::Result<Self> {
        let folder = folder_of(&path);
        // Opening the temporary file would name that file in the error.
        folder.metadata()?;
        let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // The umask takes its part.
        let file = builder.tempfile_in(folder)?;
        if let Some(existing) = existing {
            file.as_file().set_permissions(existing.permissions())?;
        }
        Ok(Self::Temporary(file, path))
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the new name survive a power cut. The file is complete already, so a folder that cannot be synced is no error.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
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
        for (contents, put) in [
            ("old", write as fn(&Path, &[u8]) -> _),
            ("new", write),
            ("newer", replace),
            ("newest", write_unsynced),
        ] {
            put(&path, contents.as_bytes()).unwrap();
            let found = (fs::read_to_string(&path).unwrap(), names(folder.path()));
            assert_eq!(found, (contents.to_owned(), vec!["plan.txt".to_owned()]));
        }
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

    #[cfg(unix)]
    #[test]
    fn replacing_follows_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, b"old").unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        assert!(replace(&link, b"new").is_err());
        assert!(replace(&folder.path().join("missing"), b"new").is_err());
        assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"old".to_vec(), 2));
    }

    #[test]
    fn replacing_leaves_read_only_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, b"old").unwrap();
        let writable = path.metadata().unwrap().permissions();
        let mut permissions = writable.clone();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(replace(&path, b"new").unwrap_err().to_string().contains("read-only"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        fs::set_permissions(&path, writable).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn files_are_created_below_a_folder_and_never_overwrite() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let files = [("scene.toml".to_owned(), "a".to_owned()), ("guard.toml".to_owned(), "b".to_owned())];
        create_below(root, Path::new("my/guard"), &files).unwrap();
        assert_eq!(fs::read(root.join("my/guard/guard.toml")).unwrap(), b"b");
        assert_eq!(
            create_below(root, Path::new("my/guard"), &files).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        fs::create_dir(root.join("half")).unwrap();
        fs::write(root.join("half/guard.toml"), b"mine").unwrap();
        assert!(create_below(root, Path::new("half"), &files).is_err());
        assert_eq!(names(&root.join("half")), ["guard.toml"], "nothing is written");
        for wrong in ["..", "../x", "my/../../x", "/tmp/x"] {
            assert!(create_below(root, Path::new(wrong), &files).is_err(), "{wrong}");
        }
        assert!(create_below(root, Path::new("x"), &[("../y".to_owned(), String::new())]).is_err());
        assert!(!root.join("x").exists() && !root.join("y").exists());
        fs::write(root.join("file"), b"").unwrap();
        assert!(create_below(root, Path::new("file/x"), &files).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn creating_follows_no_link() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = folder.path();
        let files = [("scene.toml".to_owned(), "a".to_owned())];
        std::os::unix::fs::symlink(outside.path(), root.join("link")).unwrap();
        assert!(create_below(root, Path::new("link"), &files).is_err());
        assert!(create_below(root, Path::new("link/in"), &files).is_err());
        fs::create_dir(root.join("own")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("planted"), root.join("own/scene.toml")).unwrap();
        assert!(create_below(root, Path::new("own"), &files).is_err());
        assert!(names(outside.path()).is_empty());
    }

    #[test]
    fn private_file_is_readable_by_its_user_alone_and_removed() {
        let file = private(b"secret", ".html").unwrap();
        let path = file.path().to_path_buf();
        assert_eq!(fs::read(&path).unwrap(), b"secret");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        drop(file);
        assert!(!path.exists());
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
    fn missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(&folder.path().join("no/such/file"), b"").is_err());
    }
}
