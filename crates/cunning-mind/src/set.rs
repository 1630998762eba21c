//! All agents together: percepts in, commands out, a tick at a time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use cunning_plan::model::{FactId, GoalId, TypeId};
use cunning_plan::{Arg, FactValue, GroundActionId, Micros, Plan, PlannerConfig};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

use crate::act::Failure;
use crate::agent::{Agent, Chosen, GoalState, Known, Phase, Wanted};
use crate::ask::{Granted, Heard};
use crate::choose::{Choice, Ranked, choose};
use crate::command::{Letter, Parcel};
use crate::error::MindError;
use crate::kind::Kind;
use crate::lore::{Lore, Scope};
use crate::memory::Memory;
use crate::message::{
    AgentId, Command, Commands, IdleReason, OrderId, OrderState, Percept, QuestionId, StopReason, Value,
};
use crate::scheduler::{Job, Outcome, Scheduler};
use crate::turn::{AGENTS_MAX, Counters, Turn, owner};

/// How a set of agents thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MindConfig {
    /// How plans are made.
    pub planner: PlannerConfig,
    /// How many plans are remembered for whoever asks the same; none if 0.
    pub cache: usize,
    /// How many expansions a plan may take before its goal is left alone for a while.
    pub job_expansions_max: u64,
}

impl Default for MindConfig {
    fn default() -> Self {
        Self { planner: PlannerConfig::default(), cache: 4096, job_expansions_max: 20_000 }
    }
}

/// What a new agent is.
#[derive(Clone, Debug, Default)]
pub struct Spawn {
    /// What it is called; names need not differ.
    pub name: String,
    /// What is drawn for it is drawn from this.
    pub seed: u64,
    /// Who commands it.
    pub commander: Option<AgentId>,
    /// Traits that are not drawn.
    pub traits: Vec<(String, Micros)>,
}

/// What an agent is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// What it is called.
    pub name: String,
    /// The goal that it pursues.
    pub goal: Option<String>,
    /// How much that counts, in millionths.
    pub score: i64,
    /// What is left of its plan, for people; the first step may be running.
    pub plan: Vec<String>,
    /// Whether a step runs.
    pub is_acting: bool,
    /// Whether a plan is being made.
    pub is_planning: bool,
}

/// Agents that think, within a budget per tick.
///
/// Percepts may come in at any time; they are believed at once. [`AgentSet::tick`] lets time pass, lets those agents think
/// whom something woke, plans for them as far as the budget goes, and starts their steps. What the game has to do is in
/// [`AgentSet::commands`] until it says [`AgentSet::clear_commands`].
pub struct AgentSet {
    lore: Arc<Lore>,
    kinds: Vec<Kind>,
    agents: Vec<Entry>,
    free: Vec<usize>,
    objects: BTreeMap<u64, TypeId>,
    /// When each agent next has something to do; entries that no longer say so are passed over.
    timers: BinaryHeap<Reverse<(u64, usize)>>,
    awake: Vec<usize>,
    ready: Vec<usize>,
    touched: Vec<usize>,
    scheduler: Scheduler,
    turn: Turn,
}

struct Entry {
    generation: u32,
    agent: Option<Box<Agent>>,
    timer_ms: u64,
    is_listed: bool,
    is_ready: bool,
}

impl AgentSet {
    /// An empty set for a domain.
    pub fn new(lore: Arc<Lore>, config: MindConfig) -> Self {
        Self {
            lore,
            kinds: Vec::new(),
            agents: Vec::new(),
            free: Vec::new(),
            objects: BTreeMap::new(),
            timers: BinaryHeap::new(),
            awake: Vec::new(),
            ready: Vec::new(),
            touched: Vec::new(),
            scheduler: Scheduler::new(config.planner, config.cache, config.job_expansions_max),
            turn: Turn::default(),
        }
    }

    /// What all agents know how to do and to want.
    pub fn lore(&self) -> &Arc<Lore> {
        &self.lore
    }

