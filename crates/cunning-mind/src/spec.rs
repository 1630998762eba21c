//! What a domain file says about minds: everything in it that is not planning.
//!
//! [`DomainSpec`] is read together with the [`PlanningDomain`] it belongs to and does not change. All names are resolved, all times
//! are milliseconds, all shares are millionths.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::Micros;
use cunning_plan::model::{
    ActionId, Condition, CurveId, FactId, Function, GoalId, Number, Operator, ParamId, PlanningDomain,
    SourceSpan, TypeId,
};
use cunning_trace::StateHash;

/// How long to wait for what was hoped for, where nothing is said.
pub const GRACE_MS: u32 = 500;
/// How often hope may be disappointed, where nothing is said.
pub const RETRIES: u32 = 3;
/// What is added to the score of a chosen goal, where nothing is said: 0.05.
const STICKY_MILLIONTHS: i64 = 50_000;

/// A domain with what its file says about minds.
#[derive(Clone, Debug)]
pub struct DomainSpec {
    /// The planning domain.
    pub planning: Arc<PlanningDomain>,
    /// For each fact, in order.
    pub facts: Vec<FactSpec>,
    /// For each type, in order.
    pub types: Vec<TypeSpec>,
    /// For each action, in order.
    pub actions: Vec<ActionSpec>,
    /// For each goal, in order.
    pub goals: Vec<GoalSpec>,
    /// The queries, in file order.
    pub queries: Vec<Query>,
    /// The archetypes, in file order, with all that they inherit.
    pub archetypes: Vec<Archetype>,
    /// The texts that it was read from, the main one first; none if it was made otherwise. Saved games and recordings
    /// keep them.
    pub sources: Vec<Source>,
}

/// Says the same; where it was said does not count.
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
    /// `forget`: how long it takes until nothing is left of full confidence; for ever if not given.
    pub forget_ms: Option<u32>,
    /// `threshold`: below this confidence it is unknown, which means its default. 0 if not given.
    pub threshold: Micros,
    /// `scope`: who shares it; the agent alone if not given.
    pub scope: Scope,
    /// `drift`: how it changes by itself, so much an hour; 0 if not given. Only ints drift.
    pub drift_per_hour: Micros,
    /// `wake`: which changes make a mind think again; every one if not given.
    pub wake: Wake,
}

/// Who shares a belief.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The agent alone.
    #[default]
    Agent,
    /// The agent, its commander and all that have the same commander.
    Squad,
    /// Everybody.
    World,
}

/// Which changes of a fact make a mind think again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wake {
    /// None.
    Never,
    /// Every one.
    #[default]
    Change,
    /// A change by so much since the mind last thought. Only of ints.
    Step(i64),
    /// Passing one of these values, in rising order. Only of ints.
    Cross(Vec<i64>),
}

/// How the objects of an open type become known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeSpec {
    /// The query that chooses among more objects than can be known, by its index in [`DomainSpec::queries`].
    pub fill: Option<usize>,
}

/// How an action is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSpec {
    /// For each parameter: the query that its candidates come from, by its index in [`DomainSpec::queries`].
    pub candidates: Vec<Option<usize>>,
    /// `claims`: the parameters whose objects are reserved from adoption to the end of the plan; none if not given.
    pub claims: Vec<ParamId>,
    /// `duration`: how long it takes, for agents that live through their plans without the game; not known if not
    /// given.
    pub duration_ms: Option<u32>,
    /// `while`: what must hold while it runs; nothing if not given.
    pub while_: Vec<Condition>,
    /// `grace`: how long to wait for what was hoped for; [`GRACE_MS`] if not given.
    pub grace_ms: u32,
    /// `retries`: how often hope may be disappointed before the goal backs off; [`RETRIES`] if not given.
    pub retries: u32,
    /// `timeout`: when it counts as failed; never if not given.
    pub timeout_ms: Option<u32>,
    /// `cooldown`: how long it cannot be done again after it ended; 0 if not given.
    pub cooldown_ms: u32,
    /// `interrupt`: what may interrupt it; any better plan if not given.
    pub interrupt: Interrupt,
    /// `stop`: whether the next step waits until it has stopped; it does if not given.
    pub stop: StopRule,
    /// `orders`: what it tells subordinates to do; nothing if not given.
    pub orders: Vec<OrderSpec>,
    /// `done`: when its orders count as fulfilled.
    pub done: DoneRule,
}

impl Default for ActionSpec {
    /// What is so where nothing is said, for an action without parameters.
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
pub struct OrderSpec {
    /// `to`: who receives it; all if not given.
    pub to: Receivers,
    /// The goal it speaks for or, with a negative bias, against.
    pub goal: GoalId,
    /// `bias`: what it adds to the goal's score; 1 if not given.
    pub bias: Micros,
    /// The parameters of the goal that are given, and what they get.
    pub give: Vec<(ParamId, Gift)>,
    /// `rigid`: whether its goal comes before all others of the receiver, as long as there is a plan for it, instead of
    /// being weighed against them; it is weighed if not given.
    pub rigid: bool,
}

/// What the receivers of an order get for a parameter of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gift {
    /// All the same: what a parameter of the action is bound to.
    Param(ParamId),
    /// Everybody another object that the commander knows. Whoever none is left for is not ordered.
    Each {
        /// Of which type.
        ty: TypeId,
        /// What must hold for it. It is the parameter after those of the action.
        when: Vec<Condition>,
    },
}

/// Who receives an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receivers {
    /// All subordinates, whatever other orders of the action say.
    All,
    /// Half of those that no earlier order of the action took, rounded up.
    Half,
    /// Those that no earlier order of the action took.
    Rest,
    /// So many of those that no earlier order of the action took.
    Number(u32),
}

