//! The satisficing search: a plan soon, then better ones.
//!
//! A lazy best-first search from the start, guided by relaxed plans with a resource balance. Its open lists take
//! turns: by the cost of the relaxed plan, the same for preferred operators, and by novelty. Once there is a plan, the
//! search starts again with lower and lower weights and prunes what cannot be cheaper, until nothing is left.
//!
//! Work is counted in *units*, which stand for bounded work and not for expansions; see [`WORK_PER_UNIT`]. Nothing
//! depends on a clock, on addresses or on the order of a hash table.

mod exploration;
mod lookahead;
mod novelty;
mod purchase;
mod queues;
mod relaxed_plan;
mod rules;
mod shorten;
mod unranked;

use std::sync::Arc;

use cunning_search::{Blocks, Counters, Rows, Runs};

use crate::compiled_goal::{GoalProgram, Job};
use crate::ground::State;
use crate::task::{CLOSED, Conjunction, Cost, Prices, VarId};

use exploration::{Exploration, UNREACHED};
use lookahead::Pending;
use novelty::Novelty;
use queues::{ALL, NOVEL, PREFERRED, Queues};
use relaxed_plan::{GuidePrices, RelaxedPlan};
pub(crate) use rules::RelaxedRules;
use unranked::Unranked;

/// The elementary steps (a rule that fires, a condition, a comparison) that one unit stands for.
pub(crate) const WORK_PER_UNIT: u64 = 256;
/// The weights of the passes after the first plan.
const WEIGHTS: [u64; 4] = [5, 3, 2, 1];
/// A node without an operator: the start.
const NO_OPERATOR: u32 = u32::MAX;
/// The estimate of a state that was not evaluated, and of a dead end.
const UNKNOWN: u64 = u64::MAX - 1;
const DEAD_END: u64 = u64::MAX;

/// The state of a satisficing search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LazyStatus {
    Running,
    /// Everything was searched: the best plan is optimal, or there is none.
    Exhausted,
    /// The memory is used up.
    Full,
}

/// A satisficing search. Reuses its memory.
pub(crate) struct LazySearch {
    program: Option<Arc<GoalProgram>>,
    start: State,
    unit: Prices,
    prices: GuidePrices,
    rows: Rows,
    nodes: Blocks<Node>,
    /// The preferred operators of all nodes.
    preferred: Runs<u32>,
    queues: Queues,
    exploration: Exploration,
    relaxed_plan: RelaxedPlan,
    novelty: Novelty,
    unranked: Unranked,
    /// The number of the pass; the first one is greedy.
    pass: u32,
    /// The least estimate of the pass.
    least: u64,
    /// The operators of the best plan and its price, including its steps.
    plan: Vec<u32>,
    best: Option<u64>,
    status: LazyStatus,
    counters: Counters,
    before: Vec<u64>,
    after: Vec<u64>,
    stack: Vec<u32>,
    found: Vec<u32>,
    /// Where a look ahead led, which is visited before anything else.
    next: Option<NextVisit>,
    pending: Vec<Pending>,
    nodes_max: u32,
    bytes_max: u64,
}

/// The end of a look ahead.
#[derive(Clone, Copy, Debug)]
struct NextVisit {
    parent: u32,
    operator: u32,
    /// The search looks ahead again only below this estimate.
    below: u64,
}

/// A state that was met.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    operator: u32,
    g: u64,
    /// The relaxed plan's price as a guide and as a cost.
    guide: u64,
    real: u64,
    /// The first preferred operator and their number.
    first_preferred: u32,
    preferred_count: u32,
    /// The last pass that met the state.
    pass: u32,
}

impl Node {
    /// A state that was met and not yet visited.
    fn new(parent: u32, operator: u32, g: u64) -> Self {
        Self {
            parent,
            operator,
            g,
            guide: UNKNOWN,
            real: UNKNOWN,
            first_preferred: 0,
            preferred_count: 0,
            pass: 0,
        }
    }
}

