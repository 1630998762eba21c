//! Performance targets, and whether a run reached them. Missing a target is reported but is not a failure.

use serde::Serialize;

/// A performance target.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Target {
    pub(crate) what: String,
    /// The measured value, for people.
    pub(crate) measured: String,
    /// Whether it was met; `None` if the run did not measure it.
    pub(crate) met: Option<bool>,
}

/// Prints which targets were met.
pub(crate) fn print(targets: &[Target]) {
    println!("targets");
    for target in targets {
        let word = match target.met {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "–",
        };
        println!("  {word:<4} {:<60} {}", target.what, target.measured);
    }
}
