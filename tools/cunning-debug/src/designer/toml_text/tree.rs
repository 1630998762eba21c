//! A TOML file as a tree in which every value has its range in the text, in bytes.

use std::ops::Range;

use toml_edit::{Document, Item, Key, TableLike};

use crate::protocol::RequestError;

/// A file.
pub(in crate::designer) struct Tree {
    pub(in crate::designer) root: Vec<Entry>,
}

/// A key with its value.
pub(in crate::designer) struct Entry {
    pub(in crate::designer) key: String,
    /// The last part of the key.
    pub(in crate::designer) key_range: Range<usize>,
    pub(in crate::designer) value: Value,
}

/// A value. Its range has everything that belongs to it; that of a table with headers may contain other tables.
pub(in crate::designer) struct Value {
    pub(in crate::designer) range: Range<usize>,
    pub(in crate::designer) kind: ValueKind,
}

pub(in crate::designer) enum ValueKind {
    /// A string, without quotes and escapes.
    Text(String),
    /// A number, a boolean or a date.
    Plain,
    /// `[a, b]`.
    List(Vec<Value>),
    /// `{ a = 1, b = 2 }`.
    Inline(Vec<Entry>),
    /// What `a.b = 1` in an inline table makes of `a`.
    Dotted(Vec<Entry>),
    /// `[a.b]` with the lines below it; without a header if it is declared by longer keys only.
    Section { header: Option<Range<usize>>, entries: Vec<Entry> },
    /// Every `[[a.b]]`.
    Sections(Vec<Value>),
}

impl Tree {
    /// Parses a text.
    pub(in crate::designer) fn parse(text: &str) -> Result<Self, RequestError> {
        let document = Document::parse(text)
            .map_err(|error| RequestError::new(format!("the text is not valid TOML: {}", error.message())))?;
        Ok(Self { root: entries(document.as_table()) })
    }
}

impl Entry {
    /// The range of the declaration.
    pub(in crate::designer) fn range(&self) -> Range<usize> {
        match self.value.kind {
            ValueKind::Section { .. } | ValueKind::Sections(_) => self.value.range.clone(),
            _ => self.key_range.start..self.value.range.end,
        }
    }
}

impl Value {
    fn new(item: &Item) -> Self {
        let range = item.span().unwrap_or_default();
        let kind = match item {
            Item::None => ValueKind::Plain,
            Item::Value(value) => return Self::plain(value),
            Item::Table(table) => {
                let header = table
                    .span()
                    .filter(|span| !table.is_dotted() && !table.is_implicit() && !span.is_empty());
                ValueKind::Section { header, entries: entries(table) }
            }
            Item::ArrayOfTables(tables) => {
                let section = |table: &toml_edit::Table| {
                    Self::with_extent(
                        ValueKind::Section { header: table.span(), entries: entries(table) },
                        0..0,
                    )
                };
                ValueKind::Sections(tables.iter().map(section).collect())
            }
        };
        Self::with_extent(kind, range)
    }

    fn plain(value: &toml_edit::Value) -> Self {
        let range = value.span().unwrap_or_default();
        let kind = match value {
            toml_edit::Value::String(text) => ValueKind::Text(text.value().clone()),
            toml_edit::Value::Array(items) => ValueKind::List(items.iter().map(Self::plain).collect()),
            toml_edit::Value::InlineTable(table) if table.is_dotted() => ValueKind::Dotted(entries(table)),
            toml_edit::Value::InlineTable(table) => ValueKind::Inline(entries(table)),
            _ => ValueKind::Plain,
        };
        Self::with_extent(kind, range)
    }

    /// A value with the range of everything in it.
    fn with_extent(kind: ValueKind, range: Range<usize>) -> Self {
        let parts: Vec<Range<usize>> = match &kind {
            ValueKind::Section { header, entries } => {
                header.iter().cloned().chain(entries.iter().map(Entry::range)).collect()
            }
            ValueKind::Dotted(entries) => entries.iter().map(Entry::range).collect(),
            ValueKind::Sections(all) => all.iter().map(|one| one.range.clone()).collect(),
            _ => return Self { range, kind },
        };
        let start = parts.iter().map(|part| part.start).min().unwrap_or(range.start);
        let end = parts.iter().map(|part| part.end).max().unwrap_or(range.end);
        Self { range: start..end, kind }
    }

    /// The entries of a table; none of other values.
    pub(in crate::designer) fn entries(&self) -> &[Entry] {
        match &self.kind {
            ValueKind::Inline(entries) | ValueKind::Dotted(entries) | ValueKind::Section { entries, .. } => {
                entries
            }
            _ => &[],
        }
    }

    /// The members of a list; none of other values.
    pub(in crate::designer) fn items(&self) -> &[Self] {
        match &self.kind {
            ValueKind::List(items) | ValueKind::Sections(items) => items,
            _ => &[],
        }
    }
}

fn entries(table: &dyn TableLike) -> Vec<Entry> {
    let entry = |(key, item): (&str, &Item)| Entry {
        key: key.to_owned(),
        key_range: table.key(key).and_then(Key::span).unwrap_or_default(),
        value: Value::new(item),
    };
    table.iter().map(entry).collect()
}
