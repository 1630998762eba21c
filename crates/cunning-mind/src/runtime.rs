//! Handlers for sensors, actions, checks and questions, registered by name.
//!
//! A [`Runtime`] owns the minds and the game's handlers. Each running step has its own handler value. All code of the
//! game is called in one place; if it panics, the agent it was called for is put in quarantine and the others
//! continue. (A program compiled with `panic = "abort"` ends instead.)

mod build;
mod call;

pub(crate) use call::panic_message;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::budget::{Budget, TickBudget};
use crate::engine::{AgentId, StepId, StopReason};
use crate::error::MindError;
use crate::geometry::SpatialAnswer;
use crate::host::{Host as _, dispatch, tick};
use crate::minds::{Check, Deferred, Minds, Report, SpatialQuery, Step};
use crate::value::{FactKey, Value, ValueRef};

pub use build::{BuildError, MissingHandler, RuntimeBuilder};

/// Carries out one step of an action. A new handler is created for every step that starts.
pub trait ActionHandler<W> {
    /// Starts the step. The default does nothing.
    fn start(&mut self, world: &mut W, step: &Step<'_>) -> Progress {
        let _ = (world, step);
        Progress::Running
    }

    /// Continues the step, once per tick.
    fn tick(&mut self, world: &mut W, step: &Step<'_>) -> Progress;

    /// Stops the step before it is done.
    fn stop(&mut self, world: &mut W, step: &Step<'_>, reason: StopReason) {
        let _ = (world, step, reason);
    }
}

/// The state of a step after a call of its handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The step is still running.
    Running,
    /// The step is done; the agent believes its effects.
    Done,
    /// The step cannot be carried out; the agent plans again.
    Failed,
}

/// The access that a sensor has to its agent's beliefs.
pub struct Beliefs<'a> {
    minds: &'a mut Minds,
    agent: AgentId,
}

impl Beliefs<'_> {
    /// Sets a belief with full confidence.
    pub fn set<'k>(
        &mut self,
        key: impl Into<FactKey<'k>>,
        value: impl Into<ValueRef<'k>>,
    ) -> Result<(), MindError> {
        self.minds.set(self.agent, key, value)
    }

    /// Sets a belief with a confidence between 0 and 1.
    pub fn believe<'k>(
        &mut self,
        key: impl Into<FactKey<'k>>,
        value: impl Into<ValueRef<'k>>,
        confidence: f64,
    ) -> Result<(), MindError> {
        self.minds.believe(self.agent, key, value, confidence)
    }

    /// Returns the value that the agent believes a fact to have.
    pub fn get<'k>(&self, key: impl Into<FactKey<'k>>) -> Result<Value, MindError> {
        self.minds.get(self.agent, key)
    }

    /// Returns the minds, for example to bind objects that the sensor has found.
    pub fn minds(&mut self) -> &mut Minds {
        self.minds
    }
}

type Handler<W> = Box<dyn ActionHandler<W> + Send>;
type Factory<W> = Box<dyn FnMut(&Step<'_>) -> Handler<W> + Send>;
type Sensor<W> = Box<dyn FnMut(&mut W, AgentId, &mut Beliefs<'_>) + Send>;
type CheckFn<W> = Box<dyn FnMut(&mut W, &Check) -> bool + Send>;
type QuestionFn<W> = Box<dyn FnMut(&mut W, &SpatialQuery) -> SpatialAnswer + Send>;
type ReportFn<W> = Box<dyn FnMut(&mut W, &Report) + Send>;

/// Minds with the game's handlers.
///
/// ```
/// use std::time::Duration;
/// use cunning_mind::{Budget, Domain, Minds, Progress, Runtime};
///
/// struct World { thief_is_near: bool, rung: u32 }
///
/// let domain = Domain::from_str("guard.toml", r#"
///     facts = { sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
///     action.ring = { then = ["alarm"] }
///     goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
///     agent.guard = { actions = ["ring"], goals = { raise_alarm = 1 }, sensors = ["eyes"] }
/// "#)?;
/// let mut minds = Minds::new(&domain);
/// minds.spawn("guard")?;
/// let mut runtime = Runtime::<World>::new(minds)
///     .sensor("eyes", Duration::from_millis(200), |world, _agent, beliefs| {
///         let _ = beliefs.set("sees_thief", world.thief_is_near);
///     })
///     .action_fn("ring", |world, _step| {
///         world.rung += 1;
///         Progress::Done
///     })
///     .build()?;
/// let mut world = World { thief_is_near: true, rung: 0 };
/// for _ in 0..30 {
///     runtime.tick(&mut world, Duration::from_millis(16), Budget::default());
/// }
/// assert_eq!(world.rung, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Runtime<W> {
    minds: Minds,
    handlers: Handlers<W>,
    running: BTreeMap<StepId, Running<W>>,
    deferred: Mutex<Vec<Deferred>>,
    /// The clock of time budgets, which returns the time since an arbitrary start.
    clock: Box<dyn FnMut() -> Duration + Send>,
}

struct Handlers<W> {
    actions: BTreeMap<String, Factory<W>>,
    sensors: BTreeMap<String, Sensor<W>>,
    checks: BTreeMap<String, CheckFn<W>>,
    questions: BTreeMap<String, QuestionFn<W>>,
    report: Option<ReportFn<W>>,
}

struct Running<W> {
    step: Step<'static>,
    /// The handler; `None` for a step that subordinates carry out.
    handler: Option<Handler<W>>,
    started_ms: u64,
}

/// The units of work granted between two readings of the clock.
const SLICE: u64 = 64;

impl<W: 'static> Runtime<W> {
    /// Starts building a runtime: register handlers, then call [`RuntimeBuilder::build`].
    #[allow(
        clippy::new_ret_no_self,
        reason = "a runtime without its handlers checked would be easy to misuse"
    )]
    pub fn new(minds: Minds) -> RuntimeBuilder<W> {
        RuntimeBuilder::new(minds)
    }

    /// Runs a tick: running steps continue, sensors are polled, agents think within the budget, and steps start and
    /// stop.
    pub fn tick(&mut self, world: &mut W, dt: Duration, budget: impl Into<TickBudget>) {
        self.forget_ended();
        let dt_ms = self.minds.whole_ms(dt);
        let limit = match budget.into() {
            TickBudget::Work(budget) => {
                let mut session = self.session(world, dt_ms);
                session.continue_steps();
                tick(&mut session, dt, budget);
                return;
            }
            TickBudget::Time(limit) => limit,
        };
        let end = (self.clock)().saturating_add(limit.0);
        let mut session = self.session(world, dt_ms);
        session.continue_steps();
        // Queries get one slice. What they leave of it, and every further slice, is for plans.
        session.minds().begin(dt, Budget::work(SLICE));
        dispatch(&mut session);
        session.run_queries();
        dispatch(&mut session);
        let engine = self.minds.engine_mut();
        engine.choose();
        while engine.plan_slice(SLICE) && (self.clock)() < end {}
        engine.act_on();
        dispatch(&mut self.session(world, dt_ms));
    }

    /// Returns the minds.
    pub fn minds(&self) -> &Minds {
        &self.minds
    }

    /// Returns the minds for changes between ticks, such as setting beliefs or giving orders.
    pub fn minds_mut(&mut self) -> &mut Minds {
        &mut self.minds
    }

    /// Returns the minds without their handlers.
    pub fn into_minds(self) -> Minds {
        self.minds
    }

    /// Iterates over the running steps in the order in which they started.
    pub fn steps(&self) -> impl Iterator<Item = &Step<'static>> {
        self.running.values().map(|running| &running.step)
    }
}
