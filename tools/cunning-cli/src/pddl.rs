//! `cunning plan --pddl`: reading the two files.

use std::path::Path;

use cunning_pddl::{Problem, limits};

use crate::failure::Failure;
use crate::files;

/// Reads a domain and a problem.
pub(crate) fn open(domain: &Path, problem: &Path) -> Result<Problem, Failure> {
    let stdin = Path::new("-");
    if domain == stdin && problem == stdin {
        let message = "only one of DOMAIN and PROBLEM can come from standard input";
        return Err(Failure::input("cli/standard-input", message));
    }
    let read = |path| files::read(path, limits::FILE_BYTES_MAX);
    Ok(cunning_pddl::read(&read(domain)?, &read(problem)?)?)
}
