//! Leaves out the steps that a plan does not need.

use super::{LazySearch, NO_OPERATOR, price};
use crate::compiled_goal::GoalProgram;

/// Longer plans are not shortened.
const STEPS_MAX: usize = 400;

impl LazySearch {
    /// Leaves out every step without which, and without the later steps that depended on it, the goal is still
    /// reached at a lower price. Returns the price of the plan and the work done.
    pub(super) fn shorten(&mut self, program: &GoalProgram, plan: &mut Vec<u32>) -> (u64, u64) {
        let mut work = plan.len() as u64 * 4;
        let mut rest = Vec::new();
        let mut best = self.follow(program, plan, None, &mut rest).unwrap_or(u64::MAX);
        std::mem::swap(plan, &mut rest);
        let mut at = 0;
        while at < plan.len() && plan.len() <= STEPS_MAX {
            work += plan.len() as u64 * 4;
            match self.follow(program, plan, Some(at), &mut rest) {
                Some(price) if price < best => {
                    best = price;
                    std::mem::swap(plan, &mut rest);
                }
                _ => at += 1,
            }
        }
        (best, work)
    }

    /// Executes a plan without one of its steps and without those that then cannot be done. Writes the remaining
    /// operators and returns their price; `None` if they do not reach the goal.
    fn follow(
        &mut self,
        program: &GoalProgram,
        plan: &[u32],
        without: Option<usize>,
        rest: &mut Vec<u32>,
    ) -> Option<u64> {
        rest.clear();
        let mut total = 0_u64;
        program.packing.pack(program.values(&self.start), &mut self.before);
        for (at, &operator) in plan.iter().enumerate() {
            if without == Some(at) {
                continue;
            }
            // The same action may now be possible at another cost.
            let task_action = program.task.operators[operator as usize].task_action;
            let range = program.task.operator_range(task_action);
            let holds = |&at: &u32| program.packing.is_applicable(at, &self.before);
            let found = std::iter::once(operator)
                .chain(range.start as u32..range.end as u32)
                .find(holds)
                .unwrap_or(NO_OPERATOR);
            let Some(task_operator) = program.task.operators.get(found as usize) else { continue };
            let Some(price) = price(program, &self.prices, self.unit, &self.start, found, &self.before)
            else {
                continue;
            };
            if program.packing.apply(&program.task, task_operator, &self.before, &mut self.after) {
                std::mem::swap(&mut self.before, &mut self.after);
                total = total.saturating_add(price);
                rest.push(found);
            }
        }
        program.packing.is_goal(&self.before).then_some(total)
    }
}
