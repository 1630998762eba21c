//! A domain after reading: every name is an index, nothing is ground.
//!
//! Values are small integers: a bool is 0 or 1, an object its number, [`NONE`] the absent object, an
//! int itself. Closed objects are numbered here; a query numbers the objects it binds after them.

use crate::query::Value;
use crate::syntax::{Function, Operator, Quantifier, Relation};

/// The value of an optional fact that has no object.
pub(crate) const NONE: i32 = -1;

/// A domain that has been read from text and can be queried.
#[derive(Debug, Clone)]
pub struct OracleDomain {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) actions: Vec<Action>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) start: Vec<(String, Value)>,
    pub(crate) objects: Vec<(String, Vec<String>)>,
    /// Whether some of the actions come from `[move]`.
    pub(crate) moves: bool,
}

/// The meaning of the names of a domain, apart from its actions and goals.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vocabulary {
    pub(crate) types: Vec<Type>,
    /// Objects of closed types, by number.
    pub(crate) objects: Vec<Object>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) tables: Vec<Table>,
    pub(crate) curves: Vec<Curve>,
    /// Queries of minds and the types of their candidates.
    pub(crate) queries: Vec<(String, usize)>,
    /// The traits that expressions read, in order of appearance.
    pub(crate) traits: Vec<String>,
}

/// A named set of objects.
#[derive(Debug, Clone)]
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) kind: TypeKind,
    /// The closed and open types it consists of: itself, or a union's members.
    pub(crate) homes: Vec<usize>,
}

/// The source of a type's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeKind {
    Closed,
    Open { max: usize },
    Union,
}

/// One object: closed ones are named by the domain, bound ones by the query.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) name: String,
    /// The closed or open type it belongs to, never a union.
    pub(crate) home: usize,
}

/// A fact or a family of facts.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) kind: FactKind,
    pub(crate) of: Vec<usize>,
    pub(crate) default: i32,
}

/// The values a fact can have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FactKind {
    Bool,
    Symbol { of: usize, optional: bool },
    Int(Range),
}

/// The bounds of an int fact and what happens at each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) low: Overflow,
    pub(crate) high: Overflow,
}

/// What happens to an effect that would pass a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overflow {
    Refuse,
    Clamp,
}

/// Numbers that are constant within a query, in micro-units.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) of: Vec<usize>,
    pub(crate) default: i64,
    /// Keys are object names; they are looked up when the query's objects are known.
    pub(crate) values: Vec<(Vec<String>, i64)>,
}

/// Points joined by straight lines, in micro-units, from left to right.
#[derive(Debug, Clone)]
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(i64, i64)>,
}

/// A parameter of an action or goal, or a quantifier's variable.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: ParameterKind,
}

/// The values of a parameter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ParameterKind {
    Object(usize),
    Number { min: i32, max: i32 },
}

/// An action with its parameters unbound.
#[derive(Debug, Clone)]
pub(crate) struct Action {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) when: Vec<Condition>,
    pub(crate) then: Vec<EffectGroup>,
    pub(crate) cost: Vec<CostRule>,
    pub(crate) check: Option<String>,
    pub(crate) achieves: Option<Achieves>,
    /// Whether one of its conditions was written as `near`.
    pub(crate) is_near: bool,
    /// Whether some of its effects were written as `hope`.
    pub(crate) hopes: bool,
}

/// The goal that a sub-goal action stands for.
#[derive(Debug, Clone)]
pub(crate) struct Achieves {
    pub(crate) goal: usize,
    /// For each parameter of the goal, the action's parameter that binds it.
    pub(crate) slots: Vec<usize>,
}

/// A goal with its parameters unbound.
#[derive(Debug, Clone)]
pub(crate) struct Goal {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) want: Vec<Condition>,
}

/// The first rule whose condition holds gives the cost; a plain cost is one rule without condition.
#[derive(Debug, Clone)]
pub(crate) struct CostRule {
    pub(crate) when: Vec<Condition>,
    pub(crate) is: Number,
}

/// Effects that happen together; without conditions they always happen.
#[derive(Debug, Clone)]
pub(crate) struct EffectGroup {
    pub(crate) when: Vec<Condition>,
    pub(crate) then: Vec<Effect>,
}

