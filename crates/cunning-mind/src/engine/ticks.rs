//! Ticks: time passes, agents choose goals, plans are made, steps start.

use cunning_plan::{CompiledGoal, SearchTree};

use super::fetch::AHEAD;
use super::{Entry, MindEngine};
use crate::agent::{Agent, RequestedPlan};
use crate::choose::{Ranked, rank, score};
use crate::compiled_archetype::CompiledArchetype;
use crate::geometry::Geometry;
use crate::job_snapshot::JobSnapshot;
use crate::message::{IdleReason, OrderFailure, OrderState};
use crate::profile::{Phase, Watch, WorkOwner};
use crate::record::{ACT, CHOOSE, GRANT, THINK};
use crate::scheduler::{Job, JobClient, Outcome, Request};
use crate::spec::Interrupt;
use crate::tick_context::TickContext;

/// The report of an order for a goal without a plan.
const NO_PLAN: OrderState = OrderState::Failed(OrderFailure::NoPlan);

impl MindEngine {
    /// Runs a whole tick: advances time, then lets agents think, plan and act. The budget limits the number of
    /// expansions and of questions of queries together.
    pub fn tick(&mut self, dt_ms: u32, budget: u64) {
        self.pass(dt_ms, budget);
        self.think();
    }

    /// Runs the first half of a tick: advances time. Beliefs fade, steps time out, and sensors become due. Percepts
    /// received before the second half count in this tick.
    pub fn pass(&mut self, dt_ms: u32, budget: u64) {
        self.ctx.tick += 1;
        self.ctx.now_ms += u64::from(dt_ms);
        self.ctx.budget = budget;
        self.ctx.recorder.begin_tick(self.ctx.tick, dt_ms, budget);
        self.ctx.watch.enter(Phase::Sense);
        self.run_timers();
        self.ctx.watch.leave_all();
        self.deliver();
    }

    /// Runs the second half of a tick: queries are asked, and agents think, plan and act.
    pub fn think(&mut self) {
        self.ask(None);
        self.think_on();
    }

    /// Runs the queries that are due. With a geometry they are answered at once; otherwise questions go out as
    /// commands.
    pub fn ask(&mut self, geometry: Option<&mut dyn Geometry>) {
        self.run_queries(geometry);
    }

    /// Like [`MindEngine::think`], but questions of queries are answered at once by a geometry.
    pub fn think_in(&mut self, geometry: &mut dyn Geometry) {
        self.run_queries(Some(geometry));
        self.think_on();
    }

    /// Lets agents think, plan and act, after [`MindEngine::ask`].
    pub fn think_on(&mut self) {
        self.ctx.recorder.message(THINK, &[]);
        self.choose_goals();
        let budget = std::mem::take(&mut self.ctx.budget);
        self.plan(budget);
        self.end_tick();
    }

    /// Thinking in slices, for time budgets: agents choose goals. What is left of the tick's budget goes to the first
    /// slice.
    pub fn choose(&mut self) {
        self.ctx.recorder.message(CHOOSE, &[]);
        self.choose_goals();
    }

    /// Thinking in slices: plans for `work` units. Returns false if no agent waits for a plan.
    pub fn plan_slice(&mut self, work: u64) -> bool {
        self.ctx.recorder.message(GRANT, &work.to_le_bytes());
        let left = std::mem::take(&mut self.ctx.budget);
        self.plan(work.saturating_add(left));
        self.scheduler.len() > 0
    }

    /// Thinking in slices: ends the tick. Steps start.
    pub fn act_on(&mut self) {
        self.ctx.recorder.message(ACT, &[]);
        self.end_tick();
    }

    fn end_tick(&mut self) {
        self.deliver();
        self.act();
        self.deliver();
        if self.ctx.recorder.is_on() {
            let hash = self.hash();
            self.ctx.recorder.hash(hash);
        }
        self.ctx.watch.end_tick(self.ctx.tick);
    }

