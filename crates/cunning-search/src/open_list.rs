//! The open list: a priority queue of (key, node), smallest first, ties to the lower [`NodeId`].
//!
//! A search mostly pushes entries that it needs much later, if ever. So only entries up to a *horizon* are kept in
//! order. Entries beyond it stay unordered in buckets, one for each digit in which their rank first differs from the
//! horizon's. When the ordered entries run out, the horizon advances: the entries it passes are sorted, and the rest of
//! the nearest bucket is distributed over nearer buckets. Entries pushed below the horizon in the meantime go to a small
//! heap beside the sorted run. The distance by which the horizon advances adapts to how many entries it passes, so most
//! pushes and pops take a few instructions on memory in the first-level cache, whatever the scale of the costs. Nothing
//! is assumed about the order of pushes. A short list is just a heap: its horizon is infinite.
//!
//! Entries are not moved when a node's key changes: the better entry is pushed, and the owner recognises the outdated
//! one when it is popped. [`OpenList::drop_outdated`] removes outdated entries when they become too many, so the list
//! stays proportional to the number of open nodes.

use crate::{NodeId, Rank};

#[derive(Clone, Debug)]
pub(crate) struct OpenList<K> {
    /// Entries whose rank is at most the horizon, in falling order: the last one is the smallest.
    sorted: Vec<Entry<K>>,
    /// A binary heap of entries pushed below the horizon after `sorted` was sorted.
    fresh: Vec<Entry<K>>,
    horizon: u64,
    /// How many of the horizon's last digits have their largest value: the distance by which it advances.
    stride: usize,
    /// The number of entries popped since the horizon moved.
    popped: u32,
    /// The entries beyond the horizon, and unused slots, in lists linked by index.
    far: Vec<Far<K>>,
    far_count: usize,
    unused: Link,
    buckets: [Bucket; LEVELS * DIGITS],
    /// A bit for each digit of a level that has entries.
    occupied: [u8; LEVELS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry<K> {
    pub(crate) key: K,
    pub(crate) node: NodeId,
}

#[derive(Clone, Copy, Debug)]
struct Far<K> {
    entry: Entry<K>,
    next: Link,
}

/// A list of entries beyond the horizon.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    first: Link,
    /// The lowest rank in it.
    nearest: u64,
}

const EMPTY: Bucket = Bucket { first: NONE, nearest: u64::MAX };

/// An index into [`OpenList::far`], or [`NONE`].
type Link = u32;
const NONE: Link = u32::MAX;

/// An octal digit: fine enough for the stride, and coarse enough that entries move only a few times.
const DIGIT_BITS: u32 = 3;
const DIGITS: usize = 1 << DIGIT_BITS;
const LEVELS: usize = u64::BITS.div_ceil(DIGIT_BITS) as usize;
/// If fewer entries were popped, the stride was too short.
const POPS_PER_STRIDE_MIN: u32 = 8;
/// If more entries were pushed, the stride was too long.
const FRESH_MAX: usize = 16;
/// The horizon of a short list. No rank is beyond it.
const NO_HORIZON: u64 = u64::MAX;
/// The number of outdated entries that is always allowed: a short list is not worth cleaning.
const OUTDATED_ALLOWED: usize = 1024;

impl<K> Default for OpenList<K> {
    fn default() -> Self {
        Self {
            sorted: Vec::new(),
            fresh: Vec::new(),
            horizon: NO_HORIZON,
            stride: 0,
            popped: 0,
            far: Vec::new(),
            far_count: 0,
            unused: NONE,
            buckets: [EMPTY; LEVELS * DIGITS],
            occupied: [0; LEVELS],
        }
    }
}

impl<K: Rank> OpenList<K> {
    pub(crate) fn clear(&mut self) {
        self.sorted.clear();
        self.fresh.clear();
        self.clear_far();
        self.horizon = NO_HORIZON;
        self.stride = 0;
    }

    fn clear_far(&mut self) {
        if self.far_count > 0 {
            self.buckets = [EMPTY; LEVELS * DIGITS];
            self.occupied = [0; LEVELS];
            self.far_count = 0;
        }
        self.far.clear();
        self.unused = NONE;
    }

