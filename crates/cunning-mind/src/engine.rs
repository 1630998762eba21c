//! The engine that runs all agents: percepts in, commands out, one tick at a time.

mod config;
mod fetch;
mod foresee;
mod inspect;
mod messages;
mod numbers;
mod past;
mod percepts;
mod queries;
mod reload;
mod save;
mod snapshot;
mod ticks;
mod why;
mod why_goal;

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_encode::Hashed;
use cunning_plan::Micros;
use cunning_plan::model::{ActionId, TypeId};
use cunning_trace::Event;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use smallvec::SmallVec;

use crate::agent::{Agent, Beliefs};
use crate::archetype_set::ArchetypeSet;
use crate::compiled_archetype::CompiledArchetype;
use crate::error::{MindError, NameKind, UnknownName};
use crate::memory::Memory;
use crate::object_slots::Object;
use crate::quality::Quality;
use crate::query_runner::QueryRunner;
use crate::record::Reason;
use crate::scheduler::Scheduler;
use crate::spec::{Archetype, DomainSpec};
use crate::tick_context::{AGENTS_MAX, Counters, TickContext, owner};
use crate::time::stagger;
use crate::timers::Timers;
use crate::wire::clone_by_field;
use numbers::Numbers;

pub use crate::bytes::MESSAGE_BYTES_MAX;
pub use crate::events::MindEvent;
pub use crate::message::{
    AgentId, CERTAIN, Command, Commands, IdleReason, Order, OrderFailure, OrderId, OrderState, OrderTerms,
    Percept, QuestionId, StepId, StopReason, Value,
};
pub(crate) use config::planner_config;
pub use config::{MindConfig, Spawn};
pub use foresee::Foresight;
pub use inspect::{Inspection, ReceivedOrder};
pub use reload::ReloadReport;
pub use save::{RestoreError, RestoreReport};
pub use snapshot::Snapshot;
pub use why_goal::{RankingChange, ScoreBelief};

