//! Decides which events make up a state and which events end the effect of others.
//!
//! A state is a set of events, each the latest of its slot. A slot holds one event at a time: the position of an agent, its
//! belief about one fact, one of its orders.

use crate::event::Event;
use crate::value::{Term, Value};

/// A part of a state that holds one event at a time. Slots that exist several times have a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Slot {
    /// A name, by table and id.
    Name,
    /// The backdrop.
    Backdrop,
    /// The domain, if it differs from the header.
    Domain,
    /// The latest tick.
    Tick,
    /// The latest hash.
    Hash,
    /// A bound object, by the game's id.
    Binding,
    /// An overwritten entry of a table, by term.
    Table,
    /// The agent itself.
    Agent,
    /// The commander, if it has changed.
    Commander,
    /// A trait, by id.
    Trait,
    /// The importance of the agent.
    Importance,
    /// The agent is asleep.
    Sleep,
    /// The agent is on hold.
    Hold,
    /// The agent is in quarantine.
    Quarantine,
    /// The position of the agent.
    Place,
    /// A belief, by fact.
    Belief,
    /// The latest scores of goals.
    Scores,
    /// The goal.
    Goal,
    /// The agent is idle.
    Idle,
    /// A running planning job, by id.
    Job,
    /// The latest planning failure, until a plan is found.
    Failure,
    /// The current plan.
    Plan,
    /// A running step, by id.
    Step,
    /// The latest report about a running step, by id.
    Progress,
    /// A step is being stopped, by id.
    Stop,
    /// An open question, by id.
    Question,
    /// The latest run of a query, by id.
    Query,
    /// A claim, by object.
    Claim,
    /// An order, by id.
    Order,
    /// The latest report about an order, by id.
    OrderReport,
}

/// Whether an event is a definition, which key frames do not repeat.
pub(crate) fn is_definition(event: &Event<'_>) -> bool {
    matches!(event, Event::Name { .. } | Event::Backdrop { .. } | Event::Reloaded { .. })
}

/// A slot with its key, as bytes that sort like the values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Key(Vec<u8>);

impl Key {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The key of a slot with an id.
    pub(crate) fn numbered(slot: Slot, number: u64) -> Self {
        let mut key = Self::default();
        key.of(slot).number(number);
        key
    }

    /// The key of the belief about a fact.
    pub(crate) fn belief(fact: &Term<'_>) -> Self {
        let mut key = Self::default();
        key.of(Slot::Belief).term(fact);
        key
    }

    fn of(&mut self, slot: Slot) -> &mut Self {
        self.0.clear();
        self.0.push(slot as u8);
        self
    }

    fn number(&mut self, number: u64) -> &mut Self {
        self.0.extend_from_slice(&number.to_be_bytes());
        self
    }

    fn value(&mut self, value: Value) -> &mut Self {
        let (kind, held) = value.parts();
        self.0.push(kind);
        // Negative numbers sort before positive ones.
        self.number(if matches!(value, Value::Int(_)) { held ^ 1 << 63 } else { held })
    }

    fn term(&mut self, term: &Term<'_>) -> &mut Self {
        self.number(u64::from(term.id));
        for arg in term.args {
            self.value(arg);
        }
        self
    }
}

