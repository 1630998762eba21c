//! Where an agent walks while it plans again: towards what it wants next, without getting hurt.
//!
//! The search for the new plan begins at the end of this path, so the agent never has to turn back to where it was when
//! the search began.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use cunning_train::{EventKind, Facts, Moment, Situation};

use super::state::QuestRun;

/// How far the path leads, in nanoseconds of walking. A search of the shipped quest takes less.
const GUESS_NS: u64 = 2_500_000_000;

impl QuestRun {
    /// The path to the nearest cell of what the agent wants next, or as close to it as it can get unhurt. The first moment
    /// is now.
    pub(super) fn guess(&self, next_fact: Option<Facts>) -> Vec<Moment> {
        let targets = self.targets(next_fact);
        let position = |cell: u32| self.quest.position(cell);
        let distance = |cell: u32| {
            let (x, y) = position(cell);
            let of = |&target: &u32| {
                let (to_x, to_y) = position(target);
                u64::from(x.abs_diff(to_x)).pow(2) + u64::from(y.abs_diff(to_y)).pow(2)
            };
            targets.iter().map(of).min()
        };
        // The time and the previous cell of each cell that is reached unhurt and without changing the situation.
        let mut reached: BTreeMap<u32, (Moment, u32)> = BTreeMap::new();
        let start = Moment { ns: 0, situation: self.at };
        let mut open = BinaryHeap::from([Reverse((0, self.at.cell, self.at.cell))]);
        let mut waiting = BTreeMap::from([((0, self.at.cell, self.at.cell), start)]);
        let mut best = (distance(self.at.cell), 0, self.at.cell);
        while let Some(Reverse(entry)) = open.pop() {
            let (Some(moment), (ns, cell, previous)) = (waiting.remove(&entry), entry) else { continue };
            if reached.contains_key(&cell) {
                continue;
            }
            reached.insert(cell, (moment, previous));
            best = best.min((distance(cell), ns, cell));
            if targets.contains(&cell) {
                break;
            }
            if moment.situation.facts != self.at.facts {
                continue;
            }
            for (situation, cost) in self.unhurt_steps(moment.situation) {
                let entry = (ns + cost, situation.cell, cell);
                open.push(Reverse(entry));
                waiting.insert(entry, Moment { ns: ns + cost, situation });
            }
        }
        let mut path = Vec::new();
        let mut cell = best.2;
        while let Some(&(moment, previous)) = reached.get(&cell) {
            path.push(moment);
            if previous == cell {
                break;
            }
            cell = previous;
        }
        path.reverse();
        let within = path.iter().take_while(|moment| moment.ns <= GUESS_NS).count();
        path.truncate(within.max(1));
        path
    }

    /// The cells of what the agent wants next: what its last plan would have brought next, or any item, or the goal.
    fn targets(&self, next_fact: Option<Facts>) -> Vec<u32> {
        let events = self.quest.events();
        let is_next = |fact: Facts| next_fact.is_some_and(|next| next.has_all(fact));
        let next = events.iter().filter(|event| is_next(Facts::of(event.fact)));
        let next: Vec<u32> = next.flat_map(|event| event.cells.iter().copied()).collect();
        let missing =
            events.iter().filter(|event| event.kind == EventKind::Item && !self.at.facts.has(event.fact));
        let missing: Vec<u32> = missing.flat_map(|event| event.cells.iter().copied()).collect();
        [next, missing]
            .into_iter()
            .find(|cells| !cells.is_empty())
            .unwrap_or_else(|| self.quest.goal().cells.clone())
    }

    fn unhurt_steps(&self, at: Situation) -> impl Iterator<Item = (Situation, u64)> {
        let (x, y) = self.quest.position(at.cell);
        let around = (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (dx, dy)));
        let cells = around.filter_map(move |(dx, dy)| {
            let cell = self.quest.cell((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))?;
            Some(cell).filter(|&cell| cell != at.cell)
        });
        let steps = cells.filter_map(move |cell| self.rules.step_to(at, cell, false));
        steps.filter(move |(after, _)| after.level >= at.level)
    }
}
