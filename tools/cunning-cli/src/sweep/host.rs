//! What runs need from the command: the clock, Ctrl-C, a progress bar, and the command itself.

use std::time::Instant;

use clap::Parser as _;
use cunning_sweep::{Progress, RunHost, StandardJob};
use indicatif::ProgressBar;

use crate::cancel::Cancel;
use crate::output::Output;

/// The clock, Ctrl-C and a progress bar.
pub(crate) struct Host {
    begin: Instant,
    pub(crate) cancel: Cancel,
    bar: ProgressBar,
}

impl Host {
    pub(crate) fn new() -> Self {
        Self {
            begin: Instant::now(),
            cancel: Cancel::listen(),
            bar: Output::progress(0).with_message("cells"),
        }
    }

    /// Calls a run with this host.
    pub(crate) fn run<T>(&self, run: impl FnOnce(&RunHost<'_>) -> T) -> T {
        let result = run(&RunHost {
            micros: &|| self.begin.elapsed().as_micros() as u64,
            is_cancelled: &|| self.cancel.is_wanted(),
            progress: &|progress| match progress {
                Progress::Begin { cells, .. } => {
                    self.bar.reset();
                    self.bar.set_length(cells);
                }
                Progress::Cell { .. } => self.bar.inc(1),
            },
        });
        self.bar.finish_and_clear();
        result
    }
}

/// The job of sweep files. Commands of `cunning` are run by this program, and their arguments are checked by its parser.
pub(crate) fn standard_job() -> StandardJob {
    let check = |arguments: &[String]| {
        let words = std::iter::once("cunning").chain(arguments.iter().map(String::as_str));
        crate::Arguments::try_parse_from(words).map(|_| ()).map_err(|error| {
            let text = error.to_string();
            text.strip_prefix("error: ")
                .unwrap_or(&text)
                .split("\n\nUsage")
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    };
    StandardJob {
        program: std::env::current_exe().unwrap_or_else(|_| "cunning".into()),
        check: Some(Box::new(check)),
        scenes: cunning::stock::SCENES.iter().map(|(name, _)| *name).collect(),
    }
}
