//! A call of cargo: runs from the root of the workspace and displays as the line to type in a shell.

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

/// The target directory of a workspace.
pub(crate) fn target(workspace: &Path) -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR");
    given.map_or_else(|| workspace.join("target"), |given| root().join(given))
}

/// The path of a program in the `dev` profile's folder of the root's target directory.
pub(crate) fn program(name: &str) -> PathBuf {
    target(&root()).join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A call of cargo with its arguments and additional environment.
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

    /// Takes the arguments from a line in which spaces separate them.
    pub(crate) fn parse(line: &str) -> Self {
        Self::new(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Runs the command to its end; its output goes straight through.
    pub(crate) fn run(&self) -> io::Result<ExitStatus> {
        self.command().status()
    }

    /// Runs the command to its end and captures its output.
    pub(crate) fn output(&self) -> io::Result<Output> {
        self.command().stdin(Stdio::null()).output()
    }

    /// Runs the command to its end and captures its standard output; its standard error goes straight through.
    pub(crate) fn output_with_progress(&self) -> io::Result<Output> {
        self.command().stdin(Stdio::null()).stderr(Stdio::inherit()).output()
    }

    /// Runs the command without showing its output and returns whether it succeeded.
    pub(crate) fn succeeds_silently(&self) -> bool {
        let status = self.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    fn command(&self) -> Command {
        // Cargo passes its own path to its children in `CARGO`; using it keeps the toolchain. Another toolchain
        // (`+nightly`) needs rustup's proxy, which is the `cargo` on the path.
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

/// Quotes a word for a shell where that is necessary.
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
    fn displayed_line_is_quoted_for_a_shell() {
        let doc = Cargo::new(&["doc", "--workspace"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(doc.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --workspace");
        assert_eq!(Cargo::new(&["run", "", "it's", "a=b"]).to_string(), r"cargo run '' 'it'\''s' a=b");
        assert_eq!(Cargo::parse("fmt --all"), Cargo::new(&["fmt", "--all"]));
    }

    #[test]
    fn root_is_the_folder_of_the_workspace() {
        assert!(root().join("xtask/Cargo.toml").is_file());
    }

    #[test]
    fn succeeds_silently_reports_success_and_failure() {
        assert!(Cargo::new(&["--version"]).succeeds_silently());
        assert!(!Cargo::new(&["no-such-subcommand-of-cargo"]).succeeds_silently());
    }
}
