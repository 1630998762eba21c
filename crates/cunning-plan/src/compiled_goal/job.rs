//! What is decided once a job's state is known, before any search: which operators can be used, and their costs.
//!
//! Facts that no relevant action changes are constant during a job, and so are the numbers of tables and traits.
//! Conditions on constants become gates that are checked once, and costs that read only constants are computed once.
//! Constants therefore take no space in search states, and costs may depend on them in either direction of search.

use super::GoalProgram;
use crate::ground::{GroundActionId, State};
use crate::task::{CLOSED, Conjunction, Cost, Expr, Operator, Prices, Relation, Task, VarId};

/// The parts of a task that depend on constants only, in the variables of the grounding.
#[derive(Debug, Default)]
pub(super) struct Constants {
    gates: Vec<Gate>,
    /// The costs that read constants only, by operator.
    costs: Vec<(u32, Expr)>,
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
        constants
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
        let Constants { gates, costs } = &program.constants;
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
        let mut computed = program.constants.costs.iter().peekable();
        for (at, operator) in (0..).zip(&program.task.operators) {
            let factor = program.ground_action(operator.task_action).and_then(|(id, _)| state.factor(id));
            let cost = match (computed.next_if(|(of, _)| *of == at), &operator.cost) {
                (Some((_, expr)), _) => state.cost_of(expr, factor),
                (None, Cost::Fixed(_)) => operator.cost.in_state(&|_| 0, &[], factor),
                (None, Cost::Read(_)) => Some(0),
            };
            self.prices.push(cost.unwrap_or(CLOSED));
        }
        let known = self.prices.iter().copied().filter(|&cost| cost != CLOSED);
        self.unit = Prices::new(known.chain(program.has_costs_of_states().then_some(1)));
        for price in self.prices.iter_mut().filter(|price| **price != CLOSED) {
            *price = self.unit.of(*price);
        }
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
