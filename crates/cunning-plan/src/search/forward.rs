//! Forward search: states from the start on; every applicable operator is a successor.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};

use super::rows::{BoundedRows, BoundedSpace};
use crate::compiled_goal::{GoalProgram, Job};
use crate::ground::State;
use crate::task::{CLOSED, Cost, Prices};

/// The states of a task, packed and numbered in the order of their discovery.
pub(crate) struct Forward {
    program: Arc<GoalProgram>,
    rows: BoundedRows,
    /// What each step adds to a price.
    step: u64,
    /// The price of each operator that does not depend on the state, and the scale of prices.
    prices: Vec<u64>,
    unit: Prices,
    /// The numbers of the job.
    start: State,
    before: Vec<u64>,
    after: Vec<u64>,
    stack: Vec<u32>,
    found: Vec<u32>,
}

impl Forward {
    pub(crate) fn new(program: Arc<GoalProgram>, step: u64, nodes_max: u32) -> Self {
        let rows = BoundedRows::new(nodes_max);
        let (before, after, stack, found) = Default::default();
        let (prices, unit, start) = (Vec::new(), program.unit_prices, State::default());
        Self { program, rows, step, prices, unit, start, before, after, stack, found }
    }

    pub(crate) fn program(&self) -> &GoalProgram {
        &self.program
    }

    /// Resets all states and numbers the start of a job. The states may take up to `bytes_max`.
    pub(crate) fn start(
        &mut self,
        program: &Arc<GoalProgram>,
        state: &State,
        job: &Job,
        bytes_max: u64,
    ) -> Dense {
        if !Arc::ptr_eq(&self.program, program) {
            self.program = program.clone();
        }
        self.prices.clear();
        self.prices.extend_from_slice(job.prices(program));
        self.unit = job.unit();
        self.start.clone_from(state);
        program.packing.pack(program.values(state), &mut self.after);
        self.rows.start(program.packing.width(), &self.after, bytes_max)
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
        let GoalProgram { task, packing, .. } = &*self.program;
        let before = &self.before;
        packing.tree.find(|var| packing.value(before, var), &mut self.stack, &mut self.found);
        for &at in &self.found {
            let operator = &task.operators[at as usize];
            let price = self.prices[at as usize];
            if price == CLOSED
                || !packing.is_applicable(at, before)
                || !packing.apply(task, operator, before, &mut self.after)
            {
                continue;
            }
            let price = match operator.cost {
                Cost::Fixed(_) => price,
                Cost::Read(_) => match self.program.cost(operator, before, &self.start) {
                    Some(cost) => self.unit.of(cost),
                    None => continue,
                },
            };
            let cost = Prices::with_step(price, self.step);
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
