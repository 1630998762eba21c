//! Refinement: actions that stand for goals are replaced by plans for these goals, from the first step to the last,
//! until every step is atomic.
//!
//! A search assumes that such an action makes its goal true at its estimated cost. Once there is a plan, each such
//! step is planned for from the real state before it, at most
//! [`SUB_GOAL_DEPTH_MAX`](crate::limits::SUB_GOAL_DEPTH_MAX) levels deep. If that fails, one step is to blame: the
//! step itself if its goal has no plan, or the last refined step if a later step cannot be done in the real state or
//! the goal is not met at the end. The step to blame is ruled out, and the search starts again without it.

use cunning_search::{Limit, Status};

use super::goal_search::GoalSearch;
use super::{PlanMode, Planner, PlannerConfig};
use crate::compiled_goal::CompiledGoal;
use crate::ground::{GroundActionId, State};
use crate::limits::SUB_GOAL_DEPTH_MAX;
use crate::plan::{Plan, PlanStep};

/// A step that was ruled out, with its circumstances.
#[derive(Clone, Debug)]
pub(crate) struct Blame {
    /// The plan that was being refined, and the index of the step in it.
    pub(crate) outline: Vec<GroundActionId>,
    pub(crate) at: usize,
    /// The refined steps before it, and the state that they lead to.
    pub(crate) before: Vec<GroundActionId>,
    pub(crate) state: State,
    pub(crate) fault: Fault,
}

/// Why a step was ruled out.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// Planning for its goal ended with this status.
    Ended(Status),
    /// No plan for its goal could be refined.
    Inner(Vec<Blame>),
    /// The nesting of goals is too deep.
    TooDeep,
    /// Its goal is met by the refined steps, but then this step cannot be done; without a step, the goal is not met
    /// at the end.
    Spoils { steps: Vec<GroundActionId>, next: Option<GroundActionId> },
}

/// The number of ruled-out steps that are kept for each goal.
const BLAMES_MAX: usize = 2;

/// A refined step.
#[derive(Clone, Copy)]
struct Refined {
    at: usize,
    /// The index of its first refined step.
    first: usize,
}

/// One goal that is being planned for.
pub(super) struct Level {
    pub(super) solver: GoalSearch,
    compiled_goal: Option<CompiledGoal>,
    start: State,
    /// The ground actions that must not be used: those of the caller, then those ruled out.
    without: Vec<GroundActionId>,
    /// The part of the goal's tables to be made next; `None` if the search has begun.
    part: Option<u8>,
    is_to_blame: bool,
    /// The plan of the solver, the index of the step being refined, and the refined steps.
    outline: Plan,
    at: usize,
    state: State,
    steps: Vec<PlanStep>,
    last_refined: Option<Refined>,
    /// The first ruled-out steps, except those that are part of themselves.
    blames: Vec<Blame>,
}

impl Level {
    fn new(config: PlannerConfig) -> Self {
        Self {
            solver: GoalSearch::new(config),
            compiled_goal: None,
            start: State::default(),
            without: Vec::new(),
            part: None,
            is_to_blame: false,
            outline: Plan::default(),
            at: 0,
            state: State::default(),
            steps: Vec::new(),
            last_refined: None,
            blames: Vec::new(),
        }
    }

    pub(super) fn needs_refinement(&self) -> bool {
        self.compiled_goal.as_ref().is_some_and(|compiled_goal| compiled_goal.program().has_sub_goals)
    }

    fn search(&mut self) {
        self.part = None;
        if let Some(compiled_goal) = &self.compiled_goal {
            self.solver.begin(compiled_goal, &self.start, &self.without);
        }
    }

    /// Makes a part of the goal's tables, or begins the search if all are made. Returns the units of the part, which do
    /// not depend on whether it was made before; `None` if the search has already begun.
    pub(super) fn prepare(&mut self, mode: PlanMode) -> Option<u64> {
        let (part, compiled_goal) = (self.part?, self.compiled_goal.as_ref()?);
        let Some(units) = compiled_goal.part_units(mode, part) else {
            self.search();
            return Some(0);
        };
        compiled_goal.make_part(mode, part);
        self.part = Some(part + 1);
        Some(units)
    }
}

impl Planner {
    /// Starts planning for a goal inside the goals that are being planned for.
    pub(super) fn descend(&mut self, compiled_goal: &CompiledGoal, state: &State) {
        if self.levels.len() == self.depth {
            // Each level leaves half of its memory to those below.
            let memory_max = self.config.memory_max >> self.levels.len();
            self.levels.push(Level::new(PlannerConfig { memory_max, ..self.config }));
        }
        let level = &mut self.levels[self.depth];
        self.depth += 1;
        let is_same = |old: &CompiledGoal| old.is(compiled_goal);
        if !level.compiled_goal.as_ref().is_some_and(is_same) {
            level.compiled_goal = Some(compiled_goal.clone());
        }
        level.start.clone_from(state);
        level.without.clear();
        level.without.extend_from_slice(&self.without);
        level.is_to_blame = false;
        level.blames.clear();
        if self.keeps_order {
            level.solver.keep_order();
        }
        if self.depth > 1 && self.config.mode != PlanMode::Proof {
            // The caller of a search knows its goal and may have prepared it, but not those of its steps.
            level.part = Some(0);
        } else {
            level.search();
        }
    }

