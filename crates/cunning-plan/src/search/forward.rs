//! Forward search: states from the start on, every applicable operator a successor.

use std::sync::Arc;

use cunning_search::{Dense, Rows, Space, Successor};

use super::Compiled;

/// The states of a task, packed and numbered in the order of their discovery.
pub(crate) struct Forward {
    compiled: Arc<Compiled>,
    rows: Rows,
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Forward {
    pub(crate) fn new(compiled: Arc<Compiled>) -> Self {
        let rows = Rows::new(compiled.width());
        Self { compiled, rows, before: Vec::new(), after: Vec::new() }
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Forgets all states and numbers the start.
    pub(crate) fn start(&mut self) -> Dense {
        self.rows.clear(self.compiled.width());
        let mut row = std::mem::take(&mut self.after);
        self.compiled.pack(&self.compiled.task.start, &mut row);
        let start = Dense(self.rows.intern(&row));
        self.after = row;
        start
    }

    pub(crate) fn row(&self, state: Dense) -> &[u64] {
        self.rows.row(state.0)
    }
}

impl Space for Forward {
    type State = Dense;
    /// The operator.
    type Action = u32;
    type Cost = u64;

    fn successors(&mut self, state: &Dense, _: Option<u32>, out: &mut Vec<Successor<Self>>) {
        self.before.clear();
        self.before.extend_from_slice(self.rows.row(state.0));
        let compiled = &*self.compiled;
        for (operator, test) in (0..).zip(&compiled.tests) {
            if !compiled.holds(test, &self.before) || !compiled.apply(operator, &self.before, &mut self.after)
            {
                continue;
            }
            let Some(cost) = compiled.cost(operator, &self.before) else { continue };
            // A price that does not fit ends the search with a limit when it is added.
            let cost = compiled.prices.step(cost).unwrap_or(u64::MAX);
            out.push(Successor { state: Dense(self.rows.intern(&self.after)), action: operator, cost });
        }
    }

    fn is_goal(&mut self, state: &Dense) -> bool {
        let row = self.rows.row(state.0);
        self.compiled.goals.iter().any(|goal| self.compiled.holds(goal, row))
    }
}
