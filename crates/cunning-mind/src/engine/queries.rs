//! Queries: asked when they are due, within half of a tick's budget, and what their answers change.

use cunning_plan::Arg;
use cunning_plan::model::TypeId;
use cunning_trace::Candidate;

use super::MindEngine;
use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;
use crate::geometry::Geometry;
use crate::message::{AgentId, Value};
use crate::object_slots::{Object, arg, forget, seat};
use crate::profile::Phase;
use crate::query_runner::Progress;
use crate::spec::Candidates;
use crate::tick_context::TickContext;
use crate::time::stagger;

/// Of how many objects an agent may have heard that it has no room for.
const STRANGERS_MAX: usize = 16;

impl MindEngine {
    /// What queries asked and nobody answered in time, for people.
    pub fn unanswered(&self) -> impl Iterator<Item = String> {
        self.ctx
            .unanswered
            .iter()
            .map(|(query, question)| format!("nobody answers `{question}` of the query `{query}`"))
    }

    /// What an agent may choose from for a query, the best first; `None` if it does not have the query.
    pub fn candidates(&self, agent: AgentId, query: &str) -> Option<Vec<Value>> {
        let agent = self.agents[self.place(agent)?].agent.as_deref()?;
        let named = self.spec.query_named(query)?;
        let at = self.kinds[agent.kind].queries.iter().position(|known| known.query == named)?;
        Some(agent.queries[at].taken.iter().map(|&arg| agent.value(arg)).collect())
    }

    /// Goes on with queries that are due. They may take half of the tick's budget; in every other tick the larger half,
    /// so that neither they nor plans wait for ever.
    pub(super) fn survey(&mut self, mut geometry: Option<&mut dyn Geometry>) {
        for (agent, query) in self.ctx.due.drain(..) {
            if !self.query_runner.is_replayed {
                self.query_runner.push(agent, query);
            }
        }
        if self.query_runner.is_empty() {
            return;
        }
        let share = u64::midpoint(self.ctx.budget, self.ctx.tick % 2);
        let mut spent = 0;
        let mut query_runner = std::mem::take(&mut self.query_runner);
        while spent < share
            && let Some(mut run) = query_runner.next(self.ctx.now_ms)
        {
            let Some(place) = self.place(run.agent) else {
                query_runner.end(run);
                continue;
            };
            let Some(agent) = self.agents[place].agent.as_deref_mut() else { continue };
            if agent.held > 0 || agent.is_dormant || agent.quarantined.is_some() {
                agent.query_ended(&self.kinds[agent.kind], run.query, self.ctx.now_ms);
                self.settle(place);
                query_runner.end(run);
                continue;
            }
            let kind = &mut self.kinds[agent.kind];
            self.ctx.watch.enter(Phase::Sense);
            let (used, progress) = run.work(agent, kind, &mut self.ctx, &mut geometry, share - spent);
            self.ctx.watch.leave(run.agent);
            // A query without candidates is not for nothing.
            spent += used.max(1);
            match progress {
                Progress::Tired => query_runner.put_back(run, true),
                Progress::Waits => query_runner.put_back(run, false),
                Progress::Panicked(reason) => {
                    let agent = run.agent;
                    query_runner.end(run);
                    self.quarantine(agent, &reason);
                }
                Progress::Done => {
                    let query = &kind.queries[run.query];
                    let take = kind.spec.queries[query.query].take as usize;
                    run.result(take, &mut self.judged);
                    self.ctx.recorder.query(run.agent, query.query, &self.judged);
                    self.answered(place, run.query);
                    query_runner.end(run);
                }
            }
        }
        self.query_runner = query_runner;
        if spent > 0 {
            self.ctx.recorder.surveyed(spent);
            self.take_from_budget(spent);
        }
    }

    /// Takes what queries needed from what is left for plans.
    pub(crate) fn take_from_budget(&mut self, spent: u64) {
        self.ctx.budget = self.ctx.budget.saturating_sub(spent);
        self.ctx.counters.surveyed += spent;
    }

    /// From now on queries are answered by [`MindEngine::answer_as_recorded`] alone.
    pub(crate) fn answer_from_record(&mut self) {
        self.query_runner.is_replayed = true;
    }

    /// Answers a query as it was answered before.
    pub(crate) fn answer_as_recorded(&mut self, agent: AgentId, query: usize, judged: Vec<Candidate>) {
        self.judged = judged;
        let Some(place) = self.place(agent) else { return };
        let Some(agent) = self.agents[place].agent.as_deref() else { return };
        let known = self.kinds[agent.kind].queries.iter().position(|known| known.query == query);
        if let Some(query) = known {
            self.answered(place, query);
        }
    }

