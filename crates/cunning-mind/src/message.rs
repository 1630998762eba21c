//! The engine's messages: plain data, so that any engine and any language can exchange them.

use cunning_encode::encode_enum;
use cunning_plan::model::{ActionId, FactId, GoalId, TypeId};
use smallvec::SmallVec;

pub use cunning_trace::{AgentId, OrderTerms, Value};

use crate::geometry::{SpatialAnswer, SpatialQuestion};
use crate::migration::Names;

/// The id of a started step. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub u64);

/// The id of an order. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderId(pub u64);

/// The id of a question to the game. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub u64);

/// Full confidence, in millionths.
pub const CERTAIN: u32 = 1_000_000;

/// A message from the game to the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Percept<'a> {
    /// An agent perceives a fact.
    Set {
        /// The agent that perceives the fact.
        agent: AgentId,
        /// The fact.
        fact: FactId,
        /// The indices of a member of a family, in order.
        indices: &'a [Value],
        /// The perceived value.
        value: Value,
        /// The confidence in the value, in millionths.
        confidence: u32,
    },
    /// An object of an open type exists from now on.
    Bind {
        /// The open type of the object.
        ty: TypeId,
        /// The game's handle of the object.
        handle: u64,
        /// The display name for recordings; may be empty. Only the first 64 bytes are kept.
        name: &'a str,
    },
    /// An object no longer exists.
    Unbind {
        /// The game's handle of the object.
        handle: u64,
    },
    /// A step was completed.
    Done(StepId),
    /// A step could not be completed.
    Failed(StepId),
    /// A step is still running.
    Running(StepId),
    /// A step that was told to stop has stopped.
    Ended(StepId),
    /// The answer to a check.
    Answer {
        /// The question that is answered.
        question: QuestionId,
        /// Whether the answer is yes.
        yes: bool,
    },
    /// The answer to a question of a query.
    QueryAnswer {
        /// The question that is answered.
        question: QuestionId,
        /// The answer.
        answer: SpatialAnswer,
    },
    /// Stops an agent until it is released as often as it was held.
    Hold(AgentId),
    /// Releases a held agent.
    Release(AgentId),
}

/// An order of the game or a player to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'a> {
    /// The goal to pursue.
    pub goal: GoalId,
    /// The arguments of the goal. The agent chooses those that are left open.
    pub args: &'a [Option<Value>],
    /// How much the order counts, and for how long.
    pub terms: OrderTerms,
}

impl Order<'_> {
    /// Creates an order for a goal with open arguments and the default terms.
    pub fn new(goal: GoalId) -> Self {
        Self { goal, args: &[], terms: OrderTerms::default() }
    }
}

/// A message from the engine to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Carry out a step.
    Start {
        /// The agent that performs the step.
        agent: AgentId,
        /// The id of the step, which reports refer to.
        step: StepId,
        /// The action to perform.
        action: ActionId,
        /// The arguments of the action, in declaration order.
        args: &'a [Value],
        /// Whether the step was already running before a save was restored or the agent woke up.
        resumed: bool,
    },
    /// Stop a step, and report when it has ended.
    Stop {
        /// The agent that performs the step.
        agent: AgentId,
        /// The step to stop.
        step: StepId,
        /// Why the step is stopped.
        reason: StopReason,
    },
    /// Poll a sensor of an agent, and send what it perceives.
    Sense {
        /// The agent whose sensor is due.
        agent: AgentId,
        /// The index of the sensor in the archetype.
        sensor: u32,
    },
    /// Answer a check of an action.
    Ask {
        /// The agent that plans to act.
        agent: AgentId,
        /// The id of the question, which the answer refers to.
        question: QuestionId,
        /// The action whose check it is.
        action: ActionId,
        /// The arguments of the action, in declaration order.
        args: &'a [Value],
    },
    /// Answer a question of a query about positions with [`Percept::QueryAnswer`]. Sent only if no
    /// [`Geometry`](crate::Geometry) is given.
    Query {
        /// The agent that asks.
        agent: AgentId,
        /// The id of the question, which the answer refers to.
        question: QuestionId,
        /// What is asked: a distance, a path, a line of sight, or a question of the domain.
        asked: SpatialQuestion,
        /// The arguments of the question; [`Value::None`] is the agent itself.
        of: &'a [Value],
    },
    /// An agent has nothing to do.
    Idle {
        /// The idle agent.
        agent: AgentId,
        /// Why it has nothing to do.
        why: IdleReason,
    },
    /// The state of an order of the game or a player has changed.
    OrderReport {
        /// The agent that received the order.
        agent: AgentId,
        /// The id of the order.
        order: OrderId,
        /// The goal that was ordered.
        goal: GoalId,
        /// The new state of the order.
        report: OrderState,
    },
}

