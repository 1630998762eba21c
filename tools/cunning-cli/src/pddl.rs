//! `cunning plan --pddl`: reads the two files.

use std::path::Path;

use cunning_pddl::{Problem, limits};

use crate::failure::Failure;
use crate::files;

/// Reads and parses a PDDL domain and problem.
pub(crate) fn open(domain: &Path, problem: &Path) -> Result<Problem, Failure> {
    let stdin = Path::new("-");
    if domain == stdin && problem == stdin {
        let message = "only one of DOMAIN and PROBLEM can be standard input";
        return Err(Failure::input("cli/standard-input", message));
    }
    let read = |path| files::read(path, limits::FILE_BYTES_MAX);
    Ok(cunning_pddl::read(&read(domain)?, &read(problem)?)?)
}
