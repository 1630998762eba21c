//! `cargo xtask planted`: shows that the differential campaign of the planner and the target fuzzer of the minds catch
//! bugs, by planting some in a copy.
//!
//! The workspace is copied to `target/planted/b`, `xtask/planted/planted.patch` adds a switch at each bug's place, and
//! the tests run there once per bug. The sources themselves know nothing of it. `target/planted/a` keeps the changed
//! crates as they were copied, so that `--refresh` can tell the switches from later edits.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use crate::process::{Cargo, root, target};

/// The crates that the patch changes.
const CRATES: [&str; 2] = ["crates/cunning-plan", "crates/cunning-mind"];
const PATCH: &str = "xtask/planted/planted.patch";
/// Files that are added to the copy, and where.
const SWITCHES: (&str, &str) = ("xtask/planted/planted.rs", "crates/cunning-plan/src/planted.rs");
const TESTS: [(&str, &str); 2] = [
    ("xtask/planted/planted_bugs.rs", "crates/cunning-plan/tests/planted_bugs.rs"),
    ("xtask/planted/planted_minds.rs", "crates/cunning-mind/tests/planted_minds.rs"),
];

pub(crate) fn run(refresh: bool) -> io::Result<ExitCode> {
    let copy = Copy { folder: target(&root()).join("planted") };
    if refresh {
        copy.refresh_patch()?;
    }
    copy.update()?;
    copy.apply_patch()?;
    Ok(if copy.test().run()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The copy of the workspace that has the bugs.
struct Copy {
    folder: PathBuf,
}

impl Copy {
    /// The workspace with the bugs.
    fn planted(&self) -> PathBuf {
        self.folder.join("b")
    }

    /// The crates without them.
    fn original(&self) -> PathBuf {
        self.folder.join("a")
    }

    /// Brings the copy up to date with the workspace. Files that have not changed keep their times, so that cargo does
    /// not build them again.
    fn update(&self) -> io::Result<()> {
        let listed =
            git(&root(), &["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"])?;
        let listed = String::from_utf8_lossy(&listed.stdout);
        let mut pairs: BTreeSet<(&str, &str)> = listed.lines().map(|path| (path, path)).collect();
        pairs.extend(TESTS.into_iter().chain([SWITCHES]));
        // Deleted files are listed until the deletion is committed.
        pairs.retain(|(from, _)| root().join(from).is_file());
        let is_source = |path: &str| CRATES.iter().any(|folder| Path::new(path).starts_with(folder));
        mirror(&pairs, &self.planted())?;
        mirror(&pairs.into_iter().filter(|(_, to)| is_source(to)).collect(), &self.original())
    }

    fn apply_patch(&self) -> io::Result<()> {
        let patch = root().join(PATCH);
        let arguments = ["apply", "--whitespace=nowarn", "--reject", "--verbose"];
        let applied = git(&self.planted(), &[&arguments[..], &[patch.to_string_lossy().as_ref()]].concat())?;
        if applied.status.success() {
            return Ok(());
        }
        let mut message = vec![format!("{PATCH} does not apply any more.")];
        let printed = String::from_utf8_lossy(&applied.stderr);
        message.extend(
            printed
                .lines()
                .filter(|line| line.starts_with("error: ") && !line.ends_with("while searching for:"))
                .map(|line| format!("  {line}")),
        );
        for path in self.rejected()? {
            message.push(format!("Rejected hunks in {}:\n{}", path.display(), fs::read_to_string(&path)?));
        }
        message.push(format!(
            "To refresh the patch, make the rejected changes by hand in\n  {}\nand run\n  \
             cargo xtask planted --refresh",
            self.planted().join("crates").display()
        ));
        Err(io::Error::other(message.join("\n")))
    }

    /// Writes the patch again, as what differs between the copy with the bugs and the sources that it was made from.
    fn refresh_patch(&self) -> io::Result<()> {
        for path in self.rejected()? {
            fs::remove_file(path)?;
        }
        let mut found = String::new();
        for folder in CRATES {
            let [original, planted] = ["a", "b"].map(|side| format!("{side}/{folder}"));
            // One line of context: a change nearby should not invalidate a switch.
            let arguments = ["diff", "--no-index", "--no-prefix", "--no-color", "--unified=1"];
            let differs = git(&self.folder, &[&arguments[..], &[&original, &planted]].concat())?;
            found.push_str(&String::from_utf8_lossy(&differs.stdout));
        }
        if found.is_empty() {
            return Err(io::Error::other("the copy has no switches; run `cargo xtask planted` first"));
        }
        // Hashes of the files would change with every refresh.
        let lines = found.split_inclusive('\n').filter(|line| !line.starts_with("index "));
        fs::write(root().join(PATCH), lines.collect::<String>())?;
        writeln!(io::stdout(), "{PATCH} is refreshed")
    }

    /// The files in which `git apply` left what it could not apply.
    fn rejected(&self) -> io::Result<Vec<PathBuf>> {
        let files = files_below(&self.planted().join("crates"))?;
        Ok(files.into_iter().filter(|path| path.extension().is_some_and(|it| it == "rej")).collect())
    }

    /// The tests against every bug. Target directory, profile and features are those of the other tests, so that
    /// dependencies are built once. The lock file has the versions of the workspace; only those may change.
    fn test(&self) -> Cargo {
        let manifest = self.planted().join("Cargo.toml");
        let workspace =
            ["test", "--manifest-path", &manifest.to_string_lossy(), "--workspace", "--all-features"];
        let test = ["--offline", "--test", "planted_bugs", "--test", "planted_minds", "--", "--nocapture"];
        Cargo::new(&[&workspace[..], &test[..]].concat())
            .env("CARGO_TARGET_DIR", target(&root()).to_string_lossy())
    }
}

/// Marks the packages of the copy by their version. With equal names and versions cargo would take the libraries of
/// the copy for those of the workspace, and the other way round.
fn marked(path: &str, text: Vec<u8>) -> io::Result<Vec<u8>> {
    if path != "Cargo.toml" {
        return Ok(text);
    }
    let text = String::from_utf8_lossy(&text);
    let version = concat!("\nversion = \"", env!("CARGO_PKG_VERSION"), "\"");
    let planted = concat!("\nversion = \"", env!("CARGO_PKG_VERSION"), "+planted\"");
    if text.matches(version).count() != 1 {
        return Err(io::Error::other(
            "Cargo.toml has not exactly one line with the version of the workspace",
        ));
    }
    Ok(text.replacen(version, planted, 1).into_bytes())
}

/// Makes a folder hold exactly the listed files of the workspace, each at its second path.
fn mirror(pairs: &BTreeSet<(&str, &str)>, folder: &Path) -> io::Result<()> {
    let wanted: BTreeSet<PathBuf> = pairs.iter().map(|(_, to)| folder.join(to)).collect();
    for path in files_below(folder)?.iter().filter(|path| !wanted.contains(*path)) {
        fs::remove_file(path)?;
    }
    for (from, to) in pairs {
        let (text, to) = (marked(to, fs::read(root().join(from))?)?, folder.join(to));
        if fs::read(&to).is_ok_and(|old| old == text) {
            continue;
        }
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(to, text)?;
    }
    Ok(())
}

/// Every file in a folder and the folders inside it; none if the folder does not exist.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in folder.read_dir()? {
            let path = entry?.path();
            if path.is_dir() { &mut folders } else { &mut found }.push(path);
        }
    }
    Ok(found)
}

/// Runs git in a folder. It must not take the copy for a part of the repository around it.
fn git(folder: &Path, arguments: &[&str]) -> io::Result<Output> {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder);
    if folder != root() {
        command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder));
    }
    command.output().map_err(|error| io::Error::other(format!("git cannot be run: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patch_applies() {
        let checked = git(&root(), &["apply", "--check", PATCH]).unwrap();
        assert!(checked.status.success(), "run `cargo xtask planted`: {checked:?}");
    }
}
