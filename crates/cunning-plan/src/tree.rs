//! The file as a tree of values with spans, independent of TOML.
//!
//! Readers and section readers see this tree and no TOML library; a builder makes the same tree without spans, so
//! that a file and a builder are checked by the same code.

mod offsets;
mod toml;

use cunning_diag::Span;

use crate::model::SourceSpan;
use offsets::Offsets;
pub(crate) use toml::parse;

/// A value.
#[derive(Clone, Debug)]
pub struct Node {
    /// The kind of value.
    pub kind: NodeKind,
    /// The source span of the value.
    pub span: SourceSpan,
}

/// The kinds of values.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A string.
    Text(Text),
    /// An integer; one that does not fit is clamped.
    Int(i64),
    /// A number with decimals, possibly not finite.
    Float(f64),
    /// A bool.
    Bool(bool),
    /// A date or time, which the language does not use.
    Date,
    /// A list.
    List(Vec<Node>),
    /// Keys with values in file order, each key once.
    Table(Vec<(Text, Node)>),
}

/// A string or key that maps each of its bytes to the file.
#[derive(Clone, Debug)]
pub struct Text {
    /// The string, without quotes and escapes.
    pub value: String,
    /// The source span, including quotes.
    pub span: SourceSpan,
    offsets: Offsets,
}

impl Text {
    /// Creates a string of a file, written as `raw` at `place`.
    fn new(value: String, raw: &str, span: SourceSpan) -> Self {
        let offsets = Offsets::new(raw, &value, span.range().start);
        Self { value, span, offsets }
    }

    /// Creates a string without a source.
    pub fn nowhere(value: impl Into<String>) -> Self {
        Self { value: value.into(), span: SourceSpan::NONE, offsets: Offsets::Shift(0) }
    }

    /// Returns the source span of a part of the string.
    pub fn span_of(&self, span: Span) -> SourceSpan {
        let start = self.offsets.of(span.start);
        // The end of the last byte, so that skipped bytes before the next one are not included.
        let end = if span.end > span.start { self.offsets.of(span.end - 1) + 1 } else { start };
        self.span.with_range(Span::new(start, end))
    }
}

impl Node {
    /// Creates a value without a source.
    pub fn nowhere(kind: NodeKind) -> Self {
        Self { kind, span: SourceSpan::NONE }
    }

    /// Returns the kind of value in words, for messages.
    pub fn sort(&self) -> &'static str {
        match self.kind {
            NodeKind::Text(_) => "a string",
            NodeKind::Int(_) => "a whole number",
            NodeKind::Float(_) => "a number with decimals",
            NodeKind::Bool(_) => "a bool",
            NodeKind::Date => "a date",
            NodeKind::List(_) => "a list",
            NodeKind::Table(_) => "a table",
        }
    }
}

impl From<&str> for Node {
    fn from(value: &str) -> Self {
        Self::nowhere(NodeKind::Text(Text::nowhere(value)))
    }
}

impl From<String> for Node {
    fn from(value: String) -> Self {
        Self::nowhere(NodeKind::Text(Text::nowhere(value)))
    }
}

impl From<bool> for Node {
    fn from(value: bool) -> Self {
        Self::nowhere(NodeKind::Bool(value))
    }
}

impl From<i64> for Node {
    fn from(value: i64) -> Self {
        Self::nowhere(NodeKind::Int(value))
    }
}

impl From<i32> for Node {
    fn from(value: i32) -> Self {
        Self::nowhere(NodeKind::Int(value.into()))
    }
}

impl From<f64> for Node {
    fn from(value: f64) -> Self {
        Self::nowhere(NodeKind::Float(value))
    }
}

impl From<Vec<Node>> for Node {
    fn from(value: Vec<Node>) -> Self {
        Self::nowhere(NodeKind::List(value))
    }
}
