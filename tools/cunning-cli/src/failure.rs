//! What can go wrong in a command, and the one place that tells the user.

use std::fmt::Display;
use std::io;

use cunning_diag::{Code, Diagnostic, Diagnostics, visible_line};
use cunning_plan::{GroundingError, codes};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Output;

/// Why a command could not do its job.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong, and these are all the places where.
    Input(Diagnostics),
    /// The input is well-formed, but too much to plan with.
    Limit(Diagnostics),
    /// A file or stream failed.
    Io {
        /// Which one, as the user named it.
        name: String,
        error: io::Error,
    },
}

impl Failure {
    /// Wrong input that has no place in a file.
    pub(crate) fn input(code: &'static str, message: impl Display) -> Self {
        Self::Input(Diagnostic::error(Code::new(code), message.to_string()).into())
    }

    /// What makes planning impossible, in a message about it.
    pub(crate) fn planning(error: &GroundingError, message: impl Display) -> Self {
        if error.is_limit() {
            return Self::Limit(Diagnostic::error(codes::LIMIT, message.to_string()).into());
        }
        let mut diagnostic = Diagnostic::error(Code::new("cli/query"), message.to_string());
        if matches!(error, GroundingError::MissingTrait { .. }) {
            diagnostic = diagnostic.hint("traits belong to agents: name an archetype with `--agent`");
        }
        Self::Input(diagnostic.into())
    }

    pub(crate) fn io(name: impl Into<String>, error: io::Error) -> Self {
        Self::Io { name: name.into(), error }
    }

    /// The failure as diagnostics among others.
    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        match self {
            Self::Input(found) | Self::Limit(found) => found,
            Self::Io { name, error } => {
                Diagnostic::error(Code::new("cli/io"), format!("{name}: {error}")).into()
            }
        }
    }

    /// Tells the user, and says how the run ends.
    pub(crate) fn report(self, output: &mut Output) -> Exit {
        #[derive(Serialize)]
        struct IoFailure<'a> {
            status: &'static str,
            message: &'a str,
        }
        match self {
            Self::Input(found) => tell(&found, "invalid", output).map_or(Exit::Io, |()| Exit::BadInput),
            Self::Limit(found) => {
                tell(&found, "limit_exceeded", output).map_or(Exit::Io, |()| Exit::LimitExceeded)
            }
            // Whoever closed the pipe has read enough.
            Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Io { name, error } => {
                let message = visible_line(&format!("{name}: {error}"));
                // If it is standard output that failed, this fails too, and there is nobody left to tell.
                let told =
                    output.is_json() && output.json(&IoFailure { status: "io", message: &message }).is_ok();
                if !told {
                    output.note(&format!("error: {message}"));
                }
                Exit::Io
            }
        }
    }
}

/// Whoever reads JSON gets the diagnostics there, everybody else on standard error.
fn tell(found: &Diagnostics, status: &'static str, output: &mut Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Told<'a> {
        status: &'static str,
        #[serde(flatten)]
        report: cunning_diag::Report<'a>,
    }
    if output.is_json() {
        return output.json(&Told { status, report: found.report() });
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
