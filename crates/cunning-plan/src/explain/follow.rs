//! Following a plan through its states.

use crate::ground::{GroundActionId, Grounding, State};
use crate::relax::with_ranges;
use crate::task::{Conjunction, Operator, Task, VarId};

/// A step that was done.
#[derive(Clone, Debug)]
pub(super) struct Done<'t> {
    /// The way in which it was done.
    pub(super) operator: &'t Operator,
    pub(super) before: Vec<u32>,
    pub(super) after: Vec<u32>,
    pub(super) cost_micros: u64,
}

impl<'t> Done<'t> {
    /// Does a ground action in a state; `None` if it cannot be done there.
    fn new(grounding: &'t Grounding, id: GroundActionId, state: &State) -> Option<Self> {
        let before = &state.values;
        let values = |var: VarId| before.get(var.index()).copied().unwrap_or(0);
        let mut after = before.clone();
        let set = |var: VarId, value| after[var.index()] = value;
        let (operator, cost_micros) =
            grounding.task().perform(id.0, &values, |cost| state.cost(cost, id), set)?;
        Some(Self { operator, before: before.clone(), after, cost_micros })
    }

    /// Everything that had to hold: the written condition, and what the ranges of its effects ask for.
    pub(super) fn condition(&self, task: &Task) -> Conjunction {
        let effects = task
            .actions
            .get(self.operator.task_action as usize)
            .map_or(&[][..], |task_action| &task_action.effects);
        with_ranges(task, &self.operator.pre, effects).unwrap_or_else(|| self.operator.pre.clone())
    }
}

/// Does ground actions one after the other from a state on, as far as that goes.
pub(super) fn follow<'t>(grounding: &'t Grounding, ids: &[GroundActionId], start: &State) -> Vec<Done<'t>> {
    let mut state = start.clone();
    let mut all: Vec<Done<'t>> = Vec::new();
    for &id in ids {
        let Some(done) = Done::new(grounding, id, &state) else { break };
        state.values.clone_from(&done.after);
        all.push(done);
    }
    all
}
