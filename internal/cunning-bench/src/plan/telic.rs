//! The `telic` crate's planner: beliefs that hold or not, searched backwards from the goal.
//!
//! It has no numbers. That a fact is false is a separate belief, so an action that clears a fact adds that
//! belief. That the opposite belief ends cannot be expressed, and its plans show it.

use ::telic::planning::action::{ActionBuilder, ActionDef, Strategy};
use ::telic::planning::belief::{BeliefBuilder, BeliefSet};
use ::telic::planning::goal::{Goal, GoalBuilder};
use ::telic::planning::planner::{ActionPlan, GoapPlanner};

use super::contender::{Answer, Runner};
use super::model::{Change, Kind, Model, Test};
use super::problems::Problem;

struct Telic {
    model: Model,
    beliefs: BeliefSet<Vec<i64>>,
    actions: Vec<ActionDef>,
    goals: [Goal; 1],
    plan: Option<ActionPlan>,
}

/// The execution of an action, which is not used here.
#[derive(Debug)]
struct Nothing;

impl Strategy for Nothing {
    fn is_complete(&self) -> bool {
        true
    }
}

pub(crate) fn prepare(problem: &Problem) -> Option<Box<dyn Runner>> {
    let model = problem.model.clone();
    let belief = |fact: usize, value: i64| match model.facts[fact].kind {
        Kind::Bool if value == 0 => Some(format!("not {}", model.facts[fact].name)),
        Kind::Bool => Some(model.facts[fact].name.clone()),
        // A thing that has moved would still be believed to be in its old place.
        Kind::Int { .. } | Kind::Symbol(_) => None,
    };
    let mut beliefs = BeliefSet::new();
    for (fact, kind) in model.facts.iter().map(|fact| fact.kind).enumerate() {
        if kind == Kind::Bool {
            for value in [0, 1] {
                let is_so = move |state: &Vec<i64>| state[fact] == value;
                beliefs.add(BeliefBuilder::new(belief(fact, value)?).condition(is_so).build());
            }
        }
    }
    let mut actions = Vec::new();
    for action in &model.actions {
        let cost = action.cost_micros as f32 / model.cost_unit_micros() as f32;
        let mut builder = ActionBuilder::new(action.key()).cost(cost).strategy(Nothing);
        for condition in &action.when {
            let Test::Is(value) = condition.test else { return None };
            builder = builder.precondition(belief(condition.fact, value)?);
        }
        for effect in &action.then {
            let Change::Become(value) = effect.change else { return None };
            builder = builder.effect(belief(effect.fact, value)?);
        }
        actions.push(builder.build());
    }
    let mut goal = GoalBuilder::new("goal");
    for condition in &model.goal {
        let Test::Is(value) = condition.test else { return None };
        goal = goal.desired_effect(belief(condition.fact, value)?);
    }
    Some(Box::new(Telic { beliefs, actions, goals: [goal.build()], plan: None, model }))
}

impl Runner for Telic {
    fn plan(&mut self, start: usize) {
        let start = &self.model.starts[start];
        self.plan = GoapPlanner::plan(&self.beliefs, start, &self.actions, &self.goals, None);
    }

    fn answer(&self) -> Answer {
        let plan = self.plan.as_ref();
        let plan = plan.map(|plan| self.model.steps(plan.actions.iter().map(String::as_str)));
        Answer { result: plan.into(), expanded: None }
    }
}