    /// Adds an agent of an archetype.
    pub fn spawn(&mut self, archetype: &str, spawn: Spawn) -> Result<AgentId, MindError> {
        let at = self.lore.archetypes.iter().position(|known| known.name == archetype);
        let at = at.ok_or_else(|| MindError::new(format!("there is no archetype `{archetype}`")))?;
        let traits = self.traits(at, &spawn);
        let (kind, mut state) = self.kind(at, &traits)?;
        let known = &self.kinds[kind];
        for (name, value) in &traits {
            known.grounding.set_trait(&mut state, name, *value)?;
        }
        let Some(place) =
            self.free.pop().or_else(|| (self.agents.len() < AGENTS_MAX).then_some(self.agents.len()))
        else {
            return Err(MindError::new(format!("there are {AGENTS_MAX} agents already")));
        };
        if place == self.agents.len() {
            self.agents.push(Entry {
                generation: 0,
                agent: None,
                timer_ms: u64::MAX,
                is_listed: false,
                is_ready: false,
            });
        }
        let id = AgentId(u64::from(self.agents[place].generation) << 32 | place as u64);
        let slots = known.slots.iter().flat_map(|(_, slots)| slots);
        let agent = Agent {
            id,
            name: spawn.name,
            kind,
            memory: Memory::new(known, state, self.turn.now_ms),
            known: slots.map(|&slot| Known { slot, handle: None, heard_ms: 0 }).collect(),
            held: 0,
            is_quarantined: false,
            is_awake: true,
            is_idle: false,
            chosen: None,
            plan: Vec::new(),
            at: 0,
            running: None,
            hoped: Vec::new(),
            disappointments: 0,
            job: None,
            pending: None,
            goals: vec![GoalState::default(); known.goals.len()],
            cooldowns: Vec::new(),
            next_ms: u64::MAX,
            commander: None,
            subordinates: Vec::new(),
            orders: Vec::new(),
            given: Vec::new(),
            importance: 0,
            seed: spawn.seed,
        };
        self.agents[place].agent = Some(Box::new(agent));
        self.list(place);
        if let Some(commander) = spawn.commander {
            self.set_commander(id, Some(commander));
        }
        Ok(id)
    }

    /// The traits of a new agent: given, or drawn from its seed.
    fn traits(&self, archetype: usize, spawn: &Spawn) -> Vec<(String, Micros)> {
        let mut random = Pcg32::seed_from_u64(spawn.seed);
        let draw = |(name, low, high): &(String, Micros, Micros)| {
            let drawn = if low < high { random.random_range(low.get()..=high.get()) } else { low.get() };
            let given = spawn.traits.iter().rev().find(|(given, _)| given == name);
            let value = given.map_or_else(|| Micros::new(drawn).unwrap_or_default(), |(_, value)| *value);
            (name.clone(), value)
        };
        self.lore.archetypes[archetype].traits.iter().map(draw).collect()
    }

    /// The kind for an archetype and traits. Kinds differ by traits only if more than costs and scores depend on them.
    fn kind(
        &mut self,
        archetype: usize,
        traits: &[(String, Micros)],
    ) -> Result<(usize, cunning_plan::State), MindError> {
        for (at, kind) in self.kinds.iter().enumerate().filter(|(_, kind)| kind.archetype == archetype) {
            let mut state = kind.grounding.start();
            let fits =
                traits.iter().all(|(name, value)| kind.grounding.set_trait(&mut state, name, *value).is_ok());
            if fits {
                return Ok((at, kind.grounding.start()));
            }
        }
        let kind = Kind::new(&self.lore, archetype, traits)?;
        let start = kind.grounding.start();
        self.kinds.push(kind);
        Ok((self.kinds.len() - 1, start))
    }

    /// Takes an agent out. A step that runs is told to stop, and needs no more report.
    pub fn remove(&mut self, agent: AgentId) {
        let Some(place) = self.place(agent) else { return };
        self.set_commander(agent, None);
        let entry = &mut self.agents[place];
        let Some(mut agent) = entry.agent.take() else { return };
        let kind = &self.kinds[agent.kind];
        agent.stop_step(kind, &mut self.turn, StopReason::Removed);
        agent.lose_orders(kind, &mut self.turn);
        entry.generation = entry.generation.wrapping_add(1);
        entry.timer_ms = u64::MAX;
        self.free.push(place);
        self.succeed(&agent);
        self.deliver();
    }

    /// A fallen leader is succeeded by the first of its subordinates that can command; if none can, by its own commander.
    fn succeed(&mut self, fallen: &Agent) {
        let can_command = |id: &AgentId| {
            let agent = self.place(*id).and_then(|place| self.agents[place].agent.as_deref());
            agent.is_some_and(|agent| {
                let kind = &self.kinds[agent.kind];
                let orders = |action: &cunning_plan::model::ActionId| {
                    !self.lore.actions[action.index()].orders.is_empty()
                };
                kind.archetype().actions.iter().any(orders)
            })
        };
        let successor = fallen.subordinates.iter().copied().find(can_command);
        for &subordinate in &fallen.subordinates {
            let leader = if Some(subordinate) == successor {
                fallen.commander
            } else {
                successor.or(fallen.commander)
            };
            self.set_commander(subordinate, leader);
        }
    }

    /// Orders an agent to pursue a goal, in the name of the game or a player: `bias`, in millionths, is added to the
    /// goal's score until the goal is met or the time is over. `None` if the agent does not have the goal.
    pub fn order(
        &mut self,
        agent: AgentId,
        goal: GoalId,
        args: &[Option<Value>],
        bias: i64,
        within_ms: Option<u32>,
    ) -> Option<OrderId> {
        let place = self.place(agent)?;
        let kind = &self.kinds[self.agents[place].agent.as_deref()?.kind];
        kind.goals.iter().position(|known| known.goal == goal)?;
        let id = self.turn.order(agent);
        let until_ms = within_ms.map_or(u64::MAX, |within| self.turn.now_ms + u64::from(within));
        let order = Parcel { id, from: None, goal, args: args.to_vec(), bias, until_ms };
        self.turn.letters.push(Letter::Order { to: agent, order });
        self.deliver();
        Some(id)
    }

