//! Scopes of names. Types, actions and goals have their own scopes; facts and tables share one; objects are scoped by
//! type, so that one word may name objects of different types.

use std::collections::{BTreeMap, BTreeSet};

use crate::codes;
use crate::expr::{RESERVED, is_name};
use crate::limits::{NAME_BYTES_MAX, TRAITS_MAX};
use crate::model::{
    ActionId, CurveId, FactId, GoalId, List, ObjectName, PlanningDomain, SourceSpan, TableId, Trait, TraitId,
    TypeId,
};
use crate::read_error::{Checked, ReadError};
use crate::shape::read_error;
use crate::tree::Text;

/// The meaning of a name in a number or condition, apart from parameters and objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readable {
    Fact(FactId),
    Table(TableId),
}

/// An object with a name.
#[derive(Debug)]
pub(super) struct Named {
    /// The closed or open type it belongs to.
    pub(super) ty: TypeId,
    pub(super) object: ObjectName,
    pub(super) span: SourceSpan,
}

/// The names of a domain.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) types: BTreeMap<String, TypeId>,
    pub(super) readables: BTreeMap<String, Readable>,
    pub(super) actions: BTreeMap<String, ActionId>,
    pub(super) goals: BTreeMap<String, GoalId>,
    pub(super) curves: BTreeMap<String, CurveId>,
    /// Names with invalid declarations: using them is not reported as a second error.
    pub(super) broken: BTreeSet<String>,
    /// The objects by name, listed or bound, sorted by type; types that share no union may have objects of the same
    /// name.
    objects: BTreeMap<String, Vec<Named>>,
}

impl Names {
    /// Returns the object of a type with this name.
    pub(super) fn object(&self, domain: &PlanningDomain, ty: TypeId, name: &str) -> Option<&ObjectName> {
        let namesakes = self.namesakes(name);
        let mut parts = domain.types.get(ty)?.parts.iter();
        parts.find_map(|part| {
            let at = namesakes.binary_search_by_key(part, |named| named.ty).ok()?;
            namesakes.get(at).map(|named| &named.object)
        })
    }

    /// Returns all objects with this name, by type.
    pub(super) fn namesakes(&self, name: &str) -> &[Named] {
        self.objects.get(name).map_or(&[], Vec::as_slice)
    }

    /// Adds an object to a closed or open type, or returns the span of the one with the same name.
    pub(super) fn add_object(
        &mut self,
        ty: TypeId,
        name: &str,
        object: ObjectName,
        span: SourceSpan,
    ) -> Result<(), SourceSpan> {
        let namesakes = self.objects.entry(name.to_owned()).or_default();
        match namesakes.binary_search_by_key(&ty, |named| named.ty) {
            Ok(at) => Err(namesakes[at].span),
            Err(at) => {
                namesakes.insert(at, Named { ty, object, span });
                Ok(())
            }
        }
    }

    /// Removes the objects bound to open types.
    pub(super) fn take_bound(&mut self) -> Vec<(String, Named)> {
        let mut bound = Vec::new();
        self.objects.retain(|name, namesakes| {
            let is_bound = |named: &mut Named| matches!(named.object, ObjectName::Bound(_));
            bound.extend(namesakes.extract_if(.., is_bound).map(|named| (name.clone(), named)));
            !namesakes.is_empty()
        });
        bound
    }

    /// Replaces the objects bound to open types.
    pub(super) fn put_bound(&mut self, bound: Vec<(String, Named)>) {
        self.take_bound();
        for (name, Named { ty, object, span }) in bound {
            // Each was bound before, so the names are unique.
            let _added = self.add_object(ty, &name, object, span);
        }
    }

