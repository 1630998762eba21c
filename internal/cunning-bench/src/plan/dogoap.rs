//! The `dogoap` crate: named values in a tree map, A* guided by the distance between the values and those of
//! the goal.

use ::dogoap::prelude::{Action, Compare, Datum, Effect, Goal, LocalState, Mutator, Node, make_plan};

use super::contender::{Answer, Runner};
use super::model::{self, Change, Kind, Model, Test};
use super::problems::Problem;

pub(crate) struct Dogoap {
    model: Model,
    actions: Vec<Action>,
    goal: Goal,
    starts: Vec<LocalState>,
    plan: Option<Vec<Node>>,
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    Some(Box::new(Dogoap::new(problem.model.clone())?))
}

impl Dogoap {
    /// Returns nothing if the problem cannot be expressed.
    pub(crate) fn new(model: Model) -> Option<Self> {
        // Values cannot be clamped to a range.
        if model.clamps() {
            return None;
        }
        let unit = model.cost_unit_micros();
        let datum = |fact: usize, value: i64| match model.facts[fact].kind {
            Kind::Bool => Datum::Bool(value != 0),
            Kind::Int { .. } => Datum::I64(value),
            Kind::Symbol(_) => Datum::Enum(value as usize),
        };
        let compare = |condition: &model::Condition| {
            let compare = match condition.test {
                Test::Is(value) => Compare::Equals(datum(condition.fact, value)),
                Test::AtLeast(value) => Compare::GreaterThanEquals(datum(condition.fact, value)),
                Test::AtMost(value) => Compare::LessThanEquals(datum(condition.fact, value)),
            };
            (model.facts[condition.fact].name.clone(), compare)
        };
        let mutator = |effect: &model::Effect| {
            let name = model.facts[effect.fact].name.clone();
            match effect.change {
                Change::Become(value) => Mutator::Set(name, datum(effect.fact, value)),
                Change::Add(amount) if amount < 0 => Mutator::Decrement(name, Datum::I64(-amount)),
                Change::Add(amount) => Mutator::Increment(name, Datum::I64(amount)),
            }
        };
        let action = |action: &model::Action| Action {
            key: action.key(),
            preconditions: model.applicable_when(action).iter().map(compare).collect(),
            effects: vec![Effect {
                action: action.key(),
                mutators: action.then.iter().map(mutator).collect(),
                state: LocalState::new(),
                cost: (action.cost_micros / unit) as usize,
            }],
        };
        let start = |start: &Vec<i64>| {
            let facts = model.facts.iter().zip(start).enumerate();
            facts.fold(LocalState::new(), |state, (number, (fact, &value))| {
                state.with_datum(&fact.name, datum(number, value))
            })
        };
        let goal: Vec<(String, Compare)> = model.goal.iter().map(compare).collect();
        Some(Self {
            actions: model.actions.iter().map(action).collect(),
            goal: Goal::from_reqs(&goal),
            starts: model.starts.iter().map(start).collect(),
            plan: None,
            model,
        })
    }
}

impl Runner for Dogoap {
    fn plan(&mut self, start: usize) {
        self.plan = make_plan(&self.starts[start], &self.actions, &self.goal).map(|(nodes, _)| nodes);
    }

    fn answer(&self) -> Answer {
        let plan = self.plan.as_ref().map(|nodes| {
            self.model.steps(nodes.iter().filter_map(|node| match node {
                Node::Effect(effect) => Some(effect.action.as_str()),
                Node::State(_) => None,
            }))
        });
        Answer { result: plan.into(), expanded: None }
    }
}
