//! The state of an agent or of the world at a tick, and the differences between two states.

use std::cmp::Ordering;

use crate::event::Event;
use crate::list::List;
use crate::parts::{GoalScore, OrderReport, Plan};
use crate::slot::{Key, Slot};
use crate::state::{Entry, State};
use crate::value::{AgentId, Subject, Term, Value};

/// The state of a subject at the end of a tick.
///
/// It consists of the latest events that are still in effect, each with its tick. [`entries`](Self::entries) returns all
/// of them; the other methods select the common ones. Where they return a tuple, the tick of the event comes first.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    subject: Subject,
    tick: u64,
    state: State,
}

/// An event that is in effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latest<'a> {
    /// The slot of the event.
    pub slot: Slot,
    /// The tick of the event.
    pub since: u64,
    /// The event itself.
    pub event: Event<'a>,
}

/// A belief of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeliefView<'a> {
    /// The believed fact.
    pub fact: Term<'a>,
    /// The believed value.
    pub value: Value,
    /// The confidence when the belief was formed, in millionths.
    pub confidence: u32,
    /// The tick in which the belief was formed.
    pub since: u64,
}

/// A running step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepView<'a> {
    /// The id of the step.
    pub step: u64,
    /// The index of the step in the plan.
    pub index: u32,
    /// The action with its arguments.
    pub action: Term<'a>,
    /// The progress of the step, in millionths.
    pub progress: u32,
    /// The reason of the stop, if the step is being stopped.
    pub stopping: Option<u32>,
    /// The tick in which the step started.
    pub since: u64,
}

/// An order that is in effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderView<'a> {
    /// The id of the order.
    pub order: u64,
    /// The agent that gave the order; `None` for the game.
    pub from: Option<AgentId>,
    /// The ordered goal.
    pub goal: Term<'a>,
    /// What the order adds to the score of the goal, in millionths.
    pub bias: i64,
    /// The last report about the order.
    pub report: Option<OrderReport>,
    /// The tick in which the order was given.
    pub since: u64,
}

/// A bound object of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingView<'a> {
    /// The type of the object.
    pub ty: u32,
    /// The game's id of the object.
    pub handle: u64,
    /// The display name of the object; may be empty.
    pub name: &'a str,
}

impl View {
    pub(crate) fn new(subject: Subject, tick: u64, state: State) -> Self {
        Self { subject, tick, state }
    }

