//! The shape of domain files, for editors.

use std::fmt::Write;

use crate::read::{KeySpec, OwnerKind};

/// The schema of planning domains, with an anchor such as `@Action@` where keys of section readers are inserted.
const TEMPLATE: &str = include_str!("schema.json");

/// Returns a JSON Schema (draft 2020-12) of domain files, with the keys that section readers add.
///
/// It describes tables, keys and the types of their values, so that an editor can complete and explain them. Only the
/// reader checks the contents of strings. `definitions` are members of `$defs` that the schemas of `keys` refer to;
/// it is empty, or JSON members separated by commas.
///
/// ```
/// let planning_only = cunning_plan::schema(|_| &[], "");
/// assert!(planning_only.contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
pub fn schema(keys: impl Fn(OwnerKind) -> &'static [KeySpec], definitions: &str) -> String {
    let separator = if definitions.is_empty() { "" } else { "," };
    let mut schema = TEMPLATE.replace("@definitions@", &format!("\n    {definitions}{separator}"));
    for owner in OwnerKind::ALL {
        let mut members = String::new();
        for key in keys(owner) {
            let _ = write!(members, ",\n        {}", key.member());
        }
        schema = schema.replace(&format!("@{owner:?}@"), &members);
    }
    schema
}

/// Returns the JSON Schema of a table with these keys and `doc`.
pub fn object_schema(keys: &[KeySpec], required: &[&str]) -> String {
    let mut members = String::new();
    for key in keys {
        let _ = writeln!(members, "        {},", key.member());
    }
    let required: Vec<String> = required.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "{{\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n      \"required\": [{}],\n      \
         \"properties\": {{\n{members}        \"doc\": {{ \"$ref\": \"#/$defs/doc\" }}\n      }}\n    }}",
        required.join(", ")
    )
}

impl KeySpec {
    /// The key as a member of the `properties` of a JSON Schema.
    fn member(&self) -> String {
        let default = self.default.map_or_else(String::new, |default| format!(" Default: {default}."));
        let description = format!("{}{default}", self.doc).replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{}\": {{ \"description\": \"{description}\", {} }}", self.name, self.schema)
    }
}
