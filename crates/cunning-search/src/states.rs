//! How states are numbered: by themselves when they are dense indices, through one hash table when not.
//!
//! Either way a state becomes a [`NodeId`], an index into flat arrays, and starting a new search costs
//! nothing however large the last one was: entries carry the generation they belong to.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::NodeId;

/// A state that knows how it wants to be numbered.
///
/// For a type of your own that implements `Eq + Hash + Clone`, this is one line:
///
/// ```
/// use cunning_search::{HashedStates, State};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Board([u8; 9]);
///
/// impl State for Board {
///     type Table = HashedStates<Self>;
/// }
/// ```
pub trait State: Clone + Eq {
    /// The table that numbers such states.
    type Table: StateTable<Self>;
}

/// Numbers states: equal states get equal ids, different states different ones.
pub trait StateTable<S>: Default {
    /// Forgets all states, in constant time.
    fn clear(&mut self);

    /// The id of `state`, a new one if it was not met since the last [`StateTable::clear`].
    fn id(&mut self, state: &S) -> NodeId;

    /// The state behind an id that [`StateTable::id`] gave out.
    fn state(&self, id: NodeId) -> S;

    /// Bytes on the heap.
    fn heap_bytes(&self) -> usize;
}

/// A state that is an index, such as a cell of a map. Small indices please: engines keep arrays as
/// long as the largest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dense(pub u32);

impl From<Dense> for u64 {
    #[inline]
    fn from(state: Dense) -> Self {
        state.0.into()
    }
}

impl State for Dense {
    type Table = DenseStates;
}

/// The table of dense states: no table at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct DenseStates;

impl StateTable<Dense> for DenseStates {
    fn clear(&mut self) {}

    #[inline]
    fn id(&mut self, state: &Dense) -> NodeId {
        NodeId(state.0)
    }

    #[inline]
    fn state(&self, id: NodeId) -> Dense {
        Dense(id.0)
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

/// One open-addressing table over one array of states; ids are given in the order of discovery.
#[derive(Clone, Debug)]
pub struct HashedStates<S> {
    states: Vec<S>,
    slots: Slots,
}

impl<S> Default for HashedStates<S> {
    fn default() -> Self {
        Self { states: Vec::new(), slots: Slots::default() }
    }
}

impl<S: Hash + Eq + Clone> StateTable<S> for HashedStates<S> {
    fn clear(&mut self) {
        self.states.clear();
        self.slots.clear();
    }

    fn id(&mut self, state: &S) -> NodeId {
        let states = &self.states;
        match self.slots.find_or_insert(hash(state), |id| states[id as usize] == *state) {
            Found::Known(id) => NodeId(id),
            Found::New(id) => {
                self.states.push(state.clone());
                NodeId(id)
            }
        }
    }

    #[inline]
    fn state(&self, id: NodeId) -> S {
        self.states[id.0 as usize].clone()
    }

    fn heap_bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>() + self.slots.heap_bytes()
    }
}

/// States of some words each, all in one array, for spaces whose states have a length that only run time
/// knows. The space interns rows and hands [`Dense`] states to the engine.
///
/// ```
/// use cunning_search::Rows;
///
/// let mut rows = Rows::new(2);
/// assert_eq!(rows.intern(&[1, 2]), 0);
/// assert_eq!(rows.intern(&[3, 4]), 1);
/// assert_eq!(rows.intern(&[1, 2]), 0);
/// assert_eq!(rows.intern(&[5]), rows.intern(&[5, 0]));
/// assert_eq!(rows.row(1), [3, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Rows {
    width: usize,
    words: Vec<u64>,
    slots: Slots,
}

