//! The errors of commands, and the one place that reports them to the user.

use std::fmt::Display;
use std::io;

use cunning_diag::{Code, Diagnostic, Diagnostics, visible_line};
use cunning_plan::{GroundingError, codes};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is invalid, in all the places that the diagnostics name.
    Input(Diagnostics),
    /// The input is valid but exceeds a limit of the planner.
    Limit(Diagnostics),
    /// A file or stream failed.
    Io {
        /// The name of the file or stream, as the user wrote it.
        name: String,
        error: io::Error,
    },
}

impl Failure {
    /// An error in the input that has no position in a file.
    pub(crate) fn input(code: &'static str, message: impl Display) -> Self {
        Self::Input(Diagnostic::error(Code::new(code), message.to_string()).into())
    }

    /// An error of the planner, with a message about it.
    pub(crate) fn planning(error: &GroundingError, message: impl Display) -> Self {
        if error.is_limit() {
            return Self::Limit(Diagnostic::error(codes::LIMIT, message.to_string()).into());
        }
        let mut diagnostic = Diagnostic::error(Code::new("cli/query"), message.to_string());
        if matches!(error, GroundingError::MissingTrait { .. }) {
            diagnostic = diagnostic.hint("traits belong to agents; name an archetype with `--agent`");
        }
        Self::Input(diagnostic.into())
    }

    pub(crate) fn io(name: impl Into<String>, error: io::Error) -> Self {
        Self::Io { name: name.into(), error }
    }

    /// Converts the failure to diagnostics.
    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        match self {
            Self::Input(found) | Self::Limit(found) => found,
            Self::Io { name, error } => {
                Diagnostic::error(Code::new("cli/io"), format!("{name}: {error}")).into()
            }
        }
    }

    /// Reports the failure to the user and returns the exit code.
    pub(crate) fn report(self, output: &mut Output) -> Exit {
        #[derive(Serialize)]
        struct IoFailure<'a> {
            status: &'static str,
            message: &'a str,
        }
        match self {
            Self::Input(found) => {
                report_diagnostics(&found, "invalid", output).map_or(Exit::Io, |()| Exit::BadInput)
            }
            Self::Limit(found) => report_diagnostics(&found, "limit_exceeded", output)
                .map_or(Exit::Io, |()| Exit::LimitExceeded),
            // The reader closed the pipe because it has read enough.
            Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Io { name, error } => {
                let message = visible_line(&format!("{name}: {error}"));
                // If standard output failed, this fails too, and standard error is left.
                let is_reported =
                    output.is_json() && output.json(&IoFailure { status: "io", message: &message }).is_ok();
                if !is_reported {
                    output.note(&format!("error: {message}"));
                }
                Exit::Io
            }
        }
    }
}

/// Writes diagnostics as JSON to standard output if JSON is asked for, else as text to standard error.
fn report_diagnostics(found: &Diagnostics, status: &'static str, output: &mut Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct DiagnosticsRecord<'a> {
        status: &'static str,
        #[serde(flatten)]
        report: cunning_diag::Report<'a>,
    }
    if output.is_json() {
        return output.json(&DiagnosticsRecord { status, report: found.report() });
    }
    output.note(&found.render(output.diagnostic_style()));
    Ok(())
}

impl From<GroundingError> for Failure {
    fn from(error: GroundingError) -> Self {
        Self::planning(&error, &error)
    }
}

impl From<Diagnostics> for Failure {
    fn from(found: Diagnostics) -> Self {
        Self::Input(found)
    }
}
