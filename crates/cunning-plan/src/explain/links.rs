//! The purpose of each step of a plan, and the alternatives.
//!
//! A step serves the conditions that it makes true and that stay true until a later step or the goal needs them;
//! steps that moved a number towards the condition count too. If there is no such condition, the plan is simulated
//! without the step, and the step serves whatever fails first.

use crate::ground::GroundingError;
use crate::ground::{GroundActionId, State};
use crate::plan::Plan;
use crate::task::{Atom, Conjunction, Relation, VarId};

use super::follow::{Done, follow};
use super::what_if::WhatIf;
use super::words::Words;
use super::{Alternative, Answer, Benefit, PlanExplanation, Purpose, Situation, StepExplanation};

/// The consumer of a condition: a step by its index from 0, or the goal, which comes after all steps.
struct Consumer {
    at: usize,
    condition: Conjunction,
}

/// The number of purposes of a step that are reported.
const PURPOSES_MAX: usize = 4;

/// Explains a plan of a situation: the purpose of each step, and the cheapest alternative without it. The search for
/// alternatives uses at most `expansions_max` expansions.
pub fn explain_plan(
    situation: &Situation,
    plan: &Plan,
    expansions_max: u64,
) -> Result<PlanExplanation, GroundingError> {
    let Situation { grounding, goal, args, state, refused } = situation;
    let words = Words { grounding, mark: None };
    let ids: Vec<GroundActionId> = plan.steps.iter().map(|step| step.id).collect();
    let done = follow(grounding, &ids, state);
    let ways = grounding.ways(*goal, args)?;
    let purposes = purposes(&words, &ways, &ids, state, &done);
    let compiled_goal = grounding.compiled_goal(*goal, args)?;
    let mut what_if = WhatIf::new(grounding.clone(), state.clone(), refused.clone(), expansions_max);
    let mut rest_micros = plan.cost_micros;
    let mut steps = Vec::new();
    for ((step, done), purposes) in plan.steps.iter().zip(&done).zip(purposes) {
        let mut before = state.clone();
        before.values.clone_from(&done.before);
        let mut without = refused.clone();
        without.push(step.id);
        let alternative = match what_if.cheapest(&compiled_goal, &before, &without) {
            (Answer::Yes, Some(other)) => Alternative::Other {
                steps: other.steps.iter().map(|step| words.action(step.id)).collect(),
                more_micros: signed(other.cost_micros).saturating_sub(signed(rest_micros)),
            },
            (Answer::No, _) => Alternative::None,
            _ => Alternative::Unknown,
        };
        rest_micros = rest_micros.saturating_sub(step.cost_micros);
        let action = grounding.domain().actions().get(step.action);
        let params = action.into_iter().flat_map(|action| &action.params);
        steps.push(StepExplanation {
            action: words.action(step.id),
            name: action.map(|action| action.name.clone()).unwrap_or_default(),
            args: params.map(|param| param.name.clone()).zip(grounding.args(step.id)).collect(),
            cost_micros: step.cost_micros,
            purposes,
            alternative,
        });
    }
    let goal = grounding.domain().goals().get(*goal).map_or("", |goal| goal.name.as_str());
    Ok(PlanExplanation { goal: goal.to_owned(), steps, cost_micros: plan.cost_micros })
}

fn signed(micros: u64) -> i64 {
    i64::try_from(micros).unwrap_or(i64::MAX)
}

