//! What a search begins with, as far as it depends on the domain and the goal alone. It is made in parts, so that games
//! that plan within a budget can spread it over several ticks.

use super::PlanMode;
use crate::compiled_goal::{CompiledGoal, GoalProgram};

/// The rules of a task beyond which [`PlanMode::InTime`] does not look for a cheapest plan: its tables alone would take
/// longer than a first plan.
const IN_TIME_RULES_MAX: u64 = 2000;
/// The conditions and effects of actions that can be made part of a table in the time of a unit.
const SIZE_PER_UNIT: u64 = 16;
/// The rules of the proof's largest table that can be made in the time of a unit.
const RULES_PER_UNIT: u64 = 2;
/// The number of parts.
const PARTS: u8 = 6;

impl CompiledGoal {
    /// Returns the units that a part of what a search begins with stands for, whether or not it was made before. Parts
    /// are counted from 0; `None` if there is no such part. The parts before it have to be made.
    pub fn part_units(&self, mode: PlanMode, part: u8) -> Option<u64> {
        if part == 0 {
            return Some(1 + self.grounding().task().operators.len() as u64 / SIZE_PER_UNIT);
        }
        let has_proof = || needs_proof(mode, self.program());
        let rules = || self.program().split_rules / RULES_PER_UNIT;
        let units = match part {
            1 => self.program_size() / SIZE_PER_UNIT,
            2 if mode != PlanMode::Proof => self.program_size() / SIZE_PER_UNIT,
            3 if has_proof() => rules() / 2,
            4 if has_proof() => rules(),
            5 if has_proof() => rules() / 4,
            2..PARTS => 0,
            _ => return None,
        };
        Some(units)
    }

    /// Makes a part of what a search begins with, if it was not made before.
    ///
    /// Searches make what is missing by themselves and do not count it, so games that plan within a budget prepare a
    /// goal part by part before its first search, as far as the units of [`CompiledGoal::part_units`] allow.
    pub fn make_part(&self, mode: PlanMode, part: u8) {
        match part {
            0 => {
                self.relevance();
            }
            1 => {
                self.program();
            }
            2 if mode != PlanMode::Proof => {
                self.program().relaxed_rules();
            }
            3..=5 if needs_proof(mode, self.program()) => {
                let program = self.program();
                match part {
                    3 => drop(program.relaxation()),
                    4 => drop(program.projections()),
                    _ => drop((program.regression(), program.small_search())),
                }
            }
            _ => {}
        }
    }

    /// Makes everything that a search begins with.
    pub fn prepare(&self, mode: PlanMode) {
        (0..PARTS).for_each(|part| self.make_part(mode, part));
    }
}

/// Returns whether a search looks for a cheapest plan soon, and so needs its tables.
pub(super) fn needs_proof(mode: PlanMode, program: &GoalProgram) -> bool {
    match mode {
        PlanMode::Proof => true,
        PlanMode::InTime => program.split_rules <= IN_TIME_RULES_MAX,
        PlanMode::Anytime | PlanMode::FirstPlan => false,
    }
}