    /// Hands over messages between agents until none is on its way.
    fn deliver(&mut self) {
        let mut letters = Vec::new();
        while !self.turn.letters.is_empty() {
            std::mem::swap(&mut letters, &mut self.turn.letters);
            for letter in letters.drain(..) {
                self.hand_over(letter);
            }
        }
    }

    fn hand_over(&mut self, letter: Letter) {
        let to = match &letter {
            Letter::Order { to, .. } | Letter::Report { to, .. } | Letter::Withdraw { to, .. } => *to,
        };
        let Some(place) = self.place(to) else {
            // Whoever ordered a dead man hears so.
            if let Letter::Order { order: Parcel { id, from: Some(from), .. }, .. } = letter {
                self.turn.letters.push(Letter::Report { to: from, order: id, state: OrderState::Lost });
            }
            return;
        };
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        let kind = &self.kinds[agent.kind];
        match letter {
            Letter::Order { order, .. } => {
                for value in order.args.iter().flatten() {
                    if let Value::Handle(handle) = value {
                        know(agent, kind, &self.objects, *handle, self.turn.now_ms);
                    }
                }
                let args = order.args.iter().map(|value| value.and_then(|value| arg(agent, value))).collect();
                let (id, from) = (order.id, order.from);
                if !agent.take_order(kind, &order, args)
                    && let Some(from) = from
                {
                    self.turn.letters.push(Letter::Report { to: from, order: id, state: OrderState::Failed });
                }
            }
            Letter::Report { order, state, .. } => {
                let step = agent.running.map(|running| running.step);
                if let (Some(is_done), Some(step)) = (agent.hear_report(kind, order, state), step) {
                    if is_done {
                        agent.step_done(kind, &mut self.turn, step);
                    } else {
                        agent.step_failed(kind, &mut self.turn, step, Failure::Reported);
                    }
                }
            }
            Letter::Withdraw { order, .. } => {
                let before = agent.orders.len();
                agent.orders.retain(|known| known.id != order);
                agent.is_awake |= agent.orders.len() < before;
            }
        }
        self.settle(place);
    }

    /// Gives an agent another commander, or none.
    pub fn set_commander(&mut self, agent: AgentId, commander: Option<AgentId>) {
        let Some(place) = self.place(agent) else { return };
        let old = self.get_mut(place).and_then(|agent| std::mem::replace(&mut agent.commander, commander));
        if let Some(old) = old.and_then(|old| self.place(old)).and_then(|old| self.get_mut(old)) {
            old.subordinates.retain(|known| *known != agent);
        }
        if let Some(new) = commander.and_then(|new| self.place(new)).and_then(|new| self.get_mut(new)) {
            new.subordinates.push(agent);
        }
    }

    /// How much an agent matters, from 0 to a million: it gets its plans sooner.
    pub fn set_importance(&mut self, agent: AgentId, importance: u32) {
        if let Some(agent) = self.place(agent).and_then(|place| self.get_mut(place)) {
            agent.importance = importance.min(1_000_000);
        }
    }

    fn place(&self, agent: AgentId) -> Option<usize> {
        let place = (agent.0 & u64::from(u32::MAX)) as usize;
        let entry = self.agents.get(place)?;
        (entry.agent.is_some() && u64::from(entry.generation) == agent.0 >> 32).then_some(place)
    }

    fn get_mut(&mut self, place: usize) -> Option<&mut Agent> {
        self.agents.get_mut(place)?.agent.as_deref_mut()
    }

    /// What agents want of the game. Percepts lead to commands too, not only ticks.
    pub fn commands(&self) -> &Commands {
        &self.turn.commands
    }

    /// Forgets the commands, which the game has seen to.
    pub fn clear_commands(&mut self) {
        self.turn.commands.clear();
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        self.turn.counters
    }

    /// How often plans were remembered, and how often not.
    pub fn cache_hits_and_misses(&self) -> (u64, u64) {
        (self.scheduler.cache().hits(), self.scheduler.cache().misses())
    }

    /// How many plans are waited for.
    pub fn jobs(&self) -> usize {
        self.scheduler.len()
    }

    /// Milliseconds since the beginning.
    pub fn now_ms(&self) -> u64 {
        self.turn.now_ms
    }

