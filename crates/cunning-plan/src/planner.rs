//! The planner: a goal and a state in, a plan or a reason out, a slice at a time.

mod error;
mod side;

use std::sync::Arc;

use cunning_search::{Counters, Limits, Schedule, Status, Weight};

use crate::aim::{Aim, Program};
use crate::ground::{GroundActionId, Grounding, State};
use crate::model::Domain;
use crate::plan::{Plan, Step};
use crate::query::Query;
use crate::search::{Backward, BackwardGuide, Forward, ForwardGuide, Heuristic};
use crate::task::{Cost, Operator};

pub use error::PlanError;
use side::Side;

/// How to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannerConfig {
    /// The algorithm, and so what it promises.
    pub algorithm: Algorithm,
    /// Which way to search.
    pub direction: Direction,
    /// What guides the search; the best for the algorithm and the direction if not given.
    pub heuristic: Option<Heuristic>,
    /// How much each direction may remember.
    pub limits: Limits,
}

impl Default for PlannerConfig {
    /// Optimal, both ways, with the best heuristics.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AStar,
            direction: Direction::Auto,
            heuristic: None,
            limits: Limits::default(),
        }
    }
}

/// Which search plans. What it promises it promises with an admissible heuristic; see [`Heuristic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A cheapest plan, and among those one with the fewest steps.
    AStar,
    /// A plan within a factor of the cheapest.
    WeightedAStar(Weight),
    /// Some plan, soon.
    Greedy,
    /// As [`Algorithm::AStar`], in little memory and more time.
    IdaStar,
    /// First some plan, then better ones, in the end one as of [`Algorithm::AStar`].
    AraStar(Schedule),
}

impl Algorithm {
    /// What a step adds to its price. A bound on costs holds for costs alone; counting steps along with them would
    /// loosen it.
    const fn step_price(self) -> u64 {
        match self {
            Self::AStar | Self::IdaStar | Self::AraStar(_) => 1,
            Self::WeightedAStar(_) | Self::Greedy => 0,
        }
    }
}

/// Which way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Backward and forward in turns, and whichever ends first has the answer: backward first, since most problems of
    /// games end there, and sixteen times as far as forward, since its steps are that much cheaper. Forward alone if
    /// the goal is not regressible.
    Auto,
    /// From the goal: blind to whatever does not matter for it. Forward if the goal is not regressible
    /// (see [`Aim::is_regressible`]).
    Backward,
    /// From the start.
    Forward,
}

/// Plans; made once and used again and again, since it keeps its memory.
///
/// ```
/// use std::sync::Arc;
/// use cunning_plan::{Grounding, Planner, PlannerConfig, Query, read};
/// use cunning_search::Status;
///
/// let text = r#"
/// facts = { has_rum = "bool", drunk = "bool" }
/// action.buy = { then = ["has_rum"], cost = 2 }
/// action.drink = { when = ["has_rum"], then = ["drunk", "not has_rum"] }
/// goal.get_drunk = { want = ["drunk"] }
/// "#;
/// let domain = Arc::new(read(&cunning_diag::Source::new("rum.toml", text))?);
/// let goal = domain.goal_named("get_drunk").ok_or("no such goal")?;
/// let grounding = Grounding::new(&domain, &Query::new(goal))?;
/// let aim = grounding.aim(goal, &[])?;
/// let mut planner = Planner::new(PlannerConfig::default());
/// planner.begin(&aim, &grounding.start(), &[]);
/// while planner.step(100) == Status::Running {}
/// let plan = planner.plan().ok_or("no plan")?;
/// let names: Vec<&str> = plan.steps.iter().map(|step| domain.actions()[step.action].name.as_str()).collect();
/// assert_eq!(names, ["buy", "drink"]);
/// assert_eq!(plan.cost_micros, 3_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Planner {
    config: PlannerConfig,
    aim: Option<Aim>,
    start: State,
    forbidden: Vec<bool>,
    backward: Side<Backward, BackwardGuide>,
    forward: Side<Forward, ForwardGuide>,
    turn: Turn,
    status: Status,
}

