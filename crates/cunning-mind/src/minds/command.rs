//! What minds want of the game: owned commands with names.

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

/// Names a check that was asked. Never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u64);

/// Names a question about places that was asked. Never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(pub u64);

/// What the minds want of the game. Commands are owned: answering one while others wait is fine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Command {
    /// Carry out a step. Report it with [`Minds::done`] or [`Minds::failed`].
    Start(Step<'static>),
    /// Stop a step, then report it with [`Minds::stopped`]. The agent's next step waits for that, or for a short time.
    Stop(StoppedStep),
    /// Poll a sensor of an agent and tell what it senses with [`Minds::set`].
    Sense(SensorPoll),
    /// Answer a check with [`Minds::answer`]. Without an answer it counts as *no* after a while.
    Ask(Check),
    /// Answer a question about places with [`Minds::answer_query`]. Without an answer it is unknown after a while.
    Query(SpatialQuery),
    /// An agent has nothing to do.
    Idle(Idle),
    /// News of an order that the game gave.
    Report(Report),
}

/// One running action of a plan.
#[derive(Clone)]
pub struct Step<'a> {
    /// The id that reports about the step name.
    pub id: StepId,
    /// The agent that performs the step.
    pub agent: AgentId,
    /// Whether the step already ran before: when the game was saved, or while the agent was asleep.
    pub resumed: bool,
    pub(crate) action: Arc<ActionInfo>,
    pub(crate) args: Args,
    pub(crate) elapsed_ms: u64,
    pub(crate) dt_ms: u32,
    pub(crate) scope: Option<Scope<'a>>,
}

/// A call that waits until a handler has returned.
pub(crate) type Deferred = Box<dyn FnOnce(&mut Minds) + Send>;

/// What a step gives access to while a handler runs.
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
    /// The name of the action.
    pub fn name(&self) -> &str {
        &self.action.name
    }

    /// Whether the step is of the named action.
    pub fn is(&self, action: &str) -> bool {
        *self.action.name == *action
    }

    /// The action's symbol, for code that compares numbers instead of names.
    pub fn symbol(&self) -> Symbol {
        self.action.symbol
    }

    /// The action's number in the domain as it was when the command was given; a reload may change it.
    pub fn action_id(&self) -> ActionId {
        self.action.id
    }

    /// The argument of a parameter.
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
        let at = self.action.params.iter().position(|known| **known == *param);
        let value = at.and_then(|at| self.args.get(at));
        let known = self.action.params.iter().map(AsRef::as_ref);
        value.ok_or_else(|| UnknownName::new(NameKind::Parameter, param, known))
    }

    /// The parameters with their arguments, in declaration order.
    pub fn args(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.action.params.iter().map(AsRef::as_ref).zip(&self.args)
    }

    /// How long the step has been running, in a handler of a [`Runtime`](crate::Runtime); zero elsewhere.
    pub fn elapsed(&self) -> Duration {
        Duration::from_millis(self.elapsed_ms)
    }

    /// The length of the present tick, in a handler of a [`Runtime`](crate::Runtime); zero elsewhere.
    pub fn dt(&self) -> Duration {
        Duration::from_millis(self.dt_ms.into())
    }

    /// What the agent believes of a fact. Available in handlers of a [`Runtime`](crate::Runtime).
    pub fn belief<'k>(&self, key: impl Into<FactKey<'k>>) -> Result<Value, MindError> {
        self.scope.ok_or(MindError::OutsideHandler)?.minds.get(self.agent, key)
    }

    /// Calls the minds as soon as the handler has returned: to give orders, spawn agents, bind objects. Available in
    /// handlers of a [`Runtime`](crate::Runtime).
    pub fn defer(&self, call: impl FnOnce(&mut Minds) + Send + 'static) -> Result<(), MindError> {
        self.scope.ok_or(MindError::OutsideHandler)?.defer(Box::new(call));
        Ok(())
    }

    /// The same step with access to its agent.
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

/// A step that the game is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoppedStep {
    /// The step.
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

/// A yes-or-no question about an action that the agent plans to take.
#[derive(Clone, Debug)]
pub struct Check {
    /// The id that the answer names.
    pub id: CheckId,
    /// The agent that wants to act.
    pub agent: AgentId,
    /// The check's name.
    pub name: Arc<str>,
    pub(crate) action: Arc<ActionInfo>,
    pub(crate) args: Args,
}

impl Check {
    /// Whether it is the named check.
    pub fn is(&self, check: &str) -> bool {
        *self.name == *check
    }

    /// The name of the action that it is about.
    pub fn action(&self) -> &str {
        &self.action.name
    }

    /// The argument of a parameter of the action.
    pub fn arg(&self, param: &str) -> Result<&Value, UnknownName> {
        let at = self.action.params.iter().position(|known| **known == *param);
        let known = self.action.params.iter().map(AsRef::as_ref);
        at.and_then(|at| self.args.get(at)).ok_or_else(|| UnknownName::new(NameKind::Parameter, param, known))
    }
}

/// A question of a query about places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpatialQuery {
    /// The id that the answer names.
    pub id: QueryId,
    /// The agent that wants to know.
    pub agent: AgentId,
    /// What is asked.
    pub question: SpatialQuestion,
    /// The question's name in the domain file: `position`, `dist`, `path`, `sees`, `hides`, or one of the domain's own.
    pub name: Arc<str>,
    /// What it is asked about.
    pub subjects: SmallVec<[Subject; 3]>,
}

impl SpatialQuery {
    /// The point that the question is about, if its first subject is one.
    pub fn position(&self) -> Option<Position> {
        self.subjects.iter().find_map(|subject| match subject {
            Subject::Point(point) => Some(*point),
            _ => None,
        })
    }
}

/// Something with a place in the world.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// An agent.
    Agent(AgentId),
    /// An object that the domain file lists.
    Name(Arc<str>),
    /// An object of the game.
    Object(crate::value::GameObject),
    /// A point that a query made up.
    Point(Position),
}

/// An agent without anything to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The agent.
    pub agent: AgentId,
    /// Why it has nothing to do.
    pub reason: IdleReason,
}

/// News of an order that the game gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The agent that was ordered.
    pub agent: AgentId,
    /// The order.
    pub order: OrderId,
    /// The goal that was ordered.
    pub goal: Arc<str>,
    /// How the order stands.
    pub state: OrderState,
}
