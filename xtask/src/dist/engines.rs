//! The packages for Unity and Unreal, with the libraries of all platforms that were built.
//!
//! They have the development library: whether a game may attach is decided by the build of the game there.

use std::io;
use std::path::{Path, PathBuf};

use super::{Dist, VERSION};
use crate::bindings::stage::copy;
use crate::bindings::{assemble_unity, assemble_unreal, files, step};

/// The folder in which libraries and headers for engines are collected.
pub(super) fn collected(dist: &Dist) -> PathBuf {
    dist.out.join("engines")
}

/// Adds the development libraries and the headers of an archive.
pub(super) fn collect(dist: &Dist, prefix: &Path) -> io::Result<()> {
    for (from, to) in [("development/lib", "lib"), ("include", "include")] {
        let from = prefix.join(from);
        for file in files(&from, "")? {
            let name = file.strip_prefix(&from).map_err(io::Error::other)?;
            copy(&file, &collected(dist).join(to).join(name))?;
        }
    }
    Ok(())
}

/// Packs the package for Unity and the plugin for Unreal.
pub(super) fn pack(dist: &Dist) -> io::Result<Vec<String>> {
    step("packages for engines", || {
        let libraries = collected(dist);
        let (unity, unreal) = (dist.out.join("unity"), dist.out.join("unreal"));
        assemble_unity(&libraries.join("lib"), &unity)?;
        assemble_unreal(&libraries, &unreal)?;
        std::fs::remove_dir_all(libraries)?;
        // Unity installs a package from such an archive.
        let unity = dist.pack(&unity, &format!("com.cunning.minds-{VERSION}"), "tgz", "package")?;
        Ok(vec![unity, dist.pack(&unreal, &format!("cunning-unreal-{VERSION}"), "zip", "Cunning")?])
    })
}
