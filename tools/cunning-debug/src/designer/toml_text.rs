//! TOML texts that are edited in place: a tree with ranges, paths in it, and changes that leave all other bytes as they are.
//!
//! Cards and the map of a scene are views of such a text. This module knows TOML and no keys.

mod path;
mod text_index;
mod tree;
mod write;

pub(super) use path::{Step, find, no_such};
pub(super) use text_index::TextIndex;
pub(super) use tree::{Entry, Tree, Value, ValueKind};
pub(super) use write::{
    Splice, add_inline, add_line, at_end, below, insert_item, key, lines, remove_inline, remove_item,
    remove_lines, remove_section, splice, value,
};
