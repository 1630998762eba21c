//! Queries: asked when they are due, within half of a tick's budget, and the effects of their answers.

use cunning_plan::Arg;
use cunning_plan::model::{FactId, TypeId};
use cunning_trace::Candidate;

use super::MindEngine;
use crate::agent::{Agent, Lifecycle};
use crate::compiled_archetype::CompiledArchetype;
use crate::geometry::Geometry;
use crate::message::{AgentId, Value};
use crate::object_slots::{Object, arg, assign_slot, forget};
use crate::profile::Phase;
use crate::query_runner::{Progress, refresh};
use crate::spec::Candidates;
use crate::tick_context::TickContext;
use crate::time::stagger;

/// The number of objects without a slot that an agent remembers.
const UNSLOTTED_MAX: usize = 16;

impl MindEngine {
    /// Returns a message for each question of a query that was not answered in time.
    pub fn unanswered(&self) -> impl Iterator<Item = String> {
        self.ctx
            .unanswered
            .iter()
            .map(|(query, question)| format!("the game does not answer `{question}` of the query `{query}`"))
    }

    /// Returns the candidates of an agent's query, best first; `None` if the agent does not have the query.
    pub fn candidates(&self, agent: AgentId, query: &str) -> Option<Vec<Value>> {
        let agent = self.agents[self.index_of(agent)?].agent.as_deref()?;
        let named = self.spec.query_named(query)?;
        let at = self.archetypes[agent.archetype].queries.iter().position(|known| known.query == named)?;
        Some(agent.beliefs.queries[at].taken.iter().map(|&arg| agent.value(arg)).collect())
    }

    /// Continues the queries that are due. They may use half of the tick's budget, rounded up in every other tick, so
    /// that neither queries nor plans starve.
    pub(super) fn run_queries(&mut self, mut geometry: Option<&mut dyn Geometry>) {
        let mut due = std::mem::take(&mut self.ctx.due);
        if self.query_runner.is_replayed {
            due.clear();
        }
        for (agent, query) in due.drain(..) {
            let asker = self.index_of(agent).and_then(|index| self.get(index));
            let is_urgent =
                asker.is_some_and(|asker| self.archetypes[asker.archetype].queries[query].is_for_goals);
            self.query_runner.push(agent, query, is_urgent);
        }
        self.ctx.due = due;
        if self.query_runner.is_empty() {
            return;
        }
        let share = u64::midpoint(self.ctx.budget, self.ctx.tick % 2);
        let mut spent = 0;
        let mut query_runner = std::mem::take(&mut self.query_runner);
        while spent < share
            && let Some(mut run) = query_runner.next(self.ctx.now_ms)
        {
            let Some(index) = self.index_of(run.agent) else {
                query_runner.end(run);
                continue;
            };
            let Some(agent) = self.agents[index].agent.as_deref_mut() else { continue };
            if agent.lifecycle != Lifecycle::Present {
                agent.query_skipped(&self.archetypes[agent.archetype], run.query, self.ctx.now_ms);
                self.settle(index);
                query_runner.end(run);
                continue;
            }
            let archetype = &mut self.archetypes[agent.archetype];
            self.ctx.watch.enter(Phase::Sense);
            let (used, progress) = run.work(agent, archetype, &mut self.ctx, &mut geometry, share - spent);
            self.ctx.watch.leave(run.agent);
            // A query without candidates still costs one unit.
            spent += used.max(1);
            match progress {
                Progress::OutOfBudget => query_runner.put_back(run, true),
                Progress::Waits => query_runner.put_back(run, false),
                Progress::Panicked(reason) => {
                    let agent = run.agent;
                    query_runner.end(run);
                    self.quarantine(agent, &reason);
                }
                Progress::Done => {
                    let query = &archetype.queries[run.query];
                    let take = archetype.spec.queries[query.query].take as usize;
                    run.result(take, &mut self.judged);
                    self.ctx.recorder.query(run.agent, query.query, &self.judged);
                    self.answered(index, run.query);
                    query_runner.end(run);
                }
            }
        }
        self.query_runner = query_runner;
        if spent > 0 {
            self.ctx.recorder.queries_ran(spent);
            self.take_from_budget(spent);
        }
    }

