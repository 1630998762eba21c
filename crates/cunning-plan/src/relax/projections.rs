//! Projections to single variables: lower bounds of the cost of each value that may be added up.
//!
//! In the projection to a variable only that variable exists. Every operator belongs to one of the variables it
//! changes and is free in the projections to the others, so no operator is paid for twice and the sum over variables
//! is a lower bound. This shows that six logs and four stones take ten steps, where the most expensive condition
//! alone takes six.

use super::wanted::wanted;
use super::{Relaxation, with_ranges};
use crate::task::{CLOSED, Change, Conjunction, Cost, Effect, Expr, Operator, Set, Task, TaskAction, VarId};

/// The projections of a task to each of its variables, as one relaxed task.
#[derive(Clone, Debug)]
pub(crate) struct Projections {
    pub(crate) relaxation: Relaxation,
    /// For each operator, the operator of the task, and whether it is paid for.
    operators: Vec<(u32, bool)>,
}

impl Projections {
    /// Creates the projections; `None` if no operator adds to a variable, because then sums rarely exceed the most
    /// expensive condition.
    pub(crate) fn new(task: &Task, goal: &[Conjunction]) -> Option<Self> {
        let adds = |effect: &Effect| matches!(effect.change, Change::Add { .. });
        if !task.actions.iter().any(|task_action| task_action.effects.iter().any(adds)) {
            return None;
        }
        let wanted = wanted(task, goal);
        let mut projected = Task { sizes: task.sizes.clone(), ..Task::default() };
        let mut operators = Vec::new();
        for (at, operator) in (0..).zip(&task.operators) {
            let Some(task_action) = task.actions.get(operator.task_action as usize) else { continue };
            let Some(pre) = with_ranges(task, &operator.pre, &task_action.effects) else { continue };
            let owner = owner(task, &task_action.effects, &wanted);
            // Each effect alone, because it is unknown which conditional effects happen together.
            for effect in &task_action.effects {
                let when = effect.when.iter().map(|when| only(when, effect.var)).collect();
                let new = projected.actions.len() as u32;
                let effects = vec![Effect { when, ..effect.clone() }];
                projected.actions.push(TaskAction { effects, defined: Vec::new() });
                projected.operators.push(Operator {
                    task_action: new,
                    pre: only(&pre, effect.var),
                    cost: Cost::Fixed(0),
                });
                operators.push((at, owner == Some(effect.var)));
            }
        }
        Some(Self { relaxation: Relaxation::new(&projected), operators })
    }

    /// Returns the operator of the task for an operator, and whether it is paid for.
    pub(crate) fn operator(&self, operator: u32) -> (u32, bool) {
        self.operators[operator as usize]
    }

    /// Returns the prices of the operators, given those of the task.
    pub(crate) fn prices(&self, prices: &[u64], own: &mut Vec<u64>) {
        own.clear();
        let price = |&(operator, is_paid): &(u32, bool)| match prices[operator as usize] {
            CLOSED => CLOSED,
            price if is_paid => price,
            _ => 0,
        };
        own.extend(self.operators.iter().map(price));
    }
}

/// Returns the values of one variable that a condition allows.
fn only(conjunction: &Conjunction, var: VarId) -> Conjunction {
    let atoms = conjunction.atoms.iter().copied().filter(|atom| atom.var == var).collect();
    Conjunction { atoms, relations: Vec::new() }
}

/// Returns the variable that pays for an operator: the first one that it gives a wanted value, assignments before
/// additions.
fn owner(task: &Task, effects: &[Effect], wanted: &[Vec<Set>]) -> Option<VarId> {
    let brings = |effect: &&Effect| {
        let sets = &wanted[effect.var.index()];
        let last = task.sizes[effect.var.index()] - 1;
        match &effect.change {
            Change::Assign(value) => sets.iter().any(|set| set.contains(*value)),
            Change::Add { by: Expr::Const(by), .. } if *by > 0 => sets.iter().any(|set| !set.contains(0)),
            Change::Add { by: Expr::Const(_), .. } => sets.iter().any(|set| !set.contains(last)),
            Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } | Change::Refuse => false,
        }
    };
    let is_assignment = |effect: &&Effect| matches!(effect.change, Change::Assign(_));
    let useful = effects.iter().filter(brings);
    let owner = useful.clone().find(is_assignment).or_else(|| useful.clone().next()).or(effects.first());
    owner.map(|effect| effect.var)
}
