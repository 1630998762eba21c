//! The order in which the nodes of a search were expanded, for stepping through a search. It is recorded only on
//! request.

use std::collections::BTreeMap;

use cunning_search::{Expanded, Observer, Space};

/// The expanded nodes in order: the search that expanded each, and its number there.
#[derive(Default)]
pub(super) struct ExpansionOrder {
    nodes: Vec<(u8, u32)>,
}

impl ExpansionOrder {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Forgets the nodes of one search.
    pub(super) fn forget(&mut self, way: u8) {
        self.nodes.retain(|(known, _)| *known != way);
    }

    pub(super) fn push(&mut self, way: u8, node: u32) {
        self.nodes.push((way, node));
    }

    /// Returns the position of each node of a search; the first one if it was expanded again.
    pub(super) fn of_way(&self, way: u8) -> BTreeMap<u32, u32> {
        let own = self.nodes.iter().enumerate().filter(|(_, (known, _))| *known == way);
        // In reverse, so that the first position is kept.
        own.map(|(at, (_, node))| (*node, at as u32)).rev().collect()
    }
}

/// Records an order while an engine searches.
pub(super) struct Scribe<'a> {
    pub(super) order: &'a mut ExpansionOrder,
    pub(super) way: u8,
}

impl<S: Space> Observer<S> for Scribe<'_> {
    fn expanded(&mut self, event: Expanded<'_, S>) {
        self.order.push(self.way, event.node.0);
    }
}