    /// What an agent is about; `None` if there is no such agent.
    pub fn inspect(&self, agent: AgentId) -> Option<Inspection> {
        let agent = self.agents[self.place(agent)?].agent.as_deref()?;
        let kind = &self.kinds[agent.kind];
        let goal = |chosen: &Chosen| {
            self.lore.domain.goals().get(kind.goals[chosen.goal].goal).map(|goal| goal.name.clone())
        };
        Some(Inspection {
            name: agent.name.clone(),
            goal: agent.chosen.as_ref().and_then(goal),
            score: agent.chosen.as_ref().map_or(0, |chosen| chosen.score),
            plan: agent.plan[agent.at.min(agent.plan.len())..]
                .iter()
                .map(|&id| kind.grounding.show(id))
                .collect(),
            is_acting: agent.running.is_some(),
            is_planning: agent.job.is_some(),
        })
    }

    /// The value that an agent believes a fact to have, and how sure it is, in millionths.
    pub fn belief(&self, agent: AgentId, fact: FactId, indices: &[Value]) -> Option<(Value, u32)> {
        let agent = self.agents[self.place(agent)?].agent.as_deref()?;
        let kind = &self.kinds[agent.kind];
        let args: Option<Vec<Arg>> = indices.iter().map(|&value| arg(agent, value)).collect();
        let ground = kind.grounding.ground_fact(fact, &args?)?;
        let value = match kind.grounding.value(&agent.memory.state, ground)? {
            FactValue::Bool(value) => Value::Bool(value),
            FactValue::Int(value) => Value::Int(value),
            FactValue::Object(object) => Value::Object(object.index() as u32),
            FactValue::Slot(slot) => agent.value(Arg::Slot(slot)),
            FactValue::None => Value::None,
        };
        Some((value, agent.memory.confidence(kind, ground, self.turn.now_ms)))
    }

    /// Takes in what the game tells.
    pub fn receive(&mut self, percept: &Percept<'_>) {
        match *percept {
            Percept::Set { agent, fact, indices, value, confidence } => {
                let is_heard = self.tell(agent, fact, indices, value, confidence);
                self.turn.counters.percepts_ignored += u64::from(!is_heard);
            }
            Percept::Bind { ty, handle } => {
                self.objects.insert(handle, ty);
            }
            Percept::Unbind { handle } => self.unbind(handle),
            Percept::Done(step) => self.report(step.0, |agent, kind, turn| {
                // What subordinates carry out is done when they say so.
                !agent.is_commanding() && agent.step_done(kind, turn, step)
            }),
            Percept::Failed(step) => {
                self.report(step.0, |agent, kind, turn| {
                    agent.step_failed(kind, turn, step, Failure::Reported)
                });
            }
            Percept::Running(step) => {
                self.report(step.0, |agent, _, _| agent.running.is_some_and(|running| running.step == step));
            }
            Percept::Ended(step) => self.report(step.0, |agent, _, turn| agent.step_stopped(turn, step)),
            Percept::Answer { question, yes } => self.answer(question, yes),
            Percept::Hold(agent) => self.hold(agent, true),
            Percept::Release(agent) => self.hold(agent, false),
        }
    }

    /// Tells an agent, or all who share the fact; false if nobody heard.
    fn tell(
        &mut self,
        agent: AgentId,
        fact: FactId,
        indices: &[Value],
        value: Value,
        confidence: u32,
    ) -> bool {
        let Some(place) = self.place(agent) else { return false };
        let scope = self.lore.facts.get(fact.index()).map_or(Scope::Agent, |lore| lore.scope);
        let mut is_heard = self.tell_one(place, fact, indices, value, confidence);
        match scope {
            Scope::Agent => {}
            Scope::Squad => {
                let commander = self.get_mut(place).and_then(|agent| agent.commander);
                let mut squad: Vec<AgentId> = commander.into_iter().collect();
                if let Some(leader) = commander.and_then(|id| self.place(id)).and_then(|at| self.get_mut(at))
                {
                    squad.extend(leader.subordinates.iter().copied());
                }
                for member in squad.into_iter().filter(|member| *member != agent) {
                    if let Some(place) = self.place(member) {
                        is_heard |= self.tell_one(place, fact, indices, value, confidence);
                    }
                }
            }
            Scope::World => {
                for other in (0..self.agents.len()).filter(|other| *other != place) {
                    is_heard |= self.tell_one(other, fact, indices, value, confidence);
                }
            }
        }
        is_heard
    }

