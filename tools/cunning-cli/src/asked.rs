//! What `cunning plan` is asked to plan, and its answer in the words of the files it comes from.

use std::sync::Arc;

use cunning_mind::debug::WhatIf;
use cunning_pddl::Problem;
use cunning_plan::{Grounding, GroundingError, Plan, PlanRequest, PlanStep, Planner, PlannerConfig};

/// A planning problem from one sort of file or the other.
pub(crate) enum Asked {
    /// A goal of a domain file, and as the user wrote it.
    Goal { what_if: Box<WhatIf>, goal: String },
    /// A PDDL problem.
    Pddl(Box<Problem>),
}

/// A plan in the words of the files.
pub(crate) struct ShownPlan {
    pub(crate) steps: Vec<ShownStep>,
    pub(crate) cost_micros: u64,
}

/// A step in the words of the files.
pub(crate) struct ShownStep {
    pub(crate) action: String,
    /// The parameters with what they stand for.
    pub(crate) args: Vec<(String, String)>,
    pub(crate) cost_micros: u64,
}

impl Asked {
    pub(crate) fn request(&self) -> PlanRequest {
        match self {
            Self::Goal { what_if, .. } => what_if.request().clone(),
            Self::Pddl(problem) => problem.request(),
        }
    }

    /// A planner that has begun.
    pub(crate) fn planner(&self, config: PlannerConfig) -> Result<(Planner, Arc<Grounding>), GroundingError> {
        match self {
            Self::Goal { what_if, .. } => what_if.planner(config),
            Self::Pddl(problem) => Planner::for_request(problem.domain(), &problem.request(), config),
        }
    }

    /// Whether an archetype plans.
    pub(crate) fn has_agent(&self) -> bool {
        matches!(self, Self::Goal { what_if, .. } if what_if.has_agent())
    }

    /// The goal as part of a sentence.
    pub(crate) fn goal(&self) -> String {
        match self {
            Self::Goal { goal, .. } => format!("`{goal}`"),
            Self::Pddl(problem) => format!("the goal of `{}`", problem.name()),
        }
    }

    pub(crate) fn show(&self, grounding: &Grounding, plan: &Plan) -> ShownPlan {
        let steps = plan.steps.iter().map(|step| self.show_step(grounding, step)).collect();
        ShownPlan { steps, cost_micros: plan.cost_micros }
    }

    fn show_step(&self, grounding: &Grounding, step: &PlanStep) -> ShownStep {
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
        ShownStep { action, args, cost_micros: step.cost_micros }
    }
}

impl ShownPlan {
    /// The plan as a file that validators of PDDL plans read.
    pub(crate) fn file(&self) -> String {
        let values = |step: &ShownStep| step.args.iter().map(|(_, value)| value.clone()).collect();
        let steps = self.steps.iter().map(|step| (step.action.as_str(), values(step)));
        cunning_pddl::plan_text(steps, self.cost_micros)
    }
}
