//! What goes in and what comes out: plain data, so that any engine and any language can drive a set of agents.

use cunning_plan::model::{ActionId, FactId, GoalId, TypeId};
use smallvec::SmallVec;

pub use cunning_trace::{AgentId, Value};

use crate::geometry::{SpatialAnswer, SpatialQuestion};
use crate::migration::Names;
use crate::wire::wire_enum;

/// Names a step that was started. Never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub u64);

/// Names an order. Never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderId(pub u64);

/// Names a question to the game. Never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub u64);

/// Full confidence, in millionths.
pub const CERTAIN: u32 = 1_000_000;

/// What the game tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Percept<'a> {
    /// An agent senses a fact.
    Set {
        /// Who.
        agent: AgentId,
        /// The fact.
        fact: FactId,
        /// Its indices.
        indices: &'a [Value],
        /// Its value.
        value: Value,
        /// How sure that is, in millionths.
        confidence: u32,
    },
    /// There is an object of an open type from now on.
    Bind {
        /// The type.
        ty: TypeId,
        /// The game's handle of it.
        handle: u64,
        /// What people call it, for the record; may be empty. Of a longer one the first 64 bytes count.
        name: &'a str,
    },
    /// The object is there no longer.
    Unbind {
        /// The game's handle of it.
        handle: u64,
    },
    /// A step was completed.
    Done(StepId),
    /// A step could not be completed.
    Failed(StepId),
    /// A step goes on.
    Running(StepId),
    /// A step that was told to stop has stopped.
    Ended(StepId),
    /// The answer to a question.
    Answer {
        /// The question.
        question: QuestionId,
        /// The answer.
        yes: bool,
    },
    /// What there is to say to a question of a query.
    QueryAnswer {
        /// The question.
        question: QuestionId,
        /// The answer.
        answer: SpatialAnswer,
    },
    /// An agent does nothing until it is released as often as it was held.
    Hold(AgentId),
    /// An agent may act again.
    Release(AgentId),
}

/// An order that the game or a player gives to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'a> {
    /// What to pursue.
    pub goal: GoalId,
    /// With which arguments; those that are left out are for the agent to choose.
    pub args: &'a [Option<Value>],
    /// What is added to the goal's score, in millionths. Less than nothing speaks against it.
    pub bias: i64,
    /// How long it counts; until it is over if not given.
    pub within_ms: Option<u32>,
    /// Whether the goal comes before all others, as long as there is a plan for it.
    pub is_rigid: bool,
}

impl Order<'_> {
    /// An order for a goal with any arguments: a million is added to its score for as long as it takes, and the agent may
    /// still find something more important.
    pub fn new(goal: GoalId) -> Self {
        Self { goal, args: &[], bias: 1_000_000, within_ms: None, is_rigid: false }
    }
}

/// What agents want of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Carry out a step.
    Start {
        /// Who.
        agent: AgentId,
        /// The step; reports about it name it.
        step: StepId,
        /// What to do.
        action: ActionId,
        /// What the action's parameters are bound to.
        args: &'a [Value],
        /// Whether it goes on after a saved game was restored: the step ran when it was saved.
        resumed: bool,
    },
    /// Stop a step, and say when it has ended.
    Stop {
        /// Who.
        agent: AgentId,
        /// The step.
        step: StepId,
        /// Why.
        reason: StopReason,
    },
    /// Poll a sensor of an agent, and tell what it senses.
    Sense {
        /// Whose.
        agent: AgentId,
        /// Which of the archetype's sensors.
        sensor: u32,
    },
    /// Answer a question about an action.
    Ask {
        /// Who wants to know.
        agent: AgentId,
        /// The question; the answer names it.
        question: QuestionId,
        /// The action whose check it is.
        action: ActionId,
        /// What the action's parameters are bound to.
        args: &'a [Value],
    },
    /// Answer a question of a query about places, by [`Percept::QueryAnswer`]. Only where there is no
    /// [`Geometry`](crate::Geometry) that is asked instead.
    Query {
        /// Who wants to know.
        agent: AgentId,
        /// The question; the answer names it.
        question: QuestionId,
        /// What is asked.
        asked: SpatialQuestion,
        /// Of which places; [`Value::None`] is the agent itself.
        of: &'a [Value],
    },
    /// An agent has nothing to do.
    Idle {
        /// Who.
        agent: AgentId,
        /// Why.
        why: IdleReason,
    },
    /// How an order goes that the game or a player gave.
    OrderReport {
        /// Who got it.
        agent: AgentId,
        /// The order.
        order: OrderId,
        /// What was ordered.
        goal: GoalId,
        /// How it goes.
        report: OrderState,
    },
}

