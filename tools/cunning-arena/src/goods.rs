//! Inventories: how many of each kind of item a holder has.

use crate::id::ItemId;
use crate::limits::{COUNT_MAX, ITEMS_MAX};
use cunning_encode::encode_struct;

/// A count of each kind of item, each at most [`COUNT_MAX`]. The size is fixed, so that trade does not
/// allocate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goods {
    counts: [u16; ITEMS_MAX],
}

encode_struct!(Goods { counts });

impl Goods {
    /// The number of items of one kind.
    pub fn count(&self, item: ItemId) -> u16 {
        self.counts.get(item.index()).copied().unwrap_or(0)
    }

    /// Whether there are at least as many items of every kind.
    pub fn has(&self, needed: &Self) -> bool {
        self.counts.iter().zip(&needed.counts).all(|(have, need)| have >= need)
    }

    /// The kinds that are present, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (ItemId, u16)> {
        let counts = self.counts.iter().enumerate();
        counts.filter(|&(_, &count)| count > 0).map(|(item, &count)| (ItemId::new(item as u16), count))
    }

    /// Adds as many as there is room for, and returns how many were added.
    pub(crate) fn add(&mut self, item: ItemId, count: u16) -> u16 {
        let Some(held) = self.counts.get_mut(item.index()) else { return 0 };
        let added = count.min(COUNT_MAX.saturating_sub(*held));
        *held += added;
        added
    }

    /// Removes as many as there are, and returns how many were removed.
    pub(crate) fn remove(&mut self, item: ItemId, count: u16) -> u16 {
        let Some(held) = self.counts.get_mut(item.index()) else { return 0 };
        let removed = count.min(*held);
        *held -= removed;
        removed
    }

    pub(crate) fn add_all(&mut self, goods: &Self) {
        for (item, count) in goods.iter() {
            self.add(item, count);
        }
    }

    pub(crate) fn remove_all(&mut self, goods: &Self) {
        for (item, count) in goods.iter() {
            self.remove(item, count);
        }
    }

    /// How many more items of one kind fit.
    pub(crate) fn room(&self, item: ItemId) -> u16 {
        COUNT_MAX.saturating_sub(self.count(item))
    }

    /// Whether all kinds are below `kinds` and all counts within the limit.
    pub(crate) fn is_sound(&self, kinds: usize) -> bool {
        self.iter().all(|(item, count)| item.index() < kinds && count <= COUNT_MAX)
    }
}
