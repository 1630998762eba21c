//! The text of an event.

use cunning_trace::{Cause, Event, NameTable, OrderReport, PlanFailure, Report, StepEnd};

use super::names::Names;

/// Formats a score, share or cost, which are recorded in millionths.
pub(super) fn format_micros(millionths: i64) -> String {
    let text = format!("{:.2}", millionths as f64 / 1e6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Describes why there is no plan.
pub(super) fn describe_failure(failure: PlanFailure) -> &'static str {
    match failure {
        PlanFailure::Unsolvable => "unsolvable",
        PlanFailure::OutOfBudget => "out of budget",
        PlanFailure::LimitExceeded => "a limit was exceeded",
        PlanFailure::Cancelled => "cancelled",
        PlanFailure::Invalid => "invalid",
        _ => "outdated",
    }
}

/// Describes an event; `None` for internal ones.
pub(super) fn describe(names: &Names<'_>, event: &Event<'_>) -> Option<String> {
    Some(match *event {
        Event::Bound { ty, handle, .. } => {
            format!("{} appears, a {}", names.object(handle), names.name(NameTable::Type, ty))
        }
        Event::Unbound { handle, .. } => format!("{} disappears", names.object(handle)),
        Event::TableSet { entry, value } => {
            format!("{} = {}", names.call(NameTable::Table, entry), format_micros(value))
        }
        Event::Reloaded { .. } => "a changed domain was loaded".to_owned(),
        Event::AgentAdded { archetype, .. } => {
            format!("is added, a {}", names.name(NameTable::Archetype, archetype))
        }
        Event::AgentRemoved { reason } => format!("is removed: {}", names.reason(reason)),
        Event::CommanderChanged { commander: Some(commander) } => {
            format!("is under the command of {}", names.agent(commander))
        }
        Event::CommanderChanged { commander: None } => "has no commander".to_owned(),
        Event::TraitSet { id, value } => {
            format!("{} = {}", names.name(NameTable::Trait, id), format_micros(value))
        }
        Event::ImportanceSet { importance } => format!("has importance {}", format_micros(importance.into())),
        Event::Slept => "goes to sleep".to_owned(),
        Event::Woken => "wakes up".to_owned(),
        Event::Held { reason } => format!("is held: {reason}"),
        Event::Released => "is released".to_owned(),
        Event::Quarantined { reason } => format!("is in quarantine: {reason}"),
        Event::Percept { fact, value, confidence, .. } => {
            let sure = if confidence < 1_000_000 {
                format!(" ({})", format_micros(confidence.into()))
            } else {
                String::new()
            };
            format!("senses {} = {}{sure}", names.fact(fact), names.value(value))
        }
        Event::Belief { fact, value, cause, .. } => {
            let why = match cause {
                Cause::Percept => "sensed",
                Cause::Effect => "by its own action",
                Cause::Time => "as time passed",
                Cause::Told => "told",
                Cause::Object => "an object appeared or disappeared",
                Cause::Reload => "from a changed domain",
                Cause::Restore => "from a saved game",
                _ => "start value",
            };
            format!("believes {} = {}, {why}", names.fact(fact), names.value(value))
        }
        Event::Forgot { fact } => format!("is no longer sure of {}", names.fact(fact)),
        Event::GoalChosen { goal, score, .. } => {
            format!("wants {} (score {})", names.call(NameTable::Goal, goal), format_micros(score))
        }
        Event::GoalEnded { reason } => format!("drops the goal: {}", names.reason(reason)),
        Event::Idle { reason } => format!("is idle: {}", names.reason(reason)),
        Event::SceneReloaded { .. } => "changed domain files were applied".to_owned(),
        Event::SceneEdited { edit, .. } => format!("a person edits the scene: {edit}"),
        Event::Note { text } => text.to_owned(),
        Event::Dropped { records } => format!("{records} records were dropped: the studio was too slow"),
        Event::Omitted { .. } => "an event was too large to record".to_owned(),
        _ => return describe_action(names, event),
    })
}

/// Describes an event about plans, steps, checks, queries, claims and orders.
fn describe_action(names: &Names<'_>, event: &Event<'_>) -> Option<String> {
    Some(match *event {
        Event::PlanAsked { goal, .. } => format!("requests a plan for {}", names.call(NameTable::Goal, goal)),
        Event::PlanFound { plan, expanded, .. } => {
            let steps: Vec<String> =
                plan.steps.iter().map(|step| names.call(NameTable::Action, step.action)).collect();
            let cost = format_micros(i64::try_from(plan.cost).unwrap_or(i64::MAX));
            format!("plans {} (cost {cost}, {expanded} expanded)", steps.join(", "))
        }
        Event::PlanFailed { failure: why, expanded, .. } => {
            format!("finds no plan: {} ({expanded} expanded)", describe_failure(why))
        }
        Event::PlanKept { kept, new, .. } => {
            let [kept, new] = [kept, new].map(|cost| format_micros(i64::try_from(cost).unwrap_or(i64::MAX)));
            format!("keeps its plan (cost {kept}; a new one costs {new})")
        }
        Event::PlanEnded { reason, .. } => format!("drops the plan: {}", names.reason(reason)),
        Event::StepStarted { action, is_resumed, .. } => {
            let verb = if is_resumed { "resumes" } else { "starts" };
            format!("{verb} {}", names.call(NameTable::Action, action))
        }
        Event::StepReported { report, .. } => match report {
            Report::Done => "the game reports the step as done".to_owned(),
            Report::Failed => "the game reports the step as failed".to_owned(),
            Report::Ended => "the game reports the step as stopped".to_owned(),
            _ => return None,
        },
        Event::StepStopped { reason, .. } => format!("stops the step: {}", names.reason(reason)),
        Event::StepEnded { end, reason, .. } => {
            let end = match end {
                StepEnd::Done => "the step is done",
                StepEnd::Failed => "the step failed",
                _ => "the step has stopped",
            };
            format!("{end}: {}", names.reason(reason))
        }
        Event::Interrupted { by, reason } => {
            let by = by.map_or_else(String::new, |by| format!(" by {}", names.agent(by)));
            format!("is interrupted{by}: {}", names.reason(reason))
        }
        Event::Asked { about, .. } => {
            format!("asks whether {} is possible", names.call(NameTable::Action, about))
        }
        Event::Answered { value, .. } => format!("is answered {}", names.value(value)),
        Event::QueryRun { query, candidates } => {
            let taken = candidates.iter().filter(|candidate| candidate.is_taken);
            let taken: Vec<String> = taken.map(|candidate| names.value(candidate.object)).collect();
            let query = names.name(NameTable::Query, query);
            format!(
                "runs query {query}: {} of {} candidates: {}",
                taken.len(),
                candidates.len(),
                taken.join(", ")
            )
        }
        Event::Claimed { object } => format!("claims {}", names.value(object)),
        Event::ClaimRefused { object, holder } => {
            format!("cannot claim {}: {} holds it", names.value(object), names.agent(holder))
        }
        Event::Unclaimed { object } => format!("gives up its claim to {}", names.value(object)),
        Event::Ordered { from, goal, terms, .. } => {
            let from = from.map_or_else(|| "the game".to_owned(), |from| names.agent(from));
            format!(
                "is ordered by {from}: {} (bias {})",
                names.call(NameTable::Goal, goal),
                format_micros(terms.bias)
            )
        }
        Event::OrderReported { report, .. } => match report {
            OrderReport::TakenUp => "reports: accepted".to_owned(),
            OrderReport::Done => "reports: done".to_owned(),
            OrderReport::Failed => "reports: failed".to_owned(),
            OrderReport::Withdrawn => "reports: withdrawn".to_owned(),
            OrderReport::ObjectGone => "reports: target gone".to_owned(),
            _ => "can no longer report to its commander".to_owned(),
        },
        Event::OrderEnded { reason, .. } => format!("an order ends: {}", names.reason(reason)),
        _ => return None,
    })
}
