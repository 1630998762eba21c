//! Percepts: what the game tells the engine about facts, objects, steps and questions.

use cunning_plan::model::{FactId, TypeId, TypeKind};
use cunning_plan::{Arg, FactValue, GroundActionId};
use cunning_trace::Cause;

use super::MindEngine;
use crate::act::Failure;
use crate::agent::Agent;
use crate::ask::{AnswerEffect, Granted};
use crate::compiled_archetype::CompiledArchetype;
use crate::message::{AgentId, Percept, QuestionId, StepId, StopReason, Value};
use crate::object_slots::{Mention, Object, arg, forget, know, short};
use crate::profile::{Phase, WorkOwner};
use crate::record::Reason;
use crate::scheduler::Job;
use crate::spec::Scope;
use crate::tick_context::{TickContext, owner};

impl MindEngine {
    /// Receives a percept.
    pub fn receive(&mut self, percept: &Percept<'_>) {
        self.ctx.watch.enter(Phase::Sense);
        self.take_in(percept);
        self.deliver();
        if self.ctx.watch.0.is_some() {
            let agent = self.subject_of(percept);
            self.ctx.watch.leave(WorkOwner { agent, ..WorkOwner::default() });
        }
    }

    /// Returns the agent that a percept is about.
    fn subject_of(&self, percept: &Percept<'_>) -> Option<AgentId> {
        match *percept {
            Percept::Set { agent, .. } | Percept::Hold(agent) | Percept::Release(agent) => Some(agent),
            Percept::Done(StepId(number))
            | Percept::Failed(StepId(number))
            | Percept::Running(StepId(number))
            | Percept::Ended(StepId(number))
            | Percept::Answer { question: QuestionId(number), .. }
            | Percept::QueryAnswer { question: QuestionId(number), .. } => {
                Some(self.agents.get(owner(number))?.agent.as_deref()?.id)
            }
            Percept::Bind { .. } | Percept::Unbind { .. } => None,
        }
    }

    fn take_in(&mut self, percept: &Percept<'_>) {
        let agents = &self.agents;
        let owner = |number: u64| Some(agents.get(owner(number))?.agent.as_deref()?.id);
        self.ctx.recorder.percept(percept, owner);
        match *percept {
            Percept::Set { agent, fact, indices, value, confidence } => {
                let is_heard = self.tell(agent, fact, indices, value, confidence);
                self.ctx.counters.percepts_ignored += u64::from(!is_heard);
            }
            Percept::Bind { ty, handle, name } => {
                let is_bound = self.bind(ty, handle, name);
                self.ctx.counters.percepts_ignored += u64::from(!is_bound);
            }
            Percept::Unbind { handle } => self.unbind(handle),
            Percept::Done(step) => self.report(step.0, |agent, archetype, ctx| {
                // A step that subordinates carry out is done when they report.
                !agent.is_commanding() && agent.step_done(archetype, ctx, step)
            }),
            Percept::Failed(step) => {
                self.report(step.0, |agent, archetype, ctx| {
                    agent.step_failed(archetype, ctx, step, Failure::Reported)
                });
            }
            Percept::Running(step) => {
                self.report(step.0, |agent, _, _| {
                    agent.execution.running.is_some_and(|running| running.step == step)
                });
            }
            Percept::Ended(step) => self.report(step.0, |agent, _, ctx| agent.step_stopped(ctx, step)),
            Percept::Answer { question, yes } => self.answer(question, yes),
            Percept::QueryAnswer { question, answer } => {
                let is_heard = self.query_runner.handle_answer(question, answer);
                self.ctx.counters.reports_ignored += u64::from(!is_heard);
            }
            Percept::Hold(agent) => self.hold(agent, true),
            Percept::Release(agent) => self.hold(agent, false),
        }
    }

