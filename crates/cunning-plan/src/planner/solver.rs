//! One search for one goal, in which actions that stand for goals count as atomic.

use cunning_search::{Algorithm, Counters, Status};

use super::order::ExpansionOrder;
use super::side::Side;
use super::tree::{Found, SearchTree, TreeNode, Writer};
use super::turns::{Turns, Way};
use super::{Direction, PlanMode, PlannerConfig, step_price};
use crate::compiled_goal::{CompiledGoal, GoalProgram, Job};
use crate::ground::{GroundActionId, State};
use crate::plan::{Plan, PlanStep};
use crate::search::{
    Backward, BackwardGuide, Forward, ForwardGuide, Heuristic, NO_OPERATOR, SmallSearch, SmallSearchNode,
    SmallSearchStatus,
};
use crate::task::{Cost, Operator};

/// A search with its memory.
pub(super) struct Solver {
    config: PlannerConfig,
    compiled_goal: Option<CompiledGoal>,
    start: State,
    job: Job,
    /// The memory of each search, in bytes.
    bytes_max: u64,
    small_search: SmallSearch,
    /// The status of the small search; `None` if the problem is too large for it.
    in_pocket: Option<SmallSearchStatus>,
    backward: Side<Backward, BackwardGuide>,
    /// Forward with a fast estimate.
    quick: Side<Forward, ForwardGuide>,
    /// Forward with the best estimate, or with the chosen one.
    strong: Side<Forward, ForwardGuide>,
    /// The searches that take turns; it is the first one's turn.
    ways: Turns,
    status: Status,
    /// The order of expansions, if it is recorded.
    order: Option<ExpansionOrder>,
}

/// The index of the small search among the searches that take turns.
const SMALL_SEARCH: u8 = 0;
/// The number of expansions between two checks of the work done. A budget may end anywhere, turns only there.
const CHUNK: u64 = 16;
/// A search that has done this many times the work for its tables gets larger ones.
const SEARCH_PER_TABLES: u64 = 3;

impl Solver {
    pub(super) fn new(config: PlannerConfig) -> Self {
        let best = match config.algorithm {
            Algorithm::Greedy => [Heuristic::Add; 3],
            // What is done in time leaves none for tables.
            _ if config.mode == PlanMode::InTime => [Heuristic::Max, Heuristic::Max, Heuristic::LandmarkCut],
            _ => [Heuristic::Max, Heuristic::Patterns, Heuristic::LandmarkCut],
        };
        let [backward, quick, strong] = config.heuristic.map_or(best, |heuristic| [heuristic; 3]);
        Self {
            config,
            compiled_goal: None,
            start: State::default(),
            job: Job::new(),
            bytes_max: config.memory_max,
            small_search: SmallSearch::new(),
            in_pocket: None,
            backward: Side::new(config, BackwardGuide::new(backward)),
            quick: Side::new(config, ForwardGuide::new(quick)),
            strong: Side::new(config, ForwardGuide::new(strong)),
            ways: Turns::new([None; 3]),
            status: Status::Idle,
            order: None,
        }
    }

    /// Keeps the order of expansions from the next search on.
    pub(super) fn keep_order(&mut self) {
        self.order.get_or_insert_default();
    }

