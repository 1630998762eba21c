//! The agents of a world: a set for each domain, which entity is which agent, and what objects are bound.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::sync::Arc;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use cunning_diag::{Diagnostics, did_you_mean};
use cunning_mind::engine::{Order, Percept, QuestionId, Value};
use cunning_mind::{AgentId, DomainSpec, Inspection, MindEngine, MindError, OrderId, Spawn, StepId};
use cunning_trace::{Config, Event, RecordError, Recorder};

use crate::belief::{BeliefValue, Told};
use crate::domain_minds::{Bound, DomainMinds, Objects};
use crate::domains::DomainId;
use crate::mind::Mind;
use crate::step::{Arg, Step};

/// All agents of a world.
#[derive(Resource, Default)]
pub struct Minds {
    pub(crate) domains: Vec<DomainMinds>,
    pub(crate) objects: Objects,
    mistakes: BTreeSet<String>,
    /// Time that was less than a millisecond.
    pub(crate) rest_ns: u64,
    /// The domain that is granted its budget first, in turns.
    pub(crate) first: usize,
    /// Whether a domain has another version than when entities without agents were looked at last.
    pub(crate) is_renewed: bool,
}

/// Why something cannot be done.
#[derive(Debug)]
#[non_exhaustive]
pub enum MindsError {
    /// A domain file cannot be read.
    Domain(Diagnostics),
    /// Minds cannot be set up as asked.
    Mind(MindError),
    /// There are too many domains.
    TooManyDomains,
    /// It cannot be recorded.
    Record(RecordError),
    /// The studio cannot be let in.
    #[cfg(feature = "link")]
    Link(cunning_link::LinkError),
}

