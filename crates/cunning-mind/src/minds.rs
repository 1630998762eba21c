//! The living agents of a game, by name: percepts in, commands out, one tick at a time.
//!
//! [`Minds`] is the entry point for games. Names are checked and errors come with suggestions; ids that the game
//! keeps survive reloads. It is a layer above [`MindEngine`], which works with numbers and plain messages.

mod agents;
mod beliefs;
mod command;
mod order;
mod persistence;
mod recording;
mod ticks;

use std::sync::Arc;
use std::time::Duration;

use cunning_plan::Micros;
use cunning_plan::model::TypeId;

use crate::domain::Domain;
use crate::engine::{AgentId, MindConfig, MindEngine};
use crate::error::{MindError, NameKind, UnknownName};
use crate::geometry::Position;
use crate::quality::Quality;
use crate::symbols::{Symbol, Symbols, described};
use crate::tick_context::Counters;
use crate::value::{GameObject, Value, ValueRef};

pub use agents::Why;
pub use command::{
    Args, Check, CheckId, Command, Idle, PlannedStep, QueryId, Report, SensorPoll, SpatialQuery, Step,
    StoppedStep, Subject,
};
pub(crate) use command::{Deferred, Scope, write_call};
pub use order::Order;
pub use recording::RecordingError;

/// The living agents of a game. One `Minds` has one domain.
///
/// ```
/// use std::time::Duration;
/// use cunning_mind::{Budget, Command, Domain, Minds, SpatialAnswer};
///
/// let domain = Domain::from_str("guard.toml", r#"
///     facts = { sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
///     action.ring = { then = ["alarm"] }
///     goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
///     agent.guard = { actions = ["ring"], goals = { raise_alarm = 1 } }
/// "#)?;
/// let mut minds = Minds::new(&domain);
/// let guard = minds.spawn("guard")?;
/// minds.set(guard, "sees_thief", true)?;
/// minds.tick(Duration::from_millis(16), Budget::default());
/// let mut rung = 0;
/// while let Some(command) = minds.next_command() {
///     match command {
///         Command::Start(step) if step.is("ring") => {
///             rung += 1;
///             minds.done(step.id);
///         }
///         Command::Start(step) => minds.done(step.id),
///         Command::Stop(step) => minds.stopped(step.id),
///         Command::Ask(check) => minds.answer(check.id, true),
///         Command::Query(question) => minds.answer_query(question.id, SpatialAnswer::Unknown),
///         _ => {}
///     }
/// }
/// assert_eq!(rung, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Minds {
    engine: MindEngine,
    domain: Domain,
    symbols: Symbols,
    config: MindConfig,
    /// The part of the elapsed time that is less than a millisecond.
    rest: Duration,
    #[cfg(feature = "link")]
    link: Option<cunning_link::Link>,
}

impl Minds {
    /// Creates minds without agents.
    pub fn new(domain: &Domain) -> Self {
        Self::with_config(domain, MindConfig::default())
    }

    /// Creates minds without agents, with a configuration of the planner and its cache.
    pub fn with_config(domain: &Domain, config: MindConfig) -> Self {
        Self::from_engine(MindEngine::new(domain.spec().clone(), config), domain.clone(), config)
    }

    fn from_engine(engine: MindEngine, domain: Domain, config: MindConfig) -> Self {
        Self {
            symbols: Symbols::new(&domain),
            engine,
            domain,
            config,
            rest: Duration::ZERO,
            #[cfg(feature = "link")]
            link: None,
        }
    }

    /// Returns the domain of the agents.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Returns the engine below, for code that works with the domain's numbers and plain messages. Changes to it show
    /// in these minds.
    pub fn engine(&self) -> &MindEngine {
        &self.engine
    }

    /// Returns the engine below for changes.
    pub fn engine_mut(&mut self) -> &mut MindEngine {
        &mut self.engine
    }

    /// Returns the counters: thoughts, plans, steps, and percepts and reports that were ignored.
    pub fn stats(&self) -> Counters {
        self.engine.counters()
    }

    /// Returns the quality counters of all agents together: replaced plans, goal switches, repeated orders and idle
    /// time.
    pub fn quality(&self) -> Quality {
        self.engine.quality()
    }

    /// Returns the symbol of a name; `None` if the domain does not have it. Objects are named with their type:
    /// `place.tavern`.
    pub fn symbol(&self, kind: NameKind, name: &str) -> Option<Symbol> {
        self.symbols.symbol(kind, name)
    }

    /// Like [`Minds::symbol`], but an unknown name is an error with a suggestion.
    pub fn find_symbol(&self, kind: NameKind, name: &str) -> Result<Symbol, MindError> {
        let found = self.symbols.symbol(kind, name);
        found.ok_or_else(|| UnknownName::new(kind, name, self.symbols.names(kind)).into())
    }

    /// Returns the name of a symbol, dead or alive.
    pub fn symbol_name(&self, symbol: Symbol) -> Option<&str> {
        self.symbols.name(symbol).map(|(_, name)| &**name)
    }

    /// Returns the kind of a symbol and its name as a shared text, dead or alive.
    pub fn describe_symbol(&self, symbol: Symbol) -> Option<(NameKind, &Arc<str>)> {
        self.symbols.name(symbol)
    }

