//! Forward search: states from the start on, every applicable operator a successor.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};

use super::rows::{BoundedRows, BoundedSpace};
use crate::aim::Program;
use crate::ground::State;

/// The states of a task, packed and numbered in the order of their discovery.
pub(crate) struct Forward {
    program: Arc<Program>,
    rows: BoundedRows,
    /// What each step adds to a price.
    step: u64,
    forbidden: Vec<bool>,
    before: Vec<u64>,
    after: Vec<u64>,
    stack: Vec<u32>,
    found: Vec<u32>,
}

impl Forward {
    pub(crate) fn new(program: Arc<Program>, step: u64, nodes_max: u32) -> Self {
        let rows = BoundedRows::new(nodes_max);
        let (before, after, stack, found) = Default::default();
        Self { program, rows, step, forbidden: Vec::new(), before, after, stack, found }
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Forgets all states and numbers the start. `forbidden` tells which deeds must not be used.
    pub(crate) fn start(&mut self, program: &Arc<Program>, state: &State, forbidden: &[bool]) -> Dense {
        if !Arc::ptr_eq(&self.program, program) {
            self.program = program.clone();
        }
        self.forbidden.clear();
        self.forbidden.extend_from_slice(forbidden);
        program.packing.pack(program.values(state), &mut self.after);
        self.rows.start(program.packing.width(), &self.after)
    }

    pub(crate) fn row(&self, state: Dense) -> &[u64] {
        self.rows.row(state)
    }
}

impl Space for Forward {
    type State = Dense;
    /// The operator.
    type Action = u32;
    type Cost = u64;

    fn successors(&mut self, state: &Dense, _: Option<u32>, out: &mut Vec<Successor<Self>>) {
        self.before.clear();
        self.before.extend_from_slice(self.rows.row(*state));
        let Program { task, packing, unit_prices, .. } = &*self.program;
        let before = &self.before;
        packing.tree.find(|var| packing.value(before, var), &mut self.stack, &mut self.found);
        for &at in &self.found {
            let operator = &task.operators[at as usize];
            if !packing.is_applicable(at, before)
                || self.forbidden[operator.deed as usize]
                || !packing.apply(task, operator, before, &mut self.after)
            {
                continue;
            }
            let Some(cost) = packing.cost(operator, before) else { continue };
            // A price that does not fit ends the search with a limit when it is added.
            let cost = unit_prices.of(cost).saturating_add(self.step);
            let Some(state) = self.rows.intern(&self.after) else { continue };
            out.push(Successor { state, action: at, cost });
        }
    }

    fn is_goal(&mut self, state: &Dense) -> bool {
        self.program.packing.is_goal(self.rows.row(*state))
    }
}

impl BoundedSpace for Forward {
    fn is_full(&self) -> bool {
        self.rows.is_full()
    }
}
