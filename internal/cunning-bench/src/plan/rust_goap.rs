//! The `rust_goap` crate: named values in a tree map, A* guided by the distance between the values and those
//! of the goal.
//!
//! The type of its plans cannot be named, so the action names are extracted at once.

use ::rust_goap::prelude::{Action, Assert, Effect, Goal, Mutation, Value, WorldState};
use ::rust_goap::prelude::{get_effects_from_plan, make_plan};

use super::contender::{Answer, Runner};
use super::model::{self, Change, Kind, Model, Test};
use super::problems::Problem;

struct RustGoap {
    model: Model,
    actions: Vec<Action>,
    goal: Goal,
    starts: Vec<WorldState>,
    plan: Option<Vec<String>>,
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    let model = problem.model.clone();
    // Values cannot be clamped to a range.
    if model.clamps() {
        return None;
    }
    let unit = model.cost_unit_micros();
    let value_of = |fact: usize, value: i64| match model.facts[fact].kind {
        Kind::Bool => Value::Bool(value != 0),
        Kind::Int { .. } | Kind::Symbol(_) => Value::I64(value),
    };
    let assertion = |condition: &model::Condition| {
        let assertion = match condition.test {
            Test::Is(value) => Assert::Equals(value_of(condition.fact, value)),
            Test::AtLeast(value) => Assert::GreaterThanEquals(value_of(condition.fact, value)),
            Test::AtMost(value) => Assert::LessThanEquals(value_of(condition.fact, value)),
        };
        (model.facts[condition.fact].name.clone(), assertion)
    };
    let mutation = |effect: &model::Effect| {
        let name = model.facts[effect.fact].name.clone();
        match effect.change {
            Change::Become(value) => Mutation::Set(name, value_of(effect.fact, value)),
            Change::Add(amount) if amount < 0 => Mutation::Decrement(name, Value::I64(-amount)),
            Change::Add(amount) => Mutation::Increment(name, Value::I64(amount)),
        }
    };
    let action = |action: &model::Action| Action {
        key: action.key(),
        preconditions: model.applicable_when(action).iter().map(assertion).collect(),
        effect: Some(Effect {
            mutations: action.then.iter().map(mutation).collect(),
            cost: (action.cost_micros / unit) as usize,
        }),
    };
    let start = |start: &Vec<i64>| {
        let facts = model.facts.iter().zip(start).enumerate();
        let values = facts.map(|(number, (fact, &value))| (fact.name.clone(), value_of(number, value)));
        WorldState::from(values.collect::<Vec<_>>())
    };
    let goal: Vec<(String, Assert)> = model.goal.iter().map(assertion).collect();
    Some(Box::new(RustGoap {
        actions: model.actions.iter().map(action).collect(),
        goal: Goal::from_reqs(&goal),
        starts: model.starts.iter().map(start).collect(),
        plan: None,
        model,
    }))
}

impl Runner for RustGoap {
    fn plan(&mut self, start: usize) {
        let plan = make_plan(&self.starts[start], &self.actions, &self.goal);
        self.plan = plan.map(|(nodes, _)| get_effects_from_plan(nodes).map(|(key, _, _)| key).collect());
    }

    fn answer(&self) -> Answer {
        let plan = self.plan.as_ref().map(|keys| self.model.steps(keys.iter().map(String::as_str)));
        Answer { result: plan.into(), expanded: None }
    }
}
