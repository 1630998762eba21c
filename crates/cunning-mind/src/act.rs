//! Execution of a plan: starts steps, handles their reports and stops them. Every started step ends exactly once.

use cunning_plan::model::ActionId;
use cunning_plan::{Arg, GroundActionId};
use cunning_trace::Cause;

use crate::agent::{Agent, GoalState, Phase, Running};
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::dormant::DURATION_MS;
use crate::message::{Command, OrderFailure, OrderState, StepId, StopReason, Value};
use crate::object_slots;
use crate::record::Reason;
use crate::spec::{Interrupt, StopRule};
use crate::tick_context::TickContext;

/// Time that a step may take to end after a stop command.
const STOP_MS_MAX: u64 = 1000;
/// Number of consecutive step failures after which the goal backs off.
const FAILURES_MAX: u32 = 3;

/// Why a step failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The game reported the failure.
    Reported,
    /// The step exceeded its time limit.
    TimedOut,
    /// A hoped-for effect did not appear in time.
    EffectNotSeen,
}

impl Agent {
    /// Starts the next step of the plan if no step is running and its conditions hold.
    pub(crate) fn start_step(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        if self.execution.running.is_some() || !self.lifecycle.can_act() {
            return;
        }
        let Some(&action) = self.execution.plan.get(self.execution.at) else {
            self.start_fallback(archetype, ctx);
            return;
        };
        if !self.is_off_cooldown(archetype, action, ctx.now_ms) {
            self.withdraw_former_orders(ctx);
            // No plan does without the action, so the agent waits. It thinks again when the cooldown ends.
            return;
        }
        if !archetype.grounding.can_do(action, &self.beliefs.memory.state) {
            // The world has changed since the plan was made.
            self.drop_plan(ctx, Reason::ConditionLost);
            self.intention.is_awake = true;
            return;
        }
        self.begin_step(archetype, ctx, action, false);
    }

    /// Returns whether an action is off cooldown, and its orders were not left unfulfilled lately.
    pub(crate) fn is_off_cooldown(
        &self,
        archetype: &CompiledArchetype,
        action: GroundActionId,
        now_ms: u64,
    ) -> bool {
        let id = archetype.grounding.action(action);
        let is_cooling = |(cooling, until): &(ActionId, u64)| *cooling == id && *until > now_ms;
        !self.execution.cooldowns.iter().any(is_cooling) && !self.is_unfulfilled(action, now_ms)
    }

    /// Returns the ground actions on cooldown.
    pub(crate) fn cooling(&self, archetype: &CompiledArchetype, now_ms: u64) -> Vec<GroundActionId> {
        if self.execution.cooldowns.is_empty() && self.command.unfulfilled.is_empty() {
            return Vec::new();
        }
        let is_cooling = |id: &GroundActionId| !self.is_off_cooldown(archetype, *id, now_ms);
        archetype.grounding.ground_actions().filter(is_cooling).collect()
    }

    /// Puts an action on cooldown until the given time.
    pub(crate) fn set_cooldown(&mut self, id: ActionId, until_ms: u64) {
        self.execution.cooldowns.retain(|(cooling, _)| *cooling != id);
        self.execution.cooldowns.push((id, until_ms));
        self.wake_at(until_ms);
    }

    /// Starts a step.
    pub(crate) fn begin_step(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        action: GroundActionId,
        is_fallback: bool,
    ) {
        let id = archetype.grounding.action(action);
        let spec = &archetype.spec.actions[id.index()];
        let step = ctx.step(self.id);
        let until_ms = spec.timeout_ms.map_or(u64::MAX, |timeout| ctx.now_ms + u64::from(timeout));
        let due_ms = ctx.now_ms + u64::from(spec.duration_ms.unwrap_or(DURATION_MS));
        self.execution.running =
            Some(Running { step, action, phase: Phase::Acting, until_ms, due_ms, is_fallback });
        self.wake_at(until_ms);
        ctx.counters.steps_started += 1;
        if !is_fallback {
            let mut args = archetype.grounding.bound_args(action);
            let is_about_absent = args.any(|arg| self.value(arg) == Value::None);
            ctx.quality.step_started(self.id, is_about_absent, ctx.now_ms);
        }
        ctx.recorder.step_started(self, archetype, step, action, false);
        if self.lifecycle.is_dormant() {
            self.wake_at(due_ms);
        } else {
            let args = archetype.grounding.bound_args(action).map(|arg| self.value(arg));
            ctx.say(Command::Start { agent: self.id, step, action: id, args: &[], resumed: false }, args);
        }
        if spec.orders.is_empty() {
            self.withdraw_former_orders(ctx);
        } else {
            self.give_orders(archetype, ctx);
            if self.verdict(archetype) == Some(false) {
                // There are no subordinates, or too few.
                self.step_failed(archetype, ctx, step, Failure::Reported);
            }
        }
    }

    /// Returns whether subordinates carry out the running step.
    pub(crate) fn is_commanding(&self) -> bool {
        self.execution.running.is_some() && !self.command.given.is_empty()
    }

