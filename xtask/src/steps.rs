//! The table of checks: which commands `cargo xtask test` runs in which suite, in which order.
//!
//! Every step of the root workspace uses the `dev` profile, the whole workspace and all features, so that each crate is
//! compiled once for clippy and once for the tests. A step that differs from that costs minutes on a cold machine and
//! belongs in [`Suite::Full`].

use std::time::Duration;

use crate::process::Cargo;
use crate::report::Step;
use crate::tools::Tool;

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    /// What the changes since `main` affect, while working on them.
    Quick,
    /// Everything that a change must pass.
    Test,
    /// Everything, with long campaigns, for releases.
    Full,
}

impl Suite {
    /// How long the suite may take on two quiet cores: warm for [`Suite::Quick`], cold for [`Suite::Test`].
    pub(crate) fn ceiling(self) -> Option<Duration> {
        match self {
            Self::Quick => Some(Duration::from_secs(4 * 60)),
            Self::Test => Some(Duration::from_secs(35 * 60)),
            Self::Full => None,
        }
    }
}

/// One row of the table.
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// The arguments of cargo, separated by spaces.
    cargo: &'static str,
    /// An environment variable and its value.
    environment: Option<(&'static str, &'static str)>,
    needs: Option<Tool>,
    ceiling_seconds: u64,
    suites: &'static [Suite],
    /// The folders and files a change of which makes [`Suite::Quick`] run the step; empty for any change.
    quick_paths: &'static [&'static str],
}

impl Check {
    /// The step, if the suite has it. `changed` lists the changed files, relative to the root.
    pub(crate) fn step(&self, suite: Suite, changed: &[String]) -> Option<Step> {
        let is_affected =
            self.quick_paths.is_empty() || self.quick_paths.iter().any(|path| is_below(changed, path));
        if !self.suites.contains(&suite) || suite == Suite::Quick && !is_affected {
            return None;
        }
        let mut command = Cargo::parse(self.cargo);
        if self.cargo.contains("--manifest-path") && std::env::var_os("CARGO_TARGET_DIR").is_none() {
            // Another workspace shares the target directory, and so the third-party crates, of the root.
            command = command.env("CARGO_TARGET_DIR", "target");
        }
        if let Some((name, value)) = self.environment {
            command = command.env(name, value);
        }
        Some(Step {
            name: self.name.to_owned(),
            command,
            needs: self.needs,
            ceiling: Some(Duration::from_secs(self.ceiling_seconds)),
        })
    }
}

