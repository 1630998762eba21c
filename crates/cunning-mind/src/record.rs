//! Recording of events as they happen.
//!
//! All external inputs are recorded, so that a recording is enough to [`replay`](crate::replay) the run.

mod reason;

use std::collections::BTreeMap;

use cunning_plan::model::TableId;
use cunning_plan::{FactValue, GroundActionId, GroundFact, Micros, Plan, SearchTree, State, TreeNode};
use cunning_trace::{
    Candidate, Cause, Event, GoalScore, List, NameTable, OrderReport, PlanFailure, PlanStep, Recorder,
    Report, SearchNode, Source, StepEnd, Subject, Term,
};

use crate::agent::Agent;
use crate::choose::Scored;
use crate::command::OrderMessage;
use crate::compiled_archetype::CompiledArchetype;
use crate::geometry::SpatialAnswer;
use crate::job_snapshot::JobSnapshot;
use crate::keep::PlanCosts;
use crate::message::{
    AgentId, IdleReason, OrderFailure, OrderId, OrderState, Percept, StepId, StopReason, Value,
};
use crate::object_slots::{Object, short};
use crate::scheduler::Job;
use crate::spec::DomainSpec;
use reason::REASONS;

pub(crate) use reason::Reason;

/// Message: the second half of a tick begins.
pub(crate) const THINK: u32 = 0;
/// Message: the polling interval of a sensor, with its name and the interval.
pub(crate) const SENSOR: u32 = 1;
/// Message: a part of a save, for recordings that start in the middle; whether it is the last part, and the bytes.
pub(crate) const SAVED: u32 = 8;
/// The largest part of a save in one message, in bytes.
const SAVED_BYTES: usize = 1 << 20;

/// Message: agents choose goals, in a tick that is planned in slices.
pub(crate) const CHOOSE: u32 = 4;
/// Message: a slice of planning is granted, with its units of work.
pub(crate) const GRANT: u32 = 5;
/// Message: a tick that was planned in slices ends.
pub(crate) const ACT: u32 = 6;
/// Message: the game withdraws an order.
pub(crate) const WITHDRAWN: u32 = 7;

/// Message: the units of a tick's budget that queries used.
pub(crate) const QUERY_RUN: u32 = 3;

/// Defines the names of all ids that events use.
pub(crate) fn define(recorder: &mut Recorder, spec: &DomainSpec) {
    let domain = &spec.planning;
    let mut name = |table: NameTable, id: usize, text: &str| {
        recorder.record(Subject::World, || Event::Name { table, id: id as u32, text });
    };
    domain.types().iter().for_each(|(id, ty)| name(NameTable::Type, id.index(), &ty.name));
    domain.objects().iter().for_each(|(id, object)| name(NameTable::Object, id.index(), &object.name));
    domain.facts().iter().for_each(|(id, fact)| name(NameTable::Fact, id.index(), &fact.name));
    domain.tables().iter().for_each(|(id, table)| name(NameTable::Table, id.index(), &table.name));
    domain.actions().iter().for_each(|(id, action)| name(NameTable::Action, id.index(), &action.name));
    domain.goals().iter().for_each(|(id, goal)| name(NameTable::Goal, id.index(), &goal.name));
    domain.traits().iter().for_each(|(id, known)| name(NameTable::Trait, id.index(), &known.name));
    for (at, archetype) in spec.archetypes.iter().enumerate() {
        name(NameTable::Archetype, at, &archetype.name);
    }
    for (at, query) in spec.queries.iter().enumerate() {
        name(NameTable::Query, at, &query.name);
    }
    for (reason, text) in REASONS {
        name(NameTable::Reason, reason as usize, text);
    }
    name(NameTable::Message, THINK as usize, "think");
    name(NameTable::Message, SENSOR as usize, "sensor");
    name(NameTable::Message, SAVED as usize, "saved");
    name(NameTable::Message, QUERY_RUN as usize, "survey");
    for (at, question) in spec.questions().into_iter().enumerate() {
        name(NameTable::Question, at, question);
    }
}