/// Why a step is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// There is a better plan.
    Replanned,
    /// A condition that must hold while the step runs is broken.
    ConditionLost,
    /// An argument of the step no longer exists.
    ObjectLost,
    /// The step exceeded its time limit.
    TimedOut,
    /// An order takes precedence.
    Ordered,
    /// The agent is held.
    Held,
    /// The agent is removed.
    Removed,
    /// The domain was reloaded.
    Reloaded,
}

impl StopReason {
    /// Returns the reason as a word for logs and bindings, such as `condition-lost`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Replanned => "replanned",
            Self::ConditionLost => "condition-lost",
            Self::ObjectLost => "object-lost",
            Self::TimedOut => "timed-out",
            Self::Ordered => "ordered",
            Self::Held => "held",
            Self::Removed => "removed",
            Self::Reloaded => "reloaded",
        }
    }
}

/// Why an agent has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleReason {
    /// All goals are met or irrelevant.
    NothingMatters,
    /// No relevant goal has a plan.
    NoPlan,
    /// The agent is held.
    Held,
    /// The agent is in quarantine.
    Quarantined,
}

impl IdleReason {
    /// Returns the reason as a word for logs and bindings, such as `no-plan`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NothingMatters => "nothing-matters",
            Self::NoPlan => "no-plan",
            Self::Held => "held",
            Self::Quarantined => "quarantined",
        }
    }
}

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderState {
    /// The receiver pursues the goal.
    TakenUp,
    /// The goal is met.
    Done,
    /// The receiver gave up.
    Failed(OrderFailure),
    /// The receiver no longer exists, or is in quarantine.
    Lost,
    /// The order was withdrawn.
    Withdrawn,
    /// An object of the order no longer exists.
    ObjectGone,
}

/// Why an order failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderFailure {
    /// There is no plan for the goal.
    NoPlan,
    /// The time of the order is over. Without a time of its own, the receiver could do nothing for
    /// [`ORDER_IDLE_MS_MAX`](crate::limits::ORDER_IDLE_MS_MAX).
    TimedOut,
    /// The steps for the goal failed again and again.
    StepsFailed,
    /// The receiver does not have the goal.
    ForeignGoal,
    /// A reload removed the goal or an object of the order.
    Reloaded,
}

impl OrderState {
    /// Returns the state as a word for logs and bindings, such as `failed-no-plan`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TakenUp => "taken-up",
            Self::Done => "done",
            Self::Lost => "lost",
            Self::Withdrawn => "withdrawn",
            Self::ObjectGone => "object-gone",
            Self::Failed(OrderFailure::NoPlan) => "failed-no-plan",
            Self::Failed(OrderFailure::TimedOut) => "failed-timed-out",
            Self::Failed(OrderFailure::StepsFailed) => "failed-steps-failed",
            Self::Failed(OrderFailure::ForeignGoal) => "failed-foreign-goal",
            Self::Failed(OrderFailure::Reloaded) => "failed-reloaded",
        }
    }

    /// Returns whether it is the last report of an order.
    pub fn is_final(self) -> bool {
        self != Self::TakenUp
    }
}

encode_enum!(StopReason {
    0 = Replanned, 1 = ConditionLost, 2 = ObjectLost, 3 = TimedOut, 4 = Ordered, 5 = Held, 6 = Removed, 7 = Reloaded,
});
encode_enum!(IdleReason { 0 = NothingMatters, 1 = NoPlan, 2 = Held, 3 = Quarantined });
encode_enum!(OrderState {
    0 = TakenUp, 1 = Done, 2 = Failed(failure), 3 = Lost, 4 = Withdrawn, 5 = ObjectGone,
});
encode_enum!(OrderFailure { 0 = NoPlan, 1 = TimedOut, 2 = StepsFailed, 3 = ForeignGoal, 4 = Reloaded });

/// A queue of commands, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    items: Vec<Command<'static>>,
    /// The arguments of all commands.
    args: Vec<Value>,
    /// The end of each command's arguments.
    ends: Vec<u32>,
    /// The number of commands already taken.
    taken: usize,
}

impl Commands {
    /// Iterates over the commands.
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

    /// Takes the oldest command with its arguments.
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

    /// Returns the number of commands.
    pub fn len(&self) -> usize {
        self.items.len() - self.taken
    }

    /// Returns whether there are no commands.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all commands and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
        self.args.clear();
        self.ends.clear();
        self.taken = 0;
    }

    /// Converts the commands to the ids of another domain. Those about something removed are dropped.
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
                // Queries start again.
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
