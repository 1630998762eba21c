//! The ground domain for lints: with all possible objects and starts, as far as the file defines them.
//!
//! Only the game knows the objects of open types, the traits of an agent, and the numbers of empty tables.
//! Placeholders represent objects; conditions that read such numbers, or quantify over an open type, are assumed to
//! hold. Domains that cannot be judged this way, or are too large, are not ground: no finding is better than a wrong
//! one.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ground::{GroundActionId, Grounding, State};
use crate::limits::{LINT_GROUND_MAX, LINT_OBJECTS_MAX};
use crate::micros::Micros;
use crate::model::{
    Action, ActionId, Binding, ChangeKind, Condition, ConditionKind, Cost, FactId, FactKind, Function,
    GoalId, Number, NumberKind, Outcome, Param, ParamKind, PlanningDomain, Quantifier, SourceSpan, Test,
    TypeId, TypeKind,
};
use crate::plan_request::PlanRequest;
use crate::relax::{Relaxation, values_kept};
use crate::task::{Change, Conjunction, Task, VarId};

/// A domain ground for lints.
pub(super) struct Ground {
    grounding: Arc<Grounding>,
    pub(super) relaxation: Relaxation,
    /// The facts of conditions that are assumed to hold.
    pub(super) unjudged: BTreeSet<FactId>,
    /// The start of the domain, and those of its tests.
    pub(super) starts: Vec<State>,
}

impl Ground {
    /// Grounds a domain; `None` if it cannot be judged.
    pub(super) fn new(domain: &PlanningDomain) -> Option<Self> {
        let bindings = bindings(domain);
        if steps(domain, &bindings)? > LINT_GROUND_MAX {
            return None;
        }
        let (domain, unjudged) = judged(domain)?;
        let domain = Arc::new(domain);
        let request = PlanRequest {
            objects: Some(bindings),
            traits: domain.traits.iter().map(|(_, known)| (known.name.clone(), Micros::ONE)).collect(),
            // Grounding does not use the goal.
            ..PlanRequest::new(GoalId::new(0))
        };
        let grounding = Grounding::for_objects(&domain, &request).ok()?;
        if rules(grounding.task()) > LINT_GROUND_MAX {
            return None;
        }
        let start = grounding.start();
        let in_test = |test: &Test| {
            let mut state = start.clone();
            // A test with objects that the tools do not bind is skipped.
            test.set.iter().for_each(|setting| drop(grounding.set(&mut state, setting)));
            state
        };
        let starts = std::iter::once(start.clone()).chain(domain.tests.iter().map(in_test)).collect();
        let relaxation = Relaxation::new(grounding.task());
        Some(Self { grounding, relaxation, unjudged, starts })
    }

    pub(super) fn task(&self) -> &Task {
        self.grounding.task()
    }

    /// Returns the action of each task action, in order.
    pub(super) fn actions(&self) -> impl Iterator<Item = ActionId> {
        (0..self.grounding.ground_action_count() as u32).map(|at| self.grounding.action(GroundActionId(at)))
    }

    /// Returns the variables of a fact.
    pub(super) fn vars(&self, fact: FactId) -> impl Iterator<Item = VarId> + use<> {
        self.grounding.vars(fact)
    }

    /// Returns the alternatives of a goal for any arguments; `None` if there are too many.
    pub(super) fn goal(&self, goal: GoalId) -> Option<Vec<Conjunction>> {
        self.grounding.ways(goal, &[]).ok()
    }
}

/// Returns the objects of open types: those of the file, and as many placeholders as an action or goal can
/// distinguish.
fn bindings(domain: &PlanningDomain) -> Vec<Binding> {
    let actions = domain.actions.iter().map(|(_, action)| action.params.len());
    let goals = domain.goals.iter().map(|(_, goal)| goal.params.len());
    // One more than all parameters together, for the variable of a quantifier.
    let wanted = actions.chain(goals).max().unwrap_or(0) + 1;
    let open = domain.types.iter().filter_map(|(id, ty)| match ty.kind {
        TypeKind::Open { max } => Some((id, max as usize)),
        TypeKind::Closed { .. } | TypeKind::Union { .. } => None,
    });
    open.map(|(ty, max)| {
        let known = domain.bindings.iter().filter(|binding| binding.ty == ty);
        let mut names: Vec<String> = known.flat_map(|binding| binding.names.clone()).collect();
        // No file can declare this name, so it is unused.
        let stand_ins = (names.len()..wanted.min(max)).map(|at| format!("#{at}"));
        names.extend(stand_ins);
        Binding { ty, names, span: SourceSpan::NONE }
    })
    .collect()
}