    fn tell_one(
        &mut self,
        place: usize,
        fact: FactId,
        indices: &[Value],
        value: Value,
        confidence: u32,
    ) -> bool {
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return false };
        let kind = &self.kinds[agent.kind];
        let now_ms = self.turn.now_ms;
        for handle in indices.iter().chain([&value]) {
            if let Value::Handle(handle) = handle {
                know(agent, kind, &self.objects, *handle, now_ms);
            }
        }
        let mut args = [Arg::Number(0); cunning_plan::limits::INDICES_MAX];
        if indices.len() > args.len() {
            return false;
        }
        for (arg_place, &index) in args.iter_mut().zip(indices) {
            let Some(found) = arg(agent, index) else { return false };
            *arg_place = found;
        }
        let Some(ground) = kind.grounding.ground_fact(fact, &args[..indices.len()]) else { return false };
        let value = match (value, arg(agent, value)) {
            (Value::Bool(value), _) => FactValue::Bool(value),
            (Value::None, _) => FactValue::None,
            (_, Some(Arg::Number(number))) => FactValue::Int(number),
            (_, Some(Arg::Object(object))) => FactValue::Object(object),
            (_, Some(Arg::Slot(slot))) => FactValue::Slot(slot),
            (_, None) => return false,
        };
        let version = agent.memory.version;
        let Some(wakes) = agent.memory.believe(kind, ground, value, confidence, now_ms) else { return false };
        if kind.fading.binary_search_by_key(&ground, |fading| fading.fact).is_ok() {
            agent.wake_at(agent.memory.next_ms(kind, now_ms));
        }
        if agent.memory.version != version {
            agent.check_while(&mut self.kinds[agent.kind], &mut self.turn);
            agent.check_hope(&self.kinds[agent.kind], &mut self.turn);
        }
        agent.is_awake |= wakes;
        self.settle(place);
        self.deliver();
        true
    }

    fn unbind(&mut self, handle: u64) {
        self.objects.remove(&handle);
        for place in 0..self.agents.len() {
            let Some(agent) = self.agents[place].agent.as_deref_mut() else { continue };
            let kind = &self.kinds[agent.kind];
            let Some(at) = agent.known.iter().position(|known| known.handle == Some(handle)) else {
                continue;
            };
            let slot = agent.known[at].slot;
            forget(agent, kind, at);
            let is_about =
                |id: &GroundActionId| kind.grounding.bound_args(*id).any(|arg| arg == Arg::Slot(slot));
            if agent.running.is_some_and(|running| is_about(&running.action)) {
                agent.stop_step(kind, &mut self.turn, StopReason::ObjectLost);
            }
            if agent.plan[agent.at.min(agent.plan.len())..].iter().any(is_about) {
                agent.drop_plan();
            }
            agent.orders.retain(|order| !order.args.contains(&Some(Arg::Slot(slot))));
            if agent.chosen.as_ref().is_some_and(|chosen| chosen.args.contains(&Some(Arg::Slot(slot)))) {
                agent.chosen = None;
            }
            self.list(place);
        }
    }

    fn report(&mut self, number: u64, hear: impl FnOnce(&mut Agent, &Kind, &mut Turn) -> bool) {
        let place = owner(number);
        let heard = match self.agents.get_mut(place).and_then(|entry| entry.agent.as_deref_mut()) {
            Some(agent) => hear(agent, &self.kinds[agent.kind], &mut self.turn),
            None => false,
        };
        if heard {
            self.settle(place);
            self.deliver();
        } else {
            self.turn.counters.reports_ignored += 1;
        }
    }

    fn answer(&mut self, question: QuestionId, yes: bool) {
        let place = owner(question.0);
        let agent = self.agents.get_mut(place).and_then(|entry| entry.agent.as_deref_mut());
        match agent.map_or(Heard::Nobody, |agent| agent.hear(question, yes)) {
            Heard::Nobody => self.turn.counters.reports_ignored += 1,
            Heard::More => {}
            Heard::Enough(granted) => self.go_on(place, *granted),
        }
    }

    /// The checks of a plan are known.
    fn go_on(&mut self, place: usize, granted: Granted) {
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        let is_wanted = |job: &Job| agent.job.as_ref().is_some_and(|wanted| wanted.number == job.number);
        match granted {
            Granted::Yes(job, plan) if is_wanted(&job) => {
                agent.job = None;
                if let Some(ranked) = job.goals.get(job.at) {
                    let kind = &mut self.kinds[agent.kind];
                    agent.adopt(kind, &mut self.turn, ranked.clone(), &plan, job.version);
                }
            }
            Granted::No(job) if is_wanted(&job) => self.scheduler.resume(job),
            Granted::Yes(..) | Granted::No(_) => {}
        }
        self.settle(place);
        self.deliver();
    }

    fn hold(&mut self, agent: AgentId, is_held: bool) {
        let Some(place) = self.place(agent) else { return };
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        if is_held {
            agent.held += 1;
            agent.stop_step(&self.kinds[agent.kind], &mut self.turn, StopReason::Held);
        } else {
            agent.held = agent.held.saturating_sub(1);
            agent.is_awake = true;
        }
        self.settle(place);
    }

    /// Lists an agent for what it now has to do.
    fn settle(&mut self, place: usize) {
        let Some(agent) = self.agents[place].agent.as_deref() else { return };
        let may_start = agent.running.is_none() && agent.at < agent.plan.len();
        if agent.is_awake {
            self.list(place);
        }
        if may_start && !std::mem::replace(&mut self.agents[place].is_ready, true) {
            self.ready.push(place);
        }
        self.set_timer(place);
    }

    /// Lists an agent for thinking.
    fn list(&mut self, place: usize) {
        if let Some(agent) = self.get_mut(place) {
            agent.is_awake = true;
        }
        if !std::mem::replace(&mut self.agents[place].is_listed, true) {
            self.awake.push(place);
        }
    }

    fn set_timer(&mut self, place: usize) {
        let entry = &mut self.agents[place];
        let next_ms = entry.agent.as_ref().map_or(u64::MAX, |agent| agent.next_ms);
        if next_ms < entry.timer_ms {
            entry.timer_ms = next_ms;
            self.timers.push(Reverse((next_ms, place)));
        }
    }

    /// Lets time pass, and lets everybody think, plan and act who has to. At most `budget` expansions are made.
    pub fn tick(&mut self, dt_ms: u32, budget: u64) {
        self.turn.tick += 1;
        self.turn.now_ms += u64::from(dt_ms);
        self.run_timers();
        self.deliver();
        self.think();
        self.plan(budget);
        self.deliver();
        self.act();
        self.deliver();
    }

    fn run_timers(&mut self) {
        while let Some(&Reverse((ms, place))) = self.timers.peek() {
            if ms > self.turn.now_ms {
                break;
            }
            self.timers.pop();
            if self.agents[place].timer_ms != ms {
                continue;
            }
            self.agents[place].timer_ms = u64::MAX;
            let Some(agent) = self.agents[place].agent.as_deref_mut() else { continue };
            agent.on_time(&self.kinds[agent.kind], &mut self.turn);
            if let Some(granted) = agent.stop_waiting(self.turn.now_ms) {
                self.go_on(place, granted);
            }
            self.settle(place);
        }
    }

    fn think(&mut self) {
        let mut awake = std::mem::take(&mut self.awake);
        awake.sort_unstable();
        for place in awake.drain(..) {
            self.agents[place].is_listed = false;
            self.think_one(place);
        }
        // What was listed meanwhile waits for the next tick.
        std::mem::swap(&mut awake, &mut self.awake);
        self.awake.append(&mut awake);
    }

    fn think_one(&mut self, place: usize) {
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        agent.is_awake = false;
        if agent.held > 0 || agent.is_quarantined {
            return;
        }
        let (kind, turn) = (&mut self.kinds[agent.kind], &mut self.turn);
        turn.counters.thoughts += 1;
        agent.memory.thought(&kind.grounding);
        if let Some(chosen) = agent.chosen.clone()
            && kind.aim(chosen.goal, &chosen.args).is_some_and(|aim| aim.is_met(&agent.memory.state))
        {
            agent.end_goal(kind, turn);
        }
        agent.report_met_orders(kind, turn);
        agent.is_awake = false;
        let ranked = match choose(agent, kind, turn.now_ms) {
            Choice::Ranked(ranked) => ranked,
            Choice::Nonsense => {
                agent.is_quarantined = true;
                agent.stop_step(kind, turn, StopReason::Removed);
                turn.say(Command::Idle { agent: agent.id, why: IdleReason::Quarantined }, []);
                return;
            }
        };
        let Some(best) = ranked.first() else {
            agent.chosen = None;
            agent.job = None;
            agent.pending = None;
            agent.drop_plan();
            agent.stop_step(kind, turn, StopReason::Replanned);
            agent.say_idle(turn, IdleReason::NothingMatters);
            return;
        };
        let Ranked { goal, args, .. } = best.clone();
        if agent.job.as_ref().is_some_and(|wanted| best.is(wanted.goal, &wanted.args)) {
            // A plan for it is on its way; whether it is still good will be seen.
            return;
        }
        if !agent.may_interrupt(kind, best.goal, best.score) {
            // It thinks again when the step is over.
            agent.is_awake = true;
            return;
        }
        turn.counters.plans_asked += 1;
        // Who changes their mind while they wait keeps their place.
        let since = agent.job.as_ref().map_or(turn.tick, |wanted| wanted.since);
        let state = agent.snapshot(kind, goal, turn.now_ms);
        let number = self.scheduler.ask(place, ranked, state, agent.memory.version, since, agent.importance);
        agent.job = Some(Wanted { number, goal, args, since });
        agent.pending = None;
    }

    fn plan(&mut self, budget: u64) {
        let Self { scheduler, agents, kinds, turn, touched, .. } = self;
        let mut office = Office { agents, kinds, turn, touched };
        let spent = scheduler.work(
            budget,
            &mut office,
            |office, job| office.agent(job).is_some(),
            |office, job| {
                let kind = office.agent(job)?.kind;
                let Ranked { goal, args, .. } = job.goals.get(job.at)?;
                office.kinds[kind].aim(*goal, args)
            },
            Office::ended,
        );
        self.turn.counters.expanded += spent;
        let mut touched = std::mem::take(&mut self.touched);
        for place in touched.drain(..) {
            self.settle(place);
        }
        self.touched = touched;
    }

    fn act(&mut self) {
        let mut ready = std::mem::take(&mut self.ready);
        ready.sort_unstable();
        for place in ready.drain(..) {
            self.agents[place].is_ready = false;
            if let Some(agent) = self.agents[place].agent.as_deref_mut() {
                agent.start_step(&self.kinds[agent.kind], &mut self.turn);
            }
            if self.get_mut(place).is_some_and(|agent| agent.is_awake) {
                self.list(place);
            }
            self.set_timer(place);
        }
        std::mem::swap(&mut ready, &mut self.ready);
        self.ready.append(&mut ready);
    }
}

