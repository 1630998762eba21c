//! Actions that stand for goals are worked out, from the first step of a plan to the last, until every step is
//! atomic.
//!
//! A search believes that such an action makes its goal true at the cost it guesses. Once its plan stands, each such step
//! is planned for from the real state before it, at most [`SUB_GOAL_DEPTH_MAX`](crate::limits::SUB_GOAL_DEPTH_MAX)
//! levels deep. To blame for a failure is the step itself, if its goal cannot be planned for; or the one worked out last,
//! if a later step cannot be done in the real state or the goal is not met in the end. The step to blame is forbidden
//! and the search starts again without it.

use cunning_search::{Limit, Status};

use super::solver::Solver;
use super::{Planner, PlannerConfig, sum};
use crate::aim::Aim;
use crate::ground::{GroundActionId, State};
use crate::limits::SUB_GOAL_DEPTH_MAX;
use crate::plan::{Plan, Step};

/// One goal that is being planned for.
pub(super) struct Level {
    pub(super) solver: Solver,
    aim: Option<Aim>,
    start: State,
    /// What must not be used: what the caller said, then what is to blame.
    without: Vec<GroundActionId>,
    is_to_blame: bool,
    /// The plan of the solver, how far it is worked out, and what came of it.
    outline: Plan,
    at: usize,
    state: State,
    steps: Vec<Step>,
    last_refined: Option<GroundActionId>,
}

impl Level {
    fn new(config: PlannerConfig) -> Self {
        Self {
            solver: Solver::new(config),
            aim: None,
            start: State::default(),
            without: Vec::new(),
            is_to_blame: false,
            outline: Plan::default(),
            at: 0,
            state: State::default(),
            steps: Vec::new(),
            last_refined: None,
        }
    }

    pub(super) fn needs_refinement(&self) -> bool {
        self.aim.as_ref().is_some_and(|aim| aim.program().has_sub_goals)
    }

    fn search(&mut self) {
        if let Some(aim) = &self.aim {
            self.solver.begin(aim, &self.start, &self.without);
        }
    }
}

impl Planner {
    /// Begins to plan for a goal, inside the goals that are being planned for.
    pub(super) fn descend(&mut self, aim: &Aim, state: &State) {
        if self.levels.len() == self.depth {
            self.levels.push(Level::new(self.config));
        }
        let level = &mut self.levels[self.depth];
        self.depth += 1;
        let is_same = |old: &Aim| std::sync::Arc::ptr_eq(old.program(), aim.program());
        if !level.aim.as_ref().is_some_and(is_same) {
            level.aim = Some(aim.clone());
        }
        level.start.assign(state);
        level.without.clear();
        level.without.extend_from_slice(&self.without);
        level.is_to_blame = false;
        level.search();
    }

    /// The search of the innermost level has found a plan: works out its steps.
    pub(super) fn refine(&mut self) {
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        level.solver.plan_into(&mut level.outline);
        level.at = 0;
        level.steps.clear();
        level.last_refined = None;
        level.state.assign(&level.start);
        self.advance();
    }

    /// Goes on with the innermost level until a step has to be planned for or all are done.
    fn advance(&mut self) {
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        let Some(aim) = level.aim.clone() else { return };
        while let Some(&step) = level.outline.steps.get(level.at) {
            let mut after = level.state.clone();
            let Some(cost_micros) = aim.grounding().apply(step.id, &mut after) else {
                return self.blame_last();
            };
            if aim.grounding().is_sub_goal(step.id) {
                let inner = aim.grounding().sub_aim(step.id).filter(|_| self.depth <= SUB_GOAL_DEPTH_MAX);
                let Some(inner) = inner else { return self.blame(step.id) };
                let state = level.state.clone();
                return self.descend(&inner, &state);
            }
            level.steps.push(Step { cost_micros, ..step });
            level.state = after;
            level.at += 1;
        }
        if aim.program().is_met(&level.state) { self.ascend() } else { self.blame_last() }
    }

    /// The innermost level has a plan of atomic steps.
    fn ascend(&mut self) {
        let (outer, inner) = self.levels.split_at_mut(self.depth - 1);
        let Some(inner) = inner.first_mut() else { return };
        let Some(outer) = outer.last_mut() else {
            self.plan.steps.clone_from(&inner.steps);
            self.plan.cost_micros = inner.steps.iter().map(|step| step.cost_micros).sum();
            self.status = Status::Solved;
            return;
        };
        let id = outer.outline.steps[outer.at].id;
        let part = |step: &Step| Step { part_of: Some(step.part_of.unwrap_or(id)), ..*step };
        outer.steps.extend(inner.steps.iter().map(part));
        outer.state.assign(&inner.state);
        outer.at += 1;
        outer.last_refined = Some(id);
        self.spent = sum(self.spent, inner.solver.counters());
        self.depth -= 1;
        self.advance();
    }

    /// The search of the innermost level has ended, and not with a plan that has to be worked out.
    pub(super) fn end_level(&mut self, status: Status) {
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        if status == Status::Solved {
            if self.depth == 1 {
                self.status = status;
            } else {
                self.refine();
            }
        } else if self.depth == 1 {
            // What was ruled out was not proved to be useless.
            let is_proof = !(status == Status::Unsolvable && level.is_to_blame);
            self.status = if is_proof { status } else { Status::LimitExceeded(Limit::Incomplete) };
        } else {
            self.spent = sum(self.spent, level.solver.counters());
            self.depth -= 1;
            let outer = &self.levels[self.depth - 1];
            let id = outer.outline.steps[outer.at].id;
            self.blame(id);
        }
    }

    /// A step of the innermost level cannot be done, or its goal is not met: what was worked out before is to blame.
    fn blame_last(&mut self) {
        match self.levels.get(self.depth - 1).and_then(|level| level.last_refined) {
            Some(id) => self.blame(id),
            // Without such a step the states are as predicted.
            None => self.end_level(Status::LimitExceeded(Limit::Incomplete)),
        }
    }

    fn blame(&mut self, id: GroundActionId) {
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        self.spent = sum(self.spent, level.solver.counters());
        level.without.push(id);
        level.is_to_blame = true;
        level.search();
    }
}
