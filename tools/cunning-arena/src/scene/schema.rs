//! The shape of scene files as a JSON Schema, for editors, and as text, for the documentation.

use std::fmt::Write;

use super::keys::{SCENE_KEYS, SceneKey, Shape};

/// Returns a JSON Schema (draft 2020-12) of scene files.
///
/// It describes tables, keys and the types of their values, so that an editor can complete and explain them. Only the
/// reader checks names and phrases.
///
/// ```
/// assert!(cunning_arena::scene::schema().contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
pub fn schema() -> String {
    let tables = object(SCENE_KEYS, "false", "  ");
    let tables = tables.strip_prefix('{').unwrap_or_default();
    format!(
        "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Cunning scene\",\n  \
         \"required\": [\"scene\"],{tables}\n"
    )
}

/// The schema of a table with these keys; `rest` is the schema of all others.
fn object(keys: &[SceneKey], rest: &str, indent: &str) -> String {
    let inner = format!("{indent}    ");
    let mut members = String::new();
    for (at, key) in keys.iter().enumerate() {
        let comma = if at + 1 < keys.len() { "," } else { "" };
        let default =
            if key.default.is_empty() { String::new() } else { format!(" Default: {}.", key.default) };
        let doc = format!("{}.{default}", key.doc).replace('\\', "\\\\").replace('"', "\\\"");
        let value = of(&key.shape, &inner);
        let value = value.strip_prefix('{').unwrap_or_default();
        // Writing to a String cannot fail.
        let _ = write!(members, "\n{inner}\"{}\": {{ \"description\": \"{doc}\",{value}{comma}", key.name);
    }
    format!(
        "{{\n{indent}  \"type\": \"object\",\n{indent}  \"additionalProperties\": {rest},\n{indent}  \
         \"properties\": {{{members}\n{indent}  }}\n{indent}}}"
    )
}

fn of(shape: &Shape, indent: &str) -> String {
    const STRING: &str = "{ \"type\": \"string\" }";
    let text = |text: &str| text.to_owned();
    match shape {
        Shape::Text => text(STRING),
        Shape::Truth => text("{ \"type\": \"boolean\" }"),
        Shape::Int => text("{ \"type\": \"integer\", \"minimum\": 0 }"),
        Shape::Number => text("{ \"type\": \"number\", \"minimum\": 0 }"),
        Shape::Time => text("{ \"type\": [\"number\", \"string\"], \"minimum\": 0 }"),
        Shape::Cells => text(
            "{ \"type\": [\"string\", \"array\"], \"items\": { \"type\": \"integer\", \"minimum\": 0 } }",
        ),
        Shape::Places => text("{ \"type\": \"array\", \"items\": { \"type\": [\"integer\", \"array\"] } }"),
        Shape::Goods => text(
            "{ \"type\": \"object\", \"additionalProperties\": { \"type\": \"integer\", \"minimum\": 1 } }",
        ),
        Shape::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            format!("{{ \"enum\": [{}] }}", words.join(", "))
        }
        Shape::Texts => format!("{{ \"type\": \"array\", \"items\": {STRING} }}"),
        Shape::Phrases => format!("{{ \"type\": [\"string\", \"array\"], \"items\": {STRING} }}"),
        Shape::Value => text("{ \"type\": [\"boolean\", \"integer\", \"string\"] }"),
        Shape::Keys(keys) => object(keys, "false", indent),
        Shape::List(keys) => {
            format!("{{ \"type\": \"array\", \"items\": {} }}", object(keys, "false", indent))
        }
        Shape::Each(inner) => {
            format!("{{ \"type\": \"object\", \"additionalProperties\": {} }}", of(inner, indent))
        }
        Shape::Letter(keys) => format!("{{ \"anyOf\": [{STRING}, {}] }}", object(keys, "false", indent)),
        Shape::Sense(keys) => object(keys, STRING, indent),
        Shape::Scene(keys) => object(keys, "true", indent),
    }
}

/// Returns all tables of scene files with their keys, as Markdown.
pub fn reference() -> String {
    let mut text = String::new();
    for key in SCENE_KEYS {
        let (heading, keys) = match &key.shape {
            Shape::Keys(keys) | Shape::Each(Shape::Letter(keys)) => (format!("[{}]", key.name), *keys),
            Shape::List(keys) => (format!("[[{}]]", key.name), *keys),
            Shape::Each(Shape::Keys(keys) | Shape::Sense(keys) | Shape::Scene(keys)) => {
                (format!("[{}.NAME]", key.name), *keys)
            }
            _ => (format!("[{}]", key.name), &[][..]),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "### `{heading}`\n\n{}.\n", key.doc);
        if keys.is_empty() {
            let _ = writeln!(text, "Each name has {}.\n", value(&key.shape));
            continue;
        }
        text.push_str("| key | value | default | |\n|---|---|---|---|\n");
        rows(&mut text, "", keys);
        text.push('\n');
    }
    text
}

fn rows(text: &mut String, before: &str, keys: &[SceneKey]) {
    for SceneKey { name, shape, default, doc } in keys {
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| `{before}{name}` | {} | {default} | {doc} |", value(shape));
        if let Shape::Keys(inner) | Shape::List(inner) = shape {
            rows(text, &format!("{before}{name}."), inner);
        }
    }
}

/// Describes the value of a key.
fn value(shape: &Shape) -> String {
    let text = match shape {
        Shape::Text => "a text",
        Shape::Truth => "`true` or `false`",
        Shape::Int => "a whole number",
        Shape::Number => "a number",
        Shape::Time => "a time",
        Shape::Cells => "`[x, y]` or a place",
        Shape::Places => "`[x, y]` or a list of them",
        Shape::Goods => "items with counts",
        Shape::Word(words) => return format!("`\"{}\"`", words.join("\"`, `\"")),
        Shape::Texts => "a list of texts",
        Shape::Phrases => "a text or a list of texts",
        Shape::Value => "a bool, a number or a text",
        Shape::Keys(_) | Shape::Letter(_) | Shape::Sense(_) | Shape::Scene(_) => "a table",
        Shape::List(_) => "a list of tables",
        Shape::Each(inner) => return value(inner),
    };
    text.to_owned()
}
