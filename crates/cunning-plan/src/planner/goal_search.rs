//! The search for one goal in the mode of the planner: the algorithm alone, or a stream of better and better plans.
//!
//! A stream has two sides that take turns by counted work: the satisficing search, which finds plans, and the
//! algorithm of the configuration, which ends the stream with its guarantee. Both are functions of the question and
//! of the units granted, so every plan appears at the same unit however the work is sliced.

use cunning_search::{Counters, Limit, Status};

use super::milestones::{Milestone, Milestones};
use super::preparation::needs_proof;
use super::solver::{Solver, add_step};
use super::tree::SearchTree;
use super::{PlanMode, PlanQuality, PlannerConfig};
use crate::compiled_goal::{CompiledGoal, Job};
use crate::ground::{GroundActionId, State};
use crate::plan::Plan;
use crate::satisfice::{LazySearch, LazyStatus};
use crate::search::Heuristic;

/// The units of the first turn of each side; every round doubles them.
const FIRST_TURN: u64 = 2048;
/// The units that [`PlanMode::InTime`] spends on a cheapest plan, once it has a first one or has looked for it as long.
const IN_TIME_UNITS: u64 = 1024;
/// The work of the proof, as its solver counts it, that one unit stands for.
const PROOF_WORK_PER_UNIT: u64 = 8;
/// A first plan is good after it was improved for as long as it took to find it and for this many units more.
const GOOD_UNITS: u64 = 64;
/// A first plan is improved for as long as it took to find it and for this many units more.
const POLISH_UNITS: u64 = 512;

/// A search with its memory.
pub(super) struct GoalSearch {
    solver: Solver,
    /// The satisficing side; `None` if the algorithm runs alone.
    stream: Option<Box<Stream>>,
    /// The memory of both sides and of the searches for sub-goals, in bytes.
    memory_max: u64,
}

struct Stream {
    mode: PlanMode,
    compiled_goal: Option<CompiledGoal>,
    start: State,
    job: Job,
    /// The memory of each side, in bytes.
    bytes_max: u64,
    lazy: LazySearch,
    has_begun: bool,
    /// The units of both sides, and the plans found so far, each with the units before it.
    units: u64,
    plans: Vec<(u64, Plan)>,
    /// The units of the satisficing search, and those at which its first plan is good, and has been improved enough.
    lazy_units: u64,
    good: Option<u64>,
    enough: Option<u64>,
    /// The pieces of work that brought the first plan, and made it good.
    milestones: Milestones,
    without: Vec<GroundActionId>,
    /// Whether the proof has begun, whether a side has given up, and which one has the plan at the end.
    proof: Proof,
    lazy_is_done: bool,
    turn: Turn,
    left_of_turn: u64,
    turn_length: u64,
    /// The price of the best plan at the beginning of the satisficing side's last turn.
    best_before: Option<u64>,
    /// The expansions of the proof after which its bound is compared with the best plan, which takes time.
    compared_after: u64,
    /// Whether the bounds of the proof hold.
    has_bounds: bool,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    Waiting,
    Running,
    GaveUp,
    /// The algorithm has the plan.
    Ended,
    /// The best plan of the satisficing search costs no more than the bound that the algorithm has proved.
    Matched,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Lazy,
    Proof,
}

impl GoalSearch {
    pub(super) fn new(config: PlannerConfig) -> Self {
        let stream = (config.mode != PlanMode::Proof).then(|| {
            Box::new(Stream {
                mode: config.mode,
                compiled_goal: None,
                start: State::default(),
                job: Job::new(),
                bytes_max: config.memory_max,
                lazy: LazySearch::new(config.limits.nodes_max),
                has_begun: false,
                units: 0,
                plans: Vec::new(),
                lazy_units: 0,
                good: None,
                enough: None,
                milestones: Milestones::default(),
                without: Vec::new(),
                proof: Proof::Waiting,
                lazy_is_done: false,
                turn: Turn::Lazy,
                left_of_turn: 0,
                turn_length: FIRST_TURN,
                best_before: None,
                compared_after: 0,
                has_bounds: config.heuristic.is_none_or(Heuristic::is_admissible),
                status: Status::Idle,
            })
        });
        Self { solver: Solver::new(config), stream, memory_max: config.memory_max }
    }

