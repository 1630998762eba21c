//! `[tables]`.

use std::collections::BTreeSet;

use super::Context;
use super::names::Readable;
use crate::codes;
use crate::expr::is_name;
use crate::limits::{TABLE_VALUES_MAX, TABLES_MAX};
use crate::micros::Micros;
use crate::model::{ObjectName, Table, TableId, TableValue, TypeId};
use crate::read_error::{Checked, ReadError};
use crate::shape::{Entries, doc, get, number, read_error, table};
use crate::tree::{Node, Text};

impl Context<'_> {
    pub(super) fn tables(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("tables", declared, TABLES_MAX) {
            return;
        }
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let checked = self.readable_name(name).and_then(|()| self.table(name, node));
            let Some(table) = self.problems.keep(checked) else {
                self.names.broken.insert(name.value.clone());
                continue;
            };
            let id: TableId = self.domain.tables.push(table);
            self.names.readables.insert(name.value.clone(), Readable::Table(id));
        }
    }

    fn table(&mut self, name: &Text, node: &Node) -> Checked<Table> {
        let entries = table(node, "a table such as `{ of = [\"item\"], default = 1, values = { … } }`")?;
        self.plain_keys(entries, &["of", "default", "values", "doc"]);
        let of = self.index_types(entries)?;
        let default = match get(entries, "default") {
            Some(node) => table_number(node)?,
            None => Micros::default(),
        };
        let values = match get(entries, "values") {
            Some(node) => self.table_values(&of, node)?,
            None => Vec::new(),
        };
        Ok(Table { name: name.value.clone(), of, default, values, doc: doc(entries)?, span: name.span })
    }

    fn table_values(&mut self, of: &[TypeId], node: &Node) -> Checked<Vec<TableValue>> {
        let entries: &Entries = table(node, "a table of values")?;
        if entries.len() > TABLE_VALUES_MAX {
            return ReadError::too_many("values", entries.len(), TABLE_VALUES_MAX, node.span).fail();
        }
        if of.is_empty() && !entries.is_empty() {
            return read_error(
                codes::INDICES,
                "a table without `of` is a single number: write it as its `default`",
                node.span,
            );
        }
        let mut values = Vec::with_capacity(entries.len());
        let mut seen = BTreeSet::new();
        for (key, node) in entries {
            if self.problems.is_full() {
                break;
            }
            let checked = self.table_value(of, key, node).and_then(|value| {
                // TOML distinguishes two spellings of one key, `"a,b"` and `"a, b"`.
                let spelling: Vec<&str> = key.value.split(',').map(str::trim).collect();
                if seen.insert(spelling) {
                    Ok(value)
                } else {
                    read_error(codes::DUPLICATE, format!("duplicate value for `{}`", key.value), key.span)
                }
            });
            values.extend(self.problems.keep(checked));
        }
        Ok(values)
    }

    fn table_value(&self, of: &[TypeId], key: &Text, node: &Node) -> Checked<TableValue> {
        let names: Vec<&str> = key.value.split(',').map(str::trim).collect();
        if names.len() != of.len() {
            let message = format!("this table has {} indices, but the key has {}", of.len(), names.len());
            return read_error(codes::INDICES, message, key.span);
        }
        let mut indices = Vec::with_capacity(of.len());
        for (&ty, &name) in of.iter().zip(&names) {
            let known = self.names.object(&self.domain, ty, name);
            let waits = known.is_none() && self.domain.types[ty].is_open(&self.domain.types) && is_name(name);
            indices.push(if waits {
                // The number applies once an object of this name is bound.
                ObjectName::Bound(name.to_owned())
            } else {
                self.object_name(ty, name, key.span)?
            });
        }
        Ok(TableValue { key: indices, value: table_number(node)?, span: key.span })
    }
}

fn table_number(node: &Node) -> Checked<Micros> {
    number(node).unwrap_or_else(|| {
        read_error(codes::SHAPE, format!("expected a number, found {}", node.sort()), node.span)
    })
}
