//! The values that conditions want.

use super::with_ranges;
use crate::task::{Atom, Change, Conjunction, Set, Task, VarId};

/// Returns for each variable the values wanted by conditions that do not allow all values.
pub(super) fn wanted(task: &Task, goal: &[Conjunction]) -> Vec<Vec<Set>> {
    let mut wanted: Vec<Vec<Set>> = vec![Vec::new(); task.sizes.len()];
    let mut note = |Atom { var, set }: &Atom| {
        let sets = &mut wanted[var.index()];
        if !sets.contains(set) {
            sets.push(*set);
        }
    };
    for operator in &task.operators {
        let Some(task_action) = task.actions.get(operator.task_action as usize) else { continue };
        let Some(pre) = with_ranges(task, &operator.pre, &task_action.effects) else { continue };
        pre.atoms.iter().for_each(&mut note);
        task_action.effects.iter().flat_map(|effect| &effect.when).for_each(|when| {
            when.atoms.iter().for_each(&mut note);
        });
    }
    for conjunction in goal {
        conjunction.atoms.iter().for_each(&mut note);
    }
    wanted
}

/// Notes for each fact whether a condition may want it, during search forward or backward. Backward, a condition is
/// shifted by additions and turned round by conditional effects, so variables with either keep all their values.
pub(super) fn mark(task: &Task, goal: &[Conjunction], first: &[Option<u32>], is_wanted: &mut [bool]) {
    let mut keeps_all = vec![false; task.sizes.len()];
    for effect in task.actions.iter().flat_map(|task_action| &task_action.effects) {
        if !matches!(effect.change, Change::Assign(_)) {
            keeps_all[effect.var.index()] = true;
        }
        if !effect.is_unconditional() {
            effect.when.iter().for_each(|when| when.vars(&mut |var: VarId| keeps_all[var.index()] = true));
        }
    }
    for (var, sets) in wanted(task, goal).iter().enumerate() {
        let Some(first) = first[var].filter(|_| !keeps_all[var]) else { continue };
        for value in 0..task.sizes[var] {
            is_wanted[(first + value) as usize] = sets.iter().any(|set| set.contains(value));
        }
    }
}
