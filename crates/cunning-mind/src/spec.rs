//! The definitions of agents in a domain file: everything that is not planning.
//!
//! A [`DomainSpec`] is read together with its [`PlanningDomain`] and does not change. All names are resolved, all
//! times are milliseconds, and all shares are millionths.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_encode::{Encode as _, StateHash};
use cunning_plan::Micros;
use cunning_plan::model::{
    ActionId, Condition, CurveId, FactId, Function, GoalId, Number, Operator, ParamId, PlanningDomain,
    SourceSpan, TypeId,
};
use cunning_trace::OrderTerms;

pub use crate::goal_mode::Mode;

/// The default time to wait for a hoped-for effect, in milliseconds.
pub const GRACE_MS: u32 = 500;
/// The default number of retries after a hoped-for effect did not appear.
pub const RETRIES: u32 = 3;
/// The default bonus of the chosen goal: 0.05.
const STICKY_MILLIONTHS: i64 = 50_000;

/// A planning domain with the definitions of agents in its file.
#[derive(Clone, Debug)]
pub struct DomainSpec {
    /// The planning domain.
    pub planning: Arc<PlanningDomain>,
    /// The definition of each fact, in order.
    pub facts: Vec<FactSpec>,
    /// The definition of each type, in order.
    pub types: Vec<TypeSpec>,
    /// The definition of each action, in order.
    pub actions: Vec<ActionSpec>,
    /// The definition of each goal, in order.
    pub goals: Vec<GoalSpec>,
    /// The queries, in file order.
    pub queries: Vec<Query>,
    /// The archetypes, in file order, with everything they inherit.
    pub archetypes: Vec<Archetype>,
    /// The texts that the spec was read from, main text first; empty if it was not read from text. Saves and
    /// recordings keep them.
    pub sources: Vec<Source>,
}

/// Specs are equal if they define the same; locations in the text do not count.
impl PartialEq for DomainSpec {
    fn eq(&self, other: &Self) -> bool {
        let Self { planning, facts, types, actions, goals, queries, archetypes, sources: _ } = self;
        *planning == other.planning
            && *facts == other.facts
            && *types == other.types
            && *actions == other.actions
            && *goals == other.goals
            && *queries == other.queries
            && *archetypes == other.archetypes
    }
}

/// How a fact is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactSpec {
    /// `forget`: how long it takes for full confidence to fade to nothing. `None` is for ever.
    pub forget_ms: Option<u32>,
    /// `threshold`: the confidence below which the fact is unknown and has its default. Defaults to 0.
    pub threshold: Micros,
    /// `scope`: the agents that share the fact. Defaults to the agent alone.
    pub scope: Scope,
    /// `drift`: how much an int changes by itself, per hour. Defaults to 0.
    pub drift_per_hour: Micros,
    /// `wake`: the changes that make an agent think again. Defaults to every change.
    pub wake: Wake,
}

/// The agents that share a belief.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The agent alone.
    #[default]
    Agent,
    /// The agent, its commander, and all agents with the same commander.
    Squad,
    /// All agents of the engine.
    World,
}

/// The changes of a fact that make an agent think again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wake {
    /// No change wakes the agent.
    Never,
    /// Every change wakes the agent.
    #[default]
    Change,
    /// A change by at least this much since the agent last thought. Only for ints.
    Step(i64),
    /// Crossing one of these values, in rising order. Only for ints.
    Cross(Vec<i64>),
}

/// How agents choose which objects of an open type they know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeSpec {
    /// `fill`: the query that chooses among more objects than there are slots, by its index in
    /// [`DomainSpec::queries`].
    pub fill: Option<usize>,
}

/// How an action is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSpec {
    /// For each parameter, the query that its candidates come from, by its index in [`DomainSpec::queries`].
    pub candidates: Vec<Option<usize>>,
    /// `claims`: the parameters whose objects are reserved until the plan ends. Defaults to none.
    pub claims: Vec<ParamId>,
    /// `duration`: how long the action takes, for dormant agents. `None` if unknown.
    pub duration_ms: Option<u32>,
    /// `while`: the conditions that must hold while the action runs. Defaults to none.
    pub while_: Vec<Condition>,
    /// `grace`: how long to wait for a hoped-for effect. Defaults to [`GRACE_MS`].
    pub grace_ms: u32,
    /// `retries`: how often a hoped-for effect may fail to appear before the goal backs off. Defaults to [`RETRIES`].
    pub retries: u32,
    /// `timeout`: how long the action may run before it counts as failed. `None` is for ever.
    pub timeout_ms: Option<u32>,
    /// `cooldown`: how long the action cannot be done again after it ended. Defaults to 0.
    pub cooldown_ms: u32,
    /// `interrupt`: what may interrupt the action. Defaults to any better plan.
    pub interrupt: Interrupt,
    /// `stop`: whether the next step waits until the action has stopped. Defaults to waiting.
    pub stop: StopRule,
    /// `orders`: the orders that the action gives to subordinates. Defaults to none.
    pub orders: Vec<OrderSpec>,
    /// `done`: when the orders count as fulfilled.
    pub done: DoneRule,
}