/// Where plans are handed to agents.
struct Office<'a> {
    agents: &'a mut Vec<Entry>,
    kinds: &'a mut Vec<Kind>,
    turn: &'a mut Turn,
    /// Whose plans were handed over.
    touched: &'a mut Vec<usize>,
}

impl Office<'_> {
    /// The agent that still waits for a job.
    fn agent(&self, job: &Job) -> Option<&Agent> {
        let agent = self.agents.get(job.agent)?.agent.as_deref()?;
        let is_wanted = agent.job.as_ref().is_some_and(|wanted| wanted.number == job.number);
        (is_wanted && agent.held == 0).then_some(agent)
    }

    fn ended(&mut self, mut job: Job, outcome: Outcome) -> Option<Job> {
        self.touched.push(job.agent);
        let agent = self.agents[job.agent].agent.as_deref_mut()?;
        let kind = &mut self.kinds[agent.kind];
        let ranked = job.goals.get(job.at)?.clone();
        match outcome {
            Outcome::Planned(plan) => {
                if let Some((job, plan)) = agent.ask_checks(kind, self.turn, job, plan) {
                    agent.job = None;
                    agent.adopt(kind, self.turn, ranked, &plan, job.version);
                }
            }
            Outcome::Failed(_status) => {
                self.turn.counters.plans_failed += 1;
                agent.back_off(ranked.goal, self.turn.now_ms);
                agent.report_orders(kind, self.turn, ranked.goal, &ranked.args, OrderState::Failed);
                job.at += 1;
                if job.at < job.goals.len() {
                    return Some(job);
                }
                agent.job = None;
                agent.chosen = None;
                agent.drop_plan();
                agent.stop_step(kind, self.turn, StopReason::Replanned);
                agent.say_idle(self.turn, IdleReason::NoPlan);
            }
        }
        None
    }
}

