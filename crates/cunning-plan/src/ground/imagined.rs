//! Hypothetical groundings: with granted values, with some ground actions marked or disabled.
//!
//! Only explanations use them, to find out what a plan lacks.

use std::sync::Arc;

use super::{Budget, GroundAction, GroundActionId, Grounding};
use crate::ground::GroundingError;
use crate::model::{ActionId, ParamId, PlanningDomain};
use crate::plan_request::PlanRequest;
use crate::task::{Change, Conjunction, Cost, Effect, Operator, TaskAction, VarId};

/// The action id of hypothetical ground actions.
const NO_ACTION: ActionId = ActionId::new(u32::MAX);

/// A value that a variable may be given at any time at no cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub(crate) when: Conjunction,
    pub(crate) var: VarId,
    pub(crate) value: u32,
}

impl Grounding {
    /// Grounds a domain so that any fact can be what is missing: facts that no action writes vary too. If that makes
    /// too many ground actions, they are folded.
    pub(crate) fn for_explaining(
        domain: &Arc<PlanningDomain>,
        request: &PlanRequest,
    ) -> Result<Arc<Self>, GroundingError> {
        let folded = Self::for_request(domain, request)?;
        if folded.binding_count() > BINDINGS_MAX {
            return Ok(folded);
        }
        match Self::for_objects(domain, request) {
            Err(error) if error.is_limit() => Ok(folded),
            other => other,
        }
    }

    /// Returns the number of bindings of the parameters of all actions, saturating.
    fn binding_count(&self) -> usize {
        let budget = Budget::default();
        let grounder = self.grounder(&budget);
        let bindings = |action: &crate::model::Action| {
            let counts = action.params.iter().map(|param| grounder.candidates(param, None).len());
            counts.fold(1, usize::saturating_mul)
        };
        self.domain.actions().as_slice().iter().map(bindings).fold(0, usize::saturating_add)
    }

    /// Returns the grounding with grants, and the ground actions that provide the grants of each list.
    pub(crate) fn with_grants(&self, lists: &[Vec<Grant>]) -> (Self, Vec<Vec<GroundActionId>>) {
        let mut imagined = self.clone();
        let ids = lists.iter().map(|list| list.iter().map(|grant| imagined.add(grant)).collect()).collect();
        (imagined, ids)
    }

    fn add(&mut self, grant: &Grant) -> GroundActionId {
        let task_action = self.task.actions.len() as u32;
        let change = Change::Assign(grant.value);
        let effect = Effect { when: vec![Conjunction::default()], var: grant.var, change, is_hoped: false };
        self.task.actions.push(TaskAction { effects: vec![effect], defined: Vec::new() });
        self.task.operators.push(Operator { task_action, pre: grant.when.clone(), cost: Cost::Fixed(0) });
        self.ground_actions.push(GroundAction { action: NO_ACTION, args: Vec::new() });
        GroundActionId(task_action)
    }

    /// Returns the grounding with some ground actions disabled.
    pub(crate) fn with_idle(&self, ids: &[GroundActionId]) -> Self {
        let mut imagined = self.clone();
        for id in ids {
            if let Some(task_action) = imagined.task.actions.get_mut(id.0 as usize) {
                task_action.effects.clear();
            }
        }
        imagined
    }

    /// Returns the grounding with a variable that is 0 at first and becomes 1 when one of some ground actions is
    /// done.
    pub(crate) fn with_mark(&self, ids: &[GroundActionId]) -> (Self, VarId) {
        let mut imagined = self.clone();
        let var = VarId(imagined.task.sizes.len() as u32);
        imagined.task.sizes.push(2);
        imagined.start.push(0);
        for id in ids {
            if let Some(task_action) = imagined.task.actions.get_mut(id.0 as usize) {
                task_action.effects.push(Effect {
                    when: vec![Conjunction::default()],
                    var,
                    change: Change::Assign(1),
                    is_hoped: false,
                });
            }
        }
        (imagined, var)
    }

    /// Returns the ground actions of an action with the given arguments.
    pub(crate) fn ground_actions_of(
        &self,
        action: ActionId,
        args: &[(ParamId, String)],
    ) -> Vec<GroundActionId> {
        let all = (0..self.ground_actions.len() as u32).map(GroundActionId);
        let fits = |id: &GroundActionId| {
            self.action(*id) == action
                && args.iter().all(|(param, value)| {
                    self.args(*id).nth(param.index()).is_some_and(|bound| bound == *value)
                })
        };
        all.filter(fits).collect()
    }
}

/// The largest number of bindings for which facts are not folded.
const BINDINGS_MAX: usize = 20_000;
