//! The `goap` crate: named values in a hash map, A* guided by the distance between the values and those of
//! the goal.
//!
//! Numbers can only be compared with *at least*. An upper bound that comes from a range is left out, which
//! enlarges the state space but does not change the best plan; an upper bound in a condition of an action
//! cannot be expressed.

use std::collections::HashMap;

use ::goap::prelude::{Action, Goal, Plan, Planner, State, StateOperation, StateVar};

use super::contender::{Answer, Runner};
use super::model::{self, Change, Kind, Model, Test};
use super::problems::Problem;

struct Goap {
    model: Model,
    actions: Vec<Action>,
    goal: Goal,
    starts: Vec<State>,
    plan: Option<Plan>,
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    let model = problem.model.clone();
    // Values cannot be clamped to a range.
    if model.clamps() {
        return None;
    }
    let unit = model.cost_unit_micros();
    let actions = model.actions.iter().map(|action| {
        let is_asked = |condition: &&model::Condition| {
            action.when.contains(condition) || !matches!(condition.test, Test::AtMost(_))
        };
        let when = model.applicable_when(action);
        let preconditions = conditions(&model, when.iter().filter(is_asked))?;
        let effects = action.then.iter().map(|effect| effect_on(&model, effect));
        let cost = (action.cost_micros / unit) as f64;
        Some(Action::from_parts(&action.key(), cost, preconditions, effects.collect()))
    });
    let start = |start: &Vec<i64>| {
        let mut state = State::empty();
        for (number, (fact, &value)) in model.facts.iter().zip(start).enumerate() {
            state.vars.insert(fact.name.clone(), variable(&model, number, value));
        }
        state
    };
    Some(Box::new(Goap {
        actions: actions.collect::<Option<_>>()?,
        goal: Goal::from_state("goal", conditions(&model, model.goal.iter())?, 1),
        starts: model.starts.iter().map(start).collect(),
        plan: None,
        model,
    }))
}

fn variable(model: &Model, fact: usize, value: i64) -> StateVar {
    match model.facts[fact].kind {
        Kind::Bool => StateVar::Bool(value != 0),
        Kind::Int { .. } => StateVar::I64(value),
        Kind::Symbol(_) => StateVar::String(value.to_string()),
    }
}

fn effect_on(model: &Model, effect: &model::Effect) -> (String, StateOperation) {
    let operation = match effect.change {
        Change::Become(value) => StateOperation::Set(variable(model, effect.fact, value)),
        Change::Add(amount) if amount < 0 => StateOperation::Subtract(-amount),
        Change::Add(amount) => StateOperation::Add(amount),
    };
    (model.facts[effect.fact].name.clone(), operation)
}

/// Converts conditions to a partial state; nothing if one of them cannot be expressed.
fn conditions<'a>(model: &Model, conditions: impl Iterator<Item = &'a model::Condition>) -> Option<State> {
    let mut vars = HashMap::new();
    for condition in conditions {
        let fact = &model.facts[condition.fact];
        let value = match (condition.test, fact.kind) {
            (Test::Is(value), Kind::Bool | Kind::Symbol(_)) | (Test::AtLeast(value), Kind::Int { .. }) => {
                variable(model, condition.fact, value)
            }
            _ => return None,
        };
        // Each fact can have only one condition.
        if vars.insert(fact.name.clone(), value).is_some() {
            return None;
        }
    }
    Some(State { vars })
}

impl Runner for Goap {
    fn plan(&mut self, start: usize) {
        self.plan = Planner::new().plan(self.starts[start].clone(), &self.goal, &self.actions).ok();
    }

    fn answer(&self) -> Answer {
        let plan = self.plan.as_ref();
        let plan = plan.map(|plan| self.model.steps(plan.actions.iter().map(|action| action.name.as_str())));
        Answer { result: plan.into(), expanded: None }
    }
}
