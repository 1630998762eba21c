//! The licences of what is in an archive: the project's own, and those of the crates that are compiled in.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bindings::{path, stage};
use crate::process::Cargo;

/// The beginnings of the names of files with licences.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Writes the licences of a package and of everything compiled into it.
pub(super) fn add(folder: &Path, package: &str, target: &str) -> io::Result<()> {
    add_own(folder)?;
    let crates = dependencies(package, target)?;
    let folders = folders()?;
    let mut text = "The licences of the crates that are compiled in.\n".to_owned();
    for (name, licence) in &crates {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n== {name}: {licence} ==\n");
        for file in folders.get(name).map(|folder| files(folder)).transpose()?.unwrap_or_default() {
            let _ = write!(text, "\n{}\n", std::fs::read_to_string(file)?.trim_end());
        }
    }
    stage::replace(&folder.join("THIRD-PARTY.txt"), text.as_bytes())
}

/// Writes the licences of the project.
pub(super) fn add_own(folder: &Path) -> io::Result<()> {
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        stage::replace(&folder.join(name), &std::fs::read(path(name))?)?;
    }
    Ok(())
}

/// The crates of others that a package is compiled with, as `NAME VERSION`, and their licences.
fn dependencies(package: &str, target: &str) -> io::Result<BTreeMap<String, String>> {
    let line = format!(
        "tree --locked --edges normal --prefix none --target {target} --package {package} --all-features --format"
    );
    let mut words: Vec<&str> = line.split(' ').collect();
    words.push("{p}\t{l}");
    let listed = Cargo::new(&words).output()?;
    if !listed.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&listed.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&listed.stdout).lines().filter_map(dependency).collect())
}

/// A line of the tree; none for the project's own packages, which have paths.
fn dependency(line: &str) -> Option<(String, String)> {
    let (package, licence) = line.split_once('\t')?;
    let mut words = package.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    let is_own = words.any(|word| word.starts_with("(/") || word.contains(":\\"));
    (!is_own).then(|| (format!("{name} {version}"), licence.trim_end_matches(" (*)").to_owned()))
}

/// The folders of all crates, by `NAME VERSION`.
fn folders() -> io::Result<BTreeMap<String, PathBuf>> {
    let metadata = Cargo::parse("metadata --locked --format-version 1").output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata.get("packages").and_then(Value::as_array).into_iter().flatten();
    let folder = |package: &Value| {
        let word = |key| package.get(key).and_then(Value::as_str);
        let folder = Path::new(word("manifest_path")?).parent()?.to_owned();
        Some((format!("{} {}", word("name")?, word("version")?), folder))
    };
    Ok(packages.filter_map(folder).collect())
}

/// The files with licences in a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if entry.file_type()?.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_others_are_listed_with_their_licences() {
        let line = "smallvec v1.15.1\tMIT OR Apache-2.0 (*)";
        assert_eq!(dependency(line), Some(("smallvec 1.15.1".to_owned(), "MIT OR Apache-2.0".to_owned())));
        assert_eq!(dependency("cunning-plan v0.1.0 (/home/me/cunning/crates/cunning-plan)\tMIT"), None);
    }
}
