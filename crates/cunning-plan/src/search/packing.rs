//! States packed into words and conditions into masks, for forward search.

use super::successor_tree::SuccessorTree;
use crate::task::{Conjunction, Operator, Task, VarId};

/// The position of the values of a task's variables, and its operators in these terms.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    fields: Vec<Field>,
    width: usize,
    exact: Vec<Exact>,
    tests: Vec<Test>,
    goals: Vec<Test>,
    pub(crate) tree: SuccessorTree,
}

/// The position of a variable's value.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u64,
}

/// A conjunction as masks: a range of the exact tests for the atoms with a single value, word by word, and all other
/// conditions.
#[derive(Clone, Debug)]
struct Test {
    first: u32,
    end: u32,
    rest: Conjunction,
}

#[derive(Clone, Copy, Debug)]
struct Exact {
    word: u32,
    mask: u64,
    bits: u64,
}

impl Packing {
    pub(crate) fn new(task: &Task, goal: &[Conjunction]) -> Self {
        let mut fields = Vec::with_capacity(task.sizes.len());
        let (mut word, mut used) = (0_u32, 0_u32);
        for &size in &task.sizes {
            let bits = 32 - size.saturating_sub(1).leading_zeros();
            if used + bits > u64::BITS {
                word += 1;
                used = 0;
            }
            let mask = if bits == 0 { 0 } else { u64::MAX >> (u64::BITS - bits) };
            fields.push(Field { word, shift: used.min(63), mask });
            used += bits;
        }
        let mut packing = Self {
            fields,
            width: word as usize + 1,
            exact: Vec::new(),
            tests: Vec::new(),
            goals: Vec::new(),
            tree: SuccessorTree::new(task),
        };
        packing.tests = task.operators.iter().map(|operator| packing.add_test(&operator.pre)).collect();
        packing.goals = goal.iter().map(|goal| packing.add_test(goal)).collect();
        packing
    }

    /// Returns the number of words of a state.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    #[inline]
    pub(crate) fn value(&self, row: &[u64], var: VarId) -> u32 {
        let Field { word, shift, mask } = self.fields[var.index()];
        (row[word as usize] >> shift & mask) as u32
    }

    /// Returns the values of all variables.
    pub(crate) fn values<'a>(&'a self, row: &'a [u64]) -> impl Iterator<Item = u32> + 'a {
        self.fields.iter().map(|field| (row[field.word as usize] >> field.shift & field.mask) as u32)
    }

    #[inline]
    fn set(&self, row: &mut [u64], var: VarId, value: u32) {
        let Field { word, shift, mask } = self.fields[var.index()];
        let word = &mut row[word as usize];
        *word = *word & !(mask << shift) | u64::from(value) << shift;
    }

    pub(crate) fn pack(&self, values: impl Iterator<Item = u32>, row: &mut Vec<u64>) {
        row.clear();
        row.resize(self.width, 0);
        for (var, value) in (0..).zip(values) {
            self.set(row, VarId(var), value);
        }
    }

    fn add_test(&mut self, conjunction: &Conjunction) -> Test {
        let first = self.exact.len();
        let mut rest = Conjunction { atoms: Vec::new(), relations: conjunction.relations.clone() };
        for atom in &conjunction.atoms {
            let Some(value) = atom.set.single() else {
                rest.atoms.push(*atom);
                continue;
            };
            let Field { word, shift, mask } = self.fields[atom.var.index()];
            let (mask, bits) = (mask << shift, u64::from(value) << shift);
            match self.exact[first..].iter_mut().find(|known| known.word == word) {
                Some(known) => {
                    known.mask |= mask;
                    known.bits |= bits;
                }
                None => self.exact.push(Exact { word, mask, bits }),
            }
        }
        Test { first: first as u32, end: self.exact.len() as u32, rest }
    }

    #[inline]
    fn holds(&self, test: &Test, row: &[u64]) -> bool {
        let exact = &self.exact[test.first as usize..test.end as usize];
        exact.iter().all(|exact| row[exact.word as usize] & exact.mask == exact.bits)
            && test.rest.holds(&|var| self.value(row, var))
    }

    /// Returns whether an operator's condition holds.
    #[inline]
    pub(crate) fn is_applicable(&self, operator: u32, row: &[u64]) -> bool {
        self.holds(&self.tests[operator as usize], row)
    }

    pub(crate) fn is_goal(&self, row: &[u64]) -> bool {
        self.goals.iter().any(|goal| self.holds(goal, row))
    }

    /// Applies an operator whose condition holds and writes the new state to `after`. Returns false if an effect or a
    /// number is impossible.
    pub(crate) fn apply(
        &self,
        task: &Task,
        operator: &Operator,
        before: &[u64],
        after: &mut Vec<u64>,
    ) -> bool {
        let Some(task_action) = task.actions.get(operator.task_action as usize) else { return false };
        after.clear();
        after.extend_from_slice(before);
        let values = |var: VarId| self.value(before, var);
        task_action.apply(&task.sizes, &values, |var, value| self.set(after, var, value))
    }

    /// Returns the cost of an operator in a state of a job in millionths, times a factor; `None` if it cannot be used
    /// there.
    pub(crate) fn cost(
        &self,
        operator: &Operator,
        row: &[u64],
        given: &[i64],
        factor: Option<u32>,
    ) -> Option<u64> {
        operator.cost.in_state(&|var| self.value(row, var), given, factor)
    }
}
