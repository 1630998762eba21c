//! Exit codes: one for each kind of ending, the same in every command.

use std::process::ExitCode;

pub(crate) use cunning_mind::debug::status_word;
use cunning_search::Status;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, solved, or every check passed.
    Done = 0,
    /// A check or test failed.
    CheckFailed = 1,
    /// A well-formed problem without a solution.
    Unsolvable = 10,
    /// The budget was spent before an answer.
    OutOfBudget = 20,
    /// A limit was met before an answer.
    LimitExceeded = 21,
    /// The user stopped it.
    Cancelled = 22,
    /// The input is wrong.
    BadInput = 30,
    /// A file could not be read or written.
    Io = 40,
    /// A fault of the program itself.
    Bug = 70,
}

pub(crate) const HELP: &str = "\
Exit codes: 0 done · 1 a check failed · 2 bad usage · 10 no solution · 20 out of budget · \
21 limit exceeded · 22 cancelled · 30 bad input · 40 i/o · 70 a bug of ours";

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