/// The agents' access to the recorder, with the number of nodes recorded for every search.
pub(crate) struct MindRecorder(pub(crate) Recorder, pub(crate) u32);

/// The default number of nodes recorded for every search.
pub(crate) const TREE_NODES: u32 = 64;

impl Default for MindRecorder {
    fn default() -> Self {
        Self(Recorder::off(), TREE_NODES)
    }
}

impl MindRecorder {
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_on()
    }

    pub(crate) fn begin_tick(&mut self, tick: u64, dt_ms: u32, budget: u64) {
        if self.is_on() {
            // The tick number only grows, so this cannot fail.
            let _grows = self.0.begin_tick(tick);
            self.0.record_input(Subject::World, || Event::Tick { dt_ms, budget });
        }
    }

    pub(crate) fn spawned(
        &mut self,
        agent: AgentId,
        archetype: usize,
        name: &str,
        seed: u64,
        commander: Option<AgentId>,
    ) {
        let archetype = archetype as u32;
        self.0.record_input(agent, || Event::AgentAdded { archetype, name, commander, seed });
    }

    pub(crate) fn trait_set(&mut self, agent: AgentId, spec: &DomainSpec, name: &str, value: Micros) {
        let known = spec.planning.traits().iter().find(|(_, known)| known.name == name);
        if let Some((id, _)) = known {
            self.0.record_input(agent, || Event::TraitSet { id: id.index() as u32, value: value.get() });
        }
    }

    pub(crate) fn number(&mut self, agent: Option<AgentId>, table: TableId, key: &[Value], value: Micros) {
        let entry = Term::new(table.index() as u32, key);
        let subject = agent.map_or(Subject::World, Subject::Agent);
        self.0.record_input(subject, || Event::TableSet { entry, value: value.get() });
    }

    pub(crate) fn sensor(&mut self, name: &str, interval_ms: u32) {
        if self.is_on() {
            let bytes = [&interval_ms.to_le_bytes()[..], name.as_bytes()].concat();
            self.0.record_input(Subject::World, || Event::Message { sort: SENSOR, bytes: &bytes });
        }
    }

    /// Records an order that reached an agent. Orders from outside are inputs.
    pub(crate) fn ordered(&mut self, agent: AgentId, order: &OrderMessage) {
        if !self.is_on() {
            return;
        }
        let args: Vec<Value> = order.args.iter().map(|value| value.unwrap_or(Value::None)).collect();
        let event = Event::Ordered {
            order: order.id.0,
            from: order.from,
            goal: Term::new(order.goal.index() as u32, &args[..]),
            terms: order.terms,
        };
        if order.from.is_some() {
            self.0.record(agent, || event);
        } else {
            self.0.record_input(agent, || event);
        }
    }

    pub(crate) fn order_ended(&mut self, agent: AgentId, order: u64, reason: Reason) {
        self.0.record(agent, || Event::OrderEnded { order, reason: reason as u32 });
    }

    pub(crate) fn interrupted(&mut self, agent: AgentId, by: Option<AgentId>, reason: Reason) {
        self.0.record(agent, || Event::Interrupted { by, reason: reason as u32 });
    }

    /// Starts a recording in the middle: with a save of the engine, and its agents and objects.
    pub(crate) fn begin_at<'a>(
        &mut self,
        tick: u64,
        saved: &[u8],
        agents: impl Iterator<Item = (&'a Agent, usize)>,
        objects: &BTreeMap<u64, Object>,
    ) {
        // A recording may start at any tick.
        let _grows = self.0.begin_tick(tick);
        let count = saved.len().div_ceil(SAVED_BYTES);
        for (at, part) in saved.chunks(SAVED_BYTES).enumerate() {
            let bytes = [&[u8::from(at + 1 == count)][..], part].concat();
            self.0.record_input(Subject::World, || Event::Message { sort: SAVED, bytes: &bytes });
        }
        for (agent, archetype) in agents {
            let (archetype, name, commander, seed) =
                (archetype as u32, agent.name.as_str(), agent.command.commander, agent.seed);
            self.0.record(agent.id, || Event::AgentAdded { archetype, name, commander, seed });
        }
        for (&handle, object) in objects {
            let ty = object.ty.index() as u32;
            self.0.record(Subject::World, || Event::Bound { ty, handle, name: &object.name });
        }
    }

    /// Records a reload. Names are defined again if the domain has changed.
    pub(crate) fn reloaded(&mut self, spec: &DomainSpec, is_changed: bool) {
        if !self.is_on() {
            return;
        }
        let source = |source: &'_ cunning_diag::Source| (source.name().to_owned(), source.text().to_owned());
        let texts: Vec<(String, String)> = spec.sources.iter().map(source).collect();
        let sources: Vec<Source<'_>> = texts.iter().map(|(name, text)| Source { name, text }).collect();
        self.0.record_input(Subject::World, || Event::Reloaded { sources: List::from(&sources[..]) });
        if is_changed {
            define(&mut self.0, spec);
        }
    }

    /// Records the result of a query. It is an input, because a replay has no geometry to ask.
    pub(crate) fn query(&mut self, agent: AgentId, query: usize, judged: &[Candidate]) {
        let candidates = List::from(judged);
        self.0.record_input(agent, || Event::QueryRun { query: query as u32, candidates });
    }

    /// Records the units that queries used of a tick's budget.
    pub(crate) fn queries_ran(&mut self, spent: u64) {
        let bytes = spent.to_le_bytes();
        self.0.record_input(Subject::World, || Event::Message { sort: QUERY_RUN, bytes: &bytes });
    }

    pub(crate) fn unanswered(&mut self, agent: AgentId, query: &str, question: &str) {
        if self.is_on() {
            let text = format!("the game does not answer `{question}` of the query `{query}`");
            self.0.record(agent, || Event::Note { text: &text });
        }
    }

    /// Records a message of the engine that a replay must apply too.
    pub(crate) fn message(&mut self, sort: u32, bytes: &[u8]) {
        self.0.record_input(Subject::World, || Event::Message { sort, bytes });
    }

    /// Records that the game withdrew an order.
    pub(crate) fn withdrawn(&mut self, agent: AgentId, order: OrderId) {
        let bytes = order.0.to_le_bytes();
        self.0.record_input(agent, || Event::Message { sort: WITHDRAWN, bytes: &bytes });
    }

    pub(crate) fn hash(&mut self, hash: u64) {
        self.0.record(Subject::World, || Event::Hash { hash });
    }

    /// Records a percept. `owner` returns the agent of a step or question.
    pub(crate) fn percept(&mut self, percept: &Percept<'_>, owner: impl Fn(u64) -> Option<AgentId>) {
        if !self.is_on() {
            return;
        }
        let owner_of = |number: u64| owner(number).map_or(Subject::World, Subject::Agent);
        let report = |step: &StepId, report: Report| {
            (owner_of(step.0), Event::StepReported { step: step.0, report, progress: 0 })
        };
        let (subject, event) = match percept {
            Percept::Set { agent, fact, indices, value, confidence } => {
                let fact = Term::new(fact.index() as u32, *indices);
                let event = Event::Percept { fact, value: *value, confidence: *confidence, sensor: None };
                (Subject::Agent(*agent), event)
            }
            Percept::Bind { ty, handle, name } => {
                let ty = ty.index() as u32;
                (Subject::World, Event::Bound { ty, handle: *handle, name: short(name) })
            }
            Percept::Unbind { handle } => (Subject::World, Event::Unbound { handle: *handle }),
            Percept::Done(step) => report(step, Report::Done),
            Percept::Failed(step) => report(step, Report::Failed),
            Percept::Running(step) => report(step, Report::Running),
            Percept::Ended(step) => report(step, Report::Ended),
            Percept::Answer { question, yes } => {
                (owner_of(question.0), Event::Answered { question: question.0, value: Value::Bool(*yes) })
            }
            Percept::QueryAnswer { question, answer } => {
                // The result is recorded with the query.
                let value = match answer {
                    SpatialAnswer::Truth(truth) => Value::Bool(*truth),
                    SpatialAnswer::Number(number) => Value::Int(number.get()),
                    SpatialAnswer::Unknown | SpatialAnswer::Position(_) => Value::None,
                };
                self.0.record(owner_of(question.0), || Event::Answered { question: question.0, value });
                return;
            }
            Percept::Hold(agent) => (Subject::Agent(*agent), Event::Held { reason: "" }),
            Percept::Release(agent) => (Subject::Agent(*agent), Event::Released),
        };
        self.0.record_input(subject, || event);
    }

    /// Records the differences between two states of an agent.
    pub(crate) fn beliefs(
        &mut self,
        agent: &Agent,
        archetype: &CompiledArchetype,
        before: Option<&State>,
        cause: Cause,
        now_ms: u64,
    ) {
        let Some(before) = before.filter(|_| self.is_on()) else { return };
        for fact in archetype.grounding.ground_facts() {
            if archetype.grounding.value(before, fact)
                != archetype.grounding.value(&agent.beliefs.memory.state, fact)
            {
                self.belief(agent, archetype, fact, cause, now_ms);
            }
        }
    }

    /// Records an agent's belief of one fact.
    pub(crate) fn belief(
        &mut self,
        agent: &Agent,
        archetype: &CompiledArchetype,
        fact: GroundFact,
        cause: Cause,
        now_ms: u64,
    ) {
        if !self.is_on() {
            return;
        }
        let (Some(id), Some(value)) =
            (archetype.grounding.fact_of(fact), archetype.grounding.value(&agent.beliefs.memory.state, fact))
        else {
            return;
        };
        let args: Vec<Value> =
            archetype.grounding.indices_of(fact).into_iter().map(|arg| agent.value(arg)).collect();
        let value = agent.value_of(value);
        let confidence = agent.beliefs.memory.confidence(archetype, fact, now_ms);
        let fact = Term::new(id.index() as u32, &args[..]);
        self.0.record(agent.id, || Event::Belief { fact, value, confidence, cause });
    }

    pub(crate) fn scores(&mut self, agent: &Agent, archetype: &CompiledArchetype, scored: &[Scored]) {
        if !self.is_on() {
            return;
        }
        let args = |scored: &Scored| -> Vec<Value> {
            let value = |arg: &Option<cunning_plan::Arg>| arg.map_or(Value::None, |arg| agent.value(arg));
            scored.ranked.args.iter().map(value).collect()
        };
        let args: Vec<Vec<Value>> = scored.iter().map(args).collect();
        let scores: Vec<GoalScore<'_>> = scored
            .iter()
            .zip(&args)
            .map(|(scored, args)| GoalScore {
                goal: Term::new(archetype.goals[scored.ranked.goal].goal.index() as u32, &args[..]),
                relevance: scored.own,
                bias: scored.bias,
                score: scored.ranked.score,
                barred: scored.bar,
            })
            .collect();
        self.0.record(agent.id, || Event::GoalScores { scores: List::from(&scores[..]) });
    }

    pub(crate) fn chosen(&mut self, agent: &Agent, archetype: &CompiledArchetype) {
        let Some(chosen) = agent.intention.chosen.as_ref().filter(|_| self.is_on()) else { return };
        let value = |arg: &Option<cunning_plan::Arg>| arg.map_or(Value::None, |arg| agent.value(arg));
        let args: Vec<Value> = chosen.args.iter().map(value).collect();
        let goal = Term::new(archetype.goals[chosen.goal].goal.index() as u32, &args[..]);
        let score = chosen.score;
        self.0.record(agent.id, || Event::GoalChosen { goal, score, reason: Reason::Best as u32 });
    }

    pub(crate) fn goal_ended(&mut self, agent: AgentId, reason: Reason) {
        self.0.record(agent, || Event::GoalEnded { reason: reason as u32 });
    }

    pub(crate) fn idle(&mut self, agent: AgentId, reason: IdleReason) {
        self.0.record(agent, || Event::Idle { reason: Reason::from(reason) as u32 });
    }

    pub(crate) fn plan_asked(
        &mut self,
        agent: &Agent,
        archetype: &CompiledArchetype,
        job: u64,
        goal: usize,
        job_snapshot: &JobSnapshot,
    ) {
        if self.is_on() {
            let snapshot = job_snapshot.to_bytes();
            let goal = Term::plain(archetype.goals[goal].goal.index() as u32);
            self.0.record(agent.id, || Event::PlanAsked { job, goal, snapshot: &snapshot });
        }
    }

    pub(crate) fn plan_sliced(&mut self, agent: AgentId, job: u64, granted: u64, expanded: u64) {
        self.0.record(agent, || Event::PlanSliced { job, granted, expanded });
    }

    /// Returns the number of nodes recorded for every search.
    pub(crate) fn tree_nodes(&self) -> usize {
        if self.is_on() { self.1 as usize } else { 0 }
    }

    pub(crate) fn search_tree<'t>(&mut self, agent: AgentId, job: u64, tree: &'t SearchTree) {
        let node = |node: &'t TreeNode| SearchNode {
            id: node.id,
            parent: node.parent,
            action: node.action.map(GroundActionId::number),
            g: node.g_micros,
            h: node.h_micros,
            flags: node.flags,
            state: &node.state,
        };
        let nodes: Vec<SearchNode<'_>> = tree.nodes.iter().map(node).collect();
        let left_out = tree.left_out;
        self.0.record(agent, || Event::SearchTree { job, nodes: List::from(&nodes[..]), left_out });
    }

    pub(crate) fn plan_found(
        &mut self,
        agent: &Agent,
        archetype: &CompiledArchetype,
        job: u64,
        plan: &Plan,
        expanded: u64,
    ) {
        if !self.is_on() {
            return;
        }
        let args: Vec<Vec<Value>> =
            plan.steps.iter().map(|step| args_of(agent, archetype, step.id)).collect();
        let steps: Vec<PlanStep<'_>> = plan
            .steps
            .iter()
            .zip(&args)
            .map(|(step, args)| PlanStep {
                action: Term::new(step.action.index() as u32, &args[..]),
                cost: step.cost_micros,
            })
            .collect();
        let plan = cunning_trace::Plan { cost: plan.cost_micros, steps: List::from(&steps[..]) };
        self.0.record(agent.id, || Event::PlanFound { job, plan, expanded });
    }

    pub(crate) fn plan_kept(&mut self, agent: AgentId, job: u64, costs: PlanCosts) {
        let PlanCosts { kept, new } = costs;
        self.0.record(agent, || Event::PlanKept { job, kept, new });
    }

    pub(crate) fn plan_failed(&mut self, agent: AgentId, job: &Job, status: cunning_search::Status) {
        use cunning_search::Status;
        let failure = match status {
            Status::Unsolvable => PlanFailure::Unsolvable,
            Status::LimitExceeded(_) => PlanFailure::LimitExceeded,
            Status::Cancelled => PlanFailure::Cancelled,
            Status::Idle | Status::Running | Status::Solved => PlanFailure::OutOfBudget,
        };
        let (job, expanded) = (job.number, job.spent());
        self.0.record(agent, || Event::PlanFailed { job, failure, expanded, detail: "" });
    }

    pub(crate) fn plan_ended(&mut self, agent: AgentId, job: u64, reason: Reason) {
        self.0.record(agent, || Event::PlanEnded { job, reason: reason as u32 });
    }

    pub(crate) fn step_started(
        &mut self,
        agent: &Agent,
        archetype: &CompiledArchetype,
        step: StepId,
        id: GroundActionId,
        is_resumed: bool,
    ) {
        if self.is_on() {
            let args = args_of(agent, archetype, id);
            let action = Term::new(archetype.grounding.action(id).index() as u32, &args[..]);
            // A fallback action is numbered after all steps of the plan.
            let index = if agent.is_doing_fallback() { u32::MAX } else { agent.execution.at as u32 };
            self.0.record(agent.id, || Event::StepStarted { step: step.0, index, action, is_resumed });
        }
    }

    pub(crate) fn step_stopped(&mut self, agent: AgentId, step: StepId, reason: StopReason) {
        self.0.record(agent, || Event::StepStopped { step: step.0, reason: Reason::from(reason) as u32 });
    }

    pub(crate) fn step_ended(&mut self, agent: AgentId, step: StepId, reason: Reason) {
        let end = match reason {
            Reason::Done => StepEnd::Done,
            Reason::Failed | Reason::TimedOut | Reason::EffectNotSeen => StepEnd::Failed,
            _ => StepEnd::Stopped,
        };
        self.0.record(agent, || Event::StepEnded { step: step.0, end, reason: reason as u32 });
    }

    pub(crate) fn order_reported(&mut self, agent: AgentId, order: u64, state: OrderState) {
        let report = match state {
            OrderState::TakenUp => OrderReport::TakenUp,
            OrderState::Done => OrderReport::Done,
            OrderState::Failed(_) => OrderReport::Failed,
            OrderState::Lost => OrderReport::Lost,
            OrderState::Withdrawn => OrderReport::Withdrawn,
            OrderState::ObjectGone => OrderReport::ObjectGone,
        };
        self.0.record(agent, || Event::OrderReported { order, report });
        match state {
            OrderState::TakenUp => {}
            OrderState::Done => self.order_ended(agent, order, Reason::Done),
            OrderState::Failed(OrderFailure::TimedOut) => self.order_ended(agent, order, Reason::TimedOut),
            OrderState::Failed(OrderFailure::Reloaded) => self.order_ended(agent, order, Reason::Reloaded),
            OrderState::Failed(_) => self.order_ended(agent, order, Reason::Failed),
            OrderState::Lost => self.order_ended(agent, order, Reason::Removed),
            OrderState::Withdrawn => self.order_ended(agent, order, Reason::Withdrawn),
            OrderState::ObjectGone => self.order_ended(agent, order, Reason::ObjectLost),
        }
    }

    pub(crate) fn claimed(&mut self, agent: AgentId, object: Value) {
        self.0.record(agent, || Event::Claimed { object });
    }

    pub(crate) fn claim_refused(&mut self, agent: AgentId, object: Value, holder: AgentId) {
        self.0.record(agent, || Event::ClaimRefused { object, holder });
    }

    pub(crate) fn unclaimed(&mut self, agent: AgentId, object: Value) {
        self.0.record(agent, || Event::Unclaimed { object });
    }

    pub(crate) fn quarantined(&mut self, agent: AgentId, reason: &str) {
        self.0.record(agent, || Event::Quarantined { reason });
    }
}

fn args_of(agent: &Agent, archetype: &CompiledArchetype, id: GroundActionId) -> Vec<Value> {
    archetype.grounding.bound_args(id).map(|arg| agent.value(arg)).collect()
}

impl Agent {
    /// Converts a value to the game's terms.
    pub(crate) fn value_of(&self, value: FactValue) -> Value {
        match value {
            FactValue::Bool(value) => Value::Bool(value),
            FactValue::Int(value) => Value::Int(value),
            FactValue::Object(object) => Value::Object(object.index() as u32),
            FactValue::Slot(slot) => self.value(cunning_plan::Arg::Slot(slot)),
            FactValue::None => Value::None,
        }
    }
}