/// Whether a changed file is the path or in the folder of that name.
fn is_below(changed: &[String], path: &str) -> bool {
    changed
        .iter()
        .any(|file| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

const QUICK_AND_MORE: &[Suite] = &[Suite::Quick, Suite::Test, Suite::Full];
const TEST_AND_MORE: &[Suite] = &[Suite::Test, Suite::Full];
const TEST_ONLY: &[Suite] = &[Suite::Test];
const FULL: &[Suite] = &[Suite::Full];

/// Defaults for the rows below.
const CHECK: Check = Check {
    name: "",
    cargo: "",
    environment: None,
    needs: None,
    ceiling_seconds: 10,
    suites: TEST_AND_MORE,
    quick_paths: &[],
};

/// The crates that the Bevy plugin is made from.
const BEVY_PATHS: &[&str] = &["bindings/bevy", "crates"];

/// The arguments for the Bevy plugin's workspace: every feature but `gizmos` and `window`, which take longer to build
/// than everything else together (`cargo xtask bevy-window` has them).
macro_rules! bevy {
    ($command:literal, $rest:literal) => {
        concat!(
            $command,
            " --manifest-path bindings/bevy/Cargo.toml --workspace --features asset,link,parallel,places,reflect",
            $rest
        )
    };
}

/// All checks in the order in which they run: cheap ones first, so that small mistakes show early.
pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "format",
        cargo: "fmt --all --check",
        needs: Some(Tool::RUSTFMT),
        suites: QUICK_AND_MORE,
        ..CHECK
    },
    Check {
        name: "bevy format",
        cargo: "fmt --manifest-path bindings/bevy/Cargo.toml --all --check",
        needs: Some(Tool::RUSTFMT),
        suites: QUICK_AND_MORE,
        quick_paths: &["bindings/bevy"],
        ..CHECK
    },
    Check {
        name: "licences",
        cargo: "deny --workspace check licenses bans sources",
        needs: Some(Tool::CARGO_DENY),
        ceiling_seconds: 20,
        ..CHECK
    },
    Check {
        name: "bevy licences",
        cargo: "deny --manifest-path bindings/bevy/Cargo.toml --config deny.toml check licenses",
        needs: Some(Tool::CARGO_DENY),
        ceiling_seconds: 20,
        ..CHECK
    },
    // Before anything is compiled, because the studio's page is compiled into it.
    Check {
        name: "page",
        cargo: "xtask page",
        needs: Some(Tool::NPM),
        ceiling_seconds: 60,
        suites: QUICK_AND_MORE,
        quick_paths: &["tools/cunning-studio/web"],
        ..CHECK
    },
    Check {
        name: "lints",
        cargo: "clippy --workspace --all-targets --all-features -- -D warnings",
        needs: Some(Tool::CLIPPY),
        ceiling_seconds: 240,
        suites: QUICK_AND_MORE,
        ..CHECK
    },
    Check {
        name: "documentation",
        cargo: "doc --workspace --no-deps --all-features",
        environment: Some(("RUSTDOCFLAGS", "-D warnings")),
        ceiling_seconds: 90,
        ..CHECK
    },
    Check {
        name: "affected tests",
        cargo: "xtask affected-tests",
        ceiling_seconds: 180,
        suites: &[Suite::Quick],
        ..CHECK
    },
    // Documentation tests included; builds the command and the examples for the steps below.
    Check { name: "tests", cargo: "test --workspace --all-features", ceiling_seconds: 780, ..CHECK },
    Check { name: "wasm", cargo: "xtask wasm", needs: Some(Tool::WASM), ceiling_seconds: 120, ..CHECK },
    Check { name: "examples", cargo: "xtask examples", ceiling_seconds: 20, ..CHECK },
    // The short measurements; the long ones are for releases.
    Check { name: "figures", cargo: "xtask figures --check", ceiling_seconds: 120, ..CHECK },
    Check {
        name: "bindings",
        cargo: "xtask bindings --with-workspace",
        needs: Some(Tool::COMPILERS),
        ceiling_seconds: 240,
        suites: TEST_ONLY,
        ..CHECK
    },
    Check {
        name: "all of bindings",
        cargo: "xtask bindings --with-workspace --full",
        needs: Some(Tool::COMPILERS),
        ceiling_seconds: 1200,
        suites: FULL,
        ..CHECK
    },
    Check {
        name: "browser",
        cargo: "xtask browser",
        needs: Some(Tool::CHROMIUM),
        ceiling_seconds: 240,
        ..CHECK
    },
    // Whether the campaign below catches bugs, before its success is believed.
    Check { name: "planted bugs", cargo: "xtask planted", ceiling_seconds: 120, ..CHECK },
    // The planner against the oracle; an ordinary `cargo test` tries 3,000 domains. A few meet a limit, so the 100
    // beyond the round number make sure of the round number.
    Check {
        name: "campaign",
        cargo: "test --workspace --all-features --test differential -- --nocapture",
        environment: Some(("CUNNING_SEEDS", "60100")),
        ceiling_seconds: 120,
        suites: TEST_ONLY,
        ..CHECK
    },
    // With full optimization: what is published.
    Check {
        name: "long campaign",
        cargo: "test --profile fast --package cunning-plan --test differential -- --nocapture",
        environment: Some(("CUNNING_SEEDS", "200100")),
        ceiling_seconds: 600,
        suites: FULL,
        ..CHECK
    },
    Check {
        name: "packages",
        cargo: "xtask package --no-verify",
        ceiling_seconds: 30,
        suites: TEST_ONLY,
        ..CHECK
    },
    Check {
        name: "verified packages",
        cargo: "xtask package",
        needs: Some(Tool::NPM),
        ceiling_seconds: 600,
        suites: FULL,
        ..CHECK
    },
    Check {
        name: "bevy lints",
        cargo: bevy!("clippy", " --all-targets -- -D warnings"),
        needs: Some(Tool::CLIPPY),
        ceiling_seconds: 120,
        suites: QUICK_AND_MORE,
        quick_paths: BEVY_PATHS,
        ..CHECK
    },
    Check {
        name: "bevy documentation",
        cargo: bevy!("doc", " --no-deps"),
        environment: Some(("RUSTDOCFLAGS", "-D warnings")),
        ceiling_seconds: 30,
        ..CHECK
    },
    // Plays the examples and compiles the guide's code.
    Check { name: "bevy tests", cargo: bevy!("test", ""), ceiling_seconds: 240, ..CHECK },
    // Without a lock file, because it would lock the root's packages, which are published before the plugin.
    Check {
        name: "bevy packages",
        cargo: "package --manifest-path bindings/bevy/Cargo.toml --workspace --no-verify --allow-dirty \
            --exclude-lockfile --quiet",
        ..CHECK
    },
    Check {
        name: "bevy windows",
        cargo: "xtask bevy-window",
        needs: Some(Tool::XVFB),
        ceiling_seconds: 1200,
        suites: FULL,
        ..CHECK
    },
    Check {
        name: "bevy peers",
        cargo: "xtask compare-bevy --check",
        ceiling_seconds: 600,
        suites: FULL,
        ..CHECK
    },
    Check {
        name: "sweep engines",
        cargo: "xtask sweep-engines",
        ceiling_seconds: 1800,
        suites: FULL,
        ..CHECK
    },
    Check { name: "sweep limits", cargo: "xtask sweep-limits", ceiling_seconds: 300, suites: FULL, ..CHECK },
    Check { name: "soak", cargo: "xtask soak", ceiling_seconds: 1800, suites: FULL, ..CHECK },
    Check {
        name: "address sanitizer",
        cargo: "xtask sanitize",
        needs: Some(Tool::NIGHTLY),
        ceiling_seconds: 600,
        suites: FULL,
        ..CHECK
    },
    Check {
        name: "fuzz targets",
        cargo: "xtask fuzz-smoke",
        needs: Some(Tool::NIGHTLY),
        ceiling_seconds: 900,
        suites: FULL,
        ..CHECK
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn names(suite: Suite, changed: &[&str]) -> Vec<String> {
        let changed: Vec<String> = changed.iter().map(|&path| path.to_owned()).collect();
        CHECKS.iter().filter_map(|check| check.step(suite, &changed)).map(|step| step.name).collect()
    }

    #[test]
    fn quick_suite_runs_only_what_a_change_affects() {
        let planner = names(Suite::Quick, &["crates/cunning-plan/src/lib.rs"]);
        assert_eq!(planner, ["format", "lints", "affected tests", "bevy lints"]);
        let studio = names(Suite::Quick, &["tools/cunning-studio/web/src/main.ts"]);
        assert_eq!(studio, ["format", "page", "lints", "affected tests"]);
        assert!(!names(Suite::Quick, &["crates-of-others/lib.rs"]).contains(&"bevy lints".to_owned()));
    }

    #[test]
    fn full_suite_replaces_what_it_does_more_thoroughly() {
        let (test, full) = (names(Suite::Test, &[]), names(Suite::Full, &[]));
        let only_in_test: Vec<&String> = test.iter().filter(|name| !full.contains(name)).collect();
        assert_eq!(only_in_test, ["bindings", "campaign", "packages"]);
        assert!(
            ["long campaign", "verified packages", "soak"]
                .iter()
                .all(|name| full.iter().any(|it| it == name))
        );
    }

    #[test]
    fn ceilings_of_the_test_suite_add_up_to_its_own() {
        let steps = CHECKS.iter().filter_map(|check| check.step(Suite::Test, &[]));
        let sum: Duration = steps.filter_map(|step| step.ceiling).sum();
        assert!(Some(sum) <= Suite::Test.ceiling().map(|ceiling| ceiling * 3 / 2), "{sum:?}");
    }

    #[test]
    fn commands_are_displayed_with_their_environment() {
        let steps: Vec<Step> = CHECKS.iter().filter_map(|check| check.step(Suite::Test, &[])).collect();
        let campaign = steps.iter().find(|step| step.name == "campaign").unwrap();
        assert_eq!(
            campaign.command.to_string(),
            "CUNNING_SEEDS=60100 cargo test --workspace --all-features --test differential -- --nocapture"
        );
    }
}
