//! Puts the Unity package together: its own files, the layer for C#, the libraries, licences, and a meta file for each.

use std::io;
use std::path::Path;

use super::super::engine_libraries::{Libraries, Place, put};
use super::super::stage::copy;
use super::super::{files, path};
use super::{PACKAGE, meta};

/// Where the package has libraries. Unity does not run on arm64 Linux.
pub(in super::super) const PLACES: &[Place] = &[
    Place {
        platforms: &["linux-x86_64"],
        file: "libcunning.so",
        to: "Runtime/Plugins/Linux/x86_64/libcunning.so",
    },
    Place {
        platforms: &["macos-x86_64", "macos-arm64"],
        file: "libcunning.dylib",
        to: "Runtime/Plugins/macOS/libcunning.dylib",
    },
    Place {
        platforms: &["windows-x86_64"],
        file: "cunning.dll",
        to: "Runtime/Plugins/Windows/x86_64/cunning.dll",
    },
];

/// Whether the package has a place for the library of a platform.
pub(crate) fn has_place(platform: &str) -> bool {
    PLACES.iter().any(|place| place.platforms.contains(&platform))
}

/// Assembles the package in a folder, which is replaced, with the libraries that were built.
///
/// The sources of the layer for C# and the libraries are not in the repository's folder of the package, so that nothing is
/// there twice. Meta files are made from paths: see [`meta`].
pub(crate) fn assemble(libraries: &[Libraries], package: &Path) -> io::Result<()> {
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
    put(libraries, PLACES, package)?;
    meta::write(package)
}
