//! Facts, tables and traits: the values that conditions and numbers read.

use super::{ObjectName, SourceSpan, TypeId};
use crate::micros::Micros;

/// A fact, or a family of facts with one for each combination of its index objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name, unique among facts and tables.
    pub name: String,
    /// The types of a family's indices; empty for a single fact.
    pub of: Vec<TypeId>,
    /// The values that the fact can have.
    pub kind: FactKind,
    /// The value of every ground fact that `[start]` does not mention. Never [`ObjectName::Bound`].
    pub default: Value,
    /// Whether the game sets it, so that it may change without an action that writes it.
    pub sensed: bool,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the declaration.
    pub span: SourceSpan,
}

/// The values that a fact can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// `false` and `true`.
    Bool,
    /// The objects of a type.
    Object {
        /// The type; if it is open, in whole or in part, the fact is optional.
        ty: TypeId,
        /// Whether it may also be `none`.
        optional: bool,
    },
    /// The integers of a range.
    Int {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// What happens to effects that go below `min`.
        low: Overflow,
        /// What happens to effects that go above `max`.
        high: Overflow,
    },
}

/// What happens to an effect that would leave an `int`'s range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// The action cannot be done in that state.
    #[default]
    Refuse,
    /// The value stops at the end of the range.
    Clamp,
}

/// The value of a ground fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The value of a bool fact.
    Bool(bool),
    /// The value of an int fact, within its range.
    Int(i64),
    /// The value of an object fact: one of its type's objects.
    Object(ObjectName),
    /// The value `none` of an optional object fact.
    None,
}

/// Numbers that do not change within a planning job, one for each combination of the index objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name, unique among facts and tables.
    pub name: String,
    /// The types of its indices; empty for a single number.
    pub of: Vec<TypeId>,
    /// The number for combinations that are not listed.
    pub default: Micros,
    /// The listed numbers, in file order; no combination occurs twice.
    pub values: Vec<TableValue>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the declaration.
    pub span: SourceSpan,
}

/// One number of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableValue {
    /// The indices. An object of an open type need not be bound yet.
    pub key: Vec<ObjectName>,
    /// The number for these indices.
    pub value: Micros,
    /// The source span it was read from.
    pub span: SourceSpan,
}

/// A number that each agent has, such as `trait.bravery`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// Its name, without `trait.`.
    pub name: String,
    /// The source span of its first use.
    pub span: SourceSpan,
}

/// A ground fact and the value it gets, in `[start]` or in a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The fact that gets the value.
    pub fact: super::FactId,
    /// The indices, of the fact's index types.
    pub indices: Vec<ObjectName>,
    /// The value that the fact gets.
    pub value: Value,
    /// The source span it was read from.
    pub span: SourceSpan,
}
