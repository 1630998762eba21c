//! What a domain file says about minds: everything in it that is not planning.
//!
//! [`Lore`] is read together with the [`Domain`] it belongs to and does not change. All names are resolved, all times
//! are milliseconds, all shares are millionths.

use std::sync::Arc;

use cunning_plan::Micros;
use cunning_plan::model::{ActionId, Condition, Domain, FactId, GoalId, Number, ParamId, TypeId};

/// A domain with what its file says about minds.
#[derive(Clone, Debug)]
pub struct Lore {
    /// The planning domain.
    pub domain: Arc<Domain>,
    /// For each fact, in order.
    pub facts: Vec<FactLore>,
    /// For each type, in order.
    pub types: Vec<TypeLore>,
    /// For each action, in order.
    pub actions: Vec<ActionLore>,
    /// For each goal, in order.
    pub goals: Vec<GoalLore>,
    /// The queries, in file order.
    pub queries: Vec<Query>,
    /// The archetypes, in file order, with all that they inherit.
    pub archetypes: Vec<Archetype>,
}

/// How a fact is remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactLore {
    /// How long it takes until nothing is left of full confidence; for ever if not given.
    pub forget_ms: Option<u32>,
    /// Below this confidence it is unknown, which means its default.
    pub threshold: Micros,
    /// Who shares it.
    pub scope: Scope,
    /// How it changes by itself: so much an hour, in millionths.
    pub drift_per_hour: Micros,
    /// Which changes make a mind think again.
    pub wake: Wake,
}

/// Who shares a belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The agent alone.
    Agent,
    /// The agent, its commander and all that have the same commander.
    Squad,
    /// Everybody.
    World,
}

/// Which changes of a fact make a mind think again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wake {
    /// None.
    Never,
    /// Every one.
    Change,
    /// A change by so much since the mind last thought.
    Step(i64),
    /// Passing one of these values, in rising order.
    Cross(Vec<i64>),
}

/// How the objects of an open type become known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeLore {
    /// The query that chooses among more objects than can be known, by its index in [`Lore::queries`].
    pub fill: Option<usize>,
}

/// How an action is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionLore {
    /// For each parameter: the query that its candidates come from, by its index in [`Lore::queries`].
    pub candidates: Vec<Option<usize>>,
    /// The parameters whose objects are reserved from adoption to the end of the plan.
    pub claims: Vec<ParamId>,
    /// How long it takes, for agents that live through their plans without the game.
    pub duration_ms: Option<u32>,
    /// What must hold while it runs.
    pub while_: Vec<Condition>,
    /// How long to wait for what was hoped for.
    pub grace_ms: u32,
    /// How often hope may be disappointed before the goal backs off.
    pub retries: u32,
    /// When it counts as failed; never if not given.
    pub timeout_ms: Option<u32>,
    /// How long it cannot be done again after it ended.
    pub cooldown_ms: u32,
    /// What may interrupt it.
    pub interrupt: Interrupt,
    /// Whether the next step waits until it has stopped.
    pub stop: StopRule,
    /// What it tells subordinates to do.
    pub orders: Vec<OrderLore>,
    /// When its orders count as fulfilled.
    pub done: DoneRule,
}

/// What may interrupt a running step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// Any better plan.
    Any,
    /// A goal whose score is higher by so much.
    HigherBy(Micros),
    /// Nothing but the loss of its conditions, objects or agent.
    Never,
}

/// How a step is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// The next step starts at once.
    Now,
    /// The next step waits for the report that it has ended, or a short time.
    Soon,
}

/// An order to subordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLore {
    /// Who receives it.
    pub to: Receivers,
    /// The goal it speaks for or, with a negative bias, against.
    pub goal: GoalId,
    /// What it adds to the goal's score.
    pub bias: Micros,
    /// The parameters of the goal that are given, and the parameters of the action they come from.
    pub give: Vec<(ParamId, ParamId)>,
    /// Whether a subordinate that is not autonomous may do nothing else while it lasts.
    pub rigid: bool,
}

