//! The guides' queues: each is ordered by the estimates of its guide, and they take turns.

use super::choice::{Chooser, QueueChoice};
use crate::open_list::{Entry, OpenList};
use crate::{NodeId, Rank};

/// A queue for every guide, with keys `K`; estimates are costs `C`.
pub(super) struct Guides<K, C> {
    queues: Vec<OpenList<K>>,
    /// The least estimate of each guide so far.
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

    /// The number of guides that take part in a round, which ends with the anchor.
    pub(super) fn count_per_round(&self) -> usize {
        self.chooser.guides_per_round(self.queues.len())
    }

    /// Queues a node with every guide that has an estimate and a key for it. Returns true if the estimate of guide
    /// `leader` is its smallest so far.
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

    /// The next guide in turn with its first current entry, if that entry may be used now.
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
            // Without this, a guide with nothing to expand would be chosen over and over.
            self.chooser.reward(guide, false);
        }
        first.map(|first| (guide, first))
    }

    /// Records whether an expansion for a guide made progress.
    pub(super) fn reward(&mut self, guide: usize, made_progress: bool) {
        self.chooser.reward(guide, made_progress);
    }

    /// Drops outdated entries from queues that have too many.
    pub(super) fn drop_outdated(&mut self, open_count: usize, mut is_current: impl FnMut(&Entry<K>) -> bool) {
        for open in &mut self.queues {
            open.drop_outdated(open_count, &mut is_current);
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.queues.iter().map(OpenList::heap_bytes).sum()
    }
}