/// Estimates the size of the ground domain; `None` if a type has too many objects.
fn steps(domain: &PlanningDomain, bindings: &[Binding]) -> Option<usize> {
    let mut counts = Vec::with_capacity(domain.types.len());
    for (id, ty) in domain.types.iter() {
        let bound = bindings.iter().filter(|binding| ty.parts.contains(&binding.ty));
        let count = domain.objects_of(id).count() + bound.map(|binding| binding.names.len()).sum::<usize>();
        counts.push(Some(count).filter(|&count| count <= LINT_OBJECTS_MAX)?);
    }
    let sizes = Sizes { counts };
    let mut steps = 0_usize;
    for (_, fact) in domain.facts.iter() {
        let ground = sizes.product(fact.of.iter().copied());
        let values = match fact.kind {
            FactKind::Bool => 2,
            FactKind::Int { min, max, .. } => values_kept(min.abs_diff(max).saturating_add(1)),
            FactKind::Object { ty, .. } => sizes.of(ty) + 1,
        };
        steps = steps.saturating_add(ground.saturating_mul(values));
    }
    for (_, action) in domain.actions.iter() {
        steps =
            steps.saturating_add(sizes.bindings(&action.params).saturating_mul(sizes.action(domain, action)));
    }
    for (_, goal) in domain.goals.iter() {
        steps = steps.saturating_add(sizes.bindings(&goal.params).saturating_mul(sizes.all(&goal.want)));
    }
    Some(steps)
}

/// Returns the number of objects of each type.
struct Sizes {
    counts: Vec<usize>,
}

impl Sizes {
    fn of(&self, ty: TypeId) -> usize {
        self.counts[ty.index()]
    }

    fn product(&self, types: impl Iterator<Item = TypeId>) -> usize {
        types.fold(1, |product, ty| product.saturating_mul(self.of(ty)))
    }

    fn bindings(&self, params: &[Param]) -> usize {
        params.iter().fold(1, |product, param| {
            product.saturating_mul(match param.kind {
                ParamKind::Object(ty) => self.of(ty),
                ParamKind::Number { min, max } => {
                    usize::try_from(min.abs_diff(max)).unwrap_or(usize::MAX).saturating_add(1)
                }
            })
        })
    }

    fn action(&self, domain: &PlanningDomain, action: &Action) -> usize {
        // An action that stands for a goal has an effect for each of the goal's conditions.
        let wants = match action.outcome {
            Outcome::Effects(_) => 0,
            Outcome::Achieves { goal, .. } => self.all(&domain.goals[goal].want),
        };
        let effects = action.changes().map(|(when, change)| {
            let amount = match &change.kind {
                ChangeKind::Assign(_) => 1,
                ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) => {
                    length(number)
                }
            };
            self.all(when).saturating_add(amount)
        });
        let rules: usize = match &action.cost {
            Cost::Number(number) => length(number),
            Cost::Rules(rules) => {
                let rules = rules.iter().map(|rule| self.all(&rule.when).saturating_add(length(&rule.is)));
                rules.fold(0, usize::saturating_add)
            }
        };
        let before = rules.saturating_add(wants).saturating_add(self.all(&action.when));
        effects.fold(before, usize::saturating_add)
    }

    /// Counts the comparisons of a list of conditions, plus one.
    fn all(&self, conditions: &[Condition]) -> usize {
        conditions.iter().fold(1, |sum, condition| {
            sum.saturating_add(match &condition.kind {
                ConditionKind::All(members) | ConditionKind::Any(members) => self.all(members),
                ConditionKind::Quantified { variable, body, .. } => {
                    self.of(variable.ty).saturating_mul(self.all(std::slice::from_ref(body)))
                }
                ConditionKind::Same { .. } => 1,
                ConditionKind::Compare { left, right, .. } => length(left).saturating_add(length(right)),
            })
        })
    }
}

/// Counts the parts of a number.
fn length(number: &Number) -> usize {
    let mut length = 0;
    number.walk(&mut |_| length += 1);
    length
}

