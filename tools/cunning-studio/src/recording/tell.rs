//! An event as a line for people.

use cunning_trace::{Cause, Event, NameTable, OrderReport, PlanFailure, Report, StepEnd};

use super::words::Words;

/// A score, a share or a cost, which are recorded in millionths.
pub(super) fn units(millionths: i64) -> String {
    let text = format!("{:.2}", millionths as f64 / 1e6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Why there is no plan, in a few words.
pub(super) fn failure(failure: PlanFailure) -> &'static str {
    match failure {
        PlanFailure::Unsolvable => "there is none",
        PlanFailure::OutOfBudget => "out of budget",
        PlanFailure::LimitExceeded => "a limit was met",
        PlanFailure::Cancelled => "nobody wants it any more",
        PlanFailure::Invalid => "it makes no sense",
        _ => "the world moved on",
    }
}

/// What an event says; none for those that only machines care for.
pub(super) fn tell(words: &Words<'_>, event: &Event<'_>) -> Option<String> {
    Some(match *event {
        Event::Bound { ty, name, handle, .. } => {
            let name = if name.is_empty() { format!("#{handle}") } else { name.to_owned() };
            format!("there is {name} now, a {}", words.name(NameTable::Type, ty))
        }
        Event::Unbound { handle, .. } => format!("#{handle} is gone"),
        Event::TableSet { entry, value } => {
            format!("{} = {}", words.call(NameTable::Table, entry), units(value))
        }
        Event::Reloaded { .. } => "a new domain text took effect".to_owned(),
        Event::AgentAdded { archetype, .. } => {
            format!("comes in, a {}", words.name(NameTable::Archetype, archetype))
        }
        Event::AgentRemoved { reason } => format!("is gone: {}", words.reason(reason)),
        Event::CommanderChanged { commander: Some(commander) } => {
            format!("is under the command of {}", words.agent(commander))
        }
        Event::CommanderChanged { commander: None } => "has no commander".to_owned(),
        Event::TraitSet { id, value } => format!("{} = {}", words.name(NameTable::Trait, id), units(value)),
        Event::ImportanceSet { importance } => format!("matters {}", units(importance.into())),
        Event::Slept => "lives on without the game".to_owned(),
        Event::Woken => "is back in the game".to_owned(),
        Event::Held { reason } => format!("is held: {reason}"),
        Event::Released => "is released".to_owned(),
        Event::Quarantined { reason } => format!("is in quarantine: {reason}"),
        Event::Percept { fact, value, confidence, .. } => {
            let sure = if confidence < 1_000_000 {
                format!(" ({})", units(confidence.into()))
            } else {
                String::new()
            };
            format!("senses {} = {}{sure}", words.fact(fact), words.value(value))
        }
        Event::Belief { fact, value, cause, .. } => {
            let why = match cause {
                Cause::Percept => "sensed",
                Cause::Effect => "by its own doing",
                Cause::Time => "as time passed",
                Cause::Told => "told",
                Cause::Object => "an object came or went",
                Cause::Reload => "by a new domain text",
                Cause::Restore => "from a saved game",
                _ => "from the start",
            };
            format!("believes {} = {}, {why}", words.fact(fact), words.value(value))
        }
        Event::Forgot { fact } => format!("is no longer sure of {}", words.fact(fact)),
        Event::GoalChosen { goal, score, .. } => {
            format!("wants {} (worth {})", words.call(NameTable::Goal, goal), units(score))
        }
        Event::GoalEnded { reason } => format!("wants that no longer: {}", words.reason(reason)),
        Event::Idle { reason } => format!("has nothing to do: {}", words.reason(reason)),
        Event::Note { text } => text.to_owned(),
        Event::Dropped { records } => format!("{records} records are missing here: the studio was too slow"),
        Event::Omitted { .. } => "something too large to record happened".to_owned(),
        _ => return tell_deed(words, event),
    })
}

/// What an event about plans, steps, questions and orders says.
fn tell_deed(words: &Words<'_>, event: &Event<'_>) -> Option<String> {
    Some(match *event {
        Event::PlanAsked { goal, .. } => format!("asks for a plan for {}", words.call(NameTable::Goal, goal)),
        Event::PlanFound { plan, expanded, .. } => {
            let steps: Vec<String> =
                plan.steps.iter().map(|step| words.call(NameTable::Action, step.action)).collect();
            let cost = units(i64::try_from(plan.cost).unwrap_or(i64::MAX));
            format!("plans {} (cost {cost}, {expanded} expanded)", steps.join(", "))
        }
        Event::PlanFailed { failure: why, expanded, .. } => {
            format!("finds no plan: {} ({expanded} expanded)", failure(why))
        }
        Event::PlanEnded { reason, .. } => format!("follows the plan no longer: {}", words.reason(reason)),
        Event::StepStarted { action, is_resumed, .. } => {
            let verb = if is_resumed { "goes on with" } else { "begins" };
            format!("{verb} {}", words.call(NameTable::Action, action))
        }
        Event::StepReported { report, .. } => match report {
            Report::Done => "is told that the step is done".to_owned(),
            Report::Failed => "is told that the step failed".to_owned(),
            Report::Ended => "is told that the step has stopped".to_owned(),
            _ => return None,
        },
        Event::StepStopped { reason, .. } => format!("stops the step: {}", words.reason(reason)),
        Event::StepEnded { end, reason, .. } => {
            let end = match end {
                StepEnd::Done => "the step is done",
                StepEnd::Failed => "the step failed",
                _ => "the step has stopped",
            };
            format!("{end}: {}", words.reason(reason))
        }
        Event::Interrupted { by, reason } => {
            let by = by.map_or_else(String::new, |by| format!(" by {}", words.agent(by)));
            format!("is interrupted{by}: {}", words.reason(reason))
        }
        Event::Asked { about, .. } => {
            format!("asks whether {} is possible", words.call(NameTable::Action, about))
        }
        Event::Answered { value, .. } => format!("is answered {}", words.value(value)),
        Event::QueryRun { query, candidates } => {
            let taken = candidates.iter().filter(|candidate| candidate.is_taken);
            let taken: Vec<String> = taken.map(|candidate| words.value(candidate.object)).collect();
            let query = words.name(NameTable::Query, query);
            format!("looks for {query}: {} of {} taken: {}", taken.len(), candidates.len(), taken.join(", "))
        }
        Event::Claimed { object } => format!("claims {}", words.value(object)),
        Event::ClaimRefused { object, holder } => {
            format!("cannot have {}, which {} claims", words.value(object), words.agent(holder))
        }
        Event::Unclaimed { object } => format!("gives up its claim to {}", words.value(object)),
        Event::Ordered { from, goal, bias, .. } => {
            let from = from.map_or_else(|| "the game".to_owned(), |from| words.agent(from));
            format!("is ordered by {from}: {} (bias {})", words.call(NameTable::Goal, goal), units(bias))
        }
        Event::OrderReported { report, .. } => match report {
            OrderReport::TakenUp => "reports: taken up".to_owned(),
            OrderReport::Done => "reports: done".to_owned(),
            OrderReport::Failed => "reports: failed".to_owned(),
            _ => "is lost to its commander".to_owned(),
        },
        Event::OrderEnded { reason, .. } => format!("an order is over: {}", words.reason(reason)),
        _ => return None,
    })
}
