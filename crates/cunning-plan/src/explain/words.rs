//! Ground facts, values and conditions in the notation of the file.
//!
//! The texts can be read back: a condition has a fact on its left, as in the language.

use crate::ground::{GroundActionId, Grounding};
use crate::model::{FactKind, Function, Operator};
use crate::task::{Atom, Change, Effect, Expr, Reading, Relation, Scale, Set, VarId};

use super::need::{Need, NeedKind};

/// Formats facts, values and conditions of one grounding.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    pub(super) grounding: &'a Grounding,
    /// The name of the variable that represents no fact.
    pub(super) mark: Option<&'a str>,
}

/// The precedence of an operator; an operand of lower precedence needs brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Sum,
    Product,
    Factor,
}

impl Words<'_> {
    /// Formats a ground fact: `stock[tavern, bottle]`.
    pub(super) fn fact(&self, var: VarId) -> String {
        let Some((fact, indices)) = self.grounding.layout().fact_of(var) else {
            return self.mark.unwrap_or_default().to_owned();
        };
        let name = self.grounding.domain().facts().get(fact).map_or("", |fact| fact.name.as_str());
        if indices.is_empty() {
            return name.to_owned();
        }
        let indices: Vec<&str> =
            indices.into_iter().map(|code| self.grounding.universe().name(code)).collect();
        format!("{name}[{}]", indices.join(", "))
    }

    fn kind(&self, var: VarId) -> FactKind {
        let layout = self.grounding.layout();
        layout.fact_of(var).map_or(FactKind::Bool, |(fact, _)| layout.kind(fact))
    }

    /// Formats a value of a ground fact: `true`, `3`, `tavern`.
    pub(super) fn value(&self, var: VarId, value: u32) -> String {
        match self.kind(var) {
            FactKind::Bool => (value == 1).to_string(),
            FactKind::Int { min, .. } => (i64::from(value) + min).to_string(),
            FactKind::Object { .. } => {
                let layout = self.grounding.layout();
                let codes = layout.fact_of(var).map_or(&[][..], |(fact, _)| layout.codes(fact));
                let code = codes.get(value as usize).copied().unwrap_or(u32::MAX);
                self.grounding.universe().name(code).to_owned()
            }
        }
    }

    /// Returns whether a variable represents no fact.
    pub(super) fn is_mark(&self, var: VarId) -> bool {
        self.grounding.layout().fact_of(var).is_none()
    }

    /// Returns the range of an int fact.
    pub(super) fn range(&self, var: VarId) -> Option<(i64, i64)> {
        match self.kind(var) {
            FactKind::Int { min, max, .. } => Some((min, max)),
            FactKind::Bool | FactKind::Object { .. } => None,
        }
    }

    pub(super) fn is_bool(&self, var: VarId) -> bool {
        self.kind(var) == FactKind::Bool
    }

    /// Returns whether the values of a fact are ordered.
    pub(super) fn is_int(&self, var: VarId) -> bool {
        self.range(var).is_some()
    }

    /// Formats a set of values as one condition, if exactly one describes it.
    pub(super) fn plain(&self, var: VarId, set: Set) -> Option<String> {
        let (fact, size) = (self.fact(var), self.grounding.task().sizes[var.index()]);
        let kind = self.kind(var);
        if let Some(value) = set.single() {
            return Some(match (kind, value) {
                (FactKind::Bool, 1) => fact,
                (FactKind::Bool, _) => format!("not {fact}"),
                _ => format!("{fact} == {}", self.value(var, value)),
            });
        }
        let (low, high) = set.ends();
        let is_whole = Set::range(size, low.into(), high.into()) == Some(set);
        if is_whole && matches!(kind, FactKind::Int { .. }) {
            if high == size - 1 {
                return Some(format!("{fact} >= {}", self.value(var, low)));
            }
            if low == 0 {
                return Some(format!("{fact} <= {}", self.value(var, high)));
            }
        }
        let mut excluded = (0..size.min(65)).filter(|&value| !set.contains(value));
        match (set, excluded.next(), excluded.next()) {
            (Set::Mask(_), Some(only), None) => Some(format!("{fact} != {}", self.value(var, only))),
            _ => None,
        }
    }

    /// Formats a condition on one fact, which may have several parts.
    pub(super) fn atom(&self, atom: &Atom) -> String {
        let Atom { var, set } = *atom;
        if let Some(text) = self.plain(var, set) {
            return text;
        }
        let (low, high) = set.ends();
        let fact = self.fact(var);
        let size = self.grounding.task().sizes[var.index()];
        if self.is_int(var) && Set::range(size, low.into(), high.into()) == Some(set) {
            return format!("{fact} >= {}` and `{fact} <= {}", self.value(var, low), self.value(var, high));
        }
        let excluded = (0..size.min(65)).filter(|&value| !set.contains(value));
        let parts: Vec<String> =
            excluded.map(|value| format!("{fact} != {}", self.value(var, value))).collect();
        parts.join("` and `")
    }

    /// Formats a comparison of two numbers or facts.
    pub(super) fn relation(&self, relation: &Relation) -> String {
        let side = |expr| self.number(expr, Scale::Whole);
        format!("{} {} {}", side(&relation.left), relation.comparison.as_str(), side(&relation.right))
    }

    /// Formats a number whose constants have the given scale.
    pub(super) fn number(&self, expr: &Expr, scale: Scale) -> String {
        self.expr(expr, scale, Rank::Sum)
    }

    fn expr(&self, expr: &Expr, scale: Scale, rank: Rank) -> String {
        let (text, own) = match expr {
            Expr::Const(number) if scale == Scale::Whole => (number.to_string(), Rank::Factor),
            Expr::Const(micros) => (decimal(*micros), Rank::Factor),
            Expr::Read(Reading::Int { var, .. } | Reading::Object { var, .. }) => {
                (self.fact(*var), Rank::Factor)
            }
            Expr::Given(_) | Expr::GivenWhole(_) => {
                ("a number given with the request".to_owned(), Rank::Factor)
            }
            Expr::Negated(inner) => (format!("-{}", self.expr(inner, scale, Rank::Factor)), Rank::Factor),
            Expr::Binary(operator, _, left, right) => {
                let (sign, own, of_right) = match operator {
                    Operator::Add => ("+", Rank::Sum, Rank::Product),
                    Operator::Subtract => ("-", Rank::Sum, Rank::Product),
                    Operator::Multiply => ("*", Rank::Product, Rank::Factor),
                    Operator::Divide => ("/", Rank::Product, Rank::Factor),
                };
                let (left, right) = (self.expr(left, scale, own), self.expr(right, scale, of_right));
                (format!("{left} {sign} {right}"), own)
            }
            Expr::Curve(curve, inner) => {
                (format!("curve.{}({})", curve.name, self.expr(inner, scale, Rank::Sum)), Rank::Factor)
            }
            Expr::Call(function, args) => {
                let name = match function {
                    Function::Min => "min",
                    Function::Max => "max",
                    Function::Abs => "abs",
                    Function::Clamp => "clamp",
                };
                let args: Vec<String> = args.iter().map(|arg| self.number(arg, scale)).collect();
                (format!("{name}({})", args.join(", ")), Rank::Factor)
            }
        };
        if own < rank { format!("({text})") } else { text }
    }

    /// Formats a need.
    pub(super) fn need(&self, need: &Need) -> String {
        match &need.kind {
            NeedKind::Atom { atom, named } => {
                self.plain(atom.var, *named).unwrap_or_else(|| self.atom(&Atom { set: *named, ..*atom }))
            }
            NeedKind::Relation(relation) => self.relation(relation),
        }
    }

    /// Formats an effect: `gold += 2`.
    pub(super) fn change(&self, effect: &Effect) -> String {
        let fact = self.fact(effect.var);
        match &effect.change {
            Change::Assign(value) => match (self.kind(effect.var), value) {
                (FactKind::Bool, 1) => fact,
                (FactKind::Bool, _) => format!("not {fact}"),
                _ => format!("{fact} = {}", self.value(effect.var, *value)),
            },
            Change::Add { by, .. } => match by {
                Expr::Const(by) if *by < 0 => format!("{fact} -= {}", by.unsigned_abs()),
                Expr::Negated(by) => format!("{fact} -= {}", self.number(by, Scale::Whole)),
                by => format!("{fact} += {}", self.number(by, Scale::Whole)),
            },
            Change::Set { expr, .. } => format!("{fact} = {}", self.number(expr, Scale::Whole)),
            Change::Copy { from, .. } => format!("{fact} = {}", self.fact(from.var())),
            Change::Refuse => fact,
        }
    }

    /// Formats a ground action: `go(beach, docks)`.
    pub(super) fn action(&self, id: GroundActionId) -> String {
        self.grounding.show(id)
    }
}

/// Formats millionths as a decimal number.
fn decimal(micros: i64) -> String {
    crate::micros::Micros::new(micros)
        .map_or_else(|| format!("{micros} / 1000000"), |number| number.to_string())
}

/// Formats a list in a sentence, each item in quotes: `a`, `b` and `c`.
pub(crate) fn list(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
