//! Registration of handlers, and the check that every name is known and no handler is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

use cunning_plan::model::Outcome;

use super::{ActionHandler, Beliefs, Handler, Handlers, Progress, Runtime};
use crate::domain::Domain;
use crate::engine::AgentId;
use crate::error::{NameKind, UnknownName};
use crate::geometry::{SpatialAnswer, SpatialQuestion};
use crate::minds::{Check, Minds, Report, SpatialQuery, Step};
use crate::query::{QUESTIONS, What};

/// Collects the handlers of a [`Runtime`].
#[must_use = "a runtime is made by `build`"]
pub struct RuntimeBuilder<W> {
    minds: Minds,
    handlers: Handlers<W>,
    intervals: BTreeMap<String, Duration>,
    instant: BTreeSet<String>,
    clock: Option<Box<dyn FnMut() -> Duration + Send>>,
}

/// A handler made of one function that is called when the step starts and then every tick until it ends.
struct Each<F>(std::sync::Arc<std::sync::Mutex<F>>);

impl<W, F: FnMut(&mut W, &Step<'_>) -> Progress> ActionHandler<W> for Each<F> {
    fn start(&mut self, world: &mut W, step: &Step<'_>) -> Progress {
        self.tick(world, step)
    }

    fn tick(&mut self, world: &mut W, step: &Step<'_>) -> Progress {
        // A panic has put the agent in quarantine, so a poisoned lock does no harm.
        let mut call = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (*call)(world, step)
    }
}

