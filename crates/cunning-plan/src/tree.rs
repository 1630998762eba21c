//! The file as a tree of values with places: what is left of TOML once it is parsed.
//!
//! Readers and section readers see this tree and no TOML library; a builder makes the same tree without places,
//! so that a file and a builder are checked by the same code.

mod offsets;
mod toml;

use cunning_diag::Span;

use crate::model::SourceSpan;
use offsets::Offsets;
pub(crate) use toml::parse;

/// A value.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: SourceSpan,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A string.
    Text(Text),
    /// A whole number; one that does not fit is the nearest that does.
    Int(i64),
    /// A number with decimals, or none at all.
    Float(f64),
    /// A bool.
    Bool(bool),
    /// A date or time, which the language has no use for.
    Date,
    /// A list.
    List(Vec<Node>),
    /// Keys with values, in file order, no key twice.
    Table(Vec<(Text, Node)>),
}

/// A string or key, which knows where each of its bytes stands in the file.
#[derive(Clone, Debug)]
pub struct Text {
    /// The string, without quotes and escapes.
    pub value: String,
    /// Where it stands, quotes included.
    pub span: SourceSpan,
    offsets: Offsets,
}

impl Text {
    /// A string of a file, written as `raw` at `place`.
    fn new(value: String, raw: &str, span: SourceSpan) -> Self {
        let offsets = Offsets::new(raw, &value, span.range().start);
        Self { value, span, offsets }
    }

    /// A string that stands in no file.
    pub fn nowhere(value: impl Into<String>) -> Self {
        Self { value: value.into(), span: SourceSpan::NONE, offsets: Offsets::Shift(0) }
    }

    /// Where a stretch of the string stands in the file.
    pub fn span_of(&self, span: Span) -> SourceSpan {
        let start = self.offsets.of(span.start);
        // The end of the last byte, so that what is skipped before the next one is not part of the stretch.
        let end = if span.end > span.start { self.offsets.of(span.end - 1) + 1 } else { start };
        self.span.with_range(Span::new(start, end))
    }
}

impl Node {
    /// A value that stands in no file.
    pub fn nowhere(kind: NodeKind) -> Self {
        Self { kind, span: SourceSpan::NONE }
    }

    /// What it is, in words for messages.
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
