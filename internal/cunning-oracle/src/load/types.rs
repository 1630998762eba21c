//! `[types]`: closed lists, open types and unions.

use super::shape::{declared, names, section, shape_error, table, texts};
use crate::domain::{Object, Type, TypeKind, Vocabulary};
use crate::error::{ErrorKind, OracleError};
use crate::limits::OBJECTS_MAX;
use toml::{Table, Value as Toml};

/// Reads all types; unions come last because they may name types declared after them.
pub(crate) fn read(root: &Table, vocabulary: &mut Vocabulary) -> Result<(), OracleError> {
    let mut unions = Vec::new();
    for (id, (name, given)) in section(root, "types")?.into_iter().enumerate() {
        let place = format!("types.{name}");
        declared(name, &place)?;
        if name == "bool" || name == "int" {
            return Err(OracleError::new(ErrorKind::Name, &place, "this type exists already"));
        }
        let (kind, homes) = match given {
            Toml::Array(_) => {
                let names = names(given, &place)?;
                if names.is_empty() {
                    return Err(shape_error(&place, "a closed type has at least one object"));
                }
                vocabulary.objects.extend(names.into_iter().map(|name| Object { name, home: id }));
                (TypeKind::Closed, vec![id])
            }
            _ => table_type(table(given, &place)?, id, &mut unions, &place)?,
        };
        vocabulary.types.push(Type { name: name.clone(), kind, homes });
    }
    if vocabulary.objects.len() > OBJECTS_MAX {
        let message = format!("there are at most {OBJECTS_MAX} objects");
        return Err(OracleError::new(ErrorKind::Limit, "types", message));
    }
    for (union, members) in unions {
        link(vocabulary, union, &members)?;
    }
    Ok(())
}

/// Reads the type of the candidates of each query: the type of `from`, the type in `as`, or the type that it fills.
pub(crate) fn read_queries(root: &Table, vocabulary: &mut Vocabulary) -> Result<(), OracleError> {
    for (name, given) in section(root, "query")? {
        let keys = table(given, &format!("query.{name}"))?;
        let named = |key: &str| keys.get(key).and_then(Toml::as_str).map(str::to_owned);
        let of = named("from").or_else(|| named("as")).or_else(|| filled(root, name));
        if let Some(of) = of.and_then(|of| vocabulary.type_named(&of)) {
            vocabulary.queries.push((name.clone(), of));
        }
    }
    Ok(())
}

fn filled(root: &Table, query: &str) -> Option<String> {
    let fill = format!("query.{query}");
    let mut types = root.get("types")?.as_table()?.iter();
    types
        .find(|(_, given)| given.get("fill").and_then(Toml::as_str) == Some(&fill))
        .map(|(name, _)| name.clone())
}

fn table_type(
    keys: &Table,
    id: usize,
    unions: &mut Vec<(usize, Vec<String>)>,
    place: &str,
) -> Result<(TypeKind, Vec<usize>), OracleError> {
    if let Some(any) = keys.get("any") {
        unions.push((id, texts(any, place)?));
        return Ok((TypeKind::Union, Vec::new()));
    }
    if keys.get("open").and_then(Toml::as_bool) != Some(true) {
        return Err(shape_error(place, "a type is a list, `open = true` or `any = […]`"));
    }
    let max = keys.get("max").and_then(Toml::as_integer).and_then(|max| usize::try_from(max).ok());
    match max {
        Some(max) if max <= OBJECTS_MAX => Ok((TypeKind::Open { max }, vec![id])),
        _ => Err(shape_error(place, format!("an open type needs `max` from 0 to {OBJECTS_MAX}"))),
    }
}

fn link(vocabulary: &mut Vocabulary, union: usize, members: &[String]) -> Result<(), OracleError> {
    let place = format!("types.{}", vocabulary.types[union].name);
    let mut homes = Vec::new();
    for member in members {
        let Some(id) = vocabulary.type_named(member) else {
            let message = format!("unknown type `{member}`");
            return Err(OracleError::new(ErrorKind::Name, &place, message));
        };
        if vocabulary.types[id].kind == TypeKind::Union || homes.contains(&id) {
            let message = format!("`{member}` must be a closed or open type, named once");
            return Err(OracleError::new(ErrorKind::Type, &place, message));
        }
        homes.push(id);
    }
    if homes.is_empty() {
        return Err(shape_error(&place, "a union has at least one member"));
    }
    let mut seen = std::collections::BTreeSet::new();
    for object in vocabulary.objects.iter().filter(|object| homes.contains(&object.home)) {
        if !seen.insert(&object.name) {
            let message = format!("`{}` is the name of two objects of the union", object.name);
            return Err(OracleError::new(ErrorKind::Name, &place, message));
        }
    }
    vocabulary.types[union].homes = homes;
    Ok(())
}
