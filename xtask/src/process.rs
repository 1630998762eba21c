//! One call of cargo: how it is run, from the root of the workspace, and how a person would type it.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Where cargo puts what it builds of a workspace.
pub(crate) fn target(workspace: &Path) -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR");
    given.map_or_else(|| workspace.join("target"), |given| root().join(given))
}

/// A call of cargo. Displays as the line to type in a shell at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cargo {
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Cargo {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        Self {
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            environment: Vec::new(),
        }
    }

    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Runs it to its end; what it prints goes straight through.
    pub(crate) fn run(&self) -> io::Result<ExitStatus> {
        self.command().status()
    }

    /// Runs it to its end and keeps what it prints.
    pub(crate) fn output(&self) -> io::Result<Output> {
        self.command().stdin(Stdio::null()).output()
    }

    /// Whether it runs and succeeds, without a word.
    pub(crate) fn succeeds_silently(&self) -> bool {
        let status = self.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    fn command(&self) -> Command {
        // Cargo names itself to its children; taking that one keeps the toolchain this was started with. Another
        // toolchain (`+nightly`) is rustup's business, which stands in cargo's place on the path.
        let is_other_toolchain = self.arguments.first().is_some_and(|argument| argument.starts_with('+'));
        let own = std::env::var_os("CARGO").filter(|_| !is_other_toolchain);
        let mut command = Command::new(own.unwrap_or_else(|| OsString::from("cargo")));
        command
            .args(&self.arguments)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(root());
        command
    }
}

impl fmt::Display for Cargo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.environment {
            write!(f, "{name}={} ", quoted(value))?;
        }
        write!(f, "cargo")?;
        for argument in &self.arguments {
            write!(f, " {}", quoted(argument))?;
        }
        Ok(())
    }
}

/// The word as a shell takes it for one word.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shown_can_be_typed() {
        let doc = Cargo::new(&["doc", "--workspace"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(doc.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --workspace");
        assert_eq!(Cargo::new(&["run", "", "it's", "a=b"]).to_string(), r"cargo run '' 'it'\''s' a=b");
    }

    #[test]
    fn the_root_is_the_workspace() {
        assert!(root().join("xtask/Cargo.toml").is_file());
    }

    #[test]
    fn silence_reports_success_and_failure() {
        assert!(Cargo::new(&["--version"]).succeeds_silently());
        assert!(!Cargo::new(&["no-such-subcommand-of-cargo"]).succeeds_silently());
    }
}