    /// Handles the report that a step is done. Returns false if the step is not the running one.
    pub(crate) fn step_done(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        step: StepId,
    ) -> bool {
        let Some(running) = self.execution.running.filter(|running| running.step == step) else {
            return false;
        };
        if running.phase == Phase::Stopping {
            self.end_step(ctx, Reason::Replanned);
            return true;
        }
        if running.phase == Phase::Hoping {
            return true;
        }
        self.execution.hoped.clear();
        let before = ctx.recorder.is_on().then(|| self.beliefs.memory.state.clone());
        self.beliefs.memory.believe_effects(archetype, running.action, &mut self.execution.hoped, ctx.now_ms);
        self.wake_at(self.beliefs.memory.next_ms(archetype, ctx.now_ms));
        ctx.recorder.beliefs(self, archetype, before.as_ref(), Cause::Effect, ctx.now_ms);
        let id = archetype.grounding.action(running.action);
        let spec = &archetype.spec.actions[id.index()];
        if spec.cooldown_ms > 0 {
            self.set_cooldown(id, ctx.now_ms + u64::from(spec.cooldown_ms));
        }
        if self.execution.hoped.is_empty() || running.is_fallback {
            self.complete_step(archetype, ctx);
        } else {
            let until_ms = ctx.now_ms + u64::from(spec.grace_ms);
            self.execution.running = Some(Running { phase: Phase::Hoping, until_ms, ..running });
            self.wake_at(until_ms);
        }
        true
    }

    /// Completes the running step once all of its hoped-for effects have been observed.
    pub(crate) fn check_hope(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        if self.execution.running.is_some_and(|running| running.phase == Phase::Hoping) {
            self.execution.hoped.retain(|(fact, value)| {
                archetype.grounding.value(&self.beliefs.memory.state, *fact) != Some(*value)
            });
            if self.execution.hoped.is_empty() {
                self.complete_step(archetype, ctx);
            }
        }
    }

    pub(crate) fn complete_step(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        let is_fallback = self.is_doing_fallback();
        if let Some(running) = self.execution.running {
            self.command.unfulfilled.retain(|known| known.action != running.action);
        }
        self.end_step(ctx, Reason::Done);
        if is_fallback {
            return;
        }
        self.execution.at += 1;
        self.execution.disappointments = 0;
        if let Some(chosen) = &self.intention.chosen {
            self.intention.goals[chosen.goal].failures = 0;
        }
        if self.execution.at >= self.execution.plan.len() {
            self.end_goal(archetype, ctx);
        } else {
            ctx.quality.wants(self.id, ctx.now_ms);
        }
    }

    /// Handles a failed step. Returns false if the step is not the running one.
    pub(crate) fn step_failed(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        step: StepId,
        failure: Failure,
    ) -> bool {
        let Some(running) = self.execution.running.filter(|running| running.step == step) else {
            return false;
        };
        if failure == Failure::TimedOut {
            self.say_stop(ctx, step, StopReason::TimedOut);
        }
        let reason = match failure {
            Failure::Reported => Reason::Failed,
            Failure::TimedOut => Reason::TimedOut,
            Failure::EffectNotSeen => Reason::EffectNotSeen,
        };
        self.end_step(ctx, reason);
        if running.phase == Phase::Acting && !archetype.action_spec(running.action).orders.is_empty() {
            self.back_off_orders(running.action, ctx.now_ms);
        }
        if running.is_fallback {
            self.back_off_fallback(archetype, running, ctx.now_ms);
        } else if running.phase != Phase::Stopping {
            self.drop_plan(ctx, reason);
            if let Some(goal) = self.intention.chosen.as_ref().map(|chosen| chosen.goal) {
                let is_enough = if failure == Failure::EffectNotSeen {
                    self.execution.disappointments += 1;
                    self.execution.disappointments > archetype.action_spec(running.action).retries
                } else {
                    self.intention.goals[goal].failures += 1;
                    self.intention.goals[goal].failures >= FAILURES_MAX
                };
                if is_enough {
                    self.back_off(goal, ctx.now_ms);
                    let args =
                        self.intention.chosen.as_ref().map_or_else(Vec::new, |chosen| chosen.args.clone());
                    let failed = OrderState::Failed(OrderFailure::StepsFailed);
                    self.report_orders(archetype, ctx, goal, &args, failed);
                }
            }
        }
        self.intention.is_awake = true;
        true
    }

    /// Handles the report that a stopped step has ended.
    pub(crate) fn step_stopped(&mut self, ctx: &mut TickContext, step: StepId) -> bool {
        let is_stopping = self
            .execution
            .running
            .is_some_and(|running| running.step == step && running.phase == Phase::Stopping);
        if is_stopping {
            self.end_step(ctx, Reason::Replanned);
        }
        is_stopping
    }

