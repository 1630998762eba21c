//! Relevance: the facts and actions that can affect a goal.

use crate::task::{Change, Conjunction, Cost, Effect, Ends, Task, VarId};

/// The variables and task actions that are relevant to a goal.
#[derive(Debug)]
pub(crate) struct Relevance {
    pub(super) vars: Vec<bool>,
    pub(crate) actions: Vec<bool>,
}

impl Relevance {
    pub(super) fn new(task: &Task, goal: &[Conjunction]) -> Self {
        let mut vars = Vec::new();
        for conjunction in goal {
            conjunction.vars(&mut |var| vars.push(var));
        }
        Self::of_vars(task, vars, |_| true)
    }

    /// Computes what is relevant to some variables, using only the task actions for which `counts` is true.
    ///
    /// A task action is relevant if it changes a relevant variable; then everything that decides its applicability,
    /// cost and effects on relevant variables is relevant too.
    pub(crate) fn of_vars(task: &Task, vars: Vec<VarId>, counts: impl Fn(u32) -> bool) -> Self {
        let mut writers: Vec<Vec<u32>> = vec![Vec::new(); task.sizes.len()];
        for (at, task_action) in (0..).zip(&task.actions).filter(|(at, _)| counts(*at)) {
            task_action.effects.iter().for_each(|effect| writers[effect.var.index()].push(at));
        }
        let mut operators: Vec<Vec<u32>> = vec![Vec::new(); task.actions.len()];
        for (at, operator) in (0..).zip(&task.operators) {
            operators[operator.task_action as usize].push(at);
        }
        let mut relevance =
            Self { vars: vec![false; task.sizes.len()], actions: vec![false; task.actions.len()] };
        let mut waiting = Vec::new();
        for var in vars {
            relevance.add(var, &mut waiting);
        }
        while let Some(var) = waiting.pop() {
            for &task_action in &writers[var.index()] {
                let is_new = !std::mem::replace(&mut relevance.actions[task_action as usize], true);
                let Some(action) = task.actions.get(task_action as usize) else { continue };
                let mut add = |var| relevance.add(var, &mut waiting);
                if is_new {
                    action.defined.iter().for_each(|expr| expr.vars(&mut add));
                    for &operator in &operators[task_action as usize] {
                        let operator = &task.operators[operator as usize];
                        operator.pre.vars(&mut add);
                        if let Cost::Read(expr) = &operator.cost {
                            expr.vars(&mut add);
                        }
                    }
                }
                for effect in &action.effects {
                    if effect.var == var || is_new && effect.may_refuse() {
                        effect.vars(&mut add);
                    }
                }
            }
        }
        relevance
    }

    fn add(&mut self, var: VarId, waiting: &mut Vec<VarId>) {
        if !std::mem::replace(&mut self.vars[var.index()], true) {
            waiting.push(var);
        }
    }
}

impl Effect {
    /// Returns whether the effect may make its operator inapplicable.
    fn may_refuse(&self) -> bool {
        match &self.change {
            Change::Assign(_) => false,
            Change::Add { ends: Ends { clamp_low: true, clamp_high: true }, by } => by.may_be_undefined(),
            Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } | Change::Refuse => true,
        }
    }

    /// Calls `visit` with every variable that the effect reads or changes.
    pub(super) fn vars(&self, visit: &mut dyn FnMut(VarId)) {
        visit(self.var);
        self.when.iter().for_each(|when| when.vars(visit));
        match &self.change {
            Change::Add { by: expr, .. } | Change::Set { expr, .. } => expr.vars(visit),
            Change::Copy { from, .. } => visit(from.var()),
            Change::Assign(_) | Change::Refuse => {}
        }
    }
}