    /// Subtracts the units that queries used from the budget for plans.
    pub(crate) fn take_from_budget(&mut self, spent: u64) {
        self.ctx.budget = self.ctx.budget.saturating_sub(spent);
        self.ctx.counters.query_units += spent;
    }

    /// Makes [`MindEngine::answer_as_recorded`] the only source of query answers.
    pub(crate) fn answer_from_record(&mut self) {
        self.query_runner.is_replayed = true;
    }

    /// Answers a query with a recorded result.
    pub(crate) fn answer_as_recorded(&mut self, agent: AgentId, query: usize, judged: Vec<Candidate>) {
        self.judged = judged;
        let Some(index) = self.index_of(agent) else { return };
        let Some(agent) = self.agents[index].agent.as_deref() else { return };
        let known = self.archetypes[agent.archetype].queries.iter().position(|known| known.query == query);
        if let Some(query) = known {
            self.answered(index, query);
        }
    }

    /// Hands the result of a query to its agent.
    fn answered(&mut self, index: usize, query: usize) {
        self.ctx.counters.queries += 1;
        // Best first. Ties keep the order in which candidates were found.
        self.judged.retain(|known| known.is_taken);
        self.judged.sort_by_key(|known| std::cmp::Reverse(known.score));
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return };
        let archetype = &self.archetypes[agent.archetype];
        agent.choose_from(archetype, &self.objects, query, &self.judged, self.ctx.now_ms);
        agent.query_ended(archetype, query, self.ctx.now_ms);
        self.settle(index);
    }
}

impl Agent {
    /// Queues the queries that are due.
    pub(crate) fn ask_queries(&mut self, ctx: &mut TickContext) {
        let mut next_ms = u64::MAX;
        for (at, answers) in self.beliefs.queries.iter_mut().enumerate() {
            if answers.is_queued {
                continue;
            }
            if answers.due_ms <= ctx.now_ms {
                answers.is_queued = true;
                ctx.due.push((self.id, at));
            } else {
                next_ms = next_ms.min(answers.due_ms);
            }
        }
        self.wake_at(next_ms);
    }

    /// Makes the queries due that choose the targets of goals and read a belief that has changed, and those that are
    /// needed since it has changed, so that goals are compared and plans are made with candidates that are up to date.
    pub(crate) fn refresh_queries(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        fact: FactId,
    ) {
        if refresh(&mut self.beliefs.queries, archetype, fact, ctx.now_ms) {
            self.ask_queries(ctx);
        }
    }

    /// Schedules the next run of a query that was answered.
    fn query_ended(&mut self, archetype: &CompiledArchetype, query: usize, now_ms: u64) {
        let answers = &mut self.beliefs.queries[query];
        if std::mem::replace(&mut answers.has_been, true) {
            self.query_skipped(archetype, query, now_ms);
            return;
        }
        // Staggered, so that agents spawned together do not all ask at once.
        let wait_ms = stagger(self.id, interval_ms(archetype, query));
        self.ask_again_in(query, wait_ms, now_ms);
        // A new agent without a plan waits for this.
        self.intention.is_awake |= self.intention.chosen.is_none();
    }

    /// Schedules the next run of a query that was answered before, or that is not asked because the agent does not
    /// think.
    fn query_skipped(&mut self, archetype: &CompiledArchetype, query: usize, now_ms: u64) {
        self.ask_again_in(query, interval_ms(archetype, query).into(), now_ms);
    }

