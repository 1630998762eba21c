//! How states are numbered: dense indices number themselves, other states go through a hash table.
//!
//! In both cases a state becomes a [`NodeId`], an index into flat arrays. Starting a new search takes constant time
//! because entries carry the generation they belong to.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::NodeId;

/// A state of a [`Space`](crate::Space), with the table that numbers such states.
///
/// For a type that implements `Eq + Hash + Clone`, implementing it takes one line:
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

/// Numbers states: equal states get the same id, different states get different ids.
pub trait StateTable<S>: Default {
    /// Forgets all states, in constant time.
    fn clear(&mut self);

    /// The id of `state`; a new id if the state was not seen since the last [`StateTable::clear`].
    fn id(&mut self, state: &S) -> NodeId;

    /// The state of an id that [`StateTable::id`] returned.
    fn state(&self, id: NodeId) -> S;

    /// Bytes on the heap.
    fn heap_bytes(&self) -> usize;
}

/// A state that is an index, such as a cell of a map. Indices should be small: engines store arrays as long as the
/// largest index.
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

/// The table of dense states; it stores nothing.
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

/// A hash table of states; ids are assigned in the order of discovery.
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

/// Interned rows of words, for spaces whose states have a length known only at run time. The space interns rows and
/// passes their numbers to the engine as [`Dense`] states.
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
    /// The rows in blocks of two to the power of `shift`, so that none is copied when there are more.
    blocks: Vec<Vec<u64>>,
    shift: u32,
    slots: Slots,
}

/// About the number of words of a block.
const BLOCK_WORDS: usize = 1 << 13;

impl Rows {
    /// Makes an empty table of rows with `width` words each.
    pub fn new(width: usize) -> Self {
        Self { width, blocks: Vec::new(), shift: shift(width), slots: Slots::default() }
    }

    /// Forgets all rows. New rows have `width` words each.
    pub fn clear(&mut self, width: usize) {
        let used = (self.slots.count as usize >> self.shift) + 1;
        self.blocks.iter_mut().take(used).for_each(Vec::clear);
        self.width = width;
        self.shift = shift(width);
        self.slots.clear();
    }

    /// The number of a row; a new number if the row was not seen since the last [`Rows::clear`]. Missing words count as
    /// zero, and words beyond the width are ignored.
    #[inline]
    pub fn intern(&mut self, row: &[u64]) -> u32 {
        if row.len() != self.width {
            let mut whole = row.to_vec();
            whole.resize(self.width, 0);
            return self.intern(&whole);
        }
        let (blocks, width, shift) = (&self.blocks, self.width, self.shift);
        let mut hasher = FxHasher::default();
        for &word in row {
            hasher.write_u64(word);
        }
        // Comparing word by word is faster for short rows than a call to `memcmp`.
        let is_same = |id: u32| {
            let known = row_of(blocks, width, shift, id);
            known.iter().zip(row).all(|(known, word)| known == word)
        };
        match self.slots.find_or_insert(folded(&hasher), is_same) {
            Found::Known(id) => id,
            Found::New(id) => {
                let at = (id >> shift) as usize;
                if at == self.blocks.len() {
                    // Most searches are short, so the first block grows with its rows.
                    let capacity = if at == 0 { 0 } else { width << shift };
                    self.blocks.push(Vec::with_capacity(capacity));
                }
                match row {
                    &[word] => self.blocks[at].push(word),
                    _ => self.blocks[at].extend_from_slice(row),
                }
                id
            }
        }
    }

    /// The row of a number that [`Rows::intern`] returned.
    #[inline]
    pub fn row(&self, id: u32) -> &[u64] {
        row_of(&self.blocks, self.width, self.shift, id)
    }

    /// The number of rows.
    #[inline]
    pub fn count(&self) -> u32 {
        self.slots.count
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let words: usize = self.blocks.iter().map(Vec::capacity).sum();
        words * size_of::<u64>() + self.blocks.capacity() * size_of::<Vec<u64>>() + self.slots.heap_bytes()
    }
}

/// Returns how many rows of a width a block has, as a power of two.
fn shift(width: usize) -> u32 {
    (BLOCK_WORDS / width.max(1)).max(16).ilog2()
}

#[inline]
fn row_of(blocks: &[Vec<u64>], width: usize, shift: u32, id: u32) -> &[u64] {
    let at = (id & ((1 << shift) - 1)) as usize * width;
    &blocks[(id >> shift) as usize][at..at + width]
}

/// A hash index with open addressing and linear probing. The indexed values are stored elsewhere, numbered from 0 in
/// the order of insertion.
///
/// A large index grows a few slots at a time, so that no insertion takes long: until all entries of the old places have
/// moved, both are searched.
#[derive(Clone, Debug)]
struct Slots {
    places: Vec<Slot>,
    /// The places before the last growth, as long as some of their entries have not moved, and the first of those.
    old: Vec<Slot>,
    moved: usize,
    count: u32,
    generation: u32,
}

