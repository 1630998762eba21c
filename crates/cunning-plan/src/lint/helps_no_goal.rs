//! An action that helps no goal: none of its effects is relevant to any of them, not even for the conditions or costs
//! of another action.

use cunning_diag::Code;

use super::Findings;
use super::ground::Ground;
use crate::compiled_goal::Relevance;
use crate::model::Outcome;
use crate::task::VarId;

/// The code of this lint.
pub const HELPS_NO_GOAL: Code = Code::new("plan/helps-no-goal");

pub(super) fn check(findings: &mut Findings<'_>, ground: &Ground) {
    let goals = findings.goals();
    if goals.is_empty() {
        // A file without goals is meant to be included.
        return;
    }
    // The conditions of a sub-goal are relevant when it is refined.
    let sub_goals = findings.actions().into_iter().filter_map(|(_, action)| match action.outcome {
        Outcome::Achieves { goal, .. } => Some(goal),
        Outcome::Effects(_) => None,
    });
    let mut vars: Vec<VarId> = Vec::new();
    for goal in goals.iter().map(|(id, _)| *id).chain(sub_goals) {
        let Some(ways) = ground.goal(goal) else { return };
        for way in ways {
            way.vars(&mut |var| vars.push(var));
        }
    }
    let read_outside = findings.domain.facts.ids().filter(|&fact| findings.usage.is_read_outside(fact));
    for fact in read_outside.chain(ground.unjudged.iter().copied()) {
        vars.extend(ground.vars(fact));
    }
    let actions: Vec<_> = ground.actions().collect();
    // What an action with further effects needs is relevant too.
    for (task_action, action) in
        (0..).zip(&actions).filter(|(_, action)| findings.outside.actions.contains(action))
    {
        if findings.part.has_action(*action) {
            for operator in ground.task().operators_of(task_action) {
                operator.pre.vars(&mut |var| vars.push(var));
            }
        }
    }
    let is_looked_at = |task_action: u32| findings.part.has_action(actions[task_action as usize]);
    let relevance = Relevance::of_vars(ground.task(), vars, is_looked_at);
    let mut exists = vec![false; findings.domain.actions.len()];
    let mut helps = exists.clone();
    for (&action, is_relevant) in actions.iter().zip(relevance.actions) {
        exists[action.index()] = true;
        helps[action.index()] |= is_relevant;
    }
    for (id, action) in findings.actions() {
        if exists[id.index()] && !helps[id.index()] && !findings.outside.actions.contains(&id) {
            let message = format!("`{}` helps no goal: none of its effects matter for any goal", action.name);
            let hint = "remove it, or add a goal that needs its effects";
            findings.warn(HELPS_NO_GOAL, message, action.span, hint);
        }
    }
}
