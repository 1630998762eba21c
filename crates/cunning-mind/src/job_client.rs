//! The agents as the scheduler sees them: what their jobs need, and who gets the results.

use cunning_plan::{CompiledGoal, SearchTree};

use crate::agent::Agent;
use crate::archetype_set::ArchetypeSet;
use crate::choose::Ranked;
use crate::engine::Entry;
use crate::message::{IdleReason, OrderFailure, OrderState};
use crate::profile::WorkOwner;
use crate::scheduler::{GoalFingerprint, Job, Outcome};
use crate::tick_context::TickContext;

/// The report of an order for a goal without a plan.
const NO_PLAN: OrderState = OrderState::Failed(OrderFailure::NoPlan);

/// Hands plans to agents.
pub(crate) struct JobClient<'a> {
    pub(crate) agents: &'a mut [Entry],
    pub(crate) archetypes: &'a mut ArchetypeSet,
    pub(crate) ctx: &'a mut TickContext,
    /// The agents that received plans.
    pub(crate) touched: &'a mut Vec<usize>,
}

impl JobClient<'_> {
    /// Returns the agent if it still waits for the job.
    fn agent(&self, job: &Job) -> Option<&Agent> {
        let agent = self.agents.get(job.agent)?.agent.as_deref()?;
        (agent.intention.waits_for(job) && !agent.lifecycle.is_held()).then_some(agent)
    }

    /// Returns whether a job is still wanted.
    pub(crate) fn is_wanted(&self, job: &Job) -> bool {
        self.agent(job).is_some()
    }

    /// Returns the compiled goal of a job.
    pub(crate) fn compiled_goal(&mut self, job: &Job) -> Option<CompiledGoal> {
        let archetype = self.agent(job)?.archetype;
        let Ranked { goal, args, .. } = job.goals.get(job.at)?;
        self.archetypes[archetype].compiled_goal(*goal, args)
    }

    /// Returns what identifies the goal of a job.
    pub(crate) fn fingerprint(&self, job: &Job) -> Option<GoalFingerprint> {
        let archetype = &self.archetypes[self.agent(job)?.archetype];
        let Ranked { goal, args, .. } = job.goals.get(job.at)?;
        Some(archetype.fingerprint(*goal, args))
    }

    /// Records that a job has used a part of the budget.
    pub(crate) fn sliced(&mut self, job: &Job, granted: u64, used: u64) {
        if let Some(agent) = self.agent(job).map(|agent| agent.id) {
            self.ctx.recorder.plan_sliced(agent, job.number, granted, used);
        }
    }

    /// Records the nodes of a search that has ended.
    pub(crate) fn searched(&mut self, job: &Job, tree: &SearchTree) {
        if let Some(agent) = self.agent(job).map(|agent| agent.id) {
            self.ctx.recorder.search_tree(agent, job.number, tree);
        }
    }

    /// Returns the agent that a job is for, for the profiler.
    pub(crate) fn owner(&self, job: &Job) -> WorkOwner {
        let agent = self.agent(job);
        let goal =
            |agent: &Agent| Some(self.archetypes[agent.archetype].goals[job.goals.get(job.at)?.goal].goal);
        WorkOwner { agent: agent.map(|agent| agent.id), goal: agent.and_then(goal), job: Some(job.number) }
    }

    /// Takes the result of a job. A job that it returns continues.
    pub(crate) fn ended(&mut self, mut job: Job, outcome: Outcome) -> Option<Job> {
        self.touched.push(job.agent);
        let agent = self.agents[job.agent].agent.as_deref_mut()?;
        let archetype = &mut self.archetypes[agent.archetype];
        let ranked = job.goals.get(job.at)?.clone();
        match outcome {
            Outcome::Planned(plan) => {
                if let Some((mut job, plan)) = agent.ask_checks(archetype, self.ctx, job, plan) {
                    let claimed = agent.adopt(archetype, self.ctx, ranked, &plan, &job);
                    if !claimed.is_empty() {
                        job.refused.extend(claimed);
                        return Some(job);
                    }
                    agent.intention.requested = None;
                }
            }
            Outcome::Failed(status) => {
                if job.allow_cooling() {
                    return Some(job);
                }
                self.ctx.counters.plans_failed += 1;
                self.ctx.recorder.plan_failed(agent.id, &job, status);
                // An agent that has not perceived anything yet tries again when it has.
                if !agent.is_new() {
                    agent.back_off(ranked.goal, self.ctx.now_ms);
                    agent.report_orders(archetype, self.ctx, ranked.goal, &ranked.args, NO_PLAN);
                }
                agent.let_go(archetype, self.ctx, None);
                if job.next_goal() {
                    return Some(job);
                }
                agent.give_up(archetype, self.ctx, IdleReason::NoPlan);
            }
        }
        None
    }
}
