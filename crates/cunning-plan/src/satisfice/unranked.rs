//! The states that the list of novel states does not know yet. Most searches end before that list has its first turn, so
//! states are ranked only then, in the order of their expansion.

use cunning_search::{Blocks, Runs};

use super::queues::NOVEL;
use super::{LazySearch, open_goals};
use crate::compiled_goal::GoalProgram;

/// The expansions whose novelty is still to be computed.
#[derive(Default)]
pub(super) struct Unranked {
    expansions: Blocks<Expansion>,
    /// The first expansion that is not ranked.
    next: usize,
    /// The operators of all expansions, and those of the one that has not ended.
    operators: Runs<u32>,
    own: Vec<u32>,
    has_started: bool,
}

#[derive(Clone, Copy, Debug)]
struct Expansion {
    node: u32,
    parent: u32,
    first: u32,
    count: u32,
}

/// The number of expansions that are ranked at once.
const AT_ONCE: usize = 4;

impl Unranked {
    pub(super) fn clear(&mut self) {
        self.expansions.clear();
        self.operators.clear();
        self.next = 0;
        self.has_started = false;
    }

    /// Adds an operator to the expansion that has not ended.
    pub(super) fn push(&mut self, operator: u32) {
        self.own.push(operator);
    }

    /// Ends the expansion of a node.
    pub(super) fn end(&mut self, node: u32, parent: u32) {
        let (first, count) = (self.operators.add(&self.own), self.own.len() as u32);
        self.expansions.push(Expansion { node, parent, first, count });
        self.own.clear();
    }

    /// Returns whether there is nothing to rank.
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.expansions.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.expansions.len() * size_of::<Expansion>() + self.operators.len() * size_of::<u32>()
    }
}

impl LazySearch {
    /// Puts the operators of the next expansions on the list of novel states. Returns the work done.
    pub(super) fn rank_some(&mut self, program: &GoalProgram) -> u64 {
        let mut work = 0;
        if !self.unranked.has_started {
            self.unranked.has_started = true;
            work += self.novelty.start(&program.task.sizes);
        }
        let packing = &program.packing;
        let end = self.unranked.expansions.len().min(self.unranked.next + AT_ONCE);
        for at in self.unranked.next..end {
            let Expansion { node, parent, first, count } = self.unranked.expansions[at];
            let (row, old) = (self.rows.row(node), self.rows.row(parent));
            let open_goals = open_goals(&program.goal, &|var| packing.value(row, var));
            let is_root = node == 0;
            let novelty = self.novelty.of(
                open_goals,
                |var| packing.value(row, var),
                |var| is_root || packing.value(row, var) != packing.value(old, var),
            );
            let rank = u64::from(novelty) << 8 | u64::from(open_goals.min(255));
            let key = rank << 48 | self.nodes[node as usize].guide.min((1 << 48) - 1);
            for &operator in self.unranked.operators.get(first, count) {
                self.queues.push(NOVEL, key, node, operator);
            }
            work += self.novelty.take_work() + u64::from(count);
        }
        self.unranked.next = end;
        work
    }
}
