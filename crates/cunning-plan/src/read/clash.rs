//! Clashes: two different effects on one fact.
//!
//! A clash for every binding of the parameters is an error. One that depends on the binding removes that ground
//! action later, so it is accepted here.

use std::collections::BTreeSet;

use super::Context;
use crate::codes;
use crate::limits::NUMBER_MAX;
use crate::model::{
    Action, Change, ChangeKind, Comparison, Condition, ConditionKind, Equality, FactKind, FactRef, Function,
    Index, Number, NumberKind, ObjectId, ObjectName, Operator, PlanningDomain, Term, Value,
};
use crate::read_error::ReadError;

/// Whether something holds for every binding of the parameters, for none, or possibly for some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Always,
    Never,
    Depends,
}

impl Context<'_> {
    /// Reports the first clash of an action.
    pub(super) fn clashes(&mut self, action: &Action) {
        let changes: Vec<(&[Condition], &Change)> = action.changes().collect();
        if let Some((first, second)) = find(&self.domain, &changes, &mut self.clash_steps) {
            let name = &self.domain.facts[first.fact.fact].name;
            let message = format!("two effects change `{name}` at the same time");
            let read_error =
                ReadError::new(codes::CLASH, message, second.span).label(first.span, "the other effect");
            let hint = "make them conditional effects that exclude each other, or remove one";
            self.problems.push(read_error.hint(hint));
        }
    }
}

/// Finds two changes that clash for every binding, each given with the conditions of its effect. Gives up when
/// `steps` is used up.
pub(super) fn find<'a>(
    domain: &PlanningDomain,
    changes: &[(&[Condition], &'a Change)],
    steps: &mut usize,
) -> Option<(&'a Change, &'a Change)> {
    let sizes: Vec<usize> = changes.iter().map(|(when, change)| size(when, change)).collect();
    for (at, &(when, change)) in changes.iter().enumerate() {
        for (other_at, &(other_when, other)) in changes[..at].iter().enumerate() {
            if change.fact != other.fact {
                continue;
            }
            // Each condition is compared with all others.
            *steps = steps.checked_sub((sizes[at] + sizes[other_at]).pow(2))?;
            if same_change(&change.kind, &other.kind) == Verdict::Never
                && exclude(domain, when, other_when) == Verdict::Never
            {
                return Some((other, change));
            }
        }
    }
    None
}

/// Returns the size of a change and the conditions of its effect: their numbers and terms.
fn size(when: &[Condition], change: &Change) -> usize {
    let mut count = 1;
    for condition in when {
        condition.walk(&mut |condition| {
            count += 1;
            if let ConditionKind::Compare { left, right, .. } = &condition.kind {
                left.walk(&mut |_| count += 1);
                right.walk(&mut |_| count += 1);
            }
        });
    }
    if let ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) = &change.kind {
        number.walk(&mut |_| count += 1);
    }
    count
}

/// Returns whether two changes of one fact are equal assignments.
fn same_change(one: &ChangeKind, other: &ChangeKind) -> Verdict {
    match (one, other) {
        (ChangeKind::Assign(one), ChangeKind::Assign(other)) => same_term(one, other),
        (ChangeKind::Set(one), ChangeKind::Set(other)) => same_number(one, other),
        _ => Verdict::Never,
    }
}

fn same_term(one: &Term, other: &Term) -> Verdict {
    if one == other {
        return Verdict::Always;
    }
    match (one, other) {
        (Term::Fact(one), Term::Fact(other)) => same_fact(one, other),
        (Term::Param(_), Term::Param(_) | Term::Object(_)) | (Term::Object(_), Term::Param(_)) => {
            Verdict::Depends
        }
        _ => Verdict::Never,
    }
}

/// Returns whether two facts are the same ground fact.
fn same_fact(one: &FactRef, other: &FactRef) -> Verdict {
    if one == other {
        return Verdict::Always;
    }
    let differs = |(one, other): (&Index, &Index)| matches!((one, other), (Index::Object(one), Index::Object(other)) if one != other);
    if one.fact != other.fact || one.indices.iter().zip(&other.indices).any(differs) {
        return Verdict::Never;
    }
    Verdict::Depends
}