impl Agent {
    /// What to plan from: what it believes, and how dear it finds what it can do while it pursues a goal.
    fn snapshot(&self, kind: &Kind, goal: usize, now_ms: u64) -> cunning_plan::State {
        let mut state = self.memory.state.clone();
        let since_ms = self
            .chosen
            .as_ref()
            .filter(|chosen| chosen.goal == goal)
            .map_or(now_ms, |chosen| chosen.since_ms);
        kind.set_factors(&mut state, self.seed ^ (goal as u64) << 48 ^ since_ms);
        state
    }

    /// Orders for what is so already are fulfilled.
    fn report_met_orders(&mut self, kind: &mut Kind, turn: &mut Turn) {
        for at in (0..self.orders.len()).rev() {
            let Some(order) = self.orders.get(at) else { continue };
            let (goal, args) = (order.goal, order.args.clone());
            if kind.aim(goal, &args).is_some_and(|aim| aim.is_met(&self.memory.state)) {
                self.report_orders(kind, turn, goal, &args, OrderState::Done);
            }
        }
    }

    /// Stops a step whose lasting condition is broken.
    fn check_while(&mut self, kind: &mut Kind, turn: &mut Turn) {
        let Some(running) = self.running.filter(|running| running.phase == Phase::Acting) else { return };
        let is_broken =
            kind.while_of(running.action).is_some_and(|condition| !condition.holds(&self.memory.state));
        if is_broken {
            self.stop_step(kind, turn, StopReason::ConditionLost);
            self.drop_plan();
            self.is_awake = true;
        }
    }

    fn say_idle(&mut self, turn: &mut Turn, why: IdleReason) {
        if !std::mem::replace(&mut self.is_idle, true) {
            turn.say(Command::Idle { agent: self.id(), why }, []);
        }
    }

