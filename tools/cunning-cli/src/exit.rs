//! Exit codes: one for each kind of result, the same in every command.

use std::process::ExitCode;

pub(crate) use cunning_mind::debug::status_word;
use cunning_search::Status;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The command succeeded: solved, won, or every check passed.
    Done = 0,
    /// A check or test failed.
    CheckFailed = 1,
    /// The problem is well-formed but has no solution.
    Unsolvable = 10,
    /// The budget was spent before there was an answer.
    OutOfBudget = 20,
    /// A limit was reached before there was an answer.
    LimitExceeded = 21,
    /// The user stopped the command.
    Cancelled = 22,
    /// The input is invalid.
    BadInput = 30,
    /// A file could not be read or written.
    Io = 40,
    /// The command has a bug.
    Bug = 70,
}

pub(crate) const HELP: &str = "\
Exit codes: 0 done · 1 a check failed · 2 bad usage · 10 no solution · 20 out of budget · \
21 limit exceeded · 22 cancelled · 30 bad input · 40 i/o · 70 internal error";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<Status> for Exit {
    fn from(status: Status) -> Self {
        match status {
            Status::Solved => Self::Done,
            Status::Unsolvable => Self::Unsolvable,
            Status::Running | Status::Idle => Self::OutOfBudget,
            Status::LimitExceeded(_) => Self::LimitExceeded,
            Status::Cancelled => Self::Cancelled,
        }
    }
}
