//! The packages for Unity and Unreal, with the libraries of all platforms that were built.
//!
//! They have the development library: whether a game may attach is decided by the build of the game there.

use std::io;
use std::path::{Path, PathBuf};

use super::platform::Platform;
use super::{Dist, VERSION};
use crate::bindings::stage::copy;
use crate::bindings::{Libraries, assemble_unity, assemble_unreal, files, has_unity, step};

/// The folder in which the libraries of all platforms are collected.
fn collected(dist: &Dist) -> PathBuf {
    dist.out.join("engines")
}

/// Adds the development libraries of an archive.
pub(super) fn collect(dist: &Dist, platform: &Platform, prefix: &Path) -> io::Result<()> {
    let from = prefix.join("development/lib");
    for file in files(&from, "")? {
        let name = file.strip_prefix(&from).map_err(io::Error::other)?;
        copy(&file, &collected(dist).join(platform.name).join(name))?;
    }
    Ok(())
}

/// Packs the package for Unity and the plugin for Unreal.
pub(super) fn pack(dist: &Dist, platforms: &[&Platform]) -> io::Result<Vec<String>> {
    step("packages for engines", || {
        let (unity, unreal) = (dist.out.join("unity"), dist.out.join("unreal"));
        let libraries = |platform: &&Platform| Libraries {
            platform: platform.name.to_owned(),
            folder: collected(dist).join(platform.name),
        };
        let libraries: Vec<Libraries> = platforms.iter().map(libraries).collect();
        assemble_unreal(&libraries, &unreal)?;
        let unreal = dist.pack(&unreal, &format!("cunning-unreal-{VERSION}"), "zip", "Cunning")?;
        let mut packed = vec![unreal];
        if platforms.iter().any(|platform| has_unity(platform.name)) {
            assemble_unity(&libraries, &unity)?;
            // Unity installs a package from such an archive.
            packed.push(dist.pack(&unity, &format!("com.cunning.minds-{VERSION}"), "tgz", "package")?);
        }
        std::fs::remove_dir_all(collected(dist))?;
        Ok(packed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::path;

    #[test]
    fn packages_for_engines_have_the_version_of_the_workspace() {
        for (file, key) in [
            ("bindings/unity/com.cunning.minds/package.json", "version"),
            ("bindings/unreal/Cunning/Cunning.uplugin", "VersionName"),
        ] {
            let text = std::fs::read_to_string(path(file)).unwrap();
            let package: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(package[key], VERSION, "`{key}` in {file}");
        }
    }
}