    fn run_timers(&mut self) {
        self.timers.pass(self.ctx.now_ms);
        for at in 0.. {
            if at % AHEAD == 0 {
                self.fetch(self.timers.next(AHEAD));
            }
            let Some((ms, index)) = self.timers.pop() else { break };
            if self.agents[index].timer_ms != ms {
                continue;
            }
            self.agents[index].timer_ms = u64::MAX;
            let Some(agent) = self.agents[index].agent.as_deref_mut() else { continue };
            let id = agent.id;
            self.ctx.watch.enter(Phase::Sense);
            agent.on_time(&self.archetypes[agent.archetype], &mut self.ctx);
            agent.poll(&self.archetypes[agent.archetype], &mut self.ctx);
            if let Some(granted) = agent.stop_waiting(self.ctx.now_ms) {
                self.go_on(index, granted);
            }
            self.settle(index);
            self.ctx.watch.leave(id);
        }
    }

    fn choose_goals(&mut self) {
        let mut awake = std::mem::take(&mut self.awake);
        awake.sort_unstable();
        for index in awake.drain(..) {
            self.agents[index].is_listed = false;
            let Some(id) = self.agents[index].agent.as_deref().map(|agent| agent.id) else { continue };
            self.ctx.watch.enter(Phase::Choose);
            self.think_one(index);
            self.ctx.watch.leave(id);
        }
        // Agents listed in the meantime wait for the next tick.
        std::mem::swap(&mut awake, &mut self.awake);
        self.awake.append(&mut awake);
    }

    fn think_one(&mut self, index: usize) {
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return };
        agent.intention.is_awake = false;
        if !agent.lifecycle.can_act() {
            return;
        }
        let (archetype, ctx) = (&mut self.archetypes[agent.archetype], &mut self.ctx);
        ctx.counters.thoughts += 1;
        agent.beliefs.memory.thought(&archetype.grounding);
        if let Some(chosen) = agent.intention.chosen.clone()
            && archetype
                .compiled_goal(chosen.goal, &chosen.args)
                .is_some_and(|compiled_goal| compiled_goal.is_met(&agent.beliefs.memory.state))
        {
            agent.end_goal(archetype, ctx);
        }
        agent.report_met_orders(archetype, ctx);
        agent.know_ordered(archetype, &self.objects, ctx.now_ms);
        agent.intention.is_awake = false;
        let Some(scored) = score(agent, archetype, ctx.now_ms) else {
            agent.quarantine(archetype, ctx, "the score of a goal is undefined");
            return;
        };
        ctx.recorder.scores(agent, archetype, &scored);
        let ranked = rank(scored);
        let Some(best) = ranked.first() else {
            if agent.interrupt_rule(archetype) == Some(Interrupt::Never) {
                // The agent gives up when the step ends.
                agent.intention.is_awake = true;
                return;
            }
            agent.give_up(archetype, ctx, IdleReason::NothingMatters);
            return;
        };
        let Ranked { goal, args, .. } = best.clone();
        if agent.intention.requested.as_ref().is_some_and(|wanted| best.is(wanted.goal, &wanted.args)) {
            // The goal is already being planned for; the plan is checked when it arrives.
            return;
        }
        if !agent.may_interrupt(archetype, best) {
            // The agent thinks again when the step ends.
            agent.intention.is_awake = true;
            return;
        }
        ctx.counters.plans_asked += 1;
        // An agent that changes its goal while waiting keeps its position in the queue.
        let since = agent.intention.requested.as_ref().map_or(ctx.tick, |wanted| wanted.since);
        let cost_seed = agent.cost_seed(goal, ctx.now_ms);
        let state = agent.snapshot(archetype, cost_seed);
        let mut barred = Vec::new();
        agent.barred(archetype, ctx, &mut barred);
        archetype.bar_others(&agent.beliefs.queries, &mut barred);
        let mut cooling = agent.cooling(archetype, ctx.now_ms);
        cooling.retain(|action| !barred.contains(action));
        let (version, importance, generations) =
            (agent.beliefs.memory.version, agent.importance, agent.generations());
        let job_snapshot = ctx.recorder.is_on().then(|| JobSnapshot {
            state: agent.beliefs.memory.state.clone(),
            goals: ranked.clone(),
            refused: barred.clone(),
            cooling: cooling.clone(),
            cost_seed,
        });
        let request = Request {
            agent: index,
            goals: ranked,
            state,
            version,
            generations,
            refused: barred,
            cooling,
            since,
            importance,
        };
        let number = self.scheduler.ask(request);
        agent.intention.requested = Some(RequestedPlan { number, goal, args, since, pending: None });
        if let Some(job_snapshot) = job_snapshot {
            ctx.recorder.plan_asked(agent, archetype, number, goal, &job_snapshot);
        }
        if agent.waits(archetype) {
            self.settle(index);
        }
    }

    fn plan(&mut self, budget: u64) {
        self.ctx.watch.enter(Phase::Plan);
        let Self { scheduler, agents, archetypes, ctx, touched, .. } = self;
        let mut client = MindsJobClient { agents, archetypes, ctx, touched };
        let spent = scheduler.work(budget, &mut client);
        self.ctx.counters.expanded += spent;
        let mut touched = std::mem::take(&mut self.touched);
        for index in touched.drain(..) {
            self.settle(index);
        }
        self.touched = touched;
        self.ctx.watch.leave_all();
    }

    fn act(&mut self) {
        let mut ready = std::mem::take(&mut self.ready);
        ready.sort_unstable();
        for index in ready.drain(..) {
            self.agents[index].is_ready = false;
            if let Some(agent) = self.agents[index].agent.as_deref_mut() {
                self.ctx.watch.enter(Phase::Act);
                agent.start_step(&self.archetypes[agent.archetype], &mut self.ctx);
                self.ctx.watch.leave(agent.id);
            }
            if self.get_mut(index).is_some_and(|agent| agent.intention.is_awake) {
                self.list(index);
            }
            self.set_timer(index);
        }
        std::mem::swap(&mut ready, &mut self.ready);
        self.ready.append(&mut ready);
    }
}