    /// Returns the symbol of a name that a command of these minds contains: of an action, an object of the domain, a
    /// sensor, a check, a question or a goal. Texts that come from elsewhere have none.
    ///
    /// ```
    /// # use cunning_mind::{Budget, Command, Domain, Minds, NameKind};
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
    /// use cunning_mind::Value;
    ///
    /// let bell = minds.symbol(NameKind::Object, "place.bell");
    /// if let Some(Command::Start(step)) = minds.next_command()
    ///     && let Value::Name(place) = step.arg("to")?
    /// {
    ///     assert_eq!(minds.symbol_of(place), bell);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symbol_of(&self, name: &Arc<str>) -> Option<Symbol> {
        self.symbols.of_text(name)
    }

    /// Returns whether the present domain still has the symbol's name.
    pub fn is_alive(&self, symbol: Symbol) -> bool {
        self.symbols.now(symbol).is_some()
    }

    /// Binds an object of the game to an open type. The name is for recordings and displays and may be empty. Binding
    /// an object again to the same type renames it.
    pub fn bind(&mut self, ty: &str, object: GameObject, name: &str) -> Result<(), MindError> {
        let domain = self.domain.planning();
        let id = domain.type_named(ty).ok_or_else(|| {
            UnknownName::new(NameKind::Type, ty, domain.types().as_slice().iter().map(|ty| ty.name.as_str()))
        })?;
        let is_open = domain
            .types()
            .get(id)
            .is_some_and(|ty| matches!(ty.kind, cunning_plan::model::TypeKind::Open { .. }));
        if !is_open {
            return Err(MindError::ClosedType(ty.to_owned()));
        }
        if let Some(bound) = self.engine.object_type(object.0).filter(|bound| *bound != id) {
            return Err(MindError::AlreadyBound { object, bound_as: self.type_name(bound).to_owned() });
        }
        self.engine.receive(&crate::engine::Percept::Bind { ty: id, handle: object.0, name });
        Ok(())
    }

    /// Unbinds an object that no longer exists. Plans about it end. Returns false if it was not bound.
    pub fn unbind(&mut self, object: GameObject) -> bool {
        let is_bound = self.engine.object_type(object.0).is_some();
        if is_bound {
            self.engine.receive(&crate::engine::Percept::Unbind { handle: object.0 });
        }
        is_bound
    }

    /// Returns whether an object is bound.
    pub fn is_bound(&self, object: GameObject) -> bool {
        self.engine.object_type(object.0).is_some()
    }

    fn type_name(&self, ty: TypeId) -> &str {
        self.domain.planning().types().get(ty).map_or("", |ty| ty.name.as_str())
    }

    /// Converts an object of a type to the engine's terms and checks it. `name` is the fact or parameter, for the
    /// error.
    fn object(&self, name: &str, ty: TypeId, value: ValueRef<'_>) -> Result<cunning_trace::Value, MindError> {
        let domain = self.domain.planning();
        let wrong = || MindError::WrongType {
            name: name.to_owned(),
            expected: format!("an object of type `{}`", self.type_name(ty)),
            given: described(value),
        };
        match value {
            ValueRef::Name(text) => {
                let named = |id: &cunning_plan::model::ObjectId| {
                    domain.objects().get(*id).is_some_and(|object| object.name == text)
                };
                let found = domain.objects_of(ty).find(named);
                let found = found.ok_or_else(|| {
                    let known = domain.objects_of(ty).filter_map(|id| domain.objects().get(id));
                    UnknownName::new(NameKind::Object, text, known.map(|object| object.name.as_str()))
                })?;
                Ok(cunning_trace::Value::Object(found.index() as u32))
            }
            ValueRef::Object(object) => {
                let bound = self.engine.object_type(object.0).ok_or(MindError::NotBound(object))?;
                let fits = domain.types().get(ty).is_some_and(|ty| ty.parts.contains(&bound));
                if fits { Ok(cunning_trace::Value::Handle(object.0)) } else { Err(wrong()) }
            }
            ValueRef::Point(point) => {
                let is_open = domain.types().get(ty).is_some_and(|ty| ty.is_open(domain.types()));
                let packed = point.packed().filter(|_| is_open);
                packed.map(cunning_trace::Value::Point).ok_or_else(wrong)
            }
            ValueRef::None | ValueRef::Bool(_) | ValueRef::Int(_) => Err(wrong()),
        }
    }

    /// Converts a value of the engine to the game's terms.
    pub(crate) fn value(&self, value: cunning_trace::Value) -> Value {
        match value {
            cunning_trace::Value::None => Value::None,
            cunning_trace::Value::Bool(truth) => Value::Bool(truth),
            cunning_trace::Value::Int(number) => Value::Int(number),
            cunning_trace::Value::Object(object) => self
                .symbols
                .objects
                .get(object as usize)
                .map_or(Value::None, |name| Value::Name(name.clone())),
            cunning_trace::Value::Handle(handle) => Value::Object(GameObject(handle)),
            cunning_trace::Value::Point(point) => Value::Point(Position::unpacked(point)),
        }
    }

    /// Returns the names of the domain's objects, by number.
    pub(crate) fn object_names(&self) -> Arc<[Arc<str>]> {
        self.symbols.objects.clone()
    }

    /// Fails unless the agent exists.
    fn check_agent(&self, agent: AgentId) -> Result<(), MindError> {
        if self.engine.contains(agent) { Ok(()) } else { Err(MindError::NoAgent(agent)) }
    }
}

/// Converts a number to fixed point with six decimals.
pub(crate) fn micros(value: f64) -> Result<Micros, MindError> {
    Micros::from_float(value).ok_or_else(|| MindError::BadNumber(value.to_string()))
}

/// Returns a duration in milliseconds, saturating.
pub(crate) fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Minds>();
    is_send_and_sync::<Domain>();
    is_send_and_sync::<Command>();
};
