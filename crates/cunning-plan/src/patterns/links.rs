//! Which variables belong together: those that operators read and change together.

use std::collections::BTreeMap;

use crate::relax::Lists;
use crate::task::{Change, Conjunction, Task, VarId};

/// The connections of the variables of a task.
#[derive(Debug)]
pub(crate) struct Links {
    /// The variables that the goal reads, in order.
    pub(super) goal: Vec<VarId>,
    /// For each variable, the variables that an operator that changes it reads or changes too, each with the number of
    /// such operators.
    pub(super) others: Vec<Vec<(VarId, u32)>>,
    /// For each variable, the operators that change it.
    changed_by: Lists,
}

impl Links {
    pub(crate) fn new(task: &Task, goal: &[Conjunction]) -> Self {
        let mut counts: Vec<BTreeMap<VarId, u32>> = vec![BTreeMap::new(); task.sizes.len()];
        let mut changes = Lists::default();
        let mut touched: Vec<VarId> = Vec::new();
        for operator in &task.operators {
            let Some(action) = task.actions.get(operator.task_action as usize) else {
                changes.push([]);
                continue;
            };
            touched.clear();
            let mut note = |var: VarId| touched.push(var);
            operator.pre.vars(&mut note);
            for effect in &action.effects {
                note(effect.var);
                effect.when.iter().for_each(|when| when.vars(&mut note));
                match &effect.change {
                    Change::Add { by: expr, .. } | Change::Set { expr, .. } => expr.vars(&mut note),
                    Change::Copy { from, .. } => note(from.var()),
                    Change::Assign(_) | Change::Refuse => {}
                }
            }
            touched.sort_unstable();
            touched.dedup();
            let mut changed: Vec<VarId> = action.effects.iter().map(|effect| effect.var).collect();
            changed.sort_unstable();
            changed.dedup();
            changes.push(changed.iter().map(|var| var.0));
            for var in changed {
                for &other in touched.iter().filter(|other| **other != var) {
                    *counts[var.index()].entry(other).or_default() += 1;
                }
            }
        }
        let mut goal_vars = Vec::new();
        for way in goal {
            way.vars(&mut |var| goal_vars.push(var));
        }
        goal_vars.sort_unstable();
        goal_vars.dedup();
        let others = counts.into_iter().map(|counts| counts.into_iter().collect()).collect();
        Self { goal: goal_vars, others, changed_by: changes.inverted(task.sizes.len() as u32, 0) }
    }

    /// Returns the operators that change one of some variables, in order.
    pub(super) fn operators(&self, vars: &[VarId]) -> Vec<u32> {
        let mut operators: Vec<u32> =
            vars.iter().flat_map(|var| self.changed_by.get(var.0)).copied().collect();
        operators.sort_unstable();
        operators.dedup();
        operators
    }
}
