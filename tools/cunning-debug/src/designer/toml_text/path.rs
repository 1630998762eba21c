//! Paths to values of a text.

use serde::Deserialize;

use super::tree::{Entry, Tree, Value};
use crate::protocol::RequestError;

/// A part of a path. A path starts at the root of the file: `["action", "buy", "when", 1]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub(crate) enum Step {
    At(usize),
    Key(String),
}

/// What a path leads to, and what contains it.
pub(in crate::designer) struct Found<'t> {
    pub(in crate::designer) parent: Option<&'t Value>,
    pub(in crate::designer) entry: Option<&'t Entry>,
    /// The number among its siblings.
    pub(in crate::designer) at: usize,
    pub(in crate::designer) value: &'t Value,
}

pub(in crate::designer) fn find<'t>(tree: &'t Tree, path: &[Step]) -> Result<Found<'t>, RequestError> {
    let mut found: Option<Found<'t>> = None;
    for step in path {
        let parent = found.map(|found| found.value);
        found = match step {
            Step::Key(name) => {
                let entries = parent.map_or(&tree.root[..], Value::entries);
                let at = entries.iter().position(|entry| entry.key == *name);
                at.and_then(|at| {
                    entries.get(at).map(|entry| Found { parent, entry: Some(entry), at, value: &entry.value })
                })
            }
            Step::At(at) => {
                let item = parent.and_then(|parent| parent.items().get(*at));
                item.map(|value| Found { parent, entry: None, at: *at, value })
            }
        };
        if found.is_none() {
            return Err(no_such(path));
        }
    }
    found.ok_or_else(|| no_such(path))
}

pub(in crate::designer) fn no_such(path: &[Step]) -> RequestError {
    let part = |step: &Step| match step {
        Step::At(at) => at.to_string(),
        Step::Key(key) => key.clone(),
    };
    let path: Vec<String> = path.iter().map(part).collect();
    RequestError::new(format!("the text has no `{}`", path.join(".")))
}
