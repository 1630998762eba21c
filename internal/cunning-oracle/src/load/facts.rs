//! `[facts]` and `[tables]`.

use super::shape::{declared, section, shape_error, table, text, texts, value};
use crate::decimal;
use crate::domain::{Fact, FactKind, NONE, Overflow, Range, Table, TypeKind, Vocabulary, object_named};
use crate::error::{ErrorKind, OracleError};
use crate::limits::WHOLE_MAX;
use crate::query::Value;
use toml::{Table as Keys, Value as Toml};

/// Reads all facts.
pub(crate) fn read_facts(root: &Keys, vocabulary: &mut Vocabulary) -> Result<(), OracleError> {
    for (name, given) in section(root, "facts")? {
        let place = format!("facts.{name}");
        declared(name, &place)?;
        let short;
        let keys = if let Toml::String(kind) = given {
            short = Keys::from_iter([("type".to_owned(), Toml::String(kind.clone()))]);
            &short
        } else {
            table(given, &place)?
        };
        let fact = fact(name, keys, vocabulary, &place)?;
        vocabulary.facts.push(fact);
    }
    Ok(())
}

/// Reads all tables.
pub(crate) fn read_tables(root: &Keys, vocabulary: &mut Vocabulary) -> Result<(), OracleError> {
    for (name, given) in section(root, "tables")? {
        let place = format!("tables.{name}");
        declared(name, &place)?;
        if vocabulary.fact_named(name).is_some() {
            return Err(OracleError::new(ErrorKind::Name, &place, "a fact has the same name"));
        }
        let keys = table(given, &place)?;
        let of = index_types(keys, vocabulary, &place)?;
        let default = match keys.get("default") {
            Some(given) => micros(given, &place)?,
            None => 0,
        };
        let mut values = Vec::new();
        if let Some(given) = keys.get("values") {
            for (key, given) in table(given, &place)? {
                let key: Vec<String> = key.split(',').map(|part| part.trim().to_owned()).collect();
                if key.len() != of.len() {
                    return Err(shape_error(&place, format!("a key has {} names", of.len())));
                }
                values.push((key, micros(given, &place)?));
            }
        }
        vocabulary.tables.push(Table { name: name.clone(), of, default, values });
    }
    Ok(())
}

fn fact(name: &str, keys: &Keys, vocabulary: &Vocabulary, place: &str) -> Result<Fact, OracleError> {
    let written = keys.get("type").ok_or_else(|| shape_error(place, "`type` is missing"))?;
    let kind = match text(written, place)? {
        "bool" => FactKind::Bool,
        "int" => FactKind::Int(range(keys, place)?),
        symbol => symbol_kind(symbol, vocabulary, place)?,
    };
    let default = match keys.get("default") {
        Some(given) => fact_value(kind, &value(given, place)?, vocabulary, &vocabulary.objects, place)?,
        None => plain_default(kind, vocabulary),
    };
    Ok(Fact { name: name.to_owned(), kind, of: index_types(keys, vocabulary, place)?, default })
}

fn symbol_kind(written: &str, vocabulary: &Vocabulary, place: &str) -> Result<FactKind, OracleError> {
    let (name, optional) = match written.strip_suffix('?') {
        Some(name) => (name, true),
        None => (written, false),
    };
    let Some(of) = vocabulary.type_named(name) else {
        return Err(OracleError::new(ErrorKind::Name, place, format!("unknown type `{name}`")));
    };
    let is_open = |&home: &usize| matches!(vocabulary.types[home].kind, TypeKind::Open { .. });
    if !optional && vocabulary.types[of].homes.iter().any(is_open) {
        return Err(OracleError::new(ErrorKind::Type, place, "a fact of an open type must be optional"));
    }
    Ok(FactKind::Symbol { of, optional })
}

fn plain_default(kind: FactKind, vocabulary: &Vocabulary) -> i32 {
    match kind {
        FactKind::Bool => 0,
        FactKind::Int(range) => range.min,
        FactKind::Symbol { optional: true, .. } => NONE,
        FactKind::Symbol { of, .. } => {
            let first = vocabulary.types[of].homes[0];
            vocabulary.objects.iter().position(|object| object.home == first).map_or(NONE, |id| id as i32)
        }
    }
}

/// Returns the number of a written value, if the fact can have it.
pub(crate) fn fact_value(
    kind: FactKind,
    written: &Value,
    vocabulary: &Vocabulary,
    objects: &[crate::domain::Object],
    place: &str,
) -> Result<i32, OracleError> {
    let found = match (kind, written) {
        (FactKind::Bool, Value::Bool(value)) => Some(i32::from(*value)),
        (FactKind::Int(range), Value::Int(value)) => {
            i32::try_from(*value).ok().filter(|value| (range.min..=range.max).contains(value))
        }
        (FactKind::Symbol { optional: true, .. }, Value::Name(name)) if name == "none" => Some(NONE),
        (FactKind::Symbol { of, .. }, Value::Name(name)) => object_named(vocabulary, objects, name, of),
        _ => None,
    };
    found.ok_or_else(|| {
        OracleError::new(ErrorKind::Type, place, format!("the fact cannot have the value {written:?}"))
    })
}

fn range(keys: &Keys, place: &str) -> Result<Range, OracleError> {
    let bound = |key: &str| {
        let given = keys.get(key).and_then(Toml::as_integer);
        given
            .filter(|bound| (-WHOLE_MAX..=WHOLE_MAX).contains(bound))
            .map(|bound| bound as i32)
            .ok_or_else(|| shape_error(place, format!("an int needs `{key}` within ±{WHOLE_MAX}")))
    };
    let (min, max) = (bound("min")?, bound("max")?);
    if min > max {
        return Err(shape_error(place, "`min` is above `max`"));
    }
    let (low, high) = match keys.get("overflow") {
        None => (Overflow::Refuse, Overflow::Refuse),
        Some(Toml::Table(sides)) => {
            let side = |key: &str| sides.get(key).map_or(Ok(Overflow::Refuse), |side| overflow(side, place));
            (side("low")?, side("high")?)
        }
        Some(both) => {
            let both = overflow(both, place)?;
            (both, both)
        }
    };
    Ok(Range { min, max, low, high })
}

fn overflow(given: &Toml, place: &str) -> Result<Overflow, OracleError> {
    match given.as_str() {
        Some("refuse") => Ok(Overflow::Refuse),
        Some("clamp") => Ok(Overflow::Clamp),
        _ => Err(shape_error(place, "`overflow` is \"refuse\" or \"clamp\"")),
    }
}

fn index_types(keys: &Keys, vocabulary: &Vocabulary, place: &str) -> Result<Vec<usize>, OracleError> {
    let Some(of) = keys.get("of") else {
        return Ok(Vec::new());
    };
    let mut types = Vec::new();
    for name in texts(of, place)? {
        let Some(id) = vocabulary.type_named(&name) else {
            return Err(OracleError::new(ErrorKind::Name, place, format!("unknown type `{name}`")));
        };
        types.push(id);
    }
    Ok(types)
}

fn micros(given: &Toml, place: &str) -> Result<i64, OracleError> {
    let found = match given {
        Toml::Integer(whole) => decimal::from_whole(*whole),
        Toml::Float(float) => decimal::from_float(*float),
        _ => None,
    };
    found.ok_or_else(|| shape_error(place, "a table holds finite numbers"))
}
