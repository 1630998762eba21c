//! The planner: takes a goal and a state, and returns a plan or a reason, one slice at a time.

mod goal_search;
mod milestones;
mod order;
mod preparation;
mod refine;
mod side;
mod solver;
mod tree;
mod turns;

use std::sync::Arc;

use cunning_search::{Algorithm, Counters, Guarantee, Limits, Status};

use crate::cache::{Answer, PlanCache, Question, QuestionScratch};
use crate::compiled_goal::CompiledGoal;
use crate::ground::{GroundActionId, Grounding, GroundingError, State};
use crate::model::PlanningDomain;
use crate::plan::Plan;
use crate::plan_request::PlanRequest;
use crate::search::Heuristic;

pub(crate) use milestones::Milestones;
pub use milestones::PlanQuality;
use refine::Level;
pub(crate) use refine::{Blame, Fault};
pub use tree::{SearchTree, TreeNode};

/// The configuration of a planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannerConfig {
    /// What the planner does besides the algorithm.
    pub mode: PlanMode,
    /// The search algorithm. Its guarantee holds for admissible heuristics; see [`Heuristic`].
    pub algorithm: Algorithm,
    /// The direction of the search.
    pub direction: Direction,
    /// The heuristic; the best one for the algorithm and the direction if `None`.
    pub heuristic: Option<Heuristic>,
    /// The limits of each direction.
    pub limits: Limits,
    /// About the memory that the searches for one plan may keep, in bytes. A search that needs more ends with
    /// [`Limit::Nodes`](cunning_search::Limit::Nodes).
    pub memory_max: u64,
}

impl Default for PlannerConfig {
    /// Returns an optimal planner that searches in both directions with the best heuristics.
    fn default() -> Self {
        Self {
            mode: PlanMode::Proof,
            algorithm: Algorithm::AStar,
            direction: Direction::Auto,
            heuristic: None,
            limits: Limits::default(),
            memory_max: 1 << 30,
        }
    }
}

/// What a step adds to its price. Algorithms that find a cheapest plan find the shortest of those. A bound holds for
/// costs alone, and counting steps with them would loosen it.
fn step_price(algorithm: Algorithm) -> u64 {
    u64::from(algorithm.guarantee() == Guarantee::Optimal)
}

/// What a planner does besides running its algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanMode {
    /// The algorithm alone: the only plan is the one that it ends with.
    Proof,
    /// A plan as soon as possible, improved for about as long as it took to find it, without any guarantee of its
    /// cost. The algorithm does not run.
    FirstPlan,
    /// The plan of the algorithm if it ends soon, and otherwise a plan as soon as possible, as in
    /// [`PlanMode::FirstPlan`]. This is how the agents of a game plan.
    InTime,
    /// A plan as soon as possible, then cheaper ones, and at last the one of the algorithm, which ends the search. The
    /// plans are a function of the question and of the units granted alone.
    Anytime,
}

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Backward and forward in turns, with about equal work; the first result counts. Backward comes first, because
    /// most problems of games are solved there. Forward uses a fast and a strong estimate, unless a heuristic is
    /// chosen; forward alone if the goal is not regressible.
    Auto,
    /// From the goal, which ignores everything irrelevant to it. Forward if the goal is not regressible (see
    /// [`CompiledGoal::is_regressible`]).
    Backward,
    /// From the start.
    Forward,
}

