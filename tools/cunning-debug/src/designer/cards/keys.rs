//! The keys that a card of each kind can have, from the JSON Schema of domain files.

use serde::Serialize;
use serde_json::Value;

use super::CardKind;

/// The keys of the cards of one kind.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct KindKeys {
    kind: CardKind,
    keys: Vec<CardKey>,
}

/// A key that a card can have.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct CardKey {
    name: String,
    doc: Option<String>,
    /// A value to begin with.
    start: &'static str,
    /// The possible values; empty if they cannot be listed.
    choices: Vec<String>,
}

/// The keys of all kinds of cards.
pub(crate) fn keys() -> Vec<KindKeys> {
    let schema: Value = serde_json::from_str(&cunning_mind::schema()).unwrap_or_default();
    CardKind::ALL.into_iter().map(|kind| KindKeys { kind, keys: keys_of(&schema, kind) }).collect()
}

fn keys_of(schema: &Value, kind: CardKind) -> Vec<CardKey> {
    let declared = &schema["properties"][kind.section()]["additionalProperties"];
    let mut keys: Vec<CardKey> = Vec::new();
    for option in options(resolve(schema, declared)) {
        for (name, value) in option["properties"].as_object().into_iter().flatten() {
            if keys.iter().all(|known| known.name != *name) {
                keys.push(key(schema, name, value));
            }
        }
    }
    keys
}

fn key(schema: &Value, name: &str, value: &Value) -> CardKey {
    let target = resolve(schema, value);
    let mut first = target;
    while let Some(option) = first["anyOf"].get(0) {
        first = resolve(schema, option);
    }
    let is_duration = value["$ref"].as_str().is_some_and(|of| of.ends_with("/duration"));
    let ty = first["type"].as_str().or_else(|| first["type"][0].as_str());
    let choices = target["enum"].as_array().into_iter().flatten();
    CardKey {
        name: name.to_owned(),
        doc: [value, target].iter().find_map(|one| one["description"].as_str()).map(str::to_owned),
        start: match ty {
            Some("array") => "[]",
            Some("object") => "{}",
            Some("boolean") => "true",
            Some("number" | "integer") => "1",
            _ if is_duration => "1 s",
            _ => "",
        },
        choices: choices.filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}

/// A schema, or what it refers to.
fn resolve<'s>(schema: &'s Value, value: &'s Value) -> &'s Value {
    let name = value["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    name.map_or(value, |name| &schema["$defs"][name])
}

/// The alternatives of a schema; itself if it has none.
fn options(value: &Value) -> impl Iterator<Item = &Value> {
    let (any, own) = match value["anyOf"].as_array() {
        Some(any) => (&any[..], None),
        None => (&[][..], Some(value)),
    };
    any.iter().chain(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_from_the_schema() {
        let all = keys();
        let find = |kind, name: &str| {
            let of_kind = all.iter().find(|keys| keys.kind == kind);
            let key = of_kind.and_then(|keys| keys.keys.iter().find(|key| key.name == name));
            key.unwrap_or_else(|| panic!("{kind:?} has no {name}"))
        };
        assert_eq!(find(CardKind::Action, "when").start, "[]");
        assert_eq!(find(CardKind::Action, "cost").start, "1");
        assert_eq!(find(CardKind::Action, "timeout").start, "1 s");
        assert_eq!(find(CardKind::Goal, "mode").choices, ["achieve", "maintain", "repeat"]);
        assert_eq!(find(CardKind::Fact, "sensed").start, "true");
        assert_eq!(find(CardKind::Agent, "goals").start, "{}");
        assert_eq!(find(CardKind::Type, "max").start, "1");
        assert!(find(CardKind::Action, "while").doc.is_some());
    }
}
