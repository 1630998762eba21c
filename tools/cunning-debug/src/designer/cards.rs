//! Cards: the declarations of a domain file as lists and values, each with its range in the text.
//!
//! A card shows what is written, not what it means: a file with errors has cards too, as long as it is TOML. An edit of a
//! card ([`CardEdit`]) is a change of the text, so that text and cards are two views of one file.

mod edit;
mod keys;

use serde::{Deserialize, Serialize};

use super::toml_text::{Entry, TextIndex, Tree, Value, ValueKind};
use crate::documents::Documents;
use crate::protocol::RequestError;

pub(crate) use edit::CardEdit;
pub(crate) use keys::{KindKeys, keys};

/// What a card declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum CardKind {
    Action,
    Goal,
    Fact,
    Agent,
    Type,
}

impl CardKind {
    const ALL: [Self; 5] = [Self::Action, Self::Goal, Self::Fact, Self::Agent, Self::Type];

    /// The table of the file that has the declarations.
    pub(super) fn section(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Goal => "goal",
            Self::Fact => "facts",
            Self::Agent => "agent",
            Self::Type => "types",
        }
    }

    /// The lines below the header of a new declaration.
    fn lines(self) -> &'static str {
        match self {
            Self::Action => "when = []\nthen = []\n",
            Self::Goal => "want = []\n",
            Self::Agent => "actions = []\ngoals = {}\n",
            Self::Fact => "type = \"bool\"\n",
            Self::Type => "open = true\nmax = 8\n",
        }
    }

    /// The value of a new declaration, if declarations are usually lines of one table instead of tables of their own.
    fn line(self) -> Option<&'static str> {
        match self {
            Self::Fact => Some("\"bool\""),
            Self::Type => Some("[]"),
            Self::Action | Self::Goal | Self::Agent => None,
        }
    }
}

/// A declaration.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Card {
    kind: CardKind,
    /// The key of the table that the card is in; the first part of the path of everything on the card.
    section: &'static str,
    name: String,
    /// The range of the declaration in the text, in UTF-16 units.
    from: usize,
    to: usize,
    content: CardNode,
}

#[cfg(test)]
impl Card {
    pub(super) fn kind(&self) -> CardKind {
        self.kind
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// A value with its range in the text, in UTF-16 units.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct CardValue {
    from: usize,
    to: usize,
    content: CardNode,
}

/// What is written at a place.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum CardNode {
    /// A string, without quotes.
    Text {
        text: String,
    },
    /// A number or a boolean, as it is written.
    Plain {
        text: String,
    },
    List {
        items: Vec<CardValue>,
    },
    Table {
        entries: Vec<CardEntry>,
    },
}

/// A key with its value.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct CardEntry {
    key: String,
    value: CardValue,
}

/// The cards of an edited text, in its order.
pub(crate) fn read(documents: &Documents, at: usize, text: &str) -> Result<Vec<Card>, RequestError> {
    let source = documents.get(at)?.edited(text)?;
    let tree = Tree::parse(source.text())?;
    let index = TextIndex::new(source.text());
    let mut cards: Vec<Card> =
        CardKind::ALL.into_iter().flat_map(|kind| of_kind(kind, &tree, &index)).collect();
    cards.sort_by_key(|card| card.from);
    Ok(cards)
}

/// An edited text after an edit of one of its cards.
pub(crate) fn edit(
    documents: &Documents,
    at: usize,
    text: &str,
    edit: &CardEdit,
) -> Result<String, RequestError> {
    let document = documents.get(at)?;
    document.edited(text)?;
    let edited = edit.apply(text)?;
    document.edited(&edited)?;
    Ok(edited)
}

fn of_kind(kind: CardKind, tree: &Tree, index: &TextIndex<'_>) -> Vec<Card> {
    let declared = tree.root.iter().find(|entry| entry.key == kind.section());
    let declared = declared.map_or(&[][..], |entry| entry.value.entries());
    let card = |entry: &Entry| Card {
        kind,
        section: kind.section(),
        name: entry.key.clone(),
        from: index.units(entry.range().start),
        to: index.units(entry.range().end),
        content: node(&entry.value, index),
    };
    declared.iter().map(card).collect()
}

fn value(value: &Value, index: &TextIndex<'_>) -> CardValue {
    CardValue {
        from: index.units(value.range.start),
        to: index.units(value.range.end),
        content: node(value, index),
    }
}

fn node(of: &Value, index: &TextIndex<'_>) -> CardNode {
    match &of.kind {
        ValueKind::Text(text) => CardNode::Text { text: text.clone() },
        ValueKind::Plain => CardNode::Plain { text: index.text(of.range.clone()).to_owned() },
        ValueKind::List(items) | ValueKind::Sections(items) => {
            CardNode::List { items: items.iter().map(|item| value(item, index)).collect() }
        }
        ValueKind::Inline(entries) | ValueKind::Dotted(entries) | ValueKind::Section { entries, .. } => {
            let entry =
                |entry: &Entry| CardEntry { key: entry.key.clone(), value: value(&entry.value, index) };
            CardNode::Table { entries: entries.iter().map(entry).collect() }
        }
    }
}

#[cfg(test)]
mod tests;
