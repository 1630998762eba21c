//! The effects of time on an agent: beliefs fade, steps time out, sensors become due.

use crate::act::Failure;
use crate::agent::{Agent, Beliefs, FirstLook, Phase};
use crate::back_off::reconsider;
use crate::compiled_archetype::CompiledArchetype;
use crate::detail;
use crate::message::{AgentId, Command};
use crate::query_runner::refresh;
use crate::tick_context::TickContext;

impl Agent {
    /// Does what is due. An idle agent uses every occasion to think again.
    pub(crate) fn on_time(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        let now_ms = ctx.now_ms;
        if self.beliefs.first_look == FirstLook::Polled {
            self.beliefs.first_look = FirstLook::Done;
        }
        let is_early = self.next_ms > now_ms && self.orders_end_ms() > now_ms;
        if is_early && self.intention.chosen.is_some() {
            return;
        }
        self.next_ms = u64::MAX;
        let Self { beliefs, intention, .. } = self;
        let Beliefs { memory, queries, .. } = beliefs;
        // The time of the next attempt is set below, and queries are asked there.
        memory.age(archetype, now_ms, |fact| {
            intention.is_awake = true;
            let _sooner_ms = reconsider(&mut intention.goals, archetype, fact, now_ms);
            if let Some(fact) = archetype.grounding.fact_of(fact) {
                refresh(queries, archetype, fact, now_ms);
            }
        });
        self.wake_at(self.beliefs.memory.next_ms(archetype, now_ms));
        self.live_on(archetype, ctx);
        if let Some(running) = self.execution.running {
            if running.until_ms > now_ms {
                self.wake_at(running.until_ms);
            } else {
                match running.phase {
                    Phase::Acting => self.step_failed(archetype, ctx, running.step, Failure::TimedOut),
                    Phase::Hoping => self.step_failed(archetype, ctx, running.step, Failure::EffectNotSeen),
                    Phase::Stopping => self.step_stopped(ctx, running.step),
                };
            }
        }
        self.expire_orders(archetype, ctx);
        if self.intention.replan_ms <= now_ms {
            self.intention.is_awake = true;
            self.set_replan(archetype, now_ms);
        }
        self.wake_at(self.intention.replan_ms);
        self.ask_queries(ctx);
        if let Some(pending) = self.intention.pending().filter(|pending| pending.until_ms > now_ms) {
            self.next_ms = self.next_ms.min(pending.until_ms);
        }
        // A goal or action that was on hold may be tried again.
        let waiting = self.execution.cooldowns.len();
        self.execution.cooldowns.retain(|(_, until)| *until > now_ms);
        self.intention.is_awake |=
            self.execution.cooldowns.len() < waiting || self.intention.chosen.is_none();
        for goal in &mut self.intention.goals {
            if goal.not_before_ms <= now_ms && std::mem::take(&mut goal.not_before_ms) > 0 {
                self.intention.is_awake = true;
            }
        }
        let later = |ms: u64| if ms > now_ms { ms } else { u64::MAX };
        let goals = self.intention.goals.iter().map(|goal| goal.not_before_ms);
        let all = goals.chain(self.execution.cooldowns.iter().map(|(_, until)| *until));
        let next_ms = all.chain(self.command.orders.iter().map(|order| order.until_ms)).map(later).min();
        self.wake_at(next_ms.unwrap_or(u64::MAX));
    }

    /// Sets the next time at which the goal is planned for again: at regular intervals, staggered between agents.
    pub(crate) fn set_replan(&mut self, archetype: &CompiledArchetype, now_ms: u64) {
        let goal = self.intention.chosen.as_ref().map(|chosen| archetype.goal_spec(chosen.goal));
        let every_ms = goal.and_then(|goal| goal.replan_ms.or(archetype.definition().replan_ms));
        self.intention.replan_ms = every_ms.map_or(u64::MAX, |every_ms| {
            let (first, every_ms) = (stagger(self.id, every_ms), u64::from(every_ms.max(1)));
            if now_ms < first { first } else { first + ((now_ms - first) / every_ms + 1) * every_ms }
        });
        self.wake_at(self.intention.replan_ms);
    }

    /// Polls the sensors that are due.
    pub(crate) fn poll(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        if self.beliefs.sense_ms > ctx.now_ms {
            return;
        }
        self.beliefs.sense_ms = u64::MAX;
        if self.lifecycle.quarantined().is_some() || self.lifecycle.is_dormant() {
            return;
        }
        for (at, (due_ms, &interval_ms)) in
            self.beliefs.sensors.iter_mut().zip(&archetype.intervals_ms).enumerate()
        {
            if *due_ms <= ctx.now_ms {
                // Missed polls are not repeated.
                *due_ms = (*due_ms + detail::interval_ms(interval_ms, self.importance)).max(ctx.now_ms + 1);
                ctx.say(Command::Sense { agent: self.id, sensor: at as u32 }, []);
            }
            self.beliefs.sense_ms = self.beliefs.sense_ms.min(*due_ms);
        }
        if matches!(self.beliefs.first_look, FirstLook::Ahead { until_ms } if until_ms <= ctx.now_ms) {
            self.beliefs.first_look = FirstLook::Polled;
            self.wake_at(ctx.now_ms + 1);
        }
    }
}

/// Returns the first time of something that happens at intervals, staggered between agents.
pub(crate) fn stagger(agent: AgentId, interval_ms: u32) -> u64 {
    let spread = agent.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    (spread * u64::from(interval_ms)) >> 32
}
