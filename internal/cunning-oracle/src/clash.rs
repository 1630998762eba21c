//! Ground actions that do not exist because two of their effects clash.
//!
//! Two effects on one ground fact are *equal* when both assign and their right-hand sides are the same:
//! the same value when they read no facts, else the same expression over the same ground facts.
//! Increments are never equal, not even to themselves written twice. Effects that are not equal clash,
//! unless the two `when`s together cannot hold: a condition without facts is false, a comparison is undefined
//! in every state, or some fact is left without a value by the conditions that compare it with a constant. Disjunctions, quantifiers and
//! comparisons between facts are not looked into.

use crate::domain::{Action, Change, Condition, Effect, FactKind, Number, Term};
use crate::evaluate::{Arithmetic, View};
use crate::instance::{Instance, Slots};
use crate::syntax::Relation;

impl Instance<'_> {
    /// Returns whether two effects of the ground action clash, so that it does not exist.
    pub(crate) fn clashes(&self, action: &Action, slots: &mut Slots) -> bool {
        let mut effects = Vec::new();
        for group in &action.then {
            for effect in &group.then {
                effects.push((group, effect, self.address(&effect.fact, slots)));
            }
        }
        for (position, (group, effect, address)) in effects.iter().enumerate() {
            for (other_group, other, other_address) in &effects[..position] {
                if address == other_address
                    && !self.are_equal(effect, other, slots)
                    && !self.exclude(&group.when, &other_group.when, slots)
                {
                    return true;
                }
            }
        }
        false
    }

    /// A view for expressions that read no facts.
    fn without_state(&self) -> View<'_> {
        View { instance: self, state: &[] }
    }

    fn are_equal(&self, one: &Effect, other: &Effect, slots: &Slots) -> bool {
        match (&one.change, &other.change) {
            (Change::Become(one), Change::Become(other)) => match (one, other) {
                (Term::Fact(one), Term::Fact(other)) => {
                    self.address(one, slots) == self.address(other, slots)
                }
                (Term::Fact(_), _) | (_, Term::Fact(_)) => false,
                _ => self.without_state().term(one, slots) == self.without_state().term(other, slots),
            },
            (Change::Assign(one), Change::Assign(other)) => self.same_number(one, other, slots),
            _ => false,
        }
    }

    fn same_number(&self, one: &Number, other: &Number, slots: &Slots) -> bool {
        if !one.reads_facts() && !other.reads_facts() {
            let value = |number| self.without_state().number(number, slots, Arithmetic::Whole);
            return value(one) == value(other);
        }
        match (one, other) {
            (Number::Fact(one), Number::Fact(other)) => {
                self.address(one, slots) == self.address(other, slots)
            }
            (Number::Negate(one), Number::Negate(other)) => self.same_number(one, other, slots),
            (Number::Binary(operator, a, b), Number::Binary(other_operator, c, d)) => {
                operator == other_operator && self.same_number(a, c, slots) && self.same_number(b, d, slots)
            }
            (Number::Call(function, arguments), Number::Call(other_function, others)) => {
                function == other_function
                    && arguments.len() == others.len()
                    && arguments.iter().zip(others).all(|(a, b)| self.same_number(a, b, slots))
            }
            _ => false,
        }
    }

    /// Returns whether the conditions of two lists cannot all hold in one state.
    fn exclude(&self, one: &[Condition], other: &[Condition], slots: &mut Slots) -> bool {
        let mut demands = Vec::new();
        for condition in one.iter().chain(other) {
            if self.is_undefined(condition, slots) {
                return true;
            }
            if !condition.reads_facts() {
                if self.without_state().holds(condition, slots) == Some(false) {
                    return true;
                }
            } else if let Some(demand) = self.demand(condition, slots) {
                demands.push(demand);
            }
        }
        demands.iter().any(|demand| {
            let same_fact: Vec<&Demand> =
                demands.iter().filter(|other| other.address == demand.address).collect();
            !self.is_satisfiable(demand.address, &same_fact)
        })
    }

    /// Returns whether a condition is a comparison that is undefined in every state.
    fn is_undefined(&self, condition: &Condition, slots: &Slots) -> bool {
        match condition {
            Condition::Compare { left, right, .. } => {
                self.is_never_defined(left, slots) || self.is_never_defined(right, slots)
            }
            _ => false,
        }
    }

    fn is_never_defined(&self, number: &Number, slots: &Slots) -> bool {
        match number {
            _ if !number.reads_facts() => {
                self.without_state().number(number, slots, Arithmetic::Whole).is_none()
            }
            Number::Curve(_, inner) | Number::Negate(inner) => self.is_never_defined(inner, slots),
            Number::Binary(_, left, right) => {
                self.is_never_defined(left, slots) || self.is_never_defined(right, slots)
            }
            Number::Call(_, arguments) => {
                arguments.iter().any(|argument| self.is_never_defined(argument, slots))
            }
            _ => false,
        }
    }

    /// Returns what a condition requires of one ground fact, if it compares it with a constant.
    fn demand(&self, condition: &Condition, slots: &Slots) -> Option<Demand> {
        match condition {
            Condition::Same { left, right, equal } => {
                let relation = if *equal { Relation::Equal } else { Relation::Differ };
                let (fact, constant) = match (left, right) {
                    (Term::Fact(_), Term::Fact(_)) => return None,
                    (Term::Fact(fact), constant) | (constant, Term::Fact(fact)) => (fact, constant),
                    _ => return None,
                };
                let value = i64::from(self.without_state().term(constant, slots));
                Some(Demand { address: self.address(fact, slots), relation, value })
            }
            Condition::Compare { left, relation, right } => {
                let (fact, relation, constant) = match (left, right) {
                    (Number::Fact(fact), constant) if !constant.reads_facts() => (fact, *relation, constant),
                    (constant, Number::Fact(fact)) if !constant.reads_facts() => {
                        (fact, relation.mirrored(), constant)
                    }
                    _ => return None,
                };
                let value = self.without_state().number(constant, slots, Arithmetic::Whole)?;
                Some(Demand { address: self.address(fact, slots), relation, value })
            }
            Condition::Any(_) | Condition::Quantified { .. } => None,
        }
    }

    fn is_satisfiable(&self, address: usize, demands: &[&Demand]) -> bool {
        let meets = |value: i64| demands.iter().all(|demand| demand.relation.between(value, demand.value));
        if let FactKind::Int(range) = self.domain.vocabulary.facts[self.fact_at[address]].kind {
            // The values that meet all requirements form intervals that end at a bound or next to a required value.
            let (min, max) = (i64::from(range.min), i64::from(range.max));
            let beside = demands.iter().flat_map(|demand| demand.value - 1..=demand.value + 1);
            return [min, max]
                .into_iter()
                .chain(beside)
                .any(|value| (min..=max).contains(&value) && meets(value));
        }
        self.values_at(address).any(|value| meets(i64::from(value)))
    }
}

/// One ground fact compared with a constant.
struct Demand {
    address: usize,
    relation: Relation,
    value: i64,
}

impl Relation {
    /// The relation with its sides exchanged.
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            same => same,
        }
    }
}
