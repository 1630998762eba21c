//! The planning task of `cunning plan`, from a domain file or PDDL, and its plan with the names that the files use.

use std::sync::Arc;

use cunning_mind::debug::WhatIf;
use cunning_pddl::Problem;
use cunning_plan::{Grounding, GroundingError, Plan, PlanRequest, PlanStep, Planner, PlannerConfig};

/// A planning task.
pub(crate) enum PlanningTask {
    /// A goal of a domain file, with the goal's text on the command line.
    Goal { what_if: Box<WhatIf>, goal: String },
    /// A PDDL problem.
    Pddl(Box<Problem>),
}

/// A plan with names in place of ids.
pub(crate) struct NamedPlan {
    pub(crate) steps: Vec<NamedStep>,
    pub(crate) cost_micros: u64,
}

/// A step with names in place of ids.
pub(crate) struct NamedStep {
    pub(crate) action: String,
    /// The parameters with their values, in declaration order.
    pub(crate) args: Vec<(String, String)>,
    pub(crate) cost_micros: u64,
}

impl PlanningTask {
    pub(crate) fn request(&self) -> PlanRequest {
        match self {
            Self::Goal { what_if, .. } => what_if.request().clone(),
            Self::Pddl(problem) => problem.request(),
        }
    }

    /// Starts a planner for the task.
    pub(crate) fn planner(&self, config: PlannerConfig) -> Result<(Planner, Arc<Grounding>), GroundingError> {
        match self {
            Self::Goal { what_if, .. } => what_if.planner(config),
            Self::Pddl(problem) => Planner::for_request(problem.domain(), &problem.request(), config),
        }
    }

    /// Whether the plan is for an archetype.
    pub(crate) fn has_agent(&self) -> bool {
        matches!(self, Self::Goal { what_if, .. } if what_if.has_agent())
    }

    /// The goal, as part of a sentence.
    pub(crate) fn goal(&self) -> String {
        match self {
            Self::Goal { goal, .. } => format!("`{goal}`"),
            Self::Pddl(problem) => format!("the goal of `{}`", problem.name()),
        }
    }

    pub(crate) fn named_plan(&self, grounding: &Grounding, plan: &Plan) -> NamedPlan {
        let steps = plan.steps.iter().map(|step| self.named_step(grounding, step)).collect();
        NamedPlan { steps, cost_micros: plan.cost_micros }
    }

    fn named_step(&self, grounding: &Grounding, step: &PlanStep) -> NamedStep {
        let (action, args) = match self {
            Self::Goal { what_if, .. } => {
                let action = what_if.domain().actions().get(step.action);
                let params = action.into_iter().flat_map(|action| &action.params);
                let args = params.map(|param| param.name.clone()).zip(grounding.args(step.id)).collect();
                (action.map(|action| action.name.clone()).unwrap_or_default(), args)
            }
            Self::Pddl(problem) => {
                let objects = grounding.args(step.id).map(|arg| problem.object_name(&arg).to_owned());
                let args = problem.param_names(step.action).iter().cloned().zip(objects).collect();
                (problem.action_name(step.action).to_owned(), args)
            }
        };
        NamedStep { action, args, cost_micros: step.cost_micros }
    }
}

impl NamedPlan {
    /// The text of a plan file, as validators of PDDL plans read it.
    pub(crate) fn file_text(&self) -> String {
        let values = |step: &NamedStep| step.args.iter().map(|(_, value)| value.clone()).collect();
        let steps = self.steps.iter().map(|step| (step.action.as_str(), values(step)));
        cunning_pddl::plan_text(steps, self.cost_micros)
    }
}
