//! `cargo xtask test`: which checks there are, in which order.
//!
//! Lints and documentation see every feature. Tests run with all but `planted-bugs`, whose bugs have a step of their
//! own: what is tested is what is shipped.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::package;
use crate::process::{Cargo, root};
use crate::report::{Outcome, Step, run_all};
use crate::tools::Tool;

pub(crate) fn run() -> io::Result<ExitCode> {
    let steps = steps(&rust_files(&root().join("examples"))?);
    let went_well = run_all(&steps, &mut io::stdout(), |step| {
        Ok(match step.needs {
            Some(tool) if !tool.is_installed() => Outcome::Missing(tool),
            _ if step.command.run()?.success() => Outcome::Passed,
            _ => Outcome::Failed,
        })
    })?;
    Ok(if went_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What tests run with.
pub(crate) const FEATURES: &str =
    "cunning/link,cunning-diag/serde,cunning-mind/parallel,cunning-arena/parallel";
/// How many generated domains the campaign tries; an ordinary `cargo test` tries a slice of them. A few meet a limit,
/// so that 60,000 are sure to be planned for.
const CAMPAIGN_DOMAINS: &str = "60100";
/// Says that it be so many instead.
const CAMPAIGN: &str = "CUNNING_CAMPAIGN";
/// The Bevy plugin is a workspace of its own. Its features `gizmos` and `window` are left out: they bring more than all the
/// rest to build. `cargo xtask bevy-window` has them.
const BEVY: [&str; 5] = [
    "--manifest-path",
    crate::bevy::MANIFEST,
    "--workspace",
    "--features",
    "asset,link,parallel,places,reflect",
];

fn steps(examples: &[String]) -> Vec<Step> {
    let step = |name: &str, needs: Option<Tool>, arguments: &[&str]| Step {
        name: name.to_owned(),
        command: Cargo::new(arguments),
        needs,
    };
    // Cheap checks come first, so that a slip is told soon.
    let mut steps = vec![
        step("format", Some(Tool::RUSTFMT), &["fmt", "--all", "--check"]),
        step(
            "licences",
            Some(Tool::CARGO_DENY),
            &["deny", "--workspace", "check", "licenses", "bans", "sources"],
        ),
        // The studio is built with its page from the beginning, not once more for the browser.
        step("page", Some(Tool::CHROMIUM), &["xtask", "page"]),
        step(
            "lints",
            Some(Tool::CLIPPY),
            &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
        ),
        Step {
            name: "documentation".to_owned(),
            command: Cargo::new(&["doc", "--workspace", "--no-deps", "--all-features"])
                .env("RUSTDOCFLAGS", "-D warnings"),
            needs: None,
        },
        step("tests", None, &["test", "--workspace", "--all-targets", "--features", FEATURES]),
        step("documentation tests", None, &["test", "--workspace", "--doc", "--features", FEATURES]),
        step("browser", Some(Tool::CHROMIUM), &["xtask", "browser"]),
        // Whether everything that is published can be, without building it once more.
        step("packages", None, &package::arguments(&["--no-verify", "--quiet"])),
        // That the campaign catches bugs, before it is believed to find none.
        step("planted bugs", None, &plan_test("planted_bugs", &["--features", "planted-bugs"])),
        Step {
            name: "campaign".to_owned(),
            command: Cargo::new(&plan_test("differential", &[])).env(
                "CUNNING_SEEDS",
                std::env::var(CAMPAIGN).unwrap_or_else(|_| CAMPAIGN_DOMAINS.to_owned()),
            ),
            needs: None,
        },
    ];
    steps.extend(bevy());
    for example in examples {
        steps.push(step(
            &format!("example {example}"),
            None,
            &["run", "--quiet", "--package", "cunning", "--all-features", "--example", example],
        ));
    }
    steps
}

/// What is checked of the Bevy plugin, without a window.
fn bevy() -> [Step; 6] {
    let step = |name: &str, needs: Option<Tool>, command: Cargo| Step {
        name: format!("bevy {name}"),
        command,
        needs,
    };
    let cargo = |first: &str, rest: &[&str]| Cargo::new(&[&[first], &BEVY[..], rest].concat());
    let format = Cargo::new(&["fmt", "--manifest-path", BEVY[1], "--all", "--check"]);
    let licences =
        Cargo::new(&["deny", "--manifest-path", BEVY[1], "--config", "deny.toml", "check", "licenses"]);
    // Without a lock file: what it would lock is published only after the packages of the root.
    let packages = ["--workspace", "--no-verify", "--allow-dirty", "--exclude-lockfile", "--quiet"];
    let packages = Cargo::new(&[&["package", "--manifest-path", BEVY[1]], &packages[..]].concat());
    [
        step("format", Some(Tool::RUSTFMT), format),
        step("licences", Some(Tool::CARGO_DENY), licences),
        step("lints", Some(Tool::CLIPPY), cargo("clippy", &["--all-targets", "--", "-D", "warnings"])),
        step("documentation", None, cargo("doc", &["--no-deps"]).env("RUSTDOCFLAGS", "-D warnings")),
        // Examples are played by the tests, and the guide's code is among the documentation's.
        step("tests", None, cargo("test", &[])),
        step("packages", None, packages),
    ]
}

/// A test of the planner that searches a lot, and prints what it consisted of.
fn plan_test<'a>(name: &'a str, features: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["test", "--profile", "fast", "--package", "cunning-plan", "--test", name];
    arguments.extend(features);
    arguments.extend(["--", "--nocapture"]);
    arguments
}

/// The names of the Rust files in a folder, sorted; none if there is no such folder.
pub(crate) fn rust_files(folder: &Path) -> io::Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && let Some(name) = path.file_stem()
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rust_file_of_the_folder_is_named() {
        // This very folder stands in for one of examples.
        let found = rust_files(&root().join("xtask/src")).unwrap();
        assert!(found.is_sorted());
        assert!(["main", "process", "test"].iter().all(|name| found.iter().any(|other| other == name)));
        assert!(rust_files(&root().join("no/such/folder")).unwrap().is_empty());
        assert!(rust_files(&root().join("xtask")).unwrap().is_empty());
    }

    /// What a package compiles in must be in it: nothing else finds out before somebody else builds it.
    #[test]
    fn packages_include_nothing_from_outside() {
        let mut count = 0;
        let folders = ["crates", "tools", "internal"].map(|folder| root().join(folder).read_dir().unwrap());
        for package in folders.into_iter().flatten().map(|entry| entry.unwrap().path()) {
            for file in sources(&package.join("src")) {
                let text = std::fs::read_to_string(&file).unwrap();
                let shipped = text.split("#[cfg(test)]").next().unwrap();
                for path in shipped.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next())
                {
                    let target = file.parent().unwrap().join(path).canonicalize().unwrap();
                    let inside = package.canonicalize().unwrap();
                    assert!(target.starts_with(inside), "{} includes {path}", file.display());
                    count += 1;
                }
            }
        }
        assert!(count > 3, "somebody includes something");
    }

    fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
        let mut found = Vec::new();
        for path in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                found.extend(sources(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
        found
    }

    #[test]
    fn the_campaign_is_a_step_of_its_own() {
        let steps = steps(&[]);
        let campaign = steps.iter().find(|step| step.name == "campaign").unwrap();
        assert_eq!(
            campaign.command.to_string(),
            "CUNNING_SEEDS=60100 cargo test --profile fast --package cunning-plan --test differential -- --nocapture"
        );
    }

    #[test]
    fn each_example_is_a_step_of_its_own() {
        let without = steps(&[]).len();
        let with = steps(&["01_first".to_owned(), "02_second".to_owned()]);
        assert_eq!(with.len(), without + 2);
        assert_eq!(
            with[without].command.to_string(),
            "cargo run --quiet --package cunning --all-features --example 01_first"
        );
    }
}