impl fmt::Display for MindsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(found) => found.fmt(f),
            Self::Mind(error) => error.fmt(f),
            Self::TooManyDomains => f.write_str("there are 65,536 domains already"),
            Self::Record(error) => error.fmt(f),
            #[cfg(feature = "link")]
            Self::Link(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MindsError {}

/// An order of the game or a player.
#[derive(Clone, Debug)]
pub struct GoalOrder {
    goal: Cow<'static, str>,
    args: Vec<(Cow<'static, str>, BeliefValue)>,
    bias: f64,
    within_ms: Option<u32>,
    is_rigid: bool,
}

impl GoalOrder {
    /// To pursue a goal, which is worth one more than it is to the agent itself.
    pub fn new(goal: impl Into<Cow<'static, str>>) -> Self {
        Self { goal: goal.into(), args: Vec::new(), bias: 1.0, within_ms: None, is_rigid: false }
    }

    /// Binds a parameter of the goal.
    #[must_use]
    pub fn with(mut self, param: impl Into<Cow<'static, str>>, value: impl crate::IntoBelief) -> Self {
        self.args.push((param.into(), value.to_belief()));
        self
    }

    /// How much it is worth.
    #[must_use]
    pub fn bias(mut self, bias: f64) -> Self {
        self.bias = bias;
        self
    }

    /// How long it counts.
    #[must_use]
    pub fn within_ms(mut self, within_ms: u32) -> Self {
        self.within_ms = Some(within_ms);
        self
    }

    /// It comes before everything else, as long as there is a plan for it.
    #[must_use]
    pub fn rigid(mut self) -> Self {
        self.is_rigid = true;
        self
    }
}

impl Minds {
    /// The set of agents of a domain, for whatever this plugin does not wrap. Commands in it belong to the plugin.
    pub fn agents(&mut self, domain: DomainId) -> Option<&mut MindEngine> {
        self.domains.get_mut(usize::from(domain.0)).map(|domain_minds| &mut domain_minds.set)
    }

    /// What a domain's file says now; nothing while it is awaited.
    pub fn spec(&self, domain: DomainId) -> Option<&Arc<DomainSpec>> {
        self.domains
            .get(usize::from(domain.0))
            .filter(|domain_minds| !domain_minds.is_awaited())
            .map(|it| it.set.spec())
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.domains.iter().map(|domain_minds| domain_minds.entities.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many objects are bound.
    pub fn objects(&self) -> usize {
        self.objects.bound.len()
    }

    /// What was told or asked for that makes no sense, each once: unknown facts, archetypes, types. It was logged too.
    pub fn mistakes(&self) -> impl Iterator<Item = &str> {
        self.mistakes.iter().map(String::as_str)
    }

    /// What an agent is about: goal, plan, and what that is worth.
    pub fn inspect(&self, mind: &Mind) -> Option<Inspection> {
        self.domain_minds(mind)?.set.inspect(mind.agent?)
    }

    /// What is left of an agent's plan; the first step may be running.
    pub fn plan(&self, mind: &Mind) -> Vec<PlannedStep> {
        let (Some(agent), Some(domain_minds)) = (mind.agent, self.domain_minds(mind)) else {
            return Vec::new();
        };
        let steps = domain_minds.set.plan_of(agent).into_iter();
        let named =
            steps.filter_map(|(action, args)| self.named(mind.domain.0.into(), action.index(), &args));
        named.map(|(action, args)| PlannedStep { action, args }).collect()
    }

    /// What an agent believes of a fact.
    pub fn belief(&self, mind: &Mind, fact: &str, of: &[BeliefValue]) -> Option<BeliefValue> {
        let domain_minds = self.domain_minds(mind)?;
        let of = of
            .iter()
            .map(|value| domain_minds.value(&self.objects, value))
            .collect::<Option<Vec<Value>>>()?;
        let (value, _) = domain_minds.set.belief(mind.agent?, *domain_minds.names.facts.get(fact)?, &of)?;
        Some(match domain_minds.arg(&self.objects, value) {
            Arg::Bool(truth) => BeliefValue::Bool(truth),
            Arg::Int(number) => BeliefValue::Int(number),
            Arg::Name(name) => BeliefValue::Name(name.to_string().into()),
            Arg::Entity(entity) => BeliefValue::Entity(entity),
            Arg::None | Arg::Point(_) => BeliefValue::None,
        })
    }

    /// Why an agent has no plan, for people, looked for within so many expansions.
    pub fn why_no_plan(&mut self, mind: &Mind, expansions_max: u64) -> Vec<String> {
        let (Some(agent), Some(domain_minds)) =
            (mind.agent, self.domains.get_mut(usize::from(mind.domain.0)))
        else {
            return Vec::new();
        };
        domain_minds.set.why_no_plan(agent, expansions_max).iter().map(ToString::to_string).collect()
    }

    /// Orders an agent to pursue a goal. How it goes is told by [`OrderReported`](crate::OrderReported). `None` if it
    /// does not have the goal.
    pub fn order(&mut self, mind: &Mind, order: &GoalOrder) -> Option<OrderId> {
        let agent = mind.agent?;
        let objects = &self.objects;
        let domain_minds = self.domains.get_mut(usize::from(mind.domain.0))?;
        let domain = domain_minds.set.spec().planning.clone();
        let goal = domain.goal_named(&order.goal)?;
        let params = &domain.goals().get(goal)?.params;
        let arg = |param: &cunning_plan::model::Param| {
            let given = order.args.iter().find(|(name, _)| *name == param.name);
            given.and_then(|(_, value)| domain_minds.value(objects, value))
        };
        let args: Vec<Option<Value>> = params.iter().map(arg).collect();
        let bias = (order.bias * 1e6) as i64;
        let domain_minds = self.domains.get_mut(usize::from(mind.domain.0))?;
        let order = Order {
            args: &args,
            bias,
            within_ms: order.within_ms,
            is_rigid: order.is_rigid,
            ..Order::new(goal)
        };
        domain_minds.set.order(agent, order)
    }

    /// Answers what [`CheckAsked`](crate::CheckAsked) asks.
    pub fn answer(&mut self, mind: &Mind, question: QuestionId, yes: bool) {
        if let Some(domain_minds) = self.domains.get_mut(usize::from(mind.domain.0)) {
            domain_minds.set.receive(&Percept::Answer { question, yes });
        }
    }

    /// Has a sensor of archetypes polled: [`SensorDue`](crate::SensorDue) says when. To be called before there are agents.
    pub fn poll(&mut self, domain: DomainId, sensor: &str, every_ms: u32) {
        if let Some(set) = self.agents(domain) {
            set.set_sensor(sensor, every_ms);
        }
    }

    /// An agent does nothing until it is released as often as it was held: a cut scene, a stun.
    pub fn hold(&mut self, mind: &Mind, is_held: bool) {
        if let (Some(agent), Some(set)) = (mind.agent, self.agents(mind.domain)) {
            set.receive(&if is_held { Percept::Hold(agent) } else { Percept::Release(agent) });
        }
    }

    /// How much an agent matters, from 0 to 1; half if nothing is said.
    pub fn set_importance(&mut self, mind: &Mind, importance: f32) {
        if let (Some(agent), Some(set)) = (mind.agent, self.agents(mind.domain)) {
            set.set_importance(agent, (f64::from(importance.clamp(0.0, 1.0)) * 1e6) as u32);
        }
    }

    /// Records all agents of a domain from now on, for `cunning studio` and `cunning replay`. To be called before there
    /// are any; [`Minds::end_record`] ends it.
    pub fn record(
        &mut self,
        domain: DomainId,
        output: impl Write + Send + Sync + 'static,
    ) -> Result<(), MindsError> {
        let Some(domain_minds) = self.domains.get_mut(usize::from(domain.0)) else { return Ok(()) };
        let recorder = domain_minds.header(|header| Recorder::new(header, Config::default()));
        let mut recorder = recorder.map_err(MindsError::Record)?;
        recorder.attach(Box::new(output));
        domain_minds.set.record(recorder);
        Ok(())
    }

    /// Lets the studio look on while the game runs, and says how: the address for `cunning studio --attach`. To be called
    /// before there are agents. The game never waits for the studio.
    #[cfg(feature = "link")]
    pub fn attach(&mut self, domain: DomainId) -> Result<String, MindsError> {
        let Some(domain_minds) = self.domains.get_mut(usize::from(domain.0)) else {
            return Ok(String::new());
        };
        let config = cunning_link::LinkConfig::default();
        let opened = domain_minds.header(|header| cunning_link::Link::open(header, &config));
        let (recorder, link) = opened.map_err(MindsError::Link)?;
        domain_minds.set.record(recorder);
        Ok(domain_minds.link.insert(link).address())
    }

    /// Ends the record of a domain; an error if it could not be written.
    pub fn end_record(&mut self, domain: DomainId) -> std::io::Result<()> {
        let written = self.agents(domain).and_then(|set| set.take_recorder().detach());
        written.map_or(Ok(()), |written| written.map(|_| ()))
    }

    /// Puts on record where an agent is, so that the studio can draw it.
    pub fn place(&mut self, mind: &Mind, [x, y, z]: [f32; 3], yaw: f32) {
        if let (Some(agent), Some(set)) = (mind.agent, self.agents(mind.domain)) {
            set.note(agent, || Event::Place { x, y, z, yaw });
        }
    }

    fn domain_minds(&self, mind: &Mind) -> Option<&DomainMinds> {
        self.domains.get(usize::from(mind.domain.0))
    }

    /// Notes and logs a mistake, once.
    pub(crate) fn blunder(&mut self, mistake: String) {
        if let Some(mistake) = self.note(mistake) {
            log::warn!("{mistake}");
        }
    }

    /// Notes a mistake; gives it back if it is new.
    pub(crate) fn note(&mut self, mistake: String) -> Option<String> {
        let is_new = self.mistakes.len() < MISTAKES_MAX && self.mistakes.insert(mistake.clone());
        is_new.then_some(mistake)
    }

    /// Whether a mind's domain has not been read yet.
    pub(crate) fn is_awaited(&self, mind: &Mind) -> bool {
        self.domain_minds(mind).is_some_and(DomainMinds::is_awaited)
    }

    /// Whether a mind has an agent.
    pub(crate) fn is_alive(&self, mind: &Mind) -> bool {
        let domain_minds = self.domain_minds(mind);
        mind.agent.is_some_and(|agent| {
            domain_minds.is_some_and(|domain_minds| domain_minds.entities.contains_key(&agent))
        })
    }

    pub(crate) fn spawn(&mut self, entity: Entity, mind: &Mind, name: Option<&Name>) -> Option<AgentId> {
        let Some(domain_minds) = self.domains.get_mut(usize::from(mind.domain.0)) else {
            self.blunder(format!("{entity} has a mind of a domain that was not added to this world"));
            return None;
        };
        if domain_minds.is_awaited() {
            return None;
        }
        let name = mind.name.as_deref().map_or_else(|| called(entity, name), ToOwned::to_owned);
        match domain_minds.set.spawn(&mind.archetype, Spawn { name, seed: mind.seed, ..Spawn::default() }) {
            Ok(agent) => {
                domain_minds.entities.insert(agent, entity);
                Some(agent)
            }
            Err(error) => {
                self.blunder(error.to_string());
                None
            }
        }
    }

    pub(crate) fn remove(&mut self, mind: &Mind) {
        if let (Some(agent), Some(domain_minds)) =
            (mind.agent, self.domains.get_mut(usize::from(mind.domain.0)))
            && let Some(entity) = domain_minds.entities.remove(&agent)
        {
            domain_minds.leaving.insert(agent, entity);
            domain_minds.leaders.remove(&agent);
            domain_minds.set.remove(agent);
        }
    }

    pub(crate) fn bind(&mut self, entity: Entity, ty: &str, name: String) {
        self.unbind(entity);
        self.objects.last += 1;
        let bound = Bound { handle: self.objects.last, ty: ty.to_owned(), name };
        let known = self
            .domains
            .iter_mut()
            .filter_map(|domain_minds| domain_minds.bind(&bound).then_some(()))
            .count();
        self.objects.entities.insert(bound.handle, entity);
        self.objects.bound.insert(entity, bound);
        if known == 0 && !self.domains.is_empty() && !self.domains.iter().any(DomainMinds::is_awaited) {
            self.blunder(format!("no domain of this world has an open type `{ty}`"));
        }
    }

    /// An object is called something else from now on.
    pub(crate) fn rename(&mut self, entity: Entity, name: &str) {
        let Some(bound) = self.objects.bound.get_mut(&entity).filter(|bound| bound.name != name) else {
            return;
        };
        name.clone_into(&mut bound.name);
        for domain_minds in &mut self.domains {
            domain_minds.bind(bound);
        }
    }

    pub(crate) fn unbind(&mut self, entity: Entity) {
        let Some(Bound { handle, .. }) = self.objects.bound.remove(&entity) else { return };
        self.objects.entities.remove(&handle);
        for domain_minds in &mut self.domains {
            domain_minds.set.receive(&Percept::Unbind { handle });
        }
    }

    /// Tells an agent a fact.
    pub(crate) fn tell(&mut self, mind: &Mind, told: &Told) {
        let (Some(agent), Some(domain_minds)) =
            (mind.agent, self.domains.get_mut(usize::from(mind.domain.0)))
        else {
            return;
        };
        let Some(&fact) = domain_minds.names.facts.get(&*told.fact) else {
            let hint = did_you_mean(&told.fact, domain_minds.names.facts.keys().map(String::as_str));
            let hint = hint.map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
            let mistake = format!("`{}` has no fact `{}`{hint}", domain_minds.name, told.fact);
            self.blunder(mistake);
            return;
        };
        let objects = &self.objects;
        let of =
            told.of.iter().map(|value| domain_minds.value(objects, value)).collect::<Option<Vec<Value>>>();
        let (Some(indices), Some(value)) = (of, domain_minds.value(objects, &told.value)) else {
            let mistake = format!("`{}` is told with something that is no object of it", told.fact);
            self.blunder(mistake);
            return;
        };
        let Told { confidence, .. } = *told;
        domain_minds.set.receive(&Percept::Set { agent, fact, indices: &indices, value, confidence });
    }

    /// A step in words of the game.
    pub(crate) fn step(
        &self,
        domain_minds: usize,
        step: StepId,
        action: usize,
        args: &[Value],
    ) -> Option<Step> {
        let (name, args) = self.named(domain_minds, action, args)?;
        Some(Step { id: step, action: name, args })
    }

    /// An action's name and its arguments.
    pub(crate) fn named(
        &self,
        domain_minds: usize,
        action: usize,
        args: &[Value],
    ) -> Option<(Arc<str>, NamedArgs)> {
        let domain_minds = self.domains.get(domain_minds)?;
        let (name, params) = domain_minds.names.actions.get(action)?;
        let args =
            params.iter().zip(args).map(|(name, arg)| (name.clone(), domain_minds.arg(&self.objects, *arg)));
        Some((name.clone(), args.collect()))
    }
}

/// What people call an entity: its [`Name`], or its number.
pub(crate) fn called(entity: Entity, name: Option<&Name>) -> String {
    name.map_or_else(|| entity.to_string(), |name| name.as_str().to_owned())
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedStep {
    /// The action.
    pub action: Arc<str>,
    /// Its parameters by name.
    pub args: Arc<[(Arc<str>, Arg)]>,
}

pub(crate) type NamedArgs = Arc<[(Arc<str>, Arg)]>;

/// How many different mistakes are kept.
const MISTAKES_MAX: usize = 1000;
