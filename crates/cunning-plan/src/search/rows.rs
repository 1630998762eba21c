//! States as rows of words, with a limited number of them.

use cunning_search::{Dense, Rows, Space};

/// A space with a limited number of states.
pub(crate) trait BoundedSpace: Space<State = Dense, Action = u32, Cost = u64> {
    /// Returns whether a state was left out because there were too many.
    fn is_full(&self) -> bool;
}

/// Numbers rows up to a limit. Engines that store states have their own limit; with others the table would grow
/// without bound.
pub(super) struct BoundedRows {
    rows: Rows,
    nodes_max: u32,
    /// The limit of the current search.
    count_max: u32,
    is_full: bool,
}

/// What a search keeps for a state besides its row: a record, an action, slots of the table and entries of the open
/// list.
const NODE_BYTES: u64 = 128;

impl BoundedRows {
    pub(super) fn new(nodes_max: u32) -> Self {
        Self { rows: Rows::new(1), nodes_max, count_max: nodes_max, is_full: false }
    }

    /// Resets all rows and numbers the first one. From now on, there are at most as many as fit into some memory.
    pub(super) fn start(&mut self, width: usize, first: &[u64], bytes_max: u64) -> Dense {
        let fitting = bytes_max / (NODE_BYTES + 8 * width as u64);
        self.count_max = u32::try_from(fitting).unwrap_or(u32::MAX).clamp(1, self.nodes_max.max(1));
        self.rows.clear(width);
        self.is_full = false;
        Dense(self.rows.intern(first))
    }

    /// Returns the number of a row; `None` if the limit is exceeded.
    #[inline]
    pub(super) fn intern(&mut self, row: &[u64]) -> Option<Dense> {
        let id = self.rows.intern(row);
        self.is_full |= id >= self.count_max;
        (!self.is_full).then_some(Dense(id))
    }

    #[inline]
    pub(super) fn row(&self, state: Dense) -> &[u64] {
        self.rows.row(state.0)
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }
}
