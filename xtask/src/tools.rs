//! The tools that checks need beyond cargo itself, and how to install them.

use crate::process::Cargo;

/// A tool that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// Arguments of cargo that succeed where the tool is installed, or where its step can install it.
    probe: &'static [&'static str],
    /// The command that installs the tool.
    pub(crate) install: &'static str,
    /// Whether a step without the tool fails; else it is skipped.
    pub(crate) is_required: bool,
    /// Whether `install` is a call of cargo that the checks make themselves.
    is_installable: bool,
}

impl Tool {
    pub(crate) const RUSTFMT: Self = Self {
        name: "rustfmt",
        probe: &["fmt", "--version"],
        install: "rustup component add rustfmt clippy",
        is_required: true,
        is_installable: false,
    };
    pub(crate) const CLIPPY: Self = Self { name: "clippy", probe: &["clippy", "--version"], ..Self::RUSTFMT };
    pub(crate) const CARGO_DENY: Self = Self {
        name: "cargo-deny",
        probe: &["deny", "--version"],
        install: "cargo install cargo-deny --locked",
        is_required: true,
        is_installable: true,
    };
    pub(crate) const CARGO_FUZZ: Self = Self {
        name: "cargo-fuzz",
        probe: &["fuzz", "--version"],
        install: "cargo install cargo-fuzz --locked",
        ..Self::CARGO_DENY
    };
    pub(crate) const NIGHTLY: Self = Self {
        name: "nightly",
        probe: &["+nightly", "--version"],
        install: "rustup toolchain install nightly --profile minimal",
        is_required: false,
        is_installable: false,
    };
    pub(crate) const NPM: Self = Self {
        name: "npm",
        probe: &["xtask", "page", "--probe"],
        install: "Node.js with npm",
        ..Self::NIGHTLY
    };
    pub(crate) const CHROMIUM: Self = Self {
        name: "chromium",
        probe: &["xtask", "browser", "--probe"],
        install: "apt-get install chromium, and Node.js with npm",
        ..Self::NIGHTLY
    };
    pub(crate) const COMPILERS: Self = Self {
        name: "compilers",
        probe: &["xtask", "bindings", "--probe"],
        install: "apt-get install gcc g++ pkg-config mono-mcs mono-runtime",
        ..Self::NIGHTLY
    };
    pub(crate) const WASM: Self = Self {
        name: "wasm32",
        probe: &["xtask", "wasm", "--probe"],
        install: "rustup target add wasm32-unknown-unknown",
        ..Self::NIGHTLY
    };
    pub(crate) const XVFB: Self = Self {
        name: "xvfb",
        probe: &["xtask", "bevy-window", "--probe"],
        install: "apt-get install xvfb mesa-vulkan-drivers",
        ..Self::NIGHTLY
    };

    pub(crate) fn is_installed(self) -> bool {
        Cargo::new(self.probe).succeeds_silently()
    }

    /// The command that installs the tool, if it is missing and cargo can install it.
    pub(crate) fn missing_crate(self) -> Option<Cargo> {
        let is_missing = self.is_installable && !self.is_installed();
        is_missing.then(|| Cargo::parse(self.install.trim_start_matches("cargo ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_installs_the_installable_tools() {
        for tool in [Tool::CARGO_DENY, Tool::CARGO_FUZZ] {
            assert!(tool.is_installable && tool.install.starts_with("cargo install "));
        }
    }
}
