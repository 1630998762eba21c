//! Types and the objects of closed types.

use super::{List, ObjectId, SourceSpan, TypeId};

/// A set of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// Where its objects come from.
    pub kind: TypeKind,
    /// The closed and open types it consists of, in order, each once. Itself, unless it is a union.
    pub parts: Vec<TypeId>,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Where the objects of a type come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// The domain lists them, and there are no others.
    Closed {
        /// The objects, in file order; at least one.
        objects: Vec<ObjectId>,
    },
    /// The game binds them at run time.
    Open {
        /// How many one agent may know at a time.
        max: u32,
    },
    /// Those of its members.
    Union {
        /// The members as they were listed; they may be unions themselves.
        members: Vec<TypeId>,
    },
}

/// An object of a closed type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name, unique within its type and every union that holds the type.
    pub name: String,
    /// The closed type that lists it.
    pub ty: TypeId,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// An object that data name: start values, tables, tests. Conditions and effects name closed objects only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectName {
    /// An object of a closed type.
    Closed(ObjectId),
    /// An object of an open type, by the name under which it is bound.
    Bound(String),
}

/// The objects that tools bind to an open type when no game does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The open type.
    pub ty: TypeId,
    /// The names, in file order, at most the type's `max`.
    pub names: Vec<String>,
    /// Where it was said.
    pub span: SourceSpan,
}

impl Type {
    /// Whether some of its objects are bound at run time.
    pub fn is_open(&self, types: &List<TypeId, Type>) -> bool {
        self.parts.iter().any(|&part| matches!(types[part].kind, TypeKind::Open { .. }))
    }

    /// Whether each of its objects is one of the other type's.
    pub fn fits(&self, other: &Self) -> bool {
        self.parts.iter().all(|part| other.parts.contains(part))
    }

    /// Whether the two types may have objects in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.parts.iter().any(|part| other.parts.contains(part))
    }
}
