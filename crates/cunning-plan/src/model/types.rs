//! Types and the objects of closed types.

use super::{List, ObjectId, SourceSpan, TypeId};

/// A type: a set of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// The name of the type, which facts and parameters use.
    pub name: String,
    /// Where the objects come from.
    pub kind: TypeKind,
    /// The closed and open types that make up the type, in order, each once; only the type itself unless it is a union.
    pub parts: Vec<TypeId>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the declaration.
    pub span: SourceSpan,
}

/// Where the objects of a type come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// A closed type: the domain lists its objects.
    Closed {
        /// The objects, in file order; at least one.
        objects: Vec<ObjectId>,
    },
    /// An open type: the game binds its objects at run time.
    Open {
        /// The number of objects that an agent can know at a time.
        max: u32,
    },
    /// A union: it has the objects of its members.
    Union {
        /// The members as listed; they may be unions themselves.
        members: Vec<TypeId>,
    },
}

/// An object of a closed type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name, unique within its type and every union that contains the type.
    pub name: String,
    /// The closed type that lists it.
    pub ty: TypeId,
    /// The source span of the declaration.
    pub span: SourceSpan,
}

/// An object named in start values, tables and tests. Conditions and effects name objects of closed types only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectName {
    /// An object of a closed type.
    Closed(ObjectId),
    /// An object of an open type, by the name under which it is bound.
    Bound(String),
}

/// The objects that tools bind to an open type when no game is running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The open type.
    pub ty: TypeId,
    /// The names, in file order, at most the type's `max`.
    pub names: Vec<String>,
    /// The source span it was read from.
    pub span: SourceSpan,
}

impl Type {
    /// Returns whether some of the type's objects are bound at run time.
    pub fn is_open(&self, types: &List<TypeId, Type>) -> bool {
        self.parts.iter().any(|&part| matches!(types[part].kind, TypeKind::Open { .. }))
    }

    /// Returns whether each object of this type is also an object of the other.
    pub fn fits(&self, other: &Self) -> bool {
        self.parts.iter().all(|part| other.parts.contains(part))
    }

    /// Returns whether the two types may have objects in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.parts.iter().any(|part| other.parts.contains(part))
    }
}
