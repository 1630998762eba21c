//! The syntax trees, with spans in the string they were parsed from.

use std::fmt;

use cunning_diag::Span;

use crate::micros::Micros;
use crate::model::{Comparison, Operator, Quantifier};

/// A word with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text of the word.
    pub text: String,
    /// The span in the string.
    pub span: Span,
}

/// An operand or a number expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The kind of operand.
    pub kind: ExprKind,
    /// The span in the string.
    pub span: Span,
}

/// The kinds of operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number literal; a sign before a literal is part of it.
    Number(Micros),
    /// A name: parameter, object, fact, table, `true`, `false` or `none`.
    Name(String),
    /// A name within a space, such as `trait.bravery`.
    Dotted {
        /// The word before the dot.
        space: Word,
        /// The word after the dot.
        name: Word,
    },
    /// A name with indices, such as `stock[tavern, i]`.
    Indexed {
        /// The name of the family or table.
        name: Word,
        /// The indices, at least one.
        indices: Vec<Expr>,
    },
    /// A function, such as `min(a, b)` or `curve.hungry(hunger)`.
    Call {
        /// The word before the dot, if there is one.
        space: Option<Word>,
        /// The name of the function.
        name: Word,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// A minus sign before something that is not a literal.
    Negated(Box<Expr>),
    /// Two operands combined by an operator.
    Binary {
        /// The arithmetic operator between the operands.
        operator: Operator,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionSyntax {
    /// The kind of condition.
    pub kind: ConditionSyntaxKind,
    /// The span in the string.
    pub span: Span,
}

/// The kinds of conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionSyntaxKind {
    /// A bool fact: `f`
    Holds(Expr),
    /// A negated bool fact: `not f`
    Not(Expr),
    /// A comparison: `a == b` and the like.
    Compare {
        /// The left side.
        left: Expr,
        /// The operator.
        comparison: Comparison,
        /// The right side.
        right: Expr,
    },
    /// A quantifier: `some foe f: …`
    Quantified {
        /// Whether the condition is for some, no or every object.
        quantifier: Quantifier,
        /// The type of the objects.
        ty: Word,
        /// The variable.
        variable: Word,
        /// The condition on the variable.
        body: Box<ConditionSyntax>,
    },
}

/// An effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectSyntax {
    /// The fact that changes.
    pub target: Expr,
    /// How the fact changes.
    pub kind: EffectSyntaxKind,
    /// The span in the string.
    pub span: Span,
}

/// How an effect changes its fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectSyntaxKind {
    /// `f`
    Holds,
    /// `not f`
    Not,
    /// `f = v`
    Assign(Expr),
    /// `f += e`
    Add(Expr),
    /// `f -= e`
    Subtract(Expr),
}

/// A goal with some of its parameters bound, such as `kill(f=orc)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalCall {
    /// The name of the goal.
    pub goal: Word,
    /// The parameters and their arguments: names or numbers.
    pub args: Vec<(Word, Expr)>,
}

/// Why a string cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The span in the string.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
    /// Whether a limit of [`crate::limits`] is exceeded.
    pub limit: bool,
}

impl SyntaxError {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), hint: None, limit: false }
    }

    pub(super) fn limit(span: Span, message: impl Into<String>) -> Self {
        Self { limit: true, ..Self::new(span, message) }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}