/// Plans for goals. Create it once and reuse it, because it keeps its memory.
///
/// ```
/// use std::sync::Arc;
/// use cunning_plan::{Grounding, Planner, PlannerConfig, PlanRequest, read};
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
/// let grounding = Grounding::new(&domain, &PlanRequest::new(goal))?;
/// let compiled_goal = grounding.compiled_goal(goal, &[])?;
/// let mut planner = Planner::new(PlannerConfig::default());
/// planner.begin(&compiled_goal, &grounding.start(), &[]);
/// while planner.step(100) == Status::Running {}
/// let plan = planner.plan().ok_or("no plan")?;
/// let names: Vec<&str> = plan.steps.iter().map(|step| domain.actions()[step.action].name.as_str()).collect();
/// assert_eq!(names, ["buy", "drink"]);
/// assert_eq!(plan.cost_micros, 3_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Planner {
    config: PlannerConfig,
    /// The goal, the goal of the action of its plan that is being refined, and so on.
    levels: Vec<Level>,
    /// The number of levels in use.
    depth: usize,
    without: Vec<GroundActionId>,
    status: Status,
    /// The counters of searches that have ended.
    spent: Counters,
    /// The units used so far, and those used beyond what was granted.
    units: u64,
    debt: u64,
    /// The plan, if it was refined from several or found in a cache.
    plan: Plan,
    /// The earlier plans of a cached search, and when it had them.
    stream: Vec<(u64, Plan)>,
    milestones: Milestones,
    /// The key of the cache lookup that found no result.
    question: Option<Question>,
    scratch: QuestionScratch,
    /// The result of a cached search, its counters and its units. It is [`Status::Running`] if the search was left before
    /// its end.
    recalled: Option<(Status, Counters, u64)>,
    /// The question of a cached search that was left before its end.
    left: Option<(CompiledGoal, State)>,
    /// Whether the order of expansions is kept.
    keeps_order: bool,
}

impl Planner {
    /// Creates a planner.
    pub fn new(config: PlannerConfig) -> Self {
        Self {
            config,
            levels: Vec::new(),
            depth: 0,
            without: Vec::new(),
            status: Status::Idle,
            spent: Counters::default(),
            units: 0,
            debt: 0,
            plan: Plan::default(),
            stream: Vec::new(),
            milestones: Milestones::default(),
            question: None,
            scratch: QuestionScratch::new(),
            recalled: None,
            left: None,
            keeps_order: false,
        }
    }

    /// Grounds a domain for one request and starts planning. For many requests of one domain, create a [`Grounding`]
    /// and its [`CompiledGoal`]s once and use [`Planner::begin`].
    pub fn for_request(
        domain: &Arc<PlanningDomain>,
        request: &PlanRequest,
        config: PlannerConfig,
    ) -> Result<(Self, Arc<Grounding>), GroundingError> {
        let grounding = Grounding::for_request(domain, request)?;
        let compiled_goal = grounding.compiled_goal(request.goal, &request.args)?;
        let mut planner = Self::new(config);
        planner.begin(&compiled_goal, &grounding.start(), &grounding.refused(&request.checks));
        Ok((planner, grounding))
    }

    /// Starts planning for a goal from a state of the same grounding, without some ground actions.
    pub fn begin(&mut self, compiled_goal: &CompiledGoal, state: &State, without: &[GroundActionId]) {
        self.without.clear();
        self.without.extend_from_slice(without);
        self.spent = Counters::default();
        self.units = 0;
        self.debt = 0;
        self.status = Status::Running;
        self.depth = 0;
        self.question = None;
        self.recalled = None;
        self.left = None;
        self.descend(compiled_goal, state);
    }

    /// Like [`Planner::begin`], but if the cache has the result, nothing is searched. Steps, status and expansions
    /// are those of a search in any case: the result is available when the search would have found it.
    pub fn begin_cached(
        &mut self,
        compiled_goal: &CompiledGoal,
        state: &State,
        without: &[GroundActionId],
        cache: &PlanCache,
    ) {
        if cache.misses_everything() {
            self.begin(compiled_goal, state, without);
            return;
        }
        let question = Question::new(compiled_goal, self.config, state, without, &mut self.scratch);
        if let Some(answer) = cache.get(&question) {
            self.status = Status::Running;
            self.plan.clone_from(&answer.plan);
            self.stream.clone_from(&answer.stream);
            self.milestones = answer.milestones;
            self.spent = Counters::default();
            self.depth = 0;
            self.question = None;
            self.recalled = Some((answer.status, answer.counters, answer.units));
            self.left = None;
            if answer.status == Status::Running {
                self.left = Some((compiled_goal.clone(), state.clone()));
                self.without.clear();
                self.without.extend_from_slice(without);
            }
            self.units = 0;
            self.debt = 0;
            self.scratch.take_back(question);
        } else {
            self.begin(compiled_goal, state, without);
            self.question = Some(question);
        }
    }