    /// Keeps the order of expansions from the next search on.
    pub(super) fn keep_order(&mut self) {
        self.solver.keep_order();
    }

    /// Starts the search for a goal from a state, without some ground actions.
    pub(super) fn begin(&mut self, compiled_goal: &CompiledGoal, state: &State, without: &[GroundActionId]) {
        let memory_max = self.memory_max >> u32::from(compiled_goal.program().has_sub_goals);
        match &mut self.stream {
            None => self.solver.begin(compiled_goal, state, without, memory_max),
            Some(stream) => {
                stream.bytes_max = memory_max / 2;
                stream.begin(&mut self.solver, compiled_goal, state, without);
            }
        }
    }

    /// Continues for some units or until there is a plan of a quality, and returns those used. The last piece of work may
    /// use more than there were; the piece that ends the search is free.
    pub(super) fn step(&mut self, budget: u64, until: PlanQuality) -> (Status, u64) {
        let Some(stream) = &mut self.stream else {
            let (status, left) = self.solver.step(budget);
            return (status, budget - left);
        };
        let mut used = 0;
        while stream.status == Status::Running && used < budget && stream.milestones.of(until).is_none() {
            let units = stream.work(&mut self.solver);
            if stream.status == Status::Running {
                used += units;
                stream.units += units;
            }
        }
        (stream.status, used)
    }

    /// Returns the counters of all searches together.
    pub(super) fn counters(&self) -> Counters {
        match &self.stream {
            None => self.solver.counters(),
            Some(stream) => {
                let lazy = if stream.has_begun { stream.lazy.counters() } else { Counters::default() };
                let has_proof = stream.proof != Proof::Waiting;
                lazy + if has_proof { self.solver.counters() } else { Counters::default() }
            }
        }
    }

    /// Returns the proved lower bound of the cost of all plans, in millionths.
    pub(super) fn lower_bound_micros(&self) -> Option<u64> {
        let is_waiting = self.stream.as_ref().is_some_and(|stream| stream.proof == Proof::Waiting);
        if is_waiting { None } else { self.solver.lower_bound_micros() }
    }

    /// Returns whether the end of the search was more than the decision that a plan is good enough.
    pub(super) fn is_proved(&self) -> bool {
        let exhausted = |stream: &Stream| stream.has_begun && stream.lazy.status() == LazyStatus::Exhausted;
        self.stream
            .as_ref()
            .is_none_or(|stream| matches!(stream.proof, Proof::Ended | Proof::Matched) || exhausted(stream))
    }

    /// Returns the plans of a stream so far. Each was found after its number of units.
    pub(super) fn plans(&self) -> &[(u64, Plan)] {
        self.stream.as_ref().map_or(&[], |stream| &stream.plans)
    }

    /// Returns when a stream had its first plan and a good one.
    pub(super) fn milestones(&self) -> Milestones {
        self.stream.as_ref().map_or_else(Milestones::default, |stream| stream.milestones)
    }

    /// Collects the first nodes of the searches with a guarantee.
    pub(super) fn tree(&mut self, nodes_max: usize) -> SearchTree {
        match &self.stream {
            Some(stream) if stream.proof == Proof::Waiting => SearchTree::default(),
            _ => self.solver.tree(nodes_max),
        }
    }

    /// Writes the best plan so far. Returns false if there is none.
    pub(super) fn plan_into(&mut self, plan: &mut Plan) -> bool {
        match &self.stream {
            Some(stream) if stream.proof != Proof::Ended => stream.plan_into(plan),
            _ => self.solver.plan_into(plan),
        }
    }
}

