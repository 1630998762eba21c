//! The planner: a query in, a plan or a reason out, a slice at a time.

use std::fmt;
use std::sync::Arc;

use cunning_search::{
    AStar, Counters, Engine, Greedy, Limits, PathStep, Search, Status, Weight, WeightedAStar,
};

use crate::ground::{Bound, GroundError, Grounded, ground};
use crate::micros::Micros;
use crate::model::{ActionId, Domain};
use crate::query::Query;
use crate::search::{Compiled, Forward, Guide};

pub use crate::search::HeuristicKind as Heuristic;

/// How to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannerConfig {
    /// The algorithm, and so what it promises.
    pub algorithm: Algorithm,
    /// What guides it.
    pub heuristic: Heuristic,
    /// How much it may remember.
    pub limits: Limits,
}

impl Default for PlannerConfig {
    /// Optimal, guided by `h_max`.
    fn default() -> Self {
        Self { algorithm: Algorithm::AStar, heuristic: Heuristic::Max, limits: Limits::default() }
    }
}

/// Which search plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A cheapest plan, and among those one with the fewest steps, given an admissible heuristic.
    AStar,
    /// A plan within a factor of the cheapest, given an admissible heuristic.
    WeightedAStar(Weight),
    /// Some plan.
    Greedy,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The action.
    pub action: ActionId,
    /// Its parameters in order, as names of objects or numbers.
    pub args: Vec<String>,
    /// What it costs, in millionths.
    pub cost_micros: u64,
}

/// A plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// What to do, in order.
    pub steps: Vec<Step>,
    /// The sum of the steps' costs, in millionths.
    pub cost_micros: u64,
}

/// Why a query cannot be planned for at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(GroundError);

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            GroundError::Limit { what, max, .. } => write!(f, "more than {max} {what}"),
            GroundError::Query(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for PlanError {}

impl PlanError {
    /// Whether a limit was met, rather than the query being wrong.
    pub fn is_limit(&self) -> bool {
        matches!(self.0, GroundError::Limit { .. })
    }
}

/// One planning job.
///
/// ```
/// use cunning_plan::{Planner, PlannerConfig, Query, read};
/// use cunning_search::Status;
///
/// let text = r#"
/// facts = { has_rum = "bool", drunk = "bool" }
/// action.buy = { then = ["has_rum"], cost = 2 }
/// action.drink = { when = ["has_rum"], then = ["drunk", "not has_rum"] }
/// goal.get_drunk = { want = ["drunk"] }
/// "#;
/// let domain = read(&cunning_diag::Source::new("rum.toml", text))?;
/// let goal = domain.goal_named("get_drunk").ok_or("no such goal")?;
/// let mut planner = Planner::new(&domain, &Query::new(goal), PlannerConfig::default())?;
/// while planner.step(100) == Status::Running {}
/// let plan = planner.plan().ok_or("no plan")?;
/// let names: Vec<&str> = plan.steps.iter().map(|step| domain.actions()[step.action].name.as_str()).collect();
/// assert_eq!(names, ["buy", "drink"]);
/// assert_eq!(plan.cost_micros, 3_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Planner {
    grounded: Grounded,
    compiled: Arc<Compiled>,
    space: Forward,
    guide: Guide,
    engine: AnyEngine,
}

enum AnyEngine {
    AStar(AStar<Forward>),
    Weighted(WeightedAStar<Forward>),
    Greedy(Greedy<Forward>),
}

/// Calls the same method whichever engine it is.
macro_rules! with_engine {
    ($engine:expr, $name:ident => $body:expr) => {
        match $engine {
            AnyEngine::AStar($name) => $body,
            AnyEngine::Weighted($name) => $body,
            AnyEngine::Greedy($name) => $body,
        }
    };
}

impl Planner {
    /// Grounds the domain for a query and begins to plan.
    pub fn new(domain: &Domain, query: &Query, config: PlannerConfig) -> Result<Self, PlanError> {
        let mut grounded = ground(domain, query).map_err(PlanError)?;
        // A weighted bound holds for costs; counting steps along with them would loosen it.
        let counts_steps = config.algorithm == Algorithm::AStar;
        let compiled = Arc::new(Compiled::new(std::mem::take(&mut grounded.task), counts_steps));
        let mut space = Forward::new(compiled.clone());
        let mut guide = Guide::new(config.heuristic);
        let mut engine = match config.algorithm {
            Algorithm::AStar => AnyEngine::AStar(AStar::new(config.limits)),
            Algorithm::WeightedAStar(weight) => {
                AnyEngine::Weighted(WeightedAStar::new(weight, config.limits))
            }
            Algorithm::Greedy => AnyEngine::Greedy(Greedy::new(config.limits)),
        };
        let start = space.start();
        with_engine!(&mut engine, engine => engine.start(&mut space, &mut guide, &start, &mut ()));
        Ok(Self { grounded, compiled, space, guide, engine })
    }

    /// Goes on for at most `budget` expansions.
    pub fn step(&mut self, budget: u64) -> Status {
        let (space, guide) = (&mut self.space, &mut self.guide);
        with_engine!(&mut self.engine, engine => engine.step(space, guide, budget, &mut ()))
    }

    /// How the search stands.
    pub fn status(&self) -> Status {
        with_engine!(&self.engine, engine => engine.status())
    }

    /// What the search did so far.
    pub fn counters(&self) -> Counters {
        with_engine!(&self.engine, engine => engine.counters())
    }

    /// The plan, once there is one.
    pub fn plan(&self) -> Option<Plan> {
        let mut path: Vec<PathStep<Forward>> = Vec::new();
        if !with_engine!(&self.engine, engine => engine.path_into(&mut path)) {
            return None;
        }
        let mut plan = Plan::default();
        for (from, to) in path.iter().zip(path.iter().skip(1)) {
            let operator = to.action?;
            let cost_micros = self.compiled.cost(operator, self.space.row(from.state))?;
            let deed = self.compiled.task.operators.get(operator as usize)?.deed;
            let ground_action = self.grounded.ground_actions.get(deed as usize)?;
            let args = ground_action.args.iter().map(|bound| match bound {
                Bound::Object(code) => self.grounded.universe.name(*code).to_owned(),
                Bound::Number(number) => number.to_string(),
            });
            plan.cost_micros += cost_micros;
            plan.steps.push(Step { action: ground_action.action, args: args.collect(), cost_micros });
        }
        Some(plan)
    }
}

/// A cost for people.
pub fn show_cost(micros: u64) -> String {
    i64::try_from(micros)
        .ok()
        .and_then(Micros::new)
        .map_or_else(|| format!("{micros} millionths"), |cost| cost.to_string())
}
