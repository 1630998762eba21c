//! A priority queue in blocks, smallest first: no addition copies the entries, however many there are.

use cunning_search::Blocks;

/// The children of an entry. Four of them are next to each other in memory, so the heap is flat and few of its parts are
/// read.
const CHILDREN: usize = 4;

/// A heap of entries that are all different, so their order does not depend on how they are stored.
#[derive(Debug)]
pub(super) struct Heap<T>(Blocks<T>);

impl<T> Default for Heap<T> {
    fn default() -> Self {
        Self(Blocks::default())
    }
}

impl<T: Ord + Copy> Heap<T> {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push(&mut self, entry: T) {
        let mut at = self.0.len();
        self.0.push(entry);
        while at > 0 {
            let parent = (at - 1) / CHILDREN;
            if self.0[parent] <= entry {
                break;
            }
            self.0[at] = self.0[parent];
            at = parent;
        }
        self.0[at] = entry;
    }

    /// Removes the smallest entry.
    pub(super) fn pop(&mut self) -> Option<T> {
        let last = self.0.pop()?;
        let len = self.0.len();
        if len == 0 {
            return Some(last);
        }
        let first = self.0[0];
        let mut at = 0;
        loop {
            let child = at * CHILDREN + 1;
            let children = child..len.min(child + CHILDREN);
            let Some(least) = children.min_by_key(|&child| self.0[child]) else { break };
            if self.0[least] >= last {
                break;
            }
            self.0[at] = self.0[least];
            at = least;
        }
        self.0[at] = last;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_in_order() {
        let mut heap = Heap::default();
        let mut left = Vec::new();
        for n in 0..6000_u64 {
            let entry = (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50, n);
            heap.push(entry);
            left.push(entry);
            if n % 3 == 0 {
                let least = left.iter().copied().min();
                left.retain(|entry| Some(*entry) != least);
                assert_eq!(heap.pop(), least);
            }
        }
        left.sort_unstable();
        assert_eq!(heap.len(), left.len());
        assert!(left.into_iter().all(|entry| heap.pop() == Some(entry)));
        assert!(heap.is_empty());
    }
}
