//! The tools that checks need beyond cargo itself, and how to get them.

use crate::process::Cargo;

/// A tool that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    /// Arguments of cargo that succeed where the tool is installed, or will be by whoever needs it.
    probe: &'static [&'static str],
    /// The command that installs it.
    pub(crate) install: &'static str,
    /// Whether a check fails without it; else it is skipped.
    pub(crate) is_required: bool,
}

impl Tool {
    pub(crate) const RUSTFMT: Self = Self {
        probe: &["fmt", "--version"],
        install: "rustup component add rustfmt clippy",
        is_required: true,
    };
    pub(crate) const CLIPPY: Self = Self { probe: &["clippy", "--version"], ..Self::RUSTFMT };
    pub(crate) const CARGO_DENY: Self = Self {
        probe: &["deny", "--version"],
        install: "cargo install cargo-deny --locked",
        is_required: false,
    };
    pub(crate) const CHROMIUM: Self = Self {
        probe: &["xtask", "browser", "--probe"],
        install: "apt-get install chromium, and Node.js with npm",
        is_required: false,
    };

    pub(crate) const NIGHTLY: Self = Self {
        probe: &["+nightly", "--version"],
        install: "rustup toolchain install nightly --profile minimal",
        is_required: true,
    };
    pub(crate) const CARGO_FUZZ: Self = Self {
        probe: &["fuzz", "--version"],
        install: "cargo install cargo-fuzz --locked",
        is_required: true,
    };

    pub(crate) fn is_installed(self) -> bool {
        Cargo::new(self.probe).succeeds_silently()
    }
}
