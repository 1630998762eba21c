//! Facts, values and positions of scripts.

use cunning_mind::{FactKey, GameObject, Position, ValueRef};
use serde_json::Value;

use crate::script::{ScriptError, list, text, whole, wrong};

/// Reads a fact: a name, or a list of a name and indices.
pub(super) fn key(value: &Value) -> Result<FactKey<'_>, ScriptError> {
    let Value::Array(parts) = value else { return Ok(text(value)?.into()) };
    let [name, indices @ ..] = &parts[..] else { return wrong("a fact has a name") };
    let indices = indices.iter().map(value_of).collect::<Result<_, _>>()?;
    Ok(FactKey { name: text(name)?, indices })
}

/// Reads a value of a fact, an index or an argument.
pub(super) fn value_of(value: &Value) -> Result<ValueRef<'_>, ScriptError> {
    Ok(match value {
        Value::Null => ValueRef::None,
        Value::Bool(truth) => ValueRef::Bool(*truth),
        Value::String(name) => ValueRef::Name(name),
        Value::Number(number) => match number.as_i64() {
            Some(number) => ValueRef::Int(number),
            None => return wrong(format!("{number} is not a whole number")),
        },
        Value::Object(map) if map.contains_key("object") => {
            ValueRef::Object(GameObject(whole(&map["object"])?))
        }
        Value::Object(map) if map.contains_key("point") => ValueRef::Point(position_of(&map["point"])?),
        _ => return wrong(format!("{value} is not a value")),
    })
}

/// Reads a position in millionths.
pub(super) fn position_of(value: &Value) -> Result<Position, ScriptError> {
    let [x, y, z] = &list(value)?[..] else { return wrong("a position has three coordinates") };
    let part = |value: &Value| value.as_i64().map_or_else(|| wrong("a coordinate is a whole number"), Ok);
    Ok(Position { x: part(x)?, y: part(y)?, z: part(z)? })
}