impl<W: 'static> RuntimeBuilder<W> {
    pub(super) fn new(minds: Minds) -> Self {
        let handlers = Handlers {
            actions: BTreeMap::new(),
            sensors: BTreeMap::new(),
            checks: BTreeMap::new(),
            questions: BTreeMap::new(),
            report: None,
        };
        Self { minds, handlers, intervals: BTreeMap::new(), instant: BTreeSet::new(), clock: None }
    }

    /// Registers a sensor, and how often it is polled for each agent that has it.
    pub fn sensor(
        mut self,
        name: &str,
        interval: Duration,
        sense: impl FnMut(&mut W, AgentId, &mut Beliefs<'_>) + Send + 'static,
    ) -> Self {
        self.intervals.insert(name.to_owned(), interval);
        self.handlers.sensors.insert(name.to_owned(), Box::new(sense));
        self
    }

    /// Registers an action by a function that creates a handler for each step. The state of the handler belongs to
    /// that step.
    pub fn action<H: ActionHandler<W> + Send + 'static>(
        mut self,
        name: &str,
        mut factory: impl FnMut(&Step<'_>) -> H + Send + 'static,
    ) -> Self {
        let factory = move |step: &Step<'_>| -> Handler<W> { Box::new(factory(step)) };
        self.handlers.actions.insert(name.to_owned(), Box::new(factory));
        self
    }

    /// Registers an action that one function carries out. It is called when the step starts and then every tick until
    /// it is done or has failed. State captured by the function is shared by all agents.
    pub fn action_fn(
        self,
        name: &str,
        call: impl FnMut(&mut W, &Step<'_>) -> Progress + Send + 'static,
    ) -> Self {
        let call = std::sync::Arc::new(std::sync::Mutex::new(call));
        self.action(name, move |_| Each(call.clone()))
    }

    /// Declares that an action needs no handler: its steps are done as soon as they start.
    pub fn instant(mut self, name: &str) -> Self {
        self.instant.insert(name.to_owned());
        self
    }

    /// Registers the handler of a check.
    pub fn check(mut self, name: &str, answer: impl FnMut(&mut W, &Check) -> bool + Send + 'static) -> Self {
        self.handlers.checks.insert(name.to_owned(), Box::new(answer));
        self
    }

    /// Registers the handler of a question that queries ask about positions: `position`, `dist`, `path`, `sees`,
    /// `hides`, or one defined by the domain. Without `dist`, distances are computed from `position`.
    pub fn question<A: Into<SpatialAnswer>>(
        mut self,
        name: &str,
        mut answer: impl FnMut(&mut W, &SpatialQuery) -> A + Send + 'static,
    ) -> Self {
        let answer = move |world: &mut W, query: &SpatialQuery| answer(world, query).into();
        self.handlers.questions.insert(name.to_owned(), Box::new(answer));
        self
    }

    /// Registers a function that is called with reports about the game's orders.
    pub fn on_report(mut self, handler: impl FnMut(&mut W, &Report) + Send + 'static) -> Self {
        self.handlers.report = Some(Box::new(handler));
        self
    }

    /// Sets the clock of [time budgets](crate::Budget::time). The default is the system clock.
    pub fn clock(mut self, clock: impl FnMut() -> Duration + Send + 'static) -> Self {
        self.clock = Some(Box::new(clock));
        self
    }

    /// Checks all names against the domain and builds the runtime. The error lists all problems at once.
    pub fn build(self) -> Result<Runtime<W>, BuildError> {
        let Self { mut minds, handlers, intervals, instant, clock } = self;
        let needed = Needed::of(minds.domain());
        let mut error = BuildError { unknown: Vec::new(), missing: Vec::new() };
        let Handlers { actions, sensors, checks, questions, .. } = &handlers;
        let all_actions = actions.keys().chain(&instant);
        error.look(NameKind::Action, all_actions, &needed.known_actions, &needed.actions);
        error.look(NameKind::Sensor, sensors.keys(), &needed.sensors, &needed.sensors);
        error.look(NameKind::Check, checks.keys(), &needed.checks, &needed.checks);
        let has_position = questions.contains_key(SpatialQuestion::Position.name());
        let is_derived = |name: &&String| has_position && **name == SpatialQuestion::Distance.name();
        let asked: BTreeSet<String> =
            needed.questions.iter().filter(|name| !is_derived(name)).cloned().collect();
        error.look(NameKind::Question, questions.keys(), &needed.known_questions, &asked);
        if !error.unknown.is_empty() || !error.missing.is_empty() {
            return Err(error);
        }
        for (sensor, interval) in intervals {
            // The name has just been checked.
            let _known = minds.poll_sensor(&sensor, interval);
        }
        Ok(Runtime {
            minds,
            handlers,
            running: BTreeMap::new(),
            deferred: Mutex::new(Vec::new()),
            clock: clock.unwrap_or_else(system_clock),
        })
    }
}

#[cfg(not(target_family = "wasm"))]
fn system_clock() -> Box<dyn FnMut() -> Duration + Send> {
    let start = std::time::Instant::now();
    Box::new(move || start.elapsed())
}

/// Returns a clock that stands still, because this platform has none: a time budget grants one slice unless the game
/// sets a clock.
#[cfg(target_family = "wasm")]
fn system_clock() -> Box<dyn FnMut() -> Duration + Send> {
    Box::new(|| Duration::MAX / 2)
}

/// The names that handlers may have, and those that need one.
struct Needed {
    known_actions: BTreeSet<String>,
    actions: BTreeSet<String>,
    sensors: BTreeSet<String>,
    checks: BTreeSet<String>,
    known_questions: BTreeSet<String>,
    questions: BTreeSet<String>,
}

impl Needed {
    fn of(domain: &Domain) -> Self {
        let planning = domain.planning();
        let used: BTreeSet<_> =
            domain.archetypes.iter().flat_map(|known| known.actions.iter().copied()).collect();
        let used = || planning.actions().iter().filter(|(id, _)| used.contains(id));
        let is_carried_out = |at: usize, outcome: &Outcome| {
            let is_command = domain.actions.get(at).is_some_and(|action| !action.orders.is_empty());
            !is_command && !matches!(outcome, Outcome::Achieves { .. })
        };
        let actions = used().filter(|(id, action)| is_carried_out(id.index(), &action.outcome));
        let spatial =
            QUESTIONS.iter().filter(|(_, what, _)| matches!(what, What::Game(_))).map(|(name, ..)| *name);
        let known = spatial.chain([SpatialQuestion::Position.name()]);
        let known = known.chain(domain.questions()).map(ToOwned::to_owned);
        Self {
            known_actions: planning.actions().as_slice().iter().map(|action| action.name.clone()).collect(),
            actions: actions.map(|(_, action)| action.name.clone()).collect(),
            sensors: domain.archetypes.iter().flat_map(|known| known.sensors.iter().cloned()).collect(),
            checks: used().filter_map(|(_, action)| action.check.clone()).collect(),
            known_questions: known.collect(),
            questions: domain.asked_questions().into_iter().map(ToOwned::to_owned).collect(),
        }
    }
}

/// A name of the domain without a handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingHandler {
    /// The kind of the name.
    pub kind: NameKind,
    /// The name without a handler.
    pub name: String,
}

/// Why a [`Runtime`] cannot be built: all unknown names, and all names without a handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// Handlers whose names the domain does not have.
    pub unknown: Vec<UnknownName>,
    /// Actions, sensors, checks and questions of the domain that have no handler.
    pub missing: Vec<MissingHandler>,
}

impl BuildError {
    /// Compares the handlers of one kind with the names that may and that must have one.
    fn look<'a>(
        &mut self,
        kind: NameKind,
        given: impl Iterator<Item = &'a String> + Clone,
        known: &BTreeSet<String>,
        needed: &BTreeSet<String>,
    ) {
        let names = || known.iter().map(String::as_str);
        let unknown = given.clone().filter(|name| !known.contains(*name));
        self.unknown.extend(unknown.map(|name| UnknownName::new(kind, name, names())));
        let given: BTreeSet<&String> = given.collect();
        let missing = needed.iter().filter(|name| !given.contains(name));
        self.missing.extend(missing.map(|name| MissingHandler { kind, name: name.clone() }));
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the runtime does not fit its domain:")?;
        for unknown in &self.unknown {
            write!(f, "\n  {unknown}")?;
        }
        for MissingHandler { kind, name } in &self.missing {
            write!(f, "\n  no handler for {kind} `{name}`")?;
            if *kind == NameKind::Action {
                write!(f, " (use `.instant(\"{name}\")` if it needs none)")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}