/// When the orders of an action count as fulfilled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DoneRule {
    /// `need`: how many of the receivers must report success; every one if not given.
    pub need: Need,
    /// `within`: how long they have; for ever if not given.
    pub within_ms: Option<u32>,
}

/// How many of some agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// Every one.
    #[default]
    All,
    /// At least one.
    Any,
    /// At least so many.
    Number(u32),
}

/// How a goal is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalSpec {
    /// For each parameter: the query that its candidates come from, by its index in [`DomainSpec::queries`].
    pub candidates: Vec<Option<usize>>,
    /// `relevance`: how much it matters, from 0 to 1: the first rule that holds counts; 1 if there are none, 0 if none
    /// holds. The goal's parameters are in sight, with the ids they have in the goal; variables count on from there.
    pub relevance: Vec<ScoreRule>,
    /// `mode`: what happens when it is met; it ends if not given.
    pub mode: Mode,
    /// `sticky`: what is added to its score while it is chosen; 0.05 if not given.
    pub sticky: Micros,
    /// `min_time`: how long it stays chosen at least; 0 if not given.
    pub min_time_ms: u32,
    /// `cooldown`: how long it is not chosen again after it ended; 0 if not given.
    pub cooldown_ms: u32,
    /// `claims`: the parameters whose objects are reserved while it is chosen; none if not given.
    pub claims: Vec<ParamId>,
    /// `replan`: how often a plan for it is made anew while it is pursued, beside all other reasons; as often as the
    /// archetype says if not given.
    pub replan_ms: Option<u32>,
}

impl Default for GoalSpec {
    /// What is so where nothing is said, for a goal without parameters.
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
    /// `from`: where candidates come from.
    pub from: Candidates,
    /// The type of the candidates: that of `from`, or the open type that generated points become objects of.
    pub of: TypeId,
    /// What the agent must believe of a candidate, which is parameter 0: the conditions of `where`.
    pub when: Vec<Condition>,
    /// What a candidate must pass, in order: the questions of `where`.
    pub tests: Vec<QueryTest>,
    /// `score`: how good a candidate is; 0 if not given, so that the first ones are taken.
    pub score: QueryNumber,
    /// `take`: how many are taken at most; 1 if not given.
    pub take: u32,
    /// `every`: how often they are found anew; 500 ms if not given.
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
        around: QuerySubject,
    },
    /// Points of a square grid around an agent or object.
    Grid {
        /// How many in a row.
        count: u32,
        /// How far apart.
        spacing: Micros,
        /// Around whom.
        around: QuerySubject,
    },
}

/// Something with a place in the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuerySubject {
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
    pub of: Vec<QuerySubject>,
}

/// A number that a candidate is judged by.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryNumber {
    /// A number.
    Literal(Micros),
    /// What the agent knows: facts, tables, traits. The candidate is parameter 0.
    Known(Number),
    /// What the game answers.
    Ask(QueryAsk),
    /// Two numbers put together by `+`, `-`, `*` or `/`.
    Binary(Operator, Box<QueryNumber>, Box<QueryNumber>),
    /// A function of numbers, of as many as it [takes](Function::takes).
    Call(Function, Vec<QueryNumber>),
    /// A curve at a number.
    Curve(CurveId, Box<QueryNumber>),
}

/// A kind of agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archetype {
    /// Its name.
    pub name: String,
    /// What it can do, in the order of the domain. Who can do something `near` a place can walk there: the actions of
    /// `[move]` come with it, unless `without` takes them away.
    pub actions: Vec<ActionId>,
    /// What it may want, in the order of the domain, each with its weight, which knows no parameters.
    pub goals: Vec<(GoalId, Number)>,
    /// By how much single actions are dearer to it, in the order of the domain; also some that it cannot do itself but
    /// hands down.
    pub costs: Vec<(ActionId, Micros)>,
    /// Its traits: one number (twice), or a range to draw from.
    pub traits: Vec<(String, Micros, Micros)>,
    /// `vary`: by how much the costs of its actions vary, as a share; 0 if not given.
    pub vary: Micros,
    /// Its sensors, by name.
    pub sensors: Vec<String>,
    /// `autonomous`: whether it weighs orders against its own goals, instead of following them; it does if not given.
    pub autonomous: bool,
    /// `replan`: how often a plan is made anew, for goals that do not say; only for a reason if not given.
    pub replan_ms: Option<u32>,
    /// `meanwhile`: what it does while it waits for a plan: the first of these that can be done; nothing if not given.
    pub meanwhile: Vec<ActionId>,
    /// Whether others extend it, so that it may be less than a whole agent.
    pub extended: bool,
    /// Where its name stands.
    pub span: SourceSpan,
}

impl DomainSpec {
    /// A number for its texts, or for its domain if it was read from none. Equal texts have the same, on every platform.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::new();
        for source in &self.sources {
            hash.bytes(source.name().as_bytes()).bytes(source.text().as_bytes());
        }
        if self.sources.is_empty() {
            hash.bytes(cunning_plan::write(&self.planning).as_bytes());
        }
        hash.finish()
    }

    /// The archetype of a name.
    pub fn archetype_named(&self, name: &str) -> Option<&Archetype> {
        self.archetypes.iter().find(|archetype| archetype.name == name)
    }

    /// The query of a name, by its index in [`DomainSpec::queries`].
    pub fn query_named(&self, name: &str) -> Option<usize> {
        self.queries.iter().position(|query| query.name == name)
    }
}
