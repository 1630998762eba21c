//! Demonstrations as JSON: `{"demonstrations": [{"quest", "width", "height", "samples": [{"ms", "x", "y", "sneak"}]}]}`.
//!
//! A file holds any number of demonstrations. Files of past solutions have the same format.

use std::fmt::Write;

use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Demonstration, Recorder, Sample, SampleError};
use crate::limits::{DEMONSTRATION_BYTES_MAX, DEMONSTRATIONS_MAX, SIDE_MAX, TEXT_BYTES_MAX};
use crate::metric::MILLI;

const JSON: Code = Code::new("train/json");
const LIMIT: Code = Code::new("train/limit");
const SAMPLE: Code = Code::new("train/sample");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    #[serde(borrow)]
    demonstrations: Vec<&'a RawValue>,
}

/// Values that are checked individually are kept raw, for the spans of diagnostics.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown<'a> {
    #[serde(default)]
    quest: String,
    width: u32,
    height: u32,
    #[serde(borrow)]
    samples: Vec<&'a RawValue>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleRecord {
    ms: u64,
    x: f64,
    y: f64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sneak: bool,
}

impl Demonstration {
    /// Parses all demonstrations of a file.
    pub fn parse(source: &Source) -> Result<Vec<Self>, Diagnostics> {
        let text = source.text();
        let error = |code, message: String, span: Span| {
            Diagnostics::from(Diagnostic::error(code, message).at(source, span))
        };
        if text.len() > DEMONSTRATION_BYTES_MAX {
            let message =
                format!("the file has {} bytes; at most {DEMONSTRATION_BYTES_MAX} are allowed", text.len());
            return Err(error(LIMIT, message, Span::point(0)));
        }
        let reader = Reader { source };
        let file: File = reader.value(text)?;
        if file.demonstrations.len() > DEMONSTRATIONS_MAX {
            let message = format!("more than {DEMONSTRATIONS_MAX} demonstrations");
            return Err(error(LIMIT, message, Span::point(0)));
        }
        if file.demonstrations.is_empty() {
            return Err(error(SAMPLE, "the file contains no demonstrations".to_owned(), Span::point(0)));
        }
        let mut found = Diagnostics::new();
        let mut all = Vec::new();
        for raw in file.demonstrations {
            match reader.demonstration(raw.get()) {
                Ok(demonstration) => all.push(demonstration),
                Err(more) => found.append(more),
            }
        }
        found.into_result().map(|_| all)
    }

    /// Formats demonstrations as a file.
    pub fn to_json(demonstrations: &[Self]) -> String {
        let cells = |milli: u32| f64::from(milli) / f64::from(MILLI);
        let mut text = String::from("{\"demonstrations\": [");
        for (index, shown) in demonstrations.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let quest = serde_json::Value::from(shown.quest.as_str());
            let (width, height) = (shown.width, shown.height);
            let _ = write!(
                text,
                "{comma}\n{{\"quest\": {quest}, \"width\": {width}, \"height\": {height}, \"samples\": ["
            );
            for (index, sample) in shown.samples.iter().enumerate() {
                let Sample { ms, at, sneaks } = *sample;
                let comma = if index == 0 { "" } else { "," };
                let sneak = if sneaks { ", \"sneak\": true" } else { "" };
                let (x, y) = (cells(at.x), cells(at.y));
                let _ = write!(text, "{comma}\n{{\"ms\": {ms}, \"x\": {x}, \"y\": {y}{sneak}}}");
            }
            text += "\n]}";
        }
        text + "\n]}\n"
    }
}

struct Reader<'s> {
    source: &'s Source,
}

impl Reader<'_> {
    /// Parses a value at its location in the source.
    fn value<'a, T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, Diagnostics> {
        serde_json::from_str(text).map_err(|error| {
            // The error counts lines and columns from the start of the value.
            let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
            let before: usize = lines.map(str::len).sum();
            let at = self.start(text) + before + error.column().saturating_sub(1);
            let message = error.to_string();
            let message = message.rsplit_once(" at line").map_or(message.as_str(), |(message, _)| message);
            Diagnostic::error(JSON, message).at(self.source, Span::point(at as u32)).into()
        })
    }

    /// The offset of a part of the source's text.
    fn start(&self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.source.text().as_ptr().addr())
    }

    fn span(&self, part: &str) -> Span {
        let start = self.start(part);
        (start..start + part.len()).into()
    }

    fn demonstration(&self, text: &str) -> Result<Demonstration, Diagnostics> {
        let shown: Shown = self.value(text)?;
        let mut found = Diagnostics::new();
        let sides = 1..=SIDE_MAX;
        if !sides.contains(&shown.width) || !sides.contains(&shown.height) {
            let message = format!("a map has 1 to {SIDE_MAX} cells a side");
            found.push(
                Diagnostic::error(LIMIT, message).at(self.source, Span::point(self.start(text) as u32)),
            );
            return Err(found);
        }
        if shown.quest.len() > TEXT_BYTES_MAX {
            let message = format!("a name has at most {TEXT_BYTES_MAX} bytes");
            found.push(
                Diagnostic::error(LIMIT, message).at(self.source, Span::point(self.start(text) as u32)),
            );
        }
        let mut recorder = Recorder::new(&shown.quest, (shown.width, shown.height));
        for raw in shown.samples {
            let SampleRecord { ms, x, y, sneak } = match self.value(raw.get()) {
                Ok(sample) => sample,
                Err(more) => {
                    found.append(more);
                    continue;
                }
            };
            if let Err(error) = recorder.record(ms, x, y, sneak) {
                found
                    .push(Diagnostic::error(SAMPLE, error.to_string()).at(self.source, self.span(raw.get())));
                if error == SampleError::TooMany {
                    break;
                }
            }
        }
        found.into_result()?;
        recorder.finish().map_err(|error| {
            Diagnostic::error(SAMPLE, error.to_string())
                .at(self.source, Span::point(self.start(text) as u32))
                .hint("a demonstration needs at least one sample")
                .into()
        })
    }
}