/// Hands plans to agents.
struct MindsJobClient<'a> {
    agents: &'a mut Vec<Entry>,
    archetypes: &'a mut Vec<CompiledArchetype>,
    ctx: &'a mut TickContext,
    /// The agents that received plans.
    touched: &'a mut Vec<usize>,
}

impl MindsJobClient<'_> {
    /// Returns the agent if it still waits for the job.
    fn agent(&self, job: &Job) -> Option<&Agent> {
        let agent = self.agents.get(job.agent)?.agent.as_deref()?;
        (agent.intention.waits_for(job) && !agent.lifecycle.is_held()).then_some(agent)
    }
}

impl JobClient for MindsJobClient<'_> {
    fn is_wanted(&self, job: &Job) -> bool {
        self.agent(job).is_some()
    }

    fn wanted_max(&self) -> usize {
        self.agents.len()
    }

    fn compiled_goal(&mut self, job: &Job) -> Option<CompiledGoal> {
        let archetype = self.agent(job)?.archetype;
        let Ranked { goal, args, .. } = job.goals.get(job.at)?;
        self.archetypes[archetype].compiled_goal(*goal, args)
    }

    fn sliced(&mut self, job: &Job, granted: u64, used: u64) {
        if let Some(agent) = self.agent(job).map(|agent| agent.id) {
            self.ctx.recorder.plan_sliced(agent, job.number, granted, used);
        }
    }

    fn tree_nodes(&self) -> usize {
        self.ctx.recorder.tree_nodes()
    }

    fn searched(&mut self, job: &Job, tree: &SearchTree) {
        if let Some(agent) = self.agent(job).map(|agent| agent.id) {
            self.ctx.recorder.search_tree(agent, job.number, tree);
        }
    }

    fn watch(&mut self) -> &mut Watch {
        &mut self.ctx.watch
    }

    fn is_watched(&self) -> bool {
        self.ctx.watch.0.is_some()
    }

    fn owner(&self, job: &Job) -> WorkOwner {
        let agent = self.agent(job);
        let goal =
            |agent: &Agent| Some(self.archetypes[agent.archetype].goals[job.goals.get(job.at)?.goal].goal);
        WorkOwner { agent: agent.map(|agent| agent.id), goal: agent.and_then(goal), job: Some(job.number) }
    }

    fn ended(&mut self, mut job: Job, outcome: Outcome) -> Option<Job> {
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
                if !job.needs_cooling && !job.cooling.is_empty() {
                    job.go_on();
                    return Some(job);
                }
                self.ctx.counters.plans_failed += 1;
                self.ctx.recorder.plan_failed(agent.id, &job, status);
                agent.back_off(ranked.goal, self.ctx.now_ms);
                agent.report_orders(archetype, self.ctx, ranked.goal, &ranked.args, NO_PLAN);
                agent.let_go(archetype, self.ctx, None);
                if job.go_on() {
                    return Some(job);
                }
                agent.give_up(archetype, self.ctx, IdleReason::NoPlan);
            }
        }
        None
    }
}
