//! Estimates of what is left to do, for forward search.

use cunning_search::{Dense, Heuristic};

use super::Forward;
use crate::task::{Combine, Reached, UNREACHABLE};

/// Which estimate guides a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicKind {
    /// The dearest condition of the goal, each reached in the cheapest relaxed way: admissible, consistent.
    Max,
    /// The sum over the goal's conditions: not admissible, but quick to lead somewhere.
    Add,
    /// How many conditions of the goal do not hold: not admissible when one action settles several.
    Count,
    /// Nothing: uniform-cost search.
    Zero,
}

/// A heuristic with its memory.
pub(crate) struct Guide {
    kind: HeuristicKind,
    reached: Reached,
}

impl Guide {
    pub(crate) fn new(kind: HeuristicKind) -> Self {
        Self { kind, reached: Reached::default() }
    }
}

impl Heuristic<Forward> for Guide {
    fn estimate(&mut self, space: &mut Forward, state: &Dense) -> Option<u64> {
        let compiled = space.compiled();
        let row = space.row(*state);
        let combine = match self.kind {
            HeuristicKind::Zero => return Some(0),
            HeuristicKind::Count => {
                let unmet = |goal: &crate::task::Conjunction| {
                    let holds = |atom: &&crate::task::Atom| !atom.set.contains(compiled.value(row, atom.var));
                    goal.atoms.iter().filter(holds).count() as u64
                };
                let least = compiled.task.goal.iter().map(unmet).min()?;
                let unit = compiled.prices.step(1_000_000).unwrap_or(u64::MAX);
                return Some(least.saturating_mul(unit));
            }
            HeuristicKind::Max => Combine::Max,
            HeuristicKind::Add => Combine::Sum,
        };
        let values = |var| compiled.value(row, var);
        compiled.relaxation.explore(&compiled.task, &values, combine, &mut self.reached);
        let cost = |goal| compiled.relaxation.cost_of_all(goal, &compiled.task.sizes, combine, &self.reached);
        compiled.task.goal.iter().map(cost).min().filter(|&cost| cost != UNREACHABLE)
    }

    fn is_consistent(&self) -> bool {
        matches!(self.kind, HeuristicKind::Max | HeuristicKind::Zero)
    }
}
