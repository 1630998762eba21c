//! Ground actions: all bindings of an action's parameters that can ever apply.

use super::{Bound, GroundAction, Grounder, GroundingError, Obstacle};
use crate::limits;
use crate::model::{
    Action, ActionId, Condition, ConditionKind, Cost as ModelCost, FactRef, Index, Number, NumberKind,
    ParamId, Term,
};
use crate::task::{Change, Conjunction, Cost, Effect, Expr, Operator, Scale, Task, TaskAction, list_bytes};

/// A condition that can be evaluated once some parameters are bound.
struct Early<'a> {
    condition: &'a Condition,
    /// The number of parameters that must be bound.
    params: usize,
}

impl Grounder<'_> {
    /// Adds all ground actions of an action to the task.
    pub(super) fn action(
        &self,
        id: ActionId,
        task: &mut Task,
        found: &mut Vec<GroundAction>,
    ) -> Result<(), GroundingError> {
        let Some(action) = self.domain.actions().get(id) else { return Ok(()) };
        let early: Vec<Early<'_>> = action
            .when
            .iter()
            .filter(|condition| self.is_folded(condition))
            .map(|condition| Early { condition, params: needs(condition).min(action.params.len()) })
            .collect();
        self.bind(id, action, &early, &mut Vec::new(), task, found)
    }

    fn bind(
        &self,
        id: ActionId,
        action: &Action,
        early: &[Early<'_>],
        binding: &mut Vec<Bound>,
        task: &mut Task,
        found: &mut Vec<GroundAction>,
    ) -> Result<(), GroundingError> {
        let bound = binding.len();
        self.budget.next();
        for early in early.iter().filter(|early| early.params == bound) {
            if self.conjunction_of(std::slice::from_ref(early.condition), binding)?.is_empty() {
                return Ok(());
            }
        }
        let Some(param) = action.params.get(binding.len()) else {
            return match self.ground_action(action, binding, task) {
                Ok(true) => {
                    self.budget
                        .keep(size_of_val(&binding[..]) + 2 * size_of::<GroundAction>(), action.span)?;
                    found.push(GroundAction { action: id, args: binding.clone() });
                    Ok(())
                }
                Ok(false) | Err(Obstacle::Undefined) => Ok(()),
                Err(Obstacle::Error(error)) => Err(error),
            };
        };
        for candidate in self.candidates(param, None) {
            self.budget.step(1, param.span)?;
            binding.push(candidate);
            self.bind(id, action, early, binding, task, found)?;
            binding.pop();
        }
        Ok(())
    }

    /// Adds one ground action with its operators. Returns false if it does not exist or can never apply.
    fn ground_action(
        &self,
        action: &Action,
        binding: &mut Vec<Bound>,
        task: &mut Task,
    ) -> Result<bool, Obstacle> {
        let mut defined = Vec::new();
        let presence = self.presence(binding);
        let pre = self.conjunction_of(&action.when, binding)?;
        let pre: Vec<Conjunction> = pre.iter().filter_map(|way| way.and(&presence)).collect();
        let Some(effects) = self.effects(action, binding, &mut defined)? else { return Ok(false) };
        // An effect that is always impossible rules out the action.
        let refuses = |effect: &Effect| effect.change == Change::Refuse && effect.is_unconditional();
        if pre.is_empty() || effects.iter().any(refuses) {
            return Ok(false);
        }
        let before = task.operators.len();
        let task_action = task.actions.len() as u32;
        self.operators(action, &pre, task_action, binding, task)?;
        if task.operators.len() == before {
            return Ok(false);
        }
        if task.operators.len() > limits::OPERATORS_MAX {
            return Err(Self::too_many("ground actions", limits::OPERATORS_MAX, action.span).into());
        }
        let bytes = list_bytes(&effects, Effect::bytes) + list_bytes(&defined, Expr::bytes);
        self.budget.keep(bytes + 2 * size_of::<TaskAction>(), action.span)?;
        task.actions.push(TaskAction { effects, defined });
        Ok(true)
    }

    /// Adds one operator for each disjunct of the condition under each cost rule.
    fn operators(
        &self,
        action: &Action,
        pre: &[Conjunction],
        task_action: u32,
        binding: &mut Vec<Bound>,
        task: &mut Task,
    ) -> Result<(), Obstacle> {
        let mut push = |pre: Vec<Conjunction>, cost: Option<Cost>| {
            let Some(cost) = cost else { return Ok(()) };
            // Lists grow by doubling, so each item may take twice its size.
            let bytes = 2 * size_of::<Operator>() + cost.bytes();
            for pre in pre {
                self.budget.keep(bytes + pre.bytes(), action.span)?;
                task.operators.push(Operator { task_action, pre, cost: cost.clone() });
            }
            Ok::<_, GroundingError>(())
        };
        match &action.cost {
            ModelCost::Number(number) => push(pre.to_vec(), self.cost(number, binding)?)?,
            ModelCost::Rules(rules) => {
                // What remains if no rule has matched so far.
                let mut left = pre.to_vec();
                for rule in rules {
                    // Where a rule is undefined it neither matches nor fails, so the action has no cost there.
                    let matches = self.conjunction_of(&rule.when, binding)?;
                    let fails = self.negation_of(&rule.when, binding)?;
                    let both = |one: &[Conjunction], two: Vec<Conjunction>| {
                        self.combined([one.to_vec(), two], action.span)?.ok_or_else(|| {
                            Self::too_many("cost variants of an action", super::VARIANTS_MAX, action.span)
                        })
                    };
                    push(both(&left, matches)?, self.cost(&rule.is, binding)?)?;
                    left = both(&left, fails)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the cost under a binding; `None` if it is always invalid.
    fn cost(&self, number: &Number, binding: &[Bound]) -> Result<Option<Cost>, Obstacle> {
        match self.number(number, Scale::Millionths, binding) {
            Ok(Expr::Const(cost)) => Ok(u64::try_from(cost)
                .ok()
                .filter(|&cost| cost <= limits::COST_MAX as u64 * 1_000_000)
                .map(Cost::Fixed)),
            Ok(expr) => Ok(Some(Cost::Read(expr))),
            Err(Obstacle::Undefined) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns whether all facts that a condition reads are folded, so that it does not depend on the state.
    fn is_folded(&self, condition: &Condition) -> bool {
        let mut is_folded = true;
        condition.facts(&mut |fact: &FactRef| is_folded &= !self.varies[fact.fact.index()]);
        is_folded
    }
}

/// Returns how many parameters must be bound before a condition can be evaluated.
fn needs(condition: &Condition) -> usize {
    let mut needs = 0;
    let mut param = |param: ParamId| needs = needs.max(param.index() + 1);
    let mut index = |index: &Index| {
        if let Index::Param(id) = index {
            param(*id);
        }
    };
    let mut number = |number: &Number| {
        number.walk(&mut |number| match &number.kind {
            NumberKind::Param(id) => index(&Index::Param(*id)),
            NumberKind::Table { indices, .. } => indices.iter().for_each(&mut index),
            NumberKind::Fact(fact) => fact.indices.iter().for_each(&mut index),
            _ => {}
        });
    };
    let mut terms: Vec<&Term> = Vec::new();
    let mut depth = 0;
    condition.walk(&mut |condition| match &condition.kind {
        ConditionKind::Same { left, right, .. } => terms.extend([left, right]),
        ConditionKind::Compare { left, right, .. } => {
            number(left);
            number(right);
        }
        ConditionKind::Quantified { .. } => depth += 1,
        ConditionKind::All(_) | ConditionKind::Any(_) => {}
    });
    for term in terms {
        match term {
            Term::Param(id) => index(&Index::Param(*id)),
            Term::Fact(fact) => fact.indices.iter().for_each(&mut index),
            Term::Bool(_) | Term::None | Term::Object(_) => {}
        }
    }
    // Variables of quantifiers are numbered after all parameters, so a condition with one waits for all of them.
    if depth > 0 { usize::MAX } else { needs }
}
