//! Shrinking of domains that show a difference.
//!
//! The shrinker tries to remove each member of every list, and to unwrap every group. It skips results that the
//! oracle rejects, so the difference is only tested on well-formed domains.

use super::Generated;
use super::model::{ModelAction, ModelCondition, ModelCost, ModelEffect, ModelType};
use crate::domain::OracleDomain;
use crate::query::Limits;

/// The largest number of states of a candidate.
const STATES_MAX: usize = 100_000;

/// Removes everything possible while `still_fails` returns true. The result is minimal: no single further removal
/// still fails.
///
/// ```
/// use cunning_oracle::generate::{generate, shrink};
/// let small = shrink(&generate(3), |candidate| !candidate.model.actions.is_empty());
/// assert_eq!(small.model.actions.len(), 1);
/// ```
pub fn shrink(failing: &Generated, mut still_fails: impl FnMut(&Generated) -> bool) -> Generated {
    let mut current = failing.clone();
    'cutting: loop {
        for candidate in cuts(&current) {
            if is_understood(&candidate) && still_fails(&candidate) {
                current = candidate;
                continue 'cutting;
            }
        }
        return current;
    }
}

fn is_understood(candidate: &Generated) -> bool {
    OracleDomain::parse(&candidate.model.to_string())
        .and_then(|domain| domain.solve(&candidate.query, Limits { states_max: STATES_MAX }))
        .is_ok()
}

/// Returns all candidates with one removal, large removals first.
fn cuts(from: &Generated) -> Vec<Generated> {
    let mut found = Vec::new();
    without_each(from, &mut found, |cut| Some(&mut cut.model.actions));
    without_each(from, &mut found, |cut| Some(&mut cut.model.facts));
    without_each(from, &mut found, |cut| Some(&mut cut.model.tables));
    without_each(from, &mut found, |cut| Some(&mut cut.model.types));
    without_each(from, &mut found, |cut| Some(&mut cut.model.goals));
    without_each(from, &mut found, |cut| Some(&mut cut.model.start));
    without_each(from, &mut found, |cut| Some(&mut cut.query.set));
    without_each(from, &mut found, |cut| Some(&mut cut.query.args));
    without_each(from, &mut found, |cut| Some(&mut cut.query.tables));
    without_each(from, &mut found, |cut| Some(&mut cut.query.checks));
    without_each(from, &mut found, |cut| Some(&mut cut.model.curves));
    let mut still = from.clone();
    if still.model.movement.take().is_some() {
        found.push(still);
    }
    for i in 0..from.model.types.len() {
        without_each(from, &mut found, |cut| match &mut cut.model.types[i].1 {
            ModelType::Closed(names) | ModelType::Union(names) => Some(names),
            ModelType::Open(_) => None,
        });
    }
    for i in 0..from.model.objects.len() {
        without_each(from, &mut found, |cut| Some(&mut cut.model.objects[i].1));
    }
    for i in 0..from.query.objects.as_ref().map_or(0, Vec::len) {
        without_each(from, &mut found, |cut| cut.query.objects.as_mut().map(|objects| &mut objects[i].1));
    }
    for i in 0..from.model.tables.len() {
        without_each(from, &mut found, |cut| Some(&mut cut.model.tables[i].values));
    }
    for i in 0..from.model.goals.len() {
        without_each(from, &mut found, |cut| Some(&mut cut.model.goals[i].params));
    }
    for i in 0..from.model.actions.len() {
        action_cuts(from, i, &mut found);
    }
    let lists = condition_lists(&mut from.clone()).len();
    for i in 0..lists {
        without_each(from, &mut found, |cut| condition_lists(cut).into_iter().nth(i));
        disjunction_cuts(from, i, &mut found);
    }
    found
}

/// Adds the candidates without each member of a list.
fn without_each<T>(
    from: &Generated,
    found: &mut Vec<Generated>,
    list: impl Fn(&mut Generated) -> Option<&mut Vec<T>>,
) {
    let length = list(&mut from.clone()).map_or(0, |list| list.len());
    for position in 0..length {
        let mut cut = from.clone();
        if let Some(list) = list(&mut cut) {
            list.remove(position);
            found.push(cut);
        }
    }
}

fn action_cuts(from: &Generated, i: usize, found: &mut Vec<Generated>) {
    without_each(from, found, |cut| Some(&mut cut.model.actions[i].then));
    without_each(from, found, |cut| Some(&mut cut.model.actions[i].hope));
    without_each(from, found, |cut| Some(&mut cut.model.actions[i].params));
    without_each(from, found, |cut| match &mut cut.model.actions[i].cost {
        ModelCost::Rules(rules) => Some(rules),
        _ => None,
    });
    let action = &from.model.actions[i];
    let mut change = |change: &dyn Fn(&mut ModelAction)| {
        let mut cut = from.clone();
        change(&mut cut.model.actions[i]);
        if cut != *from {
            found.push(cut);
        }
    };
    change(&|action| action.cost = ModelCost::Default);
    change(&|action| action.check = None);
    change(&|action| action.near = None);
    change(&|action| {
        let hope = std::mem::take(&mut action.hope);
        action.then.extend(hope);
    });
    for (position, effect) in action.then.iter().enumerate() {
        if let ModelEffect::When(_, then) = effect {
            let bare: Vec<ModelEffect> = then.iter().map(|text| text.as_str().into()).collect();
            change(&|action| {
                action.then.splice(position..=position, bare.iter().cloned());
            });
        }
    }
    for position in 0..action.then.len() {
        without_each(from, found, |cut| match &mut cut.model.actions[i].then[position] {
            ModelEffect::When(_, then) => Some(then),
            ModelEffect::Text(_) => None,
        });
    }
}

/// Replaces a disjunction by one of its members.
fn disjunction_cuts(from: &Generated, list: usize, found: &mut Vec<Generated>) {
    let mut whole = from.clone();
    let Some(conditions) = condition_lists(&mut whole).into_iter().nth(list) else {
        return;
    };
    for (position, condition) in conditions.iter().enumerate() {
        let ModelCondition::Any(alternatives) = condition else {
            continue;
        };
        for alternative in alternatives {
            let mut cut = from.clone();
            if let Some(conditions) = condition_lists(&mut cut).into_iter().nth(list) {
                conditions.splice(position..=position, alternative.iter().cloned());
                found.push(cut);
            }
        }
    }
}

/// Returns every list of conditions in the domain, except those inside disjunctions.
fn condition_lists(within: &mut Generated) -> Vec<&mut Vec<ModelCondition>> {
    let mut lists: Vec<&mut Vec<ModelCondition>> = Vec::new();
    for action in &mut within.model.actions {
        lists.push(&mut action.when);
        for effect in action.then.iter_mut().chain(&mut action.hope) {
            if let ModelEffect::When(when, _) = effect {
                lists.push(when);
            }
        }
        if let ModelCost::Rules(rules) = &mut action.cost {
            lists.extend(rules.iter_mut().map(|(when, _)| when));
        }
    }
    lists.extend(within.model.goals.iter_mut().map(|goal| &mut goal.want));
    lists
}
