//! What agents do and why, and the counters, as JSON.

use cunning_mind::AgentId;
use serde_json::{Value, json};

use crate::call::{CunningMinds, with_minds};
use crate::plan::json_value;
use crate::status::*;
use crate::types::*;

/// Sets `*json` to a summary of what an agent is doing: `name`, `archetype`, `goal`, `score`, `plan` (steps with
/// `action`, `args` and `text`; the first one may be running), `is_acting`, `is_planning`, `commander` and
/// `quarantined`. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_inspect(
    minds: *mut CunningMinds,
    agent: u64,
    json: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(json)?;
            let (agent, minds) = (state.agent(agent)?, &state.minds);
            let inspection = minds.inspect(agent);
            let plan: Vec<Value> = minds
                .plan(agent)
                .iter()
                .map(|step| {
                    let args: serde_json::Map<String, Value> =
                        step.args().map(|(param, value)| (param.to_owned(), json_value(value))).collect();
                    json!({ "action": step.name(), "args": args, "text": step.to_string() })
                })
                .collect();
            out.set(CunningBuffer::json(&json!({
                "name": inspection.as_ref().map(|known| &*known.name),
                "archetype": minds.archetype(agent),
                "goal": inspection.as_ref().and_then(|known| known.goal.as_deref()),
                "score": inspection.as_ref().map(|known| known.score as f64 / 1e6),
                "plan": plan,
                "is_acting": inspection.as_ref().map(|known| known.is_acting),
                "is_planning": inspection.as_ref().map(|known| known.is_planning),
                "commander": minds.commander(agent).map(|commander| commander.0),
                "quarantined": minds.quarantined(agent),
            })));
            Ok(())
        })
    }
}

/// Sets `*json` to the reason why an agent does what it does: `kind` is `pursues`, `nothing-matters`, `no-plan` or
/// `quarantined`, and `text` says it in sentences. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_why(
    minds: *mut CunningMinds,
    agent: u64,
    json: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(json)?;
            let why = state.minds.why(AgentId(agent))?;
            out.set(CunningBuffer::json(&json!({ "kind": why.word(), "text": why.to_string() })));
            Ok(())
        })
    }
}

/// Sets `*json` to the counters of the minds since their creation, such as `steps_started`, `plans_found` and
/// `reports_ignored`. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_stats(minds: *mut CunningMinds, json: *mut CunningBuffer) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(json)?;
            let stats = state.minds.stats();
            out.set(CunningBuffer::json(&json!({
                "thoughts": stats.thoughts,
                "plans_asked": stats.plans_asked,
                "plans_found": stats.plans_found,
                "plans_kept": stats.plans_kept,
                "plans_failed": stats.plans_failed,
                "expanded": stats.expanded,
                "steps_started": stats.steps_started,
                "steps_ended": stats.steps_ended,
                "percepts_ignored": stats.percepts_ignored,
                "reports_ignored": stats.reports_ignored,
                "queries": stats.queries,
                "questions": stats.questions,
                "questions_unanswered": stats.questions_unanswered,
                "query_units": stats.query_units,
            })));
            Ok(())
        })
    }
}
