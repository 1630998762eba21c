//! The libraries of all platforms in the packages for engines, where each file has one place.
//!
//! Engines want one library for both processors of macOS, so those two are joined.

use std::io;
use std::path::{Path, PathBuf};

use super::stage::{copy, replace};

/// The folder with the libraries that were built for a platform.
pub(crate) struct Libraries {
    /// The name of the platform, as in `docs/platforms.md` and in release archives.
    pub(crate) platform: String,
    pub(crate) folder: PathBuf,
}

impl Libraries {
    /// Libraries that were built for this machine.
    pub(super) fn of_host(folder: PathBuf) -> Self {
        let processor = match std::env::consts::ARCH {
            "aarch64" => "arm64",
            other => other,
        };
        Self { platform: format!("{}-{processor}", std::env::consts::OS), folder }
    }
}

/// Where the package of an engine has a library.
pub(super) struct Place {
    /// The platforms that it is for. Libraries of several platforms are joined.
    pub(super) platforms: &'static [&'static str],
    /// The file among the libraries of these platforms.
    pub(super) file: &'static str,
    /// The file in the package.
    pub(super) to: &'static str,
}

/// Puts all libraries that were built into a package, and fails if there is none for it.
pub(super) fn put(libraries: &[Libraries], places: &[Place], package: &Path) -> io::Result<()> {
    let mut found = 0;
    for place in places {
        let built: Vec<(&str, PathBuf)> = libraries
            .iter()
            .filter(|libraries| place.platforms.contains(&libraries.platform.as_str()))
            .map(|libraries| (libraries.platform.as_str(), libraries.folder.join(place.file)))
            .filter(|(_, file)| file.is_file())
            .collect();
        found += built.len();
        let to = package.join(place.to);
        match built.as_slice() {
            [] => {}
            [(_, only)] => copy(only, &to)?,
            several => {
                let slices = several.iter().map(|(name, file)| Ok((*name, std::fs::read(file)?)));
                std::fs::create_dir_all(to.parent().unwrap_or(package))?;
                replace(&to, &universal(&slices.collect::<io::Result<Vec<_>>>()?)?)?;
            }
        }
    }
    if found > 0 {
        return Ok(());
    }
    let names: Vec<&str> = libraries.iter().map(|libraries| libraries.platform.as_str()).collect();
    Err(io::Error::other(format!("no library for {} was built for {}", package.display(), names.join(", "))))
}

/// A processor of macOS: the platform, the two numbers that the system has for it, and the alignment as a power of two.
const PROCESSORS: &[(&str, u32, u32, u32)] =
    &[("macos-x86_64", 0x0100_0007, 3, 12), ("macos-arm64", 0x0100_000c, 0, 14)];

/// Joins libraries for several processors of macOS into a universal one: a table in big-endian order, then the libraries
/// as they are, aligned.
fn universal(libraries: &[(&str, Vec<u8>)]) -> io::Result<Vec<u8>> {
    const MAGIC: u32 = 0xcafe_babe;
    const HEADER_LEN: usize = 8;
    const ENTRY_LEN: usize = 20;
    let size = |len: usize| u32::try_from(len).map_err(|_| io::Error::other("a library has more than 4 GB"));
    let mut table = Vec::new();
    let mut bytes = vec![0; HEADER_LEN + ENTRY_LEN * libraries.len()];
    for number in [MAGIC, size(libraries.len())?] {
        table.extend(number.to_be_bytes());
    }
    for (platform, library) in libraries {
        let known = PROCESSORS.iter().find(|(name, ..)| name == platform);
        let &(_, kind, subkind, align) =
            known.ok_or_else(|| io::Error::other(format!("libraries of {platform} cannot be joined")))?;
        bytes.resize(bytes.len().next_multiple_of(1 << align), 0);
        for number in [kind, subkind, size(bytes.len())?, size(library.len())?, align] {
            table.extend(number.to_be_bytes());
        }
        bytes.extend(library);
    }
    table.extend(bytes.drain(..).skip(table.len()));
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every place of a package holds the library of its own platform.
    #[test]
    fn libraries_of_all_platforms_have_places_of_their_own() {
        let folder = std::env::temp_dir().join(format!("cunning-engine-libraries-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let platforms = ["linux-x86_64", "linux-arm64", "windows-x86_64", "macos-arm64", "macos-x86_64"];
        let libraries: Vec<Libraries> = platforms
            .iter()
            .map(|name| Libraries { platform: (*name).to_owned(), folder: folder.join(name) })
            .collect();
        for Libraries { platform, folder } in &libraries {
            std::fs::create_dir_all(folder).unwrap();
            for file in
                ["libcunning.so", "libcunning.a", "libcunning.dylib", "cunning.dll", "cunning.dll.lib"]
            {
                std::fs::write(folder.join(file), format!("{file} of {platform}")).unwrap();
            }
        }
        for (places, expected) in [
            (super::super::unity::PLACES, &["Linux", "Windows", "macOS"][..]),
            (super::super::unreal::PLACES, &["Linux/", "LinuxArm64/", "Win64/", "Mac/"]),
        ] {
            let package = folder.join("package");
            put(&libraries, places, &package).unwrap();
            for word in expected {
                assert!(places.iter().any(|place| place.to.contains(word)), "no place in {word}");
            }
            for place in places {
                let bytes = std::fs::read(package.join(place.to)).unwrap();
                let text = String::from_utf8_lossy(&bytes);
                for name in platforms {
                    let wanted = place.platforms.contains(&name);
                    assert_eq!(text.contains(&format!("{} of {name}", place.file)), wanted, "{}", place.to);
                }
            }
        }
        let none = put(&[], super::super::unity::PLACES, &folder);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(none.is_err());
    }

    #[test]
    fn universal_library_has_an_aligned_part_for_each_processor() {
        let joined =
            universal(&[("macos-x86_64", b"intel".to_vec()), ("macos-arm64", b"apple".to_vec())]).unwrap();
        let number = |at: usize| u32::from_be_bytes(joined[4 * at..4 * at + 4].try_into().unwrap());
        assert_eq!((number(0), number(1)), (0xcafe_babe, 2));
        let parts: Vec<(u32, &[u8])> = (0..2)
            .map(|part| {
                let at = 2 + 5 * part;
                let (start, len, align) = (number(at + 2), number(at + 3), number(at + 4));
                assert_eq!(start % (1 << align), 0);
                (number(at), &joined[start as usize..(start + len) as usize])
            })
            .collect();
        assert_eq!(parts, [(0x0100_0007, &b"intel"[..]), (0x0100_000c, b"apple")]);
        assert!(universal(&[("linux-arm64", Vec::new())]).is_err());
    }
}