/// Whose turn it is, and for how many expansions more.
#[derive(Clone, Copy)]
struct Turn {
    is_backward: bool,
    left: u64,
    /// How many expansions the next turn of the backward search has; none if there are no turns.
    next: u64,
}

/// How many expansions the first turn of the backward search has.
const FIRST_TURN: u64 = 1024;
/// How many expansions backward go with one forward.
const BACKWARD_SHARE: u64 = 16;

impl Planner {
    /// A planner of a kind.
    pub fn new(config: PlannerConfig) -> Self {
        let (backward, forward) = match config.heuristic {
            Some(heuristic) => (heuristic, heuristic),
            None if config.algorithm == Algorithm::Greedy => (Heuristic::Add, Heuristic::Add),
            None => (Heuristic::Max, Heuristic::LandmarkCut),
        };
        Self {
            config,
            aim: None,
            start: State { values: Vec::new() },
            forbidden: Vec::new(),
            backward: Side::new(config, BackwardGuide::new(backward)),
            forward: Side::new(config, ForwardGuide::new(forward)),
            turn: Turn { is_backward: false, left: 0, next: 0 },
            status: Status::Idle,
        }
    }

    /// Grounds a domain for one query and begins to plan. For many queries of one domain make a [`Grounding`] and
    /// its [`Aim`]s once and use [`Planner::begin`].
    pub fn for_query(
        domain: &Arc<Domain>,
        query: &Query,
        config: PlannerConfig,
    ) -> Result<(Self, Grounding), PlanError> {
        let grounding = Grounding::for_query(domain, query)?;
        let aim = grounding.aim(query.goal, &query.args)?;
        let mut planner = Self::new(config);
        planner.begin(&aim, &grounding.start(), &grounding.refused(&query.checks));
        Ok((planner, grounding))
    }

    /// Begins to plan for a goal from a state of the same grounding, without some ground actions.
    pub fn begin(&mut self, aim: &Aim, state: &State, without: &[GroundActionId]) {
        let program = aim.program();
        if self.aim.as_ref().is_none_or(|old| !Arc::ptr_eq(old.program(), program)) {
            self.aim = Some(aim.clone());
        }
        self.start.values.clone_from(&state.values);
        self.forbidden.clear();
        self.forbidden.resize(program.task.deeds.len(), false);
        for deed in without.iter().filter_map(|&id| program.deed(id)) {
            self.forbidden[deed as usize] = true;
        }
        self.backward.forget();
        self.forward.forget();
        let is_backward = self.config.direction != Direction::Forward && program.regression.is_some();
        let takes_turns = is_backward && self.config.direction == Direction::Auto;
        self.turn = Turn {
            is_backward,
            left: if takes_turns { FIRST_TURN } else { u64::MAX },
            next: if takes_turns { FIRST_TURN * 2 } else { 0 },
        };
        self.status = Status::Running;
        self.start_turn();
    }

    /// Starts the search whose turn it is, if it has not begun.
    fn start_turn(&mut self) {
        let Some(aim) = &self.aim else { return };
        let (program, forbidden) = (aim.program(), self.forbidden.as_slice());
        let (step, nodes_max) = (self.config.algorithm.step_price(), self.config.limits.nodes_max);
        if self.turn.is_backward && !self.backward.has_begun {
            let Side { space, guide, .. } = &mut self.backward;
            let space = space.get_or_insert_with(|| Backward::new(program.clone(), step, nodes_max));
            guide.start(program, program.values(&self.start), step, forbidden);
            if let Some(root) = space.start(program, &self.start, forbidden) {
                self.backward.begin(root);
            }
        } else if !self.turn.is_backward && !self.forward.has_begun {
            let Side { space, guide, .. } = &mut self.forward;
            let space = space.get_or_insert_with(|| Forward::new(program.clone(), step, nodes_max));
            guide.start(program, step, forbidden);
            let root = space.start(program, &self.start, forbidden);
            self.forward.begin(root);
        }
    }