impl Stream {
    fn begin(
        &mut self,
        solver: &mut Solver,
        compiled_goal: &CompiledGoal,
        state: &State,
        without: &[GroundActionId],
    ) {
        let program = compiled_goal.program();
        if self.compiled_goal.as_ref().is_none_or(|old| !old.is(compiled_goal)) {
            self.compiled_goal = Some(compiled_goal.clone());
        }
        self.start.clone_from(state);
        self.without.clear();
        self.without.extend_from_slice(without);
        self.has_begun = false;
        self.units = 0;
        self.plans.clear();
        self.lazy_units = 0;
        (self.good, self.enough, self.milestones) = (None, None, Milestones::default());
        self.lazy_is_done = false;
        self.status = Status::Running;
        self.turn_length = FIRST_TURN;
        self.left_of_turn = FIRST_TURN;
        self.turn = Turn::Lazy;
        self.proof = Proof::Waiting;
        self.best_before = None;
        self.compared_after = 0;
        if program.small_search().is_some() {
            self.begin_proof(solver);
        }
        // A problem that the small search solves needs no other.
        if self.proof == Proof::Running && solver.is_small() {
            (self.turn, self.left_of_turn) = (Turn::Proof, u64::MAX);
        } else if self.mode == PlanMode::InTime {
            self.left_of_turn = IN_TIME_UNITS;
        }
    }

    fn begin_proof(&mut self, solver: &mut Solver) {
        if let Some(compiled_goal) = &self.compiled_goal {
            solver.begin(compiled_goal, &self.start, &self.without, self.bytes_max);
            self.proof = Proof::Running;
        }
    }

    fn begin_lazy(&mut self) {
        if let Some(compiled_goal) = &self.compiled_goal {
            self.job.begin(compiled_goal.program(), &self.start, &self.without);
            self.lazy.begin(compiled_goal.program(), &self.start, &self.job, self.bytes_max);
            self.has_begun = true;
        }
    }

    /// Does one piece of work and returns its units.
    fn work(&mut self, solver: &mut Solver) -> u64 {
        let units = match self.turn {
            Turn::Lazy => self.work_lazily(),
            Turn::Proof => self.work_on_proof(solver),
        };
        self.left_of_turn = self.left_of_turn.saturating_sub(units);
        if self.status == Status::Running && self.left_of_turn == 0 {
            self.next_turn(solver);
        }
        units
    }

    fn work_lazily(&mut self) -> u64 {
        if !self.has_begun {
            self.begin_lazy();
        }
        let before = self.lazy.best();
        let units = self.lazy.work();
        let is_solved = self.lazy.best().is_some();
        if self.lazy.best() != before {
            let mut plan = Plan::default();
            self.plan_into(&mut plan);
            self.plans.push((self.units, plan));
        }
        if is_solved && self.enough.is_none() {
            self.good = Some(2 * self.lazy_units + GOOD_UNITS);
            self.enough = Some(2 * self.lazy_units + POLISH_UNITS);
        }
        self.lazy_units += units;
        let piece = Milestone { after: self.units, until: self.units + units };
        if is_solved && self.milestones.first.is_none() {
            self.milestones.first = Some(piece);
        }
        if self.milestones.good.is_none() && self.good.is_some_and(|good| self.lazy_units >= good) {
            self.milestones.good = Some(piece);
            if self.is_proof_in_time() {
                self.left_of_turn = 0;
            }
        }
        let is_enough = self.enough.is_some_and(|enough| self.lazy_units >= enough);
        match self.lazy.status() {
            LazyStatus::Exhausted if is_solved => self.status = Status::Solved,
            LazyStatus::Exhausted => self.status = Status::Unsolvable,
            _ if is_enough && self.is_first_enough() => self.status = Status::Solved,
            LazyStatus::Full => {
                self.lazy_is_done = true;
                self.left_of_turn = 0;
            }
            LazyStatus::Running => {}
        }
        units
    }

    /// Returns whether the first plan, a little improved, ends the search. Costs of actions that stand for goals are estimates, so better
    /// plans would prove nothing.
    fn is_first_enough(&self) -> bool {
        let has_sub_goals = |goal: &CompiledGoal| goal.program().has_sub_goals;
        self.mode != PlanMode::Anytime || self.compiled_goal.as_ref().is_some_and(has_sub_goals)
    }

