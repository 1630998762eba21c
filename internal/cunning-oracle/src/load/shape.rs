//! TOML values of an expected shape, or an error with their position.

use crate::error::{ErrorKind, OracleError};
use crate::query::Value;
use crate::token::is_name;
use toml::{Table, Value as Toml};

/// Words with a special meaning wherever a value is allowed.
const RESERVED: [&str; 4] = ["true", "false", "none", "not"];

/// The entries of a top-level table, in file order; none when it is absent.
pub(crate) fn section<'a>(root: &'a Table, name: &str) -> Result<Vec<(&'a String, &'a Toml)>, OracleError> {
    match root.get(name) {
        Some(given) => Ok(table(given, name)?.iter().collect()),
        None => Ok(Vec::new()),
    }
}

pub(crate) fn table<'a>(given: &'a Toml, place: &str) -> Result<&'a Table, OracleError> {
    given.as_table().ok_or_else(|| shape_error(place, "a table is expected"))
}

pub(crate) fn list<'a>(given: &'a Toml, place: &str) -> Result<&'a [Toml], OracleError> {
    given.as_array().map(Vec::as_slice).ok_or_else(|| shape_error(place, "a list is expected"))
}

pub(crate) fn text<'a>(given: &'a Toml, place: &str) -> Result<&'a str, OracleError> {
    given.as_str().ok_or_else(|| shape_error(place, "a text is expected"))
}

pub(crate) fn texts(given: &Toml, place: &str) -> Result<Vec<String>, OracleError> {
    list(given, place)?.iter().map(|member| Ok(text(member, place)?.to_owned())).collect()
}

/// Returns a list of distinct names of objects.
pub(crate) fn names(given: &Toml, place: &str) -> Result<Vec<String>, OracleError> {
    let names = texts(given, place)?;
    for (position, name) in names.iter().enumerate() {
        declared(name, place)?;
        if names[..position].contains(name) {
            return Err(OracleError::new(ErrorKind::Name, place, format!("`{name}` is named twice")));
        }
    }
    Ok(names)
}

/// Checks that a text is a valid name.
pub(crate) fn declared(name: &str, place: &str) -> Result<(), OracleError> {
    if is_name(name) && !RESERVED.contains(&name) {
        return Ok(());
    }
    Err(OracleError::new(ErrorKind::Name, place, format!("`{name}` cannot be a name")))
}

/// Returns the value of a fact.
pub(crate) fn value(given: &Toml, place: &str) -> Result<Value, OracleError> {
    match given {
        Toml::Boolean(value) => Ok(Value::Bool(*value)),
        Toml::Integer(value) => Ok(Value::Int(*value)),
        Toml::String(value) => Ok(Value::Name(value.clone())),
        _ => Err(shape_error(place, "a bool, an integer or a name is expected")),
    }
}

pub(crate) fn shape_error(place: &str, message: impl Into<String>) -> OracleError {
    OracleError::new(ErrorKind::Shape, place, message)
}
