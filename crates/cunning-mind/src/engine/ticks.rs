//! Ticks: time passes, agents choose goals, plans are made, steps start.

use cunning_trace::Bar;

use super::MindEngine;
use super::fetch::AHEAD;
use crate::agent::RequestedPlan;
use crate::choose::{Ranked, Scored, rank, score};
use crate::geometry::Geometry;
use crate::job_client::JobClient;
use crate::job_snapshot::JobSnapshot;
use crate::message::IdleReason;
use crate::profile::Phase;
use crate::record::{ACT, CHOOSE, GRANT, THINK};
use crate::scheduler::Request;
use crate::spec::Interrupt;

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
            let hash = self.replay_hash();
            self.ctx.recorder.hash(hash);
        }
        self.ctx.watch.end_tick(self.ctx.tick);
    }

    fn run_timers(&mut self) {
        self.timers.pass(self.ctx.now_ms, |ms, index| self.agents[index].timer_ms == ms);
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
            self.note_idleness(index);
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
        let backs_off = |scored: &Scored| {
            scored.bar == Some(Bar::Cooldown) && agent.intention.goals[scored.ranked.goal].failures > 0
        };
        let backs_off = scored.iter().any(backs_off);
        let ranked = rank(scored);
        let Some(best) = ranked.first() else {
            if agent.interrupt_rule(archetype) == Some(Interrupt::Never) {
                // The agent gives up when the step ends.
                agent.intention.is_awake = true;
                return;
            }
            agent.give_up(archetype, ctx, IdleReason::NothingMatters);
            if backs_off {
                ctx.quality.wants(agent.id, ctx.now_ms);
            }
            return;
        };
        ctx.quality.wants(agent.id, ctx.now_ms);
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
        let mut client = JobClient { agents, archetypes, ctx, touched };
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