/// A change of one fact.
#[derive(Debug, Clone)]
pub(crate) struct Effect {
    pub(crate) fact: FactRef,
    pub(crate) change: Change,
}

/// The new value of the fact.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// A bool or symbol gets this value.
    Become(Term),
    /// An int gets this value.
    Assign(Number),
    /// An int grows by this amount.
    Add(Number),
}

/// A fact whose indices are objects or parameters.
#[derive(Debug, Clone)]
pub(crate) struct FactRef {
    pub(crate) fact: usize,
    pub(crate) indices: Vec<Index>,
}

/// One index of a fact or table.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Index {
    Object(i32),
    Parameter(usize),
}

/// A bool or an object.
#[derive(Debug, Clone)]
pub(crate) enum Term {
    Value(i32),
    Parameter(usize),
    Fact(FactRef),
}

/// A number expression.
#[derive(Debug, Clone)]
pub(crate) enum Number {
    /// Micro-units.
    Literal(i64),
    /// A cost that is not finite: the ground action is rejected.
    Undefined,
    Parameter(usize),
    Fact(FactRef),
    Table(usize, Vec<Index>),
    Trait(usize),
    Negate(Box<Number>),
    Binary(Operator, Box<Number>, Box<Number>),
    Call(Function, Vec<Number>),
    Curve(usize, Box<Number>),
}

/// A condition over a state.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    /// Bools or objects that are the same, or not.
    Same {
        left: Term,
        right: Term,
        equal: bool,
    },
    Compare {
        left: Number,
        relation: Relation,
        right: Number,
    },
    Any(Vec<Vec<Condition>>),
    Quantified {
        quantifier: Quantifier,
        over: usize,
        slot: usize,
        body: Box<Condition>,
    },
}

impl Number {
    /// Returns whether its value depends on the state.
    pub(crate) fn reads_facts(&self) -> bool {
        match self {
            Self::Fact(_) => true,
            Self::Negate(inner) | Self::Curve(_, inner) => inner.reads_facts(),
            Self::Binary(_, left, right) => left.reads_facts() || right.reads_facts(),
            Self::Call(_, arguments) => arguments.iter().any(Self::reads_facts),
            Self::Literal(_) | Self::Undefined | Self::Parameter(_) | Self::Table(..) | Self::Trait(_) => {
                false
            }
        }
    }
}

impl Condition {
    /// Returns whether its truth depends on the state.
    pub(crate) fn reads_facts(&self) -> bool {
        match self {
            Self::Same { left, right, .. } => matches!(left, Term::Fact(_)) || matches!(right, Term::Fact(_)),
            Self::Compare { left, right, .. } => left.reads_facts() || right.reads_facts(),
            Self::Any(alternatives) => alternatives.iter().flatten().any(Self::reads_facts),
            Self::Quantified { body, .. } => body.reads_facts(),
        }
    }
}

impl Vocabulary {
    pub(crate) fn type_named(&self, name: &str) -> Option<usize> {
        self.types.iter().position(|candidate| candidate.name == name)
    }

    pub(crate) fn fact_named(&self, name: &str) -> Option<usize> {
        self.facts.iter().position(|candidate| candidate.name == name)
    }

    pub(crate) fn table_named(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|candidate| candidate.name == name)
    }

    /// Returns whether every object of `inner` is one of `outer`.
    pub(crate) fn is_within(&self, inner: usize, outer: usize) -> bool {
        self.types[inner].homes.iter().all(|home| self.types[outer].homes.contains(home))
    }

    /// Returns whether some object can belong to both types.
    pub(crate) fn overlap(&self, one: usize, other: usize) -> bool {
        self.types[one].homes.iter().any(|home| self.types[other].homes.contains(home))
    }
}

/// Returns the number of the object called `name` in a type.
pub(crate) fn object_named(
    vocabulary: &Vocabulary,
    objects: &[Object],
    name: &str,
    of: usize,
) -> Option<i32> {
    let homes = &vocabulary.types[of].homes;
    let found = objects.iter().position(|object| object.name == name && homes.contains(&object.home))?;
    Some(found as i32)
}