    fn work_on_proof(&mut self, solver: &mut Solver) -> u64 {
        let before = solver.work();
        let (status, _) = solver.step(1);
        match status {
            Status::Running => {
                if self.left_of_turn > self.turn_length && !solver.is_small() {
                    // The small search has given up.
                    self.left_of_turn = 0;
                }
                if self.is_matched(solver) {
                    self.proof = Proof::Matched;
                    self.status = Status::Solved;
                }
            }
            Status::LimitExceeded(_) => {
                self.proof = Proof::GaveUp;
                self.left_of_turn = 0;
            }
            ended => {
                self.proof = if self.is_beaten(solver) { Proof::GaveUp } else { Proof::Ended };
                self.status = ended;
            }
        }
        1 + solver.work().saturating_sub(before) / PROOF_WORK_PER_UNIT
    }

    /// Returns whether the best plan so far is as cheap as any can be.
    fn is_matched(&mut self, solver: &Solver) -> bool {
        let expanded = solver.counters().taken();
        if !self.has_bounds || !self.has_begun || expanded < self.compared_after {
            return false;
        }
        self.compared_after = expanded + expanded / 4 + 32;
        // Prices count steps too, so of the cheapest plans it is one with the fewest.
        self.lazy.best().is_some_and(|best| solver.lower_bound().is_some_and(|bound| bound >= best))
    }

    /// Returns whether the plan of the algorithm, which may be any, costs more than the best one so far.
    fn is_beaten(&self, solver: &mut Solver) -> bool {
        let (mut ours, mut theirs) = (Plan::default(), Plan::default());
        self.plan_into(&mut ours) && solver.plan_into(&mut theirs) && ours.cost_micros < theirs.cost_micros
    }

    fn next_turn(&mut self, solver: &mut Solver) {
        if self.mode == PlanMode::InTime && self.turn == Turn::Proof {
            // A proof that was not found soon is given up.
            self.proof = Proof::GaveUp;
        }
        let is_anytime = self.mode == PlanMode::Anytime && self.proof != Proof::GaveUp;
        let has_proof = is_anytime || self.is_proof_in_time();
        let next = match self.turn {
            Turn::Lazy if has_proof => Turn::Proof,
            Turn::Proof if !self.lazy_is_done => Turn::Lazy,
            same => same,
        };
        if self.lazy_is_done && !has_proof {
            self.status = Status::LimitExceeded(Limit::Nodes);
            return;
        }
        if self.turn == Turn::Proof && self.has_begun {
            self.turn_length = self.turn_length.saturating_mul(2);
        }
        self.turn = next;
        // Most of the work goes to the first plan until there is one, and to the proof while there is none better.
        let best = if self.has_begun { self.lazy.best() } else { None };
        let is_waiting = self.turn == Turn::Proof && best.is_none() && !self.lazy_is_done;
        let is_stuck = self.turn == Turn::Lazy && best.is_some() && best == self.best_before;
        self.left_of_turn = match self.mode {
            PlanMode::InTime if self.turn == Turn::Proof => IN_TIME_UNITS,
            PlanMode::Anytime if is_waiting => self.turn_length / 8,
            PlanMode::Anytime if is_stuck => self.turn_length / 32,
            _ => self.turn_length,
        };
        if self.turn == Turn::Lazy {
            self.best_before = best;
        }
        if self.turn == Turn::Proof && self.proof == Proof::Waiting {
            self.begin_proof(solver);
        }
    }

    /// Returns whether a cheapest plan is still to be looked for in time.
    fn is_proof_in_time(&self) -> bool {
        let is_small = |goal: &CompiledGoal| needs_proof(self.mode, goal.program());
        let is_waiting = self.mode == PlanMode::InTime && self.proof == Proof::Waiting;
        is_waiting && self.compiled_goal.as_ref().is_some_and(is_small)
    }

    fn plan_into(&self, plan: &mut Plan) -> bool {
        plan.steps.clear();
        plan.cost_micros = 0;
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return false };
        if !self.has_begun || self.lazy.best().is_none() {
            return false;
        }
        for (operator, cost) in self.lazy.steps(program) {
            add_step(plan, program, operator, |_| Some(cost));
        }
        true
    }
}