    /// Tells an agent, or all agents that share the fact. Returns false if no agent received it.
    fn tell(
        &mut self,
        agent: AgentId,
        fact: FactId,
        indices: &[Value],
        value: Value,
        confidence: u32,
    ) -> bool {
        let Some(index) = self.index_of(agent) else { return false };
        let scope = self.spec.facts.get(fact.index()).map_or(Scope::Agent, |spec| spec.scope);
        let mut is_heard = self.tell_one(index, fact, indices, value, confidence);
        match scope {
            Scope::Agent => {}
            Scope::Squad => {
                let commander = self.get_mut(index).and_then(|agent| agent.command.commander);
                let mut squad: Vec<AgentId> = commander.into_iter().collect();
                if let Some(leader) =
                    commander.and_then(|id| self.index_of(id)).and_then(|at| self.get_mut(at))
                {
                    squad.extend(leader.command.subordinates.iter().copied());
                }
                for member in squad.into_iter().filter(|member| *member != agent) {
                    if let Some(index) = self.index_of(member) {
                        is_heard |= self.tell_one(index, fact, indices, value, confidence);
                    }
                }
            }
            Scope::World => {
                for other in (0..self.agents.len()).filter(|other| *other != index) {
                    is_heard |= self.tell_one(other, fact, indices, value, confidence);
                }
            }
        }
        is_heard
    }