/// Declares the engine and the part of its state that snapshots copy.
macro_rules! engine {
    (
        $(#[$doc:meta])*
        own { $( $(#[$own_doc:meta])* $own:ident: $own_type:ty, )* }
        state { $( $(#[$field_doc:meta])* $vis:vis $field:ident: $type:ty, )* }
    ) => {
        $(#[$doc])*
        pub struct MindEngine {
            $( $(#[$own_doc])* $own: $own_type, )*
            $( $(#[$field_doc])* $vis $field: $type, )*
        }

        /// A copy of the state of an engine.
        #[derive(Default)]
        struct EngineState {
            $( $field: $type, )*
        }

        impl MindEngine {
            /// Creates an engine with an empty state.
            fn empty($( $own: $own_type, )*) -> Self {
                Self { $( $own, )* $( $field: Default::default(), )* }
            }

            /// Copies the state, reusing memory.
            fn copy_to(&self, state: &mut EngineState) {
                $( Clone::clone_from(&mut state.$field, &self.$field); )*
            }

            /// Replaces the state by a copy, reusing memory.
            fn copy_from(&mut self, state: &EngineState) {
                $( Clone::clone_from(&mut self.$field, &state.$field); )*
            }
        }
    };
}

engine! {
    /// The engine below [`Minds`](crate::Minds): agents that think within a budget per tick, in terms of ids and plain
    /// messages.
    ///
    /// Percepts may arrive at any time and are believed at once. [`MindEngine::tick`] advances time, lets woken agents
    /// choose goals, plans for them within the budget, and starts their steps. Commands to the game stay in
    /// [`MindEngine::commands`] until [`MindEngine::clear_commands`].
    own {
        /// Identifies the engine to its snapshots.
        identity: Arc<()>,
        spec: Arc<DomainSpec>,
        scheduler: Scheduler,
        archetypes: ArchetypeSet,
        touched: Vec<usize>,
        /// Scratch memory for the candidates of the query being answered.
        judged: Vec<cunning_trace::Candidate>,
    }
    state {
        agents: Vec<Entry>,
        free: Vec<usize>,
        objects: Hashed<BTreeMap<u64, Object>>,
        /// Numbers of tables that the game has overwritten.
        numbers: Hashed<Numbers>,
        /// The polling interval of each sensor.
        sensors: BTreeMap<String, u32>,
        /// The time at which each agent next has work. Outdated entries are skipped.
        timers: Timers,
        awake: Vec<usize>,
        ready: Vec<usize>,
        query_runner: QueryRunner,
        pub(crate) ctx: TickContext,
    }
}

/// A place for an agent.
#[derive(Debug)]
pub(crate) struct Entry {
    generation: u32,
    pub(crate) agent: Option<Hashed<Agent>>,
    timer_ms: u64,
    is_listed: bool,
    is_ready: bool,
}

clone_by_field!(Entry { generation, agent, timer_ms, is_listed, is_ready });

impl Entry {
    /// Returns the place of the agent's compiled archetype.
    fn archetype(&self) -> Option<usize> {
        Some(self.agent.as_deref()?.archetype)
    }
}

impl MindEngine {
    /// Creates an engine without agents.
    pub fn new(spec: Arc<DomainSpec>, config: MindConfig) -> Self {
        let scheduler = Scheduler::new(config);
        let archetypes = ArchetypeSet::new(&spec);
        Self::empty(Arc::default(), spec, scheduler, archetypes, Vec::new(), Vec::new())
    }

    /// Returns the spec that all agents share.
    pub fn spec(&self) -> &Arc<DomainSpec> {
        &self.spec
    }

    /// Adds an agent of an archetype.
    pub fn spawn(&mut self, archetype: &str, spawn: Spawn) -> Result<AgentId, MindError> {
        let at = self.spec.archetypes.iter().position(|known| known.name == archetype);
        let at = at.ok_or_else(|| {
            UnknownName::new(
                NameKind::Archetype,
                archetype,
                self.spec.archetypes.iter().map(|known| known.name.as_str()),
            )
        })?;
        if self.free.is_empty() && self.agents.len() >= AGENTS_MAX {
            return Err(MindError::TooMany { what: "agents", max: AGENTS_MAX });
        }
        let traits = traits(&self.spec, at, spawn.seed, &spawn.traits);
        let is_first = !self.archetypes.has(at);
        let archetype = self.archetypes.acquire(at, &traits, &self.sensors)?;
        let known = &self.archetypes[archetype];
        if is_first {
            // Others of the kind have other traits and may be many, so theirs are made when they are needed.
            self.scheduler.prepare(known);
        }
        let mut state = known.start(&traits);
        let index = self.free.pop().unwrap_or(self.agents.len());
        if index == self.agents.len() {
            self.agents.push(Entry {
                generation: 0,
                agent: None,
                timer_ms: u64::MAX,
                is_listed: false,
                is_ready: false,
            });
        }
        let id = AgentId(u64::from(self.agents[index].generation) << 32 | index as u64);
        self.numbers.apply(known, id, &mut state);
        let now_ms = self.ctx.now_ms;
        let beliefs = Beliefs::new(known, Memory::new(known, state, now_ms), id, now_ms);
        let agent = Agent::new(id, spawn.name, (archetype, known), beliefs, spawn.seed, now_ms);
        let (name, seed, commander) = (agent.name.as_str(), spawn.seed, spawn.commander);
        self.ctx.recorder.spawned(id, at, name, seed, commander);
        self.ctx.quality.begin(id, self.ctx.now_ms);
        for (trait_name, value) in &spawn.traits {
            self.ctx.recorder.trait_set(id, &self.spec, trait_name, *value);
        }
        self.agents[index].agent = Some(Hashed::new(agent));
        self.list(index);
        self.set_timer(index);
        if let Some(commander) = spawn.commander {
            self.put_under(id, Some(commander));
        }
        Ok(id)
    }

    /// Returns whether an agent exists.
    pub fn contains(&self, agent: AgentId) -> bool {
        self.index_of(agent).is_some()
    }

    /// Iterates over the existing agents in the order of their indices.
    pub fn agent_ids(&self) -> impl Iterator<Item = AgentId> {
        self.agents.iter().filter_map(|entry| Some(entry.agent.as_deref()?.id))
    }

    /// Returns the archetype of an agent.
    pub fn archetype_of(&self, agent: AgentId) -> Option<&Archetype> {
        self.spec.archetypes.get(self.archetype_index(agent)?)
    }

    /// Returns the index in the domain of an agent's archetype.
    pub(crate) fn archetype_index(&self, agent: AgentId) -> Option<usize> {
        let agent = self.get(self.index_of(agent)?)?;
        Some(self.archetypes[agent.archetype].key.index)
    }

    /// Returns the direct subordinates of an agent.
    pub fn subordinates_of(&self, agent: AgentId) -> &[AgentId] {
        self.index_of(agent)
            .and_then(|index| self.get(index))
            .map_or(&[], |agent| &agent.command.subordinates)
    }

    /// Returns the type to which an object of the game is bound.
    pub fn object_type(&self, handle: u64) -> Option<TypeId> {
        self.objects.get(&handle).map(|object| object.ty)
    }

    /// Takes the oldest command with its arguments.
    pub(crate) fn pop_command(&mut self) -> Option<(Command<'static>, SmallVec<[Value; 4]>)> {
        self.ctx.commands.pop()
    }

    /// Sets the polling interval of a sensor. Existing agents are first polled at staggered times within the
    /// interval.
    pub fn set_sensor(&mut self, name: &str, interval_ms: u32) {
        self.ctx.recorder.sensor(name, interval_ms);
        let interval_ms = interval_ms.max(1);
        self.sensors.insert(name.to_owned(), interval_ms);
        self.set_intervals();
        for index in 0..self.agents.len() {
            let now_ms = self.ctx.now_ms;
            let Some((agent, archetype, _)) = self.parts(index) else { continue };
            let Some(at) = archetype.definition().sensors.iter().position(|known| known == name) else {
                continue;
            };
            let first_ms = now_ms + stagger(agent.id, interval_ms);
            if first_ms < agent.beliefs.sensors[at] {
                agent.beliefs.sensors[at] = first_ms;
                agent.beliefs.sense_ms = agent.beliefs.sense_ms.min(first_ms);
                self.set_timer(index);
            }
        }
    }

    /// Sets the polling intervals of all compiled archetypes.
    fn set_intervals(&mut self) {
        for archetype in self.archetypes.iter_mut() {
            archetype.set_intervals(&self.sensors);
        }
    }

    /// Changes a trait of an agent. Only costs and scores change; a trait read by conditions or amounts is fixed when
    /// the agent is spawned.
    pub fn set_trait(&mut self, agent: AgentId, name: &str, value: Micros) -> Result<(), MindError> {
        let index = self.index_of(agent).ok_or(MindError::NoAgent(agent))?;
        if let Some(agent) = self.agents[index].agent.as_deref_mut() {
            self.archetypes[agent.archetype].grounding.set_trait(
                &mut agent.beliefs.memory.state,
                name,
                value,
            )?;
            agent.beliefs.memory.version += 1;
        }
        // Only what has an effect is recorded.
        self.ctx.recorder.trait_set(agent, &self.spec, name, value);
        self.list(index);
        Ok(())
    }

    /// Removes an agent. Its running step is stopped and needs no report.
    pub fn remove(&mut self, agent: AgentId) {
        if self.index_of(agent).is_some() {
            self.ctx
                .recorder
                .0
                .record_input(agent, || Event::AgentRemoved { reason: Reason::Removed as u32 });
            self.take_out(agent);
        }
    }

    fn take_out(&mut self, agent: AgentId) {
        let Some(index) = self.index_of(agent) else { return };
        let commander = self.get_mut(index).and_then(|agent| agent.command.commander);
        self.put_under(agent, None);
        let entry = &mut self.agents[index];
        let Some(mut agent) = entry.agent.take() else { return };
        // The successor has the same commander.
        agent.command.commander = commander;
        let archetype = &self.archetypes[agent.archetype];
        agent.stop_step(archetype, &mut self.ctx, StopReason::Removed);
        agent.withdraw_former_orders(&mut self.ctx);
        agent.lose_orders(archetype, &mut self.ctx);
        agent.release(&mut self.ctx);
        self.numbers.forget(agent.id);
        self.ctx.quality.end(agent.id, self.ctx.now_ms);
        entry.generation = entry.generation.wrapping_add(1);
        entry.timer_ms = u64::MAX;
        self.free.push(index);
        self.succeed(&agent);
        self.deliver();
        let dropped = self.archetypes.release(agent.archetype);
        self.scheduler.forget(&dropped);
    }

    /// Sets or removes the commander of an agent. A commander below the agent is ignored.
    pub fn set_commander(&mut self, agent: AgentId, commander: Option<AgentId>) {
        self.ctx.recorder.0.record_input(agent, || Event::CommanderChanged { commander });
        self.put_under(agent, commander);
    }

    /// Returns the commander of an agent: the one it was given, or that one's successor.
    pub fn commander_of(&self, agent: AgentId) -> Option<AgentId> {
        self.get(self.index_of(agent)?)?.command.commander
    }

    fn put_under(&mut self, agent: AgentId, commander: Option<AgentId>) {
        let Some(index) = self.index_of(agent) else { return };
        if commander.is_some_and(|commander| self.is_above(agent, commander)) {
            return;
        }
        let old =
            self.get_mut(index).and_then(|agent| std::mem::replace(&mut agent.command.commander, commander));
        if let Some(old) = old.and_then(|old| self.index_of(old)).and_then(|old| self.get_mut(old)) {
            old.command.subordinates.retain(|known| *known != agent);
        }
        if let Some(new) = commander.and_then(|new| self.index_of(new)).and_then(|new| self.get_mut(new)) {
            new.command.subordinates.push(agent);
            // What too few could not do, one more may.
            new.command.unfulfilled.clear();
        }
    }

    /// Returns whether an agent is another one or above it in the chain of command.
    pub(crate) fn is_above(&self, agent: AgentId, other: AgentId) -> bool {
        let mut above = Some(other);
        while let Some(id) = above {
            if id == agent {
                return true;
            }
            above = self.commander_of(id);
        }
        false
    }

    /// Sets the importance of an agent, from 0 to 1,000,000; the default is 500,000. More important agents get plans
    /// sooner and a larger share of the budget; the sensors of less important ones are polled up to four times less
    /// often.
    pub fn set_importance(&mut self, agent: AgentId, importance: u32) {
        self.ctx.recorder.0.record_input(agent, || Event::ImportanceSet { importance });
        let Some(index) = self.index_of(agent) else { return };
        if let Some((agent, archetype, ctx)) = self.parts(index) {
            agent.set_importance(archetype, importance.min(1_000_000), ctx.now_ms);
        }
        self.set_timer(index);
    }

    pub(crate) fn index_of(&self, agent: AgentId) -> Option<usize> {
        let index = (agent.0 & u64::from(u32::MAX)) as usize;
        let entry = self.agents.get(index)?;
        (entry.agent.is_some() && u64::from(entry.generation) == agent.0 >> 32).then_some(index)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Agent> {
        self.agents.get(index)?.agent.as_deref()
    }

    /// Returns an agent with its archetype and the tick context.
    pub(crate) fn parts(
        &mut self,
        index: usize,
    ) -> Option<(&mut Agent, &mut CompiledArchetype, &mut TickContext)> {
        let agent = self.agents.get_mut(index)?.agent.as_deref_mut()?;
        let archetype = self.archetypes.get_mut(agent.archetype)?;
        Some((agent, archetype, &mut self.ctx))
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Agent> {
        self.agents.get_mut(index)?.agent.as_deref_mut()
    }

    /// Returns the commands that have not been cleared. Percepts can lead to commands too, not only ticks.
    pub fn commands(&self) -> &Commands {
        &self.ctx.commands
    }

    /// Takes the commands. The memory of the given buffer is reused for the next ones.
    pub fn take_commands(&mut self, commands: &mut Commands) {
        commands.clear();
        std::mem::swap(commands, &mut self.ctx.commands);
    }

    /// Returns the action of a running step in the current domain. A [reload](Self::reload) may change the ids that
    /// games remember.
    pub fn action_of(&self, step: StepId) -> Option<ActionId> {
        let agent = self.agents.get(owner(step.0))?.agent.as_deref()?;
        let running = agent.execution.running.filter(|running| running.step == step)?;
        Some(self.archetypes[agent.archetype].grounding.action(running.action))
    }

    /// Returns the name of a sensor of an agent.
    pub fn sensor_name(&self, agent: AgentId, sensor: u32) -> Option<String> {
        let agent = self.agents[self.index_of(agent)?].agent.as_deref()?;
        self.archetypes[agent.archetype].definition().sensors.get(sensor as usize).cloned()
    }

    /// Puts an agent in quarantine because of an error: it stops and does nothing further. Its orders are lost.
    pub fn quarantine(&mut self, agent: AgentId, reason: &str) {
        self.ctx.recorder.0.record_input(agent, || Event::Quarantined { reason });
        let Some(index) = self.index_of(agent) else { return };
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return };
        let archetype = &self.archetypes[agent.archetype];
        agent.quarantine(archetype, &mut self.ctx, reason);
        self.settle(index);
        self.deliver();
    }

    /// Returns the reason why an agent is in quarantine; `None` if it is not.
    pub fn quarantined(&self, agent: AgentId) -> Option<&str> {
        self.agents[self.index_of(agent)?].agent.as_deref()?.lifecycle.quarantined()
    }

    /// Clears the commands after the game has handled them.
    pub fn clear_commands(&mut self) {
        self.ctx.commands.clear();
    }

    /// Returns the counters of the engine.
    pub fn counters(&self) -> Counters {
        self.ctx.counters
    }

    /// Returns the quality counters of all agents together, including removed ones. They start from zero when the
    /// engine is created or restored.
    pub fn quality(&self) -> Quality {
        self.ctx.quality.total(self.ctx.now_ms)
    }

    /// Returns the quality counters of an agent; `None` if it does not exist.
    pub fn quality_of(&self, agent: AgentId) -> Option<Quality> {
        self.ctx.quality.agent(agent, self.ctx.now_ms)
    }

    /// Starts the quality counters of all agents of an engine that was restored.
    fn count_quality(&mut self) {
        let Self { agents, ctx, .. } = self;
        for agent in agents.iter().filter_map(|entry| entry.agent.as_deref()) {
            ctx.quality.begin(agent.id, ctx.now_ms);
            if agent.execution.running.is_some_and(|running| !running.is_fallback) {
                ctx.quality.step_started(agent.id, false, ctx.now_ms);
            }
            ctx.quality.suspend(agent.id, !agent.lifecycle.can_act(), ctx.now_ms);
        }
    }

    /// Returns the hits and misses of the plan cache.
    pub fn cache_hits_and_misses(&self) -> (u64, u64) {
        (self.scheduler.cache().hits(), self.scheduler.cache().misses())
    }

    /// Returns the number of planning jobs.
    pub fn jobs(&self) -> usize {
        self.scheduler.len()
    }

    /// Returns the milliseconds since the engine was created.
    pub fn now_ms(&self) -> u64 {
        self.ctx.now_ms
    }

    /// Schedules an agent for the work it now has.
    pub(crate) fn settle(&mut self, index: usize) {
        self.note_idleness(index);
        let Some(agent) = self.agents[index].agent.as_deref() else { return };
        let has_something =
            agent.execution.at < agent.execution.plan.len() || agent.waits(&self.archetypes[agent.archetype]);
        let may_start = agent.execution.running.is_none() && has_something;
        if agent.intention.is_awake {
            self.list(index);
        }
        if may_start && !std::mem::replace(&mut self.agents[index].is_ready, true) {
            self.ready.push(index);
        }
        self.set_timer(index);
    }

    /// Notes whether an agent with orders is idle.
    fn note_idleness(&mut self, index: usize) {
        let now_ms = self.ctx.now_ms;
        if let Some(agent) = self.get_mut(index).filter(|agent| !agent.command.orders.is_empty()) {
            agent.note_idleness(now_ms);
            self.set_timer(index);
        }
    }

    /// Adds an agent to the list of those that choose goals.
    fn list(&mut self, index: usize) {
        if let Some(agent) = self.get_mut(index) {
            agent.intention.is_awake = true;
        }
        if !std::mem::replace(&mut self.agents[index].is_listed, true) {
            self.awake.push(index);
        }
    }

    fn set_timer(&mut self, index: usize) {
        let entry = &mut self.agents[index];
        let next_ms = entry
            .agent
            .as_ref()
            .map_or(u64::MAX, |agent| agent.next_ms.min(agent.beliefs.sense_ms).min(agent.orders_end_ms()));
        if next_ms < entry.timer_ms {
            entry.timer_ms = next_ms;
            self.timers.set(next_ms, index);
        }
    }
}

/// Returns the traits of an agent: given, or drawn from its seed.
pub(crate) fn traits(
    spec: &DomainSpec,
    archetype: usize,
    seed: u64,
    given: &[(String, Micros)],
) -> Vec<(String, Micros)> {
    let mut random = Pcg32::seed_from_u64(seed);
    let draw = |(name, low, high): &(String, Micros, Micros)| {
        let drawn = if low < high { random.random_range(low.get()..=high.get()) } else { low.get() };
        let given = given.iter().rev().find(|(given, _)| given == name);
        let value = given.map_or_else(|| Micros::new(drawn).unwrap_or_default(), |(_, value)| *value);
        (name.clone(), value)
    };
    spec.archetypes[archetype].traits.iter().map(draw).collect()
}
