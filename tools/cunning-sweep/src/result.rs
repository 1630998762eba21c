//! The result of a cell: one JSON file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What happened to a cell. `docs/sweeps.md` documents the fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CellRecord {
    /// The version of the format, 1.
    pub format: u32,
    /// The name of the cell.
    pub cell: String,
    /// The parameters, by name.
    pub parameters: Map<String, Value>,
    /// The seed that the cell was run with.
    pub seed: u64,
    /// What the job returned; missing for a failed cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Why the cell failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long the cell took, in milliseconds.
    pub ms: f64,
}

impl CellRecord {
    /// The version of the format.
    pub const FORMAT: u32 = 1;
}
