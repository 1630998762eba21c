//! Scripts: their domains and operations.

use serde_json::Value;

/// A script of operations.
#[derive(Debug)]
pub struct Script {
    /// Versions of the domain, as name and text. The first one is used at the start.
    pub(crate) domains: Vec<(String, String)>,
    /// The operations, each an array that begins with its name.
    pub(crate) steps: Vec<Vec<Value>>,
}

/// Why a script cannot be played: the script is wrong, not the binding.
#[derive(Debug, PartialEq, Eq)]
pub struct ScriptError(pub String);

impl std::fmt::Display for ScriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ScriptError {}

pub(crate) fn wrong<T>(text: impl Into<String>) -> Result<T, ScriptError> {
    Err(ScriptError(text.into()))
}

impl Script {
    /// Reads a script.
    pub fn read(text: &str) -> Result<Self, ScriptError> {
        let script: Value = serde_json::from_str(text).map_err(|error| ScriptError(error.to_string()))?;
        let domains = list(&script["domains"])?.iter().map(domain).collect::<Result<Vec<_>, _>>()?;
        let steps = list(&script["steps"])?.iter().map(|step| list(step).cloned());
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        if domains.is_empty() {
            return wrong("a script needs a domain");
        }
        Ok(Self { domains, steps })
    }
}

fn domain(value: &Value) -> Result<(String, String), ScriptError> {
    let lines = list(&value["text"])?.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    Ok((text(&value["name"])?.to_owned(), lines.join("\n")))
}

pub(crate) fn list(value: &Value) -> Result<&Vec<Value>, ScriptError> {
    value.as_array().map_or_else(|| wrong(format!("expected a list, not {value}")), Ok)
}

pub(crate) fn text(value: &Value) -> Result<&str, ScriptError> {
    value.as_str().map_or_else(|| wrong(format!("expected a text, not {value}")), Ok)
}

pub(crate) fn whole(value: &Value) -> Result<u64, ScriptError> {
    value.as_u64().map_or_else(|| wrong(format!("expected a whole number, not {value}")), Ok)
}

pub(crate) fn number(value: &Value) -> Result<f64, ScriptError> {
    value.as_f64().map_or_else(|| wrong(format!("expected a number, not {value}")), Ok)
}

pub(crate) fn truth(value: &Value) -> Result<bool, ScriptError> {
    value.as_bool().map_or_else(|| wrong(format!("expected true or false, not {value}")), Ok)
}