/// A generation, a hash and an id. The slot is free unless the generation is the table's. An array, because arrays of
/// zeros need not be written.
type Slot = [u32; 3];

enum Found {
    Known(u32),
    New(u32),
}

const INITIAL_SLOTS: usize = 64;
/// An index of more slots grows a few slots at a time.
const AT_ONCE_MAX: usize = 1 << 13;
/// The number of old slots that move with each insertion. Two would be enough to have moved all before the next growth.
const MOVES: usize = 4;

impl Default for Slots {
    fn default() -> Self {
        Self { places: Vec::new(), old: Vec::new(), moved: 0, count: 0, generation: 1 }
    }
}

impl Slots {
    fn clear(&mut self) {
        self.count = 0;
        self.drop_old();
        if self.generation == u32::MAX {
            self.places.fill(Slot::default());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    fn find_or_insert(&mut self, hash: u32, is_same: impl Fn(u32) -> bool) -> Found {
        // At most half full, which keeps probe sequences short.
        if self.count as usize * 2 >= self.places.len() {
            self.grow();
        }
        let at = match probe(&self.places, self.generation, hash, &is_same) {
            Ok(id) => return Found::Known(id),
            Err(at) => at,
        };
        let is_growing = !self.old.is_empty();
        if is_growing && let Ok(id) = probe(&self.old, self.generation, hash, &is_same) {
            return Found::Known(id);
        }
        let id = self.count;
        self.places[at] = [self.generation, hash, id];
        self.count += 1;
        if is_growing {
            self.move_some(MOVES);
        }
        Found::New(id)
    }

    /// Doubles the number of slots.
    #[cold]
    fn grow(&mut self) {
        let slot_count = (self.places.len() * 2).max(INITIAL_SLOTS);
        // Nothing is left of the last growth, unless it was too small.
        self.move_some(self.old.len());
        self.old = std::mem::replace(&mut self.places, vec![Slot::default(); slot_count]);
        if slot_count <= AT_ONCE_MAX {
            self.move_some(self.old.len());
        }
    }

    /// Moves the entries of some old slots, using the stored hashes. Old places are dropped once all have moved.
    fn move_some(&mut self, slots: usize) {
        let end = self.old.len().min(self.moved + slots);
        for &slot in &self.old[self.moved..end] {
            let [generation, hash, _] = slot;
            if generation == self.generation
                && let Err(at) = probe(&self.places, generation, hash, &|_| false)
            {
                self.places[at] = slot;
            }
        }
        self.moved = end;
        if end == self.old.len() {
            self.drop_old();
        }
    }

    fn drop_old(&mut self) {
        self.old = Vec::new();
        self.moved = 0;
    }

    fn heap_bytes(&self) -> usize {
        (self.places.capacity() + self.old.capacity()) * size_of::<Slot>()
    }
}

/// Returns the id of an entry, or the place for it.
#[inline]
fn probe(places: &[Slot], table: u32, hash: u32, is_same: &impl Fn(u32) -> bool) -> Result<u32, usize> {
    let mask = places.len() - 1;
    let mut at = hash as usize & mask;
    loop {
        let [generation, known, id] = places[at];
        if generation != table {
            return Err(at);
        }
        if known == hash && is_same(id) {
            return Ok(id);
        }
        at = (at + 1) & mask;
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
    fn large_index_finds_all_states_while_it_grows() {
        let mut table = HashedStates::default();
        let state = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let (mut growths, mut was_growing) = (0, false);
        for n in 0..40_000_u64 {
            assert_eq!(table.id(&state(n)), NodeId(n as u32));
            let is_growing = !table.slots.old.is_empty();
            growths += u32::from(is_growing && !was_growing);
            was_growing = is_growing;
            // States of the old places, moved or not, and the one just added.
            for known in [n / 7, n / 2, n - n / 5, n] {
                assert_eq!(table.id(&state(known)), NodeId(known as u32));
            }
        }
        assert_eq!(growths, 4);
        // A table that is cleared while it grows forgets the old places too.
        let mut half = table.clone();
        while half.slots.old.is_empty() {
            let next = half.states.len() as u64;
            half.id(&state(next));
        }
        half.clear();
        assert_eq!(half.id(&state(5)), NodeId(0));
    }

    #[test]
    fn rows_of_any_width_are_found_again_in_all_blocks() {
        let mut rows = Rows::new(1);
        for (width, count) in [(1, 20_000_u64), (3, 9000), (700, 100), (0, 1), (2, 5)] {
            rows.clear(width);
            let row = |n: u64| -> Vec<u64> { (0..width as u64).map(|at| n * 31 + at).collect() };
            assert!((0..count).all(|n| u64::from(rows.intern(&row(n))) == n));
            assert!((0..count).all(|n| u64::from(rows.intern(&row(n))) == n && rows.row(n as u32) == row(n)));
        }
    }

    #[test]
    fn clear_forgets_all_states_when_generations_wrap() {
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