/// The slot that an event fills; its key is written to `key`.
pub(crate) fn filled(event: &Event<'_>, key: &mut Key) -> Option<Slot> {
    let slot = match event {
        Event::Name { .. } => Slot::Name,
        Event::Backdrop { .. } => Slot::Backdrop,
        Event::Reloaded { .. } => Slot::Domain,
        Event::Tick { .. } => Slot::Tick,
        Event::Hash { .. } => Slot::Hash,
        Event::Bound { .. } => Slot::Binding,
        Event::TableSet { .. } => Slot::Table,
        Event::AgentAdded { .. } => Slot::Agent,
        Event::CommanderChanged { .. } => Slot::Commander,
        Event::TraitSet { .. } => Slot::Trait,
        Event::ImportanceSet { .. } => Slot::Importance,
        Event::Slept => Slot::Sleep,
        Event::Held { .. } => Slot::Hold,
        Event::Quarantined { .. } => Slot::Quarantine,
        Event::Place { .. } => Slot::Place,
        Event::Belief { .. } => Slot::Belief,
        Event::GoalScores { .. } => Slot::Scores,
        Event::GoalChosen { .. } => Slot::Goal,
        Event::Idle { .. } => Slot::Idle,
        Event::PlanAsked { .. } => Slot::Job,
        Event::PlanFailed { .. } => Slot::Failure,
        Event::PlanFound { .. } => Slot::Plan,
        Event::StepStarted { .. } => Slot::Step,
        Event::StepReported { .. } => Slot::Progress,
        Event::StepStopped { .. } => Slot::Stop,
        Event::Asked { .. } => Slot::Question,
        Event::QueryRun { .. } => Slot::Query,
        Event::Claimed { .. } => Slot::Claim,
        Event::Ordered { .. } => Slot::Order,
        Event::OrderReported { .. } => Slot::OrderReport,
        Event::Unbound { .. }
        | Event::Message { .. }
        | Event::AgentRemoved { .. }
        | Event::Woken
        | Event::Released
        | Event::Percept { .. }
        | Event::Forgot { .. }
        | Event::GoalEnded { .. }
        | Event::PlanSliced { .. }
        | Event::SearchTree { .. }
        | Event::PlanEnded { .. }
        | Event::PlanKept { .. }
        | Event::StepEnded { .. }
        | Event::Interrupted { .. }
        | Event::Answered { .. }
        | Event::ClaimRefused { .. }
        | Event::Unclaimed { .. }
        | Event::OrderEnded { .. }
        | Event::Note { .. }
        | Event::Omitted { .. }
        | Event::Dropped { .. }
        | Event::SceneReloaded { .. }
        | Event::SceneEdited { .. }
        | Event::Unknown(_) => return None,
    };
    key.of(slot);
    match event {
        Event::Name { table, id, .. } => key.number(*table as u64).number(u64::from(*id)),
        Event::Bound { handle, .. } => key.number(*handle),
        Event::TableSet { entry: term, .. } | Event::Belief { fact: term, .. } => key.term(term),
        Event::TraitSet { id, .. } | Event::QueryRun { query: id, .. } => key.number(u64::from(*id)),
        Event::PlanAsked { job: number, .. }
        | Event::StepStarted { step: number, .. }
        | Event::StepReported { step: number, .. }
        | Event::StepStopped { step: number, .. }
        | Event::Asked { question: number, .. }
        | Event::Ordered { order: number, .. }
        | Event::OrderReported { order: number, .. } => key.number(*number),
        Event::Claimed { object } => key.value(*object),
        _ => key,
    };
    Some(slot)
}

/// Whether an event has an effect only while another slot is filled, whose key is written to `key`: a report about an
/// ended step changes no state.
pub(crate) fn needs(event: &Event<'_>, key: &mut Key) -> bool {
    let (slot, number) = match event {
        Event::StepReported { step, .. } | Event::StepStopped { step, .. } => (Slot::Step, step),
        Event::OrderReported { order, .. } => (Slot::Order, order),
        _ => return false,
    };
    key.of(slot).number(*number);
    true
}

/// Calls back with every slot that an event leaves empty. (The removal of an agent empties all of them.)
pub(crate) fn emptied(event: &Event<'_>, key: &mut Key, mut each: impl FnMut(&Key)) {
    match event {
        Event::Unbound { handle } => each(key.of(Slot::Binding).number(*handle)),
        Event::Woken => each(key.of(Slot::Sleep)),
        Event::Released => each(key.of(Slot::Hold)),
        Event::Forgot { fact } => each(key.of(Slot::Belief).term(fact)),
        Event::GoalChosen { .. } => each(key.of(Slot::Idle)),
        Event::GoalEnded { .. } => each(key.of(Slot::Goal)),
        Event::PlanFound { job, .. } => {
            each(key.of(Slot::Job).number(*job));
            each(key.of(Slot::Failure));
        }
        Event::PlanFailed { job, .. } | Event::PlanKept { job, .. } => each(key.of(Slot::Job).number(*job)),
        Event::PlanEnded { .. } => each(key.of(Slot::Plan)),
        Event::StepEnded { step, .. } => {
            for slot in [Slot::Step, Slot::Progress, Slot::Stop] {
                each(key.of(slot).number(*step));
            }
        }
        Event::Answered { question, .. } => each(key.of(Slot::Question).number(*question)),
        Event::Unclaimed { object } => each(key.of(Slot::Claim).value(*object)),
        Event::OrderEnded { order, .. } => {
            for slot in [Slot::Order, Slot::OrderReport] {
                each(key.of(slot).number(*order));
            }
        }
        _ => {}
    }
}
