//! The platforms, and what was tried on each. The table of `docs/platforms.md` is made from this list.

use std::fmt::Write as _;

/// A platform that releases have libraries for.
pub(crate) struct Platform {
    /// The name in archives.
    pub(crate) name: &'static str,
    /// What the guide calls it.
    title: &'static str,
    /// Rust's name of the target.
    pub(crate) target: &'static str,
    /// The oldest version of the C library that programs run with.
    pub(crate) glibc: Option<&'static str>,
    state: &'static str,
}

impl Platform {
    /// The target as zig's linker wants it: with the version of the C library.
    pub(crate) fn linked(&self) -> String {
        self.glibc.map_or_else(|| self.target.to_owned(), |version| format!("{}.{version}", self.target))
    }

    pub(crate) fn is_windows(&self) -> bool {
        self.target.contains("windows")
    }

    /// The ending of archives that people on the platform can unpack without further programs.
    pub(crate) fn archive_ending(&self) -> &'static str {
        if self.is_windows() { "zip" } else { "tar.gz" }
    }
}

/// What `cargo xtask dist` builds, for the targets that are installed.
pub(crate) const PLATFORMS: &[Platform] = &[
    Platform {
        name: "linux-x86_64",
        title: "Linux x86-64, glibc 2.17 and later",
        target: "x86_64-unknown-linux-gnu",
        glibc: Some("2.17"),
        state: "built and run, from unpacked archives: the library in C, C++ and C# with Mono, the command, and the wheel",
    },
    Platform {
        name: "linux-arm64",
        title: "Linux arm64, glibc 2.17 and later",
        target: "aarch64-unknown-linux-gnu",
        glibc: Some("2.17"),
        state: "library cross-built, never run; command and wheel not built yet",
    },
    Platform {
        name: "windows-x86_64",
        title: "Windows x86-64",
        target: "x86_64-pc-windows-gnu",
        glibc: None,
        state: NOT_BUILT,
    },
    Platform {
        name: "macos-arm64",
        title: "macOS arm64",
        target: "aarch64-apple-darwin",
        glibc: None,
        state: NOT_BUILT,
    },
    Platform {
        name: "macos-x86_64",
        title: "macOS x86-64",
        target: "x86_64-apple-darwin",
        glibc: None,
        state: NOT_BUILT,
    },
];

const NOT_BUILT: &str = "not built yet: `cargo xtask dist` builds it where the target or the source of the standard library is installed";

/// Platforms without archives.
const SOURCE_ONLY: &[&str] = &["Android", "iOS", "WebGL", "consoles"];

/// The table of the guide.
pub(crate) fn table() -> String {
    let mut table = "| platform | Rust target | state |\n|---|---|---|\n".to_owned();
    for Platform { title, target, state, .. } in PLATFORMS {
        // Writing to a String cannot fail.
        let _ = writeln!(table, "| {title} | `{target}` | {state} |");
    }
    for title in SOURCE_ONLY {
        let _ = writeln!(table, "| {title} | – | source only: never built |");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::root;

    #[test]
    fn guide_has_the_table_of_platforms() {
        let page = std::fs::read_to_string(root().join("docs/platforms.md")).unwrap();
        assert!(page.contains(&table()), "docs/platforms.md should contain:\n{}", table());
    }
}