    /// Goes on for at most `budget` expansions. However a budget is sliced, the answer is the same.
    pub fn step(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Running && left > 0 {
            let before = self.counters().expanded;
            let slice = left.min(self.turn.left);
            let status =
                if self.turn.is_backward { self.backward.step(slice) } else { self.forward.step(slice) };
            match status {
                Status::Running => {
                    left -= slice;
                    self.turn.left -= slice;
                    if self.turn.left == 0 {
                        self.switch(false);
                    }
                }
                // What one direction cannot hold the other may.
                Status::LimitExceeded(_) if self.turn.next > 0 => {
                    left -= self.counters().expanded - before;
                    self.switch(true);
                }
                ended => self.status = ended,
            }
        }
        self.status
    }

    /// The other direction's turn. For good if this one cannot go on.
    fn switch(&mut self, for_good: bool) {
        let Turn { is_backward, next, .. } = self.turn;
        self.turn = match (for_good, is_backward) {
            (true, _) => Turn { is_backward: !is_backward, left: u64::MAX, next: 0 },
            (false, true) => Turn { is_backward: false, left: next / 2 / BACKWARD_SHARE, next },
            (false, false) => Turn { is_backward: true, left: next, next: next.saturating_mul(2) },
        };
        self.start_turn();
    }

    /// Ends planning with [`Status::Cancelled`].
    pub fn cancel(&mut self) {
        if self.status == Status::Running {
            self.status = Status::Cancelled;
        }
    }

    /// How the search stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What the search did so far, both ways together.
    pub fn counters(&self) -> Counters {
        let (backward, forward) = (self.backward.counters(), self.forward.counters());
        Counters {
            expanded: backward.expanded + forward.expanded,
            generated: backward.generated + forward.generated,
            reopened: backward.reopened + forward.reopened,
        }
    }

    /// What every plan costs at least, in millionths, as far as the search can tell by now: what to say when its
    /// budget is spent. `None` if it has ended, or if its algorithm or heuristic proves nothing of the kind.
    pub fn lower_bound_micros(&self) -> Option<u64> {
        let is_admissible = self.config.heuristic.is_none_or(Heuristic::is_admissible);
        let program = self.aim.as_ref()?.program();
        let known = [self.backward.lower_bound(), self.forward.lower_bound()];
        let best = known.into_iter().flatten().max()?;
        (is_admissible && self.status == Status::Running).then(|| program.unit_prices.cost(best))
    }

    /// The plan, once there is one. [`Algorithm::AraStar`] has one while it still looks for better ones.
    pub fn plan(&mut self) -> Option<Plan> {
        let mut plan = Plan::default();
        self.plan_into(&mut plan).then_some(plan)
    }

    /// As [`Planner::plan`], into a plan that there is.
    pub fn plan_into(&mut self, plan: &mut Plan) -> bool {
        plan.steps.clear();
        plan.cost_micros = 0;
        let Some(aim) = &self.aim else { return false };
        let program = aim.program();
        let is_backward = match (self.backward.cost(), self.forward.cost()) {
            (Some(backward), Some(forward)) => backward <= forward,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return false,
        };
        if is_backward {
            // The first edge from the goal is the last step.
            for edge in self.backward.path().iter().rev() {
                let cost = |operator: &Operator| match operator.cost {
                    Cost::Fixed(cost) => Some(cost),
                    Cost::Read(_) => None,
                };
                add_step(plan, program, edge.action, cost);
            }
        } else {
            self.forward.path();
            let Side { space: Some(space), path, .. } = &self.forward else { return false };
            for (from, to) in path.iter().zip(path.iter().skip(1)) {
                let cost = |operator: &Operator| program.packing.cost(operator, space.row(from.state));
                add_step(plan, program, to.action, cost);
            }
        }
        true
    }
}

fn add_step(
    plan: &mut Plan,
    program: &Program,
    operator: Option<u32>,
    cost: impl Fn(&Operator) -> Option<u64>,
) {
    // The way from a goal that can be met in several ways to one of them is no step.
    let Some(operator) = operator.and_then(|at| program.task.operators.get(at as usize)) else { return };
    if let (Some((id, action)), Some(cost_micros)) = (program.ground_action(operator.deed), cost(operator)) {
        plan.cost_micros += cost_micros;
        plan.steps.push(Step { id, action, cost_micros });
    }
}
