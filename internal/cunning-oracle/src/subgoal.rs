//! Refinement of sub-goal steps until every step of a plan is atomic.
//!
//! The outer search assumes that a sub-goal action makes its goal's `want` true at its estimated cost. The plan it
//! finds is refined from the first step to the last: each sub-goal step is planned again from the real state before
//! it, at most [`SUBGOAL_DEPTH_MAX`] levels deep. To blame for a failure is
//! - the sub-goal step itself, if its goal has no plan or is nested too deeply;
//! - the last refined sub-goal step, if a later step cannot be done in the real state, or the goal is not met at the
//!   end.
//!
//! The step to blame is forbidden in every state, for this search but not for those inside it; then the search starts
//! again without it.

use crate::instance::Instance;
use crate::limits::SUBGOAL_DEPTH_MAX;
use crate::search::{Budget, End, Move, Moves, Target, uniform_cost};
use std::collections::BTreeSet;

/// One query being answered.
pub(crate) struct Job<'a> {
    pub(crate) instance: &'a Instance<'a>,
    pub(crate) moves: &'a Moves,
    pub(crate) budget: Budget,
}

/// How the planning of a goal ended.
pub(crate) enum Planned {
    Solved(Refined),
    Unsolvable,
    LimitExceeded,
}

/// Atomic steps, the sum of their costs and the state they end in.
pub(crate) struct Refined {
    pub(crate) path: Vec<Move>,
    pub(crate) cost: u64,
    state: Vec<i32>,
}

/// The step to blame for a failure.
enum Blame {
    TheStep,
    TheLastRefined,
}

impl<'a> Job<'a> {
    /// Plans for a target from a state until the plan consists of atomic steps.
    pub(crate) fn plan(&mut self, start: &[i32], target: &Target<'_>, depth: usize) -> Planned {
        let mut forbidden = BTreeSet::new();
        loop {
            let budget = &mut self.budget;
            match uniform_cost(self.instance, self.moves, start, target, &forbidden, budget) {
                End::Dry(_) if forbidden.is_empty() => return Planned::Unsolvable,
                End::Dry(_) | End::OutOfStates => return Planned::LimitExceeded,
                End::Found(path) => match self.refine(&path, start, target, depth) {
                    Ok(refined) => return Planned::Solved(refined),
                    Err(Some(blamed)) => {
                        forbidden.insert(blamed);
                    }
                    // Without a sub-goal the real states are the predicted ones.
                    Err(None) => return Planned::LimitExceeded,
                },
            }
        }
    }

    /// Replaces each sub-goal step by its plan. The error is the step to blame.
    fn refine(
        &mut self,
        path: &[Move],
        start: &[i32],
        target: &Target<'_>,
        depth: usize,
    ) -> Result<Refined, Option<Move>> {
        let mut done = Refined { path: Vec::new(), cost: 0, state: start.to_vec() };
        let mut refined_last = None;
        for &step in path {
            match self.advance(step, &mut done, depth) {
                Ok(true) => refined_last = Some(step),
                Ok(false) => {}
                Err(Blame::TheStep) => return Err(Some(step)),
                Err(Blame::TheLastRefined) => return Err(refined_last),
            }
        }
        if target.is_met(self.instance, &done.state) { Ok(done) } else { Err(refined_last) }
    }

    /// Takes one step in the real state. Returns true if it was a sub-goal and has been planned.
    fn advance(&mut self, step: Move, done: &mut Refined, depth: usize) -> Result<bool, Blame> {
        let mut after = Vec::new();
        let cost = self.attempt(step, &done.state, &mut after).ok_or(Blame::TheLastRefined)?;
        let Some(target) = self.sub_goal(step) else {
            done.cost = done.cost.checked_add(cost).ok_or(Blame::TheLastRefined)?;
            done.path.push(step);
            done.state = after;
            return Ok(false);
        };
        if depth >= SUBGOAL_DEPTH_MAX {
            return Err(Blame::TheStep);
        }
        let Planned::Solved(inner) = self.plan(&done.state, &target, depth + 1) else {
            return Err(Blame::TheStep);
        };
        done.cost = done.cost.checked_add(inner.cost).ok_or(Blame::TheStep)?;
        done.path.extend(inner.path);
        done.state = inner.state;
        Ok(true)
    }

    fn attempt(&self, step: Move, state: &[i32], after: &mut Vec<i32>) -> Option<u64> {
        match step {
            Move::Free { condition, value } => {
                self.instance.set_free(&self.moves.freed[condition], value, state, after).then_some(0)
            }
            Move::Act { action, binding } => {
                let mut slots = self.moves.bindings[action][binding];
                let action = &self.instance.domain.actions[action];
                self.instance.attempt(action, &mut slots, state, after).ok()
            }
        }
    }

    /// Returns the goal that a step stands for, with the step's binding.
    fn sub_goal(&self, step: Move) -> Option<Target<'a>> {
        let Move::Act { action, binding } = step else {
            return None;
        };
        let achieves = self.instance.domain.actions[action].achieves.as_ref()?;
        let given = &self.moves.bindings[action][binding];
        let mut slots = [0; crate::limits::SLOTS_MAX];
        for (slot, from) in slots.iter_mut().zip(&achieves.slots) {
            *slot = given[*from];
        }
        let want = &self.instance.domain.goals[achieves.goal].want;
        Some(Target { want, bindings: vec![slots] })
    }
}
