//! The PDDL model: the content of the two files with every name resolved, before its translation to a planning domain.
//!
//! Everything is in file order, constants before objects. Ids are indices into the model's lists.

use cunning_diag::FileSpan;
use cunning_plan::Micros;
use cunning_plan::model::Comparison;

use crate::types::{KindId, Types};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) struct $name(pub(crate) usize);
    )*};
}

ids! {
    /// Identifies an object or constant.
    ObjectId
    /// Identifies a predicate.
    PredicateId
    /// Identifies a function.
    FunctionId
    /// Identifies a variable of one action or of the goal: the parameters first, then those of quantifiers.
    VariableId
}

/// A name in the spelling of its declaration. Names that differ only in case are equal.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: FileSpan,
}

/// A domain and a problem.
#[derive(Debug)]
pub(crate) struct Model {
    /// The name of the domain.
    pub(crate) domain: Name,
    /// The name of the problem.
    pub(crate) problem: Name,
    pub(crate) types: Types,
    pub(crate) objects: Vec<Object>,
    pub(crate) predicates: Vec<Signature>,
    pub(crate) functions: Vec<Signature>,
    /// The function `(total-cost)`, if it is declared.
    pub(crate) total_cost: Option<FunctionId>,
    pub(crate) actions: Vec<Action>,
    /// The ground atoms of the initial state.
    pub(crate) init: Vec<(PredicateId, Vec<ObjectId>)>,
    /// The initial values of functions.
    pub(crate) values: Vec<FunctionValue>,
    pub(crate) goal: Goal,
    /// The metric; without one each action costs 1.
    pub(crate) metric: Option<Metric>,
}

/// A metric to minimize: a sum of functions that actions increase, each with a weight, and of a number for each step.
#[derive(Debug, Default)]
pub(crate) struct Metric {
    /// The functions with their weights, which are not negative.
    pub(crate) weights: Vec<(FunctionId, Micros)>,
    /// The cost of a step besides.
    pub(crate) per_step: Micros,
}

impl Model {
    /// The weight of a function in the metric.
    pub(crate) fn weight(&self, function: FunctionId) -> Option<Micros> {
        let weights = self.metric.as_ref().map_or(&[][..], |metric| &metric.weights);
        weights.iter().find(|(known, _)| *known == function).map(|(_, weight)| *weight)
    }
}

#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) name: Name,
    /// The kind that the object was declared with.
    pub(crate) kind: KindId,
}

/// A predicate or function with the types of its arguments.
#[derive(Debug)]
pub(crate) struct Signature {
    pub(crate) name: Name,
    pub(crate) of: Vec<KindId>,
}

#[derive(Debug)]
pub(crate) struct FunctionValue {
    pub(crate) function: FunctionId,
    pub(crate) args: Vec<ObjectId>,
    pub(crate) value: Micros,
    pub(crate) span: FileSpan,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Name,
    pub(crate) kind: KindId,
}

#[derive(Debug)]
pub(crate) struct Action {
    pub(crate) name: Name,
    /// The number of variables that are parameters.
    pub(crate) params: usize,
    pub(crate) variables: Vec<Variable>,
    pub(crate) precondition: Formula,
    pub(crate) effect: Effect,
}

#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) variables: Vec<Variable>,
    pub(crate) formula: Formula,
    pub(crate) span: FileSpan,
}

/// An object or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Object(ObjectId),
    Variable(VariableId),
}

/// A condition.
#[derive(Debug)]
pub(crate) enum Formula {
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
    Holds { predicate: PredicateId, args: Vec<Term> },
    Same(Term, Term),
    Compare { left: Number, comparison: Comparison, right: Number },
    Quantified { quantifier: Quantifier, variables: Vec<VariableId>, body: Box<Formula> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Every,
    Some,
}

#[derive(Debug)]
pub(crate) struct Number {
    pub(crate) kind: NumberKind,
    pub(crate) span: FileSpan,
}

#[derive(Debug)]
pub(crate) enum NumberKind {
    Literal(Micros),
    Function { function: FunctionId, args: Vec<Term> },
}

#[derive(Debug)]
pub(crate) enum Effect {
    All(Vec<Effect>),
    When(Formula, Box<Effect>),
    Every(Vec<VariableId>, Box<Effect>),
    Set { predicate: PredicateId, args: Vec<Term>, value: bool },
    Change(Change),
}

/// An effect on a number.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) function: FunctionId,
    pub(crate) args: Vec<Term>,
    pub(crate) kind: ChangeKind,
    pub(crate) amount: Number,
    pub(crate) span: FileSpan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    Increase,
    Decrease,
    Assign,
}

impl Effect {
    /// Calls `visit` with every effect that has no parts.
    pub(crate) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Effect)) {
        match self {
            Self::All(members) => members.iter().for_each(|member| member.each(visit)),
            Self::When(_, inner) | Self::Every(_, inner) => inner.each(visit),
            Self::Set { .. } | Self::Change(_) => visit(self),
        }
    }
}

/// The product of two numbers with decimals, rounded down; `None` if it is too large.
pub(crate) fn product(one: Micros, other: Micros) -> Option<Micros> {
    let exact = i128::from(one.get()) * i128::from(other.get()) / 1_000_000;
    i64::try_from(exact).ok().and_then(Micros::new)
}

/// The opposite of a comparison.
pub(crate) const fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}

/// The comparison with its sides exchanged.
pub(crate) const fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal | Comparison::Unequal => comparison,
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
    }
}