    /// Starts the search for a goal from a state, without some ground actions. All searches together may take up to
    /// `memory_max` bytes.
    pub(super) fn begin(
        &mut self,
        compiled_goal: &CompiledGoal,
        state: &State,
        without: &[GroundActionId],
        memory_max: u64,
    ) {
        let program = compiled_goal.program();
        if self.compiled_goal.as_ref().is_none_or(|old| !old.is(compiled_goal)) {
            self.compiled_goal = Some(compiled_goal.clone());
        }
        self.start.clone_from(state);
        self.job.begin(program, state, without);
        self.backward.forget();
        for forward in [&mut self.quick, &mut self.strong] {
            forward.forget();
            forward.guide.forget_tables();
        }
        let PlannerConfig { algorithm, direction, heuristic, limits, .. } = self.config;
        let is_backward = direction != Direction::Forward && program.regression().is_some();
        let is_forward = !is_backward || direction == Direction::Auto;
        // Two heuristics are tried only if none was chosen.
        let is_open = is_forward && heuristic.is_none() && algorithm != Algorithm::Greedy;
        self.ways = Turns::new([
            is_backward.then_some(Way::Backward),
            is_open.then_some(Way::Quick),
            is_forward.then_some(Way::Strong),
        ]);
        self.bytes_max = memory_max / self.ways.count().max(1);
        self.status = Status::Running;
        if let Some(order) = &mut self.order {
            order.clear();
        }
        self.in_pocket = None;
        let suits_pocket = is_backward
            && algorithm == Algorithm::AStar
            && heuristic.is_none_or(|heuristic| heuristic == Heuristic::Max)
            && limits.nodes_max >= SmallSearch::NODES_MAX;
        match (program.small_search(), program.regression()) {
            (Some(rules), Some(regression)) if suits_pocket => {
                let prices = self.job.prices(program);
                self.small_search.begin(program, regression, rules, state, prices, step_price(algorithm));
                self.in_pocket = Some(SmallSearchStatus::Running);
            }
            _ => self.start_turn(),
        }
    }

    /// Starts the search whose turn it is, if it has not started.
    fn start_turn(&mut self) {
        let Some(compiled_goal) = &self.compiled_goal else { return };
        let (program, job) = (compiled_goal.program(), &self.job);
        let (step, nodes_max) = (step_price(self.config.algorithm), self.config.limits.nodes_max);
        let forward = match self.ways.way() {
            Some(Way::Backward) if !self.backward.has_begun => {
                let Side { space, guide, .. } = &mut self.backward;
                let space = space.get_or_insert_with(|| Backward::new(program.clone(), step, nodes_max));
                guide.start(program, program.values(&self.start), job, step);
                if let Some(root) = space.start(program, &self.start, job, self.bytes_max) {
                    self.backward.begin(root);
                }
                return;
            }
            Some(Way::Quick) => &mut self.quick,
            Some(Way::Strong) => &mut self.strong,
            _ => return,
        };
        if forward.has_begun || forward.guide.is_making_tables() {
            return;
        }
        forward.guide.start(program, program.values(&self.start), job, step, self.bytes_max);
        if !forward.guide.is_making_tables() {
            self.start_forward();
        }
    }