impl Default for ActionSpec {
    /// Returns the definition of an action without parameters and keys.
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            claims: Vec::new(),
            duration_ms: None,
            while_: Vec::new(),
            grace_ms: GRACE_MS,
            retries: RETRIES,
            timeout_ms: None,
            cooldown_ms: 0,
            interrupt: Interrupt::Any,
            stop: StopRule::Soon,
            orders: Vec::new(),
            done: DoneRule::default(),
        }
    }
}

/// What may interrupt a running step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// Any better plan.
    Any,
    /// A goal whose score is higher by this much.
    HigherBy(Micros),
    /// Nothing but the loss of its conditions, objects or agent.
    Never,
}

/// How a step is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// The next step starts at once.
    Now,
    /// The next step waits for the report that the step has ended, for a limited time.
    Soon,
}

/// An order to subordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSpec {
    /// `to`: the subordinates that receive the order. Defaults to all.
    pub to: Receivers,
    /// The goal that the order encourages or, with a negative bias, discourages.
    pub goal: GoalId,
    /// `bias` and `rigid`: how much the order counts. The time limit comes from the action's `done`.
    pub terms: OrderTerms,
    /// `give`: the parameters of the goal that are bound, with their arguments.
    pub give: Vec<(ParamId, OrderArg)>,
}

/// The argument of an order for a parameter of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderArg {
    /// All receivers get the argument of a parameter of the action.
    Param(ParamId),
    /// Every receiver gets a different object that the commander knows. Subordinates without one are not ordered.
    Each {
        /// The type of the objects.
        ty: TypeId,
        /// The conditions for an object, which is the parameter after those of the action.
        when: Vec<Condition>,
    },
}

/// The receivers of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receivers {
    /// All subordinates, regardless of other orders of the action.
    All,
    /// Half of the subordinates without an earlier order of the action, rounded up.
    Half,
    /// The subordinates without an earlier order of the action.
    Rest,
    /// This many of the subordinates without an earlier order of the action.
    Number(u32),
}

/// When the orders of an action count as fulfilled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DoneRule {
    /// `need`: how many receivers must report success. Defaults to all.
    pub need: Need,
    /// `within`: how long the receivers have. `None` is for ever.
    pub within_ms: Option<u32>,
}

/// A number of receivers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// All of them.
    #[default]
    All,
    /// At least one.
    Any,
    /// At least this many.
    Number(u32),
}

/// How a goal is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalSpec {
    /// For each parameter, the query that its candidates come from, by its index in [`DomainSpec::queries`].
    pub candidates: Vec<Option<usize>>,
    /// `relevance`: how much the goal matters, from 0 to 1. The first rule that holds counts; 1 if there are no
    /// rules, 0 if none holds. The goal's parameters have their ids of the goal; variables are numbered after them.
    pub relevance: Vec<ScoreRule>,
    /// `mode`: what happens when the goal is met. Defaults to [`Mode::Achieve`].
    pub mode: Mode,
    /// `sticky`: what is added to the score while the goal is chosen. Defaults to 0.05.
    pub sticky: Micros,
    /// `min_time`: how long the goal stays chosen at least. Defaults to 0.
    pub min_time_ms: u32,
    /// `cooldown`: how long the goal is not chosen again after it ended. Defaults to 0.
    pub cooldown_ms: u32,
    /// `claims`: the parameters whose objects are reserved while the goal is chosen. Defaults to none.
    pub claims: Vec<ParamId>,
    /// `replan`: how often to plan again while the goal is pursued, besides all other reasons. Defaults to the
    /// archetype's `replan`.
    pub replan_ms: Option<u32>,
}

impl Default for GoalSpec {
    /// Returns the definition of a goal without parameters and keys.
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            relevance: Vec::new(),
            mode: Mode::Achieve,
            sticky: Micros::new(STICKY_MILLIONTHS).unwrap_or_default(),
            min_time_ms: 0,
            cooldown_ms: 0,
            claims: Vec::new(),
            replan_ms: None,
        }
    }
}

/// A score under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRule {
    /// The conditions of the rule.
    pub when: Vec<Condition>,
    /// The score, clamped to the range from 0 to 1.
    pub score: Number,
}