impl LazySearch {
    pub(crate) fn new(nodes_max: u32) -> Self {
        Self {
            program: None,
            start: State::default(),
            unit: Prices::new([]),
            prices: GuidePrices::default(),
            rows: Rows::new(1),
            nodes: Blocks::default(),
            preferred: Runs::default(),
            queues: Queues::default(),
            exploration: Exploration::default(),
            relaxed_plan: RelaxedPlan::default(),
            novelty: Novelty::default(),
            unranked: Unranked::default(),
            pass: 0,
            least: DEAD_END,
            plan: Vec::new(),
            best: None,
            status: LazyStatus::Running,
            counters: Counters::default(),
            before: Vec::new(),
            after: Vec::new(),
            stack: Vec::new(),
            found: Vec::new(),
            next: None,
            pending: Vec::new(),
            nodes_max,
            bytes_max: 0,
        }
    }

    /// Starts a search for a goal from a state, which may take up to `bytes_max`.
    pub(crate) fn begin(&mut self, program: &Arc<GoalProgram>, state: &State, job: &Job, bytes_max: u64) {
        self.bytes_max = bytes_max;
        if !self.program.as_ref().is_some_and(|old| Arc::ptr_eq(old, program)) {
            self.program = Some(program.clone());
            // Scratch of another goal has other sizes.
            (self.exploration, self.relaxed_plan) = Default::default();
        }
        self.start.clone_from(state);
        self.unit = job.unit();
        program.packing.pack(program.values(state), &mut self.after);
        self.set_prices(program, job);
        self.rows.clear(program.packing.width());
        self.nodes.clear();
        self.preferred.clear();
        self.plan.clear();
        self.best = None;
        self.counters = Counters::default();
        self.pass = 0;
        self.start_pass();
    }

    /// Computes the prices that guide the search: every step costs a share of the mean, so that free steps are not
    /// taken for nothing.
    fn set_prices(&mut self, program: &GoalProgram, job: &Job) {
        let GuidePrices { guide, real, mean } = &mut self.prices;
        real.clear();
        for (operator, &price) in program.task.operators.iter().zip(job.prices(program)) {
            let price = match operator.cost {
                Cost::Read(_) if price != CLOSED => {
                    // Its cost at the start is a fair guess.
                    program.cost(operator, &self.after, &self.start).map_or(0, |cost| self.unit.of(cost))
                }
                _ => price,
            };
            real.push(Prices::relaxed(price, 1));
        }
        let (mut sum, mut count) = (0_u64, 0_u64);
        for &price in real.iter().filter(|price| **price != CLOSED) {
            sum = sum.saturating_add(price);
            count += 1;
        }
        *mean = (sum / count.max(1)).max(1);
        let share = *mean;
        guide.clear();
        guide.extend(
            real.iter().map(|&price| if price == CLOSED { CLOSED } else { price.saturating_add(share) }),
        );
    }

    /// Starts a pass at the start of the search.
    fn start_pass(&mut self) {
        self.pass += 1;
        self.least = DEAD_END;
        self.queues.clear();
        self.unranked.clear();
        self.next = None;
        self.status = LazyStatus::Running;
        self.queues.push(ALL, 0, 0, NO_OPERATOR);
    }

    /// Returns the weight of the pass; `None` for the first one, which is greedy.
    fn weight(&self) -> Option<u64> {
        let at = self.pass.checked_sub(2)? as usize;
        Some(WEIGHTS[at.min(WEIGHTS.len() - 1)])
    }

