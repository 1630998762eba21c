//! Parses TOML text to a tree. All errors of the text are reported, and valid parts are kept.

use std::borrow::Cow;
use std::ops::Range;

use cunning_diag::Source;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::{Node, NodeKind, Text};
use crate::codes;
use crate::model::SourceSpan;
use crate::read_error::ReadError;

/// Parses one file, which has this number among the domain's files. The tree is always a table.
pub(crate) fn parse(source: &Source, file: u32) -> (Vec<(Text, Node)>, Vec<ReadError>) {
    let (table, errors) = DeTable::parse_recoverable(source.text());
    let problems = errors.into_iter().map(|error| {
        let span = SourceSpan::new(file, error.span().unwrap_or(0..0).into());
        // The parser limits the nesting itself, and only its message distinguishes that from a syntax error.
        if error.message().contains("recurs") {
            return ReadError::new(codes::LIMIT, "this is nested too deeply", span);
        }
        ReadError::new(codes::TOML, error.message(), span)
    });
    let reader = TreeReader { text: source.text(), file };
    (reader.entries(table.into_inner()), problems.collect())
}

struct TreeReader<'a> {
    text: &'a str,
    file: u32,
}

impl TreeReader<'_> {
    fn source_span(&self, range: Range<usize>) -> SourceSpan {
        SourceSpan::new(self.file, range.into())
    }

    fn text(&self, value: Cow<'_, str>, range: Range<usize>) -> Text {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        Text::new(value.into_owned(), raw, self.source_span(range))
    }

    fn entries(&self, table: DeTable<'_>) -> Vec<(Text, Node)> {
        table
            .into_iter()
            .map(|(key, value)| {
                let range = key.span();
                (self.text(key.into_inner(), range), self.node(value))
            })
            .collect()
    }

    fn node(&self, value: Spanned<DeValue<'_>>) -> Node {
        let range = value.span();
        let kind = match value.into_inner() {
            DeValue::String(value) => NodeKind::Text(self.text(value, range.clone())),
            DeValue::Integer(value) => NodeKind::Int(integer(&value)),
            DeValue::Float(value) => NodeKind::Float(float(&value)),
            DeValue::Boolean(value) => NodeKind::Bool(value),
            DeValue::Datetime(_) => NodeKind::Date,
            DeValue::Array(members) => {
                NodeKind::List(members.into_iter().map(|member| self.node(member)).collect())
            }
            DeValue::Table(table) => NodeKind::Table(self.entries(table)),
        };
        Node { kind, span: self.source_span(range) }
    }
}

fn integer(value: &DeInteger<'_>) -> i64 {
    let nearest = if value.as_str().starts_with('-') { i64::MIN } else { i64::MAX };
    i64::from_str_radix(value.as_str(), value.radix()).unwrap_or(nearest)
}

fn float(value: &DeFloat<'_>) -> f64 {
    value.as_str().parse().unwrap_or(f64::NAN)
}