/// Who receives an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receivers {
    /// All subordinates.
    All,
    /// Half of those that no earlier order of the action took, rounded up.
    Half,
    /// Those that no earlier order of the action took.
    Rest,
    /// So many of those that no earlier order of the action took.
    Number(u32),
}

/// When the orders of an action count as fulfilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoneRule {
    /// How many of the receivers must report success.
    pub need: Need,
    /// How long they have; for ever if not given.
    pub within_ms: Option<u32>,
}

/// How many of some agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Every one.
    All,
    /// At least one.
    Any,
    /// At least so many.
    Number(u32),
}

/// How a goal is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalLore {
    /// For each parameter: the query that its candidates come from, by its index in [`Lore::queries`].
    pub candidates: Vec<Option<usize>>,
    /// How much it matters, from 0 to 1: the first rule that holds counts; 1 if there are none, 0 if none holds.
    pub relevance: Vec<ScoreRule>,
    /// What happens when it is met.
    pub mode: Mode,
    /// What is added to its score while it is chosen.
    pub sticky: Micros,
    /// How long it stays chosen at least.
    pub min_time_ms: u32,
    /// How long it is not chosen again after it ended.
    pub cooldown_ms: u32,
    /// The parameters whose objects are reserved while it is chosen.
    pub claims: Vec<ParamId>,
}

/// A score under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRule {
    /// What must hold.
    pub when: Vec<Condition>,
    /// The score, kept within 0 and 1.
    pub score: Number,
}

/// What happens when a goal is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It ends.
    Achieve,
    /// It is relevant again whenever it is broken.
    Maintain,
    /// What it wants is undone in belief, and it begins again.
    Repeat,
}

/// Candidates for a parameter, answered for the present and refreshed by the mind.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Its name.
    pub name: String,
    /// Where candidates come from.
    pub from: Candidates,
    /// What a candidate must pass, in order.
    pub tests: Vec<QueryTest>,
    /// How good a candidate is.
    pub score: QueryNumber,
    /// How many are taken at most.
    pub take: u32,
    /// How often they are found anew.
    pub every_ms: u32,
}

/// Where the candidates of a query come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The objects of a type.
    Type(TypeId),
    /// Points on a ring around an agent or object.
    Ring {
        /// How many.
        count: u32,
        /// How far away.
        radius: Micros,
        /// Around whom.
        around: Place,
    },
    /// Points of a square grid around an agent or object.
    Grid {
        /// How many in a row.
        count: u32,
        /// How far apart.
        spacing: Micros,
        /// Around whom.
        around: Place,
    },
}

/// Something with a place in the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The agent that asks.
    Oneself,
    /// The candidate.
    Candidate,
    /// The object that a fact of the agent names.
    Fact(FactId),
}

/// What a candidate must pass.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTest {
    /// Whether it must fail instead.
    pub negated: bool,
    /// What is asked.
    pub ask: QueryAsk,
}

/// A question about places, answered by the game.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryAsk {
    /// What is asked, such as `hides` or `path`.
    pub name: String,
    /// Of which places.
    pub of: Vec<Place>,
}

/// A number that a candidate is judged by.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryNumber {
    /// A number.
    Literal(Micros),
    /// What the game answers.
    Ask(QueryAsk),
    /// Two numbers put together by `+`, `-`, `*` or `/`.
    Binary(cunning_plan::model::Operator, Box<QueryNumber>, Box<QueryNumber>),
}

/// A kind of agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archetype {
    /// Its name.
    pub name: String,
    /// What it can do, in the order of the domain.
    pub actions: Vec<ActionId>,
    /// What it may want, in the order of the domain, each with its weight.
    pub goals: Vec<(GoalId, Number)>,
    /// By how much single actions are dearer to it.
    pub costs: Vec<(ActionId, Micros)>,
    /// Its traits: one number, or a range to draw from.
    pub traits: Vec<(String, Micros, Micros)>,
    /// By how much the costs of its actions vary, as a share.
    pub vary: Micros,
    /// Its sensors, by name.
    pub sensors: Vec<String>,
    /// Whether it weighs orders against its own goals, instead of following them.
    pub autonomous: bool,
}