/// The largest number of rules of the relaxed task.
fn rules(task: &Task) -> usize {
    let mut rules = 0_usize;
    for operator in &task.operators {
        for effect in task
            .actions
            .get(operator.task_action as usize)
            .map_or(&[][..], |task_action| &task_action.effects)
        {
            let values = match effect.change {
                Change::Assign(_) | Change::Refuse => 1,
                Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } => {
                    values_kept(u64::from(task.sizes[effect.var.index()]))
                }
            };
            rules = rules.saturating_add(values.max(1).saturating_mul(effect.when.len()));
        }
    }
    rules
}

/// Returns the domain with everything that only the game knows assumed to be favourable, and the facts of the
/// conditions dropped for it. `None` if that cannot be decided.
fn judged(domain: &PlanningDomain) -> Option<(PlanningDomain, BTreeSet<FactId>)> {
    let unknown = Unknown { domain };
    let mut judged = domain.clone();
    let mut unjudged = BTreeSet::new();
    for (id, action) in domain.actions.iter() {
        let effects_are_known = action.changes().all(|(when, change)| {
            let number_is_known = match &change.kind {
                ChangeKind::Assign(_) => true,
                ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) => {
                    !unknown.number(number)
                }
            };
            number_is_known && !when.iter().any(|condition| unknown.condition(condition))
        });
        let goal_is_known = match action.outcome {
            Outcome::Effects(_) => true,
            Outcome::Achieves { goal, .. } => {
                !domain.goals[goal].want.iter().any(|want| unknown.condition(want))
            }
        };
        if !effects_are_known || !goal_is_known {
            return None;
        }
        let judged = judged.actions.get_mut(id)?;
        unknown.drop_from(&mut judged.when, &mut unjudged);
        match &mut judged.cost {
            Cost::Number(number) => unknown.bound(number),
            Cost::Rules(rules) => {
                for rule in rules {
                    if rule.when.iter().any(|condition| unknown.condition(condition)) {
                        return None;
                    }
                    unknown.bound(&mut rule.is);
                }
            }
        }
    }
    for id in domain.goals.ids() {
        unknown.drop_from(&mut judged.goals.get_mut(id)?.want, &mut unjudged);
    }
    Some((judged, unjudged))
}

/// What only the game knows: numbers, and statements about all objects of an open type.
struct Unknown<'a> {
    domain: &'a PlanningDomain,
}

impl Unknown<'_> {
    fn is_open(&self, ty: TypeId) -> bool {
        self.domain.types[ty].is_open(&self.domain.types)
    }

    fn number(&self, number: &Number) -> bool {
        let mut found = false;
        number.walk(&mut |number| {
            found |= match &number.kind {
                NumberKind::Trait(_) => true,
                // The game fills tables that list nothing.
                NumberKind::Table { table, .. } => {
                    let table = &self.domain.tables[*table];
                    table.values.is_empty() || table.of.iter().any(|&ty| self.is_open(ty))
                }
                _ => false,
            };
        });
        found
    }

    fn condition(&self, condition: &Condition) -> bool {
        let mut found = false;
        condition.walk(&mut |condition| {
            found |= match &condition.kind {
                ConditionKind::Compare { left, right, .. } => self.number(left) || self.number(right),
                // It holds as long as the agent knows no such object.
                ConditionKind::Quantified {
                    quantifier: Quantifier::No | Quantifier::Every,
                    variable,
                    ..
                } => self.is_open(variable.ty),
                _ => false,
            };
        });
        found
    }

    /// Drops the conditions that depend on it.
    fn drop_from(&self, conditions: &mut Vec<Condition>, unjudged: &mut BTreeSet<FactId>) {
        conditions.retain(|condition| {
            let is_unknown = self.condition(condition);
            if is_unknown {
                condition.facts(&mut |fact| unjudged.extend([fact.fact]));
            }
            !is_unknown
        });
    }

    /// Keeps a cost that reads such numbers from being negative, which would rule out the action.
    fn bound(&self, cost: &mut Number) {
        if self.number(cost) {
            let span = cost.span;
            let zero = Number { kind: NumberKind::Literal(Micros::ZERO), span };
            let args = vec![zero, cost.clone()];
            cost.kind = NumberKind::Call { function: Function::Max, args };
        }
    }
}
