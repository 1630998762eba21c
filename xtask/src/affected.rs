//! `cargo xtask affected-tests`: the tests of the packages that the changes since `main` affect.
//!
//! A package is affected if a file of it changed, or if it depends on one that is. Everything is built as `cargo test
//! --workspace --all-features` builds it, which compiles what changed and nothing else; a build of single packages would
//! have other features and compile third-party crates again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use serde_json::Value;

use crate::process::{Cargo, root};

/// Files outside the packages, with the packages whose tests read them. Paths that are not listed affect no package.
const SHARED: &[(&str, &[&str])] = &[
    ("ARCHITECTURE.md", &["cunning-cli"]),
    ("Cargo.lock", ALL),
    ("Cargo.toml", ALL),
    ("README.md", &["cunning", "cunning-cli"]),
    ("docs", &["cunning", "cunning-cli", "cunning-trace"]),
    ("domains", &["cunning", "cunning-cli", "cunning-plan"]),
    ("examples", &["cunning"]),
    ("fuzz", &["cunning-plan", "cunning-pddl", "cunning-mind", "cunning-trace"]),
    ("scenes", &["cunning-arena"]),
    ("src", &["cunning"]),
    ("tests", &["cunning"]),
];
/// Stands for every package in [`SHARED`].
const ALL: &[&str] = &["*"];

