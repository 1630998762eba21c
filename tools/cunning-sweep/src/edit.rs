//! Changes values of a TOML text by dotted paths. Everything else in the text stays as it is.
//!
//! An element of a list of tables is addressed by its `name` or its number from 0, and `*` stands for all elements:
//! `actor.red1.items.medkit`, `win.0.team`, `actor.*.weapon`. A part that contains dots is quoted. The last part may be
//! new, because keys with defaults are often left out; all others must exist.

use cunning_diag::did_you_mean;
use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, Value};

/// Applies settings to a TOML text, in order. The error says which path cannot be followed and suggests another.
pub fn edit<'e>(text: &str, edits: impl IntoIterator<Item = (&'e str, &'e Json)>) -> Result<String, String> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    for (path, value) in edits {
        let parts = split(path)?;
        let value = to_toml(value).ok_or_else(|| format!("`{path}`: TOML has no null"))?;
        set_in_table(document.as_table_mut(), &parts, &value)
            .map_err(|message| format!("`{path}`: {message}"))?;
    }
    Ok(document.to_string())
}

/// Splits a path at its dots, except in quotes.
fn split(path: &str) -> Result<Vec<String>, String> {
    let (mut parts, mut part, mut quote) = (Vec::new(), String::new(), None);
    for letter in path.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, '.') => parts.push(std::mem::take(&mut part)),
            _ => part.push(letter),
        }
    }
    parts.push(part);
    if quote.is_some() || parts.iter().any(String::is_empty) {
        return Err(format!("`{path}`: expected a path such as `weapon.rifle.damage`"));
    }
    Ok(parts)
}

/// The TOML value of a JSON value; `None` for null.
fn to_toml(value: &Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(truth) => (*truth).into(),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => integer.into(),
            None => number.as_f64()?.into(),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(members) => Value::Array(members.iter().map(to_toml).collect::<Option<Array>>()?),
        Json::Object(entries) => {
            let mut table = InlineTable::new();
            for (key, value) in entries {
                table.insert(key, to_toml(value)?);
            }
            Value::InlineTable(table)
        }
    })
}

fn set_in_table(table: &mut dyn TableLike, parts: &[String], value: &Value) -> Result<(), String> {
    let [part, rest @ ..] = parts else { return Ok(()) };
    if part == "*" {
        for (_, item) in table.iter_mut() {
            set_in_item(item, rest, value)?;
        }
        return Ok(());
    }
    if rest.is_empty() {
        match table.get_mut(part).and_then(Item::as_value_mut) {
            // The space and the comment around the old value stay.
            Some(old) => {
                let decor = old.decor().clone();
                *old = value.clone();
                *old.decor_mut() = decor;
            }
            None => drop(table.insert(part, Item::Value(value.clone()))),
        }
        return Ok(());
    }
    let names: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
    match table.get_mut(part) {
        Some(item) => set_in_item(item, rest, value),
        None => Err(missing(part, &names)),
    }
}

fn set_in_item(item: &mut Item, parts: &[String], value: &Value) -> Result<(), String> {
    if parts.is_empty() {
        *item = Item::Value(value.clone());
        return Ok(());
    }
    if let Item::ArrayOfTables(tables) = item {
        let names: Vec<Option<String>> = tables.iter().map(|table| name_of(table)).collect();
        let chosen = choose(&parts[0], &names)?;
        if parts.len() == 1 {
            return Err(format!("`{}` is a whole table; name one of its keys", parts[0]));
        }
        for (_, table) in tables.iter_mut().enumerate().filter(|(at, _)| chosen.contains(at)) {
            set_in_table(table, &parts[1..], value)?;
        }
        return Ok(());
    }
    if let Item::Value(Value::Array(members)) = item {
        return set_in_array(members, parts, value);
    }
    match item.as_table_like_mut() {
        Some(table) => set_in_table(table, parts, value),
        None => Err(format!("a plain value has no `{}`", parts[0])),
    }
}