    fn tell_one(
        &mut self,
        index: usize,
        fact: FactId,
        indices: &[Value],
        value: Value,
        confidence: u32,
    ) -> bool {
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return false };
        let archetype = &self.archetypes[agent.archetype];
        let now_ms = self.ctx.now_ms;
        for handle in indices.iter().chain([&value]) {
            if let Value::Handle(handle) = handle {
                know(agent, archetype, &self.objects, *handle, Mention::Percept, now_ms);
            }
        }
        let mut args = [Arg::Number(0); cunning_plan::limits::INDICES_MAX];
        if indices.len() > args.len() {
            return false;
        }
        for (slot, &value) in args.iter_mut().zip(indices) {
            let Some(found) = arg(agent, value) else { return false };
            *slot = found;
        }
        let Some(ground) = archetype.grounding.ground_fact(fact, &args[..indices.len()]) else {
            return false;
        };
        let value = match (value, arg(agent, value)) {
            (Value::Bool(value), _) => FactValue::Bool(value),
            (Value::None, _) => FactValue::None,
            (_, Some(Arg::Number(number))) => FactValue::Int(number),
            (_, Some(Arg::Object(object))) => FactValue::Object(object),
            (_, Some(Arg::Slot(slot))) => FactValue::Slot(slot),
            (_, None) => return false,
        };
        let version = agent.beliefs.memory.version;
        let Some(wakes) = agent.beliefs.memory.believe(archetype, ground, value, confidence, now_ms) else {
            return false;
        };
        if archetype.fading_at(ground).is_some() {
            agent.wake_at(agent.beliefs.memory.next_ms(archetype, now_ms));
        }
        if agent.beliefs.memory.version != version {
            self.ctx.recorder.belief(agent, archetype, ground, Cause::Percept, now_ms);
            agent.check_while(&mut self.archetypes[agent.archetype], &mut self.ctx);
            agent.check_hope(&self.archetypes[agent.archetype], &mut self.ctx);
        }
        agent.intention.is_awake |= wakes;
        if wakes {
            agent.reconsider(&self.archetypes[agent.archetype], ground, now_ms);
            agent.refresh_queries(&self.archetypes[agent.archetype], &mut self.ctx, fact);
        }
        self.settle(index);
        true
    }

    /// Binds an object to an open type, or renames it. Returns false if the type takes no objects, or if the object is
    /// bound to another type: it has to be unbound first, because agents may know it.
    fn bind(&mut self, ty: TypeId, handle: u64, name: &str) -> bool {
        let types = self.spec.planning.types();
        let is_open = types.get(ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }));
        let is_same = self.objects.get(&handle).is_none_or(|object| object.ty == ty);
        if is_open && is_same {
            self.objects.insert(handle, Object { ty, name: short(name).into() });
        }
        is_open && is_same
    }

    /// Ends everything about an object: beliefs, steps, plans, searches, checks, candidates and orders. A later object
    /// with the same handle has nothing to do with it.
    fn unbind(&mut self, handle: u64) {
        let object = Value::Handle(handle);
        self.objects.remove(&handle);
        self.query_runner.forget(object);
        for index in 0..self.agents.len() {
            let Some(agent) = self.agents[index].agent.as_deref_mut() else { continue };
            agent.beliefs.unslotted.retain(|(_, other)| *other != handle);
            if agent.command.orders.iter().any(|order| order.args.contains(&Some(object))) {
                // A goal that is met stays met: an enemy that dies is killed first, and gone then.
                agent.report_met_orders(&mut self.archetypes[agent.archetype], &mut self.ctx);
            }
            agent.end_orders_about(&self.archetypes[agent.archetype], &mut self.ctx, object);
            let is_awake = agent.intention.is_awake;
            if is_awake {
                self.list(index);
            }
            let Some(agent) = self.agents[index].agent.as_deref_mut() else { continue };
            let archetype = &self.archetypes[agent.archetype];
            let Some(at) = agent.beliefs.object_slots.iter().position(|known| known.object == Some(object))
            else {
                continue;
            };
            let slot = agent.beliefs.object_slots[at].slot;
            if agent.awaits(archetype, Arg::Slot(slot)) {
                agent.intention.requested = None;
            }
            forget(agent, archetype, at);
            let is_about =
                |id: &GroundActionId| archetype.grounding.bound_args(*id).any(|arg| arg == Arg::Slot(slot));
            if agent.execution.running.is_some_and(|running| is_about(&running.action)) {
                agent.stop_step(archetype, &mut self.ctx, StopReason::ObjectLost);
            }
            if agent.execution.rest().iter().any(is_about) {
                agent.drop_plan(&mut self.ctx, Reason::ObjectLost);
            }
            if agent
                .intention
                .chosen
                .as_ref()
                .is_some_and(|chosen| chosen.args.contains(&Some(Arg::Slot(slot))))
            {
                agent.intention.chosen = None;
                self.ctx.recorder.goal_ended(agent.id, Reason::ObjectLost);
            }
            agent.intention.is_awake = true;
            self.list(index);
        }
    }

    fn report(
        &mut self,
        number: u64,
        handle: impl FnOnce(&mut Agent, &CompiledArchetype, &mut TickContext) -> bool,
    ) {
        let index = owner(number);
        let heard = match self.agents.get_mut(index).and_then(|entry| entry.agent.as_deref_mut()) {
            // The game does not carry out the steps of dormant agents.
            Some(agent) if agent.lifecycle.is_dormant() => false,
            Some(agent) => handle(agent, &self.archetypes[agent.archetype], &mut self.ctx),
            None => false,
        };
        if heard {
            self.settle(index);
        } else {
            self.ctx.counters.reports_ignored += 1;
        }
    }

    fn answer(&mut self, question: QuestionId, yes: bool) {
        let index = owner(question.0);
        let agent = self.agents.get_mut(index).and_then(|entry| entry.agent.as_deref_mut());
        match agent.map_or(AnswerEffect::Unknown, |agent| agent.handle_answer(question, yes)) {
            AnswerEffect::Unknown => self.ctx.counters.reports_ignored += 1,
            AnswerEffect::More => {}
            AnswerEffect::Enough(granted) => self.go_on(index, *granted),
        }
    }

    /// Continues with a plan whose checks are answered.
    pub(crate) fn go_on(&mut self, index: usize, granted: Granted) {
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return };
        let is_wanted = |job: &Job| agent.intention.waits_for(job);
        match granted {
            Granted::Yes(mut job, plan) if is_wanted(&job) => {
                let Some(ranked) = job.goals.get(job.at).cloned() else { return };
                let archetype = &mut self.archetypes[agent.archetype];
                let claimed = agent.adopt(archetype, &mut self.ctx, ranked, &plan, &job);
                if claimed.is_empty() {
                    agent.intention.requested = None;
                } else {
                    job.refused.extend(claimed);
                    self.scheduler.resume(job);
                }
            }
            Granted::No(job) if is_wanted(&job) => self.scheduler.resume(job),
            Granted::Yes(..) | Granted::No(_) => {}
        }
        self.settle(index);
    }

    fn hold(&mut self, agent: AgentId, is_held: bool) {
        let Some(index) = self.index_of(agent) else { return };
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return };
        if is_held {
            agent.lifecycle.hold();
            self.ctx.quality.suspend(agent.id, true, self.ctx.now_ms);
            agent.intention.requested = None;
            agent.stop_step(&self.archetypes[agent.archetype], &mut self.ctx, StopReason::Held);
            agent.withdraw_former_orders(&mut self.ctx);
        } else {
            agent.lifecycle.release();
            self.ctx.quality.suspend(agent.id, !agent.lifecycle.can_act(), self.ctx.now_ms);
            agent.intention.is_awake = true;
            // Its orders get another chance.
            agent.command.orders.iter_mut().for_each(|order| order.idle_ms = u64::MAX);
        }
        self.settle(index);
    }
}