    /// Stores the result in the cache that did not have it, if planning has ended with one or has a plan so far.
    pub fn keep(&mut self, cache: &mut PlanCache) {
        let has_result = match self.status {
            Status::Solved | Status::Unsolvable => true,
            Status::Running => self.has_plan(PlanQuality::First),
            _ => false,
        };
        if has_result && let Some(question) = self.question.take() {
            let mut plan = Plan::default();
            self.plan_into(&mut plan);
            let shown = self.levels.first().filter(|level| !level.needs_refinement());
            let stream = shown.map_or_else(Vec::new, |level| level.solver.plans().to_vec());
            let milestones = self.milestones();
            let (status, counters, units) = (self.status, self.counters(), self.units);
            cache.insert(question, Answer { status, plan, counters, units, stream, milestones });
        }
    }

    /// Continues for at most `budget` units: expansions and estimates that delay one, or in the modes with a satisficing
    /// search units of bounded work. The result does not depend on how a budget is sliced.
    ///
    /// The last piece of work may take more than is left; the excess is a debt that the next slice pays first. A search
    /// that needs `n` units for its plan or proof ends when it is granted at least one more, and not before, whichever
    /// engine runs it, and also if a cache has the result.
    pub fn step(&mut self, budget: u64) -> Status {
        self.step_until(budget, PlanQuality::Best)
    }

    /// Like [`Planner::step`], but stops as soon as there is a plan of a quality. The search goes on with the next step
    /// that asks for a better one.
    pub fn step_until(&mut self, budget: u64, quality: PlanQuality) -> Status {
        if self.has_plan(quality) {
            return self.status;
        }
        if let Some(recalled) = self.recalled {
            let wanted = self.milestones.of(quality);
            let budget = wanted.map_or(budget, |wanted| budget.min(wanted.until - self.units));
            if recalled.0 != Status::Running || budget <= recalled.2 - self.units {
                return self.step_recalled(recalled, budget);
            }
            self.search_on();
        }
        let paid = budget.min(self.debt);
        self.debt -= paid;
        let mut left = budget - paid;
        while self.status == Status::Running && left > 0 {
            let Some(level) = self.depth.checked_sub(1).and_then(|top| self.levels.get_mut(top)) else {
                break;
            };
            let prepared = level.prepare(self.config.mode);
            let (status, used) = match prepared {
                Some(units) => (Status::Running, units),
                None => level.solver.step(left, quality),
            };
            self.units += used;
            self.debt = used.saturating_sub(left);
            left = left.saturating_sub(used);
            match status {
                Status::Running if prepared.is_some() => {}
                Status::Running => break,
                Status::Solved if level.needs_refinement() => self.refine(),
                ended => self.end_level(ended),
            }
        }
        self.status
    }

    /// Repeats a cached search up to where it is, because the cache has no more of it.
    fn search_on(&mut self) {
        let (units, without) = (self.units, std::mem::take(&mut self.without));
        if let Some((compiled_goal, state)) = self.left.take() {
            let question = Question::new(&compiled_goal, self.config, &state, &without, &mut self.scratch);
            self.begin(&compiled_goal, &state, &without);
            self.question = Some(question);
            self.step(units);
        }
    }

    /// Continues a cached search.
    fn step_recalled(&mut self, (ended, counters, units): (Status, Counters, u64), budget: u64) -> Status {
        if self.status == Status::Running {
            if budget > units - self.units {
                self.spent = counters;
                self.units = units;
                self.status = ended;
            } else {
                self.units += budget;
                self.spent.expanded = self.units;
            }
        }
        self.status
    }

