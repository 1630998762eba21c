//! One search for one goal, both ways in turns, in which actions that stand for goals are taken at their word.

use std::sync::Arc;

use cunning_search::{Counters, Status};

use super::side::Side;
use super::{Algorithm, Direction, PlannerConfig};
use crate::aim::{Aim, Program};
use crate::ground::{GroundActionId, State};
use crate::plan::{Plan, Step};
use crate::search::{Backward, BackwardGuide, Forward, ForwardGuide, Heuristic};
use crate::task::{Cost, Operator};

/// A search with its memory.
pub(super) struct Solver {
    config: PlannerConfig,
    aim: Option<Aim>,
    start: State,
    forbidden: Vec<bool>,
    backward: Side<Backward, BackwardGuide>,
    forward: Side<Forward, ForwardGuide>,
    turn: Turn,
    status: Status,
}

/// Whose turn it is, and for how many expansions more.
#[derive(Clone, Copy)]
struct Turn {
    is_backward: bool,
    left: u64,
    /// How many expansions the next turn of the backward search has; none if there are no turns.
    next: u64,
}

/// How many expansions the first turn of the backward search has.
const FIRST_TURN: u64 = 512;

/// How many expansions forward go with so many backward. An expansion backward is that much cheaper than one guided by
/// landmark cuts; greedy search forward is the better bet.
const fn forward_turn(algorithm: Algorithm, backward: u64) -> u64 {
    match algorithm {
        Algorithm::Greedy => backward.saturating_mul(2),
        _ => backward / 16,
    }
}

impl Solver {
    pub(super) fn new(config: PlannerConfig) -> Self {
        let (backward, forward) = match config.heuristic {
            Some(heuristic) => (heuristic, heuristic),
            None if config.algorithm == Algorithm::Greedy => (Heuristic::Add, Heuristic::Add),
            None => (Heuristic::Max, Heuristic::LandmarkCut),
        };
        Self {
            config,
            aim: None,
            start: State { values: Vec::new() },
            forbidden: Vec::new(),
            backward: Side::new(config, BackwardGuide::new(backward)),
            forward: Side::new(config, ForwardGuide::new(forward)),
            turn: Turn { is_backward: false, left: 0, next: 0 },
            status: Status::Idle,
        }
    }

    /// Begins to search for a goal from a state, without some ground actions.
    pub(super) fn begin(&mut self, aim: &Aim, state: &State, without: &[GroundActionId]) {
        let program = aim.program();
        if self.aim.as_ref().is_none_or(|old| !Arc::ptr_eq(old.program(), program)) {
            self.aim = Some(aim.clone());
        }
        self.start.values.clone_from(&state.values);
        self.forbidden.clear();
        self.forbidden.resize(program.task.deeds.len(), false);
        for deed in without.iter().filter_map(|&id| program.deed(id)) {
            self.forbidden[deed as usize] = true;
        }
        self.backward.forget();
        self.forward.forget();
        let is_backward = self.config.direction != Direction::Forward && program.regression.is_some();
        let takes_turns = is_backward && self.config.direction == Direction::Auto;
        self.turn = Turn {
            is_backward,
            left: if takes_turns { FIRST_TURN } else { u64::MAX },
            next: if takes_turns { FIRST_TURN * 2 } else { 0 },
        };
        self.status = Status::Running;
        self.start_turn();
    }

    /// Starts the search whose turn it is, if it has not begun.
    fn start_turn(&mut self) {
        let Some(aim) = &self.aim else { return };
        let (program, forbidden) = (aim.program(), self.forbidden.as_slice());
        let (step, nodes_max) = (self.config.algorithm.step_price(), self.config.limits.nodes_max);
        if self.turn.is_backward && !self.backward.has_begun {
            let Side { space, guide, .. } = &mut self.backward;
            let space = space.get_or_insert_with(|| Backward::new(program.clone(), step, nodes_max));
            guide.start(program, program.values(&self.start), step, forbidden);
            if let Some(root) = space.start(program, &self.start, forbidden) {
                self.backward.begin(root);
            }
        } else if !self.turn.is_backward && !self.forward.has_begun {
            let Side { space, guide, .. } = &mut self.forward;
            let space = space.get_or_insert_with(|| Forward::new(program.clone(), step, nodes_max));
            guide.start(program, step, forbidden);
            let root = space.start(program, &self.start, forbidden);
            self.forward.begin(root);
        }
    }

    /// Goes on for at most `budget` expansions.
    pub(super) fn step(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while self.status == Status::Running && left > 0 {
            let before = self.counters().expanded;
            let slice = left.min(self.turn.left);
            let status =
                if self.turn.is_backward { self.backward.step(slice) } else { self.forward.step(slice) };
            match status {
                Status::Running => {
                    left -= slice;
                    self.turn.left -= slice;
                    if self.turn.left == 0 {
                        self.switch(false);
                    }
                }
                // What one direction cannot hold the other may.
                Status::LimitExceeded(_) if self.turn.next > 0 => {
                    left -= self.counters().expanded - before;
                    self.switch(true);
                }
                ended => self.status = ended,
            }
        }
        self.status
    }

    /// The other direction's turn. For good if this one cannot go on.
    fn switch(&mut self, for_good: bool) {
        let Turn { is_backward, next, .. } = self.turn;
        self.turn = match (for_good, is_backward) {
            (true, _) => Turn { is_backward: !is_backward, left: u64::MAX, next: 0 },
            (false, true) => {
                Turn { is_backward: false, left: forward_turn(self.config.algorithm, next / 2), next }
            }
            (false, false) => Turn { is_backward: true, left: next, next: next.saturating_mul(2) },
        };
        self.start_turn();
    }

    /// What the search did so far, both ways together.
    pub(super) fn counters(&self) -> Counters {
        let (backward, forward) = (self.backward.counters(), self.forward.counters());
        Counters {
            expanded: backward.expanded + forward.expanded,
            generated: backward.generated + forward.generated,
            reopened: backward.reopened + forward.reopened,
        }
    }

    /// Writes the best plan so far; false if there is none.
    pub(super) fn plan_into(&mut self, plan: &mut Plan) -> bool {
        plan.steps.clear();
        plan.cost_micros = 0;
        let Some(aim) = &self.aim else { return false };
        let program = aim.program();
        let is_backward = match (self.backward.cost(), self.forward.cost()) {
            (Some(backward), Some(forward)) => backward <= forward,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return false,
        };
        if is_backward {
            // The first edge from the goal is the last step.
            for edge in self.backward.path().iter().rev() {
                let cost = |operator: &Operator| match operator.cost {
                    Cost::Fixed(cost) => Some(cost),
                    Cost::Read(_) => None,
                };
                add_step(plan, program, edge.action, cost);
            }
        } else {
            self.forward.path();
            let Side { space: Some(space), path, .. } = &self.forward else { return false };
            for (from, to) in path.iter().zip(path.iter().skip(1)) {
                let cost = |operator: &Operator| program.packing.cost(operator, space.row(from.state));
                add_step(plan, program, to.action, cost);
            }
        }
        true
    }
}

fn add_step(
    plan: &mut Plan,
    program: &Program,
    operator: Option<u32>,
    cost: impl Fn(&Operator) -> Option<u64>,
) {
    // The way from a goal that can be met in several ways to one of them is no step.
    let Some(operator) = operator.and_then(|at| program.task.operators.get(at as usize)) else { return };
    if let (Some((id, action)), Some(cost_micros)) = (program.ground_action(operator.deed), cost(operator)) {
        plan.cost_micros += cost_micros;
        plan.steps.push(Step { id, action, cost_micros, part_of: None });
    }
}
