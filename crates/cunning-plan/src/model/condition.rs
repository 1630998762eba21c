//! Conditions and number expressions, with every name resolved.

use super::{Change, ChangeKind, CurveId, FactId, ObjectId, ParamId, SourceSpan, TableId, TraitId, TypeId};
use crate::micros::Micros;

/// Something that is true or false in a state. A list of conditions is a conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The kind of condition.
    pub kind: ConditionKind,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span it was read from.
    pub span: SourceSpan,
}

/// The kinds of conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// All members hold; true if there are none.
    All(Vec<Condition>),
    /// At least one member holds; false if there are none.
    Any(Vec<Condition>),
    /// Two bools, or two objects or `none`, are equal or different.
    ///
    /// `f` is `f == true` and `not f` is `f == false`; a bool literal is never compared by [`Equality::Differs`].
    Same {
        /// A fact or a parameter.
        left: Term,
        /// How they are compared.
        equality: Equality,
        /// A term of the same type as `left`; `none` only if `left` is an optional fact.
        right: Term,
    },
    /// Two numbers are compared as integers.
    Compare {
        /// A fact, parameter, table or trait.
        left: Number,
        /// How they are compared.
        comparison: Comparison,
        /// Any number.
        right: Number,
    },
    /// The body holds for some, no or every object of a type.
    Quantified {
        /// Whether the body must hold for some, no or every object.
        quantifier: Quantifier,
        /// The variable. Its id is the number of parameters and variables around it.
        variable: Variable,
        /// The condition on the variable.
        body: Box<Condition>,
    },
}

/// Equality of two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// `==`
    Equals,
    /// `!=`
    Differs,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Returns whether it holds between two numbers.
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// Returns the comparison with its sides exchanged.
    pub(crate) const fn mirrored(self) -> Self {
        match self {
            Self::Equal | Self::Unequal => self,
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
        }
    }

    /// Returns the operator as written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// The number of objects for which a condition must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// At least one.
    Some,
    /// None.
    No,
    /// All.
    Every,
}

/// A variable of a quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name, different from those of the parameters and variables around it.
    pub name: String,
    /// The type of the objects.
    pub ty: TypeId,
}

/// A bool, or an object or `none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A bool literal.
    Bool(bool),
    /// `none`
    None,
    /// An object of a closed type.
    Object(ObjectId),
    /// An object parameter or a variable.
    Param(ParamId),
    /// A bool or object fact.
    Fact(FactRef),
}

/// A fact with the indices of its family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRef {
    /// The fact.
    pub fact: FactId,
    /// The indices, one for each of the fact's index types.
    pub indices: Vec<Index>,
    /// The source span it was read from.
    pub span: SourceSpan,
}

/// An index of a family or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// An object of a closed type.
    Object(ObjectId),
    /// An object parameter or a variable.
    Param(ParamId),
}

/// A number expression.
///
/// In conditions and effects it is evaluated in integers, in costs in millionths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The kind of number.
    pub kind: NumberKind,
    /// The source span it was read from.
    pub span: SourceSpan,
}

/// The kinds of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// A literal; an integer in conditions and effects.
    Literal(Micros),
    /// A number parameter.
    Param(ParamId),
    /// A number of a table.
    Table {
        /// The table.
        table: TableId,
        /// The indices, one for each of the table's index types.
        indices: Vec<Index>,
    },
    /// A trait of the agent.
    Trait(TraitId),
    /// The value of an int fact.
    Fact(FactRef),
    /// The number with the opposite sign.
    Negated(Box<Number>),
    /// Two numbers combined by an operator.
    Binary {
        /// The arithmetic operator between the operands.
        operator: Operator,
        /// The left operand.
        left: Box<Number>,
        /// The right operand.
        right: Box<Number>,
    },
    /// A function: two or more arguments of `min` and `max`, one of `abs`, three of `clamp`.
    Call {
        /// The function that is called.
        function: Function,
        /// The numbers that the function is called with.
        args: Vec<Number>,
    },
    /// The value of a curve; only in numbers with decimals.
    Curve {
        /// The curve that is evaluated.
        curve: CurveId,
        /// The number at which it is evaluated.
        at: Box<Number>,
    },
}