/// Builds the tests and runs those of affected packages.
pub(crate) fn run() -> io::Result<ExitCode> {
    let packages = Packages::read()?;
    let affected = packages.affected(&changed_files()?);
    let mut out = io::stdout();
    if affected.is_empty() {
        writeln!(out, "no package is affected by the changes")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "affected: {}", affected.iter().map(String::as_str).collect::<Vec<_>>().join(", "))?;
    let Some(tests) = build(&packages)? else { return Ok(ExitCode::FAILURE) };
    for test in tests.iter().filter(|test| affected.contains(&test.package)) {
        let started = Instant::now();
        let output = Command::new(&test.program).current_dir(&test.folder).output()?;
        let word = if output.status.success() { "ok" } else { "FAILED" };
        writeln!(out, "{word} {} {} ({:.1} s)", test.package, test.name, started.elapsed().as_secs_f64())?;
        if !output.status.success() {
            out.write_all(&output.stdout)?;
            out.write_all(&output.stderr)?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The files that differ from where the branch left `main`, relative to the root: committed, changed and new ones.
pub(crate) fn changed_files() -> io::Result<Vec<String>> {
    let bases = ["main", "origin/main", "HEAD"];
    let base = bases.iter().find_map(|base| git(&["merge-base", "HEAD", base]).ok());
    let base =
        base.ok_or_else(|| io::Error::other("no commit to compare with: `git merge-base HEAD main` fails"))?;
    let changed = git(&["diff", "--name-only", base.trim()])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

fn git(arguments: &[&str]) -> io::Result<String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("`git {}` failed: {}", arguments.join(" "), error.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The packages of the workspace.
struct Packages {
    /// Their folders relative to the root, and the packages of the workspace that they depend on.
    by_name: BTreeMap<String, (String, BTreeSet<String>)>,
}

impl Packages {
    fn read() -> io::Result<Self> {
        let output = Cargo::parse("metadata --format-version 1 --no-deps").output()?;
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        Ok(Self { by_name: elements(&metadata["packages"]).filter_map(package).collect() })
    }

    /// The names of the packages that changed files affect.
    fn affected(&self, changed: &[String]) -> BTreeSet<String> {
        let mut affected: BTreeSet<String> = changed.iter().flat_map(|file| self.owners(file)).collect();
        loop {
            let before = affected.len();
            for (name, (_, dependencies)) in &self.by_name {
                if !dependencies.is_disjoint(&affected) {
                    affected.insert(name.clone());
                }
            }
            if affected.len() == before {
                return affected;
            }
        }
    }

    /// The packages that a file belongs to.
    fn owners(&self, file: &str) -> Vec<String> {
        let file = Path::new(file);
        let own = self.by_name.iter().find(|(_, (folder, _))| !folder.is_empty() && file.starts_with(folder));
        if let Some((name, _)) = own {
            return vec![name.clone()];
        }
        let shared = SHARED.iter().find(|(path, _)| file.starts_with(path));
        match shared {
            Some(&(_, packages)) if packages == ALL => self.by_name.keys().cloned().collect(),
            Some((_, packages)) => packages.iter().map(|&name| name.to_owned()).collect(),
            None => Vec::new(),
        }
    }
}

/// The name, folder and workspace dependencies of a package in cargo's metadata.
fn package(package: &Value) -> Option<(String, (String, BTreeSet<String>))> {
    let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
    let folder = folder.strip_prefix(root()).ok()?.to_str()?.to_owned();
    let dependencies = elements(&package["dependencies"])
        .filter(|dependency| dependency["path"].is_string())
        .filter_map(|dependency| Some(dependency["name"].as_str()?.to_owned()));
    Some((package["name"].as_str()?.to_owned(), (folder, dependencies.collect())))
}

fn elements(array: &Value) -> impl Iterator<Item = &Value> {
    array.as_array().into_iter().flatten()
}

/// A program that cargo built from tests.
struct Test {
    package: String,
    name: String,
    /// The folder in which `cargo test` would run it.
    folder: PathBuf,
    program: PathBuf,
}

/// Builds all tests; none if something does not compile.
fn build(packages: &Packages) -> io::Result<Option<Vec<Test>>> {
    let line = "test --workspace --all-features --no-run --message-format json-render-diagnostics";
    let output = Cargo::parse(line).output_with_progress()?;
    if !output.status.success() {
        return Ok(None);
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    Ok(Some(messages.lines().filter_map(|line| test(packages, &serde_json::from_str(line).ok()?)).collect()))
}

/// The test program that a message of cargo is about, if it is about one.
fn test(packages: &Packages, message: &Value) -> Option<Test> {
    let is_test = message["profile"]["test"].as_bool()?;
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
    let relative = folder.strip_prefix(root()).ok()?.to_str()?;
    let (package, _) = packages.by_name.iter().find(|(_, (folder, _))| folder == relative)?;
    is_test.then_some(Test {
        package: package.clone(),
        name: message["target"]["name"].as_str()?.to_owned(),
        program: PathBuf::from(message["executable"].as_str()?),
        folder,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn affected(files: &[&str]) -> BTreeSet<String> {
        let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        Packages::read().unwrap().affected(&files)
    }

    #[test]
    fn change_affects_its_package_and_all_dependents() {
        assert_eq!(affected(&["xtask/src/main.rs"]), ["xtask".to_owned()].into());
        let mind = affected(&["crates/cunning-mind/src/lib.rs"]);
        assert!(["cunning-mind", "cunning-arena", "cunning-cli"].iter().all(|name| mind.contains(*name)));
        assert!(!mind.contains("cunning-plan"));
    }

    #[test]
    fn shared_files_affect_the_packages_that_read_them() {
        assert!(affected(&["docs/first-plan.md"]).contains("cunning-cli"));
        assert!(affected(&["CHANGELOG.md"]).is_empty());
        assert!(affected(&["Cargo.lock"]).contains("cunning-search"));
    }

    #[test]
    fn shared_table_names_existing_files_and_packages() {
        let packages = Packages::read().unwrap();
        for (path, names) in SHARED {
            assert!(*path == "tests" || root().join(path).exists(), "{path}");
            assert!(names.iter().all(|name| *name == "*" || packages.by_name.contains_key(*name)), "{path}");
        }
    }

    #[test]
    fn message_about_a_test_program_is_recognized() {
        let packages = Packages::read().unwrap();
        let manifest = root().join("xtask/Cargo.toml");
        let text = format!(
            r#"{{"manifest_path":{manifest:?},"target":{{"name":"xtask"}},"profile":{{"test":true}},"executable":"/a"}}"#
        );
        let found = test(&packages, &serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!((found.package.as_str(), found.program.as_path()), ("xtask", Path::new("/a")));
        let plain = text.replace("true", "false");
        assert!(test(&packages, &serde_json::from_str(&plain).unwrap()).is_none());
    }
}
