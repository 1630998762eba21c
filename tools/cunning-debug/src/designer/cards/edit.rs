//! Edits of cards as changes of the text.

use serde::Deserialize;

use super::CardKind;
use crate::designer::toml_text::{
    Entry, Splice, Step, Tree, Value, ValueKind, add_inline, add_line, at_end, below, find, insert_item, key,
    no_such, remove_inline, remove_item, remove_lines, splice, value,
};
use crate::protocol::RequestError;

/// An edit of a card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "edit", rename_all = "snake_case")]
pub(crate) enum CardEdit {
    /// Writes a value. The last part of the path may be a new key.
    Set { path: Vec<Step>, value: String },
    /// Inserts a value into a list.
    Insert { path: Vec<Step>, at: usize, value: String },
    /// Removes a value, a key or a whole card.
    Remove { path: Vec<Step> },
    /// Adds a card below the last one of its kind.
    Add { kind: CardKind, name: String },
}

impl CardEdit {
    /// The text after the edit. Only the lines of the edit are different.
    pub(super) fn apply(&self, text: &str) -> Result<String, RequestError> {
        let tree = Tree::parse(text)?;
        let splices = match self {
            Self::Set { path, value } => set(text, &tree, path, value)?,
            Self::Insert { path, at, value: typed } => {
                let list = find(&tree, path)?.value;
                let ValueKind::List(items) = &list.kind else { return Err(not_in_cards()) };
                if *at > items.len() {
                    return Err(RequestError::new(format!("the list has {} members", items.len())));
                }
                insert_item(text, &list.range, items, *at, &value(typed))
            }
            Self::Remove { path } => remove(text, &tree, path)?,
            Self::Add { kind, name } => vec![add(text, &tree, *kind, name.trim())?],
        };
        let edited = splice(text, splices);
        // The ranges are those of a valid text, so this holds unless a form of TOML was overlooked.
        Tree::parse(&edited).map_err(|_| not_in_cards())?;
        Ok(edited)
    }
}

fn set(text: &str, tree: &Tree, path: &[Step], typed: &str) -> Result<Vec<Splice>, RequestError> {
    let written = value(typed);
    if let Ok(found) = find(tree, path) {
        return match found.value.kind {
            ValueKind::Section { .. } | ValueKind::Sections(_) | ValueKind::Dotted(_) => Err(not_in_cards()),
            _ => Ok(vec![Splice { range: found.value.range.clone(), text: written }]),
        };
    }
    let Some((Step::Key(name), above)) = path.split_last() else { return Err(no_such(path)) };
    let table = find(tree, above)?.value;
    match &table.kind {
        ValueKind::Inline(_) => Ok(add_inline(table, &format!("{} = {written}", key(name)))),
        ValueKind::Section { header: Some(header), entries } => {
            Ok(add_line(text, header, entries, &format!("{} = {written}", key(name))))
        }
        // `gold = "int"` is short for `gold = { type = "int" }`.
        ValueKind::Text(_) if matches!(above, [Step::Key(section), _] if section == CardKind::Fact.section()) =>
        {
            let own = text.get(table.range.clone()).unwrap_or_default();
            let both = format!("{{ type = {own}, {} = {written} }}", key(name));
            Ok(vec![Splice { range: table.range.clone(), text: both }])
        }
        _ => Err(not_in_cards()),
    }
}

fn remove(text: &str, tree: &Tree, path: &[Step]) -> Result<Vec<Splice>, RequestError> {
    let found = find(tree, path)?;
    match (found.parent.map(|parent| &parent.kind), found.entry) {
        (Some(ValueKind::List(items)), _) => Ok(remove_item(text, items, found.at)),
        (Some(ValueKind::Inline(entries)), Some(entry))
            if !matches!(entry.value.kind, ValueKind::Dotted(_)) =>
        {
            Ok(remove_inline(text, entries, found.at))
        }
        (None | Some(ValueKind::Section { .. }), Some(entry)) => Ok(remove_lines(text, entry)),
        _ => Err(not_in_cards()),
    }
}

fn add(text: &str, tree: &Tree, kind: CardKind, name: &str) -> Result<Splice, RequestError> {
    if name.is_empty() {
        return Err(RequestError::new("a new card needs a name"));
    }
    let section = tree.root.iter().find(|entry| entry.key == kind.section());
    let known = section.map_or(&[][..], |entry| entry.value.entries());
    if known.iter().any(|entry| entry.key == name) {
        return Err(RequestError::new(format!("`{name}` exists already")));
    }
    let is_card = |entry: &Entry| matches!(entry.value.kind, ValueKind::Section { header: Some(_), .. });
    let has_cards = !known.is_empty() && known.iter().all(is_card);
    if let Some(value) = kind.line().filter(|_| !has_cards) {
        let line = format!("{} = {value}", key(name));
        let added = match section.map(|entry| &entry.value) {
            Some(table @ Value { kind: ValueKind::Inline(_), .. }) => add_inline(table, &line).pop(),
            Some(Value { kind: ValueKind::Section { header: Some(header), entries }, .. }) => {
                add_line(text, header, entries, &line).pop()
            }
            _ => Some(at_end(text, &format!("[{}]\n{line}\n", kind.section()))),
        };
        return added.ok_or_else(not_in_cards);
    }
    let card = format!("[{}.{}]\n{}", kind.section(), key(name), kind.lines());
    // Below other lines a header would take the lines that follow.
    match known.iter().map(|entry| entry.range().end).max().filter(|_| has_cards) {
        Some(end) => Ok(below(text, end, &format!("\n{card}"))),
        None => Ok(at_end(text, &card)),
    }
}

fn not_in_cards() -> RequestError {
    RequestError::new("this part is written in a form that cards cannot change: edit the text")
}
