//! Commands to the game: owned values with names.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cunning_plan::model::ActionId;
use smallvec::SmallVec;

use super::Minds;
use crate::engine::{AgentId, IdleReason, OrderId, OrderState, StepId, StopReason};
use crate::error::{MindError, NameKind, UnknownName};
use crate::geometry::{Position, SpatialQuestion};
use crate::symbols::{ActionInfo, Symbol};
use crate::value::{FactKey, Value};

/// The arguments of a command. Up to four need no allocation.
pub type Args = SmallVec<[Value; 4]>;

/// The id of a check. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u64);

/// The id of a question about positions. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(pub u64);

/// A command of the minds to the game. Commands are owned, so the game can answer one while others wait.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Command {
    /// Carry out a step. Report it with [`Minds::done`] or [`Minds::failed`].
    Start(Step<'static>),
    /// Stop a step, then report it with [`Minds::stopped`]. The agent's next step waits for that, for a limited time.
    Stop(StoppedStep),
    /// Poll a sensor of an agent and report what it perceives with [`Minds::set`].
    Sense(SensorPoll),
    /// Answer a check with [`Minds::answer`]. Without an answer in time it counts as no.
    Ask(Check),
    /// Answer a question about positions with [`Minds::answer_query`]. Without an answer in time it counts as
    /// unknown.
    Query(SpatialQuery),
    /// An agent has nothing to do.
    Idle(Idle),
    /// The state of one of the game's orders has changed.
    Report(Report),
}

/// One running action of a plan.
#[derive(Clone)]
pub struct Step<'a> {
    /// The id of the step, which reports refer to.
    pub id: StepId,
    /// The agent that performs the step.
    pub agent: AgentId,
    /// Whether the step was already running before a save was restored or the agent woke up.
    pub resumed: bool,
    pub(crate) action: Arc<ActionInfo>,
    pub(crate) args: Args,
    pub(crate) elapsed_ms: u64,
    pub(crate) dt_ms: u32,
    pub(crate) scope: Option<Scope<'a>>,
}

impl ActionInfo {
    fn arg<'a>(&self, args: &'a [Value], param: &str) -> Result<&'a Value, UnknownName> {
        let at = self.params.iter().position(|known| **known == *param);
        let known = self.params.iter().map(AsRef::as_ref);
        at.and_then(|at| args.get(at)).ok_or_else(|| UnknownName::new(NameKind::Parameter, param, known))
    }

    fn args<'a>(&'a self, args: &'a [Value]) -> impl Iterator<Item = (&'a str, &'a Value)> {
        self.params.iter().map(AsRef::as_ref).zip(args)
    }
}

/// A call that is made after a handler has returned.
pub(crate) type Deferred = Box<dyn FnOnce(&mut Minds) + Send>;

/// The access that a step gives to its agent while a handler runs.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) minds: &'a Minds,
    pub(crate) deferred: &'a Mutex<Vec<Deferred>>,
}

impl Scope<'_> {
    fn defer(&self, call: Deferred) {
        self.deferred.lock().unwrap_or_else(PoisonError::into_inner).push(call);
    }
}

impl Step<'_> {
    /// Returns the name of the action.
    pub fn name(&self) -> &str {
        &self.action.name
    }

    /// Returns whether the step performs the named action.
    pub fn is(&self, action: &str) -> bool {
        *self.action.name == *action
    }

    /// Returns the action's symbol, for code that compares numbers instead of names.
    pub fn symbol(&self) -> Symbol {
        self.action.symbol
    }

    /// Returns the action's id in the domain as it was when the command was given. A reload may change it.
    pub fn action_id(&self) -> ActionId {
        self.action.id
    }

    /// Returns the argument of a parameter.
    ///
    /// ```
    /// # use cunning_mind::{Command, Domain, Minds, Budget};
    /// # let domain = Domain::from_str("walk.toml", r#"
    /// #     types = { place = ["yard", "bell"] }
    /// #     facts = { at = "place" }
    /// #     action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
    /// #     goal.reach = { want = ["at == bell"] }
    /// #     agent.guard = { actions = ["go"], goals = { reach = 1 } }
    /// # "#)?;
    /// # let mut minds = Minds::new(&domain);
    /// # minds.spawn("guard")?;
    /// # minds.tick(std::time::Duration::from_millis(16), Budget::default());
    /// if let Some(Command::Start(step)) = minds.next_command() {
    ///     assert_eq!(*step.arg("to")?, "bell");
    ///     assert!(step.arg("form").is_err());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn arg(&self, param: &str) -> Result<&Value, UnknownName> {
        self.action.arg(&self.args, param)
    }

    /// Iterates over the parameters with their arguments, in declaration order.
    pub fn args(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.action.args(&self.args)
    }

    /// Returns whether the action consists of orders. Then subordinates carry it out, and the game has nothing to report.
    pub fn is_command(&self) -> bool {
        self.action.is_command
    }

    /// Returns how long the step has been running, in a handler of a [`Runtime`](crate::Runtime); zero elsewhere.
    pub fn elapsed(&self) -> Duration {
        Duration::from_millis(self.elapsed_ms)
    }

    /// Returns the length of the present tick, in a handler of a [`Runtime`](crate::Runtime); zero elsewhere.
    pub fn dt(&self) -> Duration {
        Duration::from_millis(self.dt_ms.into())
    }

    /// Returns what the agent believes of a fact. Available in handlers of a [`Runtime`](crate::Runtime).
    pub fn belief<'k>(&self, key: impl Into<FactKey<'k>>) -> Result<Value, MindError> {
        self.scope.ok_or(MindError::OutsideHandler)?.minds.get(self.agent, key)
    }

    /// Defers a call until the handler has returned, for example to give orders, spawn agents or bind objects.
    /// Available in handlers of a [`Runtime`](crate::Runtime).
    pub fn defer(&self, call: impl FnOnce(&mut Minds) + Send + 'static) -> Result<(), MindError> {
        self.scope.ok_or(MindError::OutsideHandler)?.defer(Box::new(call));
        Ok(())
    }

    /// Returns the step with access to its agent.
    pub(crate) fn in_scope<'s>(&self, scope: Scope<'s>, dt_ms: u32) -> Step<'s> {
        let Self { id, agent, resumed, elapsed_ms, .. } = *self;
        let (action, args) = (self.action.clone(), self.args.clone());
        Step { id, agent, resumed, action, args, elapsed_ms, dt_ms, scope: Some(scope) }
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_call(f, &self.action.name, &self.args)
    }
}

