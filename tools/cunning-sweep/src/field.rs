//! Fields of JSON results, by dotted paths.

use serde_json::Value;

use crate::spec::{Measure, Take};
use crate::table::Datum;

/// All values that a path leads to. A part is a key of an object or a number of a list; `*` stands for all members.
fn values<'v>(value: &'v Value, path: &str, found: &mut Vec<&'v Value>) {
    let (part, rest) = path.split_once('.').map_or((path, None), |(part, rest)| (part, Some(rest)));
    let mut go = |value: &'v Value| match rest {
        Some(rest) => values(value, rest, found),
        None => found.push(value),
    };
    match value {
        Value::Array(members) if part == "*" => members.iter().for_each(go),
        Value::Object(entries) if part == "*" => entries.values().for_each(go),
        Value::Array(members) => {
            if let Some(member) = part.parse::<usize>().ok().and_then(|at| members.get(at)) {
                go(member);
            }
        }
        Value::Object(entries) => {
            if let Some(member) = entries.get(part) {
                go(member);
            }
        }
        _ => {}
    }
}

/// The value of a measure in a result, and whether the result has the field.
pub(crate) fn measure(measure: &Measure, result: &Value, texts: &mut Texts) -> (Datum, bool) {
    let mut found = Vec::new();
    values(result, &measure.field, &mut found);
    (reduce(measure, &found, texts), !found.is_empty())
}

fn reduce(measure: &Measure, found: &[&Value], texts: &mut Texts) -> Datum {
    if let Some(wanted) = &measure.is {
        return Datum::Bool(found.contains(&wanted));
    }
    let is_many = measure.field.split('.').any(|part| part == "*");
    if measure.take == Take::Count {
        return Datum::Int(found.len() as i64);
    }
    match found {
        [] => Datum::Missing,
        [one] if !is_many => datum(one, measure.scale, texts),
        many => {
            let numbers: Vec<f64> = many.iter().filter_map(|value| number(value)).collect();
            if numbers.is_empty() {
                return Datum::Missing;
            }
            let sum = || numbers.iter().sum::<f64>();
            let reduced = match measure.take {
                Take::Mean => sum() / numbers.len() as f64,
                Take::Sum => sum(),
                Take::Min => numbers.iter().copied().fold(f64::INFINITY, f64::min),
                Take::Max => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                Take::Count => numbers.len() as f64,
            };
            Datum::Real(reduced * measure.scale)
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_bool().map(|truth| if truth { 1.0 } else { 0.0 }))
}

/// A plain value; lists and objects become JSON text.
fn datum(value: &Value, scale: f64, texts: &mut Texts) -> Datum {
    match value {
        Value::Null => Datum::Missing,
        Value::Bool(truth) => Datum::Bool(*truth),
        // A scale of exactly 1 means none was given.
        #[allow(clippy::float_cmp)]
        Value::Number(number) => match number.as_i64().filter(|_| scale == 1.0) {
            Some(integer) => Datum::Int(integer),
            None => number.as_f64().map_or(Datum::Missing, |number| Datum::Real(number * scale)),
        },
        Value::String(text) => Datum::Text(texts.id(text)),
        other => Datum::Text(texts.id(&other.to_string())),
    }
}

/// The paths of all plain fields of a result, in order.
pub(crate) fn plain_fields(value: &Value, prefix: &str, fields: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                plain_fields(value, &path, fields);
            }
        }
        Value::Array(_) | Value::Null => {}
        _ => fields.push(prefix.to_owned()),
    }
}

/// Texts of a table, each stored once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    ids: std::collections::BTreeMap<String, u32>,
    texts: Vec<String>,
}

impl Texts {
    pub(crate) fn id(&mut self, text: &str) -> u32 {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = self.texts.len() as u32;
        self.ids.insert(text.to_owned(), id);
        self.texts.push(text.to_owned());
        id
    }

    pub(crate) fn get(&self, id: u32) -> &str {
        self.texts.get(id as usize).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn measures_follow_paths_and_reduce_lists() {
        let result =
            json!({ "team": "red", "walks": [{ "cells": 3 }, { "cells": 5.5 }], "n": 7, "none": null });
        let mut texts = Texts::default();
        let mut value = |field: &str, is: Option<Value>, take: Take, scale: f64| {
            let one = Measure { name: "x".into(), field: field.into(), is, take, scale, is_timing: false };
            measure(&one, &result, &mut texts).0
        };
        assert_eq!(value("team", Some(json!("red")), Take::Mean, 1.0), Datum::Bool(true));
        assert_eq!(value("taem", Some(json!("red")), Take::Mean, 1.0), Datum::Bool(false));
        assert_eq!(value("n", None, Take::Mean, 1.0), Datum::Int(7));
        assert_eq!(value("n", None, Take::Mean, 0.5), Datum::Real(3.5));
        assert_eq!(value("walks.*.cells", None, Take::Sum, 2.0), Datum::Real(17.0));
        assert_eq!(value("walks.1.cells", None, Take::Mean, 1.0), Datum::Real(5.5));
        assert_eq!(value("walks.*.cells", None, Take::Count, 1.0), Datum::Int(2));
        assert_eq!(value("none", None, Take::Mean, 1.0), Datum::Missing);
        let mut fields = Vec::new();
        plain_fields(&result, "", &mut fields);
        assert_eq!(fields, ["n", "team"]);
    }
}
