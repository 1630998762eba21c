//! Facts, tables and traits: what conditions and numbers read.

use super::{ObjectName, SourceSpan, TypeId};
use crate::micros::Micros;

/// A fact, or a family of facts with one for each combination of its index objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name, unique among facts and tables.
    pub name: String,
    /// The types of a family's indices; empty for a single fact.
    pub of: Vec<TypeId>,
    /// What values it has.
    pub kind: FactKind,
    /// The value of every ground fact that `[start]` does not mention. Never [`ObjectName::Bound`].
    pub default: Value,
    /// Whether the game tells it, so that no action need write it.
    pub sensed: bool,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// What values a fact has.
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
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// What becomes of effects that fall below `min`.
        low: Overflow,
        /// What becomes of effects that rise above `max`.
        high: Overflow,
    },
}

/// What becomes of an effect that would leave an `int`'s range.
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
    /// Of a bool fact.
    Bool(bool),
    /// Of an int fact, within its range.
    Int(i64),
    /// Of an object fact, one of its type's objects.
    Object(ObjectName),
    /// Of an optional object fact.
    None,
}

/// Numbers that do not change within a planning job, one for each combination of the index objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name, unique among facts and tables.
    pub name: String,
    /// The types of its indices; empty for a single number.
    pub of: Vec<TypeId>,
    /// The number of every combination that is not listed.
    pub default: Micros,
    /// The numbers listed, in file order, no combination twice.
    pub values: Vec<TableValue>,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// One number of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableValue {
    /// The indices. A bound object need not be bound: the number waits for an object of that name.
    pub key: Vec<ObjectName>,
    /// The number.
    pub value: Micros,
    /// Where it was said.
    pub span: SourceSpan,
}

/// A number that each agent brings along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// Its name, without `trait.`.
    pub name: String,
    /// Where it was first used.
    pub span: SourceSpan,
}

/// A ground fact and the value it gets, in `[start]` or in a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The fact.
    pub fact: super::FactId,
    /// Its indices, of the fact's index types.
    pub indices: Vec<ObjectName>,
    /// Its value.
    pub value: Value,
    /// Where it was said.
    pub span: SourceSpan,
}
