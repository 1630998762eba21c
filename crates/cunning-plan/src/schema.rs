//! The shape of domain files, for editors.

/// A JSON Schema (draft 2020-12) of domain files.
///
/// It knows tables, keys and the sorts of their values, so that an editor can complete and explain them. What is inside
/// the strings only the reader checks.
///
/// ```
/// assert!(cunning_plan::SCHEMA.contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
pub const SCHEMA: &str = include_str!("schema.json");
