//! The conformance suite of the bindings: scripts of percepts and ticks, and the player in Rust.
//!
//! A script (`NAME.json`) is played through Rust, C, C++, C# and Python. Each player writes a log of the commands, and all logs
//! must be equal to each other and, without the lines that begin with `# `, to `golden/NAME.txt`. These lines have the
//! hash of the minds after every tick: it is compared between players of the same build, and not stored.
//!
//! `README.md` in this folder specifies scripts and logs.

mod format;
mod play;
mod script;

pub use play::play;
pub use script::{Script, ScriptError};

/// Returns the part of a log that golden files have: everything but the hashes.
pub fn without_hashes(log: &str) -> String {
    log.lines().filter(|line| !line.starts_with("# ")).flat_map(|line| [line, "\n"]).collect()
}