impl fmt::Debug for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, agent, resumed, .. } = self;
        let mut shown = f.debug_struct("Step");
        shown.field("id", id).field("agent", agent).field("action", &format_args!("{self}"));
        shown.field("resumed", resumed).finish_non_exhaustive()
    }
}

pub(crate) fn write_call(f: &mut fmt::Formatter<'_>, name: &str, args: &[Value]) -> fmt::Result {
    f.write_str(name)?;
    for (at, arg) in args.iter().enumerate() {
        write!(f, "{}{arg}", if at == 0 { "(" } else { ", " })?;
    }
    if args.is_empty() { Ok(()) } else { f.write_str(")") }
}

/// A step to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoppedStep {
    /// The id of the step.
    pub id: StepId,
    /// The agent that performs it.
    pub agent: AgentId,
    /// Why it is stopped.
    pub reason: StopReason,
}

/// A sensor that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SensorPoll {
    /// The agent whose sensor it is.
    pub agent: AgentId,
    /// The sensor's name.
    pub sensor: Arc<str>,
}

/// A yes-or-no question about an action that an agent plans to perform.
#[derive(Clone, Debug)]
pub struct Check {
    /// The id of the check, which the answer refers to.
    pub id: CheckId,
    /// The agent that plans the action.
    pub agent: AgentId,
    /// The check's name.
    pub name: Arc<str>,
    pub(crate) action: Arc<ActionInfo>,
    pub(crate) args: Args,
}

impl Check {
    /// Returns whether this is the named check.
    pub fn is(&self, check: &str) -> bool {
        *self.name == *check
    }

    /// Returns the name of the action that the check belongs to.
    pub fn action(&self) -> &str {
        &self.action.name
    }

    /// Returns the symbol of the action that the check belongs to.
    pub fn action_symbol(&self) -> Symbol {
        self.action.symbol
    }

    /// Returns the argument of a parameter of the action.
    pub fn arg(&self, param: &str) -> Result<&Value, UnknownName> {
        self.action.arg(&self.args, param)
    }

    /// Iterates over the parameters of the action with their arguments, in declaration order.
    pub fn args(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.action.args(&self.args)
    }
}

/// A step of the rest of an agent's plan; see [`Minds::plan`].
#[derive(Clone, Debug)]
pub struct PlannedStep {
    pub(crate) action: Arc<ActionInfo>,
    pub(crate) args: Args,
}

impl PlannedStep {
    /// Returns the name of the action.
    pub fn name(&self) -> &str {
        &self.action.name
    }

    /// Returns the argument of a parameter.
    pub fn arg(&self, param: &str) -> Result<&Value, UnknownName> {
        self.action.arg(&self.args, param)
    }

    /// Iterates over the parameters with their arguments, in declaration order.
    pub fn args(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.action.args(&self.args)
    }
}

impl fmt::Display for PlannedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_call(f, &self.action.name, &self.args)
    }
}

/// A question of a query about positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpatialQuery {
    /// The id of the question, which the answer refers to.
    pub id: QueryId,
    /// The agent that asks.
    pub agent: AgentId,
    /// What is asked: a distance, a path, a line of sight, or a question of the domain.
    pub question: SpatialQuestion,
    /// The question's name in the domain file: `position`, `dist`, `path`, `sees`, `hides`, or one defined by the
    /// domain.
    pub name: Arc<str>,
    /// The things that the question is about.
    pub subjects: SmallVec<[Subject; 3]>,
}

impl SpatialQuery {
    /// Returns the first subject of the question if it is a point.
    pub fn position(&self) -> Option<Position> {
        self.subjects.iter().find_map(|subject| match subject {
            Subject::Point(point) => Some(*point),
            _ => None,
        })
    }
}

/// Something with a position in the world.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// An agent.
    Agent(AgentId),
    /// An object that the domain file lists.
    Name(Arc<str>),
    /// An object of the game.
    Object(crate::value::GameObject),
    /// A point generated by a query.
    Point(Position),
}

/// An agent without anything to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The agent.
    pub agent: AgentId,
    /// Why the agent has nothing to do.
    pub reason: IdleReason,
}

/// A change in the state of one of the game's orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The agent that received the order.
    pub agent: AgentId,
    /// The id of the order.
    pub order: OrderId,
    /// The goal that was ordered.
    pub goal: Arc<str>,
    /// The new state of the order.
    pub state: OrderState,
}