/// Why a step is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// There is a better plan.
    Replanned,
    /// What must hold while it runs does not.
    ConditionLost,
    /// An object it is about is gone.
    ObjectLost,
    /// It took too long.
    TimedOut,
    /// A commander wants something else.
    Ordered,
    /// The agent is held.
    Held,
    /// The agent is removed.
    Removed,
    /// The domain changed.
    Reloaded,
}

/// Why an agent has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleReason {
    /// All its goals are met or do not matter now.
    NothingMatters,
    /// No goal that matters has a plan now.
    NoPlan,
    /// It is held.
    Held,
    /// Something of its own went wrong; it does nothing any more.
    Quarantined,
}

/// How an order goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderState {
    /// The receiver pursues it.
    TakenUp,
    /// Its goal is met.
    Done,
    /// It has no plan, or its time is over.
    Failed,
    /// Its receiver is gone.
    Lost,
}

wire_enum!(StopReason {
    0 = Replanned, 1 = ConditionLost, 2 = ObjectLost, 3 = TimedOut, 4 = Ordered, 5 = Held, 6 = Removed, 7 = Reloaded,
});
wire_enum!(IdleReason { 0 = NothingMatters, 1 = NoPlan, 2 = Held, 3 = Quarantined });
wire_enum!(OrderState { 0 = TakenUp, 1 = Done, 2 = Failed, 3 = Lost });

/// The commands of a tick, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    items: Vec<Command<'static>>,
    /// The arguments of all of them.
    args: Vec<Value>,
    /// Where the arguments of each end.
    ends: Vec<u32>,
    /// How many were taken already.
    taken: usize,
}

impl Commands {
    /// The commands.
    pub fn iter(&self) -> impl Iterator<Item = Command<'_>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let all = self.items.iter().zip(starts.zip(&self.ends)).skip(self.taken);
        all.map(|(item, (start, &end))| {
            let given = &self.args[start as usize..end as usize];
            match *item {
                Command::Start { agent, step, action, resumed, .. } => {
                    Command::Start { agent, step, action, args: given, resumed }
                }
                Command::Ask { agent, question, action, .. } => {
                    Command::Ask { agent, question, action, args: given }
                }
                Command::Query { agent, question, asked, .. } => {
                    Command::Query { agent, question, asked, of: given }
                }
                other => other,
            }
        })
    }

    /// Takes the oldest one with its arguments.
    pub(crate) fn pop(&mut self) -> Option<(Command<'static>, SmallVec<[Value; 4]>)> {
        let command = *self.items.get(self.taken)?;
        let start = self.taken.checked_sub(1).map_or(0, |before| self.ends[before]);
        let args = SmallVec::from_slice(&self.args[start as usize..self.ends[self.taken] as usize]);
        self.taken += 1;
        if self.taken == self.items.len() {
            self.clear();
        }
        Some((command, args))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len() - self.taken
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets them, and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
        self.args.clear();
        self.ends.clear();
        self.taken = 0;
    }

    /// Gives them the numbers of another domain. Those about something that is gone are dropped.
    pub(crate) fn rename(&mut self, names: &Names<'_>) {
        let old = std::mem::take(self);
        for command in old.iter() {
            let mut args: Option<Vec<Value>> = Some(Vec::new());
            let mut rename = |given: &[Value]| args = given.iter().map(|value| names.value(*value)).collect();
            let command = match command {
                Command::Start { agent, step, action, args, resumed } => {
                    rename(args);
                    let action = names.action(action);
                    action.map(|action| Command::Start { agent, step, action, args: &[], resumed })
                }
                Command::Ask { agent, question, action, args } => {
                    rename(args);
                    names.action(action).map(|action| Command::Ask { agent, question, action, args: &[] })
                }
                Command::OrderReport { agent, order, goal, report } => {
                    names.goal(goal).map(|goal| Command::OrderReport { agent, order, goal, report })
                }
                Command::Stop { agent, step, reason } => Some(Command::Stop { agent, step, reason }),
                // Queries begin anew.
                Command::Query { .. } => None,
                Command::Sense { agent, sensor } => Some(Command::Sense { agent, sensor }),
                Command::Idle { agent, why } => Some(Command::Idle { agent, why }),
            };
            if let (Some(command), Some(args)) = (command, args) {
                self.push(command, args);
            }
        }
    }

    /// Changes all arguments.
    pub(crate) fn map_args(&mut self, change: impl Fn(&mut Value)) {
        self.args.iter_mut().for_each(change);
    }

    pub(crate) fn push(&mut self, command: Command<'static>, args: impl IntoIterator<Item = Value>) {
        self.items.push(command);
        self.args.extend(args);
        self.ends.push(self.args.len() as u32);
    }
}
