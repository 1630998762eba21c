//! Domains from files. This is the only part of the library that opens files.

use std::io::Read as _;
use std::path::{Component, Path};

use cunning_diag::Source;
use cunning_plan::limits::FILE_BYTES_MAX;

use super::{Domain, DomainError};

impl Domain {
    /// Reads a domain file, and the files it includes from the same folder.
    ///
    /// ```no_run
    /// use cunning_mind::Domain;
    ///
    /// let domain = Domain::from_file("guard.toml")?;
    /// println!("{}", domain.plan("raise_alarm").set("sees_thief", true).solve()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, DomainError> {
        let path = path.as_ref();
        let text = read(path).map_err(|error| DomainError::Io { path: path.to_owned(), error })?;
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        let include = |name: &str| {
            // Included files must be in the same folder.
            let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            let path = is_inside.then(|| folder.join(name))?;
            Some(Source::new(path.display().to_string(), read(&path).ok()?))
        };
        Self::read(&Source::new(path.display().to_string(), text), include)
    }
}

/// Reads the text of a file, up to one byte more than a domain may have, so that the reader reports the limit.
fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(FILE_BYTES_MAX as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}