/// Returns whether two numbers are the same: by value if they read no facts, by form if they do.
fn same_number(one: &Number, other: &Number) -> Verdict {
    let (reads, other_reads) = (reads_facts(one), reads_facts(other));
    if reads != other_reads {
        return Verdict::Never;
    }
    if one == other {
        return Verdict::Always;
    }
    if !reads {
        return match (constant(one), constant(other)) {
            (Some(one), Some(other)) if one == other => Verdict::Always,
            (Some(_), Some(_)) => Verdict::Never,
            _ => Verdict::Depends,
        };
    }
    match (&one.kind, &other.kind) {
        (NumberKind::Fact(one), NumberKind::Fact(other)) => same_fact(one, other),
        (NumberKind::Negated(one), NumberKind::Negated(other)) => same_number(one, other),
        (
            NumberKind::Binary { operator, left, right },
            NumberKind::Binary { operator: other_operator, left: other_left, right: other_right },
        ) if operator == other_operator => {
            both(same_number(left, other_left), same_number(right, other_right))
        }
        (
            NumberKind::Call { function, args },
            NumberKind::Call { function: other_function, args: other_args },
        ) if function == other_function && args.len() == other_args.len() => args
            .iter()
            .zip(other_args)
            .map(|(one, other)| same_number(one, other))
            .fold(Verdict::Always, both),
        _ => Verdict::Never,
    }
}

fn both(one: Verdict, other: Verdict) -> Verdict {
    match (one, other) {
        (Verdict::Never, _) | (_, Verdict::Never) => Verdict::Never,
        (Verdict::Always, Verdict::Always) => Verdict::Always,
        _ => Verdict::Depends,
    }
}

fn reads_facts(number: &Number) -> bool {
    let mut reads = false;
    number.facts(&mut |_| reads = true);
    reads
}

/// Returns the value of a number made of literals; `None` also if it is undefined.
pub(crate) fn constant(number: &Number) -> Option<i64> {
    let value = match &number.kind {
        NumberKind::Literal(value) => value.to_int()?,
        NumberKind::Negated(inner) => -constant(inner)?,
        NumberKind::Binary { operator, left, right } => {
            let (left, right) = (constant(left)?, constant(right)?);
            match operator {
                Operator::Add => left.checked_add(right)?,
                Operator::Subtract => left.checked_sub(right)?,
                Operator::Multiply => left.checked_mul(right)?,
                Operator::Divide => left.checked_div(right)?,
            }
        }
        NumberKind::Call { function, args } => {
            let args = args.iter().map(constant).collect::<Option<Vec<i64>>>()?;
            match (function, &args[..]) {
                (Function::Min, args) => args.iter().copied().min()?,
                (Function::Max, args) => args.iter().copied().max()?,
                (Function::Abs, [x]) => x.abs(),
                (Function::Clamp, [x, low, high]) => (*x).max(*low).min(*high),
                _ => return None,
            }
        }
        NumberKind::Param(_)
        | NumberKind::Table { .. }
        | NumberKind::Trait(_)
        | NumberKind::Fact(_)
        | NumberKind::Curve { .. } => return None,
    };
    (-NUMBER_MAX..=NUMBER_MAX).contains(&value).then_some(value)
}

/// Returns whether two lists of conditions cannot hold together. Only comparisons of one fact with a constant are
/// examined; a condition without facts may be false for some binding.
fn exclude(domain: &PlanningDomain, one: &[Condition], other: &[Condition]) -> Verdict {
    let conditions: Vec<&Condition> = one.iter().chain(other).collect();
    let mut verdict = Verdict::Never;
    for (at, condition) in conditions.iter().enumerate() {
        let mut facts: Vec<&FactRef> = Vec::new();
        condition.facts(&mut |fact| facts.push(fact));
        match (&facts[..], &condition.kind) {
            ([], _) => verdict = Verdict::Depends,
            ([fact], ConditionKind::Same { .. } | ConditionKind::Compare { .. }) => {
                match satisfiable(domain, fact, &conditions[at..]) {
                    Verdict::Never => return Verdict::Always,
                    Verdict::Depends => verdict = Verdict::Depends,
                    Verdict::Always => {}
                }
            }
            _ => {}
        }
    }
    verdict
}

