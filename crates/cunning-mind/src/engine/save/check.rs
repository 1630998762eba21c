//! Validation of restored agents: all invariants that the engine relies on.

use super::super::MindEngine;
use crate::agent::Agent;
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::message::CERTAIN;
use crate::message::Value;
use crate::scheduler::{Job, Queue};
use crate::tick_context::{Counters, TIME_MS_MAX};
use crate::wire::Broken;

/// Larger counts are rejected, so that adding to them cannot overflow.
const COUNT_MAX: u64 = 1 << 60;
const SMALL_COUNT_MAX: u32 = 1 << 30;

pub(super) fn check(set: &MindEngine, queue: &Queue) -> Result<(), Broken> {
    check_counters(&set.ctx.counters)?;
    let mut is_free = vec![false; set.agents.len()];
    for &place in &set.free {
        let is_empty = set.agents.get(place).is_some_and(|entry| entry.agent.is_none());
        if !is_empty || std::mem::replace(&mut is_free[place], true) {
            return Err(Broken("an index is listed as free but holds an agent"));
        }
    }
    for (place, entry) in set.agents.iter().enumerate() {
        if let Some(agent) = entry.agent.as_deref() {
            if agent.id.0 != u64::from(entry.generation) << 32 | place as u64 {
                return Err(Broken("the id of an agent does not match its index"));
            }
            check_agent(set, agent)?;
        }
    }
    for job in queue.waiting.iter().chain(&queue.active) {
        let agent = set
            .agents
            .get(job.agent)
            .ok_or(Broken("a planning job refers to an unknown agent"))?
            .agent
            .as_deref();
        let is_wanted = |agent: &&Agent| agent.job.as_ref().is_some_and(|wanted| wanted.number == job.number);
        if let Some(agent) = agent.filter(is_wanted) {
            check_job(&set.kinds[agent.kind], job)?;
        }
    }
    let asks = |agent, query: usize| {
        let agent = set.agents[set.place(agent)?].agent.as_deref()?;
        Some(set.kinds[agent.kind].queries.get(query).map_or(usize::MAX, |query| query.asks.len()))
    };
    let due = set.ctx.due.iter().copied().chain(set.query_runner.entries());
    if due.into_iter().any(|(agent, query)| asks(agent, query) == Some(usize::MAX))
        || !set.query_runner.is_sound(asks)
    {
        return Err(Broken("a running query has an invalid state"));
    }
    Ok(())
}

fn check_counters(counters: &Counters) -> Result<(), Broken> {
    let Counters {
        thoughts,
        plans_asked,
        plans_found,
        plans_failed,
        expanded,
        steps_started,
        steps_ended,
        percepts_ignored,
        reports_ignored,
        queries,
        questions,
        questions_unanswered,
        surveyed,
    } = *counters;
    let plans = [thoughts, plans_asked, plans_found, plans_failed, expanded];
    let steps = [steps_started, steps_ended, percepts_ignored, reports_ignored];
    let surveys = [queries, questions, questions_unanswered, surveyed];
    let is_sound = plans.into_iter().chain(steps).chain(surveys).all(|count| count < COUNT_MAX);
    if is_sound { Ok(()) } else { Err(Broken("a counter is out of range")) }
}

fn check_agent(set: &MindEngine, agent: &Agent) -> Result<(), Broken> {
    let kind = &set.kinds[agent.kind];
    let is_time = |ms: u64| ms < TIME_MS_MAX;
    if !agent.memory.fits(kind) {
        return Err(Broken("the memory of an agent does not match its archetype"));
    }
    let mut objects: Vec<Value> = agent.object_slots.iter().filter_map(|known| known.object).collect();
    objects.sort_unstable();
    let exists = |object: &Value| match object {
        Value::Handle(handle) => set.objects.contains_key(handle),
        Value::Point(_) => true,
        _ => false,
    };
    let are_known = agent.object_slots.iter().map(|known| known.slot).eq(kind.all_slots())
        && objects.is_sorted_by(|one, next| one < next)
        && objects.iter().all(exists)
        && agent
            .object_slots
            .iter()
            .all(|known| kind.grounding.is_bound(&agent.memory.state, known.slot) == known.object.is_some());
    if !are_known {
        return Err(Broken("the object slots of an agent are invalid"));
    }
    if agent.queries.len() != kind.queries.len() {
        return Err(Broken("the queries of an agent do not match its archetype"));
    }
    let goals = agent.chosen.iter().map(|chosen| chosen.goal);
    let goals = goals.chain(agent.job.iter().map(|wanted| wanted.goal));
    let mut goals = goals.chain(agent.orders.iter().map(|order| order.goal));
    if agent.goals.len() != kind.goals.len() || goals.any(|goal| goal >= kind.goals.len()) {
        return Err(Broken("the goals of an agent do not match its archetype"));
    }
    let are_times = agent.chosen.iter().all(|chosen| is_time(chosen.since_ms))
        && agent.job.iter().all(|wanted| is_time(wanted.since))
        && agent.sensors.iter().all(|due_ms| is_time(*due_ms));
    let are_counts = agent.memory.version < COUNT_MAX
        && agent.held.max(agent.disappointments) < SMALL_COUNT_MAX
        && agent.goals.iter().all(|goal| goal.failures < SMALL_COUNT_MAX)
        && agent.importance <= CERTAIN;
    // A step may outlive its plan, so the index of the current step may be beyond the plan's end.
    let fits = agent.at < SMALL_COUNT_MAX as usize && agent.sensors.len() == kind.archetype().sensors.len();
    if !are_times || !are_counts || !fits {
        return Err(Broken("a time or counter of an agent is out of range"));
    }
    match &agent.pending {
        Some(pending) if pending.job.agent != (agent.id.0 & u64::from(u32::MAX)) as usize => {
            Err(Broken("a pending plan belongs to another agent"))
        }
        Some(pending) => check_job(kind, &pending.job),
        None => Ok(()),
    }
}

fn check_job(kind: &CompiledArchetype, job: &Job) -> Result<(), Broken> {
    let is_goal = |ranked: &Ranked| ranked.goal < kind.goals.len();
    let is_sound = job.at < job.goals.len() && job.goals.iter().all(is_goal);
    if is_sound { Ok(()) } else { Err(Broken("a planning job refers to an unknown goal")) }
}
