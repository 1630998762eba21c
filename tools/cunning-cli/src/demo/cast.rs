//! A recording of the screen in the format of asciinema (version 2): a header and one line for each page.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::json;

use super::page::Page;
use crate::failure::Failure;
use crate::files;

/// The pages of a demo, each with its time.
pub(super) struct Cast {
    path: PathBuf,
    text: String,
    last: Option<Page>,
}

impl Cast {
    /// Starts a recording of a screen.
    pub(super) fn new(path: PathBuf, (columns, rows): (usize, usize), title: &str) -> Self {
        let header = json!({ "version": 2, "width": columns, "height": rows, "title": title });
        Self { path, text: format!("{header}\n"), last: None }
    }

    /// Adds a page; one that looks like the last one is left out.
    pub(super) fn add(&mut self, seconds: f64, page: &Page) {
        if self.last.as_ref() != Some(page) {
            let event = json!([seconds, "o", page.ansi()]);
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "{event}");
            self.last = Some(page.clone());
        }
    }

    /// Writes the file.
    pub(super) fn finish(self) -> Result<(), Failure> {
        files::write(&self.path, self.text.as_bytes())
    }
}
