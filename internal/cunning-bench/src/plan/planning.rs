//! The `planning` crate: traits for states, actions and goals over A*. It gets the same packed state and the
//! same heuristic as the `pathfinding` crate.

use std::hash::{Hash, Hasher};

use ::planning::{Action, Goal};

use super::contender::{Answer, Runner};
use super::model::Model;
use super::packed::{Needs, Packed, Rule, Word};
use super::problems::Problem;

struct Planning<W> {
    model: Model,
    actions: Vec<Move<W>>,
    goal: Target<W>,
    starts: Vec<W>,
    plan: Option<Vec<Move<W>>>,
}

/// An action is identified by its number, as an enum would be.
#[derive(Clone)]
struct Move<W> {
    number: u32,
    rule: Rule<W>,
}

impl<W> PartialEq for Move<W> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<W> Eq for Move<W> {}

impl<W> Hash for Move<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl<W: Word> Action<W> for Move<W> {
    fn is_applicable(&self, state: &W) -> bool {
        self.rule.applies(*state)
    }

    fn apply_mut(&self, state: &mut W) {
        *state = self.rule.apply(*state);
    }

    fn cost(&self, _: &W) -> i32 {
        self.rule.cost as i32
    }
}

#[derive(Clone)]
struct Target<W>(Needs<W>);

impl<W: Word> Goal<W> for Target<W> {
    fn is_satisfied(&self, state: &W) -> bool {
        self.0.hold(*state)
    }

    fn heuristic(&self, state: &W) -> i32 {
        self.0.unmet(*state) as i32
    }
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    // Narrower words are faster.
    prepare_in::<u64>(&problem.model).or_else(|| prepare_in::<u128>(&problem.model))
}

fn prepare_in<W: Word>(model: &Model) -> Option<Box<dyn Runner>> {
    let Packed { rules, goal, starts } = Packed::<W>::new(model)?;
    let actions = rules.into_iter().zip(0..).map(|(rule, number)| Move { number, rule }).collect();
    Some(Box::new(Planning { model: model.clone(), actions, goal: Target(goal), starts, plan: None }))
}

impl<W: Word> Runner for Planning<W> {
    fn plan(&mut self, start: usize) {
        self.plan =
            ::planning::plan(&self.starts[start], &self.actions, &self.goal).map(|(actions, _)| actions);
    }

    fn answer(&self) -> Answer {
        let step = |action: &Move<W>| self.model.actions[action.number as usize].step();
        let plan = self.plan.as_ref().map(|plan| plan.iter().map(step).collect::<Vec<_>>());
        Answer { result: plan.into(), expanded: None }
    }
}
