//! What is known of an agent, or of the world, at a tick; and how two such views differ.

use std::cmp::Ordering;

use crate::event::Event;
use crate::list::List;
use crate::parts::{GoalScore, OrderReport, Plan};
use crate::slot::{Key, Slot};
use crate::state::{Entry, State};
use crate::value::{AgentId, Subject, Term, Value};

/// The state of a subject at the end of a tick.
///
/// It is made of the latest events that still count, each with the tick in which it happened. [`entries`](Self::entries)
/// has all of them; the other methods pick out what one asks for most. Ticks come first in what they return.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    subject: Subject,
    tick: u64,
    state: State,
}

/// An event that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latest<'a> {
    /// What it is about.
    pub slot: Slot,
    /// The tick in which it happened.
    pub since: u64,
    /// The event.
    pub event: Event<'a>,
}

/// What an agent believes of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeliefView<'a> {
    /// The fact.
    pub fact: Term<'a>,
    /// Its value.
    pub value: Value,
    /// How sure the agent was when it formed the belief, in millionths.
    pub confidence: u32,
    /// When that was.
    pub since: u64,
}

/// A step under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepView<'a> {
    /// Its number.
    pub step: u64,
    /// Which of the plan's steps it is.
    pub index: u32,
    /// The action with its arguments.
    pub action: Term<'a>,
    /// How far it is, in millionths.
    pub progress: u32,
    /// Why it was told to stop, if it was.
    pub stopping: Option<u32>,
    /// When it started.
    pub since: u64,
}

/// An order that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderView<'a> {
    /// Its number.
    pub order: u64,
    /// Who gave it; none for the game or a player.
    pub from: Option<AgentId>,
    /// What to pursue.
    pub goal: Term<'a>,
    /// How much that counts, in millionths.
    pub bias: i64,
    /// What the agent said of it last.
    pub report: Option<OrderReport>,
    /// When it was given.
    pub since: u64,
}

/// An object of the game that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingView<'a> {
    /// Its type.
    pub ty: u32,
    /// The game's handle.
    pub handle: u64,
    /// What people call it; may be empty.
    pub name: &'a str,
}

impl View {
    pub(crate) fn new(subject: Subject, tick: u64, state: State) -> Self {
        Self { subject, tick, state }
    }

    /// Whose state it is.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// At the end of which tick.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Everything that counts, by slot.
    pub fn entries(&self) -> impl Iterator<Item = Latest<'_>> {
        self.state.entries().iter().filter_map(latest)
    }

    /// Whether there is such an agent.
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

    /// Who commands the agent.
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

    /// What the agent believes, in the order of facts and arguments. For the world: what all of them believe.
    pub fn beliefs(&self) -> impl Iterator<Item = BeliefView<'_>> {
        self.of(Slot::Belief).filter_map(belief)
    }

    /// What the agent believes of a fact.
    pub fn belief(&self, fact: Term<'_>) -> Option<BeliefView<'_>> {
        self.state.get(&Key::belief(&fact)).and_then(latest).and_then(belief)
    }

    /// How goals compared when they were compared last.
    pub fn scores(&self) -> Option<(u64, List<'_, GoalScore<'_>>)> {
        self.pick(Slot::Scores, |since, event| match event {
            Event::GoalScores { scores } => Some((since, scores)),
            _ => None,
        })
    }

    /// The goal.
    pub fn goal(&self) -> Option<(u64, Term<'_>)> {
        self.pick(Slot::Goal, |since, event| match event {
            Event::GoalChosen { goal, .. } => Some((since, goal)),
            _ => None,
        })
    }

    /// The plan that is followed: the latest, should there be more than one.
    pub fn plan(&self) -> Option<(u64, Plan<'_>)> {
        self.of(Slot::Plan).find_map(|latest| match latest.event {
            Event::PlanFound { plan, .. } => Some((latest.since, plan)),
            _ => None,
        })
    }

    /// The steps under way, by number. There is more than one only while a stopped one has not ended.
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

    /// The step that started last.
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

    /// The orders that count, by number.
    pub fn orders(&self) -> impl Iterator<Item = OrderView<'_>> {
        self.of(Slot::Order).filter_map(|latest| match latest.event {
            Event::Ordered { order, from, goal, bias, .. } => {
                let report = self.order_report(order);
                Some(OrderView { order, from, goal, bias, report, since: latest.since })
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

    /// What the agent claims.
    pub fn claims(&self) -> impl Iterator<Item = Value> {
        self.of(Slot::Claim).filter_map(|latest| match latest.event {
            Event::Claimed { object } => Some(object),
            _ => None,
        })
    }

    /// Why the agent is held.
    pub fn held(&self) -> Option<(u64, &str)> {
        self.pick(Slot::Hold, |since, event| match event {
            Event::Held { reason } => Some((since, reason)),
            _ => None,
        })
    }

    /// Why the agent is in quarantine.
    pub fn quarantined(&self) -> Option<(u64, &str)> {
        self.pick(Slot::Quarantine, |since, event| match event {
            Event::Quarantined { reason } => Some((since, reason)),
            _ => None,
        })
    }

    /// Why the agent has nothing to do.
    pub fn idle(&self) -> Option<(u64, u32)> {
        self.pick(Slot::Idle, |since, event| match event {
            Event::Idle { reason } => Some((since, reason)),
            _ => None,
        })
    }

    /// Where the agent is: x, y, z and yaw.
    pub fn place(&self) -> Option<[f32; 4]> {
        self.pick(Slot::Place, |_, event| match event {
            Event::Place { x, y, z, yaw } => Some([x, y, z, yaw]),
            _ => None,
        })
    }

    /// The objects that are bound, by handle; of the world.
    pub fn bindings(&self) -> impl Iterator<Item = BindingView<'_>> {
        self.of(Slot::Binding).filter_map(|latest| match latest.event {
            Event::Bound { ty, handle, name } => Some(BindingView { ty, handle, name }),
            _ => None,
        })
    }

    /// The latest hash of the state of everything; of the world.
    pub fn hash(&self) -> Option<(u64, u64)> {
        self.pick(Slot::Hash, |since, event| match event {
            Event::Hash { hash } => Some((since, hash)),
            _ => None,
        })
    }

    /// How this view differs from a later one, by slot. An event that was merely repeated is no difference.
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
            let gone = if order.is_le() { before.split_off_first() } else { None };
            let come = if order.is_ge() { after.split_off_first() } else { None };
            if gone.map(Entry::coded) != come.map(Entry::coded) {
                changes.push(Change { before: gone.and_then(latest), after: come.and_then(latest) });
            }
        }
    }

    /// The entries of a slot. They lie together, because entries are sorted by slot first.
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
    /// What counted before; none if nothing did.
    pub before: Option<Latest<'a>>,
    /// What counts after; none if nothing does.
    pub after: Option<Latest<'a>>,
}
