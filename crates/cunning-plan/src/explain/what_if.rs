//! Hypothetical planning: what could be reached if some conditions were granted?

use std::sync::Arc;

use cunning_search::{Algorithm, Status};

use crate::compiled_goal::CompiledGoal;
use crate::ground::{GroundActionId, Grounding, State};
use crate::plan::Plan;
use crate::planner::{Planner, PlannerConfig};
use crate::task::Conjunction;

use super::Answer;
use super::need::Need;

/// Answers reachability questions within a budget.
pub(super) struct WhatIf {
    pub(super) grounding: Arc<Grounding>,
    pub(super) start: State,
    /// The ground actions that must not be used.
    pub(super) without: Vec<GroundActionId>,
    left: u64,
    /// The number of expansions for one question.
    each: u64,
    quick: Planner,
    best: Planner,
    /// The known answers for single conditions.
    alone: Vec<(Need, Answer)>,
    /// Whether every question was answered.
    pub(super) is_complete: bool,
}

/// The divisor of the whole budget that limits one question, so that a hard one leaves room for others.
const SHARE: u64 = 8;

impl WhatIf {
    pub(super) fn new(
        grounding: Arc<Grounding>,
        start: State,
        without: Vec<GroundActionId>,
        expansions_max: u64,
    ) -> Self {
        let quick = PlannerConfig { algorithm: Algorithm::Greedy, ..PlannerConfig::default() };
        Self {
            grounding,
            start,
            without,
            left: expansions_max,
            each: (expansions_max / SHARE).max(1),
            quick: Planner::new(quick),
            best: Planner::new(PlannerConfig::default()),
            alone: Vec::new(),
            is_complete: true,
        }
    }

    /// Returns whether one of several alternatives can be reached.
    pub(super) fn reaches(&mut self, ways: &[Conjunction]) -> Answer {
        let compiled_goal = CompiledGoal::new(&self.grounding, ways);
        let without = std::mem::take(&mut self.without);
        let answer = self.ask(&compiled_goal, &without);
        self.without = without;
        answer
    }

    /// Returns whether a condition can be met by itself.
    pub(super) fn alone(&mut self, need: &Need) -> Answer {
        if let Some((_, answer)) = self.alone.iter().find(|(known, _)| known == need) {
            return *answer;
        }
        let answer =
            if need.holds(&self.start.values) { Answer::Yes } else { self.reaches(&[need.conjunction()]) };
        self.alone.push((need.clone(), answer));
        answer
    }

    fn ask(&mut self, compiled_goal: &CompiledGoal, without: &[GroundActionId]) -> Answer {
        let budget = self.left.min(self.each);
        self.quick.begin(compiled_goal, &self.start, without);
        let status = self.quick.step(budget);
        self.left -= self.quick.counters().expanded.min(self.left);
        let answer = match status {
            Status::Solved => Answer::Yes,
            Status::Unsolvable => Answer::No,
            _ => Answer::Unknown,
        };
        self.is_complete &= answer != Answer::Unknown;
        answer
    }

    /// Returns a smallest sufficient set of conditions: with all of them granted, one of the alternatives can be
    /// reached; without any one of them, none can. Earlier conditions are left out first. `None` if not even all of
    /// them suffice.
    pub(super) fn smallest(&mut self, ways: &[Conjunction], needs: &[Need]) -> Option<Vec<Need>> {
        let task = self.grounding.task();
        let lists: Vec<_> = needs.iter().map(|need| need.grants(task)).collect();
        let (imagined, ids) = self.grounding.with_grants(&lists);
        let compiled_goal = CompiledGoal::new(&Arc::new(imagined), ways);
        let mut is_kept = vec![true; needs.len()];
        if self.suffices(&compiled_goal, &ids, &is_kept) != Answer::Yes {
            return None;
        }
        for at in 0..needs.len() {
            is_kept[at] = false;
            is_kept[at] = self.suffices(&compiled_goal, &ids, &is_kept) != Answer::Yes;
        }
        Some(needs.iter().zip(is_kept).filter(|(_, kept)| *kept).map(|(need, _)| need.clone()).collect())
    }

    fn suffices(
        &mut self,
        compiled_goal: &CompiledGoal,
        ids: &[Vec<GroundActionId>],
        is_kept: &[bool],
    ) -> Answer {
        let withheld = ids.iter().zip(is_kept).filter(|(_, kept)| !**kept).flat_map(|(ids, _)| ids);
        let without: Vec<GroundActionId> = self.without.iter().chain(withheld).copied().collect();
        self.ask(compiled_goal, &without)
    }

    /// Returns a cheapest plan from a state, if it is found within the budget.
    pub(super) fn cheapest(
        &mut self,
        compiled_goal: &CompiledGoal,
        state: &State,
        without: &[GroundActionId],
    ) -> (Answer, Option<Plan>) {
        let budget = self.left.min(self.each);
        self.best.begin(compiled_goal, state, without);
        let status = self.best.step(budget);
        self.left -= self.best.counters().expanded.min(self.left);
        match status {
            Status::Solved => (Answer::Yes, self.best.plan()),
            Status::Unsolvable => (Answer::No, None),
            _ => {
                self.is_complete = false;
                (Answer::Unknown, None)
            }
        }
    }
}
