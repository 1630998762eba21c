//! `[facts]`.

use super::Context;
use super::names::{Readable, check_name, duplicate};
use super::sections::Owner;
use crate::codes;
use crate::limits::{FACTS_MAX, INDICES_MAX, INT_MAX};
use crate::model::{Fact, FactId, FactKind, ObjectName, Overflow, SourceSpan, TypeId, Value};
use crate::read_error::{Checked, ReadError};
use crate::shape::{Entries, bool, doc, get, int, list, read_error, text};
use crate::tree::{Node, NodeKind, Text};

const KEYS: [&str; 8] = ["type", "of", "min", "max", "overflow", "default", "sensed", "doc"];

impl Context<'_> {
    pub(super) fn facts(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("facts", declared, FACTS_MAX) {
            return;
        }
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let id = FactId::new(self.domain.facts.len() as u32);
            let checked = self.readable_name(name).and_then(|()| self.fact(id, name, node));
            let Some(fact) = self.problems.keep(checked) else {
                self.names.broken.insert(name.value.clone());
                continue;
            };
            self.domain.facts.push(fact);
            self.names.readables.insert(name.value.clone(), Readable::Fact(id));
        }
    }

    /// Checks the name of a fact or table, which share a scope.
    pub(super) fn readable_name(&self, name: &Text) -> Checked<()> {
        check_name(name)?;
        let first = match self.names.readables.get(&name.value) {
            Some(Readable::Fact(id)) => self.domain.facts[*id].span,
            Some(Readable::Table(id)) => self.domain.tables[*id].span,
            None => return Ok(()),
        };
        duplicate("fact or table", &name.value, name.span, first).fail()
    }

    fn fact(&mut self, id: FactId, name: &Text, node: &Node) -> Checked<Fact> {
        let entries: &Entries = match &node.kind {
            NodeKind::Text(_) => &[],
            NodeKind::Table(entries) => entries,
            _ => {
                let message = format!("expected a type or `{{ type = … }}`, found {}", node.sort());
                return read_error(codes::SHAPE, message, node.span);
            }
        };
        self.keys(entries, &KEYS, Owner::Fact(id));
        let ty = match &node.kind {
            NodeKind::Text(ty) => ty,
            _ => match get(entries, "type") {
                Some(node) => text(node, "the name of a type")?,
                None => {
                    return read_error(
                        codes::KEYS,
                        format!("the fact `{}` needs a `type`", name.value),
                        name.span,
                    );
                }
            },
        };
        let kind = match ty.value.as_str() {
            "bool" => FactKind::Bool,
            "int" => int_kind(entries, node.span)?,
            _ => self.object_kind(ty)?,
        };
        if !matches!(kind, FactKind::Int { .. }) {
            for key in ["min", "max", "overflow"] {
                if let Some(node) = get(entries, key) {
                    return read_error(
                        codes::KEYS,
                        format!("`{key}` belongs to facts of type `int`"),
                        node.span,
                    );
                }
            }
        }
        let of = self.index_types(entries)?;
        let sensed = match get(entries, "sensed") {
            Some(node) => bool(node, "`true` or `false`")?,
            None => false,
        };
        let fact = Fact {
            name: name.value.clone(),
            of,
            kind,
            default: Value::None,
            sensed,
            doc: doc(entries)?,
            span: name.span,
        };
        let default = match get(entries, "default") {
            Some(node) => match self.value(&fact, node)? {
                Value::Object(ObjectName::Bound(object)) => {
                    let message = format!("`{object}` is bound by the game, so it cannot be a default");
                    return read_error(codes::BOUND_OBJECT, message, node.span);
                }
                value => value,
            },
            None => self.domain.plain_default(kind),
        };
        Ok(Fact { default, ..fact })
    }

    fn object_kind(&self, ty: &Text) -> Checked<FactKind> {
        let (name, optional) = match ty.value.strip_suffix('?') {
            Some(name) => (name, true),
            None => (ty.value.as_str(), false),
        };
        if ["bool", "int"].contains(&name) {
            return read_error(
                codes::TYPE,
                format!("only object facts can be optional, not `{name}`"),
                ty.span,
            );
        }
        let id = self
            .names
            .ty(name, ty.span)
            .map_err(|read_error| Box::new(read_error.suggest(name, ["bool", "int"])))?;
        if !optional && self.domain.types[id].is_open(&self.domain.types) {
            let message =
                format!("a fact of the open type `{name}` must be optional: its object may disappear");
            return ReadError::new(codes::NOT_OPTIONAL, message, ty.span)
                .hint(format!("write `{name}?`"))
                .fail();
        }
        Ok(FactKind::Object { ty: id, optional })
    }

    /// Reads the `of` of a fact or table.
    pub(super) fn index_types(&self, entries: &Entries) -> Checked<Vec<TypeId>> {
        let Some(node) = get(entries, "of") else { return Ok(Vec::new()) };
        let mut types = Vec::new();
        for name in list(node, "a list of types", INDICES_MAX)? {
            let name = text(name, "the name of a type")?;
            types.push(self.names.ty(&name.value, name.span)?);
        }
        Ok(types)
    }

    /// Reads a value of a fact from data.
    pub(super) fn value(&self, fact: &Fact, node: &Node) -> Checked<Value> {
        let unfit = |expected: &str| {
            let message = format!("`{}` is {expected}, so it cannot have this value", fact.name);
            Box::new(ReadError::new(codes::VALUE, message, node.span))
        };
        match (fact.kind, &node.kind) {
            (FactKind::Bool, NodeKind::Bool(value)) => Ok(Value::Bool(*value)),
            (FactKind::Bool, _) => Err(unfit("a bool")),
            (FactKind::Int { min, max, .. }, NodeKind::Int(value)) if (min..=max).contains(value) => {
                Ok(Value::Int(*value))
            }
            (FactKind::Int { min, max, .. }, _) => Err(unfit(&format!("an int from {min} to {max}"))),
            (FactKind::Object { optional: true, .. }, NodeKind::Text(text)) if text.value == "none" => {
                Ok(Value::None)
            }
            (FactKind::Object { optional: false, .. }, NodeKind::Text(text)) if text.value == "none" => {
                unfit("never none").hint("write `?` after its type to allow `none`").fail()
            }
            (FactKind::Object { ty, .. }, NodeKind::Text(text)) => {
                self.object_name(ty, text.value.as_str(), node.span).map(Value::Object)
            }
            (FactKind::Object { ty, .. }, _) => {
                Err(unfit(&format!("of type `{}`", self.domain.types[ty].name)))
            }
        }
    }

    /// Resolves an object named in data, listed or bound.
    pub(super) fn object_name(&self, ty: TypeId, name: &str, span: SourceSpan) -> Checked<ObjectName> {
        self.names.object(&self.domain, ty, name).cloned().ok_or_else(|| {
            let what = &self.domain.types[ty];
            let read_error = self.names.unknown(&what.name, name, span).follows_if(what.parts.is_empty());
            Box::new(read_error.suggest(name, self.names.objects_of(&self.domain, ty)))
        })
    }
}