fn set_in_array(members: &mut Array, parts: &[String], value: &Value) -> Result<(), String> {
    let [part, rest @ ..] = parts else { return Ok(()) };
    let name = |member: &Value| member.as_inline_table().and_then(|table| name_of(table));
    let chosen = choose(part, &members.iter().map(name).collect::<Vec<_>>())?;
    for (_, member) in members.iter_mut().enumerate().filter(|(at, _)| chosen.contains(at)) {
        match member {
            _ if rest.is_empty() => *member = value.clone(),
            Value::InlineTable(table) => set_in_table(table, rest, value)?,
            Value::Array(members) => set_in_array(members, rest, value)?,
            _ => return Err(format!("a plain value has no `{}`", rest[0])),
        }
    }
    Ok(())
}

fn name_of(table: &dyn TableLike) -> Option<String> {
    table.get("name").and_then(Item::as_str).map(str::to_owned)
}

/// The numbers of the elements that a part of a path means.
fn choose(part: &str, names: &[Option<String>]) -> Result<Vec<usize>, String> {
    if part == "*" {
        return Ok((0..names.len()).collect());
    }
    let named: Vec<usize> = (0..names.len()).filter(|&at| names[at].as_deref() == Some(part)).collect();
    match part.parse::<usize>() {
        _ if !named.is_empty() => Ok(named),
        Ok(at) if at < names.len() => Ok(vec![at]),
        Ok(at) => Err(format!("there is no element {at}: the list has {}", names.len())),
        Err(_) => Err(missing(part, &names.iter().flatten().cloned().collect::<Vec<_>>())),
    }
}

fn missing(part: &str, names: &[String]) -> String {
    let hint = match did_you_mean(part, names.iter().map(String::as_str)) {
        Some(hint) => format!("did you mean `{hint}`?"),
        None if names.is_empty() => "there are no keys here".to_owned(),
        None => format!("use one of {}", names.iter().take(12).cloned().collect::<Vec<_>>().join(", ")),
    };
    format!("there is no `{part}`; {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str = "# a comment\n[weapon.rifle]\ndamage = 25 # per hit\n\n[[actor]]\nname = \"ann\"\nitems = { kit = 1 }\n\n\
                        [[actor]]\nname = \"bob\"\nitems = { kit = 1 }\n\n[start]\n\"stock[a.b]\" = 1\n";

    #[test]
    fn only_the_named_value_changes() {
        let edited = edit(TEXT, [("weapon.rifle.damage", &json!(30))]).unwrap();
        assert_eq!(edited, TEXT.replace("25", "30"));
        let edited = edit(TEXT, [("weapon.rifle.range", &json!(9.5))]).unwrap();
        assert_eq!(edited, TEXT.replace("hit\n", "hit\nrange = 9.5\n"));
    }

    #[test]
    fn elements_are_addressed_by_name_number_and_star() {
        let count = |path: &str| edit(TEXT, [(path, &json!(7))]).unwrap().matches("kit = 7").count();
        assert_eq!(
            [count("actor.bob.items.kit"), count("actor.0.items.kit"), count("actor.*.items.kit")],
            [1, 1, 2]
        );
        assert!(edit(TEXT, [("start.\"stock[a.b]\"", &json!(4))]).unwrap().contains("\"stock[a.b]\" = 4"));
    }

    #[test]
    fn paths_that_lead_nowhere_are_errors_with_a_suggestion() {
        let error = |path: &str| edit(TEXT, [(path, &json!(1))]).unwrap_err();
        assert!(error("wepon.rifle.damage").contains("did you mean `weapon`?"));
        assert!(error("weapon.rifel.damage").contains("did you mean `rifle`?"));
        assert!(error("actor.bop.team").contains("did you mean `bob`?"));
        assert!(error("actor.5.team").contains("the list has 2"));
        assert!(error("actor.bob").contains("name one of its keys"));
        assert!(error("weapon.rifle.damage.x").contains("a plain value has no `x`"));
        assert!(error("weapon..damage").contains("expected a path"));
        assert!(edit(TEXT, [("start.x", &Json::Null)]).is_err());
    }
}
