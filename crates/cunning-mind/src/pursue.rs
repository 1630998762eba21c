//! Pursuing a goal: the start state of planning, adoption of plans, and giving up.

use cunning_plan::{GroundActionId, Plan, State};

use crate::agent::{Agent, Chosen, Lifecycle, Order, Phase};
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::keep::PlanCosts;
use crate::message::{Command, IdleReason, OrderState, StopReason};
use crate::record::Reason;
use crate::scheduler::Job;
use crate::tick_context::TickContext;

impl Agent {
    /// Returns the start state of planning: the agent's beliefs, with cost factors drawn from a seed.
    pub(crate) fn snapshot(&self, archetype: &CompiledArchetype, cost_seed: u64) -> State {
        let mut state = self.beliefs.memory.state.clone();
        archetype.set_factors(&mut state, Some(cost_seed));
        state
    }

    /// Returns the seed of the cost variations while the agent pursues a goal.
    pub(crate) fn cost_seed(&self, goal: usize, now_ms: u64) -> u64 {
        let chosen = self.intention.chosen.as_ref().filter(|chosen| chosen.goal == goal);
        self.seed ^ (goal as u64) << 48 ^ chosen.map_or(now_ms, |chosen| chosen.since_ms)
    }

    /// Adopts a plan unless it no longer reaches its goal. Returns the ground actions whose objects other agents have
    /// claimed in the meantime; then another plan is needed.
    pub(crate) fn adopt(
        &mut self,
        archetype: &mut CompiledArchetype,
        ctx: &mut TickContext,
        ranked: Ranked,
        plan: &Plan,
        job: &Job,
    ) -> Vec<GroundActionId> {
        let is_wanted = self.is_worth(archetype, ranked.goal, &ranked.args);
        if !is_wanted || !self.is_plan_current(archetype, &ranked, plan, job) {
            // An order ended, a belief changed, or a slot got another object since the plan was requested.
            self.intention.is_awake = true;
            return Vec::new();
        }
        if job.version != self.beliefs.memory.version {
            let mut state = self.beliefs.memory.state.clone();
            let can = plan.steps.iter().all(|step| archetype.grounding.apply(step.id, &mut state).is_some());
            let compiled_goal = archetype.compiled_goal(ranked.goal, &ranked.args);
            if !can || !compiled_goal.is_some_and(|compiled_goal| compiled_goal.is_met(&state)) {
                self.intention.is_awake = true;
                return Vec::new();
            }
        }
        if let Some(costs) = self.keeps_plan(archetype, &ranked, plan, job, ctx.now_ms) {
            self.go_on_with_plan(archetype, ctx, ranked, job, costs);
            return Vec::new();
        }
        if !archetype.claiming.is_empty() {
            let steps: Vec<GroundActionId> = plan.steps.iter().map(|step| step.id).collect();
            let refused = self.claim(archetype, ctx, &steps);
            if !refused.is_empty() {
                return refused;
            }
        }
        ctx.counters.plans_found += 1;
        let is_same =
            self.intention.chosen.as_ref().is_some_and(|chosen| ranked.is(chosen.goal, &chosen.args));
        let is_switch = !is_same && self.intention.chosen.is_some();
        let since_ms =
            self.intention.chosen.as_ref().filter(|_| is_same).map_or(ctx.now_ms, |chosen| chosen.since_ms);
        let is_ordered = |order: &Order| {
            order.terms.bias > 0 && self.resolve(order).is_some_and(|args| ranked.is(order.goal, &args))
        };
        let order =
            self.command.orders.iter().find(|order| !is_same && is_ordered(order)).map(|order| order.from);
        let Ranked { goal, args, score, .. } = ranked;
        self.intention.chosen = Some(Chosen { goal, args, score, since_ms });
        self.set_replan(archetype, ctx.now_ms);
        let args = self.intention.chosen.as_ref().map_or_else(Vec::new, |chosen| chosen.args.clone());
        if !is_same {
            if is_switch {
                ctx.quality.goal_switched(self.id);
            }
            ctx.recorder.chosen(self, archetype);
        }
        ctx.recorder.plan_found(self, archetype, job.number, plan, job.spent());
        self.execution.plan_job = job.number;
        self.report_orders(archetype, ctx, goal, &args, OrderState::TakenUp);
        if let Some(from) = order.filter(|_| self.execution.running.is_some()) {
            ctx.recorder.interrupted(self.id, from, Reason::Ordered);
        }
        let reason = if order.is_some() { StopReason::Ordered } else { StopReason::Replanned };
        self.follow(archetype, ctx, plan.steps.iter().map(|step| step.id), reason);
        if self.execution.plan.is_empty() {
            self.end_goal(archetype, ctx);
        }
        Vec::new()
    }

