//! The compiler that builds for a target: the one in use, if it has the target's standard library, else one that comes
//! with the source of the standard library and builds it too.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How to get a compiler for a target that cannot be built for.
pub(super) const ADVICE: &str = "or install the source of the standard library: `rustup component add rust-src`, or \
    Debian's `rustc-web cargo-web rust-web-src`";

/// Where a compiler with source is looked for: the one in use, and the system's.
const COMPILERS: &[&str] = &["rustc", "/usr/bin/rustc"];
/// The crates of the standard library that are built. Calls from C catch panics, so they unwind.
const STD: &str = "std,panic_unwind";

/// A compiler for a target.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Toolchain {
    /// The compiler in use has the target's standard library.
    Installed,
    /// The compiler of this folder has the source of the standard library.
    FromSource(PathBuf),
}

impl Toolchain {
    /// The compiler for a target, if there is one.
    pub(super) fn find(target: &str) -> Option<Self> {
        let folder = printed("rustc", &["--print", "target-libdir", "--target", target])?;
        if Path::new(&folder).is_dir() {
            return Some(Self::Installed);
        }
        let with_source = |compiler: &&str| {
            let folder = PathBuf::from(printed(compiler, &["--print", "sysroot"])?);
            let has_source = folder.join("lib/rustlib/src/rust/library/Cargo.lock").is_file();
            let version = version(&printed(compiler, &["--version"])?)?;
            let is_new = version >= self::version(env!("CARGO_PKG_RUST_VERSION"))?;
            (has_source && is_new).then(|| Self::FromSource(folder.join("bin")))
        };
        COMPILERS.iter().find_map(with_source)
    }

    /// Lets a build use this compiler.
    pub(super) fn apply<'a>(&self, build: &'a mut Command) -> &'a mut Command {
        if let Self::FromSource(folder) = self {
            build.env("RUSTC", folder.join("rustc")).env("CARGO", folder.join("cargo"));
            // The options that build the standard library are not stable.
            build.env("RUSTC_BOOTSTRAP", "1").env("CARGO_UNSTABLE_BUILD_STD", STD);
        }
        build
    }
}

/// What a compiler prints.
fn printed(compiler: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(compiler).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The first two numbers of a version in a text: `rustc 1.96.0 (…)`.
fn version(text: &str) -> Option<(u32, u32)> {
    let word = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let mut parts = word.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_count_by_number() {
        assert_eq!(version("rustc 1.96.0 (ac68faa20 2026-05-25)"), Some((1, 96)));
        assert!(version("1.100") > version("1.90"));
        assert_eq!(version("rustc"), None);
    }

    #[test]
    fn target_of_this_machine_is_installed() {
        let host = super::super::check::host().unwrap();
        assert_eq!(Toolchain::find(&host), Some(Toolchain::Installed));
        assert_eq!(Toolchain::find("no-such-target"), None);
    }
}
