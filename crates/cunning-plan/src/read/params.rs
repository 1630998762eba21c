//! `params` of actions and goals.

use super::Context;
use super::names::{check_name, duplicate};
use crate::codes;
use crate::limits::{INT_MAX, PARAMS_MAX};
use crate::model::{Param, ParamKind, SourceSpan, TypeId};
use crate::read_error::{Checked, ReadError};
use crate::shape::{get, read_error, table, text};
use crate::tree::{Node, NodeKind, Text};

impl Context<'_> {
    /// Reads the parameters of an action or goal. Invalid ones are reported and left out.
    pub(super) fn params(&mut self, node: Option<&Node>) -> Vec<Param> {
        let Some(node) = node else { return Vec::new() };
        let Some(entries) = self.problems.keep(table(node, "a table such as `{ to = \"place\" }`")) else {
            return Vec::new();
        };
        if entries.len() > PARAMS_MAX {
            self.problems.push(ReadError::too_many("parameters", entries.len(), PARAMS_MAX, node.span));
            return Vec::new();
        }
        let mut params: Vec<Param> = Vec::with_capacity(entries.len());
        for (name, node) in entries {
            let checked =
                check_name(name).and_then(|()| self.param(name, node)).and_then(|param| {
                    match params.iter().find(|known| known.name == param.name) {
                        Some(first) => duplicate("parameter", &param.name, name.span, first.span).fail(),
                        None => Ok(param),
                    }
                });
            match self.problems.keep(checked) {
                Some(param) => params.push(param),
                None => {
                    self.names.broken.insert(name.value.clone());
                }
            }
        }
        params
    }

    fn param(&self, name: &Text, node: &Node) -> Checked<Param> {
        let declared = text(node, "a type, or a range such as \"1..5\"")?;
        let (kind, query) = if let Some((min, max)) = declared.value.split_once("..") {
            (range(min, max, declared)?, None)
        } else if let Some(query) = declared.value.strip_prefix("query.") {
            (ParamKind::Object(self.query_type(query, declared.span)?), Some(query.to_owned()))
        } else {
            (ParamKind::Object(self.param_type(declared)?), None)
        };
        Ok(Param { name: name.value.clone(), kind, query, span: name.span })
    }

    fn param_type(&self, declared: &Text) -> Checked<TypeId> {
        let name = declared.value.as_str();
        if name == "int" {
            let read_error = ReadError::new(codes::TYPE, "a number parameter needs a range", declared.span);
            return read_error.hint("write both ends, as in \"1..5\"").fail();
        }
        if name == "bool" {
            return read_error(
                codes::TYPE,
                "a parameter is an object or a number, not a bool",
                declared.span,
            );
        }
        if let Some(name) = name.strip_suffix('?') {
            let message = format!("a parameter is never none: write `{name}`");
            return read_error(codes::TYPE, message, declared.span);
        }
        self.names.ty(name, declared.span)
    }

    /// Returns the type of a query's candidates: the type of `from`, or else the type in `as`, or else the open type
    /// that it fills.
    fn query_type(&self, query: &str, span: SourceSpan) -> Checked<TypeId> {
        super::names::check_word(query, span)?;
        // Each file may have queries.
        let tables = self.others.iter().filter(|(key, _)| key.value == "query").map(|(_, node)| &node.kind);
        let queries = tables.flat_map(|kind| match kind {
            NodeKind::Table(entries) => entries.as_slice(),
            _ => &[],
        });
        let Some((_, declared)) = queries.clone().find(|(name, _)| name.value == query) else {
            let read_error = ReadError::new(codes::UNKNOWN_NAME, format!("unknown query `{query}`"), span);
            return read_error.suggest(query, queries.map(|(name, _)| name.value.as_str())).fail();
        };
        let entries = table(declared, "a table")?;
        if let Some(Node { kind: NodeKind::Text(from), .. }) = get(entries, "from") {
            return self.names.ty(&from.value, from.span);
        }
        if let Some(Node { kind: NodeKind::Text(points), .. }) = get(entries, "as") {
            return self.names.ty(&points.value, points.span);
        }
        let fill = format!("query.{query}");
        if let Some(&(_, ty)) = self.filled.iter().find(|(name, _)| *name == fill) {
            return Ok(ty);
        }
        let read_error =
            ReadError::new(codes::TYPE, format!("the type of the candidates of `{fill}` is unknown"), span);
        read_error
            .hint(format!(
                "give the query `from` or `as` with a type, or give an open type `fill = \"{fill}\"`"
            ))
            .fail()
    }
}

fn range(min: &str, max: &str, declared: &Text) -> Checked<ParamKind> {
    let end = |text: &str| text.trim().parse::<i64>().ok().filter(|end| (-INT_MAX..=INT_MAX).contains(end));
    match (end(min), end(max)) {
        (Some(min), Some(max)) if min <= max => Ok(ParamKind::Number { min, max }),
        (Some(min), Some(max)) => {
            read_error(codes::INT_RANGE, format!("the range from {min} to {max} is empty"), declared.span)
        }
        _ => {
            let message = format!("`{}` is not a range of whole numbers within ±{INT_MAX}", declared.value);
            let read_error = ReadError::new(codes::INT_RANGE, message, declared.span);
            read_error.hint("write both ends, as in \"1..5\"").fail()
        }
    }
}