/// Returns whether a fact has a value that meets all conditions comparing it alone with a constant.
fn satisfiable(domain: &PlanningDomain, fact: &FactRef, conditions: &[&Condition]) -> Verdict {
    let declared = &domain.facts[fact.fact];
    let mut tests: Vec<Test> = Vec::new();
    let mut depends = false;
    for condition in conditions {
        let Some((found, test)) = test(condition) else { continue };
        match (same_fact(fact, found), test) {
            (Verdict::Always, Some(test)) => tests.push(test),
            (Verdict::Always, None) | (Verdict::Depends, _) => depends = true,
            (Verdict::Never, _) => {}
        }
    }
    let fits = |value: &Value| tests.iter().all(|test| test.holds(value));
    let some = match declared.kind {
        FactKind::Bool => [true, false].into_iter().any(|value| fits(&Value::Bool(value))),
        // Comparisons with constants can hold together only if they do at an end or next to a constant.
        FactKind::Int { min, max, .. } => {
            let near = tests.iter().filter_map(Test::number).flat_map(|at| [at - 1, at, at + 1]);
            near.chain([min, max]).any(|value| (min..=max).contains(&value) && fits(&Value::Int(value)))
        }
        FactKind::Object { ty, optional } => {
            // All objects not named by the tests are alike, and an object bound by the game is never named.
            let named: BTreeSet<ObjectId> = tests.iter().filter_map(Test::object).collect();
            let others =
                domain.types[ty].is_open(&domain.types) || domain.objects_of(ty).nth(named.len()).is_some();
            (optional && fits(&Value::None))
                || named.iter().any(|&id| fits(&Value::Object(ObjectName::Closed(id))))
                || (others && tests.iter().all(|test| matches!(test, Test::Term(Equality::Differs, _))))
        }
    };
    match (some, depends) {
        (false, _) => Verdict::Never,
        (true, true) => Verdict::Depends,
        (true, false) => Verdict::Always,
    }
}

/// A comparison of a fact with a constant.
enum Test {
    Term(Equality, Value),
    Number(Comparison, i64),
}

impl Test {
    fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Term(equality, wanted), value) => (value == wanted) == (*equality == Equality::Equals),
            (Self::Number(comparison, wanted), Value::Int(value)) => comparison.holds(*value, *wanted),
            _ => false,
        }
    }

    fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Term(_, Value::Object(ObjectName::Closed(id))) => Some(*id),
            _ => None,
        }
    }

    fn number(&self) -> Option<i64> {
        match self {
            Self::Number(_, number) => Some(*number),
            Self::Term(..) => None,
        }
    }
}

/// Returns the fact and the test of a condition that compares a fact alone with something without facts; no test if
/// the value depends on the binding.
fn test(condition: &Condition) -> Option<(&FactRef, Option<Test>)> {
    match &condition.kind {
        ConditionKind::Same { left, equality, right } => {
            let (fact, term) = match (left, right) {
                (Term::Fact(_), Term::Fact(_)) => return None,
                (Term::Fact(fact), term) | (term, Term::Fact(fact)) => (fact, term),
                _ => return None,
            };
            let value = match term {
                Term::Bool(value) => Value::Bool(*value),
                Term::None => Value::None,
                Term::Object(id) => Value::Object(ObjectName::Closed(*id)),
                Term::Param(_) | Term::Fact(_) => return Some((fact, None)),
            };
            Some((fact, Some(Test::Term(*equality, value))))
        }
        ConditionKind::Compare { left, comparison, right } => {
            let (fact, number, comparison) = match (&left.kind, &right.kind) {
                (NumberKind::Fact(fact), _) if !reads_facts(right) => (fact, right, *comparison),
                (_, NumberKind::Fact(fact)) if !reads_facts(left) => (fact, left, turned(*comparison)),
                _ => return None,
            };
            Some((fact, constant(number).map(|number| Test::Number(comparison, number))))
        }
        ConditionKind::All(_) | ConditionKind::Any(_) | ConditionKind::Quantified { .. } => None,
    }
}

/// Returns the comparison with its sides exchanged.
fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal | Comparison::Unequal => comparison,
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
    }
}