    /// Returns the first ruled-out steps of the outermost goal.
    pub(crate) fn blames(&self) -> &[Blame] {
        self.levels.first().map_or(&[], |level| &level.blames)
    }

    /// Refines the plan that the search of the innermost level has found.
    pub(super) fn refine(&mut self) {
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        level.solver.plan_into(&mut level.outline);
        level.at = 0;
        level.steps.clear();
        level.last_refined = None;
        level.state.clone_from(&level.start);
        self.advance();
    }

    /// Continues the innermost level until a step has to be planned for or all steps are refined.
    fn advance(&mut self) {
        let Some(outermost) = self.levels.first().and_then(|level| level.compiled_goal.clone()) else {
            return;
        };
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        let Some(compiled_goal) = level.compiled_goal.clone() else { return };
        while let Some(&step) = level.outline.steps.get(level.at) {
            let mut after = level.state.clone();
            let Some(cost_micros) = compiled_goal.grounding().apply(step.id, &mut after) else {
                return self.blame_last();
            };
            if compiled_goal.grounding().is_sub_goal(step.id) {
                let at = level.at;
                if self.depth > SUB_GOAL_DEPTH_MAX {
                    return self.blame(at, Fault::TooDeep);
                }
                let Some(inner) = outermost.sub_goal(step.id) else {
                    return self.blame(at, Fault::Ended(Status::LimitExceeded(Limit::Incomplete)));
                };
                let state = level.state.clone();
                return self.descend(&inner, &state);
            }
            level.steps.push(PlanStep { cost_micros, ..step });
            level.state = after;
            level.at += 1;
        }
        if compiled_goal.is_met(&level.state) { self.ascend() } else { self.blame_last() }
    }

    /// Handles a plan of atomic steps at the innermost level.
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
        let part = |step: &PlanStep| PlanStep { part_of: Some(step.part_of.unwrap_or(id)), ..*step };
        outer.last_refined = Some(Refined { at: outer.at, first: outer.steps.len() });
        outer.steps.extend(inner.steps.iter().map(part));
        outer.state.clone_from(&inner.state);
        outer.at += 1;
        self.spent += inner.solver.counters();
        self.depth -= 1;
        self.advance();
    }

    /// Handles the end of the search at the innermost level without a plan.
    pub(super) fn end_level(&mut self, status: Status) {
        let Some(level) = self.levels.get_mut(self.depth - 1) else { return };
        if status == Status::Solved {
            if self.depth == 1 {
                self.status = status;
            } else {
                self.refine();
            }
        } else if self.depth == 1 {
            // Ruled-out steps are not proved to be useless.
            let is_proof = !(status == Status::Unsolvable && level.is_to_blame);
            self.status = if is_proof { status } else { Status::LimitExceeded(Limit::Incomplete) };
        } else {
            let inner = std::mem::take(&mut level.blames);
            let fault = if inner.is_empty() { Fault::Ended(status) } else { Fault::Inner(inner) };
            self.spent += level.solver.counters();
            self.depth -= 1;
            let at = self.levels[self.depth - 1].at;
            self.blame(at, fault);
        }
    }

    /// Handles a step that cannot be done, or a goal that is not met, at the innermost level: the last refined step
    /// is to blame.
    fn blame_last(&mut self) {
        let Some(level) = self.levels.get(self.depth - 1) else { return };
        let Some(Refined { at, first }) = level.last_refined else {
            // Without such a step the states are as predicted.
            return self.end_level(Status::LimitExceeded(Limit::Incomplete));
        };
        let steps = ids(level.steps.get(first..).unwrap_or_default());
        let next = level.outline.steps.get(level.at).map(|step| step.id);
        self.blame(at, Fault::Spoils { steps, next });
    }

    /// Rules out a step of the innermost level's plan, and searches again.
    fn blame(&mut self, at: usize, fault: Fault) {
        let (outer, inner) = self.levels.split_at_mut(self.depth - 1);
        let Some(level) = inner.first_mut() else { return };
        let Some(id) = level.outline.steps.get(at).map(|step| step.id) else { return };
        self.spent += level.solver.counters();
        level.without.push(id);
        level.is_to_blame = true;
        let is_part_of_itself =
            outer.iter().any(|outer| outer.outline.steps.get(outer.at).is_some_and(|step| step.id == id));
        if !is_part_of_itself && level.blames.len() < BLAMES_MAX {
            level.blames.push(Blame {
                outline: ids(&level.outline.steps),
                at,
                before: ids(&level.steps),
                state: level.state.clone(),
                fault,
            });
        }
        level.search();
    }
}

fn ids(steps: &[PlanStep]) -> Vec<GroundActionId> {
    steps.iter().map(|step| step.id).collect()
}
