//! Meta files: Unity wants one beside each file and folder of a package, with an id that never changes.
//!
//! The id is made from the name of the package and the path, so that it is the same in every release and needs no file in
//! the repository. A file that moves gets its old id from [`MOVED`].

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::super::stage::replace;

/// Files that have moved: the path of today and the path that its id is made from.
const MOVED: &[(&str, &str)] = &[];

/// What the text after the id depends on.
const IMPORTERS: &[(&str, &str)] = &[
    (
        "cs",
        "MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n",
    ),
    ("asmdef", "AssemblyDefinitionImporter:\n  externalObjects: {}\n"),
    ("json", "PackageManifestImporter:\n  externalObjects: {}\n"),
    ("md", "TextScriptImporter:\n  externalObjects: {}\n"),
];
const FOLDER: &str = "folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n";
const OTHER: &str = "DefaultImporter:\n  externalObjects: {}\n";

/// The platforms of a library: the editor's and the player's names of its system.
const PLATFORMS: &[(&str, &str, &str, &str)] = &[
    ("libcunning.so", "Linux", "Linux64", "x86_64"),
    ("libcunning.dylib", "OSX", "OSXUniversal", "AnyCPU"),
    ("cunning.dll", "Windows", "Win64", "x86_64"),
];

/// Writes the meta files of a package.
pub(super) fn write(package: &Path) -> io::Result<()> {
    for item in items(package)? {
        let relative = relative(package, &item);
        let content = format!("fileFormatVersion: 2\nguid: {}\n{}", id(&relative), importer(&item));
        replace(&beside(&item), content.as_bytes())?;
    }
    Ok(())
}

/// Checks that everything in a package has exactly one meta file with an id of its own.
pub(super) fn verify(package: &Path) -> io::Result<()> {
    let mut ids = BTreeMap::new();
    for item in items(package)? {
        let meta = std::fs::read_to_string(beside(&item))
            .map_err(|error| io::Error::other(format!("the meta file of {}: {error}", item.display())))?;
        let id = meta.lines().find_map(|line| line.strip_prefix("guid: ")).unwrap_or_default().to_owned();
        if id.len() != 32 || !id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(io::Error::other(format!("{} has the id `{id}`", item.display())));
        }
        if let Some(other) = ids.insert(id, item.clone()) {
            return Err(io::Error::other(format!(
                "{} and {} have the same id",
                item.display(),
                other.display()
            )));
        }
    }
    for meta in entries(package)?.iter().filter(|entry| is_meta(entry)) {
        let of = meta.with_extension("");
        if !of.exists() {
            return Err(io::Error::other(format!("{} belongs to nothing", meta.display())));
        }
    }
    if ids.is_empty() { Err(io::Error::other("the package is empty")) } else { Ok(()) }
}

/// The files and folders that need a meta file. Unity ignores folders whose name ends with `~`; samples are copied out of
/// such a folder and keep the ids of their files, documentation stays in one.
fn items(package: &Path) -> io::Result<Vec<PathBuf>> {
    let mut items = entries(package)?;
    items.retain(|item| {
        let relative = relative(package, item);
        !is_meta(item) && !relative.ends_with('~') && !relative.starts_with("Documentation~")
    });
    Ok(items)
}

fn is_meta(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "meta")
}

/// Everything below a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(entries(&path)?);
        }
        found.push(path);
    }
    found.sort();
    Ok(found)
}

fn relative(package: &Path, item: &Path) -> String {
    item.strip_prefix(package).unwrap_or(item).to_string_lossy().replace('\\', "/")
}

fn beside(item: &Path) -> PathBuf {
    let mut name = item.as_os_str().to_owned();
    name.push(".meta");
    PathBuf::from(name)
}

/// The id of a path: two hashes (FNV-1a, 64 bits) of the package's name and the path.
fn id(relative: &str) -> String {
    let path = MOVED.iter().find(|(today, _)| *today == relative).map_or(relative, |(_, old)| old);
    let hash = |salt: &str| {
        let bytes = salt.bytes().chain("com.cunning.minds/".bytes()).chain(path.bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    format!("{:016x}{:016x}", hash("first "), hash("second "))
}

fn importer(item: &Path) -> String {
    if item.is_dir() {
        return FOLDER.to_owned();
    }
    let name = item.file_name().unwrap_or_default().to_string_lossy();
    if let Some((_, editor, player, cpu)) = PLATFORMS.iter().find(|(library, ..)| *library == name) {
        return format!(
            "PluginImporter:\n  serializedVersion: 2\n  isPreloaded: 0\n  isOverridable: 0\n  platformData:\n  \
             - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {{}}\n  \
             - first:\n      Editor: Editor\n    second:\n      enabled: 1\n      settings:\n        CPU: {cpu}\n        \
             OS: {editor}\n  \
             - first:\n      Standalone: {player}\n    second:\n      enabled: 1\n      settings:\n        CPU: {cpu}\n"
        );
    }
    let extension = item.extension().unwrap_or_default();
    IMPORTERS.iter().find(|(of, _)| *of == extension).map_or(OTHER, |(_, text)| text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_one_meta_file() {
        let folder = std::env::temp_dir().join(format!("cunning-meta-{}", std::process::id()));
        let make = || -> io::Result<()> {
            std::fs::create_dir_all(folder.join("Samples~/Guard"))?;
            std::fs::create_dir_all(folder.join("Documentation~"))?;
            for file in
                ["package.json", "Samples~/Guard/Guard.cs", "Documentation~/unity.md", "libcunning.so"]
            {
                std::fs::write(folder.join(file), "")?;
            }
            write(&folder)?;
            verify(&folder)
        };
        let made = make();
        let items: Vec<String> =
            items(&folder).unwrap_or_default().iter().map(|item| relative(&folder, item)).collect();
        let stray = std::fs::write(folder.join("gone.cs.meta"), "").and_then(|()| verify(&folder));
        let missing = std::fs::remove_file(folder.join("gone.cs.meta"))
            .and_then(|()| std::fs::write(folder.join("new.cs"), ""))
            .and_then(|()| verify(&folder));
        let _ = std::fs::remove_dir_all(&folder);
        assert!(made.is_ok(), "{made:?}");
        assert_eq!(items, ["Samples~/Guard", "Samples~/Guard/Guard.cs", "libcunning.so", "package.json"]);
        assert!(stray.is_err_and(|error| error.to_string().contains("belongs to nothing")));
        assert!(missing.is_err_and(|error| error.to_string().contains("new.cs")));
    }

    #[test]
    fn ids_never_change() {
        // Scenes of games refer to components by these.
        assert_eq!(id("Runtime/Components/CunningAgent.cs"), "1134174ed03ae0fb8c0d6e444ba22807");
        assert_eq!(id("Runtime/Components/CunningWorld.cs"), "0219581934ebf5cce6c6a7863deb01d8");
    }
}