    /// Keeps the running plan instead of a new one for the same goal.
    fn go_on_with_plan(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        Ranked { goal, args, score, .. }: Ranked,
        job: &Job,
        costs: PlanCosts,
    ) {
        ctx.counters.plans_kept += 1;
        ctx.recorder.plan_kept(self.id, job.number, costs);
        if let Some(chosen) = &mut self.intention.chosen {
            chosen.score = score;
        }
        self.report_orders(archetype, ctx, goal, &args, OrderState::TakenUp);
    }

    /// Returns whether a plan is still about the objects for which it was requested.
    pub(crate) fn is_plan_current(
        &self,
        archetype: &CompiledArchetype,
        ranked: &Ranked,
        plan: &Plan,
        job: &Job,
    ) -> bool {
        let steps = plan.steps.iter().flat_map(|step| archetype.grounding.bound_args(step.id));
        self.is_current(&job.generations, steps.chain(ranked.args.iter().copied().flatten()))
    }

    /// Gives up the current goal, because there is nothing to do.
    pub(crate) fn give_up(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext, why: IdleReason) {
        if self.intention.chosen.take().is_some() {
            ctx.recorder.goal_ended(self.id, why.into());
        }
        self.intention.requested = None;
        ctx.quality.gave_up(self.id);
        self.drop_plan(ctx, why.into());
        self.stop_step(archetype, ctx, StopReason::Replanned);
        self.say_idle(ctx, why);
    }

    /// Stops the running step if its `while` condition is broken.
    pub(crate) fn check_while(&mut self, archetype: &mut CompiledArchetype, ctx: &mut TickContext) {
        let Some(running) = self.execution.running.filter(|running| running.phase == Phase::Acting) else {
            return;
        };
        let is_broken = archetype
            .while_of(running.action)
            .is_some_and(|condition| !condition.holds(&self.beliefs.memory.state));
        if is_broken {
            self.stop_step(archetype, ctx, StopReason::ConditionLost);
            self.drop_plan(ctx, Reason::ConditionLost);
            self.intention.is_awake = true;
        }
    }

    /// Reports orders whose goals are already met as done.
    pub(crate) fn report_met_orders(&mut self, archetype: &mut CompiledArchetype, ctx: &mut TickContext) {
        for at in (0..self.command.orders.len()).rev() {
            let Some(order) = self.command.orders.get(at) else { continue };
            let goal = order.goal;
            let Some(args) = self.resolve(order) else { continue };
            if archetype
                .compiled_goal(goal, &args)
                .is_some_and(|compiled_goal| compiled_goal.is_met(&self.beliefs.memory.state))
            {
                self.report_orders(archetype, ctx, goal, &args, OrderState::Done);
            }
        }
    }

    pub(crate) fn quarantine(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext, reason: &str) {
        if self.lifecycle.quarantined().is_some() {
            return;
        }
        self.stop_step(archetype, ctx, StopReason::Removed);
        self.withdraw_former_orders(ctx);
        self.lose_orders(archetype, ctx);
        self.drop_plan(ctx, Reason::Quarantined);
        self.lifecycle = Lifecycle::Quarantined { reason: reason.to_owned() };
        ctx.quality.suspend(self.id, true, ctx.now_ms);
        ctx.recorder.quarantined(self.id, reason);
        self.intention.chosen = None;
        self.intention.requested = None;
        ctx.say(Command::Idle { agent: self.id, why: IdleReason::Quarantined }, []);
    }

    /// Tells the game that the agent has nothing to do, once.
    pub(crate) fn say_idle(&mut self, ctx: &mut TickContext, why: IdleReason) {
        if why == IdleReason::NoPlan && self.is_new() {
            return;
        }
        if !std::mem::replace(&mut self.execution.is_idle, true) {
            ctx.recorder.idle(self.id, why);
            if !self.lifecycle.is_dormant() {
                ctx.say(Command::Idle { agent: self.id, why }, []);
            }
        }
    }
}
