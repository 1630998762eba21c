//! Typed access to the values of a file, with messages for values of the wrong type.

use crate::codes;
use crate::limits::DOC_BYTES_MAX;
use crate::micros::Micros;
use crate::model::SourceSpan;
use crate::read_error::{Checked, ReadError};
use crate::tree::{Node, NodeKind, Text};

/// The keys and values of a table, in file order.
pub type Entries = [(Text, Node)];

/// Returns the value of a key.
pub fn get<'a>(entries: &'a Entries, key: &str) -> Option<&'a Node> {
    entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
}

fn wrong<T>(node: &Node, expected: &str) -> Checked<T> {
    read_error(codes::SHAPE, format!("expected {expected}, found {}", node.sort()), node.span)
}

/// Returns a string; `expected` describes it for the message.
pub fn text<'a>(node: &'a Node, expected: &str) -> Checked<&'a Text> {
    match &node.kind {
        NodeKind::Text(text) => Ok(text),
        _ => wrong(node, expected),
    }
}

/// Returns a table.
pub fn table<'a>(node: &'a Node, expected: &str) -> Checked<&'a Entries> {
    match &node.kind {
        NodeKind::Table(entries) => Ok(entries),
        _ => wrong(node, expected),
    }
}

/// Returns a list of at most `max` values.
pub fn list<'a>(node: &'a Node, expected: &str, max: usize) -> Checked<&'a [Node]> {
    match &node.kind {
        NodeKind::List(members) if members.len() > max => {
            ReadError::too_many("entries", members.len(), max, node.span).fail()
        }
        NodeKind::List(members) => Ok(members),
        NodeKind::Text(text) => {
            ReadError::new(codes::SHAPE, format!("expected {expected}, found a string"), node.span)
                .hint(format!("write `[\"{}\"]`", text.value))
                .fail()
        }
        _ => wrong(node, expected),
    }
}

/// Returns an integer.
pub fn int(node: &Node, expected: &str) -> Checked<i64> {
    match node.kind {
        NodeKind::Int(value) => Ok(value),
        _ => wrong(node, expected),
    }
}

/// Returns a bool.
pub fn bool(node: &Node, expected: &str) -> Checked<bool> {
    match node.kind {
        NodeKind::Bool(value) => Ok(value),
        _ => wrong(node, expected),
    }
}

/// Returns a number with six decimals; `None` if the value is not a number.
pub fn number(node: &Node) -> Option<Checked<Micros>> {
    let value = match node.kind {
        NodeKind::Int(value) => Micros::from_int(value),
        NodeKind::Float(value) => Micros::from_float(value),
        _ => return None,
    };
    let read_error = || ReadError::new(codes::LIMIT, "this number is too large or not finite", node.span);
    Some(value.ok_or_else(|| Box::new(read_error())))
}

/// Returns the `doc` of a table.
pub fn doc(entries: &Entries) -> Checked<Option<String>> {
    let Some(node) = get(entries, "doc") else { return Ok(None) };
    doc_text(node).map(|doc| Some(doc.value.clone()))
}

/// Returns the value of a key `doc`.
pub fn doc_text(node: &Node) -> Checked<&Text> {
    let doc = text(node, "a text")?;
    if doc.value.len() > DOC_BYTES_MAX {
        return ReadError::too_many("bytes of `doc`", doc.value.len(), DOC_BYTES_MAX, node.span).fail();
    }
    Ok(doc)
}

/// Returns a failed result with an error at one span.
pub fn read_error<T>(code: cunning_diag::Code, message: impl Into<String>, span: SourceSpan) -> Checked<T> {
    ReadError::new(code, message, span).fail()
}