    /// Iterates over the names of all objects of a type, listed or bound.
    pub(super) fn objects_of<'a>(
        &'a self,
        domain: &'a PlanningDomain,
        ty: TypeId,
    ) -> impl Iterator<Item = &'a str> {
        let parts = domain.types.get(ty).map_or(&[][..], |ty| &ty.parts);
        let is_of = |namesakes: &[Named]| namesakes.iter().any(|named| parts.contains(&named.ty));
        self.objects.iter().filter(move |(_, namesakes)| is_of(namesakes)).map(|(name, _)| name.as_str())
    }

    /// Returns whether any type has an object of this name.
    pub(super) fn is_object(&self, name: &str) -> bool {
        self.objects.contains_key(name)
    }

    /// Creates the error for an unknown name.
    pub(super) fn unknown(&self, what: &str, name: &str, span: SourceSpan) -> ReadError {
        ReadError::new(codes::UNKNOWN_NAME, format!("unknown {what} `{name}`"), span)
            .follows_if(self.broken.contains(name))
    }

    /// Resolves the name of an action, with a suggestion if it is unknown.
    pub(super) fn action(&self, name: &str, span: SourceSpan) -> Checked<ActionId> {
        self.actions.get(name).copied().ok_or_else(|| {
            let read_error = self.unknown("action", name, span);
            Box::new(read_error.suggest(name, self.actions.keys().map(String::as_str)))
        })
    }

    /// Resolves the name of a goal, with a suggestion if it is unknown.
    pub(super) fn goal(&self, name: &str, span: SourceSpan) -> Checked<GoalId> {
        self.goals.get(name).copied().ok_or_else(|| {
            let read_error = self.unknown("goal", name, span);
            Box::new(read_error.suggest(name, self.goals.keys().map(String::as_str)))
        })
    }

    /// Resolves the name of a curve, with a suggestion if it is unknown.
    pub(super) fn curve(&self, name: &str, span: SourceSpan) -> Checked<CurveId> {
        self.curves.get(name).copied().ok_or_else(|| {
            let read_error = self.unknown("curve", name, span);
            Box::new(read_error.suggest(name, self.curves.keys().map(String::as_str)))
        })
    }

    /// Resolves the name of a type, with a suggestion if it is unknown.
    pub(super) fn ty(&self, name: &str, span: SourceSpan) -> Checked<TypeId> {
        self.types.get(name).copied().ok_or_else(|| {
            let read_error = self.unknown("type", name, span);
            Box::new(read_error.suggest(name, self.types.keys().map(String::as_str)))
        })
    }
}

/// Checks that a text is a valid name.
pub(super) fn check_name(text: &Text) -> Checked<()> {
    check_word(&text.value, text.span)
}

/// Checks that a word is a valid name.
pub(super) fn check_word(name: &str, span: SourceSpan) -> Checked<()> {
    if name.len() > NAME_BYTES_MAX {
        return read_error(codes::LIMIT, format!("a name can have at most {NAME_BYTES_MAX} bytes"), span);
    }
    if RESERVED.contains(&name) {
        return read_error(codes::NAME, format!("`{name}` is a reserved word and cannot be a name"), span);
    }
    if !is_name(name) {
        let read_error = ReadError::new(codes::NAME, format!("`{name}` is not a valid name"), span);
        return read_error.hint("use letters, digits and `_`, and do not begin with a digit").fail();
    }
    Ok(())
}

/// Checks that a text is a valid title: a name that no expression uses, which may have blanks and punctuation.
pub(super) fn check_title(text: &Text) -> Checked<()> {
    let title = text.value.as_str();
    if title.len() > NAME_BYTES_MAX {
        return read_error(
            codes::LIMIT,
            format!("a name can have at most {NAME_BYTES_MAX} bytes"),
            text.span,
        );
    }
    if title.trim().is_empty() || title.chars().any(char::is_control) {
        return read_error(codes::NAME, "the name must be one line of visible text", text.span);
    }
    Ok(())
}

/// Creates the error for a name that is declared twice.
pub(super) fn duplicate(what: &str, name: &str, span: SourceSpan, first: SourceSpan) -> ReadError {
    ReadError::new(codes::DUPLICATE, format!("duplicate {what} `{name}`"), span)
        .label(first, "first declared here")
}

/// The traits named so far.
#[derive(Debug, Default)]
pub(crate) struct Traits {
    pub(super) list: List<TraitId, Trait>,
    ids: BTreeMap<String, TraitId>,
}

impl Traits {
    /// Returns the id of a trait, which is declared by its first use.
    pub(super) fn id(&mut self, name: &str, span: SourceSpan) -> Checked<TraitId> {
        if let Some(&id) = self.ids.get(name) {
            return Ok(id);
        }
        check_word(name, span)?;
        if self.list.len() == TRAITS_MAX {
            return ReadError::too_many("traits", TRAITS_MAX + 1, TRAITS_MAX, span).fail();
        }
        let id = self.list.push(Trait { name: name.to_owned(), span });
        self.ids.insert(name.to_owned(), id);
        Ok(id)
    }
}