    /// Ends planning with [`Status::Cancelled`].
    pub fn cancel(&mut self) {
        if self.status == Status::Running {
            self.status = Status::Cancelled;
        }
    }

    /// Returns the status of the search.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the units that were granted and used so far, as [`Planner::step`] counts them.
    pub fn units(&self) -> u64 {
        self.units - self.debt
    }

    /// Returns the counters of the search, both directions together. Of a cached search, only the units are known before
    /// its end, as expansions.
    pub fn counters(&self) -> Counters {
        let running = self.levels.iter().take(self.depth).map(|level| level.solver.counters());
        self.spent + running.sum()
    }

    /// Returns the lower bound in millionths that the search has proved so far for the cost of all plans. `None` if
    /// the search has ended or its result is cached, if its algorithm or heuristic proves no bound, or if actions
    /// stand for goals, whose costs are estimates.
    pub fn lower_bound_micros(&self) -> Option<u64> {
        let is_admissible = self.config.heuristic.is_none_or(Heuristic::is_admissible);
        let level =
            self.levels.first().filter(|level| !level.needs_refinement() && self.recalled.is_none())?;
        let bound = level.solver.lower_bound_micros()?;
        (is_admissible && self.status == Status::Running).then_some(bound)
    }

    /// Returns the lower bound in millionths that is proved for the cost of all plans: while the search runs as
    /// [`Planner::lower_bound_micros`], and once it has a plan by the guarantee of its algorithm. `None` if nothing is
    /// proved.
    pub fn proved_micros(&mut self) -> Option<u64> {
        if self.status != Status::Solved {
            return self.lower_bound_micros();
        }
        let is_admissible = self.config.heuristic.is_none_or(Heuristic::is_admissible);
        let level = self.levels.first().filter(|_| self.recalled.is_none() && is_admissible)?;
        if level.needs_refinement() || !level.solver.is_proved() {
            return None;
        }
        let factor = self.config.algorithm.guarantee().bound()?;
        let cost = self.plan()?.cost_micros;
        Some(if factor > 1.0 { (cost as f64 / factor) as u64 } else { cost })
    }

    /// Returns whether a running search has a plan of a quality, and goes on to improve it.
    pub fn has_plan(&self, quality: PlanQuality) -> bool {
        let milestone = self.milestones().of(quality);
        self.status == Status::Running && milestone.is_some_and(|milestone| milestone.after < self.units)
    }

    /// Returns when the search had its plans, or will have them if it is cached.
    fn milestones(&self) -> Milestones {
        let shown = self.levels.first().filter(|level| !level.needs_refinement());
        match self.recalled {
            Some(_) => self.milestones,
            None => shown.map_or_else(Milestones::default, |level| level.solver.milestones()),
        }
    }

    /// Returns the plan, once there is one. [`Algorithm::AraStar`] and [`PlanMode::Anytime`] have one while they still
    /// improve it, unless actions stand for goals.
    pub fn plan(&mut self) -> Option<Plan> {
        let mut plan = Plan::default();
        self.plan_into(&mut plan).then_some(plan)
    }

    /// Like [`Planner::plan`], but reuses the memory of a plan.
    pub fn plan_into(&mut self, plan: &mut Plan) -> bool {
        match self.levels.first_mut() {
            Some(level) if !level.needs_refinement() && self.recalled.is_none() => {
                level.solver.plan_into(plan)
            }
            _ => {
                let is_early = |(units, _): &&(u64, Plan)| *units < self.units;
                let known = match self.status {
                    Status::Solved => Some(&self.plan),
                    _ if self.recalled.is_some() => self.stream.iter().rfind(is_early).map(|(_, plan)| plan),
                    _ => None,
                };
                plan.clone_from(known.unwrap_or(&Plan::default()));
                known.is_some()
            }
        }
    }
}
