//! The guides' queues: each holds states in the order that its guide likes them, and they take turns.

use super::choice::{Chooser, QueueChoice};
use crate::open_list::{Entry, OpenList};
use crate::{NodeId, Rank};

/// A queue for every guide, with keys `K`; estimates are costs `C`.
pub(super) struct Guides<K, C> {
    queues: Vec<OpenList<K>>,
    /// The least estimate each guide has given.
    best: Vec<Option<C>>,
    chooser: Chooser,
}

impl<K: Rank, C: Ord + Copy> Guides<K, C> {
    pub(super) fn new(choice: QueueChoice) -> Self {
        Self { queues: Vec::new(), best: Vec::new(), chooser: Chooser::new(choice) }
    }

    /// Empties the queues for a new search.
    pub(super) fn restart(&mut self, guide_count: usize) {
        self.queues.resize_with(guide_count, OpenList::default);
        self.queues.iter_mut().for_each(OpenList::clear);
        self.best.clear();
        self.best.resize(guide_count, None);
        self.chooser.restart(guide_count);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queues.is_empty()
    }

    /// How many guides take part in a round that ends with the anchor.
    pub(super) fn count_per_round(&self) -> usize {
        self.chooser.guides_per_round(self.queues.len())
    }

    /// Queues a node with every guide that has an estimate of it and a key for that. True if guide `leader` never gave
    /// a smaller estimate.
    pub(super) fn push(
        &mut self,
        node: NodeId,
        leader: Option<usize>,
        mut estimate: impl FnMut(usize) -> Option<C>,
        key: impl Fn(C) -> Option<K>,
    ) -> bool {
        let mut made_progress = false;
        for (guide, (open, best)) in self.queues.iter_mut().zip(&mut self.best).enumerate() {
            let Some(h) = estimate(guide) else { continue };
            if best.is_none_or(|best| h < best) {
                *best = Some(h);
                made_progress |= leader == Some(guide);
            }
            if let Some(key) = key(h) {
                open.push(key, node);
            }
        }
        made_progress
    }

    /// The guide whose turn it is, with the first of its entries that is current, if that may be used now.
    pub(super) fn choose(
        &mut self,
        is_current: impl FnMut(&Entry<K>) -> bool,
        may_be_used: impl Fn(&Entry<K>) -> bool,
    ) -> Option<(usize, Entry<K>)> {
        if self.is_empty() {
            return None;
        }
        let guide = self.chooser.choose(self.queues.len());
        let first = self.queues.get_mut(guide)?.first_current(is_current).filter(may_be_used);
        if first.is_none() {
            // A turn that comes to nothing is no progress, or this guide would be chosen again and again.
            self.chooser.reward(guide, false);
        }
        first.map(|first| (guide, first))
    }

    /// Notes what an expansion for a guide was worth.
    pub(super) fn reward(&mut self, guide: usize, made_progress: bool) {
        self.chooser.reward(guide, made_progress);
    }

    /// Drops outdated entries where there are too many.
    pub(super) fn drop_outdated(&mut self, open_count: usize, mut is_current: impl FnMut(&Entry<K>) -> bool) {
        for open in &mut self.queues {
            open.drop_outdated(open_count, &mut is_current);
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.queues.iter().map(OpenList::heap_bytes).sum()
    }
}
