//! What we set out to reach, and whether a run reached it. Missing a target is news, not a failure.

use serde::Serialize;

/// One target.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Target {
    pub(crate) what: String,
    /// In words, for people.
    pub(crate) measured: String,
    /// None if the run did not have what it takes to tell.
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
