//! Conditions without negations and quantifiers: literals in conjunctions and disjunctions.

use cunning_plan::Micros;
use cunning_plan::model::Comparison;

use crate::model::{FunctionId, ObjectId, PredicateId, opposite};

/// A parameter of the action, by its index, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arg {
    Param(usize),
    Object(ObjectId),
}

/// A number that no action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Literal(Micros),
    Function(FunctionId, Vec<Arg>),
}

/// A condition without parts. The negation of a literal is a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// An atom holds, or does not.
    Holds { predicate: PredicateId, args: Vec<Arg>, value: bool },
    /// A parameter is an object or a later parameter, or is not.
    Same { param: usize, other: Arg, equal: bool },
    /// A function compares with a constant.
    Compare { function: FunctionId, args: Vec<Arg>, comparison: Comparison, right: Constant },
    /// A function that does not change has a value, or has none.
    Known { function: FunctionId, args: Vec<Arg>, value: bool },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// All hold; true if there are none.
    All(Vec<Condition>),
    /// At least one holds; false if there are none.
    Any(Vec<Condition>),
    Literal(Literal),
}

impl Literal {
    pub(super) fn negated(&self) -> Self {
        let mut negated = self.clone();
        match &mut negated {
            Self::Holds { value, .. } | Self::Known { value, .. } => *value = !*value,
            Self::Same { equal, .. } => *equal = !*equal,
            Self::Compare { comparison, .. } => *comparison = opposite(*comparison),
        }
        negated
    }
}

impl From<Literal> for Condition {
    fn from(literal: Literal) -> Self {
        Self::Literal(literal)
    }
}

impl Condition {
    pub(super) const ALWAYS: Self = Self::All(Vec::new());
    pub(super) const NEVER: Self = Self::Any(Vec::new());

    /// Always or never.
    pub(super) fn constant(holds: bool) -> Self {
        if holds { Self::ALWAYS } else { Self::NEVER }
    }

    pub(super) fn is_always(&self) -> bool {
        matches!(self, Self::All(members) if members.is_empty())
    }

    pub(super) fn is_never(&self) -> bool {
        matches!(self, Self::Any(members) if members.is_empty())
    }

    /// The conjunction of the members, simplified.
    pub(super) fn all(members: impl IntoIterator<Item = Self>) -> Self {
        let mut list = Vec::new();
        for member in members {
            match member {
                Self::All(inner) => list.extend(inner),
                _ if member.is_never() => return Self::NEVER,
                other => list.push(other),
            }
        }
        if list.len() == 1 { list.swap_remove(0) } else { Self::All(list) }
    }

    /// The disjunction of the members, simplified.
    pub(super) fn any(members: impl IntoIterator<Item = Self>) -> Self {
        let mut list = Vec::new();
        for member in members {
            match member {
                Self::Any(inner) => list.extend(inner),
                _ if member.is_always() => return Self::ALWAYS,
                other => list.push(other),
            }
        }
        if list.len() == 1 { list.swap_remove(0) } else { Self::Any(list) }
    }

    /// The conditions that must all hold.
    pub(super) fn conjuncts(&self) -> &[Self] {
        match self {
            Self::All(members) => members,
            other => std::slice::from_ref(other),
        }
    }

    /// The literals among the conditions that must all hold.
    pub(super) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.conjuncts().iter().filter_map(|member| match member {
            Self::Literal(literal) => Some(literal),
            Self::All(_) | Self::Any(_) => None,
        })
    }

    /// Whether the condition has this literal as a conjunct.
    pub(super) fn says(&self, literal: &Literal) -> bool {
        self.literals().any(|known| known == literal)
    }

    /// The disjunctive normal form; `None` if it has more than `max` conjunctions.
    pub(super) fn variants(&self, max: usize) -> Option<Vec<Vec<Literal>>> {
        match self {
            Self::Literal(literal) => Some(vec![vec![literal.clone()]]),
            Self::Any(members) => {
                let mut all = Vec::new();
                for member in members {
                    all.extend(member.variants(max)?);
                    if all.len() > max {
                        return None;
                    }
                }
                Some(all)
            }
            Self::All(members) => {
                let mut all: Vec<Vec<Literal>> = vec![Vec::new()];
                for member in members {
                    let variants = member.variants(max)?;
                    if let [only] = &variants[..] {
                        for one in &mut all {
                            one.extend(only.iter().cloned());
                        }
                        continue;
                    }
                    if all.len() * variants.len() > max {
                        return None;
                    }
                    let both = |one: &Vec<Literal>| {
                        let one = one.clone();
                        variants.iter().map(move |other| [one.as_slice(), other].concat()).collect::<Vec<_>>()
                    };
                    all = all.iter().flat_map(both).collect();
                }
                Some(all)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(predicate: usize, value: bool) -> Condition {
        Literal::Holds { predicate: PredicateId(predicate), args: Vec::new(), value }.into()
    }

    #[test]
    fn conjunctions_and_disjunctions_are_simplified() {
        let (p, q) = (literal(0, true), literal(1, true));
        assert_eq!(Condition::all([p.clone(), Condition::ALWAYS]), p);
        assert_eq!(Condition::all([p.clone(), Condition::NEVER]), Condition::NEVER);
        assert_eq!(Condition::any([p.clone(), Condition::NEVER]), p);
        assert_eq!(Condition::any([p.clone(), Condition::ALWAYS]), Condition::ALWAYS);
        let nested = Condition::all([Condition::all([p.clone(), q.clone()]), p.clone()]);
        assert_eq!(nested, Condition::All(vec![p.clone(), q, p]));
        assert!(Condition::all([]).is_always() && Condition::any([]).is_never());
    }

    #[test]
    fn disjunctive_normal_form_is_limited() {
        let either = |at| Condition::any([literal(at, true), literal(at + 1, false)]);
        let both = Condition::all([either(0), either(2)]);
        assert_eq!(both.variants(4).map(|variants| variants.len()), Some(4));
        assert_eq!(both.variants(3), None);
        let many = Condition::all((0..200).map(either));
        assert_eq!(many.variants(256), None);
        assert_eq!(Condition::NEVER.variants(1), Some(Vec::new()));
        assert_eq!(Condition::ALWAYS.variants(1), Some(vec![Vec::new()]));
    }
}