    /// Hands an agent what a query found.
    fn answered(&mut self, place: usize, query: usize) {
        self.ctx.counters.queries += 1;
        // The best first, and the first among equals: candidates are compared in the order they came.
        self.judged.retain(|known| known.is_taken);
        self.judged.sort_by_key(|known| std::cmp::Reverse(known.score));
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        let kind = &self.kinds[agent.kind];
        agent.choose_from(kind, &self.objects, query, &self.judged, self.ctx.now_ms);
        agent.query_ended(kind, query, self.ctx.now_ms);
        self.settle(place);
    }
}

impl Agent {
    /// Has the queries asked that are due.
    pub(crate) fn ask_queries(&mut self, ctx: &mut TickContext) {
        let mut next_ms = u64::MAX;
        for (at, answers) in self.queries.iter_mut().enumerate() {
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

    /// A query was answered, or cannot be: when it is asked again.
    fn query_ended(&mut self, kind: &CompiledArchetype, query: usize, now_ms: u64) {
        let every_ms = kind.spec.queries[kind.queries[query].query].every_ms.max(1);
        let answers = &mut self.queries[query];
        // Not all agents ask at once, even if all came at once.
        let is_first = !std::mem::replace(&mut answers.has_been, true);
        let wait_ms = if is_first { stagger(self.id, every_ms) } else { every_ms.into() };
        answers.due_ms = now_ms + wait_ms.max(1);
        answers.is_queued = false;
        let due_ms = answers.due_ms;
        self.wake_at(due_ms);
    }

    /// Hears of an object that there is no room for.
    pub(crate) fn meet(&mut self, query: usize, ty: TypeId, handle: u64) {
        if self.unslotted.len() < STRANGERS_MAX && !self.unslotted.contains(&(ty, handle)) {
            self.unslotted.push((ty, handle));
            if !self.queries[query].is_queued {
                self.queries[query].due_ms = 0;
                self.wake_at(0);
            }
        }
    }

    /// Chooses from what a query found from now on.
    fn choose_from(
        &mut self,
        kind: &CompiledArchetype,
        objects: &std::collections::BTreeMap<u64, Object>,
        query: usize,
        found: &[Candidate],
        now_ms: u64,
    ) {
        let known = &kind.queries[query];
        let spec = &kind.spec.queries[known.query];
        let makes_points = !matches!(spec.from, Candidates::Type(_));
        let before = std::mem::take(&mut self.queries[query].taken);
        let mut taken = std::mem::take(&mut self.scratch);
        taken.clear();
        if let Some(ty) = known.fills {
            self.unslotted.retain(|(other, _)| *other != ty);
        }
        for candidate in found {
            let can_be_known = match candidate.object {
                Value::Point(_) => makes_points,
                Value::Handle(handle) => known.fills.is_some() && objects.contains_key(&handle),
                _ => false,
            };
            if can_be_known && arg(self, candidate.object).is_none() {
                // What other queries have found stays, unless this one decides who is known at all.
                let others = self.queries.iter().filter(|_| makes_points).flat_map(|other| &other.taken);
                let others: Vec<Value> = others.map(|&arg| self.value(arg)).collect();
                let is_wanted =
                    |value: Value| found.iter().any(|known| known.object == value) || others.contains(&value);
                seat(self, kind, &known.slots, candidate.object, now_ms, is_wanted);
            }
            taken.extend(arg(self, candidate.object));
        }
        let is_lost = |arg: &Arg| !taken.contains(arg) && self.is_about(kind, *arg);
        let is_new = |arg: &Arg| !before.contains(arg);
        let matters = if known.is_for_goals {
            taken != before
        } else {
            before.iter().any(is_lost) || self.chosen.is_none() && taken.iter().any(is_new)
        };
        if matters {
            self.is_awake = true;
        }
        if taken.iter().any(is_new) {
            // What came to nothing may come to something with them.
            for goal in self.goals.iter_mut().filter(|goal| goal.failures > 0) {
                goal.not_before_ms = goal.not_before_ms.min(now_ms);
            }
        }
        self.queries[query].taken = taken;
        self.scratch = before;
        if makes_points {
            self.forget_points(kind);
        }
    }

    /// Forgets points that no query takes any more and that nothing is about.
    fn forget_points(&mut self, kind: &CompiledArchetype) {
        for at in 0..self.object_slots.len() {
            let slot = Arg::Slot(self.object_slots[at].slot);
            let is_point = matches!(self.object_slots[at].object, Some(Value::Point(_)));
            let is_taken = self.queries.iter().any(|answers| answers.taken.contains(&slot));
            if is_point && !is_taken && !self.is_about(kind, slot) {
                forget(self, kind, at);
            }
        }
    }
}