/// A query for candidates, evaluated in the present state and repeated at intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The name of the query.
    pub name: String,
    /// `from`: the source of the candidates.
    pub from: Candidates,
    /// The type of the candidates: that of `from`, or the open type of generated points.
    pub of: TypeId,
    /// The conditions of `where`, which the agent must believe of a candidate. The candidate is parameter 0.
    pub when: Vec<Condition>,
    /// The questions of `where`, in order.
    pub tests: Vec<QueryTest>,
    /// `score`: how good a candidate is. Defaults to 0, so that the first candidates are taken.
    pub score: QueryNumber,
    /// `take`: how many candidates are taken at most. Defaults to 1.
    pub take: u32,
    /// `every`: how often candidates are searched for again. Defaults to 500 ms.
    pub every_ms: u32,
}

/// The source of a query's candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The objects of a type.
    Type(TypeId),
    /// Points on a ring around an agent or object.
    Ring {
        /// The number of points.
        count: u32,
        /// The radius of the ring.
        radius: Micros,
        /// The centre of the ring.
        around: QuerySubject,
    },
    /// Points of a square grid around an agent or object.
    Grid {
        /// The number of points in a row.
        count: u32,
        /// The distance between neighbouring points.
        spacing: Micros,
        /// The centre of the grid.
        around: QuerySubject,
    },
}

/// An argument of a question: something with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuerySubject {
    /// The agent that asks.
    Oneself,
    /// The candidate.
    Candidate,
    /// The object that a fact of the agent names.
    Fact(FactId),
}

/// A test of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTest {
    /// Whether the answer must be no instead of yes.
    pub negated: bool,
    /// The question to the game.
    pub ask: QueryAsk,
}

/// A question to the game about positions.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryAsk {
    /// The name of the question, such as `hides` or `path`.
    pub name: String,
    /// The arguments of the question.
    pub of: Vec<QuerySubject>,
}

/// A number in the score of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryNumber {
    /// A number that the file states.
    Literal(Micros),
    /// A number from facts, tables and traits of the agent. The candidate is parameter 0.
    Known(Number),
    /// The answer of the game.
    Ask(QueryAsk),
    /// Two numbers combined by `+`, `-`, `*` or `/`.
    Binary(Operator, Box<QueryNumber>, Box<QueryNumber>),
    /// A function of as many numbers as it [takes](Function::takes).
    Call(Function, Vec<QueryNumber>),
    /// The value of a curve at a number.
    Curve(CurveId, Box<QueryNumber>),
}

/// Returns the default of [`Archetype::keep`].
pub(crate) fn default_keep() -> Micros {
    Micros::new(100_000).unwrap_or_default()
}

/// An archetype: a table `[agent.NAME]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archetype {
    /// The name of the archetype.
    pub name: String,
    /// The actions, in domain order. An archetype with an action `near` a place also has the actions of `[move]`,
    /// unless `without` removes them.
    pub actions: Vec<ActionId>,
    /// The goals, in domain order, each with its weight. Weights have no parameters.
    pub goals: Vec<(GoalId, Number)>,
    /// The cost factors of actions, in domain order. They include actions that the archetype does not have but passes
    /// on.
    pub costs: Vec<(ActionId, Micros)>,
    /// The traits, each as the ends of a range to draw from. The ends of a fixed trait are equal.
    pub traits: Vec<(String, Micros, Micros)>,
    /// `vary`: the share by which the costs of actions vary between agents. Defaults to 0.
    pub vary: Micros,
    /// `keep`: the share by which a new plan must be cheaper than the rest of the running one to replace it. Defaults
    /// to 0.1.
    pub keep: Micros,
    /// The names of the sensors.
    pub sensors: Vec<String>,
    /// `autonomous`: whether the agent weighs orders against its own goals instead of following them. Defaults to
    /// true.
    pub autonomous: bool,
    /// `replan`: how often to plan again, for goals without `replan`. `None` is only for a reason.
    pub replan_ms: Option<u32>,
    /// `meanwhile`: the fallback actions for the time until a plan is found, in the order in which they are tried.
    /// Defaults to none.
    pub meanwhile: Vec<ActionId>,
    /// Whether other archetypes extend this one, so that it may be incomplete.
    pub extended: bool,
    /// The location of the name in the text.
    pub span: SourceSpan,
}

impl DomainSpec {
    /// Returns a hash of the texts, or of the domain if there are none. Equal texts have the same hash on every
    /// platform.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::new();
        for source in &self.sources {
            (source.name(), source.text()).put(&mut hash);
        }
        if self.sources.is_empty() {
            cunning_plan::write(&self.planning).put(&mut hash);
        }
        hash.finish()
    }

    /// Returns the archetype of a name.
    pub fn archetype_named(&self, name: &str) -> Option<&Archetype> {
        self.archetypes.iter().find(|archetype| archetype.name == name)
    }

    /// Returns the index in [`DomainSpec::queries`] of the query of a name.
    pub fn query_named(&self, name: &str) -> Option<usize> {
        self.queries.iter().position(|query| query.name == name)
    }
}