    /// Tells the running step to stop. The next step waits for it to end unless the action has `stop = "now"`.
    pub(crate) fn stop_step(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        reason: StopReason,
    ) {
        let Some(running) = self.execution.running else { return };
        if running.phase == Phase::Stopping {
            if reason == StopReason::Removed {
                // The game will not report its end.
                self.end_step(ctx, reason.into());
            }
            return;
        }
        if running.phase == Phase::Acting {
            self.say_stop(ctx, running.step, reason);
        }
        // Orders given for this step are withdrawn with it.
        self.withdraw_orders(ctx);
        let spec = archetype.action_spec(running.action);
        // A plan does not wait for a fallback action to stop.
        let is_soon = spec.stop == StopRule::Soon && !self.lifecycle.is_dormant() && !running.is_fallback;
        if running.phase == Phase::Hoping || !is_soon || reason == StopReason::Removed {
            self.end_step(ctx, reason.into());
        } else {
            let until_ms = ctx.now_ms + STOP_MS_MAX;
            self.execution.running = Some(Running { phase: Phase::Stopping, until_ms, ..running });
            self.wake_at(until_ms);
        }
    }

    pub(crate) fn end_step(&mut self, ctx: &mut TickContext, reason: Reason) {
        if let Some(running) = self.execution.running.take() {
            ctx.recorder.step_ended(self.id, running.step, reason);
            ctx.counters.steps_ended += 1;
            if !running.is_fallback {
                ctx.quality.step_ended(self.id, reason, ctx.now_ms);
            }
            self.withdraw_orders(ctx);
        }
    }

    /// Adopts a plan. A running step that is also the plan's first step continues.
    pub(crate) fn follow(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        plan: impl Iterator<Item = GroundActionId>,
        reason: StopReason,
    ) {
        self.execution.plan.clear();
        self.execution.plan.extend(plan);
        self.execution.at = 0;
        ctx.quality.plan_adopted(self.id, self.execution.plan.first().copied());
        self.execution.is_idle = false;
        let goes_on = |running: &Running| {
            running.phase == Phase::Acting && self.execution.plan.first() == Some(&running.action)
        };
        if self.execution.running.as_ref().is_some_and(goes_on) {
            self.execution.running =
                self.execution.running.map(|running| Running { is_fallback: false, ..running });
        } else {
            self.set_orders_aside();
            self.stop_step(archetype, ctx, reason);
        }
    }

    pub(crate) fn drop_plan(&mut self, ctx: &mut TickContext, reason: Reason) {
        if !self.execution.plan.is_empty() {
            ctx.recorder.plan_ended(self.id, self.execution.plan_job, reason);
            ctx.quality.plan_dropped(self.id, reason);
        }
        self.release(ctx);
        self.withdraw_former_orders(ctx);
        self.execution.plan.clear();
        self.execution.at = 0;
    }

    /// Returns the interrupt rule of the running step, if there is one.
    pub(crate) fn interrupt_rule(&self, archetype: &CompiledArchetype) -> Option<Interrupt> {
        let running = self
            .execution
            .running
            .filter(|running| running.phase == Phase::Acting && !running.is_fallback)?;
        Some(archetype.action_spec(running.action).interrupt)
    }

    /// Returns whether a goal may interrupt the running step.
    pub(crate) fn may_interrupt(&self, archetype: &CompiledArchetype, best: &Ranked) -> bool {
        match self.interrupt_rule(archetype) {
            None | Some(Interrupt::Any) => true,
            Some(Interrupt::Never) => false,
            Some(Interrupt::HigherBy(margin)) => self.intention.chosen.as_ref().is_none_or(|chosen| {
                let is_higher = best.score >= chosen.score.saturating_add(margin.get());
                chosen.goal != best.goal && (best.is_rigid || is_higher)
            }),
        }
    }

    /// Ends the goal because it is met or its plan is complete.
    pub(crate) fn end_goal(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        let Some(chosen) = self.intention.chosen.take() else { return };
        // The last step may have ended without its effects. Then the order goes on, and the goal is planned for again.
        if archetype.is_met(chosen.goal, &chosen.args, &self.beliefs.memory.state) {
            self.report_orders(archetype, ctx, chosen.goal, &chosen.args, OrderState::Done);
        }
        let spec = archetype.goal_spec(chosen.goal);
        if spec.mode.forgets_at_end() {
            for fact in archetype.wanted_facts(chosen.goal, &chosen.args) {
                self.beliefs.memory.forget(archetype, fact, ctx.now_ms);
            }
            self.beliefs.memory.version += 1;
        }
        let until = ctx.now_ms + u64::from(spec.cooldown_ms);
        self.intention.goals[chosen.goal] = GoalState { not_before_ms: until, ..GoalState::default() };
        self.wake_at(until);
        self.drop_plan(ctx, Reason::Done);
        ctx.recorder.goal_ended(self.id, Reason::Met);
        self.intention.is_awake = true;
    }

    /// Schedules the agent to be updated at the given time at the latest.
    pub(crate) fn wake_at(&mut self, ms: u64) {
        self.next_ms = self.next_ms.min(ms);
    }

    /// Converts an argument to the game's terms.
    pub(crate) fn value(&self, arg: Arg) -> Value {
        object_slots::value(&self.beliefs.object_slots, arg)
    }
}