    /// Starts the forward search whose turn it is, with its guide.
    fn start_forward(&mut self) {
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return };
        let forward = match self.ways.way() {
            Some(Way::Quick) => &mut self.quick,
            Some(Way::Strong) => &mut self.strong,
            _ => return,
        };
        let (step, nodes_max) = (step_price(self.config.algorithm), self.config.limits.nodes_max);
        let Side { space, guide, .. } = &mut *forward;
        let space = space.get_or_insert_with(|| Forward::new(program.clone(), step, nodes_max));
        let bytes_max = self.bytes_max.saturating_sub(guide.tables_bytes());
        let root = space.start(program, &self.start, &self.job, bytes_max);
        forward.begin(root);
    }

    /// Does a piece of work on the tables of the forward search whose turn it is. Returns false if there is none to do.
    fn make_tables(&mut self) -> bool {
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return false };
        let forward = match self.ways.way() {
            Some(Way::Quick) => &mut self.quick,
            Some(Way::Strong) => &mut self.strong,
            _ => return false,
        };
        if !forward.guide.is_making_tables() {
            return false;
        }
        forward.guide.make_tables(program);
        forward.count_piece();
        if !forward.guide.is_making_tables() {
            self.start_forward();
        }
        true
    }

    /// Begins larger tables if the search whose turn it is has taken long compared with its tables.
    fn enlarge_tables(&mut self, way: Way) {
        let work = self.work_of(way);
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return };
        let forward = match way {
            Way::Quick => &mut self.quick,
            Way::Strong => &mut self.strong,
            Way::Backward => return,
        };
        let is_long = work / SEARCH_PER_TABLES > forward.guide.tables_work();
        // What has been found is not thrown away.
        let is_long = is_long && forward.cost().is_none();
        if is_long && forward.guide.enlarge_tables(program) {
            forward.begin_again();
            if let Some(order) = &mut self.order {
                order.forget(way.number());
            }
        }
    }

    /// Continues for at most `budget` expansions, and returns the number of unused ones.
    pub(super) fn step(&mut self, budget: u64) -> (Status, u64) {
        let mut left = budget;
        if self.in_pocket == Some(SmallSearchStatus::Running) {
            left -= self.step_pocket(budget);
        }
        while self.status == Status::Running && self.in_pocket != Some(SmallSearchStatus::Running) && left > 0
        {
            let Some(way) = self.ways.way() else { break };
            let takes_turns = self.ways.are_needed();
            if self.make_tables() {
                left -= 1;
                if takes_turns && self.work_of(way) >= self.ways.allowance() {
                    self.next_turn();
                }
                continue;
            }
            let before = self.counters_of(way).taken();
            let has_pauses = takes_turns || self.has_tables(way);
            let slice = if has_pauses { left.min(CHUNK - before % CHUNK) } else { left };
            let order = self.order.as_mut();
            let status = match way {
                Way::Backward => self.backward.step(slice, order, way.number()),
                Way::Quick => self.quick.step(slice, order, way.number()),
                Way::Strong => self.strong.step(slice, order, way.number()),
            };
            left -= self.counters_of(way).taken() - before;
            match status {
                Status::Running => {
                    let is_chunk = (before + slice).is_multiple_of(CHUNK);
                    if has_pauses && is_chunk {
                        self.enlarge_tables(way);
                    }
                    if takes_turns && is_chunk && self.work_of(way) >= self.ways.allowance() {
                        self.next_turn();
                    }
                }
                // Another search may fit where one exceeded its limit.
                Status::LimitExceeded(_) if takes_turns => {
                    self.ways.give_up();
                    self.start_turn();
                }
                ended => self.status = ended,
            }
        }
        (self.status, left)
    }

    /// Starts the turn of the next search that has not done the work it is allowed.
    fn next_turn(&mut self) {
        loop {
            let Some(way) = self.ways.way() else { return };
            if self.work_of(way) < self.ways.allowance() {
                break;
            }
            let bound = self.bound_of(way);
            let is_preparing = self.forward_guide(way).is_some_and(ForwardGuide::is_making_tables);
            self.ways.note(if is_preparing { bound } else { bound.or(Some(0)) });
            self.ways.next();
        }
        self.start_turn();
    }

    /// Continues the small search and returns the number of expansions it took. A problem that does not fit is
    /// searched again from the start by the general search.
    fn step_pocket(&mut self, budget: u64) -> u64 {
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return 0 };
        let (Some(regression), Some(rules)) = (program.regression(), program.small_search()) else {
            return 0;
        };
        let before = self.small_search.counters().expanded;
        let order = &mut self.order;
        let noted = |node: u32| {
            if let Some(order) = order {
                order.push(SMALL_SEARCH, node);
            }
        };
        let status = self.small_search.step(regression, rules, self.job.prices(program), budget, noted);
        self.in_pocket = Some(status);
        match status {
            SmallSearchStatus::Running => {}
            SmallSearchStatus::Solved => self.status = Status::Solved,
            SmallSearchStatus::Unsolvable => self.status = Status::Unsolvable,
            SmallSearchStatus::Full => self.start_turn(),
        }
        self.small_search.counters().expanded - before
    }

    fn counters_of(&self, way: Way) -> Counters {
        match way {
            Way::Backward => self.backward.counters(),
            Way::Quick => self.quick.counters(),
            Way::Strong => self.strong.counters(),
        }
    }

    /// Estimates the work of a search from its counters, without a clock, as far as turns depend on it: a search that is
    /// slower per state needs fewer of them.
    fn work_of(&self, way: Way) -> u64 {
        self.estimated_work(way, [4, 64])
    }

    /// Estimates the work of a search. An estimate with the relaxation takes a unit for a number of rules: for landmark
    /// cuts, which are made for expanded states, the first one, for others the second one.
    fn estimated_work(&self, way: Way, rules_per_unit: [u64; 2]) -> u64 {
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return 0 };
        let rules = u64::from(program.relaxation().rule_count());
        let counters = self.counters_of(way);
        let Counters { expanded, generated, .. } = counters;
        let (estimates, each) = match self.forward_guide(way) {
            None => (0, 0),
            Some(guide) if guide.is_slow() => (counters.taken(), 8 + rules / rules_per_unit[0]),
            Some(guide) if guide.has_tables() => (generated, 1),
            Some(_) => (generated, rules / rules_per_unit[1]),
        };
        let tables = self.forward_guide(way).map_or(0, ForwardGuide::tables_work);
        tables + expanded + generated.saturating_mul(2) + estimates.saturating_mul(each)
    }

    /// Returns the guide of a forward search.
    fn forward_guide(&self, way: Way) -> Option<&ForwardGuide> {
        match way {
            Way::Backward => None,
            Way::Quick => Some(&self.quick.guide),
            Way::Strong => Some(&self.strong.guide),
        }
    }

    fn has_tables(&self, way: Way) -> bool {
        self.forward_guide(way).is_some_and(ForwardGuide::has_tables)
    }

    /// Returns whether the small search is running.
    pub(super) fn is_small(&self) -> bool {
        self.in_pocket == Some(SmallSearchStatus::Running)
    }

    /// Estimates the work of all searches together as it is charged. A unit is about a quarter of a microsecond.
    pub(super) fn work(&self) -> u64 {
        let begun = [
            (Way::Backward, self.backward.has_begun),
            (Way::Quick, self.quick.has_begun || self.quick.guide.is_making_tables()),
            (Way::Strong, self.strong.has_begun || self.strong.guide.is_making_tables()),
        ];
        let ways: u64 = begun
            .iter()
            .filter(|(_, has_begun)| *has_begun)
            .map(|(way, _)| self.estimated_work(*way, [1, 16]))
            .sum();
        let small = if self.in_pocket.is_some() { self.small_search.counters().generated } else { 0 };
        ways + small
    }

    /// Returns the counters of all searches together.
    pub(super) fn counters(&self) -> Counters {
        let small_search =
            if self.in_pocket.is_some() { self.small_search.counters() } else { Counters::default() };
        let ways = [Way::Backward, Way::Quick, Way::Strong].map(|way| self.counters_of(way));
        small_search + ways.into_iter().sum()
    }

    /// Returns the proved lower bound of the cost of all plans, in millionths.
    pub(super) fn lower_bound_micros(&self) -> Option<u64> {
        self.lower_bound().map(|bound| self.job.unit().cost(bound))
    }

    /// Returns the proved lower bound of the price of all plans.
    pub(super) fn lower_bound(&self) -> Option<u64> {
        [Way::Backward, Way::Quick, Way::Strong].into_iter().filter_map(|way| self.bound_of(way)).max()
    }

    fn bound_of(&self, way: Way) -> Option<u64> {
        match way {
            Way::Backward => self.backward.lower_bound(),
            Way::Quick => self.quick.lower_bound(),
            Way::Strong => self.strong.lower_bound(),
        }
    }

    /// Collects the first nodes of all searches.
    pub(super) fn tree(&mut self, nodes_max: usize) -> SearchTree {
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program).cloned() else {
            return SearchTree::default();
        };
        let tree = SearchTree::default();
        let mut writer = Writer { tree, nodes_max, program: &program, unit: self.job.unit() };
        let order = |way: u8| self.order.as_ref().map(|order| order.of_way(way)).unwrap_or_default();
        if self.in_pocket.is_some() {
            let order = order(SMALL_SEARCH);
            self.small_search.visit(|node, is_in_plan| {
                let expanded = if node.is_expanded { TreeNode::EXPANDED } else { 0 };
                let flags = expanded | if is_in_plan { TreeNode::IN_PLAN } else { 0 };
                let SmallSearchNode { id, parent, operator, g, h, ref set, .. } = node;
                let (row, expansion) = (std::slice::from_ref(set), order.get(&id).copied());
                writer.add(0, &Found { id, parent, operator, g, h, flags, expansion, row });
            });
        }
        let orders = [Way::Backward, Way::Quick, Way::Strong].map(|way| order(way.number()));
        writer.add_side(&mut self.backward, 0, &orders[0], Backward::row);
        writer.add_side(&mut self.quick, TreeNode::FORWARD, &orders[1], Forward::row);
        writer.add_side(&mut self.strong, TreeNode::FORWARD, &orders[2], Forward::row);
        writer.tree
    }

    /// Writes the best plan so far. Returns false if there is none.
    pub(super) fn plan_into(&mut self, plan: &mut Plan) -> bool {
        plan.steps.clear();
        plan.cost_micros = 0;
        let Some(program) = self.compiled_goal.as_ref().map(CompiledGoal::program) else { return false };
        let (prices, unit) = (self.job.prices(program), self.job.unit());
        let cost_in_job = |operator: u32| Some(unit.cost(prices[operator as usize]));
        if self.in_pocket == Some(SmallSearchStatus::Solved) {
            self.small_search.plan().for_each(|operator| add_step(plan, program, operator, cost_in_job));
            return true;
        }
        let costs = [
            self.backward.cost().map(|cost| (cost, Way::Backward)),
            self.quick.cost().map(|cost| (cost, Way::Quick)),
            self.strong.cost().map(|cost| (cost, Way::Strong)),
        ];
        let forward = match costs.into_iter().flatten().min_by_key(|(cost, _)| *cost) {
            None => return false,
            Some((_, Way::Backward)) => {
                // The first edge from the goal is the last step.
                for edge in self.backward.path().iter().rev() {
                    // The edge from the root to an alternative of the goal is not a step.
                    if let Some(operator) = edge.action.filter(|&operator| operator != NO_OPERATOR) {
                        add_step(plan, program, operator, cost_in_job);
                    }
                }
                return true;
            }
            Some((_, Way::Quick)) => &mut self.quick,
            Some((_, Way::Strong)) => &mut self.strong,
        };
        forward.path();
        let Side { space: Some(space), path, .. } = forward else { return false };
        for (from, to) in path.iter().zip(path.iter().skip(1)) {
            let cost = |at: u32| match &program.task.operators[at as usize] {
                Operator { cost: Cost::Fixed(_), .. } => cost_in_job(at),
                operator => program.cost(operator, space.row(from.state), &self.start),
            };
            if let Some(operator) = to.action {
                add_step(plan, program, operator, cost);
            }
        }
        true
    }
}

pub(super) fn add_step(
    plan: &mut Plan,
    program: &GoalProgram,
    operator: u32,
    cost: impl Fn(u32) -> Option<u64>,
) {
    let Some(Operator { task_action, .. }) = program.task.operators.get(operator as usize) else { return };
    if let (Some((id, action)), Some(cost_micros)) = (program.ground_action(*task_action), cost(operator)) {
        plan.cost_micros += cost_micros;
        plan.steps.push(PlanStep { id, action, cost_micros, part_of: None });
    }
}