/// Reads the range of an int, and what happens to effects that leave it.
fn int_kind(entries: &Entries, span: SourceSpan) -> Checked<FactKind> {
    let end = |key: &str| match get(entries, key) {
        None => {
            let read_error = ReadError::new(codes::INT_RANGE, format!("an `int` needs `{key}`"), span);
            read_error.hint("write `{ type = \"int\", min = 0, max = 9 }`").fail()
        }
        Some(node) => match int(node, "a whole number")? {
            value if (-INT_MAX..=INT_MAX).contains(&value) => Ok(value),
            value => read_error(
                codes::INT_RANGE,
                format!("{value} is out of range: the limit is ±{INT_MAX}"),
                node.span,
            ),
        },
    };
    let (min, max) = (end("min")?, end("max")?);
    if min > max {
        return read_error(codes::INT_RANGE, format!("the range from {min} to {max} is empty"), span);
    }
    let side = |node: &Node| match text(node, "`refuse` or `clamp`")?.value.as_str() {
        "refuse" => Ok(Overflow::Refuse),
        "clamp" => Ok(Overflow::Clamp),
        other => {
            let message = format!("`overflow` is `refuse` or `clamp`, not `{other}`");
            let read_error = ReadError::new(codes::VALUE, message, node.span);
            read_error.suggest(other, ["refuse", "clamp"]).fail()
        }
    };
    let (low, high) = match get(entries, "overflow") {
        None => (Overflow::Refuse, Overflow::Refuse),
        Some(Node { kind: NodeKind::Table(sides), .. }) => {
            if let Some((key, _)) =
                sides.iter().find(|(key, _)| !["low", "high"].contains(&key.value.as_str()))
            {
                let message = format!("`overflow` has `low` and `high`, not `{}`", key.value);
                let read_error = ReadError::new(codes::UNKNOWN_KEY, message, key.span);
                return read_error.suggest(&key.value, ["low", "high"]).fail();
            }
            let of = |key: &str| get(sides, key).map_or(Ok(Overflow::Refuse), side);
            (of("low")?, of("high")?)
        }
        Some(node) => {
            let both = side(node)?;
            (both, both)
        }
    };
    Ok(FactKind::Int { min, max, low, high })
}
