//! Backward search: sets of states from the goal on; every operator that leads into a set is a successor.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};

use super::regression::{Regression, ends, range};
use super::rows::{BoundedRows, BoundedSpace};
use crate::compiled_goal::{GoalProgram, Job};
use crate::ground::State;
use crate::task::{CLOSED, Prices};

/// Sets of states, packed and numbered in the order of their discovery.
pub(crate) struct Backward {
    program: Arc<GoalProgram>,
    /// The start as a set of one state.
    start: Vec<u64>,
    sets: Sets,
}

/// The sets found so far, and the data for finding more.
struct Sets {
    rows: BoundedRows,
    /// What each step adds to a price.
    step: u64,
    /// The price of each operator.
    prices: Vec<u64>,
    set: Vec<u64>,
    before: Vec<u64>,
    /// For each regressor, the last expansion that tried it, so that none is tried twice.
    tried: Vec<u32>,
    expansion: u32,
}

/// The label of the edges from the common root to the alternatives of the goal.
pub(crate) const NO_OPERATOR: u32 = u32::MAX;

impl Backward {
    pub(crate) fn new(program: Arc<GoalProgram>, step: u64, nodes_max: u32) -> Self {
        let (prices, start, set, before, tried) = Default::default();
        let rows = BoundedRows::new(nodes_max);
        let sets = Sets { rows, step, prices, set, before, tried, expansion: 0 };
        Self { program, start, sets }
    }

    pub(crate) fn program(&self) -> &GoalProgram {
        &self.program
    }

    pub(crate) fn row(&self, state: Dense) -> &[u64] {
        self.sets.rows.row(state)
    }

    /// Returns the start as a set of one state.
    pub(crate) fn start_row(&self) -> &[u64] {
        &self.start
    }

    /// Resets all sets and numbers the goal: its only alternative, or a root before all of them, which is the empty
    /// set. The sets may take up to `bytes_max`. Returns `None` if the task cannot be searched backward.
    pub(crate) fn start(
        &mut self,
        program: &Arc<GoalProgram>,
        state: &State,
        job: &Job,
        bytes_max: u64,
    ) -> Option<Dense> {
        let regression = program.regression()?;
        if !Arc::ptr_eq(&self.program, program) {
            self.program = program.clone();
        }
        self.start.clear();
        self.start.resize(regression.width, 0);
        for (field, value) in regression.fields.iter().zip(program.values(state)) {
            self.start[field.word as usize] |=
                if field.is_range { range(value, value) } else { 1 << (field.shift + value) };
        }
        let sets = &mut self.sets;
        sets.prices.clear();
        sets.prices.extend_from_slice(job.prices(program));
        sets.before.clear();
        sets.before.resize(regression.width, 0);
        sets.tried.clear();
        sets.tried.resize(regression.regressor_count(), 0);
        sets.expansion = 0;
        let root = match regression.goals.as_slice() {
            [only] => only,
            _ => &sets.before,
        };
        Some(sets.rows.start(regression.width, root, bytes_max))
    }
}

impl Sets {
    /// Tries a regressor, unless this expansion has tried it already.
    #[inline]
    fn attempt(&mut self, regression: &Regression, at: u32, out: &mut Vec<Successor<Backward>>) {
        if std::mem::replace(&mut self.tried[at as usize], self.expansion) == self.expansion {
            return;
        }
        let regressor = regression.regressor(at);
        let price = self.prices[regressor.operator as usize];
        if price == CLOSED || !regression.regress(regressor, &self.set, &mut self.before) {
            return;
        }
        let cost = Prices::with_step(price, self.step);
        if let Some(state) = self.rows.intern(&self.before) {
            out.push(Successor { state, action: regressor.operator, cost });
        }
    }
}

impl Space for Backward {
    type State = Dense;
    /// The operator.
    type Action = u32;
    type Cost = u64;

    fn successors(&mut self, state: &Dense, via: Option<u32>, out: &mut Vec<Successor<Self>>) {
        let Some(regression) = self.program.regression() else { return };
        let sets = &mut self.sets;
        if via.is_none() && regression.goals.len() != 1 {
            for goal in &regression.goals {
                if let Some(state) = sets.rows.intern(goal) {
                    out.push(Successor { state, action: NO_OPERATOR, cost: 0 });
                }
            }
            return;
        }
        sets.expansion += 1;
        sets.set.clear();
        sets.set.extend_from_slice(sets.rows.row(*state));
        for word in 0..regression.width {
            let set = sets.set[word];
            if word < regression.first_range_word() {
                let mut open = regression.full[word] & !set;
                while open != 0 {
                    let field = regression.field_at[word * 64 + open.trailing_zeros() as usize];
                    open &= !field;
                    for &at in regression.moving(word, field.trailing_zeros()) {
                        sets.attempt(regression, at, out);
                    }
                    let mut values = set & field & regression.widened[word];
                    while values != 0 {
                        for &at in regression.widening(word, values.trailing_zeros()) {
                            sets.attempt(regression, at, out);
                        }
                        values &= values - 1;
                    }
                }
            } else if set != regression.full[word] {
                for &at in regression.moving(word, 0) {
                    sets.attempt(regression, at, out);
                }
            }
        }
    }

    fn is_goal(&mut self, state: &Dense) -> bool {
        let Some(regression) = self.program.regression() else { return false };
        let set = self.sets.rows.row(*state);
        let bits = regression.first_range_word();
        let holds = self.start[..bits].iter().zip(set).all(|(start, set)| start & !set == 0);
        holds
            && self.start[bits..].iter().zip(&set[bits..]).all(|(start, set)| {
                let (low, high) = ends(*set);
                (low..=high).contains(&ends(*start).0)
            })
    }
}

impl BoundedSpace for Backward {
    fn is_full(&self) -> bool {
        self.sets.rows.is_full()
    }
}