    pub(crate) fn status(&self) -> LazyStatus {
        self.status
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns the price of the best plan, including its steps.
    pub(crate) fn best(&self) -> Option<u64> {
        self.best
    }

    /// Iterates over the operators of the best plan, with their costs in millionths.
    pub(crate) fn steps(&self, program: &GoalProgram) -> impl Iterator<Item = (u32, u64)> {
        let (mut row, mut after) = (Vec::new(), Vec::new());
        program.packing.pack(program.values(&self.start), &mut row);
        self.plan.iter().map(move |&operator| {
            let task_operator = &program.task.operators[operator as usize];
            let cost = match task_operator.cost {
                Cost::Fixed(_) => Some(self.unit.cost(self.prices.real[operator as usize])),
                Cost::Read(_) => program.cost(task_operator, &row, &self.start),
            };
            program.packing.apply(&program.task, task_operator, &row, &mut after);
            std::mem::swap(&mut row, &mut after);
            (operator, cost.unwrap_or(0))
        })
    }

    /// Does the least amount of work that can be done at once: one expansion. Returns its units, at least one.
    pub(crate) fn work(&mut self) -> u64 {
        let Some(program) = self.program.clone().filter(|_| self.status == LazyStatus::Running) else {
            return 1;
        };
        let work = match self.next.take() {
            Some(NextVisit { parent, operator, below }) => self.visit(&program, parent, operator, below),
            None => match self.queues.next_list(!self.unranked.is_empty()) {
                Some(NOVEL) if !self.unranked.is_empty() => self.rank_some(&program),
                list => match list.and_then(|list| self.queues.pop(list)) {
                    None => {
                        self.status = LazyStatus::Exhausted;
                        0
                    }
                    Some((node, operator)) => self.visit(&program, node, operator, DEAD_END),
                },
            },
        };
        let bytes = self.nodes.len() * (size_of::<Node>() + 8 * program.packing.width() + 24)
            + self.queues.bytes()
            + self.unranked.bytes()
            + self.preferred.len() * size_of::<u32>();
        if bytes as u64 > self.bytes_max || self.nodes.len() > self.nodes_max as usize {
            self.status = LazyStatus::Full;
        }
        1 + work / WORK_PER_UNIT
    }

    /// Applies an operator to a node and expands the result, if it is new or cheaper. Looks ahead from there if its
    /// estimate is below `below`. Returns the work done.
    fn visit(&mut self, program: &GoalProgram, parent: u32, operator: u32, below: u64) -> u64 {
        let g = if operator == NO_OPERATOR {
            program.packing.pack(program.values(&self.start), &mut self.after);
            0
        } else {
            self.before.clear();
            self.before.extend_from_slice(self.rows.row(parent));
            let Some(price) = price(program, &self.prices, self.unit, &self.start, operator, &self.before)
            else {
                return 1;
            };
            let task_operator = &program.task.operators[operator as usize];
            let g = self.nodes[parent as usize].g.saturating_add(price);
            if self.best.is_some_and(|best| g >= best)
                || g == u64::MAX
                || !program.packing.apply(&program.task, task_operator, &self.before, &mut self.after)
            {
                return 4;
            }
            g
        };
        let id = self.rows.intern(&self.after);
        if id as usize == self.nodes.len() {
            self.nodes.push(Node::new(parent, operator, g));
        }
        let node = &mut self.nodes[id as usize];
        if node.guide == DEAD_END || node.pass == self.pass && (self.pass == 1 || g >= node.g) {
            return 6;
        }
        self.counters.reopened += u64::from(node.pass == self.pass);
        node.pass = match self.pass {
            // A look ahead may have met the state at a lower cost, and on the way to the parent.
            1 if g >= node.g => 1,
            pass => {
                *node = Node { parent, operator, g, ..*node };
                pass
            }
        };
        if program.packing.is_goal(&self.after) {
            return self.finish(program, id);
        }
        let mut work = 8;
        let is_new = node.guide == UNKNOWN;
        if is_new {
            work += self.evaluate(program, id);
        }
        let guide = self.nodes[id as usize].guide;
        if guide == DEAD_END {
            return work;
        }
        work += self.expand(program, id, parent);
        if is_new && self.pass == 1 && guide < below {
            work += self.look_ahead(program, id);
        }
        work
    }

    /// Estimates the cost from a new state, which is in `after`.
    fn evaluate(&mut self, program: &GoalProgram, id: u32) -> u64 {
        let rules = program.relaxed_rules();
        let values = program.packing.values(&self.after);
        let reached = self.exploration.explore(rules, values, &self.prices.guide);
        let node = &mut self.nodes[id as usize];
        if reached == UNREACHED {
            node.guide = DEAD_END;
        } else {
            let cost = self.relaxed_plan.extract(rules, &mut self.exploration, &self.prices);
            node.guide = cost.guide.min(UNKNOWN - 1);
            node.real = cost.real.min(UNKNOWN - 1);
            node.first_preferred = self.preferred.add(&self.relaxed_plan.preferred);
            node.preferred_count = self.relaxed_plan.preferred.len() as u32;
        }
        self.exploration.take_work() + self.relaxed_plan.take_work()
    }

    /// Puts the operators of a state, which is in `after`, on the open lists.
    fn expand(&mut self, program: &GoalProgram, id: u32, parent: u32) -> u64 {
        self.counters.expanded += 1;
        let node = self.nodes[id as usize];
        let packing = &program.packing;
        let weight = self.weight();
        let key = match weight {
            None => node.guide,
            // The price of the operator is added below.
            Some(weight) => node.g.saturating_add(node.real.saturating_mul(weight)),
        };
        if node.guide < self.least {
            self.least = node.guide;
            self.queues.boost();
        }
        let preferred = self.preferred.get(node.first_preferred, node.preferred_count);
        packing.tree.find(|var| packing.value(&self.after, var), &mut self.stack, &mut self.found);
        let mut next_preferred = preferred.iter().peekable();
        for &operator in &self.found {
            while next_preferred.next_if(|other| **other < operator).is_some() {}
            let is_preferred = next_preferred.peek() == Some(&&operator);
            if self.prices.real[operator as usize] == CLOSED || !packing.is_applicable(operator, &self.after)
            {
                continue;
            }
            self.counters.generated += 1;
            let price = if weight.is_none() { 0 } else { self.prices.real[operator as usize] };
            let key = key.saturating_add(price);
            if is_preferred {
                self.queues.push(PREFERRED, key, id, operator);
            }
            self.queues.push(ALL, key, id, operator);
            if weight.is_none() {
                self.unranked.push(operator);
            }
        }
        if weight.is_none() {
            self.unranked.end(id, parent);
        }
        2 * self.found.len() as u64
    }

    /// Takes the plan that ends at a node, and starts the next pass.
    fn finish(&mut self, program: &GoalProgram, goal: u32) -> u64 {
        let mut plan = std::mem::take(&mut self.plan);
        plan.clear();
        let mut at = self.nodes[goal as usize];
        while at.operator != NO_OPERATOR {
            plan.push(at.operator);
            at = self.nodes[at.parent as usize];
        }
        plan.reverse();
        let (price, work) = self.shorten(program, &mut plan);
        self.plan = plan;
        self.best = Some(price);
        // The last weight goes on with a lower bound: whatever is left is still to be searched.
        if self.pass as usize <= WEIGHTS.len() {
            self.start_pass();
        }
        work
    }
}

/// Returns the price of an operator in a state, including the step; `None` if it cannot be used there.
fn price(
    program: &GoalProgram,
    prices: &GuidePrices,
    unit: Prices,
    start: &State,
    operator: u32,
    row: &[u64],
) -> Option<u64> {
    let known = *prices.real.get(operator as usize).filter(|price| **price != CLOSED)?;
    match &program.task.operators[operator as usize] {
        task_operator if matches!(task_operator.cost, Cost::Read(_)) => {
            program.cost(task_operator, row, start).map(|cost| Prices::with_step(unit.of(cost), 1))
        }
        _ => Some(known),
    }
}

/// Returns the number of unmet conditions of the alternative that has the fewest.
fn open_goals(goal: &[Conjunction], values: &impl Fn(VarId) -> u32) -> u32 {
    let unmet = |alternative: &Conjunction| {
        let atoms = alternative.atoms.iter().filter(|atom| !atom.set.contains(values(atom.var))).count();
        let relations = alternative.relations.iter().filter(|relation| !relation.holds(values)).count();
        (atoms + relations) as u32
    };
    goal.iter().map(unmet).min().unwrap_or(0)
}
