//! What is decided once a job's state is known, before any search: which operators can be used, and their costs.
//!
//! Facts that no relevant action changes are constant during a job, and so are the numbers of tables and traits.
//! Conditions on constants become gates that are checked once, and costs that read only constants are computed once.
//! Constants therefore take no space in search states, and costs may depend on them in either direction of search.

use std::sync::OnceLock;

use super::GoalProgram;
use crate::ground::{GroundActionId, State};
use crate::task::{CLOSED, Conjunction, Cost, Expr, Operator, Prices, Relation, Task, VarId};

/// The parts of a task that depend on constants only, in the variables of the grounding.
#[derive(Debug, Default)]
pub(super) struct Constants {
    gates: Vec<Gate>,
    /// The costs that read constants only, by operator.
    costs: Vec<(u32, Expr)>,
    /// The numbers of a job that they read; `None` if they read facts too.
    numbers: Option<Vec<u32>>,
    /// The costs of the first job, which are those of all jobs with the same numbers.
    first: OnceLock<KnownCosts>,
}

/// The costs of a goal's operators for some numbers of a job, in millionths, and their prices.
#[derive(Debug)]
struct KnownCosts {
    numbers: Vec<i64>,
    costs: Vec<u64>,
    unit: Prices,
    prices: Vec<u64>,
}

/// The conditions of an operator on constants.
#[derive(Debug)]
struct Gate {
    operator: u32,
    condition: Conjunction,
    defined: Vec<Expr>,
}

impl Constants {
    /// Removes everything from a task that reads constants only.
    pub(super) fn take_from(task: &mut Task, is_constant: impl Fn(VarId) -> bool) -> Self {
        let mut constants = Self::default();
        let settled = |expr: &mut Expr| expr.reads_only(&is_constant);
        let task_action_gates: Vec<Vec<Expr>> = task
            .actions
            .iter_mut()
            .map(|task_action| task_action.defined.extract_if(.., settled).collect())
            .collect();
        for (at, operator) in (0..).zip(&mut task.operators) {
            let Operator { task_action, pre, cost } = operator;
            let relation = |relation: &mut Relation| {
                relation.left.reads_only(&is_constant) && relation.right.reads_only(&is_constant)
            };
            let condition = Conjunction {
                atoms: pre.atoms.extract_if(.., |atom| is_constant(atom.var)).collect(),
                relations: pre.relations.extract_if(.., relation).collect(),
            };
            let gate_defined = task_action_gates.get(*task_action as usize).cloned().unwrap_or_default();
            if !condition.is_true() || !gate_defined.is_empty() {
                constants.gates.push(Gate { operator: at, condition, defined: gate_defined });
            }
            if let Cost::Read(expr) = cost
                && expr.reads_only(&is_constant)
            {
                constants.costs.push((at, expr.clone()));
                *cost = Cost::Fixed(0);
            }
        }
        let mut numbers = Vec::new();
        let reads_facts = constants.costs.iter().any(|(_, expr)| {
            expr.givens(&mut |at| numbers.push(at));
            !expr.reads_only(&|_| false)
        });
        numbers.sort_unstable();
        numbers.dedup();
        constants.numbers = (!reads_facts).then_some(numbers);
        constants
    }

    /// Returns the costs of a job, if they are those of the first one.
    fn known(&self, program: &GoalProgram, state: &State) -> Option<&KnownCosts> {
        let numbers = self.numbers.as_ref()?;
        let given = || numbers.iter().map(|&at| state.given().get(at as usize).copied().unwrap_or(0));
        let known = self.first.get_or_init(|| {
            let costs: Vec<u64> = program.costs_without_factors(state).collect();
            let (unit, prices) = program.scaled(costs.iter().map(|&cost| times(cost, None)).collect());
            KnownCosts { numbers: given().collect(), costs, unit, prices }
        });
        given().eq(known.numbers.iter().copied()).then_some(known)
    }
}

/// Returns a cost times a factor; [`CLOSED`] if it is undefined.
fn times(cost: u64, factor: Option<u32>) -> u64 {
    if cost == CLOSED { CLOSED } else { Cost::times(cost, factor).unwrap_or(CLOSED) }
}

