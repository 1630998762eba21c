//! Lists that grow without copying: items lie in blocks of bounded size, and a full block is followed by another one. So
//! no addition takes long, however long the list is, which matters to searches that must fit into a frame.

use std::ops::{Index, IndexMut};

/// The number of items of a block, as a power of two.
const SHIFT: u32 = 10;
const BLOCK: usize = 1 << SHIFT;

/// A list in blocks.
///
/// ```
/// use cunning_search::Blocks;
///
/// let mut list = Blocks::default();
/// for number in 0..5000_u32 {
///     list.push(number);
/// }
/// assert_eq!((list[4321], list.len()), (4321, 5000));
/// assert_eq!(list.pop(), Some(4999));
/// ```
#[derive(Clone, Debug)]
pub struct Blocks<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }
}

impl<T> Blocks<T> {
    /// Returns the number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no items.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all items and keeps the memory.
    pub fn clear(&mut self) {
        let used = self.len.div_ceil(BLOCK);
        self.blocks[..used].iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    /// Adds an item at the end.
    #[inline]
    pub fn push(&mut self, item: T) {
        let at = self.len >> SHIFT;
        if at == self.blocks.len() {
            // Most lists are short, so the first block grows with its items.
            self.blocks.push(if at == 0 { Vec::new() } else { Vec::with_capacity(BLOCK) });
        }
        self.blocks[at].push(item);
        self.len += 1;
    }

    /// Removes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.blocks[self.len >> SHIFT].pop()
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.capacity() * size_of::<T>()).sum::<usize>()
            + self.blocks.capacity() * size_of::<Vec<T>>()
    }
}

impl<T> Index<usize> for Blocks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.blocks[at >> SHIFT][at & (BLOCK - 1)]
    }
}

impl<T> IndexMut<usize> for Blocks<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.blocks[at >> SHIFT][at & (BLOCK - 1)]
    }
}

/// Short slices in blocks. A slice never crosses the end of a block; a longer one has a block of its own.
///
/// ```
/// use cunning_search::Runs;
///
/// let mut runs = Runs::default();
/// let (first, second) = (runs.add(&[1, 2, 3]), runs.add(&[4]));
/// assert_eq!((runs.get(first, 3), runs.get(second, 1)), (&[1, 2, 3][..], &[4][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Runs<T> {
    blocks: Vec<Vec<T>>,
    /// The number of blocks in use, and of items.
    used: usize,
    len: usize,
}

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), used: 0, len: 0 }
    }
}

impl<T: Copy> Runs<T> {
    /// Removes all slices and keeps the memory.
    pub fn clear(&mut self) {
        self.blocks[..self.used].iter_mut().for_each(Vec::clear);
        (self.used, self.len) = (0, 0);
    }

    /// Adds a slice and returns its place.
    pub fn add(&mut self, items: &[T]) -> u32 {
        let has_room = |block: &Vec<T>| block.len() + items.len() <= BLOCK;
        let last = self.used.checked_sub(1).filter(|&last| has_room(&self.blocks[last]));
        let at = last.unwrap_or_else(|| {
            if self.used == self.blocks.len() {
                let capacity = if self.used == 0 { 0 } else { BLOCK };
                self.blocks.push(Vec::with_capacity(capacity));
            }
            self.used += 1;
            self.used - 1
        });
        let block = &mut self.blocks[at];
        let place = (at << SHIFT) + block.len();
        self.len += items.len();
        block.extend_from_slice(items);
        place as u32
    }

    /// Returns the slice at a place that [`Runs::add`] returned.
    #[inline]
    pub fn get(&self, place: u32, len: u32) -> &[T] {
        if len == 0 {
            return &[];
        }
        let from = place as usize & (BLOCK - 1);
        &self.blocks[place as usize >> SHIFT][from..from + len as usize]
    }

    /// Returns the number of items of all slices.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_the_same_after_it_was_cleared() {
        let mut list = Blocks::default();
        for round in [3000_usize, 10, 5000] {
            list.clear();
            (0..round).for_each(|at| list.push(at * 7));
            assert_eq!(list.len(), round);
            assert!((0..round).all(|at| list[at] == at * 7));
            for at in (round / 2..round).rev() {
                assert_eq!(list.pop(), Some(at * 7));
            }
            list.push(1);
            assert_eq!(list[round / 2], 1);
        }
    }

    #[test]
    fn runs_of_all_lengths_stay_whole() {
        let mut runs = Runs::default();
        for _ in 0..2 {
            runs.clear();
            let lengths = [0_u32, 1, 1000, 30, 5000, 2, 1024, 1023, 1, 1, 0, 700, 700];
            let places: Vec<u32> = lengths
                .iter()
                .zip(0_u32..)
                .map(|(&len, at)| runs.add(&(at..at + len).collect::<Vec<_>>()))
                .collect();
            for ((&len, at), place) in lengths.iter().zip(0_u32..).zip(places) {
                assert!(runs.get(place, len).iter().copied().eq(at..at + len));
            }
        }
    }
}