impl Rows {
    /// No rows yet, of `width` words each.
    pub fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), slots: Slots::default() }
    }

    /// Forgets all rows, in constant time; the next ones have `width` words each.
    pub fn clear(&mut self, width: usize) {
        self.width = width;
        self.words.clear();
        self.slots.clear();
    }

    /// The number of a row, a new one if it was not met since the last [`Rows::clear`]. Words that the row
    /// lacks count as zero, words beyond the width do not count.
    #[inline]
    pub fn intern(&mut self, row: &[u64]) -> u32 {
        if row.len() != self.width {
            let mut whole = row.to_vec();
            whole.resize(self.width, 0);
            return self.intern(&whole);
        }
        let (words, width) = (&self.words, self.width);
        let mut hasher = FxHasher::default();
        for &word in row {
            hasher.write_u64(word);
        }
        // Comparing word by word is quicker for short rows than a call that compares memory.
        let is_same = |id: u32| {
            let known = &words[id as usize * width..][..width];
            known.iter().zip(row).all(|(known, word)| known == word)
        };
        match self.slots.find_or_insert(folded(&hasher), is_same) {
            Found::Known(id) => id,
            Found::New(id) => {
                match row {
                    &[word] => self.words.push(word),
                    _ => self.words.extend_from_slice(row),
                }
                id
            }
        }
    }

    /// The row behind a number that [`Rows::intern`] gave out.
    #[inline]
    pub fn row(&self, id: u32) -> &[u64] {
        &self.words[id as usize * self.width..][..self.width]
    }

    /// How many rows there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.slots.count
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.slots.heap_bytes()
    }
}

/// Open addressing with linear probing. Whatever is looked up lives elsewhere, numbered from 0 in the order
/// of insertion.
#[derive(Clone, Debug)]
struct Slots {
    places: Vec<Slot>,
    count: u32,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The slot is free unless this is the table's generation.
    generation: u32,
    hash: u32,
    id: u32,
}

enum Found {
    Known(u32),
    New(u32),
}

const SLOTS_AT_FIRST: usize = 64;

impl Default for Slots {
    fn default() -> Self {
        Self { places: Vec::new(), count: 0, generation: 1 }
    }
}

impl Slots {
    fn clear(&mut self) {
        self.count = 0;
        if self.generation == u32::MAX {
            self.places.fill(Slot::default());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    fn find_or_insert(&mut self, hash: u32, is_same: impl Fn(u32) -> bool) -> Found {
        // At most half full, so that a probe ends soon.
        if self.count as usize * 2 >= self.places.len() {
            self.grow();
        }
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.places[at];
            if slot.generation != self.generation {
                break;
            }
            if slot.hash == hash && is_same(slot.id) {
                return Found::Known(slot.id);
            }
            at = (at + 1) & mask;
        }
        let id = self.count;
        self.count += 1;
        self.places[at] = Slot { generation: self.generation, hash, id };
        Found::New(id)
    }

    /// Doubles the slots. The stored hashes make this independent of what is looked up.
    #[cold]
    fn grow(&mut self) {
        let slot_count = (self.places.len() * 2).max(SLOTS_AT_FIRST);
        let old = std::mem::replace(&mut self.places, vec![Slot::default(); slot_count]);
        let mask = slot_count - 1;
        for slot in old.into_iter().filter(|slot| slot.generation == self.generation) {
            let mut at = slot.hash as usize & mask;
            while self.places[at].generation == self.generation {
                at = (at + 1) & mask;
            }
            self.places[at] = slot;
        }
    }

    fn heap_bytes(&self) -> usize {
        self.places.capacity() * size_of::<Slot>()
    }
}

fn hash(key: &impl Hash) -> u32 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    folded(&hasher)
}

fn folded(hasher: &FxHasher) -> u32 {
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_states_share_an_id_and_ids_follow_discovery() {
        let mut table = HashedStates::default();
        let ids: Vec<u32> = (0..1000_u64).map(|n| table.id(&(n * n)).0).collect();
        assert_eq!(ids, (0..1000).collect::<Vec<_>>());
        for n in 0..1000_u64 {
            assert_eq!(table.id(&(n * n)), NodeId(n as u32));
            assert_eq!(table.state(NodeId(n as u32)), n * n);
        }
    }

    #[test]
    fn clearing_forgets_everything_even_when_generations_wrap() {
        let mut table = HashedStates::<u64>::default();
        table.id(&7);
        table.slots.generation = u32::MAX;
        table.id(&8);
        table.clear();
        assert_eq!(table.id(&9), NodeId(0));
        assert_eq!(table.id(&7), NodeId(1));
        assert_eq!(table.id(&8), NodeId(2));
    }
}