    /// Follows a plan, unless the world has moved on and it leads nowhere.
    fn adopt(&mut self, kind: &mut Kind, turn: &mut Turn, ranked: Ranked, plan: &Plan, version: u64) {
        if version != self.memory.version {
            let mut state = self.memory.state.clone();
            let can = plan.steps.iter().all(|step| kind.grounding.apply(step.id, &mut state).is_some());
            let aim = kind.aim(ranked.goal, &ranked.args);
            if !can || !aim.is_some_and(|aim| aim.is_met(&state)) {
                self.is_awake = true;
                return;
            }
        }
        turn.counters.plans_found += 1;
        let is_same = self.chosen.as_ref().is_some_and(|chosen| ranked.is(chosen.goal, &chosen.args));
        let since_ms = self.chosen.as_ref().filter(|_| is_same).map_or(turn.now_ms, |chosen| chosen.since_ms);
        let Ranked { goal, args, score } = ranked;
        self.chosen = Some(Chosen { goal, args, score, since_ms });
        let args = self.chosen.as_ref().map_or_else(Vec::new, |chosen| chosen.args.clone());
        self.report_orders(kind, turn, goal, &args, OrderState::TakenUp);
        self.follow(kind, turn, plan.steps.iter().map(|step| step.id));
        if self.plan.is_empty() {
            self.end_goal(kind, turn);
        }
    }

    /// Does what is due.
    fn on_time(&mut self, kind: &Kind, turn: &mut Turn) {
        let now_ms = turn.now_ms;
        self.next_ms = u64::MAX;
        if self.memory.age(kind, now_ms) {
            self.is_awake = true;
        }
        self.wake_at(self.memory.next_ms(kind, now_ms));
        if let Some(running) = self.running {
            if running.until_ms > now_ms {
                self.wake_at(running.until_ms);
            } else {
                match running.phase {
                    Phase::Acting => self.step_failed(kind, turn, running.step, Failure::TimedOut),
                    Phase::Hoping => self.step_failed(kind, turn, running.step, Failure::EffectNotSeen),
                    Phase::Stopping => self.step_stopped(turn, running.step),
                };
            }
        }
        self.expire_orders(kind, turn);
        if let Some(pending) = self.pending.as_ref().filter(|pending| pending.until_ms > now_ms) {
            self.next_ms = self.next_ms.min(pending.until_ms);
        }
        let later = |ms: u64| if ms > now_ms { ms } else { u64::MAX };
        let goals = self.goals.iter().map(|goal| goal.not_before_ms);
        let all = goals.chain(self.cooldowns.iter().map(|(_, until)| *until));
        let orders = self.orders.iter().map(|order| order.until_ms);
        let next_ms = all.clone().chain(orders).map(later).min().unwrap_or(u64::MAX);
        // Something that had to wait may be tried again.
        self.is_awake |= all.clone().any(|ms| ms == now_ms) || self.chosen.is_none();
        self.wake_at(next_ms);
        self.cooldowns.retain(|(_, until)| *until > now_ms);
    }
}

/// An argument in the agent's terms; `None` if it is an object that the agent does not know.
fn arg(agent: &Agent, value: Value) -> Option<Arg> {
    match value {
        Value::Int(number) => Some(Arg::Number(number)),
        Value::Object(object) => Some(Arg::Object(cunning_plan::model::ObjectId::new(object))),
        Value::Handle(handle) => {
            let known = agent.known.iter().find(|known| known.handle == Some(handle))?;
            Some(Arg::Slot(known.slot))
        }
        Value::None | Value::Bool(_) => None,
    }
}

/// Gets to know an object that there is: in a free slot, or in that of the one it has not heard of for longest and does
/// not deal with.
fn know(agent: &mut Agent, kind: &Kind, objects: &BTreeMap<u64, TypeId>, handle: u64, now_ms: u64) {
    if let Some(known) = agent.known.iter_mut().find(|known| known.handle == Some(handle)) {
        known.heard_ms = now_ms;
        return;
    }
    let slots = objects.get(&handle).and_then(|ty| kind.slots.iter().find(|(known, _)| known == ty));
    let Some((_, slots)) = slots else { return };
    let is_used = |known: &Known| {
        let steps = agent.plan[agent.at.min(agent.plan.len())..].iter().copied();
        let mut all = steps.chain(agent.running.map(|running| running.action));
        all.any(|id| kind.grounding.bound_args(id).any(|arg| arg == Arg::Slot(known.slot)))
    };
    let candidates = agent.known.iter().enumerate().filter(|(_, known)| slots.contains(&known.slot));
    let best = candidates
        .filter(|(_, known)| known.handle.is_none() || !is_used(known))
        .min_by_key(|(at, known)| (known.handle.is_some(), known.heard_ms, *at));
    let Some(at) = best.map(|(at, _)| at) else { return };
    if agent.known[at].handle.is_some() {
        forget(agent, kind, at);
    }
    agent.known[at] = Known { handle: Some(handle), heard_ms: now_ms, ..agent.known[at] };
    kind.grounding.bind(&mut agent.memory.state, agent.known[at].slot);
    agent.memory.version += 1;
}

fn forget(agent: &mut Agent, kind: &Kind, at: usize) {
    agent.known[at].handle = None;
    kind.grounding.unbind(&mut agent.memory.state, agent.known[at].slot);
    agent.memory.version += 1;
}
