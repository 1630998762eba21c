//! `[types]` and `[objects]`.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::names::{check_name, duplicate};
use super::sections::Owner;
use crate::codes;
use crate::limits::{OBJECTS_MAX, TYPES_MAX, UNION_MEMBERS_MAX, UNION_OBJECTS_MAX};
use crate::model::{Binding, Object, ObjectName, Type, TypeId, TypeKind};
use crate::read_error::{Checked, ReadError};
use crate::shape::{bool, doc, get, int, list, read_error, text};
use crate::tree::{Node, NodeKind, Text};

/// Words that can be used like types but have another meaning.
const NOT_TYPES: [&str; 3] = ["bool", "int", "query"];

/// Finds the types that make up unions, and unions that contain themselves.
#[derive(Default)]
struct Walk {
    /// The unions on the current path.
    path: Vec<TypeId>,
    /// The types already visited. Without it a few layers of wide unions would have millions of paths.
    done: BTreeMap<TypeId, Parts>,
}

/// The composition of a type.
#[derive(Clone, Default)]
struct Parts {
    /// The closed and open types, in the order in which they are named.
    types: Vec<TypeId>,
    /// The nesting depth of unions.
    height: usize,
}

impl Context<'_> {
    /// Declares all types first, so that unions may name later ones.
    pub(super) fn types(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("types", declared, TYPES_MAX) {
            return;
        }
        let mut known: Vec<(TypeId, &Node)> = Vec::new();
        for (name, node) in declared {
            let Some(id) = self.type_name(name) else { continue };
            known.push((id, node));
        }
        for &(id, node) in &known {
            if self.problems.is_full() {
                return;
            }
            let kind = self.type_kind(id, node);
            let kind = self.problems.keep(kind);
            if let (Some(kind), Some(ty)) = (kind, self.domain.types.get_mut(id)) {
                ty.kind = kind;
            }
        }
        let mut walk = Walk::default();
        for &(id, node) in &known {
            walk.path.clear();
            let checked = self.parts(id, node, &mut walk);
            // An invalid type has no parts; errors about its objects are not reported.
            let parts = self.problems.keep(checked).unwrap_or_default();
            if let Some(ty) = self.domain.types.get_mut(id) {
                ty.parts = parts.types;
            }
        }
        self.namesakes();
    }

    fn type_name(&mut self, name: &Text) -> Option<TypeId> {
        self.names.broken.insert(name.value.clone());
        self.problems.keep(check_name(name))?;
        if NOT_TYPES.contains(&name.value.as_str()) {
            let message = format!("`{}` is a reserved word and cannot be the name of a type", name.value);
            self.problems.push(ReadError::new(codes::NAME, message, name.span));
            return None;
        }
        if let Some(&first) = self.names.types.get(&name.value) {
            let first = self.domain.types[first].span;
            self.problems.push(duplicate("type", &name.value, name.span, first));
            return None;
        }
        let kind = TypeKind::Union { members: Vec::new() };
        let ty = Type { name: name.value.clone(), kind, parts: Vec::new(), doc: None, span: name.span };
        let id = self.domain.types.push(ty);
        self.names.types.insert(name.value.clone(), id);
        self.names.broken.remove(&name.value);
        Some(id)
    }

    fn type_kind(&mut self, id: TypeId, node: &Node) -> Checked<TypeKind> {
        let entries = match &node.kind {
            NodeKind::List(_) => return self.closed(id, node),
            NodeKind::Table(entries) => entries,
            _ => {
                let expected = "expected a list of objects, `{ open = true, max = … }` or `{ any = […] }`";
                return read_error(codes::SHAPE, format!("{expected}, found {}", node.sort()), node.span);
            }
        };
        self.keys(entries, &["open", "max", "any", "doc"], Owner::Type(id));
        let doc = doc(entries)?;
        if let Some(ty) = self.domain.types.get_mut(id) {
            ty.doc = doc;
        }
        match (get(entries, "open"), get(entries, "any")) {
            (Some(open), None) => {
                if !bool(open, "`true`")? {
                    return read_error(
                        codes::KEYS,
                        "write a closed type as a list of its objects",
                        open.span,
                    );
                }
                let Some(max) = get(entries, "max") else {
                    return read_error(
                        codes::KEYS,
                        "an open type needs `max`, the number of objects an agent can know",
                        node.span,
                    );
                };
                let count = int(max, "the number of objects an agent can know")?;
                match u32::try_from(count).ok().filter(|&count| count > 0 && count as usize <= OBJECTS_MAX) {
                    Some(max) => Ok(TypeKind::Open { max }),
                    None => read_error(
                        codes::LIMIT,
                        format!("`max` must be from 1 to {OBJECTS_MAX}, not {count}"),
                        max.span,
                    ),
                }
            }
            (None, Some(any)) => {
                if let Some(max) = get(entries, "max") {
                    return read_error(codes::KEYS, "`max` belongs to open types", max.span);
                }
                self.union(any)
            }
            (Some(open), Some(_)) => {
                read_error(codes::KEYS, "a type cannot be both open and a union", open.span)
            }
            (None, None) => {
                read_error(codes::KEYS, "a type in braces needs `open = true` or `any = […]`", node.span)
            }
        }
    }

    fn closed(&mut self, ty: TypeId, node: &Node) -> Checked<TypeKind> {
        let listed = list(node, "a list of objects", OBJECTS_MAX)?;
        if listed.is_empty() {
            return read_error(codes::EMPTY_TYPE, "a closed type needs at least one object", node.span);
        }
        if self.domain.objects.len() + listed.len() > OBJECTS_MAX {
            let count = self.domain.objects.len() + listed.len();
            return ReadError::too_many("objects", count, OBJECTS_MAX, node.span).fail();
        }
        let mut objects = Vec::with_capacity(listed.len());
        for name in listed {
            let checked =
                text(name, "the name of an object").and_then(|name| check_name(name).map(|()| name));
            let Some(name) = self.problems.keep(checked) else { continue };
            let id = self.domain.objects.push(Object { name: name.value.clone(), ty, span: name.span });
            objects.push(id);
            if let Err(first) = self.names.add_object(ty, &name.value, ObjectName::Closed(id), name.span) {
                self.problems.push(duplicate("object", &name.value, name.span, first));
            }
        }
        Ok(TypeKind::Closed { objects })
    }

    fn union(&mut self, node: &Node) -> Checked<TypeKind> {
        let listed = list(node, "a list of types", UNION_MEMBERS_MAX)?;
        if listed.is_empty() {
            return read_error(codes::EMPTY_TYPE, "a union needs at least one type", node.span);
        }
        let mut members = Vec::with_capacity(listed.len());
        for name in listed {
            if self.problems.is_full() {
                break;
            }
            let checked = text(name, "the name of a type").and_then(|name| {
                let id = self.names.ty(&name.value, name.span)?;
                if members.contains(&id) {
                    return read_error(
                        codes::DUPLICATE,
                        format!("`{}` is listed twice", name.value),
                        name.span,
                    );
                }
                Ok(id)
            });
            members.extend(self.problems.keep(checked));
        }
        Ok(TypeKind::Union { members })
    }

    /// Returns the closed and open types that a type consists of.
    fn parts(&self, id: TypeId, node: &Node, walk: &mut Walk) -> Checked<Parts> {
        let ty = &self.domain.types[id];
        let TypeKind::Union { members } = &ty.kind else {
            return Ok(Parts { types: vec![id], height: 0 });
        };
        if let Some(parts) = walk.done.get(&id) {
            return Ok(parts.clone());
        }
        if walk.path.contains(&id) {
            // Each union of a cycle is reported; one that only leads to the cycle is not.
            let is_on_ring = walk.path.first() == Some(&id);
            let read_error = ReadError::new(
                codes::UNION_CYCLE,
                format!("the union `{}` contains itself", ty.name),
                node.span,
            );
            return read_error.follows_if(!is_on_ring).fail();
        }
        let max = UNION_MEMBERS_MAX;
        let too_many = || ReadError::too_many("types in one union", max + 1, max, node.span).fail();
        walk.path.push(id);
        if walk.path.len() > max {
            return too_many();
        }
        let mut parts = Parts::default();
        for &member in members {
            let inner = self.parts(member, node, walk)?;
            parts.height = parts.height.max(inner.height + 1);
            for part in inner.types {
                if !parts.types.contains(&part) {
                    parts.types.push(part);
                }
            }
            if parts.height > max || parts.types.len() > max {
                return too_many();
            }
        }
        walk.path.pop();
        walk.done.insert(id, parts.clone());
        Ok(parts)
    }

    /// Reports listed objects of one union that have the same name.
    fn namesakes(&mut self) {
        let mut count = 0;
        for (_, ty) in self.domain.types.iter().filter(|(_, ty)| ty.parts.len() > 1) {
            let mut seen: BTreeMap<&str, &Object> = BTreeMap::new();
            for &part in &ty.parts {
                let TypeKind::Closed { objects } = &self.domain.types[part].kind else { continue };
                count += objects.len();
                if count > UNION_OBJECTS_MAX {
                    let max = UNION_OBJECTS_MAX;
                    self.problems.push(ReadError::too_many("objects of all unions", count, max, ty.span));
                    return;
                }
                for object in objects.iter().map(|&id| &self.domain.objects[id]) {
                    let Some(first) = seen.insert(&object.name, object) else { continue };
                    // Duplicates within one type are reported there.
                    if first.ty != object.ty {
                        let what = format!("object of the union `{}` called", ty.name);
                        self.problems.push(duplicate(&what, &object.name, object.span, first.span));
                    }
                }
            }
        }
    }

    /// Reads `[objects]`: the objects that tools bind to open types.
    pub(super) fn bindings(&mut self, declared: &[(Text, Node)]) {
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let checked = self.names.ty(&name.value, name.span).and_then(|ty| self.binding(ty, name, node));
            let binding = self.problems.keep(checked);
            self.domain.bindings.extend(binding);
        }
    }

    fn binding(&mut self, ty: TypeId, name: &Text, node: &Node) -> Checked<Binding> {
        let TypeKind::Open { max } = self.domain.types[ty].kind else {
            let message =
                format!("`{}` is not an open type: objects can be bound to open types only", name.value);
            return read_error(codes::OBJECTS, message, name.span);
        };
        if let Some(first) = self.domain.bindings.iter().find(|binding| binding.ty == ty) {
            return duplicate("list of objects for", &name.value, name.span, first.span).fail();
        }
        let listed = list(node, "a list of objects", OBJECTS_MAX)?;
        if listed.len() > max as usize {
            let message = format!("{} objects, but `{}` has `max = {max}`", listed.len(), name.value);
            return read_error(codes::OBJECTS, message, node.span);
        }
        // Every type that contains this one must be able to distinguish its objects.
        let holders = self.domain.types.iter().filter(|(_, holder)| holder.parts.contains(&ty));
        let neighbours: BTreeSet<TypeId> =
            holders.flat_map(|(_, holder)| holder.parts.iter().copied()).collect();
        let mut names = Vec::with_capacity(listed.len());
        for object in listed {
            let checked = text(object, "the name of an object").and_then(|object| {
                check_name(object)?;
                let namesakes = self.names.namesakes(&object.value);
                match namesakes.iter().find(|named| neighbours.contains(&named.ty)) {
                    Some(first) => duplicate("object", &object.value, object.span, first.span).fail(),
                    None => Ok(object),
                }
            });
            let Some(object) = self.problems.keep(checked) else { continue };
            let bound = ObjectName::Bound(object.value.clone());
            if self.names.add_object(ty, &object.value, bound, object.span).is_ok() {
                names.push(object.value.clone());
            }
        }
        Ok(Binding { ty, names, span: name.span })
    }
}
