//! Novelty: whether a state has a value, or a pair of values, that no earlier state with as many open goals had.
//! Large numbers count by ranges of values, because a counter is new at every step.

use crate::task::VarId;

/// The largest number of ranges of values of one variable.
const RANGES_MAX: u32 = 16;
/// The largest number of values of all variables for which pairs are compared.
const PAIRS_VALUES_MAX: u32 = 384;
/// The largest number of tables; states with more open goals share the last one.
const TABLES_MAX: u32 = 8;

/// The novelty of states. Reuses its memory.
#[derive(Default)]
pub(super) struct Novelty {
    /// For each variable, its first value and the number of values in a range.
    vars: Vec<(u32, u32)>,
    value_count: u32,
    has_pairs: bool,
    singles: Vec<u64>,
    pairs: Vec<u64>,
    atoms: Vec<u32>,
    work: u64,
}

impl Novelty {
    /// Forgets all states. Returns the work done.
    pub(super) fn start(&mut self, sizes: &[u32]) -> u64 {
        self.vars.clear();
        self.value_count = 0;
        for &size in sizes {
            let stride = size.div_ceil(RANGES_MAX).max(1);
            let stride = if size <= 2 * RANGES_MAX { 1 } else { stride };
            self.vars.push((self.value_count, stride));
            self.value_count += size.div_ceil(stride);
        }
        self.has_pairs = self.value_count <= PAIRS_VALUES_MAX;
        let tables = TABLES_MAX as usize;
        let words = (self.value_count as usize).div_ceil(64);
        self.singles.clear();
        self.singles.resize(words * tables, 0);
        self.pairs.clear();
        if self.has_pairs {
            let pairs = self.value_count as usize * self.value_count as usize;
            self.pairs.resize(pairs.div_ceil(64) * tables, 0);
        }
        (self.singles.len() + self.pairs.len()) as u64 / 16
    }

    /// Returns 1 if a single value is new among states with this number of open goals, 2 if a pair is, 3 otherwise.
    /// Only values that `is_changed` accepts can be new.
    pub(super) fn of(
        &mut self,
        open_goals: u32,
        value: impl Fn(VarId) -> u32,
        is_changed: impl Fn(VarId) -> bool,
    ) -> u32 {
        let table = open_goals.min(TABLES_MAX - 1) as usize;
        self.atoms.clear();
        for (at, &(first, stride)) in (0..).zip(&self.vars) {
            self.atoms.push(first + value(VarId(at)) / stride);
        }
        let singles = table * (self.value_count as usize).div_ceil(64);
        let pairs = table * (self.value_count as usize * self.value_count as usize).div_ceil(64);
        let mut novelty = 3;
        for at in 0..self.atoms.len() {
            if !is_changed(VarId(at as u32)) {
                continue;
            }
            let atom = self.atoms[at] as usize;
            let word = &mut self.singles[singles + atom / 64];
            if *word >> (atom % 64) & 1 == 0 {
                *word |= 1 << (atom % 64);
                novelty = 1;
            }
            if self.has_pairs {
                self.work += self.atoms.len() as u64 / 2;
                for &other in &self.atoms {
                    let (low, high) = (atom.min(other as usize), atom.max(other as usize));
                    let bit = low * self.value_count as usize + high;
                    let word = &mut self.pairs[pairs + bit / 64];
                    if *word >> (bit % 64) & 1 == 0 {
                        *word |= 1 << (bit % 64);
                        novelty = novelty.min(2);
                    }
                }
            }
        }
        novelty
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}
