//! The open list: a four-way heap of (key, node), smallest first.
//!
//! Entries are never moved when a node's key changes: the better entry is pushed and the outdated one
//! is recognised by its owner when it surfaces. [`OpenList::drop_outdated`] throws them out when they
//! get too many, so the list stays proportional to the nodes that are really open.

use crate::NodeId;

const ARITY: usize = 2;
/// Outdated entries that are always allowed: a short list is not worth cleaning.
const OUTDATED_ALLOWED: usize = 1024;

/// A priority queue whose ties go to the lower [`NodeId`].
#[derive(Clone, Debug)]
pub(crate) struct OpenList<K> {
    heap: Vec<Entry<K>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry<K> {
    pub(crate) key: K,
    pub(crate) node: NodeId,
}

impl<K> Default for OpenList<K> {
    fn default() -> Self {
        Self { heap: Vec::new() }
    }
}

impl<K: Copy + Ord> OpenList<K> {
    pub(crate) fn clear(&mut self) {
        self.heap.clear();
    }

    /// The smallest entry that `is_current` accepts; refused ones before it are gone for good.
    #[inline]
    pub(crate) fn first_current(
        &mut self,
        mut is_current: impl FnMut(&Entry<K>) -> bool,
    ) -> Option<Entry<K>> {
        loop {
            let entry = *self.heap.first()?;
            if is_current(&entry) {
                return Some(entry);
            }
            self.pop();
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, key: K, node: NodeId) {
        let entry = Entry { key, node };
        let mut at = self.heap.len();
        self.heap.push(entry);
        while at > 0 {
            let parent = (at - 1) / ARITY;
            if self.heap[parent] <= entry {
                break;
            }
            self.heap[at] = self.heap[parent];
            at = parent;
        }
        self.heap[at] = entry;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry<K>> {
        let last = self.heap.pop()?;
        let Some(&top) = self.heap.first() else { return Some(last) };
        self.sift_down(0, last);
        Some(top)
    }

    fn sift_down(&mut self, mut at: usize, entry: Entry<K>) {
        let heap = self.heap.as_mut_slice();
        let start = at;
        let end = heap.len();
        let mut child = 2 * at + 1;
        while child + 1 < end {
            child += usize::from(heap[child + 1] <= heap[child]);
            heap[at] = heap[child];
            at = child;
            child = 2 * at + 1;
        }
        if child < end {
            heap[at] = heap[child];
            at = child;
        }
        while at > start {
            let parent = (at - 1) / 2;
            if heap[parent] <= entry { break; }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = entry;
    }

    /// Drops the entries that `is_current` refuses, if there are many more entries than nodes.
    #[inline]
    pub(crate) fn drop_outdated(&mut self, node_count: usize, is_current: impl FnMut(&Entry<K>) -> bool) {
        if self.heap.len() > 2 * node_count + OUTDATED_ALLOWED {
            self.heap.retain(is_current);
            self.restore_order();
        }
    }

    /// Replaces every key by `rekey` of its node, dropping nodes for which it gives `None`.
    pub(crate) fn rekey(&mut self, mut rekey: impl FnMut(&Entry<K>) -> Option<K>) {
        self.heap.retain_mut(|entry| {
            rekey(entry).is_some_and(|key| {
                entry.key = key;
                true
            })
        });
        self.restore_order();
    }

    fn restore_order(&mut self) {
        for at in (0..self.heap.len().div_ceil(ARITY)).rev() {
            let entry = self.heap[at];
            self.sift_down(at, entry);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry<K>> {
        self.heap.iter()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Entry<K>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pops_in_order_of_key_then_node(mut entries in prop::collection::vec((0_u64..20, 0_u32..50), 0..200)) {
            let mut open = OpenList::default();
            for &(key, node) in &entries {
                open.push(key, NodeId(node));
            }
            entries.sort_unstable();
            let mut popped = Vec::new();
            while let Some(entry) = open.pop() {
                popped.push((entry.key, entry.node.0));
            }
            prop_assert_eq!(popped, entries);
        }

        #[test]
        fn outdated_entries_go_when_there_are_too_many(few in 0_usize..50) {
            let mut open = OpenList::default();
            for n in 0..2000_u32 {
                open.push(u64::from(n * 7919 % 2000), NodeId(n));
            }
            open.drop_outdated(few, |entry| entry.key % 100 == 0);
            prop_assert_eq!(open.iter().count(), 20);
            let first = open.first_current(|entry| entry.key >= 500);
            prop_assert_eq!(first.map(|entry| entry.key), Some(500));
        }

        #[test]
        fn rekeying_keeps_the_order(entries in prop::collection::vec((0_u64..20, 0_u32..50), 0..100)) {
            let mut open = OpenList::default();
            for &(key, node) in &entries {
                open.push(key, NodeId(node));
            }
            open.rekey(|entry| (entry.key % 3 != 0).then_some(100 - entry.key));
            let mut expected: Vec<_> =
                entries.iter().filter(|(key, _)| key % 3 != 0).map(|&(key, node)| (100 - key, node)).collect();
            expected.sort_unstable();
            let mut popped = Vec::new();
            while let Some(entry) = open.pop() {
                popped.push((entry.key, entry.node.0));
            }
            prop_assert_eq!(popped, expected);
        }
    }
}
