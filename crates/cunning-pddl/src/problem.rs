//! A translated problem, and the PDDL names of its actions and objects.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use cunning_diag::{Diagnostic, Diagnostics};
use cunning_plan::model::{ActionId, GoalId, PlanningDomain};
use cunning_plan::{Grounding, Plan, PlanRequest, PlanStep, show_cost};

use crate::codes;

/// A planning problem that was read from PDDL files.
///
/// Its [`PlanningDomain`] uses names of the planner's language; [`Problem::action_name`], [`Problem::param_names`] and
/// [`Problem::object_name`] return the names in the spelling of the files.
#[derive(Clone, Debug)]
pub struct Problem {
    name: String,
    domain: Arc<PlanningDomain>,
    goal: GoalId,
    actions: Vec<ActionNames>,
    /// The PDDL names of objects by their names in the domain.
    objects: BTreeMap<String, String>,
    /// The functions for which a range was assumed.
    assumed: Vec<String>,
}

/// The PDDL names of an action and its parameters.
#[derive(Clone, Debug)]
pub(crate) struct ActionNames {
    pub(crate) action: String,
    pub(crate) params: Vec<String>,
}

impl Problem {
    pub(crate) fn new(
        name: String,
        domain: PlanningDomain,
        goal: &str,
        actions: Vec<ActionNames>,
        objects: BTreeMap<String, String>,
    ) -> Result<Self, Diagnostics> {
        // The translation has just added the goal, so a domain without it is a bug of the translation.
        let goal = domain.goal_named(goal);
        let goal = goal.ok_or_else(|| {
            Diagnostic::error(codes::SECTION, "internal error: the translated domain has no goal")
        })?;
        Ok(Self { name, domain: Arc::new(domain), goal, actions, objects, assumed: Vec::new() })
    }

    pub(crate) fn with_assumed(self, assumed: Vec<String>) -> Self {
        Self { assumed, ..self }
    }

    /// The functions whose values PDDL does not bound, so that they were limited to [`ReadOptions::range`]. If there are
    /// any, a plan that needs larger values is not found.
    ///
    /// [`ReadOptions::range`]: crate::ReadOptions::range
    pub fn assumed_ranges(&self) -> &[String] {
        &self.assumed
    }

    /// The name of the problem.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The domain and the problem as a planning domain. Actions that are never applicable are left out.
    pub fn domain(&self) -> &Arc<PlanningDomain> {
        &self.domain
    }

    /// The goal of the problem in the planning domain.
    pub fn goal(&self) -> GoalId {
        self.goal
    }

    /// The request for a plan from the initial state to the goal.
    pub fn request(&self) -> PlanRequest {
        PlanRequest::new(self.goal)
    }

    /// The PDDL name of an action; empty for an id of another domain.
    pub fn action_name(&self, action: ActionId) -> &str {
        self.actions.get(action.index()).map_or("", |names| &names.action)
    }

    /// The PDDL names of an action's parameters, without `?`.
    pub fn param_names(&self, action: ActionId) -> &[String] {
        self.actions.get(action.index()).map_or(&[], |names| &names.params)
    }

    /// The PDDL name of an object, given its name in the planning domain; the name itself if the domain has no such object.
    pub fn object_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.objects.get(name).map_or(name, String::as_str)
    }

    /// Formats a plan as PDDL validators read it; see [`plan_text`].
    pub fn plan_text(&self, grounding: &Grounding, plan: &Plan) -> String {
        let object = |arg: String| self.object_name(&arg).to_owned();
        let args = |step: &PlanStep| grounding.args(step.id).map(object).collect();
        let steps = plan.steps.iter().map(|step| (self.action_name(step.action), args(step)));
        plan_text(steps, plan.cost_micros)
    }
}

/// Formats a plan as PDDL validators read it: one `(action object …)` per line, and the cost in a final comment.
///
/// ```
/// let steps = [("pick-up", vec!["a".to_owned()]), ("stack", vec!["a".to_owned(), "b".to_owned()])];
/// assert_eq!(cunning_pddl::plan_text(steps, 2_000_000), "(pick-up a)\n(stack a b)\n; cost = 2\n");
/// ```
pub fn plan_text<'a>(steps: impl IntoIterator<Item = (&'a str, Vec<String>)>, cost_micros: u64) -> String {
    let mut text = String::new();
    for (action, args) in steps {
        let words: Vec<&str> = std::iter::once(action).chain(args.iter().map(String::as_str)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "({})", words.join(" "));
    }
    let _ = writeln!(text, "; cost = {}", show_cost(cost_micros));
    text
}
