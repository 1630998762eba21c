//! Dormant agents: agents that live on without the game. Their steps take the durations of their actions and then
//! succeed.
//!
//! A dormant agent polls no sensors, asks no questions and starts nothing in the game; checks count as passed, and
//! hoped-for effects come true. It still chooses goals, plans, forgets, follows orders and commands. When it wakes
//! up, it is where its plan would have taken it, and the game continues the running step.

use cunning_trace::{Cause, Event};

use crate::agent::{Agent, Pending, Phase};
use crate::ask::Granted;
use crate::compiled_archetype::CompiledArchetype;
use crate::engine::MindEngine;
use crate::message::{AgentId, Command, StepId, StopReason};
use crate::tick_context::TickContext;

/// The duration of a step whose action does not have one.
pub(crate) const DURATION_MS: u32 = 1000;

impl MindEngine {
    /// Lets an agent live on without the game. A running step needs no report, and the agent gives no commands until
    /// it is [woken](MindEngine::wake).
    pub fn sleep(&mut self, agent: AgentId) {
        let Some(index) = self.index_of(agent) else { return };
        self.ctx.recorder.0.record_input(agent, || Event::Slept);
        let Some(agent) = self.get_mut(index) else { return };
        if agent.lifecycle.is_dormant() {
            return;
        }
        let pending = agent.intention.requested.as_mut().and_then(|requested| requested.pending.take());
        if let Some((agent, archetype, ctx)) = self.parts(index) {
            agent.fall_asleep(archetype, ctx);
        }
        if let Some(pending) = pending {
            let Pending { job, plan, .. } = *pending;
            self.go_on(index, Granted::Yes(job, plan));
        }
        self.settle(index);
        self.deliver();
    }

    /// Brings an agent back into the game. Its current step comes as [`Command::Start`] with `resumed`, and its
    /// sensors are polled in the next tick.
    pub fn wake(&mut self, agent: AgentId) {
        let Some(index) = self.index_of(agent) else { return };
        self.ctx.recorder.0.record_input(agent, || Event::Woken);
        if let Some((agent, archetype, ctx)) =
            self.parts(index).filter(|(agent, ..)| agent.lifecycle.is_dormant())
        {
            agent.wake_up(archetype, ctx);
            self.settle(index);
        }
    }

    /// Returns whether an agent is dormant.
    pub fn is_asleep(&self, agent: AgentId) -> bool {
        self.index_of(agent)
            .and_then(|index| self.get(index))
            .is_some_and(|agent| agent.lifecycle.is_dormant())
    }
}

impl Agent {
    fn fall_asleep(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        self.lifecycle.set_dormant(true);
        self.beliefs.sense_ms = u64::MAX;
        match self.execution.running {
            Some(running) if running.phase == Phase::Acting => self.wake_at(running.due_ms),
            Some(running) if running.phase == Phase::Stopping => {
                self.step_stopped(ctx, running.step);
            }
            Some(_) => self.adopt_hoped_effects(archetype, ctx),
            None => {}
        }
    }

    fn wake_up(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        self.lifecycle.set_dormant(false);
        for due_ms in &mut self.beliefs.sensors {
            *due_ms = ctx.now_ms;
        }
        self.beliefs.sense_ms = if self.beliefs.sensors.is_empty() { u64::MAX } else { ctx.now_ms };
        if std::mem::take(&mut self.execution.is_idle) {
            // The game does not know about this step.
            self.intention.is_awake = true;
        }
        if let Some(running) = self.execution.running {
            ctx.recorder.step_started(self, archetype, running.step, running.action, true);
            let action = archetype.grounding.action(running.action);
            let args = archetype.grounding.bound_args(running.action).map(|arg| self.value(arg));
            let start =
                Command::Start { agent: self.id, step: running.step, action, args: &[], resumed: true };
            ctx.say(start, args);
        }
    }

    /// Completes the steps that the game would have completed by now.
    pub(crate) fn live_on(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        let Some(running) =
            self.execution.running.filter(|_| self.lifecycle.is_dormant() && !self.is_commanding())
        else {
            return;
        };
        if running.due_ms > ctx.now_ms {
            self.wake_at(running.due_ms);
            return;
        }
        self.step_done(archetype, ctx, running.step);
        self.adopt_hoped_effects(archetype, ctx);
    }

    /// Adopts the hoped-for effects of the running step as beliefs.
    fn adopt_hoped_effects(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        if self.execution.running.is_none_or(|running| running.phase != Phase::Hoping) {
            return;
        }
        let before = ctx.recorder.is_on().then(|| self.beliefs.memory.state.clone());
        for (fact, value) in self.execution.hoped.drain(..) {
            archetype.grounding.put(&mut self.beliefs.memory.state, fact, value);
        }
        self.beliefs.memory.version += 1;
        ctx.recorder.beliefs(self, archetype, before.as_ref(), Cause::Effect, ctx.now_ms);
        self.complete_step(archetype, ctx);
    }

    /// Tells the game to stop a step if the game carries it out.
    pub(crate) fn say_stop(&self, ctx: &mut TickContext, step: StepId, reason: StopReason) {
        if self.lifecycle.is_dormant() {
            ctx.recorder.step_stopped(self.id, step, reason);
        } else {
            ctx.stop(self.id, step, reason);
        }
    }
}
