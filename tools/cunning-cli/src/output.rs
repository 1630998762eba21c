//! Output: results to standard output, notes and progress to standard error, with colours where they are wanted.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use cunning_diag::Style;
use cunning_draw::{GridPicture, TerminalOptions, TerminalStyle};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;

/// The output options of every command.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct OutputOptions {
    /// Format of the result
    #[arg(long, value_enum, default_value = "human", global = true, help_heading = "Output")]
    format: Format,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto", global = true, help_heading = "Output")]
    color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text and pictures for people
    Human,
    /// One JSON document for programs
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Standard output for results, standard error for everything else.
pub(crate) struct Output {
    format: Format,
    out: io::Stdout,
    err: io::Stderr,
    colours_out: bool,
    colours_err: bool,
}

/// The size of a picture where the size of the terminal is unknown.
const COLUMNS: u16 = 100;
const ROWS: u16 = 50;

impl Output {
    pub(crate) fn new(options: OutputOptions) -> Self {
        let wanted = |is_terminal: bool| match options.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                is_terminal && !is_dumb && !is_unwanted
            }
        };
        Self {
            format: options.format,
            out: io::stdout(),
            err: io::stderr(),
            colours_out: wanted(io::stdout().is_terminal()),
            colours_err: wanted(io::stderr().is_terminal()),
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// The columns and rows of the terminal on standard output; `None` if it is not a terminal or has no colours.
    pub(crate) fn screen(&self) -> Option<(u16, u16)> {
        let size = terminal_size::terminal_size_of(&self.out);
        size.filter(|_| self.colours_out && self.out.is_terminal()).map(|(width, height)| (width.0, height.0))
    }

    /// Whether results are printed in colour.
    pub(crate) fn has_colours(&self) -> bool {
        self.colours_out
    }

    pub(crate) fn diagnostic_style(&self) -> Style {
        if self.colours_err { Style::Ansi } else { Style::Plain }
    }

    /// Writes a result.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| Failure::io("standard output", error))
    }

    /// Writes a result as JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string(value)
            .map_err(|error| Failure::io("standard output", io::Error::other(error)))?;
        text.push('\n');
        self.text(&text)
    }

    /// Draws a picture as large as the terminal allows.
    pub(crate) fn picture(&mut self, picture: &GridPicture) -> Result<(), Failure> {
        let size = terminal_size::terminal_size_of(&self.out);
        // Three lines stay free for the text below the picture.
        let (columns, rows) =
            size.map_or((COLUMNS, ROWS), |(width, height)| (width.0, height.0.saturating_sub(3).max(8)));
        let style = if self.colours_out { TerminalStyle::HalfBlocks } else { TerminalStyle::Ascii };
        self.text(&picture.to_terminal(TerminalOptions { columns, rows, style }))
    }

    /// Writes a note to standard error. Errors are ignored.
    pub(crate) fn note(&mut self, text: &str) {
        let _ = writeln!(self.err, "{}", text.trim_end());
    }

    /// A progress bar; invisible unless standard error is a terminal.
    pub(crate) fn progress(length: u64) -> ProgressBar {
        Self::bar(Some(length), "{bar:40} {pos}/{len} {msg} {eta} left")
    }

    /// A counter for work of unknown length; it appears with the first change.
    pub(crate) fn count() -> ProgressBar {
        Self::bar(None, "{spinner} {human_pos} {msg}, {elapsed}")
    }

    fn bar(length: Option<u64>, template: &str) -> ProgressBar {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(length, target).with_style(style)
    }
}