    /// The agent whose state this is, or the world.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// The tick at whose end the state was taken.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// All events in effect, by slot.
    pub fn entries(&self) -> impl Iterator<Item = Latest<'_>> {
        self.state.entries().iter().filter_map(latest)
    }

    /// Whether the agent exists.
    pub fn exists(&self) -> bool {
        self.of(Slot::Agent).next().is_some()
    }

    /// The agent's archetype and name.
    pub fn identity(&self) -> Option<(u32, &str)> {
        self.pick(Slot::Agent, |_, event| match event {
            Event::AgentAdded { archetype, name, .. } => Some((archetype, name)),
            _ => None,
        })
    }

    /// The commander of the agent.
    pub fn commander(&self) -> Option<AgentId> {
        let changed = self.pick(Slot::Commander, |_, event| match event {
            Event::CommanderChanged { commander } => Some(commander),
            _ => None,
        });
        let first = || {
            self.pick(Slot::Agent, |_, event| match event {
                Event::AgentAdded { commander, .. } => Some(commander),
                _ => None,
            })
        };
        changed.or_else(first).flatten()
    }

    /// The beliefs of the agent, sorted by fact and arguments. For the world, the beliefs that all agents share.
    pub fn beliefs(&self) -> impl Iterator<Item = BeliefView<'_>> {
        self.of(Slot::Belief).filter_map(belief)
    }

    /// The belief about a fact.
    pub fn belief(&self, fact: Term<'_>) -> Option<BeliefView<'_>> {
        self.state.get(&Key::belief(&fact)).and_then(latest).and_then(belief)
    }

    /// The latest goal scores.
    pub fn scores(&self) -> Option<(u64, List<'_, GoalScore<'_>>)> {
        self.pick(Slot::Scores, |since, event| match event {
            Event::GoalScores { scores } => Some((since, scores)),
            _ => None,
        })
    }

    /// The current goal.
    pub fn goal(&self) -> Option<(u64, Term<'_>)> {
        self.pick(Slot::Goal, |since, event| match event {
            Event::GoalChosen { goal, .. } => Some((since, goal)),
            _ => None,
        })
    }

    /// The current plan.
    pub fn plan(&self) -> Option<(u64, Plan<'_>)> {
        self.of(Slot::Plan).find_map(|latest| match latest.event {
            Event::PlanFound { plan, .. } => Some((latest.since, plan)),
            _ => None,
        })
    }

    /// The running steps, by id. There are several only while a stopped step has not ended.
    pub fn steps(&self) -> impl Iterator<Item = StepView<'_>> {
        self.of(Slot::Step).filter_map(|latest| match latest.event {
            Event::StepStarted { step, index, action, .. } => Some(StepView {
                step,
                index,
                action,
                progress: self.progress(step).unwrap_or_default(),
                stopping: self.stopping(step),
                since: latest.since,
            }),
            _ => None,
        })
    }

    /// The running step that started last.
    pub fn step(&self) -> Option<StepView<'_>> {
        self.steps().max_by_key(|step| (step.since, step.step))
    }

    fn progress(&self, step: u64) -> Option<u32> {
        match self.numbered(Slot::Progress, step)? {
            Event::StepReported { progress, .. } => Some(progress),
            _ => None,
        }
    }

    fn stopping(&self, step: u64) -> Option<u32> {
        match self.numbered(Slot::Stop, step)? {
            Event::StepStopped { reason, .. } => Some(reason),
            _ => None,
        }
    }

    /// The orders in effect, by id.
    pub fn orders(&self) -> impl Iterator<Item = OrderView<'_>> {
        self.of(Slot::Order).filter_map(|latest| match latest.event {
            Event::Ordered { order, from, goal, terms } => {
                let report = self.order_report(order);
                Some(OrderView { order, from, goal, bias: terms.bias, report, since: latest.since })
            }
            _ => None,
        })
    }

    fn order_report(&self, order: u64) -> Option<OrderReport> {
        match self.numbered(Slot::OrderReport, order)? {
            Event::OrderReported { report, .. } => Some(report),
            _ => None,
        }
    }

    /// The objects that the agent claims.
    pub fn claims(&self) -> impl Iterator<Item = Value> {
        self.of(Slot::Claim).filter_map(|latest| match latest.event {
            Event::Claimed { object } => Some(object),
            _ => None,
        })
    }

    /// Why the agent is on hold, if it is.
    pub fn held(&self) -> Option<(u64, &str)> {
        self.pick(Slot::Hold, |since, event| match event {
            Event::Held { reason } => Some((since, reason)),
            _ => None,
        })
    }

    /// Why the agent is in quarantine, if it is.
    pub fn quarantined(&self) -> Option<(u64, &str)> {
        self.pick(Slot::Quarantine, |since, event| match event {
            Event::Quarantined { reason } => Some((since, reason)),
            _ => None,
        })
    }

    /// Why the agent is idle, if it is.
    pub fn idle(&self) -> Option<(u64, u32)> {
        self.pick(Slot::Idle, |since, event| match event {
            Event::Idle { reason } => Some((since, reason)),
            _ => None,
        })
    }

    /// The position of the agent: x, y, z and yaw.
    pub fn place(&self) -> Option<[f32; 4]> {
        self.pick(Slot::Place, |_, event| match event {
            Event::Place { x, y, z, yaw } => Some([x, y, z, yaw]),
            _ => None,
        })
    }

    /// The bound objects, by id; only the world has them.
    pub fn bindings(&self) -> impl Iterator<Item = BindingView<'_>> {
        self.of(Slot::Binding).filter_map(|latest| match latest.event {
            Event::Bound { ty, handle, name } => Some(BindingView { ty, handle, name }),
            _ => None,
        })
    }

    /// The latest hash of the state; only the world has it.
    pub fn hash(&self) -> Option<(u64, u64)> {
        self.pick(Slot::Hash, |since, event| match event {
            Event::Hash { hash } => Some((since, hash)),
            _ => None,
        })
    }

    /// The differences between this view and a later one, by slot. A repeated event is not a difference.
    pub fn diff<'a>(&'a self, later: &'a View) -> Vec<Change<'a>> {
        let mut changes = Vec::new();
        let (mut before, mut after) = (self.state.entries(), later.state.entries());
        loop {
            let order = match (before.first(), after.first()) {
                (None, None) => return changes,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => a.key().cmp(b.key()),
            };
            let removed = if order.is_le() { before.split_off_first() } else { None };
            let added = if order.is_ge() { after.split_off_first() } else { None };
            if removed.map(Entry::coded) != added.map(Entry::coded) {
                changes.push(Change { before: removed.and_then(latest), after: added.and_then(latest) });
            }
        }
    }

    /// The entries of a slot. They are adjacent because entries are sorted by slot.
    fn of(&self, slot: Slot) -> impl Iterator<Item = Latest<'_>> {
        let entries = self.state.entries();
        let start = entries.partition_point(|entry| entry.slot() < Some(slot));
        let len = entries[start..].partition_point(|entry| entry.slot() == Some(slot));
        entries[start..start + len].iter().filter_map(latest)
    }

    fn numbered(&self, slot: Slot, number: u64) -> Option<Event<'_>> {
        self.state.get(&Key::numbered(slot, number))?.event()
    }

    fn pick<'a, T>(&'a self, slot: Slot, pick: impl Fn(u64, Event<'a>) -> Option<T>) -> Option<T> {
        self.of(slot).find_map(|latest| pick(latest.since, latest.event))
    }
}

fn belief(latest: Latest<'_>) -> Option<BeliefView<'_>> {
    match latest.event {
        Event::Belief { fact, value, confidence, .. } => {
            Some(BeliefView { fact, value, confidence, since: latest.since })
        }
        _ => None,
    }
}

fn latest(entry: &Entry) -> Option<Latest<'_>> {
    Some(Latest { slot: entry.slot()?, since: entry.since, event: entry.event()? })
}

/// A difference between two views of a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<'a> {
    /// The event before; `None` if the slot was empty.
    pub before: Option<Latest<'a>>,
    /// The event after; `None` if the slot is empty.
    pub after: Option<Latest<'a>>,
}
