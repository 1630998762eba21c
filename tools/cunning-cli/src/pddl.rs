//! `cunning plan --pddl`: reads the two files.

use std::ops::RangeInclusive;
use std::path::Path;

use cunning_pddl::{Problem, ReadOptions, limits};

use crate::failure::Failure;
use crate::files;

/// Reads and parses a PDDL domain and problem.
pub(crate) fn open(domain: &Path, problem: &Path, options: &ReadOptions) -> Result<Problem, Failure> {
    let stdin = Path::new("-");
    if domain == stdin && problem == stdin {
        let message = "only one of DOMAIN and PROBLEM can be standard input";
        return Err(Failure::input("cli/standard-input", message));
    }
    let read = |path| files::read(path, limits::FILE_BYTES_MAX);
    Ok(cunning_pddl::read_with(&read(domain)?, &read(problem)?, options)?)
}

/// Parses the `MIN..MAX` of `--range`.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<i64>, String> {
    let ends = text
        .split_once("..")
        .and_then(|(min, max)| Some(min.trim().parse().ok()?..=max.trim().parse().ok()?));
    let ends = ends.ok_or("expected a range such as 0..500")?;
    let most = limits::NUMBER_MAX;
    if ends.is_empty() || *ends.start() < -most || *ends.end() > most {
        return Err(format!("expected MIN <= MAX, both between -{most} and {most}"));
    }
    Ok(ends)
}
