//! Whether a condition can become true, judged by the declarations.
//!
//! Each comparison of a fact with a constant is examined alone, and families as one fact. Everything else counts as
//! possible, so that "impossible" is never wrong.

use super::Findings;
use crate::model::{
    Change, ChangeKind, Comparison, Condition, ConditionKind, Equality, FactId, FactKind, NumberKind,
    ObjectName, Param, ParamKind, Quantifier, Term, Value,
};
use crate::read::clash::constant;

/// A fact and its wanted values.
enum Wish {
    Value(FactId, Value),
    Number(FactId, Comparison, i64),
}

impl Findings<'_> {
    /// Returns the condition, or the part of it, that can never become true.
    pub(super) fn impossible<'c>(&self, condition: &'c Condition) -> Option<&'c Condition> {
        match &condition.kind {
            ConditionKind::All(members) => members.iter().find_map(|member| self.impossible(member)),
            ConditionKind::Any(members) => {
                let mut parts = members.iter().map(|member| self.impossible(member));
                parts.all(|part| part.is_some()).then_some(condition)
            }
            ConditionKind::Quantified { quantifier: Quantifier::Some, body, .. } => self.impossible(body),
            // Quantifiers hold over an empty type.
            ConditionKind::Quantified { .. } => None,
            ConditionKind::Same { .. } | ConditionKind::Compare { .. } => {
                let wish = wish(condition)?;
                (!self.is_possible(&wish)).then_some(condition)
            }
        }
    }

    fn is_possible(&self, wish: &Wish) -> bool {
        let (Wish::Value(fact, _) | Wish::Number(fact, ..)) = wish;
        self.usage.is_free(*fact)
            || wish.fits(&self.domain.facts[*fact].default)
            || self.usage.some_start(*fact, |setting| wish.fits(&setting.value))
            || self.usage.some_change(*fact, |change, params| self.may_produce(change, params, wish))
    }

    /// Returns whether a change of the fact may give it the wanted value.
    fn may_produce(&self, change: &Change, params: &[Param], wish: &Wish) -> bool {
        match &change.kind {
            ChangeKind::Assign(Term::Bool(value)) => wish.fits(&Value::Bool(*value)),
            ChangeKind::Assign(Term::None) => wish.fits(&Value::None),
            ChangeKind::Assign(Term::Object(id)) => wish.fits(&Value::Object(ObjectName::Closed(*id))),
            ChangeKind::Assign(Term::Param(id)) => match params.get(id.index()).map(|param| param.kind) {
                Some(ParamKind::Object(ty)) => {
                    self.domain.types[ty].is_open(&self.domain.types)
                        || self
                            .domain
                            .objects_of(ty)
                            .any(|id| wish.fits(&Value::Object(ObjectName::Closed(id))))
                }
                _ => true,
            },
            ChangeKind::Set(number) => constant(number).is_none_or(|value| {
                let FactKind::Int { min, max, .. } = self.domain.facts[change.fact.fact].kind else {
                    return true;
                };
                wish.fits(&Value::Int(value.clamp(min, max)))
            }),
            ChangeKind::Assign(Term::Fact(_)) | ChangeKind::Add(_) | ChangeKind::Subtract(_) => true,
        }
    }
}

impl Wish {
    fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Value(_, wanted), value) => wanted == value,
            (Self::Number(_, comparison, wanted), Value::Int(value)) => comparison.holds(*value, *wanted),
            _ => false,
        }
    }
}

/// Returns the wanted values of a comparison of a fact with a constant.
fn wish(condition: &Condition) -> Option<Wish> {
    match &condition.kind {
        ConditionKind::Same { left: Term::Fact(fact), equality: Equality::Equals, right } => {
            let value = match right {
                Term::Bool(value) => Value::Bool(*value),
                Term::None => Value::None,
                Term::Object(id) => Value::Object(ObjectName::Closed(*id)),
                Term::Param(_) | Term::Fact(_) => return None,
            };
            Some(Wish::Value(fact.fact, value))
        }
        ConditionKind::Compare { left, comparison, right } => {
            let NumberKind::Fact(fact) = &left.kind else { return None };
            Some(Wish::Number(fact.fact, *comparison, constant(right)?))
        }
        _ => None,
    }
}
