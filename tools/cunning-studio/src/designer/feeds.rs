//! Which action feeds which: who can bring about what another, or a goal, asks for.
//!
//! It is a picture of the file, not a plan: an effect feeds a condition if it makes it true for some way of binding
//! parameters, whatever else must hold.

use cunning_plan::model::{
    Change, ChangeKind, Comparison, Condition, ConditionKind, Equality, FactRef, Index, NumberKind, Outcome,
    PlanningDomain, Quantifier, Term,
};
use serde::Serialize;

/// An arrow of the graph.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Feed {
    /// An action.
    from: String,
    /// An action or a goal.
    to: String,
    is_goal: bool,
    /// By what.
    facts: Vec<String>,
}

/// How a condition asks for a fact.
#[derive(Clone, Copy)]
enum Wish<'a> {
    Is(&'a Term),
    IsNot(&'a Term),
    More,
    Less,
    Any,
}

/// All arrows, in file order.
pub(super) fn feeds(domain: &PlanningDomain) -> Vec<Feed> {
    let mut found = Vec::new();
    for action in domain.actions().as_slice() {
        let changes: Vec<&Change> = action.changes().map(|(_, change)| change).collect();
        let mut achieved = Vec::new();
        if let Outcome::Achieves { goal, .. } = &action.outcome {
            let want = domain.goals().get(*goal).map_or(&[][..], |goal| &goal.want);
            achieved.extend(wishes(want).into_iter().map(|(fact, _)| fact));
        }
        let mut feed = |to: &str, is_goal: bool, conditions: &[Condition]| {
            let mut facts = Vec::new();
            for (fact, wish) in wishes(conditions) {
                let is_fed = changes.iter().any(|change| meets(change, fact, wish))
                    || achieved.iter().any(|own| overlap(own, fact));
                let name = domain.facts().get(fact.fact).map_or("", |known| known.name.as_str());
                if is_fed && !facts.iter().any(|known| known == name) {
                    facts.push(name.to_owned());
                }
            }
            if !facts.is_empty() {
                found.push(Feed { from: action.name.clone(), to: to.to_owned(), is_goal, facts });
            }
        };
        for other in domain.actions().as_slice().iter().filter(|other| other.name != action.name) {
            feed(&other.name, false, &other.when);
        }
        for goal in domain.goals().as_slice() {
            feed(&goal.name, true, &goal.want);
        }
    }
    found
}

/// Every fact that conditions ask for, and how.
fn wishes(conditions: &[Condition]) -> Vec<(&FactRef, Wish<'_>)> {
    let mut found = Vec::new();
    for condition in conditions {
        gather(condition, false, &mut found);
    }
    found
}

fn gather<'a>(condition: &'a Condition, is_negated: bool, found: &mut Vec<(&'a FactRef, Wish<'a>)>) {
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
                    found.push((fact, if is_equal { Wish::Is(other) } else { Wish::IsNot(other) }));
                }
            }
        }
        ConditionKind::Compare { left, comparison, right } => {
            let more = matches!(comparison, Comparison::Greater | Comparison::AtLeast) != is_negated;
            let is_order = !matches!(comparison, Comparison::Equal | Comparison::Unequal);
            for (number, is_left) in [(left, true), (right, false)] {
                let plain = matches!(number.kind, NumberKind::Fact(_));
                number.facts(&mut |fact| {
                    let wish = match (is_order && plain, more == is_left) {
                        (false, _) => Wish::Any,
                        (true, true) => Wish::More,
                        (true, false) => Wish::Less,
                    };
                    found.push((fact, wish));
                });
            }
        }
    }
}

/// Whether a change may grant a wish.
fn meets(change: &Change, fact: &FactRef, wish: Wish<'_>) -> bool {
    if !overlap(&change.fact, fact) {
        return false;
    }
    match (&change.kind, wish) {
        (ChangeKind::Assign(value), Wish::Is(wanted)) => may_be(value, wanted),
        (ChangeKind::Assign(value), Wish::IsNot(unwanted)) => value != unwanted || is_open(value),
        (ChangeKind::Add(_), Wish::Less) | (ChangeKind::Subtract(_), Wish::More) => false,
        _ => true,
    }
}

/// Whether two ground facts may be the same.
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

/// Whether a term may stand for several values.
fn is_open(term: &Term) -> bool {
    matches!(term, Term::Param(_) | Term::Fact(_))
}

#[cfg(test)]
mod tests {
    use cunning_diag::Source;

    use super::*;

    #[test]
    fn the_pirate_is_fed_by_what_he_can_do() {
        let text = include_str!("../../../../domains/pirate.toml");
        let domain = cunning_plan::read(&Source::new("pirate.toml", text)).unwrap();
        let all = feeds(&domain);
        let has = |from: &str, to: &str| {
            all.iter().find(|feed| feed.from == from && feed.to == to).map(|feed| feed.facts.join(","))
        };
        assert_eq!(has("gather", "brew").as_deref(), Some("has"));
        assert_eq!(has("gather", "drink"), None, "molasses are no bottle");
        assert_eq!(has("brew", "drink").as_deref(), Some("has"));
        assert_eq!(has("sell", "buy").as_deref(), Some("gold"));
        assert_eq!(has("buy", "sell").as_deref(), Some("gold"), "who has less may sell more");
        assert_eq!(has("drink", "get_drunk").as_deref(), Some("drunk"));
        assert_eq!(has("steal", "drunk_and_free"), None, "it makes him wanted");
        assert_eq!(has("lie_low", "drunk_and_free").as_deref(), Some("wanted"));
        assert_eq!(has("steal", "lie_low").as_deref(), Some("wanted"));
    }
}
