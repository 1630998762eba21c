//! Validation of restored agents: all invariants that the engine relies on.

use super::super::MindEngine;
use crate::agent::Agent;
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::message::CERTAIN;
use crate::message::Value;
use crate::scheduler::{Job, Queue};
use crate::tick_context::{Counters, TIME_MS_MAX};
use crate::wire::Malformed;

/// Larger counts are rejected, so that adding to them cannot overflow.
const COUNT_MAX: u64 = 1 << 60;
const SMALL_COUNT_MAX: u32 = 1 << 30;

pub(super) fn check(engine: &MindEngine, queue: &Queue) -> Result<(), Malformed> {
    check_counters(&engine.ctx.counters)?;
    if !engine.archetypes.is_sound() {
        return Err(Malformed::new("the compiled archetypes do not match the agents"));
    }
    if !engine.numbers.is_sound(&engine.spec.planning, &engine.archetypes.fixed) {
        return Err(Malformed::new("a number of a table is not one that the domain allows"));
    }
    let mut is_free = vec![false; engine.agents.len()];
    for &index in &engine.free {
        let is_empty = engine.agents.get(index).is_some_and(|entry| entry.agent.is_none());
        if !is_empty || std::mem::replace(&mut is_free[index], true) {
            return Err(Malformed::new("an index is listed as free but holds an agent"));
        }
    }
    for (index, entry) in engine.agents.iter().enumerate() {
        if let Some(agent) = entry.agent.as_deref() {
            if agent.id.0 != u64::from(entry.generation) << 32 | index as u64 {
                return Err(Malformed::new("the id of an agent does not match its index"));
            }
            check_agent(engine, agent)?;
        }
    }
    for job in queue.jobs() {
        let agent = engine
            .agents
            .get(job.agent)
            .ok_or(Malformed::new("a planning job refers to an unknown agent"))?
            .agent
            .as_deref();
        if let Some(agent) = agent.filter(|agent| agent.intention.waits_for(job)) {
            check_job(&engine.archetypes[agent.archetype], job)?;
        }
    }
    let asks = |agent, query: usize| {
        let agent = engine.agents[engine.index_of(agent)?].agent.as_deref()?;
        Some(
            engine.archetypes[agent.archetype]
                .queries
                .get(query)
                .map_or(usize::MAX, |query| query.asks.len()),
        )
    };
    let due = engine.ctx.due.iter().copied().chain(engine.query_runner.entries());
    if due.into_iter().any(|(agent, query)| asks(agent, query) == Some(usize::MAX))
        || !engine.query_runner.is_sound(asks)
    {
        return Err(Malformed::new("a running query has an invalid state"));
    }
    Ok(())
}

fn check_counters(counters: &Counters) -> Result<(), Malformed> {
    let Counters {
        thoughts,
        plans_asked,
        plans_found,
        plans_kept,
        plans_failed,
        expanded,
        steps_started,
        steps_ended,
        percepts_ignored,
        reports_ignored,
        queries,
        questions,
        questions_unanswered,
        query_units,
    } = *counters;
    let plans = [thoughts, plans_asked, plans_found, plans_kept, plans_failed, expanded];
    let steps = [steps_started, steps_ended, percepts_ignored, reports_ignored];
    let of_queries = [queries, questions, questions_unanswered, query_units];
    let is_sound = plans.into_iter().chain(steps).chain(of_queries).all(|count| count < COUNT_MAX);
    if is_sound { Ok(()) } else { Err(Malformed::new("a counter is out of range")) }
}

fn check_agent(engine: &MindEngine, agent: &Agent) -> Result<(), Malformed> {
    let archetype = &engine.archetypes[agent.archetype];
    let is_time = |ms: u64| ms < TIME_MS_MAX;
    if !agent.beliefs.memory.fits(archetype) {
        return Err(Malformed::new("the memory of an agent does not match its archetype"));
    }
    let mut objects: Vec<Value> =
        agent.beliefs.object_slots.iter().filter_map(|known| known.object).collect();
    objects.sort_unstable();
    let exists = |object: &Value| match object {
        Value::Handle(handle) => engine.objects.contains_key(handle),
        Value::Point(_) => true,
        _ => false,
    };
    let are_known = agent.beliefs.object_slots.iter().map(|known| known.slot).eq(archetype.all_slots())
        && objects.is_sorted_by(|one, next| one < next)
        && objects.iter().all(exists)
        && agent.beliefs.object_slots.iter().all(|known| {
            archetype.grounding.is_bound(&agent.beliefs.memory.state, known.slot) == known.object.is_some()
        });
    if !are_known {
        return Err(Malformed::new("the object slots of an agent are invalid"));
    }
    if agent.beliefs.queries.len() != archetype.queries.len() {
        return Err(Malformed::new("the queries of an agent do not match its archetype"));
    }
    let goals = agent.intention.chosen.iter().map(|chosen| chosen.goal);
    let goals = goals.chain(agent.intention.requested.iter().map(|wanted| wanted.goal));
    let mut goals = goals.chain(agent.command.orders.iter().map(|order| order.goal));
    if agent.intention.goals.len() != archetype.goals.len() || goals.any(|goal| goal >= archetype.goals.len())
    {
        return Err(Malformed::new("the goals of an agent do not match its archetype"));
    }
    let are_times = agent.intention.chosen.iter().all(|chosen| is_time(chosen.since_ms))
        && agent.intention.requested.iter().all(|wanted| is_time(wanted.since))
        && agent.beliefs.sensors.iter().all(|due_ms| is_time(*due_ms));
    let are_counts = agent.beliefs.memory.version < COUNT_MAX
        && agent.execution.disappointments < SMALL_COUNT_MAX
        && agent.intention.goals.iter().all(|goal| goal.failures < SMALL_COUNT_MAX)
        && agent.command.unfulfilled.iter().all(|known| is_time(known.until_ms))
        && agent.importance <= CERTAIN;
    // A step may outlive its plan, so the index of the current step may be beyond the plan's end.
    let fits = agent.execution.at < SMALL_COUNT_MAX as usize
        && agent.beliefs.sensors.len() == archetype.definition().sensors.len();
    if !are_times || !are_counts || !fits {
        return Err(Malformed::new("a time or counter of an agent is out of range"));
    }
    if let Some(broken) = agent.broken_invariant() {
        return Err(Malformed::new(broken));
    }
    match agent.intention.pending() {
        Some(pending) if pending.job.agent != (agent.id.0 & u64::from(u32::MAX)) as usize => {
            Err(Malformed::new("a pending plan belongs to another agent"))
        }
        Some(pending) => check_job(archetype, &pending.job),
        None => Ok(()),
    }
}

fn check_job(archetype: &CompiledArchetype, job: &Job) -> Result<(), Malformed> {
    let is_goal = |ranked: &Ranked| ranked.goal < archetype.goals.len();
    let is_sound = job.at < job.goals.len() && job.goals.iter().all(is_goal);
    if is_sound { Ok(()) } else { Err(Malformed::new("a planning job refers to an unknown goal")) }
}
