//! The projection of a task to some of its variables: a smaller task that can do whatever the task can.
//!
//! Conditions on other variables are dropped. Where an effect depends on other variables, the projection has an
//! operator for every outcome.

use rustc_hash::FxHashMap;

use crate::task::{CLOSED, Change, Conjunction, Cost, Effect, Expr, Operator, Task, TaskAction, VarId};

/// The most outcomes of an operator; a projection with more is refused.
const OUTCOMES_MAX: usize = 64;

/// A task over some variables of another one.
pub(super) struct Projection {
    /// The variables of the whole task, in order.
    pub(super) vars: Vec<VarId>,
    pub(super) task: Task,
    pub(super) goal: Vec<Conjunction>,
    /// For each operator of the whole task that changes something here, the operator here.
    pub(super) labels: Vec<(u32, u32)>,
}

impl Projection {
    /// Projects a task to variables, given the operators that change one of them, without those that are closed.
    /// `None` if an outcome is too uncertain.
    pub(super) fn new(
        whole: &Task,
        goal: &[Conjunction],
        operators: &[u32],
        prices: &[u64],
        vars: &[VarId],
    ) -> Option<Self> {
        let new = |var: VarId| vars.binary_search(&var).ok().map(|at| VarId(at as u32));
        let is_inside = |var: VarId| new(var).is_some();
        let sizes = vars.iter().map(|var| whole.sizes[var.index()]).collect();
        let mut task = Task { sizes, ..Task::default() };
        let mut labels = Vec::new();
        // For operators whose effects are simple, the first operator that is the same here.
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for &at in operators.iter().filter(|&&at| prices[at as usize] != CLOSED) {
            let operator = &whole.operators[at as usize];
            let Some(action) = whole.actions.get(operator.task_action as usize) else { continue };
            let pre = inside(&operator.pre, &new);
            let defined = action.defined.iter().filter(|expr| expr.reads_only(&is_inside));
            let defined: Vec<Expr> = defined.map(|expr| renumbered(expr, &new)).collect();
            let outcomes = outcomes(whole, &action.effects, &new)?;
            let key = (outcomes.len() == 1 && defined.is_empty()).then(|| key(&pre, &outcomes[0])).flatten();
            if let Some(&label) = key.as_ref().and_then(|key| known.get(key)) {
                labels.push((at, label));
                continue;
            }
            for effects in outcomes {
                let label = task.operators.len() as u32;
                labels.push((at, label));
                if let Some(key) = &key {
                    known.insert(key.clone(), label);
                }
                let task_action = task.actions.len() as u32;
                task.actions.push(TaskAction { effects, defined: defined.clone() });
                task.operators.push(Operator { task_action, pre: pre.clone(), cost: Cost::Fixed(0) });
            }
        }
        let goal = goal.iter().map(|way| inside(way, &new)).collect();
        Some(Self { vars: vars.to_vec(), task, goal, labels })
    }

    /// Returns the price of each operator: the least one of the operators that it stands for.
    pub(super) fn prices(&self, prices: &[u64]) -> Vec<u64> {
        let mut own = vec![CLOSED; self.task.operators.len()];
        for &(operator, label) in &self.labels {
            let own = &mut own[label as usize];
            *own = (*own).min(prices[operator as usize]);
        }
        own
    }
}

/// Returns the part of a condition that reads only the variables inside.
fn inside(condition: &Conjunction, new: &impl Fn(VarId) -> Option<VarId>) -> Conjunction {
    let is_inside = |var: VarId| new(var).is_some();
    let mut part = condition.clone();
    part.relations
        .retain(|relation| relation.left.reads_only(&is_inside) && relation.right.reads_only(&is_inside));
    part.renumber(new);
    part
}

fn renumbered(expr: &Expr, new: &impl Fn(VarId) -> Option<VarId>) -> Expr {
    let mut expr = expr.clone();
    expr.renumber(new);
    expr
}

/// Returns the combinations of effects that may happen, as far as the variables inside decide; `None` if there are too
/// many.
fn outcomes(
    whole: &Task,
    effects: &[Effect],
    new: &impl Fn(VarId) -> Option<VarId>,
) -> Option<Vec<Vec<Effect>>> {
    let is_inside = |var: VarId| new(var).is_some();
    let mut all: Vec<Vec<Effect>> = vec![Vec::new()];
    for effect in effects {
        let Some(var) = new(effect.var) else { continue };
        let mut is_certain = true;
        for when in &effect.when {
            when.vars(&mut |var| is_certain &= is_inside(var));
        }
        let when: Vec<Conjunction> = effect.when.iter().map(|when| inside(when, new)).collect();
        let size = whole.sizes[effect.var.index()];
        let changes: Vec<Change> = match &effect.change {
            // What may be impossible is possible here.
            Change::Refuse if !is_certain => continue,
            Change::Refuse | Change::Assign(_) => vec![effect.change.clone()],
            Change::Add { by, ends } if by.reads_only(&is_inside) => {
                vec![Change::Add { by: renumbered(by, new), ends: *ends }]
            }
            Change::Set { expr, min, ends } if expr.reads_only(&is_inside) => {
                vec![Change::Set { expr: renumbered(expr, new), min: *min, ends: *ends }]
            }
            Change::Copy { from, to } if is_inside(from.var()) => {
                let mut from = from.clone();
                from.renumber(new);
                vec![Change::Copy { from, to: to.clone() }]
            }
            Change::Copy { to, .. } => {
                let mut values: Vec<u32> = to.iter().copied().flatten().collect();
                values.sort_unstable();
                values.dedup();
                values.into_iter().map(Change::Assign).collect()
            }
            Change::Add { .. } | Change::Set { .. } if size as usize <= OUTCOMES_MAX => {
                (0..size).map(Change::Assign).collect()
            }
            Change::Add { .. } | Change::Set { .. } => return None,
        };
        let count = changes.len() + usize::from(!is_certain);
        if all.len() * count > OUTCOMES_MAX {
            return None;
        }
        let before = std::mem::take(&mut all);
        for outcome in before {
            for change in &changes {
                let mut with = outcome.clone();
                with.push(Effect {
                    when: when.clone(),
                    var,
                    change: change.clone(),
                    is_hoped: effect.is_hoped,
                });
                all.push(with);
            }
            if !is_certain {
                all.push(outcome);
            }
        }
    }
    Some(all)
}

/// Returns words that are equal for equal operators; `None` if one is not simple.
fn key(pre: &Conjunction, effects: &[Effect]) -> Option<Vec<u32>> {
    if !pre.relations.is_empty() {
        return None;
    }
    let mut words = vec![pre.atoms.len() as u32];
    for atom in &pre.atoms {
        let (low, high) = atom.set.ends();
        if !atom.set.is_interval() {
            return None;
        }
        words.extend([atom.var.0, low, high]);
    }
    for effect in effects {
        if !effect.is_unconditional() {
            return None;
        }
        match &effect.change {
            Change::Assign(value) => words.extend([effect.var.0, 0, *value]),
            Change::Add { by: Expr::Const(by), ends } => {
                let ends = u32::from(ends.clamp_low) + 2 * u32::from(ends.clamp_high);
                words.extend([effect.var.0, 1 + ends, (*by as u64 >> 32) as u32, *by as u32]);
            }
            _ => return None,
        }
    }
    Some(words)
}