/// An operator on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The least of its arguments.
    Min,
    /// The greatest of its arguments.
    Max,
    /// The absolute value.
    Abs,
    /// `clamp(x, low, high)` is `min(max(x, low), high)`.
    Clamp,
}

impl Function {
    /// Returns the function of a name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "min" => Some(Self::Min),
            "max" => Some(Self::Max),
            "abs" => Some(Self::Abs),
            "clamp" => Some(Self::Clamp),
            _ => None,
        }
    }

    /// Returns whether the function takes this many numbers: `abs` one, `clamp` three, `min` and `max` two or more.
    pub const fn takes(self, count: usize) -> bool {
        match self {
            Self::Min | Self::Max => count >= 2,
            Self::Abs => count == 1,
            Self::Clamp => count == 3,
        }
    }
}

impl Condition {
    /// Returns the effect that makes the condition true, if a sub-goal may have it.
    pub(crate) fn as_change(&self) -> Option<Change> {
        let span = self.span;
        match &self.kind {
            ConditionKind::Same { left: Term::Fact(fact), equality: Equality::Equals, right } => {
                match right {
                    Term::Fact(_) => None,
                    value => {
                        Some(Change { fact: fact.clone(), kind: ChangeKind::Assign(value.clone()), span })
                    }
                }
            }
            ConditionKind::Compare { left, comparison: Comparison::Equal, right } => {
                let NumberKind::Fact(fact) = &left.kind else { return None };
                let mut reads_facts = false;
                right.facts(&mut |_| reads_facts = true);
                let kind = ChangeKind::Set(right.clone());
                (!reads_facts).then(|| Change { fact: fact.clone(), kind, span })
            }
            _ => None,
        }
    }

    pub(crate) fn new(kind: ConditionKind, span: SourceSpan) -> Self {
        Self { kind, doc: None, span }
    }

    /// Calls `visit` with every fact that the condition reads, in the order in which they are written.
    pub fn facts<'a>(&'a self, visit: &mut dyn FnMut(&'a FactRef)) {
        match &self.kind {
            ConditionKind::All(members) | ConditionKind::Any(members) => {
                for member in members {
                    member.facts(visit);
                }
            }
            ConditionKind::Same { left, right, .. } => {
                left.fact().into_iter().chain(right.fact()).for_each(visit);
            }
            ConditionKind::Compare { left, right, .. } => {
                left.facts(visit);
                right.facts(visit);
            }
            ConditionKind::Quantified { body, .. } => body.facts(visit),
        }
    }

    /// Calls `visit` with the condition and every condition inside it, from the outside in.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Condition)) {
        visit(self);
        match &self.kind {
            ConditionKind::All(members) | ConditionKind::Any(members) => {
                for member in members {
                    member.walk(visit);
                }
            }
            ConditionKind::Quantified { body, .. } => body.walk(visit),
            ConditionKind::Same { .. } | ConditionKind::Compare { .. } => {}
        }
    }
}

impl Term {
    /// Returns the fact, if the term is one.
    pub fn fact(&self) -> Option<&FactRef> {
        match self {
            Self::Fact(fact) => Some(fact),
            _ => None,
        }
    }
}

impl Number {
    pub(crate) fn literal(value: Micros, span: SourceSpan) -> Self {
        Self { kind: NumberKind::Literal(value), span }
    }

    /// Calls `visit` with the number and every number inside it, from the outside in.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Number)) {
        visit(self);
        match &self.kind {
            NumberKind::Negated(inner) | NumberKind::Curve { at: inner, .. } => inner.walk(visit),
            NumberKind::Binary { left, right, .. } => {
                left.walk(visit);
                right.walk(visit);
            }
            NumberKind::Call { args, .. } => args.iter().for_each(|arg| arg.walk(visit)),
            NumberKind::Literal(_)
            | NumberKind::Param(_)
            | NumberKind::Table { .. }
            | NumberKind::Trait(_)
            | NumberKind::Fact(_) => {}
        }
    }

    /// Calls `visit` with every fact that the number reads, in the order in which they are written.
    pub fn facts<'a>(&'a self, visit: &mut dyn FnMut(&'a FactRef)) {
        self.walk(&mut |number| {
            if let NumberKind::Fact(fact) = &number.kind {
                visit(fact);
            }
        });
    }
}