impl GoalProgram {
    /// Iterates over the costs of the operators in a job, without the factors of the agent; [`CLOSED`] for one that is
    /// undefined, 0 for one that depends on the state.
    fn costs_without_factors(&self, state: &State) -> impl Iterator<Item = u64> {
        let mut computed = self.constants.costs.iter().peekable();
        (0..).zip(&self.task.operators).map(move |(at, operator)| {
            match (computed.next_if(|(of, _)| *of == at), &operator.cost) {
                (Some((_, expr)), _) => {
                    let number = expr.value_given(&|var| state.value(var), state.given());
                    number.and_then(|number| u64::try_from(number).ok()).unwrap_or(CLOSED)
                }
                (None, Cost::Fixed(cost)) => *cost,
                (None, Cost::Read(_)) => 0,
            }
        })
    }

    /// Turns costs into prices, and returns their scale.
    fn scaled(&self, mut costs: Vec<u64>) -> (Prices, Vec<u64>) {
        let known = costs.iter().copied().filter(|&cost| cost != CLOSED);
        let unit = Prices::new(known.chain(self.has_costs_of_states().then_some(1)));
        for cost in costs.iter_mut().filter(|cost| **cost != CLOSED) {
            *cost = unit.of(*cost);
        }
        (unit, costs)
    }
}

/// The prices of a goal's operators in one job, without the step. Reuses its memory.
#[derive(Debug)]
pub(crate) struct Job {
    /// Whether the prices are those of the compiled goal.
    is_plain: bool,
    unit: Prices,
    prices: Vec<u64>,
}

impl Job {
    pub(crate) fn new() -> Self {
        Self { is_plain: true, unit: Prices::new([]), prices: Vec::new() }
    }

    /// Computes the prices for a state, without some ground actions.
    pub(crate) fn begin(&mut self, program: &GoalProgram, state: &State, without: &[GroundActionId]) {
        let Constants { gates, costs, .. } = &program.constants;
        let has_costs = !costs.is_empty() || !state.factors().is_empty();
        self.unit = program.unit_prices;
        self.is_plain = gates.is_empty() && without.is_empty() && !has_costs;
        if self.is_plain {
            return;
        }
        self.prices.clear();
        if has_costs {
            self.price(program, state);
        } else {
            self.prices.extend_from_slice(&program.prices);
        }
        let value = |var: VarId| state.value(var);
        for Gate { operator, condition, defined } in gates {
            if !condition.holds(&value) || defined.iter().any(|expr| expr.value(&value).is_none()) {
                self.prices[*operator as usize] = CLOSED;
            }
        }
        for task_action in without.iter().filter_map(|&id| program.task_action(id)) {
            for operator in program.task.operator_range(task_action) {
                self.prices[operator] = CLOSED;
            }
        }
    }

    /// Computes all prices from known costs.
    fn price(&mut self, program: &GoalProgram, state: &State) {
        let mut costs = std::mem::take(&mut self.prices);
        match program.constants.known(program, state) {
            Some(known) if state.factors().is_empty() => {
                costs.extend_from_slice(&known.prices);
                (self.unit, self.prices) = (known.unit, costs);
                return;
            }
            Some(known) => costs.extend_from_slice(&known.costs),
            None => costs.extend(program.costs_without_factors(state)),
        }
        for (cost, operator) in costs.iter_mut().zip(&program.task.operators) {
            let factor = program.ground_action(operator.task_action).and_then(|(id, _)| state.factor(id));
            *cost = times(*cost, factor);
        }
        (self.unit, self.prices) = program.scaled(costs);
    }

    /// Returns the price of each operator; [`CLOSED`] for one that cannot be used.
    #[inline]
    pub(crate) fn prices<'a>(&'a self, program: &'a GoalProgram) -> &'a [u64] {
        if self.is_plain { &program.prices } else { &self.prices }
    }

    /// Returns the scale of the prices.
    pub(crate) fn unit(&self) -> Prices {
        self.unit
    }

    /// Appends everything that the prices depend on.
    pub(crate) fn key(&self, words: &mut Vec<u64>) {
        if !self.is_plain {
            words.push(self.unit.unit());
            words.extend_from_slice(&self.prices);
        }
    }
}
