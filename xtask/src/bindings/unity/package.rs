//! Puts the Unity package together: its own files, the layer for C#, the libraries, licences, and a meta file for each.

use std::io;
use std::path::Path;

use super::super::stage::copy;
use super::super::{files, path};
use super::{PACKAGE, meta};

/// Where the package has libraries, by their file names.
const LIBRARIES: &[(&str, &str)] = &[
    ("libcunning.so", "Runtime/Plugins/Linux/x86_64/libcunning.so"),
    ("libcunning.dylib", "Runtime/Plugins/macOS/libcunning.dylib"),
    ("cunning.dll", "Runtime/Plugins/Windows/x86_64/cunning.dll"),
];

/// Assembles the package in a folder, which is replaced. `libraries` is a folder with the libraries that were built.
///
/// The sources of the layer for C# and the libraries are not in the repository's folder of the package, so that nothing is
/// there twice. Meta files are made from paths: see [`meta`].
pub(crate) fn assemble(libraries: &Path, package: &Path) -> io::Result<()> {
    if package.exists() {
        std::fs::remove_dir_all(package)?;
    }
    let own = path(PACKAGE);
    for file in files(&own, "")? {
        copy(&file, &package.join(file.strip_prefix(&own).map_err(io::Error::other)?))?;
    }
    let sharp = path("bindings/csharp/src");
    for file in files(&sharp, "cs")? {
        let name = file.strip_prefix(&sharp).map_err(io::Error::other)?;
        copy(&file, &package.join("Runtime/Core/Native").join(name))?;
    }
    for (from, to) in [
        ("LICENSE-MIT", "LICENSE-MIT.md"),
        ("LICENSE-APACHE", "LICENSE-APACHE.md"),
        ("docs/unity.md", "Documentation~/unity.md"),
        ("CHANGELOG.md", "CHANGELOG.md"),
    ] {
        copy(&path(from), &package.join(to))?;
    }
    let mut found = 0;
    for (from, to) in LIBRARIES {
        let from = libraries.join(from);
        if from.is_file() {
            copy(&from, &package.join(to))?;
            found += 1;
        }
    }
    if found == 0 {
        return Err(io::Error::other(format!("{} has no library", libraries.display())));
    }
    meta::write(package)
}
