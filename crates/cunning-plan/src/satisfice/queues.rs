//! The open lists of the satisficing search. They take turns by counters alone; the list of preferred operators gets
//! more turns whenever the search makes progress.

mod heap;

use heap::Heap;

/// The open lists.
pub(super) const ALL: usize = 0;
pub(super) const PREFERRED: usize = 1;
pub(super) const NOVEL: usize = 2;
const COUNT: usize = 3;
/// The turns that progress gives to the preferred list.
const BOOST: i64 = 1000;

/// An operator to apply to a node, by key, then by age.
type Entry = (u64, u32, u32, u32);

/// The open lists. They keep their memory.
#[derive(Default)]
pub(super) struct Queues {
    lists: [Heap<Entry>; COUNT],
    /// The list with the least number has the next turn.
    turns: [i64; COUNT],
    age: u32,
}

impl Queues {
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Heap::clear);
        self.turns = [0; COUNT];
        self.age = 0;
    }

    /// Adds an operator of a node to a list.
    pub(super) fn push(&mut self, list: usize, key: u64, node: u32, operator: u32) {
        self.lists[list].push((key, self.age, node, operator));
        self.age = self.age.saturating_add(1);
    }

    /// Returns the list that has the next turn. The list of novel states may be about to be filled.
    pub(super) fn next_list(&self, fills_novel: bool) -> Option<usize> {
        let is_filled = |&list: &usize| !self.lists[list].is_empty() || list == NOVEL && fills_novel;
        (0..COUNT).filter(is_filled).min_by_key(|&list| self.turns[list])
    }

    /// Removes the next node and operator of a list.
    pub(super) fn pop(&mut self, list: usize) -> Option<(u32, u32)> {
        self.turns[list] += 1;
        self.lists[list].pop().map(|(.., node, operator)| (node, operator))
    }

    /// Gives more turns to the preferred list.
    pub(super) fn boost(&mut self) {
        self.turns[PREFERRED] -= BOOST;
    }

    /// Returns the bytes of the entries.
    pub(super) fn bytes(&self) -> usize {
        self.lists.iter().map(|list| list.len() * size_of::<Entry>()).sum()
    }
}