    #[inline]
    pub(crate) fn push(&mut self, key: K, node: NodeId) {
        let entry = Entry { key, node };
        let rank = key.rank();
        if rank <= self.horizon {
            self.push_fresh(entry);
            if self.fresh.len() > FRESH_MAX && (self.stride > 0 || self.horizon == NO_HORIZON) {
                self.retreat();
            }
        } else {
            self.push_far(entry, rank);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry<K>> {
        let first = self.first(|_| true);
        self.popped = self.popped.saturating_add(1);
        match first {
            Position::Sorted => self.sorted.pop(),
            Position::Fresh => self.pop_fresh(),
            Position::Empty => None,
        }
    }

    /// The smallest entry that `is_current` accepts. Rejected entries before it are removed.
    #[inline]
    pub(crate) fn first_current(
        &mut self,
        mut is_current: impl FnMut(&Entry<K>) -> bool,
    ) -> Option<Entry<K>> {
        loop {
            let first = match self.first(&mut is_current) {
                Position::Sorted => *self.sorted.last()?,
                Position::Fresh => *self.fresh.first()?,
                Position::Empty => return None,
            };
            if is_current(&first) {
                return Some(first);
            }
            self.pop();
        }
    }

    /// Where the smallest entry is, after advancing the horizon past it if necessary. Entries that `is_current` rejects
    /// may be dropped.
    #[inline]
    fn first(&mut self, mut is_current: impl FnMut(&Entry<K>) -> bool) -> Position {
        while self.sorted.is_empty() && self.fresh.is_empty() && self.far_count > 0 {
            self.advance(&mut is_current);
        }
        match (self.sorted.last(), self.fresh.first()) {
            (Some(sorted), Some(fresh)) if fresh < sorted => Position::Fresh,
            (Some(_), _) => Position::Sorted,
            (None, Some(_)) => Position::Fresh,
            (None, None) => Position::Empty,
        }
    }

    /// Drops the entries that `is_current` rejects, if there are many more entries than nodes.
    #[inline]
    pub(crate) fn drop_outdated(&mut self, node_count: usize, mut is_current: impl FnMut(&Entry<K>) -> bool) {
        if self.sorted.len() + self.fresh.len() + self.far_count > 4 * node_count + OUTDATED_ALLOWED {
            self.rekey(|entry| is_current(entry).then_some(entry.key));
        }
    }

    /// Gives every entry the key that `rekey` says, dropping those for which it says none.
    pub(crate) fn rekey(&mut self, mut rekey: impl FnMut(&Entry<K>) -> Option<K>) {
        let far = &self.far;
        self.sorted.extend(self.buckets.iter().flat_map(|bucket| list(far, bucket.first)));
        self.sorted.append(&mut self.fresh);
        self.clear_far();
        self.sorted.retain_mut(|entry| match rekey(entry) {
            Some(key) => {
                entry.key = key;
                true
            }
            None => false,
        });
        self.horizon = self.sorted.iter().map(|entry| entry.key.rank()).min().unwrap_or(0);
        self.stride = 0;
        let mut at = 0;
        while let Some(entry) = self.sorted.get(at) {
            let rank = entry.key.rank();
            if rank > self.horizon {
                let entry = self.sorted.swap_remove(at);
                self.push_far(entry, rank);
            } else {
                at += 1;
            }
        }
        self.sort();
    }

    /// All entries, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry<K>> {
        let far = self.buckets.iter().flat_map(|bucket| list(&self.far, bucket.first));
        self.sorted.iter().chain(&self.fresh).chain(far)
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        (self.sorted.capacity() + self.fresh.capacity()) * size_of::<Entry<K>>()
            + self.far.capacity() * size_of::<Far<K>>()
    }

    #[inline]
    fn push_far(&mut self, entry: Entry<K>, rank: u64) {
        let level = ((rank ^ self.horizon).ilog2() / DIGIT_BITS) as usize;
        let digit = (rank >> (level as u32 * DIGIT_BITS)) as usize % DIGITS;
        let bucket = &mut self.buckets[level * DIGITS + digit];
        bucket.nearest = bucket.nearest.min(rank);
        let far = Far { entry, next: bucket.first };
        if let Some(place) = self.far.get_mut(self.unused as usize) {
            bucket.first = self.unused;
            self.unused = place.next;
            *place = far;
        } else {
            bucket.first = self.far.len() as Link;
            self.far.push(far);
        }
        self.occupied[level] |= 1 << digit;
        self.far_count += 1;
    }

    /// Advances the horizon to the nearest entries.
    #[cold]
    fn advance(&mut self, mut is_current: impl FnMut(&Entry<K>) -> bool) {
        let Some(level) = self.occupied.iter().position(|&digits| digits != 0) else { return };
        let digit = self.occupied[level].trailing_zeros() as usize;
        self.occupied[level] &= self.occupied[level] - 1;
        let bucket = std::mem::replace(&mut self.buckets[level * DIGITS + digit], EMPTY);
        let longer = usize::from(self.popped < POPS_PER_STRIDE_MIN);
        self.stride = (self.stride + longer).min(level);
        self.popped = 0;
        // All ranks of a bucket agree down to its digit and no other entry is as low, so a horizon within the
        // bucket's range leaves all other buckets unchanged.
        self.horizon = bucket.nearest | low_digits(self.stride);
        let mut link = bucket.first;
        while let Some(&Far { entry, next }) = self.far.get(link as usize) {
            self.far[link as usize].next = self.unused;
            self.unused = link;
            self.far_count -= 1;
            link = next;
            let rank = entry.key.rank();
            if !is_current(&entry) {
                continue;
            }
            if rank <= self.horizon {
                self.sorted.push(entry);
            } else {
                self.push_far(entry, rank);
            }
        }
        self.sort();
    }

    /// Moves the horizon back to the first part of the last stride, or to the smallest entry if there was no horizon,
    /// because too many entries were pushed below it.
    ///
    /// Entries beyond the old horizon differ from it in a digit before the stride's, where the new horizon is the same,
    /// so they stay where they are.
    #[cold]
    fn retreat(&mut self) {
        if self.horizon == NO_HORIZON {
            self.horizon = self.fresh.first().map_or(0, |entry| entry.key.rank());
            self.stride = 0;
        } else {
            let before = self.horizon & !low_digits(self.stride);
            self.stride -= 1;
            self.horizon = before | low_digits(self.stride);
        }
        let horizon = self.horizon;
        let beyond = self.sorted.partition_point(|entry| entry.key.rank() > horizon);
        for at in 0..beyond {
            let entry = self.sorted[at];
            self.push_far(entry, entry.key.rank());
        }
        self.sorted.drain(..beyond);
        // Removing entries breaks the heap's order, so all of it joins the sorted run.
        while let Some(entry) = self.fresh.pop() {
            let rank = entry.key.rank();
            if rank > horizon {
                self.push_far(entry, rank);
            } else {
                self.sorted.push(entry);
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        self.sorted.sort_unstable_by(|one, other| other.cmp(one));
    }

    #[inline]
    fn push_fresh(&mut self, entry: Entry<K>) {
        self.fresh.push(entry);
        self.sift_up(self.fresh.len() - 1, entry);
    }

    /// Removes the root, moves smaller children up to the bottom, and sifts up the last entry from there: it came from
    /// the bottom and mostly belongs near it.
    #[inline]
    fn pop_fresh(&mut self) -> Option<Entry<K>> {
        let last = self.fresh.pop()?;
        let fresh = self.fresh.as_mut_slice();
        let Some(&first) = fresh.first() else { return Some(last) };
        let mut at = 0;
        let mut child = 1;
        while child + 1 < fresh.len() {
            child += usize::from(fresh[child + 1] < fresh[child]);
            fresh[at] = fresh[child];
            at = child;
            child = 2 * at + 1;
        }
        if child < fresh.len() {
            fresh[at] = fresh[child];
            at = child;
        }
        self.sift_up(at, last);
        Some(first)
    }

    /// Puts `entry` at position `at` of the heap or above.
    #[inline]
    fn sift_up(&mut self, mut at: usize, entry: Entry<K>) {
        let fresh = self.fresh.as_mut_slice();
        while at > 0 {
            let parent = (at - 1) / 2;
            if fresh[parent] <= entry {
                break;
            }
            fresh[at] = fresh[parent];
            at = parent;
        }
        fresh[at] = entry;
    }
}

/// The number whose last `count` digits have their largest value and whose other digits are zero.
const fn low_digits(count: usize) -> u64 {
    (1 << (count as u32 * DIGIT_BITS)) - 1
}

enum Position {
    Sorted,
    Fresh,
    Empty,
}

/// The entries of a linked list.
fn list<K>(far: &[Far<K>], first: Link) -> impl Iterator<Item = &Entry<K>> {
    let at = |link: Link| far.get(link as usize);
    std::iter::successors(at(first), move |place| at(place.next)).map(|place| &place.entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Keys of very different scales, close together and far apart.
    fn keys() -> impl Strategy<Value = u64> {
        prop_oneof![0..20_u64, 1000..1100_u64, (1_u64 << 40)..(1 << 40) + 50, any::<u64>()]
    }

    #[derive(Clone, Debug)]
    enum Operation {
        Push(u64, u32),
        Pop,
        Rekey(u64),
    }

    fn operations() -> impl Strategy<Value = Vec<Operation>> {
        let operation = prop_oneof![
            6 => (keys(), 0..50_u32).prop_map(|(key, node)| Operation::Push(key, node)),
            4 => Just(Operation::Pop),
            1 => (1..7_u64).prop_map(Operation::Rekey),
        ];
        prop::collection::vec(operation, 0..400)
    }

    proptest! {
        #[test]
        fn matches_a_sorted_list(operations in operations()) {
            let mut open = OpenList::default();
            let mut sorted: Vec<(u64, NodeId)> = Vec::new();
            for operation in operations {
                match operation {
                    Operation::Push(key, node) => {
                        open.push(key, NodeId(node));
                        sorted.push((key, NodeId(node)));
                        sorted.sort_unstable_by(|one, other| other.cmp(one));
                    }
                    Operation::Pop => {
                        let first = open.first_current(|_| true).map(|entry| (entry.key, entry.node));
                        prop_assert_eq!(first, sorted.last().copied());
                        prop_assert_eq!(open.pop().map(|entry| (entry.key, entry.node)), sorted.pop());
                    }
                    Operation::Rekey(by) => {
                        open.rekey(|entry| (entry.key % 3 != 1).then_some(entry.key / by));
                        sorted.retain(|(key, _)| key % 3 != 1);
                        for (key, _) in &mut sorted {
                            *key /= by;
                        }
                        sorted.sort_unstable_by(|one, other| other.cmp(one));
                    }
                }
                prop_assert_eq!(open.iter().count(), sorted.len());
            }
        }

        /// Enough entries that buckets are distributed.
        #[test]
        fn large_lists_pop_in_order(seed in any::<u64>(), shift in 0..60_u32) {
            let mut open = OpenList::default();
            let numbers = |n: u64| (n.wrapping_mul(seed | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> shift;
            let mut expected: Vec<u64> = (0..5000).map(numbers).collect();
            for (node, &key) in expected.iter().enumerate() {
                open.push(key, NodeId(node as u32));
            }
            expected.sort_unstable();
            for key in expected {
                prop_assert_eq!(open.pop().map(|entry| entry.key), Some(key));
            }
            prop_assert!(open.pop().is_none());
        }

        #[test]
        fn too_many_outdated_entries_are_dropped(few in 0_usize..50) {
            let mut open = OpenList::default();
            for n in 0..2000_u32 {
                open.push(u64::from(n * 7919 % 2000), NodeId(n));
            }
            open.drop_outdated(few, |entry| entry.key % 100 == 0);
            prop_assert_eq!(open.iter().count(), 20);
            let first = open.first_current(|entry| entry.key >= 500);
            prop_assert_eq!(first.map(|entry| entry.key), Some(500));
        }
    }
}
