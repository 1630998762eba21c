//! How logs write values and calls.

use cunning_mind::{Position, Value, ValueRef};

pub(crate) fn value(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Point(point) => position(point),
        other => other.to_string(),
    }
}

pub(crate) fn position(Position { x, y, z }: Position) -> String {
    format!("({x}, {y}, {z})")
}

/// Writes a call: `ring`, `go(bell)`.
pub(crate) fn call(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

pub(crate) fn args<'a>(args: impl Iterator<Item = (&'a str, &'a Value)>) -> Vec<String> {
    args.map(|(_, arg)| value(arg.into())).collect()
}
