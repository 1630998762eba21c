//! Why an action is not in the plan.

use std::sync::Arc;

use crate::compiled_goal::CompiledGoal;
use crate::ground::GroundingError;
use crate::ground::{GroundActionId, Grounding, State};
use crate::model::{ActionId, ParamId};
use crate::plan::Plan;
use crate::task::{Atom, Conjunction, Set, VarId};

use super::failure::explain_ways;
use super::follow::follow;
use super::what_if::WhatIf;
use super::words::Words;
use super::{Answer, FailureExplanation, Situation};

/// Why an action is not in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbsenceExplanation {
    /// The action is in the plan, at these steps, counted from 1.
    Used(Vec<usize>),
    /// A plan with it is possible.
    Possible {
        /// A cheapest plan with the action.
        steps: Vec<String>,
        /// Its cost, in millionths.
        cost_micros: u64,
        /// The difference to the plan's cost, in millionths; `None` without a plan.
        more_micros: Option<i64>,
        /// Whether that plan would fail or become more expensive without the action.
        is_needed: bool,
    },
    /// The action changes nothing that is relevant to the goal.
    Irrelevant,
    /// The action can never be done, for this reason.
    Never(String),
    /// The action cannot be done from this state.
    Impossible(FailureExplanation),
    /// The action can be done, but the goal cannot be reached with it.
    Spoils(FailureExplanation),
    /// The budget was spent before an answer.
    Unknown,
}

/// Explains why an action, possibly with some parameters bound, is not in a plan. Without a plan it tells whether the
/// action can be done at all. Uses at most `expansions_max` expansions.
pub fn explain_absence(
    situation: &Situation,
    plan: Option<&Plan>,
    action: ActionId,
    args: &[(ParamId, String)],
    expansions_max: u64,
) -> Result<AbsenceExplanation, GroundingError> {
    let Situation { grounding, goal, args: goal_args, state, refused } = situation;
    let matching = grounding.ground_actions_of(action, args);
    let used: Vec<usize> = plan.map_or_else(Vec::new, |plan| {
        let is_used = |(_, step): &(usize, &crate::plan::PlanStep)| matching.contains(&step.id);
        plan.steps.iter().enumerate().filter(is_used).map(|(at, _)| at + 1).collect()
    });
    if !used.is_empty() {
        return Ok(AbsenceExplanation::Used(used));
    }
    if let Some(absent) = grounding.why_no_ground_action(action, args)? {
        return Ok(AbsenceExplanation::Never(absent.reason));
    }
    let ways = grounding.ways(*goal, goal_args)?;
    let program = CompiledGoal::new(grounding, ways.clone());
    if matching.iter().all(|&id| program.program().task_action(id).is_none()) {
        return Ok(AbsenceExplanation::Irrelevant);
    }
    let (marked, mark) = grounding.with_mark(&matching);
    let marked = Arc::new(marked);
    let mut start = state.clone();
    start.values.push(0);
    let name = shown(situation, action, args);
    let words = Words { grounding: &marked, mark: Some(&name) };
    let mut what_if = WhatIf::new(marked.clone(), start.clone(), refused.clone(), expansions_max);
    let Some(set) = Set::only(2, 1) else { return Ok(AbsenceExplanation::Unknown) };
    let done = Conjunction::of_atom(Atom { var: mark, set });
    match what_if.reaches(std::slice::from_ref(&done)) {
        Answer::Yes => {}
        Answer::No => {
            let explanation = explain_ways(&words, &[done], &mut what_if);
            return Ok(AbsenceExplanation::Impossible(explanation));
        }
        Answer::Unknown => return Ok(AbsenceExplanation::Unknown),
    }
    let with_it: Vec<Conjunction> = ways.iter().filter_map(|way| way.and(&done)).collect();
    let compiled_goal = CompiledGoal::new(&marked, with_it.as_slice());
    Ok(match what_if.cheapest(&compiled_goal, &start, refused) {
        (Answer::Yes, Some(found)) => AbsenceExplanation::Possible {
            steps: found.steps.iter().map(|step| words.action(step.id)).collect(),
            cost_micros: found.cost_micros,
            more_micros: plan.and_then(|plan| {
                let (found, plan) = (i64::try_from(found.cost_micros), i64::try_from(plan.cost_micros));
                Some(found.ok()?.saturating_sub(plan.ok()?))
            }),
            is_needed: is_needed(grounding, &ways, &found, &matching, state),
        },
        (Answer::No, _) => AbsenceExplanation::Spoils(explain_ways(&words, &with_it, &mut what_if)),
        _ => AbsenceExplanation::Unknown,
    })
}

/// Returns whether a plan fails, or becomes more expensive, when some ground actions are left out of it.
fn is_needed(
    grounding: &Grounding,
    ways: &[Conjunction],
    plan: &Plan,
    left_out: &[GroundActionId],
    start: &State,
) -> bool {
    let ids: Vec<GroundActionId> =
        plan.steps.iter().map(|step| step.id).filter(|id| !left_out.contains(id)).collect();
    let done = follow(grounding, &ids, start);
    let end = done.last().map_or(&start.values, |last| &last.after);
    let is_met = ways.iter().any(|way| way.holds(&|var: VarId| end.get(var.index()).copied().unwrap_or(0)));
    let cost: u64 = done.iter().map(|done| done.cost_micros).sum();
    done.len() < ids.len() || !is_met || cost > plan.cost_micros
}

/// Formats an action with its bound parameters: `buy(i=bottle)`.
fn shown(situation: &Situation, action: ActionId, args: &[(ParamId, String)]) -> String {
    let Some(action) = situation.grounding.domain().actions().get(action) else { return String::new() };
    let args: Vec<String> = args
        .iter()
        .filter_map(|(param, value)| Some(format!("{}={value}", action.params.get(param.index())?.name)))
        .collect();
    if args.is_empty() { action.name.clone() } else { format!("{}({})", action.name, args.join(", ")) }
}
