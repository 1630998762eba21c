//! The dependency graph of a domain: which action can establish a condition of another action or of a goal.
//!
//! An edge says only that some binding of the parameters makes the condition true; other conditions are ignored.

use cunning_plan::model::{
    Change, ChangeKind, Comparison, Condition, ConditionKind, Equality, FactRef, Index, NumberKind, Outcome,
    PlanningDomain, Quantifier, Term,
};
use serde::Serialize;

/// An edge of the graph.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Dependency {
    /// The action that establishes the facts.
    pub(super) from: String,
    /// The action or goal that requires the facts.
    pub(super) to: String,
    pub(super) is_goal: bool,
    /// The names of the facts.
    pub(super) facts: Vec<String>,
}

/// How a condition restricts a fact.
#[derive(Clone, Copy)]
enum Requirement<'a> {
    Is(&'a Term),
    IsNot(&'a Term),
    More,
    Less,
    Any,
}

/// All edges, in file order.
pub(super) fn dependencies(domain: &PlanningDomain) -> Vec<Dependency> {
    let mut found = Vec::new();
    for action in domain.actions().as_slice() {
        let changes: Vec<&Change> = action.changes().map(|(_, change)| change).collect();
        let mut achieved = Vec::new();
        if let Outcome::Achieves { goal, .. } = &action.outcome {
            let want = domain.goals().get(*goal).map_or(&[][..], |goal| &goal.want);
            achieved.extend(requirements(want).into_iter().map(|(fact, _)| fact));
        }
        let mut add = |to: &str, is_goal: bool, conditions: &[Condition]| {
            let mut facts = Vec::new();
            for (fact, requirement) in requirements(conditions) {
                let is_established = changes.iter().any(|change| meets(change, fact, requirement))
                    || achieved.iter().any(|known| overlap(known, fact));
                let name = domain.facts().get(fact.fact).map_or("", |known| known.name.as_str());
                if is_established && !facts.iter().any(|other| other == name) {
                    facts.push(name.to_owned());
                }
            }
            if !facts.is_empty() {
                found.push(Dependency { from: action.name.clone(), to: to.to_owned(), is_goal, facts });
            }
        };
        for other in domain.actions().as_slice().iter().filter(|other| other.name != action.name) {
            add(&other.name, false, &other.when);
        }
        for goal in domain.goals().as_slice() {
            add(&goal.name, true, &goal.want);
        }
    }
    found
}

/// Every fact that conditions restrict, and how.
fn requirements(conditions: &[Condition]) -> Vec<(&FactRef, Requirement<'_>)> {
    let mut found = Vec::new();
    for condition in conditions {
        gather(condition, false, &mut found);
    }
    found
}

fn gather<'a>(condition: &'a Condition, is_negated: bool, found: &mut Vec<(&'a FactRef, Requirement<'a>)>) {
    match &condition.kind {
        ConditionKind::All(members) | ConditionKind::Any(members) => {
            for member in members {
                gather(member, is_negated, found);
            }
        }
        ConditionKind::Quantified { quantifier, body, .. } => {
            gather(body, is_negated != (*quantifier == Quantifier::No), found);
        }
        ConditionKind::Same { left, equality, right } => {
            let is_equal = (*equality == Equality::Equals) != is_negated;
            for (side, other) in [(left, right), (right, left)] {
                if let Term::Fact(fact) = side {
                    found.push((
                        fact,
                        if is_equal { Requirement::Is(other) } else { Requirement::IsNot(other) },
                    ));
                }
            }
        }
        ConditionKind::Compare { left, comparison, right } => {
            let more = matches!(comparison, Comparison::Greater | Comparison::AtLeast) != is_negated;
            let is_order = !matches!(comparison, Comparison::Equal | Comparison::Unequal);
            for (number, is_left) in [(left, true), (right, false)] {
                let plain = matches!(number.kind, NumberKind::Fact(_));
                number.facts(&mut |fact| {
                    let requirement = match (is_order && plain, more == is_left) {
                        (false, _) => Requirement::Any,
                        (true, true) => Requirement::More,
                        (true, false) => Requirement::Less,
                    };
                    found.push((fact, requirement));
                });
            }
        }
    }
}

/// Whether a change may satisfy a requirement.
fn meets(change: &Change, fact: &FactRef, requirement: Requirement<'_>) -> bool {
    if !overlap(&change.fact, fact) {
        return false;
    }
    match (&change.kind, requirement) {
        (ChangeKind::Assign(value), Requirement::Is(wanted)) => may_be(value, wanted),
        (ChangeKind::Assign(value), Requirement::IsNot(unwanted)) => value != unwanted || is_open(value),
        (ChangeKind::Add(_), Requirement::Less) | (ChangeKind::Subtract(_), Requirement::More) => false,
        _ => true,
    }
}

/// Whether two facts may be the same ground fact.
fn overlap(one: &FactRef, other: &FactRef) -> bool {
    let is_same = |(one, other): (&Index, &Index)| match (one, other) {
        (Index::Object(one), Index::Object(other)) => one == other,
        _ => true,
    };
    one.fact == other.fact && one.indices.iter().zip(&other.indices).all(is_same)
}

fn may_be(value: &Term, wanted: &Term) -> bool {
    value == wanted || is_open(value) || is_open(wanted)
}

/// Whether a term may have several values.
fn is_open(term: &Term) -> bool {
    matches!(term, Term::Param(_) | Term::Fact(_))
}

#[cfg(test)]
mod tests {
    use cunning_diag::Source;

    use super::*;

    #[test]
    fn pirate_actions_depend_on_each_other() {
        let text = include_str!("../../../../domains/pirate.toml");
        let domain = cunning_plan::read(&Source::new("pirate.toml", text)).unwrap();
        let all = dependencies(&domain);
        let has = |from: &str, to: &str| {
            all.iter().find(|edge| edge.from == from && edge.to == to).map(|edge| edge.facts.join(","))
        };
        assert_eq!(has("gather", "brew").as_deref(), Some("has"));
        assert_eq!(has("gather", "drink"), None, "gather yields molasses, not bottles");
        assert_eq!(has("brew", "drink").as_deref(), Some("has"));
        assert_eq!(has("sell", "buy").as_deref(), Some("gold"));
        assert_eq!(
            has("buy", "sell").as_deref(),
            Some("gold"),
            "gold has an upper limit, so spending may allow selling"
        );
        assert_eq!(has("drink", "get_drunk").as_deref(), Some("drunk"));
        assert_eq!(has("steal", "drunk_and_free"), None, "stealing makes the pirate wanted");
        assert_eq!(has("lie_low", "drunk_and_free").as_deref(), Some("wanted"));
        assert_eq!(has("steal", "lie_low").as_deref(), Some("wanted"));
    }
}
