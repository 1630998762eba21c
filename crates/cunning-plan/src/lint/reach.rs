//! An action that can never be done, and a goal that cannot be reached from any start.
//!
//! Decided on the relaxed task, in which values once reached stay reachable, so "never" is never wrong. Facts that no
//! action writes, and those that the game sets, may have any value at the start.

use cunning_diag::Code;

use super::Findings;
use super::ground::Ground;
use crate::model::Condition;
use crate::relax::{Combine, Reached, UNREACHABLE, with_ranges};
use crate::task::{Atom, Operator};

/// The code for actions.
pub const NEVER_APPLIES: Code = Code::new("plan/never-applies");

/// The code for goals.
pub const UNREACHABLE_GOAL: Code = Code::new("plan/unreachable-goal");

pub(super) fn check(findings: &mut Findings<'_>, ground: &Ground) {
    let reached = reached(findings, ground);
    let task = ground.task();
    let can_be_done = |operator: &Operator| {
        let effects = task
            .actions
            .get(operator.task_action as usize)
            .map_or(&[][..], |task_action| &task_action.effects);
        let pre = with_ranges(task, &operator.pre, effects);
        let is_met = |atom: &Atom| reached.least_of(&ground.relaxation, atom) != UNREACHABLE;
        pre.is_some_and(|pre| pre.atoms.iter().all(is_met))
    };
    let mut exists = vec![false; findings.domain.actions.len()];
    let mut applies = exists.clone();
    for (task_action, action) in (0..).zip(ground.actions()) {
        exists[action.index()] = true;
        applies[action.index()] |= task.operators_of(task_action).iter().any(can_be_done);
    }
    for (id, action) in findings.actions() {
        if applies[id.index()] || is_said(findings, &action.when) {
            continue;
        }
        let (why, hint) = if exists[id.index()] {
            (
                "neither the start nor any action provides what it needs",
                "add an action that does; if the game sets a fact it needs, declare that fact with `sensed = true`",
            )
        } else {
            (
                "it contradicts itself for all values of its parameters",
                "check its conditions, the ranges of its effects, and its cost",
            )
        };
        let message = format!("`{}` can never be done: {why}", action.name);
        findings.warn(NEVER_APPLIES, message, action.span, hint);
    }
    for (id, goal) in findings.goals() {
        let Some(ways) = ground.goal(id) else { continue };
        let target = ground.relaxation.target(&ways);
        if reached.cost_of(&target, Combine::Max) == UNREACHABLE && !is_said(findings, &goal.want) {
            let message =
                format!("the goal `{}` cannot be reached: no combination of actions achieves it", goal.name);
            let hint = "add the missing action; if the game sets a fact it needs, declare that fact with `sensed = true`";
            findings.warn(UNREACHABLE_GOAL, message, goal.span, hint);
        }
    }
}

/// Returns whether another lint already reports that one of the conditions never holds.
fn is_said(findings: &Findings<'_>, conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| findings.impossible(condition).is_some())
}

/// Returns everything that can be reached with the examined actions, from any start.
fn reached(findings: &Findings<'_>, ground: &Ground) -> Reached {
    let relaxation = &ground.relaxation;
    let mut start = Vec::new();
    let mut facts = Vec::new();
    for state in &ground.starts {
        relaxation.facts_of(state.values.iter().copied(), &mut facts);
        start.append(&mut facts);
    }
    for fact in findings.domain.facts.ids() {
        if findings.usage.is_free(fact) || !findings.usage.is_written(fact) {
            for var in ground.vars(fact) {
                start.extend(relaxation.facts_of_var(var, ground.task().sizes[var.index()]));
            }
        }
    }
    start.sort_unstable();
    start.dedup();
    let actions: Vec<_> = ground.actions().collect();
    let price = |operator: &Operator| {
        let is_looked_at = actions
            .get(operator.task_action as usize)
            .is_some_and(|&action| findings.part.has_action(action));
        if is_looked_at { 0 } else { UNREACHABLE }
    };
    let prices: Vec<u64> = ground.task().operators.iter().map(price).collect();
    let mut reached = Reached::default();
    reached.explore(relaxation, &start, &prices, Combine::Max);
    reached
}