    fn ask_again_in(&mut self, query: usize, wait_ms: u64, now_ms: u64) {
        let answers = &mut self.beliefs.queries[query];
        answers.due_ms = now_ms + wait_ms.max(1);
        answers.is_queued = false;
        let due_ms = answers.due_ms;
        self.wake_at(due_ms);
    }

    /// Remembers an object for which no slot is free.
    pub(crate) fn meet(&mut self, query: usize, ty: TypeId, handle: u64) {
        if self.beliefs.unslotted.len() < UNSLOTTED_MAX && !self.beliefs.unslotted.contains(&(ty, handle)) {
            self.beliefs.unslotted.push((ty, handle));
            if !self.beliefs.queries[query].is_queued {
                self.beliefs.queries[query].due_ms = 0;
                self.wake_at(0);
            }
        }
    }

    /// Replaces the candidates of a query.
    fn choose_from(
        &mut self,
        archetype: &CompiledArchetype,
        objects: &std::collections::BTreeMap<u64, Object>,
        query: usize,
        found: &[Candidate],
        now_ms: u64,
    ) {
        let known = &archetype.queries[query];
        let spec = &archetype.spec.queries[known.query];
        let makes_points = !matches!(spec.from, Candidates::Type(_));
        let before = std::mem::take(&mut self.beliefs.queries[query].taken);
        let mut taken = std::mem::take(&mut self.beliefs.scratch);
        taken.clear();
        if let Some(ty) = known.fills {
            self.beliefs.unslotted.retain(|(other, _)| *other != ty);
        }
        for candidate in found {
            let can_be_known = match candidate.object {
                Value::Point(_) => makes_points,
                Value::Handle(handle) => known.fills.is_some() && objects.contains_key(&handle),
                _ => false,
            };
            if can_be_known && arg(self, candidate.object).is_none() {
                // Candidates of other queries stay, unless this query decides which objects are known.
                let others =
                    self.beliefs.queries.iter().filter(|_| makes_points).flat_map(|other| &other.taken);
                let others: Vec<Value> = others.map(|&arg| self.value(arg)).collect();
                let is_wanted =
                    |value: Value| found.iter().any(|known| known.object == value) || others.contains(&value);
                assign_slot(self, archetype, &known.slots, candidate.object, now_ms, is_wanted);
            }
            taken.extend(arg(self, candidate.object));
        }
        let is_lost = |arg: &Arg| !taken.contains(arg) && self.is_about(archetype, *arg);
        let is_new = |arg: &Arg| !before.contains(arg);
        let matters = if known.is_for_goals {
            taken != before
        } else {
            before.iter().any(is_lost) || self.intention.chosen.is_none() && taken.iter().any(is_new)
        };
        if matters {
            self.intention.is_awake = true;
        }
        if taken.iter().any(is_new) {
            // Goals that failed may succeed with the new candidates.
            for goal in self.intention.goals.iter_mut().filter(|goal| goal.failures > 0) {
                goal.not_before_ms = goal.not_before_ms.min(now_ms);
            }
        }
        self.beliefs.queries[query].taken = taken;
        self.beliefs.scratch = before;
        if makes_points {
            self.forget_points(archetype);
        }
    }

    /// Forgets points that are no longer candidates and that the agent does not use.
    fn forget_points(&mut self, archetype: &CompiledArchetype) {
        for at in 0..self.beliefs.object_slots.len() {
            let slot = Arg::Slot(self.beliefs.object_slots[at].slot);
            let is_point = matches!(self.beliefs.object_slots[at].object, Some(Value::Point(_)));
            let is_taken = self.beliefs.queries.iter().any(|answers| answers.taken.contains(&slot));
            if is_point && !is_taken && !self.is_about(archetype, slot) {
                forget(self, archetype, at);
            }
        }
    }
}

/// Returns how often a query runs.
fn interval_ms(archetype: &CompiledArchetype, query: usize) -> u32 {
    archetype.spec.queries[archetype.queries[query].query].every_ms.max(1)
}