/// Returns the purposes of each step.
fn purposes(
    words: &Words<'_>,
    ways: &[Conjunction],
    ids: &[GroundActionId],
    start: &State,
    done: &[Done<'_>],
) -> Vec<Vec<Purpose>> {
    let task = words.grounding.task();
    let mut purposes: Vec<Vec<Purpose>> = vec![Vec::new(); done.len()];
    let Some(last) = done.last() else { return purposes };
    let end = |var: VarId| last.after.get(var.index()).copied().unwrap_or(0);
    let met = ways.iter().find(|way| way.holds(&end)).cloned().unwrap_or_default();
    let steps = done.iter().enumerate().map(|(at, done)| Consumer { at, condition: done.condition(task) });
    let goal = Consumer { at: done.len(), condition: met };
    let consumers: Vec<Consumer> = steps.chain([goal]).collect();
    for consumer in &consumers {
        let step = (consumer.at < done.len()).then_some(consumer.at + 1);
        for atom in &consumer.condition.atoms {
            for at in contributors(words, atom, done, consumer.at) {
                // A step that only restores what another step changed serves that step, not the reverse.
                let value = |values: &[u32]| values.get(atom.var.index()).copied();
                if done.get(consumer.at).is_some_and(|later| value(&later.after) == value(&done[at].before)) {
                    continue;
                }
                add(&mut purposes[at], Purpose { benefit: Benefit::Condition(words.atom(atom)), step });
            }
        }
        for relation in &consumer.condition.relations {
            if let Some(at) = establisher(|values| holds(relation, values), done, consumer.at) {
                add(
                    &mut purposes[at],
                    Purpose { benefit: Benefit::Condition(words.relation(relation)), step },
                );
            }
        }
    }
    for (at, own) in purposes.iter_mut().enumerate().filter(|(_, own)| own.is_empty()) {
        own.extend(first_failure_without(words, at, ids, start, done, &consumers));
    }
    purposes
}

fn add(purposes: &mut Vec<Purpose>, purpose: Purpose) {
    if purposes.len() < PURPOSES_MAX && !purposes.contains(&purpose) {
        purposes.push(purpose);
    }
}

fn holds(relation: &Relation, values: &[u32]) -> bool {
    relation.holds(&|var: VarId| values.get(var.index()).copied().unwrap_or(0))
}

/// Returns the step that made a condition true which then holds until it is needed; `None` if it held from the start.
fn establisher(condition: impl Fn(&[u32]) -> bool, done: &[Done<'_>], needed_at: usize) -> Option<usize> {
    (0..needed_at).rev().find(|&at| !condition(&done[at].before))
}

/// Returns the step that made an atom true, and the steps before it that moved its number towards it.
fn contributors(words: &Words<'_>, atom: &Atom, done: &[Done<'_>], needed_at: usize) -> Vec<usize> {
    let value = |values: &[u32]| values.get(atom.var.index()).copied().unwrap_or(0);
    let Some(last) = establisher(|values| atom.set.contains(value(values)), done, needed_at) else {
        return Vec::new();
    };
    let mut found = vec![last];
    if words.is_int(atom.var) {
        let (low, high) = atom.set.ends();
        let distance = |value: u32| low.saturating_sub(value) + value.saturating_sub(high);
        let is_nearer = |at: &usize| distance(value(&done[*at].after)) < distance(value(&done[*at].before));
        found.extend((0..last).filter(is_nearer));
    }
    found
}

/// Returns what fails first if a step is left out.
fn first_failure_without(
    words: &Words<'_>,
    at: usize,
    ids: &[GroundActionId],
    start: &State,
    done: &[Done<'_>],
    consumers: &[Consumer],
) -> Option<Purpose> {
    let shorter: Vec<GroundActionId> =
        ids.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, id)| *id).collect();
    let followed = follow(words.grounding, &shorter, start);
    let state = followed.last().map_or(&start.values, |last| &last.after);
    let value = |var: VarId| state.get(var.index()).copied().unwrap_or(0);
    // The steps after the one left out have moved by one.
    let failed_at = if followed.len() >= at { followed.len() + 1 } else { followed.len() };
    let step = (failed_at < done.len()).then_some(failed_at + 1);
    let condition = &consumers.get(failed_at)?.condition;
    let atom = condition.atoms.iter().find(|atom| !atom.set.contains(value(atom.var)));
    let relation = condition.relations.iter().find(|relation| !relation.holds(&value));
    let failed = atom.map(|atom| words.atom(atom)).or_else(|| Some(words.relation(relation?)));
    if let Some(condition) = failed {
        return Some(Purpose { benefit: Benefit::Condition(condition), step });
    }
    if step.is_some() {
        return Some(Purpose { benefit: Benefit::Possible, step });
    }
    // All steps can still be done, but at another cost.
    let costs_more = |other: &usize| {
        let moved = if *other > at { other - 1 } else { *other };
        followed.get(moved).is_some_and(|cheap| cheap.cost_micros > done[*other].cost_micros)
    };
    let dearer = (at + 1..done.len()).find(costs_more)?;
    Some(Purpose { benefit: Benefit::Cheaper, step: Some(dearer + 1) })
}
