//! Looks ahead along a relaxed plan: does as many of its steps as can really be done, one after the other, and goes on
//! from the state they lead to. Long plans of easy steps are so found in a few evaluations.

use super::{DEAD_END, LazySearch, NextVisit, Node, price};
use crate::compiled_goal::GoalProgram;

/// The longest sequence of steps of one look ahead.
const STEPS_MAX: usize = 200;

/// A step of the relaxed plan that is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pending {
    /// The cost at which the relaxed plan reaches its conditions.
    pub(super) cost: u64,
    pub(super) operator: u32,
    pub(super) uses: u32,
}

impl LazySearch {
    /// Follows the relaxed plan of a node, which was the last to be evaluated. Notes where it leads as the next visit.
    pub(super) fn look_ahead(&mut self, program: &GoalProgram, from: u32) -> u64 {
        let mut pending = std::mem::take(&mut self.pending);
        self.relaxed_plan.pending(program.relaxed_rules(), &self.exploration, &mut pending);
        self.before.clear();
        self.before.extend_from_slice(self.rows.row(from));
        let (mut at, mut last) = (from, None);
        let mut work = pending.len() as u64;
        for _ in 0..STEPS_MAX {
            let Some(choice) = self.choose(program, &pending, &mut work) else { break };
            let operator = pending[choice].operator;
            pending[choice].uses -= 1;
            if pending[choice].uses == 0 {
                pending.remove(choice);
            }
            let Some(id) = self.step(program, at, operator) else { continue };
            if self.nodes[id as usize].guide == DEAD_END {
                break;
            }
            last = Some((at, operator));
            at = id;
            std::mem::swap(&mut self.before, &mut self.after);
            if program.packing.is_goal(&self.before) {
                break;
            }
        }
        self.pending = pending;
        self.next = last
            .filter(|_| self.nodes[at as usize].pass != self.pass)
            .map(|(parent, operator)| NextVisit { parent, operator, below: self.nodes[from as usize].guide });
        work
    }

    /// Returns the position of the step to do next in the state in `before`: the first one that can be done and that
    /// does not get in the way of another one.
    fn choose(&mut self, program: &GoalProgram, pending: &[Pending], work: &mut u64) -> Option<usize> {
        let packing = &program.packing;
        self.found.clear();
        for (at, step) in (0..).zip(pending) {
            *work += 1;
            if packing.is_applicable(step.operator, &self.before) {
                self.found.push(at);
            }
        }
        let is_harmless = |&&at: &&u32| {
            let operator = pending[at as usize].operator;
            let task_operator = &program.task.operators[operator as usize];
            *work += self.found.len() as u64;
            packing.apply(&program.task, task_operator, &self.before, &mut self.after)
                && self.found.iter().all(|&other| {
                    other == at || packing.is_applicable(pending[other as usize].operator, &self.after)
                })
        };
        let choice = match self.found.as_slice() {
            [] | [_] => self.found.first(),
            found => found.iter().find(is_harmless).or(found.first()),
        };
        choice.map(|&at| at as usize)
    }

    /// Does a step in the state in `before`, which is the node `at`. Returns the node of the new state, which is in
    /// `after`; `None` if the step is impossible or changes nothing.
    fn step(&mut self, program: &GoalProgram, at: u32, operator: u32) -> Option<u32> {
        let price = price(program, &self.prices, self.unit, &self.start, operator, &self.before)?;
        let g = self.nodes[at as usize].g.checked_add(price)?;
        let task_operator = &program.task.operators[operator as usize];
        if !program.packing.apply(&program.task, task_operator, &self.before, &mut self.after)
            || self.before == self.after
        {
            return None;
        }
        let id = self.rows.intern(&self.after);
        if id as usize == self.nodes.len() {
            self.nodes.push(Node::new(at, operator, g));
        }
        Some(id)
    }
}
